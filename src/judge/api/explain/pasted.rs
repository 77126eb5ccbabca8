//! Pasted keys and addresses that cannot be used, for the line beside their field.

use crate::i18n::{Lang, fill};
use crate::judge::api::endpoint::EndpointError;
use crate::judge::key::{KeyError, OriginError};

/// A pasted key that is none, for the line beside its field.
pub fn key_error(error: &KeyError, lang: Lang) -> String {
    let strings = lang.failures();
    match error {
        KeyError::Empty => strings.key_empty.to_owned(),
        KeyError::Masked => strings.key_masked.to_owned(),
        KeyError::Placeholder => strings.key_placeholder.to_owned(),
        KeyError::Address => strings.key_is_address.to_owned(),
        KeyError::Scheme(scheme) => fill(strings.key_scheme, &[("scheme", scheme)]),
        KeyError::Words(words) => fill(strings.key_words, &[("words", &words.to_string())]),
        KeyError::Character { character, position } => {
            let (shown, position) = (character.to_string(), position.to_string());
            let sentence = if character.is_control() {
                strings.key_unseen
            } else {
                strings.key_character
            };
            fill(sentence, &[("character", &shown), ("position", &position)])
        }
    }
}

/// A pasted address that cannot be called, for the line beside its field.
pub fn address_error(error: &EndpointError, lang: Lang) -> String {
    let strings = lang.failures();
    match error {
        OriginError::Empty => strings.address_empty.to_owned(),
        OriginError::Scheme(scheme) => fill(strings.address_scheme, &[("scheme", scheme)]),
        // A scheme and nothing more.
        OriginError::Host(host) if host.is_empty() => strings.address_empty.to_owned(),
        OriginError::Host(host) => fill(strings.address_host, &[("host", host)]),
        OriginError::Port(port) => fill(strings.address_port, &[("port", port)]),
        OriginError::Key => strings.address_key.to_owned(),
        OriginError::UserInfo => strings.address_user.to_owned(),
        OriginError::Character(c) => {
            if c.is_whitespace() {
                return strings.address_space.to_owned();
            }
            if c.is_control() {
                return strings.address_unseen.to_owned();
            }
            fill(strings.address_character, &[("character", &c.to_string())])
        }
    }
}
