//! The evidence light: which parts of one text have their words in another, and which have not.
//!
//! Ranges are in bytes, on character boundaries, sorted, apart. Neighbouring words are joined over stop words and
//! punctuation so that they read as phrases; stop words alone are never lit. Time and memory are linear in both
//! texts.

use std::ops::Range;

use super::normalise;
use super::stop::is_grammar_at;
use super::words::{Key, KeySet, Kind, Word, words};

/// The parts of `target` where content words of `source` stand.
pub fn found(source: &str, target: &str) -> Vec<Range<usize>> {
    let known = lit_keys(source, &with_clocks(source));
    pick(target, &with_clocks(target), &known, Pick::Known)
}

/// The parts of `source` whose content words do not occur in `target`.
pub fn missing(source: &str, target: &str) -> Vec<Range<usize>> {
    let known = lit_keys(target, &with_clocks(target));
    pick(source, &with_clocks(source), &known, Pick::Unknown)
}

/// [`found`] and [`missing`] of two texts, which are read once for both.
pub fn compare(source: &str, target: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (in_source, in_target) = (with_clocks(source), with_clocks(target));
    let (known, there) = (lit_keys(source, &in_source), lit_keys(target, &in_target));
    (
        pick(target, &in_target, &known, Pick::Known),
        pick(source, &in_source, &there, Pick::Unknown),
    )
}

/// The words of a text, in which the "am" and "a.m." behind a figure are content: they tell 7 in the morning from 7 in the
/// evening, and are no verb there.
fn with_clocks(text: &str) -> Vec<Word> {
    let all = words(text);
    let [morning, a, p, m] = ["am", "a", "p", "m"].map(Key::of);
    let between = |first: &Word, second: &Word| text.get(first.range.end..second.range.start);
    let behind = |first: &Word, second: &Word| {
        first.kind == Kind::Number
            && between(first, second).is_some_and(|gap| gap.trim().is_empty() && gap.chars().nth(1).is_none())
    };
    let mut out: Vec<Word> = Vec::with_capacity(all.len());
    let mut rest = all.into_iter().peekable();
    while let Some(mut word) = rest.next() {
        if out.last().is_some_and(|number| behind(number, &word)) {
            let dotted = |next: &Word| next.key == m && between(&word, next) == Some(".");
            if word.key == morning {
                word.stop = false;
            } else if [a, p].contains(&word.key)
                && let Some(next) = rest.next_if(dotted)
            {
                word.key = if word.key == a { morning } else { Key::of("pm") };
                (word.range.end, word.second, word.stop) = (next.range.end, next.range.end, false);
            }
        }
        out.push(word);
    }
    out
}

/// Where `needle` stands word for word in `haystack` (case, width, quotes and white space aside).
pub fn quoted(needle: &str, haystack: &str) -> Option<Range<usize>> {
    normalise::find_verbatim(needle, haystack)
}

/// The same with its words and numbers whole.
pub fn standing(needle: &str, haystack: &str) -> Option<Range<usize>> {
    normalise::find_whole(needle, haystack)
}

/// The keys of the content words of a text.
pub fn content_keys(words: &[Word]) -> KeySet {
    words
        .iter()
        .filter(|word| !word.stop)
        .map(|word| word.key)
        .collect()
}

/// What counts as standing in a text: its content words, and of a pair in front of a number its second character by
/// itself. So 高 of 高32公尺, which has no neighbour, is found in 塔高32公尺. To be asked, not to be gone through.
pub fn standing_keys(text: &str, words: &[Word]) -> KeySet {
    let mut keys = content_keys(words);
    for (pair, next) in words.iter().zip(words.iter().skip(1)) {
        let in_front = next.kind == Kind::Number && next.range.start <= pair.range.end + 1;
        if is_pair(pair)
            && in_front
            && let Some(second) = text.get(pair.second..).and_then(|rest| rest.chars().next())
        {
            keys.insert(Key::of_character(second));
        }
    }
    keys
}

/// [`standing_keys`], and of a pair behind a counter its first character by itself: where 公尺 ends the text its 尺 has no
/// neighbour, and in 公尺的 it has.
pub fn lit_keys(text: &str, words: &[Word]) -> KeySet {
    let mut keys = standing_keys(text, words);
    for (counter, pair) in words.iter().zip(words.iter().skip(1)) {
        if is_pair(pair) && touches_counter(Some(counter), pair) {
            keys.extend(character(text, pair.range.start));
        }
    }
    keys
}

/// Whether a counter, or a number whose counter it may be, stands directly in front of a word.
fn touches_counter(before: Option<&Word>, word: &Word) -> bool {
    before.is_some_and(|before| {
        matches!(before.kind, Kind::Single | Kind::Number) && before.range.end == word.range.start
    })
}

