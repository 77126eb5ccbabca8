//! A text area with its label, tools, hint and error. It owns its text: nothing is drawn anew while one types.

use leptos::prelude::*;

use crate::ui::form::Entry;
use crate::ui::state::App;

/// See the module. `number` stands in a lozenge in front of the label; `tools` stand behind it.
#[component]
pub fn TextBox(
    /// The text and the id.
    entry: Entry,
    /// `E1`, `0`; may be empty.
    #[prop(into)]
    number: Signal<String>,
    /// A bonus passage's lozenge is hollow.
    #[prop(optional)]
    hollow: bool,
    /// What the text is.
    label: &'static str,
    /// A sentence below it.
    #[prop(into, optional)]
    hint: Signal<String>,
    /// It may stay empty.
    #[prop(optional)]
    optional: bool,
    /// What is wrong with it.
    #[prop(into)]
    error: Signal<Option<String>>,
    /// Rows to show at first.
    #[prop(default = 3)]
    rows: u32,
    /// Called for each key.
    on_input: Callback<()>,
    /// Buttons beside the label.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let id = entry.element_id();
    let (hint_id, error_id) = (format!("{id}-hint"), format!("{id}-error"));
    let text = entry.text.get_untracked();
    let described = {
        let (hint_id, error_id) = (hint_id.clone(), error_id.clone());
        move || {
            let error = error.with(Option::is_some).then(|| error_id.clone());
            let hint = hint.with(|hint| !hint.is_empty()).then(|| hint_id.clone());
            let ids: Vec<String> = error.into_iter().chain(hint).collect();
            (!ids.is_empty()).then(|| ids.join(" "))
        }
    };
    view! {
        <div class="field">
            <div class="field-head">
                <label for=id.clone()>
                    {move || {
                        let number = number.get();
                        (!number.is_empty()).then(|| view! { <span class="key" class:bonus=hollow>{number}</span> " " })
                    }}
                    {label}
                    {optional.then(|| view! { " " <span class="optional">"(" {App::get().strings().fields().optional} ")"</span> })}
                </label>
                {children.map(|children| view! { <span class="tools">{children()}</span> })}
            </div>
            <textarea
                id=id
                dir="auto"
                rows=rows
                spellcheck="false"
                autocomplete="off"
                prop:value=text
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-describedby=described
                on:input=move |_| on_input.run(())
            ></textarea>
            {move || error.get().map(|error| view! { <p class="error" id=error_id.clone()>{error}</p> })}
            {move || {
                let hint = hint.get();
                (!hint.is_empty()).then(|| view! { <p class="hint" id=hint_id.clone()>{hint}</p> })
            }}
        </div>
    }
    .into_any()
}
