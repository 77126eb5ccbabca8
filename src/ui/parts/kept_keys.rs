//! All keys that are held, whatever address stands in the form: for which server, how long, and the way to forget them.
//! A key itself is not shown, nor is any part of it that would give it away.

use leptos::prelude::*;

use super::key_field::day;
use crate::i18n::fill;
use crate::judge::key::{HeldKey, Keep};
use crate::ui::browser;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn KeptKeys() -> impl IntoView {
    let app = App::get();
    let keys = app.setup.keys;
    let texts = app.strings().lang.kept();
    let told = RwSignal::new(String::new());
    let open = RwSignal::new(false);
    let forget_all = move |_| {
        keys.forget_all();
        told.set(texts.all_forgotten.to_owned());
        browser::focus_soon(HOME);
    };
    let list = move || {
        let held = keys.all();
        if held.is_empty() {
            return ().into_any();
        }
        let heading = fill(texts.keys, &[("count", &held.len().to_string())]);
        let rows = held
            .into_iter()
            .map(|held| view! { <Row held told /> }.into_any())
            .collect_view();
        view! {
            // Drawn anew when a key goes, and open if it was.
            <details class="more" id="kept-keys" open=open.get_untracked()>
                <summary id=HEAD on:click=move |_| open.update(|open| *open = !*open)>{heading}</summary>
                <ul class="kept-keys">{rows}</ul>
                <button type="button" class="secondary" id="forget-all" on:click=forget_all>{texts.forget_all}</button>
            </details>
        }
        .into_any()
    };
    view! {
        <div class="settings">
            {list}
            <p class="hint local-told" role="status">{move || told.get()}</p>
        </div>
    }
    .into_any()
}

/// What gets the focus when a key is gone and others are left.
const HEAD: &str = "kept-keys-head";
/// What gets it when none is.
const HOME: &str = "judge-panel-heading";

#[component]
fn Row(held: HeldKey, told: RwSignal<String>) -> impl IntoView {
    let app = App::get();
    let texts = app.strings().lang.kept();
    let keys = app.setup.keys;
    let origin = held.key.origin().clone();
    let host = origin.to_string();
    let how = match held.keep {
        Keep::Memory => texts.in_memory.to_owned(),
        Keep::Session => texts.in_tab.to_owned(),
        Keep::Device => {
            let date = held.until_ms.map(day).unwrap_or_default();
            fill(texts.on_device, &[("date", &date)])
        }
    };
    let name = fill(texts.forget_key, &[("host", &host)]);
    let line = format!("{origin} {}", held.key.masked());
    let forget = move |_| {
        keys.forget(&origin);
        told.set(fill(texts.forgotten, &[("host", &host)]));
        let left = untrack(|| !keys.all().is_empty());
        browser::focus_soon(if left { HEAD } else { HOME });
    };
    view! {
        <li>
            <span>{line}</span> <span class="hint">{how}</span>
            <button type="button" class="link" aria-label=name on:click=forget>{texts.forget}</button>
        </li>
    }
    .into_any()
}
