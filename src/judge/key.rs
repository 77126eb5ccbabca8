//! API keys: cleaned when pasted, bound to the origin that they were given for, and never shown.
//!
//! An [`ApiKey`] has no `Serialize` and no `Display`, and its `Debug` prints nothing of it, so no export, link or
//! log can hold one by accident. What an origin is stands in [`origin`]; how a key is found in what was pasted, in
//! [`paste`]; how it is taken out of what a provider said, in `redact`; which keys the page holds, and for how long, in [`ring`]; how OpenRouter gives one out, in [`pkce`].

pub mod origin;
mod past;
pub mod paste;
pub mod pkce;
mod redact;
pub mod ring;

pub use origin::{Origin, OriginError, Reach};
pub use past::PastKeys;
pub use ring::{HeldKey, Keep, KeyRing};

/// An API key, in memory only.
///
/// ```compile_fail
/// fn exported<T: serde::Serialize>() {}
/// exported::<assay::judge::key::ApiKey>();
/// ```
///
/// ```compile_fail
/// fn printed<T: std::fmt::Display>() {}
/// printed::<assay::judge::key::ApiKey>();
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

/// Why a pasted text is not a key. Holds at most one character of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// Nothing is left after cleaning.
    #[error("the key is empty")]
    Empty,
    /// A shortened key, as provider pages show it (`sk-…abcd`, `••••`).
    #[error("this is a masked key, not the key itself")]
    Masked,
    /// What stands for a key: the name of a variable, `your-key`.
    #[error("this is the name of a key or a placeholder, not the key itself")]
    Placeholder,
    /// An address without a key in it.
    #[error("this is an address, not a key")]
    Address,
    /// A sentence, or more than a key.
    #[error("this is {0} words, not one key")]
    Words(usize),
    /// `Basic …` and its like: a sign-in of another kind.
    #[error("{0:?} begins a sign-in of another kind, not a key")]
    Scheme(&'static str),
    /// A character that cannot stand in an HTTP header.
    #[error("U+{:04X} at position {position} cannot stand in a header", u32::from(*.character))]
    Character {
        /// The character.
        character: char,
        /// Its place in the cleaned key, from 1.
        position: usize,
    },
}

impl ApiKey {
    /// Reads a pasted key. Taken away: white space (inside as well: keys get wrapped), zero-width characters, quotes
    /// around it, a leading `Bearer`, names as in headers, shells, files and programs; see [`paste`].
    ///
    /// Keys are not checked by their prefix: providers change them.
    ///
    /// # Errors
    /// See [`KeyError`].
    pub fn from_paste(pasted: &str) -> Result<Self, KeyError> {
        paste::key_text(pasted).map(Self)
    }

    /// How the key is shown: its last four characters where it is long enough that they give nothing away.
    pub fn masked(&self) -> String {
        if self.0.len() < 16 {
            return "••••".to_owned();
        }
        let tail: String = self.0.chars().skip(self.0.chars().count() - 4).collect();
        format!("••••{tail}")
    }

    /// The text without the key: as it is, percent-encoded, escaped for JSON, or in base64, also in the midst of a
    /// longer base64 text.
    pub fn redact(&self, text: &str) -> String {
        redact::redact(&self.0, text)
    }

    /// The same for what a model wrote. A key of fewer than eight characters (`ollama`, `none`, `1`, which servers without
    /// keys take for one) goes only where it plainly stands as a key (`Bearer …`, `"api_key": "…"`): anywhere else it may be
    /// any word, and a reply without it says something else.
    pub fn redact_reply(&self, text: &str) -> String {
        if redact::is_word(&self.0) {
            return redact::redact_as_sent(&self.0, text);
        }
        self.redact(text)
    }

    /// The key itself, for the one header that carries it.
    pub(in crate::judge) fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

/// A key and the origin that it was given for. No other origin gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundKey {
    origin: Origin,
    key: ApiKey,
}

impl BoundKey {
    /// Binds a key to an origin.
    pub fn new(origin: Origin, key: ApiKey) -> Self {
        Self { origin, key }
    }

    /// The origin that the key was given for.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The key, if `origin` is the one that it was given for.
    pub fn for_origin(&self, origin: &Origin) -> Option<&ApiKey> {
        (self.origin == *origin).then_some(&self.key)
    }

