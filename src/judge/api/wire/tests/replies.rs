//! Replies of every format: their words, their end, their figures, and the reason of those without a word.

use super::*;
use crate::evaluation::{FailureKind, Usage};

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
    let mut all: Vec<_> = columns(include_str!("replies.txt")).map(of_line).collect();
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
        (Anthropic, r#"{"content":[],"stop_reason":"refusal"}"#, None),
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
