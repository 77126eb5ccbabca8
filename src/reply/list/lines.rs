//! Lists in plain text, an item a line, as the judges of seed 003 write their mistakes.
//!
//! Bullets, numbers, quotes and emphasis around an item go; a claim that was broken over two lines is joined when
//! the join stands in the source word for word; a whole reply that says that there is nothing is the empty list.

use std::ops::Range;

use super::locate::Source;
use crate::evaluation::{Reason, Stop};
use crate::reply::{json, think};
use crate::text::script::ends_sentence;

/// No judge lists more claims than this; what follows is left out, and the list marked as cut.
pub const MAX_LINES: usize = 2_000;

/// A list of claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The claims in the order of the text.
    pub items: Vec<Line>,
    /// The judge was stopped inside the last line, which is left out; or there were more than [`MAX_LINES`].
    pub cut: bool,
}

/// One claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The judge's text without what stood around it.
    pub text: String,
    /// Where it stands in the source, in bytes. `None`: not word for word, or there is no source.
    pub at: Option<Range<usize>>,
    /// Why it is listed, where that was said.
    pub reason: String,
}

/// Reads a list of claims. `source` is the text that they were to be taken from word for word; without one (topics
/// in the judge's own words) each line is an item. Blank is the empty list: the prompt asks for no other text.
///
/// # Errors
/// `Truncated`: a think part that never closes, or nothing at all before the judge was stopped.
pub fn read(reply: &str, stop: Stop, source: Option<&str>) -> Result<Lines, Reason> {
    let cut = stop == Stop::Length;
    let visible = think::visible(reply).map_err(|_| Reason::Truncated)?;
    let visible = json::trim(&visible);
    if visible.is_empty() {
        return if cut {
            Err(Reason::Truncated)
        } else {
            Ok(Lines::default())
        };
    }
    let source = source.map(|text| Source::new(text, visible.len()));
    if let Some(items) = json_list(visible) {
        let items = items.into_iter().map(|(text, reason)| {
            let at = source.as_ref().and_then(|source| source.locate(&text));
            Line { text, at, reason }
        });
        return Ok(Lines {
            items: items.collect(),
            cut: false,
        });
    }
    let mut raw: Vec<&str> = visible
        .split(['\n', '\r', '\u{2028}', '\u{85}'])
        .map(json::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("```") && !is_rule(line))
        .take(MAX_LINES + 1)
        .collect();
    let open_end = cut && !reply.ends_with(['\n', '\r']);
    let too_long = raw.len() > MAX_LINES;
    if open_end || too_long {
        raw.pop();
    }
    let mut entries: Vec<Entry> = raw
        .into_iter()
        .map(|line| Entry::read(line, source.as_ref()))
        .collect();
    let leads = |entry: &Entry| entry.line.at.is_none() && (entry.text_ends_in_colon() || entry.heading);
    if entries.first().is_some_and(leads) {
        entries.remove(0);
    }
    // "None" is no claim, even where the source has that word; "No dogs are allowed." may be one.
    let nothing =
        |line: &Line| super::is_nothing(&line.text) || (line.at.is_none() && says_nothing(&line.text));
    if entries.iter().all(|entry| nothing(&entry.line)) {
        entries.clear();
    }
    entries.retain(|entry| !super::is_nothing(&entry.line.text));
    let items = join(entries, source.as_ref());
    let cut = open_end || too_long;
    Ok(Lines { items, cut })
}

/// Writes a list as the prompts ask for it: an item a line, "None" for the empty list. Items that are taken from a
/// text word for word are found there again; their own line breaks become spaces.
pub fn write<'t>(items: impl IntoIterator<Item = &'t str>) -> String {
    let lines: Vec<String> = items
        .into_iter()
        .map(|item| item.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect();
    if lines.is_empty() {
        "None".to_owned()
    } else {
        lines.join("\n")
    }
}

/// Writes a list with the reason for each item, in a form that [`read`] takes as well; "None" for the empty list.
pub fn write_with_reasons<'t>(items: impl IntoIterator<Item = (&'t str, String)>) -> String {
    let items: Vec<serde_json::Value> = items
        .into_iter()
        .filter(|(item, _)| !item.trim().is_empty())
        .map(|(item, reason)| serde_json::json!({"item": item, "reason": reason}))
        .collect();
    if items.is_empty() {
        "None".to_owned()
    } else {
        serde_json::Value::Array(items).to_string()
    }
}

