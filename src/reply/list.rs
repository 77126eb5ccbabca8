//! Lists in replies: the lists of a JSON answer, and plain text with an item a line ([`lines`]).
//!
//! Finding an item in the text that it was taken from is [`locate`]'s matter.

pub mod lines;
pub mod locate;

use std::borrow::Cow;

use serde_json::Value;

use super::json;
use crate::text::fold::name_key;

/// The items of a list: null and blank are none, a string that holds a JSON list is that list, any other single
/// value is one item. Items that are JSON text are opened; those that are blank, null or say "none" are dropped.
pub fn items(value: Option<&Value>) -> Vec<Cow<'_, Value>> {
    let kept = |item: &&Value| match item {
        Value::Null => false,
        Value::String(text) => !is_nothing(text),
        _ => true,
    };
    match value.map(opened) {
        None => Vec::new(),
        Some(Cow::Borrowed(value)) => entries(value).iter().filter(kept).map(opened).collect(),
        Some(Cow::Owned(value)) => entries(&value)
            .iter()
            .filter(kept)
            .map(|item| Cow::Owned(opened(item).into_owned()))
            .collect(),
    }
}

/// The entries of a list; any other value is the one entry.
fn entries(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items.as_slice(),
        other => std::slice::from_ref(other),
    }
}

/// A list of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// The texts, trimmed.
    pub texts: Vec<String>,
    /// Items that repeat the template's example were dropped.
    pub echoed: bool,
}

/// The items of a list as texts, without those that repeat the template's `example` (case, white space and a final
/// stop aside).
pub fn texts(value: Option<&Value>, example: &[&str]) -> Texts {
    let example: Vec<String> = example.iter().map(|text| bare_key(text)).collect();
    let mut list = Texts::default();
    for item in items(value) {
        let text = written(&item);
        // Examples are short: a long text needn't be folded.
        if !example.is_empty() && text.len() < 400 && example.contains(&bare_key(&text)) {
            list.echoed = true;
        } else {
            list.texts.push(text);
        }
    }
    list
}

/// One text: a string, or a list joined by line breaks. Absent: empty.
pub fn joined(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => items.iter().map(written).collect::<Vec<_>>().join("\n"),
        Some(Value::Null) | None => String::new(),
        Some(other) => written(other),
    }
}

/// A string that holds a JSON list or object as that list or object; anything else as it is.
pub fn opened(value: &Value) -> Cow<'_, Value> {
    if let Value::String(text) = value {
        let inner = json::trim(text);
        if inner.starts_with(['[', '{'])
            && let Some((inner, _)) = json::value(inner)
        {
            return Cow::Owned(inner);
        }
    }
    Cow::Borrowed(value)
}

/// Whether a text says that there is nothing: blank, "None", "N/A", "無", an ellipsis (case, brackets around and a
/// final stop aside).
pub fn is_nothing(text: &str) -> bool {
    // No such word is long; long texts needn't be folded.
    if text.len() > 60 {
        return text.trim().is_empty();
    }
    let key = bare_key(text);
    matches!(
        key.as_str(),
        "" | "none"
            | "n/a"
            | "n.a"
            | "nil"
            | "null"
            | "nothing"
            | "not applicable"
            | "無"
            | "无"
            | "沒有"
            | "没有"
            | "なし"
            | "keine"
            | "ninguno"
            | "ninguna"
            | "aucun"
            | "aucune"
            | "-"
            | "–"
            | "—"
            | "..."
            | ".."
    )
}

fn bare_key(text: &str) -> String {
    let around = |c: char| {
        matches!(
            c,
            '(' | ')' | '[' | ']' | '<' | '>' | '"' | '\'' | '*' | '`' | '。' | '.' | '!'
        )
    };
    let key = name_key(text);
    if key.chars().all(|c| c == '.') {
        return key.chars().take(3).collect();
    }
    key.trim_matches(around).trim().to_owned()
}

/// Keys under which an item that is an object says what it is about.
const TEXT_KEYS: [&str; 11] = [
    "statement",
    "text",
    "claim",
    "description",
    "contradiction",
    "missing_information",
    "information",
    "entity",
    "name",
    "content",
    "item",
];

/// What an item says: it is a text, or has one under a usual name.
pub fn text_of(item: &Value) -> Option<String> {
    let text = match item {
        Value::String(text) => Some(text.as_str()),
        Value::Object(map) => TEXT_KEYS
            .iter()
            .find_map(|key| json::field(map, key).and_then(Value::as_str)),
        _ => None,
    };
    text.map(|text| text.trim().to_owned())
}

/// The same, and anything else as it was written.
fn written(item: &Value) -> String {
    text_of(item).unwrap_or_else(|| item.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn list_forms() {
        for (value, want) in [
            (json!(null), vec![]),
            (json!("  "), vec![]),
            (json!("None."), vec![]),
            (json!("[\"a\", \"b\"]"), vec!["a", "b"]),
            (json!("['a', 'b',]"), vec!["a", "b"]),
            (
                json!("a, given as [1, 2, ] or so"),
                vec!["a, given as [1, 2, ] or so"],
            ),
            (json!(["a", null, " ", "N/A", "(none)", "無。", "..."]), vec!["a"]),
            (json!([{"statement": "a", "chunk": 1}, 4]), vec!["a", "4"]),
            (json!(["{\"text\": \"a\"}"]), vec!["a"]),
            (json!("Entity 1."), vec![]),
        ] {
            assert_eq!(texts(Some(&value), &["entity 1"]).texts, want, "{value}");
        }
    }
}
