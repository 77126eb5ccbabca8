//! Who does what to whom where the words show it and not their order: a German passive, and the particles of Korean.

use super::{Conflict, Rule, Side};
use crate::text::script::is_hangul;

/// Who does it and whom it is done to, as they are written.
struct Roles<'t> {
    doer: &'t str,
    other: &'t str,
    /// What is done.
    verb: &'t str,
}

/// The two changed places around the same verb.
pub(super) fn conflict(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    let of = |side| passive(side).map(|roles| (roles, true));
    let (ours, theirs) = match (of(said), of(best)) {
        (Some((ours, _)), Some((theirs, _))) => (ours, theirs),
        (None, None) => (particles(said.text)?, particles(best.text)?),
        _ => return None,
    };
    let turned = ours.doer == theirs.other && ours.other == theirs.doer && ours.doer != ours.other;
    (turned && ours.verb == theirs.verb).then(|| Conflict {
        rule: Rule::Swap,
        said: format!("{} – {}", ours.doer, ours.other),
        stands: format!("{} – {}", theirs.doer, theirs.other),
    })
}

/// "Lukas wurde von Maria eingeladen"
fn passive<'t>(side: &Side<'t>) -> Option<Roles<'t>> {
    const DONE: &[&str] = &["wurde", "wurden", "wird", "werden"];
    const BY: &[&str] = &["von", "durch"];
    let lower = |at: usize| side.tokens.get(at).map_or("", |token| token.lower.as_str());
    let done = (0..side.tokens.len()).find(|at| DONE.contains(&lower(*at)))?;
    let by = (done + 1..side.tokens.len()).find(|at| BY.contains(&lower(*at)))?;
    let other = side.tokens.get(done.checked_sub(1)?)?;
    let doer = side.tokens.get(by + 1)?;
    let verb = side.tokens.last()?;
    let names = other.word.capital && doer.word.capital && other.is_content() && doer.is_content();
    (names && !verb.word.capital).then(|| Roles {
        doer: side.raw(doer.word.range.clone()),
        other: side.raw(other.word.range.clone()),
        verb: side.raw(verb.word.range.clone()),
    })
}

/// 지민이 수진을 초대했다
fn particles(text: &str) -> Option<Roles<'_>> {
    if !text.contains(is_hangul) {
        return None;
    }
    let marked = |ends: &[&str]| {
        let mut found = text.split_whitespace().filter_map(|word| {
            let stem = ends.iter().find_map(|end| word.strip_suffix(end))?;
            (stem.chars().count() >= 2).then_some(stem)
        });
        // Of several it is not clear which is meant.
        found.next().filter(|_| found.next().is_none())
    };
    let verb = text.split_whitespace().last()?.trim_end_matches(['.', '!', '。']);
    Some(Roles {
        doer: marked(&["이", "가", "은", "는"])?,
        other: marked(&["을", "를", "에게"])?,
        verb,
    })
}
