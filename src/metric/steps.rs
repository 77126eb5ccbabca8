//! Steps that metrics share: statements of a text, verdicts on statements, one verdict on one thing.
//!
//! A step asks, reads, asks again once for what is still open, and raises the flags that go with it. Two metrics
//! that take the same step of the same sample make the same ask.

use std::borrow::Cow;

use super::breakdown::{Mark, Row};
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{AskPath, Desk, Flag, Judged, Parts, Reason, Reply, TextReply};
use crate::reply::single::Single;
use crate::reply::verdicts::Finding;
use crate::reply::{statements, verdicts};
use crate::text::visible::is_blank;

/// Why a metric can't go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Asks are open.
    Open,
    /// There is no score.
    Unscored(Reason),
    /// There is nothing to judge.
    NotApplicable(Reason),
}

/// The result of a step.
pub type Step<T> = Result<T, Halt>;

/// What a metric hands back for the result of its steps.
pub fn judged(result: Step<Judged>) -> Option<Judged> {
    match result {
        Ok(judged) => Some(judged),
        Err(Halt::Open) => None,
        Err(Halt::Unscored(reason)) => Some(Judged::unscored(reason, Parts::None)),
        Err(Halt::NotApplicable(reason)) => Some(Judged::not_applicable(reason)),
    }
}

/// Refuses a blank text before any ask.
///
/// # Errors
/// Not applicable, `EmptyInput`.
pub fn need(text: &str) -> Step<()> {
    if is_blank(text) {
        Err(Halt::NotApplicable(Reason::EmptyInput))
    } else {
        Ok(())
    }
}

/// The words of the reply to one ask.
///
/// # Errors
/// Open, or the reason for which the reply can't be read (refused, blocked, no reply).
pub fn words<'d>(
    desk: &mut Desk<'d>,
    path: &AskPath,
    ask: impl FnOnce() -> ChatAsk<'static>,
) -> Step<&'d TextReply> {
    let reply = desk.chat(path, ask).ok_or(Halt::Open)?;
    reply.words().map_err(Halt::Unscored)
}

/// Statements of a text: one ask, no re-ask.
///
/// # Errors
/// Open, or unscored when the reply can't be read.
pub fn statements(
    desk: &mut Desk<'_>,
    path: &AskPath,
    ask: impl FnOnce() -> ChatAsk<'static>,
) -> Step<Vec<String>> {
    let reply = words(desk, path, ask)?;
    let found = statements::read(&reply.text, reply.stop).map_err(Halt::Unscored)?;
    if found.repaired {
        desk.flag(Flag::Repaired);
    }
    Ok(found.texts)
}

/// The verdict on a statement after its re-ask.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verified {
    /// `None`: unjudged.
    pub verdict: Option<bool>,
    /// Why it is, where it isn't just missing.
    pub open: Option<Reason>,
    /// The judge's reason.
    pub reason: String,
    /// What a no means, where the judge tells.
    pub finding: Option<Finding>,
    /// The verdict came with the re-ask.
    pub re_asked: bool,
    /// Where its reply stands.
    pub path: Option<AskPath>,
}

impl Verified {
    /// The verdict as a mark.
    pub fn mark(&self) -> Mark {
        match self.verdict {
            Some(verdict) => match self.finding.filter(|_| !verdict) {
                Some(Finding::Contradicted) => Mark::Contradicted,
                Some(Finding::NotFound) => Mark::NotFound,
                None => Mark::of(self.verdict),
            },
            None => Mark::Open(self.open.unwrap_or(Reason::MissingVerdict)),
        }
    }
}

/// Whether the judge of words in this app wrote the reply. Only it says what a no means; of others that is no answer to
/// what they were asked.
pub fn is_own(reply: &TextReply) -> bool {
    let model = reply.model.as_deref();
    model.is_some_and(crate::judge::embedded::is_version)
}

/// Verdicts on statements: one ask for all, one re-ask for each that is still open, by itself. Of a reply that can't be
/// read as a whole all are open for its reason, so that the statements stay, and a person can judge them.
///
/// # Errors
/// Open.
pub fn verify(
    desk: &mut Desk<'_>,
    path: &AskPath,
    submitted: &[String],
    ask: impl Fn(AskPath, &[String]) -> ChatAsk<'static>,
) -> Step<Vec<Verified>> {
    let reply = desk
        .chat(path, || ask(path.clone(), submitted))
        .ok_or(Halt::Open)?;
    let reading = reply
        .words()
        .and_then(|reply| verdicts::read(&reply.text, reply.stop, submitted));
    let reading = match reading {
        Ok(reading) => reading,
        Err(reason) => {
            let unread = Verified {
                open: Some(reason),
                path: Some(path.clone()),
                ..Verified::default()
            };
            return Ok(vec![unread; submitted.len()]);
        }
    };
    raise(desk, &reading);
    let tells = reply.words().is_ok_and(is_own);
    let mut open = false;
    let mut rows = Vec::with_capacity(submitted.len());
    for (at, (entry, statement)) in (0_u32..).zip(reading.entries.into_iter().zip(submitted)) {
        let mut row = Verified {
            verdict: entry.verdict,
            open: None,
            reason: entry.reason,
            finding: entry.finding.filter(|_| tells),
            re_asked: false,
            path: Some(path.clone()),
        };
        if row.verdict.is_none() {
            let again = path.clone().at(at).again();
            let alone = std::slice::from_ref(statement);
            match desk.chat(&again, || ask(again.clone(), alone)) {
                None => open = true,
                Some(reply) => {
                    if let Some(entry) = reread(desk, reply, alone) {
                        row = Verified {
                            verdict: Some(entry.0),
                            open: None,
                            reason: entry.1,
                            finding: None,
                            re_asked: true,
                            path: Some(again),
                        };
                    }
                }
            }
        }
        rows.push(row);
    }
    if open {
        return Err(Halt::Open);
    }
    Ok(rows)
}

