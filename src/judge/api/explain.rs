//! Explains a failed call: what happened, the likely causes in order, and what to do next.
//!
//! A browser says "failed to fetch" of a dozen things. Which of them are likely follows from where the server is,
//! how the page was loaded, and what is known of the host; that is decided in [`advise`], as data, and worded in
//! [`crate::i18n`].

use super::endpoint::EndpointError;
use super::provider::Provider;
use crate::evaluation::{CallFailure, FailureKind};
use crate::i18n::{Failures, Lang, fill};
use crate::judge::key::{KeyError, Origin, OriginError, Reach};

/// The page that called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageContext {
    /// `location.origin`.
    pub origin: String,
    /// The page was loaded over https.
    pub https: bool,
    /// `navigator.onLine`.
    pub online: bool,
}

/// An explanation in the user's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What happened, in one or two sentences.
    pub happened: String,
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
    /// Likely causes, the likeliest first.
    pub causes: Vec<Line>,
    /// What to do, in order.
    pub next: Vec<Line>,
}

/// Picks a sentence out of a language.
pub type Line = fn(&Failures) -> &'static str;

/// Explains a failed call.
pub fn explain(failure: &CallFailure, page: &PageContext, lang: Lang) -> Explanation {
    let status = failure
        .status
        .map(|status| status.to_string())
        .unwrap_or_default();
    let attempts = failure.attempts.to_string();
    let values = [
        ("host", failure.host.as_str()),
        ("status", status.as_str()),
        ("detail", failure.detail.as_str()),
        ("attempts", attempts.as_str()),
        ("origin", page.origin.as_str()),
    ];
    let strings = &lang.strings().failures;
    let word =
        |lines: Vec<Line>| -> Vec<String> { lines.iter().map(|line| fill(line(strings), &values)).collect() };
    let Advice {
        happened,
        causes,
        next,
    } = advise(failure, page);
    let between = lang.strings().embedded.between_sentences;
    Explanation {
        happened: word(happened).join(between),
        causes: word(causes),
        next: word(next),
    }
}

/// Decides what to say.
pub fn advise(failure: &CallFailure, page: &PageContext) -> Advice {
    let server = Server::of(failure);
    let mut advice = match failure.kind {
        FailureKind::Offline => offline(),
        FailureKind::Unreachable if !page.online => offline(),
        FailureKind::Unreachable => unreachable(failure, page, &server),
        FailureKind::Timeout => timeout(&server),
        FailureKind::BadUrl => of(|f| f.bad_url, &[], &[|f| f.next_check_url]),
        FailureKind::BadKey => of(|f| f.bad_key, &[], &[|f| f.next_copy_key]),
        FailureKind::NoKey => of(|f| f.no_key, &[], &[|f| f.next_enter_key, |f| f.next_without_key]),
        FailureKind::Unauthorized => unauthorized(failure, &server),
        FailureKind::NotFound => not_found(failure, &server),
        FailureKind::BadRequest => of(
            |f| f.bad_request,
            &[|f| f.cause_parameter, |f| f.cause_other_format],
            &[|f| f.next_fewer_parameters, |f| f.next_check_format],
        ),
        FailureKind::TooLong => too_long(&server),
        FailureKind::RateLimited => of(
            |f| f.rate_limited,
            &[|f| f.cause_rate, |f| f.cause_free_plan, |f| f.cause_shared_key],
            &[
                |f| f.next_wait_minute,
                |f| f.next_fewer_at_once,
                |f| f.next_other_model,
            ],
        ),
        FailureKind::Quota => of(
            |f| f.quota,
            &[|f| f.cause_no_credit, |f| f.cause_day_limit],
            &[|f| f.next_billing, |f| f.next_without_key],
        ),
        FailureKind::Server => server_failed(&server),
        FailureKind::Malformed => of(
            |f| f.malformed,
            &[|f| f.cause_web_page, |f| f.cause_cut, |f| f.cause_other_format],
            &[|f| f.next_check_url, |f| f.next_check_format, |f| f.next_again],
        ),
    };
    if failure.attempts > 1 {
        advice.happened.push(|f| f.tried);
    }
    if !failure.detail.is_empty() {
        advice.happened.push(|f| f.said);
    }
    advice
}

