//! Whether a short answer fits its question: "Paris." to "What is the capital of France?", "No, it is closed." to "Is it
//! open?", 曹雪芹 to 誰寫了…. Such an answer repeats nothing of the question, so no word tells; its form does.
//!
//! And whether an answer tells the question's fact of something else: the capital of Germany, where that of France is
//! asked for.

use crate::text::script::{ends_sentence, is_unspaced};
use crate::text::words::{KeySet, Kind, Word, words};

use super::asked::{Asked, COLOURS, opens_with_a_name};
use super::elliptic::{goes_on, is_a_name, is_about, is_place, may_name};

/// A short answer has so many content words at most.
const SHORT: usize = 4;
/// One in text without spaces so many characters.
const CHARACTERS: usize = 8;
/// What follows a yes or no may be longer.
const BEHIND: usize = 8;

/// What a question wants that has no kind of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    YesOrNo,
    /// What, which: something that has a name.
    Thing(Thing),
    /// Who or where, in a script where names don't show.
    Named,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing {
    /// A city, a planet, a language: what is written with a capital.
    Proper,
    Colour,
    Any,
}

/// Whether a short answer is of the kind that the question asks for.
pub(super) fn fits(question: &str, answer: &str, kinds: &[Asked]) -> bool {
    let Some(wanted) = wanted(question, kinds) else {
        return false;
    };
    if wanted == Wanted::YesOrNo {
        return says_yes_or_no(question, answer);
    }
    if wanted == Wanted::Named && kinds.contains(&Asked::Place) && is_place(answer) {
        return true;
    }
    let Some(phrase) = phrase(answer) else {
        return false;
    };
    let all = words(phrase);
    let asked: KeySet = words(question).into_iter().map(|word| word.key).collect();
    if all.is_empty() || all.iter().all(|word| word.stop || asked.contains(&word.key)) {
        return false;
    }
    match wanted {
        Wanted::Thing(Thing::Colour) => all
            .iter()
            .any(|word| COLOURS.contains(&lower(phrase, word).as_str())),
        Wanted::Named => may_name(question, answer, phrase, kinds),
        Wanted::Thing(Thing::Proper) => {
            let named = || all.iter().any(|word| is_proper(phrase, word)) && is_about(question, answer);
            phrase.contains(is_unspaced) || named()
        }
        _ => true,
    }
}

/// Whether a short answer is of a kind that the question asks for, and not about something else.
pub(super) fn is_of_kind(question: &str, answer: &str) -> bool {
    /// 每天早上九點, 大人兩百元，小孩一百元
    const FRONTED: usize = 12;
    let content = words(answer).into_iter().filter(|word| !word.stop).count();
    let longer = || {
        if answer.contains(is_unspaced) {
            let characters = answer.chars().filter(|c| c.is_alphanumeric()).count();
            goes_on(answer) && !opens_with_a_number(answer) && characters <= FRONTED
        } else {
            content <= BEHIND && (goes_on(answer) || is_a_name(answer))
        }
    };
    (content <= SHORT || longer()) && is_about(question, answer)
}

fn opens_with_a_number(text: &str) -> bool {
    words(text).first().is_some_and(|word| word.kind == Kind::Number)
}

fn lower(text: &str, word: &Word) -> String {
    text.get(word.range.clone()).unwrap_or_default().to_lowercase()
}

fn is_proper(text: &str, word: &Word) -> bool {
    let raw = text.get(word.range.clone()).unwrap_or_default();
    word.kind == Kind::Word && word.capital && !word.stop && (!word.opens || opens_with_a_name(word, raw))
}

