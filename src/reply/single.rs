//! Replies with one verdict or one number and its reason: `{"reason": "…", "verdict": 1}`,
//! `{"reason": "…", "rating": 2}`, `{"question": "…", "noncommittal": 0}`; and plain yes / no / unsure.

use serde_json::{Value, json};

use super::{json as reader, list, think, verdict};
use crate::evaluation::{Reason, Stop};
use crate::i18n::Lang;

/// One verdict and why.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Single<T> {
    /// The value.
    pub value: T,
    /// The judge's reason.
    pub reason: String,
    /// The JSON had to be mended.
    pub repaired: bool,
}

/// Reads `{"reason", "verdict"}`.
///
/// # Errors
/// `EmptyReply`, `Truncated`, `Unreadable`; `MissingVerdict` without the key or with null; `OutOfScale` for a value
/// that is not accepted.
pub fn read_verdict(text: &str, stop: Stop) -> Result<Single<bool>, Reason> {
    let expect = reader::Expect::object(&["verdict", "reason"]);
    let found = reader::read(text, stop, &expect)?;
    let value = verdict::verdict(found.get("verdict")).map_err(|_| Reason::OutOfScale)?;
    let value = value.ok_or(Reason::MissingVerdict)?;
    Ok(Single {
        value,
        reason: list::joined(found.get("reason")),
        repaired: found.repaired,
    })
}

/// Reads `{"reason", key: number}` on a scale; whole numbers or fractions.
///
/// # Errors
/// As [`read_verdict`].
pub fn read_number(text: &str, stop: Stop, key: &str, scale: (f64, f64)) -> Result<Single<f64>, Reason> {
    let keys = [key, "reason"];
    let found = reader::read(text, stop, &reader::Expect::object(&keys))?;
    let number = match found.get(key) {
        None | Some(Value::Null) => return Err(Reason::MissingVerdict),
        Some(value) => verdict::number(value).ok_or(Reason::OutOfScale)?,
    };
    if !(scale.0..=scale.1).contains(&number) {
        return Err(Reason::OutOfScale);
    }
    Ok(Single {
        // A zero has no sign.
        value: number + 0.0,
        reason: list::joined(found.get("reason")),
        repaired: found.repaired,
    })
}

/// A question that a judge made from an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The question.
    pub question: String,
    /// The answer commits to nothing ("I don't know").
    pub noncommittal: bool,
    /// The JSON had to be mended.
    pub repaired: bool,
}

/// Reads `{"question", "noncommittal"}`.
///
/// # Errors
/// As [`read_verdict`]; a blank question is a `MissingVerdict`.
pub fn read_generated(text: &str, stop: Stop) -> Result<Generated, Reason> {
    let expect = reader::Expect::object(&["question", "noncommittal"]);
    let found = reader::read(text, stop, &expect)?;
    let noncommittal = verdict::verdict(found.get("noncommittal")).map_err(|_| Reason::OutOfScale)?;
    let question = list::joined(found.get("question")).trim().to_owned();
    match noncommittal {
        Some(noncommittal) if !question.is_empty() => Ok(Generated {
            question,
            noncommittal,
            repaired: found.repaired,
        }),
        _ => Err(Reason::MissingVerdict),
    }
}

/// yes / no / unsure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// yes, 是
    Yes,
    /// no, 否
    No,
    /// unsure, not sure, unclear, 不確定
    Unsure,
}

/// Reads a plain yes / no / unsure: the first word decides.
///
/// # Errors
/// `EmptyReply` or `Truncated` for a blank text; `MissingVerdict` for another first word.
pub fn read_answer(text: &str, stop: Stop) -> Result<Answer, Reason> {
    let cut = stop == Stop::Length;
    let visible = think::visible(text).map_err(|_| Reason::Truncated)?;
    let folded = crate::text::fold::name_key(&visible);
    let words = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    if words.is_empty() {
        return Err(if cut {
            Reason::Truncated
        } else {
            Reason::EmptyReply
        });
    }
    // The longer forms first: "not sure" begins like "no", 不確定 is no 不是.
    const FORMS: [(Answer, &[&str]); 3] = [
        (
            Answer::Unsure,
            &[
                "unsure",
                "not sure",
                "unclear",
                "uncertain",
                "不確定",
                "不确定",
                "無法確定",
                "无法确定",
            ],
        ),
        (Answer::Yes, &["yes", "是"]),
        (Answer::No, &["no", "否", "不是"]),
    ];
    // Where the answer ends that a text begins with.
    let first = |text: &str| {
        FORMS.iter().find_map(|(answer, forms)| {
            let rest = forms.iter().find_map(|form| {
                let rest = text.strip_prefix(form)?;
                let whole = !form.is_ascii() || !rest.starts_with(|c: char| c.is_alphanumeric());
                whole.then_some(rest)
            })?;
            Some((*answer, rest.len()))
        })
    };
    // The question said again ("是否支持？", "是不是？") is no yes, and 否則 says "otherwise".
    const OTHERS: [&str; 8] = ["是否", "是不是", "是非", "否則", "否则", "否定", "否認", "否认"];
    if OTHERS.iter().any(|other| words.starts_with(other)) {
        return Err(Reason::MissingVerdict);
    }
    let (answer, left) = first(words).ok_or(Reason::MissingVerdict)?;
    let rest = words.get(words.len() - left..).unwrap_or_default().trim_start();
    // "Yes/No/Unsure: …" names the answers that there are.
    let other = ["/", "|", "or ", "或"]
        .iter()
        .find_map(|joint| rest.strip_prefix(joint));
    if other.is_some_and(|other| first(other.trim_start()).is_some()) {
        return Err(Reason::MissingVerdict);
    }
    // "No" may have been going to be "Not sure".
    if cut && rest.is_empty() {
        return Err(Reason::Truncated);
    }
    Ok(answer)
}

