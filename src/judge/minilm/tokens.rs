//! Texts as word pieces, the way BERT cuts them: cleaned, lower case, without accents, split at white space,
//! punctuation and around Chinese characters; then each word greedily into the longest pieces that the vocabulary has.
//! Where a piece stands in the text is kept.
//!
//! As the reference tokenizer does it, down to the name of a special token in the text, which it takes for that token.
//! Which characters are accents and punctuation stands in [`super::characters`].

use std::collections::HashMap;
use std::ops::Range;

use super::characters::{MARKS, PUNCTUATION};
use crate::evaluation::{TokenVector, TokenVectors};
use crate::text::nfkc::decompose_canonical;

/// Tokens that are known by name wherever they stand in a text.
const SPECIAL: [&str; 5] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
/// Longer words are not looked up.
const LONGEST_WORD: usize = 100;
/// Ids are numbers of 16 bits.
const MOST_WORDS: usize = 1 << 16;
/// What a piece inside a word begins with in the vocabulary.
const INSIDE: &str = "##";

/// The word pieces that the model knows.
pub struct Vocabulary {
    ids: HashMap<Box<str>, u16>,
    /// Characters of the longest piece.
    longest: usize,
    special: [u16; 5],
    marks: Ranges,
    punctuation: Ranges,
}

/// Why bytes are not the model's vocabulary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VocabularyError {
    /// Not text.
    #[error("a vocabulary that is not UTF-8")]
    NotText,
    /// More entries than an id can number, or two that are equal.
    #[error("a vocabulary of {0} entries")]
    Entries(usize),
    /// A special token is missing.
    #[error("a vocabulary without {0}")]
    Lacks(&'static str),
}

/// A text as word pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// What the model is given: ids, `[CLS]` before and `[SEP]` behind. Two where the text says nothing.
    pub ids: Vec<u16>,
    /// The pieces between those two.
    pub pieces: Vec<Piece>,
    /// The text was longer than the limit; its end is missing.
    pub cut: bool,
}

/// A word piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// As a reader sees it: `##s` stands as `s`, what is not known as it stands in the text.
    pub text: String,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
    /// The model knows it. What it doesn't, and a special token that stands in the text by its name, says nothing: all
    /// such pieces have one and the same id.
    pub known: bool,
}

impl Vocabulary {
    /// Reads a vocabulary, a word piece a line; the id is the number of the line.
    ///
    /// # Errors
    /// Bytes that are no text, no special tokens, too many entries.
    pub fn read(bytes: &[u8]) -> Result<Self, VocabularyError> {
        let text = std::str::from_utf8(bytes).map_err(|_| VocabularyError::NotText)?;
        let ids: HashMap<Box<str>, u16> = text.lines().map(Box::from).zip(0..=u16::MAX).collect();
        let lines = text.lines().count();
        if lines > MOST_WORDS || ids.len() < lines {
            return Err(VocabularyError::Entries(lines));
        }
        let mut special = [0; 5];
        for (id, name) in special.iter_mut().zip(SPECIAL) {
            *id = *ids.get(name).ok_or(VocabularyError::Lacks(name))?;
        }
        Ok(Self {
            longest: ids
                .keys()
                .map(|piece| piece.chars().count())
                .max()
                .unwrap_or_default(),
            ids,
            special,
            marks: Ranges::read(MARKS),
            punctuation: Ranges::read(PUNCTUATION),
        })
    }

    /// Cuts a text. At most `longest` ids, the two special ones included: [`super::LONGEST_SENTENCE`] for a vector of
    /// the whole text, [`super::LONGEST`] for vectors of its tokens.
    pub fn pieces(&self, text: &str, longest: usize) -> Pieces {
        let [_, unknown, before, behind, _] = self.special;
        let mut cutter = Cutter {
            vocabulary: self,
            text,
            unknown,
            most: longest.saturating_sub(2),
            word: Word::default(),
            found: Pieces {
                ids: vec![before],
                pieces: Vec::new(),
                cut: false,
            },
        };
        cutter.run();
        let mut found = cutter.found;
        found.ids.push(behind);
        found
    }
}

/// A word as it is looked up.
#[derive(Default)]
struct Word {
    /// Its characters, lower case and without accents.
    text: String,
    /// For each where it begins in `text`, and where in the whole text what it was made of begins and ends.
    chars: Vec<(usize, Range<usize>)>,
}

struct Cutter<'t> {
    vocabulary: &'t Vocabulary,
    text: &'t str,
    unknown: u16,
    most: usize,
    word: Word,
    found: Pieces,
}

