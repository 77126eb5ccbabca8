//! The sentence of some texts that is most like a quotation which stands in none of them word for word.

use std::ops::Range;

use serde::Serialize;

use super::rouge::{Mode, rouge_l};
use super::sentences::sentences;

/// As many sentences as are compared at most.
const MOST: usize = 2_000;

/// The nearest sentence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Nearest {
    /// Which of the texts, from 0.
    pub entry: usize,
    /// Where it stands there, in bytes.
    #[serde(skip)]
    pub range: Range<usize>,
    /// The sentence.
    pub text: String,
    /// F1 of the longest common subsequence of words, 0–1.
    pub similarity: f64,
}

/// The most similar sentence, of equals the first; `None` where none shares a word with the quotation.
pub fn nearest<'t>(quotation: &str, texts: impl IntoIterator<Item = &'t str>) -> Option<Nearest> {
    let all = texts.into_iter().enumerate().flat_map(|(entry, text)| {
        let ranges = sentences(text).into_iter();
        ranges.filter_map(move |range| Some((entry, text.get(range.clone())?, range)))
    });
    let mut best: Option<Nearest> = None;
    for (entry, sentence, range) in all.take(MOST) {
        let similarity = rouge_l(sentence, quotation, Mode::Unicode).f1;
        if similarity > best.as_ref().map_or(0.0, |best| best.similarity) {
            best = Some(Nearest {
                entry,
                range,
                text: sentence.trim().to_owned(),
                similarity,
            });
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_sentence_and_how_near_it_is() {
        let texts = [
            "The mill was built in 1890. It grinds oats.",
            "磨坊建於一八九〇年。現在磨燕麥。",
        ];
        for (quotation, entry, text, similarity) in [
            // 5 of 6 words and 5 of 6.
            (
                "The mill was built in 1980.",
                0,
                "The mill was built in 1890.",
                5.0 / 6.0,
            ),
            ("It grinds wheat.", 0, "It grinds oats.", 2.0 / 3.0),
            ("磨坊建於一八九〇年", 1, "磨坊建於一八九〇年。", 1.0),
        ] {
            let got = nearest(quotation, texts).unwrap();
            assert_eq!((got.entry, got.text.as_str()), (entry, text), "{quotation}");
            assert!(
                (got.similarity - similarity).abs() < 1e-9,
                "{quotation}: {}",
                got.similarity
            );
            assert_eq!(texts[entry].get(got.range).map(str::trim), Some(text));
        }
        assert_eq!(nearest("Zebras sleep standing.", texts), None);
        assert_eq!(nearest("", texts), None);
    }
}
