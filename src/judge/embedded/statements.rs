//! Splits a text into statements: its sentences and list items, without those that claim nothing (questions,
//! greetings, lead-ins, "I don't know").
//!
//! It rewrites nothing: a pronoun stays a pronoun, and a sentence with two facts stays one statement.

use std::ops::Range;

use crate::text::sentences::sentences;
use crate::text::words::{Kind, words};

/// Where the claims of a text stand, in order.
pub fn claims(text: &str) -> Vec<Range<usize>> {
    let skipped = code_and_heads(text);
    sentences(text)
        .into_iter()
        .filter(|range| !skipped.iter().any(|part| part.contains(&range.start)))
        .filter(|range| text.get(range.clone()).is_some_and(claims_something))
        .collect()
}

/// Blocks of code between fences, and the heads of tables: they claim nothing.
fn code_and_heads(text: &str) -> Vec<Range<usize>> {
    let fence = |line: &str| {
        ["```", "~~~"]
            .iter()
            .any(|mark| line.trim_start().starts_with(mark))
    };
    // |---|:--:|
    let rule = |line: &str| {
        line.contains('-')
            && line.contains('|')
            && line.trim().chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
    };
    let mut out: Vec<Range<usize>> = Vec::new();
    let (mut at, mut before) = (0, 0..0);
    let mut code: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        match code {
            Some(start) if fence(line) => {
                out.push(start..range.end);
                code = None;
            }
            Some(_) => {}
            // "```let a = 1;```" closes where it opens.
            None if fence(line) && line.trim().len() > 3 && line.trim().ends_with("```") => {
                out.push(range.clone())
            }
            None if fence(line) => code = Some(range.start),
            None if rule(line) && text.get(before.clone()).is_some_and(|head| head.contains('|')) => {
                out.push(before.start..range.end);
            }
            None => {}
        }
        before = range;
    }
    // A fence that nothing closes: the answer was cut off.
    out.extend(code.map(|start| start..text.len()));
    out
}

/// The claims of a text as they are written, on one line each and without marks of emphasis.
pub fn statements(text: &str) -> Vec<String> {
    claims(text)
        .into_iter()
        .filter_map(|range| text.get(range))
        .map(|sentence| {
            let plain = sentence.replace("**", "").replace("__", "");
            plain.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .filter(|statement| !statement.is_empty())
        .collect()
}

/// Whether a whole text only declines to answer: it refuses somewhere and claims nothing.
pub fn only_declines(text: &str) -> bool {
    let mut refuses = false;
    for range in sentences(text) {
        let sentence = text.get(range).unwrap_or_default();
        if declines(sentence) {
            refuses = true;
        } else if claims_something(sentence) {
            return false;
        }
    }
    refuses
}

fn claims_something(sentence: &str) -> bool {
    let bare = sentence.trim_end_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\'' | '”' | '’' | '」' | '』' | ')' | '）' | '*' | '_' | '~'
            )
    });
    bare.contains(char::is_alphanumeric)
        && !bare.ends_with(['?', '？', '؟', ':', '：', '⁇', '⁈'])
        && !declines(sentence)
        && !greets(sentence)
        && !crate::reply::list::is_nothing(sentence)
}

/// Lower case, straight apostrophes, no marks in front.
fn plain(sentence: &str) -> String {
    let lower: String = sentence
        .chars()
        .map(|c| {
            if crate::text::script::is_apostrophe(c) {
                '\''
            } else {
                c
            }
        })
        .flat_map(char::to_lowercase)
        .collect();
    lower
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .to_owned()
}

/// Whether a sentence says that the question can't be answered, and nothing behind a "but".
pub fn declines(sentence: &str) -> bool {
    // A refusal is short; a long sentence says something besides.
    if sentence.len() > LONGEST {
        return false;
    }
    let plain = plain(sentence);
    let mut rest = plain.as_str();
    for _ in 0..3 {
        let before = rest;
        for lead in LEADS {
            if let Some(after) = rest.strip_prefix(lead) {
                rest = after.trim_start_matches([',', '，', ' ', ';', '；', '-', '–', '、', '。', '.']);
            }
        }
        if rest == before {
            break;
        }
    }
    let says_more = [" but ", " however", "，但", ",但", "但是", "不過", "不过"]
        .iter()
        .any(|word| rest.contains(word));
    let source_is_silent = SOURCES.iter().any(|source| {
        rest.strip_prefix(source)
            .is_some_and(|after| SILENT.iter().any(|silent| after.trim_start().starts_with(silent)))
    });
    let chinese = rest.chars().count() <= 60 && DECLINES_CHINESE.iter().any(|words| rest.contains(words));
    !says_more && (DECLINES.iter().any(|words| rest.starts_with(words)) || source_is_silent || chinese)
}

