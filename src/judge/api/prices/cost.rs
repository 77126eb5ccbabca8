//! What a call or a run cost: known, known in part, or not known.

use super::Price;
use crate::evaluation::Usage;

/// What a call or a run cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cost {
    /// All of it is known.
    Known(f64),
    /// So much is known; some calls reported no tokens.
    AtLeast(f64),
    /// Nothing is known.
    Unknown,
}

impl Cost {
    /// What calls cost. `None`: there was none.
    pub fn of_calls(calls: &[Option<Usage>], price: Option<&Price>) -> Option<Self> {
        let costs: Vec<Option<f64>> = calls
            .iter()
            .map(|usage| usage.zip(price).and_then(|(usage, price)| price.of_usage(usage)))
            .collect();
        let known: Vec<f64> = costs.iter().copied().flatten().collect();
        let sum = known.iter().sum();
        match (known.len(), costs.len()) {
            (_, 0) => None,
            (0, _) => Some(Self::Unknown),
            (known, all) if known == all => Some(Self::Known(sum)),
            _ => Some(Self::AtLeast(sum)),
        }
    }

    /// What tokens of embeddings cost; `None`: they were not told.
    pub fn of_embeddings(tokens: Option<u64>, price: Option<&Price>) -> Self {
        let known = tokens.zip(price);
        known.map_or(Self::Unknown, |(tokens, price)| {
            Self::Known(price.of_tokens(tokens, 0))
        })
    }

    /// What a run cost, of which these may be known, in words and for embeddings.
    pub fn of_both(words: Option<Self>, embeddings: Option<Self>) -> Option<Self> {
        match (words, embeddings) {
            (Some(words), Some(embeddings)) => Some(words.and(embeddings)),
            (words, embeddings) => words.or(embeddings),
        }
    }

    /// Both together.
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, Self::Unknown) => Self::Unknown,
            (Self::Known(a), Self::Known(b)) => Self::Known(a + b),
            (Self::Unknown, Self::Known(a) | Self::AtLeast(a))
            | (Self::Known(a) | Self::AtLeast(a), Self::Unknown) => Self::AtLeast(a),
            (Self::Known(a) | Self::AtLeast(a), Self::Known(b) | Self::AtLeast(b)) => Self::AtLeast(a + b),
        }
    }
}
