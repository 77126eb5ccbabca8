//! What a reason quotes, and the sentences of a text in which that stands.

use std::ops::Range;

use super::align::quoted;
use super::script::is_unspaced;
use super::sentences::sentences;

/// Opening and closing marks. Straight ones open and close alike.
const MARKS: [(char, char); 5] = [('“', '”'), ('「', '」'), ('『', '』'), ('«', '»'), ('"', '"')];
/// A single word may be meant anywhere.
const WORDS: usize = 2;
const CHARACTERS: usize = 5;

/// The pieces of a text in quotation marks that are long enough to be found again, without the marks and without what
/// stands for something left out; the longest first.
pub fn quotations(text: &str) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for (open, close) in MARKS {
        let mut depth = 0_usize;
        let mut start = 0;
        for (at, c) in text.char_indices() {
            if c == open && (open != close || depth == 0) {
                depth += 1;
                if depth == 1 {
                    start = at + c.len_utf8();
                }
            } else if c == close && depth > 0 {
                depth -= 1;
                if depth == 0 {
                    out.extend(text.get(start..at));
                }
            }
        }
    }
    for piece in &mut out {
        *piece = piece.trim_matches(|c: char| c == '…' || c == '.' || c.is_whitespace());
    }
    let tells = |piece: &&str| {
        piece.split_whitespace().count() >= WORDS
            || piece.chars().filter(|c| is_unspaced(*c)).count() >= CHARACTERS
    };
    out.retain(tells);
    out.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
    out
}

/// The sentences of a text that a piece of it stands in, as one range; `None`: it doesn't stand there word for word.
pub fn sentences_with(piece: &str, text: &str) -> Option<Range<usize>> {
    let place = quoted(piece, text)?;
    let mut around = sentences(text)
        .into_iter()
        .filter(|sentence| sentence.start < place.end && place.start < sentence.end);
    let Some(first) = around.next() else {
        return Some(place);
    };
    let end = around.next_back().map_or(first.end, |last| last.end);
    Some(first.start.min(place.start)..end.max(place.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_reason_quotes_is_found_again() {
        let reason = "Another number: “50 minutes” here, “35 minutes” in the source. Missing: the name “Ellmark”. Best match, \
                      chunk 1, sentence 2: “…ferry to “old” Tosund takes 35 minutes…”.";
        assert_eq!(
            quotations(reason),
            [
                "ferry to “old” Tosund takes 35 minutes",
                "50 minutes",
                "35 minutes"
            ]
        );
        let text =
            "We sell tea. The  ferry to \"old\" Tosund\ntakes 35 minutes on weekdays. It carries cars.";
        let range = sentences_with(quotations(reason)[0], text).unwrap();
        let sentence = text.get(range).unwrap_or_default();
        assert!(
            sentence.starts_with("The  ferry") && sentence.trim_end().ends_with("weekdays."),
            "{sentence:?}"
        );
        assert_eq!(sentences_with("ferry to Lund", text), None);
        let chinese = "最相符的是第 2 句：「圖書館平日開放到晚上九點」。缺少「五點」。";
        assert_eq!(quotations(chinese), ["圖書館平日開放到晚上九點"]);
        assert_eq!(
            sentences_with("平日開放到晚上九點", "三樓有書。圖書館平日開放到晚上九點。"),
            Some(15..54)
        );
        assert!(quotations("no quotes, or “ an open one").is_empty());
        assert!(quotations("” closed “").is_empty());
    }
}
