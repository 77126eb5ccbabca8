//! Whether a failed call is sent again, and when. Pure: chance and the time are handed in, and nobody waits here.
//!
//! Sent again, at most twice: 408, 409, 429 (unless quota or billing), 500, 502, 503, 504, 529, and network errors, these
//! only at a server that has answered before. Never: any other status. A server that says how long to wait is
//! believed, up to a minute.

mod http_date;

pub use http_date::http_date;

use super::transport::HttpResponse;
use crate::evaluation::FailureKind;
use crate::text::decimal::decimal;

/// What a failure says to the retry rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failed {
    /// What kind.
    pub kind: FailureKind,
    /// HTTP status; absent where no response came.
    pub status: Option<u16>,
    /// How long the server asks to wait, milliseconds.
    pub hint_ms: Option<u64>,
    /// Whether this server has answered before in this tab.
    pub answered_before: bool,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Send again after so many milliseconds.
    Wait(u32),
    /// It would not help, or it was tried often enough.
    GiveUp,
}

/// Tries of a network error: the first and two more.
const NETWORK_TRIES: u32 = 3;
/// The first wait; each further one is twice as long.
const FIRST_MS: f64 = 1_000.0;
/// The longest wait of our own.
const LONGEST_MS: f64 = 30_000.0;
/// A server that asks for more than this is not waited for.
pub(super) const LONGEST_HINT_MS: u64 = 60_000;

/// Decides after the `tried`-th try (from 1) of at most `of`. `chance` is from 0 up to 1: our waits come to between
/// half and all of 1 s, 2 s, 4 s … 30 s, so that calls that failed together don't come back together.
pub fn next(failed: Failed, tried: u32, of: u32, chance: f64) -> Next {
    let chance = chance.clamp(0.0, 1.0);
    let most = match failed.status {
        Some(_) => of,
        None => of.min(NETWORK_TRIES),
    };
    if tried >= most || !may_pass(failed) {
        return Next::GiveUp;
    }
    match failed.hint_ms {
        Some(hint) if hint > LONGEST_HINT_MS => Next::GiveUp,
        // Never sooner than asked; a little later, by chance.
        Some(hint) => Next::Wait(hint as u32 + (100.0 + chance * 400.0) as u32),
        None => {
            let doubled = FIRST_MS * f64::from(2u32.saturating_pow(tried.saturating_sub(1).min(16)));
            Next::Wait((doubled.min(LONGEST_MS) * (0.5 + chance / 2.0)) as u32)
        }
    }
}

fn may_pass(failed: Failed) -> bool {
    match failed.status {
        Some(408 | 409 | 429 | 500 | 502 | 503 | 504 | 529) => !matches!(
            failed.kind,
            FailureKind::Quota | FailureKind::TooLong | FailureKind::Unauthorized | FailureKind::NotFound
        ),
        Some(200..300) => matches!(failed.kind, FailureKind::RateLimited | FailureKind::Server),
        Some(_) => false,
        None => failed.kind == FailureKind::Unreachable && failed.answered_before,
    }
}

/// The wait that a response asks for in its headers, milliseconds. `retry-after-ms` tells them (OpenAI, Azure), and more
/// exactly than `Retry-After`: seconds, or a date, which is held against the time of the response. A date that is over
/// asks for no wait.
pub fn wait_in_headers(response: &HttpResponse) -> Option<u64> {
    let exactly = response
        .retry_after_ms
        .as_deref()
        .and_then(|ms| decimal(ms.trim()));
    if let Some(ms) = exactly.and_then(|ms| millis(ms, 1.0)) {
        return Some(ms);
    }
    let header = response.retry_after.as_deref()?;
    if let Some(seconds) = decimal(header.trim()) {
        return millis(seconds, 1_000.0);
    }
    // `1.5s`, which is none of the standard's forms.
    if let Some(ms) = duration_ms(header) {
        return Some(ms);
    }
    millis((http_date(header)? - response.at_ms?).max(0.0), 1.0)
}

