//! The keys of the page: in memory, and where the user asked for it in the browser's storage as well, where they are
//! readable text. What a key is, and what is written, is [`crate::judge::key::ring`]'s matter.

use leptos::prelude::*;
use web_sys::Storage;

use super::browser::now_ms;
use crate::judge::key::ring::DAY_MS;
use crate::judge::key::{ApiKey, BoundKey, HeldKey, Keep, KeyRing, Origin};

/// The entry in the tab's storage and in the device's.
const ENTRY: &str = "assay.keys";

/// See the module.
#[derive(Clone, Copy)]
pub struct Keys {
    ring: RwSignal<KeyRing>,
}

impl Keys {
    /// No keys yet.
    pub fn new() -> Self {
        Self {
            ring: RwSignal::new(KeyRing::default()),
        }
    }

    /// Takes up the keys that were kept earlier and have not expired.
    pub fn take_up(self) {
        self.ring.update(|ring| {
            for keep in [Keep::Device, Keep::Session] {
                ring.take_stored(keep, &stored(keep).unwrap_or_default(), now_ms());
            }
        });
        // What has expired goes from the storage, not only from sight.
        self.write();
    }

    /// The key for an origin, with where it is kept.
    pub fn held(self, origin: &Origin) -> Option<HeldKey> {
        self.ring.with(|ring| ring.for_origin(origin, now_ms()).cloned())
    }

    /// The key for an origin.
    pub fn for_origin(self, origin: &Origin) -> Option<BoundKey> {
        self.held(origin).map(|held| held.key)
    }

    /// The hosts of all keys.
    pub fn hosts(self) -> Vec<String> {
        self.ring
            .with(|ring| ring.all().map(|held| held.key.origin().host_and_port()).collect())
    }

    /// Holds a key for an origin, in memory.
    pub fn hold(self, origin: Origin, key: ApiKey) {
        self.put(HeldKey {
            key: BoundKey::new(origin, key),
            keep: Keep::Memory,
            until_ms: None,
        });
    }

    /// Keeps a held key elsewhere; on the device for so many days.
    pub fn keep(self, origin: &Origin, keep: Keep, days: f64) {
        if let Some(held) = untrack(|| self.held(origin)) {
            let until_ms = (keep == Keep::Device).then(|| now_ms() + days * DAY_MS);
            self.put(HeldKey {
                keep,
                until_ms,
                ..held
            });
        }
    }

    /// Forgets the key for an origin, here and in the storage.
    pub fn forget(self, origin: &Origin) {
        self.ring.update(|ring| ring.forget(origin));
        self.write();
    }

    fn put(self, held: HeldKey) {
        self.ring.update(|ring| ring.hold(held));
        self.write();
    }

    fn write(self) {
        for keep in [Keep::Session, Keep::Device] {
            let Some(storage) = storage(keep) else { continue };
            let text = self.ring.with_untracked(|ring| ring.to_stored(keep));
            let _ = if text.is_empty() {
                storage.remove_item(ENTRY)
            } else {
                storage.set_item(ENTRY, &text)
            };
        }
    }
}

/// Whether keys were kept earlier.
pub fn are_kept() -> bool {
    [Keep::Device, Keep::Session]
        .into_iter()
        .any(|keep| stored(keep).is_some_and(|text| !text.is_empty()))
}

fn stored(keep: Keep) -> Option<String> {
    storage(keep)?.get_item(ENTRY).ok().flatten()
}

fn storage(keep: Keep) -> Option<Storage> {
    let window = web_sys::window()?;
    match keep {
        Keep::Memory => None,
        Keep::Session => window.session_storage().ok().flatten(),
        Keep::Device => window.local_storage().ok().flatten(),
    }
}