fn wanted(question: &str, kinds: &[Asked]) -> Option<Wanted> {
    let lower = question.to_lowercase();
    let tokens: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|token| !token.is_empty())
        .collect();
    if kinds.iter().any(|kind| kind.is_named()) {
        return Some(if question.contains(is_unspaced) {
            Wanted::Named
        } else {
            Wanted::Thing(Thing::Proper)
        });
    }
    if !kinds.is_empty() {
        return None;
    }
    const WHAT: &[&str] = &[
        "what",
        "which",
        "whats",
        "was",
        "welche",
        "welcher",
        "welches",
        "welchen",
        "cuál",
        "qué",
        "cuáles",
        "que",
        "quel",
        "quelle",
        "quels",
        "quelles",
        "quale",
        "quali",
        "cosa",
        "qual",
        "quais",
        "wat",
        "welk",
        "welke",
        "vad",
        "vilken",
        "vilket",
        "какой",
        "какая",
        "какое",
        "какие",
        "что",
        "ποια",
        "ποιο",
        "ποιος",
        "τι",
    ];
    const CHINESE: &[&str] = &[
        "什麼",
        "什么",
        "甚麼",
        "哪",
        "何",
        "どの",
        "どれ",
        "どんな",
        "무엇",
        "어느",
        "어떤",
    ];
    // "Was" opens a German question and an English one.
    let english_was = tokens.first() == Some(&"was")
        && !tokens
            .iter()
            .any(|t| matches!(*t, "ist" | "sind" | "heißt" | "für"));
    let auxiliary = tokens
        .first()
        .is_some_and(|first| *first != "was" && AUXILIARIES.contains(first));
    let what = !auxiliary
        && tokens
            .iter()
            .any(|token| WHAT.contains(token) && !(*token == "was" && english_was));
    if what || CHINESE.iter().any(|word| lower.contains(word)) {
        return Some(Wanted::Thing(thing(&tokens, &lower)));
    }
    let asks = question.trim_end().ends_with(['?', '？', '؟', ';']);
    let first = tokens.first().is_some_and(|first| AUXILIARIES.contains(first));
    let chinese = [
        "嗎",
        "吗",
        "是不是",
        "有沒有",
        "有没有",
        "能不能",
        "可不可以",
        "會不會",
        "会不会",
        "是否",
        "ますか",
        "ですか",
        "나요",
        "까요",
    ]
    .iter()
    .any(|word| lower.contains(word));
    // In Spanish or Italian only the mark shows it.
    let romance = lower.starts_with('¿')
        || lower.starts_with("est-ce")
        || lower.starts_with("è ")
        || lower.starts_with("il ");
    ((first && asks) || chinese || (romance && asks)).then_some(Wanted::YesOrNo)
}

fn thing(tokens: &[&str], question: &str) -> Thing {
    const PROPER: &[&str] = &[
        "capital",
        "city",
        "town",
        "village",
        "country",
        "state",
        "continent",
        "river",
        "mountain",
        "lake",
        "ocean",
        "sea",
        "island",
        "planet",
        "language",
        "company",
        "team",
        "person",
        "author",
        "president",
        "hauptstadt",
        "stadt",
        "land",
        "fluss",
        "planet",
        "sprache",
        "ciudad",
        "país",
        "río",
        "idioma",
        "capitale",
        "ville",
        "pays",
        "langue",
        "fleuve",
        "città",
        "paese",
        "столица",
        "город",
        "страна",
        "язык",
        "name",
    ];
    const COLOUR: &[&str] = &[
        "colour", "color", "colours", "colors", "farbe", "couleur", "colore",
    ];
    if tokens.iter().any(|token| COLOUR.contains(token))
        || question.contains("顏色")
        || question.contains("颜色")
    {
        Thing::Colour
    } else if tokens.iter().any(|token| PROPER.contains(token)) {
        Thing::Proper
    } else {
        Thing::Any
    }
}

const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "am", "do", "does", "did", "can", "could", "will", "would", "should",
    "shall", "may", "might", "must", "has", "have", "had", "isn", "aren", "don", "doesn", "didn", "ist",
    "sind", "war", "waren", "hat", "haben", "kann", "können", "darf", "dürfen", "gibt", "muss", "wird",
    "werden", "wurde", "is", "heeft", "kan", "mag",
];

