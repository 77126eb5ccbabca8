//! The key of the API judge: pasted, masked, kept where the user says, forgotten.

use leptos::prelude::*;

use crate::i18n::fill;
use crate::judge::api::explain::{address_error, key_error};
use crate::judge::key::ring::DAY_MS;
use crate::judge::key::{ApiKey, HeldKey, Keep, Origin};
use crate::share::iso_8601;
use crate::ui::browser;
use crate::ui::openrouter;
use crate::ui::parts::commands::with_code;
use crate::ui::setup::Setup;
use crate::ui::state::App;

/// Days for which a key may be kept on this device; the first is taken unless the user says otherwise.
const DAYS: [u32; 3] = [7, 1, 30];

/// See the module.
#[component]
pub fn KeyField() -> impl IntoView {
    let app = App::get();
    let texts = app.strings().lang.connect();
    let setup = app.setup;
    let held = Memo::new(move |_| {
        let target = setup.target().ok()?;
        setup.keys.held(&target.endpoint.origin)
    });
    let elsewhere = move || {
        let all = setup.keys.all();
        (held.with(Option::is_none) && !all.is_empty()).then(|| {
            // Whole addresses: one server may be called with and without encryption.
            let others: Vec<String> = all.iter().map(|held| held.key.origin().to_string()).collect();
            let here = match setup.target() {
                Ok(target) => fill(texts.key_here, &[("host", &target.endpoint.origin.to_string())]),
                Err(_) => String::new(),
            };
            let sentence = fill(texts.key_other, &[("host", &others.join(", "))]);
            view! { <p class="note">{app.strings().join(&[&sentence, &here])}</p> }
        })
    };
    view! {
        <div class="setting">
            {move || match held.get() {
                Some(held) => view! { <Held held /> }.into_any(),
                None => view! { <Entry /> }.into_any(),
            }}
            {elsewhere}
        </div>
    }
    .into_any()
}

/// Holds what was typed as a key for the address as it stands, once that can be called. To be called when an address
/// was entered: while it is typed, its beginning is an address as well.
pub fn hold_given(setup: Setup) {
    if let Ok(target) = untrack(|| setup.target()) {
        setup.keys.hold_given(target.endpoint.origin);
    }
}

/// A server as it is named beside its key: with its scheme where the key would travel unencrypted.
fn named(origin: &Origin) -> String {
    if origin.is_exposed() {
        origin.to_string()
    } else {
        origin.host_and_port()
    }
}

/// A day as it is written everywhere: `2026-11-30`.
pub fn day(epoch_ms: f64) -> String {
    iso_8601(epoch_ms).chars().take(10).collect()
}

#[component]
fn Entry() -> impl IntoView {
    let app = App::get();
    let panel = &app.strings().judge_panel;
    let texts = app.strings().lang.connect();
    let setup = app.setup;
    let given = setup.keys.given;
    let lang = app.lang.get_untracked();
    // Nothing is wrong with what is still being typed.
    let typing = RwSignal::new(false);
    let error = Memo::new(move |_| {
        let typed = given.get();
        if typed.is_empty() || typing.get() {
            return None;
        }
        match setup.target() {
            Err(wrong) => Some(address_error(&wrong, lang)),
            Ok(_) => ApiKey::from_paste(&typed)
                .err()
                .map(|wrong| key_error(&wrong, lang)),
        }
    });
    let sign_in = move || {
        (setup.provider.get().id == "openrouter").then(|| {
            view! {
                <button type="button" class="secondary" id="openrouter-sign-in" on:click=move |_| openrouter::sign_in(app)>
                    {texts.sign_in}
                </button>
            }
        })
    };
    let hint = move || {
        let target = setup.target().ok();
        let needless = target.as_ref().is_some_and(|target| !target.provider.needs_key);
        let kept = match target {
            Some(target) => fill(texts.key_hint, &[("host", &named(&target.endpoint.origin))]),
            None => texts.key_hint_unknown.to_owned(),
        };
        if needless {
            app.strings().join(&[texts.key_needless, &kept])
        } else {
            kept
        }
    };
    view! {
        <label for="api-key">{panel.key}</label>
        <input
            id="api-key"
            type="password"
            autocomplete="off"
            spellcheck="false"
            prop:value=move || given.get()
            aria-invalid=move || error.with(Option::is_some).then_some("true")
            aria-describedby="api-key-hint api-key-error"
            on:input=move |event| {
                typing.set(true);
                given.set(event_target_value(&event));
            }
            on:change=move |_| {
                typing.set(false);
                hold_given(setup);
            }
        />
        <p class="hint" id="api-key-hint">{hint}</p>
        {sign_in}
        <p class="error" id="api-key-error">{move || error.get().map(|error| with_code(&error))}</p>
    }
    .into_any()
}

#[component]
fn Held(held: HeldKey) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let (panel, texts) = (&strings.judge_panel, strings.lang.connect());
    let keys = app.setup.keys;
    let origin = held.key.origin().clone();
    let sentence = fill(
        texts.key_bound,
        &[("masked", &held.key.masked()), ("host", &named(&origin))],
    );
    let forget = {
        let origin = origin.clone();
        move |_| {
            keys.forget(&origin);
            browser::focus_soon("api-key");
        }
    };
    let ways = Keep::ALL
        .into_iter()
        .map(|way| {
            let (name, hint) = match way {
                Keep::Memory => (texts.keep_memory, ""),
                Keep::Session => (texts.keep_session, texts.keep_readable),
                Keep::Device => (texts.keep_device, texts.keep_readable),
            };
            let origin = origin.clone();
            let choose = move |_| keys.keep(&origin, way, f64::from(DAYS[0]));
            let id = format!("keep-{}", way.id());
            let of = id.clone();
            view! {
                <label class="way" for=of>
                    <input type="radio" name="key-keep" id=id checked=held.keep == way on:change=choose />
                    <span>{name} " " <span class="hint">{hint}</span></span>
                </label>
            }
        })
        .collect_view();
    let expiry = held.until_ms.map(|until| {
        // The choice that is set, for as long as it is counted in these days.
        let left = ((until - js_sys::Date::now()) / DAY_MS).ceil();
        let days = DAYS
            .into_iter()
            .map(|days| {
                let number = days.to_string();
                let set = left == f64::from(days);
                view! { <option value=number.clone() selected=set>{if number == "1" { texts.one_day.to_owned() } else { fill(texts.days, &[("days", &number)]) }}</option> }
            })
            .collect_view();
        let origin = origin.clone();
        let choose = move |event| {
            if let Ok(days) = event_target_value(&event).parse() {
                keys.keep(&origin, Keep::Device, days);
            }
        };
        let date = day(until);
        view! {
            <p class="hint">
                {fill(texts.forgotten_on, &[("date", &date)])} " "
                <label class="sr-only" for="key-days">{texts.forget_after}</label>
                <select id="key-days" on:change=choose><option value="">{texts.forget_after}</option>{days}</select>
            </p>
        }
    });
    view! {
        <span class="label">{panel.key}</span>
        <p class="key-held" id="api-key" tabindex="-1">
            {sentence} " "
            <button type="button" class="link" on:click=forget>{panel.forget}</button>
        </p>
        {held.key.is_short().then(|| view! { <p class="note" id="key-short">{texts.key_short}</p> })}
        <fieldset class="keep"><legend class="label">{texts.keep}</legend>{ways}</fieldset>
        {expiry}
    }
    .into_any()
}
