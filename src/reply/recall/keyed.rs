//! Recall replies that came as JSON though the prompt asks for text: passages under their markers, as lists by
//! kind, or as a list of objects that name their passage.

use serde_json::{Map, Value};

use super::{Passage, PassageReading, Readings, RecallReading, StatedLines, on_scale, stated};
use crate::evaluation::{PassageId, PassageKind, Reason};
use crate::reply::folded::Folded;
use crate::reply::json;
use crate::reply::score::{self, Called};
use crate::reply::verdict::offending;
use crate::stats::rational::{self, Rational};

/// What a JSON reply says.
pub(super) enum Said {
    /// Passages, each under a key or in an object of its own.
    Passages(Box<RecallReading>),
    /// Text in strings, as lines: `{"RECALL_Reasoning": "[ESSENTIAL PASSAGE] 1: …"}`.
    /// And whether the JSON had to be mended.
    Text(String, bool),
}

/// Reads a reply that is one JSON value and nothing else (a fence aside). `None`: it is not.
pub(super) fn read(visible: &str, wanted: &[PassageId]) -> Option<Said> {
    let text = json::trim(visible);
    let inner = text.strip_prefix("```json").or_else(|| text.strip_prefix("```"));
    let inner = inner.and_then(|inner| inner.strip_suffix("```")).unwrap_or(text);
    let inner = json::trim(inner);
    if !inner.starts_with(['{', '[']) {
        return None;
    }
    let (value, repaired) = json::value(inner)?;
    said(&value, repaired, wanted, Reason::MissingVerdict)
}

/// Reads what is closed of a JSON reply that ends before its end: whole passages, and no part of one. `missing` is why
/// another is not there.
pub(super) fn read_closed(visible: &str, wanted: &[PassageId], missing: Reason) -> Option<RecallReading> {
    let (value, repaired) = json::closed(visible.get(visible.find(['{', '['])?..)?)?;
    let one = value.as_object().is_some_and(|map| named_passage(map).is_some());
    match said(&value, repaired, wanted, missing).filter(|_| !one)? {
        Said::Passages(reading) => Some(*reading),
        Said::Text(..) => None,
    }
}

fn said(value: &Value, repaired: bool, wanted: &[PassageId], missing: Reason) -> Option<Said> {
    let mut walk = Walk {
        found: Readings::new(wanted),
        stated: StatedLines::default(),
    };
    walk.value(value, None, 0);
    if !walk.found.is_empty() {
        let mut reading = walk.found.finish(missing, walk.stated);
        reading.repaired = repaired;
        return Some(Said::Passages(Box::new(reading)));
    }
    let mut text = String::new();
    speak(value, &mut text, 0);
    (!text.is_empty()).then_some(Said::Text(text, repaired))
}

/// Reads the one JSON value that a reply holds between other text.
pub(super) fn read_within(visible: &str, wanted: &[PassageId]) -> Option<Said> {
    let from = visible.find(['{', '['])?;
    let to = visible.rfind(['}', ']'])?;
    read(visible.get(from..=to)?, wanted)
}

/// The keys and the texts of a value, a line each.
fn speak(value: &Value, out: &mut String, depth: usize) {
    if depth > 6 {
        return;
    }
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                out.push_str(key);
                out.push_str(": ");
                speak(value, out, depth + 1);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| speak(item, out, depth + 1)),
        Value::String(text) => out.push_str(text),
        other => out.push_str(&other.to_string()),
    }
    out.push('\n');
}

struct Walk<'w> {
    found: Readings<'w>,
    stated: StatedLines,
}

