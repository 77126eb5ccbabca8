//! Recall replies (seed 000): passage segments with their scores and reasoning, and the judge's own formula
//! lines. The rules stand in `metric/rag_recall.rs`; here is only what was written.

use crate::evaluation::{PassageId, Reason, Stop};
use crate::stats::rational::Rational;

/// What a recall reply says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecallReading {
    /// One entry for each wanted passage, in the order in which they were wanted.
    pub passages: Vec<PassageReading>,
    /// Passages that the judge scored though they were not given, in the order of the text.
    pub extra: Vec<PassageReading>,
    /// The judge's own totals.
    pub stated: StatedLines,
}

/// What a reply says of one passage.
#[derive(Clone, Debug, PartialEq)]
pub struct PassageReading {
    /// Which passage.
    pub id: PassageId,
    /// The score as written, checked against the scale of its kind (essential 1–5, bonus 0–5; fractions are
    /// accepted), or why there is none: `Truncated`, `OutOfScale`, `MissingVerdict`, `Unreadable`.
    pub score: Result<Rational, Reason>,
    /// The reasoning in front of the score, trimmed; empty when there is none.
    pub reasoning: String,
}

/// The judge's own formula lines: the number behind the last `=`, or the one number. `None`: the line is not
/// there, has no number, or is cut off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatedLines {
    /// `RECALL_Essential_Formula`
    pub essential: Option<Rational>,
    /// `RECALL_Bonus_Formula`
    pub bonus: Option<Rational>,
    /// `RECALL_Combined_Formula`
    pub combined: Option<Rational>,
    /// `RECALL_Final_Score_Calculation`
    pub calculation: Option<Rational>,
    /// `RECALL_Final_Score`
    pub final_score: Option<Rational>,
}

/// One passage as a judge of ours answers it; written by [`write`].
#[derive(Clone, Debug, PartialEq)]
pub struct PassageAnswer {
    /// Which passage.
    pub id: PassageId,
    /// Its score, a whole number on the scale of its kind.
    pub score: u8,
    /// Why.
    pub reasoning: String,
}

/// Reads a recall reply. `wanted` are the passages that were asked for; a reply without a marker is taken for
/// the one wanted passage when `again` is set (a re-ask) and exactly one was wanted.
///
/// # Errors
/// The reply as a whole cannot be read: `EmptyReply` or `Truncated` (blank, or a think part that never closes),
/// `Unreadable` (no passage marker, no `RECALL_` line).
pub fn read(text: &str, stop: Stop, wanted: &[PassageId], again: bool) -> Result<RecallReading, Reason> {
    let _ = (text, stop, wanted, again);
    Err(Reason::Unreadable)
}

/// Writes an answer in the form that the prompt asks for. `essential` and `bonus` count the passages given; the
/// formula lines are written when `passages` holds a score for each.
pub fn write(passages: &[PassageAnswer], essential: usize, bonus: usize) -> String {
    let _ = (passages, essential, bonus);
    String::new()
}
