//! What a question asks about: its names, numbers, quoted strings and rare words, at most eight. In text without
//! spaces, the pieces between grammar characters and question words.

use std::ops::Range;

use crate::text::align::{Pick, pick};
use crate::text::normalise::{find_verbatim, folded};
use crate::text::script::is_hangul;
use crate::text::stop::is_grammar_at;
use crate::text::words::{KeySet, Kind, Word, words};

use super::table::Table;

/// At most so many are looked for.
const MOST: usize = 8;
/// Words that weigh less say too little to be looked for, as long as there are others.
const LEAST_WEIGHT: f64 = 5.0;
/// A question is no longer than this; what follows is text that was pasted with it.
const LONGEST_QUESTION: usize = 4_000;

/// Something that the question asks about.
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// As it stands in the question.
    pub text: String,
    /// How much it says.
    pub weight: f64,
    words: Vec<Word>,
    quoted: bool,
}

impl Entity {
    /// Whether a text with these keys holds it: at least half of it, by weight or by characters.
    pub fn is_in(&self, table: &Table, keys: &KeySet) -> bool {
        if self
            .words
            .iter()
            .any(|word| matches!(word.kind, Kind::Pair | Kind::LightPair))
        {
            let lit: usize = pick(&self.text, &self.words, keys, Pick::Known)
                .iter()
                .map(Range::len)
                .sum();
            return lit * 2 >= self.text.len() && self.has_head(keys);
        }
        let weight = |word: &Word| table.weight(word).max(1.0);
        let total: f64 = self.words.iter().map(weight).sum();
        let hit: f64 = self
            .words
            .iter()
            .filter(|word| keys.contains(&word.key))
            .map(weight)
            .sum();
        total > 0.0 && hit * 2.0 >= total
    }

    /// Of a compound of Chinese the last two characters say what it is: a 磨坊 is no 磨坊主人. Japanese and Korean have endings
    /// there.
    fn has_head(&self, keys: &KeySet) -> bool {
        const COMPOUND: usize = 4;
        let other = |c: char| is_hangul(c) || matches!(c, '\u{3040}'..='\u{30FF}');
        if self.text.chars().count() < COMPOUND || self.text.contains(other) {
            return true;
        }
        let last = self.words.last();
        last.is_none_or(|last| last.kind != Kind::Pair || keys.contains(&last.key))
    }

    /// A quoted string has to stand in the text as it is.
    pub fn stands_in(&self, table: &Table, keys: &KeySet, text: &str) -> bool {
        self.is_in(table, keys) && (!self.quoted || find_verbatim(&self.text, text).is_some())
    }
}

/// The entities of a question, in its order.
pub fn entities(table: &Table, question: &str) -> Vec<Entity> {
    let end = question
        .char_indices()
        .map(|(at, _)| at)
        .take_while(|at| *at <= LONGEST_QUESTION)
        .last();
    let question = question
        .get(..end.unwrap_or_default())
        .filter(|cut| cut.len() + 4 < question.len())
        .unwrap_or(question);
    let spans = spans(table, question, LEAST_WEIGHT);
    // A question of common words only is still a question.
    let spans = if spans.is_empty() {
        self::spans(table, question, 0.1)
    } else {
        spans
    };
    let mut found: Vec<(usize, Entity)> = Vec::new();
    for (at, span) in spans.into_iter().enumerate() {
        let Some(entity) = entity(table, question, span) else {
            continue;
        };
        let same = |other: &Entity| folded(&other.text) == folded(&entity.text);
        if !found.iter().any(|(_, other)| same(other)) {
            found.push((at, entity));
        }
    }
    // The sort is stable, so equal weights keep the order of the question.
    found.sort_by(|(_, a), (_, b)| b.weight.total_cmp(&a.weight));
    found.truncate(MOST);
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, entity)| entity).collect()
}

struct Span {
    range: Range<usize>,
    quoted: bool,
}

fn entity(table: &Table, question: &str, span: Span) -> Option<Entity> {
    let text = question.get(span.range)?.to_owned();
    let words = words(&text);
    let weight = words.iter().map(|word| table.weight(word)).fold(0.0, f64::max);
    (weight > 0.0).then_some(Entity {
        text,
        weight,
        words,
        quoted: span.quoted,
    })
}

