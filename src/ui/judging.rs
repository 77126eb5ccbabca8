//! The judge that a run is given, as the panel is set up: who answers in words, and beside them the local model where it
//! makes the vectors.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::later::{NotFetched, later};
use super::setup::{Lacks, Setup};
use super::state::App;
use super::{browser, local};
use crate::evaluation::{
    Ask, AskPath, Body, CallFailure, FailureKind, NoReply, Plan, Question, Reply, TextReply,
};
use crate::i18n::{Lang, fill};
use crate::judge::api::http::browser_judge;
use crate::judge::api::{CallProgress, Spending};
use crate::judge::built_in::{Availability, BuiltIn};
use crate::judge::by_hand::ByHand;
use crate::judge::embedded::worker::client::Lost;
use crate::judge::embedded::{EmbeddedJudge, Table, VERSION};
use crate::judge::{EMBEDDINGS, Judge, JudgeIdentity, JudgeKind, TOKEN_VECTORS};
use crate::reply::recall::own;

/// Where the embedded judge's word table lies, beside the page.
const TABLE: &str = "words-3.txt";

/// The judge of a run.
pub enum PageJudge {
    /// The lexical judge; its table is fetched with its first ask.
    Embedded(App),
    /// A person who pastes; asks are shown on the page.
    Hand(App, ByHand),
    /// Nobody: the metric asks nothing.
    Nobody,
    /// An LLM at an API, or the browser's own: it is fetched when it is first chosen.
    Model(Box<dyn Boxed>, JudgeKind),
}

/// The judge of a run: who answers in words, and what the local model makes vectors for.
pub struct RunJudge {
    /// Everything else is asked here.
    pub words: PageJudge,
    app: App,
    /// Vectors of texts come from the local model.
    embeddings: bool,
    /// So do vectors of tokens.
    tokens: bool,
}

/// A judge whose type is not known where it is used.
pub trait Boxed {
    /// See [`Judge::reply`].
    fn reply_boxed<'a>(&'a self, ask: &'a Ask) -> Pin<Box<dyn Future<Output = Reply> + 'a>>;
    /// See [`Judge::identity`].
    fn whose(&self) -> JudgeIdentity;
}

impl<J: Judge> Boxed for J {
    fn reply_boxed<'a>(&'a self, ask: &'a Ask) -> Pin<Box<dyn Future<Output = Reply> + 'a>> {
        Box::pin(Judge::reply(self, ask))
    }

    fn whose(&self) -> JudgeIdentity {
        Judge::identity(self)
    }
}

/// The judge of a planned run: the chosen one, and the local model where it makes the vectors.
///
/// # Errors
/// A file could not be fetched, or what the chosen judge still lacks.
pub async fn judge(app: App, plan: &Plan) -> Result<Result<RunJudge, Lacks>, NotFetched> {
    let setup = app.setup;
    let (here, alone) = untrack(|| (setup.embeds_here(), setup.needs_no_judge(plan)));
    let words = match setup.kind.get_untracked() {
        _ if alone => PageJudge::Nobody,
        JudgeKind::Embedded => PageJudge::Embedded(app),
        JudgeKind::Nobody => PageJudge::Nobody,
        JudgeKind::ByHand => PageJudge::Hand(app, ByHand::new(setup.hand_name.get_untracked().trim())),
        kind @ (JudgeKind::BuiltIn | JudgeKind::Api) => match model(app).await? {
            Ok(judge) => PageJudge::Model(judge, kind),
            Err(lacks) => return Ok(Err(lacks)),
        },
    };
    Ok(Ok(RunJudge {
        words,
        app,
        embeddings: plan.demands.embeddings && here,
        tokens: plan.demands.tokens,
    }))
}

later!(rooms: fn model(app: App) -> Result<Box<dyn Boxed>, Lacks> {
    match app.setup.kind.get_untracked() {
        JudgeKind::BuiltIn => built_in(app),
        _ => api(app),
    }
});

fn built_in(app: App) -> Result<Box<dyn Boxed>, Lacks> {
    let setup = app.setup;
    if matches!(
        setup.built_in.get_untracked(),
        None | Some(Availability::Unavailable)
    ) {
        return Err(Lacks::BuiltIn);
    }
    // Gigabytes are loaded where it is said that they are, and how far that is.
    if setup.built_in.get_untracked() != Some(Availability::Available) {
        return Err(Lacks::ModelLoaded(
            app.lang.get_untracked().connect().built_in_load_first,
        ));
    }
    // The browser may have let go of it meanwhile; shown while it is loaded anew.
    let loaded = move |share: f64| setup.built_in_loaded.set((share < 1.0).then_some(share));
    Ok(Box::new(BuiltIn::new(loaded, untrack(|| setup.timeout_ms()))))
}

