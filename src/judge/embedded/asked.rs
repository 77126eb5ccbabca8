//! The kind of answer that a question asks for (who, when, where, how many …), and whether a text names one that
//! the question did not name itself.

use crate::i18n::Lang;
use crate::text::words::{KeySet, Kind, Word};

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

/// Words of asking, matched against the question in lower case; of those that begin at the same place the first
/// one counts, so the longer stand first.
const ASKING: &[(&str, Asked)] = &[
    ("how long", Asked::Extent),
    ("wie lange", Asked::Duration),
    ("wie lang", Asked::Extent),
    ("wie oft", Asked::Often),
    ("wie alt", Asked::Age),
    ("多久一次", Asked::Often),
    ("多久", Asked::Duration),
    ("多長時間", Asked::Duration),
    ("多长时间", Asked::Duration),
    ("how many", Asked::Amount),
    ("how much", Asked::Amount),
    ("how old", Asked::Age),
    ("how far", Asked::Amount),
    ("how high", Asked::Amount),
    ("how tall", Asked::Amount),
    ("how big", Asked::Amount),
    ("how often", Asked::Often),
    ("how deep", Asked::Amount),
    ("how wide", Asked::Amount),
    ("how heavy", Asked::Amount),
    ("how fast", Asked::Amount),
    ("wie viel", Asked::Amount),
    ("wieviel", Asked::Amount),
    ("cuánt", Asked::Amount),
    ("combien", Asked::Amount),
    ("сколько", Asked::Amount),
    ("多少錢", Asked::Price),
    ("多少钱", Asked::Price),
    ("幾塊錢", Asked::Price),
    ("幾元", Asked::Price),
    ("多少", Asked::Amount),
    ("多高", Asked::Amount),
    ("多遠", Asked::Amount),
    ("多远", Asked::Amount),
    ("多大", Asked::Age),
    ("多長", Asked::Extent),
    ("多长", Asked::Extent),
    ("多寬", Asked::Amount),
    ("多宽", Asked::Amount),
    ("多深", Asked::Amount),
    ("多重", Asked::Amount),
    ("多快", Asked::Amount),
    ("何人", Asked::Person),
    ("幾歲", Asked::Age),
    ("几岁", Asked::Age),
    ("幾點", Asked::Time),
    ("几点", Asked::Time),
    ("幾年", Asked::Time),
    ("幾月", Asked::Time),
    ("幾", Asked::Amount),
    ("いくら", Asked::Amount),
    ("いくつ", Asked::Amount),
    ("얼마", Asked::Amount),
    ("몇", Asked::Amount),
    ("what year", Asked::Time),
    ("which year", Asked::Time),
    ("what date", Asked::Time),
    ("what time", Asked::Time),
    ("when", Asked::Time),
    ("wann", Asked::Time),
    ("cuándo", Asked::Time),
    ("когда", Asked::Time),
    ("何時", Asked::Time),
    ("何时", Asked::Time),
    ("什麼時候", Asked::Time),
    ("哪一年", Asked::Time),
    ("哪年", Asked::Time),
    ("哪天", Asked::Time),
    ("いつ", Asked::Time),
    ("언제", Asked::Time),
    ("متى", Asked::Time),
    ("who", Asked::Person),
    ("whose", Asked::Person),
    ("whom", Asked::Person),
    ("wer", Asked::Person),
    ("quién", Asked::Person),
    ("кто", Asked::Person),
    ("誰", Asked::Person),
    ("谁", Asked::Person),
    ("哪位", Asked::Person),
    ("何人", Asked::Person),
    ("だれ", Asked::Person),
    ("누구", Asked::Person),
    ("where", Asked::Place),
    ("dónde", Asked::Place),
    ("где", Asked::Place),
    ("哪裡", Asked::Place),
    ("哪裏", Asked::Place),
    ("哪里", Asked::Place),
    ("哪兒", Asked::Place),
    ("何處", Asked::Place),
    ("何处", Asked::Place),
    ("どこ", Asked::Place),
    ("어디", Asked::Place),
    ("why", Asked::Reason),
    ("warum", Asked::Reason),
    ("为什么", Asked::Reason),
    ("為什麼", Asked::Reason),
    ("為何", Asked::Reason),
    ("なぜ", Asked::Reason),
    ("왜", Asked::Reason),
];

