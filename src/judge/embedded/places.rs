//! Where the words of a statement stand in the sources: its best sentence, its best window, and what stands nowhere.
//!
//! What follows from that is not decided here: [`super::support`] makes features of it, [`super::rules`] looks there for
//! what is said otherwise.

use std::ops::Range;

use crate::text::words::{Key, KeySet, Kind, Word};

use super::passages::names;
use super::sources::Sources;
use super::table::Table;

/// A window is so many sentences of one text.
const WINDOW: usize = 3;

/// The different content words with their weights, in the statement's order.
pub(super) fn content(table: &Table, words: &[Word]) -> Vec<(Key, f64)> {
    let mut seen = KeySet::default();
    words
        .iter()
        .map(|word| (word.key, table.weight(word)))
        .filter(|(key, weight)| *weight > 0.0 && seen.insert(*key))
        .collect()
}

/// A word counts one; of text without spaces, where two pairs make a word, half.
fn size(word: &Word) -> f64 {
    match word.kind {
        Kind::Pair | Kind::LightPair => 0.5,
        _ => 1.0,
    }
}

/// Where in the sources a statement's words stand together.
pub(super) struct Places {
    /// The sentence that holds most; `None`: none holds anything.
    pub best: Option<usize>,
    /// How much it holds, by weight.
    pub best_weight: f64,
    /// The window that holds most.
    pub window: Range<usize>,
    /// How much that holds.
    pub window_weight: f64,
}

impl Places {
    pub fn find(content: &[(Key, f64)], sources: &Sources<'_>) -> Self {
        let mut hits: Vec<(usize, usize)> = content
            .iter()
            .enumerate()
            .flat_map(|(word, (key, _))| sources.places(*key).iter().map(move |place| (*place, word)))
            .collect();
        sources.spend(content.len() + hits.len());
        hits.sort_unstable();
        let weight = |word: usize| content.get(word).map_or(0.0, |(_, weight)| *weight);
        let mut places = Self {
            best: None,
            best_weight: 0.0,
            window: 0..0,
            window_weight: 0.0,
        };
        // In which window a word was counted last.
        let mut counted = vec![usize::MAX; content.len()];
        let mut rest = hits.as_slice();
        while let Some((first, _)) = rest.first().copied() {
            let text = |at: usize| sources.sentences().get(at).map(|sentence| sentence.text);
            let here = rest.iter().take_while(|(place, _)| *place == first).count();
            let (mut alone, mut together, mut end) = (0.0, 0.0, first + 1);
            for (at, (place, word)) in rest.iter().enumerate() {
                if *place >= first + WINDOW || text(*place) != text(first) {
                    break;
                }
                if at < here {
                    alone += weight(*word);
                }
                if let Some(counted) = counted.get_mut(*word)
                    && *counted != first
                {
                    *counted = first;
                    together += weight(*word);
                    end = place + 1;
                }
            }
            if alone > places.best_weight {
                (places.best_weight, places.best) = (alone, Some(first));
            }
            if together > places.window_weight {
                (places.window_weight, places.window) = (together, first..end);
            }
            rest = rest.get(here..).unwrap_or_default();
        }
        places
    }
}

/// What of a statement is missing.
#[derive(Default)]
pub(super) struct Missing {
    pub numbers: f64,
    pub names: f64,
    pub words: f64,
}

impl Missing {
    pub fn of(words: &[Word], found: &KeySet) -> Self {
        let named: KeySet = names(words).map(|word| word.key).collect();
        let mut missing = Self::default();
        let mut seen = KeySet::default();
        for word in words {
            if word.stop || found.contains(&word.key) || !seen.insert(word.key) {
                continue;
            }
            missing.words += size(word);
            match word.kind {
                Kind::Number => missing.numbers += 1.0,
                Kind::Word if named.contains(&word.key) => missing.names += 1.0,
                _ => {}
            }
        }
        missing
    }
}
