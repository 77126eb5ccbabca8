//! The input zone: the fields of the chosen metric, the prompt, and the run button.

use leptos::prelude::*;

use super::examples::Examples;
use super::go::Go;
use super::passages::{AddPassage, Passages};
use super::paste::{PasteButton, PasteJson, PasteMarked, PasteNotice};
use super::prompt_panel::PromptPanel;
use super::text_box::TextBox;
use crate::sample::Field;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn Input() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let heading = move || {
        let recall = app.metric.get().inputs().contains(&Field::Essential);
        if recall {
            strings.form.ground_truth
        } else {
            strings.form.question_and_chunks
        }
    };
    let fields = move || {
        let inputs = app.metric.get().inputs();
        if inputs.contains(&Field::Essential) {
            view! { <GroundTruth /> <Single field=Field::Answer label=strings.form.answer rows=6 /> }
                .into_any()
        } else {
            view! {
                <Single field=Field::Question label=strings.form.question hint=strings.form.question_hint rows=2 />
                <Chunks />
            }
            .into_any()
        }
    };
    view! {
        <section class="card input" id="input" tabindex="-1" aria-label=strings.page.input>
            <header><h2>{heading}</h2><span class="spring"></span><Examples /></header>
            {fields}
            <PromptPanel />
            <Go />
        </section>
    }
}

#[component]
fn GroundTruth() -> impl IntoView {
    let strings = App::get().strings();
    let open = RwSignal::new(false);
    view! {
        <Passages field=Field::Essential />
        <Passages field=Field::Bonus />
        <div class="add">
            <AddPassage field=Field::Essential text=strings.form.add_essential label=strings.form.add_essential_label />
            <AddPassage field=Field::Bonus text=strings.form.add_bonus label=strings.form.add_bonus_label />
            <PasteButton open text=strings.form.paste_marked area="paste-marked" />
        </div>
        <PasteMarked open />
        <PasteNotice />
        <hr />
    }
}

#[component]
fn Chunks() -> impl IntoView {
    let strings = App::get().strings();
    let open = RwSignal::new(false);
    view! {
        <Passages field=Field::Contexts />
        <div class="add">
            <AddPassage field=Field::Contexts text=strings.form.add_chunk label=strings.form.add_chunk_label />
            <PasteButton open text=strings.form.paste_json area="paste-json" />
        </div>
        <PasteJson open />
        <PasteNotice />
    }
}

/// A field with one text.
#[component]
fn Single(
    field: Field,
    label: &'static str,
    #[prop(optional)] hint: &'static str,
    rows: u32,
) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let form = app.form;
    let entries = form.entries(field);
    let error = Signal::derive(move || {
        form.faults
            .with(|faults| faults.iter().any(|fault| fault.field == field))
            .then(|| match field {
                Field::Question => strings.form.error_question.to_owned(),
                _ => strings.form.error_answer.to_owned(),
            })
    });
    view! {
        <For each=move || entries.get() key=|entry| entry.id let:entry>
            <TextBox
                entry
                number=String::new()
                label
                hint=hint.to_owned()
                error
                rows
                on_input=Callback::new(move |()| form.typed())
            />
        </For>
    }
}