impl Cutter<'_> {
    fn run(&mut self) {
        let mut behind = 0;
        for (at, c) in self.text.char_indices() {
            // Texts may be long; the model is not.
            if self.found.cut {
                return;
            }
            if at < behind {
                continue;
            }
            let span = at..at + c.len_utf8();
            if c == '[' {
                let rest = self.text.get(at..).unwrap_or_default();
                let mut names = SPECIAL.iter().zip(self.vocabulary.special);
                if let Some((name, id)) = names.find(|(name, _)| rest.starts_with(**name)) {
                    self.end();
                    behind = at + name.len();
                    self.piece(id, name, at..behind);
                    continue;
                }
            }
            if is_blank(c) {
                self.end();
            } else if !is_dropped(c) {
                let alone = is_chinese(c);
                if alone {
                    self.end();
                }
                self.letters(c, span);
                if alone {
                    self.end();
                }
            }
        }
        self.end();
    }

    /// A character of a word, as it is looked up: none, one or several.
    fn letters(&mut self, c: char, span: Range<usize>) {
        if c.is_ascii() {
            return self.letter(c.to_ascii_lowercase(), span);
        }
        let mut parts = Vec::with_capacity(2);
        match c {
            // These have no parts; in a browser it takes a while to ask.
            '\u{4e00}'..='\u{9fff}' => parts.push(c),
            _ => decompose_canonical(c, |part| parts.push(part)),
        }
        for part in parts {
            if self.vocabulary.marks.have(part) {
                // An accent that stands for itself belongs to the letter before it.
                if let Some((_, last)) = self
                    .word
                    .chars
                    .last_mut()
                    .filter(|(_, last)| last.end == span.start)
                {
                    last.end = span.end;
                }
            } else {
                part.to_lowercase().for_each(|c| self.letter(c, span.clone()));
            }
        }
    }

    fn letter(&mut self, c: char, span: Range<usize>) {
        let alone = if c.is_ascii() {
            c.is_ascii_punctuation()
        } else {
            self.vocabulary.punctuation.have(c)
        };
        if alone {
            self.end();
        }
        self.word.chars.push((self.word.text.len(), span));
        self.word.text.push(c);
        if alone {
            self.end();
        }
    }

    /// Cuts the word that was gathered.
    fn end(&mut self) {
        let word = std::mem::take(&mut self.word);
        let (Some((_, first)), Some((_, last))) = (word.chars.first(), word.chars.last()) else {
            return;
        };
        match self.cut(&word) {
            Some(pieces) => {
                for (id, letters, span) in pieces {
                    self.piece(id, word.text.get(letters).unwrap_or_default(), span);
                }
            }
            None => {
                let span = first.start..last.end;
                self.piece(
                    self.unknown,
                    self.text.get(span.clone()).unwrap_or_default(),
                    span,
                );
            }
        }
    }

    /// The word's pieces, each the longest that is known; `None` if something of it is not.
    fn cut(&self, word: &Word) -> Option<Vec<Part>> {
        if word.chars.len() > LONGEST_WORD {
            return None;
        }
        let mut pieces = Vec::new();
        let mut key = String::new();
        let mut rest = word.chars.as_slice();
        while let Some((begin, span)) = rest.first() {
            let (id, count, end) = (1..=rest.len().min(self.vocabulary.longest))
                .rev()
                .find_map(|count| {
                    let end = rest.get(count).map_or(word.text.len(), |(at, _)| *at);
                    key.clear();
                    key.push_str(if pieces.is_empty() { "" } else { INSIDE });
                    key.push_str(word.text.get(*begin..end)?);
                    Some((*self.vocabulary.ids.get(key.as_str())?, count, end))
                })?;
            let (taken, behind) = rest.split_at_checked(count)?;
            let last = taken.last().map_or(span.end, |(_, last)| last.end);
            pieces.push((id, *begin..end, span.start..last));
            rest = behind;
        }
        Some(pieces)
    }

    fn piece(&mut self, id: u16, text: &str, span: Range<usize>) {
        if self.found.pieces.len() >= self.most {
            self.found.cut = true;
            return;
        }
        self.found.ids.push(id);
        self.found.pieces.push(Piece {
            text: text.to_owned(),
            span,
            known: !self.vocabulary.special.contains(&id),
        });
    }
}

/// A piece's id, and where it stands in the word and in the text.
type Part = (u16, Range<usize>, Range<usize>);

/// White space, which parts words.
fn is_blank(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r') || (c.is_whitespace() && !c.is_control())
}

