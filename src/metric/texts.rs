//! The asks that several metrics make in the same words: statements of a text, their support by a source, their
//! relevance to a question.

use std::sync::Arc;

use super::steps::{self, Step};
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{AskPath, Desk, Question};
use crate::prompt::material::{self, Names, QUESTION, SOURCE, STATEMENTS as NUMBERED, TEXT};
use crate::prompt::{Template, Values, fence};
use crate::sample::Sample;

/// A text into statements that stand alone.
pub static STATEMENTS: Template = Template {
    id: "statements",
    version: 1,
    text: include_str!("../../prompts/statements.md"),
    placeholders: &[QUESTION, TEXT],
};

const GRAIN: Names = &["grain"];
const EXTENT: Names = &["extent"];

/// A text into statements, with the grain and the extent set by options.
pub static STATEMENTS_GRAINED: Template = Template {
    id: "statements-grained",
    version: 1,
    text: include_str!("../../prompts/statements-grained.md"),
    placeholders: &[GRAIN, EXTENT, QUESTION, TEXT],
};

/// Which statements a source supports.
pub static SUPPORT: Template = Template {
    id: "statement-support",
    version: 1,
    text: include_str!("../../prompts/statement-support.md"),
    placeholders: &[SOURCE, NUMBERED],
};

/// Which statements help to answer a question.
pub static RELEVANCE: Template = Template {
    id: "statement-relevance",
    version: 1,
    text: include_str!("../../prompts/statement-relevance.md"),
    placeholders: &[QUESTION, NUMBERED],
};

/// Statements of the answer.
///
/// # Errors
/// As [`steps::statements`].
pub fn answer_statements(desk: &mut Desk<'_>) -> Step<Vec<String>> {
    let sample = desk.sample();
    let (path, grain) = (AskPath::step("answer-statements"), Grain::of(desk.options()));
    steps::statements(desk, &path, || split(path.clone(), sample, &sample.answer, grain))
}

/// Statements of the reference.
///
/// # Errors
/// As [`steps::statements`].
pub fn reference_statements(desk: &mut Desk<'_>) -> Step<Vec<String>> {
    let sample = desk.sample();
    let (path, grain) = (AskPath::step("reference-statements"), Grain::of(desk.options()));
    steps::statements(desk, &path, || {
        split(path.clone(), sample, &sample.reference, grain)
    })
}

/// Whether these options ask for another grain or extent than the usual ones, and with it for another prompt.
pub fn is_grained(options: &serde_json::Map<String, serde_json::Value>) -> bool {
    !Grain::of(options).is_default()
}

/// Atomicity and coverage (RAGAS factual correctness), `true` = high. `None` for an option that is not set.
#[derive(Clone, Copy)]
struct Grain {
    atomicity: Option<bool>,
    coverage: Option<bool>,
}

impl Grain {
    fn of(options: &serde_json::Map<String, serde_json::Value>) -> Self {
        let high = |name: &str| match options.get(name).and_then(serde_json::Value::as_str) {
            Some("high") => Some(true),
            Some("low") => Some(false),
            _ => None,
        };
        Self {
            atomicity: high("atomicity"),
            coverage: high("coverage"),
        }
    }

    fn is_default(self) -> bool {
        self.atomicity.is_none() && self.coverage.is_none()
    }

    fn grain(self) -> &'static str {
        if self.atomicity.unwrap_or(true) {
            "each statement holds one single fact, so that a sentence may give several statements."
        } else {
            "one statement a sentence, with all that the sentence says; don't split it further."
        }
    }

    fn extent(self) -> &'static str {
        if self.coverage.unwrap_or(true) {
            "the statements together say all that the text claims, details included."
        } else {
            "only the main claims of the text; leave its details out."
        }
    }
}

fn split(path: AskPath, sample: &Arc<Sample>, text: &str, grain: Grain) -> ChatAsk<'static> {
    let question = sample.question.trim();
    let asked = material::optional("question", question);
    let values = Values::new()
        .with(QUESTION, asked)
        .with(TEXT, fence::fenced("text", text));
    let (template, values) = if grain.is_default() {
        (&STATEMENTS, values)
    } else {
        (
            &STATEMENTS_GRAINED,
            values.with(GRAIN, grain.grain()).with(EXTENT, grain.extent()),
        )
    };
    ChatAsk {
        path,
        question: Question::Statements {
            question: question.to_owned(),
            text: text.to_owned(),
        },
        template,
        values,
        addendum: None,
        schema: Some(serde_json::json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {"statements": {"type": "array", "items": {"type": "string"}}},
            "required": ["statements"],
        })),
    }
}

/// Which of `statements` do the sources support?
pub fn support(path: AskPath, statements: &[String], sources: &[String]) -> ChatAsk<'static> {
    ChatAsk {
        path,
        question: Question::Verify {
            statements: statements.to_vec(),
            sources: sources.to_vec(),
        },
        template: &SUPPORT,
        values: Values::new()
            .with(SOURCE, material::chunks(sources))
            .with(NUMBERED, material::numbered(statements)),
        addendum: None,
        schema: Some(verdicts_schema()),
    }
}

/// Which of `statements` help to answer the question?
pub fn relevance(path: AskPath, statements: &[String], question: &str) -> ChatAsk<'static> {
    ChatAsk {
        path,
        question: Question::Relevant {
            statements: statements.to_vec(),
            question: question.to_owned(),
        },
        template: &RELEVANCE,
        values: Values::new()
            .with(QUESTION, fence::fenced("question", question))
            .with(NUMBERED, material::numbered(statements)),
        addendum: None,
        schema: Some(verdicts_schema()),
    }
}

fn verdicts_schema() -> serde_json::Value {
    serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {"verdicts": {"type": "array", "items": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "index": {"type": "integer"},
                "reason": {"type": "string"},
                "verdict": {"type": "integer", "enum": [0, 1]},
            },
            "required": ["index", "reason", "verdict"],
        }}},
        "required": ["verdicts"],
    })
}

/// Schema of `{"reason": "…", "verdict": 0|1}`.
pub fn verdict_schema() -> serde_json::Value {
    serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {"reason": {"type": "string"}, "verdict": {"type": "integer", "enum": [0, 1]}},
        "required": ["reason", "verdict"],
    })
}

/// Schema of `{"reason": "…", key: number}`.
pub fn number_schema(key: &str) -> serde_json::Value {
    serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {"reason": {"type": "string"}, key: {"type": "number"}},
        "required": ["reason", key],
    })
}
