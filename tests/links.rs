//! Links and files: what is written is what is read; what is damaged or hostile gets its own message; links of every
//! published version stay readable; and nothing that leaves can hold a key or an address.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

use assay::evaluation::{
    Body, Evaluation, NoReply, Options, Override, Overrides, Reason, Reply, Score, State, Stop, TextReply,
    Usage,
};
use assay::evaluation::{CallFailure, FailureKind};
use assay::i18n::Lang;
use assay::judge::{JudgeIdentity, JudgeKind};
use assay::metric::catalogue;
use assay::run::rescore::{Basis, Claim, Rescored, Versions, basis, other_prompts, rescore};
use assay::sample::Sample;
use assay::share::file::{self, FileError, Opened};
use assay::share::link::{self, LinkError, View};
use assay::share::record::{Holds, Judged, Record, Took};
use assay::share::report;
use proptest::prelude::*;
use serde_json::Value;

/// A record as a run leaves it: the metric's first example, with the replies given, blank ones after that.
fn judged(metric: &str, replies: &[&str]) -> Record {
    let metric = catalogue::find(metric).unwrap();
    let example = &metric.examples()[0];
    let (sample, options) = (example.sample(), example.options(metric));
    let mut evaluation = Evaluation::start(metric, sample.clone(), options).unwrap();
    let mut replies = replies.iter();
    while let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) {
        let reply = replies.next().map_or("", |text| *text);
        evaluation.take(&path, Reply::text(reply)).unwrap();
    }
    let mut record = Record::new(&sample, "en");
    record.add(&evaluation, &Overrides::default());
    record.judge = Some(JudgeIdentity {
        kind: JudgeKind::Api,
        provider: "api.openai.com".into(),
        model: "judge-1".into(),
        parameters: vec![("temperature".into(), "0".into())],
    });
    record.started_ms = 1_796_083_199_000;
    record.elapsed_ms = 2400;
    record
}

fn faithful() -> Record {
    judged(
        "faithfulness",
        &[
            r#"{"statements": ["One.", "Two."]}"#,
            r#"{"verdicts": [{"index": 1, "verdict": 1}, {"index": 2, "verdict": 0}]}"#,
        ],
    )
}

fn opened(link: &str) -> Result<Record, LinkError> {
    link::read(link).expect("a link").map(|(_, record)| record)
}

fn with_question(question: &str) -> Record {
    let sample = Sample {
        question: question.to_owned(),
        ..Sample::default()
    };
    let mut record = Record::new(&sample, "en");
    record.metrics.push(Judged {
        id: "faithfulness".into(),
        version: 1,
        ..Judged::default()
    });
    record
}

#[test]
fn each_kind_of_link_holds_what_it_says_and_no_more() {
    let whole = faithful();
    for (holds, sample, replies, claim) in [
        (Holds::Inputs, true, 0, false),
        (Holds::Verdict, true, 2, true),
        (Holds::Scores, false, 0, true),
    ] {
        let shared = whole.shared(holds);
        let back = opened(&link::encode(&shared, View::Page)).unwrap();
        assert_eq!(back, shared);
        assert_eq!(back.sample == whole.sample, sample, "{holds:?}");
        assert_eq!(back.replies.len(), replies);
        assert_eq!(back.metrics[0].claimed.is_some(), claim);
        assert_eq!(back.judge.is_some(), holds != Holds::Inputs);
    }
}

#[test]
fn a_verdict_is_scored_from_its_replies_and_a_forged_one_is_seen() {
    let honest = faithful();
    let claim = |record: &Record| match &rescore(record)[0] {
        Rescored::Done(scored) => scored.claim,
        _ => panic!("not scored"),
    };
    let versions = |record: &Record| match &rescore(record)[0] {
        Rescored::Done(scored) => scored.versions,
        _ => panic!("not scored"),
    };
    assert_eq!(honest.metrics[0].claimed, Some(State::Scored(Score(0.5))));
    assert_eq!(
        (claim(&honest), versions(&honest)),
        (Claim::Holds, Versions::Same)
    );
    let mut forged = honest.clone();
    forged.metrics[0].claimed = Some(State::Scored(Score(1.0)));
    let forged = opened(&link::encode(&forged.shared(Holds::Verdict), View::Page)).unwrap();
    assert_eq!(
        (claim(&forged), versions(&forged)),
        (Claim::Differs, Versions::Same)
    );
    let mut off_scale = forged.clone();
    off_scale.metrics[0].claimed = Some(State::Scored(Score(7.0)));
    let off_scale = opened(&link::encode(&off_scale.shared(Holds::Verdict), View::Page)).unwrap();
    assert!(
        matches!(claim(&off_scale), Claim::Impossible(scale) if scale.max == 1.0),
        "as it is told of a link with scores only"
    );
    let mut older = forged.clone();
    older.prompts[0].sha256 = "0123456789ab".into();
    assert_eq!(
        (claim(&older), versions(&older)),
        (Claim::Differs, Versions::Unknown)
    );
    let mut changed = honest.clone();
    let change = Override {
        value: true.into(),
        note: "it does".into(),
    };
    changed.metrics[0].overrides.0.insert("answer-2".into(), change);
    changed.metrics[0].claimed = Some(State::Scored(Score(1.0)));
    let changed = opened(&link::encode(&changed.shared(Holds::Verdict), View::Page)).unwrap();
    assert_eq!(
        claim(&changed),
        Claim::Holds,
        "a person's change travels with its note"
    );
    assert_eq!(changed.metrics[0].overrides.0["answer-2"].note, "it does");
    match &rescore(&changed)[0] {
        Rescored::Done(scored) => assert_eq!(scored.unchanged, honest.metrics[0].claimed),
        _ => panic!("not scored"),
    }
    // With scores alone, that somebody changed them and no more.
    let scores = opened(&link::encode(&changed.shared(Holds::Scores), View::Page)).unwrap();
    let told = serde_json::to_string(&scores.metrics[0].overrides).unwrap();
    assert_eq!(told, r#"{"":{"value":null,"note":""}}"#);
    assert!(honest.shared(Holds::Scores).metrics[0].overrides.0.is_empty());
}

/// A score that agrees says nothing of a prompt or metric that this page has not.
#[test]
fn other_versions_are_known_as_such_whatever_the_score() {
    let current = faithful();
    for (name, change, want, prompts) in [
        ("none", (|_| ()) as fn(&mut Record), Versions::Same, 0),
        (
            "another text under the same version",
            |record| record.prompts[0].sha256 = "deadbeefdead".into(),
            Versions::Unknown,
            1,
        ),
        (
            "no hash at all",
            |record| record.prompts[0].sha256.clear(),
            Versions::Same,
            0,
        ),
        (
            "a prompt of later",
            |record| record.prompts[0].version = 99,
            Versions::Unknown,
            1,
        ),
        (
            "a prompt that there is not",
            |record| record.prompts[0].id = "nothing".into(),
            Versions::Same,
            1,
        ),
        (
            "a metric of later",
            |record| record.metrics[0].version = 99,
            Versions::Unknown,
            0,
        ),
        (
            "an edited prompt, which is there",
            |record| record.prompts[0].text = record.prompts[0].sha256.clone(),
            Versions::Same,
            0,
        ),
    ] {
        let mut record = current.clone();
        change(&mut record);
        let record = opened(&link::encode(&record.shared(Holds::Verdict), View::Page)).unwrap();
        assert_eq!(other_prompts(&record).len(), prompts, "{name}");
        match &rescore(&record)[0] {
            Rescored::Done(scored) => {
                assert_eq!((scored.claim, scored.versions), (Claim::Holds, want), "{name}");
            }
            Rescored::Refused(_) => assert!(name.contains("edited"), "{name}"),
            _ => panic!("{name} was not scored"),
        }
    }
}

/// What nobody replied to is not borne out by replies.
#[test]
fn it_is_known_what_a_score_rests_on() {
    let numbers = |id: &str, values: &[(&str, f64)]| {
        let metric = catalogue::find(id).unwrap();
        let mut options = Options::default();
        for (name, value) in values {
            options.values.insert((*name).to_owned(), (*value).into());
        }
        let example = &metric.examples()[0];
        let sample = if id == "ragas-score" {
            Sample::default()
        } else {
            example.sample()
        };
        let mut evaluation = Evaluation::start(metric, sample.clone(), options).unwrap();
        while let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) {
            evaluation.take(&path, Reply::text("[]")).unwrap();
        }
        let mut record = Record::new(&sample, "en");
        record.add(&evaluation, &Overrides::default());
        record
    };
    let parts = [
        "faithfulness",
        "answer-relevancy",
        "context-precision",
        "context-recall",
    ];
    let typed: Vec<(&str, f64)> = parts.iter().map(|part| (*part, 1.0)).collect();
    let mut handed_on = faithful();
    let mut made = numbers("ragas-score", &typed);
    for part in &parts[1..] {
        let mut judged = handed_on.metrics[0].clone();
        (judged.id, judged.claimed) = ((*part).into(), Some(State::Scored(Score(1.0))));
        handed_on.metrics.push(judged);
    }
    let mut ragas = made.metrics.remove(0);
    ragas.settings.insert("faithfulness".into(), 0.5.into());
    handed_on.metrics.push(ragas.clone());
    let mut unanswered = faithful();
    unanswered.replies.clear();
    unanswered.metrics[0].took.clear();
    let mut half = handed_on.clone();
    half.metrics[4].settings.insert("faithfulness".into(), 0.9.into());
    for (name, record, place, want) in [
        ("a judge's replies", faithful(), 0, Basis::Replies),
        ("no reply to what is asked", unanswered, 0, Basis::Nothing),
        ("texts", numbers("bleu", &[]), 0, Basis::Texts),
        ("typed scores", numbers("ragas-score", &typed), 0, Basis::Numbers),
        ("scores of the run", handed_on, 4, Basis::Scores),
        ("one of them typed", half, 4, Basis::Numbers),
        (
            "replies and a typed similarity",
            numbers("answer-correctness", &[("similarity", 0.9)]),
            0,
            Basis::RepliesAndNumbers,
        ),
    ] {
        assert_eq!(basis(&record, &record.metrics[place]), want, "{name}");
    }
}