const LONGEST: usize = 400;

const LEADS: &[&str] = &[
    "i'm sorry",
    "i am sorry",
    "sorry",
    "i apologize",
    "i apologise",
    "unfortunately",
    "i'm afraid",
    "i am afraid",
    "but",
    "that",
    "based on the context",
    "based on the provided context",
    "based on the information provided",
    "很抱歉",
    "抱歉",
    "對不起",
    "对不起",
    "不好意思",
    "根據提供的資料",
    "根據資料",
];

const DECLINES: &[&str] = &[
    "i don't know",
    "i do not know",
    "i don't have",
    "i do not have",
    "i'm not sure",
    "i am not sure",
    "i'm not certain",
    "i am not certain",
    "i can't answer",
    "i cannot answer",
    "i can not answer",
    "i can't find",
    "i cannot find",
    "i couldn't find",
    "i could not find",
    "i can't tell",
    "i cannot tell",
    "i can't help",
    "i cannot help",
    "i'm unable to",
    "i am unable to",
    "i can't provide",
    "i cannot provide",
    "i can't determine",
    "i cannot determine",
    "we don't know",
    "we do not know",
    "there is no information",
    "there's no information",
    "there is not enough information",
    "there isn't enough information",
    "there is insufficient information",
    "no information is",
    "no information was",
    "not enough information",
    "insufficient information",
    "it cannot be determined",
    "it can't be determined",
    "it is not possible to determine",
    "this cannot be determined",
    "as an ai",
    "no answer",
    "unknown",
    "not known",
];

const SOURCES: &[&str] = &[
    "the context",
    "the provided context",
    "the given context",
    "the text",
    "the provided text",
    "the document",
    "the documents",
    "the provided documents",
    "the sources",
    "the source",
    "the passage",
    "the passages",
    "the information provided",
    "the provided information",
    "the retrieved documents",
];

const SILENT: &[&str] = &[
    "does not",
    "doesn't",
    "do not",
    "don't",
    "contains no",
    "contain no",
    "provides no",
    "provide no",
    "has no",
    "have no",
    "gives no",
    "give no",
    "is insufficient",
    "did not",
];

const DECLINES_CHINESE: &[&str] = &[
    "我不知道",
    "我不清楚",
    "我不確定",
    "我不确定",
    "我無法",
    "我无法",
    "無法回答",
    "无法回答",
    "無法確定",
    "无法确定",
    "無法得知",
    "无法得知",
    "無從得知",
    "无从得知",
    "無可奉告",
    "沒有相關資訊",
    "没有相关信息",
    "沒有足夠的資訊",
    "沒有足夠資訊",
    "没有足够的信息",
    "沒有提到",
    "没有提到",
    "沒有提及",
    "没有提及",
    "並未提及",
    "并未提及",
    "未提供相關",
    "未提供相关",
    "找不到相關",
    "找不到相关",
];

/// A short sentence that only is polite.
fn greets(sentence: &str) -> bool {
    let content = words(sentence);
    let (spaced, pairs) = content
        .iter()
        .fold((0, 0), |(spaced, pairs), word| match word.kind {
            Kind::Pair | Kind::LightPair | Kind::Single => (spaced, pairs + 1),
            _ => (spaced + 1, pairs),
        });
    if spaced > 12 || pairs > 16 {
        return false;
    }
    let plain = plain(sentence);
    let bare = plain.trim_end_matches(|c: char| !c.is_alphanumeric());
    WHOLE.contains(&bare) || OPENINGS.iter().any(|opening| bare.starts_with(opening))
}

