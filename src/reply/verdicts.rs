//! Verdicts on submitted statements: `{"verdicts": [{"index": 1, "verdict": 1, "reason": "…"}]}`, read and written.
//!
//! A verdict belongs to the statement that was SUBMITTED: by index (from 1), then by its text. What came back for
//! anything else is dropped and told.

use serde_json::{Value, json};

use super::about::{self, Places};
use super::{json as reader, list, verdict};
use crate::evaluation::{Reason, Stop};

/// The verdicts of one reply, one entry a submitted statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdicts {
    /// In the order of the statements.
    pub entries: Vec<Entry>,
    /// An index or statement that was not submitted.
    pub invented: bool,
    /// The JSON had to be mended.
    pub repaired: bool,
}

/// The verdict on one statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// `None`: missing, not one of the accepted values, or given twice with different values.
    pub verdict: Option<bool>,
    /// The judge's reason.
    pub reason: String,
    /// What a no means, where the judge says.
    pub finding: Option<Finding>,
}

/// What a no means. A language model is asked for yes or no alone; who knows more says it in `finding`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The source says something else.
    Contradicted,
    /// The source doesn't speak of it.
    NotFound,
}

impl Finding {
    /// The word in a reply.
    pub fn id(self) -> &'static str {
        match self {
            Self::Contradicted => "contradicted",
            Self::NotFound => "not found",
        }
    }

    /// Reads the word.
    pub fn read(word: Option<&Value>) -> Option<Self> {
        let word = word?.as_str()?;
        [Self::Contradicted, Self::NotFound]
            .into_iter()
            .find(|finding| finding.id() == word)
    }
}

/// A verdict as it is written: yes or no, why, and what a no means.
pub type Given = (bool, String, Option<Finding>);

/// Reads verdicts on `statements`. A single verdict for a single statement is its verdict whatever its index.
///
/// # Errors
/// `EmptyReply`, `Truncated`, or `Unreadable` (no list of verdicts).
pub fn read(text: &str, stop: Stop, statements: &[String]) -> Result<Verdicts, Reason> {
    let found = reader::read(
        text,
        stop,
        &reader::Expect::list(&["verdicts"], &["verdict", "index"]),
    )?;
    let is_verdict = |value: &Value| verdict::verdict(Some(value)).is_ok_and(|verdict| verdict.is_some());
    let entries = about::entries(found.get("verdicts"), "verdict", is_verdict);
    let places = Places::of(&entries, statements.len(), statements);
    let mut reading = Verdicts {
        repaired: found.repaired,
        ..Verdicts::default()
    };
    let mut given: Vec<Vec<Given>> = vec![Vec::new(); statements.len()];
    for (order, item) in entries.iter().enumerate() {
        let value = verdict::verdict(reader::field(item, "verdict")).ok().flatten();
        let reason = list::joined(reader::field(item, "reason"));
        match places.find(order, item).and_then(|at| given.get_mut(at)) {
            Some(given) => {
                let finding = Finding::read(reader::field(item, "finding"));
                given.extend(value.map(|value| (value, reason, finding)));
            }
            None => reading.invented |= !item.is_empty(),
        }
    }
    reading.entries = given
        .into_iter()
        .map(|given| match given.as_slice() {
            [(first, reason, finding), rest @ ..] if rest.iter().all(|(other, ..)| other == first) => Entry {
                verdict: Some(*first),
                reason: reason.clone(),
                finding: *finding,
            },
            _ => Entry::default(),
        })
        .collect();
    Ok(reading)
}

/// Writes verdicts in the form that the prompt asks for.
pub fn write(verdicts: &[Given]) -> String {
    let entries: Vec<Value> = (1..)
        .zip(verdicts)
        .map(|(index, (verdict, reason, finding))| {
            let mut entry = json!({"index": index, "verdict": u8::from(*verdict), "reason": reason});
            if let (Some(finding), Some(entry)) = (finding, entry.as_object_mut()) {
                entry.insert("finding".into(), json!(finding.id()));
            }
            entry
        })
        .collect();
    json!({"verdicts": entries}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let given = [
            (true, "yes [1] {\"verdict\": 0}", None),
            (false, "</think>", None),
            (true, "", None),
            (false, "1932 there", Some(Finding::Contradicted)),
            (false, "", Some(Finding::NotFound)),
        ];
        let given: Vec<Given> = given
            .map(|(verdict, reason, finding)| (verdict, reason.to_owned(), finding))
            .to_vec();
        let statements: Vec<String> = ["a", "b", "a", "c", "d"].map(str::to_owned).to_vec();
        let read = read(&write(&given), Stop::Stop, &statements).unwrap();
        let entries: Vec<Given> = read
            .entries
            .into_iter()
            .map(|entry| (entry.verdict.unwrap(), entry.reason, entry.finding))
            .collect();
        assert_eq!((entries, read.invented, read.repaired), (given, false, false));
    }
}
