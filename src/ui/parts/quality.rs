//! The page "How good is this judge?", in a dialog: our figures, those that others published, and blind spots that are
//! judged while one looks.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;

use super::dialog::Dialog;
use crate::i18n::fill;
use crate::i18n::quality::{Example, PUBLISHED, QualityTexts};
use crate::judge::embedded::support::Band;
use crate::judge::embedded::verify;
use crate::stats::rational::fixed;
use crate::ui::judging::{WordTable, fetch_bytes, table};
use crate::ui::later::{Part, later};
use crate::ui::rooms;
use crate::ui::state::App;

/// Written by `make judge-eval`.
const FIGURES: &str = "judge-figures.json";

/// See the module. The address holds `page=quality` while it is open.
#[component]
pub fn Quality() -> impl IntoView {
    let app = App::get();
    let closed = move |()| {
        rooms::close_dialog(rooms::QUALITY, app.quality);
    };
    let heading = Signal::stored(app.strings().judge_panel.how_good.to_owned());
    view! { <Dialog id="quality" class="guide quality" open=app.quality.into() heading on_close=Callback::new(closed) home="judge-quality" part=Part::new(body) /> }
}

later!(rooms: fn body() -> AnyView { view! { <Body /> }.into_any() });

/// The button that opens the page; it stands where the embedded judge is chosen.
#[component]
pub fn QualityLink() -> impl IntoView {
    let app = App::get();
    view! {
        <p class="quality-link">
            <button type="button" class="link" id="judge-quality" aria-haspopup="dialog" on:click=move |_| {
                rooms::open_dialog(rooms::QUALITY, app.quality);
            }>{app.strings().judge_panel.how_good}</button>
        </p>
    }
}

#[component]
fn Body() -> impl IntoView {
    let app = App::get();
    let texts = app.lang.get_untracked().quality();
    let figures = RwSignal::new(None::<Option<Value>>);
    let words = RwSignal::new(None::<WordTable>);
    spawn_local(async move {
        let read = fetch_bytes(FIGURES)
            .await
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok());
        // The dialog may be closed by now.
        let _ = figures.try_set(Some(read));
        let _ = words.try_set(table(app.setup).await.ok());
    });
    let told = |english: &str| {
        let mut told = english.to_owned();
        for (word, other) in texts.words {
            told = told.replace(word, other);
        }
        told
    };
    let published = PUBLISHED.iter().map(|row| {
        let judge = if row.judge.is_empty() {
            texts.this_judge
        } else {
            row.judge
        };
        (
            row.judge.is_empty(),
            vec![told(row.on), told(judge), row.value.to_owned()],
        )
    });
    let published = figure_table(texts.published, &texts.published_columns, published.collect());
    let examples = texts
        .examples
        .iter()
        .enumerate()
        .map(|(at, example)| view! { <Live at=at example=*example words=words /> })
        .collect_view();
    let unmeasured = texts
        .unmeasured
        .iter()
        .map(|(what, known)| view! { <dt>{*what}</dt> <dd>{*known}</dd> })
        .collect_view();
    view! {
        <div class="guide-body">
            <p>{texts.intro}</p>
            <h3>{texts.measured}</h3>
            {move || figures.get().map(|figures| match figures {
                Some(figures) => measured(texts, &figures),
                None => view! { <p class="note">{texts.no_figures}</p> }.into_any(),
            })}
            <p>{texts.bands}</p>
            <h4>{texts.not_measured}</h4>
            <div class="prose"><dl>{unmeasured}</dl></div>
            <h3>{texts.blind}</h3>
            <p>{texts.blind_how}</p>
            {examples}
            <h3>{texts.model}</h3>
            <p>{texts.model_what}</p>
            <h3>{texts.published}</h3>
            <p>{texts.published_how}</p>
            {published}
        </div>
    }
}

