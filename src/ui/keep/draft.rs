//! What is typed, over a reload or a crash: kept in the tab's own storage, so that tabs don't get in each other's way, and
//! gone with the tab. What a draft holds is [`crate::store::draft`]'s matter.
//!
//! It is written when typing pauses, and when the page goes. Nothing is written where nothing is to be kept, and nothing
//! by a page in a frame. What is shared by a link is only read and comes into no draft, unless somebody makes it a copy
//! of their own.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Mode;
use super::back::asked_metric;
use crate::evaluation::Metric;
use crate::metric::catalogue;
use crate::store::draft::{Draft, same};
use crate::ui::browser;
use crate::ui::form::FIELDS;
use crate::ui::later::later;
use crate::ui::state::App;

/// The entry in the tab's storage.
const ENTRY: &str = "assay.draft";
/// Typing has paused already when the form is read; a burst of changes is written once.
const PAUSE_MS: u64 = 400;
/// A longer text is written less often: a millisecond more for so many bytes.
const BYTES_A_MS: usize = 1_000;

/// Whether a draft was kept.
pub fn is_kept() -> bool {
    browser::for_tab(ENTRY).is_some()
}

/// The form has changed. From the first text on that somebody enters, what is typed is kept; where a draft is there
/// already, from the first change on.
pub fn changed(app: App) {
    if !BEGUN.get() && (app.form.has_any_own() || is_kept()) {
        begin(app);
    }
}

/// Somebody has entered something: from now on it is kept.
pub fn begin(app: App) {
    if !BEGUN.replace(true) {
        spawn_local(async move {
            // Without this file a reload loses what is typed, as any page would.
            let _ = follow(app).await;
        });
    }
}

thread_local! {
    /// What keeps the draft is fetched.
    static BEGUN: Cell<bool> = const { Cell::new(false) };
    /// The draft is followed.
    static FOLLOWED: Cell<bool> = const { Cell::new(false) };
    /// The next writing waits.
    static WAITS: Cell<bool> = const { Cell::new(false) };
    /// It was told that the draft is too long.
    static TOLD: Cell<bool> = const { Cell::new(false) };
}

later!(drafts: /// Keeps what is typed, from now on.
pub fn follow(app: App) -> () {
    if !FOLLOWED.replace(true) {
        from_now(app);
    }
});

fn from_now(app: App) {
    Effect::new(move |_| {
        app.form.revision.track();
        app.settings.track();
        app.prompts.track();
        app.metric.track();
        app.also.track();
        app.keep.foreign.track();
        if !WAITS.replace(true) {
            let bytes = size(app) / BYTES_A_MS;
            let wait = Duration::from_millis(PAUSE_MS + bytes as u64);
            set_timeout(
                move || {
                    WAITS.set(false);
                    write(app);
                },
                wait,
            );
        }
    });
    let gone = window_event_listener_untyped("pagehide", move |_| {
        app.form.read_from_page();
        write(app);
    });
    // For as long as the page lives.
    std::mem::forget(gone);
}

fn size(app: App) -> usize {
    FIELDS
        .iter()
        .map(|field| {
            app.form.entries(*field).with_untracked(|entries| {
                entries
                    .iter()
                    .map(|entry| entry.text.with_untracked(String::len))
                    .sum::<usize>()
            })
        })
        .sum()
}

fn write(app: App) {
    if browser::framed() {
        return;
    }
    let text = (app.keep.mode() != Mode::Off)
        .then(|| draft(app).write())
        .flatten();
    let written = browser::set_for_tab(ENTRY, text.as_deref());
    if written {
        if TOLD.replace(false) {
            app.keep.trouble.set(None);
        }
        return;
    }
    // An old draft would be worse than none. A browser that has no storage for this page at all does nothing here.
    let cleared = browser::set_for_tab(ENTRY, None);
    if cleared && !TOLD.replace(true) {
        let sentence = app.lang.get_untracked().kept().draft_too_long;
        app.keep.trouble.set(Some(sentence.to_owned()));
    }
}

fn draft(app: App) -> Draft {
    let mut metrics = vec![app.metric.get_untracked().id().to_owned()];
    metrics.extend(
        app.also
            .get_untracked()
            .iter()
            .map(|metric| metric.id().to_owned()),
    );
    Draft {
        metrics,
        texts: FIELDS
            .iter()
            .map(|field| (*field, app.form.typed_in(*field)))
            .collect(),
        settings: app
            .settings
            .all()
            .into_iter()
            .map(|((metric, name), text)| (metric.to_owned(), name.to_owned(), text))
            .collect(),
        prompts: app.prompts.get_untracked(),
        foreign: app.keep.foreign.get_untracked(),
    }
}

/// It was chosen what is kept: a draft that was not to be kept goes.
pub fn mode_changed(mode: Mode) {
    if mode == Mode::Off {
        browser::set_for_tab(ENTRY, None);
    }
}

/// Brings back what was typed, over the evaluation that may stand on the page by now: it is newer than that. Not where
/// the address asks for another metric, nor where somebody types already. To be called from code that is fetched later.
pub fn bring_back(app: App) {
    if app.keep.mode() == Mode::Off {
        browser::set_for_tab(ENTRY, None);
        return;
    }
    app.form.read_from_page();
    let asked = asked_metric().map(Metric::id);
    let draft = browser::for_tab(ENTRY).and_then(|text| Draft::read(&text));
    let Some(draft) = draft.filter(|draft| draft.fits(asked) && !app.form.has_any_own()) else {
        return;
    };
    if asked.is_none() && browser::query("also").is_none() && app.run.finished.with_untracked(Vec::is_empty) {
        let mut metrics = draft.metrics.iter().filter_map(|id| catalogue::find(id));
        if let Some(first) = metrics.next() {
            app.also.set(metrics.collect());
            app.metric.set(first);
            app.show_metrics_in_address();
        }
    }
    if draft.foreign {
        app.keep.foreign.set(true);
    }
    for (id, name, text) in draft.settings {
        let metric = catalogue::find(&id);
        let setting = metric.and_then(|metric| metric.settings().iter().find(|setting| setting.name == name));
        if let (Some(metric), Some(setting)) = (metric, setting) {
            app.settings.set(metric, setting.name, text);
        }
    }
    app.settings_shown.update(|shown| *shown = shown.wrapping_add(1));
    if !draft.prompts.is_empty() {
        app.prompts.set(draft.prompts);
    }
    for (field, texts) in draft.texts {
        if !same(field, &texts, &app.form.typed_in(field)) {
            app.form.paste(field, &texts);
        }
    }
    keep_current(app);
}

/// Outcomes whose own inputs are still the ones of the form stay current: other fields were brought back.
fn keep_current(app: App) {
    let revision = app.form.revision.get_untracked();
    let mut all = app.run.finished.get_untracked();
    let Some(first) = all.first() else { return };
    let metrics: Vec<_> = all.iter().map(|one| one.metric).collect();
    let sample = app.form.sample_of(&crate::evaluation::Inputs::of(&metrics));
    if *first.sample == sample && first.revision != revision {
        for one in &mut all {
            Arc::make_mut(one).revision = revision;
        }
        app.run.finished.set(all);
    }
}