impl Walk<'_> {
    /// `kind`: the key above named only a kind, as in `{"essential": [4, 3]}`.
    fn value(&mut self, value: &Value, kind: Option<PassageKind>, depth: usize) {
        if depth > 6 {
            return;
        }
        match value {
            Value::Array(items) => {
                for item in items {
                    match kind {
                        Some(kind) if !item.is_array() => self.passage(kind, number_of(item), item),
                        _ => self.value(item, kind, depth + 1),
                    }
                }
            }
            Value::Object(map) => {
                if let Some((kind, number)) = named_passage(map) {
                    self.passage(kind, number, value);
                    return;
                }
                for (key, value) in map {
                    self.entry(key, value, kind, depth);
                }
            }
            _ => {}
        }
    }

    fn entry(&mut self, key: &str, value: &Value, kind: Option<PassageKind>, depth: usize) {
        if self.stated_line(key, value) {
            return;
        }
        let leaf = !value.is_array();
        match (kind, marker(key)) {
            (_, Some((kind, Some(number)))) if leaf => self.passage(kind, Some(number), value),
            (_, Some((kind, None))) => self.value(value, Some(kind), depth + 1),
            // `{"essential": {"1": 4, "2": 3}}`
            (Some(kind), None) if leaf && key.trim().parse::<usize>().is_ok() => {
                self.passage(kind, key.trim().parse().ok(), value);
            }
            _ => self.value(value, kind, depth + 1),
        }
    }

    fn passage(&mut self, kind: PassageKind, number: Option<usize>, value: &Value) {
        let id = self.found.identify(kind, number);
        let (score, reasoning) = match value {
            Value::Object(map) => {
                let score = ["score", "rating", "得分", "分數"]
                    .iter()
                    .find_map(|key| json::field(map, key));
                let reasoning = [
                    "reasoning",
                    "reason",
                    "analysis",
                    "explanation",
                    "justification",
                    "rationale",
                    "comment",
                    "理由",
                    "說明",
                ]
                .iter()
                .find_map(|key| json::field(map, key).and_then(Value::as_str));
                (score, reasoning.unwrap_or_default().trim().to_owned())
            }
            other => (Some(other), String::new()),
        };
        let mentioned = score.is_some();
        let written = score
            .filter(|score| !score.is_null())
            .map_or_else(String::new, offending);
        let score = match score {
            None | Some(Value::Null) => Err(Reason::MissingVerdict),
            Some(_) if other_scale(value) => Err(Reason::OutOfScale),
            Some(score) => read_score(score).and_then(|score| on_scale(kind, score)),
        };
        self.found.add(
            id,
            Passage {
                reading: PassageReading {
                    id,
                    written: if score.is_err() { written } else { String::new() },
                    score,
                    reasoning,
                    scores_differ: false,
                },
                mentioned,
                called: Called::Plainly,
                apart: false,
            },
        );
    }

    fn stated_line(&mut self, key: &str, value: &Value) -> bool {
        let name: String = key
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        let slot = match name.as_str() {
            "recallessentialformula" => &mut self.stated.essential,
            "recallbonusformula" => &mut self.stated.bonus,
            "recallcombinedformula" => &mut self.stated.combined,
            "recallfinalscorecalculation" => &mut self.stated.calculation,
            "recallfinalscore" => &mut self.stated.final_score,
            _ => return false,
        };
        *slot = match value {
            Value::Number(number) => rational::parse(&number.to_string()),
            Value::String(text) => stated::of_text(text),
            _ => None,
        };
        true
    }
}

fn read_score(value: &Value) -> Result<Rational, Reason> {
    match value {
        Value::Number(number) => rational::parse(&number.to_string()).ok_or(Reason::OutOfScale),
        Value::String(text) => {
            let text = Folded::new(&format!("score: {text}"));
            score::last_score(&text, 0, text.chars.len(), &[])
                .map_or(Err(Reason::Unreadable), |(score, _)| score)
        }
        _ => Err(Reason::Unreadable),
    }
}

/// Whether an object says that its score is on another scale than ours: `{"score": 4, "max_score": 10}`.
fn other_scale(value: &Value) -> bool {
    let Some(map) = value.as_object() else {
        return false;
    };
    let keys = ["max_score", "max", "maximum", "out_of", "scale"];
    let said = keys.iter().find_map(|key| json::field(map, key));
    let said = said.map(|said| match said {
        Value::String(said) => format!("(scale {said})"),
        other => format!("(scale {other})"),
    });
    said.is_some_and(|said| score::names_other_scale(&said, 5))
}

/// The passage that an object names in one of its fields.
fn named_passage(map: &Map<String, Value>) -> Option<(PassageKind, Option<usize>)> {
    let name = [
        "passage",
        "marker",
        "id",
        "name",
        "label",
        "passage_id",
        "type",
        "kind",
    ]
    .iter()
    .find_map(|key| json::field(map, key).and_then(Value::as_str).and_then(marker))?;
    let (kind, number) = name;
    Some((kind, number.or_else(|| number_of(&Value::Object(map.clone())))))
}

fn number_of(value: &Value) -> Option<usize> {
    let map = value.as_object()?;
    const NAMES: [&str; 12] = [
        "number",
        "n",
        "no",
        "num",
        "index",
        "passage",
        "id",
        "passage_number",
        "passage_no",
        "passage_index",
        "passage_id",
        "編號",
    ];
    let number = NAMES.iter().find_map(|key| json::field(map, key))?;
    let number = crate::reply::verdict::id(Some(number))?;
    usize::try_from(number).ok()
}

/// `[ESSENTIAL PASSAGE] 1`, `essential_passage_1`, `bonus`, `E1`.
fn marker(key: &str) -> Option<(PassageKind, Option<usize>)> {
    if key.len() > 60 {
        return None;
    }
    let text = Folded::new(key);
    let word: String = text.chars.iter().filter(|c| c.is_alphanumeric()).collect();
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = word.get(name.len()..).and_then(|digits| digits.parse().ok());
    let kind = match name {
        "essential" | "essentialpassage" | "essentialpassages" | "essentialscores" => PassageKind::Essential,
        "bonus" | "bonuspassage" | "bonuspassages" | "bonusscores" => PassageKind::Bonus,
        "e" if number.is_some() => PassageKind::Essential,
        "b" if number.is_some() => PassageKind::Bonus,
        _ => return None,
    };
    Some((kind, number))
}
