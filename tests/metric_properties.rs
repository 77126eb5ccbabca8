//! What holds for every metric, whatever a judge says: a score lies in its scale, the order of statements does not matter,
//! and what is scored again from its own replies comes out the same.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeMap;

use assay::evaluation::ask::SeedJudge;
use assay::evaluation::{
    Ask, AskPath, Body, Evaluation, Options, Outcome, Overrides, Parts, Question, Reply, State, TokenVector,
    TokenVectors, plan,
};
use assay::metric::catalogue;
use assay::prompt::sha256_hex;
use assay::sample::Sample;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A judge whose answer to a thing hangs on that thing and a seed alone, never on where it stands.
struct Judge {
    seed: u64,
    statements: Vec<String>,
}

impl Judge {
    fn draw(&self, about: &str, of: u64) -> u64 {
        let hash = sha256_hex(&format!("{} {about}", self.seed));
        u64::from_str_radix(hash.get(..12).unwrap(), 16).unwrap() % of
    }

    fn yes(&self, about: &str) -> u64 {
        self.draw(about, 2)
    }

    fn vector(&self, about: &str) -> Vec<f32> {
        (0..3)
            .map(|at| self.draw(&format!("{about} {at}"), 2001) as f32 / 1000.0 - 1.0005)
            .collect()
    }

    fn verdicts(&self, statements: &[String], against: &str) -> String {
        let entries: Vec<Value> = (1..)
            .zip(statements)
            .map(|(index, statement)| json!({"index": index, "verdict": self.yes(&format!("{statement} {against}"))}))
            .collect();
        json!({"verdicts": entries}).to_string()
    }

    fn reply(&self, ask: &Ask) -> Reply {
        Reply::text(match (&ask.question, &ask.body) {
            (_, Body::Embed { texts }) => {
                return Reply::Vectors(texts.iter().map(|text| self.vector(text)).collect());
            }
            (_, Body::Tokens { texts }) => {
                return Reply::Tokens(texts.iter().map(|text| self.tokens(text)).collect());
            }
            (Question::Statements { .. }, _) => json!({"statements": self.statements}).to_string(),
            (Question::Verify { statements, sources }, _) => self.verdicts(statements, &sources.join(" ")),
            (Question::Relevant { statements, question }, _) => self.verdicts(statements, question),
            (Question::Useful { chunk, .. }, _) => {
                json!({"reason": "", "verdict": self.yes(chunk)}).to_string()
            }
            (Question::Needed { sentences, .. }, _) => {
                let needed: Vec<usize> = (1..)
                    .zip(sentences)
                    .filter(|(_, one)| self.yes(one) == 1)
                    .map(|(at, _)| at)
                    .collect();
                json!({"sentences": needed}).to_string()
            }
            (Question::Grounded { sentences, max, .. }, _) => {
                let entries: Vec<Value> = (1..)
                    .zip(sentences)
                    .map(|(index, one)| json!({"index": index, "evidence": "", "rating": self.draw(one, u64::from(max + 1))}))
                    .collect();
                json!({"ratings": entries}).to_string()
            }
            (Question::Consistent { sentence, sample }, _) => {
                ["yes", "no", "unsure"][self.draw(&format!("{sentence} {sample}"), 3) as usize].to_owned()
            }
            (
                Question::JudgeScore {
                    judge: SeedJudge::Relevancy,
                    ..
                },
                _,
            ) => format!("Response: {}", self.yes("score")),
            (Question::JudgeScore { .. }, _) => format!("Response: 0.{}", self.draw("score", 10)),
            (Question::Ares { .. }, _) => json!({"reason": "", "verdict": self.yes("ares")}).to_string(),
            (Question::JudgeMistakes { .. }, _) => "None".to_owned(),
            (Question::Passages { wanted, .. }, _) => wanted
                .iter()
                .map(|id| {
                    let (kind, low) = match id.key().starts_with('E') {
                        true => ("ESSENTIAL", 1),
                        false => ("BONUS", 0),
                    };
                    format!(
                        "[{kind} PASSAGE] {}: r Score: {}\n",
                        id.number,
                        low + self.draw(&id.key(), 6 - low)
                    )
                })
                .collect(),
            (Question::Sufficiency { .. }, _) => {
                let sufficient = self.yes("sufficient") == 1;
                json!({"Sufficient Context": sufficient, "is_sufficient": sufficient, "confidence": 0.5})
                    .to_string()
            }
            (Question::Answer { .. }, _) => format!("It has a bell. {}", ask.path),
            (Question::Free { what }, _) => self.free(what, &ask.path),
            (Question::Sorted { .. }, _) => self.free("sorted", &ask.path),
            (question, _) => panic!("{question:?}"),
        })
    }

