//! Fits the support model: a logistic regression with weights of a plausible sign, drawn towards equal ones.
//!
//! Few labelled sets, each of its own kind, are no sample of what users bring. So every feature is scaled to the same
//! spread, each set and each label counts the same, no weight may have the wrong sign, and all are drawn towards one
//! and the same size. On a set that was left out that does better than a free fit. Two numbers are fitted after that,
//! so that the probabilities mean something.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use assay::evaluation::PassageKind;
use assay::i18n::Lang;
use assay::judge::embedded::recall::{Recall, score_by};
use assay::judge::embedded::support::{Features, Support, THRESHOLD};
use assay::judge::embedded::{Table, VERSION, passages, verify};
use assay::prompt::sha256_hex;

use super::figures::{auc, balanced_at, spearman};
use super::rows::{Row, Task, read};

const N: usize = Features::NAMES.len();
/// Folds of the cross-validation.
const FOLDS: u64 = 10;
/// How strongly weights are drawn to [`TOWARDS`], which is per spread of a feature.
const PULL: f64 = 0.1;
const TOWARDS: f64 = 0.3;
const TARGET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/judge/embedded/coefficients.rs");

struct Item {
    set: String,
    fold: u64,
    values: [f64; N],
    support: Support,
    label: bool,
}

/// Log-odds = bias + weights · values.
struct Model {
    bias: f64,
    weights: [f64; N],
}

impl Model {
    /// The probability, with what the rules take from it.
    fn p(&self, item: &Item) -> f64 {
        item.support
            .doubted(1.0 / (1.0 + (-self.log_odds(item)).exp()), |_| true)
    }

    fn log_odds(&self, item: &Item) -> f64 {
        self.bias
            + self
                .weights
                .iter()
                .zip(item.values)
                .map(|(weight, value)| weight * value)
                .sum::<f64>()
    }
}

/// The probability of each support item by a model that has not seen its document, in the order of the rows.
pub fn held_out(table: &Table, rows: &[Row]) -> Vec<f64> {
    let items: Vec<Item> = items(table, rows);
    cross_validated(&items)
}

fn items(table: &Table, rows: &[Row]) -> Vec<Item> {
    rows.iter()
        .filter(|row| row.task == Task::Support)
        .filter_map(|row| item(table, row))
        .collect()
}

fn names(items: &[Item]) -> BTreeSet<&str> {
    items.iter().map(|item| item.set.as_str()).collect()
}

fn cross_validated(items: &[Item]) -> Vec<f64> {
    let sets = names(items);
    let mut held_out = vec![0.0; items.len()];
    for fold in 0..FOLDS {
        let part = fit(items, &sets, |item| item.fold != fold);
        for (item, out) in items
            .iter()
            .zip(&mut held_out)
            .filter(|(item, _)| item.fold == fold)
        {
            *out = part.p(item);
        }
    }
    held_out
}

pub fn run(table: &Table, folder: &Path) -> Result<(), String> {
    let rows = read(folder)?;
    let items = items(table, &rows);
    if items.is_empty() {
        return Err("no support items here".to_owned());
    }
    let sets = names(&items);
    let model = fit(&items, &sets, |_| true);
    let held_out = cross_validated(&items);
    for set in &sets {
        let of = |scores: &dyn Fn(usize, &Item) -> f64| -> Vec<(f64, bool)> {
            let inside = items.iter().enumerate().filter(|(_, item)| item.set == **set);
            inside.map(|(at, item)| (scores(at, item), item.label)).collect()
        };
        let cross = of(&|at, _| held_out[at]);
        let baseline = auc(&of(&|_, item| item.support.features.idf_all));
        let others: BTreeSet<&str> = sets.iter().copied().filter(|other| other != set).collect();
        let left_out = if others.is_empty() {
            f64::NAN
        } else {
            let model = fit(&items, &others, |item| item.set != **set);
            auc(&of(&|_, item| model.p(item)))
        };
        println!(
            "fit set={set} task=support n={} auc_cross_validated={:.3} auc_set_left_out={left_out:.3} auc_idf_recall={baseline:.3} gain={:+.3} bacc_at_threshold={:.3}",
            cross.len(),
            auc(&cross),
            auc(&cross) - baseline,
            balanced_at(&cross, THRESHOLD),
        );
    }
    let calibration = recall_calibration(table, &rows);
    write(&model, &sets, &rows, &calibration)
}

