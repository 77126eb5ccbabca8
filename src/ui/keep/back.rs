//! The way back from a record to the form: what this tab had on the page, an entry of the history, a copy of what came
//! from elsewhere. Scores are computed anew from the replies.

use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{CURRENT, KEPT, Known, changes, deleting, draft, link_trouble, offer, store_trouble};
use crate::evaluation::{Inputs, Metric};
use crate::i18n::{Lang, Strings, fill};
use crate::judge::api::Provider;
use crate::judge::api::provider::CUSTOM;
use crate::judge::{JudgeIdentity, JudgeKind};
use crate::metric::catalogue;
use crate::run::rescore::{Claim, Rescored, Versions, other_prompts, rescore};
use crate::sample::Field;
use crate::share::file::{beside, own};
use crate::share::record::{Prompt, Record};
use crate::store::database;
use crate::store::entry::Lasting;
use crate::store::tabs;
use crate::text::visible::{head, named};
use crate::ui::browser;
use crate::ui::form::FIELDS;
use crate::ui::later::{Waiting, later};
use crate::ui::readers;
use crate::ui::remembered;
use crate::ui::replaced;
use crate::ui::rooms::{self, Room};
use crate::ui::running::Finished;
use crate::ui::state::App;
use crate::ui::steps;

/// Shows what the address holds; where that is nothing, brings back what this tab had on the page.
pub fn begin(app: App) {
    judge_of_address(app);
    let linked = rooms::begin(app);
    if !browser::framed() {
        steps::once_shown(move || live(app, linked));
    }
}

/// As much as is told of something that is not known, in bytes.
const SHOWN: usize = 60;

/// This tab lives. What it had on the page is brought back, unless a link or a file stands there.
fn live(app: App, linked: bool) {
    let tab = tabs::this_tab();
    app.keep.alive.set_value(tabs::live(&tab));
    // Nothing was ever kept: there is nothing to bring back or to sweep away.
    let kept = browser::setting(KEPT).is_some() || browser::for_tab(CURRENT).is_some();
    if !kept && !draft::is_kept() && !asks_unknown(app) {
        return;
    }
    spawn_local(async move {
        if let Ok(taking_up) = take_up(app, tab, linked).await {
            taking_up.await;
        }
    });
}

/// An address may ask for the judge that calls nobody, and for no other one.
fn judge_of_address(app: App) {
    if browser::query("judge").as_deref() == Some("embedded") {
        app.setup.kind.set(JudgeKind::Embedded);
    }
}

/// Whether the address asks for something that there is not, or may ask for it.
fn asks_unknown(app: App) -> bool {
    let other =
        |name, known: &str| browser::query(name).is_some_and(|asked| !asked.eq_ignore_ascii_case(known));
    other("metric", app.metric.get_untracked().id()) || other("judge", "embedded")
}

later!(rooms: fn take_up(app: App, tab: String, linked: bool) -> Waiting {
    Box::pin(async move {
        let unknown = unknown();
        deleting::sweep(app, &tab).await;
        deleting::take_up(app);
        if !linked {
            bring_back(app).await;
            if is_untouched(app) && browser::for_tab(CURRENT).is_none() {
                offer::look(app).await;
            }
        }
        if !unknown.is_empty() {
            let sentence = app.strings().lang.elsewhere().not_known;
            app.keep.notice.set(Some(fill(sentence, &[("what", &unknown.join(", "))])));
        }
    })
});

/// What the address asks for and there is not, as it stands there.
fn unknown() -> Vec<String> {
    let is_known = |name: &str, asked: &str| match name {
        "metric" | "also" => catalogue::find(&asked.to_ascii_lowercase()).is_some(),
        "judge" => asked == "embedded",
        _ => Lang::from_tag(asked).is_some(),
    };
    let mut unknown = Vec::new();
    for name in ["metric", "also", "judge", "lang"] {
        let asked = browser::query(name).unwrap_or_default();
        let several = if name == "also" {
            asked.split(',').collect()
        } else {
            vec![asked.as_str()]
        };
        let not_known = several
            .into_iter()
            .filter(|asked| !asked.is_empty() && !is_known(name, asked));
        unknown.extend(not_known.map(|asked| named(&format!("{name}={}", head(asked, SHOWN).0))));
    }
    unknown
}

