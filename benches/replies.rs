//! How many replies are read and scored in a second, over the case files, and how long the embedded judge takes for
//! their samples. Prints two lines, `replies per second: N` and `embedded judge ms: N`; `scripts/bench.sh` puts
//! them into its table. Runs natively (`cargo bench`) and, as a wasm test, in a browser.

// A bench is no user's input: what is wrong with a case file should stop it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use assay::evaluation::{Evaluation, Metric, Options, Overrides, Reply, TextReply};
use assay::i18n::Lang;
use assay::judge::embedded::{EmbeddedJudge, Table};
use assay::metric::catalogue;
use assay::sample::Sample;
use serde_json::Value;
use std::sync::Arc;

const FILES: &[&str] = &[
    include_str!("../tests/cases/recall.json"),
    include_str!("../tests/cases/sufficiency.json"),
];

/// One case, ready to be replayed.
struct Case {
    metric: &'static dyn Metric,
    sample: Arc<Sample>,
    options: Options,
    replies: Vec<Reply>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for file in FILES {
        for case in serde_json::from_str::<Vec<Value>>(file).unwrap() {
            let Some(metric) = case
                .get("metric")
                .and_then(Value::as_str)
                .and_then(catalogue::find)
            else {
                continue;
            };
            let part = |name: &str| case.get(name).cloned().unwrap_or_default();
            let replies = part("replies").as_array().cloned().unwrap_or_default();
            cases.push(Case {
                metric,
                sample: Arc::new(serde_json::from_value(part("sample")).unwrap()),
                options: Options {
                    values: part("options").as_object().cloned().unwrap_or_default(),
                    ..Options::default()
                },
                replies: replies.into_iter().map(reply).collect(),
            });
        }
    }
    cases
}

fn reply(value: Value) -> Reply {
    match value {
        Value::String(text) => Reply::text(text),
        other => Reply::Text(serde_json::from_value::<TextReply>(other).unwrap()),
    }
}

/// Replays a case from its first ask to its outcome. Returns how many replies were read.
fn replay(case: &Case) -> usize {
    let mut evaluation = Evaluation::start(case.metric, case.sample.clone(), case.options.clone()).unwrap();
    let mut read = 0;
    for reply in &case.replies {
        let Some(path) = evaluation
            .open_asks()
            .and_then(|asks| asks.first())
            .map(|ask| ask.path.clone())
        else {
            break;
        };
        evaluation.take(&path, reply.clone()).unwrap();
        read += 1;
    }
    std::hint::black_box(evaluation.outcome(&Overrides::default()));
    read
}

/// Replays all cases again and again for two seconds of `now` (milliseconds).
fn per_second(now: impl Fn() -> f64) -> f64 {
    let cases = cases();
    let round = || cases.iter().map(replay).sum::<usize>();
    round();
    let began = now();
    let mut read = 0;
    while now() - began < 2000.0 {
        read += round();
    }
    1000.0 * read as f64 / (now() - began)
}

/// Milliseconds that the embedded judge takes for one evaluation, from its first ask to the outcome, over the
/// samples of the cases; two seconds of `now`.
fn embedded_ms(now: impl Fn() -> f64) -> f64 {
    let table = Arc::new(Table::parse(include_bytes!("../public/words-1.txt")).unwrap());
    let judge = EmbeddedJudge::new(table, Lang::En);
    let cases = cases();
    let began = now();
    let mut evaluated = 0_u32;
    while now() - began < 2000.0 {
        for case in &cases {
            let mut evaluation =
                Evaluation::start(case.metric, case.sample.clone(), case.options.clone()).unwrap();
            while let Some(ask) = evaluation.open_asks().and_then(|asks| asks.first()).cloned() {
                let text = judge.answer(&ask.question).unwrap_or_default();
                evaluation.take(&ask.path, Reply::text(text)).unwrap();
            }
            std::hint::black_box(evaluation.outcome(&Overrides::default()));
            evaluated += 1;
        }
    }
    (now() - began) / f64::from(evaluated)
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    // The ban on this clock is for the browser; this runs natively.
    #[allow(clippy::disallowed_types)]
    let began = std::time::Instant::now();
    println!(
        "replies per second: {:.0}",
        per_second(|| began.elapsed().as_secs_f64() * 1000.0)
    );
    println!(
        "embedded judge ms: {:.3}",
        embedded_ms(|| began.elapsed().as_secs_f64() * 1000.0)
    );
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(target_arch = "wasm32")]
mod browser {
    use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

    wasm_bindgen_test_configure!(run_in_browser);

    #[wasm_bindgen_test]
    fn replies() {
        console_log!("replies per second: {:.0}", super::per_second(js_sys::Date::now));
        console_log!("embedded judge ms: {:.3}", super::embedded_ms(js_sys::Date::now));
    }
}
