//! No score: why, what that means, and what to do; for a failed call its likely causes as well.

use std::sync::Arc;

use leptos::prelude::*;

use super::failure::{FailureTold, to_setting};
use super::marked_text::visible;
use crate::evaluation::{NoReply, Outcome, Parts, Reason, Reply, State};
use crate::i18n::fill;
use crate::judge::JudgeKind;
use crate::share::report::refused_keys;
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
    // A reply that was read and could not be scored says why, also where the second call for it failed.
    let read = matches!(
        outcome.state,
        State::Unscored(
            Reason::Unreadable | Reason::OutOfScale | Reason::MissingVerdict | Reason::KeysDisagree
        ) | State::Conflict(_)
    );
    let reason = (failure.is_none() || read)
        .then(|| strings.reason_of(&outcome, judge))
        .flatten();
    let short = matches!(
        outcome.state,
        State::Unscored(Reason::EmptyReply | Reason::Truncated)
    );
    let longer = (short && failure.is_none()).then_some("api-max-tokens");
    let longer = move || {
        longer
            .filter(|_| judge == JudgeKind::Api && app.setup.kind.get() == JudgeKind::Api)
            .map(to_setting)
    };
    let told = view! {
        {reason.map(|reason| {
            view! { <p>{reason.what}</p> <p><b>{strings.verdict.next_step}</b> " " {reason.next}</p> }
        })}
        {longer}
        {failure.map(|failure| view! { <FailureTold failure /> })}
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
    let refused = refused_keys(&outcome, strings)
        .into_iter()
        .map(|refused| view! { <p>{visible(&refused)}</p> })
        .collect_view();
    view! {
        <div class="no-score" data-kind=kind>
            <p class="state">{word}</p>
            <div class="no-score-told">{keys} {refused} {told}</div>
        </div>
    }
    .into_any()
}
