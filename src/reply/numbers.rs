//! Lists of numbers: `{"sentences": [1, 4]}`.

use serde_json::{Value, json};

use super::{json as reader, list, think, verdict};
use crate::evaluation::{Reason, Stop};

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

/// Reads the numbers of sentences out of 1…`count`.
///
/// # Errors
/// `EmptyReply`, `Truncated`, or `Unreadable` (no list of sentences).
pub fn read(text: &str, stop: Stop, count: usize) -> Result<Numbers, Reason> {
    let found = match reader::read(text, stop, &reader::Expect::list(&["sentences"], &[])) {
        Err(Reason::Unreadable) if says_none(text) => return Ok(Numbers::default()),
        found => found?,
    };
    let mut numbers = Numbers {
        repaired: found.repaired,
        ..Numbers::default()
    };
    let why = found.get("why").and_then(Value::as_array);
    if let Some(why) = why.filter(|why| why.len() == count) {
        numbers.why = why.iter().map(|text| list::joined(Some(text))).collect();
    }
    for id in verdict::ids(found.get("sentences")) {
        match usize::try_from(id) {
            Ok(number) if (1..=count).contains(&number) => numbers.given.push(number),
            _ => numbers.invented = true,
        }
    }
    Ok(numbers)
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
    let Ok(visible) = think::visible(text) else {
        return false;
    };
    let said = visible.trim().to_lowercase();
    let said = said.as_str();
    !said.is_empty()
        && said.len() <= LONGEST
        && !said.chars().any(|c| c.is_numeric())
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

    #[test]
    fn nothing_in_words_is_nothing() {
        for (text, want) in [
            ("No sentence is needed.", true),
            ("<think>Is 1 needed? No.</think>Insufficient Information", true),
            ("None", true),
            ("None of them.", true),
            ("沒有任何句子是必要的。", true),
            ("No sentence but 2 is needed.", false),
            ("I can't help with that.", false),
            ("", false),
        ] {
            let read = read(text, Stop::Stop, 7);
            assert_eq!(read.is_ok_and(|numbers| numbers.given.is_empty()), want, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for given in [vec![], vec![1], vec![2, 5, 7]] {
            let read = read(&write(&given), Stop::Stop, 7).unwrap();
            assert_eq!((read.given, read.invented, read.repaired), (given, false, false));
        }
        let told = [
            (false, "It is about apples.".to_owned()),
            (true, "It names [1] a time.".to_owned()),
        ];
        let read = read(&write_with_reasons(&told), Stop::Stop, 2).unwrap();
        assert_eq!(read.given, [2]);
        assert_eq!(read.why, ["It is about apples.", "It names [1] a time."]);
    }
}
