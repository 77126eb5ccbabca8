//! chrF (Popović 2015): F₂ over character n-grams, n = 1…6, 0–1. White space does not count, so it needs no words and
//! works for Chinese as it is. Both modes are the same but for NFKC in the Unicode mode.

use crate::text::nfkc::UnicodeNormalization;

use super::ngrams::{Shared, shared};

const ORDERS: usize = 6;
const BETA_SQUARED: f64 = 4.0;

/// A chrF and what it is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chrf {
    /// For n = 1 … 6 what the texts share; orders for which one of them is too short are left out.
    pub orders: Vec<Shared>,
    /// Mean precision of the orders, 0–1.
    pub precision: f64,
    /// Mean recall of the orders, 0–1.
    pub recall: f64,
    /// F₂ of both, 0–1.
    pub score: f64,
}

/// What sacreBLEU 2.6 gives (character order 6, no word order, β = 2, no smoothing), divided by 100.
pub fn compatible(answer: &str, reference: &str) -> Chrf {
    chrf(&letters(answer.chars()), &letters(reference.chars()))
}

/// The same after NFKC, so that full-width forms are equal to plain ones.
pub fn unicode(answer: &str, reference: &str) -> Chrf {
    chrf(&letters(answer.nfkc()), &letters(reference.nfkc()))
}

/// The characters without white space, as numbers.
fn letters(chars: impl Iterator<Item = char>) -> Vec<u32> {
    chars
        .filter(|c| !c.is_whitespace() && !('\u{1c}'..='\u{1f}').contains(c))
        .map(u32::from)
        .collect()
}

fn chrf(answer: &[u32], reference: &[u32]) -> Chrf {
    let orders: Vec<Shared> = shared::<u128, ORDERS, 21>(answer, reference)
        .into_iter()
        .filter(|order| order.answer > 0 && order.reference > 0)
        .collect();
    let mean = |all: fn(&Shared) -> usize| {
        let sum: f64 = orders
            .iter()
            .map(|order| order.matched as f64 / all(order) as f64)
            .sum();
        sum / orders.len().max(1) as f64
    };
    let (precision, recall) = (mean(|order| order.answer), mean(|order| order.reference));
    let score = if precision + recall == 0.0 {
        0.0
    } else {
        ((1.0 + BETA_SQUARED) * precision * recall / (BETA_SQUARED * precision + recall)).clamp(0.0, 1.0)
    };
    Chrf {
        orders,
        precision,
        recall,
        score,
    }
}
