//! Sufficient context: can a plausible answer be inferred from the retrieved chunks?
//!
//! Two presets of one rule: `sufficient-context` (seed 001, RAGFlow's prompt: verdict twice, coverage, missing
//! information, useful chunks) and `sufficient-context-paper` (the published autorater: multi-hop inference
//! allowed, verdict 0/1 and reasoning only). Here is what the keys mean together; each key is read in
//! [`crate::reply::sufficiency`].

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::sync::Arc;

use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{AskPath, Desk, Flag, Judged, Metric, Parts, Question, Reason, Reply, Scale, State};
use crate::prompt::{Template, Values, fence};
use crate::reply::sufficiency::{self, SufficiencyReading};
use crate::sample::examples::{self, Example};
use crate::sample::{Field, Sample};
use crate::text::fold::name_key;
use crate::text::visible::is_blank;

/// The metric in one of its presets. Score 1 = sufficient, 0 = insufficient.
pub struct SufficientContext {
    id: &'static str,
    prompt: &'static Template,
    prompts: &'static [&'static Template],
    preset: Preset,
    examples: &'static [Example],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Preset {
    Full,
    VerdictOnly,
}

/// `sufficient-context`: seed 001.
pub static SUFFICIENT_CONTEXT: SufficientContext = SufficientContext {
    id: "sufficient-context",
    prompt: &PROMPT,
    prompts: FULL,
    preset: Preset::Full,
    examples: examples::SUFFICIENT,
};

/// `sufficient-context-paper`: the published autorater.
pub static SUFFICIENT_CONTEXT_PAPER: SufficientContext = SufficientContext {
    id: "sufficient-context-paper",
    prompt: &PROMPT_PAPER,
    prompts: PAPER,
    preset: Preset::VerdictOnly,
    examples: examples::PAPER,
};

const FULL: &[&Template] = &[&PROMPT, &PROMPT_AGAIN];
const PAPER: &[&Template] = &[&PROMPT_PAPER, &PROMPT_AGAIN];

const VERDICT: AskPath = AskPath::step("verdict");

const QUESTION: &[&str] = &["question", "query"];
const RETRIEVED: &[&str] = &["retrieved_docs", "contexts", "rag_context", "context"];

static PROMPT: Template = Template {
    id: "sufficient-context",
    version: 1,
    text: include_str!("../../prompts/sufficient-context.md"),
    placeholders: &[QUESTION, RETRIEVED],
};

static PROMPT_PAPER: Template = Template {
    id: "sufficient-context-paper",
    version: 1,
    text: include_str!("../../prompts/sufficient-context-paper.md"),
    placeholders: &[QUESTION, RETRIEVED],
};

static PROMPT_AGAIN: Template = Template {
    id: "sufficient-context-again",
    version: 1,
    text: include_str!("../../prompts/sufficient-context-again.md"),
    placeholders: &[],
};

/// The verdict and what it rests on.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SufficiencyParts {
    /// The verdict; `None` in a conflict.
    pub sufficient: Option<bool>,
    /// Each required entity: covered, not covered, or unknown (not given, or not an accepted value).
    pub coverage: Coverage,
    /// Covered entities / required entities, 0–1. `None` when none is required.
    pub coverage_ratio: Option<f64>,
    /// Entities with unknown coverage; they count as required, not as covered.
    pub unknown: usize,
    /// Coverage given for what is not a required entity; outside the ratio.
    pub extra_coverage: Coverage,
    /// What is missing; empty when sufficient.
    pub missing: Vec<String>,
    /// What the judge listed as missing though it says sufficient: not part of the result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing_dropped: Vec<String>,
    /// Contradicting statements in the chunks.
    pub contradictions: Vec<String>,
    /// The judge's confidence in its DECISION (not the probability of sufficiency), 0–1; `None`: unknown.
    pub confidence: Option<f64>,
    /// Ids of the chunks that help to answer, in the judge's order.
    pub useful: Vec<usize>,
    /// The judge said nothing of useful chunks: that none was named is no verdict then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub useful_unsaid: bool,
    /// Ids that the judge named though no such chunk was given.
    pub invented: Vec<i64>,
    /// What stood among the ids and is no whole number, as the judge wrote it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invented_other: Vec<String>,
    /// The judge's reasoning.
    pub reasoning: String,
    /// Verdict keys whose value is none of the accepted ones, with the value as it was written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<(&'static str, String)>,
    /// The two keys as they were read, where they disagree: `Sufficient Context`, `is_sufficient`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<(bool, bool)>,
    /// The verdict only: the preset asks for no coverage, no missing information and no chunk ids.
    pub verdict_only: bool,
    /// The judge's verdict, where a person changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<Option<bool>>,
    /// The person's note.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Entities with their coverage, in the judge's order; a map in JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage(pub Vec<(String, Option<bool>)>);

