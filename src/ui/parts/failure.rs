//! A failed call, told: what happened, the likely causes in order, what to do. After a network error the server is
//! looked at more closely, and the causes are told anew.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::evaluation::{CallFailure, FailureKind};
use crate::judge::JudgeKind;
use crate::judge::api::explain::is_wrong_path;
use crate::judge::api::http::look;
use crate::judge::api::{PageContext, Seen, Test, explain};
use crate::judge::key::Origin;
use crate::ui::browser;
use crate::ui::parts::commands::with_commands;
use crate::ui::parts::marked_text::visible;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn FailureTold(
    /// What failed.
    failure: CallFailure,
    /// It was a test of the connection.
    #[prop(optional_no_strip)]
    test: Option<Test>,
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
        seen.set(Seen {
            looking: true,
            ..Seen::default()
        });
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
    let (kind, host) = (failure.kind, failure.host.clone());
    let fix = fix_of(&failure, test);
    // Only where the panel holds the settings of the server that was called, or of one that could not be called at all.
    let is_its = move || {
        app.setup.kind.get() == JudgeKind::Api
            && (matches!(kind, FailureKind::BadUrl | FailureKind::OverCap) || app.setup.host() == host)
    };
    // The preset tells which program it is, as long as it is chosen for this server.
    let preset = untrack(|| is_its().then(|| app.setup.provider.get().id)).unwrap_or_default();
    let fixes = move || fix.filter(|_| is_its()).map(to_setting);
    let explained = Memo::new(move |_| {
        let page = PageContext {
            seen: seen.get(),
            preset,
            test,
            ..browser::page_context()
        };
        explain(&failure, &page, lang)
    });
    let happened = explained.with_untracked(|told| visible(&told.happened));
    // It stands there before anything is said in it, so that what comes is read out.
    let looked = move || explained.with(|told| visible(&told.looked));
    let told = move || {
        let told = explained.get();
        view! {
            {list(told.causes, strings.verdict.causes)}
            {list(told.next, strings.verdict.next_step)}
        }
        .into_any()
    };
    view! { <p>{happened}</p> <p class="looked" role="status">{looked}</p> {told} {fixes} }.into_any()
}

/// Opens the judges' panel at a field, or goes there where it is open.
pub fn to_setting(control: &'static str) -> AnyView {
    let app = App::get();
    let go = move |_| {
        app.setup.open.set(true);
        browser::focus_soon(control);
    };
    let word = app.strings().lang.failures().to_setting;
    view! { <p><button type="button" class="link to-setting" on:click=go>{word}</button></p> }.into_any()
}

/// The field that is most likely to be changed after this failure.
fn fix_of(failure: &CallFailure, test: Option<Test>) -> Option<&'static str> {
    Some(match failure.kind {
        FailureKind::Timeout if test.is_some_and(|test| !test.chosen) => "api-base",
        FailureKind::BadUrl | FailureKind::Malformed => "api-base",
        FailureKind::Unreachable if failure.status.is_none() => "api-base",
        FailureKind::BadKey | FailureKind::NoKey | FailureKind::Unauthorized => "api-key",
        FailureKind::NotFound if is_wrong_path(failure) => "api-base",
        FailureKind::NotFound | FailureKind::TooLong | FailureKind::Empty | FailureKind::Quota => "api-model",
        FailureKind::ReplyTooLarge => "api-max-tokens",
        FailureKind::BadRequest => "api-temperature",
        FailureKind::Timeout if failure.status.is_none() => "api-timeout",
        FailureKind::RateLimited => "api-at-once",
        FailureKind::OverCap => "spending-cap",
        _ => return None,
    })
}
