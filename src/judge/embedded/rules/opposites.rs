//! A word where the source has its opposite.

use super::converses::is_turned;
use super::lexicon::contraries::{
    COMMON_OPPOSITES, MORE_OPPOSITES, OPPOSITE_CHARACTERS, OPPOSITES, SINGLE_OPPOSITES,
};
use super::lexicon::denial::NEGATING;
use super::matter::Matter;
use super::negation::is_negated;
use super::{Conflict, Rule, Side, Token};
use crate::judge::embedded::sources::Sources;
use crate::text::script::is_unspaced;
use crate::text::stem::stem;
use crate::text::words::Key;

pub(super) fn conflicts(
    sources: &Sources<'_>,
    matter: &Matter<'_, '_>,
    said: &Side<'_>,
    stands: &[Side<'_>],
) -> Vec<Conflict> {
    let mut out = Vec::new();
    if stands.iter().any(|side| is_turned(said, side)) {
        return out;
    }
    for (at, token) in said
        .tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| !token.is_number())
    {
        let others: Vec<Opposite> = opposites_of(&token.lower, stands);
        if others.is_empty() || is_age(said, at) {
            continue;
        }
        // What the source says as well is no opposite of it, unless it says it of something else.
        let there = sources.keys().contains(&token.word.key) || stands.iter().any(|side| side.has_key(token));
        let is_new = !there || matter.is_only_elsewhere(token, stands);
        let beside = |other: &str| is_told_of_the_same(sources, said, at, stands, other);
        // "Not allowed" is "forbidden".
        let negated = is_negated(said, at);
        let found = others.iter().find_map(|other| {
            let both = said.tokens.iter().any(|token| other.fits(&token.lower)) || other.is_common();
            // What stands elsewhere as well is held against the best sentence alone.
            let sides = if there {
                stands.get(..1).unwrap_or_default()
            } else {
                stands
            };
            sides.iter().find_map(|side| {
                let fits = |place: usize, token: &Token| other.fits(&token.lower) && !is_age(side, place);
                let mut places = side.tokens.iter().enumerate();
                let (place, word) = places.find(|(place, token)| fits(*place, token))?;
                // Beside "the pressure decreases" an altitude that "increases" is no opposite of "reduced".
                let of_another = opposites(&word.lower)
                    .any(|other| side.tokens.iter().any(|token| same(&token.lower, other)));
                let alone = is_new && !both && !of_another;
                // "Served without bread" is "no bread is served with it": what goes with it, or without, is the same.
                if matches!(token.lower.as_str(), "with" | "without")
                    && next_content(said, at) != next_content(side, place)
                {
                    return None;
                }
                let tells = (alone && is_of_the_same(said, at, stands, side, place)) || beside(&word.lower);
                (tells && is_negated(side, place) == negated).then_some((side, word))
            })
        });
        if let Some((side, other)) = found {
            out.push(Conflict {
                rule: Rule::Opposite,
                said: said.raw(token.word.range.clone()).to_owned(),
                stands: side.raw(other.word.range.clone()).to_owned(),
            });
        }
    }
    out.extend(characters(said, stands));
    out
}

/// The first content word behind another word, articles left out.
fn next_content(side: &Side<'_>, at: usize) -> Option<Key> {
    let behind = side.tokens.iter().skip(at + 1);
    behind
        .take(3)
        .find(|token| token.is_content())
        .map(|token| token.word.key)
}

/// "22 years old" is not the opposite of "new".
fn is_age(side: &Side<'_>, at: usize) -> bool {
    const SPANS: &[&str] = &["year", "years", "month", "months", "week", "weeks", "day", "days"];
    side.joint(at).is_some_and(|(before, _, token)| {
        token.lower.starts_with("old") && SPANS.contains(&before.lower.as_str())
    })
}

/// Whether a word that is missing, and its opposite, are said of the same. Of people a text tells of more than one: "a woman
/// whose partner died" speaks of a man. And a sentence beside the best one may speak of something else.
fn is_of_the_same(said: &Side<'_>, at: usize, stands: &[Side<'_>], side: &Side<'_>, place: usize) -> bool {
    const PEOPLE: &[&str] = &[
        "man", "woman", "men", "women", "boy", "girl", "husband", "wife", "father", "mother", "son",
        "daughter", "brother", "sister",
    ];
    let key = |side: &Side<'_>, at: Option<usize>| {
        at.and_then(|at| side.tokens.get(at))
            .map(|token| (token.word.key, token.is_content()))
    };
    let before = (key(said, at.checked_sub(1)), key(side, place.checked_sub(1)));
    let behind = (key(said, Some(at + 1)), key(side, Some(place + 1)));
    let is_person = said
        .tokens
        .get(at)
        .is_some_and(|token| PEOPLE.contains(&token.lower.as_str()));
    if is_person {
        return before.0 == before.1 && behind.0 == behind.1;
    }
    let content = |(ours, theirs): (Option<_>, Option<_>)| ours == theirs && matches!(ours, Some((_, true)));
    stands.first().is_some_and(|best| std::ptr::eq(best, side)) || content(before) || content(behind)
}

