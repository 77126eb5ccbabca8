//! Anthropic's Messages.

use serde_json::{Map, Value, json};

use super::{count, reason, text};
use crate::evaluation::{Stop, TextReply, Usage};
use crate::judge::api::sent::{Sent, Shape};

/// The body for one prompt.
pub(super) fn body(model: &str, prompt: &str, schema: Option<&Value>, sent: &Sent) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), model.into());
    sent.put_length(&mut body);
    body.insert("messages".into(), json!([{ "role": "user", "content": prompt }]));
    sent.put_sampling(&mut body, "top_p");
    if let (Shape::Schema, Some(schema)) = (sent.shape, schema) {
        let format = json!({ "format": { "type": "json_schema", "schema": schema } });
        body.insert("output_config".into(), format);
    }
    Value::Object(body)
}

/// The reply, unless the body holds an error or is of another form.
pub(super) fn read(json: &Value) -> Option<TextReply> {
    if json.get("type").and_then(Value::as_str) == Some("error")
        || json.get("error").is_some_and(super::is_error)
    {
        return None;
    }
    let words = match json.get("content")? {
        Value::String(words) => words.clone(),
        // The first block may be thinking; the answer is every block of text.
        Value::Array(blocks) => blocks
            .iter()
            .filter(|block| block.get("type").and_then(Value::as_str) == Some("text"))
            .filter_map(|block| block.get("text").and_then(Value::as_str))
            .collect(),
        Value::Null => String::new(),
        _ => return None,
    };
    let stop = match text(json.get("stop_reason")).unwrap_or_default() {
        "max_tokens" => Stop::Length,
        "refusal" => Stop::Refusal,
        _ => Stop::Stop,
    };
    let words = if stop == Stop::Refusal {
        let details = json.get("stop_details");
        reason::below(&words, &reason::fields(details, &["category", "explanation"]))
    } else {
        words
    };
    Some(TextReply {
        text: words,
        stop,
        usage: json.get("usage").filter(|usage| usage.is_object()).map(usage),
        model: text(json.get("model")).map(str::to_owned),
        ..TextReply::default()
    })
}

/// Tokens read from a cache were part of the prompt as well.
fn usage(usage: &Value) -> Usage {
    let prompt = count(usage.get("input_tokens")).map(|input| {
        ["cache_creation_input_tokens", "cache_read_input_tokens"]
            .iter()
            .filter_map(|name| count(usage.get(name)))
            .fold(input, u64::saturating_add)
    });
    Usage {
        prompt,
        completion: count(usage.get("output_tokens")),
    }
}
