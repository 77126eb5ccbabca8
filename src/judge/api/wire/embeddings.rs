//! Embeddings: texts become a request, a response becomes a vector for each text, in their order. OpenAI-compatible
//! servers have `/embeddings`, Gemini `:batchEmbedContents`, Cohere `/embed`, Ollama `/api/embed`; Anthropic has none.

use serde_json::{Value, json};

use super::{Trouble, Wire, count, gemini, is_error, parse_body};
use crate::evaluation::Usage;
use crate::judge::api::provider::Target;
use crate::judge::api::transport::{HttpRequest, HttpResponse, MOST_BYTES_OF_VECTORS};
use crate::judge::key::ApiKey;

/// How many texts one request may hold.
pub fn most_texts(wire: Wire) -> usize {
    match wire {
        Wire::Cohere => 96,
        Wire::Gemini => 100,
        _ => 256,
    }
}

/// The request for vectors of texts; `None` where the format has none.
pub fn embeddings_request(
    target: &Target,
    key: Option<&ApiKey>,
    model: &str,
    texts: &[String],
) -> Option<HttpRequest> {
    let (path, body) = match target.wire {
        Wire::Anthropic => return None,
        Wire::OpenAi | Wire::Responses => (
            "/embeddings".to_owned(),
            json!({ "model": model, "input": texts, "encoding_format": "float" }),
        ),
        Wire::Cohere => (
            "/embed".to_owned(),
            json!({
                "model": model,
                "texts": texts,
                // Both sides are compared with each other, so both are of one kind.
                "input_type": "clustering",
                "embedding_types": ["float"],
            }),
        ),
        Wire::Ollama => (
            "/api/embed".to_owned(),
            json!({ "model": model, "input": texts, "truncate": false }),
        ),
        Wire::Gemini => {
            let resource = gemini::resource(model);
            let requests: Vec<Value> = texts
                .iter()
                .map(|text| {
                    json!({
                        "model": resource,
                        "content": { "parts": [{ "text": text }] },
                        "taskType": "SEMANTIC_SIMILARITY",
                    })
                })
                .collect();
            (
                format!("/{resource}:batchEmbedContents"),
                json!({ "requests": requests }),
            )
        }
    };
    Some(HttpRequest {
        // A deployment is one model: that of the judge makes no vectors.
        url: target.endpoint.of_deployment(model).url(&path, ""),
        headers: vec![("content-type", "application/json".to_owned())],
        key: key.map(|key| (target.auth, key.clone())),
        body: Some(body),
        most_bytes: MOST_BYTES_OF_VECTORS,
    })
}

/// What came back for a list of texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// A vector for each text, in their order.
    pub vectors: Vec<Vec<f32>>,
    /// Tokens, where the API reports them. None are of a reply.
    pub usage: Option<Usage>,
}

/// Reads a response to [`embeddings_request`] for `texts` texts.
///
/// # Errors
/// The provider reports an error; or the body does not hold one vector of finite numbers, all of one length, for each
/// text.
pub fn read_embeddings(wire: Wire, response: &HttpResponse, texts: usize) -> Result<Embedded, Trouble> {
    let json = parse_body(wire, &response.body);
    let vectors = match (&json, response.status) {
        (Some(json), 200..300) if !json.get("error").is_some_and(is_error) => match wire {
            Wire::OpenAi | Wire::Responses => listed(json),
            Wire::Cohere => bare(
                json.pointer("/embeddings/float")
                    .or_else(|| json.get("embeddings")),
            ),
            Wire::Ollama => bare(json.get("embeddings")),
            Wire::Gemini => json
                .get("embeddings")
                .and_then(Value::as_array)
                .and_then(|list| list.iter().map(|item| vector(item.get("values"))).collect()),
            Wire::Anthropic => None,
        },
        _ => None,
    };
    let whole = |vectors: &Vec<Vec<f32>>| {
        let length = vectors.first().map_or(0, Vec::len);
        vectors.len() == texts && length > 0 && vectors.iter().all(|vector| vector.len() == length)
    };
    let vectors = vectors
        .filter(whole)
        .ok_or_else(|| Trouble::read(response, json.as_ref()))?;
    let usage = json.as_ref().and_then(usage);
    Ok(Embedded { vectors, usage })
}

