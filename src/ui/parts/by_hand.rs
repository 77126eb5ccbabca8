//! The guided panel of the judge who copies a prompt into a chat and pastes the reply.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::copy::{Copied, CopyOutcome, copy};
use crate::evaluation::{Ask, Body, Question, Reply};
use crate::i18n::{Strings, fill};
use crate::run::pasted;
use crate::ui::browser;
use crate::ui::later::later;
use crate::ui::running;
use crate::ui::state::App;

const REPLY: &str = "hand-reply";
const PROMPT: &str = "hand-prompt";

later!(rooms: /// One ask for the person at the page.
pub fn by_hand(ask: Ask) -> AnyView { view! { <ByHandPanel ask /> }.into_any() });

#[component]
fn ByHandPanel(ask: Ask) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let rooms = strings.lang.rooms();
    let run = app.run;
    let again = ask.path.attempt > 0;
    let why = again.then(|| {
        let written = run.under_way.with_value(|all| pasted::written_before(all, &ask));
        why(&ask, &written, strings)
    });
    let place = run.under_way.with_value(|all| pasted::place(all, &ask));
    let place = place_told(&place, &ask, strings);
    let asked = StoredValue::new(ask.clone());
    let prompt = match ask.body {
        Body::Chat { prompt, .. } => prompt,
        Body::Embed { texts } | Body::Tokens { texts } => texts.join("\n\n"),
    };
    let copied = RwSignal::new(Copied::No);
    let empty = RwSignal::new(false);
    let to_copy = StoredValue::new(prompt.clone());
    // The prompt stays what it was: replies that were pasted already are about it.
    let began_at = run.began_at.get_value();
    let changed = move || {
        (app.form.revision.get() != began_at).then(|| {
            view! {
                <p class="note" id="hand-changed" role="status">{rooms.hand_changed}</p>
                <button type="button" class="secondary" id="hand-anew" on:click=move |_| anew(app)>{rooms.hand_anew}</button>
            }
        })
    };
    // Why the run would end with what was pasted, which may belong to another prompt.
    let unread = RwSignal::new(None);
    let refused = RwSignal::new(false);
    let read = move |as_it_is: bool| {
        let text = browser::value_of(REPLY).unwrap_or_default();
        let nothing = text.trim().is_empty();
        let reason = (!nothing && !as_it_is)
            .then(|| {
                let reply = Reply::text(text.as_str());
                run.under_way
                    .with_value(|all| asked.with_value(|ask| pasted::unread(all, ask, &reply)))
            })
            .flatten();
        empty.set(nothing);
        unread.set(reason.map(|reason| strings.reason(reason).what));
        refused.set(pasted::reads_like_a_refusal(&text));
        if nothing || reason.is_some() {
            browser::focus_soon(REPLY);
        } else {
            run.paste(&text);
        }
    };
    let wrong = move || empty.get() || unread.get().is_some();
    // A draft survives a change of language.
    let keep = move |_| run.draft.set(browser::value_of(REPLY).unwrap_or_default());
    let draft = run.draft.get_untracked();
    browser::focus_soon("hand-copy");
    view! {
        <div class="hand">
            <h3>{strings.lang.hand().heading}</h3>
            <p class="hint" id="hand-place">{place}</p>
            {changed}
            {why.map(|why| view! { <p class="note">{strings.join(&[&why, strings.lang.hand().again_chat])}</p> })}
            <ol>
                <li>
                    <label for=PROMPT>{if again { strings.lang.hand().step_copy_again } else { strings.lang.hand().step_copy }}</label>
                    <textarea
                        id=PROMPT
                        class="prompt-text"
                        readonly
                        rows="7"
                        dir="auto"
                        spellcheck="false"
                        aria-label=strings.lang.hand().prompt
                        prop:value=prompt
                    ></textarea>
                    <button type="button" class="primary" id="hand-copy" on:click=move |_| copy(to_copy.get_value(), copied)>
                        {strings.lang.hand().copy}
                    </button>
                    <CopyOutcome copied />
                </li>
                <li>
                    <label for=REPLY>{strings.lang.hand().step_paste}</label>
                    <textarea
                        id=REPLY
                        rows="7"
                        dir="auto"
                        spellcheck="false"
                        aria-label=strings.lang.hand().reply
                        aria-invalid=move || wrong().then_some("true")
                        aria-describedby=move || wrong().then_some("hand-error")
                        prop:value=draft
                        on:change=keep
                        on:keydown=move |event| {
                            if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && !event.is_composing() && event.key_code() != 229 {
                                event.prevent_default();
                                event.stop_propagation();
                                read(false);
                            }
                        }
                    ></textarea>
                    {move || empty.get().then(|| view! { <p class="error" id="hand-error">{strings.lang.hand().empty}</p> })}
                    {move || {
                        let why = unread.get()?;
                        let cause = if refused.get() { rooms.hand_refused } else { rooms.hand_unread };
                        let said = strings.join(&[why, cause]);
                        Some(view! {
                            <p class="error" id="hand-error">{said}</p>
                            <button type="button" class="link" id="hand-anyway" on:click=move |_| read(true)>{rooms.hand_anyway}</button>
                        })
                    }}
                    <div class="buttons">
                    <button type="button" class="primary" id="hand-read" on:click=move |_| read(false)>{strings.lang.hand().read}</button>
                    {again
                        .then(|| {
                            view! {
                                <button type="button" class="secondary" on:click=move |_| run.skip()>
                                    {strings.lang.hand().skip}
                                </button>
                            }
                        })}
                    </div>
                </li>
            </ol>
        </div>
    }
}

/// `Prompt 2 of 7 · Context Precision · verdict on chunk 1`.
fn place_told(place: &pasted::Place, ask: &Ask, strings: &Strings) -> String {
    let hand = strings.lang.hand();
    let (number, all) = (place.number.to_string(), place.all.to_string());
    let names: Vec<&str> = place.metrics.iter().map(|id| strings.metric_name(id)).collect();
    let again = if ask.path.attempt > 0 {
        hand.place_again
    } else {
        ""
    };
    let parts = [
        fill(hand.place, &[("number", &number), ("all", &all)]),
        names.join(strings.embedded.separator),
        strings.lang.step(&ask.path, &ask.question),
        again.to_owned(),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

/// Ends the run, and begins one with what stands in the form.
fn anew(app: App) {
    app.run.cancel_by_hand();
    spawn_local(async move {
        // The run that was cancelled is written down first.
        for _ in 0..200 {
            if app.run.since.get_untracked().is_none() {
                break;
            }
            TimeoutFuture::new(10).await;
        }
        running::start(app);
    });
}

/// Why there is a second question.
fn why(ask: &Ask, written: &[(String, String)], strings: &Strings) -> String {
    match &ask.question {
        Question::Passages { wanted, .. } => {
            let names: Vec<String> = wanted.iter().map(|id| id.key()).collect();
            let asked = fill(
                strings.lang.hand().again_passages,
                &[("names", &names.join(", "))],
            );
            if written.is_empty() {
                return asked;
            }
            let quoted = |text: &String| fill(strings.embedded.quoted, &[("text", text)]);
            let list: Vec<String> = written
                .iter()
                .map(|(name, text)| format!("{name}: {}", quoted(text)))
                .collect();
            let list = list.join(strings.embedded.separator);
            strings.join(&[
                &asked,
                &fill(strings.lang.hand().again_written, &[("list", &list)]),
            ])
        }
        Question::Sufficiency { .. } => strings.lang.hand().again_keys.to_owned(),
        _ => strings.lang.hand().again_other.to_owned(),
    }
}
