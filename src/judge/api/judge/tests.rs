//! The judge over a scripted transport: nothing sleeps, and every try can be looked at.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use futures::FutureExt;
use serde_json::json;

use super::*;
use crate::evaluation::{PromptRef, Question};
use crate::judge::api::Provider;
use crate::judge::api::provider::{CUSTOM, Target};
use crate::judge::api::sent::Wanted;
use crate::judge::api::transport::TransportError;
use crate::judge::key::{ApiKey, BoundKey};
use crate::sample::Sample;

const KEY: &str = "sk-canary-0123456789";
const YES: &str = r#"{"model":"m-1","choices":[{"message":{"content":"yes"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":1}}"#;

/// What the fake server does for one request.
#[derive(Clone)]
enum Step {
    Answer(u16, &'static str),
    AnswerAfter(u16, &'static str, &'static str),
    Lost,
    Cut,
    Offline,
    BadHeader,
    Silence,
}
use Step::{Answer, AnswerAfter, BadHeader, Cut as Broken, Lost as Gone, Offline, Silence};

#[derive(Clone, Default)]
struct Fake {
    script: Rc<RefCell<VecDeque<Step>>>,
    sent: Rc<RefCell<Vec<HttpRequest>>>,
    slept: Rc<RefCell<Vec<u32>>>,
    now: Rc<Cell<f64>>,
    aborted: Rc<Cell<bool>>,
}

struct AbortFlag(Rc<Cell<bool>>);
impl Drop for AbortFlag {
    fn drop(&mut self) {
        self.0.set(true);
    }
}

impl Transport for Fake {
    async fn send(&self, request: &HttpRequest) -> Result<HttpResponse, TransportError> {
        self.sent.borrow_mut().push(request.clone());
        self.now.set(self.now.get() + 250.0);
        let step = self
            .script
            .borrow_mut()
            .pop_front()
            .expect("an unexpected request");
        let answer = |status, body: &str, retry_after: Option<&str>| HttpResponse {
            status,
            retry_after: retry_after.map(str::to_owned),
            retry_after_ms: None,
            at_ms: retry::http_date("Wed, 21 Oct 2026 12:00:00 GMT"),
            body: body.to_owned(),
        };
        match step {
            Answer(status, body) => Ok(answer(status, body, None)),
            AnswerAfter(status, body, after) => Ok(answer(status, body, Some(after))),
            Gone => Err(TransportError::Network("TypeError: Failed to fetch".into())),
            Broken => Err(TransportError::Cut {
                status: 200,
                said: "TypeError: Failed to fetch".into(),
            }),
            Offline => Err(TransportError::Offline),
            BadHeader => Err(TransportError::Header("Invalid value".into())),
            Silence => {
                let _flag = AbortFlag(self.aborted.clone());
                futures::future::pending().await
            }
        }
    }
}

impl Pace for Fake {
    fn now_ms(&self) -> f64 {
        self.now.get()
    }
    fn chance(&self) -> f64 {
        1.0
    }
    async fn sleep(&self, ms: u32) {
        self.slept.borrow_mut().push(ms);
        self.now.set(self.now.get() + f64::from(ms));
    }
}

fn ask() -> Ask {
    let sample = std::sync::Arc::new(Sample::default());
    Ask {
        path: AskPath::step("passages"),
        question: Question::Passages {
            sample,
            wanted: Vec::new(),
        },
        body: Body::Chat {
            prompt: "Judge.".into(),
            source: PromptRef {
                id: "p".into(),
                version: 1,
                edited: false,
                template_sha256: String::new(),
            },
            sha256: String::new(),
            schema: Some(json!({ "type": "object" })),
        },
    }
}

fn settings(address: &str) -> ApiSettings {
    let target = Target::read(&CUSTOM, address).unwrap();
    let key = BoundKey::new(target.endpoint.origin.clone(), ApiKey::from_paste(KEY).unwrap());
    ApiSettings::new(target, "m", Some(key))
}

fn judge(fake: &Fake, settings: ApiSettings, script: &[Step]) -> ApiJudge<Fake, Fake> {
    fake.script.borrow_mut().extend(script.iter().cloned());
    ApiJudge::new(settings, fake.clone(), fake.clone(), Learned::default())
}

fn reply(judge: &ApiJudge<Fake, Fake>) -> Reply {
    judge
        .reply(&ask())
        .now_or_never()
        .expect("nothing in these tests waits")
}

fn failure(reply: Reply) -> CallFailure {
    match reply {
        Reply::None(NoReply::Failed(failure)) => failure,
        other => panic!("{other:?}"),
    }
}

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
        (
            // Twice more, with JSON asked for in the next ways.
            vec![Answer(500, ""); 5],
            vec![1_000, 2_000],
            end(FailureKind::Server, Some(500), 5),
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

/// The first time and twice more, whatever may pass; once, whatever does not.
#[test]
fn nothing_is_sent_more_than_three_times() {
    const IN_WORDS: &str = r#"{"error":{"message":"Provider returned error","code":502}}"#;
    const BUSY: &str = r#"{"error":{"message":"Rate limited upstream","code":429}}"#;
    const SPENT: &str =
        r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#;
    for (status, body, sent) in [
        (408, "", 3),
        (409, "", 3),
        (429, "", 3),
        (500, "", 3),
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
        let fake = Fake::default();
        let judge = judge(
            &fake,
            settings("https://llm.example"),
            &vec![Answer(status, body); 9],
        );
        let mut plain = ask();
        if let Body::Chat { schema, .. } = &mut plain.body {
            *schema = None;
        }
        let reply = judge.reply(&plain).now_or_never().expect("nothing waits");
        assert_eq!(failure(reply).attempts, sent, "{status} {body}");
        assert_eq!(fake.sent.borrow().len(), sent as usize, "{status} {body}");
    }
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
fn what_a_model_refuses_is_dropped_and_remembered() {
    const TEMPERATURE: &str =
        r#"{"error":{"message":"Unsupported value: 'temperature'","param":"temperature"}}"#;
    const FORMAT: &str = r#"{"error":"response_format is not supported"}"#;
    let fake = Fake::default();
    let settings = settings("http://localhost:1234");
    let script = [
        Answer(400, TEMPERATURE),
        Answer(400, FORMAT),
        Answer(422, FORMAT),
        Answer(200, YES),
        Answer(200, YES),
    ];
    let judge = judge(&fake, settings, &script);
    assert_eq!(
        judge.identity().parameters,
        [("temperature".to_owned(), "0".to_owned())]
    );
    assert!(matches!(reply(&judge), Reply::Text(_)));
    assert!(matches!(reply(&judge), Reply::Text(_)));
    assert_eq!(judge.identity().parameters, []);
    let carried: Vec<(bool, Option<String>)> = fake
        .sent
        .borrow()
        .iter()
        .map(|request| {
            let body = request.body.clone().unwrap();
            let shape = body
                .pointer("/response_format/type")
                .and_then(|shape| shape.as_str());
            (body.get("temperature").is_some(), shape.map(str::to_owned))
        })
        .collect();
    let shape = |name: &str| Some(name.to_owned());
    assert_eq!(
        carried,
        [
            (true, shape("json_schema")),
            (false, shape("json_schema")),
            (false, shape("json_object")),
            (false, None),
            (false, None),
        ]
    );
    assert!(fake.slept.borrow().is_empty());
}

#[test]
fn a_model_that_refuses_everything_in_turn_gets_the_prompt_alone() {
    let fake = Fake::default();
    let mut settings = settings("http://localhost:1234");
    settings.wanted = Wanted {
        temperature: Some(0.5),
        top_p: Some(0.5),
        seed: Some(7),
        max_tokens: Some(500),
        structured: true,
    };
    let refusals = [
        r#"{"error":"top_p is not supported"}"#,
        r#"{"error":"temperature is not supported"}"#,
        r#"{"error":"seed is not supported"}"#,
        r#"{"error":"max_tokens is not supported"}"#,
        r#"{"error":"max_completion_tokens is not supported"}"#,
        r#"{"error":"response_format json_schema is not supported"}"#,
        r#"{"error":"response_format json_object is not supported"}"#,
    ];
    let mut script: Vec<Step> = refusals.iter().map(|body| Answer(400, body)).collect();
    script.push(Answer(200, YES));
    let judge = judge(&fake, settings, &script);
    assert!(matches!(reply(&judge), Reply::Text(_)));
    let sent = fake.sent.borrow();
    let last = sent.last().and_then(|request| request.body.clone()).unwrap();
    let mut fields: Vec<&String> = last.as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["messages", "model"]);
    assert_eq!(judge.identity().parameters, []);
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

/// A clock that never comes to the end of a wait.
struct Endless;
impl Pace for Endless {
    fn now_ms(&self) -> f64 {
        0.0
    }
    fn chance(&self) -> f64 {
        0.0
    }
    async fn sleep(&self, _: u32) {
        futures::future::pending().await
    }
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

#[test]
fn a_key_goes_to_its_own_origin_and_into_no_failure() {
    let fake = Fake::default();
    // Given for another origin: not sent, and the known host is not even asked.
    let mut foreign = settings("https://llm.example");
    foreign.target = Target::read(&CUSTOM, "https://api.openai.com").unwrap();
    let none = failure(reply(&judge(&fake, foreign.clone(), &[])));
    assert_eq!((none.kind, none.attempts), (FailureKind::NoKey, 0));
    foreign.target = Target::read(&CUSTOM, "http://localhost:8000").unwrap();
    reply(&judge(&fake, foreign, &[Answer(200, YES)]));
    assert_eq!(fake.sent.borrow().last().and_then(HttpRequest::key_header), None);

    let echo = r#"{"error":{"message":"Incorrect API key provided: sk-canary-0123456789 (sk%2Dcanary%2D0123456789)"}}"#;
    let failure = failure(reply(&judge(
        &fake,
        settings("https://llm.example"),
        &[Answer(401, echo)],
    )));
    assert!(!failure.detail.contains("canary"), "{}", failure.detail);
    let sent = fake.sent.borrow();
    let header = sent.last().and_then(HttpRequest::key_header);
    assert_eq!(header, Some(("authorization", format!("Bearer {KEY}"))));
    assert!(!serde_json::to_string(&failure).unwrap().contains("canary"));
}

#[test]
fn who_judged_is_recorded() {
    let mut settings = settings("http://localhost:8000");
    settings.wanted.max_tokens = Some(500);
    let identity = judge(&Fake::default(), settings, &[]).identity();
    assert_eq!(
        (identity.provider.as_str(), identity.model.as_str()),
        ("localhost:8000", "m")
    );
    let parameters = [("temperature", "0"), ("max_tokens", "500")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(identity.parameters, parameters);
    assert!(!serde_json::to_string(&identity).unwrap().contains("canary"));
}

#[test]
fn answers_are_drawn_at_temperature_1_and_verdicts_are_not() {
    let fake = Fake::default();
    let mut settings = settings("http://localhost:1234");
    settings.wanted = Wanted {
        temperature: Some(0.0),
        seed: Some(7),
        ..Wanted::default()
    };
    let judge = judge(&fake, settings, &[Answer(200, YES), Answer(200, YES)]);
    let mut draw = ask();
    draw.question = Question::Answer {
        question: "When?".into(),
        contexts: Vec::new(),
    };
    for (ask, temperature, seed) in [(draw, json!(1), None), (ask(), json!(0), Some(json!(7)))] {
        let answered = judge.reply(&ask).now_or_never();
        assert!(matches!(answered, Some(Reply::Text(_))));
        let sent = fake.sent.borrow();
        let body = sent.last().and_then(|request| request.body.clone()).unwrap();
        assert_eq!(body["temperature"].as_f64(), temperature.as_f64());
        assert_eq!(body.get("seed").cloned(), seed);
    }
}

#[test]
fn who_judged_names_what_is_sent() {
    let wanted = Wanted {
        temperature: Some(1.5),
        seed: Some(7),
        max_tokens: Some(500),
        ..Wanted::default()
    };
    for (address, said) in [
        (
            "https://api.openai.com/v1",
            vec![
                ("temperature", "1.5"),
                ("seed", "7"),
                ("max_completion_tokens", "500"),
            ],
        ),
        (
            "https://api.cohere.com/v2",
            vec![("temperature", "1"), ("seed", "7"), ("max_tokens", "500")],
        ),
        (
            "https://api.anthropic.com/v1",
            vec![("temperature", "1.5"), ("max_tokens", "500")],
        ),
        (
            "https://api.openai.com/v1/responses",
            vec![("temperature", "1.5"), ("max_output_tokens", "500")],
        ),
    ] {
        let fake = Fake::default();
        let mut settings = settings(address);
        settings.wanted = wanted;
        let judge = judge(&fake, settings, &[Answer(400, "")]);
        reply(&judge);
        let parameters = judge.identity().parameters;
        let named: Vec<(&str, &str)> = parameters
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(named, said, "{address}");
        let sent = fake.sent.borrow();
        let body = sent.last().and_then(|request| request.body.clone()).unwrap();
        for name in ["temperature", "seed"] {
            let value = body.get(name).map(ToString::to_string);
            let named = named.iter().find(|(known, _)| *known == name);
            assert_eq!(
                value.as_deref(),
                named.map(|(_, value)| *value),
                "{address} {name}"
            );
        }
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

const CUT: &str = r#"{"choices":[{"message":{"content":"ye"},"finish_reason":"length"}],"usage":{"prompt_tokens":5,"completion_tokens":100}}"#;

#[test]
fn a_cut_reply_is_asked_for_once_more_with_more_room() {
    for (set, script, sent, text, prompt) in [
        // Raised, and both calls count.
        (
            Some(100),
            vec![Answer(200, CUT), Answer(200, YES)],
            vec![Some(100), Some(4096)],
            "yes",
            10,
        ),
        // Cut again: taken as it is, and the next ask is not raised once more.
        (
            Some(100),
            vec![Answer(200, CUT), Answer(200, CUT), Answer(200, CUT)],
            vec![Some(100), Some(4096)],
            "ye",
            10,
        ),
        (
            Some(5_000),
            vec![Answer(200, CUT), Answer(200, YES)],
            vec![Some(5_000), Some(20_000)],
            "yes",
            10,
        ),
        // A small default of the server.
        (
            None,
            vec![Answer(200, CUT), Answer(200, YES)],
            vec![None, Some(4096)],
            "yes",
            10,
        ),
        // The second call fails: what was there is kept.
        (
            Some(100),
            vec![Answer(200, CUT), Answer(401, "")],
            vec![Some(100), Some(4096)],
            "ye",
            5,
        ),
        // The model takes less: as much as it may.
        (
            Some(100),
            vec![
                Answer(200, CUT),
                Answer(
                    400,
                    r#"{"error":{"message":"max_tokens is too large: at most 2000"}}"#,
                ),
                Answer(200, YES),
            ],
            vec![Some(100), Some(4096), None],
            "yes",
            10,
        ),
    ] {
        let fake = Fake::default();
        let mut settings = settings("http://localhost:8000");
        settings.wanted.max_tokens = set;
        let judge = judge(&fake, settings, &script);
        let Reply::Text(reply) = reply(&judge) else {
            panic!("no text for {script}", script = script.len());
        };
        assert_eq!(reply.text, text);
        assert_eq!(reply.usage.and_then(|usage| usage.prompt), Some(prompt));
        let limits: Vec<Option<u64>> = fake
            .sent
            .borrow()
            .iter()
            .map(|request| {
                request
                    .body
                    .as_ref()
                    .and_then(|body| body.get("max_tokens")?.as_u64())
            })
            .collect();
        assert_eq!(limits, sent);
    }
}

#[test]
fn a_cut_reply_is_raised_where_no_tokens_are_counted_and_no_limit_was_set() {
    const CUT: &str = r#"{"choices":[{"message":{"content":"x"},"finish_reason":"length"}]}"#;
    let long = format!(
        r#"{{"choices":[{{"message":{{"content":"{}"}},"finish_reason":"length"}}]}}"#,
        "word ".repeat(4_000)
    );
    let long: &'static str = long.leak();
    for (address, script, field, sent) in [
        (
            "http://localhost:8000/v1",
            vec![Answer(200, CUT), Answer(200, YES)],
            "/max_tokens",
            vec![None, Some(4_096)],
        ),
        // Cut again: not once more.
        (
            "http://localhost:8000/v1",
            vec![Answer(200, CUT), Answer(200, CUT)],
            "/max_tokens",
            vec![None, Some(4_096)],
        ),
        // So much was written that the context is as likely to be full.
        (
            "http://localhost:8000/v1",
            vec![Answer(200, long)],
            "/max_tokens",
            vec![None],
        ),
        (
            "http://localhost:8000/v1/responses",
            vec![
                Answer(
                    200,
                    r#"{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"message","content":[{"type":"output_text","text":"x"}]}]}"#,
                ),
                Answer(
                    200,
                    r#"{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"yes"}]}]}"#,
                ),
            ],
            "/max_output_tokens",
            vec![None, Some(4_096)],
        ),
        (
            "http://localhost:8000/v1beta/models/g:generateContent",
            vec![
                Answer(
                    200,
                    r#"{"candidates":[{"content":{"parts":[{"text":"x"}]},"finishReason":"MAX_TOKENS"}]}"#,
                ),
                Answer(
                    200,
                    r#"{"candidates":[{"content":{"parts":[{"text":"yes"}]},"finishReason":"STOP"}]}"#,
                ),
            ],
            "/generationConfig/maxOutputTokens",
            vec![None, Some(4_096)],
        ),
        (
            "http://localhost:8000/v2/chat",
            vec![
                Answer(
                    200,
                    r#"{"message":{"content":[{"type":"text","text":"x"}]},"finish_reason":"MAX_TOKENS"}"#,
                ),
                Answer(
                    200,
                    r#"{"message":{"content":[{"type":"text","text":"yes"}]},"finish_reason":"COMPLETE"}"#,
                ),
            ],
            "/max_tokens",
            vec![None, Some(4_096)],
        ),
        (
            "http://localhost:8000/api/chat",
            vec![
                Answer(
                    200,
                    r#"{"message":{"content":"x"},"done":true,"done_reason":"length"}"#,
                ),
                Answer(
                    200,
                    r#"{"message":{"content":"yes"},"done":true,"done_reason":"stop"}"#,
                ),
            ],
            "/options/num_predict",
            vec![None, Some(4_096)],
        ),
    ] {
        let fake = Fake::default();
        let judge = judge(&fake, settings(address), &script);
        let Reply::Text(_) = reply(&judge) else {
            panic!("no text at {address}");
        };
        let limits: Vec<Option<u64>> = fake
            .sent
            .borrow()
            .iter()
            .map(|request| request.body.as_ref()?.pointer(field)?.as_u64())
            .collect();
        assert_eq!(limits, sent, "{address}");
    }
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

fn long_ask(tokens: usize) -> Ask {
    let mut ask = ask();
    if let Body::Chat { prompt, .. } = &mut ask.body {
        *prompt = "word".repeat(tokens);
    }
    ask
}

#[test]
fn nothing_is_cut_silently_at_ollama() {
    const SHOW: &str = r#"{"model_info":{"qwen.context_length":32768}}"#;
    const SMALL: &str = r#"{"message":{"content":"yes"},"done":true,"prompt_eval_count":120,"eval_count":3}"#;
    const FINE: &str = r#"{"message":{"content":"yes"},"done":true,"done_reason":"stop","prompt_eval_count":6000,"eval_count":3}"#;
    const FULL: &str = r#"{"message":{"content":"yes"},"done":true,"done_reason":"stop","prompt_eval_count":16384,"eval_count":3}"#;
    const FULL_32: &str = r#"{"message":{"content":"yes"},"done":true,"done_reason":"stop","prompt_eval_count":32768,"eval_count":3}"#;
    let target = Target::preset(Provider::by_id("ollama").unwrap()).unwrap();
    let contexts = |fake: &Fake| -> Vec<Option<u64>> {
        let sent = fake.sent.borrow();
        let bodies = sent.iter().filter_map(|request| request.body.as_ref());
        bodies
            .filter_map(|body| body.get("options"))
            .map(|options| options.get("num_ctx")?.as_u64())
            .collect()
    };
    for (tokens, script, asked, text) in [
        (100, vec![Answer(200, SMALL)], vec![Some(4096)], Some("yes")),
        (
            6_000,
            vec![Answer(200, SHOW), Answer(200, FINE)],
            vec![Some(16_384)],
            Some("yes"),
        ),
        // An old server that tells nothing.
        (
            6_000,
            vec![Answer(404, ""), Answer(200, FINE)],
            vec![Some(16_384)],
            Some("yes"),
        ),
        // The estimate was wrong: twice as much.
        (
            6_000,
            vec![Answer(200, SHOW), Answer(200, FULL), Answer(200, FINE)],
            vec![Some(16_384), Some(32_768)],
            Some("yes"),
        ),
        // More than the model takes: no verdict on a prompt that was cut.
        (
            100_000,
            vec![Answer(200, SHOW), Answer(200, FULL_32)],
            vec![Some(32_768)],
            None,
        ),
    ] {
        let fake = Fake::default();
        let mut settings = settings("http://localhost:8000");
        settings.target = target.clone();
        let judge = judge(&fake, settings, &script);
        let reply = judge.reply(&long_ask(tokens)).now_or_never().unwrap();
        match (reply, text) {
            (Reply::Text(reply), Some(text)) => assert_eq!(reply.text, text),
            (reply, None) => assert_eq!(failure(reply).kind, FailureKind::TooLong),
            (reply, _) => panic!("{tokens}: {reply:?}"),
        }
        assert_eq!(contexts(&fake), asked, "{tokens}");
    }
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
fn a_reply_that_echoes_the_key_is_redacted() {
    const ECHO: &str = r#"{"model":"sk-canary-0123456789","choices":[{"message":{"content":"Bearer sk-canary-0123456789, c2stY2FuYXJ5LTAxMjM0NTY3ODk="}}]}"#;
    let fake = Fake::default();
    let Reply::Text(text) = reply(&judge(
        &fake,
        settings("https://llm.example"),
        &[Answer(200, ECHO)],
    )) else {
        panic!("no text");
    };
    let all = format!("{} {:?}", text.text, text.model);
    assert!(!all.contains("canary") && !all.contains("Y2FuYXJ5"), "{all}");
}

#[test]
fn a_form_that_breaks_the_server_is_given_up_as_well() {
    const BROKEN: &str =
        r#"{"error":{"message":"literal_error: response_format.type","type":"internal_server_error"}}"#;
    let fake = Fake::default();
    let script = [Answer(500, BROKEN), Answer(500, BROKEN), Answer(200, YES)];
    let judge = judge(&fake, settings("http://localhost:8000"), &script);
    assert!(matches!(reply(&judge), Reply::Text(_)));
    assert!(fake.slept.borrow().is_empty(), "not by waiting");
}

#[test]
fn a_form_that_breaks_the_server_without_a_word_is_given_up_at_the_end() {
    const BROKEN: &str = "Internal Server Error";
    let broken = || Answer(500, BROKEN);
    // How JSON is asked for, where at all; and what is remembered of it.
    const SCHEMA: &str = "json_schema";
    const OBJECT: &str = "json_object";
    for (script, shapes, learned, status) in [
        // The next form down is taken, and remembered.
        (
            vec![broken(), broken(), broken(), Answer(200, YES), Answer(200, YES)],
            vec![SCHEMA, SCHEMA, SCHEMA, OBJECT, OBJECT],
            Some(OBJECT),
            None,
        ),
        // Nor is that one, and the prompt alone does.
        (
            vec![
                broken(),
                broken(),
                broken(),
                broken(),
                Answer(200, YES),
                Answer(200, YES),
            ],
            vec![SCHEMA, SCHEMA, SCHEMA, OBJECT, "", ""],
            None,
            None,
        ),
        // The second is refused in words.
        (
            vec![
                broken(),
                broken(),
                broken(),
                Answer(400, "json_object is not supported"),
                Answer(200, YES),
                Answer(200, YES),
            ],
            vec![SCHEMA, SCHEMA, SCHEMA, OBJECT, "", ""],
            None,
            None,
        ),
        // None is: the server is broken, and nothing is learned.
        (
            vec![
                broken(),
                broken(),
                broken(),
                Answer(502, ""),
                broken(),
                Answer(200, YES),
            ],
            vec![SCHEMA, SCHEMA, SCHEMA, OBJECT, "", SCHEMA],
            Some(SCHEMA),
            Some(500),
        ),
        // It has too much to do: no form helps.
        (
            vec![
                Answer(503, ""),
                Answer(503, ""),
                Answer(503, ""),
                Answer(200, YES),
            ],
            vec![SCHEMA; 4],
            Some(SCHEMA),
            Some(503),
        ),
    ] {
        let fake = Fake::default();
        let judge = judge(&fake, settings("http://localhost:8000"), &script);
        match (reply(&judge), status) {
            (Reply::Text(_), None) => {}
            (other, status) => assert_eq!(failure(other).status, status),
        }
        assert!(matches!(reply(&judge), Reply::Text(_)));
        let sent = fake.sent.borrow();
        let asked: Vec<&str> = sent
            .iter()
            .map(|request| {
                let form = request.body.as_ref()?.pointer("/response_format/type");
                form?.as_str()
            })
            .map(Option::unwrap_or_default)
            .collect();
        assert_eq!(asked, shapes);
        assert_eq!(judge.identity().parameter("response_format"), learned);
    }
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

/// Time that goes on only when all calls wait for it, so that calls really run side by side.
#[derive(Clone, Default)]
struct Hours(Rc<RefCell<Day>>);

#[derive(Default)]
struct Day {
    now: f64,
    seed: u64,
    sleepers: Vec<(f64, futures::channel::oneshot::Sender<()>)>,
}

impl Hours {
    fn wake_at(&self, ms: f64, sleeper: futures::channel::oneshot::Sender<()>) {
        let mut day = self.0.borrow_mut();
        let at = day.now + ms;
        day.sleepers.push((at, sleeper));
    }

    /// Wakes who sleeps shortest; false where nobody sleeps.
    fn tick(&self) -> bool {
        let mut day = self.0.borrow_mut();
        day.sleepers.sort_by(|a, b| b.0.total_cmp(&a.0));
        let Some((at, sleeper)) = day.sleepers.pop() else {
            return false;
        };
        day.now = day.now.max(at);
        let _ = sleeper.send(());
        true
    }
}

impl Pace for Hours {
    fn now_ms(&self) -> f64 {
        self.0.borrow().now
    }
    fn chance(&self) -> f64 {
        let mut day = self.0.borrow_mut();
        day.seed = day
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (day.seed >> 40) as f64 / f64::from(1 << 24)
    }
    async fn sleep(&self, ms: u32) {
        let (sender, receiver) = futures::channel::oneshot::channel();
        self.wake_at(f64::from(ms), sender);
        let _ = receiver.await;
    }
}

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

/// Answers every request alike, after 40 ms; the later it comes the later it goes.
#[derive(Clone)]
struct Steady {
    hours: Hours,
    status: u16,
    body: &'static str,
    asked: Rc<Cell<usize>>,
}

impl Steady {
    fn new(status: u16, body: &'static str) -> Self {
        Self {
            hours: Hours::default(),
            status,
            body,
            asked: Rc::default(),
        }
    }
}

impl Transport for Steady {
    async fn send(&self, _: &HttpRequest) -> Result<HttpResponse, TransportError> {
        self.asked.set(self.asked.get() + 1);
        self.hours.sleep(40 + self.asked.get() as u32).await;
        Ok(HttpResponse {
            status: self.status,
            body: self.body.to_owned(),
            ..HttpResponse::default()
        })
    }
}

/// What so many asks at once get.
fn replies<T: Transport>(judge: &ApiJudge<T, Hours>, hours: &Hours, asks: &[Ask]) -> Vec<Reply> {
    let mut all = Box::pin(futures::future::join_all(asks.iter().map(|ask| judge.reply(ask))));
    loop {
        match all.as_mut().now_or_never() {
            Some(replies) => return replies,
            None => assert!(hours.tick(), "all wait, and for nothing"),
        }
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

#[test]
fn a_reply_is_let_as_long_as_fits_beside_the_prompt() {
    const BOTH: &str = r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 8900 tokens (900 in the messages, 8000 in the completion).","code":"context_length_exceeded"}}"#;
    const PROMPT: &str = r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 17000 tokens (9000 in the messages, 8000 in the completion).","code":"context_length_exceeded"}}"#;
    const CUT: &str = r#"{"choices":[{"message":{"content":"ye"},"finish_reason":"length"}],"usage":{"prompt_tokens":900,"completion_tokens":7292}}"#;
    const VALUE: &str = r#"{"error":{"message":"`max_tokens` must be less than or equal to `4096`, the maximum value for `max_tokens` is less than the `context_window` for this model"}}"#;
    // What the server says, the limits that were sent for two asks, and how the first ends.
    for (script, limits, kind) in [
        // Remembered for the model, as what it refuses is.
        (
            vec![Answer(400, BOTH), Answer(200, YES), Answer(200, YES)],
            vec![Some(8_000), Some(7_292), Some(7_291)],
            None,
        ),
        (
            vec![Answer(400, PROMPT), Answer(200, YES)],
            vec![Some(8_000), Some(8_000)],
            Some(FailureKind::TooLong),
        ),
        (
            vec![Answer(400, BOTH), Answer(400, PROMPT), Answer(200, YES)],
            vec![Some(8_000), Some(7_292), Some(7_291)],
            Some(FailureKind::TooLong),
        ),
        // Also over a failure of another kind.
        (
            vec![
                Answer(400, BOTH),
                Answer(500, "{}"),
                Answer(200, YES),
                Answer(200, YES),
            ],
            vec![Some(8_000), Some(7_292), Some(7_292), Some(7_291)],
            None,
        ),
        // Cut at all that fits: nothing more is to be had by asking again.
        (
            vec![Answer(400, BOTH), Answer(200, CUT), Answer(200, CUT)],
            vec![Some(8_000), Some(7_292), Some(7_291)],
            None,
        ),
        (
            vec![Answer(400, VALUE), Answer(200, YES), Answer(200, YES)],
            vec![Some(8_000), None, None],
            None,
        ),
    ] {
        let fake = Fake::default();
        let mut settings = settings("https://llm.example");
        settings.wanted.max_tokens = Some(8_000);
        let judge = judge(&fake, settings, &script);
        match (reply(&judge), kind) {
            (Reply::Text(_), None) => {}
            (other, kind) => assert_eq!(Some(failure(other).kind), kind),
        }
        assert!(matches!(reply(&judge), Reply::Text(_)));
        let sent = fake.sent.borrow();
        let asked: Vec<Option<u64>> = sent
            .iter()
            .map(|request| request.body.as_ref()?.get("max_tokens")?.as_u64())
            .collect();
        assert_eq!(asked, limits);
        // A record names what was sent.
        let least = limits
            .iter()
            .map(|limit| limit.map(|tokens| tokens.to_string()))
            .min();
        let named = judge.identity().parameter("max_tokens").map(str::to_owned);
        assert_eq!(Some(named), least);
    }
}

#[test]
fn a_lowered_limit_follows_the_prompt() {
    const BOTH: &str = r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 12000 tokens (4000 in the messages, 8000 in the completion).","code":"context_length_exceeded"}}"#;
    const FULL: &str = r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 16150 tokens (8150 in the messages, 8000 in the completion).","code":"context_length_exceeded"}}"#;
    // Tokens of the prompts by our estimate, what the server says, and the limits that were sent.
    for (prompts, script, limits) in [
        // A shorter one leaves more room, a longer one less; for one that hardly fits the server is asked.
        (
            vec![4_000, 1_000, 6_000, 8_100],
            vec![
                Answer(400, BOTH),
                Answer(200, YES),
                Answer(200, YES),
                Answer(200, YES),
                Answer(400, FULL),
            ],
            vec![8_000, 4_192, 7_142, 1_892, 8_000],
        ),
        // What fits wholly is not lowered.
        (
            vec![4_000, 20],
            vec![Answer(400, BOTH), Answer(200, YES), Answer(200, YES)],
            vec![8_000, 4_192, 8_000],
        ),
    ] {
        let fake = Fake::default();
        let mut settings = settings("https://llm.example");
        settings.wanted.max_tokens = Some(8_000);
        let judge = judge(&fake, settings, &script);
        for tokens in prompts {
            judge
                .reply(&long_ask(tokens))
                .now_or_never()
                .expect("nothing in these tests waits");
        }
        let asked: Vec<u64> = fake
            .sent
            .borrow()
            .iter()
            .filter_map(|request| request.body.as_ref()?.get("max_tokens")?.as_u64())
            .collect();
        assert_eq!(asked, limits);
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
