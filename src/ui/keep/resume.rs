//! Going on with an evaluation that was interrupted: in one tab alone, from all replies that are kept by now, with the
//! judge that began it and the texts that it began with.

use std::collections::BTreeSet;
use std::pin::Pin;

use leptos::prelude::*;

use super::Known;
use super::back::{load_kept, wait_for};
use crate::evaluation::{Ask, Body, Evaluation, Overrides};
use crate::judge::{EMBEDDINGS, JudgeIdentity, TOKEN_VECTORS};
use crate::run::rescore::resumable;
use crate::share::record::{Record, provider_name};
use crate::store::tabs::{self, Claimed, Held};
use crate::ui::later::later;
use crate::ui::state::App;

/// What is taken up.
pub struct Resumed {
    /// The evaluations with the replies that were there.
    pub evaluations: Vec<Evaluation>,
    /// Verdicts that a person has changed in them.
    pub overrides: Vec<Overrides>,
    /// Tells other tabs that it is under way here.
    pub held: Option<Held>,
}

/// What is left of an interrupted evaluation, in calls.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// Asks that are open now.
    pub open: usize,
    /// Asks whose replies are there.
    pub answered: usize,
}

/// What is left, once the storage was asked; `None` where it can't go on.
pub type Looking = Pin<Box<dyn Future<Output = Option<Left>>>>;

later!(rooms:
/// What going on would ask; `None` where that can't be done, which is told. Nothing is taken up yet.
pub fn left_of(app: App, known: Known, evaluations: Vec<Evaluation>, judge: JudgeIdentity) -> Looking {
    Box::pin(async move {
        let mut evaluations = evaluations;
        let kept = load_kept(&known.id).await.map(|(record, _)| record);
        let record = kept.unwrap_or_else(|| (*known.record).clone());
        // One that another tab has brought to its end is shown when it is taken up.
        if record.is_interrupted() && !can_go_on(app, &record, &evaluations, &judge) {
            return None;
        }
        let here = untrack(|| app.setup.embeds_here());
        let of_judge = |ask: &&Ask| match ask.body {
            Body::Chat { .. } => true,
            Body::Embed { .. } => !here,
            Body::Tokens { .. } => false,
        };
        let (mut open, mut answered) = (BTreeSet::new(), BTreeSet::new());
        for (evaluation, judged) in evaluations.iter_mut().zip(&record.metrics) {
            evaluation.replay(resumable(&record, judged));
            let asks = evaluation.open_asks().unwrap_or_default().iter();
            open.extend(asks.filter(of_judge).map(|ask| ask.key("")));
            let asks = evaluation.transcript().iter().map(|exchange| &exchange.ask);
            answered.extend(asks.filter(of_judge).map(|ask| ask.key("")));
        }
        Some(Left {
            open: open.difference(&answered).count(),
            answered: answered.len(),
        })
    })
});

/// What is known once other tabs and the storage were asked.
pub type Resuming = Pin<Box<dyn Future<Output = Option<Resumed>>>>;

later!(rooms:
/// Takes an interrupted evaluation up; `None` where that can't be done, which is told.
pub fn resume(app: App, known: Known, evaluations: Vec<Evaluation>, judge: JudgeIdentity) -> Resuming {
    Box::pin(resumed(app, known, evaluations, judge))
});

async fn resumed(
    app: App,
    known: Known,
    mut evaluations: Vec<Evaluation>,
    judge: JudgeIdentity,
) -> Option<Resumed> {
    let texts = app.strings().lang.elsewhere();
    let Claimed::Here(held) = tabs::claim(&known.id).await else {
        wait_for(app, known.id);
        return None;
    };
    // Another tab may have gone on with it since it came to this page.
    let record = match load_kept(&known.id).await {
        Some((record, foreign)) if !record.is_interrupted() => {
            super::back::load(app, known.id, record, foreign);
            tell(app, texts.done_elsewhere);
            return None;
        }
        Some((record, _)) => record,
        None => (*known.record).clone(),
    };
    if !can_go_on(app, &record, &evaluations, &judge) {
        return None;
    }
    let mut overrides = Vec::new();
    for (evaluation, judged) in evaluations.iter_mut().zip(&record.metrics) {
        evaluation.replay(resumable(&record, judged));
        overrides.push(judged.overrides.clone());
    }
    Some(Resumed {
        evaluations,
        overrides,
        held,
    })
}

/// Whether a record goes on with these evaluations and this judge. Why not is told.
fn can_go_on(app: App, record: &Record, evaluations: &[Evaluation], judge: &JudgeIdentity) -> bool {
    let texts = app.strings().lang.elsewhere();
    // Replies of two judges would make one score of neither.
    if record
        .judge
        .as_ref()
        .is_some_and(|before| is_another(before, judge))
    {
        tell(app, texts.other_judge);
        app.setup.open.set(true);
        return false;
    }
    if !is_of(record, evaluations) {
        tell(app, texts.changed_since);
        // What can only fail is not offered.
        app.keep.open.set(None);
        return false;
    }
    true
}

fn tell(app: App, sentence: &str) {
    app.run.message.set(sentence.to_owned());
    app.keep.notice.set(Some(sentence.to_owned()));
}

/// Whether the chosen judge is not the one that began. A record that was shared or saved names a provider, one of this
/// browser its host.
fn is_another(before: &JudgeIdentity, chosen: &JudgeIdentity) -> bool {
    let model = |name| match (before.parameter(name), chosen.parameter(name)) {
        (Some(before), Some(chosen)) => before != chosen,
        _ => false,
    };
    let named = provider_name(&before.provider);
    let provider =
        before.provider == chosen.provider || (!named.is_empty() && named == provider_name(&chosen.provider));
    (before.kind, &before.model) != (chosen.kind, &chosen.model)
        || !provider
        || model(EMBEDDINGS)
        || model(TOKEN_VECTORS)
}

/// Whether a record is of these evaluations: the same texts, metrics and settings.
fn is_of(record: &Record, evaluations: &[Evaluation]) -> bool {
    evaluations.len() == record.metrics.len()
        && evaluations
            .iter()
            .zip(&record.metrics)
            .all(|(evaluation, judged)| {
                **evaluation.sample() == record.sample
                    && evaluation.metric().id() == judged.id
                    && *evaluation.options() == record.options_of(judged)
            })
}
