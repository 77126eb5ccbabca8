//! Answer relevancy (RAGAS): does the answer address the question? Two modes, by option `mode`:
//!
//! - `embeddings` (default): n times (option `n`, default 3) answer → a question that it answers, in the language of the
//!   given one, and whether it is noncommittal; mean cosine of the question with the generated ones; 0 when ALL are
//!   noncommittal (option `noncommittal: "any"`, as published code did before 2025). The cosine is not clipped. n
//!   different draws need a temperature above 0. A person may say of each draw whether the answer evades.
//! - `statements`: answer → statements → verdict per statement; relevant / statements. Needs no embeddings.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Group, Label, Light, Line, Mark, Row};
use super::embedding::{cosine, embed};
use super::statement_share::{Share, Source, changed, count, share};
use super::steps::{self, Halt, Step, judged};
use super::texts;
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Demands, Desk, Judged, Metric, Options, Parts, Question, Reason, Scale, Setting, SettingKind,
};
use crate::prompt::material::{ANSWER, LANGUAGE};
use crate::prompt::{Template, Values, fence};
use crate::reply::single::{self, Single};
use crate::sample::Field;
use crate::stats::rational::fixed;
use crate::text::language;

/// Mean cosine (−1 to 1), or share of relevant statements (0–1); higher is better.
pub struct AnswerRelevancy;

static GENERATE: Template = Template {
    id: "question-from-answer",
    version: 2,
    text: include_str!("../../prompts/question-from-answer.md"),
    placeholders: &[ANSWER, LANGUAGE],
};

impl Metric for AnswerRelevancy {
    fn id(&self) -> &'static str {
        "answer-relevancy"
    }

    fn version(&self) -> u32 {
        2
    }

    /// That of the default mode: a cosine.
    fn scale(&self) -> Scale {
        Scale {
            min: -1.0,
            ..Scale::SHARE
        }
    }

    fn scale_with(&self, options: &Options) -> Scale {
        if by_statements(options.values.get("mode")) {
            Scale::SHARE
        } else {
            self.scale()
        }
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Answer]
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[
            Setting {
                name: "mode",
                kind: SettingKind::Choice(&["embeddings", "statements"]),
            },
            Setting {
                name: "n",
                kind: SettingKind::Whole {
                    min: 1,
                    max: 20,
                    default: 3,
                    odd: false,
                },
            },
            Setting {
                name: "noncommittal",
                kind: SettingKind::Choice(&["all", "any"]),
            },
        ];
        SETTINGS
    }

    fn idle_settings(&self, options: &Options) -> &'static [&'static str] {
        if by_statements(options.values.get("mode")) {
            &["n", "noncommittal"]
        } else {
            &[]
        }
    }

    fn demands(&self, options: &Options) -> Demands {
        let by_embeddings = !by_statements(options.values.get("mode"));
        Demands {
            embeddings: by_embeddings,
            understanding: by_embeddings,
            follow_ups: true,
            ..Demands::default()
        }
    }

    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&GENERATE, &texts::STATEMENTS, &texts::RELEVANCE];
        PROMPTS
    }

    fn prompts_with(&self, options: &Options) -> &'static [&'static Template] {
        const STATEMENTS: &[&Template] = &[&texts::STATEMENTS, &texts::RELEVANCE];
        const QUESTIONS: &[&Template] = &[&GENERATE];
        if by_statements(options.values.get("mode")) {
            STATEMENTS
        } else {
            QUESTIONS
        }
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn by_statements(mode: Option<&Value>) -> bool {
    mode.and_then(Value::as_str) == Some("statements")
}

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let sample = desk.sample();
    steps::need(&sample.question)?;
    steps::need(&sample.answer)?;
    if by_statements(desk.option("mode")) {
        let statements = texts::answer_statements(desk)?;
        if statements.is_empty() {
            return Err(Halt::NotApplicable(Reason::NoClaims));
        }
        let what = Share {
            group: Label::AnswerStatements,
            line: Label::AnswerRelevancy,
            key: "answer",
            light: Light {
                field: Field::Question,
                entry: None,
            },
        };
        return share(desk, what, statements, Source::Question(&sample.question));
    }
    by_embeddings(desk)
}

/// Without one of the questions there is no mean; the others stay to be read.
fn incomplete(generated: Vec<Result<steps::One<single::Generated>, Reason>>, evades: Vec<Row>) -> Judged {
    let rows: Vec<Row> = (0_u32..)
        .zip(generated)
        .map(|(draw, one)| {
            let text = one.as_ref().map_or("", |one| one.value.question.as_str());
            let mut row = Row::new(format!("question-{}", draw + 1), text, Mark::Plain);
            let mut path = AskPath::step("questions");
            path.draw = draw;
            steps::put(&mut row, one, path, |_| Mark::Plain);
            row
        })
        .collect();
    let reason = steps::open_reason(&rows).unwrap_or(Reason::MissingVerdict);
    let questions = Group {
        label: Label::GeneratedQuestions,
        columns: Vec::new(),
        rows,
    };
    let breakdown = Breakdown {
        groups: vec![questions, evading(evades)],
        ..Breakdown::default()
    };
    Judged::unscored(reason, Parts::Breakdown(Box::new(breakdown)))
}

