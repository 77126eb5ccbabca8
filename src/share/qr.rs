//! QR codes for short links: byte mode, error correction level L, versions 1 to 25 (ISO/IEC 18004). Only what that
//! needs; how the code is drawn is the page's matter, but for the path of an SVG.

use std::ops::Range;

/// Check bytes in each block, by version.
const CHECKS: [usize; 25] = [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26,
];
/// Blocks, by version.
const BLOCKS: [usize; 25] = [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12,
];
/// The longest text that a code takes, in bytes.
pub const LONGEST: usize = 1273;

/// A code: `size` rows of `size` modules, without the quiet zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Modules a side.
    pub size: usize,
    dark: Vec<bool>,
}

/// The code of a text; `None` where it is longer than [`LONGEST`].
pub fn encode(text: &str) -> Option<Code> {
    let bytes = text.as_bytes();
    let version =
        (1..=25).find(|version| 8 * bytes.len() + header_bits(*version) <= 8 * data_bytes(*version))?;
    let words = with_checks(&data(bytes, version), version);
    let blank = Drawing::new(version, &words);
    (0..8)
        .map(|mask| blank.clone().masked(mask))
        .min_by_key(Drawing::penalty)
        .map(|drawing| Code {
            size: drawing.size,
            dark: drawing.dark,
        })
}

impl Code {
    /// Whether a module is dark; those outside are light.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        x < self.size && self.dark.get(y * self.size + x).copied().unwrap_or(false)
    }

    /// The dark modules as the path of an SVG whose unit is a module: a rectangle for each run in a row.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for y in 0..self.size {
            let mut x = 0;
            while x < self.size {
                let run = (x..self.size).take_while(|x| self.is_dark(*x, y)).count();
                if run > 0 {
                    path.push_str(&format!("M{x} {y}h{run}v1h-{run}z"));
                }
                x += run.max(1);
            }
        }
        path
    }
}

fn at(table: &[usize; 25], version: usize) -> usize {
    table.get(version - 1).copied().unwrap_or(1)
}

/// Bytes of data and checks together.
fn all_bytes(version: usize) -> usize {
    let mut modules = (16 * version + 128) * version + 64;
    if version >= 2 {
        let marks = version / 7 + 2;
        modules -= (25 * marks - 10) * marks - 55;
        if version >= 7 {
            modules -= 36;
        }
    }
    modules / 8
}

fn data_bytes(version: usize) -> usize {
    all_bytes(version) - at(&CHECKS, version) * at(&BLOCKS, version)
}

/// Mode and length.
fn header_bits(version: usize) -> usize {
    if version < 10 { 12 } else { 20 }
}

/// Mode, length, bytes, end and padding.
fn data(bytes: &[u8], version: usize) -> Vec<u8> {
    let mut bits: Vec<bool> = Vec::new();
    let mut push = |value: usize, count: usize| {
        bits.extend((0..count).rev().map(|bit| value >> bit & 1 == 1));
    };
    push(0b0100, 4);
    push(bytes.len(), header_bits(version) - 4);
    for byte in bytes {
        push(usize::from(*byte), 8);
    }
    push(0, 4);
    let full = data_bytes(version);
    let mut words: Vec<u8> = bits
        .chunks(8)
        .map(|byte| (0..8).fold(0, |word, bit| word << 1 | u8::from(byte.get(bit) == Some(&true))))
        .take(full)
        .collect();
    let padding = [0xEC, 0x11];
    words.extend(padding.into_iter().cycle().take(full - words.len()));
    words
}

