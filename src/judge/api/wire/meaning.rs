//! What an error means: status and words become one of the kinds that the user has a sentence for.

use serde_json::Value;

use super::Said;
use crate::evaluation::{FailureKind, Usage};
use crate::judge::api::transport::HttpResponse;

/// A response that is no reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// What it means.
    pub kind: FailureKind,
    /// The status that counts: HTTP's, or the body's within a 200.
    pub status: u16,
    /// What was said.
    pub said: Box<Said>,
    /// Tokens that were paid for all the same, where the response tells them.
    pub usage: Option<Usage>,
}

impl Trouble {
    /// Reads a response that is no reply. `json` is its body, where that is JSON.
    pub fn read(response: &HttpResponse, json: Option<&Value>) -> Self {
        let mut said = Said::read(&response.body, json);
        // A body that says nothing is not told as what was said; of a good status it tells which form came.
        if !(200..300).contains(&response.status) && json.is_some_and(says_nothing) {
            said.message.clear();
        }
        let resets = said.resets_ms.zip(response.at_ms);
        said.wait_ms = said
            .wait_ms
            .or(resets.map(|(at, now)| (at - now).max(0.0) as u64));
        let status = match (response.status, said.status) {
            (200..300, Some(inner)) => inner,
            (status, _) => status,
        };
        Self {
            kind: kind_of(status, &said),
            status,
            said: Box::new(said),
            usage: None,
        }
    }

    /// A reply without a word, and the reason that the server gives for it.
    pub(super) fn silent(status: u16, reason: String, usage: Option<Usage>) -> Self {
        Self {
            kind: FailureKind::Empty,
            status,
            said: Box::new(Said {
                message: reason,
                structured: true,
                ..Said::default()
            }),
            usage,
        }
    }

    /// The provider's filter blocked the prompt, and said so by an error.
    pub fn is_filtered(&self) -> bool {
        let marks = self.said.marks();
        self.said.structured
            && (400..500).contains(&self.status)
            && [
                "content_filter",
                "content_policy_violation",
                "responsibleaipolicyviolation",
                "data_inspection_failed",
            ]
            .iter()
            .any(|word| marks.contains(word))
    }
}

/// `{}`, `[]`, `""`, `null`, and what holds nothing else: `{"error":{}}`.
fn says_nothing(json: &Value) -> bool {
    match json {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(says_nothing),
        Value::Object(parts) => parts.values().all(says_nothing),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Words come first: several providers say the wrong status.
fn kind_of(status: u16, said: &Said) -> FailureKind {
    let marks = said.marks();
    let says = |words: &[&str]| words.iter().any(|word| marks.contains(word));
    if status == 402 || (said.structured && is_quota(&marks, said)) {
        return FailureKind::Quota;
    }
    if said.structured && status < 500 && status != 404 {
        let too_long = if status == 429 {
            TOO_LONG_FOR_A_MINUTE
        } else {
            TOO_LONG
        };
        if says(too_long) {
            return FailureKind::TooLong;
        }
        if (status == 400 || status < 300) && (is_bad_key(&marks) || says(WRONG_PLACE)) {
            return FailureKind::Unauthorized;
        }
        if !matches!(status, 401 | 403 | 429) && is_unknown_model(&marks) {
            return FailureKind::NotFound;
        }
    }
    match status {
        401 | 403 | 407 | 451 | 498 => FailureKind::Unauthorized,
        404 | 405 | 410 => FailureKind::NotFound,
        408 => FailureKind::Timeout,
        413 => FailureKind::TooLong,
        420 | 429 => FailureKind::RateLimited,
        // A server of files knows no POST; a server of models says so of what it can't do.
        501 if said.structured => FailureKind::BadRequest,
        501 => FailureKind::NotFound,
        409 | 500.. => FailureKind::Server,
        400..500 => FailureKind::BadRequest,
        // A 200 that says it is an error, without a number to go by.
        _ if !said.structured => FailureKind::Malformed,
        _ if says(&["rate_limit", "rate limit", "too many requests"]) => FailureKind::RateLimited,
        _ if says(&["invalid_request", "invalid request", "bad request"]) => FailureKind::BadRequest,
        _ => FailureKind::Server,
    }
}

const TOO_LONG: &[&str] = &[
    "context_length_exceeded",
    "exceed_context_size",
    "request_too_large",
    "string_above_max_length",
    "prompt is too long",
    "input is too long",
    "maximum context length",
    "maximum prompt length",
    "context length",
    "context window",
    "context size",
    "context limit",
    "context_window",
    "model_length",
    "error_limit",
    "exceeds the maximum number of tokens",
    "reduce the length",
    "too many tokens",
    "`inputs` tokens + ",
    "`inputs` must have less than",
];

/// A single request over what a minute allows: no waiting helps.
const TOO_LONG_FOR_A_MINUTE: &[&str] = &["request too large", "tokens must be reduced"];

/// Refused for where the call comes from, which Google says by a 400.
const WRONG_PLACE: &[&str] = &[
    "location is not supported",
    "unsupported_country",
    "country is not supported",
];

/// Waiting does not help: an account without money, or what a day or a month allows and is used up. Google says "quota" of
/// what a minute allows as well; then it says how long to wait.
fn is_quota(marks: &str, said: &Said) -> bool {
    let certain = [
        "insufficient_quota",
        "insufficient_balance",
        "insufficient balance",
        "insufficient credits",
        "insufficient funds",
        "billing_hard_limit",
        "billing_not_active",
        "budget_exceeded",
        "budget has been exceeded",
        "credit balance",
        "requires more credits",
        "available credits",
        "any credits",
        "spending limit",
        "spend limit",
        "spend cap",
        "usage limits",
        "key limit exceeded",
        "payment required",
        "perday",
        "per day",
        "per-day",
        "/ day",
        "/day",
        "daily limit",
        "daily quota",
        "permonth",
        "per month",
        "/ month",
        "/month",
        "monthly limit",
        "monthly quota",
        "monthly usage",
        "monthly allowance",
        "per week",
        "weekly limit",
    ];
    certain.iter().any(|word| marks.contains(word))
        || (marks.contains("exceeded your current quota") && said.wait_ms.is_none())
}

fn is_bad_key(marks: &str) -> bool {
    let key = ["api key", "api_key", "apikey", "authentication", "credential"];
    let wrong = [
        "invalid",
        "incorrect",
        "not valid",
        "expired",
        "missing",
        "not found",
        "failed",
        "no api key",
        "provide",
    ];
    key.iter().any(|word| marks.contains(word)) && wrong.iter().any(|word| marks.contains(word))
}

fn is_unknown_model(marks: &str) -> bool {
    let unknown = [
        "not found",
        "not_found",
        "does not exist",
        "not a valid model",
        "invalid model",
        "unknown model",
        "no such model",
        "model not exist",
        "no models loaded",
        "decommissioned",
        "is not supported for generatecontent",
        "supported by provider",
        "supported by the provider",
        "supported by any provider",
    ];
    marks.contains("unexpected endpoint")
        || marks.contains("model_decommissioned")
        || (marks.contains("model") && unknown.iter().any(|word| marks.contains(word)))
}
