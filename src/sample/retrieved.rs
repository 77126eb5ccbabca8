//! A retriever's JSON pasted as it is: an array of strings, or of objects with their text under a usual name
//! (`text`, `content`, `page_content`, `document`); also wrapped in an object, nested (`document.page_content`),
//! or as JSON lines.

use serde_json::Value;

use crate::reply::json;
use crate::text::visible::is_blank;

/// Names under which retrievers put the text of a chunk, tried in this order.
const TEXT_KEYS: [&str; 10] = [
    "text",
    "content",
    "page_content",
    "pageContent",
    "document",
    "chunk",
    "passage",
    "body",
    "context",
    "snippet",
];

/// Names of objects that hold the text one level deeper.
const NESTED_KEYS: [&str; 7] = [
    "document", "node", "payload", "_source", "fields", "kwargs", "metadata",
];

/// Names under which a response holds the list.
const LIST_KEYS: [&str; 14] = [
    "contexts",
    "retrieved_contexts",
    "retrieved_docs",
    "documents",
    "docs",
    "chunks",
    "results",
    "matches",
    "hits",
    "points",
    "data",
    "nodes",
    "source_documents",
    "passages",
];

/// What is wrong where a text stops being JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonFault {
    /// The text ends within a value.
    Ends,
    /// A comma, colon or closing bracket is missing.
    Separator,
    /// Something that begins no value stands in its place.
    Value,
    /// A name without quotation marks.
    Key,
    /// Text behind the whole value.
    Behind,
    /// A character or an escape that no text may hold.
    Text,
    /// Not written as numbers are.
    Number,
    /// Nested deeper than is read.
    Deep,
    /// Anything else.
    Other,
}

impl JsonFault {
    /// By the parser's words, which are for programmers.
    fn of(error: &serde_json::Error) -> Self {
        if error.is_eof() {
            return Self::Ends;
        }
        let said = error.to_string();
        let faults: [(&str, Self); 13] = [
            ("expected `", Self::Separator),
            ("trailing comma", Self::Value),
            ("expected value", Self::Value),
            ("expected ident", Self::Value),
            ("key must be", Self::Key),
            ("trailing char", Self::Behind),
            ("control character", Self::Text),
            ("escape", Self::Text),
            ("surrogate", Self::Text),
            ("unicode", Self::Text),
            ("invalid number", Self::Number),
            ("out of range", Self::Number),
            ("recursion", Self::Deep),
        ];
        let known = faults.into_iter().find(|(words, _)| said.contains(words));
        known.map_or(Self::Other, |(_, fault)| fault)
    }
}

/// Why a pasted text gave no chunks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RetrievedError {
    /// Nothing was pasted.
    #[error("no text")]
    Blank,
    /// Not JSON.
    #[error("line {line}, column {column}: {fault:?}")]
    NotJson {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        fault: JsonFault,
    },
    /// JSON, but no list of chunks in it.
    #[error("no list of chunks")]
    NoList,
    /// An item without a text; nothing is taken.
    #[error("item {index} has no text; its keys are {keys}")]
    NoText {
        /// From 0.
        index: usize,
        /// The keys that it has, or its type.
        keys: String,
    },
    /// The list is empty.
    #[error("the list is empty")]
    Empty,
}

/// The chunks of a pasted retriever's response, in its order. A blank text stays: ids are positions.
///
/// # Errors
/// See [`RetrievedError`]; a list is taken whole or not at all.
pub fn chunks(text: &str) -> Result<Vec<String>, RetrievedError> {
    let text = text.trim().trim_start_matches('\u{FEFF}').trim_start();
    if is_blank(text) {
        return Err(RetrievedError::Blank);
    }
    let inner = unfenced(text);
    // Faults that leave no doubt, such as a comma too many.
    let mended = || json::value(inner).map(|(value, _)| value);
    let value = match serde_json::from_str::<Value>(inner) {
        Ok(value) => value,
        Err(error) => json_lines(inner).or_else(mended).ok_or(RetrievedError::NotJson {
            line: error.line() + usize::from(inner.len() < text.len()),
            column: error.column(),
            fault: JsonFault::of(&error),
        })?,
    };
    let items = list(&value, 0).ok_or(RetrievedError::NoList)?;
    if items.is_empty() {
        return Err(RetrievedError::Empty);
    }
    items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            text_of(item, 0).ok_or_else(|| RetrievedError::NoText {
                index,
                keys: describe(item),
            })
        })
        .collect()
}

