//! Sufficiency replies (seed 001): the JSON object of the prompt, key by key. What the keys mean together is
//! `metric/sufficient_context.rs`'s matter.

use serde_json::{Map, Value, json};

use super::json::{self as found, Expect};
use super::{list, think, verdict};
use crate::evaluation::{Reason, Stop};
use crate::text::fold::name_key;
use crate::text::nfkc::UnicodeNormalization;

/// What a sufficiency reply says, normalised key by key.
#[derive(Clone, Debug, PartialEq)]
pub struct SufficiencyReading {
    /// `Sufficient Context`: `Ok(None)` when absent or null, `Err(text)` for a value that is not accepted.
    pub sufficient_context: Result<Option<bool>, String>,
    /// `is_sufficient`, likewise.
    pub is_sufficient: Result<Option<bool>, String>,
    /// `required_entities`, cleaned as every list; each name once.
    pub required_entities: Vec<String>,
    /// Coverage for each required entity, in their order; `None`: not given, or not an accepted value.
    pub coverage: Vec<Option<bool>>,
    /// Coverage for what is not a required entity.
    pub extra_coverage: Vec<(String, Option<bool>)>,
    /// `missing_information`, cleaned.
    pub missing: Vec<String>,
    /// `contradictions`, cleaned.
    pub contradictions: Vec<String>,
    /// `confidence`, 0–1; `None`: unknown.
    pub confidence: Option<f64>,
    /// It was above 1 and divided by 100 without a `%`.
    pub confidence_scaled: bool,
    /// `reasoning`, or empty.
    pub reasoning: String,
    /// `useful_chunk_ids` as whole numbers in the order given, without doubles; not yet checked against the
    /// chunks that were given.
    pub useful_ids: Vec<i64>,
    /// What stood there and is no whole number, as written: `1.5`, `chunk A`.
    pub other_ids: Vec<String>,
    /// `useful_chunk_ids` was there, if empty or null: that no chunk is useful was said.
    pub useful_said: bool,
    /// The JSON had to be mended.
    pub repaired: bool,
    /// A list repeated the template's example text.
    pub echoed_template: bool,
}

/// An answer of our own judge; written by [`write`].
#[derive(Clone, Debug, PartialEq)]
pub struct SufficiencyAnswer {
    /// The verdict.
    pub sufficient: bool,
    /// Required entities and whether each is covered.
    pub coverage: Vec<(String, bool)>,
    /// What is missing.
    pub missing: Vec<String>,
    /// Contradicting statements.
    pub contradictions: Vec<String>,
    /// 0–1.
    pub confidence: f64,
    /// Why.
    pub reasoning: String,
    /// Ids of useful chunks.
    pub useful_ids: Vec<usize>,
}

/// Reads a sufficiency reply.
///
/// # Errors
/// `EmptyReply`, `Truncated`, or `Unreadable` (no JSON object with an expected key).
pub fn read(text: &str, stop: Stop) -> Result<SufficiencyReading, Reason> {
    let found = found::read(text, stop, &Expect::object(&KEYS))?;
    let mut echoed = false;
    let mut texts = |key: &str, example: &[&str]| {
        let list = list::texts(found.get(key), example);
        echoed |= list.echoed;
        list.texts
    };
    let required_entities = texts("required_entities", &EXAMPLE_ENTITIES);
    let missing = texts("missing_information", &EXAMPLE_MISSING);
    let contradictions = texts("contradictions", &EXAMPLE_CONTRADICTIONS);
    let (coverage, extra_coverage) = coverage(found.get("coverage"), &required_entities);
    let (required_entities, coverage) = once(required_entities, coverage);
    let confidence = verdict::confidence(found.get("confidence"));
    let (useful_ids, mut other_ids) = verdict::ids_and_rest(found.get("useful_chunk_ids"));
    other_ids.retain(|written| !list::is_nothing(written));
    Ok(SufficiencyReading {
        sufficient_context: verdict::verdict(found.get("Sufficient Context")),
        is_sufficient: verdict::verdict(found.get("is_sufficient")),
        coverage,
        extra_coverage,
        required_entities,
        missing,
        contradictions,
        confidence: confidence.value,
        confidence_scaled: confidence.scaled,
        reasoning: list::joined(found.get("reasoning")),
        useful_ids,
        other_ids,
        // A bare `true` names no chunk, and does not say that there is none.
        useful_said: found.has("useful_chunk_ids")
            && found.get("useful_chunk_ids") != Some(&Value::Bool(true)),
        repaired: found.repaired,
        echoed_template: echoed,
    })
}

