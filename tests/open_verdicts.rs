//! Rows without a verdict: what was read stays, a person's verdict fills the gap, and what was told about the gap goes
//! with it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

use std::collections::BTreeMap;

use assay::evaluation::{
    Body, Evaluation, Flag, NoReply, Options, Outcome, Override, Overrides, Parts, Reason, Reply, State,
};
use assay::metric::breakdown::{Breakdown, Mark, Row};
use assay::metric::catalogue::find;
use assay::sample::{Field, Sample};
use serde_json::{Value, json};

fn started(metric: &str, options: &Value) -> Evaluation {
    let metric = find(metric).unwrap();
    let sample = Sample {
        question: "When does the ferry leave?".into(),
        answer: "It leaves at nine. It is red.".into(),
        reference: "It leaves at nine.".into(),
        contexts: ["The ferry leaves at nine.", "The ferry is red.", "Tea is hot."]
            .map(String::from)
            .to_vec(),
        samples: vec!["It leaves at nine.".into()],
        ..Sample::default()
    };
    let options = Options {
        values: options.as_object().unwrap().clone(),
        ..Options::default()
    };
    Evaluation::start(metric, sample, options).unwrap()
}

fn judged(metric: &str, options: &Value, replies: &[&str]) -> Evaluation {
    let mut evaluation = started(metric, options);
    let mut replies = replies.iter();
    while let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) {
        let reply = replies.next().map_or("", |text| *text);
        evaluation.take(&path, Reply::text(reply)).unwrap();
    }
    evaluation
}

fn changed(evaluation: &Evaluation, changes: &[(&str, Value)]) -> Outcome {
    let changes: BTreeMap<String, Override> = changes
        .iter()
        .map(|(key, value)| {
            let (value, note) = (value.clone(), String::new());
            ((*key).to_owned(), Override { value, note })
        })
        .collect();
    evaluation.outcome(&Overrides(changes))
}

fn parts(outcome: &Outcome) -> &Breakdown {
    match &outcome.parts {
        Parts::Breakdown(parts) => parts,
        other => panic!("{:?} {other:?}", outcome.state),
    }
}

fn rows(outcome: &Outcome) -> Vec<&Row> {
    parts(outcome)
        .groups
        .iter()
        .flat_map(|group| &group.rows)
        .collect()
}

fn score(outcome: &Outcome) -> f64 {
    match outcome.state {
        State::Scored(score) => score.0,
        other => panic!("{other:?}"),
    }
}

const STATEMENTS: &str = r#"{"statements": ["It leaves at nine.", "It is red."]}"#;
const ONE: &str = r#"{"statements": ["It leaves at nine."]}"#;