/// A reply in JSON though text was asked for: an array of strings, or of items with their reasons, or an object with one
/// such array. With each item its reason.
fn json_list(visible: &str) -> Option<Vec<(String, String)>> {
    let inner = visible
        .strip_prefix("```json")
        .or_else(|| visible.strip_prefix("```"));
    let inner = inner
        .and_then(|inner| inner.trim_end().strip_suffix("```"))
        .unwrap_or(visible);
    if !json::trim(inner).starts_with(['[', '{']) {
        return None;
    }
    let (value, _) = json::value(inner)?;
    let list = match &value {
        serde_json::Value::Object(map) if map.len() == 1 => map.values().next()?,
        other => other,
    };
    let reasoned = list.as_array()?.iter().map(|item| {
        let text = |name: &str| Some(item.get(name)?.as_str()?.to_owned());
        Some((text("item")?, text("reason")?))
    });
    let plain = || super::texts(Some(list), &[]).texts;
    let with_none = |texts: Vec<String>| texts.into_iter().map(|text| (text, String::new())).collect();
    Some(
        reasoned
            .collect::<Option<Vec<_>>>()
            .unwrap_or_else(|| with_none(plain())),
    )
}

/// `---`, `***`
fn is_rule(line: &str) -> bool {
    line.len() >= 3 && line.chars().all(|c| matches!(c, '-' | '*' | '_' | '='))
}

struct Entry {
    line: Line,
    /// It has a bullet or a number of its own.
    marked: bool,
    heading: bool,
}

impl Entry {
    fn read(raw: &str, source: Option<&Source<'_>>) -> Self {
        let heading = raw.starts_with('#');
        let (text, marked) = without_marks(raw);
        // "Claim 2: …" is the judge's numbering, unless the source has it.
        let line = source.and_then(|source| {
            let behind = || behind_label(text).map(|rest| without_marks(rest).0);
            found(text, source).or_else(|| found(behind()?, source))
        });
        let line = line.unwrap_or_else(|| Line {
            text: text.to_owned(),
            at: None,
            reason: String::new(),
        });
        Self {
            line,
            marked,
            heading,
        }
    }

    fn text_ends_in_colon(&self) -> bool {
        self.line
            .text
            .trim_end_matches(['*', '_', ' '])
            .ends_with([':', '：'])
    }
}

/// A text that stands in the source, as it is or without a quote or emphasis whose other half was lost, or stands on
/// another line of a claim that is broken.
fn found(text: &str, source: &Source<'_>) -> Option<Line> {
    const HALVES: [char; 17] = [
        '"', '\'', '“', '”', '„', '‘', '’', '「', '」', '『', '』', '«', '»', '*', '_', '`', ' ',
    ];
    let text = without_pair(text);
    let (front, back) = (text.trim_start_matches(HALVES), without_end(text, &HALVES));
    let both = without_end(front, &HALVES);
    let others = [front, back, both]
        .into_iter()
        .filter(|form| form.len() < text.len());
    std::iter::once(text).chain(others).find_map(|form| {
        let at = Some(source.locate(form)?);
        let text = form.to_owned();
        Some(Line {
            text,
            at,
            reason: String::new(),
        })
    })
}

/// Without such marks at its end, and a stop or comma behind them.
fn without_end<'t>(text: &'t str, marks: &[char]) -> &'t str {
    let inside = text.trim_end_matches([',', ';', '.', '。', '，']);
    let bare = inside.trim_end_matches(marks);
    if bare.len() < inside.len() { bare } else { text }
}

fn join(entries: Vec<Entry>, source: Option<&Source<'_>>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::with_capacity(entries.len());
    for entry in entries {
        let joined = source.filter(|_| !entry.marked).and_then(|source| {
            let first = lines.last().filter(|line| !is_closed(&line.text))?;
            let wide = first
                .text
                .chars()
                .next_back()
                .is_some_and(crate::text::fold::is_cjk);
            let separators = if wide { ["", " "] } else { [" ", ""] };
            separators
                .into_iter()
                .find_map(|separator| found(&format!("{}{separator}{}", first.text, entry.line.text), source))
        });
        match (joined, lines.last_mut()) {
            (Some(joined), Some(last)) => *last = joined,
            _ => lines.push(entry.line),
        }
    }
    lines
}

