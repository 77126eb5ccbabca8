//! The verdict zone: what is under way, waits for a paste, came out, or is to be learned first.

use std::sync::Arc;

use leptos::prelude::*;

use super::breakdown::{BreakdownHead, BreakdownRows, coverage};
use super::by_hand::ByHandPanel;
use super::copy::{Copied, CopyOutcome, copy};
use super::empty::Empty;
use super::facts::{Facts, Warnings};
use super::raw::RawReplies;
use super::recall::{RecallHead, RecallRows};
use super::scores::Scores;
use super::sufficiency::{SufficiencyChange, SufficiencyHead, SufficiencyRows};
use super::unscored::Unscored;
use crate::evaluation::{Parts, State};
use crate::i18n::{Strings, fill};
use crate::judge::JudgeKind;
use crate::share::report;
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
                Some(ask) => view! { <ByHandPanel ask /> }.into_any(),
                None => view! { <UnderWay /> }.into_any(),
            };
        }
        match finished() {
            Some(finished) => {
                let (all, shown) = (run.finished.get_untracked(), finished.metric.id());
                view! { <Scores all shown /> <Outcome finished /> }.into_any()
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
            <CopyOutcome copied />
            {body}
        </section>
    }
}

#[component]
fn CopyButtons(all: Vec<Arc<Finished>>, copied: RwSignal<Copied>) -> impl IntoView {
    let strings = App::get().strings();
    copied.set(Copied::No);
    let of = move |write: fn(&[report::Judged<'_>], &Strings) -> String| {
        let judged: Vec<_> = all.iter().map(|one| (&*one.sample, &one.record)).collect();
        copy(write(&judged, strings), copied);
    };
    let other = of.clone();
    view! {
        <button
            type="button"
            class="link"
            on:click=move |_| of(|judged, _| report::json_of(judged))
        >
            {strings.verdict.copy_json}
        </button>
        <button
            type="button"
            class="link"
            on:click=move |_| other(report::markdown_of)
        >
            {strings.verdict.copy_markdown}
        </button>
    }
}

#[component]
fn UnderWay() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let retry = move || {
        app.run
            .retry
            .get()
            .map(|retry| view! { <p class="note" role="status">{retry.sentence(strings)}</p> })
    };
    let elapsed = move || app.run.elapsed_ms().map(|ms| report::seconds(ms, strings));
    view! {
        <div class="under-way">
            <p><span class="spinner" aria-hidden="true"></span> {strings.run.running} " " <span class="num">{elapsed}</span></p>
            {retry}
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
    let (head, rows, coverage) = match &outcome.parts {
        Parts::Recall(parts) => {
            let count = parts
                .passages
                .iter()
                .filter(|row| row.score.is_some())
                .count()
                .to_string();
            let all = (parts.essential.len() + parts.bonus.len()).to_string();
            let coverage = fill(strings.verdict.scored_of, &[("scored", &count), ("all", &all)]);
            let head =
                view! { <RecallHead parts=(**parts).clone() finished=finished.clone() scored /> }.into_any();
            let rows = view! { <RecallRows parts=(**parts).clone() finished=finished.clone() /> }.into_any();
            (Some(head), rows, Some(coverage))
        }
        Parts::Sufficiency(parts) => {
            let head = scored.then(|| {
                view! { <SufficiencyHead parts=(**parts).clone() finished=finished.clone() /> }.into_any()
            });
            let rows = view! {
                <SufficiencyChange parts=(**parts).clone() finished=finished.clone() />
                <SufficiencyRows parts=(**parts).clone() sample=finished.sample.clone() />
            }
            .into_any();
            (head, rows, None)
        }
        Parts::Breakdown(parts) => {
            let coverage = coverage(parts, strings);
            let head =
                view! { <BreakdownHead parts=(**parts).clone() finished=finished.clone() /> }.into_any();
            let rows =
                view! { <BreakdownRows parts=(**parts).clone() finished=finished.clone() /> }.into_any();
            (Some(head), rows, coverage)
        }
        Parts::None => (None, ().into_any(), None),
    };
    let unscored = (!scored).then(
        || view! { <Unscored outcome=outcome.clone() by_hand=record.judge.kind == JudgeKind::ByHand /> },
    );
    view! {
        {stale}
        {cancelled}
        {unscored}
        <div class="verdict">{head} <Facts record=record coverage=coverage shared=finished.shared /></div>
        <Warnings outcome=outcome.clone() />
        {rows}
        <RawReplies trace=outcome.trace />
    }
    .into_any()
}