fn usage(json: &Value) -> Option<Usage> {
    let places = [
        "/usage/prompt_tokens",
        "/usage/total_tokens",
        "/meta/tokens/input_tokens",
        "/meta/billed_units/input_tokens",
        "/prompt_eval_count",
        "/usageMetadata/promptTokenCount",
    ];
    let prompt = places.iter().find_map(|place| count(json.pointer(place)))?;
    Some(Usage {
        prompt: Some(prompt),
        completion: Some(0),
    })
}

/// `data` in the order of `index`; where a server leaves the index out, in its own order.
fn listed(json: &Value) -> Option<Vec<Vec<f32>>> {
    let data = json.get("data")?.as_array()?;
    let mut placed: Vec<(u64, Vec<f32>)> = (0..)
        .zip(data)
        .map(|(at, item)| {
            let index = item.get("index").and_then(Value::as_u64).unwrap_or(at);
            Some((index, vector(item.get("embedding"))?))
        })
        .collect::<Option<_>>()?;
    placed.sort_by_key(|(index, _)| *index);
    let in_order = (0..).zip(&placed).all(|(at, (index, _))| at == *index);
    in_order.then(|| placed.into_iter().map(|(_, vector)| vector).collect())
}

/// A list of vectors, in the order of the texts.
fn bare(list: Option<&Value>) -> Option<Vec<Vec<f32>>> {
    list?.as_array()?.iter().map(|item| vector(Some(item))).collect()
}

