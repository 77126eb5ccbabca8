//! The raw replies, each with the prompt that it answers.

use std::sync::Arc;

use leptos::prelude::*;

use super::cost::cost_line;
use super::marked_text::{unshortened, visible};

use crate::evaluation::{Ask, Body, Exchange, FailureKind, NoReply, Reply, Stop, Usage};
use crate::i18n::{Strings, fill};
use crate::judge::JudgeKind;
use crate::judge::api::prices::Cost;
use crate::prompt::tokens;
use crate::text::visible::head;
use crate::ui::later::{Later, Part, later};
use crate::ui::state::App;

/// As much of a prompt or reply as is shown at first, in bytes.
const SHOWN: usize = 100_000;

/// See the module. They are built when they are opened.
#[component]
pub fn RawReplies(
    /// Every ask with its reply.
    trace: Arc<Vec<Exchange>>,
) -> impl IntoView {
    let strings = App::get().strings();
    (!trace.is_empty()).then(|| {
        let opened = RwSignal::new(false);
        let parts = move || {
            let trace = trace.clone();
            opened
                .get()
                .then(|| view! { <Later part=Part::new(move || replies(trace.clone())) /> })
        };
        view! {
            <details class="raw" on:toggle=move |_| opened.set(true)>
                <summary>{strings.verdict.raw}</summary>
                {parts}
            </details>
        }
    })
}

later!(rooms: fn replies(trace: Arc<Vec<Exchange>>) -> AnyView {
    trace
        .iter()
        .cloned()
        .enumerate()
        .map(|(at, exchange)| view! { <Raw number=at + 1 about=String::new() exchange /> })
        .collect_view()
        .into_any()
});

/// What a reply is called: `Reply 5 · Chunk 0`.
pub fn name_of(number: usize, ask: &Ask, about: &str, strings: &Strings) -> String {
    let name = if ask.path.attempt > 0 {
        strings.verdict.raw_again
    } else {
        strings.verdict.raw_one
    };
    let name = fill(name, &[("number", &number.to_string())]);
    if about.is_empty() {
        name
    } else {
        format!("{name} · {about}")
    }
}

/// One reply with the prompt that it answers.
#[component]
pub fn Raw(
    /// Its number in the order in which replies came.
    number: usize,
    /// What it is about, where that has a name of its own; may be empty.
    about: String,
    /// The ask and its reply.
    exchange: Exchange,
) -> impl IntoView {
    let strings = App::get().strings();
    let name = name_of(number, &exchange.ask, &about, strings);
    let (prompt, hashes) = match exchange.ask.body {
        Body::Chat {
            prompt,
            sha256,
            source,
            ..
        } => {
            let hashes = [
                fill(strings.prompt_panel.hash, &[("hash", &source.template_sha256)]),
                fill(strings.verdict.prompt_title, &[("hash", &sha256)]),
            ];
            (prompt, hashes.map(Some))
        }
        Body::Embed { texts } | Body::Tokens { texts } => (texts.join("\n\n"), [None, None]),
    };
    let mut notes: Vec<String> = Vec::new();
    let text = match exchange.reply {
        Reply::Text(reply) => {
            notes.extend(reply.model.clone());
            notes.extend(reply.usage.and_then(|usage| paid(usage, App::get())));
            if reply.stop == Stop::Length {
                notes.push(strings.verdict.cut_off.to_owned());
            }
            // What a server says of a refusal stands below the words, or in their place.
            if matches!(reply.stop, Stop::Refusal | Stop::Blocked) {
                notes.push(strings.lang.connect().raw_reasons.to_owned());
            }
            reply.text
        }
        Reply::Vectors(vectors) => format!("{} × {}", vectors.len(), vectors.first().map_or(0, Vec::len)),
        Reply::Tokens(texts) => {
            let cut = texts.iter().any(|text| text.cut);
            notes.extend(cut.then(|| strings.verdict.cut_off.to_owned()));
            notes.extend(texts.first().map(|text| text.model.clone()));
            let counts: Vec<String> = texts.iter().map(|text| text.tokens.len().to_string()).collect();
            let width = texts
                .iter()
                .find_map(|text| Some(text.tokens.first()?.vector.len()));
            format!("{} × {}", counts.join(" + "), width.unwrap_or(0))
        }
        Reply::None(NoReply::Failed(failure)) => {
            notes.extend(failure.usage.and_then(|usage| paid(usage, App::get())));
            if failure.kind == FailureKind::Empty {
                // The model wrote nothing: the reason of the end is the server's.
                notes.extend((!failure.detail.is_empty()).then_some(failure.detail));
                strings.verdict.raw_none.to_owned()
            } else {
                notes.push(strings.lang.connect().raw_not_model.to_owned());
                failure.detail
            }
        }
        Reply::None(_) => strings.verdict.raw_none.to_owned(),
    };
    let sent = RwSignal::new(false);
    let prompt = StoredValue::new(prompt);
    let prompt = move || {
        let label = strings.verdict.raw_sent.to_owned();
        sent.get()
            .then(|| view! { <Long text=prompt.get_value() label /> })
    };
    view! {
        <div class="raw-one">
            <h3>{name.clone()} " " {(!notes.is_empty()).then(|| view! { <span class="tag" dir="auto">{visible(&notes.join(" · "))}</span> })}</h3>
            <Long text label=name />
            {hashes.map(|hash| hash.map(|hash| view! { <p class="hint hash">{hash}</p> })).into_iter().collect_view()}
            <details on:toggle=move |_| sent.set(true)>
                <summary>{strings.verdict.raw_sent}</summary>
                {prompt}
            </details>
        </div>
    }
    .into_any()
}

/// Tokens and cost of one call to an API.
fn paid(usage: Usage, app: App) -> Option<String> {
    // All outcomes of a run come from one judge.
    let judge = app
        .run
        .finished
        .with_untracked(|all| all.first().map(|one| one.record.judge.clone()))?;
    if judge.kind != JudgeKind::Api {
        return None;
    }
    let count = |tokens: Option<u64>| tokens.map_or_else(|| "?".to_owned(), tokens::grouped);
    let (prompt, completion) = (count(usage.prompt), count(usage.completion));
    let tokens = fill(
        app.strings().verdict.tokens_fact,
        &[("prompt", &prompt), ("completion", &completion)],
    );
    let price = untrack(|| app.setup.prices.of(&judge.provider, &judge.model));
    let cost = Cost::of_calls(&[Some(usage)], price.as_ref())?;
    Some(format!("{tokens} · {}", untrack(|| cost_line(cost, app))))
}

/// A long text in part, with a button for the rest.
#[component]
fn Long(text: String, label: String) -> impl IntoView {
    let strings = App::get().strings();
    let all = RwSignal::new(false);
    let label = StoredValue::new(label);
    let text = StoredValue::new(text);
    move || {
        let limit = if all.get() { usize::MAX } else { SHOWN };
        let (shown, left) = text.with_value(|text| {
            let (shown, left) = head(text, limit);
            (shown.to_owned(), left)
        });
        let more = (left > 0).then(|| {
            let name = fill(strings.evidence.show_all, &[("count", &left.to_string())]);
            view! { <button type="button" class="link" on:click=move |_| all.set(true)>{name}</button> }
        });
        view! {
            <pre class="reply" dir="auto" tabindex="0" role="region" aria-label=label.get_value()>{unshortened(&shown)}</pre>
            {more}
        }
    }
}
