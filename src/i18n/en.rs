//! English.

use super::strings::{Embedded, Failures, Flags, Metrics, Reasons, Strings};

/// English.
pub(super) const STRINGS: Strings = Strings {
    metrics: Metrics {
        rag_recall: "RAG Recall",
    },
    reasons: Reasons {
        unreadable: "",
        unreadable_next: "",
    },
    flags: Flags {
        judge_arithmetic_differs: "",
    },
    failures: Failures { offline: "" },
    embedded: Embedded {
        name: "Embedded judge",
        note: "Matches words, numbers and names, calibrated on public human labels. It is not a language model: it can't see negation, swapped roles or a changed word, and it underrates a faithful paraphrase. Tuned on English; other languages are matched by words or characters. Don't compare its scores with an LLM's.",
        quoted: "“{text}”",
        separator: ", ",
        more: " and {count} more",
        between_sentences: " ",
        between_kinds: ", ",
        found: "Found: {list}.",
        all_found: "Every word of the passage was found.",
        nothing_found: "None of its words were found.",
        missing: "Missing: {list}.",
        missing_word: "the word {list}",
        missing_words: "the words {list}",
        missing_number: "the number {list}",
        missing_numbers: "the numbers {list}",
        missing_name: "the name {list}",
        missing_names: "the names {list}",
        support: "Best support: sentence {sentence}.",
        share: "Weighted by rarity, {percent} % of the passage was found.",
        points_found: "Found in the chunks: {list}.",
        points_missing: "Not found: {list}.",
        no_points: "The question has no words to look for.",
        asked_found: "The question asks for {kind}; chunk {chunk} names one.",
        asked_missing: "The question asks for {kind}; no chunk names one.",
        scattered: "What the question asks about stands scattered; no passage brings enough of it together.",
        repeats: "The chunks only repeat the question.",
        asked_person: "a person or a name",
        asked_time: "a date or a time",
        asked_place: "a place",
        asked_amount: "a number",
        asked_duration: "a length of time",
        asked_reason: "a reason",
        lacks: "Information on {text}",
        lacks_any: "An answer to the question: {kind}",
        caution: "This was judged by words alone, so a near miss can pass.",
    },
};
