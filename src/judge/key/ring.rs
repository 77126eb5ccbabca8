//! The keys that the user has given, one for each origin, with how long each is kept. How one is written down where
//! the user asked for that; the writing itself is the page's.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ApiKey, BoundKey, Origin, PastKeys};

/// Where a key is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// In memory: gone with the page.
    #[default]
    Memory,
    /// In the tab's storage, as readable text: outlives a reload, gone with the tab.
    Session,
    /// On this device, as readable text, until it expires.
    Device,
}

impl Keep {
    /// All ways, the safest first.
    pub const ALL: [Self; 3] = [Self::Memory, Self::Session, Self::Device];

    /// Its name in the page.
    pub fn id(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Session => "session",
            Self::Device => "device",
        }
    }
}

/// A key with where it is kept and when it is forgotten.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldKey {
    /// The key with its origin.
    pub key: BoundKey,
    /// Where it is kept.
    pub keep: Keep,
    /// When it is forgotten, milliseconds since the Unix epoch. `None`: with the page or the tab.
    pub until_ms: Option<f64>,
}

/// All keys of the page. Its `Debug` shows none of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyRing {
    held: BTreeMap<Origin, HeldKey>,
    /// What was held before; none of these is sent.
    past: PastKeys,
}

/// A key as it stands in the browser's storage: the one form in which a key is ever written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    origin: String,
    key: String,
    until_ms: Option<f64>,
}

/// A day, in milliseconds.
pub const DAY_MS: f64 = 86_400_000.0;
/// The longest that a key is kept on a device.
pub const MOST_DAYS: f64 = 90.0;

impl KeyRing {
    /// Holds a key, in the place of another one for its origin.
    pub fn hold(&mut self, held: HeldKey) {
        let key = held.key.key.clone();
        let before = self.held.insert(held.key.origin().clone(), held);
        if let Some(before) = before.filter(|before| before.key.key != key) {
            self.past.note(&before.key.key);
        }
    }

    /// Forgets the key for an origin. What stays of it, until the page is left, is [`Self::past`].
    pub fn forget(&mut self, origin: &Origin) {
        self.retain(|held| held.key.origin != *origin);
    }

    /// Forgets all keys.
    pub fn forget_all(&mut self) {
        self.retain(|_| false);
    }

    /// Forgets all keys that are kept in one place.
    pub fn forget_kept(&mut self, keep: Keep) {
        self.retain(|held| held.keep != keep);
    }

    /// Keys that were held and are no more: to be taken out of what servers say, and for nothing else.
    pub fn past(&self) -> &PastKeys {
        &self.past
    }

    fn retain(&mut self, stays: impl Fn(&HeldKey) -> bool) {
        let past = &mut self.past;
        self.held.retain(|_, held| {
            let stays = stays(held);
            if !stays {
                past.note(&held.key.key);
            }
            stays
        });
    }

    /// The key for an origin, unless it has expired.
    pub fn for_origin(&self, origin: &Origin, now_ms: f64) -> Option<&HeldKey> {
        self.held.get(origin).filter(|held| held.lives(now_ms))
    }

    /// All keys, by origin.
    pub fn all(&self) -> impl Iterator<Item = &HeldKey> {
        self.held.values()
    }

    /// All keys that have not expired, by origin.
    pub fn living(&self, now_ms: f64) -> impl Iterator<Item = &HeldKey> {
        self.held.values().filter(move |held| held.lives(now_ms))
    }

    /// Forgets what has expired. True if anything had.
    pub fn expire(&mut self, now_ms: f64) -> bool {
        let before = self.held.len();
        self.retain(|held| held.lives(now_ms));
        self.held.len() < before
    }

