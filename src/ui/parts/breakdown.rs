//! A breakdown on screen: the score with its scale, the formula with its numbers, further figures, and a table for
//! each group of verdicts. What a row opens to stands in [`super::opened`].

use std::sync::Arc;

use leptos::prelude::*;

use super::many::Many;
use super::marked_text::visible;
use super::opened::Opened;
use crate::evaluation::{Outcome, Parts, Reason, State};
use crate::i18n::{Strings, fill};
use crate::metric::breakdown::{Breakdown, Group, Label, Line, Mark, Row};
use crate::metric::catalogue;
use crate::sample::Field;
use crate::share::report;
use crate::stats::rational::{decimals, with_minus};
use crate::ui::running::Finished;
use crate::ui::state::App;

/// The score, its scale, the formula; and what a person changed.
#[component]
pub fn BreakdownHead(
    /// Whose.
    parts: Breakdown,
    /// The evaluation.
    finished: Arc<Finished>,
) -> impl IntoView {
    let strings = App::get().strings();
    let outcome = &finished.record.outcome;
    let score = match outcome.state {
        State::Scored(score) => Some(view! {
            <div class="score">
                <b>{with_minus(&decimals(score.0))}</b>
                <small>{scale_line(outcome, strings)}</small>
            </div>
        }),
        _ => None,
    };
    let lines = parts
        .lines
        .iter()
        .map(|line| {
            let mut working = with_minus(&line.told(score.is_some()));
            let why = strings.no_value(&parts, line);
            if score.is_some() && !why.is_empty() {
                working = format!("{working} · {why}");
            }
            view! { <dt>{strings.line_label(line)}</dt><dd class="working">{working}</dd> }
        })
        .collect_view();
    let formula = (!parts.lines.is_empty()).then(|| view! { <dl class="formula plain">{lines}</dl> });
    let draws = report::equal_draws(&finished.record, strings);
    let draws = draws.map(|said| view! { <p class="note">{said}</p> });
    view! { {score} <div class="formula-side">{formula} <EditedLine finished /> {draws}</div> }.into_any()
}

/// That a person changed verdicts, what came out without that, and the way back. Nothing where nobody did.
#[component]
pub fn EditedLine(
    /// The evaluation.
    finished: Arc<Finished>,
) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    finished.record.outcome.edited.then(|| {
        // Made of the scores of others: the change, and the way back, are with those.
        let own = !finished.overrides.0.is_empty();
        let undo_all = own && !app.read_only;
        let before = own.then(|| {
            let score = report::result(&finished.unchanged(), strings);
            fill(strings.breakdown().without, &[("score", &with_minus(&score))])
        });
        let undo = move |_| {
            app.run.undo_all(app);
            crate::ui::browser::focus_soon("judge");
        };
        view! {
            <p class="edited-line">
                <span class="tag edited">{strings.breakdown().edited}</span>
                " " {before} " "
                {undo_all.then(|| view! { <button type="button" class="link" on:click=undo>{strings.change().undo_all}</button> })}
            </p>
        }
    })
}

/// `0 to 1 · higher is better`, `0 or 1` where nothing lies between; where the metric's name says the opposite of its
/// score, what 1 means.
pub fn scale_line(outcome: &Outcome, strings: &Strings) -> String {
    if let Some(range) = report::told_range(&outcome.metric, strings) {
        return range.to_owned();
    }
    let (b, scale) = (strings.breakdown(), outcome.scale);
    let (zero_or_one, holds) = strings
        .notes()
        .map_or(("", ""), |notes| (notes.zero_or_one, notes.definition_holds));
    let ends = if catalogue::find(&outcome.metric).is_some_and(|metric| metric.yes_or_no()) {
        zero_or_one.to_owned()
    } else {
        let ends = [("min", scale.min.to_string()), ("max", scale.max.to_string())];
        let ends: Vec<(&str, &str)> = ends.iter().map(|(name, value)| (*name, value.as_str())).collect();
        with_minus(&fill(b.scale, &ends))
    };
    let direction = match scale.higher_is_better {
        _ if report::of_own_definition(outcome) => holds,
        true => b.higher,
        false => b.lower,
    };
    format!("{ends} · {direction}")
}

