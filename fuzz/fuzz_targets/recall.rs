//! Recall replies: nothing panics, every wanted passage is answered, scores are on the scale, and an answer whose
//! reasoning is the input is read back.
#![no_main]

use assay::evaluation::{PassageId, PassageKind, Stop};
use assay::reply::recall::own::{self, PassageAnswer};
use assay::reply::recall;
use assay::stats::rational::Rational;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let id = |kind, number| PassageId { kind, number };
    let wanted = [id(PassageKind::Essential, 1), id(PassageKind::Essential, 2), id(PassageKind::Bonus, 1)];
    for (stop, again) in [(Stop::Stop, false), (Stop::Length, false), (Stop::Stop, true)] {
        if let Ok(reading) = recall::read(text, stop, &wanted, again) {
            assert_eq!(reading.passages.len(), wanted.len());
            for passage in reading.passages.iter().chain(&reading.extra) {
                let scale = Rational::from_integer(0)..=Rational::from_integer(5);
                assert!(passage.score.is_err() || passage.score.is_ok_and(|score| scale.contains(&score)));
            }
        }
    }
    let answers: Vec<PassageAnswer> = wanted
        .into_iter()
        .map(|id| PassageAnswer { id, score: 3, reasoning: text.to_owned() })
        .collect();
    let written = own::write(&answers, 2, 1);
    let read = recall::read(&written, Stop::Stop, &wanted, false);
    let read = read.unwrap_or_else(|reason| panic!("{reason:?}: {written}"));
    for passage in &read.passages {
        assert_eq!(passage.score, Ok(Rational::from_integer(3)), "{written}");
        assert_eq!(passage.reasoning, own::one_line(text), "{written}");
    }
});
