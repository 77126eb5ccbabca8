//! Deleting entries of the history. For ten seconds they are only marked as deleted, so that it can be taken back, after
//! a reload and in another tab as well; then they go for good. What is under way stays.
//!
//! What is to go with its tab is never deleted while the tab can come back: it is hidden first, and deleted minutes later,
//! by whoever holds the tab's lock in its stead. A tab that is there holds it, from `boot.js` on. That is
//! done here when a page comes, and by the service worker (`public/sw.js`) when one goes.

use std::collections::BTreeSet;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Mode, WITH_TABS, offer, store_trouble};
use crate::store::database::{self, Edit, StoreError};
use crate::store::entry::{Alone, BACK_MS, Entry, is_deleted};
use crate::store::tabs::{self, Absent};
use crate::ui::browser::{self, now_ms};
use crate::ui::state::App;

/// The setting that says that entries may be marked as deleted.
const MARKED: &str = "history-deleted";
/// What a tab leaves on the device when it goes, with its name behind it (`boot.js`).
const LEFT: &str = "assay.left.";

/// What a deletion did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deleted {
    /// How many entries were deleted.
    pub count: usize,
    /// How many were left because they are under way, in this tab or another.
    pub left: usize,
}

/// Deletes entries, all of them for `None`. Where the storage refuses, that is told and nothing is deleted.
pub async fn delete(app: App, ids: Option<Vec<String>>) -> Deleted {
    let under_way = under_way(app).await;
    browser::set_setting(MARKED, "1");
    let done = match remove(ids.as_deref(), &under_way, true).await {
        // A mark takes room, too. Who makes room wants it at once.
        Err(StoreError::Full) => remove(ids.as_deref(), &under_way, false).await,
        done => done,
    };
    match done {
        Ok(deleted) => {
            told(app);
            offer::taken_up(app, |offered| {
                let deleted = ids.as_ref().is_none_or(|ids| ids.iter().any(|id| id == offered));
                deleted && !under_way.iter().any(|id| id == offered)
            });
            purge_soon(app, Duration::ZERO);
            deleted
        }
        Err(error) => {
            app.keep.trouble.set(Some(store_trouble(app, &error)));
            Deleted::default()
        }
    }
}

async fn remove(
    ids: Option<&[String]>,
    under_way: &[String],
    can_be_undone: bool,
) -> Result<Deleted, StoreError> {
    let (now, here) = (now_ms() as u64, tabs::this_tab());
    let (mut left, mut hidden) = (0, 0);
    let count = database::edit(ids, |json| {
        // What can't be read can't be brought back to any use either.
        let Ok(mut entry) = serde_json::from_str::<Entry>(json) else {
            return Edit::Delete;
        };
        if under_way.contains(&entry.id) {
            left += 1;
            return Edit::Leave;
        }
        // Nobody sees what waits for its tab; with all others it goes at once.
        if entry.deleted_ms == 0 && !entry.is_kept(&here) {
            hidden += 1;
            return Edit::Delete;
        }
        match can_be_undone {
            true if entry.deleted_ms > 0 => Edit::Leave,
            true => {
                entry.deleted_ms = now;
                written(&entry)
            }
            false => Edit::Delete,
        }
    })
    .await?;
    let count = count.saturating_sub(hidden);
    Ok(Deleted { count, left })
}

/// Brings back what was deleted and is not gone yet. Gives how many entries; `None`: the storage refuses, which is told.
pub async fn undo(app: App) -> Option<usize> {
    let brought_back = database::edit(None, |json| {
        if !is_deleted(json) {
            return Edit::Leave;
        }
        let Ok(mut entry) = serde_json::from_str::<Entry>(json) else {
            return Edit::Leave;
        };
        entry.deleted_ms = 0;
        written(&entry)
    })
    .await;
    match brought_back {
        Ok(count) => {
            told(app);
            Some(count)
        }
        Err(error) => {
            app.keep.trouble.set(Some(store_trouble(app, &error)));
            None
        }
    }
}

/// Deletes for good what is marked and whose time is up, as soon as it is. Costs nothing where nothing was ever deleted.
pub fn take_up(app: App) {
    if browser::setting(MARKED).is_some_and(|marked| marked == "1") {
        purge_soon(app, Duration::ZERO);
    }
}

fn purge_soon(app: App, wait: Duration) {
    set_timeout(
        move || {
            spawn_local(async move {
                if let Ok(Some(left)) = purge(app).await {
                    purge_soon(app, Duration::from_millis(left));
                }
            });
        },
        wait,
    );
}

