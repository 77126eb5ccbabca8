//! Means: arithmetic, harmonic, F_β, and the mean of a list with unscored entries, which never leave silently.

/// Arithmetic mean; `None` for an empty list.
pub fn arithmetic(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Harmonic mean of values in 0–1. A value of 0 or below (a negative cosine counts as 0) makes it 0; `None` for an
/// empty list.
pub fn harmonic(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    if values.iter().any(|value| *value <= 0.0) {
        return Some(0.0);
    }
    Some(values.len() as f64 / values.iter().map(|value| 1.0 / value).sum::<f64>())
}

/// F_β of precision and recall, 0 when both are 0. β > 0 weighs recall β times as much as precision.
pub fn f_beta(precision: f64, recall: f64, beta: f64) -> f64 {
    let square = beta * beta;
    let below = square * precision + recall;
    if below <= 0.0 {
        0.0
    } else {
        (1.0 + square) * precision * recall / below
    }
}

/// A mean with its coverage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Covered {
    /// Mean of the scored values; `None` when none is.
    pub mean: Option<f64>,
    /// Scored values.
    pub scored: usize,
    /// All values.
    pub all: usize,
    /// The mean if every unscored value were the lowest of the scale.
    pub worst_case: Option<f64>,
}

/// The mean of values of which some are unscored (`None`); `lowest` is the low end of the scale.
pub fn covered(values: &[Option<f64>], lowest: f64) -> Covered {
    let scored: Vec<f64> = values.iter().flatten().copied().collect();
    let filled: Vec<f64> = values.iter().map(|value| value.unwrap_or(lowest)).collect();
    Covered {
        mean: arithmetic(&scored),
        scored: scored.len(),
        all: values.len(),
        worst_case: arithmetic(&filled),
    }
}

/// The RAGAS score of a dataset: the harmonic mean of the metrics' means (seed 002, item 10). `None` when one of
/// the metrics has no scored row. It differs from the mean of the rows' harmonic means.
pub fn harmonic_of_means(metrics: &[Covered]) -> Option<f64> {
    let means: Option<Vec<f64>> = metrics.iter().map(|metric| metric.mean).collect();
    harmonic(&means?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn harmonic_is_at_most_arithmetic(values in prop::collection::vec(0.0f64..=1.0, 1..20)) {
            let (harmonic, arithmetic) = (harmonic(&values).unwrap(), arithmetic(&values).unwrap());
            prop_assert!(harmonic <= arithmetic + 1e-12);
        }

        #[test]
        fn f_lies_between_precision_and_recall(p in 0.0f64..=1.0, r in 0.0f64..=1.0, beta in 0.1f64..10.0) {
            let f = f_beta(p, r, beta);
            prop_assert!(f >= p.min(r) - 1e-12 && f <= p.max(r) + 1e-12);
        }

        #[test]
        fn order_does_not_matter(mut values in prop::collection::vec(prop::option::of(0.0f64..=1.0), 1..20)) {
            let before = covered(&values, 0.0);
            values.reverse();
            let after = covered(&values, 0.0);
            prop_assert_eq!(before.scored, after.scored);
            prop_assert!((before.worst_case.unwrap() - after.worst_case.unwrap()).abs() < 1e-12);
        }
    }

    #[test]
    fn unscored_never_leaves_silently() {
        let mean = covered(&[Some(1.0), None, Some(0.5), None], 0.0);
        assert_eq!(
            mean,
            Covered {
                mean: Some(0.75),
                scored: 2,
                all: 4,
                worst_case: Some(0.375)
            }
        );
        assert_eq!(covered(&[None], 1.0).mean, None);
    }

    #[test]
    fn the_two_ragas_scores_differ() {
        let rows = [[0.9, 0.5], [0.3, 1.0]];
        let per_row: Vec<f64> = rows.iter().filter_map(|row| harmonic(row)).collect();
        let column = |at: usize| covered(&rows.map(|row| Some(row[at])), 0.0);
        let of_means = harmonic_of_means(&[column(0), column(1)]).unwrap();
        assert!((of_means - arithmetic(&per_row).unwrap()).abs() > 0.05);
    }
}
