//! Tables: requests as they are pinned, replies and errors in every shape that providers are known to send.

use serde_json::json;

use super::*;
use crate::evaluation::{FailureKind, Usage};
use crate::judge::api::provider::{CUSTOM, Provider};
use crate::judge::api::quirks::Quirks;
use crate::judge::api::sent::Wanted;

fn target(id: &str) -> Target {
    Target::preset(Provider::by_id(id).unwrap()).unwrap()
}

fn request(id: &str, model: &str, wanted: Wanted, schema: Option<&Value>) -> HttpRequest {
    let target = target(id);
    let key = ApiKey::from_paste("sk-test-0123456789").unwrap();
    let sent = Quirks::default().apply(&wanted, &target);
    chat_request(&target, Some(&key), model, "Judge {this}.", schema, &sent)
}

const BARE: Wanted = Wanted {
    temperature: None,
    max_tokens: None,
    structured: false,
    top_p: None,
    seed: None,
};
const FULL: Wanted = Wanted {
    temperature: Some(0.0),
    max_tokens: Some(900),
    structured: true,
    top_p: None,
    seed: None,
};
const EVERYTHING: Wanted = Wanted {
    top_p: Some(0.9),
    seed: Some(7),
    ..FULL
};

#[test]
fn requests_are_pinned() {
    let schema = json!({ "type": "object" });
    let message = json!([{ "role": "user", "content": "Judge {this}." }]);
    let contents = json!([{ "role": "user", "parts": [{ "text": "Judge {this}." }] }]);
    let json_schema = json!({ "type": "json_schema", "json_schema": { "name": "reply", "strict": true, "schema": schema } });
    for (id, wanted, url, body) in [
        (
            "openai",
            BARE,
            "https://api.openai.com/v1/chat/completions",
            json!({ "model": "m", "messages": message }),
        ),
        (
            "openai",
            FULL,
            "https://api.openai.com/v1/chat/completions",
            json!({ "model": "m", "messages": message, "temperature": 0, "max_completion_tokens": 900, "response_format": json_schema }),
        ),
        (
            "mistral",
            FULL,
            "https://api.mistral.ai/v1/chat/completions",
            json!({ "model": "m", "messages": message, "temperature": 0, "max_tokens": 900, "response_format": json_schema }),
        ),
        (
            "anthropic",
            BARE,
            "https://api.anthropic.com/v1/messages",
            json!({ "model": "m", "max_tokens": 8192, "messages": message }),
        ),
        (
            "anthropic",
            FULL,
            "https://api.anthropic.com/v1/messages",
            json!({ "model": "m", "max_tokens": 900, "messages": message, "temperature": 0,
                "output_config": { "format": { "type": "json_schema", "schema": schema } } }),
        ),
        (
            "gemini",
            BARE,
            "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent",
            json!({ "contents": contents }),
        ),
        (
            "gemini",
            FULL,
            "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent",
            json!({ "contents": contents, "generationConfig": { "temperature": 0, "maxOutputTokens": 900,
                "responseMimeType": "application/json", "responseJsonSchema": schema } }),
        ),
        (
            "openai",
            EVERYTHING,
            "https://api.openai.com/v1/chat/completions",
            json!({ "model": "m", "messages": message, "temperature": 0, "top_p": 0.9, "seed": 7,
                "max_completion_tokens": 900, "response_format": json_schema }),
        ),
        (
            "mistral",
            EVERYTHING,
            "https://api.mistral.ai/v1/chat/completions",
            json!({ "model": "m", "messages": message, "temperature": 0, "top_p": 0.9, "random_seed": 7,
                "max_tokens": 900, "response_format": json_schema }),
        ),
        (
            "deepseek",
            FULL,
            "https://api.deepseek.com/chat/completions",
            json!({ "model": "m", "messages": message, "temperature": 0, "max_tokens": 900,
                "response_format": { "type": "json_object" } }),
        ),
        (
            "openai-responses",
            BARE,
            "https://api.openai.com/v1/responses",
            json!({ "model": "m", "input": message, "store": false }),
        ),
        (
            "openai-responses",
            EVERYTHING,
            "https://api.openai.com/v1/responses",
            json!({ "model": "m", "input": message, "store": false, "temperature": 0, "top_p": 0.9,
                "max_output_tokens": 900,
                "text": { "format": { "type": "json_schema", "name": "reply", "strict": true, "schema": schema } } }),
        ),
        (
            "cohere",
            BARE,
            "https://api.cohere.com/v2/chat",
            json!({ "model": "m", "messages": message }),
        ),
        (
            "cohere",
            EVERYTHING,
            "https://api.cohere.com/v2/chat",
            json!({ "model": "m", "messages": message, "temperature": 0, "p": 0.9, "seed": 7, "max_tokens": 900,
                "response_format": { "type": "json_object", "json_schema": schema } }),
        ),
        (
            "ollama",
            BARE,
            "http://localhost:11434/api/chat",
            json!({ "model": "m", "messages": message, "stream": false, "truncate": false, "options": {} }),
        ),
        (
            "ollama",
            EVERYTHING,
            "http://localhost:11434/api/chat",
            json!({ "model": "m", "messages": message, "stream": false, "truncate": false, "format": schema,
                "options": { "temperature": 0, "top_p": 0.9, "seed": 7, "num_predict": 900 } }),
        ),
        (
            "anthropic",
            EVERYTHING,
            "https://api.anthropic.com/v1/messages",
            json!({ "model": "m", "max_tokens": 900, "messages": message, "temperature": 0, "top_p": 0.9,
                "output_config": { "format": { "type": "json_schema", "schema": schema } } }),
        ),
    ] {
        let request = request(id, "m", wanted, Some(&schema));
        assert_eq!(request.url, url);
        assert_eq!(request.body, Some(body), "{id}");
    }
}

