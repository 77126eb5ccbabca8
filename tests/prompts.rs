//! What each prompt must say, whatever its wording: polarity, scale, markers, placeholders, output keys.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use assay::metric::catalogue;
use assay::prompt::sha256_hex;

/// A template by id.
fn text(id: &str) -> &'static str {
    let mut templates = catalogue::ALL.iter().flat_map(|metric| metric.prompts());
    templates
        .find(|template| template.id == id)
        .map(|template| template.text)
        .unwrap()
}

/// The text in one line of single spaces.
fn flat(id: &str) -> String {
    text(id).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_prompt_keeps_its_rules() {
    let pinned: &[(&str, &[&str])] = &[
        (
            "rag-recall",
            &[
                "Score each ESSENTIAL passage from 1 to 5",
                "(1: the returned passage holds none of it; 5: it holds all of it)",
                "Score each BONUS passage from 0 to 5",
                "(0: the returned passage holds none of it; 5: it holds all of it)",
                "[ESSENTIAL PASSAGE]",
                "[BONUS PASSAGE]",
                "RECALL_Reasoning:",
                "RECALL_Essential_Formula: (sum of ESSENTIAL scores) / E",
                "RECALL_Bonus_Formula: (sum of BONUS scores) / (E * B * 2)",
                "RECALL_Combined_Formula: RECALL_Essential_Formula + RECALL_Bonus_Formula",
                "RECALL_Final_Score_Calculation: min(5, RECALL_Combined_Formula)",
                "RECALL_Final_Score:",
                "at most 2 decimals; round half up at the third",
                "capped at 5",
                "{passage_gt}",
                "{passage_llm}",
            ],
        ),
        (
            "rag-recall-again",
            &["1 to 5 for ESSENTIAL, 0 to 5 for BONUS", "{{ passages }}"],
        ),
        (
            "sufficient-context",
            &[
                "sufficient if and only if a PLAUSIBLE answer",
                "need NOT be proven correct",
                "NOT inferable from the context",
                "exclude each other and nothing in it tells which one holds, it is insufficient",
                "`ID: 3`",
                "\"Sufficient Context\": true/false",
                "\"is_sufficient\": true/false",
                "\"required_entities\"",
                "\"coverage\"",
                "\"missing_information\"",
                "\"contradictions\"",
                "\"confidence\": 0.0",
                "\"reasoning\"",
                "\"useful_chunk_ids\": [0, 3, 7]",
                "0.9-1.0 if the context clearly supports or clearly fails",
                "0.5-0.7 if the evidence is partial or ambiguous",
                "below 0.5 if you cannot tell",
                "{{ question }}",
                "{{ retrieved_docs }}",
            ],
        ),
        (
            "sufficient-context-paper",
            &[
                "Inference over several hops is allowed",
                "asked at the time at which the context was written",
                "1 if the context is sufficient, 0 if it is not",
                "{\"reasoning\": \"...\", \"Sufficient Context\": 0}",
                "{{ question }}",
                "{{ retrieved_docs }}",
            ],
        ),
        (
            "sufficient-context-again",
            &["`Sufficient Context` and `is_sufficient`", "same value for both"],
        ),
    ];
    let ids: Vec<&str> = pinned.iter().map(|(id, _)| *id).collect();
    for template in catalogue::ALL.iter().flat_map(|metric| metric.prompts()) {
        assert!(ids.contains(&template.id), "{} has no pins", template.id);
    }
    for (id, pins) in pinned {
        for pin in *pins {
            assert!(flat(id).contains(pin), "{id} lost: {pin}");
        }
    }
}

#[test]
fn each_built_in_template_passes_its_own_check() {
    for template in catalogue::ALL.iter().flat_map(|metric| metric.prompts()) {
        assert_eq!(template.check(template.text), Ok(()), "{}", template.id);
    }
}

/// A changed text needs a new version: scores of two wordings are not comparable.
#[test]
fn the_version_goes_with_the_text() {
    let known = [
        ("rag-recall", 1, "e8d7e07612f1"),
        ("rag-recall-again", 1, "e90e64244091"),
        ("sufficient-context", 1, "357a53a7451f"),
        ("sufficient-context-paper", 1, "419350d7b00e"),
        ("sufficient-context-again", 1, "894d5a0423c2"),
    ];
    for template in catalogue::ALL.iter().flat_map(|metric| metric.prompts()) {
        let hash = sha256_hex(template.text);
        let entry = (template.id, template.version, hash.get(..12).unwrap());
        assert!(
            known.contains(&entry),
            "{entry:?} is not the text of that version"
        );
    }
}