#[test]
fn what_was_read_stays_and_a_person_can_fill_the_gap() {
    let yes = r#"{"reason": "so", "verdict": 1}"#;
    let both = r#"{"verdicts": [{"index": 1, "verdict": 1}, {"index": 2, "verdict": 1}]}"#;
    type Case<'c> = (
        &'c str,
        Value,
        &'c [&'c str],
        Reason,
        usize,
        &'c [(&'c str, Value)],
        f64,
    );
    let cases: [Case<'_>; 13] = [
        (
            "context-relevance",
            json!({}),
            &["?"],
            Reason::Unreadable,
            3,
            &[
                ("sentence-1", json!(true)),
                ("sentence-2", json!(false)),
                ("sentence-3", json!(false)),
            ],
            1.0 / 3.0,
        ),
        (
            "hallucination",
            json!({}),
            &["?", "It is red."],
            Reason::Unreadable,
            2,
            &[("score", json!(0.5))],
            0.5,
        ),
        (
            "faithfulness",
            json!({}),
            &[STATEMENTS, "Both are fine."],
            Reason::Unreadable,
            2,
            &[("answer-1", json!(true)), ("answer-2", json!(false))],
            0.5,
        ),
        (
            "context-recall",
            json!({}),
            &[ONE, r#"{"verdicts": [{"index": 1}]}"#, "?"],
            Reason::MissingVerdict,
            1,
            &[("reference-1", json!(true))],
            1.0,
        ),
        (
            "factual-correctness",
            json!({}),
            &[STATEMENTS, ONE, both, "?"],
            Reason::Unreadable,
            3,
            &[("reference-1", json!(true))],
            1.0,
        ),
        (
            "claims",
            json!({}),
            &[
                STATEMENTS,
                ONE,
                both,
                r#"{"verdicts": [1]}"#,
                "?",
                both,
                both,
                r#"{"verdicts": [1]}"#,
                r#"{"verdicts": [1]}"#,
                r#"{"verdicts": [1]}"#,
            ],
            Reason::Unreadable,
            3,
            &[("answer-1/0", json!(true))],
            1.0,
        ),
        (
            "answer-correctness",
            json!({"weight": 1.0}),
            &[STATEMENTS, ONE, "?"],
            Reason::Unreadable,
            3,
            &[
                ("answer-1", json!(true)),
                ("answer-2", json!(true)),
                ("reference-1", json!(true)),
            ],
            1.0,
        ),
        (
            "context-precision",
            json!({}),
            &[yes, "?", "?", yes],
            Reason::MissingVerdict,
            3,
            &[("chunk-1", json!(false))],
            (1.0 + 2.0 / 3.0) / 2.0,
        ),
        (
            "aspect-critique",
            json!({"strictness": 3}),
            &[yes, r#"{"verdict": 7}"#, "?", r#"{"verdict": 0}"#],
            Reason::MissingVerdict,
            3,
            &[("vote-2", json!(true))],
            1.0,
        ),
        (
            "ares-answer-faithfulness",
            json!({}),
            &["?", "?"],
            Reason::MissingVerdict,
            1,
            &[("verdict", json!(true))],
            1.0,
        ),
        (
            "context-relevance",
            json!({"mode": "b"}),
            &[r#"{"rating": 2}"#, "?", "?"],
            Reason::MissingVerdict,
            2,
            &[("rating-2", json!(1))],
            0.75,
        ),
        (
            "self-check",
            json!({}),
            &["Yes.", "?", "?"],
            Reason::MissingVerdict,
            2,
            &[("sentence-2/0", json!(false))],
            0.5,
        ),
        (
            "groundedness",
            json!({}),
            &["?"],
            Reason::Unreadable,
            2,
            &[("sentence-1", json!(3)), ("sentence-2", json!(0))],
            0.5,
        ),
    ];
    for (metric, options, replies, reason, count, changes, want) in cases {
        let evaluation = judged(metric, &options, replies);
        let outcome = evaluation.outcome(&Overrides::default());
        assert_eq!(outcome.state, State::Unscored(reason), "{metric}");
        assert_eq!(rows(&outcome).len(), count, "{metric}");
        assert!(
            rows(&outcome).iter().any(|row| {
                std::iter::once(&row.mark)
                    .chain(&row.cells)
                    .any(|mark| *mark == Mark::Open(reason))
            }),
            "{metric}: no row is open"
        );
        assert!(rows(&outcome).iter().all(|row| row.path.is_some()), "{metric}");
        for line in &parts(&outcome).lines {
            assert!(!line.working.contains("-0"), "{metric}: {line:?}");
        }
        let filled = changed(&evaluation, changes);
        assert!(
            (score(&filled) - want).abs() < 1e-12,
            "{metric}: {:?}",
            filled.state
        );
    }
}

#[test]
fn questions_that_were_made_stay_beside_one_that_was_not() {
    let made = r#"{"question": "When does it leave?", "noncommittal": 0}"#;
    let evaluation = judged("answer-relevancy", &json!({}), &[made, "?", "?", made]);
    let outcome = evaluation.outcome(&Overrides::default());
    let reason = Reason::MissingVerdict;
    assert_eq!(outcome.state, State::Unscored(reason));
    let marks: Vec<_> = rows(&outcome).iter().map(|row| row.mark).collect();
    // The questions, and whether those that were made evade.
    assert_eq!(
        marks,
        [Mark::Plain, Mark::Open(reason), Mark::Plain, Mark::No, Mark::No]
    );
    assert_eq!(rows(&outcome)[2].text, "When does it leave?");
}

/// Whether a draw evades the question is a verdict as well: shown, and a person's to change.
#[test]
fn a_person_may_say_whether_an_answer_evades() {
    let made = |evades: u8| json!({"question": "When does it leave?", "noncommittal": evades}).to_string();
    let evaluation = |options: &Value, evades: [u8; 3], embeds: bool| {
        let mut evaluation = started("answer-relevancy", options);
        for evades in evades {
            let path = evaluation.open_asks().unwrap()[0].path.clone();
            evaluation.take(&path, Reply::text(made(evades))).unwrap();
        }
        // Also where all evade.
        let path = evaluation.open_asks().unwrap()[0].path.clone();
        let vectors = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]].map(Vec::from);
        let reply = if embeds {
            Reply::Vectors(vectors.to_vec())
        } else {
            Reply::None(NoReply::RanOut)
        };
        evaluation.take(&path, reply).unwrap();
        assert!(evaluation.open_asks().is_none());
        evaluation
    };
    let mean = 2.0 / 3.0;
    let (all, any) = (json!({}), json!({"noncommittal": "any"}));
    let evades = |number: u8, says: bool| (format!("evades-{number}"), json!(says));
    for (options, said, embeds, before, changes, after) in [
        (&all, [0, 0, 1], true, Some(mean), vec![], Some(mean)),
        (
            &all,
            [0, 0, 1],
            true,
            Some(mean),
            vec![evades(1, true), evades(2, true)],
            Some(0.0),
        ),
        (
            &any,
            [0, 0, 0],
            true,
            Some(mean),
            vec![evades(2, true)],
            Some(0.0),
        ),
        (
            &all,
            [1, 1, 1],
            true,
            Some(0.0),
            vec![evades(3, false)],
            Some(mean),
        ),
        (
            &any,
            [1, 0, 0],
            true,
            Some(0.0),
            vec![evades(1, false)],
            Some(mean),
        ),
        // Without vectors 0 stands, and nothing else can be computed; what was asked stays.
        (&all, [1, 1, 1], false, Some(0.0), vec![evades(3, false)], None),
        (&all, [0, 1, 1], false, None, vec![evades(1, true)], Some(0.0)),
    ] {
        let evaluation = evaluation(options, said, embeds);
        let changes: Vec<(&str, Value)> = changes
            .iter()
            .map(|(key, value)| (key.as_str(), value.clone()))
            .collect();
        for (changes, want) in [(&[][..], before), (&changes[..], after)] {
            let outcome = changed(&evaluation, changes);
            match want {
                Some(want) => assert!((score(&outcome) - want).abs() < 1e-12, "{said:?} {changes:?}"),
                None => assert_eq!(
                    outcome.state,
                    State::Unscored(Reason::NoReply),
                    "{said:?} {changes:?}"
                ),
            }
            let groups = &parts(&outcome).groups;
            assert_eq!(groups[0].rows.len(), 3);
            let shown: Vec<_> = groups[1]
                .rows
                .iter()
                .map(|row| row.judged.unwrap_or(row.mark) == Mark::Yes)
                .collect();
            assert_eq!(shown, said.map(|said| said == 1));
        }
    }
}

