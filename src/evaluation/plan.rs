//! What a run will ask, told before it: the calls that are known now, their size, and what they demand.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{
    Ask, AskKey, Body, Demands, Evaluation, Metric, Options, Overrides, Question, Reason, Reply, StartError,
    State,
};
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
    /// Different asks that follow in the ordinary course, re-asks aside: statements lead to verdicts. At most so many;
    /// where there are no statements nothing follows.
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
    /// The texts are there and say that there is nothing to judge, so nobody is asked.
    pub nothing: bool,
}

/// Asks that follow the first ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Further {
    /// Questions in words.
    pub words: usize,
    /// Asks for vectors.
    pub vectors: usize,
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
    of_all(&sample.into(), metrics)
}

fn of_all(sample: &Arc<Sample>, metrics: Vec<(&'static dyn Metric, Options)>) -> Result<Plan, StartError> {
    let mut whole = Plan {
        computed: true,
        demands: Demands {
            once: true,
            ..Demands::default()
        },
        ..Plan::default()
    };
    let mut keys: BTreeSet<AskKey> = BTreeSet::new();
    let mut leading_on = Vec::new();
    for (metric, options) in metrics {
        let demands = metric.demands(&options);
        whole.words |= !metric.prompts().is_empty();
        whole.computed &= metric.prompts().is_empty() && !demands.embeddings && !demands.tokens;
        whole.demands.follow_ups |= demands.follow_ups;
        whole.demands.understanding |= demands.understanding;
        whole.demands.embeddings |= demands.embeddings;
        whole.demands.tokens |= demands.tokens;
        whole.demands.once &= demands.once;
        let evaluation = Evaluation::start(metric, sample.clone(), options)?;
        whole.nothing |= evaluation.open_asks().is_none()
            && evaluation.outcome(&Overrides::default()).state == State::NotApplicable(Reason::NoClaims);
        for ask in evaluation.open_asks().unwrap_or_default() {
            whole.demands.understanding |=
                matches!(ask.question, Question::Free { .. } | Question::Answer { .. });
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
        if demands.follow_ups {
            leading_on.push(evaluation);
        }
    }
    // Whom nobody asks has nothing to repeat.
    whole.demands.once &= whole.calls > 0;
    whole.nothing &= whole.calls == 0;
    for evaluation in leading_on {
        for (key, words) in following(evaluation) {
            if keys.insert(key) {
                whole.further.words += usize::from(words);
                whole.further.vectors += usize::from(!words);
            }
        }
    }
    Ok(whole)
}

/// Different asks in words that have their reply, and all that are known or follow in the ordinary course: those that
/// have it among them. Re-asks count once they are open.
pub fn carried(evaluations: &[Evaluation]) -> (usize, usize) {
    let mut keys: BTreeSet<AskKey> = BTreeSet::new();
    for exchange in evaluations.iter().flat_map(Evaluation::transcript) {
        if matches!(exchange.ask.body, Body::Chat { .. }) {
            keys.insert(exchange.ask.key(""));
        }
    }
    let answered = keys.len();
    for evaluation in evaluations {
        let open = evaluation.open_asks().unwrap_or_default().iter();
        keys.extend(
            open.filter(|ask| matches!(ask.body, Body::Chat { .. }))
                .map(|ask| ask.key("")),
        );
        let next = following(evaluation.clone()).into_iter();
        keys.extend(next.filter(|(_, words)| *words).map(|(key, _)| key));
    }
    (answered, keys.len())
}

/// The asks that follow the first ones, and whether they are in words. They are had with replies that stand in for those
/// to come: equal ones to equal asks, so that what will be shared is equal here as well.
fn following(mut evaluation: Evaluation) -> Vec<(AskKey, bool)> {
    let first = evaluation.open_asks().unwrap_or_default();
    let replies = first.iter().map(|ask| {
        let about = match &ask.body {
            Body::Chat { sha256, .. } => sha256,
            Body::Embed { .. } | Body::Tokens { .. } => "",
        };
        let one = format!("{about} {}", ask.path.draw);
        // Each reader takes what it asked for.
        let text = format!(r#"{{"statements": ["{one}"], "question": "{one}", "noncommittal": 0}}"#);
        (ask.path.clone(), Reply::text(text))
    });
    let replies = replies.collect();
    evaluation.replay(replies);
    let open = evaluation.open_asks().unwrap_or_default();
    open.iter()
        .filter(|ask| ask.path.attempt == 0)
        .map(|ask| (ask.key(""), matches!(ask.body, Body::Chat { .. })))
        .collect()
}

/// What a metric asks in all, re-asks aside, by what is not typed in yet: of one statement a text, told for each chunk,
/// sentence of the answer and further answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Whatever is given.
    pub fixed: usize,
    /// For each chunk.
    pub chunk: usize,
    /// For each sentence of the answer.
    pub sentence: usize,
    /// For each further answer.
    pub sample: usize,
    /// For each sentence of the answer with each further answer.
    pub pair: usize,
}

impl Shape {
    /// The shape of a metric with these settings: planned for texts that stand in for those to come. `calls` tells those of
    /// a plan that count.
    ///
    /// # Errors
    /// As [`Evaluation::start`].
    pub fn of(
        metric: &'static dyn Metric,
        options: &Options,
        calls: impl Fn(&Plan) -> usize,
    ) -> Result<Self, StartError> {
        let asked = |chunks: usize, sentences: usize, samples: usize| {
            let many = |name: &str, count: usize| -> Vec<String> {
                (0..count)
                    .map(|number| format!("{name} is number {number}."))
                    .collect()
            };
            let sample = Sample {
                question: "Which?".into(),
                answer: many("Answer", sentences).join(" "),
                reference: "Reference.".into(),
                contexts: many("Chunk", chunks),
                essential: many("Passage", 1),
                samples: many("Sample", samples),
                retrieved_ids: vec!["1".into()],
                reference_ids: vec!["1".into()],
                ..Sample::default()
            };
            plan(metric, sample, options.clone()).map(|plan| calls(&plan))
        };
        let one = asked(1, 1, 1)?;
        let (chunk, sentence, sample) = (
            asked(2, 1, 1)?.saturating_sub(one),
            asked(1, 2, 1)?.saturating_sub(one),
            asked(1, 1, 2)?.saturating_sub(one),
        );
        let pair = asked(1, 2, 2)?.saturating_sub(one + sentence + sample);
        let (sentence, sample) = (sentence.saturating_sub(pair), sample.saturating_sub(pair));
        Ok(Self {
            fixed: one.saturating_sub(chunk + sentence + sample + pair),
            chunk,
            sentence,
            sample,
            pair,
        })
    }
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
    use crate::evaluation::{NoReply, SettingKind};
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
                false,
                true,
            ),
            ("bleu", vec![], 0, false, false, false),
            ("relevancy", vec![], 1, false, false, false),
            ("hallucination", vec![], 2, false, false, false),
        ] {
            let plan = plan(catalogue::find(metric).unwrap(), sample(metric), options(&values)).unwrap();
            let demands = Demands {
                embeddings,
                understanding,
                follow_ups,
                tokens: false,
                once: matches!(metric, "answer-similarity" | "hallucination" | "relevancy"),
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

    #[test]
    fn the_shape_of_calls_is_told_before_there_is_a_text() {
        for (metric, values, fixed, chunk, sentence, pair) in [
            ("rag-recall", vec![], 1, 0, 0, 0),
            ("faithfulness", vec![], 2, 0, 0, 0),
            ("claims", vec![], 4, 2, 0, 0),
            ("context-precision", vec![], 0, 1, 0, 0),
            ("context-relevance", vec![("mode", "b".into())], 2, 0, 0, 0),
            ("context-relevance", vec![("mode", "c".into())], 0, 1, 0, 0),
            ("aspect-critique", vec![("strictness", 3.into())], 3, 0, 0, 0),
            ("self-check", vec![], 0, 0, 0, 1),
            ("hallucination", vec![], 2, 0, 0, 0),
            ("bleu", vec![], 0, 0, 0, 0),
        ] {
            let metric = catalogue::find(metric).unwrap();
            let shape = Shape::of(metric, &options(&values), |plan| plan.of_judge(true).1).unwrap();
            let wanted = Shape {
                fixed,
                chunk,
                sentence,
                sample: 0,
                pair,
            };
            assert_eq!(shape, wanted, "{} {values:?}", metric.id());
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

    /// A text that says that there is nothing to judge takes no call; one that is not there yet may take some.
    #[test]
    fn nothing_to_judge_is_told_before_the_run() {
        for (metrics, answer, nothing, calls) in [
            (&["attribution"][..], "No action items.", true, 0),
            (&["attribution"], "無待辦事項", true, 0),
            (&["attribution"], "Ann will call.", false, 2),
            (&["attribution"], " ", false, 0),
            (&["attribution", "bleu"], "None", true, 0),
            (&["attribution", "hallucination"], "None", false, 2),
            (&["hallucination"], "None", false, 2),
            (&["bleu"], "None", false, 0),
        ] {
            let sample = Sample {
                answer: answer.into(),
                contexts: vec!["Ann: I will call.".into()],
                reference: "Ann calls.".into(),
                ..Sample::default()
            };
            let jobs = metrics
                .iter()
                .map(|id| (catalogue::find(id).unwrap(), Options::default()));
            let plan = plan_together(sample, jobs.collect()).unwrap();
            assert_eq!(
                (plan.nothing, plan.calls),
                (nothing, calls),
                "{metrics:?} {answer}"
            );
            let once = calls > 0 && metrics.iter().all(|id| *id != "bleu");
            assert_eq!(plan.demands.once, once, "{metrics:?} {answer}");
        }
    }

    /// No ask is asked more than twice, whatever is chosen and whatever comes back; and "never repeated" where that is said.
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
                        let most = if told.demands.once { 1 } else { 2 } * (told.calls + told.shared);
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

    /// What is told before a run of two metrics is what they then ask, each ask that is equal once.
    #[test]
    fn what_follows_is_counted_once_for_all_metrics() {
        let sample = Arc::new(Sample {
            question: "Who built the bridge, and when?".into(),
            answer: "Ann Roe built it in 1901. It is of steel.".into(),
            contexts: vec![
                "Ann Roe built the bridge.".into(),
                "It was opened in 1901.".into(),
            ],
            reference: "Ann Roe, in 1901.".into(),
            essential: vec!["Ann Roe built it.".into()],
            samples: vec!["Ann Roe built it.".into()],
            ..Sample::default()
        });
        let one_chunk = Arc::new(Sample {
            contexts: vec!["Ann Roe built the bridge.".into()],
            ..(*sample).clone()
        });
        let mut saved = 0;
        for sample in [sample, one_chunk] {
            let mut jobs: Vec<(&'static dyn Metric, Options)> = Vec::new();
            for metric in catalogue::ALL.iter().copied() {
                let chosen = every_choice(metric, Options::default()).into_iter();
                jobs.extend(chosen.map(|options| (metric, options)));
            }
            let self_check = catalogue::find("self-check").unwrap();
            jobs.push((self_check, options(&[("draw", 2.into())])));
            // Those whose asks follow others, or may be what follows.
            jobs.retain(|(metric, options)| {
                let demands = metric.demands(options);
                demands.follow_ups || demands.embeddings
            });
            let alone: Vec<_> = jobs.iter().map(|job| asked_by(&sample, job)).collect();
            for (at, one) in jobs.iter().enumerate() {
                for (other_at, other) in jobs.iter().enumerate().skip(at) {
                    let told = plan_together(sample.clone(), vec![one.clone(), other.clone()]).unwrap();
                    let all = told.calls + told.further.words + told.further.vectors;
                    let asked = alone[at].union(&alone[other_at]).count();
                    let what = (one.0.id(), &one.1.values, other.0.id(), &other.1.values);
                    assert_eq!(all, asked, "{what:?}");
                    saved += usize::from(at != other_at && all < alone[at].len() + alone[other_at].len());
                }
            }
        }
        assert!(saved > 20, "{saved}");
    }

    /// Different asks of a metric that are all answered, re-asks aside.
    fn asked_by(sample: &Arc<Sample>, job: &(&'static dyn Metric, Options)) -> BTreeSet<AskKey> {
        let mut keys = BTreeSet::new();
        let mut evaluation = Evaluation::start(job.0, sample.clone(), job.1.clone()).unwrap();
        while let Some(asks) = evaluation.open_asks() {
            let ask = asks[0].clone();
            let reply = match &ask.question {
                Question::Statements { .. } => {
                    // Another prompt leads to other statements.
                    let one = format!("{:?}", ask.key(""));
                    Reply::text(serde_json::json!({"statements": [one, "It stands."]}).to_string())
                }
                Question::Answer { .. } => Reply::text(ask.path.to_string()),
                Question::Free { .. } => Reply::text(
                    serde_json::json!({"question": format!("Who is {}?", ask.path), "noncommittal": 0})
                        .to_string(),
                ),
                Question::Verify { statements, .. } | Question::Relevant { statements, .. } => {
                    let verdicts: Vec<_> = (1..=statements.len())
                        .map(|index| serde_json::json!({"index": index, "verdict": 1}))
                        .collect();
                    Reply::text(serde_json::json!({"verdicts": verdicts}).to_string())
                }
                _ => Reply::None(NoReply::RanOut),
            };
            if ask.path.attempt == 0 {
                keys.insert(ask.key(""));
            }
            evaluation.take(&ask.path, reply).unwrap();
        }
        keys
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
