//! RAGAS score: the harmonic mean of faithfulness, answer relevancy, context precision and context recall of one
//! sample (seed 002, item 19). That of a dataset's means (item 10) is [`crate::stats::means::harmonic_of_means`];
//! the two differ.
//!
//! The scores come by option `scores`, null = unscored. Any unscored → unscored; else any 0 → 0; a negative cosine
//! counts as 0.

use serde_json::Value;

use super::breakdown::{Breakdown, Group, Label, Line, Mark, Row};
use super::steps::{Halt, Step, judged};
use crate::evaluation::{Desk, Judged, Metric, Parts, Reason, Scale};
use crate::prompt::Template;
use crate::sample::Field;
use crate::stats::means::harmonic;

/// Harmonic mean of four metrics, 0–1, higher is better.
pub struct RagasScore;

/// The metrics that go in.
pub const PARTS: [&str; 4] = [
    "faithfulness",
    "answer-relevancy",
    "context-precision",
    "context-recall",
];

impl Metric for RagasScore {
    fn id(&self) -> &'static str {
        "ragas-score"
    }

    fn version(&self) -> u32 {
        1
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        &[]
    }

    fn prompts(&self) -> &'static [&'static Template] {
        &[]
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let Some(Value::Object(scores)) = desk.option("scores") else {
        return Err(Halt::NotApplicable(Reason::EmptyInput));
    };
    let score = |name: &str| scores.get(name).and_then(Value::as_f64);
    let mut breakdown = Breakdown::default();
    let rows = PARTS
        .iter()
        .map(|name| {
            let mark = score(name).map_or(Mark::Open(Reason::MissingVerdict), Mark::Number);
            Row::new(*name, *name, mark)
        })
        .collect();
    breakdown.groups.push(Group {
        label: Label::Scores,
        columns: Vec::new(),
        rows,
    });
    let values: Option<Vec<f64>> = PARTS.iter().map(|name| score(name)).collect();
    let mean = values.as_deref().and_then(harmonic);
    let working = match &values {
        Some(values) => {
            let terms: Vec<String> = values.iter().map(|value| format!("1/{value:.3}")).collect();
            format!("4 / ({})", terms.join(" + "))
        }
        None => String::new(),
    };
    breakdown.lines.push(Line {
        label: Label::HarmonicMean,
        working,
        value: mean,
    });
    let parts = Parts::Breakdown(Box::new(breakdown));
    Ok(match mean {
        Some(mean) => Judged::scored(mean, parts),
        None => Judged::unscored(Reason::MissingVerdict, parts),
    })
}
