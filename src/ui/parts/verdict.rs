//! The verdict zone: what is under way, waits for a paste, came out, or is to be learned first.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::by_hand::by_hand;
use super::copy::{Copied, CopyOutcome, copy};
use super::empty::Empty;
use super::facts::{Facts, Warnings};
use super::other_parts;
use super::raw::RawReplies;
use super::recall::{RecallHead, RecallRows};
use super::scores::scores;
use super::second::{AskSecond, SideBySide};
use super::unscored::unscored;
use crate::evaluation::{Parts, State};
use crate::i18n::Strings;
use crate::judge::JudgeKind;
use crate::share::report;
use crate::ui::later::{Later, NotFetched, Part, later};
use crate::ui::running::Finished;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn Verdict() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let run = app.run;
    let running = Memo::new(move |_| run.since.get().is_some());
    let finished = move || {
        if running.get() {
            None
        } else {
            run.finished_for(app.metric.get())
        }
    };
    let body = move || {
        if running.get() {
            return match run.by_hand.get() {
                Some(ask) => view! { <Later part=Part::new(move || by_hand(ask.clone())) /> }.into_any(),
                None => view! { <UnderWay /> }.into_any(),
            };
        }
        match finished() {
            Some(finished) => {
                let (all, shown) = (run.finished.get_untracked(), finished.metric.id());
                // One line would say what the verdict says.
                let scores = (all.len() > 1)
                    .then(|| view! { <Later part=Part::new(move || scores(all.clone(), shown)) /> });
                view! { {scores} <Outcome finished /> }.into_any()
            }
            None => view! { <Empty /> }.into_any(),
        }
    };
    let copied = RwSignal::new(Copied::No);
    let tools = move || finished().map(|_| view! { <CopyButtons all=run.finished.get_untracked() copied /> });
    view! {
        <section
            class="card verdict-zone"
            id="verdict"
            aria-label=strings.page.verdict
            aria-busy=move || if running.get() { "true" } else { "false" }
        >
            <header><h2>{strings.page.verdict}</h2><span class="spring"></span>{tools}</header>
            <Show when=move || !running.get()><CopyOutcome copied /></Show>
            {body}
        </section>
    }
}

#[component]
fn CopyButtons(all: Vec<Arc<Finished>>, copied: RwSignal<Copied>) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    copied.set(Copied::No);
    let all = StoredValue::new(all);
    let copy_as = move |form: Form| {
        spawn_local(async move {
            match written(all.get_value(), strings, form).await {
                Ok(text) => copy(text, copied),
                Err(NotFetched) => app.not_fetched(),
            }
        });
    };
    view! {
        <button type="button" class="link" on:click=move |_| copy_as(Form::Json)>{strings.verdict.copy_json}</button>
        <button type="button" class="link" on:click=move |_| copy_as(Form::Markdown)>{strings.verdict.copy_markdown}</button>
    }
}

/// What a copy is written as.
#[derive(Clone, Copy)]
enum Form {
    Json,
    Markdown,
}

later!(rooms: fn written(all: Vec<Arc<Finished>>, strings: &'static Strings, form: Form) -> String {
    let judged: Vec<report::Judged<'_>> = all.iter().map(|one| (&*one.sample, &one.record)).collect();
    match form {
        Form::Json => report::json_of(&judged),
        Form::Markdown => report::markdown_of(&judged, strings),
    }
});

#[component]
fn UnderWay() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let waits = move || {
        app.run
            .waits
            .get()
            .map(|waits| view! { <p class="note" role="status">{waits}</p> })
    };
    let elapsed = move || app.run.elapsed_ms().map(|ms| report::seconds(ms, strings));
    view! {
        <div class="under-way">
            <p><span class="spinner" aria-hidden="true"></span> {strings.run.running} " " <span class="num">{elapsed}</span></p>
            {waits}
            <div class="skeleton" aria-hidden="true"><i></i><i></i><i></i></div>
        </div>
    }
}

/// A finished evaluation.
#[component]
fn Outcome(finished: Arc<Finished>) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let revision = finished.revision;
    let stale = move || {
        (app.form.revision.get() != revision)
            .then(|| view! { <p class="note stale">{strings.verdict.stale}</p> })
    };
    let record = finished.record.clone();
    let outcome = record.outcome.clone();
    let scored = matches!(outcome.state, State::Scored(_));
    let cancelled =
        (record.cancelled && scored).then(|| view! { <p class="note">{strings.verdict.cancelled}</p> });
    let coverage = report::covered_line(&outcome, record.judge.kind, strings);
    let (head, rows) = match &outcome.parts {
        Parts::Recall(parts) => {
            let head =
                view! { <RecallHead parts=(**parts).clone() finished=finished.clone() scored /> }.into_any();
            let rows = view! { <RecallRows parts=(**parts).clone() finished=finished.clone() /> }.into_any();
            (Some(head), rows)
        }
        Parts::Sufficiency(_) | Parts::Breakdown(_) => {
            let (for_head, for_rows) = (finished.clone(), finished.clone());
            let head =
                view! { <Later part=Part::new(move || other_parts::head(for_head.clone())) /> }.into_any();
            let rows =
                view! { <Later part=Part::new(move || other_parts::rows(for_rows.clone())) /> }.into_any();
            (Some(head), rows)
        }
        Parts::None => (None, ().into_any()),
    };
    let unscored = (!scored).then(|| {
        let (outcome, judge) = (Arc::new(outcome.clone()), record.judge.kind);
        view! { <Later part=Part::new(move || unscored(outcome.clone(), judge)) /> }
    });
    // What is computed without asking comes out the same whoever is chosen.
    let judged_by = record.judge.kind;
    let asked = judged_by != JudgeKind::Nobody && !app.read_only;
    view! {
        {stale}
        {cancelled}
        {unscored}
        <div class="verdict">{head} <Facts record=record coverage=coverage shared=finished.shared /></div>
        <Warnings outcome=outcome.clone() judge=judged_by />
        <SideBySide finished=finished.clone() />
        {rows}
        {asked.then(|| view! { <AskSecond finished=finished.clone() /> })}
        <RawReplies trace=outcome.trace />
    }
    .into_any()
}
