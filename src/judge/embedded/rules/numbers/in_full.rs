//! Dates in full, in whatever writing: 2024-03-05, 5 March 2024, March 5, 2024, 2024年3月5日.

use std::ops::Range;

use crate::judge::embedded::rules::lexicon::calendar::CALENDAR;
use crate::judge::embedded::rules::{Conflict, Rule, Side};
use crate::judge::embedded::sources::Sources;
use crate::text::words::{Key, Kind, Word, words};

/// Of the sentences that hold a year so many are read.
const LOOKED_AT: usize = 8;

/// A year and a month, and mostly a day.
struct InFull {
    range: Range<usize>,
    year: u32,
    year_key: Key,
    month: usize,
    day: Option<u32>,
    /// As computers write it.
    iso: bool,
}

impl InFull {
    /// The day may be left out by one.
    fn is(&self, other: &Self) -> bool {
        let day = self.day == other.day || self.day.is_none();
        (self.year, self.month) == (other.year, other.month) && day
    }
}

/// The words of dates that the sources have in another writing, each with the key of the year there.
pub(in crate::judge::embedded::rules) fn written_otherwise(
    text: &str,
    all: &[Word],
    sources: &Sources<'_>,
) -> Vec<(Range<usize>, Key)> {
    let mut out = Vec::new();
    for date in dates(text, all) {
        let there = sources.places(date.year_key).iter().take(LOOKED_AT).any(|at| {
            let sentence = sources.sentence_text(*at);
            let words = words(sentence);
            sources.spend(words.len());
            dates(sentence, &words).iter().any(|other| date.is(other))
        });
        if there {
            let absent = all.iter().filter(|word| {
                date.range.start <= word.range.start
                    && word.range.end <= date.range.end
                    && !sources.keys().contains(&word.key)
            });
            out.extend(absent.map(|word| (word.range.clone(), date.year_key)));
        }
    }
    out
}

/// A date as computers write it, on one side or both, that is another one than the other side's.
pub(super) fn conflict(said: &Side<'_>, stands: &[Side<'_>]) -> Option<Conflict> {
    let of = |side: &Side<'_>| dates(side.text, &words(side.text));
    let theirs: Vec<(&Side<'_>, InFull)> = stands
        .iter()
        .flat_map(|side| of(side).into_iter().map(move |date| (side, date)))
        .collect();
    of(said).into_iter().find_map(|date| {
        let (side, other) = theirs.iter().find(|(_, other)| other.day.is_some())?;
        let differs =
            date.day.is_some() && (date.iso || other.iso) && !theirs.iter().any(|(_, other)| date.is(other));
        differs.then(|| Conflict {
            rule: Rule::Date,
            said: said.raw(date.range.clone()).to_owned(),
            stands: side.raw(other.range.clone()).to_owned(),
        })
    })
}

/// Whether the statement has the date of a sentence in another writing: its numbers are then no others.
pub(super) fn is_the_same(said: &Side<'_>, best: &Side<'_>) -> bool {
    let of = |side: &Side<'_>| dates(side.text, &words(side.text));
    let theirs = of(best);
    of(said)
        .iter()
        .any(|date| theirs.iter().any(|other| date.is(other) && date.iso != other.iso))
}

fn month_named(lower: &str) -> Option<usize> {
    let months = CALENDAR.first()?;
    months
        .iter()
        .position(|names| names.contains(&lower))
        .map(|at| at + 1)
}

fn dates(text: &str, all: &[Word]) -> Vec<InFull> {
    let raw = |word: &Word| text.get(word.range.clone()).unwrap_or_default();
    let gap = |a: &Word, b: &Word| text.get(a.range.end..b.range.start).unwrap_or_default();
    let digits = |word: &Word, least: usize, most: usize| -> Option<u32> {
        let written = raw(word).trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let fits = word.kind == Kind::Number && (least..=most).contains(&written.len());
        fits.then(|| written.parse().ok()).flatten()
    };
    let year = |word: &Word| digits(word, 4, 4).filter(|year| (1000..2200).contains(year));
    let day = |word: &Word| digits(word, 1, 2).filter(|day| (1..=31).contains(day));
    let month = |word: &Word| digits(word, 1, 2).filter(|month| (1..=12).contains(month));
    let named = |word: &Word| {
        (word.kind == Kind::Word)
            .then(|| month_named(&raw(word).to_lowercase()))
            .flatten()
    };
    // Counters of text without spaces are words of their own.
    let numbers: Vec<&Word> = all.iter().filter(|word| word.kind == Kind::Number).collect();
    let mut out = Vec::new();
    for (at, first) in numbers.iter().enumerate() {
        let (Some(second), Some(third)) = (numbers.get(at + 1), numbers.get(at + 2)) else {
            continue;
        };
        let gaps = (gap(first, second).trim(), gap(second, third).trim());
        let iso = gaps == ("-", "-") && raw(second).len() == 2 && raw(third).len() == 2;
        if let (true, Some(y), Some(m), Some(d)) = (
            iso || gaps == ("年", "月"),
            year(first),
            month(second),
            day(third),
        ) {
            out.push(InFull {
                range: first.range.start..third.range.end,
                year: y,
                year_key: first.key,
                month: m as usize,
                day: Some(d),
                iso,
            });
        }
    }
    for (at, word) in all.iter().enumerate() {
        let Some(m) = named(word) else { continue };
        let before = at.checked_sub(1).and_then(|at| all.get(at));
        let before = before.filter(|before| matches!(gap(before, word).trim(), "" | "." | "de"));
        let front = before.and_then(|before| Some((before, day(before)?)));
        let mut behind = all
            .iter()
            .skip(at + 1)
            .filter(|word| raw(word) != "de")
            .peekable();
        let back = behind.peek().copied().filter(|next| gap(word, next).len() <= 4);
        let inside = back
            .filter(|_| front.is_none())
            .and_then(|next| Some((next, day(next)?)));
        if inside.is_some() {
            behind.next();
        }
        let Some(y) = behind.next() else { continue };
        let last = inside.map_or(word, |(day, _)| day);
        let near = gap(last, y)
            .chars()
            .all(|c| c.is_whitespace() || matches!(c, ',' | 'd' | 'e'));
        if let Some(number) = year(y).filter(|_| near) {
            let start = front.map_or(word.range.start, |(day, _)| day.range.start);
            out.push(InFull {
                range: start..y.range.end,
                year: number,
                year_key: y.key,
                month: m,
                day: front.or(inside).map(|(_, day)| day),
                iso: false,
            });
        }
    }
    out
}
