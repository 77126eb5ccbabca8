//! Raw deflate (RFC 1951), both ways, for the payload of links. Ours, because it may look for the shortest text as long as
//! it likes and brings nothing else to the page; tests hold it against a library.
//!
//! Writing looks for the shortest text rather than for speed. Reading stops at a limit, accepts a stream that ends where
//! its bytes end, and nothing else.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Why a stream can't be inflated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It gives more than the limit.
    TooBig,
    /// It is no stream, or not a whole one, or more than one.
    Damaged,
}

/// The end of a block among literals and lengths.
const END: usize = 256;
/// Shortest and longest match.
const MATCH: std::ops::RangeInclusive<usize> = 3..=258;
/// How far back a match may begin.
const WINDOW: usize = 32_768;
/// Symbols of a block.
const BLOCK: usize = 40_000;
/// Earlier places that are looked at for a match.
const PLACES: usize = 512;
/// Order in which the lengths of the code for lengths are told.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// First length and further bits of a length symbol, counted from 257.
fn length_range(symbol: usize) -> Option<(usize, u32)> {
    match symbol {
        0..8 => Some((symbol + 3, 0)),
        8..28 => {
            let bits = symbol / 4 - 1;
            Some((((4 + symbol % 4) << bits) + 3, bits as u32))
        }
        28 => Some((258, 0)),
        _ => None,
    }
}

/// First distance and further bits of a distance symbol.
fn distance_range(symbol: usize) -> Option<(usize, u32)> {
    match symbol {
        0..2 => Some((symbol + 1, 0)),
        2..30 => {
            let bits = symbol / 2 - 1;
            Some((((2 + symbol % 2) << bits) + 1, bits as u32))
        }
        _ => None,
    }
}

// ---- Reading

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

fn fixed_lengths() -> Vec<u8> {
    (0..288)
        .map(|symbol| match symbol {
            0..144 => 8,
            144..256 => 9,
            256..280 => 7,
            _ => 8,
        })
        .collect()
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

// ---- Writing

/// A stream that inflates to `text`.
pub fn deflate(text: &[u8]) -> Vec<u8> {
    let tokens = tokens(text);
    let mut out = Writer::default();
    let mut blocks = tokens.chunks(BLOCK).peekable();
    if blocks.peek().is_none() {
        write_block(&mut out, &[], true);
    }
    while let Some(block) = blocks.next() {
        write_block(&mut out, block, blocks.peek().is_none());
    }
    out.bytes
}

/// A literal, where the distance is 0; or a length and a distance.
#[derive(Clone, Copy)]
struct Token {
    value: usize,
    distance: usize,
}

/// Cuts a text into literals and matches. A match waits for the place behind it, which may have a longer one.
fn tokens(text: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut places = Places::new(text);
    let mut at = 0;
    let mut found = places.longest(at);
    while at < text.len() {
        places.note(at);
        let next = if at + 1 < text.len() {
            places.longest(at + 1)
        } else {
            (0, 0)
        };
        if found.0 >= *MATCH.start() && found.0 >= next.0 {
            tokens.push(Token {
                value: found.0,
                distance: found.1,
            });
            (at + 1..at + found.0).for_each(|place| places.note(place));
            at += found.0;
            found = places.longest(at);
        } else {
            let value = text.get(at).copied().map_or(0, usize::from);
            tokens.push(Token { value, distance: 0 });
            at += 1;
            found = next;
        }
    }
    tokens
}

/// Where three bytes stood before: the last place for each hash, and for each place the one before it.
struct Places<'a> {
    text: &'a [u8],
    last: Vec<usize>,
    before: Vec<usize>,
}

const NOWHERE: usize = usize::MAX;

