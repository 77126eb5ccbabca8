//! NFKC and NFKD, by which this crate makes spelling variants equal, and the canonical parts of a character.
//!
//! Natively it is the `unicode-normalization` crate's. In WASM the JavaScript engine does it, which has the tables
//! already: they would be a seventh of what a first visit loads. Both give the same text (a test in the browser
//! compares them); text that is normal as it stands never leaves WASM.

pub use unicode_normalization::{IsNormalized, is_nfkc_quick};

#[cfg(not(target_arch = "wasm32"))]
pub use unicode_normalization::{
    UnicodeNormalization,
    char::{decompose_canonical, decompose_compatible},
};

#[cfg(target_arch = "wasm32")]
pub use engine::{UnicodeNormalization, decompose_canonical, decompose_compatible};

#[cfg(target_arch = "wasm32")]
mod engine {
    use super::{IsNormalized, is_nfkc_quick};
    use unicode_normalization::is_nfkd_quick;

    /// The part of `unicode_normalization::UnicodeNormalization` that is used here, under the same names.
    pub trait UnicodeNormalization<I> {
        /// The characters of the text in NFKC.
        fn nfkc(self) -> std::vec::IntoIter<char>;
        /// The characters of the text in NFKD.
        fn nfkd(self) -> std::vec::IntoIter<char>;
    }

    impl<'t> UnicodeNormalization<std::str::Chars<'t>> for &'t str {
        fn nfkc(self) -> std::vec::IntoIter<char> {
            normal(self, "NFKC", is_nfkc_quick(self.chars()))
        }

        fn nfkd(self) -> std::vec::IntoIter<char> {
            normal(self, "NFKD", is_nfkd_quick(self.chars()))
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
        normal(&text, "NFD", IsNormalized::Maybe).for_each(emit);
    }

    fn normal(text: &str, form: &str, quick: IsNormalized) -> std::vec::IntoIter<char> {
        let chars: Vec<char> = if quick == IsNormalized::Yes {
            text.chars().collect()
        } else {
            String::from(js_sys::JsString::from(text).normalize(form))
                .chars()
                .collect()
        };
        chars.into_iter()
    }
}
