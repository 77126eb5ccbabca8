//! What a server said about an error, taken out of the many shapes in which servers say it.

use serde_json::Value;

use super::{is_error, text};
use crate::judge::api::retry;
use crate::text::decimal::decimal;

/// An error as it was said. Empty strings where nothing was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// The message for people; for an HTML page its title.
    pub message: String,
    /// Machine words: code, type, status, reason, parameter.
    pub words: Vec<String>,
    /// A status within the body, which counts where HTTP says 200.
    pub status: Option<u16>,
    /// How long to wait, milliseconds.
    pub wait_ms: Option<u64>,
    /// When to come back, milliseconds since the Unix epoch.
    pub resets_ms: Option<f64>,
    /// Tokens that the model can take, where the error says so.
    pub context: Option<u32>,
    /// The parameter that the error is about, in lower case.
    pub param: Option<String>,
    /// It came as an error (rather than as a page or as nothing).
    pub structured: bool,
}

impl Said {
    /// Everything that was said, in lower case, to look for words in.
    pub fn marks(&self) -> String {
        let mut marks = self.words.join("\n");
        marks.push('\n');
        marks.push_str(&self.message);
        marks.to_lowercase()
    }

    /// Reads the body of a response that is no reply. `json` is the same body, where it is JSON.
    pub(super) fn read(body: &str, json: Option<&Value>) -> Self {
        let mut said = match json {
            Some(Value::Array(items)) => items.first().map(Self::from_json).unwrap_or_default(),
            Some(json) => Self::from_json(json),
            None => Self::default(),
        };
        if !said.structured && said.message.is_empty() {
            said.message = as_page(body);
        }
        said.context = said.context.or_else(|| context_in(&said.message));
        if said.wait_ms.is_none() {
            said.wait_ms = retry::wait_in_words(&said.message);
        }
        said
    }

    fn from_json(json: &Value) -> Self {
        let mut said = Self::default();
        let inner = json
            .get("error")
            .filter(|error| is_error(error))
            .or_else(|| json.pointer("/choices/0/error").filter(|error| is_error(error)))
            .or_else(|| json.pointer("/errors/0"));
        // `{"code":"…","error":"…"}`: the words beside the error belong to it.
        said.take_words(json);
        match inner {
            Some(Value::String(message)) => said.set_message(message),
            Some(error @ Value::Object(_)) => {
                said.take_words(error);
                said.take_message(error);
                said.take_details(error);
            }
            Some(_) | None => {}
        }
        if said.message.is_empty() {
            said.take_message(json);
        }
        said.structured = inner.is_some() || !said.message.is_empty();
        let finish = ["/choices/0/finish_reason", "/finish_reason"];
        let ended = finish.iter().find_map(|place| json.pointer(place)?.as_str());
        if matches!(ended, Some("error" | "ERROR" | "TIMEOUT")) {
            said.structured = true;
        }
        if super::reason::context_is_full(json)
            && let Some((name, reason)) = super::reason::of_end(json)
        {
            said.structured = true;
            said.words.push(reason.to_owned());
            said.message = format!("{name}: {reason}");
        }
        said
    }

    fn take_words(&mut self, error: &Value) {
        let context = super::count(error.get("n_ctx")).and_then(|tokens| u32::try_from(tokens).ok());
        self.context = context.filter(|tokens| *tokens > 0).or(self.context);
        for name in ["code", "type", "status", "param", "reason"] {
            let status = match error.get(name) {
                Some(Value::String(word)) if !word.is_empty() => {
                    self.words.push(word.clone());
                    // Proxies write the number as a text.
                    word.parse().ok()
                }
                Some(Value::Number(number)) => number.as_u64().and_then(|n| u16::try_from(n).ok()),
                _ => None,
            };
            self.status = status.filter(|n| (400..600).contains(n)).or(self.status);
        }
        // Seconds; the first of a model that is being loaded.
        let waits = [
            ("estimated_time", 1_000.0),
            ("retry_after", 1_000.0),
            ("retry_after_ms", 1.0),
        ];
        let told = waits.iter().find_map(|(name, scale)| {
            let ms = (error.get(*name)?.as_f64()? * scale).ceil();
            (0.0..1e9).contains(&ms).then_some(ms as u64)
        });
        self.wait_ms = self.wait_ms.or(told);
        if let Some(param) = text(error.get("param")) {
            self.param = Some(param.to_lowercase());
        }
    }

    fn take_message(&mut self, error: &Value) {
        for name in [
            "message",
            "detail",
            "msg",
            "error_description",
            "title",
            "reason",
            "error",
        ] {
            match error.get(name) {
                Some(Value::String(message)) if !message.trim().is_empty() => self.set_message(message),
                Some(Value::Array(items)) if !items.is_empty() => {
                    let lines: Vec<String> = items.iter().map(validation_line).collect();
                    self.set_message(&lines.join("; "));
                }
                Some(nested @ Value::Object(_)) => {
                    self.take_words(nested);
                    self.take_message(nested);
                }
                _ => {}
            }
            if !self.message.is_empty() {
                return;
            }
        }
    }

