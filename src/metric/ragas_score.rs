//! RAGAS score: the harmonic mean of faithfulness, answer relevancy, context precision and context recall of one
//! sample (seed 002, item 19). That of a dataset's means (item 10) is [`crate::stats::means::harmonic_of_means`];
//! the two differ.
//!
//! The scores come by options of their names, or all together by option `scores`; null = unscored. Any unscored → unscored; else any 0 → 0; a negative cosine
//! counts as 0.

use serde_json::Value;

use super::breakdown::{Breakdown, Group, Label, Lacking, Line, Mark, Row};
use super::catalogue;
use super::steps::{Step, judged};
use crate::evaluation::{Desk, Judged, Metric, Parts, Reason, Scale, Setting, SettingKind, State};
use crate::prompt::Template;
use crate::sample::examples::{Example, SCORES};
use crate::sample::{Field, Sample};
use crate::stats::means::harmonic;
use crate::stats::rational::fixed;

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
                kind: SettingKind::Given {
                    min: -1.0,
                    max: 1.0,
                    whole: false,
                },
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
    let score = |name: &str| given(name).and_then(Value::as_f64);
    let mut breakdown = Breakdown {
        lacking: lacking(desk.sample(), |name| score(name).is_none()),
        ..Breakdown::default()
    };
    let rows = PARTS
        .iter()
        .map(|name| {
            let needs = |one: &Lacking| one.metric == *name && !one.fields.is_empty();
            let open = if breakdown.lacking.iter().any(needs) {
                Reason::EmptyInput
            } else {
                Reason::MissingVerdict
            };
            Row::new(*name, *name, score(name).map_or(Mark::Open(open), Mark::Number))
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
            format!("min = {} ≤ 0 →", fixed(least, 3))
        }
        Some(values) => {
            let terms: Vec<String> = values
                .iter()
                .map(|value| format!("1/{}", fixed(*value, 3)))
                .collect();
            format!("4 / ({})", terms.join(" + "))
        }
        None => String::new(),
    };
    breakdown
        .lines
        .push(Line::new(Label::HarmonicMean, working, mean));
    let parts = Parts::Breakdown(Box::new(breakdown));
    let nothing = together.is_none() && PARTS.iter().all(|name| given(name).is_none());
    Ok(match mean {
        Some(mean) => Judged::scored(mean, parts),
        None if nothing => Judged {
            state: State::NotApplicable(Reason::EmptyInput),
            parts,
        },
        None => Judged::unscored(Reason::MissingVerdict, parts),
    })
}

/// The scores that are not there, each with what its metric would need of this sample. A sample without any text says
/// nothing of that: the scores were to be given.
fn lacking(sample: &Sample, is_open: impl Fn(&str) -> bool) -> Vec<Lacking> {
    let blank = *sample == Sample::default();
    let open = PARTS.into_iter().filter(|name| is_open(name));
    open.map(|metric| {
        let inputs = catalogue::find(metric).map_or(&[][..], |metric| metric.inputs());
        let needed = inputs
            .iter()
            .copied()
            .filter(|field| !blank && !sample.has(*field));
        Lacking {
            metric,
            fields: needed.collect(),
        }
    })
    .collect()
}