/// One of two that was never judged is not one of two that is unsupported.
#[test]
fn how_many_verdicts_there_are_travels_with_the_score() {
    let partial = judged(
        "faithfulness",
        &[
            r#"{"statements": ["One.", "Two."]}"#,
            r#"{"verdicts": [{"index": 1, "verdict": 1}]}"#,
        ],
    );
    assert_eq!(partial.metrics[0].claimed, Some(State::Scored(Score(0.5))));
    for (record, covered) in [(&partial, Some((1, 2))), (&faithful(), None)] {
        for (holds, want) in [
            (Holds::Inputs, None),
            (Holds::Verdict, None),
            (Holds::Scores, covered),
        ] {
            let shared = record.shared(holds);
            let back = opened(&link::encode(&shared, View::Page)).unwrap();
            assert_eq!(back, shared, "{holds:?}");
            assert_eq!(back.metrics[0].covered(), want, "{holds:?}");
            assert_eq!(back.metrics[0].set().count(), 0, "it is no setting");
            assert_eq!(back.shared(holds), shared, "as often as it is passed on");
        }
        for lang in Lang::ALL {
            let strings = lang.strings();
            let told = assay::share::report::judged_of("1", "2", strings);
            for (form, text) in [
                ("markdown", file::markdown(record, strings)),
                ("page", file::page(record, strings, lang.tag())),
            ] {
                assert_eq!(text.contains(&told), covered.is_some(), "{form}");
            }
        }
    }
    for told in ["2/2", "3/2", "1", "1/", "/2", "1/2/3", "-1/2", "x/y"] {
        let mut judged = Judged::default();
        judged.settings.insert("judged".into(), told.into());
        assert_eq!(judged.covered(), None, "{told}");
    }
}

/// What is copied from the verdict comes back as what it was.
#[test]
fn copies_come_back() {
    for metric in catalogue::ALL {
        let record = judged(metric.id(), &["0.5", "[]", "yes"]);
        let outcomes = file::outcomes(&record);
        let copy = report::json(&record.sample, &outcomes[0]);
        let back = match file::read(copy.as_bytes()) {
            Ok(Opened::Record(back)) => *back,
            other => panic!("{}: {other:?}", metric.id()),
        };
        let left = record.clone().without_addresses();
        assert_eq!(
            (&back.sample, &back.replies),
            (&left.sample, &left.replies),
            "{}",
            metric.id()
        );
        let (was, now) = (&left.metrics[0], &back.metrics[0]);
        assert_eq!(
            (&was.took, &was.overrides, &was.claimed),
            (&now.took, &now.overrides, &now.claimed)
        );
        assert_eq!(
            (back.started_ms, back.elapsed_ms),
            (record.started_ms, record.elapsed_ms)
        );
        match &rescore(&back)[0] {
            Rescored::Done(scored) => assert_eq!(
                (scored.claim, scored.versions, scored.left_over),
                (Claim::Holds, Versions::Same, 0),
                "{}",
                metric.id()
            ),
            _ => panic!("{} was not scored", metric.id()),
        }
        // To be read, and no text for the form.
        for lang in Lang::ALL {
            let told = report::markdown(&record.sample, &outcomes[0], lang.strings());
            assert_eq!(
                file::read(told.as_bytes()),
                Err(FileError::Report),
                "{}",
                metric.id()
            );
        }
    }
    let (one, two) = (faithful(), judged("bleu", &[]));
    let (first, second) = (file::outcomes(&one), file::outcomes(&two));
    let both = report::json_of(&[(&one.sample, &first[0]), (&one.sample, &second[0])]);
    match file::read(both.as_bytes()) {
        Ok(Opened::Record(record)) => assert_eq!(record.metrics.len(), 2),
        other => panic!("{other:?}"),
    }
    let told = report::markdown_of(
        &[(&one.sample, &first[0]), (&one.sample, &second[0])],
        Lang::En.strings(),
    );
    assert_eq!(file::read(told.as_bytes()), Err(FileError::Report));
    // Two of different samples are no evaluation, and a text with a heading is a text.
    let three = judged("rag-recall", &["no score"]);
    assert_ne!(one.sample, three.sample);
    let apart = report::json_of(&[(&one.sample, &first[0]), (&three.sample, &second[0])]);
    assert!(matches!(
        file::read(apart.as_bytes()),
        Err(FileError::Link(LinkError::NoRecord(_)))
    ));
    assert!(matches!(
        file::read(b"# Metrics\n\n- Metric: ours (`nonsense` v1)\n- faithfulness"),
        Ok(Opened::Text(_))
    ));
}

#[test]
fn what_contradicts_the_kind_of_a_link_is_dropped() {
    let mut whole = faithful();
    (whole.name, whole.note) = ("a heading".into(), "a note".into());
    for holds in [Holds::Inputs, Holds::Verdict, Holds::Scores] {
        whole.holds = holds;
        let back = opened(&link::encode(&whole, View::Page)).unwrap();
        assert_eq!(back, whole.shared(holds), "{holds:?}");
        assert!(back.name.is_empty() && back.note.is_empty());
        // A file is its owner's, and keeps what it holds.
        let json = file::json(&whole);
        assert_eq!(
            file::read(json.as_bytes()),
            Ok(Opened::Record(Box::new(whole.clone().without_addresses())))
        );
    }
}

#[test]
fn an_embedded_link_is_one_however_damaged() {
    for (address, view) in [
        ("https://assay.example/#e1.d.100.abc", Some(View::Embed)),
        ("#e1", Some(View::Embed)),
        ("#e9.x", Some(View::Embed)),
        ("#s1.d.100.abc", Some(View::Page)),
        ("#evaluation", None),
        ("https://assay.example/", None),
    ] {
        assert_eq!(link::view_in(address), view, "{address}");
    }
}

/// Every metric's record goes through a link and a file and comes to the same score.
#[test]
fn every_metric_travels() {
    for metric in catalogue::ALL {
        let record = judged(metric.id(), &["0.5", "[]", "yes"]).shared(Holds::Verdict);
        let through_link = opened(&link::encode(&record, View::Embed)).unwrap();
        assert_eq!(through_link, record, "{}", metric.id());
        match &rescore(&through_link)[0] {
            Rescored::Done(scored) => {
                assert_eq!(
                    (scored.claim, scored.left_over),
                    (Claim::Holds, 0),
                    "{}",
                    metric.id()
                );
            }
            _ => panic!("{} was not scored", metric.id()),
        }
    }
}

#[test]
fn metrics_share_their_replies() {
    let metric = catalogue::find("faithfulness").unwrap();
    let mut record = faithful();
    let options = Options::default();
    let mut again = Evaluation::start(metric, record.sample.clone(), options).unwrap();
    again.replay(record.replies_of(&record.metrics[0]));
    record.add(&again, &Overrides::default());
    assert_eq!((record.metrics.len(), record.replies.len()), (2, 2));
    let back = opened(&link::encode(&record.shared(Holds::Verdict), View::Page)).unwrap();
    assert_eq!(rescore(&back).len(), 2);
}

