//! What outlives the tab: the history of evaluations, in the browser's IndexedDB.
//!
//! [`entry`] is what the list shows and searches, [`draft`] what is typed and was not judged yet; both are pure. `database` is the one place that talks to IndexedDB,
//! `tabs` tells tabs of the same browser from each other. Entries hold records ([`crate::share::record`]), so no key
//! can come here.

pub mod draft;
pub mod entry;

#[cfg(target_arch = "wasm32")]
pub mod database;
#[cfg(target_arch = "wasm32")]
pub mod tabs;
