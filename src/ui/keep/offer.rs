//! An evaluation that a crash has interrupted, or a tab that was closed: offered once to a tab that has nothing on its
//! page, until one goes on with it or leaves it. Not where nothing is kept, not while another tab has it, and not where
//! nobody can tell that.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::back::reopen;
use crate::i18n::fill;
use crate::store::database;
use crate::store::entry::Entry;
use crate::store::tabs::{self, Absent};
use crate::ui::browser;
use crate::ui::parts::marked_text::visible;
use crate::ui::running;
use crate::ui::state::App;

/// The setting that names the last entry that was settled: none as old is offered any more. Ids begin with the time.
const SETTLED: &str = "offered";
/// As many of the newest entries are looked at.
const LOOKED_AT: u32 = 32;
/// As much of what was judged is shown, in characters.
const SHOWN: usize = 80;

/// What is offered.
#[derive(Clone)]
pub struct Offered {
    id: String,
    began_ms: f64,
    text: String,
    replies: usize,
    foreign: bool,
}

/// Looks for one.
pub(super) async fn look(app: App) {
    if !app.keep.keeps() || !tabs::can_tell() {
        return;
    }
    let Ok((newest, _)) = database::newest(LOOKED_AT).await else {
        return;
    };
    let (here, settled) = (tabs::this_tab(), browser::setting(SETTLED).unwrap_or_default());
    let under_way = tabs::under_way().await;
    let entry = newest.iter().rev().find_map(|json| {
        let entry = serde_json::from_str::<Entry>(&json.as_string()?).ok()?;
        let waits = entry.is_open() && !entry.cancelled && entry.is_kept(&here);
        (waits && entry.id > settled && !under_way.contains(&entry.id)).then_some(entry)
    });
    let Some(entry) = entry else { return };
    // One that stands on the page of a tab that is there is offered there.
    match tabs::absent(&entry.by).await {
        Some(Absent::Surely(held)) => drop(held),
        Some(Absent::Perhaps) | None => return,
    }
    let text = [entry.name, entry.excerpt];
    let text = text.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    app.keep.offer.set(Some(Offered {
        id: entry.id,
        began_ms: entry.started_ms as f64,
        text: shown,
        replies: entry.replies,
        foreign: entry.foreign,
    }));
}

/// It was opened or deleted otherwise: nothing is left to offer. Who leaves it open again is offered it again.
pub(super) fn taken_up(app: App, is_it: impl Fn(&str) -> bool) {
    let offered = app
        .keep
        .offer
        .with_untracked(|offered| offered.as_ref().is_some_and(|offered| is_it(&offered.id)));
    if offered {
        app.keep.offer.set(None);
    }
}

/// The offer, as long as nothing is judged here.
#[component]
pub fn Offer() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let e = strings.lang.elsewhere();
    let settle = move || {
        if let Some(offered) = app.keep.offer.get_untracked() {
            browser::set_setting(SETTLED, &offered.id);
        }
        app.keep.offer.set(None);
    };
    move || {
        let busy = app.run.since.with(Option::is_some) || app.keep.open.with(Option::is_some);
        let offered = app.keep.offer.get().filter(|_| !busy)?;
        let date = browser::date(app.lang.get_untracked(), offered.began_ms);
        let sentence = match offered.text.is_empty() {
            true => e.offer_no_text,
            false => e.offer,
        };
        let sentence = fill(sentence, &[("date", &date), ("text", &offered.text)]);
        let elsewhere = offered
            .foreign
            .then(|| view! { <span class="tag">{e.from_elsewhere}</span> " " });
        let count = offered.replies.to_string();
        let id = offered.id;
        let go_on = move |_| {
            let id = id.clone();
            settle();
            spawn_local(async move {
                reopen(app, id).await;
                running::go_on(app);
            });
        };
        let leave = move |_| {
            settle();
            browser::focus_soon("input");
        };
        Some(view! {
            <p class="note offered" role="status" dir="auto">
                {visible(&sentence)} " " {elsewhere}
                <button type="button" class="link" id="offer-go-on" on:click=go_on>{fill(strings.keep.go_on, &[("count", &count)])}</button> " "
                <button type="button" class="link" id="offer-leave" on:click=leave>{e.offer_not_now}</button>
            </p>
        })
    }
}
