//! What stands where a score belongs: a number, one over another, a percentage, a range, a word.

use super::scale::{self, Scale};
use crate::reply::folded::Folded;
use crate::stats::rational::{self, BEYOND, Rational};
use crate::text::fold::is_wide;

/// What stands where a score belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A number.
    Number {
        /// The number itself.
        value: Rational,
        /// The scale that it says to be on, if one is named.
        scale: Option<Scale>,
    },
    /// No single number: `3-4`, `2 or 3`, `N/A`.
    None,
    /// A word.
    Word,
}

impl Mark {
    /// The same mark on a scale that was named elsewhere, unless it names one itself.
    pub(super) fn or_on(self, elsewhere: impl FnOnce() -> Option<Scale>) -> Self {
        match self {
            Self::Number { value, scale } => Self::Number {
                value,
                scale: scale.or_else(elsewhere),
            },
            other => other,
        }
    }
}

/// Reads what stands at `at` (dressing aside) as a mark. `None`: nothing does before `to`.
pub fn mark(text: &Folded, at: usize, to: usize) -> Option<(Mark, usize)> {
    let opening = |c: char| is_dressing(c) || matches!(c, '\n' | '{' | '[' | '(' | '|');
    let mut at = skip(text, at, to, opening);
    for wrapper in ["boxed{", "text{", "textbf{", "mathbf{", "frac{"] {
        if text.has(at, wrapper) {
            at += wrapper.len();
            if wrapper == "frac{" {
                return Some(latex_fraction(text, at, to));
            }
            at = skip(text, at, to, opening);
        }
    }
    if at >= to {
        return None;
    }
    let Some((value, end)) = number(text, at, to) else {
        let none = ["n/a", "n.a.", "none", "null", "不適用", "無", "-"];
        let none = none.iter().find(|word| text.has(at, word));
        return Some(none.map_or((Mark::Word, at + 1), |word| {
            // A "none" may begin a sentence that goes on; the others stand for themselves.
            let whole = !word.starts_with(['-', '無']) && word.chars().any(|c| !c.is_ascii_alphabetic());
            (Mark::None, at + if whole { word.chars().count() } else { 1 })
        }));
    };
    let Some(value) = value else {
        return Some((Mark::Word, end));
    };
    Some(behind_number(text, value, end, to))
}

/// A decimal number; its value is `None` when it is no plain one (`4.5.1`, `4th`), and [`BEYOND`] when it is
/// too long.
pub fn number(text: &Folded, at: usize, to: usize) -> Option<(Option<Rational>, usize)> {
    let mut end = at;
    if matches!(text.at(end), Some('-' | '+')) {
        end += 1;
    }
    let digit = |at: usize| at < to && text.at(at).is_some_and(|c| c.is_ascii_digit());
    if !(digit(end) || (matches!(text.at(end), Some('.')) && digit(end + 1))) {
        return None;
    }
    let mut plain = true;
    let mut points = 0;
    let mut token = String::new();
    let negative = text.at(at) == Some('-');
    while end < to {
        match text.at(end) {
            Some(c @ '0'..='9') => token.push(c),
            Some('.' | ',') if digit(end + 1) => {
                points += 1;
                token.push('.');
            }
            _ => break,
        }
        end += 1;
    }
    plain &= points <= 1;
    let half = text.at(end) == Some('½') && end < to;
    if half {
        end += 1;
    }
    // "4th", "4x": no. "4分": yes.
    let letter = |c: char| c.is_alphabetic() && !is_wide(c);
    plain &= !(end < to && text.at(end).is_some_and(letter));
    // What is too long to be read exactly is still a number, and on no scale.
    let value = plain.then(|| rational::parse(&token).unwrap_or(BEYOND.into()));
    let value = value.map(|value| {
        let value = if half { value + Rational::new(1, 2) } else { value };
        if negative { -value } else { value }
    });
    Some((value, end))
}

fn latex_fraction(text: &Folded, at: usize, to: usize) -> (Mark, usize) {
    let read = || {
        let (value, end) = number(text, skip(text, at, to, is_blank), to)?;
        let close = skip(text, end, to, is_blank);
        let (over, end) = number(text, skip(text, close, to, |c| matches!(c, '}' | '{' | ' ')), to)?;
        let mark = Mark::Number {
            value: value?,
            scale: Some(Scale::Of(over?)),
        };
        Some((mark, skip(text, end, to, |c| c == '}')))
    };
    read().unwrap_or((Mark::Word, at))
}

fn is_blank(c: char) -> bool {
    c == ' '
}

