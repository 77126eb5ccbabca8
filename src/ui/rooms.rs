//! Which page is shown, and the way there. Every page is a step in the browser's own history, so Back, Forward and a
//! reload work as everywhere.
//!
//! The address says which page it is: `?page=history`, or a link behind the `#`. A file stands in no address: its text is
//! kept with the step, and read again when one comes back to it. What is typed and a run under way belong to no page and
//! stay as they are.

use std::cell::Cell;
use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::browser;
use super::keep::back::come_to_form;
use super::keep::link_trouble;
use super::later::{NotFetched, later};
use super::parts::files;
use super::state::App;
use crate::i18n::Strings;
use crate::share::link::{self, View};
use crate::share::record::{Holds, Record};

/// What the page shows.
#[derive(Clone)]
pub enum Room {
    /// Input, verdict and evidence.
    Judge,
    /// The list of what was kept.
    History,
    /// How it works.
    How,
    /// A link or a file is being read.
    Opening,
    /// A record that came from elsewhere, to be read.
    Opened(Arc<Record>, View),
    /// What came from elsewhere can't be read: the sentence that says why.
    Broken(String),
}

/// Pages that are dialogs over the Judge page, by their names in the address.
pub const METRIC: &str = "metric";
/// See [`METRIC`].
pub const QUALITY: &str = "quality";
/// A page for what a file holds.
pub const FILE: &str = "file";
/// What is kept with the step to a dialog: it was opened here, so that closing it leads back.
const DIALOG: &str = "dialog";
/// As much text of a file as is kept with a step, in bytes.
const MOST_KEPT: usize = 8_000_000;

