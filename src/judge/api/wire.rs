//! Wire formats: an ask becomes a request, a response becomes a reply or a trouble. One file a format; what all
//! share (an error's shapes, what an error means) stands in `said` and `meaning`.

mod anthropic;
mod cohere;
mod embeddings;
mod gemini;
mod meaning;
mod ollama;
mod openai;
mod reason;
mod responses;
mod room;
mod said;

pub use embeddings::{Embedded, embeddings_request, most_texts, read_embeddings};
pub use meaning::Trouble;
pub(super) use reason::THOUGHT;
pub use room::Fit;
pub(super) use room::reply_that_fits;
pub(super) use said::PAGE;
pub use said::Said;

use serde_json::Value;

use super::provider::{Auth, Target};
use super::sent::Sent;
use super::transport::{HttpRequest, HttpResponse, MOST_BYTES};
use crate::evaluation::{Stop, TextReply};
use crate::judge::key::ApiKey;

/// The wire formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wire {
    /// Chat completions, as at OpenAI and nearly everywhere else.
    OpenAi,
    /// OpenAI's Responses.
    Responses,
    /// Anthropic's Messages.
    Anthropic,
    /// Gemini's generateContent.
    Gemini,
    /// Cohere's chat, version 2.
    Cohere,
    /// Ollama's own chat.
    Ollama,
}

impl Wire {
    /// Where the key goes in this format, if nothing else is known of the host.
    pub fn usual_auth(self) -> Auth {
        match self {
            Self::OpenAi | Self::Responses | Self::Cohere | Self::Ollama => Auth::Bearer,
            Self::Anthropic => Auth::Header("x-api-key"),
            Self::Gemini => Auth::Header("x-goog-api-key"),
        }
    }

    /// All formats.
    pub const ALL: [Self; 6] = [
        Self::OpenAi,
        Self::Responses,
        Self::Anthropic,
        Self::Gemini,
        Self::Cohere,
        Self::Ollama,
    ];

    /// Headers that every call of this format carries. Preflight lists are short at several hosts: nothing else.
    fn headers(self) -> Vec<(&'static str, String)> {
        match self {
            Self::Anthropic => vec![
                ("anthropic-version", "2023-06-01".to_owned()),
                ("anthropic-dangerous-direct-browser-access", "true".to_owned()),
            ],
            _ => Vec::new(),
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
        Wire::Responses => (
            "/responses".to_owned(),
            responses::body(model, prompt, schema, sent),
        ),
        Wire::Cohere => ("/chat".to_owned(), cohere::body(model, prompt, schema, sent)),
        Wire::Ollama => ("/api/chat".to_owned(), ollama::body(model, prompt, schema, sent)),
    };
    let mut headers = target.wire.headers();
    headers.insert(0, ("content-type", "application/json".to_owned()));
    HttpRequest {
        url: target.endpoint.url(&path, ""),
        headers,
        key: key.map(|key| (target.auth, key.clone())),
        body: Some(body),
        most_bytes: MOST_BYTES,
    }
}

/// The request for the list of models.
pub fn models_request(target: &Target, key: Option<&ApiKey>) -> HttpRequest {
    let url = match target.wire {
        Wire::OpenAi | Wire::Responses => target.endpoint.url("/models", ""),
        Wire::Anthropic => target.endpoint.url("/models", "limit=1000"),
        Wire::Gemini => target.endpoint.url("/models", "pageSize=1000"),
        // Only the first version has a list.
        Wire::Cohere => target
            .endpoint
            .url_in_version("/v1", "/models", "page_size=1000&endpoint=chat"),
        Wire::Ollama => target.endpoint.url("/api/tags", ""),
    };
    HttpRequest {
        url,
        headers: target.wire.headers(),
        key: key.map(|key| (target.auth, key.clone())),
        body: None,
        most_bytes: MOST_BYTES,
    }
}

/// The request that asks how long a context a model can take, where the list of models does not say so.
pub fn context_request(target: &Target, key: Option<&ApiKey>, model: &str) -> Option<HttpRequest> {
    let mut headers = target.wire.headers();
    let (url, body) = match (target.wire, target.provider.id) {
        (Wire::Ollama, _) => (
            target.endpoint.url("/api/show", ""),
            Some(serde_json::json!({ "model": model })),
        ),
        (Wire::OpenAi, "llama-cpp") => (target.endpoint.url_in_version("", "/props", ""), None),
        _ => return None,
    };
    if body.is_some() {
        headers.insert(0, ("content-type", "application/json".to_owned()));
    }
    Some(HttpRequest {
        url,
        headers,
        key: key.map(|key| (target.auth, key.clone())),
        body,
        most_bytes: MOST_BYTES,
    })
}

/// Reads a response to [`context_request`].
pub fn read_context(response: &HttpResponse) -> Option<u32> {
    let json: Value = crate::reply::json::strict(response.body.trim_start_matches('\u{feff}')).ok()?;
    // Ollama: the model's own, under the name of its family.
    let of_family = json
        .get("model_info")
        .and_then(Value::as_object)
        .and_then(|info| info.iter().find(|(name, _)| name.ends_with(".context_length")))
        .and_then(|(_, value)| count(Some(value)));
    // llama.cpp: what the server was started with.
    let running = || count(json.pointer("/default_generation_settings/n_ctx"));
    let tokens = of_family
        .or_else(running)
        .filter(|_| (200..300).contains(&response.status))?;
    u32::try_from(tokens).ok().filter(|tokens| *tokens > 0)
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
            Wire::Responses => responses::read(json),
            Wire::Cohere => cohere::read(json),
            Wire::Ollama => ollama::read(json),
        },
        _ => None,
    };
    let full = json.as_ref().is_some_and(reason::context_is_full);
    let usage = match own {
        Some(reply) if !full => return Ok(reply),
        own => own.and_then(|reply| reply.usage),
    };
    let trouble = Trouble {
        usage,
        ..Trouble::read(response, json.as_ref())
    };
    if trouble.is_filtered() {
        return Ok(TextReply {
            text: trouble.said.message,
            stop: Stop::Blocked,
            ..TextReply::default()
        });
    }
    Err(trouble)
}

/// The same; a reply without a word is a failure, with the reason that the server gives, unless the limit of its length
/// explains it.
///
/// # Errors
/// As [`read_chat`].
pub fn read_words(wire: Wire, response: &HttpResponse) -> Result<TextReply, Trouble> {
    let reply = read_chat(wire, response)?;
    let json = parse_body(wire, &response.body);
    match json.and_then(|json| reason::of_silence(&reply, &json)) {
        Some(reason) => Err(Trouble::silent(response.status, reason, reply.usage)),
        None => Ok(reply),
    }
}

/// The body as JSON: without its byte order mark, and taken out of an array of one.
pub(super) fn parse_body(wire: Wire, body: &str) -> Option<Value> {
    let body = body.trim_start_matches('\u{feff}').trim();
    if wire == Wire::OpenAi && (body.starts_with("data:") || body.starts_with(": ")) {
        return openai::from_stream(body);
    }
    let whole = crate::reply::json::strict(body).ok();
    if whole.is_none() && wire == Wire::Ollama {
        return ollama::from_lines(body);
    }
    match whole? {
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
