//! The run button with its cost, and what is under way: progress, elapsed time, cancel.

use leptos::prelude::*;

use super::cannot::{CannotJudge, current_plan};
use crate::i18n::fill;
use crate::judge::JudgeKind;
use crate::prompt::tokens;
use crate::sample::check::faults;
use crate::share::report;
use crate::ui::browser;
use crate::ui::running;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn Go() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let running = move || app.run.since.get().is_some();
    let keys = if browser::is_apple() {
        "⌘ ↵"
    } else {
        "Ctrl ↵"
    };
    // Said where it is pressed as well as above.
    let framed = browser::framed();
    let cancel = move |_| {
        app.run.cancel();
        browser::focus_soon("judge");
    };
    view! {
        <div class="go">
            <CannotJudge />
            <TooLong />
            // Stays while a run is under way, so that the focus has a place to be.
            <button
                type="button"
                class="primary"
                id="judge"
                aria-keyshortcuts="Control+Enter Meta+Enter"
                aria-disabled=move || (running() || framed).then_some("true")
                aria-describedby=framed.then_some("framed")
                on:click=move |_| running::start(app)
            >
                {strings.run.judge}
                <Show when=move || !running()><kbd aria-hidden="true">{keys}</kbd></Show>
            </button>
            {framed.then(|| view! { <span class="cost" id="framed">{strings.keep.framed}</span> })}
            <Show when=running fallback=move || (!framed).then(|| view! { <Cost /> })>
                <button type="button" class="secondary" id="cancel" on:click=cancel>{strings.run.cancel}</button>
                <UnderWay />
            </Show>
        </div>
    }
}

#[component]
fn UnderWay() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let elapsed = move || app.run.elapsed_ms().map(|ms| report::seconds(ms, strings));
    let by_hand = move || app.run.by_hand.with(Option::is_some);
    let what = move || {
        if by_hand() {
            strings.run.your_turn
        } else {
            strings.run.running
        }
    };
    let progress = move || {
        // A person sees which question it is; counting adds nothing but for several metrics.
        if by_hand() && !app.several() {
            return None;
        }
        if let Some(share) = app.setup.built_in_loaded.get() {
            let percent = format!("{:.0}", share * 100.0);
            return Some(fill(strings.calling.built_in_loading, &[("percent", &percent)]));
        }
        // Why nothing seems to happen matters more than the count.
        if let Some(waits) = app.run.waits.get() {
            return Some(waits);
        }
        // With the clock, ten times a second: were it drawn with each reply, the next call would wait for that.
        app.run.now.track();
        let progress = app.run.progress.get_untracked()?;
        let known = (progress.answered + progress.open).to_string();
        Some(fill(
            strings.run.progress,
            &[("answered", &progress.answered.to_string()), ("known", &known)],
        ))
    };
    view! {
        <span class="cost">
            <span class="spinner" aria-hidden="true"></span>
            " " {what} " " <span class="num">{elapsed}</span> " " {progress}
        </span>
    }
}

#[component]
fn Cost() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    // Counted when typing pauses.
    let planned = Memo::new(move |_| current_plan(app));
    let unfilled = Memo::new(move |_| {
        app.form.revision.track();
        let inputs = app.inputs();
        !faults(&inputs.fields, &inputs.optional, &app.form.sample_of(&inputs)).is_empty()
    });
    let sentence = move || {
        let plan = planned.get();
        if plan.is_some_and(|plan| plan.computed) {
            return strings.plan.computed.to_owned();
        }
        let more = plan.is_some_and(|plan| plan.demands.follow_ups);
        let here = plan.is_some_and(|plan| app.setup.needs_no_judge(&plan));
        let asked = !here && matches!(app.setup.kind.get(), JudgeKind::ByHand | JudgeKind::Api);
        // What can't be judged as it stands asks nobody.
        if asked && (plan.is_none() || unfilled.get()) {
            return format!("{}: {}", strings.picker.calls, strings.picker.unknown);
        }
        let (calls, all) = plan.map_or((0, 0), |plan| app.setup.calls(&plan));
        if asked && calls == 0 {
            return format!("{}: 0", strings.picker.calls);
        }
        let tokens = plan.map_or(0, |plan| plan.tokens);
        let (about, calls_text, host) = (thousands(tokens), calls.to_string(), app.setup.host());
        let all = all.to_string();
        let values = [
            ("tokens", about.as_str()),
            ("calls", calls_text.as_str()),
            ("all", all.as_str()),
            ("host", host.as_str()),
        ];
        let kind = if here {
            JudgeKind::Embedded
        } else {
            app.setup.kind.get()
        };
        let once = plan.is_some_and(|plan| plan.demands.once);
        let sentence = match (kind, more, calls) {
            (JudgeKind::Embedded | JudgeKind::BuiltIn | JudgeKind::Nobody, ..) => strings.run.cost_embedded,
            (JudgeKind::ByHand, true, _) => strings.plan.hand,
            (JudgeKind::ByHand, false, 1) => strings.run.cost_hand,
            (JudgeKind::ByHand, false, _) => strings.plan.hand_exact,
            (JudgeKind::Api, true, _) => strings.plan.api,
            (JudgeKind::Api, false, _) if once => strings.plan.api_once,
            (JudgeKind::Api, false, _) => strings.plan.api_exact,
        };
        let sentence = fill(sentence, &values);
        match plan.filter(|_| asked).map_or(0, |plan| plan.shared) {
            0 => sentence,
            count => format!(
                "{sentence} · {}",
                fill(strings.together.shared, &[("count", &count.to_string())])
            ),
        }
    };
    view! { <span class="cost" id="cost">{sentence}</span> }
}

/// A prompt that the model can't take, where it is known how much it takes: said before the call.
#[component]
fn TooLong() -> impl IntoView {
    let app = App::get();
    let short = Memo::new(move |_| context_short(app));
    move || {
        let told = short.get()?;
        Some(view! { <p class="note" id="context-short">{told}</p> })
    }
}

/// The warning that the longest prompt is more than the model takes.
pub fn context_short(app: App) -> Option<String> {
    if app.setup.kind.get() != JudgeKind::Api {
        return None;
    }
    let tokens = app.setup.context_tokens()?;
    let longest = current_plan(app)?.longest;
    if longest <= tokens as usize {
        return None;
    }
    let (prompt, tokens, model) = (
        thousands(longest),
        tokens::grouped(tokens.into()),
        app.setup.model_name(),
    );
    let values = [
        ("prompt", prompt.as_str()),
        ("tokens", &tokens),
        ("model", &model),
    ];
    Some(fill(app.strings().calling.context_short, &values))
}

/// Two leading digits are all that an estimate is worth; with commas.
fn thousands(count: usize) -> String {
    let unit = match count {
        0..100 => 1,
        100..10_000 => 10,
        10_000..100_000 => 1000,
        _ => 10_000,
    };
    tokens::grouped((count / unit * unit) as u64)
}
