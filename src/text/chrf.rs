//! chrF (Popović 2015): F₂ over character n-grams, n = 1…6, 0–1. White space does not count, so it needs no words and
//! works for Chinese as it is. Both modes are the same but for NFKC in the Unicode mode.

use std::collections::HashMap;

use crate::text::nfkc::UnicodeNormalization;

const ORDERS: usize = 6;
const BETA_SQUARED: f64 = 4.0;

/// What sacreBLEU 2.6 gives (character order 6, no word order, β = 2, no smoothing), divided by 100.
pub fn compatible(answer: &str, reference: &str) -> f64 {
    score(&letters(answer.chars()), &letters(reference.chars()))
}

/// The same after NFKC, so that full-width forms are equal to plain ones.
pub fn unicode(answer: &str, reference: &str) -> f64 {
    score(&letters(answer.nfkc()), &letters(reference.nfkc()))
}

/// The characters without white space, as small numbers, so that n-grams are cheap to hash.
fn letters(chars: impl Iterator<Item = char>) -> Vec<u32> {
    chars
        .filter(|c| !c.is_whitespace() && !('\u{1c}'..='\u{1f}').contains(c))
        .map(u32::from)
        .collect()
}

fn score(answer: &[u32], reference: &[u32]) -> f64 {
    let (mut precision, mut recall, mut orders) = (0.0, 0.0, 0.0);
    for n in 1..=ORDERS {
        let (in_answer, in_reference) = (grams(answer, n), grams(reference, n));
        if in_answer == 0 || in_reference == 0 {
            continue;
        }
        let matched = matches(answer, reference, n) as f64;
        precision += matched / in_answer as f64;
        recall += matched / in_reference as f64;
        orders += 1.0;
    }
    if orders == 0.0 || precision + recall == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (precision / orders, recall / orders);
    ((1.0 + BETA_SQUARED) * precision * recall / (BETA_SQUARED * precision + recall)).clamp(0.0, 1.0)
}

fn grams(text: &[u32], n: usize) -> usize {
    (text.len() + 1).saturating_sub(n)
}

/// Clipped matches of n-grams.
fn matches(answer: &[u32], reference: &[u32], n: usize) -> usize {
    // Six characters of 21 bits fit into a u128, which hashes much faster than a slice.
    let key = |gram: &[u32]| gram.iter().fold(0_u128, |key, c| (key << 21) | u128::from(*c));
    let mut left: HashMap<u128, usize> = HashMap::with_capacity(reference.len());
    for gram in reference.windows(n) {
        *left.entry(key(gram)).or_default() += 1;
    }
    let mut matched = 0;
    for gram in answer.windows(n) {
        if let Some(count) = left.get_mut(&key(gram)).filter(|count| **count > 0) {
            *count -= 1;
            matched += 1;
        }
    }
    matched
}