    /// Google's `details`, and what a router heard from the provider behind it.
    fn take_details(&mut self, error: &Value) {
        for detail in error
            .get("details")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            if let Some(reason) = text(detail.get("reason")) {
                self.words.push(reason.to_owned());
                // Why a right key may not be used: the words alone do not always tell.
                if ["_BLOCKED", "_DISABLED"].iter().any(|end| reason.ends_with(end)) {
                    self.message = format!("{} ({reason})", self.message).trim_start().to_owned();
                }
            }
            if let Some(delay) = text(detail.get("retryDelay")) {
                self.wait_ms = retry::duration_ms(delay);
            }
            for violation in detail
                .get("violations")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                if let Some(quota) = text(violation.get("quotaId")) {
                    self.words.push(quota.to_owned());
                }
            }
        }
        // What a router passes on of the provider's headers: the moment at which more is allowed.
        self.resets_ms = ["X-RateLimit-Reset", "x-ratelimit-reset"]
            .iter()
            .find_map(|name| {
                let moment = error.get("metadata")?.get("headers")?.get(*name)?;
                let number = moment.as_f64().or_else(|| decimal(moment.as_str()?.trim()));
                number.filter(|ms| (1e12..1e13).contains(ms))
            });
        if let Some(code) = text(error.pointer("/innererror/code")) {
            self.words.push(code.to_owned());
        }
        if let Some(raw) = text(error.pointer("/metadata/raw")) {
            let upstream = crate::reply::json::strict(raw).map_or_else(
                |_| Self {
                    message: raw.to_owned(),
                    ..Self::default()
                },
                |json| Self::from_json(&json),
            );
            self.words.extend(upstream.words);
            self.wait_ms = self.wait_ms.or(upstream.wait_ms);
            if !upstream.message.is_empty() {
                self.message = format!("{}: {}", self.message, upstream.message);
            }
        }
    }

    /// A message may itself be JSON, from a server behind the server.
    fn set_message(&mut self, message: &str) {
        let message = message.trim();
        let nested = message
            .starts_with(['{', '['])
            .then(|| crate::reply::json::strict(message).ok())
            .flatten();
        let inner = match nested {
            Some(Value::Array(items)) => items.first().map(Self::from_json),
            Some(json) => Some(Self::from_json(&json)),
            None => None,
        };
        match inner {
            Some(inner) if !inner.message.is_empty() => {
                self.words.extend(inner.words);
                self.status = self.status.or(inner.status);
                self.param = self.param.take().or(inner.param);
                self.wait_ms = self.wait_ms.or(inner.wait_ms);
                self.message = inner.message;
            }
            _ => self.message = message.to_owned(),
        }
    }
}

/// How much a model takes, out of a message: "maximum context length is 8192 tokens", "210000 tokens > 200000
/// maximum", "maximum number of tokens allowed (1048576)".
fn context_in(message: &str) -> Option<u32> {
    let lower = message.to_lowercase();
    [
        "maximum context length is ",
        "maximum prompt length is ",
        "context length of only ",
        "context length of ",
        "tokens > ",
        "number of tokens allowed (",
        "available context size (",
    ]
    .iter()
    .find_map(|lead| {
        let (_, rest) = lower.split_once(lead)?;
        let digits: String = rest
            .chars()
            .take_while(|c| c.is_ascii_digit() || *c == ',')
            .filter(char::is_ascii_digit)
            .collect();
        digits.parse().ok().filter(|tokens| *tokens > 0)
    })
}

/// One entry of a validation error: `{"loc": ["body", "model"], "msg": "field required"}`.
fn validation_line(item: &Value) -> String {
    if let Value::String(line) = item {
        return line.clone();
    }
    let place: Vec<String> = item
        .get("loc")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|step| step.as_str().map_or_else(|| step.to_string(), str::to_owned))
        .collect();
    let message = ["msg", "message"].iter().find_map(|name| text(item.get(name)));
    match (place.is_empty(), message) {
        (true, Some(message)) => message.to_owned(),
        (false, Some(message)) => format!("{}: {message}", place.join(".")),
        (_, None) => item.to_string(),
    }
}

/// Before the title of a web page that came in place of a reply.
pub(in crate::judge::api) const PAGE: &str = "<html>";

/// What a body that is no JSON says: the title of a page, or its first words.
fn as_page(body: &str) -> String {
    let body = body.trim_start_matches('\u{feff}').trim();
    if !body.starts_with('<') {
        return body.to_owned();
    }
    let lower = body.to_ascii_lowercase();
    for tag in ["title", "h1"] {
        let title = lower.find(&format!("<{tag}")).and_then(|at| {
            let rest = body.get(at..)?;
            let inner = rest.split_once('>')?.1;
            Some(inner.split('<').next()?.trim())
        });
        if let Some(title) = title.filter(|title| !title.is_empty()) {
            let title = unescaped(title);
            let title: Vec<&str> = title.split_whitespace().collect();
            return format!("{PAGE} {}", title.join(" "));
        }
    }
    PAGE.to_owned()
}

/// What a title may hold in place of a character; of the others the text stays as it is.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let known = after
            .split_once(';')
            .and_then(|(name, tail)| Some((character(name)?, tail)));
        let (c, tail) = known.unwrap_or(('&', after));
        out.push(c);
        rest = tail;
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    match name {
        "amp" => return Some('&'),
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        "nbsp" => return Some(' '),
        _ => {}
    }
    let digits = name.strip_prefix('#')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    char::from_u32(code.ok()?)
}
