//! How an outcome came about, as chips: judge, parameters, prompt, tokens, time; and the warnings.

use leptos::prelude::*;

use super::cost::cost_fact;
use super::prompt_panel::short;
use crate::evaluation::{Body, Outcome, PromptRef};
use crate::i18n::{Strings, fill};
use crate::judge::JudgeKind;
use crate::run::Record;
use crate::share::{iso_8601, report};
use crate::ui::browser;
use crate::ui::later::{Later, Part};
use crate::ui::parts::marked_text::visible;
use crate::ui::state::App;

/// The chips. `coverage` comes first: "Passages scored: 3 of 3".
#[component]
pub fn Facts(
    /// What is told.
    record: Record,
    /// The metric's own chip.
    #[prop(optional_no_strip)]
    coverage: Option<String>,
    /// Asks that the calls for other metrics answered.
    #[prop(optional)]
    shared: usize,
) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let prompts = prompts(&record.outcome, strings);
    let read = record.judge.kind != JudgeKind::Embedded;
    let tokens = report::tokens_line(&record.outcome, strings);
    let settings = report::settings_line(&record.outcome, strings);
    let shared = (shared > 0).then(|| {
        fill(
            strings.together().shared_replies,
            &[("count", &shared.to_string())],
        )
    });
    let cost = (record.judge.kind == JudgeKind::Api).then(|| {
        let record = record.clone();
        view! { <Later part=Part::new(move || cost_fact(record.clone())) /> }
    });
    let date = browser::date(app.lang.get_untracked(), record.started_ms);
    let time = (!date.is_empty())
        .then(|| view! { <li><time datetime=iso_8601(record.started_ms)>{date}</time></li> });
    view! {
        <ul class="facts" aria-label=strings.verdict.facts>
            {coverage.map(|coverage| view! { <li>{coverage}</li> })}
            <li>{visible(&report::judge_line(&record.judge, strings))}</li>
            {report::learned(&record.judge, strings)
                .into_iter()
                .map(|sentence| view! { <li>{visible(&sentence)}</li> })
                .collect_view()}
            {(!settings.is_empty()).then(|| view! { <li>{visible(&settings)}</li> })}
            {prompts
                .into_iter()
                .map(|(text, hash, edited)| {
                    view! {
                        <li title=hash>
                            {text} {(edited && read).then(|| view! { " · " <b>{strings.prompt_panel.edited}</b> })}
                        </li>
                    }
                })
                .collect_view()}
            {tokens.map(|tokens| view! { <li>{tokens}</li> })}
            {shared.map(|shared| view! { <li>{shared}</li> })}
            {cost}
            <li>{report::seconds(record.elapsed_ms, strings)}</li>
            {time}
        </ul>
    }
}

/// The prompts that were sent, a chip a template: its text with the template's hash, which is the same for every
/// sample; the whole hashes, of the template and of what was sent; whether it was edited.
fn prompts(outcome: &Outcome, strings: &Strings) -> Vec<(String, String, bool)> {
    let mut sent: Vec<(&PromptRef, Vec<&str>)> = Vec::new();
    for exchange in outcome.trace.iter() {
        let Body::Chat { source, sha256, .. } = &exchange.ask.body else {
            continue;
        };
        match sent
            .iter_mut()
            .find(|(of, _)| of.template_sha256 == source.template_sha256)
        {
            Some((_, hashes)) => hashes.push(sha256),
            None => sent.push((source, vec![sha256])),
        }
    }
    sent.into_iter()
        .map(|(source, hashes)| {
            let version = source.version.to_string();
            let mut told = short(&source.template_sha256);
            if hashes.len() > 1 {
                told.push_str(&format!(" · {} ×", hashes.len()));
            }
            let values = [("id", source.id.as_str()), ("version", &version), ("hash", &told)];
            let whole = [
                fill(strings.prompt_panel.hash, &[("hash", &source.template_sha256)]),
                fill(strings.verdict.prompt_title, &[("hash", &hashes.join(", "))]),
            ];
            (
                fill(strings.verdict.prompt_fact, &values),
                whole.join("\n"),
                source.edited,
            )
        })
        .collect()
}

/// The warnings of an outcome.
#[component]
pub fn Warnings(
    /// Whose.
    outcome: Outcome,
    /// The judge.
    judge: JudgeKind,
) -> impl IntoView {
    let strings = App::get().strings();
    let sentences = report::notes(&outcome, judge, strings);
    (!sentences.is_empty()).then(|| {
        view! {
            <ul class="note warnings" aria-label=strings.verdict.warnings>
                {sentences.into_iter().map(|sentence| view! { <li>{visible(&sentence)}</li> }).collect_view()}
            </ul>
        }
    })
}
