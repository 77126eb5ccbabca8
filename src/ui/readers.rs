//! What an API judge needs that is written as text: the address as it is typed, keys, prices and its set-up as they were
//! kept. The code that reads them is fetched when it is first needed: an API is chosen, its panel opened, or something was kept.

use std::sync::OnceLock;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::browser;
use super::keys;
use super::later::later;
use super::prices;
use super::remembered;
use super::setup::Setup;
use crate::judge::JudgeKind;
use crate::judge::api::{EndpointError, Provider, Target};

type ReadTarget = fn(&'static Provider, &str) -> Result<Target, EndpointError>;

/// Set from the file that holds the code, so that what comes with the page does not name it.
static TARGET: OnceLock<ReadTarget> = OnceLock::new();

/// What reads a provider and a typed address; `None` until it was fetched.
pub fn target() -> Option<ReadTarget> {
    TARGET.get().copied()
}

/// The readers are there: what was kept is taken up. To be called from code that is fetched later.
pub fn are_here(setup: Setup) {
    if TARGET.set(Target::read).is_ok() {
        setup.keys.take_up();
        setup.prices.take_up();
        remembered::take_up(setup);
        setup.readers.set(true);
    }
}

later!(rooms: fn fetched(setup: Setup) -> () { are_here(setup) });

/// Fetches the readers where something was kept, and otherwise as soon as an API is chosen.
pub fn fetch_when_needed(setup: Setup) {
    let kept = [keys::ENTRY, prices::TABLE, prices::CAP, remembered::ENTRY]
        .into_iter()
        .any(browser::remembers);
    Effect::new(move |_| {
        if target().is_none() && (kept || setup.kind.get() == JudgeKind::Api) {
            spawn_local(async move {
                // Without them no API can be called, which the form says; choosing it again tries again.
                let _ = fetched(setup).await;
            });
        }
    });
}
