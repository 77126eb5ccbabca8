//! Single values of a JSON answer: verdicts, confidences, ids. One table of accepted values for every metric.
//!
//! Never truthiness: the string "false" is false, and what is not in the table is an error, not a guess.

use crate::text::decimal::{decimal, typed_decimal};
use crate::text::nfkc::UnicodeNormalization;
use serde_json::Value;

/// Reads a yes/no verdict: `true`, `"True"`, `"yes"`, 1, 1.0, `"1"`, `"是"` and their opposites. Absent and
/// null are `None`.
///
/// # Errors
/// Any other value, as it was written (shortened).
pub fn verdict(value: Option<&Value>) -> Result<Option<bool>, String> {
    let Some(value) = value else {
        return Ok(None);
    };
    let refused = || Err(offending(value));
    match value {
        Value::Null => Ok(None),
        Value::Bool(verdict) => Ok(Some(*verdict)),
        Value::Number(number) => match number.as_f64() {
            Some(1.0) => Ok(Some(true)),
            Some(0.0) => Ok(Some(false)),
            _ => refused(),
        },
        Value::String(text) => word(text).map_or_else(refused, |verdict| Ok(Some(verdict))),
        Value::Array(_) | Value::Object(_) => refused(),
    }
}

/// A verdict as a word or as the number 0 or 1. Case, width, quotes, emphasis and a final stop do not matter.
pub fn word(text: &str) -> Option<bool> {
    let text: String = text
        .chars()
        .take(40)
        .nfkc()
        .flat_map(char::to_lowercase)
        .collect();
    let around =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '*' | '.' | '。' | '!' | '“' | '”');
    match text.trim_matches(around) {
        "true" | "yes" | "是" => Some(true),
        "false" | "no" | "否" => Some(false),
        number => match decimal(number)? {
            1.0 => Some(true),
            0.0 => Some(false),
            _ => None,
        },
    }
}

/// A value as it was written, at most 80 characters.
pub fn offending(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

/// A number, or a text that is nothing but one, in any width and with a point or a comma: 4, `"4"`, `"４"`, `"3,5"`. What
/// may be thousands (`"1,000"`) is none.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => {
            let text: String = text.chars().take(40).nfkc().collect();
            typed_decimal(&text).filter(|number| number.is_finite())
        }
        other => other.as_f64(),
    }
}

/// A confidence in 0–1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Confidence {
    /// 0–1, or unknown: absent, NaN, negative, above 100, or words. Never a guess.
    pub value: Option<f64>,
    /// It was above 1 and divided by 100 without a `%`.
    pub scaled: bool,
}

/// Reads a confidence: 0.9, `"0.9"`, `"0,9"` and `"90%"` are 0.9; 90 and `"90"` as well, marked as scaled.
pub fn confidence(value: Option<&Value>) -> Confidence {
    let (number, percent) = match value {
        Some(Value::Number(number)) => (number.as_f64(), false),
        Some(Value::String(text)) => confidence_text(text),
        _ => (None, false),
    };
    let Some(number) = number.filter(|n| (0.0..=100.0).contains(n)) else {
        return Confidence::default();
    };
    let scaled = number > 1.0 && !percent;
    let value = Some(if scaled || percent { number / 100.0 } else { number });
    Confidence { value, scaled }
}

fn confidence_text(text: &str) -> (Option<f64>, bool) {
    let text: String = text.chars().take(40).nfkc().collect();
    let text = text.trim();
    let (number, percent) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), true),
        None => (text, false),
    };
    let digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
    let plain = number.chars().all(digits).then(|| number.replacen(',', ".", 1));
    (plain.and_then(|n| decimal(&n)), percent)
}

/// Reads a list of whole-number ids, in order and without doubles: 3, 3.0, `"3"`, `"ID: 3"`, `"[3]"`, every number
/// of a longer string, `{"id": 3}`. What holds no whole number is no id; one that is too large for any is the largest.
pub fn ids(value: Option<&Value>) -> Vec<i64> {
    ids_and_rest(value).0
}

