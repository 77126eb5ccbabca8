//! Links: a record in the fragment of an address, `#s1.<codec>.<length>.<payload>.<check>E`.
//!
//! `s` opens the read-only view, `e` the one for a frame on another page; then comes the version of the form. The
//! codec is `d` (raw deflate) or `p` (plain), whichever is shorter; the length counts the characters of the payload,
//! which is base64url; the check is the first 48 bits of the SHA-256 of the decoded bytes; a fixed `E` ends it, so that
//! nothing is lost unnoticed at the end. What is encoded is compact JSON with the short names of [`super::shape`].
//!
//! Reading only decodes. It inflates to at most [`MAX_BYTES`], nests to at most [`MAX_DEPTH`], and whatever is wrong is
//! a [`LinkError`]. What messengers do to links (punctuation behind them, percent-encoding, line breaks, quote marks)
//! is taken back first.

use sha2::{Digest, Sha256};

use super::deflate::{Trouble, deflate, inflate};
use super::record::{Holds, Record, VERSION};
use super::{base64url, shape};
use crate::evaluation::Reply;

/// What a link may decode to: 4 MB.
pub const MAX_BYTES: usize = 4_000_000;
/// How deep its JSON may nest.
pub const MAX_DEPTH: usize = 32;
/// How many metrics a record may have.
const MOST_METRICS: usize = 100;
/// How many passages, replies or prompts a list of it may have.
const MOST: usize = 10_000;
/// How much text the asks of its replies may come to when they are made anew, in bytes: thousands of replies about one long
/// text would take all memory there is.
const MOST_ASKED: usize = 1_000_000_000;
/// Characters of the check.
const CHECK: usize = 8;

/// How a link is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// On a page of its own.
    Page,
    /// In a frame on another page.
    Embed,
}

/// Why a link can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It does not begin as a link does.
    #[error("not a link of this app")]
    Foreign,
    /// Written by a newer version.
    #[error("version {0} of the form is newer than {VERSION}")]
    Newer(u32),
    /// Characters are missing.
    #[error("{arrived} of {expected:?} characters arrived")]
    Cut {
        /// How many there are.
        arrived: usize,
        /// How many there were, unless that got lost as well.
        expected: Option<usize>,
    },
    /// Characters are other than they were.
    #[error("the link was changed on its way")]
    Changed,
    /// It decodes to more than [`MAX_BYTES`].
    #[error("more than {MAX_BYTES} bytes")]
    TooBig,
    /// Its JSON nests deeper than [`MAX_DEPTH`].
    #[error("nests deeper than {MAX_DEPTH}")]
    TooDeep,
    /// It decodes, but to no record.
    #[error("no record: {0}")]
    NoRecord(String),
}

/// The fragment for a record, `#` included. The record is shared as it is: see [`Record::shared`].
pub fn encode(record: &Record, view: View) -> String {
    let bytes = bytes(record);
    let deflated = deflate(&bytes);
    let (codec, payload) = if deflated.len() < bytes.len() {
        ('d', base64url::encode(&deflated))
    } else {
        ('p', base64url::encode(&bytes))
    };
    let letter = match view {
        View::Page => 's',
        View::Embed => 'e',
    };
    format!(
        "#{letter}{VERSION}.{codec}.{}.{payload}.{}E",
        payload.len(),
        check(&bytes)
    )
}

/// Whether [`read`] would find a link in an address, or what was meant as one.
pub fn is_in(address: &str) -> bool {
    fragment(address).is_some_and(|fragment| {
        beginning(&fragment).is_some() || fragment.len() >= 24 || fragment.contains('.')
    })
}

/// How the link in an address is to be shown, whether or not the rest of it can be read.
pub fn view_in(address: &str) -> Option<View> {
    let fragment = fragment(address)?;
    beginning(&fragment).map(|(view, ..)| view)
}

/// Reads the link in an address or in a text around it; `None` where there is none.
///
/// # Errors
/// See [`LinkError`].
pub fn read(address: &str) -> Option<Result<(View, Record), LinkError>> {
    let read = read_up_to(address, MAX_BYTES)?;
    Some(read.map(|(view, record)| (view, record.of_its_kind())))
}