/// What is as if it was not there: control characters, what only directs how others are set, private use.
fn is_dropped(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}'
            | '\u{e000}'..='\u{f8ff}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffd}' | '\u{110bd}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}' | '\u{e0020}'..='\u{e007f}'
            | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}

/// Characters that are words of their own. (The gap before 2B920 is the reference's.)
fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{2a6df}' | '\u{2a700}'..='\u{2b81f}' | '\u{2b920}'..='\u{2ceaf}' | '\u{2f800}'..='\u{2fa1f}')
}

/// A set of characters, in rising ranges.
struct Ranges(Vec<Range<u32>>);

impl Ranges {
    /// Reads the form of [`super::characters`].
    fn read(mut bytes: &[u8]) -> Self {
        let mut ranges = Vec::new();
        let mut end = 0;
        while !bytes.is_empty() {
            let start = end + number(&mut bytes);
            end = start + number(&mut bytes);
            ranges.push(start..end);
        }
        Self(ranges)
    }

    fn have(&self, c: char) -> bool {
        let c = u32::from(c);
        let behind = self.0.partition_point(|range| range.end <= c);
        self.0.get(behind).is_some_and(|range| range.contains(&c))
    }
}

/// Takes a number off the front: seven bits a byte, the lowest first.
fn number(bytes: &mut &[u8]) -> u32 {
    let mut number = 0;
    let mut shift = 0;
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u32::from(byte & 127) << shift;
        shift += 7;
        if *byte < 128 {
            break;
        }
    }
    number
}

impl Pieces {
    /// How many of its pieces the model does not know.
    pub fn unknown(&self) -> usize {
        self.pieces.iter().filter(|piece| !piece.known).count()
    }