/// A pasted key that is none, for the line beside its field.
pub fn key_error(error: &KeyError, lang: Lang) -> String {
    let strings = &lang.strings().failures;
    match error {
        KeyError::Empty => strings.key_empty.to_owned(),
        KeyError::Masked => strings.key_masked.to_owned(),
        KeyError::Words(words) => fill(strings.key_words, &[("words", &words.to_string())]),
        KeyError::Character { character, position } => {
            let shown = if character.is_control() {
                format!("U+{:04X}", u32::from(*character))
            } else {
                character.to_string()
            };
            let position = position.to_string();
            fill(
                strings.key_character,
                &[("character", &shown), ("position", &position)],
            )
        }
    }
}

/// A pasted address that cannot be called, for the line beside its field.
pub fn address_error(error: &EndpointError, lang: Lang) -> String {
    let strings = &lang.strings().failures;
    match error {
        OriginError::Empty => strings.address_empty.to_owned(),
        OriginError::Scheme(scheme) => fill(strings.address_scheme, &[("scheme", scheme)]),
        OriginError::Host(host) => fill(strings.address_host, &[("host", host)]),
        OriginError::Port(port) => fill(strings.address_port, &[("port", port)]),
        OriginError::UserInfo => strings.address_user.to_owned(),
        OriginError::Character(c) => {
            let shown = if c.is_whitespace() || c.is_control() {
                format!("U+{:04X}", u32::from(*c))
            } else {
                c.to_string()
            };
            fill(strings.address_character, &[("character", &shown)])
        }
    }
}

/// What can be told of a server by its address.
struct Server {
    reach: Reach,
    port: u16,
    known: Option<&'static Provider>,
}

impl Server {
    fn of(failure: &CallFailure) -> Self {
        let scheme = if failure.secure { "https" } else { "http" };
        let origin = format!("{scheme}://{}", failure.host).parse::<Origin>().ok();
        Self {
            reach: origin.as_ref().map_or(Reach::Public, Origin::reach),
            port: origin.as_ref().map_or(443, Origin::port),
            known: origin.as_ref().and_then(Provider::at),
        }
    }

    fn is_near(&self) -> bool {
        self.reach != Reach::Public
    }

    /// How this server is told to answer pages: by its usual port.
    fn allow_page(&self) -> Line {
        match self.port {
            11434 => |f| f.next_ollama,
            1234 => |f| f.next_lm_studio,
            8080 => |f| f.next_llama_cpp,
            8000 => |f| f.next_vllm,
            4000 => |f| f.next_litellm,
            1337 => |f| f.next_jan,
            _ => |f| f.next_allow_page,
        }
    }
}

fn of(happened: Line, causes: &[Line], next: &[Line]) -> Advice {
    Advice {
        happened: vec![happened],
        causes: causes.to_vec(),
        next: next.to_vec(),
    }
}

fn offline() -> Advice {
    of(|f| f.offline, &[], &[|f| f.next_go_online, |f| f.next_embedded])
}

fn unreachable(failure: &CallFailure, page: &PageContext, server: &Server) -> Advice {
    let mut advice = of(|f| f.unreachable, &[], &[]);
    let mixed = page.https && !failure.secure;
    match server.reach {
        Reach::Public => unreachable_host(mixed, server, &mut advice),
        Reach::Loopback => unreachable_here(mixed, page, server, &mut advice),
        Reach::Lan => unreachable_near(mixed, server, &mut advice),
    }
    advice
}

fn unreachable_host(mixed: bool, server: &Server, advice: &mut Advice) {
    if mixed {
        advice.causes.push(|f| f.cause_mixed);
        advice.next.push(|f| f.next_https);
    }
    match server.known {
        Some(known) if known.hides_wrong_key => {
            advice.causes.push(|f| f.cause_hidden_key);
            advice
                .causes
                .extend([(|f| f.cause_blocker) as Line, |f| f.cause_down, |f| f.cause_cors]);
            advice
                .next
                .extend([(|f| f.next_copy_key) as Line, |f| f.next_unblock]);
        }
        Some(_) => {
            advice.causes.extend([
                (|f| f.cause_blocker) as Line,
                |f| f.cause_down,
                |f| f.cause_key_or_cors,
            ]);
            advice
                .next
                .extend([(|f| f.next_unblock) as Line, |f| f.next_copy_key]);
        }
        None => {
            advice.causes.extend([
                (|f| f.cause_misspelt) as Line,
                |f| f.cause_cors,
                |f| f.cause_hidden_key,
                |f| f.cause_redirect,
                |f| f.cause_blocker,
            ]);
            advice.next.extend([
                (|f| f.next_check_url) as Line,
                |f| f.next_allow_page,
                |f| f.next_copy_key,
            ]);
        }
    }
    advice.next.push(|f| f.next_by_hand);
}

