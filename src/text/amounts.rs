//! Numbers of several words or signs, in the one form of [`super::numbers`]: `5.1 million` = `5,100,000`, `3萬5千` =
//! `35000`, `two thousand five hundred` = `2500`, `3/4` = `three quarters` = `四分之三` = `0.75`.
//!
//! Here stand those in figures and in Han; those spelled out are in [`spelled`]. What is a single number, `numbers` says;
//! where in a text they are looked for, `words` does.

mod spelled;

pub use spelled::in_words;

use super::numbers::{self, Number, from_han, han_unit, is_han_digit};

/// A decimal number, exact: `digits` with the point so many places from the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value {
    digits: u64,
    decimals: u32,
}

impl Value {
    fn whole(digits: u64) -> Self {
        Self { digits, decimals: 0 }
    }

    /// Of a form as [`numbers::number`] writes it; `None` for dates and the like.
    fn of(form: &str) -> Option<Self> {
        let (whole, fraction) = form.split_once('.').unwrap_or((form, ""));
        let digits = [whole, fraction].concat().parse().ok()?;
        let decimals = u32::try_from(fraction.len()).ok()?;
        (!fraction.contains('.')).then_some(Self { digits, decimals })
    }

    fn times(self, factor: u64) -> Option<Self> {
        let digits = self.digits.checked_mul(factor)?;
        Some(Self { digits, ..self })
    }

    fn plus(self, other: Self) -> Option<Self> {
        let decimals = self.decimals.max(other.decimals);
        let scaled = |value: Self| {
            value
                .digits
                .checked_mul(10_u64.checked_pow(decimals - value.decimals)?)
        };
        let digits = scaled(self)?.checked_add(scaled(other)?)?;
        Some(Self { digits, decimals })
    }

    /// A share; `None` where it has no end, as a third.
    fn share(part: u64, of: u64) -> Option<Self> {
        (0..4).find_map(|decimals| {
            let digits = part.checked_mul(10_u64.pow(decimals))?;
            digits.is_multiple_of(of).then_some(Self {
                digits: digits / of,
                decimals,
            })
        })
    }

    fn form(self) -> String {
        let digits = self.digits.to_string();
        let point = self.decimals as usize;
        let padded = ["0".repeat((point + 1).saturating_sub(digits.len())), digits].concat();
        let (whole, fraction) = padded
            .split_at_checked(padded.len() - point)
            .unwrap_or((&padded, ""));
        match fraction.trim_end_matches('0') {
            "" => whole.to_owned(),
            fraction => [whole, ".", fraction].concat(),
        }
    }
}

/// The one form of a part of a whole; one without an end stays a fraction in its lowest terms.
fn share_form(part: u64, of: u64) -> String {
    if let Some(value) = Value::share(part, of) {
        return value.form();
    }
    let (mut a, mut b) = (part, of);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    [(part / a).to_string(), (of / a).to_string()].join("/")
}

/// A fraction as one sign: its parts.
fn sign(c: char) -> Option<(u64, u64)> {
    const SIGNS: &str = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒";
    const PARTS: [(u64, u64); 18] = [
        (1, 2),
        (1, 3),
        (2, 3),
        (1, 4),
        (3, 4),
        (1, 5),
        (2, 5),
        (3, 5),
        (4, 5),
        (1, 6),
        (5, 6),
        (1, 7),
        (1, 8),
        (3, 8),
        (5, 8),
        (7, 8),
        (1, 9),
        (1, 10),
    ];
    let at = SIGNS.chars().position(|sign| sign == c)?;
    PARTS.get(at).copied()
}

/// Whether a fraction stands as one sign.
pub fn is_sign(c: char) -> bool {
    sign(c).is_some()
}

/// The number that stands in figures `at` a place of a text, with the fraction and the magnitude behind it. `None` where
/// neither a digit stands there nor the sign of a fraction.
pub fn in_figures(text: &str, at: usize) -> Option<Number> {
    let (before, rest) = text.split_at_checked(at)?;
    if let Some((part, of)) = rest.chars().next().and_then(sign) {
        let length = rest.chars().next().map_or(0, char::len_utf8);
        let form = share_form(part, of);
        return Some(magnified(before, rest, length, &form).unwrap_or(Number { length, form }));
    }
    let number = numbers::number(rest)?;
    let fraction = fraction(before, rest, &number);
    let number = fraction.unwrap_or(number);
    Some(
        magnified(before, rest, number.length, &number.form)
            .or_else(|| begins_range(before, rest, &number))
            .unwrap_or(number),
    )
}

