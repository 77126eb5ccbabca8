//! Are action items attributed to the right person (seed 003)? A heuristic: the sentence of the source that holds
//! most of the task has to name the person, or stand in that person's own turn.
//!
//! Items are recognised by their form: `Name: task`, `Name will …`, `task (Name)`, a name as the heading of a list.
//! No figure exists for how often this is right.

use std::ops::Range;

use crate::i18n::Lang;
use crate::text::align::content_keys;
use crate::text::script::is_unspaced;
use crate::text::sentences::sentences;
use crate::text::words::{KeySet, Word, words};

use super::places::content;
use super::sources::Sources;
use super::table::Table;
use super::tell::Form;
use super::verify::best_match;

/// A task of which less than this stands in a sentence is not there.
const FOUND: f64 = 0.35;
/// A name is no longer than this.
const LONGEST_NAME: usize = 40;

/// An action item that has an owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The whole item in the response.
    pub range: Range<usize>,
    /// Whether the source gives the task to that person.
    pub right: bool,
    /// The sentence of the sources that holds most of the task; `None`: none holds enough.
    pub best: Option<usize>,
}

/// Why an item is wrong: where its task stands.
pub fn reason(lang: Lang, texts: &[String], item: &str, best: Option<usize>) -> String {
    let sources = Sources::new(texts.iter().map(String::as_str));
    let wanted = content_keys(&words(item));
    let found = best.and_then(|at| best_match(lang, &sources, at, &wanted, &[], Form::Json));
    found.unwrap_or_else(|| lang.strings().embedded.band_not_found.to_owned())
}

/// The items with an owner in `response`, each held against the source. Empty: none was recognised.
pub fn items(table: &Table, texts: &[String], response: &str) -> Vec<Item> {
    let sources = Sources::new(texts.iter().map(String::as_str));
    let turns = turns(texts, &sources);
    let mut heading: Option<&str> = None;
    let mut items = Vec::new();
    for range in sentences(response) {
        let sentence = response.get(range.clone()).unwrap_or_default();
        if let Some(name) = sentence
            .trim_end_matches(['*', '_', ' '])
            .strip_suffix([':', '：'])
        {
            heading = name_of(name);
            continue;
        }
        let owned = owner(sentence).or(heading.map(|name| (name, sentence)));
        if let Some((name, task)) = owned {
            let (right, best) = is_right(table, &sources, &turns, name, task);
            items.push(Item { range, right, best });
        }
    }
    items
}

/// Whether the task is that person's, and where it stands.
fn is_right(
    table: &Table,
    sources: &Sources<'_>,
    turns: &[Option<&str>],
    name: &str,
    task: &str,
) -> (bool, Option<usize>) {
    let name_keys = content_keys(&words(name));
    let task: Vec<Word> = words(task)
        .into_iter()
        .filter(|word| !name_keys.contains(&word.key))
        .collect();
    let task = content(table, &task);
    let total: f64 = task.iter().map(|(_, weight)| weight).sum();
    // Nothing but a name is no task that could be given to another.
    if total <= 0.0 {
        return (true, None);
    }
    let held = sources.held(&task);
    let best = held.iter().map(|(_, held)| *held).fold(0.0, f64::max);
    if best < total * FOUND {
        return (false, None);
    }
    // Of sentences that hold as much, one that names the person is enough.
    let places: Vec<usize> = held
        .iter()
        .filter(|(_, held)| *held >= best * (1.0 - 1e-9))
        .map(|(at, _)| *at)
        .collect();
    let right = places
        .iter()
        .any(|at| names(&name_keys, name, sources, turns, *at));
    (right, places.first().copied())
}

/// Whether a sentence of the source names the person or stands in the person's turn. A sentence with no speaker that
/// names nobody ("She will print it.") goes on from the one before.
fn names(keys: &KeySet, name: &str, sources: &Sources<'_>, turns: &[Option<&str>], at: usize) -> bool {
    let says = |text: &str| {
        let found = content_keys(&words(text));
        text.contains(name) || (!keys.is_empty() && keys.iter().any(|key| found.contains(key)))
    };
    let text = sources.sentence_text(at);
    // Who asks is named as well, and has not got the task.
    match assignee(text) {
        Some(Assignee::Named(person)) => return says(person),
        Some(Assignee::Speaker) => return turns.get(at).copied().flatten().is_some_and(says),
        None => {}
    }
    // Who is to do it is named in front, in any turn: "Ben: Anna will call.", 小華負責訂會議室.
    let said = labelled(text).map_or(text, |(_, said)| said);
    if let Some((person, _)) = by_verb(said.trim_start()).filter(|(person, _)| is_somebody(person)) {
        return says(person);
    }
    if says(text) {
        return true;
    }
    if let Some(speaker) = turns.get(at).copied().flatten() {
        return says(speaker);
    }
    let anybody = words(text).iter().any(|word| word.capital && !word.opens);
    // What has no capitals goes on from the sentence before where it begins with 她 or "also".
    let goes_on = !text.starts_with(is_unspaced) || GOING_ON.iter().any(|word| text.starts_with(word));
    let before = at.checked_sub(1).filter(|before| {
        let text = |at: usize| sources.sentences().get(at).map(|sentence| sentence.text);
        text(*before) == text(at)
    });
    !anybody && goes_on && before.is_some_and(|before| says(sources.sentence_text(before)))
}

