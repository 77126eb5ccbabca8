//! What stands in a statement and is no part of what it claims: marks that point to a source ("[1]"), the number of a list
//! item ("4. "), how an answer introduces what it takes from a text ("Based on the provided context, "), and words that
//! only look like a number (十分).
//!
//! Answers over sources are full of them. No source holds them, so that each looked like a missing word or, worse, like a
//! missing number. They become spaces: what stands behind them stays where it is.

use std::borrow::Cow;
use std::ops::Range;

use crate::text::script::is_unspaced;
use crate::text::words::words;

use super::rules::{is_in_german, is_month};
use super::sources::Sources;
use super::table::Table;

/// A mark that points to sources is no longer than so many bytes.
const LONGEST_MARK: usize = 48;
/// How an answer introduces something is no longer than so many words.
const LONGEST_LEAD: usize = 9;

/// What a source is called.
const TEXTS: &[&str] = &[
    "passage",
    "passages",
    "context",
    "contexts",
    "text",
    "texts",
    "document",
    "documents",
    "article",
    "articles",
    "excerpt",
    "excerpts",
    "snippet",
    "snippets",
    "paragraph",
    "paragraphs",
    "source",
    "sources",
    "information",
    "reference",
    "references",
    "results",
    "content",
    "materials",
];
/// What is said of it.
const GIVEN: &[&str] = &[
    "provided",
    "given",
    "above",
    "following",
    "retrieved",
    "supplied",
    "available",
    "reference",
    "search",
    "source",
    "supporting",
    "input",
];
/// What it does.
const TELLS: &[&str] = &[
    "contains",
    "covers",
    "describes",
    "details",
    "discusses",
    "explains",
    "explores",
    "highlights",
    "indicates",
    "mentions",
    "notes",
    "outlines",
    "presents",
    "provides",
    "reports",
    "says",
    "states",
    "contain",
    "cover",
    "describe",
    "discuss",
    "explain",
    "indicate",
    "mention",
    "note",
    "outline",
    "provide",
    "report",
    "say",
    "state",
];
/// What may stand behind that.
const BEHIND: &[&str] = &["that", "how", "about", "information", "details", "on"];

/// A statement without its asides, as long as before; as it is where nothing else would be left of it.
pub(super) fn without<'t>(table: &Table, sources: &Sources<'_>, statement: &'t str) -> Cow<'t, str> {
    let mut found = Vec::new();
    marks(statement, sources, &mut found);
    numbers(statement, &mut found);
    very(statement, &mut found);
    let mut plain = blanked(statement, &found);
    let leads = lead(&plain, sources);
    if let Some(lead) = leads {
        plain = Cow::Owned(blanked(&plain, &[lead]).into_owned());
    }
    let tells = |text: &str| words(text).iter().any(|word| table.weight(word) > 0.0);
    if matches!(plain, Cow::Owned(_)) && !tells(&plain) {
        return Cow::Borrowed(statement);
    }
    plain
}

fn blanked<'t>(text: &'t str, ranges: &[Range<usize>]) -> Cow<'t, str> {
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if ranges.iter().any(|range| range.contains(&at)) {
            out.extend(std::iter::repeat_n(' ', c.len_utf8()));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// "[1]", "[2, 5]", "[3][4]", "【1】", "(Source 2)".
fn marks(text: &str, sources: &Sources<'_>, out: &mut Vec<Range<usize>>) {
    const OPENING: &[(char, char)] = &[
        ('[', ']'),
        ('【', '】'),
        ('［', '］'),
        ('〔', '〕'),
        ('(', ')'),
        ('（', '）'),
    ];
    for (at, c) in text.char_indices() {
        let Some((_, closing)) = OPENING.iter().find(|(opening, _)| *opening == c) else {
            continue;
        };
        let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
        let Some(length) = rest.find(*closing).filter(|length| *length <= LONGEST_MARK) else {
            continue;
        };
        let inside = rest.get(..length).unwrap_or_default();
        let end = at + c.len_utf8() + length + closing.len_utf8();
        let round = matches!(c, '(' | '（');
        let mark = text.get(at..end).unwrap_or_default();
        // "[0, 1]" of a source is no mark, and neither is "[1, 2]" where a source has it.
        let is_there =
            || inside.contains([',', '-', '–']) && sources.texts().iter().any(|text| text.contains(mark));
        if points(inside, round) && !is_there() {
            out.push(at..end);
        }
    }
}

/// Whether what stands between brackets points to sources: numbers, and perhaps what they are of.
fn points(inside: &str, named_only: bool) -> bool {
    const NAMES: &[&str] = &[
        "source",
        "sources",
        "document",
        "documents",
        "doc",
        "docs",
        "passage",
        "passages",
        "chunk",
        "chunks",
        "context",
        "contexts",
        "citation",
        "citations",
        "ref",
        "reference",
        "references",
        "來源",
        "来源",
        "文件",
        "資料",
        "资料",
        "段落",
    ];
    let (mut named, mut numbered) = (false, false);
    for part in inside.split(|c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | ':' | '#' | '-' | '–' | '^' | '、' | '，' | '：')
    }) {
        let digits = part.trim_start_matches(|c: char| !c.is_ascii_digit());
        let name = part.get(..part.len() - digits.len()).unwrap_or_default();
        if !name.is_empty() {
            let lower = name.to_lowercase();
            if !NAMES.contains(&lower.as_str()) {
                return false;
            }
            named = true;
        }
        if !digits.is_empty() {
            // A year in brackets belongs to the text, and nothing is counted from 0.
            let is_number = digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit());
            if !is_number || digits.starts_with('0') {
                return false;
            }
            numbered = true;
        }
    }
    numbered && (named || !named_only)
}

