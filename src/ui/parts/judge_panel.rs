//! The panel that chooses a judge: a dialog with the three doors, and what each needs.

use leptos::html::Dialog;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::evaluation::CallFailure;
use crate::i18n::fill;
use crate::judge::JudgeKind;
use crate::judge::api::explain;
use crate::judge::api::explain::{address_error, key_error};
use crate::judge::api::provider::{CUSTOM, PROVIDERS, Provider};
use crate::judge::key::{ApiKey, BoundKey};
use crate::ui::browser;
use crate::ui::parts::quality::QualityLink;
use crate::ui::setup::{temperature, whole_number};
use crate::ui::state::App;

/// See the module.
#[component]
pub fn JudgePanel() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let open = app.setup.open;
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (open.get(), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let closed = move |_| {
        open.set(false);
        browser::focus_soon("judge-pill");
    };
    view! {
        <dialog node_ref=dialog class="judge-panel" aria-labelledby="judge-heading" on:close=closed>
            <header>
                <h2 id="judge-heading">{strings.judge_panel.heading}</h2>
                <span class="spring"></span>
                <button type="button" class="tool" aria-label=strings.page.close on:click=move |_| open.set(false)>
                    <span aria-hidden="true">"×"</span>
                </button>
            </header>
            <Doors />
            <Show when=move || app.setup.kind.get() == JudgeKind::Embedded><QualityLink /></Show>
            <Show when=move || app.setup.kind.get() == JudgeKind::ByHand><HandName /></Show>
            <Show when=move || app.setup.kind.get() == JudgeKind::Api><Api /></Show>
            <footer>
                <button type="button" class="primary" on:click=move |_| open.set(false)>{strings.judge_panel.done}</button>
            </footer>
        </dialog>
    }
}

#[component]
fn Doors() -> impl IntoView {
    let app = App::get();
    let panel = &app.strings().judge_panel;
    let doors = [
        (
            JudgeKind::Embedded,
            "embedded",
            panel.embedded,
            panel.embedded_what,
            panel.embedded_leaves,
        ),
        (
            JudgeKind::ByHand,
            "by-hand",
            panel.by_hand,
            panel.by_hand_what,
            panel.by_hand_leaves,
        ),
        (JudgeKind::Api, "api", panel.api, panel.api_what, ""),
    ];
    let doors = doors
        .into_iter()
        .map(|(kind, id, name, what, leaves)| {
            let leaves = move || match kind {
                JudgeKind::Api => match app.setup.host() {
                    host if host.is_empty() => panel.api_leaves_unknown.to_owned(),
                    host => fill(panel.api_leaves, &[("host", &host)]),
                },
                _ => leaves.to_owned(),
            };
            view! {
                <div class="door" class:chosen=move || app.setup.kind.get() == kind>
                    <input
                        type="radio"
                        name="judge-kind"
                        id=format!("judge-{id}")
                        value=id
                        prop:checked=move || app.setup.kind.get() == kind
                        aria-describedby=format!("judge-{id}-what")
                        on:change=move |_| app.setup.kind.set(kind)
                    />
                    <label for=format!("judge-{id}")>{name}</label>
                    <p id=format!("judge-{id}-what")>{what} " " <b>{leaves}</b></p>
                </div>
            }
        })
        .collect_view();
    view! { <fieldset class="doors"><legend class="sr-only">{panel.heading}</legend>{doors}</fieldset> }
}

/// A labelled input that keeps what is typed in a signal.
#[component]
fn TextInput(
    id: &'static str,
    label: &'static str,
    value: RwSignal<String>,
    #[prop(optional)] list: &'static str,
    #[prop(into, optional)] placeholder: Signal<String>,
    #[prop(into, optional)] error: Signal<Option<String>>,
    #[prop(default = "text")] mode: &'static str,
) -> impl IntoView {
    let error_id = format!("{id}-error");
    let described = {
        let error_id = error_id.clone();
        move || error.with(Option::is_some).then(|| error_id.clone())
    };
    view! {
        <div class="setting">
            <label for=id>{label}</label>
            <input
                id=id
                type="text"
                inputmode=mode
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                list=(!list.is_empty()).then_some(list)
                placeholder=move || placeholder.get()
                prop:value=move || value.get()
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-describedby=described
                on:input=move |event| value.set(event_target_value(&event))
            />
            {move || error.get().map(|error| view! { <p class="error" id=error_id.clone()>{error}</p> })}
        </div>
    }
}

