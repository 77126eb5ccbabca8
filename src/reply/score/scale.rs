//! The scale that a judge names beside a score: "out of 10", "(/5)", "on a scale of 1-10", "滿分 10 分", "percent".
//!
//! Scores are only read on the scale that was asked for; whoever names another one has not answered the question.

use super::marks::{is_dressing, number, skip};
use crate::reply::folded::Folded;
use crate::stats::rational::Rational;

/// A scale, by where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// `4/5`, `4 out of 5`, `Score (1-5): 4`.
    Of(Rational),
    /// `80%`.
    Percent,
}

/// Words that lead to the end of a scale, folded; a longer one before one that it begins with. `Names`: a number
/// behind it is the end of a scale whatever follows; `Leads`: if nothing else is counted with it; `Joins`: only with
/// another of these words.
const LEADS: [(&str, Sure); 30] = [
    ("out", Sure::Joins),
    ("of", Sure::Leads),
    ("/", Sure::Leads),
    ("scale", Sure::Names),
    ("scored", Sure::Joins),
    ("score", Sure::Joins),
    ("from", Sure::Joins),
    ("between", Sure::Joins),
    ("maximum", Sure::Leads),
    ("max", Sure::Leads),
    ("possible", Sure::Leads),
    ("highest", Sure::Leads),
    ("total", Sure::Joins),
    ("range", Sure::Leads),
    ("on", Sure::Joins),
    ("an", Sure::Joins),
    ("a", Sure::Joins),
    ("the", Sure::Joins),
    ("in", Sure::Joins),
    ("is", Sure::Joins),
    ("sur", Sure::Leads),
    ("von", Sure::Leads),
    ("de", Sure::Leads),
    ("su", Sure::Leads),
    ("滿分", Sure::Names),
    ("满分", Sure::Names),
    ("總分", Sure::Leads),
    ("总分", Sure::Leads),
    ("最高", Sure::Leads),
    ("為", Sure::Joins),
];

/// Numbers in words, as scales end: no score is read from them.
const WORDS: [(&str, i128); 24] = [
    ("one hundred", 100),
    ("hundred", 100),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("zehn", 10),
    ("fünf", 5),
    ("dix", 10),
    ("cinq", 5),
    ("diez", 10),
    ("cinco", 5),
    ("一百", 100),
    ("百", 100),
    ("十", 10),
    ("五", 5),
    ("四", 4),
    ("三", 3),
];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Sure {
    Not,
    Joins,
    Leads,
    Names,
}

/// The scale in a note between a label and its score, or in the head of a column: at its beginning, or behind a
/// bracket or comma in it.
pub fn within(text: &Folded, from: usize, to: usize) -> Option<(Scale, usize)> {
    // A note is short, whatever stands there.
    let to = to.min(from + 80);
    let begins = |at: &usize| *at == from || matches!(text.at(*at), Some('(' | '[' | ',' | ';'));
    (from..to).filter(begins).find_map(|at| scale(text, at, to, true))
}

/// The scale in the words that lead to a label, on its line: "On a scale of 1-10, the score: 4".
pub(super) fn in_front(text: &Folded, from: usize, label: usize) -> Option<Scale> {
    let before = text.chars.get(from.max(label.saturating_sub(60))..label)?;
    let line = before.iter().rev().take_while(|c| **c != '\n').count();
    let named = |at: &usize| {
        let begins = text.at(*at).is_some_and(|c| matches!(c, 's' | '滿' | '满'));
        begins && ["scale", "滿分", "满分"].iter().any(|word| text.has(*at, word))
    };
    let at = (label - line..label).rfind(named)?;
    let (scale, end) = scale(text, at, label, true)?;
    let between = text.chars.get(end..label)?;
    let apart = |c: &char| c.is_ascii_digit() || matches!(c, '.' | '。' | ';' | '!' | '?');
    (!between.iter().any(apart)).then_some(scale)
}

