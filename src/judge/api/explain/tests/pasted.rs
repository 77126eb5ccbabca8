//! Keys and addresses that can't be used.

use super::*;
use crate::judge::key::KeyError;

#[test]
fn pasted_mistakes_have_their_sentence() {
    for lang in Lang::ALL {
        for error in [
            KeyError::Empty,
            KeyError::Masked,
            KeyError::Placeholder,
            KeyError::Address,
            KeyError::Words(4),
            KeyError::Scheme("Basic"),
            KeyError::Character {
                character: '\u{7}',
                position: 3,
            },
        ] {
            let sentence = key_error(&error, lang);
            assert!(
                !sentence.is_empty() && !sentence.contains(['{', '}', '\u{7}']),
                "{sentence}"
            );
        }
        for address in [
            "",
            "//",
            "https:",
            "ftp://a",
            "https://a..b",
            "http://a:0",
            "http://u@a",
            "my server",
        ] {
            let error = crate::judge::api::endpoint::Pasted::read(address).unwrap_err();
            let sentence = address_error(&error, lang);
            assert!(
                !sentence.is_empty() && !sentence.contains(['{', '}']),
                "{sentence}"
            );
        }
    }
}

#[test]
fn mistakes_in_an_address_are_told_in_words() {
    for (address, en, zh) in [
        ("not a url", "a space or a line break", "空格或換行"),
        ("https://a.example/a\tb", "a space or a line break", "空格或換行"),
        (
            "javascript:alert(1)",
            "“javascript” is neither",
            "「javascript」既不是",
        ),
        ("localhost:port", "“port” is not a port", "「port」不是連接埠"),
    ] {
        let error = crate::judge::api::endpoint::Pasted::read(address).unwrap_err();
        for (lang, words) in [(Lang::En, en), (Lang::ZhHant, zh)] {
            let sentence = address_error(&error, lang);
            assert!(
                sentence.contains(words) && !sentence.contains("U+"),
                "{address}: {sentence}"
            );
        }
    }
}
