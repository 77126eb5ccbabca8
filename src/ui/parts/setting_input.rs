//! A labelled input of the judge panel.

use leptos::prelude::*;

use super::commands::with_code;

/// A labelled input that keeps what is typed in a signal.
#[component]
pub fn TextInput(
    /// The id of the input.
    id: &'static str,
    /// What it is for.
    label: &'static str,
    /// What is typed.
    value: RwSignal<String>,
    /// The id of a list of proposals.
    #[prop(optional)]
    list: &'static str,
    /// What stands there while it is empty.
    #[prop(into, optional)]
    placeholder: Signal<String>,
    /// What is wrong with what is typed.
    #[prop(into, optional)]
    error: Signal<Option<String>>,
    /// The keyboard that a phone shows.
    #[prop(default = "text")]
    mode: &'static str,
) -> impl IntoView {
    let error_id = format!("{id}-error");
    let described = {
        let error_id = error_id.clone();
        move || error.with(Option::is_some).then(|| error_id.clone())
    };
    view! {
        <div class="setting">
            <label for=id>{label}</label>
            <input
                id=id
                type="text"
                inputmode=mode
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                list=(!list.is_empty()).then_some(list)
                placeholder=move || placeholder.get()
                prop:value=move || value.get()
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-describedby=described
                on:input=move |event| value.set(event_target_value(&event))
            />
            {move || error.get().map(|error| view! { <p class="error" id=error_id.clone()>{with_code(&error)}</p> })}
        </div>
    }
}

/// What is wrong with a number that is typed; nothing is wrong with an empty field.
pub fn number_error(
    value: RwSignal<String>,
    accepted: fn(&str) -> bool,
    sentence: impl Into<String>,
) -> Signal<Option<String>> {
    let sentence = sentence.into();
    Signal::derive(move || {
        let typed = value.get();
        (!typed.trim().is_empty() && !accepted(&typed)).then(|| sentence.clone())
    })
}
