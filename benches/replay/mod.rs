//! The case files as a load: every reply read and scored. Shared by the native and the WASM measurement.

use assay::evaluation::{Evaluation, NoReply, Options, Overrides, Reply, Stop, TextReply};
use assay::metric::catalogue;
use assay::sample::Sample;
use serde_json::Value;

const FILES: [&str; 2] = [
    include_str!("../../tests/cases/recall.json"),
    include_str!("../../tests/cases/sufficiency.json"),
];

/// One case, parsed beforehand.
pub struct Case {
    metric: &'static dyn assay::evaluation::Metric,
    sample: std::sync::Arc<Sample>,
    replies: Vec<Reply>,
}

/// All cases of the metrics that exist.
pub fn cases() -> Vec<Case> {
    let files = FILES
        .iter()
        .filter_map(|text| serde_json::from_str::<Vec<Value>>(text).ok());
    files.flatten().filter_map(|case| parse(&case)).collect()
}

fn parse(case: &Value) -> Option<Case> {
    let reply = |value: &Value| match value {
        Value::String(text) => Reply::text(text.as_str()),
        other => Reply::Text(TextReply {
            text: other
                .get("text")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            stop: if other.get("stop") == Some(&"length".into()) {
                Stop::Length
            } else {
                Stop::Stop
            },
            ..TextReply::default()
        }),
    };
    Some(Case {
        metric: catalogue::find(case.get("metric")?.as_str()?)?,
        sample: std::sync::Arc::new(serde_json::from_value(case.get("sample")?.clone()).ok()?),
        replies: case.get("replies")?.as_array()?.iter().map(reply).collect(),
    })
}

/// Evaluates every case once; the number of replies read.
pub fn replay(cases: &[Case]) -> usize {
    let mut read = 0;
    for case in cases {
        let Ok(mut evaluation) = Evaluation::start(case.metric, case.sample.clone(), Options::default())
        else {
            continue;
        };
        let mut replies = case.replies.iter();
        while let Some(path) = evaluation
            .open_asks()
            .and_then(|asks| asks.first())
            .map(|ask| ask.path.clone())
        {
            let reply = replies.next().cloned();
            read += usize::from(reply.is_some());
            if evaluation
                .take(&path, reply.unwrap_or(Reply::None(NoReply::RanOut)))
                .is_err()
            {
                break;
            }
        }
        std::hint::black_box(evaluation.outcome(&Overrides::default()));
    }
    read
}