fn api(app: App) -> Result<Box<dyn Boxed>, Lacks> {
    let setup = app.setup;
    let settings = untrack(|| setup.api())?;
    let host = settings.target.endpoint.origin.host_and_port();
    let price = |model: &str| untrack(|| setup.prices.of(&host, model));
    let embedding = price(&settings.embedding_model);
    let spending = Spending::new(untrack(|| setup.prices.cap_amount()), price(&settings.model));
    let learned = setup.learned.get_value();
    learned.begins(&spending, browser::now_ms());
    let (lang, texts) = (app.lang.get_untracked(), app.lang.get_untracked().connect());
    // Calls run side by side: one that goes on says nothing about another that waits.
    let waiting = RefCell::new(BTreeMap::new());
    let watch = move |path: &AskPath, progress| {
        let mut waiting = waiting.borrow_mut();
        let (wait_ms, attempt, sentence) = match progress {
            CallProgress::Waiting {
                wait_ms,
                attempt,
                status: Some(429 | 529),
                ..
            } => (wait_ms, attempt, texts.waits_asked),
            CallProgress::Waiting { wait_ms, attempt, .. } => (wait_ms, attempt, texts.waits_failed),
            CallProgress::Paused { wait_ms } => (wait_ms, 1, texts.waits_paused),
            CallProgress::Sent { .. } | CallProgress::Done => (0, 0, ""),
        };
        if sentence.is_empty() {
            waiting.remove(path);
        } else {
            let until = browser::now_ms() + f64::from(wait_ms);
            let values = [
                ("host", host.as_str()),
                ("seconds", &format!("{:.1}", f64::from(wait_ms) / 1000.0)),
                ("time", &browser::time(lang, until)),
                ("attempt", &attempt.to_string()),
            ];
            // What ends first comes first.
            waiting.insert(path.clone(), (until as u64, fill(sentence, &values)));
        }
        let first = waiting.values().min().map(|(_, sentence)| sentence.clone());
        if app.run.waits.with_untracked(|shown| shown != &first) {
            app.run.waits.set(first);
        }
    };
    Ok(Box::new(
        browser_judge(settings, learned)
            .spending(spending, embedding)
            .watched(watch),
    ))
}

impl PageJudge {
    /// The person who pastes, if it is one.
    pub fn hand(&self) -> Option<ByHand> {
        match self {
            Self::Hand(_, hand) => Some(hand.clone()),
            _ => None,
        }
    }

    /// How many asks may be open at once: a person gets one at a time.
    pub fn at_once(&self, most: usize) -> usize {
        match self {
            Self::Hand(..) | Self::Model(_, JudgeKind::BuiltIn) => 1,
            // The limiter of the server knows better.
            Self::Model(..) => 64,
            _ => most,
        }
    }
}

impl Judge for PageJudge {
    async fn reply(&self, ask: &Ask) -> Reply {
        match self {
            Self::Embedded(app) => embedded(*app, ask).await,
            Self::Nobody => Reply::None(NoReply::Unanswerable),
            Self::Hand(..) if !matches!(ask.body, Body::Chat { .. }) => Reply::None(NoReply::Unanswerable),
            Self::Hand(app, hand) => {
                app.run.by_hand.set(Some(ask.clone()));
                hand.reply(ask).await
            }
            Self::Model(judge, _) => judge.reply_boxed(ask).await,
        }
    }

    fn identity(&self) -> JudgeIdentity {
        match self {
            Self::Embedded(app) => app.setup.table.get_value().map_or_else(
                || JudgeIdentity {
                    kind: JudgeKind::Embedded,
                    provider: String::new(),
                    model: VERSION.to_owned(),
                    parameters: Vec::new(),
                },
                |table| EmbeddedJudge::new(table.read, app.lang.get_untracked()).identity(),
            ),
            Self::Hand(_, hand) => hand.identity(),
            Self::Nobody => JudgeIdentity::nobody(),
            Self::Model(judge, _) => judge.whose(),
        }
    }
}

impl Judge for RunJudge {
    async fn reply(&self, ask: &Ask) -> Reply {
        let here = match ask.body {
            Body::Chat { .. } => false,
            Body::Embed { .. } => self.embeddings,
            Body::Tokens { .. } => self.tokens,
        };
        if here {
            return local::vectors(self.app, ask).await;
        }
        self.words.reply(ask).await
    }

