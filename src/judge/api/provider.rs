//! The table of providers: what is known beforehand about a host. Adding a preset is adding a line here.

use super::endpoint::{Endpoint, EndpointError, Pasted};
use super::sent::Shape;
use super::wire::Wire;
use crate::judge::key::Origin;

/// How a key goes into the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auth {
    /// `authorization: Bearer …`
    Bearer,
    /// A header of its own.
    Header(&'static str),
}

/// The name of the field that limits the reply's length in chat completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthField {
    /// `max_tokens`
    MaxTokens,
    /// `max_completion_tokens`
    MaxCompletionTokens,
}

/// A preset: data alone.
#[derive(Debug, PartialEq, Eq)]
pub struct Provider {
    /// Stable id, in settings: `openai`.
    pub id: &'static str,
    /// How it calls itself. Empty for [`CUSTOM`], whose name is a sentence in [`crate::i18n`].
    pub name: &'static str,
    /// Base URL; empty where the user gives it.
    pub base: &'static str,
    /// The wire format that it speaks.
    pub wire: Wire,
    /// Where its key goes.
    pub auth: Auth,
    /// Its field for the longest reply.
    pub length: LengthField,
    /// The strictest way in which it can be asked for JSON.
    pub shape: Shape,
    /// The end of its hosts, where each customer has one of their own: `.openai.azure.com`.
    pub hosts: &'static [&'static str],
    /// Its usual embedding model; empty: it has no embeddings.
    pub embeddings: &'static str,
    /// Whether it answers at all without a key.
    pub needs_key: bool,
    /// A wrong key comes back without CORS headers, so that the browser says only "failed to fetch".
    pub hides_wrong_key: bool,
}

const HOSTED: Provider = Provider {
    id: "",
    name: "",
    base: "",
    wire: Wire::OpenAi,
    auth: Auth::Bearer,
    length: LengthField::MaxTokens,
    shape: Shape::Schema,
    hosts: &[],
    embeddings: "text-embedding-3-small",
    needs_key: true,
    hides_wrong_key: false,
};

const LOCAL: Provider = Provider {
    needs_key: false,
    ..HOSTED
};

/// Any other server that speaks chat completions: the user gives the base URL.
pub static CUSTOM: Provider = Provider {
    id: "custom",
    ..LOCAL
};

/// All presets, in the order of the menu; [`CUSTOM`] stands behind them.
#[rustfmt::skip]
pub static PROVIDERS: &[Provider] = &[
    Provider { id: "openai", name: "OpenAI", base: "https://api.openai.com/v1", length: LengthField::MaxCompletionTokens, hides_wrong_key: true, ..HOSTED },
    Provider { id: "openai-responses", name: "OpenAI (Responses)", base: "https://api.openai.com/v1", wire: Wire::Responses, hides_wrong_key: true, ..HOSTED },
    Provider { id: "azure", name: "Azure OpenAI", auth: Auth::Header("api-key"), length: LengthField::MaxCompletionTokens, hosts: AZURE, ..HOSTED },
    Provider { id: "anthropic", name: "Anthropic", base: "https://api.anthropic.com/v1", wire: Wire::Anthropic, auth: Auth::Header("x-api-key"), embeddings: "", ..HOSTED },
    Provider { id: "gemini", name: "Google Gemini", base: "https://generativelanguage.googleapis.com/v1beta", wire: Wire::Gemini, auth: Auth::Header("x-goog-api-key"), embeddings: "gemini-embedding-001", ..HOSTED },
    Provider { id: "mistral", name: "Mistral", base: "https://api.mistral.ai/v1", embeddings: "mistral-embed", ..HOSTED },
    Provider { id: "groq", name: "Groq", base: "https://api.groq.com/openai/v1", length: LengthField::MaxCompletionTokens, embeddings: "", ..HOSTED },
    Provider { id: "deepseek", name: "DeepSeek", base: "https://api.deepseek.com", shape: Shape::Object, embeddings: "", ..HOSTED },
    Provider { id: "openrouter", name: "OpenRouter", base: "https://openrouter.ai/api/v1", embeddings: "openai/text-embedding-3-small", ..HOSTED },
    Provider { id: "xai", name: "xAI", base: "https://api.x.ai/v1", embeddings: "", ..HOSTED },
    Provider { id: "together", name: "Together", base: "https://api.together.xyz/v1", embeddings: "intfloat/multilingual-e5-large-instruct", ..HOSTED },
    Provider { id: "fireworks", name: "Fireworks", base: "https://api.fireworks.ai/inference/v1", embeddings: "nomic-ai/nomic-embed-text-v1.5", ..HOSTED },
    Provider { id: "cohere", name: "Cohere", base: "https://api.cohere.com/v2", wire: Wire::Cohere, embeddings: "embed-v4.0", ..HOSTED },
    Provider { id: "cerebras", name: "Cerebras", base: "https://api.cerebras.ai/v1", length: LengthField::MaxCompletionTokens, hides_wrong_key: true, embeddings: "", ..HOSTED },
    Provider { id: "huggingface", name: "Hugging Face", base: "https://router.huggingface.co/v1", embeddings: "", ..HOSTED },
    Provider { id: "ollama", name: "Ollama", base: "http://localhost:11434", wire: Wire::Ollama, embeddings: "nomic-embed-text", ..LOCAL },
    Provider { id: "lm-studio", name: "LM Studio", base: "http://localhost:1234/v1", embeddings: "text-embedding-nomic-embed-text-v1.5", ..LOCAL },
    Provider { id: "llama-cpp", name: "llama.cpp", base: "http://localhost:8080/v1", ..LOCAL },
    Provider { id: "vllm", name: "vLLM", base: "http://localhost:8000/v1", ..LOCAL },
    Provider { id: "litellm", name: "LiteLLM", base: "http://localhost:4000/v1", ..LOCAL },
    Provider { id: "jan", name: "Jan", base: "http://localhost:1337/v1", ..LOCAL },
];

