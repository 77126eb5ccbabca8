//! Chat completions.

use serde_json::{Map, Value, json};

use super::{count, is_error, reason, text};
use crate::evaluation::{Stop, TextReply, Usage};
use crate::judge::api::sent::{Sent, Shape};

/// The body for one prompt.
pub(super) fn body(model: &str, prompt: &str, schema: Option<&Value>, sent: &Sent) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), model.into());
    body.insert("messages".into(), json!([{ "role": "user", "content": prompt }]));
    sent.put_sampling(&mut body, "top_p");
    sent.put_length(&mut body);
    let format = match (sent.shape, schema) {
        (Shape::Schema, Some(schema)) => Some(json!({
            "type": "json_schema",
            "json_schema": { "name": "reply", "strict": true, "schema": schema },
        })),
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
    let choice = json.get("choices")?.get(0)?;
    if choice.get("error").is_some_and(is_error) {
        return None;
    }
    let finish = text(choice.get("finish_reason")).unwrap_or_default();
    if finish == "error" {
        return None;
    }
    let (mut words, mut refusal) = (String::new(), None);
    match choice.get("message") {
        Some(message) => {
            refusal = text(message.get("refusal")).map(str::to_owned);
            read_content(message.get("content"), &mut words, &mut refusal);
        }
        // The older completions.
        None => words.push_str(choice.get("text")?.as_str()?),
    }
    let mut stop = stop_of(finish);
    if let Some(refusal) = refusal {
        stop = Stop::Refusal;
        words = reason::below(&words, &[refusal]);
    }
    if stop == Stop::Blocked {
        let mut reasons = reason::categories(choice.get("content_filter_results"));
        reasons.extend(reason::categories(
            json.pointer("/prompt_filter_results/0/content_filter_results"),
        ));
        words = reason::below(&words, &reasons);
    }
    Some(TextReply {
        text: words,
        stop,
        usage: usage(json.get("usage")),
        model: text(json.get("model")).map(str::to_owned),
        ..TextReply::default()
    })
}

/// Content is a string, null, or a list of parts, of which thinking is no answer.
fn read_content(content: Option<&Value>, words: &mut String, refusal: &mut Option<String>) {
    match content {
        Some(Value::String(text)) => words.push_str(text),
        Some(Value::Array(parts)) => {
            for part in parts {
                read_part(part, words, refusal);
            }
        }
        Some(part @ Value::Object(_)) => read_part(part, words, refusal),
        _ => {}
    }
}

fn read_part(part: &Value, words: &mut String, refusal: &mut Option<String>) {
    if let Value::String(text) = part {
        words.push_str(text);
        return;
    }
    match part.get("type").and_then(Value::as_str).unwrap_or("text") {
        "text" | "output_text" => match part.get("text") {
            Some(Value::String(text)) => words.push_str(text),
            Some(nested) => words.push_str(nested.get("value").and_then(Value::as_str).unwrap_or_default()),
            None => {}
        },
        "refusal" => {
            if let Some(said) = text(part.get("refusal")) {
                *refusal = Some(said.to_owned());
            }
        }
        _ => {}
    }
}

fn stop_of(finish: &str) -> Stop {
    match finish.to_ascii_lowercase().as_str() {
        "length" | "max_tokens" | "max_output_tokens" => Stop::Length,
        "content_filter" | "safety" | "recitation" => Stop::Blocked,
        "refusal" => Stop::Refusal,
        _ => Stop::Stop,
    }
}

fn usage(usage: Option<&Value>) -> Option<Usage> {
    let usage = usage.filter(|usage| usage.is_object())?;
    Some(Usage {
        prompt: count(usage.get("prompt_tokens")),
        completion: count(usage.get("completion_tokens")),
    })
}

/// Some proxies stream whatever was asked for: the pieces are put together as the reply they would have been.
pub(super) fn from_stream(body: &str) -> Option<Value> {
    let (mut words, mut done) = (String::new(), false);
    let (mut finish, mut usage, mut model) = (Value::Null, Value::Null, Value::Null);
    for line in body.lines() {
        let Some(data) = line.strip_prefix("data:").map(str::trim) else {
            continue;
        };
        done |= data == "[DONE]";
        let Ok(piece) = crate::reply::json::strict(data) else {
            continue;
        };
        if piece.get("error").is_some_and(is_error) {
            return Some(piece);
        }
        for (name, held) in [("usage", &mut usage), ("model", &mut model)] {
            if let Some(value) = piece.get(name).filter(|value| !value.is_null()) {
                *held = value.clone();
            }
        }
        if let Some(choice) = piece.get("choices").and_then(|choices| choices.get(0)) {
            let delta = choice.get("delta").or_else(|| choice.get("message"));
            read_content(
                delta.and_then(|delta| delta.get("content")),
                &mut words,
                &mut None,
            );
            if let Some(reason) = choice.get("finish_reason").filter(|reason| !reason.is_null()) {
                finish = reason.clone();
            }
        }
    }
    // Without its last piece it was cut on the way.
    (done || !finish.is_null()).then(|| {
        json!({
            "choices": [{ "message": { "content": words }, "finish_reason": finish }],
            "usage": usage,
            "model": model,
        })
    })
}