    fn identity(&self) -> JudgeIdentity {
        let mut identity = self.words.identity();
        // Where nobody else is asked, the model in the page is the judge.
        if matches!(self.words, PageJudge::Nobody) && (self.embeddings || self.tokens) {
            identity.kind = JudgeKind::Embedded;
        }
        for (here, name) in [(self.embeddings, EMBEDDINGS), (self.tokens, TOKEN_VECTORS)] {
            if here {
                identity
                    .parameters
                    .push((name.to_owned(), crate::judge::local::name()));
            }
        }
        identity
    }
}

/// The embedded judge's answer: from its worker; on the page itself where no worker can be made.
async fn embedded(app: App, ask: &Ask) -> Reply {
    let table = match table(app.setup).await {
        Ok(table) => table,
        Err(failure) => return Reply::None(NoReply::Failed(failure)),
    };
    let lang = app.lang.get_untracked();
    let worker = app.setup.worker.get_value();
    match worker.answer(&table.bytes, lang, &ask.question).await {
        Ok(Some(text)) => {
            if let Question::Passages { wanted, .. } = &ask.question
                && !own::can_be_read(&text, wanted)
                && readers().await.is_err()
            {
                return lost(FailureKind::NotFetched);
            }
            Reply::Text(TextReply {
                text,
                model: Some(VERSION.to_owned()),
                ..TextReply::default()
            })
        }
        Ok(None) => Reply::None(NoReply::Unanswerable),
        Err(Lost::NoWorker) => match on_the_page(table.read, lang, ask.clone()).await {
            Ok(answering) => answering.await,
            Err(NotFetched) => lost(FailureKind::NotFetched),
        },
        Err(Lost::Broke) => lost(FailureKind::WorkerBroke),
        Err(Lost::NotFetched) => lost(FailureKind::NotFetched),
    }
}

later!(rooms: /// Brings the readers of all replies.
fn readers() -> () { });

later!(metrics: fn on_the_page(table: Arc<Table>, lang: Lang, ask: Ask) -> Pin<Box<dyn Future<Output = Reply>>> {
    Box::pin(async move { EmbeddedJudge::new(table, lang).reply(&ask).await })
});

/// A call that failed on this machine.
pub fn lost(kind: FailureKind) -> Reply {
    Reply::None(NoReply::Failed(CallFailure {
        kind,
        host: String::new(),
        secure: true,
        status: None,
        detail: String::new(),
        attempts: 1,
        usage: None,
    }))
}

/// The word table, read and as it came (for the worker).
#[derive(Clone)]
pub struct WordTable {
    /// For the page itself.
    pub read: Arc<Table>,
    /// Its bytes.
    pub bytes: Arc<Vec<u8>>,
}

/// The word table: fetched once, from where the page itself comes from.
pub async fn table(setup: Setup) -> Result<WordTable, CallFailure> {
    if let Some(table) = setup.table.get_value() {
        return Ok(table);
    }
    let failure = |status, detail: String| CallFailure {
        kind: FailureKind::NotFetched,
        host: browser::page_context().origin,
        secure: browser::page_context().https,
        status,
        detail,
        attempts: 1,
        usage: None,
    };
    let bytes = fetch_bytes(TABLE)
        .await
        .map_err(|(status, detail)| failure(status, detail))?;
    let table = Table::parse(&bytes).map_err(|error| failure(None, error.to_string()))?;
    let table = WordTable {
        read: Arc::new(table),
        bytes: Arc::new(bytes),
    };
    setup.table.set_value(Some(table.clone()));
    Ok(table)
}

/// A file from where the page itself comes from: its bytes, or its status and what went wrong.
pub async fn fetch_bytes(path: &str) -> Result<Vec<u8>, (Option<u16>, String)> {
    let said = |error: wasm_bindgen::JsValue| {
        (
            None,
            error
                .dyn_ref::<js_sys::Error>()
                .map(|error| String::from(error.message()))
                .unwrap_or_default(),
        )
    };
    let Some(window) = web_sys::window() else {
        return Err((None, String::new()));
    };
    let response = JsFuture::from(window.fetch_with_str(path)).await.map_err(said)?;
    let response: web_sys::Response = response.dyn_into().map_err(said)?;
    if !response.ok() {
        return Err((Some(response.status()), path.to_owned()));
    }
    let buffer = JsFuture::from(response.array_buffer().map_err(said)?)
        .await
        .map_err(said)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}
