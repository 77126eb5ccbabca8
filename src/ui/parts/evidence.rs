//! The evidence zone: the text that was judged, with the words of the chosen row lit.

use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;

use super::marked_text::MarkedText;
use crate::evaluation::Parts;
use crate::i18n::fill;
use crate::metric::rag_recall::RecallParts;
use crate::metric::sufficient_context::SufficiencyParts;
use crate::sample::{Field, Sample};
use crate::text::align;
use crate::text::visible::head;
use crate::ui::running::Finished;
use crate::ui::state::App;

/// As much of a text as is shown, and aligned, at first, in bytes.
const SHOWN: usize = 200_000;
/// As many missing phrases of a passage as are listed.
const LISTED: usize = 12;

/// See the module.
#[component]
pub fn Evidence() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let recall = move || app.metric.get().inputs().contains(&Field::Essential);
    let heading = move || {
        if recall() {
            strings.evidence.answer
        } else {
            strings.evidence.chunks
        }
    };
    let finished = Memo::new_with_compare(
        move |_| app.run.finished_for(app.metric.get()),
        |old: Option<&Option<Arc<Finished>>>, new| match (old, new) {
            (Some(Some(old)), Some(Some(new))) => !Arc::ptr_eq(old, new),
            (Some(None), Some(None)) => false,
            _ => true,
        },
    );
    let body = move || match finished.get() {
        None => view! { <p class="hint pad">{strings.empty.evidence}</p> }.into_any(),
        Some(finished) => match &finished.record.outcome.parts {
            Parts::Recall(parts) if !parts.passages.is_empty() => {
                view! { <Answer sample=finished.sample.clone() parts=(**parts).clone() /> }.into_any()
            }
            Parts::Sufficiency(parts) => {
                view! { <Chunks sample=finished.sample.clone() parts=Some((**parts).clone()) /> }.into_any()
            }
            _ if finished.sample.contexts.is_empty() => {
                view! { <Answer sample=finished.sample.clone() parts=RecallParts::default() /> }.into_any()
            }
            _ => view! { <Chunks sample=finished.sample.clone() parts=None /> }.into_any(),
        },
    };
    view! {
        <section class="card evidence" id="evidence" aria-label=strings.page.evidence>
            <header><h2>{heading}</h2><span class="spring"></span></header>
            {body}
        </section>
    }
}

/// The returned passage, and what it lacks.
#[component]
fn Answer(sample: Arc<Sample>, parts: RecallParts) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let whole = RwSignal::new(false);
    let names: Vec<String> = parts.passages.iter().map(|row| row.key.clone()).collect();
    let passages: Vec<String> = sample.essential.iter().chain(&sample.bonus).cloned().collect();
    let rows = StoredValue::new(names.into_iter().zip(passages).collect::<Vec<_>>());
    let any_rows = rows.with_value(|rows| !rows.is_empty());
    let row_at = move |place: usize| rows.with_value(|rows| rows.get(place).cloned());
    let answer = StoredValue::new(sample.clone());
    let text = move || {
        let limit = if whole.get() { usize::MAX } else { SHOWN };
        let lit = app.shown_row().and_then(row_at);
        answer.with_value(|sample| {
            let (shown, left) = head(&sample.answer, limit);
            let marks = lit.map(|(_, passage)| align::found(&passage, shown)).unwrap_or_default();
            let more = (left > 0).then(|| {
                let name = fill(strings.evidence.show_all, &[("count", &left.to_string())]);
                view! { <button type="button" class="link pad" on:click=move |_| whole.set(true)>{name}</button> }
            });
            view! {
                <div class="text" dir="auto"><MarkedText text=shown.to_owned() marks /></div>
                {more}
            }
        })
    };
    let lacking = StoredValue::new(rows.with_value(|rows| {
        rows.iter()
            .map(|(name, passage)| {
                (
                    name.clone(),
                    passage.clone(),
                    align::missing(passage, &sample.answer),
                )
            })
            .collect::<Vec<_>>()
    }));
    let missing = move || {
        let only = app.shown_row();
        lacking.with_value(|rows| {
            rows.iter()
                .enumerate()
                .filter(|(place, _)| only.is_none_or(|only| only == *place))
                .map(|(_, (name, passage, ranges))| {
                    view! { <Missing name=name.clone() passage=passage.clone() ranges=ranges.clone() /> }
                })
                .collect_view()
        })
    };
    let nothing_found = move || {
        let (name, passage) = row_at(app.shown_row()?)?;
        let none = answer.with_value(|sample| align::found(&passage, &sample.answer).is_empty());
        none.then(
            || view! { <p class="hint pad">{fill(strings.evidence.nothing_found, &[("name", &name)])}</p> },
        )
    };
    view! {
        {text}
        {any_rows.then(|| view! {
            <Legend with_missing=true />
            {nothing_found}
            <div class="missing-list">{missing}</div>
        })}
    }
    .into_any()
}

