//! The menu of examples.

use leptos::prelude::*;

use crate::i18n::Strings;
use crate::sample::examples::{Example, Flavour};
use crate::ui::browser;
use crate::ui::state::App;

/// The name of an example.
pub fn name(example: &Example, strings: &Strings) -> &'static str {
    match example.flavour {
        Flavour::Everyday => strings.form.everyday,
        Flavour::Tricky => strings.form.tricky,
        Flavour::Chinese => strings.form.chinese,
    }
}

/// A disclosure with a button for each example of the metric.
#[component]
pub fn Examples() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let open = RwSignal::new(false);
    let buttons = move || {
        let metric = app.metric.get();
        metric.examples()
            .iter()
            .map(|example| {
                let load = move |_| {
                    app.show_example(metric, example);
                    open.set(false);
                    browser::focus_soon("examples-open");
                };
                view! { <button type="button" class="menu-item" on:click=load>{name(example, strings)}</button> }
            })
            .collect_view()
    };
    let close_on_escape = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            open.set(false);
            browser::focus_soon("examples-open");
        }
    };
    view! {
        <div class="menu" on:keydown=close_on_escape>
            <button
                type="button"
                class="link"
                id="examples-open"
                aria-expanded=move || if open.get() { "true" } else { "false" }
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {strings.form.examples} " " <span aria-hidden="true">"▾"</span>
            </button>
            <Show when=move || open.get()>
                <div class="menu-items" role="group" aria-label=strings.form.examples>{buttons()}</div>
            </Show>
        </div>
    }
}
