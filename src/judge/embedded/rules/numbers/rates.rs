//! What a number is counted by: "5 litres per second", "500 cars a day", 每日三次; and the unit of a range, which stands
//! behind its end: "four to six hours".

use super::{Compared, Counted, is_same_unit, unit_behind};
use crate::judge::embedded::rules::lexicon::measures::UNITS;
use crate::judge::embedded::rules::{Conflict, Rule, Side, Token};

/// Units of time by their names in the list of units.
const TIMES: &[&str] = &["ms", "s", "min", "h", "day", "week", "month", "year"];

/// More ways to write them behind "per", where they mean nothing else.
const MORE: &[(&str, &[&str])] = &[
    (
        "s",
        &[
            "segundo",
            "seconde",
            "secondo",
            "seconden",
            "sekund",
            "сек",
            "секунду",
        ],
    ),
    ("min", &["minuto", "minuut", "minut", "мин", "минуту"]),
    (
        "h",
        &[
            "hora", "heure", "ora", "uur", "timme", "time", "hod", "час", "jam", "giờ",
        ],
    ),
    (
        "day",
        &[
            "día",
            "dia",
            "jour",
            "giorno",
            "dag",
            "den",
            "день",
            "сутки",
            "hari",
            "gün",
            "ngày",
        ],
    ),
    (
        "week",
        &[
            "semana",
            "semaine",
            "settimana",
            "vecka",
            "uge",
            "неделю",
            "minggu",
            "hafta",
            "tuần",
        ],
    ),
    (
        "month",
        &[
            "mes",
            "mês",
            "mese",
            "maand",
            "månad",
            "måned",
            "месяц",
            "bulan",
            "ay",
            "tháng",
        ],
    ),
    (
        "year",
        &[
            "año", "ano", "an", "anno", "jaar", "år", "год", "tahun", "yıl", "năm",
        ],
    ),
];

const PER: &[&str] = &[
    "per", "a", "an", "each", "every", "pro", "je", "por", "cada", "al", "par", "à", "chaque", "ogni", "в",
    "за",
];

/// In text without spaces, in front of the number.
const EACH: &[(&str, &[&str])] = &[
    ("s", &["每秒"]),
    ("min", &["每分鐘", "每分钟", "毎分"]),
    ("h", &["每小時", "每小时", "毎時"]),
    ("day", &["每天", "每日", "毎日"]),
    ("week", &["每週", "每周", "每星期", "每個星期", "毎週"]),
    ("month", &["每月", "每個月", "每个月", "毎月"]),
    ("year", &["每年", "毎年"]),
];

/// A unit of time and where the whole stands.
struct Rate {
    time: &'static str,
    range: std::ops::Range<usize>,
}

fn rate(side: &Side<'_>, number: &Counted<'_>) -> Option<Rate> {
    let range = &number.token.word.range;
    let behind = side.tokens.iter().skip(number.at + 1).take(4);
    let behind: Vec<_> = behind.take_while(|token| !token.is_number()).collect();
    let spaced = behind.windows(2).find_map(|pair| {
        let [per, time] = pair else { return None };
        let between = side.between(per, time);
        let per_time = PER.contains(&per.lower.as_str()) && between == " ";
        let time_unit = time_named(&time.lower).filter(|_| per_time || between == "/")?;
        Some(Rate {
            time: time_unit,
            range: range.start..time.word.range.end,
        })
    });
    spaced.or_else(|| {
        let before = side.text.get(..range.start)?;
        let clause = before.rsplit(['，', '。', '；', '、', ',']).next()?;
        EACH.iter()
            .flat_map(|(time, written)| written.iter().map(move |text| (*time, *text)))
            .filter_map(|(time, text)| Some((time, clause.rfind(text)?, text)))
            // Of several the nearest, and of those that begin there the longest.
            .max_by_key(|(_, at, text)| (*at, text.len()))
            .filter(|(_, at, text)| clause.len() - at - text.len() <= 18)
            .map(|(time, at, _)| Rate {
                time,
                range: before.len() - clause.len() + at..range.end,
            })
    })
}

fn time_named(lower: &str) -> Option<&'static str> {
    let units = UNITS.iter().filter(|(unit, _)| TIMES.contains(unit));
    units
        .chain(MORE)
        .find(|(_, written)| written.contains(&lower))
        .map(|(unit, _)| *unit)
}

