//! A formula written in one line (`2 · P · R / (P + R)`) as MathML, with fractions stacked.
//!
//! A slash divides the product in front of it by the factor behind it; brackets around a whole side of a fraction fall
//! away. Words stand as text, single letters as variables. What is written is escaped; the line itself is the name that a
//! screen reader says.

use std::fmt::Write;

/// Deeper brackets are written as they stand.
const DEEPEST: usize = 16;

/// The formula as a `<math>` element.
pub fn mathml(line: &str) -> String {
    let mut out = format!("<math displaystyle=\"true\" aria-label=\"{}\">", escape(line));
    let tokens = tokens(line);
    let mut at = 0;
    let items = items(&tokens, &mut at, 0);
    sum(&items, &mut out);
    out.push_str("</math>");
    out
}

/// A paragraph with the formula. What it is called stands in a `<math>` of its own, so that a narrow page can break the
/// line behind the equals sign. A sentence without a sign is no formula: it is text, which wraps.
pub fn paragraph(line: &str) -> String {
    if !line.contains(['=', '/', '·', 'Σ']) {
        return format!("<p class=\"prose\">{}</p>", escape(line));
    }
    match line.split_once(" = ") {
        Some((name, rest)) => format!("<p>{} {}</p>", mathml(&format!("{name} =")), mathml(rest)),
        None => format!("<p>{}</p>", mathml(line)),
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Number(String),
    Sign(char),
}

enum Item {
    Token(Token),
    /// What stands in brackets.
    Group(Vec<Item>),
}

fn tokens(line: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    let end = |word: &mut String, tokens: &mut Vec<Token>| {
        let whole = std::mem::take(word);
        if whole.is_empty() {
            return;
        }
        let number = whole
            .trim_start_matches(['−', '-'])
            .starts_with(|c: char| c.is_ascii_digit());
        tokens.push(if number {
            Token::Number(whole)
        } else {
            Token::Word(whole)
        });
    };
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            _ if c.is_whitespace() => end(&mut word, &mut tokens),
            // A minus sign that touches a number belongs to it.
            '−' | '-' if word.is_empty() && characters.peek().is_some_and(char::is_ascii_digit) => {
                word.push('−')
            }
            '(' | ')' | '+' | '−' | '=' | ',' | '·' | '/' | '±' | 'Σ' | '√' | '…' | '<' | '>' => {
                end(&mut word, &mut tokens);
                tokens.push(Token::Sign(c));
            }
            _ => word.push(c),
        }
    }
    end(&mut word, &mut tokens);
    tokens
}

/// Items up to the closing bracket of this level.
fn items(tokens: &[Token], at: &mut usize, depth: usize) -> Vec<Item> {
    let mut items = Vec::new();
    while let Some(token) = tokens.get(*at) {
        *at += 1;
        match token {
            Token::Sign('(') if depth < DEEPEST => {
                items.push(Item::Group(self::items(tokens, at, depth + 1)))
            }
            Token::Sign(')') if depth > 0 => break,
            token => items.push(Item::Token(token.clone())),
        }
    }
    items
}

/// Terms between `+`, `−`, `=`, `±`, `<`, `>` and commas.
fn sum(items: &[Item], out: &mut String) {
    let separates = |item: &Item| {
        matches!(
            item,
            Item::Token(Token::Sign('+' | '−' | '=' | ',' | '±' | '<' | '>'))
        )
    };
    for (place, term) in items.split(separates).enumerate() {
        if place > 0 {
            let before: usize = items.split(separates).take(place).map(<[Item]>::len).sum();
            if let Some(Item::Token(Token::Sign(sign))) = items.get(before + place - 1) {
                let _ = write!(out, "<mo>{}</mo>", escape(sign.encode_utf8(&mut [0; 4])));
            }
        }
        quotient(term, out);
    }
}

/// A term, with its divisions.
fn quotient(term: &[Item], out: &mut String) {
    let divides = |item: &Item| matches!(item, Item::Token(Token::Sign('/')));
    let Some(at) = term.iter().rposition(divides) else {
        return product(term, out);
    };
    let (above, below) = (
        term.get(..at).unwrap_or_default(),
        term.get(at + 1..).unwrap_or_default(),
    );
    // Only the first factor below the line, or all words of a name; what is multiplied behind it stands beside.
    let cut = below
        .iter()
        .position(|item| matches!(item, Item::Token(Token::Sign('·'))))
        .unwrap_or(below.len());
    let (below, rest) = below.split_at(cut);
    out.push_str("<mfrac>");
    side(above, out);
    side(below, out);
    out.push_str("</mfrac>");
    product(rest, out);
}

/// One side of a fraction; brackets around the whole of it fall away.
fn side(items: &[Item], out: &mut String) {
    out.push_str("<mrow>");
    match items {
        [Item::Group(inner)] => sum(inner, out),
        items => quotient(items, out),
    }
    out.push_str("</mrow>");
}

