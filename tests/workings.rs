//! What the formula's lines print: with their value they are never a fraction that comes to something else.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::sync::Arc;

use assay::evaluation::{Evaluation, Options, Overrides, Parts};
use assay::metric::catalogue::find;
use assay::sample::Sample;
use serde_json::{Value, json};

fn line(id: &str, sample: Sample, values: &Value) -> String {
    let options = Options {
        values: values.as_object().unwrap().clone().into_iter().collect(),
        ..Options::default()
    };
    let evaluation = Evaluation::start(find(id).unwrap(), Arc::new(sample), options).unwrap();
    let Parts::Breakdown(parts) = evaluation.outcome(&Overrides::default()).parts else {
        panic!("{id}: no breakdown")
    };
    let line = &parts.lines[0];
    line.with_value(format!("{:.3}", line.value.unwrap()))
}

#[test]
fn a_mean_and_an_f_of_nothing_are_no_fractions() {
    let scores = |relevancy: f64| json!({"faithfulness": 0.5, "answer-relevancy": relevancy, "context-precision": 0.5, "context-recall": 0.5});
    let texts = |answer: &str| Sample {
        answer: answer.to_owned(),
        reference: "red blue".to_owned(),
        ..Sample::default()
    };
    let cases = [
        (
            "ragas-score",
            texts(""),
            scores(0.5),
            "4 / (1/0.500 + 1/0.500 + 1/0.500 + 1/0.500) = 0.500",
        ),
        ("ragas-score", texts(""), scores(0.0), "min = 0.000 ≤ 0 → 0.000"),
        ("ragas-score", texts(""), scores(-0.2), "min = -0.200 ≤ 0 → 0.000"),
        ("rouge-1", texts("green"), json!({}), "P + R = 0 → 0.000"),
        (
            "rouge-1",
            texts("red blue"),
            json!({}),
            "2 · 1.000 · 1.000 / (1.000 + 1.000) = 1.000",
        ),
    ];
    for (id, sample, values, want) in cases {
        assert_eq!(line(id, sample, &values), want);
    }
}
