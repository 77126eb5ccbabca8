//! The eleven claim figures of RAGChecker (Ru et al. 2024), from four sets of entailment verdicts.
//!
//! Every figure lies in 0–1. A figure whose denominator is empty is `None`, never 0; without chunks, so is each that
//! needs them.

use serde::Serialize;

/// Entailment verdicts of one sample. Rows are claims, columns of the last two are chunks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaimVerdicts {
    /// Per answer claim: entailed by the reference?
    pub answer_by_reference: Vec<bool>,
    /// Per reference claim: entailed by the answer?
    pub reference_by_answer: Vec<bool>,
    /// Per answer claim: entailed by chunk 0, 1, …?
    pub answer_by_chunk: Vec<Vec<bool>>,
    /// Per reference claim: entailed by chunk 0, 1, …?
    pub reference_by_chunk: Vec<Vec<bool>>,
}

/// The eleven figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ClaimFigures {
    /// Correct claims of the answer.
    pub precision: Option<f64>,
    /// Claims of the reference that the answer holds.
    pub recall: Option<f64>,
    /// Harmonic mean of the two.
    pub f1: Option<f64>,
    /// Claims of the reference that some chunk holds.
    pub claim_recall: Option<f64>,
    /// Chunks that hold a claim of the reference.
    pub context_precision: Option<f64>,
    /// Of the reference's claims that were retrieved, those that the answer uses.
    pub context_utilization: Option<f64>,
    /// Wrong claims of the answer that come from a relevant chunk. Lower is better.
    pub noise_sensitivity_in_relevant: Option<f64>,
    /// Wrong claims of the answer that come from irrelevant chunks alone. Lower is better.
    pub noise_sensitivity_in_irrelevant: Option<f64>,
    /// Wrong claims of the answer that no chunk holds. Lower is better.
    pub hallucination: Option<f64>,
    /// Correct claims of the answer that no chunk holds.
    pub self_knowledge: Option<f64>,
    /// Claims of the answer that some chunk holds.
    pub faithfulness: Option<f64>,
}

/// What each figure but F1 divides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct ClaimCounts {
    pub precision: Share,
    pub recall: Share,
    pub claim_recall: Share,
    pub context_precision: Share,
    pub context_utilization: Share,
    pub noise_sensitivity_in_relevant: Share,
    pub noise_sensitivity_in_irrelevant: Share,
    pub hallucination: Share,
    pub self_knowledge: Share,
    pub faithfulness: Share,
}

/// True verdicts among all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// True ones.
    pub yes: u32,
    /// All.
    pub all: u32,
}

impl Share {
    /// 0–1; `None` of nothing.
    pub fn value(self) -> Option<f64> {
        (self.all > 0).then(|| f64::from(self.yes) / f64::from(self.all))
    }
}

impl ClaimCounts {
    /// The eleven figures.
    pub fn figures(&self) -> ClaimFigures {
        let (precision, recall) = (self.precision.value(), self.recall.value());
        ClaimFigures {
            precision,
            recall,
            f1: precision
                .zip(recall)
                .map(|(p, r)| super::means::f_beta(p, r, 1.0)),
            claim_recall: self.claim_recall.value(),
            context_precision: self.context_precision.value(),
            context_utilization: self.context_utilization.value(),
            noise_sensitivity_in_relevant: self.noise_sensitivity_in_relevant.value(),
            noise_sensitivity_in_irrelevant: self.noise_sensitivity_in_irrelevant.value(),
            hallucination: self.hallucination.value(),
            self_knowledge: self.self_knowledge.value(),
            faithfulness: self.faithfulness.value(),
        }
    }
}

/// Computes all figures. Short rows count as not entailed.
pub fn figures(verdicts: &ClaimVerdicts) -> ClaimFigures {
    counts(verdicts).figures()
}

