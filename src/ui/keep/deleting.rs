//! Deleting entries of the history. For ten seconds they are only marked as deleted, so that it can be taken back, after
//! a reload and in another tab as well; then they go for good. What is under way stays.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Mode, WITH_TABS, store_trouble};
use crate::store::database::{self, Edit, StoreError};
use crate::store::entry::{Entry, is_deleted};
use crate::store::tabs;
use crate::ui::browser::{self, now_ms};
use crate::ui::state::App;

/// The setting that says that entries may be marked as deleted.
const MARKED: &str = "history-deleted";

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
    let now = now_ms() as u64;
    let mut left = 0;
    let count = database::edit(ids, |json| {
        // What can't be read can't be brought back to any use either.
        let Ok(mut entry) = serde_json::from_str::<Entry>(json) else {
            return Edit::Delete;
        };
        if under_way.contains(&entry.id) {
            left += 1;
            return Edit::Leave;
        }
        match can_be_undone {
            true if entry.deleted_ms > 0 => Edit::Leave,
            true => {
                entry.deleted_ms = now;
                serde_json::to_string(&entry).map_or(Edit::Leave, Edit::Write)
            }
            false => Edit::Delete,
        }
    })
    .await?;
    Ok(Deleted { count, left })
}

/// Brings back what was deleted and is not gone yet.
pub async fn undo(app: App) {
    let brought_back = database::edit(None, |json| {
        if !is_deleted(json) {
            return Edit::Leave;
        }
        let Ok(mut entry) = serde_json::from_str::<Entry>(json) else {
            return Edit::Leave;
        };
        entry.deleted_ms = 0;
        serde_json::to_string(&entry).map_or(Edit::Leave, Edit::Write)
    })
    .await;
    match brought_back {
        Ok(_) => told(app),
        Err(error) => app.keep.trouble.set(Some(store_trouble(app, &error))),
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

/// Deletes what was to go with tabs that are gone.
pub async fn sweep(app: App, tab: &str) {
    if browser::setting(WITH_TABS).is_none() {
        return;
    }
    let (_, alive) = tabs::alive().await;
    let gone = database::edit(None, |json| match serde_json::from_str::<Entry>(json) {
        Ok(entry) if entry.tab.is_empty() || entry.tab == tab || alive.contains(&entry.tab) => Edit::Leave,
        Ok(_) => Edit::Delete,
        Err(_) => Edit::Leave,
    })
    .await;
    if gone.is_ok_and(|gone| gone > 0) {
        app.keep.list_changed();
    }
}

/// It was chosen how long evaluations are kept: that goes for what this tab has written, too. Where nothing is to be kept
/// from now on, what is there stays as it is.
pub async fn mode_chosen(app: App, mode: Mode) {
    if mode == Mode::Off {
        return;
    }
    let tab = tabs::this_tab();
    let edited = database::edit(None, |json| {
        let Ok(mut entry) = serde_json::from_str::<Entry>(json) else {
            return Edit::Leave;
        };
        match entry.goes_with(&tab, mode == Mode::Tab) {
            true => serde_json::to_string(&entry).map_or(Edit::Leave, Edit::Write),
            false => Edit::Leave,
        }
    })
    .await;
    match edited {
        Ok(0) => {}
        Ok(_) => told(app),
        Err(error) => app.keep.trouble.set(Some(store_trouble(app, &error))),
    }
}

/// Ids of the entries that are under way in any tab. A browser without locks knows of this one alone.
pub async fn under_way(app: App) -> Vec<String> {
    let mut ids = tabs::alive().await.0;
    ids.extend(app.keep.running_here());
    ids
}

fn told(app: App) {
    tabs::tell_changed();
    app.keep.list_changed();
}
