//! Statements of two texts sorted into what both say (`TP`), what only the first says (`FP`) and what only the second says
//! (`FN`), by number. Who has reasons adds them as `why`; a language model isn't asked for them.

use serde_json::{Value, json};

use super::verdicts::{Finding, Given};

/// Such a reply. For each statement of both texts whether the other text supports it, and why.
pub fn write(answer: &[Given], reference: &[Given]) -> String {
    let numbers = |verdicts: &[Given], wanted: bool| -> Vec<usize> {
        (1..)
            .zip(verdicts)
            .filter(|(_, (verdict, ..))| *verdict == wanted)
            .map(|(number, _)| number)
            .collect()
    };
    let reasons =
        |verdicts: &[Given]| -> Vec<Value> { verdicts.iter().map(|(_, reason, _)| json!(reason)).collect() };
    let findings = |verdicts: &[Given]| -> Vec<Value> {
        let word = |finding: &Option<Finding>| finding.map_or(Value::Null, |finding| json!(finding.id()));
        verdicts.iter().map(|(.., finding)| word(finding)).collect()
    };
    json!({
        "TP": numbers(answer, true),
        "FP": numbers(answer, false),
        "FN": numbers(reference, false),
        "why": {"answer": reasons(answer), "reference": reasons(reference)},
        "finding": {"answer": findings(answer), "reference": findings(reference)},
    })
    .to_string()
}

/// The reason for a statement of one side, `answer` or `reference`; number from 1.
pub fn reason(why: Option<&Value>, side: &str, number: usize) -> String {
    said(why, side, number)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

/// What a no to a statement of one side means, where it is said; number from 1.
pub fn finding(findings: Option<&Value>, side: &str, number: usize) -> Option<Finding> {
    Finding::read(said(findings, side, number))
}

fn said<'v>(lists: Option<&'v Value>, side: &str, number: usize) -> Option<&'v Value> {
    lists?.get(side)?.get(number.checked_sub(1)?)
}
