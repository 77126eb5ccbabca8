//! What a run will ask, told before it: the calls that are known now, their size, and what they demand.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Ask, AskKey, Body, Demands, Evaluation, Further, Metric, Options, Question, StartError};
use crate::prompt::tokens;
use crate::sample::Sample;

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Different asks that are open at the start. More may follow ([`Demands::follow_ups`]); without, each may be repeated
    /// once.
    pub calls: usize,
    /// Asks that need no call of their own, because another one is equal.
    pub shared: usize,
    /// Of the calls, those for vectors.
    pub vectors: usize,
    /// Asks that follow, re-asks aside; at most ([`Metric::further_asks`]).
    pub further: Further,
    /// Estimated tokens of the calls' prompts.
    pub tokens: usize,
    /// Estimated tokens of the longest of them.
    pub longest: usize,
    /// What all of the asks demand.
    pub demands: Demands,
    /// Something is asked in words: of a language model, a person, or the embedded judge.
    pub words: bool,
    /// Nobody is asked at all: the score is computed from the input.
    pub computed: bool,
}

/// Plans a run. A sample with nothing to judge has no calls.
///
/// # Errors
/// As [`Evaluation::start`].
pub fn plan(
    metric: &'static dyn Metric,
    sample: impl Into<Arc<Sample>>,
    options: Options,
) -> Result<Plan, StartError> {
    plan_together(sample, vec![(metric, options)])
}

