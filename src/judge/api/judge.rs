//! The judge that calls an API: sends, waits, tries again, learns what a model would not take. What a request and
//! a response look like is [`super::wire`]'s matter; whether to try again, [`super::retry`]'s; how many calls are
//! under way at a server, [`super::limiter`]'s; what a run may spend, [`super::spending`]'s.

mod answer;
mod settings;
mod try_once;
mod vain;

use std::cell::Cell;

pub use settings::ApiSettings;
pub(super) use try_once::{Lost, check_key, send_within};

use answer::{Answer, Little, Sized, with_earlier};
use vain::Vain;

use super::failure::{Failing, with_wait};
use super::learned::Learned;
use super::prices::Price;
use super::retry::{self, Failed, Next};
use super::sent::{Sent, Shape};
use super::spending::Spending;
use super::transport::{HttpRequest, HttpResponse, Pace, Transport};
use super::wire::{self, Fit, Trouble};
use crate::evaluation::{
    Ask, AskPath, Body, CallFailure, FailureKind, NoReply, Question, Reply, Stop, TextReply,
};
use crate::judge::{DRAWN_AT, Judge, JudgeIdentity, JudgeKind, LEFT_OUT, RAISED_FROM};
use crate::prompt::tokens;

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
    /// Not sent yet: the server asked another call to wait, and this one waits with it.
    Paused {
        /// Milliseconds.
        wait_ms: u32,
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
    spending: Spending,
    /// The same cap, for calls that make embeddings.
    embeddings: Spending,
    on_progress: OnProgress,
    vain: Vain,
    /// Vectors came back, so that the embedding model is part of who judged.
    embedded: Cell<bool>,
    /// JSON was asked for, so that how it was is part of who judged.
    shaped: Cell<bool>,
    /// The least limit that was sent because no longer reply fits beside its prompt.
    least: Cell<u32>,
    /// The loosest form of JSON by which a reply was had.
    loosest: Cell<Shape>,
}

impl<T: Transport, P: Pace> ApiJudge<T, P> {
    /// A judge. `learned` is shared by all judges of the tab.
    pub fn new(settings: ApiSettings, transport: T, pace: P, learned: Learned) -> Self {
        Self {
            settings,
            transport,
            pace,
            learned,
            spending: Spending::without_cap(),
            embeddings: Spending::without_cap(),
            on_progress: Box::new(|_, _| {}),
            vain: Vain::default(),
            embedded: Cell::new(false),
            shaped: Cell::new(false),
            least: Cell::new(u32::MAX),
            loosest: Cell::new(Shape::Schema),
        }
    }

    /// Spends no more than this allows; `embedding` is the price of the embedding model, where that is known.
    #[must_use]
    pub fn spending(mut self, spending: Spending, embedding: Option<Price>) -> Self {
        self.embeddings = spending.at(embedding);
        self.spending = spending;
        self
    }

    /// Tells `watch` how calls go. Calls run side by side: go by the path.
    #[must_use]
    pub fn watched(mut self, watch: impl Fn(&AskPath, CallProgress) + 'static) -> Self {
        self.on_progress = Box::new(watch);
        self
    }

    /// Asks for one word, to see whether anyone is there. A reply that is cut will do.
    pub(super) async fn greet(&self) -> Result<TextReply, CallFailure> {
        let ApiSettings { target, model, .. } = &self.settings;
        let sized = Sized {
            tokens: 1,
            has_schema: false,
            chat: true,
            drawn: false,
        };
        let path = AskPath::step("greeting");
        let request =
            |sent: &Sent| wire::chat_request(target, self.settings.key(), model, "Say: ok", None, sent);
        let read = |response: &HttpResponse| {
            let reply = wire::read_chat(target.wire, response)?;
            Ok(TextReply {
                stop: Stop::Stop,
                ..reply
            })
        };
        let (reply, _) = self.call(&path, sized, request, read).await?;
        Ok(reply)
    }

