//! What a judge of ours writes, in the form that the prompt asks for, and the short way of reading just that: an
//! evaluation by the embedded judge needs no more of the readers. Anything else is for [`super::read`].

#[cfg(split)]
use std::sync::OnceLock;

use super::{PassageReading, RecallReading, StatedLines};
use crate::evaluation::{PassageId, PassageKind, Reason, Stop};
use crate::stats::rational::{Hundredths, Rational, parse, plain};

const BEGINS: &str = "RECALL_Reasoning:\n";
const LINES: [&str; 5] = [
    "RECALL_Essential_Formula",
    "RECALL_Bonus_Formula",
    "RECALL_Combined_Formula",
    "RECALL_Final_Score_Calculation",
    "RECALL_Final_Score",
];

/// A label of a score and its number take no more characters.
const LABEL: usize = 18;

/// What labels of scores begin with, where they are written in Latin letters without marks.
const LABELS_BEGIN: &str = "srgpbwcnv";

type Reader = fn(&str, Stop, &[PassageId], bool) -> Result<RecallReading, Reason>;

/// The reader of all other replies, where the release is split into files: it comes with those that can bring such a
/// reply onto the page.
#[cfg(split)]
static READER: OnceLock<Reader> = OnceLock::new();

/// Makes the reader of all replies known. To be called from the files that can bring one.
pub fn reader_is_here() {
    #[cfg(split)]
    READER.get_or_init(|| super::read);
}

/// What reads all replies; `None` while its file is not there.
fn reader() -> Option<Reader> {
    #[cfg(split)]
    return READER.get().copied();
    #[cfg(not(split))]
    Some(super::read)
}

/// Whether a reply can be read here and now: what can't waits for the file with the reader of all.
pub fn can_be_read(text: &str, wanted: &[PassageId]) -> bool {
    reader().is_some() || read(text, wanted).is_some()
}

/// Reads a reply as [`super::read`] does, which see; one of ours without it.
///
/// # Errors
/// Those of [`super::read`].
pub fn read_any(text: &str, stop: Stop, wanted: &[PassageId], again: bool) -> Result<RecallReading, Reason> {
    match reader() {
        Some(reader) => reader(text, stop, wanted, again),
        None => read(text, wanted).ok_or(Reason::Unreadable),
    }
}

/// Reads what [`write`] wrote of just the passages that were wanted, as [`super::read`] reads it; `None` for all else.
pub fn read(text: &str, wanted: &[PassageId]) -> Option<RecallReading> {
    let mut rest = text.strip_prefix(BEGINS)?;
    let mut passages = Vec::with_capacity(wanted.len());
    for id in wanted {
        rest = rest.strip_prefix(marker(*id).as_str())?;
        let (reasoning, after) = rest.split_once("\nScore: ")?;
        let (score, after) = after.split_once('\n')?;
        rest = after;
        // One line, and not one that begins like a score of its own.
        let plain = !reasoning.contains('\n') && !begins_like_a_score(reasoning);
        let score = parse(score).filter(|_| plain && matches!(score.as_bytes(), [b'0'..=b'5']))?;
        passages.push(PassageReading {
            id: *id,
            score: super::on_scale(id.kind, score),
            written: String::new(),
            reasoning: reasoning.to_owned(),
            scores_differ: false,
        });
    }
    let mut stated = StatedLines::default();
    if !rest.is_empty() {
        rest = rest.strip_prefix('\n')?;
        let mut values = [None; LINES.len()];
        for (name, value) in LINES.iter().zip(&mut values) {
            let (line, after) = rest.strip_prefix(name)?.strip_prefix(": ")?.split_once('\n')?;
            *value = Some(parse(line.rsplit(' ').next()?)?);
            rest = after;
        }
        let [essential, bonus, combined, calculation, final_score] = values;
        stated = StatedLines {
            essential,
            bonus,
            combined,
            calculation,
            final_score,
        };
    }
    (rest.is_empty() && passages.iter().all(|passage| passage.score.is_ok())).then_some(RecallReading {
        passages,
        extra: Vec::new(),
        stated,
        repaired: false,
    })
}

/// Whether it may begin with the label of a score and its number: by its first letter, and a number soon behind it.
fn begins_like_a_score(reasoning: &str) -> bool {
    let mut beginning = reasoning.chars().take(LABEL);
    let label = beginning.find(|c| c.is_alphanumeric()).is_some_and(|c| {
        c.is_numeric()
            || c.to_lowercase()
                .any(|c| !c.is_ascii() || LABELS_BEGIN.contains(c))
    });
    label && beginning.any(char::is_numeric)
}

