//! The judge over a scripted transport: nothing sleeps, and every try can be looked at. The cases stand in a file for each
//! idea; here is what they are made with.

mod again;
mod learned;
mod replies;
mod side_by_side;
mod spent;
mod who;

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
    Runaway,
    Offline,
    BadHeader,
    Silence,
}
use Step::{Answer, AnswerAfter, BadHeader, Cut as Broken, Lost as Gone, Offline, Runaway, Silence};

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
            Runaway => Err(TransportError::TooLarge {
                status: 200,
                most: request.most_bytes,
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

fn long_ask(tokens: usize) -> Ask {
    let mut ask = ask();
    if let Body::Chat { prompt, .. } = &mut ask.body {
        *prompt = "word".repeat(tokens);
    }
    ask
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
