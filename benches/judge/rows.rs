//! Labelled items: JSON lines of five tasks, read from every `*.jsonl` of a folder. What can't be read is counted and
//! named, never fatal.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// What is labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    Support,
    Recall,
    ContextRelevance,
    AnswerRelevance,
    Faithfulness,
}

impl Task {
    pub const ALL: [Self; 5] = [
        Self::Support,
        Self::Recall,
        Self::ContextRelevance,
        Self::AnswerRelevance,
        Self::Faithfulness,
    ];

    pub fn id(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::Recall => "recall",
            Self::ContextRelevance => "context-relevance",
            Self::AnswerRelevance => "answer-relevance",
            Self::Faithfulness => "faithfulness",
        }
    }

    /// The field that is judged; the item is nothing without it.
    fn judged(self) -> &'static str {
        match self {
            Self::Support => "claim",
            Self::ContextRelevance => "question",
            Self::Recall | Self::AnswerRelevance | Self::Faithfulness => "answer",
        }
    }
}

/// One labelled item. Fields that its task has not are empty.
pub struct Row {
    pub task: Task,
    pub set: String,
    pub contexts: Vec<String>,
    pub question: String,
    pub passage: String,
    /// The claim or the answer.
    pub text: String,
    /// 0 or 1; for recall a share.
    pub label: f64,
    /// Which response a claim is part of.
    pub response: Option<String>,
}

impl Row {
    /// The document that items share: they stand on the same side of a cross-validation.
    pub fn document(&self) -> String {
        let text = self.contexts.first().unwrap_or(&self.passage);
        let start: String = text.chars().take(400).collect();
        if self.contexts.len() > 1 {
            return format!("{start}{}", self.contexts.len());
        }
        start
    }
}

/// All items of a folder, by set and task, in the order of the files and lines.
pub fn read(folder: &Path) -> Result<Vec<Row>, String> {
    let listing = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = listing
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: no *.jsonl here", folder.display()));
    }
    let mut rows = Vec::new();
    for file in files {
        let bytes = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let stem = file
            .file_stem()
            .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
        for line in text
            .trim_start_matches('\u{FEFF}')
            .lines()
            .filter(|line| !line.trim().is_empty())
        {
            match row(line, &stem) {
                Ok(row) => rows.push(row),
                Err(why) => *skipped.entry(why).or_default() += 1,
            }
        }
        for (why, count) in skipped {
            println!("skipped file={} rows={count} why={why:?}", file.display());
        }
    }
    Ok(rows)
}

fn row(line: &str, stem: &str) -> Result<Row, String> {
    let value: Value = serde_json::from_str(line).map_err(|_| "not JSON".to_owned())?;
    let name = value.get("task").and_then(Value::as_str).unwrap_or_default();
    let task = Task::ALL
        .into_iter()
        .find(|task| task.id() == name)
        .ok_or_else(|| format!("unknown task {name:?}"))?;
    let text = |field: &str| value.get(field).map(string).unwrap_or_default();
    let judged = value
        .get(task.judged())
        .ok_or_else(|| format!("no {} in a {} item", task.judged(), task.id()))?;
    let label = value.get("label").and_then(number).ok_or("no label")?;
    if !label.is_finite() || (task != Task::Recall && label != 0.0 && label != 1.0) {
        return Err("a label that is neither 0 nor 1".to_owned());
    }
    let set = text("set");
    Ok(Row {
        task,
        set: if set.trim().is_empty() {
            stem.to_owned()
        } else {
            set.split_whitespace().collect::<Vec<_>>().join("-")
        },
        contexts: match value.get("contexts") {
            Some(Value::Array(texts)) => texts.iter().map(string).collect(),
            Some(Value::Null) | None => Vec::new(),
            Some(one) => vec![string(one)],
        },
        question: text("question"),
        passage: text("passage"),
        text: string(judged),
        label,
        response: value.get("response").filter(|id| !id.is_null()).map(string),
    })
}

fn string(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Object(object) => ["text", "content", "page_content"]
            .iter()
            .find_map(|name| object.get(*name)?.as_str())
            .map_or_else(|| value.to_string(), str::to_owned),
        other => other.to_string(),
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(yes) => Some(f64::from(u8::from(*yes))),
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_f64(),
    }
}
