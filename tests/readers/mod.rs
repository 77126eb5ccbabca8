//! The readers of single answers and of lists about what was asked, on one text: what they read is on its scale and
//! about what was asked. For the property tests and the fuzz target `answers`.

use assay::evaluation::Stop;
use assay::reply::{free, numbers, ratings, single, statements, verdicts};

/// Reads a text as each kind of answer.
pub fn read_answers(text: &str, stop: Stop) {
    let asked = ["The tower is old.", "It has a bell."].map(String::from);
    if let Ok(read) = statements::read(text, stop) {
        assert!(read.texts.iter().all(|text| !text.trim().is_empty()));
    }
    if let Ok(read) = verdicts::read(text, stop, &asked) {
        assert_eq!(read.entries.len(), asked.len());
    }
    if let Ok(read) = ratings::read(text, stop, asked.len(), 3.0) {
        assert_eq!(read.entries.len(), asked.len());
        let mut given = read.entries.iter().flatten();
        assert!(given.all(|given| (0.0..=3.0).contains(&given.value)));
    }
    if let Ok(read) = numbers::read(text, stop, &asked) {
        assert!(read.given.iter().all(|number| (1..=asked.len()).contains(number)));
    }
    if let Ok(read) = single::read_number(text, stop, "score", (1.0, 5.0)) {
        assert!((1.0..=5.0).contains(&read.value));
    }
    if let Ok(read) = single::read_generated(text, stop) {
        assert!(!read.question.trim().is_empty());
    }
    let _ = (single::read_verdict(text, stop), single::read_answer(text, stop));
    if let Ok(read) = free::read(text, stop) {
        assert!(!read.trim().is_empty());
    }
}
