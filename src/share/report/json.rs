//! A finished evaluation as JSON to copy: everything, each prompt once by its hash.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Judged, is_local_model};
use crate::evaluation::{AskPath, Body, Exchange, Flag, Overrides, Parts, PromptRef, Reply, State};
use crate::judge::{EMBEDDINGS, JudgeIdentity, TOKEN_VECTORS};
use crate::run::Record;
use crate::sample::Sample;
use crate::share::iso_8601;
use crate::share::record::{judge_without_address, reply_without_address};

/// The whole record as indented JSON. Each prompt stands once, by the SHA-256 that its replies name.
pub fn json(sample: &Sample, record: &Record) -> String {
    let whole = Whole::new(sample, record);
    serde_json::to_string_pretty(&whole).unwrap_or_default()
}

/// One record as it is, several as a JSON list.
pub fn json_of(judged: &[Judged<'_>]) -> String {
    match judged {
        [(sample, record)] => json(sample, record),
        several => {
            let whole: Vec<_> = several
                .iter()
                .map(|(sample, record)| Whole::new(sample, record))
                .collect();
            serde_json::to_string_pretty(&whole).unwrap_or_default()
        }
    }
}

#[derive(Serialize)]
struct Whole<'r> {
    app: &'static str,
    app_version: &'static str,
    metric: &'r str,
    metric_version: u32,
    time: String,
    elapsed_ms: f64,
    cancelled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    embedding_tokens: Option<u64>,
    judge: Named,
    settings: &'r serde_json::Map<String, serde_json::Value>,
    state: &'r State,
    scale: crate::evaluation::Scale,
    parts: &'r Parts,
    flags: Vec<&'r Flag>,
    edited: bool,
    overrides: &'r Overrides,
    sample: &'r Sample,
    replies: Vec<Answered<'r>>,
    prompts: BTreeMap<&'r str, &'r str>,
}

/// Who judged, by the name that the page shows.
#[derive(Serialize)]
struct Named {
    kind: serde_json::Value,
    provider: String,
    model: String,
    parameters: Vec<(String, String)>,
}

impl Named {
    fn new(judge: JudgeIdentity) -> Self {
        let local = is_local_model(&judge);
        let kind = if local {
            "local-model".into()
        } else {
            serde_json::to_value(judge.kind).unwrap_or_default()
        };
        let vectors = |(name, _): &&(String, String)| [EMBEDDINGS, TOKEN_VECTORS].contains(&name.as_str());
        let model = judge.parameters.iter().find(vectors).filter(|_| local);
        Self {
            kind,
            model: model.map_or(judge.model, |(_, model)| model.clone()),
            provider: judge.provider,
            parameters: judge.parameters,
        }
    }
}

#[derive(Serialize)]
struct Answered<'r> {
    path: &'r AskPath,
    prompt_sha256: Option<&'r str>,
    template: Option<&'r PromptRef>,
    reply: Reply,
}

impl<'r> Whole<'r> {
    fn new(sample: &'r Sample, record: &'r Record) -> Self {
        let outcome = &record.outcome;
        Self {
            app: "assay",
            app_version: env!("CARGO_PKG_VERSION"),
            metric: &outcome.metric,
            metric_version: outcome.metric_version,
            time: iso_8601(record.started_ms),
            elapsed_ms: record.elapsed_ms,
            cancelled: record.cancelled,
            embedding_tokens: record.embedding_tokens,
            judge: Named::new(judge_without_address(record.judge.clone())),
            settings: &outcome.settings,
            state: &outcome.state,
            scale: outcome.scale,
            parts: &outcome.parts,
            flags: outcome.flags.iter().collect(),
            edited: outcome.edited,
            overrides: &outcome.overrides,
            sample,
            replies: outcome.trace.iter().map(answered).collect(),
            prompts: outcome.trace.iter().filter_map(prompt_by_hash).collect(),
        }
    }
}

fn answered(exchange: &Exchange) -> Answered<'_> {
    let (prompt_sha256, template) = match &exchange.ask.body {
        Body::Chat { sha256, source, .. } => (Some(sha256.as_str()), Some(source)),
        Body::Embed { .. } | Body::Tokens { .. } => (None, None),
    };
    Answered {
        path: &exchange.ask.path,
        prompt_sha256,
        template,
        reply: reply_without_address(exchange.reply.clone()),
    }
}

fn prompt_by_hash(exchange: &Exchange) -> Option<(&str, &str)> {
    match &exchange.ask.body {
        Body::Chat { sha256, prompt, .. } => Some((sha256, prompt)),
        Body::Embed { .. } | Body::Tokens { .. } => None,
    }
}
