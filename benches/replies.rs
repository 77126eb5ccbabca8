//! How many replies are read and scored in a second, over the case files; how long the embedded judge takes for their
//! samples; how long the claim figures of a matrix of 60 claims a side by 20 chunks take, from the verdicts and from the
//! replies that hold them (a changed verdict is scored again that way). Prints a line each; `scripts/bench.sh` puts them
//! into its table. Runs natively (`cargo bench`) and, as a wasm test, in a browser.

// A bench is no user's input: what is wrong with a case file should stop it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use assay::evaluation::{Evaluation, Metric, Options, Overrides, Question, Reply, TextReply};
use assay::i18n::Lang;
use assay::judge::embedded::{EmbeddedJudge, Table};
use assay::metric::catalogue;
use assay::sample::Sample;
use assay::stats::claims::{ClaimVerdicts, figures};
use serde_json::{Value, json};
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
    let table = Arc::new(Table::parse(include_bytes!("../public/words-3.txt")).unwrap());
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

const CLAIMS: usize = 60;
const CHUNKS: usize = 20;

/// Milliseconds for the eleven figures from their verdicts, and from the replies that hold them; a second of `now` each.
fn claims_ms(now: impl Fn() -> f64) -> (f64, f64) {
    let bit = |row: usize, column: usize| (row * 31 + column * 17) % 7 < 3;
    let matrix = |of: usize| -> Vec<Vec<bool>> {
        let row = |claim| (0..CHUNKS).map(|chunk| bit(claim + of, chunk)).collect();
        (0..CLAIMS).map(row).collect()
    };
    let verdicts = ClaimVerdicts {
        answer_by_reference: (0..CLAIMS).map(|claim| bit(claim, 3)).collect(),
        reference_by_answer: (0..CLAIMS).map(|claim| bit(claim, 5)).collect(),
        answer_by_chunk: matrix(0),
        reference_by_chunk: matrix(1),
    };
    let per_turn = |turn: &dyn Fn()| {
        let (began, mut turns) = (now(), 0_u32);
        while now() - began < 1000.0 {
            (0..16).for_each(|_| turn());
            turns += 16;
        }
        (now() - began) / f64::from(turns)
    };
    let from_verdicts = per_turn(&|| {
        std::hint::black_box(figures(std::hint::black_box(&verdicts)));
    });
    let text = |side: &str| -> String {
        (0..CLAIMS)
            .map(|claim| format!("The {side} claims {claim}. "))
            .collect()
    };
    let sample = Sample {
        answer: text("answer"),
        reference: text("reference"),
        contexts: (0..CHUNKS).map(|chunk| format!("Chunk {chunk}.")).collect(),
        ..Sample::default()
    };
    let mut evaluation =
        Evaluation::start(catalogue::find("claims").unwrap(), sample, Options::default()).unwrap();
    while let Some(ask) = evaluation.open_asks().and_then(|asks| asks.first()).cloned() {
        let reply = match &ask.question {
            Question::Statements { text, .. } => {
                let claims: Vec<&str> = text.split_inclusive(". ").map(str::trim).collect();
                json!({"statements": claims})
            }
            _ => {
                let entry = |claim| json!({"index": claim + 1, "verdict": u8::from(bit(claim, 2)), "reason": "As it says."});
                json!({"verdicts": (0..CLAIMS).map(entry).collect::<Vec<_>>()})
            }
        };
        evaluation
            .take(&ask.path, Reply::text(reply.to_string()))
            .unwrap();
    }
    let from_replies = per_turn(&|| {
        std::hint::black_box(evaluation.outcome(&Overrides::default()));
    });
    (from_verdicts, from_replies)
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
    let (verdicts, replies) = claims_ms(|| began.elapsed().as_secs_f64() * 1000.0);
    println!("claim figures ms: {verdicts:.4}");
    println!("claims scored again ms: {replies:.3}");
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
        let (verdicts, replies) = super::claims_ms(js_sys::Date::now);
        console_log!("claim figures ms: {verdicts:.4}");
        console_log!("claims scored again ms: {replies:.3}");
    }
}
