//! BLEU, chrF and ROUGE on pairs of texts: pairs per second, and the values themselves, so that
//! `scripts/bench-peers.py` can hold them against sacreBLEU and rouge_score on the same pairs.
//!
//! Prints one JSON object. Natively (`cargo bench`) it reads `[[answer, reference], …]` from the file named by
//! `ASSAY_PAIRS`; in a browser (as a wasm test), which has no files, from `ASSAY_PAIRS_JSON` as it was at build time.

#![allow(clippy::disallowed_types, missing_docs)]

use assay::text::rouge::{Mode, rouge_l, rouge_n};
use assay::text::{bleu, chrf};
use serde_json::json;

/// A metric of an answer and a reference.
type Score = Box<dyn Fn(&str, &str) -> f64>;

/// The rate is that of the best of so many rounds: what else the machine does only slows one down.
const ROUNDS: usize = 8;
/// Milliseconds.
const ROUND: f64 = 40.0;

/// Values and rates as JSON; `now` in milliseconds.
fn figures(pairs: &[(String, String)], now: impl Fn() -> f64) -> String {
    let rouge = |n: usize| move |a: &str, r: &str| rouge_n(a, r, n, Mode::Compatible).f1;
    let metrics: [(&str, Score); 5] = [
        ("bleu", Box::new(|a, r| bleu::compatible(a, r).score)),
        ("chrf", Box::new(|a, r| chrf::compatible(a, r).score)),
        ("rouge1", Box::new(rouge(1))),
        ("rouge2", Box::new(rouge(2))),
        (
            "rougeL",
            Box::new(|a: &str, r: &str| rouge_l(a, r, Mode::Compatible).f1),
        ),
    ];
    let mut out = serde_json::Map::new();
    for (name, metric) in &metrics {
        let values: Vec<f64> = pairs
            .iter()
            .map(|(answer, reference)| metric(answer, reference))
            .collect();
        let mut rate = 0.0_f64;
        for _ in 0..ROUNDS {
            let began = now();
            let mut done = 0_usize;
            while now() - began < ROUND && !pairs.is_empty() {
                for (answer, reference) in pairs {
                    std::hint::black_box(metric(answer, reference));
                }
                done += pairs.len();
            }
            rate = rate.max(1000.0 * done as f64 / (now() - began));
        }
        out.insert(
            (*name).to_owned(),
            json!({"values": values, "pairs_per_second": rate}),
        );
    }
    serde_json::Value::Object(out).to_string()
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    let Some(path) = std::env::var_os("ASSAY_PAIRS") else {
        println!("set ASSAY_PAIRS to a file of pairs; scripts/bench-peers.py does it");
        return;
    };
    let pairs: Vec<(String, String)> = std::fs::read_to_string(path)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let began = std::time::Instant::now();
    println!("{}", figures(&pairs, || began.elapsed().as_secs_f64() * 1000.0));
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(target_arch = "wasm32")]
mod browser {
    use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

    wasm_bindgen_test_configure!(run_in_browser);

    #[wasm_bindgen_test]
    fn text_metrics() {
        let pairs = option_env!("ASSAY_PAIRS_JSON").and_then(|text| serde_json::from_str(text).ok());
        let pairs: Vec<(String, String)> = pairs.unwrap_or_default();
        console_log!("{}", super::figures(&pairs, js_sys::Date::now));
    }
}
