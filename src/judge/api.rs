//! LLM APIs, called straight from the browser.
//!
//! How a call goes: a [`Target`] says where to ([`provider`] is the table of presets, [`endpoint`] understands a
//! pasted base URL); [`wire`] turns an ask into a request and a response into a reply, one file a wire format;
//! [`ApiJudge`] sends, waits and tries again by the rule in [`retry`] and within the [`limiter`] of its server, and
//! remembers in [`learned`] what a model would not take ([`quirks`]). [`prices`] tell what that costs. What went wrong
//! is told by [`explain`]. What is remembered of it all over a reload stands in [`remembered`].
//!
//! All of that is pure. The one place that fetches is `http`, in the browser only.

pub mod endpoint;
pub mod explain;
mod failure;
pub mod judge;
pub mod learned;
pub mod limiter;
pub mod models;
pub mod prices;
pub mod provider;
pub mod quirks;
pub mod remembered;
pub mod retry;
pub mod sent;
pub mod spending;
pub mod transport;
pub mod wire;

#[cfg(target_arch = "wasm32")]
pub mod http;

pub use endpoint::{Endpoint, EndpointError};
pub use explain::{Explanation, PageContext, Permission, Seen, System, Test, explain};
pub use judge::{ApiJudge, ApiSettings, CallProgress};
pub use learned::Learned;
pub use models::list_models;
pub use prices::{Cost, Prices};
pub use provider::{Provider, Target};
pub use spending::Spending;
pub use wire::Wire;
