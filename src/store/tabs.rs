//! Tabs of one browser: who is this tab, which ones are alive, which runs are under way, and that the history has
//! changed.
//!
//! A tab that lives, and a run that is under way, hold a lock ([Web Locks]); the browser lets go of it when the tab
//! crashes, is reloaded or closed. That of a tab is shared: a copy of a tab has its name. `boot.js` takes it before the
//! program is there. Where a browser has no locks, nobody is taken to be alive.
//!
//! [Web Locks]: https://www.w3.org/TR/web-locks/

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use futures::channel::oneshot;
use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::BroadcastChannel;

const TAB: &str = "assay-tab-";
const RUN: &str = "assay-run-";
const CHANNEL: &str = "assay-history";

/// A lock that is held until this is let go.
pub struct Held(Function);

impl Drop for Held {
    fn drop(&mut self) {
        let _ = self.0.call0(&JsValue::NULL);
    }
}

/// This tab's name: kept over a reload, and lost when the tab is closed. Where the browser keeps nothing for a tab, it is
/// at least the same until then.
pub fn this_tab() -> String {
    thread_local!(static NAME: OnceCell<String> = const { OnceCell::new() });
    NAME.with(|name| name.get_or_init(named).clone())
}

fn named() -> String {
    const ITEM: &str = "assay.tab";
    let storage = web_sys::window().and_then(|window| window.session_storage().ok().flatten());
    let known = storage
        .as_ref()
        .and_then(|storage| storage.get_item(ITEM).ok().flatten());
    known.unwrap_or_else(|| {
        let id = new_id();
        if let Some(storage) = storage {
            let _ = storage.set_item(ITEM, &id);
        }
        id
    })
}

/// An id that is never used twice: the time, and something random behind it.
pub fn new_id() -> String {
    let random = (js_sys::Math::random() * 4_294_967_296.0) as u64;
    let more = (js_sys::Math::random() * 4_294_967_296.0) as u64;
    format!("{:012x}-{random:08x}{more:08x}", js_sys::Date::now() as u64)
}

/// Whether this browser has locks: without them nobody knows what is under way in another tab.
pub fn can_tell() -> bool {
    locks().is_some()
}

/// Tells others that this tab lives.
pub fn live(tab: &str) -> Option<Held> {
    hold(&format!("{TAB}{tab}"), "shared")
}

/// Waits until nobody who takes this tab to be gone is at work: then this tab's lock stands.
pub async fn stands(tab: &str) {
    if let Some((_held, granted)) = asking(&format!("{TAB}{tab}"), "mode", &"shared".into()) {
        let _ = granted.await;
    }
}

/// A tab that is not there, and can't come before this is let go of.
pub enum Absent {
    /// Its lock is held in its stead.
    Surely(Held),
    /// This browser has no locks: nobody knows.
    Perhaps,
}

/// Whether a tab is not there; `None`: it is.
pub async fn absent(tab: &str) -> Option<Absent> {
    let Some((held, granted)) = asking(&format!("{TAB}{tab}"), "ifAvailable", &JsValue::TRUE) else {
        return Some(Absent::Perhaps);
    };
    match granted.await {
        Ok(true) => Some(Absent::Surely(held)),
        Ok(false) => None,
        Err(_) => Some(Absent::Perhaps),
    }
}

/// Tells others that a run is under way.
pub fn run(id: &str) -> Option<Held> {
    hold(&format!("{RUN}{id}"), "exclusive")
}

/// What came of the wish to go on with a run.
pub enum Claimed {
    /// No other tab has it: it is this one's until the lock is let go. A browser without locks gives none.
    Here(Option<Held>),
    /// It is under way in another tab.
    Elsewhere,
}

/// Takes a run for this tab, unless another one has it. Of two that ask at the same moment, one gets it.
pub async fn claim(id: &str) -> Claimed {
    let Some(asked) = asking(&format!("{RUN}{id}"), "ifAvailable", &JsValue::TRUE) else {
        return Claimed::Here(None);
    };
    let (release, granted) = asked;
    match granted.await {
        Ok(false) => Claimed::Elsewhere,
        Ok(true) => Claimed::Here(Some(release)),
        Err(_) => Claimed::Here(None),
    }
}

