//! Requests, byte by byte, and the headers that go with them.

use serde_json::json;

use super::*;
use crate::judge::api::provider::CUSTOM;
use crate::judge::api::quirks::Quirks;
use crate::judge::api::sent::Wanted;

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
