//! Folding: forms of a text in which spelling variants are equal.

use unicode_normalization::UnicodeNormalization;

/// The key under which names (entities, statements) match: NFKC, lower case, white space folded.
pub fn name_key(text: &str) -> String {
    let folded: String = text.nfkc().flat_map(char::to_lowercase).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}
