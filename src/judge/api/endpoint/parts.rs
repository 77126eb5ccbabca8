//! The parts of an address: the segments of its path, and the pairs of its query.

use crate::judge::key::paste::is_key_parameter;

/// `v1`, `v1beta`, `v4`.
pub(super) fn is_version(segment: &str) -> bool {
    let Some(rest) = segment.strip_prefix('v') else {
        return false;
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0
        && rest
            .get(digits..)
            .is_some_and(|tail| tail.is_empty() || tail.starts_with("beta") || tail.starts_with("alpha"))
}

/// `text` without this end, which is given in small letters.
pub(super) fn without_end<'t>(text: &'t str, end: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(end.len())?;
    let (before, tail) = text.split_at_checked(at)?;
    tail.eq_ignore_ascii_case(end).then_some(before)
}

/// A version that stands there twice in a row was there before the address was pasted. One slash between segments, none at the end; `.` and `..` resolved as a browser would, and a version in small letters
/// (a phone makes it `/V1`).
pub(super) fn clean_path(path: &str) -> String {
    let mut segments: Vec<String> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop();
            }
            _ => {
                let lower = segment.to_ascii_lowercase();
                if !is_version(&lower) {
                    segments.push(segment.to_owned());
                } else if segments.last() != Some(&lower) {
                    segments.push(lower);
                }
            }
        }
    }
    segments
        .iter()
        .fold(String::new(), |path, segment| path + "/" + segment)
}

/// Without parameters that carry a key, and without one that asks for another form of reply.
pub(super) fn clean_query(query: &str) -> String {
    query
        .split('&')
        .filter(|pair| {
            let name = pair.split('=').next().unwrap_or_default();
            let named = name.contains(|c: char| c.is_ascii_alphanumeric());
            named && !name.eq_ignore_ascii_case("alt") && !is_key_parameter(name)
        })
        .collect::<Vec<_>>()
        .join("&")
}