    async fn ask(
        &self,
        path: &AskPath,
        prompt: &str,
        schema: Option<&serde_json::Value>,
        drawn: bool,
    ) -> Result<TextReply, CallFailure> {
        let ApiSettings { target, model, .. } = &self.settings;
        let size = tokens::estimate(prompt);
        self.ask_context(size).await;
        self.shaped.set(self.shaped.get() || schema.is_some());
        let sized = Sized {
            tokens: size,
            has_schema: schema.is_some(),
            chat: true,
            drawn,
        };
        let request =
            |sent: &Sent| wire::chat_request(target, self.settings.key(), model, prompt, schema, sent);
        let read = |response: &HttpResponse| {
            let mut reply = wire::read_words(target.wire, response)?;
            // Ollama's own API refuses what it would have to cut, and some of its versions count only what is new.
            reply.prompt_cut = target.wire != wire::Wire::Ollama
                && reply
                    .usage
                    .and_then(|usage| usage.prompt)
                    .is_some_and(|read| tokens::was_cut(prompt, read));
            Ok(reply)
        };
        let (mut reply, elapsed_ms) = self.call(path, sized, request, read).await?;
        reply.elapsed_ms = Some(elapsed_ms);
        // A reply is recorded, copied and shared: no server gets a key in there, be it one of before.
        reply.text = self.redacted(&reply.text);
        reply.model = reply.model.map(|model| self.redacted(&model));
        Ok(reply)
    }

    fn redacted(&self, written: &str) -> String {
        let ApiSettings {
            model,
            embedding_model,
            past,
            ..
        } = &self.settings;
        past.redact_reply(self.settings.key(), &[model, embedding_model], written)
    }

    /// Asks once how long a context the model can take, where that decides what is sent.
    async fn ask_context(&self, prompt: usize) {
        let ApiSettings {
            target,
            model,
            timeout_ms,
            ..
        } = &self.settings;
        let matters = target.wire == wire::Wire::Ollama && prompt > SMALL_PROMPT;
        if !matters || !self.learned.asks_context(target, model) {
            return;
        }
        let key = self.settings.key();
        if let Some(request) = wire::context_request(target, key, model)
            && let Ok(response) = send_within(&self.transport, &self.pace, *timeout_ms, &request).await
        {
            self.learned.answered(target);
            if let Some(tokens) = wire::read_context(&response) {
                self.learned.set_context(target, model, tokens);
            }
        }
    }

    /// Vectors; `None` where the API has none. Long lists go in several calls.
    async fn embed(&self, path: &AskPath, texts: &[String]) -> Option<Result<Vec<Vec<f32>>, CallFailure>> {
        let ApiSettings {
            target,
            embedding_model,
            ..
        } = &self.settings;
        let key = self.settings.key();
        let mut all = Vec::with_capacity(texts.len());
        for part in texts.chunks(wire::most_texts(target.wire)) {
            let request = wire::embeddings_request(target, key, embedding_model, part)?;
            let read = |response: &HttpResponse| wire::read_embeddings(target.wire, response, part.len());
            let sized = Sized {
                tokens: part.iter().map(|text| tokens::estimate(text)).sum(),
                has_schema: false,
                chat: false,
                drawn: false,
            };
            match self.call(path, sized, |_| request.clone(), read).await {
                Ok((embedded, _)) => all.extend(embedded.vectors),
                Err(failure) => return Some(Err(failure)),
            }
        }
        self.embedded.set(self.embedded.get() || !all.is_empty());
        Some(Ok(all))
    }

