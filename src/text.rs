//! Text: words, sentences, folding, and aligning one text with another. Nothing here knows a metric or a judge.

pub mod align;
pub mod bleu;
pub mod chrf;
pub mod fold;
pub mod porter;
pub mod rouge;
pub mod sentences;
pub mod words;