/// Reads a verdict that a reply gives in plain words, on a line of its own: `Sufficient Context: 1`. The last that is one
/// counts, and all other lines are the reasoning. `None`: there is no such line, or the reply was cut off in it.
pub fn read_words(text: &str, stop: Stop) -> Option<SufficiencyReading> {
    let visible = think::visible(text).ok()?;
    let lines: Vec<&str> = visible.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut said: Option<(usize, usize, Result<bool, String>)> = None;
    for (at, line) in lines.iter().enumerate() {
        let Some(value) = behind_label(line) else {
            continue;
        };
        let (last, value) = match lines.get(at + 1).filter(|_| value.is_empty()) {
            Some(below) => (at + 1, plain_line(below)),
            None => (at, value),
        };
        let verdict = verdict_in_front(&value).ok_or(value);
        let refused = verdict.as_ref().is_err_and(String::is_empty);
        let better = verdict.is_ok() || !said.as_ref().is_some_and(|(.., before)| before.is_ok());
        if better && !refused {
            said = Some((at, last, verdict));
        }
    }
    let (first, last, verdict) = said?;
    if stop == Stop::Length && last + 1 >= lines.len() {
        return None;
    }
    let others = lines
        .iter()
        .enumerate()
        .filter(|(at, _)| !(first..=last).contains(at));
    let reasoning: Vec<&str> = others.map(|(_, line)| line.trim()).collect();
    Some(SufficiencyReading {
        sufficient_context: verdict
            .map(Some)
            .map_err(|value| verdict::offending(&Value::String(value))),
        is_sufficient: Ok(None),
        required_entities: Vec::new(),
        coverage: Vec::new(),
        extra_coverage: Vec::new(),
        missing: Vec::new(),
        contradictions: Vec::new(),
        confidence: None,
        confidence_scaled: false,
        reasoning: reasoning.join("\n"),
        useful_ids: Vec::new(),
        other_ids: Vec::new(),
        useful_said: false,
        repaired: false,
        echoed_template: false,
    })
}

/// A line in one width and case, without the marks around it.
fn plain_line(line: &str) -> String {
    let line: String = line
        .chars()
        .take(200)
        .nfkc()
        .flat_map(char::to_lowercase)
        .collect();
    let around =
        |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '#' | '>' | '`' | '"' | '-' | '•' | '{' | '}');
    line.trim_matches(around).to_owned()
}

/// What a line says behind the label of the verdict; empty where that is all it says.
fn behind_label(line: &str) -> Option<String> {
    let line = plain_line(line);
    let label = [
        "sufficient context",
        "sufficient_context",
        "is_sufficient",
        "is sufficient",
    ];
    let rest = label.iter().find_map(|label| line.strip_prefix(label))?;
    let dressing = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '"');
    let rest = rest.trim_start_matches(dressing);
    if rest.is_empty() {
        return Some(String::new());
    }
    let value = rest.strip_prefix([':', '='])?;
    Some(value.trim_matches(dressing).to_owned())
}

