//! One try of a call: whether it may be made, sending it within the time-out, and what is known of a try that brought no
//! reply. Whether there is another try is [`crate::judge::api::retry`]'s matter.

use futures::future::{Either, select};

use crate::evaluation::{CallFailure, FailureKind, Usage};
use crate::judge::api::failure::Failing;
use crate::judge::api::provider::{Provider, Target};
use crate::judge::api::transport::{HttpRequest, HttpResponse, Pace, Transport, TransportError};
use crate::judge::api::wire::Trouble;
use crate::judge::key::ApiKey;

/// A try that brought no reply.
#[derive(Clone)]
pub(in crate::judge::api) struct Lost {
    pub kind: FailureKind,
    pub status: Option<u16>,
    pub detail: String,
    pub hint_ms: Option<u64>,
    /// The status of a response that began and was cut, or was not read to its end. It does not decide whether the call is sent again.
    pub begun: Option<u16>,
    /// Tokens that it reports all the same.
    pub usage: Option<Usage>,
}

impl Lost {
    pub(super) fn over_cap() -> Self {
        Self {
            kind: FailureKind::OverCap,
            status: None,
            detail: String::new(),
            hint_ms: None,
            begun: None,
            usage: None,
        }
    }

    /// Whether a reply was most likely made, of which nothing tells the tokens.
    pub(super) fn may_have_cost(&self) -> bool {
        match (self.kind, self.status) {
            (FailureKind::Timeout, _) => true,
            (FailureKind::Unreachable | FailureKind::ReplyTooLarge, None) => self.begun.is_some(),
            (FailureKind::Empty | FailureKind::TooLong | FailureKind::Malformed, Some(200..300)) => true,
            _ => false,
        }
    }

    /// The server itself broke: it does not say that it has too much to do, nor a gateway that nobody answers behind it.
    pub(super) fn is_broken(&self) -> bool {
        let passing = matches!(self.status, Some(502..=504 | 529));
        self.kind == FailureKind::Server && !passing && self.status.is_some_and(|status| status >= 500)
    }

    pub(super) fn too_long(context: u32) -> Self {
        Self {
            kind: FailureKind::TooLong,
            detail: format!("num_ctx {context}"),
            ..Self::over_cap()
        }
    }

    pub(in crate::judge::api) fn from_trouble(trouble: Trouble, header_ms: Option<u64>) -> Self {
        Self {
            kind: trouble.kind,
            status: Some(trouble.status),
            // The later of the two: never sooner than asked.
            hint_ms: header_ms.max(trouble.said.wait_ms),
            detail: trouble.said.message,
            begun: None,
            usage: trouble.usage,
        }
    }
}

/// A known host that answers nothing without a key is not asked without one.
pub(in crate::judge::api) fn check_key(target: &Target, key: Option<&ApiKey>) -> Result<(), CallFailure> {
    let wants = Provider::at(&target.endpoint.origin).is_some_and(|provider| provider.needs_key);
    let attempts = 0;
    let failing = Failing {
        target,
        key,
        past: None,
        attempts,
    };
    match key {
        None if wants => Err(failing.as_call_failure(FailureKind::NoKey, None, "")),
        _ => Ok(()),
    }
}

/// Sends, and gives up at the time-out: the call is dropped, and so aborted.
pub(in crate::judge::api) async fn send_within<T: Transport, P: Pace>(
    transport: &T,
    pace: &P,
    timeout_ms: u32,
    request: &HttpRequest,
) -> Result<HttpResponse, Lost> {
    let call = std::pin::pin!(transport.send(request));
    let deadline = std::pin::pin!(pace.sleep(timeout_ms));
    let mut begun = None;
    let (kind, detail) = match select(call, deadline).await {
        Either::Left((Ok(response), _)) => return Ok(response),
        Either::Left((Err(TransportError::Offline), _)) => (FailureKind::Offline, String::new()),
        Either::Left((Err(TransportError::Header(said)), _)) => (FailureKind::BadKey, said),
        Either::Left((Err(TransportError::Network(said)), _)) => (FailureKind::Unreachable, said),
        Either::Left((Err(TransportError::Cut { status, said }), _)) => {
            begun = Some(status);
            (FailureKind::Unreachable, said)
        }
        Either::Left((Err(TransportError::TooLarge { status, most }), _)) => {
            begun = Some(status);
            (FailureKind::ReplyTooLarge, format!("{} MB", most >> 20))
        }
        Either::Right(((), _)) => (FailureKind::Timeout, String::new()),
    };
    let (status, hint_ms) = (None, None);
    Err(Lost {
        kind,
        status,
        detail,
        hint_ms,
        begun,
        usage: None,
    })
}
