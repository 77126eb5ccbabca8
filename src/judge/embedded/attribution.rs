//! Are action items attributed to the right person (seed 003)? A heuristic: the sentence of the source that holds
//! most of the task has to name the person, or stand in that person's own turn.
//!
//! Items are recognised by their form: `Name: task`, `Name will …`, `task (Name)`, a name as the heading of a list. Of the source
//! it counts who speaks ("Name said: I will …"), who is named in front of the task, and who is asked to do it.
//! No figure exists for how often this is right.

mod named;

use std::ops::Range;

use crate::i18n::Lang;
use crate::text::align::content_keys;
use crate::text::script::is_unspaced;
use crate::text::sentences::sentences;
use crate::text::words::{Key, KeySet, Word, words};

use named::{
    Addressed, Assignee, addressed, assignee, by_verb, is_somebody, labelled, name_of, owner, reported,
    speaks_of_oneself,
};

use super::places::content;
use super::sources::Sources;
use super::table::Table;
use super::tell::Form;
use super::verify::best_match;

/// A task of which less than this stands in a sentence is not there.
const FOUND: f64 = 0.35;
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
    found.unwrap_or_else(|| lang.strings().judged().band_not_found.to_owned())
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
        .any(|at| names(&name_keys, name, sources, turns, *at, &task));
    (right, places.first().copied())
}

/// Whether a sentence of the source names the person or stands in the person's turn. A sentence with no speaker that
/// names nobody ("She will print it.") goes on from the one before.
fn names(
    keys: &KeySet,
    name: &str,
    sources: &Sources<'_>,
    turns: &[Option<&str>],
    at: usize,
    task: &[(Key, f64)],
) -> bool {
    let says = |text: &str| {
        let found = content_keys(&words(text));
        text.contains(name) || (!keys.is_empty() && keys.iter().any(|key| found.contains(key)))
    };
    let text = sources.sentence_text(at);
    let speaker = turns.get(at).copied().flatten();
    // Who asks is named as well, and has not got the task.
    match assignee(text) {
        Some(Assignee::Named(person)) => return says(person),
        Some(Assignee::Speaker) => return speaker.is_some_and(says),
        None => {}
    }
    let reported = reported(text);
    let said = reported.map_or(text, |(_, said)| said).trim_start();
    match addressed(said) {
        Some(Addressed::Named(person)) => return says(person),
        Some(Addressed::Next) => {
            let mut behind = turns.iter().skip(at + 1).copied().flatten();
            if let Some(next) = behind.find(|next| Some(*next) != speaker) {
                return says(next);
            }
        }
        None => {}
    }
    // Who is to do it is named in front, in any turn: "Ben: Anna will call.", 小華負責訂會議室. One sentence may give two their
    // tasks: the clause that holds most of this one counts.
    let clauses = clauses(said);
    let clause = clauses.iter().max_by(|a, b| {
        let held = |clause: &str| -> f64 {
            let found = content_keys(&words(clause));
            task.iter()
                .filter(|(key, _)| found.contains(key))
                .map(|(_, weight)| weight)
                .sum()
        };
        held(a).total_cmp(&held(b))
    });
    if let Some((person, _)) = clause
        .and_then(|clause| by_verb(clause))
        .filter(|(person, _)| is_somebody(person))
    {
        return says(person);
    }
    // "I will order the ropes" is the speaker's, whoever else is named in it.
    if let Some((speaker, said)) = reported
        && speaks_of_oneself(said)
    {
        return says(speaker);
    }
    if says(text) {
        return true;
    }
    if let Some(speaker) = speaker {
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

/// A sentence cut where somebody else is given a task: "Ann will call and Ben will write."
fn clauses(text: &str) -> Vec<&str> {
    const JOINTS: &[&str] = &[" and ", ", ", "; ", " while ", " but ", " und ", "，", "；", "而"];
    let mut from = 0;
    let mut out = Vec::new();
    let mut joints: Vec<(usize, usize)> = JOINTS
        .iter()
        .flat_map(|joint| text.match_indices(joint).map(|(at, hit)| (at, at + hit.len())))
        .collect();
    joints.sort_unstable();
    for (at, end) in joints {
        let named = text.get(end..).and_then(by_verb);
        if at >= from && named.is_some_and(|(person, _)| is_somebody(person)) {
            out.extend(text.get(from..at));
            from = end;
        }
    }
    out.extend(text.get(from..));
    out
}

/// How a Chinese or Japanese sentence goes on about the person of the one before.
const GOING_ON: &[&str] = &[
    "他", "她", "也", "並", "并", "另外", "此外", "還", "还", "然後", "然后", "接著", "彼", "また",
];

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
            (
                "Ingrid said: I will order the ropes. Tomas said: I will call the harbour master.",
                "Ingrid will call the harbour master.\nTomas will call the harbour master.\nTomas: order the ropes\n\
                 Ingrid: order the ropes",
                &[false, true, false, true],
            ),
            (
                "Ingrid said that she will order the ropes. According to Ingrid, Tomas will call the harbour master.",
                "Ingrid will call the harbour master.\nTomas will call the harbour master.\nTomas: order the ropes\n\
                 Ingrid: order the ropes",
                &[false, true, false, true],
            ),
            (
                "Ingrid said Tomas will order the ropes.",
                "Ingrid: order the ropes\nTomas: order the ropes",
                &[false, true],
            ),
            (
                "Ingrid will order the ropes and Tomas will call the harbour master.",
                "Tomas will call the harbour master.\nIngrid will call the harbour master.\nIngrid: order the ropes",
                &[true, false, true],
            ),
            (
                "Maria: Can you book the room, Jonas?\nJonas: Yes. And you send the invoice?\nMaria: Sure.",
                "Maria will send the invoice.\nJonas will send the invoice.\nJonas will book the room.\nMaria: book the room",
                &[true, false, true, false],
            ),
            (
                "林小美說陳大文會訂會議室。林小美表示她會寄出預算報告。",
                "陳大文：訂會議室\n林小美：訂會議室\n林小美：寄出預算報告\n陳大文：寄出預算報告",
                &[true, false, true, false],
            ),
            (
                "林小美說：我會寄出預算報告。陳大文表示：我來訂會議室。",
                "林小美：寄出預算報告\n陳大文：寄出預算報告\n陳大文：訂會議室\n林小美：訂會議室",
                &[true, false, true, false],
            ),
            (minutes, "", &[]),
            ("", "Anna: send it", &[false]),
        ];
        for (source, response, expected) in cases {
            assert_eq!(&rights(source, response), expected, "{response}");
        }
    }
}
