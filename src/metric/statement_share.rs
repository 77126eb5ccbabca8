//! Metrics that are a share of statements: verdict rows, their formula line, and the score.

use serde_json::json;

use super::breakdown::{Breakdown, Changeable, Group, Label, Light, Line, Mark, Row};
use super::steps::{self, Step, Verified};
use super::texts;
use crate::evaluation::{AskPath, Desk, Flag, Judged, Parts, Reason};
use crate::text::visible::is_blank;

/// What a share is called and where its rows point.
#[derive(Clone, Copy)]
pub struct Share {
    /// Name of the rows.
    pub group: Label,
    /// Name of the formula line.
    pub line: Label,
    /// Beginning of the override keys: `answer` gives `answer-1`.
    pub key: &'static str,
    /// What a row lights.
    pub light: Light,
}

/// What statements are held against.
pub enum Source<'s> {
    /// The chunks; with none, or blank ones alone, no statement is supported and nobody is asked.
    Contexts(&'s [String]),
    /// One text.
    Text(&'s str),
    /// A question that they should help to answer.
    Question(&'s str),
}

/// Judges statements and scores `yes / all`.
///
/// # Errors
/// As [`steps::verify`].
pub fn share(desk: &mut Desk<'_>, what: Share, statements: Vec<String>, source: Source<'_>) -> Step<Judged> {
    let verified = verify(desk, AskPath::step("verdicts"), &statements, &source)?;
    let rows = rows(desk, what, &statements, verified);
    let (yes, all) = count(&rows);
    let score = f64::from(yes) / f64::from(all);
    let unjudged = unjudged(&rows);
    let mut breakdown = Breakdown::default();
    name(&mut breakdown, &rows);
    let working = match unjudged {
        None => format!("{yes} / {all}"),
        Some(_) => format!("? / {all}"),
    };
    breakdown
        .lines
        .push(Line::new(what.line, working, unjudged.is_none().then_some(score)));
    breakdown.groups.push(Group {
        label: what.group,
        columns: Vec::new(),
        rows,
    });
    let parts = Parts::Breakdown(Box::new(breakdown));
    Ok(match unjudged {
        None => Judged::scored(score, parts),
        Some(reason) => Judged::unscored(reason, parts),
    })
}

/// Why there is no score, where no row has a verdict.
pub fn unjudged(rows: &[Row]) -> Option<Reason> {
    let none = rows.iter().all(|row| matches!(row.mark, Mark::Open(_)));
    none.then(|| steps::open_reason(rows)).flatten()
}

/// Verdicts on statements against a source.
///
/// # Errors
/// As [`steps::verify`].
pub fn verify(
    desk: &mut Desk<'_>,
    path: AskPath,
    statements: &[String],
    source: &Source<'_>,
) -> Step<Vec<Verified>> {
    match source {
        Source::Contexts(chunks) if chunks.iter().all(|chunk| is_blank(chunk)) => Ok(statements
            .iter()
            .map(|_| Verified {
                verdict: Some(false),
                ..Verified::default()
            })
            .collect()),
        Source::Contexts(chunks) => steps::verify(desk, &path, statements, |path, statements| {
            texts::support(path, statements, chunks)
        }),
        Source::Text(text) => {
            let source = [(*text).to_owned()];
            steps::verify(desk, &path, statements, |path, statements| {
                texts::support(path, statements, &source)
            })
        }
        Source::Question(question) => steps::verify(desk, &path, statements, |path, statements| {
            texts::relevance(path, statements, question)
        }),
    }
}

/// Verdict rows, after a person's changes; some without a verdict is told.
pub fn rows(desk: &mut Desk<'_>, what: Share, statements: &[String], verified: Vec<Verified>) -> Vec<Row> {
    let rows: Vec<Row> = (1..)
        .zip(statements.iter().zip(verified))
        .map(|(number, (statement, verified))| {
            let mut row = Row::new(format!("{}-{number}", what.key), statement, verified.mark());
            row.reason = verified.reason;
            row.re_asked = verified.re_asked;
            row.path = verified.path;
            row.light = Some(what.light);
            changed(desk, &mut row);
            row
        })
        .collect();
    tell_partial(desk, &rows);
    rows
}

/// Tells where some rows have a verdict and others none.
pub fn tell_partial(desk: &mut Desk<'_>, rows: &[Row]) {
    if steps::open_reason(rows).is_some() && unjudged(rows).is_none() {
        desk.flag(Flag::PartialCoverage);
    }
}

/// Applies a person's yes or no to a row.
pub fn changed(desk: &mut Desk<'_>, row: &mut Row) {
    row.change = Some(Changeable::YesNo);
    let change = desk.override_at(&row.key, |change| {
        Some((change.value.as_bool()?, change.note.clone()))
    });
    if let Some((verdict, note)) = change {
        row.judged = Some(std::mem::replace(&mut row.mark, Mark::of(Some(verdict))));
        row.note = note;
    }
}

/// Applies a person's rating to a row; one off the scale is not accepted.
pub fn rated(desk: &mut Desk<'_>, row: &mut Row, (min, max): (f64, f64)) {
    let whole = false;
    row.change = Some(Changeable::Number { min, max, whole });
    let change = desk.override_at(&row.key, |change| {
        let value = change
            .value
            .as_f64()
            .filter(|value| (min..=max).contains(value))?;
        Some((value + 0.0, change.note.clone()))
    });
    if let Some((value, note)) = change {
        row.judged = Some(std::mem::replace(&mut row.mark, Mark::Rating(value, max)));
        row.note = note;
    }
}

/// Rows with a yes, and all rows.
pub fn count(rows: &[Row]) -> (u32, u32) {
    rows.iter().fold((0, 0), |(yes, all), row| {
        (yes + u32::from(row.mark == Mark::Yes), all + 1)
    })
}

/// The values under the names that case files use.
pub fn name(breakdown: &mut Breakdown, rows: &[Row]) {
    let judged = rows.iter().filter(|row| row.mark.verdict().is_some()).count();
    let texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    let verdicts: Vec<Option<bool>> = rows.iter().map(|row| row.mark.verdict()).collect();
    breakdown.named.insert("statements".into(), json!(texts));
    breakdown.named.insert("verdicts".into(), json!(verdicts));
    breakdown
        .named
        .insert("covered".into(), json!(judged as f64 / rows.len().max(1) as f64));
}