/// Looks behind a number: the scale that it is on, or a second number that makes it a range.
fn behind_number(text: &Folded, value: Rational, end: usize, to: usize) -> (Mark, usize) {
    let on = |scale: Option<Scale>, end: usize| (Mark::Number { value, scale }, end);
    let unit = skip(text, end, to, is_unit);
    let next = skip(text, unit, to, is_dressing);
    let Some(c) = text.at(next).filter(|_| next < to) else {
        return on(None, unit);
    };
    let over = |from: usize| {
        let (over, end) = scale::top(text, skip(text, from, to, is_dressing), to)?;
        let end = skip(text, end, to, is_unit);
        Some(match undecided(text, end, to, value) {
            Some(end) => (Mark::None, end),
            None => on(Some(Scale::Of(over)), end),
        })
    };
    let second = |from: usize| number(text, skip(text, from, to, is_dressing), to).map(|(_, end)| end);
    if let Some(end) = undecided(text, next, to, value) {
        return (Mark::None, end);
    }
    let named;
    match c {
        '/' => return over(next + 1).unwrap_or_else(|| on(None, unit)),
        '-' | '–' | '—' | '~' | '〜' => {
            let tight = next == end;
            if let Some(end) = second(next + 1)
                && (tight || ends_line(text, end, to))
            {
                return (Mark::None, end);
            }
            named = next + 1;
        }
        '\n' => {
            // What stands on the next line says of itself that it is a scale, or is none.
            named = skip(text, next, to, |c| c == '\n' || is_dressing(c));
            if !["(", "scale", "滿分", "满分"]
                .iter()
                .any(|word| text.has(named, word))
            {
                return on(None, unit);
            }
        }
        _ => {
            for word in ["out of", "of", "sur ", "von ", "de ", "su ", "من "] {
                if text.has(next, word)
                    && let Some(found) = over(next + word.chars().count())
                {
                    return found;
                }
            }
            for word in ["or", "to", "或", "至", "到", "oder", "bis"] {
                if text.has(next, word)
                    && let Some(end) = second(next + word.chars().count())
                {
                    return (Mark::None, end);
                }
            }
            // "4 points out of 10"
            let points = ["points", "point", "分"].iter().find(|word| text.has(next, word));
            named = next + points.map_or(0, |word| word.chars().count());
        }
    }
    match scale::scale(text, named, to, false) {
        Some((scale, end)) => on(Some(scale), end),
        None => on(None, unit),
    }
}

/// Where a second score ends behind a first: "3 → 4", "3, maybe 4", "3 or perhaps 4", "3 (or 4)". Which of them holds is
/// the judge's to say. After such words it is the last of its clause: "3, maybe 4 facts" counts something.
fn undecided(text: &Folded, from: usize, to: usize, first: Rational) -> Option<usize> {
    let from = skip(text, from, to, |c| is_dressing(c) || is_unit(c));
    for arrow in ["→", "->", "=>", "➔", "⇒"] {
        if text.has(from, arrow) {
            let behind = skip(text, from + arrow.chars().count(), to, is_dressing);
            return number(text, behind, to).map(|(_, end)| end);
        }
    }
    const DOUBTS: [&str; 22] = [
        "or", "oder", "ou", "o", "maybe", "perhaps", "possibly", "probably", "arguably", "could be",
        "may be", "might be", "或許", "或许", "或者", "或是", "或", "也許", "也许", "可能", "大概", "甚至",
    ];
    let joint = |c: char| {
        is_dressing(c)
            || matches!(
                c,
                ',' | ';' | '(' | '-' | '–' | '—' | '/' | '?' | '.' | '…' | '、'
            )
    };
    let begins =
        |at: usize, words: &[&'static str]| words.iter().find(|word| scale::word_at(text, at, word)).copied();
    let behind = |at: usize, word: &str| {
        skip(text, at + word.chars().count(), to, |c| {
            is_dressing(c) || c == ','
        })
    };
    let mut at = skip(text, from, to, joint);
    let mut doubts = false;
    while let Some(word) = begins(at, &DOUBTS) {
        (at, doubts) = (behind(at, word), true);
    }
    if let Some(word) = begins(at, &["a", "even a", "even", "as high as", "as low as"]) {
        at = behind(at, word);
    }
    let (second, end) = number(text, at, to).filter(|_| doubts)?;
    let unit = skip(text, end, to, |c| c == ' ');
    let end = if text.at(unit).is_some_and(is_unit) {
        skip(text, unit, to, is_unit)
    } else {
        end
    };
    let next = skip(text, end, to, is_dressing);
    let ends = next >= to
        || text.has(next, "out of")
        || text.at(next).is_none_or(|c| {
            matches!(
                c,
                '\n' | '.' | ',' | ';' | ')' | '?' | '!' | '|' | '/' | '。' | '、'
            )
        });
    // "3 (or 0.6)" says the same on another scale.
    let five = Rational::from_integer(5);
    let other = second.is_some_and(|second| second != first && second * five != first);
    (ends && other).then_some(end)
}

/// Whether nothing but marks follows on the line.
pub(super) fn ends_line(text: &Folded, at: usize, to: usize) -> bool {
    let at = skip(text, at, to, |c| {
        is_dressing(c) || matches!(c, '.' | ')' | '|' | '。')
    });
    at >= to || text.at(at) == Some('\n')
}

pub(super) fn skip(text: &Folded, mut at: usize, to: usize, what: impl Fn(char) -> bool) -> usize {
    while at < to && text.at(at).is_some_and(&what) {
        at += 1;
    }
    at
}

/// What scores are counted in.
pub(super) fn is_unit(c: char) -> bool {
    matches!(c, '分' | '點' | '点')
}

/// Emphasis, quotes, escapes and blanks that may stand around labels and numbers.
pub(super) fn is_dressing(c: char) -> bool {
    matches!(
        c,
        ' ' | '*' | '_' | '`' | '"' | '\'' | '“' | '”' | '\\' | '$' | '}' | ']'
    )
}
