//! The metrics, a file each, and the [`catalogue`] that lists them.

pub mod breakdown;
pub mod catalogue;
pub mod rag_recall;
pub mod steps;
pub mod sufficient_context;