/// How a Chinese or Japanese sentence goes on about the person of the one before.
const GOING_ON: &[&str] = &[
    "他", "她", "也", "並", "并", "另外", "此外", "還", "还", "然後", "然后", "接著", "彼", "また",
];

/// Whether what stands where a name stands is one: not a pronoun, a time or everybody.
fn is_somebody(name: &str) -> bool {
    const NOBODY: &[&str] = &[
        "all",
        "another",
        "anybody",
        "anyone",
        "both",
        "each",
        "everybody",
        "everyone",
        "nobody",
        "one",
        "somebody",
        "someone",
        "there",
        "these",
        "those",
        "today",
        "tomorrow",
        "what",
        "who",
        "who's",
        "if",
        "and",
        "then",
        "next",
        "also",
        "please",
        "er",
        "sie",
        "wir",
        "es",
        "ich",
        "alle",
        "jemand",
        "el",
        "ella",
        "il",
        "elle",
        "on",
        "nous",
        "yo",
    ];
    const CHINESE: &[&str] = &[
        "我", "你", "您", "咱", "他們", "他们", "她們", "大家", "今天", "明天", "後天", "下週", "下周",
        "本週", "上週", "上周", "星期", "週", "會議", "会议", "所有", "每個", "每个", "這", "那", "他", "她",
        "接著", "然後", "另外", "之後", "預計", "可能", "不", "也", "都", "必", "只", "還", "請", "私", "彼",
    ];
    !NOBODY.contains(&name.to_lowercase().as_str()) && !CHINESE.iter().any(|word| name.starts_with(word))
}

/// Whom a sentence gives a task to.
enum Assignee<'t> {
    Named(&'t str),
    /// "Anna asked me to …"
    Speaker,
}

/// Who is asked, told or assigned something in a sentence: "Anna asked Ben to …", "Ben was asked by Anna to …".
fn assignee(text: &str) -> Option<Assignee<'_>> {
    const ASKING: &[&str] = &[
        "asked",
        "asks",
        "told",
        "tells",
        "reminded",
        "reminds",
        "instructed",
        "instructs",
        "requested",
        "assigned",
        "assigns",
        "wants",
        "wanted",
        "urged",
        "invited",
        "encouraged",
        "tasked",
        "ordered",
        "bat",
        "bittet",
        "beauftragte",
        "pidió",
        "попросила",
        "попросил",
        "поручил",
        "поручила",
    ];
    const BEING: &[&str] = &["was", "is", "were", "been", "be", "being", "got"];
    const CHINESE: &[&str] = &["請", "请", "要求", "吩咐", "拜託", "指派", "叫"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let bare = |word: &&str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    for (at, word) in words.iter().enumerate() {
        if !ASKING.contains(&bare(word).as_str()) {
            continue;
        }
        let being = at
            .checked_sub(1)
            .and_then(|at| words.get(at))
            .is_some_and(|before| BEING.contains(&bare(before).as_str()));
        if being {
            let name = words.get(..at - 1)?.iter().rev().find_map(|word| name_of(word));
            return name.map(Assignee::Named);
        }
        let whom = words.get(at + 1)?;
        if matches!(bare(whom).as_str(), "me" | "mich" | "меня") {
            return Some(Assignee::Speaker);
        }
        // "told Ben that …" is no task of Ben's.
        let telling = matches!(bare(word).as_str(), "told" | "tells" | "wants" | "wanted");
        let to = words.iter().skip(at + 2).take(2).any(|next| bare(next) == "to");
        if telling && !to {
            continue;
        }
        return name_of(whom).map(Assignee::Named);
    }
    let (before, rest) = CHINESE.iter().find_map(|verb| text.split_once(verb))?;
    let before = before.trim_end().rsplit(|c: char| !is_unspaced(c)).next()?;
    let whom = rest.split(|c: char| !is_unspaced(c)).next()?;
    // The name is the first characters: what follows is the task.
    ((2..=6).contains(&before.chars().count()) && whom.chars().count() > 3).then(|| {
        let end = whom.char_indices().nth(3).map_or(whom.len(), |(at, _)| at);
        Assignee::Named(whom.get(..end).unwrap_or(whom))
    })
}

