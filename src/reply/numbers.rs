//! Lists of numbers: `{"sentences": [1, 4]}`.

use serde_json::{Value, json};

use super::about::index;
use super::{json as reader, list, think};
use crate::evaluation::{Reason, Stop};
use crate::text::fold::name_key;

/// The numbers of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// Those that were given, without doubles, in the judge's order.
    pub given: Vec<usize>,
    /// Why each sentence is needed or not, in order; empty where the judge doesn't say.
    pub why: Vec<String>,
    /// A number that was not given.
    pub invented: bool,
    /// The JSON had to be mended.
    pub repaired: bool,
}

/// Reads the numbers of `sentences`, from 1.
///
/// # Errors
/// `EmptyReply`, `Truncated`, `Unreadable` (no list of sentences), or `MissingVerdict` (a list with something in it that
/// is none of their numbers or texts).
pub fn read(text: &str, stop: Stop, sentences: &[String]) -> Result<Numbers, Reason> {
    let found = match reader::read(text, stop, &reader::Expect::list(&["sentences"], &[])) {
        Err(Reason::Unreadable) if says_none(text) => return Ok(Numbers::default()),
        found => found?,
    };
    let listed = Listed::read(found.get("sentences"), sentences);
    if listed.unclear {
        return Err(Reason::MissingVerdict);
    }
    let mut numbers = Numbers {
        given: listed.given,
        invented: listed.invented,
        repaired: found.repaired,
        ..Numbers::default()
    };
    let why = found.get("why").and_then(Value::as_array);
    if let Some(why) = why.filter(|why| why.len() == sentences.len()) {
        numbers.why = why.iter().map(|text| list::joined(Some(text))).collect();
    }
    Ok(numbers)
}

/// A list of what was asked about, by number or by text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listed {
    /// Numbers of what was asked about, from 1, without doubles, in the judge's order.
    pub given: Vec<usize>,
    /// A number that was not given.
    pub invented: bool,
    /// Something that is neither a number nor one of the texts: what is not listed may have been meant.
    pub unclear: bool,
}

impl Listed {
    /// Reads a list about `texts`; none at all, null and blank are the empty list.
    pub fn read(value: Option<&Value>, texts: &[String]) -> Self {
        let mut reading = Reading {
            texts,
            keys: Vec::new(),
            given: vec![false; texts.len()],
            listed: Self::default(),
        };
        for item in list::items(value) {
            reading.item(&item, 0);
        }
        reading.listed
    }
}

struct Reading<'s> {
    texts: &'s [String],
    /// Folded for the first item that is a text.
    keys: Vec<String>,
    given: Vec<bool>,
    listed: Listed,
}

impl Reading<'_> {
    fn item(&mut self, item: &Value, depth: usize) {
        match item {
            Value::Null => {}
            Value::Number(number) => {
                let whole = number.as_f64().filter(|number| number.fract() == 0.0);
                self.number(whole.map(|number| number as i64));
            }
            Value::String(text) if list::is_nothing(text) => {}
            Value::String(text) => self.text(text),
            Value::Array(items) if depth < 4 => items.iter().for_each(|item| self.item(item, depth + 1)),
            Value::Object(object) => {
                let named = ["sentence", "statement", "text", "claim", "content"];
                let named = named.iter().find_map(|key| reader::field(object, key));
                match index(object).or(named) {
                    Some(inner) if !inner.is_object() && depth < 4 => self.item(inner, depth + 1),
                    _ => self.listed.unclear = true,
                }
            }
            _ => self.listed.unclear = true,
        }
    }

    fn number(&mut self, number: Option<i64>) {
        let at = number
            .and_then(|number| usize::try_from(number).ok())
            .and_then(|number| number.checked_sub(1));
        match at.and_then(|at| Some((at, self.given.get_mut(at)?))) {
            Some((at, given)) if !*given => {
                *given = true;
                self.listed.given.push(at + 1);
            }
            Some(_) => {}
            None => self.listed.invented = true,
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(numbers) = in_words(text) {
            numbers.into_iter().for_each(|number| self.number(number));
            return;
        }
        if self.keys.is_empty() {
            self.keys = self.texts.iter().map(|text| name_key(text)).collect();
        }
        let key = name_key(text);
        let places = (1..).zip(&self.keys).filter(|(_, text)| **text == key);
        let places: Vec<i64> = places.map(|(number, _)| number).collect();
        self.listed.unclear |= places.is_empty();
        places.into_iter().for_each(|number| self.number(Some(number)));
    }
}