fn unreachable_here(mixed: bool, page: &PageContext, server: &Server, advice: &mut Advice) {
    // Which of these it is the browser does not tell; a server with a key may hide that the key is wrong.
    advice.causes.extend([
        (|f| f.cause_not_running) as Line,
        |f| f.cause_page_refused,
        |f| f.cause_hidden_key,
    ]);
    advice
        .next
        .extend([(|f| f.next_start) as Line, server.allow_page(), |f| {
            f.next_copy_key
        }]);
    let page_is_here = page
        .origin
        .parse::<Origin>()
        .is_ok_and(|origin| origin.reach() == Reach::Loopback);
    if !page_is_here {
        advice.causes.push(|f| f.cause_permission);
        advice.next.push(|f| f.next_permission);
    }
    if mixed {
        advice.causes.push(|f| f.cause_safari);
    }
    if mixed || !page_is_here {
        advice.next.push(|f| f.next_run_here);
    }
}

fn unreachable_near(mixed: bool, server: &Server, advice: &mut Advice) {
    if mixed {
        advice.causes.push(|f| f.cause_mixed);
    }
    advice.causes.extend([
        (|f| f.cause_not_listening) as Line,
        |f| f.cause_page_refused,
        |f| f.cause_permission,
        |f| f.cause_misspelt,
        |f| f.cause_hidden_key,
    ]);
    if mixed {
        advice.next.push(|f| f.next_run_here);
    }
    advice
        .next
        .extend([(|f| f.next_listen) as Line, server.allow_page(), |f| {
            f.next_permission
        }]);
}

fn timeout(server: &Server) -> Advice {
    let slow: Line = if server.is_near() {
        |f| f.cause_loading
    } else {
        |f| f.cause_slow
    };
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

fn unauthorized(failure: &CallFailure, server: &Server) -> Advice {
    let detail = failure.detail.to_lowercase();
    if detail.contains("cors") {
        return of(
            |f| f.unauthorized,
            &[|f| f.cause_organisation_cors],
            &[|f| f.next_by_hand, |f| f.next_other_key],
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
    if detail.starts_with("<html>") {
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

fn not_found(failure: &CallFailure, server: &Server) -> Advice {
    let about_model = failure.detail.to_lowercase().contains("model");
    let mut causes: Vec<Line> = vec![|f| f.cause_model, |f| f.cause_path];
    let mut next: Vec<Line> = vec![|f| f.next_pick_model, |f| f.next_check_url];
    if !about_model {
        causes.reverse();
        next.reverse();
    }
    if server.is_near() && server.port == 11434 {
        next.push(|f| f.next_pull);
    }
    of(|f| f.not_found, &causes, &next)
}

fn too_long(server: &Server) -> Advice {
    let mut next: Vec<Line> = vec![|f| f.next_shorten, |f| f.next_larger_context];
    if server.is_near() {
        next.push(|f| f.next_local_context);
    }
    of(|f| f.too_long, &[|f| f.cause_context], &next)
}

fn server_failed(server: &Server) -> Advice {
    if server.is_near() {
        return of(
            |f| f.server,
            &[|f| f.cause_local_crash, |f| f.cause_loading],
            &[|f| f.next_server_log, |f| f.next_smaller_model, |f| f.next_again],
        );
    }
    of(
        |f| f.server,
        &[|f| f.cause_overloaded, |f| f.cause_outage],
        &[
            |f| f.next_later,
            |f| f.next_other_model,
            |f| f.next_other_provider,
        ],
    )
}

#[cfg(test)]
mod tests;
