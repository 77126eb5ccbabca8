//! How common words are: the table that `scripts/word-table.py` makes, and the weight of each word of a text.
//!
//! The weight is idf = ln(20 + rank). Ranks come in classes a quarter apart, so every weight is a sum of
//! constants: no logarithm is computed here, and the same bytes give the same bits on every machine.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use sha2::{Digest, Sha256};

use crate::text::stem::stem;
use crate::text::words::{Key, KeyHasher, Kind, Word};

/// ln 20: the weight of a word of rank 0.
const LN_20: f64 = 2.995_732_273_553_991;
/// ln 1.25: how far two classes are apart.
const LN_CLASS: f64 = 0.223_143_551_314_209_76;
/// ln 30020: the weight of a word that is not in the table, which holds the 1,715 most common ones. A longer table weighs
/// more bytes and agrees no better with people: with 20,000 words BEGIN .945, WiCE .828, REALSumm .585; with 8,252 .945,
/// .827, .584; with 4,216 .946, .826, .581; with 2,691 .945, .826, .577 (all before the rules looked at passages).
const UNKNOWN: f64 = 10.309_619_105_187_453;
/// The weight of a number.
const NUMBER: f64 = 8.0;
/// The weights of a character pair, of one with a grammar character, and of a character that stands alone. A
/// common word of two characters says about as much as an English word of rank 3,000.
const PAIR: f64 = 8.0;
const LIGHT_PAIR: f64 = 2.0;
const SINGLE: f64 = 6.0;

/// Words with a weight of at least this are rare: a hit says something even when little else is found.
pub const RARE: f64 = 9.0;

const TITLE: &str = "assay-words 1";
/// A table larger than this is not ours.
const LARGEST: usize = 4 << 20;

/// How common words are.
pub struct Table {
    weights: HashMap<Key, f64, BuildHasherDefault<KeyHasher>>,
    sha256: String,
}

/// Why bytes are not a word table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Not the title line of a version that is known.
    #[error("not a word table: it begins with {0:?}")]
    Title(String),
    /// More than four megabytes.
    #[error("a word table of {0} bytes is too large")]
    TooLarge(usize),
    /// A line that is not a class and its words.
    #[error("word table: line {0} cannot be read")]
    Line(usize),
}

impl Table {
    /// Reads the bytes of `public/words-3.txt`.
    ///
    /// # Errors
    /// Another title (such as a server's error page), a line that cannot be read, or too many bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, TableError> {
        if bytes.len() > LARGEST {
            return Err(TableError::TooLarge(bytes.len()));
        }
        let beginning =
            || String::from_utf8_lossy(bytes.get(..bytes.len().min(40)).unwrap_or_default()).into_owned();
        let text = std::str::from_utf8(bytes).map_err(|_| TableError::Title(beginning()))?;
        let mut lines = text.lines();
        let title = lines.next().unwrap_or_default();
        if title.split(';').next() != Some(TITLE) {
            return Err(TableError::Title(beginning()));
        }
        let mut weights = HashMap::with_capacity_and_hasher(4_096, BuildHasherDefault::default());
        for (number, line) in lines.enumerate() {
            let (class, words) = line
                .split_once(' ')
                .and_then(|(class, words)| Some((class.parse::<u8>().ok()?, words)))
                .ok_or(TableError::Line(number + 2))?;
            let weight = LN_20 + (f64::from(class) + 0.5) * LN_CLASS;
            let mut word = String::new();
            let mut rest = words;
            while let Some(shared) = rest.bytes().next() {
                let tail = rest.get(1..).unwrap_or_default();
                let length = tail.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(tail.len());
                let shared = usize::from(shared.wrapping_sub(b'A'));
                if shared > word.len() || (shared == 0 && length == 0) {
                    return Err(TableError::Line(number + 2));
                }
                word.truncate(shared);
                word.push_str(tail.get(..length).unwrap_or_default());
                rest = tail.get(length..).unwrap_or_default();
                let mut form = word.clone();
                stem(&mut form);
                // Classes rise, so the first entry of a stem is its most common word.
                weights.entry(Key::of(&form)).or_insert(weight);
            }
        }
        let digest = Sha256::digest(bytes);
        Ok(Self {
            weights,
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }

    /// SHA-256 of the bytes that it was read from, lower-case hex.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The weight of a word; 0 for stop words.
    pub fn weight(&self, word: &Word) -> f64 {
        if word.stop {
            return 0.0;
        }
        match word.kind {
            Kind::Number => NUMBER,
            Kind::Pair => PAIR,
            Kind::LightPair => LIGHT_PAIR,
            Kind::Single => SINGLE,
            Kind::Word => self.weights.get(&word.key).copied().unwrap_or(UNKNOWN),
        }
    }

    /// How many stems it knows.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::text::words::words;

    pub const BYTES: &[u8] = include_bytes!("../../../public/words-3.txt");

    pub fn table() -> Table {
        Table::parse(BYTES).unwrap()
    }

    fn weight(text: &str) -> f64 {
        table().weight(&words(text)[0])
    }

    #[test]
    fn common_words_weigh_less() {
        assert!(table().len() > 1_000);
        assert_eq!(table().sha256().len(), 64);
        assert_eq!(weight("the"), 0.0);
        assert!(weight("year") < 6.0);
        assert!(weight("market") > weight("government"));
        assert_eq!(weight("markets"), weight("market"));
        assert_eq!(weight("Ellmark"), UNKNOWN);
        assert!(weight("market") < UNKNOWN && weight("ferry") == UNKNOWN);
    }

    #[test]
    fn constants_are_what_they_say() {
        assert!((LN_20 - 20f64.ln()).abs() < 1e-14);
        assert!((LN_CLASS - 1.25f64.ln()).abs() < 1e-14);
        assert!((UNKNOWN - 30_020f64.ln()).abs() < 1e-14);
    }

    #[test]
    fn other_bytes_are_refused() {
        type Case<'a> = (&'a [u8], fn(&TableError) -> bool);
        let cases: &[Case<'_>] = &[
            (b"", |e| matches!(e, TableError::Title(_))),
            (b"<!doctype html>", |e| matches!(e, TableError::Title(_))),
            (b"\xff\xfe", |e| matches!(e, TableError::Title(_))),
            (b"assay-words 2\n", |e| matches!(e, TableError::Title(_))),
            (b"assay-words 1\nx Athe", |e| *e == TableError::Line(2)),
            (b"assay-words 1\n0 Athe\n1 Zab", |e| *e == TableError::Line(3)),
            (b"assay-words 1\n0 Athe1", |e| *e == TableError::Line(2)),
        ];
        for (bytes, expected) in cases {
            assert!(Table::parse(bytes).is_err_and(|e| expected(&e)), "{bytes:?}");
        }
        assert!(matches!(
            Table::parse(&vec![b'a'; LARGEST + 1]),
            Err(TableError::TooLarge(_))
        ));
    }
}