#[test]
fn statements_of_a_chunk_stay_beside_a_chunk_that_was_not_read() {
    let said = r#"{"statements": [{"statement": "It leaves at nine.", "verdict": 1}]}"#;
    let evaluation = judged("context-relevance", &json!({"mode": "c"}), &[said, "?", said]);
    let outcome = evaluation.outcome(&Overrides::default());
    assert_eq!(outcome.state, State::Unscored(Reason::Unreadable));
    let lights: Vec<_> = rows(&outcome)
        .iter()
        .map(|row| row.light.unwrap().entry)
        .collect();
    assert_eq!(lights, [Some(0), Some(2)]);
    assert_eq!(parts(&outcome).lines[0].value, None);
}

#[test]
fn a_score_stays_beside_a_list_that_was_cut_off() {
    let evaluation = judged("hallucination", &json!({}), &["Response: 0.5", "<think>"]);
    let outcome = evaluation.outcome(&Overrides::default());
    assert_eq!(outcome.state, State::Unscored(Reason::Truncated));
    assert_eq!(rows(&outcome)[0].mark, Mark::Number(0.5));
}

#[test]
fn the_note_on_a_gap_goes_with_the_gap() {
    let evaluation = judged(
        "faithfulness",
        &json!({}),
        &[STATEMENTS, r#"{"verdicts": [{"index": 1, "verdict": 1}]}"#, "?"],
    );
    let outcome = evaluation.outcome(&Overrides::default());
    assert_eq!(score(&outcome), 0.5);
    assert!(outcome.flags.contains(&Flag::PartialCoverage));
    let filled = changed(&evaluation, &[("answer-2", json!(true))]);
    assert_eq!(score(&filled), 1.0);
    assert!(!filled.flags.contains(&Flag::PartialCoverage));
}

#[test]
fn an_abstaining_sentence_keeps_its_own_rating() {
    let ratings = r#"{"ratings": [{"index": 1, "evidence": "", "rating": 3}, {"index": 2, "evidence": "", "rating": 0}]}"#;
    let abstains = r#"{"sentences": [2], "reason": "no", "verdict": 0}"#;
    let options = json!({"abstentions": "answerability"});
    let evaluation = judged("groundedness", &options, &[ratings, abstains]);
    let outcome = evaluation.outcome(&Overrides::default());
    assert_eq!(score(&outcome), 1.0);
    let rows = rows(&outcome);
    assert_eq!((rows[0].mark, rows[0].abstains), (Mark::Rating(3.0, 3.0), None));
    assert_eq!(
        (rows[1].mark, rows[1].abstains),
        (Mark::Rating(3.0, 3.0), Some(Mark::Rating(0.0, 3.0)))
    );
    // It is no change of a person's.
    assert_eq!(rows[1].judged, None);
}

#[test]
fn a_claim_that_only_a_chunk_holds_points_at_the_chunk() {
    let (one, none) = (r#"{"verdicts": [1]}"#, r#"{"verdicts": [0]}"#);
    let first = r#"{"verdicts": [{"index": 1, "verdict": 1}, {"index": 2, "verdict": 0}]}"#;
    let second = r#"{"verdicts": [{"index": 1, "verdict": 0}, {"index": 2, "verdict": 1}]}"#;
    let replies = [STATEMENTS, ONE, first, one, first, second, first, one, none, none];
    let evaluation = judged("claims", &json!({}), &replies);
    let outcome = evaluation.outcome(&Overrides::default());
    let lights: Vec<_> = rows(&outcome)
        .iter()
        .map(|row| row.light.map(|light| (light.field, light.entry)))
        .collect();
    assert_eq!(
        lights,
        [
            Some((Field::Reference, None)),
            Some((Field::Contexts, Some(1))),
            Some((Field::Answer, None)),
        ]
    );
}

#[test]
fn what_the_judge_sorted_was_asked_and_what_nobody_was_asked_was_not() {
    let sorted = r#"{"TP": [1, 2], "FP": [], "FN": []}"#;
    let evaluation = judged(
        "answer-correctness",
        &json!({"weight": 1.0}),
        &[STATEMENTS, ONE, sorted],
    );
    let outcome = evaluation.outcome(&Overrides::default());
    assert!(rows(&outcome).iter().all(|row| row.path.is_some()));
    assert_eq!(outcome.scale.min.to_bits(), 0.0_f64.to_bits());
    let labels: Vec<&str> = parts(&outcome).lines.iter().map(|line| line.label.id()).collect();
    assert_eq!(labels, ["factual_part", "weighted_sum"]);

    let nothing = r#"{"statements": []}"#;
    let evaluation = judged("answer-correctness", &json!({"weight": 1.0}), &[nothing, ONE]);
    let outcome = evaluation.outcome(&Overrides::default());
    assert_eq!(score(&outcome).to_bits(), 0.0_f64.to_bits());
    let rows = rows(&outcome);
    assert_eq!(rows.iter().map(|row| row.mark).collect::<Vec<_>>(), [Mark::No]);
    assert!(rows[0].path.is_none());
}

#[test]
fn the_judge_is_told_the_language_of_the_question_and_not_the_question() {
    let metric = find("answer-relevancy").unwrap();
    for (question, want) in [
        ("Wann fährt die Fähre ab?", "Write it in German."),
        ("渡輪幾點開？", "Write it in Chinese, in traditional characters."),
        ("Tosund?", "Write it in the language of the answer."),
    ] {
        let sample = Sample {
            question: question.into(),
            answer: "It leaves at nine.".into(),
            ..Sample::default()
        };
        let evaluation = Evaluation::start(metric, sample, Options::default()).unwrap();
        let asks = evaluation.open_asks().unwrap();
        let Body::Chat { prompt, .. } = &asks[0].body else {
            panic!("no prompt")
        };
        assert!(prompt.contains(want), "{prompt}");
        assert!(!prompt.contains(question), "{prompt}");
    }
    // Prompts that were edited before the language was told can still be sent.
    let template = metric
        .prompts()
        .iter()
        .find(|template| template.id == "question-from-answer");
    assert_eq!(template.unwrap().check("One question for {{ answer }}"), Ok(()));
}

/// What was sorted stays where the vectors don't come, and a person can still change it.
#[test]
fn statements_stay_beside_vectors_that_did_not_come() {
    let mut evaluation = started("answer-correctness", &json!({}));
    while let Some(ask) = evaluation.open_asks().map(|asks| asks[0].clone()) {
        let reply = match &ask.body {
            Body::Chat { prompt, .. } if prompt.contains("\"TP\"") => {
                Reply::text(r#"{"TP": [1], "FP": [2], "FN": []}"#)
            }
            Body::Chat { .. } => Reply::text(STATEMENTS),
            _ => Reply::None(NoReply::RanOut),
        };
        evaluation.take(&ask.path, reply).unwrap();
    }
    let outcome = evaluation.outcome(&Overrides::default());
    assert_eq!(outcome.state, State::Unscored(Reason::NoReply));
    assert!(rows(&outcome).len() >= 3);
    let sum = parts(&outcome).lines.last().unwrap();
    assert_eq!(sum.value, None);
    assert!(sum.working.ends_with(" · ?"), "{sum:?}");
}

/// A listed mistake is a verdict as well: a person may strike it, and what was told of it goes with it.
#[test]
fn a_person_may_strike_a_listed_mistake() {
    let evaluation = judged("hallucination", &json!({}), &["Score: 1", "- It is red."]);
    let listed = evaluation.outcome(&Overrides::default());
    assert_eq!(rows(&listed)[1].mark, Mark::Listed { verbatim: true });
    assert!(listed.flags.contains(&Flag::ScoreListDisagree));

    let struck = changed(&evaluation, &[("mistake-1", json!(false))]);
    assert_eq!(rows(&struck)[1].mark, Mark::Struck);
    assert_eq!(rows(&struck)[1].judged, Some(Mark::Listed { verbatim: true }));
    assert!(struck.edited && !struck.flags.contains(&Flag::ScoreListDisagree));
    assert_eq!(parts(&struck).named["items"], json!([]));
    assert_eq!(score(&struck), 1.0);

    let kept = changed(&evaluation, &[("mistake-1", json!(true))]);
    assert_eq!(rows(&kept)[1].mark, Mark::Listed { verbatim: true });
    assert!(kept.edited && kept.flags.contains(&Flag::ScoreListDisagree));
}

/// What a person strikes or scores is no contradiction of the judge's.
#[test]
fn a_persons_changes_are_not_held_against_the_judge() {
    let evaluation = judged("hallucination", &json!({}), &["Response: 0.5", "It is red."]);
    let disagree = |changes: &[(&str, Value)]| {
        changed(&evaluation, changes)
            .flags
            .contains(&Flag::ScoreListDisagree)
    };
    assert!(!disagree(&[]));
    assert!(!disagree(&[("mistake-1", json!(false))]));
    assert!(!disagree(&[("score", json!(1))]));
}

/// A language model is asked yes or no; what else it writes is no verdict. The judge of words in this app tells more, and
/// its verdicts count the same.
#[test]
fn only_the_own_judge_tells_what_a_no_means() {
    let reply = |found: [&str; 2]| {
        let verdicts: Vec<Value> = (1..)
            .zip(found)
            .map(|(index, found)| json!({"index": index, "verdict": 0, "reason": "", "finding": found}))
            .collect();
        json!({ "verdicts": verdicts }).to_string()
    };
    for (model, wanted) in [
        (None, [Mark::No, Mark::No]),
        (Some("gpt"), [Mark::No, Mark::No]),
        (Some("lexical-8"), [Mark::Contradicted, Mark::NotFound]),
    ] {
        let mut evaluation = started("faithfulness", &json!({}));
        for text in [STATEMENTS.to_owned(), reply(["contradicted", "not found"])] {
            let path = evaluation.open_asks().unwrap()[0].path.clone();
            let mut reply = Reply::text(text);
            if let Reply::Text(reply) = &mut reply {
                reply.model = model.map(str::to_owned);
            }
            evaluation.take(&path, reply).unwrap();
        }
        let outcome = evaluation.outcome(&Overrides::default());
        assert_eq!(score(&outcome), 0.0);
        assert_eq!(
            rows(&outcome).iter().map(|row| row.mark).collect::<Vec<_>>(),
            wanted,
            "{model:?}"
        );
        assert_eq!(parts(&outcome).named["verdicts"], json!([false, false]));
    }
}

/// Settings that play no part are not told as if they did.
#[test]
fn idle_settings_are_not_told() {
    for (metric, options, told) in [
        ("answer-relevancy", json!({"mode": "statements"}), false),
        ("answer-relevancy", json!({}), true),
        ("factual-correctness", json!({"mode": "recall"}), false),
        ("factual-correctness", json!({}), true),
    ] {
        let settings = started(metric, &options).outcome(&Overrides::default()).settings;
        let idle = ["n", "beta"].iter().any(|name| settings.contains_key(*name));
        assert_eq!(idle, told, "{metric} {options}");
    }
}
