//! Numbers and their units. Dates, signs and halves of a day stand in files of their own.

mod attributes;
mod dates;
mod exchanged;
mod figures;
mod halves;
pub(super) mod in_full;
mod quantities;
mod rates;
mod signs;

use dates::{calendar, days, years};
use halves::half;
use quantities::is_told;
pub(in crate::judge::embedded) use quantities::told_otherwise;
use rates::{other_rate, other_time, unit_of_range};
use signs::{MINUS_SIGNS, minus, sign};

use super::lexicon::measures::{PREFIXES, SPEEDS, UNITS};
use super::matter::Matter;
use super::{Conflict, Rule, Side, Token};
use crate::judge::embedded::sources::Sources;
use crate::text::numbers::without_points;
use crate::text::script::is_unspaced;
use crate::text::words::{Key, Kind};

/// A number with what it counts.
struct Counted<'s> {
    token: &'s Token,
    at: usize,
    unit: Option<&'static str>,
    /// The word behind it, where it counts things.
    noun: Option<Key>,
    /// A word of grammar stands between: "300 are women".
    apart: bool,
    year: bool,
    /// It says how much of a whole: half, 3/4.
    share: bool,
    /// A counter of dates stands behind it.
    dated: bool,
    /// It says how old somebody is.
    age: bool,
    /// The era that a year is counted in: 民國, 昭和.
    era: Option<&'static str>,
}

/// The numbers of a statement and of the sentences that it is held against.
#[derive(Clone, Copy)]
struct Compared<'c, 't> {
    said: &'c Side<'t>,
    ours: &'c [Counted<'c>],
    /// The best sentence first.
    stands: &'c [Side<'t>],
    /// Of each of those sentences.
    theirs: &'c [Vec<Counted<'c>>],
}

impl<'c, 't> Compared<'c, 't> {
    /// The sentences with their numbers.
    fn sides(self) -> impl Iterator<Item = (&'c Side<'t>, &'c [Counted<'c>])> {
        self.stands.iter().zip(self.theirs.iter().map(Vec::as_slice))
    }

    /// Beside the first sentences only.
    fn beside(self, sentences: usize) -> Self {
        Self {
            stands: self.stands.get(..sentences).unwrap_or(self.stands),
            ..self
        }
    }
}

/// So many sentences that hold a number are read when it is looked for further off.
const FURTHER_OFF: usize = 16;

const DATE_COUNTERS: &[&str] = &["年", "月", "日", "號", "号"];

pub(super) fn conflicts(
    sources: &Sources<'_>,
    matter: &Matter<'_, '_>,
    said: &Side<'_>,
    stands: &[Side<'_>],
) -> Vec<Conflict> {
    let ours = counted(said);
    let theirs: Vec<Vec<Counted<'_>>> = stands.iter().map(counted).collect();
    let compared = Compared {
        said,
        ours: &ours,
        stands,
        theirs: &theirs,
    };
    let mut out = Vec::new();
    for number in &ours {
        let grouped = |(side, counted): (&Side<'_>, &[Counted<'_>])| {
            let differs = |their: &&Counted<'_>| their.token.word.key != number.token.word.key;
            counted
                .iter()
                .filter(differs)
                .any(|their| is_same(said, number, side, their))
        };
        if compared.sides().any(grouped) || is_told(compared, number) {
            continue;
        }
        out.extend(sign(sources, compared, number));
        out.extend(half(compared, number));
        out.extend(other_rate(compared, number));
        // As it is written there, somewhere: "3 km" in a sentence further on. (A counter of text without spaces is only
        // the first character of its unit.)
        let next = said
            .tokens
            .get(number.at + 1)
            .filter(|next| next.word.kind == Kind::Word);
        let elsewhere = matter.is_only_elsewhere(number.token, stands);
        let written = !elsewhere
            && next.is_some_and(|next| sources.holds_pair(&(number.token.word.key, next.word.key)));
        // A currency sign stands in front: what follows doesn't say which one it is.
        let sign = currency(said, number.token);
        if written && sign.is_none_or(|(_, unit)| stands_with_unit(sources, number, unit)) {
            continue;
        }
        // What stands elsewhere for something else counts no more than what stands nowhere.
        let beside = compared.beside(if elsewhere { 1 } else { stands.len() });
        out.extend(unit(beside, number));
        if written {
            continue;
        }
        let absent = elsewhere || !sources.keys().contains(&number.token.word.key);
        out.extend(amount(absent, beside, number));
    }
    out.extend(other_time(said, stands));
    out.extend(years(compared));
    out.extend(calendar(sources, matter, said, stands));
    out.extend(days(sources, matter, said, stands));
    // 2024-03-05 is 5 March 2024: its numbers are no others, however they are written.
    let dated = |conflict: &Conflict| matches!(conflict.rule, Rule::Number | Rule::Date);
    if out.iter().any(dated)
        && stands
            .first()
            .is_some_and(|best| in_full::is_the_same(said, best))
    {
        out.retain(|conflict| !dated(conflict));
    }
    if !out.iter().any(dated) {
        out.extend(in_full::conflict(said, stands));
    }
    if out.is_empty() {
        out.extend(exchanged::conflict(matter, compared).or_else(|| attributes::conflict(compared)));
    }
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
        let side = Side::of(sources, sources.sentence_text(*at));
        sources.spend(side.tokens.len());
        side
    })
}

