//! What the path of a pasted address says: the wire format, the model, and where the paths of the API begin.

use super::parts::{clean_path, clean_query, is_version, without_end};
use super::paste::{address_text, split};
use super::{DEPLOYMENTS, Endpoint, EndpointError};
use crate::judge::api::provider::{CUSTOM, PROVIDERS, Provider};
use crate::judge::api::wire::Wire;
use crate::judge::key::{Origin, Reach};

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
    /// See [`EndpointError`].
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
            && let action = action.to_ascii_lowercase()
            && let embeds = ["embedcontent", "batchembedcontents"].contains(&action.as_str())
            && (embeds
                || ["generatecontent", "streamgeneratecontent", "counttokens"].contains(&action.as_str()))
        {
            self.wire = Some(Wire::Gemini);
            self.model = (!embeds).then(|| model.to_owned());
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
        let Some((_, deployment)) = self.base.split_once(DEPLOYMENTS) else {
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

    /// The wire format: what the path names, or else what is known of the host. Ollama's compatible paths cut long
    /// prompts without a word, so it is called by its own API whatever path of its was pasted: where it was chosen, and at
    /// its port where nothing else was.
    pub fn wire_with(&self, known: &Provider) -> Wire {
        let near = self.origin.port() == 11434 && self.origin.reach() != Reach::Public;
        let nothing_more = ["", "/api", "/v1", "/api/v1"].contains(&self.base.as_str());
        let unchosen = known.id == CUSTOM.id;
        if known.wire == Wire::Ollama || (near && unchosen && nothing_more) {
            return Wire::Ollama;
        }
        match self.wire {
            Some(wire) => wire,
            None if known.wire == Wire::OpenAi && near && ["", "/api"].contains(&self.base.as_str()) => {
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
