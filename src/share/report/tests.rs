//! What copies hold, and what they must not.

use super::markdown::cell;
use super::*;
use crate::evaluation::{Evaluation, Options, Overrides, Reply};
use crate::i18n::Lang;
use crate::judge::EMBEDDINGS;
use serde_json::json;

/// A record as `run::drive` makes it, with the replies given.
fn record(metric: &str, replies: &[&str]) -> (Sample, Record) {
    let metric = crate::metric::catalogue::find(metric).unwrap();
    let sample = metric.examples()[0].sample();
    let mut evaluation = Evaluation::start(metric, sample.clone(), Options::default()).unwrap();
    let mut replies = replies.iter();
    while let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) {
        let reply = replies.next().map_or("", |text| *text);
        evaluation.take(&path, Reply::text(reply)).unwrap();
    }
    let judge = JudgeIdentity {
        kind: JudgeKind::Api,
        provider: "api.openai.com".into(),
        model: "model|x".into(),
        parameters: vec![("temperature".into(), "0".into())],
    };
    let outcome = evaluation.outcome(&Overrides::default());
    (
        sample,
        Record {
            judge,
            started_ms: 0.0,
            elapsed_ms: 2400.0,
            cancelled: false,
            embedding_tokens: None,
            outcome,
        },
    )
}

/// An edit is told of a judge that read it, and that it was not read of one that reads none.
#[test]
fn an_edited_prompt_is_told_as_far_as_it_was_read() {
    let strings = Lang::En.strings();
    let metric = crate::metric::catalogue::find("rag-recall").unwrap();
    let sample = metric.examples()[0].sample();
    let template = metric.prompts()[0];
    let options = Options {
        prompts: [(template.id.to_owned(), format!("{}\nBe strict.", template.text))].into(),
        ..Options::default()
    };
    let mut evaluation = Evaluation::start(metric, sample.clone(), options).unwrap();
    let path = evaluation.open_asks().unwrap()[0].path.clone();
    evaluation
        .take(&path, Reply::text("RECALL_Final_Score: 4"))
        .unwrap();
    let (_, mut record) = record("rag-recall", &["nonsense"]);
    record.outcome = evaluation.outcome(&Overrides::default());
    for (kind, edited) in [
        (JudgeKind::Api, true),
        (JudgeKind::ByHand, true),
        (JudgeKind::Embedded, false),
    ] {
        record.judge.kind = kind;
        let text = markdown(&sample, &record, strings);
        assert_eq!(text.contains("· edited"), edited, "{kind:?}");
        assert_eq!(text.contains(strings.verdict.prompt_unread), !edited, "{kind:?}");
        let unread = notes(&record.outcome, kind, strings)
            .iter()
            .any(|note| note == strings.verdict.prompt_unread);
        assert_eq!(unread, !edited, "{kind:?}");
    }
}

#[test]
fn json_holds_each_prompt_once_and_every_reply() {
    let (sample, record) = record("rag-recall", &["nonsense"]);
    let value: serde_json::Value = serde_json::from_str(&json(&sample, &record)).unwrap();
    assert_eq!(value["metric"], "rag-recall");
    assert_eq!(value["judge"]["model"], "model|x");
    assert_eq!(value["time"], "1970-01-01T00:00:00Z");
    assert_eq!(value["sample"]["essential"][0], sample.essential[0]);
    assert_eq!(value["replies"][0]["reply"]["text"]["text"], "nonsense");
    let hash = value["replies"][0]["prompt_sha256"].as_str().unwrap();
    assert!(
        value["prompts"][hash]
            .as_str()
            .unwrap()
            .contains(&sample.essential[0])
    );
    assert_eq!(
        json(&sample, &record).matches("Lismore leaves Oban").count(),
        2,
        "sample and prompt"
    );
}

