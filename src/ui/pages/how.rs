//! How it works: what is sent where, how a score comes about, what to mistrust.

use leptos::prelude::*;

use crate::metric::catalogue;
use crate::text::formula::paragraph;
use crate::ui::later::later;
use crate::ui::parts::frame::{Foot, TopBar};
use crate::ui::state::App;

later!(metrics: /// See the module.
pub fn how() -> AnyView { view! { <HowPage /> }.into_any() });

#[component]
fn HowPage() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let k = &strings.keep;
    let r = strings.lang.rooms();
    let parts = [
        (
            r.how_steps_head,
            [r.how_steps_1, r.how_steps_2, r.how_steps_3].as_slice(),
        ),
        (
            r.how_sent_head,
            &[
                r.how_sent_embedded,
                r.how_sent_local,
                r.how_sent_hand,
                r.how_sent_built_in,
                r.how_sent_api,
                r.how_sent_never,
            ],
        ),
        (
            r.how_kept_head,
            &[r.how_kept_history, r.how_kept_links, r.how_kept_keys],
        ),
        (
            r.how_limits_head,
            &[
                r.how_limits_1,
                r.how_limits_2,
                r.how_limits_3,
                r.how_limits_4,
                r.how_limits_5,
            ],
        ),
        (r.how_use_head, &[r.how_use_1, r.how_use_2, r.how_use_3]),
    ]
    .map(|(head, points)| {
        let points: Vec<AnyView> = points
            .iter()
            .map(|point| view! { <li>{*point}</li> }.into_any())
            .collect();
        view! { <section><h2>{head}</h2><ul>{points}</ul></section> }.into_any()
    });
    let formulas: Vec<AnyView> = catalogue::ALL
        .iter()
        .filter_map(|metric| {
            let guide = crate::i18n::guide(app.lang.get_untracked(), metric.id())?;
            let formula: String = guide.formula.lines().map(paragraph).collect();
            Some(view! { <dt>{strings.metric_name(metric.id())}</dt> <dd class="formula-text" tabindex="0" inner_html=formula></dd> }.into_any())
        })
        .collect();
    view! {
        <TopBar />
        <main id="main" class="page prose" tabindex="-1">
            <div class="title"><h1>{k.how}</h1></div>
            <p>{r.how_intro}</p>
            {parts.into_iter().collect_view()}
            <section>
                <h2>{r.how_formulas_head}</h2>
                <p>{r.how_formulas}</p>
                <dl>{formulas}</dl>
            </section>
        </main>
        <Foot />
    }
}
