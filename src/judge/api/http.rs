//! The one place that fetches. In the browser only.

use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, Headers, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache, RequestCredentials,
    RequestInit, RequestMode, RequestRedirect, Response,
};

use futures::future::{Either, select};

use super::explain::{Permission, Seen};
use super::judge::{ApiJudge, ApiSettings};
use super::learned::Learned;
use super::retry::http_date;
use super::transport::{HttpRequest, HttpResponse, Pace, Transport, TransportError};
use crate::judge::key::{Origin, Reach};

/// The browser: fetches, waits and tells the time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Browser;

/// An API judge in the browser.
pub type BrowserJudge = ApiJudge<Browser, Browser>;

/// An API judge in the browser. `learned` is shared by all judges of the tab.
pub fn browser_judge(settings: ApiSettings, learned: Learned) -> BrowserJudge {
    ApiJudge::new(settings, Browser, Browser, learned)
}

impl Transport for Browser {
    async fn send(&self, request: &HttpRequest) -> Result<HttpResponse, TransportError> {
        let network = |error: &JsValue| {
            let online = web_sys::window().is_none_or(|window| window.navigator().on_line());
            TransportError::without_response(&request.url, online, words(error))
        };
        let abort = AbortOnDrop(AbortController::new().map_err(|error| network(&error))?);
        let init = options(request, &abort)?;
        let fetched = JsFuture::from(fetch(&request.url, &init)?).await;
        let response: Response = fetched
            .and_then(|value| value.dyn_into::<Response>())
            .map_err(|error| network(&error))?;
        let status = response.status();
        // A body that is cut on the way fails here, with the same words as a refused connection.
        let body = body_of(&response, request.most_bytes)
            .await
            .map_err(|error| match network(&error) {
                TransportError::Network(said) => TransportError::Cut { status, said },
                other => other,
            })?;
        // The rest of it is aborted.
        let body = body.ok_or(TransportError::TooLarge {
            status,
            most: request.most_bytes,
        })?;
        let header = |name| response.headers().get(name).ok().flatten();
        let at_ms = header("date")
            .as_deref()
            .and_then(http_date)
            .unwrap_or_else(js_sys::Date::now);
        Ok(HttpResponse {
            status,
            retry_after: header("retry-after"),
            retry_after_ms: header("retry-after-ms"),
            at_ms: Some(at_ms),
            body,
        })
    }
}

/// A body as text, read piece by piece; `None`: it has more than so many bytes.
async fn body_of(response: &Response, most: usize) -> Result<Option<String>, JsValue> {
    let Some(stream) = response.body() else {
        return Ok(Some(String::new()));
    };
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut bytes: Vec<u8> = Vec::new();
    loop {
        let read = JsFuture::from(reader.read()).await?;
        if Reflect::get(&read, &"done".into())?.is_truthy() {
            break;
        }
        let piece: Uint8Array = Reflect::get(&read, &"value".into())?.dyn_into()?;
        let before = bytes.len();
        let now = before.saturating_add(piece.length() as usize);
        if now > most {
            return Ok(None);
        }
        bytes.resize(now, 0);
        if let Some(place) = bytes.get_mut(before..) {
            piece.copy_to(place);
        }
    }
    // As a browser reads it: what is no UTF-8 is replaced, a byte order mark goes.
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|wrong| String::from_utf8_lossy(wrong.as_bytes()).into_owned());
    Ok(Some(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }))
}

impl Pace for Browser {
    fn now_ms(&self) -> f64 {
        web_sys::window()
            .and_then(|window| window.performance())
            .map_or_else(js_sys::Date::now, |performance| performance.now())
    }

    fn chance(&self) -> f64 {
        js_sys::Math::random()
    }

    async fn sleep(&self, ms: u32) {
        gloo_timers::future::TimeoutFuture::new(ms).await;
    }
}

/// Takes a closer look at a server that could not be called: the browser's permission for servers of its kind, and a
/// call without key whose reply no page may read, so that no CORS stands in its way.
pub async fn look(origin: &Origin) -> Seen {
    let asked = std::pin::pin!(permission(origin.reach()));
    let wait = std::pin::pin!(gloo_timers::future::TimeoutFuture::new(ASK_MS));
    // No cause is told before the look is over, so it is over in any case.
    let permission = match select(asked, wait).await {
        Either::Left((permission, _)) => permission,
        Either::Right(_) => Permission::Unknown,
    };
    let status = status_of(origin, false).await;
    // A redirect that leads nowhere fails like silence, as the browser follows each of a call without CORS. A server whose
    // replies pages may read tells the two apart: what is not followed has no status.
    let redirects =
        matches!(status, Looked::Failed) && matches!(status_of(origin, true).await, Looked::Status(0));
    Seen {
        permission,
        answers: match status {
            Looked::Status(_) => Some(true),
            Looked::Failed => Some(redirects),
            Looked::Late => None,
        },
        late: matches!(status, Looked::Late),
        redirects,
        ..Seen::default()
    }
}