fn raise(desk: &mut Desk<'_>, reading: &verdicts::Verdicts) {
    if reading.invented {
        desk.flag(Flag::InventedIds);
    }
    if reading.repaired {
        desk.flag(Flag::Repaired);
    }
}

fn reread(desk: &mut Desk<'_>, reply: &Reply, alone: &[String]) -> Option<(bool, String)> {
    if let Reply::Text(_) = reply {
        desk.flag(Flag::ReAsked);
    }
    let reply = reply.words().ok()?;
    let reading = verdicts::read(&reply.text, reply.stop, alone).ok()?;
    raise(desk, &reading);
    let entry = reading.entries.into_iter().next()?;
    Some((entry.verdict?, entry.reason))
}

/// One thing (a chunk, a vote, a pair) and its verdict: one ask, and one re-ask when there is none.
///
/// # Errors
/// Open; unscored when the call has no reply, was refused or blocked, or when the verdict is still open after the
/// re-ask (`MissingVerdict`; `Truncated` when the first reply was cut off, `OutOfScale` when its value is none of the
/// scale).
pub fn one<T>(
    desk: &mut Desk<'_>,
    path: &AskPath,
    ask: impl Fn(AskPath) -> ChatAsk<'static>,
    read: impl Fn(&TextReply) -> Result<Single<T>, Reason>,
) -> Step<One<T>> {
    let first = read(words(desk, path, || ask(path.clone()))?);
    let reason = match first {
        Ok(single) => return Ok(One::new(desk, single, path.clone(), false)),
        Err(reason) => reason,
    };
    let again = path.clone().again();
    let reply = desk.chat(&again, || ask(again.clone())).ok_or(Halt::Open)?;
    if let Reply::Text(_) = reply {
        desk.flag(Flag::ReAsked);
    }
    match reply.words().and_then(&read) {
        Ok(single) => Ok(One::new(desk, single, again, true)),
        Err(_) if matches!(reason, Reason::Truncated | Reason::OutOfScale) => Err(Halt::Unscored(reason)),
        Err(_) => Err(Halt::Unscored(Reason::MissingVerdict)),
    }
}

/// A yes or no to a chunk, or a vote: a value that is neither, twice, is no verdict, as it is for a statement.
pub fn yes_or_no(result: Step<One<bool>>) -> Step<One<bool>> {
    result.map_err(|halt| match halt {
        Halt::Unscored(Reason::OutOfScale) => Halt::Unscored(Reason::MissingVerdict),
        other => other,
    })
}

/// The verdict on one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct One<T> {
    /// The verdict.
    pub value: T,
    /// The judge's reason.
    pub reason: String,
    /// It came with the re-ask.
    pub re_asked: bool,
    /// Where its reply stands.
    pub path: AskPath,
}

impl<T> One<T> {
    fn new(desk: &mut Desk<'_>, single: Single<T>, path: AskPath, re_asked: bool) -> Self {
        if single.repaired {
            desk.flag(Flag::Repaired);
        }
        Self {
            value: single.value,
            reason: single.reason,
            re_asked,
            path,
        }
    }
}

/// Verdicts that were asked for side by side, those without one by their reason.
///
/// # Errors
/// Open, or nothing to judge.
pub fn settled<T>(results: Vec<Step<One<T>>>) -> Step<Vec<Result<One<T>, Reason>>> {
    let one = |result| match result {
        Ok(one) => Ok(Ok(one)),
        Err(Halt::Unscored(reason)) => Ok(Err(reason)),
        Err(halt) => Err(halt),
    };
    results.into_iter().map(one).collect()
}

/// Puts a verdict into its row, or why there is none; `path` is that of the ask.
pub fn put<T>(row: &mut Row, result: Result<One<T>, Reason>, path: AskPath, mark: impl Fn(T) -> Mark) {
    match result {
        Ok(one) => {
            row.mark = mark(one.value);
            row.reason = one.reason;
            row.re_asked = one.re_asked;
            row.path = Some(one.path);
        }
        Err(reason) => {
            row.mark = Mark::Open(reason);
            row.path = Some(path);
        }
    }
}

/// Why rows without a verdict have none: of several reasons the one that says most.
pub fn open_reason(rows: &[Row]) -> Option<Reason> {
    worst(rows.iter().map(|row| &row.mark))
}

/// The same of marks.
pub fn worst<'m>(marks: impl Iterator<Item = &'m Mark>) -> Option<Reason> {
    marks
        .filter_map(|mark| match mark {
            Mark::Open(reason) => Some(*reason),
            _ => None,
        })
        .min_by_key(|reason| match reason {
            Reason::Refused | Reason::Blocked | Reason::NoReply => 0,
            Reason::Truncated => 1,
            Reason::OutOfScale => 2,
            Reason::Unreadable => 4,
            _ => 3,
        })
}

/// A path of a step whose name is made at run time: `answer-by-chunk-3`.
pub fn numbered(step: &str, number: usize) -> AskPath {
    AskPath {
        step: Cow::Owned(format!("{step}-{number}")),
        index: 0,
        draw: 0,
        attempt: 0,
    }
}