/// The figures and the groups.
#[component]
pub fn BreakdownRows(
    /// Whose.
    parts: Breakdown,
    /// The evaluation.
    finished: Arc<Finished>,
) -> impl IntoView {
    let strings = App::get().strings();
    let figures = (!parts.figures.is_empty()).then(|| {
        // What they were before a person changed verdicts.
        let before = (!finished.overrides.0.is_empty()).then(|| finished.unchanged().parts);
        let before = match before {
            Some(Parts::Breakdown(before)) => before.figures,
            _ => Vec::new(),
        };
        let rows = parts
            .figures
            .iter()
            .map(|figure| {
                let value = figure_value(figure);
                // The value has a column of its own.
                let working = with_minus(figure.working.trim_end_matches(" →"));
                let why = strings.no_value(&parts, figure);
                let was = before.iter().find(|was| was.label == figure.label && was.at == figure.at);
                let was = was.map(figure_value).filter(|was| *was != value).map(|was| {
                    let said = fill(strings.breakdown().without, &[("score", &was)]);
                    view! { " " <span class="tag edited">{strings.breakdown().edited}</span> <span class="judge-said">{said}</span> }
                });
                view! { <tr><th scope="row">{strings.line_label(figure)}</th><td class="working" class:why=!why.is_empty()>{working}{why}</td><td class="num">{value}{was}</td></tr> }
            })
            .collect_view();
        view! {
            <section class="group">
                <h3 id="figures">{strings.breakdown().figures}</h3>
                <table class="figures" aria-labelledby="figures">
                    <thead class="sr-only">
                        <tr><th scope="col">{strings.breakdown().figure}</th><th scope="col">{strings.guide().formula}</th><th scope="col">{strings.breakdown().value}</th></tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </section>
        }
    });
    let mut first = 0;
    let groups: Vec<AnyView> = parts
        .groups
        .into_iter()
        .enumerate()
        .map(|(at, group)| {
            let from = first;
            first += group.rows.len();
            view! { <Rows at group from finished=finished.clone() /> }.into_any()
        })
        .collect();
    view! { {groups} {figures} }.into_any()
}

fn figure_value(figure: &Line) -> String {
    figure
        .value
        .map_or_else(|| "–".to_owned(), |value| with_minus(&decimals(value)))
}

/// What the cells of a row are about, and its own verdict where that is about something else.
pub struct Columns {
    /// Names of the columns of cells.
    pub names: Vec<String>,
    /// The verdict's own name, where it needs one.
    pub own: Option<String>,
    /// Rows have a verdict of their own. What a judge wrote for later steps has none.
    pub judged: bool,
}

#[component]
fn Rows(at: usize, group: Group, from: usize, finished: Arc<Finished>) -> impl IntoView {
    let strings = App::get().strings();
    let b = strings.breakdown();
    let id = format!("group-{at}");
    let label = strings.label(group.label);
    if group.rows.is_empty() {
        return view! {
            <section class="group"><h3>{label}</h3><p class="hint pad">{b.empty}</p></section>
        }
        .into_any();
    }
    let columns: Vec<String> = group
        .columns
        .iter()
        .map(|column| strings.column(group.label, column))
        .collect();
    let (what, verdict) = match group.label {
        Label::RetrievedIds => (b.id, b.wanted),
        Label::ReferenceIds => (b.id, b.retrieved),
        _ => (b.what, b.verdict),
    };
    // What the verdict itself is about, beside columns that are about something else.
    let by = group
        .judged_by()
        .map(|field| format!("{verdict} · {}", strings.field(field)));
    let verdict = by.clone().unwrap_or_else(|| verdict.to_owned());
    let heads = columns
        .iter()
        .map(|column| view! { <th scope="col" class="cell">{column.clone()}</th> })
        .collect_view();
    let count = group.rows.len();
    let wide = columns.len();
    let matrix = columns.len() > 1;
    let judged = group
        .rows
        .iter()
        .any(|row| row.mark != Mark::Plain || row.re_asked);
    let legend = legend(&group, matrix, strings);
    let many = columns.len() > 2;
    let columns = Arc::new(Columns {
        names: columns,
        own: by,
        judged,
    });
    let wide = wide + usize::from(judged);
    let label_of = group.label;
    let rows = StoredValue::new(group.rows);
    let one = Callback::new(move |at: usize| {
        let Some(row) = rows.with_value(|rows| rows.get(at).cloned()) else {
            return ().into_any();
        };
        let key = report::row_number(&row, at);
        let name = format!("{label} {key}");
        let tag = strings.row_tag(label_of, &row);
        view! { <OneRow place=from + at row key name tag columns=columns.clone() finished=finished.clone() /> }
            .into_any()
    });
    let sideways = strings.notes().filter(|_| matrix).map(|notes| {
        view! { <p class="hint pad sideways" class:many=many aria-hidden="true">{notes.more_columns}</p> }
    });
    // Claims and heads stay in sight while the rest of a wide table is scrolled beneath them.
    let region = matrix.then(|| id.clone());
    view! {
        <section class="group">
            <h3 id=id.clone()>{label} " " <span class="count">{count}</span></h3>
            {sideways}
            <div class="scroll" class:matrix=matrix tabindex=matrix.then_some("0") role=matrix.then_some("region") aria-labelledby=region>
                <table class="verdicts" aria-labelledby=id>
                    <thead>
                        <tr>
                            <th scope="col" class="what">{what}</th>
                            {judged.then(|| view! { <th scope="col">{verdict}</th> })}
                            {heads}
                            <th scope="col"><span class="sr-only">{strings.verdict.details}</span></th>
                        </tr>
                    </thead>
                    <tbody><Many count one row=2 + wide /></tbody>
                </table>
            </div>
            {legend}
        </section>
    }
    .into_any()
}