/// [`ids`], and what was written in their place though it is none, once each: 1.5, `"chunk A"`.
pub fn ids_and_rest(value: Option<&Value>) -> (Vec<i64>, Vec<String>) {
    let mut found = Ids::default();
    if let Some(value) = value {
        found.collect(value, 0);
    }
    (found.order, found.rest)
}

/// Reads one id; the first, where there are several.
pub fn id(value: Option<&Value>) -> Option<i64> {
    ids(value).first().copied()
}

#[derive(Default)]
struct Ids {
    order: Vec<i64>,
    seen: std::collections::HashSet<i64>,
    rest: Vec<String>,
}

impl Ids {
    fn collect(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Number(number) => {
                let id = number.as_i64().or_else(|| whole(number.as_f64()?));
                if id.is_none() {
                    self.no_id(number.to_string());
                }
                self.add(id);
            }
            Value::String(text) => {
                let numbers = self.text(text);
                // An item of a list names something; a sentence in place of the list says that there is nothing.
                if depth > 0 && !numbers && text.chars().count() <= 40 {
                    self.no_id(text.trim().to_owned());
                }
            }
            Value::Bool(_) if depth > 0 => self.no_id(value.to_string()),
            Value::Array(items) if depth < 4 => {
                for item in items {
                    self.collect(item, depth + 1);
                }
            }
            Value::Object(map) if depth < 4 => {
                let names = ["id", "ID", "chunk_id", "index", "chunk"];
                let id = names.iter().find_map(|name| super::json::field(map, name));
                match id.or_else(|| super::about::index(map)) {
                    Some(id) => self.collect(id, depth + 1),
                    None => self.no_id(offending(value)),
                }
            }
            _ => {}
        }
    }

    /// Whether there is any number in the text.
    fn text(&mut self, text: &str) -> bool {
        let mut token = String::new();
        let numbers = if text.is_ascii() {
            self.digits(text.chars(), &mut token)
        } else {
            self.digits(text.nfkc(), &mut token)
        };
        // A minus sign counts only where the number is all there is: `chunk-3` is chunk 3.
        if let Some(negative) = text.trim().parse::<i64>().ok().filter(|id| *id < 0) {
            if self.order.last() == Some(&-negative) {
                self.order.pop();
                self.seen.remove(&-negative);
            }
            self.add(Some(negative));
        }
        numbers
    }

    fn no_id(&mut self, written: String) {
        // A list of more than that is not read by anybody.
        if !written.is_empty() && self.rest.len() < 100 && !self.rest.contains(&written) {
            self.rest.push(written);
        }
    }

    /// Every number in a row of characters, and whether there is any; `token` is room to collect one in.
    fn digits(&mut self, text: impl Iterator<Item = char>, token: &mut String) -> bool {
        let mut any = false;
        for c in text.chain([' ']) {
            if c.is_ascii_digit() || c == '.' {
                token.push(c);
            } else if !token.is_empty() {
                let number = token.trim_matches('.');
                if number.is_empty() {
                    token.clear();
                    continue;
                }
                let huge = || number.bytes().all(|b| b.is_ascii_digit()).then_some(i64::MAX);
                let id = number.parse::<i64>().ok().or_else(huge);
                let id = id.or_else(|| whole(decimal(number)?));
                if id.is_none() {
                    self.no_id(number.to_owned());
                }
                self.add(id);
                any = true;
                token.clear();
            }
        }
        any
    }

    fn add(&mut self, id: Option<i64>) {
        if let Some(id) = id.filter(|id| !self.seen.contains(id)) {
            self.seen.insert(id);
            self.order.push(id);
        }
    }
}

