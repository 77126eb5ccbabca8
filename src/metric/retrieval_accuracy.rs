//! Retrieval accuracy (seed 002, item 22): the ids that a retriever returned against those that it should have. No judge
//! is asked.
//!
//! An id may name a place, `document#page#paragraph` (or with `/`): *page accuracy* is the share of the reference's
//! pages that were retrieved, *paragraph accuracy* that of its whole ids; the score is the latter. Precision@k, recall@k,
//! hit@k, MRR and nDCG come from the same list, with k its length or option `k`.

use serde_json::{Value, json};
use std::collections::HashSet;

use super::breakdown::{Breakdown, Figure, Group, Label, Light, Line, Mark, Row};
use super::context_precision::PRECISION_AT_RANK;
use super::steps::{Halt, Step, judged};
use crate::evaluation::{Desk, Judged, Metric, Parts, Reason, Scale, Setting, SettingKind};
use crate::prompt::Template;
use crate::sample::Field;
use crate::stats::ranking;
use crate::text::fold::name_key;
use crate::sample::examples::{Example, IDS};

/// Share of the reference's ids that were retrieved, 0–1, higher is better.
pub struct RetrievalAccuracy;

impl Metric for RetrievalAccuracy {
    fn id(&self) -> &'static str {
        "retrieval-accuracy"
    }

    fn version(&self) -> u32 {
        1
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::RetrievedIds, Field::ReferenceIds]
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[Setting {
            name: "k",
            kind: SettingKind::Whole {
                min: 1,
                max: 10000,
                default: 10,
                odd: false,
            },
        }];
        SETTINGS
    }

    fn examples(&self) -> &'static [Example] {
        IDS
    }

    fn prompts(&self) -> &'static [&'static Template] {
        &[]
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let sample = desk.sample();
    let reference = distinct(&sample.reference_ids);
    if reference.is_empty() {
        return Err(Halt::NotApplicable(Reason::EmptyInput));
    }
    let retrieved = distinct(&sample.retrieved_ids);
    let wanted: HashSet<&String> = reference.iter().map(|(key, _)| key).collect();
    let relevant: Vec<bool> = retrieved.iter().map(|(key, _)| wanted.contains(key)).collect();
    let k = desk
        .option("k")
        .and_then(Value::as_u64)
        .and_then(|k| usize::try_from(k).ok())
        .filter(|k| *k > 0);
    let k = k.unwrap_or(retrieved.len());

    let paragraph = share(&reference, &retrieved, |key| key.to_owned());
    let page = share(&reference, &retrieved, page_of);
    let mut breakdown = Breakdown::default();
    breakdown.named.insert("page_accuracy".into(), json!(page.0));
    breakdown
        .named
        .insert("paragraph_accuracy".into(), json!(paragraph.0));
    breakdown.lines = vec![
        Line {
            label: Label::ParagraphAccuracy,
            working: paragraph.1,
            value: Some(paragraph.0),
        },
        Line {
            label: Label::PageAccuracy,
            working: page.1,
            value: Some(page.0),
        },
    ];
    breakdown.figures = [
        (Label::PrecisionAtK, ranking::precision_at(&relevant, k)),
        (
            Label::RecallAtK,
            ranking::recall_at(&relevant, k, reference.len()),
        ),
        (Label::HitAtK, ranking::hit_at(&relevant, k)),
        (Label::ReciprocalRank, ranking::reciprocal_rank(&relevant)),
        (Label::Ndcg, ranking::ndcg(&relevant, reference.len())),
    ]
    .map(|(label, value)| Figure {
        label,
        value: Some(value),
    })
    .to_vec();
    let rows = (1..)
        .zip(retrieved.iter().zip(&relevant))
        .map(|(rank, ((_, id), hit))| {
            let mut row = Row::new(format!("rank-{rank}"), *id, Mark::of(Some(*hit)));
            row.cells = vec![Mark::Number(ranking::precision_at(&relevant, rank))];
            row.light = Some(Light {
                field: Field::ReferenceIds,
                entry: None,
            });
            row
        })
        .collect();
    breakdown.groups.push(Group {
        label: Label::RetrievedIds,
        columns: vec![PRECISION_AT_RANK.to_owned()],
        rows,
    });
    Ok(Judged::scored(paragraph.0, Parts::Breakdown(Box::new(breakdown))))
}

/// Ids with their keys, blank ones and doubles left out.
fn distinct(ids: &[String]) -> Vec<(String, &str)> {
    let mut seen = HashSet::new();
    ids.iter()
        .map(|id| (name_key(id), id.trim()))
        .filter(|(key, _)| !key.is_empty() && seen.insert(key.clone()))
        .collect()
}

/// An id without its paragraph: what stands before the last separator.
fn page_of(key: &str) -> String {
    key.rsplit_once(['#', '/'])
        .map_or(key, |(page, _)| page)
        .to_owned()
}

fn share(
    reference: &[(String, &str)],
    retrieved: &[(String, &str)],
    place: impl Fn(&str) -> String,
) -> (f64, String) {
    let wanted: HashSet<String> = reference.iter().map(|(key, _)| place(key)).collect();
    let found: HashSet<String> = retrieved.iter().map(|(key, _)| place(key)).collect();
    let hits = wanted.intersection(&found).count();
    (
        hits as f64 / wanted.len() as f64,
        format!("{hits} / {}", wanted.len()),
    )
}
