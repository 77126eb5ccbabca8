//! Several metrics over one sample: what they ask alike is sent once, three votes stay three calls, a re-ask is a call of
//! its own; for a judge that answers at once and for one that is asked one thing at a time.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::cell::RefCell;
use std::collections::BTreeMap;

use assay::evaluation::{
    Ask, Body, CallFailure, Evaluation, FailureKind, NoReply, Options, Overrides, Question, Reason, Reply,
    Score, State, plan_together,
};
use assay::judge::by_hand::ByHand;
use assay::judge::{Judge, JudgeIdentity, JudgeKind};
use assay::metric::catalogue;
use assay::run::{Clock, Record, Together, drive, drive_together};
use assay::sample::Sample;
use futures::executor::block_on;
use serde_json::json;

/// Answers by the kind of question; `forgetful`: leaves the second statement out of every first reply.
#[derive(Default)]
struct Kind {
    forgetful: bool,
    fail_first: RefCell<bool>,
    asked: RefCell<Vec<Ask>>,
}

impl Judge for Kind {
    async fn reply(&self, ask: &Ask) -> Reply {
        self.asked.borrow_mut().push(ask.clone());
        if self.fail_first.replace(false) {
            return Reply::None(NoReply::Failed(CallFailure {
                kind: FailureKind::Server,
                host: "api.test".into(),
                secure: true,
                status: Some(500),
                detail: String::new(),
                attempts: 1,
                usage: None,
            }));
        }
        Reply::text(match &ask.question {
            Question::Statements { text, .. } => {
                let statements: Vec<&str> = text.split_inclusive(". ").map(str::trim).collect();
                json!({"statements": statements}).to_string()
            }
            Question::Verify { statements, .. } | Question::Relevant { statements, .. } => {
                let verdicts: Vec<_> = (1..=statements.len())
                    .filter(|index| !(self.forgetful && *index == 2 && ask.path.attempt == 0))
                    .map(|index| json!({"index": index, "verdict": 1, "reason": "r"}))
                    .collect();
                json!({"verdicts": verdicts}).to_string()
            }
            _ => json!({"reason": "r", "verdict": 1}).to_string(),
        })
    }

    fn identity(&self) -> JudgeIdentity {
        JudgeIdentity {
            kind: JudgeKind::Api,
            provider: "test".into(),
            model: "m".into(),
            parameters: Vec::new(),
        }
    }
}

struct Still;

impl Clock for Still {
    fn now_ms(&self) -> f64 {
        0.0
    }
}

fn sample() -> Sample {
    Sample {
        question: "How high is the tower?".into(),
        answer: "It is 61 metres high. It stands in Orrin.".into(),
        contexts: vec!["The tower is 61 metres high.".into(), "Orrin has a tower.".into()],
        reference: "The tower is 61 metres high. It was built in 1890.".into(),
        ..Sample::default()
    }
}

fn start(ids: &[&str]) -> Vec<Evaluation> {
    ids.iter()
        .map(|id| Evaluation::start(catalogue::find(id).unwrap(), sample(), Options::default()).unwrap())
        .collect()
}

fn run(ids: &[&str], judge: &Kind, at_once: usize) -> (Vec<Record>, usize, Vec<usize>) {
    let mut evaluations = start(ids);
    let mut together = Together::new(&mut evaluations);
    let records = block_on(drive_together(
        &mut together,
        judge,
        &Still,
        at_once,
        std::future::pending(),
        |_, _| {},
    ));
    let shared = (0..ids.len()).map(|place| together.shared(place)).collect();
    (records, together.calls(), shared)
}

