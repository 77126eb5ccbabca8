//! The panel that chooses a judge: a dialog with the doors, and what each needs.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::api_form::ApiForm;
use super::dialog::Dialog;
use super::kept_keys::KeptKeys;
use super::local_model::LocalModelPanel;
use super::setting_input::{TextInput, number_error};
use crate::i18n::{ConnectTexts, fill};
use crate::judge::JudgeKind;
use crate::judge::built_in::{Availability, availability, download};
use crate::stats::rational::fixed;
use crate::ui::later::{Part, later};
use crate::ui::parts::quality::QualityLink;
use crate::ui::readers;
use crate::ui::remembered;
use crate::ui::setup::{TIMEOUT_S, whole_number};
use crate::ui::state::App;

/// See the module.
#[component]
pub fn JudgePanel() -> impl IntoView {
    let app = App::get();
    let closed = move |()| {
        app.setup.open.set(false);
        app.setup.notice.set(None);
    };
    let heading = Signal::stored(app.strings().judge_panel.heading.to_owned());
    view! { <Dialog id="judge-panel" open=app.setup.open.into() heading on_close=Callback::new(closed) home="judge-pill" part=Part::new(body) /> }
}

later!(rooms: fn body() -> AnyView { view! { <Body /> }.into_any() });

#[component]
fn Body() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    readers::are_here(app.setup);
    remembered::follow(app.setup);
    // What the browser has may change while the page is open.
    spawn_local(async move { app.setup.built_in.set(Some(availability().await)) });
    view! {
            {move || app.setup.notice.get().map(|notice| view! { <p class="notice panel-notice">{notice}</p> })}
            <Doors />
            {move || match app.setup.kind.get() {
                JudgeKind::ByHand => view! { <HandName /> }.into_any(),
                JudgeKind::BuiltIn => view! { <BuiltInState /> }.into_any(),
                JudgeKind::Api => view! { <ApiForm /> }.into_any(),
                JudgeKind::Embedded => view! { <QualityLink /> }.into_any(),
                JudgeKind::Nobody => ().into_any(),
            }}
            <KeptKeys />
            <LocalModelPanel />
            <footer>
                <button type="button" class="primary" on:click=move |_| app.setup.open.set(false)>{strings.judge_panel.done}</button>
            </footer>
    }
}

#[component]
fn Doors() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let (panel, texts) = (&strings.judge_panel, strings.lang.connect());
    let doors = [
        (
            JudgeKind::Embedded,
            "embedded",
            panel.embedded,
            texts.embedded_what,
            texts.embedded_leaves,
        ),
        (
            JudgeKind::ByHand,
            "by-hand",
            panel.by_hand,
            texts.by_hand_what,
            texts.by_hand_leaves,
        ),
        (
            JudgeKind::BuiltIn,
            "built-in",
            strings.calling.built_in,
            strings.lang.connect().built_in_what,
            texts.embedded_leaves,
        ),
        (JudgeKind::Api, "api", panel.api, texts.api_what, ""),
    ];
    // A model of the browser's own is a door only where there is one.
    let has_built_in =
        Memo::new(move |_| !matches!(app.setup.built_in.get(), None | Some(Availability::Unavailable)));
    let doors = doors
        .into_iter()
        .map(|(kind, id, name, what, leaves)| {
            let hidden = move || (kind == JudgeKind::BuiltIn && !has_built_in.get()).then_some("");
            let leaves = move || match kind {
                JudgeKind::Api => match app.setup.host() {
                    host if host.is_empty() => texts.api_leaves_unknown.to_owned(),
                    host => fill(texts.api_leaves, &[("host", &host)]),
                },
                _ => leaves.to_owned(),
            };
            view! {
                <div class="door" hidden=hidden class:chosen=move || app.setup.kind.get() == kind>
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

#[component]
fn HandName() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    view! {
        <div class="settings">
            <TextInput id="hand-name" label=strings.lang.connect().by_hand_name value=app.setup.hand_name placeholder="ChatGPT, Claude …".to_owned() />
        </div>
    }
}

/// Why the browser did not load its model, by the name of its error: what happened, the likely cause, what to do.
fn not_loaded(said: &str, texts: &ConnectTexts) -> [String; 3] {
    let cause = match said.split(':').next().unwrap_or_default() {
        "NotAllowedError" | "SecurityError" => texts.load_forbidden,
        "NotSupportedError" | "UnknownError" => texts.load_unsupported,
        "QuotaExceededError" => texts.load_no_room,
        _ => texts.load_network,
    };
    [
        fill(texts.load_failed, &[("detail", said)]),
        cause.to_owned(),
        texts.load_next.to_owned(),
    ]
}

/// Whether the browser's own model is there, and how to get it.
#[component]
fn BuiltInState() -> impl IntoView {
    let app = App::get();
    let texts = app.strings().lang.connect();
    let setup = app.setup;
    let wrong = RwSignal::new(None::<[String; 3]>);
    let load = move |_| {
        wrong.set(None);
        setup.built_in_loaded.set(Some(0.0));
        spawn_local(async move {
            let loaded = move |share| setup.built_in_loaded.set(Some(share));
            if let Err(said) = download(loaded).await {
                let _ = wrong.try_set(Some(not_loaded(&said, texts)));
            }
            setup.built_in.set(Some(availability().await));
            setup.built_in_loaded.set(None);
        });
    };
    let progress = move || {
        setup.built_in_loaded.get().map(|share| {
            let percent = fixed(share * 100.0, 0);
            let told = fill(app.strings().calling.built_in_loading, &[("percent", &percent)]);
            view! { <p class="hint">{told} " " <progress max="100" value=percent></progress></p> }
        })
    };
    let state = move || {
        match setup.built_in.get() {
        Some(Availability::Available) => view! { <p class="notice">{texts.built_in_ready}</p> }.into_any(),
        Some(Availability::Downloadable | Availability::Downloading) => view! {
            <p class="hint">{texts.built_in_load_hint}</p>
            <button type="button" class="secondary" id="built-in-load" on:click=load>{texts.built_in_load}</button>
        }
        .into_any(),
        _ => ().into_any(),
    }
    };
    view! {
        <div class="settings">
            <div class="setting" role="status">
                {state}
                {progress}
                {move || wrong.get().map(|[happened, cause, next]| view! {
                    <p class="error">{happened}</p>
                    <p class="hint">{cause} " " {next}</p>
                })}
            </div>
            <TextInput
                id="built-in-timeout"
                label=app.strings().judge_panel.timeout
                value=setup.timeout_s
                error=number_error(setup.timeout_s, |typed| whole_number(typed).is_some(), fill(texts.bad_number_usual, &[("number", TIMEOUT_S)]))
                mode="numeric"
            />
        </div>
    }
    .into_any()
}
