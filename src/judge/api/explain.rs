//! Explains a failed call: what happened, the likely causes in order, and what to do next.
//!
//! A browser says "failed to fetch" of a dozen things. Which of them are likely follows from where the server is,
//! how the page was loaded, and what is known of the host; that is decided in [`advise`], as data, and worded in
//! [`crate::i18n`].

mod answered;
mod page;
mod pasted;
mod server;
mod unreachable;

use answered::{
    cut_short, is_of_the_form, is_of_the_size, malformed, not_found, not_here, server_failed, timeout,
    too_long, unauthorized, wait_or, without_words,
};
pub use page::{PageContext, Permission, Seen, System, Test};
pub use pasted::{address_error, key_error};
use server::Server;

use super::retry;
use super::transport::MOST_BYTES;
use super::wire::PAGE;
use crate::evaluation::{CallFailure, FailureKind};
use crate::i18n::{Failures, Lang, fill};
use crate::judge::BUILT_IN;

/// An explanation in the user's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What happened, in one or two sentences.
    pub happened: String,
    /// What a closer look has shown, or that it is being taken; empty where there is none.
    pub looked: String,
    /// Likely causes, the likeliest first.
    pub causes: Vec<String>,
    /// What to do, in order. Commands stand in back-quotes.
    pub next: Vec<String>,
}

/// An explanation before it is worded.
#[derive(Clone, Debug, Default)]
pub struct Advice {
    /// What happened.
    pub happened: Vec<Line>,
    /// What a closer look has shown, or that it is being taken.
    pub looked: Vec<Line>,
    /// Likely causes, the likeliest first.
    pub causes: Vec<Line>,
    /// What to do, in order.
    pub next: Vec<Line>,
}

/// Picks a sentence out of a language.
pub type Line = fn(&Failures) -> &'static str;

/// Explains a failed call. What came from elsewhere tells no host; then it is "the server".
pub fn explain(failure: &CallFailure, page: &PageContext, lang: Lang) -> Explanation {
    let strings = lang.failures();
    let host = match failure.host.as_str() {
        "" => strings.some_server,
        host => host,
    };
    let status = failure
        .status
        .map(|status| status.to_string())
        .unwrap_or_default();
    let attempts = failure.attempts.to_string();
    let server = Server::of(failure, page);
    let loopback = format!("127.0.0.1:{}", server.port);
    let wait = named_wait(failure).map_or_else(String::new, |ms| in_words(ms, strings));
    let seconds = page.test.map_or(0, |test| test.limit_ms / 1_000).to_string();
    let size = match failure.detail.as_str() {
        "" => format!("{} MB", MOST_BYTES >> 20),
        size => size.to_owned(),
    };
    let (at_port, ollama_at) = (server.port_option(), server.ollama_variable());
    let listens_at = server.listens_at();
    let values = [
        ("host", host),
        ("status", status.as_str()),
        ("detail", page_title(failure).unwrap_or(&failure.detail)),
        ("attempts", attempts.as_str()),
        ("origin", page.origin.as_str()),
        ("wait", wait.as_str()),
        ("loopback", loopback.as_str()),
        ("seconds", seconds.as_str()),
        ("size", size.as_str()),
        ("at_port", at_port.as_str()),
        ("ollama_at", ollama_at.as_str()),
        ("listens_at", listens_at.as_str()),
    ];
    let word = |lines: Vec<Line>| -> Vec<String> {
        let templates = lines.iter().map(|line| line(strings));
        templates.map(|template| sentence(template, &values)).collect()
    };
    let Advice {
        happened,
        looked,
        causes,
        next,
    } = advise(failure, page);
    let between = lang.strings().embedded.between_sentences;
    Explanation {
        happened: word(happened).join(between),
        looked: word(looked).join(between),
        causes: word(causes),
        next: word(next),
    }
}

/// The wait that the server named, milliseconds, where it is longer than we wait ourselves.
fn named_wait(failure: &CallFailure) -> Option<u64> {
    retry::wait_in_words(&failure.detail).filter(|ms| *ms > retry::LONGEST_HINT_MS)
}

