//! The local embedding model from end to end, natively: texts to vectors to scores, and what a record keeps of them. The
//! scores stand in `local_model_scores.json`, which the test in the browser is held against too.
//!
//! The model is not part of the repository: without `make model` nothing is tested here, and that is said and counted.

// No input of a user comes here, and what is wrong should stop the test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]
#![allow(clippy::disallowed_methods)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::process::ExitCode;

use assay::evaluation::{Body, Evaluation, Flag, Options, Overrides, Parts, Reason, Reply, Score, State};
use assay::judge::local::{Engine, Lost, reply};
use assay::judge::minilm::{FILE, Model, WIDTH};
use assay::metric::catalogue;
use assay::run::rescore::{Claim, Rescored, rescore};
use assay::sample::Sample;
use assay::share::record::Record;
use assay::share::{file, link};
use futures::executor::block_on;
use serde_json::{Value, json};

/// The real model, which without optimisation takes seconds a text: each is computed once.
struct Native(Model, RefCell<Known>);

/// Vectors by whether they are of whole texts, and the pieces.
type Known = BTreeMap<(bool, Vec<u16>), Vec<f32>>;

impl Native {
    fn once(&self, whole: bool, ids: Vec<u16>) -> Result<Vec<f32>, Lost> {
        if let Some(known) = self.1.borrow().get(&(whole, ids.clone())) {
            return Ok(known.clone());
        }
        let made = if whole {
            self.0.sentence_of(&ids)
        } else {
            self.0.tokens_of(&ids)
        };
        let made = made.ok_or(Lost::Broke)?;
        self.1.borrow_mut().insert((whole, ids), made.clone());
        Ok(made)
    }
}

impl Engine for Native {
    async fn sentence(&self, ids: Vec<u16>) -> Result<Vec<f32>, Lost> {
        self.once(true, ids)
    }

    async fn tokens(&self, ids: Vec<u16>) -> Result<Vec<f32>, Lost> {
        self.once(false, ids)
    }
}

/// Answers at once, with vectors that say nothing: for what hangs on pieces alone.
struct Blind;

impl Engine for Blind {
    async fn sentence(&self, _ids: Vec<u16>) -> Result<Vec<f32>, Lost> {
        Ok(vec![1.0; WIDTH])
    }

    async fn tokens(&self, ids: Vec<u16>) -> Result<Vec<f32>, Lost> {
        Ok(vec![1.0; (ids.len() - 2) * WIDTH])
    }
}

const SCORES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/local_model_scores.json");

