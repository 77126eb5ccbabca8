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
    pub words: Matrix,
    /// An embedding for each position.
    pub positions: Matrix,
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

/// Weights of eight bits with a scale for each row.
pub struct Matrix {
    at: usize,
    /// Numbers in a row.
    pub width: usize,
    /// What the bytes of a row are multiplied with.
    pub scales: Vec<f32>,
}

/// A matrix and what is added behind it.
pub struct Dense {
    /// A row for each number that comes out.
    pub matrix: Matrix,
    /// One for each row.
    pub bias: Vec<f32>,
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
        let words = rest.matrix(head.words, WIDTH)?;
        let positions = rest.matrix(POSITIONS, WIDTH)?;
        let norm = rest.norm()?;
        let layers = (0..LAYERS).map(|_| rest.layer()).collect::<Result<_, _>>()?;
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

    /// The rows of a matrix of this model, a signed byte a weight.
    pub fn rows(&self, matrix: &Matrix) -> std::slice::ChunksExact<'_, u8> {
        let end = matrix.at + matrix.scales.len() * matrix.width;
        let all = self.bytes.get(matrix.at..end).unwrap_or_default();
        all.chunks_exact(matrix.width)
    }

    /// A row of a matrix of this model as numbers; `None` if there is no such row.
    pub fn row(&self, matrix: &Matrix, row: usize) -> Option<impl Iterator<Item = f32>> {
        let scale = *matrix.scales.get(row)?;
        let weights = self.rows(matrix).nth(row)?;
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

    fn matrix(&mut self, rows: usize, width: usize) -> Result<Matrix, Damage> {
        let scales = self.numbers(rows, |scale| scale > 0.0)?;
        let at = self.at;
        self.take(rows * width)?;
        Ok(Matrix { at, width, scales })
    }

    fn dense(&mut self, rows: usize, width: usize) -> Result<Dense, Damage> {
        Ok(Dense {
            matrix: self.matrix(rows, width)?,
            bias: self.numbers(rows, |_| true)?,
        })
    }

    fn norm(&mut self) -> Result<Norm, Damage> {
        Ok(Norm {
            gain: self.numbers(WIDTH, |_| true)?,
            offset: self.numbers(WIDTH, |_| true)?,
        })
    }

    fn layer(&mut self) -> Result<Layer, Damage> {
        Ok(Layer {
            attention: self.dense(3 * WIDTH, WIDTH)?,
            mix: self.dense(WIDTH, WIDTH)?,
            attention_norm: self.norm()?,
            up: self.dense(INNER, WIDTH)?,
            down: self.dense(WIDTH, INNER)?,
            norm: self.norm()?,
        })
    }
}
