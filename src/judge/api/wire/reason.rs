//! The reasons that servers give for the end of a reply: that the context is full, why nothing was written, what was
//! refused or blocked. They are data: shown as they came.

use serde_json::Value;

use super::text;
use crate::evaluation::{Stop, TextReply};

/// Where the formats say why a reply ended.
const ENDS: &[(&str, &str)] = &[
    ("finish_reason", "/choices/0/finish_reason"),
    ("stop_reason", "/stop_reason"),
    ("finishReason", "/candidates/0/finishReason"),
    ("reason", "/incomplete_details/reason"),
    ("finish_reason", "/finish_reason"),
    ("done_reason", "/done_reason"),
    ("status", "/status"),
];

/// The field and the reason.
pub(super) fn of_end(json: &Value) -> Option<(&'static str, &str)> {
    ENDS.iter()
        .find_map(|(name, place)| Some((*name, text(json.pointer(place))?)))
}

/// The reply ended because prompt and reply fill the model's context: no higher limit helps.
pub(super) fn context_is_full(json: &Value) -> bool {
    let full = ["model_context_window_exceeded", "model_length", "ERROR_LIMIT"];
    of_end(json).is_some_and(|(_, reason)| full.contains(&reason))
}

/// Fewer tokens than this are no thinking: the mark of the end counts as one.
pub(in crate::judge::api) const THOUGHT: u64 = 16;

/// Why a reply holds no word; `None` where it holds some, or where its stop tells why.
pub(super) fn of_silence(reply: &TextReply, json: &Value) -> Option<String> {
    if !reply.text.trim().is_empty() || reply.stop != Stop::Stop {
        return None;
    }
    let end = of_end(json);
    Some(end.map_or_else(String::new, |(name, reason)| format!("{name}: {reason}")))
}

/// What was written, and below it why no more came.
pub(super) fn below(words: &str, reasons: &[String]) -> String {
    let mut lines: Vec<&str> = Vec::with_capacity(reasons.len() + 1);
    if !words.trim().is_empty() {
        lines.push(words);
    }
    for reason in reasons {
        if !lines.contains(&reason.as_str()) {
            lines.push(reason);
        }
    }
    lines.join("\n\n")
}

/// `category: cyber`, for each of these fields that says something.
pub(super) fn fields(of: Option<&Value>, names: &[&str]) -> Vec<String> {
    let said = |name: &&str| Some(format!("{name}: {}", text(of?.get(*name))?));
    names.iter().filter_map(said).collect()
}

/// The categories of which a filter says that they were the reason: Gemini's ratings, Azure's results.
pub(super) fn categories(ratings: Option<&Value>) -> Vec<String> {
    let is_reason = |rating: &Value| {
        ["blocked", "filtered", "detected"]
            .iter()
            .any(|mark| rating.get(*mark).and_then(Value::as_bool) == Some(true))
    };
    match ratings {
        Some(Value::Array(list)) => {
            let blocked: Vec<&Value> = list.iter().filter(|rating| is_reason(rating)).collect();
            let named = blocked.iter().filter_map(|rating| text(rating.get("category")));
            named.map(|category| format!("category: {category}")).collect()
        }
        Some(Value::Object(results)) => results
            .iter()
            .filter(|(_, result)| is_reason(result))
            .map(|(category, _)| format!("category: {category}"))
            .collect(),
        _ => Vec::new(),
    }
}
