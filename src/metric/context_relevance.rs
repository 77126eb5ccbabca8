//! Context relevance: how much of what was retrieved helps to answer the question? Three ways, by option `mode`:
//!
//! - `a` (default; RAGAS 2023): the chunks are split into numbered sentences here, the judge returns the numbers of
//!   those that are needed; needed / all. "Nothing" is 0 (published code counts that reply as one sentence).
//! - `b`: a rating 0–2 by two differently worded prompts, halved and averaged.
//! - `c`: statements per chunk with a verdict each; relevant / all.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Group, Label, Light, Line, Mark, NOTHING_SAID, Row};
use super::statement_share::{changed, count, rated, tell_partial, unjudged};
use super::steps::{self, Halt, Step, Verified, judged};
use super::texts;
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Demands, Desk, Flag, Judged, Metric, Options, Parts, Question, Reason, Reply, Scale, Setting,
    SettingKind, TextReply,
};
use crate::prompt::material::{self, CHUNK, CONTEXTS, QUESTION, SENTENCES};
use crate::prompt::{Template, Values, fence};
use crate::reply::{json as reader, list, numbers, single, verdict};
use crate::sample::{Field, Sample};
use crate::text::fold::name_key;
use crate::text::sentences::sentence_texts;
use crate::text::visible::is_blank;

/// Share of the contexts that the question needs, 0–1, higher is better.
pub struct ContextRelevance;

static NEEDED: Template = Template {
    id: "needed-sentences",
    version: 1,
    text: include_str!("../../prompts/needed-sentences.md"),
    placeholders: &[QUESTION, SENTENCES],
};

static RATING: Template = Template {
    id: "context-rating",
    version: 1,
    text: include_str!("../../prompts/context-rating.md"),
    placeholders: &[QUESTION, CONTEXTS],
};

static RATING_SECOND: Template = Template {
    id: "context-rating-second",
    version: 1,
    text: include_str!("../../prompts/context-rating-second.md"),
    placeholders: &[QUESTION, CONTEXTS],
};

static CHUNK_STATEMENTS: Template = Template {
    id: "chunk-statements",
    version: 1,
    text: include_str!("../../prompts/chunk-statements.md"),
    placeholders: &[QUESTION, CHUNK],
};

impl Metric for ContextRelevance {
    fn id(&self) -> &'static str {
        "context-relevance"
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Contexts]
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[Setting {
            name: "mode",
            kind: SettingKind::Choice(&["a", "b", "c"]),
        }];
        SETTINGS
    }

    fn demands(&self, options: &Options) -> Demands {
        let mode = options.values.get("mode").and_then(Value::as_str);
        Demands {
            understanding: matches!(mode, Some("b" | "c")),
            // A statement that came without a verdict is asked again by itself.
            follow_ups: mode == Some("c"),
            ..Demands::default()
        }
    }

    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&NEEDED, &RATING, &RATING_SECOND, &CHUNK_STATEMENTS];
        PROMPTS
    }

    fn prompts_with(&self, options: &Options) -> &'static [&'static Template] {
        const B: &[&Template] = &[&RATING, &RATING_SECOND];
        const C: &[&Template] = &[&CHUNK_STATEMENTS];
        const A: &[&Template] = &[&NEEDED];
        match options.values.get("mode").and_then(Value::as_str) {
            Some("b") => B,
            Some("c") => C,
            _ => A,
        }
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let sample = desk.sample();
    steps::need(&sample.question)?;
    if sample.contexts.iter().all(|chunk| is_blank(chunk)) {
        return Err(Halt::NotApplicable(Reason::NoContexts));
    }
    match desk.option("mode").and_then(Value::as_str) {
        Some("b") => by_rating(desk, sample),
        Some("c") => by_statements(desk, sample),
        _ => by_sentences(desk, sample),
    }
}

fn by_sentences(desk: &mut Desk<'_>, sample: &Sample) -> Step<Judged> {
    let split: Vec<(usize, String)> = sample
        .contexts
        .iter()
        .enumerate()
        .flat_map(|(chunk, text)| {
            sentence_texts(text)
                .into_iter()
                .map(move |sentence| (chunk, sentence))
        })
        .collect();
    let texts: Vec<String> = split.iter().map(|(_, sentence)| sentence.clone()).collect();
    let path = AskPath::step("sentences");
    let reply = desk.chat(&path, || ChatAsk {
        path: path.clone(),
        question: Question::Needed {
            question: sample.question.clone(),
            sentences: texts.clone(),
        },
        template: &NEEDED,
        values: Values::new()
            .with(QUESTION, fence::fenced("question", &sample.question))
            .with(SENTENCES, material::numbered(&texts)),
        addendum: None,
        schema: None,
    });
    let needed = reply
        .ok_or(Halt::Open)?
        .words()
        .and_then(|reply| numbers::read(&reply.text, reply.stop, &texts));
    if needed.as_ref().is_ok_and(|needed| needed.invented) {
        desk.flag(Flag::InventedIds);
    }
    if needed.as_ref().is_ok_and(|needed| needed.repaired) {
        desk.flag(Flag::Repaired);
    }
    let given = needed.as_ref().map(|needed| needed.given.iter().copied());
    let given: std::collections::HashSet<usize> = given.into_iter().flatten().collect();
    let rows: Vec<Row> = (1..)
        .zip(split)
        .map(|(number, (chunk, sentence))| {
            let mark = match &needed {
                Ok(_) => Mark::of(Some(given.contains(&number))),
                Err(reason) => Mark::Open(*reason),
            };
            let mut row = Row::new(format!("sentence-{number}"), sentence, mark);
            row.light = Some(Light {
                field: Field::Contexts,
                entry: Some(chunk),
            });
            row.path = Some(path.clone());
            if let Some(why) = needed.as_ref().ok().and_then(|needed| needed.why.get(number - 1)) {
                row.reason.clone_from(why);
            }
            changed(desk, &mut row);
            row
        })
        .collect();
    tell_partial(desk, &rows);
    match needed {
        // Without a sentence there is nothing that a person could judge.
        Err(reason) if rows.is_empty() => Err(Halt::Unscored(reason)),
        _ => Ok(share(Label::ContextSentences, rows, None)),
    }
}

