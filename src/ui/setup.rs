//! Who judges: the doors and their settings. The judge that a run is given is made in [`super::judging`]; keys are
//! held in [`super::keys`], prices in [`super::prices`].

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;

use super::browser::now_ms;
use super::judging::WordTable;
use super::keys::Keys;
use super::local::LocalModel;
use super::prices::PriceBook;
use super::readers;
use super::running::Finished;
use crate::evaluation::{CallFailure, Plan};
use crate::i18n::{Strings, fill};
use crate::judge::JudgeKind;
use crate::judge::api::http::Browser;
use crate::judge::api::models::{Model, ask_context, check};
use crate::judge::api::provider::{CUSTOM, PROVIDERS};
use crate::judge::api::sent::Wanted;
use crate::judge::api::{ApiSettings, EndpointError, Learned, Provider, Target, Test, list_models, wire};
use crate::judge::built_in::Availability;
use crate::judge::embedded::worker::client::Client;
use crate::judge::key::Origin;
use crate::judge::key::paste::begins_like_key;
use crate::text::decimal::{narrow, typed_decimal};

/// Seconds that a reply may take, unless the user says otherwise.
pub(super) const TIMEOUT_S: &str = "120";
/// Calls to one server at once, unless the user says otherwise.
pub(super) const AT_ONCE: &str = "4";

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
    pub models: RwSignal<Vec<Model>>,
    /// The keys, each for its origin.
    pub keys: Keys,
    /// What models cost, and what a run may spend.
    pub prices: PriceBook,
    /// Temperature; empty: the model's own.
    pub temperature: RwSignal<String>,
    /// Top-p; empty: the model's own.
    pub top_p: RwSignal<String>,
    /// Seed; empty: chance.
    pub seed: RwSignal<String>,
    /// Ask for JSON of a schema where a prompt wants JSON.
    pub structured: RwSignal<bool>,
    /// Calls at once.
    pub at_once: RwSignal<String>,
    /// Tokens that the model takes; empty: as the server says, or not known.
    pub context: RwSignal<String>,
    /// Max tokens; empty: the model's own.
    pub max_tokens: RwSignal<String>,
    /// Seconds for one reply.
    pub timeout_s: RwSignal<String>,
    /// Whether the browser has a model of its own; `None`: not asked yet.
    pub built_in: RwSignal<Option<Availability>>,
    /// How much of the browser's own model has come, 0 to 1.
    pub built_in_loaded: RwSignal<Option<f64>>,
    /// The outcome that a second opinion is asked on.
    pub first_opinion: RwSignal<Option<Arc<Finished>>>,
    /// What the panel tells when it opens by itself.
    pub notice: RwSignal<Option<String>>,
    /// What is to be allowed before the first call to a server.
    pub consent: RwSignal<Option<Consent>>,
    /// Whether addresses can be read yet ([`readers`]).
    pub(super) readers: RwSignal<bool>,
    allowed: StoredValue<BTreeSet<Origin>>,
    /// Servers that a test of the connection called.
    tested: StoredValue<BTreeSet<Origin>>,
    /// The local embedding model.
    pub local: LocalModel,
    pub(super) learned: StoredValue<Learned, LocalStorage>,
    pub(super) table: StoredValue<Option<WordTable>>,
    pub(super) worker: StoredValue<Client, LocalStorage>,
}

/// The first calls to a server, to be allowed.
#[derive(Clone, Debug, PartialEq)]
pub struct Consent {
    /// The server.
    pub origin: Origin,
    /// The model.
    pub model: String,
    /// Calls that are known now.
    pub calls: usize,
    /// All calls, re-asks aside, where replies lead to further asks.
    pub all: Option<usize>,
    /// None of them is ever repeated.
    pub once: bool,
    /// The key that goes along, masked.
    pub key: Option<String>,
    /// An interrupted evaluation goes on: only what is left is asked.
    pub goes_on: bool,
}

