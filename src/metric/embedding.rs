//! Similarity by embeddings: the ask for vectors and the cosine. Who embeds is the judge's matter; a metric says
//! before the run that it needs embeddings.

use super::steps::{Halt, Step};
use crate::evaluation::{Ask, AskPath, Body, Desk, Question, Reason, Reply};
use crate::stats::rational::decimals;

/// Cosine of the embeddings of two texts, −1 to 1, not clipped, and its working: the product of the vectors, each
/// brought to length 1, divided by that of their lengths. The vectors' own lengths are the embedder's affair: they
/// change nothing, and those of whole numbers are long.
///
/// # Errors
/// Open; unscored without usable vectors.
pub fn similarity(desk: &mut Desk<'_>, first: &str, second: &str) -> Step<(f64, String)> {
    let vectors = embed(desk, AskPath::step("similarity"), || {
        vec![first.to_owned(), second.to_owned()]
    })?;
    match vectors {
        [first, second] => {
            let cosine = cosine(first, second).ok_or(Halt::Unscored(Reason::Unreadable))?;
            Ok((cosine, format!("{} / (1 · 1)", decimals(cosine))))
        }
        _ => Err(Halt::Unscored(Reason::Unreadable)),
    }
}

/// Vectors of texts, one each.
///
/// # Errors
/// Open; unscored without a reply (`NoReply`) or with one that is no vectors (`Unreadable`).
pub fn embed<'d>(
    desk: &mut Desk<'d>,
    path: AskPath,
    texts: impl FnOnce() -> Vec<String>,
) -> Step<&'d [Vec<f32>]> {
    let ask = || Ask {
        path: path.clone(),
        question: Question::Embed,
        body: Body::Embed { texts: texts() },
    };
    match desk.embed(&path, ask).ok_or(Halt::Open)? {
        Reply::Vectors(vectors) => Ok(vectors),
        Reply::Text(_) | Reply::Tokens(_) => Err(Halt::Unscored(Reason::Unreadable)),
        Reply::None(_) => Err(Halt::Unscored(Reason::NoReply)),
    }
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

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}
