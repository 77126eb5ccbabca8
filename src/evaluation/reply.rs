//! Replies: what comes back for an ask. Reading them is [`crate::reply`]'s matter.

use serde::{Deserialize, Serialize};

use super::{Reason, vectors};

/// What came back for an ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// Text of a chat model, a person, or the embedded judge.
    Text(TextReply),
    /// One vector for each text of an embedding ask.
    Vectors(#[serde(with = "vectors::list")] Vec<Vec<f32>>),
    /// For each text of a token ask its tokens with their vectors. Also for an embedding ask, from a model that says how
    /// much of each text it knows: the text as a whole is one token then, and none where too little of it is known.
    Tokens(Vec<TokenVectors>),
    /// Nothing, and why.
    None(NoReply),
}

/// A text's tokens as a model cut them, each with its vector. Special tokens (`[CLS]`, `[SEP]`, padding, and `[UNK]`, which
/// stands for whatever the model does not know) are left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TokenVectors {
    /// The tokens, in order.
    pub tokens: Vec<TokenVector>,
    /// The model and its layer, named in the result.
    pub model: String,
    /// The text was longer than the model takes; its end has no tokens here.
    pub cut: bool,
    /// How many pieces the text was cut into, those included that are not among the tokens; 0 where nobody counted.
    #[serde(skip_serializing_if = "is_zero")]
    pub pieces: u32,
    /// How many of them the model does not know.
    #[serde(skip_serializing_if = "is_zero")]
    pub unknown: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// One token.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TokenVector {
    /// The token as a reader sees it: `##s` stands as `s`.
    pub text: String,
    /// Where it stands in the text, in bytes. Empty: unknown.
    pub span: std::ops::Range<usize>,
    /// Its vector; all of one reply have one length.
    #[serde(with = "vectors")]
    pub vector: Vec<f32>,
}

impl Reply {
    /// The words of a reply that may be read.
    ///
    /// # Errors
    /// `Refused` and `Blocked` whatever the text; `EmptyReply` for one without a word; `NoReply`; `Unreadable` for vectors
    /// of any kind.
    pub fn words(&self) -> Result<&TextReply, Reason> {
        match self {
            Self::Text(reply) => match reply.stop {
                Stop::Refusal => Err(Reason::Refused),
                Stop::Blocked => Err(Reason::Blocked),
                Stop::Stop | Stop::Length => Ok(reply),
            },
            Self::Vectors(_) | Self::Tokens(_) => Err(Reason::Unreadable),
            Self::None(NoReply::Failed(failure)) if failure.kind == FailureKind::Empty => {
                Err(Reason::EmptyReply)
            }
            Self::None(_) => Err(Reason::NoReply),
        }
    }

    /// A plain text that ended by itself.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextReply {
            text: text.into(),
            ..TextReply::default()
        })
    }
}

/// A reply in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TextReply {
    /// The text as it came, unchanged.
    pub text: String,
    /// Why the judge stopped.
    pub stop: Stop,
    /// Tokens, where the API reports them.
    pub usage: Option<Usage>,
    /// The model that answered, as the API names it.
    pub model: Option<String>,
    /// Milliseconds from sending to the whole reply.
    pub elapsed_ms: Option<f64>,
    /// By the tokens that the API counts, the model did not read the whole prompt.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prompt_cut: bool,
}

/// Why a judge stopped writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// It was done.
    #[default]
    Stop,
    /// It reached the token limit: the text is cut off.
    Length,
    /// It refused, and the API says so.
    Refusal,
    /// A content filter blocked it.
    Blocked,
}

/// Tokens of one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt.
    pub prompt: Option<u64>,
    /// Tokens of the reply.
    pub completion: Option<u64>,
}

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoReply {
    /// The user cancelled.
    Cancelled,
    /// Nobody answers any more (a finished case, a skipped paste).
    RanOut,
    /// This judge has no way to answer this question.
    Unanswerable,
    /// The call failed.
    Failed(CallFailure),
}

/// A failed call. Holds no key: what the provider said is redacted before it comes here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallFailure {
    /// What kind of failure, for the sentence that the user reads.
    pub kind: FailureKind,
    /// The host that was called, with its port: `api.openai.com`.
    pub host: String,
    /// Whether it was called over https: a page loaded over https may not call http.
    #[serde(default)]
    pub secure: bool,
    /// HTTP status, where one came back.
    pub status: Option<u16>,
    /// What the provider or the browser said, as it was said (shortened, redacted).
    pub detail: String,
    /// How often the call was tried.
    pub attempts: u32,
    /// Tokens that the API reports for it all the same: a reply without a word, or one that filled the context.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// Kinds of failed calls; each has its sentence in [`crate::i18n`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The device is offline.
    Offline,
    /// The browser could not reach the server, or was not allowed to read its reply (CORS, wrong key at some
    /// hosts, refused connection, DNS, mixed content): it does not tell which.
    Unreachable,
    /// No whole reply within the time-out.
    Timeout,
    /// The base URL is not one that can be called.
    BadUrl,
    /// The key holds characters that cannot stand in a header.
    BadKey,
    /// This server wants a key and none was given for it.
    NoKey,
    /// The key was refused (401, 403, Gemini's 400 `API_KEY_INVALID`).
    Unauthorized,
    /// No such model, path or method (404, 405).
    NotFound,
    /// The server refused the request's form (400, 415, 422, and 501 with a reason).
    BadRequest,
    /// The prompt is longer than the model's context (413, or an error that says so).
    TooLong,
    /// Too many requests, still after the retries (429).
    RateLimited,
    /// Quota, billing or spend limit (402, 429 `insufficient_quota`).
    Quota,
    /// Not sent: the user's own spending cap does not allow it.
    OverCap,
    /// The server failed or is overloaded, still after the retries (5xx, 529).
    Server,
    /// 200, but no reply of the expected form (HTML, cut JSON, another API).
    Malformed,
    /// What came was longer than any reply is, and was not read to its end.
    ReplyTooLarge,
    /// 200 and a reply without a word, for a reason of the server's own (a call of a tool, an end before the beginning).
    Empty,
    /// The embedded judge's worker broke on this text, twice.
    WorkerBroke,
    /// A file of the app that the embedded judge needs could not be fetched.
    NotFetched,
    /// The local embedding model is not on this device any more.
    ModelGone,
    /// It stopped, and again when it was started anew.
    ModelBroke,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_without_a_word_is_empty_and_a_failed_call_is_none() {
        for (kind, reason) in [
            (FailureKind::Empty, Reason::EmptyReply),
            (FailureKind::Malformed, Reason::NoReply),
            (FailureKind::Unreachable, Reason::NoReply),
        ] {
            let reply = Reply::None(NoReply::Failed(CallFailure {
                kind,
                host: String::new(),
                secure: false,
                status: None,
                detail: String::new(),
                attempts: 1,
                usage: None,
            }));
            assert_eq!(reply.words(), Err(reason), "{kind:?}");
        }
        assert_eq!(Reply::None(NoReply::Cancelled).words(), Err(Reason::NoReply));
    }
}
