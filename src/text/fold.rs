//! Folding: forms under which two spellings of the same name compare equal. Folding with positions, for finding
//! a text inside another, lives where it is used.

use crate::text::nfkc::UnicodeNormalization;

/// The key under which names (entities, statements) match: NFKC, case folded, white space collapsed and dropped
/// beside Chinese and Japanese characters, where it means nothing; zero-width characters dropped. The forms of an
/// apostrophe, of a quotation mark and of a dash are one each.
///
/// Case folds through upper case, so that `ß` meets `SS` and `ς` meets `Σ`.
pub fn name_key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    let mut gap = false;
    for c in name
        .nfkc()
        .filter(|c| !is_invisible(*c))
        .flat_map(fold_case)
        .nfkc()
        .map(plain_mark)
    {
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        let wide = is_cjk(c) || key.chars().next_back().is_none_or(is_cjk);
        if gap && !wide {
            key.push(' ');
        }
        gap = false;
        key.push(c);
    }
    key
}

/// An apostrophe, a quotation mark or a dash in its plain form.
fn plain_mark(c: char) -> char {
    match c {
        '‘' | '’' | '‚' | '‛' | '′' | '`' | 'ʼ' => '\'',
        '“' | '”' | '„' | '‟' | '〝' | '〞' | '「' | '」' | '『' | '』' | '«' | '»' => '"',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹣' => '-',
        _ => c,
    }
}

fn fold_case(c: char) -> impl Iterator<Item = char> {
    // The dotless i has the upper case I: through it, it would meet i.
    let through_upper = c != 'ı';
    let upper: Vec<char> = if through_upper {
        c.to_uppercase().collect()
    } else {
        vec![c]
    };
    upper.into_iter().flat_map(char::to_lowercase)
}

/// Characters that take no room: joiners, marks of direction, the byte order mark.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}')
}

/// Scripts written without spaces between words: Han, kana, and their punctuation.
pub fn is_cjk(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

/// Letters that stand beside a number or a label without a space: Han, kana, Hangul.
pub fn is_wide(c: char) -> bool {
    is_cjk(c) || matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use super::name_key;

    #[test]
    fn spellings_that_meet() {
        for (a, b) in [
            ("松風號　船長", "松風號 船長"),
            ("噸位（GT）", "噸位 (gt)"),
            ("  Launch\n Year ", "launch year"),
            ("STRASSE", "Straße"),
            ("ΟΔΟΣ", "οδος"),
            ("ﬁle\u{200b}", "FILE"),
            ("Cafe\u{301}", "CAFÉ"),
            ("the rabbit’s hole", "The rabbit's hole"),
            ("“Mary Rose”, 1936–39", "\"Mary Rose\", 1936-39"),
            ("「藍鯨」號 — 噸位", "“藍鯨”號 - 噸位"),
        ] {
            assert_eq!(name_key(a), name_key(b), "{a} / {b}");
        }
        assert_ne!(name_key("now here"), name_key("nowhere"));
        assert_ne!(name_key("sık"), name_key("sik"));
    }
}