#[test]
fn a_record_grows_to_what_it_would_be_when_made_anew() {
    let metrics = ["faithfulness", "context-precision"].map(|id| catalogue::find(id).unwrap());
    let sample = metrics[1].examples()[0].sample();
    let mut evaluations = metrics.map(|metric| {
        let options = Options::default();
        Evaluation::start(metric, sample.clone(), options).unwrap()
    });
    let anew = |evaluations: &[Evaluation]| {
        let mut record = Record::new(&sample, "en");
        for evaluation in evaluations {
            record.add(evaluation, &Overrides::default());
        }
        for judged in &mut record.metrics {
            judged.claimed = None;
        }
        record
    };
    let mut grown = anew(&evaluations);
    let replies = [
        r#"{"statements": ["One.", "Two."]}"#,
        r#"{"reason": "So.", "verdict": 1}"#,
        r#"{"verdicts": [{"index": 1, "verdict": 1}, {"index": 2, "verdict": 0}]}"#,
        r#"{"reason": "Not so.", "verdict": 0}"#,
    ];
    let mut taken = 0;
    for at in 0..40 {
        let Some(path) = evaluations[at % 2].open_asks().map(|asks| asks[0].path.clone()) else {
            continue;
        };
        let reply = Reply::text(replies[at % 4]);
        evaluations[at % 2].take(&path, reply).unwrap();
        taken += 1;
        // Not with each: those of a burst come together.
        if at % 3 == 0 {
            continue;
        }
        for (place, evaluation) in evaluations.iter().enumerate() {
            grown.grow(place, evaluation);
        }
        let (mut one, mut other) = (grown.clone(), anew(&evaluations));
        for record in [&mut one, &mut other] {
            record.prompts.sort_by(|a, b| a.id.cmp(&b.id));
            // The place of a reply is that of its coming.
            let replies = record.replies.clone();
            let text = |reply: &usize| format!("{:?}", replies[*reply]);
            record.name = format!(
                "{:?}",
                record
                    .metrics
                    .iter()
                    .map(|judged| judged
                        .took
                        .iter()
                        .map(|took| text(&took.reply))
                        .collect::<Vec<_>>())
                    .collect::<Vec<_>>()
            );
            for judged in &mut record.metrics {
                judged.took.iter_mut().for_each(|took| took.reply = 0);
            }
            record.replies.sort_by_key(|reply| format!("{reply:?}"));
        }
        assert_eq!(one, other);
    }
    assert!(taken > 3 && evaluations.iter().all(|one| one.open_asks().is_none()));
}

#[test]
fn addresses_and_what_servers_said_stay_here() {
    let mut record = faithful();
    record.judge = Some(JudgeIdentity {
        kind: JudgeKind::Api,
        provider: "llm.intranet.example:8443".into(),
        model: "https://llm.intranet.example/v1".into(),
        parameters: vec![("base".into(), "https://llm.intranet.example".into())],
    });
    record.replies.push(Reply::None(NoReply::Failed(CallFailure {
        kind: FailureKind::Server,
        host: "llm.intranet.example:8443".into(),
        secure: true,
        status: Some(500),
        detail: "upstream llm.intranet.example said no".into(),
        attempts: 3,
        usage: None,
    })));
    (record.name, record.note) = ("mine".into(), "private note".into());
    let strings = Lang::En.strings();
    let link = link::encode(&record.shared(Holds::Verdict), View::Page);
    let back = format!("{:?}", opened(&link).unwrap());
    for (what, text) in [
        ("link", back.as_str()),
        ("json", &file::json(&record)),
        ("markdown", &file::markdown(&record, strings)),
        ("page", &file::page(&record, strings, "en")),
    ] {
        assert!(!text.contains("intranet"), "{what}: {text}");
    }
    assert!(!back.contains("mine") && !back.contains("private note"));
    // A link that was made elsewhere is stripped when it is read.
    let hostile = opened(&link::encode(&record, View::Page)).unwrap();
    assert!(!format!("{hostile:?}").contains("intranet"));
}

#[test]
fn files_come_back_without_loss() {
    for lang in Lang::ALL {
        let strings = lang.strings();
        let mut record = faithful().without_addresses();
        (record.name, record.note) = ("My <b>case</b> & co".into(), "--> </script> 中文".into());
        record.sample.question = "</script><!-- \u{202E}x".into();
        for (form, text) in [
            ("json", file::json(&record)),
            ("markdown", file::markdown(&record, strings)),
            ("page", file::page(&record, strings, lang.tag())),
        ] {
            let back = file::read(text.as_bytes()).unwrap_or_else(|error| panic!("{form}: {error}"));
            assert_eq!(back, Opened::Record(Box::new(record.clone())), "{form}");
        }
        let page = file::page(&record, strings, lang.tag());
        assert_eq!(
            page.matches("<script").count(),
            1,
            "the record, which does not run"
        );
        assert!(
            page.contains(strings.report.input) && page.contains("0.5"),
            "{page}"
        );
        assert!(!page.contains("src="), "nothing is loaded");
        let report = page.split("<script").next().unwrap();
        for text in [report, file::markdown(&record, strings).as_str()] {
            assert!(text.contains("⟨RLO⟩") && !text.contains('\u{202E}'), "{text}");
        }
    }
}

/// A text that was judged may be about Assay itself: its links and markers are not those of the file.
#[test]
fn texts_that_look_like_files_of_ours_come_back_as_texts() {
    let other = link::encode(&with_question("another evaluation"), View::Page);
    for text in [
        format!("See https://assay.example/{other} for more"),
        format!("<!-- assay {other} -->"),
        "#s2.d.4.AAAA.AAAAAAAAE".to_owned(),
        "One\u{2028}[ESSENTIAL PASSAGE] Two.\u{85}[BONUS PASSAGE] Three.".to_owned(),
        "<script type=\"application/json\" id=\"assay-record\">{}</script>".to_owned(),
        "\0\u{1}\r\n\r\u{2029}\u{FEFF}\u{202E}\u{E0041}".to_owned(),
    ] {
        let mut record = faithful().without_addresses();
        record.sample.question.clone_from(&text);
        record.sample.contexts = vec![text.clone(), String::new()];
        (record.name, record.note) = (text.clone(), text.clone());
        let strings = Lang::En.strings();
        for (form, written) in [
            ("json", file::json(&record)),
            ("json in one line", file::own_json(&record)),
            ("markdown", file::markdown(&record, strings)),
            ("page", file::page(&record, strings, "en")),
        ] {
            let back = file::read(written.as_bytes());
            assert_eq!(
                back,
                Ok(Opened::Record(Box::new(record.clone()))),
                "{form} of {text:?}"
            );
        }
    }
}

/// Nobody is kept from what they have judged themselves, however many texts that are.
#[test]
fn what_was_kept_here_has_no_limits() {
    let mut record = faithful();
    record.sample.contexts = vec!["x".to_owned(); 10_001];
    assert_eq!(file::own(&file::own_json(&record)), Ok(record.clone()));
    assert_eq!(
        file::read(file::json(&record).as_bytes()),
        Err(FileError::Link(LinkError::NoRecord(link::TOO_MANY.to_owned()))),
        "what comes from elsewhere has"
    );
}

#[test]
fn tokens_of_embeddings_are_kept_and_not_linked() {
    let record = Record {
        embedding_tokens: 700,
        ..faithful()
    };
    assert_eq!(file::own(&file::own_json(&record)), Ok(record.clone()));
    let json = file::json(&record);
    assert_eq!(
        file::read(json.as_bytes()),
        Ok(Opened::Record(Box::new(record.clone().without_addresses())))
    );
    let schema = include_str!("../public/schema/evaluation-1.json");
    assert!(json.contains("\"embedding_tokens\": 700") && schema.contains("\"embedding_tokens\""));
    let told = |record: &Record| {
        file::outcomes(record)
            .first()
            .and_then(|one| one.embedding_tokens)
    };
    assert_eq!((told(&record), told(&faithful())), (Some(700), None));
    let copy = report::json(&record.sample, &file::outcomes(&record)[0]);
    match file::read(copy.as_bytes()) {
        Ok(Opened::Record(back)) => assert_eq!(back.embedding_tokens, 700),
        other => panic!("{other:?}"),
    }
    // A link is the same with and without.
    assert_eq!(
        link::encode(&record.shared(Holds::Verdict), View::Page),
        link::encode(&faithful().shared(Holds::Verdict), View::Page)
    );
    assert!(!file::json(&faithful()).contains("embedding_tokens"));
}