/// Each metric by itself and all together: the same outcomes, and the calls that sharing saves.
#[test]
fn sharing_changes_the_calls_and_nothing_else() {
    for (ids, calls, shared) in [
        // Statements once, then two verdict asks.
        (&["faithfulness", "factual-correctness"][..], 5, vec![0, 1]),
        // Answer statements 1, reference statements 1, four verdict asks: by contexts, relevance, both ways.
        (
            &["faithfulness", "context-recall", "factual-correctness", "claims"],
            1 + 1 + 1 + 1 + 2 + 4,
            vec![0, 0, 2, 4],
        ),
        (&["faithfulness"], 2, vec![0]),
        // Nothing in common.
        (&["context-precision", "bleu"], 2, vec![0, 0]),
    ] {
        for at_once in [1, 4, 100] {
            let judge = Kind::default();
            let (records, sent, saved) = run(ids, &judge, at_once);
            assert_eq!(sent, calls, "{ids:?}, {at_once} at once");
            assert_eq!(judge.asked.borrow().len(), calls, "{ids:?}");
            assert_eq!(saved, shared, "{ids:?}, {at_once} at once");
            for (id, record) in ids.iter().zip(&records) {
                let mut alone = start(&[*id]).remove(0);
                let by_itself = block_on(drive(
                    &mut alone,
                    &Kind::default(),
                    &Still,
                    4,
                    std::future::pending(),
                    |_| {},
                ));
                assert_eq!(record.outcome.state, by_itself.outcome.state, "{id}");
                assert_eq!(record.outcome.parts, by_itself.outcome.parts, "{id}");
                assert_eq!(record.outcome.metric, *id);
            }
        }
    }
}

#[test]
fn equal_asks_are_sent_once_and_a_re_ask_is_a_call_of_its_own() {
    let judge = Kind {
        forgetful: true,
        ..Kind::default()
    };
    // Precision of factual correctness and claims: the same verdicts, the same open statement.
    let (records, calls, _) = run(&["factual-correctness", "claims"], &judge, 4);
    let asked = judge.asked.borrow();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for ask in asked.iter() {
        let Body::Chat { sha256, .. } = &ask.body else {
            panic!()
        };
        *seen.entry(format!("{sha256} {}", ask.path.attempt)).or_default() += 1;
    }
    assert!(seen.values().all(|count| *count == 1), "{seen:?}");
    assert_eq!(seen.len(), calls);
    let again = asked.iter().filter(|ask| ask.path.attempt == 1).count();
    // Two directions and two chunks by two sides: six verdict asks, each with one open statement.
    assert_eq!((calls, again), (2 + 6 + 6, 6));
    assert!(
        records
            .iter()
            .all(|record| record.outcome.state == State::Scored(Score(1.0)))
    );
}

#[test]
fn votes_stay_calls_and_equal_chunks_do_not() {
    let mut options = Options::default();
    options.values.insert("strictness".into(), json!(3));
    let mut evaluations = vec![
        Evaluation::start(
            catalogue::find("aspect-critique").unwrap(),
            sample(),
            options.clone(),
        )
        .unwrap(),
        Evaluation::start(catalogue::find("aspect-critique").unwrap(), sample(), options).unwrap(),
    ];
    let judge = Kind::default();
    let mut together = Together::new(&mut evaluations);
    block_on(drive_together(
        &mut together,
        &judge,
        &Still,
        8,
        std::future::pending(),
        |_, _| {},
    ));
    assert_eq!(
        (together.calls(), together.shared(0), together.shared(1)),
        (3, 0, 3)
    );

    let twice = Sample {
        contexts: vec![
            "The tower is 61 metres high.".into(),
            "The tower is 61 metres high.".into(),
        ],
        ..sample()
    };
    let mut evaluations = vec![
        Evaluation::start(
            catalogue::find("context-precision").unwrap(),
            twice,
            Options::default(),
        )
        .unwrap(),
    ];
    let mut together = Together::new(&mut evaluations);
    let records = block_on(drive_together(
        &mut together,
        &judge,
        &Still,
        8,
        std::future::pending(),
        |_, _| {},
    ));
    assert_eq!((together.calls(), together.shared(0)), (1, 1));
    assert_eq!(records[0].outcome.trace.len(), 2, "each chunk has its reply");
}

