//! What the judge needs of the world: to send a request, to wait, to tell the time. The browser's stands in
//! `http`; tests bring their own.

use std::fmt;

use crate::judge::key::{ApiKey, Origin, Reach};

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
    /// Bytes that the response's body may have. What sends more is not read to its end: it would hold up the page, so that
    /// not even cancelling works.
    pub most_bytes: usize,
}

/// The longest body of a reply, of an error or of a list. The longest replies of models, told word by word with all that is
/// said around each, stay below it.
pub const MOST_BYTES: usize = 8 << 20;
/// The longest body with vectors: hundreds of them, thousands of numbers each.
pub const MOST_BYTES_OF_VECTORS: usize = 64 << 20;

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
    /// The `retry-after-ms` header, as it came, where the page may read it.
    pub retry_after_ms: Option<String>,
    /// The time there, milliseconds since the Unix epoch: by the server's `date` where the browser lets it be read, or
    /// else by this machine's clock.
    pub at_ms: Option<f64>,
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
    /// A response began, and its body was cut on the way.
    #[error("status {status}, cut: {said}")]
    Cut {
        /// Its status.
        status: u16,
        /// The browser's words.
        said: String,
    },
    /// A body is longer than the request allows. It was not read to its end.
    #[error("status {status}, more than {most} bytes")]
    TooLarge {
        /// Its status.
        status: u16,
        /// As long as it might be.
        most: usize,
    },
    /// All else that a browser calls "failed to fetch".
    #[error("{0}")]
    Network(String),
}

impl TransportError {
    /// Why no response came from this URL, in the browser's words. A device that is offline reaches itself and what is
    /// near it all the same: there the words may mean anything else.
    pub fn without_response(url: &str, online: bool, words: String) -> Self {
        let far = Origin::split(url).map_or(true, |(origin, _)| origin.reach() == Reach::Public);
        if far && !online {
            return Self::Offline;
        }
        Self::Network(words)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_is_near_needs_no_network() {
        let words = || "TypeError: Failed to fetch".to_owned();
        for (url, online, offline) in [
            ("https://api.openai.com/v1/chat/completions", false, true),
            ("https://api.openai.com/v1/chat/completions", true, false),
            ("http://localhost:11434/api/chat", false, false),
            ("http://127.0.0.1:8000/v1/models", false, false),
            ("http://[::1]:8000/v1", false, false),
            ("http://192.168.1.9:1234/v1", false, false),
            ("http://nas.local:1234/v1", false, false),
        ] {
            let error = TransportError::without_response(url, online, words());
            let network = TransportError::Network(words());
            let wanted = if offline { TransportError::Offline } else { network };
            assert_eq!(error, wanted, "{url}");
        }
    }
}
