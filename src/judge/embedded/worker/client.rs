//! The page's side: starts the worker with the first question, gives it one question after the other, ends it when
//! the user cancels, and starts another when it breaks.
//!
//! Questions that were not answered when a worker ended go to the next one. The question that a worker broke on is
//! tried once more; then it is given up, and said so, so that one text can't stop the others. A worker that ended
//! without a word is noticed at once by its lock ([`until_gone`]); where browsers have none, by its not saying that it
//! began with a question, or else by the time that an answer takes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Object, Reflect, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use super::{Answer, Job, NOT_FETCHED};
use crate::evaluation::Question;
use crate::i18n::Lang;
use crate::judge::watched::until_gone;

const SCRIPT: &str = "worker.js";
/// A question is given up when so many workers broke on it.
const TRIES: u32 = 2;
/// How often one looks whether the worker has gone.
const BEAT_MS: u32 = 1_000;
/// So many beats an answer may take, or the worker to start, and one more for so many bytes of the question: many times
/// what was measured, with time to fetch the worker's files. Beats and not a clock: a computer may sleep.
const BEATS: usize = 20;
/// A worker that lives says within so many beats that it began. After each that did not twice as many, up to [`BEATS`]:
/// a slow computer must not have its workers ended again and again.
const SILENT_BEATS: usize = 3;
const BYTES_A_BEAT: usize = 10_000;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// No worker can be made here: answer on the page.
    NoWorker,
    /// Worker after worker broke on this question.
    Broke,
    /// A file that the worker needs could not be fetched.
    NotFetched,
}

/// A worker that is started when it is needed. Clones share it.
#[derive(Clone, Default)]
pub struct Client(Rc<RefCell<Inside>>);

#[derive(Default)]
struct Inside {
    running: Option<Running>,
    waiting: BTreeMap<u32, Waiting>,
    last: u32,
    table: Vec<u8>,
    /// How many workers have been started: the last one's number.
    started: u32,
    /// How many never said that they began with a question.
    silent: u32,
    /// One was gone before it was ready.
    unready: bool,
    /// No worker could be made; no other is tried.
    none: bool,
}

struct Running {
    worker: Worker,
    number: u32,
    ready: bool,
    /// It holds a lock, so that its end is noticed.
    held: bool,
    /// It said that it has the question.
    began: bool,
    /// The question that it has.
    busy: Option<u32>,
    /// How long it has had that, or has been starting.
    beats: usize,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

struct Waiting {
    job: String,
    tries: u32,
    done: oneshot::Sender<Result<Option<String>, Lost>>,
}

/// Ends the worker when the future that waits for its answer is dropped: only so does it stop working.
struct Ticket<'c> {
    client: &'c Client,
    id: u32,
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        let mut inside = self.client.0.borrow_mut();
        if inside.waiting.remove(&self.id).is_none() {
            return;
        }
        if inside
            .running
            .as_ref()
            .is_some_and(|running| running.busy == Some(self.id))
        {
            inside.end();
            let others = !inside.waiting.is_empty();
            drop(inside);
            if others {
                self.client.go_on();
            }
        }
    }
}

impl Client {
    /// The answer to a question; `Ok(None)` where the judge has none. `table` is the bytes of the word table.
    ///
    /// # Errors
    /// See [`Lost`].
    pub async fn answer(
        &self,
        table: &[u8],
        lang: Lang,
        question: &Question,
    ) -> Result<Option<String>, Lost> {
        let (done, mut answer) = oneshot::channel();
        let id = {
            let mut inside = self.0.borrow_mut();
            if inside.none {
                return Err(Lost::NoWorker);
            }
            if inside.table.is_empty() {
                inside.table = table.to_vec();
            }
            inside.last = inside.last.wrapping_add(1);
            let id = inside.last;
            let job = Job {
                id,
                lang: lang.tag().into(),
                question: std::borrow::Cow::Borrowed(question),
            };
            let job = serde_json::to_string(&job).map_err(|_| Lost::NoWorker)?;
            inside.waiting.insert(id, Waiting { job, tries: 0, done });
            id
        };
        let _ticket = Ticket { client: self, id };
        self.go_on();
        loop {
            match select(answer, TimeoutFuture::new(BEAT_MS)).await {
                Either::Left((told, _)) => return told.unwrap_or(Err(Lost::NoWorker)),
                Either::Right((_, waits)) => answer = waits,
            }
            self.beat(id);
        }
    }

    /// The worker has had another second for the question whose turn it is.
    fn beat(&self, id: u32) {
        let mut inside = self.0.borrow_mut();
        let bytes = match inside.waiting.first_key_value() {
            Some((first, waiting)) if *first == id => waiting.job.len(),
            _ => return,
        };
        let silence = BEATS.min(SILENT_BEATS << inside.silent);
        let (mut late, mut silent) = (false, false);
        if let Some(running) = &mut inside.running {
            running.beats += 1;
            silent = running.busy.is_some() && !(running.held || running.began) && running.beats > silence;
            late = silent || running.beats > BEATS + bytes / BYTES_A_BEAT;
        }
        if silent {
            inside.silent = inside.silent.saturating_add(1).min(4);
        }
        drop(inside);
        if late {
            self.broke();
        }
    }

