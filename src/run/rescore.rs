//! Scores a record anew from its replies. Asks nobody; what the record claims is compared, never believed.

use crate::evaluation::{Evaluation, NoReply, Outcome, Reply, Scale, StartError, State};
use crate::metric::catalogue;
use crate::prompt::sha256_hex;
use crate::share::record::{Holds, Judged, Record, rounded};

/// What became of one metric of a record.
#[derive(Clone)]
pub enum Rescored {
    /// Its replies gave an outcome, or lead to further asks.
    Done(Box<Scored>),
    /// This version of the app has no such metric.
    UnknownMetric,
    /// Its settings or edited prompts can't be used.
    Refused(StartError),
    /// The record holds no inputs and replies to score.
    Nothing,
    /// The same, and the claimed score lies off its metric's scale: nobody can have computed it.
    Impossible(Scale),
}

/// A metric that was scored from its replies.
#[derive(Clone)]
pub struct Scored {
    /// The evaluation with the replies that were there.
    pub evaluation: Evaluation,
    /// Its outcome, a person's changed verdicts included.
    pub outcome: Outcome,
    /// What is to be thought of the claim.
    pub claim: Claim,
    /// Replies that no ask matched.
    pub left_over: usize,
}

/// What is to be thought of a claimed score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claim {
    /// The replies give the same.
    Holds,
    /// The replies give something else.
    Differs {
        /// The metric or a prompt has another version than when it was claimed, which may be why.
        newer_code: bool,
    },
    /// The claimed score lies off its metric's scale: nobody can have computed it.
    Impossible(Scale),
    /// Nothing was claimed: the evaluation had not come to its end.
    Open,
}

/// How far two scores may lie apart and still be the same: claims have nine decimals.
const SAME: f64 = 1.5e-9;

/// Scores each metric of a record, in order.
pub fn rescore(record: &Record) -> Vec<Rescored> {
    record.metrics.iter().map(|judged| one(record, judged)).collect()
}

fn one(record: &Record, judged: &Judged) -> Rescored {
    let Some(metric) = catalogue::find(&judged.id) else {
        return Rescored::UnknownMetric;
    };
    let options = record.options_of(judged);
    let scale = metric.scale_with(&options);
    let impossible = matches!(judged.claimed, Some(State::Scored(score)) if !scale.holds(score));
    if record.holds != Holds::Verdict {
        return if impossible {
            Rescored::Impossible(scale)
        } else {
            Rescored::Nothing
        };
    }
    let mut evaluation = match Evaluation::start(metric, record.sample.clone(), options) {
        Ok(evaluation) => evaluation,
        Err(error) => return Rescored::Refused(error),
    };
    let left_over = evaluation.replay(record.replies_of(judged)).len();
    let outcome = evaluation.outcome(&judged.overrides);
    let claim = match judged.claimed {
        None => Claim::Open,
        Some(claimed) if same(claimed, outcome.state) => Claim::Holds,
        Some(_) if impossible => Claim::Impossible(scale),
        Some(_) => Claim::Differs {
            newer_code: metric.version() != judged.version || other_prompts(record, &evaluation),
        },
    };
    Rescored::Done(Box::new(Scored {
        evaluation,
        outcome,
        claim,
        left_over,
    }))
}

/// The replies of a record that are worth giving again when its evaluation goes on: failed and cancelled calls are
/// asked anew.
pub fn resumable(record: &Record, judged: &Judged) -> Vec<(crate::evaluation::AskPath, Reply)> {
    let mut replies = record.replies_of(judged);
    replies.retain(|(_, reply)| {
        !matches!(
            reply,
            Reply::None(NoReply::Cancelled | NoReply::Failed(_) | NoReply::RanOut)
        )
    });
    replies
}

fn same(claimed: State, now: State) -> bool {
    match (claimed, rounded(now)) {
        (State::Scored(claimed), State::Scored(now)) => (claimed.0 - now.0).abs() <= SAME,
        (claimed, now) => claimed == now,
    }
}

/// A built-in prompt has changed since.
fn other_prompts(record: &Record, evaluation: &Evaluation) -> bool {
    evaluation.metric().prompts().iter().any(|template| {
        record.prompts.iter().any(|prompt| {
            prompt.id == template.id
                && prompt.text.is_empty()
                && !sha256_hex(template.text).starts_with(&prompt.sha256)
        })
    })
}
