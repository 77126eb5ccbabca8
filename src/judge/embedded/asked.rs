//! The kind of answer that a question asks for (who, when, where, how many …), and whether a text names one that
//! the question did not name itself.

mod amounts;
mod names;
mod questions;

use crate::i18n::Lang;
use crate::text::words::{KeySet, Kind, Word};

use amounts::{CALENDAR, has_length_unit, has_time_unit, is_bare, is_dated, is_money, is_time};
pub(super) use names::{COLOURS, opens_with_a_name};
use names::{follows_place_word, is_name};
pub use questions::asked;

/// A kind of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Who, whose.
    Person,
    /// When, what year.
    Time,
    /// Where.
    Place,
    /// How many, how much.
    Amount,
    /// How much money.
    Price,
    /// How old: an amount, or the year that it began.
    Age,
    /// How often.
    Often,
    /// How long it takes or lasts.
    Duration,
    /// How long it is: a length or a time.
    Extent,
    /// Why.
    Reason,
}

impl Asked {
    /// Its name in a sentence.
    pub fn name(self, lang: Lang) -> &'static str {
        let strings = lang.strings().judged();
        match self {
            Self::Person => strings.asked_person,
            Self::Time => strings.asked_time,
            Self::Place => strings.asked_place,
            Self::Amount | Self::Price | Self::Age | Self::Often => strings.asked_amount,
            Self::Extent => strings.asked_length,
            Self::Duration => strings.asked_duration,
            Self::Reason => strings.asked_reason,
        }
    }

    /// Whether an answer of this kind is a name, which only capitals show.
    pub fn is_named(self) -> bool {
        matches!(self, Self::Person | Self::Place)
    }

    /// Whether a text names something of this kind that is not in the question. `words` are the text's.
    pub fn is_in(self, text: &str, words: &[Word], question: &KeySet) -> bool {
        let raw = |word: &Word| text.get(word.range.clone()).unwrap_or_default();
        let new = |word: &&Word| !word.stop && !question.contains(&word.key);
        let number = |word: &&Word| word.kind == Kind::Number && new(word);
        let says = |list: &[&str]| {
            words
                .iter()
                .any(|word| list.contains(&raw(word).to_lowercase().as_str()))
        };
        match self {
            Self::Person => {
                let dated = |word: &Word| CALENDAR.contains(&raw(word).to_lowercase().as_str());
                words
                    .iter()
                    .filter(new)
                    .any(|word| is_name(word, raw(word)) && !dated(word))
            }
            Self::Time => {
                words.iter().filter(number).any(|word| is_time(text, word))
                    || words
                        .iter()
                        .filter(new)
                        .any(|word| CALENDAR.contains(&raw(word).to_lowercase().as_str()))
                    || words.iter().any(|word| raw(word) == "May" && !word.opens)
                    || [
                        "今天", "昨天", "明天", "上午", "下午", "中午", "晚上", "清晨", "世紀", "年代",
                        "午前", "午後", "星期", "禮拜", "平日", "假日",
                    ]
                    .iter()
                    .any(|time| text.contains(time))
            }
            // A year or a date counts nothing.
            Self::Amount => {
                words.iter().filter(number).any(|word| !is_dated(text, word))
                    || says(&[
                        "none",
                        "half",
                        "dozen",
                        "free",
                        "hundred",
                        "hundreds",
                        "thousand",
                        "thousands",
                        "million",
                    ])
                    || text.contains("免費")
            }
            Self::Price => {
                words
                    .iter()
                    .filter(number)
                    .any(|word| is_money(text, word) || is_bare(text))
                    || says(&["free", "gratis", "kostenlos", "gratuit", "nothing"])
                    || ["免費", "免费", "無料"].iter().any(|free| text.contains(free))
            }
            Self::Age => words.iter().any(|word| number(&word)),
            Self::Often => {
                words.iter().filter(number).any(|word| !is_dated(text, word))
                    || says(&[
                        "once",
                        "twice",
                        "daily",
                        "hourly",
                        "weekly",
                        "monthly",
                        "yearly",
                        "annually",
                        "every",
                        "each",
                        "always",
                        "never",
                        "täglich",
                        "wöchentlich",
                        "monatlich",
                        "jährlich",
                        "jeden",
                        "jede",
                        "jedes",
                    ])
                    || ["每", "毎"].iter().any(|every| text.contains(every))
            }
            Self::Duration => words.iter().filter(number).any(|word| has_time_unit(text, word)),
            Self::Extent => words
                .iter()
                .filter(number)
                .any(|word| has_time_unit(text, word) || has_length_unit(text, word) || is_bare(text)),
            Self::Place => {
                words.iter().filter(new).any(|word| {
                    let raw = raw(word);
                    let dated = CALENDAR.contains(&raw.to_lowercase().as_str());
                    word.kind == Kind::Word && !dated && is_name(word, raw)
                }) || follows_place_word(words, &raw, question)
            }
            Self::Reason => {
                says(&[
                    "because",
                    "since",
                    "due",
                    "therefore",
                    "thus",
                    "reason",
                    "reasons",
                    "caused",
                    "weil",
                    "wegen",
                    "denn",
                    "damit",
                ]) || [
                    "因為", "由於", "因此", "所以", "原因", "為了", "因为", "由于", "ため", "から", "때문",
                ]
                .iter()
                .any(|word| text.contains(word))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::align::content_keys;
    use crate::text::words::words;

    #[test]
    fn kinds_of_questions() {
        let cases: &[(&str, &[Asked])] = &[
            ("Who repaired the organ?", &[Asked::Person]),
            (
                "How long does it take, and where does it land?",
                &[Asked::Duration, Asked::Place],
            ),
            ("In what year did it open?", &[Asked::Time]),
            ("Who was king when the mill burned?", &[Asked::Person]),
            ("How long is the bridge?", &[Asked::Extent]),
            ("How long did the siege last?", &[Asked::Duration]),
            ("這座橋多長？", &[Asked::Extent]),
            ("要多長時間？", &[Asked::Duration]),
            ("How old is the mill?", &[Asked::Age]),
            ("How often does it sail?", &[Asked::Often]),
            ("Which rule holds?", &[]),
            ("The man who left", &[]),
            ("成人票價是多少？", &[Asked::Price]),
            ("幾點關門？", &[Asked::Time]),
            ("為什麼關閉？誰決定的？", &[Asked::Reason, Asked::Person]),
            ("Wann und warum?", &[Asked::Time, Asked::Reason]),
            ("", &[]),
        ];
        for (question, kinds) in cases {
            assert_eq!(&asked(question), kinds, "{question}");
        }
    }

    #[test]
    fn candidates() {
        let cases = [
            (Asked::Person, "Who built it?", "It was built by Ann Lund.", true),
            (
                Asked::Person,
                "Who built it?",
                "It was built in May of stone.",
                false,
            ),
            (Asked::Time, "When?", "It opened in 1987.", true),
            (Asked::Time, "When?", "It opened on a Monday", true),
            (Asked::Time, "When?", "It has 900 pipes.", false),
            (Asked::Time, "何時", "每日 09:30 開門", true),
            (Asked::Time, "何時", "九月開放", true),
            (Asked::Amount, "How many?", "There are twenty pipes.", true),
            (Asked::Amount, "How many of the 20?", "Some of the 20.", false),
            (
                Asked::Amount,
                "How many live there?",
                "In 1987 the town hall was built.",
                false,
            ),
            (
                Asked::Amount,
                "How many live there?",
                "It was built in May 1987.",
                false,
            ),
            (
                Asked::Amount,
                "How many live there?",
                "It was built between 1985 and 1987.",
                false,
            ),
            (
                Asked::Amount,
                "How many live there?",
                "It burned on 3 May at 10:30.",
                false,
            ),
            (
                Asked::Amount,
                "How many live there?",
                "They live in 1987 houses.",
                true,
            ),
            (
                Asked::Amount,
                "How many live there?",
                "In 1987 it had 1200 inhabitants.",
                true,
            ),
            (
                Asked::Amount,
                "How many live there?",
                "It has 1987 inhabitants.",
                true,
            ),
            (Asked::Amount, "有多少人？", "市政廳於1987年5月3日落成。", false),
            (Asked::Amount, "有多少人？", "有3000人。", true),
            (Asked::Age, "How old is it?", "It was built in 1987.", true),
            (Asked::Often, "How often?", "It sails daily.", true),
            (Asked::Often, "How often?", "It sails since 1987.", false),
            (Asked::Extent, "How long is it?", "It is 3 km long.", true),
            (Asked::Extent, "How long is it?", "It is 3 hours long.", true),
            (Asked::Extent, "How long is it?", "It has 3 pillars.", false),
            (Asked::Extent, "多長？", "橋長3公里。", true),
            (Asked::Duration, "How long?", "It takes 35 minutes.", true),
            (Asked::Duration, "How long?", "It carries 35 cars.", false),
            (Asked::Duration, "多久", "航程三十五分鐘", true),
            (Asked::Place, "Where?", "It stands behind the mill.", true),
            (Asked::Place, "Where?", "It is green.", false),
            (Asked::Reason, "Why?", "It closed because it rained.", true),
            (Asked::Reason, "Why?", "It closed.", false),
        ];
        for (kind, question, text, expected) in cases {
            let keys = content_keys(&words(question));
            assert_eq!(
                kind.is_in(text, &words(text), &keys),
                expected,
                "{question} {text}"
            );
        }
    }
}