/// What stands in a fenced block, where a text is one.
fn unfenced(text: &str) -> &str {
    let block = text.strip_prefix("```").and_then(|text| text.strip_suffix("```"));
    block
        .and_then(|block| block.split_once('\n'))
        .map_or(text, |(_, inner)| inner)
}

/// One JSON value a line, at least two lines.
fn json_lines(text: &str) -> Option<Value> {
    let items: Result<Vec<Value>, _> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(serde_json::from_str)
        .collect();
    items.ok().filter(|items| items.len() > 1).map(Value::Array)
}

fn list(value: &Value, depth: usize) -> Option<Vec<Value>> {
    match value {
        // Chroma answers a list of queries with a list of lists. A pair of a chunk and its score is a list as well.
        Value::Array(items) if items.len() == 1 && depth < 3 => match items.first() {
            Some(Value::Array(inner)) if inner.iter().all(|item| text_of(item, 0).is_some()) => {
                Some(inner.clone())
            }
            _ => Some(items.clone()),
        },
        Value::Array(items) => Some(items.clone()),
        Value::Object(object) if depth < 3 => LIST_KEYS
            .iter()
            .find_map(|key| object.get(*key).and_then(|inner| list(inner, depth + 1)))
            .or_else(|| {
                ["result", "response", "output"]
                    .iter()
                    .find_map(|key| list(object.get(*key)?, depth + 1))
            }),
        _ => None,
    }
}

fn text_of(item: &Value, depth: usize) -> Option<String> {
    match item {
        Value::String(text) => Some(text.clone()),
        Value::Object(object) => {
            // A blank text stands only where no other key has one.
            let text = |key: &&str| object.get(*key).and_then(Value::as_str);
            let inner = |key: &&str| text_of(object.get(*key).filter(|_| depth < 3)?, depth + 1);
            let written = |text: &String| !is_blank(text);
            let blank = || TEXT_KEYS.iter().find_map(text).map(str::to_owned);
            let found = TEXT_KEYS.iter().filter_map(text).map(str::to_owned).find(written);
            found
                .or_else(|| NESTED_KEYS.iter().filter_map(inner).find(written))
                .or_else(blank)
                .or_else(|| NESTED_KEYS.iter().find_map(inner))
        }
        // LangChain's scored pairs: [document, score].
        Value::Array(pair) => match pair.as_slice() {
            [inner, Value::Number(_)] if depth < 3 => text_of(inner, depth + 1),
            _ => None,
        },
        _ => None,
    }
}

