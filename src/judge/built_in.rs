//! The language model that some browsers bring along (`LanguageModel`, the Prompt API): no key, no server, and the
//! prompt stays on this machine. In the browser only.
//!
//! Whether there is one is what `availability()` says, not whether the name exists.

use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::{BUILT_IN, Judge, JudgeIdentity, JudgeKind};
use crate::evaluation::{Ask, Body, CallFailure, FailureKind, NoReply, Reply, Stop, TextReply};

/// What the browser says of its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// None, or not on this machine.
    Unavailable,
    /// It can be had: some gigabytes are loaded first.
    Downloadable,
    /// It is being loaded.
    Downloading,
    /// It is there.
    Available,
}

/// Asks the browser.
pub async fn availability() -> Availability {
    let said = async {
        let options = languages()?;
        let promise = call(&model()?, "availability", &options)?;
        JsFuture::from(promise).await
    };
    match said.await.ok().and_then(|said| said.as_string()).as_deref() {
        Some("available" | "readily") => Availability::Available,
        Some("downloadable" | "after-download") => Availability::Downloadable,
        Some("downloading") => Availability::Downloading,
        _ => Availability::Unavailable,
    }
}

/// Has the browser load its model; `loaded` is told how much has come, 0 to 1.
///
/// # Errors
/// What the browser said.
pub async fn download(loaded: impl Fn(f64) + 'static) -> Result<(), String> {
    let session = create(loaded, None).await.map_err(|error| words(&error))?;
    destroy(&session);
    Ok(())
}

/// The judge. Each ask gets a session of its own, so that no ask sees another.
pub struct BuiltIn {
    loaded: std::rc::Rc<dyn Fn(f64)>,
    timeout_ms: u32,
}

impl BuiltIn {
    /// `loaded` is told how much of the model has come, 0 to 1, where it has to be loaded first. A reply may take
    /// `timeout_ms` milliseconds; the loading takes what it takes.
    pub fn new(loaded: impl Fn(f64) + 'static, timeout_ms: u32) -> Self {
        Self {
            loaded: std::rc::Rc::new(loaded),
            timeout_ms,
        }
    }

    /// With the schema where the browser can hold its model to one, else without.
    async fn asked(&self, prompt: &str, schema: Option<&serde_json::Value>) -> Result<String, JsValue> {
        match self.prompt(prompt, schema).await {
            Err(error) if schema.is_some() && name_of(&error) == "NotSupportedError" => {
                self.prompt(prompt, None).await
            }
            reply => reply,
        }
    }

    async fn prompt(&self, prompt: &str, schema: Option<&serde_json::Value>) -> Result<String, JsValue> {
        let abort = AbortOnDrop(web_sys::AbortController::new()?);
        let loaded = self.loaded.clone();
        let session = Session(create(move |share| loaded(share), Some(&abort)).await?);
        let options = Object::new();
        set(&options, "signal", &abort.0.signal())?;
        if let Some(schema) = schema {
            set(
                &options,
                "responseConstraint",
                &js_sys::JSON::parse(&schema.to_string())?,
            )?;
        }
        let ask: Function = Reflect::get(&session.0, &"prompt".into())?.dyn_into()?;
        let promise: Promise = ask.call2(&session.0, &prompt.into(), &options)?.dyn_into()?;
        // What is dropped is aborted.
        match select(JsFuture::from(promise), TimeoutFuture::new(self.timeout_ms)).await {
            Either::Left((text, _)) => {
                let text = text?;
                text.as_string().ok_or(text)
            }
            Either::Right(_) => {
                let error = js_sys::Error::new("");
                error.set_name(TIMED_OUT);
                Err(error.into())
            }
        }
    }
}

impl Judge for BuiltIn {
    async fn reply(&self, ask: &Ask) -> Reply {
        let Body::Chat { prompt, schema, .. } = &ask.body else {
            return Reply::None(NoReply::Unanswerable);
        };
        match self.asked(prompt, schema.as_ref()).await {
            Ok(text) => Reply::Text(TextReply {
                text,
                stop: Stop::Stop,
                model: Some(BUILT_IN.to_owned()),
                ..TextReply::default()
            }),
            Err(error) => Reply::None(NoReply::Failed(failure(&error))),
        }
    }