/// The same for files, which have another limit than [`MAX_BYTES`] and hold what their owner has.
pub(super) fn read_up_to(address: &str, most: usize) -> Option<Result<(View, Record), LinkError>> {
    let fragment = fragment(address)?;
    let begin = beginning(&fragment);
    match begin {
        Some((view, version, rest)) => {
            let read = decode(&fragment, version, rest, most).map_err(|error| counted(error, address));
            Some(read.map(|record| (view, record)))
        }
        // A word is a place on the page; anything longer was meant as a link.
        None if !is_in(address) => None,
        None => Some(Err(LinkError::Foreign)),
    }
}

fn decode(
    fragment: &str,
    version: Result<u32, LinkError>,
    rest: &str,
    most: usize,
) -> Result<Record, LinkError> {
    // A version is written without a zero before it.
    if matches!(fragment.as_bytes(), [_, b'0', b'0'..=b'9', ..]) {
        return Err(LinkError::Changed);
    }
    match version? {
        VERSION => {}
        0 => return Err(LinkError::Foreign),
        newer => return Err(LinkError::Newer(newer)),
    }
    let bytes = unpack(fragment, rest, most)?;
    from_bytes(&bytes)
}

/// Takes the payload out of its frame and checks it.
fn unpack(fragment: &str, rest: &str, most: usize) -> Result<Vec<u8>, LinkError> {
    let lost = || LinkError::Cut {
        arrived: fragment.len(),
        expected: None,
    };
    let (codec, rest) = rest.split_once('.').ok_or_else(lost)?;
    let (length, rest) = rest.split_once('.').ok_or_else(lost)?;
    let length: usize = length.parse().map_err(|_| LinkError::Changed)?;
    if length > most * 2 {
        return Err(LinkError::TooBig);
    }
    let begun = fragment.len() - rest.len();
    let expected = begun + length + CHECK + 2;
    if fragment.len() < expected {
        // Its end is there, and all that stands before it fits the check: the length is what was changed.
        let payload = rest.len().checked_sub(CHECK + 2).and_then(|end| rest.get(..end));
        if let Some(payload) = payload.filter(|payload| payload.len() != length && rest.ends_with('E')) {
            let told = format!("{codec}.{}.{}", payload.len(), rest);
            if unpack(&told, &told, most).is_ok() {
                return Err(LinkError::Changed);
            }
        }
        return Err(LinkError::Cut {
            arrived: fragment.len(),
            expected: Some(expected),
        });
    }
    let (payload, rest) = rest.split_at_checked(length).ok_or(LinkError::Changed)?;
    let rest = rest.strip_prefix('.').ok_or(LinkError::Changed)?;
    let (told, rest) = rest.split_at_checked(CHECK).ok_or(LinkError::Changed)?;
    if !rest.starts_with('E') {
        return Err(LinkError::Changed);
    }
    let packed = base64url::decode(payload).ok_or(LinkError::Changed)?;
    let bytes = match codec {
        "p" => packed,
        "d" => inflate(&packed, most).map_err(|trouble| match trouble {
            Trouble::TooBig => LinkError::TooBig,
            Trouble::Damaged => LinkError::Changed,
        })?,
        _ => return Err(LinkError::Changed),
    };
    if bytes.len() > most {
        return Err(LinkError::TooBig);
    }
    if check(&bytes) != told {
        return Err(LinkError::Changed);
    }
    Ok(bytes)
}

/// What is told of a link that seems to be cut, by all the characters that arrived: those that no link has took the place
/// of others, so that none may be missing.
fn counted(error: LinkError, address: &str) -> LinkError {
    let LinkError::Cut { arrived, expected } = error else {
        return error;
    };
    let fragment = |address: &str| Some(address.split_once('#')?.1.to_owned());
    let behind = fragment(address).or_else(|| fragment(&percent_decoded(address)));
    let (all, inner) = behind.map_or((arrived, arrived), |behind| characters(&behind));
    match expected {
        Some(expected) if all >= expected => LinkError::Changed,
        expected => LinkError::Cut {
            arrived: arrived.max(inner),
            expected,
        },
    }
}

