//! Two numbers of one sentence that changed places: a score, "to 1.1 from 1.6 billion", "12 on the drug and 21 on
//! placebo".

use super::{Compared, Counted, shown};
use crate::judge::embedded::rules::lexicon::calendar::CALENDAR;
use crate::judge::embedded::rules::matter::Matter;
use crate::judge::embedded::rules::opposites::opposites;
use crate::judge::embedded::rules::series::is_mixed_up;
use crate::judge::embedded::rules::{Conflict, Rule, Side, Token};
use crate::text::words::{Key, KeySet, Kind};

pub(super) fn conflict(matter: &Matter<'_, '_>, compared: Compared<'_, '_>) -> Option<Conflict> {
    let Compared { said, ours, .. } = compared;
    let (best, theirs) = compared.sides().next()?;
    score(matter, compared)
        .or_else(|| ways(said, ours, best, theirs))
        .or_else(|| parts(said, ours, best, theirs))
        .or_else(|| year(said, ours, best, theirs))
}

/// "1950 trees" where the source has "12 trees and was planted in 1950": a year of the sentence counts the things that
/// another number counts there.
fn year(said: &Side<'_>, ours: &[Counted<'_>], best: &Side<'_>, theirs: &[Counted<'_>]) -> Option<Conflict> {
    const DATING: &[&str] = &[
        "in", "since", "by", "from", "until", "till", "before", "after", "during", "around", "im", "seit",
        "en", "desde", "depuis", "nel", "em", "sedan", "w", "roku", "в", "с",
    ];
    let dated = |side: &Side<'_>, number: &Counted<'_>| {
        side.joint(number.at)
            .is_some_and(|(before, _, _)| DATING.contains(&before.lower.as_str()))
    };
    let counts = |number: &Counted<'_>| number.unit.is_some() || (number.noun.is_some() && !number.apart);
    ours.iter()
        .filter(|our| counts(our) && !dated(said, our))
        .find_map(|our| {
            let same_thing = |their: &&Counted<'_>| {
                counts(their) && their.unit == our.unit && (our.unit.is_some() || their.noun == our.noun)
            };
            let key = our.token.word.key;
            let mut there = theirs
                .iter()
                .filter(|their| their.token.word.key == key)
                .peekable();
            there.peek()?;
            if !there.all(|their| their.year && dated(best, their)) {
                return None;
            }
            let mut counted = theirs.iter().filter(same_thing);
            let their = counted.next().filter(|_| counted.next().is_none())?;
            (their.token.word.key != key).then(|| number_conflict(&shown(said, our), &shown(best, their)))
        })
}

fn number_conflict(said: &str, stands: &str) -> Conflict {
    Conflict {
        rule: Rule::Number,
        said: said.to_owned(),
        stands: stands.to_owned(),
    }
}

/// "4–1" where the source has "1–4", or "4–3" where it has "4–1".
fn score(matter: &Matter<'_, '_>, compared: Compared<'_, '_>) -> Option<Conflict> {
    let Compared {
        said, ours, stands, ..
    } = compared;
    let (best, theirs) = compared.sides().next()?;
    let there = scores(best, theirs);
    if there.is_empty() || !keeps_its_order(said, best) {
        return None;
    }
    scores(said, ours).into_iter().find_map(|our| {
        let (a, b) = (our.0.token.word.key, our.1.token.word.key);
        let keys = |their: &(&Counted<'_>, &Counted<'_>)| (their.0.token.word.key, their.1.token.word.key);
        if there.iter().any(|their| keys(their) == (a, b)) {
            return None;
        }
        let turned = there.iter().find(|their| keys(their) == (b, a));
        let other = || {
            let [only] = there.as_slice() else { return None };
            let is_elsewhere = |number: &Counted<'_>| matter.is_only_elsewhere(number.token, stands);
            [our.0, our.1].into_iter().any(is_elsewhere).then_some(only)
        };
        let their = turned.or_else(other)?;
        let raw = |side: &Side<'_>, pair: &(&Counted<'_>, &Counted<'_>)| {
            side.text
                .get(pair.0.token.word.range.start..pair.1.token.word.range.end)
                .unwrap_or_default()
                .to_owned()
        };
        Some(number_conflict(&raw(said, &our), &raw(best, their)))
    })
}

