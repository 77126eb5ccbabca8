//! Groundedness (TruLens style): each sentence of the answer gets a rating 0–3 (option `max`, such as 10) for how well
//! the contexts support it, with the supporting evidence. Score: mean of rating / max.
//!
//! A sentence without a rating is asked again, once, by itself; still open → the row is unscored.
//!
//! Option `abstentions`: `rate` (default) rates a sentence such as "The text doesn't say." like any other;
//! `answerability` has the judge name the sentences that abstain and say whether the source answers the question
//! (which is needed then): an abstention counts as fully grounded where it does not, and as 0 where it does.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Group, Label, Light, Line, Mark, Row};
use super::steps::{self, Halt, Step, judged};
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Demands, Desk, Flag, Judged, Metric, Options, Parts, Question, Reason, Reply, Scale, Setting,
    SettingKind,
};
use crate::prompt::material::{self, CONTEXTS, Names, QUESTION, SENTENCES};
use crate::prompt::{Template, Values, fence};
use crate::reply::numbers;
use crate::reply::ratings::{self, Rating};
use crate::reply::single::{self, Single};
use crate::sample::{Field, Sample};
use crate::text::align;
use crate::text::sentences::sentence_texts;
use crate::text::visible::is_blank;

/// Mean rating of the answer's sentences, 0–1, higher is better.
pub struct Groundedness;

const MAX: Names = &["max"];

static PROMPT: Template = Template {
    id: "groundedness",
    version: 1,
    text: include_str!("../../prompts/groundedness.md"),
    placeholders: &[MAX, CONTEXTS, SENTENCES],
};

static ANSWERABILITY: Template = Template {
    id: "answerability",
    version: 1,
    text: include_str!("../../prompts/answerability.md"),
    placeholders: &[QUESTION, CONTEXTS, SENTENCES],
};

impl Metric for Groundedness {
    fn id(&self) -> &'static str {
        "groundedness"
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Answer, Field::Contexts]
    }

    fn optional(&self) -> &'static [Field] {
        &[Field::Question]
    }

    fn needed_with(&self, options: &Options) -> &'static [Field] {
        if judges_answerability(options.values.get("abstentions")) {
            &[Field::Question]
        } else {
            &[]
        }
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[
            Setting {
                name: "max",
                kind: SettingKind::Whole {
                    min: 1,
                    max: 100,
                    default: 3,
                    odd: false,
                },
            },
            Setting {
                name: "abstentions",
                kind: SettingKind::Choice(&["rate", "answerability"]),
            },
        ];
        SETTINGS
    }

    fn demands(&self, options: &Options) -> Demands {
        Demands {
            // A sentence that the list of ratings left open is asked again by itself.
            follow_ups: true,
            understanding: judges_answerability(options.values.get("abstentions")),
            ..Demands::default()
        }
    }

    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&PROMPT, &ANSWERABILITY];
        PROMPTS
    }

    fn prompts_with(&self, options: &Options) -> &'static [&'static Template] {
        const BOTH: &[&Template] = &[&PROMPT, &ANSWERABILITY];
        const RATINGS: &[&Template] = &[&PROMPT];
        if judges_answerability(options.values.get("abstentions")) {
            BOTH
        } else {
            RATINGS
        }
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn judges_answerability(chosen: Option<&Value>) -> bool {
    chosen.and_then(Value::as_str) == Some("answerability")
}

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let sample = desk.sample();
    steps::need(&sample.answer)?;
    if sample.contexts.iter().all(|chunk| is_blank(chunk)) {
        return Err(Halt::NotApplicable(Reason::NoContexts));
    }
    let by_answerability = judges_answerability(desk.option("abstentions"));
    if by_answerability {
        steps::need(&sample.question)?;
    }
    let max = desk
        .option("max")
        .and_then(Value::as_u64)
        .and_then(|max| u32::try_from(max).ok())
        .filter(|max| *max > 0);
    let max = max.unwrap_or(3);
    let texts = sentence_texts(&sample.answer);
    let rows = rate(desk, sample, &texts, max);
    let answerability = by_answerability.then(|| answerability(desk, sample, &texts));
    let (mut rows, answerability) = (rows?, answerability.transpose()?);
    // Without an answer on what abstains no sentence is known to be rated rightly.
    let mut open = None;

    let mut breakdown = Breakdown::default();
    if let Some((one, abstaining)) = answerability {
        let answerable = answerable(desk, &sample.question, one);
        open = steps::open_reason(std::slice::from_ref(&answerable));
        breakdown.named.insert("abstentions".into(), json!(abstaining));
        breakdown
            .named
            .insert("answerable".into(), json!(answerable.mark.verdict()));
        for row in abstaining.iter().filter_map(|number| number.checked_sub(1)) {
            if let Some(row) = rows.get_mut(row) {
                abstain(row, answerable.mark, f64::from(max));
            }
        }
        breakdown.groups.push(Group {
            label: Label::Answerability,
            columns: Vec::new(),
            rows: vec![answerable],
        });
    }
    for row in &mut rows {
        super::statement_share::rated(desk, row, (0.0, f64::from(max)));
    }
    let values: Vec<f64> = rows
        .iter()
        .filter_map(|row| match row.mark {
            Mark::Rating(value, _) => Some(value),
            _ => None,
        })
        .collect();
    // A sum of nothing is -0.0.
    let sum = values.iter().sum::<f64>() + 0.0;
    open = open.or_else(|| steps::open_reason(&rows));
    let score = sum / (f64::from(max) * rows.len().max(1) as f64);
    breakdown.named.insert("ratings".into(), json!(values));
    let above = match (values.len() == rows.len(), values.is_empty()) {
        (true, _) => sum.to_string(),
        (false, true) => "?".to_owned(),
        (false, false) => format!("({sum} + ?)"),
    };
    breakdown.lines.push(Line::new(
        Label::Mean,
        format!("{above} / ({} · {max})", rows.len()),
        open.is_none().then_some(score),
    ));
    let sentences = Group {
        label: Label::AnswerSentences,
        columns: Vec::new(),
        rows,
    };
    breakdown.groups.insert(0, sentences);
    let parts = Parts::Breakdown(Box::new(breakdown));
    Ok(match open {
        None => Judged::scored(score, parts),
        Some(reason) => Judged::unscored(reason, parts),
    })
}