/// The wait in a message: "try again in 1.2s", "retry after 26 seconds", "Please retry in 27.5s."
pub fn wait_in_words(message: &str) -> Option<u64> {
    let lower = message.to_lowercase();
    [
        "try again in",
        "retry in",
        "retry after",
        "retry-after:",
        "try again after",
        "available in",
        "reset after",
        "reset in",
        "resets in",
        "wait for",
        "please wait",
    ]
    .iter()
    .find_map(|lead| {
        let (_, rest) = lower.split_once(lead)?;
        let mut rest = rest.trim_start_matches([' ', ':', '~', '"']);
        for about in ["about ", "approximately ", "at least ", "for "] {
            rest = rest.strip_prefix(about).unwrap_or(rest);
        }
        let bare = || bare_seconds(rest).filter(|_| lead.starts_with("retry"));
        duration_ms(rest).or_else(bare)
    })
}

/// `Retry after 30.`: a number alone, of seconds.
fn bare_seconds(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(end)?;
    let alone = rest.trim_start_matches(['.', ',', ';', ')', '"', '}']);
    let ends = alone.is_empty() || (alone.len() < rest.len() && alone.starts_with(' '));
    millis(decimal(number).filter(|_| ends)?, 1_000.0)
}

/// A duration at the beginning of a text: `1.2s`, `20ms`, `6m0s`, `1h2m`, `26 seconds`, `1 minute and 20 seconds`.
pub fn duration_ms(text: &str) -> Option<u64> {
    let mut rest = text.trim_start();
    let mut total: Option<u64> = None;
    loop {
        let digits = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let (number, tail) = rest.split_at_checked(digits)?;
        let Some(number) = decimal(number.trim_end_matches('.')) else {
            return total;
        };
        let tail = tail.trim_start();
        let letters = tail
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(tail.len());
        let (unit, tail) = tail.split_at_checked(letters)?;
        let scale = match unit.to_ascii_lowercase().as_str() {
            "ms" | "millisecond" | "milliseconds" => 1.0,
            "s" | "sec" | "secs" | "second" | "seconds" => 1_000.0,
            "m" | "min" | "mins" | "minute" | "minutes" => 60_000.0,
            "h" | "hr" | "hour" | "hours" => 3_600_000.0,
            "d" | "day" | "days" => 86_400_000.0,
            _ => return total,
        };
        total = Some(total.unwrap_or(0).saturating_add(millis(number, scale)?));
        let more = tail.trim_start_matches([' ', ',']);
        rest = more.strip_prefix("and ").unwrap_or(more).trim_start();
    }
}