/// Foreign text stays text, in whatever field of whatever metric it stands.
#[test]
fn no_text_of_a_report_becomes_markup() {
    const HOSTILE: &str = "\\<img src=x onerror=alert(1)>|x| ![a](https://e.example/p.png) [b](javascript:c) `d` **e** &lt;f>\r# g\n# h\n| --- |\n- i\n\n```\n<!-- assay #s1.p.4.AAAA.AAAAAAAAE -->\u{2028}> j\" onload=\"k \\";
    let quoted = serde_json::to_string(HOSTILE).unwrap();
    let reply = format!(
        r#"{{"statements": [{quoted}, "Two."], "claims": [{quoted}], "facts": [{quoted}], "questions": [{quoted}], "question": {quoted},
        "verdicts": [{{"index": 1, "verdict": 1, "statement": {quoted}, "reason": {quoted}}}, {{"index": 2, "verdict": "no", "reason": {quoted}}}],
        "reason": {quoted}, "reasoning": {quoted}, "explanation": {quoted}, "evidence": {quoted}, "quote": {quoted}, "score": 1, "rating": 1,
        "verdict": 1, "sufficient": true, "confidence": 0.5, "coverage": {{{quoted}: true}}, "entities": [{quoted}], "missing": [{quoted}],
        "missing_information": [{quoted}], "contradictions": [{quoted}], "errors": [{quoted}], "useful_chunks": [0], "sentences": [{quoted}],
        "TP": [{{"statement": {quoted}, "reason": {quoted}}}], "FP": [], "FN": [{{"statement": {quoted}, "reason": {quoted}}}]}}"#
    );
    let unescaped = |line: &str, mark: char| {
        let mut escaped = false;
        let mut count = 0;
        for c in line.chars() {
            count += usize::from(c == mark && !escaped);
            escaped = c == '\\' && !escaped;
        }
        count
    };
    for metric in catalogue::ALL.iter().copied() {
        let id = metric.id();
        let example = &metric.examples()[0];
        let (mut sample, mut options) = (example.sample(), example.options(metric));
        for text in [&mut sample.question, &mut sample.answer, &mut sample.reference] {
            text.push_str(HOSTILE);
        }
        for list in [
            &mut sample.contexts,
            &mut sample.essential,
            &mut sample.bonus,
            &mut sample.samples,
            &mut sample.retrieved_ids,
            &mut sample.reference_ids,
        ] {
            list.iter_mut().for_each(|text| text.push_str(HOSTILE));
        }
        for name in ["criteria", "definition", "rubric", "aspect"] {
            let mut tried = options.clone();
            tried.values.insert(name.to_owned(), HOSTILE.into());
            if Evaluation::start(metric, sample.clone(), tried.clone()).is_ok() {
                options = tried;
            }
        }
        for reply in [reply.as_str(), HOSTILE] {
            let mut evaluation = Evaluation::start(metric, sample.clone(), options.clone()).unwrap();
            while let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) {
                evaluation.take(&path, Reply::text(reply)).unwrap();
            }
            let mut record = Record::new(&sample, "en");
            record.add(&evaluation, &Overrides::default());
            record.judge = Some(JudgeIdentity {
                kind: JudgeKind::Api,
                provider: "OpenAI".into(),
                model: HOSTILE.into(),
                parameters: Vec::new(),
            });
            (record.name, record.note) = (HOSTILE.into(), HOSTILE.into());
            let strings = Lang::En.strings();
            let written = file::markdown(&record, strings);
            let (report, _) = written.rsplit_once("<!-- assay #").unwrap();
            let mut columns = 0;
            for line in report.lines() {
                assert!(!line.contains('<'), "{id}: {line}");
                assert_eq!(unescaped(line, '`') % 2, 0, "{id}: {line}");
                assert_eq!(unescaped(line, '!'), 0, "{id}: {line}");
                assert!(
                    !line.contains("](") || line.replace("\\]", "").find("](").is_none(),
                    "{id}: {line}"
                );
                columns = match line.starts_with('|') {
                    true if columns == 0 => unescaped(line, '|'),
                    true => {
                        assert_eq!(unescaped(line, '|'), columns, "{id}: {line}");
                        columns
                    }
                    false => 0,
                };
            }
            let page = file::page(&record, strings, "en");
            let (_, body) = page.split_once("<body>").unwrap();
            let (body, _) = body.split_once("<script").unwrap();
            for tag in body.split('<').skip(1) {
                let (tag, _) = tag.split_once('>').unwrap();
                let known = [
                    "main",
                    "div",
                    "footer",
                    "h1",
                    "h2",
                    "ul",
                    "li",
                    "table",
                    "tr",
                    "td",
                    "th",
                    "blockquote",
                    "p",
                    "b",
                    "code",
                    "time",
                ];
                let (name, rest) = tag.split_once(' ').unwrap_or((tag, ""));
                assert!(known.contains(&name.trim_start_matches('/')), "{id}: <{tag}>");
                assert!(
                    rest.is_empty()
                        || rest == "dir=\"auto\""
                        || rest == "scope=\"col\" dir=\"auto\""
                        || tag == "div class=\"wide\" tabindex=\"0\""
                        || rest.starts_with("datetime=\""),
                    "{id}: <{tag}>"
                );
            }
            let back = file::read(written.as_bytes());
            assert_eq!(
                back,
                Ok(Opened::Record(Box::new(record.clone().without_addresses()))),
                "{id}"
            );
            assert_eq!(file::read(page.as_bytes()), back, "{id}");
        }
    }
}

/// Where a value is not as a schema says; the words of JSON Schema that ours uses, and no other.
fn misfits(schema: &Value, value: &Value, root: &Value, at: &str) -> Vec<String> {
    let fits = |schema: &Value| misfits(schema, value, root, at).is_empty();
    let mut out = Vec::new();
    for (word, told) in schema.as_object().unwrap() {
        let is_right = match word.as_str() {
            "$schema" | "title" | "description" | "$defs" | "properties" | "pattern" => true,
            "$ref" => fits(root.pointer(&told.as_str().unwrap()[1..]).unwrap()),
            "const" => told == value,
            "enum" => told.as_array().unwrap().contains(value),
            "oneOf" => told.as_array().unwrap().iter().filter(|one| fits(one)).count() == 1,
            "anyOf" => told.as_array().unwrap().iter().any(fits),
            "type" => {
                let is = |told: &Value| match told.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "number" => value.is_number(),
                    "null" => value.is_null(),
                    other => panic!("{other}"),
                };
                told.as_array()
                    .map_or_else(|| is(told), |told| told.iter().any(is))
            }
            "minimum" => value.as_f64().is_none_or(|value| value >= told.as_f64().unwrap()),
            "minItems" => value
                .as_array()
                .is_none_or(|list| list.len() >= told.as_u64().unwrap() as usize),
            "maxItems" => value
                .as_array()
                .is_none_or(|list| list.len() <= told.as_u64().unwrap() as usize),
            "required" => told
                .as_array()
                .unwrap()
                .iter()
                .all(|name| value.get(name.as_str().unwrap()).is_some()),
            "items" => {
                for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                    out.extend(misfits(told, item, root, &format!("{at}/{place}")));
                }
                true
            }
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten();
                for (place, (item, told)) in items.zip(told.as_array().unwrap()).enumerate() {
                    out.extend(misfits(told, item, root, &format!("{at}/{place}")));
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (name, item) in value.as_object().into_iter().flatten() {
                    if known.is_some_and(|known| known.contains_key(name)) {
                        continue;
                    }
                    match told {
                        Value::Bool(false) => out.push(format!("{at}/{name} is not known")),
                        told => out.extend(misfits(told, item, root, &format!("{at}/{name}"))),
                    }
                }
                true
            }
            other => panic!("the schema has a word that is not looked at here: {other}"),
        };
        if !is_right {
            out.push(format!("{at} {word}: {value}"));
        }
    }
    let known = schema.get("properties").and_then(Value::as_object);
    for (name, told) in known.into_iter().flatten() {
        if let Some(item) = value.get(name) {
            out.extend(misfits(told, item, root, &format!("{at}/{name}")));
        }
    }
    out
}

