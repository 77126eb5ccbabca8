//! Whether a word of a statement that stands elsewhere in the source stands there in the same matter. A long source
//! holds most words somewhere: "closed" of another sentence says nothing of a door that is open.

use super::{Side, Token};
use crate::judge::embedded::sources::Sources;
use crate::judge::embedded::table::Table;
use crate::text::words::Key;

/// So much of the rest of a statement, by weight, has to stand in the best sentence.
const SAME: f64 = 0.8;
/// A sentence that holds this share of what the best one holds may be the one that is meant.
const AS_WELL: f64 = 0.5;
/// Of a statement so many words are looked for.
const MOST: usize = 40;
/// So many sentences that hold a word are looked at.
const PLACES: usize = 16;

/// What a statement is about, and the sentence where it stands best.
pub(super) struct Matter<'a, 's> {
    sources: &'a Sources<'s>,
    content: Vec<(Key, f64)>,
    best: Option<usize>,
}

impl<'a, 's> Matter<'a, 's> {
    pub(super) fn new(table: &Table, sources: &'a Sources<'s>, said: &Side<'_>, best: Option<usize>) -> Self {
        let mut content: Vec<(Key, f64)> = Vec::new();
        for token in &said.tokens {
            let weight = table.weight(&token.word);
            if weight > 0.0 && content.len() < MOST && !content.iter().any(|(key, _)| *key == token.word.key)
            {
                content.push((token.word.key, weight));
            }
        }
        Self {
            sources,
            content,
            best,
        }
    }

    /// Whether the rest of the statement stands in its best sentence, which has not this word, and in no sentence that
    /// has it. `stands` are the sentences of its window, the best one first.
    pub(super) fn is_only_elsewhere(&self, token: &Token, stands: &[Side<'_>]) -> bool {
        let (Some(best), Some(first)) = (self.best, stands.first()) else {
            return false;
        };
        let key = token.word.key;
        let total: f64 = self.rest(key).map(|(_, weight)| weight).sum();
        let here = self.held_at(key, best);
        // "May" the verb is not the month.
        let has = |side: &Side<'_>| {
            let mut tokens = side.tokens.iter();
            tokens.any(|other| other.word.key == key && other.word.stop == token.word.stop)
        };
        if total <= 0.0 || here < total * SAME || has(first) {
            return false;
        }
        // A word of grammar has no places: the window has to do.
        let beside = stands.iter().skip(1).filter(|side| has(side));
        let beside = beside.map(|side| self.held_by(key, side));
        let places = self.sources.places(key).iter().take(PLACES);
        self.sources.spend(self.content.len() * places.len());
        let elsewhere = places.map(|at| self.held_at(key, *at));
        !beside.chain(elsewhere).any(|held| held >= here * AS_WELL)
    }

    fn rest(&self, key: Key) -> impl Iterator<Item = &(Key, f64)> {
        self.content.iter().filter(move |(other, _)| *other != key)
    }

    fn held_at(&self, key: Key, at: usize) -> f64 {
        let stands = |key: Key| self.sources.places(key).binary_search(&at).is_ok();
        self.rest(key)
            .filter(|(key, _)| stands(*key))
            .map(|(_, weight)| weight)
            .sum()
    }

    fn held_by(&self, key: Key, side: &Side<'_>) -> f64 {
        let stands = |key: Key| side.tokens.iter().any(|token| token.word.key == key);
        self.rest(key)
            .filter(|(key, _)| stands(*key))
            .map(|(_, weight)| weight)
            .sum()
    }
}
