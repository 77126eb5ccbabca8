//! What was copied from the verdict, given back: as JSON it holds all that a record does, but for the text of an edited
//! prompt; as Markdown it is to be read, and only known for what it is.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::record::{Holds, Judged, Prompt, Record, Took, VERSION, rounded};
use super::timestamp::epoch_ms;
use crate::evaluation::{AskPath, Overrides, PromptRef, Reply, State};
use crate::judge::{JudgeIdentity, JudgeKind};
use crate::metric::catalogue;
use crate::sample::Sample;

/// What stands in a copy and is needed here.
#[derive(Deserialize)]
struct Copied {
    metric: String,
    metric_version: u32,
    #[serde(default)]
    time: String,
    #[serde(default)]
    elapsed_ms: f64,
    #[serde(default)]
    cancelled: bool,
    #[serde(default)]
    embedding_tokens: u64,
    judge: Judge,
    settings: Map<String, Value>,
    state: State,
    overrides: Overrides,
    sample: Sample,
    replies: Vec<Answered>,
}

#[derive(Deserialize)]
struct Judge {
    kind: String,
    provider: String,
    model: String,
    parameters: Vec<(String, String)>,
}

#[derive(Deserialize)]
struct Answered {
    path: AskPath,
    template: Option<PromptRef>,
    reply: Reply,
}

/// Whether it is a copy of one evaluation, or a list of such copies.
pub(super) fn is_copy(value: &Value) -> bool {
    let all = each(value);
    let is_copy = |value: &&Value| {
        value.get("app").and_then(Value::as_str) == Some("assay") && value.get("metric").is_some()
    };
    !all.is_empty() && all.iter().all(is_copy)
}

fn each(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().collect(),
        one => vec![one],
    }
}

/// The record of one copied evaluation, or of several of one sample; `None` where it can't be read, or samples differ.
pub(super) fn record(value: &Value) -> Option<Record> {
    let all = each(value);
    let all: Vec<Copied> = all
        .into_iter()
        .map(|value| Copied::deserialize(value).ok())
        .collect::<Option<_>>()?;
    let mut record = Record {
        assay: VERSION,
        holds: Holds::Verdict,
        sample: all.first()?.sample.clone(),
        ..Record::default()
    };
    for copied in all {
        if copied.sample != record.sample {
            return None;
        }
        add(&mut record, copied);
    }
    Some(record)
}

fn add(record: &mut Record, copied: Copied) {
    let mut took = Vec::new();
    for answered in copied.replies {
        let place = record.replies.iter().position(|known| *known == answered.reply);
        let reply = place.unwrap_or(record.replies.len());
        if reply == record.replies.len() {
            record.replies.push(answered.reply);
        }
        let path = answered.path;
        took.push(Took {
            step: path.step.into_owned(),
            index: path.index,
            draw: path.draw,
            attempt: path.attempt,
            reply,
        });
        if let Some(template) = answered.template
            && record.prompts.iter().all(|prompt| prompt.id != template.id)
        {
            record.prompts.push(Prompt {
                id: template.id,
                version: template.version,
                sha256: template.template_sha256,
                text: String::new(),
            });
        }
    }
    record.metrics.push(Judged {
        settings: chosen(&copied.metric, copied.settings),
        id: copied.metric,
        version: copied.metric_version,
        took,
        overrides: copied.overrides,
        claimed: Some(rounded(copied.state)),
    });
    record.started_ms = epoch_ms(&copied.time).unwrap_or_default();
    record.elapsed_ms = record.elapsed_ms.max(copied.elapsed_ms.max(0.0).round() as u64);
    record.cancelled |= copied.cancelled;
    record.embedding_tokens = record.embedding_tokens.max(copied.embedding_tokens);
    let judge = copied.judge.identity();
    record.judge = Some(match record.judge.take() {
        Some(so_far) => so_far.join(judge),
        None => judge,
    });
}

impl Judge {
    /// A copy names the local model as a judge of its own kind, and by the name of its vectors.
    fn identity(self) -> JudgeIdentity {
        let local = self.kind == "local-model";
        let kind = serde_json::from_value(Value::String(self.kind));
        JudgeIdentity {
            kind: if local {
                JudgeKind::Embedded
            } else {
                kind.unwrap_or(JudgeKind::Nobody)
            },
            provider: self.provider,
            model: if local { String::new() } else { self.model },
            parameters: self.parameters,
        }
    }
}

/// A copy tells the settings that counted, a record those that were chosen.
fn chosen(metric: &str, mut settings: Map<String, Value>) -> Map<String, Value> {
    let known = catalogue::find(metric).map_or(&[][..], |metric| metric.settings());
    settings.retain(|name, value| {
        let setting = known.iter().find(|setting| setting.name == name);
        setting.is_none_or(|setting| setting.default().as_ref() != Some(value))
    });
    settings
}

/// How far into a text its first metric is looked for, in lines: a list of results may stand before it.
const LINES: usize = 120;

/// Whether a text is a report that was copied as Markdown: a heading, and below it a metric of ours with its version.
/// That holds in every language.
pub(super) fn is_report(text: &str) -> bool {
    let is_metric = |line: &str| {
        let rest = line.strip_prefix("- ").and_then(|line| line.strip_suffix(')'));
        let named = rest
            .and_then(|line| line.rsplit_once("(`"))
            .map(|(_, named)| named);
        named
            .and_then(|named| named.split_once("` v"))
            .is_some_and(|(id, version)| catalogue::find(id).is_some() && version.parse::<u32>().is_ok())
    };
    text.starts_with("# ") && text.lines().take(LINES).any(is_metric)
}
