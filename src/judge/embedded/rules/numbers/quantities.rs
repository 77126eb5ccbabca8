//! The same amount in another unit, and the same time by another clock: 300 cm are 3 m, 2:30 pm is 14:30 and half past two.

use super::{Compared, Counted, counted, figures};
use crate::judge::embedded::rules::{Side, Token};
use crate::judge::embedded::sources::Sources;
use crate::text::amounts::{in_figures, in_words, parts_in_han};
use crate::text::numbers::{from_han, from_word, number, without_points};
use crate::text::words::{Key, Kind};
use std::ops::Range;

/// What a number with its unit amounts to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Amount {
    /// In the base unit of a kind: metre, gram, litre, second; a share of a whole.
    Measure { kind: char, value: f64 },
    /// Minutes since midnight; `half`: it may be as many after noon.
    Clock { minutes: u32, half: bool },
}

impl Amount {
    /// A part of a whole.
    pub(super) fn part(value: f64) -> Self {
        Self::Measure { kind: '%', value }
    }

    fn is(self, other: Self) -> bool {
        const NOON: u32 = 12 * 60;
        match (self, other) {
            (Self::Measure { kind: a, value: x }, Self::Measure { kind: b, value: y }) => {
                a == b && (x - y).abs() <= 1e-9 * x.abs().max(y.abs())
            }
            (
                Self::Clock {
                    minutes: x,
                    half: one,
                },
                Self::Clock {
                    minutes: y,
                    half: other,
                },
            ) => x == y || ((one || other) && x % NOON == y % NOON),
            _ => false,
        }
    }
}

/// Units by their names in the list of units, with what kind they measure and how much of its base.
const MEASURES: &[(&str, char, f64)] = &[
    ("mm", 'm', 0.001),
    ("cm", 'm', 0.01),
    ("m", 'm', 1.0),
    ("km", 'm', 1000.0),
    ("µg", 'g', 0.000_001),
    ("mg", 'g', 0.001),
    ("g", 'g', 1.0),
    ("kg", 'g', 1000.0),
    ("t", 'g', 1_000_000.0),
    ("ml", 'l', 0.001),
    ("l", 'l', 1.0),
    ("ms", 's', 0.001),
    ("s", 's', 1.0),
    ("min", 's', 60.0),
    ("h", 's', 3600.0),
    ("day", 's', 86_400.0),
    ("week", 's', 604_800.0),
    ("m/s", 'v', 1.0),
    ("km/h", 'v', 1.0 / 3.6),
    ("mph", 'v', 0.44704),
    ("kn", 'v', 1852.0 / 3600.0),
    ("kw", 'w', 1000.0),
    ("mw", 'w', 1_000_000.0),
    ("gw", 'w', 1_000_000_000.0),
];

/// Words around an hour for the half of the day, in front or behind; those after noon second.
const HALVES: [&[&str]; 2] = [
    &[
        "am", "a.m.", "AM", "上午", "早上", "凌晨", "清晨", "午前", "오전", "새벽", "πμ", "π.μ.",
    ],
    &[
        "pm", "p.m.", "PM", "下午", "晚上", "傍晚", "中午", "午後", "오후", "저녁", "μμ", "μ.μ.",
    ],
];

fn amount(side: &Side<'_>, number: &Counted<'_>) -> Option<(Amount, Range<usize>)> {
    clock(side, number).or_else(|| measure(side, number))
}

fn value(written: &str) -> Option<f64> {
    let form = number(written)
        .filter(|number| number.length == written.len())
        .map(|number| number.form)
        .or_else(|| from_word(&written.to_lowercase()).map(str::to_owned))
        .or_else(|| from_han(written))?;
    form.parse().ok()
}

/// The same as this sentence writes its numbers.
fn value_of(side: &Side<'_>, written: &str) -> Option<f64> {
    let grouped = without_points(written).filter(|_| side.points);
    grouped.map_or_else(|| value(written), |form| form.parse().ok())
}

fn measure(side: &Side<'_>, number: &Counted<'_>) -> Option<(Amount, Range<usize>)> {
    if number.share || number.unit == Some("%") {
        return share(side, number);
    }
    let (_, kind, factor) = MEASURES.iter().find(|(unit, ..)| Some(*unit) == number.unit)?;
    let range = number.token.word.range.clone();
    let value = value_of(side, side.text.get(range.clone())?)? * factor;
    let unit = side.tokens.get(number.at + 1);
    let end = unit
        .filter(|token| token.word.range.start <= range.end + 4)
        .map_or(range.end, |token| token.word.range.end);
    Some((Amount::Measure { kind: *kind, value }, range.start..end))
}

