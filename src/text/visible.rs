//! Texts as evidence: characters that a reader cannot see are named, marked ranges are cut at them, and a long
//! text is shown in part.

use std::ops::Range;

use super::script::is_joined;

/// A piece of a text to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text as it stands; whether it is marked.
    Text {
        /// The text.
        text: String,
        /// It lies within a marked range.
        marked: bool,
    },
    /// A character that has no shape of its own but can change how others look.
    Control {
        /// What is shown in its place: `RLO`, `ZWSP`.
        name: &'static str,
        /// Its code point.
        code: u32,
    },
}

/// Cuts a text into pieces. `marks` are byte ranges in order; what overlaps, lies outside or splits a character is
/// left unmarked rather than refused.
pub fn pieces(text: &str, marks: &[Range<usize>]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for mark in marks {
        let (start, end) = (mark.start.max(at), mark.end.min(text.len()));
        if start >= end {
            continue;
        }
        if text.get(at..start).is_none() || text.get(start..end).is_none() {
            continue;
        }
        push(&mut pieces, text, at..start, false);
        push(&mut pieces, text, start..end, true);
        at = end;
    }
    push(&mut pieces, text, at..text.len(), false);
    pieces
}

/// The text with the names of such characters in their place, for where there is nothing but text: `a⟨RLO⟩b`.
pub fn named(text: &str) -> String {
    let piece = |piece| match piece {
        Piece::Text { text, .. } => text,
        Piece::Control { name, .. } => format!("⟨{name}⟩"),
    };
    pieces(text, &[]).into_iter().map(piece).collect()
}

/// The part of a text that is shown at first: at most `limit` bytes, cut between characters, and how many
/// characters are left out.
pub fn head(text: &str, limit: usize) -> (&str, usize) {
    if text.len() <= limit {
        return (text, 0);
    }
    let mut end = limit;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let (head, tail) = text.split_at_checked(end).unwrap_or((text, ""));
    (head, tail.chars().count())
}

fn push(pieces: &mut Vec<Piece>, text: &str, range: Range<usize>, marked: bool) {
    let mut from = range.start;
    let plain = |pieces: &mut Vec<Piece>, range: Range<usize>| {
        let piece = text.get(range).unwrap_or_default();
        if !piece.is_empty() {
            pieces.push(Piece::Text {
                text: piece.to_owned(),
                marked,
            });
        }
    };
    for (at, c) in text.get(range.clone()).unwrap_or_default().char_indices() {
        let at = range.start + at;
        let Some(name) = control_name(c).filter(|_| !belongs_to_word(text, at, c)) else {
            continue;
        };
        plain(pieces, from..at);
        pieces.push(Piece::Control {
            name,
            code: u32::from(c),
        });
        from = at + c.len_utf8();
    }
    plain(pieces, from..range.end);
}

/// Whether a joiner belongs to what stands around it: within an emoji of several, and between letters of scripts whose
/// letters are joined, where it is part of how a word is written.
fn belongs_to_word(text: &str, at: usize, c: char) -> bool {
    if !matches!(c, '\u{200C}' | '\u{200D}') {
        return false;
    }
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let after = text
        .get(at + c.len_utf8()..)
        .and_then(|after| after.chars().next());
    let (Some(before), Some(after)) = (before, after) else {
        return false;
    };
    let joins = |c: char| {
        matches!(c, '\u{620}'..='\u{8FF}' | '\u{900}'..='\u{DFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{18AF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
            && (c.is_alphabetic() || is_joined(c))
    };
    let emoji = |c: char| matches!(c, '\u{2190}'..='\u{2BFF}' | '\u{FE0F}' | '\u{1F000}'..='\u{1FAFF}');
    (joins(before) && joins(after)) || (c == '\u{200D}' && emoji(before) && emoji(after))
}

/// Whether there is nothing to see in a text: white space, and characters that have no shape.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || control_name(c).is_some()
            || matches!(c, '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
                | '\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}'
                | '\u{E0100}'..='\u{E01EF}')
    })
}

/// The longest ranges, at most `limit`, in their order: lighting every single word of a long text shows nothing.
pub fn longest(ranges: &[Range<usize>], limit: usize) -> Vec<Range<usize>> {
    let mut kept = ranges.to_vec();
    if kept.len() > limit {
        kept.sort_by_key(|range| (std::cmp::Reverse(range.len()), range.start));
        kept.truncate(limit);
        kept.sort_by_key(|range| range.start);
    }
    kept
}

