//! What stands in the verdict before the first run: what the metric needs, an example, what it costs.

use leptos::prelude::*;

use super::cannot::current_plan;
use super::examples::name;
use crate::judge::JudgeKind;
use crate::ui::running;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn Empty() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let cost = move || {
        let metric = app.metric.get();
        let demands = metric.demands(&app.options());
        if metric.prompts().is_empty() && !demands.embeddings && !demands.tokens {
            return strings.breakdown().computed;
        }
        match app.setup.kind.get() {
            JudgeKind::Embedded | JudgeKind::BuiltIn | JudgeKind::Nobody => strings.empty.cost_embedded,
            JudgeKind::ByHand if demands.follow_ups => strings.empty.cost_hand_steps,
            JudgeKind::Api if demands.follow_ups => strings.empty.cost_api_steps,
            JudgeKind::ByHand => strings.empty.cost_hand,
            JudgeKind::Api => strings.empty.cost_api,
        }
    };
    let buttons = move || {
        let metric = app.metric.get();
        metric.examples()
            .iter()
            .map(|example| {
                let attempt = move |_| {
                    app.show_example(metric, example);
                    // With an API an example would cost money: it is only filled in.
                    let free = untrack(|| current_plan(app)).is_some_and(|plan| plan.computed);
                    if free || app.setup.kind.get_untracked() == JudgeKind::Embedded {
                        // The text areas of the example stand on the page a moment later.
                        request_animation_frame(move || running::start(app));
                    }
                };
                view! { <button type="button" class="secondary" on:click=attempt>{name(example, strings)}</button> }
            })
            .collect_view()
    };
    view! {
        <div class="empty">
            <h3>{strings.empty.heading}</h3>
            <p>{move || app.metric_texts().teaches}</p>
            <p class="empty-avoid">{move || app.metric_texts().avoid}</p>
            <p class="empty-cost"><b>{strings.empty.cost}</b> " " {cost}</p>
            <div class="empty-examples" role="group" aria-label=strings.empty.example>
                <span>{strings.empty.example}</span>
                {buttons}
            </div>
        </div>
    }
}