/// The verdict that a text is, or begins with before its reason. "1 or 0" is none, nor is "0 of 3 chunks".
fn verdict_in_front(text: &str) -> Option<bool> {
    if let Some(verdict) = verdict::word(text) {
        return Some(verdict);
    }
    let end = text.find(|c: char| !c.is_alphanumeric())?;
    let verdict = verdict::word(text.get(..end)?)?;
    let behind = text.get(end..)?.trim_start_matches(['*', '_', '`', '"']);
    let reason = behind.trim_start();
    let reasons = ["(", "- ", "– ", "— ", "because", "since ", "as "];
    if behind.starts_with(char::is_whitespace) || behind.starts_with('(') {
        return reasons
            .iter()
            .any(|begin| reason.starts_with(begin))
            .then_some(verdict);
    }
    let clause = reason
        .strip_prefix(['.', ',', ';', ':', '。', '、', '!'])?
        .trim_start();
    let doubts = [
        "or ", "maybe", "perhaps", "possibly", "probably", "或", "也許", "也许", "可能",
    ];
    let doubtful = clause.starts_with(|c: char| c.is_ascii_digit())
        || doubts.iter().any(|word| clause.starts_with(word));
    (!doubtful).then_some(verdict)
}

/// Writes an answer as the JSON that the prompt asks for.
pub fn write(answer: &SufficiencyAnswer) -> String {
    let entities: Vec<&str> = answer
        .coverage
        .iter()
        .map(|(entity, _)| entity.as_str())
        .collect();
    let coverage: Map<String, Value> = answer
        .coverage
        .iter()
        .map(|(entity, covered)| (entity.clone(), Value::Bool(*covered)))
        .collect();
    let object = json!({
        "Sufficient Context": answer.sufficient,
        "is_sufficient": answer.sufficient,
        "required_entities": entities,
        "coverage": coverage,
        "missing_information": answer.missing,
        "contradictions": answer.contradictions,
        "confidence": answer.confidence,
        "reasoning": answer.reasoning,
        "useful_chunk_ids": answer.useful_ids,
    });
    format!("{object:#}")
}

const KEYS: [&str; 9] = [
    "Sufficient Context",
    "is_sufficient",
    "required_entities",
    "coverage",
    "missing_information",
    "contradictions",
    "confidence",
    "reasoning",
    "useful_chunk_ids",
];

// What the template of seed 001 shows in its lists.
const EXAMPLE_ENTITIES: [&str; 2] = ["Entity 1", "Entity 2"];
const EXAMPLE_MISSING: [&str; 2] = ["Missing information 1", "Missing information 2"];
const EXAMPLE_CONTRADICTIONS: [&str; 1] = ["conflicting figures/statements if any"];

type Covered = Option<bool>;

/// Each entity once, by its name; one that was judged both ways is unknown.
fn once(required: Vec<String>, covered: Vec<Covered>) -> (Vec<String>, Vec<Covered>) {
    let mut places = std::collections::HashMap::new();
    let (mut names, mut verdicts): (Vec<String>, Vec<Covered>) = (Vec::new(), Vec::new());
    for (entity, covered) in required.into_iter().zip(covered) {
        let place = *places.entry(name_key(&entity)).or_insert(names.len());
        match verdicts.get_mut(place) {
            Some(before) if *before != covered => *before = None,
            Some(_) => {}
            None => {
                names.push(entity);
                verdicts.push(covered);
            }
        }
    }
    (names, verdicts)
}

