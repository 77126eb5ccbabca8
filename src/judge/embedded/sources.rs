//! Texts that may support a statement, read once for many statements: their sentences, and where each word stands.
//!
//! How much of a statement is in them is [`super::support`]'s matter.

use std::cell::{Cell, OnceCell};
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;
use std::ops::Range;

use crate::text::align::standing_keys;
use crate::text::normalise::folded;
use crate::text::numbers::without_points;
use crate::text::script::ends_sentence;
use crate::text::sentences::sentences;
use crate::text::words::{Key, KeyHasher, KeySet, Kind, Word, words};

/// In sources of more sentences than this, a word that stands in more than [`PLACES`] of them is only looked for in
/// the first of those: it tells them apart no more, and the page has to stay alive.
const MANY: usize = 500;
const PLACES: usize = 64;
/// Of a sentence so many words are compared in their order.
pub(super) const ORDERED: usize = 200;

/// A sentence of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSentence {
    /// Which text, from 0.
    pub text: usize,
    /// Which sentence of it, from 1.
    pub number: usize,
    /// Where it stands there, in bytes.
    pub range: Range<usize>,
    /// Its first words in their order.
    pub(super) order: Vec<Key>,
}

/// Whether a text writes points between thousands, as German, Spanish, Italian, Portuguese, Dutch and more do: it is in one of
/// those languages, or another number of it can't be read otherwise. 2.500 is 2500 in it, and in English 2.5.
pub(super) fn groups_by_points(text: &str) -> bool {
    // Cheap before thorough.
    let bytes = text.as_bytes();
    let digits = |at: usize, n: usize| {
        let run = bytes.get(at..at + n);
        run.is_some_and(|run| run.iter().all(u8::is_ascii_digit))
            && !bytes.get(at + n).is_some_and(u8::is_ascii_digit)
    };
    let grouped = |at: usize| {
        at.checked_sub(1)
            .and_then(|at| bytes.get(at))
            .is_some_and(u8::is_ascii_digit)
            && digits(at + 1, 3)
    };
    let points = || (0..bytes.len()).filter(|at| bytes.get(*at) == Some(&b'.') && grouped(*at));
    let Some(_) = points().next() else {
        return false;
    };
    let sure = points().any(|at| bytes.get(at + 4) == Some(&b'.') && grouped(at + 4));
    sure || {
        let (mut theirs, mut english) = (0_usize, 0_usize);
        for word in text
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| word.len() <= 7)
            .take(2_000)
        {
            let lower = word.to_lowercase();
            theirs += usize::from(GROUPING.contains(&lower.as_str()));
            english += usize::from(ENGLISH.contains(&lower.as_str()));
        }
        let other_script = text.chars().any(|c| matches!(c, '\u{370}'..='\u{3FF}'));
        (theirs > english * 2) || (other_script && english == 0)
    }
}

const ENGLISH: &[&str] = &[
    "the", "of", "and", "is", "are", "was", "were", "with", "has", "by", "for", "at", "long",
];
/// Words of grammar of languages with points between thousands.
const GROUPING: &[&str] = &[
    "der", "die", "das", "und", "ist", "ein", "eine", "sind", "wurde", "hat", "mit", "el", "los", "las",
    "del", "una", "con", "es", "tiene", "y", "il", "gli", "della", "che", "è", "di", "o", "os", "uma", "não",
    "é", "em", "tem", "com", "het", "een", "de", "van", "zijn", "heeft", "la", "le", "und", "ve", "bir",
    "og", "er", "sie", "es", "wir", "ich", "nicht", "auch", "på", "yang", "dan", "dengan",
];

/// Makes 2500 of each 2.500.
pub(super) fn join_groups(text: &str, words: &mut [Word]) {
    for word in words.iter_mut().filter(|word| word.kind == Kind::Number) {
        let raw = text.get(word.range.clone()).unwrap_or_default();
        if let Some(form) = without_points(raw) {
            word.key = Key::of(&form);
        }
    }
}

/// See the module.
pub struct Sources<'s> {
    texts: Vec<&'s str>,
    sentences: Vec<SourceSentence>,
    places: HashMap<Key, Vec<usize>, BuildHasherDefault<KeyHasher>>,
    keys: KeySet,
    neighbours: HashSet<(Key, Key)>,
    verbatim: OnceCell<KeySet>,
    points: bool,
    effort: Cell<u64>,
}

impl<'s> Sources<'s> {
    /// Reads texts.
    pub fn new(texts: impl IntoIterator<Item = &'s str>) -> Self {
        let mut sources = Self {
            texts: Vec::new(),
            sentences: Vec::new(),
            places: HashMap::default(),
            keys: KeySet::default(),
            neighbours: HashSet::new(),
            verbatim: OnceCell::new(),
            points: false,
            effort: Cell::new(0),
        };
        for text in texts {
            sources.add(text);
        }
        if sources.sentences.len() > MANY {
            sources
                .places
                .values_mut()
                .for_each(|places| places.truncate(PLACES));
        }
        sources
    }

