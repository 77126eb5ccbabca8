//! A negation beside words that the other side has without one.
//!
//! A negation belongs to the content words next to it. It counts where the other side has one of these words, and
//! nowhere with a negation.

mod clauses;
mod unspaced;

use super::lexicon::contraries::OPPOSITES;
use super::lexicon::denial::{
    ALL, BEHIND, BUT, DENYING, ENDING, KEEPING, MORE_NEGATORS, NEGATORS, ONLY, UNTIL,
};
use super::{Conflict, Rule, Side, Token};
use crate::judge::embedded::table::Table;
use crate::text::words::Key;

/// Of what a negation belongs to, so many words behind it.
const REACH: usize = 2;
/// So many words in front of a negation, of grammar as well, may be negated by it.
const BEFORE: usize = 3;

pub(super) fn conflicts(table: &Table, said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
    let mut out = Vec::new();
    // Only the best sentence: its neighbours may negate something else.
    let Some(best) = stands.first() else {
        return out;
    };
    let one = |side: &Side<'_>, other: &Side<'_>| {
        are_one_bound(side, other) || needs_the_same(side, other) || keeps_from(table, side, other)
    };
    if one(said, best) || one(best, said) {
        return out;
    }
    match clauses::decide(table, said, best) {
        Some(clauses::Verdict::Differs(conflict)) => return vec![conflict],
        Some(clauses::Verdict::Same) => return out,
        None => {}
    }
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
        out.extend(only_denied(table, said, stands, &ours));
    }
    if out.is_empty() {
        out.extend(unspaced::conflict(said, best));
    }
    out
}

/// "No more than 3" where the other side says "at most 3", or "no fewer than" and "at least".
fn are_one_bound(side: &Side<'_>, other: &Side<'_>) -> bool {
    const UPPER: &[&str] = &["more", "later", "longer"];
    const LOWER: &[&str] = &["fewer", "less", "earlier"];
    let word = |side: &'_ Side<'_>, at: usize, wanted: &[&str]| {
        side.tokens
            .get(at)
            .is_some_and(|token| wanted.contains(&token.lower.as_str()))
    };
    let bounded = |bound: &[&str]| {
        (0..side.tokens.len()).any(|at| {
            word(side, at, &["no", "not"]) && word(side, at + 1, bound) && word(side, at + 2, &["than"])
        })
    };
    let named = |alone: &str, bound: &[&str]| {
        (0..other.tokens.len()).any(|at| {
            word(other, at, &[alone]) || (word(other, at, &["at", "up"]) && word(other, at + 1, bound))
        })
    };
    (bounded(UPPER) && named("maximum", &["most", "to", "latest"]))
        || (bounded(LOWER) && named("minimum", &["least"]))
}

/// "Only with consent" where the other side has "not without consent".
fn needs_the_same(side: &Side<'_>, other: &Side<'_>) -> bool {
    let needed = |side: &Side<'_>, before: &[&str], word: &str| {
        let places = side.tokens.windows(2).enumerate();
        let found = places.filter(|(_, pair)| {
            matches!(pair, [first, second] if (before.is_empty() || before.contains(&first.lower.as_str())) && second.lower == word)
        });
        let behind = found.map(|(at, _)| side.tokens.iter().skip(at + 2).find(|token| token.is_content()));
        behind.flatten().map(|token| token.word.key).next()
    };
    let without = needed(other, &[], "without").or_else(|| {
        let (first, rest) = other.tokens.split_first()?;
        let next = rest.iter().find(|token| token.is_content())?;
        (first.lower == "without").then_some(next.word.key)
    });
    without.is_some()
        && without == needed(side, &["only"], "with")
        && other
            .tokens
            .iter()
            .any(|token| is_negator(token) && token.lower != "without")
}

/// "Ice stops the ferry from running" where the other side has "the ferry does not run", "drops" where it has "no longer". The
/// other side denies what stands behind the "from", and not the keeping itself.
fn keeps_from(table: &Table, side: &Side<'_>, other: &Side<'_>) -> bool {
    let place = |list: &[&str]| {
        let mut tokens = side.tokens.iter();
        tokens.position(|token| list.contains(&token.lower.as_str()) && !other.has_key(token))
    };
    if negators(side).next().is_some() {
        return false;
    }
    let from = |at: usize| {
        let mut behind = side.tokens.iter().skip(at + 1).take(8);
        behind.find(|token| token.lower == "from")?;
        behind
            .find(|token| token.is_content())
            .map(|token| token.word.key)
    };
    let denied = negated(table, other);
    let only_that = |key: Key| {
        let [negated] = denied.as_slice() else {
            return false;
        };
        negated.focus.iter().any(|(focus, _)| *focus == key)
    };
    let kept = place(KEEPING).and_then(from).is_some_and(only_that);
    let no_longer = || {
        other.tokens.windows(2).any(|pair| {
            matches!(pair, [first, second] if matches!(first.lower.as_str(), "no" | "not") && second.lower.starts_with("longer"))
        })
    };
    kept || (place(ENDING).is_some() && no_longer())
}

