//! Self-check (SelfCheckGPT, prompt variant): is each sentence of the answer consistent with further samples of the same
//! system? yes → 0, unsure → 0.5, no → 1, so that 1 = CONTRADICTED: lower is better.
//!
//! Two readings, by option `reading`: `mean` (default) over sentences of the mean over samples; `all` (seed 002, item
//! 17): the answer is correct only if each of its sentences is consistent with ALL samples: 0 if so, else 1. Unsure is not
//! consistent. The prompt holds the question, where there is one.
//!
//! The samples are those of the input, and behind them as many as option `draw` says (none by default), for which the
//! judge answers the question itself, at temperature 1, from the chunks where there are some. A draw that can't be read
//! is asked again once; without it the row is unscored.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Changeable, Group, Label, Light, Line, Mark, Row};
use super::steps::{self, Halt, Step, judged};
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Demands, Desk, Judged, Metric, Options, Parts, Question, Reason, Scale, Setting, SettingKind,
};
use crate::prompt::material::{self, CONTEXTS, Names, QUESTION, SAMPLE, SENTENCE};
use crate::prompt::{Template, Values, fence};
use crate::reply::free;
use crate::reply::single::{self, Answer, Single};
use crate::sample::{Field, Sample};
use crate::stats::rational::fixed;
use crate::text::sentences::sentence_texts;
use crate::text::visible::is_blank;

/// Mean inconsistency, 0–1, lower is better.
pub struct SelfCheck;

const PLACEHOLDERS: &[Names] = &[QUESTION, SAMPLE, SENTENCE];

static PROMPT: Template = Template {
    id: "self-check",
    version: 2,
    text: include_str!("../../prompts/self-check.md"),
    placeholders: PLACEHOLDERS,
};

static DRAW: Template = Template {
    id: "self-check-answer",
    version: 1,
    text: include_str!("../../prompts/self-check-answer.md"),
    placeholders: &[CONTEXTS, QUESTION],
};

