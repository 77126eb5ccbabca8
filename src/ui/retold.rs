//! The embedded judge's reasons in the language that is spoken now.
//!
//! Reasons are part of its replies, so a switch of the language would leave them as they were. It answers at once and
//! the same way every time, so it is asked again for what stands on the page. What other judges wrote, and what an older
//! version of this one wrote, stays as it is; so does a record that is only read.

use std::pin::Pin;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::judging::{self, PageJudge};
use super::later::later;
use super::state::App;
use crate::evaluation::Evaluation;
use crate::judge::Judge;

/// Has the outcomes on the page told anew.
pub fn retell(app: App) {
    if app.read_only || app.run.finished.with_untracked(Vec::is_empty) {
        return;
    }
    spawn_local(async move {
        if let Ok(telling) = retelling(app).await {
            telling.await;
        }
    });
}

later!(languages: fn retelling(app: App) -> Pin<Box<dyn Future<Output = ()>>> {
    Box::pin(asked_again(app))
});

async fn asked_again(app: App) {
    if judging::table(app.setup).await.is_err() {
        return;
    }
    let lang = app.lang.get_untracked();
    let judge = PageJudge::Embedded(app);
    let before = app.run.finished.get_untracked();
    let mut after = before.clone();
    for one in &mut after {
        if one.record.judge != judge.identity() {
            continue;
        }
        let options = one.evaluation.options().clone();
        let Ok(mut evaluation) = Evaluation::start(one.metric, one.sample.clone(), options) else {
            continue;
        };
        while let Some(ask) = evaluation.open_asks().and_then(|asks| asks.first()).cloned() {
            let reply = judge.reply(&ask).await;
            if evaluation.take(&ask.path, reply).is_err() {
                return;
            }
        }
        let one = Arc::make_mut(one);
        one.record.outcome = evaluation.outcome(&one.overrides);
        one.evaluation = evaluation;
    }
    // Meanwhile another run, a changed verdict or another switch may have come.
    let same = app.run.finished.with_untracked(|now| {
        now.len() == before.len() && now.iter().zip(&before).all(|(now, then)| Arc::ptr_eq(now, then))
    });
    if same && app.lang.get_untracked() == lang {
        app.run.finished.set(after);
    }
}
