//! A unit written out is its abbreviation, and a currency its sign: "3 kilometres" stands where the source has "3 km", "12
//! euros" where it has "€12".

use super::Token;
use super::lexicon::measures::{PREFIXES, UNITS};
use crate::judge::embedded::sources::Sources;
use crate::text::script::is_unspaced;
use crate::text::words::{Key, Kind, Word, words};
use std::ops::Range;

/// What stands in front of the name of a scale.
const DEGREES: &[&str] = &[
    "degree", "degrees", "grad", "grados", "degrés", "degré", "gradi", "graus",
];

/// The units of a text that the sources write in another way, each with the key of what stands there.
pub(super) fn written_otherwise(
    text: &str,
    words: &[Word],
    sources: &Sources<'_>,
) -> Vec<(Range<usize>, Key)> {
    let mut out = Vec::new();
    let absent = |word: &Word| !word.stop && !sources.keys().contains(&word.key);
    for (at, number) in words.iter().enumerate() {
        if number.kind != Kind::Number {
            continue;
        }
        let mut behind = words.iter().skip(at + 1).peekable();
        let Some(first) = behind.next().filter(|next| beside(text, number, next)) else {
            continue;
        };
        let lower = |word: &Word| text.get(word.range.clone()).unwrap_or_default().to_lowercase();
        let degrees = DEGREES.contains(&lower(first).as_str());
        // Cheap before thorough: the sign is looked for in all the texts.
        let sign = || sources.texts().iter().any(|text| text.contains(['°', '℃', '℉']));
        if degrees && absent(first) && sign() {
            out.push((first.range.clone(), number.key));
        }
        let unit_word = match behind.peek() {
            Some(next) if degrees => next,
            _ => first,
        };
        let Some((unit, end)) = unit_at(text, unit_word) else {
            continue;
        };
        let inside = words
            .iter()
            .skip(at + 1)
            .take_while(|word| word.range.start < end)
            .filter(|word| absent(word));
        let inside: Vec<Range<usize>> = inside.map(|word| word.range.clone()).collect();
        if inside.is_empty() {
            continue;
        }
        let there = standing(unit, sources).or_else(|| has_sign(unit, sources).then_some(number.key));
        out.extend(
            there
                .into_iter()
                .flat_map(|key| inside.iter().map(move |range| (range.clone(), key))),
        );
    }
    out
}

/// Whether two words are one unit in other writing.
pub(super) fn are_one(ours: &Token, theirs: &Token) -> bool {
    let unit = |token: &Token| {
        let mut lines = UNITS.iter();
        lines
            .find(|(_, written)| written.contains(&token.lower.as_str()))
            .map(|(unit, _)| *unit)
    };
    unit(ours).is_some_and(|ours| unit(theirs) == Some(ours))
}

fn beside(text: &str, number: &Word, next: &Word) -> bool {
    text.get(number.range.end..next.range.start)
        .is_some_and(|between| matches!(between, "" | " " | "-" | "\u{A0}" | "\u{202F}" | " °" | "°"))
}

/// The unit that begins where a word does, and where it ends.
fn unit_at(text: &str, word: &Word) -> Option<(&'static str, usize)> {
    let rest = text.get(word.range.start..)?;
    let all = UNITS
        .iter()
        .flat_map(|(unit, written)| written.iter().map(move |text| (*unit, *text)));
    if rest.starts_with(is_unspaced) {
        // The longest of those that fit.
        return all
            .filter(|(_, written)| written.starts_with(is_unspaced) && rest.starts_with(*written))
            .max_by_key(|(_, written)| written.len())
            .map(|(unit, written)| (unit, word.range.start + written.len()));
    }
    let lower = text.get(word.range.clone())?.to_lowercase();
    all.into_iter()
        .find(|(_, written)| *written == lower)
        .map(|(unit, _)| (unit, word.range.end))
}

/// The key of another writing of a unit that the sources have.
fn standing(unit: &str, sources: &Sources<'_>) -> Option<Key> {
    let (_, written) = UNITS.iter().find(|(name, _)| *name == unit)?;
    written.iter().find_map(|written| {
        let word = words(written).into_iter().next()?;
        sources.keys().contains(&word.key).then_some(word.key)
    })
}

/// Whether the sources have the sign of a currency, or of per cent.
fn has_sign(unit: &str, sources: &Sources<'_>) -> bool {
    let contains = |sign: &str| sources.texts().iter().any(|text| text.contains(sign));
    if unit == "%" {
        return contains("%") || contains("％");
    }
    let degrees = |letter: char| {
        ["°", "° "]
            .iter()
            .any(|sign| contains(&format!("{sign}{letter}")))
    };
    match unit {
        "°c" => return degrees('C') || contains("℃"),
        "°f" => return degrees('F') || contains("℉"),
        _ => {}
    }
    // "£" is the sign of pounds, which weigh as well.
    let unit = if unit == "lb" { "gbp" } else { unit };
    // The words of text without spaces are pairs, which a number cuts.
    let mut written = UNITS
        .iter()
        .filter(|(name, _)| *name == unit)
        .flat_map(|(_, all)| all.iter());
    if written.any(|word| word.starts_with(is_unspaced) && word.len() > 3 && contains(word)) {
        return true;
    }
    PREFIXES
        .iter()
        .any(|(sign, name)| *name == unit && (contains(sign) || contains(&sign.to_uppercase())))
}
