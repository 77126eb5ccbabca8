//! Scores a record anew from its replies. Asks nobody; what the record claims is compared, never believed.

use crate::evaluation::{
    Evaluation, Metric, NoReply, Outcome, Overrides, Reply, Scale, Setting, SettingKind, StartError, State,
};
use crate::metric::catalogue;
use crate::prompt::{Template, sha256_hex};
use crate::share::record::{Holds, Judged, Prompt, Record, rounded};

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
    /// What came out without a person's changes; `None` where there are none.
    pub unchanged: Option<State>,
    /// What is to be thought of the claim.
    pub claim: Claim,
    /// How the versions that the record names stand to the ones of this code, whatever came of the claim.
    pub versions: Versions,
    /// Replies that no ask matched.
    pub left_over: usize,
}

/// What is to be thought of a claimed score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claim {
    /// The replies give the same.
    Holds,
    /// The replies give something else; [`Scored::versions`] may say why.
    Differs,
    /// The claimed score lies off its metric's scale: nobody can have computed it.
    Impossible(Scale),
    /// Nothing was claimed: the evaluation had not come to its end.
    Open,
}

/// How the versions of metric and prompts that a record names stand to the ones of this code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versions {
    /// They are the same: there is no excuse for another score.
    Same,
    /// One of them was revised since, which may be why a score differs.
    Revised,
    /// It names one that this code does not know, of a later time or of none.
    Unknown,
}

/// What a score was computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// A judge's replies.
    Replies,
    /// The texts alone: nobody was asked.
    Texts,
    /// Numbers that somebody entered, which nothing bears out.
    Numbers,
    /// A judge's replies, and such numbers beside them.
    RepliesAndNumbers,
    /// The scores of other metrics of the record.
    Scores,
    /// Nothing: a judge has to be asked, and no reply of one came along.
    Nothing,
}

/// What the score of one metric of a record rests on.
pub fn basis(record: &Record, judged: &Judged) -> Basis {
    let Some(metric) = catalogue::find(&judged.id) else {
        return Basis::Replies;
    };
    let given = |name: &str| judged.settings.get(name).and_then(serde_json::Value::as_f64);
    let is_given = |setting: &&Setting| matches!(setting.kind, SettingKind::Given { .. });
    let numbers = metric
        .settings()
        .iter()
        .filter(is_given)
        .filter_map(|setting| Some((setting.name, given(setting.name)?)));
    // A score that was handed on within the run stands in the record with what it was made of.
    let handed_on = |name: &str, value: f64| {
        metric.takes_scores().contains(&name)
            && record.metrics.iter().any(|part| {
                part.id == name
                    && matches!(part.claimed, Some(State::Scored(score)) if (score.0 - value).abs() <= SAME)
            })
    };
    let (mut entered, mut handed) = (false, false);
    for (name, value) in numbers {
        match handed_on(name, value) {
            true => handed = true,
            false => entered = true,
        }
    }
    match (judged.took.is_empty(), entered, handed) {
        (false, true, _) => Basis::RepliesAndNumbers,
        (false, false, _) => Basis::Replies,
        (true, true, _) => Basis::Numbers,
        (true, false, true) => Basis::Scores,
        (true, false, false) if asks(record, judged, metric) => Basis::Nothing,
        (true, false, false) => Basis::Texts,
    }
}

/// Whether a metric of a record asks a judge about its texts.
fn asks(record: &Record, judged: &Judged, metric: &'static dyn Metric) -> bool {
    let started = Evaluation::start(metric, record.sample.clone(), record.options_of(judged));
    started.is_ok_and(|evaluation| evaluation.open_asks().is_some())
}

/// The prompts of a record, built-in ones by their names alone, whose text is not the one that this code has under that
/// name and version.
pub fn other_prompts(record: &Record) -> Vec<&Prompt> {
    let is_known = |prompt: &Prompt| {
        let mut templates = catalogue::ALL.iter().flat_map(|metric| metric.prompts());
        templates.any(|template| {
            template.id == prompt.id
                && version(prompt.version, template.version, is_text(prompt, template)) == Versions::Same
        })
    };
    let built_in = record.prompts.iter().filter(|prompt| prompt.text.is_empty());
    built_in.filter(|prompt| !is_known(prompt)).collect()
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
        Some(_) => Claim::Differs,
    };
    let versions = versions(record, judged, &evaluation);
    let unchanged = outcome
        .edited
        .then(|| rounded(evaluation.outcome(&Overrides::default()).state));
    Rescored::Done(Box::new(Scored {
        evaluation,
        outcome,
        unchanged,
        claim,
        versions,
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

/// The metric's version and those of its built-in prompts, the worst of them.
fn versions(record: &Record, judged: &Judged, evaluation: &Evaluation) -> Versions {
    let metric = evaluation.metric();
    let prompts = metric.prompts().iter().flat_map(|template| {
        let built_in = |prompt: &&Prompt| prompt.id == template.id && prompt.text.is_empty();
        let used = record.prompts.iter().filter(built_in);
        used.map(|prompt| version(prompt.version, template.version, is_text(prompt, template)))
    });
    let mut worst = version(judged.version, metric.version(), true);
    for one in prompts {
        worst = match (worst, one) {
            (Versions::Unknown, _) | (_, Versions::Unknown) => Versions::Unknown,
            (Versions::Revised, _) | (_, Versions::Revised) => Versions::Revised,
            _ => Versions::Same,
        };
    }
    worst
}

/// Whether a prompt's hash is that of a template's text, as far as it goes.
fn is_text(prompt: &Prompt, template: &Template) -> bool {
    sha256_hex(template.text).starts_with(&prompt.sha256)
}

/// Versions count from 1. One and the same version has one and the same text.
fn version(named: u32, known: u32, same_text: bool) -> Versions {
    match named {
        _ if named == known && same_text => Versions::Same,
        _ if named >= 1 && named < known => Versions::Revised,
        _ => Versions::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_revision_excuses_another_score() {
        for (named, known, same_text, want) in [
            (1, 1, true, Versions::Same),
            (2, 2, true, Versions::Same),
            (1, 2, true, Versions::Revised),
            (1, 2, false, Versions::Revised),
            (2, 2, false, Versions::Unknown),
            (3, 2, true, Versions::Unknown),
            (99, 1, true, Versions::Unknown),
            (0, 1, true, Versions::Unknown),
        ] {
            assert_eq!(version(named, known, same_text), want, "{named} of {known}");
        }
    }
}
