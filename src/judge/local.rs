//! The local embedding model as one who answers: texts to vectors, one each or one a token, on the user's own machine.
//!
//! What it is made of stands in [`super::minilm`], the page's side of its worker in `client`. Here is what lies between
//! an ask and the model: word pieces, parts of long texts, and how finely a vector is kept. Pure, but for the
//! [`Engine`] that it is handed.

#[cfg(target_arch = "wasm32")]
pub mod client;

use super::minilm::{LONGEST, LONGEST_SENTENCE, NAME, SHA256, Vocabulary, WIDTH};
use crate::evaluation::vectors::{Grain, whole};
use crate::evaluation::{Body, Reply, TokenVector, TokenVectors};

/// `[CLS]` and `[SEP]`, which frame every sequence.
const FRAME: usize = 2;
/// A text has at most so many tokens with vectors of their own; its end is left out, and said so. Matching two such
/// texts takes the page about a second.
const MOST_TOKENS: usize = 2 * (LONGEST - FRAME);

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
    /// The vector of a sequence of word pieces, of length 1.
    async fn sentence(&self, ids: Vec<u16>) -> Result<Vec<f32>, Lost>;
    /// The vectors of its pieces but for the frame, one behind the other.
    async fn tokens(&self, ids: Vec<u16>) -> Result<Vec<f32>, Lost>;
}

/// The name of the model, as results and records hold it: with the first digits of the hash of its file.
pub fn name() -> String {
    let short: String = SHA256.chars().take(12).collect();
    format!("{NAME} {short}")
}

/// Whether a name in a record is that of the local model, of whatever version.
pub fn is_own(name: &str) -> bool {
    name.starts_with("all-MiniLM-L6-v2 int8-")
}

/// The reply to an ask for vectors; `None` for one that wants words.
///
/// # Errors
/// See [`Lost`].
pub async fn reply(
    engine: &impl Engine,
    vocabulary: &Vocabulary,
    body: &Body,
) -> Result<Option<Reply>, Lost> {
    Ok(Some(match body {
        Body::Chat { .. } => return Ok(None),
        Body::Embed { texts } => {
            let mut all = Vec::with_capacity(texts.len());
            for text in texts {
                all.push(of_text(engine, vocabulary, text).await?);
            }
            if all
                .iter()
                .all(|text| text.unknown == 0 && !text.tokens.is_empty())
            {
                let tokens = all.into_iter().flat_map(|text| text.tokens);
                return Ok(Some(Reply::Vectors(tokens.map(|token| token.vector).collect())));
            }
            Reply::Tokens(all)
        }
        Body::Tokens { texts } => {
            let mut all = Vec::with_capacity(texts.len());
            for text in texts {
                all.push(of_tokens(engine, vocabulary, text).await?);
            }
            Reply::Tokens(all)
        }
    }))
}

/// The vector of a text as one token, none where the model knows nothing of it or less than half: every piece that it
/// doesn't know is the same to it. One that is longer than the model takes gets the mean of those of its parts, each by
/// its length.
async fn of_text(engine: &impl Engine, vocabulary: &Vocabulary, text: &str) -> Result<TokenVectors, Lost> {
    let found = vocabulary.pieces(text, usize::MAX);
    let (pieces, unknown) = (found.pieces.len(), found.unknown());
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let mut whole_text = TokenVectors {
        model: name(),
        pieces: count(pieces),
        unknown: count(unknown),
        ..TokenVectors::default()
    };
    if pieces == 0 || 2 * unknown > pieces {
        return Ok(whole_text);
    }
    let mut sum = vec![0.0; WIDTH];
    for part in parts(&found.ids, LONGEST_SENTENCE) {
        let weight = part.len().saturating_sub(FRAME).max(1) as f64;
        let vector = engine.sentence(part).await?;
        for (sum, value) in sum.iter_mut().zip(vector) {
            *sum += f64::from(value) * weight;
        }
    }
    let mean: Vec<f32> = sum.into_iter().map(|value| value as f32).collect();
    whole_text.tokens.push(TokenVector {
        vector: whole(&mean, Grain::Sixteen),
        ..TokenVector::default()
    });
    Ok(whole_text)
}

async fn of_tokens(engine: &impl Engine, vocabulary: &Vocabulary, text: &str) -> Result<TokenVectors, Lost> {
    let found = vocabulary.pieces(text, MOST_TOKENS + FRAME);
    let mut vectors = Vec::with_capacity(found.pieces.len());
    for part in parts(&found.ids, LONGEST) {
        let flat = engine.tokens(part).await?;
        vectors.extend(flat.chunks_exact(WIDTH).map(|vector| whole(vector, Grain::Eight)));
    }
    found.with_vectors(name(), vectors).ok_or(Lost::Broke)
}

/// A framed sequence as such of at most `longest`; one that says nothing stays as it is.
fn parts(ids: &[u16], longest: usize) -> Vec<Vec<u16>> {
    match ids {
        [first, inside @ .., last] if inside.len() + FRAME > longest => inside
            .chunks(longest - FRAME)
            .map(|part| [&[*first], part, &[*last]].concat())
            .collect(),
        _ => vec![ids.to_vec()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sequences_come_in_framed_parts() {
        let sequence = |inside: usize| -> Vec<u16> {
            let inside = (0..inside).map(|at| 100 + at as u16);
            [101].into_iter().chain(inside).chain([102]).collect()
        };
        for (inside, longest, sizes) in [
            (0, 4, vec![2]),
            (2, 4, vec![4]),
            (3, 4, vec![4, 3]),
            (5, 4, vec![4, 4, 3]),
        ] {
            let parts = parts(&sequence(inside), longest);
            assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), sizes);
            let joined: Vec<u16> = parts
                .iter()
                .flat_map(|part| part[1..part.len() - 1].to_vec())
                .collect();
            assert_eq!(joined, sequence(inside)[1..=inside]);
            assert!(
                parts
                    .iter()
                    .all(|part| part.first() == Some(&101) && part.last() == Some(&102))
            );
        }
    }

    #[test]
    fn its_own_name_is_known_and_short_enough_for_a_record() {
        assert!(is_own(&name()) && name().len() <= 40, "{}", name());
        assert!(!is_own("all-minilm") && !is_own("text-embedding-3-small"));
    }
}
