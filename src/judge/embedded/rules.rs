//! What matching words can't see, as far as cheap rules can: the words are there, and the statement still says
//! something else. Another number or unit, another date, the opposite, a negation, two that changed places.
//!
//! A rule fires only where the rest of the statement stands close together in the source: then a difference is a
//! difference in what is said, not another topic. Each was measured on labelled sets and on minimal pairs, with and
//! without (`make judge-eval`). Lists of words are in [`lexicon`].

pub mod lexicon;
mod negation;
mod numbers;
mod opposites;
mod swap;

use std::ops::Range;

use crate::text::script::is_unspaced;
use crate::text::words::{Kind, Word, words};

use super::sources::Sources;
use super::table::Table;

/// A rule. The order is the one in which conflicts are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Another number for the same thing: 12 against 21 passengers.
    Number,
    /// The same number with another unit: 3 km against 3 m.
    Unit,
    /// Another year for the same event, another month, weekday or day of the month.
    Date,
    /// Two names, or two things around a verb, that changed places.
    Swap,
    /// Negated on one side only.
    Negation,
    /// A word where the source has its opposite.
    Opposite,
}

impl Rule {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Number,
        Self::Unit,
        Self::Date,
        Self::Swap,
        Self::Negation,
        Self::Opposite,
    ];

    /// Its name in tables and files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Unit => "unit",
            Self::Date => "date",
            Self::Swap => "swap",
            Self::Negation => "negation",
            Self::Opposite => "opposite",
        }
    }
}

/// Where a statement says something else than its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Which rule saw it.
    pub rule: Rule,
    /// What the statement says.
    pub said: String,
    /// What stands in the source instead; empty where nothing does (a negation that only the statement has).
    pub stands: String,
}

/// Of a statement so many words are held against the rules, and of each sentence of the source.
const LONGEST: usize = 200;
/// Of a sentence so many bytes are read.
const BYTES: usize = 4_000;
/// Below this share of the statement in the best window it is about something else, and no rule fires.
const SAME_MATTER: f64 = 0.5;
/// A single word, a negation or an opposite, only tells where so much of the statement stands in one sentence, or
/// where it is the only word that is missing.
const SAME_SENTENCE: f64 = 0.6;
/// One word; in text without spaces, a changed word of two characters breaks three pairs, which count half each.
const ONE_WORD: f64 = 1.0;
const ONE_WORD_UNSPACED: f64 = 2.0;

/// A word with its letters: lower case, without apostrophes.
struct Token {
    word: Word,
    lower: String,
}

impl Token {
    fn is_content(&self) -> bool {
        !self.word.stop
    }

    fn is_number(&self) -> bool {
        self.word.kind == Kind::Number
    }
}

/// A text cut for the rules.
struct Side<'t> {
    text: &'t str,
    tokens: Vec<Token>,
}

impl<'t> Side<'t> {
    fn new(text: &'t str) -> Self {
        let mut end = text.len().min(BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text = text.get(..end).unwrap_or_default();
        let tokens = words(text)
            .into_iter()
            .take(LONGEST)
            .map(|word| {
                let raw = text.get(word.range.clone()).unwrap_or_default();
                let lower = raw
                    .chars()
                    .filter(|c| !crate::text::script::is_apostrophe(*c))
                    .flat_map(char::to_lowercase)
                    .collect();
                Token { word, lower }
            })
            .collect();
        Self { text, tokens }
    }

    fn raw(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    fn has_key(&self, token: &Token) -> bool {
        self.tokens.iter().any(|other| other.word.key == token.word.key)
    }

    fn has_word(&self, lower: &str) -> bool {
        self.tokens.iter().any(|other| other.lower == lower)
    }
}

/// How much of a statement is found.
pub(super) struct Held {
    /// The share that stands in the best window, by weight.
    pub together: f64,
    /// The share that stands in the best sentence.
    pub alone: f64,
    /// How many of its words stand nowhere.
    pub missing: f64,
}

/// The conflicts of a statement with the sentences where it stands best: `window`, and of these `best`.
pub(super) fn conflicts(
    table: &Table,
    sources: &Sources<'_>,
    statement: &str,
    window: &Range<usize>,
    best: Option<usize>,
    held: Held,
) -> Vec<Conflict> {
    if held.together < SAME_MATTER && held.missing > ONE_WORD {
        return Vec::new();
    }
    let said = Side::new(statement);
    // The best sentence first: what it says counts before what its neighbours say.
    let order = best
        .into_iter()
        .chain(window.clone().filter(|at| Some(*at) != best));
    let stands: Vec<Side<'_>> = order.map(|at| Side::new(sources.sentence_text(at))).collect();
    let mut found = numbers::conflicts(sources, &said, &stands);
    found.extend(swap::conflicts(&said, &stands));
    let one_word = if statement.contains(is_unspaced) {
        ONE_WORD_UNSPACED
    } else {
        ONE_WORD
    };
    if held.alone >= SAME_SENTENCE || held.missing <= one_word {
        found.extend(negation::conflicts(table, &said, &stands));
        found.extend(opposites::conflicts(sources, &said, &stands));
    }
    found.sort_by_key(|conflict| conflict.rule);
    found.dedup();
    found
}