/// Counts what the figures divide. Short rows count as not entailed.
pub fn counts(verdicts: &ClaimVerdicts) -> ClaimCounts {
    let chunks = verdicts
        .answer_by_chunk
        .iter()
        .chain(&verdicts.reference_by_chunk)
        .map(Vec::len)
        .max()
        .unwrap_or(0);
    let mut relevant = vec![false; chunks];
    for row in &verdicts.reference_by_chunk {
        for (chunk, entailed) in relevant.iter_mut().zip(row) {
            *chunk |= entailed;
        }
    }
    let retrieved: Vec<bool> = verdicts
        .reference_by_chunk
        .iter()
        .map(|row| row.contains(&true))
        .collect();
    let used: Vec<bool> = retrieved
        .iter()
        .zip(&verdicts.reference_by_answer)
        .filter_map(|(retrieved, answered)| retrieved.then_some(*answered))
        .collect();

    let answer: Vec<AnswerClaim> = verdicts
        .answer_by_reference
        .iter()
        .enumerate()
        .map(|(at, correct)| {
            let row = verdicts.answer_by_chunk.get(at).map_or(&[][..], Vec::as_slice);
            let by = |wanted: bool| {
                row.iter()
                    .zip(&relevant)
                    .any(|(entailed, chunk)| *entailed && *chunk == wanted)
            };
            AnswerClaim {
                correct: *correct,
                by_relevant: by(true),
                by_irrelevant: by(false),
            }
        })
        .collect();
    let of_answer = |pick: fn(&AnswerClaim) -> bool| share(answer.iter().map(pick));
    let without_chunks = ClaimCounts {
        precision: share(verdicts.answer_by_reference.iter().copied()),
        recall: share(verdicts.reference_by_answer.iter().copied()),
        ..ClaimCounts::default()
    };
    // Nothing was retrieved to be held against: zeros would say that the retrieval had failed.
    if chunks == 0 {
        return without_chunks;
    }

    ClaimCounts {
        claim_recall: share(retrieved.iter().copied()),
        context_precision: share(relevant.iter().copied()),
        context_utilization: share(used.iter().copied()),
        noise_sensitivity_in_relevant: of_answer(|claim| !claim.correct && claim.by_relevant),
        noise_sensitivity_in_irrelevant: of_answer(|claim| {
            !claim.correct && claim.by_irrelevant && !claim.by_relevant
        }),
        hallucination: of_answer(|claim| !claim.correct && !claim.faithful()),
        self_knowledge: of_answer(|claim| claim.correct && !claim.faithful()),
        faithfulness: of_answer(AnswerClaim::faithful),
        ..without_chunks
    }
}

struct AnswerClaim {
    correct: bool,
    by_relevant: bool,
    by_irrelevant: bool,
}

impl AnswerClaim {
    fn faithful(&self) -> bool {
        self.by_relevant || self.by_irrelevant
    }
}

fn share(verdicts: impl Iterator<Item = bool>) -> Share {
    let mut share = Share::default();
    for verdict in verdicts {
        share.yes += u32::from(verdict);
        share.all += 1;
    }
    share
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn nothing_is_not_zero() {
        let figures = figures(&ClaimVerdicts::default());
        assert_eq!(figures, ClaimFigures::default());
    }

    #[test]
    fn without_chunks_only_what_needs_none_is_known() {
        for rows in [vec![], vec![vec![], vec![], vec![]]] {
            let figures = figures(&ClaimVerdicts {
                answer_by_reference: vec![true, false, false],
                reference_by_answer: vec![true, false],
                answer_by_chunk: rows.clone(),
                reference_by_chunk: rows.into_iter().take(2).collect(),
            });
            let known = ClaimFigures {
                precision: Some(1.0 / 3.0),
                recall: Some(0.5),
                f1: figures.f1,
                ..ClaimFigures::default()
            };
            assert!(figures.f1.is_some());
            assert_eq!(figures, known);
        }
    }

    #[test]
    fn the_published_worked_examples_come_out() {
        let file: Value = serde_json::from_str(include_str!("../../tests/cases/ragchecker.json")).unwrap();
        let row = |value: &Value| {
            value
                .as_array()
                .unwrap()
                .iter()
                .map(|v| v == 1)
                .collect::<Vec<bool>>()
        };
        let matrix = |value: &Value| value.as_array().unwrap().iter().map(row).collect();
        let mut compared = 0;
        for example in file["rows"].as_array().unwrap() {
            let got = figures(&ClaimVerdicts {
                answer_by_reference: row(&example["answer2response"]),
                reference_by_answer: row(&example["response2answer"]),
                answer_by_chunk: matrix(&example["retrieved2response"]),
                reference_by_chunk: matrix(&example["retrieved2answer"]),
            });
            let got = serde_json::to_value(got).unwrap();
            for (name, want) in example["metrics"].as_object().unwrap() {
                let (got, want) = (got[name].as_f64().unwrap(), want.as_f64().unwrap());
                assert!((got - want).abs() < 1e-12, "{name}: {got} for {want}");
                compared += 1;
            }
        }
        assert_eq!(compared, 22);
    }
}
