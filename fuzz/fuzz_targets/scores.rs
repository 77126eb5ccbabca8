//! Labelled scores: nothing panics, and what is read is on the scale.
#![no_main]

use assay::evaluation::Stop;
use assay::reply::folded::Folded;
use assay::reply::score::{judge_score, last_score};
use assay::stats::rational::Rational;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let folded = Folded::new(text);
    if let Some((_, marked)) = last_score(&folded, 0, folded.chars.len(), &[]) {
        assert!(marked.label <= marked.end && marked.label <= folded.chars.len());
    }
    for stop in [Stop::Stop, Stop::Length] {
        if let Ok(score) = judge_score(text, stop) {
            assert!((Rational::from_integer(0)..=Rational::from_integer(1)).contains(&score));
        }
    }
});
