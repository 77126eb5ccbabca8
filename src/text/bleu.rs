//! BLEU (Papineni et al. 2002) of one answer against one reference, 0–1, n = 1…4, geometric mean, brevity penalty.
//!
//! Two modes. *Compatible* gives what sacreBLEU 2.6 reports for a corpus of this one pair: 13a tokens, exponential
//! smoothing, and 0 for texts of fewer than four tokens (so for most Chinese texts, which 13a does not split).
//! *Unicode* splits words by UAX 29, so that Chinese works, and averages over the orders that the texts have.

use std::borrow::Cow;

use crate::text::nfkc::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::ngrams::{Numbers, Shared, shared};

const ORDERS: usize = 4;

/// A BLEU and what it is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bleu {
    /// For n = 1 … 4 the clipped matches.
    pub orders: [Shared; ORDERS],
    /// For n = 1 … 4 the precision that counts: 1/2, 1/4 … hits where nothing of the
    /// order matches, but something of another (smoothing). `None`: the order
    /// does not count, as the answer is too short for it.
    pub precisions: [Option<Precision>; ORDERS],
    /// Tokens of the answer.
    pub answer: usize,
    /// Tokens of the reference.
    pub reference: usize,
    /// 1, or less where the answer is shorter than the reference.
    pub brevity: f64,
    /// 0–1.
    pub score: f64,
}

/// The precision of one order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// Matches, or what stands for none: 1 divided by this power of 2.
    pub hits: Result<usize, u32>,
    /// n-grams of the answer.
    pub total: usize,
}

impl Precision {
    /// 0–1.
    pub fn value(self) -> f64 {
        let hits = match self.hits {
            Ok(matched) => matched as f64,
            Err(power) => 1.0 / f64::from(power),
        };
        hits / self.total as f64
    }
}

/// What sacreBLEU 2.6 gives (tokenizer 13a, smoothing "exp", no effective order), divided by 100.
pub fn compatible(answer: &str, reference: &str) -> Bleu {
    let (answer, reference) = (prepared_13a(answer), prepared_13a(reference));
    bleu(
        tokens_13a(&answer).into_iter(),
        tokens_13a(&reference).into_iter(),
        false,
    )
}

/// On Unicode words and punctuation, after NFKC, case kept; orders that the answer is too short for are left out.
pub fn unicode(answer: &str, reference: &str) -> Bleu {
    let (answer, reference): (String, String) = (answer.nfkc().collect(), reference.nfkc().collect());
    bleu(tokens_unicode(&answer), tokens_unicode(&reference), true)
}

fn tokens_unicode(text: &str) -> impl Iterator<Item = &str> {
    text.split_word_bounds().filter(|token| !token.trim().is_empty())
}

fn bleu<'t>(
    answer: impl Iterator<Item = &'t str>,
    reference: impl Iterator<Item = &'t str>,
    effective_order: bool,
) -> Bleu {
    let mut numbers = Numbers::default();
    let answer: Vec<u32> = answer.map(|token| numbers.of(token)).collect();
    let reference: Vec<u32> = reference.map(|token| numbers.of(token)).collect();
    let orders = if numbers.len() < 0xffff {
        shared::<u64, ORDERS, 16>(&answer, &reference)
    } else {
        shared::<u128, ORDERS, 32>(&answer, &reference)
    };
    let nothing = orders.iter().all(|order| order.matched == 0);
    let mut power = 1;
    let precisions = orders.map(|order| {
        (order.answer > 0).then(|| Precision {
            hits: match order.matched {
                0 if !nothing => {
                    power *= 2;
                    Err(power)
                }
                matched => Ok(matched),
            },
            total: order.answer,
        })
    });
    let brevity = if answer.len() < reference.len() {
        (1.0 - reference.len() as f64 / answer.len() as f64).exp()
    } else {
        1.0
    };
    let counted: Vec<f64> = precisions.iter().flatten().map(|one| one.value().ln()).collect();
    let score = if nothing || (!effective_order && counted.len() < ORDERS) {
        0.0
    } else {
        let mean = counted.iter().sum::<f64>() / counted.len() as f64;
        (brevity * mean.exp()).clamp(0.0, 1.0)
    };
    Bleu {
        orders,
        precisions,
        answer: answer.len(),
        reference: reference.len(),
        brevity,
        score,
    }
}

/// A text as mteval-v13a takes it: without what stands for a skipped passage, lines joined, entities read.
fn prepared_13a(text: &str) -> Cow<'_, str> {
    let text = text.trim_end();
    let mut text = Cow::Borrowed(text);
    if text.bytes().any(|byte| matches!(byte, b'<' | b'\n')) {
        text = Cow::Owned(
            text.replace("<skipped>", "")
                .replace("-\n", "")
                .replace('\n', " "),
        );
    }
    if text.contains('&') {
        text = Cow::Owned(entities_read(&text));
    }
    text
}

