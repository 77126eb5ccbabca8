//! Rubric: the user's own criterion on a described scale, 1–5 by default. The reason comes before the score, and a
//! score off the scale is asked for again, never clamped.
//!
//! Options: `criterion` (required), `scale` (what each value means, free text), `min`, `max`. A scale between two whole
//! numbers of which neither is next to the other is one of whole numbers, and the prompt says so, unless the description
//! names a fraction; a fraction on it counts as it is and is told.

use serde_json::Value;

use super::breakdown::{Breakdown, Group, Label, Line, Mark, Row};
use super::steps::{self, Halt, Step, judged};
use super::texts;
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Demands, Desk, Flag, Judged, Metric, Options, Parts, Question, Reason, Scale, Setting,
    SettingKind,
};
use crate::prompt::material::{self, ANSWER, CONTEXTS, CRITERION, EXAMPLE, Names, QUESTION, REFERENCE};
use crate::prompt::{Template, Values, fence};
use crate::reply::single;
use crate::sample::Field;
use crate::sample::examples::{Example, WITH_CRITERION};

/// The user's criterion, 1–5 unless set otherwise, higher is better.
pub struct Rubric;

const SCALE: Names = &["scale"];

static PROMPT: Template = Template {
    id: "rubric",
    version: 2,
    text: include_str!("../../prompts/rubric.md"),
    placeholders: &[CRITERION, SCALE, EXAMPLE, QUESTION, CONTEXTS, REFERENCE, ANSWER],
};

impl Metric for Rubric {
    fn id(&self) -> &'static str {
        "rubric"
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale {
            min: 1.0,
            max: 5.0,
            higher_is_better: true,
        }
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Answer, Field::Contexts, Field::Reference]
    }

    fn optional(&self) -> &'static [Field] {
        &[Field::Question, Field::Contexts, Field::Reference]
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[
            Setting {
                name: "criterion",
                kind: SettingKind::Text { required: true },
            },
            Setting {
                name: "scale",
                kind: SettingKind::Text { required: false },
            },
            Setting {
                name: "min",
                kind: SettingKind::Number {
                    min: -1000.0,
                    max: 1000.0,
                    default: 1.0,
                },
            },
            Setting {
                name: "max",
                kind: SettingKind::Number {
                    min: -1000.0,
                    max: 1000.0,
                    default: 5.0,
                },
            },
        ];
        SETTINGS
    }

    fn scale_with(&self, options: &Options) -> Scale {
        let number = |name: &str, or: f64| options.values.get(name).and_then(Value::as_f64).unwrap_or(or);
        Scale {
            min: number("min", 1.0),
            max: number("max", 5.0),
            higher_is_better: true,
        }
    }

    fn demands(&self, _options: &Options) -> Demands {
        Demands {
            understanding: true,
            ..Demands::default()
        }
    }

    fn examples(&self) -> &'static [Example] {
        WITH_CRITERION
    }

    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&PROMPT];
        PROMPTS
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let sample = desk.sample();
    steps::need(&sample.answer)?;
    let text = |desk: &Desk<'_>, name: &str| {
        desk.option(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let (criterion, scale) = (text(desk, "criterion"), text(desk, "scale"));
    steps::need(&criterion)?;
    let number =
        |desk: &Desk<'_>, name: &str, or: f64| desk.option(name).and_then(Value::as_f64).unwrap_or(or);
    let (min, max) = (number(desk, "min", 1.0), number(desk, "max", 5.0));
    if min >= max {
        return Err(Halt::NotApplicable(Reason::EmptyInput));
    }
    let whole = whole_numbers((min, max), &scale);
    let kind = if whole { ", whole numbers" } else { "" };
    let ask = |path| ChatAsk {
        path,
        question: Question::Free {
            what: "rubric".into(),
        },
        template: &PROMPT,
        values: Values::new()
            .with(CRITERION, fence::escape(&criterion))
            .with(SCALE, format!("{min} to {max}{kind}. {}", fence::escape(&scale)))
            .with(EXAMPLE, example(min, max).to_string())
            .with(QUESTION, material::optional("question", &sample.question))
            .with(CONTEXTS, material::chunks(&sample.contexts))
            .with(REFERENCE, material::optional("text", &sample.reference))
            .with(ANSWER, material::optional("answer", &sample.answer)),
        addendum: None,
        schema: Some(texts::number_schema("score")),
    };
    let path = AskPath::step("score");
    let one = steps::one(desk, &path, ask, |reply| {
        single::read_number(&reply.text, reply.stop, "score", (min, max))
    });
    let mut row = Row::new("score", criterion, Mark::Plain);
    for score in steps::settled(vec![one])? {
        if whole && score.as_ref().is_ok_and(|one| one.value.fract() != 0.0) {
            desk.flag(Flag::FractionalScore);
        }
        steps::put(&mut row, score, path.clone(), |value| Mark::Rating(value, max));
    }
    super::statement_share::rated(desk, &mut row, (min, max));
    let score = match row.mark {
        Mark::Rating(value, _) => Ok(value),
        Mark::Open(reason) => Err(reason),
        _ => Err(Reason::MissingVerdict),
    };
    let mut breakdown = Breakdown::default();
    breakdown
        .lines
        .push(Line::new(Label::JudgeScore, String::new(), score.ok()));
    breakdown.groups.push(Group {
        label: Label::Ratings,
        columns: Vec::new(),
        rows: vec![row],
    });
    let parts = Parts::Breakdown(Box::new(breakdown));
    Ok(match score {
        Ok(score) => Judged::scored(score, parts),
        Err(reason) => Judged::unscored(reason, parts),
    })
}

