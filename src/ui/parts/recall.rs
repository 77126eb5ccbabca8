//! RAG Recall on screen: the score, the formula with its numbers, and a row for each passage.

use std::sync::Arc;

use leptos::prelude::*;

use super::marked_text::visible;

use super::breakdown::EditedLine;
use super::change::{self, Target};
use crate::evaluation::PassageKind;
use crate::i18n::{Strings, fill};
use crate::metric::breakdown::{Changeable, Mark};
use crate::metric::rag_recall::{FormulaLine, Line, PassageRow, RecallParts, Stated};
use crate::share::report::{line_name, no_score_told, stated_told};
use crate::ui::later::{Later, Part, later};
use crate::ui::running::Finished;
use crate::ui::state::App;

/// The score and the formula.
#[component]
pub fn RecallHead(
    /// Whose.
    parts: RecallParts,
    /// The evaluation.
    finished: Arc<Finished>,
    /// There is a score.
    scored: bool,
) -> impl IntoView {
    let strings = App::get().strings();
    let scale = finished.record.outcome.scale;
    let value_of = |wanted: Line| {
        parts
            .lines
            .iter()
            .find(|line| line.line == wanted)
            .and_then(|line| line.value.clone())
    };
    let (last, combined) = (value_of(Line::Final), value_of(Line::Combined));
    let capped = combined.filter(|combined| Some(combined) != last.as_ref());
    // Where the printed chain rounds, the value without rounding stands beside it.
    let exact = parts
        .exact
        .filter(|exact| last.as_ref().is_some_and(|last| exact.to_string() != *last));
    let exact = exact.map(|exact| {
        let shown = crate::stats::rational::decimals(exact);
        view! { <small>{fill(strings.verdict.exact, &[("value", &shown)])}</small> }
    });
    let score = last.filter(|_| scored).map(|last| {
        view! {
            <div class="score">
                {capped.map(|combined| view! { <span class="capped">{combined} " →"</span> })}
                <b>{last}</b>
                <span>"/ " {scale.max.to_string()}</span>
                {exact}
            </div>
        }
    });
    let stated = parts.stated_final.clone().map(|stated| {
        view! { <p class="stated"><span>{strings.verdict.stated}</span> <b>{stated}</b></p> }
    });
    let lines = parts
        .lines
        .iter()
        .map(|line| view! { <Formula line=line.clone() /> })
        .collect_view();
    let formula = (!parts.lines.is_empty()).then(|| view! { <dl class="formula">{lines}</dl> });
    let edited = view! { <EditedLine finished /> };
    view! { {score} {stated} <div class="formula-side">{formula} {edited}</div> }.into_any()
}

#[component]
fn Formula(line: FormulaLine) -> impl IntoView {
    let strings = App::get().strings();
    let value = line.value.clone().unwrap_or_else(|| "?".to_owned());
    let working = if line.working.is_empty() {
        format!("{value} ({})", strings.verdict.no_bonus)
    } else {
        format!("{} = {value}", line.working)
    };
    view! {
        <dt>{line_name(line.line, strings)}</dt>
        <dd class="working">{working}</dd>
        <dd class="checks">{checks(&line, strings)}</dd>
    }
}

/// ✓ once when all that the judge wrote agrees, else each differing number.
fn checks(line: &FormulaLine, strings: &Strings) -> Vec<AnyView> {
    if !line.stated.is_empty() && line.stated.iter().all(|stated| stated.agrees == Some(true)) {
        let said = line
            .stated
            .first()
            .map(|stated| stated_told(line, stated, strings));
        return vec![view! { <span class="check ok">{said}</span> }.into_any()];
    }
    let mut differing: Vec<&Stated> = line
        .stated
        .iter()
        .filter(|stated| stated.agrees != Some(true))
        .collect();
    // The final line is stated twice, as calculation and as score.
    differing.dedup();
    differing
        .into_iter()
        .map(|stated| {
            let text = stated_told(line, stated, strings);
            let class = if stated.agrees == Some(false) {
                "check no"
            } else {
                "check"
            };
            view! { <span class=class>{text}</span> }.into_any()
        })
        .collect()
}

/// The breakdown: a row for each passage, and what was scored though it was not given.
#[component]
pub fn RecallRows(
    /// Whose.
    parts: RecallParts,
    /// The evaluation.
    finished: Arc<Finished>,
) -> impl IntoView {
    let strings = App::get().strings();
    let any = !parts.passages.is_empty();
    let rows = parts
        .passages
        .into_iter()
        .enumerate()
        .map(|(place, row)| view! { <Row place row finished=finished.clone() /> })
        .collect_view();
    let extra = (!parts.extra.is_empty()).then(|| {
        let rows = parts
            .extra
            .into_iter()
            .map(|row| {
                let score = row.printed.unwrap_or_else(|| "?".to_owned());
                view! { <li><span class="key bonus">{row.key}</span> " " <b>{score}</b> " " <span dir="auto">{visible(&row.reasoning)}</span></li> }
            })
            .collect_view();
        view! { <div class="extra"><h3>{strings.verdict.extra}</h3><ul>{rows}</ul></div> }
    });
    let table = any.then(|| {
        view! {
            <div class="rows" role="table" aria-label=strings.verdict.breakdown>
                <div class="row head" role="row">
                    <span role="columnheader">{strings.verdict.passage}</span>
                    <span role="columnheader">{strings.verdict.score}</span>
                    <span role="columnheader">{strings.verdict.reasoning}</span>
                    <span role="columnheader"><span class="sr-only">{strings.verdict.details}</span></span>
                </div>
                {rows}
            </div>
        }
    });
    view! { {table} {extra} }.into_any()
}

