//! Who judges: the three doors and their settings, and the judge that a run is given.
//!
//! Keys stand in memory alone, bound to the origin that they were given for.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::browser;
use super::running::Retry;
use super::state::App;
use crate::evaluation::{Ask, AskPath, Body, CallFailure, FailureKind, NoReply, Plan, Reply};
use crate::i18n::{Strings, fill};
use crate::judge::api::http::{Browser, BrowserJudge, browser_judge};
use crate::judge::api::provider::{CUSTOM, PROVIDERS};
use crate::judge::api::{ApiSettings, CallProgress, EndpointError, Learned, Provider, Target, list_models};
use crate::judge::by_hand::ByHand;
use crate::judge::embedded::{EmbeddedJudge, Table};
use crate::judge::key::BoundKey;
use crate::judge::{Judge, JudgeIdentity, JudgeKind};

/// Where the embedded judge's word table lies, beside the page.
const TABLE: &str = "words-1.txt";
/// Seconds that a reply may take, unless the user says otherwise.
const TIMEOUT_S: &str = "120";

/// The settings of all judges; only the chosen one's are used. Numbers are kept as they are typed.
#[derive(Clone, Copy)]
pub struct Setup {
    /// The panel is open.
    pub open: RwSignal<bool>,
    /// The chosen door.
    pub kind: RwSignal<JudgeKind>,
    /// What the person says answers.
    pub hand_name: RwSignal<String>,
    /// The provider preset.
    pub provider: RwSignal<&'static Provider>,
    /// The base URL, where it is not the preset's.
    pub base: RwSignal<String>,
    /// The model.
    pub model: RwSignal<String>,
    /// The embedding model; empty: the provider's usual one.
    pub embedding_model: RwSignal<String>,
    /// Models that the API lists.
    pub models: RwSignal<Vec<String>>,
    /// The key, with the origin that it is for.
    pub key: RwSignal<Option<BoundKey>>,
    /// Temperature; empty: the model's own.
    pub temperature: RwSignal<String>,
    /// Max tokens; empty: the model's own.
    pub max_tokens: RwSignal<String>,
    /// Seconds for one reply.
    pub timeout_s: RwSignal<String>,
    learned: StoredValue<Learned, LocalStorage>,
    table: StoredValue<Option<Arc<Table>>>,
}

impl Setup {
    /// The embedded judge, as on a first visit.
    pub fn new() -> Self {
        Self {
            open: RwSignal::new(false),
            kind: RwSignal::new(JudgeKind::Embedded),
            hand_name: RwSignal::new(String::new()),
            provider: RwSignal::new(PROVIDERS.first().unwrap_or(&CUSTOM)),
            base: RwSignal::new(String::new()),
            model: RwSignal::new(String::new()),
            embedding_model: RwSignal::new(String::new()),
            models: RwSignal::new(Vec::new()),
            key: RwSignal::new(None),
            temperature: RwSignal::new("0".to_owned()),
            max_tokens: RwSignal::new(String::new()),
            timeout_s: RwSignal::new(TIMEOUT_S.to_owned()),
            learned: StoredValue::new_local(Learned::default()),
            table: StoredValue::new(None),
        }
    }

    /// The chosen judge's name, as on its button.
    pub fn name(self, strings: &Strings) -> String {
        match self.kind.get() {
            JudgeKind::Embedded => strings.judge_panel.embedded.to_owned(),
            JudgeKind::ByHand => strings.judge_panel.by_hand.to_owned(),
            JudgeKind::Nobody => strings.judge_panel.nobody.to_owned(),
            JudgeKind::Api => Some(self.model.get().trim().to_owned())
                .filter(|model| !model.is_empty())
                .unwrap_or_else(|| strings.judge_panel.api.to_owned()),
        }
    }

    /// Where API calls go.
    pub fn target(self) -> Result<Target, EndpointError> {
        Target::read(self.provider.get(), &self.base.get())
    }

    /// The host of the API, or empty while its address can't be called.
    pub fn host(self) -> String {
        self.target()
            .map(|target| target.endpoint.origin.host_and_port())
            .unwrap_or_default()
    }

