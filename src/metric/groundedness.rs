//! Groundedness (TruLens style): each sentence of the answer gets a rating 0–3 (option `max`, such as 10) for how well
//! the contexts support it, with the supporting evidence. Score: mean of rating / max.
//!
//! A sentence without a rating is asked again, once, by itself; still open → the row is unscored.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Group, Label, Light, Line, Mark, Row};
use super::steps::{self, Halt, Step, judged};
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Desk, Flag, Judged, Metric, Parts, Question, Reason, Reply, Scale, Setting, SettingKind,
};
use crate::prompt::material::{self, CONTEXTS, Names, SENTENCES};
use crate::prompt::{Template, Values};
use crate::reply::ratings;
use crate::sample::{Field, Sample};
use crate::text::sentences::sentence_texts;

/// Mean rating of the answer's sentences, 0–1, higher is better.
pub struct Groundedness;

const MAX: Names = &["max"];

static PROMPT: Template = Template {
    id: "groundedness",
    version: 1,
    text: include_str!("../../prompts/groundedness.md"),
    placeholders: &[MAX, CONTEXTS, SENTENCES],
};

impl Metric for Groundedness {
    fn id(&self) -> &'static str {
        "groundedness"
    }

    fn version(&self) -> u32 {
        1
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Answer, Field::Contexts]
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[Setting {
            name: "max",
            kind: SettingKind::Whole {
                min: 1,
                max: 100,
                default: 3,
                odd: false,
            },
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
    if sample.contexts.iter().all(|chunk| chunk.trim().is_empty()) {
        return Err(Halt::NotApplicable(Reason::NoContexts));
    }
    let max = desk
        .option("max")
        .and_then(Value::as_u64)
        .and_then(|max| u32::try_from(max).ok())
        .filter(|max| *max > 0);
    let max = max.unwrap_or(3);
    let texts = sentence_texts(&sample.answer);
    let path = AskPath::step("ratings");
    let reply = steps::words(desk, &path, || ask(path.clone(), sample, &texts, max))?;
    let reading =
        ratings::read(&reply.text, reply.stop, texts.len(), f64::from(max)).map_err(Halt::Unscored)?;
    raise(desk, &reading);

    let (mut rows, mut open, mut missing) = (Vec::new(), false, false);
    for (at, (entry, sentence)) in (0_u32..).zip(reading.entries.into_iter().zip(&texts)) {
        let mut row = Row::new(
            format!("sentence-{}", at + 1),
            sentence,
            Mark::Open(Reason::MissingVerdict),
        );
        row.light = Some(Light {
            field: Field::Contexts,
            entry: None,
        });
        row.path = Some(path.clone());
        let mut entry = entry;
        if entry.is_none() {
            let again = path.clone().at(at).again();
            let alone = std::slice::from_ref(sentence);
            match desk.chat(&again, || ask(again.clone(), sample, alone, max)) {
                None => open = true,
                Some(reply) => {
                    entry = reread(desk, reply, max);
                    row.re_asked = entry.is_some();
                    row.path = Some(again);
                }
            }
        }
        match entry {
            Some((rating, evidence)) => {
                row.mark = Mark::Rating(rating, f64::from(max));
                row.reason = evidence;
            }
            None => missing = true,
        }
        super::statement_share::rated(desk, &mut row, (0.0, f64::from(max)));
        rows.push(row);
    }
    if open {
        return Err(Halt::Open);
    }
    let values: Vec<f64> = rows
        .iter()
        .filter_map(|row| match row.mark {
            Mark::Rating(value, _) => Some(value),
            _ => None,
        })
        .collect();
    let sum: f64 = values.iter().sum();
    let complete = !missing || values.len() == rows.len();
    let score = sum / (f64::from(max) * rows.len().max(1) as f64);
    let mut breakdown = Breakdown::default();
    breakdown.named.insert("ratings".into(), json!(values));
    breakdown.lines.push(Line {
        label: Label::Mean,
        working: format!("{sum} / ({} · {max})", rows.len()),
        value: complete.then_some(score),
    });
    breakdown.groups.push(Group {
        label: Label::AnswerSentences,
        columns: Vec::new(),
        rows,
    });
    let parts = Parts::Breakdown(Box::new(breakdown));
    Ok(if complete {
        Judged::scored(score, parts)
    } else {
        Judged::unscored(Reason::MissingVerdict, parts)
    })
}

fn raise(desk: &mut Desk<'_>, reading: &ratings::Ratings) {
    if reading.invented {
        desk.flag(Flag::InventedIds);
    }
    if reading.repaired {
        desk.flag(Flag::Repaired);
    }
}

fn reread(desk: &mut Desk<'_>, reply: &Reply, max: u32) -> Option<(f64, String)> {
    if let Reply::Text(_) = reply {
        desk.flag(Flag::ReAsked);
    }
    let reply = reply.words().ok()?;
    let reading = ratings::read(&reply.text, reply.stop, 1, f64::from(max)).ok()?;
    raise(desk, &reading);
    reading.entries.into_iter().next().flatten()
}

fn ask(path: AskPath, sample: &Sample, sentences: &[String], max: u32) -> ChatAsk<'static> {
    ChatAsk {
        path,
        question: Question::Grounded {
            sentences: sentences.to_vec(),
            sources: sample.contexts.clone(),
            max,
        },
        template: &PROMPT,
        values: Values::new()
            .with(MAX, max.to_string())
            .with(CONTEXTS, material::chunks(&sample.contexts))
            .with(SENTENCES, material::numbered(sentences)),
        addendum: None,
        schema: None,
    }
}
