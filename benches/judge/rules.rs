//! What each rule is worth: minimal pairs in the right order and told apart with and without it, and the area on the
//! labelled sets.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use assay::evaluation::PassageKind;
use assay::i18n::Lang;
use assay::judge::embedded::recall::{Recall, score};
use assay::judge::embedded::rules::{Otherwise, Rule, otherwise};
use assay::judge::embedded::sources::Sources;
use assay::judge::embedded::support::{Support, THRESHOLD};
use assay::judge::embedded::{Table, passages, verify};
use serde_json::Value;

use super::figures::{auc, spearman};
use super::rows::{Row, Task, read};

const PAIRS: &str = include_str!("../../tests/minimal_pairs.jsonl");

struct Pair {
    kind: String,
    language: String,
    text: String,
    yes: Support,
    no: Support,
}

pub fn run(table: &Table, folder: &Path) -> Result<(), String> {
    let pairs = pairs(table)?;
    println!("minimal pairs by kind and language: n, in the right order, both told rightly");
    for of in [(|pair: &Pair| pair.kind.clone()) as fn(&Pair) -> String, |pair| {
        pair.language.clone()
    }] {
        let groups: BTreeSet<String> = pairs.iter().map(of).collect();
        for group in groups {
            let inside: Vec<&Pair> = pairs.iter().filter(|pair| of(pair) == group).collect();
            let (order, told) = counts(&inside, |_| true);
            println!("pairs of={group} n={} order={order} told={told}", inside.len());
        }
    }
    let all: Vec<&Pair> = pairs.iter().collect();
    let (order, told) = counts(&all, |_| true);
    println!("pairs of=all n={} order={order} told={told}", all.len());
    let (order, told) = counts(&all, |_| false);
    println!(
        "pairs of=all rules=none n={} order={order} told={told}",
        all.len()
    );
    for pair in pairs
        .iter()
        .filter(|pair| pair.yes.p < THRESHOLD || pair.no.p >= THRESHOLD)
    {
        println!(
            "untold kind={} language={} supported={:.2} unsupported={:.2} {:?}",
            pair.kind, pair.language, pair.yes.p, pair.no.p, pair.text
        );
    }
    let rows = read(folder)?;
    let sets = sets(table, &rows);
    for rule in Rule::ALL {
        let without = counts(&all, |other| other != rule);
        let with = counts(&all, |_| true);
        println!(
            "rule={} pairs_order={:+} pairs_told={:+} fires_on_supported_pairs={}",
            rule.id(),
            with.0 as i64 - without.0 as i64,
            with.1 as i64 - without.1 as i64,
            pairs.iter().filter(|pair| fires(&pair.yes, rule)).count(),
        );
        for (set, items) in &sets {
            let area = |keep: &dyn Fn(Rule) -> bool| {
                auc(&items
                    .iter()
                    .map(|(support, label)| (support.probability(keep), *label))
                    .collect::<Vec<_>>())
            };
            let fired: Vec<bool> = items
                .iter()
                .filter(|(support, _)| fires(support, rule))
                .map(|(_, label)| *label)
                .collect();
            // What to look at when a rule is to be made better.
            let wrong = items
                .iter()
                .filter(|(_, label)| *label)
                .flat_map(|(support, _)| &support.conflicts);
            for conflict in wrong.filter(|conflict| conflict.rule == rule).take(8) {
                println!(
                    "  fired on a supported one: {:?} against {:?}",
                    conflict.said, conflict.stands
                );
            }
            let (with, without) = (area(&|_| true), area(&|other| other != rule));
            println!(
                "rule={} set={set} fired={} of_these_supported={} auc_without={without:.4} auc_with={with:.4} change={:+.4}",
                rule.id(),
                fired.len(),
                fired.iter().filter(|label| **label).count(),
                with - without
            );
        }
    }
    of_recall(table, &rows);
    Ok(())
}