    /// How the key is shown.
    pub fn masked(&self) -> String {
        self.key.masked()
    }

    /// It is so short that replies keep it where it may be any word; see [`ApiKey::redact_reply`].
    pub fn is_short(&self) -> bool {
        redact::is_word(&self.key.0)
    }

    /// Whether a text holds it as it is. Words such as `ollama`, which some servers take as a key, are none here.
    pub fn is_in(&self, text: &str) -> bool {
        self.key.0.len() >= 12 && text.contains(&self.key.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_in_a_name_is_seen() {
        let bound = |key: &str| {
            BoundKey::new(
                "https://a.example".parse().unwrap(),
                ApiKey::from_paste(key).unwrap(),
            )
        };
        let key = bound("sk-abc-123-def-456");
        assert!(key.is_in("models/sk-abc-123-def-456"));
        assert!(!key.is_in("sk-abc-123"));
        assert!(!bound("ollama").is_in("ollama/llama3"));
    }

    #[test]
    fn what_a_model_wrote_keeps_its_words() {
        for (key, text, clean) in [
            (
                "ollama",
                "ollama runs models, ollama-2 too",
                "ollama runs models, ollama-2 too",
            ),
            ("1", r#"{"verdict": 1}"#, r#"{"verdict": 1}"#),
            ("1", r#"{"key": 1, "api_key": 1}"#, r#"{"key": 1, "api_key": 1}"#),
            (
                "none",
                r#"{"key": "none", "token: none"}"#,
                r#"{"key": "none", "token: none"}"#,
            ),
            ("none", "API key: none", "API key: none"),
            // As it is sent, as fields carry it, and beside its name where it is no mere word.
            (
                "none",
                "authorization: bearer none.",
                "authorization: bearer [key].",
            ),
            ("none", r#"{"api_key":"none"}"#, r#"{"api_key":"[key]"}"#),
            (
                "hunter2",
                "You sent Bearer hunter2 to me.",
                "You sent Bearer [key] to me.",
            ),
            ("hunter2", r#"{"api_key":"hunter2"}"#, r#"{"api_key":"[key]"}"#),
            (
                "hunter2",
                r#"{\"token\": \"hunter2\"}"#,
                r#"{\"token\": \"[key]\"}"#,
            ),
            ("hunter2", "x-api-key=hunter2&a", "x-api-key=[key]&a"),
            ("hunter2", "Your key is `hunter2`.", "Your key is `[key]`."),
            ("hunter2", "金鑰：hunter2", "金鑰：[key]"),
            (
                "hunter2",
                "The monkey hunter2x, a hunter2",
                "The monkey hunter2x, a hunter2",
            ),
            ("hunter2", "hunter2", "hunter2"),
            ("secret-8", "it says secret-8", "it says [key]"),
        ] {
            let key = ApiKey::from_paste(key).unwrap();
            assert_eq!(key.redact_reply(text), clean);
        }
        assert_eq!(ApiKey::from_paste("1").unwrap().redact("key 1"), "key [key]");
    }

    #[test]
    fn debug_and_mask_give_nothing_away() {
        let key = ApiKey::from_paste("sk-verysecretkey-1234").unwrap();
        assert_eq!(format!("{key:?}"), "ApiKey(…)");
        assert_eq!(key.masked(), "••••1234");
        assert_eq!(ApiKey::from_paste("short").unwrap().masked(), "••••");
        let bound = BoundKey::new("https://a.example".parse().unwrap(), key);
        assert!(!format!("{bound:?}").contains("secret"));
    }

    #[test]
    fn a_key_is_for_its_origin_alone() {
        let key = ApiKey::from_paste("sk-verysecretkey-1234").unwrap();
        let bound = BoundKey::new("https://api.openai.com".parse().unwrap(), key);
        for (origin, given) in [
            ("https://api.openai.com", true),
            ("https://API.openai.com:443/v1", true),
            ("http://api.openai.com", false),
            ("https://api.openai.com:8443", false),
            ("https://api.openai.com.evil.example", false),
            ("https://evil.example/api.openai.com", false),
            ("https://openai.com", false),
        ] {
            let origin: Origin = origin.parse().unwrap();
            assert_eq!(bound.for_origin(&origin).is_some(), given, "{origin}");
        }
    }
}
