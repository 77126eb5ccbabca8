//! Claim metrics (RAGChecker, Ru et al. 2024): eleven figures from one set of claims.
//!
//! 1. answer → statements; reference → statements
//! 2. the answer's against the reference; the reference's against the answer
//! 3. the answer's against each chunk; the reference's against each chunk
//!
//! The headline is F1. The figures are computed in [`crate::stats::claims`]. No claims on both sides → not applicable;
//! on one side → F1 0, the figures of that side stay empty. No
//! chunks → the figures that need them stay empty. An unjudged claim does not count as entailed.

use serde_json::json;

use super::breakdown::{Breakdown, Changeable, Group, Label, Light, Line, Mark, NOTHING_SAID, Row};
use super::statement_share::{self, Source, rows, verify};
use super::steps::{self, Halt, Step, Verified, judged, numbered};
use super::texts;
use crate::evaluation::{AskPath, Demands, Desk, Flag, Judged, Metric, Options, Parts, Reason, Scale};
use crate::prompt::Template;
use crate::sample::{Field, Sample};
use crate::stats::claims::{ClaimCounts, ClaimVerdicts, Share, counts};
use crate::text::visible::is_blank;

/// F1 of claims as the headline, 0–1, higher is better.
pub struct Claims;

impl Metric for Claims {
    fn id(&self) -> &'static str {
        "claims"
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Answer, Field::Reference, Field::Contexts]
    }

    fn optional(&self) -> &'static [Field] {
        &[Field::Question, Field::Contexts]
    }

    fn demands(&self, _options: &Options) -> Demands {
        Demands {
            follow_ups: true,
            ..Demands::default()
        }
    }

    /// Each side's claims against the other, and against each chunk.
    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&texts::STATEMENTS, &texts::SUPPORT];
        PROMPTS
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

const ANSWER: statement_share::Share = statement_share::Share {
    group: Label::AnswerStatements,
    line: Label::Precision,
    key: "answer",
    light: Light {
        field: Field::Reference,
        entry: None,
    },
};

const REFERENCE: statement_share::Share = statement_share::Share {
    group: Label::ReferenceStatements,
    line: Label::Recall,
    key: "reference",
    light: Light {
        field: Field::Answer,
        entry: None,
    },
};

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let sample = desk.sample();
    steps::need(&sample.answer)?;
    steps::need(&sample.reference)?;
    let (answer, reference) = (texts::answer_statements(desk), texts::reference_statements(desk));
    let (answer, reference) = (answer?, reference?);
    if answer.is_empty() && reference.is_empty() {
        return Err(Halt::NotApplicable(Reason::NoClaims));
    }
    // Everything that is left is independent: all of it is asked for before any of it is looked at.
    let by_reference = against(
        desk,
        AskPath::step("answer-by-reference"),
        &answer,
        &Source::Text(&sample.reference),
    );
    let by_answer = against(
        desk,
        AskPath::step("reference-by-answer"),
        &reference,
        &Source::Text(&sample.answer),
    );
    let contexts = chunks(sample);
    let mut by_chunk = |name: &str, statements: &[String]| -> Vec<Step<Vec<Verified>>> {
        let chunk = |(at, chunk): (usize, &String)| {
            against(
                desk,
                numbered(name, at),
                statements,
                &Source::Contexts(std::slice::from_ref(chunk)),
            )
        };
        contexts.iter().enumerate().map(chunk).collect()
    };
    let answer_by_chunk = by_chunk("answer-by-chunk", &answer);
    let reference_by_chunk = by_chunk("reference-by-chunk", &reference);
    let (by_reference, by_answer) = (by_reference?, by_answer?);
    let answer_by_chunk = answer_by_chunk.into_iter().collect::<Step<Vec<_>>>()?;
    let reference_by_chunk = reference_by_chunk.into_iter().collect::<Step<Vec<_>>>()?;

    let mut answer_rows = rows(desk, ANSWER, &answer, by_reference);
    let mut reference_rows = rows(desk, REFERENCE, &reference, by_answer);
    fill(desk, &mut answer_rows, &answer_by_chunk);
    fill(desk, &mut reference_rows, &reference_by_chunk);
    let unjudged = unjudged(&answer_rows).or(unjudged(&reference_rows));
    for rows in [&mut answer_rows, &mut reference_rows] {
        if unjudged.is_none() && rows.iter().flat_map(|row| &row.cells).any(is_open) {
            desk.flag(Flag::PartialCoverage);
        }
        point_at_chunks(rows);
    }
    Ok(score(contexts.len(), answer_rows, reference_rows, unjudged))
}

