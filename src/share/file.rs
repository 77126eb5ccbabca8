//! Files: a record as JSON, Markdown or one self-contained HTML page, and back without loss.
//!
//! All three hold the record itself: the JSON is the record (its schema is in `public/schema/`), the Markdown holds it
//! as a link in a comment, the page in a script element that no browser runs. Reading takes whatever a person drops on
//! the page, and says what it is; it decodes and does nothing else.

use serde_json::{Map, Value};

use super::link::{self, LinkError};
use super::record::{Judged, Record, VERSION};
use super::{copied, html, report, shape};
use crate::evaluation::Outcome;
use crate::i18n::Strings;
use crate::judge::JudgeIdentity;
use crate::run;
use crate::run::rescore::{Rescored, rescore};
use crate::sample::{Sample, marked, retrieved};
use crate::text::visible::named;

/// What a file may hold: 64 MB.
pub const MAX_BYTES: usize = 64_000_000;
const RECORD_BEGIN: &str = "<script type=\"application/json\" id=\"assay-record\">";
const RECORD_END: &str = "</script>";
/// Where the record of a report as Markdown begins. No text of the report can hold it: `<` is escaped there.
const COMMENT_BEGIN: &str = "<!-- assay ";

/// What was found in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// A record.
    Record(Box<Record>),
    /// Texts for the form.
    Sample(Box<Sample>),
    /// Retrieved chunks.
    Chunks(Vec<String>),
    /// A text for the form.
    Text(String),
}

/// Why a file can't be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// Nothing stands in it.
    #[error("the file is empty")]
    Empty,
    /// It is larger than [`MAX_BYTES`].
    #[error("more than {MAX_BYTES} bytes")]
    TooBig,
    /// It is not text.
    #[error("not a text")]
    NotText,
    /// JSON that is neither a record nor texts for the form.
    #[error("neither a record nor texts: {0}")]
    Unknown(String),
    /// It begins like JSON and is none.
    #[error("no JSON from line {line}, column {column} on")]
    NotJson {
        /// The line at which it is broken, from 1.
        line: usize,
        /// The column there.
        column: usize,
    },
    /// Several JSON values, one a line.
    #[error("a JSON value a line")]
    Lines,
    /// A web page without a record: its markup is no text for the form.
    #[error("a web page that holds no evaluation")]
    WebPage,
    /// A report that was copied to be read: it does not hold what it was made from.
    #[error("a copied report")]
    Report,
    /// It holds a record, or a link, that can't be read.
    #[error("{0}")]
    Link(#[from] LinkError),
}

/// The record as indented JSON; beside it, for other programs, what came out of it.
pub fn json(record: &Record) -> String {
    let record = record.clone().without_addresses();
    let results: Vec<Value> = outcomes(&record).iter().map(result).collect();
    let mut value = shape::pruned(serde_json::to_value(&record).unwrap_or_default());
    if let (Some(map), false) = (value.as_object_mut(), results.is_empty()) {
        map.insert("results".to_owned(), Value::Array(results));
    }
    serde_json::to_string_pretty(&value).unwrap_or_default()
}

/// The record as compact JSON for the history, host names included: it stays on this machine.
pub fn own_json(record: &Record) -> String {
    shape::pruned(serde_json::to_value(record).unwrap_or_default()).to_string()
}

/// A record of the history.
///
/// # Errors
/// [`LinkError`] where it can't be read.
pub fn own(json: &str) -> Result<Record, LinkError> {
    checked(
        serde_json::from_str(json).map_err(|error| LinkError::NoRecord(error.to_string()))?,
        link::coherent,
    )
}

/// A report to read, which holds the record in a comment at its end.
pub fn markdown(record: &Record, strings: &Strings) -> String {
    let record = record.clone().without_addresses();
    let link = link::encode(&record, link::View::Page);
    format!("{}\n{COMMENT_BEGIN}{link} -->\n", reports(&record, strings))
}