fn spans(table: &Table, question: &str, least: f64) -> Vec<Span> {
    let quoted = quoted(question);
    let mut spans: Vec<Span> = Vec::new();
    let all = words(question);
    // Where a run of text without spaces was cut up to.
    let mut cut = 0;
    let mut name_open = false;
    for word in &all {
        if quoted.iter().any(|range| range.contains(&word.range.start)) {
            name_open = false;
            continue;
        }
        // 哪一座, 哪一年: the number is part of the asking.
        let before = question.get(..word.range.start).unwrap_or_default();
        if word.kind == Kind::Number && before.ends_with(['哪', '幾', '几', '每', '這', '那']) {
            continue;
        }
        if matches!(word.kind, Kind::Pair | Kind::LightPair | Kind::Single) {
            name_open = false;
            if word.range.start >= cut {
                let run = run(question, word.range.start);
                cut = run.end;
                segments(question, run, &mut spans);
            }
            continue;
        }
        let rare_enough = word.kind == Kind::Number || table.weight(word) >= least;
        // A question of nothing but common words keeps its verb.
        let verb = least >= LEAST_WEIGHT && is_common_verb(question, word);
        let wanted = !word.stop && rare_enough && !asks(question, word) && !verb;
        let capital = wanted && word.capital && word.kind == Kind::Word;
        match spans.last_mut() {
            // "Marie Curie" is one name.
            Some(last)
                if capital && name_open && question.get(last.range.end..word.range.start) == Some(" ") =>
            {
                last.range.end = word.range.end;
            }
            _ if wanted => spans.push(Span {
                range: word.range.clone(),
                quoted: false,
            }),
            _ => {}
        }
        name_open = capital && !word.opens;
    }
    spans.extend(quoted.into_iter().map(|range| Span { range, quoted: true }));
    spans.sort_by_key(|span| span.range.start);
    spans
}

/// Words that belong to the asking and not to the matter.
fn asks(question: &str, word: &Word) -> bool {
    const ASKING: &[&str] = &[
        "actually",
        "answer",
        "called",
        "describe",
        "does",
        "exactly",
        "explain",
        "find",
        "give",
        "happen",
        "happened",
        "kind",
        "list",
        "long",
        "many",
        "mean",
        "means",
        "much",
        "name",
        "named",
        "old",
        "please",
        "question",
        "say",
        "sort",
        "take",
        "takes",
        "tell",
        "type",
        "used",
        "want",
        "was",
        "welche",
        "welcher",
        "welches",
        "wann",
        "warum",
        "wem",
        "wen",
        "wer",
        "wie",
        "wieso",
        "wieviel",
        "wo",
        "cuál",
        "cuándo",
        "cuánto",
        "cuántos",
        "cómo",
        "dónde",
        "qué",
        "quién",
        "combien",
        "comment",
        "pourquoi",
        "quand",
        "quel",
        "quelle",
        "où",
        "quanto",
        "quando",
        "dove",
        "chi",
        "perché",
        "где",
        "когда",
        "кто",
        "почему",
        "сколько",
        "какой",
        "какая",
        "πότε",
        "ποιος",
        "ποια",
        "ποιο",
        "ποιοι",
        "πού",
        "πώς",
        "γιατί",
        "τι",
        "πόσο",
        "πόσα",
        "πόσοι",
        "πόσες",
        "η",
        "ο",
        "οι",
        "το",
        "τα",
        "του",
        "της",
        "των",
        "την",
        "τον",
        "στη",
        "στην",
        "στο",
        "στον",
        "είναι",
        "متى",
        "اين",
        "أين",
        "كيف",
        "كم",
        "لماذا",
        "من",
        "ماذا",
    ];
    let raw = question
        .get(word.range.clone())
        .unwrap_or_default()
        .to_lowercase();
    // The German article; in other languages the word is what the question is about.
    let article = raw == "die" && is_german(question);
    article || ASKING.contains(&raw.as_str())
}

/// A verb that says little and has many synonyms: that something is about the rest of the question, it doesn't show. In
/// upper case within the question it is part of a name.
fn is_common_verb(question: &str, word: &Word) -> bool {
    const VERBS: &[&str] = &[
        "become",
        "became",
        "began",
        "begin",
        "begins",
        "begun",
        "belong",
        "belongs",
        "born",
        "bring",
        "brings",
        "brought",
        "build",
        "built",
        "came",
        "close",
        "closed",
        "closes",
        "come",
        "comes",
        "contain",
        "contains",
        "cost",
        "costs",
        "die",
        "died",
        "end",
        "ended",
        "ends",
        "exist",
        "exists",
        "found",
        "founded",
        "gave",
        "get",
        "gets",
        "given",
        "go",
        "goes",
        "got",
        "held",
        "hold",
        "holds",
        "keep",
        "kept",
        "last",
        "lasts",
        "leave",
        "leaves",
        "left",
        "live",
        "lived",
        "lives",
        "living",
        "located",
        "made",
        "make",
        "makes",
        "need",
        "needed",
        "needs",
        "occur",
        "occurred",
        "open",
        "opened",
        "opens",
        "play",
        "played",
        "plays",
        "receive",
        "received",
        "run",
        "runs",
        "saw",
        "seen",
        "show",
        "shows",
        "situated",
        "stand",
        "stands",
        "start",
        "started",
        "starts",
        "stood",
        "take",
        "taken",
        "took",
        "went",
        "win",
        "wins",
        "won",
        "work",
        "worked",
        "works",
        "write",
        "writes",
        "written",
        "wrote",
        "dauert",
        "gewann",
        "gewonnen",
        "kostet",
        "leben",
        "lebt",
        "liegt",
        "schrieb",
        "steht",
        "wohnen",
        "wohnt",
        "vive",
        "viven",
        "escribió",
        "ganó",
        "cuesta",
        "habite",
        "habitent",
        "écrit",
        "coûte",
        "gagné",
        "живёт",
        "живет",
        "написал",
        "стоит",
        "ζουν",
        "έγραψε",
        "ανοίγει",
        "άνοιξε",
    ];
    let raw = question
        .get(word.range.clone())
        .unwrap_or_default()
        .to_lowercase();
    (word.opens || !word.capital) && VERBS.contains(&raw.as_str())
}

