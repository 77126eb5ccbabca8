//! The settings of the chosen metric, a control each, built from what the metric says may be chosen.

use leptos::prelude::*;

use crate::evaluation::{Metric, Setting, SettingKind};
use crate::i18n::{Strings, fill};
use crate::metric::catalogue;
use crate::stats::rational::with_minus;
use crate::ui::browser;
use crate::ui::keep::draft;
use crate::ui::settings::control_id;
use crate::ui::state::App;

/// See the module. Nothing for a metric without settings.
#[component]
pub fn SettingsForm() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    move || {
        let metric = app.metric.get();
        // A reset of what is typed (an example) builds the controls anew: they own their text.
        app.settings_shown.track();
        (!metric.settings().is_empty()).then(|| {
            let controls = metric
                .settings()
                .iter()
                .map(|setting| view! { <Control metric setting /> })
                .collect_view();
            let scores = (!metric.takes_scores().is_empty()).then(|| view! { <TakeScores metric /> });
            view! {
                <fieldset class="metric-settings">
                    <legend>{strings.fields().settings}</legend>
                    {controls}
                    {scores}
                </fieldset>
            }
        })
    }
}

#[component]
fn Control(metric: &'static dyn Metric, setting: &'static Setting) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let id = control_id(setting.name);
    let (hint_id, error_id) = (format!("{id}-hint"), format!("{id}-error"));
    let texts = strings.setting(metric.id(), setting.name);
    let label = texts.map_or(setting.name, |texts| texts.label);
    let hint = hint(setting, texts.map_or("", |texts| texts.hint), strings);
    let error = Memo::new(move |_| {
        let wrong = app.settings.wrong(metric).contains(&setting.name);
        let typed = app.settings.typed(metric, setting);
        let empty = typed.trim().is_empty();
        // Ends of a scale that are the wrong way round; one of them may stand there by default.
        let order = wrong && setting.name == "max" && setting.check(setting.read(&typed).as_ref()).is_ok();
        // What is merely not filled in yet is no mistake before a run was tried.
        (wrong && (!empty || order || app.settings.tried.get())).then(|| {
            if order {
                strings.fields().wrong_order.to_owned()
            } else {
                complaint(setting, strings)
            }
        })
    });
    let typed = untrack(|| app.settings.typed(metric, setting));
    let take = move |event| {
        // The form may be built anew for it: what was typed a moment ago is read before.
        app.form.read_from_page();
        app.settings.set(metric, setting.name, event_target_value(&event));
        draft::begin(app);
        app.form.changed();
    };
    let described = {
        let (hint_id, error_id) = (hint_id.clone(), error_id.clone());
        let has_hint = !hint.is_empty();
        move || {
            let error = error.with(Option::is_some).then(|| error_id.clone());
            let hint = has_hint.then(|| hint_id.clone());
            let ids: Vec<String> = error.into_iter().chain(hint).collect();
            (!ids.is_empty()).then(|| ids.join(" "))
        }
    };
    let invalid = move || error.with(Option::is_some).then_some("true");
    let wide = matches!(setting.kind, SettingKind::Text { .. }) || hint.chars().count() > 48;
    let control = match setting.kind {
        SettingKind::Choice(words) => {
            let options = words
                .iter()
                .map(|word| {
                    let name = texts.and_then(|texts| texts.choices.iter().find(|(of, _)| of == word));
                    let name = name.map_or(*word, |(_, name)| *name);
                    let chosen = if typed.is_empty() {
                        words.first() == Some(word)
                    } else {
                        typed == *word
                    };
                    view! { <option value=*word selected=chosen>{name}</option> }
                })
                .collect_view();
            view! { <select id=id.clone() aria-describedby=described on:change=take>{options}</select> }.into_any()
        }
        SettingKind::Text { .. } => view! {
            <textarea
                id=id.clone()
                rows="2"
                dir="auto"
                prop:value=typed
                aria-invalid=invalid
                aria-describedby=described
                on:input=take
            ></textarea>
        }
        .into_any(),
        _ => view! {
            <input
                id=id.clone()
                type="text"
                inputmode=if matches!(setting.kind, SettingKind::Whole { .. } | SettingKind::Given { whole: true, .. }) { "numeric" } else { "decimal" }
                autocomplete="off"
                prop:value=typed
                placeholder=placeholder(setting)
                aria-invalid=invalid
                aria-describedby=described
                on:input=take
            />
        }
        .into_any(),
    };
    view! {
        <div class="setting" class:wide=wide>
            <label for=id>{label}</label>
            {control}
            {move || error.get().map(|error| view! { <p class="error" id=error_id.clone()>{error}</p> })}
            {(!hint.is_empty()).then(|| view! { <p class="hint" id=hint_id>{hint}</p> })}
        </div>
    }
    .into_any()
}