impl Consent {
    /// The same for an evaluation of which a part is there already: `open` asks now, and replies to `answered` that are
    /// not asked again. `None`: nothing is sent.
    pub fn going_on(self, open: usize, answered: usize) -> Option<Self> {
        let rest = self.all.unwrap_or(self.calls).saturating_sub(answered).max(open);
        (rest > 0).then(|| Self {
            calls: open,
            all: (rest > open).then_some(rest),
            goes_on: true,
            ..self
        })
    }
}

impl Setup {
    /// The embedded judge, as on a first visit. Nothing of this is ever taken from the address or from a file.
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
            keys: Keys::new(),
            prices: PriceBook::new(),
            temperature: RwSignal::new("0".to_owned()),
            top_p: RwSignal::new(String::new()),
            seed: RwSignal::new(String::new()),
            structured: RwSignal::new(true),
            at_once: RwSignal::new(AT_ONCE.to_owned()),
            context: RwSignal::new(String::new()),
            max_tokens: RwSignal::new(String::new()),
            timeout_s: RwSignal::new(TIMEOUT_S.to_owned()),
            built_in: RwSignal::new(None),
            built_in_loaded: RwSignal::new(None),
            first_opinion: RwSignal::new(None),
            notice: RwSignal::new(None),
            consent: RwSignal::new(None),
            readers: RwSignal::new(false),
            allowed: StoredValue::new(BTreeSet::new()),
            tested: StoredValue::new(BTreeSet::new()),
            local: LocalModel::new(),
            learned: StoredValue::new_local(Learned::default()),
            table: StoredValue::new(None),
            worker: StoredValue::new_local(Client::default()),
        }
    }

    /// The chosen judge's name, as on its button.
    pub fn name(self, strings: &Strings) -> String {
        match self.kind.get() {
            JudgeKind::Embedded => strings.judge_panel.embedded.to_owned(),
            JudgeKind::ByHand => strings.judge_panel.by_hand.to_owned(),
            JudgeKind::Nobody => strings.judge_panel.nobody.to_owned(),
            JudgeKind::BuiltIn => strings.calling.built_in.to_owned(),
            JudgeKind::Api => Some(self.model_name())
                .filter(|model| !model.is_empty())
                .unwrap_or_else(|| strings.judge_panel.api.to_owned()),
        }
    }

    /// The model: as typed, or else as the address names it; where the address is that of one model, that one.
    pub fn model_name(self) -> String {
        let mut typed = self.model.get().trim().to_owned();
        // A key in the wrong field is neither shown nor sent.
        if self.is_key(&typed) {
            typed = String::new();
        }
        match self.target() {
            Ok(target) => target.model_for(&typed),
            Err(_) => typed,
        }
    }

    /// Whether what was typed as a model is a key, or holds one.
    pub fn is_key(self, typed: &str) -> bool {
        (typed.len() >= 20 && begins_like_key(typed)) || self.keys.is_in(typed)
    }

    /// Where API calls go.
    pub fn target(self) -> Result<Target, EndpointError> {
        self.readers.track();
        let (provider, base) = (self.provider.get(), self.base.get());
        readers::target().map_or(Err(EndpointError::Empty), |read| read(provider, &base))
    }

    /// The host of the API, or empty while its address can't be called.
    pub fn host(self) -> String {
        self.target()
            .map(|target| target.endpoint.origin.host_and_port())
            .unwrap_or_default()
    }

    /// Why the chosen judge can't bring a planned run to a score, where that is known before.
    pub fn cannot(self, plan: &Plan, strings: &Strings) -> Option<Cannot> {
        let there = self.local.is_there();
        let sentence = self.obstacle(plan, strings, there)?;
        Some(Cannot {
            sentence,
            local_helps: !there && self.obstacle(plan, strings, true).is_none(),
        })
    }

    /// The same, with or without the local model.
    fn obstacle(self, plan: &Plan, strings: &Strings, local: bool) -> Option<String> {
        let (embeddings, understanding) = (plan.demands.embeddings, plan.demands.understanding);
        if plan.demands.tokens && !local {
            return Some(strings.plan().no_tokens.to_owned());
        }
        let sentence = match self.kind.get() {
            JudgeKind::Embedded if understanding => strings.plan().embedded_cannot,
            _ if !embeddings || local => return None,
            JudgeKind::Embedded => strings.plan().embedded_no_vectors,
            JudgeKind::ByHand => strings.plan().hand_no_vectors,
            JudgeKind::BuiltIn => strings.calling.built_in_no_vectors,
            JudgeKind::Api => {
                let target = self.target().ok().filter(|target| !target.has_embeddings())?;
                let host = target.endpoint.origin.host_and_port();
                return Some(fill(strings.plan().api_no_vectors, &[("host", &host)]));
            }
            JudgeKind::Nobody => return None,
        };
        Some(sentence.to_owned())
    }

    /// Embeddings are made by the local model: where the chosen judge has none, or where the user wants it so.
    pub fn embeds_here(self) -> bool {
        self.local.is_there() && (self.local.first.get() || !self.has_embeddings())
    }

    /// The chosen judge is an API that has embeddings.
    pub fn has_embeddings(self) -> bool {
        self.kind.get() == JudgeKind::Api && self.target().is_ok_and(|target| target.has_embeddings())
    }

    /// The calls to the chosen judge: those at first, and all.
    pub fn calls(self, plan: &Plan) -> (usize, usize) {
        plan.of_judge(self.kind.get() == JudgeKind::Api && !self.embeds_here())
    }

    /// All that a planned run asks is answered by the local model, whatever judge is chosen.
    pub fn needs_no_judge(self, plan: &Plan) -> bool {
        !plan.words && (!plan.demands.embeddings || self.embeds_here())
    }

    /// Whether there is a key for the address that is called.
    pub fn has_key(self) -> bool {
        self.target()
            .is_ok_and(|target| self.keys.for_origin(&target.endpoint.origin).is_some())
    }

    /// The settings of the API judge.
    ///
    /// # Errors
    /// What it still lacks.
    pub(super) fn api(self) -> Result<ApiSettings, Lacks> {
        let target = self.target().map_err(|_| Lacks::BaseUrl)?;
        let model = self.model_name();
        if model.is_empty() {
            return Err(Lacks::Model);
        }
        // A key that was given and can't be used is not left out without a word.
        if (target.provider.needs_key || self.keys.waits()) && !self.has_key() {
            return Err(Lacks::Key);
        }
        if self.prices.is_cap_unreadable() {
            return Err(Lacks::Cap);
        }
        let host = target.endpoint.origin.host_and_port();
        if self.prices.cap_amount().is_some() && self.prices.of(&host, &model).is_none() {
            return Err(Lacks::Price);
        }
        Ok(self.settings(target, model))
    }

    fn settings(self, target: Target, model: String) -> ApiSettings {
        let key = self.keys.for_origin(&target.endpoint.origin);
        let mut settings = ApiSettings::new(target, model, key);
        settings.past = self.keys.past();
        let embedding_model = self.embedding_model.get().trim().to_owned();
        // A key in the wrong field is neither sent nor kept.
        if !embedding_model.is_empty() && !self.is_key(&embedding_model) {
            settings.embedding_model = embedding_model;
        }
        settings.wanted = Wanted {
            temperature: temperature(&self.temperature.get()),
            top_p: share(&self.top_p.get()),
            seed: seed(&self.seed.get()),
            max_tokens: whole_number(&self.max_tokens.get()),
            structured: self.structured.get(),
        };
        settings.timeout_ms = self.timeout_ms();
        // Over plain HTTP a browser opens six connections to a host, and what waits for one runs into its time-out.
        let most = if settings.target.endpoint.origin.is_secure() {
            64
        } else {
            6
        };
        settings.at_once = whole_number(&self.at_once.get()).unwrap_or(4).min(most) as usize;
        let learned = self.learned.get_value();
        learned.give_context(
            &settings.target,
            &settings.model,
            whole_number(&self.context.get()),
        );
        settings
    }

    /// Milliseconds that a reply may take.
    pub(super) fn timeout_ms(self) -> u32 {
        // Beyond a day a time-out is none, and a timer of the browser overflows.
        let seconds = whole_number(&self.timeout_s.get()).unwrap_or(120).min(86_400);
        seconds.saturating_mul(1000)
    }

    /// Tokens that the model takes, as typed or as the server said.
    pub fn context_tokens(self) -> Option<u32> {
        // What the server said is no signal; it comes with the list.
        self.models.track();
        whole_number(&self.context.get()).or_else(|| {
            let target = self.target().ok()?;
            self.learned.get_value().context(&target, &self.model_name())
        })
    }

    /// What has to be allowed before the chosen API may be called: the first call of this tab to a server.
    pub fn asks_consent(self, plan: &Plan, anew: bool) -> Option<Consent> {
        let target = self.target().ok()?;
        let origin = target.endpoint.origin;
        let (calls, all) = plan.of_judge(!self.embeds_here());
        // Nothing is sent: there is nothing to judge.
        if all == 0 {
            return None;
        }
        if !anew && self.allowed.with_value(|allowed| allowed.contains(&origin)) {
            return None;
        }
        Some(Consent {
            key: self.keys.for_origin(&origin).map(|key| key.masked()),
            goes_on: false,
            origin,
            model: self.model_name(),
            calls,
            all: plan.demands.follow_ups.then_some(all),
            once: plan.demands.once,
        })
    }

    /// What has to be allowed before a test of the connection: the first call of this tab to a server. The texts of a
    /// run are not allowed by it.
    pub fn asks_test_consent(self) -> Option<Consent> {
        let target = self.target().ok()?;
        let model = self.model_name();
        // Where models are listed, some servers are also asked how much one takes.
        let asks_context = target.lists_models() && wire::context_request(&target, None, &model).is_some();
        let origin = target.endpoint.origin;
        if self.has_called(&origin) {
            return None;
        }
        Some(Consent {
            key: self.keys.for_origin(&origin).map(|key| key.masked()),
            goes_on: false,
            origin,
            model,
            calls: 1 + usize::from(asks_context),
            all: None,
            once: true,
        })
    }

    /// Whether a server was called from this tab, by a run or by a test of the connection.
    pub fn has_called(self, origin: &Origin) -> bool {
        self.allowed.with_value(|allowed| allowed.contains(origin))
            || self.tested.with_value(|tested| tested.contains(origin))
    }

    /// Allows calls to a server for as long as the tab lives.
    pub fn allow(self, origin: &Origin) {
        self.allowed.update_value(|allowed| {
            allowed.insert(origin.clone());
        });
    }

    /// How long a test of the connection waits: as long as a reply may take, and not for ever where that is long.
    pub fn test_limit(self) -> Test {
        let chosen_ms = self.timeout_ms();
        Test {
            limit_ms: chosen_ms.min(TEST_MS),
            chosen: chosen_ms < TEST_MS,
        }
    }

    /// Tests the connection: asks the API for its models, or, where there is no list, for one short reply. The number
    /// of models, `None` where there is no list.
    ///
    /// # Errors
    /// Why the call failed; `None`: there is no address to call, or no model to try.
    pub async fn test(self, limit: Test) -> Result<Option<usize>, Option<CallFailure>> {
        let target = untrack(|| self.target()).map_err(|_| None)?;
        self.tested.update_value(|tested| {
            tested.insert(target.endpoint.origin.clone());
        });
        let learned = self.learned.get_value();
        let key = untrack(|| self.keys.for_origin(&target.endpoint.origin));
        let model = untrack(|| self.model_name());
        if !target.lists_models() {
            if model.is_empty() {
                return Err(None);
            }
            let mut settings = untrack(|| self.settings(target, model));
            settings.timeout_ms = limit.limit_ms;
            check(&Browser, &Browser, settings, learned).await.map_err(Some)?;
            return Ok(None);
        }
        let began = now_ms();
        let past = untrack(|| self.keys.past());
        let mut models = list_models(&Browser, &Browser, &target, key.as_ref(), &past, limit.limit_ms)
            .await
            .map_err(Some)?;
        // No name of a model holds a key, whatever a server says.
        models.retain(|model| {
            let label = model.label.as_deref().unwrap_or_default();
            !self.keys.is_in(&model.id) && !self.keys.is_in(label)
        });
        learned.answered(&target);
        for model in &models {
            if let Some(tokens) = model.context {
                learned.set_context(&target, &model.id, tokens);
            }
        }
        // The only one that there is need not be chosen.
        let model = match models.as_slice() {
            [only] if untrack(|| self.model_name()).is_empty() => {
                self.model.set(only.id.clone());
                only.id.clone()
            }
            _ => model,
        };
        // Both calls together are the test.
        let left_ms = limit.limit_ms.saturating_sub((now_ms() - began) as u32);
        if !model.is_empty() {
            ask_context(
                &Browser,
                &Browser,
                &target,
                key.as_ref(),
                &model,
                &learned,
                left_ms,
            )
            .await;
        }
        let count = models.len();
        // The address may have been changed meanwhile.
        if untrack(|| self.target()).is_ok_and(|now| now.endpoint.origin == target.endpoint.origin) {
            self.models.set(models);
        }
        Ok(Some(count))
    }
}