/// For each sentence of the sources, who speaks: the last label of its line. A transcript may be one line.
fn turns<'t>(texts: &'t [String], sources: &Sources<'_>) -> Vec<Option<&'t str>> {
    let mut line_end = (usize::MAX, 0);
    let mut speaker = None;
    sources
        .sentences()
        .iter()
        .map(|sentence| {
            let text = texts.get(sentence.text).map_or("", String::as_str);
            if line_end.0 != sentence.text || sentence.range.start >= line_end.1 {
                let rest = text.get(sentence.range.start..).unwrap_or_default();
                let line = rest.lines().next().unwrap_or_default();
                line_end = (sentence.text, sentence.range.start + line.len());
                speaker = None;
            }
            let said = text.get(sentence.range.clone()).and_then(labelled);
            speaker = said.map(|(name, _)| name).or(speaker);
            speaker
        })
        .collect()
}

/// `Name: …`
fn labelled(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once([':', '：'])?;
    Some((name_of(name)?, rest))
}

/// A name: one to four words that begin with an upper-case letter, or two to six characters of text without spaces.
fn name_of(text: &str) -> Option<&str> {
    let name = text.trim_matches(|c: char| !c.is_alphanumeric());
    if name.is_empty() || name.len() > LONGEST_NAME || name.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if name.chars().all(is_unspaced) {
        return (2..=6).contains(&name.chars().count()).then_some(name);
    }
    let parts: Vec<&str> = name.split_whitespace().collect();
    let capital = |part: &&str| {
        part.chars()
            .next()
            .is_some_and(|c| c.is_uppercase() || (c.is_alphabetic() && !c.is_lowercase()))
    };
    const NO_NAMES: &[&str] = &[
        "The", "This", "That", "It", "We", "They", "He", "She", "I", "You", "Action", "Task", "Note",
    ];
    let no_name = parts.first().is_none_or(|first| NO_NAMES.contains(first));
    (parts.len() <= 4 && parts.iter().all(capital) && !no_name).then_some(name)
}

/// Whose an item is, and the task.
fn owner(item: &str) -> Option<(&str, &str)> {
    let plain = item.trim_start_matches(|c: char| !(c.is_alphanumeric()));
    if let Some(owned) = labelled(plain).or_else(|| by_verb(plain)) {
        return Some(owned);
    }
    // "Send the report (Anna)", "Send the report – Anna"
    let end = plain.trim_end_matches(['.', '。', ' ', '*']);
    let (task, name) = match end.strip_suffix([')', '）', ']']) {
        Some(inner) => inner.rsplit_once(['(', '（', '['])?,
        None => end
            .rsplit_once(" – ")
            .or_else(|| end.rsplit_once(" — "))
            .or_else(|| end.rsplit_once(" - "))
            .or_else(|| end.rsplit_once(" @"))?,
    };
    Some((name_of(name)?, task))
}