/// Whether a text ends in the mark of a sentence, quotes and brackets behind it aside.
fn is_closed(text: &str) -> bool {
    text.trim_end_matches([
        '"', '\'', '”', '’', '“', '»', '«', '›', '」', '』', ')', '）', ']', '】', '*', '_',
    ])
    .ends_with(ends_sentence)
}

/// A line without the bullet, number, quotes and emphasis around it, and whether it had a bullet or number.
fn without_marks(line: &str) -> (&str, bool) {
    let (mut text, mut marked) = (json::trim(line), false);
    for _ in 0..6 {
        let before = text;
        if let Some(rest) = behind_bullet(text) {
            (text, marked) = (rest.trim_start(), true);
        }
        text = without_pair(text);
        if text == before {
            break;
        }
    }
    (text, marked)
}

fn behind_bullet(text: &str) -> Option<&str> {
    let c = text.chars().next()?;
    let rest = text.get(c.len_utf8()..)?;
    let spaced = rest.starts_with(char::is_whitespace);
    match c {
        '•' | '‣' | '▪' | '▫' | '●' | '○' | '◦' | '■' | '□' | '▸' | '►' | '·' | '・' => {
            Some(rest)
        }
        '①'..='⑳' => Some(rest.trim_start_matches(['.', '、', ' '])),
        '-' | '*' | '+' | '–' | '—' | '>' | '→' if spaced => Some(rest),
        '#' => Some(text.trim_start_matches('#')).filter(|rest| rest.starts_with(' ')),
        '[' | '(' | '（' | '［' => {
            let inner = rest.trim_start_matches(is_digit);
            let close = inner.strip_prefix([']', ')', '）', '］']);
            let number = (1..=3).contains(&(rest.chars().count() - inner.chars().count()));
            let checkbox = ["[ ] ", "[x] ", "[X] "]
                .iter()
                .find_map(|mark| text.strip_prefix(mark));
            checkbox.or(close.filter(|_| number))
        }
        _ if is_digit(c) => {
            let inner = text.trim_start_matches(is_digit);
            let number = text.chars().count() - inner.chars().count() <= 3;
            let behind = inner.strip_prefix(['.', ')', '）', '、', ':', '．', '：'])?;
            let apart = behind
                .starts_with(|c: char| c.is_whitespace() || matches!(c, '*' | '"' | '“' | '「' | '_'))
                || inner.starts_with('、')
                || (inner.starts_with(['.', '．']) && behind.starts_with(crate::text::fold::is_cjk));
            (number && apart).then_some(behind)
        }
        _ => None,
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '０'..='９')
}

/// Without one pair of quotes or emphasis that encloses the whole line (a stop or comma behind it aside).
fn without_pair(text: &str) -> &str {
    const PAIRS: [(&str, &str); 13] = [
        ("***", "***"),
        ("**", "**"),
        ("__", "__"),
        ("*", "*"),
        ("_", "_"),
        ("`", "`"),
        ("\"", "\""),
        ("'", "'"),
        ("“", "”"),
        ("‘", "’"),
        ("「", "」"),
        ("『", "』"),
        ("«", "»"),
    ];
    let body = text.strip_suffix([',', ';', '.', '。', '，']).unwrap_or(text);
    for (open, close) in PAIRS.into_iter().chain([("„", "“"), ("„", "”")]) {
        for whole in [text, body] {
            let inner = whole.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
            // An apostrophe inside single quotes is no quote.
            let alone = |inner: &&str| match open {
                "'" | "‘" => !inner.contains(&format!("{close} ")) && !inner.contains(&format!(" {open}")),
                _ => !inner.contains(close),
            };
            if let Some(inner) = inner.filter(|inner| !inner.trim().is_empty()).filter(alone) {
                return inner.trim();
            }
        }
    }
    text
}

/// What stands behind a numbered label: `Claim 2: …`, `False claim: …`, `幻覺 1：…`.
fn behind_label(text: &str) -> Option<&str> {
    let at = text.find([':', '：']).filter(|at| *at <= 40)?;
    let colon = text.get(at..)?.chars().next()?;
    text.get(at + colon.len_utf8()..)
        .map(|rest| rest.trim_start_matches(['*', '_', ' ']))
}