    fn tokens(&self, text: &str) -> TokenVectors {
        let token = |word: &str| TokenVector {
            text: word.to_owned(),
            vector: self.vector(word),
            ..TokenVector::default()
        };
        TokenVectors {
            tokens: text.split_whitespace().map(token).collect(),
            ..TokenVectors::default()
        }
    }

    fn free(&self, what: &str, path: &AskPath) -> String {
        let about = format!("{path}");
        let mut reply = json!({
            "reason": "r",
            "verdict": self.yes(&about),
            "rating": self.draw(&about, 3),
            "score": 1 + self.draw(&about, 5),
            "question": about,
            "noncommittal": self.yes(&about),
            "sentences": [1],
            "TP": [], "FP": [], "FN": [],
        });
        if what.contains("chunk") {
            let entry = |text: &String| json!({"statement": text, "verdict": self.yes(text)});
            reply["statements"] = self.statements.iter().map(entry).collect();
        }
        for (at, statement) in (1..).zip(&self.statements) {
            let list = if self.yes(statement) == 1 { "TP" } else { "FP" };
            reply[list].as_array_mut().unwrap().push(json!(at));
            if self.yes(&format!("missing {statement}")) == 1 {
                reply["FN"].as_array_mut().unwrap().push(json!(at));
            }
        }
        reply.to_string()
    }
}

fn sample(order: &[usize]) -> Sample {
    let sentences = [
        "The tower is old.",
        "It has a bell.",
        "Two sisters built it.",
        "It is 61 metres high.",
    ];
    let answer: Vec<&str> = order.iter().map(|at| sentences[*at]).collect();
    Sample {
        question: "What is known about the tower?".into(),
        answer: answer.join(" "),
        contexts: vec![
            "The tower has a bell. It is high.".into(),
            "Sisters built a tower.".into(),
            "Bread is baked.".into(),
        ],
        reference: "The tower has a bell and is 61 metres high.".into(),
        essential: vec!["It has a bell.".into(), "It is old.".into()],
        bonus: vec!["Two sisters built it.".into()],
        samples: vec!["The tower is young.".into(), "It has a bell.".into()],
        retrieved_ids: vec!["a#1#1".into(), "b#1#2".into()],
        reference_ids: vec!["b#1#2".into(), "c#1#1".into()],
    }
}

fn outcome(id: &str, judge: &Judge, sample: Sample, options: &Options) -> Outcome {
    let mut evaluation = Evaluation::start(catalogue::find(id).unwrap(), sample, options.clone()).unwrap();
    while let Some(ask) = evaluation.open_asks().map(|asks| asks[0].clone()) {
        evaluation.take(&ask.path, judge.reply(&ask)).unwrap();
    }
    evaluation.outcome(&Overrides::default())
}

/// The options that a metric can't do without, and a choice of each of its settings.
fn options(id: &str, pick: usize) -> Options {
    use assay::evaluation::SettingKind::{Choice, Given, Number, Text, Whole};
    let mut values = serde_json::Map::new();
    for setting in catalogue::find(id).unwrap().settings() {
        let value = match setting.kind {
            Choice(words) => json!(words[pick % words.len()]),
            Whole { min, .. } if pick.is_multiple_of(2) => json!(min.max(1)),
            Whole { .. } | Number { .. } => continue,
            Given { whole: true, .. } => continue,
            Given { .. } => json!(if pick < 3 { 0.5 } else { -0.5 }),
            Text { .. } => json!("It is clear."),
        };
        values.insert(setting.name.to_owned(), value);
    }
    Options {
        values,
        ..Options::default()
    }
}

fn statements(order: &[usize]) -> Vec<String> {
    order.iter().map(|at| format!("Statement {at} holds.")).collect()
}

