//! An estimate of tokens for the cost line. What an API reports itself is always preferred to it.

/// About how many tokens a text takes: a token for four characters, one for each CJK character.
pub fn estimate(text: &str) -> usize {
    let (mut wide, mut other) = (0_usize, 0_usize);
    for c in text.chars() {
        if is_wide(c) { wide += 1 } else { other += 1 }
    }
    wide + other.div_ceil(4)
}

fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0xFF00..=0xFFEF | 0x20000..=0x3FFFF)
}

#[cfg(test)]
mod tests {
    use super::estimate;

    #[test]
    fn counts_cjk_by_character_and_the_rest_by_four() {
        for (text, tokens) in [
            ("", 0),
            ("a", 1),
            ("abcdefgh", 2),
            ("圖書館", 3),
            ("圖書館 open", 5),
        ] {
            assert_eq!(estimate(text), tokens, "{text}");
        }
    }
}