#[test]
fn headers_are_no_more_than_preflights_allow() {
    let json = ("content-type", "application/json");
    for (id, key, others) in [
        (
            "openai",
            ("authorization", "Bearer sk-test-0123456789"),
            vec![json],
        ),
        (
            "anthropic",
            ("x-api-key", "sk-test-0123456789"),
            vec![
                json,
                ("anthropic-version", "2023-06-01"),
                ("anthropic-dangerous-direct-browser-access", "true"),
            ],
        ),
        ("gemini", ("x-goog-api-key", "sk-test-0123456789"), vec![json]),
    ] {
        let request = request(id, "m", BARE, None);
        assert_eq!(request.key_header(), Some((key.0, key.1.to_owned())));
        let headers: Vec<(&str, &str)> = request
            .headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        assert_eq!(headers, others);
        assert!(!request.url.contains("sk-test"));
        assert!(!request.body.unwrap().to_string().contains("sk-test"));
    }
    let target = Target::read(&CUSTOM, "http://localhost:8080").unwrap();
    let sent = Quirks::default().apply(&BARE, &target);
    let request = chat_request(&target, None, "m", "p", None, &sent);
    assert_eq!(request.key_header(), None);
    assert!(!format!("{request:?}").contains("content"));
}

#[test]
fn models_lists_are_asked_for_without_a_body() {
    for (id, url) in [
        ("openai", "https://api.openai.com/v1/models"),
        ("anthropic", "https://api.anthropic.com/v1/models?limit=1000"),
        (
            "gemini",
            "https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000",
        ),
        ("openai-responses", "https://api.openai.com/v1/models"),
        (
            "cohere",
            "https://api.cohere.com/v1/models?page_size=1000&endpoint=chat",
        ),
        ("ollama", "http://localhost:11434/api/tags"),
    ] {
        let request = models_request(&target(id), None);
        assert_eq!((request.url.as_str(), request.body), (url, None));
        assert!(
            request
                .headers
                .iter()
                .all(|(name, _)| name.starts_with("anthropic-"))
        );
    }
}

