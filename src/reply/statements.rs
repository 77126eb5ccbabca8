//! Statement replies: `{"statements": ["…"]}`, read and written.

use serde_json::{Value, json};

use super::{json as reader, list};
use crate::evaluation::{Reason, Stop};

/// Statements as a judge listed them: blank ones are dropped before they are numbered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statements {
    /// The statements, trimmed.
    pub texts: Vec<String>,
    /// The JSON had to be mended.
    pub repaired: bool,
}

/// Reads a statements reply; items may be texts or objects with a `statement`.
///
/// # Errors
/// `EmptyReply`, `Truncated`, or `Unreadable` (no list of statements).
pub fn read(text: &str, stop: Stop) -> Result<Statements, Reason> {
    let found = reader::read(text, stop, &reader::Expect::list(&["statements"], &["statement"]))?;
    let items: Vec<Value> = list::items(found.get("statements"))
        .into_iter()
        .map(|item| {
            let inner = item.as_object().and_then(|object| {
                ["statement", "claim", "text", "sentence"]
                    .iter()
                    .find_map(|key| object.get(*key))
                    .cloned()
            });
            inner.unwrap_or_else(|| item.into_owned())
        })
        .collect();
    let texts = list::texts(Some(&Value::Array(items)), &[]).texts;
    Ok(Statements {
        texts,
        repaired: found.repaired,
    })
}

/// Writes statements in the form that the prompt asks for.
pub fn write(statements: &[String]) -> String {
    json!({"statements": statements}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let statements: Vec<String> = [
            "The mill burned.",
            "磨坊失火。",
            "a \"quoted\" <think> ``` one",
            "1958.",
        ]
        .map(str::to_owned)
        .to_vec();
        for statements in [statements, Vec::new()] {
            let read = read(&write(&statements), Stop::Stop).unwrap();
            assert_eq!((read.texts, read.repaired), (statements, false));
        }
    }
}
