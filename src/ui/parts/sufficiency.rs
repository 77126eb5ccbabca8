//! Sufficient Context on screen: the verdict with its confidence, the coverage table, and the lists.

use std::sync::Arc;

use leptos::prelude::*;

use super::marked_text::visible;

use super::breakdown::EditedLine;
use super::change::{Change, Target};
use crate::i18n::fill;
use crate::metric::breakdown::{Changeable, Mark};
use crate::metric::sufficient_context::SufficiencyParts;
use crate::sample::Sample;
use crate::share::report::{
    confidence_band, confidence_note, coverage_line, covered_word, located, place as place_of, useful_line,
};
use crate::stats::rational::{decimals, fixed};
use crate::ui::running::Finished;
use crate::ui::state::App;

/// The verdict word, the confidence band, the coverage in one line.
#[component]
pub fn SufficiencyHead(
    /// Whose.
    parts: SufficiencyParts,
    /// The evaluation.
    finished: Arc<Finished>,
) -> impl IntoView {
    let strings = App::get().strings();
    let v = &strings.verdict;
    let sufficient = parts.sufficient == Some(true);
    let word = if sufficient { v.sufficient } else { v.insufficient };
    let coverage = (!parts.verdict_only).then(|| coverage_line(&parts, strings));
    let confidence = (!parts.verdict_only)
        .then(|| view! { <Confidence confidence=parts.confidence note=confidence_note(&parts, strings) /> });
    view! {
        <p class="state" data-sufficient=if sufficient { "yes" } else { "no" }>
            <span aria-hidden="true">{if sufficient { "✓ " } else { "✗ " }}</span>
            {word}
        </p>
        <div class="meter">{confidence} {coverage.map(|line| view! { <span>{line}</span> })} <EditedLine finished /></div>
    }
    .into_any()
}

/// A person's own verdict in place of the judge's.
#[component]
pub fn SufficiencyChange(
    /// Whose.
    parts: SufficiencyParts,
    /// The evaluation.
    finished: Arc<Finished>,
) -> impl IntoView {
    let strings = App::get().strings();
    let target = Target {
        key: "sufficient".to_owned(),
        name: strings.change().own.to_owned(),
        kind: Changeable::YesNo,
        mark: Mark::of(parts.sufficient),
    };
    let said = parts.judged.map(|judged| {
        let word = match judged {
            Some(true) => strings.verdict.sufficient,
            Some(false) => strings.verdict.insufficient,
            None if parts.keys.is_some() => strings.verdict.conflict,
            None => strings.marks.open,
        };
        let note =
            (!parts.note.trim().is_empty()).then(|| fill(strings.breakdown().note, &[("note", &parts.note)]));
        view! {
            <p class="line">
                <span class="tag edited">{strings.breakdown().edited}</span> " "
                <span class="judge-said">{fill(strings.breakdown().judge_said, &[("value", word)])}</span> " "
                {note.map(|note| view! { <span class="change-note" dir="auto">{visible(&note)}</span> })}
            </p>
        }
    });
    view! {
        {said}
        <details class="change-verdict">
            <summary id="open-sufficient">{strings.change().heading}</summary>
            <Change targets=vec![target] home="open-sufficient".to_owned() overrides=finished.overrides.clone() />
        </details>
    }
}

#[component]
fn Confidence(confidence: Option<f64>, note: &'static str) -> impl IntoView {
    let strings = App::get().strings();
    let v = &strings.verdict;
    let Some(value) = confidence else {
        return view! { <span>{v.confidence_unknown}</span> }.into_any();
    };
    let band = confidence_band(value, strings);
    let percent = format!("{}%", fixed((value * 100.0).clamp(0.0, 100.0), 0));
    let printed = decimals(value);
    view! {
        <span>
            {fill(v.confidence, &[("value", printed.as_str())])} " · " <b>{band}</b>
        </span>
        <div class="track" aria-hidden="true"><i style:inline-size=percent></i></div>
        <span class="hint">{note}</span>
    }
    .into_any()
}

/// The coverage table and the lists.
#[component]
pub fn SufficiencyRows(
    /// Whose.
    parts: SufficiencyParts,
    /// What was judged.
    sample: Arc<Sample>,
) -> impl IntoView {
    let strings = App::get().strings();
    let v = &strings.verdict;
    let located = located(&parts.coverage, &sample.contexts);
    let useful = (!parts.verdict_only).then(|| view! { <p class="line">{useful_line(&parts, strings)}</p> });
    let rows = parts
        .coverage
        .0
        .into_iter()
        .zip(located)
        .enumerate()
        .map(|(place, ((entity, covered), chunks))| view! { <Row place entity covered chunks /> })
        .collect::<Vec<_>>();
    let table = (!rows.is_empty()).then(|| {
        view! {
            <div class="rows" role="table" aria-label=v.coverage>
                <div class="row cov head" role="row">
                    <span role="columnheader">{v.entity}</span>
                    <span role="columnheader">{v.covered}</span>
                    <span role="columnheader">{v.where_}</span>
                </div>
                {rows}
            </div>
        }
    });
    let extra: Vec<String> = parts
        .extra_coverage
        .0
        .iter()
        .map(|(entity, covered)| format!("{entity}: {}", covered_word(*covered, strings)))
        .collect();
    let reasoning = (!parts.reasoning.trim().is_empty()).then(|| {
        view! {
            <div class="told">
                <h3>{v.reasoning}</h3>
                <p class="prose" dir="auto">{visible(&parts.reasoning)}</p>
            </div>
        }
    });
    view! {
        {table}
        <List heading=v.missing items=parts.missing />
        <List heading=v.missing_dropped items=parts.missing_dropped />
        <List heading=v.contradictions items=parts.contradictions />
        <List heading=v.extra_entities items=extra />
        {useful}
        {reasoning}
    }
    .into_any()
}

#[component]
fn List(heading: &'static str, items: Vec<String>) -> impl IntoView {
    (!items.is_empty()).then(|| {
        let items = items
            .into_iter()
            .map(|item| view! { <li dir="auto">{visible(&item)}</li> })
            .collect_view();
        view! { <div class="told"><h3>{heading}</h3><ul class="missing">{items}</ul></div> }
    })
}

#[component]
fn Row(place: usize, entity: String, covered: Option<bool>, chunks: Vec<usize>) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let v = &strings.verdict;
    let class = match covered {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    };
    let faint = chunks.is_empty();
    let located = place_of(covered, &chunks, strings);
    let show = fill(v.show_evidence, &[("name", &entity)]);
    view! {
        <div
            class="row cov"
            role="row"
            class:lit=move || app.shown_row() == Some(place)
            on:mousemove=move |event| app.point(&event, place)
            on:mouseleave=move |_| app.unlight(place)
            on:focusin=move |_| app.lit.set(Some(place))
            on:focusout=move |_| app.unlight(place)
        >
            <span role="rowheader">
                <button
                    type="button"
                    class="entity"
                    dir="auto"
                    title=show
                    aria-pressed=move || if app.pinned.get() == Some(place) { "true" } else { "false" }
                    on:click=move |_| app.pin(place)
                >
                    {visible(&entity)}
                </button>
            </span>
            <span role="cell" class=class>{covered_word(covered, strings)}</span>
            <span role="cell"><span class:faint=faint>{located}</span></span>
        </div>
    }
    .into_any()
}
