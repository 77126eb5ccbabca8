//! Self-check (SelfCheckGPT, prompt variant): is each sentence of the answer consistent with further samples of the same
//! system? yes → 0, unsure → 0.5, no → 1, so that 1 = CONTRADICTED: lower is better.
//!
//! Two readings, by option `reading`: `mean` (default) over sentences of the mean over samples; `all` (seed 002, item
//! 17): a sentence is correct only if it is consistent with ALL samples, the score is the share that is not.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Changeable, Group, Label, Light, Line, Mark, Row};
use super::steps::{self, Halt, Step, judged};
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Desk, Judged, Metric, Parts, Question, Reason, Scale, Setting, SettingKind,
};
use crate::prompt::material::{Names, SAMPLE, SENTENCE};
use crate::prompt::{Template, Values, fence};
use crate::reply::single::{self, Answer, Single};
use crate::sample::Field;
use crate::text::sentences::sentence_texts;
use crate::text::visible::is_blank;

/// Mean inconsistency, 0–1, lower is better.
pub struct SelfCheck;

const PLACEHOLDERS: &[Names] = &[SAMPLE, SENTENCE];

static PROMPT: Template = Template {
    id: "self-check",
    version: 1,
    text: include_str!("../../prompts/self-check.md"),
    placeholders: PLACEHOLDERS,
};

impl Metric for SelfCheck {
    fn id(&self) -> &'static str {
        "self-check"
    }

    fn version(&self) -> u32 {
        1
    }

    fn scale(&self) -> Scale {
        Scale {
            higher_is_better: false,
            ..Scale::SHARE
        }
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Answer, Field::Samples]
    }

    fn optional(&self) -> &'static [Field] {
        &[Field::Question]
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[Setting {
            name: "reading",
            kind: SettingKind::Choice(&["mean", "all"]),
        }];
        SETTINGS
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
    if sample.samples.is_empty() || sample.samples.iter().any(|text| is_blank(text)) {
        return Err(Halt::NotApplicable(Reason::EmptyInput));
    }
    let texts = sentence_texts(&sample.answer);
    let pairs: Vec<Step<steps::One<Answer>>> = (0_u32..)
        .zip(
            texts
                .iter()
                .flat_map(|sentence| sample.samples.iter().map(move |other| (sentence, other))),
        )
        .map(|(at, (sentence, other))| {
            let path = AskPath::step("pairs").at(at);
            steps::one(
                desk,
                &path,
                |path| ask(path, sentence, other),
                |reply| {
                    let value = single::read_answer(&reply.text, reply.stop)?;
                    Ok(Single {
                        value,
                        reason: reply.text.trim().to_owned(),
                        repaired: false,
                    })
                },
            )
        })
        .collect();
    let pairs = steps::settled(pairs)?;

    let all_reading = desk.option("reading").and_then(Value::as_str) == Some("all");
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    let mut paths = (0_u32..).map(|at| AskPath::step("pairs").at(at));
    for ((number, sentence), pairs) in (1..).zip(&texts).zip(pairs.chunks(sample.samples.len())) {
        let mut row = Row::new(format!("sentence-{number}"), sentence, Mark::Plain);
        row.cell_change = Some(Changeable::YesNoUnsure);
        for (pair, path) in pairs.iter().zip(&mut paths) {
            let judged = match pair.as_ref().map(|pair| pair.value) {
                Ok(Answer::Yes) => Mark::Yes,
                Ok(Answer::Unsure) => Mark::NotFound,
                Ok(Answer::No) => Mark::Contradicted,
                Err(reason) => Mark::Open(*reason),
            };
            row.push_cell(desk, judged, |value| match (value.as_bool(), value.as_str()) {
                (Some(true), _) => Some(Mark::Yes),
                (Some(false), _) => Some(Mark::Contradicted),
                (None, Some("unsure")) => Some(Mark::NotFound),
                _ => None,
            });
            row.cell_paths
                .push(pair.as_ref().map_or(path, |pair| pair.path.clone()));
        }
        let sum: f64 = row
            .cells
            .iter()
            .map(|cell| match cell {
                Mark::Yes => 0.0,
                Mark::Contradicted => 1.0,
                _ => 0.5,
            })
            .sum();
        let mean = sum / row.cells.len() as f64;
        let value = if all_reading {
            f64::from(u8::from(mean > 0.0))
        } else {
            mean
        };
        // A sentence has a number when each of its pairs has a verdict.
        let open = steps::worst(row.cells.iter());
        row.mark = open.map_or(Mark::Number(value), Mark::Open);
        let pairs = || pairs.iter().flatten();
        row.reason = pairs()
            .map(|pair| pair.reason.as_str())
            .collect::<Vec<_>>()
            .join("\n");
        row.light = Some(Light {
            field: Field::Samples,
            entry: None,
        });
        row.re_asked = pairs().any(|pair| pair.re_asked);
        row.path = row.cell_paths.first().cloned();
        rows.push(row);
        values.push(open.is_none().then_some(value));
    }
    let score = values.iter().flatten().sum::<f64>() / values.len().max(1) as f64;
    let open = steps::open_reason(&rows);
    let terms: Vec<String> = values
        .iter()
        .map(|value| value.map_or_else(|| "?".to_owned(), |value| format!("{value:.3}")))
        .collect();
    let mut breakdown = Breakdown::default();
    breakdown.named.insert("sentence_scores".into(), json!(values));
    breakdown.lines.push(Line::new(
        Label::Mean,
        format!("({}) / {}", terms.join(" + "), values.len()),
        open.is_none().then_some(score),
    ));
    let columns = (1..=sample.samples.len())
        .map(|number| number.to_string())
        .collect();
    breakdown.groups.push(Group {
        label: Label::AnswerSentences,
        columns,
        rows,
    });
    let parts = Parts::Breakdown(Box::new(breakdown));
    Ok(match open {
        None => Judged::scored(score, parts),
        Some(reason) => Judged::unscored(reason, parts),
    })
}

fn ask(path: AskPath, sentence: &str, other: &str) -> ChatAsk<'static> {
    ChatAsk {
        path,
        question: Question::Consistent {
            sentence: sentence.to_owned(),
            sample: other.to_owned(),
        },
        template: &PROMPT,
        values: Values::new()
            .with(SAMPLE, fence::fenced("text", other))
            .with(SENTENCE, fence::fenced("passage", sentence)),
        addendum: None,
        schema: None,
    }
}
