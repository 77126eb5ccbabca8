//! Numbers in one form: `1,000` = `1 000` = `1000`, `09:15` = `9.15`, `0.50` = `.5`, `３` = `3`, `九` = `9` in
//! front of a counter, `seven` = `7`. Which characters make up a number in a text is decided here as well.

use super::script::digit;

/// A number found at the start of a text.
pub struct Number {
    /// Its length in bytes as written.
    pub length: usize,
    /// Its one form.
    pub form: String,
}

/// The number that `text` begins with; `None` when it does not begin with a digit.
pub fn number(text: &str) -> Option<Number> {
    let mut written = String::new();
    let mut length = 0;
    let mut separator: Option<(char, usize)> = None;
    for (at, c) in text.char_indices() {
        if let Some(value) = digit(c) {
            if let Some((mark, _)) = separator.take() {
                // A space groups thousands only in front of exactly three digits.
                if mark == ' ' && !three_digits(text.get(at..).unwrap_or_default()) {
                    break;
                }
                written.push(mark);
            }
            written.push(char::from(b'0' + value));
            length = at + c.len_utf8();
        } else if separator.is_none() && !written.is_empty() {
            let Some(mark) = mark(c) else { break };
            separator = Some((mark, at));
        } else {
            break;
        }
    }
    if written.is_empty() {
        return None;
    }
    length += ordinal(text.get(length..).unwrap_or_default());
    Some(Number {
        length,
        form: one_form(&written),
    })
}

/// The digits of a number whose points stand between thousands, as German and Greek write them: `12.500`. In English the
/// same is twelve and a half, so both are looked for.
pub fn without_points(written: &str) -> Option<String> {
    let groups: Vec<&str> = written.split('.').collect();
    let (first, rest) = groups.split_first()?;
    let digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let first_fits = (1..=3).contains(&first.len()) && digits(first) && !first.starts_with('0');
    let thousands = !rest.is_empty() && rest.iter().all(|group| group.len() == 3 && digits(group));
    (first_fits && thousands).then(|| groups.concat())
}

fn mark(c: char) -> Option<char> {
    match c {
        '.' | '．' | '٫' => Some('.'),
        ',' | '，' | '٬' => Some(','),
        ':' | '：' => Some(':'),
        '\'' | '’' => Some(','),
        '\u{A0}' | '\u{202F}' | '\u{2009}' | ' ' => Some(' '),
        _ => None,
    }
}

fn three_digits(text: &str) -> bool {
    let mut chars = text.chars();
    chars.by_ref().take(3).filter(|c| digit(*c).is_some()).count() == 3
        && chars.next().is_none_or(|c| digit(c).is_none())
}

/// The length of an English ordinal or plural ending: 21st, 4th, 1990s.
fn ordinal(rest: &str) -> usize {
    let letters = rest.bytes().take(3).take_while(u8::is_ascii_alphabetic).count();
    let ending = rest.get(..letters).unwrap_or_default();
    let after = rest.get(letters..).and_then(|after| after.chars().next());
    let whole = after.is_none_or(|c| !c.is_alphanumeric());
    if whole
        && ["st", "nd", "rd", "th", "s"]
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    {
        letters
    } else {
        0
    }
}

/// `written` holds digits and the marks `.` `,` `:` and space, a digit at both ends.
fn one_form(written: &str) -> String {
    if written.bytes().all(|b| b.is_ascii_digit()) {
        return decimal(written, "");
    }
    let marks: Vec<char> = written.chars().filter(|c| !c.is_ascii_digit()).collect();
    let groups: Vec<&str> = written.split(|c: char| !c.is_ascii_digit()).collect();
    let grouped = |groups: &[&str]| {
        groups.first().is_some_and(|first| first.len() <= 3)
            && groups.iter().skip(1).all(|group| group.len() == 3)
    };
    let (Some(first_mark), Some(last_mark)) = (marks.first(), marks.last()) else {
        return decimal(written, "");
    };
    let same = marks.iter().all(|mark| mark == first_mark);
    let (head, last) = match groups.split_last() {
        Some((last, head)) => (head, *last),
        None => return decimal(written, ""),
    };
    if same && *first_mark != ':' && grouped(&groups) {
        // One point or comma is ambiguous: 1.000 and 1,234 are thousands, 3.141 is not.
        if marks.len() > 1 || *first_mark != '.' || last == "000" {
            return decimal(&groups.concat(), "");
        }
    }
    if marks.len() == 1 {
        return decimal(&head.concat(), last);
    }
    let head_same = marks.iter().rev().skip(1).all(|mark| mark == first_mark);
    if head_same && first_mark != last_mark && *first_mark != ':' && grouped(head) {
        return decimal(&head.concat(), last);
    }
    // A date, a version, an address: its parts in order.
    let parts: Vec<String> = groups.iter().map(|group| decimal(group, "")).collect();
    parts.join(".")
}

fn decimal(whole: &str, fraction: &str) -> String {
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if fraction.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{fraction}")
    }
}

