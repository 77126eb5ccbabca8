//! Answer correctness (RAGAS): `0.75 · F1(TP, FP, FN) + 0.25 · similarity`; the weight of the facts by option `weight`,
//! both by `weights`. With the whole weight on the facts no embeddings are asked for.
//!
//! 1. answer → statements; reference → statements
//! 2. one ask sorts them: TP and FP are statements of the answer, FN of the reference; a statement of the answer that is
//!    in neither list, or in both, is asked for again by itself. Still open, it stays below the line like an FP
//! 3. similarity of answer and reference: cosine of their embeddings, or given by option `similarity`
//!
//! One side without statements → factual part 0, and step 2 is not asked; both → not applicable.

use std::sync::Arc;

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Group, Label, Light, Line, Mark, Row};
use super::embedding::{self, Similarity};
use super::statement_share::{changed, count, tell_partial, unjudged};
use super::steps::{self, Halt, Step, Verified, judged};
use super::texts;
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Demands, Desk, Flag, Judged, Metric, Options, Parts, Question, Reason, Reply, Scale, Setting,
    SettingKind, TextReply,
};
use crate::prompt::material::{self, Names, QUESTION};
use crate::prompt::{Template, Values, fence};
use crate::reply::numbers::Listed;
use crate::reply::{json as reader, sorted};
use crate::sample::{Field, Sample};
use crate::stats::rational::fixed;

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
        2
    }

    fn scale(&self) -> Scale {
        self.scale_with(&Options::default())
    }

    /// A negative cosine can take its whole weight off.
    fn scale_with(&self, options: &Options) -> Scale {
        let (factual, similarity) = weights(&options.values).unwrap_or((1.0, 0.0));
        Scale {
            // Not -0.0.
            min: 0.0 - similarity / (factual + similarity),
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
                kind: SettingKind::Given {
                    min: -1.0,
                    max: 1.0,
                    whole: false,
                },
            },
        ];
        SETTINGS
    }

    fn demands(&self, options: &Options) -> Demands {
        let value = |name: &str| options.values.get(name).and_then(Value::as_f64);
        Demands {
            embeddings: value("similarity").is_none() && value("weight") != Some(1.0),
            follow_ups: true,
            ..Demands::default()
        }
    }

    /// The statements sorted, and the vectors where they count.
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
    // One side claims nothing: nothing is right unless a person says so, and nothing more is asked.
    let empty = answer.is_empty() || reference.is_empty();
    let sorted = if empty {
        Ok(Sorted::nothing(answer.len(), reference.len()))
    } else {
        sort(desk, sample, &answer, &reference)
    };
    let (factual_weight, similarity_weight) = weights(desk.options())?;
    let similarity = match desk.option("similarity").and_then(Value::as_f64) {
        Some(given) => Ok(Some(Similarity {
            cosine: given,
            working: String::new(),
            unknown: None,
        })),
        None if similarity_weight == 0.0 => Ok(None),
        None => embedding::similarity(desk, &sample.answer, &sample.reference).map(Some),
    };
    let sorted = sorted?;
    // Without vectors there is no score; what was sorted stays.
    let (similarity, lacking) = match similarity {
        Ok(similarity) => (similarity, None),
        Err(Halt::Unscored(reason) | Halt::NotApplicable(reason)) => (None, Some(reason)),
        Err(halt) => return Err(halt),
    };

    let mut answer_rows = rows(desk, "answer", Field::Reference, &answer, sorted.answer);
    let mut reference_rows = rows(desk, "reference", Field::Answer, &reference, sorted.reference);
    // A statement of the reference that the answer holds is in no term of the formula: its pair is a TP already. One
    // without a verdict is told to be that, and no mistake.
    for (rows, yes, no) in [(&mut answer_rows, "TP", "FP"), (&mut reference_rows, "", "FN")] {
        for row in rows.iter_mut() {
            let term = match row.mark {
                Mark::Yes => yes,
                Mark::Open(_) => "",
                _ => no,
            };
            row.tag = term.to_owned();
        }
    }
    let unjudged = unjudged(&answer_rows).or(unjudged(&reference_rows));
    // What was never judged doesn't count as supported, and stays below the line.
    let (tp, submitted) = count(&answer_rows);
    let (held, wanted) = count(&reference_rows);
    let (fp, missed) = (submitted - tp, wanted - held);
    let below = f64::from(tp) + 0.5 * f64::from(fp + missed);
    let factual = if below == 0.0 { 0.0 } else { f64::from(tp) / below };
    let weights = factual_weight + similarity_weight;
    let alike = similarity.as_ref().map_or(0.0, |found| found.cosine);
    let score = (factual_weight * factual + similarity_weight * alike) / weights;

    let mut breakdown = Breakdown::default();
    if unjudged.is_none() {
        breakdown.named.insert("factual".into(), json!(factual));
        let working = if tp == 0 {
            "TP = 0 →".into()
        } else {
            format!("{tp} / ({tp} + 0.5 · ({fp} + {missed}))")
        };
        breakdown
            .lines
            .push(Line::new(Label::FactualPart, working, Some(factual)));
    }
    let mut sum = format!("{factual_weight} · {}", fixed(factual, 3));
    // Without a weight nothing is compared.
    if let Some(found) = similarity {
        sum = format!("{sum} + {similarity_weight} · {}", fixed(found.cosine, 3));
        breakdown.named.insert("similarity".into(), json!(found.cosine));
        breakdown
            .lines
            .push(Line::new(Label::Similarity, found.working, found.cosine));
        breakdown.figures.extend(found.unknown);
    }
    if lacking.is_some() {
        sum = format!("{sum} + {similarity_weight} · ?");
    }
    if unjudged.is_none() {
        let score = lacking.is_none().then_some(score);
        breakdown.lines.push(Line::new(Label::WeightedSum, sum, score));
    }
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
    Ok(match unjudged.or(lacking) {
        None => Judged::scored(score, parts),
        Some(reason) => Judged::unscored(reason, parts),
    })
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

