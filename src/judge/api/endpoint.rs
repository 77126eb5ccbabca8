//! Understands a base URL as people paste it: with or without `/v1`, with a slash behind it, a query, without a
//! scheme, or as a whole endpoint (`…/v1/chat/completions`, `…:generateContent`).
//!
//! What stands around the address in what was pasted is taken off in [`paste`]; [`pasted`] reads what its path says, in
//! the [`parts`] of an address; what may be kept of one is [`kept`]'s matter. Here is what comes of it: where calls go.

mod kept;
mod parts;
mod paste;
mod pasted;

use std::fmt;

use crate::judge::key::{Origin, OriginError};
pub use kept::without_keys;
use parts::is_version;
pub use pasted::Pasted;

/// Why an address cannot be called.
pub type EndpointError = OriginError;

/// Before the name of a deployment in Azure's older paths.
const DEPLOYMENTS: &str = "/openai/deployments/";

/// Where the paths of an API begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The server.
    pub origin: Origin,
    /// `/v1`; empty, or with a slash before it and none behind.
    base: String,
    /// Parameters that every call carries (`api-version=…`), without keys.
    query: String,
}

impl Endpoint {
    /// The URL of a path (`/models`), with more query parameters behind those of the endpoint.
    pub fn url(&self, path: &str, parameters: &str) -> String {
        let joined = match (self.query.is_empty(), parameters.is_empty()) {
            (true, true) => String::new(),
            (true, false) => format!("?{parameters}"),
            (false, true) => format!("?{}", self.query),
            (false, false) => format!("?{}&{parameters}", self.query),
        };
        format!("{}{}{path}{joined}", self.origin, self.base)
    }

    /// The same endpoint for another deployment, where the path names one (`/openai/deployments/judge`).
    #[must_use]
    pub fn of_deployment(&self, name: &str) -> Self {
        let plain = !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        let named = self.base.split_once(DEPLOYMENTS).filter(|_| plain);
        let Some((before, deployment)) = named else {
            return self.clone();
        };
        let behind = deployment.split_once('/').map_or("", |(_, behind)| behind);
        let slash = if behind.is_empty() { "" } else { "/" };
        Self {
            base: format!("{before}{DEPLOYMENTS}{name}{slash}{behind}"),
            ..self.clone()
        }
    }

    /// The URL of a path that stands beside the base's version: `/v2` becomes `/v1`, or goes.
    pub fn url_in_version(&self, version: &str, path: &str, parameters: &str) -> String {
        let before = match self.base.rsplit_once('/') {
            Some((before, last)) if is_version(last) => before,
            _ => &self.base,
        };
        let beside = Self {
            base: format!("{before}{version}"),
            ..self.clone()
        };
        beside.url(path, parameters)
    }
}

/// The base URL, as it is shown and kept.
impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url("", ""))
    }
}

#[cfg(test)]
mod tests;
