//! The metrics that are judged together, as chips: which one is looked at, and the way out of the others. Nothing for one
//! metric alone. More are ticked in [`super::picker`].

use leptos::prelude::*;

use crate::i18n::fill;
use crate::ui::browser;
use crate::ui::later::{Later, Part, later};
use crate::ui::state::App;

/// See the module. With a second metric the file of the metrics is there.
#[component]
pub fn Ticked() -> impl IntoView {
    let app = App::get();
    let several = Memo::new(move |_| app.several());
    move || several.get().then(|| view! { <Later part=Part::new(chips) /> })
}

later!(metrics: fn chips() -> AnyView { view! { <Chips /> }.into_any() });

#[component]
fn Chips() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let t = strings.together();
    move || {
        app.several().then(|| {
            let chosen = app.metric.get().id();
            let chips = app
                .metrics()
                .into_iter()
                .map(|metric| {
                    let name = strings.metric_name(metric.id());
                    let pressed = if metric.id() == chosen { "true" } else { "false" };
                    let out = move |_| {
                        app.tick(metric, false);
                        browser::focus_soon("metric-compare");
                    };
                    let show = move |_| {
                        app.choose(metric);
                        browser::focus_soon(format!("ticked-{}", metric.id()));
                    };
                    view! {
                        <li>
                            <button type="button" id=format!("ticked-{}", metric.id()) aria-pressed=pressed on:click=show>{name}</button>
                            <button type="button" aria-label=fill(t.leave_out, &[("name", name)]) on:click=out>
                                <span aria-hidden="true">"×"</span>
                            </button>
                        </li>
                    }
                })
                .collect_view();
            view! { <ul class="ticked" aria-label=t.heading>{chips}</ul> }
        })
    }
}
