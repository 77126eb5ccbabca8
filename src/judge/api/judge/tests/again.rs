//! What is sent again, what is not, and what the user is told of it.

use super::*;

#[test]
fn what_is_tried_again_and_what_is_not() {
    const LIMIT: &str =
        r#"{"error":{"message":"Rate limit. Please try again in 1.2s.","code":"rate_limit_exceeded"}}"#;
    const QUOTA: &str = r#"{"error":{"message":"No money","code":"insufficient_quota"}}"#;
    let end = |kind, status, attempts| Some((kind, status, attempts));
    for (script, slept, ends) in [
        (vec![Answer(429, LIMIT), Answer(200, YES)], vec![1_700], None),
        (
            vec![AnswerAfter(429, "", "3"), Answer(200, YES)],
            vec![3_500],
            None,
        ),
        (
            vec![AnswerAfter(429, LIMIT, "2"), Answer(200, YES)],
            vec![2_500],
            None,
        ),
        (
            // It is noon there.
            vec![
                AnswerAfter(429, "", "Wed, 21 Oct 2026 12:00:07 GMT"),
                Answer(200, YES),
            ],
            vec![7_500],
            None,
        ),
        (
            vec![Answer(503, ""), Answer(529, ""), Answer(200, YES)],
            vec![1_000, 2_000],
            None,
        ),
        // Twice more, with JSON asked for in the next ways.
        (
            vec![Answer(500, ""); 3],
            vec![1_000, 2_000],
            end(FailureKind::Server, Some(500), 3),
        ),
        (
            vec![AnswerAfter(429, LIMIT, "0"), Answer(200, YES)],
            vec![1_700],
            None,
        ),
        (
            vec![AnswerAfter(429, "", "3600")],
            vec![],
            end(FailureKind::RateLimited, Some(429), 1),
        ),
        (
            vec![Answer(429, QUOTA)],
            vec![],
            end(FailureKind::Quota, Some(429), 1),
        ),
        (
            vec![Answer(401, "")],
            vec![],
            end(FailureKind::Unauthorized, Some(401), 1),
        ),
        (
            vec![Answer(404, "")],
            vec![],
            end(FailureKind::NotFound, Some(404), 1),
        ),
        (
            vec![Answer(400, "")],
            vec![],
            end(FailureKind::BadRequest, Some(400), 1),
        ),
        (
            vec![Answer(200, "{\"cut")],
            vec![],
            end(FailureKind::Malformed, Some(200), 1),
        ),
        (vec![Gone], vec![], end(FailureKind::Unreachable, None, 1)),
        // A response had begun: it is there, and may be called.
        (vec![Broken, Answer(200, YES)], vec![1_000], None),
        (vec![Offline], vec![], end(FailureKind::Offline, None, 1)),
        (vec![BadHeader], vec![], end(FailureKind::BadKey, None, 1)),
        (vec![Silence], vec![120_000], end(FailureKind::Timeout, None, 1)),
        // After an answer the server is known to be there.
        (
            vec![Answer(500, ""), Gone, Answer(200, YES)],
            vec![1_000, 2_000],
            None,
        ),
        (
            vec![Answer(500, ""), Gone, Gone],
            vec![1_000, 2_000],
            end(FailureKind::Unreachable, None, 3),
        ),
    ] {
        let fake = Fake::default();
        let tries = script.len();
        let reply = reply(&judge(&fake, settings("https://llm.example"), &script));
        assert_eq!(*fake.slept.borrow(), slept);
        assert_eq!(fake.sent.borrow().len(), tries, "nothing is sent after the end");
        match (reply, ends) {
            (Reply::Text(text), None) => assert_eq!(text.text, "yes"),
            (reply, Some((kind, status, attempts))) => {
                let failure = failure(reply);
                assert_eq!(
                    (failure.kind, failure.status, failure.attempts),
                    (kind, status, attempts)
                );
                assert_eq!((failure.host.as_str(), failure.secure), ("llm.example", true));
            }
            (reply, None) => panic!("{reply:?}"),
        }
    }
}

#[test]
fn network_errors_are_tried_twice_more_where_it_answered() {
    let fake = Fake::default();
    let judge = judge(
        &fake,
        settings("https://llm.example"),
        &[Answer(200, YES), Gone, Gone, Gone],
    );
    assert!(matches!(reply(&judge), Reply::Text(_)));
    let failure = failure(reply(&judge));
    assert_eq!((failure.kind, failure.attempts), (FailureKind::Unreachable, 3));
}