fn character(text: &str, at: usize) -> Option<Key> {
    text.get(at..)?.chars().next().map(Key::of_character)
}

/// Which words [`pick`] lights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Those that are known.
    Known,
    /// Those that are not.
    Unknown,
}

/// The phrases of `text` (whose words are `words`) that are, or are not, among the `known` keys.
pub fn pick(text: &str, words: &[Word], known: &KeySet, pick: Pick) -> Vec<Range<usize>> {
    let mut phrases = Phrases {
        text,
        out: Vec::new(),
        open: false,
    };
    let mut rest = words;
    let mut before: Option<&Word> = None;
    while let Some((first, after)) = rest.split_first() {
        if is_pair(first) {
            let run = pair_run(rest);
            let (pairs, after) = rest.split_at_checked(run).unwrap_or((rest, &[]));
            // At the edge to a number or its counter a character may have no neighbour in the other text.
            let front = touches_counter(before, first).then_some(first.range.start);
            let back = pairs.last().filter(|last| {
                let next = after.first();
                next.is_some_and(|next| next.kind == Kind::Number && next.range.start <= last.range.end + 1)
            });
            let edges = [front, back.map(|last| last.second)];
            pair_phrases(text, pairs, known, (pick, edges), &mut phrases);
            before = pairs.last();
            rest = after;
            continue;
        }
        rest = after;
        before = Some(first);
        if first.stop {
            continue;
        }
        if known.contains(&first.key) == (pick == Pick::Known) {
            phrases.light(first.range.clone());
        } else {
            phrases.dark();
        }
    }
    phrases.out
}

fn is_pair(word: &Word) -> bool {
    matches!(word.kind, Kind::Pair | Kind::LightPair)
}

/// How many pairs follow each other, each beginning inside the one before.
fn pair_run(words: &[Word]) -> usize {
    let joined = words
        .iter()
        .zip(words.iter().skip(1))
        .take_while(|(a, b)| is_pair(b) && b.range.start < a.range.end)
        .count();
    joined + 1
}

/// In text without spaces a character is known when one of its two pairs is.
fn pair_phrases(
    text: &str,
    pairs: &[Word],
    known: &KeySet,
    (pick, alone): (Pick, [Option<usize>; 2]),
    phrases: &mut Phrases<'_>,
) {
    let is_known = |pair: Option<&Word>| pair.is_some_and(|pair| !pair.stop && known.contains(&pair.key));
    // The characters of the run: where each pair begins, and the rest of the last one.
    let starts = pairs.iter().map(|pair| pair.range.start);
    let end = pairs.last().map_or(0, |pair| pair.range.end);
    let mut before: Option<&Word> = None;
    let mut nexts = pairs.iter();
    let mut edges = starts
        .chain(pairs.last().map(|last| last.second))
        .chain([end])
        .peekable();
    while let Some(start) = edges.next() {
        let Some(stop) = edges.peek().copied() else { break };
        let next = nexts.next();
        let by_itself =
            || alone.contains(&Some(start)) && character(text, start).is_some_and(|key| known.contains(&key));
        let lit = (is_known(before) || is_known(next) || by_itself()) == (pick == Pick::Known);
        let function = is_grammar_at(text, start);
        match (lit, function) {
            // Grammar is lit inside a known pair, and never missing by itself.
            (true, true) if pick == Pick::Unknown => {}
            (true, _) => phrases.light(start..stop),
            (false, true) => {}
            (false, false) => phrases.dark(),
        }
        before = next;
    }
}

struct Phrases<'t> {
    text: &'t str,
    out: Vec<Range<usize>>,
    /// Nothing dark stood since the last phrase.
    open: bool,
}

impl Phrases<'_> {
    fn light(&mut self, range: Range<usize>) {
        match self.out.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            Some(last) if self.open && bridges(self.text.get(last.end..range.start)) => last.end = range.end,
            _ => self.out.push(range),
        }
        self.open = true;
    }

    fn dark(&mut self) {
        self.open = false;
    }
}

