//! Retrieval accuracy (seed 002, item 22): the ids that a retriever returned against those that it should have. No judge
//! is asked.
//!
//! An id may name a place, `document#page#paragraph` (or with `/`, page and paragraph numbered): *page accuracy* is the share of the reference's
//! pages that were retrieved, *paragraph accuracy* that of its whole ids; the score is the latter. Precision@k, recall@k,
//! hit@k, MRR and nDCG come from the same list, with k its length or option `k`.

use serde_json::{Value, json};
use std::collections::HashSet;

use super::breakdown::{Breakdown, Group, Label, Light, Line, Mark, Row};
use super::context_precision::{PRECISION_AT_RANK, ndcg_line, precision_line, reciprocal_rank_line};
use super::steps::{Halt, Step, judged};
use crate::evaluation::{Desk, Judged, Metric, Parts, Reason, Scale, Setting, SettingKind};
use crate::prompt::Template;
use crate::sample::Field;
use crate::sample::examples::{Example, IDS};
use crate::stats::ranking;
use crate::text::fold::name_key;
use crate::text::script::digit;

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
            // The whole list, unless it is cut.
            kind: SettingKind::Given {
                min: 1.0,
                max: 10000.0,
                whole: true,
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
        Line::new(Label::ParagraphAccuracy, paragraph.1, Some(paragraph.0)),
        Line::new(Label::PageAccuracy, page.1, Some(page.0)),
    ];
    let (hits, total) = (ranking::hits(&relevant, k), reference.len());
    let recall = ranking::recall_at(&relevant, k, total);
    let hit = ranking::hit_at(&relevant, k);
    breakdown.figures = vec![
        precision_line(&relevant, k),
        Line::new(Label::RecallAtK, format!("{hits} / {total}"), recall).at(k),
        Line::new(Label::HitAtK, format!("min(1, {hits})"), hit).at(k),
        reciprocal_rank_line(&relevant),
        ndcg_line(&relevant, total),
    ];
    // Beside figures of the first k, those of the whole list say that they are.
    if k < retrieved.len() {
        for line in breakdown.lines.iter_mut().chain(&mut breakdown.figures) {
            line.label = match line.label {
                Label::ParagraphAccuracy => Label::ParagraphAccuracyWhole,
                Label::PageAccuracy => Label::PageAccuracyWhole,
                Label::ReciprocalRank => Label::ReciprocalRankWhole,
                Label::Ndcg => Label::NdcgWhole,
                other => other,
            };
        }
    }
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
    breakdown.groups.push(Group {
        label: Label::ReferenceIds,
        columns: Vec::new(),
        rows: wanted_rows(&reference, &retrieved),
    });
    Ok(Judged::scored(paragraph.0, Parts::Breakdown(Box::new(breakdown))))
}

/// The ids that should be retrieved: found or not, so that what is missing has a row as well.
fn wanted_rows(reference: &[(String, &str)], retrieved: &[(String, &str)]) -> Vec<Row> {
    let found: HashSet<&String> = retrieved.iter().map(|(key, _)| key).collect();
    (1..)
        .zip(reference)
        .map(|(number, (key, id))| {
            let mark = Mark::of(Some(found.contains(key)));
            let mut row = Row::new(format!("wanted-{number}"), *id, mark);
            row.light = Some(Light {
                field: Field::RetrievedIds,
                entry: None,
            });
            row
        })
        .collect()
}

/// Ids with their keys, blank ones and doubles left out.
fn distinct(ids: &[String]) -> Vec<(String, &str)> {
    let mut seen = HashSet::new();
    ids.iter()
        .map(|id| (name_key(id), id.trim()))
        .filter(|(key, _)| !key.is_empty() && seen.insert(key.clone()))
        .collect()
}

/// The page of an id: `document#page#paragraph` without its paragraph, anything shorter as it is. Addresses and paths
/// have slashes of their own, so `document/page/paragraph` is only read where page and paragraph are numbered.
fn page_of(key: &str) -> String {
    let numbered = |part: &str| part.chars().any(|c| digit(c).is_some()) && !part.contains('.');
    let page = if key.contains('#') {
        key.rsplit_once('#').filter(|(page, _)| page.contains('#'))
    } else {
        key.rsplit_once('/').filter(|(page, paragraph)| {
            let in_document = page.rsplit_once('/').is_some_and(|(_, page)| numbered(page));
            in_document && numbered(paragraph) && !key.contains("://")
        })
    };
    page.map_or(key, |(page, _)| page).to_owned()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, Options, Overrides};
    use crate::sample::Sample;

    #[test]
    fn beside_the_first_k_what_is_of_the_whole_list_says_so() {
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        let sample = Sample {
            retrieved_ids: ids(&["x", "b"]),
            reference_ids: ids(&["b"]),
            ..Sample::default()
        };
        for (k, whole) in [(Some(1), true), (Some(2), false), (None, false)] {
            let mut options = Options::default();
            options.values.extend(k.map(|k| ("k".to_owned(), json!(k))));
            let evaluation = Evaluation::start(&RetrievalAccuracy, sample.clone(), options).unwrap();
            let Parts::Breakdown(parts) = evaluation.outcome(&Overrides::default()).parts else {
                panic!("no breakdown");
            };
            let lines = parts.lines.iter().chain(&parts.figures);
            let told: Vec<String> = lines
                .map(|line| crate::i18n::Lang::En.strings().line_label(line))
                .filter(|label| !label.contains('@'))
                .collect();
            assert_eq!(told.len(), 4);
            assert!(
                told.iter().all(|label| label.ends_with("(whole list)") == whole),
                "{told:?}"
            );
        }
    }

    #[test]
    fn a_page_is_an_id_without_its_paragraph() {
        for (id, page) in [
            ("handbook#12#3", "handbook#12"),
            ("handbook#12", "handbook#12"),
            ("handbook", "handbook"),
            ("a#b#12#3", "a#b#12"),
            ("handbook/12/3", "handbook/12"),
            ("手冊/第12頁/第3段", "手冊/第12頁"),
            ("handbook/12", "handbook/12"),
            ("docs/guide/intro.md", "docs/guide/intro.md"),
            ("docs/2/intro.md", "docs/2/intro.md"),
            ("https://example.org/docs/a", "https://example.org/docs/a"),
            ("https://example.org/12/3", "https://example.org/12/3"),
            ("https://example.org/docs/a#12", "https://example.org/docs/a#12"),
            ("https://example.org/docs/a#12#3", "https://example.org/docs/a#12"),
        ] {
            assert_eq!(page_of(id), page, "{id}");
        }
    }
}