/// One comes to the form, perhaps after a link or a file: what this tab had on it is brought back, if nothing is there yet.
pub fn come_to_form(app: App) {
    if !is_untouched(app) || (browser::for_tab(CURRENT).is_none() && !draft::is_kept()) {
        return;
    }
    spawn_local(async move {
        if let Ok(bringing) = brought_back(app).await {
            bringing.await;
        }
    });
}

later!(rooms: fn brought_back(app: App) -> Waiting { Box::pin(bring_back(app)) });

fn is_untouched(app: App) -> bool {
    app.form.revision.get_untracked() == 0
        && app.run.since.get_untracked().is_none()
        && app.run.finished.with_untracked(Vec::is_empty)
}

/// What this tab had on the page: the evaluation, and what was typed since.
async fn bring_back(app: App) {
    if let Some(id) = browser::for_tab(CURRENT) {
        bring_back_evaluation(app, id).await;
    }
    draft::bring_back(app);
}

/// The metric that the address asks for, in any case of its letters.
pub(super) fn asked_metric() -> Option<&'static dyn Metric> {
    catalogue::find(&browser::query("metric")?.to_ascii_lowercase())
}

/// The record of an entry, and whether it came from elsewhere; `None` where it is gone or can't be read.
pub(super) async fn load_kept(id: &str) -> Option<(Record, bool)> {
    let (entry, json) = database::kept(id).await.ok()??;
    Some((own(&json).ok()?, is_foreign(&entry)))
}

/// What its owner calls the entry on the page, and wrote about it; `None` where there is none.
pub async fn named_on_page(app: App) -> Option<(String, String)> {
    let id = app.keep.current.get_value()?;
    let (entry, _) = database::kept(&id).await.ok()??;
    let entry: Lasting = serde_json::from_str(&entry).ok()?;
    Some((entry.name, entry.note))
}

/// Whether an entry came from elsewhere, by its JSON.
pub fn is_foreign(entry: &str) -> bool {
    serde_json::from_str::<Lasting>(entry).is_ok_and(|entry| entry.foreign)
}

async fn bring_back_evaluation(app: App, id: String) {
    let Some((record, foreign)) = load_kept(&id).await else {
        return;
    };
    // An address that names another metric wants that one.
    let asked = asked_metric();
    let fits = asked.is_none_or(|asked| record.metrics.iter().any(|judged| judged.id == asked.id()));
    if fits && is_untouched(app) {
        // So does one that names further metrics, whatever else was judged.
        let also = browser::query("also").map(|_| app.also.get_untracked());
        let finished = !record.is_interrupted();
        let elsewhere = !finished && is_elsewhere(app, &id).await;
        load(app, id.clone(), record, foreign);
        if finished {
            // What was chosen since is newer than the judge of the evaluation; one that goes on needs its own.
            remembered::take_up_again(app.setup);
            judge_of_address(app);
        }
        if let Some(metric) = asked {
            app.choose(metric);
        }
        if let Some(also) = also {
            app.also.set(also);
            app.show_metrics_in_address();
        }
        app.keep.notice.set(None);
        if elsewhere {
            wait_for(app, id);
        }
    }
}

/// Whether an entry is under way in another tab.
async fn is_elsewhere(app: App, id: &str) -> bool {
    app.keep.running_here().as_deref() != Some(id) && tabs::under_way().await.iter().any(|run| run == id)
}

/// How often it is looked whether another tab is done, in milliseconds.
const LOOK: u32 = 700;

/// What is on the page is under way in another tab: that is said, and its outcome shown once it is there. Who has typed
/// something else by then, or begun another run, keeps that.
pub(super) fn wait_for(app: App, id: String) {
    let sentence = app.strings().lang.rooms().under_way_elsewhere;
    let typed = move || app.form.sample_of(&Inputs::of(&untrack(|| app.metrics())));
    let begun = typed();
    app.keep.open.set(None);
    app.keep.notice.set(Some(sentence.to_owned()));
    spawn_local(async move {
        loop {
            TimeoutFuture::new(LOOK).await;
            let is_here = app.keep.current.get_value().as_deref() == Some(id.as_str())
                && app.keep.running_here().is_none()
                && typed() == begun;
            if !is_here {
                break;
            }
            if is_elsewhere(app, &id).await {
                continue;
            }
            // What was written last may still be on its way.
            TimeoutFuture::new(LOOK).await;
            if let Some((record, foreign)) = load_kept(&id).await
                && typed() == begun
            {
                load(app, id.clone(), record, foreign);
            }
            break;
        }
        let told = app.keep.notice.get_untracked();
        if told.as_deref() == Some(sentence) {
            app.keep.notice.set(None);
        }
    });
}

