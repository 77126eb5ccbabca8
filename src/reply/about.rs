//! Which entry of a list is about what was asked: by its number, then by its text, and by its place only where no entry
//! says more. What is not sure belongs to nothing, so that it is asked for again.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{json as reader, list, verdict};
use crate::text::fold::name_key;

/// One entry; of what is neither an object nor a value that counts, nothing is left but its place.
pub type Entry<'v> = Cow<'v, Map<String, Value>>;

/// The entries of a list. A bare value that `counts` stands under `key`; a map from numbers, `{"1": …, "2": …}`, is a
/// list whose entries have those numbers.
pub fn entries<'v>(value: Option<&'v Value>, key: &str, counts: impl Fn(&Value) -> bool) -> Vec<Entry<'v>> {
    let entry = |item: Cow<'v, Value>| match item {
        Cow::Borrowed(Value::Object(object)) => Cow::Borrowed(object),
        Cow::Owned(Value::Object(object)) => Cow::Owned(object),
        bare if counts(&bare) => Cow::Owned([(key.to_owned(), bare.into_owned())].into_iter().collect()),
        _ => Cow::Owned(Map::new()),
    };
    let numbered = |map: &Map<String, Value>| -> Option<Vec<Entry<'v>>> {
        let numbers = map.keys().all(|key| key.trim().parse::<i64>().is_ok());
        let one = |(number, value): (&String, &Value)| {
            let mut object = entry(Cow::Owned(value.clone())).into_owned();
            object.insert("index".to_owned(), Value::from(number.trim()));
            Cow::Owned(object)
        };
        (numbers && !map.is_empty()).then(|| map.iter().map(one).collect())
    };
    let map = match value {
        Some(Value::Object(map)) => numbered(map),
        Some(text @ Value::String(inner)) if reader::trim(inner).starts_with('{') => {
            list::opened(text).as_object().and_then(numbered)
        }
        _ => None,
    };
    map.unwrap_or_else(|| list::items(value).into_iter().map(entry).collect())
}

/// Where entries belong among the things that were asked about.
pub struct Places<'s> {
    count: usize,
    texts: &'s [String],
    /// Folded once, and only for an entry that names its text.
    keys: OnceCell<Vec<String>>,
    /// The number of the first thing; `None` where the numbers may count from 0 or from 1.
    first: Option<i64>,
    in_order: bool,
    single: bool,
}