/// Whether only whole numbers are asked for.
fn whole_numbers((min, max): (f64, f64), described: &str) -> bool {
    let digits: Vec<char> = described.chars().collect();
    let fraction = digits
        .windows(3)
        .any(|three| matches!(three, [a, '.' | ',' | '/', b] if a.is_ascii_digit() && b.is_ascii_digit()));
    min.fract() == 0.0 && max.fract() == 0.0 && max - min > 1.0 && !fraction
}

/// The score in the example of the prompt: one of the scale, and not its end where there is another.
fn example(min: f64, max: f64) -> f64 {
    if max - min > 1.0 { max - 1.0 } else { max }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Body, Evaluation, Outcome, Override, Overrides, Reply, Score, State};
    use crate::sample::Sample;
    use serde_json::json;

    #[test]
    fn a_person_can_give_the_score_that_the_judge_did_not() {
        let sample = Sample {
            answer: "At noon.".into(),
            ..Sample::default()
        };
        let mut options = Options::default();
        options.values.insert("criterion".into(), json!("short"));
        let mut evaluation = Evaluation::start(&Rubric, sample, options).unwrap();
        for attempt in 0..2 {
            let ask = evaluation.open_asks().unwrap()[0].clone();
            assert_eq!(ask.path.attempt, attempt);
            evaluation.take(&ask.path, Reply::text("?")).unwrap();
        }
        assert!(evaluation.open_asks().is_none());
        let row = |outcome: &Outcome| match &outcome.parts {
            Parts::Breakdown(parts) => parts.groups[0].rows[0].clone(),
            other => panic!("{other:?}"),
        };
        let outcome = evaluation.outcome(&Overrides::default());
        assert_eq!(outcome.state, State::Unscored(Reason::MissingVerdict));
        assert_eq!(row(&outcome).mark, Mark::Open(Reason::MissingVerdict));
        assert!(row(&outcome).path.is_some(), "what was asked can be opened");
        for (given, state) in [
            (4.0, State::Scored(Score(4.0))),
            (9.0, State::Unscored(Reason::MissingVerdict)),
        ] {
            let mut changes = Overrides::default();
            let change = Override {
                value: json!(given),
                note: String::new(),
            };
            changes.0.insert("score".into(), change);
            assert_eq!(evaluation.outcome(&changes).state, state);
        }
    }

    #[test]
    fn the_example_lies_on_the_scale_and_fractions_are_told() {
        let described = "0 bad, 0.5 fair, 1 good; 3.5 is possible";
        for (min, max, scale, example, reply, told) in [
            (1.0, 5.0, "", "4", 3.5, true),
            (1.0, 5.0, "", "4", 3.0, false),
            (1.0, 5.0, described, "4", 3.5, false),
            (0.0, 1.0, "", "1", 0.5, false),
            (0.0, 100.0, "", "99", 62.5, true),
            (-3.0, 3.0, "", "2", -1.0, false),
            (0.0, 0.5, "", "0.5", 0.25, false),
            (0.5, 4.5, "", "3.5", 1.5, false),
        ] {
            let sample = Sample {
                answer: "At noon.".into(),
                ..Sample::default()
            };
            let mut options = Options::default();
            for (name, value) in [
                ("criterion", json!("Is it brief?")),
                ("scale", json!(scale)),
                ("min", json!(min)),
                ("max", json!(max)),
            ] {
                options.values.insert(name.into(), value);
            }
            let mut evaluation = Evaluation::start(&Rubric, sample, options).unwrap();
            let ask = evaluation.open_asks().unwrap()[0].clone();
            let Body::Chat { prompt, .. } = &ask.body else {
                panic!()
            };
            assert!(
                prompt.contains(&format!("\"score\": {example}}}")),
                "{min} to {max}: {prompt}"
            );
            let says_whole = prompt.contains(&format!("{min} to {max}, whole numbers."));
            let reply = Reply::text(json!({"reason": "r", "score": reply}).to_string());
            evaluation.take(&ask.path, reply.clone()).unwrap();
            let outcome = evaluation.outcome(&Overrides::default());
            assert!(
                matches!(outcome.state, State::Scored(Score(_))),
                "{:?}",
                outcome.state
            );
            assert_eq!(
                outcome.flags.contains(&Flag::FractionalScore),
                told,
                "{min} to {max}: {reply:?}"
            );
            assert!(!told || says_whole, "what is told was asked for");
        }
    }
}
