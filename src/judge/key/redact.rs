//! Takes a key out of a text by its value, in the forms in which servers echo it.

/// What stands in the place of a key.
const MARK: &str = "[key]";

/// Keys shorter than this (`ollama`, `none`) are taken out as whole words only: as mere letters they stand in
/// every other word.
const WORD_ONLY_BELOW: usize = 8;

/// Keys as long as this that hold a digit are no words: they are found in capital and in small letters alike.
const CASELESS_FROM: usize = 12;

/// Whether a key is as short as a word.
pub(super) fn is_word(key: &str) -> bool {
    key.len() < WORD_ONLY_BELOW
}

/// The text without `key` in any of its forms.
pub(super) fn redact(key: &str, text: &str) -> String {
    if key.is_empty() {
        return text.to_owned();
    }
    if is_word(key) {
        return redact_word(key, text);
    }
    let mut clean = without_hex(&redact_spelt(key, text), key);
    for shift in 0..3 {
        let core = base64_core(key.as_bytes(), shift);
        if core.len() >= WORD_ONLY_BELOW {
            // Sextets at its ends that hold some of the key beside a neighbour's bits.
            let shared = |bytes: usize| !(bytes * 8).is_multiple_of(6);
            let (before, after) = (shared(shift), shared(shift + key.len()));
            let mut forms = vec![core.clone()];
            if core.contains(['+', '/']) {
                // As in addresses, and with its signs escaped in their turn.
                for (plus, slash) in [("-", "_"), ("%2B", "%2F"), ("%2b", "%2f"), ("+", "\\/")] {
                    forms.push(core.replace('+', plus).replace('/', slash));
                }
            }
            for form in forms {
                clean = without_base64(&clean, &form, before, after);
            }
        }
    }
    clean
}

/// The text without a key that is as short as a word, where it plainly stands as a key: as it is sent, in a field for keys, or
/// beside the word for one.
pub(super) fn redact_as_sent(key: &str, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in text.match_indices(key) {
        let (before, after) = (text.get(..at), text.get(at + key.len()..));
        let beside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let within = beside(before.and_then(|text| text.chars().next_back()))
            || beside(after.and_then(|text| text.chars().next()));
        if !within && before.is_some_and(|before| leads_to_key(key, before)) {
            out.push_str(text.get(from..at).unwrap_or_default());
            out.push_str(MARK);
            from = at + key.len();
        }
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

/// Whether what stands before a short key says that it is one. The name of a field is enough where the key is no word and
/// no number, or stands in quotes: `"api_key": 1` may be any number.
fn leads_to_key(key: &str, before: &str) -> bool {
    const FIELDS: &[&str] = &["api_key", "api-key", "apikey", "access_token", "auth_token"];
    const NAMES: &[&str] = &["key", "token", "secret", "password", "金鑰"];
    let quotes = ['"', '\'', '`', '“', '「'];
    let near = last_chars(before, 32);
    let between = |c: char| c.is_whitespace() || quotes.contains(&c) || "\\:=：".contains(c);
    let lead = near.trim_end_matches(between);
    let lead = lead.strip_suffix(" is").unwrap_or(lead).to_lowercase();
    let ends = |names: &[&str]| names.iter().any(|name| lead.ends_with(name));
    let has = |is: fn(&char) -> bool| key.chars().any(|c| is(&c));
    let no_word = key.len() >= 4 && has(char::is_ascii_digit) && has(char::is_ascii_alphabetic);
    // `monkey` and its like end so as well.
    let named = |name: &str| {
        lead.strip_suffix(name)
            .is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphabetic()))
    };
    ends(&["bearer"])
        || (ends(FIELDS) && near.ends_with(quotes))
        || (no_word && (ends(FIELDS) || NAMES.iter().any(|name| named(name))))
}

/// The end of a text, at most so many characters.
fn last_chars(text: &str, count: usize) -> &str {
    let from = text.char_indices().rev().take(count).last();
    from.and_then(|(at, _)| text.get(at..)).unwrap_or_default()
}

