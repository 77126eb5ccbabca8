//! Dates: years of the same event, months and weekdays, days beside months.

use super::Compared;
use crate::judge::embedded::rules::lexicon::calendar::CALENDAR;
use crate::judge::embedded::rules::matter::Matter;
use crate::judge::embedded::rules::{Conflict, Rule, Side, Token, months};
use crate::judge::embedded::sources::Sources;
use crate::text::script::is_unspaced;
use crate::text::words::{Key, Kind, words};

/// "opened in 1987" where the source has "opened in 1978", or "built in 1987 and opened in 1990".
pub(super) fn years(compared: Compared<'_, '_>) -> Option<Conflict> {
    let Compared { said, ours, .. } = compared;
    ours.iter().filter(|number| number.year).find_map(|number| {
        let event = event_before(said, number.at)?;
        let mut other = None;
        for (side, counted) in compared.sides() {
            for their in counted.iter().filter(|their| their.year) {
                let same = their.token.word.key == number.token.word.key;
                let theirs = event_before(side, their.at);
                // "In 1999 the firm had": a year in front belongs to what follows. And in "Emma moved in 1990, Lucy in 1995"
                // what stands in front of the year is whose it is: where the statement says that, the year is its own.
                let before = said.tokens.get(..number.at).unwrap_or_default();
                let own = |token: &&Token| !token.is_number() || is_day_of(token, said);
                let its_own = |theirs: Key| {
                    let mut own = before.iter().rev().take_while(own);
                    own.any(|token| token.word.key == theirs)
                };
                let of_it = pronoun_for(said, number.at, side, their.at, event);
                if same && (of_it || theirs.is_none_or(its_own)) {
                    return None;
                }
                if theirs == Some(event) || of_it {
                    other = other.or(Some(side.raw(their.token.word.range.clone()).to_owned()));
                }
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
    // Not across a mark; "in May, 1987" and "May 3, 1987" are one date.
    let apart = |at: usize| {
        side.joint(at + 1).is_some_and(|(token, between, _)| {
            between.contains([';', ':', '(', ')', '；', '，'])
                || (between.contains(',') && !month(&token.lower) && !is_day_of(token, side))
        })
    };
    let before = (at.saturating_sub(5)..at).rev();
    before
        .map_while(|at| Some((at, side.tokens.get(at)?)))
        // The day of "14 May 2020" is no other number.
        .take_while(|(at, token)| (!token.is_number() || is_day_of(token, side)) && !apart(*at))
        .map(|(_, token)| token)
        .find(|token| token.is_content() && !token.is_number() && !month(&token.lower))
        .map(|token| token.word.key)
}

/// A day with its month beside it.
fn is_day_of(token: &Token, side: &Side<'_>) -> bool {
    let start = token.word.range.start;
    let next = side.tokens.iter().find(|next| next.word.range.start > start);
    let before = side
        .tokens
        .iter()
        .rev()
        .find(|before| before.word.range.start < start);
    token.is_number()
        && token.lower.chars().filter(char::is_ascii_digit).count() <= 2
        && (next.is_some_and(|next| month(&next.lower)) || before.is_some_and(|before| month(&before.lower)))
}

/// "Commanded it until 2019" where the source has "commanded the ferry until 2009": the pronoun stands for what is named there
/// between the verb and the year.
fn pronoun_for(said: &Side<'_>, ours: usize, side: &Side<'_>, theirs: usize, event: Key) -> bool {
    const PRONOUNS: &[&str] = &[
        "it", "him", "her", "them", "this", "that", "es", "ihn", "sie", "lo", "la", "le",
    ];
    let before = |side: &'_ Side<'_>, at: usize, n: usize| at.saturating_sub(n)..at.min(side.tokens.len());
    let said_so = said
        .tokens
        .get(before(said, ours, 3))
        .unwrap_or_default()
        .iter()
        .any(|token| PRONOUNS.contains(&token.lower.as_str()));
    let near = side.tokens.get(before(side, theirs, 6)).unwrap_or_default();
    let plain = near.iter().all(|token| !token.is_number());
    said_so && plain && near.iter().any(|token| token.word.key == event)
}

fn month(lower: &str) -> bool {
    CALENDAR
        .first()
        .is_some_and(|months| months.iter().any(|names| names.contains(&lower)))
}

/// Another month or weekday.
pub(super) fn calendar(
    sources: &Sources<'_>,
    matter: &Matter<'_, '_>,
    said: &Side<'_>,
    stands: &[Side<'_>],
) -> Vec<Conflict> {
    let mut out = Vec::new();
    for kind in CALENDAR {
        let ours = named(kind, said);
        if ours.is_empty() {
            continue;
        }
        let all: Vec<Vec<Named<'_>>> = stands.iter().map(|side| named(kind, side)).collect();
        for our in &ours {
            let names = |theirs: &Vec<Named<'_>>| theirs.iter().any(|their| their.member == our.member);
            let there = all.first().is_some_and(names)
                || (is_known(sources, our) || all.iter().any(names))
                    && our
                        .token
                        .is_none_or(|token| !matter.is_only_elsewhere(token, stands));
            // What else the source names, and the statement doesn't.
            let other = all
                .iter()
                .flatten()
                .find(|their| !ours.iter().any(|our| our.member == their.member));
            if let Some(other) = other.filter(|_| !there) {
                out.push(Conflict {
                    rule: Rule::Date,
                    said: our.shown.to_owned(),
                    stands: other.shown.to_owned(),
                });
            }
        }
    }
    out
}

/// Whether a month or weekday stands anywhere in the source.
fn is_known(sources: &Sources<'_>, named: &Named<'_>) -> bool {
    match named.token {
        Some(token) if token.lower == "may" => months::speaks_of_may(sources),
        Some(token) => sources.keys().contains(&token.word.key),
        None => words(named.shown)
            .iter()
            .all(|word| word.stop || sources.keys().contains(&word.key)),
    }
}

/// A month or weekday in a sentence.
struct Named<'t> {
    /// Which of its kind.
    member: usize,
    shown: &'t str,
    /// Its word; `None` in text without spaces.
    token: Option<&'t Token>,
}

fn named<'t>(kind: &[&[&'static str]], side: &'t Side<'t>) -> Vec<Named<'t>> {
    let mut out = Vec::new();
    for (member, names) in kind.iter().enumerate() {
        let found = names.iter().find_map(|name| {
            if name.contains(is_unspaced) {
                let at = side.text.find(name)?;
                return Some((at..at + name.len(), None));
            }
            // "may" and "march" are verbs as well.
            let tells = |token: &&Token| match *name {
                "may" => !token.word.stop,
                "march" => token.word.capital,
                _ => true,
            };
            let mut tokens = side.tokens.iter().filter(|token| token.lower == *name);
            let token = tokens.find(tells)?;
            Some((token.word.range.clone(), Some(token)))
        });
        if let Some((range, token)) = found {
            out.push(Named {
                member,
                shown: side.raw(range),
                token,
            });
        }
    }
    out
}

