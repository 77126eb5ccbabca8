//! What stands behind the same words, dealt otherwise: "opens on Monday and closes on Friday" against "opens on Friday and
//! closes on Monday". Names, months, weekdays.

use std::collections::BTreeMap;

use super::moved::is_in_calendar;
use super::{Conflict, Rule, Side, Token};
use crate::text::words::{Key, Kind};

/// Between the word and what is pinned to it stand so many words of grammar at most.
const APART: usize = 3;

pub(super) fn conflicts(said: &Side<'_>, stands: &[Side<'_>]) -> Option<Conflict> {
    let ours = pinned(said)?;
    stands.iter().find_map(|side| {
        let theirs = pinned(side)?;
        let values = |of: &Pinned| {
            let mut values: Vec<Key> = of.values().map(|at| at.key).collect();
            values.sort_unstable();
            values
        };
        if !ours.keys().eq(theirs.keys()) || values(&ours) != values(&theirs) {
            return None;
        }
        let (first, their) = ours
            .values()
            .zip(theirs.values())
            .filter(|(our, their)| our.key != their.key)
            .min_by_key(|(our, _)| our.start)?;
        Some(Conflict {
            rule: Rule::Swap,
            said: said.raw(first.start..first.end).to_owned(),
            stands: side.raw(their.start..their.end).to_owned(),
        })
    })
}

struct Pin {
    key: Key,
    start: usize,
    end: usize,
}

type Pinned = BTreeMap<Key, Pin>;

/// What stands behind which word; `None`: less than two, or two behind the same word.
fn pinned(side: &Side<'_>) -> Option<Pinned> {
    let mut out = Pinned::new();
    for (at, token) in side.tokens.iter().enumerate() {
        let goes_on = side
            .tokens
            .get(at + 1)
            .is_some_and(|next| is_value(next) && follows(side, token, next));
        if !is_value(token) || goes_on {
            continue;
        }
        // The first word of a name of several.
        let mut first = at;
        while let Some(before) = first.checked_sub(1)
            && let (Some(one), Some(other)) = (side.tokens.get(before), side.tokens.get(first))
            && is_value(one)
            && follows(side, one, other)
        {
            first = before;
        }
        let before = side.tokens.get(..first).unwrap_or_default();
        let grammar = before.iter().rev().take_while(|token| token.word.stop).count();
        let Some(word) = before.iter().rev().nth(grammar) else {
            continue;
        };
        if grammar > APART || is_value(word) || word.word.kind != Kind::Word {
            continue;
        }
        let pin = Pin {
            key: token.word.key,
            start: word.word.range.start,
            end: token.word.range.end,
        };
        if out.insert(word.word.key, pin).is_some() {
            return None;
        }
    }
    (out.len() >= 2).then_some(out)
}

fn is_value(token: &Token) -> bool {
    is_in_calendar(token)
        || (token.word.kind == Kind::Word && token.word.capital && !token.word.opens && token.is_content())
}

fn follows(side: &Side<'_>, token: &Token, next: &Token) -> bool {
    side.between(token, next) == " "
}