/// A page to read without scripts and without a network, which holds the record.
pub fn page(record: &Record, strings: &Strings, language: &str) -> String {
    let record = record.clone().without_addresses();
    let value = shape::pruned(serde_json::to_value(&record).unwrap_or_default());
    // Within a script element nothing but an end tag or a comment could end the text.
    let json = serde_json::to_string(&value)
        .unwrap_or_default()
        .replace('<', "\\u003c");
    // Of several reports in as many tabs one sees which is which.
    let metric = |judged: &Judged| {
        let texts = strings.metric(&judged.id);
        texts.map_or_else(|| judged.id.clone(), |texts| texts.name.to_owned())
    };
    let metrics: Vec<String> = record.metrics.iter().map(metric).collect();
    let title = [
        named(&record.name),
        named(&metrics.join(", ")),
        strings.report.heading.to_owned(),
    ];
    let title: Vec<String> = title.into_iter().filter(|part| !part.is_empty()).collect();
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{}<footer>{}</footer>\n</main>\n{RECORD_BEGIN}{json}{RECORD_END}\n</body>\n</html>\n",
        html::escaped(language),
        html::escaped(&title.join(" · ")),
        html::body(&reports(&record, strings)),
        html::escaped(strings.keep.report_foot),
    )
}

const STYLE: &str = "body{margin:0;font:15px/1.55 ui-sans-serif,system-ui,\"Noto Sans TC\",\"PingFang TC\",\"Microsoft JhengHei\",sans-serif;background:light-dark(#fbfaf8,#15171a);color:light-dark(#1d2126,#e8e6e1);color-scheme:light dark}main{max-width:52rem;margin:0 auto;padding:2rem 1.25rem}h1{font-size:1.5rem;line-height:1.25}h1:not(:first-child){margin-top:3rem;padding-top:1.5rem;border-top:2px solid light-dark(#cbc5ba,#444b53)}h2{font-size:1.05rem;margin:1.75rem 0 .5rem}ul{padding-inline-start:1.1rem}li{margin:.2rem 0;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%;font-size:.92rem}th{text-align:start}.wide{overflow-x:auto}td,th{border-block:1px solid light-dark(#e3dfd8,#2d3238);padding:.4rem .6rem .4rem 0;vertical-align:top}blockquote{margin:.5rem 0;padding:.1rem 0 .1rem .9rem;border-inline-start:3px solid light-dark(#0b5d7a,#7cc4de)}blockquote p,p{margin:.35rem 0;overflow-wrap:anywhere}code{font:.88em ui-monospace,monospace;overflow-wrap:anywhere}footer{margin-top:2.5rem;font-size:.85rem;color:light-dark(#565d66,#a5abb3)}@media print{.wide{overflow:visible}td{overflow-wrap:break-word}body{background:#fff;color:#000}h2,tr,blockquote{break-inside:avoid}h2{break-after:avoid}}";

/// Reads a file.
///
/// # Errors
/// See [`FileError`].
pub fn read(bytes: &[u8]) -> Result<Opened, FileError> {
    if bytes.len() > MAX_BYTES {
        return Err(FileError::TooBig);
    }
    read_text(&text_of(bytes.to_vec())?)
}

/// The text of a file: UTF-8, or UTF-16 with the mark at its beginning that Windows writes.
///
/// # Errors
/// [`FileError::NotText`].
pub fn text_of(bytes: Vec<u8>) -> Result<String, FileError> {
    let unit: fn([u8; 2]) -> u16 = match bytes.get(..2) {
        Some([0xFF, 0xFE]) => u16::from_le_bytes,
        Some([0xFE, 0xFF]) => u16::from_be_bytes,
        _ => return String::from_utf8(bytes).map_err(|_| FileError::NotText),
    };
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    let text = String::from_utf16(&units).map_err(|_| FileError::NotText)?;
    if rest.is_empty() {
        Ok(text)
    } else {
        Err(FileError::NotText)
    }
}