/// Sentences that are nothing else.
const WHOLE: &[&str] = &[
    "hello",
    "hello there",
    "hi",
    "hi there",
    "hey",
    "good morning",
    "good evening",
    "sure",
    "sure thing",
    "of course",
    "certainly",
    "absolutely",
    "yes",
    "no",
    "ok",
    "okay",
    "thanks",
    "sorry",
    "i'm sorry",
    "i am sorry",
    "great question",
    "good question",
    "great",
    "goodbye",
    "bye",
    "hallo",
    "hola",
    "bonjour",
    "merci",
    "danke",
    "gracias",
    "你好",
    "您好",
    "哈囉",
    "嗨",
    "早安",
    "晚安",
    "當然",
    "当然",
    "當然可以",
    "好的",
    "謝謝",
    "谢谢",
    "抱歉",
    "很抱歉",
    "再見",
    "再见",
    "是的",
    "不是",
    "沒問題",
    "没问题",
    "好問題",
];

const OPENINGS: &[&str] = &[
    "thank you",
    "thanks for",
    "i hope this helps",
    "i hope that helps",
    "hope this helps",
    "hope that helps",
    "let me know",
    "please let me know",
    "feel free to",
    "happy to help",
    "i'm happy to help",
    "i'd be happy to",
    "glad to help",
    "that's a great question",
    "that is a great question",
    "you're welcome",
    "here is the answer",
    "here's the answer",
    "謝謝您",
    "谢谢您",
    "感謝您",
    "感谢您",
    "希望對您有",
    "希望對你有",
    "希望这对",
    "希望這對",
    "希望以上",
    "如有其他",
    "如果還有",
    "如果还有",
    "歡迎隨時",
    "欢迎随时",
    "很高興為",
    "很高兴为",
    "以下是答案",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_heads_of_tables_claim_nothing() {
        for (text, expected) in [
            (
                "Use it so:\n```js\nconst a = 1;\nlet b;\n```\nIt returns 1.",
                &["It returns 1."] as &[&str],
            ),
            ("The mill burned.\n~~~\nx\n~~~", &["The mill burned."]),
            ("The mill burned.\n```py\nx = 1", &["The mill burned."]),
            (
                "| City | People |\n|---|---:|\n| Ulm | 126,000 |",
                &["| Ulm | 126,000 |"],
            ),
            ("It is `const a` here.", &["It is `const a` here."]),
        ] {
            assert_eq!(statements(text), expected, "{text}");
        }
    }

    #[test]
    fn claims_are_kept_and_the_rest_goes() {
        let cases: &[(&str, &[&str])] = &[
            (
                "Hello! The mill was built in 1820. It has **two** wheels.\n- It burned down\n- It was rebuilt.\nDoes \
                 that help? Let me know if you need more.",
                &[
                    "The mill was built in 1820.",
                    "It has two wheels.",
                    "It burned down",
                    "It was rebuilt.",
                ],
            ),
            (
                "您好！磨坊建於 1820 年。它有兩個水輪。\n• 後來失火\n還需要什麼嗎？希望對您有幫助。",
                &["磨坊建於 1820 年。", "它有兩個水輪。", "後來失火"],
            ),
            ("I don’t know.", &[]),
            ("Sorry, but I'm unable to answer that.", &[]),
            ("The provided context does not mention the price.", &[]),
            ("很抱歉，我無法回答這個問題。", &[]),
            ("資料中沒有提到票價。", &[]),
            (
                "I'm not sure, but the bridge opened in 1987.",
                &["I'm not sure, but the bridge opened in 1987."],
            ),
            (
                "我不確定，但橋在一九八七年通車。",
                &["我不確定，但橋在一九八七年通車。"],
            ),
            (
                "Here are the steps:\n1. Close the valve\n2. Wait",
                &["Close the valve", "Wait"],
            ),
            ("Мельница сгорела. Почему?", &["Мельница сгорела."]),
            (
                "Thanks to the new valve the pump works.",
                &["Thanks to the new valve the pump works."],
            ),
            ("The sign says “Open?”", &[]),
            ("None", &[]),
            ("", &[]),
            ("… — !", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(&statements(text), expected, "{text}");
        }
    }

    #[test]
    fn only_refusals_decline() {
        for (text, expected) in [
            ("I'm sorry. I don't know the answer.", true),
            ("I don't know. The mill burned in 1872.", false),
            ("抱歉，我不知道。", true),
            ("我不知道。磨坊毀於一八七二年。", false),
            ("The mill burned.", false),
            ("", false),
        ] {
            assert_eq!(only_declines(text), expected, "{text}");
        }
    }
}