/// "1 hour 30 minutes": the second number goes on with the next smaller unit of time, and both are one amount.
fn with_next(
    side: &Side<'_>,
    number: &Counted<'_>,
    next: Option<&Counted<'_>>,
) -> Option<(Amount, Range<usize>)> {
    const SMALLER: &[(&str, &str)] = &[("week", "day"), ("day", "h"), ("h", "min"), ("min", "s")];
    let next = next?;
    let goes_on = SMALLER.contains(&(number.unit?, next.unit?));
    // The unit, and a word that joins both at most.
    let near = next.at > number.at && next.at - number.at <= 3;
    let between = side.between(number.token, next.token);
    if !goes_on || !near || between.contains(['.', ';', '，', '。', '-', '–', '(']) {
        return None;
    }
    let joined = between
        .split_whitespace()
        .skip(1)
        .all(|word| matches!(word, "and" | "und" | "et" | "y" | "e" | "en"));
    let ((first, range), (second, end)) = (measure(side, number)?, measure(side, next)?);
    match (first, second) {
        (Amount::Measure { kind: 's', value: a }, Amount::Measure { kind: 's', value: b }) if joined => {
            Some((
                Amount::Measure {
                    kind: 's',
                    value: a + b,
                },
                range.start..end.end,
            ))
        }
        _ => None,
    }
}

/// The amounts of a sentence, each with the number that tells it: first those of two numbers.
fn amounts<'c, 's>(
    side: &Side<'_>,
    counted: &'c [Counted<'s>],
) -> Vec<(&'c Counted<'s>, Amount, Range<usize>)> {
    let both = counted.iter().enumerate().filter_map(|(at, number)| {
        let (amount, range) = with_next(side, number, counted.get(at + 1))?;
        Some((number, amount, range))
    });
    let single = counted.iter().filter_map(|number| {
        let (amount, range) = amount(side, number)?;
        Some((number, amount, range))
    });
    both.chain(single).collect()
}

/// Half, 3/4 and 75 %.
fn share(side: &Side<'_>, number: &Counted<'_>) -> Option<(Amount, Range<usize>)> {
    let range = number.token.word.range.clone();
    let raw = side.text.get(range.clone())?;
    let value = if number.share {
        let written = raw.to_lowercase();
        let form = match written.as_str() {
            "half" => "0.5".to_owned(),
            "a quarter" | "one quarter" => "0.25".to_owned(),
            _ => {
                in_words(&written)
                    .or_else(|| in_figures(raw, 0))
                    .or_else(|| parts_in_han(raw))?
                    .form
            }
        };
        form.parse().ok()?
    } else {
        value(raw.trim_start_matches("百分之"))? / 100.0
    };
    Some((Amount::Measure { kind: '%', value }, range))
}

fn clock(side: &Side<'_>, number: &Counted<'_>) -> Option<(Amount, Range<usize>)> {
    let range = number.token.word.range.clone();
    let raw = side.text.get(range.clone())?;
    let (before, behind) = (side.text.get(..range.start)?, side.text.get(range.end..)?);
    let (hour, minute) = match raw.split_once([':', '：']) {
        Some((hour, minute)) => (
            hour.parse::<u32>().ok()?,
            Some(minute.parse::<u32>().ok().filter(|m| *m < 60)?),
        ),
        None => {
            let whole = value(raw).filter(|value| (0.0..=24.0).contains(value) && value.fract() == 0.0)?;
            // Between 0 and 24, and whole.
            (whole as u32, None)
        }
    };
    if hour > 24 {
        return None;
    }
    if let Some((start, minutes)) = past(side, number.at)
        && minute.is_none()
    {
        let minutes = i64::from(hour * 60) + minutes;
        let minutes = u32::try_from(minutes.rem_euclid(24 * 60)).ok()?;
        return Some((Amount::Clock { minutes, half: true }, start..range.end));
    }
    // 三點, 三點半, 三點二十分
    let counter = behind.strip_prefix(['點', '点', '時', '时', '시']);
    let (minute, end) = match (minute, counter) {
        (None, Some(rest)) if rest.starts_with(['半', '반']) => (Some(30), range.end + 6),
        // With minutes behind it the whole is more than this number.
        (None, Some(_))
            if side
                .tokens
                .get(number.at + 2)
                .is_some_and(|next| next.is_number()) =>
        {
            return None;
        }
        (None, Some(_)) => (Some(0), range.end + 3),
        (minute, _) => (minute, range.end),
    };
    let spaced = behind.trim_start_matches([' ', '\u{A0}', '\u{202F}']);
    let lead = behind.len() - spaced.len();
    let marked = HALVES.iter().enumerate().find_map(|(later, words)| {
        words.iter().find_map(|word| {
            // German "am" stands in front of a day.
            let in_front = !word.is_ascii() && before.trim_end().ends_with(word);
            let rest = spaced.strip_prefix(word);
            let follows = rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
            if in_front {
                Some((later, before.trim_end().len() - word.len(), end))
            } else {
                follows.then_some((later, range.start, range.end + lead + word.len()))
            }
        })
    });
    let uhr = spaced.starts_with("Uhr");
    // A bare number is no time.
    let minute = match minute {
        Some(minute) => minute,
        None if marked.is_some() || uhr => 0,
        None => return None,
    };
    let (minutes, whole) = match marked {
        Some((later, start, end)) if hour <= 12 => {
            let noon = if later == 1 { 12 } else { 0 };
            ((hour % 12 + noon) * 60 + minute, start..end)
        }
        _ => (hour * 60 + minute, range.start..end),
    };
    let half = marked.is_none() && counter.is_some() && hour <= 12;
    Some((Amount::Clock { minutes, half }, whole))
}

