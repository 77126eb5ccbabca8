//! What somebody had entered before something else took its place: an example, a file, a paste, an entry of the history,
//! a copy of what was shared; and a text that was removed. It is offered back on the page for ten seconds, and until one
//! types on.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::browser::{self, now_ms};
use super::form::{Entry, Texts};
use super::keep::draft;
use super::later::{Later, Part, later};
use super::running::Finished;
use super::settings::Typed;
use super::state::App;
use crate::evaluation::Metric;
use crate::i18n::fill;
use crate::sample::Field;
use crate::text::visible::is_blank;

/// See the module.
#[derive(Clone)]
pub struct Before {
    at_ms: f64,
    what: What,
}

#[derive(Clone)]
enum What {
    /// The whole input.
    Input(Arc<Input>),
    /// Texts that were removed one by one, the last one last: name, field, place, text.
    Removed(Vec<(String, Field, usize, Entry)>),
}

struct Input {
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
        // A text that was removed belongs to what is there no longer.
        app.replaced.update(|before| {
            before.take_if(|before| matches!(before.what, What::Removed(_)));
        });
        return;
    }
    let input = Input {
        texts: app.form.texts(),
        metric: app.metric.get_untracked(),
        also: app.also.get_untracked(),
        settings: app.settings.all(),
        prompts: app.prompts.get_untracked(),
        finished: app.run.finished.get_untracked(),
        foreign: app.keep.foreign.get_untracked(),
    };
    offer(app, What::Input(Arc::new(input)));
}

/// To be called when a text is removed from its field. One that is blank is not worth an offer.
pub fn removed(app: App, name: String, field: Field, place: usize, entry: Entry) {
    if entry.text.with_untracked(|text| is_blank(text)) {
        return;
    }
    let mut all = match app.replaced.get_untracked().map(|before| before.what) {
        Some(What::Removed(all)) => all,
        _ => Vec::new(),
    };
    all.push((name, field, place, entry));
    offer(app, What::Removed(all));
}

fn offer(app: App, what: What) {
    let at_ms = now_ms();
    app.replaced.set(Some(Before { at_ms, what }));
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
    move || {
        app.replaced.get().map(|before| {
            let part = Part::new(move || offered(before.clone()));
            view! { <Later part /> }.into_any()
        })
    }
}

later!(drafts: fn offered(before: Before) -> AnyView { offer_of(before) });

fn offer_of(before: Before) -> AnyView {
    let app = App::get();
    let strings = app.strings();
    let sentence = match &before.what {
        What::Removed(all) => {
            let name = all.last().map_or("", |(name, ..)| name.as_str());
            fill(strings.back.removed, &[("name", name)])
        }
        What::Input(_) => strings.back.replaced.to_owned(),
    };
    let bring_back = move |_| bring_back(app, before.clone());
    view! {
        <p class="note replaced" role="status">
            {sentence} " "
            <button type="button" class="link" id="bring-back" on:click=bring_back>{strings.keep.undo}</button> " "
            <button type="button" class="link" on:click=move |_| app.replaced.set(None)>{strings.page.close}</button>
        </p>
    }
    .into_any()
}

fn bring_back(app: App, before: Before) {
    app.replaced.set(None);
    match before.what {
        What::Input(input) => bring_input_back(app, &input),
        What::Removed(mut all) => {
            let Some((_, field, place, entry)) = all.pop() else {
                return;
            };
            let id = entry.element_id();
            app.form.read_from_page();
            app.form
                .entries(field)
                .update(|entries| entries.insert(place.min(entries.len()), entry));
            app.form.faults.set(Vec::new());
            app.form.changed();
            browser::focus_soon(id);
            if !all.is_empty() {
                offer(app, What::Removed(all));
            }
        }
    }
    app.run.message.set(app.strings().keep.undone.to_owned());
}

fn bring_input_back(app: App, input: &Input) {
    app.keep.forget_page();
    app.keep.foreign.set(input.foreign);
    app.also.set(input.also.clone());
    app.metric.set(input.metric);
    app.show_metrics_in_address();
    app.settings.set_all(input.settings.clone());
    app.settings_shown.update(|shown| *shown = shown.wrapping_add(1));
    app.prompts.set(input.prompts.clone());
    app.light_none();
    app.form.set_texts(input.texts.clone());
    app.run.finished.set(input.finished.clone());
    browser::focus_soon("input");
}
