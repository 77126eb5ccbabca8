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

fn ok(wire: Wire, body: &str) -> TextReply {
    let response = HttpResponse {
        status: 200,
        body: body.into(),
        ..HttpResponse::default()
    };
    read_chat(wire, &response).unwrap_or_else(|trouble| panic!("{body}: {trouble:?}"))
}

#[test]
fn replies_are_read() {
    use Stop::{Blocked, Length, Refusal, Stop as Done};
    use Wire::{Anthropic, Cohere, Gemini, Ollama, OpenAi, Responses};
    for (wire, body, text, stop) in [
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":"yes"},"finish_reason":"stop"}]}"#,
            "yes",
            Done,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":" yes\n"}}],"error":null}"#,
            " yes\n",
            Done,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}"#,
            "",
            Done,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"role":"assistant"},"finish_reason":"tool_calls"}]}"#,
            "",
            Done,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":""},"finish_reason":"length"}]}"#,
            "",
            Length,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":"ye"},"finish_reason":"length"}]}"#,
            "ye",
            Length,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}"#,
            "",
            Blocked,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":null,"refusal":"I can't."},"finish_reason":"stop"}]}"#,
            "I can't.",
            Refusal,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":"x","refusal":null},"finish_reason":"stop"}]}"#,
            "x",
            Done,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}}]}"#,
            "ab",
            Done,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"b"}]}}]}"#,
            "b",
            Done,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":[{"type":"refusal","refusal":"No."}]}}]}"#,
            "No.",
            Refusal,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":["a","b"]}}]}"#,
            "ab",
            Done,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":"b","reasoning_content":"hm"}}]}"#,
            "b",
            Done,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":null,"reasoning_content":"hm"},"finish_reason":"length"}]}"#,
            "",
            Length,
        ),
        (
            OpenAi,
            "\u{feff}\n {\"choices\":[{\"message\":{\"content\":\"bom\"}}]}",
            "bom",
            Done,
        ),
        (
            OpenAi,
            r#"[{"choices":[{"message":{"content":"wrapped"}}]}]"#,
            "wrapped",
            Done,
        ),
        (OpenAi, r#"{"choices":[{"text":"old"}]}"#, "old", Done),
        (
            OpenAi,
            "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n",
            "ab",
            Length,
        ),
        (
            Anthropic,
            r#"{"type":"message","content":[{"type":"text","text":"yes"}],"stop_reason":"end_turn"}"#,
            "yes",
            Done,
        ),
        (
            Anthropic,
            r#"{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#,
            "ab",
            Done,
        ),
        (Anthropic, r#"{"content":[],"stop_reason":"end_turn"}"#, "", Done),
        (
            Anthropic,
            r#"{"content":[{"type":"text","text":"ye"}],"stop_reason":"max_tokens"}"#,
            "ye",
            Length,
        ),
        (
            Anthropic,
            r#"{"content":[],"stop_reason":"refusal","stop_details":{"type":"x"}}"#,
            "",
            Refusal,
        ),
        (
            Anthropic,
            r#"{"content":[{"type":"text","text":"I"}],"stop_reason":"refusal","stop_details":{"type":"refusal","category":"cyber","explanation":"Not <b>this</b>."}}"#,
            "I\n\ncategory: cyber\n\nexplanation: Not <b>this</b>.",
            Refusal,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":"Begun","refusal":"I won't."},"finish_reason":"stop"}]}"#,
            "Begun\n\nI won't.",
            Refusal,
        ),
        (
            OpenAi,
            r#"{"choices":[{"message":{"content":""},"finish_reason":"content_filter","content_filter_results":{"hate":{"filtered":false},"violence":{"filtered":true,"severity":"high"}}}]}"#,
            "category: violence",
            Blocked,
        ),
        (
            Responses,
            r#"{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Begun"},{"type":"refusal","refusal":"No."}]}]}"#,
            "Begun\n\nNo.",
            Refusal,
        ),
        (
            Gemini,
            r#"{"candidates":[{"content":{"parts":[{"text":"a"},{"text":"b"}]},"finishReason":"STOP"}]}"#,
            "ab",
            Done,
        ),
        (
            Gemini,
            r#"{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"b"}]}}]}"#,
            "b",
            Done,
        ),
        (
            Gemini,
            r#"{"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS"}]}"#,
            "",
            Length,
        ),
        (
            Gemini,
            r#"{"candidates":[{"finishReason":"SAFETY","safetyRatings":[{"category":"HARM_CATEGORY_HARASSMENT","probability":"HIGH","blocked":true},{"category":"HARM_CATEGORY_HATE_SPEECH","probability":"LOW"}]}]}"#,
            "finishReason: SAFETY\n\ncategory: HARM_CATEGORY_HARASSMENT",
            Blocked,
        ),
        (
            Gemini,
            r#"{"candidates":[{"finishReason":"RECITATION","content":{"parts":[{"text":"Begun"}]}}]}"#,
            "Begun\n\nfinishReason: RECITATION",
            Blocked,
        ),
        (
            Gemini,
            r#"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":3}}"#,
            "blockReason: PROHIBITED_CONTENT",
            Blocked,
        ),
        (
            Gemini,
            r#"{"usageMetadata":{"promptTokenCount":3},"modelVersion":"g"}"#,
            "",
            Done,
        ),
        (
            Responses,
            r#"{"status":"completed","output":[{"type":"reasoning","summary":[]},{"type":"message","content":[{"type":"output_text","text":"a"},{"type":"output_text","text":"b"}]}],"error":null}"#,
            "ab",
            Done,
        ),
        (
            Responses,
            r#"{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"reasoning"}]}"#,
            "",
            Length,
        ),
        (
            Responses,
            r#"{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[]}"#,
            "",
            Blocked,
        ),
        (
            Responses,
            r#"{"status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"No."}]}]}"#,
            "No.",
            Refusal,
        ),
        (Responses, r#"{"status":"completed","output":[]}"#, "", Done),
        (
            Cohere,
            r#"{"finish_reason":"COMPLETE","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"},{"type":"text","text":"b"}]}}"#,
            "ab",
            Done,
        ),
        (
            Cohere,
            r#"{"finish_reason":"MAX_TOKENS","message":{"role":"assistant","content":[{"type":"text","text":"ye"}]}}"#,
            "ye",
            Length,
        ),
        (
            Cohere,
            r#"{"finish_reason":"COMPLETE","message":{"role":"assistant"}}"#,
            "",
            Done,
        ),
        (
            Cohere,
            r#"{"finish_reason":"ERROR_TOXIC","message":{"content":[]}}"#,
            "finish_reason: ERROR_TOXIC",
            Blocked,
        ),
        (
            Ollama,
            r#"{"model":"m","message":{"role":"assistant","content":"yes","thinking":"hm"},"done":true,"done_reason":"stop"}"#,
            "yes",
            Done,
        ),
        (
            Ollama,
            r#"{"message":{"content":"ye"},"done":true,"done_reason":"length"}"#,
            "ye",
            Length,
        ),
        (
            Ollama,
            "{\"message\":{\"content\":\"a\"},\"done\":false}\n{\"message\":{\"content\":\"b\"},\"done\":true,\"done_reason\":\"stop\"}\n",
            "ab",
            Done,
        ),
        (Ollama, r#"{"message":{"content":""},"done":true}"#, "", Done),
    ] {
        let reply = ok(wire, body);
        assert_eq!((reply.text.as_str(), reply.stop), (text, stop), "{body}");
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

/// Errors as providers send them: status, body, what it means, a word of what is shown.
const ERRORS: &[(u16, &str, FailureKind, &str)] = {
    use FailureKind::*;
    &[
        // OpenAI
        (
            401,
            r#"{"error":{"message":"Incorrect API key provided: sk-ab**cd.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
            Unauthorized,
            "Incorrect",
        ),
        (
            403,
            r#"{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported","param":null,"type":"request_forbidden"}}"#,
            Unauthorized,
            "Country",
        ),
        (
            404,
            r#"{"error":{"message":"The model `x` does not exist or you do not have access to it.","type":"invalid_request_error","code":"model_not_found"}}"#,
            NotFound,
            "model `x`",
        ),
        (
            429,
            r#"{"error":{"message":"Rate limit reached for gpt on tokens per min (TPM). Please try again in 1.2s.","type":"tokens","code":"rate_limit_exceeded"}}"#,
            RateLimited,
            "1.2s",
        ),
        (
            429,
            r#"{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
            Quota,
            "quota",
        ),
        (
            400,
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
            TooLong,
            "8192",
        ),
        (
            400,
            r#"{"error":{"message":"Unsupported value: 'temperature' does not support 0","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}"#,
            BadRequest,
            "temperature",
        ),
        (
            500,
            r#"{"error":{"message":"The server had an error","type":"server_error","code":null}}"#,
            Server,
            "server had",
        ),
        (
            429,
            r#"{"error":{"message":"Request too large for gpt on tokens per min (TPM): Limit 30000, Requested 35000. The input or output tokens must be reduced","type":"tokens","code":"rate_limit_exceeded"}}"#,
            TooLong,
            "35000",
        ),
        (
            429,
            r#"{"message":"Too many tokens, please wait before trying again."}"#,
            RateLimited,
            "wait",
        ),
        // Anthropic
        (
            401,
            r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
            Unauthorized,
            "x-api-key",
        ),
        (
            401,
            r#"{"type":"error","error":{"type":"authentication_error","message":"CORS requests are not allowed for this Organization"}}"#,
            Unauthorized,
            "CORS",
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}"#,
            Quota,
            "credit",
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
            TooLong,
            "210000",
        ),
        (
            404,
            r#"{"type":"error","error":{"type":"not_found_error","message":"model: claude-x"}}"#,
            NotFound,
            "claude-x",
        ),
        (
            413,
            r#"{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#,
            TooLong,
            "size",
        ),
        (
            429,
            r#"{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization's rate limit"}}"#,
            RateLimited,
            "rate limit",
        ),
        (
            529,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            Server,
            "Overloaded",
        ),
        // Gemini
        (
            400,
            r#"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}"#,
            Unauthorized,
            "not valid",
        ),
        (
            400,
            r#"[{"error":{"code":400,"message":"API key expired. Please renew the API key.","status":"INVALID_ARGUMENT"}}]"#,
            Unauthorized,
            "expired",
        ),
        (
            403,
            r#"{"error":{"code":403,"message":"Method doesn't allow unregistered callers","status":"PERMISSION_DENIED"}}"#,
            Unauthorized,
            "unregistered",
        ),
        (
            404,
            r#"{"error":{"code":404,"message":"models/x is not found for API version v1beta","status":"NOT_FOUND"}}"#,
            NotFound,
            "models/x",
        ),
        (
            429,
            r#"{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerMinutePerProject"}]},{"retryDelay":"27s"}]}}"#,
            RateLimited,
            "quota",
        ),
        (
            429,
            r#"{"error":{"code":429,"message":"You exceeded your current quota.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProject"}]},{"retryDelay":"27s"}]}}"#,
            Quota,
            "quota",
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}"#,
            TooLong,
            "2000000",
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}"#,
            Unauthorized,
            "location",
        ),
        (
            503,
            r#"{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}"#,
            Server,
            "overloaded",
        ),
        // OpenRouter
        (
            200,
            r#"{"error":{"code":429,"message":"Provider returned error","metadata":{"raw":"{\"error\":{\"message\":\"Slow down, try again in 3s\"}}","provider_name":"X"}}}"#,
            RateLimited,
            "Slow down",
        ),
        (
            200,
            r#"{"error":{"message":"Internal","code":502}}"#,
            Server,
            "Internal",
        ),
        (
            200,
            r#"{"choices":[{"error":{"code":502,"message":"Upstream broke"},"message":{"content":""},"finish_reason":"error"}]}"#,
            Server,
            "Upstream",
        ),
        (
            200,
            r#"{"choices":[{"message":{"content":"half"},"finish_reason":"error"}]}"#,
            Server,
            "",
        ),
        (
            402,
            r#"{"error":{"message":"This request requires more credits","code":402}}"#,
            Quota,
            "credits",
        ),
        (
            400,
            r#"{"error":{"message":"gpt-99 is not a valid model ID","code":400}}"#,
            NotFound,
            "gpt-99",
        ),
        // Mistral and FastAPI servers
        (401, r#"{"detail":"Unauthorized"}"#, Unauthorized, "Unauthorized"),
        (
            422,
            r#"{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}"#,
            BadRequest,
            "body.seed: Extra",
        ),
        (
            422,
            r#"{"object":"error","message":{"detail":[{"loc":["body","model"],"msg":"field required"}]},"type":"invalid_request_error"}"#,
            BadRequest,
            "body.model",
        ),
        (
            400,
            r#"{"object":"error","message":"Invalid model: x","type":"invalid_model","param":null,"code":"1500"}"#,
            NotFound,
            "Invalid model",
        ),
        // vLLM, llama.cpp, Ollama, LM Studio, Hugging Face, xAI, proxies
        (
            200,
            r#"{"error":{"message":"Invalid proxy token","type":"None","param":"None","code":"401"}}"#,
            Unauthorized,
            "proxy token",
        ),
        (
            422,
            r#"{"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens","error_type":"validation"}"#,
            TooLong,
            "4096",
        ),
        (
            502,
            r#"{"error":{"error":{"message":"The upstream is gone"}}}"#,
            Server,
            "upstream is gone",
        ),
        (
            404,
            r#"{"object":"error","message":"The model `x` does not exist.","type":"NotFoundError","code":404}"#,
            NotFound,
            "`x`",
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_ctx":4096}}"#,
            TooLong,
            "context size",
        ),
        (
            503,
            r#"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#,
            Server,
            "Loading",
        ),
        (
            404,
            r#"{"error":{"message":"model \"x\" not found, try pulling it first","type":"api_error"}}"#,
            NotFound,
            "pulling",
        ),
        (
            200,
            r#"{"error":"Unexpected endpoint or method. (POST /chat/completions)"}"#,
            NotFound,
            "Unexpected",
        ),
        (
            400,
            r#"{"error":"'response_format.type' must be 'json_schema' or 'text'"}"#,
            BadRequest,
            "json_schema",
        ),
        (
            401,
            r#"{"error":"Invalid credentials in Authorization header"}"#,
            Unauthorized,
            "credentials",
        ),
        (
            400,
            r#"{"code":"Client specified an invalid argument","error":"Incorrect API key provided: xa***zz."}"#,
            Unauthorized,
            "Incorrect",
        ),
        (
            400,
            r#"{"error":{"message":"{\"error\":{\"message\":\"nested words\",\"code\":\"context_length_exceeded\"}}"}}"#,
            TooLong,
            "nested words",
        ),
        (
            400,
            r#"{"errors":[{"message":"first of several"}]}"#,
            BadRequest,
            "first",
        ),
        (400, r#"{"error":true,"message":"beside"}"#, BadRequest, "beside"),
        (
            400,
            "\u{feff}{\"error\":{\"message\":\"bom\"}}",
            BadRequest,
            "bom",
        ),
        // Cohere, Ollama, Azure, Responses
        (
            401,
            r#"{"message":"invalid api token"}"#,
            Unauthorized,
            "api token",
        ),
        (
            404,
            r#"{"message":"model 'x' not found, make sure the correct model ID was used"}"#,
            NotFound,
            "'x'",
        ),
        (
            400,
            r#"{"message":"too many tokens: the total number of tokens in the input exceeds the limit"}"#,
            TooLong,
            "too many",
        ),
        (
            429,
            r#"{"message":"You are using a Trial key, which is limited to 10 API calls / minute."}"#,
            RateLimited,
            "Trial",
        ),
        (
            404,
            r#"{"error":"model 'x' not found, try pulling it first"}"#,
            NotFound,
            "pulling",
        ),
        (
            400,
            r#"{"error":"the input length exceeds the context length"}"#,
            TooLong,
            "context length",
        ),
        (
            500,
            r#"{"error":"llama runner process has terminated: signal: killed"}"#,
            Server,
            "killed",
        ),
        (
            401,
            r#"{"error":{"code":"401","message":"Access denied due to invalid subscription key or wrong API endpoint."}}"#,
            Unauthorized,
            "subscription",
        ),
        (
            404,
            r#"{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}"#,
            NotFound,
            "deployment",
        ),
        (
            429,
            r#"{"error":{"code":"429","message":"Requests have exceeded the rate limit. Please retry after 26 seconds."}}"#,
            RateLimited,
            "26 seconds",
        ),
        (
            200,
            r#"{"status":"failed","error":{"code":"server_error","message":"The model failed"},"output":[]}"#,
            Server,
            "failed",
        ),
        (
            200,
            r#"{"status":"failed","error":{"code":"rate_limit_exceeded","message":"Slow down"},"output":[]}"#,
            RateLimited,
            "Slow",
        ),
        // No JSON
        (404, "404 page not found", NotFound, "404 page"),
        (
            403,
            "<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title>",
            Unauthorized,
            "Attention",
        ),
        (
            502,
            "<html>\n<head><title>502 Bad Gateway</title></head>",
            Server,
            "502 Bad",
        ),
        (
            413,
            "<html><h1>413 Request Entity Too Large</h1></html>",
            TooLong,
            "413",
        ),
        (500, "", Server, ""),
        (451, "", Unauthorized, ""),
        (498, r#"{"error":"Invalid token"}"#, Unauthorized, "Invalid token"),
        (420, "", RateLimited, ""),
        (
            429,
            r#"{"message":"You are using a Trial key, which is limited to 1000 API calls / month. You can continue to use the Trial key for free or upgrade to a Production key"}"#,
            Quota,
            "Trial key",
        ),
        (
            429,
            r#"{"message":"You are using a Trial key, which is limited to 40 API calls / minute."}"#,
            RateLimited,
            "Trial key",
        ),
        (
            429,
            r#"{"error":{"message":"Monthly quota reached"}}"#,
            Quota,
            "Monthly",
        ),
        (
            429,
            r#"{"error":{"message":"Daily limit of 50 reached"}}"#,
            Quota,
            "Daily",
        ),
        (429, "", RateLimited, ""),
        (405, "Method Not Allowed", NotFound, "Method"),
        (405, r#"{"detail":"Method Not Allowed"}"#, NotFound, "Method Not"),
        (404, r#"{"detail":"Not Found"}"#, NotFound, "Not Found"),
        (
            404,
            r#"{"error":{"code":"404","message":"Resource not found"}}"#,
            NotFound,
            "Resource",
        ),
        (
            501,
            "<html><head><title>Error response</title></head>",
            NotFound,
            "Error response",
        ),
        (
            501,
            r#"{"error":{"code":501,"message":"This server does not support embeddings. Start it with `--embeddings`","type":"not_supported_error"}}"#,
            BadRequest,
            "--embeddings",
        ),
        (
            401,
            r#"{"error":{"message":"Authentication Error, No api key passed in.","type":"auth_error","param":"None","code":"401"}}"#,
            Unauthorized,
            "No api key",
        ),
        (
            503,
            r#"{"error":"Model x is currently loading","estimated_time":20.0}"#,
            Server,
            "loading",
        ),
        (
            200,
            r#"{"id":"c1","finish_reason":"ERROR","message":{"role":"assistant","content":[]}}"#,
            Server,
            "",
        ),
        (
            200,
            "<html><head><title>Fish &amp; Chips &#8211; sign&nbsp;in &bogus; &lt;b&gt;</title>",
            Malformed,
            "Fish & Chips – sign in &bogus; <b>",
        ),
        (
            200,
            "data: {\"choices\":[{\"delta\":{\"content\":\"cut he\"}}]}\n\n",
            Malformed,
            "cut he",
        ),
        (408, "", Timeout, ""),
        (520, "error code: 520", Server, "520"),
        (
            200,
            "<!doctype html><title>Welcome</title><body>",
            Malformed,
            "Welcome",
        ),
        (200, "<html><body>no title", Malformed, "<html>"),
        (200, "", Malformed, ""),
        (204, "", Malformed, ""),
        (
            200,
            r#"{"choices":[{"message":{"content":"cut he"#,
            Malformed,
            "cut he",
        ),
        (200, "hello", Malformed, "hello"),
        (200, "null", Malformed, "null"),
        (200, "[]", Malformed, "[]"),
        (200, r#"{"ok":true}"#, Malformed, "ok"),
        (200, r#"{"choices":[]}"#, Malformed, "choices"),
    ]
};

#[test]
fn errors_are_told_apart() {
    for (status, body, kind, word) in ERRORS {
        for wire in Wire::ALL {
            let response = HttpResponse {
                status: *status,
                body: (*body).to_owned(),
                ..HttpResponse::default()
            };
            let trouble = match read_chat(wire, &response) {
                Err(trouble) => trouble,
                // Another format's words are not this format's error.
                Ok(reply) => panic!("{wire:?} {status} {body} → {reply:?}"),
            };
            assert_eq!(trouble.kind, *kind, "{wire:?} {status} {body} → {trouble:?}");
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
        (r#"{"error":{"message":"Overloaded"}}"#, None),
    ] {
        let response = HttpResponse {
            status: 429,
            body: body.to_owned(),
            ..HttpResponse::default()
        };
        let trouble = read_chat(Wire::OpenAi, &response).unwrap_err();
        assert_eq!(trouble.said.wait_ms, wait, "{body}");
    }
}

#[test]
fn a_filter_that_answers_with_an_error_is_a_blocked_reply() {
    let body = r#"{"error":{"code":"content_filter","message":"The response was filtered","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#;
    let response = HttpResponse {
        status: 400,
        body: body.to_owned(),
        ..HttpResponse::default()
    };
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
        let response = HttpResponse {
            status: 200,
            body: body.to_owned(),
            ..HttpResponse::default()
        };
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
        let response = HttpResponse {
            status: 200,
            body: body.to_owned(),
            ..HttpResponse::default()
        };
        let told = read_words(wire, &response).err().map(|trouble| {
            assert_eq!(trouble.kind, FailureKind::Empty);
            trouble.said.message
        });
        assert_eq!(told.as_deref(), said, "{body}");
    }
}

proptest::proptest! {
    #[test]
    fn nothing_that_a_server_sends_breaks_the_reader(status in 100u16..600, cut in 0usize..400, at in 0usize..ERRORS.len(), noise in "\\PC{0,40}") {
        let body: String = ERRORS[at].1.chars().take(cut).chain(noise.chars()).collect();
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
        let response = HttpResponse {
            status,
            body: body.to_owned(),
            ..HttpResponse::default()
        };
        assert_eq!(read_context(&response), tokens, "{body}");
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
        let response = HttpResponse {
            status: 400,
            body: body.to_owned(),
            ..HttpResponse::default()
        };
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
    for (status, body, kind, word) in ERRORS {
        let response = HttpResponse {
            status: *status,
            body: (*body).to_owned(),
            ..HttpResponse::default()
        };
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
                FailureKind::Server => vec![f.server],
                FailureKind::Timeout => vec![f.timeout],
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