#[test]
fn by_one_at_a_time_the_queue_goes_metric_by_metric() {
    let judge = Kind::default();
    run(
        &["faithfulness", "answer-correctness", "context-recall"],
        &judge,
        1,
    );
    let steps: Vec<String> = judge
        .asked
        .borrow()
        .iter()
        .map(|ask| ask.path.to_string())
        .collect();
    let of = |metric: &str| steps.iter().filter(|step| step.starts_with(metric)).count();
    assert!(
        steps[0].starts_with("faithfulness: ") && steps[1].starts_with("faithfulness: "),
        "{steps:?}"
    );
    // The answer's statements were asked for the first metric, the reference's for the second.
    assert_eq!((of("faithfulness"), of("context-recall")), (2, 1), "{steps:?}");
}

#[test]
fn a_failed_call_is_no_answer_for_those_who_ask_later() {
    let mut evaluations = start(&["faithfulness", "context-recall", "claims"]);
    let mut together = Together::new(&mut evaluations);
    let (key, _) = together.send_next().unwrap();
    together.take(&key, Reply::None(NoReply::RanOut));
    assert!(together.progress().answered == 1);
    let judge = Kind {
        fail_first: RefCell::new(true),
        ..Kind::default()
    };
    let (records, calls, _) = run(&["faithfulness", "context-recall"], &judge, 1);
    assert_eq!(records[0].outcome.state, State::Unscored(Reason::NoReply));
    assert_eq!(records[1].outcome.state, State::Scored(Score(1.0)));
    assert_eq!(calls, 1 + 2);
}

#[test]
fn cancelling_ends_all_and_keeps_what_was_read() {
    let mut evaluations = start(&["faithfulness", "context-recall", "bleu"]);
    let mut together = Together::new(&mut evaluations);
    let (key, _) = together.send_next().unwrap();
    let (other, _) = together.send_next().unwrap();
    together.take(&key, Reply::text(r#"{"statements": ["a", "b"]}"#));
    assert_eq!((together.progress().answered, together.progress().open), (1, 2));
    together.cancel();
    assert!(together.is_done());
    together.take(&other, Reply::text("too late"));
    let outcomes: Vec<State> = evaluations
        .iter()
        .map(|evaluation| evaluation.outcome(&Overrides::default()).state)
        .collect();
    assert_eq!(
        outcomes[..2],
        [State::Unscored(Reason::NoReply), State::Unscored(Reason::NoReply)]
    );
    assert!(
        matches!(outcomes[2], State::Scored(_)),
        "what needs nobody is there"
    );
    assert_eq!(evaluations[0].transcript().len(), 2);

    let mut evaluations = start(&["faithfulness", "bleu"]);
    let mut together = Together::new(&mut evaluations);
    // Nobody has pasted anything yet.
    let judge = ByHand::default();
    let records = block_on(drive_together(
        &mut together,
        &judge,
        &Still,
        1,
        std::future::ready(()),
        |_, _| {},
    ));
    assert_eq!(
        records.iter().map(|record| record.cancelled).collect::<Vec<_>>(),
        [true, false]
    );
}

#[test]
fn the_plan_counts_what_is_alike_once() {
    let metrics = |ids: &[&str]| {
        ids.iter()
            .map(|id| (catalogue::find(id).unwrap(), Options::default()))
            .collect()
    };
    let both = plan_together(sample(), metrics(&["faithfulness", "claims", "bleu"])).unwrap();
    assert_eq!((both.calls, both.shared, both.computed), (2, 1, false));
    let alone = plan_together(sample(), metrics(&["claims"])).unwrap();
    assert_eq!((alone.calls, alone.shared, alone.tokens), (2, 0, both.tokens));
    assert!(
        plan_together(sample(), metrics(&["bleu", "chrf"]))
            .unwrap()
            .computed
    );
    let mixed = plan_together(sample(), metrics(&["aspect-critique", "answer-similarity"])).unwrap();
    assert!(mixed.demands.understanding && mixed.demands.embeddings && !mixed.demands.follow_ups);
}