    /// Gives the worker the next question; starts one where there is none.
    fn go_on(&self) {
        let mut inside = self.0.borrow_mut();
        if inside.running.is_none() {
            inside.started = inside.started.wrapping_add(1);
            match self.start(&inside.table, inside.started) {
                Some(running) => inside.running = Some(running),
                None => return inside.give_up(),
            }
        }
        inside.send();
    }

    fn start(&self, table: &[u8], number: u32) -> Option<Running> {
        let page = web_sys::window()?.document()?;
        let base = page.base_uri().ok()??;
        let script = page
            .query_selector("script[data-wasm]")
            .ok()??
            .get_attribute("data-js")?;
        let address = |file: &str| {
            web_sys::Url::new_with_base(file, &base)
                .map(|url| url.href())
                .ok()
        };
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&address(SCRIPT)?, &options).ok()?;
        let first = Object::new();
        let set = |name: &str, value: &JsValue| Reflect::set(&first, &JsValue::from_str(name), value).is_ok();
        let sent = set("js", &JsValue::from_str(&address(&script)?))
            && set("module", &wasm_bindgen::module())
            && set("table", &Uint8Array::from(table))
            && worker.post_message(&first).is_ok();
        if !sent {
            worker.terminate();
            return None;
        }
        let client = self.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                client.heard(&text, number);
            }
        });
        let client = self.clone();
        let on_error = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            // It is told to the user; in the console it would be told twice.
            event.prevent_default();
            client.broke();
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(Running {
            worker,
            number,
            ready: false,
            held: false,
            began: false,
            busy: None,
            beats: 0,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    fn heard(&self, text: &str, number: u32) {
        if let Some(lock) = text.strip_prefix("held ") {
            let mut inside = self.0.borrow_mut();
            if let Some(running) = inside.running.as_mut().filter(|it| it.number == number) {
                running.held = true;
            }
            let client = self.clone();
            return until_gone(lock, move || client.gone(number));
        }
        let mut inside = self.0.borrow_mut();
        if text == "ready" {
            if let Some(running) = &mut inside.running {
                running.ready = true;
                running.beats = 0;
            }
        } else if text == "began" {
            if let Some(running) = &mut inside.running {
                running.began = true;
            }
        } else if text == NOT_FETCHED {
            // A worker may remember that a file did not come: the next question gets a new one.
            inside.end();
            return inside.answer_all(Lost::NotFetched);
        } else if let Ok(answer) = serde_json::from_str::<Answer>(text) {
            if let Some(running) = &mut inside.running {
                running.busy = None;
            }
            if let Some(waiting) = inside.waiting.remove(&answer.id) {
                let _ = waiting.done.send(Ok(answer.text));
            }
        } else {
            // It could not start: `failed …`.
            return inside.give_up();
        }
        inside.send();
    }

    /// A worker has ended; it may be one that was ended from here.
    fn gone(&self, number: u32) {
        let mut inside = self.0.borrow_mut();
        let Some(running) = inside.running.as_ref().filter(|it| it.number == number) else {
            return;
        };
        // That one was ended while it started says nothing of whether one can be had.
        let again = !running.ready && !inside.unready;
        if again {
            inside.unready = true;
            inside.end();
        }
        let open = !inside.waiting.is_empty();
        drop(inside);
        match (again, open) {
            (true, true) => self.go_on(),
            (true, false) => {}
            (false, _) => self.broke(),
        }
    }

    fn broke(&self) {
        let mut inside = self.0.borrow_mut();
        let running = inside.running.as_ref();
        if running.is_some_and(|running| !running.ready) {
            return inside.give_up();
        }
        let busy = running.and_then(|running| running.busy);
        inside.end();
        if let Some(id) = busy {
            let tries = inside.waiting.get_mut(&id).map_or(0, |waiting| {
                waiting.tries += 1;
                waiting.tries
            });
            if tries >= TRIES
                && let Some(waiting) = inside.waiting.remove(&id)
            {
                let _ = waiting.done.send(Err(Lost::Broke));
            }
        }
        let open = !inside.waiting.is_empty();
        drop(inside);
        if open {
            self.go_on();
        }
    }
}

impl Inside {
    /// One question at a time: when a worker breaks it is known on which.
    fn send(&mut self) {
        let Some(running) = self
            .running
            .as_mut()
            .filter(|running| running.ready && running.busy.is_none())
        else {
            return;
        };
        if let Some((id, waiting)) = self.waiting.first_key_value()
            && running
                .worker
                .post_message(&JsValue::from_str(&waiting.job))
                .is_ok()
        {
            running.busy = Some(*id);
            running.began = false;
            running.beats = 0;
        }
    }

    fn end(&mut self) {
        if let Some(running) = self.running.take() {
            running.worker.set_onmessage(None);
            running.worker.set_onerror(None);
            running.worker.terminate();
        }
    }

    fn give_up(&mut self) {
        self.none = true;
        self.end();
        self.answer_all(Lost::NoWorker);
    }

    fn answer_all(&mut self, lost: Lost) {
        for waiting in std::mem::take(&mut self.waiting).into_values() {
            let _ = waiting.done.send(Err(lost));
        }
    }
}