/// What a short statement says and the source only denies, in the sentence beside the best: "Mercury has moons" where "it
/// has no moons".
fn only_denied(table: &Table, said: &Side<'_>, stands: &[Side<'_>], ours: &[Negated]) -> Option<Conflict> {
    const SHORT: usize = 3;
    let content = |token: &&Token| token.is_content() && table.weight(&token.word) > 0.0;
    if said.tokens.iter().filter(content).count() > SHORT || !ours.is_empty() {
        return None;
    }
    stands.iter().enumerate().skip(1).find_map(|(at, side)| {
        let denied = negated(table, side);
        denied.into_iter().find_map(|negated| {
            let (key, word) = negated.focus.into_iter().next()?;
            let has = |side: &Side<'_>| side.tokens.iter().any(|token| token.word.key == key);
            let elsewhere = stands
                .iter()
                .enumerate()
                .any(|(other, side)| other != at && has(side));
            let told = has(said) && !elsewhere && !denies(said, side) && !denies(side, said);
            told.then(|| Conflict {
                rule: Rule::Negation,
                said: word.clone(),
                stands: format!("{} {word}", negated.negator),
            })
        })
    })
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
    /// What stands in front and may be meant as well.
    around: Vec<Key>,
}

fn negated(table: &Table, side: &Side<'_>) -> Vec<Negated> {
    /// Words of grammar that are content words of other languages.
    const SHORT: &[&str] = &[
        "de", "do", "da", "na", "en", "la", "le", "il", "lo", "te", "ta", "to", "het",
    ];
    let content = |token: &&Token| {
        let tells = token.is_content() && !SHORT.contains(&token.lower.as_str());
        tells && table.weight(&token.word) > 0.0 && !is_negator(token)
    };
    let mut out = Vec::new();
    for (at, token) in negators(side) {
        let own_clause = |next: &&Token| {
            let between = if next.word.range.start < token.word.range.start {
                side.between(next, token)
            } else {
                side.between(token, next)
            };
            !between.contains([',', ';', ':', '.', '(', '!', '?'])
        };
        // "Not rich but honest" negates what stands in front of the "but" alone.
        let from = at + 1;
        let but = side.tokens.iter().skip(from).position(is_setting_against);
        let until = but.map_or(side.tokens.len(), |but| from + but);
        // "No longer works"
        let longer = token.lower == "no"
            && side
                .tokens
                .get(at + 1)
                .is_some_and(|next| matches!(next.lower.as_str(), "longer" | "more"));
        let clause = side
            .tokens
            .iter()
            .take(until)
            .skip(from + usize::from(longer))
            .take_while(own_clause);
        let mut focus: Vec<&Token> = clause.take(5).filter(content).take(REACH).collect();
        // "No tension or criticism" denies both.
        let joined = side.tokens.iter().enumerate().take(until).skip(from);
        let joined = joined.take_while(|(_, next)| own_clause(next));
        let joined: Vec<&Token> = joined
            .filter(|(_, next)| matches!(next.lower.as_str(), "or" | "nor" | "oder" | "noch"))
            .filter_map(|(or, _)| side.tokens.iter().skip(or + 1).take(2).find(content))
            .collect();
        let behind = BEHIND.contains(&token.lower.as_str()) && token.lower != "not";
        if focus.is_empty() || behind {
            focus.extend(side.tokens.iter().take(at).rev().take(4).find(content));
        }
        focus.extend(joined);
        // "The ferry does not run": there is no ferry. Behind its verb a negation has all of its clause in front.
        let reach = if behind { usize::MAX } else { BEFORE };
        let before = side
            .tokens
            .iter()
            .take(at)
            .rev()
            .take(reach)
            .take_while(own_clause);
        out.push(Negated {
            negator: side.raw(token.word.range.clone()).to_owned(),
            around: before.filter(content).map(|token| token.word.key).collect(),
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
    let behind = |n: usize| side.tokens.iter().skip(at + 1).take(n);
    let word = |at: Option<usize>| {
        at.and_then(|at| side.tokens.get(at))
            .map_or("", |token| token.lower.as_str())
    };
    // "No. 1" and "No 1" are numbers, and so is a "world No." that was cut off.
    let numbered = word(Some(at)) == "no"
        && side.tokens.get(at).is_some_and(|token| {
            let cut = side.raw(token.word.range.end..side.text.len()).starts_with('.');
            let number = side.tokens.get(at + 1);
            // "No one" is nobody.
            (cut && at > 0) || number.is_some_and(|number| number.is_number() && number.lower != "one")
        });
    // "Whether or not it is labelled"
    let or_not =
        word(Some(at)) == "not" && word(at.checked_sub(1)) == "or" && word(at.checked_sub(2)) == "whether";
    // "Not the only one": there are more.
    let not_the_only = word(Some(at + 1)) == "the" && ONLY.contains(&word(Some(at + 2)));
    numbered
        || or_not
        || not_the_only
        || behind(1).any(|next| ONLY.contains(&next.lower.as_str()))
        || behind(12).any(|next| UNTIL.contains(&next.lower.as_str()))
}

/// Whether a side denies in words what the other negates. What both say explains no difference.
fn denies(side: &Side<'_>, other: &Side<'_>) -> bool {
    side.tokens.iter().enumerate().any(|(at, token)| {
        let lower = token.lower.as_str();
        let used_to = lower == "used" && side.tokens.get(at + 1).is_some_and(|next| next.lower == "to");
        // "Not only fast but also cheap" denies nothing, and neither does "slow but cheap".
        let all = at.checked_sub(1).and_then(|at| side.tokens.get(at));
        let leaves_out = all.is_some_and(|all| ALL.contains(&all.lower.as_str()));
        let also = lower == "but" && (has_only(side) || !leaves_out);
        // "Risk-free", "ruled out"
        let free = lower == "free" && side.joint(at).is_some_and(|(_, between, _)| between == "-");
        let ruled_out = lower == "ruled" && side.tokens.get(at + 1).is_some_and(|next| next.lower == "out");
        (used_to || free || ruled_out || DENYING.contains(&lower)) && !also && !other.has_word(lower)
    })
}

/// Whether a sentence negates or denies anything in words.
pub(super) fn says_no(side: &Side<'_>) -> bool {
    /// They leave out one of several, or speak of what was.
    const OTHER: &[&str] = &[
        "but",
        "until",
        "unless",
        "except",
        "excluding",
        "former",
        "formerly",
        "previously",
        "instead",
        "außer",
        "excepto",
        "salvo",
        "sauf",
    ];
    let denying = |token: &Token| {
        let lower = token.lower.as_str();
        DENYING.contains(&lower) && !OTHER.contains(&lower)
    };
    negators(side).next().is_some() || side.tokens.iter().any(denying)
}

/// Whether a word sets what follows against what stands in front.
pub(super) fn is_setting_against(token: &Token) -> bool {
    BUT.contains(&token.lower.as_str())
}

/// Whether a sentence says "not only".
fn has_only(side: &Side<'_>) -> bool {
    side.tokens
        .iter()
        .zip(side.tokens.iter().skip(1))
        .any(|(token, next)| is_negator(token) && ONLY.contains(&next.lower.as_str()))
}

pub(super) fn is_negator(token: &Token) -> bool {
    let lower = token.lower.as_str();
    NEGATORS.contains(&lower) || MORE_NEGATORS.contains(&lower)
}

/// Where a negation stands. In Portuguese "no" is "in the", in Romanian "nu" is one and in French a colour's shade.
fn negators<'s>(side: &'s Side<'_>) -> impl Iterator<Item = (usize, &'s Token)> {
    const PORTUGUESE: &[&str] = &[
        "não", "o", "os", "um", "uma", "ao", "aos", "em", "são", "é", "pelo", "pela", "nas", "à",
    ];
    const OTHER: &[&str] = &[
        "el", "los", "las", "un", "y", "the", "of", "is", "are", "there", "was",
    ];
    let has = |list: &[&str]| {
        side.tokens
            .iter()
            .any(|token| list.contains(&token.lower.as_str()))
    };
    let portuguese = has(PORTUGUESE) && !has(OTHER);
    side.tokens.iter().enumerate().filter(move |(at, token)| {
        is_negator(token) && !(portuguese && token.lower == "no") && !is_half(side, *at)
    })
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
        let there = other.tokens.iter().any(|token| token.word.key == *key) && !denies(other, own);
        // "No bears" are "0 bears".
        let zero = other
            .tokens
            .iter()
            .zip(other.tokens.iter().skip(1))
            .any(|(number, next)| matches!(number.lower.as_str(), "0" | "zero") && next.word.key == *key);
        let negated_there = without.iter().any(|other| {
            let mut theirs = other.focus.iter().map(|(focus, _)| focus);
            theirs.any(|focus| negated.focus.iter().any(|(key, _)| key == focus))
                || other.around.contains(key)
                || other
                    .focus
                    .first()
                    .is_some_and(|(focus, _)| negated.around.contains(focus))
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
