//! NFKC, NFKD and NFD, by which this crate makes spelling variants equal, and the canonical parts of a character.
//!
//! Natively it is the `unicode-normalization` crate's. In WASM the JavaScript engine does it, which has the tables
//! already: they would be a seventh of what a first visit loads. Both give the same text (a test in the browser
//! compares them); text that is normal as it stands never leaves WASM.

#[cfg(not(target_arch = "wasm32"))]
pub use unicode_normalization::{
    UnicodeNormalization,
    char::{decompose_canonical, decompose_compatible},
};

#[cfg(target_arch = "wasm32")]
pub use engine::{UnicodeNormalization, decompose_canonical, decompose_compatible};

/// Whether a text is seen at once to be in NFKC: letters, digits and ideographs that stand for themselves and never
/// combine. Text with anything else may be in NFKC too.
pub fn is_plainly_nfkc(text: &str) -> bool {
    text.chars().all(|c| {
        matches!(c,
            '\0'..='\u{7F}'
            | '\u{C0}'..='\u{131}' | '\u{134}'..='\u{13E}' | '\u{141}'..='\u{148}' | '\u{14A}'..='\u{17E}' // Latin
            | '\u{391}'..='\u{3A1}' | '\u{3A3}'..='\u{3C9}' // Greek
            | '\u{400}'..='\u{482}' | '\u{48A}'..='\u{52F}' // Cyrillic
            | '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{64A}' // Hebrew, Arabic
            | '\u{2018}' | '\u{2019}' | '\u{201C}' | '\u{201D}'
            | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' // Kana
            | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}') // Han, Hangul
    })
}

#[cfg(target_arch = "wasm32")]
mod engine {
    /// The part of `unicode_normalization::UnicodeNormalization` that is used here, under the same names.
    pub trait UnicodeNormalization<I> {
        /// The characters of the text in NFKC.
        fn nfkc(self) -> std::vec::IntoIter<char>;
        /// The characters of the text in NFKD.
        fn nfkd(self) -> std::vec::IntoIter<char>;
    }

    impl<'t> UnicodeNormalization<std::str::Chars<'t>> for &'t str {
        fn nfkc(self) -> std::vec::IntoIter<char> {
            if super::is_plainly_nfkc(self) {
                return self.chars().collect::<Vec<_>>().into_iter();
            }
            normal(self, "NFKC")
        }

        fn nfkd(self) -> std::vec::IntoIter<char> {
            if self.is_ascii() {
                return self.chars().collect::<Vec<_>>().into_iter();
            }
            normal(self, "NFKD")
        }
    }

    impl<I: Iterator<Item = char>> UnicodeNormalization<I> for I {
        fn nfkc(self) -> std::vec::IntoIter<char> {
            self.collect::<String>().as_str().nfkc()
        }

        fn nfkd(self) -> std::vec::IntoIter<char> {
            self.collect::<String>().as_str().nfkd()
        }
    }

    /// Hands out the NFKD of one character.
    pub fn decompose_compatible(c: char, emit: impl FnMut(char)) {
        std::iter::once(c).nfkd().for_each(emit);
    }

    /// Hands out the NFD of one character.
    pub fn decompose_canonical(c: char, emit: impl FnMut(char)) {
        let text = c.encode_utf8(&mut [0; 4]).to_owned();
        normal(&text, "NFD").for_each(emit);
    }

    fn normal(text: &str, form: &str) -> std::vec::IntoIter<char> {
        String::from(js_sys::JsString::from(text).normalize(form))
            .chars()
            .collect::<Vec<_>>()
            .into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::is_plainly_nfkc;
    use unicode_normalization::{IsNormalized, is_nfkc_quick};

    #[test]
    fn what_is_plainly_nfkc_is_nfkc_in_any_company() {
        for c in '\0'..=char::MAX {
            if is_plainly_nfkc(c.encode_utf8(&mut [0; 4])) {
                let alone = is_nfkc_quick(std::iter::once(c));
                assert_eq!(alone, IsNormalized::Yes, "U+{:04X}", u32::from(c));
            }
        }
    }
}
