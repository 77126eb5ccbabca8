//! Figures for each set and task of a folder.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use assay::evaluation::PassageKind;
use assay::evaluation::ask::AresJudge;
use assay::i18n::Lang;
use assay::judge::embedded::coefficients::FITTED_ON;
use assay::judge::embedded::recall::{recall, score};
use assay::judge::embedded::sources::Sources;
use assay::judge::embedded::support::{Band, Support};
use assay::judge::embedded::{Table, VERSION, ares, passages, relevance, statements, verify};
use assay::sample::Sample;
use assay::text::align::content_keys;
use assay::text::words::words;

use super::figures::{
    auc, auc_interval, average_precision, balanced_accuracy, balanced_at, balanced_interval, pearson,
    share_interval, spearman, spearman_interval,
};
use super::rows::{Row, Task, read};
use super::{fit, rules};
use serde_json::{Value, json};

/// What the judge and the plain baseline say of an item. The baseline is the share of the words that are found,
/// weighted by rarity, and nothing else.
struct Judged {
    score: f64,
    baseline: f64,
    /// Recall: the whole score, 1–5.
    whole: u8,
    /// The yes or no that is given where a score alone is not asked for.
    verdict: Option<bool>,
    /// It is called supported.
    supported: bool,
}

/// Prints the lines. With a file, writes the figures into it for the app's page, those of sets that the model was fitted
/// on by models that have not seen the documents.
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
            written.push(recall_line(set, &ours, &plain, &whole, &labels, ms));
            continue;
        }
        let labels: Vec<bool> = rows.iter().map(|row| row.label == 1.0).collect();
        written.push(line(set, task.id(), &ours, &plain, &labels, Some(ms)));
        told(set, task, &judged, &labels);
        if task == Task::Support {
            written.extend(wrongly_supported(set, &judged, &labels));
            written.push(useful_line(table, set, &rows, &labels));
        }
        let (ours, labels_of) = responses(&rows, &ours, &labels);
        if !ours.is_empty() {
            let (plain, _) = responses(&rows, &plain, &labels);
            written.push(line(
                set,
                &format!("{}-response", task.id()),
                &ours,
                &plain,
                &labels_of,
                None,
            ));
        }
    }
    match file {
        Some(file) => write_file(table, file, &rows, written),
        None => Ok(()),
    }
}

/// The same functions that answer the app's typed questions.
fn judge(table: &Table, row: &Row) -> Judged {
    match row.task {
        Task::Support => support(table, row),
        Task::Recall => {
            let passage = words(&row.passage);
            let plain = recall(table, &passage, &content_keys(&words(&row.text)));
            let found = passages::measured(table, &row.passage, &row.text);
            Judged {
                score: found.held(),
                baseline: plain.raw,
                whole: score(PassageKind::Essential, found),
                verdict: None,
                supported: false,
            }
        }
        Task::ContextRelevance => {
            let keys = content_keys(&words(&row.contexts.join("\n\n")));
            ares(
                table,
                row,
                AresJudge::ContextRelevance,
                recall(table, &words(&row.question), &keys).raw,
            )
        }
        Task::AnswerRelevance => {
            let keys = content_keys(&words(&row.text));
            ares(
                table,
                row,
                AresJudge::AnswerRelevance,
                recall(table, &words(&row.question), &keys).raw,
            )
        }
        Task::Faithfulness => {
            let sources = Sources::new(row.contexts.iter().map(String::as_str));
            let statements = statements::statements(&row.text);
            let shares = statements
                .iter()
                .map(|text| Support::of(table, &sources, text).features.idf_all);
            ares(
                table,
                row,
                AresJudge::AnswerFaithfulness,
                shares.fold(1.0, f64::min),
            )
        }
    }
}

