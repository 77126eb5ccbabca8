//! The page's side of `public/model-worker.js`: starts it when vectors are first wanted, gives it one job after the other,
//! ends it when a job is cancelled or nothing is wanted for a while, and starts another when it breaks.
//!
//! A job takes the worker away and brings it back when it is answered; so a job that is dropped midway ends the worker
//! with it, which is the only way to make it stop. The next one is started from what is kept on this device. A worker that ended
//! without a word is noticed by the lock that it held ([`until_gone`]).

use std::cell::RefCell;
use std::rc::Rc;

use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use futures::lock::Mutex;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Float32Array, Object, Reflect, Uint8Array, Uint16Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{MessageEvent, Worker};

use super::{Engine, Lost};
use crate::judge::minilm::{BYTES, SHA256, Vocabulary};
use crate::judge::watched::until_gone;

const SCRIPT: &str = "model-worker.js";
/// A job is given up when so many workers broke on it.
const TRIES: u32 = 2;
/// A worker holds some fifty megabytes: after so many milliseconds without a job it goes.
const IDLE_MS: u32 = 180_000;

/// Where the files of the model are; absolute addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The model.
    pub model: String,
    /// The program that computes with it, with SIMD.
    pub simd: String,
    /// And without.
    pub scalar: String,
}

/// Why the model can't be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What kind, for the sentence that the user reads.
    pub reason: TroubleKind,
    /// What the browser or the server said.
    pub detail: String,
}

/// Kinds of [`Trouble`], as the worker names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroubleKind {
    /// It was not to be fetched, and is not on this device.
    NotKept,
    /// It, or its program, could not be fetched.
    NotFetched,
    /// What was fetched is not the model of this build.
    WrongHash,
    /// The browser gives it no memory.
    NoRoom,
    /// It can't be started here, or stopped.
    Broke,
}

/// How the model runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// With SIMD, about ten times as quick.
    pub simd: bool,
    /// It stays on this device; some browsers keep nothing.
    pub kept: bool,
}

/// The model on the page. Clones share it.
#[derive(Clone, Default)]
pub struct Client(Rc<Inside>);

#[derive(Default)]
struct Inside {
    turn: Mutex<()>,
    idle: RefCell<Option<(Loaded, Option<Timeout>)>>,
    vocabulary: RefCell<Option<Rc<Vocabulary>>>,
}

impl Client {
    /// Has the model ready: fetched (`fetch`) or from this device alone. Dropping the future stops the fetching.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub async fn load(
        &self,
        files: &Files,
        fetch: bool,
        progress: impl Fn(f64, f64),
    ) -> Result<Running, Trouble> {
        let _turn = self.0.turn.lock().await;
        let loaded = self.take(files, fetch, &progress).await?;
        let running = loaded.running;
        self.bring_back(loaded);
        Ok(running)
    }

    /// The word pieces that the model knows; there once it was loaded.
    pub fn vocabulary(&self) -> Option<Rc<Vocabulary>> {
        self.0.vocabulary.borrow().clone()
    }

    /// Deletes the model from this device and ends the worker.
    ///
    /// # Errors
    /// The worker broke.
    pub async fn remove(&self) -> Result<(), Lost> {
        let _turn = self.0.turn.lock().await;
        drop(self.0.idle.take());
        let mut link = Link::start().ok_or(Lost::Broke)?;
        link.post(&object(&[("kind", "remove".into())]))?;
        link.hear("removed").await.map(|_| ()).map_err(|_| Lost::Broke)
    }

    /// The vectors of one job, from a worker that is loaded, or else from this device.
    async fn job(&self, files: &Files, kind: &str, ids: &[u16]) -> Result<Vec<f32>, Lost> {
        let _turn = self.0.turn.lock().await;
        for _ in 0..TRIES {
            let mut loaded = match self.take(files, false, &|_, _| {}).await {
                Ok(loaded) => loaded,
                Err(trouble) if trouble.reason == TroubleKind::NotKept => return Err(Lost::NotKept),
                Err(_) => continue,
            };
            let texts = Array::of1(&Uint16Array::from(ids));
            let job = object(&[("kind", kind.into()), ("id", 0.into()), ("ids", texts.into())]);
            if loaded.link.post(&job).is_err() {
                continue;
            }
            if let Ok(answer) = loaded.link.hear(kind).await {
                let vectors: Option<Array> = get(&answer, "vectors").dyn_into().ok();
                let vector = vectors.and_then(|list| list.get(0).dyn_into::<Float32Array>().ok());
                self.bring_back(loaded);
                return vector.map(|vector| vector.to_vec()).ok_or(Lost::Broke);
            }
        }
        Err(Lost::Broke)
    }

    async fn take(
        &self,
        files: &Files,
        fetch: bool,
        progress: &impl Fn(f64, f64),
    ) -> Result<Loaded, Trouble> {
        if let Some((mut loaded, _)) = self.0.idle.take()
            // What it says unasked is that it is gone.
            && loaded.link.heard.try_recv().is_err()
        {
            return Ok(loaded);
        }
        let broke = || Trouble {
            reason: TroubleKind::Broke,
            detail: String::new(),
        };
        let mut link = Link::start().ok_or_else(broke)?;
        let kernels = object(&[
            ("simd", files.simd.as_str().into()),
            ("scalar", files.scalar.as_str().into()),
        ]);
        let load = object(&[
            ("kind", "load".into()),
            ("model", files.model.as_str().into()),
            ("bytes", (BYTES as f64).into()),
            ("sha256", SHA256.into()),
            ("kernels", kernels),
            ("fetch", fetch.into()),
        ]);
        link.post(&load).map_err(|_| broke())?;
        let ready = loop {
            let said = link.next().await?;
            match text(&said, "kind").as_str() {
                "progress" => progress(number(&said, "loaded"), number(&said, "total")),
                "ready" => break said,
                _ => return Err(broke()),
            }
        };
        let bytes: Option<Uint8Array> = get(&ready, "vocabulary").dyn_into().ok();
        let vocabulary = bytes.and_then(|bytes| Vocabulary::read(&bytes.to_vec()).ok());
        *self.0.vocabulary.borrow_mut() = Some(Rc::new(vocabulary.ok_or_else(broke)?));
        let is = |name| get(&ready, name).is_truthy();
        Ok(Loaded {
            running: Running {
                simd: is("simd"),
                kept: is("kept"),
            },
            link,
        })
    }

    /// Where nothing is kept, the worker holds the only copy, and stays.
    fn bring_back(&self, loaded: Loaded) {
        let inside = Rc::downgrade(&self.0);
        let end = move || {
            if let Some(inside) = inside.upgrade() {
                // Not within its own call: the timer is part of what goes.
                let gone = inside.idle.take();
                wasm_bindgen_futures::spawn_local(async move { drop(gone) });
            }
        };
        let timeout = loaded.running.kept.then(|| Timeout::new(IDLE_MS, end));
        *self.0.idle.borrow_mut() = Some((loaded, timeout));
    }
}

