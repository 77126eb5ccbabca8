//! Keeping evaluations on the page: what is kept, how long, and what is to be said about it.
//!
//! [`writing`] puts a run into the history while it goes on, [`back`] brings a record back to the form, [`deleting`]
//! takes entries out, [`resume`] goes on with what was interrupted, [`offer`] offers that where no page has it, [`changes`] keeps changed verdicts, [`draft`] what is typed over a reload. Whatever the storage does, the evaluation stays on screen; trouble is a sentence in
//! [`Keep::trouble`].

pub mod back;
pub mod changes;
pub mod deleting;
pub mod draft;
pub mod offer;
pub mod resume;
pub mod writing;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::browser;
use super::rooms::{self, Room};
use super::state::App;
use crate::i18n::fill;
use crate::share::link::{INCOHERENT, LinkError, OTHER_NAMES, TOO_MANY};
use crate::share::record::Record;
use crate::store::database::{self, StoreError};
use crate::store::tabs;

/// Whether evaluations are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Until they are deleted.
    On,
    /// Until the tab is closed.
    Tab,
    /// Not at all.
    Off,
}

impl Mode {
    /// All of them, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::On, Self::Tab, Self::Off];

    /// Its name in the settings.
    pub fn id(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Tab => "tab",
            Self::Off => "off",
        }
    }
}

/// What was last chosen, in this tab or another; `None` where nothing was, or the browser keeps no choice.
fn chosen() -> Option<Mode> {
    let mode = browser::setting("history")?;
    Mode::ALL.into_iter().find(|known| mode == known.id())
}

/// The same; what holds where nothing was chosen.
pub fn mode_now() -> Mode {
    chosen().unwrap_or(Mode::On)
}

/// An evaluation that was interrupted, or an old one: the record and its id in the history.
#[derive(Clone)]
pub struct Known {
    /// Its id in the history.
    pub id: String,
    /// What is known of it.
    pub record: Arc<Record>,
}

/// See the module.
#[derive(Clone, Copy)]
pub struct Keep {
    /// What the page shows.
    pub room: RwSignal<Room>,
    /// Whether evaluations are kept.
    pub mode: RwSignal<Mode>,
    /// Why the history can't be read or written, as a sentence.
    pub trouble: RwSignal<Option<String>>,
    /// The evaluation on the page was interrupted and can go on.
    pub open: RwSignal<Option<Known>>,
    /// An interrupted evaluation that is on no page.
    pub offer: RwSignal<Option<offer::Offered>>,
    /// What is to be said about the evaluation on the page: where it came from, whether its score has changed.
    pub notice: RwSignal<Option<String>>,
    /// Texts on the page came from a link or a file, and it was not confirmed yet that they may go to a server.
    pub foreign: RwSignal<bool>,
    /// The dialog that shares is open.
    pub sharing: RwSignal<bool>,
    /// Raised when the list of the history is to be read anew.
    pub changed: RwSignal<u32>,
    /// The address whose page is shown.
    pub shown_at: StoredValue<Option<String>>,
    /// Raised whenever one goes to another page.
    pub visit: StoredValue<u32>,
    /// The entry on the page could not be written so far.
    unwritten: StoredValue<bool>,
    /// The id of the entry on the page.
    current: StoredValue<Option<String>>,
    /// The id of the entry of the run under way.
    running: StoredValue<Option<String>>,
    alive: StoredValue<Option<tabs::Held>, LocalStorage>,
}

const CURRENT: &str = "assay.current";
/// The setting that says that something was kept at some time.
const KEPT: &str = "kept";

/// Set once entries were ever to go with their tab: only then are those of tabs that are gone looked for.
const WITH_TABS: &str = "history-tabs";

impl Keep {
    /// As the address and the settings say.
    pub fn new() -> Self {
        Self {
            room: RwSignal::new(rooms::of_address()),
            mode: RwSignal::new(mode_now()),
            trouble: RwSignal::new(None),
            open: RwSignal::new(None),
            offer: RwSignal::new(None),
            notice: RwSignal::new(None),
            foreign: RwSignal::new(false),
            sharing: RwSignal::new(false),
            changed: RwSignal::new(0),
            shown_at: StoredValue::new(None),
            visit: StoredValue::new(0),
            running: StoredValue::new(None),
            unwritten: StoredValue::new(false),
            current: StoredValue::new(None),
            alive: StoredValue::new_local(None),
        }
    }

