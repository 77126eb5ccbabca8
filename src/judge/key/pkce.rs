//! Signing in at OpenRouter without a back end (PKCE, RFC 7636): this tab makes up a verifier, sends its hash along,
//! and only who has the verifier can turn the code that comes back into a key.
//!
//! The code in the page's address is the one thing there that may lead to a key, so it counts only beside the sign-in
//! that this tab began: same state, not too long ago.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Where one signs in.
pub const SIGN_IN: &str = "https://openrouter.ai/auth";
/// Where a code becomes a key.
pub const EXCHANGE: &str = "https://openrouter.ai/api/v1/auth/keys";
/// The origin that the key is for.
pub const KEY_FOR: &str = "https://openrouter.ai";
/// The parameter of the page's address that brings our own state back.
pub const STATE: &str = "signin";
/// A sign-in that takes longer than this is void: ten minutes.
const LONGEST_MS: f64 = 600_000.0;

/// A sign-in under way, kept in the tab's storage while the user is away.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    state: String,
    verifier: String,
    began_ms: u64,
}

impl SignIn {
    /// Begins one. `random`: 64 bytes from the browser's generator for secrets.
    pub fn begin(random: &[u8; 64], now_ms: f64) -> Self {
        let (verifier, state) = random.split_at(48);
        Self {
            state: base64_url(state),
            verifier: base64_url(verifier),
            began_ms: now_ms as u64,
        }
    }

    /// The address to go to; `page` is this page's own, without query and fragment.
    pub fn address(&self, page: &str) -> String {
        let challenge = base64_url(&Sha256::digest(self.verifier.as_bytes()));
        let back = format!("{page}?{STATE}={}", self.state);
        format!(
            "{SIGN_IN}?callback_url={}&code_challenge={challenge}&code_challenge_method=S256",
            percent(&back)
        )
    }

    /// As it is kept in the tab.
    pub fn to_stored(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether what came back belongs to this sign-in, with a code or without.
    pub fn began(stored: &str, state: &str) -> bool {
        serde_json::from_str::<Self>(stored).is_ok_and(|begun| !state.is_empty() && begun.state == state)
    }

    /// The body that turns a code into a key; `None` where the code does not belong to this sign-in.
    pub fn exchange(stored: &str, state: &str, code: &str, now_ms: f64) -> Option<String> {
        let begun: Self = serde_json::from_str(stored).ok()?;
        let fresh = (0.0..LONGEST_MS).contains(&(now_ms - begun.began_ms as f64));
        let plain = !code.is_empty() && code.len() <= 2_000;
        if !fresh || !plain || state.is_empty() || state != begun.state {
            return None;
        }
        let body = serde_json::json!({
            "code": code,
            "code_verifier": begun.verifier,
            "code_challenge_method": "S256",
        });
        Some(body.to_string())
    }
}

/// The key in the answer to the exchange.
pub fn key_in(body: &str) -> Option<String> {
    let json: serde_json::Value = serde_json::from_str(body.trim_start_matches('\u{feff}')).ok()?;
    json.get("key")?.as_str().map(str::to_owned)
}

fn base64_url(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::with_capacity(bytes.len() * 4 / 3 + 3);
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..=chunk.len() {
            let sextet = (word >> (18 - 6 * at) & 63) as usize;
            out.extend(ALPHABET.get(sextet).map(|byte| char::from(*byte)));
        }
    }
    out
}

fn percent(text: &str) -> String {
    use std::fmt::Write;
    text.bytes().fold(String::new(), |mut out, byte| {
        let _ = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                write!(out, "{}", char::from(byte))
            }
            _ => write!(out, "%{byte:02X}"),
        };
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_is_the_hash_of_the_verifier() {
        // The example of RFC 7636, appendix B.
        let begun = SignIn {
            state: "s".into(),
            verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".into(),
            began_ms: 0,
        };
        let address = begun.address("https://assay.example/x/");
        assert_eq!(
            address,
            "https://openrouter.ai/auth?callback_url=https%3A%2F%2Fassay.example%2Fx%2F%3Fsignin%3Ds\
             &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        );
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg"),
            (b"fo", "Zm8"),
            (b"foo", "Zm9v"),
            (&[255, 255, 254], "___-"),
        ] {
            assert_eq!(base64_url(bytes), text);
        }
        let begun = SignIn::begin(&[7; 64], 5.0);
        assert_eq!((begun.verifier.len(), begun.state.len()), (64, 22));
    }

    #[test]
    fn a_code_counts_only_beside_the_sign_in_of_this_tab() {
        let begun = SignIn::begin(&[1; 64], 1_000.0);
        let (stored, state) = (begun.to_stored(), begun.state.clone());
        let body = SignIn::exchange(&stored, &state, "c0de", 2_000.0).unwrap();
        assert!(body.contains("c0de") && body.contains(&begun.verifier));
        for (stored, state, code, now) in [
            ("", state.as_str(), "c0de", 2_000.0),
            ("{}", state.as_str(), "c0de", 2_000.0),
            (stored.as_str(), "other", "c0de", 2_000.0),
            (stored.as_str(), "", "c0de", 2_000.0),
            (stored.as_str(), state.as_str(), "", 2_000.0),
            (stored.as_str(), state.as_str(), "c0de", 1_000.0 + LONGEST_MS),
            (stored.as_str(), state.as_str(), "c0de", 0.0),
        ] {
            assert_eq!(SignIn::exchange(stored, state, code, now), None);
        }
    }

    #[test]
    fn who_declines_comes_back_to_the_sign_in_of_this_tab() {
        let begun = SignIn::begin(&[1; 64], 1_000.0);
        let stored = begun.to_stored();
        for (stored, state, is) in [
            (stored.as_str(), begun.state.as_str(), true),
            (stored.as_str(), "other", false),
            (stored.as_str(), "", false),
            ("{}", begun.state.as_str(), false),
            ("", "", false),
        ] {
            assert_eq!(SignIn::began(stored, state), is, "{stored} {state}");
        }
    }

    #[test]
    fn the_key_is_found_in_the_answer() {
        assert_eq!(
            key_in(r#"{"key":"sk-or-1","user_id":"u"}"#).as_deref(),
            Some("sk-or-1")
        );
        for body in [
            "",
            "<html>",
            "{}",
            r#"{"key":7}"#,
            r#"{"error":{"message":"no"}}"#,
        ] {
            assert_eq!(key_in(body), None);
        }
    }
}
