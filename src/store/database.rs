//! The history in IndexedDB. Each entry stands in two stores under the same key, and both are always written in one
//! transaction: `entries` for the list, `records` for the rest. Values are JSON texts.
//!
//! A browser may have no storage for us (private windows, blocked cookies) or no more of it; that is a
//! [`StoreError`], and the page goes on without.

use std::cell::RefCell;

use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{
    DomException, IdbDatabase, IdbFactory, IdbKeyRange, IdbObjectStore, IdbOpenDbRequest, IdbRequest,
    IdbTransaction, IdbTransactionMode, IdbVersionChangeEvent,
};

use super::entry::is_deleted;

const NAME: &str = "assay";
const ENTRIES: &str = "entries";
const RECORDS: &str = "records";
/// Databases of this name, with what was chosen behind it, hold nothing: that one is there says it. `boot.js` reads it.
const CHOICE: &str = "assay-history-";

/// How long a browser may take to open the database, in milliseconds: a broken profile never does, and says nothing.
const OPENS_IN: u32 = 10_000;

type Migration = fn(&IdbDatabase) -> Result<(), JsValue>;

/// What takes the database from one version to the next, in order; its version is their number. Steps are only
/// ever added. (Records and entries carry their own versions and are read leniently.)
const MIGRATIONS: [Migration; 1] = [|database| {
    database.create_object_store(ENTRIES)?;
    database.create_object_store(RECORDS)?;
    Ok(())
}];

/// Why the history can't be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The browser gives this page no storage.
    #[error("storage is blocked: {0}")]
    Blocked(String),
    /// There is no room left.
    #[error("storage is full")]
    Full,
    /// A newer version of the app has changed the database.
    #[error("the database belongs to a newer version")]
    Newer,
    /// The browser has not said for long whether there is any.
    #[error("storage does not answer")]
    Silent,
    /// The code that writes it can't be fetched.
    #[error("the code for it can't be fetched")]
    NotFetched,
}

thread_local! {
    static OPEN: RefCell<Option<IdbDatabase>> = const { RefCell::new(None) };
}

/// The entries' JSON, deleted ones included, newest last: ids begin with the time. They stay in JavaScript, so that thousands cost nothing
/// before they are looked at.
///
/// # Errors
/// See [`StoreError`].
pub async fn entries() -> Result<Array, StoreError> {
    let transaction = begin(IdbTransactionMode::Readonly).await?;
    let all = answer(store(&transaction, ENTRIES)?.get_all()).await?;
    Ok(Array::from(&all))
}

/// The newest entries' JSON, as [`entries`], and how many there are in all: what is seen first need not wait for the rest.
///
/// # Errors
/// See [`StoreError`].
pub async fn newest(most: u32) -> Result<(Array, u32), StoreError> {
    let transaction = begin(IdbTransactionMode::Readonly).await?;
    let entries = store(&transaction, ENTRIES)?;
    // Keys are short; all of them are there sooner than a cursor has gone back over a few.
    let keys = Array::from(&answer(entries.get_all_keys()).await?);
    let first = keys.get(keys.length().saturating_sub(most));
    if first.is_undefined() {
        return Ok((Array::new(), 0));
    }
    let range = IdbKeyRange::lower_bound(&first).map_err(refused)?;
    let newest = answer(entries.get_all_with_key(&range)).await?;
    Ok((Array::from(&newest), keys.length()))
}

/// An entry and its record; `None` where it is gone or deleted.
///
/// # Errors
/// See [`StoreError`].
pub async fn kept(id: &str) -> Result<Option<(String, String)>, StoreError> {
    let transaction = begin(IdbTransactionMode::Readonly).await?;
    let entry = answer(store(&transaction, ENTRIES)?.get(&id.into())).await?;
    let Some(entry) = entry.as_string().filter(|entry| !is_deleted(entry)) else {
        return Ok(None);
    };
    let record = answer(store(&transaction, RECORDS)?.get(&id.into())).await?;
    Ok(record.as_string().map(|record| (entry, record)))
}

/// The records of these entries, in their order; `None` for one that is gone.
///
/// # Errors
/// See [`StoreError`].
pub async fn records(ids: &[String]) -> Result<Vec<Option<String>>, StoreError> {
    let transaction = begin(IdbTransactionMode::Readonly).await?;
    let records = store(&transaction, RECORDS)?;
    // All are asked for before the first is waited for.
    let asked = ids.iter().map(|id| answer(records.get(&id.as_str().into())));
    let all = futures::future::join_all(asked).await;
    all.into_iter().map(|record| Ok(record?.as_string())).collect()
}