fn counted<'s>(side: &'s Side<'_>) -> Vec<Counted<'s>> {
    side.tokens
        .iter()
        .enumerate()
        .filter(|(at, token)| {
            token.is_number() && !token.word.stop && !is_torn(side, *at) && !is_tail(side, token)
        })
        .map(|(at, token)| {
            let unit = unit_behind(side, token)
                .or_else(|| unit_before(side, token))
                .or_else(|| unit_of_range(side, at))
                .or_else(|| token.lower.starts_with("百分之").then_some("%"));
            // "Half of the voters"
            let behind = || {
                let behind = side.tokens.iter().skip(at + 1);
                behind.skip_while(|next| matches!(next.lower.as_str(), "of" | "the"))
            };
            let noun = behind()
                .take(2)
                .take_while(|next| !next.is_number() && near(side, token, next))
                .find(|next| next.is_content())
                .map(|next| next.word.key);
            // 1990s as well, but not 1,990: that counts something.
            let plain = token.lower.strip_suffix('s').unwrap_or(&token.lower);
            let four = plain.len() == 4 && plain.bytes().all(|b| b.is_ascii_digit());
            // A year of Chinese has its counter: it is compared by that, like an amount.
            let counter = side
                .tokens
                .get(at + 1)
                .filter(|next| DATE_COUNTERS.contains(&next.lower.as_str()));
            let year = four && unit.is_none() && counter.is_none() && ("1000".."2200").contains(&plain);
            Counted {
                token,
                at,
                unit,
                noun,
                apart: behind().next().is_some_and(|next| !next.is_content()),
                year,
                share: is_share(token),
                dated: counter.is_some(),
                age: is_age(side, at),
                era: era(side, token),
            }
        })
        .collect()
}

/// "65-year-old", "three months old"
fn is_age(side: &Side<'_>, at: usize) -> bool {
    side.tokens
        .get(at + 2)
        .is_some_and(|word| matches!(word.lower.as_str(), "old" | "olds"))
}

/// "Half of", "3/4", 四分之三.
fn is_share(number: &Token) -> bool {
    let lower = number.lower.as_str();
    let parts = ["half", "third", "quarter", "fifth", "分之"];
    parts.iter().any(|part| lower.contains(part)) && lower != "third"
        || lower.contains(['/', '½', '¼', '¾', '⅓', '⅔'])
}

/// Part of a number that was torn apart: "235 , 000".
fn is_torn(side: &Side<'_>, at: usize) -> bool {
    let torn = |first: usize| {
        let (Some(a), Some(b)) = (side.tokens.get(first), side.tokens.get(first + 1)) else {
            return false;
        };
        // "June 3, 1987" is a date.
        let dated = first
            .checked_sub(1)
            .and_then(|before| side.tokens.get(before))
            .is_some_and(|month| super::moved::is_month(&month.lower));
        a.is_number() && b.is_number() && !dated && matches!(side.between(a, b).trim(), "," | ".")
    };
    torn(at) || at.checked_sub(1).is_some_and(torn)
}

impl Counted<'_> {
    /// What it counts is left to what was said before: "3.7 million people and Hamburg 1.9 million".
    fn is_bare(&self) -> bool {
        self.unit.is_none() && (self.noun.is_none() || self.apart)
    }
}