    /// Sends until there is a reply or nothing more to try; with the milliseconds of the try that brought it.
    async fn call<R: Answer>(
        &self,
        path: &AskPath,
        sized: Sized,
        request: impl Fn(&Sent) -> HttpRequest,
        read: impl Fn(&HttpResponse) -> Result<R, Trouble>,
    ) -> Result<(R, f64), CallFailure> {
        let target = &self.settings.target;
        let origin = &target.endpoint.origin;
        check_key(target, self.settings.key())?;
        let of = self.settings.tries.max(1);
        let (mut tried, mut attempts, mut given_up) = (1, 0, 0);
        let mut cut: Option<(R, f64)> = None;
        // What the server has said of this very prompt: the longest reply that fits beside it.
        let mut told: Option<u32> = None;
        // A looser form of JSON, tried where a server broke on the stricter one without saying so; and what it broke with at
        // first.
        let mut lower: Option<(Shape, Lost)> = None;
        let (lost, attempts) = loop {
            let mut sent = self.sent(sized);
            if let Some((shape, _)) = &lower {
                sent.shape = sent.shape.max(*shape);
            }
            let lowered = self.lower(&mut sent, sized, told);
            let request = request(&sent);
            let paused = |wait_ms| (self.on_progress)(path, CallProgress::Paused { wait_ms });
            let limiter = &self.learned.limiter;
            let permit = limiter
                .permit(origin, self.settings.at_once, &self.pace, paused)
                .await;
            let limit = self.reply_limit(&sent, sized);
            let spending = if sized.chat {
                &self.spending
            } else {
                &self.embeddings
            };
            let aside = spending.set_aside(sized.tokens, limit).await;
            // While this call waited for its turn, another may have found out.
            let aside = match (self.vain.failure(sized.chat), aside) {
                (None, Some(aside)) => aside,
                (None, None) => break (Lost::over_cap(), attempts),
                (Some(lost), aside) => {
                    if let Some(aside) = aside {
                        aside.free();
                    }
                    break (lost, attempts);
                }
            };
            attempts += 1;
            (self.on_progress)(path, CallProgress::Sent { attempt: tried, of });
            let started = self.pace.now_ms();
            let lost = match self.send(&request).await {
                Ok(response) => {
                    let hint_ms = retry::wait_in_headers(&response);
                    match read(&response) {
                        Ok(reply) => {
                            aside.spend(reply.usage(), reply.written());
                            self.learned.limiter.went_well(origin);
                            self.vain.went_well(sized.chat);
                            if sized.has_schema {
                                let broke = lower.take().is_some();
                                self.learned
                                    .had_by(target, &self.settings.model, sent.shape, broke);
                                self.loosest.set(self.loosest.get().max(sent.shape));
                            }
                            let (reply, elapsed_ms) =
                                with_earlier(reply, self.pace.now_ms() - started, cut.take());
                            match self.too_little(&reply, &sent, sized, lowered) {
                                Little::Enough => return Ok((reply, elapsed_ms)),
                                Little::Again => {
                                    cut = Some((reply, elapsed_ms));
                                    continue;
                                }
                                Little::Never(lost) => break (lost, attempts),
                            }
                        }
                        Err(trouble)
                            if given_up < MOST_GIVEN_UP
                                && (trouble.status < 500 || tried < of)
                                && self.learns(&trouble, &sent, sized) =>
                        {
                            aside.free();
                            given_up += 1;
                            // A server that broke was tried, whatever it says of the reason.
                            tried += u32::from(trouble.status >= 500);
                            continue;
                        }
                        Err(trouble) => {
                            if let Some(fit) =
                                fit(&trouble, &sent, sized).filter(|_| given_up < MOST_GIVEN_UP)
                            {
                                aside.free();
                                self.learned.fits(target, &self.settings.model, fit);
                                told = Some(fit.room());
                                given_up += 1;
                                continue;
                            }
                            Lost::from_trouble(trouble, hint_ms)
                        }
                    }
                }
                Err(lost) => lost,
            };
            if lost.usage.is_some() {
                aside.spend(lost.usage, 0);
            } else if lost.may_have_cost() {
                // It was sent, and most likely written to the end.
                aside.lose();
            } else {
                aside.free();
            }
            drop(permit);
            let failed = Failed {
                kind: lost.kind,
                status: lost.status,
                hint_ms: lost.hint_ms,
                answered_before: self.learned.has_answered(target),
            };
            let next = retry::next(failed, tried, of, self.pace.chance());
            let soon = lost.hint_ms.is_none_or(|ms| ms <= retry::LONGEST_HINT_MS);
            let loosens = tried < of && soon && lost.is_broken() && self.may_loosen(&sent, sized);
            if next == Next::GiveUp && !loosens {
                // What it said of the form that was wanted tells more than that it refuses another.
                let lost = match lower {
                    Some((_, first)) if matches!(lost.status, Some(400 | 404 | 415 | 422)) => first,
                    _ => lost,
                };
                break (lost, attempts);
            }
            tried += 1;
            let (kind, status) = (lost.kind, lost.status);
            if loosens {
                let first = lower.take().map(|(_, first)| first);
                lower = Some((
                    sent.shape.below(target.wire),
                    first.unwrap_or_else(|| lost.clone()),
                ));
            }
            if let Next::Wait(wait_ms) = next {
                if matches!(status, Some(429 | 503 | 529)) {
                    // The others need not find out for themselves.
                    limiter.slow_down(origin, self.pace.now_ms(), lost.hint_ms.map_or(0, |_| wait_ms));
                }
                let waiting = CallProgress::Waiting {
                    wait_ms,
                    attempt: tried,
                    of,
                    kind,
                    status,
                };
                (self.on_progress)(path, waiting);
                self.pace.sleep(wait_ms).await;
            }
        };
        let answered = self.learned.has_answered(target);
        self.vain.failed(sized.chat, &lost, answered);
        // A reply that was cut is more than none.
        if let Some(cut) = cut.filter(|(reply, _)| reply.is_whole_prompt(sized)) {
            return Ok(cut);
        }
        let key = self.settings.key();
        let failing = Failing {
            target,
            key,
            past: Some(&self.settings.past),
            attempts,
        };
        let status = lost.status.or(lost.begun);
        let failure = CallFailure {
            usage: lost.usage,
            ..failing.as_call_failure(lost.kind, status, &lost.detail)
        };
        Err(with_wait(failure, lost.hint_ms))
    }