/// "Anna will …", 小明負責…: who is to do what.
fn by_verb(plain: &str) -> Option<(&str, &str)> {
    const VERBS: &[&str] = &[
        " will ",
        " to ",
        " should ",
        " must ",
        " shall ",
        " needs to ",
        " has to ",
        " is going to ",
        " is to ",
        " is responsible for ",
        " is assigned to ",
        " agreed to ",
        " wird ",
        " soll ",
        " debe ",
        " doit ",
        " devrait ",
    ];
    const CHINESE_VERBS: &[&str] = &[
        "負責", "负责", "將會", "將", "将", "需要", "需", "要", "會", "会", "應該", "應", "应", "預計",
        "預定", "必須",
    ];
    let by_verb = VERBS
        .iter()
        .filter_map(|verb| Some((plain.find(verb)?, *verb)))
        .min_by_key(|(at, _)| *at);
    if let Some((at, verb)) = by_verb
        && let Some(name) = plain.get(..at).and_then(name_of)
    {
        return Some((name, plain.get(at + verb.len()..).unwrap_or_default()));
    }
    let chinese = plain.strip_prefix(['由', '請', '请']).unwrap_or(plain);
    // 會議 is a noun.
    let noun = |at: usize| {
        let here = chinese.get(at..).unwrap_or_default();
        ["會議", "会议", "會場", "會員", "會計", "應用", "要求", "將軍"]
            .iter()
            .any(|noun| here.starts_with(noun))
    };
    let by_verb = CHINESE_VERBS
        .iter()
        .filter_map(|verb| Some((chinese.find(verb)?, *verb)))
        .filter(|(at, _)| !noun(*at))
        .min_by_key(|(at, verb)| (*at, usize::MAX - verb.len()));
    if let Some((at, verb)) = by_verb
        && let Some(name) = chinese
            .get(..at)
            .filter(|name| name.chars().all(is_unspaced))
            .and_then(name_of)
        && name.chars().count() <= 4
    {
        return Some((name, chinese.get(at + verb.len()..).unwrap_or_default()));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    fn rights(source: &str, response: &str) -> Vec<bool> {
        let items = items(&table(), &[source.to_owned()], response);
        items.iter().map(|item| item.right).collect()
    }

    /// Who is told that no item could be read is told these forms.
    #[test]
    fn the_wordings_that_are_named_are_read() {
        let source = "Ana: I check the budget.\n林小美：我來核對預算。";
        for item in [
            "Ana: check the budget",
            "Ana will check the budget",
            "Check the budget (Ana)",
            "林小美：核對預算",
            "林小美負責核對預算",
            "核對預算（林小美）",
        ] {
            assert_eq!(rights(source, item), [true], "{item}");
        }
        assert_eq!(
            rights(source, "The budget must be checked by Ana. Ben calls Lisbon."),
            [] as [bool; 0]
        );
    }

    #[test]
    fn right_and_swapped() {
        let minutes = "Anna: I will send the budget report on Friday. I'll also call the printer.\nBen: I can book the \
                       meeting room.\nWe asked Clara to order the chairs. She will do it by Monday.";
        let chinese = "會議中，林小美表示會在週五寄出預算報告。\n陳大文：我來預訂會議室。";
        let cases: &[(&str, &str, &[bool])] = &[
            (
                minutes,
                "- Anna: send the budget report\n- Ben: book the meeting room",
                &[true, true],
            ),
            (
                minutes,
                "- Ben: send the budget report\n- Anna: book the meeting room",
                &[false, false],
            ),
            (
                minutes,
                "Anna will call the printer. Ben will call the printer.",
                &[true, false],
            ),
            (
                minutes,
                "1. Order the chairs (Clara)\n2. Order the chairs (Ben)",
                &[true, false],
            ),
            (
                minutes,
                "**Anna:**\n- Send the budget report\n- Book the meeting room",
                &[true, false],
            ),
            (minutes, "Anna will repaint the harbour.", &[false]),
            (minutes, "The report is due on Friday.", &[]),
            (
                chinese,
                "林小美負責寄出預算報告。\n陳大文：預訂會議室",
                &[true, true],
            ),
            (
                chinese,
                "陳大文負責寄出預算報告。\n林小美：預訂會議室",
                &[false, false],
            ),
            (
                "Анна отправит отчёт в пятницу.\nБорис: Я закажу зал.",
                "Анна: отправит отчёт\nБорис: закажу зал\nАнна: закажу зал",
                &[true, true, false],
            ),
            (
                "Anna asked Ben to send the report. Clara was asked by Ben to order the chairs.",
                "Ben: send the report\nAnna: send the report\nClara: order the chairs\nBen: order the chairs",
                &[true, false, true, false],
            ),
            (
                "Anna: Ben told me to send the report.\nBen: I asked Clara to book the room.",
                "Anna: send the report\nBen: send the report\nClara: book the room\nBen: book the room",
                &[true, false, true, false],
            ),
            (
                "林小美請陳大文預訂會議室。",
                "陳大文：預訂會議室\n林小美：預訂會議室",
                &[true, false],
            ),
            (
                "Anna will send the budget by Friday. Ben will book the room. Carla will call the client.",
                "Ben will call the client.\nCarla will call the client.\nAnna will book the room.\nBen will book the room.\n\
                 Carla: send the budget",
                &[false, true, false, true, false],
            ),
            (
                "小明會在週五前送出預算。小華負責訂會議室。小美會打電話給客戶。",
                "小華：打電話給客戶\n小美：打電話給客戶\n小明：訂會議室\n小華：訂會議室\n小美：送出預算",
                &[false, true, false, true, false],
            ),
            (
                "Ben: Anna will call the client. I will book the room.\nAnna: Everyone will read the plan.",
                "Ben: call the client\nAnna: call the client\nBen: book the room",
                &[false, true, true],
            ),
            (minutes, "", &[]),
            ("", "Anna: send it", &[false]),
        ];
        for (source, response, expected) in cases {
            assert_eq!(&rights(source, response), expected, "{response}");
        }
    }
}