/// The longest that a test of the connection waits, milliseconds.
const TEST_MS: u32 = 30_000;

/// A share as it is typed: above 0, at most 1.
pub fn share(typed: &str) -> Option<f64> {
    typed_decimal(typed).filter(|value| *value > 0.0 && *value <= 1.0)
}

/// A temperature as it is typed: 0 to 2.
pub fn temperature(typed: &str) -> Option<f64> {
    typed_decimal(typed).filter(|value| (0.0..=2.0).contains(value))
}

/// A seed: a whole number from 0.
pub fn seed(typed: &str) -> Option<u32> {
    narrow(typed).parse().ok()
}

/// A whole number above 0.
pub fn whole_number(typed: &str) -> Option<u32> {
    narrow(typed).parse().ok().filter(|value| *value > 0)
}

/// Why a judge can't bring a run to a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Cannot {
    /// For the user.
    pub sentence: String,
    /// The local model, which is not there, would be the way out.
    pub local_helps: bool,
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
    /// A spending cap that can be read.
    Cap,
    /// The price of the model, without which the spending cap can't be kept.
    Price,
    /// The browser's own model.
    BuiltIn,
    /// It can be had and is not loaded yet; with the sentence that says so.
    ModelLoaded(&'static str),
}

impl Lacks {
    /// The sentence for the live region and the panel.
    pub fn sentence(self, strings: &Strings) -> String {
        let what = match self {
            Self::BaseUrl => strings.run.need_base_url,
            Self::Model => strings.run.need_model,
            Self::Key => strings.run.need_key,
            Self::Cap => strings.calling.need_cap,
            Self::Price => strings.calling.need_price,
            Self::BuiltIn => strings.calling.need_built_in,
            Self::ModelLoaded(sentence) => return sentence.to_owned(),
        };
        fill(strings.run.api_not_ready, &[("what", what)])
    }

    /// The id of the control where it can be given.
    pub fn control(self) -> &'static str {
        match self {
            Self::BaseUrl => "api-base",
            Self::Model => "api-model",
            Self::Key => "api-key",
            Self::Cap => "spending-cap",
            Self::Price => "price-input",
            Self::BuiltIn => "judge-built-in",
            Self::ModelLoaded(_) => "built-in-load",
        }
    }
}