/// The words of one passage that the returned passage lacks.
#[component]
fn Missing(name: String, passage: String, ranges: Vec<Range<usize>>) -> impl IntoView {
    let strings = App::get().strings();
    if ranges.is_empty() {
        let sentence = fill(strings.evidence.nothing_missing, &[("name", &name)]);
        return view! { <p class="hint none-missing">{sentence}</p> }.into_any();
    }
    let more = ranges.len().saturating_sub(LISTED);
    let phrases = ranges
        .iter()
        .take(LISTED)
        .filter_map(|range| passage.get(range.clone()))
        .map(|phrase| view! { <li dir="auto">{head(phrase, 400).0.to_owned()}</li> })
        .collect_view();
    let more = (more > 0)
        .then(|| view! { <li class="rest">{fill(strings.evidence.more_missing, &[("count", &more.to_string())])}</li> });
    view! {
        <h3>{fill(strings.evidence.missing_from, &[("name", &name)])}</h3>
        <ul class="missing phrases">{phrases} {more}</ul>
    }
    .into_any()
}

/// All chunks: useful ones marked, the others dimmed once the judge has named some.
#[component]
fn Chunks(sample: Arc<Sample>, parts: Option<SufficiencyParts>) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let useful = parts
        .as_ref()
        .map(|parts| parts.useful.clone())
        .unwrap_or_default();
    let judged = parts.as_ref().is_some_and(|parts| !parts.verdict_only);
    let entities: Vec<String> = parts
        .map(|parts| parts.coverage.0.into_iter().map(|(entity, _)| entity).collect())
        .unwrap_or_default();
    let any_rows = !entities.is_empty();
    let entities = StoredValue::new(entities);
    let lit = Memo::new(move |_| {
        app.shown_row()
            .and_then(|place| entities.with_value(|entities| entities.get(place).cloned()))
    });
    let counts = [
        ("useful", useful.len().to_string()),
        ("all", sample.contexts.len().to_string()),
    ];
    let counts: Vec<(&str, &str)> = counts
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let count = judged.then(|| view! { <p class="hint pad">{fill(strings.evidence.useful_of, &counts)}</p> });
    let chunks = sample
        .contexts
        .iter()
        .enumerate()
        .map(|(id, text)| {
            let marked = useful.contains(&id);
            let unused = judged && !useful.is_empty() && !marked;
            view! { <Chunk id text=text.clone() useful=marked unused lit /> }
        })
        .collect_view();
    view! {
        {count}
        {chunks}
        {any_rows.then(|| view! { <Legend with_missing=false /> })}
    }
    .into_any()
}

#[component]
fn Chunk(id: usize, text: String, useful: bool, unused: bool, lit: Memo<Option<String>>) -> impl IntoView {
    let strings = App::get().strings();
    let whole = RwSignal::new(false);
    let text = StoredValue::new(text);
    let body = move || {
        let limit = if whole.get() { usize::MAX } else { SHOWN / 4 };
        text.with_value(|text| {
            let (shown, left) = head(text, limit);
            let marks = lit
                .get()
                .map(|entity| marks_of(&entity, shown))
                .unwrap_or_default();
            let more = (left > 0).then(|| {
                let name = fill(strings.evidence.show_all, &[("count", &left.to_string())]);
                view! { <button type="button" class="link" on:click=move |_| whole.set(true)>{name}</button> }
            });
            view! { <span class="chunk-text"><MarkedText text=shown.to_owned() marks /></span> {more} }
        })
    };
    view! {
        <div class="chunk" class:unused=unused class:useful=useful>
            <span class="chunk-head">
                <span class="key" class:bonus=!useful>{id}</span>
                {useful.then(|| view! { <span class="tag">"✓ " {strings.evidence.useful}</span> })}
            </span>
            <div dir="auto">{body}</div>
        </div>
    }
    .into_any()
}

/// Where an entity stands in a chunk: word for word, or else its words.
fn marks_of(entity: &str, chunk: &str) -> Vec<Range<usize>> {
    match align::quoted(entity, chunk) {
        Some(range) => vec![range],
        None => align::found(entity, chunk),
    }
}

#[component]
fn Legend(with_missing: bool) -> impl IntoView {
    let strings = App::get().strings();
    view! {
        <div class="legend" role="group" aria-label=strings.evidence.legend>
            <span><mark class="found">{strings.evidence.found}</mark></span>
            {with_missing.then(|| view! { <span class="sample-missing">{strings.evidence.missing}</span> })}
            <span class="legend-note">{strings.evidence.hint} " " {strings.evidence.matching}</span>
        </div>
    }
}
