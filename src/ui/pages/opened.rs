//! A record that came by link or file, to be read: it fetches nothing and runs nothing. Scores are computed here from
//! the replies that it holds; what it claims is held against them.

use std::sync::Arc;

use leptos::context::Provider;
use leptos::prelude::*;

use crate::evaluation::{Scale, State};
use crate::i18n::{Strings, fill};
use crate::judge::JudgeKind;
use crate::metric::catalogue;
use crate::run::rescore::{Basis, Claim, Rescored, Versions, basis, other_prompts, rescore};
use crate::sample::Sample;
use crate::share::link::{View, view_in};
use crate::share::record::{Holds, Judged, Record};
use crate::share::{iso_8601, report};
use crate::stats::rational::{decimals, with_minus};
use crate::text::visible::head;
use crate::ui::browser;
use crate::ui::keep::back::{edit_a_copy, finished_of, recorded};
use crate::ui::keep::writing;
use crate::ui::later::later;
use crate::ui::parts::evidence::Evidence;
use crate::ui::parts::frame::{Foot, TopBar};
use crate::ui::parts::many::Many;
use crate::ui::parts::marked_text::{unshortened, visible};
use crate::ui::parts::verdict::Verdict;
use crate::ui::rooms::FILE;
use crate::ui::state::App;

/// As much of a text as is shown at first, in bytes.
const SHOWN: usize = 100_000;

later!(rooms: /// The page of a record.
pub fn opened(record: Arc<Record>, view: View) -> AnyView { view! { <OpenedPage record view /> }.into_any() });

#[component]
fn OpenedPage(record: Arc<Record>, view: View) -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    let r = app.strings().lang.rooms();
    if view == View::Embed {
        return view! {
            <main id="main" class="page embed" tabindex="-1">
                <Reading record=record.clone() />
                <p class="embed-foot">
                    <a href=browser::address().unwrap_or_default().replacen("#e", "#s", 1) target="_blank" rel="noopener">{k.embed_open}</a>
                </p>
            </main>
        }
        .into_any();
    }
    let source = record.clone();
    let copied = record.clone();
    let scores = record.holds == Holds::Scores;
    let edit = (!scores && !browser::framed()).then(|| {
        view! { <button type="button" class="primary" id="edit-copy" on:click=move |_| {
            let record = copied.clone();
            leptos::task::spawn_local(async move { edit_a_copy(app, &record).await });
        }>{r.edit_copy}</button> }
    });
    let kept = RwSignal::new(false);
    let store = (!scores && app.keep.keeps()).then(|| {
        view! {
            <button type="button" class="secondary" id="keep-it" aria-disabled=move || kept.get().then_some("true") on:click=move |_| {
                if kept.get_untracked() {
                    return;
                }
                kept.set(true);
                let record = source.clone();
                leptos::task::spawn_local(async move {
                    if writing::add(app, &record, true).await.is_none() {
                        kept.set(false);
                    }
                });
            }>{move || if kept.get() { r.kept } else { k.keep }}</button>
        }
    });
    let banner = banner(&record, app.strings());
    view! {
        <TopBar />
        <main id="main" class="page wide" tabindex="-1">
            <div class="banner" role="region" aria-label=r.banner_label>
                {banner}
                <div class="buttons">{edit} {store}</div>
            </div>
            <crate::ui::pages::history::Trouble />
            <Reading record />
        </main>
        <Foot />
    }
    .into_any()
}

/// What stands above a record that is read: what it holds, and that nothing was fetched or run for it.
pub fn banner(record: &Record, strings: &Strings) -> AnyView {
    let r = strings.lang.rooms();
    let holds = match record.holds {
        Holds::Inputs => r.banner_inputs,
        Holds::Verdict => banner_of_verdict(record, strings),
        Holds::Scores => r.banner_scores,
    };
    view! { <p><b>{r.banner_label}</b> " " {holds} " " {r.banner_still}</p> }.into_any()
}

/// What a verdict that was shared holds, and what its score was computed from.
fn banner_of_verdict(record: &Record, strings: &Strings) -> &'static str {
    let e = strings.lang.elsewhere();
    let bases: Vec<Basis> = record
        .metrics
        .iter()
        .map(|judged| basis(record, judged))
        .collect();
    let all = |wanted: &[Basis]| !bases.is_empty() && bases.iter().all(|basis| wanted.contains(basis));
    match () {
        () if all(&[Basis::Numbers]) => e.banner_numbers,
        () if all(&[Basis::Texts, Basis::Numbers]) => e.banner_texts,
        () if all(&[Basis::Nothing]) => e.banner_no_replies,
        () => strings.lang.rooms().banner_verdict,
    }
}

