//! Folding a whole text for verbatim search: case, width, quotes, dashes, white space and composed characters
//! become one form, and a place in the folded text leads back to the place in the text.

use std::ops::Range;

use crate::text::nfkc::UnicodeNormalization;

use super::fold::is_wide;
use super::script::{is_apostrophe, is_invisible, is_joined, is_unspaced};

/// The folded text: lower case, straight quotes, plain hyphens, each run of white space one space (none between
/// characters that are written without spaces), compatibility forms, nothing invisible.
pub fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    fold(text, &mut out, |_, _| true);
    out
}

/// Where `needle` stands verbatim in `haystack`, after folding both; the first place. `None` when it does not, or
/// when there is nothing in it to look for. Linear in both lengths.
pub fn find_verbatim(needle: &str, haystack: &str) -> Option<Range<usize>> {
    find(needle, haystack, |needle, hay| hay.find(needle))
}

/// [`find_verbatim`] where `needle` neither begins nor ends inside a word or a number: "port" is not in "important",
/// nor 94 in 1945.
pub fn find_whole(needle: &str, haystack: &str) -> Option<Range<usize>> {
    find(needle, haystack, whole)
}

/// Where a folded `needle` stands in a folded text with its words and numbers whole. Text that is written without
/// spaces has no words to be whole.
pub fn whole(needle: &str, hay: &str) -> Option<usize> {
    let first = needle.chars().next()?;
    let last = needle.chars().next_back()?;
    let places = hay.match_indices(needle).map(|(at, _)| at);
    let mut places = places.filter(|at| {
        let before = hay.get(..*at).unwrap_or_default();
        let behind = hay.get(at + needle.len()..).unwrap_or_default();
        !(goes_on(before.chars().rev(), first) || goes_on(behind.chars(), last))
    });
    places.next()
}

/// Whether what stands beside `edge`, nearest first, is of the same word or number.
fn goes_on(mut beside: impl Iterator<Item = char>, edge: char) -> bool {
    let Some(next) = beside.next() else {
        return false;
    };
    if edge.is_numeric() && matches!(next, '.' | ',') {
        return beside.next().is_some_and(char::is_numeric);
    }
    let spaced = |c: char| c.is_alphanumeric() && !is_unspaced(c) && !is_wide(c);
    spaced(edge) && spaced(next)
}

fn find(needle: &str, haystack: &str, place: impl Fn(&str, &str) -> Option<usize>) -> Option<Range<usize>> {
    let needle = folded(needle);
    let needle = needle.trim();
    if needle.is_empty() {
        return None;
    }
    let hay = folded(haystack);
    let at = place(needle, &hay)?;
    let wanted = at..at + needle.len();
    // Folds once more and stops at the end of the match: cheaper than a map of every character.
    let mut found: Option<Range<usize>> = None;
    let mut again = String::with_capacity(wanted.end);
    fold(haystack, &mut again, |source, target| {
        if target.end > wanted.start && target.start < wanted.end && !target.is_empty() {
            match &mut found {
                Some(found) => found.end = source.end,
                None => found = Some(source),
            }
        }
        target.end < wanted.end
    });
    found
}

/// Folds into `out`; after each character with its marks, `took` hears where it stood and where its folded form
/// stands (empty when nothing is left of it), and says whether to go on.
fn fold(text: &str, out: &mut String, mut took: impl FnMut(Range<usize>, Range<usize>) -> bool) {
    let mut chars = text.char_indices().peekable();
    // White space is held back until it is known what follows.
    let mut space: Option<Range<usize>> = None;
    while let Some((start, c)) = chars.next() {
        let mut end = start + c.len_utf8();
        if c.is_whitespace() {
            let from = space.take().map_or(start, |space| space.start);
            space = Some(from..end);
            continue;
        }
        while let Some((at, mark)) = chars.peek().copied().filter(|(_, next)| is_joined(*next)) {
            end = at + mark.len_utf8();
            chars.next();
        }
        if is_invisible(c) {
            continue;
        }
        if let Some(space) = space.take() {
            let before = out.len();
            if !(out.ends_with(is_unspaced) && is_unspaced(c)) {
                out.push(' ');
            }
            if !took(space, before..out.len()) {
                return;
            }
        }
        let before = out.len();
        fold_cluster(c, text.get(start..end).unwrap_or_default(), out);
        if !took(start..end, before..out.len()) {
            return;
        }
    }
}

