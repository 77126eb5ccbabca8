//! A failed call, told: what happened, the likely causes in order, what to do. After a network error the server is
//! looked at more closely, and the causes are told anew.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::evaluation::{CallFailure, FailureKind};
use crate::judge::api::http::look;
use crate::judge::api::{Seen, explain};
use crate::judge::key::Origin;
use crate::ui::browser;
use crate::ui::parts::commands::with_commands;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn FailureTold(
    /// What failed.
    failure: CallFailure,
) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let lang = app.lang.get_untracked();
    let seen = RwSignal::new(Seen::default());
    let scheme = if failure.secure { "https" } else { "http" };
    let origin = format!("{scheme}://{}", failure.host).parse::<Origin>();
    // A record that is opened calls nobody: only who was called from this tab is looked at.
    if let (FailureKind::Unreachable, Ok(origin)) = (failure.kind, origin)
        && app.setup.has_called(&origin)
        && browser::page_context().online
    {
        spawn_local(async move {
            let mut looked = look(&origin).await;
            looked.keyed = Some(app.setup.keys.for_origin(&origin).is_some());
            let _ = seen.try_set(looked);
        });
    }
    let list = |items: Vec<String>, heading: &'static str| {
        (!items.is_empty()).then(|| {
            let items = items
                .into_iter()
                .map(|item| view! { <li>{with_commands(&item)}</li> })
                .collect_view();
            view! { <h3>{heading}</h3> <ol>{items}</ol> }
        })
    };
    move || {
        let mut page = browser::page_context();
        page.seen = seen.get();
        let told = explain(&failure, &page, lang);
        view! {
            <p>{told.happened}</p>
            {list(told.causes, strings.verdict.causes)}
            {list(told.next, strings.verdict.next_step)}
        }
        .into_any()
    }
}
