//! Marks beside a number that halve its scale: 9 a.m. against 9 p.m., BC against AD.

use super::{Compared, Counted};
use crate::judge::embedded::rules::lexicon::calendar::{HALVES, HALVES_BEFORE};
use crate::judge::embedded::rules::{Conflict, Rule, Side};
use crate::text::script::is_unspaced;

/// A mark beside a number that says which half of the day, or which side of year one.
struct Half {
    /// Which pair of marks, and which of the two.
    pair: usize,
    later: bool,
    /// With the number.
    range: std::ops::Range<usize>,
}

fn half_of(side: &Side<'_>, number: &Counted<'_>) -> Option<Half> {
    let range = &number.token.word.range;
    let after = side.text.get(range.end..)?;
    let trimmed = after.trim_start_matches([' ', '\u{A0}', '\u{202F}']);
    let lead = after.len() - trimmed.len();
    let before = side.text.get(..range.start)?.trim_end();
    let marks = |pairs: &'static [(&'static [&'static str], &'static [&'static str])]| {
        pairs.iter().enumerate().flat_map(|(pair, (earlier, later))| {
            let earlier = earlier.iter().map(move |mark| (pair, false, *mark));
            earlier.chain(later.iter().map(move |mark| (pair, true, *mark)))
        })
    };
    let behind = marks(HALVES).find_map(|(pair, later, mark)| {
        let end = range.end + lead + written_with_points(trimmed, mark)?;
        let range = range.start..end;
        Some(Half { pair, later, range })
    });
    behind.or_else(|| {
        marks(HALVES_BEFORE).find_map(|(pair, later, mark)| {
            let rest = before.strip_suffix(mark)?;
            let whole = !mark.is_ascii() || !rest.ends_with(char::is_alphanumeric);
            let range = rest.len()..range.end;
            whole.then_some(Half { pair, later, range })
        })
    })
}

/// The length of `mark` at the beginning of a text, where points may stand behind its letters: "p.m.", "v. Chr.".
fn written_with_points(text: &str, mark: &str) -> Option<usize> {
    let mut rest = text;
    for (n, wanted) in mark.chars().enumerate() {
        if n > 0 {
            let points = rest.trim_start_matches(['.', '-']);
            if points.len() < rest.len() {
                rest = points.trim_start_matches([' ', '\u{A0}', '\u{202F}', '-']);
            }
        }
        rest = rest.strip_prefix(wanted)?;
    }
    if rest.starts_with(|c: char| c.is_alphanumeric() && !is_unspaced(c)) {
        return None;
    }
    // The point of an abbreviation with points belongs to it.
    let length = text.len() - rest.len();
    let pointed = text.get(..length).is_some_and(|written| written.contains('.'));
    Some(length + usize::from(pointed && rest.starts_with('.')))
}

/// "3 pm" where the source has "3 am", "300 BC" where it has "AD 300".
pub(super) fn half(compared: Compared<'_, '_>, number: &Counted<'_>) -> Option<Conflict> {
    let said = compared.said;
    let ours = half_of(said, number)?;
    let mut other = None;
    for (side, counted) in compared.sides() {
        for their in counted
            .iter()
            .filter(|their| their.token.word.key == number.token.word.key)
        {
            // A bare number may be the one that is meant.
            let half = half_of(side, their)?;
            if (half.pair, half.later) == (ours.pair, ours.later) {
                return None;
            }
            if half.pair == ours.pair {
                other = other.or_else(|| Some(side.raw(half.range).to_owned()));
            }
        }
    }
    other.map(|stands| Conflict {
        rule: Rule::Time,
        said: said.raw(ours.range).to_owned(),
        stands,
    })
}