fn measured(texts: &'static QualityTexts, figures: &Value) -> AnyView {
    let text = |value: &Value, name: &str| {
        value
            .get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let number = |row: &Value, name: &str| row.get(name).and_then(Value::as_f64);
    let three = |value: Option<f64>| value.map_or_else(|| "—".to_owned(), |value| fixed(value, 3));
    let rows = figures
        .get("rows")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let rows = rows.iter().map(|row| {
        let task = text(row, "task");
        let name = texts
            .tasks
            .iter()
            .find(|(id, _)| *id == task)
            .map_or(task.clone(), |(_, name)| (*name).to_owned());
        let (measure, figure) = ["auc", "spearman", "told", "bacc", "wrong"]
            .iter()
            .zip([texts.auc, texts.spearman, texts.told, texts.balanced, texts.wrong])
            .find_map(|(field, measure)| Some((measure, number(row, field)?)))
            .unwrap_or_default();
        let held_out = row.get("held_out").and_then(Value::as_bool) == Some(true);
        let set = text(row, "set");
        let interval = match (number(row, "lo"), number(row, "hi")) {
            (Some(lo), Some(hi)) => format!("{lo:.3}–{hi:.3}"),
            _ => "—".to_owned(),
        };
        let cells = vec![
            name,
            if held_out {
                format!("{set} · {}", texts.held_out)
            } else {
                set
            },
            number(row, "n").map_or_else(String::new, |n| format!("{n:.0}")),
            format!("{measure} {figure:.3}"),
            interval,
            three(number(row, "baseline")),
        ];
        (false, cells)
    });
    let table = figure_table(texts.measured, &texts.columns, rows.collect());
    let how = fill(texts.measured_how, &[("version", &text(figures, "version"))]);
    view! { <p>{how}</p> {table} }.into_any()
}

/// A table of texts; rows of this judge are marked.
fn figure_table(label: &'static str, columns: &[&'static str], rows: Vec<(bool, Vec<String>)>) -> AnyView {
    let head = columns
        .iter()
        .map(|name| view! { <th scope="col">{*name}</th> })
        .collect_view();
    let rows = rows
        .into_iter()
        .map(|(ours, cells)| {
            // Where there is little room a column goes under the one before it.
            let next = cells.get(2).cloned().unwrap_or_default();
            let cells = cells
                .into_iter()
                .map(|cell| view! { <td data-next=next.clone()>{cell}</td> })
                .collect_view();
            view! { <tr class:ours=ours>{cells}</tr> }
        })
        .collect_view();
    let class = if columns.len() > 3 {
        "figures measured"
    } else {
        "figures"
    };
    view! {
        <div class=class tabindex="0" role="region" aria-label=label>
            <table><thead><tr>{head}</tr></thead> <tbody>{rows}</tbody></table>
        </div>
    }
    .into_any()
}

/// An example whose statement can be changed.
#[component]
fn Live(at: usize, example: Example, words: RwSignal<Option<WordTable>>) -> impl IntoView {
    let app = App::get();
    let lang = app.lang.get_untracked();
    let texts = lang.quality();
    let statement = RwSignal::new(example.statement.to_owned());
    let told = move || {
        let Some(words) = words.get() else {
            return ("", texts.wait.to_owned());
        };
        let judged = verify::judged(
            &words.read,
            lang,
            &[statement.get()],
            &[example.source.to_owned()],
        );
        judged.into_iter().next().map_or_else(
            || ("", String::new()),
            |judged| {
                let band = match judged.support.band() {
                    Band::Supported => "supported",
                    Band::Check => "check",
                    Band::NotFound => "not-found",
                };
                (band, judged.reason)
            },
        )
    };
    let told = Memo::new(move |_| told());
    let id = format!("quality-{at}");
    view! {
        <div class="live">
            <h4>{example.name}</h4>
            <p dir="auto"><span class="hint">{texts.source}</span> " " {example.source}</p>
            <label class="sr-only" for=id.clone()>{texts.statement} " · " {example.name}</label>
            <input
                id=id
                type="text"
                dir="auto"
                maxlength="400"
                prop:value=example.statement
                on:input=move |event| statement.set(event_target_value(&event))
            />
            <p class="live-told" data-band=move || told.get().0 aria-live="polite">{move || told.get().1}</p>
        </div>
    }
    .into_any()
}
