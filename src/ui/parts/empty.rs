//! What stands in the verdict before the first run: what the metric needs, an example, what it costs.

use leptos::prelude::*;

use super::examples::name;
use crate::judge::JudgeKind;
use crate::sample::examples;
use crate::ui::running;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn Empty() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let cost = move || match app.setup.kind.get() {
        JudgeKind::Embedded => strings.empty.cost_embedded,
        JudgeKind::ByHand => strings.empty.cost_hand,
        JudgeKind::Api => strings.empty.cost_api,
    };
    let buttons = move || {
        let metric = app.metric.get();
        examples::of(metric.id())
            .iter()
            .map(|example| {
                let attempt = move |_| {
                    app.form.load(metric, &example.sample());
                    // With an API an example would cost money: it is only filled in.
                    if app.setup.kind.get_untracked() == JudgeKind::Embedded {
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
            <p class="empty-cost"><b>{strings.empty.cost}</b> " " {cost}</p>
            <div class="empty-examples" role="group" aria-label=strings.empty.example>
                <span>{strings.empty.example}</span>
                {buttons}
            </div>
        </div>
    }
}