/// What is the opposite of a word.
enum Opposite {
    /// A listed word, by its stem.
    Listed(&'static str),
    /// A word that is common beside its opposite: it tells where the word beside it is the same.
    Common(&'static str),
    /// A word with a prefix that denies, or without it, as it stands in the source.
    Prefixed(String),
}

impl Opposite {
    fn fits(&self, lower: &str) -> bool {
        match self {
            Self::Listed(listed) => same(lower, listed),
            Self::Common(listed) => lower == *listed,
            Self::Prefixed(word) => lower == word,
        }
    }

    fn is_common(&self) -> bool {
        matches!(self, Self::Common(_))
    }
}

fn opposites_of(lower: &str, stands: &[Side<'_>]) -> Vec<Opposite> {
    let prefixed = stands.iter().flat_map(|side| &side.tokens);
    let prefixed = prefixed.filter(|other| denies(lower, &other.lower) || denies(&other.lower, lower));
    let prefixed = prefixed.map(|other| Opposite::Prefixed(other.lower.clone()));
    let common = COMMON_OPPOSITES.iter().filter_map(|(a, b)| match lower {
        lower if lower == *a => Some(Opposite::Common(b)),
        lower if lower == *b => Some(Opposite::Common(a)),
        _ => None,
    });
    opposites(lower)
        .map(Opposite::Listed)
        .chain(common)
        .chain(prefixed)
        .collect()
}

/// "Uncommon" denies "common", and Czech "nepřijímá" "přijímá".
fn denies(with: &str, without: &str) -> bool {
    const PREFIXES: &[&str] = &["un", "non", "dis", "in", "im", "ir", "il", "ne", "не"];
    /// Only the look of it.
    const OTHER: &[&str] = &[
        "import",
        "improve",
        "install",
        "inform",
        "invest",
        "intend",
        "increase",
        "discover",
        "discount",
        "display",
        "dispatch",
        "distress",
        "dissent",
        "discourse",
        "impress",
        "impact",
        "inset",
        "industry",
        "unite",
        "imprint",
        "instruct",
        "intense",
        "dispose",
        "inside",
        "infield",
        "inland",
        "income",
        "unless",
        "disposed",
        "disclosed",
    ];
    without.chars().count() >= 5
        && PREFIXES
            .iter()
            .any(|prefix| with.strip_prefix(prefix) == Some(without))
        && !OTHER.iter().any(|other| with.starts_with(other))
        || denies_by_ending(with, without)
}

/// Turkish has its negation in front of the ending of a verb: "etmiyor" denies "ediyor".
fn denies_by_ending(with: &str, without: &str) -> bool {
    const ENDINGS: &[(&str, &str)] = &[
        ("miyor", "iyor"),
        ("mıyor", "ıyor"),
        ("muyor", "uyor"),
        ("müyor", "üyor"),
        ("mez", "er"),
        ("maz", "ar"),
        ("medi", "di"),
        ("madı", "dı"),
        ("meyecek", "ecek"),
        ("mayacak", "acak"),
    ];
    // The last letter of a stem changes: et-, ed-.
    let stem = |stem: &str| -> String {
        let letters = stem.chars().count().saturating_sub(1);
        stem.chars().take(letters).collect()
    };
    ENDINGS.iter().any(|(denied, plain)| {
        let (Some(a), Some(b)) = (with.strip_suffix(denied), without.strip_suffix(plain)) else {
            return false;
        };
        !a.is_empty() && a.len().abs_diff(b.len()) <= 2 && stem(a) == stem(b)
    })
}

/// Whether the source says the opposite of the very thing that the statement says it of: the word beside it is the same, and
/// nowhere beside what the statement says. "Arrived early and left late" has both words, and "arrived late" is wrong.
fn is_told_of_the_same(
    sources: &Sources<'_>,
    said: &Side<'_>,
    at: usize,
    stands: &[Side<'_>],
    other: &str,
) -> bool {
    let Some(best) = stands.first() else {
        return false;
    };
    let Some(token) = said.tokens.get(at) else {
        return false;
    };
    let place = |lower: &str| best.tokens.iter().position(|token| token.lower == lower);
    let Some(there) = place(other) else {
        return false;
    };
    // "The first and last voyage" is both.
    let near = best
        .tokens
        .iter()
        .enumerate()
        .any(|(place, other)| other.word.key == token.word.key && place.abs_diff(there) <= 2);
    let twice = best.tokens.iter().filter(|token| token.lower == other).count() > 1;
    if near || twice {
        return false;
    }
    // "The train leaves at 9 and arrives at 10": what stands in front of the first verb is that of the second as well.
    let joined = best.tokens.iter().enumerate().any(|(place, other)| {
        let before = place.checked_sub(1).and_then(|place| best.tokens.get(place));
        other.word.key == token.word.key && before.is_none_or(|before| before.word.stop)
    });
    let beside = |side: &Side<'_>, at: Option<usize>| {
        let token = at.and_then(|at| side.tokens.get(at))?;
        (token.is_content() && !token.is_number()).then_some(token.word.key)
    };
    let key = token.word.key;
    let behind = beside(said, Some(at + 1)).filter(|next| !sources.holds_pair(&(key, *next)));
    let behind = behind.filter(|noun| !is_left_out(said, token, best, there, *noun));
    let front = beside(said, at.checked_sub(1)).filter(|before| !sources.holds_pair(&(*before, key)));
    (behind.is_some() && behind == beside(best, Some(there + 1)))
        || (!joined && front.is_some() && front == beside(best, there.checked_sub(1)))
}

/// "The old mayor resigned, and the new one took office": the noun of the second is left out. The clause with the statement's
/// own word holds as much of what the statement says as the one with the opposite, and no other noun stands beside it.
fn is_left_out(said: &Side<'_>, token: &Token, best: &Side<'_>, there: usize, noun: Key) -> bool {
    let own = |other: &Token| other.word.key == token.word.key;
    let Some(place) = best.tokens.iter().position(own) else {
        return false;
    };
    let alone = best.tokens.get(place + 1).is_none_or(|next| {
        next.word.stop || matches!(next.lower.as_str(), "one" | "ones") || next.is_number()
    });
    let rest = |at: usize| {
        let told = |word: &&Token| {
            let key = word.word.key;
            word.is_content() && key != noun && key != token.word.key && said.has_key(word)
        };
        clause(best, at).filter(told).count()
    };
    let held = rest(place);
    alone && held > 0 && held >= rest(there)
}

/// The words of the clause that a word stands in.
fn clause<'s>(side: &'s Side<'_>, at: usize) -> impl Iterator<Item = &'s Token> {
    const JOINING: &[&str] = &[
        "and", "but", "while", "whereas", "und", "aber", "während", "et", "mais", "y", "pero", "e", "mas",
        "ma", "en", "och", "og", "и", "а", "но",
    ];
    let ends = |at: &usize| {
        side.joint(*at).is_some_and(|(_, between, token)| {
            between.contains([',', ';', ':', '(', ')']) || JOINING.contains(&token.lower.as_str())
        })
    };
    let from = (0..=at).rev().find(ends).unwrap_or_default();
    let until = (at + 1..side.tokens.len())
        .find(ends)
        .unwrap_or(side.tokens.len());
    side.tokens.get(from..until).unwrap_or_default().iter()
}

/// The opposites of a word, by its stem.
pub(super) fn opposites(lower: &str) -> impl Iterator<Item = &'static str> {
    OPPOSITES.iter().chain(MORE_OPPOSITES).filter_map(move |(a, b)| {
        if same(lower, a) {
            Some(*b)
        } else if same(lower, b) {
            Some(*a)
        } else {
            None
        }
    })
}

fn same(lower: &str, listed: &str) -> bool {
    if lower == listed {
        return true;
    }
    // Cheap before thorough: inflections share their beginning. "News" is none of "new".
    if lower == "news" || !lower.is_ascii() || lower.get(..1) != listed.get(..1) {
        return false;
    }
    let (mut a, mut b) = (lower.to_owned(), listed.to_owned());
    stem(&mut a);
    stem(&mut b);
    a == b
}

fn is_negated_in(text: &str, word: &str) -> bool {
    text.split_once(word).is_some_and(|(before, _)| {
        before
            .trim_end_matches(['能', '得', '被', '可', '有'])
            .ends_with(NEGATING)
    })
}

/// So many characters beside a word show what it is said of.
const BESIDE: usize = 2;

fn characters(said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
    let both_ways = OPPOSITE_CHARACTERS.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
    let single = SINGLE_OPPOSITES.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
    let single = single.filter(|(ours, theirs)| stands_for(said, stands, ours, theirs));
    both_ways
        .filter(|(ours, theirs)| {
            if !said.text.contains(ours) || !stands.iter().any(|side| side.text.contains(theirs)) {
                return false;
            }
            // 不允許 is 禁止.
            let negated =
                is_negated_in(said.text, ours) == stands.iter().any(|side| is_negated_in(side.text, theirs));
            // 西部比東部窮 is 東部比西部富.
            let compared = |text: &str| text.contains('比') && text.contains(ours) && text.contains(theirs);
            if compared(said.text) && stands.first().is_some_and(|side| compared(side.text)) {
                return false;
            }
            if is_allowed_there(said, stands, ours, theirs) {
                return false;
            }
            let plain = !said.text.contains(theirs) && !stands.iter().any(|side| side.text.contains(ours));
            negated && (plain || is_beside_the_same(said, stands, ours, theirs))
        })
        .chain(single)
        .map(|(ours, theirs)| Conflict {
            rule: Rule::Opposite,
            said: ours.to_owned(),
            stands: theirs.to_owned(),
        })
        .collect()
}

/// 可以釣魚 where the source has 禁止游泳，但允許釣魚: what is said of the same thing there is not the opposite.
fn is_allowed_there(said: &Side<'_>, stands: &[Side<'_>], ours: &str, theirs: &str) -> bool {
    const LEAVE: &[&str] = &["可以", "允許", "允许", "許可", "许可", "准許", "准许"];
    const BAN: &[&str] = &["禁止", "嚴禁", "严禁", "不准", "不可"];
    let alike = match (LEAVE.contains(&ours), BAN.contains(&ours)) {
        (true, _) if BAN.contains(&theirs) => LEAVE,
        (_, true) if LEAVE.contains(&theirs) => BAN,
        _ => return false,
    };
    said.text.match_indices(ours).all(|(at, _)| {
        let (_, back) = around(said.text, at, ours.len());
        let there = |word: &&str| {
            stands
                .iter()
                .any(|side| side.text.contains(&format!("{word}{back}")))
        };
        !back.is_empty() && alike.iter().any(there)
    })
}

/// What stands around a word, as far as its clause goes.
fn around(text: &str, at: usize, length: usize) -> (String, String) {
    let joined = |c: &char| is_unspaced(*c) || c.is_alphanumeric();
    let before = text.get(..at).unwrap_or_default().chars().rev();
    let behind = text.get(at + length..).unwrap_or_default().chars();
    let front: String = before.take(BESIDE).take_while(joined).collect();
    let back = behind.take(BESIDE).take_while(joined).collect();
    (front.chars().rev().collect(), back)
}

/// 使用後應先 where the source has 使用前應先: a single character with the same around it.
fn stands_for(said: &Side<'_>, stands: &[Side<'_>], ours: &str, theirs: &str) -> bool {
    let places = |side: &Side<'_>, word: &str| -> Vec<(String, String)> {
        let places = side.text.match_indices(word);
        places
            .map(|(at, word)| around(side.text, at, word.len()))
            .collect()
    };
    let Some(best) = stands.first() else {
        return false;
    };
    let there = places(best, theirs);
    !there.is_empty()
        && places(said, ours).iter().any(|place| {
            place.0.chars().count() + place.1.chars().count() >= BESIDE
                && there.contains(place)
                && !stands.iter().any(|side| places(side, ours).contains(place))
        })
}

