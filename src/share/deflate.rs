//! Raw deflate (RFC 1951), both ways, for the payload of links. Ours, because it may look for the shortest text as long as
//! it likes and brings nothing else to the page; tests hold it against a library.
//!
//! Writing looks for the shortest text rather than for speed. Reading stops at a limit, accepts a stream that ends where
//! its bytes end, and nothing else.

mod read;
mod write;

pub use read::inflate;
pub use write::deflate;

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