impl Room {
    fn page(&self) -> &'static str {
        match self {
            Self::History => "history",
            Self::How => "how",
            _ => "judge",
        }
    }

    /// What it is called where it has a name of its own.
    pub fn name(&self, strings: &'static Strings) -> Option<&'static str> {
        match self {
            Self::History => Some(strings.keep.history),
            Self::How => Some(strings.keep.how),
            Self::Opened(record, _) => Some(match record.holds {
                Holds::Inputs => strings.keep.shared_inputs,
                Holds::Verdict => strings.keep.shared_verdict,
                Holds::Scores => strings.keep.shared_scores,
            }),
            Self::Broken(_) => Some(strings.keep.broken),
            Self::Judge | Self::Opening => None,
        }
    }

    fn same_kind(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// The room that the query of the address names. Links and files are read by [`begin`].
pub fn of_address() -> Room {
    match browser::query("page").as_deref() {
        Some("history") => Room::History,
        Some("how") => Room::How,
        _ => Room::Judge,
    }
}

/// Opens the link in the address, or the file of this step. False: there is neither.
pub fn begin(app: App) -> bool {
    app.keep.shown_at.set_value(browser::address());
    open_address(app) || open_file_of_step(app)
}

/// Follows Back and Forward, and links that are pasted into the address of the open page.
pub fn follow(app: App) {
    let travelled = window_event_listener(leptos::ev::popstate, move |_| arrive(app));
    // Browsers tell of a new fragment by either event, or both.
    let changed = window_event_listener(leptos::ev::hashchange, move |_| {
        if app.keep.shown_at.get_value() != browser::address() {
            arrive(app);
        }
    });
    on_cleanup(move || {
        travelled.remove();
        changed.remove();
    });
}

/// Goes to a room; what is typed stays.
pub fn go_to(app: App, room: Room) {
    app.form.read_from_page();
    let page = room.page();
    let here = browser::query("page");
    let there = here.as_deref().unwrap_or("judge") == page && !browser::has_fragment();
    if !there {
        browser::step(&[("page", page)], None);
    }
    app.keep.shown_at.set_value(browser::address());
    enter(app, room);
    browser::scroll_to_top();
}

/// Shows what came of a file, with its text for whoever comes back.
pub fn go_to_file(app: App, room: Room, text: Option<&str>) {
    app.form.read_from_page();
    let text = text.filter(|text| text.len() <= MOST_KEPT);
    browser::step(&[("page", FILE)], text);
    app.keep.shown_at.set_value(browser::address());
    enter(app, room);
    browser::scroll_to_top();
}

thread_local! {
    /// A step back was asked for and has not come about: it would take away what is opened meanwhile.
    static LEAVING: Cell<bool> = const { Cell::new(false) };
}

/// Opens a page that is a dialog.
pub fn open_dialog(page: &'static str, open: RwSignal<bool>) {
    let now = move || {
        open.set(true);
        browser::step(&[("page", page)], Some(DIALOG));
    };
    if !LEAVING.get() {
        return now();
    }
    spawn_local(async move {
        // A browser takes a moment; one that never goes back doesn't hold it up for ever.
        for _ in 0..50 {
            if !LEAVING.get() {
                break;
            }
            TimeoutFuture::new(20).await;
        }
        LEAVING.set(false);
        now();
    });
}

/// A page that is a dialog was closed: where it was opened here, that is a step back.
pub fn close_dialog(page: &'static str, open: RwSignal<bool>) {
    open.set(false);
    if browser::query("page").as_deref() != Some(page) {
        return;
    }
    if browser::kept_with_step().as_deref() == Some(DIALOG) {
        LEAVING.set(true);
        browser::back();
    } else {
        browser::set_query(&[("page", "judge")]);
    }
}

fn enter(app: App, room: Room) {
    // What is still being read for the page before comes too late.
    app.keep
        .visit
        .update_value(|visit| *visit = visit.wrapping_add(1));
    app.setup.open.set(false);
    app.setup.consent.set(None);
    app.picking.set(false);
    app.keep.sharing.set(false);
    if matches!(room, Room::Judge) {
        come_to_form(app);
    }
    app.keep.room.set(room);
    browser::focus_soon("main");
}

/// The browser went a step: shows the page of its address.
fn arrive(app: App) {
    LEAVING.set(false);
    app.form.read_from_page();
    app.keep.shown_at.set_value(browser::address());
    let page = browser::query("page");
    let dialog = |name| page.as_deref() == Some(name);
    app.reading.set(dialog(METRIC));
    app.quality.set(dialog(QUALITY));
    if !(open_address(app) || open_file_of_step(app)) {
        let room = of_address();
        if !app.keep.room.with_untracked(|shown| shown.same_kind(&room)) {
            enter(app, room);
        }
    }
    // The address of a step tells what was chosen then.
    app.show_metrics_in_address();
    browser::set_query(&[(
        "lang",
        browser::query("lang").map_or("", |_| app.lang.get_untracked().tag()),
    )]);
}

/// Opens the link in the address. False: there is none.
fn open_address(app: App) -> bool {
    let Some(address) = browser::address().filter(|address| link::is_in(address)) else {
        return false;
    };
    open(app, room_of_link(app, address));
    true
}

later!(rooms: fn room_of_link(app: App, address: String) -> Room {
    match link::read(&address) {
        Some(Ok((view, record))) => Room::Opened(Arc::new(record), view),
        Some(Err(error)) => Room::Broken(link_trouble(app, &error)),
        None => Room::Judge,
    }
});

/// Opens the file whose text was kept with this step. False: there is none.
fn open_file_of_step(app: App) -> bool {
    let text = browser::kept_with_step().filter(|_| browser::query("page").as_deref() == Some(FILE));
    let Some(text) = text else { return false };
    open(app, files::room_of(app, text));
    true
}

/// Waits for a room, and shows it unless one has gone elsewhere meanwhile.
fn open(app: App, room: impl Future<Output = Result<Room, NotFetched>> + 'static) {
    enter(app, Room::Opening);
    let visit = app.keep.visit.get_value();
    spawn_local(async move {
        let room = room.await;
        if app.keep.visit.get_value() == visit {
            let not_fetched = |NotFetched| Room::Broken(app.strings().page.not_fetched.to_owned());
            browser::keep_focus_on_main(|| app.keep.room.set(room.unwrap_or_else(not_fetched)));
        }
    });
}
