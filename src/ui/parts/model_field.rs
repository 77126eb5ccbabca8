//! The model of the API judge, with the list that the server offers; asking for it is the test of the connection. Like a
//! run, a test asks before it is the first to call a server, and can be cancelled.

use futures::channel::oneshot;
use futures::future::{Either, select};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::confirm::Asks;
use super::dialog::Dialog;
use super::failure::FailureTold;
use super::setting_input::TextInput;
use crate::evaluation::CallFailure;
use crate::i18n::fill;
use crate::judge::api::Test;
use crate::text::visible::named;
use crate::ui::browser;
use crate::ui::later::Part;
use crate::ui::setup::Consent;
use crate::ui::state::App;

/// The id of the button that tests.
const TEST: &str = "api-test";

/// How the test of the connection went.
#[derive(Clone, PartialEq)]
enum Tested {
    Not,
    Cancelled,
    Asking(String),
    Found(Option<usize>, String),
    Failed(Option<CallFailure>, Test),
}

/// See the module.
#[component]
pub fn ModelField() -> impl IntoView {
    const LIST: &str = "api-models";
    let app = App::get();
    let strings = app.strings();
    let panel = &strings.judge_panel;
    let setup = app.setup;
    let tested = RwSignal::new(Tested::Not);
    let stop = StoredValue::new_local(None::<oneshot::Sender<()>>);
    let asked = RwSignal::new(None::<Consent>);
    let cancel = move || {
        if let Some(stop) = stop.try_update_value(Option::take).flatten() {
            let _ = stop.send(());
        }
    };
    let test = move || {
        // One that is under way gives way to the new one.
        cancel();
        let host = untrack(|| setup.host());
        let limit = untrack(|| setup.test_limit());
        let (sender, receiver) = oneshot::channel();
        stop.set_value(Some(sender));
        tested.set(Tested::Asking(host.clone()));
        spawn_local(async move {
            let cancelled = async {
                // The panel was closed: the test goes on, for its list is of use.
                if receiver.await.is_err() {
                    futures::future::pending::<()>().await;
                }
            };
            // What is not awaited any more is aborted.
            let outcome = match select(std::pin::pin!(cancelled), std::pin::pin!(setup.test(limit))).await {
                Either::Left(_) => return,
                Either::Right((Ok(count), _)) => Tested::Found(count, host),
                Either::Right((Err(failure), _)) => Tested::Failed(failure, limit),
            };
            stop.try_set_value(None);
            let _ = tested.try_set(outcome);
        });
    };
    let ask = move |_| match untrack(|| setup.asks_test_consent()) {
        Some(consent) => asked.set(Some(consent)),
        None => test(),
    };
    let give_up = move |_| {
        cancel();
        tested.set(Tested::Cancelled);
        browser::focus_soon(TEST);
    };
    let send = Callback::new(move |_: Consent| test());
    let asking = Part::new(move || async move {
        let body = view! { <Asks consent=asked send test=true /> };
        Ok(body.into_any())
    });
    let open = Signal::derive(move || asked.with(Option::is_some));
    let heading = Signal::stored(strings.calling.confirm.to_owned());
    let closed = Callback::new(move |()| asked.set(None));
    let told = move || {
        match tested.get() {
        Tested::Not => ().into_any(),
        Tested::Cancelled => {
            view! { <p class="hint">{strings.lang.connect().test_cancelled}</p> }.into_any()
        }
        Tested::Asking(host) => view! {
            <p class="hint">
                {fill(strings.lang.connect().listing, &[("host", &host)])} " "
                <button type="button" class="link" id="api-test-cancel" on:click=give_up>{strings.run.cancel}</button>
            </p>
        }
        .into_any(),
        Tested::Found(count, host) => {
            let number = count.map(|count| count.to_string()).unwrap_or_default();
            let sentence = match count {
                Some(1) => strings.lang.connect().model_found,
                Some(_) => strings.lang.connect().models_found,
                None => strings.lang.connect().answers,
            };
            let values = [("count", number.as_str()), ("host", host.as_str())];
            view! { <p class="notice">{fill(sentence, &values)}</p> }.into_any()
        }
        Tested::Failed(None, _) => {
            let sentence = match setup.target() {
                Ok(_) => strings.run.need_model,
                Err(_) => strings.run.need_base_url,
            };
            view! { <p class="error">{sentence}</p> }.into_any()
        }
        Tested::Failed(Some(failure), limit) => {
            view! { <div class="note failure"><FailureTold failure test=Some(limit) /></div> }.into_any()
        }
    }
    };
    let options = move || {
        setup
            .models
            .get()
            .into_iter()
            .map(|model| view! { <option value=model.id>{model.label.map(|label| named(&label))}</option> })
            .collect_view()
    };
    let named = Signal::derive(move || {
        let target = setup.target();
        target.ok().and_then(|target| target.model).unwrap_or_default()
    });
    let wrong = Signal::derive(move || {
        let typed = setup.model.get();
        let (typed, texts) = (typed.trim(), strings.lang.connect());
        if setup.is_key(typed) {
            return Some(texts.model_is_key.to_owned());
        }
        // The path of the address holds another model.
        let answers = setup.target().ok()?.model_for(typed);
        (!typed.is_empty() && answers != typed).then(|| fill(texts.model_in_address, &[("model", &answers)]))
    });
    view! {
        <TextInput id="api-model" label=panel.model value=setup.model list=LIST placeholder=named error=wrong />
        <datalist id=LIST>{options}</datalist>
        <div class="setting">
            <button type="button" class="secondary" id=TEST on:click=ask>{panel.test}</button>
            <div role="status">{told}</div>
        </div>
        <Dialog id="confirm-test" open heading on_close=closed home=TEST part=asking />
    }
    .into_any()
}
