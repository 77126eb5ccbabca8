//! Many calls at once.

use super::*;

/// Answers after 40 ms; every tenth request is one too many.
#[derive(Clone, Default)]
struct Busy {
    hours: Hours,
    asked: Rc<RefCell<Vec<(String, u16)>>>,
    under_way: Rc<Cell<(usize, usize)>>,
}

impl Transport for Busy {
    async fn send(&self, request: &HttpRequest) -> Result<HttpResponse, TransportError> {
        let (now, most) = self.under_way.get();
        self.under_way.set((now + 1, most.max(now + 1)));
        let prompt = request.body.as_ref().unwrap()["messages"][0]["content"].to_string();
        let status = if self.asked.borrow().len() % 10 == 3 {
            429
        } else {
            200
        };
        self.asked.borrow_mut().push((prompt, status));
        self.hours.sleep(40).await;
        let (now, most) = self.under_way.get();
        self.under_way.set((now - 1, most));
        let body = if status == 200 {
            YES
        } else {
            r#"{"error":{"message":"Rate limit. Please try again in 0.2s."}}"#
        };
        Ok(HttpResponse {
            status,
            body: body.to_owned(),
            ..HttpResponse::default()
        })
    }
}

#[test]
fn a_hundred_calls_at_eight_with_a_tenth_refused_lose_none_and_repeat_none() {
    let busy = Busy::default();
    let settings = settings("https://llm.example");
    let judge = ApiJudge::new(settings, busy.clone(), busy.hours.clone(), Learned::default());
    let asks: Vec<Ask> = (0..100)
        .map(|at| {
            let mut ask = ask();
            if let Body::Chat { prompt, .. } = &mut ask.body {
                *prompt = format!("Judge {at}.");
            }
            ask
        })
        .collect();
    let all = futures::future::join_all(asks.iter().map(|ask| judge.reply(ask)));
    let mut all = Box::pin(all);
    let replies = loop {
        match all.as_mut().now_or_never() {
            Some(replies) => break replies,
            None => assert!(busy.hours.tick(), "all wait, and for nothing"),
        }
    };
    assert!(
        replies
            .iter()
            .all(|reply| matches!(reply, Reply::Text(text) if text.text == "yes")),
        "none lost"
    );
    let asked = busy.asked.borrow();
    for ask in &asks {
        let Body::Chat { prompt, .. } = &ask.body else {
            continue;
        };
        let answers: Vec<u16> = asked
            .iter()
            .filter(|(sent, _)| *sent == format!("{prompt:?}"))
            .map(|(_, status)| *status)
            .collect();
        assert_eq!(
            answers.iter().filter(|status| **status == 200).count(),
            1,
            "{prompt}: {answers:?}"
        );
        assert_eq!(answers.last(), Some(&200), "nothing after a success: {answers:?}");
    }
    assert!(asked.len() >= 110, "{}", asked.len());
    assert_eq!(busy.under_way.get(), (0, 8), "eight side by side, never more");
}

#[test]
fn a_pause_that_one_call_is_told_holds_for_all() {
    let busy = Busy::default();
    let learned = Learned::default();
    let first = ApiJudge::new(
        settings("https://llm.example"),
        busy.clone(),
        busy.hours.clone(),
        learned.clone(),
    );
    let origin: crate::judge::key::Origin = "https://llm.example".parse().unwrap();
    learned.limiter.slow_down(&origin, 0.0, 5_000);
    let told = Rc::new(RefCell::new(Vec::new()));
    let heard = told.clone();
    let first = first.watched(move |_, progress| heard.borrow_mut().push(progress));
    let ask = ask();
    let mut reply = Box::pin(first.reply(&ask));
    while reply.as_mut().now_or_never().is_none() {
        assert!(busy.hours.tick());
    }
    assert!(busy.hours.now_ms() > 5_000.0);
    // Who waits for nothing of its own is told what it waits for.
    let CallProgress::Paused { wait_ms } = told.borrow()[0] else {
        panic!("{told:?}");
    };
    assert!((5_000..=5_600).contains(&wait_ms), "{wait_ms}");
    assert_eq!(
        told.borrow()[1..],
        [CallProgress::Sent { attempt: 1, of: 3 }, CallProgress::Done]
    );
}

