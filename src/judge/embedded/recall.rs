//! How much of a passage stands in an answer, and the score that people would give for it.
//!
//! The share of the passage's words that occur in the answer, each weighted by how rare it is, goes through a map
//! that was fitted on human labels (REALSumm, CC BY 4.0), and from there to the scale of the prompt.

use crate::evaluation::PassageKind;
use crate::text::words::{KeySet, Kind, Word};

use super::coefficients::CALIBRATION;
use super::table::{RARE, Table};

/// A bonus passage below this recall scores 0 unless something rare of it is there.
const BONUS_FLOOR: f64 = 0.15;

/// A sentence of which the answer says something else loses this share of what it counts: its words are there, and what it
/// says is not.
const LOSS: f64 = 0.6;

/// How much of a passage is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recall {
    /// Weighted share of the passage's words that are found, 0–1.
    pub raw: f64,
    /// A rare word or a number of the passage is found.
    pub rare_hit: bool,
    /// Every word is found.
    pub whole: bool,
    /// The share of the passage, 0–1, of which the answer says something else ([`super::rules::otherwise`]).
    pub otherwise: f64,
}

impl Recall {
    /// All of a passage.
    pub const WHOLE: Self = Self {
        raw: 1.0,
        rare_hit: true,
        whole: true,
        otherwise: 0.0,
    };

    /// What is found and not said otherwise, 0–1; for ranking.
    pub fn held(&self) -> f64 {
        self.raw * self.kept()
    }

    fn kept(&self) -> f64 {
        1.0 - LOSS * self.otherwise
    }
}

/// Measures how much of a passage's `words` is among the keys of an answer. A word that the passage repeats counts
/// once: measured on REALSumm, that raises Spearman's correlation with people from .43 to .57. A passage without
/// content words counts as not found.
pub fn recall(table: &Table, passage: &[Word], answer: &KeySet) -> Recall {
    let mut total = 0.0;
    let mut hit = 0.0;
    let mut rare_hit = false;
    let mut whole = true;
    let mut seen = KeySet::default();
    for (at, word) in passage.iter().enumerate() {
        let weight = table.weight(word);
        if weight == 0.0 || is_seam(passage, at, answer) || !seen.insert(word.key) {
            continue;
        }
        total += weight;
        if answer.contains(&word.key) {
            hit += weight;
            rare_hit |= word.kind == Kind::Number || weight >= RARE;
        } else {
            whole = false;
        }
    }
    Recall {
        raw: if total > 0.0 { hit / total } else { 0.0 },
        rare_hit,
        whole: whole && total > 0.0,
        otherwise: 0.0,
    }
}

/// Whether a pair of characters is missing alone between two that are there: 塔建 where the answer has 燈塔 and 建於
/// apart. Both of its characters are found, so it says nothing.
fn is_seam(words: &[Word], at: usize, answer: &KeySet) -> bool {
    let is_pair = |word: &Word| matches!(word.kind, Kind::Pair | Kind::LightPair);
    let is_there = |word: &Word| is_pair(word) && !word.stop && answer.contains(&word.key);
    let (Some(word), Some(before), Some(after)) = (
        words.get(at),
        at.checked_sub(1).and_then(|at| words.get(at)),
        words.get(at + 1),
    ) else {
        return false;
    };
    is_pair(word)
        && !answer.contains(&word.key)
        && is_there(before)
        && before.range.end > word.range.start
        && is_there(after)
        && after.range.start < word.range.end
}

/// The recall as people would see it, 0–1, by a map that has a value at 0, 0.1 … 1. In between it is linear.
fn calibrated(map: &[f64; 11], raw: f64) -> f64 {
    let place = (raw.clamp(0.0, 1.0) * 10.0).min(10.0);
    let step = place.floor();
    // `step` is 0 … 10.
    let at = step as usize;
    let low = map.get(at).copied().unwrap_or(1.0);
    let high = map.get(at + 1).copied().unwrap_or(low);
    low + (high - low) * (place - step)
}

/// The whole score on the scale of the kind: essential 1–5, bonus 0–5.
pub fn score(kind: PassageKind, recall: Recall) -> u8 {
    score_by(&CALIBRATION, kind, recall)
}

/// The same by another calibration, for fitting one.
pub fn score_by(map: &[f64; 11], kind: PassageKind, recall: Recall) -> u8 {
    if recall.whole && recall.otherwise == 0.0 {
        return 5;
    }
    let human = calibrated(map, recall.raw) * recall.kept();
    match kind {
        PassageKind::Essential => (1.0 + 4.0 * human).round() as u8,
        PassageKind::Bonus if recall.raw < BONUS_FLOOR && !recall.rare_hit => 0,
        PassageKind::Bonus => (5.0 * human).round() as u8,
    }
}