/// Two small numbers with a dash between them, or 比.
fn scores<'c, 's>(side: &Side<'_>, counted: &'c [Counted<'s>]) -> Vec<(&'c Counted<'s>, &'c Counted<'s>)> {
    const BETWEEN: &[&str] = &[
        "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "比", "対",
    ];
    let small = |number: &Counted<'_>| number.token.lower.len() <= 3 && number.unit.is_none();
    counted
        .iter()
        .zip(counted.iter().skip(1))
        .filter(|(a, b)| small(a) && small(b) && BETWEEN.contains(&side.between(a.token, b.token).trim()))
        .collect()
}

/// Whether what both say stands in the same order, and nothing is said the other way: "Italy lost 1–4" is "Brazil won 4–1".
fn keeps_its_order(said: &Side<'_>, best: &Side<'_>) -> bool {
    let word = |token: &&Token| token.is_content() && !token.is_number();
    let places: Vec<usize> = said
        .tokens
        .iter()
        .filter(word)
        .filter_map(|token| {
            best.tokens
                .iter()
                .position(|other| other.word.key == token.word.key)
        })
        .collect();
    places.len() >= 2 && places.is_sorted() && !is_turned(said, best)
}

/// The statement has an opposite of a word of the sentence, or denies what that doesn't.
fn is_turned(said: &Side<'_>, best: &Side<'_>) -> bool {
    said.tokens.iter().any(|token| {
        !best.has_key(token)
            && opposites(&token.lower).any(|other| best.tokens.iter().any(|theirs| theirs.lower == other))
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    From,
    To,
}

/// Words in front of a number. Those of the second list mean much else, and tell only beside one of the others.
const FROM: &[&str] = &["from", "desde", "depuis", "från", "fra", "sejak", "từ"];
const FROM_BESIDE: &[&str] = &[
    "von", "de", "da", "van", "с", "со", "od", "din", "dal", "из", "από",
];
const TO: &[&str] = &[
    "to", "auf", "a", "à", "até", "hasta", "до", "naar", "till", "til", "ke", "đến", "do", "στα", "σε",
    "στις",
];
const FROM_UNSPACED: &[&str] = &["從", "从", "由", "自"];
const TO_UNSPACED: &[&str] = &["到", "至", "為", "为", "成"];
const FROM_BEHIND: &[&str] = &["から", "에서", "부터"];
const TO_BEHIND: &[&str] = &["に", "へ", "まで", "으로", "로"];

fn way(side: &Side<'_>, number: &Counted<'_>, beside: bool) -> Option<Way> {
    let range = &number.token.word.range;
    let before = number.at.checked_sub(1).and_then(|at| side.tokens.get(at));
    if let Some(token) = before.filter(|token| token.word.kind == Kind::Word) {
        let lower = token.lower.as_str();
        if FROM.contains(&lower) || (beside && FROM_BESIDE.contains(&lower)) {
            return Some(Way::From);
        }
        if TO.contains(&lower) {
            return Some(Way::To);
        }
    }
    let front = side
        .text
        .get(..range.start)?
        .trim_end_matches([' ', '$', '€', '£', '¥', '約', '约']);
    let ends = |list: &[&str]| list.iter().any(|word| front.ends_with(word));
    if ends(FROM_UNSPACED) {
        return Some(Way::From);
    }
    if ends(TO_UNSPACED) {
        return Some(Way::To);
    }
    let behind: String = side
        .text
        .get(range.end..)?
        .chars()
        .take(6)
        .take_while(|c| crate::text::script::is_unspaced(*c))
        .collect();
    let place = |list: &[&str]| list.iter().filter_map(|word| behind.find(word)).min();
    match (place(FROM_BEHIND), place(TO_BEHIND)) {
        (Some(from), Some(to)) => Some(if from < to { Way::From } else { Way::To }),
        (Some(_), None) => Some(Way::From),
        (None, Some(_)) => Some(Way::To),
        (None, None) => None,
    }
}

/// "to 1.6 billion from 1.1 billion" where the source has "to 1.1 billion from 1.6 billion".
fn ways(said: &Side<'_>, ours: &[Counted<'_>], best: &Side<'_>, theirs: &[Counted<'_>]) -> Option<Conflict> {
    let of = |side: &Side<'_>, counted: &[Counted<'_>], beside: bool| -> Vec<Option<Way>> {
        counted.iter().map(|number| way(side, number, beside)).collect()
    };
    let has = |ways: &[Option<Way>], wanted: Way| ways.contains(&Some(wanted));
    let (wide, their_wide) = (of(said, ours, true), of(best, theirs, true));
    let both = has(&wide, Way::From) && has(&wide, Way::To);
    if !(has(&their_wide, Way::From) && has(&their_wide, Way::To)) {
        return None;
    }
    // With one of them: "closed from 17" is "open from 9 to 17".
    if !both && is_turned(said, best) {
        return None;
    }
    let our_ways = if both { wide } else { of(said, ours, false) };
    ours.iter().zip(our_ways).find_map(|(number, our_way)| {
        let our_way = our_way?;
        let mut with: Vec<Option<Way>> = Vec::new();
        let mut instead = None;
        for (their, their_way) in theirs.iter().zip(&their_wide) {
            if their.token.word.key == number.token.word.key {
                with.push(*their_way);
            } else if *their_way == Some(our_way) && their.unit == number.unit {
                instead = instead.or(Some(their));
            }
        }
        let turned = !with.is_empty() && with.iter().all(|way| way.is_some_and(|way| way != our_way));
        let instead = instead.filter(|_| turned)?;
        Some(number_conflict(&shown(said, number), &shown(best, instead)))
    })
}

