//! The judge that calls an API: sends, waits, tries again, learns what a model would not take. What a request and
//! a response look like is [`super::wire`]'s matter; whether to try again, [`super::retry`]'s.

use std::cell::Cell;

use futures::future::{Either, select};

use super::failure::Failing;
use super::provider::{Provider, Target};
use super::quirks::{Learned, Sent, Shape, Wanted};
use super::retry::{self, Failed, Next};
use super::transport::{HttpRequest, HttpResponse, Pace, Transport, TransportError};
use super::wire::{self, Trouble};
use crate::evaluation::{Ask, AskPath, Body, CallFailure, FailureKind, NoReply, Reply, TextReply};
use crate::judge::key::{ApiKey, BoundKey};
use crate::judge::{Judge, JudgeIdentity, JudgeKind};

/// What a user sets for an API judge.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiSettings {
    /// Where calls go and how they are written.
    pub target: Target,
    /// The model, as the API names it.
    pub model: String,
    /// The model that makes embeddings, as the API names it.
    pub embedding_model: String,
    /// The key, with the origin that it is for. It is sent nowhere else.
    pub key: Option<BoundKey>,
    /// Parameters.
    pub wanted: Wanted,
    /// Milliseconds for one whole reply.
    pub timeout_ms: u32,
    /// How often a call is sent at most, the first time included.
    pub tries: u32,
}

impl ApiSettings {
    /// Temperature 0, the model's own length, two minutes, four tries.
    pub fn new(target: Target, model: impl Into<String>, key: Option<BoundKey>) -> Self {
        let wanted = Wanted {
            temperature: Some(0.0),
            max_tokens: None,
            structured: false,
        };
        let embedding_model = target.usual_embedding_model().to_owned();
        Self {
            target,
            model: model.into(),
            embedding_model,
            key,
            wanted,
            timeout_ms: 120_000,
            tries: 4,
        }
    }

    /// The key, if it is for the origin that is called.
    fn key(&self) -> Option<&ApiKey> {
        self.key
            .as_ref()
            .and_then(|key| key.for_origin(&self.target.endpoint.origin))
    }
}

/// How a call goes, for the page to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallProgress {
    /// Sent for the `attempt`-th time, of at most `of`.
    Sent {
        /// From 1.
        attempt: u32,
        /// At most.
        of: u32,
    },
    /// Failed, and is sent again after a wait.
    Waiting {
        /// Milliseconds.
        wait_ms: u32,
        /// The try that comes after the wait.
        attempt: u32,
        /// At most.
        of: u32,
        /// Why the last one failed.
        kind: FailureKind,
        /// Its status.
        status: Option<u16>,
    },
    /// Over, well or not.
    Done,
}

type OnProgress = Box<dyn Fn(&AskPath, CallProgress)>;

/// See the module. `T` sends, `P` waits and tells the time.
pub struct ApiJudge<T, P> {
    settings: ApiSettings,
    transport: T,
    pace: P,
    learned: Learned,
    on_progress: OnProgress,
    /// Vectors came back, so that the embedding model is part of who judged.
    embedded: Cell<bool>,
}

impl<T: Transport, P: Pace> ApiJudge<T, P> {
    /// A judge. `learned` is shared by all judges of the tab.
    pub fn new(settings: ApiSettings, transport: T, pace: P, learned: Learned) -> Self {
        Self {
            settings,
            transport,
            pace,
            learned,
            on_progress: Box::new(|_, _| {}),
            embedded: Cell::new(false),
        }
    }

    /// Tells `watch` how calls go. Calls run side by side: go by the path.
    #[must_use]
    pub fn watched(mut self, watch: impl Fn(&AskPath, CallProgress) + 'static) -> Self {
        self.on_progress = Box::new(watch);
        self
    }

    async fn ask(
        &self,
        path: &AskPath,
        prompt: &str,
        schema: Option<&serde_json::Value>,
    ) -> Result<TextReply, CallFailure> {
        let ApiSettings { target, model, .. } = &self.settings;
        let request =
            |sent: &Sent| wire::chat_request(target, self.settings.key(), model, prompt, schema, sent);
        let read = |response: &HttpResponse| wire::read_chat(target.wire, response);
        let (mut reply, elapsed_ms) = self.call(path, schema.is_some(), request, read).await?;
        reply.elapsed_ms = Some(elapsed_ms);
        Ok(reply)
    }

