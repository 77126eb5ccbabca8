//! Dates: years of the same event, months and weekdays, days beside months.

use super::{Against, Counted};
use crate::judge::embedded::rules::lexicon::CALENDAR;
use crate::judge::embedded::rules::{Conflict, Rule, Side, Token};
use crate::judge::embedded::sources::Sources;
use crate::text::script::is_unspaced;
use crate::text::words::{Key, Kind, words};

/// "opened in 1987" where the source has "opened in 1978", or "built in 1987 and opened in 1990".
pub(super) fn years(against: &Against<'_, '_>, ours: &[Counted<'_>]) -> Option<Conflict> {
    let said = against.said;
    ours.iter().filter(|number| number.year).find_map(|number| {
        let event = event_before(said, number.at)?;
        let mut other = None;
        for (side, their) in against.numbers().filter(|(_, their)| their.year) {
            if event_before(side, their.at) == Some(event) {
                if their.token.word.key == number.token.word.key {
                    return None;
                }
                other = other.or(Some(side.raw(their.token.word.range.clone()).to_owned()));
            }
        }
        other.map(|stands| Conflict {
            rule: Rule::Date,
            said: said.raw(number.token.word.range.clone()).to_owned(),
            stands,
        })
    })
}

/// The content word in front of a year, with at most three words of grammar between.
fn event_before(side: &Side<'_>, at: usize) -> Option<Key> {
    let before = side.tokens.get(..at)?.iter().rev().take(4);
    before
        .take_while(|token| !token.is_number())
        .find(|token| token.is_content() && !month(&token.lower))
        .map(|token| token.word.key)
}

fn month(lower: &str) -> bool {
    CALENDAR
        .first()
        .is_some_and(|months| months.iter().any(|names| names.contains(&lower)))
}

/// Another month or weekday.
pub(super) fn calendar(sources: &Sources<'_>, said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
    let mut out = Vec::new();
    for kind in CALENDAR {
        let ours = named(kind, said);
        let theirs: Vec<(usize, &str)> = stands.iter().flat_map(|side| named(kind, side)).collect();
        for (member, name) in &ours {
            let known = words(name)
                .iter()
                .all(|word| word.stop || sources.keys().contains(&word.key));
            let there = known || theirs.iter().any(|(other, _)| other == member);
            // What else the source names, and the statement doesn't.
            let other = theirs
                .iter()
                .find(|(other, _)| !ours.iter().any(|(member, _)| member == other));
            if let Some((_, stands)) = other.filter(|_| !there) {
                out.push(Conflict {
                    rule: Rule::Date,
                    said: (*name).to_owned(),
                    stands: (*stands).to_owned(),
                });
            }
        }
    }
    out
}

fn named<'t>(kind: &[&[&'static str]], side: &Side<'t>) -> Vec<(usize, &'t str)> {
    let mut out: Vec<(usize, &'t str)> = Vec::new();
    for (member, names) in kind.iter().enumerate() {
        for name in *names {
            let spaced = !name.contains(is_unspaced);
            let place = if spaced {
                // "may" is a verb as well.
                side.tokens
                    .iter()
                    .filter(|token| {
                        token.lower == *name && (*name != "may" && *name != "march" || token.word.capital)
                    })
                    .map(|token| token.word.range.clone())
                    .next()
            } else {
                side.text.find(name).map(|at| at..at + name.len())
            };
            if let Some(range) = place {
                out.push((member, side.raw(range)));
                break;
            }
        }
    }
    out
}

/// "5 May" where the source has "6 May".
pub(super) fn days(sources: &Sources<'_>, said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
    let theirs: Vec<Dated<'_>> = stands.iter().flat_map(dated).collect();
    dated(said)
        .into_iter()
        .filter_map(|ours| {
            let mut same = theirs.iter().filter(|their| their.month == ours.month).peekable();
            let first = same.peek()?.shown;
            let known =
                sources.holds_pair(&(ours.month, ours.day)) || sources.holds_pair(&(ours.day, ours.month));
            (!known && !same.any(|their| their.day == ours.day)).then(|| Conflict {
                rule: Rule::Date,
                said: ours.shown.to_owned(),
                stands: first.to_owned(),
            })
        })
        .collect()
}

/// A month with the day beside it.
struct Dated<'t> {
    month: Key,
    day: Key,
    shown: &'t str,
}

/// Months with the day beside them.
fn dated<'t>(side: &Side<'t>) -> Vec<Dated<'t>> {
    let mut out = Vec::new();
    for (at, token) in side.tokens.iter().enumerate() {
        if !month(&token.lower) || token.word.kind != Kind::Word {
            continue;
        }
        let is_day = |other: &&Token| {
            other.is_number()
                && other.word.range.len() <= 4
                && other.lower.chars().filter(char::is_ascii_digit).count() <= 2
        };
        let before = at
            .checked_sub(1)
            .and_then(|at| side.tokens.get(at))
            .filter(is_day);
        let behind = side.tokens.get(at + 1).filter(is_day);
        for day in [before, behind].into_iter().flatten() {
            let start = day.word.range.start.min(token.word.range.start);
            let end = day.word.range.end.max(token.word.range.end);
            out.push(Dated {
                month: token.word.key,
                day: day.word.key,
                shown: side.raw(start..end),
            });
        }
    }
    out
}
