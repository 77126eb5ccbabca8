//! A person's own verdict in place of the judge's, with a note. Both are kept; the score is computed anew.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use serde_json::Value;
use web_sys::Element;

use crate::evaluation::{Override, Overrides};
use crate::i18n::fill;
use crate::metric::breakdown::{Changeable, Mark};
use crate::stats::rational::with_minus;
use crate::text::decimal::typed_decimal;
use crate::ui::browser;
use crate::ui::later::later;
use crate::ui::state::App;

/// A verdict that can be changed.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its key in the overrides.
    pub key: String,
    /// What it is called where a row has several.
    pub name: String,
    /// What may be put in its place.
    pub kind: Changeable,
    /// What counts now.
    pub mark: Mark,
}

later!(rooms: /// See the module; the arguments are those of [`Change`].
pub fn change(targets: Vec<Target>, home: String, overrides: Overrides) -> AnyView {
    view! { <Change targets home overrides /> }.into_any()
});

/// See the module.
#[component]
pub fn Change(
    /// One or more verdicts.
    targets: Vec<Target>,
    /// The control that gets the focus afterwards: the page is drawn anew.
    home: String,
    /// The changes so far.
    overrides: Overrides,
) -> impl IntoView {
    let app = App::get();
    if app.read_only {
        return ().into_any();
    }
    let strings = app.strings();
    let c = strings.change();
    let several = targets.len() > 1;
    let chosen = RwSignal::new(0_usize);
    let base = targets
        .first()
        .map(|target| target.key.clone())
        .unwrap_or_default();
    let on_id = format!("on-{base}");
    let options = targets
        .iter()
        .enumerate()
        .map(|(at, target)| {
            let name = format!("{} · {}", target.name, strings.mark(target.mark));
            view! { <option value=at.to_string()>{name}</option> }
        })
        .collect_view();
    let on = several.then(|| {
        view! {
            <div class="setting">
                <label for=on_id.clone()>{c.on}</label>
                <select id=on_id.clone() on:change=move |event| {
                    chosen.set(event_target_value(&event).parse().unwrap_or(0));
                }>{options}</select>
            </div>
        }
    });
    let targets = StoredValue::new(targets);
    let overrides = StoredValue::new(overrides);
    let home = StoredValue::new(home);
    let form = move || {
        let target = targets.with_value(|targets| targets.get(chosen.get()).cloned())?;
        let held = overrides.with_value(|overrides| overrides.0.get(&target.key).cloned());
        Some(view! { <One target held home=home.get_value() /> })
    };
    view! {
        <fieldset class="change">
            <legend>{c.heading}</legend>
            {on}
            {form}
            <p class="hint">{c.kept}</p>
        </fieldset>
    }
    .into_any()
}

/// Of a number only one or the other can be chosen.
fn two(kind: Changeable) -> bool {
    matches!(kind, Changeable::Number { min, max, whole: true } if max - min == 1.0)
}