impl<'a> Places<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            last: vec![NOWHERE; WINDOW],
            before: vec![NOWHERE; text.len()],
        }
    }

    fn hash(&self, at: usize) -> Option<usize> {
        let bytes = self.text.get(at..at + MATCH.start())?;
        let value = bytes
            .iter()
            .fold(0_usize, |value, byte| value << 8 | usize::from(*byte));
        Some((value.wrapping_mul(0x9E37_79B1) >> 11) % WINDOW)
    }

    fn note(&mut self, at: usize) {
        let Some(hash) = self.hash(at) else { return };
        if let (Some(last), Some(before)) = (self.last.get_mut(hash), self.before.get_mut(at)) {
            *before = *last;
            *last = at;
        }
    }

    /// The longest match for a place, and how far back it begins; the nearest of several.
    fn longest(&self, at: usize) -> (usize, usize) {
        let here = self.text.get(at..).unwrap_or_default();
        let most = here.len().min(*MATCH.end());
        let mut best = (0, 0);
        let mut place = self
            .hash(at)
            .and_then(|hash| self.last.get(hash).copied())
            .unwrap_or(NOWHERE);
        for _ in 0..PLACES {
            if place >= at || at - place > WINDOW || best.0 >= most {
                break;
            }
            let there = self.text.get(place..).unwrap_or_default();
            // Most places differ where a longer match would have to go on.
            if there.get(best.0) == here.get(best.0) {
                let same = here
                    .iter()
                    .zip(there)
                    .take(most)
                    .take_while(|(a, b)| a == b)
                    .count();
                // Three bytes from far away cost more than they save.
                if same > best.0 && (same > 3 || at - place < 4096) {
                    best = (same, at - place);
                }
            }
            place = self.before.get(place).copied().unwrap_or(NOWHERE);
        }
        best
    }
}

fn length_symbol(length: usize) -> (usize, usize, u32) {
    symbol_of(length, 29, length_range)
}

fn distance_symbol(distance: usize) -> (usize, usize, u32) {
    symbol_of(distance, 30, distance_range)
}

/// Symbol, what is told behind it, and in how many bits. The last symbol that begins at or below the value.
fn symbol_of(value: usize, count: usize, range: fn(usize) -> Option<(usize, u32)>) -> (usize, usize, u32) {
    (0..count)
        .rev()
        .find_map(|symbol| {
            let (first, bits) = range(symbol)?;
            (first <= value).then(|| (symbol, value - first, bits))
        })
        .unwrap_or_default()
}

fn write_block(out: &mut Writer, block: &[Token], last: bool) {
    let mut counts = vec![0_usize; 286];
    let mut far = vec![0_usize; 30];
    let count = |counts: &mut Vec<usize>, symbol: usize| {
        if let Some(count) = counts.get_mut(symbol) {
            *count += 1;
        }
    };
    for token in block {
        if token.distance == 0 {
            count(&mut counts, token.value);
        } else {
            count(&mut counts, END + 1 + length_symbol(token.value).0);
            count(&mut far, distance_symbol(token.distance).0);
        }
    }
    count(&mut counts, END);
    let (literals, distances) = (lengths(&counts, 15), lengths(&far, 15));
    let header = Header::new(&literals, &distances);
    let cost = |literals: &[u8], distances: &[u8]| -> usize {
        let sum = |counts: &[usize], lengths: &[u8]| -> usize {
            counts
                .iter()
                .zip(lengths)
                .map(|(count, length)| count * usize::from(*length))
                .sum()
        };
        sum(&counts, literals) + sum(&far, distances)
    };
    let (fixed, fives) = (fixed_lengths(), vec![5_u8; 30]);
    let told = header.bits() + cost(&literals, &distances) < cost(&fixed, &fives);
    out.put(usize::from(last), 1);
    out.put(if told { 2 } else { 1 }, 2);
    let (literals, distances) = if told {
        header.write(out);
        (literals, distances)
    } else {
        (fixed, fives)
    };
    let (literals, distances) = (codes(&literals), codes(&distances));
    for token in block {
        if token.distance == 0 {
            out.code(&literals, token.value);
            continue;
        }
        let (symbol, rest, bits) = length_symbol(token.value);
        out.code(&literals, END + 1 + symbol);
        out.put(rest, bits);
        let (symbol, rest, bits) = distance_symbol(token.distance);
        out.code(&distances, symbol);
        out.put(rest, bits);
    }
    out.code(&literals, END);
}

/// How the codes of a block are told.
struct Header {
    literals: usize,
    distances: usize,
    /// Symbols of the code for lengths, with what is told behind them.
    steps: Vec<(usize, usize, u32)>,
    of_lengths: Vec<u8>,
    told: usize,
}

