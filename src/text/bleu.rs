//! BLEU (Papineni et al. 2002) of one answer against one reference, 0–1, n = 1…4, geometric mean, brevity penalty.
//!
//! Two modes. *Compatible* gives what sacreBLEU 2.6 reports for a corpus of this one pair: 13a tokens, exponential
//! smoothing, and 0 for texts of fewer than four tokens (so for most Chinese texts, which 13a does not split).
//! *Unicode* splits words by UAX 29, so that Chinese works, and averages over the orders that the texts have.

use std::collections::HashMap;
use std::hash::Hash;

use crate::text::nfkc::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

const ORDERS: usize = 4;

/// What sacreBLEU 2.6 gives (tokenizer 13a, smoothing "exp", no effective order), divided by 100.
pub fn compatible(answer: &str, reference: &str) -> f64 {
    let (answer, reference) = (tokens_13a(answer), tokens_13a(reference));
    score(
        &answer.split_whitespace().collect::<Vec<_>>(),
        &reference.split_whitespace().collect::<Vec<_>>(),
        false,
    )
}

/// On Unicode words and punctuation, after NFKC, case kept; orders that the answer is too short for are left out.
pub fn unicode(answer: &str, reference: &str) -> f64 {
    let (answer, reference): (String, String) = (answer.nfkc().collect(), reference.nfkc().collect());
    score(&tokens_unicode(&answer), &tokens_unicode(&reference), true)
}

fn tokens_unicode(text: &str) -> Vec<&str> {
    text.split_word_bounds()
        .filter(|token| !token.trim().is_empty())
        .collect()
}

fn score<T: Hash + Eq>(answer: &[T], reference: &[T], effective_order: bool) -> f64 {
    if answer.is_empty() || reference.is_empty() {
        return 0.0;
    }
    let counts: Vec<(usize, usize)> = (1..=ORDERS).map(|n| matches(answer, reference, n)).collect();
    if counts.iter().all(|(matched, _)| *matched == 0) {
        return 0.0;
    }
    let (mut logs, mut orders, mut smoothing) = (0.0, 0_u32, 1.0_f64);
    for (matched, total) in counts.into_iter().filter(|(_, total)| *total > 0) {
        let hits = if matched == 0 {
            smoothing *= 2.0;
            1.0 / smoothing
        } else {
            matched as f64
        };
        logs += (hits / total as f64).ln();
        orders += 1;
    }
    if !effective_order && (orders as usize) < ORDERS {
        return 0.0;
    }
    let brevity = if answer.len() < reference.len() {
        (1.0 - reference.len() as f64 / answer.len() as f64).exp()
    } else {
        1.0
    };
    (brevity * (logs / f64::from(orders)).exp()).clamp(0.0, 1.0)
}

/// Clipped matches and the number of the answer's n-grams.
fn matches<T: Hash + Eq>(answer: &[T], reference: &[T], n: usize) -> (usize, usize) {
    let mut left: HashMap<&[T], usize> = HashMap::with_capacity(reference.len());
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
    (matched, answer.len().saturating_sub(n - 1))
}

/// The mteval-v13a tokens, separated by spaces.
fn tokens_13a(text: &str) -> String {
    let mut text = text
        .trim_end()
        .replace("<skipped>", "")
        .replace("-\n", "")
        .replace('\n', " ");
    if text.contains('&') {
        for (entity, plain) in [("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")] {
            text = text.replace(entity, plain);
        }
    }
    let mut spaced: Vec<char> = Vec::with_capacity(text.len() + text.len() / 4 + 2);
    spaced.push(' ');
    for c in text.chars() {
        // Symbols but for the full stop, comma, hyphen and apostrophe stand alone.
        if matches!(c, '{'..='~' | '['..='`' | ' '..='&' | '('..='+' | ':'..='@' | '/') {
            spaced.extend([' ', c, ' ']);
        } else {
            spaced.push(c);
        }
    }
    spaced.push(' ');
    let is_stop = |c: char| matches!(c, '.' | ',');
    let spaced = pairs(
        &spaced,
        |first, second| !first.is_ascii_digit() && is_stop(second),
        |out, first, second| {
            out.extend([first, ' ', second, ' ']);
        },
    );
    let spaced = pairs(
        &spaced,
        |first, second| is_stop(first) && !second.is_ascii_digit(),
        |out, first, second| {
            out.extend([' ', first, ' ', second]);
        },
    );
    let spaced = pairs(
        &spaced,
        |first, second| first.is_ascii_digit() && second == '-',
        |out, first, second| {
            out.extend([first, ' ', second, ' ']);
        },
    );
    spaced.into_iter().collect()
}

/// Rewrites every pair of neighbours that fits, from left to right, without overlaps.
fn pairs(
    text: &[char],
    fits: impl Fn(char, char) -> bool,
    write: impl Fn(&mut Vec<char>, char, char),
) -> Vec<char> {
    let mut out = Vec::with_capacity(text.len() + 16);
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        match tail {
            [second, after @ ..] if fits(*first, *second) => {
                write(&mut out, *first, *second);
                rest = after;
            }
            _ => {
                out.push(*first);
                rest = tail;
            }
        }
    }
    out
}
