//! Errors in every shape: what each means, what is told of it, how long to wait, and how much a model takes.

use super::*;
use crate::evaluation::FailureKind;

/// Errors of `errors.txt`, and those whose bodies are of several lines or begin with a mark: status,
/// body, what it means, a word of what is shown.
fn errors() -> Vec<(u16, &'static str, FailureKind, &'static str)> {
    use FailureKind::*;
    const KINDS: [FailureKind; 9] = [
        Unauthorized,
        NotFound,
        RateLimited,
        Quota,
        TooLong,
        BadRequest,
        Server,
        Timeout,
        Malformed,
    ];
    let kind = |name: &str| {
        KINDS
            .into_iter()
            .find(|kind| format!("{kind:?}") == name)
            .unwrap()
    };
    let of_line =
        |[status, name, word, body]: [&'static str; 4]| (status.parse().unwrap(), body, kind(name), word);
    let mut all: Vec<_> = columns(include_str!("errors.txt")).map(of_line).collect();
    all.extend([
        (
            400,
            "\u{feff}{\"error\":{\"message\":\"bom\"}}",
            BadRequest,
            "bom",
        ),
        (
            502,
            "<html>\n<head><title>502 Bad Gateway</title></head>",
            Server,
            "502 Bad",
        ),
        (
            200,
            "data: {\"choices\":[{\"delta\":{\"content\":\"cut he\"}}]}\n\n",
            Malformed,
            "cut he",
        ),
    ]);
    all
}

#[test]
fn errors_are_told_apart() {
    for (status, body, kind, word) in errors() {
        for wire in Wire::ALL {
            let response = response(status, body);
            let trouble = match read_chat(wire, &response) {
                Err(trouble) => trouble,
                // Another format's words are not this format's error.
                Ok(reply) => panic!("{wire:?} {status} {body} → {reply:?}"),
            };
            assert_eq!(trouble.kind, kind, "{wire:?} {status} {body} → {trouble:?}");
            assert!(
                trouble.said.message.contains(word),
                "{body} → {:?}",
                trouble.said.message
            );
        }
    }
}

#[test]
fn a_body_that_says_nothing_is_not_quoted() {
    for (body, said) in [
        ("{}", ""),
        ("[]", ""),
        ("\"\"", ""),
        ("null", ""),
        ("[{}]", ""),
        (r#"{"error":{}}"#, ""),
        (r#"{"error":null,"detail":[]}"#, ""),
        ("", ""),
        (r#"{"ok":false}"#, r#"{"ok":false}"#),
        ("0", "0"),
        (r#"{"error":{"code":7}}"#, r#"{"error":{"code":7}}"#),
        ("no", "no"),
    ] {
        for status in [400, 403, 404, 405, 413, 418, 500, 503] {
            for wire in Wire::ALL {
                let trouble = read_chat(wire, &response(status, body)).unwrap_err();
                let quoted = trouble.said.message.as_str();
                // What has words of its own is told by them.
                assert!(
                    quoted == said || (!said.is_empty() && quoted.is_empty()),
                    "{status} {body}: {quoted}"
                );
            }
        }
    }
    // Of a good status it tells which form came.
    let trouble = read_chat(Wire::OpenAi, &response(200, "{}")).unwrap_err();
    assert_eq!(trouble.said.message, "{}");
}

#[test]
fn waits_are_found_where_they_stand() {
    for (body, wait) in [
        (
            r#"{"error":{"message":"Please try again in 1.2s."}}"#,
            Some(1_200),
        ),
        (
            r#"{"error":{"message":"x","details":[{"retryDelay":"27s"}]}}"#,
            Some(27_000),
        ),
        (
            r#"[{"error":{"message":"x","details":[{"retryDelay":"0.5s"}]}}]"#,
            Some(500),
        ),
        (
            r#"{"error":{"message":"x","metadata":{"raw":"try again in 3s"}}}"#,
            Some(3_000),
        ),
        ("Too many requests, retry after 5 seconds", Some(5_000)),
        (
            r#"{"error":"Model m is currently loading","estimated_time":20.0}"#,
            Some(20_000),
        ),
        (r#"{"error":"Model m is loading","estimated_time":-1}"#, None),
        (r#"{"message":"Slow down","retry_after":1.5}"#, Some(1_500)),
        (
            r#"{"error":{"message":"Slow down","retry_after":30}}"#,
            Some(30_000),
        ),
        (
            r#"{"error":{"message":"Slow down","retry_after_ms":250}}"#,
            Some(250),
        ),
        (r#"{"error":{"message":"Slow down","retry_after":"soon"}}"#, None),
        (
            r#"{"error":{"message":"Slow down. Try again in 1 minute and 5 seconds."}}"#,
            Some(65_000),
        ),
        (r#"{"error":{"message":"Overloaded"}}"#, None),
    ] {
        let response = response(429, body);
        let trouble = read_chat(Wire::OpenAi, &response).unwrap_err();
        assert_eq!(trouble.said.wait_ms, wait, "{body}");
    }
}

#[test]
fn a_router_passes_on_when_more_is_allowed() {
    let now = 1_741_305_000_000.0;
    for (headers, at_ms, wait) in [
        (
            r#"{"X-RateLimit-Reset":"1741305020500"}"#,
            Some(now),
            Some(20_500),
        ),
        (r#"{"x-ratelimit-reset":1741305020500}"#, Some(now), Some(20_500)),
        (r#"{"X-RateLimit-Reset":"1741304000000"}"#, Some(now), Some(0)),
        (r#"{"X-RateLimit-Reset":"1741305020500"}"#, None, None),
        // Seconds, or a text: which moment that is would be a guess.
        (r#"{"X-RateLimit-Reset":"1741305020"}"#, Some(now), None),
        (r#"{"X-RateLimit-Reset":"20s"}"#, Some(now), None),
        ("null", Some(now), None),
    ] {
        let body =
            format!(r#"{{"error":{{"message":"Slow down","code":429,"metadata":{{"headers":{headers}}}}}}}"#);
        let response = HttpResponse {
            at_ms,
            ..response(200, &body)
        };
        let trouble = read_chat(Wire::OpenAi, &response).unwrap_err();
        assert_eq!(
            (trouble.kind, trouble.said.wait_ms),
            (FailureKind::RateLimited, wait),
            "{headers}"
        );
    }
}

#[test]
fn errors_that_say_how_much_a_model_takes_are_read() {
    for (body, context) in [
        (
            r#"{"error":{"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_ctx":4096}}"#,
            Some(4_096),
        ),
        (
            r#"{"error":{"message":"This model's maximum context length is 8,192 tokens. However"}}"#,
            Some(8_192),
        ),
        (
            r#"{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
            Some(200_000),
        ),
        (
            r#"{"error":{"message":"exceeds the maximum number of tokens allowed (1048576)."}}"#,
            Some(1_048_576),
        ),
        (
            r#"{"error":{"message":"maximum context length is unknown"}}"#,
            None,
        ),
    ] {
        let response = response(400, body);
        let trouble = read_chat(Wire::OpenAi, &response).unwrap_err();
        assert_eq!(trouble.said.context, context, "{body}");
        assert_eq!(trouble.kind, FailureKind::TooLong);
    }
}

#[test]
fn every_error_has_its_sentence_in_every_language() {
    use crate::evaluation::CallFailure;
    use crate::i18n::{Lang, fill};
    use crate::judge::api::{PageContext, explain};
    let page = PageContext::of("https://assay.example");
    for (status, body, kind, word) in errors() {
        let response = response(status, body);
        let trouble = read_chat(Wire::OpenAi, &response).unwrap_err();
        let failure = CallFailure {
            kind: trouble.kind,
            host: "llm.example".into(),
            secure: true,
            status: Some(trouble.status),
            detail: trouble.said.message,
            attempts: 1,
            usage: None,
        };
        for lang in Lang::ALL {
            let f = lang.failures();
            // A 403 is told as refused rather than as a wrong key; see the explainer's own tests for the turns.
            let sentences = match kind {
                FailureKind::Unauthorized => vec![f.unauthorized, f.forbidden],
                FailureKind::NotFound => vec![f.not_found, f.wrong_path],
                FailureKind::RateLimited => vec![f.rate_limited],
                FailureKind::Quota => vec![f.quota],
                FailureKind::TooLong => vec![f.too_long, f.request_too_large],
                FailureKind::BadRequest => vec![f.bad_request],
                FailureKind::Server => vec![f.server, f.conflict],
                FailureKind::Timeout => vec![f.timeout, f.timeout_there],
                FailureKind::Malformed => vec![f.malformed],
                other => panic!("no error of a server: {other:?}"),
            };
            let number = trouble.status.to_string();
            let values = [("host", "llm.example"), ("status", number.as_str())];
            let told = explain(&failure, &page, lang);
            assert!(
                sentences
                    .iter()
                    .any(|sentence| told.happened.starts_with(&fill(sentence, &values))),
                "{body}: {}",
                told.happened
            );
            let word = word.strip_prefix("<html>").unwrap_or(word);
            assert!(told.happened.contains(word), "{body}: {}", told.happened);
            assert!(!told.happened.contains("<html"), "{body}: {}", told.happened);
            assert!(!told.causes.is_empty() && !told.next.is_empty(), "{body}");
        }
    }
}

proptest::proptest! {
    #[test]
    fn nothing_that_a_server_sends_breaks_the_reader(status in 100u16..600, cut in 0usize..400, at in 0usize..errors().len(), noise in "\\PC{0,40}") {
        let body: String = errors()[at].1.chars().take(cut).chain(noise.chars()).collect();
        let response = HttpResponse { status, body, ..HttpResponse::default() };
        for wire in Wire::ALL {
            let _ = read_chat(wire, &response);
        }
    }
}
