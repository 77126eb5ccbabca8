//! A dialog of the page: its head, and a part that is fetched when it is first opened and built whenever it is.

use leptos::html;
use leptos::prelude::*;

use crate::ui::later::{Later, Part};
use crate::ui::state::App;

/// See the module.
#[component]
pub fn Dialog(
    /// Its id; that of its heading begins with it.
    id: &'static str,
    /// Its classes beside that of all dialogs.
    #[prop(optional)]
    class: &'static str,
    /// Whether it is open.
    open: Signal<bool>,
    /// The heading.
    heading: Signal<String>,
    /// It was closed, by the user or because `open` was set back.
    on_close: Callback<()>,
    /// What stands in it.
    part: Part,
) -> impl IntoView {
    let close = App::get().strings().page.close;
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (open.get(), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });

    view! {
        <dialog node_ref=dialog id=id class=format!("judge-panel {class}") aria-labelledby=format!("{id}-heading") on:close=move |_| on_close.run(())>
            <header>
                <h2 id=format!("{id}-heading")>{move || heading.get()}</h2>
                <span class="spring"></span>
                <button type="button" class="tool" aria-label=close on:click=move |_| on_close.run(())>
                    <span aria-hidden="true">"×"</span>
                </button>
            </header>
            {move || open.get().then(|| view! { <Later part=part.clone() /> })}
        </dialog>
    }
    .into_any()
}