/// The chunks; those that all hold nothing are none.
fn chunks(sample: &Sample) -> &[String] {
    if sample.contexts.iter().all(|chunk| is_blank(chunk)) {
        &[]
    } else {
        &sample.contexts
    }
}

/// Verdicts on statements, if there are any.
fn against(
    desk: &mut Desk<'_>,
    path: AskPath,
    statements: &[String],
    source: &Source<'_>,
) -> Step<Vec<Verified>> {
    if statements.is_empty() {
        Ok(Vec::new())
    } else {
        verify(desk, path, statements, source)
    }
}

/// Fills the cells of the chunk columns; each can be changed under the row's key with `/chunk`.
fn fill(desk: &mut Desk<'_>, rows: &mut [Row], by_chunk: &[Vec<Verified>]) {
    for (at, row) in rows.iter_mut().enumerate() {
        row.cell_change = Some(Changeable::YesNo);
        for verdicts in by_chunk {
            let verified = verdicts.get(at);
            let judged = verified.map_or(Mark::of(None), Verified::mark);
            row.push_cell(desk, judged, |value| {
                value.as_bool().map(|verdict| Mark::of(Some(verdict)))
            });
            row.cell_paths
                .extend(verified.and_then(|verified| verified.path.clone()));
        }
        let reasons = || {
            by_chunk
                .iter()
                .map(|verdicts| verdicts.get(at).map(|verified| &verified.reason))
        };
        if reasons().flatten().any(|reason| !reason.trim().is_empty()) {
            row.cell_reasons = reasons()
                .map(|reason| reason.cloned().unwrap_or_default())
                .collect();
        }
    }
}

fn is_open(mark: &Mark) -> bool {
    matches!(mark, Mark::Open(_))
}

/// Why there is no score: nothing was judged against the other text, or against one of the chunks.
fn unjudged(rows: &[Row]) -> Option<Reason> {
    let column = |column| {
        let cells: Vec<Mark> = rows
            .iter()
            .filter_map(|row| row.cells.get(column).copied())
            .collect();
        let first = cells.first().copied().filter(|_| cells.iter().all(is_open))?;
        match first {
            Mark::Open(reason) => Some(reason),
            _ => None,
        }
    };
    let columns = rows.first().map_or(0, |row| row.cells.len());
    statement_share::unjudged(rows).or_else(|| (0..columns).find_map(column))
}

/// A claim that the other text does not hold and a chunk does points at that chunk.
fn point_at_chunks(rows: &mut [Row]) {
    for row in rows.iter_mut().filter(|row| row.mark != Mark::Yes) {
        if let Some(chunk) = row.cells.iter().position(|cell| *cell == Mark::Yes) {
            row.light = Some(Light {
                field: Field::Contexts,
                entry: Some(chunk),
            });
        }
    }
}

fn score(chunks: usize, answer: Vec<Row>, reference: Vec<Row>, unjudged: Option<Reason>) -> Judged {
    let marks = |rows: &[Row]| rows.iter().map(|row| row.mark == Mark::Yes).collect();
    let cells = |rows: &[Row]| {
        rows.iter()
            .map(|row| row.cells.iter().map(|cell| *cell == Mark::Yes).collect())
            .collect()
    };
    let counts = counts(&ClaimVerdicts {
        answer_by_reference: marks(&answer),
        reference_by_answer: marks(&reference),
        answer_by_chunk: cells(&answer),
        reference_by_chunk: cells(&reference),
    });
    let figures = counts.figures();
    // One side claims nothing: nothing can be right.
    let f1 = figures.f1.unwrap_or(0.0);
    let mut breakdown = Breakdown::default();
    if let Ok(serde_json::Value::Object(named)) = serde_json::to_value(figures) {
        breakdown.named = named;
        breakdown.named.insert("f1".into(), json!(f1));
    }
    breakdown.lines = vec![
        line((Label::Precision, counts.precision)),
        line((Label::Recall, counts.recall)),
        match (figures.precision, figures.recall) {
            (Some(precision), Some(recall)) => Line::f1(precision, recall, f1),
            _ => Line::new(Label::F, NOTHING_SAID, f1),
        },
    ];
    breakdown.figures = figure_lines(&counts);
    if unjudged.is_some() {
        breakdown = Breakdown::default();
    }
    let columns: Vec<String> = (0..chunks).map(|chunk| chunk.to_string()).collect();
    breakdown.groups = vec![
        Group {
            label: Label::AnswerStatements,
            columns: columns.clone(),
            rows: answer,
        },
        Group {
            label: Label::ReferenceStatements,
            columns,
            rows: reference,
        },
    ];
    let parts = Parts::Breakdown(Box::new(breakdown));
    match unjudged {
        None => Judged::scored(f1, parts),
        Some(reason) => Judged::unscored(reason, parts),
    }
}