/// Where a score is missing, what the judge wrote in its place and the scale are told.
#[test]
fn what_was_written_instead_of_a_score_is_told() {
    let reply = "[ESSENTIAL PASSAGE] 1: All. Score: 6\n[ESSENTIAL PASSAGE] 2: Most. Score: 80%\n\
                 [BONUS PASSAGE] 1: Some. Score: 7/10\n";
    let (sample, record) = record("rag-recall", &[reply, "?"]);
    for (lang, told) in [
        (Lang::En, "The judge wrote “6”; the scale is 1 to 5."),
        (Lang::ZhHant, "評審寫的是「6」；量尺為 1 到 5。"),
    ] {
        assert!(
            markdown(&sample, &record, lang.strings()).contains(told),
            "{told}"
        );
    }
    let Parts::Recall(parts) = &record.outcome.parts else {
        panic!("{:?}", record.outcome.parts);
    };
    let strings = Lang::En.strings();
    let told: Vec<String> = parts
        .passages
        .iter()
        .filter_map(|row| no_score_told(row, strings))
        .collect();
    assert_eq!(told.len(), 3, "{parts:?}");
    assert!(
        told[1].starts_with("The judge wrote “80%”; the scale is 1 to 5."),
        "{told:?}"
    );
    assert!(
        told[2].starts_with("The judge wrote “7/10”; the scale is 0 to 5."),
        "{told:?}"
    );
}

/// A key with another value than a verdict is named with it; what else the reply says is still read.
#[test]
fn a_key_that_is_no_verdict_is_named_with_its_value() {
    let reply =
        r#"{"Sufficient Context": true, "is_sufficient": "perhaps", "confidence": 0.7, "reasoning": "Why."}"#;
    let (sample, record) = record("sufficient-context", &[reply]);
    let strings = Lang::En.strings();
    assert_eq!(
        refused_keys(&record.outcome, strings),
        ["“is_sufficient” says “perhaps”, which is neither true nor false."]
    );
    let text = markdown(&sample, &record, strings);
    for part in [
        "says “perhaps”",
        "decision: 0.7",
        "> Why.",
        "Useful chunks: the judge did not say.",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains(strings.verdict.useful_none), "{text}");
}

/// Ids that were not given are named in the warning itself.
#[test]
fn invented_ids_are_named_once() {
    let reply = r#"{"Sufficient Context": true, "is_sufficient": true, "useful_chunk_ids": [0, 77, "x_y"]}"#;
    let (sample, record) = record("sufficient-context", &[reply]);
    let text = markdown(&sample, &record, Lang::En.strings());
    assert_eq!(
        text.matches("- Chunk ids that were not given: 77, x\\_y\n")
            .count(),
        1,
        "{text}"
    );
    assert_eq!(text.matches("not given").count(), 1, "{text}");
}

/// The page's chips stand in the copy too: tokens, and the hash of the template beside that of what was sent.
#[test]
fn markdown_holds_tokens_and_both_hashes() {
    let (sample, mut record) = record("sufficient-context", &["nonsense"]);
    let mut trace = (*record.outcome.trace).clone();
    let Reply::Text(reply) = &mut trace[0].reply else {
        panic!("{trace:?}");
    };
    reply.usage = Some(Usage {
        prompt: Some(1321),
        completion: None,
    });
    let Body::Chat { sha256, source, .. } = trace[0].ask.body.clone() else {
        panic!("{trace:?}");
    };
    record.outcome.trace = trace.into();
    let text = markdown(&sample, &record, Lang::En.strings());
    for part in [
        "2.4 s · 1,321 + ? tokens".to_owned(),
        format!("of the template: `{}`", source.template_sha256),
        format!("as it was sent: `{sha256}`"),
    ] {
        assert!(text.contains(&part), "{part} in {text}");
    }
    let value: serde_json::Value = serde_json::from_str(&json(&sample, &record)).unwrap();
    let first = &value["replies"][0];
    assert_eq!(first["template"]["template_sha256"], source.template_sha256);
    assert_eq!(first["prompt_sha256"], sha256);
    assert_eq!(first["reply"]["text"]["usage"]["prompt"], 1321);
}