/// Whether a line says, in English or Chinese, that nothing was found. What is denied has to be a mistake: "No
/// information about the price" is one that was found, and so is "All claims are incorrect."
fn says_nothing(text: &str) -> bool {
    if super::is_nothing(text) {
        return true;
    }
    if text.len() > 240 {
        return false;
    }
    let lower = text.to_lowercase().replace('’', "'");
    let line = lower.trim_matches(|c: char| !c.is_alphanumeric());
    nothing_in_english(line) || nothing_in_chinese(line)
}

/// Words for mistakes, by how they begin.
const MISTAKES: [&str; 22] = [
    "hallucinat",
    "false",
    "incorrect",
    "inaccura",
    "unsupported",
    "unfounded",
    "fabricat",
    "mistake",
    "error",
    "misattribut",
    "wrong",
    "missing",
    "omitted",
    "omission",
    "contradict",
    "discrepanc",
    "inconsisten",
    "issue",
    "problem",
    "flaw",
    "gap",
    "untrue",
];

fn nothing_in_english(line: &str) -> bool {
    const EXCEPT: [&str; 8] = [
        "except", "but", "besides", "however", "though", "although", "only", "unless",
    ];
    const THINGS: [&str; 16] = [
        "claims",
        "claim",
        "statements",
        "statement",
        "topics",
        "topic",
        "items",
        "item",
        "information",
        "facts",
        "points",
        "details",
        "content",
        "such",
        "tasks",
        "anything",
    ];
    const FOUND: [&str; 7] = [
        "found",
        "identified",
        "detected",
        "present",
        "listed",
        "noted",
        "report",
    ];
    const SUCH: [&str; 10] = [
        "additional",
        "other",
        "further",
        "more",
        "new",
        "key",
        "important",
        "relevant",
        "significant",
        "major",
    ];
    // What something is about; it may be missing, or wrong, in the judge's own words.
    const ABOUT: [&str; 9] = [
        "of",
        "about",
        "on",
        "regarding",
        "concerning",
        "for",
        "how",
        "why",
        "that",
    ];
    let words: Vec<&str> = line
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    let is_mistake = |word: &&str| MISTAKES.iter().any(|mistake| word.starts_with(mistake));
    let is = |list: &'static [&'static str]| move |word: &&str| list.contains(word);
    if words.iter().any(is(&EXCEPT)) || line.contains("other than") || line.contains("apart from") {
        return false;
    }
    // What is denied, up to what it is about.
    let denies_a_mistake = |denied: &[&str]| {
        let end = denied.iter().position(is(&ABOUT)).unwrap_or(denied.len());
        let head = denied.get(..end).unwrap_or_default();
        let plain = |word: &&str| is(&THINGS)(word) || is(&FOUND)(word) || is(&SUCH)(word) || is_filler(word);
        // "No other topics", "none found".
        let nothing_at_all = !head.is_empty() && head.len() == denied.len() && head.iter().all(plain);
        head.iter().any(is_mistake) || nothing_at_all
    };
    match words.as_slice() {
        // "None of the claims are false." "Nothing in it is wrong."
        ["none" | "nothing", rest @ ..] => match rest {
            ["of" | "in", ..] => rest.iter().any(is_mistake),
            _ => denies_a_mistake(rest),
        },
        ["no", rest @ ..] => denies_a_mistake(rest),
        [
            "there",
            "is" | "are" | "was" | "were",
            "no" | "not" | "nothing",
            rest @ ..,
        ]
        | ["there", "isn't" | "aren't" | "wasn't" | "weren't", rest @ ..] => denies_a_mistake(rest),
        ["i" | "we" | "the", rest @ ..] => reports_nothing(rest, &is_mistake),
        ["all" | "every" | "everything", rest @ ..] => praises(rest, &is_mistake),
        _ => false,
    }
}

/// Words that say nothing about what is denied.
fn is_filler(word: &str) -> bool {
    const FILLERS: [&str; 24] = [
        "any", "a", "an", "the", "to", "be", "is", "are", "was", "were", "been", "have", "has", "here", "in",
        "response", "answer", "summary", "text", "were", "could", "can", "llm", "provided",
    ];
    FILLERS.contains(&word)
}