fn placeholder(setting: &Setting) -> String {
    match setting.kind {
        SettingKind::Whole { default, .. } => default.to_string(),
        SettingKind::Number { default, .. } => default.to_string(),
        _ => String::new(),
    }
}

fn hint(setting: &Setting, hint: &str, strings: &Strings) -> String {
    let default = placeholder(setting);
    if default.is_empty() {
        return hint.to_owned();
    }
    let by_default = fill(strings.fields().by_default, &[("value", &default)]);
    if hint.is_empty() {
        by_default
    } else {
        let stop = strings.fields().stop;
        format!("{by_default}{stop}{hint}")
    }
}

fn complaint(setting: &Setting, strings: &Strings) -> String {
    let f = strings.fields();
    let between = |sentence: &str, min: String, max: String| {
        with_minus(&fill(sentence, &[("min", &min), ("max", &max)]))
    };
    match setting.kind {
        SettingKind::Text { .. } => f.wrong_text.to_owned(),
        SettingKind::Whole {
            min, max, odd: true, ..
        } => between(f.wrong_odd, min.to_string(), max.to_string()),
        SettingKind::Whole { min, max, .. } => between(f.wrong_whole, min.to_string(), max.to_string()),
        SettingKind::Given {
            min,
            max,
            whole: true,
        } => between(f.wrong_whole, min.to_string(), max.to_string()),
        SettingKind::Number { min, max, .. } | SettingKind::Given { min, max, .. } => {
            between(f.wrong_number, min.to_string(), max.to_string())
        }
        SettingKind::Choice(words) => words.join(", "),
    }
}

/// Fills the four scores in from what was judged in this tab, and says which of them are of texts that have changed
/// since.
#[component]
fn TakeScores(metric: &'static dyn Metric) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let parts = || {
        let names = metric.takes_scores().iter();
        names.filter_map(|name| catalogue::find(name))
    };
    let taken = RwSignal::new(String::new());
    let take = move |_| {
        let scores = app.run.scores.get_untracked();
        let mut count = 0;
        for part in parts() {
            if let Some(score) = untrack(|| scores.of(part, &app.form.sample_for(part))) {
                app.settings.set(metric, part.id(), score.to_string());
                count += 1;
            }
        }
        app.form.changed();
        app.run
            .message
            .set(fill(strings.fields().taken, &[("count", &count.to_string())]));
        if count > 0 {
            app.settings_shown.update(|shown| *shown += 1);
        } else {
            taken.set(fill(strings.fields().taken, &[("count", "0")]));
        }
    };
    let of_others = Memo::new(move |_| {
        app.form.revision.track();
        app.settings.track();
        // What goes along into the next run is judged anew.
        let along = app.metrics();
        let of_others = |part: &&'static dyn Metric| {
            if along.iter().any(|one| one.id() == part.id()) {
                return false;
            }
            let setting = metric.settings().iter().find(|setting| setting.name == part.id());
            let typed = setting.map(|setting| app.settings.typed(metric, setting));
            let typed = typed.and_then(|typed| typed.trim().parse().ok());
            let sample = app.form.sample_for(*part);
            app.run
                .scores
                .with(|scores| scores.is_of_others(*part, typed, &sample))
        };
        parts().filter(of_others).map(Metric::id).collect::<Vec<_>>()
    });
    let again = move |_| {
        for part in of_others.get_untracked() {
            app.settings.set(metric, part, "");
            if let Some(part) = catalogue::find(part) {
                app.tick(part, true);
            }
        }
        app.form.changed();
        app.settings_shown.update(|shown| *shown += 1);
        browser::focus_soon("judge");
    };
    let told = move || {
        let parts = of_others.get();
        let texts = strings.part_scores().filter(|_| !parts.is_empty())?;
        let names: Vec<&str> = parts.iter().map(|part| strings.metric_name(part)).collect();
        let list = names.join(strings.embedded.separator);
        Some(view! {
            <p class="note" id="scores-of-others" role="status">
                {fill(texts.of_others, &[("list", &list)])} " "
                <button type="button" class="link" id="judge-parts-again" on:click=again>{texts.judge_again}</button>
            </p>
        })
    };
    view! {
        <div class="setting wide">
            <button type="button" class="secondary" on:click=take>{strings.fields().take_scores}</button>
            <p class="hint">{move || taken.get()}</p>
            {told}
        </div>
    }
}