/// Reads what a file holds, or what was pasted.
///
/// # Errors
/// See [`FileError`].
pub fn read_text(text: &str) -> Result<Opened, FileError> {
    let text = text.trim_start_matches('\u{FEFF}').trim();
    if text.is_empty() {
        return Err(FileError::Empty);
    }
    if text.contains('\0') || text.starts_with("%PDF-") {
        return Err(FileError::NotText);
    }
    let truth = marked::split(text);
    let is_marked = !truth.essential.is_empty() || !truth.bonus.is_empty();
    // A marker may begin a line within a text of it; and one may begin as JSON does.
    if text.starts_with(['{', '[']) && (!is_marked || is_json(text)) {
        return from_json(text);
    }
    if let Some((_, after)) = text.split_once(RECORD_BEGIN) {
        let json = after.split(RECORD_END).next().unwrap_or_default();
        return record(serde_json::from_str(json).map_err(|_| LinkError::Changed)?);
    }
    // The texts of a report may hold links, too.
    let own = text
        .rfind(COMMENT_BEGIN)
        .map(|at| at + COMMENT_BEGIN.len())
        .filter(|at| text.get(*at..).is_some_and(|rest| rest.starts_with("#s")));
    let begin = own.or_else(|| {
        let begins = ["#s", "#e", "%23s", "%23e"].iter();
        begins.filter_map(|begin| link_at(text, begin)).min()
    });
    if let Some(link) = begin.and_then(|at| link::read_up_to(text.get(at..)?, MAX_BYTES)) {
        return Ok(Opened::Record(Box::new(link?.1)));
    }
    if is_page(text) {
        return Err(FileError::WebPage);
    }
    if copied::is_report(text) {
        return Err(FileError::Report);
    }
    if is_marked {
        return Ok(Opened::Sample(Box::new(Sample {
            essential: truth.essential,
            bonus: truth.bonus,
            ..Sample::default()
        })));
    }
    Ok(Opened::Text(text.to_owned()))
}

/// Whether a text is a whole web page.
fn is_page(text: &str) -> bool {
    ["<!doctype", "<html"].iter().any(|begin| {
        let head = text.get(..begin.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(begin))
    })
}