#[component]
fn One(target: Target, held: Option<Override>, home: String) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let c = strings.change();
    let Target { key, kind, mark, .. } = target;
    let value = RwSignal::new(match mark {
        Mark::Yes => Some(Value::Bool(true)),
        Mark::No | Mark::Contradicted => Some(Value::Bool(false)),
        Mark::NotFound if kind == Changeable::YesNo => Some(Value::Bool(false)),
        Mark::Listed { .. } | Mark::Plain if kind == Changeable::Mistake => Some(Value::Bool(true)),
        Mark::Struck => Some(Value::Bool(false)),
        Mark::Unsure | Mark::NotFound => Some(Value::from("unsure")),
        Mark::Number(value) if two(kind) => Some(Value::from(value)),
        _ => None,
    });
    let error = RwSignal::new(None::<String>);
    let (value_id, note_id, error_id) = (
        format!("value-{key}"),
        format!("note-{key}"),
        format!("change-error-{key}"),
    );
    let described = error_id.clone();
    let number = match mark {
        Mark::Rating(value, _) | Mark::Number(value) => value.to_string(),
        _ => String::new(),
    };
    let ends = match kind {
        Changeable::Number { min, max, .. } => [("min", min.to_string()), ("max", max.to_string())],
        _ => [("min", String::new()), ("max", String::new())],
    };
    let filled = move |sentence: &str| {
        let ends: Vec<(&str, &str)> = ends.iter().map(|(name, value)| (*name, value.as_str())).collect();
        with_minus(&fill(sentence, &ends))
    };
    let choice = |word: String, of: Value| {
        let same = of.clone();
        view! {
            <button
                type="button"
                aria-pressed=move || if value.with(|value| value.as_ref() == Some(&same)) { "true" } else { "false" }
                on:click=move |_| value.set(Some(of.clone()))
            >
                {word}
            </button>
        }
    };
    let control = match kind {
        Changeable::Number { min, max, .. } if two(kind) => view! {
            <div class="segments" role="group" aria-label=c.heading>
                {[max, min].map(|end| choice(end.to_string(), Value::from(end))).collect_view()}
            </div>
        }
        .into_any(),
        Changeable::Number { .. } => view! {
            <div class="setting">
                <label for=value_id.clone()>{filled(c.value)}</label>
                <input
                    id=value_id.clone()
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    prop:value=number
                    aria-invalid=move || error.with(Option::is_some).then_some("true")
                    aria-describedby=described.clone()
                />
            </div>
        }
        .into_any(),
        Changeable::Mistake => {
            let [keep, strike, hint] = strings
                .notes()
                .map_or([""; 3], |notes| [notes.keep, notes.strike, notes.strike_hint]);
            view! {
                <div class="segments" role="group" aria-label=c.heading>
                    {choice(keep.to_owned(), Value::Bool(true))}
                    {choice(strike.to_owned(), Value::Bool(false))}
                </div>
                <p class="hint">{hint}</p>
            }
            .into_any()
        }
        Changeable::YesNo | Changeable::YesNoUnsure => {
            let three = kind == Changeable::YesNoUnsure;
            let no = if three { Mark::Contradicted } else { Mark::No };
            let unsure = three.then(|| choice(strings.mark(Mark::NotFound), Value::from("unsure")));
            view! {
                <div class="segments" role="group" aria-label=c.heading>
                    {choice(strings.mark(Mark::Yes), Value::Bool(true))}
                    {choice(strings.mark(no), Value::Bool(false))}
                    {unsure}
                </div>
            }
            .into_any()
        }
    };
    let save = {
        let (key, home, note_id) = (key.clone(), home.clone(), note_id.clone());
        let bad = filled(c.bad_number);
        move || {
            let picked = match kind {
                Changeable::Number { min, max, whole } if !two(kind) => {
                    let typed = browser::value_of(&value_id).unwrap_or_default();
                    let number = typed_decimal(&typed);
                    number
                        .filter(|number| (min..=max).contains(number) && (!whole || number.fract() == 0.0))
                        .map(Value::from)
                        .ok_or_else(|| bad.clone())
                }
                _ => value.get_untracked().ok_or_else(|| c.pick.to_owned()),
            };
            match picked {
                Ok(value) => {
                    let note = browser::value_of(&note_id).unwrap_or_default().trim().to_owned();
                    app.run.change(app, &key, Some(Override { value, note }));
                    browser::focus_soon(home.clone());
                }
                Err(sentence) => error.set(Some(sentence)),
            }
        }
    };
    let entered = save.clone();
    let enter = move |event: KeyboardEvent| {
        let plain =
            !event.ctrl_key() && !event.meta_key() && !event.is_composing() && event.key_code() != 229;
        let typed = event_target::<Element>(&event).tag_name() == "INPUT";
        if event.key() == "Enter" && plain && typed {
            event.prevent_default();
            entered();
        }
    };
    let undo = held.is_some().then(|| {
        let key = key.clone();
        view! {
            <button type="button" class="secondary" on:click=move |_| {
                app.run.change(app, &key, None);
                browser::focus_soon(home.clone());
            }>{c.undo}</button>
        }
    });
    let note = held.map(|held| held.note).unwrap_or_default();
    view! {
        <div class="change-controls" on:keydown=enter>
            {control}
            <div class="setting note-field">
                <label for=note_id.clone()>{c.note}</label>
                <input id=note_id type="text" dir="auto" autocomplete="off" prop:value=note />
            </div>
            <div class="buttons">
                <button type="button" class="secondary" on:click=move |_| save()>{c.save}</button>
                {undo}
            </div>
        </div>
        <p class="error" id=error_id role="alert">{move || error.get()}</p>
    }
    .into_any()
}
