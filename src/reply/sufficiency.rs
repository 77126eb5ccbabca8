//! Sufficiency replies (seed 001): the JSON object of the prompt, key by key. What the keys mean together is
//! `metric/sufficient_context.rs`'s matter.

use crate::evaluation::{Reason, Stop};

/// What a sufficiency reply says, normalised key by key.
#[derive(Clone, Debug, PartialEq)]
pub struct SufficiencyReading {
    /// `Sufficient Context`: `Ok(None)` when absent or null, `Err(text)` for a value that is not accepted.
    pub sufficient_context: Result<Option<bool>, String>,
    /// `is_sufficient`, likewise.
    pub is_sufficient: Result<Option<bool>, String>,
    /// `required_entities`, cleaned as every list.
    pub required_entities: Vec<String>,
    /// Coverage for each required entity, in their order; `None`: not given, or not an accepted value.
    pub coverage: Vec<Option<bool>>,
    /// Coverage for what is not a required entity.
    pub extra_coverage: Vec<(String, Option<bool>)>,
    /// `missing_information`, cleaned.
    pub missing: Vec<String>,
    /// `contradictions`, cleaned.
    pub contradictions: Vec<String>,
    /// `confidence`, 0–1; `None`: unknown.
    pub confidence: Option<f64>,
    /// It was above 1 and divided by 100 without a `%`.
    pub confidence_scaled: bool,
    /// `reasoning`, or empty.
    pub reasoning: String,
    /// `useful_chunk_ids` as whole numbers in the order given, without doubles; not yet checked against the
    /// chunks that were given.
    pub useful_ids: Vec<i64>,
    /// The JSON had to be mended.
    pub repaired: bool,
    /// A list repeated the template's example text.
    pub echoed_template: bool,
}

/// An answer of our own judge; written by [`write`].
#[derive(Clone, Debug, PartialEq)]
pub struct SufficiencyAnswer {
    /// The verdict.
    pub sufficient: bool,
    /// Required entities and whether each is covered.
    pub coverage: Vec<(String, bool)>,
    /// What is missing.
    pub missing: Vec<String>,
    /// Contradicting statements.
    pub contradictions: Vec<String>,
    /// 0–1.
    pub confidence: f64,
    /// Why.
    pub reasoning: String,
    /// Ids of useful chunks.
    pub useful_ids: Vec<usize>,
}

/// Reads a sufficiency reply.
///
/// # Errors
/// `EmptyReply`, `Truncated`, or `Unreadable` (no JSON object with an expected key).
pub fn read(text: &str, stop: Stop) -> Result<SufficiencyReading, Reason> {
    let _ = (text, stop);
    Err(Reason::Unreadable)
}

/// Writes an answer as the JSON that the prompt asks for.
pub fn write(answer: &SufficiencyAnswer) -> String {
    let _ = answer;
    String::new()
}
