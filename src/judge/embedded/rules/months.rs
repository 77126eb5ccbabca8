//! "May" is a month as well as a verb, and among the words of grammar for that. Where it is the month it tells.

use crate::judge::embedded::sources::Sources;
use crate::text::words::{Kind, Word, words};

/// Makes a content word of each "May" that is the month.
pub(in crate::judge::embedded) fn read(text: &str, words: &mut [Word]) {
    if !text.contains("May") && !text.contains("MAY") {
        return;
    }
    let months: Vec<usize> = (0..words.len()).filter(|at| is_may(text, words, *at)).collect();
    for at in months {
        if let Some(word) = words.get_mut(at) {
            word.stop = false;
        }
    }
}

/// Whether a source speaks of the month.
pub(in crate::judge::embedded) fn speaks_of_may(sources: &Sources<'_>) -> bool {
    sources.texts().iter().any(|text| {
        // Cheap before thorough.
        (text.contains("May") || text.contains("MAY")) && {
            let all = words(text);
            (0..all.len()).any(|at| is_may(text, &all, at))
        }
    })
}

/// In upper case with a number beside it, or within a sentence: "You may", but "in May" and "May 5".
pub(in crate::judge::embedded) fn is_may(text: &str, words: &[Word], at: usize) -> bool {
    let written = |word: &Word| text.get(word.range.clone()).unwrap_or_default();
    let Some(word) = words
        .get(at)
        .filter(|word| matches!(written(word), "May" | "MAY"))
    else {
        return false;
    };
    let is_number = |at: Option<usize>| {
        at.and_then(|at| words.get(at)).is_some_and(|other| {
            let gap = other.range.end.min(word.range.end)..other.range.start.max(word.range.start);
            other.kind == Kind::Number && gap.len() <= 2
        })
    };
    is_number(at.checked_sub(1)) || is_number(Some(at + 1)) || (!word.opens && written(word) == "May")
}
