//! Figures for each set and task of a folder.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use assay::evaluation::PassageKind;
use assay::i18n::Lang;
use assay::judge::embedded::coefficients::FITTED_ON;
use assay::judge::embedded::recall::{recall, score};
use assay::judge::embedded::{Table, VERSION, passages, relevance, statements, verify};
use assay::text::align::content_keys;
use assay::text::words::words;

use super::figures::{
    auc, auc_interval, average_precision, balanced_accuracy, pearson, spearman, spearman_interval,
};
use super::rows::{Row, Task, read};

/// What the judge and the plain baseline say of an item. The baseline is the share of the words that are found,
/// weighted by rarity, and nothing else.
struct Judged {
    score: f64,
    baseline: f64,
    /// Recall: the whole score, 1–5.
    whole: u8,
}

/// Prints the lines, and writes them as JSON into `file` if it is given.
pub fn run(table: &Table, folder: &Path, file: Option<&Path>) -> Result<(), String> {
    let rows = read(folder)?;
    let mut sets: BTreeMap<(Task, &str), Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        sets.entry((row.task, &row.set)).or_default().push(row);
    }
    let mut written = Vec::new();
    for ((task, set), rows) in sets {
        #[allow(clippy::disallowed_types, clippy::disallowed_methods)]
        let began = std::time::Instant::now();
        let judged: Vec<Judged> = rows.iter().map(|row| judge(table, row)).collect();
        let ms = began.elapsed().as_secs_f64() * 1_000.0 / rows.len() as f64;
        let ours: Vec<f64> = judged.iter().map(|judged| judged.score).collect();
        let plain: Vec<f64> = judged.iter().map(|judged| judged.baseline).collect();
        if task == Task::Recall {
            let labels: Vec<f64> = rows.iter().map(|row| row.label).collect();
            let whole: Vec<u8> = judged.iter().map(|judged| judged.whole).collect();
            written.push(recall_line(set, &ours, &whole, &labels, ms));
            println!(
                "baseline=idf-recall set={set} task=recall n={} spearman={:.3} pearson={:.3}",
                rows.len(),
                spearman(&plain, &labels),
                pearson(&plain, &labels)
            );
            continue;
        }
        let labels: Vec<bool> = rows.iter().map(|row| row.label == 1.0).collect();
        written.push(line(set, task.id(), &ours, &labels, Some(ms)));
        baseline_line(set, task.id(), &plain, &labels);
        let (ours, labels_of) = responses(&rows, &ours, &labels);
        if !ours.is_empty() {
            let name = format!("{}-response", task.id());
            written.push(line(set, &name, &ours, &labels_of, None));
            let (plain, labels_of) = responses(&rows, &plain, &labels);
            baseline_line(set, &name, &plain, &labels_of);
        }
    }
    match file {
        Some(file) => write_file(file, &written),
        None => Ok(()),
    }
}

/// The same functions that answer the app's typed questions.
fn judge(table: &Table, row: &Row) -> Judged {
    match row.task {
        Task::Support => {
            let statement = std::slice::from_ref(&row.text);
            least(table, statement, &row.contexts)
        }
        Task::Faithfulness => least(table, &statements::statements(&row.text), &row.contexts),
        Task::Recall => {
            let passage = words(&row.passage);
            let plain = recall(table, &passage, &content_keys(&words(&row.text)));
            let found = passages::measured(table, &row.passage, &row.text);
            Judged {
                score: found.raw,
                baseline: plain.raw,
                whole: score(PassageKind::Essential, found),
            }
        }
        Task::ContextRelevance => {
            let keys = content_keys(&words(&row.contexts.join("\n\n")));
            Judged {
                score: relevance::context_score(table, &row.question, &row.contexts),
                baseline: recall(table, &words(&row.question), &keys).raw,
                whole: 0,
            }
        }
        Task::AnswerRelevance => Judged {
            score: relevance::answer_score(table, &row.question, &row.text),
            baseline: recall(table, &words(&row.question), &content_keys(&words(&row.text))).raw,
            whole: 0,
        },
    }
}