    fn add(&mut self, text: &'s str) {
        let number_of_text = self.texts.len();
        self.texts.push(text);
        let mut all = words(text);
        let points = groups_by_points(text);
        if points {
            join_groups(text, &mut all);
            self.points = true;
        }
        self.neighbours.extend(neighbours(&all));
        self.keys.extend(standing_keys(text, &all));
        let numbers = all.iter().filter(|word| word.kind == Kind::Number);
        let numbers = numbers.filter(|_| !points);
        let grouped = numbers.filter_map(|word| without_points(text.get(word.range.clone())?));
        self.keys.extend(grouped.map(|form| Key::of(&form)));
        let mut rest = all.as_slice();
        for (number, range) in (1..).zip(sentences(text)) {
            let count = rest
                .iter()
                .take_while(|word| word.range.start < range.end)
                .count();
            let (inside, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            rest = after;
            let here = self.sentences.len();
            for word in inside.iter().filter(|word| !word.stop) {
                let places = self.places.entry(word.key).or_default();
                if places.last() != Some(&here) {
                    places.push(here);
                }
            }
            self.sentences.push(SourceSentence {
                text: number_of_text,
                number,
                range,
                order: inside.iter().take(ORDERED).map(|word| word.key).collect(),
            });
        }
    }

    /// How many words were looked at so far in holding statements against the texts. It grows with the statements, and
    /// beyond some thousand sentences no more with the texts: tests hold it to that.
    pub fn effort(&self) -> u64 {
        self.effort.get()
    }

    pub(super) fn spend(&self, words: usize) {
        self.effort.set(self.effort.get().saturating_add(words as u64));
    }

    /// Whether points stand between thousands in a text: 2.500 is 2500 there.
    pub(super) fn groups_by_points(&self) -> bool {
        self.points
    }

    /// The words of a text that is held against these, with its numbers as they are written here.
    pub(super) fn read(&self, text: &str) -> Vec<Word> {
        let mut all = words(text);
        if self.points || groups_by_points(text) {
            join_groups(text, &mut all);
        }
        all
    }

    /// What stands in any of the texts, to be asked.
    pub fn keys(&self) -> &KeySet {
        &self.keys
    }

    /// The texts.
    pub(super) fn texts(&self) -> &[&'s str] {
        &self.texts
    }

    /// How many texts there are.
    pub fn count(&self) -> usize {
        self.texts.len()
    }

    /// All sentences in order.
    pub fn sentences(&self) -> &[SourceSentence] {
        &self.sentences
    }

    /// How much of weighted words each sentence holds, for those that hold any, in order.
    pub fn held(&self, content: &[(Key, f64)]) -> Vec<(usize, f64)> {
        let mut hits: Vec<(usize, f64)> = content
            .iter()
            .flat_map(|(key, weight)| self.places(*key).iter().map(move |place| (*place, *weight)))
            .collect();
        // Stable, so that sums come in the order of the words.
        hits.sort_by_key(|(place, _)| *place);
        hits.chunk_by(|a, b| a.0 == b.0)
            .filter_map(|same| Some((same.first()?.0, same.iter().map(|(_, weight)| weight).sum())))
            .collect()
    }

    /// The sentence that holds most of weighted words; the first of equals.
    pub fn best(&self, content: &[(Key, f64)]) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for (at, held) in self.held(content) {
            if held > best.map_or(0.0, |(_, most)| most) {
                best = Some((at, held));
            }
        }
        best.map(|(at, _)| at)
    }

    /// The sentences that hold a content word, in order; the first of them when there are very many.
    pub fn places(&self, key: Key) -> &[usize] {
        self.places.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Whether two words stand next to each other somewhere.
    pub fn holds_pair(&self, pair: &(Key, Key)) -> bool {
        self.neighbours.contains(pair)
    }

    /// Whether each sentence of a statement is a sentence of the texts, or the whole is a whole text; upper case, quotes
    /// and width aside. Part of a sentence may say something else there: "No dogs are allowed."
    pub fn stand_verbatim(&self, statement: &str) -> bool {
        let known = self.verbatim.get_or_init(|| {
            let sentences = (0..self.sentences.len()).map(|at| self.sentence_text(at));
            sentences
                .chain(self.texts.iter().copied())
                .filter_map(bare)
                .collect()
        });
        let stands = |text| bare(text).is_some_and(|key| known.contains(&key));
        // Marks alone, an emoji for one, belong to the sentence in front of them.
        let marks = statement.trim();
        let is_marks = !marks.contains(char::is_alphanumeric)
            && marks.contains(|c: char| !c.is_ascii_punctuation() && !ends_sentence(c));
        if is_marks && self.texts.iter().any(|text| text.contains(marks)) {
            return true;
        }
        let parts = sentences(statement);
        stands(statement)
            || (parts.len() > 1
                && parts
                    .into_iter()
                    .all(|range| statement.get(range).is_some_and(stands)))
    }

    /// The words of a sentence as they are written.
    pub fn sentence_text(&self, at: usize) -> &'s str {
        self.sentences
            .get(at)
            .and_then(|sentence| self.texts.get(sentence.text)?.get(sentence.range.clone()))
            .unwrap_or_default()
    }
}

/// A text folded, without the marks around it; `None` where nothing is left.
fn bare(text: &str) -> Option<Key> {
    let folded = folded(text);
    let whole = folded.trim();
    let inner = whole.trim_matches(|c: char| ends_sentence(c) || matches!(c, '"' | '\'' | '*' | '_' | ' '));
    (!inner.is_empty()).then(|| Key::of(inner))
}

/// Each word with the one behind it.
pub fn neighbours(words: &[Word]) -> impl Iterator<Item = (Key, Key)> {
    words
        .iter()
        .zip(words.iter().skip(1))
        .map(|(first, second)| (first.key, second.key))
}
