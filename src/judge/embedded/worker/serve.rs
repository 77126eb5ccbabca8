//! The worker's side: reads the table that `public/worker.js` was given, then answers one question after the other.

use std::sync::Arc;

use js_sys::{Reflect, Uint8Array, global};
use wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen::{JsCast, throw_str};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::{Answer, Job};
use crate::i18n::Lang;
use crate::judge::embedded::{EmbeddedJudge, Table};

/// Answers questions from now on. Where the table can't be read it throws, and the page goes on without a worker.
pub fn serve() {
    let Ok(scope) = global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let bytes = Reflect::get(&scope, &JsValue::from_str("assayTable"))
        .ok()
        .and_then(|table| table.dyn_into::<Uint8Array>().ok())
        .map(|table| table.to_vec())
        .unwrap_or_default();
    let table = match Table::parse(&bytes) {
        Ok(table) => Arc::new(table),
        Err(error) => throw_str(&error.to_string()),
    };
    let answers = scope.clone();
    let answer = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(text) = event.data().as_string() else {
            return;
        };
        let Ok(job) = serde_json::from_str::<Job<'_>>(&text) else {
            throw_str("a question that cannot be read");
        };
        drop(text);
        let lang = Lang::from_tag(&job.lang).unwrap_or_default();
        let answer = Answer {
            id: job.id,
            text: EmbeddedJudge::new(table.clone(), lang).answer(&job.question),
        };
        if let Ok(text) = serde_json::to_string(&answer) {
            let _ = answers.post_message(&JsValue::from_str(&text));
        }
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    // It lives as long as the worker.
    answer.forget();
}
