//! Names that took each other's part: "Anna led and Ben analysed" against "Ben led and Anna analysed", "Anna resigned and was
//! succeeded by Ben" against "Ben resigned and was succeeded by Anna".
//!
//! A part is told by the word behind a name, or by the word and the preposition in front of it. Two names around one verb are
//! [`swap`](super::swap)'s matter.

use super::lexicon::roles::{DOERS, MUTUAL};
use super::moved::{is_circumstance, is_german};
use super::swap::{Name, all_names, is_free};
use super::{Conflict, Rule, Side, Token};
use crate::text::words::Key;

/// Between a name and the word that tells its part stand so many words of grammar at most.
const APART: usize = 3;

/// What stands in front of one that something is compared with, done by, or told of.
const PREPOSITIONS: &[&str] = &["than", "of", "from", "after", "als", "que", "di", "del", "de"];

/// The same both ways round, besides [`MUTUAL`].
const EVEN: &[&str] = &[
    "different",
    "differs",
    "similar",
    "equal",
    "far",
    "close",
    "distinct",
    "apart",
    "kilometres",
    "kilometers",
    "km",
    "miles",
];

const BEING: &[&str] = &[
    "is", "was", "are", "were", "been", "be", "being", "wurde", "wird", "ist", "war", "fue", "est", "été",
];

pub(super) fn conflict(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    // In German what stands in front of a verb may be its object.
    if is_free(said.text) || is_german(said) {
        return None;
    }
    let (ours, theirs) = (parts(said), parts(best));
    // Of the names that stand once on each side.
    let pairs: Vec<(&Part, &Part)> = ours
        .iter()
        .filter_map(|our| {
            let same = |of: &[Part]| of.iter().filter(|part| part.name == our.name).count();
            let their = theirs.iter().find(|their| their.name == our.name)?;
            (same(&ours) == 1 && same(&theirs) == 1).then_some((our, their))
        })
        .collect();
    pairs.iter().enumerate().find_map(|(at, (one, one_there))| {
        let mut others = pairs.iter().enumerate().filter(|(other, _)| *other != at);
        others.find_map(|(_, (other, other_there))| {
            let taken =
                |a: &Option<Told>, b: &Option<Told>, own: &Option<Told>| a.is_some() && a == b && a != own;
            let does = taken(&one.behind, &other_there.behind, &one_there.behind);
            let other_does = taken(&other.behind, &one_there.behind, &other_there.behind);
            let bears = taken(&other.before, &one_there.before, &other_there.before);
            (does && (other_does || bears)).then(|| Conflict {
                rule: Rule::Swap,
                said: said.raw(one.start..one.end).to_owned(),
                stands: best.raw(other_there.start..other_there.end).to_owned(),
            })
        })
    })
}

/// What tells a part: a word, and the preposition or the passive that stands between it and the name.
#[derive(PartialEq, Eq)]
struct Told {
    word: Key,
    by: Option<String>,
}

/// A name with what stands beside it.
struct Part {
    /// Its last word.
    name: Key,
    behind: Option<Told>,
    before: Option<Told>,
    /// Where the name begins, and what is told of it ends.
    start: usize,
    end: usize,
}

fn parts(side: &Side<'_>) -> Vec<Part> {
    all_names(side)
        .into_iter()
        // "June" did nothing.
        .filter(|name| !is_circumstance(side, &(name.start..name.end).collect::<Vec<_>>()))
        .filter_map(|name| {
            let last = side.tokens.get(name.end.checked_sub(1)?)?;
            let first = side.tokens.get(name.start)?;
            let behind = behind(side, &name);
            let end = behind.as_ref().map_or(last.word.range.end, |(_, end)| *end);
            Some(Part {
                name: last.word.key,
                behind: behind.map(|(told, _)| told),
                before: before(side, &name),
                start: first.word.range.start,
                end,
            })
        })
        .collect()
}

/// Whether nothing but a space stands in front of a word.
fn goes_on(side: &Side<'_>, at: usize) -> bool {
    side.joint(at).is_some_and(|(_, between, _)| between == " ")
}

fn tells(token: &Token) -> bool {
    let even = |list: &[&str]| list.contains(&token.lower.as_str());
    token.is_content() && !token.is_number() && !token.word.capital && !even(MUTUAL) && !even(EVEN)
}

fn behind(side: &Side<'_>, name: &Name) -> Option<(Told, usize)> {
    let mut passive = None;
    let comma = |at: usize| side.joint(at).is_some_and(|(_, between, _)| between == ", ");
    // "Its head, Helena Marsh, resigned": what follows is said of the name.
    let between_commas = comma(name.start) && comma(name.end);
    for at in name.end..=name.end + APART {
        let follows = goes_on(side, at) || (at == name.end && between_commas);
        let token = side.tokens.get(at).filter(|_| follows)?;
        if BEING.contains(&token.lower.as_str()) {
            passive = Some(String::new());
        }
        if token.is_content() {
            // "Is" makes a passive of a verb that has a doer behind it; elsewhere it says nothing of who does what.
            let doer = side.tokens.get(at + 1..at + 3).unwrap_or_default();
            let by = passive.filter(|_| doer.iter().any(|next| DOERS.contains(&next.lower.as_str())));
            return tells(token).then(|| {
                let told = Told {
                    word: token.word.key,
                    by,
                };
                (told, token.word.range.end)
            });
        }
    }
    None
}

fn before(side: &Side<'_>, name: &Name) -> Option<Told> {
    let mut by = None;
    for back in 1..=APART {
        let at = name.start.checked_sub(back)?;
        let token = side.tokens.get(at).filter(|_| goes_on(side, at + 1))?;
        let lower = token.lower.as_str();
        if by.is_none() && (DOERS.contains(&lower) || PREPOSITIONS.contains(&lower)) {
            by = Some(lower.to_owned());
        } else if token.is_content() {
            return (tells(token) && by.is_some()).then_some(Told {
                word: token.word.key,
                by,
            });
        }
    }
    None
}
