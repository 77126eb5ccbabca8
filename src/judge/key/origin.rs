//! Origins: scheme, host and port of a server, parsed once and then compared as values.
//!
//! Stricter than a browser on purpose: what a browser would silently read as another host (back-slashes, user
//! names, `0x7f.1`, full-width letters) is refused here, so that the host that is shown is the host that is called.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// Scheme, host and port. Only `http` and `https`; default ports are left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    secure: bool,
    host: Host,
    port: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Host {
    Name(String),
    V4(Ipv4Addr),
    V6(Ipv6Addr),
}

/// How far away a server is, seen from the browser's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// This machine.
    Loopback,
    /// The local network.
    Lan,
    /// Anywhere else.
    Public,
}

/// Why a text names no origin that can be called.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// Nothing is there.
    #[error("the address is empty")]
    Empty,
    /// Neither http nor https.
    #[error("{0}: is neither http nor https")]
    Scheme(String),
    /// No host, or one with characters that a host cannot have.
    #[error("{0:?} is not a host")]
    Host(String),
    /// Not a port from 1 to 65535.
    #[error("{0:?} is not a port")]
    Port(String),
    /// `user@` or `user:password@`: shown as one host, called as another. Not repeated here, it may be a secret.
    #[error("a user name or password in the address")]
    UserInfo,
    /// A key that was pasted where an address goes. Not repeated here.
    #[error("a key, and no address")]
    Key,
    /// White space, a control character or a back-slash within the address.
    #[error("{0:?} cannot stand in an address")]
    Character(char),
}

impl Origin {
    /// Splits an absolute URL into its origin and what follows (path, query, fragment; may be empty).
    ///
    /// # Errors
    /// See [`OriginError`].
    pub fn split(url: &str) -> Result<(Self, &str), OriginError> {
        let url = url.trim();
        if url.is_empty() {
            return Err(OriginError::Empty);
        }
        if let Some(c) = url
            .chars()
            .find(|c| c.is_whitespace() || c.is_control() || *c == '\\')
        {
            return Err(OriginError::Character(c));
        }
        let (scheme, rest) = url
            .split_once("://")
            .ok_or_else(|| OriginError::Scheme(url.split(':').next().unwrap_or_default().to_owned()))?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(OriginError::Scheme(scheme.to_owned())),
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if authority.contains('@') {
            return Err(OriginError::UserInfo);
        }
        let (host, port) = split_port(authority)?;
        let origin = Self {
            secure,
            host: read_host(host)?,
            port: port.unwrap_or(if secure { 443 } else { 80 }),
        };
        Ok((origin, tail))
    }

    /// Over https.
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// Plain http, and not to this machine or the local network: whoever is on the way can read what is sent.
    pub fn is_exposed(&self) -> bool {
        !self.secure && self.reach() == Reach::Public
    }

    /// The port, the scheme's own where none is given.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The host, with its port where that is not the scheme's own: `api.openai.com`, `localhost:11434`.
    pub fn host_and_port(&self) -> String {
        let default = if self.secure { 443 } else { 80 };
        if self.port == default {
            self.host.to_string()
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// Whether the host's name ends so, with something before it: `me.openai.azure.com` ends with
    /// `.openai.azure.com`.
    pub fn host_ends_with(&self, end: &str) -> bool {
        match &self.host {
            Host::Name(name) => name
                .strip_suffix(end)
                .is_some_and(|before| !before.is_empty() && end.starts_with('.')),
            Host::V4(_) | Host::V6(_) => false,
        }
    }

    /// `0.0.0.0` or `[::]`: where servers listen, and what browsers do not call.
    pub fn is_unspecified(&self) -> bool {
        match &self.host {
            Host::Name(_) => false,
            Host::V4(ip) => ip.is_unspecified(),
            Host::V6(ip) => ip.is_unspecified() || ip.to_ipv4_mapped().is_some_and(|ip| ip.is_unspecified()),
        }
    }

    /// How far away it is, as far as its name tells.
    pub fn reach(&self) -> Reach {
        match &self.host {
            Host::Name(name) => reach_of_name(name),
            Host::V4(ip) => reach_of_v4(*ip),
            Host::V6(ip) => match ip.to_ipv4_mapped() {
                Some(v4) => reach_of_v4(v4),
                None if ip.is_loopback() || ip.is_unspecified() => Reach::Loopback,
                None if ip.is_unique_local() || ip.is_unicast_link_local() => Reach::Lan,
                None => Reach::Public,
            },
        }
    }
}

impl FromStr for Origin {
    type Err = OriginError;

    /// The origin of an absolute URL; path, query and fragment are let go.
    fn from_str(url: &str) -> Result<Self, OriginError> {
        Self::split(url).map(|(origin, _)| origin)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host_and_port())
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::V4(ip) => ip.fmt(f),
            Self::V6(ip) => write!(f, "[{ip}]"),
        }
    }
}

fn split_port(authority: &str) -> Result<(&str, Option<u16>), OriginError> {
    let (host, port) = match authority.rsplit_once(':') {
        // The colon within `[::1]` is the address's own.
        Some((host, port)) if !host.starts_with('[') || host.ends_with(']') => (host, port),
        _ => return Ok((authority, None)),
    };
    if port.is_empty() {
        return Ok((host, None));
    }
    let number = port.bytes().all(|b| b.is_ascii_digit()).then(|| port.parse());
    match number {
        Some(Ok(number)) if number > 0 => Ok((host, Some(number))),
        _ => Err(OriginError::Port(port.to_owned())),
    }
}

