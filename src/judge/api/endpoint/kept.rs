//! What may be kept of a typed address: nothing that is a key, or may be one.

use super::parts::clean_query;
use super::paste::{address_text, split};
use crate::judge::key::paste::begins_like_key;

/// A typed address as it may be kept: without parameters that carry a key or look like one. `None` for what can't be
/// called, or whose path has a part that looks like a key: better typed again than kept.
pub fn without_keys(typed: &str) -> Option<String> {
    let text = address_text(typed);
    split(&text).ok()?;
    let text = text.split('#').next().unwrap_or_default();
    let (before, query) = text.split_once('?').unwrap_or((text, ""));
    let path = before.split_once("://").map_or(before, |(_, rest)| rest);
    if path.split('/').skip(1).any(may_be_key) {
        return None;
    }
    let query: Vec<String> = clean_query(query)
        .split('&')
        .filter(|pair| !pair.split('=').any(may_be_key))
        .filter(|pair| !pair.is_empty())
        .map(str::to_owned)
        .collect();
    if query.is_empty() {
        return Some(before.to_owned());
    }
    Some(format!("{before}?{}", query.join("&")))
}

/// Whether a part of an address may be a key: it begins like one, is an id of hexadecimal digits, has letters and
/// digits in a row that nobody would name anything by, or hides what it says.
fn may_be_key(part: &str) -> bool {
    let long = |piece: &str| {
        piece.len() >= 20
            && piece.bytes().any(|b| b.is_ascii_digit())
            && piece.bytes().any(|b| b.is_ascii_alphabetic())
    };
    let hex = part.len() >= 32 && part.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    begins_like_key(part)
        || hex
        || part.contains('%')
        || part.split(|c: char| !c.is_ascii_alphanumeric()).any(long)
}
