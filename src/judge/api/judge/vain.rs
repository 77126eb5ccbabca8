//! Failures that every further call of a run must meet as well: the key is wrong, the quota used up, the model or the
//! path unknown; or the server hangs, and has answered nothing yet, or asks for a wait that is longer than a run waits. The
//! calls still to come get the same failure and are not sent; those under way go on. A run has a judge of its own, so the
//! next one tries again.

use std::cell::RefCell;

use super::Lost;
use crate::evaluation::FailureKind;
use crate::judge::api::retry::LONGEST_HINT_MS;

/// See the module: one for the chat, one for embeddings, whose model is another.
#[derive(Default)]
pub(super) struct Vain([RefCell<Course>; 2]);

#[derive(Default)]
struct Course {
    went_well: bool,
    fatal: Option<Lost>,
}

impl Vain {
    /// The failure that a further call would meet.
    pub(super) fn failure(&self, chat: bool) -> Option<Lost> {
        self.of(chat).borrow().fatal.clone()
    }

    /// A call went well.
    pub(super) fn went_well(&self, chat: bool) {
        self.of(chat).borrow_mut().went_well = true;
    }

    /// A call was given up. `answered`: the server has answered something in this tab.
    pub(super) fn failed(&self, chat: bool, lost: &Lost, answered: bool) {
        let mut course = self.of(chat).borrow_mut();
        if course.fatal.is_none() && is_fatal(lost, course.went_well, answered) {
            course.fatal = Some(lost.clone());
        }
    }

    fn of(&self, chat: bool) -> &RefCell<Course> {
        let [words, vectors] = &self.0;
        if chat { words } else { vectors }
    }
}

/// Whether no other prompt would fare better. Once a call went well, the key is right and the model is there: then only
/// what can run out meanwhile counts.
fn is_fatal(lost: &Lost, went_well: bool, answered: bool) -> bool {
    // Some refuse a prompt that way, and a firewall a text that looks like an attack; some say that a smaller one could
    // be paid for.
    const OF_THE_PROMPT: &[&str] = &[
        "<html>",
        "moderation",
        "flagged",
        "blocked",
        "policy",
        "can only afford",
    ];
    let detail = lost.detail.to_lowercase();
    // Google says "blocked" of a key that may not be used so.
    let of_the_key = detail.contains("(api_key_");
    if !of_the_key
        && OF_THE_PROMPT.iter().any(|words| detail.contains(words))
        && lost.kind != FailureKind::NotFound
    {
        return false;
    }
    match (lost.kind, lost.status) {
        (FailureKind::Quota, _) | (FailureKind::Unauthorized, Some(401 | 407)) => true,
        (FailureKind::RateLimited, _) => lost.hint_ms.is_some_and(|ms| ms > LONGEST_HINT_MS),
        (FailureKind::Unauthorized | FailureKind::NotFound, Some(_)) => !went_well,
        // Each further call would be waited for as long.
        (FailureKind::Timeout, None) => !answered,
        _ => false,
    }
}