    fn identity(&self) -> JudgeIdentity {
        JudgeIdentity {
            kind: JudgeKind::BuiltIn,
            provider: String::new(),
            model: BUILT_IN.to_owned(),
            parameters: Vec::new(),
        }
    }
}

/// The name of the error for a reply that took too long.
const TIMED_OUT: &str = "TimeoutError";

struct AbortOnDrop(web_sys::AbortController);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A session takes memory until it is let go.
struct Session(JsValue);

impl Drop for Session {
    fn drop(&mut self) {
        destroy(&self.0);
    }
}

fn model() -> Result<JsValue, JsValue> {
    let model = Reflect::get(&js_sys::global(), &"LanguageModel".into())?;
    if model.is_undefined() || model.is_null() {
        return Err(JsValue::from_str("no LanguageModel"));
    }
    Ok(model)
}

async fn create(loaded: impl Fn(f64) + 'static, abort: Option<&AbortOnDrop>) -> Result<JsValue, JsValue> {
    let progress = Closure::<dyn Fn(JsValue)>::new(move |event: JsValue| {
        let part = |name: &str| {
            Reflect::get(&event, &name.into())
                .ok()
                .and_then(|part| part.as_f64())
        };
        // A fraction; earlier browsers told bytes and their total.
        if let Some(share) = part("loaded") {
            let total = part("total").filter(|total| *total > 1.0).unwrap_or(1.0);
            loaded((share / total).clamp(0.0, 1.0));
        }
    });
    let heard = progress.as_ref().clone();
    let monitor = Closure::<dyn Fn(JsValue)>::new(move |monitor: JsValue| {
        let listen = Reflect::get(&monitor, &"addEventListener".into())
            .ok()
            .and_then(|listen| listen.dyn_into::<Function>().ok());
        if let Some(listen) = listen {
            let _ = listen.call2(&monitor, &"downloadprogress".into(), &heard);
        }
    });
    let options = languages()?;
    set(&options, "monitor", monitor.as_ref())?;
    if let Some(abort) = abort {
        set(&options, "signal", &abort.0.signal())?;
    }
    // The two listeners live until the session is there.
    JsFuture::from(call(&model()?, "create", &options)?).await
}

/// Replies are in the forms that the prompts ask for, whose words are English.
fn languages() -> Result<Object, JsValue> {
    let output = Object::new();
    set(&output, "type", &"text".into())?;
    set(
        &output,
        "languages",
        &js_sys::Array::of1(&JsValue::from_str("en")),
    )?;
    let options = Object::new();
    set(&options, "expectedOutputs", &js_sys::Array::of1(&output))?;
    Ok(options)
}

fn call(on: &JsValue, name: &str, argument: &JsValue) -> Result<Promise, JsValue> {
    let function: Function = Reflect::get(on, &name.into())?.dyn_into()?;
    function.call1(on, argument)?.dyn_into()
}

fn set(object: &Object, name: &str, value: &JsValue) -> Result<(), JsValue> {
    Reflect::set(object, &name.into(), value).map(|_| ())
}

fn destroy(session: &JsValue) {
    let destroy = Reflect::get(session, &"destroy".into())
        .ok()
        .and_then(|destroy| destroy.dyn_into::<Function>().ok());
    if let Some(destroy) = destroy {
        let _ = destroy.call0(session);
    }
}

fn failure(error: &JsValue) -> CallFailure {
    CallFailure {
        kind: match name_of(error).as_str() {
            "QuotaExceededError" => FailureKind::TooLong,
            "NotSupportedError" | "SyntaxError" => FailureKind::BadRequest,
            "NotAllowedError" => FailureKind::Unauthorized,
            TIMED_OUT => FailureKind::Timeout,
            _ => FailureKind::Server,
        },
        host: BUILT_IN.to_owned(),
        secure: true,
        status: None,
        detail: words(error),
        attempts: 1,
        usage: None,
    }
}

fn name_of(error: &JsValue) -> String {
    Reflect::get(error, &"name".into())
        .ok()
        .and_then(|name| name.as_string())
        .unwrap_or_default()
}

fn words(error: &JsValue) -> String {
    let part = |name: &str| {
        Reflect::get(error, &name.into())
            .ok()
            .and_then(|part| part.as_string())
    };
    match (part("name"), part("message")) {
        (Some(name), Some(message)) => format!("{name}: {message}"),
        (_, Some(message)) => message,
        _ => error.as_string().unwrap_or_default(),
    }
}
