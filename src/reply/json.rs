//! JSON in replies: which of the values in a text is the answer, and what it says.
//!
//! The reply is parsed as it is first; then without its think parts, out of fences and prose, mended where needed
//! (`lenient`). The LAST complete value with an expected key counts. What its keys mean is for the readers of
//! each kind of answer ([`super::verdict`], [`super::list`], [`super::sufficiency`]).
//!
//! Time is linear whatever the text: every try at a value costs what it looked at, out of a fixed budget of a few
//! times the length. Where that is used up by what stands in front, the rest is spent from the end.

mod lenient;

use std::ops::Range;

use serde_json::{Map, Value};

use self::lenient::{Fault, Parsed, parse_at};
use super::think;
use crate::evaluation::{Reason, Stop};

/// What an answer looks like.
#[derive(Clone, Copy, Debug)]
pub struct Expect<'a> {
    /// An object with one of these keys is the answer. Case, spaces, `_` and `-` in keys do not matter.
    pub keys: &'a [&'a str],
    /// The key of the list that a bare array stands for.
    pub list: Option<&'a str>,
    /// Keys of an item of that list: an object with one of them stands for a list of one.
    pub item: &'a [&'a str],
}

impl<'a> Expect<'a> {
    /// An object with one of these keys.
    pub const fn object(keys: &'a [&'a str]) -> Self {
        let (list, item) = (None, [].as_slice());
        Self { keys, list, item }
    }

    /// An object that holds a list under `keys[0]`, or the bare list.
    pub const fn list(keys: &'a [&'a str], item: &'a [&'a str]) -> Self {
        let list = keys.first().copied();
        Self { keys, list, item }
    }
}

/// The answer that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its keys and values; a bare array stands under the list's key.
    pub object: Map<String, Value>,
    /// The JSON text had to be changed. Cutting it out of fences, prose or think parts is no repair.
    pub repaired: bool,
}

impl Found {
    /// The value of a key, spelt as given or with other case, spaces, `_` and `-`. Null counts as absent.
    pub fn get(&self, key: &str) -> Option<&Value> {
        field(&self.object, key)
    }

    /// Whether a key is there, null or not.
    pub fn has(&self, key: &str) -> bool {
        self.object.keys().any(|name| same_key(name, key))
    }
}

/// The value of a key of an object, as [`Found::get`] does.
pub fn field<'v>(object: &'v Map<String, Value>, key: &str) -> Option<&'v Value> {
    let value = object.get(key).or_else(|| {
        let similar = |name: &&String| same_key(name, key);
        object.keys().rfind(similar).and_then(|name| object.get(name))
    });
    value.filter(|value| !value.is_null())
}

/// Reads the answer out of a reply.
///
/// # Errors
/// `EmptyReply` or `Truncated` (blank, a think part that never closes, no complete value when the judge was
/// stopped), `Unreadable` (no value with an expected key).
pub fn read(text: &str, stop: Stop, expect: &Expect<'_>) -> Result<Found, Reason> {
    let cut = stop == Stop::Length;
    let blank = if cut {
        Reason::Truncated
    } else {
        Reason::EmptyReply
    };
    let whole = trim(text);
    if whole.is_empty() {
        return Err(blank);
    }
    let repaired = false;
    match plain(whole) {
        // The usual reply is the answer itself and need not be copied.
        Some(Value::Object(object)) if is_answer(&object, expect) => return Ok(Found { object, repaired }),
        Some(value) => {
            if let Some(object) = open(&value, expect, Bare::Allowed, 0) {
                return Ok(Found { object, repaired });
            }
        }
        None => {}
    }
    let found = if think::has_tag(whole) {
        let known = Search::run(whole, expect).spans;
        let visible = think::visible_outside(whole, &known).map_err(|_| Reason::Truncated)?;
        if trim(&visible).is_empty() {
            return Err(blank);
        }
        Search::run(&visible, expect).best(cut)
    } else {
        Search::run(whole, expect).best(cut)
    };
    found.ok_or(if cut {
        Reason::Truncated
    } else {
        Reason::Unreadable
    })
}

/// The one JSON value that a text consists of, mended where needed; with whether it was.
pub fn value(text: &str) -> Option<(Value, bool)> {
    let text = trim(text);
    if let Some(value) = plain(text) {
        return Some((value, false));
    }
    let (parsed, _) = parse_at(text, 0, text.len());
    let parsed = parsed.ok().filter(|parsed| parsed.end == text.len())?;
    Some((parsed.value, parsed.repaired))
}

/// JSON that keeps to its grammar, but for half a surrogate pair: where a text was cut within a character, half of it may be
/// escaped alone. It reads as U+FFFD.
///
/// # Errors
/// It is no JSON.
pub fn strict(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text).or_else(|error| match lenient::with_whole_characters(text) {
        Some(whole) => serde_json::from_str(&whole),
        None => Err(error),
    })
}