fn item(table: &Table, row: &Row) -> Option<Item> {
    let judged = verify::judged(table, Lang::En, std::slice::from_ref(&row.text), &row.contexts).pop()?;
    Some(Item {
        set: row.set.clone(),
        fold: fold(row),
        values: judged.support.features.values(),
        support: judged.support,
        label: row.label == 1.0,
    })
}

/// By document, so that no text is on both sides.
fn fold(row: &Row) -> u64 {
    let hash = sha256_hex(&row.document());
    let start: String = hash.chars().take(8).collect();
    u64::from_str_radix(&start, 16).unwrap_or(0) % FOLDS
}

fn fit(items: &[Item], sets: &BTreeSet<&str>, wanted: impl Fn(&Item) -> bool) -> Model {
    let used: Vec<&Item> = items.iter().filter(|item| wanted(item)).collect();
    // Each label of each set weighs the same.
    let weight = |item: &Item| {
        let like = used
            .iter()
            .filter(|other| other.set == item.set && other.label == item.label)
            .count();
        1.0 / (like as f64 * 2.0 * sets.len() as f64)
    };
    let weighted: Vec<(f64, &Item)> = used.iter().map(|item| (weight(item), *item)).collect();
    let (mut mean, mut spread) = ([0.0; N], [0.0; N]);
    for at in 0..N {
        mean[at] = weighted
            .iter()
            .map(|(weight, item)| weight * item.values[at])
            .sum();
        let variance: f64 = weighted
            .iter()
            .map(|(weight, item)| weight * (item.values[at] - mean[at]).powi(2))
            .sum();
        spread[at] = variance.sqrt().max(1e-6);
    }
    let scaled: Vec<(f64, [f64; N], f64)> = weighted
        .iter()
        .map(|(weight, item)| {
            let values = std::array::from_fn(|at| (item.values[at] - mean[at]) / spread[at]);
            (*weight, values, if item.label { 1.0 } else { -1.0 })
        })
        .collect();
    // Shares that are found speak for support, counts of what is missing against it.
    let sign = |at: usize| {
        if Features::NAMES[at].contains("missing") {
            -1.0
        } else {
            1.0
        }
    };
    let mut weights: [f64; N] = std::array::from_fn(|at| sign(at) * TOWARDS);
    let mut bias = 0.0;
    let step = 1.0 / (0.25 * (N as f64 + 1.0) + 2.0 * PULL);
    for _ in 0..4_000 {
        let mut slope = [0.0; N];
        let mut bias_slope = 0.0;
        for (weight, values, label) in &scaled {
            let sum: f64 = bias + weights.iter().zip(values).map(|(a, b)| a * b).sum::<f64>();
            let pull = -weight * label / (1.0 + (label * sum).exp());
            bias_slope += pull;
            slope
                .iter_mut()
                .zip(values)
                .for_each(|(slope, value)| *slope += pull * value);
        }
        bias -= step * bias_slope;
        for at in 0..N {
            weights[at] -= step * (slope[at] + 2.0 * PULL * (weights[at] - sign(at) * TOWARDS));
            if weights[at] * sign(at) < 0.0 {
                weights[at] = 0.0;
            }
        }
    }
    let (a, b) = calibrate(&scaled, &weights, bias);
    let weights: [f64; N] = std::array::from_fn(|at| a * weights[at] / spread[at]);
    let shift: f64 = weights.iter().zip(mean).map(|(weight, mean)| weight * mean).sum();
    Model {
        bias: a * bias + b - shift,
        weights,
    }
}

/// The factor and the shift of the log-odds that fit the labels best.
fn calibrate(scaled: &[(f64, [f64; N], f64)], weights: &[f64; N], bias: f64) -> (f64, f64) {
    let (mut a, mut b) = (1.0, 0.0);
    for _ in 0..4_000 {
        let (mut slope_a, mut slope_b) = (0.0, 0.0);
        for (weight, values, label) in scaled {
            let sum: f64 = bias + weights.iter().zip(values).map(|(a, b)| a * b).sum::<f64>();
            let pull = -weight * label / (1.0 + (label * (a * sum + b)).exp());
            slope_a += pull * sum;
            slope_b += pull;
        }
        a -= 0.5 * slope_a;
        b -= 0.5 * slope_b;
    }
    (a, b)
}