/// `1/2`, `2 1/2`, `2½`. A date, a season (2019/20) and `24/7` are none.
fn fraction(before: &str, rest: &str, number: &Number) -> Option<Number> {
    let behind = rest.get(number.length..)?;
    let spaced = behind.strip_prefix(' ').unwrap_or(behind);
    let lead = number.length + behind.len() - spaced.len();
    if let Some((part, of)) = spaced.chars().next().and_then(sign) {
        let value = Value::of(&number.form)?.plus(Value::share(part, of)?)?;
        let length = lead + spaced.chars().next().map_or(0, char::len_utf8);
        return Some(Number {
            length,
            form: value.form(),
        });
    }
    if let Some((length, part, of)) = slashed(before, rest) {
        return Some(Number {
            length,
            form: share_form(part, of),
        });
    }
    if lead == number.length {
        return None;
    }
    let (length, part, of) = slashed("", spaced)?;
    let form = Value::of(&number.form)?.plus(Value::share(part, of)?)?.form();
    Some(Number {
        length: lead + length,
        form,
    })
}

fn slashed(before: &str, rest: &str) -> Option<(usize, u64, u64)> {
    let digits = |text: &str| text.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let first = digits(rest);
    let behind = rest.get(first..)?.strip_prefix(['/', '\u{2044}'])?;
    let second = digits(behind);
    let part: u64 = rest.get(..first)?.parse().ok()?;
    let of: u64 = behind.get(..second)?.parse().ok()?;
    let after = behind.get(second..)?;
    let alone = !before.ends_with(['/', '.', '-'])
        && !after.starts_with(|c: char| {
            c == '/' || c == '-' || c.is_alphanumeric() && !super::script::is_unspaced(c)
        });
    (alone && (1..of).contains(&part) && of <= 100).then(|| (rest.len() - after.len(), part, of))
}

/// Words of magnitude by their beginnings, with the power of ten. The longer stand first.
const MAGNITUDES: &[(&str, u32)] = &[
    ("thousand", 3),
    ("tausend", 3),
    ("тысяч", 3),
    ("тыс", 3),
    ("milliard", 9),
    ("миллиард", 9),
    ("млрд", 9),
    ("mrd", 9),
    ("million", 6),
    ("millon", 6),
    ("millón", 6),
    ("milione", 6),
    ("milioni", 6),
    ("milhão", 6),
    ("milhões", 6),
    ("миллион", 6),
    ("млн", 6),
    ("mio", 6),
    ("mln", 6),
    ("billion", 9),
    ("trillion", 12),
    ("hundred", 2),
    ("ألف", 3),
    ("آلاف", 3),
    ("مليون", 6),
    ("ملايين", 6),
    ("مليار", 9),
];
/// Words of magnitude that are words of their own as a whole only.
const SHORT: &[(&str, u32)] = &[("mil", 3), ("mille", 3), ("mn", 6), ("bn", 9), ("tn", 12)];
/// Letters of magnitude. They stand directly behind the figures, and only where something is counted: "5m" is a length.
const LETTERS: &[(&str, u32)] = &[("k", 3), ("m", 6), ("b", 9)];

/// The magnitude that a text begins with: its length and its power of ten.
fn magnitude(text: &str) -> Option<(usize, u32)> {
    let length = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    // The longest is "миллиардов".
    if length == 0 || length > 24 {
        return None;
    }
    let word = text.get(..length)?.to_lowercase();
    let ending = |known: &str| {
        word.strip_prefix(known)
            .is_some_and(|ending| ending.chars().count() <= 2 && !ending.ends_with("th"))
    };
    let long = MAGNITUDES.iter().find(|(known, _)| ending(known));
    let found = long.or_else(|| SHORT.iter().find(|(known, _)| *known == word))?;
    Some((length, found.1))
}

/// `length` bytes of `rest` are a number; with the magnitudes behind it.
fn magnified(before: &str, rest: &str, length: usize, form: &str) -> Option<Number> {
    let mut value = Value::of(form)?;
    let mut end = length;
    if let Some((han, number)) = han_magnitudes(rest.get(end..)?, value) {
        return Some(Number {
            length: end + han,
            form: number.form(),
        });
    }
    // "Tres mil millones" has two.
    for _ in 0..2 {
        let behind = rest.get(end..)?;
        let word = behind
            .strip_prefix([' ', '-', '\u{A0}', '\u{202F}'])
            .unwrap_or(behind);
        let Some((length, power)) = magnitude(word).or_else(|| letter(before, behind)) else {
            break;
        };
        value = value.times(10_u64.checked_pow(power)?)?;
        end += behind.len() - word.len() + length;
    }
    (end > length).then(|| Number {
        length: end,
        form: value.form(),
    })
}

