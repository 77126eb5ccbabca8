//! The keys of the page: in memory, and where the user asked for it in the browser's storage as well, where they are
//! readable text. What a key is, and what is written, is [`crate::judge::key::ring`]'s matter.

use leptos::prelude::*;
use web_sys::Storage;

use super::browser::now_ms;
use crate::judge::key::ring::DAY_MS;
use crate::judge::key::{ApiKey, BoundKey, HeldKey, Keep, KeyRing, Origin, PastKeys};

/// The entry in the tab's storage and in the device's.
pub const ENTRY: &str = "assay.keys";

/// How often keys are looked at for whether they have expired, milliseconds.
const LOOK_MS: u32 = 60_000;

/// See the module.
#[derive(Clone, Copy)]
pub struct Keys {
    ring: RwSignal<KeyRing>,
    /// What was typed as a key and can't be held yet: its address or the key itself can't be read. Nowhere but here.
    pub given: RwSignal<String>,
}

impl Keys {
    /// No keys yet.
    pub fn new() -> Self {
        Self {
            ring: RwSignal::new(KeyRing::default()),
            given: RwSignal::new(String::new()),
        }
    }

    /// Takes up the keys that were kept earlier and have not expired, and follows what other tabs do with those of the
    /// device.
    pub fn take_up(self) {
        self.ring.update(|ring| {
            for keep in [Keep::Device, Keep::Session] {
                // What has expired goes from the storage, not only from sight.
                let kept = kept(keep);
                write(keep, &kept);
                ring.take_stored(keep, &kept.to_stored(keep), now_ms());
            }
        });
        let follow = window_event_listener(leptos::ev::storage, move |event| {
            if event.key().is_none_or(|entry| entry == ENTRY) {
                self.ring.update(|ring| {
                    ring.forget_kept(Keep::Device);
                    ring.take_stored(Keep::Device, &stored(Keep::Device).unwrap_or_default(), now_ms());
                });
            }
        });
        // For as long as the page lives.
        std::mem::forget(follow);
        gloo_timers::callback::Interval::new(LOOK_MS, move || self.expire()).forget();
    }

    /// Forgets what has expired meanwhile: a tab may stay open for days.
    fn expire(self) {
        let expired = self.ring.with_untracked(|ring| {
            let now = now_ms();
            ring.all()
                .any(|held| held.until_ms.is_some_and(|until| until <= now))
        });
        if expired {
            self.ring.update(|ring| {
                ring.expire(now_ms());
            });
            // What has expired isn't taken up from the storage.
            write(Keep::Device, &kept(Keep::Device));
        }
    }

    /// The key for an origin, with where it is kept.
    pub fn held(self, origin: &Origin) -> Option<HeldKey> {
        self.ring.with(|ring| ring.for_origin(origin, now_ms()).cloned())
    }

    /// The key for an origin.
    pub fn for_origin(self, origin: &Origin) -> Option<BoundKey> {
        self.held(origin).map(|held| held.key)
    }

    /// All keys, for what must not hold one.
    pub fn ring(self) -> KeyRing {
        self.ring.get()
    }

    /// Keys that this tab has held and holds no more, to be taken out of what servers say.
    pub fn past(self) -> PastKeys {
        self.ring.with(|ring| ring.past().clone())
    }

    /// All keys that have not expired, by origin.
    pub fn all(self) -> Vec<HeldKey> {
        let now = now_ms();
        self.ring.with(|ring| ring.living(now).cloned().collect())
    }

    /// Whether a text holds one of them.
    pub fn is_in(self, text: &str) -> bool {
        self.ring.with(|ring| ring.all().any(|held| held.key.is_in(text)))
    }

    /// Whether something was typed as a key that could not be held.
    pub fn waits(self) -> bool {
        self.given.with(|given| !given.is_empty())
    }

    /// Holds what was typed as a key, for an origin, unless it is no key. One that is held for it already stays.
    pub fn hold_given(self, origin: Origin) {
        let given = self.given.get_untracked();
        if given.is_empty() {
            return;
        }
        if untrack(|| self.held(&origin)).is_some() {
            self.given.set(String::new());
        } else if let Ok(key) = ApiKey::from_paste(&given) {
            self.hold(origin, key);
        }
    }

    /// Holds a key for an origin, in memory.
    pub fn hold(self, origin: Origin, key: ApiKey) {
        self.given.set(String::new());
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
        self.write(origin);
    }

    /// Forgets all keys, here and in the storage: those on this device as well that came from other tabs.
    pub fn forget_all(self) {
        self.given.set(String::new());
        self.ring.update(KeyRing::forget_all);
        for keep in [Keep::Session, Keep::Device] {
            write(keep, &KeyRing::default());
        }
    }

    fn put(self, held: HeldKey) {
        let origin = held.key.origin().clone();
        self.ring.update(|ring| ring.hold(held));
        self.write(&origin);
    }

    /// Writes what became of the key for an origin. Keys that other tabs keep stay as they are.
    fn write(self, origin: &Origin) {
        let held = untrack(|| self.held(origin));
        for keep in [Keep::Session, Keep::Device] {
            let mut kept = kept(keep);
            kept.forget(origin);
            if let Some(held) = held.clone().filter(|held| held.keep == keep) {
                kept.hold(held);
            }
            write(keep, &kept);
        }
    }
}

/// The keys that are in the storage now, those of other tabs among them.
fn kept(keep: Keep) -> KeyRing {
    let mut ring = KeyRing::default();
    ring.take_stored(keep, &stored(keep).unwrap_or_default(), now_ms());
    ring
}

fn write(keep: Keep, ring: &KeyRing) {
    let Some(storage) = storage(keep) else { return };
    let text = ring.to_stored(keep);
    let _ = if text.is_empty() {
        storage.remove_item(ENTRY)
    } else {
        storage.set_item(ENTRY, &text)
    };
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
