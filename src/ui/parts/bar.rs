//! The bar on top: brand, metric, judge, language, theme.

use leptos::prelude::*;

use crate::i18n::{Lang, fill};
use crate::judge::JudgeKind;
use crate::metric::catalogue;
use crate::ui::pages::history::HistoryLink;
use crate::ui::state::{App, Theme};

/// See the module.
#[component]
pub fn Bar() -> impl IntoView {
    view! {
        <header class="bar">
            <Brand />
            <MetricSwitch />
            <span class="spring"></span>
            <HistoryLink />
            <JudgePill />
            <LanguageSwitch />
            <ThemeSwitch />
        </header>
    }
}

/// The name of the app with its sign.
#[component]
pub fn Brand() -> impl IntoView {
    view! { <span class="brand"><Scales />"Assay"</span> }
}

#[component]
fn Scales() -> impl IntoView {
    view! {
        <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">
            <path d="M10 2v13M4.5 5h11M10 2l-5.5 3M4.5 5 2 11a2.6 2.6 0 0 0 5 0L4.5 5ZM15.5 5 13 11a2.6 2.6 0 0 0 5 0l-2.5-6ZM6.5 17.5h7" />
        </svg>
    }
}

#[component]
fn MetricSwitch() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let options = catalogue::IDS
        .iter()
        .map(|id| {
            let name = strings.metric_name(id);
            let chosen = move || app.metric.get().id() == *id;
            view! { <option value=*id prop:selected=chosen>{name}</option> }
        })
        .collect_view();
    let choose = move |event| app.choose_by_id(event_target_value(&event));
    view! {
        <label class="metric-switch">
            <span class="sr-only">{strings.page.metric}</span>
            <select id="metric" on:change=choose>{options}</select>
        </label>
        <button type="button" class="quiet" id="metric-compare" aria-haspopup="dialog" on:click=move |_| app.picking.set(true)>
            {strings.page.compare}
        </button>
    }
}

#[component]
fn JudgePill() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let name = move || app.setup.name(strings);
    let tag = move || match app.setup.kind.get() {
        JudgeKind::Embedded => strings.page.not_llm.to_owned(),
        JudgeKind::ByHand | JudgeKind::BuiltIn | JudgeKind::Nobody => String::new(),
        JudgeKind::Api => app.setup.host(),
    };
    view! {
        <button
            type="button"
            class="pill"
            id="judge-pill"
            aria-haspopup="dialog"
            on:click=move |_| app.setup.open.set(true)
        >
            <span class="dot" aria-hidden="true"></span>
            <span class="sr-only">{strings.page.judge} " "</span>
            <span class="pill-name">{name}</span>
            " "
            <span class="pill-tag">{tag}</span>
            <span aria-hidden="true">"▾"</span>
        </button>
    }
}

/// The language of the page.
#[component]
pub fn LanguageSwitch() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let current = app.lang.get_untracked();
    let buttons = Lang::ALL
        .into_iter()
        .map(|lang| {
            let short = lang.short();
            let id = format!("lang-{}", lang.tag());
            let speak = move |_| {
                if lang != app.lang.get_untracked() {
                    app.speak(lang);
                }
            };
            let pressed = if lang == current { "true" } else { "false" };
            view! {
                <button
                    type="button"
                    class="quiet"
                    id=id
                    lang=lang.tag()
                    title=lang.name()
                    aria-pressed=pressed
                    on:click=speak
                >
                    {short}
                    <span class="sr-only">" " {lang.name()}</span>
                </button>
            }
        })
        .collect_view();
    view! { <div class="languages" role="group" aria-label=strings.page.language>{buttons}</div> }
}

/// Light, dark, or as the system has it.
#[component]
pub fn ThemeSwitch() -> impl IntoView {
    let app = App::get();
    let page = &app.strings().page;
    let name = move || match app.theme.get() {
        Theme::System => page.theme_system,
        Theme::Light => page.theme_light,
        Theme::Dark => page.theme_dark,
    };
    let sign = move || match app.theme.get() {
        Theme::System => "◐",
        Theme::Light => "○",
        Theme::Dark => "●",
    };
    let label = move || fill(page.theme, &[("name", name())]);
    view! {
        <button
            type="button"
            class="quiet theme"
            id="theme"
            aria-label=label
            title=label
            on:click=move |_| app.dress(app.theme.get_untracked().next())
        >
            <span aria-hidden="true">{sign}</span>
        </button>
    }
}
