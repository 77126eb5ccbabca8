//! Replays every case file below `tests/cases/`, and below the folder named by `ASSAY_CASES` as well.
//!
//! A case is a sample, the replies of a judge, and the right outcome; its format is described in the README. One
//! line a failing case, which begins with its id; the last line counts passed, failed and skipped (the metric
//! does not exist yet).

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use assay::evaluation::{Evaluation, NoReply, Options, Outcome, Overrides, Reply, State, Stop, TextReply};
use assay::metric::catalogue;
use assay::sample::Sample;
use serde::Deserialize;
use serde_json::{Map, Value};

/// More asks than any case needs: a metric that asks for ever is a failure, not a hang.
const MOST_ASKS: usize = 10_000;

#[derive(Deserialize)]
struct Case {
    id: String,
    metric: String,
    #[serde(default)]
    sample: Sample,
    #[serde(default)]
    options: Map<String, Value>,
    #[serde(default)]
    replies: VecDeque<CaseReply>,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CaseReply {
    Text(String),
    Stopped {
        text: String,
        #[serde(default)]
        stop: Stop,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    state: String,
    reason: Option<String>,
    score: Option<f64>,
    tolerance: Option<f64>,
    #[serde(default)]
    parts: Map<String, Value>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    no_flags: Vec<String>,
}

enum Verdict {
    Passed,
    Failed(String),
    Skipped,
}

fn main() -> ExitCode {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases")];
    folders.extend(std::env::var_os("ASSAY_CASES").map(PathBuf::from));
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for file in folders.iter().flat_map(|folder| case_files(folder)) {
        for case in cases(&file) {
            match case
                .as_ref()
                .map_or_else(|error| Verdict::Failed(error.clone()), run)
            {
                Verdict::Passed => passed += 1,
                Verdict::Skipped => skipped += 1,
                Verdict::Failed(line) => {
                    failed += 1;
                    println!("{line}");
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    if failed == 0 && passed > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn case_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        println!("{}: this folder cannot be read", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let (folders, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    let json = files
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    json.chain(folders.iter().flat_map(|folder| case_files(folder)))
        .collect()
}

/// The cases of a file; none where the top level is no array (figures in a shape of their own).
fn cases(file: &Path) -> Vec<Result<Case, String>> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let value: Value = match std::fs::read_to_string(file)
        .map_err(|error| error.to_string())
        .and_then(|text| {
            serde_json::from_str(text.trim_start_matches('\u{FEFF}')).map_err(|error| error.to_string())
        }) {
        Ok(value) => value,
        Err(error) => return vec![Err(format!("{name}: {error}"))],
    };
    let Value::Array(items) = value else {
        return Vec::new();
    };
    items
        .into_iter()
        .enumerate()
        .map(|(index, item)| {
            let id = item
                .get("id")
                .and_then(Value::as_str)
                .unwrap_or("no id")
                .to_owned();
            serde_json::from_value(item)
                .map_err(|error| format!("{id}: item {index} of {name} is no case: {error}"))
        })
        .collect()
}

fn run(case: &Case) -> Verdict {
    let Some(metric) = catalogue::find(&case.metric) else {
        return Verdict::Skipped;
    };
    let options = Options {
        values: case.options.clone(),
        ..Options::default()
    };
    let mut evaluation = match Evaluation::start(metric, case.sample.clone(), options) {
        Ok(evaluation) => evaluation,
        Err(error) => return Verdict::Failed(format!("{}: does not start: {error}", case.id)),
    };
    let mut replies = case.replies.iter();
    for _ in 0..MOST_ASKS {
        let Some(ask) = evaluation.open_asks().and_then(|asks| asks.first()) else {
            break;
        };
        let path = ask.path.clone();
        let reply = match replies.next() {
            Some(CaseReply::Text(text)) => Reply::text(text),
            Some(CaseReply::Stopped { text, stop }) => Reply::Text(TextReply {
                text: text.clone(),
                stop: *stop,
                ..TextReply::default()
            }),
            None => Reply::None(NoReply::RanOut),
        };
        if let Err(error) = evaluation.take(&path, reply) {
            return Verdict::Failed(format!("{}: {error}", case.id));
        }
    }
    let outcome = evaluation.outcome(&Overrides::default());
    let faults = compare(&case.expect, &outcome);
    if faults.is_empty() {
        return Verdict::Passed;
    }
    Verdict::Failed(format!("{}: {}", case.id, faults.join("; ")))
}

fn compare(expect: &Expect, outcome: &Outcome) -> Vec<String> {
    let mut faults = Vec::new();
    let mut check = |what: &str, expected: String, got: String| {
        if expected != got {
            faults.push(format!("{what}: expected {expected}, got {got}"));
        }
    };
    let (state, reason, score) = match outcome.state {
        State::Scored(score) => ("scored", None, Some(score.0)),
        State::Unscored(reason) => ("unscored", Some(reason), None),
        State::NotApplicable(reason) => ("not-applicable", Some(reason), None),
        State::Conflict(reason) => ("conflict", Some(reason), None),
    };
    check("state", expect.state.clone(), state.to_owned());
    if let Some(expected) = &expect.reason {
        check(
            "reason",
            expected.clone(),
            reason.map_or("none", |reason| reason.id()).to_owned(),
        );
    }
    let tolerance = expect.tolerance.unwrap_or(1e-9);
    if let Some(expected) = expect.score
        && !score.is_some_and(|score| (score - expected).abs() <= tolerance)
    {
        faults.push(format!("score: expected {expected}, got {score:?}"));
    }
    let parts = serde_json::to_value(&outcome.parts).unwrap_or_default();
    for (name, expected) in &expect.parts {
        let got = parts.get(name).unwrap_or(&Value::Null);
        if !equal(expected, got, tolerance) {
            faults.push(format!("{name}: expected {expected}, got {got}"));
        }
    }
    let flags = serde_json::to_value(&outcome.flags).unwrap_or_default();
    let raised = |flag: &String| {
        flags
            .as_array()
            .is_some_and(|flags| flags.iter().any(|f| f == flag.as_str()))
    };
    faults.extend(
        expect
            .flags
            .iter()
            .filter(|flag| !raised(flag))
            .map(|flag| format!("flag {flag} is absent")),
    );
    faults.extend(
        expect
            .no_flags
            .iter()
            .filter(|flag| raised(flag))
            .map(|flag| format!("flag {flag} is raised")),
    );
    faults
}

/// Equal, numbers to the tolerance.
fn equal(expected: &Value, got: &Value, tolerance: f64) -> bool {
    match (expected, got) {
        (Value::Number(a), Value::Number(b)) => a
            .as_f64()
            .zip(b.as_f64())
            .is_some_and(|(a, b)| (a - b).abs() <= tolerance),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b, tolerance))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| equal(a, b, tolerance)))
        }
        (a, b) => a == b,
    }
}
