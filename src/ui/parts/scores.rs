//! The scores of a run by several metrics, a line each with its scale. The one that is looked at is shown whole below.

use std::sync::Arc;

use leptos::prelude::*;

use super::breakdown::scale_line;
use crate::evaluation::{Parts, State};
use crate::share::report;
use crate::stats::rational::with_minus;
use crate::ui::browser;
use crate::ui::later::later;
use crate::ui::running::Finished;
use crate::ui::state::App;

later!(metrics: /// See the module; `all`: the outcomes of the run, `shown`: the id of the metric that is looked at.
pub fn scores(all: Vec<Arc<Finished>>, shown: &'static str) -> AnyView {
    view! { <Scores all shown /> }.into_any()
});

#[component]
fn Scores(all: Vec<Arc<Finished>>, shown: &'static str) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    {
        let lines = all
            .into_iter()
            .map(|one| {
                let (metric, outcome) = (one.metric, &one.record.outcome);
                let told = match outcome.state {
                    // Not a number on a scale but an answer.
                    State::Scored(_) if matches!(outcome.parts, Parts::Sufficiency(_)) => strings
                        .metric(metric.id())
                        .map_or_else(String::new, |texts| texts.range.to_owned()),
                    State::Scored(_) => scale_line(outcome, strings),
                    _ => strings
                        .reason_of(outcome, one.record.judge.kind)
                        .map_or_else(String::new, |reason| reason.what),
                };
                let edited = outcome
                    .edited
                    .then(|| view! { <span class="tag edited">{strings.breakdown().edited}</span> });
                let show = move |_| {
                    app.choose(metric);
                    browser::focus_soon(format!("score-{}", metric.id()));
                };
                view! {
                    <li>
                        <button
                            type="button"
                            id=format!("score-{}", metric.id())
                            aria-current=(metric.id() == shown).then_some("true")
                            on:click=show
                        >
                            <span>{strings.metric_name(metric.id())}</span>
                            <b>{with_minus(&report::result(outcome, strings))} " " {edited}</b>
                            <small>{told}</small>
                        </button>
                    </li>
                }
            })
            .collect_view();
        view! { <ul class="scores" aria-label=strings.together().scores>{lines}</ul> }
    }
}
