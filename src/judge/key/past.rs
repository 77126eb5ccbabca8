//! Keys that this tab has held and holds no more: what they are still good for.

use super::ApiKey;

/// Keys that were forgotten, replaced or have expired while the page was open. A server may echo one of them later, so
/// their values stay in memory to be taken out of errors and replies, and for nothing else: nothing gives one out, so none
/// is ever sent again. They are gone with the page, and no more than an [`ApiKey`] can they be written down.
///
/// ```compile_fail
/// fn exported<T: serde::Serialize>() {}
/// exported::<assay::judge::key::PastKeys>();
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PastKeys(Vec<ApiKey>);

impl PastKeys {
    /// Notes a key that is held no more.
    pub(super) fn note(&mut self, key: &ApiKey) {
        if !self.0.contains(key) {
            self.0.push(key.clone());
        }
    }

    /// An error without any of these keys, nor the one that was sent.
    pub fn redact(&self, sent: Option<&ApiKey>, text: &str) -> String {
        self.fold(sent, &[], text, ApiKey::redact)
    }

    /// The same for what a model wrote. What was held as a key by mistake and is the name of a model after all (`names`)
    /// stays.
    pub fn redact_reply(&self, sent: Option<&ApiKey>, names: &[&str], text: &str) -> String {
        self.fold(sent, names, text, ApiKey::redact_reply)
    }

    fn fold(
        &self,
        sent: Option<&ApiKey>,
        names: &[&str],
        text: &str,
        redact: impl Fn(&ApiKey, &str) -> String,
    ) -> String {
        let past = self.0.iter().filter(|key| !names.contains(&key.reveal()));
        let mut keys: Vec<&ApiKey> = sent.into_iter().chain(past).collect();
        // One may be the beginning of another.
        keys.sort_by_key(|key| std::cmp::Reverse(key.reveal().len()));
        keys.iter().fold(text.to_owned(), |text, key| redact(key, &text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> ApiKey {
        ApiKey::from_paste(text).unwrap()
    }

    #[test]
    fn what_was_held_is_still_taken_out() {
        let mut past = PastKeys::default();
        for old in [
            "sk-first-key-1",
            "sk-shared-1-canary",
            "sk-first-key-1",
            "claude-judge-4-5",
        ] {
            past.note(&key(old));
        }
        assert_eq!(past.0.len(), 3);
        let sent = key("sk-shared-1");
        let text = "sk-first-key-1, sk-shared-1-canary, sk-shared-1, claude-judge-4-5";
        assert_eq!(past.redact(Some(&sent), text), "[key], [key], [key], [key]");
        assert_eq!(
            past.redact_reply(Some(&sent), &["claude-judge-4-5"], text),
            "[key], [key], [key], claude-judge-4-5"
        );
        assert_eq!(PastKeys::default().redact(None, text), text);
        assert!(!format!("{past:?}").contains("sk-"));
    }
}
