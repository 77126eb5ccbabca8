//! Wire formats: an ask becomes a request, a response becomes a reply or a trouble. One file a format; what all
//! share (an error's shapes, what an error means) stands in `said` and `meaning`.

mod anthropic;
mod embeddings;
mod gemini;
mod meaning;
mod openai;
mod said;

pub use embeddings::{embeddings_request, read_embeddings};
pub use meaning::Trouble;
pub use said::Said;

use serde_json::Value;

use super::provider::{Auth, Target};
use super::quirks::Sent;
use super::transport::{HttpRequest, HttpResponse};
use crate::evaluation::{Stop, TextReply};
use crate::judge::key::ApiKey;

/// The wire formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wire {
    /// Chat completions, as at OpenAI and nearly everywhere else.
    OpenAi,
    /// Anthropic's Messages.
    Anthropic,
    /// Gemini's generateContent.
    Gemini,
}

impl Wire {
    /// Where the key goes in this format, if nothing else is known of the host.
    pub fn usual_auth(self) -> Auth {
        match self {
            Self::OpenAi => Auth::Bearer,
            Self::Anthropic => Auth::Header("x-api-key"),
            Self::Gemini => Auth::Header("x-goog-api-key"),
        }
    }

    /// Whether the format has a call for embeddings.
    pub fn has_embeddings(self) -> bool {
        self != Self::Anthropic
    }

    /// Headers that every call of this format carries. Preflight lists are short at several hosts: nothing else.
    fn headers(self) -> Vec<(&'static str, String)> {
        match self {
            Self::Anthropic => vec![
                ("anthropic-version", "2023-06-01".to_owned()),
                ("anthropic-dangerous-direct-browser-access", "true".to_owned()),
            ],
            Self::OpenAi | Self::Gemini => Vec::new(),
        }
    }
}

/// The request for one prompt.
pub fn chat_request(
    target: &Target,
    key: Option<&ApiKey>,
    model: &str,
    prompt: &str,
    schema: Option<&Value>,
    sent: &Sent,
) -> HttpRequest {
    let (path, body) = match target.wire {
        Wire::OpenAi => (
            "/chat/completions".to_owned(),
            openai::body(model, prompt, schema, sent),
        ),
        Wire::Anthropic => (
            "/messages".to_owned(),
            anthropic::body(model, prompt, schema, sent),
        ),
        Wire::Gemini => (gemini::path(model), gemini::body(prompt, schema, sent)),
    };
    let mut headers = target.wire.headers();
    headers.insert(0, ("content-type", "application/json".to_owned()));
    HttpRequest {
        url: target.endpoint.url(&path, ""),
        headers,
        key: key.map(|key| (target.auth, key.clone())),
        body: Some(body),
    }
}

/// The request for the list of models.
pub fn models_request(target: &Target, key: Option<&ApiKey>) -> HttpRequest {
    let parameters = match target.wire {
        Wire::OpenAi => "",
        Wire::Anthropic => "limit=1000",
        Wire::Gemini => "pageSize=1000",
    };
    HttpRequest {
        url: target.endpoint.url("/models", parameters),
        headers: target.wire.headers(),
        key: key.map(|key| (target.auth, key.clone())),
        body: None,
    }
}

/// Reads a response to [`chat_request`].
///
/// A prompt that the provider's filter blocked is a reply ([`Stop::Blocked`]), not a failure. `elapsed_ms` is left
/// to who has a clock.
///
/// # Errors
/// The provider reports an error, by its status or within a 200; or the body is no reply of this format.
pub fn read_chat(wire: Wire, response: &HttpResponse) -> Result<TextReply, Trouble> {
    let json = parse_body(wire, &response.body);
    let own = match (&json, response.status) {
        (Some(json), 200..300) => match wire {
            Wire::OpenAi => openai::read(json),
            Wire::Anthropic => anthropic::read(json),
            Wire::Gemini => gemini::read(json),
        },
        _ => None,
    };
    if let Some(reply) = own {
        return Ok(reply);
    }
    let trouble = Trouble::read(response, json.as_ref());
    if trouble.is_filtered() {
        return Ok(TextReply {
            stop: Stop::Blocked,
            ..TextReply::default()
        });
    }
    Err(trouble)
}

/// The body as JSON: without its byte order mark, and taken out of an array of one.
pub(super) fn parse_body(wire: Wire, body: &str) -> Option<Value> {
    let body = body.trim_start_matches('\u{feff}').trim();
    if wire == Wire::OpenAi && (body.starts_with("data:") || body.starts_with(": ")) {
        return openai::from_stream(body);
    }
    match serde_json::from_str(body).ok()? {
        Value::Array(mut items) if items.len() == 1 && items.iter().all(Value::is_object) => items.pop(),
        json => Some(json),
    }
}

/// A value worth calling an error: `"error": null`, `false` and `{}` stand in good replies.
pub(super) fn is_error(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Object(map) => !map.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Bool(true) | Value::Number(_) => true,
    }
}

/// A number as people write it: `0`, not `0.0`.
pub(super) fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e9 {
        Value::from(value as i64)
    } else {
        Value::from(value)
    }
}

/// A token count; some servers write `12.0`.
pub(super) fn count(value: Option<&Value>) -> Option<u64> {
    let value = value?;
    value.as_u64().or_else(|| {
        value
            .as_f64()
            .filter(|n| (0.0..1e15).contains(n))
            .map(|n| n as u64)
    })
}

/// A string that says something.
pub(super) fn text(value: Option<&Value>) -> Option<&str> {
    value?.as_str().filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests;