/// The kinds that a question asks for, without doubles, in the order of its words. `when` in the middle of a
/// sentence that asks something else ("who was king when …") asks nothing: of English and German words only those
/// at the start of a sentence, behind a comma or "and" count.
pub fn asked(question: &str) -> Vec<Asked> {
    let lower = question.to_lowercase();
    let mut found: Vec<(usize, Asked)> = Vec::new();
    let mut taken: Vec<std::ops::Range<usize>> = Vec::new();
    for (words, asked) in ASKING {
        for (at, hit) in lower.match_indices(words) {
            let end = at + hit.len();
            let free = !taken.iter().any(|range| range.start < end && at < range.end);
            let spaced = words.is_ascii();
            if free && (!spaced || (asks_here(&lower, at) && ends_here(&lower, end))) {
                taken.push(at..end);
                found.push((at, *asked));
                // More of the same kind would change nothing.
                break;
            }
        }
    }
    found.sort_by_key(|(at, _)| *at);
    let mut kinds: Vec<Asked> = Vec::new();
    for (_, asked) in found {
        let asked = match asked {
            Asked::Amount if asks_for_a_price(&lower) => Asked::Price,
            Asked::Extent if asks_for_a_time(&lower) => Asked::Duration,
            other => other,
        };
        if !kinds.contains(&asked) {
            kinds.push(asked);
        }
    }
    kinds
}

/// "How much does a ticket cost?", 票價是多少; not "how many cost …".
fn asks_for_a_price(question: &str) -> bool {
    const PRICES: &[&str] = &[
        "cost",
        "costs",
        "price",
        "priced",
        "pay",
        "charge",
        "charged",
        "fee",
        "fare",
        "rent",
        "kostet",
        "kosten",
        "preis",
        "cuesta",
        "cuestan",
        "precio",
        "coûte",
        "coûtent",
        "prix",
        "costa",
        "prezzo",
        "стоит",
        "цена",
    ];
    const CHINESE: &[&str] = &[
        "票價", "票价", "價格", "价格", "價錢", "售價", "費用", "费用", "租金", "元", "料金", "값",
    ];
    let many = [
        "how many",
        "how old",
        "how far",
        "how tall",
        "how high",
        "how often",
        "幾個",
        "幾人",
    ];
    !many.iter().any(|words| question.contains(words))
        && (question
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| PRICES.contains(&word))
            || CHINESE.iter().any(|word| question.contains(word)))
}

/// "How long does it take", "how long has it stood", "wie lang dauert es"; "how long is it" may ask for either.
fn asks_for_a_time(question: &str) -> bool {
    const TIMES: &[&str] = &[
        "take", "takes", "took", "last", "lasts", "lasted", "stay", "stays", "stayed", "wait", "live",
        "lived", "lives", "ago", "until", "till", "before", "has", "have", "had", "dauert", "dauerte",
        "bleibt",
    ];
    let mut words = question.split(|c: char| !c.is_alphanumeric());
    words.any(|word| TIMES.contains(&word))
}