impl<'s> Places<'s> {
    /// `texts` are what was asked about, or empty where only their `count` is known.
    pub fn of(entries: &[Entry<'_>], count: usize, texts: &'s [String]) -> Self {
        let numbers: BTreeSet<i64> = entries.iter().filter_map(|entry| number(entry)).collect();
        let (low, high) = (numbers.first().copied(), numbers.last().copied());
        let last = i64::try_from(count).unwrap_or(i64::MAX).saturating_sub(1);
        let first = match (low, high) {
            // 0 … n − 1 count from 0; with some of them missing nobody knows.
            (Some(0), Some(high)) if high <= last => (numbers.len() == count).then_some(0),
            _ => Some(1),
        };
        let bare = |entry: &Entry<'_>| index(entry).is_none() && text(entry).is_none();
        Self {
            count,
            texts,
            keys: OnceCell::new(),
            first,
            in_order: entries.len() == count && entries.iter().all(bare),
            single: entries.len() == 1 && count == 1,
        }
    }

    /// What an entry is about. `order` is its place in the list. A single entry about a single thing is about that,
    /// whatever its number.
    pub fn find(&self, order: usize, entry: &Map<String, Value>) -> Option<usize> {
        if self.single {
            return Some(0);
        }
        if self.in_order {
            return Some(order);
        }
        let named = text(entry);
        let Some(number) = number(entry) else {
            return self.by_text(named?);
        };
        let by_number = |first: i64| usize::try_from(number.checked_sub(first)?).ok();
        let place = self.first.and_then(by_number).filter(|at| *at < self.count);
        // The number of one thing beside the text of another.
        match named.filter(|_| !self.texts.is_empty()).map(name_key) {
            Some(key)
                if place.and_then(|at| self.keys().get(at)) != Some(&key) && self.keys().contains(&key) =>
            {
                self.first.is_none().then(|| self.by_key(&key)).flatten()
            }
            _ => place,
        }
    }

    fn by_text(&self, named: &str) -> Option<usize> {
        self.by_key(&name_key(named))
    }

    fn by_key(&self, key: &str) -> Option<usize> {
        self.keys().iter().position(|text| text == key)
    }

    fn keys(&self) -> &[String] {
        self.keys
            .get_or_init(|| self.texts.iter().map(|text| name_key(text)).collect())
    }
}

/// The number of what an entry is about.
fn number(entry: &Map<String, Value>) -> Option<i64> {
    verdict::id(index(entry))
}

/// What stands where an entry says its number, under any of the usual names.
pub(super) fn index(entry: &Map<String, Value>) -> Option<&Value> {
    reader::field(entry, "index").or_else(|| {
        let named = |(key, value): &(&String, &Value)| !value.is_null() && is_index(key, value);
        entry.iter().find(named).map(|(_, value)| value)
    })
}

/// `id`, `Statement No.`, `sentence_number`, `編號`; and `statement` itself where it is a number.
fn is_index(key: &str, value: &Value) -> bool {
    if key.len() > 40 {
        return false;
    }
    let letters = key.chars().filter(|c| c.is_alphanumeric() || *c == '#');
    let name: String = letters.flat_map(char::to_lowercase).collect();
    let things = ["statement", "sentence", "claim", "chunk", "item", "entry"];
    let bare = things.iter().find_map(|thing| name.strip_prefix(thing));
    match bare.unwrap_or(&name) {
        "" => value.is_number(),
        "index" | "idx" | "id" | "number" | "num" | "no" | "nr" | "#" => true,
        "編號" | "编号" | "序號" | "序号" | "索引" | "番号" | "번호" => true,
        _ => false,
    }
}

/// The text of what an entry is about.
fn text(entry: &Map<String, Value>) -> Option<&str> {
    ["statement", "sentence", "claim"]
        .iter()
        .find_map(|key| reader::field(entry, key)?.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn where_entries_belong() {
        let texts = ["A.", "B.", "C."].map(String::from);
        for (list, want) in [
            (json!([1, 0, 1]), vec![Some(0), Some(1), Some(2)]),
            // One too many, one too few, one that is no value: nobody knows which is which.
            (json!([1, 0, 1, 0]), vec![None; 4]),
            (json!([1, 0]), vec![None; 2]),
            (json!([1, "maybe", 0]), vec![Some(0), Some(1), Some(2)]),
            (json!([{"index": 2}, {"index": 1}]), vec![Some(1), Some(0)]),
            (
                json!([{"index": 0}, {"index": 1}, {"index": 2}]),
                vec![Some(0), Some(1), Some(2)],
            ),
            // The same one twice changes nothing about that.
            (
                json!([{"index": 0}, {"index": 0}, {"index": 1}, {"index": 2}]),
                vec![Some(0), Some(0), Some(1), Some(2)],
            ),
            // From 0 or from 1? Texts tell.
            (json!([{"index": 0}, {"index": 1}]), vec![None, None]),
            (
                json!([{"index": 0, "statement": "A."}, {"index": 1, "statement": "b. "}, {"index": 2}]),
                vec![Some(0), Some(1), Some(2)],
            ),
            (
                json!([{"index": 0, "statement": "A."}, {"index": 1, "statement": "B."}]),
                vec![Some(0), Some(1)],
            ),
            // A 0 beside 1 … n is none of them.
            (
                json!([{"index": 0}, {"index": 1}, {"index": 2}, {"index": 3}]),
                vec![None, Some(0), Some(1), Some(2)],
            ),
            // The number and the text contradict each other.
            (
                json!([{"index": 1, "statement": "C."}, {"index": 2, "statement": "B, or so"}]),
                vec![None, Some(1)],
            ),
            (
                json!([{"id": 2}, {"id": "1"}, {"id": 3}]),
                vec![Some(1), Some(0), Some(2)],
            ),
            (
                json!([{"Statement No.": "3"}, {"statement_id": 1}, {"#": "2."}]),
                vec![Some(2), Some(0), Some(1)],
            ),
            (json!([{"編號": "２"}, {"statement": 3}]), vec![Some(1), Some(2)]),
            (
                json!([{"statement": "c."}, {"claim": "A."}]),
                vec![Some(2), Some(0)],
            ),
            (json!({"3": 1, "1": 0}), vec![Some(2), Some(0)]),
            (json!({"2": {"verdict": 1}}), vec![Some(1)]),
            (
                json!([{"index": -1}, {"index": 4}, {"index": i64::MIN}]),
                vec![None; 3],
            ),
        ] {
            let entries = entries(Some(&list), "verdict", |value| value.is_number());
            let places = Places::of(&entries, 3, &texts);
            let found = entries
                .iter()
                .enumerate()
                .map(|(order, entry)| places.find(order, entry));
            assert_eq!(found.collect::<Vec<_>>(), want, "{list}");
        }
    }
}
