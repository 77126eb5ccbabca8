//! What an API judge needs: where, with which key, which model, how it is asked, and what it may spend.

use leptos::prelude::*;

use super::key_field::{KeyField, hold_given};
use super::model_field::ModelField;
use super::price_form::PriceForm;
use super::setting_input::{TextInput, number_error};
use crate::i18n::fill;
use crate::judge::api::explain::address_error;
use crate::judge::api::provider::{CUSTOM, PROVIDERS, Provider};
use crate::judge::api::sent::seed_field;
use crate::judge::api::wire::Wire;
use crate::judge::key::paste::is_key_parameter;
use crate::prompt::tokens::grouped;
use crate::ui::setup::{AT_ONCE, Setup, TIMEOUT_S, seed, share, temperature, whole_number};
use crate::ui::state::App;

/// See the module.
#[component]
pub fn ApiForm() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let panel = &strings.judge_panel;
    let setup = app.setup;
    let lang = app.lang.get_untracked();
    let options = PROVIDERS
        .iter()
        .chain(std::iter::once(&CUSTOM))
        .map(|provider| {
            let name = if provider.name.is_empty() {
                panel.custom
            } else {
                provider.name
            };
            let chosen = move || setup.provider.get().id == provider.id;
            view! { <option value=provider.id prop:selected=chosen>{name}</option> }
        })
        .collect_view();
    let choose = move |event| {
        if let Some(provider) = Provider::by_id(&event_target_value(&event)) {
            choose_provider(setup, provider);
        }
    };
    // Whatever is left while a key waits for its address.
    on_cleanup(move || hold_given(setup));
    let base_error = Signal::derive(move || {
        let untouched = setup.base.with(|base| base.trim().is_empty());
        match setup.target() {
            Err(error) => (!untouched).then(|| address_error(&error, lang)),
            Ok(_) => setup
                .base
                .with(|base| holds_key(base))
                .then(|| strings.lang.connect().key_in_address.to_owned()),
        }
    });
    let base_placeholder = Signal::derive(move || match setup.provider.get() {
        provider if !provider.base.is_empty() => provider.base.to_owned(),
        provider if !provider.hosts.is_empty() => {
            format!("https://…{}", provider.hosts.first().unwrap_or(&""))
        }
        _ => "https://…/v1".to_owned(),
    });
    view! {
        <div class="settings" on:change=move |_| hold_given(setup)>
            <div class="setting">
                <label for="api-provider">{panel.provider}</label>
                <select id="api-provider" on:change=choose>{options}</select>
            </div>
            <TextInput id="api-base" label=panel.base_url value=setup.base placeholder=base_placeholder error=base_error mode="url" />
            <CutsSilently />
            <Exposed />
            <KeyField />
            <ModelField />
            <EmbeddingModel />
            <Numbers />
            <PriceForm />
        </div>
    }
    .into_any()
}

/// Chooses a provider. What was set up for another one goes: its models have other names, and what was typed as a key
/// may be its own.
pub fn choose_provider(setup: Setup, provider: &'static Provider) {
    let before = setup.provider.get_untracked();
    if before.id == provider.id {
        return;
    }
    setup.keys.given.set(String::new());
    setup.provider.set(provider);
    setup.base.set(String::new());
    setup.models.set(Vec::new());
    if before.base.is_empty() || before.base != provider.base {
        setup.model.set(String::new());
        setup.embedding_model.set(String::new());
    }
}

/// Key and texts would go over plain http to a server far away.
#[component]
fn Exposed() -> impl IntoView {
    let app = App::get();
    move || {
        let origin = app.setup.target().ok()?.endpoint.origin;
        origin.is_exposed().then(|| {
            let sentence = app.strings().lang.connect().plain_http;
            view! { <div class="setting"><p class="note" id="api-exposed">{fill(sentence, &[("host", &origin.to_string())])}</p></div> }
        })
    }
}

/// Whether an address has a parameter that carries a key, as pages of providers show it.
fn holds_key(base: &str) -> bool {
    let query = base.split_once('?').map_or("", |(_, query)| query);
    query.split(['&', '#']).any(|pair| {
        pair.split_once('=')
            .is_some_and(|(name, value)| !value.is_empty() && is_key_parameter(name))
    })
}

