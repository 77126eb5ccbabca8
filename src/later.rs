//! What a first evaluation doesn't need: it stands in files of its own and is fetched when it is first needed.
//!
//! [`later!`] declares a function of such a file. A release build is split at these functions (scripts/optimize.sh); any
//! other build holds everything in one file, and the same code runs without waiting. Few files, with much in each: what
//! two of them share becomes one more.

use crate::i18n::Lang;

/// A file of the app could not be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a part of the app could not be fetched")]
pub struct NotFetched;

#[cfg(split)]
impl From<leptos::wasm_split::SplitLoaderError> for NotFetched {
    fn from(_: leptos::wasm_split::SplitLoaderError) -> Self {
        Self
    }
}

/// Declares a function that stands in another file: `later!(chunk: pub fn name(argument: Type) -> Type { … })`.
/// It becomes `async` and its result a `Result<_, NotFetched>`. All of one chunk come together.
macro_rules! later {
    ($chunk:ident: $(#[$attr:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $out:ty { $($body:tt)* }) => {
        $(#[$attr])*
        #[cfg(split)]
        #[leptos::wasm_split::wasm_split($chunk, wasm_split_path = leptos::wasm_split, fallible)]
        $vis fn $name($($arg: $ty),*) -> Result<$out, $crate::later::NotFetched> {
            $crate::later::brought::$chunk();
            let room: $out = { $($body)* };
            Ok(room)
        }

        $(#[$attr])*
        #[cfg(not(split))]
        $vis async fn $name($($arg: $ty),*) -> Result<$out, $crate::later::NotFetched> {
            let room: $out = { $($body)* };
            Ok(room)
        }
    };
}
pub(crate) use later;

/// What each file makes known to the rest of the app as soon as something of it is used.
#[cfg(split)]
pub(crate) mod brought {
    pub(crate) use crate::ui::dress as local;

    pub(crate) fn rooms() {
        crate::i18n::metrics_are_here();
        crate::reply::recall::own::reader_is_here();
        crate::ui::dress();
    }

    pub(crate) const fn nothing() {}
    pub(crate) use self::{
        nothing as drafts, nothing as embedded, nothing as languages, nothing as rules, nothing as storing,
        rooms as metrics,
    };
}

/// Makes sure that the sentences of a language are there. A worker has to see to that for itself.
///
/// # Errors
/// Its file could not be fetched.
pub async fn language(lang: Lang) -> Result<(), NotFetched> {
    match lang {
        Lang::En => Ok(()),
        _ => other_languages().await,
    }
}

later!(languages: fn other_languages() -> () { crate::i18n::languages_are_here() });