impl Header {
    fn new(literals: &[u8], distances: &[u8]) -> Self {
        let used = |lengths: &[u8], least: usize| {
            let last = lengths.iter().rposition(|length| *length > 0);
            last.map_or(least, |last| (last + 1).max(least))
        };
        let (literal_count, distance_count) = (used(literals, 257), used(distances, 1));
        let all: Vec<u8> = literals
            .iter()
            .take(literal_count)
            .chain(distances.iter().take(distance_count))
            .copied()
            .collect();
        let steps = steps(&all);
        let mut counts = vec![0; 19];
        for (symbol, ..) in &steps {
            if let Some(count) = counts.get_mut(*symbol) {
                *count += 1;
            }
        }
        let of_lengths = lengths(&counts, 7);
        let told = ORDER
            .iter()
            .rposition(|place| of_lengths.get(*place).is_some_and(|length| *length > 0))
            .map_or(4, |last| (last + 1).max(4));
        Self {
            literals: literal_count,
            distances: distance_count,
            steps,
            of_lengths,
            told,
        }
    }

    fn bits(&self) -> usize {
        let step = |(symbol, _, bits): &(usize, usize, u32)| {
            self.of_lengths.get(*symbol).copied().map_or(0, usize::from) + *bits as usize
        };
        14 + 3 * self.told + self.steps.iter().map(step).sum::<usize>()
    }

    fn write(&self, out: &mut Writer) {
        out.put(self.literals - 257, 5);
        out.put(self.distances - 1, 5);
        out.put(self.told - 4, 4);
        for place in ORDER.iter().take(self.told) {
            out.put(self.of_lengths.get(*place).copied().map_or(0, usize::from), 3);
        }
        let codes = codes(&self.of_lengths);
        for (symbol, rest, bits) in &self.steps {
            out.code(&codes, *symbol);
            out.put(*rest, *bits);
        }
    }
}

/// Runs of equal lengths in short.
fn steps(lengths: &[u8]) -> Vec<(usize, usize, u32)> {
    let mut steps = Vec::new();
    let mut at = 0;
    while let Some(length) = lengths.get(at) {
        let mut run = lengths
            .iter()
            .skip(at)
            .take_while(|other| *other == length)
            .count();
        at += run;
        if *length > 0 {
            steps.push((usize::from(*length), 0, 0));
            run -= 1;
        }
        while run >= 3 {
            let (symbol, least, most, bits) = match (*length, run) {
                (0, 11..) => (18, 11, 138, 7),
                (0, _) => (17, 3, 10, 3),
                _ => (16, 3, 6, 2),
            };
            let now = run.min(most);
            steps.push((symbol, now - least, bits));
            run -= now;
        }
        steps.extend(std::iter::repeat_n((usize::from(*length), 0, 0), run));
    }
    steps
}

/// Lengths of a Huffman code of at most `most` bits. Counts are evened out until it fits.
fn lengths(counts: &[usize], most: u8) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = unlimited(&counts);
        if lengths.iter().all(|length| *length <= most) {
            return lengths;
        }
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = *count / 2 + 1;
        }
    }
}

fn unlimited(counts: &[usize]) -> Vec<u8> {
    let mut lengths = vec![0_u8; counts.len()];
    let mut heap: BinaryHeap<Reverse<(usize, usize)>> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(symbol, count)| Reverse((*count, symbol)))
        .collect();
    if let (1, Some(Reverse((_, only)))) = (heap.len(), heap.peek()) {
        if let Some(length) = lengths.get_mut(*only) {
            *length = 1;
        }
        return lengths;
    }
    // Inner nodes are numbered behind the symbols; each names its parent.
    let mut parents = vec![0; counts.len()];
    while let (Some(Reverse((a, left))), Some(Reverse((b, right)))) = (heap.pop(), heap.pop()) {
        let node = parents.len();
        parents.push(0);
        for child in [left, right] {
            if let Some(parent) = parents.get_mut(child) {
                *parent = node;
            }
        }
        heap.push(Reverse((a + b, node)));
        if heap.len() == 1 {
            break;
        }
    }
    let root = parents.len() - 1;
    for (symbol, length) in lengths.iter_mut().enumerate() {
        if counts.get(symbol).is_none_or(|count| *count == 0) {
            continue;
        }
        let mut node = symbol;
        while node != root {
            node = parents.get(node).copied().unwrap_or(root);
            *length = length.saturating_add(1);
        }
    }
    lengths
}