/// `$5.1m`, `5.1m people`, `a revenue of 5.1m`.
fn letter(before: &str, behind: &str) -> Option<(usize, u32)> {
    const COUNTED: &[&str] = &[
        "people",
        "users",
        "copies",
        "units",
        "views",
        "visitors",
        "passengers",
        "customers",
        "residents",
        "inhabitants",
        "households",
        "homes",
        "tonnes",
        "tons",
        "barrels",
        "dollars",
        "euros",
        "pounds",
        "jobs",
        "votes",
        "downloads",
        "subscribers",
        "members",
        "followers",
        "deaths",
        "cars",
        "vehicles",
        "workers",
        "employees",
        "students",
        "children",
        "books",
    ];
    const OF: &[&str] = &[
        "revenue",
        "revenues",
        "sales",
        "profit",
        "profits",
        "turnover",
        "population",
        "budget",
        "income",
        "loss",
        "losses",
        "funding",
        "investment",
        "worth",
    ];
    let mut chars = behind.chars();
    let first = chars.next()?.to_ascii_lowercase();
    let (_, power) = LETTERS.iter().find(|(letter, _)| letter.starts_with(first))?;
    let after = chars.as_str();
    if after.starts_with(char::is_alphanumeric) {
        return None;
    }
    let next = after.strip_prefix(' ').unwrap_or_default();
    let next = next
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    let is_of = || {
        let words = before
            .rsplit(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty());
        words.take(3).any(|word| OF.contains(&word))
    };
    let counts = before.trim_end().ends_with(['$', '€', '£', '¥']) || COUNTED.contains(&next) || is_of();
    counts.then_some((1, *power))
}

/// The first number of "3 to 5 million", "3–5 million", "between 3 and 5 million".
fn begins_range(before: &str, rest: &str, number: &Number) -> Option<Number> {
    let behind = rest.get(number.length..)?;
    let links = ["–", "-", "—", " to ", " – ", " - ", " or ", " bis ", " and "];
    let link = links.iter().find(|link| behind.starts_with(**link))?;
    if *link == " and " && !ends_in_between(before) {
        return None;
    }
    let second = behind.get(link.len()..)?;
    let currency = second.strip_prefix(['$', '€', '£']).unwrap_or(second);
    let other = numbers::number(currency)?;
    let (first, last) = (Value::of(&number.form)?, Value::of(&other.form)?);
    let large = magnified("", currency, other.length, &other.form)?;
    // What it was multiplied by.
    let factor = Value::of(&large.form)?.plus(Value {
        digits: 0,
        decimals: last.decimals,
    })?;
    let factor = factor.digits.checked_div(last.digits)?;
    (first.digits < 1_000).then_some(())?;
    Some(Number {
        length: number.length,
        form: first.times(factor)?.form(),
    })
}

/// Looks at the last word alone: what stands before may be a book.
fn ends_in_between(before: &str) -> bool {
    const BETWEEN: &str = "between";
    let before = before.trim_end();
    let start = before.len().saturating_sub(BETWEEN.len());
    before
        .get(start..)
        .is_some_and(|word| word.eq_ignore_ascii_case(BETWEEN))
}

/// `萬`, `億`, `百萬` behind a number, and what follows of it: `3萬5千`, `1億2000萬`. Korean ones as well.
fn han_magnitudes(text: &str, first: Value) -> Option<(usize, Value)> {
    let mut rest = text
        .strip_prefix(' ')
        .filter(|rest| rest.starts_with(['萬', '億', '万', '亿', '兆']))
        .unwrap_or(text);
    let (mut sum, mut value) = (Value::whole(0), first);
    let mut least = u64::MAX;
    let mut end = 0;
    loop {
        let mut factor = 1_u64;
        while let Some(unit) = rest.chars().next().and_then(unit) {
            // A kilometre, a kilogram.
            let of_measure = rest.starts_with('千')
                && rest
                    .chars()
                    .nth(1)
                    .is_some_and(|c| "米克瓦赫伏卡焦帕".contains(c));
            if of_measure {
                break;
            }
            factor = factor.checked_mul(unit)?;
            rest = rest.get(rest.chars().next().map_or(0, char::len_utf8)..)?;
        }
        if factor == 1 || factor >= least {
            break;
        }
        sum = sum.plus(value.times(factor)?)?;
        end = text.len() - rest.len();
        least = factor;
        let Some(next) = numbers::number(rest) else { break };
        value = Value::of(&next.form)?;
        rest = rest.get(next.length..)?;
        if rest.chars().next().and_then(unit).is_none() {
            // "3萬5000"; a single figure may be anything.
            if next.form.len() >= 3 && value.decimals == 0 && value.digits < least {
                sum = sum.plus(value)?;
                end = text.len() - rest.len();
            }
            break;
        }
    }
    (end > 0).then_some((end, sum))
}

