//! The forward pass of MiniLM: word pieces in, a vector for each out. BERT as published (Devlin et al. 2019): embeddings,
//! then six layers of attention and two dense steps, each with a residual and a layer norm.
//!
//! Weights have eight bits. What they are multiplied with is rounded for each product, to 15 bits and a sign: the sums
//! are 32-bit integers, which never overflow (see [`MOST`]). So sums of products are exact, whatever their order;
//! everything else is done in one order, with an exponential of our own. Hence the same bits on every machine, with SIMD
//! and without.
//!
//! Needs nothing but the standard library: it is compiled on its own as well (`abi.rs`).

use super::dots::{TOGETHER, dots};
use super::file::{Block, Dense, HEADS, Layer, Norm, WIDTH, Weights};

/// Numbers of a head.
const HEAD: usize = WIDTH / HEADS;
/// Query, key and value beside each other.
const THREE: usize = 3 * WIDTH;
/// What the layer norm adds to the variance, as the model was trained.
const EPSILON: f32 = 1e-12;

/// A model that is ready to run.
pub struct Kernel {
    weights: Weights,
    gelu: Gelu,
}

impl Kernel {
    /// Makes a model ready.
    pub fn new(weights: Weights) -> Self {
        Self {
            weights,
            gelu: Gelu::new(),
        }
    }

    /// The word pieces, one a line.
    pub fn vocabulary(&self) -> &[u8] {
        self.weights.vocabulary()
    }

    /// The vector of a text, of length 1: the mean over all its pieces, `[CLS]` and `[SEP]` included. `None` as in
    /// [`Self::pieces`].
    pub fn sentence(&self, ids: &[u16]) -> Option<Vec<f32>> {
        let all = self.pieces(ids)?;
        let mut mean = vec![0.0; WIDTH];
        for vector in all.chunks_exact(WIDTH) {
            add(&mut mean, vector);
        }
        let norm = dot(&mean, &mean).sqrt();
        // Only weights that are not the model's give zeros.
        let norm = if norm > 0.0 { norm } else { 1.0 };
        mean.iter_mut().for_each(|number| *number /= norm);
        Some(mean)
    }

    /// The vectors of all pieces after the last layer, one behind the other. `None` for no ids, more than the model has
    /// positions, or one that it doesn't know.
    pub fn pieces(&self, ids: &[u16]) -> Option<Vec<f32>> {
        let mut state = self.embedded(ids)?;
        let mut room = Room::default();
        for layer in &self.weights.layers {
            self.layer(layer, &mut state, &mut room);
        }
        Some(state)
    }

    fn embedded(&self, ids: &[u16]) -> Option<Vec<f32>> {
        let weights = &self.weights;
        let mut state = Vec::with_capacity(ids.len() * WIDTH);
        let mut positions = weights.positions.chunks_exact(WIDTH);
        for id in ids {
            let both = weights.word(*id)?.zip(positions.next()?);
            state.extend(both.map(|(word, position)| word + position));
        }
        normalise(&mut state, &weights.norm);
        (!ids.is_empty()).then_some(state)
    }

    fn layer(&self, layer: &Layer, state: &mut [f32], room: &mut Room) {
        let Room {
            rounded,
            wide,
            narrow,
            found,
            scores,
        } = room;
        self.product(&layer.attention, state, rounded, wide);
        attend(wide, scores, found);
        self.product(&layer.mix, found, rounded, narrow);
        add(state, narrow);
        normalise(state, &layer.attention_norm);

        self.product(&layer.up, state, rounded, wide);
        wide.iter_mut().for_each(|number| *number = self.gelu.of(*number));
        self.product(&layer.down, wide, rounded, narrow);
        add(state, narrow);
        normalise(state, &layer.norm);
    }

    /// Each vector times each row of a matrix, and the bias: a vector with a number a row for each that came in.
    fn product(&self, dense: &Dense, vectors: &[f32], rounded: &mut Rounded, out: &mut Vec<f32>) {
        let width = dense.width;
        out.clear();
        for _ in vectors.chunks_exact(width) {
            out.extend_from_slice(&dense.bias);
        }
        for block in &dense.blocks {
            let place = block.place;
            let parts = vectors
                .chunks_exact(width)
                .filter_map(|vector| vector.chunks_exact(WIDTH).nth(place));
            rounded.take(parts, &block.factors);
            self.add_product(block, rounded, out, dense.bias.len());
        }
    }

