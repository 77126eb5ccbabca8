//! Verdicts that a person changes, put into the entry of the evaluation on the page. Only the change is written, into
//! what stands there: what another tab changed in the same entry stays, and is shown here as well.

use std::cell::Cell;
use std::pin::Pin;
use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::after;
use super::back::load_kept;
use super::writing::{again, in_time, put_new, record_of, whole};
use crate::evaluation::Overrides;
use crate::run::changed::{self, between};
use crate::share::file::own;
use crate::share::record::Record;
use crate::store::database::{self, StoreError};
use crate::store::entry::{Entry, lacking};
use crate::store::tabs;
use crate::ui::browser;
use crate::ui::later::later;
use crate::ui::running::Finished;
use crate::ui::state::App;

type Waiting = Pin<Box<dyn Future<Output = ()>>>;

/// Changed verdicts of a metric: those before and those now.
pub struct Change {
    /// The metric's id.
    pub metric: &'static str,
    /// What was changed before.
    pub before: Overrides,
    /// What is changed now.
    pub now: Overrides,
}

/// A verdict of the evaluation on the page was changed.
pub fn verdict_changed(app: App, change: Change) {
    let id = app.keep.current.get_value();
    if let Some(id) = id.filter(|_| app.keep.keeps() && !app.read_only) {
        WRITING.set(WRITING.get() + 1);
        in_time(app, Box::pin(written(app, id, change)));
    }
}

later!(rooms: fn written(app: App, id: String, change: Change) -> Waiting {
    Box::pin(async move {
        write(app, id, change).await;
        WRITING.set(WRITING.get().saturating_sub(1));
    })
});

thread_local! {
    /// Changes that are on their way into the history: until they are there, what stands there is older than the page.
    static WRITING: Cell<u32> = const { Cell::new(0) };
    /// What another tab has changed waits until nothing is being typed into a verdict.
    static WAITING: Cell<bool> = const { Cell::new(false) };
}

/// How often it is looked whether that is so, in milliseconds.
const LOOK: u32 = 700;

/// From now on the evaluation on the page shows what other tabs make of its entry.
pub(super) fn follow(app: App) {
    tabs::hear(move || {
        spawn_local(async move {
            // Where the code for it can't be fetched, the next message tries again.
            if let Ok(looking) = changed_elsewhere(app).await {
                looking.await;
            }
        });
    });
}

later!(rooms: fn changed_elsewhere(app: App) -> Waiting { Box::pin(look_again(app)) });

/// Another tab has changed the history: where it is the entry on the page, that is shown, and so it is what is shared.
async fn look_again(app: App) {
    let Some(id) = app.keep.current.get_value() else {
        return;
    };
    // The rows are drawn anew: what is being typed in one of them would be gone. What is saved there joins both anyway.
    if browser::focus_is_in(".change") {
        if WAITING.replace(true) {
            return;
        }
        while browser::focus_is_in(".change") {
            TimeoutFuture::new(LOOK).await;
        }
        WAITING.set(false);
    }
    let shown = app.run.finished.get_untracked();
    // One that waits to be gone on with is looked at when one does.
    if shown.is_empty() || app.keep.running_here().is_some() {
        return;
    }
    let Some((record, _)) = load_kept(&id).await else {
        return;
    };
    let same = app.keep.current.get_value().as_deref() == Some(id.as_str());
    if same && app.keep.running_here().is_none() && WRITING.get() == 0 {
        join(app, &shown, &record);
    }
}

async fn write(app: App, id: String, change: Change) {
    let shown = app.run.finished.get_untracked();
    let changes = between(&change.before, &change.now);
    let mut joined = None;
    let mut deleted = false;
    let mut absent = false;
    let written = database::change(&id, |there| {
        let Some((entry, json)) = there else {
            absent = true;
            return None;
        };
        let old: Entry = serde_json::from_str(entry).ok()?;
        let mut record = own(json).ok()?;
        changed::put(&mut record, change.metric, changes);
        // One that is deleted stays so; who brings it back finds the change.
        deleted = old.deleted_ms > 0;
        let texts = again(&old, &record, lacking(&record));
        joined = Some(record);
        Some(texts)
    });
    let written = written.await.map(|_| ());
    // What could not be written before may have its place by now; what was there and is not was deleted.
    let written = match record_of(app, &shown) {
        Some(record) if absent && app.keep.unwritten.get_value() => {
            let foreign = app.keep.foreign.get_untracked();
            put_new(app, &id, record, foreign).await
        }
        _ => {
            deleted |= absent;
            written
        }
    };
    let whole = written.is_ok();
    after(app, written);
    if app.keep.current.get_value().as_deref() != Some(id.as_str()) || !whole {
        return;
    }
    if deleted {
        let sentence = app.lang.get_untracked().elsewhere().change_deleted;
        app.keep.notice.set(Some(sentence.to_owned()));
    } else if let Some(record) = joined {
        join(app, &shown, &record);
    }
}

/// What was written, once it was.
type Written = Pin<Box<dyn Future<Output = Result<(), StoreError>>>>;

later!(rooms:
/// Writes a run into its entry, in which verdicts were changed meanwhile or before it went on. Those of the entry count.
pub(super) fn join_run(app: App, id: String, record: Record, foreign: bool) -> Written {
    Box::pin(joined(app, id, record, foreign))
});

async fn joined(app: App, id: String, mut record: Record, foreign: bool) -> Result<(), StoreError> {
    let written = database::change(&id, |there| {
        if let Some(kept) = there.and_then(|(_, json)| own(json).ok()) {
            changed::keep(&mut record, &kept);
        }
        let lacking = lacking(&record);
        let old = there.map(|(entry, _)| entry);
        Some(whole(app, &id, old, &mut record, lacking, foreign))
    });
    written.await?;
    // What another tab has changed under the run is shown with what came out of it.
    if app.keep.running_here().is_none() && app.keep.current.get_value().as_deref() == Some(id.as_str()) {
        join(app, &app.run.finished.get_untracked(), &record);
    }
    Ok(())
}

/// Shows what stands in the entry by now, unless something else was done here meanwhile.
fn join(app: App, shown: &[Arc<Finished>], record: &Record) {
    let now = app.run.finished.get_untracked();
    let same = now.len() == shown.len() && now.iter().zip(shown).all(|(one, other)| Arc::ptr_eq(one, other));
    if !same {
        return;
    }
    let mut any = false;
    for one in shown {
        let id = one.metric.id();
        let stored = record.metrics.iter().find(|judged| judged.id == id);
        if let Some(stored) = stored.filter(|stored| stored.overrides != one.record.outcome.overrides) {
            app.run.put_overrides(one, stored.overrides.clone());
            any = true;
        }
    }
    if any {
        let sentence = app.lang.get_untracked().elsewhere().change_joined;
        app.keep.notice.set(Some(sentence.to_owned()));
    }
}