/// Reads an entry and its record, and writes what `change` makes of them, in one transaction: what another tab wrote
/// meanwhile is not lost. `change` is given `None` where the entry is not there; one that is marked as deleted is.
/// False: `change` gave `None`; nothing is written then.
///
/// # Errors
/// See [`StoreError`].
pub async fn change(
    id: &str,
    change: impl FnOnce(Option<(&str, &str)>) -> Option<(String, String)>,
) -> Result<bool, StoreError> {
    let transaction = begin(IdbTransactionMode::Readwrite).await?;
    let (entries, records) = (store(&transaction, ENTRIES)?, store(&transaction, RECORDS)?);
    let key = JsValue::from_str(id);
    let entry = answer(entries.get(&key)).await?.as_string();
    let record = answer(records.get(&key)).await?.as_string();
    let there = entry.zip(record);
    let there = there
        .as_ref()
        .map(|(entry, record)| (entry.as_str(), record.as_str()));
    let Some((entry, record)) = change(there) else {
        return Ok(false);
    };
    entries
        .put_with_key(&entry.into(), &key)
        .and_then(|_| records.put_with_key(&record.into(), &key))
        .map_err(refused)?;
    committed(&transaction).await?;
    Ok(true)
}

/// What [`edit`] does with an entry.
pub enum Edit {
    /// It stays as it is.
    Leave,
    /// This JSON takes its place; the record stays.
    Write(String),
    /// Entry and record are deleted for good.
    Delete,
}

/// Goes over the entries in one transaction, all of them or these, by their JSON. Gives how many were edited.
///
/// # Errors
/// See [`StoreError`]; nothing is edited then.
pub async fn edit(ids: Option<&[String]>, mut edit: impl FnMut(&str) -> Edit) -> Result<usize, StoreError> {
    let transaction = begin(IdbTransactionMode::Readwrite).await?;
    let (entries, records) = (store(&transaction, ENTRIES)?, store(&transaction, RECORDS)?);
    let (keys, texts) = match ids {
        Some(ids) => {
            let (keys, texts) = (Array::new(), Array::new());
            for id in ids {
                let key = JsValue::from_str(id);
                texts.push(&answer(entries.get(&key)).await?);
                keys.push(&key);
            }
            (keys, texts)
        }
        // Both come in the order of the keys.
        None => (
            Array::from(&answer(entries.get_all_keys()).await?),
            Array::from(&answer(entries.get_all()).await?),
        ),
    };
    let mut edited = 0;
    for (key, text) in keys.iter().zip(texts.iter()) {
        let Some(text) = text.as_string() else { continue };
        let done = match edit(&text) {
            Edit::Leave => continue,
            Edit::Write(json) => entries.put_with_key(&json.into(), &key).map(|_| ()),
            Edit::Delete => entries
                .delete(&key)
                .and_then(|_| records.delete(&key))
                .map(|_| ()),
        };
        done.map_err(refused)?;
        edited += 1;
    }
    committed(&transaction).await?;
    Ok(edited)
}

/// Has the choice of what is kept outlive a crash, which localStorage doesn't in its first seconds. `modes` are all that
/// leave a mark; whatever was chosen, the marks of the others go once its own is there.
///
/// # Errors
/// See [`StoreError`].
pub async fn mark_choice(chosen: &str, modes: &[&str]) -> Result<(), StoreError> {
    let factory = factory()?;
    let name = |mode: &str| format!("{CHOICE}{mode}");
    if modes.contains(&chosen) {
        let request = factory.open(&name(chosen)).map_err(refused)?;
        let opened = answer(Ok(request.unchecked_into())).await?;
        opened.unchecked_into::<IdbDatabase>().close();
    }
    for other in modes.iter().filter(|mode| **mode != chosen) {
        let request = factory.delete_database(&name(other)).map_err(refused)?;
        answer(Ok(request.unchecked_into())).await?;
    }
    Ok(())
}

fn factory() -> Result<IdbFactory, StoreError> {
    let blocked = |error: JsValue| StoreError::Blocked(said(&error));
    let window = web_sys::window().ok_or_else(|| StoreError::Blocked(String::new()))?;
    window
        .indexed_db()
        .map_err(blocked)?
        .ok_or_else(|| StoreError::Blocked(String::new()))
}

async fn begin(mode: IdbTransactionMode) -> Result<IdbTransaction, StoreError> {
    let names = Array::of2(&ENTRIES.into(), &RECORDS.into());
    let open = OPEN.with(|open| open.borrow().clone());
    if let Some(database) = open {
        // A connection that was closed (another tab upgrades, storage was cleared) is opened anew.
        if let Ok(transaction) = database.transaction_with_str_sequence_and_mode(&names, mode) {
            return Ok(transaction);
        }
    }
    let database = open_database().await?;
    OPEN.with(|open| *open.borrow_mut() = Some(database.clone()));
    database
        .transaction_with_str_sequence_and_mode(&names, mode)
        .map_err(refused)
}

