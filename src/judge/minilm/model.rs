//! The whole of MiniLM behind one door, natively: for tests and figures. In the browser its two halves run apart.

pub use super::file::Damage;
use super::file::Weights;
use super::kernel::Kernel;
use super::{LONGEST, LONGEST_SENTENCE, Vocabulary, VocabularyError, WIDTH};
use crate::evaluation::TokenVectors;

/// A model with its vocabulary.
pub struct Model {
    vocabulary: Vocabulary,
    kernel: Kernel,
}

/// Why bytes are not a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The file.
    #[error(transparent)]
    File(#[from] Damage),
    /// The vocabulary in it.
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
}

impl Model {
    /// Reads the bytes of [`super::FILE`].
    ///
    /// # Errors
    /// Damaged in a way that can be seen without the hash.
    pub fn read(bytes: Vec<u8>) -> Result<Self, ModelError> {
        let kernel = Kernel::new(Weights::read(bytes)?);
        Ok(Self {
            vocabulary: Vocabulary::read(kernel.vocabulary())?,
            kernel,
        })
    }

    /// The word pieces that it knows.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The vector of a text, of length 1; of the beginning of one longer than [`LONGEST_SENTENCE`] pieces. `None` only
    /// for a damaged model, whose vocabulary has words without weights.
    pub fn sentence(&self, text: &str) -> Option<Vec<f32>> {
        let pieces = self.vocabulary.pieces(text, LONGEST_SENTENCE);
        self.kernel.sentence(&pieces.ids)
    }

    /// The vectors of word pieces, one behind the other; `None` for none, too many, or one that the model doesn't know.
    pub fn vectors(&self, ids: &[u16]) -> Option<Vec<f32>> {
        self.kernel.pieces(ids)
    }

    /// The vector of word pieces that are cut and framed already, of length 1. `None` for none, more than there are
    /// positions, or one that the model doesn't know.
    pub fn sentence_of(&self, ids: &[u16]) -> Option<Vec<f32>> {
        self.kernel.sentence(ids)
    }

    /// The vectors of such pieces but for the two that frame them, one behind the other. `None` as above.
    pub fn tokens_of(&self, ids: &[u16]) -> Option<Vec<f32>> {
        let all = self.kernel.pieces(ids)?;
        all.get(WIDTH..all.len().checked_sub(WIDTH)?).map(<[f32]>::to_vec)
    }

    /// The tokens of a text with their vectors; of the beginning of one longer than [`LONGEST`] pieces. `None` as in
    /// [`Self::sentence`].
    pub fn tokens(&self, text: &str) -> Option<TokenVectors> {
        let pieces = self.vocabulary.pieces(text, LONGEST);
        let all = self.vectors(&pieces.ids)?;
        let inner = all.get(WIDTH..all.len().checked_sub(WIDTH)?)?;
        let vectors = inner.chunks_exact(WIDTH).map(<[f32]>::to_vec).collect();
        pieces.with_vectors(super::NAME.to_owned(), vectors)
    }
}
