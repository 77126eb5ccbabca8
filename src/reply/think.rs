//! Think parts: what a reasoning model wrote for itself is no part of its reply.
//!
//! Readers of JSON try the text as it is first and name the ranges in which a tag is text ([`visible_outside`]);
//! all others read [`visible`].

use std::borrow::Cow;
use std::ops::Range;

/// A think part that never closes: the reply was cut off, whatever the API says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a think part never closes")]
pub struct NeverCloses;

/// The text without its think parts. Behind a closing tag without an opening one, only what follows counts.
///
/// # Errors
/// [`NeverCloses`].
pub fn visible(text: &str) -> Result<Cow<'_, str>, NeverCloses> {
    visible_outside(text, &[])
}

/// Like [`visible`]; tags inside `ranges` (sorted, of strings that are known to be content) are text.
///
/// # Errors
/// [`NeverCloses`].
pub fn visible_outside<'t>(text: &'t str, ranges: &[Range<usize>]) -> Result<Cow<'t, str>, NeverCloses> {
    let mut tags = tags(text).filter(|tag| !inside(ranges, tag.start)).peekable();
    if tags.peek().is_none() {
        return Ok(Cow::Borrowed(text));
    }
    let mut out = String::new();
    let (mut from, mut thinking) = (0, false);
    for tag in tags {
        match (tag.opens, thinking) {
            (true, false) => {
                out.push_str(text.get(from..tag.start).unwrap_or_default());
                thinking = true;
            }
            // A tag that a model writes while it thinks opens nothing: the next closing one is taken.
            (true, true) => {}
            (false, true) => {
                thinking = false;
                from = tag.end;
            }
            (false, false) => {
                out.clear();
                from = tag.end;
            }
        }
    }
    if thinking {
        return Err(NeverCloses);
    }
    out.push_str(text.get(from..).unwrap_or_default());
    Ok(Cow::Owned(out))
}

/// Whether there is any think tag, quoted ones aside.
pub fn has_tag(text: &str) -> bool {
    tags(text).next().is_some()
}

fn inside(ranges: &[Range<usize>], at: usize) -> bool {
    let after = ranges.partition_point(|range| range.start <= at);
    after
        .checked_sub(1)
        .and_then(|i| ranges.get(i))
        .is_some_and(|range| range.contains(&at))
}

struct Tag {
    start: usize,
    end: usize,
    opens: bool,
}

/// Longer names first where one begins with another.
const NAMES: [&str; 8] = [
    "thinking",
    "think",
    "thoughts",
    "thought",
    "scratchpad",
    "reflection",
    "antml:thinking",
    "seed:think",
];

/// Forms that are not `<name>`: of Mistral, of Kimi, of the OpenThoughts data, and of the harmony format, where
/// everything up to the final channel is thinking.
const FIXED: [(&str, bool); 7] = [
    ("[THINK]", true),
    ("[/THINK]", false),
    ("◁think▷", true),
    ("◁/think▷", false),
    ("<|begin_of_thought|>", true),
    ("<|end_of_thought|>", false),
    ("<|channel|>final<|message|>", false),
];

fn tags(text: &str) -> impl Iterator<Item = Tag> {
    text.match_indices(['<', '[', '◁'])
        .filter_map(move |(start, _)| tag_at(text, start))
        .filter(move |tag| !is_quoted(text, tag))
}

fn tag_at(text: &str, start: usize) -> Option<Tag> {
    let rest = text.get(start..)?;
    let second = rest.chars().nth(1)?;
    if !(second.is_ascii_alphabetic() || matches!(second, '/' | '|' | ' ')) {
        return None;
    }
    for (form, opens) in FIXED {
        if rest.starts_with(form) {
            let end = start + form.len();
            return Some(Tag { start, end, opens });
        }
    }
    let inner = rest.strip_prefix('<')?.trim_start_matches(' ');
    let (inner, opens) = match inner.strip_prefix('/') {
        Some(inner) => (inner.trim_start_matches(' '), false),
        None => (inner, true),
    };
    let name = NAMES.iter().find(|name| {
        inner
            .get(..name.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(name))
    })?;
    let tail = inner.get(name.len()..)?;
    // Attributes are short; a `<think` without its `>` nearby is text.
    let close = tail
        .char_indices()
        .take(80)
        .find(|(_, c)| matches!(c, '>' | '<' | '\n'));
    match close {
        Some((at, '>')) if at == 0 || tail.starts_with(' ') => {
            let end = start + (rest.len() - tail.len()) + at + 1;
            Some(Tag { start, end, opens })
        }
        _ => None,
    }
}

/// A tag between quotes or backticks is spoken of, not used.
fn is_quoted(text: &str, tag: &Tag) -> bool {
    let quote = |c: char| {
        matches!(
            c,
            '`' | '"' | '\'' | '“' | '”' | '‘' | '’' | '「' | '」' | '『' | '』'
        )
    };
    let before = text.get(..tag.start).and_then(|t| t.chars().next_back());
    let after = text.get(tag.end..).and_then(|t| t.chars().next());
    before.is_some_and(quote) && after.is_some_and(quote)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left() {
        for (text, want) in [
            ("Score: 4", Ok("Score: 4")),
            ("<think>a</think>b", Ok("b")),
            ("<Thinking mode=\"x\">a</Thinking>b", Ok("b")),
            ("a</think>b", Ok("b")),
            ("x <think>a</think> y <think>b</think> z", Ok("x  y  z")),
            ("<think>a <think> b</think> c</think>d", Ok("d")),
            ("[THINK]a[/THINK]b", Ok("b")),
            (
                "<|channel|>analysis<|message|>a<|end|><|channel|>final<|message|>b",
                Ok("b"),
            ),
            ("The tag `<think>` is named.", Ok("The tag `<think>` is named.")),
            ("a < think of it", Ok("a < think of it")),
            ("<thinker>a", Ok("<thinker>a")),
            ("<think>a", Err(NeverCloses)),
            ("x <think>a</think> <think> b", Err(NeverCloses)),
        ] {
            assert_eq!(visible(text).as_deref(), want.as_ref().copied(), "{text}");
        }
    }
}
