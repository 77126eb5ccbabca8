//! A word where the source has its opposite.

use super::converses::is_turned;
use super::lexicon::{NEGATING, OPPOSITE_CHARACTERS, OPPOSITES};
use super::negation::is_negated;
use super::{Conflict, Rule, Side};
use crate::judge::embedded::sources::Sources;
use crate::text::stem::stem;

pub(super) fn conflicts(sources: &Sources<'_>, said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
    let mut out = Vec::new();
    if stands.iter().any(|side| is_turned(said, side)) {
        return out;
    }
    for (at, token) in said
        .tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| !token.is_number())
    {
        // What the source says as well is no opposite of it.
        if sources.keys().contains(&token.word.key) || stands.iter().any(|side| side.has_key(token)) {
            continue;
        }
        let opposite = opposites(&token.lower).find_map(|other| {
            if said.tokens.iter().any(|token| same(&token.lower, other)) {
                return None;
            }
            // "Not allowed" is "forbidden".
            let negated = is_negated(said, at);
            let found = stands.iter().find_map(|side| {
                let place = side.tokens.iter().position(|token| same(&token.lower, other))?;
                Some((side, place, side.tokens.get(place)?))
            });
            found
                .filter(|(side, place, _)| is_negated(side, *place) == negated)
                .map(|(side, _, token)| (side, token))
        });
        if let Some((side, other)) = opposite {
            out.push(Conflict {
                rule: Rule::Opposite,
                said: said.raw(token.word.range.clone()).to_owned(),
                stands: side.raw(other.word.range.clone()).to_owned(),
            });
        }
    }
    out.extend(characters(said, stands));
    out
}

/// The opposites of a word, by its stem.
pub(super) fn opposites(lower: &str) -> impl Iterator<Item = &'static str> {
    OPPOSITES.iter().filter_map(move |(a, b)| {
        if same(lower, a) {
            Some(*b)
        } else if same(lower, b) {
            Some(*a)
        } else {
            None
        }
    })
}

fn same(lower: &str, listed: &str) -> bool {
    if lower == listed {
        return true;
    }
    // Cheap before thorough: inflections share their beginning.
    if !lower.is_ascii() || lower.get(..1) != listed.get(..1) {
        return false;
    }
    let (mut a, mut b) = (lower.to_owned(), listed.to_owned());
    stem(&mut a);
    stem(&mut b);
    a == b
}

fn is_negated_in(text: &str, word: &str) -> bool {
    text.split_once(word).is_some_and(|(before, _)| {
        before
            .trim_end_matches(['能', '得', '被', '可', '有'])
            .ends_with(NEGATING)
    })
}

fn characters(said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
    let both_ways = OPPOSITE_CHARACTERS.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
    both_ways
        .filter(|(ours, theirs)| {
            said.text.contains(ours)
                && !said.text.contains(theirs)
                && stands.iter().any(|side| side.text.contains(theirs))
                && !stands.iter().any(|side| side.text.contains(ours))
                // 不允許 is 禁止.
                && is_negated_in(said.text, ours)
                    == stands.iter().any(|side| is_negated_in(side.text, theirs))
        })
        .map(|(ours, theirs)| Conflict {
            rule: Rule::Opposite,
            said: ours.to_owned(),
            stands: theirs.to_owned(),
        })
        .collect()
}
