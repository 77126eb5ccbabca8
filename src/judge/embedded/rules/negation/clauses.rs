//! A sentence that says one thing and denies another: "allowed on deck but not in the cabins", "does not accept cards but
//! accepts cash". A statement is held against the clause that it is about.

use super::{is_negator, negators};
use crate::judge::embedded::rules::lexicon::denial::{ALL, BUT};
use crate::judge::embedded::rules::{Conflict, Rule, Side, Token};
use crate::judge::embedded::table::Table;
use crate::text::words::Key;

pub(super) enum Verdict {
    /// One negates what the other says.
    Differs(Conflict),
    /// Both negate it, or neither does.
    Same,
}

/// A clause: its tokens, and whether it is negated.
struct Clause<'s, 't> {
    side: &'s Side<'t>,
    from: usize,
    to: usize,
    negator: Option<usize>,
    /// The negation is its first word: it leaves out what the clause before it says.
    elliptic: bool,
}

impl Clause<'_, '_> {
    fn content<'a>(&'a self, table: &'a Table) -> impl Iterator<Item = (usize, Key)> + 'a {
        let tokens = self.side.tokens.iter().enumerate().take(self.to).skip(self.from);
        let tells = move |(_, token): &(usize, &Token)| {
            let grammar = is_negator(token) || BUT.contains(&token.lower.as_str());
            token.is_content() && !grammar && table.weight(&token.word) > 0.0
        };
        tokens.filter(tells).map(|(at, token)| (at, token.word.key))
    }

    fn text(&self) -> String {
        let start = self
            .side
            .tokens
            .get(self.from)
            .map_or(0, |token| token.word.range.start);
        let end = self.to.checked_sub(1).and_then(|at| self.side.tokens.get(at));
        let end = end.map_or(start, |token| token.word.range.end);
        self.side.raw(start..end).to_owned()
    }
}

/// What the clauses of the statement say beside those of the source's sentence; `None` where the sentence isn't of that
/// kind, or none of its clauses is the one that is meant.
pub(super) fn decide(table: &Table, said: &Side<'_>, best: &Side<'_>) -> Option<Verdict> {
    let theirs = clauses(best);
    if theirs.len() < 2 {
        return None;
    }
    let mut same = false;
    for ours in clauses(said) {
        for pair in theirs.windows(2) {
            let [first, second] = pair else { continue };
            if first.negator.is_some() == second.negator.is_some() {
                continue;
            }
            let Some(meant) = which(table, &ours, first, second) else {
                continue;
            };
            if meant.negator.is_some() == ours.negator.is_some() {
                same = true;
            } else {
                return Some(Verdict::Differs(Conflict {
                    rule: Rule::Negation,
                    said: ours.text(),
                    stands: meant.text(),
                }));
            }
        }
    }
    same.then_some(Verdict::Same)
}

fn clauses<'s, 't>(side: &'s Side<'t>) -> Vec<Clause<'s, 't>> {
    let negations: Vec<usize> = negators(side).map(|(at, _)| at).collect();
    let splits = |at: usize| {
        let Some((before, between, token)) = side.joint(at) else {
            return false;
        };
        let lower = token.lower.as_str();
        // "All but one", "nothing but": no clause.
        let all = ALL.contains(&before.lower.as_str());
        let but = BUT.contains(&lower) && !all;
        let joins =
            between.contains(',') || matches!(before.lower.as_str(), "and" | "und" | "et" | "y" | "e" | "и");
        between.contains([';', '；']) || but || (joins && negations.contains(&at))
    };
    // ", not to the dealer, and keep the receipt": what is left out ends at the next comma.
    let left_out = |at: usize| {
        let comma = side
            .joint(at)
            .is_some_and(|(_, between, _)| between.contains([',', '，']));
        let mut before = (1..at).rev();
        let opens = before.find(|at| {
            side.joint(*at)
                .is_some_and(|(_, between, _)| between.contains([',', ';', '，', '；']))
        });
        comma && opens.is_some_and(|opens| negations.contains(&opens))
    };
    let mut cuts: Vec<usize> = (1..side.tokens.len())
        .filter(|at| splits(*at) || left_out(*at))
        .collect();
    cuts.push(side.tokens.len());
    let mut from = 0;
    cuts.into_iter()
        .map(|to| {
            let negator = negations.iter().copied().find(|at| (from..to).contains(at));
            // "but not in the cabins", ", not on Sundays"
            let is_but = |at: usize| {
                side.tokens
                    .get(at)
                    .is_some_and(|token| BUT.contains(&token.lower.as_str()))
            };
            let first = from + usize::from(is_but(from));
            let clause = Clause {
                side,
                from,
                to,
                negator,
                elliptic: from > 0 && negator == Some(first),
            };
            from = to;
            clause
        })
        .collect()
}

/// Of two clauses the one whose own words a clause of the statement has, and not those of the other.
fn which<'c, 's, 't>(
    table: &Table,
    ours: &Clause<'_, '_>,
    first: &'c Clause<'s, 't>,
    second: &'c Clause<'s, 't>,
) -> Option<&'c Clause<'s, 't>> {
    let (one, two): (Vec<_>, Vec<_>) = (first.content(table).collect(), second.content(table).collect());
    let shared = |list: &[(usize, Key)], key: Key| list.iter().any(|(_, other)| *other == key);
    let at_shared = one.iter().position(|(_, key)| shared(&two, *key));
    let (own_one, own_two): (Vec<Key>, Vec<Key>) = match at_shared {
        Some(at) => {
            let key = one.get(at)?.1;
            let there = two.iter().position(|(_, other)| *other == key)?;
            // Where the second has a subject of its own, both are told by theirs as well.
            let from = if there > 0 { 0 } else { at };
            let own = |list: &[(usize, Key)], other: &[(usize, Key)], from: usize| -> Vec<Key> {
                let keys = list.iter().skip(from).map(|(_, key)| *key);
                keys.filter(|key| !shared(other, *key)).collect()
            };
            (own(&one, &two, from), own(&two, &one, 0))
        }
        // Nothing in common: the second stands for the end of the first.
        None => {
            let last: Vec<Key> = one
                .iter()
                .rev()
                .take(two.len().max(1))
                .map(|(_, key)| *key)
                .collect();
            (last, two.iter().map(|(_, key)| *key).collect())
        }
    };
    if at_shared.is_none() && !second.elliptic && one.len() <= two.len() {
        return None;
    }
    let keys: Vec<Key> = ours.content(table).map(|(_, key)| key).collect();
    let count = |own: &[Key]| own.iter().filter(|key| keys.contains(key)).count();
    let (hits_one, hits_two) = (count(&own_one), count(&own_two));
    match (hits_one, hits_two) {
        (1.., 0) => Some(first),
        (0, 1..) => Some(second),
        _ => None,
    }
}