/// The number that a line of a list begins with.
fn numbers(text: &str, out: &mut Vec<Range<usize>>) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let inner = line.trim_start();
        let from = start + line.len() - inner.len();
        let open = usize::from(inner.starts_with('('));
        let digits = inner.bytes().skip(open).take_while(u8::is_ascii_digit).count();
        if !(1..=2).contains(&digits) {
            continue;
        }
        let behind = inner.get(open + digits..).unwrap_or_default();
        let Some(mark) = behind.chars().next().filter(|c| match open {
            0 => matches!(c, '.' | ')' | '、' | '．'),
            _ => *c == ')',
        }) else {
            continue;
        };
        let item = behind.get(mark.len_utf8()..).unwrap_or_default();
        let text = item.trim_start();
        let Some(first) = text.chars().find(|c| c.is_alphanumeric()) else {
            continue;
        };
        let apart = item.len() > text.len() || is_unspaced(first);
        // "3. Oktober", "2. Liga", "3. světová": a number that stands in order.
        let word: String = text
            .chars()
            .skip_while(|c| !c.is_alphanumeric())
            .take_while(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        let ordinal = mark == '.' && (is_month(&word) || is_in_german(text));
        let begins = first.is_uppercase() || is_unspaced(first);
        if apart && begins && !ordinal {
            out.push(from..from + open + digits + mark.len_utf8());
        }
    }
}

/// 十分重要: very, and no ten minutes.
fn very(text: &str, out: &mut Vec<Range<usize>>) {
    const VERY: &str = "十分";
    const COUNTING: &str = "一二三四五六七八九十百千幾几數数點点第時时得扣加滿满";
    const MINUTES: &str = "鐘钟鍾之位以內内左右後后前制一二三四五六七八九";
    for (at, _) in text.match_indices(VERY) {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text
            .get(at + VERY.len()..)
            .and_then(|behind| behind.chars().next());
        let counted = before.is_some_and(|c| c.is_ascii_digit() || COUNTING.contains(c));
        if !counted && behind.is_some_and(|c| is_unspaced(c) && !MINUTES.contains(c)) {
            out.push(at..at + VERY.len());
        }
    }
}

/// "Based on the provided context, ", "The passage states that ", "根據提供的資料，" in front of what is taken from the
/// sources. A source that speaks of a passage itself may be meant by it.
fn lead(text: &str, sources: &Sources<'_>) -> Option<Range<usize>> {
    let from = text.len() - text.trim_start().len();
    let inner = text.get(from..)?;
    if let Some(end) = unspaced_lead(inner) {
        return Some(from..from + end);
    }
    // Cheap before thorough.
    if !inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let all = words(inner.get(..end_of_words(inner, LONGEST_LEAD + BEHIND.len()))?);
    let lower = |at: usize| {
        all.get(at)
            .and_then(|word| inner.get(word.range.clone()))
            .map(str::to_lowercase)
    };
    let is = |at: usize, list: &[&str]| lower(at).is_some_and(|word| list.contains(&word.as_str()));
    let mut at = match (lower(0)?.as_str(), lower(1).as_deref()) {
        ("based", Some("on" | "upon")) | ("according", Some("to")) | ("as", Some("per")) => 2,
        ("in" | "from" | "per", _) => 1,
        _ => 0,
    };
    let introduces = at > 0;
    if !is(at, &["the", "this", "these", "your"]) {
        return None;
    }
    at += 1;
    let most = at + 2;
    while at < most && is(at, GIVEN) && (is(at + 1, GIVEN) || is(at + 1, TEXTS)) {
        at += 1;
    }
    if !is(at, TEXTS) || sources.keys().contains(&all.get(at)?.key) {
        return None;
    }
    at += 1;
    if introduces {
        if is(at, &["provided", "given", "above"]) {
            at += 1;
        }
        let end = all.get(at.checked_sub(1)?)?.range.end;
        return inner
            .get(end..)
            .is_some_and(|rest| rest.starts_with(','))
            .then_some(from..from + end + 1);
    }
    if !is(at, TELLS) {
        return None;
    }
    at += 1;
    while is(at, BEHIND) {
        at += 1;
    }
    let end = all.get(at.checked_sub(1)?)?.range.end;
    Some(from..from + end)
}

