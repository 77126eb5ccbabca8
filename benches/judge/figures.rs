//! Agreement of scores with labels: areas, accuracies, correlations, and intervals by resampling.

/// A seeded generator (xorshift*): the same intervals every time.
pub struct Dice(u64);

impl Dice {
    pub fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }
}

/// Scores in rising order with their labels, equal scores together.
fn sorted(scores: &[(f64, bool)]) -> Vec<(f64, bool)> {
    let mut sorted = scores.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    sorted
}

/// The share of pairs (yes, no) that the scores put in the right order, ties as half; NaN without both.
pub fn auc(scores: &[(f64, bool)]) -> f64 {
    auc_counted(&sorted(scores), |_| 1.0)
}

fn auc_counted(sorted: &[(f64, bool)], count: impl Fn(usize) -> f64) -> f64 {
    let (mut below, mut sum, mut all_yes) = (0.0, 0.0, 0.0);
    let mut at = 0;
    while at < sorted.len() {
        let (mut yes, mut no) = (0.0, 0.0);
        let score = sorted[at].0;
        while at < sorted.len() && sorted[at].0 == score {
            if sorted[at].1 {
                yes += count(at);
            } else {
                no += count(at);
            }
            at += 1;
        }
        sum += yes * (below + no / 2.0);
        below += no;
        all_yes += yes;
    }
    if all_yes == 0.0 || below == 0.0 {
        f64::NAN
    } else {
        sum / (all_yes * below)
    }
}

/// The 95 % interval of the area.
pub fn auc_interval(scores: &[(f64, bool)]) -> (f64, f64) {
    let sorted = sorted(scores);
    let mut counts = vec![0_u32; sorted.len()];
    interval(scores.len(), |dice| {
        counts.fill(0);
        for _ in 0..sorted.len() {
            counts[dice.below(sorted.len())] += 1;
        }
        auc_counted(&sorted, |at| f64::from(counts[at]))
    })
}

/// The middle 95 % of what `figure` gives for random draws. Draws without a value (only one label) are left out.
fn interval(n: usize, mut figure: impl FnMut(&mut Dice) -> f64) -> (f64, f64) {
    if n == 0 {
        return (f64::NAN, f64::NAN);
    }
    let draws = (20_000_000 / n).clamp(100, 1_000);
    let mut dice = Dice::new();
    let mut values: Vec<f64> = (0..draws)
        .map(|_| figure(&mut dice))
        .filter(|value| value.is_finite())
        .collect();
    values.sort_by(f64::total_cmp);
    if values.is_empty() {
        return (f64::NAN, f64::NAN);
    }
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    (at(0.025), at(0.975))
}

/// The best mean of the shares of yes and of no that one threshold gets right.
pub fn balanced_accuracy(scores: &[(f64, bool)]) -> f64 {
    let sorted = sorted(scores);
    let all_yes = sorted.iter().filter(|(_, label)| *label).count() as f64;
    let all_no = sorted.len() as f64 - all_yes;
    if all_yes == 0.0 || all_no == 0.0 {
        return f64::NAN;
    }
    let (mut yes_below, mut no_below, mut best) = (0.0, 0.0, 0.5_f64);
    for same in sorted.chunk_by(|a, b| a.0 == b.0) {
        let yes = same.iter().filter(|(_, label)| *label).count() as f64;
        yes_below += yes;
        no_below += same.len() as f64 - yes;
        best = best.max(((all_yes - yes_below) / all_yes + no_below / all_no) / 2.0);
    }
    best
}

/// The same for a threshold that is given: from there on is yes.
pub fn balanced_at(scores: &[(f64, bool)], threshold: f64) -> f64 {
    let right = |wanted: bool| {
        let all = scores.iter().filter(|(_, label)| *label == wanted);
        let right = all
            .clone()
            .filter(|(score, _)| (*score >= threshold) == wanted)
            .count();
        right as f64 / all.count() as f64
    };
    (right(true) + right(false)) / 2.0
}

/// The 95 % interval of [`balanced_at`].
pub fn balanced_interval(scores: &[(f64, bool)], threshold: f64) -> (f64, f64) {
    interval(scores.len(), |dice| {
        let drawn: Vec<(f64, bool)> = scores.iter().map(|_| scores[dice.below(scores.len())]).collect();
        balanced_at(&drawn, threshold)
    })
}

/// The 95 % interval of a share of which `hits` of `n` were seen (Wilson's).
pub fn share_interval(hits: usize, n: usize) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    let (n, p) = (n as f64, hits as f64 / n as f64);
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    (middle - half, middle + half)
}

/// Average precision of yes; equal scores are taken together.
pub fn average_precision(scores: &[(f64, bool)]) -> f64 {
    let sorted = sorted(scores);
    let all_yes = sorted.iter().filter(|(_, label)| *label).count() as f64;
    if all_yes == 0.0 {
        return f64::NAN;
    }
    let (mut yes, mut seen, mut sum) = (0.0, 0.0, 0.0);
    for same in sorted.chunk_by(|a, b| a.0 == b.0).rev() {
        let here = same.iter().filter(|(_, label)| *label).count() as f64;
        yes += here;
        seen += same.len() as f64;
        sum += here / all_yes * (yes / seen);
    }
    sum
}

/// Ranks, ties at their mean.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let mut end = start;
        while end + 1 < order.len() && values[order[end + 1]] == values[order[start]] {
            end += 1;
        }
        for at in &order[start..=end] {
            ranks[*at] = (start + end) as f64 / 2.0;
        }
        start = end + 1;
    }
    ranks
}

/// Pearson's correlation; NaN where one side does not vary.
pub fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let (ma, mb) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let covariance: f64 = a.iter().zip(b).map(|(x, y)| (x - ma) * (y - mb)).sum();
    let spread = |values: &[f64], mean: f64| values.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
    let product = spread(a, ma) * spread(b, mb);
    if product > 0.0 {
        covariance / product.sqrt()
    } else {
        f64::NAN
    }
}

/// Spearman's rank correlation.
pub fn spearman(a: &[f64], b: &[f64]) -> f64 {
    pearson(&ranks(a), &ranks(b))
}

/// The 95 % interval of Spearman's correlation.
pub fn spearman_interval(a: &[f64], b: &[f64]) -> (f64, f64) {
    interval(a.len(), |dice| {
        let drawn: Vec<usize> = (0..a.len()).map(|_| dice.below(a.len())).collect();
        let of = |values: &[f64]| drawn.iter().map(|at| values[*at]).collect::<Vec<f64>>();
        spearman(&of(a), &of(b))
    })
}
