//! A row of names or years, each with a number: "Berlin has 370 schools and Hamburg 190". A statement that gives one
//! of them the number of another is a place to look. It is no conflict: the row may be read in other ways.

use super::Side;
use crate::text::words::{Key, Kind};

/// A row has at least so many members.
const LEAST: usize = 2;

/// A name or year, or the number that is told of one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    Label(Key),
    Number(Key),
}

/// Whether `stands` tells a number of each of several, and `said` tells one of them the number of another.
pub(super) fn is_mixed_up(said: &Side<'_>, stands: &Side<'_>) -> bool {
    let row = pairs(&members(stands));
    let labels = row.iter().filter(|(label, _)| holds(said, *label));
    let numbers = row.iter().filter(|(_, number)| holds(said, *number));
    let (labels, numbers): (Vec<_>, Vec<_>) = (labels.collect(), numbers.collect());
    match (labels.as_slice(), numbers.as_slice()) {
        ([label], [number]) => label != number,
        _ => false,
    }
}

fn holds(side: &Side<'_>, key: Key) -> bool {
    side.tokens.iter().any(|token| token.word.key == key)
}

/// Names, years and numbers in their order; the words of one name count once.
fn members(side: &Side<'_>) -> Vec<Member> {
    let mut out: Vec<Member> = Vec::new();
    let mut name = None;
    for (at, token) in side.tokens.iter().enumerate() {
        if token.word.stop {
            continue;
        }
        let key = token.word.key;
        if token.is_number() {
            let digits = token.lower.len() == 4 && token.lower.bytes().all(|b| b.is_ascii_digit());
            let year = digits && token.lower.starts_with(['1', '2']);
            out.push(if year {
                Member::Label(key)
            } else {
                Member::Number(key)
            });
        } else if token.word.kind == Kind::Word && token.word.capital {
            if name == at.checked_sub(1) && at > 0 && matches!(out.last(), Some(Member::Label(_))) {
                out.pop();
            }
            name = Some(at);
            out.push(Member::Label(key));
        }
    }
    out
}

/// The pairs of a row in which names and numbers take turns; none where they don't, or one stands twice.
fn pairs(members: &[Member]) -> Vec<(Key, Key)> {
    let pairs: Option<Vec<(Key, Key)>> = members
        .chunks(2)
        .map(|pair| match pair {
            [Member::Label(label), Member::Number(number)]
            | [Member::Number(number), Member::Label(label)] => Some((*label, *number)),
            _ => None,
        })
        .collect();
    let first = |member: Option<&Member>| member.map(|member| matches!(member, Member::Label(_)));
    let turns = members
        .iter()
        .step_by(2)
        .all(|member| first(Some(member)) == first(members.first()));
    let pairs = pairs
        .filter(|pairs| turns && pairs.len() >= LEAST)
        .unwrap_or_default();
    let twice = |n: usize, (label, number): &(Key, Key)| {
        pairs
            .iter()
            .skip(n + 1)
            .any(|(other, count)| other == label || count == number)
    };
    if pairs.iter().enumerate().any(|(n, pair)| twice(n, pair)) {
        return Vec::new();
    }
    pairs
}