/// Each customer of Azure has a host of their own, below one of these.
const AZURE: &[&str] = &[
    ".openai.azure.com",
    ".services.ai.azure.com",
    ".cognitiveservices.azure.com",
];

impl Provider {
    /// The preset with this id, [`CUSTOM`] included.
    pub fn by_id(id: &str) -> Option<&'static Provider> {
        PROVIDERS
            .iter()
            .chain(std::iter::once(&CUSTOM))
            .find(|provider| provider.id == id)
    }

    /// The hosted preset at this origin; of several the first. Local ones are known by port alone, which says too
    /// little.
    pub fn at(origin: &Origin) -> Option<&'static Provider> {
        PROVIDERS
            .iter()
            .filter(|provider| provider.needs_key)
            .find(|provider| provider.is_at(origin))
    }

    /// The preset of this name, or at this host (with its port, where that is not the scheme's own); of several the
    /// first.
    pub fn named(name_or_host: &str) -> Option<&'static Provider> {
        let at = |scheme: &str| {
            let origin: Origin = format!("{scheme}://{name_or_host}").parse().ok()?;
            PROVIDERS.iter().find(|provider| provider.is_at(&origin))
        };
        PROVIDERS
            .iter()
            .find(|provider| provider.name == name_or_host)
            .or_else(|| at("https"))
            .or_else(|| at("http"))
    }

    fn is_at(&self, origin: &Origin) -> bool {
        self.base.parse::<Origin>().is_ok_and(|at| at == *origin)
            || (origin.is_secure() && self.hosts.iter().any(|end| origin.host_ends_with(end)))
    }
}

/// Where calls go and how they are written: a preset, or a base URL that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// What is known about the host.
    pub provider: &'static Provider,
    /// Where.
    pub endpoint: Endpoint,
    /// The wire format: the preset's, unless the pasted URL says another.
    pub wire: Wire,
    /// Where the key goes.
    pub auth: Auth,
    /// The model that the address names: Gemini's and Azure's do.
    pub model: Option<String>,
    /// That one is called, whatever else is named: the path that is called holds it.
    pub path_decides: bool,
}

impl Target {
    /// The model that is called where this one is typed, which may be empty.
    pub fn model_for(&self, typed: &str) -> String {
        let named = self.model.as_deref().unwrap_or_default();
        let name = if self.path_decides || typed.is_empty() {
            named
        } else {
            typed
        };
        name.to_owned()
    }