#[test]
fn what_is_written_is_as_the_published_schema_says() {
    let schema: Value = serde_json::from_str(include_str!("../public/schema/evaluation-1.json")).unwrap();
    let check = |name: &str, record: &Record| {
        let json: Value = serde_json::from_str(&file::json(record)).unwrap();
        assert_eq!(
            misfits(&schema, &json, &schema, ""),
            Vec::<String>::new(),
            "{name}"
        );
    };
    for metric in catalogue::ALL {
        check(metric.id(), &judged(metric.id(), &["0.5", "[]", "yes"]));
        check(metric.id(), &judged(metric.id(), &[]));
    }
    let whole = faithful();
    for holds in [Holds::Inputs, Holds::Verdict, Holds::Scores] {
        check("what is shared", &whole.shared(holds));
    }
    // Whatever there is of each kind: who adds one adds it to the schema.
    let reasons = [
        Reason::Unreadable,
        Reason::OutOfScale,
        Reason::MissingVerdict,
        Reason::KeysDisagree,
        Reason::EmptyReply,
        Reason::Truncated,
        Reason::Refused,
        Reason::Blocked,
        Reason::NoClaims,
        Reason::NoContexts,
        Reason::EmptyInput,
        Reason::NoWords,
        Reason::FewKnown,
        Reason::NoReply,
    ];
    for reason in reasons {
        match reason {
            Reason::Unreadable
            | Reason::OutOfScale
            | Reason::MissingVerdict
            | Reason::KeysDisagree
            | Reason::EmptyReply
            | Reason::Truncated
            | Reason::Refused
            | Reason::Blocked
            | Reason::NoClaims
            | Reason::NoContexts
            | Reason::EmptyInput
            | Reason::NoWords
            | Reason::FewKnown
            | Reason::NoReply => (),
        }
        for state in [
            State::Unscored(reason),
            State::NotApplicable(reason),
            State::Conflict(reason),
        ] {
            let mut record = whole.clone();
            record.metrics[0].claimed = Some(state);
            check("a state", &record);
        }
    }
    for kind in [
        JudgeKind::Api,
        JudgeKind::ByHand,
        JudgeKind::Embedded,
        JudgeKind::BuiltIn,
        JudgeKind::Nobody,
    ] {
        match kind {
            JudgeKind::Api
            | JudgeKind::ByHand
            | JudgeKind::Embedded
            | JudgeKind::BuiltIn
            | JudgeKind::Nobody => (),
        }
        let mut record = whole.clone();
        record.judge.as_mut().unwrap().kind = kind;
        check("a judge", &record);
    }
    let text = |change: fn(&mut TextReply)| {
        let mut reply = TextReply {
            text: "yes".into(),
            ..TextReply::default()
        };
        change(&mut reply);
        Reply::Text(reply)
    };
    let usage = Usage {
        prompt: Some(7),
        completion: None,
    };
    for reply in [
        text(|reply| reply.stop = Stop::Length),
        text(|reply| reply.stop = Stop::Refusal),
        text(|reply| reply.stop = Stop::Blocked),
        text(|reply| reply.prompt_cut = true),
        text(|reply| (reply.model, reply.elapsed_ms) = (Some("judge-1".into()), Some(1.5))),
        Reply::Text(TextReply {
            usage: Some(usage),
            ..TextReply::default()
        }),
        Reply::Vectors(vec![vec![0.5, -1.0], vec![]]),
        Reply::Tokens(Vec::new()),
        Reply::None(NoReply::Cancelled),
        Reply::None(NoReply::RanOut),
        Reply::None(NoReply::Unanswerable),
    ] {
        let mut record = whole.clone();
        record.replies[0] = reply;
        check("a reply", &record);
    }
    let mut changed = whole.clone();
    let change = Override {
        value: true.into(),
        note: String::new(),
    };
    changed.metrics[0].overrides.0.insert("answer-2".into(), change);
    changed.metrics[0].settings.insert("votes".into(), 3.into());
    (changed.name, changed.note) = ("a name".into(), "a note".into());
    (changed.cancelled, changed.embedding_tokens) = (true, 700);
    check("what a person does", &changed);
}

