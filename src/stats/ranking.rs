//! Figures over a ranked list of relevance verdicts: average precision, precision at k, reciprocal rank, nDCG.
//!
//! Ranks count from 1. Everything lies in 0–1; a list without anything relevant gives 0.

/// Average precision: the mean of precision@k over the ranks k of relevant items,
/// `AP = Σₖ P@k · vₖ / Σ v` (RAGAS context precision). Exactly 1.0 when all relevant items come first.
pub fn average_precision(relevant: &[bool]) -> f64 {
    let (mut hits, mut sum) = (0_u32, 0.0);
    for (rank, _) in (1_u32..).zip(relevant).filter(|(_, relevant)| **relevant) {
        hits += 1;
        sum += f64::from(hits) / f64::from(rank);
    }
    if hits == 0 { 0.0 } else { sum / f64::from(hits) }
}

/// Relevant items among the first `k`, divided by `k`, also where the list is shorter: an empty place holds nothing
/// that is relevant.
pub fn precision_at(relevant: &[bool], k: usize) -> f64 {
    if k == 0 {
        0.0
    } else {
        hits(relevant, k) as f64 / k as f64
    }
}

/// Relevant items among the first `k`, divided by all that there are to find (`total`).
pub fn recall_at(relevant: &[bool], k: usize, total: usize) -> f64 {
    if total == 0 {
        0.0
    } else {
        hits(relevant, k) as f64 / total as f64
    }
}

/// Whether anything relevant is among the first `k`: 0 or 1.
pub fn hit_at(relevant: &[bool], k: usize) -> f64 {
    f64::from(u8::from(hits(relevant, k) > 0))
}

/// 1 / rank of the first relevant item (its mean over rows is the MRR).
pub fn reciprocal_rank(relevant: &[bool]) -> f64 {
    relevant
        .iter()
        .position(|relevant| *relevant)
        .map_or(0.0, |at| 1.0 / (at + 1) as f64)
}

/// Normalised discounted cumulative gain with binary gains and log₂(rank + 1); the ideal list holds `total`
/// relevant items in front.
pub fn ndcg(relevant: &[bool], total: usize) -> f64 {
    let (gain, ideal) = gains(relevant, total);
    if ideal == 0.0 { 0.0 } else { gain / ideal }
}

/// The discounted cumulative gain of the list, and that of the ideal one.
pub fn gains(relevant: &[bool], total: usize) -> (f64, f64) {
    let discount = |at: usize| 1.0 / ((at + 2) as f64).log2();
    let gain: f64 = relevant
        .iter()
        .enumerate()
        .filter(|(_, r)| **r)
        .map(|(at, _)| discount(at))
        .sum();
    let ideal: f64 = (0..total.min(relevant.len())).map(discount).sum();
    // A sum of nothing is -0.0.
    (gain + 0.0, ideal + 0.0)
}

/// Relevant items among the first `k`.
pub fn hits(relevant: &[bool], k: usize) -> usize {
    relevant.iter().take(k).filter(|relevant| **relevant).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, word for word: precision at every rank, averaged over the relevant ones.
    fn by_definition(relevant: &[bool]) -> f64 {
        let total = hits(relevant, relevant.len());
        let terms =
            (1..=relevant.len()).map(|k| precision_at(relevant, k) * f64::from(u8::from(relevant[k - 1])));
        if total == 0 {
            0.0
        } else {
            terms.sum::<f64>() / total as f64
        }
    }

    proptest! {
        #[test]
        fn average_precision_is_its_definition(relevant in prop::collection::vec(any::<bool>(), 0..40)) {
            prop_assert!((average_precision(&relevant) - by_definition(&relevant)).abs() < 1e-12);
        }

        #[test]
        fn all_figures_lie_in_range(relevant in prop::collection::vec(any::<bool>(), 0..40), k in 0usize..50) {
            let total = hits(&relevant, relevant.len());
            for figure in [
                average_precision(&relevant), precision_at(&relevant, k), recall_at(&relevant, k, total),
                hit_at(&relevant, k), reciprocal_rank(&relevant), ndcg(&relevant, total),
            ] {
                prop_assert!((0.0..=1.0 + 1e-12).contains(&figure));
            }
        }
    }

    #[test]
    fn perfect_is_exactly_one() {
        for n in 1..200 {
            let mut relevant = vec![true; n];
            assert_eq!(average_precision(&relevant), 1.0);
            relevant.extend([false; 7]);
            assert_eq!(average_precision(&relevant), 1.0);
            assert_eq!(ndcg(&relevant, n), 1.0);
        }
    }

    #[test]
    fn known_lists() {
        assert!(
            (average_precision(&[false, true, true, false]) - (1.0 / 2.0 + 2.0 / 3.0) / 2.0).abs() < 1e-12
        );
        assert_eq!(reciprocal_rank(&[false, false, true]), 1.0 / 3.0);
        assert_eq!(recall_at(&[true, false], 1, 4), 0.25);
        assert_eq!(average_precision(&[]), 0.0);
        assert_eq!(precision_at(&[true, false, true, false], 10), 0.2);
        assert_eq!(precision_at(&[], 0), 0.0);
        let (gain, ideal) = gains(&[false], 0);
        assert!(gain.is_sign_positive() && ideal.is_sign_positive());
    }
}