/// What the marks of a matrix mean, those that occur in it, and of any table that has a plain no beside those that say
/// more.
fn legend(group: &Group, matrix: bool, strings: &'static Strings) -> Option<AnyView> {
    let mut marks: Vec<(Mark, &str)> = Vec::new();
    let all = group
        .rows
        .iter()
        .flat_map(|row| row.cells.iter().chain([&row.mark]));
    for mark in all.copied() {
        if let Some(meaning) = strings.mark_meaning(mark)
            && !marks.iter().any(|(_, known)| *known == meaning)
        {
            marks.push((mark, meaning));
        }
    }
    let has = |wanted: Mark| marks.iter().any(|(mark, _)| *mark == wanted);
    let mixed = has(Mark::No) && (has(Mark::NotFound) || has(Mark::Contradicted));
    if marks.is_empty() || !(matrix || mixed) {
        return None;
    }
    let heading = strings.notes().map_or("", |notes| notes.legend);
    let marks = marks
        .into_iter()
        .map(|(mark, meaning)| {
            let class = format!("mark {}", class_of(mark));
            view! { <li><span class=class>{strings.mark(mark)}</span> ": " {meaning}</li> }
        })
        .collect_view();
    Some(view! { <ul class="mark-legend hint" aria-label=heading>{marks}</ul> }.into_any())
}

#[component]
fn OneRow(
    place: usize,
    row: Row,
    key: String,
    name: String,
    tag: Option<String>,
    columns: Arc<Columns>,
    finished: Arc<Finished>,
) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let b = strings.breakdown();
    let open = move || app.opened.get() == Some(place);
    let lights = row.light.is_some();
    let show = fill(strings.verdict.show_evidence, &[("name", &name)]);
    let details = fill(b.open, &[("name", &name)]);
    let text = strings.row_text(&row);
    let reason = row.reason.clone();
    // The embedded judge's middle band: ✓ and ✗ part in its midst.
    let e = strings.judged();
    let check = [e.band_check_yes, e.band_check_no, e.band_check_conflict]
        .iter()
        .any(|band| reason.starts_with(band));
    // Only a row that does not abstain has a nearest sentence.
    let abstains = row
        .abstains
        .map(|own| fill(b.abstains, &[("value", &strings.mark(own))]));
    let nearest = abstains.or_else(|| {
        row.nearest.as_ref().map(|nearest| {
            let value = decimals(nearest.similarity);
            fill(b.nearest, &[("value", &value), ("text", nearest.text.as_str())])
        })
    });
    let cells = row
        .cells
        .iter()
        .enumerate()
        .map(|(column, mark)| {
            let changed = row.changed_cells.iter().find(|cell| cell.column == column);
            let judged = changed.map(|cell| (cell.judged, cell.note.clone()));
            view! { <td class="cell"><MarkOf mark=*mark judged /></td> }
        })
        .collect_view();
    let judged = row.judged.map(|judged| (judged, row.note.clone()));
    let has_mark = columns.judged;
    let wide = 2 + usize::from(has_mark) + row.cells.len();
    let mark = row.mark;
    let opened = {
        let row = row.clone();
        move || {
            open().then(|| {
                view! {
                    <tr class="opened">
                        <td colspan=wide.to_string()>
                            <Opened place row=row.clone() columns=columns.clone() finished=finished.clone() />
                        </td>
                    </tr>
                }
            })
        }
    };
    let lozenge = if lights {
        view! {
            <button
                type="button"
                class="key"
                aria-label=show
                aria-pressed=move || if app.pinned.get() == Some(place) { "true" } else { "false" }
                on:click=move |_| app.pin(place)
            >
                {key}
            </button>
        }
        .into_any()
    } else {
        view! { <span class="key">{key}</span> }.into_any()
    };
    view! {
        <tr
            class:lit=move || lights && app.shown_row() == Some(place)
            on:mousemove=move |event| app.point(&event, place)
            on:mouseleave=move |_| app.unlight(place)
            on:focusin=move |_| app.lit.set(Some(place))
            on:focusout=move |_| app.unlight(place)
        >
            <th scope="row" class="what">
                {lozenge}
                <div>
                {tag.map(|tag| view! { <span class="tag">{tag}</span> })}
                {(!text.is_empty()).then(|| view! { <p class="judged-text" class:open=open dir="auto">{visible(&text)}</p> })}
                {(!reason.trim().is_empty())
                    .then(|| view! { <p class="why" class:open=open dir="auto">{visible(&reason)}</p> })}
                {nearest.map(|nearest| view! { <p class="nearest" dir="auto">{visible(&nearest)}</p> })}
                </div>
            </th>
            {has_mark.then(|| view! {
                <td class="mark-cell">
                    <MarkOf mark judged />
                    {check.then(|| view! { <span class="tag">{strings.breakdown().check}</span> })}
                    {row.re_asked.then(|| view! { <span class="tag">{strings.verdict.re_asked}</span> })}
                </td>
            })}
            {cells}
            <td>
                <button
                    type="button"
                    class="tool more"
                    id=format!("open-{place}")
                    aria-label=details
                    aria-expanded=move || if open() { "true" } else { "false" }
                    on:click=move |_| {
                        app.opened.update(|opened| *opened = (*opened != Some(place)).then_some(place));
                    }
                >
                    <span aria-hidden="true" class="chevron">"▸"</span>
                </button>
            </td>
        </tr>
        {opened}
    }
    .into_any()
}

