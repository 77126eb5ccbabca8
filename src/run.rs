//! Drives evaluations: open asks go to a judge, its replies come back, until there are outcomes. Takes its clock as a
//! value; knows no screen. What several evaluations ask alike is sent once: [`together`]. Two outcomes side by side stand in
//! [`opinions`]; what a person pasted is tried before it is taken: [`pasted`]; kept records are scored anew in
//! [`rescore`], and changed in [`changed`].

pub mod changed;
pub mod opinions;
pub mod part_scores;
pub mod pasted;
pub mod rescore;
pub mod together;

pub use together::Together;

use futures::future::{Either, select};
use futures::stream::{FuturesUnordered, StreamExt};

use crate::evaluation::{Evaluation, Outcome, Overrides};
use crate::judge::{Judge, JudgeIdentity};

/// Tells the time. The browser's is in `ui`; tests have their own.
pub trait Clock {
    /// Milliseconds since the Unix epoch.
    fn now_ms(&self) -> f64;
}

/// What is recorded beside an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Who judged.
    pub judge: JudgeIdentity,
    /// When the evaluation began, milliseconds since the Unix epoch.
    pub started_ms: f64,
    /// How long it took, milliseconds.
    pub elapsed_ms: f64,
    /// The run was cancelled; the outcome is what had been read until then.
    pub cancelled: bool,
    /// Tokens of the embeddings of the whole run, where a kept record tells them.
    pub embedding_tokens: Option<u64>,
    /// The outcome.
    pub outcome: Outcome,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Asks that have their reply.
    pub answered: usize,
    /// Asks that are known and open. More may follow.
    pub open: usize,
}

/// Runs an evaluation to its outcome. Independent asks are sent together, at most `at_once` at a time.
///
/// `cancel` resolves when the user cancels: calls under way are dropped, every open ask gets
/// [`NoReply::Cancelled`], and what was read before stays in the outcome. `progress` is called after every reply.
///
/// [`NoReply::Cancelled`]: crate::evaluation::NoReply::Cancelled
pub async fn drive<J: Judge, C: Clock>(
    evaluation: &mut Evaluation,
    judge: &J,
    clock: &C,
    at_once: usize,
    cancel: impl Future<Output = ()>,
    mut progress: impl FnMut(Progress),
) -> Record {
    let started_ms = clock.now_ms();
    let mut together = Together::new(std::slice::from_mut(evaluation));
    let told = |so_far, _: &[Evaluation]| progress(so_far);
    let ends = pump(&mut together, judge, clock, at_once, cancel, told).await;
    let end = ends.into_iter().next().unwrap_or(End::at(started_ms));
    record(evaluation, judge, started_ms, end)
}

/// The same for several evaluations, with a record for each in their order. What they ask alike is sent once.
/// `progress` sees the evaluations as well, so that their replies can be kept.
pub async fn drive_together<J: Judge, C: Clock>(
    together: &mut Together<'_>,
    judge: &J,
    clock: &C,
    at_once: usize,
    cancel: impl Future<Output = ()>,
    progress: impl FnMut(Progress, &[Evaluation]),
) -> Vec<Record> {
    let started_ms = clock.now_ms();
    let ends = pump(together, judge, clock, at_once, cancel, progress).await;
    let evaluations = together.evaluations().iter().zip(ends);
    evaluations
        .map(|(evaluation, end)| record(evaluation, judge, started_ms, end))
        .collect()
}

/// How an evaluation came to its end.
#[derive(Clone, Copy)]
struct End {
    at_ms: f64,
    cancelled: bool,
}

impl End {
    fn at(at_ms: f64) -> Self {
        Self {
            at_ms,
            cancelled: false,
        }
    }
}

fn record<J: Judge>(evaluation: &Evaluation, judge: &J, started_ms: f64, end: End) -> Record {
    Record {
        judge: judge.identity().of(evaluation.transcript()),
        started_ms,
        elapsed_ms: end.at_ms - started_ms,
        cancelled: end.cancelled,
        embedding_tokens: None,
        outcome: evaluation.outcome(&Overrides::default()),
    }
}

async fn pump<J: Judge, C: Clock>(
    together: &mut Together<'_>,
    judge: &J,
    clock: &C,
    at_once: usize,
    cancel: impl Future<Output = ()>,
    mut progress: impl FnMut(Progress, &[Evaluation]),
) -> Vec<End> {
    let mut cancel = std::pin::pin!(cancel);
    let mut cancelled = false;
    let mut ends: Vec<Option<End>> = vec![None; together.evaluations().len()];
    let mut calls = FuturesUnordered::new();
    while !together.is_done() {
        note_ends(&mut ends, together, clock, cancelled);
        while calls.len() < at_once.max(1)
            && let Some((key, ask)) = together.send_next()
        {
            calls.push(async move { (key, judge.reply(&ask).await) });
        }
        match select(calls.next(), cancel.as_mut()).await {
            Either::Left((Some((key, reply)), _)) => {
                together.take(&key, reply);
                progress(together.progress(), together.evaluations());
            }
            // Nothing is under way and nothing can be sent.
            Either::Left((None, _)) => break,
            Either::Right(((), _)) => {
                cancelled = true;
                together.cancel();
            }
        }
    }
    // What is still under way is wanted by nobody any more: dropping it ends the calls.
    drop(calls);
    note_ends(&mut ends, together, clock, cancelled);
    let now = clock.now_ms();
    ends.into_iter().map(|end| end.unwrap_or(End::at(now))).collect()
}

/// Notes the end of each evaluation that has got its outcome since.
fn note_ends(ends: &mut [Option<End>], together: &Together<'_>, clock: &impl Clock, cancelled: bool) {
    for (end, evaluation) in ends.iter_mut().zip(together.evaluations()) {
        if end.is_none() && evaluation.open_asks().is_none() {
            let at_ms = clock.now_ms();
            *end = Some(End { at_ms, cancelled });
        }
    }
}
