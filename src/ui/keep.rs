//! Keeping evaluations on the page: the history's state, what a run writes while it goes on, and the way back from a
//! record to the form.
//!
//! Whatever the storage does, the evaluation stays on screen; trouble is a sentence in [`Keep::trouble`].

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::browser::{self, now_ms};
use super::later::{NotFetched, later};
use super::running::Finished;
use super::state::App;
use crate::evaluation::{Evaluation, Inputs, Metric, Overrides, StartError};
use crate::i18n::fill;
use crate::judge::api::Provider;
use crate::judge::api::provider::{CUSTOM, PROVIDERS};
use crate::judge::{JudgeIdentity, JudgeKind};
use crate::metric::catalogue;
use crate::run::rescore::{Claim, Rescored, rescore};
use crate::share::file::{beside, own};
use crate::share::link::{self, LinkError, View};
use crate::share::record::{Holds, Judged, Record};
use crate::store::database::{self, StoreError, Stored};
use crate::store::entry::Entry;
use crate::store::tabs;

/// What the page shows.
#[derive(Clone)]
pub enum Room {
    /// Input, verdict and evidence.
    Judge,
    /// The list of what was kept.
    History,
    /// How it works.
    How,
    /// A link is being read.
    Opening,
    /// A record that came from elsewhere, to be read.
    Opened(Arc<Record>, View),
    /// What came from elsewhere can't be read: the sentence that says why.
    Broken(String),
}

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
    /// What is to be said about the evaluation on the page: where it came from, whether its score has changed.
    pub notice: RwSignal<Option<String>>,
    /// Texts came from a link or a file: the first run with an API is confirmed.
    pub foreign: RwSignal<bool>,
    /// The dialog that shares is open.
    pub sharing: RwSignal<bool>,
    /// Raised when the list of the history is to be read anew.
    pub changed: RwSignal<u32>,
    current: StoredValue<Option<String>>,
    alive: StoredValue<Option<tabs::Held>, LocalStorage>,
}

const CURRENT: &str = "assay.current";
/// The setting that says that something was kept at some time.
const KEPT: &str = "kept";

/// Something that goes on by itself.
type Waiting = Pin<Box<dyn Future<Output = ()>>>;
/// Set once entries were ever to go with their tab: only then are those of tabs that are gone looked for.
const WITH_TABS: &str = "history-tabs";

impl Keep {
    /// As the address and the settings say.
    pub fn new() -> Self {
        let mode = browser::setting("history");
        let mode = Mode::ALL
            .into_iter()
            .find(|known| mode.as_deref() == Some(known.id()))
            .unwrap_or(Mode::On);
        let room = match browser::query("page").as_deref() {
            Some("history") => Room::History,
            Some("how") => Room::How,
            _ => Room::Judge,
        };
        Self {
            room: RwSignal::new(room),
            mode: RwSignal::new(mode),
            trouble: RwSignal::new(None),
            open: RwSignal::new(None),
            notice: RwSignal::new(None),
            foreign: RwSignal::new(false),
            sharing: RwSignal::new(false),
            changed: RwSignal::new(0),
            current: StoredValue::new(None),
            alive: StoredValue::new_local(None),
        }
    }

    /// Nothing is written from a frame on another page.
    pub fn keeps(self) -> bool {
        self.mode.get_untracked() != Mode::Off && !browser::framed()
    }

    /// Chooses whether evaluations are kept.
    pub fn choose(self, mode: Mode) {
        self.mode.set(mode);
        browser::set_setting("history", mode.id());
        if mode == Mode::Tab {
            browser::set_setting(WITH_TABS, "1");
        }
    }

    fn set_current(self, id: Option<String>) {
        browser::set_for_tab(CURRENT, id.as_deref());
        self.current.set_value(id);
    }
}

/// Goes to a room; what is typed stays.
pub fn go_to(app: App, room: Room) {
    app.form.read_from_page();
    let page = match room {
        Room::History => "history",
        Room::How => "how",
        _ => "judge",
    };
    browser::drop_fragment();
    browser::set_query(&[("page", page)]);
    app.keep.room.set(room);
    browser::scroll_to_top();
    browser::focus_soon("main");
}