/// A row a sentence with the judge's rating, after the re-asks.
fn rate(desk: &mut Desk<'_>, sample: &Sample, texts: &[String], max: u32) -> Step<Vec<Row>> {
    let path = AskPath::step("ratings");
    let reply = desk
        .chat(&path, || ask(path.clone(), sample, texts, max))
        .ok_or(Halt::Open)?;
    let reading = reply
        .words()
        .and_then(|reply| ratings::read(&reply.text, reply.stop, texts.len(), f64::from(max)));
    let reading = match reading {
        Ok(reading) => reading,
        // All rows stay, open, so that a person can rate them.
        Err(reason) => {
            let row = |(number, sentence): (u32, &String)| {
                let mut row = Row::new(format!("sentence-{number}"), sentence, Mark::Open(reason));
                row.light = Some(Light {
                    field: Field::Contexts,
                    entry: None,
                });
                row.path = Some(path.clone());
                row
            };
            return Ok((1..).zip(texts).map(row).collect());
        }
    };
    raise(desk, &reading);
    let (mut rows, mut open) = (Vec::new(), false);
    for (at, (entry, sentence)) in (0_u32..).zip(reading.entries.into_iter().zip(texts)) {
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
        if let Some(Rating { value, evidence, why }) = entry {
            row.mark = Mark::Rating(value, f64::from(max));
            if !evidence.trim().is_empty() && !stands_verbatim(&evidence, &sample.contexts) {
                desk.flag(Flag::NotVerbatim);
                row.find_nearest(&evidence, sample.contexts.iter().map(String::as_str));
            }
            // A reason quotes it.
            row.reason = if why.trim().is_empty() { evidence } else { why };
        }
        rows.push(row);
    }
    if open { Err(Halt::Open) } else { Ok(rows) }
}

/// Whether a quotation, or each part of one with gaps, stands in a chunk word for word.
fn stands_verbatim(quotation: &str, chunks: &[String]) -> bool {
    let found = |part: &str| chunks.iter().any(|chunk| align::quoted(part, chunk).is_some());
    let mut parts = quotation.split("...").flat_map(|part| part.split('…'));
    found(quotation) || parts.all(|part| part.trim().is_empty() || found(part.trim()))
}

/// Whether the question can be answered, or why nobody knows.
type Answerable = Result<steps::One<bool>, Reason>;

/// Whether the question can be answered, and which sentences abstain (from 1).
fn answerability(desk: &mut Desk<'_>, sample: &Sample, texts: &[String]) -> Step<(Answerable, Vec<usize>)> {
    let ask = |path| ChatAsk {
        path,
        question: Question::Free {
            what: "answerability".into(),
        },
        template: &ANSWERABILITY,
        values: Values::new()
            .with(QUESTION, fence::fenced("question", &sample.question))
            .with(CONTEXTS, material::chunks(&sample.contexts))
            .with(SENTENCES, material::numbered(texts)),
        addendum: None,
        schema: None,
    };
    let read = |reply: &crate::evaluation::TextReply| {
        let verdict = single::read_verdict(&reply.text, reply.stop)?;
        let abstaining = numbers::read(&reply.text, reply.stop, texts)?;
        Ok(Single {
            value: (verdict.value, abstaining),
            reason: verdict.reason,
            repaired: verdict.repaired,
        })
    };
    let one = match steps::one(desk, &AskPath::step("answerability"), ask, read) {
        Ok(one) => one,
        Err(Halt::Unscored(reason)) => return Ok((Err(reason), Vec::new())),
        Err(halt) => return Err(halt),
    };
    let (answerable, abstaining) = one.value;
    if abstaining.invented {
        desk.flag(Flag::InventedIds);
    }
    let one = steps::One {
        value: answerable,
        reason: one.reason,
        re_asked: one.re_asked,
        path: one.path,
    };
    Ok((Ok(one), abstaining.given))
}

/// The verdict on the question, after a person's change.
fn answerable(desk: &mut Desk<'_>, question: &str, one: Answerable) -> Row {
    let mut row = Row::new("answerable", question.trim(), Mark::Plain);
    steps::put(&mut row, one, AskPath::step("answerability"), |value| {
        Mark::of(Some(value))
    });
    super::statement_share::changed(desk, &mut row);
    row
}

/// An abstention is right where there is no answer, and wrong where there is one. Its own rating stays beside it.
fn abstain(row: &mut Row, answerable: Mark, max: f64) {
    let counts = Mark::Rating(if answerable == Mark::No { max } else { 0.0 }, max);
    row.abstains = Some(std::mem::replace(&mut row.mark, counts));
    row.nearest = None;
    row.span = None;
}

fn raise(desk: &mut Desk<'_>, reading: &ratings::Ratings) {
    if reading.invented {
        desk.flag(Flag::InventedIds);
    }
    if reading.repaired {
        desk.flag(Flag::Repaired);
    }
}

fn reread(desk: &mut Desk<'_>, reply: &Reply, max: u32) -> Option<Rating> {
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
