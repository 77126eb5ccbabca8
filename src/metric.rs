//! The metrics, a file each or a file a family, and the [`catalogue`] that lists them.
//!
//! What they share: the steps that ask and ask again ([`steps`]), the asks in the same words ([`texts`]), shares of
//! statements ([`statement_share`]), vectors ([`embedding`]), and the [`breakdown`] that the page shows.

pub mod answer_correctness;
pub mod answer_relevancy;
pub mod answer_similarity;
pub mod ares;
pub mod aspect_critique;
pub mod bertscore;
pub mod breakdown;
pub mod catalogue;
pub mod claims;
pub mod context_precision;
pub mod context_recall;
pub mod context_relevance;
pub mod embedding;
pub mod factual_correctness;
pub mod faithfulness;
pub mod groundedness;
pub mod rag_recall;
pub mod ragas_score;
pub mod retrieval_accuracy;
pub mod rubric;
pub mod seed_judges;
pub mod self_check;
pub mod statement_share;
pub mod steps;
pub mod sufficient_context;
pub mod text_overlap;
pub mod texts;