/// 下午十點 where the source has 上午十點, and 下午 only beside another hour.
fn is_beside_the_same(said: &Side<'_>, stands: &[Side<'_>], ours: &str, theirs: &str) -> bool {
    let Some(best) = stands.first() else {
        return false;
    };
    said.text.match_indices(ours).any(|(at, _)| {
        let (front, back) = around(said.text, at, ours.len());
        let anywhere = |text: &str| stands.iter().any(|side| side.text.contains(text));
        let is_whole = |beside: &str| beside.chars().count() == BESIDE;
        // 上午十點開始，下午三點結束: what stands in front of the first is that of the second as well.
        let joined = best
            .text
            .match_indices(ours)
            .any(|(at, _)| around(best.text, at, ours.len()).0.is_empty());
        // 禁止游泳，但允許釣魚: what is said of the same thing is no opposite, whatever stands in front of it.
        let as_it_stands = is_whole(&back) && anywhere(&format!("{ours}{back}"));
        // 市長同意計畫，議會反對: the source says it of the same one, and what it is said of stands further on.
        let same_one = is_whole(&front) && best.text.contains(&format!("{front}{ours}"));
        (is_whole(&back)
            && !same_one
            && best.text.contains(&format!("{theirs}{back}"))
            && !anywhere(&format!("{ours}{back}")))
            || (!joined
                && !as_it_stands
                && is_whole(&front)
                && best.text.contains(&format!("{front}{theirs}"))
                && !anywhere(&format!("{front}{ours}")))
    })
}