#[component]
fn Row(place: usize, row: PassageRow, finished: Arc<Finished>) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    // Kept by the app: a changed score draws the rows anew.
    let open = Memo::new(move |_| app.opened.get() == Some(place));
    let bonus = row.kind == PassageKind::Bonus;
    let name = row.key.clone();
    let score = match (row.score, row.printed.clone()) {
        (Some(score), Some(printed)) => view! { <Ticks score printed bonus /> }.into_any(),
        _ => view! { <span class="fault">{strings.verdict.unscored}</span> }.into_any(),
    };
    let silent = row.reasoning.trim().is_empty();
    let reasoning = if row.fault.is_some() && row.score.is_none() {
        let row = row.clone();
        view! { <Later part=Part::new(move || faulty(row.clone())) /> }.into_any()
    } else if silent {
        strings.verdict.no_reasoning.into_any()
    } else {
        visible(&row.reasoning)
    };
    let re_asked = row
        .re_asked
        .then(|| view! { <span class="tag">{strings.verdict.re_asked}</span> " " });
    let (min, max) = (if bonus { 0.0 } else { 1.0 }, 5.0);
    let target = Target {
        key: row.key.clone(),
        name: row.key.clone(),
        kind: Changeable::Number {
            min,
            max,
            whole: false,
        },
        mark: row.score.map_or(Mark::Plain, Mark::Number),
    };
    let said = row.judged.map(|judged| {
        let value = judged.map_or_else(|| strings.verdict.unscored.to_owned(), |score| score.to_string());
        let note = (!row.note.trim().is_empty()).then(|| {
            let note = fill(strings.breakdown().note, &[("note", &row.note)]);
            view! { <span class="change-note" dir="auto">{visible(&note)}</span> }
        });
        view! {
            <span class="tag edited">{strings.breakdown().edited}</span> " "
            <span class="judge-said">{fill(strings.breakdown().judge_said, &[("value", &value)])}</span> " " {note} " "
        }
    });
    let change = move || {
        let (target, overrides) = (target.clone(), finished.overrides.clone());
        open.get().then(|| {
            let part = Part::new(move || {
                change::change(vec![target.clone()], format!("open-{place}"), overrides.clone())
            });
            view! { <span role="cell" class="change-cell"><Later part /></span> }
        })
    };
    let expand = fill(strings.verdict.expand, &[("name", &name)]);
    let show = fill(strings.verdict.show_evidence, &[("name", &name)]);
    view! {
        <div
            class="row"
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
                    class="key"
                    class:bonus=bonus
                    aria-label=show
                    aria-pressed=move || if app.pinned.get() == Some(place) { "true" } else { "false" }
                    on:click=move |_| app.pin(place)
                >
                    {name}
                </button>
            </span>
            <span role="cell">{score}</span>
            <span role="cell" class="why" class:open=move || open.get() class:silent=silent dir="auto">
                {said} {re_asked} {reasoning}
            </span>
            <span role="cell">
                <button
                    type="button"
                    class="tool more"
                    aria-label=expand
                    aria-expanded=move || if open.get() { "true" } else { "false" }
                    id=format!("open-{place}")
                    on:click=move |_| {
                        app.opened.update(|opened| *opened = (*opened != Some(place)).then_some(place));
                    }
                >
                    <span aria-hidden="true" class="chevron">"▸"</span>
                </button>
            </span>
            {change}
        </div>
    }
    .into_any()
}

later!(rooms: /// The reasoning of a passage without a score.
fn faulty(row: PassageRow) -> AnyView {
    let strings = App::get().strings();
    let fault = no_score_told(&row, strings);
    // Why there is no score is told once above; here only where there is room, or what was written in the score's place,
    // which is told nowhere else.
    let told = if row.reasoning.trim().is_empty() {
        fault.unwrap_or_else(|| strings.verdict.no_reasoning.to_owned())
    } else {
        match fault.filter(|_| !row.written.is_empty()) {
            Some(fault) => format!("{fault}\n{}", row.reasoning),
            None => row.reasoning,
        }
    };
    visible(&told).into_any()
});

/// Five ticks, filled up to the score, and the number.
#[component]
fn Ticks(score: f64, printed: String, bonus: bool) -> impl IntoView {
    let strings = App::get().strings();
    let ticks = (0..5)
        .map(|at| {
            let above = score - f64::from(at);
            let class = if above >= 1.0 {
                "on"
            } else if above > 0.0 {
                "part"
            } else {
                ""
            };
            view! { <i class=class></i> }
        })
        .collect_view();
    view! {
        <span class="ticks" class:bonus=bonus>
            <span class="tick-row" aria-hidden="true">{ticks}</span>
            <b aria-hidden="true">{printed.clone()}</b>
            <span class="sr-only">{fill(strings.verdict.of_five, &[("score", &printed)])}</span>
        </span>
    }
}
