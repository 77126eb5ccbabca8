//! Deflating: the shortest stream that some looking finds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{END, MATCH, ORDER, WINDOW, distance_range, fixed_lengths, length_range};

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

/// Symbols of a block.
const BLOCK: usize = 40_000;

/// Earlier places that are looked at for a match.
const PLACES: usize = 512;

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
