//! The list of models that a server offers. A help, never a fence: any name may be typed.

use serde_json::Value;

use super::failure::Failing;
use super::judge::{ApiJudge, ApiSettings, Lost, check_key, send_within};
use super::learned::Learned;
use super::provider::Target;
use super::retry;
use super::transport::{HttpResponse, Pace, Transport};
use super::wire::{self, Trouble, Wire};
use crate::evaluation::CallFailure;
use crate::judge::key::{BoundKey, PastKeys};

/// A model, as the server lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// What is sent.
    pub id: String,
    /// What it is called, where that is another name.
    pub label: Option<String>,
    /// Tokens that it can take, where the list says so.
    pub context: Option<u32>,
    /// The list is Ollama's, told by its compatible path: there it cuts long prompts.
    pub of_ollama: bool,
}

/// Asks a server for its models; one try. `past`: keys that were held before, to be taken out of what it says.
///
/// # Errors
/// As for any call; the key is sent to its own origin only.
pub async fn list_models<T: Transport, P: Pace>(
    transport: &T,
    pace: &P,
    target: &Target,
    key: Option<&BoundKey>,
    past: &PastKeys,
    timeout_ms: u32,
) -> Result<Vec<Model>, CallFailure> {
    let key = key.and_then(|key| key.for_origin(&target.endpoint.origin));
    check_key(target, key)?;
    let request = wire::models_request(target, key);
    let lost = match send_within(transport, pace, timeout_ms, &request).await {
        Ok(response) => match read_models(target.wire, &response) {
            Ok(models) => return Ok(models),
            Err(trouble) => {
                let hint_ms = retry::wait_in_headers(&response);
                Lost::from_trouble(trouble, hint_ms)
            }
        },
        Err(lost) => lost,
    };
    let attempts = 1;
    let failing = Failing {
        target,
        key,
        past: Some(past),
        attempts,
    };
    Err(failing.as_call_failure(lost.kind, lost.status.or(lost.begun), &lost.detail))
}

/// Notes how much a model takes, where the list did not say so and the server can be asked.
pub async fn ask_context<T: Transport, P: Pace>(
    transport: &T,
    pace: &P,
    target: &Target,
    key: Option<&BoundKey>,
    model: &str,
    learned: &Learned,
    timeout_ms: u32,
) {
    let key = key.and_then(|key| key.for_origin(&target.endpoint.origin));
    if learned.context(target, model).is_none()
        && let Some(request) = wire::context_request(target, key, model)
        && let Ok(response) = send_within(transport, pace, timeout_ms, &request).await
        && let Some(tokens) = wire::read_context(&response)
    {
        learned.set_context(target, model, tokens);
    }
}

/// Tests a connection where models can't be listed: asks the model for one word.
///
/// # Errors
/// As for any call.
pub async fn check<T: Transport, P: Pace>(
    transport: T,
    pace: P,
    mut settings: ApiSettings,
    learned: Learned,
) -> Result<(), CallFailure> {
    settings.tries = 1;
    settings.wanted.max_tokens = Some(16);
    let judge = ApiJudge::new(settings, transport, pace, learned);
    judge.greet().await.map(|_| ())
}

/// Reads a list of models: `data[].id`, `models[].name`, or a bare array.
///
/// # Errors
/// The server reports an error, or the body is no such list.
pub fn read_models(wire: Wire, response: &HttpResponse) -> Result<Vec<Model>, Trouble> {
    let body = response.body.trim_start_matches('\u{feff}').trim();
    let json: Option<Value> = crate::reply::json::strict(body).ok();
    let list = json
        .as_ref()
        .filter(|_| (200..300).contains(&response.status))
        .and_then(|json| {
            let inner = json.get("data").or_else(|| json.get("models"));
            let nothing = inner.is_some_and(Value::is_null);
            inner
                .unwrap_or(json)
                .as_array()
                .map(Vec::as_slice)
                .or(nothing.then_some(&[][..]))
        });
    let Some(list) = list else {
        return Err(Trouble::read(response, json.as_ref()));
    };
    let mut models: Vec<Model> = Vec::new();
    for model in list.iter().filter_map(|item| read_model(wire, item)) {
        if !models.iter().any(|known| known.id == model.id) {
            models.push(model);
        }
    }
    if models.is_empty() && !list.is_empty() {
        return Err(Trouble::read(response, json.as_ref()));
    }
    Ok(models)
}

