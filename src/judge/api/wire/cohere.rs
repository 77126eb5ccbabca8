//! Cohere's chat, version 2.

use serde_json::{Map, Value, json};

use super::{count, is_error, reason, text};
use crate::evaluation::{Stop, TextReply, Usage};
use crate::judge::api::sent::{Sent, Shape};

/// The body for one prompt.
pub(super) fn body(model: &str, prompt: &str, schema: Option<&Value>, sent: &Sent) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), model.into());
    body.insert("messages".into(), json!([{ "role": "user", "content": prompt }]));
    sent.put_sampling(&mut body, "p");
    sent.put_length(&mut body);
    let format = match (sent.shape, schema) {
        (Shape::Schema, Some(schema)) => Some(json!({ "type": "json_object", "json_schema": schema })),
        (Shape::Object, Some(_)) => Some(json!({ "type": "json_object" })),
        _ => None,
    };
    if let Some(format) = format {
        body.insert("response_format".into(), format);
    }
    Value::Object(body)
}

/// The reply, unless the body holds an error or is of another form.
pub(super) fn read(json: &Value) -> Option<TextReply> {
    if json.get("error").is_some_and(is_error) {
        return None;
    }
    let finish = text(json.get("finish_reason")).unwrap_or_default();
    if matches!(finish, "ERROR" | "TIMEOUT") {
        return None;
    }
    let words = match json.get("message")?.as_object()?.get("content") {
        Some(Value::String(words)) => words.clone(),
        Some(Value::Array(parts)) => parts
            .iter()
            .filter(|part| text(part.get("type")).unwrap_or("text") == "text")
            .filter_map(|part| part.get("text").and_then(Value::as_str))
            .collect(),
        // Nothing but thinking, or a call of a tool.
        None | Some(Value::Null) if !finish.is_empty() => String::new(),
        _ => return None,
    };
    let stop = match finish {
        "MAX_TOKENS" => Stop::Length,
        "ERROR_TOXIC" => Stop::Blocked,
        _ => Stop::Stop,
    };
    let words = if stop == Stop::Blocked {
        reason::below(&words, &reason::fields(Some(json), &["finish_reason"]))
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

/// All tokens where they are told; what is billed leaves some out.
fn usage(usage: &Value) -> Usage {
    let of = |name: &str| {
        ["tokens", "billed_units"]
            .iter()
            .find_map(|group| count(usage.get(group).and_then(|group| group.get(name))))
    };
    Usage {
        prompt: of("input_tokens"),
        completion: of("output_tokens"),
    }
}
