//! Answer correctness (RAGAS): `0.75 · F1(TP, FP, FN) + 0.25 · similarity`; the weight of the facts by option `weight`,
//! both by `weights`. With the whole weight on the facts no embeddings are asked for.
//!
//! 1. answer → statements; reference → statements
//! 2. one ask sorts them: TP and FP are statements of the answer, FN of the reference
//! 3. similarity of answer and reference: cosine of their embeddings, or given by option `similarity`
//!
//! One side without statements → factual part 0, and step 2 is not asked; both → not applicable.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Group, Label, Light, Line, Mark, Row};
use super::embedding;
use super::steps::{self, Halt, Step, judged};
use super::texts;
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Demands, Desk, Flag, Judged, Metric, Options, Parts, Question, Reason, Scale, Setting,
    SettingKind,
};
use crate::prompt::material::{self, Names, QUESTION};
use crate::prompt::{Template, Values, fence};
use crate::reply::{json as reader, verdict};
use crate::sample::{Field, Sample};

/// Weighted sum of factual F1 and similarity, 0–1, higher is better.
pub struct AnswerCorrectness;

const ANSWER: Names = &["answer_statements"];
const REFERENCE: Names = &["reference_statements"];

static SORT: Template = Template {
    id: "sort-statements",
    version: 1,
    text: include_str!("../../prompts/sort-statements.md"),
    placeholders: &[QUESTION, ANSWER, REFERENCE],
};

impl Metric for AnswerCorrectness {
    fn id(&self) -> &'static str {
        "answer-correctness"
    }

    fn version(&self) -> u32 {
        1
    }

    fn scale(&self) -> Scale {
        self.scale_with(&Options::default())
    }

    /// A negative cosine can take its whole weight off.
    fn scale_with(&self, options: &Options) -> Scale {
        let (factual, similarity) = weights(&options.values).unwrap_or((1.0, 0.0));
        Scale {
            min: -similarity / (factual + similarity),
            ..Scale::SHARE
        }
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Answer, Field::Reference]
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[
            Setting {
                name: "weight",
                kind: SettingKind::Number {
                    min: 0.0,
                    max: 1.0,
                    default: 0.75,
                },
            },
            Setting {
                name: "similarity",
                kind: SettingKind::Given { min: -1.0, max: 1.0 },
            },
        ];
        SETTINGS
    }

    fn demands(&self, options: &Options) -> Demands {
        let value = |name: &str| options.values.get(name).and_then(Value::as_f64);
        Demands {
            embeddings: value("similarity").is_none() && value("weight") != Some(1.0),
            understanding: true,
            follow_ups: true,
            ..Demands::default()
        }
    }

    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&texts::STATEMENTS, &SORT];
        PROMPTS
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let sample = desk.sample();
    steps::need(&sample.question)?;
    steps::need(&sample.answer)?;
    steps::need(&sample.reference)?;
    let (answer, reference) = (texts::answer_statements(desk), texts::reference_statements(desk));
    let (answer, reference) = (answer?, reference?);
    if answer.is_empty() && reference.is_empty() {
        return Err(Halt::NotApplicable(Reason::NoClaims));
    }
    let sorted = if answer.is_empty() || reference.is_empty() {
        Ok(Sorted::default())
    } else {
        sort(desk, sample, &answer, &reference)
    };
    let (factual_weight, similarity_weight) = weights(desk.options())?;
    let similarity = match desk.option("similarity").and_then(Value::as_f64) {
        Some(given) => Ok((given, String::new())),
        None if similarity_weight == 0.0 => Ok((0.0, String::new())),
        None => embedding::similarity(desk, &sample.answer, &sample.reference),
    };
    let (sorted, (similarity, cosine)) = (sorted?, similarity?);

    let answer_rows = rows(desk, "answer", Field::Reference, &answer, &sorted.tp, &sorted.fp);
    let reference_rows = rows(desk, "reference", Field::Answer, &reference, &[], &sorted.fn_);
    let yes = |rows: &[Row]| rows.iter().filter(|row| row.mark == Mark::Yes).count();
    let no = |rows: &[Row]| rows.iter().filter(|row| row.mark == Mark::No).count();
    let (tp, fp, missed) = (yes(&answer_rows), no(&answer_rows), no(&reference_rows));
    let empty = answer.is_empty() || reference.is_empty();
    let below = tp as f64 + 0.5 * (fp + missed) as f64;
    let factual = if empty || below == 0.0 {
        0.0
    } else {
        tp as f64 / below
    };
    let weights = factual_weight + similarity_weight;
    let score = (factual_weight * factual + similarity_weight * similarity) / weights;

    let mut breakdown = Breakdown::default();
    for (key, value) in [("factual", factual), ("similarity", similarity)] {
        breakdown.named.insert(key.into(), json!(value));
    }
    breakdown.lines = vec![
        Line::new(
            Label::FactualPart,
            if empty || below == 0.0 {
                "TP = 0 →".into()
            } else {
                format!("{tp} / ({tp} + 0.5 · ({fp} + {missed}))")
            },
            Some(factual),
        ),
        Line::new(
            Label::Similarity,
            cosine,
            (similarity_weight != 0.0).then_some(similarity),
        ),
        Line::new(
            Label::WeightedSum,
            format!("{factual_weight} · {factual:.3} + {similarity_weight} · {similarity:.3}"),
            Some(score),
        ),
    ];
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
    Ok(Judged::scored(score, Parts::Breakdown(Box::new(breakdown))))
}