/// "Half past", "a quarter to" in front of an hour: where it begins, and the minutes.
fn past(side: &Side<'_>, at: usize) -> Option<(usize, i64)> {
    let word = |n: usize| at.checked_sub(n).and_then(|at| side.tokens.get(at));
    let (part, way): (&Token, &Token) = (word(2)?, word(1)?);
    let minutes = match part.lower.as_str() {
        "half" => 30,
        "quarter" => 15,
        _ => return None,
    };
    match way.lower.as_str() {
        "past" => Some((part.word.range.start, minutes)),
        "to" if minutes == 15 => Some((part.word.range.start, -minutes)),
        _ => None,
    }
}

/// The part of a sentence that tells a number as a time of the day.
pub(super) fn is_time(side: &Side<'_>, number: &Counted<'_>) -> Option<Range<usize>> {
    clock(side, number).map(|(_, range)| range)
}

/// Whether the sentences tell the same amount in other words.
pub(super) fn is_told(compared: Compared<'_, '_>, number: &Counted<'_>) -> bool {
    let start = number.token.word.range.start;
    let ours = amounts(compared.said, compared.ours);
    let ours: Vec<_> = ours
        .into_iter()
        .filter(|(_, _, range)| range.contains(&start))
        .collect();
    if ours.is_empty() {
        return false;
    }
    compared.sides().any(|(side, counted)| {
        let theirs = amounts(side, counted);
        ours.iter().any(|(our, ours, our_range)| {
            theirs.iter().any(|(their, theirs, range)| {
                let both = range.len() > their.token.word.range.len() + 12
                    || our_range.len() > our.token.word.range.len() + 12;
                (their.token.word.key != number.token.word.key || both) && ours.is(*theirs)
            })
        }) || figures::says(side, compared.said, number)
    })
}

/// The parts of a statement that tell an amount which these sentences of the source tell in another unit or by another
/// clock, each with the number as it stands there.
pub(in crate::judge::embedded) fn told_otherwise(
    sources: &Sources<'_>,
    statement: &str,
    window: Range<usize>,
) -> Vec<(Range<usize>, Key)> {
    let said = Side::of(sources, statement);
    let stands: Vec<Side<'_>> = window
        .map(|at| Side::of(sources, sources.sentence_text(at)))
        .collect();
    sources.spend(said.tokens.len() + stands.iter().map(|side| side.tokens.len()).sum::<usize>());
    let theirs: Vec<(Amount, Key)> = stands
        .iter()
        .flat_map(|side| {
            let counted = counted(side);
            let amounts = amounts(side, &counted);
            let amounts = amounts
                .into_iter()
                .map(|(number, amount, _)| (amount, number.token.written));
            amounts.chain(figures::shares(side)).collect::<Vec<_>>()
        })
        .collect();
    // "Vingt-cinq" is 25.
    let in_words = |key: Key| {
        let mut tokens = stands.iter().flat_map(|side| &side.tokens);
        tokens
            .find(|token| token.word.key == key && token.written != key)
            .map(|token| token.written)
    };
    let missing = |token: &Token| token.word.kind == Kind::Number && !sources.keys().contains(&token.written);
    let ours = counted(&said);
    let all = amounts(&said, &ours);
    let mut out: Vec<(Range<usize>, Key)> = ours
        .iter()
        .filter(|number| missing(number.token))
        .filter_map(|number| {
            if let Some(key) = in_words(number.token.word.key) {
                return Some((number.token.word.range.clone(), key));
            }
            let start = number.token.word.range.start;
            let told = |(_, ours, range): &(&Counted<'_>, Amount, Range<usize>)| {
                let (_, key) = theirs.iter().find(|(their, _)| ours.is(*their))?;
                range.contains(&start).then(|| (range.clone(), *key))
            };
            all.iter().find_map(told)
        })
        .collect();
    out.extend(figures::told(&said, &stands));
    out
}
