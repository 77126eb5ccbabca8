//! BLEU, chrF and ROUGE-L on pairs of texts: pairs per second, and the values themselves, so that
//! `scripts/bench-peers.py` can hold them against sacreBLEU and rouge_score on the same pairs.
//!
//! Reads `[[answer, reference], …]` from the file named by `ASSAY_PAIRS`; prints one JSON object.

#![allow(clippy::disallowed_types, missing_docs)]

use std::time::Instant;

use assay::text::rouge::{Mode, rouge_l, rouge_n};
use assay::text::{bleu, chrf};
use serde_json::json;

/// A metric of an answer and a reference.
type Score = Box<dyn Fn(&str, &str) -> f64>;

fn main() {
    let Some(path) = std::env::var_os("ASSAY_PAIRS") else {
        println!("set ASSAY_PAIRS to a file of pairs; scripts/bench-peers.py does it");
        return;
    };
    let pairs: Vec<(String, String)> = std::fs::read_to_string(path)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let rouge = |n: usize| move |a: &str, r: &str| rouge_n(a, r, n, Mode::Compatible).f1;
    let metrics: [(&str, Score); 5] = [
        ("bleu", Box::new(bleu::compatible)),
        ("chrf", Box::new(chrf::compatible)),
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
        let start = Instant::now();
        let mut done = 0_usize;
        while start.elapsed().as_millis() < 500 && !pairs.is_empty() {
            for (answer, reference) in &pairs {
                std::hint::black_box(metric(answer, reference));
            }
            done += pairs.len();
        }
        let rate = done as f64 / start.elapsed().as_secs_f64();
        out.insert(
            (*name).to_owned(),
            json!({"values": values, "pairs_per_second": rate}),
        );
    }
    println!("{}", serde_json::Value::Object(out));
}
