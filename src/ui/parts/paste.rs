//! Two ways to fill the form in one go: a marked ground truth and a retriever's JSON.

use leptos::prelude::*;

use crate::i18n::{Strings, fill};
use crate::sample::retrieved::{self, RetrievedError};
use crate::sample::{Field, marked};
use crate::ui::browser;
use crate::ui::form::Entry;
use crate::ui::later::later;
use crate::ui::parts::marked_text::visible;
use crate::ui::replaced;
use crate::ui::state::App;

/// The button that opens a paste panel.
#[component]
pub fn PasteButton(
    /// Whether the panel is open.
    open: RwSignal<bool>,
    /// What stands on it.
    text: &'static str,
    /// The id of the text area in the panel.
    area: &'static str,
) -> impl IntoView {
    let toggle = move |_| {
        open.update(|open| *open = !*open);
        if open.get_untracked() {
            browser::focus_soon(area);
        }
    };
    view! {
        <button
            type="button"
            class="link end"
            id=format!("{area}-open")
            aria-expanded=move || if open.get() { "true" } else { "false" }
            on:click=toggle
        >
            {text}
        </button>
    }
}

later!(rooms: /// The panel for a ground truth with markers; `open` is set back when it is done.
pub fn marked(open: RwSignal<bool>) -> AnyView { view! { <PasteMarked open /> }.into_any() });

#[component]
fn PasteMarked(open: RwSignal<bool>) -> impl IntoView {
    const AREA: &str = "paste-marked";
    let app = App::get();
    let strings = app.strings();
    let error = RwSignal::new(None);
    let split = move |_| {
        app.form.notice.set(String::new());
        let truth = marked::split(&browser::value_of(AREA).unwrap_or_default());
        if truth.essential.is_empty() && truth.bonus.is_empty() {
            error.set(Some(strings.form.no_marker.to_owned()));
            browser::focus_soon(AREA);
            return;
        }
        error.set(None);
        let (essential, bonus) = (truth.essential.len().to_string(), truth.bonus.len().to_string());
        // One is needed: an empty box says so, and has a place for the error.
        let boxes = if truth.essential.is_empty() {
            vec![String::new()]
        } else {
            truth.essential
        };
        replaced::about_to_replace(app, &[Field::Essential, Field::Bonus]);
        app.form.paste(Field::Essential, &boxes);
        app.form.paste(Field::Bonus, &truth.bonus);
        let mut notes = vec![fill(
            strings.form.split_done,
            &[("essential", &essential), ("bonus", &bonus)],
        )];
        if !truth.empty.is_empty() {
            notes.push(fill(
                strings.form.empty_markers,
                &[("names", &truth.empty.join(", "))],
            ));
        }
        app.form.notice.set(notes.join(" "));
        app.form.before_marker.set(truth.before);
        open.set(false);
        browser::focus_soon("paste-marked-open");
    };
    view! {
        <PastePanel
            area=AREA
            label=strings.form.marked_label
            hint=strings.form.marked_hint
            error=error
            action=strings.form.split
            replaces=strings.form.replaces
            on_action=Callback::new(split)
        />
    }
}

later!(rooms: /// The panel for a retriever's JSON; `open` is set back when it is done.
pub fn json(open: RwSignal<bool>) -> AnyView { view! { <PasteJson open /> }.into_any() });

#[component]
fn PasteJson(open: RwSignal<bool>) -> impl IntoView {
    const AREA: &str = "paste-json";
    let app = App::get();
    let strings = app.strings();
    let error = RwSignal::new(None);
    let take = move |_| {
        app.form.notice.set(String::new());
        match retrieved::chunks(&browser::value_of(AREA).unwrap_or_default()) {
            Ok(chunks) => {
                error.set(None);
                replaced::about_to_replace(app, &[Field::Contexts]);
                app.form.paste(Field::Contexts, &chunks);
                app.form.notice.set(fill(
                    strings.form.chunks_done,
                    &[("count", &chunks.len().to_string())],
                ));
                open.set(false);
                browser::focus_soon("paste-json-open");
            }
            Err(wrong) => {
                error.set(Some(sentence(&wrong, strings)));
                browser::focus_soon(AREA);
            }
        }
    };
    view! {
        <PastePanel
            area=AREA
            label=strings.form.json_label
            hint=strings.form.json_hint
            error=error
            action=strings.form.take_chunks
            replaces=strings.form.replaces_chunks
            on_action=Callback::new(take)
        />
    }
}

fn sentence(error: &RetrievedError, strings: &Strings) -> String {
    match error {
        RetrievedError::NotJson {
            line,
            column,
            message,
        } => fill(
            strings.form.json_not,
            &[
                ("line", &line.to_string()),
                ("column", &column.to_string()),
                ("message", message),
            ],
        ),
        RetrievedError::NoList => strings.form.json_no_list.to_owned(),
        RetrievedError::NoText { index, keys } => fill(
            strings.form.json_no_text,
            &[("index", &index.to_string()), ("keys", keys)],
        ),
        RetrievedError::Empty => strings.form.json_empty.to_owned(),
    }
}

#[component]
fn PastePanel(
    area: &'static str,
    label: &'static str,
    hint: &'static str,
    #[prop(into)] error: Signal<Option<String>>,
    action: &'static str,
    replaces: &'static str,
    on_action: Callback<()>,
) -> impl IntoView {
    let (hint_id, error_id) = (format!("{area}-hint"), format!("{area}-error"));
    let described = {
        let (hint_id, error_id) = (hint_id.clone(), error_id.clone());
        move || {
            if error.with(Option::is_some) {
                format!("{error_id} {hint_id}")
            } else {
                hint_id.clone()
            }
        }
    };
    view! {
        <div class="paste">
            <label for=area>{label}</label>
            <textarea
                id=area
                rows="6"
                dir="auto"
                spellcheck="false"
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-describedby=described
            ></textarea>
            {move || error.get().map(|error| view! { <p class="error" id=error_id.clone() role="alert">{error}</p> })}
            <p class="hint" id=hint_id>{hint} " " {replaces}</p>
            <button type="button" class="secondary" on:click=move |_| on_action.run(())>{action}</button>
        </div>
    }
}

/// What the last paste did, and what stood in front of its first marker.
#[component]
pub fn PasteNotice() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let form = app.form;
    let use_it = move |_| {
        form.read_from_page();
        let text = form.before_marker.get_untracked();
        form.entries(Field::Essential).update(|entries| {
            // It takes the place of an only box without text.
            let blank = |entry: &Entry| entry.text.with_untracked(|text| text.trim().is_empty());
            if entries.len() == 1 && entries.iter().all(blank) {
                entries.clear();
            }
            entries.insert(0, Entry::new(text));
        });
        form.faults.set(Vec::new());
        form.changed();
        form.before_marker.set(String::new());
    };
    let before = move || {
        let text = form.before_marker.get();
        (!text.is_empty()).then(|| {
            view! {
                <div class="note before">
                    <p>{strings.form.before_marker}</p>
                    <blockquote dir="auto">{visible(&text)}</blockquote>
                    <button type="button" class="link" on:click=use_it>{strings.form.before_as_essential}</button>
                    <button type="button" class="link" on:click=move |_| form.before_marker.set(String::new())>
                        {strings.form.before_dismiss}
                    </button>
                </div>
            }
        })
    };
    view! {
        <p class="notice" role="status">{move || form.notice.get()}</p>
        {before}
    }
}
