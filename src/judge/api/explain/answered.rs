//! What is said where a server answered, began to, or kept one waiting: by what it said, and where it is.

use super::{Advice, Line, PageContext, Server, Test, named_wait, of, page_title, was_cut};
use crate::evaluation::CallFailure;
use crate::judge::api::wire::THOUGHT;

/// A response had begun: the server is there, and its replies may be read.
pub(super) fn cut_short(server: &Server) -> Advice {
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
pub(super) fn without_words(failure: &CallFailure) -> Advice {
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

pub(super) fn timeout(failure: &CallFailure, page: &PageContext, server: &Server) -> Advice {
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

pub(super) fn unauthorized(failure: &CallFailure, server: &Server) -> Advice {
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

pub(super) fn not_found(server: &Server) -> Advice {
    let mut next: Vec<Line> = vec![|f| f.next_pick_model, |f| f.next_check_url];
    if server.is_ollama() {
        next.push(|f| f.next_pull);
    }
    of(|f| f.not_found, &[|f| f.cause_model, |f| f.cause_path], &next)
}

pub(super) fn not_here(failure: &CallFailure) -> Advice {
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

pub(super) fn malformed(failure: &CallFailure) -> Advice {
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

pub(super) fn too_long(failure: &CallFailure, server: &Server) -> Advice {
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

pub(super) fn server_failed(failure: &CallFailure, server: &Server) -> Advice {
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

/// When to run it again: as the server says, or else this.
pub(super) fn wait_or(failure: &CallFailure, otherwise: Line) -> Line {
    match named_wait(failure) {
        Some(_) => |f| f.next_wait_named,
        None => otherwise,
    }
}

/// The statuses by which a server says that it does not take the form of a request, or anything at all.
pub(super) fn is_of_the_form(failure: &CallFailure) -> bool {
    matches!(failure.status, None | Some(0..=400 | 406 | 411..=417 | 422 | 500..))
}

/// Refused for its bytes, by whoever passes it on, and not for its tokens by the model.
pub(super) fn is_of_the_size(failure: &CallFailure) -> bool {
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
