//! Statements of two texts sorted into what both say (`TP`), what only the first says (`FP`) and what only the second says
//! (`FN`), by number. Who has reasons adds them as `why`; a language model isn't asked for them.

use serde_json::{Value, json};

/// Such a reply. For each statement of both texts whether the other text supports it, and why.
pub fn write(answer: &[(bool, String)], reference: &[(bool, String)]) -> String {
    let numbers = |verdicts: &[(bool, String)], wanted: bool| -> Vec<usize> {
        (1..)
            .zip(verdicts)
            .filter(|(_, (verdict, _))| *verdict == wanted)
            .map(|(number, _)| number)
            .collect()
    };
    let reasons = |verdicts: &[(bool, String)]| -> Vec<Value> {
        verdicts.iter().map(|(_, reason)| json!(reason)).collect()
    };
    json!({
        "TP": numbers(answer, true),
        "FP": numbers(answer, false),
        "FN": numbers(reference, false),
        "why": {"answer": reasons(answer), "reference": reasons(reference)},
    })
    .to_string()
}

/// The reason for a statement of one side, `answer` or `reference`; number from 1.
pub fn reason(why: Option<&Value>, side: &str, number: usize) -> String {
    why.and_then(|why| why.get(side)?.get(number.checked_sub(1)?)?.as_str())
        .unwrap_or_default()
        .to_owned()
}