/// The weights, factual part first.
fn weights(values: &serde_json::Map<String, Value>) -> Step<(f64, f64)> {
    let Some(option) = values.get("weights") else {
        let factual = values.get("weight").and_then(Value::as_f64).unwrap_or(0.75);
        return Ok((factual, 1.0 - factual));
    };
    let numbers: Vec<f64> = option
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_f64)
        .collect();
    match numbers.as_slice() {
        [a, b] if *a >= 0.0 && *b >= 0.0 && a + b > 0.0 => Ok((*a, *b)),
        _ => Err(Halt::NotApplicable(Reason::EmptyInput)),
    }
}

/// Numbers of statements, from 1.
#[derive(Default)]
struct Sorted {
    tp: Vec<usize>,
    fp: Vec<usize>,
    fn_: Vec<usize>,
}

fn sort(desk: &mut Desk<'_>, sample: &Sample, answer: &[String], reference: &[String]) -> Step<Sorted> {
    let path = AskPath::step("sort");
    let reply = steps::words(desk, &path, || ChatAsk {
        path: path.clone(),
        question: Question::Free {
            what: "sort-statements".into(),
        },
        template: &SORT,
        values: Values::new()
            .with(QUESTION, fence::fenced("question", &sample.question))
            .with(ANSWER, material::numbered(answer))
            .with(REFERENCE, material::numbered(reference)),
        addendum: None,
        schema: None,
    })?;
    let found = reader::read(
        &reply.text,
        reply.stop,
        &reader::Expect::object(&["TP", "FP", "FN"]),
    )
    .map_err(Halt::Unscored)?;
    if found.repaired {
        desk.flag(Flag::Repaired);
    }
    let mut invented = false;
    let mut take = |key: &str, statements: &[String]| -> Vec<usize> {
        let mut numbers = Vec::new();
        for id in verdict::ids(found.get(key)) {
            match usize::try_from(id) {
                Ok(number) if (1..=statements.len()).contains(&number) => numbers.push(number),
                _ => invented = true,
            }
        }
        numbers
    };
    let sorted = Sorted {
        tp: take("TP", answer),
        fp: take("FP", answer),
        fn_: take("FN", reference),
    };
    if invented {
        desk.flag(Flag::InventedIds);
    }
    if sorted.tp.is_empty() && sorted.fp.is_empty() && sorted.fn_.is_empty() {
        return Err(Halt::Unscored(Reason::MissingVerdict));
    }
    Ok(sorted)
}

/// Rows of one side. A statement that is in both lists, or (of the answer) in neither, has no verdict.
fn rows(
    desk: &mut Desk<'_>,
    key: &str,
    light: Field,
    statements: &[String],
    yes: &[usize],
    no: &[usize],
) -> Vec<Row> {
    let reference = light == Field::Answer;
    let mut open = false;
    let rows = (1..)
        .zip(statements)
        .map(|(number, statement)| {
            let verdict = match (yes.contains(&number), no.contains(&number)) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                // What the judge does not list as missing from the answer is there.
                (false, false) if reference => Some(true),
                _ => None,
            };
            open |= verdict.is_none();
            let mut row = Row::new(format!("{key}-{number}"), statement, Mark::of(verdict));
            row.light = Some(Light {
                field: light,
                entry: None,
            });
            row.path = (!(yes.is_empty() && no.is_empty())).then(|| AskPath::step("sort"));
            super::statement_share::changed(desk, &mut row);
            row
        })
        .collect();
    if open {
        desk.flag(Flag::PartialCoverage);
    }
    rows
}
