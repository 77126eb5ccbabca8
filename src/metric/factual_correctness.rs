//! Factual correctness (RAGAS): claims of the answer and of the reference checked against each other.
//!
//! 1. answer → statements; reference → statements
//! 2. the answer's against the reference (precision); the reference's against the answer (recall)
//!
//! Score: F_β (option `beta`, default 1), or by option `mode` precision or recall alone. Options `atomicity` and
//! `coverage` (low / high) change the words of step 1, so it is then asked apart. Option `count: "compatible"` counts
//! as the published tool does, whose recall mixes the two claim sets: TP and FN both come from
//! the answer's supported claims and the reference's unsupported ones.
//!
//! No claims on both sides → not applicable; on one side → 0, and nothing more is asked.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Group, Label, Light, Line, NOTHING_RIGHT, NOTHING_SAID};
use super::statement_share::{Share, Source, count, name, rows, unjudged, verify};
use super::steps::{self, Halt, Step, judged};
use super::texts;
use crate::evaluation::{
    AskPath, Demands, Desk, Judged, Metric, Options, Parts, Reason, Scale, Setting, SettingKind,
};
use crate::prompt::Template;
use crate::sample::Field;
use crate::stats::means::f_beta;

/// F_β of claim precision and claim recall, 0–1, higher is better.
pub struct FactualCorrectness;

impl Metric for FactualCorrectness {
    fn id(&self) -> &'static str {
        "factual-correctness"
    }

    fn version(&self) -> u32 {
        1
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Answer, Field::Reference]
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[
            Setting {
                name: "mode",
                kind: SettingKind::Choice(&["f", "precision", "recall"]),
            },
            Setting {
                name: "beta",
                kind: SettingKind::Number {
                    min: 0.1,
                    max: 10.0,
                    default: 1.0,
                },
            },
            Setting {
                name: "atomicity",
                kind: SettingKind::Choice(&["default", "high", "low"]),
            },
            Setting {
                name: "coverage",
                kind: SettingKind::Choice(&["default", "high", "low"]),
            },
            Setting {
                name: "count",
                kind: SettingKind::Choice(&["standard", "compatible"]),
            },
        ];
        SETTINGS
    }

    fn demands(&self, _options: &Options) -> Demands {
        Demands {
            follow_ups: true,
            ..Demands::default()
        }
    }

    /// Each side's statements against the other.
    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&texts::STATEMENTS, &texts::STATEMENTS_GRAINED, &texts::SUPPORT];
        PROMPTS
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

const ANSWER: Share = Share {
    group: Label::AnswerStatements,
    line: Label::Precision,
    key: "answer",
    light: Light {
        field: Field::Reference,
        entry: None,
    },
};