/// Where a link begins: a version and a dot follow the letter, then the codec and the length. Where nothing else stands in
/// the text, the dot is enough.
fn link_at(text: &str, begin: &str) -> Option<usize> {
    let alone = !text.contains(char::is_whitespace);
    text.match_indices(begin).map(|(at, _)| at).find(|at| {
        let rest = text.get(at + begin.len()..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        // Soft line breaks of mail may stand anywhere.
        let mut form = rest
            .bytes()
            .skip(digits + 1)
            .filter(|byte| !b"=\r\n".contains(byte));
        let mut next = |is: fn(&u8) -> bool| form.next().is_some_and(|byte| is(&byte));
        digits > 0
            && rest.as_bytes().get(digits) == Some(&b'.')
            && (alone
                || (next(u8::is_ascii_lowercase) && next(|byte| *byte == b'.') && next(u8::is_ascii_digit)))
    })
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

fn from_json(text: &str) -> Result<Opened, FileError> {
    if link::depth(text.as_bytes()) > 2 * link::MAX_DEPTH {
        return Err(LinkError::TooDeep.into());
    }
    let broken = |error: serde_json::Error| FileError::NotJson {
        line: error.line(),
        column: error.column(),
    };
    let value: Value = match serde_json::from_str(text) {
        Err(_) if are_lines(text) => return Err(FileError::Lines),
        read => read.map_err(broken)?,
    };
    let map = value.as_object();
    if map.is_some_and(|map| map.contains_key("assay")) {
        return record(value);
    }
    if copied::is_copy(&value) {
        let no = |what: &str| LinkError::NoRecord(what.to_owned());
        let record = copied::record(&value).ok_or_else(|| no("a copy of no evaluation"))?;
        link::valid(&record).map_err(no)?;
        return Ok(Opened::Record(Box::new(record.without_addresses())));
    }
    let names = [
        "question",
        "answer",
        "contexts",
        "reference",
        "essential",
        "bonus",
        "samples",
    ];
    if map.is_some_and(|map| names.iter().any(|name| map.contains_key(*name)))
        && let Ok(sample) = serde_json::from_value::<Sample>(value)
    {
        return Ok(Opened::Sample(Box::new(sample)));
    }
    match retrieved::chunks(text) {
        Ok(chunks) => Ok(Opened::Chunks(chunks)),
        Err(error) => Err(FileError::Unknown(error.to_string())),
    }
}

/// Whether each of the first lines is a JSON value of its own.
fn are_lines(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_value = |line: &str| serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok();
    lines.next().is_some_and(is_value) && lines.next().is_some_and(is_value)
}

fn record(value: Value) -> Result<Opened, FileError> {
    let record = checked(value, link::valid)?;
    Ok(Opened::Record(Box::new(record.without_addresses())))
}

fn checked(mut value: Value, valid: fn(&Record) -> Result<(), &'static str>) -> Result<Record, LinkError> {
    let no = |what: &str| LinkError::NoRecord(what.to_owned());
    match value.get("assay").and_then(Value::as_u64) {
        Some(version) if version == u64::from(VERSION) => {}
        Some(version) if version > u64::from(VERSION) => {
            return Err(LinkError::Newer(u32::try_from(version).unwrap_or(u32::MAX)));
        }
        _ => return Err(no("no version")),
    }
    if let Some(map) = value.as_object_mut() {
        map.shift_remove("results");
    }
    let value = shape::checked(value).map_err(|stranger| no(stranger.why()))?;
    let record: Record = serde_json::from_value(value).map_err(|error| no(&error.to_string()))?;
    valid(&record).map_err(no)?;
    Ok(record)
}

/// The outcomes of a record with what is recorded beside them.
pub fn outcomes(record: &Record) -> Vec<run::Record> {
    let scored = rescore(record).into_iter().filter_map(|rescored| match rescored {
        Rescored::Done(scored) => Some(scored.outcome),
        _ => None,
    });
    scored.map(|outcome| beside(record, outcome)).collect()
}

/// An outcome with the judge and times of its record.
pub fn beside(record: &Record, outcome: Outcome) -> run::Record {
    let judge = record.judge.clone().unwrap_or_else(JudgeIdentity::nobody);
    run::Record {
        judge: judge.of(&outcome.trace),
        started_ms: record.started_ms as f64,
        elapsed_ms: record.elapsed_ms as f64,
        cancelled: record.cancelled,
        embedding_tokens: (record.embedding_tokens > 0).then_some(record.embedding_tokens),
        outcome,
    }
}

fn result(record: &run::Record) -> Value {
    let outcome = &record.outcome;
    let mut map = Map::new();
    let mut put = |name: &str, value: Result<Value, serde_json::Error>| {
        map.insert(name.to_owned(), value.unwrap_or_default());
    };
    put("metric", Ok(outcome.metric.clone().into()));
    put("metric_version", Ok(outcome.metric_version.into()));
    put("state", serde_json::to_value(outcome.state));
    put("scale", serde_json::to_value(outcome.scale));
    put("edited", Ok(outcome.edited.into()));
    put("flags", serde_json::to_value(&outcome.flags));
    put("parts", serde_json::to_value(&outcome.parts));
    Value::Object(map)
}

fn reports(record: &Record, strings: &Strings) -> String {
    let mut out = String::new();
    for done in outcomes(record) {
        out.push_str(&report::markdown(&record.sample, &done, strings));
        out.push_str(&report::replies(&done, strings));
        out.push('\n');
    }
    out
}