/// The name of an invisible character: bidi controls, zero-width characters, tags, other controls.
fn control_name(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{00AD}' => "SHY",
        '\u{061C}' => "ALM",
        '\u{180E}' => "MVS",
        '\u{200B}' => "ZWSP",
        '\u{200C}' => "ZWNJ",
        '\u{200D}' => "ZWJ",
        '\u{200E}' => "LRM",
        '\u{200F}' => "RLM",
        '\u{202A}' => "LRE",
        '\u{202B}' => "RLE",
        '\u{202C}' => "PDF",
        '\u{202D}' => "LRO",
        '\u{202E}' => "RLO",
        '\u{2060}' => "WJ",
        '\u{2061}'..='\u{2064}' => "INV",
        '\u{2066}' => "LRI",
        '\u{2067}' => "RLI",
        '\u{2068}' => "FSI",
        '\u{2069}' => "PDI",
        '\u{FEFF}' => "BOM",
        '\u{FFF9}'..='\u{FFFB}' => "IAA",
        '\u{E0000}'..='\u{E007F}' => "TAG",
        '\n' | '\t' => return None,
        '\r' => "CR",
        c if c.is_control() => "CTRL",
        _ => return None,
    })
}

#[cfg(test)]
// Lists of one range, and ranges that are wrong on purpose.
#[allow(clippy::single_range_in_vec_init, clippy::reversed_empty_ranges)]
mod tests {
    use super::*;

    fn shown(text: &str, marks: &[Range<usize>]) -> String {
        let show = |piece| match piece {
            Piece::Text { text, marked: true } => format!("[{text}]"),
            Piece::Text { text, marked: false } => text,
            Piece::Control { name, .. } => format!("<{name}>"),
        };
        pieces(text, marks).into_iter().map(show).collect()
    }

    #[test]
    fn controls_have_names_in_plain_text() {
        for (text, want) in [
            ("plain\n\ttext", "plain\n\ttext"),
            ("a\u{202E}b\u{200B}", "a⟨RLO⟩b⟨ZWSP⟩"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("", ""),
        ] {
            assert_eq!(named(text), want, "{text:?}");
        }
    }

    #[test]
    fn blank_is_what_nobody_sees() {
        for text in [
            "",
            " \n\t",
            "\u{3000}",
            "\u{200B}",
            "\u{2060}",
            " \u{FEFF}\u{200E} ",
            "\u{202E}\u{2066}",
            "\u{AD}",
            "\u{2800}",
            "\u{3164}",
            "\u{FE0F}",
            "\u{E0041}",
            "\0",
        ] {
            assert!(is_blank(text), "{text:?}");
        }
        for text in ["a", "\u{200B}a", ".", "👩\u{200D}🔬", "字", "\u{301}"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }

    #[test]
    fn the_longest_are_kept_in_order() {
        assert_eq!(longest(&[0..1, 2..5, 6..7, 8..20], 2), [2..5, 8..20]);
        assert_eq!(longest(&[0..1, 2..3, 4..5], 2), [0..1, 2..3]);
        assert_eq!(longest(&[0..1], 2), [0..1]);
    }

    #[test]
    fn marks_and_controls() {
        for (text, marks, want) in [
            ("plain\ntext", vec![], "plain\ntext"),
            ("abc", vec![0..1, 2..3], "[a]b[c]"),
            ("a\u{202E}bc", vec![0..5], "[a]<RLO>[b]c"),
            ("zero\u{200B}width", vec![], "zero<ZWSP>width"),
            ("圖書館", vec![3..6], "圖[書]館"),
            // Joiners of emoji, Persian and Hindi words belong there; elsewhere they are seen.
            (
                "👩\u{200D}🔬 👩🏽\u{200D}❤\u{FE0F}\u{200D}👩",
                vec![],
                "👩\u{200D}🔬 👩🏽\u{200D}❤\u{FE0F}\u{200D}👩",
            ),
            ("می\u{200C}خواهم", vec![], "می\u{200C}خواهم"),
            ("می\u{200C}خواهم", vec![0..4], "[می]\u{200C}خواهم"),
            ("क्\u{200D}ष क्\u{200C}ष", vec![], "क्\u{200D}ष क्\u{200C}ष"),
            ("a\u{200D}b", vec![], "a<ZWJ>b"),
            ("👩\u{200C}🔬", vec![], "👩<ZWNJ>🔬"),
            ("می\u{200C}\u{200C}خواهم", vec![], "می<ZWNJ><ZWNJ>خواهم"),
            ("می\u{200C} خواهم", vec![], "می<ZWNJ> خواهم"),
            ("\u{200D}👩\u{200D}", vec![], "<ZWJ>👩<ZWJ>"),
        ] {
            assert_eq!(shown(text, &marks), want);
        }
    }

    #[test]
    fn wrong_ranges_do_no_harm() {
        for marks in [
            vec![1..2],
            vec![9..20],
            vec![5..3],
            vec![0..6, 3..9],
            vec![0..usize::MAX],
        ] {
            let without: String = shown("圖書館", &marks).replace(['[', ']'], "");
            assert_eq!(without, "圖書館", "{marks:?}");
        }
    }

    #[test]
    fn a_head_is_cut_between_characters() {
        assert_eq!(head("圖書館", 4), ("圖", 2));
        assert_eq!(head("abc", 3), ("abc", 0));
        assert_eq!(head("圖", 1), ("", 1));
    }
}
