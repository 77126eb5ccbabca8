//! Drives an evaluation: open asks go to a judge, its replies come back, until there is an outcome. Takes its
//! clock as a value; knows no screen.

pub mod rescore;

use futures::future::{Either, select};
use futures::stream::{FuturesUnordered, StreamExt};

use crate::evaluation::{AskPath, Evaluation, NoReply, Outcome, Overrides, Reply};
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
pub async fn drive<J: Judge, C: Clock>(
    evaluation: &mut Evaluation,
    judge: &J,
    clock: &C,
    at_once: usize,
    cancel: impl Future<Output = ()>,
    mut progress: impl FnMut(Progress),
) -> Record {
    let started_ms = clock.now_ms();
    let mut cancel = std::pin::pin!(cancel);
    let mut cancelled = false;
    'asks: while let Some(open) = evaluation.open_asks() {
        let batch: Vec<_> = open.iter().take(at_once.max(1)).cloned().collect();
        let mut calls: FuturesUnordered<_> = batch
            .iter()
            .map(|ask| async move { (ask.path.clone(), judge.reply(ask).await) })
            .collect();
        let mut replies: Vec<(AskPath, Reply)> = Vec::new();
        loop {
            match select(calls.next(), cancel.as_mut()).await {
                Either::Left((Some((path, reply)), _)) => {
                    replies.push((path, reply));
                    let answered = evaluation.transcript().len() + replies.len();
                    progress(Progress {
                        answered,
                        open: batch.len() - replies.len(),
                    });
                }
                Either::Left((None, _)) => break,
                Either::Right(((), _)) => {
                    cancelled = true;
                    break;
                }
            }
        }
        drop(calls);
        for (path, reply) in replies {
            // An ask that closed meanwhile (its row is already decided) needs no reply any more.
            let _ = evaluation.take(&path, reply);
        }
        if cancelled {
            while let Some(path) = evaluation
                .open_asks()
                .and_then(|asks| asks.first())
                .map(|ask| ask.path.clone())
            {
                if evaluation.take(&path, Reply::None(NoReply::Cancelled)).is_err() {
                    break 'asks;
                }
            }
        }
    }
    Record {
        judge: judge.identity(),
        started_ms,
        elapsed_ms: clock.now_ms() - started_ms,
        cancelled,
        outcome: evaluation.outcome(&Overrides::default()),
    }
}
