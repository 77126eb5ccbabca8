//! A long list: as much of it as is looked at, and the rest on request. Thousands of elements take seconds to build.

use leptos::prelude::*;

use crate::i18n::fill;
use crate::ui::state::App;

/// How many come at once. A row of a table takes some milliseconds to build, and a metric may have two tables.
const STEP: usize = 100;

/// See the module.
#[component]
pub fn Many(
    /// How many there are.
    count: usize,
    /// How many are to be there at least.
    #[prop(optional)]
    least: usize,
    /// They are rows of a table of so many columns.
    #[prop(optional)]
    row: usize,
    /// Builds one by its place.
    one: Callback<usize, AnyView>,
) -> impl IntoView {
    let k = &App::get().strings().keep;
    let steps = RwSignal::new(least.div_ceil(STEP).max(1));
    let more = move || {
        let left = count.saturating_sub(steps.get() * STEP);
        (left > 0).then(|| {
            let button = view! {
                <button type="button" class="secondary" on:click=move |_| steps.update(|steps| *steps += 1)>
                    {fill(k.show_more, &[("count", &left.to_string())])}
                </button>
            };
            if row > 0 {
                view! { <tr><td colspan=row.to_string()>{button}</td></tr> }.into_any()
            } else {
                view! { <p class="pad">{button}</p> }.into_any()
            }
        })
    };
    view! {
        <For each=move || 0..steps.get() key=|step| *step let:step>
            {(step * STEP..count.min((step + 1) * STEP)).map(|place| one.run(place)).collect_view()}
        </For>
        {more}
    }
    .into_any()
}
