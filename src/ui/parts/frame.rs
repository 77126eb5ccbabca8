//! What stands around every room but the Judge page: a bar with the way back, and the foot that all pages have.

use leptos::prelude::*;

use super::bar::{Brand, LanguageSwitch, ThemeSwitch};
use super::files::OpenFile;
use crate::ui::browser;
use crate::ui::pages::history::HistoryLink;
use crate::ui::rooms::{self, Room};
use crate::ui::state::App;

/// The bar of a room.
#[component]
pub fn TopBar() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    view! {
        <a class="skip" href="#main" on:click=move |event| {
            event.prevent_default();
            browser::focus_soon("main");
        }>{strings.keep.skip}</a>
        <header class="bar">
            <Brand />
            <button type="button" class="quiet" id="to-judge" on:click=move |_| rooms::go_to(app, Room::Judge)>{strings.keep.to_judge}</button>
            <HistoryLink />
            <span class="spring"></span>
            <LanguageSwitch />
            <ThemeSwitch />
        </header>
    }
}

/// A page whose own content is not there (yet). In a frame on another page it has no bar.
#[component]
pub fn Framed(children: Children) -> impl IntoView {
    let app = App::get();
    let bar = (!browser::framed()).then(|| view! { <TopBar /> });
    let name = app.keep.room.with_untracked(|room| room.name(app.strings()));
    view! {
        {bar}
        <main id="main" class="page" tabindex="-1">
            <div class="title"><h1>{name.unwrap_or("Assay")}</h1></div>
            {children()}
        </main>
    }
    .into_any()
}

/// The foot: where things go, files, how it works.
#[component]
pub fn Foot() -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    view! {
        <footer class="foot">
            <p>{k.foot}</p>
            <span class="spring"></span>
            <OpenFile />
            <button type="button" class="link" id="to-how" on:click=move |_| rooms::go_to(app, Room::How)>{k.how}</button>
        </footer>
    }
}