/// Shows an entry of the history on the Judge page. Its run goes on where it is under way there.
pub async fn reopen(app: App, id: String) {
    if app.keep.running_here().as_ref() == Some(&id) {
        rooms::go_to(app, Room::Judge);
        return;
    }
    match database::kept(&id).await {
        Ok(Some((entry, json))) => match own(&json) {
            Ok(record) => {
                stopped(app).await;
                // One that is under way in another tab is only looked at.
                let elsewhere = is_elsewhere(app, &id).await;
                load(app, id.clone(), record, is_foreign(&entry));
                if elsewhere {
                    wait_for(app, id);
                }
                rooms::go_to(app, Room::Judge);
                // Who goes on with it reads the fields of the page: by then they hold its texts.
                TimeoutFuture::new(0).await;
            }
            Err(error) => app.keep.trouble.set(Some(link_trouble(app, &error))),
        },
        Ok(None) => app
            .keep
            .trouble
            .set(Some(app.strings().keep.entry_gone.to_owned())),
        Err(error) => app.keep.trouble.set(Some(store_trouble(app, &error))),
    }
}

/// Fills the page with a kept evaluation: texts, settings, prompts, judge and outcome.
pub(super) fn load(app: App, id: String, record: Record, foreign: bool) {
    fill_in(app, &record, foreign);
    let strings = app.strings();
    let shown = show_outcomes(app, &record);
    let mut told: Vec<String> = other_prompts(&record)
        .into_iter()
        .map(|prompt| recorded(prompt, strings))
        .collect();
    match shown {
        Shown::Changed => told.insert(0, strings.lang.rooms().changed_score.to_owned()),
        Shown::OtherVersion if told.is_empty() => {
            told.push(strings.lang.elsewhere().other_version.to_owned());
        }
        Shown::OtherVersion | Shown::Same => {}
    }
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    app.keep
        .notice
        .set((!told.is_empty()).then(|| strings.join(&told)));
    app.keep.set_current(Some(id.clone()));
    offer::taken_up(app, |offered| offered == id);
    changes::follow(app);
    app.keep.unwritten.set_value(false);
    let record = Arc::new(record);
    app.keep
        .open
        .set(record.is_interrupted().then_some(Known { id, record }));
}

/// A prompt that this page does not have, as it was recorded.
pub fn recorded(prompt: &Prompt, strings: &Strings) -> String {
    let texts = strings.lang.elsewhere();
    let hash = match prompt.sha256.as_str() {
        "" => texts.no_hash,
        hash => hash,
    };
    let version = prompt.version.to_string();
    let values = [("id", prompt.id.as_str()), ("version", &version), ("hash", hash)];
    fill(texts.prompt_recorded, &values)
}

/// Cancels the run under way, and waits until what was read has come to its place.
async fn stopped(app: App) {
    app.run.cancel();
    while app.run.since.get_untracked().is_some() {
        TimeoutFuture::new(20).await;
    }
}

/// Makes a record that came from elsewhere one's own: its texts, settings and prompts, to be judged anew.
pub async fn edit_a_copy(app: App, record: &Record) {
    stopped(app).await;
    fill_in(app, record, true);
    app.run.finished.set(Vec::new());
    app.keep.set_current(None);
    app.keep.open.set(None);
    app.keep
        .notice
        .set(Some(app.strings().lang.rooms().copied_in.to_owned()));
    // The copy is there after a reload, too; and an older draft does not come back in its place.
    let _ = draft::follow(app).await;
    rooms::go_to(app, Room::Judge);
}