fn by_rating(desk: &mut Desk<'_>, sample: &Sample) -> Step<Judged> {
    let ratings: Vec<Step<steps::One<f64>>> = (0_u32..)
        .zip([&RATING, &RATING_SECOND])
        .map(|(at, template)| {
            let path = AskPath::step("ratings").at(at);
            let ask = |path| ChatAsk {
                path,
                question: Question::Free {
                    what: "rating".into(),
                },
                template,
                values: Values::new()
                    .with(QUESTION, fence::fenced("question", &sample.question))
                    .with(CONTEXTS, material::chunks(&sample.contexts)),
                addendum: None,
                schema: Some(texts::number_schema("rating")),
            };
            steps::one(desk, &path, ask, |reply| {
                single::read_number(&reply.text, reply.stop, "rating", (0.0, 2.0))
            })
        })
        .collect();
    let ratings = steps::settled(ratings)?;
    let rows: Vec<Row> = (0_u32..)
        .zip([&RATING, &RATING_SECOND])
        .zip(ratings)
        .map(|((at, template), rating)| {
            let mut row = Row::of_whole(format!("rating-{}", at + 1), Field::Contexts, Mark::Plain);
            let path = AskPath::step("ratings").at(at);
            steps::put(&mut row, rating, path, |value| Mark::Rating(value, 2.0));
            rated(desk, &mut row, (0.0, 2.0));
            row.tag = template.id.to_owned();
            row
        })
        .collect();
    let value = |row: &Row| match row.mark {
        Mark::Rating(value, _) => Some(value),
        _ => None,
    };
    let values: Vec<f64> = rows.iter().filter_map(value).collect();
    let score = values.iter().map(|value| value / 2.0).sum::<f64>() / values.len().max(1) as f64;
    let terms: Vec<String> = rows
        .iter()
        .map(|row| value(row).map_or_else(|| "?".to_owned(), |value| format!("{value}/2")))
        .collect();
    let working = format!("({}) / {}", terms.join(" + "), terms.len());
    let open = steps::open_reason(&rows);
    let mut breakdown = Breakdown::default();
    let shown = open.is_none().then_some(score);
    breakdown
        .lines
        .push(Line::new(Label::ContextRelevance, working, shown));
    breakdown.groups.push(Group {
        label: Label::Ratings,
        columns: Vec::new(),
        rows,
    });
    let parts = Parts::Breakdown(Box::new(breakdown));
    Ok(match open {
        None => Judged::scored(score, parts),
        Some(reason) => Judged::unscored(reason, parts),
    })
}

fn by_statements(desk: &mut Desk<'_>, sample: &Sample) -> Step<Judged> {
    // All chunks are asked for before any of them is looked at.
    let chunks: Vec<Step<Vec<(String, Verified)>>> = sample
        .contexts
        .iter()
        .enumerate()
        .filter(|(_, chunk)| !is_blank(chunk))
        .map(|(at, chunk)| statements_of(desk, sample, at, chunk))
        .collect();
    let places = (0..).zip(&sample.contexts).filter(|(_, chunk)| !is_blank(chunk));
    let (mut rows, mut unread) = (Vec::new(), None);
    for ((at, _), chunk) in places.zip(chunks) {
        let statements = match chunk {
            Ok(statements) => statements,
            // What the other chunks say stays.
            Err(Halt::Unscored(reason)) => {
                unread = unread.or(Some(reason));
                continue;
            }
            Err(halt) => return Err(halt),
        };
        for (statement, verified) in statements {
            let mut row = Row::new(
                format!("statement-{}", rows.len() + 1),
                statement,
                verified.mark(),
            );
            row.light = Some(Light {
                field: Field::Contexts,
                entry: Some(at),
            });
            row.re_asked = verified.re_asked;
            row.path = verified.path;
            changed(desk, &mut row);
            rows.push(row);
        }
    }
    match (unread, rows.is_empty()) {
        (Some(reason), true) => Err(Halt::Unscored(reason)),
        (Some(reason), false) => Ok(share(Label::ChunkStatements, rows, Some(reason))),
        (None, true) => Err(Halt::NotApplicable(Reason::NoClaims)),
        (None, false) => {
            tell_partial(desk, &rows);
            Ok(share(Label::ChunkStatements, rows, None))
        }
    }
}

