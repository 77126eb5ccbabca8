//! The table of providers: what is known beforehand about a host. Adding a preset is adding a line here.

use super::endpoint::{Endpoint, EndpointError};
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
    Provider { id: "anthropic", name: "Anthropic", base: "https://api.anthropic.com/v1", wire: Wire::Anthropic, auth: Auth::Header("x-api-key"), ..HOSTED },
    Provider { id: "gemini", name: "Google Gemini", base: "https://generativelanguage.googleapis.com/v1beta", wire: Wire::Gemini, auth: Auth::Header("x-goog-api-key"), ..HOSTED },
    Provider { id: "mistral", name: "Mistral", base: "https://api.mistral.ai/v1", ..HOSTED },
    Provider { id: "groq", name: "Groq", base: "https://api.groq.com/openai/v1", length: LengthField::MaxCompletionTokens, ..HOSTED },
    Provider { id: "deepseek", name: "DeepSeek", base: "https://api.deepseek.com", ..HOSTED },
    Provider { id: "openrouter", name: "OpenRouter", base: "https://openrouter.ai/api/v1", ..HOSTED },
    Provider { id: "xai", name: "xAI", base: "https://api.x.ai/v1", ..HOSTED },
    Provider { id: "together", name: "Together", base: "https://api.together.xyz/v1", ..HOSTED },
    Provider { id: "fireworks", name: "Fireworks", base: "https://api.fireworks.ai/inference/v1", ..HOSTED },
    Provider { id: "cerebras", name: "Cerebras", base: "https://api.cerebras.ai/v1", length: LengthField::MaxCompletionTokens, hides_wrong_key: true, ..HOSTED },
    Provider { id: "huggingface", name: "Hugging Face", base: "https://router.huggingface.co/v1", ..HOSTED },
    Provider { id: "ollama", name: "Ollama", base: "http://localhost:11434/v1", ..LOCAL },
    Provider { id: "lm-studio", name: "LM Studio", base: "http://localhost:1234/v1", ..LOCAL },
    Provider { id: "llama-cpp", name: "llama.cpp", base: "http://localhost:8080/v1", ..LOCAL },
    Provider { id: "vllm", name: "vLLM", base: "http://localhost:8000/v1", ..LOCAL },
];

impl Provider {
    /// The preset with this id, [`CUSTOM`] included.
    pub fn by_id(id: &str) -> Option<&'static Provider> {
        PROVIDERS
            .iter()
            .chain(std::iter::once(&CUSTOM))
            .find(|provider| provider.id == id)
    }

    /// The hosted preset at this origin. Local ones are known by port alone, which says too little.
    pub fn at(origin: &Origin) -> Option<&'static Provider> {
        PROVIDERS
            .iter()
            .filter(|provider| provider.needs_key)
            .find(|provider| provider.base.parse::<Origin>().is_ok_and(|at| at == *origin))
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
}

impl Target {
    /// The embedding model unless the user names one.
    pub fn usual_embedding_model(&self) -> &'static str {
        match self.provider.id {
            "gemini" => "gemini-embedding-001",
            "mistral" => "mistral-embed",
            "ollama" => "nomic-embed-text",
            _ if self.wire == Wire::Gemini => "gemini-embedding-001",
            _ => "text-embedding-3-small",
        }
    }

    /// A preset at its own address.
    ///
    /// # Errors
    /// Only [`CUSTOM`] has none.
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
        let pasted = super::endpoint::Pasted::read(address)?;
        let known = Provider::at(&pasted.origin).unwrap_or(provider);
        let wire = pasted.wire.unwrap_or(known.wire);
        let auth = if wire == known.wire {
            known.auth
        } else {
            wire.usual_auth()
        };
        Ok(Self {
            provider: known,
            endpoint: pasted.into_endpoint(wire, known),
            wire,
            auth,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_callable_and_itself() {
        for provider in PROVIDERS {
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
