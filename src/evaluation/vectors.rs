//! How vectors stand in a record. Those of an API are decimals, as they came. Those of the model in the page are whole
//! numbers from the start ([`whole`]): a cosine asks for directions alone, so what is scored is what is kept, bit by bit,
//! and as hexadecimal text (`8:` two digits a number, `16:` four) it takes a fifth of the decimals' room.

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, Serializer};
use serde::{Deserialize, Deserializer, Serialize};

/// Fewer numbers than these stand as decimals: they can be read.
const SHORT: usize = 16;
/// The largest number of two digits, and of four.
const EIGHT: f32 = 127.0;
const SIXTEEN: f32 = 32_767.0;

/// How finely a vector is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// 255 steps: a cosine of two such vectors is right to about 0.001, and the mean of many to 0.0001.
    Eight,
    /// 65,535 steps: a cosine is right to about 0.000 01.
    Sixteen,
}

/// A vector as whole numbers of the same direction. All zeros stay zeros; what is not finite becomes 0.
pub fn whole(vector: &[f32], grain: Grain) -> Vec<f32> {
    let most = match grain {
        Grain::Eight => EIGHT,
        Grain::Sixteen => SIXTEEN,
    };
    let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
    let largest = vector
        .iter()
        .fold(0.0_f32, |so_far, value| so_far.max(finite(*value).abs()));
    if largest == 0.0 {
        return vec![0.0; vector.len()];
    }
    // Adding 0 makes a plain zero of a negative one.
    let rounded =
        |value: &f32| (f64::from(finite(*value)) / f64::from(largest) * f64::from(most)).round() as f32 + 0.0;
    vector.iter().map(rounded).collect()
}

/// One vector: `#[serde(with = "vectors")]`.
pub fn serialize<S: Serializer>(vector: &[f32], to: S) -> Result<S::Ok, S::Error> {
    Written(vector).serialize(to)
}

/// See [`serialize`].
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f32>, D::Error> {
    Read::deserialize(from).map(|read| read.0)
}

/// A list of vectors: `#[serde(with = "vectors::list")]`.
pub mod list {
    use super::{Deserialize, Deserializer, Read, SerializeSeq, Serializer, Written};

    /// See the module.
    pub fn serialize<S: Serializer>(vectors: &[Vec<f32>], to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(vectors.len()))?;
        for vector in vectors {
            list.serialize_element(&Written(vector))?;
        }
        list.end()
    }

    /// See the module.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec<f32>>, D::Error> {
        let read = Vec::<Read>::deserialize(from)?;
        Ok(read.into_iter().map(|one| one.0).collect())
    }
}

struct Written<'v>(&'v [f32]);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let within = |most: f32| {
            let is_whole = |value: &f32| value.fract() == 0.0 && value.abs() <= most;
            self.0.len() >= SHORT && self.0.iter().all(is_whole)
        };
        if within(EIGHT) {
            to.serialize_str(&hex(self.0, "8:", |value| vec![value as i8 as u8]))
        } else if within(SIXTEEN) {
            to.serialize_str(&hex(self.0, "16:", |value| (value as i16).to_be_bytes().to_vec()))
        } else {
            to.collect_seq(self.0)
        }
    }
}

fn hex(vector: &[f32], begin: &str, bytes: impl Fn(f32) -> Vec<u8>) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |at: u8| {
        DIGITS
            .get(usize::from(at))
            .map_or('0', |digit| char::from(*digit))
    };
    let mut out = String::with_capacity(begin.len() + vector.len() * 4);
    out.push_str(begin);
    for byte in vector.iter().flat_map(|value| bytes(*value)) {
        out.push(digit(byte >> 4));
        out.push(digit(byte & 15));
    }
    out
}

struct Read(Vec<f32>);

impl<'de> Deserialize<'de> for Read {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Either).map(Self)
    }
}

struct Either;

impl<'de> Visitor<'de> for Either {
    type Value = Vec<f32>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list of numbers, or their hexadecimal text")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<f32>, A::Error> {
        let mut out = Vec::new();
        while let Some(value) = items.next_element::<f32>()? {
            out.push(value);
        }
        Ok(out)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<f32>, E> {
        let read = match text.split_once(':') {
            Some(("8", digits)) => unhex(digits, 2, |bits| f32::from(bits as u8 as i8)),
            Some(("16", digits)) => unhex(digits, 4, |bits| f32::from(bits as i16)),
            _ => None,
        };
        read.ok_or_else(|| E::custom("not the hexadecimal text of a vector"))
    }
}

