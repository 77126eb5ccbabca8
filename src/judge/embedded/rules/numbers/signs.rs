//! Numbers below zero: a minus sign, the word for it, and words such as "fell by".

use super::{Compared, Counted, counted, currency, further_off, shown};
use crate::judge::embedded::rules::lexicon::falling::{FALLING, FALLING_CHARACTERS, MINUS, MINUS_CHARACTERS};
use crate::judge::embedded::rules::{Conflict, Rule, Side, Token};
use crate::judge::embedded::sources::Sources;
use crate::text::script::{digit, is_unspaced};

/// A hyphen, a minus, a dash, each also in full width.
pub(super) const MINUS_SIGNS: &[char] = &['-', '\u{2212}', '\u{2013}', '\u{FF0D}'];

/// Where the sign of a number below zero begins, or the word for it. A hyphen between words, a range, a difference and
/// the mark of a list are no sign.
pub(super) fn minus(side: &Side<'_>, number: &Counted<'_>) -> Option<usize> {
    let start = number.token.word.range.start;
    let before = side.text.get(..start)?;
    let prefix = currency(side, number.token).map(|(at, _)| at);
    if is_sign(before, number) {
        return prefix.or_else(|| before.char_indices().next_back().map(|(at, _)| at));
    }
    let before = prefix.and_then(|at| side.text.get(..at)).unwrap_or(before);
    if prefix.is_some() && is_sign(before, number) {
        return before.char_indices().next_back().map(|(at, _)| at);
    }
    let before = before.trim_end();
    if let Some(word) = MINUS_CHARACTERS.iter().find(|word| before.ends_with(**word)) {
        return before.len().checked_sub(word.len());
    }
    let at = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphabetic())
        .last()
        .map(|(at, _)| at)?;
    let (rest, word) = (before.get(..at)?, before.get(at..)?);
    (MINUS.contains(&word.to_lowercase().as_str()) && !ends_in_digit(rest)).then_some(at)
}

fn ends_in_digit(text: &str) -> bool {
    text.trim_end().ends_with(|c| digit(c).is_some())
}

/// Whether a text ends in the sign of the number behind it.
fn is_sign(before: &str, number: &Counted<'_>) -> bool {
    let Some(mark) = before.chars().next_back().filter(|c| MINUS_SIGNS.contains(c)) else {
        return false;
    };
    let before = before.get(..before.len() - mark.len_utf8()).unwrap_or_default();
    let measured = number.unit.is_some();
    let mathematical = mark == '\u{2212}';
    match before.chars().next_back() {
        // At the beginning of a line a hyphen may be the mark of a list.
        None | Some('\n') => measured || mathematical,
        Some(c) if c.is_whitespace() => !ends_in_digit(before) && (measured || mathematical || mark == '-'),
        Some('(' | '[' | '{' | '（' | '「' | '“' | '"' | '«' | '$' | '€' | '£' | '¥' | '￥') => {
            true
        }
        Some(c) if is_unspaced(c) => mathematical || matches!(number.unit, Some("°c" | "°f" | "%")),
        _ => false,
    }
}

/// The same number above zero and below.
pub(super) fn sign(
    sources: &Sources<'_>,
    compared: Compared<'_, '_>,
    number: &Counted<'_>,
) -> Option<Conflict> {
    let said = compared.said;
    let below = minus(said, number).is_some();
    let key = number.token.word.key;
    let same = |their: &Counted<'_>| their.token.word.key == key;
    let mut other = None;
    for (side, counted) in compared.sides() {
        for their in counted.iter().filter(|their| same(their)) {
            if minus(side, their).is_some() == below {
                return None;
            }
            let one_matter = match (number.unit, their.unit) {
                (Some(ours), Some(theirs)) => ours == theirs,
                _ => number.noun.is_none() || their.noun.is_none() || number.noun == their.noun,
            };
            let (plain, signed) = if below { (side, said) } else { (said, side) };
            if one_matter && !falls(plain, signed) {
                other = other.or(Some(shown(side, their)));
            }
        }
    }
    let stands = other?;
    // Further off in the source it may stand as it is said.
    let elsewhere = further_off(sources, key).any(|side| {
        counted(&side)
            .iter()
            .any(|their| same(their) && minus(&side, their).is_some() == below)
    });
    (!elsewhere).then(|| Conflict {
        rule: Rule::Number,
        said: shown(said, number),
        stands,
    })
}

/// Whether a sentence says in words that something is below zero or less: "a loss of 3 million" is "-3 million". What the
/// other says as well explains no sign: "below 5" is not "below -5".
fn falls(side: &Side<'_>, signed: &Side<'_>) -> bool {
    let word = |token: &Token| {
        FALLING.iter().any(|start| token.lower.starts_with(start)) && !signed.has_word(&token.lower)
    };
    side.tokens.iter().any(word)
        || FALLING_CHARACTERS
            .iter()
            .any(|written| side.text.contains(written) && !signed.text.contains(written))
}