impl Serialize for Coverage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (entity, covered) in &self.0 {
            map.serialize_entry(entity, covered)?;
        }
        map.end()
    }
}

impl Metric for SufficientContext {
    fn id(&self) -> &'static str {
        self.id
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale {
            min: 0.0,
            max: 1.0,
            higher_is_better: true,
        }
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Contexts]
    }

    fn several_questions(&self) -> bool {
        true
    }

    fn examples(&self) -> &'static [Example] {
        self.examples
    }

    fn prompts(&self) -> &'static [&'static Template] {
        self.prompts
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        let sample = desk.sample();
        if is_blank(&sample.question) {
            return Some(Judged::not_applicable(Reason::EmptyInput));
        }
        if sample.contexts.iter().all(|chunk| is_blank(chunk)) {
            return Some(Judged::not_applicable(Reason::NoContexts));
        }

        let reply = desk.chat(&VERDICT, || self.ask(VERDICT, sample, false))?;
        let first = match self.read(reply) {
            Ok(reading) => reading,
            Err(reason) => return Some(Judged::unscored(reason, Parts::None)),
        };
        let verdict = match verdict(&first) {
            Ok(verdict) => verdict,
            // A person's verdict counts where the judge gave none.
            Err(Undecided::Reason(_)) if changed(desk).is_some() => {
                return Some(self.finish(desk, sample, &first, None));
            }
            Err(Undecided::Reason(reason)) => {
                let parts = self.parts(sample, &first, None);
                return Some(Judged::unscored(reason, Parts::Sufficiency(Box::new(parts))));
            }
            Err(Undecided::Disagree) => {
                let path = VERDICT.again();
                let reply = desk.chat(&path, || self.ask(path.clone(), sample, true))?;
                if let Reply::Text(_) = reply {
                    desk.flag(Flag::ReAsked);
                }
                let second = self
                    .read(reply)
                    .ok()
                    .and_then(|reading| Some((verdict(&reading).ok()?, reading)));
                return Some(match second {
                    Some((verdict, reading)) => self.settle(desk, sample, &reading, verdict),
                    None => self.conflict(desk, sample, &first),
                });
            }
        };
        Some(self.settle(desk, sample, &first, verdict))
    }
}

/// A person's verdict, with the note.
fn changed(desk: &mut Desk<'_>) -> Option<(bool, String)> {
    desk.override_at("sufficient", |change| {
        Some((change.value.as_bool()?, change.note.clone()))
    })
}

/// What the two keys say together.
#[derive(Clone, Copy)]
struct Verdict {
    sufficient: bool,
    key_missing: bool,
}

enum Undecided {
    Reason(Reason),
    Disagree,
}

/// A key with a value that is not accepted decides the row, even if the other can be read.
fn verdict(reading: &SufficiencyReading) -> Result<Verdict, Undecided> {
    match (&reading.sufficient_context, &reading.is_sufficient) {
        (Err(_), _) | (_, Err(_)) => Err(Undecided::Reason(Reason::OutOfScale)),
        (Ok(None), Ok(None)) => Err(Undecided::Reason(Reason::MissingVerdict)),
        (Ok(Some(one)), Ok(Some(other))) if one != other => Err(Undecided::Disagree),
        (Ok(Some(sufficient)), Ok(Some(_))) => Ok(Verdict {
            sufficient: *sufficient,
            key_missing: false,
        }),
        (Ok(Some(sufficient)), Ok(None)) | (Ok(None), Ok(Some(sufficient))) => Ok(Verdict {
            sufficient: *sufficient,
            key_missing: true,
        }),
    }
}

