//! The run button with its cost, and what is under way: progress, elapsed time, cancel.

use leptos::prelude::*;

use super::cannot::{CannotJudge, current_plan};
use crate::i18n::fill;
use crate::judge::JudgeKind;
use crate::prompt::tokens;
use crate::sample::check::faults;
use crate::share::report;
use crate::stats::rational::fixed;
use crate::ui::browser;
use crate::ui::later::{Later, Part, later};
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
            let percent = fixed(share * 100.0, 0);
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

/// What the run costs.
#[component]
fn Cost() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let asked = Memo::new(move |_| matches!(app.setup.kind.get(), JudgeKind::ByHand | JudgeKind::Api));
    move || {
        if asked.get() {
            return view! { <Later part=Part::new(asking) /> }.into_any();
        }
        let computed = move || current_plan(app).is_some_and(|plan| plan.computed);
        let sentence = move || {
            if computed() {
                strings.run.computed
            } else {
                strings.run.cost_embedded
            }
        };
        view! { <span class="cost" id="cost">{sentence}</span> }.into_any()
    }
}

later!(rooms: /// The prompts and calls of a person or an API.
fn asking() -> AnyView { view! { <Asking /> }.into_any() });

#[component]
fn Asking() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    // Counted when typing pauses.
    let planned = Memo::new(move |_| current_plan(app));
    let unfilled = Memo::new(move |_| {
        app.form.revision.track();
        let inputs = app.inputs();
        let wrong = |metric| !app.settings.wrong(metric).is_empty();
        app.metrics().into_iter().any(wrong)
            || !faults(&inputs.fields, &inputs.optional, &app.form.sample_of(&inputs)).is_empty()
    });
    let sentence = move || {
        let plan = planned.get();
        if plan.is_some_and(|plan| plan.computed) {
            return strings.run.computed.to_owned();
        }
        if plan.is_some_and(|plan| app.setup.needs_no_judge(&plan)) {
            return strings.run.cost_embedded.to_owned();
        }
        // What can't be judged as it stands asks nobody.
        let Some(plan) = plan.filter(|_| !unfilled.get()) else {
            return format!("{}: {}", strings.picker().calls, strings.picker().unknown);
        };
        let (calls, all) = app.setup.calls(&plan);
        if calls == 0 {
            return format!("{}: 0", strings.picker().calls);
        }
        let values = [
            ("tokens", thousands(plan.tokens)),
            ("calls", calls.to_string()),
            ("all", all.to_string()),
            ("host", app.setup.host()),
        ];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        let by_hand = app.setup.kind.get() == JudgeKind::ByHand;
        let sentence = match (by_hand, plan.demands.follow_ups) {
            (true, true) if calls == all => strings.plan().hand_same,
            (false, true) if calls == all => strings.plan().api_same,
            (true, true) => strings.plan().hand,
            (true, false) if calls == 1 => strings.run.cost_hand,
            (true, false) => strings.plan().hand_exact,
            (false, true) => strings.plan().api,
            (false, false) if plan.demands.once => strings.plan().api_once,
            (false, false) => strings.plan().api_exact,
        };
        let sentence = fill(sentence, &values);
        match plan.shared {
            0 => sentence,
            count => format!(
                "{sentence} · {}",
                fill(strings.together().shared, &[("count", &count.to_string())])
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