    /// The embedding model unless the user names one; empty: there are no embeddings here.
    pub fn usual_embedding_model(&self) -> &'static str {
        match self.wire {
            Wire::Anthropic => "",
            wire if wire == self.provider.wire => self.provider.embeddings,
            Wire::Gemini => "gemini-embedding-001",
            Wire::Cohere => "embed-v4.0",
            Wire::Ollama => "nomic-embed-text",
            Wire::OpenAi | Wire::Responses => self.provider.embeddings,
        }
    }

    /// Whether this API has a call for embeddings.
    pub fn has_embeddings(&self) -> bool {
        !self.usual_embedding_model().is_empty()
    }

    /// Whether its models can be listed: not those of a customer's own host, nor where the path is that of one model.
    pub fn lists_models(&self) -> bool {
        self.provider.hosts.is_empty() && !self.path_decides
    }

    /// A preset at its own address.
    ///
    /// # Errors
    /// [`CUSTOM`] has none, nor has a preset whose customers have hosts of their own.
    pub fn preset(provider: &'static Provider) -> Result<Self, EndpointError> {
        Self::read(provider, provider.base)
    }

    /// A preset at an address that the user gives; an empty one is the preset's own. The address of a known host
    /// brings what is known about that host along, and a full endpoint its wire format.
    ///
    /// # Errors
    /// The address is none that can be called.
    pub fn read(provider: &'static Provider, address: &str) -> Result<Self, EndpointError> {
        let address = if address.trim().is_empty() {
            provider.base
        } else {
            address
        };
        let pasted = Pasted::read(address)?;
        // Two presets may share a host: the chosen one stays.
        let known = if provider.is_at(&pasted.origin) {
            provider
        } else {
            Provider::at(&pasted.origin).unwrap_or(provider)
        };
        let wire = pasted.wire_with(known);
        let auth = if wire == known.wire || !known.hosts.is_empty() {
            known.auth
        } else {
            wire.usual_auth()
        };
        let (model, path_decides) = (pasted.model.clone(), pasted.decides);
        Ok(Self {
            provider: known,
            endpoint: pasted.into_endpoint(wire, known),
            wire,
            auth,
            model,
            path_decides,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_callable_and_itself() {
        let placed = PROVIDERS.iter().filter(|provider| provider.hosts.is_empty());
        for provider in placed {
            let target = Target::preset(provider).unwrap();
            assert_eq!(target.provider.id, provider.id);
            assert_eq!(target.wire, provider.wire);
            assert_eq!(target.endpoint.to_string(), provider.base, "{}", provider.id);
            assert_eq!(Provider::by_id(provider.id), Some(provider));
            assert!(!provider.name.is_empty());
        }
        assert!(Target::preset(&CUSTOM).is_err());
    }

    #[test]
    fn every_named_provider_is_there_once() {
        let ids: Vec<&str> = PROVIDERS.iter().map(|provider| provider.id).collect();
        for id in [
            "openai",
            "openai-responses",
            "azure",
            "anthropic",
            "gemini",
            "mistral",
            "groq",
            "deepseek",
            "openrouter",
            "xai",
            "together",
            "fireworks",
            "cohere",
            "cerebras",
            "huggingface",
            "ollama",
            "lm-studio",
            "llama-cpp",
            "vllm",
            "litellm",
            "jan",
        ] {
            assert_eq!(ids.iter().filter(|known| **known == id).count(), 1, "{id}");
        }
    }

    #[test]
    fn presets_are_known_by_name_and_by_host() {
        for (given, id) in [
            ("OpenAI", Some("openai")),
            ("OpenAI (Responses)", Some("openai-responses")),
            ("api.openai.com", Some("openai")),
            ("api.deepseek.com", Some("deepseek")),
            ("localhost:11434", Some("ollama")),
            ("localhost:1234", Some("lm-studio")),
            ("me.openai.azure.com", Some("azure")),
            ("localhost:9999", None),
            ("api.openai.com.evil.example", None),
            ("https://api.openai.com", None),
            ("a b", None),
            ("", None),
        ] {
            assert_eq!(Provider::named(given).map(|provider| provider.id), id, "{given}");
        }
    }

    #[test]
    fn azure_is_known_by_the_end_of_its_host() {
        let azure = Provider::by_id("azure").unwrap();
        for (address, url, model) in [
            (
                "https://me.openai.azure.com",
                "https://me.openai.azure.com/openai/v1/chat/completions",
                None,
            ),
            (
                "https://me.openai.azure.com/",
                "https://me.openai.azure.com/openai/v1/chat/completions",
                None,
            ),
            (
                "me.openai.azure.com/openai/v1/",
                "https://me.openai.azure.com/openai/v1/chat/completions",
                None,
            ),
            (
                "https://me.openai.azure.com/openai/v1/chat/completions?api-version=preview",
                "https://me.openai.azure.com/openai/v1/chat/completions?api-version=preview",
                None,
            ),
            (
                "https://me.openai.azure.com/openai/deployments/judge/chat/completions?api-version=2025-01-01-preview",
                "https://me.openai.azure.com/openai/deployments/judge/chat/completions?api-version=2025-01-01-preview",
                Some("judge"),
            ),
            (
                "https://me.openai.azure.com/openai/deployments/judge?api-version=2024-10-21&api-key=secret",
                "https://me.openai.azure.com/openai/deployments/judge/chat/completions?api-version=2024-10-21",
                Some("judge"),
            ),
            (
                "https://me.openai.azure.com/openai/deployments/judge",
                "https://me.openai.azure.com/openai/deployments/judge/chat/completions?api-version=2024-10-21",
                Some("judge"),
            ),
            (
                "https://me.services.ai.azure.com/openai",
                "https://me.services.ai.azure.com/openai/v1/chat/completions",
                None,
            ),
        ] {
            for provider in [azure, &CUSTOM] {
                let target = Target::read(provider, address).unwrap();
                assert_eq!(
                    (target.provider.id, target.auth),
                    ("azure", Auth::Header("api-key")),
                    "{address}"
                );
                assert_eq!(target.endpoint.url("/chat/completions", ""), url, "{address}");
                assert_eq!(target.model.as_deref(), model, "{address}");
                // Where the path names a deployment, that one answers.
                assert_eq!(
                    target.model_for("llama-3"),
                    model.unwrap_or("llama-3"),
                    "{address}"
                );
                assert_eq!(target.model_for(""), model.unwrap_or_default(), "{address}");
            }
        }
        // A responses endpoint of theirs keeps their header.
        let responses = Target::read(&CUSTOM, "https://me.openai.azure.com/openai/v1/responses").unwrap();
        assert_eq!(
            (responses.wire, responses.auth),
            (Wire::Responses, Auth::Header("api-key"))
        );
        for other in [
            "https://openai.azure.com.evil.example",
            "https://evilopenai.azure.com",
            "https://openai.azure.com",
            "http://me.openai.azure.com",
        ] {
            assert_eq!(
                Target::read(&CUSTOM, other).unwrap().provider.id,
                "custom",
                "{other}"
            );
        }
    }

    #[test]
    fn models_are_listed_where_there_is_a_list() {
        for (address, lists) in [
            ("https://api.openai.com/v1", true),
            ("http://localhost:8000", true),
            ("https://me.openai.azure.com", false),
            ("https://me.openai.azure.com/openai/deployments/judge", false),
            ("https://proxy.example/openai/deployments/judge", false),
        ] {
            let target = Target::read(&CUSTOM, address).unwrap();
            assert_eq!(target.lists_models(), lists, "{address}");
        }
    }

    #[test]
    fn a_pasted_address_brings_what_is_known() {
        for (address, wire, auth, provider) in [
            (
                "https://api.anthropic.com/v1/messages",
                Wire::Anthropic,
                Auth::Header("x-api-key"),
                "anthropic",
            ),
            ("api.openai.com", Wire::OpenAi, Auth::Bearer, "openai"),
            (
                "https://api.anthropic.com/v1/chat/completions",
                Wire::OpenAi,
                Auth::Bearer,
                "anthropic",
            ),
            (
                "https://generativelanguage.googleapis.com/v1beta/openai/",
                Wire::OpenAi,
                Auth::Bearer,
                "gemini",
            ),
            (
                "http://localhost:4010/v1/messages",
                Wire::Anthropic,
                Auth::Header("x-api-key"),
                "custom",
            ),
            (
                "https://api.openai.com/v1/responses",
                Wire::Responses,
                Auth::Bearer,
                "openai",
            ),
            ("http://localhost:11434", Wire::Ollama, Auth::Bearer, "custom"),
            (
                "http://localhost:9000/api/chat",
                Wire::Ollama,
                Auth::Bearer,
                "custom",
            ),
            ("http://localhost:11434/v1", Wire::Ollama, Auth::Bearer, "custom"),
            (
                "https://api.cohere.com/v2/chat",
                Wire::Cohere,
                Auth::Bearer,
                "cohere",
            ),
            (
                "https://api.openai.com.evil.example",
                Wire::OpenAi,
                Auth::Bearer,
                "custom",
            ),
        ] {
            let target = Target::read(&CUSTOM, address).unwrap();
            assert_eq!(
                (target.wire, target.auth, target.provider.id),
                (wire, auth, provider),
                "{address}"
            );
        }
    }
}