impl SufficientContext {
    fn ask(&self, path: AskPath, sample: &Arc<Sample>, again: bool) -> ChatAsk<'static> {
        let verdict_only = self.preset == Preset::VerdictOnly;
        ChatAsk {
            path,
            question: Question::Sufficiency {
                sample: sample.clone(),
                verdict_only,
            },
            template: self.prompt,
            values: Values::new()
                .with(QUESTION, fence::fenced("question", &sample.question))
                .with(RETRIEVED, labelled_chunks(&sample.contexts)),
            addendum: again.then(|| (&PROMPT_AGAIN, Values::new())),
            schema: Some(if verdict_only {
                paper_schema()
            } else {
                full_schema()
            }),
        }
    }

    fn read(&self, reply: &Reply) -> Result<SufficiencyReading, Reason> {
        let reply = reply.words()?;
        let json = sufficiency::read(&reply.text, reply.stop);
        // Where no more than the verdict is asked for, plain words can say it.
        let words = match json {
            Err(Reason::Unreadable | Reason::Truncated) if self.preset == Preset::VerdictOnly => {
                sufficiency::read_words(&reply.text, reply.stop)
            }
            _ => None,
        };
        words.map_or(json, Ok)
    }

    fn settle(
        &self,
        desk: &mut Desk<'_>,
        sample: &Sample,
        reading: &SufficiencyReading,
        verdict: Verdict,
    ) -> Judged {
        if verdict.key_missing && self.preset == Preset::Full {
            desk.flag(Flag::KeyMissing);
        }
        self.finish(desk, sample, reading, Some(verdict.sufficient))
    }

    fn conflict(&self, desk: &mut Desk<'_>, sample: &Sample, reading: &SufficiencyReading) -> Judged {
        self.finish(desk, sample, reading, None)
    }

    /// Parts, flags and state, after a person's change of the verdict.
    fn finish(
        &self,
        desk: &mut Desk<'_>,
        sample: &Sample,
        reading: &SufficiencyReading,
        judged: Option<bool>,
    ) -> Judged {
        let change = changed(desk);
        let sufficient = change.as_ref().map(|(value, _)| *value).or(judged);
        let mut parts = self.parts(sample, reading, sufficient);
        if let Some((_, note)) = change {
            parts.judged = Some(judged);
            parts.note = note;
        }
        if let (Ok(Some(one)), Ok(Some(other))) = (&reading.sufficient_context, &reading.is_sufficient)
            && one != other
        {
            parts.keys = Some((*one, *other));
        }
        if reading.repaired {
            desk.flag(Flag::Repaired);
        }
        if self.preset == Preset::Full {
            for flag in warnings(sample, reading, &parts, judged) {
                desk.flag(flag);
            }
        }
        let state = match sufficient {
            Some(sufficient) => State::Scored(crate::evaluation::Score(f64::from(u8::from(sufficient)))),
            None => State::Conflict(Reason::KeysDisagree),
        };
        Judged {
            state,
            parts: Parts::Sufficiency(Box::new(parts)),
        }
    }

    fn parts(
        &self,
        sample: &Sample,
        reading: &SufficiencyReading,
        sufficient: Option<bool>,
    ) -> SufficiencyParts {
        let coverage: Vec<_> = reading
            .required_entities
            .iter()
            .cloned()
            .zip(reading.coverage.iter().copied())
            .collect();
        let covered = coverage
            .iter()
            .filter(|(_, covered)| *covered == Some(true))
            .count();
        let (useful, invented) = split_ids(&reading.useful_ids, sample.contexts.len());
        let (missing, missing_dropped) = match sufficient {
            Some(true) => (Vec::new(), reading.missing.clone()),
            _ => (reading.missing.clone(), Vec::new()),
        };
        SufficiencyParts {
            sufficient,
            coverage_ratio: (!coverage.is_empty()).then(|| covered as f64 / coverage.len() as f64),
            unknown: coverage.iter().filter(|(_, covered)| covered.is_none()).count(),
            coverage: Coverage(coverage),
            extra_coverage: Coverage(reading.extra_coverage.clone()),
            missing,
            missing_dropped,
            contradictions: reading.contradictions.clone(),
            confidence: reading.confidence,
            useful,
            useful_unsaid: !reading.useful_said,
            refused: refused(reading),
            invented,
            invented_other: reading.other_ids.clone(),
            reasoning: reading.reasoning.clone(),
            verdict_only: self.preset == Preset::VerdictOnly,
            ..SufficiencyParts::default()
        }
    }
}

impl SufficiencyParts {
    /// All that was named as a useful chunk though none of that name was given, as written.
    pub fn all_invented(&self) -> Vec<String> {
        let ids = self.invented.iter().map(ToString::to_string);
        ids.chain(self.invented_other.iter().cloned()).collect()
    }
}

/// The verdict keys that hold something else than a verdict.
fn refused(reading: &SufficiencyReading) -> Vec<(&'static str, String)> {
    let keys = [
        ("Sufficient Context", &reading.sufficient_context),
        ("is_sufficient", &reading.is_sufficient),
    ];
    keys.into_iter()
        .filter_map(|(key, value)| Some((key, value.as_ref().err()?.clone())))
        .collect()
}

