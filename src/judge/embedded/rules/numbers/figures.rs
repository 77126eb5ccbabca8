//! Dates in figures beside dates with the month's name: 03.03.1998 is 3 March 1998. And parts of a whole in a word that
//! stands alone: "by half" is by 50 %, 三成 are 30 %.

use super::Counted;
use super::quantities::Amount;
use crate::judge::embedded::rules::lexicon::calendar::CALENDAR;
use crate::judge::embedded::rules::{Side, Token};
use crate::text::words::Key;
use std::ops::Range;

/// Day, month from 0, year.
type Date = (u32, usize, u32);

/// A date, where it stands, and its words.
struct Found {
    date: Date,
    range: Range<usize>,
    /// The key of its year, or of all of it in figures.
    key: Key,
    figures: bool,
}

/// "03.03.1998": the day first, as where points part a date.
fn in_figures(token: &Token) -> Option<Date> {
    let mut parts = token.lower.split('.');
    let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() != 4 || day.len() > 2 || month.len() > 2 {
        return None;
    }
    let (day, month, year) = (
        day.parse().ok()?,
        month.parse::<usize>().ok()?,
        year.parse().ok()?,
    );
    let month = month.checked_sub(1)?;
    ((1..=31).contains(&day) && month < 12).then_some((day, month, year))
}

fn dates(side: &Side<'_>) -> Vec<Found> {
    let months = CALENDAR.first().copied().unwrap_or_default();
    let mut out = Vec::new();
    for (at, token) in side.tokens.iter().enumerate() {
        if token.is_number()
            && let Some(date) = in_figures(token)
        {
            out.push(Found {
                date,
                range: token.word.range.clone(),
                key: token.word.key,
                figures: true,
            });
            continue;
        }
        let Some(month) = months
            .iter()
            .position(|names| names.contains(&token.lower.as_str()))
        else {
            continue;
        };
        // "12 de octubre de 1998"
        let skipped = |token: &&Token| !matches!(token.lower.as_str(), "de" | "of" | "del");
        let number = |token: &Token| -> Option<u32> {
            let digits: String = token.lower.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok().filter(|_| token.is_number())
        };
        let mut before = side
            .tokens
            .get(..at)
            .unwrap_or_default()
            .iter()
            .rev()
            .filter(skipped);
        let mut behind = side
            .tokens
            .get(at + 1..)
            .unwrap_or_default()
            .iter()
            .filter(skipped);
        let day_before = before
            .next()
            .and_then(|token| Some((token, number(token).filter(|day| (1..=31).contains(day))?)));
        let (first, day) = match day_before {
            Some((first, day)) => (first, day),
            // "March 3, 1998"
            None => match behind
                .next()
                .and_then(|next| Some((token, number(next).filter(|day| *day <= 31)?)))
            {
                Some(found) => found,
                None => continue,
            },
        };
        let Some(last) = behind.next() else { continue };
        if let Some(year) = number(last).filter(|year| (1000..2200).contains(year)) {
            out.push(Found {
                date: (day, month, year),
                range: first.word.range.start..last.word.range.end,
                key: last.word.key,
                figures: false,
            });
        }
    }
    out
}

/// The dates of a statement that the sentences write in the other way.
pub(super) fn told(said: &Side<'_>, stands: &[Side<'_>]) -> Vec<(Range<usize>, Key)> {
    let ours = dates(said);
    if ours.is_empty() {
        return Vec::new();
    }
    let theirs: Vec<Found> = stands.iter().flat_map(dates).collect();
    ours.into_iter()
        .filter_map(|our| {
            let their = theirs
                .iter()
                .find(|their| their.date == our.date && their.figures != our.figures)?;
            Some((our.range, their.key))
        })
        .collect()
}

/// Whether a sentence tells the date that a number belongs to in the other way.
pub(super) fn says(side: &Side<'_>, said: &Side<'_>, number: &Counted<'_>) -> bool {
    let start = number.token.word.range.start;
    let mut ours = dates(said).into_iter().filter(|our| our.range.contains(&start));
    ours.any(|our| {
        dates(side)
            .iter()
            .any(|their| their.date == our.date && their.figures != our.figures)
    })
}

/// Parts of a whole that are no numbers in the text: "by half", "a quarter of the homes", 三成.
pub(super) fn shares(side: &Side<'_>) -> Vec<(Amount, Key)> {
    const WORDS: &[(&str, f64)] = &[
        ("half", 0.5),
        ("halved", 0.5),
        ("hälfte", 0.5),
        ("moitié", 0.5),
        ("mitad", 0.5),
        ("metà", 0.5),
        ("metade", 0.5),
        ("helft", 0.5),
        ("половина", 0.5),
        ("quarter", 0.25),
        ("viertel", 0.25),
        ("quart", 0.25),
    ];
    let mut out: Vec<(Amount, Key)> = Vec::new();
    for (at, token) in side.tokens.iter().enumerate() {
        let Some((_, value)) = WORDS.iter().find(|(word, _)| *word == token.lower) else {
            continue;
        };
        // "The first quarter" is no part, "half past" no half.
        let before = at.checked_sub(1).and_then(|at| side.tokens.get(at));
        let quarter = *value < 0.5;
        let counted =
            before.is_some_and(|before| matches!(before.lower.as_str(), "a" | "one" | "ein" | "un"));
        let clock = side
            .tokens
            .get(at + 1)
            .is_some_and(|next| matches!(next.lower.as_str(), "past" | "to" | "nach" | "vor"));
        if (!quarter || counted) && !clock {
            out.push((Amount::part(*value), token.word.key));
        }
    }
    for (at, _) in side.text.match_indices('成') {
        const OTHER: &[char] = &[
            '員', '员', '為', '为', '本', '立', '功', '長', '长', '分', '年', '果', '績', '绩', '就', '熟',
            '人',
        ];
        let before = side.text.get(..at).unwrap_or_default().chars().next_back();
        let tenth = before.and_then(|c| "一二三四五六七八九".chars().position(|digit| digit == c));
        let behind = side.text.get(at..).unwrap_or_default().chars().nth(1);
        if let Some(tenth) = tenth
            && !behind.is_some_and(|c| OTHER.contains(&c))
        {
            let value = (tenth + 1) as f64 / 10.0;
            let start = at.saturating_sub(before.map_or(0, char::len_utf8));
            let mut tokens = side.tokens.iter().filter(|token| !token.word.stop);
            let token = tokens.find(|token| token.word.range.start <= start && start < token.word.range.end);
            out.extend(token.map(|token| (Amount::part(value), token.written)));
        }
    }
    out
}