/// Ollama's compatible paths cut a long prompt without a word.
#[component]
fn CutsSilently() -> impl IntoView {
    let app = App::get();
    let cuts = move || {
        let listed = app
            .setup
            .models
            .with(|models| models.iter().any(|model| model.of_ollama));
        app.setup.target().is_ok_and(|target| {
            target.wire == Wire::OpenAi && (listed || target.endpoint.origin.port() == 11434)
        })
    };
    move || cuts().then(|| view! { <p class="note">{app.strings().lang.connect().ollama_cuts}</p> })
}

#[component]
fn Numbers() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let (panel, texts) = (&strings.judge_panel, strings.lang.connect());
    let setup = app.setup;
    let is_temperature: fn(&str) -> bool = |typed| temperature(typed).is_some();
    let is_share: fn(&str) -> bool = |typed| share(typed).is_some();
    let is_whole: fn(&str) -> bool = |typed| whole_number(typed).is_some();
    let is_seed: fn(&str) -> bool = |typed| seed(typed).is_some();
    // What is done where a number can't be used: it is left out, or the usual one is taken.
    let input = move |id, label, value, accepted, mode| {
        let usual = match id {
            "api-timeout" => TIMEOUT_S,
            "api-at-once" => AT_ONCE,
            _ => "",
        };
        let sentence = if usual.is_empty() {
            texts.bad_number.to_owned()
        } else {
            fill(texts.bad_number_usual, &[("number", usual)])
        };
        view! { <TextInput id=id label=label value=value error=number_error(value, accepted, sentence) mode=mode /> }
    };
    // Some formats have no seed: what is typed there would not be sent.
    let has_seed = Memo::new(move |_| {
        let target = setup.target();
        target.map_or(true, |target| seed_field(&target).is_some())
    });
    let seed_input = move || {
        has_seed
            .get()
            .then(|| input("api-seed", texts.seed, setup.seed, is_seed, "numeric"))
    };
    let context_hint = move || {
        let known = setup.context_tokens()?;
        let tokens = grouped(known.into());
        Some(view! { <p class="hint">{fill(texts.context_known, &[("tokens", &tokens)])}</p> })
    };
    view! {
        <div class="setting-row">
            {input("api-temperature", panel.temperature, setup.temperature, is_temperature, "decimal")}
            {input("api-max-tokens", panel.max_tokens, setup.max_tokens, is_whole, "numeric")}
            {input("api-timeout", panel.timeout, setup.timeout_s, is_whole, "numeric")}
        </div>
        <details class="more">
            <summary>{texts.more}</summary>
            <div class="setting-row">
                {input("api-top-p", texts.top_p, setup.top_p, is_share, "decimal")}
                {seed_input}
                {input("api-at-once", texts.at_once, setup.at_once, is_whole, "numeric")}
                {input("api-context", texts.context, setup.context, is_whole, "numeric")}
            </div>
            {context_hint}
            <label class="way">
                <input
                    type="checkbox"
                    id="api-structured"
                    prop:checked=move || setup.structured.get()
                    on:change=move |event| setup.structured.set(event_target_checked(&event))
                />
                <span>{texts.structured}</span>
            </label>
        </details>
    }
    .into_any()
}

/// Only where the API has embeddings.
#[component]
fn EmbeddingModel() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let setup = app.setup;
    let usual = Memo::new(move |_| {
        setup
            .target()
            .map(|target| target.usual_embedding_model())
            .unwrap_or_default()
    });
    move || {
        let name = Some(usual.get()).filter(|name| !name.is_empty())?;
        let label = fill(strings.plan().embedding_model, &[("name", name)]);
        let is_key = move || setup.is_key(setup.embedding_model.get().trim());
        let told = move || is_key().then_some(strings.lang.connect().model_is_key);
        Some(view! {
            <div class="setting">
                <label for="api-embedding">{label}</label>
                <input
                    id="api-embedding"
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=name
                    aria-invalid=move || is_key().then_some("true")
                    aria-describedby="api-embedding-error"
                    prop:value=untrack(|| setup.embedding_model.get())
                    on:input=move |event| setup.embedding_model.set(event_target_value(&event))
                />
                <p class="error" id="api-embedding-error" role="alert">{told}</p>
            </div>
        })
    }
}
