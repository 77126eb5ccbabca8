//! What a row of a breakdown opens to: a person's own verdict, and the prompts and raw replies behind it.

use std::sync::Arc;

use leptos::prelude::*;

use super::change::{Change, Target};
use super::raw::Raw;
use crate::evaluation::Exchange;
use crate::metric::breakdown::Row;
use crate::ui::running::Finished;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn Opened(
    /// The row's place in the breakdown.
    place: usize,
    /// The row.
    row: Row,
    /// Names of its cells.
    columns: Arc<Vec<String>>,
    /// The evaluation.
    finished: Arc<Finished>,
) -> impl IntoView {
    let strings = App::get().strings();
    let mut targets = Vec::new();
    if let Some(kind) = row.change {
        targets.push(Target {
            key: row.key.clone(),
            name: strings.change.own.to_owned(),
            kind,
            mark: row.mark,
        });
    }
    if let Some(kind) = row.cell_change {
        let cells = row.cells.iter().enumerate().zip(columns.iter());
        targets.extend(cells.map(|((column, mark), name)| Target {
            key: row.cell_key(column),
            name: name.clone(),
            kind,
            mark: *mark,
        }));
    }
    let change = (!targets.is_empty()).then(|| {
        view! { <Change targets home=format!("open-{place}") overrides=finished.overrides.clone() /> }
    });
    let exchanges = behind(&row, &finished.record.outcome.trace);
    let none = exchanges.is_empty();
    let replies = exchanges
        .into_iter()
        .map(|(number, exchange)| view! { <Raw number exchange /> })
        .collect_view();
    view! {
        <div class="opened-row">
            {change}
            <div class="replies">
                <h4>{strings.breakdown.replies}</h4>
                {replies}
                {none.then(|| view! { <p class="hint">{strings.breakdown.computed}</p> })}
            </div>
        </div>
    }
    .into_any()
}

/// The asks behind a row with their places in the trace: its own, those of its cells, and the first attempts of
/// re-asks.
fn behind(row: &Row, trace: &[Exchange]) -> Vec<(usize, Exchange)> {
    let mut paths: Vec<_> = row.path.iter().chain(&row.cell_paths).cloned().collect();
    let firsts: Vec<_> = paths
        .iter()
        .filter(|path| path.attempt > 0)
        .map(|path| {
            let mut first = path.clone();
            first.attempt = 0;
            first
        })
        .collect();
    paths.extend(firsts);
    (1..)
        .zip(trace)
        .filter(|(_, exchange)| paths.contains(&exchange.ask.path))
        .map(|(number, exchange)| (number, exchange.clone()))
        .collect()
}