    fn add_product(&self, block: &Block, input: &Rounded, out: &mut [f32], height: usize) {
        let mut rows = self.weights.bytes(&block.rows);
        let (scales, _) = block.rows.scales.as_chunks::<2>();
        // Two rows at a time, with a few vectors at a time: so each byte that is read is used for several products.
        for (pair, [scale, other_scale]) in scales.iter().enumerate() {
            let (Some(first), Some(second)) = (rows.next(), rows.next()) else {
                return;
            };
            let vectors = input.numbers.chunks_exact(TOGETHER * WIDTH);
            let blocks = input
                .scales
                .chunks(TOGETHER)
                .zip(out.chunks_mut(TOGETHER * height));
            for (vectors, (scales, out)) in vectors.zip(blocks) {
                let (sums, other_sums) = dots(first, second, vectors);
                let sums = sums.iter().zip(other_sums);
                for ((out, by), (sum, other)) in out.chunks_exact_mut(height).zip(scales).zip(sums) {
                    if let Some([one, two]) = out.get_mut(2 * pair..2 * pair + 2) {
                        *one += *sum as f32 * (scale * by);
                        *two += other as f32 * (other_scale * by);
                    }
                }
            }
        }
    }
}

/// What is needed again in every layer.
#[derive(Default)]
struct Room {
    rounded: Rounded,
    wide: Vec<f32>,
    narrow: Vec<f32>,
    found: Vec<f32>,
    scores: Vec<f32>,
}

/// Vectors, each rounded to integers and its scale.
#[derive(Default)]
struct Rounded {
    /// Vectors of zeros stand behind the others, so that they can be taken [`TOGETHER`].
    numbers: Vec<i16>,
    scales: Vec<f32>,
}

impl Rounded {
    fn take<'v>(&mut self, vectors: impl Iterator<Item = &'v [f32]>, factors: &[f32]) {
        self.numbers.clear();
        self.scales.clear();
        for vector in vectors {
            let numbers = || vector.iter().zip(factors).map(|(number, factor)| number * factor);
            let most = numbers().fold(0.0, |most: f32, number| most.max(number.abs()));
            let most = if most > 0.0 { most } else { 1.0 };
            let factor = MOST / most;
            self.scales.push(most / MOST);
            self.numbers
                .extend(numbers().map(|number| rounded(number * factor)));
        }
        let whole = self.scales.len().next_multiple_of(TOGETHER) * WIDTH;
        self.numbers.resize(whole, 0);
    }
}

/// The largest number that a vector is rounded to. 384 products of it with weights up to 128 add up to 1.6 · 10^9, which
/// is below 2^31.
const MOST: f32 = 32_767.0;

/// The nearest integer of a number between −32,767 and 32,767: added to 1.5 · 2^23, it stands in the lowest bits.
fn rounded(number: f32) -> i16 {
    (number + 12_582_912.0).to_bits() as i16
}

/// Attention of every head: for each piece the values of all pieces, by how well their keys fit its query.
fn attend(three: &[f32], scores: &mut Vec<f32>, out: &mut Vec<f32>) {
    let count = three.len() / THREE;
    out.clear();
    out.resize(count * WIDTH, 0.0);
    let scale = 1.0 / (HEAD as f32).sqrt();
    for head in 0..HEADS {
        // Where the head's query, key or value stands in each piece's numbers.
        let part = |kind: usize| {
            let at = kind * WIDTH + head * HEAD;
            three
                .chunks_exact(THREE)
                .filter_map(move |piece| piece.get(at..)?.first_chunk::<HEAD>())
        };
        for (query, out) in part(0).zip(out.chunks_exact_mut(WIDTH)) {
            scores.clear();
            scores.extend(part(1).map(|key| dot(query, key) * scale));
            let most = scores.iter().fold(f32::MIN, |most, score| most.max(*score));
            let mut sum = 0.0;
            for score in scores.iter_mut() {
                *score = exp(*score - most);
                sum += *score;
            }
            let mut found = [0.0; HEAD];
            for (value, score) in part(2).zip(scores.iter()) {
                for (found, value) in found.iter_mut().zip(value) {
                    *found += value * score;
                }
            }
            let to = out.iter_mut().skip(head * HEAD);
            to.zip(found).for_each(|(to, found)| *to = found / sum);
        }
    }
}

/// Layer norm of each vector: mean 0, variance 1, then its own factors.
fn normalise(state: &mut [f32], norm: &Norm) {
    for vector in state.chunks_exact_mut(WIDTH) {
        let mean = sum(vector) / WIDTH as f32;
        vector.iter_mut().for_each(|number| *number -= mean);
        let variance = dot(vector, vector) / WIDTH as f32;
        let factor = 1.0 / (variance + EPSILON).sqrt();
        let factors = norm.gain.iter().zip(&norm.offset);
        for (number, (gain, offset)) in vector.iter_mut().zip(factors) {
            *number = *number * factor * gain + offset;
        }
    }
}

fn add(to: &mut [f32], what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}

/// Lanes that sums are kept in, so that compilers may take them at once without changing the order.
const LANES: usize = 8;

fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (one, other) in one
        .as_chunks::<LANES>()
        .0
        .iter()
        .zip(other.as_chunks::<LANES>().0)
    {
        for (lane, (one, other)) in lanes.iter_mut().zip(one.iter().zip(other)) {
            *lane += one * other;
        }
    }
    lanes.iter().sum()
}

fn sum(numbers: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for eight in numbers.as_chunks::<LANES>().0 {
        add(&mut lanes, eight);
    }
    lanes.iter().sum()
}

/// e^x for x ≤ 0, to about 1e-7 of it. Ours, because every system's own differs in the last bit.
fn exp(x: f32) -> f32 {
    if x < -87.0 {
        return 0.0;
    }
    // x = n · ln 2 + r; ln 2 in two parts, the first of which is exact when multiplied with n.
    let shifted = x * std::f32::consts::LOG2_E + 12_582_912.0;
    let n = shifted - 12_582_912.0;
    let r = x - n * 0.693_359_4 + n * 2.121_944_4e-4;
    // Taylor to r^7 / 7!; |r| ≤ ln 2 / 2.
    let mut power = 1.0 / 5040.0;
    for factor in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        power = power * r + factor;
    }
    // 2^n: the lowest bits of `shifted` are n.
    let exponent = shifted.to_bits().wrapping_add(127) << 23;
    power * f32::from_bits(exponent)
}

/// x · Φ(x), from a table of it between −6 and 6, interpolated: off by less than 1e-5, below what rounding makes of it.
struct Gelu {
    table: Vec<(f32, f32)>,
}

impl Gelu {
    const END: f32 = 6.0;
    const STEPS: f32 = 128.0;

    fn new() -> Self {
        let count = (2.0 * Self::END * Self::STEPS) as u16;
        let at = |step: u16| {
            let x = f32::from(step) / Self::STEPS - Self::END;
            x * normal(x)
        };
        Self {
            table: (0..count)
                .map(|step| (at(step), at(step + 1) - at(step)))
                .collect(),
        }
    }

    fn of(&self, x: f32) -> f32 {
        let place = (x + Self::END) * Self::STEPS;
        // Below zero it saturates at the first step.
        match self.table.get(place as usize) {
            Some((from, by)) if place >= 0.0 => from + by * (place - place.trunc()),
            _ if x > 0.0 => x,
            _ => 0.0,
        }
    }
}

/// Φ, the normal distribution: Abramowitz and Stegun 26.2.17, off by less than 7.5e-8.
fn normal(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let mut tail = 1.330_274_4;
    for factor in [-1.821_255_9, 1.781_477_9, -0.356_563_78, 0.319_381_53, 0.0] {
        tail = tail * t + factor;
    }
    // 1 / √(2π)
    tail *= 0.398_942_3 * exp(-0.5 * x * x);
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_and_gelu_are_right() {
        for step in 0..=4000 {
            let x = -f64::from(step as f32 / 50.0);
            let (ours, right) = (f64::from(exp(x as f32)), x.exp());
            assert!(
                (ours - right).abs() <= 4e-7 * right + 1e-37,
                "exp({x}) = {ours}, not {right}"
            );
        }
        assert_eq!(exp(-200.0), 0.0);
        let gelu = Gelu::new();
        // x · Φ(x), with Φ from tables.
        for (x, right) in [
            (-30.0, 0.0),
            (-6.0, -5.919e-9),
            (-3.0, -0.004_049_7),
            (-1.0, -0.158_655_25),
            (-0.5, -0.154_268_77),
            (0.0, 0.0),
            (0.3, 0.185_373_45),
            (1.0, 0.841_344_8),
            (2.5, 2.484_475_8),
            (5.999, 5.999),
            (7.0, 7.0),
        ] {
            assert!(
                (gelu.of(x) - right).abs() < 1e-5,
                "gelu({x}) = {}, not {right}",
                gelu.of(x)
            );
        }
        assert!(gelu.of(f32::NAN).is_finite());
    }

    #[test]
    fn rounding_fills_the_integers() {
        let mut rounded = Rounded::default();
        let mut vector = vec![0.0; WIDTH];
        vector[..5].copy_from_slice(&[3.0, -3.0, 1.5, 6.0, 1e-9]);
        let mut factors = vec![1.0; WIDTH];
        factors[3] = 0.25;
        rounded.take([&vector[..], &vec![0.0; WIDTH]].into_iter(), &factors);
        assert_eq!(rounded.numbers[..5], [32_767, -32_767, 16_384, 16_384, 0]);
        assert_eq!(rounded.scales, [3.0 / MOST, 1.0 / MOST]);
        assert_eq!(rounded.numbers.len(), TOGETHER * WIDTH, "zeros behind them");
    }
}