/// The digits of an English number word, `one` to `twenty`, the tens, and the ordinals that are not also other
/// words.
pub fn from_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "zero" => "0",
        "one" => "1",
        "two" | "twice" => "2",
        "three" | "third" => "3",
        "four" | "fourth" => "4",
        "five" | "fifth" => "5",
        "six" | "sixth" => "6",
        "seven" | "seventh" => "7",
        "eight" | "eighth" => "8",
        "nine" | "ninth" => "9",
        "ten" | "tenth" => "10",
        "eleven" | "eleventh" => "11",
        "twelve" | "twelfth" => "12",
        "thirteen" => "13",
        "fourteen" => "14",
        "fifteen" => "15",
        "sixteen" => "16",
        "seventeen" => "17",
        "eighteen" => "18",
        "nineteen" => "19",
        "twenty" => "20",
        "thirty" => "30",
        "forty" => "40",
        "fifty" => "50",
        "sixty" => "60",
        "seventy" => "70",
        "eighty" => "80",
        "ninety" => "90",
        _ => return None,
    })
}

/// Whether a Han character can stand in a written number.
pub fn is_han_digit(c: char) -> bool {
    han_digit(c).is_some() || han_unit(c).is_some()
}

/// Characters behind a Han number that show that it is one: units, counters.
pub fn is_counter(c: char) -> bool {
    "點点時时分秒年月日號号天週周歲岁世個个人名位次屆届樓楼層层元圓円塊公里米尺寸吋度克斤噸吨張张本冊册項项條条台隻只頭匹輛辆艘架座間间家棟倍成折件份種种組组頁页章節节回級级場场杯瓶顆粒枚년월일시분초명개층호원%％メキセミグリトドパ"
        .contains(c)
}

/// The one form of a number in Han characters: `十二` = `12`, `二〇二四` = `2024`, `三百零五` = `305`. `None` where
/// the characters are no number.
pub fn from_han(written: &str) -> Option<String> {
    if written.chars().all(|c| han_digit(c).is_some()) {
        let digits: String = written
            .chars()
            .filter_map(han_digit)
            .map(|d| char::from(b'0' + d))
            .collect();
        return Some(decimal(&digits, ""));
    }
    let (mut total, mut section, mut pending): (u64, u64, Option<u64>) = (0, 0, None);
    for c in written.chars() {
        if let Some(value) = han_digit(c) {
            if pending.is_some_and(|pending| pending != 0) {
                return None;
            }
            pending = Some(u64::from(value));
        } else {
            let unit = han_unit(c)?;
            if unit < 10_000 {
                section = section.checked_add(pending.take().unwrap_or(1).checked_mul(unit)?)?;
            } else {
                section = section.checked_add(pending.take().unwrap_or(0))?;
                total = total.checked_add(section.max(1).checked_mul(unit)?)?;
                section = 0;
            }
        }
    }
    let value = total.checked_add(section)?.checked_add(pending.unwrap_or(0))?;
    Some(value.to_string())
}

fn han_digit(c: char) -> Option<u8> {
    Some(match c {
        '〇' | '零' => 0,
        '一' => 1,
        '二' | '兩' | '两' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

/// What a Han unit multiplies by: ten to a hundred million.
pub(super) fn han_unit(c: char) -> Option<u64> {
    Some(match c {
        '十' => 10,
        '百' => 100,
        '千' => 1_000,
        '萬' | '万' => 10_000,
        '億' | '亿' => 100_000_000,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_form() {
        let cases = [
            ("1,000 people", "1000", 5),
            ("1000", "1000", 4),
            ("1 000 km", "1000", 5),
            ("1 00", "1", 1),
            ("10 000 000.", "10000000", 10),
            ("1.000.000", "1000000", 9),
            ("1.000 Euro", "1000", 5),
            ("1'000", "1000", 5),
            ("3.141", "3.141", 5),
            ("1,5", "1.5", 3),
            ("1,234.50", "1234.5", 8),
            ("1.234,50", "1234.5", 8),
            ("9.15", "9.15", 4),
            ("09:15", "9.15", 5),
            ("09:00", "9", 5),
            ("0.50", "0.5", 4),
            ("007", "7", 3),
            ("１２３", "123", 9),
            ("٤٢", "42", 4),
            ("21st century", "21", 4),
            ("1990s", "1990", 5),
            ("5km", "5", 1),
            ("400.", "400", 3),
            ("12.05.2024", "12.5.2024", 10),
        ];
        for (text, form, length) in cases {
            let found = number(text).unwrap();
            assert_eq!((found.form.as_str(), found.length), (form, length), "{text}");
        }
        assert!(number("five").is_none());
        assert!(number("").is_none());
    }

    #[test]
    fn han_numbers() {
        let cases = [
            ("九", Some("9")),
            ("十", Some("10")),
            ("十二", Some("12")),
            ("二十", Some("20")),
            ("二〇二四", Some("2024")),
            ("三百零五", Some("305")),
            ("兩萬三千", Some("23000")),
            ("一億", Some("100000000")),
            ("五六十", None),
        ];
        for (text, form) in cases {
            assert_eq!(from_han(text).as_deref(), form, "{text}");
        }
        // Too large for a number: no panic.
        let _ = from_han(&"九億".repeat(40));
        let _ = from_han(&"億".repeat(40));
    }
}
