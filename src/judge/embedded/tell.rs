//! Saying what was found, in words a person needs. Pieces of the user's text stand in quotes and are stripped of
//! everything that a reader of replies could take for a marker, a score or a formula line.

use std::ops::Range;

use crate::i18n::{Lang, fill};
use crate::text::align::{Pick, pick};
use crate::text::words::{KeySet, words};

use super::rules::{Conflict, Rule};

/// At most so many pieces are listed.
const PIECES: usize = 8;
/// At most so many characters of a piece are shown.
const LONGEST: usize = 60;

/// A piece of somebody's text in the quotes of the language; empty when nothing of it can be shown.
pub fn quote(lang: Lang, piece: &str) -> String {
    let plain = plain(piece, LONGEST);
    if plain.is_empty() {
        return plain;
    }
    fill(lang.strings().embedded.quoted, &[("text", &plain)])
}

/// Quoted pieces as one list, without doubles; what is too much is counted.
pub fn list<'t>(lang: Lang, pieces: impl IntoIterator<Item = &'t str>) -> String {
    let words = &lang.strings().embedded;
    let mut shown: Vec<String> = Vec::new();
    let mut more = 0_usize;
    for piece in pieces {
        // Past the limit pieces are only counted: a long passage has thousands.
        if shown.len() == PIECES {
            more += 1;
            continue;
        }
        let quoted = quote(lang, piece);
        if !quoted.is_empty() && !shown.contains(&quoted) {
            shown.push(quoted);
        }
    }
    let mut out = shown.join(words.separator);
    if more > 0 {
        out.push_str(&fill(words.more, &[("count", &more.to_string())]));
    }
    out
}

/// What a reason is written into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// JSON, where no mark can be taken for anything.
    Json,
    /// Plain text behind a yes or no: marks are stripped as from other pieces.
    Text,
}

/// Of a sentence so many characters are quoted.
const SHOWN: usize = 120;
/// Of a sentence so many bytes are read to choose them.
const READ: usize = 16_000;

/// A sentence as it is written, in the quotes of the language; of a long one what holds most of the `wanted` words, and
/// `said` before all else.
pub fn quotation<'t>(
    lang: Lang,
    sentence: &str,
    wanted: &KeySet,
    said: impl IntoIterator<Item = &'t str>,
    form: Form,
) -> String {
    let text = visible(sentence);
    let mut lit = pick(&text, &words(&text), wanted, Pick::Known);
    // What is said otherwise counts more than all the rest.
    for piece in said {
        let at = text.find(piece).filter(|_| !piece.is_empty());
        lit.extend(
            at.into_iter()
                .flat_map(|at| std::iter::repeat_n(at..at + piece.len(), SHOWN + 1)),
        );
    }
    let mut shown = excerpt(&text, &lit);
    if form == Form::Text {
        shown = plain(&shown, SHOWN);
    }
    if shown.is_empty() {
        return shown;
    }
    fill(lang.strings().embedded.quoted, &[("text", &shown)])
}

/// One line of what can be seen.
fn visible(sentence: &str) -> String {
    let mut out = String::new();
    let mut space = false;
    for c in sentence.chars() {
        if c.is_whitespace() {
            space = !out.is_empty();
        } else if !(c.is_control()
            || matches!(c, '\u{200B}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}'))
        {
            if std::mem::take(&mut space) {
                out.push(' ');
            }
            out.push(c);
        }
        if out.len() > READ {
            break;
        }
    }
    out
}

/// [`SHOWN`] characters of a text where most of it is lit, cut between words.
fn excerpt(text: &str, lit: &[Range<usize>]) -> String {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    if chars.len() <= SHOWN {
        return text.to_owned();
    }
    let mut weights = vec![0_u32; chars.len() + 1];
    for range in lit {
        let from = chars.partition_point(|(at, _)| *at < range.start);
        let to = chars.partition_point(|(at, _)| *at < range.end);
        weights
            .iter_mut()
            .take(to)
            .skip(from)
            .for_each(|weight| *weight += 1);
    }
    let weight = |at: usize| weights.get(at).copied().unwrap_or(0);
    let mut sum: u32 = (0..SHOWN).map(weight).sum();
    let (mut best, mut from) = (sum, 0);
    for start in 1..=chars.len() - SHOWN {
        sum = sum + weight(start + SHOWN - 1) - weight(start - 1);
        if sum > best {
            (best, from) = (sum, start);
        }
    }
    // What is lit stands in the middle.
    let mut inside = (from..from + SHOWN).filter(|at| weight(*at) > 0);
    let first = inside.next().unwrap_or(from);
    let last = inside.next_back().unwrap_or(first);
    let margin = (SHOWN - (last + 1 - first)) / 2;
    let mut start = first.saturating_sub(margin).min(chars.len() - SHOWN);
    let mut end = start + SHOWN;
    let gap = |at: usize| chars.get(at).is_some_and(|(_, c)| *c == ' ');
    if start > 0 {
        start = (start..first).find(|at| gap(*at)).map_or(start, |at| at + 1);
    }
    if end < chars.len() {
        end = (last + 1..=end).rev().find(|at| gap(*at)).unwrap_or(end);
    }
    let byte = |at: usize| chars.get(at).map_or(text.len(), |(byte, _)| *byte);
    let mut out = String::new();
    if start > 0 {
        out.push('…');
    }
    out.push_str(text.get(byte(start)..byte(end)).unwrap_or_default());
    if end < chars.len() {
        out.push('…');
    }
    out
}

/// At most so many conflicts are told.
const CONFLICTS: usize = 3;

