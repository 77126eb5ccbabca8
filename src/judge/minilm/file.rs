//! The model's file: what stands where in it. Its format is described in `scripts/model.py`, which writes it. Weights
//! stay where they are; only the small vectors beside them are read out.
//!
//! Needs nothing but the standard library: it is compiled on its own as well (`abi.rs`).

use std::fmt;
use std::ops::Range;

/// Numbers in a vector.
pub const WIDTH: usize = 384;
/// Heads of a layer, of 32 numbers each.
pub const HEADS: usize = 12;
/// Numbers in a vector between the two halves of a layer's second part.
pub const INNER: usize = 1536;

const MAGIC: &[u8; 16] = b"assay-minilm 1\n\0";
const LAYERS: usize = 6;
const POSITIONS: usize = 512;
const LONGEST_SENTENCE: usize = 256;
/// Ids are numbers of 16 bits.
const MOST_WORDS: usize = 1 << 16;
/// No vocabulary of that many words is larger.
const LARGEST_VOCABULARY: usize = 4 << 20;

/// Why bytes are not a model that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// They begin otherwise: a server's error page, another version.
    NotAModel,
    /// A number of the head is not that of this model.
    Shape {
        /// Which, from 0.
        place: usize,
        /// What stands there.
        found: u32,
    },
    /// Cut off, or with something behind the end.
    Length {
        /// Bytes that there must be.
        expected: usize,
        /// Bytes that there are.
        found: usize,
    },
    /// A number that is infinite or none at all, or a scale that is not above zero.
    Number {
        /// Where it stands, in bytes.
        at: usize,
    },
}

impl Damage {
    /// A number for each kind, not 0: all that a program without texts can say.
    pub fn code(&self) -> u32 {
        match self {
            Self::NotAModel => 1,
            Self::Shape { .. } => 2,
            Self::Length { .. } => 3,
            Self::Number { .. } => 4,
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAModel => write!(to, "not a model of this version"),
            Self::Shape { place, found } => write!(to, "number {place} of the model's head is {found}"),
            Self::Length { expected, found } => write!(to, "a model of {found} bytes instead of {expected}"),
            Self::Number { at } => write!(to, "no usable number at byte {at} of the model"),
        }
    }
}

impl std::error::Error for Damage {}

/// A model as it was read.
pub struct Weights {
    bytes: Vec<u8>,
    vocabulary: Range<usize>,
    /// An embedding for each word piece.
    pub words: Rows,
    /// An embedding for each position, one behind the other.
    pub positions: Vec<f32>,
    /// After the embeddings.
    pub norm: Norm,
    /// One after the other.
    pub layers: Vec<Layer>,
}

/// A layer of the model.
pub struct Layer {
    /// Query, key and value at once.
    pub attention: Dense,
    /// What attention found, mixed.
    pub mix: Dense,
    /// After attention.
    pub attention_norm: Norm,
    /// To the inner width.
    pub up: Dense,
    /// And back.
    pub down: Dense,
    /// At the end.
    pub norm: Norm,
}

/// Rows of [`WIDTH`] weights of eight bits, with a scale for each.
pub struct Rows {
    at: usize,
    /// What the bytes of a row are multiplied with.
    pub scales: Vec<f32>,
}

/// A matrix and what is added to what it gives.
pub struct Dense {
    /// One for each number that comes out.
    pub bias: Vec<f32>,
    /// How many columns the matrix has: numbers that come in.
    pub width: usize,
    /// The matrix, [`WIDTH`] columns at a time.
    pub blocks: Vec<Block>,
}

/// Some columns of a matrix. Two blocks of the same columns add up.
pub struct Block {
    /// Which: those from `place` × [`WIDTH`].
    pub place: usize,
    /// What comes in is multiplied with these.
    pub factors: Vec<f32>,
    /// A row for each number that comes out.
    pub rows: Rows,
}

/// The numbers of a layer norm.
pub struct Norm {
    /// Factors.
    pub gain: Vec<f32>,
    /// What is added then.
    pub offset: Vec<f32>,
}

impl Weights {
    /// Reads a model. All that can be wrong is found here; whether the weights are the right ones is not: that is what
    /// the file's hash is for.
    ///
    /// # Errors
    /// Bytes of another kind, another shape, another length, with numbers that are none.
    pub fn read(bytes: Vec<u8>) -> Result<Self, Damage> {
        let head = Head::read(&bytes)?;
        let vocabulary = HEAD..HEAD + head.vocabulary;
        let mut rest = Cursor {
            bytes: &bytes,
            at: vocabulary.end.next_multiple_of(16),
        };
        let words = rest.rows(head.words)?;
        let positions = rest.numbers(POSITIONS * WIDTH, |_| true)?;
        let norm = rest.norm()?;
        let layers = (0..LAYERS)
            .map(|number| rest.layer(number))
            .collect::<Result<_, _>>()?;
        if rest.at != bytes.len() {
            return Err(Damage::Length {
                expected: rest.at,
                found: bytes.len(),
            });
        }
        Ok(Self {
            vocabulary,
            words,
            positions,
            norm,
            layers,
            bytes,
        })
    }

