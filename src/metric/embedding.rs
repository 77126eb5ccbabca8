//! Similarity by embeddings: the ask for vectors and the cosine. Who embeds is the judge's matter; a metric says
//! before the run that it needs embeddings.
//!
//! A model that does not know all of a text says so; that is told beside the score, and a text of which it knows nothing,
//! or less than half, has no vector and so no score.

use super::breakdown::{Label, Line};
use super::steps::{Halt, Step};
use crate::evaluation::{Ask, AskPath, Body, Desk, Flag, Question, Reason, Reply, TokenVectors};
use crate::stats::rational::decimals;

/// Vectors of texts, one each.
pub struct Vectors<'d> {
    /// In the order of the texts.
    pub of_texts: Vec<&'d [f32]>,
    /// What the model doesn't know of them, where it said so.
    pub unknown: Option<Line>,
}

/// How alike two texts are.
pub struct Similarity {
    /// Cosine of their embeddings, −1 to 1, not clipped.
    pub cosine: f64,
    /// The product of the vectors, divided by that of their lengths.
    pub working: String,
    /// See [`Vectors::unknown`].
    pub unknown: Option<Line>,
}

/// Compares two texts.
///
/// # Errors
/// As [`embed`].
pub fn similarity(desk: &mut Desk<'_>, first: &str, second: &str) -> Step<Similarity> {
    let vectors = embed(desk, AskPath::step("similarity"), || {
        vec![first.to_owned(), second.to_owned()]
    })?;
    match vectors.of_texts.as_slice() {
        [first, second] => {
            let cosine = cosine(first, second).ok_or(Halt::Unscored(Reason::Unreadable))?;
            Ok(Similarity {
                cosine,
                working: working(first, second),
                unknown: vectors.unknown,
            })
        }
        _ => Err(Halt::Unscored(Reason::Unreadable)),
    }
}

/// Vectors of texts, one each.
///
/// # Errors
/// Open; unscored without a reply (`NoReply`) or with one that is no vectors (`Unreadable`); not applicable where the
/// model knows too little of a text (`FewKnown`).
pub fn embed<'d>(
    desk: &mut Desk<'d>,
    path: AskPath,
    texts: impl FnOnce() -> Vec<String>,
) -> Step<Vectors<'d>> {
    let ask = || Ask {
        path: path.clone(),
        question: Question::Embed,
        body: Body::Embed { texts: texts() },
    };
    match desk.embed(&path, ask).ok_or(Halt::Open)? {
        Reply::Vectors(vectors) => Ok(Vectors {
            of_texts: vectors.iter().map(Vec::as_slice).collect(),
            unknown: None,
        }),
        Reply::Tokens(texts) => {
            let whole = |text: &'d TokenVectors| match text.tokens.as_slice() {
                [] => Err(Halt::NotApplicable(Reason::FewKnown)),
                [whole] => Ok(whole.vector.as_slice()),
                _ => Err(Halt::Unscored(Reason::Unreadable)),
            };
            Ok(Vectors {
                of_texts: texts.iter().map(whole).collect::<Step<_>>()?,
                unknown: unknown(desk, texts),
            })
        }
        Reply::Text(_) => Err(Halt::Unscored(Reason::Unreadable)),
        Reply::None(_) => Err(Halt::Unscored(Reason::NoReply)),
    }
}

/// What a model doesn't know of texts, as a figure; and that there is something.
pub fn unknown(desk: &mut Desk<'_>, texts: &[TokenVectors]) -> Option<Line> {
    let sum = |of: fn(&TokenVectors) -> u32| texts.iter().map(|text| u64::from(of(text))).sum::<u64>();
    let (unknown, pieces) = (sum(|text| text.unknown), sum(|text| text.pieces));
    (unknown > 0 && pieces > 0).then(|| {
        desk.flag(Flag::UnknownPieces);
        let share = unknown as f64 / pieces as f64;
        Line::new(Label::UnknownPieces, format!("{unknown} / {pieces}"), share)
    })
}

/// Cosine of two vectors of one length, in f64; `None` for different lengths, a zero vector or values that are not
/// finite.
pub fn cosine(first: &[f32], second: &[f32]) -> Option<f64> {
    if first.len() != second.len() {
        return None;
    }
    let norm = (dot(first, first) * dot(second, second)).sqrt();
    let cosine = dot(first, second) / norm;
    (norm > 0.0 && cosine.is_finite()).then_some(cosine.clamp(-1.0, 1.0))
}

/// `8 / (5 · 2)`. Vectors that are kept as whole numbers are shown as what these stand for: parts of the largest.
fn working(first: &[f32], second: &[f32]) -> String {
    let unit = |vector: &[f32]| {
        let largest = vector
            .iter()
            .fold(0.0_f32, |so_far, value| so_far.max(value.abs()));
        if largest > LARGE { f64::from(largest) } else { 1.0 }
    };
    let (a, b) = (unit(first), unit(second));
    let product = decimals(dot(first, second) / a / b);
    let length = |vector: &[f32], unit: f64| decimals(dot(vector, vector).sqrt() / unit);
    format!("{product} / ({} · {})", length(first, a), length(second, b))
}

/// No embedding model gives components beyond this; whole numbers that stand for fractions are.
const LARGE: f32 = 1000.0;

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_as_whole_numbers_is_shown_as_what_it_stands_for() {
        for (first, second, told) in [
            (&[3.0, 4.0][..], &[4.0, 3.0][..], "24 / (5 · 5)"),
            (&[0.6, 0.8], &[-0.6, -0.8], "-1 / (1 · 1)"),
            (&[32_767.0, 0.0], &[0.0, -32_767.0], "0 / (1 · 1)"),
            (
                &[32_767.0, 16_383.5],
                &[32_767.0, 16_383.5],
                "1.25 / (1.118 · 1.118)",
            ),
        ] {
            assert_eq!(working(first, second), told);
        }
    }
}