    /// Vectors; `None` where the API has none.
    async fn embed(&self, path: &AskPath, texts: &[String]) -> Option<Result<Vec<Vec<f32>>, CallFailure>> {
        let ApiSettings {
            target,
            embedding_model,
            ..
        } = &self.settings;
        let request = wire::embeddings_request(target, self.settings.key(), embedding_model, texts)?;
        let read = |response: &HttpResponse| wire::read_embeddings(target.wire, response, texts.len());
        let result = self.call(path, false, |_| request.clone(), read).await;
        self.embedded.set(self.embedded.get() || result.is_ok());
        Some(result.map(|(vectors, _)| vectors))
    }

    /// Sends until there is a reply or nothing more to try; with the milliseconds of the try that brought it.
    async fn call<R>(
        &self,
        path: &AskPath,
        has_schema: bool,
        request: impl Fn(&Sent) -> HttpRequest,
        read: impl Fn(&HttpResponse) -> Result<R, Trouble>,
    ) -> Result<(R, f64), CallFailure> {
        let target = &self.settings.target;
        check_key(target, self.settings.key())?;
        let of = self.settings.tries.max(1);
        let (mut tried, mut attempts, mut given_up) = (1, 0, 0);
        loop {
            let sent = self.sent(has_schema);
            let request = request(&sent);
            attempts += 1;
            (self.on_progress)(path, CallProgress::Sent { attempt: tried, of });
            let started = self.pace.now_ms();
            let lost = match self.send(&request).await {
                Ok(response) => {
                    let hint_ms = response.retry_after.as_deref().and_then(retry::wait_in_header);
                    match read(&response) {
                        Ok(reply) => return Ok((reply, self.pace.now_ms() - started)),
                        Err(trouble) if given_up < MOST_GIVEN_UP && self.learns(&trouble, &sent) => {
                            given_up += 1;
                            continue;
                        }
                        Err(trouble) => Lost::from_trouble(trouble, hint_ms),
                    }
                }
                Err(lost) => lost,
            };
            let failed = Failed {
                kind: lost.kind,
                status: lost.status,
                hint_ms: lost.hint_ms,
                answered_before: self.learned.has_answered(target),
            };
            match retry::next(failed, tried, of, self.pace.chance()) {
                Next::GiveUp => {
                    let key = self.settings.key();
                    let failing = Failing {
                        target,
                        key,
                        attempts,
                    };
                    return Err(failing.as_call_failure(lost.kind, lost.status, &lost.detail));
                }
                Next::Wait(wait_ms) => {
                    tried += 1;
                    let waiting = CallProgress::Waiting {
                        wait_ms,
                        attempt: tried,
                        of,
                        kind: lost.kind,
                        status: lost.status,
                    };
                    (self.on_progress)(path, waiting);
                    self.pace.sleep(wait_ms).await;
                }
            }
        }
    }

    async fn send(&self, request: &HttpRequest) -> Result<HttpResponse, Lost> {
        let response = send_within(&self.transport, &self.pace, self.settings.timeout_ms, request).await?;
        self.learned.answered(&self.settings.target);
        Ok(response)
    }

    /// What is sent besides the prompt, after what this model has refused before.
    fn sent(&self, has_schema: bool) -> Sent {
        let ApiSettings {
            target,
            model,
            wanted,
            ..
        } = &self.settings;
        let mut sent = self.learned.of(target, model).apply(wanted, target);
        if !has_schema {
            sent.shape = Shape::Plain;
        }
        sent
    }

    fn learns(&self, trouble: &Trouble, sent: &Sent) -> bool {
        let ApiSettings { target, model, .. } = &self.settings;
        matches!(trouble.status, 400 | 422) && self.learned.learn(target, model, sent, &trouble.said)
    }
}