/// A mark: glyph, word, line style; and what the judge had said where a person changed it.
#[component]
pub fn MarkOf(
    /// The mark that counts.
    mark: Mark,
    /// The judge's own, with the person's note.
    #[prop(optional_no_strip)]
    judged: Option<(Mark, String)>,
) -> impl IntoView {
    let strings = App::get().strings();
    let why = match mark {
        // That there is no verdict is what the mark itself says.
        Mark::Open(reason) if reason != Reason::MissingVerdict => strings.reason(reason).what,
        _ => "",
    };
    let judged = judged.map(|(judged, note)| {
        let said = fill(strings.breakdown().judge_said, &[("value", &strings.mark(judged))]);
        let note = (!note.trim().is_empty()).then(|| {
            view! { <span class="change-note" dir="auto">{visible(&fill(strings.breakdown().note, &[("note", &note)]))}</span> }
        });
        view! {
            <span class="tag edited">{strings.breakdown().edited}</span>
            <span class="judge-said">{said}</span>
            {note}
        }
    });
    view! {
        <span class=format!("mark {}", class_of(mark)) title=(!why.is_empty()).then_some(why)>{with_minus(&strings.mark(mark))}</span>
        {judged}
    }
    .into_any()
}

fn class_of(mark: Mark) -> &'static str {
    match mark {
        Mark::Yes => "mark-yes",
        Mark::No | Mark::NotFound => "mark-no",
        Mark::Contradicted => "mark-other",
        Mark::Unsure => "mark-unsure",
        Mark::Open(_) => "fault",
        Mark::Listed { verbatim: false } => "mark-other",
        Mark::Rating(..) | Mark::Number(_) => "num",
        Mark::Listed { .. } | Mark::Struck | Mark::Plain => "mark-plain",
    }
}

/// The line style in the evidence for the words of a row.
pub fn line_of(mark: Mark) -> &'static str {
    match mark {
        Mark::No | Mark::NotFound => "dashed",
        Mark::Open(_) => "open",
        Mark::Contradicted => "contradicted",
        Mark::Listed { verbatim: true } => "wavy",
        _ => "found",
    }
}

/// Whether a row stands for a chunk of its own place.
pub fn chunk_of(label: Label, row: &Row) -> Option<usize> {
    if let Some(light) = row.light.filter(|light| light.field == Field::Contexts) {
        return light.entry;
    }
    (label == Label::Chunks)
        .then(|| row.key.strip_prefix("chunk-")?.parse().ok())
        .flatten()
}
