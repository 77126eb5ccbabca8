//! What somebody had entered before something else took its place: an example, a file, a paste, an entry of the history,
//! a copy of what was shared. It is offered back on the page for ten seconds, and until one types on.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::browser::{self, now_ms};
use super::form::Texts;
use super::keep::draft;
use super::running::Finished;
use super::settings::Typed;
use super::state::App;
use crate::evaluation::Metric;
use crate::sample::Field;

/// See the module.
#[derive(Clone)]
pub struct Before {
    at_ms: f64,
    texts: Texts,
    metric: &'static dyn Metric,
    also: Vec<&'static dyn Metric>,
    settings: Typed,
    prompts: BTreeMap<String, String>,
    finished: Vec<Arc<Finished>>,
    foreign: bool,
}

/// It is offered for so long at least.
const OFFERED_MS: f64 = 10_000.0;

/// To be called before texts of these fields are replaced. What the page had filled in itself is not worth an offer.
pub fn about_to_replace(app: App, fields: &[Field]) {
    app.form.read_from_page();
    if !app.form.has_own(fields) {
        return;
    }
    app.replaced.set(Some(Before {
        at_ms: now_ms(),
        texts: app.form.texts(),
        metric: app.metric.get_untracked(),
        also: app.also.get_untracked(),
        settings: app.settings.all(),
        prompts: app.prompts.get_untracked(),
        finished: app.run.finished.get_untracked(),
        foreign: app.keep.foreign.get_untracked(),
    }));
}

/// The offer, as long as it stands.
#[component]
pub fn Replaced() -> impl IntoView {
    let app = App::get();
    Effect::new(move |_| {
        if app.form.revision.get() > 0 {
            draft::changed(app);
        }
        let old = |before: &Option<Before>| {
            before
                .as_ref()
                .is_some_and(|before| now_ms() - before.at_ms > OFFERED_MS)
        };
        if app.replaced.with_untracked(old) {
            app.replaced.set(None);
        }
    });
    let strings = app.strings();
    move || {
        app.replaced.get().map(|before| {
            let bring_back = move |_| {
                bring_back(app, before.clone());
                browser::focus_soon("input");
            };
            view! {
                <p class="note replaced" role="status">
                    {strings.back.replaced} " "
                    <button type="button" class="link" id="bring-back" on:click=bring_back>{strings.keep.undo}</button> " "
                    <button type="button" class="link" on:click=move |_| app.replaced.set(None)>{strings.page.close}</button>
                </p>
            }
            .into_any()
        })
    }
}

fn bring_back(app: App, before: Before) {
    app.replaced.set(None);
    app.keep.forget_page();
    app.keep.foreign.set(before.foreign);
    app.also.set(before.also);
    app.metric.set(before.metric);
    app.show_metrics_in_address();
    app.settings.set_all(before.settings);
    app.settings_shown.update(|shown| *shown = shown.wrapping_add(1));
    app.prompts.set(before.prompts);
    app.light_none();
    app.form.set_texts(before.texts);
    app.run.finished.set(before.finished);
    app.run.message.set(app.strings().keep.undone.to_owned());
}