/// Coverage of the required entities, and of what else was given.
fn coverage(value: Option<&Value>, required: &[String]) -> (Vec<Covered>, Vec<(String, Covered)>) {
    let value = value.map(list::opened);
    let mut covered = vec![None; required.len()];
    let entries = match value.as_deref() {
        Some(Value::Object(map)) => entries_of(map),
        Some(Value::Array(items)) if items.iter().any(Value::is_object) => items
            .iter()
            .filter_map(Value::as_object)
            .flat_map(entry_of)
            .collect(),
        // Anything but a verdict for each entity says nothing that could be matched.
        Some(Value::Array(items)) if items.len() == required.len() => {
            return (items.iter().map(accepted).collect(), Vec::new());
        }
        _ => Vec::new(),
    };
    let mut places: std::collections::HashMap<String, Vec<usize>> = std::collections::HashMap::new();
    for (place, entity) in required.iter().enumerate() {
        places.entry(name_key(entity)).or_default().push(place);
    }
    let mut extra: Vec<(String, Covered)> = Vec::new();
    for (entity, verdict) in entries {
        match places.get(&name_key(&entity)) {
            Some(places) => {
                for place in places {
                    if let Some(slot) = covered.get_mut(*place) {
                        *slot = verdict;
                    }
                }
            }
            None if list::is_nothing(&entity) || EXAMPLE_ENTITIES.contains(&entity.trim()) => {}
            None => extra.push((entity, verdict)),
        }
    }
    (covered, extra)
}

fn entries_of(map: &Map<String, Value>) -> Vec<(String, Covered)> {
    map.iter()
        .map(|(entity, value)| (entity.clone(), accepted(value)))
        .collect()
}

/// `{"entity": "x", "covered": true}`, or `{"x": true}`.
fn entry_of(map: &Map<String, Value>) -> Vec<(String, Covered)> {
    let name = ["entity", "name", "required_entity", "fact", "item"]
        .iter()
        .find_map(|key| found::field(map, key).and_then(Value::as_str));
    match name {
        Some(entity) => vec![(entity.to_owned(), inner_verdict(map))],
        None => entries_of(map),
    }
}

fn accepted(value: &Value) -> Covered {
    match value {
        Value::Object(map) => inner_verdict(map),
        other => verdict::verdict(Some(other)).ok().flatten(),
    }
}

