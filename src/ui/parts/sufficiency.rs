//! Sufficient Context on screen: the verdict with its confidence, the coverage table, and the lists.

use std::sync::Arc;

use leptos::prelude::*;

use super::marked_text::visible;

use super::breakdown::EditedLine;
use super::change::{Change, Target};
use crate::i18n::{Strings, fill};
use crate::metric::breakdown::{Changeable, Mark};
use crate::metric::sufficient_context::SufficiencyParts;
use crate::sample::Sample;
use crate::share::report::ids;
use crate::stats::rational::decimals;
use crate::text::stands::Texts;
use crate::text::visible::head;
use crate::ui::running::Finished;
use crate::ui::state::App;

/// As much of a chunk as is searched for an entity, in bytes.
const SEARCHED: usize = 50_000;

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
    let confidence = (!parts.verdict_only).then(|| view! { <Confidence confidence=parts.confidence /> });
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
        name: strings.change.own.to_owned(),
        kind: Changeable::YesNo,
        mark: Mark::of(parts.sufficient),
    };
    let said = parts.judged.map(|judged| {
        let word = match judged {
            Some(true) => strings.verdict.sufficient,
            Some(false) => strings.verdict.insufficient,
            None => strings.verdict.conflict,
        };
        let note =
            (!parts.note.trim().is_empty()).then(|| fill(strings.breakdown.note, &[("note", &parts.note)]));
        view! {
            <p class="line">
                <span class="tag edited">{strings.breakdown.edited}</span> " "
                <span class="judge-said">{fill(strings.breakdown.judge_said, &[("value", word)])}</span> " "
                {note.map(|note| view! { <span class="change-note" dir="auto">{visible(&note)}</span> })}
            </p>
        }
    });
    view! {
        {said}
        <details class="change-verdict">
            <summary id="open-sufficient">{strings.change.heading}</summary>
            <Change targets=vec![target] home="open-sufficient".to_owned() overrides=finished.overrides.clone() />
        </details>
    }
}

/// Low below .5, high from .8.
#[component]
fn Confidence(confidence: Option<f64>) -> impl IntoView {
    let strings = App::get().strings();
    let v = &strings.verdict;
    let Some(value) = confidence else {
        return view! { <span>{v.confidence_unknown}</span> }.into_any();
    };
    let band = match value {
        value if value >= 0.8 => v.band_high,
        value if value >= 0.5 => v.band_middle,
        _ => v.band_low,
    };
    let percent = format!("{:.0}%", (value * 100.0).clamp(0.0, 100.0));
    let printed = decimals(value);
    view! {
        <span>
            {fill(v.confidence, &[("value", printed.as_str())])} " · " <b>{band}</b>
        </span>
        <div class="track" aria-hidden="true"><i style:inline-size=percent></i></div>
        <span class="hint">{v.confidence_note}</span>
    }
    .into_any()
}

fn coverage_line(parts: &SufficiencyParts, strings: &Strings) -> String {
    let v = &strings.verdict;
    let all = parts.coverage.0.len();
    if all == 0 {
        return v.coverage_none.to_owned();
    }
    let covered = parts
        .coverage
        .0
        .iter()
        .filter(|(_, covered)| *covered == Some(true))
        .count();
    let (all, covered, unknown) = (all.to_string(), covered.to_string(), parts.unknown.to_string());
    let sentence = if parts.unknown == 0 {
        v.coverage_line
    } else {
        v.coverage_unknown
    };
    fill(
        sentence,
        &[("all", &all), ("covered", &covered), ("unknown", &unknown)],
    )
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
    let any = !parts.coverage.0.is_empty();
    let chunks = Texts::new(
        sample
            .contexts
            .iter()
            .filter(|_| any)
            .map(|chunk| head(chunk, SEARCHED).0),
    );
    let rows = parts
        .coverage
        .0
        .into_iter()
        .enumerate()
        .map(|(place, (entity, covered))| {
            let chunks = chunks.holding(&entity);
            view! { <Row place entity covered chunks /> }
        })
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
    let useful = (!parts.verdict_only).then(|| {
        let sentence = if parts.useful.is_empty() {
            v.useful_none.to_owned()
        } else {
            fill(v.useful, &[("ids", &ids(&parts.useful))])
        };
        view! { <p class="line">{sentence}</p> }
    });
    let invented = (!parts.invented.is_empty())
        .then(|| view! { <p class="line">{fill(v.invented, &[("ids", &ids(&parts.invented))])}</p> });
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
        {invented}
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

fn covered_word(covered: Option<bool>, strings: &Strings) -> &'static str {
    match covered {
        Some(true) => strings.verdict.yes,
        Some(false) => strings.verdict.no,
        None => strings.verdict.unknown,
    }
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
    let located = if chunks.is_empty() {
        view! { <span class="faint">{v.not_located}</span> }.into_any()
    } else {
        fill(v.in_chunks, &[("ids", &ids(&chunks))]).into_any()
    };
    let show = fill(v.show_evidence, &[("name", &entity)]);
    view! {
        <div
            class="row cov"
            role="row"
            class:lit=move || app.shown_row() == Some(place)
            on:mouseenter=move |_| app.lit.set(Some(place))
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
            <span role="cell">{located}</span>
        </div>
    }
    .into_any()
}
