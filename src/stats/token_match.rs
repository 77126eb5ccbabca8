//! Greedy matching of tokens by the cosine of their vectors (BERTScore, Zhang et al. 2020, without weights and without
//! rescaling): each token of one text takes its most similar token of the other, and several may take the same.

/// What the matching gives. Every value lies in −1 … 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Matching {
    /// Mean similarity of the answer's tokens with their partners.
    pub precision: f64,
    /// Mean similarity of the reference's tokens with their partners.
    pub recall: f64,
    /// Harmonic mean of both; 0 where one of them is not above 0.
    pub f1: f64,
    /// For each token of the answer its partner in the reference.
    pub answer: Vec<Partner>,
    /// For each token of the reference its partner in the answer.
    pub reference: Vec<Partner>,
}

/// The most similar token of the other text; of equals the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partner {
    /// Its place, from 0.
    pub at: usize,
    /// The cosine, −1 to 1.
    pub similarity: f64,
}

/// Matches the token vectors of two texts. `None` without tokens on either side, for vectors of different lengths, and
/// for one that is zero or not finite.
pub fn matching(answer: &[&[f32]], reference: &[&[f32]]) -> Option<Matching> {
    let (of_answer, of_reference) = (unit(answer)?, unit(reference)?);
    let width = of_answer.first()?.len();
    if of_answer
        .iter()
        .chain(&of_reference)
        .any(|vector| vector.len() != width)
    {
        return None;
    }
    let none = Partner {
        at: 0,
        similarity: f64::NEG_INFINITY,
    };
    let mut answer = vec![none; of_answer.len()];
    let mut reference = vec![none; of_reference.len()];
    for (a, (first, best)) in of_answer.iter().zip(&mut answer).enumerate() {
        for (r, (second, best_of_second)) in of_reference.iter().zip(&mut reference).enumerate() {
            let dot: f64 = first.iter().zip(second).map(|(a, b)| a * b).sum();
            let similarity = dot.clamp(-1.0, 1.0);
            if similarity > best.similarity {
                *best = Partner { at: r, similarity };
            }
            if similarity > best_of_second.similarity {
                *best_of_second = Partner { at: a, similarity };
            }
        }
    }
    let mean = |partners: &[Partner]| {
        partners.iter().map(|partner| partner.similarity).sum::<f64>() / partners.len() as f64
    };
    let (precision, recall) = (mean(&answer), mean(&reference));
    let f1 = if precision > 0.0 && recall > 0.0 {
        2.0 * precision * recall / (precision + recall)
    } else {
        0.0
    };
    (!reference.is_empty()).then_some(Matching {
        precision,
        recall,
        f1,
        answer,
        reference,
    })
}

/// Vectors of length one, in f64.
fn unit(vectors: &[&[f32]]) -> Option<Vec<Vec<f64>>> {
    vectors
        .iter()
        .map(|vector| {
            let norm = vector
                .iter()
                .map(|x| f64::from(*x) * f64::from(*x))
                .sum::<f64>()
                .sqrt();
            (norm > 0.0 && norm.is_finite()).then(|| vector.iter().map(|x| f64::from(*x) / norm).collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, wanted: f64) {
        assert!((got - wanted).abs() < 1e-7, "{got} is not {wanted}");
    }

    #[test]
    fn by_hand() {
        // cos(a0, r0) = 1, cos(a0, r1) = 0.6; cos(a1, r0) = 0, cos(a1, r1) = 0.8; lengths don't matter.
        let answer: [&[f32]; 2] = [&[2.0, 0.0], &[0.0, 5.0]];
        let reference: [&[f32]; 2] = [&[1.0, 0.0], &[3.0, 4.0]];
        let got = matching(&answer, &reference).unwrap();
        close(got.precision, (1.0 + 0.8) / 2.0);
        close(got.recall, (1.0 + 0.8) / 2.0);
        close(got.f1, 0.9);
        // A third token of the answer has the same partner as the second: greedy, not one to one.
        let longer: [&[f32]; 3] = [&[2.0, 0.0], &[0.0, 5.0], &[0.0, 1.0]];
        let got = matching(&longer, &reference).unwrap();
        close(got.precision, (1.0 + 0.8 + 0.8) / 3.0);
        close(got.recall, 0.9);
        assert_eq!(got.answer.iter().map(|one| one.at).collect::<Vec<_>>(), [0, 1, 1]);
        assert_eq!(got.reference.iter().map(|one| one.at).collect::<Vec<_>>(), [0, 1]);
        close(got.f1, 2.0 * got.precision * 0.9 / (got.precision + 0.9));
    }

    #[test]
    fn corners() {
        let one: [&[f32]; 1] = [&[1.0, 0.0]];
        let other: [&[f32]; 1] = [&[-1.0, 0.0]];
        close(matching(&one, &one).unwrap().f1, 1.0);
        let opposite = matching(&one, &other).unwrap();
        close(opposite.precision, -1.0);
        close(opposite.f1, 0.0);
        for (answer, reference) in [
            (vec![], vec![&[1.0_f32][..]]),
            (vec![&[1.0_f32][..]], vec![]),
            (vec![&[0.0_f32, 0.0][..]], vec![&[1.0_f32, 0.0][..]]),
            (vec![&[1.0_f32][..]], vec![&[1.0_f32, 0.0][..]]),
            (vec![&[f32::NAN][..]], vec![&[1.0_f32][..]]),
        ] {
            assert_eq!(matching(&answer, &reference), None, "{answer:?} {reference:?}");
        }
    }
}