fn unit(c: char) -> Option<u64> {
    Some(match c {
        '만' => 10_000,
        '억' => 100_000_000,
        '兆' | '조' => 1_000_000_000_000,
        c => return han_unit(c),
    })
}

/// `百分之十二`, `百分之12`, `四分之三` at the beginning of a text. The first is a number of per cent.
pub fn parts_in_han(text: &str) -> Option<Number> {
    const PER_CENT: &str = "百分之";
    const OF: &str = "分之";
    if let Some(rest) = text.strip_prefix(PER_CENT) {
        let number = numbers::number(rest).or_else(|| han(rest))?;
        return Some(Number {
            length: PER_CENT.len() + number.length,
            form: number.form,
        });
    }
    let of = han(text)?;
    let rest = text.get(of.length..)?.strip_prefix(OF)?;
    let part = han(rest)?;
    let (whole, number) = (of.form.parse().ok()?, part.form.parse().ok()?);
    (1..whole).contains(&number).then(|| Number {
        length: of.length + OF.len() + part.length,
        form: share_form(number, whole),
    })
}

fn han(text: &str) -> Option<Number> {
    /// Longer runs are no number that could be read.
    const LONGEST: usize = 16;
    let length: usize = text
        .chars()
        .take(LONGEST)
        .take_while(|c| is_han_digit(*c))
        .map(char::len_utf8)
        .sum();
    let form = from_han(text.get(..length).filter(|written| !written.is_empty())?)?;
    Some(Number { length, form })
}