/// `&quot;`, then `&amp;`, then `&lt;` and `&gt;`, each over the whole text; here in one pass, as only `&amp;` makes
/// an ampersand that one of the last two can begin with.
fn entities_read(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let (begun, tail) = match after.strip_prefix("amp;") {
            Some(tail) => ("&", tail),
            None => ("", after),
        };
        let named = [("quot;", "\""), ("lt;", "<"), ("gt;", ">")]
            .into_iter()
            .find_map(|(name, symbol)| {
                // A quote must be there from the start.
                let known = begun.is_empty() || symbol != "\"";
                Some((symbol, tail.strip_prefix(name).filter(|_| known)?))
            });
        let (symbol, tail) = named.unwrap_or(("&", tail));
        out.push_str(symbol);
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// The mteval-v13a tokens of a prepared text.
fn tokens_13a(text: &str) -> Vec<&str> {
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let mut begun = 0;
    let mut inside = false;
    // By bytes, which is twice as quick in WebAssembly: only beyond ASCII a space has more than one.
    for (at, byte) in text.bytes().enumerate() {
        let width = if byte.is_ascii() {
            usize::from(ends_word(byte))
        } else {
            space_at(text, at)
        };
        if width == 0 {
            inside = true;
            continue;
        }
        if inside {
            cut(text.get(begun..at).unwrap_or_default(), &mut tokens);
            inside = false;
        }
        if byte.is_ascii_punctuation() {
            tokens.extend(text.get(at..=at));
        }
        begun = at + width;
    }
    if inside {
        cut(text.get(begun..).unwrap_or_default(), &mut tokens);
    }
    tokens
}

/// Whether an ASCII character ends a word: white space and symbols but for the full stop, comma, hyphen and apostrophe,
/// which stand alone. Two sets of 64 characters each.
fn ends_word(byte: u8) -> bool {
    const ENDS: (u64, u64) = (ends_of(0), ends_of(64));
    let half = if byte < 64 { ENDS.0 } else { ENDS.1 };
    (half >> (byte % 64)) & 1 == 1
}

/// The set of those from `first` to `first + 63`.
const fn ends_of(first: u8) -> u64 {
    let mut rest: &[u8] = b"\t\n\x0b\x0c\r !\"#$%&()*+/:;<=>?@[\\]^_`{|}~";
    let mut set = 0;
    while let [byte, others @ ..] = rest {
        if *byte >= first && *byte - first < 64 {
            set |= 1 << (*byte - first);
        }
        rest = others;
    }
    set
}

/// The bytes of the white space that begins there; 0 where none does.
fn space_at(text: &str, at: usize) -> usize {
    let first = text.get(at..).and_then(|rest| rest.chars().next());
    first.filter(|c| c.is_whitespace()).map_or(0, char::len_utf8)
}

/// Sets full stops and commas apart unless they stand between digits, and a hyphen behind a digit.
fn cut<'t>(piece: &'t str, tokens: &mut Vec<&'t str>) {
    let is_cut = |byte: u8| matches!(byte, b'.' | b',' | b'-');
    let whole = tokens.len();
    let mut begun = 0;
    let mut before = b' ';
    let mut bytes = piece.bytes().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        let after = bytes.peek().map_or(b' ', |(_, byte)| *byte);
        if is_cut(byte) {
            if is_cut(after) {
                // What is cut first decides what can be cut next.
                tokens.truncate(whole);
                return cut_in_turn(piece, tokens);
            }
            let apart = match byte {
                b'-' => before.is_ascii_digit(),
                _ => !(before.is_ascii_digit() && after.is_ascii_digit()),
            };
            if apart {
                tokens.extend(piece.get(begun..at).filter(|token| !token.is_empty()));
                tokens.extend(piece.get(at..=at));
                begun = at + 1;
            }
        }
        before = byte;
    }
    tokens.extend(piece.get(begun..).filter(|token| !token.is_empty()));
}

/// The same where such characters are neighbours: the three rules one after the other, as the original has them.
fn cut_in_turn<'t>(piece: &'t str, tokens: &mut Vec<&'t str>) {
    let is_stop = |c: char| matches!(c, '.' | ',');
    let spaced: Vec<char> = std::iter::once(' ')
        .chain(piece.chars())
        .chain(std::iter::once(' '))
        .collect();
    let spaced = pairs(
        &spaced,
        |first, second| !first.is_ascii_digit() && is_stop(second),
        |out, first, second| out.extend([first, ' ', second, ' ']),
    );
    let spaced = pairs(
        &spaced,
        |first, second| is_stop(first) && !second.is_ascii_digit(),
        |out, first, second| out.extend([' ', first, ' ', second]),
    );
    let spaced = pairs(
        &spaced,
        |first, second| first.is_ascii_digit() && second == '-',
        |out, first, second| out.extend([first, ' ', second, ' ']),
    );
    // Nothing but spaces has come in.
    let mut rest = piece;
    for token in spaced.split(|c| *c == ' ') {
        let length = token.iter().map(|c| c.len_utf8()).sum();
        let (token, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if !token.is_empty() {
            tokens.push(token);
        }
        rest = after;
    }
}

/// Rewrites every pair of neighbours that fits, from left to right, without overlaps.
fn pairs(
    text: &[char],
    fits: impl Fn(char, char) -> bool,
    write: impl Fn(&mut Vec<char>, char, char),
) -> Vec<char> {
    let mut out = Vec::with_capacity(text.len() + 16);
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        match tail {
            [second, after @ ..] if fits(*first, *second) => {
                write(&mut out, *first, *second);
                rest = after;
            }
            _ => {
                out.push(*first);
                rest = tail;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_as_mteval_v13a_has_them() {
        for (text, tokens) in [
            (
                "One, two-three 10-12 1,000 3.14.",
                "One , two-three 10 - 12 1,000 3.14 .",
            ),
            (
                "U.S. e.g. ... ,, -- 1.-2 a.,b 5.,6",
                "U . S . e . g . . . . , , -- 1 . -2 a . , b 5 . , 6",
            ),
            (
                "&quot;a&amp;lt;b&amp;quot;c&amp;amp;lt; &x",
                "\" a < b & quot ; c & amp ; lt ; & x",
            ),
            ("it's a/b x=y\u{a0}z\u{3000}味。", "it's a / b x = y z 味。"),
            ("well-\nknown <skipped>end\nhere", "wellknown end here"),
            (" . ", "."),
            ("", ""),
        ] {
            assert_eq!(tokens_13a(&prepared_13a(text)).join(" "), tokens, "{text:?}");
        }
    }
}
