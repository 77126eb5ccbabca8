//! Before the first call to a server in this tab, by a run or by a test of the connection: where it goes, to which
//! model, how many calls, with which key.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::dialog::Dialog;
use crate::i18n::fill;
use crate::ui::keep::writing;
use crate::ui::later::{Part, later};
use crate::ui::parts::go::context_short;
use crate::ui::parts::marked_text::visible;
use crate::ui::running;
use crate::ui::setup::Consent;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn ConfirmCalls() -> impl IntoView {
    let app = App::get();
    let consent = app.setup.consent;
    let closed = move |()| consent.set(None);
    let open = Signal::derive(move || consent.with(Option::is_some));
    let heading = Signal::stored(app.strings().calling.confirm.to_owned());
    view! { <Dialog id="confirm-calls" open heading on_close=Callback::new(closed) home="judge" part=Part::new(body) /> }
}

later!(rooms: fn body() -> AnyView {
    let app = App::get();
    let send = move |asked: Consent| {
        app.setup.allow(&asked.origin);
        spawn_local(async move {
            // The entry is unmarked before the run writes it anew.
            writing::confirmed(app).await;
            running::allowed(app);
        });
    };
    view! { <Asks consent=app.setup.consent send=Callback::new(send) /> }.into_any()
});

/// What is to be allowed, and the buttons to do so or not.
#[component]
pub fn Asks(
    /// What is to be allowed; set back when that is said.
    consent: RwSignal<Option<Consent>>,
    /// It is allowed.
    send: Callback<Consent>,
    /// A test of the connection asks, which sends none of the user's texts.
    #[prop(optional)]
    test: bool,
) -> impl IntoView {
    let strings = App::get().strings();
    let send = move |_| {
        if let Some(asked) = consent.get_untracked() {
            consent.set(None);
            send.run(asked);
        }
    };
    view! {
        <div class="settings">{move || consent.get().map(|asked| view! { <Facts asked test /> })}</div>
        <footer>
            <button type="button" class="secondary" on:click=move |_| consent.set(None)>{strings.run.cancel}</button>
            <button type="button" class="primary" id="confirm-go" on:click=send>{strings.lang.connect().confirm_go}</button>
        </footer>
    }
}

#[component]
fn Facts(asked: Consent, test: bool) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let texts = strings.lang.connect();
    // A test sends none of the texts.
    let short = (!test).then(|| untrack(|| context_short(app))).flatten();
    let short = short
        .map(|told| view! { <div class="setting"><p class="note" id="confirm-context">{told}</p></div> });
    let all = asked.all.unwrap_or_default().to_string();
    let exposed = asked.origin.is_exposed().then(|| {
        let sentence = fill(texts.plain_http, &[("host", &asked.origin.to_string())]);
        view! { <div class="setting"><p class="note" id="confirm-exposed">{sentence}</p></div> }
    });
    // A page that was loaded anew has no key any more.
    let key_gone = (asked.goes_on && asked.key.is_none()).then(|| {
        view! { <div class="setting"><p class="note" id="confirm-key-gone">{texts.confirm_key_gone}</p></div> }
    });
    let calls = fill(
        match asked.all {
            _ if test => texts.confirm_test,
            Some(_) => texts.confirm_more,
            None if asked.once => texts.confirm_once,
            None => texts.confirm_exact,
        },
        &[("calls", &asked.calls.to_string()), ("all", &all)],
    );
    let rows = [
        (texts.confirm_host, asked.origin.to_string()),
        (
            strings.judge_panel.model,
            Some(asked.model)
                .filter(|model| !model.is_empty())
                .unwrap_or_else(|| texts.confirm_no_key.to_owned()),
        ),
        (texts.confirm_calls, calls),
        (
            strings.judge_panel.key,
            asked.key.unwrap_or_else(|| texts.confirm_no_key.to_owned()),
        ),
    ];
    let rows = rows
        .into_iter()
        .map(|(name, value)| view! { <dt>{name}</dt> <dd>{visible(&value)}</dd> })
        .collect_view();
    view! {
        <dl class="confirm-facts">{rows}</dl>
        {exposed}
        {short}
        {key_gone}
        <p class="hint">{if test { texts.confirm_test_what } else { texts.confirm_what }}</p>
    }
}