    /// The word pieces, one a line.
    pub fn vocabulary(&self) -> &[u8] {
        self.bytes.get(self.vocabulary.clone()).unwrap_or_default()
    }

    /// The weights of rows of this model, a signed byte each.
    pub fn bytes(&self, rows: &Rows) -> std::slice::ChunksExact<'_, u8> {
        let end = rows.at + rows.scales.len() * WIDTH;
        let all = self.bytes.get(rows.at..end).unwrap_or_default();
        all.chunks_exact(WIDTH)
    }

    /// The embedding of a word piece; `None` if there is no such piece.
    pub fn word(&self, id: u16) -> Option<impl Iterator<Item = f32>> {
        let row = usize::from(id);
        let scale = *self.words.scales.get(row)?;
        let weights = self.bytes(&self.words).nth(row)?;
        Some(
            weights
                .iter()
                .map(move |weight| f32::from(weight.cast_signed()) * scale),
        )
    }
}

/// Bytes before the vocabulary: what it begins with, and eight numbers.
const HEAD: usize = 48;

struct Head {
    words: usize,
    vocabulary: usize,
}

impl Head {
    fn read(bytes: &[u8]) -> Result<Self, Damage> {
        let numbers = bytes.strip_prefix(MAGIC).ok_or(Damage::NotAModel)?;
        let (numbers, _) = numbers.as_chunks::<4>();
        let mut found = [0; 8];
        if numbers.len() < found.len() {
            return Err(Damage::Length {
                expected: HEAD,
                found: bytes.len(),
            });
        }
        for (number, four) in found.iter_mut().zip(numbers) {
            *number = u32::from_le_bytes(*four);
        }
        let [words, width, layers, heads, inner, positions, longest, vocabulary] =
            found.map(|number| number as usize);
        let right = [
            (1..=MOST_WORDS).contains(&words),
            width == WIDTH,
            layers == LAYERS,
            heads == HEADS,
            inner == INNER,
            positions == POSITIONS,
            longest == LONGEST_SENTENCE,
            vocabulary <= LARGEST_VOCABULARY,
        ];
        match right.iter().zip(found).position(|(right, _)| !right) {
            Some(place) => Err(Damage::Shape {
                place,
                found: found.get(place).copied().unwrap_or_default(),
            }),
            None => Ok(Self { words, vocabulary }),
        }
    }
}