fn marker(id: PassageId) -> String {
    let kind = match id.kind {
        PassageKind::Essential => "ESSENTIAL",
        PassageKind::Bonus => "BONUS",
    };
    format!("\n[{kind} PASSAGE] {}: ", id.number)
}

/// One passage as a judge of ours answers it; written by [`write`].
#[derive(Clone, Debug, PartialEq)]
pub struct PassageAnswer {
    /// Which passage.
    pub id: PassageId,
    /// Its score, a whole number on the scale of its kind.
    pub score: u8,
    /// Why.
    pub reasoning: String,
}

/// Writes an answer in the form that the prompt asks for. `essential` and `bonus` count the passages given; the
/// formula lines are written when `passages` holds a score for each. Reasonings become one line each, and what
/// could pose as a marker in them is taken apart ([`one_line`]).
pub fn write(passages: &[PassageAnswer], essential: usize, bonus: usize) -> String {
    let mut out = String::from(BEGINS);
    for passage in passages {
        let (marker, reasoning) = (marker(passage.id), one_line(&passage.reasoning));
        out.push_str(&format!("{marker}{reasoning}\nScore: {}\n", passage.score));
    }
    let scores = |kind: PassageKind| -> Vec<u8> {
        let of_kind = passages.iter().filter(|passage| passage.id.kind == kind);
        of_kind.map(|passage| passage.score).collect()
    };
    let (e, b) = (scores(PassageKind::Essential), scores(PassageKind::Bonus));
    if essential > 0 && e.len() == essential && b.len() == bonus {
        out.push_str(&formula_lines(&e, &b));
    }
    out
}

/// The judge's own lines, by the printed chain: each part rounded, then added, then capped.
fn formula_lines(essential: &[u8], bonus: &[u8]) -> String {
    let sum = |scores: &[u8]| scores.iter().map(|score| i128::from(*score)).sum::<i128>();
    let terms = |scores: &[u8]| match scores {
        [] => "0".to_owned(),
        _ => scores.iter().map(u8::to_string).collect::<Vec<_>>().join(" + "),
    };
    let (e, b) = (essential.len() as i128, bonus.len() as i128);
    let held = Hundredths::round_half_up(Rational::new(sum(essential), e.max(1)));
    let extra = Hundredths::round_half_up(Rational::new(sum(bonus), (2 * e * b).max(1)));
    let combined = held.exact() + extra.exact();
    let capped = combined.min(Rational::from_integer(5));
    let (combined, capped) = (plain(combined, 2), plain(capped, 2));
    format!(
        "\nRECALL_Essential_Formula: ({}) / {e} = {held}\n\
         RECALL_Bonus_Formula: ({}) / ({e} * {b} * 2) = {extra}\n\
         RECALL_Combined_Formula: {held} + {extra} = {combined}\n\
         RECALL_Final_Score_Calculation: min(5, {combined}) = {capped}\n\
         RECALL_Final_Score: {capped}\n",
        terms(essential),
        terms(bonus),
    )
}

/// A reasoning as [`write`] writes it: white space collapsed, brackets and tags that could pose as markers replaced.
pub fn one_line(reasoning: &str) -> String {
    let words: Vec<&str> = reasoning
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|w| !w.is_empty())
        .collect();
    let mut line = String::with_capacity(reasoning.len());
    for c in words.join(" ").chars() {
        line.push(match c {
            '[' | '［' | '【' | '〔' => '(',
            ']' | '］' | '】' | '〕' => ')',
            '<' => '‹',
            '>' => '›',
            '◁' => '‹',
            '|' | '｜' => '¦',
            '＆' | '﹠' => '&',
            other => other,
        });
    }
    let mut plain = String::with_capacity(line.len());
    for (at, c) in line.char_indices() {
        let before = line.get(..at).unwrap_or_default();
        match c {
            // A colon is what makes a name within a line a marker.
            ':' | '：' | '∶' | '﹕' if names_a_passage(before) => plain.push_str(" –"),
            other => plain.push(other),
        }
    }
    plain
}

/// Whether the text ends in what a colon would make a marker or a formula line: `passage`, `Passage 2`, `RECALL_…`.
fn names_a_passage(text: &str) -> bool {
    let named = |word: &str| {
        let word = word.to_lowercase();
        ["passage", "recall", "ｒ", "ｐ"]
            .iter()
            .any(|name| word.contains(name))
    };
    let mut words = text.split(' ').rev().filter(|word| !word.is_empty());
    let last = words.next().unwrap_or_default();
    let next_to_last = words.next().unwrap_or_default();
    // A sentence that ended before the last word names nothing any more.
    let ended = next_to_last.ends_with(['.', '。', '!', '！', '?', '？', '”', '」']);
    named(last) || (named(next_to_last) && !ended)
}
