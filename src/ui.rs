//! The screens: the only place that knows Leptos.
//!
//! [`pages`] put [`parts`] together; parts take values and callbacks. What a page knows is [`state`], what is
//! typed [`form`] and [`settings`], what is under way [`running`], who judges [`setup`] and [`judging`]. Sentences come from [`crate::i18n`].
//!
//! The whole page is built anew when the language changes. So whatever must outlive that (texts, what is open)
//! lives in the state, and no part needs a signal for each sentence.

mod browser;
mod form;
mod judging;
mod keys;
mod openrouter;
mod pages;
mod parts;
mod prices;
mod running;
mod settings;
mod setup;
mod state;

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use state::App;

/// Mounts the app into the page's `#app`; a page without one gets it in its body.
pub fn mount() {
    match document()
        .get_element_by_id("app")
        .map(|element| element.dyn_into())
    {
        Some(Ok(element)) => leptos::mount::mount_to(element, Root).forget(),
        _ => leptos::mount::mount_to_body(Root),
    }
}

#[component]
fn Root() -> impl IntoView {
    let app = App::new();
    app.follow_language_and_theme();
    provide_context(app);
    openrouter::come_back(app);
    move || {
        app.lang.track();
        view! { <pages::judge::JudgePage /> }
    }
}