/// "5 May" where the source has "6 May".
pub(super) fn days(
    sources: &Sources<'_>,
    matter: &Matter<'_, '_>,
    said: &Side<'_>,
    stands: &[Side<'_>],
) -> Vec<Conflict> {
    let theirs: Vec<Dated<'_>> = stands.iter().flat_map(dated).collect();
    dated(said)
        .into_iter()
        .filter_map(|ours| {
            let mut same = theirs.iter().filter(|their| their.month == ours.month).peekable();
            let first = same.peek()?.shown;
            let (month, day) = (ours.month, ours.number.word.key);
            let known = (sources.holds_pair(&(month, day)) || sources.holds_pair(&(day, month)))
                && !matter.is_only_elsewhere(ours.number, stands);
            (!known && !same.any(|their| their.number.word.key == day)).then(|| Conflict {
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
    /// The day.
    number: &'t Token,
    shown: &'t str,
}

/// Months with the day beside them.
fn dated<'t>(side: &'t Side<'t>) -> Vec<Dated<'t>> {
    let mut out = Vec::new();
    for (at, token) in side.tokens.iter().enumerate() {
        if !month(&token.lower) || token.word.kind != Kind::Word || token.word.stop {
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
                number: day,
                shown: side.raw(start..end),
            });
        }
    }
    out
}
