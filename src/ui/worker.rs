//! The service worker (`public/sw.js`): registered once the page works, and asked to step aside for a newer one only
//! when the user says so.

use std::cell::Cell;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ServiceWorkerRegistration, Window};

use super::browser;
use super::state::App;

const SCRIPT: &str = "sw.js";

/// Registers the worker, and watches for a newer version. Not in a frame on another page.
pub fn begin(app: App) {
    if browser::framed() {
        return;
    }
    let Some(window) = web_sys::window() else { return };
    let Some(workers) = browser::service_workers(&window) else {
        return;
    };
    spawn_local(async move {
        let Ok(registered) = JsFuture::from(workers.register(SCRIPT)).await else {
            return;
        };
        // A browser that keeps workers away may give nothing at all.
        let Ok(registration) = registered.dyn_into::<ServiceWorkerRegistration>() else {
            return;
        };
        // On a first visit nothing stands to be replaced.
        let replaces = workers.controller().is_some();
        // Another tab has taken a newer version: this one keeps its files, and may be loaded anew when it likes.
        let controlled = Cell::new(replaces);
        let taken = Closure::<dyn FnMut()>::new(move || {
            if controlled.replace(true) {
                app.update.set(true);
            }
        });
        workers.set_oncontrollerchange(Some(taken.as_ref().unchecked_ref()));
        taken.forget();
        if replaces && registration.waiting().is_some() {
            app.update.set(true);
        }
        let watched = registration.clone();
        let found = Closure::<dyn FnMut()>::new(move || watch(app, &watched));
        registration.set_onupdatefound(Some(found.as_ref().unchecked_ref()));
        found.forget();
        // The browser looks by itself when a page is opened, and may have found it before this.
        watch(app, &registration);
    });
}

fn watch(app: App, registration: &ServiceWorkerRegistration) {
    let Some(installing) = registration.installing() else {
        return;
    };
    let watched = registration.clone();
    let changed = Closure::<dyn FnMut()>::new(move || {
        let replaces = web_sys::window()
            .and_then(|window: Window| browser::service_workers(&window)?.controller())
            .is_some();
        if replaces && watched.waiting().is_some() {
            app.update.set(true);
        }
    });
    installing.set_onstatechange(Some(changed.as_ref().unchecked_ref()));
    changed.forget();
}

/// Has the waiting worker take over, and loads the page anew under it.
pub fn take_update() {
    let Some(window) = web_sys::window() else { return };
    let Some(workers) = browser::service_workers(&window) else {
        return;
    };
    spawn_local(async move {
        let Ok(found) = JsFuture::from(workers.get_registration()).await else {
            return;
        };
        let Ok(registration) = found.dyn_into::<ServiceWorkerRegistration>() else {
            return;
        };
        let Some(waiting) = registration.waiting() else {
            // Another tab has taken it already.
            let _ = window.location().reload();
            return;
        };
        let reload = Closure::once_into_js(move || {
            let _ = window.location().reload();
        });
        workers.set_oncontrollerchange(Some(reload.unchecked_ref()));
        let _ = waiting.post_message(&"take over".into());
    });
}
