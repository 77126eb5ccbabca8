//! Signing in at OpenRouter: away to its page, and back with a code. What counts as a code is
//! [`crate::judge::key::pkce`]'s matter.

use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

use super::browser;
use super::later::later;
use super::parts::api_form::choose_provider;
use super::readers;
use super::remembered;
use super::state::App;
use crate::judge::JudgeKind;
use crate::judge::api::Provider;
use crate::judge::api::http::Browser;
use crate::judge::api::transport::{HttpRequest, MOST_BYTES, Transport};
use crate::judge::key::{ApiKey, Origin, pkce};

/// The entry in the tab's storage.
const ENTRY: &str = "assay.signin";

/// Milliseconds for the answer with the key.
const EXCHANGE_MS: u32 = 30_000;

/// Leaves for OpenRouter's page, or says why not.
pub fn sign_in(app: App) {
    if leave().is_none() {
        tell(app, app.strings().lang.connect().sign_in_blocked);
    }
}

/// `None`: what a sign-in began with can't be kept, so its code would be good for nothing.
fn leave() -> Option<()> {
    let window = web_sys::window()?;
    let random = random_bytes()?;
    let location = window.location();
    let (origin, path) = (location.origin().ok()?, location.pathname().ok()?);
    let begun = pkce::SignIn::begin(&random, browser::now_ms());
    let storage = window.session_storage().ok()??;
    storage.set_item(ENTRY, &begun.to_stored()).ok()?;
    location.set_href(&begun.address(&format!("{origin}{path}"))).ok()
}

/// Takes up what came back, a code or none, if this tab has begun a sign-in; otherwise does nothing at all.
pub fn come_back(app: App) {
    let Some(storage) = web_sys::window().and_then(|window| window.session_storage().ok().flatten()) else {
        return;
    };
    let Some(stored) = storage.get_item(ENTRY).ok().flatten() else {
        return;
    };
    let Some(state) = browser::query(pkce::STATE) else {
        return;
    };
    // Who declines comes back without one.
    let code = browser::query("code").unwrap_or_default();
    // A verifier is good for one code, right or wrong; and the code stays neither in sight nor in the history.
    let _ = storage.remove_item(ENTRY);
    browser::drop_query(&["code", pkce::STATE, "error", "error_description"]);
    spawn_local(async move {
        if take_code(app, stored, state, code).await.is_err() {
            app.not_fetched();
        }
    });
}

later!(rooms: fn take_code(app: App, stored: String, state: String, code: String) -> () {
    match pkce::SignIn::exchange(&stored, &state, &code, browser::now_ms()) {
        Some(body) => get_key(app, body),
        None if pkce::SignIn::began(&stored, &state) => {
            choose_openrouter(app);
            tell(app, app.strings().lang.connect().not_signed_in);
        }
        None => {}
    }
});

fn choose_openrouter(app: App) {
    readers::are_here(app.setup);
    if let Some(provider) = Provider::by_id("openrouter") {
        app.setup.kind.set(JudgeKind::Api);
        choose_provider(app.setup, provider);
        app.setup.base.set(String::new());
        remembered::keep(app.setup);
    }
}

/// What became of the sign-in, in the panel where it was begun.
fn tell(app: App, sentence: &str) {
    app.run.message.set(sentence.to_owned());
    app.setup.notice.set(Some(sentence.to_owned()));
    app.setup.open.set(true);
}

fn get_key(app: App, body: String) {
    choose_openrouter(app);
    let strings = app.strings();
    app.run.message.set(strings.lang.connect().signing_in.to_owned());
    spawn_local(async move {
        let key = exchange(body).await;
        let sentence = match (key, pkce::KEY_FOR.parse::<Origin>()) {
            (Some(key), Ok(origin)) => {
                app.setup.keys.hold(origin, key);
                strings.lang.connect().signed_in
            }
            _ => strings.lang.connect().not_signed_in,
        };
        tell(app, sentence);
    });
}

async fn exchange(body: String) -> Option<ApiKey> {
    let request = HttpRequest {
        url: pkce::EXCHANGE.to_owned(),
        headers: vec![("content-type", "application/json".to_owned())],
        key: None,
        body: serde_json::from_str(&body).ok(),
        most_bytes: MOST_BYTES,
    };
    // Whoever waits for a key is told at last that there is none.
    let browser = Browser;
    let call = std::pin::pin!(browser.send(&request));
    let wait = std::pin::pin!(TimeoutFuture::new(EXCHANGE_MS));
    let Either::Left((response, _)) = select(call, wait).await else {
        return None;
    };
    let response = response.ok()?;
    let key = pkce::key_in(&response.body).filter(|_| response.status == 200)?;
    ApiKey::from_paste(&key).ok()
}

fn random_bytes() -> Option<[u8; 64]> {
    let crypto = js_sys::Reflect::get(&js_sys::global(), &"crypto".into()).ok()?;
    let fill: js_sys::Function = js_sys::Reflect::get(&crypto, &"getRandomValues".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let array = js_sys::Uint8Array::new_with_length(64);
    fill.call1(&crypto, &array).ok()?;
    array.to_vec().try_into().ok()
}