/// How many characters of a link arrived, foreign ones in its alphabet's place included: all of them, and those up to the
/// last one that a link can have, as punctuation may stand behind it. What mail and messengers put between them is no part
/// of it: white space, invisible characters, the marks of quoted lines and of soft line breaks.
fn characters(raw: &str) -> (usize, usize) {
    let (mut all, mut inner) = (0, 0);
    let mut begins_line = false;
    let mut rest = raw.chars();
    while let Some(c) = rest.next() {
        let mut c = c;
        let mut stands_for = 1;
        if c == '%'
            && let Some((decoded, after)) = escaped(rest.as_str())
        {
            c = decoded;
            rest = after.chars();
            // Nobody encodes a letter: a percent sign has come to stand before two others.
            stands_for = if c.is_ascii_alphanumeric() { 3 } else { 1 };
        }
        match c {
            '\n' | '\r' => begins_line = true,
            _ if c.is_whitespace() || c.is_control() => {}
            '\u{AD}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{FEFF}' => {}
            '>' if begins_line => {}
            '=' if matches!(rest.clone().next(), Some('\n' | '\r')) => {}
            _ => {
                begins_line = false;
                all += if c == '—' { 2 } else { stands_for };
                if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '–' | '—') {
                    inner = all;
                }
            }
        }
    }
    (all, inner)
}

/// The character whose bytes stand behind a percent sign, each further one behind a sign of its own, and what follows it.
fn escaped(text: &str) -> Option<(char, &str)> {
    let byte = |text: &str| u8::from_str_radix(text.get(..2)?, 16).ok();
    let mut bytes = vec![byte(text)?];
    let mut rest = text.get(2..)?;
    loop {
        match std::str::from_utf8(&bytes) {
            Ok(whole) => return Some((whole.chars().next()?, rest)),
            // Wrong, and not merely short of what is to come.
            Err(error) if error.error_len().is_some() => return None,
            Err(_) => {
                let next = rest.strip_prefix('%')?;
                bytes.push(byte(next)?);
                rest = next.get(2..)?;
            }
        }
    }
}

/// Why something is no record: it has a name that a record does not have.
pub const OTHER_NAMES: &str = "a name that a record does not have";
/// It holds more than is shown or taken.
pub const TOO_MANY: &str = "more entries than are taken";
/// It refers to what is not in it, or holds nothing of what it says.
pub const INCOHERENT: &str = "what it refers to is not there";

fn from_bytes(bytes: &[u8]) -> Result<Record, LinkError> {
    if depth(bytes) > MAX_DEPTH {
        return Err(LinkError::TooDeep);
    }
    let no = |what: String| LinkError::NoRecord(what);
    let value = serde_json::from_slice(bytes).map_err(|error| no(error.to_string()))?;
    let value = shape::lengthened(value).map_err(|stranger| no(stranger.why().to_owned()))?;
    let mut record: Record = serde_json::from_value(value).map_err(|error| no(error.to_string()))?;
    record.assay = VERSION;
    valid(&record).map_err(|what| no(what.to_owned()))?;
    Ok(record.without_addresses())
}

/// What a record must hold beyond its types.
pub(super) fn valid(record: &Record) -> Result<(), &'static str> {
    coherent(record)?;
    // Far more than a person judges, and few enough to be shown.
    let sample = &record.sample;
    let lists = [
        &sample.contexts,
        &sample.essential,
        &sample.bonus,
        &sample.samples,
        &sample.retrieved_ids,
        &sample.reference_ids,
    ];
    let long = lists.iter().any(|list| list.len() > MOST);
    if record.metrics.len() > MOST_METRICS || record.prompts.len() > MOST || long {
        return Err(TOO_MANY);
    }
    if record
        .metrics
        .iter()
        .any(|judged| judged.took.len() > MOST || judged.overrides.0.len() > MOST)
    {
        return Err(TOO_MANY);
    }
    if asked(record) > MOST_ASKED {
        return Err(TOO_MANY);
    }
    Ok(())
}

