//! The evidence zone: the text that was judged, with the words of the chosen row lit.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;

use super::many::Many;
use super::marked_text::{MarkedText, visible};
use super::other_parts;
use super::to_row::back_to_row;
use crate::evaluation::Parts;
use crate::i18n::fill;
use crate::metric::rag_recall::RecallParts;
use crate::metric::sufficient_context::SufficiencyParts;
use crate::sample::{Field, Sample};
use crate::text::align;
use crate::text::visible::{head, longest};
use crate::ui::browser;
use crate::ui::later::{Later, Part};
use crate::ui::running::Finished;
use crate::ui::state::App;

/// As much of a text as is shown, and aligned, at first, in bytes.
const SHOWN: usize = 200_000;
/// As many missing phrases of a passage as are listed.
const LISTED: usize = 12;
/// As many phrases as are lit in one text: more of them show nothing, and hold up the page.
pub const LIT: usize = 500;

/// See the module.
#[component]
pub fn Evidence() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let heading = move || match app.metric.get().inputs() {
        inputs if inputs.contains(&Field::Essential) => strings.evidence.answer,
        [Field::Question, Field::Contexts] => strings.evidence.chunks,
        _ => strings.page.evidence,
    };
    let finished = Memo::new_with_compare(
        move |_| app.run.finished_for(app.metric.get()),
        |old: Option<&Option<Arc<Finished>>>, new| match (old, new) {
            (Some(Some(old)), Some(Some(new))) => !Arc::ptr_eq(old, new),
            (Some(None), Some(None)) => false,
            _ => true,
        },
    );
    // What lights up is of the run before, until the new one is over.
    let running = move || app.run.since.get().is_some() && finished.with(Option::is_some);
    let body = move || match finished.get() {
        None => view! { <p class="hint pad">{strings.empty.evidence}</p> }.into_any(),
        Some(finished) => match &finished.record.outcome.parts {
            Parts::Recall(parts) if !parts.passages.is_empty() => {
                view! { <Answer sample=finished.sample.clone() parts=(**parts).clone() /> }.into_any()
            }
            Parts::None | Parts::Recall(_) if finished.metric.inputs().contains(&Field::Essential) => {
                view! { <Answer sample=finished.sample.clone() parts=RecallParts::default() /> }.into_any()
            }
            _ => {
                view! { <Later part=Part::new(move || other_parts::evidence(finished.clone())) /> }.into_any()
            }
        },
    };
    // Where the zones stand below each other, the row that was pressed is far away.
    let back = move || {
        let pinned = app.pinned.get().filter(|_| browser::is_narrow());
        pinned.map(|_| view! { <Later part=Part::new(back_to_row) /> })
    };
    view! {
        <section class="card evidence" class:before=running id="evidence" aria-label=strings.page.evidence>
            <header><h2>{heading}</h2><span class="spring"></span>{back}</header>
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
    let answer = StoredValue::new(sample.clone());
    // Aligning reads both texts whole: once a row, when it is first needed.
    let known = StoredValue::new(HashMap::<usize, Arc<Matched>>::new());
    let matched = move |place: usize| -> Option<Arc<Matched>> {
        if let Some(matched) = known.with_value(|known| known.get(&place).cloned()) {
            return Some(matched);
        }
        let matched = rows.with_value(|rows| {
            let (name, passage) = rows.get(place)?;
            Some(Arc::new(
                answer.with_value(|sample| Matched::new(name, passage, &sample.answer)),
            ))
        })?;
        known.update_value(|known| {
            known.insert(place, matched.clone());
        });
        Some(matched)
    };
    let text = move || {
        let limit = if whole.get() { usize::MAX } else { SHOWN };
        let marks = app
            .shown_row()
            .and_then(matched)
            .map(|matched| matched.found.clone())
            .unwrap_or_default();
        answer.with_value(|sample| {
            let (shown, left) = head(&sample.answer, limit);
            let more = (left > 0).then(|| {
                let name = fill(strings.evidence.show_all, &[("count", &left.to_string())]);
                view! { <button type="button" class="link pad" on:click=move |_| whole.set(true)>{name}</button> }
            });
            view! {
                <div class="text pointed" dir="auto"><MarkedText text=shown.to_owned() marks /></div>
                {more}
            }
        })
    };
    // What every row lacks is listed at once where that costs little.
    let size: usize = rows.with_value(|rows| {
        rows.iter()
            .map(|(_, passage)| passage.len() + sample.answer.len())
            .sum()
    });
    let count = if size <= SHOWN {
        rows.with_value(Vec::len)
    } else {
        0
    };
    let one = move |(place, matched)| view! { <Missing place matched /> };
    let missing = if count > 0 {
        // All of them, always: a list that shrinks under the pointer would move the page.
        (0..count)
            .filter_map(|place| Some((place, matched(place)?)))
            .map(one)
            .collect_view()
            .into_any()
    } else {
        (move || {
            app.shown_row()
                .and_then(|place| Some((place, matched(place)?)))
                .map(one)
        })
        .into_any()
    };
    view! {
        {text}
        {any_rows.then(|| view! {
            <Legend with_missing=true />
            <div class="missing-list">{missing}</div>
        })}
    }
    .into_any()
}

