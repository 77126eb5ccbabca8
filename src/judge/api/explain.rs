//! Explains a failed call: what happened, the likely causes in order, and what to do next.
//!
//! A browser says "failed to fetch" of a dozen things. Which of them are likely follows from where the server is,
//! how the page was loaded, and what is known of the host; that is decided in [`advise`], as data, and worded in
//! [`crate::i18n`].

mod server;
mod unreachable;

use server::Server;

use super::endpoint::EndpointError;
use super::retry;
use super::transport::MOST_BYTES;
use super::wire::{PAGE, THOUGHT};
use crate::evaluation::{CallFailure, FailureKind};
use crate::i18n::{Failures, Lang, fill};
use crate::judge::BUILT_IN;
use crate::judge::key::{KeyError, OriginError};

/// The page that called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageContext {
    /// `location.origin`.
    pub origin: String,
    /// The page was loaded over https.
    pub https: bool,
    /// `navigator.onLine`.
    pub online: bool,
    /// The system that the browser runs on, for the commands.
    pub system: System,
    /// What a closer look at the server has shown, where one was taken.
    pub seen: Seen,
    /// The id of the preset that is chosen for the server that was called: it says which program that is, whatever its
    /// port. Empty: not known.
    pub preset: &'static str,
    /// The call was a test of the connection.
    pub test: Option<Test>,
}

/// A test of the connection: it carries no prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// How long it waits for a reply, milliseconds.
    pub limit_ms: u32,
    /// That is the time-out that the user chose, and not the longest that a test waits.
    pub chosen: bool,
}

impl PageContext {
    /// A page from this origin, online, of which nothing else is known.
    pub fn of(origin: &str) -> Self {
        Self {
            origin: origin.to_owned(),
            https: origin.starts_with("https:"),
            online: true,
            system: System::Other,
            seen: Seen::default(),
            preset: "",
            test: None,
        }
    }
}

/// Systems whose commands differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum System {
    /// Another, or not known.
    #[default]
    Other,
    /// macOS.
    Mac,
    /// Windows.
    Windows,
    /// Linux.
    Linux,
}

/// What a closer look has shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The look is still being taken: what it will show decides which causes are likely.
    pub looking: bool,
    /// Whether this page may reach servers of this kind (this machine, the local network).
    pub permission: Permission,
    /// A call whose reply may not be read, without key and without CORS: `true`: something answered. `None`: not tried, or
    /// not known in time.
    pub answers: Option<bool>,
    /// It was tried, and had neither an answer nor an error in time.
    pub late: bool,
    /// It was answered with a redirect, which leads nowhere.
    pub redirects: bool,
    /// Whether a key is held for the server. `None`: not known.
    pub keyed: Option<bool>,
}

/// The browser's permission to reach the local network, as far as it tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Permission {
    /// This browser has no such permission, or does not tell.
    #[default]
    Unknown,
    /// Given.
    Granted,
    /// It will ask, or is asking.
    Prompt,
    /// Refused.
    Denied,
}

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

/// A pasted key that is none, for the line beside its field.
pub fn key_error(error: &KeyError, lang: Lang) -> String {
    let strings = lang.failures();
    match error {
        KeyError::Empty => strings.key_empty.to_owned(),
        KeyError::Masked => strings.key_masked.to_owned(),
        KeyError::Placeholder => strings.key_placeholder.to_owned(),
        KeyError::Address => strings.key_is_address.to_owned(),
        KeyError::Scheme(scheme) => fill(strings.key_scheme, &[("scheme", scheme)]),
        KeyError::Words(words) => fill(strings.key_words, &[("words", &words.to_string())]),
        KeyError::Character { character, position } => {
            let (shown, position) = (character.to_string(), position.to_string());
            let sentence = if character.is_control() {
                strings.key_unseen
            } else {
                strings.key_character
            };
            fill(sentence, &[("character", &shown), ("position", &position)])
        }
    }
}

