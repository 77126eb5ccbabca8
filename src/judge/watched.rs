//! Learns at once that a worker has ended, however it did: closed by itself, ended by the browser for want of memory, or
//! by whoever reached it. No event tells that. But a worker can hold a lock of the browser's as long as it lives
//! (`public/worker.js`, `public/model-worker.js`), and who waits for the same lock gets it the moment the worker is gone,
//! be that one as slow as it likes. Browsers without locks, and pages over plain http, have to go by time.

use js_sys::{Function, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};

/// Calls `gone` once when the worker that holds the lock of this name has ended.
pub fn until_gone(lock: &str, gone: impl FnOnce() + 'static) {
    let Some(navigator) = web_sys::window().map(|window| window.navigator()) else {
        return;
    };
    let get = |from: &JsValue, name| Reflect::get(from, &JsValue::from_str(name)).ok();
    let Some(locks) = get(&navigator, "locks") else {
        return;
    };
    let Some(request) = get(&locks, "request").and_then(|it| it.dyn_into::<Function>().ok()) else {
        return;
    };
    let Ok(asked) = request.call2(&locks, &JsValue::from_str(lock), &Closure::once_into_js(gone)) else {
        return;
    };
    // A page that may have no locks is refused: it goes by time, and the refusal is no fault of its own.
    let Some(catch) = get(&asked, "catch").and_then(|it| it.dyn_into::<Function>().ok()) else {
        return;
    };
    let _ = catch.call1(&asked, &Closure::once_into_js(|| ()));
}
