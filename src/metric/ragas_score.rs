//! RAGAS score: the harmonic mean of faithfulness, answer relevancy, context precision and context recall of one
//! sample (seed 002, item 19). That of a dataset's means (item 10) is [`crate::stats::means::harmonic_of_means`];
//! the two differ.
//!
//! The scores come by options of their names, or all together by option `scores`; null = unscored. Any unscored → unscored; else any 0 → 0; a negative cosine
//! counts as 0.

use serde_json::Value;

use super::breakdown::{Breakdown, Group, Label, Line, Mark, Row};
use super::steps::{Halt, Step, judged};
use crate::evaluation::{Desk, Judged, Metric, Parts, Reason, Scale, Setting, SettingKind};
use crate::prompt::Template;
use crate::sample::Field;
use crate::stats::means::harmonic;
use crate::sample::examples::{Example, SCORES};

/// Harmonic mean of four metrics, 0–1, higher is better.
pub struct RagasScore;

/// The metrics that go in.
const PARTS: [&str; 4] = [
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

    fn settings(&self) -> &'static [Setting] {
        const fn score(name: &'static str) -> Setting {
            Setting {
                name,
                kind: SettingKind::Given { min: -1.0, max: 1.0 },
            }
        }
        const SETTINGS: &[Setting] = &[score(PARTS[0]), score(PARTS[1]), score(PARTS[2]), score(PARTS[3])];
        SETTINGS
    }

    fn takes_scores(&self) -> &'static [&'static str] {
        &PARTS
    }

    fn examples(&self) -> &'static [Example] {
        SCORES
    }

    fn prompts(&self) -> &'static [&'static Template] {
        &[]
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let together = desk.option("scores").and_then(Value::as_object);
    let given = |name: &str| together.and_then(|scores| scores.get(name)).or(desk.option(name));
    if together.is_none() && PARTS.iter().all(|name| given(name).is_none()) {
        return Err(Halt::NotApplicable(Reason::EmptyInput));
    }
    let score = |name: &str| given(name).and_then(Value::as_f64);
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
        Some(values) if mean == Some(0.0) => {
            // The harmonic mean is not defined there: no fraction that would come to something else.
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            format!("min = {least:.3} ≤ 0 →")
        }
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
