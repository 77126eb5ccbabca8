//! What a number tells: money, a time, a date, a length, by what stands beside it.

use crate::text::words::Word;

/// A number with money's sign or word beside it.
pub(super) fn is_money(text: &str, word: &Word) -> bool {
    const SIGNS: &[char] = &['$', '€', '£', '¥', '￥', '₩', '元', '円', '원', '₽', '₹'];
    const WORDS: &[&str] = &[
        "euro",
        "dollar",
        "pound",
        "yen",
        "yuan",
        "cent",
        "penny",
        "pence",
        "franc",
        "krone",
        "kronor",
        "kron",
        "crown",
        "peso",
        "rupee",
        "usd",
        "eur",
        "gbp",
        "jpy",
        "ntd",
        "nt$",
        "twd",
        "chf",
        "sek",
        "nok",
        "dkk",
        "pln",
        "zł",
        "руб",
        "塊",
        "块",
        "圓",
        "美金",
        "美元",
        "新臺幣",
        "新台幣",
        "million",
        "billion",
        "萬元",
        "千元",
        "p ",
    ];
    let before = text.get(..word.range.start).unwrap_or_default().trim_end();
    let raw = text.get(word.range.clone()).unwrap_or_default();
    let last = before
        .rsplit(|c: char| c.is_whitespace())
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let after = behind(text, word);
    raw.contains(SIGNS)
        || before.ends_with(SIGNS)
        || after.starts_with(SIGNS)
        || WORDS.iter().any(|unit| after.starts_with(unit))
        || WORDS.iter().any(|unit| !last.is_empty() && last == *unit)
        || [
            "costs", "cost", "price", "fee", "fare", "for", "kostet", "cuesta", "coûte",
        ]
        .contains(&last.as_str())
}

/// An answer that is no more than a number.
pub(super) fn is_bare(text: &str) -> bool {
    !text.contains(char::is_alphabetic)
}

pub(super) const CALENDAR: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "spring",
    "summer",
    "autumn",
    "winter",
    "yesterday",
    "today",
    "tomorrow",
    "noon",
    "midnight",
    "morning",
    "evening",
    "januar",
    "februar",
    "märz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

/// A year, a clock time, or a number with a unit of the calendar behind it.
pub(super) fn is_time(text: &str, word: &Word) -> bool {
    let raw = text.get(word.range.clone()).unwrap_or_default();
    let year = raw.chars().count() == 4 && raw.chars().all(|c| crate::text::script::digit(c).is_some());
    let decade = raw.len() == 5 && raw.ends_with('s');
    let clock = raw.contains([':', '：']);
    let after = text.get(word.range.end..).unwrap_or_default().trim_start();
    let unit = after.starts_with(|c: char| "年月日號号點点時时歲世년월일시".contains(c))
        || [
            "century",
            "am",
            "pm",
            "a.m",
            "p.m",
            "o'clock",
            "o’clock",
            "uhr",
            "years ago",
            "days ago",
        ]
        .iter()
        .any(|unit| {
            after
                .get(..unit.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(unit))
        });
    let dated = after
        .split(|c: char| !c.is_alphabetic())
        .next()
        .is_some_and(|next| CALENDAR.contains(&next.to_lowercase().as_str()));
    year || decade || clock || unit || dated
}