    /// Nothing is written from a frame on another page.
    pub fn keeps(self) -> bool {
        self.mode() != Mode::Off && !browser::framed()
    }

    /// Whether evaluations are kept: another tab may have chosen since this one did.
    pub fn mode(self) -> Mode {
        chosen().unwrap_or(self.mode.get_untracked())
    }

    /// Chooses whether evaluations are kept. False: that goes for this page alone, as the browser does not keep it.
    pub fn choose(self, mode: Mode) -> bool {
        self.mode.set(mode);
        if mode == Mode::Tab {
            browser::set_setting(WITH_TABS, "1");
        }
        // Where storage is blocked the settings say so, and nothing is kept anyway.
        spawn_local(async move {
            let _ = database::mark_choice(mode.id(), &[Mode::Tab.id(), Mode::Off.id()]).await;
        });
        // Where there is no room for it, what was chosen before must not hold in its place.
        browser::set_setting("history", mode.id())
            || (browser::set_on_device("assay.history", None) && browser::set_setting("history", mode.id()))
    }

    /// The id of the entry that is under way in this tab.
    pub fn running_here(self) -> Option<String> {
        self.running.get_value()
    }

    /// What is on the page is no entry any more.
    pub fn forget_page(self) {
        self.set_current(None);
        self.open.set(None);
        self.notice.set(None);
    }

    /// The list of the history is to be read anew.
    fn list_changed(self) {
        self.changed.update(|changed| *changed = changed.wrapping_add(1));
    }

    fn set_current(self, id: Option<String>) {
        browser::set_for_tab(CURRENT, id.as_deref());
        self.current.set_value(id);
    }
}

/// The sentence for a link that can't be read.
pub fn link_trouble(app: App, error: &LinkError) -> String {
    let r = app.strings().lang.rooms();
    let lang = app.lang.get_untracked();
    // Counted as the sender was told: with what stands before the `#`.
    let whole = |fragment: usize| {
        let address = browser::address().unwrap_or_default();
        let before = address.find('#').map_or(0, |at| at + 1);
        browser::number(lang, (before + fragment) as f64)
    };
    match error {
        LinkError::Foreign => r.link_foreign.to_owned(),
        LinkError::Newer(version) => fill(r.link_newer, &[("version", &version.to_string())]),
        LinkError::Cut {
            arrived,
            expected: Some(expected),
        } => fill(
            r.link_cut,
            &[("arrived", &whole(*arrived)), ("expected", &whole(*expected))],
        ),
        LinkError::Cut { arrived, .. } => fill(
            r.link_cut_early,
            &[("arrived", &browser::number(lang, *arrived as f64))],
        ),
        LinkError::Changed => r.link_changed.to_owned(),
        LinkError::TooBig => r.link_too_big.to_owned(),
        LinkError::TooDeep => r.link_too_deep.to_owned(),
        LinkError::NoRecord(why) => match why.as_str() {
            OTHER_NAMES => r.link_other_names,
            TOO_MANY => r.link_too_many,
            INCOHERENT => r.link_incoherent,
            _ => r.link_no_record,
        }
        .to_owned(),
    }
}

/// The sentence for storage that can't be used.
pub fn store_trouble(app: App, error: &StoreError) -> String {
    let k = &app.strings().keep;
    match error {
        StoreError::Blocked(_) => k.store_blocked,
        StoreError::Full => k.store_full,
        StoreError::Silent => k.store_silent,
        StoreError::Newer => k.store_newer,
        StoreError::NotFetched => app.strings().page.not_fetched,
    }
    .to_owned()
}

/// What was written is told to other tabs and to the list; what could not be written, to the user.
fn after(app: App, written: Result<(), StoreError>) {
    match written {
        Ok(()) => {
            app.keep.trouble.set(None);
            tabs::tell_changed();
            app.keep.list_changed();
        }
        Err(error) => app.keep.trouble.set(Some(store_trouble(app, &error))),
    }
}