/// Raw recall to the share that people find, at 0, 0.1 … 1: a mean around each place that never falls.
fn recall_calibration(table: &Table, rows: &[Row]) -> Option<[f64; 11]> {
    let measured: Vec<(u64, Recall, f64)> = rows
        .iter()
        .filter(|row| row.task == Task::Recall)
        .map(|row| {
            (
                fold(row),
                passages::measured(table, &row.passage, &row.text),
                row.label,
            )
        })
        .collect();
    if measured.is_empty() {
        return None;
    }
    let (mut exact, mut within) = (0, 0);
    for test in 0..FOLDS {
        let map = smooth(
            measured
                .iter()
                .filter(|(fold, ..)| *fold != test)
                .map(|(_, found, label)| (found.raw, *label)),
        );
        for (_, found, label) in measured.iter().filter(|(fold, ..)| *fold == test) {
            let got = i32::from(score_by(&map, PassageKind::Essential, *found));
            let distance = (got - (1.0 + 4.0 * label).round() as i32).abs();
            exact += i32::from(distance == 0);
            within += i32::from(distance <= 1);
        }
    }
    let raw: Vec<f64> = measured.iter().map(|(_, found, _)| found.raw).collect();
    let labels: Vec<f64> = measured.iter().map(|(.., label)| *label).collect();
    let n = f64::from(u32::try_from(measured.len()).unwrap_or(u32::MAX));
    println!(
        "fit task=recall n={n} spearman={:.3} exact_cross_validated={:.3} within1_cross_validated={:.3}",
        spearman(&raw, &labels),
        f64::from(exact) / n,
        f64::from(within) / n
    );
    Some(smooth(
        measured.iter().map(|(_, found, label)| (found.raw, *label)),
    ))
}

fn smooth(pairs: impl Iterator<Item = (f64, f64)>) -> [f64; 11] {
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let mut map: [f64; 11] = std::array::from_fn(|knot| {
        let place = knot as f64 / 10.0;
        // A few made-up pairs on the diagonal carry the ends, where there are hardly any.
        let (mut sum, mut weight) = (place, 1.0);
        for (raw, label) in &pairs {
            let near = (-((raw - place) / 0.05).powi(2) / 2.0).exp();
            sum += near * label;
            weight += near;
        }
        sum / weight
    });
    for knot in 1..map.len() {
        map[knot] = map[knot].max(map[knot - 1]);
    }
    map
}

fn write(
    model: &Model,
    sets: &BTreeSet<&str>,
    rows: &[Row],
    calibration: &Option<[f64; 11]>,
) -> Result<(), String> {
    let calibration = calibration.ok_or("no recall items here")?;
    let mut names: Vec<&str> = sets.iter().copied().collect();
    for row in rows.iter().filter(|row| row.task == Task::Recall) {
        if !names.contains(&row.set.as_str()) {
            names.push(&row.set);
        }
    }
    let mut text = String::from(
        "//! What was fitted on labelled data. Written by `make judge-fit`; edits by hand are lost.\n\n",
    );
    let numbers = |values: &[f64]| {
        values
            .iter()
            .map(|value| format!("{value:.4}"))
            .collect::<Vec<_>>()
    };
    let _ = writeln!(
        text,
        "/// The judge's version that these belong to.\npub const FITTED_FOR: &str = {VERSION:?};"
    );
    let _ = writeln!(
        text,
        "/// The sets that they were fitted on.\npub const FITTED_ON: &[&str] = &{names:?};"
    );
    let _ = writeln!(
        text,
        "/// Log-odds of support of a statement of which nothing is found and nothing missing.\npub const BIAS: f64 = {:.4};",
        model.bias
    );
    let _ = writeln!(
        text,
        "/// One for each of `Features::NAMES`.\npub const WEIGHTS: [f64; {N}] = ["
    );
    for (weight, name) in numbers(&model.weights).iter().zip(Features::NAMES) {
        // Behind its number: rustfmt moves a line of its own there, behind the wrong one.
        let _ = writeln!(text, "    {weight}, // {name}");
    }
    let _ = writeln!(text, "];");
    let _ = writeln!(
        text,
        "/// Raw recall to the share of statements that people find, at 0, 0.1 … 1.\npub const CALIBRATION: [f64; 11] = [\n    {},\n];",
        numbers(&calibration).join(", ")
    );
    std::fs::write(TARGET, text).map_err(|error| format!("{TARGET}: {error}"))?;
    println!("written {TARGET}");
    Ok(())
}