#[test]
fn a_run_does_not_go_on_in_vain() {
    const KEY: &str = r#"{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}"#;
    const GEMINI_KEY: &str = r#"{"error":{"message":"API key not valid","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}"#;
    const QUOTA: &str = r#"{"error":{"message":"No money","code":"insufficient_quota"}}"#;
    const MODEL: &str = r#"{"error":{"message":"The model `m` does not exist","code":"model_not_found"}}"#;
    const FLAGGED: &str = r#"{"error":{"message":"This input was flagged by moderation"}}"#;
    const AFFORD: &str =
        r#"{"error":{"message":"This request requires more credits. You can only afford 200"}}"#;
    const LIMIT: &str = r#"{"error":{"message":"Rate limit","code":"rate_limit_exceeded"}}"#;
    for (status, body, at_once, calls) in [
        (401, KEY, 1, 1),
        (401, "", 1, 1),
        // Those under way are not called back.
        (401, KEY, 4, 4),
        (400, GEMINI_KEY, 1, 1),
        (403, r#"{"error":"no access"}"#, 1, 1),
        (429, QUOTA, 4, 4),
        (402, "", 1, 1),
        (404, MODEL, 4, 4),
        (400, MODEL, 1, 1),
        (404, "", 1, 1),
        (405, "<html>", 1, 1),
        // Another prompt may fare better.
        (403, FLAGGED, 1, 20),
        (403, "<html><title>Attack</title>", 1, 20),
        (402, AFFORD, 1, 20),
        (400, "", 1, 20),
        (413, "", 1, 20),
        (200, "{", 1, 20),
        (429, LIMIT, 1, 20),
        (503, "", 1, 20),
    ] {
        let server = Steady::new(status, body);
        let mut settings = settings("https://llm.example");
        settings.at_once = at_once;
        settings.tries = 1;
        let learned = Learned::default();
        for run in 1..=2 {
            let judge = ApiJudge::new(
                settings.clone(),
                server.clone(),
                server.hours.clone(),
                learned.clone(),
            );
            let all = replies(&judge, &server.hours, &vec![ask(); 20]);
            assert_eq!(server.asked.get(), calls * run, "{status} {body} {at_once}");
            let failures: Vec<CallFailure> = all.into_iter().map(failure).collect();
            let first = failures.first().unwrap();
            assert!(
                failures
                    .iter()
                    .all(|other| (other.kind, other.status) == (first.kind, first.status))
            );
            let sent = failures.iter().filter(|failure| failure.attempts > 0).count();
            assert_eq!(sent, calls);
        }
    }
}

#[test]
fn what_is_in_vain_for_one_kind_of_call_is_not_for_another() {
    const MODEL: &str = r#"{"error":{"message":"The model `e` does not exist"}}"#;
    let embed = Ask {
        question: Question::Embed,
        body: Body::Embed {
            texts: vec!["t".into()],
        },
        ..ask()
    };
    let fake = Fake::default();
    let judge = judge(
        &fake,
        settings("https://llm.example"),
        &[
            Answer(404, MODEL),
            Answer(200, YES),
            // Once it went well, the model is there.
            Answer(404, ""),
            Answer(200, YES),
            Answer(401, ""),
        ],
    );
    let mut failed = Vec::new();
    for ask in [&embed, &ask(), &embed, &ask(), &ask(), &ask(), &ask()] {
        failed.push(match judge.reply(ask).now_or_never().unwrap() {
            Reply::Text(_) => None,
            other => failure(other).status,
        });
    }
    let statuses = [Some(404), None, Some(404), Some(404), None, Some(401), Some(401)];
    assert_eq!(failed, statuses);
    assert_eq!(fake.sent.borrow().len(), 5);
}