/// The first time and twice more, whatever may pass; once, whatever does not; with a form of JSON as without.
#[test]
fn nothing_is_sent_more_than_three_times() {
    const IN_WORDS: &str = r#"{"error":{"message":"Provider returned error","code":502}}"#;
    const BUSY: &str = r#"{"error":{"message":"Rate limited upstream","code":429}}"#;
    const SPENT: &str =
        r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#;
    const FORM: &str = r#"{"error":{"message":"response_format: internal error"}}"#;
    for (status, body, sent) in [
        (408, "", 3),
        (409, "", 3),
        (429, "", 3),
        (500, "", 3),
        (500, FORM, 3),
        (502, "<html><title>502 Bad Gateway</title></html>", 3),
        (503, "", 3),
        (504, "", 3),
        (529, "", 3),
        (200, IN_WORDS, 3),
        (200, BUSY, 3),
        (429, SPENT, 1),
        (400, "", 1),
        (401, "", 1),
        (402, "", 1),
        (403, "", 1),
        (404, "", 1),
        (413, "", 1),
        (422, "", 1),
    ] {
        for of_schema in [true, false] {
            let fake = Fake::default();
            let judge = judge(
                &fake,
                settings("https://llm.example"),
                &vec![Answer(status, body); 9],
            );
            let mut ask = ask();
            if let Body::Chat { schema, .. } = &mut ask.body {
                *schema = schema.take().filter(|_| of_schema);
            }
            let reply = judge.reply(&ask).now_or_never().expect("nothing waits");
            assert_eq!(failure(reply).attempts, sent, "{status} {body} {of_schema}");
            assert_eq!(fake.sent.borrow().len(), sent as usize, "{status} {body}");
        }
    }
    // Another form of JSON is tried where a server broke by a status that is not waited on either.
    for (status, sent) in [(501, 3), (520, 3)] {
        let fake = Fake::default();
        let script = vec![Answer(status, r#"{"error":{"message":"No"}}"#); 9];
        let judge = judge(&fake, settings("https://llm.example"), &script);
        let failure = failure(reply(&judge));
        let tried = (failure.attempts, failure.status, fake.slept.borrow().len());
        let wanted = if status == 501 { 1 } else { sent };
        assert_eq!(tried, (wanted, Some(status), 0));
    }
}

#[test]
fn a_long_wait_stands_in_what_was_said() {
    for (body, header, detail) in [
        (
            r#"{"error":{"message":"Slow down."}}"#,
            "3600",
            "Slow down. (Retry-After: 3600 s)",
        ),
        ("", "3600", "(Retry-After: 3600 s)"),
        (
            r#"{"error":{"message":"Try again in 20m0s."}}"#,
            "1200",
            "Try again in 20m0s.",
        ),
        (
            r#"{"error":{"message":"Slow","details":[{"retryDelay":"600s"}]}}"#,
            "",
            "Slow (Retry-After: 600 s)",
        ),
    ] {
        let fake = Fake::default();
        let step = AnswerAfter(429, body, header);
        let failure = failure(reply(&judge(&fake, settings("https://llm.example"), &[step])));
        assert_eq!(
            (failure.kind, failure.detail.as_str()),
            (FailureKind::RateLimited, detail)
        );
    }
}

#[test]
fn a_server_that_asks_for_a_long_wait_is_not_asked_again_in_that_run() {
    // What the first call is told, and the calls of three asks.
    for (step, sent) in [
        (AnswerAfter(429, "", "61"), 1),
        (
            AnswerAfter(429, r#"{"error":{"message":"Try again in 1h0m0s."}}"#, ""),
            1,
        ),
        (
            AnswerAfter(
                200,
                r#"{"error":{"message":"Slow","code":429,"metadata":{"headers":{"X-RateLimit-Reset":"1792584120000"}}}}"#,
                "",
            ),
            1,
        ),
        (AnswerAfter(503, "", "61"), 3),
    ] {
        let fake = Fake::default();
        let judge = judge(&fake, settings("https://llm.example"), &vec![step; 3]);
        for _ in 0..3 {
            assert!(matches!(
                failure(reply(&judge)).kind,
                FailureKind::RateLimited | FailureKind::Server
            ));
        }
        assert_eq!(fake.sent.borrow().len(), sent);
        assert!(fake.slept.borrow().is_empty());
    }
    // A router passes the moment on at which more is allowed; it is noon there.
    const SOON: &str = r#"{"error":{"message":"Slow","code":429,"metadata":{"headers":{"X-RateLimit-Reset":"1792584007000"}}}}"#;
    let fake = Fake::default();
    let judge = judge(
        &fake,
        settings("https://llm.example"),
        &[Answer(200, SOON), Answer(200, YES)],
    );
    assert!(matches!(reply(&judge), Reply::Text(_)));
    assert_eq!(*fake.slept.borrow(), [7_500]);
}

#[test]
fn a_wait_beside_a_long_message_cuts_no_key_in_two() {
    let message = format!("{}{KEY} is limited", "x".repeat(230));
    let body: &'static str = Box::leak(
        json!({ "error": { "message": message } })
            .to_string()
            .into_boxed_str(),
    );
    let fake = Fake::default();
    let step = AnswerAfter(429, body, "3600");
    let failure = failure(reply(&judge(&fake, settings("https://llm.example"), &[step])));
    assert!(
        !failure.detail.contains("sk-") && failure.detail.ends_with("3600 s)"),
        "{}",
        failure.detail
    );
}

#[test]
fn dropping_the_future_aborts_the_call() {
    let fake = Fake::default();
    let mut settings = settings("http://localhost:1234");
    settings.timeout_ms = u32::MAX;
    let judge = ApiJudge::new(settings, fake.clone(), Endless, Learned::default());
    fake.script.borrow_mut().push_back(Silence);
    let ask = ask();
    let mut reply = Box::pin(judge.reply(&ask));
    assert!(reply.as_mut().now_or_never().is_none());
    assert!(!fake.aborted.get());
    drop(reply);
    assert!(fake.aborted.get());
}

#[test]
fn the_time_out_aborts_the_call() {
    let fake = Fake::default();
    let failure = failure(reply(&judge(&fake, settings("http://localhost:1"), &[Silence])));
    assert_eq!(failure.kind, FailureKind::Timeout);
    assert!(fake.aborted.get());
}

#[test]
fn waits_are_told() {
    let fake = Fake::default();
    let told: Rc<RefCell<Vec<CallProgress>>> = Rc::default();
    let heard = told.clone();
    let judge = judge(
        &fake,
        settings("http://localhost:1"),
        &[Answer(503, ""), Answer(200, YES)],
    )
    .watched(move |_, progress| heard.borrow_mut().push(progress));
    reply(&judge);
    let waiting = CallProgress::Waiting {
        wait_ms: 1_000,
        attempt: 2,
        of: 3,
        kind: FailureKind::Server,
        status: Some(503),
    };
    let sent = |attempt| CallProgress::Sent { attempt, of: 3 };
    assert_eq!(*told.borrow(), [sent(1), waiting, sent(2), CallProgress::Done]);
}

/// How JSON is asked for in each request; empty: not at all.
fn forms(fake: &Fake) -> Vec<String> {
    let sent = fake.sent.borrow();
    let form = |request: &HttpRequest| {
        let form = request.body.as_ref()?.pointer("/response_format/type")?;
        form.as_str().map(str::to_owned)
    };
    sent.iter().map(form).map(Option::unwrap_or_default).collect()
}

#[test]
fn a_form_that_breaks_the_server_is_left_within_the_tries() {
    const NAMED: &str =
        r#"{"error":{"message":"literal_error: response_format.type","type":"internal_server_error"}}"#;
    const REFUSED: &str = "json_object is not supported";
    let (yes, broken, named) = (Answer(200, YES), Answer(500, ""), Answer(500, NAMED));
    const SCHEMA: &str = "json_schema";
    const OBJECT: &str = "json_object";
    // What the server does; how JSON is asked for each time; the waits; what is told of it at last, and the status of the
    // asks that failed.
    for (script, shapes, waits, told, failed) in [
        // The next form is taken, and kept to when that has happened twice.
        (
            vec![&broken, &yes, &broken, &yes, &yes],
            vec![SCHEMA, OBJECT, SCHEMA, OBJECT, OBJECT],
            2,
            Some(OBJECT),
            vec![],
        ),
        // Nor is that one, and the prompt alone does.
        (
            vec![&broken, &broken, &yes, &broken, &broken, &yes, &yes],
            vec![SCHEMA, OBJECT, "", SCHEMA, OBJECT, "", ""],
            4,
            None,
            vec![],
        ),
        // The second is refused in words.
        (
            vec![&broken, &Answer(400, REFUSED), &yes, &yes],
            vec![SCHEMA, OBJECT, "", ""],
            1,
            None,
            vec![],
        ),
        // None is: the server is broken, and nothing is learned.
        (
            vec![&broken, &broken, &broken, &yes],
            vec![SCHEMA, OBJECT, "", SCHEMA],
            2,
            Some(SCHEMA),
            vec![500],
        ),
        // What it said of the form that was wanted is told, not what it says of another.
        (
            vec![&broken, &Answer(400, ""), &yes],
            vec![SCHEMA, OBJECT, SCHEMA],
            1,
            Some(SCHEMA),
            vec![500],
        ),
        // The form has been taken before: it was chance.
        (
            vec![&yes, &broken, &broken, &yes, &named, &yes],
            vec![SCHEMA; 6],
            3,
            Some(SCHEMA),
            vec![],
        ),
        // It has too much to do, or nobody is behind the gateway: no form helps.
        (
            vec![&Answer(503, ""), &Answer(502, ""), &Answer(504, ""), &yes],
            vec![SCHEMA; 4],
            2,
            Some(SCHEMA),
            vec![504],
        ),
        // It says itself that it is the form: then that is learned at once, and nothing is waited for.
        (
            vec![&named, &named, &yes, &yes],
            vec![SCHEMA, OBJECT, "", ""],
            0,
            None,
            vec![],
        ),
    ] {
        let fake = Fake::default();
        let script: Vec<Step> = script.into_iter().cloned().collect();
        let judge = judge(&fake, settings("http://localhost:8000"), &script);
        let mut statuses = Vec::new();
        while !fake.script.borrow().is_empty() {
            match reply(&judge) {
                Reply::Text(_) => {}
                other => statuses.extend(failure(other).status),
            }
        }
        assert_eq!(
            (forms(&fake), statuses),
            (shapes.iter().map(|shape| (*shape).to_owned()).collect(), failed)
        );
        assert_eq!(fake.slept.borrow().len(), waits, "{shapes:?}");
        assert_eq!(judge.identity().parameter("response_format"), told, "{shapes:?}");
    }
    // A record tells the loosest form by which a reply was had, whatever is kept to.
    let fake = Fake::default();
    let judge = judge(&fake, settings("http://localhost:8000"), &[broken, yes]);
    assert!(matches!(reply(&judge), Reply::Text(_)));
    assert_eq!(judge.identity().parameter("response_format"), Some(OBJECT));
}

#[test]
fn a_server_that_hangs_is_waited_for_once_unless_it_has_answered_before() {
    // (what comes first, requests for three more asks, seconds waited for)
    for (first, sent, waited) in [
        (None, 1, 120),
        (Some(Answer(200, YES)), 3, 360),
        (Some(Answer(400, "")), 3, 360),
    ] {
        let fake = Fake::default();
        let judge = judge(&fake, settings("https://llm.example"), &[]);
        if let Some(first) = first {
            fake.script.borrow_mut().push_back(first);
            reply(&judge);
        }
        fake.sent.borrow_mut().clear();
        fake.script.borrow_mut().extend(vec![Silence; sent]);
        for _ in 0..3 {
            assert_eq!(failure(reply(&judge)).kind, FailureKind::Timeout);
        }
        assert_eq!(fake.sent.borrow().len(), sent);
        assert_eq!(fake.slept.borrow().iter().sum::<u32>(), waited * 1_000);
    }
}

#[test]
fn a_body_that_is_cut_is_told_with_its_status() {
    let fake = Fake::default();
    let judge = judge(&fake, settings("https://llm.example"), &[Broken, Broken, Broken]);
    let failure = failure(reply(&judge));
    assert_eq!(
        (failure.kind, failure.status, failure.attempts),
        (FailureKind::Unreachable, Some(200), 3)
    );
}
