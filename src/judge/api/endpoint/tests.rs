//! Addresses as people paste them, and what is called then.

use super::*;
use crate::judge::api::provider::{CUSTOM, Provider, Target};
use crate::judge::api::wire::Wire;

#[test]
fn ollama_is_understood_with_its_own_path() {
    let ollama = Provider::by_id("ollama").unwrap();
    for (provider, address, url) in [
        (
            ollama,
            "http://localhost:11434/api",
            "http://localhost:11434/api/chat",
        ),
        (
            ollama,
            "http://localhost:11434/api/",
            "http://localhost:11434/api/chat",
        ),
        (
            ollama,
            "http://localhost:11434/api/chat",
            "http://localhost:11434/api/chat",
        ),
        (
            ollama,
            "http://localhost:11434/api/embeddings",
            "http://localhost:11434/api/chat",
        ),
        (
            ollama,
            "http://localhost:11434/api/v1",
            "http://localhost:11434/api/chat",
        ),
        (
            ollama,
            "http://localhost:11434/v1",
            "http://localhost:11434/api/chat",
        ),
        (
            ollama,
            "https://llm.example/ollama/api",
            "https://llm.example/ollama/api/chat",
        ),
        (
            &CUSTOM,
            "http://localhost:11434/api",
            "http://localhost:11434/api/chat",
        ),
        (
            &CUSTOM,
            "192.168.1.9:11434/api/",
            "http://192.168.1.9:11434/api/chat",
        ),
        (
            &CUSTOM,
            "http://localhost:11434/api/chat",
            "http://localhost:11434/api/chat",
        ),
        // Its compatible paths, which cut long prompts.
        (
            ollama,
            "http://localhost:11434/v1/chat/completions",
            "http://localhost:11434/api/chat",
        ),
        (
            ollama,
            "https://llm.example/ollama/v1/chat/completions",
            "https://llm.example/ollama/api/chat",
        ),
        (
            ollama,
            "http://localhost:11434/v1/messages",
            "http://localhost:11434/api/chat",
        ),
        (
            ollama,
            "http://localhost:11434/v1/models",
            "http://localhost:11434/api/chat",
        ),
        (
            &CUSTOM,
            "http://localhost:11434/v1",
            "http://localhost:11434/api/chat",
        ),
        (
            &CUSTOM,
            "http://192.168.1.9:11434/v1/chat/completions",
            "http://192.168.1.9:11434/api/chat",
        ),
        (
            &CUSTOM,
            "http://localhost:11434/v1/responses",
            "http://localhost:11434/api/chat",
        ),
        // Something else was chosen that stands at this port.
        (
            Provider::by_id("llama-cpp").unwrap(),
            "http://localhost:11434/v1",
            "http://localhost:11434/v1/chat/completions",
        ),
        // Others have compatible paths there.
        (
            &CUSTOM,
            "http://localhost:3000/api",
            "http://localhost:3000/api/chat/completions",
        ),
        (
            &CUSTOM,
            "https://llm.example/api",
            "https://llm.example/api/chat/completions",
        ),
    ] {
        let target = Target::read(provider, address).unwrap();
        let path = match target.wire {
            Wire::Ollama => "/api/chat",
            _ => "/chat/completions",
        };
        assert_eq!(target.endpoint.url(path, ""), url, "{} {address}", provider.id);
    }
}