/// Reads the link in the address, if there is one; otherwise brings back what this tab had on the page.
pub fn begin(app: App) {
    if browser::query("judge").as_deref() == Some("embedded") {
        app.setup.kind.set(JudgeKind::Embedded);
    }
    let linked = open_address(app);
    if browser::framed() {
        return;
    }
    let tab = tabs::this_tab();
    app.keep.alive.set_value(tabs::live(&tab));
    browser::tell_worker_when_gone();
    // Nothing was ever kept: there is nothing to bring back or to sweep away.
    if browser::setting(KEPT).is_none() {
        return;
    }
    spawn_local(async move {
        if let Ok(taking_up) = take_up(app, tab, linked).await {
            taking_up.await;
        }
    });
}

later!(rooms: fn take_up(app: App, tab: String, linked: bool) -> Waiting {
    Box::pin(async move {
        sweep(app, &tab).await;
        let current = browser::for_tab(CURRENT);
        if let (Some(id), false) = (current, linked) {
            bring_back(app, id).await;
        }
    })
});

/// Opens the link in the address. False: there is none.
pub fn open_address(app: App) -> bool {
    let Some(address) = browser::address() else {
        return false;
    };
    if !link::is_in(&address) {
        return false;
    }
    app.keep.room.set(Room::Opening);
    spawn_local(async move {
        let room = match read_link(address).await {
            Ok(Some(Ok((view, record)))) => Room::Opened(Arc::new(record), view),
            Ok(Some(Err(error))) => Room::Broken(link_trouble(app, &error)),
            Ok(None) => Room::Judge,
            Err(NotFetched) => Room::Broken(app.strings().page.not_fetched.to_owned()),
        };
        app.keep.room.set(room);
    });
    true
}

later!(rooms: fn read_link(address: String) -> Option<Result<(View, Record), LinkError>> { link::read(&address) });

/// The sentence for a link that can't be read.
pub fn link_trouble(app: App, error: &LinkError) -> String {
    let k = &app.strings().keep;
    let lang = app.lang.get_untracked();
    match error {
        LinkError::Foreign => k.link_foreign.to_owned(),
        LinkError::Newer(version) => fill(k.link_newer, &[("version", &version.to_string())]),
        LinkError::Cut {
            arrived,
            expected: Some(expected),
        } => fill(
            k.link_cut,
            &[
                ("arrived", &browser::number(lang, *arrived as f64)),
                ("expected", &browser::number(lang, *expected as f64)),
            ],
        ),
        LinkError::Cut { arrived, .. } => fill(
            k.link_cut_early,
            &[("arrived", &browser::number(lang, *arrived as f64))],
        ),
        LinkError::Changed => k.link_changed.to_owned(),
        LinkError::TooBig => k.link_too_big.to_owned(),
        LinkError::TooDeep | LinkError::NoRecord(_) => k.link_no_record.to_owned(),
    }
}

/// The sentence for storage that can't be used.
pub fn store_trouble(app: App, error: &StoreError) -> String {
    let k = &app.strings().keep;
    match error {
        StoreError::Blocked(_) => k.store_blocked,
        StoreError::Full => k.store_full,
        StoreError::Newer => k.store_newer,
    }
    .to_owned()
}

/// Deletes what was to go with tabs that are gone.
async fn sweep(app: App, tab: &str) {
    if browser::setting(WITH_TABS).is_none() {
        return;
    }
    let Ok(entries) = database::entries().await else {
        return;
    };
    let mine = |entry: &Entry, alive: &[String]| entry.tab == tab || alive.contains(&entry.tab);
    let of_tabs: Vec<Entry> = entries
        .iter()
        .filter_map(|json| serde_json::from_str::<Entry>(&json.as_string()?).ok())
        .filter(|entry| !entry.tab.is_empty())
        .collect();
    if of_tabs.is_empty() {
        return;
    }
    let (_, alive) = tabs::alive().await;
    let gone: Vec<String> = of_tabs
        .into_iter()
        .filter(|entry| !mine(entry, &alive))
        .map(|entry| entry.id)
        .collect();
    if !gone.is_empty() && database::take(Some(&gone)).await.is_ok() {
        app.keep
            .changed
            .update(|changed| *changed = changed.wrapping_add(1));
    }
}