/// A part of a sentence with the numbers that it tells.
struct Part<'c, 's> {
    numbers: Vec<&'c Counted<'s>>,
    /// Places of its content words.
    words: Vec<usize>,
}

/// Of a longer sentence no part is told from the others.
const LONGEST: usize = 60;

/// Whether the statement says nothing that the sentence doesn't speak of, but for a word.
fn is_of(said: &Side<'_>, best: &Side<'_>) -> bool {
    let content = said.tokens.iter().filter(|token| token.is_content());
    let (there, absent): (Vec<_>, Vec<_>) = content.partition(|token| best.has_key(token));
    let pairs = absent
        .iter()
        .all(|token| matches!(token.word.kind, Kind::Pair | Kind::LightPair));
    absent.len() <= if pairs { 2 } else { 1 } && there.len() > 1 && !is_turned(said, best)
}

/// Words that join two parts.
const JOINING: &[&str] = &[
    "and",
    "while",
    "whereas",
    "compared",
    "versus",
    "vs",
    "against",
    "but",
    "or",
    "und",
    "während",
    "gegenüber",
    "aber",
    "et",
    "mais",
    "contre",
    "y",
    "pero",
    "frente",
    "e",
    "mas",
    "ma",
    "contro",
    "en",
    "och",
    "og",
    "и",
    "а",
    "но",
    "και",
    "ενώ",
    "dan",
    "và",
    "ve",
    "i",
    "oraz",
    "by",
    "then",
    "later",
];

