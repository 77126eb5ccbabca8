//! The set-up of the judge as it is remembered over a reload: door, provider, address, model and parameters.
//!
//! No key: those follow a rule of their own ([`crate::judge::key::ring`]). What looks like one, or is one that is held,
//! is left out wherever it was typed; an address loses the parameters that carry keys, and one with a key in its path is
//! not remembered at all. Where the text is kept is the page's matter.

use serde::{Deserialize, Serialize};

use super::endpoint::without_keys;
use crate::judge::JudgeKind;
use crate::judge::key::KeyRing;
use crate::judge::key::paste::begins_like_key;

/// See the module. Texts as they are typed; empty is the default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Remembered {
    /// The chosen door.
    pub kind: JudgeKind,
    /// The id of the provider.
    pub provider: String,
    /// The base URL, where it is not the provider's.
    pub base: String,
    pub model: String,
    pub embedding_model: String,
    /// What the person says answers, who judges by hand.
    pub hand_name: String,
    pub numbers: Numbers,
    /// JSON of a schema is asked for.
    pub structured: bool,
}

/// The fields that hold a number each, as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Numbers {
    pub temperature: String,
    pub top_p: String,
    pub seed: String,
    pub max_tokens: String,
    pub timeout_s: String,
    pub at_once: String,
    pub context: String,
}

/// The longest text that is remembered of a field, in bytes: nobody types more.
const MOST: usize = 2_000;
/// The same of a number.
const MOST_OF_NUMBER: usize = 12;

