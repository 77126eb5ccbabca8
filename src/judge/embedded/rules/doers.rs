//! Who does what, where endings or particles show it and the order of words does not: Russian and its neighbours, Japanese.

use std::ops::Range;

use super::{Conflict, Rule, Side, Token};
use crate::judge::embedded::sources::Sources;
use crate::text::script::{is_hiragana, is_unspaced};
use crate::text::words::{Key, Kind, Word, words};

/// Endings of Russian names in the singular.
const ENDINGS: &[&str] = &[
    "ой", "ей", "ом", "ем", "ою", "а", "я", "у", "ю", "ы", "и", "е", "ь", "",
];
/// The same both ways round.
const MUTUAL: &[&str] = &["встре", "познаком", "жен", "обня", "поцелова", "дружи"];
/// A name is no shorter without its ending.
const STEM: usize = 3;

fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{52F}')
}

/// A name of Cyrillic letters cut into its stem and its ending.
fn cut(lower: &str) -> Option<(&str, &'static str)> {
    let ending = ENDINGS.iter().find(|ending| lower.ends_with(**ending))?;
    let stem = lower.strip_suffix(ending)?;
    (stem.chars().count() >= STEM && stem.chars().all(is_cyrillic)).then_some((stem, *ending))
}

/// Names that stand in the sources in another case: "Ивана Громова" where they have "Иван Громов".
pub(super) fn written_otherwise(text: &str, all: &[Word], sources: &Sources<'_>) -> Vec<(Range<usize>, Key)> {
    let names = all.iter().filter(|word| {
        word.kind == Kind::Word && word.capital && !word.stop && !sources.keys().contains(&word.key)
    });
    names
        .filter_map(|word| {
            let lower = text.get(word.range.clone())?.to_lowercase();
            let (stem, _) = cut(&lower)?;
            let key = ENDINGS.iter().find_map(|ending| {
                let form = words(&format!("{stem}{ending}")).into_iter().next()?;
                sources.keys().contains(&form.key).then_some(form.key)
            })?;
            Some((word.range.clone(), key))
        })
        .collect()
}

/// Two that took each other's part.
pub(super) fn conflict(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    by_case(said, best)
        .or_else(|| by_clause(&russian(said), &russian(best)))
        .or_else(|| by_clause(&japanese(said), &japanese(best)))
}

/// "Борис победил Анну" against "Анна победила Бориса": each name has changed between the case of the one who does it and
/// that of the other, around the same verb.
fn by_case(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    #[derive(PartialEq)]
    enum Change {
        Doer,
        Other,
    }
    let names = |side: &Side<'_>| -> Vec<usize> {
        let named = |(at, token): (usize, &Token)| {
            (token.word.kind == Kind::Word && token.word.capital && cut(&token.lower).is_some()).then_some(at)
        };
        side.tokens.iter().enumerate().filter_map(named).collect()
    };
    let there = names(best);
    let changes: Vec<Change> = names(said)
        .into_iter()
        .filter_map(|at| {
            let (stem, ending) = cut(&said.tokens.get(at)?.lower)?;
            let mut same = there.iter().filter_map(|at| cut(&best.tokens.get(*at)?.lower));
            let (_, other) = same.find(|(other, _)| *other == stem)?;
            // Behind a passive stands the doer with an ending of its own.
            let told = |ending: &str| matches!(ending, "а" | "я" | "у" | "ю" | "ы" | "и" | "е" | "" | "ь");
            if ending == other || !told(ending) || !told(other) {
                return None;
            }
            let bare = |ending: &str| matches!(ending, "" | "ь");
            let doer =
                |ending: &str, other: &str| bare(ending) || (!bare(other) && matches!(ending, "а" | "я"));
            match (doer(ending, other), doer(other, ending)) {
                (true, false) => Some(Change::Doer),
                (false, true) => Some(Change::Other),
                _ => None,
            }
        })
        .collect();
    if !changes.contains(&Change::Doer) || !changes.contains(&Change::Other) {
        return None;
    }
    let predicates = |side: &Side<'_>| -> Vec<String> {
        let told = side.tokens.iter().filter(|token| !token.word.capital);
        let told = told.filter(|token| is_verb(&token.lower) || token.lower.ends_with("ше"));
        let both_ways = |token: &&Token| MUTUAL.iter().any(|verb| token.lower.starts_with(verb));
        told.filter(|token| !both_ways(token))
            .map(|token| token.lower.clone())
            .collect()
    };
    let theirs = predicates(best);
    predicates(said)
        .iter()
        .any(|our| theirs.iter().any(|their| are_forms(our, their)))
        .then(|| whole(said, best))
}

fn whole(said: &Side<'_>, best: &Side<'_>) -> Conflict {
    let shown = |side: &Side<'_>| {
        let first = side.tokens.first().map_or(0, |token| token.word.range.start);
        let last = side.tokens.last().map_or(0, |token| token.word.range.end);
        side.raw(first..last).to_owned()
    };
    Conflict {
        rule: Rule::Swap,
        said: shown(said),
        stands: shown(best),
    }
}

