//! What the page and the Markdown copy both say of a sufficiency verdict: the coverage in one line, whether and where
//! an entity is covered, and how high a confidence is.

use super::ids;
use crate::evaluation::{Outcome, Parts};
use crate::i18n::{Strings, fill};
use crate::metric::sufficient_context::{Coverage, SufficiencyParts};
use crate::text::stands::Texts;
use crate::text::visible::head;

/// As much of a chunk as is searched for an entity, in bytes.
const SEARCHED: usize = 50_000;

/// `Required entities: 2 of 4 covered, 1 unknown`.
pub fn coverage_line(parts: &SufficiencyParts, strings: &Strings) -> String {
    let v = &strings.verdict;
    let all = parts.coverage.0.len();
    if all == 0 {
        return v.coverage_none.to_owned();
    }
    let covered = parts.coverage.0.iter();
    let covered = covered.filter(|(_, covered)| *covered == Some(true)).count();
    let (all, covered, unknown) = (all.to_string(), covered.to_string(), parts.unknown.to_string());
    let sentence = if parts.unknown == 0 {
        v.coverage_line
    } else {
        v.coverage_unknown
    };
    fill(
        sentence,
        &[("all", &all), ("covered", &covered), ("unknown", &unknown)],
    )
}

/// The chunks that the judge found useful, that it found none, or that it did not say.
pub fn useful_line(parts: &SufficiencyParts, strings: &Strings) -> String {
    let v = &strings.verdict;
    if !parts.useful.is_empty() {
        return fill(v.useful, &[("ids", &ids(&parts.useful))]);
    }
    let unsaid = strings.notes().filter(|_| parts.useful_unsaid);
    unsaid
        .map_or(v.useful_none, |notes| notes.useful_unsaid)
        .to_owned()
}

/// A sentence for each verdict key whose value is no verdict.
pub fn refused_keys(outcome: &Outcome, strings: &Strings) -> Vec<String> {
    let (Parts::Sufficiency(parts), Some(notes)) = (&outcome.parts, strings.notes()) else {
        return Vec::new();
    };
    let told =
        |(key, value): &(&'static str, String)| fill(notes.key_refused, &[("key", key), ("value", value)]);
    parts.refused.iter().map(told).collect()
}

/// Yes, no, or unknown.
pub fn covered_word(covered: Option<bool>, strings: &Strings) -> &'static str {
    match covered {
        Some(true) => strings.verdict.yes,
        Some(false) => strings.verdict.no,
        None => strings.verdict.unknown,
    }
}

/// What the confidence is of: of the judge's decision, also where a person decided otherwise.
pub fn confidence_note(parts: &SufficiencyParts, strings: &Strings) -> &'static str {
    let changed = strings.notes().filter(|_| parts.judged.is_some());
    changed.map_or(strings.verdict.confidence_note, |notes| {
        notes.confidence_unchanged
    })
}

/// Low below 0.5, high from 0.8.
pub fn confidence_band(confidence: f64, strings: &Strings) -> &'static str {
    let v = &strings.verdict;
    match confidence {
        value if value >= 0.8 => v.band_high,
        value if value >= 0.5 => v.band_middle,
        _ => v.band_low,
    }
}

/// Where an entity stands. Of one that is not covered, the words do, whatever they say there.
pub fn place(covered: Option<bool>, chunks: &[usize], strings: &Strings) -> String {
    let v = &strings.verdict;
    if chunks.is_empty() {
        return v.not_located.to_owned();
    }
    let words = strings.notes().filter(|_| covered != Some(true));
    let place = words.map_or(v.in_chunks, |notes| notes.words_in_chunks);
    fill(place, &[("ids", &ids(chunks))])
}

/// The chunks that hold each entity word for word, from 0.
pub fn located(coverage: &Coverage, chunks: &[String]) -> Vec<Vec<usize>> {
    let any = !coverage.0.is_empty();
    let searched = chunks.iter().filter(|_| any);
    let chunks = Texts::new(searched.map(|chunk| head(chunk, SEARCHED).0));
    let entities = coverage.0.iter();
    entities.map(|(entity, _)| chunks.holding(entity)).collect()
}