/// Cuts the data into blocks, adds the checks of each, and interleaves them.
fn with_checks(data: &[u8], version: usize) -> Vec<u8> {
    let (count, checks) = (at(&BLOCKS, version), at(&CHECKS, version));
    let long = all_bytes(version) % count;
    let short = all_bytes(version) / count - checks;
    let divisor = generator(checks);
    let mut blocks = Vec::new();
    let mut rest = data;
    for block in 0..count {
        let length = short + usize::from(block >= count - long);
        let (block, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        blocks.push((block, remainder(block, &divisor)));
        rest = after;
    }
    let mut out = Vec::with_capacity(all_bytes(version));
    for place in 0..=short {
        out.extend(blocks.iter().filter_map(|(block, _)| block.get(place)));
    }
    for place in 0..checks {
        out.extend(blocks.iter().filter_map(|(_, check)| check.get(place)));
    }
    out
}

/// Multiplies in GF(256) modulo x⁸ + x⁴ + x³ + x² + 1.
fn times(a: u8, b: u8) -> u8 {
    (0..8).rev().fold(0, |product: u8, bit| {
        let doubled = (product << 1) ^ ((product >> 7) * 0x1D);
        doubled ^ (((b >> bit) & 1) * a)
    })
}

/// The Reed–Solomon generator polynomial, without its leading 1.
fn generator(degree: usize) -> Vec<u8> {
    let mut polynomial = vec![0; degree];
    if let Some(last) = polynomial.last_mut() {
        *last = 1;
    }
    let mut root = 1;
    for _ in 0..degree {
        let before = polynomial.clone();
        for (place, coefficient) in polynomial.iter_mut().enumerate() {
            *coefficient = times(*coefficient, root) ^ before.get(place + 1).copied().unwrap_or(0);
        }
        root = times(root, 2);
    }
    polynomial
}

fn remainder(data: &[u8], divisor: &[u8]) -> Vec<u8> {
    let mut rest = vec![0; divisor.len()];
    for byte in data {
        let factor = byte ^ rest.first().copied().unwrap_or(0);
        rest.rotate_left(1);
        if let Some(last) = rest.last_mut() {
            *last = 0;
        }
        for (rest, coefficient) in rest.iter_mut().zip(divisor) {
            *rest ^= times(*coefficient, factor);
        }
    }
    rest
}

#[derive(Clone)]
struct Drawing {
    size: usize,
    dark: Vec<bool>,
    /// Modules that belong to the pattern, not to the data.
    fixed: Vec<bool>,
}

impl Drawing {
    fn new(version: usize, words: &[u8]) -> Self {
        let size = 17 + 4 * version;
        let mut drawing = Self {
            size,
            dark: vec![false; size * size],
            fixed: vec![false; size * size],
        };
        drawing.timing();
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            drawing.finder(x, y);
        }
        drawing.alignments(version);
        drawing.version(version);
        // Keeps the place of the format bits.
        drawing.format(0);
        drawing.words(words);
        drawing
    }

    fn get(&self, x: usize, y: usize) -> bool {
        self.dark.get(y * self.size + x).copied().unwrap_or(false)
    }

    fn is_fixed(&self, x: usize, y: usize) -> bool {
        self.fixed.get(y * self.size + x).copied().unwrap_or(true)
    }

    fn fix(&mut self, x: usize, y: usize, dark: bool) {
        self.set(x, y, dark);
        if let Some(fixed) = self.fixed.get_mut(y * self.size + x) {
            *fixed = true;
        }
    }

    fn set(&mut self, x: usize, y: usize, dark: bool) {
        if let Some(module) = self.dark.get_mut(y * self.size + x) {
            *module = dark;
        }
    }

    fn timing(&mut self) {
        for place in 0..self.size {
            self.fix(6, place, place % 2 == 0);
            self.fix(place, 6, place % 2 == 0);
        }
    }

    fn finder(&mut self, x: usize, y: usize) {
        for across in around(x, 4, self.size) {
            for down in around(y, 4, self.size) {
                let distance = across.abs_diff(x).max(down.abs_diff(y));
                self.fix(across, down, distance != 2 && distance != 4);
            }
        }
    }

    fn alignments(&mut self, version: usize) {
        if version == 1 {
            return;
        }
        let count = version / 7 + 2;
        let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2;
        let last = self.size - 7;
        let places: Vec<usize> = std::iter::once(6)
            .chain((0..count - 1).rev().map(|place| last - place * step))
            .collect();
        for x in &places {
            for y in &places {
                let corner = (*x, *y) == (6, 6) || (*x, *y) == (6, last) || (*x, *y) == (last, 6);
                if corner {
                    continue;
                }
                for across in around(*x, 2, self.size) {
                    for down in around(*y, 2, self.size) {
                        self.fix(across, down, across.abs_diff(*x).max(down.abs_diff(*y)) != 1);
                    }
                }
            }
        }
    }

    fn version(&mut self, version: usize) {
        if version < 7 {
            return;
        }
        let mut rest = version;
        for _ in 0..12 {
            rest = (rest << 1) ^ ((rest >> 11) * 0x1F25);
        }
        let bits = version << 12 | rest;
        for bit in 0..18 {
            let (near, far) = (bit / 3, self.size - 11 + bit % 3);
            let dark = bits >> bit & 1 == 1;
            self.fix(far, near, dark);
            self.fix(near, far, dark);
        }
    }

    fn format(&mut self, mask: usize) {
        // Level L is 01.
        let told = 0b01 << 3 | mask;
        let mut rest = told;
        for _ in 0..10 {
            rest = (rest << 1) ^ ((rest >> 9) * 0x537);
        }
        let bits = (told << 10 | rest) ^ 0x5412;
        let size = self.size;
        let dark = |bit: usize| bits >> bit & 1 == 1;
        for bit in 0..6 {
            self.fix(8, bit, dark(bit));
        }
        self.fix(8, 7, dark(6));
        self.fix(8, 8, dark(7));
        self.fix(7, 8, dark(8));
        for bit in 9..15 {
            self.fix(14 - bit, 8, dark(bit));
        }
        for bit in 0..8 {
            self.fix(size - 1 - bit, 8, dark(bit));
        }
        for bit in 8..15 {
            self.fix(8, size - 15 + bit, dark(bit));
        }
        self.fix(8, size - 8, true);
    }

    /// Data goes up and down in columns of two, from the right; the column of the timing pattern is left out.
    fn words(&mut self, words: &[u8]) {
        let mut bits = words
            .iter()
            .flat_map(|word| (0..8).rev().map(move |bit| word >> bit & 1 == 1));
        let rights = (1..self.size)
            .rev()
            .step_by(2)
            .map(|right| if right <= 6 { right - 1 } else { right });
        for (turn, right) in rights.enumerate() {
            for place in 0..self.size {
                let y = if turn % 2 == 0 {
                    self.size - 1 - place
                } else {
                    place
                };
                for x in [right, right.wrapping_sub(1)] {
                    if x < self.size && !self.is_fixed(x, y) {
                        let dark = bits.next().unwrap_or(false);
                        self.set(x, y, dark);
                    }
                }
            }
        }
    }

    fn masked(mut self, mask: usize) -> Self {
        for y in 0..self.size {
            for x in 0..self.size {
                let turned = match mask {
                    0 => (x + y) % 2 == 0,
                    1 => y % 2 == 0,
                    2 => x % 3 == 0,
                    3 => (x + y) % 3 == 0,
                    4 => (x / 3 + y / 2) % 2 == 0,
                    5 => x * y % 2 + x * y % 3 == 0,
                    6 => (x * y % 2 + x * y % 3) % 2 == 0,
                    _ => ((x + y) % 2 + x * y % 3) % 2 == 0,
                };
                if turned && !self.is_fixed(x, y) {
                    let dark = !self.get(x, y);
                    self.set(x, y, dark);
                }
            }
        }
        self.format(mask);
        self
    }

    /// How hard the code is to read: long runs, blocks of one colour, and an uneven share of dark modules.
    fn penalty(&self) -> usize {
        let mut sum = 0;
        for line in 0..self.size {
            for across in [true, false] {
                let mut run = 0;
                let mut last = None;
                for place in 0..self.size {
                    let dark = if across {
                        self.get(place, line)
                    } else {
                        self.get(line, place)
                    };
                    run = if last == Some(dark) { run + 1 } else { 1 };
                    last = Some(dark);
                    sum += match run {
                        5 => 3,
                        6.. => 1,
                        _ => 0,
                    };
                }
            }
        }
        for y in 1..self.size {
            for x in 1..self.size {
                let dark = self.get(x, y);
                let same = dark == self.get(x - 1, y)
                    && dark == self.get(x, y - 1)
                    && dark == self.get(x - 1, y - 1);
                sum += if same { 3 } else { 0 };
            }
        }
        let dark = self.dark.iter().filter(|dark| **dark).count();
        let share = dark * 100 / self.dark.len().max(1);
        sum + share.abs_diff(50) / 5 * 10
    }
}