    /// Why the chosen judge can't bring a planned run to a score, where that is known before.
    pub fn cannot(self, plan: &Plan, strings: &Strings) -> Option<Cannot> {
        let told = |sentence: &str, costs| {
            Some(Cannot {
                sentence: sentence.to_owned(),
                costs,
            })
        };
        let (embeddings, understanding) = (plan.demands.embeddings, plan.demands.understanding);
        if plan.demands.tokens {
            return told(strings.plan.no_tokens, true);
        }
        match self.kind.get() {
            JudgeKind::Embedded if understanding => told(strings.plan.embedded_cannot, false),
            JudgeKind::Embedded if embeddings => told(strings.plan.embedded_no_vectors, false),
            JudgeKind::ByHand if embeddings => told(strings.plan.hand_no_vectors, true),
            JudgeKind::Api if embeddings => {
                let target = self.target().ok()?;
                let host = target.endpoint.origin.host_and_port();
                let sentence = fill(strings.plan.api_no_vectors, &[("host", &host)]);
                (!target.wire.has_embeddings()).then_some(Cannot {
                    sentence,
                    costs: true,
                })
            }
            _ => None,
        }
    }

    /// Whether the key that is held is for the address that is called.
    pub fn has_key(self) -> bool {
        let target = self.target();
        self.key.with(|key| match (key, &target) {
            (Some(key), Ok(target)) => key.for_origin(&target.endpoint.origin).is_some(),
            _ => false,
        })
    }

    /// The settings of the API judge.
    ///
    /// # Errors
    /// What it still lacks.
    fn api(self) -> Result<ApiSettings, Lacks> {
        let target = self.target().map_err(|_| Lacks::BaseUrl)?;
        let model = self.model.get().trim().to_owned();
        if model.is_empty() {
            return Err(Lacks::Model);
        }
        if target.provider.needs_key && !self.has_key() {
            return Err(Lacks::Key);
        }
        Ok(self.settings(target, model))
    }

    fn settings(self, target: Target, model: String) -> ApiSettings {
        let mut settings = ApiSettings::new(target, model, self.key.get());
        let embedding_model = self.embedding_model.get().trim().to_owned();
        if !embedding_model.is_empty() {
            settings.embedding_model = embedding_model;
        }
        settings.wanted.temperature = temperature(&self.temperature.get());
        settings.wanted.max_tokens = whole_number(&self.max_tokens.get());
        // Beyond a day a time-out is none, and a timer of the browser overflows.
        let seconds = whole_number(&self.timeout_s.get()).unwrap_or(120).min(86_400);
        settings.timeout_ms = seconds.saturating_mul(1000);
        settings
    }

    /// Asks the API for its models. This is also the test of the connection.
    ///
    /// # Errors
    /// Why the call failed; `None`: there is no address to call.
    pub async fn list_models(self) -> Result<usize, Option<CallFailure>> {
        let target = untrack(|| self.target()).map_err(|_| None)?;
        let key = self.key.get_untracked();
        let models = list_models(&Browser, &Browser, &target, key.as_ref(), 30_000)
            .await
            .map_err(Some)?;
        let count = models.len();
        self.models
            .set(models.into_iter().map(|model| model.id).collect());
        Ok(count)
    }
}

/// A temperature as it is typed: 0 to 2.
pub fn temperature(typed: &str) -> Option<f64> {
    typed
        .trim()
        .parse()
        .ok()
        .filter(|value| (0.0..=2.0).contains(value))
}

/// A whole number above 0.
pub fn whole_number(typed: &str) -> Option<u32> {
    typed.trim().parse().ok().filter(|value| *value > 0)
}

/// Why a judge can't bring a run to a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Cannot {
    /// For the user.
    pub sentence: String,
    /// The run would cost calls or work before it fails.
    pub costs: bool,
}

/// What a judge still lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacks {
    /// A base URL that can be called.
    BaseUrl,
    /// A model.
    Model,
    /// A key for this address.
    Key,
}

impl Lacks {
    /// The sentence for the live region and the panel.
    pub fn sentence(self, strings: &Strings) -> String {
        let what = match self {
            Self::BaseUrl => strings.run.need_base_url,
            Self::Model => strings.run.need_model,
            Self::Key => strings.run.need_key,
        };
        fill(strings.run.api_not_ready, &[("what", what)])
    }

    /// The id of the control where it can be given.
    pub fn control(self) -> &'static str {
        match self {
            Self::BaseUrl => "api-base",
            Self::Model => "api-model",
            Self::Key => "api-key",
        }
    }
}

/// The judge of a run.
pub enum PageJudge {
    /// The lexical judge; its table is fetched with its first ask.
    Embedded(App),
    /// A person who pastes; asks are shown on the page.
    Hand(App, ByHand),
    /// Nobody: the metric asks nothing.
    Nobody,
    /// An LLM.
    Api(Box<BrowserJudge>),
}

