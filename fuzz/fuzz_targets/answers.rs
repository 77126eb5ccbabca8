//! Statements, verdicts, ratings, sentence numbers, single verdicts and free answers: nothing panics, nothing is off its
//! scale or about something that was not asked.
#![no_main]

use assay::evaluation::Stop;
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/readers/mod.rs"]
mod readers;

fuzz_target!(|text: &str| {
    for stop in [Stop::Stop, Stop::Length] {
        readers::read_answers(text, stop);
    }
});
