//! Gemini's generateContent.

use serde_json::{Map, Value, json};

use super::{count, reason, text};
use crate::evaluation::{Stop, TextReply, Usage};
use crate::judge::api::sent::{Sent, Shape};

/// `/models/gemini-2.5-pro:generateContent`. The name may come with its collection (`models/…`, `tunedModels/…`).
pub(super) fn path(model: &str) -> String {
    format!("/{}:generateContent", resource(model))
}

/// The model's name with its collection, each part escaped: `models/gemini-2.5-pro`.
pub(super) fn resource(model: &str) -> String {
    let model = model.trim().trim_matches('/');
    let name = if model.contains('/') {
        model.to_owned()
    } else {
        format!("models/{model}")
    };
    let segments: Vec<String> = name.split('/').map(segment).collect();
    segments.join("/")
}

/// The body for one prompt.
pub(super) fn body(prompt: &str, schema: Option<&Value>, sent: &Sent) -> Value {
    let mut config = Map::new();
    sent.put_sampling(&mut config, "topP");
    sent.put_length(&mut config);
    if let (Shape::Schema | Shape::Object, Some(schema)) = (sent.shape, schema) {
        config.insert("responseMimeType".into(), "application/json".into());
        if sent.shape == Shape::Schema {
            config.insert("responseJsonSchema".into(), schema.clone());
        }
    }
    let mut body = Map::new();
    body.insert(
        "contents".into(),
        json!([{ "role": "user", "parts": [{ "text": prompt }] }]),
    );
    if !config.is_empty() {
        body.insert("generationConfig".into(), Value::Object(config));
    }
    Value::Object(body)
}

/// The reply, unless the body holds an error or is of another form.
pub(super) fn read(json: &Value) -> Option<TextReply> {
    if json.get("error").is_some_and(super::is_error) {
        return None;
    }
    let candidate = json.get("candidates").and_then(|candidates| candidates.get(0));
    let block = text(json.pointer("/promptFeedback/blockReason"));
    let usage = json.get("usageMetadata").filter(|usage| usage.is_object());
    if candidate.is_none() && block.is_none() && usage.is_none() {
        return None;
    }
    let words: String = candidate
        .and_then(|candidate| candidate.pointer("/content/parts"))
        .and_then(Value::as_array)
        .map(|parts| {
            parts
                .iter()
                .filter(|part| part.get("thought").and_then(Value::as_bool) != Some(true))
                .filter_map(|part| part.get("text").and_then(Value::as_str))
                .collect()
        })
        .unwrap_or_default();
    let finish = candidate.and_then(|candidate| text(candidate.get("finishReason")));
    let stop = match finish.unwrap_or_default() {
        _ if candidate.is_none() && block.is_some() => Stop::Blocked,
        "MAX_TOKENS" => Stop::Length,
        "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE" => Stop::Blocked,
        _ => Stop::Stop,
    };
    let words = if stop == Stop::Blocked {
        let feedback = json.get("promptFeedback");
        let mut reasons = reason::fields(feedback, &["blockReason", "blockReasonMessage"]);
        reasons.extend(reason::fields(candidate, &["finishReason", "finishMessage"]));
        for rated in [feedback, candidate] {
            reasons.extend(reason::categories(
                rated.and_then(|rated| rated.get("safetyRatings")),
            ));
        }
        reason::below(&words, &reasons)
    } else {
        words
    };
    Some(TextReply {
        text: words,
        stop,
        usage: usage.map(read_usage),
        model: text(json.get("modelVersion")).map(str::to_owned),
        ..TextReply::default()
    })
}

/// Thinking is paid as part of the reply.
fn read_usage(usage: &Value) -> Usage {
    let answer = count(usage.get("candidatesTokenCount"));
    let thoughts = count(usage.get("thoughtsTokenCount"));
    let completion = match (answer, thoughts) {
        (None, None) => None,
        _ => Some(answer.unwrap_or(0).saturating_add(thoughts.unwrap_or(0))),
    };
    Usage {
        prompt: count(usage.get("promptTokenCount")),
        completion,
    }
}

fn segment(text: &str) -> String {
    use std::fmt::Write;
    text.bytes().fold(String::new(), |mut out, byte| {
        let _ = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'@' => {
                write!(out, "{}", char::from(byte))
            }
            _ => write!(out, "%{byte:02X}"),
        };
        out
    })
}
