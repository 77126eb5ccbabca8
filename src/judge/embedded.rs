//! The embedded lexical judge.

pub mod passages;
pub mod recall;
pub mod table;
pub mod tell;

#[cfg(test)]
mod measure;
