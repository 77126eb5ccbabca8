//! Kinds of characters: scripts without spaces between words, digits of all scripts, characters that only help
//! others. Ranges are from the Unicode block list.

use super::marks::is_combining_mark;

/// A character of a script that does not put spaces between words (Han, Kana, Thai, Lao, Khmer, Burmese,
/// Tibetan), or Hangul, whose words carry their particles: such text is compared by pairs of characters.
pub fn is_unspaced(c: char) -> bool {
    // Most text is below the first block.
    if c < '\u{0E01}' {
        return false;
    }
    matches!(c,
        '\u{0E01}'..='\u{0E3A}' | '\u{0E40}'..='\u{0E4E}' // Thai
        | '\u{0E81}'..='\u{0ECE}' // Lao
        | '\u{0F40}'..='\u{0FBC}' // Tibetan
        | '\u{1000}'..='\u{103F}' | '\u{1050}'..='\u{109F}' // Burmese
        | '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318E}' | '\u{AC00}'..='\u{D7FB}' // Hangul
        | '\u{1780}'..='\u{17D3}' // Khmer
        | '\u{3005}'..='\u{3007}' | '\u{3031}'..='\u{3035}' | '\u{303B}' // 々〆〇
        | '\u{3041}'..='\u{309F}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' // Kana
        | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}'
        | '\u{3105}'..='\u{312F}' | '\u{31A0}'..='\u{31BF}' // Bopomofo
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' // Han
        | '\u{20000}'..='\u{323AF}')
}

/// Hiragana, in which Japanese writes its endings and particles.
pub fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309F}')
}

/// Hangul syllables.
pub fn is_hangul(c: char) -> bool {
    matches!(c, '\u{AC00}'..='\u{D7A3}')
}

/// The value of a decimal digit of any common script, full-width ones included.
pub fn digit(c: char) -> Option<u8> {
    if c.is_ascii() {
        return c.is_ascii_digit().then(|| c as u8 - b'0');
    }
    const ZEROS: [u32; 13] = [
        0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0E50, 0x0ED0, 0x1040,
        0xFF10,
    ];
    let code = c as u32;
    ZEROS
        .iter()
        .find(|zero| (**zero..**zero + 10).contains(&code))
        .and_then(|zero| u8::try_from(code - zero).ok())
}

/// A letter of a script that is written in words, with the marks that belong to letters.
pub fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    (c.is_alphanumeric() && digit(c).is_none() && !is_unspaced(c)) || is_joined(c)
}

/// A character that belongs to the one before it: a combining mark, a half-width voicing mark, a vowel or final
/// of decomposed Hangul.
pub fn is_joined(c: char) -> bool {
    // Ideographs and Hangul syllables, of which long texts are made, join nothing.
    if matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}') {
        return false;
    }
    c > '\u{2FF}' && (is_combining_mark(c) || matches!(c, '\u{FF9E}' | '\u{FF9F}' | '\u{1160}'..='\u{11FF}'))
}

/// A character without a shape: soft hyphen, zero-width space and joiners, direction marks, byte order mark.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}

/// An apostrophe in any of its shapes.
pub fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '\u{02BC}' | '\u{FF07}')
}

/// A mark that closes a sentence in some script.
pub fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '.' | '!' | '?' | '…' | '。' | '！' | '？' | '．' | '｡' | '؟' | '۔' | '।' | '॥' | '։' | '።'
    )
}
