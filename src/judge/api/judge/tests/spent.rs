//! What calls cost, and the cap.

use super::*;

#[test]
fn what_was_cancelled_under_way_has_an_unknown_cost() {
    use crate::judge::api::prices::Cost;
    let fake = Fake::default();
    let spending = Spending::without_cap();
    let mut settings = settings("http://localhost:1234");
    settings.timeout_ms = u32::MAX;
    let judge =
        ApiJudge::new(settings, fake.clone(), Endless, Learned::default()).spending(spending.clone(), None);
    fake.script.borrow_mut().push_back(Silence);
    let ask = ask();
    let mut reply = Box::pin(judge.reply(&ask));
    assert!(reply.as_mut().now_or_never().is_none());
    assert_eq!(spending.cost(None, None), None);
    drop(reply);
    assert_eq!(spending.cost(None, None), Some(Cost::Unknown));
}

#[test]
fn the_cap_stops_before_the_call() {
    use crate::judge::api::prices::Price;
    let price = Price {
        host: String::new(),
        model: String::new(),
        input: 1e6,
        output: 0.0,
    };
    let fake = Fake::default();
    let spending = Spending::new(Some(12.0), Some(price));
    let judge = judge(
        &fake,
        settings("https://llm.example"),
        &[Answer(200, YES), Answer(200, YES)],
    )
    .spending(spending.clone(), None);
    // 5 tokens each, as the API reports them.
    assert!(matches!(reply(&judge), Reply::Text(_)));
    assert!(matches!(reply(&judge), Reply::Text(_)));
    assert_eq!(spending.spent(), 10.0);
    let none = failure(judge.reply(&long_ask(3)).now_or_never().unwrap());
    assert_eq!((none.kind, none.attempts), (FailureKind::OverCap, 0));
    assert_eq!(fake.sent.borrow().len(), 2);
}

#[test]
fn what_embeddings_report_is_booked_at_their_own_price() {
    use crate::judge::api::prices::Price;
    const VECTOR: &str = r#"{"data":[{"embedding":[1,0]}],"usage":{"prompt_tokens":8,"total_tokens":8}}"#;
    let price = |input| Price {
        host: String::new(),
        model: String::new(),
        input,
        output: 1e6,
    };
    let ask = Ask {
        question: Question::Embed,
        body: Body::Embed {
            texts: vec!["t".into()],
        },
        ..ask()
    };
    // Without one, that of the model that answers in words: mostly too much, and the cap holds.
    for (embedding, spent) in [(None, 8.0), (Some(price(5e5)), 4.0)] {
        let spending = Spending::new(Some(100.0), Some(price(1e6)));
        let fake = Fake::default();
        let mut settings = settings("https://llm.example");
        // A limit of replies is none of vectors.
        settings.wanted.max_tokens = Some(1_000);
        let judge = judge(&fake, settings, &[Answer(200, VECTOR)]).spending(spending.clone(), embedding);
        assert!(matches!(
            judge.reply(&ask).now_or_never().unwrap(),
            Reply::Vectors(_)
        ));
        assert_eq!(spending.spent(), spent);
        assert_eq!(spending.embedding_tokens(), Some(8));
    }
}

#[test]
fn the_cap_holds_however_many_calls_run_at_once() {
    use crate::judge::api::prices::Price;
    // 20 tokens of reply, reported or not: 0.02.
    const TOLD: &str =
        r#"{"choices":[{"message":{"content":"yes"}}],"usage":{"prompt_tokens":5,"completion_tokens":20}}"#;
    const NOT_TOLD: &str = r#"{"choices":[{"message":{"content":"yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes."}}]}"#;
    const HALF_TOLD: &str = r#"{"choices":[{"message":{"content":"yes"}}],"usage":{"prompt_tokens":null,"completion_tokens":20}}"#;
    const BROKEN: &str = r#"{"choices":[{"mess"#;
    for (body, limit, at_once, asks, calls, spent) in [
        (TOLD, None, 64, 11, 2, 0.04),
        (TOLD, None, 4, 20, 2, 0.04),
        (TOLD, None, 1, 20, 2, 0.04),
        (HALF_TOLD, None, 64, 11, 2, 0.04),
        (NOT_TOLD, None, 64, 11, 2, 0.04),
        // The limit of the reply counts until the reply is there.
        (TOLD, Some(25), 64, 11, 2, 0.04),
        (TOLD, Some(30), 64, 11, 2, 0.04),
        (TOLD, Some(31), 64, 11, 1, 0.02),
        (TOLD, Some(51), 64, 11, 0, 0.0),
        // Paid for, though it can't be read.
        (BROKEN, Some(20), 64, 11, 2, 0.04),
    ] {
        let server = Steady::new(200, body);
        let mut settings = settings("https://llm.example");
        settings.at_once = at_once;
        settings.wanted.max_tokens = limit;
        let price = Price {
            host: String::new(),
            model: String::new(),
            input: 0.0,
            output: 1_000.0,
        };
        let spending = Spending::new(Some(0.05), Some(price));
        let judge = ApiJudge::new(settings, server.clone(), server.hours.clone(), Learned::default())
            .spending(spending.clone(), None);
        let replies = replies(&judge, &server.hours, &vec![ask(); asks]);
        assert_eq!(server.asked.get(), calls, "{body} {limit:?} {at_once}");
        assert!((spending.spent() - spent).abs() < 0.001, "{}", spending.spent());
        let stopped = replies.iter().filter(
            |reply| matches!(reply, Reply::None(NoReply::Failed(failure)) if failure.kind == FailureKind::OverCap),
        );
        assert_eq!(stopped.count(), asks - calls, "the others are told why");
    }
}

#[test]
fn what_a_useless_reply_took_is_booked_and_told() {
    use crate::judge::api::prices::Price;
    const TOOL: &str = r#"{"choices":[{"message":{"content":null},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1000,"completion_tokens":500}}"#;
    const FULL: &str = r#"{"choices":[{"message":{"content":"ye"},"finish_reason":"model_length"}],"usage":{"prompt_tokens":1000,"completion_tokens":500}}"#;
    for (body, kind) in [(TOOL, FailureKind::Empty), (FULL, FailureKind::TooLong)] {
        let price = Price {
            host: String::new(),
            model: String::new(),
            input: 1.0,
            output: 20.0,
        };
        let spending = Spending::new(Some(100.0), Some(price));
        let fake = Fake::default();
        let judge = judge(&fake, settings("https://llm.example"), &[Answer(200, body)])
            .spending(spending.clone(), None);
        let failure = failure(reply(&judge));
        let usage = failure.usage.map(|usage| (usage.prompt, usage.completion));
        assert_eq!((failure.kind, usage), (kind, Some((Some(1_000), Some(500)))));
        assert!((spending.spent() - 0.011).abs() < 1e-9, "{}", spending.spent());
    }
}