/// The statements of a chunk with their verdicts; one without is asked for again by itself.
fn statements_of(
    desk: &mut Desk<'_>,
    sample: &Sample,
    at: usize,
    chunk: &str,
) -> Step<Vec<(String, Verified)>> {
    let path = AskPath::step("chunk-statements").at(u32::try_from(at).unwrap_or(u32::MAX));
    let reply = steps::words(desk, &path, || ask_statements(path.clone(), sample, chunk))?;
    let found = read_statements(desk, reply).map_err(Halt::Unscored)?;
    let (mut open, mut judged) = (false, Vec::with_capacity(found.len()));
    for (number, (statement, verdict)) in (0_u32..).zip(found) {
        let mut verified = Verified {
            verdict,
            path: Some(path.clone()),
            ..Verified::default()
        };
        if verdict.is_none() {
            let mut again = path.clone().again();
            again.draw = number;
            match desk.chat(&again, || ask_statements(again.clone(), sample, &statement)) {
                None => open = true,
                Some(reply) => {
                    if let Some(verdict) = reread(desk, reply) {
                        verified.verdict = Some(verdict);
                        verified.re_asked = true;
                        verified.path = Some(again);
                    }
                }
            }
        }
        judged.push((statement, verified));
    }
    if open { Err(Halt::Open) } else { Ok(judged) }
}

fn ask_statements(path: AskPath, sample: &Sample, chunk: &str) -> ChatAsk<'static> {
    ChatAsk {
        path,
        question: Question::Free {
            what: "chunk-statements".into(),
        },
        template: &CHUNK_STATEMENTS,
        values: Values::new()
            .with(QUESTION, fence::fenced("question", &sample.question))
            .with(CHUNK, fence::fenced("chunk", chunk)),
        addendum: None,
        schema: None,
    }
}

/// Statements with their verdicts, or without one where they are texts alone. The same one twice counts once; with two
/// verdicts it has none. A verdict on something that isn't named makes the list unreadable.
fn read_statements(desk: &mut Desk<'_>, reply: &TextReply) -> Result<Vec<(String, Option<bool>)>, Reason> {
    let expect = reader::Expect::list(&["statements"], &["statement", "verdict"]);
    let found = reader::read(&reply.text, reply.stop, &expect)?;
    if found.repaired {
        desk.flag(Flag::Repaired);
    }
    let mut statements: Vec<(String, Option<bool>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for item in list::items(found.get("statements")) {
        let verdict = item
            .as_object()
            .and_then(|object| reader::field(object, "verdict"));
        let verdict = verdict::verdict(verdict).ok().flatten();
        let statement = list::text_of(&item).ok_or(Reason::Unreadable)?;
        let key = name_key(&statement);
        if key.is_empty() {
            continue;
        }
        let place = *places.entry(key).or_insert(statements.len());
        match statements.get_mut(place) {
            None => statements.push((statement, verdict)),
            Some((_, known)) if *known != verdict => *known = None,
            Some(_) => {}
        }
    }
    Ok(statements)
}

/// The one verdict of a second answer, which is about one statement.
fn reread(desk: &mut Desk<'_>, reply: &Reply) -> Option<bool> {
    if let Reply::Text(_) = reply {
        desk.flag(Flag::ReAsked);
    }
    let found = read_statements(desk, reply.words().ok()?).ok()?;
    let (_, verdict) = found.first()?;
    verdict.filter(|_| found.iter().all(|(_, other)| other == verdict))
}

/// `unread`: a part of the contexts could not be read, so that there is no share.
fn share(label: Label, rows: Vec<Row>, unread: Option<Reason>) -> Judged {
    let (yes, all) = count(&rows);
    // Contexts without a sentence hold nothing that is needed.
    let score = if all == 0 {
        0.0
    } else {
        f64::from(yes) / f64::from(all)
    };
    let unjudged = unread.or_else(|| unjudged(&rows));
    let mut breakdown = Breakdown::default();
    super::statement_share::name(&mut breakdown, &rows);
    breakdown.named.insert("relevant".into(), json!(yes));
    let working = match (all, unjudged) {
        (0, _) => NOTHING_SAID.to_owned(),
        (_, None) => format!("{yes} / {all}"),
        (_, Some(_)) => format!("? / {all}"),
    };
    let shown = unjudged.is_none().then_some(score);
    breakdown
        .lines
        .push(Line::new(Label::ContextRelevance, working, shown));
    breakdown.groups.push(Group {
        label,
        columns: Vec::new(),
        rows,
    });
    let parts = Parts::Breakdown(Box::new(breakdown));
    match unjudged {
        None => Judged::scored(score, parts),
        Some(reason) => Judged::unscored(reason, parts),
    }
}