/// Gives the milliseconds until the next entry's time is up; `None`: none is left.
async fn purge(app: App) -> Result<Option<u64>, StoreError> {
    let now = now_ms() as u64;
    let mut next = None::<u64>;
    let gone = database::edit(None, |json| {
        let entry = is_deleted(json).then(|| serde_json::from_str::<Entry>(json).ok());
        match entry.flatten().and_then(|entry| entry.undo_left(now)) {
            None => Edit::Leave,
            Some(0) => Edit::Delete,
            Some(left) => {
                next = Some(next.map_or(left, |next| next.min(left)));
                Edit::Leave
            }
        }
    })
    .await?;
    if gone > 0 {
        told(app);
    }
    if next.is_none() {
        browser::set_setting(MARKED, "0");
    }
    Ok(next)
}

/// What was hidden because this tab seemed to be gone is there again; what was to go with other tabs that are gone is
/// hidden, or deleted when it has waited for them long enough.
pub async fn sweep(app: App, tab: &str) {
    if browser::setting(WITH_TABS).is_none() {
        return;
    }
    tabs::stands(tab).await;
    let mut others = BTreeSet::new();
    let back = database::edit(None, |json| {
        let Some(mut entry) = with_tab(json) else {
            return Edit::Leave;
        };
        if entry.tab == tab {
            return if entry.is_back() {
                written(&entry)
            } else {
                Edit::Leave
            };
        }
        others.insert(entry.tab);
        Edit::Leave
    })
    .await;
    if back.is_ok() {
        // Tabs that have left nothing else behind.
        browser::forget_on_device(LEFT, |tab| others.contains(tab));
    }
    let (mut changed, mut next) = (matches!(back, Ok(1..)), None::<u64>);
    for other in others {
        let (edited, waits) = sweep_after(&other).await;
        changed |= edited;
        next = [next, waits].into_iter().flatten().min();
    }
    if changed {
        told(app);
    }
    // Longer than that nobody waits for it here: another start, or the end of this one, will see to it.
    if let Some(wait) = next.filter(|wait| *wait <= 2 * BACK_MS) {
        let tab = tab.to_owned();
        set_timeout(
            move || spawn_local(async move { Box::pin(sweep(app, &tab)).await }),
            Duration::from_millis(wait + 1_000),
        );
    }
}

/// Sees to what was to go with another tab. Whether anything has changed, and for how long the rest waits.
async fn sweep_after(tab: &str) -> (bool, Option<u64>) {
    let flag = format!("{LEFT}{tab}");
    let left = browser::on_device(&flag).is_some();
    let absent = match tabs::absent(tab).await {
        Some(absent) if left || matches!(absent, Absent::Surely(_)) => absent,
        // It is there, or perhaps it is.
        Some(_) | None => return (false, None),
    };
    let now = now_ms() as u64;
    let (mut next, mut stay) = (None::<u64>, false);
    let edited = database::edit(None, |json| {
        let Some(mut entry) = with_tab(json).filter(|entry| entry.tab == tab) else {
            return Edit::Leave;
        };
        let alone = entry.alone(now, left);
        stay |= alone != Alone::Due;
        if let Alone::Hidden(wait) | Alone::Waits(wait) = alone {
            next = Some(next.map_or(wait, |next| next.min(wait)));
        }
        match alone {
            Alone::Stays | Alone::Waits(_) => Edit::Leave,
            Alone::Hidden(_) => written(&entry),
            Alone::Due => Edit::Delete,
        }
    })
    .await;
    // Until here it could not come back.
    drop(absent);
    if edited.is_ok() && !stay {
        browser::set_on_device(&flag, None);
    }
    (matches!(edited, Ok(1..)), next)
}

/// The entry, where it goes with a tab. The others need not be read for that.
fn with_tab(json: &str) -> Option<Entry> {
    let goes = !json.contains("\"tab\":\"\"");
    let entry = goes.then(|| serde_json::from_str::<Entry>(json).ok()).flatten();
    entry.filter(|entry| !entry.tab.is_empty())
}

fn written(entry: &Entry) -> Edit {
    serde_json::to_string(entry).map_or(Edit::Leave, Edit::Write)
}

/// It was chosen how long evaluations are kept. Until the tab closes: that goes for what is judged from now on; what was
/// kept before stays. Until they are deleted: what this tab has kept stays as well. Gives how many entries will.
pub async fn mode_chosen(app: App, mode: Mode) -> usize {
    if mode != Mode::On {
        return 0;
    }
    let tab = tabs::this_tab();
    let edited = database::edit(None, |json| match with_tab(json) {
        Some(mut entry) => match entry.stays(&tab) {
            true => written(&entry),
            false => Edit::Leave,
        },
        None => Edit::Leave,
    })
    .await;
    match edited {
        Ok(0) => 0,
        Ok(count) => {
            told(app);
            count
        }
        Err(error) => {
            app.keep.trouble.set(Some(store_trouble(app, &error)));
            0
        }
    }
}

/// Ids of the entries that are under way in any tab. A browser without locks knows of this one alone.
pub async fn under_way(app: App) -> Vec<String> {
    let mut ids = tabs::under_way().await;
    ids.extend(app.keep.running_here());
    ids
}

fn told(app: App) {
    tabs::tell_changed();
    app.keep.list_changed();
}