fn main() -> ExitCode {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/public/");
    let Ok(bytes) = std::fs::read(format!("{path}{FILE}")) else {
        println!("the local model is not here (`make model` makes it)");
        println!("0 passed, 0 failed, 1 skipped");
        return ExitCode::SUCCESS;
    };
    let model = Native(Model::read(bytes).unwrap(), RefCell::default());
    let cases: Value = serde_json::from_str(&std::fs::read_to_string(SCORES).unwrap()).unwrap();
    let (mut passed, mut failed) = (0, 0);
    let mut check = |what: &str, holds: bool| {
        println!("test {what} ... {}", if holds { "ok" } else { "FAILED" });
        *if holds { &mut passed } else { &mut failed } += 1;
    };
    let mut written = Vec::new();
    for case in cases["cases"].as_array().unwrap() {
        let (metric, text) = (case["metric"].as_str().unwrap(), |name: &str| {
            case[name].as_str().unwrap().to_owned()
        });
        let sample = Sample {
            answer: text("answer"),
            reference: text("reference"),
            ..Sample::default()
        };
        let evaluation = judged(&model, metric, sample);
        let score = score_of(&evaluation);
        let name = format!("{metric}: {}", case["what"].as_str().unwrap());
        check(
            &name,
            (score - case["score"].as_f64().unwrap_or(2.0)).abs() < 1e-6,
        );
        check(&format!("{name}, from its record"), keeps(&evaluation, score));
        let mut with_score = case.clone();
        with_score["score"] = json!((score * 1e9).round() / 1e9);
        written.push(with_score);
    }
    let long = "The ferry takes 35 minutes and carries 24 cars. ".repeat(200);
    let texts = vec![long.clone(), String::new()];
    let tokens = block_on(reply(&Blind, model.0.vocabulary(), &Body::Tokens { texts }));
    let Ok(Some(Reply::Tokens(tokens))) = tokens else {
        println!("no tokens");
        return ExitCode::FAILURE;
    };
    check(
        "a long text is cut, and says so",
        tokens[0].cut && tokens[0].tokens.len() == 1020,
    );
    check(
        "an empty text has no tokens",
        tokens[1].tokens.is_empty() && !tokens[1].cut,
    );
    let spans = tokens[0]
        .tokens
        .iter()
        .all(|token| long[token.span.clone()].to_lowercase() == token.text);
    check("tokens know where they stand", spans);
    // What the model doesn't know is all the same to it: told, and no score where nothing or little else is left.
    let few = State::NotApplicable(Reason::FewKnown);
    let empty = State::NotApplicable(Reason::EmptyInput);
    for (metric, answer, reference, state, told) in [
        ("bertscore", "貓", "墊", Some(few), None),
        ("bertscore", "龘", "靐", Some(few), None),
        ("bertscore", "🙂", "The price is high", Some(few), None),
        (
            "bertscore",
            "\u{200b}\u{200b}",
            "The price is high",
            Some(empty),
            None,
        ),
        (
            "bertscore",
            "The price is 🙂",
            "The price is 💣",
            None,
            Some("2 / 8"),
        ),
        ("bertscore", "貓坐在 a mat", "狗坐在 a mat", Some(few), None),
        ("answer-similarity", "🙂", "💣", Some(few), None),
        ("answer-similarity", "貓", "狗", Some(few), None),
        ("answer-similarity", "龘靐 it", "It", Some(few), None),
        ("answer-similarity", "\u{200b}", "It", Some(empty), None),
        (
            "answer-similarity",
            "The price is 🙂",
            "The price is 💣",
            None,
            Some("2 / 8"),
        ),
        (
            "answer-similarity",
            "The price is high",
            "The cost is high",
            None,
            None,
        ),
    ] {
        let sample = Sample {
            answer: answer.into(),
            reference: reference.into(),
            ..Sample::default()
        };
        let evaluation = judged(&model, metric, sample);
        let outcome = evaluation.outcome(&Overrides::default());
        let figure = match &outcome.parts {
            Parts::Breakdown(parts) => parts.figures.first().map(|line| line.working.as_str()),
            _ => None,
        };
        let flagged = outcome.flags.contains(&Flag::UnknownPieces);
        let right = match state {
            Some(state) => outcome.state == state,
            None => matches!(outcome.state, State::Scored(_)) && keeps(&evaluation, score_of(&evaluation)),
        };
        check(
            &format!("{metric}: {answer} / {reference}: {:?} {figure:?}", outcome.state),
            right && figure == told && flagged == told.is_some(),
        );
    }
    if std::env::var_os("WRITE").is_some() {
        let text = serde_json::to_string_pretty(&json!({ "cases": written })).unwrap();
        std::fs::write(SCORES, text + "\n").unwrap();
    }
    println!("{passed} passed, {failed} failed, 0 skipped");
    ExitCode::from(u8::from(failed > 0))
}

fn judged(model: &Native, metric: &str, sample: Sample) -> Evaluation {
    let mut evaluation =
        Evaluation::start(catalogue::find(metric).unwrap(), sample, Options::default()).unwrap();
    while let Some(asks) = evaluation.open_asks() {
        let ask = asks[0].clone();
        let reply = block_on(reply(model, model.0.vocabulary(), &ask.body))
            .unwrap()
            .unwrap();
        evaluation.take(&ask.path, reply).unwrap();
    }
    evaluation
}

fn score_of(evaluation: &Evaluation) -> f64 {
    match evaluation.outcome(&Overrides::default()).state {
        State::Scored(Score(score)) => score,
        other => panic!("{other:?}"),
    }
}

/// A file and a link of it score to the very same.
fn keeps(evaluation: &Evaluation, score: f64) -> bool {
    let mut record = Record::new(evaluation.sample(), "en");
    record.add(evaluation, &Overrides::default());
    let Ok(file::Opened::Record(from_file)) = file::read(file::json(&record).as_bytes()) else {
        return false;
    };
    let from_own = file::own(&file::own_json(&record)).unwrap();
    let linked = link::encode(&record, link::View::Page);
    println!(
        "     {} characters as a link, {} as a file",
        linked.len(),
        file::own_json(&record).len()
    );
    let from_link = link::read(&linked).unwrap().unwrap().1;
    [*from_file, from_own, from_link].iter().all(|record| {
        rescore(record).iter().all(|one| match one {
            Rescored::Done(done) => {
                done.claim == Claim::Holds
                    && matches!(done.outcome.state, State::Scored(Score(again)) if (again - score).abs() < 1e-12)
            }
            _ => false,
        })
    })
}