/// What is closed of a JSON value at the start of a text that ends before the value does: whole items of its lists and
/// whole members of the value itself; with whether it had to be mended beyond that.
pub fn closed(text: &str) -> Option<(Value, bool)> {
    // The brackets that are open, by what closes them, and how far all is whole.
    let (mut open, mut depth) = ([0_u8; MAX_OPEN], 0_usize);
    let mut whole = None;
    let (mut in_string, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        if escaped || (in_string && !matches!(byte, b'"' | b'\\')) {
            escaped = false;
            continue;
        }
        let end = match byte {
            b'\\' => {
                escaped = in_string;
                continue;
            }
            b'"' => {
                in_string = !in_string;
                continue;
            }
            b'{' | b'[' => {
                *open.get_mut(depth)? = if byte == b'{' { b'}' } else { b']' };
                depth += 1;
                continue;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                // Where the value ends, nothing was cut off.
                if open.get(depth) != Some(&byte) || depth == 0 {
                    return None;
                }
                at + 1
            }
            b',' => at,
            _ => continue,
        };
        if depth == 1 || open.get(depth.checked_sub(1)?) == Some(&b']') {
            whole = Some((end, open, depth));
        }
    }
    let (end, open, depth) = whole?;
    let closing: String = open
        .iter()
        .take(depth)
        .rev()
        .map(|byte| char::from(*byte))
        .collect();
    value(&format!("{}{closing}", text.get(..end)?))
}

/// So many brackets may be open where a value is cut.
const MAX_OPEN: usize = 16;

fn plain(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// Without white space, byte order marks and zero-width characters around it.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || crate::text::fold::is_invisible(c))
}

/// Keys whose value is the answer itself.
const WRAPPERS: [&str; 11] = [
    "result",
    "results",
    "output",
    "response",
    "answer",
    "data",
    "properties",
    "items",
    "list",
    "json",
    "content",
];
/// How many wrappers are opened.
const MAX_WRAPPED: usize = 6;

/// Whether something that only stands for the answer (an array, an item) is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bare {
    Allowed,
    Refused,
}

/// The answer in a value: itself, or what a one-element array, a wrapper or a string holds.
fn open(value: &Value, expect: &Expect<'_>, bare: Bare, depth: usize) -> Option<Map<String, Value>> {
    if depth > MAX_WRAPPED {
        return None;
    }
    match value {
        Value::Object(map) => {
            if is_answer(map, expect) {
                return Some(map.clone());
            }
            let inner = |value: &Value| open(value, expect, Bare::Refused, depth + 1);
            if let Some(found) = map.values().rev().find_map(inner) {
                return Some(found);
            }
            if bare == Bare::Refused {
                return None;
            }
            if is_item(value, expect) {
                return as_list(vec![value.clone()], expect);
            }
            let wrapped = |(name, value): (&String, &Value)| {
                let wrapper = WRAPPERS.iter().any(|wrapper| same_key(name, wrapper));
                wrapper.then(|| open(value, expect, bare, depth + 1)).flatten()
            };
            map.iter().rev().find_map(wrapped).or_else(|| {
                // The one list of such items, whatever it is called.
                let mut lists = map
                    .values()
                    .filter_map(Value::as_array)
                    .filter(|items| !items.is_empty() && items.iter().all(|item| is_item(item, expect)));
                let list = lists.next().filter(|_| lists.next().is_none());
                as_list(list?.clone(), expect)
            })
        }
        Value::Array(items) => {
            if let [one] = items.as_slice() {
                let inner = if one.is_array() { bare } else { Bare::Refused };
                if let Some(found) = open(one, expect, inner, depth + 1) {
                    return Some(found);
                }
            }
            (bare == Bare::Allowed)
                .then(|| as_list(items.clone(), expect))
                .flatten()
        }
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            let (inner, _) = self::value(text)?;
            open(&inner, expect, bare, depth + 1)
        }
        _ => None,
    }
}

/// Whether an object has one of the expected keys.
fn is_answer(map: &Map<String, Value>, expect: &Expect<'_>) -> bool {
    let named = |key: &&str| map.keys().any(|name| same_key(name, key));
    expect.keys.iter().any(named)
}

/// Whether a value is an object with one of the keys of an item.
fn is_item(value: &Value, expect: &Expect<'_>) -> bool {
    let named = |map: &Map<String, Value>| {
        let mut keys = expect.item.iter();
        keys.any(|key| map.keys().any(|name| same_key(name, key)))
    };
    value.as_object().is_some_and(named)
}

fn as_list(items: Vec<Value>, expect: &Expect<'_>) -> Option<Map<String, Value>> {
    let mut map = Map::new();
    map.insert(expect.list?.to_owned(), Value::Array(items));
    Some(map)
}

fn same_key(a: &str, b: &str) -> bool {
    // Most keys differ in their first letter.
    if let (Some(a), Some(b)) = (a.as_bytes().first(), b.as_bytes().first())
        && a.is_ascii_alphabetic()
        && b.is_ascii_alphabetic()
        && !a.eq_ignore_ascii_case(b)
    {
        return false;
    }
    if !(a.is_ascii() && b.is_ascii()) {
        return significant(a).eq(significant(b));
    }
    let kept = |byte: &u8| !(byte.is_ascii_whitespace() || matches!(byte, b'_' | b'-' | 0x0b));
    let (mut a, mut b) = (a.bytes().filter(kept), b.bytes().filter(kept));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(&b) => {}
            _ => return false,
        }
    }
}