    /// The keys that are kept in one place, as the text to be stored there; empty where there are none. It holds keys
    /// as readable text: for the browser's storage alone.
    pub fn to_stored(&self, keep: Keep) -> String {
        let list: Vec<Stored> = self
            .held
            .values()
            .filter(|held| held.keep == keep && keep != Keep::Memory)
            .map(|held| Stored {
                origin: held.key.origin.to_string(),
                key: held.key.key.reveal().to_owned(),
                until_ms: held.until_ms,
            })
            .collect();
        if list.is_empty() {
            return String::new();
        }
        serde_json::to_string(&list).unwrap_or_default()
    }

    /// Takes up what [`Self::to_stored`] wrote. What is not a whole key for a whole origin, what has expired, and what
    /// would live longer than [`MOST_DAYS`] is left out.
    pub fn take_stored(&mut self, keep: Keep, text: &str, now_ms: f64) {
        let Ok(list) = serde_json::from_str::<Vec<Stored>>(text) else {
            return;
        };
        for stored in list {
            let (Ok(origin), Ok(key)) = (stored.origin.parse::<Origin>(), ApiKey::from_paste(&stored.key))
            else {
                continue;
            };
            let held = HeldKey {
                key: BoundKey::new(origin, key),
                keep,
                until_ms: stored.until_ms,
            };
            let bounded = keep != Keep::Device
                || held
                    .until_ms
                    .is_some_and(|until| until <= now_ms + MOST_DAYS * DAY_MS);
            if bounded && held.lives(now_ms) {
                self.hold(held);
            }
        }
    }

    /// The text without any of these keys, in any of their forms.
    pub fn redact(&self, text: &str) -> String {
        let mut keys: Vec<&ApiKey> = self.held.values().map(|held| &held.key.key).collect();
        // One may be the beginning of another.
        keys.sort_by_key(|key| std::cmp::Reverse(key.reveal().len()));
        keys.iter().fold(text.to_owned(), |text, key| key.redact(&text))
    }
}

