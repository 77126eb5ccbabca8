//! Two ways to fill the form in one go: a marked ground truth and a retriever's JSON.

use leptos::prelude::*;

use crate::i18n::{PasteTexts, fill};
use crate::sample::retrieved::{self, JsonFault, RetrievedError};
use crate::sample::{Field, marked};
use crate::text::visible::is_blank;
use crate::ui::browser;
use crate::ui::form::Entry;
use crate::ui::later::{Later, Part, later};
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
    let strings = app.strings().lang.paste();
    let error = RwSignal::new(None);
    let split = move |_| {
        app.form.notice.set(String::new());
        let truth = marked::split(&browser::value_of(AREA).unwrap_or_default());
        if truth.essential.is_empty() && truth.bonus.is_empty() {
            error.set(Some(strings.no_marker.to_owned()));
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
        let answer = truth.answer.as_deref().filter(|answer| !is_blank(answer));
        let fields = [Field::Essential, Field::Bonus, Field::Answer];
        replaced::about_to_replace(app, if answer.is_some() { &fields } else { &fields[..2] });
        app.form.paste(Field::Essential, &boxes);
        app.form.paste(Field::Bonus, &truth.bonus);
        let mut notes = vec![fill(
            strings.split_done,
            &[("essential", &essential), ("bonus", &bonus)],
        )];
        if !truth.empty.is_empty() {
            notes.push(fill(strings.empty_markers, &[("names", &truth.empty.join(", "))]));
        }
        if let Some(answer) = answer {
            app.form.paste(Field::Answer, &[answer.to_owned()]);
            notes.push(strings.answer_done.to_owned());
        } else if truth.answer.is_some() {
            notes.push(strings.no_answer.to_owned());
        }
        app.form.noticed.set(Field::Essential);
        app.form.notice.set(
            app.strings()
                .join(&notes.iter().map(String::as_str).collect::<Vec<_>>()),
        );
        app.form.before_marker.set(truth.before);
        open.set(false);
        browser::focus_soon("paste-marked-open");
    };
    view! {
        <PastePanel
            area=AREA
            label=strings.marked_label
            hint=strings.marked_hint
            error=error
            action=strings.split
            replaces=strings.replaces
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
    let strings = app.strings().lang.paste();
    let error = RwSignal::new(None);
    let take = move |_| {
        app.form.notice.set(String::new());
        match retrieved::chunks(&browser::value_of(AREA).unwrap_or_default()) {
            Ok(chunks) => {
                error.set(None);
                replaced::about_to_replace(app, &[Field::Contexts]);
                app.form.paste(Field::Contexts, &chunks);
                app.form.noticed.set(Field::Contexts);
                app.form
                    .notice
                    .set(fill(strings.chunks_done, &[("count", &chunks.len().to_string())]));
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
            label=strings.json_label
            hint=strings.json_hint
            error=error
            action=strings.take_chunks
            replaces=strings.replaces_chunks
            on_action=Callback::new(take)
        />
    }
}

fn sentence(error: &RetrievedError, strings: &PasteTexts) -> String {
    match error {
        RetrievedError::Blank => strings.json_blank.to_owned(),
        RetrievedError::NotJson { line, column, fault } => fill(
            strings.json_not,
            &[
                ("line", &line.to_string()),
                ("column", &column.to_string()),
                (
                    "what",
                    match fault {
                        JsonFault::Ends => strings.json_ends,
                        JsonFault::Separator => strings.json_separator,
                        JsonFault::Value => strings.json_value,
                        JsonFault::Key => strings.json_key,
                        JsonFault::Behind => strings.json_behind,
                        JsonFault::Text => strings.json_string,
                        JsonFault::Number => strings.json_number,
                        JsonFault::Deep => strings.json_deep,
                        JsonFault::Other => strings.json_other,
                    },
                ),
            ],
        ),
        RetrievedError::NoList => strings.json_no_list.to_owned(),
        RetrievedError::NoText { index, keys } => fill(
            strings.json_no_text,
            &[("index", &index.to_string()), ("keys", keys)],
        ),
        RetrievedError::Empty => strings.json_empty.to_owned(),
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
    let form = app.form;
    // Another metric may have no such field; with the field the notice comes back.
    let here = Memo::new(move |_| app.inputs().fields.contains(&form.noticed.get()));
    let before = Memo::new(move |_| here.get() && form.before_marker.with(|text| !text.is_empty()));
    view! {
        <p class="notice" role="status">{move || if here.get() { form.notice.get() } else { String::new() }}</p>
        {move || before.get().then(|| view! { <Later part=Part::new(in_front) /> })}
    }
}

later!(rooms: fn in_front() -> AnyView { view! { <InFront /> }.into_any() });

#[component]
fn InFront() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let form = app.form;
    let use_it = move |_| {
        form.read_from_page();
        let text = form.before_marker.get_untracked();
        form.entries(Field::Essential).update(|entries| {
            // It takes the place of an only box without text.
            let blank = |entry: &Entry| entry.text.with_untracked(|text| is_blank(text));
            if entries.len() == 1 && entries.iter().all(blank) {
                entries.clear();
            }
            entries.insert(0, Entry::new(text));
        });
        form.faults.set(Vec::new());
        form.changed();
        form.before_marker.set(String::new());
    };
    view! {
        <div class="note before">
            <p>{strings.form.before_marker}</p>
            <blockquote dir="auto">{move || visible(&form.before_marker.get())}</blockquote>
            <button type="button" class="link" on:click=use_it>{strings.form.before_as_essential}</button>
            <button type="button" class="link" on:click=move |_| form.before_marker.set(String::new())>
                {strings.form.before_dismiss}
            </button>
        </div>
    }
}