fn significant(key: &str) -> impl Iterator<Item = char> {
    let letters = key
        .chars()
        .filter(|c| !(c.is_whitespace() || matches!(c, '_' | '-')));
    letters.flat_map(char::to_lowercase)
}

/// The values of a text.
#[derive(Default)]
struct Search {
    /// The last value with an expected key, and where it ends.
    keyed: Option<(Found, usize)>,
    /// The last value that stands for the list, or the row of items that does.
    bare: Option<Found>,
    /// It is such a row: one item after another, each by itself.
    row: bool,
    /// Where values with an expected key stand, in order.
    spans: Vec<Range<usize>>,
    /// The text ends inside a value.
    open: bool,
}

/// How many times the length of the text may be spent on tries that fail, from the front and then from the end.
const FORWARD: usize = 2;
const BACKWARD: usize = 1;
/// What is spent at least, so that short texts are searched through.
const LEAST: usize = 50_000;
/// What a try costs beyond what it looked at.
const TRY: usize = 8;

impl Search {
    fn run(text: &str, expect: &Expect<'_>) -> Self {
        let mut search = Self::default();
        if !search.forward(text, expect) {
            search.backward(text, expect);
        }
        search
    }

    fn best(self, cut: bool) -> Option<Found> {
        let bare = self.bare.filter(|_| !(cut && self.open));
        self.keyed.map(|(found, _)| found).or(bare)
    }

    /// Tries every opening bracket from the front. `false` when the budget ran out.
    fn forward(&mut self, text: &str, expect: &Expect<'_>) -> bool {
        let mut budget = FORWARD * text.len() + LEAST;
        let mut from = 0;
        while let Some(start) = next_bracket(text, from) {
            let (result, cost) = parse_at(text, start, start.saturating_add(budget));
            // A value that is read costs nothing: the search goes on behind it.
            if result.is_err() {
                budget = budget.saturating_sub(cost + TRY);
            }
            from = start + 1;
            match result {
                Ok(parsed) => {
                    from = parsed.end;
                    self.consider(text, start, &parsed, expect, Bare::Allowed);
                }
                Err(Fault::Incomplete { begun }) => {
                    self.open = true;
                    // All that follows is inside the value that has no end.
                    if begun {
                        return true;
                    }
                }
                Err(Fault::Syntax) => {}
                Err(Fault::Limit) => return false,
            }
            if budget == 0 {
                return false;
            }
        }
        true
    }

    /// Tries opening brackets from the end; a value that holds one found before takes its place.
    fn backward(&mut self, text: &str, expect: &Expect<'_>) {
        let mut budget = BACKWARD * text.len() + LEAST;
        let mut before = text.len();
        while let Some(start) = text
            .as_bytes()
            .get(..before)
            .unwrap_or_default()
            .iter()
            .rposition(is_bracket)
        {
            let (result, cost) = parse_at(text, start, text.len().min(start.saturating_add(budget)));
            budget = budget.saturating_sub(cost + TRY);
            before = start;
            if let Ok(parsed) = result {
                let newest = self.keyed.as_ref().is_none_or(|(_, end)| parsed.end >= *end);
                if newest {
                    self.consider(text, start, &parsed, expect, Bare::Refused);
                }
            }
            if budget == 0 {
                return;
            }
        }
    }

    fn consider(&mut self, text: &str, start: usize, parsed: &Parsed, expect: &Expect<'_>, bare: Bare) {
        let repaired = parsed.repaired;
        if let Some(object) = open(&parsed.value, expect, Bare::Refused, 0) {
            self.keyed = Some((Found { object, repaired }, parsed.end));
            self.spans.push(start..parsed.end);
            return;
        }
        let Some(list) = expect.list.filter(|_| bare == Bare::Allowed) else {
            return;
        };
        let item = is_item(&parsed.value, expect);
        if !item && !stands_alone(text, start, parsed.end) {
            return;
        }
        if item
            && self.row
            && let Some(row) = &mut self.bare
            && let Some(Value::Array(items)) = row.object.get_mut(list)
        {
            items.push(parsed.value.clone());
            row.repaired |= repaired;
        } else if let Some(object) = open(&parsed.value, expect, bare, 0) {
            self.bare = Some(Found { object, repaired });
            self.row = item;
        }
    }
}

fn is_bracket(byte: &u8) -> bool {
    matches!(byte, b'{' | b'[')
}

fn next_bracket(text: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    rest.iter().position(is_bracket).map(|at| from + at)
}

/// Whether nothing else stands on the lines of a value: `[1]` inside a sentence is a reference.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let blank = |c: &char| !matches!(c, ' ' | '\t' | '\r' | '`');
    let before = text.get(..start).and_then(|t| t.chars().rev().find(blank));
    let after = text.get(end..).and_then(|t| t.chars().find(blank));
    let fence = text
        .get(..start)
        .is_some_and(|t| t.trim_end().ends_with("```json"));
    (fence || matches!(before, None | Some('\n'))) && matches!(after, None | Some('\n'))
}