/// A yes or a no in front, and nothing behind it that is about something else.
fn says_yes_or_no(question: &str, answer: &str) -> bool {
    const SAID: &[&str] = &[
        "yes",
        "no",
        "yeah",
        "yep",
        "nope",
        "sure",
        "certainly",
        "correct",
        "never",
        "ja",
        "nein",
        "nee",
        "nej",
        "sí",
        "si",
        "sì",
        "oui",
        "non",
        "não",
        "sim",
        "да",
        "нет",
        "ναι",
        "όχι",
        "نعم",
        "لا",
    ];
    const CHINESE: &[&str] = &[
        "是",
        "不",
        "有",
        "沒",
        "没",
        "可以",
        "對",
        "对",
        "會",
        "会",
        "能",
        "否",
        "はい",
        "いいえ",
        "네",
        "예",
        "아니",
    ];
    let text = answer.trim().trim_start_matches(['*', '_', '"', '“', '「', ' ']);
    if let Some(word) = CHINESE.iter().find(|word| text.starts_with(**word)) {
        let rest = text.get(word.len()..).unwrap_or_default();
        return rest.chars().count() <= CHARACTERS || shares(question, rest);
    }
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    if !SAID.contains(&word.to_lowercase().as_str()) {
        return false;
    }
    let behind = words(rest);
    let Some(first) = behind.first() else {
        return true;
    };
    let content = behind.iter().filter(|word| !word.stop).count();
    let own_matter = !first.stop && has_verb(rest, &behind) && !shares(question, rest);
    content <= BEHIND && !own_matter
}

pub(super) fn shares(question: &str, text: &str) -> bool {
    let asked: KeySet = words(question)
        .into_iter()
        .filter(|word| !word.stop)
        .map(|word| word.key)
        .collect();
    words(text).iter().any(|word| asked.contains(&word.key))
}

/// A short answer that is no sentence of its own, without "It is" in front.
pub(super) fn phrase(answer: &str) -> Option<&str> {
    const LEADS: &[&str] = &[
        "it is ",
        "it's ",
        "it was ",
        "that is ",
        "that was ",
        "they are ",
        "they were ",
        "he is ",
        "she is ",
        "he was ",
        "she was ",
        "es ist ",
        "das ist ",
        "c'est ",
        "es ",
        "è ",
        "это ",
        "是",
        "就是",
        "在",
        "位於",
        "位于",
    ];
    let mut text = answer
        .trim()
        .trim_end_matches(|c: char| ends_sentence(c) || matches!(c, '*' | '_' | '"' | '”' | '」'));
    text = text.trim_start_matches(['*', '_', '"', '“', '「']);
    let lead = LEADS.iter().find_map(|lead| {
        let front = text.get(..lead.len())?;
        front.eq_ignore_ascii_case(lead).then_some(lead.len())
    });
    text = lead.and_then(|at| text.get(at..)).unwrap_or(text);
    for tail in ["です", "だ", "である", "입니다", "이다"] {
        text = text.strip_suffix(tail).unwrap_or(text);
    }
    if text.contains(is_unspaced) {
        const VERBS: &[char] = &[
            '很', '是', '在', '有', '住', '會', '会', '了', '說', '说', '吃', '喝', '賣', '卖', '，', 'は',
            'が', 'を', '만',
        ];
        let short = text.chars().count() <= CHARACTERS && !text.contains(VERBS);
        return (short && !text.is_empty()).then_some(text);
    }
    let all = words(text);
    let content = all.iter().filter(|word| !word.stop).count();
    let phrase =
        (1..=SHORT).contains(&content) && !has_verb(text, &all) && !text.contains([';', ':', '?', '!']);
    phrase.then_some(text)
}