fn is_german(question: &str) -> bool {
    const GERMAN: &[&str] = &[
        "wann", "wer", "wie", "wo", "warum", "der", "das", "dem", "und", "wurde", "ist", "welche", "eine",
        "hat",
    ];
    question
        .split(|c: char| !c.is_alphabetic())
        .any(|word| GERMAN.contains(&word.to_lowercase().as_str()))
}

/// The insides of quotes, at most 80 characters, without white space around them.
fn quoted(question: &str) -> Vec<Range<usize>> {
    const PAIRS: [(char, char); 7] = [
        ('“', '”'),
        ('"', '"'),
        ('「', '」'),
        ('『', '』'),
        ('«', '»'),
        ('„', '“'),
        ('《', '》'),
    ];
    let mut out = Vec::new();
    let mut from = 0;
    while let Some((at, open)) = question.get(from..).and_then(|rest| {
        rest.char_indices()
            .find(|(_, c)| PAIRS.iter().any(|(open, _)| open == c))
    }) {
        let start = from + at + open.len_utf8();
        let close = PAIRS
            .iter()
            .find(|(first, _)| *first == open)
            .map_or('"', |(_, close)| *close);
        let inside = question
            .get(start..)
            .and_then(|rest| rest.split_once(close))
            .map(|(inside, _)| inside);
        match inside.filter(|inside| inside.chars().count() <= 80 && !inside.trim().is_empty()) {
            Some(inside) => {
                let lead = inside.len() - inside.trim_start().len();
                out.push(start + lead..start + lead + inside.trim().len());
                from = start + inside.len() + close.len_utf8();
            }
            None => from = start,
        }
    }
    out
}

/// The run of text without spaces that begins here, up to the next space, mark or letter of another script.
fn run(question: &str, start: usize) -> Range<usize> {
    let rest = question.get(start..).unwrap_or_default();
    let length = rest
        .find(|c: char| !crate::text::script::is_unspaced(c) && !crate::text::script::is_joined(c))
        .unwrap_or(rest.len());
    start..start + length
}

/// Words of asking in Chinese and Japanese, longest first.
const ASKING_RUNS: &[&str] = &[
    "為什麼",
    "为什么",
    "是什麼",
    "是什么",
    "有沒有",
    "有没有",
    "多少錢",
    "請問",
    "请问",
    "多少",
    "什麼",
    "什么",
    "甚麼",
    "怎麼",
    "怎么",
    "怎樣",
    "怎样",
    "如何",
    "哪裡",
    "哪裏",
    "哪里",
    "哪些",
    "哪個",
    "哪个",
    "哪一座",
    "哪一個",
    "哪一个",
    "哪一位",
    "哪一間",
    "哪一家",
    "哪一種",
    "哪一條",
    "哪一本",
    "哪一年",
    "哪一天",
    "哪一",
    "哪位",
    "何時",
    "何时",
    "何處",
    "何处",
    "多久",
    "多長",
    "多长",
    "多遠",
    "多远",
    "多大",
    "多高",
    "多重",
    "多深",
    "多寬",
    "多宽",
    "多快",
    "是否",
    "能否",
    "可否",
    "可以",
    "幾點",
    "几点",
    "幾歲",
    "幾年",
    "幾個",
    "幾位",
    "幾人",
    "誰",
    "谁",
    "哪",
    "幾",
    "几",
    "何",
    "いつ",
    "どこ",
    "だれ",
    "なぜ",
    "いくら",
    "いくつ",
    "どう",
    "어디",
    "언제",
    "누구",
    "얼마",
    "무엇",
    "왜",
    "몇",
];

/// Single characters that no question is about.
const LIGHT: &[&str] = &[
    "有", "是", "會", "会", "要", "能", "可", "做", "說", "说", "叫", "為", "为", "用", "來", "来", "去",
];