/// Plans a run of several metrics over one sample: what they ask alike counts once.
///
/// # Errors
/// As [`Evaluation::start`], for the first metric that has one.
pub fn plan_together(
    sample: impl Into<Arc<Sample>>,
    metrics: Vec<(&'static dyn Metric, Options)>,
) -> Result<Plan, StartError> {
    let sample = sample.into();
    let mut whole = Plan {
        computed: true,
        ..Plan::default()
    };
    let mut keys: BTreeSet<AskKey> = BTreeSet::new();
    for (metric, options) in metrics {
        let demands = metric.demands(&options);
        whole.words |= !metric.prompts().is_empty();
        whole.computed &= metric.prompts().is_empty() && !demands.embeddings && !demands.tokens;
        whole.demands.follow_ups |= demands.follow_ups;
        whole.demands.understanding |= demands.understanding;
        whole.demands.embeddings |= demands.embeddings;
        whole.demands.tokens |= demands.tokens;
        let further = metric.further_asks(&sample, &options);
        let evaluation = Evaluation::start(metric, sample.clone(), options)?;
        if evaluation.open_asks().is_some() {
            whole.further.words += further.words;
            whole.further.vectors += further.vectors;
        }
        for ask in evaluation.open_asks().unwrap_or_default() {
            whole.demands.understanding |= matches!(ask.question, Question::Free { .. });
            whole.demands.embeddings |= ask.question == Question::Embed;
            whole.demands.tokens |= ask.question == Question::Tokens;
            if keys.insert(ask.key("")) {
                whole.calls += 1;
                whole.vectors += usize::from(!matches!(ask.body, Body::Chat { .. }));
                let size = size(ask);
                whole.tokens += size;
                whole.longest = whole.longest.max(size);
            } else {
                whole.shared += 1;
            }
        }
    }
    Ok(whole)
}

impl Plan {
    /// The calls that a judge gets who makes vectors himself, or has them made elsewhere: those at first, and all.
    pub fn of_judge(&self, makes_vectors: bool) -> (usize, usize) {
        let (now, further) = if makes_vectors {
            (self.calls, self.further.words + self.further.vectors)
        } else {
            (self.calls - self.vectors, self.further.words)
        };
        (now, now + further)
    }
}

fn size(ask: &Ask) -> usize {
    match &ask.body {
        Body::Chat { prompt, .. } => tokens::estimate(prompt),
        Body::Embed { texts } | Body::Tokens { texts } => {
            texts.iter().map(|text| tokens::estimate(text)).sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{NoReply, Overrides, Reply, SettingKind};
    use crate::metric::catalogue;

    fn options(values: &[(&str, serde_json::Value)]) -> Options {
        let mut options = Options::default();
        for (name, value) in values {
            options.values.insert((*name).to_owned(), value.clone());
        }
        options
    }

    #[test]
    fn a_plan_tells_calls_and_demands() {
        let sample = |metric: &str| catalogue::find(metric).unwrap().examples()[0].sample();
        for (metric, values, calls, embeddings, understanding, follow_ups) in [
            ("rag-recall", vec![], 1, false, false, false),
            ("faithfulness", vec![], 1, false, false, true),
            ("claims", vec![], 2, false, false, true),
            ("answer-relevancy", vec![], 3, true, true, true),
            (
                "answer-relevancy",
                vec![("mode", "statements".into())],
                1,
                false,
                false,
                true,
            ),
            (
                "aspect-critique",
                vec![("strictness", 5.into())],
                5,
                false,
                true,
                false,
            ),
            ("answer-similarity", vec![], 1, true, false, false),
            (
                "answer-correctness",
                vec![("weight", 1.into())],
                2,
                false,
                true,
                true,
            ),
            ("bleu", vec![], 0, false, false, false),
        ] {
            let plan = plan(catalogue::find(metric).unwrap(), sample(metric), options(&values)).unwrap();
            let demands = Demands {
                embeddings,
                understanding,
                follow_ups,
                tokens: false,
            };
            assert_eq!(
                (plan.calls, plan.demands),
                (calls, demands),
                "{metric} {values:?}"
            );
            assert_eq!(plan.computed, metric == "bleu");
            assert_eq!(plan.tokens > 0, calls > 0);
        }
    }

    /// What a metric demands at its first asks is what it says it demands.
    #[test]
    fn demands_are_told_and_true() {
        for metric in catalogue::ALL.iter().copied() {
            for example in metric.examples() {
                let options = example.options(metric);
                let told = metric.demands(&options);
                let found = plan(metric, example.sample(), options.clone()).unwrap();
                assert_eq!(found.demands, told, "{}", metric.id());
                let mut evaluation = Evaluation::start(metric, example.sample(), options).unwrap();
                if found.computed {
                    assert!(evaluation.open_asks().is_none(), "{}", metric.id());
                }
                while let Some(asks) = evaluation.open_asks() {
                    let path = asks[0].path.clone();
                    evaluation.take(&path, Reply::None(NoReply::RanOut)).unwrap();
                }
                let _ = evaluation.outcome(&Overrides::default());
            }
        }
    }

    /// "At most twice as many" holds, whatever is chosen and whatever comes back.
    #[test]
    fn without_follow_ups_each_ask_is_repeated_at_most_once() {
        const REPLIES: &[&str] = &[
            "",
            "nonsense",
            "[]",
            "{}",
            r#"{"ratings": []}"#,
            r#"{"verdicts": [], "verdict": 7}"#,
            r#"{"statements": [{"statement": "a"}, {"statement": "b", "verdict": 2}, {"statement": "c", "verdict": null}]}"#,
        ];
        let mut tried = 0;
        for metric in catalogue::ALL.iter().copied() {
            for example in metric.examples() {
                for options in every_choice(metric, example.options(metric)) {
                    let told = plan(metric, example.sample(), options.clone()).unwrap();
                    if told.demands.follow_ups {
                        continue;
                    }
                    tried += 1;
                    for reply in REPLIES {
                        let mut evaluation =
                            Evaluation::start(metric, example.sample(), options.clone()).unwrap();
                        let mut asked = 0;
                        while let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) {
                            asked += 1;
                            evaluation.take(&path, Reply::text(*reply)).unwrap();
                        }
                        let most = 2 * (told.calls + told.shared);
                        assert!(
                            asked <= most,
                            "{} {options:?}: {asked} after {reply:?}",
                            metric.id()
                        );
                    }
                }
            }
        }
        assert!(tried > 20);
    }

    /// The options as they are, and with each choice of each setting.
    fn every_choice(metric: &'static dyn Metric, options: Options) -> Vec<Options> {
        let choices = metric.settings().iter().flat_map(|setting| match setting.kind {
            SettingKind::Choice(words) => words.iter().map(|word| (setting.name, *word)).collect(),
            _ => Vec::new(),
        });
        let chosen = choices.map(|(name, word)| {
            let mut chosen = options.clone();
            chosen.values.insert(name.to_owned(), word.into());
            chosen
        });
        std::iter::once(options.clone()).chain(chosen).collect()
    }
}