async fn open_database() -> Result<IdbDatabase, StoreError> {
    let blocked = |error: JsValue| StoreError::Blocked(said(&error));
    let version = u32::try_from(MIGRATIONS.len()).unwrap_or(1);
    let request = factory()?.open_with_u32(NAME, version).map_err(blocked)?;
    let opening = request.clone();
    let upgrade = Closure::<dyn FnMut(IdbVersionChangeEvent)>::new(move |event: IdbVersionChangeEvent| {
        migrate(&opening, event.old_version() as usize);
    });
    request.set_onupgradeneeded(Some(upgrade.as_ref().unchecked_ref()));
    let opening = std::pin::pin!(answer(Ok(request.clone().unchecked_into())));
    let opened = match select(opening, TimeoutFuture::new(OPENS_IN)).await {
        Either::Left((opened, _)) => opened,
        Either::Right(_) => {
            request.set_onsuccess(None);
            request.set_onerror(None);
            // It may still come to that.
            upgrade.forget();
            return Err(StoreError::Silent);
        }
    };
    request.set_onupgradeneeded(None);
    drop(upgrade);
    let database: IdbDatabase = match opened {
        Ok(database) => database.unchecked_into(),
        Err(StoreError::Full) => return Err(StoreError::Full),
        Err(_) if name_of(request.error().ok().flatten().as_ref()) == "VersionError" => {
            return Err(StoreError::Newer);
        }
        Err(error) => return Err(error),
    };
    // Another tab brings a newer version: don't stand in its way.
    let closing = database.clone();
    let close = Closure::<dyn FnMut()>::new(move || closing.close());
    database.set_onversionchange(Some(close.as_ref().unchecked_ref()));
    close.forget();
    Ok(database)
}

fn migrate(request: &IdbOpenDbRequest, from: usize) {
    let Ok(Ok(database)) = request.result().map(JsCast::dyn_into::<IdbDatabase>) else {
        return;
    };
    for step in MIGRATIONS.iter().skip(from) {
        if step(&database).is_err() {
            // The open request fails with it, and nothing was changed.
            if let Some(transaction) = request.transaction() {
                let _ = transaction.abort();
            }
            return;
        }
    }
}

fn store(transaction: &IdbTransaction, name: &str) -> Result<IdbObjectStore, StoreError> {
    transaction.object_store(name).map_err(refused)
}

/// Waits for the result of a request.
async fn answer(request: Result<IdbRequest, JsValue>) -> Result<JsValue, StoreError> {
    let request = request.map_err(refused)?;
    let (sender, receiver) = oneshot::channel();
    let sender = std::rc::Rc::new(RefCell::new(Some(sender)));
    let done = Closure::<dyn FnMut()>::new({
        let sender = sender.clone();
        move || {
            if let Some(sender) = sender.borrow_mut().take() {
                let _ = sender.send(());
            }
        }
    });
    request.set_onsuccess(Some(done.as_ref().unchecked_ref()));
    request.set_onerror(Some(done.as_ref().unchecked_ref()));
    let _ = receiver.await;
    request.set_onsuccess(None);
    request.set_onerror(None);
    match request.error() {
        Ok(Some(error)) => Err(meaning(&error)),
        Ok(None) => request.result().map_err(refused),
        Err(error) => Err(refused(error)),
    }
}

/// Waits until a transaction has come to its end.
async fn committed(transaction: &IdbTransaction) -> Result<(), StoreError> {
    let (sender, receiver) = oneshot::channel();
    let sender = std::rc::Rc::new(RefCell::new(Some(sender)));
    let ended = |whole: bool| {
        let sender = sender.clone();
        Closure::<dyn FnMut()>::new(move || {
            if let Some(sender) = sender.borrow_mut().take() {
                let _ = sender.send(whole);
            }
        })
    };
    let (complete, abort) = (ended(true), ended(false));
    transaction.set_oncomplete(Some(complete.as_ref().unchecked_ref()));
    transaction.set_onabort(Some(abort.as_ref().unchecked_ref()));
    let whole = receiver.await.unwrap_or(false);
    transaction.set_oncomplete(None);
    transaction.set_onabort(None);
    match transaction.error() {
        _ if whole => Ok(()),
        Some(error) => Err(meaning(&error)),
        None => Err(StoreError::Blocked(String::new())),
    }
}

fn refused(error: JsValue) -> StoreError {
    match error.dyn_ref::<DomException>() {
        Some(exception) => meaning(exception),
        None => StoreError::Blocked(said(&error)),
    }
}

fn meaning(error: &DomException) -> StoreError {
    match error.name().as_str() {
        "QuotaExceededError" => StoreError::Full,
        "VersionError" => StoreError::Newer,
        _ => StoreError::Blocked(error.message()),
    }
}

fn name_of(error: Option<&DomException>) -> String {
    error.map(DomException::name).unwrap_or_default()
}

fn said(error: &JsValue) -> String {
    error
        .dyn_ref::<DomException>()
        .map(DomException::message)
        .unwrap_or_default()
}
