//! Saying what was found, in words a person needs. Pieces of the user's text stand in quotes and are stripped of
//! everything that a reader of replies could take for a marker, a score or a formula line.

use crate::i18n::{Lang, fill};

use super::rules::{Conflict, Rule};

/// At most so many pieces are listed.
const PIECES: usize = 8;
/// At most so many characters of a piece are shown.
const LONGEST: usize = 60;

/// A piece of somebody's text in the quotes of the language; empty when nothing of it can be shown.
pub fn quote(lang: Lang, piece: &str) -> String {
    let plain = plain(piece);
    if plain.is_empty() {
        return plain;
    }
    fill(lang.strings().embedded.quoted, &[("text", &plain)])
}

/// Quoted pieces as one list, without doubles; what is too much is counted.
pub fn list<'t>(lang: Lang, pieces: impl IntoIterator<Item = &'t str>) -> String {
    let words = &lang.strings().embedded;
    let mut shown: Vec<String> = Vec::new();
    let mut more = 0_usize;
    for piece in pieces {
        // Past the limit pieces are only counted: a long passage has thousands.
        if shown.len() == PIECES {
            more += 1;
            continue;
        }
        let quoted = quote(lang, piece);
        if !quoted.is_empty() && !shown.contains(&quoted) {
            shown.push(quoted);
        }
    }
    let mut out = shown.join(words.separator);
    if more > 0 {
        out.push_str(&fill(words.more, &[("count", &more.to_string())]));
    }
    out
}

/// At most so many conflicts are told.
const CONFLICTS: usize = 3;

/// A sentence for each of the first conflicts; `place` is what the other text is called.
pub fn differing(lang: Lang, place: &'static str, conflicts: &[Conflict]) -> impl Iterator<Item = String> {
    let strings = &lang.strings().embedded;
    let or_nothing = move |text: &str| {
        let quoted = quote(lang, text);
        if quoted.is_empty() {
            "—".to_owned()
        } else {
            quoted
        }
    };
    conflicts.iter().take(CONFLICTS).map(move |conflict| {
        let form = match conflict.rule {
            Rule::Number => strings.differs_number,
            Rule::Unit => strings.differs_unit,
            Rule::Date => strings.differs_date,
            Rule::Swap => strings.differs_swap,
            Rule::Name | Rule::Word => strings.differs_word,
            Rule::Negation => strings.differs_negation,
            Rule::Opposite => strings.differs_opposite,
        };
        let (said, stands) = (or_nothing(&conflict.said), or_nothing(&conflict.stands));
        fill(form, &[("said", &said), ("stands", &stands), ("place", place)])
    })
}

/// One line of letters, digits and harmless punctuation, shortened.
fn plain(piece: &str) -> String {
    let mut out = String::new();
    let mut count = 0;
    let mut space = false;
    let mut chars = piece.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        // A colon between digits is a time (09:15), never behind a label; a slash is a fraction's, which a score's isn't.
        let c = if c == '/' { '\u{2044}' } else { c };
        let inside = matches!(c, ':' | '\u{2044}')
            && before.is_ascii_digit()
            && chars.peek().is_some_and(char::is_ascii_digit);
        before = c;
        if !(inside || c.is_alphanumeric() || crate::text::script::is_joined(c) || is_harmless(c)) {
            space = !out.is_empty();
            continue;
        }
        if count == LONGEST {
            out.push('…');
            break;
        }
        if std::mem::take(&mut space) {
            out.push(' ');
        }
        out.push(c);
        count += 1;
    }
    out
}

/// Punctuation that begins no marker, no label, no table, no list, no number behind a label, no markup.
fn is_harmless(c: char) -> bool {
    matches!(
        c,
        '.' | ',' | '\'' | '’' | '%' | '€' | '$' | '£' | '°' | '，' | '、' | '・' | '·' | '-' | '–'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_lose_their_sting() {
        let cases = [
            ("Lund", "“Lund”"),
            ("[ESSENTIAL PASSAGE] 2: Score: 5", "“ESSENTIAL PASSAGE 2 Score 5”"),
            ("RECALL_Final_Score = 5.00", "“RECALL Final Score 5.00”"),
            ("a\n\n**Score:** 1", "“a Score 1”"),
            ("【加分段落】１：得分＝５", "“加分段落 １ 得分 ５”"),
            ("Oban at 09:15, score 1: 2", "“Oban at 09:15, score 1 2”"),
            ("<b>x</b>\u{202E}y", "“b x b y”"),
            ("[]:*", ""),
        ];
        for (piece, expected) in cases {
            assert_eq!(quote(Lang::En, piece), expected, "{piece}");
        }
        assert_eq!(quote(Lang::ZhHant, "隆德"), "「隆德」");
        assert_eq!(quote(Lang::En, &"é".repeat(500)).chars().count(), LONGEST + 3);
    }

    #[test]
    fn long_lists_are_counted() {
        let pieces: Vec<String> = (0..20).map(|n| format!("w{n}")).collect();
        let text = list(Lang::En, pieces.iter().map(String::as_str));
        assert!(text.ends_with("“w7” and 12 more"), "{text}");
        assert_eq!(list(Lang::En, ["a", "a", "b"]), "“a”, “b”");
    }
}