/// The least probability of the statements; of none, nothing is wrong.
fn least(table: &Table, statements: &[String], contexts: &[String]) -> Judged {
    let judged = verify::judged(table, Lang::En, statements, contexts);
    let least = |of: &dyn Fn(&verify::Judged) -> f64| judged.iter().map(of).fold(f64::NAN, f64::min);
    let or_one = |value: f64| if value.is_nan() { 1.0 } else { value };
    Judged {
        score: or_one(least(&|judged| judged.support.p)),
        baseline: or_one(least(&|judged| judged.support.features.idf_all)),
        whole: 0,
    }
}

/// The minimum of the claims of each response, and whether all are supported.
fn responses(rows: &[&Row], scores: &[f64], labels: &[bool]) -> (Vec<f64>, Vec<bool>) {
    let mut grouped: BTreeMap<&str, (f64, bool)> = BTreeMap::new();
    for ((row, score), label) in rows.iter().zip(scores).zip(labels) {
        if let Some(response) = &row.response {
            let entry = grouped.entry(response).or_insert((f64::INFINITY, true));
            entry.0 = entry.0.min(*score);
            entry.1 &= *label;
        }
    }
    grouped.into_values().unzip()
}

fn paired(scores: &[f64], labels: &[bool]) -> Vec<(f64, bool)> {
    scores.iter().copied().zip(labels.iter().copied()).collect()
}

fn line(set: &str, task: &str, scores: &[f64], labels: &[bool], ms: Option<f64>) -> String {
    let pairs = paired(scores, labels);
    let base = labels.iter().filter(|label| **label).count() as f64 / labels.len() as f64;
    let (lo, hi) = auc_interval(&pairs);
    let mut line = format!(
        "set={set} task={task} n={} base={base:.2} auc={:.3} lo={lo:.3} hi={hi:.3} bacc={:.3} ap={:.3}",
        labels.len(),
        auc(&pairs),
        balanced_accuracy(&pairs),
        average_precision(&pairs),
    );
    if let Some(ms) = ms {
        let _ = write!(line, " ms={ms:.3}");
    }
    println!("{line}");
    line
}

fn baseline_line(set: &str, task: &str, scores: &[f64], labels: &[bool]) {
    let pairs = paired(scores, labels);
    println!(
        "baseline=idf-recall set={set} task={task} n={} auc={:.3} bacc={:.3} ap={:.3}",
        labels.len(),
        auc(&pairs),
        balanced_accuracy(&pairs),
        average_precision(&pairs),
    );
}

fn recall_line(set: &str, scores: &[f64], whole: &[u8], labels: &[f64], ms: f64) -> String {
    let wanted: Vec<f64> = labels.iter().map(|label| (1.0 + 4.0 * label).round()).collect();
    let within = |distance: f64| {
        let hits = whole
            .iter()
            .zip(&wanted)
            .filter(|(got, want)| (f64::from(**got) - **want).abs() <= distance);
        hits.count() as f64 / labels.len() as f64
    };
    let (lo, hi) = spearman_interval(scores, labels);
    let line = format!(
        "set={set} task=recall n={} spearman={:.3} lo={lo:.3} hi={hi:.3} pearson={:.3} exact={:.3} within1={:.3} ms={ms:.3}",
        labels.len(),
        spearman(scores, labels),
        pearson(scores, labels),
        within(0.0),
        within(1.0),
    );
    println!("{line}");
    line
}

/// The lines as JSON, for the app's page: no figure there is typed by hand.
fn write_file(file: &Path, lines: &[String]) -> Result<(), String> {
    let rows: Vec<serde_json::Value> = lines
        .iter()
        .map(|line| {
            let fields = line.split_whitespace().filter_map(|field| field.split_once('='));
            fields
                .map(|(name, value)| {
                    let value = value
                        .parse::<f64>()
                        .ok()
                        .filter(|_| name != "set")
                        .map_or_else(|| value.into(), Into::into);
                    (name.to_owned(), value)
                })
                .collect::<serde_json::Map<_, _>>()
                .into()
        })
        .filter(|row: &serde_json::Value| row.is_object())
        .collect();
    let value = serde_json::json!({"version": VERSION, "fitted_on": FITTED_ON, "rows": rows});
    let text = serde_json::to_string_pretty(&value).map_err(|error| error.to_string())?;
    std::fs::write(file, text + "\n").map_err(|error| format!("{}: {error}", file.display()))
}
