//! What is written into the history: a run while it goes on, its outcomes, names. Changed verdicts are
//! [`super::changes`]' matter.

use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{KEPT, Known, Mode, after, changes};
use crate::evaluation::{Evaluation, Inputs, Overrides, StartError, State};
use crate::judge::JudgeIdentity;
use crate::share::file::own;
use crate::share::record::{Holds, Judged, Record};
use crate::share::report;
use crate::store::database::{self, Edit, StoreError};
use crate::store::entry::{Entry, Lacking, Lasting, Reworded, lacking};
use crate::store::tabs;
use crate::ui::browser::{self, now_ms};
use crate::ui::later::{NotFetched, later};
use crate::ui::running::Finished;
use crate::ui::state::App;

/// Something that goes on by itself.
type Waiting = Pin<Box<dyn Future<Output = ()>>>;

/// The record of what is on the page: the last outcomes where there are some for the chosen metric, and what is typed
/// otherwise.
pub fn record_of_page(app: App) -> Record {
    let finished = app.run.finished.get_untracked();
    let shown = untrack(|| app.metric.get()).id();
    let judged = finished.iter().any(|one| one.metric.id() == shown);
    let record = judged.then(|| record_of(app, &finished)).flatten();
    let mut record = record.unwrap_or_else(|| typed(app));
    // Who receives it sees first what is seen here.
    record.metrics.sort_by_key(|judged| judged.id != shown);
    record
}

/// The record of the outcomes of one run; `None` for none.
pub(super) fn record_of(app: App, finished: &[Arc<Finished>]) -> Option<Record> {
    let mut record = Record::new(&finished.first()?.sample, app.lang.get_untracked().tag());
    for one in finished {
        record.add(&one.evaluation, &one.overrides);
        record.started_ms = one.record.started_ms.max(0.0) as u64;
        record.elapsed_ms = record
            .elapsed_ms
            .max(one.record.elapsed_ms.max(0.0).round() as u64);
        record.cancelled |= one.record.cancelled;
        let spent = app.setup.learned.get_value().spent_by(one.record.started_ms);
        let told = spent.and_then(|spent| spent.embedding_tokens());
        record.embedding_tokens = told.or(one.record.embedding_tokens).unwrap_or_default();
        let judge = one.record.judge.clone();
        record.judge = Some(match record.judge.take() {
            Some(so_far) => so_far.join(judge),
            None => judge,
        });
    }
    Some(record)
}

/// The record of what is typed.
pub fn typed(app: App) -> Record {
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
    /// Its texts came from elsewhere, and go to no server.
    foreign: bool,
    /// Verdicts that a person changed before it went on, by the place of the metric.
    changed: Vec<Overrides>,
    /// The record with the replies so far: it grows with them, as making it anew takes longer the more there are.
    so_far: RefCell<Option<Record>>,
    /// It is about to be written.
    waits: Cell<bool>,
    lock: RefCell<Option<tabs::Held>>,
}

/// A run with many replies is not written more often than this.
const PAUSE: Duration = Duration::from_millis(150);

impl Keeper {
    /// Writes what is there before the first ask. `known`: an entry that goes on, with its lock and the verdicts that a
    /// person changed in it.
    pub fn begin(
        app: App,
        evaluations: &[Evaluation],
        judge: JudgeIdentity,
        known: Option<Known>,
        held: Option<tabs::Held>,
        changed: Vec<Overrides>,
    ) -> Self {
        let id = known.as_ref().map_or_else(tabs::new_id, |known| known.id.clone());
        let (name, note) = known.map_or_else(Default::default, |known| {
            (known.record.name.clone(), known.record.note.clone())
        });
        app.keep.open.set(None);
        app.keep.notice.set(None);
        app.keep.running.set_value(Some(id.clone()));
        let keeper = Self(Rc::new(Inner {
            app,
            language: app.lang.get_untracked().tag(),
            started_ms: now_ms(),
            judge,
            name,
            note,
            so_far: RefCell::new(None),
            waits: Cell::new(false),
            foreign: app.keep.foreign.get_untracked(),
            changed,
            lock: RefCell::new(held.or_else(|| tabs::run(&id))),
            id,
        }));
        // What is not kept is no entry, and least of all the one before it.
        app.keep
            .set_current(app.keep.keeps().then(|| keeper.0.id.clone()));
        if let Some(record) = keeper.record(evaluations) {
            keeper.write(record, Vec::new(), None);
        }
        keeper
    }