/// "… did not find any hallucinations", "… response has no false claims": behind the denial comes the mistake.
fn reports_nothing(words: &[&str], is_mistake: &dyn Fn(&&str) -> bool) -> bool {
    const VERBS: [&str; 16] = [
        "find",
        "found",
        "see",
        "seem",
        "appear",
        "identify",
        "detect",
        "contain",
        "contains",
        "include",
        "includes",
        "have",
        "has",
        "any",
        "significant",
        "clear",
    ];
    let denies = |word: &&str| matches!(*word, "no" | "not" | "without" | "cannot") || word.ends_with("n't");
    let Some(at) = words.iter().position(denies).filter(|at| *at <= 4) else {
        return false;
    };
    let behind = words.get(at + 1..).unwrap_or_default();
    // "… does not include the missing funds" says that they are missing.
    let mut behind = behind
        .iter()
        .skip_while(|word| **word != "the" && (VERBS.contains(*word) || is_filler(word)));
    behind.next().is_some_and(is_mistake)
}

/// "… claims are supported by the context"
fn praises(words: &[&str], is_mistake: &dyn Fn(&&str) -> bool) -> bool {
    const FINE: [&str; 14] = [
        "supported",
        "accurate",
        "accurately",
        "correct",
        "correctly",
        "consistent",
        "grounded",
        "covered",
        "included",
        "complete",
        "faithful",
        "true",
        "attributed",
        "fine",
    ];
    let denied =
        |word: &&str| matches!(*word, "not" | "no" | "nor" | "partly" | "partially") || word.ends_with("n't");
    words.iter().any(|word| FINE.contains(word)) && !words.iter().any(|word| denied(word) || is_mistake(word))
}