#[test]
fn addresses_are_understood_as_pasted() {
    for (pasted, base) in [
        ("http://localhost:11434", "http://localhost:11434"),
        ("http://localhost:11434/", "http://localhost:11434"),
        ("http://localhost:8000", "http://localhost:8000/v1"),
        ("http://localhost:8000/", "http://localhost:8000/v1"),
        ("http://localhost:11434/v1", "http://localhost:11434"),
        ("http://localhost:11434/v1/", "http://localhost:11434"),
        ("http://localhost:11434//v1//", "http://localhost:11434"),
        ("localhost:11434", "http://localhost:11434"),
        ("localhost:8000", "http://localhost:8000/v1"),
        ("127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("[::1]:8080", "http://[::1]:8080/v1"),
        ("localhost", "http://localhost/v1"),
        ("nas", "http://nas/v1"),
        (
            "the-big-machine-upstairs:8000",
            "http://the-big-machine-upstairs:8000/v1",
        ),
        (
            "http://the-big-machine-upstairs",
            "http://the-big-machine-upstairs/v1",
        ),
        ("192.168.1.7:1234", "http://192.168.1.7:1234/v1"),
        (
            "  \u{200b}\"http://localhost:1234/v1\", ",
            "http://localhost:1234/v1",
        ),
        ("<https://llm.example/v1>", "https://llm.example/v1"),
        ("llm.example", "https://llm.example/v1"),
        ("llm.example:8443/v1", "https://llm.example:8443/v1"),
        ("http://localhost:11434/api/chat", "http://localhost:11434"),
        (
            "http://localhost:9000/ollama/api/chat",
            "http://localhost:9000/ollama",
        ),
        ("https://api.cohere.com", "https://api.cohere.com/v2"),
        ("https://api.cohere.com/v2/chat", "https://api.cohere.com/v2"),
        ("https://api.openai.com/v1/responses", "https://api.openai.com/v1"),
        (
            "https://llm.example/v1/chat/completions",
            "https://llm.example/v1",
        ),
        (
            "https://llm.example/v1/chat/completions/",
            "https://llm.example/v1",
        ),
        ("https://llm.example/chat/completions", "https://llm.example"),
        ("https://llm.example/v1/models", "https://llm.example/v1"),
        (
            "https://llm.example/proxy/team-a",
            "https://llm.example/proxy/team-a",
        ),
        (
            "https://llm.example/api/paas/v4/",
            "https://llm.example/api/paas/v4",
        ),
        (
            "https://llm.example/v1?api-version=2025-01-01",
            "https://llm.example/v1?api-version=2025-01-01",
        ),
        (
            "https://llm.example/v1?key=AIzaSecret&x=1#top",
            "https://llm.example/v1?x=1",
        ),
        ("https://llm.example?api_key=secret", "https://llm.example/v1"),
        ("https://llm.example/a/../v1", "https://llm.example/v1"),
        ("openrouter.ai", "https://openrouter.ai/api/v1"),
        ("https://openrouter.ai/api", "https://openrouter.ai/api/v1"),
        ("https://api.groq.com", "https://api.groq.com/openai/v1"),
        ("https://api.groq.com/openai", "https://api.groq.com/openai/v1"),
        ("https://api.deepseek.com", "https://api.deepseek.com"),
        ("https://api.anthropic.com", "https://api.anthropic.com/v1"),
        (
            "https://api.anthropic.com/v1/messages",
            "https://api.anthropic.com/v1",
        ),
        ("http://localhost:4010/v1/messages", "http://localhost:4010/v1"),
        (
            "http://localhost:4000/anthropic/v1/messages?beta=true",
            "http://localhost:4000/anthropic/v1?beta=true",
        ),
        (
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent?key=AIza",
            "https://generativelanguage.googleapis.com/v1beta",
        ),
        (
            "https://generativelanguage.googleapis.com/v1beta/models/g:streamGenerateContent?alt=sse",
            "https://generativelanguage.googleapis.com/v1beta",
        ),
        (
            "generativelanguage.googleapis.com",
            "https://generativelanguage.googleapis.com/v1beta",
        ),
        (
            "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
            "https://generativelanguage.googleapis.com/v1beta/openai",
        ),
        // The address of a model.
        (
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro",
            "https://generativelanguage.googleapis.com/v1beta",
        ),
        (
            "https://generativelanguage.googleapis.com/v1beta/models/",
            "https://generativelanguage.googleapis.com/v1beta",
        ),
        (
            "https://generativelanguage.googleapis.com/v1beta/openai/models/gemini-2.5-pro",
            "https://generativelanguage.googleapis.com/v1beta/openai",
        ),
        (
            "https://api.openai.com/v1/models/gpt-4o",
            "https://api.openai.com/v1",
        ),
        (
            "https://llm.example/v1/models/org/name/chat/completions",
            "https://llm.example/v1/models/org/name",
        ),
        (
            "https://llm.example/models/org/name/v1",
            "https://llm.example/models/org/name/v1",
        ),
        // Cohere's older paths, and half of an endpoint.
        ("https://api.cohere.com/v1", "https://api.cohere.com/v2"),
        ("https://api.cohere.com/v1/chat", "https://api.cohere.com/v2"),
        ("https://api.cohere.com/v1/embed", "https://api.cohere.com/v2"),
        (
            "https://api.cohere.com/compatibility/v1",
            "https://api.cohere.com/compatibility/v1",
        ),
        ("https://llm.example/v1/chat", "https://llm.example/v1"),
        ("https://llm.example/chat", "https://llm.example/chat"),
        ("http://localhost:8080/completion", "http://localhost:8080/v1"),
        // Capitals.
        (
            "https://llm.example/V1/Chat/Completions",
            "https://llm.example/v1",
        ),
        ("HTTPS://LLM.EXAMPLE/V1/", "https://llm.example/v1"),
        ("http://localhost:11434/API/Chat", "http://localhost:11434"),
        (
            "https://api.anthropic.com/V1/Messages",
            "https://api.anthropic.com/v1",
        ),
        // The end of a sentence.
        ("https://llm.example/v1。", "https://llm.example/v1"),
        ("https://llm.example/v1.", "https://llm.example/v1"),
        ("（https://llm.example/v1）", "https://llm.example/v1"),
        ("https://llm.example/v1，", "https://llm.example/v1"),
        ("http://[::1]", "http://[::1]/v1"),
        ("[::1]", "http://[::1]/v1"),
        ("([fd00::1]).", "http://[fd00::1]/v1"),
        ("[llm.example/v1]", "https://llm.example/v1"),
        // Pasted behind what stood there.
        ("https://http://localhost:8000/v1", "http://localhost:8000/v1"),
        ("http://https://https://llm.example/v1", "https://llm.example/v1"),
        ("HTTPS://Https://llm.example", "https://llm.example/v1"),
        ("//llm.example/v1", "https://llm.example/v1"),
        ("//localhost:8000/v1", "http://localhost:8000/v1"),
        ("https:/llm.example/v1", "https://llm.example/v1"),
        ("HTTP:/localhost:8000", "http://localhost:8000/v1"),
        ("https://llm.example/v1/v1", "https://llm.example/v1"),
        (
            "https://llm.example/v1/V1/chat/completions",
            "https://llm.example/v1",
        ),
        ("https://llm.example/v1/a/v1", "https://llm.example/v1/a/v1"),
        ("[the API](https://llm.example/v1)", "https://llm.example/v1"),
        ("**https://llm.example/v1**", "https://llm.example/v1"),
        // With its name.
        ("OPENAI_BASE_URL=https://llm.example/v1", "https://llm.example/v1"),
        (
            "export OPENAI_BASE_URL=\"https://llm.example/v1\"",
            "https://llm.example/v1",
        ),
        (
            "$env:OPENAI_BASE_URL = 'https://llm.example/v1'",
            "https://llm.example/v1",
        ),
        ("base_url: https://llm.example/v1", "https://llm.example/v1"),
        ("網址：https://llm.example/v1", "https://llm.example/v1"),
        (
            "{\"base_url\":\"https://llm.example/v1\"}",
            "https://llm.example/v1",
        ),
        (
            "client = OpenAI(base_url=\"https://llm.example/v1\", api_key=\"x\")",
            "https://llm.example/v1",
        ),
        (
            "curl https://llm.example/v1/chat/completions -H \"Authorization: Bearer sk-abc\"",
            "https://llm.example/v1",
        ),
        (
            "POST https://llm.example/v1/chat/completions",
            "https://llm.example/v1",
        ),
        ("OLLAMA_HOST=127.0.0.1:11434", "http://127.0.0.1:11434"),
        ("base_url: localhost:8000/v1", "http://localhost:8000/v1"),
        ("LLM_HOST = \"nas:8000\"", "http://nas:8000/v1"),
        // A proxy keeps the address that stands in its own.
        (
            "https://proxy.example/https://llm.example/v1",
            "https://proxy.example/https:/llm.example/v1",
        ),
        (
            "proxy.example/v1?to=https://llm.example",
            "https://proxy.example/v1?to=https://llm.example",
        ),
        // Typed with the keys of another script.
        ("ｈｔｔｐｓ：／／ｘ.example", "https://x.example/v1"),
        ("ｈｔｔｐｓ：//x。example/ｖ１", "https://x.example/v1"),
        ("localhost：8000", "http://localhost:8000/v1"),
    ] {
        let target = Target::read(&CUSTOM, pasted).unwrap();
        assert_eq!(target.endpoint.to_string(), base, "{pasted}");
        // What is shown can be pasted again, unless it looks like the address of a model.
        let again = Target::read(&CUSTOM, base).unwrap();
        if !base.ends_with(".example") && !base.contains("/v1/models/") {
            assert_eq!(again.endpoint.to_string(), base, "again {pasted}");
        }
    }
}

#[test]
fn a_model_in_the_path_is_found() {
    for (address, model, wire, decides) in [
        (
            "https://g.example/v1beta/models/gemini-2.5-pro:generateContent",
            Some("gemini-2.5-pro"),
            Some(Wire::Gemini),
            false,
        ),
        // What a model makes vectors by says nothing of who judges.
        (
            "https://g.example/v1beta/models/gemini-embedding-001:embedContent?key=AIza",
            None,
            Some(Wire::Gemini),
            false,
        ),
        (
            "https://g.example/v1beta/models/gemini-embedding-001:batchEmbedContents",
            None,
            Some(Wire::Gemini),
            false,
        ),
        (
            "https://g.example/v1beta/models/gemma-3",
            Some("gemma-3"),
            Some(Wire::Gemini),
            false,
        ),
        (
            "https://g.example/v1/publishers/google/models/gemini-2.5-pro",
            Some("gemini-2.5-pro"),
            Some(Wire::Gemini),
            false,
        ),
        ("https://a.example/v1/models/org/m", Some("org/m"), None, false),
        ("https://a.example/v1/models", None, None, false),
        (
            "https://me.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=1",
            Some("gpt-4o"),
            Some(Wire::OpenAi),
            true,
        ),
        (
            "https://proxy.example/openai/deployments/judge",
            Some("judge"),
            Some(Wire::OpenAi),
            true,
        ),
    ] {
        let pasted = Pasted::read(address).unwrap();
        let read = (pasted.model.as_deref(), pasted.wire, pasted.decides);
        assert_eq!(read, (model, wire, decides), "{address}");
    }
}

#[test]
fn what_cannot_be_called_says_why() {
    for (pasted, error) in [
        ("", OriginError::Empty),
        ("  ", OriginError::Empty),
        ("ftp://a.example", OriginError::Scheme("ftp".into())),
        ("file:///etc/passwd", OriginError::Scheme("file".into())),
        ("my server", OriginError::Character(' ')),
        ("javascript:alert(1)", OriginError::Scheme("javascript".into())),
        ("JavaScript:alert(1)", OriginError::Scheme("javascript".into())),
        ("data:text/html,x", OriginError::Scheme("data".into())),
        ("mailto:a.example", OriginError::Scheme("mailto".into())),
        ("https://me:pw@a.example/v1", OriginError::UserInfo),
        ("me@a.example", OriginError::UserInfo),
        ("https://a b.example", OriginError::Character(' ')),
        ("伺服器", OriginError::Host("伺服器".into())),
        (
            "一台在樓上的大機器",
            OriginError::Host("一台在樓上的大機器".into()),
        ),
        ("key=AIzaCanary9Zq7TTxw81LmVb2", OriginError::Key),
        ("OPENAI_API_KEY=sk-abc", OriginError::Key),
        ("abcdefgh12345678==", OriginError::Key),
        ("https:///v1", OriginError::Host(String::new())),
        ("localhost:port", OriginError::Port("port".into())),
        ("AIzaCanary9Zq7TTxw81LmVb2", OriginError::Key),
        (" \"sk-proj-a_b\" ", OriginError::Key),
        ("gsk_abc", OriginError::Key),
        ("0123456789abcdef0123456789abcdef", OriginError::Key),
        ("abcdefghijklmnop/qrs+tu==", OriginError::Key),
    ] {
        assert_eq!(Pasted::read(pasted), Err(error), "{pasted}");
    }
}

#[test]
fn parameters_join() {
    let target = Target::read(&CUSTOM, "https://a.example/v1?api-version=1").unwrap();
    let endpoint = target.endpoint;
    assert_eq!(
        endpoint.url("/models", ""),
        "https://a.example/v1/models?api-version=1"
    );
    assert_eq!(
        endpoint.url("/models", "limit=9"),
        "https://a.example/v1/models?api-version=1&limit=9"
    );
}
