//! A word where the source has its opposite.

use super::lexicon::{OPPOSITE_CHARACTERS, OPPOSITES};
use super::{Conflict, Rule, Side};
use crate::judge::embedded::sources::Sources;
use crate::text::stem::stem;

pub(super) fn conflicts(sources: &Sources<'_>, said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
    let mut out = Vec::new();
    for token in said.tokens.iter().filter(|token| !token.is_number()) {
        // What the source says as well is no opposite of it.
        if sources.keys().contains(&token.word.key) || stands.iter().any(|side| side.has_key(token)) {
            continue;
        }
        let opposite = opposites(&token.lower).find_map(|other| {
            if said.tokens.iter().any(|token| same(&token.lower, other)) {
                return None;
            }
            let mut tokens = stands
                .iter()
                .flat_map(|side| side.tokens.iter().map(move |token| (side, token)));
            tokens.find(|(_, token)| same(&token.lower, other))
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
fn opposites(lower: &str) -> impl Iterator<Item = &'static str> {
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

fn characters(said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
    let both_ways = OPPOSITE_CHARACTERS.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
    both_ways
        .filter(|(ours, theirs)| {
            said.text.contains(ours)
                && !said.text.contains(theirs)
                && stands.iter().any(|side| side.text.contains(theirs))
                && !stands.iter().any(|side| side.text.contains(ours))
        })
        .map(|(ours, theirs)| Conflict {
            rule: Rule::Opposite,
            said: ours.to_owned(),
            stands: theirs.to_owned(),
        })
        .collect()
}