/// Milliseconds that the browser gets to tell a permission, which it knows.
const ASK_MS: u32 = 1_000;
/// Milliseconds that the look waits for an answer.
const LOOK_MS: u32 = 4_000;

/// What came of a look.
enum Looked {
    /// Something answered.
    Status(u16),
    /// The call failed.
    Failed,
    /// Neither in time.
    Late,
}

/// Calls without key and text. `readable`: as pages are allowed to read, and without following a redirect.
async fn status_of(origin: &Origin, readable: bool) -> Looked {
    let init = RequestInit::new();
    init.set_method("GET");
    if readable {
        init.set_redirect(RequestRedirect::Manual);
    } else {
        init.set_mode(RequestMode::NoCors);
    }
    init.set_credentials(RequestCredentials::Omit);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_cache(RequestCache::NoStore);
    let Ok(abort) = AbortController::new().map(AbortOnDrop) else {
        return Looked::Failed;
    };
    init.set_signal(Some(&abort.0.signal()));
    let Ok(promise) = fetch(&format!("{origin}/"), &init) else {
        return Looked::Failed;
    };
    let call = std::pin::pin!(JsFuture::from(promise));
    let wait = std::pin::pin!(gloo_timers::future::TimeoutFuture::new(LOOK_MS));
    match select(call, wait).await {
        Either::Left((Ok(value), _)) => Looked::Status(
            value
                .dyn_into::<Response>()
                .map_or(0, |response| response.status()),
        ),
        Either::Left((Err(_), _)) => Looked::Failed,
        Either::Right(_) => Looked::Late,
    }
}

/// The state of the permission; browsers split one permission into two, so both names are tried.
async fn permission(reach: Reach) -> Permission {
    let names = match reach {
        Reach::Public => return Permission::Unknown,
        Reach::Loopback => ["loopback-network", "local-network-access"],
        Reach::Lan => ["local-network", "local-network-access"],
    };
    for name in names {
        match query(name).await.as_deref() {
            Some("granted") => return Permission::Granted,
            Some("denied") => return Permission::Denied,
            Some("prompt") => return Permission::Prompt,
            _ => {}
        }
    }
    Permission::Unknown
}

async fn query(name: &str) -> Option<String> {
    let navigator = web_sys::window()?.navigator();
    let permissions = Reflect::get(&navigator, &"permissions".into()).ok()?;
    let query: js_sys::Function = Reflect::get(&permissions, &"query".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let wanted = js_sys::Object::new();
    Reflect::set(&wanted, &"name".into(), &name.into()).ok()?;
    let promise: js_sys::Promise = query.call1(&permissions, &wanted).ok()?.dyn_into().ok()?;
    let status = JsFuture::from(promise).await.ok()?;
    Reflect::get(&status, &"state".into()).ok()?.as_string()
}

/// Aborts the call when its future is dropped: cancelled, or timed out. After the reply it does nothing.
struct AbortOnDrop(AbortController);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn options(request: &HttpRequest, abort: &AbortOnDrop) -> Result<RequestInit, TransportError> {
    let refused = |error: JsValue| TransportError::Header(words(&error));
    let headers = Headers::new().map_err(refused)?;
    for (name, value) in &request.headers {
        headers.set(name, value).map_err(refused)?;
    }
    if let Some((name, value)) = request.key_header() {
        headers.set(name, &value).map_err(refused)?;
    }
    let init = RequestInit::new();
    init.set_method(if request.body.is_some() { "POST" } else { "GET" });
    if let Some(body) = &request.body {
        init.set_body(&JsValue::from_str(&body.to_string()));
    }
    init.set_headers(&headers);
    init.set_mode(RequestMode::Cors);
    init.set_credentials(RequestCredentials::Omit);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_cache(RequestCache::NoStore);
    // A redirect could carry the key to another host.
    init.set_redirect(RequestRedirect::Error);
    init.set_signal(Some(&abort.0.signal()));
    Ok(init)
}

fn fetch(url: &str, init: &RequestInit) -> Result<js_sys::Promise, TransportError> {
    let window = web_sys::window().ok_or_else(|| TransportError::Network("no window".to_owned()))?;
    Ok(window.fetch_with_str_and_init(url, init))
}

/// `TypeError: Failed to fetch`.
fn words(error: &JsValue) -> String {
    let part = |name: &str| {
        Reflect::get(error, &JsValue::from_str(name))
            .ok()
            .and_then(|part| part.as_string())
    };
    match (part("name"), part("message")) {
        (Some(name), Some(message)) => format!("{name}: {message}"),
        (_, Some(message)) => message,
        _ => error.as_string().unwrap_or_default(),
    }
}