#[test]
fn gemini_names_become_paths() {
    for (model, path) in [
        ("gemini-2.5-pro", "/models/gemini-2.5-pro:generateContent"),
        ("models/gemini-2.5-pro", "/models/gemini-2.5-pro:generateContent"),
        ("tunedModels/mine", "/tunedModels/mine:generateContent"),
        (" a b?c#d ", "/models/a%20b%3Fc%23d:generateContent"),
    ] {
        assert_eq!(gemini::path(model), path);
    }
}

fn response(status: u16, body: &str) -> HttpResponse {
    HttpResponse {
        status,
        body: body.to_owned(),
        ..HttpResponse::default()
    }
}

fn ok(wire: Wire, body: &str) -> TextReply {
    let response = response(200, body);
    read_chat(wire, &response).unwrap_or_else(|trouble| panic!("{body}: {trouble:?}"))
}

#[test]
fn replies_are_read() {
    use Wire::{Ollama, OpenAi};
    let wire = |name: &str| {
        Wire::ALL
            .into_iter()
            .find(|wire| format!("{wire:?}") == name)
            .unwrap()
    };
    const STOPS: [Stop; 4] = [Stop::Stop, Stop::Length, Stop::Refusal, Stop::Blocked];
    let stop = |name: &str| {
        STOPS
            .into_iter()
            .find(|stop| format!("{stop:?}") == name)
            .unwrap()
    };
    let of_line =
        |[of, ended, text, body]: [&'static str; 4]| (wire(of), body, text.replace("\\n", "\n"), stop(ended));
    let mut all: Vec<_> = columns(include_str!("tests/replies.txt")).map(of_line).collect();
    all.extend([
        (OpenAi, "{\"choices\":[{\"message\":{\"content\":\" yes\\n\"}}],\"error\":null}", " yes\n".to_owned(), Stop::Stop),
        (OpenAi, "\u{feff}\n {\"choices\":[{\"message\":{\"content\":\"bom\"}}]}", "bom".to_owned(), Stop::Stop),
        (OpenAi, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n", "ab".to_owned(), Stop::Length),
        (Ollama, "{\"message\":{\"content\":\"a\"},\"done\":false}\n{\"message\":{\"content\":\"b\"},\"done\":true,\"done_reason\":\"stop\"}\n", "ab".to_owned(), Stop::Stop),
        // Half of a surrogate pair is no reason to lose the rest, in whole replies and in streamed ones.
        (OpenAi, r#"{"choices":[{"message":{"content":"a \ud83d b \\ud83d \ud83d\ude00 \ude00"},"finish_reason":"length"}]}"#, "a \u{fffd} b \\ud83d 😀 \u{fffd}".to_owned(), Stop::Length),
        (Wire::Anthropic, r#"{"content":[{"type":"text","text":"a\ud83d"}],"stop_reason":"max_tokens"}"#, "a\u{fffd}".to_owned(), Stop::Length),
        (Wire::Gemini, r#"{"candidates":[{"content":{"parts":[{"text":"a\uD83D"}]},"finishReason":"STOP"}]}"#, "a\u{fffd}".to_owned(), Stop::Stop),
        (Wire::Responses, r#"{"output":[{"type":"message","content":[{"type":"output_text","text":"\udfffa"}]}],"status":"completed"}"#, "\u{fffd}a".to_owned(), Stop::Stop),
        (Wire::Cohere, r#"{"message":{"content":[{"type":"text","text":"a\ud83d\u0041"}]},"finish_reason":"COMPLETE"}"#, "a\u{fffd}A".to_owned(), Stop::Stop),
        (Ollama, r#"{"message":{"content":"a\ud83d"},"done":true,"done_reason":"length"}"#, "a\u{fffd}".to_owned(), Stop::Length),
        (OpenAi, "data: {\"choices\":[{\"delta\":{\"content\":\"a\\ud83d\"}}]}\n\ndata: [DONE]\n", "a\u{fffd}".to_owned(), Stop::Stop),
        (Ollama, "{\"message\":{\"content\":\"a\\ud83d\"},\"done\":false}\n{\"message\":{\"content\":\"b\"},\"done\":true,\"done_reason\":\"stop\"}\n", "a\u{fffd}b".to_owned(), Stop::Stop),
    ]);
    for (wire, body, text, stop) in all {
        let reply = ok(wire, body);
        assert_eq!((reply.text, reply.stop), (text, stop), "{body}");
    }
}

#[test]
fn usage_and_model_are_read() {
    for (wire, body, prompt, completion) in [
        (
            Wire::OpenAi,
            r#"{"model":"m","choices":[{"message":{"content":"x"}}],"usage":{"prompt_tokens":12,"completion_tokens":3.0}}"#,
            Some(12),
            Some(3),
        ),
        (
            Wire::OpenAi,
            r#"{"model":"m","choices":[{"message":{"content":"x"}}],"usage":{"prompt_tokens":null}}"#,
            None,
            None,
        ),
        (
            Wire::Anthropic,
            r#"{"model":"m","content":[],"usage":{"input_tokens":10,"cache_read_input_tokens":5,"output_tokens":3}}"#,
            Some(15),
            Some(3),
        ),
        (
            Wire::Gemini,
            r#"{"modelVersion":"m","candidates":[{}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":2,"thoughtsTokenCount":40}}"#,
            Some(7),
            Some(42),
        ),
        (
            Wire::Responses,
            r#"{"model":"m","output":[],"usage":{"input_tokens":12,"output_tokens":3,"output_tokens_details":{"reasoning_tokens":2}}}"#,
            Some(12),
            Some(3),
        ),
        (
            Wire::Cohere,
            r#"{"model":"m","message":{"content":[]},"usage":{"billed_units":{"input_tokens":4,"output_tokens":1},"tokens":{"input_tokens":9,"output_tokens":2}}}"#,
            Some(9),
            Some(2),
        ),
        (
            Wire::Cohere,
            r#"{"model":"m","message":{"content":[]},"usage":{"billed_units":{"input_tokens":4,"output_tokens":1}}}"#,
            Some(4),
            Some(1),
        ),
        (
            Wire::Ollama,
            r#"{"model":"m","message":{"content":"x"},"done":true,"prompt_eval_count":26,"eval_count":8}"#,
            Some(26),
            Some(8),
        ),
    ] {
        let reply = ok(wire, body);
        assert_eq!(reply.usage, Some(Usage { prompt, completion }), "{body}");
        assert_eq!(reply.model.as_deref(), Some("m"));
    }
}

/// The lines of a table in four columns, without those that say what follows.
fn columns(table: &'static str) -> impl Iterator<Item = [&'static str; 4]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut columns = line.splitn(4, '|').map(str::trim);
        [(); 4].map(|()| columns.next().unwrap_or_else(|| panic!("four columns: {line}")))
    })
}

/// Errors of [`tests/errors.txt`](errors.txt), and those whose bodies are of several lines or begin with a mark: status,
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
    let mut all: Vec<_> = columns(include_str!("tests/errors.txt")).map(of_line).collect();
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
fn a_filter_that_answers_with_an_error_is_a_blocked_reply() {
    let body = r#"{"error":{"code":"content_filter","message":"The response was filtered","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#;
    let response = response(400, body);
    let reply = read_chat(Wire::OpenAi, &response).unwrap();
    assert_eq!(
        (reply.stop, reply.text.as_str()),
        (Stop::Blocked, "The response was filtered")
    );
}

#[test]
fn a_reply_that_ends_as_the_context_is_full_is_too_long() {
    for (wire, body, said) in [
        (
            Wire::Anthropic,
            r#"{"type":"message","content":[{"type":"text","text":"ye"}],"stop_reason":"model_context_window_exceeded"}"#,
            "stop_reason: model_context_window_exceeded",
        ),
        (
            Wire::OpenAi,
            r#"{"choices":[{"message":{"content":"ye"},"finish_reason":"model_length"}]}"#,
            "finish_reason: model_length",
        ),
        (
            Wire::Cohere,
            r#"{"finish_reason":"ERROR_LIMIT","message":{"content":[{"type":"text","text":"ye"}]}}"#,
            "finish_reason: ERROR_LIMIT",
        ),
    ] {
        let response = response(200, body);
        let trouble = read_chat(wire, &response).unwrap_err();
        assert_eq!(
            (trouble.kind, trouble.status, trouble.said.message.as_str()),
            (FailureKind::TooLong, 200, said)
        );
    }
}

#[test]
fn a_reply_without_a_word_is_told_with_the_reason_of_the_server() {
    use Wire::{Anthropic, Cohere, Gemini, Ollama, OpenAi, Responses};
    for (wire, body, said) in [
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":null},"finish_reason":"tool_calls"}],"usage":{"completion_tokens":50}}"#,
            Some("finish_reason: tool_calls"),
        ),
        (
            Anthropic,
            r#"{"content":[{"type":"tool_use","name":"x"}],"stop_reason":"tool_use","usage":{"output_tokens":50}}"#,
            Some("stop_reason: tool_use"),
        ),
        (
            Anthropic,
            r#"{"content":[],"stop_reason":"pause_turn"}"#,
            Some("stop_reason: pause_turn"),
        ),
        (
            Gemini,
            r#"{"candidates":[{"finishReason":"OTHER"}],"usageMetadata":{"promptTokenCount":3}}"#,
            Some("finishReason: OTHER"),
        ),
        (
            Responses,
            r#"{"status":"queued","output":[]}"#,
            Some("status: queued"),
        ),
        (
            Ollama,
            r#"{"message":{"content":""},"done":true,"done_reason":"load"}"#,
            Some("done_reason: load"),
        ),
        (
            Cohere,
            r#"{"finish_reason":"TOOL_CALL","message":{"role":"assistant"}}"#,
            Some("finish_reason: TOOL_CALL"),
        ),
        // It ended by itself, and wrote next to nothing.
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":""},"finish_reason":"stop"}],"usage":{"completion_tokens":1}}"#,
            Some("finish_reason: stop"),
        ),
        (OpenAi, r#"{"choices":[{"message":{"content":""}}]}"#, Some("")),
        // It thought, and ended by itself: nothing was cut.
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":"","reasoning_content":"hm"},"finish_reason":"stop"}],"usage":{"completion_tokens":900}}"#,
            Some("finish_reason: stop"),
        ),
        (
            Gemini,
            r#"{"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"thoughtsTokenCount":400}}"#,
            Some("finishReason: STOP"),
        ),
        // Words of their own: cut, blocked, refused, or there.
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":""},"finish_reason":"length"}]}"#,
            None,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}"#,
            None,
        ),
        (Wire::Anthropic, r#"{"content":[],"stop_reason":"refusal"}"#, None),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":"x"},"finish_reason":"tool_calls"}]}"#,
            None,
        ),
    ] {
        let response = response(200, body);
        let told = read_words(wire, &response).err().map(|trouble| {
            assert_eq!(trouble.kind, FailureKind::Empty);
            trouble.said.message
        });
        assert_eq!(told.as_deref(), said, "{body}");
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

#[test]
fn how_much_a_model_takes_is_asked_and_read() {
    let ollama = context_request(&target("ollama"), None, "m").unwrap();
    assert_eq!(ollama.url, "http://localhost:11434/api/show");
    assert_eq!(ollama.body, Some(json!({ "model": "m" })));
    let llama = context_request(&target("llama-cpp"), None, "m").unwrap();
    assert_eq!(
        (llama.url.as_str(), llama.body),
        ("http://localhost:8080/props", None)
    );
    assert_eq!(context_request(&target("openai"), None, "m"), None);
    for (status, body, tokens) in [
        (
            200,
            r#"{"model_info":{"general.architecture":"llama","llama.context_length":131072}}"#,
            Some(131_072),
        ),
        (
            200,
            r#"{"default_generation_settings":{"n_ctx":1024}}"#,
            Some(1_024),
        ),
        (200, r#"{"model_info":{}}"#, None),
        (404, r#"{"model_info":{"llama.context_length":1}}"#, None),
        (200, "<html>", None),
    ] {
        assert_eq!(read_context(&response(status, body)), tokens, "{body}");
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