/// Whether a run of Han digits is a number although no counter stands behind it: `三萬`, `五百二十`, `百萬`. `萬一` and
/// `千萬` are other words.
pub fn is_large_in_han(written: &str) -> bool {
    let mut chars = written.chars();
    let (first, second) = (chars.next(), chars.next());
    let unit = |c: Option<char>| c.and_then(han_unit).unwrap_or(0);
    match unit(first) {
        0 => {
            written.contains(['百', '千', '萬', '万', '億', '亿'])
                && first.is_some_and(|c| c != '零' && c != '〇')
        }
        10 | 100 => unit(second) >= 10_000,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_with_what_belongs_to_them() {
        // What stands in front, the text, the form, how much of the text is the number.
        let cases = [
            ("", "5.1 million dollars", "5100000", "5.1 million"),
            ("", "5,100,000", "5100000", "5,100,000"),
            ("$", "5.1m in May", "5100000", "5.1m"),
            ("", "5.1m people", "5100000", "5.1m"),
            ("a revenue of ", "5.1m.", "5100000", "5.1m"),
            ("", "5.1m tall", "5.1", "5.1"),
            ("", "5k run", "5", "5"),
            ("€", "12k", "12000", "12k"),
            ("", "3M Company", "3", "3"),
            ("", "1.2 billion", "1200000000", "1.2 billion"),
            ("", "1,200 million", "1200000000", "1,200 million"),
            ("", "1,2 Milliarden Euro", "1200000000", "1,2 Milliarden"),
            ("", "3 mil millones", "3000000000", "3 mil millones"),
            ("", "2 млрд рублей", "2000000000", "2 млрд"),
            ("", "5-million-year", "5000000", "5-million"),
            ("", "2 millionaires", "2", "2"),
            ("", "3 thousandths", "3", "3"),
            ("", "3萬人", "30000", "3萬"),
            ("", "5.1 億元", "510000000", "5.1 億"),
            ("", "5.1億元", "510000000", "5.1億"),
            ("", "3萬5千人", "35000", "3萬5千"),
            ("", "1億2000萬", "120000000", "1億2000萬"),
            ("", "3萬5000人", "35000", "3萬5000"),
            ("", "5百萬", "5000000", "5百萬"),
            ("", "5千米", "5", "5"),
            ("", "3만 명", "30000", "3만"),
            ("", "1/2", "0.5", "1/2"),
            ("", "3/4 of", "0.75", "3/4"),
            ("", "2/3", "2/3", "2/3"),
            ("", "4/6", "2/3", "4/6"),
            ("", "1/2/2024", "1", "1"),
            ("", "24/7", "24", "24"),
            ("2019/", "20", "20", "20"),
            ("", "½ of", "0.5", "½"),
            ("", "2½ hours", "2.5", "2½"),
            ("", "2 1/2 hours", "2.5", "2 1/2"),
            ("", "3 to 5 million", "3000000", "3"),
            ("", "3–5 million", "3000000", "3"),
            ("", "1.5 to 2.5 billion", "1500000000", "1.5"),
            ("between ", "3 and 5 million", "3000000", "3"),
            ("in ", "3 and 5 million", "3", "3"),
            ("", "2010 to 5 million", "2010", "2010"),
            ("", "12.05.2024", "12.5.2024", "12.05.2024"),
            (
                "",
                "99999999999999999999 million",
                "99999999999999999999",
                "99999999999999999999",
            ),
        ];
        for (before, text, form, written) in cases {
            let whole = [before, text].concat();
            let found = in_figures(&whole, before.len()).unwrap();
            assert_eq!(
                (found.form.as_str(), text.get(..found.length).unwrap()),
                (form, written),
                "{whole}"
            );
        }
        assert!(in_figures("five", 0).is_none() && in_figures("", 0).is_none());
    }

    #[test]
    fn english_words() {
        let cases = [
            ("two thousand people", Some(("2000", "two thousand"))),
            (
                "Two thousand five hundred",
                Some(("2500", "Two thousand five hundred")),
            ),
            ("twenty-one cars", Some(("21", "twenty-one"))),
            ("twenty-first century", Some(("21", "twenty-first"))),
            ("a hundred and five", Some(("105", "a hundred and five"))),
            ("one hundred million", Some(("100000000", "one hundred million"))),
            (
                "three hundred and twenty thousand",
                Some(("320000", "three hundred and twenty thousand")),
            ),
            ("half a million", Some(("500000", "half a million"))),
            ("half of the", Some(("0.5", "half"))),
            ("half the town", Some(("0.5", "half"))),
            ("half past nine", None),
            ("two and a half hours", Some(("2.5", "two and a half"))),
            (
                "two and a half million",
                Some(("2500000", "two and a half million")),
            ),
            ("three quarters of", Some(("0.75", "three quarters"))),
            ("two-thirds", Some(("2/3", "two-thirds"))),
            ("one third of", Some(("1/3", "one third"))),
            ("a quarter of them", Some(("0.25", "a quarter"))),
            ("a quarter ended", None),
            ("third quarter", None),
            ("one of two", None),
            ("two or three", None),
            ("two and three", None),
            ("twelve hundred", Some(("1200", "twelve hundred"))),
            ("two dozen eggs", Some(("24", "two dozen"))),
            ("a dozen eggs", Some(("12", "a dozen"))),
            ("a third man", None),
            ("a man", None),
            ("five", None),
            ("one million one", Some(("1000001", "one million one"))),
            ("five thousandths", None),
        ];
        for (text, expected) in cases {
            let found = in_words(text);
            let found = found
                .as_ref()
                .map(|found| (found.form.as_str(), text.get(..found.length).unwrap()));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn han_parts_and_large_numbers() {
        for (text, form, written) in [
            ("百分之十二的人", "12", "百分之十二"),
            ("百分之12", "12", "百分之12"),
            ("百分之3.5", "3.5", "百分之3.5"),
            ("四分之三", "0.75", "四分之三"),
            ("三分之二強", "2/3", "三分之二"),
        ] {
            let found = parts_in_han(text).unwrap();
            assert_eq!(
                (found.form.as_str(), text.get(..found.length).unwrap()),
                (form, written)
            );
        }
        for text in ["百分", "百分之", "三分鐘", "二分之三", "九"] {
            assert!(parts_in_han(text).is_none(), "{text}");
        }
        for (text, large) in [
            ("三萬", true),
            ("五百二十", true),
            ("百萬", true),
            ("十億", true),
            ("萬一", false),
            ("千萬", false),
            ("十二", false),
            ("一九八七", false),
            ("", false),
        ] {
            assert_eq!(is_large_in_han(text), large, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_breaks_them(text in "[0-9 .,/萬億百千三分之½kmb$-]{0,24}|(two |half |a |and |hundred |thousand |million |third |twenty-){0,8}|\\PC{0,20}") {
            for (at, _) in text.char_indices() {
                let rest = text.get(at..).unwrap();
                for found in [in_figures(&text, at), in_words(rest), parts_in_han(rest)].into_iter().flatten() {
                    proptest::prop_assert!(found.length > 0 && rest.get(..found.length).is_some(), "{rest}");
                }
            }
        }
    }
}