/// "21 on the drug" where the source has "12 on the drug and 21 on placebo". The sentence is cut between its numbers;
/// the statement's number belongs to one part, and what it says to another.
fn parts(said: &Side<'_>, ours: &[Counted<'_>], best: &Side<'_>, theirs: &[Counted<'_>]) -> Option<Conflict> {
    let parts = cut(best, theirs);
    // A row of names or years is told as a place to look.
    if parts.len() < 2 || best.tokens.len() > LONGEST || !is_of(said, best) || is_mixed_up(said, best) {
        return None;
    }
    let (which, number) = part_of_numbers(ours, &parts)?;
    let words: Vec<Vec<usize>> = (0..parts.len()).map(|at| own_words(best, &parts, at)).collect();
    let told = |at: &usize| best.tokens.get(*at).is_some_and(|token| said.has_key(token));
    let enough = |places: &[usize]| {
        let pairs = places.iter().filter(|at| is_pair(best, **at)).count();
        !places.is_empty() && (pairs == 0 || pairs >= 2 || pairs < places.len())
    };
    let hits: Vec<Vec<usize>> = words
        .iter()
        .map(|own| own.iter().copied().filter(told).collect())
        .collect();
    let later: Vec<usize> = (1..parts.len())
        .filter(|at| hits.get(*at).is_some_and(|own| enough(own)))
        .collect();
    let (front, all_front) = (hits.first()?, words.first()?);
    let belongs = match later.as_slice() {
        [] if which > 0 => names_the_first(best, &parts, which, front, &words, false).then_some(0)?,
        // What stands in the first part is left out in the later ones: "12 of 150 patients, compared with 21".
        [one]
            if front.is_empty()
                || (front.len() < all_front.len()
                    && !compares(said)
                    && !names_the_first(best, &parts, *one, front, &words, true)) =>
        {
            *one
        }
        _ => return None,
    };
    if belongs == which {
        return None;
    }
    let same_sort = |their: &&&Counted<'_>| {
        their.unit == number.unit
            && their.year == number.year
            && !ours.iter().any(|our| our.token.word.key == their.token.word.key)
    };
    let instead = parts.get(belongs)?.numbers.iter().find(same_sort)?;
    Some(number_conflict(&shown(said, number), &shown(best, instead)))
}

fn is_pair(side: &Side<'_>, at: usize) -> bool {
    side.tokens
        .get(at)
        .is_some_and(|token| matches!(token.word.kind, Kind::Pair | Kind::LightPair))
}

fn compares(side: &Side<'_>) -> bool {
    const WORDS: &[&str] = &[
        "than", "compared", "versus", "vs", "more", "less", "fewer", "not", "but", "both", "and", "or",
        "als", "und", "que", "y", "et", "как", "чем", "и",
    ];
    side.tokens
        .iter()
        .any(|token| WORDS.contains(&token.lower.as_str()))
        || side.text.contains(['比', '和', '與', '都'])
}

/// The parts of a sentence between its numbers. Numbers with nothing between them that parts stay together, and what
/// stands between two marks belongs to neither side.
fn cut<'c, 's>(side: &Side<'_>, counted: &'c [Counted<'s>]) -> Vec<Part<'c, 's>> {
    let is_mark = |at: usize| {
        let Some((_, between, token)) = side.joint(at) else {
            return false;
        };
        between.contains([',', ';', '(', '（', '，', '；', '、', '：'])
            || (JOINING.contains(&token.lower.as_str()) && token.word.kind == Kind::Word)
    };
    let content = |from: usize, to: usize| -> Vec<usize> {
        let tells = |at: &usize| {
            side.tokens.get(*at).is_some_and(|token| {
                token.is_content()
                    && !token.is_number()
                    && !JOINING.contains(&token.lower.as_str())
                    && !is_month_of_date(side, *at)
            })
        };
        (from..to).filter(tells).collect()
    };
    let mut parts: Vec<Part<'c, 's>> = Vec::new();
    let mut open = Part {
        numbers: Vec::new(),
        words: Vec::new(),
    };
    let mut from = 0;
    for (n, number) in counted.iter().enumerate() {
        open.numbers.push(number);
        let Some(next) = counted.get(n + 1) else { break };
        let marks: Vec<usize> = (number.at + 1..=next.at).filter(|at| is_mark(*at)).collect();
        // A mark right in front of a day or a year parts a date.
        let date = number.year != next.year && next.at == number.at + 1;
        if let (Some(first), Some(last)) = (marks.first(), marks.last())
            && !date
        {
            open.words = content(from, *first);
            from = *last;
            parts.push(std::mem::replace(
                &mut open,
                Part {
                    numbers: Vec::new(),
                    words: Vec::new(),
                },
            ));
        }
    }
    open.words = content(from, side.tokens.len());
    parts.push(open);
    parts
}

/// A month beside a day or a year belongs to the date.
fn is_month_of_date(side: &Side<'_>, at: usize) -> bool {
    let is_number = |at: Option<usize>| {
        at.and_then(|at| side.tokens.get(at))
            .is_some_and(Token::is_number)
    };
    let month = |token: &Token| {
        CALENDAR
            .first()
            .is_some_and(|months| months.iter().any(|names| names.contains(&token.lower.as_str())))
    };
    side.tokens.get(at).is_some_and(month) && (is_number(at.checked_sub(1)) || is_number(Some(at + 1)))
}

/// Words that no other part has.
fn own_words(side: &Side<'_>, parts: &[Part<'_, '_>], at: usize) -> Vec<usize> {
    let key = |place: &usize| side.tokens.get(*place).map(|token| token.word.key);
    let others: KeySet = parts
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != at)
        .flat_map(|(_, part)| part.words.iter().filter_map(key))
        .collect();
    let own = parts
        .get(at)
        .map(|part| part.words.as_slice())
        .unwrap_or_default();
    own.iter()
        .copied()
        .filter(|place| key(place).is_some_and(|key| !others.contains(&key)))
        .collect()
}

