//! What comes back of a reply.

use super::*;

#[test]
fn a_reply_comes_with_its_figures() {
    let fake = Fake::default();
    let Reply::Text(text) = reply(&judge(
        &fake,
        settings("http://localhost:8080"),
        &[Answer(200, YES)],
    )) else {
        panic!("no text");
    };
    assert_eq!((text.text.as_str(), text.model.as_deref()), ("yes", Some("m-1")));
    assert_eq!(text.elapsed_ms, Some(250.0));
    assert_eq!(text.usage.and_then(|usage| usage.prompt), Some(5));
}

#[test]
fn refusals_are_replies() {
    const REFUSED: &str =
        r#"{"choices":[{"message":{"content":null,"refusal":"I won't."},"finish_reason":"stop"}]}"#;
    let fake = Fake::default();
    let Reply::Text(text) = reply(&judge(
        &fake,
        settings("http://localhost:1"),
        &[Answer(200, REFUSED)],
    )) else {
        panic!("no text");
    };
    assert_eq!(text.stop, crate::evaluation::Stop::Refusal);
}

#[test]
fn what_ends_without_words_is_sent_once() {
    const FULL: &str =
        r#"{"content":[{"type":"text","text":"ye"}],"stop_reason":"model_context_window_exceeded"}"#;
    const TOOL: &str = r#"{"content":[{"type":"tool_use"}],"stop_reason":"tool_use"}"#;
    for (body, kind, detail) in [
        (
            FULL,
            FailureKind::TooLong,
            "stop_reason: model_context_window_exceeded",
        ),
        (TOOL, FailureKind::Empty, "stop_reason: tool_use"),
    ] {
        let fake = Fake::default();
        let settings = settings("https://llm.example/v1/messages");
        let failure = failure(reply(&judge(&fake, settings, &[Answer(200, body)])));
        assert_eq!((failure.kind, failure.detail.as_str()), (kind, detail));
        assert_eq!((failure.status, failure.attempts), (Some(200), 1));
        let said = crate::judge::api::explain(
            &failure,
            &crate::judge::api::PageContext::of("https://assay.example"),
            crate::i18n::Lang::En,
        );
        let all = [said.causes, said.next, vec![said.happened]].concat().join("\n");
        assert!(all.contains(detail) && !all.contains("max tokens"), "{all}");
    }
    // Whether anyone is there is told by a reply without words as well.
    let fake = Fake::default();
    let settings = settings("https://llm.example/v1/messages");
    assert!(
        judge(&fake, settings, &[Answer(200, TOOL)])
            .greet()
            .now_or_never()
            .unwrap()
            .is_ok()
    );
}

#[test]
fn what_does_not_end_is_told_and_not_sent_again() {
    for address in ["https://llm.example/v1", "https://llm.example/v1/messages"] {
        let fake = Fake::default();
        let failure = failure(reply(&judge(&fake, settings(address), &[Runaway])));
        assert_eq!(failure.kind, FailureKind::ReplyTooLarge);
        assert_eq!((failure.status, failure.attempts), (Some(200), 1));
        for (lang, words) in [
            (crate::i18n::Lang::En, "sent more than 8 MB (status 200)"),
            (crate::i18n::Lang::ZhHant, "超過 8 MB（狀態 200）"),
        ] {
            let page = crate::judge::api::PageContext::of("https://assay.example");
            // What is shared says nothing of what was said.
            for detail in [failure.detail.clone(), String::new()] {
                let shared = CallFailure {
                    detail,
                    ..failure.clone()
                };
                let said = crate::judge::api::explain(&shared, &page, lang);
                assert!(said.happened.contains(words), "{}", said.happened);
                assert!(!said.happened.contains('“') && !said.happened.contains('「'));
            }
        }
    }
}

#[test]
fn a_key_of_before_is_taken_out_and_never_sent() {
    const OLD: &str = "sk-canary-of-before-42";
    const ECHO: &str = r#"{"model":"sk-canary-of-before-42","choices":[{"message":{"content":"You sent sk-canary-of-before-42 and sk-canary%2Dof-before-42 before; m is a model."},"finish_reason":"stop"}]}"#;
    const REFUSED: &str = r#"{"error":{"message":"sk-canary-of-before-42 was revoked"}}"#;
    let with_past = || {
        let mut settings = settings("https://llm.example/v1");
        let origin = settings.target.endpoint.origin.clone();
        let mut ring = crate::judge::key::KeyRing::default();
        // `m` was entered as a key by mistake: it stays the name of a model.
        for key in [OLD, "m"] {
            ring.hold(crate::judge::key::HeldKey {
                key: BoundKey::new(origin.clone(), ApiKey::from_paste(key).unwrap()),
                keep: crate::judge::key::Keep::Memory,
                until_ms: None,
            });
        }
        ring.forget(&origin);
        settings.past = ring.past().clone();
        settings
    };
    let fake = Fake::default();
    let Reply::Text(text) = reply(&judge(&fake, with_past(), &[Answer(200, ECHO)])) else {
        panic!("no text");
    };
    assert_eq!(text.text, "You sent [key] and [key] before; m is a model.");
    assert_eq!(text.model.as_deref(), Some("[key]"));
    let failure = failure(reply(&judge(&fake, with_past(), &[Answer(403, REFUSED)])));
    assert_eq!(failure.detail, "[key] was revoked");
    for request in fake.sent.borrow().iter() {
        let sent = format!("{} {:?} {:?}", request.url, request.key_header(), request.body);
        assert!(sent.contains(KEY) && !sent.contains(OLD), "{sent}");
    }
}

