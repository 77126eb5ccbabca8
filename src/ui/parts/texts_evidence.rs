//! The evidence of a breakdown: the texts of the input, those first that its rows point into, with the words of the
//! chosen row lit; what the judge listed as wrong is marked all the time.

use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;

use super::breakdown::{chunk_of, line_of};
use super::evidence::LIT;
use super::marked_text::MarkedText;
use crate::evaluation::Metric;
use crate::i18n::{Strings, fill};
use crate::metric::breakdown::{Breakdown, Light, Mark};
use crate::sample::{Field, Sample};
use crate::text::align;
use crate::text::quotations;
use crate::text::visible::{head, longest};
use crate::ui::state::App;

/// As much of a text as is shown, and aligned, at first, in bytes.
const SHOWN: usize = 50_000;

/// A row as the evidence needs it.
struct Pointing {
    text: String,
    /// The judge's quotation or reason.
    reason: String,
    light: Option<Light>,
    chunk: Option<usize>,
    line: &'static str,
    /// One for each entry of the lit field, where the row has a verdict on each.
    lines: Vec<&'static str>,
    /// The very words, where they are known.
    span: Option<Range<usize>>,
    listed: bool,
}

/// See the module.
#[component]
pub fn Texts(
    /// What was judged.
    sample: Arc<Sample>,
    /// The verdicts, if there are some.
    parts: Breakdown,
    /// The metric.
    metric: &'static dyn Metric,
) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let rows: Vec<Pointing> = parts
        .groups
        .iter()
        .flat_map(|group| group.rows.iter().map(move |row| (group.label, row)))
        .map(|(label, row)| Pointing {
            text: row.text.clone(),
            reason: row.reason.clone(),
            light: row.light,
            chunk: chunk_of(label, row),
            line: line_of(row.mark),
            lines: match row.light {
                Some(light) if light.field == Field::Samples => {
                    row.cells.iter().copied().map(line_of).collect()
                }
                _ => Vec::new(),
            },
            span: row.span.clone(),
            listed: matches!(row.mark, Mark::Listed { verbatim: true }),
        })
        .collect();
    let mut fields: Vec<Field> = Vec::new();
    let lights = rows.iter().filter_map(|row| row.light.map(|light| light.field));
    for field in lights.chain(metric.inputs().iter().copied()) {
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    // Metrics of words alone: what the two texts share is the evidence.
    let overlap = rows.is_empty()
        && metric.prompts().is_empty()
        && metric.inputs() == [Field::Answer, Field::Reference];
    let any_light = overlap || rows.iter().any(|row| row.light.is_some());
    let uses = |row: &Pointing, style: &str| {
        row.light.is_some()
            && (if row.lines.is_empty() {
                row.line == style
            } else {
                row.lines.contains(&style)
            })
    };
    let styles: Vec<&'static str> = ["found", "dashed", "contradicted", "wavy", "open"]
        .into_iter()
        .filter(|style| (overlap && *style == "found") || rows.iter().any(|row| uses(row, style)))
        .collect();
    let nothing = fields.iter().all(|field| texts_of(*field, &sample).is_empty());
    let nothing = nothing.then(|| view! { <p class="hint pad">{strings.breakdown().no_texts}</p> });
    let rows = Arc::new(rows);
    let sections = fields
        .into_iter()
        .map(|field| {
            let texts = texts_of(field, &sample);
            let other = match field {
                Field::Answer => sample.reference.clone(),
                _ => sample.answer.clone(),
            };
            let others = StoredValue::new(texts.clone());
            let pieces = texts
                .into_iter()
                .enumerate()
                .map(|(at, text)| {
                    let base = if overlap {
                        longest(&align::found(head(&other, SHOWN).0, head(&text, SHOWN).0), LIT)
                    } else {
                        Vec::new()
                    };
                    view! { <Piece field at text base others rows=rows.clone() /> }
                })
                .collect_view();
            let empty = texts_of(field, &sample).is_empty();
            (!empty).then(|| {
                view! {
                    <section class="evidence-field">
                        <h3>{strings.field(field)}</h3>
                        {pieces}
                    </section>
                }
            })
        })
        .collect_view();
    let hint = (!overlap).then_some(strings.evidence.hint);
    let note: Vec<&str> = hint.into_iter().chain([strings.evidence.matching]).collect();
    let legend = any_light.then(|| {
        let samples = styles
            .iter()
            .map(|style| view! { <span><mark class=*style>{style_word(style, strings)}</mark></span> })
            .collect_view();
        view! {
            <div class="legend" role="group" aria-label=strings.evidence.legend>
                {samples}
                <span class="legend-note">
                    {strings.join(&note)}
                </span>
            </div>
        }
    });
    view! { {nothing} {sections} {legend} }.into_any()
}

