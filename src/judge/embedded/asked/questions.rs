//! Which kinds of answer a question asks for, by its words of asking.

use super::Asked;

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
    ("quand", Asked::Time),
    ("quando", Asked::Time),
    ("wanneer", Asked::Time),
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
    ("qui", Asked::Person),
    ("quem", Asked::Person),
    ("chi", Asked::Person),
    ("кто", Asked::Person),
    ("誰", Asked::Person),
    ("谁", Asked::Person),
    ("哪位", Asked::Person),
    ("何人", Asked::Person),
    ("だれ", Asked::Person),
    ("누구", Asked::Person),
    ("where", Asked::Place),
    ("wo", Asked::Place),
    ("où", Asked::Place),
    ("dove", Asked::Place),
    ("onde", Asked::Place),
    ("waar", Asked::Place),
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
