//! Shows what is fetched when it is first opened. What that is, and how, is [`crate::later`]'s matter.

use std::pin::Pin;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::reactive::computed::ScopedFuture;
use leptos::task::spawn_local;

pub use crate::later::NotFetched;
pub(crate) use crate::later::later;
use crate::ui::browser;
use crate::ui::parts::frame::Framed;
use crate::ui::state::App;

type Fetching = Pin<Box<dyn Future<Output = Result<AnyView, NotFetched>>>>;

/// Something that goes on by itself, in a file that was fetched for it.
pub type Waiting = Pin<Box<dyn Future<Output = ()>>>;

/// How a part is had: calls a function declared by [`later!`].
#[derive(Clone)]
pub struct Part(Arc<dyn Fn() -> Fetching + Send + Sync>);

impl Part {
    /// The part that a function declared by [`later!`] builds.
    pub fn new<F: Future<Output = Result<AnyView, NotFetched>> + 'static>(
        room: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(move || Box::pin(room())))
    }
}

/// Shows a room as soon as its file is there; says so when it can't be fetched, and tries again on request.
#[component]
pub fn Later(
    /// What to show.
    part: Part,
    /// It is a whole page: until it is there, its bar and its place stand without it.
    #[prop(optional)]
    page: bool,
) -> impl IntoView {
    let fetched = RwSignal::new(None::<Result<(), NotFetched>>);
    let made = StoredValue::new_local(None::<AnyView>);
    // Signals that the room makes belong to this place, not to the task that fetches.
    let owner = Owner::current();
    let fetch = move || {
        fetched.set(None);
        let view = match &owner {
            Some(owner) => owner.with(|| ScopedFuture::new_untracked((part.0)())),
            None => ScopedFuture::new_untracked((part.0)()),
        };
        spawn_local(async move {
            let there = view.await.map(|view| made.set_value(Some(view)));
            // The place that held the focus goes with what stood there until now.
            browser::keep_focus_on_main(|| fetched.try_set(Some(there)));
        });
    };
    fetch();
    move || match fetched.get() {
        None => instead(page, waiting()),
        Some(Ok(())) => made
            .try_update_value(Option::take)
            .flatten()
            .unwrap_or_else(|| ().into_any()),
        Some(Err(NotFetched)) => {
            let strings = &App::get().strings().page;
            let fetch = fetch.clone();
            let told = view! {
                <p class="note" role="alert">{strings.not_fetched} " "
                    <button type="button" class="link" on:click=move |_| {
                        fetch();
                        browser::focus_if_lost("main");
                    }>{strings.fetch_again}</button>
                </p>
            };
            instead(page, told.into_any())
        }
    }
}

/// Says that something is on its way.
pub fn waiting() -> AnyView {
    view! { <p class="later"><span class="spinner" aria-hidden="true"></span></p> }.into_any()
}

/// What stands in the place of a part, or of a whole page.
fn instead(page: bool, what: AnyView) -> AnyView {
    if page {
        view! { <Framed>{what}</Framed> }.into_any()
    } else {
        what
    }
}
