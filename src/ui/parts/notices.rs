//! What is to be said above the form: the first visit, where the evaluation came from, one that can go on, trouble with
//! storage, a newer version of the app, a page in a frame.

use leptos::prelude::*;

use crate::i18n::fill;
use crate::judge::JudgeKind;
use crate::ui::browser;
use crate::ui::keep::offer::Offer;
use crate::ui::later::{Later, Part, later};
use crate::ui::pages::history::Trouble;
use crate::ui::replaced::Replaced;
use crate::ui::rooms::{self, Room};
use crate::ui::running;
use crate::ui::state::App;
use crate::ui::worker;

const SEEN: &str = "seen";

/// See the module.
#[component]
pub fn Notices() -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    let first = RwSignal::new(browser::setting(SEEN).is_none());
    let welcome = move || {
        (first.get() && app.run.finished.with(Vec::is_empty)).then(|| {
            let seen = move |_| {
                browser::set_setting(SEEN, "1");
                first.set(false);
                browser::focus_soon("input");
            };
            let between = app.strings().embedded.between_sentences;
            let embedded = move || app.setup.kind.get() == JudgeKind::Embedded;
            let sends_nothing = move || embedded().then_some(k.welcome_embedded);
            view! {
                <div class="welcome" role="region" aria-label=k.welcome_label>
                    <p>{k.welcome} {between} {sends_nothing}</p>
                    <div class="buttons">
                        <button type="button" class="link" on:click=move |_| rooms::go_to(app, Room::How)>{k.how}</button>
                        <button type="button" class="link" id="welcome-seen" on:click=seen>{k.welcome_seen}</button>
                    </div>
                </div>
            }
        })
    };
    // The rest is rare, and comes when there is something to say.
    let more = Memo::new(move |_| {
        let keep = app.keep;
        browser::framed()
            || keep.notice.with(Option::is_some)
            || keep.open.with(Option::is_some)
            || keep.offer.with(Option::is_some)
            || app.update.get()
    });
    view! {
        {welcome}
        <Trouble />
        <Replaced />
        {move || more.get().then(|| view! { <Later part=Part::new(told) /> })}
    }
}

later!(rooms: fn told() -> AnyView { view! { <Told /> }.into_any() });

/// The page stands in a frame; what has just happened; an evaluation that can go on; a newer version.
#[component]
fn Told() -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    let notice = move || {
        app.keep.notice.get().map(|sentence| {
            view! {
                <p class="note" role="status">
                    {sentence} " "
                    <button type="button" class="link" on:click=move |_| app.keep.notice.set(None)>{app.strings().page.close}</button>
                </p>
            }
        })
    };
    let interrupted = move || {
        let known = app.keep.open.get()?;
        let count = known.record.replies.len().to_string();
        Some(view! {
            <p class="note interrupted" role="status">
                {k.was_interrupted} " "
                <button type="button" class="link" id="go-on" on:click=move |_| running::go_on(app)>{fill(k.go_on, &[("count", &count)])}</button>
            </p>
        })
    };
    let framed = browser::framed().then(|| {
        let address = browser::address().unwrap_or_default();
        view! { <p class="note">{k.framed} " " <a href=address target="_blank" rel="noopener">{k.embed_open}</a></p> }
    });
    view! {
        {framed}
        {notice}
        {interrupted}
        <Offer />
        <Update />
    }
}

/// A newer version is there. It is taken when one says so, and never under a run.
#[component]
fn Update() -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    move || {
        let running = app.run.since.with(Option::is_some);
        (app.update.get() && !running).then(|| {
            view! {
                <p class="note update" role="status">
                    {k.update} " "
                    <button type="button" class="link" id="update" on:click=move |_| worker::take_update()>{k.update_now}</button>
                </p>
            }
        })
    }
}