fn asks_here(question: &str, at: usize) -> bool {
    let before = question.get(..at).unwrap_or_default().trim_end();
    let opens =
        before.is_empty() || before.ends_with([',', '.', '?', '!', ';', ':', '\n', '"', '“', '(', '-', '–']);
    let separate = question
        .get(..at)
        .is_some_and(|before| !before.ends_with(char::is_alphanumeric));
    let last = before
        .rsplit(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    separate
        && (opens
            || matches!(
                last,
                "and" | "or" | "in" | "at" | "by" | "to" | "from" | "und" | "tell" | "me" | "know" | "say"
            ))
}

fn ends_here(question: &str, end: usize) -> bool {
    !question
        .get(end..)
        .is_some_and(|after| after.starts_with(char::is_alphanumeric))
}

impl Asked {
    /// Its name in a sentence.
    pub fn name(self, lang: Lang) -> &'static str {
        let strings = &lang.strings().embedded;
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
                    || [
                        "今天", "昨天", "明天", "上午", "下午", "中午", "晚上", "清晨", "世紀", "年代",
                        "午前", "午後",
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

/// An upper-case word, which may be a name where it opens a sentence.
fn is_name(word: &Word, raw: &str) -> bool {
    word.capital && (!word.opens || opens_with_a_name(word, raw))
}

/// Whether the first word of a sentence may be a name: what has an upper-case letter there without being one is a plural,
/// an adverb, a noun of a mass or one made of a verb for the most part, as an article would stand in front of others.
pub(super) fn opens_with_a_name(word: &Word, raw: &str) -> bool {
    const NO_NAMES: &[&str] = &[
        "s", "ing", "ly", "ed", "tion", "sion", "ment", "ness", "ity", "ance", "ence", "ism", "ung", "heit",
        "keit", "schaft", "ción", "ость", "ение", "ание",
    ];
    const NAMES: &[&str] = &[
        "Agnes", "Andreas", "Athens", "Brussels", "Carlos", "Charles", "Chris", "Curtis", "Cyprus", "Dennis",
        "Doris", "Douglas", "Francis", "Hans", "Honduras", "Iris", "James", "Jens", "Johannes", "Jonas",
        "Julius", "Klaus", "Lars", "Lewis", "Louis", "Lucas", "Luis", "Marcus", "Markus", "Mars", "Mathias",
        "Matthias", "Naples", "Nicholas", "Nicolas", "Niels", "Paris", "Phyllis", "Ross", "Texas", "Thomas",
        "Tobias", "Venus", "Wales", "Alfred", "Fred", "Beijing", "Sterling", "Emily", "Sally", "Kelly",
        "Molly", "Italy", "Florence", "Laurence", "France",
    ];
    const MATTER: &[&str] = &[
        "anybody",
        "anyone",
        "art",
        "beer",
        "bread",
        "business",
        "butter",
        "cheese",
        "children",
        "cloth",
        "coal",
        "coffee",
        "cotton",
        "demand",
        "entry",
        "everybody",
        "everyone",
        "fire",
        "fish",
        "flour",
        "food",
        "fruit",
        "gold",
        "grain",
        "history",
        "iron",
        "local",
        "meat",
        "men",
        "milk",
        "money",
        "music",
        "nature",
        "nobody",
        "oil",
        "old",
        "new",
        "paper",
        "parking",
        "people",
        "rain",
        "salt",
        "silver",
        "snow",
        "somebody",
        "someone",
        "staff",
        "steel",
        "sugar",
        "tea",
        "today",
        "tomorrow",
        "trade",
        "traffic",
        "water",
        "wheat",
        "wine",
        "women",
        "wood",
        "wool",
        "yesterday",
        "work",
    ];
    word.opens
        && word.capital
        && word.kind == Kind::Word
        && (NAMES.contains(&raw) || !NO_NAMES.iter().any(|end| raw.ends_with(end)))
        && !MATTER.contains(&raw.to_lowercase().as_str())
}

/// Colours, where one is asked for.
pub(super) const COLOURS: &[&str] = &[
    "black",
    "blue",
    "brown",
    "gold",
    "golden",
    "gray",
    "green",
    "grey",
    "orange",
    "pink",
    "purple",
    "red",
    "silver",
    "violet",
    "white",
    "yellow",
    "beige",
    "turquoise",
    "blau",
    "braun",
    "gelb",
    "grün",
    "grau",
    "rot",
    "schwarz",
    "weiß",
    "lila",
    "rosa",
    "azul",
    "rojo",
    "roja",
    "verde",
    "amarillo",
    "negro",
    "blanco",
    "bleu",
    "rouge",
    "vert",
    "jaune",
    "noir",
    "blanc",
    "rosso",
    "giallo",
    "nero",
    "bianco",
    "紅色",
    "藍色",
    "綠色",
    "黃色",
    "白色",
    "黑色",
    "紅",
    "藍",
    "綠",
    "黃",
    "白",
    "黑",
];

/// A number with money's sign or word beside it.
fn is_money(text: &str, word: &Word) -> bool {
    const SIGNS: &[char] = &['$', '€', '£', '¥', '￥', '₩', '元', '円', '원', '₽', '₹'];
    const WORDS: &[&str] = &[
        "euro",
        "dollar",
        "pound",
        "yen",
        "yuan",
        "cent",
        "penny",
        "pence",
        "franc",
        "krone",
        "kronor",
        "kron",
        "crown",
        "peso",
        "rupee",
        "usd",
        "eur",
        "gbp",
        "jpy",
        "ntd",
        "nt$",
        "twd",
        "chf",
        "sek",
        "nok",
        "dkk",
        "pln",
        "zł",
        "руб",
        "塊",
        "块",
        "圓",
        "美金",
        "美元",
        "新臺幣",
        "新台幣",
        "million",
        "billion",
        "萬元",
        "千元",
        "p ",
    ];
    let before = text.get(..word.range.start).unwrap_or_default().trim_end();
    let raw = text.get(word.range.clone()).unwrap_or_default();
    let last = before
        .rsplit(|c: char| c.is_whitespace())
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let after = text
        .get(word.range.end..)
        .unwrap_or_default()
        .trim_start_matches([' ', '-', '\u{A0}'])
        .chars()
        .take(16)
        .collect::<String>()
        .to_lowercase();
    raw.contains(SIGNS)
        || before.ends_with(SIGNS)
        || after.starts_with(SIGNS)
        || WORDS.iter().any(|unit| after.starts_with(unit))
        || WORDS.iter().any(|unit| !last.is_empty() && last == *unit)
        || [
            "costs", "cost", "price", "fee", "fare", "for", "kostet", "cuesta", "coûte",
        ]
        .contains(&last.as_str())
}

/// An answer that is no more than a number.
fn is_bare(text: &str) -> bool {
    !text.contains(char::is_alphabetic)
}

const CALENDAR: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "spring",
    "summer",
    "autumn",
    "winter",
    "yesterday",
    "today",
    "tomorrow",
    "noon",
    "midnight",
    "morning",
    "evening",
    "januar",
    "februar",
    "märz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

/// A year, a clock time, or a number with a unit of the calendar behind it.
fn is_time(text: &str, word: &Word) -> bool {
    let raw = text.get(word.range.clone()).unwrap_or_default();
    let year = raw.chars().count() == 4 && raw.chars().all(|c| crate::text::script::digit(c).is_some());
    let decade = raw.len() == 5 && raw.ends_with('s');
    let clock = raw.contains([':', '：']);
    let after = text.get(word.range.end..).unwrap_or_default().trim_start();
    let unit = after.starts_with(|c: char| "年月日號号點点時时歲世년월일시".contains(c))
        || [
            "century",
            "am",
            "pm",
            "a.m",
            "p.m",
            "o'clock",
            "o’clock",
            "uhr",
            "years ago",
            "days ago",
        ]
        .iter()
        .any(|unit| {
            after
                .get(..unit.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(unit))
        });
    let dated = after
        .split(|c: char| !c.is_alphabetic())
        .next()
        .is_some_and(|next| CALENDAR.contains(&next.to_lowercase().as_str()));
    year || decade || clock || unit || dated
}

/// A date, a clock time, or a year: "in 1987", "since 1987", "between 1987 and 1990", `1987年`; "in 1500 homes" counts.
fn is_dated(text: &str, word: &Word) -> bool {
    const BEFORE: &[&str] = &[
        "in", "since", "until", "till", "by", "from", "between", "before", "after", "during", "of", "circa",
        "year", "im", "jahr", "seit", "bis", "von", "vor", "nach", "en", "dès", "depuis", "jusqu'en",
        "desde", "hasta", "año", "nel", "dal", "в", "с", "до",
    ];
    const JOINS: &[&str] = &["and", "to", "or", "und", "et", "y", "и"];
    let raw = text.get(word.range.clone()).unwrap_or_default();
    let before = text.get(..word.range.start).unwrap_or_default().trim_end();
    let after = text.get(word.range.end..).unwrap_or_default();
    let is_year = |raw: &str| {
        raw.len() == 4
            && (raw.starts_with('1') || raw.starts_with("20"))
            && raw.bytes().all(|b| b.is_ascii_digit())
    };
    let mut back = before.rsplit(|c: char| !c.is_alphanumeric() && c != '\'');
    let last = back.next().unwrap_or_default().to_lowercase();
    let next = after
        .split(|c: char| !c.is_alphanumeric())
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .to_lowercase();
    let month = |word: &str| CALENDAR.contains(&word);
    if !is_year(raw) {
        let day = raw.len() <= 2 && (month(&last) || month(&next));
        // 3日 and 5年 may be lengths of time; with a year or a month before them they are dates.
        let han = after.trim_start().starts_with(['月', '號', '号', '월'])
            || (after.trim_start().starts_with('日') && before.ends_with('月'));
        let clock = raw.contains([':', '：']);
        return day || han || clock;
    }
    let opens = before
        .len()
        .checked_sub(last.len())
        .and_then(|end| before.get(..end))
        .is_some_and(|rest| {
            let rest = rest.trim_end();
            rest.is_empty() || rest.ends_with(['.', '!', '?', ';', '\n'])
        });
    // What is counted stands behind its number, in the plural.
    let counted = (next.ends_with('s')
        && !matches!(next.as_str(), "was" | "is" | "has" | "as" | "this" | "its"))
        || matches!(next.as_str(), "people" | "men" | "women" | "children");
    let joined = JOINS.contains(&last.as_str()) && back.find(|word| !word.is_empty()).is_some_and(is_year);
    after.trim_start().starts_with(['年', '년'])
        || month(&last)
        || before.ends_with(['(', '–'])
        || (BEFORE.contains(&last.as_str()) && (opens || !counted))
        || joined
}

/// A number with a unit of length behind it.
fn has_length_unit(text: &str, word: &Word) -> bool {
    const UNITS: &[&str] = &[
        "mm",
        "cm",
        "dm",
        "m",
        "km",
        "ft",
        "yd",
        "mi",
        "in",
        "millimetre",
        "millimeter",
        "centimetre",
        "centimeter",
        "metre",
        "meter",
        "kilometre",
        "kilometer",
        "mile",
        "foot",
        "feet",
        "inch",
        "yard",
        "page",
        "word",
        "mètre",
        "kilomètre",
        "metro",
        "kilómetro",
        "centímetro",
        "м",
        "км",
        "метр",
        "километр",
        "公尺",
        "公里",
        "公分",
        "米",
        "厘米",
        "毫米",
        "千米",
        "英里",
        "英尺",
        "頁",
        "页",
        "字",
        "メートル",
        "キロ",
        "センチ",
        "미터",
        "킬로미터",
    ];
    let after: String = text
        .get(word.range.end..)
        .unwrap_or_default()
        .trim_start_matches([' ', '-', '\u{A0}'])
        .chars()
        .take(16)
        .collect::<String>()
        .to_lowercase();
    let first: String = after.chars().take_while(|c| c.is_alphabetic()).collect();
    UNITS.iter().any(|unit| {
        let short = unit.chars().count() <= 2 && unit.chars().all(|c| c.is_ascii() || matches!(c, 'м' | 'к'));
        if short {
            first == *unit
        } else {
            after.starts_with(unit)
        }
    })
}

fn has_time_unit(text: &str, word: &Word) -> bool {
    const UNITS: &[&str] = &[
        "second",
        "minute",
        "hour",
        "day",
        "week",
        "month",
        "year",
        "decade",
        "min",
        "sekunde",
        "minuten",
        "stunde",
        "tag",
        "woche",
        "monat",
        "jahr",
        "hora",
        "día",
        "dia",
        "semana",
        "mes",
        "año",
        "heure",
        "jour",
        "mois",
        "秒",
        "分",
        "小時",
        "小时",
        "時",
        "天",
        "日",
        "週",
        "周",
        "星期",
        "個月",
        "个月",
        "年",
        "минут",
        "час",
        "дн",
        "год",
        "년",
        "시간",
        "분",
    ];
    let after = text.get(word.range.end..).unwrap_or_default();
    let after: String = after
        .trim_start_matches([' ', '-', '\u{A0}'])
        .chars()
        .take(12)
        .collect::<String>()
        .to_lowercase();
    UNITS.iter().any(|unit| after.starts_with(unit))
}

/// "in the harbour", "next to the mill": a place word and then, within three words, something new.
fn follows_place_word<'t>(words: &[Word], raw: &impl Fn(&Word) -> &'t str, question: &KeySet) -> bool {
    const PLACE: &[&str] = &[
        "in", "at", "near", "on", "beside", "behind", "between", "next", "opposite", "inside", "outside",
        "under", "above", "along", "across", "im", "am", "bei", "neben", "hinter", "en", "dans", "sur",
    ];
    words.iter().enumerate().any(|(at, word)| {
        word.kind == Kind::Word
            && PLACE.contains(&raw(word).to_lowercase().as_str())
            && words
                .iter()
                .skip(at + 1)
                .take(3)
                .any(|next| next.kind == Kind::Word && !next.stop && !question.contains(&next.key))
    })
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
