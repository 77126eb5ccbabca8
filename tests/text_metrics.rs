//! BLEU, chrF and ROUGE against the figures of sacreBLEU and rouge_score, and their ranges.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use assay::text::rouge::{Mode, rouge_l, rouge_n};
use assay::text::{bleu, chrf};
use proptest::prelude::*;
use serde_json::Value;

#[test]
fn compatible_modes_equal_their_peers() {
    let file: Value = serde_json::from_str(include_str!("cases/text_metrics.json")).unwrap();
    let tolerance = file["tolerance"].as_f64().unwrap();
    let mut compared = 0;
    for row in file["rows"].as_array().unwrap() {
        let (answer, reference) = (
            row["response"].as_str().unwrap(),
            row["reference"].as_str().unwrap(),
        );
        let mut check = |name: &str, got: f64, want: &Value| {
            let want = want.as_f64().unwrap().clamp(0.0, 1.0);
            assert!(
                (got - want).abs() <= tolerance,
                "{name} of {answer:?} / {reference:?}: {got}, want {want}"
            );
            compared += 1;
        };
        check(
            "BLEU",
            bleu::compatible(answer, reference).score,
            &row["bleu_corpus_1seg"],
        );
        check("chrF", chrf::compatible(answer, reference).score, &row["chrf"]);
        for (name, got) in [
            ("rouge1_stem", rouge_n(answer, reference, 1, Mode::Compatible)),
            ("rouge2_stem", rouge_n(answer, reference, 2, Mode::Compatible)),
            ("rougeL_stem", rouge_l(answer, reference, Mode::Compatible)),
        ] {
            check(name, got.precision, &row[name]["p"]);
            check(name, got.recall, &row[name]["r"]);
            check(name, got.f1, &row[name]["f"]);
        }
    }
    assert!(compared >= 100);
}

#[test]
fn identical_chinese_texts_are_one_in_unicode_mode_and_zero_in_the_compatible() {
    let text = "五味子";
    assert_eq!(bleu::unicode(text, text).score, 1.0);
    assert_eq!(chrf::unicode(text, text).score, 1.0);
    assert_eq!(rouge_l(text, text, Mode::Unicode).f1, 1.0);
    assert_eq!(bleu::compatible(text, text).score, 0.0);
    assert_eq!(rouge_l(text, text, Mode::Compatible).f1, 0.0);
}

/// The longest common subsequence by the textbook table.
fn longest_common(first: &[&str], second: &[&str]) -> usize {
    let mut row = vec![0; second.len() + 1];
    for a in first {
        let mut diagonal = 0;
        for (at, b) in second.iter().enumerate() {
            let up = row[at + 1];
            row[at + 1] = if a == b { diagonal + 1 } else { up.max(row[at]) };
            diagonal = up;
        }
    }
    row[second.len()]
}

proptest! {
    #[test]
    fn rouge_l_is_the_textbook_table(
        first in prop::collection::vec("[abc]", 1..150), second in prop::collection::vec("[abc]", 1..150)
    ) {
        let (a, b): (Vec<&str>, Vec<&str>) =
            (first.iter().map(String::as_str).collect(), second.iter().map(String::as_str).collect());
        let got = rouge_l(&first.join(" "), &second.join(" "), Mode::Unicode);
        prop_assert!((got.precision - longest_common(&a, &b) as f64 / a.len() as f64).abs() < 1e-12);
    }

    #[test]
    fn everything_lies_in_range(answer in ".{0,80}", reference in ".{0,80}") {
        for mode in [Mode::Unicode, Mode::Compatible] {
            for figure in [rouge_n(&answer, &reference, 1, mode), rouge_n(&answer, &reference, 2, mode), rouge_l(&answer, &reference, mode)] {
                prop_assert!((0.0..=1.0).contains(&figure.f1));
            }
        }
        for figure in [bleu::unicode(&answer, &reference).score, bleu::compatible(&answer, &reference).score, chrf::unicode(&answer, &reference).score, chrf::compatible(&answer, &reference).score] {
            prop_assert!((0.0..=1.0).contains(&figure));
        }
    }
}
