//! What in a response is not grounded in the source (seed 003): its claims with too little support, and a score.
//!
//! 1 means that every claim has enough support, not that the response is true.

use std::ops::Range;

use super::sources::Sources;
use super::statements::claims;
use super::support::{Support, THRESHOLD};
use super::table::Table;
use super::tell::Form;
use super::verify;
use crate::i18n::Lang;

/// Claims of a response against its source.
#[derive(Clone, Debug, PartialEq)]
pub struct Grounding {
    /// How many claims the response makes.
    pub claims: usize,
    /// The share of the claims that have enough support, 0–1: what the list leaves. 1 for a response that claims nothing.
    pub score: f64,
    /// Where the claims without enough support stand in the response.
    pub unsupported: Vec<Range<usize>>,
}

/// The claims without enough support, each with what is missing and where the best support stands.
pub fn reasons(table: &Table, lang: Lang, texts: &[String], response: &str) -> Vec<(Range<usize>, String)> {
    let sources = Sources::new(texts.iter().map(String::as_str));
    let unsupported = grounding(table, texts, response).unsupported;
    unsupported
        .into_iter()
        .map(|range| {
            let claim = response.get(range.clone()).unwrap_or_default();
            let support = Support::of(table, &sources, claim);
            let why = verify::reason(table, lang, &sources, claim, &support, Form::Json);
            (range, why)
        })
        .collect()
}

/// Holds the claims of `response` against the source.
pub fn grounding(table: &Table, texts: &[String], response: &str) -> Grounding {
    let sources = Sources::new(texts.iter().map(String::as_str));
    let claims = claims(response);
    let count = claims.len();
    let unsupported: Vec<Range<usize>> = claims
        .into_iter()
        .filter(|range| {
            let support = Support::of(table, &sources, response.get(range.clone()).unwrap_or_default());
            // A claim of grammar alone ("It is so.") can't be held against anything.
            let is_open = support.words.iter().all(|word| table.weight(word) == 0.0);
            !is_open && support.p < THRESHOLD
        })
        .collect();
    let score = if unsupported.is_empty() {
        1.0
    } else {
        (count - unsupported.len()) as f64 / count as f64
    };
    Grounding {
        score,
        claims: count,
        unsupported,
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    #[test]
    fn unsupported_claims_are_listed_word_for_word() {
        let cases: &[(&str, &str, &[&str])] = &[
            (
                "The path is 4 km long. Dogs are allowed on a lead.",
                "The path is 4 km long. It was opened by the mayor of Ellmark in 1971.",
                &["It was opened by the mayor of Ellmark in 1971."],
            ),
            (
                "園區裡種柿子和橘子，週一休園。",
                "園區裡種柿子和橘子。門票每人三百元。",
                &["門票每人三百元。"],
            ),
            (
                "Мост открыли в 1987 году.",
                "Мост открыли в 1987 году. Его покрасили зелёной краской рабочие завода.",
                &["Его покрасили зелёной краской рабочие завода."],
            ),
            (
                "The path is 4 km long.",
                "Hello! The path is 4 km long. Anything else?",
                &[],
            ),
            ("The path is 4 km long.", "I don't know.", &[]),
        ];
        for (source, response, expected) in cases {
            let found = grounding(&table(), &[(*source).to_owned()], response);
            let texts: Vec<&str> = found
                .unsupported
                .iter()
                .map(|range| response.get(range.clone()).unwrap())
                .collect();
            assert_eq!(&texts, expected);
            assert_eq!(
                found.score == 1.0,
                expected.is_empty(),
                "{response} {}",
                found.score
            );
            assert!((0.0..=1.0).contains(&found.score));
        }
    }

    #[test]
    fn the_score_is_what_the_list_leaves() {
        let source = ["The path is 4 km long. It was opened in 1971. Dogs are allowed on a lead.".to_owned()];
        for (response, score) in [
            ("The path was opened in 1917.", 0.0),
            ("The path is 9 km long. Dogs are not allowed.", 0.0),
            ("The path is 4 km long. It was opened in 1917.", 0.5),
            ("The path is 4 km long. It was opened in 1971.", 1.0),
            (
                "The path is 4 km long. Bakers knead sourdough. Dogs are allowed on a lead. It is so.",
                0.75,
            ),
        ] {
            let found = grounding(&table(), &source, response);
            assert!((found.score - score).abs() < 1e-9, "{response}: {found:?}");
        }
    }
}