/// Asks for a lock with an option, and tells when it was given, or that it was not; an error where nobody gets one.
fn asking(name: &str, option: &str, value: &JsValue) -> Option<(Held, oneshot::Receiver<bool>)> {
    let locks = locks()?;
    let mut release = None;
    let until = Promise::new(&mut |resolve, _| release = Some(resolve));
    let (sender, granted) = oneshot::channel();
    let sender = Rc::new(Cell::new(Some(sender)));
    let waiting = sender.clone();
    let answered = Closure::once_into_js(move |lock: JsValue| {
        if let Some(sender) = sender.take() {
            let _ = sender.send(!lock.is_null());
        }
        if lock.is_null() {
            JsValue::UNDEFINED
        } else {
            until.into()
        }
    });
    let options = Object::new();
    Reflect::set(&options, &option.into(), value).ok()?;
    let asked = method(&locks, "request")?
        .call3(&locks, &name.into(), &options, &answered)
        .ok()?;
    // A page that may have no locks is refused in time, and nobody waits for what never comes.
    let refused = Closure::once_into_js(move || drop(waiting.take()));
    let _ = method(&asked, "catch").map(|catch| catch.call1(&asked, &refused));
    Some((Held(release?), granted))
}

/// Ids of the runs that are under way in any tab.
pub async fn under_way() -> Vec<String> {
    let names = held().await.unwrap_or_default();
    let run = |name: &String| Some(name.strip_prefix(RUN)?.to_owned());
    names.iter().filter_map(run).collect()
}

/// Tells other tabs that the history has changed.
pub fn tell_changed() {
    if let Some(channel) = own_channel() {
        let _ = channel.post_message(&JsValue::NULL);
    }
}

/// Calls `changed` whenever another tab has changed the history, for as long as the page is there; not when this page
/// tells it. Who hears it already goes on with that.
pub fn hear(changed: impl FnMut() + 'static) {
    let Some(channel) = own_channel().filter(|channel| channel.onmessage().is_none()) else {
        return;
    };
    let called = Closure::<dyn FnMut()>::new(changed);
    channel.set_onmessage(Some(called.as_ref().unchecked_ref()));
    called.forget();
}

/// The one channel through which this page tells, and which does not hear what it tells itself.
fn own_channel() -> Option<BroadcastChannel> {
    thread_local!(static OWN: OnceCell<Option<BroadcastChannel>> = const { OnceCell::new() });
    OWN.with(|own| own.get_or_init(|| BroadcastChannel::new(CHANNEL).ok()).clone())
}

/// Calls `changed` whenever another tab has changed the history, until this is let go.
pub struct Listening {
    channel: BroadcastChannel,
    _called: Closure<dyn FnMut()>,
}

impl Listening {
    /// See the type.
    pub fn new(changed: impl FnMut() + 'static) -> Option<Self> {
        let channel = BroadcastChannel::new(CHANNEL).ok()?;
        let called = Closure::<dyn FnMut()>::new(changed);
        channel.set_onmessage(Some(called.as_ref().unchecked_ref()));
        Some(Self {
            channel,
            _called: called,
        })
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.channel.close();
    }
}

fn locks() -> Option<JsValue> {
    let navigator = web_sys::window()?.navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    locks.is_object().then_some(locks)
}

fn method(of: &JsValue, name: &str) -> Option<Function> {
    Reflect::get(of, &name.into()).ok()?.dyn_into().ok()
}

fn hold(name: &str, mode: &str) -> Option<Held> {
    let locks = locks()?;
    let mut release = None;
    let until = Promise::new(&mut |resolve, _| release = Some(resolve));
    let granted = Closure::once_into_js(move |_lock: JsValue| until);
    let options = Object::new();
    Reflect::set(&options, &"mode".into(), &mode.into()).ok()?;
    let asked = method(&locks, "request")?
        .call3(&locks, &name.into(), &options, &granted)
        .ok()?;
    // A lock that is refused is a promise that fails; nobody waits for it.
    let quiet = Closure::once_into_js(|| ());
    let _ = method(&asked, "catch").map(|catch| catch.call1(&asked, &quiet));
    release.map(Held)
}

async fn held() -> Option<Vec<String>> {
    let locks = locks()?;
    let asked: Promise = method(&locks, "query")?.call0(&locks).ok()?.dyn_into().ok()?;
    let state = JsFuture::from(asked).await.ok()?;
    let held = Reflect::get(&state, &"held".into()).ok()?;
    let name = |lock: JsValue| Reflect::get(&lock, &"name".into()).ok()?.as_string();
    Some(Array::from(&held).iter().filter_map(name).collect())
}
