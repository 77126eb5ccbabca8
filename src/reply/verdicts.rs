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
}

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
    let mut given: Vec<Vec<(bool, String)>> = vec![Vec::new(); statements.len()];
    for (order, item) in entries.iter().enumerate() {
        let value = verdict::verdict(reader::field(item, "verdict")).ok().flatten();
        let reason = list::joined(reader::field(item, "reason"));
        match places.find(order, item).and_then(|at| given.get_mut(at)) {
            Some(given) => given.extend(value.map(|value| (value, reason))),
            None => reading.invented |= !item.is_empty(),
        }
    }
    reading.entries = given
        .into_iter()
        .map(|given| match given.as_slice() {
            [(first, reason), rest @ ..] if rest.iter().all(|(other, _)| other == first) => Entry {
                verdict: Some(*first),
                reason: reason.clone(),
            },
            _ => Entry::default(),
        })
        .collect();
    Ok(reading)
}

/// Writes verdicts in the form that the prompt asks for.
pub fn write(verdicts: &[(bool, String)]) -> String {
    let entries: Vec<Value> = (1..)
        .zip(verdicts)
        .map(|(index, (verdict, reason))| json!({"index": index, "verdict": u8::from(*verdict), "reason": reason}))
        .collect();
    json!({"verdicts": entries}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let given = [
            (true, "yes [1] {\"verdict\": 0}"),
            (false, "</think>"),
            (true, ""),
        ];
        let given: Vec<(bool, String)> = given
            .map(|(verdict, reason)| (verdict, reason.to_owned()))
            .to_vec();
        let statements: Vec<String> = ["a", "b", "a"].map(str::to_owned).to_vec();
        let read = read(&write(&given), Stop::Stop, &statements).unwrap();
        let entries: Vec<(bool, String)> = read
            .entries
            .into_iter()
            .map(|entry| (entry.verdict.unwrap(), entry.reason))
            .collect();
        assert_eq!((entries, read.invented, read.repaired), (given, false, false));
    }
}