impl<T: Transport, P: Pace> Judge for ApiJudge<T, P> {
    async fn reply(&self, ask: &Ask) -> Reply {
        let result = match &ask.body {
            Body::Chat { prompt, schema, .. } => {
                let result = self.ask(&ask.path, prompt, schema.as_ref()).await;
                result.map(Reply::Text)
            }
            Body::Embed { texts } => match self.embed(&ask.path, texts).await {
                Some(result) => result.map(Reply::Vectors),
                None => return Reply::None(NoReply::Unanswerable),
            },
            // APIs give vectors of whole texts alone.
            Body::Tokens { .. } => return Reply::None(NoReply::Unanswerable),
        };
        (self.on_progress)(&ask.path, CallProgress::Done);
        result.unwrap_or_else(|failure| Reply::None(NoReply::Failed(failure)))
    }

    /// Parameters as they are sent to this model by now: one that it refused is not among them.
    fn identity(&self) -> JudgeIdentity {
        let sent = self.sent(true);
        let mut parameters = Vec::new();
        if let Some(temperature) = sent.temperature {
            parameters.push(("temperature".to_owned(), temperature.to_string()));
        }
        if let Some((field, tokens)) = sent.length {
            parameters.push((field.to_owned(), tokens.to_string()));
        }
        let shape = match sent.shape {
            Shape::Schema => Some("json_schema"),
            Shape::Object => Some("json_object"),
            Shape::Plain => None,
        };
        if let Some(shape) = shape {
            parameters.push(("response_format".to_owned(), shape.to_owned()));
        }
        if self.embedded.get() {
            parameters.push(("embeddings".to_owned(), self.settings.embedding_model.clone()));
        }
        JudgeIdentity {
            kind: JudgeKind::Api,
            provider: self.settings.target.endpoint.origin.host_and_port(),
            model: self.settings.model.clone(),
            parameters,
        }
    }
}

/// Requests without what was refused; more than there are things to give up would be a loop.
const MOST_GIVEN_UP: u32 = 6;

/// A try that brought no reply.
pub(super) struct Lost {
    pub kind: FailureKind,
    pub status: Option<u16>,
    pub detail: String,
    pub hint_ms: Option<u64>,
}

impl Lost {
    pub(super) fn from_trouble(trouble: Trouble, header_ms: Option<u64>) -> Self {
        Self {
            kind: trouble.kind,
            status: Some(trouble.status),
            hint_ms: header_ms.or(trouble.said.wait_ms),
            detail: trouble.said.message,
        }
    }
}

/// A known host that answers nothing without a key is not asked without one.
pub(super) fn check_key(target: &Target, key: Option<&ApiKey>) -> Result<(), CallFailure> {
    let wants = Provider::at(&target.endpoint.origin).is_some_and(|provider| provider.needs_key);
    let attempts = 0;
    let failing = Failing {
        target,
        key,
        attempts,
    };
    match key {
        None if wants => Err(failing.as_call_failure(FailureKind::NoKey, None, "")),
        _ => Ok(()),
    }
}

/// Sends, and gives up at the time-out: the call is dropped, and so aborted.
pub(super) async fn send_within<T: Transport, P: Pace>(
    transport: &T,
    pace: &P,
    timeout_ms: u32,
    request: &HttpRequest,
) -> Result<HttpResponse, Lost> {
    let call = std::pin::pin!(transport.send(request));
    let deadline = std::pin::pin!(pace.sleep(timeout_ms));
    let (kind, detail) = match select(call, deadline).await {
        Either::Left((Ok(response), _)) => return Ok(response),
        Either::Left((Err(TransportError::Offline), _)) => (FailureKind::Offline, String::new()),
        Either::Left((Err(TransportError::Header(said)), _)) => (FailureKind::BadKey, said),
        Either::Left((Err(TransportError::Network(said)), _)) => (FailureKind::Unreachable, said),
        Either::Right(((), _)) => (FailureKind::Timeout, String::new()),
    };
    let (status, hint_ms) = (None, None);
    Err(Lost {
        kind,
        status,
        detail,
        hint_ms,
    })
}

#[cfg(test)]
mod tests;
