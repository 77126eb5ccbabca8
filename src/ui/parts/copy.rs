//! Copying a text, with a way out where the browser has no clipboard: the text is shown and selected.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::ui::browser;
use crate::ui::state::App;

/// What came of the last copying.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Copied {
    /// Nothing was copied yet.
    #[default]
    No,
    /// It stands in the clipboard.
    Yes,
    /// The browser refused; the text is shown.
    Shown(String),
}

/// The id of the text area that shows what could not be copied.
const AREA: &str = "copy-text";

/// Copies a text and says in `copied` what came of it.
pub fn copy(text: String, copied: RwSignal<Copied>) {
    spawn_local(async move {
        if browser::copy(&text).await {
            copied.set(Copied::Yes);
        } else {
            copied.set(Copied::Shown(text));
            browser::select_text_soon(AREA);
        }
    });
}

/// Says what came of the last copying.
#[component]
pub fn CopyOutcome(
    /// What [`copy`] set.
    copied: RwSignal<Copied>,
) -> impl IntoView {
    let strings = App::get().strings();
    let outcome = move || {
        match copied.get() {
        Copied::No => ().into_any(),
        Copied::Yes => view! { <p class="copied">{strings.verdict.copied}</p> }.into_any(),
        Copied::Shown(text) => view! {
            <div class="copy-by-hand">
                <label for=AREA>{strings.verdict.copy_failed}</label>
                <textarea id=AREA rows="6" readonly aria-label=strings.verdict.copy_text prop:value=text></textarea>
            </div>
        }
        .into_any(),
    }
    };
    view! { <div role="status" class="copy-outcome">{outcome}</div> }
}