later!(rooms: /// What can't be read, and why.
pub fn broken(sentence: String) -> AnyView { view! { <BrokenPage sentence /> }.into_any() });

#[component]
fn BrokenPage(sentence: String) -> impl IntoView {
    let k = &App::get().strings().keep;
    let r = App::get().strings().lang.rooms();
    // In a frame on another page the message stands alone, as what it is about would have.
    let embedded = browser::address().and_then(|address| view_in(&address)) == Some(View::Embed);
    if embedded || browser::framed() {
        return view! {
            <main id="main" class="page embed" tabindex="-1"><p class="note" role="alert">{sentence}</p></main>
        }
        .into_any();
    }
    let is_file = browser::query("page").as_deref() == Some(FILE);
    let next = if is_file {
        r.broken_next_file
    } else {
        r.broken_next
    };
    view! {
        <TopBar />
        <main id="main" class="page" tabindex="-1">
            <div class="title"><h1>{k.broken}</h1></div>
            <p class="note" role="alert">{sentence}</p>
            <crate::ui::pages::history::Trouble />
            <p class="pad">{next}</p>
        </main>
        <Foot />
    }
    .into_any()
}

/// A record as its receiver sees it.
#[component]
pub fn Reading(record: Arc<Record>) -> impl IntoView {
    // A state of its own within the page: nothing that is shown here touches what is typed.
    let inner = App::reading(App::get());
    view! { <Provider value=inner><Whole record /></Provider> }.into_any()
}

#[component]
fn Whole(record: Arc<Record>) -> impl IntoView {
    let inner = App::get();
    let strings = inner.strings();
    let known: Vec<_> = record
        .metrics
        .iter()
        .filter_map(|judged| catalogue::find(&judged.id))
        .collect();
    let rescored = rescore(&record);
    let claims = claims(&record, &rescored);
    let finished = finished_of(&record, rescored, 0);
    if let Some(first) = finished
        .first()
        .map(|finished| finished.metric)
        .or_else(|| known.first().copied())
    {
        inner.metric.set(first);
        inner.also.set(
            known
                .into_iter()
                .filter(|metric| metric.id() != first.id())
                .collect(),
        );
    }
    let any = !finished.is_empty();
    inner.run.show(finished.into_iter().map(Arc::new).collect());
    let verdict = any.then(|| {
        view! { <div class="zones reading"><Verdict /><Evidence /></div> }
    });
    let name = (!record.name.is_empty()).then(|| view! { <h1 dir="auto">{visible(&record.name)}</h1> });
    let note = (!record.note.is_empty())
        .then(|| view! { <p class="entry-note" dir="auto">{visible(&record.note)}</p> });
    let heading = (record.name.is_empty()).then(|| {
        let heading = match record.holds {
            Holds::Inputs => strings.keep.shared_inputs,
            Holds::Verdict => strings.keep.shared_verdict,
            Holds::Scores => strings.keep.shared_scores,
        };
        view! { <h1>{heading}</h1> }
    });
    view! {
        <div class="title">{name}{heading}</div>
        {note}
        {claims}
        {verdict}
        <Inputs sample=record.sample.clone() more=beside(&record, strings) />
    }
    .into_any()
}

/// What is shared beside the texts: each setting that is not as usual, and edited prompts.
fn beside(record: &Record, strings: &Strings) -> Vec<(String, String)> {
    let settings = record.metrics.iter().flat_map(|judged| {
        let metric = strings
            .metric(&judged.id)
            .map_or(judged.id.as_str(), |texts| texts.name);
        judged.set().map(move |(name, value)| {
            let (label, said) = report::setting(&judged.id, name, value, strings);
            (format!("{metric} · {label}"), said)
        })
    });
    let edited = record.prompts.iter().filter(|prompt| !prompt.text.is_empty());
    let prompts = edited.map(|prompt| {
        let name = format!(
            "{} {} v{}",
            strings.prompt_panel.edited, prompt.id, prompt.version
        );
        (name, prompt.text.clone())
    });
    settings.chain(prompts).collect()
}

