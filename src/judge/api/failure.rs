//! A failed call as it is recorded and shown: the key taken out of it by value, what was said shortened.

use super::provider::Target;
use super::retry;
use crate::evaluation::{CallFailure, FailureKind};
use crate::judge::key::{ApiKey, PastKeys};

/// What the provider said is kept up to so many characters.
const LONGEST_DETAIL: usize = 300;

/// What is known when a call has failed.
pub(super) struct Failing<'a> {
    pub target: &'a Target,
    pub key: Option<&'a ApiKey>,
    /// Keys that were held before.
    pub past: Option<&'a PastKeys>,
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
            detail: clean(&self.redacted(detail)),
            attempts: self.attempts,
            usage: None,
        }
    }

    fn redacted(&self, detail: &str) -> String {
        match (self.past, self.key) {
            (Some(past), key) => past.redact(key, detail),
            (None, Some(key)) => key.redact(detail),
            (None, None) => detail.to_owned(),
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

/// Shortened, on one line. To be redacted before: a key that is cut in two is found no more.
fn clean(redacted: &str) -> String {
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
    use crate::judge::api::provider::CUSTOM;

    #[test]
    fn details_are_short_and_hold_no_key() {
        let key = ApiKey::from_paste("sk-canary-0123456789").unwrap();
        let long = format!("{}sk-canary-0123456789 and more", "x".repeat(290));
        let target = Target::read(&CUSTOM, "https://llm.example").unwrap();
        let failing = Failing {
            target: &target,
            key: Some(&key),
            past: None,
            attempts: 1,
        };
        let clean = failing.as_call_failure(FailureKind::Server, None, &long).detail;
        assert!(!clean.contains("sk-"), "{clean}");
        assert_eq!(clean.chars().count(), LONGEST_DETAIL + 1);
        assert_eq!(super::clean(" a\n\tb\u{0}c "), "a b c");
        assert_eq!(
            super::clean("評審".repeat(200).as_str()).chars().count(),
            LONGEST_DETAIL + 1
        );
    }
}