/// The same number of the same thing by another unit of time.
pub(super) fn other_rate(compared: Compared<'_, '_>, number: &Counted<'_>) -> Option<Conflict> {
    let said = compared.said;
    let ours = rate(said, number)?;
    let mut other = None;
    // Only the best sentence: the number may stand beside it for something else.
    for (side, counted) in compared.sides().take(1) {
        let same = counted
            .iter()
            .filter(|their| their.token.word.key == number.token.word.key);
        for their in same {
            let same_thing = match (number.unit, their.unit) {
                (Some(ours), Some(theirs)) => is_same_unit(ours, theirs),
                (None, None) => number.noun == their.noun,
                _ => false,
            };
            // Without a rate it may be the one that is meant.
            let rate = rate(side, their)?;
            if rate.time == ours.time {
                return None;
            }
            if same_thing {
                other = other.or(Some(side.raw(rate.range).to_owned()));
            }
        }
    }
    other.map(|stands| Conflict {
        rule: Rule::Unit,
        said: said.raw(ours.range).to_owned(),
        stands,
    })
}

/// "A week ahead" where the source has "a day ahead", "drei Wochen" where it has "drei Monate": another unit of time behind
/// the same word.
pub(super) fn other_time(said: &Side<'_>, stands: &[Side<'_>]) -> Option<Conflict> {
    let phrases = |side: &Side<'_>| -> Vec<(usize, &'static str)> {
        let beside = side.tokens.iter().zip(side.tokens.iter().skip(1));
        let tells = |before: &Token| {
            (before.is_content() && !before.is_number()) || PER.contains(&before.lower.as_str())
        };
        beside
            .enumerate()
            .filter(|(_, (before, _))| tells(before))
            .filter_map(|(at, (_, token))| Some((at + 1, unit_of_time(&token.lower)?)))
            .collect()
    };
    let best = stands.first()?;
    let theirs = phrases(best);
    phrases(said).into_iter().find_map(|(at, unit)| {
        let (before, token) = (said.tokens.get(at - 1)?, said.tokens.get(at)?);
        let absent = !stands.iter().any(|side| side.has_key(token));
        let (there, _) = theirs.iter().find(|(there, other)| {
            let before_it = best.tokens.get(there.saturating_sub(1));
            let said_too = best.tokens.get(*there).is_none_or(|token| said.has_key(token));
            *other != unit && !said_too && before_it.is_some_and(|other| other.lower == before.lower)
        })?;
        let raw = |side: &Side<'_>, at: usize| -> Option<String> {
            let range = side.tokens.get(at - 1)?.word.range.start..side.tokens.get(at)?.word.range.end;
            Some(side.text.get(range)?.to_owned())
        };
        Some(Conflict {
            rule: Rule::Unit,
            said: raw(said, at)?,
            stands: raw(best, *there)?,
        })
        .filter(|_| absent)
    })
}

/// Units of time that are written out: one letter is no word.
fn unit_of_time(lower: &str) -> Option<&'static str> {
    let mut units = UNITS.iter().filter(|(unit, _)| TIMES.contains(unit));
    let found = units.find(|(_, written)| written.contains(&lower));
    found
        .map(|(unit, _)| *unit)
        .filter(|_| lower.chars().count() >= 3)
}

/// The unit of a number that begins a range.
pub(super) fn unit_of_range(side: &Side<'_>, at: usize) -> Option<&'static str> {
    const TO: &[&str] = &[
        "to", "or", "bis", "oder", "a", "à", "o", "ou", "до", "или", "έως", "tot", "till",
    ];
    let (first, next) = (side.tokens.get(at)?, side.tokens.get(at + 1)?);
    let end = if next.is_number() {
        let between = side.between(first, next).trim();
        let dashes = [
            '-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '~', '～', '〜', '至', '到',
        ];
        (!between.is_empty() && between.chars().all(|c| dashes.contains(&c))).then_some(next)?
    } else {
        let end = side.tokens.get(at + 2).filter(|end| end.is_number())?;
        TO.contains(&next.lower.as_str()).then_some(end)?
    };
    unit_behind(side, end)
}
