//! An estimate of tokens for the cost line. What an API reports itself is always preferred to it.

/// About how many tokens a text takes: a token for four characters, one for each CJK character, two for each emoji and
/// what else is as rare, and something between for the other scripts, by the bytes that they take.
pub fn estimate(text: &str) -> usize {
    let quarters = |c: char| match u32::from(c) {
        // Latin, and the signs that stand in every script.
        0..0x370 | 0x2000..0x2070 => 1,
        _ if is_wide(c) => 4,
        0x1_0000.. => 8,
        _ => c.len_utf8(),
    };
    text.chars().map(quarters).sum::<usize>().div_ceil(4)
}

/// A count with commas.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Whether a model that says that it `read` so many tokens of a prompt can't have read it whole: fewer than the prompt has
/// for sure, or as many as a context holds to the token, where the prompt takes more. Servers cut no short prompts; one that
/// read none did not count.
pub fn was_cut(prompt: &str, read: u64) -> bool {
    let estimated = estimate(prompt) as u64;
    if estimated < LONG || read == 0 {
        return false;
    }
    let full = read >= SMALLEST_CONTEXT && (read.is_power_of_two() || (read + 1).is_power_of_two());
    // Even the surest count may differ a little from a server's, which may leave out what it had read before.
    read < least(prompt) / 4 * 3 || (full && estimated > read + read / 10)
}

/// Prompts below fit into the smallest context that any server sets up.
const LONG: u64 = 2_000;
const SMALLEST_CONTEXT: u64 = 1_024;

/// Fewer tokens than these no text has: one for each word, as none spans two, more for long ones, and one for two CJK
/// characters.
fn least(text: &str) -> u64 {
    let (mut wide, mut words, mut letters) = (0_u64, 0_u64, 0_u64);
    for c in text.chars() {
        if is_wide(c) {
            wide += 1;
            letters = 0;
        } else if c.is_alphanumeric() {
            words += u64::from(letters.is_multiple_of(LONGEST_TOKEN));
            letters += 1;
        } else {
            letters = 0;
        }
    }
    words + wide / 2
}

/// Letters of the longest tokens that make up words.
const LONGEST_TOKEN: u64 = 16;

fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0xFF00..=0xFFEF | 0x20000..=0x3FFFF)
}

#[cfg(test)]
mod tests {
    use super::{estimate, grouped, was_cut};

    #[test]
    fn counts_cjk_by_character_and_the_rest_by_four() {
        for (text, tokens) in [
            ("", 0),
            ("a", 1),
            ("abcdefgh", 2),
            ("圖書館", 3),
            ("圖書館 open", 5),
            ("naïve “words”—", 4),
            ("Библиотека", 5),
            ("ห้องสมุด", 6),
            ("😀😀😀", 6),
            ("𝒜𐍈", 4),
        ] {
            assert_eq!(estimate(text), tokens, "{text}");
        }
    }

    #[test]
    fn counts_are_grouped() {
        for (count, text) in [(0, "0"), (999, "999"), (4_096, "4,096"), (1_000_000, "1,000,000")] {
            assert_eq!(grouped(count), text);
        }
    }

    #[test]
    fn a_prompt_that_was_not_read_whole_is_seen() {
        let english = "The library opens at nine and closes at five. ".repeat(800);
        let chinese = "圖書館早上九點開門，下午五點關門。".repeat(600);
        let one_word = "x".repeat(36_000);
        let short = "The library opens at nine. ".repeat(100);
        for (prompt, read, cut) in [
            // 7,200 words; about 8,000 to 9,200 tokens.
            (&english, 4_096, true),
            (&english, 4_095, true),
            (&english, 3_000, true),
            (&english, 2_048, true),
            (&english, 8_200, false),
            (&english, 7_300, false),
            (&english, 9_200, false),
            // Not counted.
            (&english, 0, false),
            // 10,200 characters, of which a token takes one or two.
            (&chinese, 4_096, true),
            (&chinese, 3_000, true),
            (&chinese, 6_000, false),
            (&chinese, 11_000, false),
            (&one_word, 4_096, true),
            (&one_word, 4_500, false),
            // No server cuts so few.
            (&short, 12, false),
        ] {
            assert_eq!(
                was_cut(prompt, read),
                cut,
                "{} read of {}",
                read,
                estimate(prompt)
            );
        }
    }
}