fn read_model(wire: Wire, item: &Value) -> Option<Model> {
    let text = |name: &str| {
        item.get(name)
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
    };
    let id = item
        .as_str()
        .or_else(|| text("id"))
        .or_else(|| text("name"))
        .or_else(|| text("model"))?;
    // Gemini lists embedders and image models too, and says what each can do.
    if let Some(methods) = item.get("supportedGenerationMethods").and_then(Value::as_array)
        && !methods
            .iter()
            .any(|method| method.as_str() == Some("generateContent"))
    {
        return None;
    }
    let id = match wire {
        Wire::Gemini => id.strip_prefix("models/").unwrap_or(id),
        _ => id,
    };
    let label = ["displayName", "display_name", "name"]
        .iter()
        .find_map(|name| text(name))
        .filter(|label| *label != id && label.strip_prefix("models/") != Some(id));
    Some(Model {
        id: id.to_owned(),
        label: label.map(str::to_owned),
        context: context_of(item),
        of_ollama: wire == Wire::OpenAi && text("owned_by") == Some("library"),
    })
}

/// How much a model takes, under the names that servers have for it. Of several hosts behind a router the one that
/// takes least counts.
fn context_of(item: &Value) -> Option<u32> {
    const NAMES: &[&str] = &[
        "/context_length",
        "/max_model_len",
        "/context_window",
        "/max_context_length",
        "/loaded_context_length",
        "/inputTokenLimit",
        "/max_input_tokens",
        "/meta/n_ctx",
        "/context_size",
    ];
    let tokens = |value: Option<&Value>| {
        wire::count(value)
            .and_then(|tokens| u32::try_from(tokens).ok())
            .filter(|tokens| *tokens > 0)
    };
    let own = NAMES.iter().find_map(|name| tokens(item.pointer(name)));
    own.or_else(|| {
        let hosts = item.get("providers")?.as_array()?;
        hosts
            .iter()
            .filter_map(|host| tokens(host.get("context_length")))
            .min()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::FailureKind;

    fn response(status: u16, body: &str) -> HttpResponse {
        HttpResponse {
            status,
            body: body.to_owned(),
            ..HttpResponse::default()
        }
    }

    #[test]
    fn lists_are_read() {
        for (wire, body, ids) in [
            (
                Wire::OpenAi,
                r#"{"object":"list","data":[{"id":"gpt-5.1"},{"id":"gpt-5.1"},{"id":"o4"}]}"#,
                "gpt-5.1 o4",
            ),
            (
                Wire::OpenAi,
                r#"[{"id":"a/b","type":"chat"},{"id":"c"}]"#,
                "a/b c",
            ),
            (Wire::OpenAi, r#"[{"id":"only"}]"#, "only"),
            (
                Wire::OpenAi,
                r#"{"models":[{"name":"qwen3:8b","model":"qwen3:8b"}]}"#,
                "qwen3:8b",
            ),
            (Wire::OpenAi, r#"["x","y"]"#, "x y"),
            (
                Wire::Ollama,
                r#"{"models":[{"name":"qwen3:8b","model":"qwen3:8b","size":1}]}"#,
                "qwen3:8b",
            ),
            (
                Wire::Cohere,
                r#"{"models":[{"name":"command-a-03-2025","endpoints":["chat"],"context_length":256000}]}"#,
                "command-a-03-2025",
            ),
            (Wire::OpenAi, "\u{feff}{\"data\":[]}", ""),
            (Wire::OpenAi, r#"{"object":"list","data":null}"#, ""),
            (
                Wire::Anthropic,
                r#"{"data":[{"type":"model","id":"claude-x","display_name":"Claude X"}],"has_more":false}"#,
                "claude-x",
            ),
            (
                Wire::Gemini,
                r#"{"models":[{"name":"models/g-pro","displayName":"G Pro","supportedGenerationMethods":["generateContent"]},
                   {"name":"models/embed","supportedGenerationMethods":["embedContent"]}]}"#,
                "g-pro",
            ),
        ] {
            let models = read_models(wire, &response(200, body)).unwrap();
            let found: Vec<&str> = models.iter().map(|model| model.id.as_str()).collect();
            assert_eq!(found.join(" "), ids, "{body}");
        }
        let claude = r#"{"data":[{"id":"claude-x","display_name":"Claude X"}]}"#;
        let models = read_models(Wire::Anthropic, &response(200, claude)).unwrap();
        assert_eq!(models[0].label.as_deref(), Some("Claude X"));
    }

    #[test]
    fn a_list_may_say_how_much_a_model_takes() {
        for (wire, item, context) in [
            (
                Wire::OpenAi,
                r#"{"id":"m","context_length":131072}"#,
                Some(131_072),
            ),
            (Wire::OpenAi, r#"{"id":"m","max_model_len":4096.0}"#, Some(4_096)),
            (
                Wire::OpenAi,
                r#"{"id":"m","meta":{"n_ctx":1024,"n_ctx_train":8192}}"#,
                Some(1_024),
            ),
            (
                Wire::OpenAi,
                r#"{"id":"m","providers":[{"context_length":32768},{"context_length":8192},{}]}"#,
                Some(8_192),
            ),
            (
                Wire::Gemini,
                r#"{"name":"models/m","inputTokenLimit":1048576}"#,
                Some(1_048_576),
            ),
            (Wire::OpenAi, r#"{"id":"m","context_length":0}"#, None),
            (Wire::OpenAi, r#"{"id":"m","context_length":"many"}"#, None),
            (Wire::OpenAi, r#"{"id":"m"}"#, None),
        ] {
            let list = format!(r#"{{"data":[{item}]}}"#);
            let models = read_models(wire, &response(200, &list)).unwrap();
            assert_eq!(models[0].context, context, "{item}");
        }
    }

    #[test]
    fn what_is_no_list_is_a_failure() {
        for (status, body, kind) in [
            (200, "<html><title>Sign in</title>", FailureKind::Malformed),
            (200, r#"{"hello":1}"#, FailureKind::Malformed),
            (200, r#"[1,2]"#, FailureKind::Malformed),
            (
                200,
                r#"{"error":"Unexpected endpoint or method. (GET /models)"}"#,
                FailureKind::NotFound,
            ),
            (401, r#"{"error":{"message":"no"}}"#, FailureKind::Unauthorized),
            (404, "404 page not found", FailureKind::NotFound),
        ] {
            let trouble = read_models(Wire::OpenAi, &response(status, body)).unwrap_err();
            assert_eq!(trouble.kind, kind, "{body}");
        }
    }

    #[test]
    fn ollama_is_known_by_its_list() {
        let of = |wire, body: &str| {
            let response = HttpResponse {
                status: 200,
                body: body.to_owned(),
                ..HttpResponse::default()
            };
            let models = read_models(wire, &response).unwrap();
            models.iter().any(|model| model.of_ollama)
        };
        let list = |owner: &str| {
            format!(r#"{{"data":[{{"id":"qwen3:8b","object":"model","owned_by":"{owner}"}}]}}"#)
        };
        assert!(of(Wire::OpenAi, &list("library")));
        assert!(!of(Wire::OpenAi, &list("vllm")));
        assert!(!of(Wire::Ollama, r#"{"models":[{"name":"qwen3:8b"}]}"#));
    }
}