/// Two or more of a unit, rounded up.
fn in_words(ms: u64, strings: &Failures) -> String {
    let (template, number) = match ms.div_ceil(1_000) {
        seconds @ 0..120 => (strings.wait_seconds, seconds),
        seconds @ 120..7_200 => (strings.wait_minutes, seconds.div_ceil(60)),
        seconds @ 7_200..172_800 => (strings.wait_hours, seconds.div_ceil(3_600)),
        seconds => (strings.wait_days, seconds.div_ceil(86_400)),
    };
    fill(template, &[("number", &number.to_string())])
}

/// A template filled in. A name of ours that stands in for the host begins a sentence as any word does.
fn sentence(template: &str, values: &[(&str, &str)]) -> String {
    let mut filled = fill(template, values);
    let of_ours = values
        .iter()
        .any(|(name, value)| *name == "host" && value.contains(' '));
    if of_ours
        && template.starts_with("{host}")
        && let Some(first) = filled.get_mut(..1)
    {
        first.make_ascii_uppercase();
    }
    filled
}

/// Decides what to say.
pub fn advise(failure: &CallFailure, page: &PageContext) -> Advice {
    if failure.host == BUILT_IN {
        return built_in(failure);
    }
    let server = Server::of(failure, page);
    // A server that is near needs no network.
    let offline_here = !page.online && !server.is_near();
    let mut advice = match failure.kind {
        FailureKind::Offline => offline(),
        FailureKind::Unreachable if failure.status.is_some() => cut_short(&server),
        FailureKind::Unreachable if offline_here => offline(),
        FailureKind::Unreachable => unreachable::unreachable(failure, page, &server),
        FailureKind::Timeout => timeout(failure, page, &server),
        FailureKind::BadUrl => of(|f| f.bad_url, &[], &[|f| f.next_check_url]),
        FailureKind::BadKey => of(|f| f.bad_key, &[], &[|f| f.next_copy_key]),
        FailureKind::NoKey => of(|f| f.no_key, &[], &[|f| f.next_enter_key, |f| f.next_without_key]),
        FailureKind::Unauthorized => unauthorized(failure, &server),
        FailureKind::NotFound if is_wrong_path(failure) => not_here(failure),
        FailureKind::NotFound => not_found(&server),
        FailureKind::BadRequest if !is_of_the_form(failure) => of(
            |f| f.refused_oddly,
            &[|f| f.cause_blocker, |f| f.cause_other_format, |f| f.cause_path],
            &[|f| f.next_check_url, |f| f.next_check_format, |f| f.next_unblock],
        ),
        FailureKind::BadRequest => of(
            |f| f.bad_request,
            &[|f| f.cause_parameter, |f| f.cause_other_format],
            &[|f| f.next_fewer_parameters, |f| f.next_check_format],
        ),
        FailureKind::TooLong if is_of_the_size(failure) => of(
            |f| f.request_too_large,
            &[|f| f.cause_size_limit],
            &[|f| f.next_shorten, |f| f.next_size_limit],
        ),
        FailureKind::TooLong => too_long(failure, &server),
        FailureKind::RateLimited => of(
            |f| f.rate_limited,
            &[|f| f.cause_rate, |f| f.cause_free_plan, |f| f.cause_shared_key],
            &[
                wait_or(failure, |f| f.next_wait_minute),
                |f| f.next_fewer_at_once,
                |f| f.next_other_model,
            ],
        ),
        FailureKind::Quota => of(
            |f| f.quota,
            &[|f| f.cause_no_credit, |f| f.cause_day_limit],
            &[|f| f.next_billing, |f| f.next_without_key],
        ),
        FailureKind::OverCap => of(
            |f| f.over_cap,
            &[],
            &[|f| f.next_raise_cap, |f| f.next_without_key],
        ),
        FailureKind::Server if failure.status == Some(409) => of(
            |f| f.conflict,
            &[|f| f.cause_conflict],
            &[wait_or(failure, |f| f.next_again), |f| f.next_other_model],
        ),
        FailureKind::Server => server_failed(failure, &server),
        FailureKind::Malformed => malformed(failure),
        FailureKind::ReplyTooLarge => of(
            |f| f.reply_too_large,
            &[|f| f.cause_endless, |f| f.cause_web_page],
            &[
                |f| f.next_set_length,
                |f| f.next_other_model,
                |f| f.next_check_url,
            ],
        ),
        FailureKind::Empty => without_words(failure),
        FailureKind::WorkerBroke => of(
            |f| f.worker_broke,
            &[|f| f.cause_memory],
            &[|f| f.next_again, |f| f.next_shorter_texts],
        ),
        FailureKind::NotFetched => of(
            |f| f.not_fetched,
            &[|f| f.cause_app_cut, |f| f.cause_app_changed],
            &[|f| f.next_again, |f| f.next_load_anew],
        ),
        FailureKind::ModelGone => of(|f| f.model_gone, &[], &[|f| f.next_fetch_model]),
        FailureKind::ModelBroke => of(
            |f| f.model_broke,
            &[|f| f.cause_memory],
            &[|f| f.next_again, |f| f.next_load_anew],
        ),
    };
    if failure.attempts > 1 {
        advice.happened.push(|f| f.tried);
    }
    if failure.kind == FailureKind::Unreachable && failure.status.is_none() && !offline_here {
        match page.seen.answers {
            // Causes that are told now and in another order in a moment would be told wrong now.
            _ if page.seen.looking => {
                advice.looked.push(|f| f.probe_looking);
                advice.causes.clear();
                advice.next.clear();
            }
            Some(true) => advice.looked.push(|f| f.probe_answered),
            Some(false) => advice.looked.push(|f| f.probe_silent),
            None if page.seen.late => advice.looked.push(|f| f.probe_late),
            None => {}
        }
    }
    match page_title(failure) {
        Some("") => advice.happened.push(|f| f.untitled_page),
        Some(_) => advice.happened.push(|f| f.said_page),
        // These have it in their own sentence.
        None if failure.detail.is_empty()
            || was_cut(failure)
            || failure.kind == FailureKind::ReplyTooLarge => {}
        // The browser's words, or the app's: no server said them.
        None if failure.status.is_none() || failure.kind == FailureKind::Unreachable => {
            advice.happened.push(|f| f.said_here);
        }
        None => advice.happened.push(|f| f.said),
    }
    advice
}

