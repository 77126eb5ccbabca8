//! Finding a listed claim in the text that it was taken from, word for word.
//!
//! Typographic variants fold away first: quotes, dashes, ellipses, width, white space, emphasis marks. Case does
//! not: word for word is word for word.

use std::cell::Cell;
use std::ops::Range;

use crate::text::nfkc::decompose_compatible;

use crate::text::fold::{is_cjk, is_invisible, is_wide};

/// A text to find things in, folded once.
pub struct Source<'t> {
    text: &'t str,
    folded: String,
    /// For each byte of the folded text, where its character begins in the text.
    places: Vec<u32>,
    /// How many bytes may still be searched, so that a long list of lines against a long text ends.
    budget: Cell<usize>,
    /// Where the last claim that was found ends in the folded text. Claims mostly come in the order of the text.
    reached: Cell<usize>,
}

/// Searching may cost this many times the length of text and list together, or [`LEAST`] bytes.
const TIMES: usize = 16;
const LEAST: usize = 32_000_000;

impl<'t> Source<'t> {
    /// Folds a text; `list` is the length of what will be looked for in it.
    pub fn new(text: &'t str, list: usize) -> Self {
        let mut places = Vec::with_capacity(text.len());
        let folded = fold(text, Some(&mut places));
        let budget = Cell::new(LEAST + TIMES * (text.len() + list));
        Self {
            text,
            folded,
            places,
            budget,
            reached: Cell::new(0),
        }
    }

    /// Where `claim` stands in the text, as a range of bytes: the first place behind the claim that was found last, or
    /// the first at all. A final stop that only the claim has does not
    /// matter. `None` as well for a blank claim, and once far more was looked for than any judge writes.
    pub fn locate(&self, claim: &str) -> Option<Range<usize>> {
        // A claim that is many times as long as the text stands nowhere in it; folding it would only cost time.
        if claim.len() > 8 * self.text.len() + 64 {
            return None;
        }
        let key = fold(claim, None);
        if key.is_empty() {
            return None;
        }
        self.find(&key).or_else(|| {
            let open = key.trim_end_matches(['.', '。']);
            let shorter = open.len() < key.len() && !open.is_empty();
            shorter.then(|| self.find(open)).flatten()
        })
    }

    fn find(&self, key: &str) -> Option<Range<usize>> {
        let reached = self.reached.get();
        let start = self
            .search(key, reached)
            .or_else(|| (reached > 0).then(|| self.search(key, 0)).flatten())?;
        let end = start + key.len();
        self.reached.set(end);
        let from = self.place(start);
        // The last matched character ends where the next place begins.
        let last = self.place(end.saturating_sub(1));
        let width = self
            .text
            .get(last..)
            .and_then(|t| t.chars().next())
            .map_or(0, char::len_utf8);
        Some(from..last + width)
    }

    /// The first place from `from` on; it costs what is read up to there.
    fn search(&self, key: &str, from: usize) -> Option<usize> {
        let rest = self.folded.get(from..)?;
        if self.budget.get() < key.len() {
            return None;
        }
        let found = rest
            .match_indices(key)
            .map(|(at, _)| from + at)
            .find(|at| self.on_words(*at, at + key.len()));
        let read = found.map_or(rest.len(), |at| at - from) + key.len();
        self.budget.set(self.budget.get().saturating_sub(read));
        found
    }

    fn place(&self, at: usize) -> usize {
        self.places
            .get(at)
            .map_or(self.text.len(), |place| *place as usize)
    }

    /// Whether neither end cuts a word in two.
    fn on_words(&self, start: usize, end: usize) -> bool {
        let letter = |c: char| c.is_alphanumeric() && !is_wide(c);
        let cut = |at: usize| {
            let before = self.folded.get(..at).and_then(|t| t.chars().next_back());
            let after = self.folded.get(at..).and_then(|t| t.chars().next());
            before.is_some_and(letter) && after.is_some_and(letter)
        };
        !cut(start) && !cut(end)
    }
}

/// White space counts once, and not at all beside Chinese or Japanese; decomposed, so that accents meet.
fn fold(text: &str, mut places: Option<&mut Vec<u32>>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = None;
    let mut wide = true;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            gap = gap.or(Some(at));
            continue;
        }
        if is_invisible(c) || matches!(c, '*' | '`') {
            continue;
        }
        let mut push = |c: char, at: usize| {
            out.push(c);
            if let Some(places) = places.as_deref_mut() {
                let at = u32::try_from(at).unwrap_or(u32::MAX);
                places.extend(std::iter::repeat_n(at, c.len_utf8()));
            }
        };
        if let Some(gap) = gap.take()
            && !wide
            && !is_cjk(c)
        {
            push(' ', gap);
        }
        wide = is_cjk(c);
        match c {
            '"' | '\'' | '‘' | '’' | '‚' | '“' | '”' | '„' | '‟' | '«' | '»' | '「' | '」' | '『' | '』'
            | '´' => {
                push('\'', at);
            }
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => push('-', at),
            '…' => (0..3).for_each(|_| push('.', at)),
            _ if c.is_ascii() => push(c, at),
            _ => decompose_compatible(c, |c| push(c, at)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_word_for_word() {
        let text = "The mayor’s “open door” hour is weekly.\nA low‑floor tram — every ten minutes…  or so. 園裡種柿子\n和橘子。";
        let source = Source::new(text, 100);
        for (claim, want) in [
            (
                "The mayor's \"open door\" hour is weekly.",
                Some("The mayor’s “open door” hour is weekly."),
            ),
            (
                "tram - every ten minutes... or so",
                Some("tram — every ten minutes…  or so"),
            ),
            ("園裡種柿子和橘子", Some("園裡種柿子\n和橘子")),
            (
                "hour is weekly. A low-floor",
                Some("hour is weekly.\nA low‑floor"),
            ),
            ("every ten minutes… or so!", None),
            ("every ten minute", None),
            ("the mayor's", None),
            ("", None),
        ] {
            assert_eq!(source.locate(claim).and_then(|at| text.get(at)), want, "{claim}");
        }
    }

    #[test]
    fn claims_in_order_are_read_once_and_equal_ones_stand_apart() {
        let text = "It rained. ".repeat(1_000);
        let source = Source::new(&text, 0);
        let before = source.budget.get();
        for n in 0..1_000 {
            assert_eq!(source.locate("It rained.").unwrap().start, n * 11);
        }
        assert!(before - source.budget.get() <= 3 * text.len());
        // Behind the last one the search begins anew.
        assert_eq!(source.locate("It rained.").unwrap().start, 0);
    }
}
