//! A failed call as it is recorded and shown: the key taken out of it by value, what was said shortened.

use super::provider::Target;
use super::retry;
use crate::evaluation::{CallFailure, FailureKind};
use crate::judge::key::ApiKey;

/// What the provider said is kept up to so many characters.
const LONGEST_DETAIL: usize = 300;

/// What is known when a call has failed.
pub(super) struct Failing<'a> {
    pub target: &'a Target,
    pub key: Option<&'a ApiKey>,
    pub attempts: u32,
}

impl Failing<'_> {
    /// The failure. `detail` may hold anything.
    pub(super) fn as_call_failure(
        &self,
        kind: FailureKind,
        status: Option<u16>,
        detail: &str,
    ) -> CallFailure {
        let origin = &self.target.endpoint.origin;
        CallFailure {
            kind,
            host: origin.host_and_port(),
            secure: origin.is_secure(),
            status,
            detail: clean(detail, self.key),
            attempts: self.attempts,
            usage: None,
        }
    }
}

/// A failure with the wait that the server named beside what it said: only the words are kept, and a long wait decides
/// what to do next.
pub(super) fn with_wait(failure: CallFailure, hint_ms: Option<u64>) -> CallFailure {
    match hint_ms {
        Some(ms) if ms > retry::LONGEST_HINT_MS && retry::wait_in_words(&failure.detail).is_none() => {
            let said: String = failure.detail.chars().take(LONGEST_DETAIL - 60).collect();
            let detail = format!("{said} (Retry-After: {} s)", ms.div_ceil(1_000));
            CallFailure {
                detail: detail.trim_start().to_owned(),
                ..failure
            }
        }
        _ => failure,
    }
}

/// Redacts first and shortens then: a key that is cut in two is found no more.
fn clean(detail: &str, key: Option<&ApiKey>) -> String {
    let redacted = key.map_or_else(|| detail.to_owned(), |key| key.redact(detail));
    let mut short = String::new();
    let words = redacted
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty());
    let mut count = 0;
    for word in words {
        if count > 0 {
            short.push(' ');
            count += 1;
        }
        for c in word.chars() {
            if count >= LONGEST_DETAIL {
                short.push('…');
                return short;
            }
            short.push(c);
            count += 1;
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_short_and_hold_no_key() {
        let key = ApiKey::from_paste("sk-canary-0123456789").unwrap();
        let long = format!("{}sk-canary-0123456789 and more", "x".repeat(290));
        let clean = clean(&long, Some(&key));
        assert!(!clean.contains("sk-"), "{clean}");
        assert_eq!(clean.chars().count(), LONGEST_DETAIL + 1);
        assert_eq!(super::clean(" a\n\tb\u{0}c ", None), "a b c");
        assert_eq!(
            super::clean("評審".repeat(200).as_str(), None).chars().count(),
            LONGEST_DETAIL + 1
        );
    }
}