/// The browser's own model: there is no server, no key and no status.
fn built_in(failure: &CallFailure) -> Advice {
    let mut advice = match failure.kind {
        FailureKind::TooLong => of(
            |f| f.built_in_too_long,
            &[],
            &[|f| f.next_shorter_texts, |f| f.next_other_judge],
        ),
        FailureKind::Unauthorized => of(
            |f| f.built_in_not_allowed,
            &[],
            &[|f| f.next_again, |f| f.next_other_judge],
        ),
        FailureKind::Timeout => of(
            |f| f.built_in_timeout,
            &[],
            &[|f| f.next_shorter_texts, |f| f.next_other_judge],
        ),
        _ => of(
            |f| f.built_in_failed,
            &[],
            &[|f| f.next_again, |f| f.next_other_judge],
        ),
    };
    if !failure.detail.is_empty() {
        advice.happened.push(|f| f.built_in_said);
    }
    advice
}

/// The title of the web page that came in place of a reply; empty where it has none.
fn page_title(failure: &CallFailure) -> Option<&str> {
    failure.detail.strip_prefix(PAGE).map(str::trim)
}

/// The server answered and knows nothing at this path: nothing that it says is about a model.
pub fn is_wrong_path(failure: &CallFailure) -> bool {
    matches!(failure.status, Some(405 | 501))
        || page_title(failure).is_some()
        || !["model", "deployment"]
            .iter()
            .any(|word| failure.detail.to_lowercase().contains(word))
}

/// No server said so: it was seen by what the model had read.
fn was_cut(failure: &CallFailure) -> bool {
    failure.kind == FailureKind::TooLong && failure.status.is_none()
}

impl Advice {
    fn cause(&mut self, likely: bool, cause: Line) {
        if likely {
            self.causes.push(cause);
        }
    }

    fn next(&mut self, helps: bool, next: Line) {
        if helps {
            self.next.push(next);
        }
    }
}

fn of(happened: Line, causes: &[Line], next: &[Line]) -> Advice {
    Advice {
        happened: vec![happened],
        looked: Vec::new(),
        causes: causes.to_vec(),
        next: next.to_vec(),
    }
}

fn offline() -> Advice {
    of(|f| f.offline, &[], &[|f| f.next_go_online, |f| f.next_embedded])
}

#[cfg(test)]
mod tests;