async fn bring_back(app: App, id: String) {
    let Ok(Some(json)) = database::record(&id).await else {
        return;
    };
    let untouched = app.run.since.get_untracked().is_none() && app.run.finished.with_untracked(Vec::is_empty);
    let Ok(record) = own(&json) else { return };
    // An address that names another metric wants that one.
    let asked = browser::query("metric");
    let fits = asked.is_none_or(|asked| record.metrics.iter().any(|judged| judged.id == asked));
    if untouched && fits {
        let shown = browser::query("metric").and_then(|id| catalogue::find(&id));
        load(app, id, record);
        if let Some(metric) = shown {
            app.choose(metric);
        }
        app.keep.notice.set(None);
    }
}

/// Shows an entry of the history on the Judge page.
pub async fn reopen(app: App, id: String) {
    match database::record(&id).await {
        Ok(Some(json)) => match own(&json) {
            Ok(record) => {
                stopped(app).await;
                load(app, id, record);
                go_to(app, Room::Judge);
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
fn load(app: App, id: String, record: Record) {
    fill_in(app, &record);
    let changed = show_outcomes(app, &record);
    let k = &app.strings().keep;
    app.keep.notice.set(changed.then(|| k.changed_score.to_owned()));
    app.keep.set_current(Some(id.clone()));
    let record = Arc::new(record);
    app.keep
        .open
        .set((!record.is_finished()).then_some(Known { id, record }));
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
    fill_in(app, record);
    app.run.finished.set(Vec::new());
    app.keep.set_current(None);
    app.keep.open.set(None);
    app.keep.notice.set(Some(app.strings().keep.copied_in.to_owned()));
    app.keep.foreign.set(true);
    go_to(app, Room::Judge);
}

fn fill_in(app: App, record: &Record) {
    let metrics: Vec<&'static dyn Metric> = record
        .metrics
        .iter()
        .filter_map(|judged| catalogue::find(&judged.id))
        .collect();
    let Some(first) = metrics.first().copied() else {
        return;
    };
    app.form.read_from_page();
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
    app.form.load(&Inputs::of(&metrics).fields, &record.sample);
    if let Some(judge) = &record.judge {
        set_judge(app, judge);
    }
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
            let provider = PROVIDERS.iter().find(|known| {
                known.name == judge.provider || known.base.contains(&format!("//{}/", judge.provider))
            });
            if let Some(provider) = provider {
                let known: &'static Provider = provider;
                if setup.provider.get_untracked().id != known.id {
                    setup.provider.set(known);
                    setup.base.set(String::new());
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

/// Shows what the replies of a record give. True where a score is not the one that was claimed.
fn show_outcomes(app: App, record: &Record) -> bool {
    let finished = finished_of(record, app.form.revision.get_untracked());
    let changed = rescore(record).iter().any(|rescored| match rescored {
        Rescored::Done(scored) => matches!(scored.claim, Claim::Differs { .. }),
        _ => false,
    });
    app.run.show(
        finished
            .into_iter()
            .map(|(_, finished)| Arc::new(finished))
            .collect(),
    );
    changed
}

/// The outcomes that the replies of a record give, with the metric of each in the record. Those whose asks are still
/// open are left out.
pub fn finished_of(record: &Record, revision: u32) -> Vec<(Judged, Finished)> {
    let sample = Arc::new(record.sample.clone());
    rescore(record)
        .into_iter()
        .zip(&record.metrics)
        .filter_map(|(rescored, judged)| {
            let Rescored::Done(scored) = rescored else {
                return None;
            };
            if scored.evaluation.open_asks().is_some() && judged.claimed.is_none() {
                return None;
            }
            let finished = Finished {
                metric: scored.evaluation.metric(),
                sample: sample.clone(),
                record: beside(record, scored.outcome),
                revision,
                evaluation: scored.evaluation,
                overrides: judged.overrides.clone(),
                shared: 0,
            };
            Some((judged.clone(), finished))
        })
        .collect()
}

/// The record of what is on the page: the last outcomes where there are some for the chosen metric, and what is typed
/// otherwise.
pub fn record_of_page(app: App) -> Record {
    let finished = app.run.finished.get_untracked();
    let shown = untrack(|| app.metric.get()).id();
    let judged = finished.iter().any(|one| one.metric.id() == shown);
    let record = judged.then(|| record_of(app, &finished)).flatten();
    record.unwrap_or_else(|| typed(app))
}

/// The record of the outcomes of one run; `None` for none.
fn record_of(app: App, finished: &[Arc<Finished>]) -> Option<Record> {
    let mut record = Record::new(&finished.first()?.sample, app.lang.get_untracked().tag());
    for one in finished {
        record.add(&one.evaluation, &one.overrides);
        record.started_ms = one.record.started_ms.max(0.0) as u64;
        record.elapsed_ms = record
            .elapsed_ms
            .max(one.record.elapsed_ms.max(0.0).round() as u64);
        record.cancelled |= one.record.cancelled;
        let judge = one.record.judge.clone();
        record.judge = Some(match record.judge.take() {
            Some(so_far) => so_far.join(judge),
            None => judge,
        });
    }
    Some(record)
}

/// The record of what is typed.
fn typed(app: App) -> Record {
    app.form.read_from_page();
    let metrics = untrack(|| app.metrics());
    let sample = app.form.sample_of(&Inputs::of(&metrics));
    let mut record = Record::new(&sample, app.lang.get_untracked().tag());
    for metric in metrics {
        let started: Result<Evaluation, StartError> =
            Evaluation::start(metric, sample.clone(), untrack(|| app.options_of(metric)));
        match started {
            Ok(evaluation) => record.add(&evaluation, &Overrides::default()),
            Err(_) => record.metrics.push(Judged {
                id: metric.id().to_owned(),
                version: metric.version(),
                ..Judged::default()
            }),
        }
    }
    record.holds = Holds::Inputs;
    record
}

/// What writes a run into the history while it goes on.
#[derive(Clone)]
pub struct Keeper(Rc<Inner>);

struct Inner {
    app: App,
    id: String,
    judge: JudgeIdentity,
    language: &'static str,
    started_ms: f64,
    name: String,
    note: String,
    waiting: RefCell<Option<Record>>,
    lock: RefCell<Option<tabs::Held>>,
}

/// A run with many replies is not written more often than this.
const PAUSE: Duration = Duration::from_millis(150);

impl Keeper {
    /// Writes what is there before the first ask. `known`: an entry that goes on.
    pub fn begin(app: App, evaluations: &[Evaluation], judge: JudgeIdentity, known: Option<Known>) -> Self {
        let id = known.as_ref().map_or_else(tabs::new_id, |known| known.id.clone());
        let (name, note) = known.map_or_else(Default::default, |known| {
            (known.record.name.clone(), known.record.note.clone())
        });
        app.keep.open.set(None);
        app.keep.notice.set(None);
        let keeper = Self(Rc::new(Inner {
            app,
            language: app.lang.get_untracked().tag(),
            started_ms: now_ms(),
            judge,
            name,
            note,
            waiting: RefCell::new(None),
            lock: RefCell::new(tabs::run(&id)),
            id,
        }));
        if app.keep.keeps() {
            app.keep.set_current(Some(keeper.0.id.clone()));
        }
        if let Some(record) = keeper.record(evaluations) {
            write(app, keeper.0.id.clone(), record);
        }
        keeper
    }

    /// Replies came in. Those of a burst are written together, a moment later.
    pub fn replies(&self, evaluations: &[Evaluation]) {
        let Some(record) = self.record(evaluations) else {
            return;
        };
        let waits = self.0.waiting.borrow_mut().replace(record).is_some();
        if !waits {
            let keeper = self.clone();
            set_timeout(
                move || {
                    if let Some(record) = keeper.0.waiting.borrow_mut().take() {
                        write(keeper.0.app, keeper.0.id.clone(), record);
                    }
                },
                PAUSE,
            );
        }
    }

    /// What is there; `None` where nothing is kept.
    fn record(&self, evaluations: &[Evaluation]) -> Option<Record> {
        let inner = &self.0;
        let first = evaluations.first().filter(|_| inner.app.keep.keeps())?;
        let mut record = Record::new(first.sample(), inner.language);
        for evaluation in evaluations {
            record.add(evaluation, &Overrides::default());
            // A run that is under way claims nothing.
            if let Some(judged) = record.metrics.last_mut() {
                judged.claimed = None;
            }
        }
        record.judge = Some(inner.judge.clone());
        record.started_ms = inner.started_ms as u64;
        record.name.clone_from(&inner.name);
        record.note.clone_from(&inner.note);
        Some(record)
    }

    /// The run has come to its end: its outcomes are written.
    pub fn end(&self) {
        let inner = &self.0;
        inner.lock.borrow_mut().take();
        inner.waiting.borrow_mut().take();
        let finished = inner.app.run.finished.get_untracked();
        if let (true, Some(mut record)) = (inner.app.keep.keeps(), record_of(inner.app, &finished)) {
            record.name.clone_from(&inner.name);
            record.note.clone_from(&inner.note);
            write(inner.app, inner.id.clone(), record);
        }
    }
}

/// A verdict was changed: the entry of the evaluation on the page is written anew, with the name that it has.
pub fn verdict_changed(app: App) {
    if !app.keep.keeps() || app.read_only {
        return;
    }
    let Some(id) = app.keep.current.get_value() else {
        return;
    };
    let finished = app.run.finished.get_untracked();
    let Some(record) = record_of(app, &finished) else {
        return;
    };
    store(app, Change::Verdict(id, record));
}

/// Gives an entry a name and a note. What other tabs wrote of it stays.
pub async fn rename(app: App, id: &str, name: String, note: String) {
    let changed = database::change(id, |entry, json| {
        let old: Entry = serde_json::from_str(entry).ok()?;
        let mut record = own(json).ok()?;
        (record.name, record.note) = (name, note);
        Some(texts(id, &record, &old.tab))
    })
    .await;
    after(app, changed);
}

/// Puts a record into the history as a new entry, and gives its id.
pub async fn add(app: App, record: &Record) -> Option<String> {
    let id = tabs::new_id();
    let added = put(app, &id, record).await;
    let whole = added.is_ok();
    after(app, added);
    whole.then_some(id)
}

/// Puts entries back that were taken out.
pub async fn put_back(app: App, taken: Vec<Stored>) {
    let put = database::put(&taken).await;
    after(app, put);
}

fn write(app: App, id: String, record: Record) {
    browser::set_setting(KEPT, "yes");
    store(app, Change::Put(id, record));
}

/// What is to be written, in the order in which it came about.
enum Change {
    /// A whole entry.
    Put(String, Record),
    /// The outcomes of an entry whose verdicts were changed.
    Verdict(String, Record),
}

fn store(app: App, change: Change) {
    spawn_local(async move {
        match stored(app, change).await {
            Ok(storing) => storing.await,
            Err(NotFetched) => {
                let sentence = app.strings().page.not_fetched.to_owned();
                app.keep.trouble.set(Some(sentence));
            }
        }
    });
}

later!(storing: fn stored(app: App, change: Change) -> Waiting {
    Box::pin(async move {
        let stored = match change {
            Change::Put(id, record) => put(app, &id, &record).await,
            Change::Verdict(id, record) => {
                database::change(&id, |entry, _| {
                    let old: Entry = serde_json::from_str(entry).ok()?;
                    let mut record = record;
                    (record.name, record.note) = (old.name, old.note);
                    Some(texts(&id, &record, &old.tab))
                })
                .await
            }
        };
        after(app, stored);
    })
});

async fn put(app: App, id: &str, record: &Record) -> Result<(), StoreError> {
    let tab = match app.keep.mode.get_untracked() {
        Mode::Tab => tabs::this_tab(),
        _ => String::new(),
    };
    let (entry, record) = texts(id, record, &tab);
    let stored = Stored {
        id: id.to_owned(),
        entry: entry.into(),
        record: record.into(),
    };
    database::put(&[stored]).await
}

fn texts(id: &str, record: &Record, tab: &str) -> (String, String) {
    let json = crate::share::file::own_json(record);
    let entry = Entry::of(id, record, json.len(), tab);
    (serde_json::to_string(&entry).unwrap_or_default(), json)
}

fn after(app: App, written: Result<(), StoreError>) {
    match written {
        Ok(()) => {
            app.keep.trouble.set(None);
            tabs::tell_changed();
            app.keep
                .changed
                .update(|changed| *changed = changed.wrapping_add(1));
        }
        Err(error) => app.keep.trouble.set(Some(store_trouble(app, &error))),
    }
}

/// How long a deletion can be undone.
pub const UNDO: Duration = Duration::from_secs(10);