fn product(items: &[Item], out: &mut String) {
    let mut rest = items;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        match first {
            Item::Group(inner) => {
                out.push_str("<mo stretchy=\"true\">(</mo>");
                sum(inner, out);
                out.push_str("<mo stretchy=\"true\">)</mo>");
            }
            Item::Token(Token::Number(number)) => {
                let _ = write!(out, "<mn>{}</mn>", escape(number));
                // A text has no room before it of its own.
                if matches!(rest.first(), Some(Item::Token(Token::Word(word))) if !is_variable(word)) {
                    out.push_str("<mtext>\u{a0}</mtext>");
                }
            }
            Item::Token(Token::Sign('Σ')) => out.push_str("<mo largeop=\"false\">∑</mo>"),
            Item::Token(Token::Sign(sign)) => {
                let _ = write!(out, "<mo>{}</mo>", escape(sign.encode_utf8(&mut [0; 4])));
            }
            Item::Token(Token::Word(word)) if is_variable(word) => {
                let _ = write!(out, "<mi>{}</mi>", escape(word));
            }
            Item::Token(Token::Word(word)) => {
                let mut text = escape(word);
                // Words in a row are one text.
                while let Some((Item::Token(Token::Word(word)), tail)) = rest.split_first() {
                    text.push('\u{a0}');
                    text.push_str(&escape(word));
                    rest = tail;
                }
                if matches!(rest.first(), Some(Item::Token(Token::Number(_)))) {
                    text.push('\u{a0}');
                }
                let _ = write!(out, "<mtext>{text}</mtext>");
            }
        }
    }
}

/// `P`, `F1`, `vₖ`: one letter, and what marks it; or what marks a sum, `Σₖ`.
fn is_variable(word: &str) -> bool {
    let marks = |c: char| matches!(c, '₀'..='ₜ' | 'ᵢ' | 'ⱼ' | '²' | '³');
    let mut characters = word.chars();
    let first = characters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, 'α'..='ω') || marks(c));
    first && characters.all(|c| c.is_ascii_digit() || marks(c))
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inner(line: &str) -> String {
        let whole = mathml(line);
        let from = whole.find('>').unwrap() + 1;
        whole
            .get(from..)
            .unwrap()
            .trim_end_matches("</math>")
            .replace(" stretchy=\"true\"", "")
    }

    #[test]
    fn fractions_are_stacked() {
        for (line, wanted) in [
            (
                "2 / 3",
                "<mfrac><mrow><mn>2</mn></mrow><mrow><mn>3</mn></mrow></mfrac>",
            ),
            (
                "F1 = 2 · P · R / (P + R)",
                "<mi>F1</mi><mo>=</mo><mfrac><mrow><mn>2</mn><mo>·</mo><mi>P</mi><mo>·</mo><mi>R</mi></mrow>\
                 <mrow><mi>P</mi><mo>+</mo><mi>R</mi></mrow></mfrac>",
            ),
            (
                "supported statements / statements",
                "<mfrac><mrow><mtext>supported\u{a0}statements</mtext></mrow><mrow><mtext>statements</mtext></mrow></mfrac>",
            ),
            (
                "4 / (1/F + 1/R)",
                "<mfrac><mrow><mn>4</mn></mrow><mrow><mfrac><mrow><mn>1</mn></mrow><mrow><mi>F</mi></mrow></mfrac><mo>+</mo>\
                 <mfrac><mrow><mn>1</mn></mrow><mrow><mi>R</mi></mrow></mfrac></mrow></mfrac>",
            ),
            (
                "cos(a, −0.5)",
                "<mtext>cos</mtext><mo>(</mo><mi>a</mi><mo>,</mo><mn>−0.5</mn><mo>)</mo>",
            ),
            (
                "min(5, 3)",
                "<mtext>min</mtext><mo>(</mo><mn>5</mn><mo>,</mo><mn>3</mn><mo>)</mo>",
            ),
            (
                "yes 0, no 1",
                "<mtext>yes\u{a0}</mtext><mn>0</mn><mo>,</mo><mtext>no\u{a0}</mtext><mn>1</mn>",
            ),
            (
                "1 if F, 0 or 1",
                "<mn>1</mn><mtext>\u{a0}</mtext><mtext>if\u{a0}F</mtext><mo>,</mo>\
                 <mn>0</mn><mtext>\u{a0}</mtext><mtext>or\u{a0}</mtext><mn>1</mn>",
            ),
            (
                "1 if 2 · Σ v > n, else 0",
                "<mn>1</mn><mtext>\u{a0}</mtext><mtext>if\u{a0}</mtext><mn>2</mn><mo>·</mo>\
                 <mo largeop=\"false\">∑</mo><mi>v</mi><mo>&gt;</mo><mi>n</mi><mo>,</mo>\
                 <mtext>else\u{a0}</mtext><mn>0</mn>",
            ),
            ("", ""),
        ] {
            assert_eq!(inner(line), wanted, "{line}");
        }
        assert!(mathml("a / b").contains(" aria-label=\"a / b\">"));
    }

    #[test]
    fn a_formula_is_typeset_however_long_and_can_break_behind_its_name() {
        let said = "context utilization = retrieved claims of the reference in the answer / retrieved claims of the reference";
        let long = paragraph(said);
        assert_eq!(long.matches("<math").count(), 2, "{long}");
        assert!(
            long.contains("aria-label=\"context utilization =\"") && long.contains("<mfrac>"),
            "{long}"
        );
        assert_eq!(
            paragraph("0 where none is relevant"),
            "<p class=\"prose\">0 where none is relevant</p>"
        );
    }

    #[test]
    fn nothing_that_is_written_becomes_markup() {
        for line in [
            "<img src=x onerror=y> / \"2\" & ((((",
            ")))(",
            "/ / /",
            "((((((((((((((((((((1",
            "· /",
        ] {
            let out = mathml(line);
            assert!(!out.contains("<img") && out.ends_with("</math>"), "{out}");
            let long = format!("{line} and as many words as make it a long one");
            assert!(!paragraph(&long).contains("<img"), "{long}");
            assert_eq!(
                out.matches("<mrow>").count(),
                out.matches("</mrow>").count(),
                "{out}"
            );
            assert_eq!(
                out.matches("<mfrac>").count() * 2,
                out.matches("<mrow>").count(),
                "{out}"
            );
        }
    }
}
