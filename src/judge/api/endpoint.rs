//! Understands a base URL as people paste it: with or without `/v1`, with a slash behind it, a query, without a
//! scheme, or as a whole endpoint (`…/v1/chat/completions`, `…:generateContent`). What stands around the address in
//! what was pasted is taken off in [`paste`].

mod paste;

use std::fmt;

use super::provider::{PROVIDERS, Provider};
use super::wire::Wire;
use crate::judge::key::paste::{begins_like_key, is_key_parameter};
use crate::judge::key::{Origin, OriginError, Reach};
use paste::{address_text, split};

/// Why an address cannot be called.
pub type EndpointError = OriginError;

/// Where the paths of an API begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The server.
    pub origin: Origin,
    /// `/v1`; empty, or with a slash before it and none behind.
    base: String,
    /// Parameters that every call carries (`api-version=…`), without keys.
    query: String,
}

impl Endpoint {
    /// The URL of a path (`/models`), with more query parameters behind those of the endpoint.
    pub fn url(&self, path: &str, parameters: &str) -> String {
        let joined = match (self.query.is_empty(), parameters.is_empty()) {
            (true, true) => String::new(),
            (true, false) => format!("?{parameters}"),
            (false, true) => format!("?{}", self.query),
            (false, false) => format!("?{}&{parameters}", self.query),
        };
        format!("{}{}{path}{joined}", self.origin, self.base)
    }
}

impl Endpoint {
    /// The URL of a path that stands beside the base's version: `/v2` becomes `/v1`, or goes.
    pub fn url_in_version(&self, version: &str, path: &str, parameters: &str) -> String {
        let before = match self.base.rsplit_once('/') {
            Some((before, last)) if is_version(last) => before,
            _ => &self.base,
        };
        let beside = Self {
            base: format!("{before}{version}"),
            ..self.clone()
        };
        beside.url(path, parameters)
    }
}

/// The base URL, as it is shown and kept.
impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url("", ""))
    }
}

/// A pasted address, read before the wire format is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasted {
    /// The server.
    pub origin: Origin,
    /// The wire format that the path names, if it does.
    pub wire: Option<Wire>,
    /// The model that the path names (`models/gemini-2.5-pro:generateContent`, `deployments/judge`).
    pub model: Option<String>,
    /// The model stays in the path that is called: whatever is typed as a model, the path decides.
    pub decides: bool,
    base: String,
    query: String,
    whole: bool,
}

/// What a whole endpoint ends with.
const ENDINGS: &[(&str, Option<Wire>)] = &[
    ("/chat/completions", Some(Wire::OpenAi)),
    ("/completions", Some(Wire::OpenAi)),
    ("/complete", Some(Wire::Anthropic)),
    ("/messages/count_tokens", Some(Wire::Anthropic)),
    ("/messages/batches", Some(Wire::Anthropic)),
    ("/messages", Some(Wire::Anthropic)),
    ("/responses", Some(Wire::Responses)),
    ("/v2/chat", Some(Wire::Cohere)),
    ("/v2/embed", Some(Wire::Cohere)),
    ("/embeddings", None),
    ("/models", None),
];

/// Azure's older paths answer only with a version.
const AZURE_VERSION: &str = "api-version=2024-10-21";

/// Cohere's ending takes its version along, which is part of the base.
fn ending_of(wire: Option<Wire>) -> bool {
    wire == Some(Wire::Cohere)
}

impl Pasted {
    /// Reads a pasted address. Without a scheme, this machine and the local network are http, all else https.
    ///
    /// # Errors
    /// See [`OriginError`].
    pub fn read(text: &str) -> Result<Self, EndpointError> {
        let text = address_text(text);
        let (origin, tail) = split(&text)?;
        let tail = tail.split('#').next().unwrap_or_default();
        let (path, query) = tail.split_once('?').unwrap_or((tail, ""));
        let mut pasted = Self {
            origin,
            wire: None,
            model: None,
            decides: false,
            base: clean_path(path),
            query: clean_query(query),
            whole: false,
        };
        pasted.cut_ending();
        pasted.name_deployment();
        pasted.cut_model();
        // The compatible paths of Gemini and Cohere.
        if pasted.wire.is_none()
            && (pasted.base.ends_with("/openai") || pasted.base.ends_with("/compatibility/v1"))
        {
            pasted.wire = Some(Wire::OpenAi);
        }
        Ok(pasted)
    }

    /// The endpoint, once the wire format is known.
    pub fn into_endpoint(self, wire: Wire, known: &Provider) -> Endpoint {
        let base = self.settled_base(wire, known);
        Endpoint {
            origin: self.origin,
            base,
            query: self.query,
        }
    }