fn style_word(style: &str, strings: &Strings) -> &'static str {
    match style {
        "dashed" => strings.breakdown().legend_no,
        "wavy" => strings.breakdown().legend_wrong,
        "contradicted" => strings.breakdown().legend_contradicted,
        "open" => strings.marks.open,
        _ => strings.evidence.found,
    }
}

/// The texts of a field; none where there is nothing.
fn texts_of(field: Field, sample: &Sample) -> Vec<String> {
    let one = |text: &String| {
        if text.trim().is_empty() {
            Vec::new()
        } else {
            vec![text.clone()]
        }
    };
    match field {
        Field::Question => one(&sample.question),
        Field::Answer => one(&sample.answer),
        Field::Reference => one(&sample.reference),
        Field::Contexts => sample.contexts.clone(),
        Field::Essential => sample.essential.clone(),
        Field::Bonus => sample.bonus.clone(),
        Field::Samples => sample.samples.clone(),
        Field::RetrievedIds => one(&sample.retrieved_ids.join("\n")),
        Field::ReferenceIds => one(&sample.reference_ids.join("\n")),
    }
}

#[component]
fn Piece(
    field: Field,
    at: usize,
    text: String,
    base: Vec<Range<usize>>,
    /// All texts of the field.
    others: StoredValue<Vec<String>>,
    rows: Arc<Vec<Pointing>>,
) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let whole = RwSignal::new(false);
    let listed: Vec<Range<usize>> = rows
        .iter()
        .filter(|row| row.listed && points_at(row, field, at))
        .filter_map(|row| align::quoted(&row.text, head(&text, SHOWN).0))
        .collect();
    let text = StoredValue::new(text);
    let lit = {
        let rows = rows.clone();
        Memo::new(move |_| {
            let place = app.shown_row()?;
            let row = rows.get(place)?;
            (points_at(row, field, at)).then_some(place)
        })
    };
    let of_row = {
        let rows = rows.clone();
        Memo::new(move |_| {
            field == Field::Contexts
                && app
                    .shown_row()
                    .and_then(|place| rows.get(place)?.chunk)
                    .is_some_and(|chunk| chunk == at)
        })
    };
    let body = move || {
        let limit = if whole.get() { usize::MAX } else { SHOWN };
        text.with_value(|text| {
            let (shown, left) = head(text, limit);
            let (marks, line) = match lit.get().and_then(|place| rows.get(place)) {
                Some(row) => (
                    others.with_value(|others| marks_of(row, shown, others)),
                    row.lines.get(at).copied().unwrap_or(row.line),
                ),
                None if !listed.is_empty() => (listed.clone(), "wavy"),
                None => (base.clone(), "found"),
            };
            let more = (left > 0).then(|| {
                let name = fill(strings.evidence.show_all, &[("count", &left.to_string())]);
                view! { <button type="button" class="link" on:click=move |_| whole.set(true)>{name}</button> }
            });
            view! { <span class="chunk-text" class:pointed=lit.get().is_some()><MarkedText text=shown.to_owned() marks line /></span> {more} }
        })
    };
    let numbered = match field {
        Field::Contexts => Some(at.to_string()),
        Field::Samples => Some((at + 1).to_string()),
        _ => None,
    };
    view! {
        <div class="chunk" class:lit-chunk=move || of_row.get()>
            {numbered.map(|number| view! { <span class="chunk-head"><span class="key bonus">{number}</span></span> })}
            <div dir="auto">{body}</div>
        </div>
    }
    .into_any()
}

fn points_at(row: &Pointing, field: Field, at: usize) -> bool {
    row.light
        .is_some_and(|light| light.field == field && light.entry.is_none_or(|entry| entry == at))
}

/// Where a row's words stand: its quotation or itself word for word, the sentences that its reason quotes, or else the
/// words that it shares. Of what the reason quotes from another text of the field nothing is lit here.
fn marks_of(row: &Pointing, shown: &str, others: &[String]) -> Vec<Range<usize>> {
    if let Some(span) = row.span.clone().filter(|span| shown.get(span.clone()).is_some()) {
        return vec![span];
    }
    let quoted = |needle: &str| {
        let needle = needle.trim();
        (needle.chars().count() > 3)
            .then(|| align::quoted(needle, shown))
            .flatten()
    };
    if let Some(range) = quoted(&row.reason).or_else(|| quoted(&row.text)) {
        return vec![range];
    }
    let pieces = quotations::quotations(&row.reason);
    let of = |text: &str| {
        pieces
            .iter()
            .find_map(|piece| quotations::sentences_with(piece, text))
    };
    match of(shown) {
        Some(range) => vec![range],
        None if others.iter().any(|text| of(head(text, SHOWN).0).is_some()) => Vec::new(),
        None => longest(&align::found(head(&row.text, SHOWN).0, shown), LIT),
    }
}