/// Codes with their lengths, first bit last, as they are written.
fn codes(lengths: &[u8]) -> Vec<(usize, u32)> {
    let mut next = [0_usize; 16];
    let mut code = 0;
    for length in 1..16_u8 {
        let shorter = lengths
            .iter()
            .filter(|other| **other == length - 1 && length > 1)
            .count();
        code = (code + shorter) << 1;
        if let Some(first) = next.get_mut(usize::from(length)) {
            *first = code;
        }
    }
    lengths
        .iter()
        .map(|length| match next.get_mut(usize::from(*length)) {
            Some(next) if *length > 0 => {
                let code = *next;
                *next += 1;
                let bits = u32::from(*length);
                ((code.reverse_bits() >> (usize::BITS - bits)), bits)
            }
            _ => (0, 0),
        })
        .collect()
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    at: usize,
}

impl Writer {
    fn put(&mut self, value: usize, bits: u32) {
        for place in 0..bits {
            if self.at.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(byte) = self.bytes.last_mut() {
                *byte |= ((value >> place & 1) as u8) << (self.at % 8);
            }
            self.at += 1;
        }
    }

    fn code(&mut self, codes: &[(usize, u32)], symbol: usize) {
        let (code, bits) = codes.get(symbol).copied().unwrap_or_default();
        self.put(code, bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::deflate::compress_to_vec;
    use miniz_oxide::inflate::decompress_to_vec;

    fn texts() -> Vec<Vec<u8>> {
        let mut seed = 9_u64;
        let mut random = |range: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % range
        };
        let mut texts: Vec<Vec<u8>> = [
            "",
            "a",
            "ab",
            "aaaa",
            "abcabcabcabc",
            "港口的燈塔在一八七一年建成。",
        ]
        .iter()
        .map(|text| text.as_bytes().to_vec())
        .collect();
        texts.push(include_bytes!("../../tests/links/english.txt").to_vec());
        texts.push(include_bytes!("../../tests/links/chinese.txt").to_vec());
        texts.push(vec![0; 300_000]);
        for (length, range) in [(1_000, 2), (100_000, 4), (100_000, 256), (70_000, 20)] {
            texts.push((0..length).map(|_| random(range) as u8).collect());
        }
        // One symbol that is much more frequent than the next, and so on: codes longer than may be.
        let mut steep = Vec::new();
        for symbol in 0..22_u8 {
            steep.extend(std::iter::repeat_n(symbol, 1 << symbol.min(17)));
        }
        for at in (1..steep.len()).rev() {
            steep.swap(at, random(at as u64 + 1) as usize);
        }
        texts.push(steep);
        texts
    }

    #[test]
    fn what_we_write_we_and_others_read() {
        for text in texts() {
            let packed = deflate(&text);
            assert_eq!(
                decompress_to_vec(&packed).ok(),
                Some(text.clone()),
                "{} bytes",
                text.len()
            );
            assert_eq!(inflate(&packed, text.len()), Ok(text.clone()));
            let theirs = compress_to_vec(&text, 10).len();
            assert!(
                packed.len() <= theirs + theirs / 40 + 8 || text.len() > 90_000,
                "{} against {theirs}",
                packed.len()
            );
        }
    }

    #[test]
    fn what_others_write_we_read() {
        for text in texts() {
            for level in [0, 1, 6, 10] {
                assert_eq!(
                    inflate(&compress_to_vec(&text, level), text.len()),
                    Ok(text.clone())
                );
            }
        }
    }

    #[test]
    fn what_is_no_whole_stream_is_refused() {
        let text = include_bytes!("../../tests/links/english.txt");
        let packed = deflate(text);
        assert_eq!(inflate(&packed, text.len() - 1), Err(Trouble::TooBig));
        for length in 0..packed.len() {
            assert_eq!(
                inflate(&packed[..length], 10_000),
                Err(Trouble::Damaged),
                "{length}"
            );
        }
        let more = [&packed[..], &[0]].concat();
        assert_eq!(inflate(&more, 10_000), Err(Trouble::Damaged));
        let mut seed = 3_u64;
        for _ in 0..20_000 {
            let mut bytes = packed[..200].to_vec();
            for byte in &mut bytes {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                if seed >> 60 == 0 {
                    *byte ^= (seed >> 40) as u8;
                }
            }
            // Whatever it gives, it gives it.
            let _ = inflate(&bytes, 10_000);
        }
    }
}