/// What the sorting says of the statements of both sides.
struct Sorted {
    answer: Vec<Verified>,
    reference: Vec<Verified>,
}

impl Sorted {
    /// Nothing is supported, and nobody was asked.
    fn nothing(answer: usize, reference: usize) -> Self {
        let no = Verified {
            verdict: Some(false),
            ..Verified::default()
        };
        Self {
            answer: vec![no.clone(); answer],
            reference: vec![no; reference],
        }
    }
}

fn sort(desk: &mut Desk<'_>, sample: &Sample, answer: &[String], reference: &[String]) -> Step<Sorted> {
    let path = AskPath::step("sort");
    let reply = desk
        .chat(&path, || ask(path.clone(), sample, answer, reference))
        .ok_or(Halt::Open)?;
    let lists = reply
        .words()
        .and_then(|reply| read(desk, reply, answer, reference));
    let of = |verdict, open| Verified {
        verdict,
        open,
        path: Some(path.clone()),
        ..Verified::default()
    };
    let lists = match lists {
        Ok(lists) => lists,
        Err(reason) => {
            let unread = of(None, Some(reason));
            return Ok(Sorted {
                answer: vec![unread.clone(); answer.len()],
                reference: vec![unread; reference.len()],
            });
        }
    };
    let mut open = false;
    let mut by_answer = Vec::with_capacity(answer.len());
    for (at, statement) in (0_u32..).zip(answer) {
        let number = by_answer.len() + 1;
        let mut verified = of(lists.verdict(number), None);
        verified.reason = sorted::reason(lists.why.as_ref(), "answer", number);
        verified.finding = sorted::finding(lists.findings.as_ref(), "answer", number);
        if verified.verdict.is_none() {
            let again = path.clone().at(at).again();
            let alone = std::slice::from_ref(statement);
            match desk.chat(&again, || ask(again.clone(), sample, alone, reference)) {
                None => open = true,
                Some(reply) => {
                    if let Some(verdict) = reread(desk, reply, alone, reference) {
                        verified.verdict = Some(verdict);
                        verified.re_asked = true;
                        verified.path = Some(again);
                    }
                }
            }
        }
        by_answer.push(verified);
    }
    if open {
        return Err(Halt::Open);
    }
    Ok(Sorted {
        answer: by_answer,
        // What the judge does not list as missing from the answer is there, if its list says what is on it.
        reference: (1..=reference.len())
            .map(|number| {
                let verdict = match lists.missed.given.contains(&number) {
                    true => Some(false),
                    false => (!lists.missed.unclear).then_some(true),
                };
                Verified {
                    reason: sorted::reason(lists.why.as_ref(), "reference", number),
                    finding: sorted::finding(lists.findings.as_ref(), "reference", number),
                    ..of(verdict, None)
                }
            })
            .collect(),
    })
}