/// The end of the first words of a text.
fn end_of_words(text: &str, words: usize) -> usize {
    text.match_indices(' ')
        .nth(words)
        .map_or(text.len(), |(at, _)| at)
}

fn unspaced_lead(text: &str) -> Option<usize> {
    const FROM: &[&str] = &["根據", "根据", "依據", "依据", "按照"];
    const TEXTS: &[&str] = &[
        "資料",
        "资料",
        "資訊",
        "信息",
        "內容",
        "内容",
        "文件",
        "上下文",
        "文章",
        "段落",
        "文本",
        "來源",
        "来源",
        "文檔",
        "文档",
        "參考",
        "参考",
    ];
    const GIVEN: &[&str] = &[
        "所提供的",
        "提供的",
        "上述",
        "上面的",
        "以上",
        "給定的",
        "给定的",
        "所給的",
        "所给的",
        "檢索到的",
        "检索到的",
        "這份",
        "这份",
        "這段",
        "这段",
        "這篇",
        "这篇",
        "您",
        "你",
    ];
    let strip = |text: &'_ str, list: &[&str]| -> Option<usize> {
        list.iter()
            .find(|word| text.starts_with(**word))
            .map(|word| word.len())
    };
    let mut at = strip(text, FROM)?;
    while let Some(length) = strip(text.get(at..)?, GIVEN) {
        at += length;
    }
    at += strip(text.get(at..)?, TEXTS)?;
    let comma = text
        .get(at..)?
        .chars()
        .next()
        .filter(|c| matches!(c, '，' | ','))?;
    Some(at + comma.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::super::support::{Band, LIKELY, Support};
    use super::super::table::tests::table;
    use super::*;

    fn plain(source: &str, statement: &str) -> String {
        let plain = without(&table(), &Sources::new([source]), statement);
        assert_eq!(plain.len(), statement.len());
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_no_part_of_a_claim() {
        let source = "The ferry takes 35 minutes.";
        for (statement, expected) in [
            ("The ferry takes 35 minutes [1].", "The ferry takes 35 minutes ."),
            (
                "The ferry takes 35 minutes [1][12], [2, 3].",
                "The ferry takes 35 minutes , .",
            ),
            (
                "The ferry is fast【3】and red [^4].",
                "The ferry is fast and red .",
            ),
            ("The ferry is fast (Source 2) [doc1].", "The ferry is fast ."),
            ("4. Justice Lund speaks", "Justice Lund speaks"),
            ("2) Board the ferry\n3) Leave it", "Board the ferry Leave it"),
            ("(1) Board the ferry", "Board the ferry"),
            ("1、搭乘渡輪", "搭乘渡輪"),
            (
                "Based on the provided context, the ferry is fast.",
                "the ferry is fast.",
            ),
            ("According to the text, the ferry is fast.", "the ferry is fast."),
            ("The passage states that the ferry is fast.", "the ferry is fast."),
            (
                "The given document provides information about ferries.",
                "ferries.",
            ),
            ("根據提供的資料，渡輪很快。", "渡輪很快。"),
            ("渡輪十分舒適。", "渡輪 舒適。"),
        ] {
            assert_eq!(plain(source, statement), expected, "{statement}");
        }
    }

    #[test]
    fn what_is_part_of_it() {
        let source = "Values in [1, 2] are rare. The document of 1998 was signed.";
        for statement in [
            "Lund was born in [1998].",
            "Values in [0, 1] are rare.",
            "Values in [1, 2] are rare.",
            "Lund (2) scored.",
            "The array [3 km] is long.",
            "12 boats left.",
            "3. Oktober 1990: Tag der Einheit",
            "2. Liga ist die zweite der drei.",
            "20. století začalo.",
            "1.5 million came.",
            "The passage to Tosund is narrow.",
            "The document states that Lund signed.",
            "In the text of 1998 Lund writes of boats.",
            "The passage does not mention boats.",
            "他等了十分鐘。",
            "三點十分開船。",
            "他得十分。",
            "[1]",
            "The passage states that.",
        ] {
            assert_eq!(plain(source, statement), statement, "{statement}");
        }
    }

    #[test]
    fn a_mark_is_no_missing_number() {
        let source = "Linnwood stands at 11-35 Byron Road in Guildford. Turn on the diffuser and enjoy it.";
        for statement in [
            "Linnwood stands in Guildford [1].",
            "Linnwood stands in Guildford [2, 3].",
            "4. Turn on the diffuser and enjoy it.",
            "According to the provided context, Linnwood stands in Guildford.",
        ] {
            let support = Support::of(&table(), &Sources::new([source]), statement);
            assert!(
                support.p >= LIKELY && support.band() == Band::Supported,
                "{statement} {support:?}"
            );
        }
        let wrong = Support::of(
            &table(),
            &Sources::new([source]),
            "Linnwood stands at 12 Byron Road in Guildford [1].",
        );
        assert!(wrong.p < 0.5, "{wrong:?}");
    }
}