    /// The pieces that are known with their vectors; `vectors` has one for each piece, in order. `None` if there are not
    /// exactly as many.
    pub fn with_vectors(self, model: String, vectors: Vec<Vec<f32>>) -> Option<TokenVectors> {
        if vectors.len() != self.pieces.len() {
            return None;
        }
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let (pieces, unknown, cut) = (count(self.pieces.len()), count(self.unknown()), self.cut);
        let tokens = self.pieces.into_iter().zip(vectors);
        let tokens = tokens
            .filter(|(piece, _)| piece.known)
            .map(|(Piece { text, span, .. }, vector)| TokenVector { text, span, vector });
        Some(TokenVectors {
            tokens: tokens.collect(),
            model,
            cut,
            pieces,
            unknown,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nferry\nun\n##afford\n##able\ncafe\n!\n\u{6e21}\n\u{8f2a}\na\n##a";

    fn cut(text: &str) -> (String, Vec<Range<usize>>) {
        let pieces = Vocabulary::read(WORDS.as_bytes()).unwrap().pieces(text, 12);
        let ids: Vec<String> = pieces.ids.iter().map(u16::to_string).collect();
        let texts: Vec<&str> = pieces.pieces.iter().map(|piece| piece.text.as_str()).collect();
        let cut = if pieces.cut { " \u{2026}" } else { "" };
        let spans = pieces.pieces.iter().map(|piece| piece.span.clone()).collect();
        (format!("{} = {}{cut}", ids.join(" "), texts.join("|")), spans)
    }

    #[test]
    #[allow(
        clippy::single_range_in_vec_init,
        reason = "lists of one place among longer ones"
    )]
    fn words_become_pieces_that_know_where_they_stand() {
        for (text, right, spans) in [
            ("", "2 3 = ", vec![]),
            (" \t\u{3000}\u{200b}", "2 3 = ", vec![]),
            ("Ferry", "2 5 3 = ferry", vec![0..5]),
            (
                "UNaffordable!",
                "2 6 7 8 10 3 = un|afford|able|!",
                vec![0..2, 2..8, 8..12, 12..13],
            ),
            // What no piece begins is not known as a whole, and stands as it was written.
            ("Unaffordably", "2 1 3 = Unaffordably", vec![0..12]),
            (
                "caf\u{e9} cafe\u{301}!",
                "2 9 9 10 3 = cafe|cafe|!",
                vec![0..5, 6..12, 12..13],
            ),
            ("fer\u{ad}ry", "2 5 3 = ferry", vec![0..7]),
            (
                "\u{6e21}\u{8f2a}\u{ff01}",
                "2 11 12 1 3 = \u{6e21}|\u{8f2a}|\u{ff01}",
                vec![0..3, 3..6, 6..9],
            ),
            (
                "a[MASK]a [mask]",
                "2 13 4 13 1 1 1 3 = a|[MASK]|a|[|mask|]",
                vec![0..1, 1..7, 7..8, 9..10, 10..14, 14..15],
            ),
            (
                "a a a a a a a a a a",
                "2 13 13 13 13 13 13 13 13 13 13 3 = a|a|a|a|a|a|a|a|a|a",
                (0..10).map(|n| 2 * n..2 * n + 1).collect(),
            ),
            (
                "aaaaaaaaaaa a",
                "2 13 14 14 14 14 14 14 14 14 14 3 = a|a|a|a|a|a|a|a|a|a \u{2026}",
                (0..10).map(|n| n..n + 1).collect(),
            ),
        ] {
            assert_eq!(cut(text), (right.to_owned(), spans), "{text:?}");
        }
        let long = "a".repeat(LONGEST_WORD + 1);
        assert_eq!(cut(&long).0, format!("2 1 3 = {long}"));
    }

    #[test]
    fn sets_of_characters_are_read() {
        let (marks, punctuation) = (Ranges::read(MARKS), Ranges::read(PUNCTUATION));
        for (c, mark, point) in [
            ('\u{2ff}', false, false),
            ('\u{300}', true, false),
            ('\u{36f}', true, false),
            ('\u{370}', false, false),
            ('\u{a7}', false, true),
            ('\u{3002}', false, true),
            ('\u{e9}', false, false),
            ('\u{e01ef}', true, false),
            ('\u{10ffff}', false, false),
        ] {
            assert_eq!((marks.have(c), punctuation.have(c)), (mark, point), "{c:?}");
        }
        // As many as the reference has beyond ASCII.
        let count = |ranges: &Ranges| ranges.0.iter().map(ExactSizeIterator::len).sum::<usize>();
        assert_eq!((count(&marks), count(&punctuation)), (1567, 726 - 32));
    }

    #[test]
    fn other_bytes_are_no_vocabulary() {
        let many = (0..=MOST_WORDS).map(|n| format!("{n}\n")).collect::<String>();
        for (bytes, error) in [
            (&b"\xff\xfe"[..], VocabularyError::NotText),
            (b"", VocabularyError::Lacks("[PAD]")),
            (b"[PAD]\n[UNK]\n[CLS]\n[MASK]", VocabularyError::Lacks("[SEP]")),
            (b"[PAD]\n[PAD]", VocabularyError::Entries(2)),
            (many.as_bytes(), VocabularyError::Entries(MOST_WORDS + 1)),
        ] {
            assert_eq!(Vocabulary::read(bytes).err(), Some(error));
        }
    }

    #[test]
    fn vectors_belong_to_pieces_or_there_are_none() {
        let pieces = || Vocabulary::read(WORDS.as_bytes()).unwrap().pieces("Ferry!", 12);
        let vectors = vec![vec![0.5; 4], vec![0.25; 4]];
        let tokens = pieces().with_vectors("m".into(), vectors.clone()).unwrap();
        assert_eq!((tokens.tokens.len(), &tokens.tokens[1].vector), (2, &vectors[1]));
        assert_eq!(
            (tokens.pieces, tokens.unknown, tokens.model.as_str()),
            (2, 0, "m")
        );
        assert_eq!(pieces().with_vectors(String::new(), vectors[1..].to_vec()), None);
    }

    /// All of them share one id, and would match each other whatever they are.
    #[test]
    fn what_the_model_does_not_know_is_counted_and_left_out() {
        for (text, pieces, left) in [
            ("Ferry \u{1f642}!", 3, "ferry|!"),
            ("\u{8c93}", 1, ""),
            ("\u{6e21}\u{8c93}", 2, "\u{6e21}"),
            ("a[MASK]a [UNK] [PAD][CLS][SEP]", 7, "a|a"),
            ("unaffordably cafe", 2, "cafe"),
            ("\u{200b}", 0, ""),
        ] {
            let cut = Vocabulary::read(WORDS.as_bytes()).unwrap().pieces(text, 12);
            assert_eq!(cut.pieces.len(), pieces, "{text}");
            let vectors = vec![vec![1.0]; cut.pieces.len()];
            let tokens = cut.with_vectors(String::new(), vectors).unwrap();
            let texts: Vec<&str> = tokens.tokens.iter().map(|token| token.text.as_str()).collect();
            assert_eq!(texts.join("|"), left, "{text}");
            let unknown = u32::try_from(pieces - texts.len()).unwrap();
            assert_eq!(
                (tokens.pieces as usize, tokens.unknown),
                (pieces, unknown),
                "{text}"
            );
        }
    }
}