/// A sentence for each of the first conflicts; `place` is what the other text is called.
pub fn differing(lang: Lang, place: &'static str, conflicts: &[Conflict]) -> impl Iterator<Item = String> {
    let strings = &lang.strings().embedded;
    let or_nothing = move |text: &str| {
        let quoted = quote(lang, text);
        if quoted.is_empty() {
            "—".to_owned()
        } else {
            quoted
        }
    };
    conflicts.iter().take(CONFLICTS).map(move |conflict| {
        let form = match conflict.rule {
            Rule::Number => strings.differs_number,
            Rule::Unit => strings.differs_unit,
            Rule::Date => strings.differs_date,
            Rule::Time => strings.differs_time,
            Rule::Quantity => strings.differs_quantity,
            Rule::Swap => strings.differs_swap,
            Rule::Name => strings.differs_word,
            Rule::Word => strings.differs_other,
            Rule::Negation => strings.differs_negation,
            Rule::Opposite => strings.differs_opposite,
            Rule::Hedge => strings.differs_hedge,
        };
        let (said, stands) = (or_nothing(&conflict.said), or_nothing(&conflict.stands));
        fill(form, &[("said", &said), ("stands", &stands), ("place", place)])
    })
}

/// One line of letters, digits and harmless punctuation, shortened.
fn plain(piece: &str, longest: usize) -> String {
    let mut out = String::new();
    let mut count = 0;
    let mut space = false;
    let mut chars = piece.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        // A colon between digits is a time (09:15), never behind a label; a slash is a fraction's, which a score's isn't.
        let c = if c == '/' { '\u{2044}' } else { c };
        let inside = matches!(c, ':' | '\u{2044}')
            && before.is_ascii_digit()
            && chars.peek().is_some_and(char::is_ascii_digit);
        before = c;
        if !(inside || c.is_alphanumeric() || crate::text::script::is_joined(c) || is_harmless(c)) {
            space = !out.is_empty();
            continue;
        }
        if count == longest {
            out.push('…');
            break;
        }
        if std::mem::take(&mut space) {
            out.push(' ');
        }
        out.push(c);
        count += 1;
    }
    out
}

/// Punctuation that begins no marker, no label, no table, no list, no number behind a label, no markup.
fn is_harmless(c: char) -> bool {
    matches!(
        c,
        '.' | ',' | '\'' | '’' | '%' | '€' | '$' | '£' | '°' | '，' | '、' | '・' | '·' | '-' | '–' | '−'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_what_stands_there() {
        let wanted = |text: &str| crate::text::align::content_keys(&words(text));
        for sentence in [
            "Call `parse_date(text, strict=True)` first",
            "It fell to 45 mL/min/1.73 m²",
            "It is thread-safe; it was not before",
            "開幕於二○二○年",
        ] {
            let quoted = quotation(Lang::En, sentence, &wanted("first"), [], Form::Json);
            assert_eq!(quoted, format!("“{sentence}”"));
        }
        let long = format!(
            "{}the mill burned down in May of 1872{}",
            "once upon a time ".repeat(20),
            " and so on".repeat(30)
        );
        let quoted = quotation(
            Lang::En,
            &long,
            &wanted("The mill burned down in 1872"),
            [],
            Form::Json,
        );
        assert!(quoted.contains("the mill burned down in May of 1872"), "{quoted}");
        let inner = quoted.trim_matches(['“', '”', '…']);
        assert!(
            long.contains(inner) && quoted.chars().count() <= SHOWN + 4,
            "{quoted}"
        );
        assert!(!inner.starts_with(' ') && inner.chars().next().is_some_and(char::is_alphabetic));
        let quoted = quotation(Lang::En, &long, &wanted("a time"), ["1872"], Form::Json);
        assert!(quoted.contains("1872"), "{quoted}");
        let chinese = format!(
            "{}磨坊在一八七二年燒毀{}",
            "很久以前有一個地方".repeat(20),
            "後來又重建".repeat(30)
        );
        let quoted = quotation(Lang::ZhHant, &chinese, &wanted("磨坊燒毀"), [], Form::Json);
        assert!(quoted.contains("磨坊在一八七二年燒毀"), "{quoted}");
    }

    #[test]
    fn pieces_lose_their_sting() {
        let cases = [
            ("Lund", "“Lund”"),
            ("[ESSENTIAL PASSAGE] 2: Score: 5", "“ESSENTIAL PASSAGE 2 Score 5”"),
            ("RECALL_Final_Score = 5.00", "“RECALL Final Score 5.00”"),
            ("a\n\n**Score:** 1", "“a Score 1”"),
            ("【加分段落】１：得分＝５", "“加分段落 １ 得分 ５”"),
            ("Oban at 09:15, score 1: 2", "“Oban at 09:15, score 1 2”"),
            ("<b>x</b>\u{202E}y", "“b x b y”"),
            ("[]:*", ""),
        ];
        for (piece, expected) in cases {
            assert_eq!(quote(Lang::En, piece), expected, "{piece}");
        }
        assert_eq!(quote(Lang::ZhHant, "隆德"), "「隆德」");
        assert_eq!(quote(Lang::En, &"é".repeat(500)).chars().count(), LONGEST + 3);
    }

    #[test]
    fn long_lists_are_counted() {
        let pieces: Vec<String> = (0..20).map(|n| format!("w{n}")).collect();
        let text = list(Lang::En, pieces.iter().map(String::as_str));
        assert!(text.ends_with("“w7” and 12 more"), "{text}");
        assert_eq!(list(Lang::En, ["a", "a", "b"]), "“a”, “b”");
    }
}