fn inner_verdict(map: &Map<String, Value>) -> Covered {
    let value = ["covered", "coverage", "is_covered", "verdict", "value", "status"]
        .iter()
        .find_map(|key| found::field(map, key));
    verdict::verdict(value.filter(|value| !value.is_object()))
        .ok()
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_ok(text: &str) -> SufficiencyReading {
        read(text, Stop::Stop).unwrap()
    }

    #[test]
    fn coverage_forms() {
        let required = r#""required_entities": ["a", "b", "c"]"#;
        for (coverage, want, extra) in [
            (r#"{"A": true, "b ": "no"}"#, [Some(true), Some(false), None], 0),
            (r#"[true, "maybe", 0]"#, [Some(true), None, Some(false)], 0),
            (r#"[true, true]"#, [None, None, None], 0),
            (
                r#"[{"entity": "b", "covered": "Yes"}, {"c": false}]"#,
                [None, Some(true), Some(false)],
                0,
            ),
            (
                r#"{"a": {"covered": 1, "evidence": "x"}, "d": true}"#,
                [Some(true), None, None],
                1,
            ),
            (r#""{\"a\": true}""#, [Some(true), None, None], 0),
            (r#"{"a": "partly", "Entity 1": true}"#, [None, None, None], 0),
            (r#"null"#, [None, None, None], 0),
        ] {
            let reading = read_ok(&format!("{{{required}, \"coverage\": {coverage}}}"));
            assert_eq!(reading.coverage, want, "{coverage}");
            assert_eq!(reading.extra_coverage.len(), extra, "{coverage}");
        }
    }

    #[test]
    fn null_says_that_no_chunk_is_useful_and_silence_nothing() {
        for (ids, said) in [
            (r#", "useful_chunk_ids": null"#, true),
            (r#", "useful_chunk_ids": []"#, true),
            (r#", "Useful Chunk IDs": "None""#, true),
            (r#", "useful_chunk_ids": true"#, false),
            ("", false),
        ] {
            let reading = read_ok(&format!("{{\"is_sufficient\": true{ids}}}"));
            assert_eq!(reading.useful_said, said, "{ids}");
            assert!(
                reading.useful_ids.is_empty() && reading.other_ids.is_empty(),
                "{ids}"
            );
        }
    }

    #[test]
    fn an_entity_counts_once() {
        let required = r#""required_entities": ["cars", "Cars", "ｃａｒｓ ", "bikes"]"#;
        for (coverage, want) in [
            (r#"{"cars": true, "bikes": false}"#, [Some(true), Some(false)]),
            (r#"[true, true, true, false]"#, [Some(true), Some(false)]),
            (r#"[true, false, true, false]"#, [None, Some(false)]),
        ] {
            let reading = read_ok(&format!("{{{required}, \"coverage\": {coverage}}}"));
            assert_eq!(reading.required_entities, ["cars", "bikes"], "{coverage}");
            assert_eq!(reading.coverage, want, "{coverage}");
        }
    }

    #[test]
    fn verdicts_in_plain_words() {
        for (text, want, reasoning) in [
            ("Sufficient Context: 1", Ok(true), ""),
            (
                "EXPLANATION: both stand there.\n\n**Sufficient Context:** 0",
                Ok(false),
                "EXPLANATION: both stand there.",
            ),
            (
                "### Sufficient Context\n1\nBoth stand there.",
                Ok(true),
                "Both stand there.",
            ),
            ("Sufficient Context: Yes, the chunks name it.", Ok(true), ""),
            ("Sufficient Context = no. The year lacks.", Ok(false), ""),
            ("- sufficient_context：０（沒有年份）", Ok(false), ""),
            ("Sufficient Context: 1 - all is there", Ok(true), ""),
            (
                "Sufficient Context: 0\nOn reflection:\nSufficient Context: 1",
                Ok(true),
                "Sufficient Context: 0\nOn reflection:",
            ),
            (
                "Sufficient Context: 1\nSufficient context: what the chunks say",
                Ok(true),
                "Sufficient context: what the chunks say",
            ),
            (
                "<think>Sufficient Context: 0</think>Sufficient Context: 1",
                Ok(true),
                "",
            ),
            ("Sufficient Context: 1 or 0", Err("1 or 0"), ""),
            ("Sufficient Context: 0/1", Err("0/1"), ""),
            ("Sufficient Context: 1, maybe 0", Err("1, maybe 0"), ""),
            ("Sufficient Context: 0 of 3 chunks", Err("0 of 3 chunks"), ""),
            ("Sufficient Context: 0.5", Err("0.5"), ""),
            ("Sufficient Context: partly", Err("partly"), ""),
        ] {
            let reading = read_words(text, Stop::Stop).unwrap();
            assert_eq!(
                reading.sufficient_context,
                want.map(Some).map_err(str::to_owned),
                "{text}"
            );
            assert_eq!(reading.reasoning, reasoning, "{text}");
        }
        for text in [
            "",
            "The context is sufficient: 1",
            "Sufficient Context:",
            "Is it sufficient context? Yes: 1",
        ] {
            assert_eq!(read_words(text, Stop::Stop), None, "{text}");
        }
        assert_eq!(read_words("Sufficient Context: 1", Stop::Length), None);
        assert!(read_words("Sufficient Context: 1\nBecause", Stop::Length).is_some());
    }

    #[test]
    fn an_echoed_template_says_nothing() {
        let reading = read_ok(
            r#"{"is_sufficient": true, "required_entities": ["Entity 1", "Entity 2"], "coverage": {"Entity 1": true},
            "missing_information": ["missing information 1."], "contradictions": ["N/A", "無。", null, " "]}"#,
        );
        assert!(
            reading.echoed_template && reading.required_entities.is_empty() && reading.missing.is_empty()
        );
        assert!(reading.contradictions.is_empty() && reading.extra_coverage.is_empty());
        assert_eq!(reading.sufficient_context, Ok(None));
        assert_eq!(reading.is_sufficient, Ok(Some(true)));
    }
}
