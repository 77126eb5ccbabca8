//! The scores of this tab that other scores are made of, each with the sample that it was given for: a score of texts
//! that have changed since is told from one that still holds.

use std::sync::Arc;

use crate::evaluation::{Metric, State};
use crate::sample::Sample;

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct PartScores(Vec<Given>);

#[derive(Clone, Debug)]
struct Given {
    metric: &'static str,
    score: f64,
    sample: Arc<Sample>,
}

/// A score is shown with four decimals.
const SHOWN: f64 = 0.000_05;

/// So many are remembered.
const MOST: usize = 40;

impl PartScores {
    /// Keeps what a metric came to. The same sample again takes the place of what it came to before.
    pub fn keep(&mut self, metric: &'static str, state: State, sample: &Arc<Sample>) {
        self.0.retain(|one| one.metric != metric || one.sample != *sample);
        if let State::Scored(score) = state {
            if self.0.len() == MOST {
                self.0.remove(0);
            }
            self.0.push(Given {
                metric,
                score: score.0,
                sample: sample.clone(),
            });
        }
    }

    /// The newest score of a metric for these texts.
    pub fn of(&self, metric: &dyn Metric, sample: &Sample) -> Option<f64> {
        self.all(metric)
            .find(|one| holds(metric, one, sample))
            .map(|one| one.score)
    }

    /// Whether a score was given, but for other texts: this one, as it is or as it was shown, or any where none is named.
    pub fn is_of_others(&self, metric: &dyn Metric, score: Option<f64>, sample: &Sample) -> bool {
        let mut such = self
            .all(metric)
            .filter(|one| score.is_none_or(|score| (score - one.score).abs() <= SHOWN))
            .peekable();
        such.peek().is_some() && !such.any(|one| holds(metric, one, sample))
    }

    /// The newest first.
    fn all(&self, metric: &dyn Metric) -> impl Iterator<Item = &Given> {
        let id = metric.id();
        self.0.iter().rev().filter(move |one| one.metric == id)
    }
}

/// A score holds as long as what its metric reads is the same.
fn holds(metric: &dyn Metric, given: &Given, sample: &Sample) -> bool {
    metric
        .inputs()
        .iter()
        .all(|field| given.sample.agrees(sample, *field))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Reason, Score};
    use crate::metric::catalogue;

    #[test]
    fn a_score_goes_with_the_texts_that_its_metric_reads() {
        let faithfulness = catalogue::find("faithfulness").unwrap();
        let recall = catalogue::find("context-recall").unwrap();
        let sample = |answer: &str| {
            Arc::new(Sample {
                question: "When?".into(),
                answer: answer.into(),
                contexts: vec!["In 1901.".into()],
                reference: "1901".into(),
                ..Sample::default()
            })
        };
        let (first, second) = (sample("In 1901."), sample("In 1902."));
        let mut scores = PartScores::default();
        assert!(!scores.is_of_others(faithfulness, None, &first));
        scores.keep("faithfulness", State::Scored(Score(1.0)), &first);
        scores.keep("context-recall", State::Scored(Score(0.5)), &first);
        assert_eq!(scores.of(faithfulness, &first), Some(1.0));
        // The answer was changed: Context Recall doesn't read it.
        assert_eq!(scores.of(faithfulness, &second), None);
        assert_eq!(scores.of(recall, &second), Some(0.5));
        assert!(scores.is_of_others(faithfulness, None, &second));
        assert!(scores.is_of_others(faithfulness, Some(1.0), &second));
        assert!(
            !scores.is_of_others(faithfulness, Some(0.7), &second),
            "entered by hand"
        );
        assert!(!scores.is_of_others(recall, Some(0.5), &second));
        // Typed as it was shown.
        scores.keep("faithfulness", State::Scored(Score(2.0 / 3.0)), &first);
        for (typed, known) in [(0.6667, true), (0.66665, true), (0.667, false), (0.66, false)] {
            assert_eq!(
                scores.is_of_others(faithfulness, Some(typed), &second),
                known,
                "{typed}"
            );
        }
        scores.keep("faithfulness", State::Scored(Score(1.0)), &first);
        // Judged for the new answer: the old score stays known as one of the old answer.
        scores.keep("faithfulness", State::Scored(Score(0.0)), &second);
        assert_eq!(scores.of(faithfulness, &second), Some(0.0));
        assert!(scores.is_of_others(faithfulness, Some(1.0), &second));
        assert!(!scores.is_of_others(faithfulness, Some(0.0), &second));
        // And back again, where it then gets none.
        scores.keep("faithfulness", State::Unscored(Reason::Truncated), &first);
        assert_eq!(scores.of(faithfulness, &first), None);
        for at in 0..100 {
            scores.keep(
                "faithfulness",
                State::Scored(Score(0.5)),
                &sample(&format!("In {at}.")),
            );
        }
        assert!(scores.0.len() <= MOST);
    }
}