/// A date, a clock time, or a year: "in 1987", "since 1987", "between 1987 and 1990", `1987年`; "in 1500 homes" counts.
pub(super) fn is_dated(text: &str, word: &Word) -> bool {
    const BEFORE: &[&str] = &[
        "in", "since", "until", "till", "by", "from", "between", "before", "after", "during", "of", "circa",
        "year", "im", "jahr", "seit", "bis", "von", "vor", "nach", "en", "dès", "depuis", "jusqu'en",
        "desde", "hasta", "año", "nel", "dal", "в", "с", "до",
    ];
    const JOINS: &[&str] = &["and", "to", "or", "und", "et", "y", "и"];
    let raw = text.get(word.range.clone()).unwrap_or_default();
    let before = text.get(..word.range.start).unwrap_or_default().trim_end();
    let after = text.get(word.range.end..).unwrap_or_default();
    let is_year = |raw: &str| {
        raw.len() == 4
            && (raw.starts_with('1') || raw.starts_with("20"))
            && raw.bytes().all(|b| b.is_ascii_digit())
    };
    let mut back = before.rsplit(|c: char| !c.is_alphanumeric() && c != '\'');
    let last = back.next().unwrap_or_default().to_lowercase();
    let next = after
        .split(|c: char| !c.is_alphanumeric())
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .to_lowercase();
    let month = |word: &str| CALENDAR.contains(&word);
    if !is_year(raw) {
        let day = raw.len() <= 2 && (month(&last) || month(&next));
        // 3日 and 5年 may be lengths of time; with a year or a month before them they are dates.
        let han = after.trim_start().starts_with(['月', '號', '号', '월'])
            || (after.trim_start().starts_with('日') && before.ends_with('月'));
        let clock = raw.contains([':', '：']);
        return day || han || clock;
    }
    let opens = before
        .len()
        .checked_sub(last.len())
        .and_then(|end| before.get(..end))
        .is_some_and(|rest| {
            let rest = rest.trim_end();
            rest.is_empty() || rest.ends_with(['.', '!', '?', ';', '\n'])
        });
    // What is counted stands behind its number, in the plural.
    let counted = (next.ends_with('s')
        && !matches!(next.as_str(), "was" | "is" | "has" | "as" | "this" | "its"))
        || matches!(next.as_str(), "people" | "men" | "women" | "children");
    let joined = JOINS.contains(&last.as_str()) && back.find(|word| !word.is_empty()).is_some_and(is_year);
    after.trim_start().starts_with(['年', '년'])
        || month(&last)
        || before.ends_with(['(', '–'])
        || (BEFORE.contains(&last.as_str()) && (opens || !counted))
        || joined
}

/// A number with a unit of length behind it.
pub(super) fn has_length_unit(text: &str, word: &Word) -> bool {
    const UNITS: &[&str] = &[
        "mm",
        "cm",
        "dm",
        "m",
        "km",
        "ft",
        "yd",
        "mi",
        "in",
        "millimetre",
        "millimeter",
        "centimetre",
        "centimeter",
        "metre",
        "meter",
        "kilometre",
        "kilometer",
        "mile",
        "foot",
        "feet",
        "inch",
        "yard",
        "page",
        "word",
        "mètre",
        "kilomètre",
        "metro",
        "kilómetro",
        "centímetro",
        "м",
        "км",
        "метр",
        "километр",
        "公尺",
        "公里",
        "公分",
        "米",
        "厘米",
        "毫米",
        "千米",
        "英里",
        "英尺",
        "頁",
        "页",
        "字",
        "メートル",
        "キロ",
        "センチ",
        "미터",
        "킬로미터",
    ];
    let after = behind(text, word);
    let first: String = after.chars().take_while(|c| c.is_alphabetic()).collect();
    UNITS.iter().any(|unit| {
        let short = unit.chars().count() <= 2 && unit.chars().all(|c| c.is_ascii() || matches!(c, 'м' | 'к'));
        if short {
            first == *unit
        } else {
            after.starts_with(unit)
        }
    })
}

/// What stands behind a number, as far as a unit may reach, in small letters.
fn behind(text: &str, word: &Word) -> String {
    let behind = text.get(word.range.end..).unwrap_or_default();
    let behind = behind.trim_start_matches([' ', '-', '\u{A0}']).chars();
    behind.take(16).collect::<String>().to_lowercase()
}

pub(super) fn has_time_unit(text: &str, word: &Word) -> bool {
    const UNITS: &[&str] = &[
        "second",
        "minute",
        "hour",
        "day",
        "week",
        "month",
        "year",
        "decade",
        "min",
        "sekunde",
        "minuten",
        "stunde",
        "tag",
        "woche",
        "monat",
        "jahr",
        "hora",
        "día",
        "dia",
        "semana",
        "mes",
        "año",
        "heure",
        "jour",
        "mois",
        "秒",
        "分",
        "小時",
        "小时",
        "時",
        "天",
        "日",
        "週",
        "周",
        "星期",
        "個月",
        "个月",
        "年",
        "минут",
        "час",
        "дн",
        "год",
        "년",
        "시간",
        "분",
    ];
    let after = text.get(word.range.end..).unwrap_or_default();
    let after: String = after
        .trim_start_matches([' ', '-', '\u{A0}'])
        .chars()
        .take(12)
        .collect::<String>()
        .to_lowercase();
    UNITS.iter().any(|unit| after.starts_with(unit))
}