const ERAS: &[&str] = &[
    "民國", "民国", "昭和", "平成", "令和", "大正", "明治", "光緒", "康熙", "乾隆", "불기", "단기",
];

fn era(side: &Side<'_>, number: &Token) -> Option<&'static str> {
    let before = side.text.get(..number.word.range.start)?.trim_end();
    ERAS.iter().find(|era| before.ends_with(**era)).copied()
}

/// What stands behind a point without a number in front of it: ".5 %".
fn is_tail(side: &Side<'_>, number: &Token) -> bool {
    side.text.get(..number.word.range.start).is_some_and(|before| {
        before
            .strip_suffix('.')
            .is_some_and(|before| !before.ends_with(char::is_alphanumeric))
    })
}

/// Whether two numbers are the same, where one may have points between its thousands: 12.500 and 12500.
fn is_same(side: &Side<'_>, number: &Counted<'_>, other: &Side<'_>, their: &Counted<'_>) -> bool {
    let (ours, theirs) = (number.token.word.key, their.token.word.key);
    let grouped = |side: &Side<'_>, number: &Counted<'_>| {
        without_points(side.raw(number.token.word.range.clone())).map(|form| Key::of(&form))
    };
    ours == theirs || grouped(side, number) == Some(theirs) || grouped(other, their) == Some(ours)
}

/// One unit may have the name of another: £12.50 is 12.50 pounds.
fn is_same_unit(ours: &str, theirs: &str) -> bool {
    let pounds = |unit: &str| matches!(unit, "gbp" | "lb");
    // "A speed of 80 km" leaves out the hour.
    let speeds = [("km", "km/h"), ("mi", "mph"), ("m", "m/s")];
    let speed = |a: &str, b: &str| speeds.contains(&(a, b));
    ours == theirs || (pounds(ours) && pounds(theirs)) || speed(ours, theirs) || speed(theirs, ours)
}

/// Within one phrase: no mark that ends a clause between them.
fn near(side: &Side<'_>, first: &Token, next: &Token) -> bool {
    !side
        .between(first, next)
        .contains([',', ';', '(', ')', '，', '；', '。', '、'])
}

/// What may stand between a number and its unit.
const UNIT_GAP: &[char] = &[' ', '-', '\u{A0}', '\u{202F}'];

const PER_CENT: &str = "per cent";

fn is_per_cent(text: &str) -> bool {
    text.get(..PER_CENT.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(PER_CENT))
}

/// In front of the name of a scale.
const DEGREES: &[&str] = &["degrees ", "degree ", "Grad ", "grados ", "degrés ", "gradi "];

/// The speed that a text begins with, and its length.
fn speed(text: &str) -> Option<(&'static str, usize)> {
    SPEEDS
        .iter()
        .flat_map(|(unit, written)| written.iter().map(move |written| (*unit, *written)))
        .filter(|(_, written)| {
            let start = text.get(..written.len());
            let whole = || {
                let rest = text.get(written.len()..).unwrap_or_default();
                !written.ends_with(char::is_alphabetic)
                    || !rest.starts_with(|c: char| c.is_alphabetic() && !is_unspaced(c))
                    || written.ends_with(is_unspaced)
            };
            start.is_some_and(|start| start.eq_ignore_ascii_case(written)) && whole()
        })
        .max_by_key(|(_, written)| written.len())
        .map(|(unit, written)| (unit, written.len()))
}

fn unit_behind(side: &Side<'_>, number: &Token) -> Option<&'static str> {
    let after = side.text.get(number.word.range.end..)?;
    let after = after.trim_start_matches(UNIT_GAP);
    if let Some((unit, _)) = speed(after) {
        return Some(unit);
    }
    let after = DEGREES
        .iter()
        .find_map(|word| after.strip_prefix(word))
        .unwrap_or(after);
    let first = after.chars().next()?;
    if is_unspaced(first) || !(first.is_alphabetic() || first == '°') {
        return longest(|written| after.starts_with(written));
    }
    let word: String = after
        .chars()
        .take(24)
        // In Japanese more may follow without a space: "333mです".
        .take_while(|c| (c.is_alphabetic() && !is_unspaced(*c)) || *c == '°' || *c == '%')
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

/// The same number everywhere with another unit.
fn unit(compared: Compared<'_, '_>, number: &Counted<'_>) -> Option<Conflict> {
    let ours = number.unit?;
    // "Up to 30 % less, and a trial of 30 days": the statement has both.
    let both = |unit: &str| {
        compared.ours.iter().any(|our| {
            our.token.word.key == number.token.word.key
                && our.unit.is_some_and(|ours| is_same_unit(ours, unit))
        })
    };
    let mut other = None;
    for (side, counted) in compared.sides() {
        for their in counted
            .iter()
            .filter(|their| their.token.word.key == number.token.word.key)
        {
            match their.unit {
                Some(unit) if is_same_unit(unit, ours) => return None,
                Some(unit) if both(unit) => {}
                Some(_) => other = other.or(Some(shown(side, their))),
                // A bare number may be the one that is meant.
                None if their.is_bare() => return None,
                None => {}
            }
        }
    }
    other.map(|stands| Conflict {
        rule: Rule::Unit,
        said: shown(compared.said, number),
        stands,
    })
}

/// Another number in front of the same unit or the same thing. `absent`: ours stands nowhere, or elsewhere in another
/// matter.
fn amount(absent: bool, compared: Compared<'_, '_>, number: &Counted<'_>) -> Option<Conflict> {
    let Compared {
        said,
        ours,
        stands,
        theirs,
    } = compared;
    let key = number.token.word.key;
    // A number that stands further off in the source may be the one that is meant.
    let near_by = stands.iter().any(|side| side.has_key(number.token));
    if number.year || !(absent || near_by) {
        return None;
    }
    let same_thing = |their: &Counted<'_>| {
        number.era == their.era
            && match (number.unit, their.unit) {
                // A unit stands behind many numbers: it only tells when ours is nowhere.
                (Some(a), Some(b)) => {
                    a == b
                        && number.age == their.age
                        && (absent
                            || (number.noun.is_some() && number.noun == their.noun && alone(theirs, b)))
                }
                (None, None) => {
                    number.noun.is_some() && number.noun == their.noun && number.share == their.share
                }
                _ => false,
            }
    };
    // "6,021 patients completed it" of "7,134 patients came; 6,021 completed it".
    let told = |noun: Option<Key>| {
        noun.is_some_and(|noun| {
            said.tokens.iter().any(|token| token.word.key == noun)
                && !ours.iter().any(|our| our.noun == Some(noun))
        })
    };
    let mut other = None;
    for (side, counted) in compared.sides() {
        // Ours as well, of the same sort or with nothing behind it: one of several that the sentence tells of.
        let may_be_meant = |their: &&Counted<'_>| {
            let same_unit = number.unit.is_some() && their.unit == number.unit;
            let named = number.unit.is_none() && their.unit.is_none() && told(their.noun);
            their.token.word.key == key && (their.is_bare() || same_unit || named)
        };
        if counted.iter().any(|their| may_be_meant(&their)) {
            return None;
        }
        for their in counted.iter().filter(|their| !their.year && same_thing(their)) {
            if their.token.word.key == key {
                return None;
            }
            // "3 g flour, 200 eggs" of "200 g flour, 3 eggs".
            let exchanged = ours.iter().any(|our| {
                let same = our.token.word.key == their.token.word.key;
                same && our.noun.is_some() && our.noun != their.noun && their.noun == number.noun
            });
            // A number that is said as well is not the one that stands for ours; "the day before" is none.
            if (exchanged || !said.has_key(their.token)) && !is_ordinal(side, their) {
                other = other.or(Some(shown(side, their)));
            }
        }
    }
    other.map(|stands| Conflict {
        rule: if number.dated { Rule::Date } else { Rule::Number },
        said: shown(said, number),
        stands,
    })
}

/// Chinese: "the day before", "the first day", "one day" count nothing.
fn is_ordinal(side: &Side<'_>, number: &Counted<'_>) -> bool {
    const FRONT: &[char] = &['前', '後', '后', '第', '隔', '翌', '某', '有', '同', '另', '每'];
    number.token.lower == "一"
        && side
            .text
            .get(..number.token.word.range.start)
            .is_some_and(|before| before.ends_with(FRONT))
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
            let length: usize = if let Some((_, length)) = speed(body) {
                length
            } else if is_per_cent(body) {
                PER_CENT.len()
            } else if spaced {
                body.chars()
                    .take_while(|c| (c.is_alphabetic() && !is_unspaced(*c)) || *c == '°')
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
