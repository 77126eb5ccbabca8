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
//! No claims on both sides → not applicable; on one side → 0, and nothing more is asked. A person may still say of each
//! claim of the other side that it is right, and that counts.

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
use crate::stats::rational::fixed;

/// F_β of claim precision and claim recall, 0–1, higher is better.
pub struct FactualCorrectness;

impl Metric for FactualCorrectness {
    fn id(&self) -> &'static str {
        "factual-correctness"
    }

    fn version(&self) -> u32 {
        2
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

    fn idle_settings(&self, options: &Options) -> &'static [&'static str] {
        match options.values.get("mode").and_then(Value::as_str) {
            Some("precision" | "recall") => &["beta"],
            _ => &[],
        }
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

    fn prompts_with(&self, options: &Options) -> &'static [&'static Template] {
        const GRAINED: &[&Template] = &[&texts::STATEMENTS_GRAINED, &texts::SUPPORT];
        const USUAL: &[&Template] = &[&texts::STATEMENTS, &texts::SUPPORT];
        if texts::is_grained(&options.values) {
            GRAINED
        } else {
            USUAL
        }
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
    // One side claims nothing: nothing is right unless a person says so, and nothing more is asked.
    let one_side = answer.is_empty() || reference.is_empty();
    let mut held_against = |step, statements: &[String], text: &str| {
        let source = if one_side {
            Source::Contexts(&[])
        } else {
            Source::Text(text)
        };
        verify(desk, AskPath::step(step), statements, &source)
    };
    let by_reference = held_against("answer-by-reference", &answer, &sample.reference);
    let by_answer = held_against("reference-by-answer", &reference, &sample.answer);
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
    let share = |yes: u32, all: u32| match all {
        0 => NOTHING_SAID.to_owned(),
        _ => format!("{yes} / {all}"),
    };
    breakdown.lines = vec![
        Line::new(Label::Precision, share(supported, claims), Some(precision)),
        Line::new(Label::Recall, share(recall_yes, recall_all), Some(recall)),
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
    let (precision, recall) = (fixed(precision, 3), fixed(recall, 3));
    format!("{factor} · {precision} · {recall} / ({weight}{precision} + {recall})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, Override, Overrides, Reply, Score, State};
    use crate::sample::Sample;

    /// Where one side claims nothing, the other's claims stay a person's to judge, and each change counts.
    #[test]
    fn a_change_counts_where_one_side_is_empty() {
        for (answer, reference, mode, count, changed, before, after, last) in [
            (
                json!([]),
                json!(["x", "y"]),
                "recall",
                "standard",
                "reference-1",
                0.0,
                0.5,
                ("recall", "1 / 2"),
            ),
            (
                json!([]),
                json!(["x", "y"]),
                "f",
                "standard",
                "reference-1",
                0.0,
                0.0,
                ("f", "2 · 0.000 · 0.500 / (0.000 + 0.500)"),
            ),
            (
                json!(["x"]),
                json!([]),
                "precision",
                "standard",
                "answer-1",
                0.0,
                1.0,
                ("precision", "1 / 1"),
            ),
            (
                json!(["x", "z"]),
                json!([]),
                "f",
                "compatible",
                "answer-1",
                0.0,
                2.0 / 3.0,
                ("f", "2 · 0.500 · 1.000 / (0.500 + 1.000)"),
            ),
        ] {
            let sample = Sample {
                answer: "An answer.".into(),
                reference: "A reference.".into(),
                ..Sample::default()
            };
            let mut options = Options::default();
            options.values.insert("mode".into(), json!(mode));
            options.values.insert("count".into(), json!(count));
            let mut evaluation = Evaluation::start(&FactualCorrectness, sample, options).unwrap();
            for statements in [&answer, &reference] {
                let path = evaluation.open_asks().unwrap()[0].path.clone();
                let reply = json!({ "statements": statements }).to_string();
                evaluation.take(&path, Reply::text(reply)).unwrap();
            }
            assert!(evaluation.open_asks().is_none(), "nothing more is asked");
            let outcome = evaluation.outcome(&Overrides::default());
            assert_eq!(outcome.state, State::Scored(Score(before)));
            let Parts::Breakdown(parts) = &outcome.parts else {
                panic!()
            };
            assert_eq!(
                parts.lines.last().unwrap().label.id(),
                last.0,
                "the headline stands last"
            );
            let mut overrides = Overrides::default();
            let change = Override {
                value: json!(true),
                note: String::new(),
            };
            overrides.0.insert(changed.into(), change);
            let outcome = evaluation.outcome(&overrides);
            let State::Scored(Score(score)) = outcome.state else {
                panic!("{:?}", outcome.state)
            };
            assert!(
                outcome.edited && (score - after).abs() < 1e-12,
                "{mode} {count}: {score}"
            );
            let Parts::Breakdown(parts) = &outcome.parts else {
                panic!()
            };
            let line = parts.lines.last().unwrap();
            assert_eq!((line.label.id(), line.working.as_str()), last);
        }
    }
}
