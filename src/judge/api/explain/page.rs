//! What an explanation is told of the page that called, and of what a closer look at the server has shown.

/// The page that called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageContext {
    /// `location.origin`.
    pub origin: String,
    /// The page was loaded over https.
    pub https: bool,
    /// `navigator.onLine`.
    pub online: bool,
    /// The system that the browser runs on, for the commands.
    pub system: System,
    /// What a closer look at the server has shown, where one was taken.
    pub seen: Seen,
    /// The id of the preset that is chosen for the server that was called: it says which program that is, whatever its
    /// port. Empty: not known.
    pub preset: &'static str,
    /// The call was a test of the connection.
    pub test: Option<Test>,
}

/// A test of the connection: it carries no prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// How long it waits for a reply, milliseconds.
    pub limit_ms: u32,
    /// That is the time-out that the user chose, and not the longest that a test waits.
    pub chosen: bool,
}

impl PageContext {
    /// A page from this origin, online, of which nothing else is known.
    pub fn of(origin: &str) -> Self {
        Self {
            origin: origin.to_owned(),
            https: origin.starts_with("https:"),
            online: true,
            system: System::Other,
            seen: Seen::default(),
            preset: "",
            test: None,
        }
    }
}

/// Systems whose commands differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum System {
    /// Another, or not known.
    #[default]
    Other,
    /// macOS.
    Mac,
    /// Windows.
    Windows,
    /// Linux.
    Linux,
}

/// What a closer look has shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The look is still being taken: what it will show decides which causes are likely.
    pub looking: bool,
    /// Whether this page may reach servers of this kind (this machine, the local network).
    pub permission: Permission,
    /// A call whose reply may not be read, without key and without CORS: `true`: something answered. `None`: not tried, or
    /// not known in time.
    pub answers: Option<bool>,
    /// It was tried, and had neither an answer nor an error in time.
    pub late: bool,
    /// It was answered with a redirect, which leads nowhere.
    pub redirects: bool,
    /// Whether a key is held for the server. `None`: not known.
    pub keyed: Option<bool>,
}

/// The browser's permission to reach the local network, as far as it tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Permission {
    /// This browser has no such permission, or does not tell.
    #[default]
    Unknown,
    /// Given.
    Granted,
    /// It will ask, or is asking.
    Prompt,
    /// Refused.
    Denied,
}