fn ask(path: AskPath, sample: &Sample, answer: &[String], reference: &[String]) -> ChatAsk<'static> {
    ChatAsk {
        path,
        question: Question::Sorted {
            answer: answer.to_vec(),
            reference: reference.to_vec(),
            sample: Arc::new(sample.clone()),
        },
        template: &SORT,
        values: Values::new()
            .with(QUESTION, fence::fenced("question", &sample.question))
            .with(ANSWER, material::numbered(answer))
            .with(REFERENCE, material::numbered(reference)),
        addendum: None,
        schema: None,
    }
}

/// The three lists of a reply: statements, by number or by text.
struct Lists {
    supported: Listed,
    unsupported: Listed,
    missed: Listed,
    /// Reasons, from who gives some.
    why: Option<Value>,
    /// What each no means, from who tells.
    findings: Option<Value>,
}

impl Lists {
    /// The verdict on a statement of the answer; none for one that is in neither list or in both.
    fn verdict(&self, number: usize) -> Option<bool> {
        let (yes, no) = (
            self.supported.given.contains(&number),
            self.unsupported.given.contains(&number),
        );
        (yes != no).then_some(yes)
    }
}

fn read(
    desk: &mut Desk<'_>,
    reply: &TextReply,
    answer: &[String],
    reference: &[String],
) -> Result<Lists, Reason> {
    let expect = reader::Expect::object(&["TP", "FP", "FN"]);
    let found = reader::read(&reply.text, reply.stop, &expect)?;
    if found.repaired {
        desk.flag(Flag::Repaired);
    }
    let why = found.get("why").cloned();
    let findings = found.get("finding").filter(|_| steps::is_own(reply)).cloned();
    let mut take = |key: &str, statements: &[String]| {
        let mut listed = Listed::read(found.get(key), statements);
        // A list that isn't there is not the empty one.
        listed.unclear |= !found.has(key);
        if listed.invented {
            desk.flag(Flag::InventedIds);
        }
        listed
    };
    Ok(Lists {
        supported: take("TP", answer),
        unsupported: take("FP", answer),
        missed: take("FN", reference),
        why,
        findings,
    })
}

/// The verdict of a second answer, which is about one statement of the answer.
fn reread(desk: &mut Desk<'_>, reply: &Reply, alone: &[String], reference: &[String]) -> Option<bool> {
    if let Reply::Text(_) = reply {
        desk.flag(Flag::ReAsked);
    }
    let reply = reply.words().ok()?;
    read(desk, reply, alone, reference).ok()?.verdict(1)
}