    /// Takes `/chat/completions` and its like off the end, however they are capitalised.
    fn cut_ending(&mut self) {
        // `/v1beta/models/gemini-2.5-pro:generateContent`
        if let Some((before, last)) = self.base.rsplit_once('/')
            && let Some((model, action)) = last.split_once(':')
            && ["generatecontent", "streamgeneratecontent", "counttokens"]
                .contains(&action.to_ascii_lowercase().as_str())
        {
            self.wire = Some(Wire::Gemini);
            self.model = Some(model.to_owned());
            self.whole = true;
            self.base = without_end(before, "/models").unwrap_or(before).to_owned();
            return;
        }
        for native in [
            "/api/chat",
            "/api/generate",
            "/api/tags",
            "/api/embed",
            "/api/show",
        ] {
            if let Some(base) = without_end(&self.base, native) {
                self.wire = Some(Wire::Ollama);
                self.base = base.to_owned();
                self.whole = true;
                return;
            }
        }
        let ending = ENDINGS
            .iter()
            .find_map(|(ending, wire)| without_end(&self.base, ending).map(|base| (base.to_owned(), *wire)));
        if let Some((base, wire)) = ending {
            self.base = if ending_of(wire) {
                format!("{base}/v2")
            } else {
                base
            };
            self.wire = wire;
            self.whole = true;
            return;
        }
        // llama.cpp's own path, beside which the compatible ones stand.
        if let Some(base) = without_end(&self.base, "/completion") {
            self.base = base.to_owned();
            return;
        }
        // Cohere's older paths, and half of `/chat/completions`; elsewhere a path may end so by itself.
        for half in ["/chat", "/embed", "/rerank"] {
            if let Some(base) = without_end(&self.base, half)
                && base.rsplit('/').next().is_some_and(is_version)
            {
                self.base = base.to_owned();
                self.whole = true;
                return;
            }
        }
    }

    /// `/v1beta/models/gemini-2.5-pro`: the address of a model itself.
    fn cut_model(&mut self) {
        if self.whole {
            return;
        }
        let Some((root, model)) = self.base.split_once("/models/") else {
            return;
        };
        let Some(version) = root.split('/').find(|segment| is_version(segment)) else {
            return;
        };
        let compatible = root.ends_with("/openai");
        if !compatible && (version.len() > 3 || model.starts_with("gemini")) {
            self.wire = Some(Wire::Gemini);
        }
        self.model = Some(model.to_owned());
        self.whole = true;
        self.base = root.to_owned();
    }

    /// Azure's older form: the deployment in the path, and a version that must be named.
    fn name_deployment(&mut self) {
        let Some((_, deployment)) = self.base.split_once("/openai/deployments/") else {
            return;
        };
        self.model = deployment.split('/').next().map(str::to_owned);
        self.decides = true;
        self.whole = true;
        self.wire = self.wire.or(Some(Wire::OpenAi));
        let versioned = self.query.split('&').any(|pair| pair.starts_with("api-version="));
        if !versioned {
            let more = if self.query.is_empty() { "" } else { "&" };
            self.query.push_str(more);
            self.query.push_str(AZURE_VERSION);
        }
    }

    /// The wire format: what the path names, or else what is known of the host. Ollama's port without a path, or with
    /// the `/api` of its own paths, is Ollama's own API, whose compatible paths cut long prompts without a word.
    pub fn wire_with(&self, known: &Provider) -> Wire {
        let ollama = self.origin.port() == 11434 && self.origin.reach() != Reach::Public;
        match self.wire {
            Some(wire) => wire,
            None if known.wire == Wire::OpenAi && ollama && ["", "/api"].contains(&self.base.as_str()) => {
                Wire::Ollama
            }
            None => known.wire,
        }
    }

    fn settled_base(&self, wire: Wire, known: &Provider) -> String {
        if wire == Wire::Ollama {
            // `/v1` is pasted by habit; its own paths stand beside it, and begin with `/api` themselves.
            let base = self.base.strip_suffix("/v1").unwrap_or(&self.base);
            return base.strip_suffix("/api").unwrap_or(base).to_owned();
        }
        if wire == Wire::Cohere
            && let Some((before, last)) = self.base.rsplit_once('/')
            && is_version(last)
        {
            // What we write is of this version, whichever was pasted.
            return format!("{before}/v2");
        }
        let versioned = self.base.split('/').any(is_version);
        let takes_as_is = matches!(wire, Wire::OpenAi | Wire::Responses);
        if versioned || (self.whole && (takes_as_is || !self.base.is_empty())) {
            return self.base.clone();
        }
        if !known.hosts.is_empty() && takes_as_is {
            return "/openai/v1".to_owned();
        }
        match wire {
            // A known host: its own path. Otherwise `/v1`, which every compatible server has, unless the user
            // gives a path, which is then taken at its word.
            Wire::OpenAi | Wire::Responses if self.base.is_empty() => {
                own_base(known, &self.origin).unwrap_or_else(|| "/v1".into())
            }
            Wire::OpenAi | Wire::Responses => own_base(known, &self.origin)
                .filter(|own| own.starts_with(&format!("{}/", self.base)))
                .unwrap_or_else(|| self.base.clone()),
            Wire::Anthropic => format!("{}/v1", self.base),
            Wire::Gemini => format!("{}/v1beta", self.base),
            Wire::Cohere => format!("{}/v2", self.base),
            Wire::Ollama => self.base.clone(),
        }
    }
}

