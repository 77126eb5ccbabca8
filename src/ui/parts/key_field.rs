//! The key of the API judge: pasted, masked, kept where the user says, forgotten.

use leptos::prelude::*;

use crate::i18n::fill;
use crate::judge::api::explain::{address_error, key_error};
use crate::judge::key::{ApiKey, HeldKey, Keep};
use crate::share::iso_8601;
use crate::ui::browser;
use crate::ui::openrouter;
use crate::ui::state::App;

/// Days for which a key may be kept on this device; the first is taken unless the user says otherwise.
const DAYS: [u32; 3] = [7, 1, 30];

/// See the module.
#[component]
pub fn KeyField() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let setup = app.setup;
    let held = Memo::new(move |_| {
        let target = setup.target().ok()?;
        setup.keys.held(&target.endpoint.origin)
    });
    let elsewhere = move || {
        let hosts = setup.keys.hosts();
        (held.with(Option::is_none) && !hosts.is_empty()).then(|| {
            let hosts = hosts.join(", ");
            view! { <p class="note">{fill(strings.judge_panel.key_other, &[("host", &hosts)])}</p> }
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

/// A day as it is written everywhere: `2026-11-30`.
pub fn day(epoch_ms: f64) -> String {
    iso_8601(epoch_ms).chars().take(10).collect()
}

#[component]
fn Entry() -> impl IntoView {
    let app = App::get();
    let panel = &app.strings().judge_panel;
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
                setup.keys.hold(origin, key);
            }
            Err(wrong) => error.set(Some(key_error(&wrong, lang))),
        }
    };
    let sign_in = move || {
        (setup.provider.get().id == "openrouter").then(|| {
            view! {
                <button type="button" class="secondary" id="openrouter-sign-in" on:click=move |_| openrouter::sign_in()>
                    {app.strings().lang.connect().sign_in}
                </button>
            }
        })
    };
    let hint = move || {
        let target = setup.target().ok();
        let needless = target.as_ref().is_some_and(|target| !target.provider.needs_key);
        let kept = match target {
            Some(_) => fill(panel.key_hint, &[("host", &setup.host())]),
            None => panel.key_hint_unknown.to_owned(),
        };
        if needless {
            app.strings().join(&[panel.key_needless, &kept])
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
            aria-invalid=move || error.with(Option::is_some).then_some("true")
            aria-describedby="api-key-hint api-key-error"
            on:change=move |_| bind()
        />
        <p class="hint" id="api-key-hint">{hint}</p>
        {sign_in}
        <p class="error" id="api-key-error">{move || error.get()}</p>
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
        panel.key_bound,
        &[("masked", &held.key.masked()), ("host", &origin.host_and_port())],
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
        let days = DAYS
            .into_iter()
            .map(|days| {
                let number = days.to_string();
                view! { <option value=number.clone()>{if number == "1" { texts.one_day.to_owned() } else { fill(texts.days, &[("days", &number)]) }}</option> }
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
        <fieldset class="keep"><legend class="label">{texts.keep}</legend>{ways}</fieldset>
        {expiry}
    }
    .into_any()
}
