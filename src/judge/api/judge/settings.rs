//! What a user sets for an API judge.

use crate::judge::api::provider::Target;
use crate::judge::api::sent::Wanted;
use crate::judge::key::{ApiKey, BoundKey, PastKeys};

/// What a user sets for an API judge.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiSettings {
    /// Where calls go and how they are written.
    pub target: Target,
    /// The model, as the API names it.
    pub model: String,
    /// The model that makes embeddings, as the API names it.
    pub embedding_model: String,
    /// The key, with the origin that it is for. It is sent nowhere else.
    pub key: Option<BoundKey>,
    /// Keys that were held before: taken out of what comes back, and sent nowhere.
    pub past: PastKeys,
    /// Parameters.
    pub wanted: Wanted,
    /// Milliseconds for one whole reply.
    pub timeout_ms: u32,
    /// How often a call is sent at most, the first time included.
    pub tries: u32,
    /// Calls to this origin that are under way at once, at most.
    pub at_once: usize,
}

impl ApiSettings {
    /// Temperature 0, JSON by its schema, the model's own length, two minutes, three tries, eight calls at once.
    pub fn new(target: Target, model: impl Into<String>, key: Option<BoundKey>) -> Self {
        let wanted = Wanted {
            temperature: Some(0.0),
            structured: true,
            ..Wanted::default()
        };
        let embedding_model = target.usual_embedding_model().to_owned();
        Self {
            target,
            model: model.into(),
            embedding_model,
            key,
            past: PastKeys::default(),
            wanted,
            timeout_ms: 120_000,
            tries: 3,
            at_once: 8,
        }
    }

    /// The key, if it is for the origin that is called.
    pub(super) fn key(&self) -> Option<&ApiKey> {
        self.key
            .as_ref()
            .and_then(|key| key.for_origin(&self.target.endpoint.origin))
    }
}
