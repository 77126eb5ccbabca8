//! BLEU (Papineni et al. 2002) of one answer against one reference, 0–1, n = 1…4, geometric mean, brevity penalty.
//!
//! Two modes. *Compatible* gives what sacreBLEU 2.6 reports for a corpus of this one pair: 13a tokens, exponential
//! smoothing, and 0 for texts of fewer than four tokens (so for most Chinese texts, which 13a does not split).
//! *Unicode* splits words by UAX 29, so that Chinese works, and averages over the orders that the texts have.

use std::borrow::Cow;

use crate::text::nfkc::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::ngrams::{Numbers, Shared, shared};

const ORDERS: usize = 4;

/// A BLEU and what it is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bleu {
    /// For n = 1 … 4 the clipped matches.
    pub orders: [Shared; ORDERS],
    /// For n = 1 … 4 the precision that counts: 1/2, 1/4 … hits where nothing of the
    /// order matches, but something of another (smoothing). `None`: the order
    /// does not count, as the answer is too short for it.
    pub precisions: [Option<Precision>; ORDERS],
    /// Tokens of the answer.
    pub answer: usize,
    /// Tokens of the reference.
    pub reference: usize,
    /// 1, or less where the answer is shorter than the reference.
    pub brevity: f64,
    /// 0–1.
    pub score: f64,
}

/// The precision of one order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// Matches, or what stands for none: 1 divided by this power of 2.
    pub hits: Result<usize, u32>,
    /// n-grams of the answer.
    pub total: usize,
}

impl Precision {
    /// 0–1.
    pub fn value(self) -> f64 {
        let hits = match self.hits {
            Ok(matched) => matched as f64,
            Err(power) => 1.0 / f64::from(power),
        };
        hits / self.total as f64
    }
}

/// What sacreBLEU 2.6 gives (tokenizer 13a, smoothing "exp", no effective order), divided by 100.
pub fn compatible(answer: &str, reference: &str) -> Bleu {
    let (answer, reference) = (tokens_13a(answer), tokens_13a(reference));
    bleu(
        answer.split(' ').filter(|token| !token.is_empty()),
        reference.split(' ').filter(|token| !token.is_empty()),
        false,
    )
}

/// On Unicode words and punctuation, after NFKC, case kept; orders that the answer is too short for are left out.
pub fn unicode(answer: &str, reference: &str) -> Bleu {
    let (answer, reference): (String, String) = (answer.nfkc().collect(), reference.nfkc().collect());
    bleu(tokens_unicode(&answer), tokens_unicode(&reference), true)
}

fn tokens_unicode(text: &str) -> impl Iterator<Item = &str> {
    text.split_word_bounds().filter(|token| !token.trim().is_empty())
}

fn bleu<'t>(
    answer: impl Iterator<Item = &'t str>,
    reference: impl Iterator<Item = &'t str>,
    effective_order: bool,
) -> Bleu {
    let mut numbers = Numbers::default();
    let answer: Vec<u32> = answer.map(|token| numbers.of(token)).collect();
    let reference: Vec<u32> = reference.map(|token| numbers.of(token)).collect();
    let orders = if numbers.len() < 0xffff {
        shared::<u64, ORDERS, 16>(&answer, &reference)
    } else {
        shared::<u128, ORDERS, 32>(&answer, &reference)
    };
    let nothing = orders.iter().all(|order| order.matched == 0);
    let mut power = 1;
    let precisions = orders.map(|order| {
        (order.answer > 0).then(|| Precision {
            hits: match order.matched {
                0 if !nothing => {
                    power *= 2;
                    Err(power)
                }
                matched => Ok(matched),
            },
            total: order.answer,
        })
    });
    let brevity = if answer.len() < reference.len() {
        (1.0 - reference.len() as f64 / answer.len() as f64).exp()
    } else {
        1.0
    };
    let counted: Vec<f64> = precisions.iter().flatten().map(|one| one.value().ln()).collect();
    let score = if nothing || (!effective_order && counted.len() < ORDERS) {
        0.0
    } else {
        let mean = counted.iter().sum::<f64>() / counted.len() as f64;
        (brevity * mean.exp()).clamp(0.0, 1.0)
    };
    Bleu {
        orders,
        precisions,
        answer: answer.len(),
        reference: reference.len(),
        brevity,
        score,
    }
}

/// The mteval-v13a tokens, with spaces between them.
fn tokens_13a(text: &str) -> String {
    let mut text = Cow::Borrowed(text.trim_end());
    let mut replace = |from: &str, to: &str| {
        if text.contains(from) {
            text = Cow::Owned(text.replace(from, to));
        }
    };
    replace("<skipped>", "");
    replace("-\n", "");
    replace("\n", " ");
    // In this order, as "&amp;quot;" shows.
    replace("&quot;", "\"");
    replace("&amp;", "&");
    replace("&lt;", "<");
    replace("&gt;", ">");
    let mut out = String::with_capacity(text.len() + text.len() / 4 + 2);
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let symbol = rest.find(stands_alone).unwrap_or(rest.len());
            let (piece, after) = rest.split_at_checked(symbol).unwrap_or((rest, ""));
            // Only what holds one of these three is cut further.
            if piece.bytes().any(|byte| matches!(byte, b'.' | b',' | b'-')) {
                cut(piece, &mut out);
            } else {
                out.push_str(piece);
            }
            let mut after = after.chars();
            if let Some(symbol) = after.next() {
                out.extend([' ', symbol, ' ']);
            }
            rest = after.as_str();
        }
        out.push(' ');
    }
    out
}

/// Symbols but for the full stop, comma, hyphen and apostrophe.
fn stands_alone(c: char) -> bool {
    matches!(c, '{'..='~' | '['..='`' | ' '..='&' | '('..='+' | ':'..='@' | '/')
}

/// Sets full stops and commas apart unless they stand between digits, and a hyphen behind a digit.
fn cut(word: &str, out: &mut String) {
    let is_stop = |c: char| matches!(c, '.' | ',');
    let spaced: Vec<char> = std::iter::once(' ')
        .chain(word.chars())
        .chain(std::iter::once(' '))
        .collect();
    let spaced = pairs(
        &spaced,
        |first, second| !first.is_ascii_digit() && is_stop(second),
        |out, first, second| out.extend([first, ' ', second, ' ']),
    );
    let spaced = pairs(
        &spaced,
        |first, second| is_stop(first) && !second.is_ascii_digit(),
        |out, first, second| out.extend([' ', first, ' ', second]),
    );
    let spaced = pairs(
        &spaced,
        |first, second| first.is_ascii_digit() && second == '-',
        |out, first, second| out.extend([first, ' ', second, ' ']),
    );
    out.extend(spaced);
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
