//! A negation beside words that the other side has without one.
//!
//! A negation belongs to the content words next to it. It counts where the other side has one of these words, and
//! nowhere with a negation.

use super::lexicon::{BEHIND, NEGATING, NEGATIVE_ENDINGS, NEGATORS, NO_NEGATION, OPPOSITES};
use super::{Conflict, Rule, Side, Token};
use crate::judge::embedded::table::Table;
use crate::text::script::{is_hangul, is_hiragana, is_unspaced};
use crate::text::words::Key;

/// Of what a negation belongs to, so many words behind it.
const REACH: usize = 2;

pub(super) fn conflicts(table: &Table, said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
    let mut out = Vec::new();
    // Only the best sentence: its neighbours may negate something else.
    let Some(best) = stands.first() else {
        return out;
    };
    let ours = negated(table, said);
    let all: Vec<Negated> = stands.iter().flat_map(|side| negated(table, side)).collect();
    let theirs = negated(table, best);
    if let Some((word, focus, _)) = one_sided(&ours, &all, best, said) {
        out.push(Conflict {
            rule: Rule::Negation,
            said: format!("{word} {focus}").trim().to_owned(),
            stands: focus,
        });
    } else if let Some((word, focus, key)) = one_sided(&theirs, &ours, said, best) {
        // Said without a negation right beside it: that may be what the statement is about.
        let said_beside = stands.iter().skip(1).any(|side| {
            side.tokens.iter().any(|token| token.word.key == key)
                && !negated(table, side)
                    .iter()
                    .any(|negated| negated.focus.iter().any(|(focus, _)| *focus == key))
        });
        if !said_beside {
            out.push(Conflict {
                rule: Rule::Negation,
                said: focus.clone(),
                stands: format!("{word} {focus}").trim().to_owned(),
            });
        }
    }
    if out.is_empty() {
        out.extend(unspaced(said, best));
    }
    out
}

/// Whether a negation stands shortly in front of a word, or right behind it.
pub(super) fn is_negated(side: &Side<'_>, at: usize) -> bool {
    let before = side.tokens.get(at.saturating_sub(3)..at).unwrap_or_default();
    before.iter().any(is_negator)
        || side
            .tokens
            .get(at + 1)
            .is_some_and(|next| BEHIND.contains(&next.lower.as_str()))
}

/// A negation and the words that it belongs to.
struct Negated {
    negator: String,
    focus: Vec<(Key, String)>,
}

fn negated(table: &Table, side: &Side<'_>) -> Vec<Negated> {
    let content =
        |token: &&Token| token.is_content() && table.weight(&token.word) > 0.0 && !is_negator(token);
    let mut out = Vec::new();
    for (at, token) in side
        .tokens
        .iter()
        .enumerate()
        .filter(|(at, token)| is_negator(token) && !is_half(side, *at))
    {
        let clause = side.tokens.iter().skip(at + 1).take_while(|next| {
            let between = side
                .text
                .get(token.word.range.end..next.word.range.start)
                .unwrap_or_default();
            !between.contains([',', ';', ':', '.', '(', '!', '?'])
        });
        let mut focus: Vec<&Token> = clause.take(5).filter(content).take(REACH).collect();
        if focus.is_empty() || (BEHIND.contains(&token.lower.as_str()) && token.lower != "not") {
            focus.extend(side.tokens.iter().take(at).rev().take(4).find(content));
        }
        out.push(Negated {
            negator: side.raw(token.word.range.clone()).to_owned(),
            focus: focus
                .into_iter()
                .map(|token| (token.word.key, side.raw(token.word.range.clone()).to_owned()))
                .collect(),
        });
    }
    out
}

/// "Not only cheap" is cheap; "not passed until 1990" is passed in 1990.
fn is_half(side: &Side<'_>, at: usize) -> bool {
    const ONLY: &[&str] = &[
        "only",
        "just",
        "merely",
        "simply",
        "nur",
        "bloß",
        "allein",
        "sólo",
        "solo",
        "solamente",
        "seulement",
        "только",
        "μόνο",
    ];
    const UNTIL: &[&str] = &[
        "until", "till", "before", "unless", "except", "bis", "bevor", "vor", "hasta", "avant", "до",
    ];
    let behind = |n: usize| side.tokens.iter().skip(at + 1).take(n);
    behind(1).any(|next| ONLY.contains(&next.lower.as_str()))
        || behind(12).any(|next| UNTIL.contains(&next.lower.as_str()))
}

/// Words that deny without a negation, and what holds for all but one.
const DENYING: &[&str] = &[
    "fail",
    "failed",
    "fails",
    "failing",
    "failure",
    "unable",
    "refuse",
    "refused",
    "refuses",
    "declined",
    "lack",
    "lacks",
    "lacked",
    "lacking",
    "avoid",
    "avoided",
    "avoids",
    "prevented",
    "denied",
    "denies",
    "impossible",
    "unlikely",
    "hardly",
    "scarcely",
    "barely",
    "rarely",
    "seldom",
    "missed",
    "forgot",
    "neglected",
    "except",
    "excluding",
    "but",
    "unless",
    "until",
    "stopped",
    "ceased",
    "instead",
    "forbidden",
    "prohibited",
    "banned",
    "außer",
    "kaum",
    "selten",
    "verboten",
    "excepto",
    "salvo",
    "sauf",
];