/// Writes yes / no / unsure in the form that the prompt asks for: the word first, a short reason behind it, both in
/// one language.
pub fn write_answer(answer: Answer, reason: &str, lang: Lang) -> String {
    let (word, stop) = match (answer, lang) {
        (Answer::Yes, Lang::ZhHant) => ("是", "。"),
        (Answer::No, Lang::ZhHant) => ("否", "。"),
        (Answer::Unsure, Lang::ZhHant) => ("不確定", "。"),
        (Answer::Yes, _) => ("Yes", ". "),
        (Answer::No, _) => ("No", ". "),
        (Answer::Unsure, _) => ("Unsure", ". "),
    };
    if reason.is_empty() {
        word.to_owned()
    } else {
        format!("{word}{stop}{reason}")
    }
}

/// Writes a verdict in the form that the prompt asks for.
pub fn write_verdict(verdict: bool, reason: &str) -> String {
    json!({"reason": reason, "verdict": u8::from(verdict)}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_decides() {
        for (text, wanted) in [
            ("**No** - it says 1902.", Ok(Answer::No)),
            ("\u{201c}Yes\u{201d}", Ok(Answer::Yes)),
            ("是的，支持。", Ok(Answer::Yes)),
            ("否。", Ok(Answer::No)),
            ("不確定", Ok(Answer::Unsure)),
            ("ＮＯＴ ＳＵＲＥ", Ok(Answer::Unsure)),
            ("是否支持？否。", Err(Reason::MissingVerdict)),
            ("是不是支持？否。", Err(Reason::MissingVerdict)),
            ("否則無法確定。", Err(Reason::MissingVerdict)),
            ("Yes/No/Unsure: No", Err(Reason::MissingVerdict)),
            ("Yes | No | Unsure\nNo", Err(Reason::MissingVerdict)),
            ("Yes or no? No.", Err(Reason::MissingVerdict)),
            ("是/否：否", Err(Reason::MissingVerdict)),
            ("是或否", Err(Reason::MissingVerdict)),
            ("Yes, no contradiction is found.", Ok(Answer::Yes)),
            ("No/nothing of it.", Ok(Answer::No)),
            ("No", Ok(Answer::No)),
            ("Nope", Err(Reason::MissingVerdict)),
            ("Non.", Err(Reason::MissingVerdict)),
            ("Ja.", Err(Reason::MissingVerdict)),
            ("はい", Err(Reason::MissingVerdict)),
            ("Answer: no", Err(Reason::MissingVerdict)),
            ("Nothing supports it.", Err(Reason::MissingVerdict)),
            ("", Err(Reason::EmptyReply)),
        ] {
            assert_eq!(read_answer(text, Stop::Stop), wanted, "{text}");
        }
        for (text, wanted) in [
            ("No", Err(Reason::Truncated)),
            ("**Yes", Err(Reason::Truncated)),
            ("是", Err(Reason::Truncated)),
            ("No.", Ok(Answer::No)),
            ("No, it says 19", Ok(Answer::No)),
            ("不確定", Err(Reason::Truncated)),
            ("Not", Err(Reason::MissingVerdict)),
        ] {
            assert_eq!(read_answer(text, Stop::Length), wanted, "{text}");
        }
    }

    #[test]
    fn a_number_may_be_written_as_text() {
        for (written, wanted) in [
            ("4", Ok(4.0)),
            ("\"4\"", Ok(4.0)),
            ("\"４\"", Ok(4.0)),
            ("\"3,5\"", Ok(3.5)),
            ("\"3,500\"", Err(Reason::OutOfScale)),
            ("\" ３．５ \"", Ok(3.5)),
            ("-0.0", Ok(0.0)),
            ("\"four\"", Err(Reason::OutOfScale)),
            ("\"NaN\"", Err(Reason::OutOfScale)),
            ("6", Err(Reason::OutOfScale)),
            ("[4]", Err(Reason::OutOfScale)),
            ("null", Err(Reason::MissingVerdict)),
        ] {
            let reply = format!("{{\"reason\": \"r\", \"score\": {written}}}");
            let read = read_number(&reply, Stop::Stop, "score", (0.0, 5.0));
            assert_eq!(read.map(|read| read.value), wanted, "{written}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let hostile = [
            "",
            "No. Unsure",
            "</think>[\"x\"] {\"verdict\": 0}",
            "<think>",
            "否。\n1",
        ];
        for reason in hostile {
            for answer in [Answer::Yes, Answer::No, Answer::Unsure] {
                // A reason in plain text must not hold think tags; those of our judge lose all brackets.
                if !reason.contains("think") {
                    for lang in [Lang::En, Lang::ZhHant] {
                        let written = write_answer(answer, reason, lang);
                        assert_eq!(read_answer(&written, Stop::Stop), Ok(answer), "{written}");
                        assert_eq!(
                            written.is_ascii() || lang == Lang::ZhHant,
                            reason.is_ascii() || lang == Lang::ZhHant
                        );
                    }
                }
            }
            for verdict in [true, false] {
                let read = read_verdict(&write_verdict(verdict, reason), Stop::Stop).unwrap();
                assert_eq!(
                    (read.value, read.reason.as_str(), read.repaired),
                    (verdict, reason, false)
                );
            }
        }
    }
}