    async fn send(&self, request: &HttpRequest) -> Result<HttpResponse, Lost> {
        let result = send_within(&self.transport, &self.pace, self.settings.timeout_ms, request).await;
        if result.as_ref().map_or_else(|lost| lost.begun.is_some(), |_| true) {
            self.learned.answered(&self.settings.target);
        }
        result
    }

    /// What is sent besides the prompt, after what this model has refused before.
    fn sent(&self, sized: Sized) -> Sent {
        let ApiSettings {
            target,
            model,
            wanted,
            ..
        } = &self.settings;
        let mut wanted = *wanted;
        if sized.drawn {
            // Draws are to differ, whatever the verdicts are asked at.
            (wanted.temperature, wanted.seed) = (Some(DRAWN_AT), None);
        }
        let mut sent = self.learned.sent(target, model, &wanted, sized.tokens);
        if !sized.has_schema {
            sent.shape = Shape::Plain;
        }
        sent
    }

    /// Lowers the limit of the reply to what fits beside the prompt: as the server has `told` of this one, or else by what it
    /// told of another. True if it was too high.
    fn lower(&self, sent: &mut Sent, sized: Sized, told: Option<u32>) -> bool {
        let ApiSettings { target, model, .. } = &self.settings;
        let Some((_, tokens)) = sent.length.as_mut().filter(|_| sized.chat) else {
            return false;
        };
        let room = told.or_else(|| self.learned.room_beside(target, model, sized.tokens));
        let Some(room) = room.filter(|room| room < tokens) else {
            return false;
        };
        *tokens = room;
        self.least.set(self.least.get().min(room));
        true
    }

    /// The most tokens that the reply can take, as far as that was chosen: what Anthropic cannot do without, unless the
    /// user sets it, is far more than any reply of ours.
    fn reply_limit(&self, sent: &Sent, sized: Sized) -> Option<u32> {
        let ApiSettings { target, wanted, .. } = &self.settings;
        let chosen = wanted.max_tokens.is_some() || target.wire != wire::Wire::Anthropic;
        match sent.length {
            _ if !sized.chat => Some(0),
            Some((_, tokens)) if chosen => Some(tokens),
            _ => None,
        }
    }

    /// Whether a reply was cut, or stands on a prompt that was, and what to do about it. `lowered`: no longer one fits
    /// beside the prompt.
    fn too_little<R: Answer>(&self, reply: &R, sent: &Sent, sized: Sized, lowered: bool) -> Little {
        let ApiSettings {
            target,
            model,
            wanted,
            ..
        } = &self.settings;
        if let Some(context) = sent.context.filter(|context| reply.fills(*context)) {
            if self.learned.widen(target, model, context) {
                return Little::Again;
            }
            // The prompt fits, and the reply was cut for want of room: that is told as such.
            return if reply.is_whole_prompt(sized) {
                Little::Enough
            } else {
                Little::Never(Lost::too_long(context))
            };
        }
        if reply.is_cut() && !lowered {
            let counted = reply.usage().and_then(|usage| usage.completion);
            let written = counted.unwrap_or_else(|| reply.written());
            if self
                .learned
                .raise(target, model, sent, wanted.max_tokens, Some(written))
            {
                return Little::Again;
            }
        }
        Little::Enough
    }

    /// Whether a looser form of JSON may be what a server needs that broke: not where a reply was had by this one.
    fn may_loosen(&self, sent: &Sent, sized: Sized) -> bool {
        let ApiSettings { target, model, .. } = &self.settings;
        sized.chat && sent.shape != Shape::Plain && !self.learned.of(target, model).has_had(sent.shape)
    }