/// An upper bound of how much text the asks of a record's replies hold together.
fn asked(record: &Record) -> usize {
    let sample = &record.sample;
    let texts = [&sample.question, &sample.answer, &sample.reference].into_iter();
    let lists = [
        &sample.contexts,
        &sample.essential,
        &sample.bonus,
        &sample.samples,
    ];
    let texts: usize = texts.chain(lists.into_iter().flatten()).map(String::len).sum();
    let replies = record.replies.iter().map(|reply| match reply {
        Reply::Text(reply) => reply.text.len(),
        _ => 0,
    });
    let prompts = record.prompts.iter().map(|prompt| prompt.text.len());
    let each = texts + replies.max().unwrap_or(0) + prompts.max().unwrap_or(0);
    let asks: usize = record.metrics.iter().map(|judged| judged.took.len()).sum();
    each.saturating_mul(asks)
}

/// The same without limits, for what this browser has kept itself.
pub(super) fn coherent(record: &Record) -> Result<(), &'static str> {
    if record.metrics.is_empty() {
        return Err("no metric");
    }
    let replies = record.replies.len();
    let mut takes = record.metrics.iter().flat_map(|judged| &judged.took);
    if takes.any(|took| took.reply >= replies) {
        return Err(INCOHERENT);
    }
    if record.holds == Holds::Scores && record.metrics.iter().all(|judged| judged.claimed.is_none()) {
        return Err(INCOHERENT);
    }
    Ok(())
}

/// The deepest nesting of brackets outside strings.
pub(super) fn depth(json: &[u8]) -> usize {
    let (mut deepest, mut depth) = (0_usize, 0_usize);
    let (mut quoted, mut escaped) = (false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn bytes(record: &Record) -> Vec<u8> {
    let value = serde_json::to_value(record).unwrap_or_default();
    serde_json::to_vec(&shape::shortened(value)).unwrap_or_default()
}

fn check(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    base64url::encode(hash.get(..6).unwrap_or_default())
}

/// View, version and what follows the first dot. A version that can't be read is damage.
fn beginning(fragment: &str) -> Option<(View, Result<u32, LinkError>, &str)> {
    let view = match fragment.chars().next()? {
        's' => View::Page,
        'e' => View::Embed,
        _ => return None,
    };
    let rest = fragment.get(1..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (version, rest) = rest.split_at_checked(digits)?;
    if version.is_empty() {
        return None;
    }
    let cut = || LinkError::Cut {
        arrived: fragment.len(),
        expected: None,
    };
    match rest.strip_prefix('.') {
        Some(rest) => Some((view, version.parse().map_err(|_| LinkError::Changed), rest)),
        None if rest.is_empty() => Some((view, Err(cut()), rest)),
        None => None,
    }
}

/// What follows the first `#`, with what messengers did to it taken back; `None` where nothing does. A `#` that is
/// percent-encoded counts where no link stands behind one that is not: it may belong to the query in front.
fn fragment(address: &str) -> Option<String> {
    let behind = |address: &str| {
        let (_, fragment) = address.split_once('#')?;
        tidied(&percent_decoded(fragment))
    };
    let plain = behind(address);
    if plain.as_deref().and_then(beginning).is_some() {
        return plain;
    }
    let decoded = behind(&percent_decoded(address));
    match (plain, decoded) {
        (Some(plain), Some(decoded)) if beginning(&decoded).is_none() => Some(plain),
        (plain, decoded) => decoded.or(plain),
    }
}

fn tidied(raw: &str) -> Option<String> {
    let mut tidy = String::with_capacity(raw.len());
    for c in raw.chars() {
        match c {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '.' | '-' | '_' => tidy.push(c),
            // Typographers make dashes of hyphens.
            '–' => tidy.push('-'),
            '—' => tidy.push_str("--"),
            // Line breaks, quote marks, zero-width characters, soft breaks of mail.
            _ => {}
        }
    }
    (!tidy.is_empty()).then_some(tidy)
}

/// Percent-encoded characters become what they are, encoded twice as well; what is no such code stays.
fn percent_decoded(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..2 {
        if !text.contains('%') {
            break;
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some((before, tail)) = rest.split_once('%') {
            out.push_str(before);
            match escaped(tail) {
                Some((c, after)) => {
                    out.push(c);
                    rest = after;
                }
                None => {
                    out.push('%');
                    rest = tail;
                }
            }
        }
        out.push_str(rest);
        text = out;
    }
    text
}
