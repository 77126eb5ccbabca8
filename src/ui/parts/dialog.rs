//! A dialog of the page: its head, and a part that is fetched when it is first opened and built whenever it is.
//!
//! The focus goes to the heading: that is read out, what can be done comes next, and nothing closes by a first press of
//! Enter. Closed, it goes back to what had it.

use leptos::html;
use leptos::prelude::*;

use crate::ui::browser;
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
    /// The id of what gets the focus on closing where the control that had it is gone.
    home: &'static str,
    /// What stands in it.
    part: Part,
) -> impl IntoView {
    let close = App::get().strings().page.close;
    let dialog = NodeRef::<html::Dialog>::new();
    let head = NodeRef::<html::H2>::new();
    Effect::new(move |_| {
        let (Some(dialog), Some(head)) = (dialog.get(), head.get()) else {
            return;
        };
        // Not in the markup: there it would be meant for the page as it loads.
        let _ = head.set_attribute("autofocus", "");
        match (open.get(), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let closed = move |_| {
        on_close.run(());
        browser::focus_if_lost(home);
    };

    view! {
        <dialog node_ref=dialog id=id class=format!("judge-panel {class}") aria-labelledby=format!("{id}-heading") on:close=closed>
            <header>
                <h2 id=format!("{id}-heading") tabindex="-1" node_ref=head>{move || heading.get()}</h2>
                <span class="spring"></span>
                <button type="button" class="tool" aria-label=close on:click=move |_| {
                    if let Some(dialog) = dialog.get_untracked() {
                        dialog.close();
                    }
                }>
                    <span aria-hidden="true">"×"</span>
                </button>
            </header>
            {move || open.get().then(|| view! { <Later part=part.clone() /> })}
        </dialog>
    }
    .into_any()
}
