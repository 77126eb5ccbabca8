//! Numbers, their units, and dates.

use super::lexicon::{
    CALENDAR, FALLING, FALLING_CHARACTERS, HALVES, HALVES_BEFORE, MINUS, MINUS_CHARACTERS, PREFIXES, UNITS,
};
use super::{Conflict, Rule, Side, Token};
use crate::judge::embedded::sources::Sources;
use crate::text::script::{digit, is_unspaced};
use crate::text::words::{Key, Kind, words};

/// A number with what it counts.
struct Counted<'s> {
    token: &'s Token,
    at: usize,
    unit: Option<&'static str>,
    /// The word behind it, where it counts things.
    noun: Option<Key>,
    year: bool,
    /// A counter of dates stands behind it.
    dated: bool,
}

/// So many sentences that hold a number are read when it is looked for further off.
const FURTHER_OFF: usize = 16;

const DATE_COUNTERS: &[&str] = &["年", "月", "日", "號", "号"];

pub(super) fn conflicts(sources: &Sources<'_>, said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
    let ours = counted(said);
    let theirs: Vec<Vec<Counted<'_>>> = stands.iter().map(counted).collect();
    let mut out = Vec::new();
    for number in &ours {
        out.extend(sign(sources, said, number, stands, &theirs));
        out.extend(half(said, number, stands, &theirs));
        // As it is written there, somewhere: "3 km" in a sentence further on. (A counter of text without spaces is only
        // the first character of its unit.)
        let next = said
            .tokens
            .get(number.at + 1)
            .filter(|next| next.word.kind == Kind::Word);
        let written = next.is_some_and(|next| sources.holds_pair(&(number.token.word.key, next.word.key)));
        // A currency sign stands in front: what follows doesn't say which one it is.
        let sign = currency(said, number.token);
        if written && sign.is_none_or(|(_, unit)| stands_with_unit(sources, number, unit)) {
            continue;
        }
        out.extend(unit(said, number, stands, &theirs));
        if written {
            continue;
        }
        out.extend(amount(sources, said, number, stands, &theirs));
    }
    out.extend(years(said, &ours, stands, &theirs));
    out.extend(calendar(sources, said, stands));
    out.extend(days(sources, said, stands));
    out
}

/// Whether a number stands with a unit anywhere.
fn stands_with_unit(sources: &Sources<'_>, number: &Counted<'_>, unit: &str) -> bool {
    let key = number.token.word.key;
    further_off(sources, key).any(|side| {
        counted(&side)
            .iter()
            .any(|their| their.token.word.key == key && their.unit == Some(unit))
    })
}

/// The first sentences that hold a number, wherever they stand.
fn further_off<'s>(sources: &'s Sources<'_>, key: Key) -> impl Iterator<Item = Side<'s>> {
    sources.places(key).iter().take(FURTHER_OFF).map(|at| {
        let side = Side::new(sources.sentence_text(*at));
        sources.spend(side.tokens.len());
        side
    })
}

fn counted<'s>(side: &'s Side<'_>) -> Vec<Counted<'s>> {
    side.tokens
        .iter()
        .enumerate()
        .filter(|(at, token)| token.is_number() && !token.word.stop && !is_torn(side, *at))
        .map(|(at, token)| {
            let unit = unit_behind(side, token)
                .or_else(|| unit_before(side, token))
                .or_else(|| token.lower.starts_with("百分之").then_some("%"));
            let noun = side
                .tokens
                .iter()
                .skip(at + 1)
                // "Half of the voters"
                .skip_while(|next| matches!(next.lower.as_str(), "of" | "the"))
                .take(2)
                .take_while(|next| !next.is_number() && near(side, token, next))
                .find(|next| next.is_content())
                .map(|next| next.word.key);
            let digits = token.lower.chars().filter(char::is_ascii_digit).count();
            // A year of Chinese has its counter: it is compared by that, like an amount.
            let counter = side
                .tokens
                .get(at + 1)
                .filter(|next| DATE_COUNTERS.contains(&next.lower.as_str()));
            let year = digits == 4
                && token.lower.len() <= 5
                && unit.is_none()
                && counter.is_none()
                && (token.lower.starts_with('1') || token.lower.starts_with('2'));
            Counted {
                token,
                at,
                unit,
                noun,
                year,
                dated: counter.is_some(),
            }
        })
        .collect()
}