impl Metric for SelfCheck {
    fn id(&self) -> &'static str {
        "self-check"
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale {
            higher_is_better: false,
            ..Scale::SHARE
        }
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Answer, Field::Samples, Field::Contexts]
    }

    fn optional(&self) -> &'static [Field] {
        &[Field::Question, Field::Samples, Field::Contexts]
    }

    fn needed_with(&self, options: &Options) -> &'static [Field] {
        if draws(options.values.get("draw")) == 0 {
            &[Field::Samples]
        } else {
            &[Field::Question]
        }
    }

    fn demands(&self, options: &Options) -> Demands {
        let draws = draws(options.values.get("draw")) > 0;
        Demands {
            understanding: draws,
            follow_ups: draws,
            ..Demands::default()
        }
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[
            Setting {
                name: "reading",
                kind: SettingKind::Choice(&["mean", "all"]),
            },
            Setting {
                name: "draw",
                kind: SettingKind::Whole {
                    min: 0,
                    max: 20,
                    default: 0,
                    odd: false,
                },
            },
        ];
        SETTINGS
    }

    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&PROMPT, &DRAW];
        PROMPTS
    }

    fn prompts_with(&self, options: &Options) -> &'static [&'static Template] {
        const DRAWN: &[&Template] = &[&DRAW, &PROMPT];
        const GIVEN: &[&Template] = &[&PROMPT];
        if draws(options.values.get("draw")) > 0 {
            DRAWN
        } else {
            GIVEN
        }
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let sample = desk.sample();
    steps::need(&sample.answer)?;
    let draws = draws(desk.option("draw"));
    // One without text is refused; where answers are drawn there may be none.
    let blank = sample.samples.iter().any(|text| is_blank(text));
    if sample.has(Field::Samples) && blank || !sample.has(Field::Samples) && draws == 0 {
        return Err(Halt::NotApplicable(Reason::EmptyInput));
    }
    let drawn = drawn(desk, draws)?;
    let mut others: Vec<&str> = sample.samples.iter().map(String::as_str).collect();
    if !sample.has(Field::Samples) {
        others.clear();
    }
    let readable = drawn.iter().flatten();
    others.extend(readable.map(|one| one.value.as_str()));
    if drawn.iter().any(Result::is_err) {
        let rows = drawn_rows(&drawn);
        let reason = steps::open_reason(&rows).unwrap_or(Reason::MissingVerdict);
        let mut breakdown = Breakdown::default();
        breakdown.groups.push(drawn_group(rows));
        return Ok(Judged::unscored(reason, Parts::Breakdown(Box::new(breakdown))));
    }
    let texts = sentence_texts(&sample.answer);
    let pairs: Vec<Step<steps::One<Answer>>> = (0_u32..)
        .zip(
            texts
                .iter()
                .flat_map(|sentence| others.iter().map(move |other| (sentence, *other))),
        )
        .map(|(at, (sentence, other))| {
            let path = AskPath::step("pairs").at(at);
            steps::one(
                desk,
                &path,
                |path| ask(path, &sample.question, sentence, other),
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
    for ((number, sentence), pairs) in (1..).zip(&texts).zip(pairs.chunks(others.len())) {
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
    let sum = values.iter().flatten().sum::<f64>();
    let score = if all_reading {
        f64::from(u8::from(sum > 0.0))
    } else {
        sum / values.len().max(1) as f64
    };
    let open = steps::open_reason(&rows);
    let terms: Vec<String> = values
        .iter()
        .map(|value| value.map_or_else(|| "?".to_owned(), |value| fixed(value, 3)))
        .collect();
    let mut breakdown = Breakdown::default();
    breakdown.named.insert("sentence_scores".into(), json!(values));
    let (label, working) = if all_reading {
        let sum = if open.is_none() {
            sum.to_string()
        } else {
            "?".to_owned()
        };
        let one = if sum == "0" { "=" } else { ">" };
        (Label::Inconsistent, format!("{sum} / {} {one} 0 →", values.len()))
    } else {
        let working = format!("({}) / {}", terms.join(" + "), values.len());
        (Label::Mean, working)
    };
    let value = open.is_none().then_some(score);
    breakdown.lines.push(Line::new(label, working, value));
    let columns = (1..=others.len()).map(|number| number.to_string()).collect();
    breakdown.groups.push(Group {
        label: Label::AnswerSentences,
        columns,
        rows,
    });
    if !drawn.is_empty() {
        breakdown.groups.push(drawn_group(drawn_rows(&drawn)));
    }
    let parts = Parts::Breakdown(Box::new(breakdown));
    Ok(match open {
        None => Judged::scored(score, parts),
        Some(reason) => Judged::unscored(reason, parts),
    })
}

fn ask(path: AskPath, question: &str, sentence: &str, other: &str) -> ChatAsk<'static> {
    ChatAsk {
        path,
        question: Question::Consistent {
            sentence: sentence.to_owned(),
            sample: other.to_owned(),
        },
        template: &PROMPT,
        values: Values::new()
            .with(QUESTION, material::optional("question", question))
            .with(SAMPLE, fence::fenced("text", other))
            .with(SENTENCE, fence::fenced("passage", sentence)),
        addendum: None,
        schema: None,
    }
}

/// How many answers the judge draws.
fn draws(option: Option<&Value>) -> u32 {
    let draws = option.and_then(Value::as_u64).unwrap_or(0);
    u32::try_from(draws).unwrap_or(u32::MAX).min(20)
}

type Drawn = Result<steps::One<String>, Reason>;

/// The answers that the judge draws, those that it didn't give by their reason.
fn drawn(desk: &mut Desk<'_>, draws: u32) -> Step<Vec<Drawn>> {
    let sample = desk.sample();
    if draws > 0 {
        steps::need(&sample.question)?;
    }
    let answers = (0..draws)
        .map(|draw| {
            steps::one(
                desk,
                &drawn_at(draw),
                |path| ask_answer(path, sample),
                |reply| {
                    Ok(Single {
                        value: free::read(&reply.text, reply.stop)?,
                        reason: String::new(),
                        repaired: false,
                    })
                },
            )
        })
        .collect();
    steps::settled(answers)
}

fn drawn_at(draw: u32) -> AskPath {
    let mut path = AskPath::step("answers");
    path.draw = draw;
    path
}

fn drawn_rows(drawn: &[Drawn]) -> Vec<Row> {
    (0_u32..)
        .zip(drawn)
        .map(|(draw, one)| {
            let text = one.as_ref().map_or("", |one| one.value.as_str());
            let mut row = Row::new(format!("drawn-{}", draw + 1), text, Mark::Plain);
            steps::put(&mut row, one.clone(), drawn_at(draw), |_| Mark::Plain);
            row
        })
        .collect()
}

fn drawn_group(rows: Vec<Row>) -> Group {
    Group {
        label: Label::DrawnAnswers,
        columns: Vec::new(),
        rows,
    }
}

fn ask_answer(path: AskPath, sample: &Sample) -> ChatAsk<'static> {
    let contexts: Vec<String> = sample
        .contexts
        .iter()
        .filter(|chunk| !is_blank(chunk))
        .cloned()
        .collect();
    ChatAsk {
        path,
        template: &DRAW,
        values: Values::new()
            .with(CONTEXTS, material::chunks(&contexts))
            .with(QUESTION, fence::fenced("question", &sample.question)),
        question: Question::Answer {
            question: sample.question.clone(),
            contexts,
        },
        addendum: None,
        schema: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Body, Evaluation, Overrides, Reply, Score, State};

    #[test]
    fn the_second_reading_is_of_the_whole_answer() {
        for (answer, replies, mean, all, working) in [
            ("A is 1. B is 2.", &["Yes", "No"][..], 0.5, 1.0, "1 / 2 > 0 →"),
            ("A is 1. B is 2.", &["Yes", "Yes"], 0.0, 0.0, "0 / 2 = 0 →"),
            ("A is 1. B is 2.", &["Yes", "Unsure"], 0.25, 1.0, "1 / 2 > 0 →"),
            ("A is 1. B is 2.", &["No", "No"], 1.0, 1.0, "2 / 2 > 0 →"),
            ("A is 1.", &["是", "否"], 0.5, 1.0, "1 / 1 > 0 →"),
        ] {
            let sample = Sample {
                question: "What is A?".into(),
                answer: answer.into(),
                ..Sample::default()
            };
            for (reading, score) in [("mean", mean), ("all", all)] {
                let mut options = Options::default();
                options.values.insert("reading".into(), json!(reading));
                let samples = replies.len() / answer.matches('.').count();
                let sample = Sample {
                    samples: vec!["A is 1.".to_owned(); samples],
                    ..sample.clone()
                };
                let mut evaluation = Evaluation::start(&SelfCheck, sample, options).unwrap();
                for reply in replies {
                    let ask = evaluation.open_asks().unwrap()[0].clone();
                    let Body::Chat { prompt, .. } = &ask.body else {
                        panic!()
                    };
                    assert!(
                        prompt.contains("What is A?"),
                        "the question is part of it: {prompt}"
                    );
                    evaluation.take(&ask.path, Reply::text(*reply)).unwrap();
                }
                let outcome = evaluation.outcome(&Overrides::default());
                assert_eq!(
                    outcome.state,
                    State::Scored(Score(score)),
                    "{reading} {answer} {replies:?}"
                );
                let Parts::Breakdown(parts) = &outcome.parts else {
                    panic!()
                };
                if reading == "all" {
                    assert_eq!(parts.lines[0].working, working);
                }
            }
        }
    }
}
