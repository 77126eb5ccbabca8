//! Lists of what was asked about, as models write them.
#![allow(clippy::unwrap_used, reason = "a test may")]

use assay::evaluation::{Reason, Stop};
use assay::reply::numbers::read;
use serde_json::json;

fn sentences() -> Vec<String> {
    let text = |at| format!("The mill number {at} burned in 190{at}.");
    (1..=7).map(text).collect()
}

#[test]
fn what_is_listed_is_a_number_or_a_text_or_nobody_knows() {
    for (list, want) in [
        (json!([1, 4]), Ok((vec![1, 4], false))),
        (json!([4, 1, 4.0]), Ok((vec![4, 1], false))),
        (json!([0, 2]), Ok((vec![2], true))),
        (json!([2, 1.5]), Ok((vec![2], true))),
        (
            json!(["[1]", "ID: 2", "Sentence 3", "#4", "第 5 句", "s6"]),
            Ok((vec![1, 2, 3, 4, 5, 6], false)),
        ),
        (json!("1, 4 and 2"), Ok((vec![1, 4, 2], false))),
        (json!("Sentences 1 and 3."), Ok((vec![1, 3], false))),
        (json!("[1, 4]"), Ok((vec![1, 4], false))),
        (json!(["-1", "３"]), Ok((vec![3], true))),
        (
            json!(["2. The 4 horses ran in 1905.", "[3] It has 5 floors."]),
            Ok((vec![2, 3], false)),
        ),
        (
            json!([{"index": 1}, {"sentence_number": "2"}, {"sentence": 3}]),
            Ok((vec![1, 2, 3], false)),
        ),
        (json!([["1"], [2]]), Ok((vec![1, 2], false))),
        (
            json!([" the mill NUMBER 2 burned in 1902. "]),
            Ok((vec![2], false)),
        ),
        (
            json!([{"text": "The mill number 3 burned in 1903.", "id": 3}]),
            Ok((vec![3], false)),
        ),
        (json!(["None"]), Ok((vec![], false))),
        (json!([null, ""]), Ok((vec![], false))),
        (json!(null), Ok((vec![], false))),
        // A range, or words that may hold a number for another reason.
        (json!(["1-3"]), Err(Reason::MissingVerdict)),
        (json!("1–3"), Err(Reason::MissingVerdict)),
        (json!("1 to 3"), Err(Reason::MissingVerdict)),
        (json!(["The first one"]), Err(Reason::MissingVerdict)),
        (json!(["The mill burned in 1958."]), Err(Reason::MissingVerdict)),
        (json!(["The 4 horses ran."]), Err(Reason::MissingVerdict)),
        (json!(["1 is needed, 2 is not"]), Err(Reason::MissingVerdict)),
        (json!([{"text": "Another one."}]), Err(Reason::MissingVerdict)),
        (json!([true, false]), Err(Reason::MissingVerdict)),
        (json!({"1": true}), Err(Reason::MissingVerdict)),
    ] {
        let reply = json!({ "sentences": list }).to_string();
        let read = read(&reply, Stop::Stop, &sentences());
        assert_eq!(
            read.map(|numbers| (numbers.given, numbers.invented)),
            want,
            "{list}"
        );
    }
}
