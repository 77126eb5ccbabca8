//! The input zone: the fields of the chosen metric, its settings, the prompt, and the run button.

use leptos::prelude::*;

use super::examples::Examples;
use super::go::Go;
use super::other_parts;
use super::passages::{AddPassage, Passages};
use super::paste::{self, PasteButton, PasteNotice};
use super::prompt_panel::PromptPanel;
use super::text_box::TextBox;
use crate::i18n::Strings;
use crate::sample::Field;
use crate::ui::later::{Later, Part};
use crate::ui::state::App;
use crate::ui::steps::Step;

/// See the module.
#[component]
pub fn Input() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let heading = move || match app.inputs().fields.as_slice() {
        _ if app.several() => strings.fields().input,
        inputs if inputs.contains(&Field::Essential) => strings.form.ground_truth,
        [Field::Question, Field::Contexts] => strings.form.question_and_chunks,
        _ => strings.fields().input,
    };
    view! {
        <section class="card input" id="input" tabindex="-1" aria-label=strings.page.input>
            <header><h2>{heading}</h2><span class="spring"></span><Examples /></header>
            <Step part=|| view! { <Fields /> }.into_any() />
            <Step part=|| view! { <Prompt /> }.into_any() />
            <Step part=|| view! { <Go /> }.into_any() />
        </section>
    }
}

/// The fields of the metrics, and the settings of the chosen one.
#[component]
fn Fields() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    // The same fields stay as they are when another of several metrics is looked at.
    let inputs = Memo::new(move |_| app.inputs());
    let fields = move || {
        let inputs = inputs.get();
        // The ground truth brings its bonus passages along.
        let recall = inputs.fields == [Field::Essential, Field::Bonus, Field::Answer];
        inputs
            .fields
            .iter()
            .filter(|field| **field != Field::Bonus)
            .map(|field| {
                let optional = inputs.optional.contains(field) && !inputs.hollow_without.contains(field);
                match field {
                    Field::Essential => view! { <GroundTruth /> }.into_any(),
                    Field::Answer if recall => {
                        view! { <Single field=Field::Answer label=strings.form.answer rows=6 /> }.into_any()
                    }
                    Field::Contexts => {
                        // One notice tells of both pastes.
                        let notice = !inputs.fields.contains(&Field::Essential);
                        view! { <Chunks optional notice /> }.into_any()
                    }
                    Field::Samples => view! { <Samples optional /> }.into_any(),
                    field => {
                        let (label, hint, rows) = single(*field, strings);
                        view! { <Single field=*field label hint rows optional /> }.into_any()
                    }
                }
            })
            .collect_view()
            .into_any()
    };
    let has_settings = Memo::new(move |_| !app.metric.get().settings().is_empty());
    let settings = move || {
        has_settings
            .get()
            .then(|| view! { <Later part=Part::new(other_parts::settings) /> })
    };
    view! { {fields} {settings} }
}

/// The prompt of the chosen metric, if it has one.
#[component]
fn Prompt() -> impl IntoView {
    let app = App::get();
    let prompts = move || !app.metric.get().prompts().is_empty();
    view! { <Show when=prompts><PromptPanel /></Show> }
}

/// Label, hint and rows of a field with one text.
fn single(field: Field, strings: &Strings) -> (&'static str, &'static str, u32) {
    match field {
        Field::Question => (strings.form.question, strings.form.question_hint, 2),
        Field::Reference => (strings.fields().reference, "", 4),
        Field::RetrievedIds => (strings.fields().retrieved_ids, strings.fields().ids_hint, 5),
        Field::ReferenceIds => (strings.fields().reference_ids, "", 4),
        _ => (strings.fields().answer, "", 5),
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
        <Show when=move || open.get()><Later part=Part::new(move || paste::marked(open)) /></Show>
        <PasteNotice />
        <hr />
    }
}

#[component]
fn Chunks(optional: bool, notice: bool) -> impl IntoView {
    let strings = App::get().strings();
    let open = RwSignal::new(false);
    view! {
        <Passages field=Field::Contexts optional />
        <div class="add">
            <AddPassage field=Field::Contexts text=strings.form.add_chunk label=strings.form.add_chunk_label />
            <PasteButton open text=strings.form.paste_json area="paste-json" />
        </div>
        <Show when=move || open.get()><Later part=Part::new(move || paste::json(open)) /></Show>
        {notice.then(|| view! { <PasteNotice /> })}
    }
}

#[component]
fn Samples(optional: bool) -> impl IntoView {
    let strings = App::get().strings();
    view! {
        <Passages field=Field::Samples optional />
        <div class="add">
            <AddPassage field=Field::Samples text=strings.fields().add_sample label=strings.fields().add_sample_label />
        </div>
    }
}

/// A field with one text.
#[component]
fn Single(
    field: Field,
    label: &'static str,
    #[prop(optional)] hint: &'static str,
    rows: u32,
    #[prop(optional)] optional: bool,
) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let form = app.form;
    let entries = form.entries(field);
    let error = Signal::derive(move || {
        let recall = app.inputs().fields.contains(&Field::Essential);
        form.faults
            .with(|faults| faults.iter().any(|fault| fault.field == field))
            .then(|| match field {
                Field::Question => strings.form.error_question.to_owned(),
                Field::Reference => strings.fields().error_reference.to_owned(),
                Field::RetrievedIds | Field::ReferenceIds => strings.fields().error_ids.to_owned(),
                _ if recall => strings.form.error_answer.to_owned(),
                _ => strings.fields().error_answer.to_owned(),
            })
    });
    view! {
        <For each=move || entries.get() key=|entry| entry.id let:entry>
            <TextBox
                entry
                number=String::new()
                label
                optional
                hint=Signal::derive(move || {
                    // Most metrics take one question.
                    let told = field != Field::Question || app.metric.get().several_questions();
                    if told { hint.to_owned() } else { String::new() }
                })
                error
                rows
                on_input=Callback::new(move |()| form.typed())
            />
        </For>
    }
}
