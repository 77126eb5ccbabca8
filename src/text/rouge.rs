//! ROUGE-1, ROUGE-2 and ROUGE-L (Lin 2004) of one answer against one reference: precision, recall, F1, each 0–1.
//!
//! *Compatible* gives what rouge_score 0.1.2 reports with its stemmer: ASCII letters and digits only, so two
//! identical Chinese texts get 0. *Unicode* takes the words of UAX 29, folded, English ones stemmed.

use std::collections::HashMap;

use crate::text::nfkc::UnicodeNormalization;
use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

use super::ngrams::Numbers;
use super::porter;

/// Precision, recall and F1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Overlap {
    /// Share of the answer that stands in the reference.
    pub precision: f64,
    /// Share of the reference that stands in the answer.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
    /// n-grams that both have, or the length of the longest common subsequence.
    pub matched: usize,
    /// n-grams or words of the answer.
    pub answer: usize,
    /// n-grams or words of the reference.
    pub reference: usize,
}

/// Which words are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Words of any script.
    Unicode,
    /// The words of rouge_score 0.1.2 with `use_stemmer=True`.
    Compatible,
}

/// Overlap of n-grams; `n` is 1 or 2 (0 counts as 1).
pub fn rouge_n(answer: &str, reference: &str, n: usize, mode: Mode) -> Overlap {
    let (answer, reference) = numbered(answer, reference, mode);
    let n = n.max(1);
    let mut left: HashMap<&[u32], usize> = HashMap::with_capacity(reference.len());
    for gram in reference.windows(n) {
        *left.entry(gram).or_default() += 1;
    }
    let mut matched = 0;
    for gram in answer.windows(n) {
        if let Some(count) = left.get_mut(gram).filter(|count| **count > 0) {
            *count -= 1;
            matched += 1;
        }
    }
    let grams = |words: &[u32]| (words.len() + 1).saturating_sub(n);
    overlap(matched, grams(&answer), grams(&reference))
}

/// Overlap by the longest common subsequence of words.
pub fn rouge_l(answer: &str, reference: &str, mode: Mode) -> Overlap {
    let (answer, reference) = numbered(answer, reference, mode);
    overlap(longest_common(&answer, &reference), answer.len(), reference.len())
}

fn overlap(matched: usize, in_answer: usize, in_reference: usize) -> Overlap {
    let precision = matched as f64 / in_answer.max(1) as f64;
    let recall = matched as f64 / in_reference.max(1) as f64;
    let f1 = if matched == 0 {
        0.0
    } else {
        2.0 * precision * recall / (precision + recall)
    };
    Overlap {
        precision,
        recall,
        f1,
        matched,
        answer: in_answer,
        reference: in_reference,
    }
}

/// Length of the longest common subsequence, in words of 64 bits at a time (Crochemore et al. 2001).
fn longest_common(first: &[u32], second: &[u32]) -> usize {
    let blocks = first.len().div_ceil(64);
    let mut places: HashMap<u32, Vec<u64>> = HashMap::new();
    for (at, word) in first.iter().enumerate() {
        let row = places.entry(*word).or_insert_with(|| vec![0; blocks]);
        if let Some(block) = row.get_mut(at / 64) {
            *block |= 1 << (at % 64);
        }
    }
    let mut row = vec![u64::MAX; blocks];
    for word in second {
        let Some(places) = places.get(word) else { continue };
        let mut carry = false;
        for (block, place) in row.iter_mut().zip(places) {
            let hit = *block & place;
            let (sum, first_carry) = block.overflowing_add(hit);
            let (sum, second_carry) = sum.overflowing_add(u64::from(carry));
            carry = first_carry || second_carry;
            *block = sum | (*block & !place);
        }
    }
    let zeros: u32 = row.iter().map(|block| block.count_zeros()).sum();
    zeros as usize
}

/// Both texts as words, each different stem a number.
fn numbered(answer: &str, reference: &str, mode: Mode) -> (Vec<u32>, Vec<u32>) {
    let texts = [folded(answer, mode), folded(reference, mode)];
    // A word that comes again is not stemmed again.
    let (mut words, mut stems) = (Numbers::<&str>::default(), Numbers::default());
    let mut stem_of: Vec<u32> = Vec::new();
    let mut number = |word| -> u32 {
        let at = words.of(word) as usize;
        if let Some(stem) = stem_of.get(at) {
            return *stem;
        }
        let stem = stems.of(if word.len() > 3 {
            porter::stem(word)
        } else {
            word.to_owned()
        });
        stem_of.push(stem);
        stem
    };
    let [answer, reference] = texts.each_ref().map(|text| match mode {
        Mode::Compatible => text
            .split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit())
            .filter(|word| !word.is_empty())
            .map(&mut number)
            .collect(),
        Mode::Unicode => text.unicode_words().map(&mut number).collect(),
    });
    (answer, reference)
}

fn folded(text: &str, mode: Mode) -> String {
    match mode {
        Mode::Compatible => text.to_lowercase(),
        Mode::Unicode => text.nfkc().flat_map(char::to_lowercase).collect(),
    }
}