/// Rows of one side, after a person's changes.
fn rows(
    desk: &mut Desk<'_>,
    key: &str,
    light: Field,
    statements: &[String],
    verified: Vec<Verified>,
) -> Vec<Row> {
    let rows: Vec<Row> = (1..)
        .zip(statements.iter().zip(verified))
        .map(|(number, (statement, verified))| {
            let mut row = Row::new(format!("{key}-{number}"), statement, verified.mark());
            row.light = Some(Light {
                field: light,
                entry: None,
            });
            row.reason = verified.reason;
            row.re_asked = verified.re_asked;
            row.path = verified.path;
            changed(desk, &mut row);
            row
        })
        .collect();
    tell_partial(desk, &rows);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, Override, Overrides, Score, State, TokenVector, TokenVectors};

    fn after_statements(answer: &[&str], reference: &[&str], options: Options) -> Evaluation {
        let sample = Sample {
            question: "What is it?".into(),
            answer: "An answer.".into(),
            reference: "A reference.".into(),
            ..Sample::default()
        };
        let mut evaluation = Evaluation::start(&AnswerCorrectness, sample, options).unwrap();
        for statements in [answer, reference] {
            let path = evaluation.open_asks().unwrap()[0].path.clone();
            let reply = json!({ "statements": statements }).to_string();
            evaluation.take(&path, Reply::text(reply)).unwrap();
        }
        evaluation
    }

    #[test]
    fn a_change_counts_where_one_side_is_empty() {
        for (answer, reference, changed, factual, working) in [
            (
                &["x", "y"][..],
                &[][..],
                "answer-1",
                2.0 / 3.0,
                "1 / (1 + 0.5 · (1 + 0))",
            ),
            (&[][..], &["x", "y"][..], "reference-1", 0.0, "TP = 0 →"),
        ] {
            let mut options = Options::default();
            options.values.insert("weight".into(), json!(1.0));
            let evaluation = after_statements(answer, reference, options);
            assert!(evaluation.open_asks().is_none(), "nothing is sorted");
            let mut overrides = Overrides::default();
            assert_eq!(evaluation.outcome(&overrides).state, State::Scored(Score(0.0)));
            let change = Override {
                value: json!(true),
                note: String::new(),
            };
            overrides.0.insert(changed.into(), change);
            let outcome = evaluation.outcome(&overrides);
            let Parts::Breakdown(parts) = &outcome.parts else {
                panic!()
            };
            assert_eq!(parts.lines[0].working, working);
            assert_eq!(parts.lines[0].value, Some(factual));
        }
    }

    /// A statement is a mistake only where it was judged to be one.
    #[test]
    fn a_statement_without_a_verdict_is_in_no_term() {
        let mut options = Options::default();
        options.values.insert("weight".into(), json!(1.0));
        let mut evaluation = after_statements(&["a", "b", "c"], &["r", "s"], options);
        let first = json!({"TP": [1], "FP": [2], "FN": [2]}).to_string();
        let mut replies = [Reply::text(first)].into_iter();
        while let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) {
            let reply = replies.next().unwrap_or_else(|| Reply::text("no idea"));
            evaluation.take(&path, reply).unwrap();
        }
        let outcome = evaluation.outcome(&Overrides::default());
        let Parts::Breakdown(parts) = &outcome.parts else {
            panic!()
        };
        let rows = parts.groups.iter().flat_map(|group| &group.rows);
        let told: Vec<(bool, &str)> = rows
            .map(|row| (matches!(row.mark, Mark::Open(_)), row.tag.as_str()))
            .collect();
        for (open, tag) in &told {
            assert!(!open || tag.is_empty(), "{told:?}");
        }
        assert!(
            told.contains(&(false, "TP")) && told.contains(&(false, "FP")),
            "{told:?}"
        );
        assert!(told.contains(&(true, "")), "{told:?}");
    }

    /// A model that knows too little of a text leaves the row unscored; what was sorted stays.
    #[test]
    fn too_little_known_of_a_text_leaves_no_score() {
        let whole = |pieces: u32, unknown: u32| TokenVectors {
            tokens: (2 * unknown <= pieces)
                .then(|| TokenVector {
                    vector: vec![1.0, 0.0],
                    ..TokenVector::default()
                })
                .into_iter()
                .collect(),
            pieces,
            unknown,
            ..TokenVectors::default()
        };
        for (unknown, state, figures) in [
            (0, State::Scored(Score(1.0)), 0),
            (2, State::Scored(Score(1.0)), 1),
            (3, State::Unscored(Reason::FewKnown), 0),
        ] {
            let mut evaluation = after_statements(&["x"], &["x"], Options::default());
            while let Some(ask) = evaluation.open_asks().map(|asks| asks[0].clone()) {
                let reply = match ask.question {
                    Question::Embed => Reply::Tokens(vec![whole(4, unknown), whole(4, 0)]),
                    _ => Reply::text(r#"{"TP": [1], "FP": [], "FN": []}"#),
                };
                evaluation.take(&ask.path, reply).unwrap();
            }
            let outcome = evaluation.outcome(&Overrides::default());
            assert_eq!(outcome.state, state);
            assert_eq!(outcome.flags.contains(&Flag::UnknownPieces), figures > 0);
            let Parts::Breakdown(parts) = &outcome.parts else {
                panic!()
            };
            assert_eq!((parts.figures.len(), parts.groups.len()), (figures, 2));
        }
    }
}
