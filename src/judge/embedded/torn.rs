//! Words of text without spaces that are told: pairs of characters are compared, and what is missing of them may be half a
//! word, or the end of one and the beginning of the next.

use std::ops::Range;

use crate::text::script::{is_hangul, is_hiragana};
use crate::text::stop::is_grammar_at;
use crate::text::words::{KeySet, Kind, Word};

/// A name has so many characters at most.
const NAME: usize = 4;

fn is_han(c: char) -> bool {
    ('\u{4E00}'..='\u{9FFF}').contains(&c)
}

/// What is told of a missing phrase: in Korean the whole word, in Chinese and Japanese no half of one. `None`: it was grammar
/// alone. `words` are those of the text, `known` what stands in the other one.
pub(super) fn whole(
    text: &str,
    phrase: Range<usize>,
    words: &[Word],
    known: &KeySet,
) -> Option<Range<usize>> {
    let inside = text.get(phrase.clone())?;
    if !inside.is_empty() && inside.chars().all(is_hangul) {
        let front = text.get(..phrase.start)?;
        let back = text.get(phrase.end..)?;
        let from = front.rfind(|c| !is_hangul(c)).map_or(0, |at| {
            at + front
                .get(at..)
                .and_then(|rest| rest.chars().next())
                .map_or(0, char::len_utf8)
        });
        let to = back.find(|c| !is_hangul(c)).unwrap_or(back.len());
        return Some(from..phrase.end + to);
    }
    let phrase = trimmed(text, phrase)?;
    let mut characters = text.get(phrase.clone())?.chars();
    match (characters.next(), characters.next()) {
        (Some(one), None) if is_han(one) => Some(around(text, phrase, words, known)),
        _ => Some(phrase),
    }
}

/// Without the particles around it, as far as something of Han is left: 毎日 of 毎日お, nothing of 在.
fn trimmed(text: &str, phrase: Range<usize>) -> Option<Range<usize>> {
    let inside = text.get(phrase.clone())?;
    if !inside.chars().all(|c| is_han(c) || is_hiragana(c)) || !inside.chars().any(is_han) {
        return Some(phrase);
    }
    let light = |at: usize, c: char| is_hiragana(c) || is_grammar_at(text, at);
    let mut told = inside
        .char_indices()
        .map(|(at, c)| (phrase.start + at, c))
        .filter(|(at, c)| !light(*at, *c));
    let first = told.next();
    let last = told.next_back().or(first);
    match (first, last) {
        (Some((from, _)), Some((to, c))) => Some(from..to + c.len_utf8()),
        _ if inside.chars().count() == 1 => None,
        _ => Some(phrase),
    }
}

/// A character of Han alone is half a word for the most part: with the one behind it, 化學, or in front, 週五, 第二季; not with
/// one that belongs to a word that stands in the other text, and in front of such a word with all of it: 林志明.
fn around(text: &str, phrase: Range<usize>, words: &[Word], known: &KeySet) -> Range<usize> {
    let before = text.get(..phrase.start).and_then(|text| text.chars().next_back());
    let before = before.filter(|c| is_han(*c) && !is_grammar_at(text, phrase.start - c.len_utf8()));
    let after = text.get(phrase.end..).and_then(|text| text.chars().next());
    let can = after == Some('以') && text.get(phrase.clone()) == Some("可");
    let after = after.filter(|c| can || (is_han(*c) && !is_grammar_at(text, phrase.end)));
    let pair = |fits: &dyn Fn(&Word) -> bool| {
        let mut pairs = words
            .iter()
            .filter(|word| matches!(word.kind, Kind::Pair | Kind::LightPair));
        pairs.any(|word| fits(word) && known.contains(&word.key))
    };
    let taken = pair(&|word| word.range.end == phrase.start);
    let weekday = matches!(before, Some('週' | '周'));
    let ordinal = before == Some('第');
    if pair(&|word| word.range.start == phrase.end) && before.is_none() {
        // What follows stands there: a name with another first character.
        let behind = text.get(phrase.end..).unwrap_or_default();
        let rest: String = behind
            .char_indices()
            .take_while(|(at, c)| is_han(*c) && !is_grammar_at(text, phrase.end + at))
            .map(|(_, c)| c)
            .take(NAME)
            .collect();
        if rest.chars().count() < NAME {
            return phrase.start..phrase.end + rest.len();
        }
    }
    let from = match before {
        Some(c) if weekday || ordinal || (after.is_none() && !taken) => phrase.start - c.len_utf8(),
        _ => phrase.start,
    };
    let to = match after {
        Some(c) if !weekday => phrase.end + c.len_utf8(),
        _ => phrase.end,
    };
    from..to
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::align::{Pick, content_keys, pick};
    use crate::text::words::words;

    #[test]
    fn words_are_told_whole() {
        for (source, statement, expected) in [
            (
                "館方把閱覽室擴建到600個座位，費用為3200萬元。",
                "擴建花了三千二百萬元。",
                "花",
            ),
            (
                "陳志明在台中開了一家咖啡店。",
                "林志明在台中開了一家咖啡店。",
                "林志明",
            ),
            ("兒童不得單獨進入。", "兒童可以單獨進入。", "可以"),
            (
                "관장은 2019년에 취임했다.",
                "관장은 2019년에 취임하였다.",
                "취임하였다",
            ),
        ] {
            let all = words(statement);
            let known = content_keys(&words(source));
            let told: Vec<&str> = pick(statement, &all, &known, Pick::Unknown)
                .into_iter()
                .filter_map(|phrase| whole(statement, phrase, &all, &known))
                .filter_map(|range| statement.get(range))
                .collect();
            assert!(told.contains(&expected), "{statement}: {told:?}");
        }
    }
}