/// What is claimed, metric by metric, and whether the replies bear it out.
fn claims(record: &Record, rescored: &[Rescored]) -> AnyView {
    let inner = App::get();
    let strings = inner.strings();
    let r = strings.lang.rooms();
    let lines: Vec<AnyView> = rescored
        .iter()
        .zip(&record.metrics)
        .map(|(rescored, judged)| {
            let metric = catalogue::find(&judged.id);
            let name = metric.map_or_else(
                || judged.id.clone(),
                |metric| strings.metric_name(metric.id()).to_owned(),
            );
            let (claimed, bad, mut sentence) = told(rescored, judged, record, strings);
            if record.holds == Holds::Scores
                && let Some((some, all)) = judged.covered()
            {
                let told = report::judged_of(&some.to_string(), &all.to_string(), strings);
                sentence = format!("{told}. {sentence}");
            }
            if record.holds == Holds::Scores && !judged.overrides.0.is_empty() {
                sentence = format!("{sentence} {}", r.score_edited);
            }
            let class = if bad { "claim bad" } else { "claim" };
            view! {
                <li class=class>
                    <span class="claim-name">{visible(&name)} <small>" v" {judged.version}</small></span>
                    <b class="num">{(record.holds != Holds::Inputs).then_some(claimed)}</b>
                    <span>{sentence}</span>
                </li>
            }
            .into_any()
        })
        .collect();
    let judge = record.judge.as_ref().map(|judge| {
        let mut line = report::judge_line(judge, strings);
        if judge.kind == JudgeKind::Api && judge.provider.is_empty() {
            line = fill(r.own_server, &[("judge", &line)]);
        }
        view! { <li>{visible(&line)}</li> }
    });
    let prompts: Vec<AnyView> = other_prompts(record)
        .into_iter()
        .map(|prompt| view! { <li class="recorded">{visible(&recorded(prompt, strings))}</li> }.into_any())
        .collect();
    let ms = record.started_ms as f64;
    let date = browser::date(inner.lang.get_untracked(), ms);
    let time = (!date.is_empty()).then(|| view! { <li><time datetime=iso_8601(ms)>{date}</time></li> });
    view! {
        <section class="card claims" aria-label=if record.holds == Holds::Inputs { r.metrics_of_inputs } else { r.claims }>
            <ul>{lines}</ul>
            <ul class="facts">{judge}{time}{prompts}</ul>
        </section>
    }
    .into_any()
}

/// The claimed result, whether it is to be mistrusted, and the sentence about it.
fn told(rescored: &Rescored, judged: &Judged, record: &Record, strings: &Strings) -> (String, bool, String) {
    let r = strings.lang.rooms();
    let (claimed, holds) = (judged.claimed, record.holds);
    let word = |state: Option<State>| match state {
        Some(State::Scored(score)) => with_minus(&report::noted_score(&judged.id, score.0, strings)),
        Some(State::NotApplicable(_)) => strings.verdict.not_applicable.to_owned(),
        Some(State::Conflict(_)) => strings.verdict.conflict.to_owned(),
        Some(State::Unscored(_)) => strings.verdict.unscored.to_owned(),
        None => "–".to_owned(),
    };
    let claimed_word = word(claimed);
    match rescored {
        Rescored::UnknownMetric => (claimed_word, true, r.claim_unknown_metric.to_owned()),
        Rescored::Refused(_) => (claimed_word, true, r.claim_refused.to_owned()),
        Rescored::Impossible(scale) => (claimed_word, true, impossible(*scale, strings)),
        Rescored::Nothing if holds == Holds::Inputs => (claimed_word, false, r.claim_inputs.to_owned()),
        Rescored::Nothing => (claimed_word, false, r.claim_unchecked.to_owned()),
        Rescored::Done(scored) => {
            let now = word(Some(scored.outcome.state));
            let basis = basis(record, judged);
            let mut sentence = match scored.claim {
                // Not the judge's score but a person's, who may be anyone.
                Claim::Holds if scored.unchanged.is_some() => {
                    fill(r.claim_with_changes, &[("now", &word(scored.unchanged))])
                }
                Claim::Holds => borne_out(basis, scored.versions, strings),
                Claim::Open => r.claim_open.to_owned(),
                Claim::Impossible(scale) => impossible(scale, strings),
                Claim::Differs => {
                    let differs = match basis {
                        Basis::Replies | Basis::RepliesAndNumbers => r.claim_differs,
                        Basis::Nothing => strings.lang.elsewhere().claim_no_replies,
                        Basis::Texts | Basis::Numbers | Basis::Scores => {
                            strings.lang.elsewhere().claim_differs_here
                        }
                    };
                    let why = match scored.versions {
                        Versions::Same => r.claim_forged,
                        Versions::Revised => r.claim_other_version,
                        Versions::Unknown => r.claim_unknown_version,
                    };
                    format!("✗ {} {why}", fill(differs, &[("now", &now)]))
                }
            };
            // A score that agrees says nothing of a prompt or metric that is not known here.
            if scored.claim == Claim::Holds {
                let version = match scored.versions {
                    Versions::Same => "",
                    Versions::Revised => strings.lang.elsewhere().claim_revised,
                    Versions::Unknown => r.claim_unknown_version,
                };
                if !version.is_empty() {
                    sentence = strings.join(&[&sentence, version]);
                }
            }
            if scored.left_over > 0 {
                sentence.push(' ');
                sentence.push_str(&fill(
                    r.claim_left_over,
                    &[("count", &scored.left_over.to_string())],
                ));
            }
            let bad = matches!(scored.claim, Claim::Differs | Claim::Impossible(_));
            (claimed_word, bad, sentence)
        }
    }
}

