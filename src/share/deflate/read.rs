//! Inflating: a stream becomes text, up to a limit.

use super::{END, ORDER, Trouble, distance_range, fixed_lengths, length_range};

/// The text of a stream, of at most `most` bytes.
///
/// # Errors
/// See [`Trouble`].
pub fn inflate(packed: &[u8], most: usize) -> Result<Vec<u8>, Trouble> {
    let mut bits = Bits { bytes: packed, at: 0 };
    let mut out = Vec::new();
    loop {
        let last = bits.take(1)?;
        match bits.take(2)? {
            0 => stored(&mut bits, &mut out, most)?,
            1 => coded(&mut bits, &mut out, most, &fixed_literals(), &fixed_distances())?,
            2 => {
                let (literals, distances) = told_codes(&mut bits)?;
                coded(&mut bits, &mut out, most, &literals, &distances)?;
            }
            _ => return Err(Trouble::Damaged),
        }
        if last == 1 {
            return if bits.is_at_end() {
                Ok(out)
            } else {
                Err(Trouble::Damaged)
            };
        }
    }
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: u32) -> Result<usize, Trouble> {
        let mut value = 0;
        for place in 0..count {
            let byte = self.bytes.get(self.at / 8).ok_or(Trouble::Damaged)?;
            value |= usize::from(byte >> (self.at % 8) & 1) << place;
            self.at += 1;
        }
        Ok(value)
    }

    /// Only zeros are left, and less than a byte of them.
    fn is_at_end(&mut self) -> bool {
        let left = self.bytes.len() * 8 - self.at;
        left < 8 && self.take(left as u32) == Ok(0)
    }
}

/// A Huffman code: how many symbols there are of each length, and the symbols in the order of their codes.
struct Code {
    counts: [usize; 16],
    symbols: Vec<usize>,
}

impl Code {
    /// `None` for lengths that are no code: too many, or too few but for a single symbol.
    fn new(lengths: &[u8]) -> Option<Self> {
        let mut counts = [0; 16];
        for length in lengths {
            *counts.get_mut(usize::from(*length))? += 1;
        }
        if let Some(unused) = counts.first_mut() {
            *unused = 0;
        }
        let mut left = 1_usize;
        for count in counts.iter().skip(1) {
            left = (left * 2).checked_sub(*count)?;
        }
        if left > 0 && counts.iter().sum::<usize>() > 1 {
            return None;
        }
        let mut symbols: Vec<usize> = (0..lengths.len())
            .filter(|symbol| lengths.get(*symbol).is_some_and(|length| *length > 0))
            .collect();
        symbols.sort_by_key(|symbol| lengths.get(*symbol));
        Some(Self { counts, symbols })
    }

    fn read(&self, bits: &mut Bits<'_>) -> Result<usize, Trouble> {
        let (mut code, mut first, mut index) = (0, 0, 0);
        for count in self.counts.iter().skip(1) {
            code |= bits.take(1)?;
            if code < first + count {
                return self
                    .symbols
                    .get(index + code - first)
                    .copied()
                    .ok_or(Trouble::Damaged);
            }
            index += count;
            first = (first + count) * 2;
            code *= 2;
        }
        Err(Trouble::Damaged)
    }
}

fn fixed_literals() -> Code {
    Code::new(&fixed_lengths()).unwrap_or(Code {
        counts: [0; 16],
        symbols: Vec::new(),
    })
}

fn fixed_distances() -> Code {
    let mut counts = [0; 16];
    if let Some(five) = counts.get_mut(5) {
        *five = 32;
    }
    Code {
        counts,
        symbols: (0..32).collect(),
    }
}

fn stored(bits: &mut Bits<'_>, out: &mut Vec<u8>, most: usize) -> Result<(), Trouble> {
    bits.at = bits.at.next_multiple_of(8);
    let (length, check) = (bits.take(16)?, bits.take(16)?);
    if length ^ check != 0xFFFF {
        return Err(Trouble::Damaged);
    }
    let begin = bits.at / 8;
    let bytes = bits.bytes.get(begin..begin + length).ok_or(Trouble::Damaged)?;
    if out.len() + length > most {
        return Err(Trouble::TooBig);
    }
    out.extend_from_slice(bytes);
    bits.at += length * 8;
    Ok(())
}

fn told_codes(bits: &mut Bits<'_>) -> Result<(Code, Code), Trouble> {
    let (literals, distances, told) = (bits.take(5)? + 257, bits.take(5)? + 1, bits.take(4)? + 4);
    let mut of_lengths = [0_u8; 19];
    for place in ORDER.iter().take(told) {
        let length = bits.take(3)? as u8;
        if let Some(at) = of_lengths.get_mut(*place) {
            *at = length;
        }
    }
    let code = Code::new(&of_lengths).ok_or(Trouble::Damaged)?;
    let mut lengths: Vec<u8> = Vec::new();
    while lengths.len() < literals + distances {
        let (again, times) = match code.read(bits)? {
            symbol @ 0..16 => (symbol as u8, 1),
            16 => (*lengths.last().ok_or(Trouble::Damaged)?, 3 + bits.take(2)?),
            17 => (0, 3 + bits.take(3)?),
            _ => (0, 11 + bits.take(7)?),
        };
        lengths.extend(std::iter::repeat_n(again, times));
    }
    if lengths.len() > literals + distances || lengths.get(END) == Some(&0) {
        return Err(Trouble::Damaged);
    }
    let (literals, distances) = lengths.split_at_checked(literals).ok_or(Trouble::Damaged)?;
    let code = |lengths| Code::new(lengths).ok_or(Trouble::Damaged);
    Ok((code(literals)?, code(distances)?))
}

fn coded(
    bits: &mut Bits<'_>,
    out: &mut Vec<u8>,
    most: usize,
    literals: &Code,
    distances: &Code,
) -> Result<(), Trouble> {
    loop {
        let symbol = literals.read(bits)?;
        if symbol == END {
            return Ok(());
        }
        if symbol < END {
            if out.len() >= most {
                return Err(Trouble::TooBig);
            }
            out.push(symbol as u8);
            continue;
        }
        let (length, more) = length_range(symbol - END - 1).ok_or(Trouble::Damaged)?;
        let length = length + bits.take(more)?;
        let (distance, more) = distance_range(distances.read(bits)?).ok_or(Trouble::Damaged)?;
        let distance = distance + bits.take(more)?;
        if out.len() + length > most {
            return Err(Trouble::TooBig);
        }
        let begin = out.len().checked_sub(distance).ok_or(Trouble::Damaged)?;
        for place in begin..begin + length {
            let byte = *out.get(place).ok_or(Trouble::Damaged)?;
            out.push(byte);
        }
    }
}