struct Cursor<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Cursor<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8], Damage> {
        let end = self.at + length;
        let taken = self.bytes.get(self.at..end).ok_or(Damage::Length {
            expected: end,
            found: self.bytes.len(),
        })?;
        self.at = end;
        Ok(taken)
    }

    fn numbers(&mut self, count: usize, right: impl Fn(f32) -> bool) -> Result<Vec<f32>, Damage> {
        let at = self.at;
        let (fours, _) = self.take(4 * count)?.as_chunks::<4>();
        (0..)
            .zip(fours)
            .map(|(place, four)| {
                let number = f32::from_le_bytes(*four);
                let right = number.is_finite() && right(number);
                right
                    .then_some(number)
                    .ok_or(Damage::Number { at: at + 4 * place })
            })
            .collect()
    }

    fn rows(&mut self, count: usize) -> Result<Rows, Damage> {
        let scales = self.numbers(count, |scale| scale > 0.0)?;
        let at = self.at;
        self.take(count * WIDTH)?;
        Ok(Rows { at, scales })
    }

    /// `places`: which columns its blocks have, one after the other.
    fn dense(&mut self, rows: usize, width: usize, places: &[usize]) -> Result<Dense, Damage> {
        let bias = self.numbers(rows, |_| true)?;
        let block = |place: &usize| {
            Ok(Block {
                place: *place,
                factors: self.numbers(WIDTH, |_| true)?,
                rows: self.rows(rows)?,
            })
        };
        Ok(Dense {
            bias,
            width,
            blocks: places.iter().map(block).collect::<Result<_, _>>()?,
        })
    }

    fn norm(&mut self) -> Result<Norm, Damage> {
        Ok(Norm {
            gain: self.numbers(WIDTH, |_| true)?,
            offset: self.numbers(WIDTH, |_| true)?,
        })
    }

    fn layer(&mut self, number: usize) -> Result<Layer, Damage> {
        let up: &[usize] = if number == 0 { &[0, 0] } else { &[0] };
        Ok(Layer {
            attention: self.dense(3 * WIDTH, WIDTH, &[0])?,
            mix: self.dense(WIDTH, WIDTH, &[0])?,
            attention_norm: self.norm()?,
            up: self.dense(INNER, WIDTH, up)?,
            down: self.dense(WIDTH, INNER, &[0, 0, 1, 2, 3])?,
            norm: self.norm()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::minilm::kernel::Kernel;

    const WORDS: usize = 3;

    /// A model of the right shape: `scale` for every number, `weight` for every byte.
    fn model(scale: f32, weight: u8) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let vocabulary = b"[CLS]\nferry\n[SEP]";
        let head = [
            WORDS,
            WIDTH,
            LAYERS,
            HEADS,
            INNER,
            POSITIONS,
            LONGEST_SENTENCE,
            vocabulary.len(),
        ];
        bytes.extend(head.iter().flat_map(|number| (*number as u32).to_le_bytes()));
        bytes.extend(vocabulary);
        bytes.resize(bytes.len().next_multiple_of(16), 0);
        let mut part = |numbers: usize, weights: usize| {
            bytes.extend((0..numbers).flat_map(|_| scale.to_le_bytes()));
            bytes.resize(bytes.len() + weights, weight);
        };
        part(WORDS, WORDS * WIDTH);
        part(POSITIONS * WIDTH + 2 * WIDTH, 0);
        for layer in 0..LAYERS {
            let up = if layer == 0 { 2 } else { 1 };
            for (rows, blocks, norm) in [(3 * WIDTH, 1, 0), (WIDTH, 1, 2), (INNER, up, 0), (WIDTH, 5, 2)] {
                part(rows, 0);
                (0..blocks).for_each(|_| part(WIDTH + rows, rows * WIDTH));
                part(norm * WIDTH, 0);
            }
        }
        bytes
    }

    #[test]
    fn damaged_models_are_refused() {
        let whole = model(1.0, 1);
        assert!(Weights::read(whole.clone()).is_ok());
        let length = whole.len();
        let with = |at: usize, what: &[u8]| {
            let mut bytes = whole.clone();
            bytes.splice(at..at + what.len(), what.iter().copied());
            bytes
        };
        let infinite = f32::INFINITY.to_le_bytes();
        let (nan, zero) = (f32::NAN.to_le_bytes(), [0; 4]);
        let shape = |place: usize, found: u32| Damage::Shape { place, found };
        for (bytes, damage) in [
            (Vec::new(), Damage::NotAModel),
            (b"<!doctype html>".to_vec(), Damage::NotAModel),
            (with(13, b"2"), Damage::NotAModel),
            (
                whole[..16].to_vec(),
                Damage::Length {
                    expected: 48,
                    found: 16,
                },
            ),
            (
                whole[..47].to_vec(),
                Damage::Length {
                    expected: 48,
                    found: 47,
                },
            ),
            (with(16, &[0; 4]), shape(0, 0)),
            (with(16, &[255; 4]), shape(0, u32::MAX)),
            (
                with(16, &[0, 0, 1, 0]),
                Damage::Length {
                    expected: 80 + (4 << 16),
                    found: 0,
                },
            ),
            (with(20, &[0x81]), shape(1, 0x181)),
            (with(24, &[7]), shape(2, 7)),
            (with(28, &[13]), shape(3, 13)),
            (with(32, &[1]), shape(4, 0x601)),
            (with(36, &[1]), shape(5, 0x201)),
            (with(40, &[1]), shape(6, 0x101)),
            (with(44, &[255; 4]), shape(7, u32::MAX)),
            (with(80, &infinite), Damage::Number { at: 80 }),
            (with(84, &zero), Damage::Number { at: 84 }),
            (
                with(80 + 4 * WORDS + WORDS * WIDTH + 400, &nan),
                Damage::Number {
                    at: 80 + 4 * WORDS + WORDS * WIDTH + 400,
                },
            ),
            (with(length - 4, &nan), Damage::Number { at: length - 4 }),
            (
                whole[..length - 1].to_vec(),
                Damage::Length {
                    expected: length,
                    found: length - 1,
                },
            ),
            (
                [&whole[..], b"!"].concat(),
                Damage::Length {
                    expected: length,
                    found: length + 1,
                },
            ),
        ] {
            let found = Weights::read(bytes).err();
            // More words than there are: where that is noticed depends on what is read as numbers.
            if matches!(damage, Damage::Length { found: 0, .. }) {
                assert!(found.is_some());
            } else {
                assert_eq!(found, Some(damage));
            }
        }
    }

    #[test]
    fn nonsense_weights_and_ids_give_no_panic() {
        for (scale, weight) in [(1.0, 0x80), (f32::MAX, 0x7f), (f32::MIN_POSITIVE, 0)] {
            let kernel = Kernel::new(Weights::read(model(scale, weight)).unwrap());
            assert_eq!(kernel.vocabulary(), b"[CLS]\nferry\n[SEP]");
            assert_eq!(kernel.sentence(&[0, 2]).map(|vector| vector.len()), Some(WIDTH));
            assert_eq!(kernel.pieces(&[]), None);
            assert_eq!(kernel.pieces(&[0, 3]), None, "no such word");
            assert_eq!(kernel.pieces(&[1; POSITIONS + 1]), None, "no such position");
        }
    }
}