fn by_embeddings(desk: &mut Desk<'_>) -> Step<Judged> {
    let sample = desk.sample();
    let n = desk.option("n").and_then(Value::as_u64).unwrap_or(3).clamp(1, 20);
    // The question itself would give away what is to be found.
    let asked_in = language::name(&sample.question).unwrap_or("the language of the answer");
    let generated: Vec<Step<steps::One<single::Generated>>> = (0..n)
        .map(|draw| {
            let mut path = AskPath::step("questions");
            path.draw = u32::try_from(draw).unwrap_or(u32::MAX);
            let ask = |path| ChatAsk {
                path,
                question: Question::Free {
                    what: "question-from-answer".into(),
                },
                template: &GENERATE,
                values: Values::new()
                    .with(ANSWER, fence::fenced("answer", &sample.answer))
                    .with(LANGUAGE, asked_in),
                addendum: None,
                schema: None,
            };
            steps::one(desk, &path, ask, |reply| {
                let generated = single::read_generated(&reply.text, reply.stop)?;
                let repaired = generated.repaired;
                Ok(Single {
                    value: generated,
                    reason: String::new(),
                    repaired,
                })
            })
        })
        .collect();
    let generated = steps::settled(generated)?;
    let (evades, nothing) = evasion(desk, &generated);
    if generated.iter().any(Result::is_err) {
        return Ok(incomplete(generated, evades));
    }
    let generated: Vec<_> = generated.into_iter().flatten().collect();
    // Also where every draw evades: a person may say otherwise.
    let vectors = embed(desk, AskPath::step("embeddings"), || {
        std::iter::once(&sample.question)
            .chain(generated.iter().map(|one| &one.value.question))
            .cloned()
            .collect()
    });
    let found = vectors.and_then(|vectors| {
        let cosines = cosines(&vectors.of_texts, generated.len())?;
        Ok((cosines, vectors.unknown))
    });
    let (cosines, unknown, lacking) = match found {
        Ok((cosines, unknown)) => (cosines, unknown, None),
        Err(Halt::Unscored(reason) | Halt::NotApplicable(reason)) => (Vec::new(), None, Some(reason)),
        Err(halt) => return Err(halt),
    };
    if let Some(reason) = lacking.filter(|_| !nothing) {
        let breakdown = Breakdown {
            groups: vec![questions(generated, &[]), evading(evades)],
            ..Breakdown::default()
        };
        return Ok(Judged::unscored(reason, Parts::Breakdown(Box::new(breakdown))));
    }
    let score = if nothing {
        0.0
    } else {
        cosines.iter().sum::<f64>() / cosines.len() as f64
    };
    let terms: Vec<String> = cosines.iter().map(|cosine| fixed(*cosine, 3)).collect();
    let (noncommittal, draws) = count(&evades);
    let working = if nothing {
        format!("{noncommittal} / {draws} →")
    } else {
        format!("({}) / {}", terms.join(" + "), terms.len())
    };
    let mut breakdown = Breakdown::default();
    breakdown.named.insert("noncommittal".into(), json!(noncommittal));
    if noncommittal > 0 {
        let working = format!("{noncommittal} / {draws}");
        let share = f64::from(noncommittal) / f64::from(draws.max(1));
        breakdown
            .lines
            .push(Line::new(Label::Noncommittal, working, share));
    }
    breakdown
        .lines
        .push(Line::new(Label::AnswerRelevancy, working, score));
    breakdown.figures.extend(unknown);
    breakdown.groups = vec![questions(generated, &cosines), evading(evades)];
    Ok(Judged::scored(score, Parts::Breakdown(Box::new(breakdown))))
}

/// Cosines of the first vector with the others.
fn cosines(vectors: &[&[f32]], others: usize) -> Step<Vec<f64>> {
    let unreadable = Halt::Unscored(Reason::Unreadable);
    match vectors {
        [question, rest @ ..] if rest.len() == others => rest
            .iter()
            .map(|other| cosine(question, other).ok_or(unreadable))
            .collect(),
        _ => Err(unreadable),
    }
}

/// Whether each draw found that the answer evades the question, as the judge or a person says; and whether so many did
/// that there is nothing to compare.
fn evasion(
    desk: &mut Desk<'_>,
    generated: &[Result<steps::One<single::Generated>, Reason>],
) -> (Vec<Row>, bool) {
    let any = desk.option("noncommittal").and_then(Value::as_str) == Some("any");
    let rows: Vec<Row> = (1..)
        .zip(generated)
        .filter_map(|(number, one)| {
            let one = one.as_ref().ok()?;
            let mark = Mark::of(Some(one.value.noncommittal));
            let mut row = Row::new(format!("evades-{number}"), one.value.question.as_str(), mark);
            row.path = Some(one.path.clone());
            changed(desk, &mut row);
            Some(row)
        })
        .collect();
    let (evading, draws) = count(&rows);
    let nothing = evading == draws || (any && evading > 0);
    (rows, nothing)
}

fn evading(rows: Vec<Row>) -> Group {
    Group {
        label: Label::Evasion,
        columns: Vec::new(),
        rows,
    }
}

/// The generated questions with their cosines; without any where nothing was compared.
fn questions(generated: Vec<steps::One<single::Generated>>, cosines: &[f64]) -> Group {
    let row = |(at, one): (usize, steps::One<single::Generated>)| {
        let mark = cosines
            .get(at)
            .map_or(Mark::Plain, |cosine| Mark::Number(*cosine));
        let mut row = Row::new(format!("question-{}", at + 1), one.value.question, mark);
        row.light = Some(Light {
            field: Field::Question,
            entry: None,
        });
        row.re_asked = one.re_asked;
        row.path = Some(one.path);
        row
    };
    Group {
        label: Label::GeneratedQuestions,
        columns: Vec::new(),
        rows: generated.into_iter().enumerate().map(row).collect(),
    }
}
