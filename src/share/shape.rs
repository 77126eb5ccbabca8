//! The shape of a record's JSON: what is left out because it holds nothing, and the short names that links use.
//!
//! Files and the history keep the long names; a link is the same JSON with short ones. Only the names that a record
//! itself has are shortened: names of settings and keys of changed verdicts stay as they are.

use serde_json::{Map, Value};

/// What stands at a place of the JSON.
enum Shape {
    /// Any value, as it is.
    Any,
    /// A list.
    List(&'static Shape),
    /// An object whose names are data.
    ByName(&'static Shape),
    /// An object with names of ours; what holds nothing is left out.
    Fields(Fields),
    /// The same, and everything is told: its readers want it.
    Whole(Fields),
}

/// Long name, short name, and what stands there.
type Fields = &'static [(&'static str, &'static str, &'static Shape)];

const ANY: &Shape = &Shape::Any;

static RECORD: Shape = Shape::Fields(&[
    ("assay", "v", ANY),
    ("holds", "k", ANY),
    ("metrics", "m", &Shape::List(&JUDGED)),
    ("sample", "i", &SAMPLE),
    ("prompts", "p", &Shape::List(&PROMPT)),
    ("replies", "r", &Shape::List(&REPLY)),
    ("judge", "j", &JUDGE),
    ("language", "l", ANY),
    ("started_ms", "t", ANY),
    ("elapsed_ms", "d", ANY),
    ("cancelled", "x", ANY),
    ("embedding_tokens", "e", ANY),
    ("name", "n", ANY),
    ("note", "o", ANY),
]);
static SAMPLE: Shape = Shape::Fields(&[
    ("question", "q", ANY),
    ("answer", "a", ANY),
    ("contexts", "c", ANY),
    ("reference", "r", ANY),
    ("essential", "e", ANY),
    ("bonus", "b", ANY),
    ("samples", "s", ANY),
    ("retrieved_ids", "f", ANY),
    ("reference_ids", "w", ANY),
]);
static JUDGED: Shape = Shape::Fields(&[
    ("id", "i", ANY),
    ("version", "v", ANY),
    ("settings", "s", ANY),
    ("took", "t", &Shape::List(&TOOK)),
    ("overrides", "o", &Shape::ByName(&OVERRIDE)),
    ("claimed", "c", ANY),
]);
static TOOK: Shape = Shape::Fields(&[
    ("step", "s", ANY),
    ("index", "i", ANY),
    ("draw", "d", ANY),
    ("attempt", "a", ANY),
    ("reply", "r", ANY),
]);
static OVERRIDE: Shape = Shape::Whole(&[("value", "v", ANY), ("note", "n", ANY)]);
static PROMPT: Shape = Shape::Fields(&[
    ("id", "i", ANY),
    ("version", "v", ANY),
    ("sha256", "h", ANY),
    ("text", "t", ANY),
]);
static REPLY: Shape = Shape::Whole(&[
    ("text", "t", &TEXT),
    ("vectors", "v", ANY),
    ("tokens", "k", ANY),
    ("none", "n", ANY),
]);
static TEXT: Shape = Shape::Fields(&[
    ("text", "t", ANY),
    ("stop", "s", ANY),
    ("usage", "u", ANY),
    ("model", "m", ANY),
    ("elapsed_ms", "e", ANY),
    ("prompt_cut", "p", ANY),
]);
static JUDGE: Shape = Shape::Whole(&[
    ("kind", "k", ANY),
    ("provider", "p", ANY),
    ("model", "m", ANY),
    ("parameters", "a", ANY),
]);

/// The JSON of a record without what holds nothing.
pub(super) fn pruned(record: Value) -> Value {
    walk(record, &RECORD, Names::Long, Names::Long, &mut None)
}

/// The same with short names.
pub(super) fn shortened(record: Value) -> Value {
    walk(record, &RECORD, Names::Long, Names::Short, &mut None)
}

/// What a record doesn't have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stranger {
    /// A name of something.
    Name,
    /// Another kind of value in some place: a list where fields belong, a number where a list does.
    Kind,
}

impl Stranger {
    /// The reason of [`super::link::LinkError::NoRecord`].
    pub(super) fn why(self) -> &'static str {
        match self {
            Self::Name => super::link::OTHER_NAMES,
            Self::Kind => "a value of another kind than a record has there",
        }
    }
}

/// The JSON of a link with long names.
///
/// # Errors
/// What it holds and a record doesn't.
pub(super) fn lengthened(link: Value) -> Result<Value, Stranger> {
    known(link, Names::Short)
}

/// The JSON of a file.
///
/// # Errors
/// What it holds and a record doesn't.
pub(super) fn checked(file: Value) -> Result<Value, Stranger> {
    known(file, Names::Long)
}

fn known(value: Value, from: Names) -> Result<Value, Stranger> {
    let mut stranger = None;
    let value = walk(value, &RECORD, from, Names::Long, &mut stranger);
    stranger.map_or(Ok(value), Err)
}

#[derive(Clone, Copy, PartialEq)]
enum Names {
    Long,
    Short,
}

/// Goes as deep as the shapes do, which is a handful. `stranger` is set to the first thing that is not ours.
fn walk(value: Value, shape: &Shape, from: Names, to: Names, stranger: &mut Option<Stranger>) -> Value {
    match (shape, value) {
        (Shape::List(of), Value::Array(items)) => Value::Array(
            items
                .into_iter()
                .map(|item| walk(item, of, from, to, stranger))
                .collect(),
        ),
        (Shape::ByName(of), Value::Object(map)) => Value::Object(
            map.into_iter()
                .map(|(name, item)| (name, walk(item, of, from, to, stranger)))
                .collect(),
        ),
        (Shape::Fields(fields), Value::Object(map)) => {
            let mut map = renamed(map, fields, from, to, stranger);
            if from == Names::Long {
                map.retain(|name, item| !is_nothing(item) && (to == Names::Long || !is_usual(name, item)));
            }
            Value::Object(map)
        }
        (Shape::Whole(fields), Value::Object(map)) => Value::Object(renamed(map, fields, from, to, stranger)),
        (Shape::Any, value) | (_, value @ Value::Null) => value,
        (_, value) => {
            stranger.get_or_insert(Stranger::Kind);
            value
        }
    }
}

fn renamed(
    map: Map<String, Value>,
    fields: Fields,
    from: Names,
    to: Names,
    stranger: &mut Option<Stranger>,
) -> Map<String, Value> {
    let mut out = Map::new();
    for (name, item) in map {
        let field = fields
            .iter()
            .find(|(long, short, _)| name == if from == Names::Long { *long } else { *short });
        match field {
            Some((long, short, shape)) => {
                let name = if to == Names::Long { *long } else { *short };
                out.insert(name.to_owned(), walk(item, shape, from, to, stranger));
            }
            None => {
                stranger.get_or_insert(Stranger::Name);
            }
        }
    }
    out
}

/// What a reader takes for granted where it is absent.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(true) => false,
    }
}

/// Further things that the reader of a link takes for granted: the form's version, which the link has told, first
/// versions of metrics and prompts, and a judge who stopped because it was done.
fn is_usual(short: &str, value: &Value) -> bool {
    match short {
        "v" => value.as_u64() == Some(1),
        "s" => *value == "stop",
        _ => false,
    }
}
