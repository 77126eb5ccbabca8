//! What a number is told of: "3 km long and 40 m wide" against "3 km wide and 40 m long", "a profit of $4 million" against "a
//! loss of $4 million", "closes at 6 p.m." against "closes at 5 p.m.".

use super::quantities::{is_time, is_told};
use super::{Compared, Counted};
use crate::judge::embedded::rules::lexicon::measures::UNITS;
use crate::judge::embedded::rules::opposites::opposites;
use crate::judge::embedded::rules::{Conflict, Rule, Side, Token};
use crate::text::words::{Key, Kind};

pub(super) fn conflict(compared: Compared<'_, '_>) -> Option<Conflict> {
    exchanged(compared)
        .or_else(|| opposite_heads(compared))
        .or_else(|| times(compared))
}

/// The word behind a number and its unit: "long" of "3 km long", "flour" of "250 g of flour".
fn attribute<'s>(side: &'s Side<'_>, number: &Counted<'_>) -> Option<&'s Token> {
    number.unit?;
    let behind = side.tokens.iter().skip(number.at + 1).take(4);
    let is_unit = |token: &Token| {
        UNITS
            .iter()
            .any(|(_, written)| written.contains(&token.lower.as_str()))
    };
    let joins =
        |token: &&Token| !token.is_number() && !matches!(token.lower.as_str(), "and" | "und" | "et" | "y");
    let near = |token: &&Token| !side.between(number.token, token).contains([',', ';', '.', '(']);
    behind
        .take_while(joins)
        .take_while(near)
        .find(|token| token.is_content() && token.word.kind == Kind::Word && !is_unit(token))
}

/// Two numbers that each have the attribute of the other.
fn exchanged(compared: Compared<'_, '_>) -> Option<Conflict> {
    let (best, theirs) = compared.sides().next()?;
    let told = |side: &Side<'_>, all: &[Counted<'_>], key: Key| -> Option<Key> {
        let mut with = all.iter().filter(|number| number.token.word.key == key);
        let only = with.next().filter(|_| with.next().is_none())?;
        attribute(side, only).map(|token| token.word.key)
    };
    let ours = compared.ours;
    ours.iter().enumerate().find_map(|(at, first)| {
        ours.iter().skip(at + 1).find_map(|second| {
            let (a, b) = (first.token.word.key, second.token.word.key);
            let (x, y) = (told(compared.said, ours, a)?, told(compared.said, ours, b)?);
            let (their_x, their_y) = (told(best, theirs, a)?, told(best, theirs, b)?);
            (a != b && x != y && x == their_y && y == their_x).then(|| {
                let phrase = |side: &Side<'_>, all: &[Counted<'_>]| -> String {
                    let number = all.iter().find(|number| number.token.word.key == a);
                    number
                        .and_then(|number| {
                            let end = attribute(side, number)?.word.range.end;
                            Some(side.raw(number.token.word.range.start..end).to_owned())
                        })
                        .unwrap_or_default()
                };
                Conflict {
                    rule: Rule::Swap,
                    said: phrase(compared.said, ours),
                    stands: phrase(best, theirs),
                }
            })
        })
    })
}

/// The word that a number is told of in front of it: "profit" of "a profit of $4 million".
fn head<'s>(side: &'s Side<'_>, number: &Counted<'_>) -> Option<&'s Token> {
    const OF: &[&str] = &["of", "von", "de", "di", "van"];
    let of = side.tokens.get(number.at.checked_sub(1)?)?;
    let head = side.tokens.get(number.at.checked_sub(2)?)?;
    (OF.contains(&of.lower.as_str()) && head.is_content() && !head.is_number()).then_some(head)
}

fn opposite_heads(compared: Compared<'_, '_>) -> Option<Conflict> {
    let said = compared.said;
    compared.ours.iter().find_map(|number| {
        let ours = head(said, number)?;
        let mut other = None;
        for (side, counted) in compared.sides() {
            for their in counted
                .iter()
                .filter(|their| their.token.word.key == number.token.word.key)
            {
                let theirs = head(side, their)?;
                let opposed = opposites(&ours.lower).any(|listed| listed == theirs.lower);
                if !opposed {
                    return None;
                }
                other = other.or(Some(
                    side.raw(theirs.word.range.start..their.token.word.range.end),
                ));
            }
        }
        other.map(|stands| Conflict {
            rule: Rule::Opposite,
            said: said
                .raw(ours.word.range.start..number.token.word.range.end)
                .to_owned(),
            stands: stands.to_owned(),
        })
    })
}

/// Another time of the day behind the same word.
fn times(compared: Compared<'_, '_>) -> Option<Conflict> {
    let said = compared.said;
    // "Closes at", "open from".
    let event = |side: &Side<'_>, number: &Counted<'_>| -> Option<Key> {
        let before = side.tokens.get(..number.at)?.iter().rev().take(3);
        let mut before = before.take_while(|token| {
            !token.is_number() && !side.between(token, number.token).contains([',', ';'])
        });
        before
            .find(|token| token.is_content())
            .map(|token| token.word.key)
    };
    compared.ours.iter().find_map(|number| {
        // "17:00" is "5 p.m.".
        let range = is_time(said, number).filter(|_| !is_told(compared, number))?;
        let event_here = event(said, number)?;
        let mut other = None;
        for (side, counted) in compared.sides() {
            if side.has_key(number.token) {
                return None;
            }
            for their in counted {
                if let Some(there) = is_time(side, their)
                    && event(side, their) == Some(event_here)
                {
                    other = other.or(Some(side.raw(there)));
                }
            }
        }
        other.map(|stands| Conflict {
            rule: Rule::Time,
            said: said.raw(range).to_owned(),
            stands: stands.to_owned(),
        })
    })
}
