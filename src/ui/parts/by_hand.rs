//! The guided panel of the judge who copies a prompt into a chat and pastes the reply.

use leptos::prelude::*;

use super::copy::{Copied, CopyOutcome, copy};
use crate::evaluation::{Ask, Body, Question, Reply};
use crate::i18n::{Strings, fill};
use crate::run::pasted;
use crate::ui::browser;
use crate::ui::later::later;
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
    let why = again.then(|| why(&ask, strings));
    let asked = StoredValue::new(ask.clone());
    let prompt = match ask.body {
        Body::Chat { prompt, .. } => prompt,
        Body::Embed { texts } | Body::Tokens { texts } => texts.join("\n\n"),
    };
    let copied = RwSignal::new(Copied::No);
    let empty = RwSignal::new(false);
    let to_copy = StoredValue::new(prompt.clone());
    // Why the run would end with what was pasted, which may belong to another prompt.
    let unread = RwSignal::new(None);
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
            {why.map(|why| view! { <p class="note">{strings.join(&[&why, strings.lang.hand().again_chat])}</p> })}
            <ol>
                <li>
                    <label for=PROMPT>{strings.lang.hand().step_copy}</label>
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
                        let said = strings.join(&[why, rooms.hand_unread]);
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

/// Why there is a second question.
fn why(ask: &Ask, strings: &Strings) -> String {
    match &ask.question {
        Question::Passages { wanted, .. } => {
            let names: Vec<String> = wanted.iter().map(|id| id.key()).collect();
            fill(
                strings.lang.hand().again_passages,
                &[("names", &names.join(", "))],
            )
        }
        Question::Sufficiency { .. } => strings.lang.hand().again_keys.to_owned(),
        _ => strings.lang.hand().again_other.to_owned(),
    }
}
