//! What a row of a breakdown opens to: a person's own verdict, the judge's reasons for each cell, and the prompts and raw
//! replies behind them, each with the name of what it is about.

use std::sync::Arc;

use leptos::prelude::*;

use super::breakdown::{Columns, MarkOf};
use super::change::{Change, Target};
use super::marked_text::visible;
use super::raw::{Raw, name_of};
use crate::evaluation::{AskPath, Exchange};
use crate::metric::breakdown::Row;
use crate::ui::running::Finished;
use crate::ui::state::App;

/// More replies than these are built when they are looked at: those of a matrix hold thousands of lines.
const AT_ONCE: usize = 4;

/// See the module.
#[component]
pub fn Opened(
    /// The row's place in the breakdown.
    place: usize,
    /// The row.
    row: Row,
    /// What its cells are about.
    columns: Arc<Columns>,
    /// The evaluation.
    finished: Arc<Finished>,
) -> impl IntoView {
    let strings = App::get().strings();
    let mut targets = Vec::new();
    if let Some(kind) = row.change {
        targets.push(Target {
            key: row.key.clone(),
            name: columns
                .own
                .clone()
                .unwrap_or_else(|| strings.change().own.to_owned()),
            kind,
            mark: row.mark,
        });
    }
    if let Some(kind) = row.cell_change {
        let cells = row.cells.iter().enumerate().zip(&columns.names);
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
    let reasons = row.cell_reasons.iter().zip(&row.cells).zip(&columns.names);
    let reasons: Vec<_> = reasons
        .filter(|((reason, _), _)| !reason.trim().is_empty())
        .map(|((reason, mark), name)| {
            view! { <dt>{name.clone()} " " <MarkOf mark=*mark /></dt><dd dir="auto">{visible(reason)}</dd> }
        })
        .collect();
    let reasons = (!reasons.is_empty()).then(|| {
        view! { <div><h4>{strings.verdict.reasoning}</h4><dl class="cell-reasons">{reasons}</dl></div> }
    });
    let exchanges = behind(&row, &columns, &finished.record.outcome.trace);
    let none = exchanges.is_empty();
    let at_once = exchanges.len() <= AT_ONCE;
    let replies = exchanges
        .into_iter()
        .map(|(number, about, exchange)| {
            if at_once {
                view! { <Raw number about exchange /> }.into_any()
            } else {
                view! { <Folded number about exchange /> }.into_any()
            }
        })
        .collect_view();
    view! {
        <div class="opened-row">
            {change}
            {reasons}
            <div class="replies">
                <h4>{strings.breakdown().replies}</h4>
                {replies}
                {none.then(|| view! { <p class="hint">{strings.breakdown().computed}</p> })}
            </div>
        </div>
    }
    .into_any()
}

/// A reply of many, built when it is opened.
#[component]
fn Folded(number: usize, about: String, exchange: Exchange) -> impl IntoView {
    let name = name_of(number, &exchange.ask, &about, App::get().strings());
    let opened = RwSignal::new(false);
    let exchange = StoredValue::new(exchange);
    let raw = move || {
        let about = StoredValue::new(about.clone());
        opened
            .get()
            .then(|| view! { <Raw number about=about.get_value() exchange=exchange.get_value() /> })
    };
    view! {
        <details class="folded" on:toggle=move |_| opened.set(true)>
            <summary>{name}</summary>
            {raw}
        </details>
    }
    .into_any()
}

/// The asks behind a row with their places in the trace and what they are about, in the order of its columns, whatever
/// the order in which replies came: its own, those of its cells, each behind the ask that a re-ask repeats.
fn behind(row: &Row, columns: &Columns, trace: &[Exchange]) -> Vec<(usize, String, Exchange)> {
    let own = row.path.iter().map(|path| (path, columns.own.as_deref()));
    let cells = row.cell_paths.iter().zip(&columns.names);
    let cells = cells.map(|(path, name)| (path, Some(name.as_str())));
    let wanted: Vec<_> = own
        .chain(cells)
        .map(|(path, name)| (path, repeated(path, trace), name))
        .collect();
    let mut behind: Vec<_> = (1..)
        .zip(trace)
        .filter_map(|(number, exchange)| {
            let ask = &exchange.ask.path;
            let is_of = |(path, first, _): &(&AskPath, Option<AskPath>, Option<&str>)| {
                *path == ask || first.as_ref() == Some(ask)
            };
            let place = wanted.iter().position(is_of)?;
            let found = wanted.iter().filter(|one| is_of(one));
            let mut about: Vec<&str> = found.filter_map(|(.., name)| *name).collect();
            about.dedup();
            Some((place, number, about.join(", "), exchange.clone()))
        })
        .collect();
    behind.sort_by_key(|(place, number, ..)| (*place, *number));
    behind
        .into_iter()
        .map(|(_, number, about, exchange)| (number, about, exchange))
        .collect()
}

/// The ask that a re-ask repeats: of the same thing, or of all statements of which it is one.
fn repeated(path: &AskPath, trace: &[Exchange]) -> Option<AskPath> {
    if path.attempt == 0 {
        return None;
    }
    let mut first = AskPath {
        attempt: 0,
        ..path.clone()
    };
    if trace.iter().all(|exchange| exchange.ask.path != first) {
        first.index = 0;
    }
    Some(first)
}