/// The numbers of a text that is nothing but numbers and what they are called (`ID: 3`, `[1, 4]`, `第 2 句`), or begins
/// with one that is set apart (`3. The mill burned in 1958.`). `None`: it may say anything, and so does a range.
fn in_words(text: &str) -> Option<Vec<Option<i64>>> {
    const NAMES: [&str; 24] = [
        "sentence",
        "sentences",
        "statement",
        "statements",
        "claim",
        "claims",
        "chunk",
        "id",
        "ids",
        "no",
        "nr",
        "number",
        "numbers",
        "and",
        "index",
        "s",
        "第",
        "句",
        "句子",
        "號",
        "号",
        "和",
        "及",
        "與",
    ];
    let folded = name_key(text);
    let (mut numbers, mut rest, mut ranged) = (Vec::new(), folded.as_str(), false);
    loop {
        let from = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        // 1-3, but ID-3 and 1, -3.
        let between = rest.get(..rest.len() - from.len()).unwrap_or_default();
        let dash = between.trim();
        ranged |= !numbers.is_empty()
            && matches!(dash, "-" | "–" | "—" | "~" | "〜" | "..")
            && from.starts_with(|c: char| c.is_ascii_digit());
        let first = rest.len() == folded.len();
        let negative = !ranged && (first && between.ends_with('-') || between.ends_with(", -"));
        if from.is_empty() {
            return (!numbers.is_empty() && !ranged).then_some(numbers);
        }
        let digits = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len());
        if digits > 0 {
            let (number, behind) = from.split_at(digits);
            let (fraction, behind) = match behind.strip_prefix('.') {
                Some(more) if more.starts_with(|c: char| c.is_ascii_digit()) => {
                    let end = more.find(|c: char| !c.is_ascii_digit()).unwrap_or(more.len());
                    more.split_at(end)
                }
                _ => ("", behind),
            };
            let whole = fraction
                .bytes()
                .all(|byte| byte == b'0')
                .then(|| number.parse::<i64>().ok());
            let signed = whole
                .flatten()
                .map(|number| if negative { -number } else { number });
            numbers.push(signed);
            // The text of what has the number.
            let apart = behind.trim_start_matches([']', ')', '"', '\'', '*', ' ']);
            let opens =
                apart.starts_with(['.', ':', ')', '-', '–', '—', '、']) || behind.starts_with([']', ')']);
            let words = apart.trim_start_matches(|c: char| !c.is_alphanumeric());
            if numbers.len() == 1
                && opens
                && words.starts_with(char::is_alphabetic)
                && !is_named(words, &NAMES)
            {
                return Some(numbers);
            }
            rest = behind;
        } else {
            let length = name_length(from, &NAMES)?;
            rest = from.get(length..)?;
        }
    }
}

/// The length of the name that a text begins with: the longest one of them.
fn name_length(text: &str, names: &[&str]) -> Option<usize> {
    let letters = |c: char| c.is_alphabetic();
    let word = text.find(|c: char| !letters(c)).unwrap_or(text.len());
    let whole = text.get(..word).unwrap_or_default();
    if whole.is_ascii() {
        return names.contains(&whole).then_some(word);
    }
    let begins = names
        .iter()
        .filter(|name| !name.is_ascii() && text.starts_with(**name));
    begins.map(|name| name.len()).max()
}

fn is_named(text: &str, names: &[&str]) -> bool {
    name_length(text, names).is_some()
}

/// Whether a reply says in words that no sentence is needed, and nothing else: "Insufficient Information" is what a
/// well-known prompt asks for.
fn says_none(text: &str) -> bool {
    const LONGEST: usize = 160;
    const NONE: [&str; 12] = [
        "insufficient information",
        "no sentence",
        "no relevant sentence",
        "none of the",
        "none of them",
        "nothing is needed",
        "nothing relevant",
        "沒有任何",
        "沒有需要",
        "没有任何",
        "没有需要",
        "資訊不足",
    ];
    // "None of them but the second."
    const EXCEPT: [&str; 12] = [
        "except",
        " but ",
        "other than",
        "apart from",
        "besides",
        "only",
        "unless",
        "除了",
        "以外",
        "之外",
        "只有",
        "僅",
    ];
    let Ok(visible) = think::visible(text) else {
        return false;
    };
    let said = visible.trim().to_lowercase();
    let said = said.as_str();
    !said.is_empty()
        && said.len() <= LONGEST
        && !said.chars().any(|c| c.is_numeric())
        && !EXCEPT.iter().any(|words| said.contains(words))
        && (list::is_nothing(said) || NONE.iter().any(|words| said.starts_with(words)))
}

/// Writes numbers in the form that the prompt asks for.
pub fn write(numbers: &[usize]) -> String {
    json!({"sentences": numbers}).to_string()
}

/// The same from a yes or no to each sentence in order, with the reasons beside them.
pub fn write_with_reasons(needed: &[(bool, String)]) -> String {
    let numbered = (1..).zip(needed).filter(|(_, (needed, _))| *needed);
    let numbers: Vec<usize> = numbered.map(|(number, _)| number).collect();
    let why: Vec<&str> = needed.iter().map(|(_, why)| why.as_str()).collect();
    json!({"sentences": numbers, "why": why}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences() -> Vec<String> {
        let text = |at| format!("The mill number {at} burned in 190{at}.");
        (1..=7).map(text).collect()
    }

    #[test]
    fn nothing_in_words_is_nothing() {
        for (text, want) in [
            ("No sentence is needed.", true),
            ("<think>Is 1 needed? No.</think>Insufficient Information", true),
            ("None", true),
            ("None of them.", true),
            ("沒有任何句子是必要的。", true),
            ("No sentence but 2 is needed.", false),
            ("None of them except the second is needed.", false),
            ("No sentence other than the first.", false),
            ("沒有任何句子是必要的，除了第二句。", false),
            ("I can't help with that.", false),
            ("", false),
        ] {
            let read = read(text, Stop::Stop, &sentences());
            assert_eq!(read.is_ok_and(|numbers| numbers.given.is_empty()), want, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for given in [vec![], vec![1], vec![2, 5, 7]] {
            let read = read(&write(&given), Stop::Stop, &sentences()).unwrap();
            assert_eq!((read.given, read.invented, read.repaired), (given, false, false));
        }
        let told = [
            (false, "It is about apples.".to_owned()),
            (true, "It names [1] a time.".to_owned()),
        ];
        let read = read(&write_with_reasons(&told), Stop::Stop, &sentences()[..2]).unwrap();
        assert_eq!(read.given, [2]);
        assert_eq!(read.why, ["It is about apples.", "It names [1] a time."]);
    }
}