fn vector(value: Option<&Value>) -> Option<Vec<f32>> {
    value?
        .as_array()?
        .iter()
        .map(|number| {
            let number = number.as_f64()? as f32;
            number.is_finite().then_some(number)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::api::provider::CUSTOM;

    fn texts() -> Vec<String> {
        vec!["one".to_owned(), "two".to_owned()]
    }

    #[test]
    fn each_format_asks_in_its_own_way() {
        let of = |address: &str, model: &str| {
            embeddings_request(&Target::read(&CUSTOM, address).unwrap(), None, model, &texts())
        };
        for (address, url, wanted) in [
            (
                "http://localhost:11434",
                "http://localhost:11434/api/embed",
                json!({ "model": "m", "input": ["one", "two"], "truncate": false }),
            ),
            (
                "https://api.cohere.com",
                "https://api.cohere.com/v2/embed",
                json!({ "model": "m", "texts": ["one", "two"], "input_type": "clustering", "embedding_types": ["float"] }),
            ),
        ] {
            let request = of(address, "m").unwrap();
            assert_eq!((request.url.as_str(), request.body), (url, Some(wanted)));
        }
        let openai = of("http://localhost:8000/v1", "m").unwrap();
        assert_eq!(openai.url, "http://localhost:8000/v1/embeddings");
        assert_eq!(
            openai.body,
            Some(json!({ "model": "m", "input": ["one", "two"], "encoding_format": "float" }))
        );
        let gemini = of(
            "https://generativelanguage.googleapis.com/v1beta",
            "gemini-embedding-001",
        )
        .unwrap();
        assert!(
            gemini
                .url
                .ends_with("/v1beta/models/gemini-embedding-001:batchEmbedContents"),
            "{}",
            gemini.url
        );
        let requests = &gemini.body.unwrap()["requests"];
        assert_eq!(requests[0]["model"], "models/gemini-embedding-001");
        assert_eq!(requests[1]["content"]["parts"][0]["text"], "two");
        assert_eq!(of("https://api.anthropic.com/v1", "m"), None);
    }

    #[test]
    fn vectors_have_a_deployment_of_their_own() {
        const AZURE: &str = "https://me.openai.azure.com/openai/deployments/judge?api-version=1";
        for (address, model, url) in [
            (
                AZURE,
                "text-embedding-3-small",
                "https://me.openai.azure.com/openai/deployments/text-embedding-3-small/embeddings?api-version=1",
            ),
            // No name of a deployment.
            (
                AZURE,
                "../judge",
                "https://me.openai.azure.com/openai/deployments/judge/embeddings?api-version=1",
            ),
            (
                "https://me.openai.azure.com",
                "m",
                "https://me.openai.azure.com/openai/v1/embeddings",
            ),
        ] {
            let target = Target::read(&CUSTOM, address).unwrap();
            let request = embeddings_request(&target, None, model, &texts()).unwrap();
            assert_eq!(request.url, url);
        }
    }

    #[test]
    fn a_vector_for_each_text_or_trouble() {
        let wanted = vec![vec![1.0, 0.0], vec![0.0, 1.0]];
        let both = Some(wanted);
        for (wire, status, body, want) in [
            (
                Wire::OpenAi,
                200,
                r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]}]}"#,
                both.clone(),
            ),
            (
                Wire::OpenAi,
                200,
                r#"{"data":[{"index":1,"embedding":[0,1]},{"index":0,"embedding":[1,0]}],"error":null}"#,
                both.clone(),
            ),
            (
                Wire::OpenAi,
                200,
                r#"{"data":[{"embedding":[1,0]},{"embedding":[0,1]}]}"#,
                both.clone(),
            ),
            (
                Wire::Gemini,
                200,
                r#"{"embeddings":[{"values":[1,0]},{"values":[0,1]}]}"#,
                both,
            ),
            (
                Wire::Cohere,
                200,
                r#"{"id":"x","embeddings":{"float":[[1,0],[0,1]]},"texts":["one","two"]}"#,
                Some(vec![vec![1.0, 0.0], vec![0.0, 1.0]]),
            ),
            (
                Wire::Ollama,
                200,
                r#"{"model":"e","embeddings":[[1,0],[0,1]]}"#,
                Some(vec![vec![1.0, 0.0], vec![0.0, 1.0]]),
            ),
            (Wire::Ollama, 200, r#"{"embeddings":[[1,0]]}"#, None),
            // One too few, twice the same, of two lengths, words, empty, an error within a 200, another API.
            (
                Wire::OpenAi,
                200,
                r#"{"data":[{"index":0,"embedding":[1,0]}]}"#,
                None,
            ),
            (
                Wire::OpenAi,
                200,
                r#"{"data":[{"index":0,"embedding":[1,0]},{"index":0,"embedding":[0,1]}]}"#,
                None,
            ),
            (
                Wire::OpenAi,
                200,
                r#"{"data":[{"embedding":[1,0]},{"embedding":[1]}]}"#,
                None,
            ),
            (
                Wire::OpenAi,
                200,
                r#"{"data":[{"embedding":["a"]},{"embedding":["b"]}]}"#,
                None,
            ),
            (
                Wire::OpenAi,
                200,
                r#"{"data":[{"embedding":[]},{"embedding":[]}]}"#,
                None,
            ),
            (
                Wire::OpenAi,
                200,
                r#"{"error":{"message":"no such model"}}"#,
                None,
            ),
            (Wire::Gemini, 200, "<html>", None),
            (Wire::Gemini, 404, r#"{"error":{"message":"not found"}}"#, None),
        ] {
            let response = HttpResponse {
                status,
                body: body.to_owned(),
                ..HttpResponse::default()
            };
            let read = read_embeddings(wire, &response, 2).ok();
            assert_eq!(read.map(|embedded| embedded.vectors), want, "{body}");
        }
    }

    #[test]
    fn the_tokens_of_embeddings_are_read() {
        for (wire, body, tokens) in [
            (
                Wire::OpenAi,
                r#"{"data":[{"embedding":[1,0]}],"usage":{"prompt_tokens":8,"total_tokens":8}}"#,
                Some(8),
            ),
            (
                Wire::OpenAi,
                r#"{"data":[{"embedding":[1,0]}],"usage":{"total_tokens":7}}"#,
                Some(7),
            ),
            (
                Wire::Cohere,
                r#"{"embeddings":{"float":[[1,0]]},"meta":{"billed_units":{"input_tokens":6}}}"#,
                Some(6),
            ),
            (
                Wire::Ollama,
                r#"{"embeddings":[[1,0]],"prompt_eval_count":5}"#,
                Some(5),
            ),
            (Wire::Gemini, r#"{"embeddings":[{"values":[1,0]}]}"#, None),
        ] {
            let response = HttpResponse {
                status: 200,
                body: body.to_owned(),
                ..HttpResponse::default()
            };
            let usage = read_embeddings(wire, &response, 1).unwrap().usage;
            let wanted = tokens.map(|tokens| Usage {
                prompt: Some(tokens),
                completion: Some(0),
            });
            assert_eq!(usage, wanted, "{body}");
        }
    }
}