/// The one part that has the statement's numbers for itself, and such a number.
fn part_of_numbers<'a, 's>(
    ours: &'a [Counted<'s>],
    parts: &[Part<'_, '_>],
) -> Option<(usize, &'a Counted<'s>)> {
    let has = |part: &Part<'_, '_>, key: Key| part.numbers.iter().any(|number| number.token.word.key == key);
    let mut found: Option<(usize, &Counted<'_>)> = None;
    for number in ours {
        let key = number.token.word.key;
        let mut with = parts.iter().enumerate().filter(|(_, part)| has(part, key));
        let (Some((at, _)), None) = (with.next(), with.next()) else {
            continue;
        };
        if found.is_some_and(|(other, _)| other != at) {
            return None;
        }
        found = found.or(Some((at, number)));
    }
    found
}

/// Whether the statement has what stands in the first part where the part of its number has its label: in front of the
/// number, "the hotel 1,200 beds, the hostel 1,400", or behind it, "12 on the drug, 21 on placebo". A subject that both
/// share is no label.
fn names_the_first(
    side: &Side<'_>,
    parts: &[Part<'_, '_>],
    which: usize,
    hits: &[usize],
    words: &[Vec<usize>],
    strictly: bool,
) -> bool {
    let ends = |part: &Part<'_, '_>| -> Option<(usize, usize)> {
        Some((part.numbers.first()?.at, part.numbers.last()?.at))
    };
    let (Some(first), Some(own)) = (parts.first(), parts.get(which)) else {
        return false;
    };
    let (Some((start, end)), Some((own_start, own_end))) = (ends(first), ends(own)) else {
        return false;
    };
    let (Some(front_words), Some(own_words)) = (words.first(), words.get(which)) else {
        return false;
    };
    let capital = |at: &usize| side.tokens.get(*at).is_some_and(|token| token.word.capital);
    if strictly && own_words.iter().any(|at| *at < own_start) {
        let mut before = front_words.iter().filter(|at| **at < start).peekable();
        if before.peek().is_some() && before.all(|at| hits.contains(at)) {
            return true;
        }
    } else if own_words.iter().any(|at| *at < own_start) {
        let mut before = front_words.iter().rev().filter(|at| **at < start);
        let last = before.next();
        let named = last.is_some_and(|last| {
            hits.contains(last)
                || ((capital(last) || is_pair(side, *last))
                    && before.next().is_some_and(|at| hits.contains(at)))
        });
        if named {
            return true;
        }
    }
    if own_words.iter().any(|at| *at > own_end) {
        let behind: Vec<usize> = front_words.iter().copied().filter(|at| *at > end).collect();
        let preposition = |at: usize| {
            let before = side.tokens.get(at.saturating_sub(2)..at).unwrap_or_default();
            before
                .iter()
                .rev()
                .find(|token| token.word.stop && !matches!(token.lower.as_str(), "the" | "a" | "an"))
                .map(|token| token.lower.as_str())
        };
        let label = own_words.iter().find(|at| **at > own_end);
        let with = label.and_then(|at| preposition(*at));
        let parallel = behind
            .iter()
            .find(|at| with.is_some() && preposition(**at) == with);
        return match parallel {
            Some(at) => hits.contains(at),
            None => {
                let told = behind.iter().filter(|at| hits.contains(at)).count();
                told > 0 && told * 2 >= behind.len()
            }
        };
    }
    false
}
