//! Why the chosen judge can't score this metric, said before the run, with the way out.

use leptos::prelude::*;

use crate::evaluation::{Plan, plan};
use crate::ui::browser;
use crate::ui::state::App;

/// The plan of the chosen metric for what is typed; `None` while a setting or a prompt is wrong.
pub fn current_plan(app: App) -> Option<Plan> {
    app.form.revision.track();
    let metric = app.metric.get();
    plan(metric, app.form.sample_for(metric), app.options()).ok()
}

/// See the module.
#[component]
pub fn CannotJudge() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    // What is demanded hangs on metric and settings alone; the form's texts need not be read for it.
    let cannot = Memo::new(move |_| {
        let metric = app.metric.get();
        let demands = metric.demands(&app.options());
        let plan = Plan {
            demands,
            ..Plan::default()
        };
        let without = demands
            .embeddings
            .then(|| app.settings.without_embeddings(metric))
            .flatten();
        Some((app.setup.cannot(&plan, strings)?, without))
    });
    move || {
        cannot.get().map(|(cannot, without)| {
            let offer = without.map(|(name, value)| {
                let take = move |_| {
                    app.settings.set(app.metric.get_untracked(), name, value.clone());
                    app.settings_shown.update(|shown| *shown = shown.wrapping_add(1));
                    app.form.changed();
                    browser::focus_soon("judge");
                };
                view! { <button type="button" class="link" on:click=take>{strings.plan.offer}</button> }
            });
            view! {
                <p class="note cannot" id="cannot" tabindex="-1">
                    {cannot.sentence} " "
                    <button type="button" class="link" on:click=move |_| app.setup.open.set(true)>
                        {strings.judge_panel.heading}
                    </button>
                    " " {offer}
                </p>
            }
        })
    }
}