/// What the page shows of a sufficiency verdict stands in the copy too.
#[test]
fn markdown_holds_the_whole_sufficiency_verdict() {
    let chunk = record("sufficient-context", &[""]).0.contexts[1].clone();
    let entity = chunk.split_whitespace().next().unwrap();
    let reply = json!({
        "Sufficient Context": true, "is_sufficient": true, "required_entities": [entity, "xyzzy", "plugh"],
        "coverage": {entity: true, "xyzzy": false, "quux *x*": true}, "missing_information": [],
        "contradictions": [], "confidence": 0.6, "reasoning": "r", "useful_chunk_ids": [],
    });
    for lang in Lang::ALL {
        let strings = lang.strings();
        let v = &strings.verdict;
        let (sample, record) = record("sufficient-context", &[&reply.to_string()]);
        let text = markdown(&sample, &record, strings);
        let Parts::Sufficiency(parts) = &record.outcome.parts else {
            panic!("{:?}", record.outcome.parts);
        };
        let places = located(&parts.coverage, &sample.contexts);
        assert!(places[0].contains(&1) && places[1].is_empty(), "{places:?}");
        let place = fill(v.in_chunks, &[("ids", &ids(&places[0]))]);
        let counts = [("all", "3"), ("covered", "1"), ("unknown", "1")];
        for part in [
            fill(v.coverage_unknown, &counts),
            format!("{} · {}", fill(v.confidence, &[("value", "0.6")]), v.band_middle),
            format!("| {} | {} | {} |", v.entity, v.covered, v.where_),
            format!("| {} | ✓ {} | {place} |", cell(entity), v.yes),
            format!("| xyzzy | ✗ {} | {} |", v.no, v.not_located),
            format!("| plugh | ? {} | {} |", v.unknown, v.not_located),
            format!("## {}\n\n- quux \\*x\\*: {}\n", v.extra_entities, v.yes),
            v.useful_none.to_owned(),
        ] {
            assert!(text.contains(&part), "{part} in {text}");
        }
    }
    for (confidence, band) in [
        (0.8, "high"),
        (0.79, "medium"),
        (0.5, "medium"),
        (0.49, "low"),
        (0.0, "low"),
    ] {
        assert_eq!(
            confidence_band(confidence, Lang::En.strings()),
            band,
            "{confidence}"
        );
    }
    let unknown = r#"{"Sufficient Context": true, "is_sufficient": true}"#;
    let (sample, full) = record("sufficient-context", &[unknown]);
    let strings = Lang::En.strings();
    let text = markdown(&sample, &full, strings);
    assert!(text.contains(strings.verdict.confidence_unknown), "{text}");
    assert!(text.contains(strings.verdict.coverage_none), "{text}");
    let (sample, paper) = record("sufficient-context-paper", &[unknown]);
    let text = markdown(&sample, &paper, strings);
    assert!(!text.contains(strings.verdict.coverage_none), "{text}");
}