/// Part of a number that was torn apart: "235 , 000".
fn is_torn(side: &Side<'_>, at: usize) -> bool {
    let torn = |first: usize| {
        let (Some(a), Some(b)) = (side.tokens.get(first), side.tokens.get(first + 1)) else {
            return false;
        };
        let between = side
            .text
            .get(a.word.range.end..b.word.range.start)
            .unwrap_or_default();
        a.is_number() && b.is_number() && matches!(between.trim(), "," | ".")
    };
    torn(at) || at.checked_sub(1).is_some_and(torn)
}

/// Within one phrase: no mark that ends a clause between them.
fn near(side: &Side<'_>, first: &Token, next: &Token) -> bool {
    let between = side
        .text
        .get(first.word.range.end..next.word.range.start)
        .unwrap_or_default();
    !between.contains([',', ';', '(', ')', '，', '；', '。', '、'])
}

/// What may stand between a number and its unit.
const UNIT_GAP: &[char] = &[' ', '-', '\u{A0}', '\u{202F}'];
const PER_CENT: &str = "per cent";

fn is_per_cent(text: &str) -> bool {
    text.get(..PER_CENT.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(PER_CENT))
}

fn unit_behind(side: &Side<'_>, number: &Token) -> Option<&'static str> {
    let after = side.text.get(number.word.range.end..)?;
    let after = after.trim_start_matches(UNIT_GAP);
    let first = after.chars().next()?;
    if is_unspaced(first) || !(first.is_alphabetic() || first == '°') {
        return longest(|written| after.starts_with(written));
    }
    let word: String = after
        .chars()
        .take(24)
        .take_while(|c| c.is_alphabetic() || *c == '°' || *c == '%')
        .flat_map(char::to_lowercase)
        .collect();
    if is_per_cent(after) {
        return Some("%");
    }
    UNITS
        .iter()
        .find(|(_, written)| written.contains(&word.as_str()))
        .map(|(unit, _)| *unit)
}

/// The unit whose writing is the longest of those that fit.
fn longest(fits: impl Fn(&str) -> bool) -> Option<&'static str> {
    let all = UNITS
        .iter()
        .flat_map(|(unit, written)| written.iter().map(move |text| (*unit, *text)));
    all.filter(|(_, text)| !text.is_ascii() || *text == "%")
        .filter(|(_, text)| fits(text))
        .max_by_key(|(_, text)| text.len())
        .map(|(unit, _)| unit)
}

fn unit_before(side: &Side<'_>, number: &Token) -> Option<&'static str> {
    currency(side, number).map(|(_, unit)| unit)
}

/// Where the currency sign in front of a number begins, and its name.
fn currency(side: &Side<'_>, number: &Token) -> Option<(usize, &'static str)> {
    let before = side.text.get(..number.word.range.start)?.trim_end();
    // "$-5" as well.
    let before = before.strip_suffix(MINUS_SIGNS).unwrap_or(before).trim_end();
    PREFIXES.iter().find_map(|(sign, unit)| {
        let at = before.len().checked_sub(sign.len())?;
        let written = before.get(at..)?;
        written.eq_ignore_ascii_case(sign).then_some((at, *unit))
    })
}

/// A hyphen, a minus, a dash, each also in full width.
const MINUS_SIGNS: &[char] = &['-', '\u{2212}', '\u{2013}', '\u{FF0D}'];

/// Where the sign of a number below zero begins, or the word for it. A hyphen between words, a range, a difference and
/// the mark of a list are no sign.
fn minus(side: &Side<'_>, number: &Counted<'_>) -> Option<usize> {
    let start = number.token.word.range.start;
    let before = side.text.get(..start)?;
    let prefix = currency(side, number.token).map(|(at, _)| at);
    if is_sign(before, number) {
        return prefix.or_else(|| before.char_indices().next_back().map(|(at, _)| at));
    }
    let before = prefix.and_then(|at| side.text.get(..at)).unwrap_or(before);
    if prefix.is_some() && is_sign(before, number) {
        return before.char_indices().next_back().map(|(at, _)| at);
    }
    let before = before.trim_end();
    if let Some(word) = MINUS_CHARACTERS.iter().find(|word| before.ends_with(**word)) {
        return before.len().checked_sub(word.len());
    }
    let at = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphabetic())
        .last()
        .map(|(at, _)| at)?;
    let (rest, word) = (before.get(..at)?, before.get(at..)?);
    (MINUS.contains(&word.to_lowercase().as_str()) && !ends_in_digit(rest)).then_some(at)
}