#[component]
fn HandName() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    view! {
        <div class="settings">
            <TextInput id="hand-name" label=strings.judge_panel.by_hand_name value=app.setup.hand_name placeholder="ChatGPT, Claude …".to_owned() />
        </div>
    }
}

#[component]
fn Api() -> impl IntoView {
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
            setup.provider.set(provider);
            setup.base.set(String::new());
            setup.models.set(Vec::new());
        }
    };
    let base_error = Signal::derive(move || {
        let untouched = setup.base.with(|base| base.trim().is_empty());
        setup
            .target()
            .err()
            .filter(|_| !untouched)
            .map(|error| address_error(&error, lang))
    });
    let number_error = move |value: RwSignal<String>, accepted: fn(&str) -> bool| {
        Signal::derive(move || {
            let typed = value.get();
            (!typed.trim().is_empty() && !accepted(&typed)).then(|| panel.bad_number.to_owned())
        })
    };
    let is_temperature: fn(&str) -> bool = |typed| temperature(typed).is_some();
    let is_whole: fn(&str) -> bool = |typed| whole_number(typed).is_some();
    let base_placeholder = Signal::derive(move || match setup.provider.get().base {
        "" => "https://…/v1".to_owned(),
        base => base.to_owned(),
    });
    view! {
        <div class="settings">
            <div class="setting">
                <label for="api-provider">{panel.provider}</label>
                <select id="api-provider" on:change=choose>{options}</select>
            </div>
            <TextInput id="api-base" label=panel.base_url value=setup.base placeholder=base_placeholder error=base_error mode="url" />
            <Key />
            <Model />
            <EmbeddingModel />
            <div class="setting-row">
                <TextInput
                    id="api-temperature"
                    label=panel.temperature
                    value=setup.temperature
                    error=number_error(setup.temperature, is_temperature)
                    mode="decimal"
                />
                <TextInput
                    id="api-max-tokens"
                    label=panel.max_tokens
                    value=setup.max_tokens
                    error=number_error(setup.max_tokens, is_whole)
                    mode="numeric"
                />
                <TextInput
                    id="api-timeout"
                    label=panel.timeout
                    value=setup.timeout_s
                    error=number_error(setup.timeout_s, is_whole)
                    mode="numeric"
                />
            </div>
        </div>
    }
    .into_any()
}

#[component]
fn Key() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let panel = &strings.judge_panel;
    let setup = app.setup;
    let lang = app.lang.get_untracked();
    let error = RwSignal::new(None::<String>);
    let bind = move || {
        let typed = browser::value_of("api-key").unwrap_or_default();
        if typed.is_empty() {
            return;
        }
        let origin = match untrack(|| setup.target()) {
            Ok(target) => target.endpoint.origin,
            Err(wrong) => {
                error.set(Some(address_error(&wrong, lang)));
                return;
            }
        };
        match ApiKey::from_paste(&typed) {
            Ok(key) => {
                error.set(None);
                setup.key.set(Some(BoundKey::new(origin, key)));
            }
            Err(wrong) => error.set(Some(key_error(&wrong, lang))),
        }
    };
    let hint = move || fill(panel.key_hint, &[("host", &setup.host())]);
    let field = move || {
        view! {
            <input
                id="api-key"
                type="password"
                autocomplete="off"
                spellcheck="false"
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-describedby="api-key-hint api-key-error"
                on:change=move |_| bind()
            />
            <p class="hint" id="api-key-hint">{hint}</p>
        }
    };
    let held = move || {
        let sentence = move || {
            let key = setup.key.get();
            key.map(|key| {
                fill(
                    panel.key_bound,
                    &[("masked", &key.masked()), ("host", &key.origin().host_and_port())],
                )
            })
        };
        view! {
            <p class="key-held" id="api-key" tabindex="-1">
                {sentence} " "
                <button type="button" class="link" on:click=move |_| {
                    setup.key.set(None);
                    browser::focus_soon("api-key");
                }>{panel.forget}</button>
            </p>
        }
    };
    let elsewhere = move || {
        let key = setup.key.get().filter(|_| !setup.has_key());
        key.map(|key| {
            view! { <p class="note">{fill(panel.key_other, &[("host", &key.origin().host_and_port())])}</p> }
        })
    };
    let has_key = Memo::new(move |_| setup.has_key());
    view! {
        <div class="setting">
            {move || if has_key.get() {
                view! { <span class="label">{panel.key}</span> }.into_any()
            } else {
                view! { <label for="api-key">{panel.key}</label> }.into_any()
            }}
            <Show when=move || has_key.get() fallback=field>{held()}</Show>
            {elsewhere}
            <p class="error" id="api-key-error">{move || error.get()}</p>
        </div>
    }
    .into_any()
}