/// A verb that makes a sentence, or somebody who does something.
pub(super) fn has_verb(text: &str, all: &[Word]) -> bool {
    const VERBS: &[&str] = &[
        "is",
        "are",
        "was",
        "were",
        "am",
        "do",
        "does",
        "did",
        "can",
        "cannot",
        "could",
        "will",
        "would",
        "should",
        "shall",
        "must",
        "has",
        "have",
        "had",
        "i",
        "we",
        "you",
        "they",
        "he",
        "she",
        "ist",
        "sind",
        "war",
        "waren",
        "hat",
        "haben",
        "kann",
        "wird",
        "wurde",
        "ich",
        "wir",
        "sie",
        "est",
        "sont",
        "était",
        "a",
        "ont",
        "está",
        "están",
        "son",
        "era",
        "fue",
        "tiene",
        "hay",
        "sono",
        "ha",
        "hanno",
        "são",
        "tem",
        "het",
        "heeft",
        "är",
        "har",
        "είναι",
    ];
    const DOING: &[&str] = &[
        "like", "likes", "grow", "grows", "eat", "eats", "drink", "drinks", "sleep", "sleeps", "love",
        "loves", "say", "says", "said", "swim", "swims", "taste", "tastes", "use", "uses", "think", "fly",
        "flies", "bark", "barks", "sell", "sells", "sold", "visit", "visits", "leaves", "opens", "closes",
        "closed", "opened", "lives", "live", "runs", "costs", "takes", "makes", "goes", "comes", "wrote",
        "writes", "built", "won", "died", "became", "began", "rose", "fell", "shines", "need", "needs",
        "contain", "contains", "lies", "stands", "begins", "starts", "ends", "works", "plays", "cost",
        "sings", "dances", "boils", "melts", "moves", "follows", "became", "met", "led", "left", "gave",
        "got", "took",
    ];
    all.iter().enumerate().any(|(at, word)| {
        let lower = lower(text, word);
        // "A" is an article in English where it stands first.
        let article = lower == "a" && !text.contains(|c: char| !c.is_ascii());
        (VERBS.contains(&lower.as_str()) && !article)
            || (at > 0 && !word.capital && DOING.contains(&lower.as_str()))
    })
}

/// Whether an answer tells of another thing what the question asks of one: the same word with another name behind it
/// ("the capital of Germany" for "the capital of France", 德國的首都 for 法國的首都), while the question's stands nowhere.
pub(super) fn is_of_another(question: &str, answer: &str) -> bool {
    let (asked, told) = (words(question), words(answer));
    let held = |key| told.iter().any(|word| word.key == key);
    let name = |word: &Word| word.kind == Kind::Word && word.capital && !word.opens && !word.stop;
    let spaced = asked.iter().enumerate().any(|(at, one)| {
        if !name(one) || held(one.key) {
            return false;
        }
        let before = asked.get(..at).unwrap_or_default();
        let grammar = before.iter().rev().take_while(|word| word.stop).count();
        let Some(of) = before.iter().rev().nth(grammar) else {
            return false;
        };
        if of.stop || grammar == 0 || name(of) {
            return false;
        }
        told.iter().enumerate().any(|(at, word)| {
            let behind = told.get(at + 1..).unwrap_or_default();
            let between = behind.iter().take_while(|word| word.stop).count();
            let alike = before
                .iter()
                .rev()
                .take(grammar)
                .rev()
                .map(|word| word.key)
                .eq(behind.iter().take(between).map(|word| word.key));
            word.key == of.key && alike && behind.get(between).is_some_and(name)
        })
    });
    spaced || is_of_another_unspaced(question, answer)
}