/// A pasted address that cannot be called, for the line beside its field.
pub fn address_error(error: &EndpointError, lang: Lang) -> String {
    let strings = lang.failures();
    match error {
        OriginError::Empty => strings.address_empty.to_owned(),
        OriginError::Scheme(scheme) => fill(strings.address_scheme, &[("scheme", scheme)]),
        // A scheme and nothing more.
        OriginError::Host(host) if host.is_empty() => strings.address_empty.to_owned(),
        OriginError::Host(host) => fill(strings.address_host, &[("host", host)]),
        OriginError::Port(port) => fill(strings.address_port, &[("port", port)]),
        OriginError::Key => strings.address_key.to_owned(),
        OriginError::UserInfo => strings.address_user.to_owned(),
        OriginError::Character(c) => {
            if c.is_whitespace() {
                return strings.address_space.to_owned();
            }
            if c.is_control() {
                return strings.address_unseen.to_owned();
            }
            fill(strings.address_character, &[("character", &c.to_string())])
        }
    }
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

/// A response had begun: the server is there, and its replies may be read.
fn cut_short(server: &Server) -> Advice {
    let broke: Line = if server.is_near() {
        |f| f.cause_local_crash
    } else {
        |f| f.cause_outage
    };
    of(
        |f| f.cut_short,
        &[|f| f.cause_stalled, |f| f.cause_time_limit, broke],
        &[|f| f.next_again, |f| f.next_shorten, |f| f.next_other_model],
    )
}

/// A reply without a word that was not cut: more room for it would not help.
fn without_words(failure: &CallFailure) -> Advice {
    let written = failure.usage.and_then(|usage| usage.completion);
    let reason = failure.detail.to_lowercase();
    let causes: &[Line] = if reason.contains("tool") {
        // The reason that it gives for the end.
        &[|f| f.cause_tool]
    } else if reason == "done_reason: load" {
        &[|f| f.cause_only_loaded]
    } else if matches!(reason.as_str(), "status: in_progress" | "status: queued") {
        &[|f| f.cause_unfinished]
    } else if written.is_some_and(|tokens| tokens >= THOUGHT) {
        &[|f| f.cause_thought, |f| f.cause_tool]
    } else {
        &[|f| f.cause_ended, |f| f.cause_tool]
    };
    of(
        |f| f.without_words,
        causes,
        &[|f| f.next_again, |f| f.next_other_model, |f| f.next_by_hand],
    )
}

/// The statuses by which a server says that it does not take the form of a request, or anything at all.
fn is_of_the_form(failure: &CallFailure) -> bool {
    matches!(failure.status, None | Some(0..=400 | 406 | 411..=417 | 422 | 500..))
}

/// Refused for its bytes, by whoever passes it on, and not for its tokens by the model.
fn is_of_the_size(failure: &CallFailure) -> bool {
    let said = failure.detail.to_lowercase();
    failure.status == Some(413)
        && !["token", "context", "prompt"]
            .iter()
            .any(|word| said.contains(word))
}

/// A refusal that tells of the longest reply beside the prompt.
fn names_reply(failure: &CallFailure) -> bool {
    const REPLY: &[&str] = &["completion", "max_tokens", "max_new_tokens", "max_output_tokens"];
    let said = failure.detail.to_lowercase();
    REPLY.iter().any(|word| said.contains(word))
}

fn timeout(failure: &CallFailure, page: &PageContext, server: &Server) -> Advice {
    let slow: Line = if server.is_near() {
        |f| f.cause_loading
    } else {
        |f| f.cause_slow
    };
    // The server's own limit, and not the app's.
    if failure.status.is_some() {
        return of(
            |f| f.timeout_there,
            &[|f| f.cause_time_limit, slow, |f| f.cause_long_prompt],
            &[|f| f.next_again, |f| f.next_shorten, |f| f.next_other_model],
        );
    }
    if let Some(test) = page.test {
        return test_timeout(test, server);
    }
    of(
        |f| f.timeout,
        &[slow, |f| f.cause_long_prompt, |f| f.cause_stalled],
        &[
            |f| f.next_longer_timeout,
            |f| f.next_shorten,
            |f| f.next_other_model,
        ],
    )
}

/// Neither a prompt nor a passage took part.
fn test_timeout(test: Test, server: &Server) -> Advice {
    let busy: Line = if server.is_near() {
        |f| f.cause_loading
    } else {
        |f| f.cause_overloaded
    };
    let mut advice = of(|f| f.test_timeout, &[busy, |f| f.cause_stalled], &[]);
    // The host of a preset is not misspelt.
    advice.cause(server.known.is_none(), |f| f.cause_misspelt);
    advice.next(server.known.is_none(), |f| f.next_check_url);
    advice.next(true, |f| f.next_test_again);
    advice.next(test.chosen, |f| f.next_longer_timeout_test);
    advice.next(server.is_near(), |f| f.next_server_log);
    advice
}

fn unauthorized(failure: &CallFailure, server: &Server) -> Advice {
    let detail = failure.detail.to_lowercase();
    if detail.contains("cors") {
        return of(
            |f| f.unauthorized,
            &[|f| f.cause_organisation_cors],
            &[|f| f.next_other_key, |f| f.next_by_hand],
        );
    }
    if let Some(restricted) = restricted(&detail) {
        return restricted;
    }
    if failure.status == Some(451) {
        return of(
            |f| f.forbidden,
            &[|f| f.cause_law, |f| f.cause_region],
            &[|f| f.next_other_provider, |f| f.next_by_hand],
        );
    }
    if ["country", "region", "location", "territory"]
        .iter()
        .any(|word| detail.contains(word))
    {
        return of(
            |f| f.forbidden,
            &[|f| f.cause_region],
            &[|f| f.next_other_provider, |f| f.next_by_hand],
        );
    }
    if page_title(failure).is_some() {
        return of(
            |f| f.forbidden,
            &[|f| f.cause_firewall, |f| f.cause_wrong_key],
            &[|f| f.next_unblock, |f| f.next_copy_key],
        );
    }
    let happened: Line = if failure.status == Some(403) {
        |f| f.forbidden
    } else {
        |f| f.unauthorized
    };
    let first: Line = if server.is_near() {
        |f| f.cause_local_key
    } else {
        |f| f.cause_wrong_key
    };
    of(
        happened,
        &[first, |f| f.cause_foreign_key, |f| f.cause_no_access],
        &[|f| f.next_copy_key, |f| f.next_other_model],
    )
}

/// A key that is right, and may not be used so: Google names the reason, and the words of each.
fn restricted(detail: &str) -> Option<Advice> {
    let says = |words: &[&str]| words.iter().any(|word| detail.contains(word));
    let cause: Line = if says(&["api_key_http_referrer_blocked", "requests from referer"]) {
        |f| f.cause_key_sites
    } else if says(&[
        "api_key_ip_address_blocked",
        "ip address restriction",
        "ip_not_authorized",
    ]) {
        |f| f.cause_key_addresses
    } else if says(&[
        "api_key_android_app_blocked",
        "api_key_ios_app_blocked",
        "client application <empty>",
    ]) {
        |f| f.cause_key_apps
    } else if says(&["api_key_service_blocked"]) {
        |f| f.cause_key_services
    } else if says(&["service_disabled", "has not been used in project"]) {
        return Some(of(
            |f| f.forbidden,
            &[|f| f.cause_service_off],
            &[|f| f.next_service_on],
        ));
    } else {
        return None;
    };
    Some(of(
        |f| f.forbidden,
        &[cause],
        &[|f| f.next_key_restriction, |f| f.next_unrestricted_key],
    ))
}

fn not_found(server: &Server) -> Advice {
    let mut next: Vec<Line> = vec![|f| f.next_pick_model, |f| f.next_check_url];
    if server.is_ollama() {
        next.push(|f| f.next_pull);
    }
    of(|f| f.not_found, &[|f| f.cause_model, |f| f.cause_path], &next)
}

fn not_here(failure: &CallFailure) -> Advice {
    let mut causes: Vec<Line> = vec![|f| f.cause_path, |f| f.cause_other_format];
    let mut next: Vec<Line> = vec![|f| f.next_check_url, |f| f.next_check_format];
    if page_title(failure).is_some() || matches!(failure.status, Some(405 | 501)) {
        causes.push(|f| f.cause_web_page);
    } else {
        // Some servers say no more than that of a model as well.
        causes.push(|f| f.cause_model);
        next.push(|f| f.next_pick_model);
    }
    of(|f| f.wrong_path, &causes, &next)
}

fn malformed(failure: &CallFailure) -> Advice {
    let causes: [Line; 3] = if page_title(failure).is_some() {
        [|f| f.cause_web_page, |f| f.cause_other_format, |f| f.cause_cut]
    } else if serde_json::from_str::<serde_json::Value>(&failure.detail).is_ok() {
        [|f| f.cause_other_format, |f| f.cause_web_page, |f| f.cause_cut]
    } else {
        [|f| f.cause_cut, |f| f.cause_other_format, |f| f.cause_web_page]
    };
    of(
        |f| f.malformed,
        &causes,
        &[|f| f.next_check_url, |f| f.next_check_format, |f| f.next_again],
    )
}

fn too_long(failure: &CallFailure, server: &Server) -> Advice {
    let mut next: Vec<Line> = vec![|f| f.next_shorten, |f| f.next_larger_context];
    if names_reply(failure) {
        next.insert(0, |f| f.next_lower_length);
    }
    if server.is_ollama() {
        // The app sets its context by itself, but only on its own paths.
        next.push(|f| f.next_ollama_native);
    } else if server.is_near() {
        next.push(|f| f.next_local_context);
    }
    let full = failure.status.is_some_and(|status| status < 300);
    let (happened, cause): (Line, Line) = if was_cut(failure) {
        (|f| f.read_in_part, |f| f.cause_context)
    } else if full {
        (|f| f.context_full, |f| f.cause_long_prompt)
    } else {
        (|f| f.too_long, |f| f.cause_context)
    };
    of(happened, &[cause], &next)
}

/// When to run it again: as the server says, or else this.
fn wait_or(failure: &CallFailure, otherwise: Line) -> Line {
    match named_wait(failure) {
        Some(_) => |f| f.next_wait_named,
        None => otherwise,
    }
}

fn server_failed(failure: &CallFailure, server: &Server) -> Advice {
    if server.is_near() {
        return of(
            |f| f.server,
            &[|f| f.cause_local_crash, |f| f.cause_loading],
            &[
                |f| f.next_server_log,
                |f| f.next_smaller_model,
                wait_or(failure, |f| f.next_again),
            ],
        );
    }
    of(
        |f| f.server,
        &[|f| f.cause_overloaded, |f| f.cause_outage],
        &[
            wait_or(failure, |f| f.next_later),
            |f| f.next_other_model,
            |f| f.next_other_provider,
        ],
    )
}

#[cfg(test)]
mod tests;
