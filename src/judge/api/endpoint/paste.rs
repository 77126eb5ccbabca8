//! An address in what was pasted: out of quotes, a sentence, an assignment, an object or a command, typed with the keys
//! of another script, and split into its server and what follows. What the path says is [`super`]'s matter.

use crate::judge::key::paste::begins_like_key;
use crate::judge::key::{Origin, OriginError, Reach};

/// The address alone.
pub(super) fn address_text(pasted: &str) -> String {
    let narrow: String = pasted.chars().filter_map(narrow).collect();
    let text = trimmed(&narrow);
    let text = in_midst(text).or_else(|| behind_name(text)).unwrap_or(text);
    once(trimmed(text)).to_owned()
}

/// A scheme that stands before another one was there before the address was pasted.
fn once(text: &str) -> &str {
    let mut bare = text;
    while let Some(rest) = behind_scheme(bare).filter(|rest| behind_scheme(rest).is_some()) {
        bare = rest;
    }
    bare
}

fn behind_scheme(text: &str) -> Option<&str> {
    ["http://", "https://"].iter().find_map(|scheme| {
        let (begin, rest) = text.split_at_checked(scheme.len())?;
        begin.eq_ignore_ascii_case(scheme).then_some(rest)
    })
}

/// Full-width letters and signs are what they look like; what can't be seen goes.
fn narrow(c: char) -> Option<char> {
    match c {
        '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' => None,
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0),
        '\u{3000}' => Some(' '),
        '。' | '｡' => Some('.'),
        _ => Some(c),
    }
}

fn is_quote(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '"' | '\'' | '`' | '*' | '<' | '>' | '“' | '”' | '‘' | '’' | '「' | '」' | '《' | '》'
        )
}

/// Without quotes and brackets around it, and without what ends a clause or a sentence.
fn trimmed(text: &str) -> &str {
    let mut bare = text;
    loop {
        let before = bare;
        bare = bare
            .trim_matches(is_quote)
            .trim_end_matches([',', ';', '.', '!', '、']);
        // The brackets of an IPv6 address are its own.
        let own = |inner: &str| inner.parse::<std::net::Ipv6Addr>().is_ok();
        for (open, close) in [('(', ')'), ('{', '}'), ('[', ']')] {
            if bare
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'))
                .is_some_and(own)
            {
                return bare;
            }
            if let Some(inner) = bare.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)) {
                bare = inner;
            } else if let Some(inner) = bare.strip_suffix(close).filter(|inner| !inner.contains(open)) {
                bare = inner;
            }
        }
        if bare == before {
            return bare;
        }
    }
}

/// An absolute URL behind other words: `OPENAI_BASE_URL=https://…`, `curl https://… -H …`, `[name](https://…)`. Not
/// one that is a part of another address.
fn in_midst(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let at = ["http://", "https://"]
        .iter()
        .filter_map(|scheme| lower.find(scheme))
        .min()
        .filter(|at| *at > 0)?;
    let (before, url) = text.split_at_checked(at)?;
    let ends_before = |c: char| is_quote(c) || ['=', ':', '(', '[', '{', ','].contains(&c);
    if before.contains(['/', '?', '#', '\\']) || !before.ends_with(ends_before) {
        return None;
    }
    url.split(is_quote).next()
}

/// An address without a scheme behind its name: `OLLAMA_HOST=127.0.0.1:11434`, `base_url: localhost:8000`.
fn behind_name(text: &str) -> Option<&str> {
    let is_name = |name: &str| {
        let words = name.trim().trim_matches(is_quote);
        !words.is_empty()
            && words
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "_-$:. ".contains(c))
    };
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[');
    let (name, rest) = match text.split_once('=') {
        Some(assigned) => assigned,
        // A port stands right behind its colon.
        None => text.split_once(": ")?,
    };
    let rest = rest.trim_start_matches(is_quote);
    (is_name(name) && begins(rest)).then_some(rest)
}

/// Schemes that stand before no `//`, or are pasted without.
const OTHER_SCHEMES: &[&str] = &[
    "javascript",
    "data",
    "blob",
    "about",
    "mailto",
    "tel",
    "file",
    "ftp",
    "ws",
    "wss",
    "view-source",
    "vbscript",
];

/// The server of an address and what follows it. Without a scheme, this machine and the local network are http, all
/// else https.
pub(super) fn split(text: &str) -> Result<(Origin, &str), OriginError> {
    if text.is_empty() {
        return Err(OriginError::Empty);
    }
    let text = text.strip_prefix("//").unwrap_or(text);
    let before_path = text.split(['/', '?', '#']).next().unwrap_or_default();
    if text.contains("://") && before_path.ends_with(':') {
        return Origin::split(text);
    }
    if ["http:", "https:"].contains(&before_path.to_ascii_lowercase().as_str()) {
        // A slash that was lost in typing; browsers read it so as well.
        let rest = text
            .get(before_path.len()..)
            .unwrap_or_default()
            .trim_start_matches('/');
        let whole = format!("{before_path}//{rest}");
        let (origin, tail) = Origin::split(&whole)?;
        let at = text.len().saturating_sub(tail.len());
        return Ok((origin, text.get(at..).unwrap_or_default()));
    }
    if is_like_key(before_path) {
        return Err(OriginError::Key);
    }
    // Not a host with its port.
    if let Some((scheme, _)) = before_path.split_once(':')
        && OTHER_SCHEMES.contains(&scheme.to_ascii_lowercase().as_str())
    {
        return Err(OriginError::Scheme(scheme.to_ascii_lowercase()));
    }
    // Read it as http first, only to see how far away it is.
    let near = format!("http://{before_path}")
        .parse::<Origin>()
        .map(|origin| origin.reach() != Reach::Public)?;
    let scheme = if near { "http" } else { "https" };
    let origin: Origin = format!("{scheme}://{before_path}").parse()?;
    let tail = text.get(before_path.len()..).unwrap_or_default();
    match tail
        .chars()
        .find(|c| c.is_whitespace() || c.is_control() || *c == '\\')
    {
        Some(c) => Err(OriginError::Character(c)),
        None => Ok((origin, tail)),
    }
}

/// Whether what stands where a host goes is a key that was pasted into the wrong field: no scheme, dot, port or bracket,
/// and as long as hardly a machine's name is, or begun as providers begin theirs. Keys are of ASCII.
fn is_like_key(host: &str) -> bool {
    let lower = host.to_ascii_lowercase();
    if host.contains(['.', ':', '[']) || !host.is_ascii() || lower == "localhost" {
        return false;
    }
    host.len() >= 16 || begins_like_key(host)
}