/// Whether a phrase goes on over this gap between two lit words: short, and within the sentence.
fn bridges(gap: Option<&str>) -> bool {
    const LONGEST: usize = 40;
    gap.is_some_and(|gap| {
        gap.len() <= LONGEST
            && !gap.contains(['\n', '\r', '!', '?', ';', '。', '！', '？', '；', '؟', '।'])
            && !gap.contains(". ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(ranges: Vec<Range<usize>>, text: &str) -> Vec<&str> {
        ranges.into_iter().map(|range| text.get(range).unwrap()).collect()
    }

    #[test]
    fn lights() {
        // source, target, found in target, missing from source
        let cases: &[(&str, &str, &[&str], &[&str])] = &[
            (
                "The Harlow footbridge opened in May 1987.",
                "The Harlow footbridge, opened in 1987, is closed.",
                &["Harlow footbridge, opened in 1987"],
                &[],
            ),
            (
                "A new filter lasts 400 hours.",
                "Filters last a long time.",
                &["Filters last"],
                &["new", "400 hours"],
            ),
            ("the of and", "the of and", &[], &[]),
            ("1,000 people", "there were 1000 PEOPLE", &["1000 PEOPLE"], &[]),
            ("five “items”", "5 'items' here", &["5 'items"], &[]),
            (
                "圖書館平日開放到晚上九點。",
                "圖書館平日晚上9點關門，請見公告。",
                &["圖書館平日晚上9點"],
                &["開放"],
            ),
            ("高三十二公尺", "燈塔高32公尺", &["高32公尺"], &[]),
            ("約5人、第３章", "大約五人，見第3章", &["約五人", "第3章"], &[]),
            (
                "海拔 3952 公尺。",
                "海拔 3952 公尺的玉山。",
                &["海拔 3952 公尺"],
                &[],
            ),
            (
                "海拔 3952 公尺的玉山。",
                "海拔 3952 公尺。",
                &["海拔 3952 公尺"],
                &["玉山"],
            ),
            ("重量五公斤。", "重量五公斤的箱子。", &["重量五公斤"], &[]),
            ("長度三公里高", "長度三公里和寬度。", &["長度三公里"], &["高"]),
            ("高32公尺", "燈塔長32公尺", &["32公尺"], &["高"]),
            ("三樓設有自習室。", "樓上有自習室", &["有自習室"], &["三樓設"]),
            (
                "Die Straße ist gesperrt",
                "die gesperrten STRASSE",
                &["die", "STRASSE"],
                &["gesperrt"],
            ),
            ("東京タワーは赤い", "赤い東京タワー", &["赤い東京タワー"], &[]),
            (
                "افتتح الجسر عام ١٩٨٧",
                "الجسر مغلق منذ 1987",
                &["الجسر", "1987"],
                &["افتتح", "عام"],
            ),
            ("", "abc", &[], &[]),
            ("abc", "", &[], &["abc"]),
            // "am" tells a time where it stands behind a figure, and is a verb elsewhere.
            (
                "The shop opens at 7 AM.",
                "The shop opens at 7 PM.",
                &["shop opens at 7"],
                &["AM"],
            ),
            (
                "It sails at 7:30 AM.",
                "it sails at 7:30\u{202F}am",
                &["sails at 7:30\u{202F}am"],
                &[],
            ),
            ("Opens at 7 a.m.", "It opens at 7 p.m.", &["opens at 7"], &["a.m"]),
            ("Opens 7AM", "opens at 7 a.m.", &["opens at 7 a.m"], &[]),
            ("I am seven", "7 is what I am", &["7"], &[]),
        ];
        for (source, target, lit, dark) in cases {
            assert_eq!(
                compare(source, target),
                (found(source, target), missing(source, target)),
                "{source} | {target}"
            );
            assert_eq!(
                &texts(found(source, target), target),
                lit,
                "found: {source} | {target}"
            );
            assert_eq!(
                &texts(missing(source, target), source),
                dark,
                "missing: {source} | {target}"
            );
        }
    }

    #[test]
    fn phrases_end_with_their_sentence() {
        let target = "Bridge. Opened today";
        assert_eq!(
            texts(found("bridge opened", target), target),
            ["Bridge", "Opened"]
        );
    }

    #[test]
    fn quoted_is_verbatim() {
        assert_eq!(quoted("HELLO  world", "oh hello world"), Some(3..14));
        assert_eq!(quoted("hello big world", "hello world"), None);
    }

    proptest::proptest! {
        #[test]
        fn ranges_are_on_boundaries_sorted_and_apart(
            a in "[a-c ,.九點的圖書館館가나ｶﾞ\u{301}1:]{0,50}|\\PC{0,50}",
            b in "[a-c ,.九點的圖書館館가나ｶﾞ\u{301}1:]{0,50}|\\PC{0,50}",
        ) {
            for (ranges, text) in [(found(&a, &b), &b), (missing(&a, &b), &a), (found(&a, &a), &a)] {
                let mut end = 0;
                for range in ranges {
                    proptest::prop_assert!(range.start >= end && range.start < range.end);
                    proptest::prop_assert!(text.get(range.clone()).is_some());
                    end = range.end;
                }
            }
            proptest::prop_assert!(missing(&a, &a).is_empty());
        }
    }
}