/// Only where the API has embeddings.
#[component]
fn EmbeddingModel() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let setup = app.setup;
    move || {
        let target = setup
            .target()
            .ok()
            .filter(|target| target.wire.has_embeddings())?;
        let name = target.usual_embedding_model();
        let label = fill(strings.plan.embedding_model, &[("name", name)]);
        Some(view! {
            <div class="setting">
                <label for="api-embedding">{label}</label>
                <input
                    id="api-embedding"
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=name
                    prop:value=untrack(|| setup.embedding_model.get())
                    on:input=move |event| setup.embedding_model.set(event_target_value(&event))
                />
            </div>
        })
    }
}

/// How asking for the models went.
#[derive(Clone, PartialEq)]
enum Listing {
    Idle,
    Asking(String),
    Found(usize, String),
    Failed(Option<CallFailure>),
}

#[component]
fn Model() -> impl IntoView {
    const LIST: &str = "api-models";
    let app = App::get();
    let strings = app.strings();
    let panel = &strings.judge_panel;
    let setup = app.setup;
    let listing = RwSignal::new(Listing::Idle);
    let ask = move |_| {
        let host = untrack(|| setup.host());
        listing.set(Listing::Asking(host.clone()));
        spawn_local(async move {
            let answer = setup.list_models().await;
            let outcome = match answer {
                Ok(count) => Listing::Found(count, host),
                Err(failure) => Listing::Failed(failure),
            };
            // The panel may be gone by now.
            let _ = listing.try_set(outcome);
        });
    };
    let told = move || match listing.get() {
        Listing::Idle => ().into_any(),
        Listing::Asking(host) => {
            view! { <p class="hint">{fill(panel.listing, &[("host", &host)])}</p> }.into_any()
        }
        Listing::Found(count, host) => {
            let values = [("count", count.to_string()), ("host", host)];
            let values: Vec<(&str, &str)> = values
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            view! { <p class="notice">{fill(panel.models_found, &values)}</p> }.into_any()
        }
        Listing::Failed(None) => view! { <p class="error">{strings.run.need_base_url}</p> }.into_any(),
        Listing::Failed(Some(failure)) => {
            let told = explain(&failure, &browser::page_context(), app.lang.get_untracked());
            let items = |items: Vec<String>| {
                items
                    .into_iter()
                    .map(|item| view! { <li>{item}</li> })
                    .collect_view()
            };
            view! {
                <div class="note failure">
                    <p>{told.happened}</p>
                    <ul>{items(told.causes)}</ul>
                    <p><b>{strings.verdict.next_step}</b></p>
                    <ul>{items(told.next)}</ul>
                </div>
            }
            .into_any()
        }
    };
    let options = move || {
        setup
            .models
            .get()
            .into_iter()
            .map(|id| view! { <option value=id></option> })
            .collect_view()
    };
    view! {
        <TextInput id="api-model" label=panel.model value=setup.model list=LIST />
        <datalist id=LIST>{options}</datalist>
        <div class="setting">
            <button type="button" class="secondary" on:click=ask>{panel.test}</button>
            <div role="status">{told}</div>
        </div>
    }
    .into_any()
}
