//! The Judge page: input, verdict and evidence of one case.

use leptos::prelude::*;

use crate::ui::parts::bar::Bar;
use crate::ui::parts::confirm::ConfirmCalls;
use crate::ui::parts::evidence::Evidence;
use crate::ui::parts::frame::Foot;
use crate::ui::parts::guide::Guide;
use crate::ui::parts::input::Input;
use crate::ui::parts::judge_panel::JudgePanel;
use crate::ui::parts::notices::Notices;
use crate::ui::parts::picker::Picker;
use crate::ui::parts::quality::Quality;
use crate::ui::parts::share_dialog::ShareDialog;
use crate::ui::parts::ticked::Ticked;
use crate::ui::parts::verdict::Verdict;
use crate::ui::rooms;
use crate::ui::running;
use crate::ui::state::App;
use crate::ui::steps::Step;

/// See the module.
#[component]
pub fn JudgePage() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let shortcut = window_event_listener(leptos::ev::keydown, move |event| {
        // A Ctrl+Enter that confirms a word of an input method is not ours.
        let composing = event.is_composing() || event.key_code() == 229;
        let pressed = event.key() == "Enter" && (event.ctrl_key() || event.meta_key());
        if pressed
            && !composing
            && !event.repeat()
            && !app.setup.open.get_untracked()
            && app.setup.consent.with_untracked(Option::is_none)
            && !app.picking.get_untracked()
            && !app.reading.get_untracked()
            && !app.quality.get_untracked()
            && !app.keep.sharing.get_untracked()
        {
            event.prevent_default();
            running::start(app);
        }
    });
    on_cleanup(move || shortcut.remove());
    view! {
        <a class="skip" href="#input" on:click=move |event| {
            // With a `<base>` a plain fragment link would load the page anew.
            event.prevent_default();
            crate::ui::browser::focus_soon("input");
        }>{strings.page.skip}</a>
        <Step part=|| view! { <Bar /> }.into_any() />
        <main id="main" tabindex="-1">
            <Step part=|| view! { <Notices /> <Title /> }.into_any() />
            <div class="zones">
                <Step part=|| view! { <Input /> }.into_any() />
                <Step part=|| view! { <Verdict /> }.into_any() />
                <Step part=|| view! { <Evidence /> }.into_any() />
            </div>
            <p class="sr-only" role="status" aria-live="polite">{move || app.run.message.get()}</p>
        </main>
        <Step part=|| view! { <Foot /> }.into_any() />
        <Step after=true part=|| view! { <JudgePanel /> <ConfirmCalls /> <ShareDialog /> }.into_any() />
        <Step after=true part=|| view! { <Picker /> <Guide /> <Quality /> }.into_any() />
    }
}

#[component]
fn Title() -> impl IntoView {
    let app = App::get();
    move || {
        let texts = app.metric_texts();
        view! {
            <div class="title">
                <h1>{texts.name}</h1>
                <p>{texts.purpose}</p>
                <span class="tag">{texts.range}</span>
                <span class="tag">{texts.needs}</span>
                <button type="button" class="link" id="metric-about" aria-haspopup="dialog" on:click=move |_| {
                    rooms::open_dialog(rooms::METRIC, app.reading);
                }>{app.strings().page.about}</button>
                <button type="button" class="link" id="share" aria-haspopup="dialog" on:click=move |_| {
                    app.form.read_from_page();
                    app.keep.sharing.set(true);
                }>{app.strings().keep.share}</button>
                <Ticked />
            </div>
        }
    }
}
