//! A list of passages or chunks: a box each, with buttons to move and to remove it.

use leptos::prelude::*;

use super::text_box::TextBox;
use crate::i18n::fill;
use crate::sample::Field;
use crate::text::visible::is_blank;
use crate::ui::browser;
use crate::ui::form::Entry;
use crate::ui::replaced;
use crate::ui::running::add_button_id;
use crate::ui::state::App;

/// The boxes of a field with several texts.
#[component]
pub fn Passages(
    /// Essential, bonus, contexts or samples.
    field: Field,
    /// The field may stay empty.
    #[prop(optional)]
    optional: bool,
) -> impl IntoView {
    let app = App::get();
    let entries = app.form.entries(field);
    view! { <For each=move || entries.get() key=|entry| entry.id let:entry><Passage field optional entry /></For> }
}

/// The name of a text by its place in its field: `E2`, `0`.
fn number(field: Field, place: usize) -> String {
    match field {
        Field::Essential => format!("E{}", place + 1),
        Field::Bonus => format!("B{}", place + 1),
        Field::Samples => (place + 1).to_string(),
        _ => place.to_string(),
    }
}

#[component]
fn Passage(field: Field, optional: bool, entry: Entry) -> impl IntoView {
    let app = App::get();
    let form = app.form;
    let strings = app.strings();
    let entries = form.entries(field);
    let id = entry.id;
    let place = Memo::new(move |_| {
        entries
            .with(|entries| entries.iter().position(|entry| entry.id == id))
            .unwrap_or_default()
    });
    let count = move || entries.with(Vec::len);
    let may_go = move || field == Field::Bonus || count() > 1;
    let name = Signal::derive(move || match field {
        Field::Contexts => fill(strings.form.chunk_name, &[("id", &number(field, place.get()))]),
        Field::Samples => fill(
            strings.fields().sample_name,
            &[("id", &number(field, place.get()))],
        ),
        _ => number(field, place.get()),
    });
    let error = Signal::derive(move || {
        let place = place.get();
        let wrong = form.faults.with(|faults| {
            faults
                .iter()
                .any(|fault| fault.field == field && fault.index.unwrap_or(0) == place)
        });
        wrong.then(|| match field {
            Field::Contexts => strings.form.error_contexts.to_owned(),
            Field::Samples if !may_go() => strings.fields().error_samples.to_owned(),
            Field::Samples => fill(strings.fields().error_sample, &[("id", &number(field, place))]),
            _ => {
                let sentence = if may_go() {
                    strings.form.error_essential
                } else {
                    strings.form.error_sole
                };
                fill(sentence, &[("name", &number(field, place))])
            }
        })
    });
    let text = entry.text.clone();
    let hint = Signal::derive(move || {
        let blank = field == Field::Contexts
            && count() > 1
            && form.revision.get() > 0
            && text.with(|text| is_blank(text));
        if blank {
            strings.form.blank_chunk.to_owned()
        } else {
            String::new()
        }
    });
    let label = match field {
        Field::Essential => strings.form.essential,
        Field::Bonus => strings.form.bonus,
        Field::Samples => strings.fields().sample,
        _ => strings.form.chunk,
    };
    let swap = move |from: usize, to: usize, button: &str| {
        form.read_from_page();
        entries.update(|entries| {
            if from < entries.len() && to < entries.len() {
                entries.swap(from, to);
            }
        });
        form.faults.set(Vec::new());
        form.changed();
        browser::focus_soon(format!("{button}-{id}"));
    };
    let up = move |_| {
        let place = place.get_untracked();
        if place > 0 {
            swap(place, place - 1, "up");
        }
    };
    let down = move |_| {
        let place = place.get_untracked();
        if place + 1 < entries.with_untracked(Vec::len) {
            swap(place, place + 1, "down");
        }
    };
    let remove = move |_| {
        form.read_from_page();
        let place = place.get_untracked();
        if let Some(entry) = entries.with_untracked(|entries| entries.get(place).cloned()) {
            replaced::removed(app, name.get_untracked(), field, place, entry);
        }
        entries.update(|entries| entries.retain(|entry| entry.id != id));
        form.faults.set(Vec::new());
        form.changed();
        let next =
            entries.with_untracked(|entries| entries.get(place).or(entries.last()).map(Entry::element_id));
        browser::focus_soon(next.unwrap_or_else(|| add_button_id(field).to_owned()));
    };
    let named = move |sentence: &'static str| move || fill(sentence, &[("name", &name.get())]);
    view! {
        <TextBox
            entry
            number=Signal::derive(move || number(field, place.get()))
            hollow=field == Field::Bonus
            optional
            label
            hint
            error
            on_input=Callback::new(move |()| form.typed())
        >
            <button
                type="button"
                class="tool"
                id=format!("up-{id}")
                aria-label=named(strings.form.up)
                title=named(strings.form.up)
                aria-disabled=move || (place.get() == 0).then_some("true")
                on:click=up
            >
                <span aria-hidden="true">"↑"</span>
            </button>
            <button
                type="button"
                class="tool"
                id=format!("down-{id}")
                aria-label=named(strings.form.down)
                title=named(strings.form.down)
                aria-disabled=move || (place.get() + 1 >= count()).then_some("true")
                on:click=down
            >
                <span aria-hidden="true">"↓"</span>
            </button>
            <Show when=may_go>
                <button
                    type="button"
                    class="tool"
                    aria-label=named(strings.form.remove)
                    title=named(strings.form.remove)
                    on:click=remove
                >
                    <span aria-hidden="true">"×"</span>
                </button>
            </Show>
        </TextBox>
    }
}

/// The button that adds a text to a field.
#[component]
pub fn AddPassage(
    /// Which field.
    field: Field,
    /// What stands on it.
    text: &'static str,
    /// What it does, for a screen reader.
    label: &'static str,
) -> impl IntoView {
    let app = App::get();
    let add = move |_| {
        let entry = Entry::new("");
        let id = entry.element_id();
        app.form.entries(field).update(|entries| entries.push(entry));
        app.form.changed();
        browser::focus_soon(id);
    };
    view! {
        <button type="button" class="link" id=add_button_id(field) aria-label=label on:click=add>{text}</button>
    }
}