fn millis(number: f64, scale: f64) -> Option<u64> {
    let ms = (number * scale).ceil();
    (ms.is_finite() && (0.0..1e12).contains(&ms)).then_some(ms as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use FailureKind::*;

    fn failed(kind: FailureKind, status: u16) -> Failed {
        Failed {
            kind,
            status: Some(status),
            hint_ms: None,
            answered_before: true,
        }
    }

    #[test]
    fn what_is_sent_again() {
        for (kind, status, again) in [
            (Timeout, 408, true),
            (Server, 409, true),
            (RateLimited, 429, true),
            (Quota, 429, false),
            (Server, 500, true),
            (Server, 502, true),
            (Server, 503, true),
            (Server, 504, true),
            (Server, 529, true),
            (Server, 501, false),
            (Server, 520, false),
            (TooLong, 500, false),
            (BadRequest, 400, false),
            (Unauthorized, 401, false),
            (Quota, 402, false),
            (Unauthorized, 403, false),
            (NotFound, 404, false),
            (TooLong, 413, false),
            (BadRequest, 422, false),
            (Malformed, 200, false),
            (Server, 200, true),
        ] {
            let next = next(failed(kind, status), 1, 4, 0.5);
            assert_eq!(next != Next::GiveUp, again, "{kind:?} {status}");
        }
    }

    #[test]
    fn waits_double_with_chance_and_end() {
        for (tried, chance, wait) in [
            (1, 0.0, Next::Wait(500)),
            (1, 1.0, Next::Wait(1_000)),
            (2, 0.0, Next::Wait(1_000)),
            (3, 1.0, Next::Wait(4_000)),
            (4, 0.5, Next::GiveUp),
        ] {
            assert_eq!(next(failed(Server, 503), tried, 4, chance), wait, "{tried}");
        }
        assert_eq!(next(failed(Server, 503), 30, 99, 1.0), Next::Wait(30_000));
    }

    #[test]
    fn a_hint_is_a_lower_bound() {
        for (hint, chance, wait) in [
            (0, 0.0, Next::Wait(100)),
            (27_000, 0.0, Next::Wait(27_100)),
            (27_000, 1.0, Next::Wait(27_500)),
            (60_001, 0.0, Next::GiveUp),
            (u64::MAX, 0.0, Next::GiveUp),
        ] {
            let failed = Failed {
                hint_ms: Some(hint),
                ..failed(RateLimited, 429)
            };
            assert_eq!(next(failed, 1, 4, chance), wait, "{hint}");
        }
    }

    #[test]
    fn network_errors_twice_where_it_answered_before() {
        let lost = |answered_before| Failed {
            kind: Unreachable,
            status: None,
            hint_ms: None,
            answered_before,
        };
        assert_eq!(next(lost(false), 1, 9, 0.0), Next::GiveUp);
        let tries = (1..9).take_while(|tried| next(lost(true), *tried, 9, 0.0) != Next::GiveUp);
        assert_eq!(tries.count(), 2);
        for kind in [Offline, Timeout, BadKey] {
            let failed = Failed { kind, ..lost(true) };
            assert_eq!(next(failed, 1, 4, 0.0), Next::GiveUp, "{kind:?}");
        }
    }

    #[test]
    fn hints_are_read() {
        for (message, wait) in [
            (
                "Rate limit reached … Please try again in 1.2s. Visit",
                Some(1_200),
            ),
            ("Please try again in 20ms.", Some(20)),
            ("Please try again in 6m0s.", Some(360_000)),
            ("Please try again in 7m12.5s", Some(432_500)),
            ("Please retry after 26 seconds.", Some(26_000)),
            ("Please retry in 27.518s.", Some(27_518)),
            ("Try again in 2 minutes", Some(120_000)),
            ("try again in 1h2m", Some(3_720_000)),
            ("Please try again in 1m20s", Some(80_000)),
            ("Try again in 1 minute and 20 seconds.", Some(80_000)),
            ("try again in 1 hour, 2 minutes, and 3 seconds", Some(3_723_000)),
            (
                "Please try again in 5s and, if it lasts, write to us",
                Some(5_000),
            ),
            ("Please wait 20 seconds before you send again", Some(20_000)),
            ("You should wait for about 1 minute", Some(60_000)),
            ("Limit resets in: 3h0m0s.", Some(10_800_000)),
            ("Rate limited. Retry after 30.", Some(30_000)),
            ("retry-after: 7", Some(7_000)),
            ("Retry after 3 attempts", None),
            ("Try again in 30", None),
            ("please wait before trying again", None),
            ("Try again in a while", None),
            ("try again in ", None),
            ("try again in 5 apples", None),
            ("Overloaded", None),
        ] {
            assert_eq!(wait_in_words(message), wait, "{message}");
        }
    }

    #[test]
    fn headers_tell_seconds_or_a_date() {
        let noon = http_date("Wed, 21 Oct 2026 12:00:00 GMT");
        for (header, at_ms, wait) in [
            ("3", None, Some(3_000)),
            (" 0.5 ", None, Some(500)),
            ("1.5s", None, Some(1_500)),
            ("1m20s", None, Some(80_000)),
            ("Wed, 21 Oct 2026 12:00:20 GMT", noon, Some(20_000)),
            ("Wednesday, 21-Oct-26 13:00:00 GMT", noon, Some(3_600_000)),
            (
                "Wed Oct 21 12:00:01 2026",
                noon.map(|noon| noon + 400.0),
                Some(600),
            ),
            ("Wed, 21 Oct 2026 11:59:59 GMT", noon, Some(0)),
            ("Wed, 21 Oct 2026 12:00:20 GMT", None, None),
            ("later", noon, None),
            ("-1", noon, None),
            ("inf", noon, None),
        ] {
            let response = HttpResponse {
                retry_after: Some(header.to_owned()),
                at_ms,
                ..HttpResponse::default()
            };
            assert_eq!(wait_in_headers(&response), wait, "{header}");
        }
        assert_eq!(wait_in_headers(&HttpResponse::default()), None);
        for (exactly, seconds, wait) in [
            ("2500", None, Some(2_500)),
            (" 812.4 ", Some("3"), Some(813)),
            ("0", Some("3"), Some(0)),
            ("soon", Some("3"), Some(3_000)),
            ("-1", Some("3"), Some(3_000)),
            ("", None, None),
        ] {
            let response = HttpResponse {
                retry_after_ms: Some(exactly.to_owned()),
                retry_after: seconds.map(str::to_owned),
                ..HttpResponse::default()
            };
            assert_eq!(wait_in_headers(&response), wait, "{exactly} {seconds:?}");
        }
    }
}