#[test]
fn a_file_is_told_by_what_it_holds() {
    let link = link::encode(&with_question("q"), View::Page);
    for (text, want) in [
        (format!("See <https://assay.example/{link}>."), "record"),
        (r#"{"question": "q", "contexts": ["c"]}"#.to_owned(), "sample"),
        (r#"[{"text": "chunk"}]"#.to_owned(), "chunks"),
        (
            "[ESSENTIAL PASSAGE] One.\n[BONUS PASSAGE] Two.".to_owned(),
            "sample",
        ),
        ("Just a text with #s1 in it.".to_owned(), "text"),
        ("<p>A piece of markup is a text.</p>".to_owned(), "text"),
        ("# Heading\n\nnot a link: #size.1".to_owned(), "text"),
        ("As told in #s2.5 and #e1. Next".to_owned(), "text"),
    ] {
        let found = match file::read(text.as_bytes()).unwrap() {
            Opened::Record(_) => "record",
            Opened::Sample(_) => "sample",
            Opened::Chunks(_) => "chunks",
            Opened::Text(_) => "text",
        };
        assert_eq!(found, want, "{text}");
    }
    for (bytes, want) in [
        (&b"  "[..], FileError::Empty),
        (b"\xEF\xBB\xBF", FileError::Empty),
        (b"\xFF\xFE\x00", FileError::NotText),
        (b"a\0b", FileError::NotText),
        (b"\xFF\xFE\x00\xD8", FileError::NotText),
        (b"%PDF-1.7\n1 0 obj", FileError::NotText),
        (b"{\"a\": 1}\n{\"a\": 2}\n", FileError::Lines),
        (b"[1]\r\n\r\n{\"a\": 2}\r\n{\"a\"", FileError::Lines),
        (b"\n<!DOCTYPE html><title>x</title>", FileError::WebPage),
        (b"<HTML lang=en><p>Nothing of ours.", FileError::WebPage),
        (br#"{"assay": 2}"#, FileError::Link(LinkError::Newer(2))),
    ] {
        assert_eq!(file::read(bytes), Err(want));
    }
    // As Windows writes "Unicode".
    for unit in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = "\u{FEFF}港口 harbour".encode_utf16().flat_map(unit).collect();
        assert_eq!(file::read(&bytes), Ok(Opened::Text("港口 harbour".to_owned())));
    }
    for text in [
        r#"{"assay": 1}"#,
        r#"{"assay": "x"}"#,
        r#"{"assay": 1, "metrics": [{}], "endpoint": "https://e"}"#,
    ] {
        let error = file::read(text.as_bytes()).unwrap_err();
        assert!(
            matches!(error, FileError::Link(LinkError::NoRecord(_))),
            "{text}: {error}"
        );
    }
    let unknown = file::read(br#"{"a": 1}"#);
    assert!(matches!(unknown, Err(FileError::Unknown(_))), "{unknown:?}");
    for text in ["{", "[1, 2", "{\"assay\": 1,"] {
        let error = file::read(text.as_bytes()).unwrap_err();
        assert!(
            matches!(error, FileError::NotJson { line: 1, .. }),
            "{text}: {error}"
        );
    }
}

/// What messengers, mail and editors do to a link.
#[test]
fn what_happens_on_the_way_is_taken_back() {
    let record = faithful().shared(Holds::Verdict);
    let link = link::encode(&record, View::Page);
    let address = format!("https://assay.example/app/?lang=en{link}");
    let wrapped: String = address
        .chars()
        .enumerate()
        .flat_map(|(at, c)| if at % 76 == 75 { "\r\n> " } else { "" }.chars().chain([c]))
        .collect();
    for (way, arrived) in [
        ("a full stop", format!("{address}.")),
        ("brackets", format!("<{address}>)")),
        ("a question", format!("{address}?!")),
        ("Chinese marks", format!("「{address}」。")),
        ("a query behind it", format!("{address}&fbclid=IwAR0")),
        ("a word behind it", format!("{address} (see this)")),
        (
            "percent-encoding",
            address.replace('#', "%23").replace('.', "%2E"),
        ),
        ("percent-encoding twice", address.replace('#', "%2523")),
        ("wrapped lines with quote marks", wrapped),
        (
            "zero-width characters",
            address.replace("s1.", "s1.\u{200B}\u{FEFF}"),
        ),
        ("soft line breaks of mail", address.replace("s1.d", "s1.=\r\nd")),
        (
            "dashes of a typographer",
            address.replace("--", "—").replace('-', "–"),
        ),
        ("the fragment alone", link.clone()),
        (
            "a # of the query in front, percent-encoded",
            address.replace("?lang=en", "?tag=%23rag&from=%2523s1"),
        ),
        (
            "a redirect that holds it, with a place on its own page",
            format!(
                "https://redirect.example/?to={}#top",
                address.replace('#', "%23").replace('?', "%3F")
            ),
        ),
    ] {
        let back = opened(&arrived).unwrap_or_else(|error| panic!("{way}: {error}"));
        assert_eq!(back, record, "{way}");
    }
}

#[test]
fn every_cut_is_told_with_its_length() {
    let link = link::encode(&faithful().shared(Holds::Verdict), View::Page);
    let whole = link.len() - 1;
    for length in 2..whole {
        let cut = &link[..=length];
        match link::read(cut) {
            Some(Err(LinkError::Cut { arrived, expected })) => {
                assert_eq!(arrived, length, "{cut}");
                assert!(expected.is_none_or(|expected| expected > arrived));
                // With the whole length told, it is the right one.
                let told = cut.split('.').count() > 3;
                assert!(!told || expected == Some(whole), "{cut}: {expected:?}");
            }
            other => panic!("{cut}: {other:?}"),
        }
    }
}

#[test]
fn no_character_is_told_as_missing_that_has_arrived() {
    let link = link::encode(&faithful().shared(Holds::Verdict), View::Page);
    let whole = link.len() - 1;
    let from = link.match_indices('.').nth(2).unwrap().0 + 1;
    // One or many that no link has, wherever they stand behind the length.
    // A browser's address bar gives some with percent signs.
    for foreign in [
        "*",
        "+",
        "/",
        "!",
        ">",
        "=",
        "é",
        "漢",
        "😀",
        "%2A",
        "%C3%A9",
        "%E6%BC%A2",
        "%F0%9F%98%80",
    ] {
        for at in from..link.len() {
            let changed = format!("{}{foreign}{}", &link[..at], &link[at + 1..]);
            assert_eq!(opened(&changed), Err(LinkError::Changed), "{changed}");
        }
    }
    let other = link.replace('-', "+").replace('_', "/");
    assert!(
        other == link || opened(&other) == Err(LinkError::Changed),
        "{other}"
    );
    assert_eq!(opened("#s1.d.10.!!!!!!!!!!.AAAAAAAAE"), Err(LinkError::Changed));
    // A percent sign in a letter's place takes two others with it.
    let at = link.as_bytes()[from..]
        .windows(3)
        .position(|three| three[1] == b'4' && three[2].is_ascii_digit())
        .map(|at| from + at);
    if let Some(at) = at {
        let changed = format!("{}%{}", &link[..at], &link[at + 1..]);
        assert_eq!(opened(&changed), Err(LinkError::Changed), "{changed}");
    }
    // A digit more in the length: all that it stands for is there.
    let (before, rest) = link.split_at(from - 1);
    assert_eq!(opened(&format!("{before}0{rest}")), Err(LinkError::Changed));
    // Cut and changed: what arrived is counted, and what stands behind it is no part of it.
    let cut = format!("{}*{}", &link[..from + 4], &link[from + 5..whole - 20]);
    for behind in [
        "",
        ")",
        "…",
        "%E2%80%A6",
        "\n> ",
        "=\r\n",
        "\u{200B}",
        "%E2%80%8B",
    ] {
        assert_eq!(
            opened(&format!("{cut}{behind}")),
            Err(LinkError::Cut {
                arrived: cut.len() - 1,
                expected: Some(whole)
            }),
            "{behind:?}"
        );
    }
    // Nor are marks of quoted and broken lines.
    let lines: Vec<&str> = link.as_bytes()[..whole - 9]
        .chunks(60)
        .map(|line| std::str::from_utf8(line).unwrap())
        .collect();
    for between in ["\n", "\n> ", "\n>> ", "=\r\n"] {
        assert_eq!(
            opened(&lines.join(between)),
            Err(LinkError::Cut {
                arrived: whole - 10,
                expected: Some(whole)
            }),
            "{between:?}"
        );
    }
}

#[test]
fn every_changed_character_is_noticed() {
    for record in [
        with_question("Does the ferry carry cars?"),
        faithful(),
        with_question(""),
    ] {
        let link = link::encode(&record, View::Page);
        for at in 1..link.len() {
            for bit in 0..7 {
                let mut bytes = link.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let Ok(flipped) = String::from_utf8(bytes) else {
                    continue;
                };
                match link::read(&flipped) {
                    // Another view of the same.
                    Some(Ok((view, _))) => assert!(at == 1 && view == View::Embed, "{flipped}"),
                    Some(Err(_)) => {}
                    None => panic!("{flipped:?} was not even taken for a link"),
                }
            }
        }
    }
}

/// A link around any bytes, with a right check.
fn forged(codec: char, payload: &[u8], decoded: &[u8]) -> String {
    use base64::prelude::*;
    use sha2::Digest as _;
    let payload = BASE64_URL_SAFE_NO_PAD.encode(payload);
    let check = BASE64_URL_SAFE_NO_PAD.encode(&sha2::Sha256::digest(decoded)[..6]);
    format!("#s1.{codec}.{}.{payload}.{check}E", payload.len())
}

fn plain(json: &str) -> String {
    forged('p', json.as_bytes(), json.as_bytes())
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(bytes, 9)
}

#[test]
fn bombs_do_not_go_off() {
    let zeros = vec![b'0'; 60_000_000];
    let nested = |open: &str, count: usize| plain(&open.repeat(count));
    for (what, link, want) in [
        (
            "an inflate bomb",
            forged('d', &deflated(&zeros), &zeros),
            LinkError::TooBig,
        ),
        (
            "a plain text past the limit",
            plain(&" ".repeat(4_000_001)),
            LinkError::TooBig,
        ),
        ("lists, very deep", nested("[", 1_000_000), LinkError::TooDeep),
        (
            "objects, very deep",
            nested("{\"m\":", 500_000),
            LinkError::TooDeep,
        ),
        (
            "one too deep",
            plain(&format!("{}{}", "[".repeat(33), "]".repeat(33))),
            LinkError::TooDeep,
        ),
    ] {
        assert_eq!(opened(&link), Err(want), "{what}");
    }
}

/// A few kilobytes that would become gigabytes once each of their texts is asked about.
#[test]
fn long_texts_beside_many_do_not_fill_the_memory() {
    let long = "a ".repeat(100_000);
    let mut record = with_question(&long);
    record.holds = Holds::Verdict;
    record.sample.answer = "It is. ".repeat(5);
    record.sample.contexts = vec!["x".to_owned(); 1_000];
    record.sample.samples = vec!["y".to_owned(); 5];
    record.metrics.clear();
    for metric in catalogue::ALL {
        record.metrics.push(Judged {
            id: metric.id().to_owned(),
            version: metric.version(),
            ..Judged::default()
        });
    }
    let address = link::encode(&record, View::Page);
    assert!(address.len() < 20_000, "{}", address.len());
    let back = opened(&address).unwrap();
    for (judged, rescored) in back.metrics.iter().zip(rescore(&back)) {
        let Rescored::Done(scored) = rescored else {
            continue;
        };
        let asks = scored.evaluation.open_asks().unwrap_or_default();
        let bytes: usize = asks
            .iter()
            .map(|ask| match &ask.body {
                Body::Chat { prompt, .. } => prompt.len(),
                Body::Embed { texts } | Body::Tokens { texts } => texts.iter().map(String::len).sum(),
            })
            .sum();
        assert!(bytes < 80_000_000, "{}: {bytes}", judged.id);
    }
    // With replies to all of them it is refused.
    record.replies = vec![Reply::text("yes")];
    let took = |index| Took {
        step: "verdict".into(),
        index,
        ..Took::default()
    };
    record.metrics[0].took = (0..10_000).map(took).collect();
    assert_eq!(
        opened(&link::encode(&record, View::Page)),
        Err(LinkError::NoRecord(link::TOO_MANY.to_owned()))
    );
}

#[test]
fn a_value_of_another_kind_is_no_unknown_field() {
    for json in [
        "[]",
        "[1]",
        "\"x\"",
        r#"{"v":1,"m":{}}"#,
        r#"{"v":1,"m":[[]]}"#,
        r#"{"v":1,"m":[{}],"i":[]}"#,
    ] {
        let told = opened(&plain(json));
        assert!(
            matches!(&told, Err(LinkError::NoRecord(why)) if why != link::OTHER_NAMES),
            "{json}: {told:?}"
        );
    }
    let named = opened(&plain(r#"{"v":1,"m":[{}],"other":1}"#));
    assert_eq!(named, Err(LinkError::NoRecord(link::OTHER_NAMES.to_owned())));
}

#[test]
fn the_title_of_a_report_names_it_and_its_metrics() {
    let mut record = faithful();
    let title = |record: &Record| {
        let page = file::page(record, Lang::En.strings(), "en");
        page.split("<title>")
            .nth(1)
            .unwrap()
            .split("</title>")
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(title(&record), "Faithfulness · Assay report");
    record.name = "Trial <3>".into();
    record.metrics.push(Judged {
        id: "bleu".into(),
        version: 1,
        ..Judged::default()
    });
    assert_eq!(
        title(&record),
        "Trial &lt;3&gt; · Faithfulness, BLEU · Assay report"
    );
}

#[test]
fn hostile_links_get_a_message_each() {
    let base = r#""v":1,"m":[{"i":"faithfulness","v":1}],"i":{"q":"q"}"#;
    let ok = format!("{{{base}}}");
    assert!(opened(&plain(&ok)).is_ok(), "the base of the forgeries is sound");
    let no_record = [
        "",
        "null",
        "1",
        "\"x\"",
        "[]",
        "{}",
        "{\"v\":1}",
        "{\"v\":1,\"m\":[]}",
        "{\"v\":1,\"m\":{}}",
        "{\"v\":1,\"m\":[1]}",
        "{\"v\":1,\"m\":[{\"i\":7}]}",
        "{\"v\":-1,\"m\":[{}]}",
        "{\"v\":1e99,\"m\":[{}]}",
        "{\"v\":1,\"m\":[null]}",
        "{\"v\":1,\"m\":[{\"v\":4294967296}]}",
        "{\"m\":[{}],\"m\":[{}],\"__proto__\":{}}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"key\":\"sk-live\"}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"endpoint\":\"https://e.example\"}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"headers\":{\"authorization\":\"x\"}}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"j\":{\"k\":\"api\",\"p\":\"\",\"m\":\"\",\"a\":[],\"base\":\"https://e\"}}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"j\":{\"k\":\"root\",\"p\":\"\",\"m\":\"\",\"a\":[]}}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"j\":{}}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"j\":[]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"t\":[{\"s\":\"x\"}]}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"t\":[{\"s\":\"x\",\"r\":9}]}],\"r\":[{\"t\":{}}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"t\":[{\"s\":\"x\",\"r\":-1}]}],\"r\":[{\"t\":{}}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"t\":[{\"s\":\"x\",\"d\":4294967296}]}],\"r\":[{\"t\":{}}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"r\":[{\"z\":1}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"r\":[{}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"r\":[{\"t\":{},\"n\":\"cancelled\"}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"r\":[{\"n\":\"because\"}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"r\":[{\"v\":[[\"x\"]]}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"r\":[{\"t\":{\"h\":\"<b>\"}}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"c\":{\"scored\":\"1\"}}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"c\":{\"scored\":1e999}}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"c\":{\"won\":1}}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"o\":{\"k\":1}}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"o\":{\"k\":{\"n\":\"no value\"}}}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"o\":{\"k\":{\"v\":1,\"n\":\"\",\"js\":\"alert(1)\"}}}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\",\"s\":[]}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"p\":[{\"i\":1}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"p\":{}}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"i\":[]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"i\":{\"q\":[\"x\"]}}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"i\":{\"url\":\"https://e\"}}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"k\":\"everything\"}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"k\":\"scores\"}",
        "{\"assay\":1,\"metrics\":[{\"id\":\"bleu\"}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],}",
        "{\"v\":1,\"m\":[{\"i\":\"\\ud800\"}]}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}]} trailing",
        "{'v':1}",
        "<script>alert(1)</script>",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"x\":\"yes\"}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"t\":-5}",
        "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"t\":NaN}",
    ];
    for json in no_record {
        let error = opened(&plain(json)).expect_err(json);
        assert!(matches!(error, LinkError::NoRecord(_)), "{json}: {error:?}");
    }
    for (json, why) in [
        (
            "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"endpoint\":\"https://e\"}",
            link::OTHER_NAMES,
        ),
        ("{\"v\":1,\"m\":[]}", "no metric"),
        (
            "{\"v\":1,\"m\":[{\"i\":\"bleu\"}],\"k\":\"scores\"}",
            link::INCOHERENT,
        ),
    ] {
        assert_eq!(
            opened(&plain(json)),
            Err(LinkError::NoRecord(why.to_owned())),
            "{json}"
        );
    }
    let many = format!("{{\"v\":1,\"m\":[{}]}}", vec!["{\"i\":\"bleu\"}"; 101].join(","));
    let long = format!("{{{base},\"p\":[{}]}}", vec!["{}"; 10_001].join(","));
    for json in [many, long] {
        assert!(matches!(opened(&plain(&json)), Err(LinkError::NoRecord(_))));
    }
    let good = plain(&ok);
    let damaged: [(String, LinkError); 19] = [
        ("#s2.d.4.AAAA.AAAAAAAAE".into(), LinkError::Newer(2)),
        ("#e9.x".into(), LinkError::Newer(9)),
        ("#s0.d.4.AAAA.AAAAAAAAE".into(), LinkError::Foreign),
        ("#s99999999999.d.4.AAAA.AAAAAAAAE".into(), LinkError::Changed),
        ("#S1.d.4.AAAA.AAAAAAAAE".into(), LinkError::Foreign),
        ("#https.//evil.example/page".into(), LinkError::Foreign),
        (
            "#s1".into(),
            LinkError::Cut {
                arrived: 2,
                expected: None,
            },
        ),
        (
            "#s1.".into(),
            LinkError::Cut {
                arrived: 3,
                expected: None,
            },
        ),
        (
            "#s1.d.18446744073709551616.AAAA.AAAAAAAAE".into(),
            LinkError::Changed,
        ),
        (
            "#s1.d.18446744073709551615.AAAA.AAAAAAAAE".into(),
            LinkError::TooBig,
        ),
        ("#s1.d.-4.AAAA.AAAAAAAAE".into(), LinkError::Changed),
        ("#s1.d.0..AAAAAAAAE".into(), LinkError::Changed),
        (good.replacen(".p.", ".z.", 1), LinkError::Changed),
        (good.replacen(".p.", ".d.", 1), LinkError::Changed),
        (good.to_uppercase().replacen("#S", "#s", 1), LinkError::Changed),
        (format!("{}é{}", &good[..20], &good[21..]), LinkError::Changed),
        // Versions are written one way.
        ("#s01.d.4.AAAA.AAAAAAAAE".into(), LinkError::Changed),
        ("#e001.d.4.AAAA.AAAAAAAAE".into(), LinkError::Changed),
        (forged('d', b"not deflate", b"x"), LinkError::Changed),
    ];
    for (link, want) in damaged {
        assert_eq!(opened(&link), Err(want), "{link}");
    }
    for place in ["", "#", "#input", "#%", "?lang=en", "https://assay.example/"] {
        assert!(link::read(place).is_none(), "{place}");
    }
}

/// Links that were published. They must read the same for ever: never change one, only add.
#[test]
fn frozen_links_of_version_1() {
    for line in include_str!("links/version-1.txt")
        .lines()
        .filter(|line| line.starts_with('#'))
    {
        let (link, json) = line.split_once(' ').unwrap();
        let record = opened(link).unwrap_or_else(|error| panic!("{link}: {error}"));
        let want: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_value(&record).unwrap(), want, "{link}");
        for rescored in rescore(&record) {
            if let Rescored::Done(scored) = rescored {
                let excused = scored.claim == Claim::Differs && scored.versions == Versions::Revised;
                assert!(scored.claim == Claim::Holds || excused);
            }
        }
    }
}

/// What nobody can see was a text, and blank chunks were chunks, to the first version of each metric: a record of that
/// time has a score that is not computed any more, and that is no forgery.
#[test]
fn what_was_judged_of_blank_texts_is_of_another_version() {
    use assay::metric::catalogue;
    use assay::sample::Field;
    let mut told = Vec::new();
    for metric in catalogue::ALL {
        let example = metric.examples()[0];
        for (field, blank) in metric.inputs().iter().flat_map(|field| {
            let blanks: &[&str] = if *field == Field::Contexts {
                &["\u{200B}", " "]
            } else {
                &["\u{200B}"]
            };
            blanks.iter().map(move |blank| (*field, *blank))
        }) {
            let mut sample = example.sample();
            match field {
                Field::Question => sample.question = blank.into(),
                Field::Answer => sample.answer = blank.into(),
                Field::Reference => sample.reference = blank.into(),
                Field::Contexts => sample.contexts = vec![blank.into()],
                Field::Essential => sample.essential = vec![blank.into()],
                Field::Bonus => sample.bonus = vec![blank.into()],
                Field::Samples => sample.samples = vec![blank.into()],
                // Ids were never read so.
                Field::RetrievedIds | Field::ReferenceIds => continue,
            }
            let mut evaluation =
                Evaluation::start(*metric, sample.clone(), example.options(*metric)).unwrap();
            while let Some(asks) = evaluation.open_asks() {
                let path = asks[0].path.clone();
                evaluation
                    .take(&path, Reply::text(r#"{"statements": ["One."]}"#))
                    .unwrap();
            }
            let mut record = Record::new(&sample, "en");
            record.add(&evaluation, &Overrides::default());
            // Of the first version, which came to a score.
            record.metrics[0].version = 1;
            record.metrics[0].claimed = Some(State::Scored(Score(metric.scale().max)));
            let Rescored::Done(scored) = &rescore(&record)[0] else {
                panic!("{} is not scored", metric.id());
            };
            let what = format!("{} {field:?} {blank:?}: {:?}", metric.id(), scored.outcome.state);
            assert_eq!(
                (scored.claim, scored.versions),
                (Claim::Differs, Versions::Revised),
                "{what}"
            );
            told.push(metric.id());
        }
    }
    told.dedup();
    assert_eq!(
        told.len(),
        catalogue::ALL.len() - 2,
        "all but the two without texts: {told:?}"
    );
}

/// Writes the frozen links of a version; run once, when the version is new.
#[test]
#[ignore = "writes a file"]
fn freeze() {
    let mut edited = faithful();
    edited.metrics[0].settings.insert("x".into(), 3.into());
    edited.prompts[0].text = "Split {{ answer }} \u{1F6A2}".into();
    let change = Override {
        value: serde_json::json!(true),
        note: "看過原文".into(),
    };
    edited.metrics[0].overrides.0.insert("answer-2".into(), change);
    let mut failed = judged("rag-recall", &["nonsense"]);
    failed.replies.push(Reply::None(NoReply::RanOut));
    failed.replies.push(Reply::Vectors(vec![vec![0.5, -0.25]]));
    failed.cancelled = true;
    let recall = judged(
        "rag-recall",
        &["[ESSENTIAL PASSAGE] 1: x. Score: 5\n[ESSENTIAL PASSAGE] 2: x. Score: 4"],
    );
    let mut two = faithful();
    two.metrics.push(recall.metrics[0].clone());
    two.metrics[1].took.clear();
    let links = [
        (with_question("").shared(Holds::Inputs), View::Page),
        (faithful().shared(Holds::Inputs), View::Page),
        (faithful().shared(Holds::Verdict), View::Page),
        (faithful().shared(Holds::Scores), View::Embed),
        (edited.shared(Holds::Verdict), View::Page),
        (recall.shared(Holds::Verdict), View::Embed),
        (failed.shared(Holds::Verdict), View::Page),
        (two.shared(Holds::Scores), View::Page),
        (judged("bleu", &[]).shared(Holds::Verdict), View::Page),
    ];
    let lines: String = links
        .iter()
        .map(|(record, view)| {
            format!(
                "{} {}\n",
                link::encode(record, *view),
                serde_json::to_string(record).unwrap()
            )
        })
        .collect();
    std::fs::write("tests/links/version-1.txt", format!("{FROZEN_HEAD}{lines}")).unwrap();
}

const FROZEN_HEAD: &str = "Links of version 1, each with the record that it must be read as, for ever.\n";

/// Payloads for English and Chinese texts stay near what raw deflate makes of the text alone.
#[test]
fn links_stay_short() {
    let english = include_str!("links/english.txt");
    let chinese = include_str!("links/chinese.txt");
    let head = |text: &str, count: usize| -> String { text.chars().take(count).collect() };
    for (text, name) in [
        (head(english, 1000), "1,000 English characters"),
        (head(english, 3000), "3,000 English characters"),
        (head(chinese, 500), "500 Chinese characters"),
    ] {
        let alone = deflated(text.as_bytes()).len().div_ceil(3) * 4;
        let link = link::encode(&with_question(&text), View::Page);
        let payload: usize = link.split('.').nth(2).unwrap().parse().unwrap();
        println!(
            "{name}, payload: {payload}, link {}, deflate alone {alone}",
            link.len()
        );
        assert!(payload < alone + 120, "{name}: {payload} against {alone}");
    }
}

fn any_text() -> impl Strategy<Value = String> {
    // All planes, surrogates cannot occur; and what JSON and base64 care about.
    let anything =
        proptest::collection::vec(any::<char>(), 0..200).prop_map(|chars| chars.into_iter().collect());
    let planes = proptest::collection::vec((0_u32..17, 0_u32..0x1_0000), 0..50).prop_map(|places| {
        places
            .iter()
            .filter_map(|(plane, place)| char::from_u32(plane << 16 | place))
            .collect()
    });
    prop_oneof![
        Just(String::new()),
        anything,
        planes,
        Just("\\\"\u{0}\u{7F}\u{2028}{[\r\n\t".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn what_is_written_is_what_is_read(
        texts in proptest::collection::vec(any_text(), 9),
        list in proptest::collection::vec(any_text(), 0..5),
        reply in any_text(),
        note in any_text(),
        score in any::<i32>(),
        time in 0_u64..9_000_000_000_000_000,
        holds in prop_oneof![Just(Holds::Inputs), Just(Holds::Verdict), Just(Holds::Scores)],
    ) {
        let mut texts = texts.into_iter();
        let mut text = || texts.next().unwrap_or_default();
        let sample = Sample {
            question: text(), answer: text(), reference: text(),
            contexts: list.clone(), essential: list.clone(), ..Sample::default()
        };
        let mut record = Record::new(&sample, "zh-Hant");
        record.replies = vec![Reply::text(reply), Reply::None(NoReply::Cancelled)];
        let mut judged = Judged { id: text(), version: 1, claimed: Some(State::Scored(Score(f64::from(score) / 1000.0))), ..Judged::default() };
        judged.settings.insert(text(), text().into());
        judged.overrides.0.insert(text(), Override { value: false.into(), note });
        record.metrics = vec![judged];
        record.started_ms = time;
        record.name = text();
        let shared = record.shared(holds);
        prop_assert_eq!(opened(&link::encode(&shared, View::Page)).unwrap(), shared);
        let back = file::read(file::json(&record).as_bytes()).unwrap();
        prop_assert_eq!(back, Opened::Record(Box::new(record)));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any_text(), codec in "[a-z]{0,2}", length in any::<u16>()) {
        let _ = link::read(&text);
        let _ = link::read(&format!("#s1.{codec}.{length}.{text}"));
        let _ = file::read_text(&text);
        let _ = file::read_text(&format!("{{{text}"));
    }
}

#[test]
fn two_megabytes_travel() {
    let mut seed = 1_u64;
    let text: String = (0..2_000_000)
        .map(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            char::from(b'a' + (seed >> 60) as u8)
        })
        .collect();
    let record = with_question(&text).shared(Holds::Inputs);
    assert_eq!(opened(&link::encode(&record, View::Page)), Ok(record));
}

#[test]
fn a_score_that_no_metric_gives_is_impossible_where_nothing_can_be_checked() {
    for (metric, claimed, impossible) in [
        ("rag-recall", 99.0, true),
        ("rag-recall", 0.5, true),
        ("rag-recall", 5.0, false),
        ("faithfulness", 1.000_1, true),
        ("faithfulness", 1.0, false),
        ("faithfulness", -0.1, true),
        ("faithfulness", f64::NAN, true),
        ("faithfulness", f64::INFINITY, true),
        ("bleu", 101.0, true),
    ] {
        for holds in [Holds::Scores, Holds::Inputs] {
            let mut record = Record::new(&Sample::default(), "en");
            record.holds = holds;
            record.metrics.push(Judged {
                id: metric.into(),
                version: 1,
                claimed: Some(State::Scored(Score(claimed))),
                ..Judged::default()
            });
            let rescored = rescore(&record);
            assert_eq!(
                matches!(rescored[..], [Rescored::Impossible(_)]),
                impossible,
                "{metric} {claimed}"
            );
            assert!(impossible || matches!(rescored[..], [Rescored::Nothing]));
        }
    }
}
