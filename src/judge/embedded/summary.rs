//! Is a summary complete (seed 003)? Each sentence of the source has to have enough of its words in the summary, and must
//! not be contradicted there. It counts by how central it is: the more of its words come again in others, and the first
//! sentence of a text the more. The score is the covered share of that weight, and every sentence that is not covered is
//! listed.
//!
//! What a reader would call the key points was not measured.

use crate::i18n::Lang;
use crate::text::align::{Pick, content_keys, pick};
use crate::text::words::words;

use super::passages::missing;
use super::places::content;
use super::recall::recall;
use super::rules::otherwise;
use super::sources::Sources;
use super::table::Table;
use super::tell::{Form, differing};
use super::verify::best_match;

/// A central sentence is covered when the summary holds this share of it, by weight, and says nothing else.
const COVERED: f64 = 0.5;
/// Of a longer source so many sentences count, the most central ones: each is held against the whole summary.
const MOST: usize = 200;

/// A sentence of the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The sentence.
    pub text: String,
    /// How central it is.
    pub weight: f64,
    /// The summary holds enough of it.
    pub covered: bool,
}

/// The sentences that count, in the order of the source.
pub fn points(table: &Table, texts: &[String], summary: &str) -> Vec<Point> {
    let sources = Sources::new(texts.iter().map(String::as_str));
    let summary = Sources::new([summary]);
    let mut ranked: Vec<(usize, f64)> = Vec::new();
    for (at, sentence) in sources.sentences().iter().enumerate() {
        let content = content(table, &words(sources.sentence_text(at)));
        // "It may be.": nothing of its own is said.
        if content.is_empty() {
            continue;
        }
        let shared: f64 = content
            .iter()
            .map(|(key, weight)| weight * f64::from(u8::from(sources.places(*key).len() > 1)))
            .sum();
        let all: f64 = content.iter().map(|(_, weight)| weight).sum();
        // A long sentence shares more for its length alone; the square root takes half of that back.
        let early = if sentence.number == 1 { 1.25 } else { 1.0 };
        ranked.push((at, early * (0.2 * all + shared) / (content.len() as f64).sqrt()));
    }
    // Stable: of equals the earlier one stays.
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked.truncate(MOST);
    ranked.sort_by_key(|(at, _)| *at);
    ranked
        .into_iter()
        .map(|(at, weight)| {
            let text = sources.sentence_text(at);
            Point {
                text: text.to_owned(),
                weight,
                covered: recall(table, &words(text), summary.keys()).raw >= COVERED
                    && otherwise(table, &summary, text).conflicts.is_empty(),
            }
        })
        .collect()
}

/// Why a point is not covered: what the summary says otherwise, what it lacks, and its sentence that comes nearest.
pub fn reason(table: &Table, lang: Lang, summary: &str, point: &str) -> String {
    let summary = Sources::new([summary]);
    let strings = &lang.strings().embedded;
    let words = words(point);
    let conflicts = otherwise(table, &summary, point).conflicts;
    let mut parts: Vec<String> = differing(lang, strings.in_answer, &conflicts).collect();
    let dark = pick(point, &words, summary.keys(), Pick::Unknown);
    parts.extend(missing(lang, point, &words, summary.keys(), dark));
    let best = summary.best(&content(table, &words));
    parts.extend(
        best.and_then(|at| best_match(lang, &summary, at, &content_keys(&words), &conflicts, Form::Json)),
    );
    parts.join(strings.between_sentences)
}

/// The weighted share of the points that are covered, 0–1; `None` when the source makes no point.
pub fn completeness(points: &[Point]) -> Option<f64> {
    let sum = |wanted: &dyn Fn(&Point) -> bool| -> f64 {
        points
            .iter()
            .filter(|point| wanted(point))
            .map(|point| point.weight)
            .sum()
    };
    let all = sum(&|_| true);
    (all > 0.0).then(|| sum(&|point| point.covered) / all)
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    fn judged(source: &str, summary: &str) -> (f64, Vec<String>) {
        let points = points(&table(), &[source.to_owned()], summary);
        let open = points
            .iter()
            .filter(|point| !point.covered)
            .map(|point| point.text.clone());
        (completeness(&points).unwrap(), open.collect())
    }

    #[test]
    fn what_is_left_out_lowers_it() {
        let cases = [
            (
                "The Arden mill burned down in 1872. The owners rebuilt the Arden mill in stone. Today the mill is a \
                 museum of weaving.",
                "The Arden mill burned in 1872, was rebuilt in stone by its owners, and is now a museum of weaving.",
                "The Arden mill burned in 1872.",
            ),
            (
                "圖書館平日開放到晚上九點。借閱證在一樓服務台辦理。三樓設有自習室供讀者使用。",
                "圖書館平日晚上九點關門，借閱證到一樓服務台辦理，三樓有自習室供讀者使用。",
                "圖書館平日開放到晚上九點。",
            ),
            (
                "Мельница в Туле сгорела в 1872 году. Владельцы построили новую мельницу из камня. Сегодня там музей \
                 ткачества.",
                "Мельница в Туле сгорела в 1872 году; владельцы построили новую из камня, сегодня там музей ткачества.",
                "Мельница в Туле сгорела в 1872 году.",
            ),
        ];
        for (source, whole, part) in cases {
            let (score, open) = judged(source, whole);
            assert!((score - 1.0).abs() < 1e-9 && open.is_empty(), "{whole} {open:?}");
            let (score, open) = judged(source, part);
            assert!(score < 0.7 && open.len() == 2, "{part} {score} {open:?}");
            let (score, open) = judged(source, "Apples.");
            assert!(score == 0.0 && open.len() == 3, "{score} {open:?}");
        }
    }

    #[test]
    fn every_sentence_that_is_left_out_is_listed() {
        let cases = [
            (
                "The mill stands near Ulm. It will be sold in May. It was closed in March.",
                "The mill stands near Ulm.",
                2,
            ),
            (
                "The mill stands near Ulm. It employs 90 workers. Director Eva Roth bought it in 2012. The roof will be \
                 replaced in June. Tours start at 10:30 on Fridays.",
                "The mill stands near Ulm.",
                4,
            ),
            (
                "磨坊位於烏爾姆附近。磨坊僱用九十名工人。屋頂將於六月翻修。導覽週五開始。",
                "磨坊位於烏爾姆附近。",
                3,
            ),
        ];
        for (source, summary, left_out) in cases {
            let (score, open) = judged(source, summary);
            assert_eq!(open.len(), left_out, "{open:?}");
            assert!(score > 0.0 && score < 0.6, "{score}");
            let (score, open) = judged(source, source);
            assert!((score - 1.0).abs() < 1e-9 && open.is_empty(), "{open:?}");
        }
    }

    #[test]
    fn no_point_is_no_score() {
        assert_eq!(
            completeness(&points(&table(), &["…".to_owned(), String::new()], "x")),
            None
        );
    }
}