/// The chosen judge.
///
/// # Errors
/// What it still lacks.
pub fn judge(app: App) -> Result<PageJudge, Lacks> {
    let setup = app.setup;
    Ok(match setup.kind.get_untracked() {
        JudgeKind::Embedded => PageJudge::Embedded(app),
        JudgeKind::Nobody => PageJudge::Nobody,
        JudgeKind::ByHand => PageJudge::Hand(app, ByHand::new(setup.hand_name.get_untracked().trim())),
        JudgeKind::Api => {
            let settings = untrack(|| setup.api())?;
            let host = settings.target.endpoint.origin.host_and_port();
            let learned = setup.learned.get_value();
            // Calls run side by side: one that goes on says nothing about another that waits.
            let waiting = RefCell::new(BTreeMap::new());
            let watch = move |path: &AskPath, progress| {
                let mut waiting = waiting.borrow_mut();
                match progress {
                    CallProgress::Waiting { wait_ms, attempt, .. } => {
                        let retry = Retry {
                            host: host.clone(),
                            attempt,
                            seconds: f64::from(wait_ms) / 1000.0,
                        };
                        waiting.insert(path.clone(), retry);
                    }
                    CallProgress::Sent { .. } | CallProgress::Done => {
                        waiting.remove(path);
                    }
                }
                let first = waiting.first_key_value().map(|(_, retry)| retry.clone());
                if app.run.retry.with_untracked(|shown| shown != &first) {
                    app.run.retry.set(first);
                }
            };
            PageJudge::Api(Box::new(browser_judge(settings, learned).watched(watch)))
        }
    })
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
            Self::Hand(..) => 1,
            _ => most,
        }
    }
}

impl Judge for PageJudge {
    async fn reply(&self, ask: &Ask) -> Reply {
        match self {
            Self::Embedded(app) => match table(app.setup).await {
                Ok(table) => {
                    EmbeddedJudge::new(table, app.lang.get_untracked())
                        .reply(ask)
                        .await
                }
                Err(failure) => Reply::None(NoReply::Failed(failure)),
            },
            Self::Nobody => Reply::None(NoReply::Unanswerable),
            Self::Hand(..) if !matches!(ask.body, Body::Chat { .. }) => Reply::None(NoReply::Unanswerable),
            Self::Hand(app, hand) => {
                app.run.by_hand.set(Some(ask.clone()));
                hand.reply(ask).await
            }
            Self::Api(judge) => judge.reply(ask).await,
        }
    }

    fn identity(&self) -> JudgeIdentity {
        match self {
            Self::Embedded(app) => app.setup.table.get_value().map_or_else(
                || JudgeIdentity {
                    kind: JudgeKind::Embedded,
                    provider: String::new(),
                    model: crate::judge::embedded::VERSION.to_owned(),
                    parameters: Vec::new(),
                },
                |table| EmbeddedJudge::new(table, app.lang.get_untracked()).identity(),
            ),
            Self::Hand(_, hand) => hand.identity(),
            Self::Nobody => JudgeIdentity {
                kind: JudgeKind::Nobody,
                provider: String::new(),
                model: String::new(),
                parameters: Vec::new(),
            },
            Self::Api(judge) => judge.identity(),
        }
    }
}

/// The word table: fetched once, from where the page itself comes from.
async fn table(setup: Setup) -> Result<Arc<Table>, CallFailure> {
    if let Some(table) = setup.table.get_value() {
        return Ok(table);
    }
    let failure = |status, detail: String| CallFailure {
        kind: if status == Some(404) {
            FailureKind::NotFound
        } else {
            FailureKind::Malformed
        },
        host: browser::page_context().origin,
        secure: browser::page_context().https,
        status,
        detail,
        attempts: 1,
    };
    let bytes = fetch_bytes(TABLE)
        .await
        .map_err(|(status, detail)| failure(status, detail))?;
    let table = Table::parse(&bytes).map_err(|error| failure(None, error.to_string()))?;
    let table = Arc::new(table);
    setup.table.set_value(Some(table.clone()));
    Ok(table)
}

async fn fetch_bytes(path: &str) -> Result<Vec<u8>, (Option<u16>, String)> {
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
        return Err((Some(response.status()), TABLE.to_owned()));
    }
    let buffer = JsFuture::from(response.array_buffer().map_err(said)?)
        .await
        .map_err(said)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}