fn describe(item: &Value) -> String {
    match item {
        Value::Object(object) => {
            let keys: Vec<&str> = object.keys().take(8).map(String::as_str).collect();
            if keys.is_empty() {
                "{}".to_owned()
            } else {
                keys.join(", ")
            }
        }
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "true/false".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(_) | Value::Array(_) => "[…]".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_forms_are_understood() {
        for (text, want) in [
            (r#"["a", "b"]"#, vec!["a", "b"]),
            (
                r#"[{"text": "a", "score": 0.3}, {"content": "b"}]"#,
                vec!["a", "b"],
            ),
            (
                r#"[{"page_content": "a", "metadata": {"source": "x"}}, {"document": "b"}]"#,
                vec!["a", "b"],
            ),
            (r#"{"results": [{"document": {"text": "a"}}]}"#, vec!["a"]),
            (
                r#"{"documents": [["a", "b"]], "ids": [["1", "2"]]}"#,
                vec!["a", "b"],
            ),
            (
                r#"{"hits": {"hits": [{"_source": {"content": "a"}}]}}"#,
                vec!["a"],
            ),
            (
                r#"[[{"page_content": "a"}, 0.5], [{"page_content": "b"}, 0.4]]"#,
                vec!["a", "b"],
            ),
            ("{\"text\": \"a\"}\n{\"text\": \"b\"}\n", vec!["a", "b"]),
            ("\u{FEFF} [\"a\", \"\"] ", vec!["a", ""]),
            (
                r#"[{"text": null, "content": "b"}, {"text": "", "content": "c"}, {"text": " ", "page_content": "d"}]"#,
                vec!["b", "c", "d"],
            ),
            (
                r#"[{"text": "", "document": {"content": "a"}}, {"text": "", "score": 1}]"#,
                vec!["a", ""],
            ),
            (
                r#"[{"metadata": {}, "node": {"text": "a"}}, {"document": null, "payload": {"text": "b"}}]"#,
                vec!["a", "b"],
            ),
            (
                r#"[{"lc": 1, "type": "constructor", "kwargs": {"page_content": "a", "metadata": {"text": "x"}}}]"#,
                vec!["a"],
            ),
            ("```json\n[\"a\", \"b\"]\n```", vec!["a", "b"]),
            ("```\n{\"text\": \"a\"}\n{\"text\": \"b\"}\n```", vec!["a", "b"]),
            ("[{\"text\": \"a\",}, {\"text\": \"b\"},\n]", vec!["a", "b"]),
            ("[\"a, ]\", \"b\",]", vec!["a, ]", "b"]),
        ] {
            assert_eq!(
                chunks(text),
                Ok(want.iter().map(|t| (*t).to_owned()).collect()),
                "{text}"
            );
        }
    }

    #[test]
    fn errors_say_where() {
        assert!(matches!(
            chunks("[\"a\",\n \"b\""),
            Err(RetrievedError::NotJson { line: 2, .. })
        ));
        assert!(matches!(
            chunks("```json\n[\"a\",\n \"b\"\n```"),
            Err(RetrievedError::NotJson { line: 4, .. })
        ));
        assert!(matches!(
            chunks("[\"a\",] [\"b\"]"),
            Err(RetrievedError::NotJson { line: 1, .. })
        ));
        for blank in ["", " \n", "\u{200B}"] {
            assert_eq!(chunks(blank), Err(RetrievedError::Blank), "{blank:?}");
        }
        for (text, want) in [
            ("[\"a\",", JsonFault::Ends),
            ("[\"a", JsonFault::Ends),
            ("[\"a\" \"b\"]", JsonFault::Separator),
            ("{\"a\" 1}", JsonFault::Separator),
            ("hello", JsonFault::Value),
            ("[nothing]", JsonFault::Value),
            ("{a: 1}", JsonFault::Key),
            ("[\"a\"] or so", JsonFault::Behind),
            ("[\"a\nb\"]", JsonFault::Text),
            ("[\"\\x\"]", JsonFault::Text),
            ("[\"\\ud800\"]", JsonFault::Text),
            ("[01]", JsonFault::Number),
            (&"[".repeat(500), JsonFault::Deep),
        ] {
            let error = serde_json::from_str::<Value>(text).unwrap_err();
            assert_eq!(JsonFault::of(&error), want, "{text}: {error}");
        }
        assert_eq!(chunks("{\"a\": 1}"), Err(RetrievedError::NoList));
        assert_eq!(chunks("[]"), Err(RetrievedError::Empty));
        assert_eq!(
            chunks(r#"["a", {"id": 1, "score": 2}]"#),
            Err(RetrievedError::NoText {
                index: 1,
                keys: "id, score".into()
            })
        );
    }
}
