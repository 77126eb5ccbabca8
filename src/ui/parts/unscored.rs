//! No score: why, what that means, and what to do; for a failed call its likely causes as well.

use std::sync::Arc;

use leptos::prelude::*;

use super::failure::FailureTold;
use crate::evaluation::{NoReply, Outcome, Parts, Reply, State};
use crate::i18n::fill;
use crate::judge::JudgeKind;
use crate::ui::later::later;
use crate::ui::state::App;

later!(rooms: /// See the module; `judge`: who was asked.
pub fn unscored(outcome: Arc<Outcome>, judge: JudgeKind) -> AnyView {
    view! { <Unscored outcome judge /> }.into_any()
});

#[component]
fn Unscored(outcome: Arc<Outcome>, judge: JudgeKind) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let (word, kind) = match outcome.state {
        State::Conflict(_) => (strings.verdict.conflict, "conflict"),
        State::NotApplicable(_) => (strings.verdict.not_applicable, "not-applicable"),
        _ => (strings.verdict.unscored, "unscored"),
    };
    let failure = outcome
        .trace
        .iter()
        .rev()
        .find_map(|exchange| match &exchange.reply {
            Reply::None(NoReply::Failed(failure)) => Some(failure.clone()),
            _ => None,
        });
    let told = match failure {
        Some(failure) => view! { <FailureTold failure /> }.into_any(),
        None => strings.reason_of(&outcome, judge).map_or_else(
            || ().into_any(),
            |reason| {
                view! { <p>{reason.what}</p> <p><b>{strings.verdict.next_step}</b> " " {reason.next}</p> }
                    .into_any()
            },
        ),
    };
    let keys = match &outcome.parts {
        Parts::Sufficiency(parts) => parts.keys.map(|(first, second)| {
            let word = |sufficient| {
                if sufficient {
                    strings.verdict.sufficient
                } else {
                    strings.verdict.insufficient
                }
            };
            let values = [("first", word(first)), ("second", word(second))];
            view! { <p>{fill(strings.verdict.key_values, &values)}</p> }
        }),
        _ => None,
    };
    view! {
        <div class="no-score" data-kind=kind>
            <p class="state">{word}</p>
            <div class="no-score-told">{keys} {told}</div>
        </div>
    }
    .into_any()
}
