//! What may stand anywhere in a sentence without saying something else: quotations, times and places, a phrase with its
//! preposition.

use super::lexicon::calendar::CALENDAR;
use super::{Side, Token};

/// Words that say when or how, and never who.
const CIRCUMSTANCES: &[&str] = &[
    "yesterday",
    "today",
    "tomorrow",
    "now",
    "then",
    "later",
    "here",
    "there",
    "soon",
    "once",
    "afterwards",
    "finally",
    "recently",
    "currently",
    "originally",
    "eventually",
    "initially",
    "formerly",
    "often",
    "sometimes",
    "always",
    "suddenly",
    "gestern",
    "heute",
    "morgen",
    "damals",
    "später",
    "dort",
    "hier",
    "bald",
    "zuerst",
    "schließlich",
    "gisteren",
    "vandaag",
    "hier",
    "hoy",
    "ayer",
    "mañana",
    "ieri",
    "oggi",
    "hier",
    "aujourd'hui",
    "demain",
    "jahr",
    "year",
];

const PREPOSITIONS: &[&str] = &[
    "in", "on", "at", "to", "into", "near", "for", "with", "after", "before", "during", "since", "under",
    "over", "through", "against", "about", "im", "am", "an", "auf", "aus", "bei", "beim", "mit", "nach",
    "seit", "vor", "vom", "zu", "zum", "zur", "über", "unter", "für", "gegen", "à", "dans", "en", "chez",
    "sur", "pour", "avec", "con", "para", "sobre", "su", "per", "nel", "nella", "op", "naar", "bij", "voor",
    "met",
];

/// Whether pieces of a sentence, by their tokens, only say when.
pub(super) fn is_circumstance(side: &Side<'_>, piece: &[usize]) -> bool {
    piece.iter().all(|at| {
        side.tokens.get(*at).is_some_and(|token| {
            token.is_number() || CIRCUMSTANCES.contains(&token.lower.as_str()) || is_in_calendar(token)
        })
    })
}

/// A month or a weekday.
pub(super) fn is_in_calendar(token: &Token) -> bool {
    // The planet has a capital; the month has none in the languages that call it so.
    is_month(&token.lower) && !(token.lower == "mars" && token.word.capital)
}

/// Whether a word in lower case names a month or a weekday.
pub(in crate::judge::embedded) fn is_month(lower: &str) -> bool {
    CALENDAR
        .iter()
        .any(|kind| kind.iter().any(|names| names.contains(&lower)))
}

/// Whether a piece has the same preposition in front of it on both sides: "in Bern lives Lund" is "Lund lives in Bern".
pub(super) fn keeps_its_preposition(said: &Side<'_>, ours: usize, stands: &Side<'_>, theirs: usize) -> bool {
    preposition(said, ours).is_some_and(|before| preposition(stands, theirs) == Some(before))
}

/// The preposition in front of a piece, an article between them or none.
pub(super) fn preposition<'s>(side: &'s Side<'_>, at: usize) -> Option<&'s str> {
    let before = side.tokens.get(at.saturating_sub(2)..at)?;
    let token = before
        .iter()
        .rev()
        .find(|token| PREPOSITIONS.contains(&token.lower.as_str()))?;
    let mut behind = before.iter().rev().take_while(|next| next.lower != token.lower);
    behind.all(|next| next.word.stop).then_some(token.lower.as_str())
}

/// Whether somebody's words stand in a sentence: who said them may stand before or behind them.
pub(super) fn is_quoted(side: &Side<'_>) -> bool {
    side.text.contains(['"', '“', '„', '«', '»', '「', '『'])
}

const GERMAN: &[&str] = &[
    "der", "das", "dem", "des", "ein", "eine", "einen", "einem", "im", "zum", "zur", "mit", "nach", "und",
    "ist", "wurde", "von", "bei", "auf", "für", "sich",
];

/// By its words of grammar.
pub(super) fn is_german(side: &Side<'_>) -> bool {
    side.tokens
        .iter()
        .any(|token| GERMAN.contains(&token.lower.as_str()))
}

/// The same of a text.
pub(in crate::judge::embedded) fn is_in_german(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| GERMAN.contains(&word.to_lowercase().as_str()))
}
