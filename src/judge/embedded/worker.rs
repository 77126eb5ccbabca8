//! The embedded judge in a Web Worker: what passes between the page and it, who serves ([`serve`]) and who asks
//! ([`client`]). One program serves both: its `main` serves where there is no window.

pub mod client;
pub mod serve;

use serde::{Deserialize, Serialize};

use crate::evaluation::Question;

/// A question for the worker.
#[derive(Serialize, Deserialize)]
struct Job<'a> {
    /// Answers come back by it.
    id: u32,
    /// The language of the reasons, as a tag.
    lang: std::borrow::Cow<'a, str>,
    /// What is asked.
    question: std::borrow::Cow<'a, Question>,
}

/// What comes back instead of an answer where a file of the app could not be fetched.
const NOT_FETCHED: &str = "not fetched";

/// What comes back.
#[derive(Serialize, Deserialize)]
struct Answer {
    id: u32,
    /// `None`: the judge has no way to answer this.
    text: Option<String>,
}
