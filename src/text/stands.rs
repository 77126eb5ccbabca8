//! In which of many texts a phrase stands. Each text is read once, however many phrases are looked for.

use std::cell::OnceCell;

use super::align::{Pick, found, lit_keys, pick};
use super::normalise::{folded, whole};
use super::words::{KeySet, words};

/// The texts, in their order.
pub struct Texts<'t>(Vec<Text<'t>>);

struct Text<'t> {
    text: &'t str,
    folded: String,
    /// Of its content words; wanted only where a phrase stands nowhere word for word.
    keys: OnceCell<KeySet>,
}

impl<'t> Texts<'t> {
    /// Reads the texts.
    pub fn new(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let read = |text| Text {
            text,
            folded: folded(text),
            keys: OnceCell::new(),
        };
        Self(texts.into_iter().map(read).collect())
    }

    /// The places of the texts that hold a phrase: word for word, or else with the most of its words, at least half.
    pub fn holding(&self, phrase: &str) -> Vec<usize> {
        let needle = folded(phrase);
        let needle = needle.trim();
        let verbatim = self.places(|text| whole(needle, &text.folded).is_some());
        if !verbatim.is_empty() {
            return verbatim;
        }
        let phrase_words = words(phrase);
        let lacking: Vec<usize> = self
            .0
            .iter()
            .map(|text| {
                let keys = text.keys.get_or_init(|| lit_keys(text.text, &words(text.text)));
                pick(phrase, &phrase_words, keys, Pick::Unknown)
                    .iter()
                    .map(ExactSizeIterator::len)
                    .sum()
            })
            .collect();
        let least = lacking.iter().min().copied().unwrap_or(usize::MAX);
        if least > phrase.len() / 2 {
            return Vec::new();
        }
        let mut lacking = lacking.into_iter();
        self.places(|text| lacking.next() == Some(least) && !found(phrase, text.text).is_empty())
    }

    fn places(&self, mut holds: impl FnMut(&Text<'t>) -> bool) -> Vec<usize> {
        self.0
            .iter()
            .enumerate()
            .filter(|(_, text)| holds(text))
            .map(|(place, _)| place)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_phrases_stand() {
        let texts = Texts::new([
            "The ferry to Tosund carries up to 24 cars.",
            "The crossing takes 35 minutes in calm weather.",
            "Tosund has a bakery; “Cars” are welcome.",
            "圖書館週一休館。",
            "",
        ]);
        for (phrase, places) in [
            ("24 cars", vec![0]),
            ("CARS", vec![0, 2]),
            ("\"cars\" are", vec![2]),
            ("the ferry to Tosund with its pool", vec![0]),
            ("35 minutes of calm", vec![1]),
            ("週一 休館", vec![3]),
            ("airport shuttle", vec![]),
            // Words and numbers are whole.
            ("car", vec![0, 2]),
            ("aker", vec![]),
            ("4", vec![]),
            ("5 minutes", vec![1]),
            ("B", vec![]),
            ("館週", vec![3]),
            ("", vec![]),
            (" ", vec![]),
        ] {
            assert_eq!(texts.holding(phrase), places, "{phrase:?}");
        }
        assert!(Texts::new([]).holding("cars").is_empty());
    }
}
