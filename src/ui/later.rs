//! Rooms that a first evaluation doesn't need: they stand in files of their own and are fetched when they are first
//! opened.
//!
//! [`later!`] declares one, [`Later`] shows it. A release build is split at these functions (scripts/optimize.sh); any
//! other build holds everything in one file, and the same code runs without waiting.

use std::pin::Pin;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::reactive::computed::ScopedFuture;
use leptos::task::spawn_local;

use crate::ui::state::App;

/// A room's file could not be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a part of the app could not be fetched")]
pub struct NotFetched;

#[cfg(split)]
impl From<leptos::wasm_split::SplitLoaderError> for NotFetched {
    fn from(_: leptos::wasm_split::SplitLoaderError) -> Self {
        Self
    }
}

type Fetching = Pin<Box<dyn Future<Output = Result<AnyView, NotFetched>>>>;

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

/// Declares a function that stands in another file: `later!(chunk: pub fn name(argument: Type) -> Type { … })`.
/// It becomes `async` and its result a `Result<_, NotFetched>`. All of one chunk come together.
macro_rules! later {
    ($chunk:ident: $(#[$attr:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $out:ty { $($body:tt)* }) => {
        $(#[$attr])*
        #[cfg(split)]
        #[leptos::wasm_split::wasm_split($chunk, wasm_split_path = leptos::wasm_split, fallible)]
        $vis fn $name($($arg: $ty),*) -> Result<$out, $crate::ui::later::NotFetched> {
            let room: $out = { $($body)* };
            Ok(room)
        }

        $(#[$attr])*
        #[cfg(not(split))]
        $vis async fn $name($($arg: $ty),*) -> Result<$out, $crate::ui::later::NotFetched> {
            let room: $out = { $($body)* };
            Ok(room)
        }
    };
}
pub(crate) use later;

/// Shows a room as soon as its file is there; says so when it can't be fetched, and tries again on request.
#[component]
pub fn Later(
    /// What to show.
    part: Part,
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
            fetched.try_set(Some(there));
        });
    };
    fetch();
    move || match fetched.get() {
        None => view! { <p class="later"><span class="spinner" aria-hidden="true"></span></p> }.into_any(),
        Some(Ok(())) => made
            .try_update_value(Option::take)
            .flatten()
            .unwrap_or_else(|| ().into_any()),
        Some(Err(NotFetched)) => {
            let page = &App::get().strings().page;
            let fetch = fetch.clone();
            view! {
                <p class="note" role="alert">{page.not_fetched} " "
                    <button type="button" class="link" on:click=move |_| fetch()>{page.fetch_again}</button>
                </p>
            }
            .into_any()
        }
    }
}