/// Ids of chunks that were given, and ids that were not.
fn split_ids(ids: &[i64], chunks: usize) -> (Vec<usize>, Vec<i64>) {
    let (mut useful, mut invented) = (Vec::new(), Vec::new());
    for &id in ids {
        match usize::try_from(id) {
            Ok(given) if given < chunks => useful.push(given),
            _ => invented.push(id),
        }
    }
    (useful, invented)
}

/// The contradictions inside one reply that a reader should know (metrics page, section 2). `sufficient`: the judge's
/// own verdict, whatever a person made of it.
fn warnings(
    sample: &Sample,
    reading: &SufficiencyReading,
    parts: &SufficiencyParts,
    sufficient: Option<bool>,
) -> Vec<Flag> {
    let uncovered: Vec<&String> = parts
        .coverage
        .0
        .iter()
        .filter(|(_, covered)| *covered == Some(false))
        .map(|(entity, _)| entity)
        .collect();
    let listed = |entity: &String| {
        let entity = name_key(entity);
        reading
            .missing
            .iter()
            .map(|missing| name_key(missing))
            .any(|missing| !missing.is_empty() && (missing.contains(&entity) || entity.contains(&missing)))
    };
    let mut echo: Vec<i64> = reading.useful_ids.clone();
    echo.sort_unstable();
    let echoes = echo == [0, 3, 7] && sample.contexts.len() <= 7;
    [
        (Flag::TemplateEcho, echoes),
        (
            Flag::InventedIds,
            !(parts.invented.is_empty() && parts.invented_other.is_empty()),
        ),
        (Flag::ConfidenceScaled, reading.confidence_scaled),
        (Flag::ConfidencePlaceholder, reading.confidence == Some(0.0)),
        (
            Flag::SufficientWithMissing,
            sufficient == Some(true) && !reading.missing.is_empty(),
        ),
        (
            Flag::InsufficientWithoutMissing,
            sufficient == Some(false) && reading.missing.is_empty(),
        ),
        (
            Flag::SufficientWithUncovered,
            sufficient == Some(true) && !uncovered.is_empty(),
        ),
        (
            Flag::UncoveredNotMissing,
            !uncovered.iter().all(|entity| listed(entity)),
        ),
        (
            Flag::NoneUseful,
            sufficient == Some(true) && parts.useful.is_empty() && reading.useful_said,
        ),
        (Flag::ExtraCoverageKey, !parts.extra_coverage.0.is_empty()),
    ]
    .into_iter()
    .filter_map(|(flag, raised)| raised.then_some(flag))
    .collect()
}

/// The chunks as the judge sees them: `ID: 0`, then the chunk, fenced.
fn labelled_chunks(chunks: &[String]) -> String {
    let blocks: Vec<String> = chunks
        .iter()
        .enumerate()
        .map(|(id, text)| format!("ID: {id}\n{}", fence::fenced("chunk", text)))
        .collect();
    blocks.join("\n\n")
}

/// In the common strict subset: every property required, nothing else allowed, reasoning before the verdict.
/// Coverage is a list there, because strict schemas allow no free keys; the reader takes both forms.
fn full_schema() -> serde_json::Value {
    let strings = serde_json::json!({"type": "array", "items": {"type": "string"}});
    serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "reasoning": {"type": "string"},
            "required_entities": strings,
            "coverage": {"type": "array", "items": {
                "type": "object",
                "additionalProperties": false,
                "properties": {"entity": {"type": "string"}, "covered": {"type": "boolean"}},
                "required": ["entity", "covered"],
            }},
            "missing_information": strings,
            "contradictions": strings,
            "useful_chunk_ids": {"type": "array", "items": {"type": "integer"}},
            "Sufficient Context": {"type": "boolean"},
            "is_sufficient": {"type": "boolean"},
            "confidence": {"type": "number"},
        },
        "required": [
            "reasoning", "required_entities", "coverage", "missing_information", "contradictions",
            "useful_chunk_ids", "Sufficient Context", "is_sufficient", "confidence",
        ],
    })
}

fn paper_schema() -> serde_json::Value {
    serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "reasoning": {"type": "string"},
            "Sufficient Context": {"type": "integer", "enum": [0, 1]},
        },
        "required": ["reasoning", "Sufficient Context"],
    })
}