/// The path of a preset's base, if it stands at this origin.
fn own_base(known: &Provider, origin: &Origin) -> Option<String> {
    PROVIDERS
        .iter()
        .filter(|provider| provider.id == known.id)
        .find_map(|provider| match Origin::split(provider.base) {
            Ok((at, path)) if at == *origin => Some(path.to_owned()),
            _ => None,
        })
}

/// `v1`, `v1beta`, `v4`.
fn is_version(segment: &str) -> bool {
    let Some(rest) = segment.strip_prefix('v') else {
        return false;
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0
        && rest
            .get(digits..)
            .is_some_and(|tail| tail.is_empty() || tail.starts_with("beta") || tail.starts_with("alpha"))
}

/// `text` without this end, which is given in small letters.
fn without_end<'t>(text: &'t str, end: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(end.len())?;
    let (before, tail) = text.split_at_checked(at)?;
    tail.eq_ignore_ascii_case(end).then_some(before)
}

/// A typed address as it may be kept: without parameters that carry a key or look like one. `None` for what can't be
/// called, or whose path has a part that looks like a key: better typed again than kept.
pub fn without_keys(typed: &str) -> Option<String> {
    let text = address_text(typed);
    split(&text).ok()?;
    let text = text.split('#').next().unwrap_or_default();
    let (before, query) = text.split_once('?').unwrap_or((text, ""));
    let path = before.split_once("://").map_or(before, |(_, rest)| rest);
    if path.split('/').skip(1).any(may_be_key) {
        return None;
    }
    let query: Vec<String> = clean_query(query)
        .split('&')
        .filter(|pair| !pair.split('=').skip(1).any(may_be_key))
        .filter(|pair| !pair.is_empty())
        .map(str::to_owned)
        .collect();
    if query.is_empty() {
        return Some(before.to_owned());
    }
    Some(format!("{before}?{}", query.join("&")))
}

/// Whether a part of an address may be a key: it begins like one, is an id of hexadecimal digits, has letters and
/// digits in a row that nobody would name anything by, or hides what it says.
fn may_be_key(part: &str) -> bool {
    let long = |piece: &str| {
        piece.len() >= 20
            && piece.bytes().any(|b| b.is_ascii_digit())
            && piece.bytes().any(|b| b.is_ascii_alphabetic())
    };
    let hex = part.len() >= 32 && part.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    begins_like_key(part)
        || hex
        || part.contains('%')
        || part.split(|c: char| !c.is_ascii_alphanumeric()).any(long)
}

/// One slash between segments, none at the end; `.` and `..` resolved as a browser would, and a version in small letters
/// (a phone makes it `/V1`).
fn clean_path(path: &str) -> String {
    let mut segments: Vec<String> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop();
            }
            _ => {
                let lower = segment.to_ascii_lowercase();
                segments.push(if is_version(&lower) {
                    lower
                } else {
                    segment.to_owned()
                });
            }
        }
    }
    segments
        .iter()
        .fold(String::new(), |path, segment| path + "/" + segment)
}

fn clean_query(query: &str) -> String {
    query
        .split('&')
        .filter(|pair| {
            let name = pair.split('=').next().unwrap_or_default();
            let named = name.contains(|c: char| c.is_ascii_alphanumeric());
            named && !name.eq_ignore_ascii_case("alt") && !is_key_parameter(name)
        })
        .collect::<Vec<_>>()
        .join("&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::api::provider::{CUSTOM, Target};

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
            (
                &CUSTOM,
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
            ("http://localhost:11434/v1", "http://localhost:11434/v1"),
            ("http://localhost:11434/v1/", "http://localhost:11434/v1"),
            ("http://localhost:11434//v1//", "http://localhost:11434/v1"),
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
            ("https:/llm.example/v1", OriginError::Host(String::new())),
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
}