fn fold_cluster(first: char, cluster: &str, out: &mut String) {
    if cluster.len() == 1 {
        out.push(first.to_ascii_lowercase());
    } else if is_apostrophe(first) || matches!(first, '‚' | '‛' | '′' | '`' | '´') {
        out.push('\'');
    } else if matches!(
        first,
        '“' | '”'
            | '„'
            | '‟'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '「'
            | '」'
            | '『'
            | '』'
            | '＂'
            | '″'
            | '〝'
            | '〞'
            | '｢'
            | '｣'
    ) {
        out.push('"');
    } else if matches!(first, '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '－') {
        out.push('-');
    } else {
        out.extend(cluster.nfkc().flat_map(char::to_lowercase));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbatim_after_folding() {
        let cases: &[(&str, &str, Option<&str>)] = &[
            ("the big plan", "It is The  Big\nPlan.", Some("The  Big\nPlan")),
            ("\"yes\"", "He said “Yes”.", Some("“Yes”")),
            ("don't", "I don’t know", Some("don’t")),
            ("Ａ１", "see a1!", Some("a1")),
            ("借閱證", "借閱\n證可辦理", Some("借閱\n證")),
            ("借 閱證", "借閱證", Some("借閱證")),
            ("cafe\u{301}", "a CAFÉ b", Some("CAFÉ")),
            ("café", "a cafe\u{301} b", Some("cafe\u{301}")),
            ("ガラス", "ｶﾞﾗｽ", Some("ｶﾞﾗｽ")),
            ("well-known", "a well–known man", Some("well–known")),
            ("co\u{AD}op", "a coop", Some("coop")),
            ("coop", "a co\u{200B}op", Some("co\u{200B}op")),
            ("wait...", "wait…", Some("wait…")),
            ("  ", "anything", None),
            ("", "", None),
            ("missing", "nothing here", None),
        ];
        for (needle, haystack, expected) in cases {
            let found = find_verbatim(needle, haystack).map(|range| haystack.get(range).unwrap());
            assert_eq!(found, *expected, "{needle} in {haystack}");
        }
    }

    #[test]
    fn whole_words_and_numbers() {
        for (needle, haystack, at) in [
            ("port", "It is important to see the PORT.", Some(27)),
            ("us", "The museum of the US", Some(18)),
            ("art", "a party", None),
            ("94", "in 1945", None),
            ("94", "94,000 and 3.94", None),
            ("94", "so 94, 95", Some(3)),
            ("1945", "(1945)", Some(1)),
            ("b", "harbour", None),
            ("六點", "傍晚六點半", Some(6)),
            ("5公尺", "高15公尺", None),
            ("公尺", "高15公尺", Some(5)),
            ("서울", "서울은", Some(0)),
            ("b2", "b20", None),
            ("", "b", None),
        ] {
            let found = find_whole(needle, haystack).map(|range| range.start);
            assert_eq!(found, at, "{needle} in {haystack}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_piece_of_a_text_is_found_in_it(text in "[a-zA-Z .「」’é가ﾞ\u{301}\u{AD}\n]{1,40}|\\PC{1,40}", from in 0usize..40, length in 1usize..20) {
            let piece: String = text.chars().skip(from).take(length).collect();
            // A piece that begins inside a cluster is another text.
            proptest::prop_assume!(!piece.starts_with(is_joined));
            let next = text.chars().nth(from + length);
            proptest::prop_assume!(!next.is_some_and(is_joined));
            let found = find_verbatim(&piece, &text);
            if folded(&piece).trim().is_empty() {
                proptest::prop_assert!(found.is_none());
            } else if let Some(found) = found {
                let raw = text.get(found).unwrap();
                let (have, want) = (folded(raw), folded(&piece));
                proptest::prop_assert!(have.contains(want.trim()));
            }
        }
    }
}
