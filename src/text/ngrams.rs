//! Clipped matches of n-grams of two texts, for every n at once: BLEU's words and chrF's characters.
//!
//! The n-grams that begin at a place share their beginnings, so it is enough to sort the longest ones once: those that
//! are equal in their first n units then stand beside each other for every n. Sorting small keys costs less than hashing
//! every n-gram of every length, in WebAssembly above all.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::{BitOr, Shl, Shr};

/// FNV-1a: for words of some letters faster than what the standard library hashes with, the more so in WebAssembly.
#[derive(Clone)]
pub struct WordHasher(u64);

impl Default for WordHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        // The table looks at the highest bits, which a short word hardly touches.
        self.0 ^ (self.0 << 32)
    }
}

/// Words by a number each, from 0 in the order in which they come.
#[derive(Default)]
pub struct Numbers<W>(HashMap<W, u32, BuildHasherDefault<WordHasher>>);

impl<W: std::hash::Hash + Eq> Numbers<W> {
    /// The number of a word.
    pub fn of(&mut self, word: W) -> u32 {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX - 1);
        *self.0.entry(word).or_insert(next)
    }

    /// How many different words there were.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there was none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What two texts share of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// Matches, each n-gram at most as often as the rarer side has it.
    pub matched: usize,
    /// n-grams of the answer.
    pub answer: usize,
    /// n-grams of the reference.
    pub reference: usize,
}

/// What the n-grams that begin at one place are packed into: as small a number as holds them, since a shift of 128 bits
/// is a call of its own in WebAssembly.
pub trait Key:
    Copy + Ord + Default + From<u32> + Shl<u32, Output = Self> + Shr<u32, Output = Self> + BitOr<Output = Self>
{
    /// Bits of such a number.
    const WIDTH: u32;
}

impl Key for u64 {
    const WIDTH: u32 = 64;
}

impl Key for u128 {
    const WIDTH: u32 = 128;
}

/// For n = 1 … `ORDERS` what two texts share. Units are numbers below `2^BITS − 1`; `ORDERS · BITS` is at most the width
/// of the key.
pub fn shared<K: Key, const ORDERS: usize, const BITS: u32>(
    answer: &[u32],
    reference: &[u32],
) -> [Shared; ORDERS] {
    let (of_answer, of_reference) = (
        sorted::<K, ORDERS, BITS>(answer),
        sorted::<K, ORDERS, BITS>(reference),
    );
    let mut n = 0;
    [(); ORDERS].map(|()| {
        n += 1;
        let grams = |text: &[u32]| (text.len() + 1).saturating_sub(n);
        Shared {
            matched: matched::<K, BITS>(&of_answer, &of_reference, (ORDERS - n) as u32 * BITS),
            answer: grams(answer),
            reference: grams(reference),
        }
    })
}

/// The longest n-gram of each place as one number, sorted; places behind the end are 0.
fn sorted<K: Key, const ORDERS: usize, const BITS: u32>(text: &[u32]) -> Vec<K> {
    let spare = K::WIDTH - ORDERS as u32 * BITS;
    let mut key = K::default();
    let ahead = text.iter().skip(ORDERS - 1).map(|unit| *unit + 1);
    for unit in text.iter().take(ORDERS - 1) {
        key = (key << BITS) | K::from(*unit + 1);
    }
    // A text that is shorter than the longest n-gram.
    for _ in text.len()..ORDERS - 1 {
        key = key << BITS;
    }
    let mut keys: Vec<K> = ahead
        .chain(std::iter::repeat(0))
        .take(text.len())
        .map(|unit| {
            // The highest unit falls out at the top.
            key = (((key << BITS) | K::from(unit)) << spare) >> spare;
            key
        })
        .collect();
    keys.sort_unstable();
    keys
}

/// Matches of n-grams that are what is left of the keys without their last `drop` bits.
fn matched<K: Key, const BITS: u32>(answer: &[K], reference: &[K], drop: u32) -> usize {
    let above = K::WIDTH - BITS;
    let mut others = reference.iter().map(|key| *key >> drop).peekable();
    let mut matched = 0;
    for key in answer.iter().map(|key| *key >> drop) {
        while others.next_if(|other| *other < key).is_some() {}
        // One that reaches behind the end of the text is none.
        if others.next_if_eq(&key).is_some() && key << above != K::default() {
            matched += 1;
        }
    }
    matched
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: count, clip, add up.
    fn by_definition(answer: &[u32], reference: &[u32], n: usize) -> usize {
        let count = |text: &[u32]| {
            let mut counts: HashMap<Vec<u32>, usize> = HashMap::new();
            for gram in text.windows(n) {
                *counts.entry(gram.to_vec()).or_default() += 1;
            }
            counts
        };
        let of_reference = count(reference);
        count(answer)
            .iter()
            .map(|(gram, count)| *count.min(of_reference.get(gram).unwrap_or(&0)))
            .sum()
    }

    proptest! {
        #[test]
        fn as_defined(
            answer in prop::collection::vec(0_u32..4, 0..30),
            reference in prop::collection::vec(0_u32..4, 0..30),
        ) {
            let small = shared::<u64, 6, 10>(&answer, &reference);
            prop_assert_eq!(small, shared::<u128, 6, 21>(&answer, &reference));
            for (n, shared) in (1..).zip(small) {
                prop_assert_eq!(shared.matched, by_definition(&answer, &reference, n), "n = {}", n);
                prop_assert_eq!(shared.answer, answer.windows(n).count());
                prop_assert_eq!(shared.reference, reference.windows(n).count());
            }
        }
    }

    #[test]
    fn the_highest_units_are_told_apart() {
        let top = 0x0010_FFFF;
        let one = [top, 0, top, top - 1];
        let found = shared::<u128, 6, 21>(&one, &one).map(|shared| shared.matched);
        assert_eq!(found, [4, 3, 2, 1, 0, 0]);
        let words = [u32::MAX - 1, 0];
        assert_eq!(
            shared::<u128, 4, 32>(&words, &[u32::MAX - 1]).map(|shared| shared.matched),
            [1, 0, 0, 0]
        );
        let words = [0xfffe, 0xfffe, 0, 0xfffe];
        assert_eq!(
            shared::<u64, 4, 16>(&words, &words).map(|shared| shared.matched),
            [4, 3, 2, 1]
        );
    }
}