fn read_host(host: &str) -> Result<Host, OriginError> {
    let wrong = || OriginError::Host(host.to_owned());
    if let Some(inner) = host.strip_prefix('[') {
        let inner = inner.strip_suffix(']').ok_or_else(wrong)?;
        return inner.parse().map(Host::V6).map_err(|_| wrong());
    }
    let name = host.to_ascii_lowercase();
    // A host whose last label begins with a digit and is a number is an address to a browser, whatever its form.
    let last = name.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let numeric = last.bytes().all(|b| b.is_ascii_digit()) || last.starts_with("0x");
    if numeric {
        return name.parse().map(Host::V4).map_err(|_| wrong());
    }
    let labels_fit = name.strip_suffix('.').unwrap_or(&name).split('.').all(|label| {
        !label.is_empty()
            && label.len() <= 63
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    });
    if labels_fit && name.len() <= 254 {
        Ok(Host::Name(name))
    } else {
        Err(wrong())
    }
}

fn reach_of_name(name: &str) -> Reach {
    let name = name.trim_end_matches('.');
    if name == "localhost" || name.ends_with(".localhost") {
        return Reach::Loopback;
    }
    let local = [".local", ".lan", ".internal", ".home.arpa", ".home", ".intranet"];
    if !name.contains('.') || local.iter().any(|end| name.ends_with(end)) {
        return Reach::Lan;
    }
    Reach::Public
}

fn reach_of_v4(ip: Ipv4Addr) -> Reach {
    let [a, b, ..] = ip.octets();
    if ip.is_loopback() || ip.is_unspecified() {
        Reach::Loopback
    } else if ip.is_private() || ip.is_link_local() || (a == 100 && (64..128).contains(&b)) {
        Reach::Lan
    } else {
        Reach::Public
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_normalised() {
        for (url, origin, reach) in [
            (
                "https://api.openai.com/v1",
                "https://api.openai.com",
                Reach::Public,
            ),
            (
                "HTTPS://API.OpenAI.com:443?x#y",
                "https://api.openai.com",
                Reach::Public,
            ),
            ("http://localhost:80", "http://localhost", Reach::Loopback),
            ("http://localhost:/v1", "http://localhost", Reach::Loopback),
            ("https://localhost:80", "https://localhost:80", Reach::Loopback),
            (
                "http://127.0.0.1:11434/v1",
                "http://127.0.0.1:11434",
                Reach::Loopback,
            ),
            ("http://0.0.0.0:8000", "http://0.0.0.0:8000", Reach::Loopback),
            ("http://[::1]:8080/", "http://[::1]:8080", Reach::Loopback),
            ("http://[0:0:0:0:0:0:0:1]", "http://[::1]", Reach::Loopback),
            ("http://[fd00::1]", "http://[fd00::1]", Reach::Lan),
            ("http://192.168.1.5:1234", "http://192.168.1.5:1234", Reach::Lan),
            ("http://100.100.1.2", "http://100.100.1.2", Reach::Lan),
            ("http://nas:8000", "http://nas:8000", Reach::Lan),
            ("http://studio.local", "http://studio.local", Reach::Lan),
            ("http://llm.localhost", "http://llm.localhost", Reach::Loopback),
            (
                "http://localhost.evil.example",
                "http://localhost.evil.example",
                Reach::Public,
            ),
            ("http://8.8.8.8", "http://8.8.8.8", Reach::Public),
        ] {
            let parsed: Origin = url.parse().unwrap();
            assert_eq!(parsed.to_string(), origin, "{url}");
            assert_eq!(parsed.reach(), reach, "{url}");
            assert_eq!(origin.parse::<Origin>().unwrap(), parsed);
        }
    }

    #[test]
    fn what_travels_unencrypted_is_known() {
        for (url, exposed) in [
            ("http://llm.example.org/v1", true),
            ("http://api.openai.com", true),
            ("http://8.8.8.8:8000", true),
            ("https://llm.example.org", false),
            ("http://localhost:11434", false),
            ("http://192.168.1.7", false),
            ("http://nas:8000", false),
        ] {
            assert_eq!(url.parse::<Origin>().unwrap().is_exposed(), exposed, "{url}");
        }
    }

    #[test]
    fn what_is_no_origin_says_why() {
        for (url, error) in [
            ("", OriginError::Empty),
            ("ftp://a.example", OriginError::Scheme("ftp".into())),
            ("javascript:alert(1)", OriginError::Scheme("javascript".into())),
            ("https:///v1", OriginError::Host(String::new())),
            ("https://", OriginError::Host(String::new())),
            ("https://user@a.example", OriginError::UserInfo),
            ("https://api.openai.com:443@evil.example/", OriginError::UserInfo),
            (
                "https://evil.example\\@api.openai.com",
                OriginError::Character('\\'),
            ),
            ("https://a b.example", OriginError::Character(' ')),
            ("https://a\n.example", OriginError::Character('\n')),
            ("https://a..example", OriginError::Host("a..example".into())),
            ("https://ａ.example", OriginError::Host("ａ.example".into())),
            ("https://a%2eexample", OriginError::Host("a%2eexample".into())),
            ("http://0x7f.1", OriginError::Host("0x7f.1".into())),
            ("http://127.1", OriginError::Host("127.1".into())),
            ("http://0177.0.0.1", OriginError::Host("0177.0.0.1".into())),
            ("http://2130706433", OriginError::Host("2130706433".into())),
            ("http://[::1", OriginError::Host("[::1".into())),
            ("http://a.example:0", OriginError::Port("0".into())),
            ("http://a.example:99999", OriginError::Port("99999".into())),
            ("http://a.example:+80", OriginError::Port("+80".into())),
        ] {
            assert_eq!(url.parse::<Origin>(), Err(error), "{url}");
        }
    }
}
