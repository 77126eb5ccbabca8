//! What the judge needs of the world: to send a request, to wait, to tell the time. The browser's stands in
//! `http`; tests bring their own.

use std::fmt;

use crate::judge::key::ApiKey;

use super::provider::Auth;

/// A request, ready to send. Its `Debug` shows neither key nor body.
#[derive(Clone, PartialEq)]
pub struct HttpRequest {
    /// The whole URL.
    pub url: String,
    /// Headers besides the key's.
    pub headers: Vec<(&'static str, String)>,
    /// The key and where it goes.
    pub key: Option<(Auth, ApiKey)>,
    /// The JSON body: with one it is a POST, without a GET.
    pub body: Option<serde_json::Value>,
}

impl HttpRequest {
    /// The header that carries the key.
    pub fn key_header(&self) -> Option<(&'static str, String)> {
        self.key.as_ref().map(|(auth, key)| match auth {
            Auth::Bearer => ("authorization", format!("Bearer {}", key.reveal())),
            Auth::Header(name) => (*name, key.reveal().to_owned()),
        })
    }
}

impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpRequest")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}

/// A response, whole. What its body is shows in the body: `content-type` is often wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// `retry-after`, where the browser lets it be read.
    pub retry_after: Option<String>,
    /// The body as text.
    pub body: String,
}

/// Why no response came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// The device says that it is offline.
    #[error("offline")]
    Offline,
    /// A header's value was refused by the browser.
    #[error("a header was refused: {0}")]
    Header(String),
    /// All else that a browser calls "failed to fetch".
    #[error("{0}")]
    Network(String),
}

/// Sends requests.
// Futures stay on the page's one thread, so they need not be `Send`.
#[allow(async_fn_in_trait)]
pub trait Transport {
    /// Sends and reads the whole response. Dropping the future aborts the call.
    async fn send(&self, request: &HttpRequest) -> Result<HttpResponse, TransportError>;
}

/// Time and chance.
#[allow(async_fn_in_trait)]
pub trait Pace {
    /// Milliseconds from any fixed moment.
    fn now_ms(&self) -> f64;
    /// A random number from 0 up to 1.
    fn chance(&self) -> f64;
    /// Waits.
    async fn sleep(&self, ms: u32);
}

impl<T: Transport> Transport for &T {
    async fn send(&self, request: &HttpRequest) -> Result<HttpResponse, TransportError> {
        (**self).send(request).await
    }
}

impl<P: Pace> Pace for &P {
    fn now_ms(&self) -> f64 {
        (**self).now_ms()
    }
    fn chance(&self) -> f64 {
        (**self).chance()
    }
    async fn sleep(&self, ms: u32) {
        (**self).sleep(ms).await;
    }
}
