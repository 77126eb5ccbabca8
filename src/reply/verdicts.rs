//! Verdicts on submitted statements: `{"verdicts": [{"index": 1, "verdict": 1, "reason": "…"}]}`, read and written.
//!
//! A verdict belongs to the statement that was SUBMITTED: by index (from 1), then by its text. What came back for
//! anything else is dropped and told.

use std::borrow::Cow;
use std::cell::OnceCell;

use serde_json::{Map, Value, json};

use super::{json as reader, list, verdict};
use crate::evaluation::{Reason, Stop};
use crate::text::fold::name_key;

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
    let items = list::items(found.get("verdicts"));
    let items: Vec<Cow<'_, Map<String, Value>>> = items
        .iter()
        .map(|item| list::opened(item))
        .filter_map(|item| match item {
            Cow::Borrowed(Value::Object(object)) => Some(Cow::Borrowed(object)),
            Cow::Owned(Value::Object(object)) => Some(Cow::Owned(object)),
            // A bare 1 or 0 is a verdict without an index.
            bare if verdict::verdict(Some(&bare)).is_ok_and(|verdict| verdict.is_some()) => {
                let bare = ("verdict".to_owned(), bare.into_owned());
                Some(Cow::Owned([bare].into_iter().collect()))
            }
            _ => None,
        })
        .collect();
    let places = Places::of(&items, statements);
    let mut reading = Verdicts {
        repaired: found.repaired,
        ..Verdicts::default()
    };
    let mut given: Vec<Vec<(bool, String)>> = vec![Vec::new(); statements.len()];
    for (order, item) in items.iter().enumerate() {
        let value = verdict::verdict(reader::field(item, "verdict")).ok().flatten();
        let reason = list::joined(reader::field(item, "reason"));
        match places.find(order, item).and_then(|at| given.get_mut(at)) {
            Some(given) => given.extend(value.map(|value| (value, reason))),
            None => reading.invented = true,
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

/// Which statement an item is about.
struct Places<'s> {
    statements: &'s [String],
    /// Folded once, and only for an item that names its statement by text alone.
    keys: OnceCell<Vec<String>>,
    first_index: i64,
    in_order: bool,
    single: bool,
}

impl<'s> Places<'s> {
    fn of(items: &[Cow<'_, Map<String, Value>>], statements: &'s [String]) -> Self {
        let indices: Vec<Option<i64>> = items
            .iter()
            .map(|item| verdict::id(reader::field(item, "index")))
            .collect();
        let bare = |item: &Cow<'_, Map<String, Value>>| {
            reader::field(item, "index").is_none() && reader::field(item, "statement").is_none()
        };
        let mut sorted: Vec<i64> = indices.iter().flatten().copied().collect();
        sorted.sort_unstable();
        let from_zero =
            sorted.len() == statements.len() && sorted.iter().copied().eq(0..statements.len() as i64);
        Self {
            statements,
            keys: OnceCell::new(),
            first_index: if from_zero { 0 } else { 1 },
            in_order: items.len() == statements.len() && items.iter().all(bare),
            single: items.len() == 1 && statements.len() == 1,
        }
    }

    fn find(&self, order: usize, item: &Map<String, Value>) -> Option<usize> {
        if self.single {
            return Some(0);
        }
        if self.in_order {
            return Some(order);
        }
        if let Some(index) = verdict::id(reader::field(item, "index")) {
            return usize::try_from(index - self.first_index)
                .ok()
                .filter(|at| *at < self.statements.len());
        }
        let key = name_key(reader::field(item, "statement")?.as_str()?);
        let keys = self
            .keys
            .get_or_init(|| self.statements.iter().map(|text| name_key(text)).collect());
        keys.iter().position(|statement| *statement == key)
    }
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