/// What bears a score out, with a tick where all of it is known.
fn borne_out(basis: Basis, versions: Versions, strings: &Strings) -> String {
    let e = strings.lang.elsewhere();
    let sentence = match basis {
        Basis::Replies => strings.lang.rooms().claim_holds,
        Basis::Texts => e.claim_holds_texts,
        Basis::Scores => e.claim_holds_scores,
        Basis::RepliesAndNumbers => e.claim_holds_more,
        Basis::Numbers => e.claim_numbers,
        Basis::Nothing => e.claim_no_replies,
    };
    let numbers = matches!(basis, Basis::Numbers | Basis::RepliesAndNumbers | Basis::Nothing);
    if numbers || versions == Versions::Unknown {
        sentence.to_owned()
    } else {
        format!("✓ {sentence}")
    }
}

/// Nobody can have computed this score, whatever came along with it.
fn impossible(scale: Scale, strings: &Strings) -> String {
    let (min, max) = (with_minus(&decimals(scale.min)), with_minus(&decimals(scale.max)));
    let sentence = fill(strings.back.claim_impossible, &[("min", &min), ("max", &max)]);
    format!("✗ {sentence}")
}

/// What was judged, text by text.
#[component]
fn Inputs(sample: Sample, more: Vec<(String, String)>) -> impl IntoView {
    let strings = App::get().strings();
    let (f, fields) = (&strings.form, strings.fields());
    let mut texts: Vec<(String, String)> = Vec::new();
    let mut one = |name: &str, text: String| {
        if !text.trim().is_empty() {
            texts.push((name.to_owned(), text));
        }
    };
    one(f.question, sample.question);
    let answer = if sample.essential.is_empty() {
        fields.answer
    } else {
        f.answer
    };
    one(answer, sample.answer);
    one(fields.reference, sample.reference);
    for (name, letter, from, list) in [
        (f.essential, "E", 1, sample.essential),
        (f.bonus, "B", 1, sample.bonus),
        (f.chunk, "", 0, sample.contexts),
        (fields.sample, "", 1, sample.samples),
    ] {
        for (place, text) in (from..).zip(list) {
            one(&format!("{name} {letter}{place}"), text);
        }
    }
    one(fields.retrieved_ids, sample.retrieved_ids.join("\n"));
    one(fields.reference_ids, sample.reference_ids.join("\n"));
    for (name, text) in more {
        one(&name, text);
    }
    if texts.is_empty() {
        return ().into_any();
    }
    let count = texts.len();
    let one = Callback::new(move |place: usize| {
        let Some((name, text)) = texts.get(place) else {
            return ().into_any();
        };
        let (shown, more) = head(text, SHOWN);
        let rest = (more > 0).then(|| view! { <p class="hint">{fill(strings.evidence.show_all, &[("count", &more.to_string())])}</p> });
        view! { <div class="given"><h3>{visible(name)}</h3> <p dir="auto">{unshortened(shown)}</p> {rest}</div> }
            .into_any()
    });
    view! { <section class="card givens" aria-label=strings.report.input><header><h2>{strings.report.input}</h2></header><Many count one /></section> }
        .into_any()
}