#[test]
fn vectors_come_from_where_there_are_some() {
    const VECTORS: &str =
        r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]}],"model":"e"}"#;
    let ask = Ask {
        question: Question::Embed,
        body: Body::Embed {
            texts: vec!["one".into(), "two".into()],
        },
        ..ask()
    };
    let fake = Fake::default();
    let with = judge(
        &fake,
        settings("https://llm.example/v1"),
        &[Answer(503, "{}"), Answer(200, VECTORS)],
    );
    let before = with.identity();
    let reply = with.reply(&ask).now_or_never().unwrap();
    assert_eq!(reply, Reply::Vectors(vec![vec![1.0, 0.0], vec![0.0, 1.0]]));
    assert_eq!(fake.sent.borrow().len(), 2, "a failed call is tried again");
    let said = ("embeddings".to_owned(), "text-embedding-3-small".to_owned());
    assert!(!before.parameters.contains(&said) && with.identity().parameters.contains(&said));

    let fake = Fake::default();
    let without = judge(&fake, settings("https://llm.example/v1/messages"), &[]);
    let reply = without.reply(&ask).now_or_never().unwrap();
    assert_eq!(reply, Reply::None(NoReply::Unanswerable));
}

#[test]
fn a_prompt_that_was_cut_is_marked() {
    let reply_of = |usage: &str| -> &'static str {
        format!(r#"{{"choices":[{{"message":{{"content":"yes"}},"finish_reason":"stop"}}],"usage":{usage}}}"#)
            .leak()
    };
    let chat = "http://localhost:8000/v1";
    for (address, answer, cut) in [
        (
            chat,
            reply_of(r#"{"prompt_tokens":4096,"completion_tokens":5}"#),
            true,
        ),
        (
            chat,
            reply_of(r#"{"prompt_tokens":3000,"completion_tokens":5}"#),
            true,
        ),
        (
            chat,
            reply_of(r#"{"prompt_tokens":10200,"completion_tokens":5}"#),
            false,
        ),
        (chat, reply_of("null"), false),
        (
            "http://localhost:8000/v1/messages",
            r#"{"content":[{"type":"text","text":"yes"}],"stop_reason":"end_turn","usage":{"input_tokens":4096,"output_tokens":5}}"#,
            true,
        ),
        // What its own API cuts is told otherwise; some versions count only what is new.
        (
            "http://localhost:8000/api/chat",
            r#"{"message":{"content":"yes"},"done":true,"done_reason":"stop","prompt_eval_count":90,"eval_count":3}"#,
            false,
        ),
    ] {
        let fake = Fake::default();
        let mut ask = ask();
        if let Body::Chat { prompt, .. } = &mut ask.body {
            *prompt = "The ferry leaves the harbour at nine. ".repeat(1_000);
        }
        let script: Vec<Step> = if address.ends_with("/api/chat") {
            vec![Answer(404, ""), Answer(200, answer)]
        } else {
            vec![Answer(200, answer)]
        };
        let judge = judge(&fake, settings(address), &script);
        let Some(Reply::Text(reply)) = judge.reply(&ask).now_or_never() else {
            panic!("no text");
        };
        assert_eq!(reply.prompt_cut, cut, "{address} {answer}");
    }
}

#[test]
fn long_lists_of_texts_go_in_parts() {
    let ask = Ask {
        question: Question::Embed,
        body: Body::Embed {
            texts: vec!["t".into(); 100],
        },
        ..ask()
    };
    let vectors = |count: usize| -> &'static str {
        let list = vec!["[1,0]"; count].join(",");
        Box::leak(format!(r#"{{"embeddings":{{"float":[{list}]}}}}"#).into_boxed_str())
    };
    let fake = Fake::default();
    let judge = judge(
        &fake,
        settings("https://llm.example/v2/chat"),
        &[Answer(200, vectors(96)), Answer(200, vectors(4))],
    );
    let Reply::Vectors(all) = judge.reply(&ask).now_or_never().unwrap() else {
        panic!("no vectors");
    };
    assert_eq!(all.len(), 100);
}