impl Remembered {
    /// The text to be kept. `keys`: what must not be in it.
    pub fn write(&self, keys: &KeyRing) -> String {
        let clean = |text: &str| {
            let text = text.trim();
            let fits = text.len() <= MOST && !begins_like_key(text) && keys.redact(text) == text;
            if fits { text.to_owned() } else { String::new() }
        };
        let number = |text: &str| {
            let text = text.trim();
            let fits = text.len() <= MOST_OF_NUMBER
                && text.chars().all(|c| c.is_numeric() || ".,．，".contains(c))
                && keys.redact(text) == text;
            if fits { text.to_owned() } else { String::new() }
        };
        let numbers = &self.numbers;
        let kept = Self {
            kind: self.kind,
            provider: self.provider.clone(),
            base: without_keys(&self.base).map_or_else(String::new, |base| clean(&base)),
            model: clean(&self.model),
            embedding_model: clean(&self.embedding_model),
            hand_name: clean(&self.hand_name),
            numbers: Numbers {
                temperature: number(&numbers.temperature),
                top_p: number(&numbers.top_p),
                seed: number(&numbers.seed),
                max_tokens: number(&numbers.max_tokens),
                timeout_s: number(&numbers.timeout_s),
                at_once: number(&numbers.at_once),
                context: number(&numbers.context),
            },
            structured: self.structured,
        };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// Reads what [`Self::write`] wrote; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::key::{ApiKey, BoundKey, HeldKey, Keep};

    fn set_up() -> Remembered {
        Remembered {
            kind: JudgeKind::Api,
            provider: "custom".into(),
            base: "http://localhost:8000/v1".into(),
            model: "judge-large".into(),
            embedding_model: String::new(),
            hand_name: String::new(),
            numbers: Numbers {
                temperature: "0.5".into(),
                top_p: String::new(),
                seed: "7".into(),
                max_tokens: String::new(),
                timeout_s: "120".into(),
                at_once: "4".into(),
                context: String::new(),
            },
            structured: true,
        }
    }

    fn holding(key: &str) -> KeyRing {
        let mut keys = KeyRing::default();
        keys.hold(HeldKey {
            key: BoundKey::new(
                "http://localhost:8000".parse().unwrap(),
                ApiKey::from_paste(key).unwrap(),
            ),
            keep: Keep::Memory,
            until_ms: None,
        });
        keys
    }

    #[test]
    fn what_was_written_is_read() {
        let text = set_up().write(&KeyRing::default());
        assert_eq!(Remembered::read(&text), Some(set_up()));
        for text in ["", "{}", "[]", "null", r#"{"kind":"api"}"#] {
            assert_eq!(Remembered::read(text), None, "{text}");
        }
        // What nobody writes here is taken from nowhere else either.
        let with_key = text.replacen('{', r#"{"key":"sk-1","#, 1);
        assert_eq!(Remembered::read(&with_key), None);
    }

    #[test]
    fn addresses_are_kept_without_keys() {
        for (typed, kept) in [
            ("http://localhost:8000/v1", "http://localhost:8000/v1"),
            (
                " https://a.example/v1/chat/completions ",
                "https://a.example/v1/chat/completions",
            ),
            (
                "https://me.openai.azure.com/openai/deployments/gpt-4o-mini-2024-07-18?api-version=2024-10-21",
                "https://me.openai.azure.com/openai/deployments/gpt-4o-mini-2024-07-18?api-version=2024-10-21",
            ),
            (
                "https://a.example/v1?api_key=sk-canary&x=1",
                "https://a.example/v1?x=1",
            ),
            ("https://a.example/v1?KEY=sk-canary", "https://a.example/v1"),
            ("https://a.example/v1?token=abc#sk-canary", "https://a.example/v1"),
            // A parameter of another name with a key for its value.
            (
                "https://a.example/v1?auth=sk-canary&x=1",
                "https://a.example/v1?x=1",
            ),
            (
                "https://a.example/v1?sig=Zm9vYmFyMTIzNDU2Nzg5MA",
                "https://a.example/v1",
            ),
            ("https://a.example/v1?sk-canary&x=1", "https://a.example/v1?x=1"),
            ("https://a.example/v1?auth_token=canary", "https://a.example/v1"),
            ("https://me:secret@a.example/v1", ""),
            ("https://a.example/sk-canary/v1", ""),
            ("https://a.example/1f7Qd93kzPq0aaaa5678/v1", ""),
            ("https://a.example/3f2504e0-4f89-11d3-9a0c-0305e82c3301/v1", ""),
            ("https://a.example/%73k-canary/v1", ""),
            ("sk-canary", ""),
            ("AIzaCanary9Zq7TTxw81LmVb2", ""),
            ("my server", ""),
            ("", ""),
        ] {
            let text = Remembered {
                base: typed.into(),
                ..set_up()
            }
            .write(&KeyRing::default());
            assert_eq!(Remembered::read(&text).unwrap().base, kept, "{typed}");
        }
    }

    #[test]
    fn a_key_in_any_field_is_left_out() {
        let key = "canary/1f7Qd+93kz Pq0=".replace(' ', "");
        let keys = holding(&key);
        let fields: [fn(&mut Remembered) -> &mut String; 5] = [
            |set_up| &mut set_up.base,
            |set_up| &mut set_up.model,
            |set_up| &mut set_up.embedding_model,
            |set_up| &mut set_up.hand_name,
            |set_up| &mut set_up.numbers.seed,
        ];
        for (place, field) in fields.into_iter().enumerate() {
            for typed in [
                key.clone(),
                format!("https://a.example/{key}/v1"),
                "https://a.example/canary%2F1f7Qd%2B93kzPq0%3D/v1".to_owned(),
                "sk-not-held-1".to_owned(),
                "gsk_not_held_1".to_owned(),
            ] {
                let mut set_up = set_up();
                field(&mut set_up).clone_from(&typed);
                let text = set_up.write(&keys);
                assert!(
                    !text.contains("canary") && !text.contains("held"),
                    "{place}: {text}"
                );
            }
        }
        // Even a key of digits alone.
        let mut numeric = set_up();
        numeric.numbers.seed = "12345678".into();
        assert!(!numeric.write(&holding("12345678")).contains("12345678"));
    }
}
