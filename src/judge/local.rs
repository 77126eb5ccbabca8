//! The local embedding model as one who answers: texts to vectors, one each or one a token, on the user's own machine.
//!
//! What it is made of stands in [`super::minilm`], the page's side of its worker in `client`. Here is what lies between
//! an ask and the model: word pieces, parts of long texts, and how finely a vector is kept. Pure, but for the
//! [`Engine`] that it is handed.

#[cfg(target_arch = "wasm32")]
pub mod client;

use super::minilm::Tokenizer;
use crate::evaluation::vectors::{Grain, whole};
use crate::evaluation::{Body, Reply, TokenVector, TokenVectors};

/// The model, and how its weights are kept.
pub const MODEL: &str = "all-MiniLM-L6-v2-int8";
/// Word pieces of one part: the model was trained on texts of up to 256, the two that frame each of them included.
const PART: usize = 254;
/// Word pieces of a text that get vectors of their own. What stands behind them is left out, and said so.
const MOST_TOKENS: usize = 1024;

/// Why there are no vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The model is not on this device.
    NotKept,
    /// It stopped while it worked, and again when it was started anew; or it can't be started.
    Broke,
}

/// Computes: the worker on the page, the native program in tests.
// Futures stay on one thread, so they need not be `Send`.
#[allow(async_fn_in_trait)]
pub trait Engine {
    /// The vector of a sequence of word pieces (without the two that frame it), of length 1.
    async fn sentence(&self, ids: &[u16]) -> Result<Vec<f32>, Lost>;
    /// The vectors of its word pieces, one behind the other.
    async fn tokens(&self, ids: &[u16]) -> Result<Vec<f32>, Lost>;
}

/// The name of the model with these weights, as results and records hold it; their SHA-256 in lower-case hex.
pub fn name(sha256: &str) -> String {
    let short: String = sha256.chars().take(12).collect();
    format!("{MODEL} {short}")
}

/// Whether a name in a record is that of the local model, with whatever weights.
pub fn is_own(name: &str) -> bool {
    name.strip_prefix(MODEL).is_some_and(|rest| rest.starts_with(' '))
}

/// The reply to an ask for vectors; `None` for one that wants words.
///
/// # Errors
/// See [`Lost`].
pub async fn reply(
    engine: &impl Engine,
    tokenizer: &Tokenizer,
    name: &str,
    body: &Body,
) -> Result<Option<Reply>, Lost> {
    Ok(Some(match body {
        Body::Chat { .. } => return Ok(None),
        Body::Embed { texts } => {
            let mut vectors = Vec::with_capacity(texts.len());
            for text in texts {
                vectors.push(of_text(engine, tokenizer, text).await?);
            }
            Reply::Vectors(vectors)
        }
        Body::Tokens { texts } => {
            let mut all = Vec::with_capacity(texts.len());
            for text in texts {
                all.push(of_tokens(engine, tokenizer, name, text).await?);
            }
            Reply::Tokens(all)
        }
    }))
}

/// The vector of a text. One that is longer than a part gets the mean of its parts', each by its length.
async fn of_text(engine: &impl Engine, tokenizer: &Tokenizer, text: &str) -> Result<Vec<f32>, Lost> {
    let ids: Vec<u16> = tokenizer.pieces(text).into_iter().map(|piece| piece.id).collect();
    let mut sum: Vec<f64> = Vec::new();
    for part in parts(&ids) {
        let vector = engine.sentence(part).await?;
        sum.resize(vector.len().max(sum.len()), 0.0);
        for (sum, value) in sum.iter_mut().zip(vector) {
            *sum += f64::from(value) * part.len().max(1) as f64;
        }
    }
    let mean: Vec<f32> = sum.into_iter().map(|value| value as f32).collect();
    Ok(whole(&mean, Grain::Sixteen))
}

async fn of_tokens(
    engine: &impl Engine,
    tokenizer: &Tokenizer,
    name: &str,
    text: &str,
) -> Result<TokenVectors, Lost> {
    let mut pieces = tokenizer.pieces(text);
    let cut = pieces.len() > MOST_TOKENS;
    pieces.truncate(MOST_TOKENS);
    let ids: Vec<u16> = pieces.iter().map(|piece| piece.id).collect();
    let mut vectors = Vec::with_capacity(pieces.len());
    for part in parts(&ids).filter(|part| !part.is_empty()) {
        let flat = engine.tokens(part).await?;
        let width = flat.len() / part.len();
        if width == 0 || flat.len() % part.len() != 0 {
            return Err(Lost::Broke);
        }
        vectors.extend(flat.chunks_exact(width).map(|vector| whole(vector, Grain::Eight)));
    }
    let tokens = pieces.into_iter().zip(vectors).map(|(piece, vector)| TokenVector {
        text: text.get(piece.range.clone()).unwrap_or_default().to_owned(),
        span: piece.range,
        vector,
    });
    Ok(TokenVectors {
        tokens: tokens.collect(),
        model: name.to_owned(),
        cut,
    })
}

/// The parts of a text that the model takes one by one; an empty text is one empty part.
fn parts(ids: &[u16]) -> impl Iterator<Item = &[u16]> {
    let empty = ids.is_empty().then_some(ids);
    ids.chunks(PART).chain(empty)
}
