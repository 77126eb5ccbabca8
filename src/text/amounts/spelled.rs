//! Numbers spelled out in English, of two words and more: `two thousand five hundred`, `a hundred and five`, `three
//! quarters`, `half a million`. In figures and in Han they are [`super`]'s matter.

use super::{Value, magnified, share_form};
use crate::text::numbers::{self, Number};

/// The number in English words that a text begins with, of at least two words: `two thousand`, `twenty-one`, `a hundred
/// and five`, `half a million`, `three quarters`, `two and a half`. And `half` in front of "of" and "the".
pub fn in_words(text: &str) -> Option<Number> {
    let mut phrase = Phrase {
        text,
        at: 0,
        words: 0,
    };
    let first = phrase.next()?;
    match first.as_str() {
        "half" => {
            let mut then = phrase.clone();
            let (article, large) = (then.next()?, then.clone().next());
            let large = large.as_deref().and_then(multiple).filter(|_| article == "a");
            return match large {
                Some(factor) => {
                    then.next();
                    then.number(
                        Value {
                            digits: 5,
                            decimals: 1,
                        }
                        .times(factor)?,
                    )
                }
                None if matches!(article.as_str(), "of" | "the") => phrase.number(Value {
                    digits: 5,
                    decimals: 1,
                }),
                None => None,
            };
        }
        "a" | "an" => {
            let word = phrase.next()?;
            if let Some(factor) = multiple(&word) {
                return phrase.rest(factor);
            }
            // "A third" is a place as well.
            let of = denominator(&word, false)?;
            let followed = phrase.clone().next().is_some_and(|next| next == "of");
            return followed.then(|| phrase.fraction(1, of));
        }
        _ => {}
    }
    let value = cardinal(&first)?;
    if let Some(word) = phrase.clone().next()
        && let Some(of) = denominator(&word, value > 1)
        && (1..of).contains(&value)
    {
        phrase.next();
        return Some(phrase.fraction(value, of));
    }
    let number = phrase.rest(value)?;
    (phrase.clone().words_in(number.length) > 1).then_some(number)
}

/// Words of a text, one behind the other, with one space or hyphen between.
#[derive(Clone)]
struct Phrase<'t> {
    text: &'t str,
    at: usize,
    words: usize,
}

impl Phrase<'_> {
    /// The next word in lower case; `None`, and nothing is taken, where something else stands.
    fn next(&mut self) -> Option<String> {
        let rest = self.text.get(self.at..)?;
        let word = if self.words == 0 {
            rest
        } else {
            rest.strip_prefix([' ', '-'])?
        };
        let length = word.bytes().take_while(u8::is_ascii_alphabetic).count();
        let behind = word.get(length..)?;
        let whole = !behind.starts_with(|c: char| c.is_alphanumeric() || c == '\'' || c == '’');
        // The longest is "seventeenths".
        if length == 0 || length > 12 || !whole {
            return None;
        }
        self.at += rest.len() - behind.len();
        self.words += 1;
        word.get(..length).map(str::to_ascii_lowercase)
    }

    fn number(&self, value: Value) -> Option<Number> {
        Some(Number {
            length: self.at,
            form: value.form(),
        })
    }

    fn fraction(&self, part: u64, of: u64) -> Number {
        Number {
            length: self.at,
            form: share_form(part, of),
        }
    }

    fn words_in(&self, length: usize) -> usize {
        let written = self.text.get(..length).unwrap_or_default();
        written.split([' ', '-']).count()
    }

    /// What follows a first number that was read.
    fn rest(&self, first: u64) -> Option<Number> {
        let mut phrase = self.clone();
        let (mut total, mut section, mut least) = (0_u64, first, u64::MAX);
        let mut end = phrase.at;
        let mut halves = false;
        while let Some(word) = phrase.next() {
            let open = section.is_multiple_of(100) && section > 0 || section == 0 && total > 0;
            if let Some(value) = cardinal(&word).filter(|value| *value > 0) {
                let tens = (20..100).contains(&(section % 100)) && section.is_multiple_of(10) && value < 10;
                if !(open && value < 100 || tens) {
                    break;
                }
                section += value;
            } else if let Some(value) = ordinal(&word) {
                if !(20..100).contains(&(section % 100)) || !section.is_multiple_of(10) {
                    break;
                }
                section += value;
                end = phrase.at;
                break;
            } else if word == "hundred" && (1..100).contains(&section) {
                section *= 100;
            } else if word == "dozen" && section < 100 && total == 0 {
                section *= 12;
                end = phrase.at;
                break;
            } else if let Some(factor) = multiple(&word).filter(|factor| *factor >= 1_000 && *factor < least)
            {
                if section == 0 {
                    break;
                }
                total = total.checked_add(section.checked_mul(factor)?)?;
                (section, least) = (0, factor);
            } else if word == "and" {
                let mut then = phrase.clone();
                let next = then.next();
                if next.as_deref() == Some("a") && then.next().as_deref() == Some("half") {
                    phrase = then;
                    end = phrase.at;
                    halves = true;
                    break;
                }
                // "Two and three" are two numbers.
                if !(open && next.as_deref().and_then(cardinal).is_some()) {
                    break;
                }
                continue;
            } else {
                break;
            }
            end = phrase.at;
        }
        let mut value = Value::whole(total.checked_add(section)?);
        if halves {
            value = value.plus(Value {
                digits: 5,
                decimals: 1,
            })?;
        }
        let form = value.form();
        if halves && let Some(number) = magnified("", self.text, end, &form) {
            return Some(number);
        }
        Some(Number { length: end, form })
    }
}

fn cardinal(word: &str) -> Option<u64> {
    let ordinal = word.ends_with("th") || matches!(word, "third" | "twice");
    numbers::from_word(word).filter(|_| !ordinal)?.parse().ok()
}

/// As the last word of "twenty-first".
fn ordinal(word: &str) -> Option<u64> {
    match word {
        "first" => Some(1),
        "second" => Some(2),
        _ if word.ends_with("th") || word == "third" => numbers::from_word(word)?.parse().ok(),
        _ => None,
    }
    .filter(|value| *value < 10)
}

fn multiple(word: &str) -> Option<u64> {
    Some(match word {
        "dozen" => 12,
        "hundred" => 100,
        "thousand" => 1_000,
        "million" => 1_000_000,
        "billion" => 1_000_000_000,
        "trillion" => 1_000_000_000_000,
        _ => return None,
    })
}

fn denominator(word: &str, many: bool) -> Option<u64> {
    let one = match word {
        "halves" if many => "half",
        word if many => word.strip_suffix('s')?,
        word => word,
    };
    match one {
        "half" => Some(2),
        "quarter" => Some(4),
        _ => {
            let ordinal = one.ends_with("th") || one == "third";
            numbers::from_word(one).filter(|_| ordinal)?.parse().ok()
        }
    }
}
