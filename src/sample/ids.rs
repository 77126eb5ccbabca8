//! Ids as they are typed or pasted into one field: one a line, several on a line with commas between them, or a JSON
//! list. How they are compared stands with the metric that does.

use serde_json::Value;

/// The ids of a text, in its order, without the blank ones.
pub fn read(text: &str) -> Vec<String> {
    let listed = serde_json::from_str::<Vec<Value>>(text).ok().and_then(|list| {
        list.iter()
            .map(|id| match id {
                Value::String(id) => Some(id.clone()),
                Value::Number(id) => Some(id.to_string()),
                _ => None,
            })
            .collect::<Option<Vec<String>>>()
    });
    let ids = listed.unwrap_or_else(|| {
        text.split(['\n', '\r', ',', '，', '、'])
            .map(str::to_owned)
            .collect()
    });
    ids.iter()
        .map(|id| id.trim())
        .filter(|id| !id.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The text that [`read`] reads as these ids: one a line, or a JSON list where an id has a comma of its own.
pub fn write(ids: &[String]) -> String {
    let lines = ids.join("\n");
    if read(&lines) == ids {
        lines
    } else {
        serde_json::to_string(ids).unwrap_or(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_holds_several_ids() {
        let cases: &[(&str, &[&str])] = &[
            ("a#1\n b#2 \r\n\nc", &["a#1", "b#2", "c"]),
            ("a#1, b#2", &["a#1", "b#2"]),
            ("a#1,b#2,\nc", &["a#1", "b#2", "c"]),
            ("甲，乙、丙", &["甲", "乙", "丙"]),
            ("[\"a#1\",\n \"b, c\", 7]", &["a#1", "b, c", "7"]),
            ("[1] a", &["[1] a"]),
            ("[]", &[]),
            (" \n", &[]),
        ];
        for (text, want) in cases {
            let ids = read(text);
            assert_eq!(&ids, want, "{text}");
            assert_eq!(read(&write(&ids)), ids, "{text}");
        }
    }
}