/// Takes the key out where each of its characters stands as itself or escaped: `%2D`, `\/`, `\u002d`, `&amp;`, `&#45;`. In
/// whatever case, where the key is no word in any.
fn redact_spelt(key: &str, text: &str) -> String {
    let any_case = key.len() >= CASELESS_FROM && key.contains(|c: char| c.is_ascii_digit());
    let first = key.chars().next().unwrap_or_default();
    let may_begin = |c: char| c.eq_ignore_ascii_case(&first) || matches!(c, '%' | '\\' | '&');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(may_begin) {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        let Some(first) = rest.chars().next() else { break };
        match strip_key(key, rest, any_case) {
            Some(tail) => {
                out.push_str(MARK);
                rest = tail;
            }
            None => {
                out.push(first);
                rest = rest.get(first.len_utf8()..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

/// What follows a key, however each of its bytes is spelt.
fn strip_key<'t>(key: &str, text: &'t str, any_case: bool) -> Option<&'t str> {
    let mut tails = vec![text];
    for byte in key.bytes() {
        tails = tails
            .into_iter()
            .flat_map(|tail| {
                strip_byte(tail, byte, any_case)
                    .into_iter()
                    .chain(strip_own_escape(tail, byte))
            })
            .collect();
        tails.dedup();
        if tails.is_empty() {
            return None;
        }
    }
    // The longest spelling: nothing of it may stay.
    tails.into_iter().min_by_key(|tail| tail.len())
}

/// The other reading of a sign that escapes as well: a `%` of the key itself that is escaped (`%25`, `%2525`), its `\` that
/// is escaped by another, its `&` that stands as it is.
fn strip_own_escape(text: &str, byte: u8) -> impl Iterator<Item = &str> {
    let spellings: &[&str] = match byte {
        b'%' => &["%25", "%2525", "%252525"],
        b'\\' => &["\\\\"],
        b'&' => &["&"],
        _ => &[],
    };
    spellings
        .iter()
        .filter_map(move |spelling| text.strip_prefix(spelling))
}

/// What follows one byte of a key, however it is spelt; `None` where another stands.
fn strip_byte(text: &str, byte: u8, any_case: bool) -> Option<&str> {
    let is_it = |other: u8| byte == other || (any_case && byte.eq_ignore_ascii_case(&other));
    let plain = |text: &'_ str| {
        text.bytes()
            .next()
            .is_some_and(|first| first.is_ascii() && is_it(first))
    };
    let hex = |text: &str| {
        let digits = text.get(..2)?;
        u8::from_str_radix(digits, 16).ok().filter(|other| is_it(*other))
    };
    // A sign that is written as an entity stands for itself, and not for the entity's `&`.
    if let Some((other, rest)) = text.strip_prefix('&').and_then(strip_entity)
        && is_it(other)
    {
        return Some(rest);
    }
    if plain(text) {
        return text.get(1..);
    }
    if let Some(rest) = text.strip_prefix('\\') {
        if plain(rest) {
            return rest.get(1..);
        }
        let rest = rest.strip_prefix("u00")?;
        return hex(rest).and_then(|_| rest.get(2..));
    }
    if let Some(rest) = text.strip_prefix('%') {
        // `%252D`: encoded twice.
        let twice = rest.strip_prefix("25").filter(|rest| hex(rest).is_some());
        let rest = twice.unwrap_or(rest);
        return hex(rest).and_then(|_| rest.get(2..));
    }
    None
}

/// What an entity stands for and what follows it, behind its `&`: `#43;`, `#x2B;`, `plus;`, each of them escaped once more
/// as well (`amp;#43;`).
fn strip_entity(text: &str) -> Option<(u8, &str)> {
    const NAMED: &[(&str, u8)] = &[
        ("amp", b'&'),
        ("lt", b'<'),
        ("gt", b'>'),
        ("quot", b'"'),
        ("apos", b'\''),
        ("plus", b'+'),
        ("sol", b'/'),
        ("equals", b'='),
        ("lowbar", b'_'),
        ("period", b'.'),
        ("colon", b':'),
        ("hyphen", b'-'),
    ];
    if let Some(inner) = text.strip_prefix("amp;")
        && let Some(twice) = strip_entity(inner)
    {
        return Some(twice);
    }
    let (name, rest) = text.split_once(';').filter(|(name, _)| name.len() <= 9)?;
    let code = match name.strip_prefix('#') {
        Some(digits) => match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u8::from_str_radix(hex, 16).ok(),
            None => digits.parse().ok(),
        },
        None => NAMED
            .iter()
            .find_map(|(known, byte)| (*known == name).then_some(*byte)),
    };
    Some((code?, rest))
}

/// Takes the key out where its bytes stand as hexadecimal digits.
fn without_hex(text: &str, key: &str) -> String {
    let hex: String = key.bytes().map(|byte| format!("{byte:02x}")).collect();
    // As long as before: only ASCII letters change.
    let lower = text.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in lower.match_indices(&hex) {
        out.push_str(text.get(from..at).unwrap_or_default());
        out.push_str(MARK);
        from = at + hex.len();
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

fn redact_word(key: &str, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before: Option<char> = None;
    while let Some((head, tail)) = rest.split_once(key) {
        let left = head.chars().next_back().or(before);
        let right = tail.chars().next();
        let whole = [left, right]
            .iter()
            .all(|c| c.is_none_or(|c| !c.is_alphanumeric()));
        out.push_str(head);
        out.push_str(if whole { MARK } else { key });
        before = key.chars().next_back();
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// Takes a key's base64 out, with the characters that it shares with what stands `before` and `after`, and the padding.
fn without_base64(text: &str, core: &str, before: bool, after: bool) -> String {
    let is_sextet = |c: char| c.is_ascii_alphanumeric() || "+/-_".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((head, tail)) = rest.split_once(core) {
        let shared = head.strip_suffix(is_sextet).filter(|_| before);
        out.push_str(shared.unwrap_or(head));
        out.push_str(MARK);
        rest = tail.strip_prefix(is_sextet).filter(|_| after).unwrap_or(tail);
        for padding in ["=", "=", "%3D", "%3D", "%3d", "%3d"] {
            rest = rest.strip_prefix(padding).unwrap_or(rest);
        }
    }
    out.push_str(rest);
    out
}

/// The part of the key's base64 that is the same whatever stands around it (as in `user:key`), when it begins
/// `shift` bytes after a multiple of three.
fn base64_core(key: &[u8], shift: usize) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = Vec::with_capacity((key.len() + shift) * 8);
    for byte in std::iter::repeat_n(&0u8, shift).chain(key) {
        bits.extend((0..8).rev().map(|at| byte >> at & 1));
    }
    // Sextets that hold a bit of a neighbour are left out.
    let first = (shift * 8).div_ceil(6);
    bits.chunks_exact(6)
        .skip(first)
        .filter_map(|sextet| {
            let index = sextet.iter().fold(0usize, |sum, bit| sum * 2 + usize::from(*bit));
            ALPHABET.get(index).map(|byte| char::from(*byte))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_in_every_form() {
        // base64 by coreutils: of the key, of `user:key`, of `u:key`, of `us:key`.
        for (key, text) in [
            ("sk-secret+key/42==", "Incorrect key sk-secret+key/42== given"),
            ("sk-secret+key/42==", "?key=sk-secret%2Bkey%2F42%3D%3D&x"),
            ("sk-secret+key/42==", "?key=sk-secret%2bkey%2f42%3d%3d"),
            ("sk-secret+key/42==", r#"{"k":"sk-secret+key\/42=="}"#),
            ("sk-secret+key/42==", "sk%2Dsecret%2Bkey%2f42%3D%3D"),
            ("sk-secret+key/42==", "sk-secret%252Bkey%252F42%253D%253D"),
            ("sk-secret+key/42==", r"sk-secret\u002bkey\u002F42=="),
            ("sk-secret&key", "sk-secret&amp;key"),
            ("sk-secret&amp;key", "of sk-secret&amp;key"),
            // A key that holds an escape itself, escaped once, twice, and in other forms.
            ("master%40-secret-7Hq2", "invalid key master%40-secret-7Hq2"),
            ("master%40-secret-7Hq2", "invalid key master%2540-secret-7Hq2"),
            ("master%40-secret-7Hq2", "invalid key master%252540-secret-7Hq2"),
            ("master%25-secret-7Hq2", "invalid key master%2525-secret-7Hq2"),
            ("sk/9+Q=-secret&4%pkz5", "sk%2F9%2BQ%3D-secret%264%25pkz5"),
            (
                "sk/9+Q=-secret&4%pkz5",
                "sk%252f9%252bq%253d-secret%25264%2525pkz5",
            ),
            ("sk\\secret-key-42", r"sk\\secret-key-42"),
            ("sk-secret+key/42==", "sk-secret&#43;key&#x2F;42&equals;&#061;"),
            ("sk-secret+key/42==", "sk-secret&amp;#43;key/42=="),
            ("sk-secret&key", "sk-secret&amp;amp;key"),
            ("sk-secret-key-42", "SK-SECRET-KEY-42"),
            ("SK-Secret-KEY-42", "sk%2dsecret-key-42"),
            ("sk-secret-key-42", "736b2d7365637265742d6b65792d3432"),
            ("sk-secret-key-42", "736B2D7365637265742D6B65792D3432"),
            ("sk-secret-key-42", "c2stc2VjcmV0LWtleS00Mg=="),
            ("sk-secret-key-42", "Basic dXNlcjpzay1zZWNyZXQta2V5LTQy"),
            ("sk-secret-key-42", "Basic dTpzay1zZWNyZXQta2V5LTQy"),
            ("sk-secret-key-42", "Basic dXM6c2stc2VjcmV0LWtleS00Mg=="),
        ] {
            let clean = redact(key, text);
            assert!(clean.contains(MARK), "{text} → {clean}");
            assert!(
                !clean.to_lowercase().contains("secret")
                    && !clean.contains("63726574")
                    && !clean.contains("ZWNyZXQ"),
                "{clean}"
            );
        }
    }

    #[test]
    fn base64_goes_whole() {
        // base64 by coreutils: of the key, of `user:key`, of `u:key`, of `us:key`, of `{"k":"key"}`.
        for (text, clean) in [
            ("<c2stc2VjcmV0LWtleS00Mg==>", "<[key]>"),
            ("c2stc2VjcmV0LWtleS00Mg%3D%3D&x", "[key]&x"),
            ("Basic dXNlcjpzay1zZWNyZXQta2V5LTQy", "Basic dXNlcj[key]"),
            ("dTpzay1zZWNyZXQta2V5LTQy.", "dT[key]."),
            ("Basic dXM6c2stc2VjcmV0LWtleS00Mg==", "Basic dXM6[key]"),
        ] {
            assert_eq!(redact("sk-secret-key-42", text), clean);
        }
    }

    #[test]
    fn base64_goes_with_its_signs_escaped() {
        // base64 by coreutils: of the key, of `:key`, of `u:key`.
        let key = "sk-~~~???secret??";
        for text in [
            "c2stfn5+Pz8/c2VjcmV0Pz8=",
            "c2stfn5-Pz8_c2VjcmV0Pz8",
            "c2stfn5%2BPz8%2Fc2VjcmV0Pz8%3D",
            "c2stfn5%2bPz8%2fc2VjcmV0Pz8%3d",
            "c2stfn5+Pz8\\/c2VjcmV0Pz8=",
        ] {
            assert_eq!(redact(key, text), MARK, "{text}");
        }
    }

    #[test]
    fn other_text_stays() {
        assert_eq!(
            redact("sk-secret-key-42", "nothing here: sk-other"),
            "nothing here: sk-other"
        );
        assert_eq!(
            redact("Secret-library", "The secret-library."),
            "The secret-library."
        );
        assert_eq!(redact("a", "a banana, a"), "[key] banana, [key]");
        assert_eq!(redact("test", "testing test."), "testing [key].");
    }
}