fn ends_in_digit(text: &str) -> bool {
    text.trim_end().ends_with(|c| digit(c).is_some())
}

/// Whether a text ends in the sign of the number behind it.
fn is_sign(before: &str, number: &Counted<'_>) -> bool {
    let Some(mark) = before.chars().next_back().filter(|c| MINUS_SIGNS.contains(c)) else {
        return false;
    };
    let before = before.get(..before.len() - mark.len_utf8()).unwrap_or_default();
    let measured = number.unit.is_some();
    let mathematical = mark == '\u{2212}';
    match before.chars().next_back() {
        // At the beginning of a line a hyphen may be the mark of a list.
        None | Some('\n') => measured || mathematical,
        Some(c) if c.is_whitespace() => !ends_in_digit(before) && (measured || mathematical || mark == '-'),
        Some('(' | '[' | '{' | '（' | '「' | '“' | '"' | '«' | '$' | '€' | '£' | '¥' | '￥') => {
            true
        }
        Some(c) if is_unspaced(c) => mathematical || matches!(number.unit, Some("°c" | "°f" | "%")),
        _ => false,
    }
}

/// The same number above zero and below.
fn sign(
    sources: &Sources<'_>,
    said: &Side<'_>,
    number: &Counted<'_>,
    stands: &[Side<'_>],
    theirs: &[Vec<Counted<'_>>],
) -> Option<Conflict> {
    let below = minus(said, number).is_some();
    let key = number.token.word.key;
    let same = |their: &Counted<'_>| their.token.word.key == key;
    let mut other = None;
    for (side, counted) in stands.iter().zip(theirs) {
        for their in counted.iter().filter(|their| same(their)) {
            if minus(side, their).is_some() == below {
                return None;
            }
            let one_matter = match (number.unit, their.unit) {
                (Some(ours), Some(theirs)) => ours == theirs,
                _ => number.noun.is_none() || their.noun.is_none() || number.noun == their.noun,
            };
            let plain = if below { side } else { said };
            if one_matter && !falls(plain) {
                other = other.or(Some(shown(side, their)));
            }
        }
    }
    let stands = other?;
    // Further off in the source it may stand as it is said.
    let elsewhere = further_off(sources, key).any(|side| {
        counted(&side)
            .iter()
            .any(|their| same(their) && minus(&side, their).is_some() == below)
    });
    (!elsewhere).then(|| Conflict {
        rule: Rule::Number,
        said: shown(said, number),
        stands,
    })
}

/// Whether a sentence says in words that something is below zero or less: "a loss of 3 million" is "-3 million".
fn falls(side: &Side<'_>) -> bool {
    let word = |token: &Token| FALLING.iter().any(|start| token.lower.starts_with(start));
    side.tokens.iter().any(word)
        || FALLING_CHARACTERS
            .iter()
            .any(|written| side.text.contains(written))
}

/// A mark beside a number that says which half of the day, or which side of year one.
struct Half {
    /// Which pair of marks, and which of the two.
    pair: usize,
    later: bool,
    /// With the number.
    range: std::ops::Range<usize>,
}

fn half_of(side: &Side<'_>, number: &Counted<'_>) -> Option<Half> {
    let range = &number.token.word.range;
    let after = side.text.get(range.end..)?;
    let trimmed = after.trim_start_matches([' ', '\u{A0}', '\u{202F}']);
    let lead = after.len() - trimmed.len();
    let before = side.text.get(..range.start)?.trim_end();
    let marks = |pairs: &'static [(&'static [&'static str], &'static [&'static str])]| {
        pairs.iter().enumerate().flat_map(|(pair, (earlier, later))| {
            let earlier = earlier.iter().map(move |mark| (pair, false, *mark));
            earlier.chain(later.iter().map(move |mark| (pair, true, *mark)))
        })
    };
    let behind = marks(HALVES).find_map(|(pair, later, mark)| {
        let end = range.end + lead + written_with_points(trimmed, mark)?;
        let range = range.start..end;
        Some(Half { pair, later, range })
    });
    behind.or_else(|| {
        marks(HALVES_BEFORE).find_map(|(pair, later, mark)| {
            let rest = before.strip_suffix(mark)?;
            let whole = !mark.is_ascii() || !rest.ends_with(char::is_alphanumeric);
            let range = rest.len()..range.end;
            whole.then_some(Half { pair, later, range })
        })
    })
}

/// The length of `mark` at the beginning of a text, where points may stand behind its letters: "p.m.", "v. Chr.".
fn written_with_points(text: &str, mark: &str) -> Option<usize> {
    let mut rest = text;
    for (n, wanted) in mark.chars().enumerate() {
        if n > 0 {
            let points = rest.trim_start_matches(['.', '-']);
            if points.len() < rest.len() {
                rest = points.trim_start_matches([' ', '\u{A0}', '\u{202F}', '-']);
            }
        }
        rest = rest.strip_prefix(wanted)?;
    }
    if rest.starts_with(|c: char| c.is_alphanumeric() && !is_unspaced(c)) {
        return None;
    }
    // The point of an abbreviation with points belongs to it.
    let length = text.len() - rest.len();
    let pointed = text.get(..length).is_some_and(|written| written.contains('.'));
    Some(length + usize::from(pointed && rest.starts_with('.')))
}

/// "3 pm" where the source has "3 am", "300 BC" where it has "AD 300".
fn half(
    said: &Side<'_>,
    number: &Counted<'_>,
    stands: &[Side<'_>],
    theirs: &[Vec<Counted<'_>>],
) -> Option<Conflict> {
    let ours = half_of(said, number)?;
    let mut other = None;
    for (side, counted) in stands.iter().zip(theirs) {
        for their in counted
            .iter()
            .filter(|their| their.token.word.key == number.token.word.key)
        {
            // A bare number may be the one that is meant.
            let half = half_of(side, their)?;
            if (half.pair, half.later) == (ours.pair, ours.later) {
                return None;
            }
            if half.pair == ours.pair {
                other = other.or_else(|| Some(side.raw(half.range).to_owned()));
            }
        }
    }
    other.map(|stands| Conflict {
        rule: Rule::Opposite,
        said: said.raw(ours.range).to_owned(),
        stands,
    })
}

/// The same number everywhere with another unit.
fn unit(
    said: &Side<'_>,
    number: &Counted<'_>,
    stands: &[Side<'_>],
    theirs: &[Vec<Counted<'_>>],
) -> Option<Conflict> {
    let ours = number.unit?;
    let mut other = None;
    for (side, counted) in stands.iter().zip(theirs) {
        for their in counted
            .iter()
            .filter(|their| their.token.word.key == number.token.word.key)
        {
            match their.unit {
                Some(unit) if unit == ours => return None,
                Some(_) => other = other.or(Some(shown(side, their))),
                // A bare number may be the one that is meant.
                None if their.noun.is_none() => return None,
                None => {}
            }
        }
    }
    other.map(|stands| Conflict {
        rule: Rule::Unit,
        said: shown(said, number),
        stands,
    })
}

/// Another number in front of the same unit or the same thing.
fn amount(
    sources: &Sources<'_>,
    said: &Side<'_>,
    number: &Counted<'_>,
    stands: &[Side<'_>],
    theirs: &[Vec<Counted<'_>>],
) -> Option<Conflict> {
    let key = number.token.word.key;
    let absent = !sources.keys().contains(&key);
    // A number that stands further off in the source may be the one that is meant.
    let near_by = stands.iter().any(|side| side.has_key(number.token));
    if number.year || !(absent || near_by) {
        return None;
    }
    let same_thing = |their: &Counted<'_>| match (number.unit, their.unit) {
        // A unit stands behind many numbers: it only tells when ours is nowhere.
        (Some(a), Some(b)) => {
            a == b && (absent || (number.noun.is_some() && number.noun == their.noun && alone(theirs, b)))
        }
        (None, None) => number.noun.is_some() && number.noun == their.noun,
        _ => false,
    };
    let mut other = None;
    for (side, counted) in stands.iter().zip(theirs) {
        for their in counted.iter().filter(|their| !their.year && same_thing(their)) {
            if their.token.word.key == key {
                return None;
            }
            other = other.or(Some(shown(side, their)));
        }
    }
    other.map(|stands| Conflict {
        rule: if number.dated { Rule::Date } else { Rule::Number },
        said: shown(said, number),
        stands,
    })
}

/// Whether only one number of the sentences has this unit.
fn alone(theirs: &[Vec<Counted<'_>>], unit: &str) -> bool {
    theirs
        .iter()
        .flatten()
        .filter(|their| their.unit == Some(unit))
        .count()
        == 1
}

/// The number with its sign, and its unit or currency, as they are written.
fn shown(side: &Side<'_>, number: &Counted<'_>) -> String {
    let range = &number.token.word.range;
    let end = match number.unit {
        Some(_) if unit_behind(side, number.token).is_some() => {
            let after = side.text.get(range.end..).unwrap_or_default();
            let body = after.trim_start_matches(UNIT_GAP);
            let lead = after.len() - body.len();
            let spaced = body
                .chars()
                .next()
                .is_some_and(|c| c == '°' || (c.is_alphabetic() && !is_unspaced(c)));
            let length: usize = if is_per_cent(body) {
                PER_CENT.len()
            } else if spaced {
                body.chars()
                    .take_while(|c| c.is_alphabetic() || *c == '°')
                    .map(char::len_utf8)
                    .sum()
            } else {
                longest_length(body)
            };
            range.end + lead + length
        }
        _ => range.end,
    };
    let prefix = currency(side, number.token).map(|(at, _)| at);
    let start = [minus(side, number), prefix]
        .into_iter()
        .flatten()
        .fold(range.start, usize::min);
    side.raw(start..end).to_owned()
}

fn longest_length(text: &str) -> usize {
    UNITS
        .iter()
        .flat_map(|(_, written)| written.iter())
        .filter(|written| text.starts_with(**written))
        .map(|written| written.len())
        .max()
        .unwrap_or(0)
}

/// "opened in 1987" where the source has "opened in 1978", or "built in 1987 and opened in 1990".
fn years(
    said: &Side<'_>,
    ours: &[Counted<'_>],
    stands: &[Side<'_>],
    theirs: &[Vec<Counted<'_>>],
) -> Option<Conflict> {
    ours.iter().filter(|number| number.year).find_map(|number| {
        let event = event_before(said, number.at)?;
        let mut other = None;
        for (side, counted) in stands.iter().zip(theirs) {
            for their in counted.iter().filter(|their| their.year) {
                if event_before(side, their.at) == Some(event) {
                    if their.token.word.key == number.token.word.key {
                        return None;
                    }
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
fn calendar(sources: &Sources<'_>, said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
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
fn days(sources: &Sources<'_>, said: &Side<'_>, stands: &[Side<'_>]) -> Vec<Conflict> {
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