    fn learns(&self, trouble: &Trouble, sent: &Sent, sized: Sized) -> bool {
        let ApiSettings { target, model, .. } = &self.settings;
        if let Some(context) = trouble.said.context
            && sized.chat
        {
            self.learned.set_context(target, model, context);
        }
        // A 5xx that names the form of the reply is a refusal as well; some servers break on it.
        let refused = matches!(trouble.status, 400 | 404 | 415 | 422 | 500 | 501);
        let may = sized.chat && refused && (trouble.kind != FailureKind::TooLong || is_of_length(trouble));
        let of_shape = match trouble.status {
            400 | 422 => true,
            500.. => self.may_loosen(sent, sized),
            _ => sent.shape != Shape::Plain,
        };
        may && of_shape && self.learned.learn(target, model, sent, &trouble.said)
    }
}

/// What fits beside a prompt which would fit by itself.
fn fit(trouble: &Trouble, sent: &Sent, sized: Sized) -> Option<Fit> {
    let (_, asked) = sent.length.filter(|_| sized.chat)?;
    let refused = trouble.kind == FailureKind::TooLong && (400..500).contains(&trouble.status);
    refused
        .then(|| wire::reply_that_fits(&trouble.said, sized.tokens, asked))
        .flatten()
}

/// A limit of replies that is too large by itself, told with the context's name.
fn is_of_length(trouble: &Trouble) -> bool {
    const OF_LENGTH: &[&str] = &[
        "must be less than or equal to",
        "max_tokens is too large",
        "max_tokens` is too large",
        "max_completion_tokens is too large",
    ];
    let said = trouble.said.message.to_lowercase();
    trouble.said.context.is_none() && OF_LENGTH.iter().any(|words| said.contains(words))
}

/// Prompts up to here fit into any context, whatever the estimate's error.
const SMALL_PROMPT: usize = 1_200;

impl<T: Transport, P: Pace> Judge for ApiJudge<T, P> {
    async fn reply(&self, ask: &Ask) -> Reply {
        let result = match &ask.body {
            Body::Chat { prompt, schema, .. } => {
                let drawn = matches!(ask.question, Question::Answer { .. });
                let result = self.ask(&ask.path, prompt, schema.as_ref(), drawn).await;
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
        let ApiSettings {
            target,
            model,
            wanted,
            ..
        } = &self.settings;
        let known = self.learned.of(target, model);
        let sent = known.apply(wanted, target);
        let mut parameters = Vec::new();
        for (name, value) in [("temperature", sent.temperature), ("top_p", sent.top_p)] {
            if let Some(value) = value {
                parameters.push((name.to_owned(), value.to_string()));
            }
        }
        if let Some((field, seed)) = sent.seed {
            parameters.push((field.to_owned(), seed.to_string()));
        }
        if let Some((field, tokens)) = sent.length {
            let tokens = tokens.min(self.least.get());
            parameters.push((field.to_owned(), tokens.to_string()));
            if known.is_raised(wanted, &sent) && tokens < self.least.get() {
                let from = wanted
                    .max_tokens
                    .map_or_else(String::new, |from| from.to_string());
                parameters.push((RAISED_FROM.to_owned(), from));
            }
        }
        let left_out = sent.left_out(wanted, target).join(", ");
        if !left_out.is_empty() {
            parameters.push((LEFT_OUT.to_owned(), left_out));
        }
        let shape = match sent.shape.max(self.loosest.get()) {
            Shape::Schema => Some("json_schema"),
            Shape::Object => Some("json_object"),
            Shape::Plain => None,
        };
        if let Some(shape) = shape.filter(|_| self.shaped.get()) {
            parameters.push(("response_format".to_owned(), shape.to_owned()));
        }
        if self.embedded.get() {
            parameters.push(("embeddings".to_owned(), self.settings.embedding_model.clone()));
        }
        JudgeIdentity {
            kind: JudgeKind::Api,
            provider: target.endpoint.origin.host_and_port(),
            model: model.clone(),
            parameters,
        }
    }
}

/// Requests without what was refused. There are seven things to give up (three of sampling, two fields of the length, two
/// forms of JSON), and a length may be refused once for its size; more would be a loop.
const MOST_GIVEN_UP: u32 = 8;

#[cfg(test)]
mod tests;