fn is_verb(lower: &str) -> bool {
    const VERBS: &[&str] = &[
        "л", "ла", "ло", "ли", "лся", "лась", "ет", "ит", "ёт", "ут", "ют", "ат", "ят",
    ];
    lower.chars().count() >= 4
        && lower.chars().all(is_cyrillic)
        && VERBS.iter().any(|end| lower.ends_with(end))
}

/// Two forms of one word, by their beginning.
fn are_forms(a: &str, b: &str) -> bool {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let shorter = a.chars().count().min(b.chars().count());
    same >= STEM.max(shorter.saturating_sub(2))
}

/// A clause: who does something, what, and the clause as it stands.
#[derive(Debug)]
struct Part<'t> {
    /// Who may do it: names of the clause.
    doers: Vec<&'t str>,
    does: String,
    passive: bool,
    shown: &'t str,
}

/// A clause of one side has the doer of another clause of the other side, and that one's doer stands on both sides as well.
fn by_clause(ours: &[Part<'_>], theirs: &[Part<'_>]) -> Option<Conflict> {
    ours.iter().find_map(|our| {
        let once = |parts: &[Part<'_>]| {
            parts
                .iter()
                .filter(|part| are_forms(&part.does, &our.does))
                .count()
                == 1
        };
        let same = |their: &&Part<'_>| are_forms(&our.does, &their.does) && our.passive == their.passive;
        let their = theirs.iter().find(same).filter(|_| once(ours) && once(theirs))?;
        let own = |of: &Part<'_>, other: &Part<'_>| -> Option<String> {
            let apart = |name: &&&str| {
                !other
                    .doers
                    .iter()
                    .any(|other| other.contains(**name) || name.contains(other))
            };
            let mut names = of.doers.iter().filter(apart);
            names
                .next()
                .filter(|_| names.next().is_none())
                .map(|name| (*name).to_owned())
        };
        let (ours_alone, theirs_alone) = (own(our, their)?, own(their, our)?);
        let elsewhere = |parts: &[Part<'_>], name: &str, here: &str| {
            let mut others = parts.iter().filter(|part| part.shown != here);
            others.any(|part| part.shown.contains(name))
        };
        let exchanged =
            elsewhere(theirs, &ours_alone, their.shown) && elsewhere(ours, &theirs_alone, our.shown);
        exchanged.then(|| Conflict {
            rule: Rule::Swap,
            said: our.shown.trim().to_owned(),
            stands: their.shown.trim().to_owned(),
        })
    })
}

/// Clauses with one verb, and their names.
fn russian<'t>(side: &Side<'t>) -> Vec<Part<'t>> {
    if !side.text.contains(is_cyrillic) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for clause in side.text.split([',', ';', ':', '.', '(', ')', '«', '»']) {
        let mut words = clause
            .split(|c: char| !is_cyrillic(c))
            .filter(|word| !word.is_empty());
        let name = |word: &&str| word.starts_with(char::is_uppercase);
        let mut names: Vec<&str> = Vec::new();
        let mut verbs: Vec<String> = Vec::new();
        let mut before = "";
        // "Смотритель Иван Громов": the last of the words in upper case that stand together.
        for word in words.by_ref() {
            if name(&word) {
                if name(&before) {
                    names.pop();
                }
                names.push(word);
            } else if is_verb(&word.to_lowercase()) {
                verbs.push(word.to_lowercase());
            }
            before = word;
        }
        if let [verb] = verbs.as_slice() {
            out.push(Part {
                doers: names,
                does: verb.clone(),
                passive: false,
                shown: clause,
            });
        }
    }
    out
}

/// Clauses with a doer in front of が or は, and the last characters of Han behind it.
fn japanese<'t>(side: &Side<'t>) -> Vec<Part<'t>> {
    if !side.text.contains(is_hiragana) {
        return Vec::new();
    }
    let is_name = |c: char| is_unspaced(c) && !is_hiragana(c);
    let titles = |text: &str| -> usize {
        ["さん", "氏", "様"]
            .iter()
            .find(|title| text.ends_with(**title))
            .map_or(0, |title| title.len())
    };
    let clauses = side.text.split(['、', '。', '，', '；', '\n']);
    clauses
        .filter_map(|clause| {
            let at = clause.find('が').or_else(|| clause.find('は'))?;
            let front = clause.get(..at)?;
            let front = front.get(..front.len() - titles(front))?;
            let start = front
                .char_indices()
                .rev()
                .take_while(|(_, c)| is_name(*c))
                .last()?
                .0;
            let doer = front.get(start..)?;
            let behind = clause.get(at..)?;
            let mut runs = behind.split(|c: char| !is_name(c)).filter(|run| !run.is_empty());
            let does = runs.next_back()?;
            let end = behind.rfind(does)? + does.len();
            let tail = behind.get(end..)?;
            (doer.chars().count() >= 2).then(|| Part {
                doers: vec![doer],
                // A single character of Han is a verb of its own.
                does: format!("{does}　　　").chars().take(3).collect(),
                passive: tail.contains(['れ']),
                shown: clause,
            })
        })
        .collect()
}
