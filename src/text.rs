//! Text: words, sentences, folding, and aligning one text with another. Nothing here knows a metric or a judge.

pub mod align;
pub mod fold;
pub mod sentences;
pub mod visible;
pub mod words;