/// Cuts a run at grammar characters and words of asking; pieces of one character only when nothing longer is there.
fn segments(question: &str, run: Range<usize>, spans: &mut Vec<Span>) {
    let text = question.get(run.clone()).unwrap_or_default();
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let asking = ASKING_RUNS.iter().find(|asking| rest.starts_with(**asking));
        let length = match asking {
            Some(asking) => asking.len(),
            None if is_grammar_at(text, at) => c.len_utf8(),
            None => {
                at += c.len_utf8();
                continue;
            }
        };
        pieces.push(start..at);
        at += length;
        start = at;
    }
    pieces.push(start..text.len());
    let characters = |piece: &Range<usize>| text.get(piece.clone()).map_or(0, |piece| piece.chars().count());
    let longest = pieces.iter().map(characters).max().unwrap_or(0);
    for piece in pieces {
        let count = characters(&piece);
        // The verb that closes a Korean question: 닫나요.
        let asked = text.get(piece.clone()).is_some_and(|piece| {
            ["나요", "까요", "니까", "가요", "는가", "인가"]
                .iter()
                .any(|end| piece.ends_with(end))
        });
        // 몇 시: the hour belongs to the asking.
        let front = question.get(..run.start + piece.start).unwrap_or_default();
        if asked || (count == 1 && front.trim_end().ends_with('몇')) {
            continue;
        }
        // 有多高: what is left beside the asking is a verb that says nothing.
        let light = text
            .get(piece.clone())
            .is_some_and(|piece| LIGHT.contains(&piece));
        if count >= 2 || (count == 1 && longest == 1 && !light) {
            spans.push(Span {
                range: run.start + piece.start..run.start + piece.end,
                quoted: false,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    #[test]
    fn entities_of_questions() {
        let cases: &[(&str, &[&str])] = &[
            (
                "Who repaired the organ of the Veld chapel?",
                &["repaired", "organ", "Veld", "chapel"],
            ),
            (
                "When was the Arden mill rebuilt after the fire?",
                &["Arden", "mill", "rebuilt", "fire"],
            ),
            (
                "When did Marie Curie win the prize in 1911?",
                &["Marie Curie", "prize", "1911"],
            ),
            ("What does “soft open” mean?", &["soft open"]),
            (
                "How long does the ferry from Ellmark to Tosund take, and does it carry cars?",
                &["ferry", "Ellmark", "Tosund", "carry", "cars"],
            ),
            (
                "水族館的營業時間和成人票價是多少？",
                &["水族館", "營業時間", "成人票價"],
            ),
            ("堤防散步道的起點和長度？", &["堤防散步道", "起點", "長度"]),
            ("請問誰發明了電話？", &["發明", "電話"]),
            ("「紅樓夢」的作者是誰？", &["紅樓夢", "作者"]),
            (
                "Wann wurde die Brücke in Ulm eröffnet?",
                &["Brücke", "Ulm", "eröffnet"],
            ),
            ("東京タワーの高さはいくらですか", &["東京タワー"]),
            ("How many people live in Hamburg?", &["Hamburg"]),
            ("Who wrote the opera “Nova”?", &["opera", "Nova"]),
            ("When was the Arden bridge opened?", &["Arden", "bridge"]),
            ("Which team won the cup?", &["team", "cup"]),
            ("Who won?", &["won"]),
            ("台北101有多高？何時完工？", &["台北", "101", "完工"]),
            ("臺灣的哪一座城市最古老？", &["臺灣", "城市", "古老"]),
            ("Πότε άνοιξε η γέφυρα;", &["γέφυρα"]),
            ("도서관은 몇 시에 닫나요?", &["도서관"]),
            ("", &[]),
            ("???", &[]),
        ];
        for (question, expected) in cases {
            let found: Vec<String> = entities(&table(), question).into_iter().map(|e| e.text).collect();
            assert_eq!(&found, expected, "{question}");
        }
    }

    #[test]
    fn a_compound_is_there_with_what_it_is() {
        for (question, text, expected) in [
            ("磨坊主人是誰？", "磨坊在1872年燒毀。", false),
            ("磨坊主人是誰？", "磨坊的主人是林致遠。", true),
            ("成人票價是多少？", "票價為三百元。", true),
            ("東京タワーはどこですか", "東京タワーは港区にある。", true),
        ] {
            let keys = crate::text::align::content_keys(&words(text));
            let found = entities(&table(), question);
            let first = found.first().unwrap();
            assert_eq!(first.is_in(&table(), &keys), expected, "{question} {text}");
        }
    }

    #[test]
    fn at_most_eight_and_in_order() {
        let question = (0..3_000).map(|n| format!("Zor{n}b, ")).collect::<String>();
        let found = entities(&table(), &question);
        assert_eq!(found.len(), MOST);
    }
}
