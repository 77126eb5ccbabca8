//! Prediction-powered inference (Angelopoulos et al. 2023), as ARES uses it: many rows judged by a model, a few of
//! them labelled by people as well; the labels correct the judge's bias.

/// A mean and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub mean: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A labelled row: the judge's prediction and the person's label, both on the scale of the metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labelled {
    /// ŷ
    pub predicted: f64,
    /// y
    pub label: f64,
}

/// `mean(ŷ on unlabelled) − mean(ŷ − y on labelled) ± z · √(σ²ŷ / N + σ²(ŷ−y) / n)`, with sample variances.
///
/// `z` is the normal quantile of the wanted level (1.959964 for 95 %). `None` unless there are two rows of each
/// kind. The interval is not clipped to the scale.
pub fn mean(unlabelled: &[f64], labelled: &[Labelled], z: f64) -> Option<Interval> {
    let errors: Vec<f64> = labelled.iter().map(|row| row.predicted - row.label).collect();
    let (predicted, predicted_variance) = moments(unlabelled)?;
    let (bias, bias_variance) = moments(&errors)?;
    let mean = predicted - bias;
    let half =
        z * (predicted_variance / unlabelled.len() as f64 + bias_variance / errors.len() as f64).sqrt();
    Some(Interval {
        mean,
        low: mean - half,
        high: mean + half,
    })
}

/// Mean and sample variance; `None` below two values.
fn moments(values: &[f64]) -> Option<(f64, f64)> {
    let n = values.len() as f64;
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    Some((mean, variance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_that_is_always_right_needs_no_correction() {
        let labelled =
            [(1.0, 1.0), (0.0, 0.0), (1.0, 1.0)].map(|(predicted, label)| Labelled { predicted, label });
        let interval = mean(&[1.0, 1.0, 0.0, 0.0], &labelled, 1.96).unwrap();
        assert_eq!(interval.mean, 0.5);
        // σ² = 1/3 over N = 4; the labelled part adds nothing.
        assert!((interval.high - (0.5 + 1.96 * (1.0_f64 / 12.0).sqrt())).abs() < 1e-12);
    }

    #[test]
    fn a_lenient_judge_is_corrected() {
        let labelled = [(1.0, 1.0), (1.0, 0.0), (1.0, 0.0), (1.0, 1.0)]
            .map(|(predicted, label)| Labelled { predicted, label });
        let interval = mean(&[1.0, 1.0, 1.0, 0.0], &labelled, 1.96).unwrap();
        assert!((interval.mean - 0.25).abs() < 1e-12);
        assert!(interval.low < interval.mean && interval.mean < interval.high);
    }

    #[test]
    fn too_few_rows_give_none() {
        assert_eq!(mean(&[1.0], &[], 1.96), None);
    }
}