/// `foreign`: it came from elsewhere, so that the judge of one's own API stays as it is.
fn fill_in(app: App, record: &Record, foreign: bool) {
    let metrics: Vec<&'static dyn Metric> = record
        .metrics
        .iter()
        .filter_map(|judged| catalogue::find(&judged.id))
        .collect();
    let Some(first) = metrics.first().copied() else {
        return;
    };
    let inputs = Inputs::of(&metrics);
    replaced::about_to_replace(app, &inputs.fields);
    let stays = leaves_others(app, &inputs.fields, &metrics);
    app.keep.foreign.update(|was| *was = foreign || (*was && stays));
    app.also.set(metrics.iter().skip(1).copied().collect());
    app.metric.set(first);
    app.show_metrics_in_address();
    for (judged, metric) in record.metrics.iter().zip(&metrics) {
        for setting in metric.settings() {
            let typed = match judged.settings.get(setting.name) {
                None => String::new(),
                Some(serde_json::Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
            };
            app.settings.set(*metric, setting.name, typed);
        }
    }
    app.settings_shown.update(|shown| *shown = shown.wrapping_add(1));
    app.prompts.set(record.edited_prompts());
    app.light_none();
    app.form.load(&inputs.fields, &record.sample);
    if let Some(judge) = record
        .judge
        .as_ref()
        .filter(|judge| !foreign || judge.kind != JudgeKind::Api)
    {
        // What is remembered comes first, and does not take the place of this one.
        readers::are_here(app.setup);
        set_judge(app, judge);
    }
}

/// Whether something stays on the page beside what a record fills in: texts of other fields, settings of other metrics.
fn leaves_others(app: App, fields: &[Field], metrics: &[&'static dyn Metric]) -> bool {
    let blank = |texts: &[String]| texts.iter().all(|text| text.trim().is_empty());
    let others = FIELDS.iter().filter(|field| !fields.contains(field));
    let texts = others
        .map(|field| app.form.typed_in(*field))
        .any(|texts| !blank(&texts));
    let settings = app.settings.all();
    let mut others = settings
        .iter()
        .filter(|((id, _), _)| metrics.iter().all(|metric| metric.id() != *id));
    texts || others.any(|(_, text)| !text.trim().is_empty())
}

/// Chooses the judge that a record names, as far as it is known; its key has to be given again.
fn set_judge(app: App, judge: &JudgeIdentity) {
    let setup = app.setup;
    if judge.kind == JudgeKind::Nobody {
        return;
    }
    setup.kind.set(judge.kind);
    match judge.kind {
        JudgeKind::Api => {
            if untrack(|| setup.host()) == judge.provider {
                // As it is set up already, with all of its address.
            } else if let Some(known) = Provider::named(&judge.provider) {
                if setup.provider.get_untracked().id != known.id {
                    setup.provider.set(known);
                    // Whose customers have hosts of their own has no base of its own.
                    let own = !known.hosts.is_empty() && known.name != judge.provider;
                    setup.base.set(if own {
                        format!("https://{}", judge.provider)
                    } else {
                        String::new()
                    });
                }
            } else if !judge.provider.is_empty() {
                // Only the history knows the host of one's own server, and not all of its address: a guess to look at.
                let local = ["localhost", "127.", "192.168.", "10."];
                let plain = local.iter().any(|begin| judge.provider.starts_with(begin));
                let scheme = if plain { "http" } else { "https" };
                setup.provider.set(&CUSTOM);
                setup.base.set(format!("{scheme}://{}/v1", judge.provider));
            }
            setup.model.set(judge.model.clone());
        }
        JudgeKind::ByHand => setup.hand_name.set(judge.model.clone()),
        _ => {}
    }
}

/// How what is shown stands to what was noted.
enum Shown {
    Same,
    /// A score is another one.
    Changed,
    /// The scores are the same, of a metric or prompt that has another version by now.
    OtherVersion,
}

/// Shows what the replies of a record give.
fn show_outcomes(app: App, record: &Record) -> Shown {
    let rescored = rescore(record);
    let mut shown = Shown::Same;
    for one in &rescored {
        let Rescored::Done(scored) = one else { continue };
        match scored.claim {
            Claim::Differs | Claim::Impossible(_) => shown = Shown::Changed,
            _ if scored.versions != Versions::Same && matches!(shown, Shown::Same) => {
                shown = Shown::OtherVersion;
            }
            _ => {}
        }
    }
    let finished = finished_of(record, rescored, app.form.revision.get_untracked());
    app.run.show(finished.into_iter().map(Arc::new).collect());
    shown
}

/// The outcomes that the replies of a record gave. Those whose asks are still open are left out.
pub fn finished_of(record: &Record, rescored: Vec<Rescored>, revision: u32) -> Vec<Finished> {
    let sample = Arc::new(record.sample.clone());
    rescored
        .into_iter()
        .zip(&record.metrics)
        .filter_map(|(rescored, judged)| {
            let Rescored::Done(scored) = rescored else {
                return None;
            };
            if scored.evaluation.open_asks().is_some() && judged.claimed.is_none() {
                return None;
            }
            Some(Finished {
                metric: scored.evaluation.metric(),
                sample: sample.clone(),
                record: beside(record, scored.outcome),
                revision,
                evaluation: scored.evaluation,
                overrides: judged.overrides.clone(),
                shared: 0,
            })
        })
        .collect()
}
