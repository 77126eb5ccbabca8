//! Who answers: an ask goes in, a reply comes out. Four judges stand behind this one door: an LLM [`api`], a
//! person who pastes ([`by_hand`]), the [`embedded`] lexical judge, and the model that some browsers have `built_in`.

pub mod api;
#[cfg(target_arch = "wasm32")]
pub mod built_in;
pub mod by_hand;
pub mod embedded;
pub mod key;
pub mod minilm;

use serde::{Deserialize, Serialize};

use crate::evaluation::{Ask, Reply};

/// A judge. Errors come back as [`Reply::None`] with their reason, so that an evaluation always goes on.
// Futures stay on the page's one thread, so they need not be `Send`.
#[allow(async_fn_in_trait)]
pub trait Judge {
    /// Answers one ask. Dropping the future cancels the call.
    async fn reply(&self, ask: &Ask) -> Reply;

    /// Who this is, for the record beside a score.
    fn identity(&self) -> JudgeIdentity;
}

/// Who judged, as it is recorded beside a score and may be shared: no key, no header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgeIdentity {
    /// Which of the judges.
    pub kind: JudgeKind,
    /// Host of the API (`api.openai.com`), or empty.
    pub provider: String,
    /// Model name or judge version: `gpt-5.1`, `lexical-4`.
    pub model: String,
    /// Parameters as they were sent, in order: `temperature` = `0`.
    pub parameters: Vec<(String, String)>,
}

/// The kinds of judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JudgeKind {
    /// An LLM over HTTP.
    Api,
    /// A person who copies prompts and pastes replies.
    ByHand,
    /// The lexical judge in this app. Not an LLM.
    Embedded,
    /// The browser's own language model, on this machine.
    BuiltIn,
    /// Nobody was asked: the score is computed from the input alone.
    Nobody,
}
