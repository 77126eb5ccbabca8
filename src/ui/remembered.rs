//! The set-up of the judge over a reload: kept on this device, or in the tab where what is kept goes with it, and not at
//! all where nothing is to be kept. It is taken up from there alone, and calls nobody. What is kept of it, and that no
//! key is, is [`crate::judge::api::remembered`]'s matter.
//!
//! What a link or the history put into the set-up is not kept until somebody changes it in the panel, where it is seen.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::browser;
use super::keep::{Mode, mode_now};
use super::setup::Setup;
use crate::judge::JudgeKind;
use crate::judge::api::Provider;
use crate::judge::api::remembered::{Numbers, Remembered};
use crate::judge::built_in::availability;

/// The entry, in either storage.
pub const ENTRY: &str = "assay.judge";

fn stored() -> Option<String> {
    browser::for_tab(ENTRY).or_else(|| browser::on_device(ENTRY))
}

/// Takes up what was kept, unless a judge has been chosen meanwhile. To be called from code that is fetched later.
pub fn take_up(setup: Setup) {
    let untouched = setup.kind.get_untracked() == JudgeKind::Embedded
        && setup.base.with_untracked(String::is_empty)
        && setup.model.with_untracked(String::is_empty);
    if untouched {
        take_up_again(setup);
    }
}

/// The same, in the place of the judge that an evaluation brought along.
pub fn take_up_again(setup: Setup) {
    if browser::framed() {
        return;
    }
    let Some(kept) = stored().and_then(|text| Remembered::read(&text)) else {
        return;
    };
    let Some(provider) = Provider::by_id(&kept.provider) else {
        return;
    };
    setup.provider.set(provider);
    setup.base.set(kept.base);
    setup.model.set(kept.model);
    setup.embedding_model.set(kept.embedding_model);
    setup.hand_name.set(kept.hand_name);
    setup.temperature.set(kept.numbers.temperature);
    setup.top_p.set(kept.numbers.top_p);
    setup.seed.set(kept.numbers.seed);
    setup.max_tokens.set(kept.numbers.max_tokens);
    setup.timeout_s.set(kept.numbers.timeout_s);
    setup.at_once.set(kept.numbers.at_once);
    setup.context.set(kept.numbers.context);
    setup.structured.set(kept.structured);
    // An address that names the embedded judge wants that one.
    if kept.kind != JudgeKind::Nobody && browser::query("judge").as_deref() != Some("embedded") {
        setup.kind.set(kept.kind);
        if kept.kind == JudgeKind::BuiltIn {
            // Whether the browser still has it, the browser says; nothing is fetched for that.
            spawn_local(async move { setup.built_in.set(Some(availability().await)) });
        }
    }
}

/// Keeps the set-up as it is changed, for as long as its panel stands.
pub fn follow(setup: Setup) {
    Effect::new(move |before: Option<String>| {
        // A key that is given later is taken out of what was typed before, too.
        let now = set_up(setup).write(&setup.keys.ring());
        if before.is_some_and(|before| before != now) {
            put(mode_now(), &now);
        }
        now
    });
}

/// Keeps the set-up as it is now.
pub fn keep(setup: Setup) {
    let now = untrack(|| set_up(setup).write(&setup.keys.ring()));
    put(mode_now(), &now);
}

/// It was chosen what is kept, and for how long: what was kept follows.
pub fn mode_changed(mode: Mode) {
    if let Some(kept) = stored() {
        put(mode, &kept);
    }
}

fn put(mode: Mode, text: &str) {
    if browser::framed() {
        return;
    }
    browser::set_for_tab(ENTRY, (mode == Mode::Tab).then_some(text));
    browser::set_on_device(ENTRY, (mode == Mode::On).then_some(text));
}

fn set_up(setup: Setup) -> Remembered {
    Remembered {
        kind: setup.kind.get(),
        provider: setup.provider.get().id.to_owned(),
        base: setup.base.get(),
        model: setup.model.get(),
        embedding_model: setup.embedding_model.get(),
        hand_name: setup.hand_name.get(),
        numbers: Numbers {
            temperature: setup.temperature.get(),
            top_p: setup.top_p.get(),
            seed: setup.seed.get(),
            max_tokens: setup.max_tokens.get(),
            timeout_s: setup.timeout_s.get(),
            at_once: setup.at_once.get(),
            context: setup.context.get(),
        },
        structured: setup.structured.get(),
    }
}