/// The scale that is named from `at` on, and where its name ends. A range alone is one in brackets, `(1-10)`, or
/// if it `may` be.
pub(super) fn scale(text: &Folded, at: usize, to: usize, may: bool) -> Option<(Scale, usize)> {
    let between = |c: char| is_dressing(c) || matches!(c, '(' | '[' | ',' | ';' | '、');
    let start = skip(text, at, to, between);
    if let Some(end) = percent(text, start, to) {
        return Some((Scale::Percent, end));
    }
    let before = text.chars.get(at..start).unwrap_or_default();
    let bracket = before.iter().any(|c| matches!(c, '(' | '['));
    let (mut sure, mut at) = (Sure::Not, start);
    while let Some((word, how)) = LEADS.iter().find(|(word, _)| word_at(text, at, word)) {
        sure = if *how > sure { *how } else { sure };
        at = skip(text, at + word.chars().count(), to, |c| {
            between(c) || matches!(c, ':' | '=' | '.')
        });
    }
    if let Some(end) = percent(text, at, to) {
        return Some((Scale::Percent, end));
    }
    let (low, end) = top(text, at, to)?;
    // "1 (nothing) to 5 (everything)"
    let mut next = skip(text, end, to, is_dressing);
    if text.at(next) == Some('(') {
        let close = (next..to.min(next + 30)).find(|i| text.at(*i) == Some(')'));
        next = skip(text, close.map_or(next, |close| close + 1), to, is_dressing);
    }
    let joint = ["-", "–", "—", "~", "〜", "to ", "and ", "through ", "至", "到"];
    let joint = joint.iter().find(|joint| text.has(next, joint));
    let range = joint.and_then(|joint| {
        top(
            text,
            skip(text, next + joint.chars().count(), to, is_dressing),
            to,
        )
    });
    let from_zero = low <= Rational::from_integer(1);
    let (top, end) = match range {
        Some(range) if from_zero => range,
        // "scale: 1 = nothing": not where it ends.
        None if !(sure == Sure::Names && from_zero) => (low, end),
        _ => return None,
    };
    let (counted, mut end) = behind(text, end, to);
    sure = if counted > sure { counted } else { sure };
    let next = skip(text, end, to, is_dressing);
    let ends = next >= to || !text.at(next).is_some_and(|c| c.is_alphanumeric() || c == '=');
    let named = match sure {
        Sure::Names => true,
        Sure::Leads => ends,
        _ => ends && (bracket || may) && range.is_some(),
    };
    let scale = if text.at(next) == Some('%') {
        Scale::Percent
    } else {
        Scale::Of(top)
    };
    if bracket && text.at(next).is_some_and(|c| matches!(c, ')' | ']')) {
        end = next + 1;
    }
    named.then_some((scale, end))
}

/// "points", "-point scale", "分制": what may follow the end of a scale, and whether that makes it one.
fn behind(text: &Folded, from: usize, to: usize) -> (Sure, usize) {
    let (mut sure, mut end) = (Sure::Not, from);
    loop {
        let at = skip(text, end, to, |c| is_dressing(c) || c == '-');
        let words = [
            ("points", Sure::Not),
            ("point", Sure::Not),
            ("pts", Sure::Not),
            ("maximum", Sure::Leads),
            ("max", Sure::Leads),
            ("possible", Sure::Leads),
            ("scale", Sure::Names),
            ("分制", Sure::Names),
            ("分", Sure::Not),
            ("點", Sure::Not),
            ("点", Sure::Not),
            ("滿分", Sure::Names),
            ("满分", Sure::Names),
        ];
        let Some((word, how)) = words.iter().find(|(word, _)| word_at(text, at, word)) else {
            return (sure, end);
        };
        sure = if *how > sure { *how } else { sure };
        end = to.min(at + word.chars().count());
        if end <= at {
            return (sure, from);
        }
    }
}

/// Where a percentage's sign or word ends.
pub(super) fn percent(text: &Folded, at: usize, to: usize) -> Option<usize> {
    let words = ["%", "percent", "per cent", "pct", "prozent", "百分比"];
    let word = words.iter().find(|word| at < to && word_at(text, at, word))?;
    Some(at + word.chars().count())
}

/// The number where a scale ends, in digits or as a word.
pub(super) fn top(text: &Folded, at: usize, to: usize) -> Option<(Rational, usize)> {
    if let Some((value, end)) = number(text, at, to) {
        return Some((value?, end));
    }
    let (word, value) = WORDS
        .iter()
        .find(|(word, _)| at < to && word_at(text, at, word))?;
    Some((Rational::from_integer(*value), at + word.chars().count()))
}

/// Whether a whole word stands there; Chinese has no words to be whole.
pub(super) fn word_at(text: &Folded, at: usize, word: &str) -> bool {
    let latin = |c: char| c.is_alphabetic() && c < '\u{2e80}';
    let whole = || !(word.chars().all(latin) && text.at(at + word.chars().count()).is_some_and(latin));
    text.has(at, word) && whole()
}