fn unhex(digits: &str, width: usize, value: impl Fn(u16) -> f32) -> Option<Vec<f32>> {
    let chunks = digits.as_bytes().chunks_exact(width);
    if !chunks.remainder().is_empty() {
        return None;
    }
    chunks
        .map(|chunk| {
            let bits = chunk.iter().try_fold(0_u16, |bits, digit| {
                let digit = char::from(*digit).to_digit(16)?;
                Some(bits << 4 | u16::try_from(digit).ok()?)
            })?;
            Some(value(bits))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Reply, TokenVector};

    fn vector(seed: u32) -> Vec<f32> {
        let next = |state: &mut u32| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(*state) / f64::from(u32::MAX) - 0.5
        };
        let mut state = seed;
        (0..384).map(|_| next(&mut state) as f32).collect()
    }

    fn cosine(a: &[f32], b: &[f32]) -> f64 {
        crate::metric::embedding::cosine(a, b).unwrap()
    }

    #[test]
    fn whole_numbers_keep_the_direction_and_are_read_as_they_were_written() {
        for (grain, error) in [(Grain::Eight, 2e-3), (Grain::Sixteen, 1e-5)] {
            for seed in 1..20 {
                let (first, second) = (vector(seed), vector(seed * 77));
                let (a, b) = (whole(&first, grain), whole(&second, grain));
                assert!(
                    (cosine(&first, &second) - cosine(&a, &b)).abs() < error,
                    "{grain:?} {seed}"
                );
                let reply = Reply::Vectors(vec![a.clone(), b]);
                let json = serde_json::to_string(&reply).unwrap();
                assert_eq!(serde_json::from_str::<Reply>(&json).unwrap(), reply);
                let token = TokenVector {
                    vector: a.clone(),
                    ..TokenVector::default()
                };
                let json = serde_json::to_string(&token).unwrap();
                assert!(
                    json.len() < 64 + 384 * if grain == Grain::Eight { 2 } else { 4 },
                    "{json}"
                );
                assert_eq!(serde_json::from_str::<TokenVector>(&json).unwrap(), token);
                assert_eq!(whole(&a, grain), a, "once is enough");
            }
        }
        assert_eq!(whole(&[0.0, -0.0], Grain::Eight), [0.0, 0.0]);
        assert_eq!(whole(&[f32::NAN, -2.0, 1.0], Grain::Eight), [0.0, -127.0, 64.0]);
    }

    #[test]
    fn other_vectors_stay_decimals() {
        let (mut odd, mut large) = (vec![3.0; 20], vec![3.0; 20]);
        (odd[7], large[7]) = (0.5, 40_000.0);
        for vector in [vec![1.0, 0.0], vec![0.1, -2.5], Vec::new(), odd, large] {
            let reply = Reply::Vectors(vec![vector]);
            let json = serde_json::to_string(&reply).unwrap();
            assert!(!json.contains(':') || json.matches(':').count() == 1, "{json}");
            assert_eq!(serde_json::from_str::<Reply>(&json).unwrap(), reply);
        }
    }

    #[test]
    fn what_is_no_vector_is_refused() {
        for json in [
            r#"{"vectors":["8:0"]}"#,
            r#"{"vectors":["16:00ff0"]}"#,
            r#"{"vectors":["8:zz"]}"#,
            r#"{"vectors":["ff"]}"#,
            r#"{"vectors":["32:00000000"]}"#,
            r#"{"vectors":[["a"]]}"#,
            r#"{"vectors":[{}]}"#,
        ] {
            assert!(serde_json::from_str::<Reply>(json).is_err(), "{json}");
        }
        let read: Reply = serde_json::from_str(r#"{"vectors":["8:7f81FF","16:7fff8001"]}"#).unwrap();
        assert_eq!(
            read,
            Reply::Vectors(vec![vec![127.0, -127.0, -1.0], vec![32767.0, -32767.0]])
        );
    }
}
