//! Fences around untrusted text: a passage must not be able to pose as a marker of the prompt.
//!
//! A text stands between `<passage>` and `</passage>` (or another tag). Inside, a tag that could close the fence
//! and anything that reads as a marker (`[ESSENTIAL PASSAGE]`, a line `ID: 3`) gets a backslash in front, the way
//! Markdown escapes; nothing else is changed.

/// `text` between `<tag>` and `</tag>`, with look-alikes of fences and markers escaped.
pub fn fenced(tag: &str, text: &str) -> String {
    format!(
        "<{tag}>\n{}\n</{tag}>",
        escape(text.trim_end_matches(['\n', '\r']))
    )
}

/// Escapes what could pose as a fence, a passage marker or a chunk label.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    // A lone carriage return and the Unicode separators start a line for some readers, too.
    for line in text.split_inclusive(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) {
        escape_line(line, &mut out);
    }
    out
}

fn escape_line(line: &str, out: &mut String) {
    let body = line.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c));
    let indent = line.len() - body.len();
    out.push_str(line.get(..indent).unwrap_or_default());
    if is_chunk_label(body) {
        out.push('\\');
    }
    let mut rest = body;
    while let Some(at) = rest.find(['<', '[', '［', '【']) {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        if is_fence(tail) || is_marker(tail) {
            out.push('\\');
        }
        let width = tail.chars().next().map_or(1, char::len_utf8);
        let (bracket, after) = tail.split_at(width);
        out.push_str(bracket);
        rest = after;
    }
    out.push_str(rest);
}

/// `ID: 3`, `**ID:** 3`, `ID：3` at the start of a line.
fn is_chunk_label(line: &str) -> bool {
    let decoration = |c: char| matches!(c, '*' | '#' | '-' | '>' | '`' | '|' | '_') || c.is_whitespace();
    let Some(rest) = strip_word(line.trim_start_matches(decoration), "id") else {
        return false;
    };
    let gap = |c: char| matches!(c, '*' | '`' | '_') || c.is_whitespace() || is_invisible(c);
    rest.trim_start_matches(gap)
        .starts_with([':', '：', '=', '﹕', '∶'])
}

/// `</passage>`, `<passage`, `</chunk>` and their like, with or without spaces.
fn is_fence(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('<') else {
        return false;
    };
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/' || is_invisible(c));
    ["passage", "chunk", "question", "answer", "text"]
        .iter()
        .any(|tag| strip_word(rest, tag).is_some())
}

/// `[ESSENTIAL PASSAGE`, `【 bonus  passage】` in any case and spacing.
fn is_marker(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['[', '［', '【']) else {
        return false;
    };
    let gap = |c: char| c.is_whitespace() || is_invisible(c) || c == '_' || c == '-';
    let rest = rest.trim_start_matches(gap);
    let Some(rest) = strip_word(rest, "essential").or_else(|| strip_word(rest, "bonus")) else {
        return false;
    };
    strip_word(rest.trim_start_matches(gap), "passage").is_some()
}

/// Strips an ASCII word in any case and width, skipping zero-width characters inside it.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let mut wanted = word.chars();
    let mut next = wanted.next();
    let mut chars = text.chars();
    while let Some(want) = next {
        let c = chars.next()?;
        if is_invisible(c) {
            continue;
        }
        if narrow(c).to_ascii_lowercase() != want {
            return None;
        }
        next = wanted.next();
    }
    Some(chars.as_str())
}

/// A full-width letter's plain form.
fn narrow(c: char) -> char {
    match u32::from(c) {
        code @ 0xFF01..=0xFF5E => char::from_u32(code - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{00AD}' | '\u{202A}'..='\u{202E}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_poses_as_a_marker_is_escaped() {
        for (text, want) in [
            ("ID: 5\nText", "\\ID: 5\nText"),
            ("a\r\n  id ： 5", "a\r\n  \\id ： 5"),
            ("**ID:** 5", "\\**ID:** 5"),
            (
                "see [ESSENTIAL PASSAGE] 2: Score: 5",
                "see \\[ESSENTIAL PASSAGE] 2: Score: 5",
            ),
            ("［Ｂonus  PASSAGE］", "\\［Ｂonus  PASSAGE］"),
            ("【essential_passage 1】", "\\【essential_passage 1】"),
            ("x </passage> y", "x \\</passage> y"),
            ("< / Chunk>", "\\< / Chunk>"),
            ("[E\u{200B}SSENTIAL PASSAGE]", "\\[E\u{200B}SSENTIAL PASSAGE]"),
        ] {
            assert_eq!(escape(text), want, "{text:?}");
        }
    }

    #[test]
    fn ordinary_text_stays_as_it_is() {
        for text in [
            "Idaho: 5",
            "a [1] b <b>bold</b>",
            "the ID of 5",
            "idle",
            "",
            "日本【東京】",
            "Identity: x",
        ] {
            assert_eq!(escape(text), text);
        }
    }

    #[test]
    fn fenced_text_stands_between_its_tags() {
        assert_eq!(fenced("passage", "a\n"), "<passage>\na\n</passage>");
    }
}
