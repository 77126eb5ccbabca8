//! "Has a lift" where the source has "lacks a lift", and "largest" where it has "second largest".

use super::{Conflict, Rule, Side};

/// What a thing that is lacked has not.
pub(super) fn conflict(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    lacked(said, best, false)
        .or_else(|| lacked(best, said, true))
        .or_else(|| ranked(said, best))
}

/// So many words behind "lacks" or "has" stands what is meant.
const REACH: usize = 3;

fn word<'s>(side: &'s Side<'_>, at: usize) -> &'s str {
    side.tokens.get(at).map_or("", |token| token.lower.as_str())
}

/// `turned`: the statement is the one that lacks it.
fn lacked(has: &Side<'_>, lacks: &Side<'_>, turned: bool) -> Option<Conflict> {
    const LACKS: &[&str] = &["lack", "lacks", "lacked"];
    const HAS: &[&str] = &["has", "have", "had"];
    // A statement with any denial may say the same.
    if super::negation::says_no(has) {
        return None;
    }
    let first = |side: &Side<'_>, at: usize| {
        (at + 1..=at + REACH).find(|next| {
            side.tokens
                .get(*next)
                .is_some_and(|token| token.is_content() && !token.is_number())
        })
    };
    let lack = (0..lacks.tokens.len()).find(|at| LACKS.contains(&word(lacks, *at)))?;
    let thing = first(lacks, lack)?;
    let key = lacks.tokens.get(thing)?.word.key;
    let (from, to) = (0..has.tokens.len())
        .filter(|at| HAS.contains(&word(has, *at)))
        .find_map(|at| {
            let to = first(has, at)?;
            (has.tokens.get(to)?.word.key == key).then_some((at, to))
        })?;
    let shown = |side: &Side<'_>, from: usize, to: usize| {
        let (start, end) = (side.tokens.get(from)?, side.tokens.get(to)?);
        Some(side.raw(start.word.range.start..end.word.range.end).to_owned())
    };
    let (with, without) = (shown(has, from, to)?, shown(lacks, lack, thing)?);
    let (said, stands) = if turned { (without, with) } else { (with, without) };
    Some(Conflict {
        rule: Rule::Negation,
        said,
        stands,
    })
}

const ORDINALS: &[&str] = &[
    "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "2nd", "3rd",
    "4th", "5th", "6th", "7th", "8th", "9th", "10th",
];

/// "The largest" where the best sentence says only "the second largest".
fn ranked(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    let is_rank = |side: &Side<'_>, at: usize| {
        at.checked_sub(1)
            .is_some_and(|at| ORDINALS.contains(&word(side, at)))
    };
    (0..said.tokens.len()).find_map(|at| {
        let token = said.tokens.get(at)?;
        let superlative = token.lower.len() > 5 && token.lower.ends_with("est");
        if !superlative || is_rank(said, at) || word(said, at.checked_sub(1)?) != "the" {
            return None;
        }
        let mut places = (0..best.tokens.len())
            .filter(|at| word(best, *at) == token.lower)
            .peekable();
        let place = *places.peek()?;
        let rank = best.tokens.get(place.checked_sub(1)?)?;
        places.all(|at| is_rank(best, at)).then(|| Conflict {
            rule: Rule::Number,
            said: said.raw(token.word.range.clone()).to_owned(),
            stands: best
                .raw(rank.word.range.start..best.tokens.get(place).map_or(0, |token| token.word.range.end))
                .to_owned(),
        })
    })
}