fn whole(number: f64) -> Option<i64> {
    // Beyond the range of ids, its end: no chunk has that number.
    (number.fract() == 0.0).then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_no_id_is_told() {
        for (value, ids, rest) in [
            (json!([1, 1.5, 2]), vec![1, 2], vec!["1.5"]),
            (json!(["1.5", "ID: 3", 1.5]), vec![3], vec!["1.5"]),
            (
                json!(["chunk A", "none", "", null, true, "chunk A"]),
                vec![],
                vec!["chunk A", "none", "true"],
            ),
            (
                json!([{"id": 2.5}, {"id": "x"}, {"id": 4}, {"chunk_number": "5"}, {"text": "a"}]),
                vec![4, 5],
                vec!["2.5", "x", "{\"text\":\"a\"}"],
            ),
            (json!("1, 2.5 and 3"), vec![1, 3], vec!["2.5"]),
            (json!("None of them is useful."), vec![], vec![]),
            (
                json!(["No chunk of these says anything about the tides."]),
                vec![],
                vec![],
            ),
            (json!([3.0, "[3]", "3."]), vec![3], vec![]),
            (json!(0.5), vec![], vec!["0.5"]),
            (json!([]), vec![], vec![]),
        ] {
            let rest: Vec<String> = rest.into_iter().map(str::to_owned).collect();
            assert_eq!(ids_and_rest(Some(&value)), (ids, rest), "{value}");
        }
    }

    #[test]
    fn verdicts() {
        for yes in [
            json!(true),
            json!("True"),
            json!(" YES. "),
            json!(1),
            json!(1.0),
            json!("1.0"),
            json!("１"),
            json!("是"),
        ] {
            assert_eq!(verdict(Some(&yes)), Ok(Some(true)), "{yes}");
        }
        for no in [
            json!(false),
            json!("false"),
            json!("No"),
            json!(0),
            json!(-0.0),
            json!("0"),
            json!("否"),
        ] {
            assert_eq!(verdict(Some(&no)), Ok(Some(false)), "{no}");
        }
        assert_eq!(verdict(None), Ok(None));
        assert_eq!(verdict(Some(&json!(null))), Ok(None));
        for bad in [
            json!(""),
            json!("  "),
            json!("partially"),
            json!(2),
            json!(-1),
            json!(0.5),
            json!("NULL"),
            json!([true]),
            json!({"a": 1}),
        ] {
            assert_eq!(verdict(Some(&bad)), Err(offending(&bad)), "{bad}");
        }
    }

    #[test]
    fn confidences() {
        for (value, want, scaled) in [
            (json!(0.9), Some(0.9), false),
            (json!("0,9"), Some(0.9), false),
            (json!("90%"), Some(0.9), false),
            (json!("９０ ％"), Some(0.9), false),
            (json!(90), Some(0.9), true),
            (json!("90"), Some(0.9), true),
            (json!(1), Some(1.0), false),
            (json!(0.0), Some(0.0), false),
            (json!(-0.1), None, false),
            (json!(101), None, false),
            (json!("150%"), None, false),
            (json!("high"), None, false),
            (json!("inf"), None, false),
            (json!("NaN"), None, false),
            (json!(true), None, false),
            (json!(null), None, false),
        ] {
            assert_eq!(
                confidence(Some(&value)),
                Confidence { value: want, scaled },
                "{value}"
            );
        }
    }

    #[test]
    fn id_forms() {
        for (value, want) in [
            (json!([3, 3.0, "3", "ID: 3", "[3]"]), vec![3]),
            (json!("[1, 0]"), vec![1, 0]),
            (json!("ID: 4, ID: 7 and chunk-2."), vec![4, 7, 2]),
            (json!("None"), vec![]),
            (json!([null, true, "２", {"id": 9}, 2.5]), vec![2, 9]),
            (json!([-1, "-2"]), vec![-1, -2]),
            (json!("99999999999999999999999"), vec![i64::MAX]),
            (json!("9".repeat(400)), vec![i64::MAX]),
            (
                serde_json::from_str("[99999999999999999999999, 1e3, -1e30, 0]").unwrap(),
                vec![i64::MAX, 1000, i64::MIN, 0],
            ),
            (json!([1.5, f64::NAN]), vec![]),
        ] {
            assert_eq!(ids(Some(&value)), want, "{value}");
        }
    }
}