/// A [`Client`] with the addresses of its files.
pub struct Connected<'c> {
    /// The client.
    pub client: &'c Client,
    /// Its files.
    pub files: &'c Files,
}

impl Engine for Connected<'_> {
    async fn sentence(&self, ids: Vec<u16>) -> Result<Vec<f32>, Lost> {
        self.client.job(self.files, "vectors", &ids).await
    }

    async fn tokens(&self, ids: Vec<u16>) -> Result<Vec<f32>, Lost> {
        self.client.job(self.files, "tokens", &ids).await
    }
}

/// A worker that has the model.
struct Loaded {
    link: Link,
    running: Running,
}

/// A worker, and what it says. Dropped, it ends.
struct Link {
    worker: Worker,
    heard: UnboundedReceiver<Option<JsValue>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl Link {
    fn start() -> Option<Self> {
        let base = web_sys::window()?.document()?.base_uri().ok()??;
        let script = web_sys::Url::new_with_base(SCRIPT, &base).ok()?.href();
        let worker = Worker::new(&script).ok()?;
        let (say, heard) = unbounded();
        let (broken, gone) = (say.clone(), say.clone());
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let said = event.data();
            if text(&said, "kind") != "held" {
                let _ = say.unbounded_send(Some(said));
                return;
            }
            let gone = gone.clone();
            until_gone(&text(&said, "lock"), move || {
                let _ = gone.unbounded_send(None);
            });
        });
        let on_error = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            // It is told to the user; in the console it would be told twice.
            event.prevent_default();
            let _ = broken.unbounded_send(None);
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(Self {
            worker,
            heard,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    fn post(&self, message: &JsValue) -> Result<(), Lost> {
        self.worker.post_message(message).map_err(|_| Lost::Broke)
    }

    /// What it says next, unless it failed.
    async fn next(&mut self) -> Result<JsValue, Trouble> {
        let Some(Some(said)) = self.heard.next().await else {
            return Err(Trouble {
                reason: TroubleKind::Broke,
                detail: String::new(),
            });
        };
        if text(&said, "kind") != "failed" {
            return Ok(said);
        }
        let reason = match text(&said, "reason").as_str() {
            "not-cached" => TroubleKind::NotKept,
            "not-fetched" => TroubleKind::NotFetched,
            "wrong-hash" => TroubleKind::WrongHash,
            "no-room" => TroubleKind::NoRoom,
            _ => TroubleKind::Broke,
        };
        Err(Trouble {
            reason,
            detail: text(&said, "detail"),
        })
    }

    /// What it says next, which has to be of this kind.
    async fn hear(&mut self, kind: &str) -> Result<JsValue, Trouble> {
        let said = self.next().await?;
        let expected = text(&said, "kind") == kind;
        expected.then_some(said).ok_or(Trouble {
            reason: TroubleKind::Broke,
            detail: String::new(),
        })
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}

fn get(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

fn text(value: &JsValue, name: &str) -> String {
    get(value, name).as_string().unwrap_or_default()
}

fn number(value: &JsValue, name: &str) -> f64 {
    get(value, name).as_f64().unwrap_or_default()
}
