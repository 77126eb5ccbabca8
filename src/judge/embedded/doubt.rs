//! Which passages are worth holding against the [`rules`](super::rules): those that stand in the answer for the most
//! part, with something about them that a rule could see. Cheap, because the rules are code that is fetched when there
//! is such a passage.

use crate::text::script::is_unspaced;
use crate::text::stem::stem;
use crate::text::words::{Key, KeySet, Kind, Word, words};

use super::places::content;
use super::recall::Recall;
use super::rules::lexicon::contraries::OPPOSITES;
use super::rules::lexicon::denial::NEGATORS;
use super::sources::Sources;
use super::table::Table;

/// What stands there to a lesser share is another matter, of which no rule speaks.
const LEAST: f64 = 0.4;

/// Whether a passage may be contradicted by the answer: it stands there whole, in another order perhaps; or a number, a
/// name, what stands beside a number or a word whose opposite is there is missing; or one of both has a negation more. In
/// text without spaces, whatever stands there.
pub fn is_doubtful(
    table: &Table,
    passage: &str,
    passage_words: &[Word],
    found: Recall,
    answer: &Sources<'_>,
) -> bool {
    if found.raw < LEAST || answer.stand_verbatim(passage) {
        return false;
    }
    found.whole
        || passage.contains(is_unspaced)
        || misses_what_tells(passage_words, answer.keys())
        || negations(passage, passage_words) != negations_beside(table, passage_words, answer)
}

fn misses_what_tells(words: &[Word], answer: &KeySet) -> bool {
    let is_number = |at: Option<usize>| {
        at.and_then(|at| words.get(at))
            .is_some_and(|word| word.kind == Kind::Number)
    };
    let absent = |word: &Word| !word.stop && !answer.contains(&word.key);
    let missing = words.iter().enumerate().filter(|(_, word)| absent(word));
    let mut plain = KeySet::default();
    for (at, word) in missing {
        let beside = is_number(at.checked_sub(1)) || is_number(Some(at + 1));
        if word.kind == Kind::Number || beside || (word.capital && !word.opens) {
            return true;
        }
        plain.insert(word.key);
    }
    let key = |word: &str| {
        let mut form = word.to_owned();
        stem(&mut form);
        Key::of(&form)
    };
    !plain.is_empty()
        && OPPOSITES.iter().any(|(a, b)| {
            let (a, b) = (key(a), key(b));
            (plain.contains(&a) && answer.contains(&b)) || (plain.contains(&b) && answer.contains(&a))
        })
}

fn negations(text: &str, words: &[Word]) -> usize {
    let raw = |word: &Word| text.get(word.range.clone()).unwrap_or_default();
    let lower = |word: &Word| -> String {
        let letters = raw(word)
            .chars()
            .filter(|c| !crate::text::script::is_apostrophe(*c));
        letters.flat_map(char::to_lowercase).collect()
    };
    words
        .iter()
        .filter(|word| word.kind == Kind::Word && NEGATORS.contains(&lower(word).as_str()))
        .count()
}

/// Those of the sentence where the passage stands best.
fn negations_beside(table: &Table, passage: &[Word], answer: &Sources<'_>) -> usize {
    answer.best(&content(table, passage)).map_or(0, |at| {
        let sentence = answer.sentence_text(at);
        negations(sentence, &words(sentence))
    })
}