impl HeldKey {
    fn lives(&self, now_ms: f64) -> bool {
        self.until_ms.is_none_or(|until| now_ms < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: f64 = 1_000_000.0;

    fn held(origin: &str, key: &str, keep: Keep, until_ms: Option<f64>) -> HeldKey {
        HeldKey {
            key: BoundKey::new(origin.parse().unwrap(), ApiKey::from_paste(key).unwrap()),
            keep,
            until_ms,
        }
    }

    #[test]
    fn each_origin_has_its_key_until_it_expires() {
        let mut ring = KeyRing::default();
        let (a, b): (Origin, Origin) = (
            "https://a.example".parse().unwrap(),
            "https://b.example".parse().unwrap(),
        );
        ring.hold(held("https://a.example", "sk-aaaaaaaa", Keep::Memory, None));
        ring.hold(held(
            "https://b.example",
            "sk-bbbbbbbb",
            Keep::Device,
            Some(NOW + 10.0),
        ));
        assert!(ring.for_origin(&a, NOW).is_some() && ring.for_origin(&b, NOW).is_some());
        assert!(
            ring.for_origin(&"https://a.example:8443".parse().unwrap(), NOW)
                .is_none()
        );
        assert!(ring.for_origin(&b, NOW + 10.0).is_none());
        assert_eq!(
            (ring.living(NOW).count(), ring.living(NOW + 10.0).count()),
            (2, 1)
        );
        assert!(!ring.expire(NOW) && ring.expire(NOW + 10.0));
        ring.forget(&a);
        assert_eq!(ring.all().count(), 0);
    }

    #[test]
    fn what_is_held_no_more_is_known_and_neither_sent_nor_written() {
        let mut ring = KeyRing::default();
        let of = |key: &str, keep, until_ms| held("https://a.example", key, keep, until_ms);
        ring.hold(of("sk-replaced", Keep::Session, None));
        ring.hold(of("sk-forgotten", Keep::Memory, None));
        // Kept elsewhere it is the same key.
        ring.hold(of("sk-forgotten", Keep::Session, None));
        assert_eq!(
            ring.past().redact(None, "sk-replaced sk-forgotten"),
            "[key] sk-forgotten"
        );
        ring.forget(&"https://a.example".parse().unwrap());
        ring.hold(of("sk-expired-1", Keep::Device, Some(NOW)));
        ring.expire(NOW);
        ring.hold(of("sk-last-one", Keep::Session, None));
        let text = "sk-replaced sk-forgotten sk-expired-1 sk-last-one";
        assert_eq!(ring.past().redact(None, text), "[key] [key] [key] sk-last-one");
        let stored = ring.to_stored(Keep::Session);
        assert!(
            stored.contains("sk-last-one") && !stored.contains("sk-forgotten"),
            "{stored}"
        );
        ring.forget_all();
        assert_eq!(
            (ring.all().count(), ring.to_stored(Keep::Session)),
            (0, String::new())
        );
        assert_eq!(ring.past().redact(None, text), "[key] [key] [key] [key]");
        assert!(!format!("{ring:?}").contains("sk-"), "{ring:?}");
    }

    #[test]
    fn only_what_is_to_be_kept_is_written() {
        let mut ring = KeyRing::default();
        ring.hold(held("https://a.example", "sk-memory-1", Keep::Memory, None));
        ring.hold(held("https://b.example", "sk-session-1", Keep::Session, None));
        ring.hold(held(
            "https://c.example",
            "sk-device-1",
            Keep::Device,
            Some(NOW + DAY_MS),
        ));
        assert_eq!(ring.to_stored(Keep::Memory), "");
        for (keep, own, others) in [
            (Keep::Session, "sk-session-1", ["sk-memory-1", "sk-device-1"]),
            (Keep::Device, "sk-device-1", ["sk-memory-1", "sk-session-1"]),
        ] {
            let text = ring.to_stored(keep);
            assert!(text.contains(own) && others.iter().all(|other| !text.contains(other)));
            let mut again = KeyRing::default();
            again.take_stored(keep, &text, NOW);
            assert_eq!(again.all().count(), 1);
            assert_eq!(again.to_stored(keep), text);
        }
        assert!(!format!("{ring:?}").contains("sk-"), "{ring:?}");
        assert_eq!(ring.redact("sk-memory-1 sk-device-1 x"), "[key] [key] x");
    }

    #[test]
    fn a_key_that_begins_as_another_leaves_nothing_of_it() {
        let mut ring = KeyRing::default();
        ring.hold(held("https://a.example", "sk-shared-1", Keep::Memory, None));
        ring.hold(held(
            "https://b.example",
            "sk-shared-1-canary",
            Keep::Memory,
            None,
        ));
        assert_eq!(ring.redact("sk-shared-1-canary sk-shared-1"), "[key] [key]");
    }

    #[test]
    fn what_was_tampered_with_is_left_out() {
        for (keep, text) in [
            (
                Keep::Device,
                r#"[{"origin":"https://a.example","key":"sk-12345678","until_ms":null}]"#,
            ),
            (
                Keep::Device,
                r#"[{"origin":"https://a.example","key":"sk-12345678","until_ms":9e300}]"#,
            ),
            (
                Keep::Device,
                r#"[{"origin":"https://a.example","key":"sk-12345678","until_ms":5}]"#,
            ),
            (
                Keep::Session,
                r#"[{"origin":"javascript:1","key":"sk-12345678","until_ms":null}]"#,
            ),
            (
                Keep::Session,
                r#"[{"origin":"https://a.example","key":"","until_ms":null}]"#,
            ),
            (
                Keep::Session,
                r#"[{"origin":"https://a.example","key":"x","until_ms":null,"base":"y"}]"#,
            ),
            (Keep::Session, "{}"),
            (Keep::Session, ""),
        ] {
            let mut ring = KeyRing::default();
            ring.take_stored(keep, text, NOW);
            assert_eq!(ring, KeyRing::default(), "{text}");
        }
    }
}