fn denies(side: &Side<'_>) -> bool {
    side.tokens
        .iter()
        .any(|token| DENYING.contains(&token.lower.as_str()))
}

fn is_negator(token: &Token) -> bool {
    NEGATORS.contains(&token.lower.as_str())
}

/// A negation of `with` whose first word stands in `without`, where nothing of it is negated.
fn one_sided(
    with: &[Negated],
    without: &[Negated],
    other: &Side<'_>,
    own: &Side<'_>,
) -> Option<(String, String, Key)> {
    with.iter().find_map(|negated| {
        let (key, word) = negated.focus.first()?;
        let there = other.tokens.iter().any(|token| token.word.key == *key) && !denies(other);
        // "No bears" are "0 bears".
        let zero = other
            .tokens
            .iter()
            .zip(other.tokens.iter().skip(1))
            .any(|(number, next)| matches!(number.lower.as_str(), "0" | "zero") && next.word.key == *key);
        let negated_there = without.iter().any(|other| {
            other
                .focus
                .iter()
                .any(|(focus, _)| negated.focus.iter().any(|(key, _)| key == focus))
        });
        // "Not open" says "closed".
        let opposite_there = OPPOSITES.iter().any(|(a, b)| {
            let lower = word.to_lowercase();
            (lower == *a && other.has_word(b)) || (lower == *b && other.has_word(a))
        });
        // The word without a negation on the own side as well: only one of the two is meant.
        let twice = own.tokens.iter().filter(|token| token.word.key == *key).count() > 1;
        (there && !zero && !negated_there && !opposite_there && !twice)
            .then(|| (negated.negator.clone(), word.clone(), *key))
    })
}

/// Chinese: 不, 沒有, 未 in front of characters that the other side has without it. Japanese and Korean: an ending.
fn unspaced(said: &Side<'_>, stands: &Side<'_>) -> Option<Conflict> {
    if !said.text.contains(is_unspaced) {
        return None;
    }
    let (ours, theirs) = (characters(said.text), characters(stands.text));
    let conflict = |said: &str, stands: &str| Conflict {
        rule: Rule::Negation,
        said: said.to_owned(),
        stands: stands.to_owned(),
    };
    for (with, negated) in [(true, &ours), (false, &theirs)] {
        let (others, other) = if with {
            (&theirs, stands.text)
        } else {
            (&ours, said.text)
        };
        for (shown, focus) in negated {
            let negated_there = others.iter().any(|(_, other)| other == focus);
            if !negated_there && other.contains(focus.as_str()) {
                return Some(if with {
                    conflict(shown, focus)
                } else {
                    conflict(focus, shown)
                });
            }
        }
    }
    let endings = said.text.contains(|c| is_hiragana(c) || is_hangul(c));
    let ending = |text: &str| {
        NEGATIVE_ENDINGS
            .iter()
            .find(|ending| text.contains(**ending))
            .copied()
    };
    let (ours, theirs) = (ending(said.text), ending(stands.text));
    // Of a longer sentence another clause may be the negated one.
    let alike = stands.text.chars().count() <= said.text.chars().count() * 2 + 6;
    (endings && alike && ours.is_some() != theirs.is_some())
        .then(|| conflict(ours.unwrap_or_default(), theirs.unwrap_or_default()))
}

/// Each negation as it is written, with the two characters that it negates.
fn characters(text: &str) -> Vec<(String, String)> {
    /// Characters between a negation and its verb.
    const AUXILIARY: &[char] = &[
        '有', '法', '能', '會', '会', '是', '曾', '再', '可', '被', '得', '必', '需', '要', '應', '该', '該',
        '以', '經', '经', '在', '於', '将', '將', '獲', '对', '對', '並', '设', '予',
    ];
    let mut out = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| NEGATING.contains(c)) {
        let from = text
            .get(..at)
            .unwrap_or_default()
            .char_indices()
            .rev()
            .nth(1)
            .map_or(0, |(at, _)| at);
        let around = text.get(from..).unwrap_or_default();
        let offset = at - from;
        let other_word = NO_NEGATION.iter().any(|word| {
            around
                .match_indices(word)
                .any(|(start, word)| start <= offset && offset < start + word.len())
        });
        if other_word {
            continue;
        }
        let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
        let verb = rest.trim_start_matches(AUXILIARY);
        let focus: String = verb.chars().take(2).collect();
        if focus.chars().count() == 2 && focus.chars().all(is_unspaced) {
            let shown = text
                .get(at..at + c.len_utf8() + (rest.len() - verb.len()) + focus.len())
                .unwrap_or_default();
            out.push((shown.to_owned(), focus));
        }
    }
    out
}