fn figure_lines(counts: &ClaimCounts) -> Vec<Line> {
    [
        (Label::ClaimRecall, counts.claim_recall),
        (Label::ContextPrecision, counts.context_precision),
        (Label::ContextUtilization, counts.context_utilization),
        (Label::NoiseInRelevant, counts.noise_sensitivity_in_relevant),
        (Label::NoiseInIrrelevant, counts.noise_sensitivity_in_irrelevant),
        (Label::Hallucination, counts.hallucination),
        (Label::SelfKnowledge, counts.self_knowledge),
        (Label::Faithfulness, counts.faithfulness),
    ]
    .map(line)
    .to_vec()
}

/// A figure with what it divides; nothing where there is nothing to divide by.
fn line((label, share): (Label, Share)) -> Line {
    let working = match share.all {
        0 => String::new(),
        all => format!("{} / {all}", share.yes),
    };
    Line::new(label, working, share.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, Outcome, Overrides, Reply};
    use crate::sample::Sample;

    fn judged(contexts: &[&str]) -> Outcome {
        let sample = Sample {
            answer: "One. Two.".into(),
            reference: "One. Three.".into(),
            contexts: contexts.iter().map(|text| (*text).to_owned()).collect(),
            ..Sample::default()
        };
        let mut evaluation = Evaluation::start(&Claims, sample, Options::default()).unwrap();
        while let Some(ask) = evaluation.open_asks().map(|asks| asks[0].clone()) {
            let reply = match &ask.question {
                crate::evaluation::Question::Verify { statements, .. } => {
                    let verdicts: Vec<_> = (1..=statements.len())
                        .map(|id| {
                            let reason = format!("{} {id}", ask.path.step);
                            json!({"id": id, "reason": reason, "verdict": i32::from(id == 1)})
                        })
                        .collect();
                    json!({ "verdicts": verdicts })
                }
                _ => json!({"statements": ["One.", "Two."]}),
            };
            evaluation
                .take(&ask.path, Reply::text(reply.to_string()))
                .unwrap();
        }
        evaluation.outcome(&Overrides::default())
    }

    #[test]
    fn each_verdict_keeps_the_reason_of_its_own_reply() {
        let outcome = judged(&["One.", "Two."]);
        let Parts::Breakdown(parts) = &outcome.parts else {
            panic!("{:?}", outcome.state)
        };
        for (group, own, chunks, by) in [
            (0, "answer-by-reference", "answer-by-chunk", Field::Reference),
            (1, "reference-by-answer", "reference-by-chunk", Field::Answer),
        ] {
            assert_eq!(parts.groups[group].judged_by(), Some(by));
            for (row, id) in parts.groups[group].rows.iter().zip(1..) {
                assert_eq!(row.reason, format!("{own} {id}"));
                let reasons = [0, 1].map(|chunk| format!("{chunks}-{chunk} {id}"));
                assert_eq!(row.cell_reasons, reasons);
                let paths = row.cell_paths.iter().map(|path| path.step.to_string());
                assert_eq!(
                    paths.collect::<Vec<_>>(),
                    [0, 1].map(|chunk| format!("{chunks}-{chunk}"))
                );
            }
        }
    }

    #[test]
    fn without_chunks_the_figures_of_chunks_stay_empty() {
        let no_chunks: [&[&str]; 3] = [&[], &[""], &[" ", "\n"]];
        for contexts in no_chunks {
            let outcome = judged(contexts);
            let Parts::Breakdown(parts) = &outcome.parts else {
                panic!("{:?}", outcome.state)
            };
            assert_eq!(parts.named["f1"], 0.5);
            for figure in &parts.figures {
                assert_eq!(
                    (figure.value, figure.working.as_str()),
                    (None, ""),
                    "{:?}",
                    figure.label
                );
            }
        }
        let outcome = judged(&["One."]);
        let Parts::Breakdown(parts) = &outcome.parts else {
            panic!("{:?}", outcome.state)
        };
        assert!(parts.figures.iter().all(|figure| figure.value.is_some()));
    }
}