const REFERENCE: Share = Share {
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
    // Both are asked for before either is looked at.
    let (answer, reference) = (texts::answer_statements(desk), texts::reference_statements(desk));
    let (answer, reference) = (answer?, reference?);
    if answer.is_empty() && reference.is_empty() {
        return Err(Halt::NotApplicable(Reason::NoClaims));
    }
    if answer.is_empty() || reference.is_empty() {
        return Ok(one_side(desk, &answer, &reference));
    }
    let by_reference = verify(
        desk,
        AskPath::step("answer-by-reference"),
        &answer,
        &Source::Text(&sample.reference),
    );
    let by_answer = verify(
        desk,
        AskPath::step("reference-by-answer"),
        &reference,
        &Source::Text(&sample.answer),
    );
    let (by_reference, by_answer) = (by_reference?, by_answer?);

    let answer_rows = rows(desk, ANSWER, &answer, by_reference);
    let reference_rows = rows(desk, REFERENCE, &reference, by_answer);
    let (supported, claims) = count(&answer_rows);
    let (held, wanted) = count(&reference_rows);
    let compatible = desk.option("count").and_then(Value::as_str) == Some("compatible");
    let (recall_yes, recall_all) = if compatible {
        (supported, supported + (wanted - held))
    } else {
        (held, wanted)
    };
    let part = |yes: u32, all: u32| {
        if all == 0 {
            0.0
        } else {
            f64::from(yes) / f64::from(all)
        }
    };
    let (precision, recall) = (part(supported, claims), part(recall_yes, recall_all));

    let beta = desk
        .option("beta")
        .and_then(Value::as_f64)
        .filter(|beta| *beta > 0.0)
        .unwrap_or(1.0);
    let f = f_beta(precision, recall, beta);
    let (headline, score) = match desk.option("mode").and_then(Value::as_str) {
        Some("precision") => (Label::Precision, precision),
        Some("recall") => (Label::Recall, recall),
        _ => (Label::F, f),
    };
    // A side of which nothing was judged has no share.
    let unjudged = unjudged(&answer_rows).or(unjudged(&reference_rows));
    let mut breakdown = Breakdown::default();
    name(&mut breakdown, &answer_rows);
    for (key, value) in [("precision", precision), ("recall", recall), ("f", f)] {
        breakdown.named.insert(key.into(), json!(value));
    }
    breakdown.lines = vec![
        Line::new(
            Label::Precision,
            format!("{supported} / {claims}"),
            Some(precision),
        ),
        Line::new(
            Label::Recall,
            format!("{recall_yes} / {recall_all}"),
            Some(recall),
        ),
        Line::new(Label::F, working(precision, recall, beta), Some(f)),
    ];
    if unjudged.is_some() {
        breakdown.lines.clear();
        for figure in ["precision", "recall", "f"] {
            breakdown.named.remove(figure);
        }
    }
    // The headline stands last.
    breakdown.lines.sort_by_key(|line| line.label == headline);
    breakdown.groups = vec![
        Group {
            label: Label::AnswerStatements,
            columns: Vec::new(),
            rows: answer_rows,
        },
        Group {
            label: Label::ReferenceStatements,
            columns: Vec::new(),
            rows: reference_rows,
        },
    ];
    let parts = Parts::Breakdown(Box::new(breakdown));
    Ok(match unjudged {
        None => Judged::scored(score, parts),
        Some(reason) => Judged::unscored(reason, parts),
    })
}

fn working(precision: f64, recall: f64, beta: f64) -> String {
    if precision + recall <= 0.0 {
        return NOTHING_RIGHT.to_owned();
    }
    let square = beta * beta;
    let factor = 1.0 + square;
    let weight = if square == 1.0 {
        String::new()
    } else {
        format!("{square} · ")
    };
    format!("{factor} · {precision:.3} · {recall:.3} / ({weight}{precision:.3} + {recall:.3})")
}

/// One side claims nothing: nothing can be right, nothing more is asked.
fn one_side(desk: &mut Desk<'_>, answer: &[String], reference: &[String]) -> Judged {
    let none = |statements: &[String]| {
        statements
            .iter()
            .map(|_| steps::Verified {
                verdict: Some(false),
                ..steps::Verified::default()
            })
            .collect()
    };
    let mut breakdown = Breakdown::default();
    let mut groups = Vec::new();
    for (share, statements) in [(ANSWER, answer), (REFERENCE, reference)] {
        let rows = rows(desk, share, statements, none(statements));
        groups.push(Group {
            label: share.group,
            columns: Vec::new(),
            rows,
        });
    }
    breakdown.groups = groups;
    let of = |statements: &[String]| match statements.len() {
        0 => NOTHING_SAID.to_owned(),
        count => format!("0 / {count}"),
    };
    breakdown.lines = vec![
        Line::new(Label::Precision, of(answer), 0.0),
        Line::new(Label::Recall, of(reference), 0.0),
        Line::new(Label::F, NOTHING_RIGHT, 0.0),
    ];
    Judged::scored(0.0, Parts::Breakdown(Box::new(breakdown)))
}
