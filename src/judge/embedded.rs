//! The embedded lexical judge.
