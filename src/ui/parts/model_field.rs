//! The model of the API judge, with the list that the server offers; asking for it is the test of the connection.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::failure::FailureTold;
use super::setting_input::TextInput;
use crate::evaluation::CallFailure;
use crate::i18n::fill;
use crate::ui::state::App;

/// How the test of the connection went.
#[derive(Clone, PartialEq)]
enum Tested {
    Not,
    Asking(String),
    Found(Option<usize>, String),
    Failed(Option<CallFailure>),
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
    let latest = StoredValue::new(0_u32);
    let ask = move |_| {
        let host = untrack(|| setup.host());
        tested.set(Tested::Asking(host.clone()));
        let test = latest.get_value() + 1;
        latest.set_value(test);
        spawn_local(async move {
            let outcome = match setup.test().await {
                Ok(count) => Tested::Found(count, host),
                Err(failure) => Tested::Failed(failure),
            };
            // The panel may be gone by now, or another test begun.
            if latest.try_get_value() == Some(test) {
                let _ = tested.try_set(outcome);
            }
        });
    };
    let told = move || match tested.get() {
        Tested::Not => ().into_any(),
        Tested::Asking(host) => {
            view! { <p class="hint">{fill(panel.listing, &[("host", &host)])}</p> }.into_any()
        }
        Tested::Found(count, host) => {
            let number = count.map(|count| count.to_string()).unwrap_or_default();
            let sentence = match count {
                Some(1) => panel.model_found,
                Some(_) => panel.models_found,
                None => strings.lang.connect().answers,
            };
            let values = [("count", number.as_str()), ("host", host.as_str())];
            view! { <p class="notice">{fill(sentence, &values)}</p> }.into_any()
        }
        Tested::Failed(None) => {
            let sentence = match setup.target() {
                Ok(_) => strings.run.need_model,
                Err(_) => strings.run.need_base_url,
            };
            view! { <p class="error">{sentence}</p> }.into_any()
        }
        Tested::Failed(Some(failure)) => {
            view! { <div class="note failure"><FailureTold failure /></div> }.into_any()
        }
    };
    let options = move || {
        setup
            .models
            .get()
            .into_iter()
            .map(|model| view! { <option value=model.id>{model.label}</option> })
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
            <button type="button" class="secondary" on:click=ask>{panel.test}</button>
            <div role="status">{told}</div>
        </div>
    }
    .into_any()
}