fn ares(table: &Table, row: &Row, judge: AresJudge, baseline: f64) -> Judged {
    let sample = Sample {
        question: row.question.clone(),
        contexts: row.contexts.clone(),
        answer: row.text.clone(),
        ..Sample::default()
    };
    let judgement = ares::judge(table, Lang::En, judge, &sample);
    Judged {
        score: judgement.score,
        baseline,
        whole: 0,
        verdict: Some(judgement.verdict),
        supported: false,
    }
}

/// What is said of one statement.
fn support(table: &Table, row: &Row) -> Judged {
    let judged = verify::judged(table, Lang::En, std::slice::from_ref(&row.text), &row.contexts);
    let support = judged.first().map(|judged| &judged.support);
    Judged {
        score: support.map_or(0.0, |support| support.p),
        baseline: support.map_or(0.0, |support| support.features.idf_all),
        whole: 0,
        verdict: judged.first().map(|judged| judged.verdict),
        supported: support.is_some_and(|support| support.band() == Band::Supported),
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

fn line(set: &str, task: &str, scores: &[f64], plain: &[f64], labels: &[bool], ms: Option<f64>) -> Value {
    let pairs = paired(scores, labels);
    let n = labels.len();
    let base = labels.iter().filter(|label| **label).count() as f64 / n as f64;
    let (lo, hi) = auc_interval(&pairs);
    let area = auc(&pairs);
    let mut line = format!(
        "set={set} task={task} n={n} base={base:.2} auc={area:.3} lo={lo:.3} hi={hi:.3} bacc={:.3} ap={:.3}",
        balanced_accuracy(&pairs),
        average_precision(&pairs),
    );
    if let Some(ms) = ms {
        let _ = write!(line, " ms={ms:.3}");
    }
    println!("{line}");
    let pairs = paired(plain, labels);
    println!(
        "baseline=idf-recall set={set} task={task} n={n} auc={:.3} bacc={:.3} ap={:.3}",
        auc(&pairs),
        balanced_accuracy(&pairs),
        average_precision(&pairs),
    );
    json!({"set": set, "task": task, "n": n, "auc": short(area), "lo": short(lo), "hi": short(hi), "baseline": short(auc(&pairs))})
}

/// Of what the judge calls supported, the share that people call unsupported; `None` where it calls nothing so.
fn wrongly_supported(set: &str, judged: &[Judged], labels: &[bool]) -> Option<Value> {
    let called = judged.iter().zip(labels).filter(|(judged, _)| judged.supported);
    let (n, wrong) = called.fold((0, 0), |(n, wrong), (_, label)| {
        (n + 1, wrong + usize::from(!label))
    });
    let (lo, hi) = (n > 0).then(|| share_interval(wrong, n))?;
    let share = wrong as f64 / n as f64;
    println!("band set={set} task=called-supported n={n} wrong={share:.3} lo={lo:.3} hi={hi:.3}");
    Some(
        json!({"set": set, "task": "called-supported", "n": n, "wrong": short(share), "lo": short(lo), "hi": short(hi)}),
    )
}

/// Contexts as a chunk that was useful to arrive at the claim, at the threshold that the judge has: no label of its own, so
/// it is held against whether the claim is supported. The baseline is the same without the rules.
fn useful_line(table: &Table, set: &str, rows: &[&Row], labels: &[bool]) -> Value {
    let (mut ours, mut plain) = (Vec::new(), Vec::new());
    for (row, label) in rows.iter().zip(labels) {
        let chunk = row.contexts.join("\n\n");
        let (useful, _) = relevance::useful(table, Lang::En, "", &row.text, &chunk);
        let without = relevance::useful_by(table, &row.text, &chunk, |_| false);
        ours.push((f64::from(u8::from(useful)), *label));
        plain.push((f64::from(u8::from(without)), *label));
    }
    let figure = balanced_at(&ours, 0.5);
    let (lo, hi) = balanced_interval(&ours, 0.5);
    let baseline = balanced_at(&plain, 0.5);
    let n = labels.len();
    println!(
        "verdict set={set} task=useful n={n} bacc={figure:.3} lo={lo:.3} hi={hi:.3} bacc_without_rules={baseline:.3}"
    );
    json!({"set": set, "task": "useful", "n": n, "bacc": short(figure), "lo": short(lo), "hi": short(hi), "baseline": short(baseline)})
}

/// How good the yes and no is at the threshold that the judge has.
fn told(set: &str, task: Task, judged: &[Judged], labels: &[bool]) {
    let verdict = |judged: &Judged| judged.verdict.map(|yes| f64::from(u8::from(yes)));
    let verdicts: Option<Vec<f64>> = judged.iter().map(verdict).collect();
    if let Some(verdicts) = verdicts {
        let yes = verdicts.iter().sum::<f64>() / verdicts.len() as f64;
        println!(
            "verdict set={set} task={} n={} yes={yes:.2} bacc={:.3}",
            task.id(),
            labels.len(),
            balanced_at(&paired(&verdicts, labels), 0.5),
        );
    }
}

fn recall_line(set: &str, scores: &[f64], plain: &[f64], whole: &[u8], labels: &[f64], ms: f64) -> Value {
    let wanted: Vec<f64> = labels.iter().map(|label| (1.0 + 4.0 * label).round()).collect();
    let n = labels.len();
    let within = |distance: f64| {
        let hits = whole
            .iter()
            .zip(&wanted)
            .filter(|(got, want)| (f64::from(**got) - **want).abs() <= distance);
        hits.count() as f64 / n as f64
    };
    let (lo, hi) = spearman_interval(scores, labels);
    let rank = spearman(scores, labels);
    println!(
        "set={set} task=recall n={n} spearman={rank:.3} pearson={:.3} exact={:.3} within1={:.3} lo={lo:.3} hi={hi:.3} ms={ms:.3}",
        pearson(scores, labels),
        within(0.0),
        within(1.0),
    );
    println!(
        "baseline=idf-recall set={set} task=recall n={n} spearman={:.3} pearson={:.3}",
        spearman(plain, labels),
        pearson(plain, labels)
    );
    json!({"set": set, "task": "recall", "n": n, "spearman": short(rank), "lo": short(lo), "hi": short(hi), "baseline": short(spearman(plain, labels))})
}

/// Three decimals: more would only look exact.
fn short(value: f64) -> Option<f64> {
    value.is_finite().then(|| (value * 1_000.0).round() / 1_000.0)
}

/// The figures as JSON; none of them is typed by hand.
fn write_file(table: &Table, file: &Path, rows: &[Row], mut written: Vec<Value>) -> Result<(), String> {
    let support: Vec<&Row> = rows.iter().filter(|row| row.task == Task::Support).collect();
    if support.iter().any(|row| FITTED_ON.contains(&row.set.as_str())) {
        let held_out = fit::held_out(table, rows);
        for entry in &mut written {
            let set = entry
                .get("set")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned();
            if entry.get("task").and_then(Value::as_str) != Some("support")
                || !FITTED_ON.contains(&set.as_str())
            {
                continue;
            }
            let scored = support.iter().zip(&held_out).filter(|(row, _)| row.set == set);
            let pairs: Vec<(f64, bool)> = scored.map(|(row, p)| (*p, row.label == 1.0)).collect();
            let (lo, hi) = auc_interval(&pairs);
            entry["auc"] = json!(short(auc(&pairs)));
            entry["lo"] = json!(short(lo));
            entry["hi"] = json!(short(hi));
            entry["held_out"] = json!(true);
        }
    }
    let (n, told) = rules::told(table)?;
    let (lo, hi) = share_interval(told, n);
    written.push(json!({"set": "assay", "task": "minimal-pairs", "n": n, "told": short(told as f64 / n as f64), "lo": short(lo), "hi": short(hi)}));
    let lines: Vec<String> = written.iter().map(Value::to_string).collect();
    let text = format!(
        "{{\"version\": {}, \"fitted_on\": {}, \"rows\": [\n{}\n]}}\n",
        json!(VERSION),
        json!(FITTED_ON),
        lines.join(",\n")
    );
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
