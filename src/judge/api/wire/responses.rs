//! OpenAI's Responses.

use serde_json::{Map, Value, json};

use super::{count, is_error, reason, text};
use crate::evaluation::{Stop, TextReply, Usage};
use crate::judge::api::sent::{Sent, Shape};

/// The body for one prompt. Nothing is stored at the provider.
pub(super) fn body(model: &str, prompt: &str, schema: Option<&Value>, sent: &Sent) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), model.into());
    body.insert("input".into(), json!([{ "role": "user", "content": prompt }]));
    body.insert("store".into(), false.into());
    sent.put_sampling(&mut body, "top_p");
    sent.put_length(&mut body);
    let format = match (sent.shape, schema) {
        (Shape::Schema, Some(schema)) => {
            Some(json!({ "type": "json_schema", "name": "reply", "strict": true, "schema": schema }))
        }
        (Shape::Object, Some(_)) => Some(json!({ "type": "json_object" })),
        _ => None,
    };
    if let Some(format) = format {
        body.insert("text".into(), json!({ "format": format }));
    }
    Value::Object(body)
}

/// The reply, unless the body holds an error or is of another form.
pub(super) fn read(json: &Value) -> Option<TextReply> {
    if json.get("error").is_some_and(is_error) {
        return None;
    }
    let output = json.get("output")?.as_array()?;
    let status = text(json.get("status")).unwrap_or("completed");
    if matches!(status, "failed" | "cancelled") {
        return None;
    }
    let (mut words, mut refusal) = (String::new(), None::<String>);
    let parts = output
        .iter()
        .filter(|item| matches!(text(item.get("type")), None | Some("message")))
        .filter_map(|item| item.get("content"));
    for content in parts {
        match content {
            Value::String(said) => words.push_str(said),
            Value::Array(parts) => {
                for part in parts {
                    match text(part.get("type")).unwrap_or("output_text") {
                        "output_text" | "text" => {
                            words.push_str(part.get("text").and_then(Value::as_str).unwrap_or_default());
                        }
                        "refusal" => refusal = text(part.get("refusal")).map(str::to_owned).or(refusal),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    let mut stop = match (
        status,
        text(json.pointer("/incomplete_details/reason")).unwrap_or_default(),
    ) {
        (_, "content_filter") => Stop::Blocked,
        (_, "max_output_tokens") | ("incomplete", _) => Stop::Length,
        _ => Stop::Stop,
    };
    if let Some(refusal) = refusal {
        stop = Stop::Refusal;
        words = reason::below(&words, &[refusal]);
    }
    let usage = json.get("usage").filter(|usage| usage.is_object());
    Some(TextReply {
        text: words,
        stop,
        usage: usage.map(|usage| Usage {
            prompt: count(usage.get("input_tokens")),
            completion: count(usage.get("output_tokens")),
        }),
        model: text(json.get("model")).map(str::to_owned),
        ..TextReply::default()
    })
}
