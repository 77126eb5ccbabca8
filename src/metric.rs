//! The metrics, a file each, and the [`catalogue`] that lists them.

pub mod breakdown;
pub mod catalogue;
pub mod context_recall;
pub mod faithfulness;
pub mod rag_recall;
pub mod statement_share;
pub mod steps;
pub mod sufficient_context;
pub mod texts;