/// A passage beside the returned passage.
struct Matched {
    name: String,
    /// Where its words stand in the returned passage.
    found: Vec<Range<usize>>,
    /// What the returned passage lacks, at most [`LISTED`] phrases.
    lacking: Vec<String>,
    /// How many phrases more are lacking.
    more: usize,
    /// It stands in more places than are lit.
    many: bool,
}

impl Matched {
    fn new(name: &str, passage: &str, answer: &str) -> Self {
        let (passage, _) = head(passage, SHOWN);
        let (found, missing) = align::compare(passage, answer);
        let phrases = missing
            .iter()
            .take(LISTED)
            .filter_map(|range| passage.get(range.clone()));
        Self {
            name: name.to_owned(),
            many: found.len() > LIT,
            found: longest(&found, LIT),
            lacking: phrases.map(|phrase| head(phrase, 400).0.to_owned()).collect(),
            more: missing.len().saturating_sub(LISTED),
        }
    }
}

/// The words of one passage that the returned passage lacks.
#[component]
fn Missing(place: usize, matched: Arc<Matched>) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let name = [("name", matched.name.as_str())];
    let body = if matched.lacking.is_empty() {
        // What has no words is neither found nor missing.
        let sentence = if matched.found.is_empty() {
            strings.evidence.no_words
        } else {
            strings.evidence.nothing_missing
        };
        view! { <p class="hint">{fill(sentence, &name)}</p> }.into_any()
    } else {
        let phrases = matched
            .lacking
            .iter()
            .map(|phrase| view! { <li dir="auto">{visible(phrase)}</li> })
            .collect_view();
        let more = (matched.more > 0).then(|| {
            let sentence = fill(
                strings.evidence.more_missing,
                &[("count", &matched.more.to_string())],
            );
            view! { <li class="rest">{sentence}</li> }
        });
        let none = matched.found.is_empty().then(|| {
            view! { <p class="hint">{fill(strings.evidence.nothing_found, &name)}</p> }
        });
        view! {
            <h3>{fill(strings.evidence.missing_from, &name)}</h3>
            {none}
            <ul class="missing phrases">{phrases} {more}</ul>
        }
        .into_any()
    };
    let many = matched.many.then(|| {
        let values = [("name", matched.name.as_str()), ("count", &LIT.to_string())];
        view! { <p class="hint">{fill(strings.evidence.longest, &values)}</p> }
    });
    view! { <div class="lacking" class:lit=move || app.shown_row() == Some(place)>{body} {many}</div> }
        .into_any()
}

/// All chunks: useful ones marked, the others dimmed once the judge has named some.
#[component]
pub fn Chunks(sample: Arc<Sample>, parts: Option<SufficiencyParts>) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let useful = parts
        .as_ref()
        .map(|parts| parts.useful.clone())
        .unwrap_or_default();
    let judged = parts
        .as_ref()
        .is_some_and(|parts| !parts.verdict_only && !parts.useful_unsaid);
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
    let (number, least) = (
        sample.contexts.len(),
        useful.iter().max().map_or(0, |last| last + 1),
    );
    let one = Callback::new(move |id: usize| {
        let text = sample.contexts.get(id).cloned().unwrap_or_default();
        let marked = useful.contains(&id);
        let unused = judged && !useful.is_empty() && !marked;
        view! { <Chunk id text useful=marked unused lit /> }.into_any()
    });
    view! {
        {count}
        <Many count=number least one />
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
            view! { <span class="chunk-text pointed"><MarkedText text=shown.to_owned() marks /></span> {more} }
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
    match align::standing(entity, chunk) {
        Some(range) => vec![range],
        None => longest(&align::found(entity, chunk), LIT),
    }
}

#[component]
fn Legend(with_missing: bool) -> impl IntoView {
    let strings = App::get().strings();
    view! {
        <div class="legend" role="group" aria-label=strings.evidence.legend>
            <span><mark class="found">{strings.evidence.found}</mark></span>
            {with_missing.then(|| view! { <span class="sample-missing">{strings.evidence.missing}</span> })}
            <span class="legend-note">{strings.join(&[strings.evidence.hint, strings.evidence.matching])}</span>
        </div>
    }
}
