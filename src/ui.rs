//! The screens: the only place that knows Leptos.
//!
//! [`pages`] put [`parts`] together; parts take values and callbacks. What a page knows is [`state`], what is
//! typed [`form`] and [`settings`], what is under way [`running`], who judges [`setup`],
//! what outlives the page [`keep`]. Sentences come from [`crate::i18n`].
//!
//! The whole page is built anew when the language changes. So whatever must outlive that (texts, what is open)
//! lives in the state, and no part needs a signal for each sentence.

mod browser;
mod form;
mod keep;
mod pages;
mod parts;
mod running;
mod settings;
mod setup;
mod state;
mod worker;

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use keep::Room;
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
    keep::begin(app);
    worker::begin(app);
    // A link that is pasted into the address of this page does not load it anew.
    let changed = window_event_listener(leptos::ev::hashchange, move |_| {
        keep::open_address(app);
    });
    on_cleanup(move || changed.remove());
    let room = move || {
        app.lang.track();
        match app.keep.room.get() {
            Room::Judge => view! { <pages::judge::JudgePage /> }.into_any(),
            Room::History => view! { <pages::history::HistoryPage /> }.into_any(),
            Room::How => view! { <pages::how::HowPage /> }.into_any(),
            Room::Opened(record, view) => view! { <pages::opened::OpenedPage record view /> }.into_any(),
            Room::Broken(sentence) => view! { <pages::opened::BrokenPage sentence /> }.into_any(),
        }
    };
    view! { {room} <parts::files::DropAnywhere /> }
}
