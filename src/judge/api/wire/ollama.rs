//! Ollama's own chat. Unlike its compatible paths it lets the context be set: those cut a long prompt without a
//! word. The context is chosen in `quirks`; an older server that knows no `truncate` ignores it.

use serde_json::{Map, Value, json};

use super::{count, is_error, text};
use crate::evaluation::{Stop, TextReply, Usage};
use crate::judge::api::sent::{Sent, Shape};

/// The body for one prompt.
pub(super) fn body(model: &str, prompt: &str, schema: Option<&Value>, sent: &Sent) -> Value {
    let mut options = Map::new();
    if let Some(context) = sent.context {
        options.insert("num_ctx".into(), context.into());
    }
    sent.put_sampling(&mut options, "top_p");
    sent.put_length(&mut options);
    let mut body = Map::new();
    body.insert("model".into(), model.into());
    body.insert("messages".into(), json!([{ "role": "user", "content": prompt }]));
    body.insert("stream".into(), false.into());
    body.insert("truncate".into(), false.into());
    match (sent.shape, schema) {
        (Shape::Schema, Some(schema)) => {
            body.insert("format".into(), schema.clone());
        }
        (Shape::Object, Some(_)) => {
            body.insert("format".into(), "json".into());
        }
        _ => {}
    }
    body.insert("options".into(), Value::Object(options));
    Value::Object(body)
}

/// The reply, unless the body holds an error or is of another form.
pub(super) fn read(json: &Value) -> Option<TextReply> {
    if json.get("error").is_some_and(is_error) {
        return None;
    }
    let message = json.get("message")?.as_object()?;
    let words = match message.get("content") {
        Some(Value::String(words)) => words.clone(),
        None | Some(Value::Null) => String::new(),
        _ => return None,
    };
    let stop = match text(json.get("done_reason")).unwrap_or_default() {
        "length" => Stop::Length,
        _ => Stop::Stop,
    };
    let (prompt, completion) = (
        count(json.get("prompt_eval_count")),
        count(json.get("eval_count")),
    );
    Some(TextReply {
        text: words,
        stop,
        usage: (prompt.is_some() || completion.is_some()).then_some(Usage { prompt, completion }),
        model: text(json.get("model")).map(str::to_owned),
        ..TextReply::default()
    })
}

/// A proxy may stream whatever was asked for: a line for each piece, put together as the reply it would have been.
pub(super) fn from_lines(body: &str) -> Option<Value> {
    let mut words = String::new();
    let mut last: Option<Map<String, Value>> = None;
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let Value::Object(piece) = crate::reply::json::strict(line).ok()? else {
            return None;
        };
        if piece.get("error").is_some_and(is_error) {
            return Some(Value::Object(piece));
        }
        let said = piece.get("message").and_then(|message| message.get("content"));
        words.push_str(said.and_then(Value::as_str).unwrap_or_default());
        last = Some(piece);
    }
    let mut whole = last?;
    // Without its last piece it was cut on the way.
    if whole.get("done").and_then(Value::as_bool) != Some(true) {
        return None;
    }
    whole.insert("message".into(), json!({ "role": "assistant", "content": words }));
    Some(Value::Object(whole))
}
