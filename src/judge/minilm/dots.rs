//! Products of two rows of weights with four rounded vectors: where nearly all of the time goes. With SIMD where the
//! program is compiled for it, otherwise plain; the sums are integers, so both give the same.
//!
//! Needs nothing but the standard library: it is compiled on its own as well (`abi.rs`).

/// How many vectors are taken at once.
pub const TOGETHER: usize = 4;

/// Each of two rows (a signed byte a weight) times each of [`TOGETHER`] vectors, which stand one behind the other and
/// are as long as a row. A length that is not a multiple of 16 loses its end; the model has none.
pub fn dots(first: &[u8], second: &[u8], vectors: &[i16]) -> ([i32; TOGETHER], [i32; TOGETHER]) {
    let mut rows = vectors.chunks_exact(first.len().max(1));
    let vectors = [(); TOGETHER].map(|()| rows.next().unwrap_or_default().as_chunks::<16>().0);
    sums(first.as_chunks::<16>().0, second.as_chunks::<16>().0, vectors)
}

#[cfg(not(target_feature = "simd128"))]
fn sums(
    first: &[[u8; 16]],
    second: &[[u8; 16]],
    [a, b, c, d]: [&[[i16; 16]]; TOGETHER],
) -> ([i32; TOGETHER], [i32; TOGETHER]) {
    let mut sums = ([0; TOGETHER], [0; TOGETHER]);
    let vectors = a.iter().zip(b).zip(c.iter().zip(d));
    for ((first, second), ((a, b), (c, d))) in first.iter().zip(second).zip(vectors) {
        let vectors = a.iter().zip(b).zip(c.iter().zip(d));
        for ((first, second), ((a, b), (c, d))) in first.iter().zip(second).zip(vectors) {
            let (first, second) = (i32::from(first.cast_signed()), i32::from(second.cast_signed()));
            let four = [a, b, c, d].map(|number| i32::from(*number));
            for (sum, number) in sums.0.iter_mut().zip(four) {
                *sum += first * number;
            }
            for (sum, number) in sums.1.iter_mut().zip(four) {
                *sum += second * number;
            }
        }
    }
    sums
}

#[cfg(target_feature = "simd128")]
fn sums(
    first: &[[u8; 16]],
    second: &[[u8; 16]],
    [a, b, c, d]: [&[[i16; 16]]; TOGETHER],
) -> ([i32; TOGETHER], [i32; TOGETHER]) {
    use simd::*;
    let mut sums = [[i32x4_splat(0); TOGETHER]; 2];
    let vectors = a.iter().zip(b).zip(c.iter().zip(d));
    for ((first, second), ((a, b), (c, d))) in first.iter().zip(second).zip(vectors) {
        let weights = [bytes(first), bytes(second)]
            .map(|row| (i16x8_extend_low_i8x16(row), i16x8_extend_high_i8x16(row)));
        let vectors = [a, b, c, d].map(words);
        for (sums, (low, high)) in sums.iter_mut().zip(weights) {
            for (sum, (low_half, high_half)) in sums.iter_mut().zip(vectors) {
                let products = i32x4_add(i32x4_dot_i16x8(low, low_half), i32x4_dot_i16x8(high, high_half));
                *sum = i32x4_add(*sum, products);
            }
        }
    }
    let [first, second] = sums.map(|row| row.map(across));
    (first, second)
}

#[cfg(target_feature = "simd128")]
mod simd {
    pub use std::arch::wasm32::*;

    #[allow(
        unsafe_code,
        reason = "the only way to read 16 bytes at once; the array has them, any alignment will do"
    )]
    pub fn bytes(from: &[u8; 16]) -> v128 {
        unsafe { v128_load(from.as_ptr().cast()) }
    }

    #[allow(unsafe_code, reason = "as above: the array has 32 bytes")]
    pub fn words(from: &[i16; 16]) -> (v128, v128) {
        let at: *const v128 = from.as_ptr().cast();
        unsafe { (v128_load(at), v128_load(at.add(1))) }
    }

    /// The sum of the four lanes.
    pub fn across(lanes: v128) -> i32 {
        i32x4_extract_lane::<0>(lanes)
            + i32x4_extract_lane::<1>(lanes)
            + i32x4_extract_lane::<2>(lanes)
            + i32x4_extract_lane::<3>(lanes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_meets_every_vector() {
        let width = 48;
        let row =
            |shift: i64| (0..width).map(move |place: i64| ((place * 37 + shift * 11) % 255 - 127) as i8);
        let vectors: Vec<i16> = (0..TOGETHER as i64 * width)
            .map(|place| (place * 911 % 60_001 - 30_000) as i16)
            .collect();
        let bytes = |shift| row(shift).map(i8::cast_unsigned).collect::<Vec<u8>>();
        let (first, second) = dots(&bytes(0), &bytes(1), &vectors);
        for (place, vector) in vectors.chunks(width as usize).enumerate() {
            for (shift, found) in [(0, first), (1, second)] {
                let right: i32 = row(shift)
                    .zip(vector)
                    .map(|(a, b)| i32::from(a) * i32::from(*b))
                    .sum();
                assert_eq!(found[place], right);
            }
        }
    }
}