    /// Replies came in. Those of a burst are written together, a moment later.
    pub fn replies(&self, evaluations: &[Evaluation]) {
        if !self.0.app.keep.keeps() {
            self.0.so_far.borrow_mut().take();
            return;
        }
        match &mut *self.0.so_far.borrow_mut() {
            Some(record) => {
                for (place, evaluation) in evaluations.iter().enumerate() {
                    record.grow(place, evaluation);
                }
            }
            none => *none = self.record(evaluations),
        }
        if !self.0.waits.replace(true) {
            let keeper = self.clone();
            set_timeout(
                move || {
                    keeper.0.waits.set(false);
                    // The next reply makes it anew, and those behind it let it grow.
                    let record = keeper.0.so_far.borrow_mut().take();
                    if let Some(record) = record {
                        keeper.write(record, Vec::new(), None);
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
        let none = Overrides::default();
        for (place, evaluation) in evaluations.iter().enumerate() {
            record.add(evaluation, inner.changed.get(place).unwrap_or(&none));
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
        // Who takes up what is under way no longer finds what came out.
        let held = inner.lock.borrow_mut().take();
        inner.app.keep.running.set_value(None);
        inner.so_far.borrow_mut().take();
        if !inner.app.keep.keeps() {
            // What was written before that was switched off is no longer under way.
            after(inner.app, Ok(()));
            return;
        }
        let finished = inner.app.run.finished.get_untracked();
        if let Some(mut record) = record_of(inner.app, &finished) {
            record.name.clone_from(&inner.name);
            record.note.clone_from(&inner.note);
            let lacking = |one: &Arc<Finished>| {
                let (some, all) = report::lacking(&one.record.outcome)?;
                Some((one.metric.id().to_owned(), some, all))
            };
            self.write(record, finished.iter().filter_map(lacking).collect(), held);
        }
    }

    fn write(&self, record: Record, lacking: Vec<Lacking>, held: Option<tabs::Held>) {
        let Inner { app, foreign, .. } = *self.0;
        let id = self.0.id.clone();
        browser::set_setting(KEPT, "yes");
        in_time(app, Box::pin(stored(app, id, record, lacking, foreign, held)));
    }
}

/// What became of a name and a note.
pub enum Renamed {
    /// They stand there.
    Done,
    /// Another tab has changed the same meanwhile: its name and note stand, and nothing was written.
    Other(String, String),
    /// It could not be done, which is told.
    Not,
}

/// Gives an entry a name and a note, as far as they are changed. What other tabs wrote of it stays.
pub async fn rename(app: App, id: &str, name: &Reworded, note: &Reworded) -> Renamed {
    let mut other = None;
    let changed = database::change(id, |there| {
        let (entry, json) = there?;
        let old: Entry = serde_json::from_str(entry).ok()?;
        let mut record = own(json).ok()?;
        if old.deleted_ms > 0 {
            return None;
        }
        let (Some(name), Some(note)) = (name.over(&old.name), note.over(&old.note)) else {
            other = Some((old.name, old.note));
            return None;
        };
        (record.name, record.note) = (name.to_owned(), note.to_owned());
        Some(again(&old, &record, old.lacking.clone()))
    })
    .await;
    let there = matches!(changed, Ok(true));
    let gone = matches!(changed, Ok(false));
    after(app, changed.map(|_| ()));
    match other {
        _ if there => Renamed::Done,
        Some((name, note)) => Renamed::Other(name, note),
        None => {
            if gone {
                app.keep
                    .trouble
                    .set(Some(app.strings().keep.entry_gone.to_owned()));
            }
            Renamed::Not
        }
    }
}

/// An entry was scored again: where that is not what was noted, the list says so from now on. `scored`: its record then;
/// where another tab has changed verdicts since, this says nothing of them.
pub async fn note_changed(app: App, id: &str, scored: &Record, now: Vec<(String, State)>) {
    let noted = database::change(id, |there| {
        let (entry, json) = there?;
        let mut entry: Entry = serde_json::from_str(entry).ok()?;
        if entry.now == now || own(json).ok()?.metrics != scored.metrics {
            return None;
        }
        entry.now = now;
        Some((serde_json::to_string(&entry).ok()?, json.to_owned()))
    });
    if let Ok(true) = noted.await {
        after(app, Ok(()));
    }
}

/// The texts of an entry whose record has changed.
pub(super) fn again(old: &Entry, record: &Record, lacking: Vec<Lacking>) -> (String, String) {
    texts(&old.id, record, &old.by, &old.tab, |entry| {
        (entry.lacking, entry.foreign) = (lacking, old.foreign);
        // A name changes no score. With changed verdicts what was noted is another one.
        if entry.results == old.results {
            entry.now.clone_from(&old.now);
        }
        (entry.deleted_ms, entry.goes_ms) = (old.deleted_ms, old.goes_ms);
    })
}

/// Puts a record into the history as a new entry, and gives its id. `foreign`: it came from elsewhere.
pub async fn add(app: App, record: &Record, foreign: bool) -> Option<String> {
    let id = tabs::new_id();
    let added = put(app, &id, record.clone(), lacking(record), foreign).await;
    let whole = added.is_ok();
    after(app, added);
    whole.then_some(id)
}

/// Writes an entry that could not be written before.
pub(super) async fn put_new(app: App, id: &str, record: Record, foreign: bool) -> Result<(), StoreError> {
    let lacking = lacking(&record);
    let written = put(app, id, record, lacking, foreign).await;
    app.keep.unwritten.set_value(written.is_err());
    written
}

/// It was confirmed that the texts on the page may go to a server: their entry came from elsewhere no more.
pub async fn confirmed(app: App) {
    app.keep.foreign.set(false);
    let Some(id) = app.keep.current.get_value() else {
        return;
    };
    let ids = [id];
    let unmarked = database::edit(Some(&ids), |json| match serde_json::from_str::<Entry>(json) {
        Ok(mut entry) if entry.foreign => {
            entry.foreign = false;
            serde_json::to_string(&entry).map_or(Edit::Leave, Edit::Write)
        }
        _ => Edit::Leave,
    });
    if let Ok(1..) = unmarked.await {
        after(app, Ok(()));
    }
}

/// What is written by code that is fetched for it.
type Writing = Pin<Box<dyn Future<Output = Result<Waiting, NotFetched>>>>;

/// Writes in the background, and says so where the code for it can't be fetched.
pub(super) fn in_time(app: App, writing: Writing) {
    spawn_local(async move {
        match writing.await {
            Ok(writing) => writing.await,
            Err(NotFetched) => {
                let sentence = app.strings().page.not_fetched.to_owned();
                app.keep.trouble.set(Some(sentence));
            }
        }
    });
}

later!(storing: fn stored(
    app: App, id: String, record: Record, lacking: Vec<Lacking>, foreign: bool, held: Option<tabs::Held>,
) -> Waiting {
    Box::pin(async move {
        let stored = put(app, &id, record, lacking, foreign).await;
        drop(held);
        changes::follow(app);
        app.keep.unwritten.set_value(stored.is_err());
        after(app, stored);
    })
});

/// Writes a whole entry. What its owner called it meanwhile, in this tab or another, which verdicts were changed in it,
/// whether its texts may go to a server, and how long it is kept stay.
async fn put(
    app: App,
    id: &str,
    mut record: Record,
    lacking: Vec<Lacking>,
    foreign: bool,
) -> Result<(), StoreError> {
    let changed = record.metrics.iter().any(|one| !one.overrides.0.is_empty());
    let mut joins = false;
    let written = database::change(id, |there| {
        // Verdicts that a person changed are rare, and come to their place by code that is fetched for them.
        joins = there.is_some_and(|(_, json)| changed || json.contains("\"overrides\""));
        let old = there.map(|(entry, _)| entry);
        (!joins).then(|| whole(app, id, old, &mut record, lacking.clone(), foreign))
    });
    written.await?;
    if joins {
        let joining = changes::join_run(app, id.to_owned(), record, foreign);
        joining
            .await
            .map_err(|NotFetched| StoreError::NotFetched)?
            .await?;
    }
    Ok(())
}

/// The texts of a whole entry, put in the place of another one or of none.
pub(super) fn whole(
    app: App,
    id: &str,
    old: Option<&str>,
    record: &mut Record,
    lacking: Vec<Lacking>,
    foreign: bool,
) -> (String, String) {
    let old = old.and_then(|entry| serde_json::from_str::<Lasting>(entry).ok());
    let mut sent = false;
    let (by, tab) = match old {
        Some(old) => {
            (record.name, record.note) = (old.name, old.note);
            // What was once confirmed is not asked again.
            sent = !old.foreign;
            (old.by, old.tab)
        }
        None => {
            let here = tabs::this_tab();
            let goes = app.keep.mode() == Mode::Tab;
            (here.clone(), if goes { here } else { String::new() })
        }
    };
    texts(id, record, &by, &tab, |entry| {
        (entry.lacking, entry.foreign) = (lacking, foreign && !sent);
    })
}

fn texts(
    id: &str,
    record: &Record,
    by: &str,
    tab: &str,
    beside: impl FnOnce(&mut Entry),
) -> (String, String) {
    let json = crate::share::file::own_json(record);
    let mut entry = Entry::of(id, record, json.len(), by, tab);
    beside(&mut entry);
    (serde_json::to_string(&entry).unwrap_or_default(), json)
}