fn is_of_another_unspaced(question: &str, answer: &str) -> bool {
    let Some((whose, what)) = question.split_once('的') else {
        return false;
    };
    let whose: Vec<char> = whose
        .chars()
        .rev()
        .take_while(|c| is_unspaced(*c))
        .take(4)
        .collect();
    let what: String = what.chars().take_while(|c| is_unspaced(*c)).take(2).collect();
    // The last two characters are enough to tell 法國 from 德國, and leave out what stands in front (請問).
    let whose: String = whose.iter().take(2).rev().collect();
    if whose.chars().count() < 2 || what.chars().count() < 2 || answer.contains(&whose) {
        return false;
    }
    answer
        .split_once(&format!("的{what}"))
        .is_some_and(|(before, _)| {
            let other = before.chars().rev().take_while(|c| is_unspaced(*c)).count();
            let pronoun = ["它", "他", "她", "其", "這", "那", "该", "該", "當地"]
                .iter()
                .any(|word| before.ends_with(word));
            other >= 2 && !pronoun
        })
}

#[cfg(test)]
mod tests {
    use super::super::asked::asked;
    use super::*;

    #[test]
    fn short_answers_that_fit() {
        let mut wrong = Vec::new();
        for (question, answer, expected) in [
            ("What is the capital of France?", "Paris.", true),
            ("What is the capital of France?", "It is Paris.", true),
            ("What is the capital of France?", "Bananas.", false),
            ("What is the capital of France?", "Bananas are yellow.", false),
            ("What colour is the sky?", "Blue.", true),
            ("What colour is the sky?", "Tuesday.", false),
            ("Which language is spoken in Brazil?", "Portuguese.", true),
            ("Which planet is the largest?", "Jupiter", true),
            ("What does the shop sell?", "Bread and rolls.", true),
            ("What does the shop sell?", "The train leaves at nine.", false),
            ("¿Cuál es la capital de España?", "Madrid.", true),
            ("Was ist die Hauptstadt von Frankreich?", "Paris.", true),
            ("Who wrote Hamlet?", "William Shakespeare.", true),
            ("Who wrote Hamlet?", "I like pizza.", false),
            ("Where is the Louvre?", "In Paris.", true),
            ("法國的首都是哪裡？", "巴黎。", true),
            ("誰寫了紅樓夢？", "曹雪芹", true),
            ("誰寫了紅樓夢？", "蘋果很甜。", false),
            ("日本の首都はどこですか？", "東京です。", true),
            ("店裡賣什麼？", "麵包", true),
            ("店裡賣什麼？", "企鵝住在南極。", false),
            ("Is the library open on Sunday?", "No, it is closed.", true),
            ("Is the library open on Sunday?", "No.", true),
            (
                "Is the library open on Sunday?",
                "Yes, bananas are yellow.",
                false,
            ),
            ("Is the library open on Sunday?", "Bananas are yellow.", false),
            (
                "Can I return shoes?",
                "Yes, within 30 days with the receipt.",
                true,
            ),
            ("圖書館星期日開放嗎？", "沒有，星期日休館。", true),
            ("圖書館星期日開放嗎？", "不開放", true),
            ("Ist das Museum sonntags geöffnet?", "Nein.", true),
            ("What is the capital of France?", "France.", false),
            ("Name the river.", "Bananas are yellow.", false),
        ] {
            if fits(question, answer, &asked(question)) != expected {
                wrong.push((question, answer));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn the_same_of_another() {
        for (question, answer, expected) in [
            (
                "What is the capital of France?",
                "The capital of Germany is Berlin.",
                true,
            ),
            (
                "What is the capital of France?",
                "The capital of France is Paris.",
                false,
            ),
            ("What is the capital of France?", "The capital is Paris.", false),
            (
                "Who is the mayor of Lyon?",
                "The mayor of Ulm is Karl Sorel.",
                true,
            ),
            ("法國的首都是哪裡？", "德國的首都是柏林。", true),
            ("法國的首都是哪裡？", "法國的首都是巴黎。", false),
            ("法國的首都是哪裡？", "它的首都是巴黎。", false),
        ] {
            assert_eq!(is_of_another(question, answer), expected, "{question} {answer}");
        }
    }
}