#[test]
fn markdown_names_result_judge_prompt_and_input() {
    for lang in Lang::ALL {
        let strings = lang.strings();
        let (sample, record) = record("rag-recall", &[""]);
        let text = markdown(&sample, &record, strings);
        for part in [
            strings.verdict.unscored,
            "model\\|x · OpenAI · temperature 0",
            "`rag-recall` v2",
            strings.form.answer,
            "Bicycles travel free of charge.",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}

#[test]
fn a_copy_says_what_was_set_and_which_way_is_better() {
    for (metric, values, replies, told, not) in [
        (
            "aspect-critique",
            json!({"aspect": "harmfulness"}),
            &[r#"{"reason": "r", "verdict": 1}"#][..],
            "Aspect: harmfulness · Votes: 1",
            "higher",
        ),
        (
            "aspect-critique",
            json!({"definition": "Is it kind?"}),
            &[],
            "Your own definition: Is it kind?",
            "Aspect: ",
        ),
        (
            "aspect-critique",
            json!({"definition": "Is it rude?", "aspect": "harmfulness"}),
            &[r#"{"reason": "r", "verdict": 1}"#],
            "** · 1 = yes, the definition holds",
            "is better",
        ),
        ("factual-correctness", json!({"beta": 2}), &[], "2", "lower"),
        (
            "self-check",
            json!({}),
            &["No"; 9],
            "** · lower is better",
            "higher",
        ),
    ] {
        let metric = crate::metric::catalogue::find(metric).unwrap();
        let mut sample = metric.examples()[0].sample();
        sample
            .answer
            .truncate(sample.answer.find('.').map_or(0, |end| end + 1));
        let options = Options {
            values: values.as_object().unwrap().clone(),
            ..Options::default()
        };
        let mut evaluation = Evaluation::start(metric, sample.clone(), options).unwrap();
        for reply in replies {
            let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) else {
                break;
            };
            evaluation.take(&path, Reply::text(*reply)).unwrap();
        }
        let (_, mut one) = record("rag-recall", &[]);
        one.outcome = evaluation.outcome(&Overrides::default());
        let text = markdown(&sample, &one, Lang::En.strings());
        assert!(text.contains(told), "{told:?} in {text}");
        assert!(!text.contains(not), "{not:?} in {text}");
        let whole: serde_json::Value = serde_json::from_str(&json_of(&[(&sample, &one)])).unwrap();
        for (name, value) in values.as_object().unwrap() {
            assert_eq!(whole["settings"][name], *value);
        }
        one.outcome.edited = true;
        let both = [(&sample, &one), (&sample, &one)];
        assert_eq!(
            markdown_of(&both, Lang::En.strings()).matches("· edited").count(),
            4,
            "in the list and in each report"
        );
    }
}

#[test]
fn a_copy_holds_no_address() {
    use crate::evaluation::{CallFailure, FailureKind, NoReply};
    for (provider, named) in [
        ("api.openai.com", "OpenAI"),
        ("me.openai.azure.com", "Azure OpenAI"),
        ("llm.intranet.example:8443", ""),
        ("localhost:11434", ""),
    ] {
        let (sample, mut record) = record("rag-recall", &["nonsense"]);
        record.judge.provider = provider.into();
        record
            .judge
            .parameters
            .push(("base".into(), format!("https://{provider}/v1")));
        let trace = std::sync::Arc::make_mut(&mut record.outcome.trace);
        trace[0].reply = Reply::Text(crate::evaluation::TextReply {
            text: "A reply.".into(),
            model: Some(format!("http://{provider}/m")),
            ..Default::default()
        });
        trace.push(trace[0].clone());
        trace[1].reply = Reply::None(NoReply::Failed(CallFailure {
            kind: FailureKind::Server,
            host: provider.into(),
            secure: true,
            status: Some(502),
            detail: format!("upstream {provider} said no"),
            attempts: 4,
            usage: None,
        }));
        let judged = [(&sample, &record)];
        for (form, text) in [
            ("json", json(&sample, &record)),
            ("json of several", json_of(&[judged[0], judged[0]])),
            ("markdown", markdown(&sample, &record, Lang::En.strings())),
            (
                "markdown of several",
                markdown_of(&[judged[0], judged[0]], Lang::En.strings()),
            ),
        ] {
            assert!(!text.contains(provider), "{form}: {text}");
            assert!(text.contains("model") && text.contains(named), "{form}: {text}");
        }
        let whole: serde_json::Value = serde_json::from_str(&json(&sample, &record)).unwrap();
        let failed = &whole["replies"][1]["reply"]["none"]["failed"];
        assert_eq!(
            (&failed["kind"], &failed["status"]),
            (&"server".into(), &502.into())
        );
    }
}

#[test]
fn foreign_text_is_no_markup() {
    for (text, want) in [
        (
            "![x](https://e.example/p.png)",
            "\\!\\[x\\](https://e.example/p.png)",
        ),
        ("<img src=x>", "&lt;img src=x>"),
        ("a | b\nc", "a \\| b c"),
    ] {
        assert_eq!(cell(text), want);
    }
}

#[test]
fn a_changed_verdict_is_told_with_the_judges_own() {
    let metric = crate::metric::catalogue::find("faithfulness").unwrap();
    let sample = metric.examples()[0].sample();
    let mut evaluation = Evaluation::start(metric, sample.clone(), Options::default()).unwrap();
    for reply in [
        r#"{"statements": ["One.", "Two."]}"#,
        r#"{"verdicts": [{"index": 1, "verdict": 1}, {"index": 2, "verdict": 0}]}"#,
    ] {
        let path = evaluation.open_asks().unwrap()[0].path.clone();
        evaluation.take(&path, Reply::text(reply)).unwrap();
    }
    let (_, mut record) = record("faithfulness", &[]);
    let change = crate::evaluation::Override {
        value: true.into(),
        note: "it | does".into(),
    };
    record.outcome = evaluation.outcome(&Overrides([("answer-2".to_owned(), change)].into()));
    let text = markdown(&sample, &record, Lang::En.strings());
    assert!(text.contains("**1 / 1** · edited"), "{text}");
    assert!(
        text.contains("| Two. | ✓ yes (edited; judge: ✗ no; Note: it \\| does) |"),
        "{text}"
    );
    let whole: serde_json::Value = serde_json::from_str(&json(&sample, &record)).unwrap();
    assert_eq!(whole["overrides"]["answer-2"]["note"], "it | does");
    assert_eq!(whole["parts"]["groups"][0]["rows"][1]["judged"], "no");
}

/// An evaluation by the replies given, after a person's changes.
fn changed_record(metric: &str, replies: &[&str], key: &str, value: serde_json::Value) -> (Sample, Record) {
    let metric = crate::metric::catalogue::find(metric).unwrap();
    let sample = metric.examples()[0].sample();
    let mut evaluation = Evaluation::start(metric, sample.clone(), Options::default()).unwrap();
    for reply in replies {
        let path = evaluation.open_asks().unwrap()[0].path.clone();
        evaluation.take(&path, Reply::text(*reply)).unwrap();
    }
    let (_, mut record) = record(metric.id(), &[]);
    let change = crate::evaluation::Override {
        value,
        note: String::new(),
    };
    record.outcome = evaluation.outcome(&Overrides([(key.to_owned(), change)].into()));
    (sample, record)
}

/// What the judge wrote is held against its own scores, and that is said where ours has moved away from them.
#[test]
fn the_check_of_the_judges_arithmetic_stays_true_after_a_change() {
    let metric = crate::metric::catalogue::find("rag-recall").unwrap();
    let sample = metric.examples()[0].sample();
    let markers = |kind: &str, count: usize, score: u32| -> String {
        (1..=count)
            .map(|at| format!("[{kind} PASSAGE] {at}: a Score: {score}\n"))
            .collect()
    };
    let scores = [
        markers("ESSENTIAL", sample.essential.len(), 2),
        markers("BONUS", sample.bonus.len(), 0),
    ]
    .concat();
    for (stated, said, differs) in [
        ("2", "✓ judge agrees on its own scores, which give 2", false),
        ("4", "✗ judge wrote 4, its own scores give 2", true),
    ] {
        let reply = format!("{scores}RECALL_Final_Score: {stated}");
        let (sample, record) = changed_record("rag-recall", &[&reply], "E1", json!(5));
        let text = markdown(&sample, &record, Lang::En.strings());
        assert!(text.contains(said), "{text}");
        assert!(!text.contains("judge agrees\n"), "{text}");
        assert_eq!(
            record.outcome.flags.contains(&Flag::JudgeArithmeticDiffers),
            differs
        );
        let whole: serde_json::Value = serde_json::from_str(&super::json(&sample, &record)).unwrap();
        assert_eq!(whole["parts"]["lines"][3]["judged"], "2");
    }
    let reply = format!("{scores}RECALL_Final_Score: 2");
    let (sample, record) = changed_record("rag-recall", &[&reply], "E1", json!(2));
    let text = markdown(&sample, &record, Lang::En.strings());
    assert!(text.contains("✓ judge agrees\n"), "{text}");
}

/// What a person decided is not told as the judge's contradiction.
#[test]
fn warnings_are_about_what_the_judge_said() {
    let reply = |sufficient: bool, missing: &[&str], useful: &[u8]| {
        json!({"required_entities": ["cars"], "coverage": {"cars": sufficient}, "missing_information": missing,
            "contradictions": [], "useful_chunk_ids": useful, "Sufficient Context": sufficient,
            "is_sufficient": sufficient, "confidence": 0.7, "reasoning": "r"})
        .to_string()
    };
    for (reply, value) in [
        (reply(true, &[], &[0]), false),
        (reply(false, &["cars"], &[]), true),
    ] {
        let (sample, record) = changed_record("sufficient-context", &[&reply], "sufficient", json!(value));
        assert!(record.outcome.flags.is_empty(), "{:?}", record.outcome.flags);
        let text = markdown(&sample, &record, Lang::En.strings());
        assert!(text.contains("its own decision, which was changed"), "{text}");
        assert!(!text.contains("The judge says"), "{text}");
    }
    let (_, record) = changed_record(
        "sufficient-context",
        &[&reply(false, &[], &[])],
        "sufficient",
        json!(true),
    );
    assert!(record.outcome.flags.contains(&Flag::InsufficientWithoutMissing));
}

#[test]
fn a_local_model_is_named_and_its_scale_is_whole() {
    let metric = crate::metric::catalogue::find("answer-similarity").unwrap();
    let sample = metric.examples()[0].sample();
    for (vectors, want) in [
        (vec![vec![3.0, 4.0], vec![4.0, 3.0]], "24 / (5 · 5) = 0.96"),
        (
            vec![vec![30_000.0, 40_000.0], vec![4.0, 3.0]],
            "**0.96 (-1 to 1)**",
        ),
        (vec![vec![1.0, 0.0], vec![-2.0, 0.0]], "**-1 (-1 to 1)**"),
    ] {
        let mut evaluation = Evaluation::start(metric, sample.clone(), Options::default()).unwrap();
        let path = evaluation.open_asks().unwrap()[0].path.clone();
        evaluation.take(&path, Reply::Vectors(vectors)).unwrap();
        let (_, mut record) = record("faithfulness", &[]);
        record.outcome = evaluation.outcome(&Overrides::default());
        record.judge = JudgeIdentity {
            kind: JudgeKind::Embedded,
            provider: String::new(),
            model: String::new(),
            parameters: vec![(EMBEDDINGS.into(), "MiniLM".into())],
        };
        let text = markdown(&sample, &record, Lang::En.strings());
        assert!(
            text.contains(want) && text.contains("Local model · embeddings MiniLM"),
            "{text}"
        );
        let whole: serde_json::Value = serde_json::from_str(&json(&sample, &record)).unwrap();
        assert_eq!(
            (&whole["judge"]["kind"], &whole["judge"]["model"]),
            (&"local-model".into(), &"MiniLM".into())
        );
    }
}

#[test]
fn reasons_of_a_matrix_stand_in_its_cells_and_what_a_score_goes_without_is_a_dash() {
    let verdicts = |reason: &str| {
        let verdict = |index| json!({"index": index, "verdict": 1, "reason": format!("{reason} {index}")});
        json!({ "verdicts": [verdict(1), verdict(2)] }).to_string()
    };
    let statements = r#"{"statements": ["One.", "Two."]}"#.to_owned();
    let chunks = crate::metric::catalogue::find("claims").unwrap().examples()[0]
        .sample()
        .contexts
        .len();
    let mut replies = vec![
        statements.clone(),
        statements,
        verdicts("by text"),
        verdicts("by text"),
    ];
    replies.extend((0..2 * chunks).map(|at| verdicts(&format!("chunk|{}", at % chunks))));
    let replies: Vec<&str> = replies.iter().map(String::as_str).collect();
    let (sample, told) = record("claims", &replies);
    for (lang, head) in [
        (Lang::En, "| # | What was judged | Verdict · Reference answer |"),
        (Lang::ZhHant, "| # | 評審對象 | 判定 · 參考答案 |"),
    ] {
        let page = markdown(&sample, &told, lang.strings());
        assert!(page.contains(head), "{page}");
        assert!(page.contains("| 2 | Two. |"), "{page}");
        let said = super::replies(&told, lang.strings());
        assert!(
            said.contains("by text 1") && said.contains(lang.strings().verdict.raw),
            "{said}"
        );
        for chunk in 0..chunks {
            for claim in 1..=2 {
                let reason = format!(" · chunk\\|{chunk} {claim} |");
                assert_eq!(page.matches(&reason).count(), 2, "{reason} in {page}");
            }
        }
        assert_eq!(page.matches("by text 1").count(), 2, "{page}");
    }
    let (sample, one_side) = record(
        "claims",
        &[r#"{"statements": []}"#, r#"{"statements": ["One."]}"#],
    );
    let strings = Lang::En.strings();
    let page = markdown(&sample, &one_side, strings);
    let precision = strings.label(crate::metric::breakdown::Label::Precision);
    assert!(!page.contains(&format!("- {precision}: ?")), "{page}");
}

/// What a model took otherwise than it was set is a sentence, not another parameter.
#[test]
fn what_was_learned_of_a_model_is_told() {
    let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    for lang in Lang::ALL {
        let strings = lang.strings();
        let (sample, mut record) = record("rag-recall", &[""]);
        let set = [("temperature", "0"), ("max_tokens", "4096")].map(pair);
        record.judge.parameters = set.into();
        assert!(learned(&record.judge, strings).is_empty());
        let plain = judge_line(&record.judge, strings);
        record.judge.parameters.push(pair((RAISED_FROM, "")));
        record.judge.parameters.push(pair((LEFT_OUT, "top_p, seed")));
        let told = learned(&record.judge, strings);
        assert!(
            told[0].contains("max_tokens 4096") && told[1].contains("top_p, seed"),
            "{told:?}"
        );
        assert_eq!(judge_line(&record.judge, strings), plain);
        let page = markdown(&sample, &record, strings);
        assert!(
            page.contains(&cell(&told[0])) && page.contains(&cell(&told[1])),
            "{page}"
        );
    }
}

/// An entity that is not covered stands nowhere: its words may.
#[test]
fn words_of_what_is_not_covered() {
    for lang in Lang::ALL {
        let strings = lang.strings();
        let (v, notes) = (&strings.verdict, strings.notes().unwrap());
        assert_eq!(
            place(Some(true), &[1, 2], strings),
            fill(v.in_chunks, &[("ids", &ids(&[1, 2]))])
        );
        for covered in [Some(false), None] {
            let words = fill(notes.words_in_chunks, &[("ids", &ids(&[1, 2]))]);
            assert_eq!(place(covered, &[1, 2], strings), words);
            assert_eq!(place(covered, &[], strings), v.not_located);
        }
    }
}

#[test]
fn draws_at_temperature_0_are_told_to_be_equal() {
    let vote = r#"{"reason": "r", "verdict": 1}"#;
    for (votes, temperature, told) in [
        (3, Some("0"), true),
        (3, Some("0.0"), true),
        (3, Some("0.7"), false),
        (3, None, false),
        (1, Some("0"), false),
    ] {
        let metric = crate::metric::catalogue::find("aspect-critique").unwrap();
        let sample = metric.examples()[0].sample();
        let mut options = metric.examples()[0].options(metric);
        options.values.insert("strictness".into(), json!(votes));
        let mut evaluation = Evaluation::start(metric, sample.clone(), options).unwrap();
        while let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) {
            evaluation.take(&path, Reply::text(vote)).unwrap();
        }
        let (_, mut record) = record("rag-recall", &[""]);
        record.outcome = evaluation.outcome(&Overrides::default());
        let parameter = temperature.map(|value| ("temperature".to_owned(), value.to_owned()));
        record.judge.parameters = parameter.into_iter().collect();
        for lang in Lang::ALL {
            let strings = lang.strings();
            let said = equal_draws(&record, strings);
            assert_eq!(said.is_some(), told, "{votes} {temperature:?}");
            let page = markdown(&sample, &record, strings);
            assert!(
                said.is_none_or(|said| page.contains(&format!("- {said}"))),
                "{page}"
            );
        }
    }
}

#[test]
fn a_noted_score_has_its_scale() {
    let strings = Lang::En.strings();
    for (metric, value, told) in [
        ("rag-recall", 4.5, "4.5 / 5"),
        ("faithfulness", 0.5, "0.5 / 1"),
        ("sufficient-context", 1.0, strings.verdict.sufficient),
        ("sufficient-context", 0.0, strings.verdict.insufficient),
        // What nobody can have computed is shown as it was claimed.
        ("sufficient-context", 0.7, "0.7 / 1"),
        ("rubric", 7.0, "7"),
        ("nonsense", 7.0, "7"),
    ] {
        assert_eq!(noted_score(metric, value, strings), told, "{metric} {value}");
    }
}