/// What people found of the passages that a rule lowers, beside what is said of them with the rules and without, on the
/// scale 0–1; and the correlation both ways.
fn of_recall(table: &Table, rows: &[Row]) {
    let recalls: Vec<&Row> = rows.iter().filter(|row| row.task == Task::Recall).collect();
    let sets: BTreeSet<&str> = recalls.iter().map(|row| row.set.as_str()).collect();
    for set in sets {
        let items: Vec<(&Row, Recall, Otherwise)> = recalls
            .iter()
            .filter(|row| row.set == set)
            .map(|row| {
                let otherwise = otherwise(table, &Sources::new([row.text.as_str()]), &row.passage);
                (
                    *row,
                    passages::measured(table, &row.passage, &row.text),
                    otherwise,
                )
            })
            .collect();
        let labels: Vec<f64> = items.iter().map(|(row, ..)| row.label).collect();
        let with: Vec<f64> = items.iter().map(|(_, found, _)| found.held()).collect();
        let without: Vec<f64> = items.iter().map(|(_, found, _)| found.raw).collect();
        println!(
            "rules set={set} task=recall n={} spearman_without={:.4} spearman_with={:.4}",
            items.len(),
            spearman(&without, &labels),
            spearman(&with, &labels)
        );
        for rule in Rule::ALL {
            let fired: Vec<&(&Row, Recall, Otherwise)> = items
                .iter()
                .filter(|(.., otherwise)| otherwise.conflicts.iter().any(|conflict| conflict.rule == rule))
                .collect();
            let mean = |of: &dyn Fn(&(&Row, Recall, Otherwise)) -> f64| {
                fired.iter().map(|item| of(item)).sum::<f64>() / fired.len().max(1) as f64
            };
            println!(
                "rule={} set={set} task=recall fired={} mean_label={:.3} score_without={:.3} score_with={:.3} share={:.2}",
                rule.id(),
                fired.len(),
                mean(&|(row, ..)| row.label),
                mean(&|(_, found, _)| share(Recall {
                    otherwise: 0.0,
                    ..*found
                })),
                mean(&|(_, found, _)| share(*found)),
                mean(&|(_, found, _)| found.otherwise),
            );
            for (row, _, otherwise) in fired.iter().filter(|(row, ..)| row.label >= 0.5).take(8) {
                let told = otherwise.conflicts.iter().find(|conflict| conflict.rule == rule);
                if let Some(conflict) = told {
                    println!(
                        "  fired where people found {:.2}: {:?} against {:?}",
                        row.label, conflict.said, conflict.stands
                    );
                }
            }
        }
    }
}

/// The whole score as a share.
fn share(found: Recall) -> f64 {
    f64::from(score(PassageKind::Essential, found) - 1) / 4.0
}

/// How many pairs there are, and how many of them are told apart.
pub fn told(table: &Table) -> Result<(usize, usize), String> {
    let pairs = pairs(table)?;
    let all: Vec<&Pair> = pairs.iter().collect();
    Ok((all.len(), counts(&all, |_| true).1))
}

fn fires(support: &Support, rule: Rule) -> bool {
    support.conflicts.iter().any(|conflict| conflict.rule == rule)
}

fn counts(pairs: &[&Pair], keep: impl Fn(Rule) -> bool + Copy) -> (usize, usize) {
    let p = |support: &Support| support.probability(keep);
    let order = pairs.iter().filter(|pair| p(&pair.yes) > p(&pair.no)).count();
    let told = pairs
        .iter()
        .filter(|pair| p(&pair.yes) >= THRESHOLD && p(&pair.no) < THRESHOLD)
        .count();
    (order, told)
}

fn pairs(table: &Table) -> Result<Vec<Pair>, String> {
    let mut out = Vec::new();
    for line in PAIRS.lines().filter(|line| !line.trim().is_empty()) {
        let value: Value = serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))?;
        let text = |name: &str| {
            value
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let mut both = verify::judged(
            table,
            Lang::En,
            &[text("supported"), text("unsupported")],
            &[text("source")],
        );
        if let (Some(no), Some(yes)) = (both.pop(), both.pop()) {
            out.push(Pair {
                kind: text("kind"),
                language: text("language"),
                text: text("unsupported"),
                yes: yes.support,
                no: no.support,
            });
        }
    }
    Ok(out)
}

type Labelled = Vec<(Support, bool)>;

fn sets(table: &Table, rows: &[Row]) -> BTreeMap<String, Labelled> {
    let mut sets: BTreeMap<String, Labelled> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.task == Task::Support) {
        let mut judged = verify::judged(table, Lang::En, std::slice::from_ref(&row.text), &row.contexts);
        if let Some(judged) = judged.pop() {
            sets.entry(row.set.clone())
                .or_default()
                .push((judged.support, row.label == 1.0));
        }
    }
    sets
}
