//! A second opinion: the outcome of another judge on the same sample beside the first one, row by row, with their
//! agreement. The two scores are shown, never averaged.

use std::sync::Arc;

use leptos::prelude::*;

use crate::i18n::{Strings, fill};
use crate::run::opinions::{About, Opinion, Pair, Scale, agreement, side_by_side};
use crate::share::report;
use crate::stats::rational::{fixed, with_minus};
use crate::ui::later::{Later, Part, later};
use crate::ui::parts::marked_text::visible;
use crate::ui::running::Finished;
use crate::ui::state::App;

/// Takes an outcome as the first opinion and opens the panel, so that another judge can be chosen.
#[component]
pub fn AskSecond(
    /// The outcome that is there.
    finished: Arc<Finished>,
) -> impl IntoView {
    let app = App::get();
    let texts = &app.strings().calling;
    let first = app.setup.first_opinion;
    let is_first = {
        let finished = finished.clone();
        move || first.with(|first| first.as_ref().is_some_and(|first| Arc::ptr_eq(first, &finished)))
    };
    let take = move |_| {
        first.set(Some(finished.clone()));
        app.setup.notice.set(Some(texts.second_choose.to_owned()));
        app.setup.open.set(true);
    };
    view! {
        <p class="second-ask">
            <button type="button" class="link" id="second-opinion" on:click=take>{texts.second}</button>
            {move || is_first().then(|| view! { " " <span class="hint">{texts.second_waiting}</span> })}
        </p>
    }
    .into_any()
}

/// Both opinions, where there are two on this very sample.
#[component]
pub fn SideBySide(
    /// The outcome of the last run.
    finished: Arc<Finished>,
) -> impl IntoView {
    let app = App::get();
    move || {
        let first = app.setup.first_opinion.get()?;
        let same = first.metric.id() == finished.metric.id()
            && first.sample == finished.sample
            && !Arc::ptr_eq(&first, &finished)
            && first.record.started_ms < finished.record.started_ms;
        let second = finished.clone();
        same.then(|| view! { <Later part=Part::new(move || compared(first.clone(), second.clone())) /> })
    }
}

later!(rooms: fn compared(first: Arc<Finished>, second: Arc<Finished>) -> AnyView {
    view! { <Compared first second /> }.into_any()
});

#[component]
fn Compared(first: Arc<Finished>, second: Arc<Finished>) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let texts = strings.lang.connect();
    let pairs = side_by_side(&first.sample, &first.record.outcome, &second.record.outcome);
    let told = told(&pairs, strings);
    let head = |of: &Finished| {
        let result = with_minus(&report::result(&of.record.outcome, strings));
        view! {
            <span role="columnheader"><b>{result}</b> <br/> <small>{report::judge_line(&of.record.judge, strings)}</small></span>
        }
    };
    let rows = pairs
        .into_iter()
        .map(|pair| {
            let differs = pair.agrees() == Some(false);
            let about = match pair.about {
                About::Text(text) => text,
                About::Whole => texts.second_whole.to_owned(),
                About::Chunk(at) => fill(texts.second_chunk, &[("number", &at.to_string())]),
            };
            let scale = match pair.scale {
                Scale::Own => None,
                Scale::Essential => Some("1–5"),
                Scale::Bonus => Some("0–5"),
            };
            let name = scale.map(|scale| view! { <b class="num">{pair.key}</b> " (" {scale} ") " });
            let [one, other] = pair.reasons.map(|reason| {
                (!reason.is_empty()).then(|| view! { <br/> <small dir="auto">{visible(&reason)}</small> })
            });
            view! {
                <div role="row" class:differs=differs>
                    <span role="rowheader" dir="auto">{name} {visible(&about)}</span>
                    <span role="cell">{word(pair.first, strings)} {one}</span>
                    <span role="cell">
                        {word(pair.second, strings)}
                        {differs.then(|| view! { " " <span class="tag">{texts.second_differs}</span> })}
                        {other}
                    </span>
                </div>
            }
        })
        .collect_view();
    let drop = move |_| app.setup.first_opinion.set(None);
    view! {
        <section class="second" aria-labelledby="second-heading">
            <h3 id="second-heading">{texts.second_heading}</h3>
            <p>{told}</p>
            <div role="table" aria-labelledby="second-heading">
                <div role="row" class="head"><span role="columnheader">{texts.second_row}</span> {head(&first)} {head(&second)}</div>
                {rows}
            </div>
            <p class="hint">{texts.second_never_averaged} " " <button type="button" class="link" on:click=drop>{texts.second_drop}</button></p>
        </section>
    }
    .into_any()
}

fn told(pairs: &[Pair], strings: &Strings) -> String {
    let texts = strings.lang.connect();
    let found = agreement(pairs);
    if found.both == 0 {
        return texts.second_nothing.to_owned();
    }
    let mut sentences = vec![fill(
        texts.second_agree,
        &[
            ("same", &found.same.to_string()),
            ("both", &found.both.to_string()),
        ],
    )];
    if let Some(kappa) = found.kappa {
        sentences.push(fill(texts.second_kappa, &[("kappa", &fixed(kappa, 2))]));
    }
    for (scale, distance) in found.distances {
        let sentence = match scale {
            Scale::Own => texts.second_distance,
            Scale::Essential => texts.second_distance_essential,
            Scale::Bonus => texts.second_distance_bonus,
        };
        sentences.push(fill(sentence, &[("distance", &fixed(distance, 2))]));
    }
    if found.one_sided > 0 {
        sentences.push(fill(
            texts.second_one_sided,
            &[("count", &found.one_sided.to_string())],
        ));
    }
    let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
    strings.join(&sentences)
}

fn word(opinion: Opinion, strings: &Strings) -> String {
    match opinion {
        Opinion::Yes => strings.marks.yes.to_owned(),
        Opinion::No => strings.marks.no.to_owned(),
        Opinion::Unsure => strings.marks.unsure.to_owned(),
        Opinion::Nothing => strings.marks.open.to_owned(),
        Opinion::Absent => "–".to_owned(),
        Opinion::Number(value) => {
            let text = fixed(value, 2);
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}
