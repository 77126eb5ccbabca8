//! Before the first call to a server in this tab: where it goes, to which model, how many calls, with which key.

use leptos::html::Dialog;
use leptos::prelude::*;

use crate::i18n::fill;
use crate::ui::browser;
use crate::ui::running;
use crate::ui::setup::Consent;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn ConfirmCalls() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let consent = app.setup.consent;
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (consent.with(Option::is_some), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let closed = move |_| {
        consent.set(None);
        browser::focus_soon("judge");
    };
    let send = move |_| {
        if let Some(asked) = consent.get_untracked() {
            app.setup.allow(&asked.origin);
            app.keep.foreign.set(false);
            consent.set(None);
            running::start(app);
        }
    };
    view! {
        <dialog node_ref=dialog id="confirm-calls" class="judge-panel" aria-labelledby="confirm-heading" on:close=closed>
            <header><h2 id="confirm-heading">{strings.connect.confirm}</h2></header>
            <div class="settings">{move || consent.get().map(|asked| view! { <Facts asked /> })}</div>
            <footer>
                <button type="button" class="secondary" on:click=move |_| consent.set(None)>{strings.run.cancel}</button>
                <button type="button" class="primary" id="confirm-go" on:click=send>{strings.connect.confirm_go}</button>
            </footer>
        </dialog>
    }
}

#[component]
fn Facts(asked: Consent) -> impl IntoView {
    let strings = App::get().strings();
    let texts = &strings.connect;
    let calls = asked.calls.to_string();
    let calls = fill(
        if asked.more {
            texts.confirm_more
        } else {
            texts.confirm_exact
        },
        &[("calls", &calls)],
    );
    let rows = [
        (texts.confirm_host, asked.origin.to_string()),
        (strings.judge_panel.model, asked.model),
        (texts.confirm_calls, calls),
        (
            strings.judge_panel.key,
            asked.key.unwrap_or_else(|| texts.confirm_no_key.to_owned()),
        ),
    ];
    let rows = rows
        .into_iter()
        .map(|(name, value)| view! { <dt>{name}</dt> <dd>{value}</dd> })
        .collect_view();
    view! {
        <dl class="confirm-facts">{rows}</dl>
        <p class="hint">{texts.confirm_what}</p>
    }
}