fn nothing_in_chinese(line: &str) -> bool {
    const NOT: [&str; 10] = [
        "沒有",
        "没有",
        "無",
        "无",
        "未發現",
        "未发现",
        "未見",
        "未见",
        "找不到",
        "不存在",
    ];
    const MISTAKE: [&str; 20] = [
        "幻覺", "幻觉", "錯誤", "错误", "不實", "不实", "虛假", "虚假", "遺漏", "遗漏", "缺漏", "缺少",
        "誤植", "误植", "問題", "问题", "發現", "发现", "矛盾", "捏造",
    ];
    // What is missing then is no mistake: 沒有依據.
    const GROUND: [&str; 8] = ["依據", "依据", "支持", "證據", "证据", "佐證", "根據", "根据"];
    const ALL: [&str; 4] = ["皆", "均", "都", "全部"];
    const FINE: [&str; 10] = [
        "正確", "正确", "依據", "依据", "支持", "屬實", "属实", "一致", "無誤", "无误",
    ];
    const EXCEPT: [&str; 6] = ["除", "但", "只有", "僅", "仅", "以外"];
    let has = |words: &[&str]| words.iter().any(|word| line.contains(word));
    if line.chars().count() > 30 || has(&EXCEPT) {
        return false;
    }
    let mut clauses = line.split(['，', '。', '；', '、', ',', ';']);
    let denies = |clause: &str| {
        let has = |words: &[&str]| words.iter().any(|word| clause.contains(word));
        has(&NOT) && has(&MISTAKE) && !has(&GROUND)
    };
    if clauses.any(denies) {
        return true;
    }
    let bare = line.replace("無誤", "").replace("无误", "");
    let denied = ["不", "未", "沒", "没", "無", "无", "非", "錯", "错"];
    has(&ALL) && has(&FINE) && !denied.iter().any(|word| bare.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(reply: &str, source: &str) -> Vec<String> {
        let lines = read(reply, Stop::Stop, Some(source)).unwrap();
        lines.items.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn nothing_found() {
        for reply in [
            "",
            "  \n",
            "None",
            "- None.",
            "N/A",
            "**None**",
            "無",
            "沒有發現幻覺。",
            "未發現任何錯誤歸屬的待辦事項。",
            "No hallucinations found.",
            "There are no false claims in the response.",
            "No misattributed action items.",
            "None.\n\nAll claims are supported by the context.",
            "I did not find any hallucinations.",
            "[]",
            "```json\n[]\n```",
            "Here are the false claims:\n\nNone",
            "\"None\"",
            "No key information is missing.",
            "No issues found.",
            "No additional topics.",
            "沒有錯誤，全部有依據支持。",
            "None found.",
            "Nothing is missing.",
            "None of the claims are false.",
            "No claims were found to be incorrect.",
            "There are no misattributed action items.",
            "There is nothing to report.",
            "The response does not contain any hallucinations.",
            "I couldn't find any false claims.",
            "All statements are accurate and supported.",
            "沒有遺漏重要資訊。",
            "所有說法皆有依據。",
            "全部正確無誤。",
        ] {
            assert_eq!(
                texts(reply, "The path is 4 km long."),
                Vec::<String>::new(),
                "{reply}"
            );
        }
        // What denies something else is a mistake in the judge's own words.
        for reply in [
            "All claims are incorrect.",
            "All statements are unsupported by the context.",
            "Everything in the response is inaccurate.",
            "All of it is not supported.",
            "No hallucinations except that the bridge has four lanes.",
            "There are no false claims other than the year.",
            "The response does not include the information on the price.",
            "The response claims that it has four lanes, which is not found in the context.",
            "The response doesn't mention the missing funds.",
            "No information about the price is given.",
            "No mention of the missing funds.",
            "None of the claims are supported.",
            "No budget was identified for the third quarter.",
            "Nothing about the errors in the first draft.",
            "There is no mention of the delay.",
            "這些說法都不正確。",
            "這些說法均為錯誤。",
            "該說法沒有依據。",
            "找不到支持的依據。",
            "除了年份以外沒有錯誤。",
        ] {
            assert_eq!(texts(reply, "The path is 4 km long."), [reply], "{reply}");
            let topics = read(reply, Stop::Stop, None).unwrap();
            assert_eq!(topics.items.len(), 1, "{reply}");
        }
        assert_eq!(
            texts("No dogs are allowed.", "No dogs are allowed."),
            ["No dogs are allowed."]
        );
        assert_eq!(
            texts(
                "No errors were found by the inspector.",
                "No errors were found by the inspector."
            ),
            ["No errors were found by the inspector."]
        );
    }

    #[test]
    fn marks_go() {
        for (reply, want) in [
            ("1. \"It has four lanes.\"", "It has four lanes."),
            ("(2) 「橋有四線道。」", "橋有四線道。"),
            ("* **It has four lanes.**", "It has four lanes."),
            ("• It has “four” lanes.", "It has “four” lanes."),
            ("\"A\" and \"B\"", "\"A\" and \"B\""),
            ("2.5 m is high", "2.5 m is high"),
            ("1958. Its chimney", "1958. Its chimney"),
            ("'It's here',", "It's here"),
            ("3、柿子", "柿子"),
            ("- [ ] call the printer", "call the printer"),
            ("**Claim 1:** It has four lanes.", "It has four lanes."),
        ] {
            assert_eq!(texts(reply, "It has four lanes. It's here."), [want], "{reply}");
        }
    }

    #[test]
    fn lines_join_only_word_for_word() {
        let source = "The tannery closed in 1958 after a fire that had\nstarted. 園裡種柿子和橘子。";
        assert_eq!(
            texts(
                "The tannery closed in 1958\nafter a fire\nthat had started.",
                source
            ),
            ["The tannery closed in 1958 after a fire that had started."]
        );
        assert_eq!(texts("園裡種\n柿子和橘子。", source), ["園裡種柿子和橘子。"]);
        assert_eq!(
            texts("The tannery closed in 1958\n- after a fire", source).len(),
            2
        );
        assert_eq!(texts("The tannery\nin 1958", source).len(), 2);
    }

    #[test]
    fn quotes_around_a_broken_claim_go_and_it_is_joined() {
        let english = "It is a tower. It was built in 1900 by Eiffel. He said \"no new taxes\" then.";
        let chinese = "那是一座塔。塔高四百公尺。園裡種柿子。";
        for (reply, source, want) in [
            (
                "“It was built in\n1900 by Eiffel.”",
                english,
                "It was built in 1900 by Eiffel.",
            ),
            (
                "\"It was built in\n1900 by Eiffel.\"",
                english,
                "It was built in 1900 by Eiffel.",
            ),
            (
                "1. \"It was\nbuilt in\n1900 by Eiffel.\",",
                english,
                "It was built in 1900 by Eiffel.",
            ),
            (
                "- **It was built in\n1900 by Eiffel.**",
                english,
                "It was built in 1900 by Eiffel.",
            ),
            (
                "«It was built in\n1900 by Eiffel»",
                english,
                "It was built in 1900 by Eiffel",
            ),
            (
                "False claim: ‘It was built in\n1900 by Eiffel.’",
                english,
                "It was built in 1900 by Eiffel.",
            ),
            ("「塔高四百\n公尺。」", chinese, "塔高四百公尺。"),
            ("1. 『塔高\n四百\n公尺。』", chinese, "塔高四百公尺。"),
            // A half of a pair on one line, and quotes that are the source's own.
            (
                "“It was built in 1900 by Eiffel.",
                english,
                "It was built in 1900 by Eiffel.",
            ),
            (
                "It was built in 1900 by Eiffel.”",
                english,
                "It was built in 1900 by Eiffel.",
            ),
            ("\"no new\ntaxes\" then.", english, "\"no new taxes\" then."),
        ] {
            let lines = read(reply, Stop::Stop, Some(source)).unwrap();
            assert!(lines.items.iter().all(|line| line.at.is_some()), "{reply}");
            let texts: Vec<&str> = lines.items.iter().map(|line| line.text.as_str()).collect();
            assert_eq!(texts, [want], "{reply}");
        }
        // Two claims stay two, each in its quotes or both between one pair.
        for reply in [
            "“It is a tower.”\n“It was built in 1900 by Eiffel.”",
            "“It is a tower.\nIt was built in 1900 by Eiffel.”",
        ] {
            assert_eq!(
                texts(reply, english),
                ["It is a tower.", "It was built in 1900 by Eiffel."],
                "{reply}"
            );
        }
        assert_eq!(texts("“It was built\nin 1901.”", english).len(), 2);
    }

    #[test]
    fn what_is_written_is_read() {
        let source = "It has four lanes.\nNo errors were found here. 園裡種\n柿子。 1958. None was left.";
        for items in [
            vec![],
            vec!["It has four lanes."],
            vec!["No errors were found here.", "園裡種\n柿子。", "None was left."],
        ] {
            let lines = read(&write(items.iter().copied()), Stop::Stop, Some(source)).unwrap();
            let found: Vec<&str> = lines
                .items
                .iter()
                .filter_map(|line| source.get(line.at.clone()?))
                .collect();
            assert_eq!(found, items);
        }
    }

    #[test]
    fn a_cut_list_keeps_whole_lines() {
        let lines = read("a b\nc d\ne", Stop::Length, None).unwrap();
        assert!(lines.cut);
        assert_eq!(lines.items.len(), 2);
        assert_eq!(read(" ", Stop::Length, None), Err(Reason::Truncated));
    }

    #[test]
    fn a_sentence_that_ends_in_a_quotation_is_closed() {
        for source in [
            "He said \"no new taxes.\" Hamburg agreed.",
            "He said “no new taxes.” Hamburg agreed.",
            "他說「不加稅。」漢堡同意。",
            "Er sagte „keine Steuern.“ Hamburg stimmte zu.",
            "It was cheap (mostly.) Hamburg agreed.",
        ] {
            let cut = source.rfind(['H', '漢']).unwrap();
            let (first, second) = source.split_at(cut);
            let reply = format!("{first}\n{second}");
            assert_eq!(texts(&reply, source), [first.trim(), second], "{source}");
        }
        assert_eq!(
            texts("It has four\nlanes.", "It has four lanes."),
            ["It has four lanes."]
        );
    }

    /// Every item is found, whatever their number: what is read grows with the text, not with text times items.
    #[test]
    fn a_list_as_long_as_its_text_is_found_at_once() {
        for (count, size) in [(443, 45), (1_000, 40), (2_000, 1_000)] {
            let items: Vec<String> = (0..count)
                .map(|n| format!("Unit {n} was {} by Lund.", "re".repeat(size / 2)))
                .collect();
            let text = items.join(" ");
            for reply in [items.join("\n"), items.join("\n").replace('.', "")] {
                let lines = read(&reply, Stop::Stop, Some(&text)).unwrap();
                assert!(lines.items.len() == count && lines.items.iter().all(|line| line.at.is_some()));
            }
        }
    }
}
