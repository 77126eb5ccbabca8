//! Confirms the first run after texts came from a link or a file: where they are sent, to which model, in how many calls.

use leptos::html::Dialog;
use leptos::prelude::*;

use super::cannot::current_plan;
use crate::i18n::fill;
use crate::ui::browser;
use crate::ui::running;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn ConfirmRun() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let k = &strings.keep;
    let open = app.keep.confirming;
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
        browser::focus_soon("judge");
    };
    let sentence = move || {
        open.get().then(|| {
            let calls = untrack(|| current_plan(app)).map_or(1, |plan| plan.calls.max(1));
            let (host, model) = untrack(|| (app.setup.host(), app.setup.model.get()));
            let values = [
                ("host", host.as_str()),
                ("model", model.trim()),
                ("calls", &calls.to_string()),
            ];
            fill(k.confirm_what, &values)
        })
    };
    let go = move |_| {
        app.keep.foreign.set(false);
        open.set(false);
        running::start(app);
    };
    view! {
        <dialog node_ref=dialog class="judge-panel confirm" aria-labelledby="confirm-heading" on:close=closed>
            <header><h2 id="confirm-heading">{k.confirm}</h2></header>
            <p class="pad">{sentence}</p>
            <footer class="buttons">
                <button type="button" class="secondary" on:click=move |_| open.set(false)>{strings.run.cancel}</button>
                <button type="button" class="primary" id="confirm-run" on:click=go>{strings.run.judge}</button>
            </footer>
        </dialog>
    }
}