fn around(place: usize, reach: usize, size: usize) -> Range<usize> {
    place.saturating_sub(reach)..(place + reach + 1).min(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another's reader reads what we draw, in every version.
    #[test]
    fn codes_are_read_by_a_reader() {
        let text = "https://assay.example/app/?lang=zh-Hant#s1.d.720."
            .chars()
            .chain(('a'..='z').cycle());
        for length in [
            1, 17, 18, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792,
            858, 929, 1003, 1091, 1171, 1273,
        ] {
            let text: String = text.clone().take(length).collect();
            let code = encode(&text).unwrap();
            let (scale, quiet) = (4, 4);
            let side = (code.size + 2 * quiet) * scale;
            let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| {
                let (x, y) = (x / scale, y / scale);
                let inside = x >= quiet && y >= quiet;
                if inside && code.is_dark(x - quiet, y - quiet) {
                    0
                } else {
                    255
                }
            });
            let grids = image.detect_grids();
            assert_eq!(grids.len(), 1, "{length}");
            assert_eq!(grids[0].decode().unwrap().1, text);
        }
        assert_eq!(encode(&"x".repeat(LONGEST + 1)), None);
    }

    #[test]
    fn the_path_covers_every_dark_module() {
        let code = encode("a").unwrap();
        let covered: usize = code
            .path()
            .split('h')
            .skip(1)
            .filter_map(|part| part.split_once('v')?.0.parse::<usize>().ok())
            .sum();
        let dark = (0..code.size * code.size).filter(|at| code.is_dark(at % code.size, at / code.size));
        assert_eq!(covered, dark.count());
    }
}