/// Figures that no order of statements changes.
fn figures(outcome: &Outcome) -> BTreeMap<String, i64> {
    let mut figures = BTreeMap::new();
    let whole = |value: f64| (value * 1e9).round() as i64;
    if let State::Scored(score) = outcome.state {
        figures.insert("score".to_owned(), whole(score.0));
    }
    if let Parts::Breakdown(parts) = &outcome.parts {
        for figure in &parts.figures {
            figures.insert(figure.label.id().to_owned(), figure.value.map_or(-1, whole));
        }
    }
    figures
}

/// What is told before a run is what it asks; a judge that answers everything is asked nothing twice.
#[test]
fn the_calls_of_a_run_are_told_before_it() {
    for metric in catalogue::ALL.iter().copied() {
        for pick in 0..6 {
            let options = options(metric.id(), pick);
            let told = plan(metric, sample(&[0, 1, 2, 3]), options.clone()).unwrap();
            for seed in 0..4 {
                let judge = Judge {
                    seed,
                    statements: statements(&[0, 1, 2]),
                };
                let asked = outcome(metric.id(), &judge, sample(&[0, 1, 2, 3]), &options)
                    .trace
                    .len();
                let most = told.calls + told.shared + told.further.words + told.further.vectors;
                assert_eq!(asked, most, "{} {options:?}: told {told:?}", metric.id());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_score_lies_in_its_scale(seed in any::<u64>(), pick in 0_usize..6) {
        let judge = Judge { seed, statements: statements(&[0, 1, 2, 3]) };
        for metric in catalogue::ALL {
            let options = options(metric.id(), pick);
            let outcome = outcome(metric.id(), &judge, sample(&[0, 1, 2, 3]), &options);
            let State::Scored(score) = outcome.state else {
                panic!("{}: {:?} {:?}", metric.id(), outcome.state, outcome.trace);
            };
            let scale = metric.scale_with(&options);
            prop_assert!(
                score.0.is_finite() && (scale.min - 1e-9..=scale.max + 1e-9).contains(&score.0),
                "{}: {} is not in {scale:?}", metric.id(), score.0
            );
        }
    }

    #[test]
    fn the_order_of_statements_changes_no_mean(seed in any::<u64>(), order in Just(vec![0_usize, 1, 2, 3]).prop_shuffle()) {
        let plain = Judge { seed, statements: statements(&[0, 1, 2, 3]) };
        let shuffled = Judge { seed, statements: statements(&order) };
        for (id, pick) in [
            ("faithfulness", 0), ("context-recall", 0), ("answer-relevancy", 1), ("factual-correctness", 0),
            ("answer-correctness", 0), ("claims", 0), ("context-relevance", 2),
        ] {
            let options = options(id, pick);
            // The judge's TP and FP lists go by the statement, so their order is the statements'.
            let before = figures(&outcome(id, &plain, sample(&[0, 1, 2, 3]), &options));
            let after = figures(&outcome(id, &shuffled, sample(&[0, 1, 2, 3]), &options));
            prop_assert!(!before.is_empty(), "{id}");
            prop_assert_eq!(before, after, "{}", id);
        }
        // Metrics of sentences: the sentences themselves change places.
        for id in ["groundedness", "self-check"] {
            let before = figures(&outcome(id, &plain, sample(&[0, 1, 2, 3]), &Options::default()));
            let after = figures(&outcome(id, &plain, sample(&order), &Options::default()));
            prop_assert_eq!(before, after, "{}", id);
        }
    }

    #[test]
    fn replayed_replies_give_the_same_outcome(seed in any::<u64>(), pick in 0_usize..6, order in Just(vec![0_usize, 1, 2, 3]).prop_shuffle()) {
        let judge = Judge { seed, statements: statements(&order) };
        for metric in catalogue::ALL {
            let options = options(metric.id(), pick);
            let first = outcome(metric.id(), &judge, sample(&[0, 1, 2, 3]), &options);
            let replies = first.trace.iter().rev().map(|one| (one.ask.path.clone(), one.reply.clone())).collect();
            let mut again = Evaluation::start(*metric, sample(&[0, 1, 2, 3]), options).unwrap();
            prop_assert!(again.replay(replies).is_empty(), "{}", metric.id());
            let again = again.outcome(&Overrides::default());
            prop_assert_eq!(&again.state, &first.state, "{}", metric.id());
            prop_assert_eq!(&again.parts, &first.parts, "{}", metric.id());
        }
    }
}
