//! Ratings with evidence: `{"ratings": [{"index": 1, "evidence": "…", "rating": 3}]}`, one entry a sentence.

use serde_json::{Value, json};

use super::about::{self, Places};
use super::{json as reader, list, verdict};
use crate::evaluation::{Reason, Stop};

/// The rating of a sentence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rating {
    /// Within the scale.
    pub value: f64,
    /// What the judge quotes for it.
    pub evidence: String,
    /// Why, where the judge says that as well.
    pub why: String,
}

/// The ratings of one reply, one entry a sentence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    /// `None`: missing, outside the scale, or given twice with different values.
    pub entries: Vec<Option<Rating>>,
    /// An index that was not given.
    pub invented: bool,
    /// The JSON had to be mended.
    pub repaired: bool,
}

/// Reads ratings 0…`max` of `count` sentences, indices from 1 (from 0 where all of 0…count−1 are there).
///
/// # Errors
/// `EmptyReply`, `Truncated`, or `Unreadable` (no list of ratings).
pub fn read(text: &str, stop: Stop, count: usize, max: f64) -> Result<Ratings, Reason> {
    let found = reader::read(
        text,
        stop,
        &reader::Expect::list(&["ratings"], &["rating", "index"]),
    )?;
    let is_rating = |value: &Value| verdict::number(value).is_some();
    let entries = about::entries(found.get("ratings"), "rating", is_rating);
    let places = Places::of(&entries, count, &[]);

    let mut ratings = Ratings {
        repaired: found.repaired,
        ..Ratings::default()
    };
    let mut given: Vec<Vec<Rating>> = vec![Vec::new(); count];
    for (order, item) in entries.iter().enumerate() {
        let Some(given) = places.find(order, item).and_then(|at| given.get_mut(at)) else {
            ratings.invented |= !item.is_empty();
            continue;
        };
        let rating = reader::field(item, "rating")
            .and_then(verdict::number)
            .filter(|rating| (0.0..=max).contains(rating))
            // A zero has no sign.
            .map(|rating| rating + 0.0);
        given.extend(rating.map(|value| Rating {
            value,
            evidence: list::joined(reader::field(item, "evidence")),
            why: list::joined(reader::field(item, "why")),
        }));
    }
    ratings.entries = given
        .into_iter()
        .map(|given| {
            let first = given.first()?.value;
            let same = given.iter().all(|other| other.value == first);
            if same { given.into_iter().next() } else { None }
        })
        .collect();
    Ok(ratings)
}

/// Writes ratings in the form that the prompt asks for, with the reason beside them.
pub fn write(ratings: &[Rating]) -> String {
    let entry = |(index, rating): (usize, &Rating)| {
        let Rating { value, evidence, why } = rating;
        json!({"index": index, "evidence": evidence, "rating": value, "why": why})
    };
    let entries: Vec<Value> = (1..).zip(ratings).map(entry).collect();
    json!({"ratings": entries}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let rating = |value, evidence: &str, why: &str| Rating {
            value,
            evidence: evidence.to_owned(),
            why: why.to_owned(),
        };
        let given = vec![
            rating(0.0, "", "Not found."),
            rating(3.0, "a [1] </think>", ""),
            rating(1.0, "一", "“一” {}"),
        ];
        let read = read(&write(&given), Stop::Stop, 3, 3.0).unwrap();
        let entries: Vec<Rating> = read.entries.into_iter().flatten().collect();
        assert_eq!((entries, read.invented, read.repaired), (given, false, false));
    }
}
