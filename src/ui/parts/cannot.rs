//! Why the chosen judge can't score a metric of the next run, said before it, with the way out.

use leptos::prelude::*;

use super::local_model::LocalModelOffer;
use crate::evaluation::{Metric, Plan, SettingKind, plan_together};
use crate::i18n::fill;
use crate::judge::JudgeKind;
use crate::ui::browser;
use crate::ui::later::{Later, Part, later};
use crate::ui::setup::Cannot;
use crate::ui::state::App;

/// The plan of the next run for what is typed, all of its metrics together; `None` while a setting or a prompt is wrong.
pub fn current_plan(app: App) -> Option<Plan> {
    app.form.revision.track();
    let metrics = app.metrics();
    let sample = app.form.sample_of(&app.inputs());
    let metrics = metrics.into_iter().map(|metric| (metric, app.options_of(metric)));
    plan_together(sample, metrics.collect()).ok()
}

/// A metric that the judge can't score.
#[derive(Clone)]
struct Lacking {
    metric: &'static dyn Metric,
    cannot: Cannot,
    /// A setting, with the value that does without what is lacking.
    without: Option<(&'static str, String)>,
    /// What the way with that value is called.
    offer: String,
}

impl PartialEq for Lacking {
    fn eq(&self, other: &Self) -> bool {
        self.metric.id() == other.metric.id() && self.cannot == other.cannot && self.without == other.without
    }
}

fn lacking(app: App, metric: &'static dyn Metric) -> Option<Lacking> {
    // What is demanded hangs on metric and settings alone; the form's texts need not be read for it.
    let options = app.options_of(metric);
    let demands = metric.demands(&options);
    let cannot_with = |demands| {
        let plan = Plan {
            demands,
            ..Plan::default()
        };
        app.setup.cannot(&plan, app.strings())
    };
    let mut cannot = cannot_with(demands)?;
    // With vectors alone it isn't done: questions have to be written first.
    if demands.embeddings && demands.understanding && app.setup.kind.get() == JudgeKind::Embedded {
        cannot.sentence = app.strings().plan().embedded_no_questions.to_owned();
    }
    let mut without = demands
        .embeddings
        .then(|| app.settings.without_embeddings(metric))
        .flatten()
        .filter(|(name, value)| {
            // What this judge can't do either is no way out.
            let setting = metric.settings().iter().find(|setting| setting.name == *name);
            let mut changed = options.clone();
            if let Some(value) = setting.and_then(|setting| setting.read(value)) {
                changed.values.insert((*name).to_owned(), value);
            }
            cannot_with(metric.demands(&changed)).is_none()
        });
    // A way that takes no language model, where the judge of words lacks one.
    let by_words = || {
        let choices = metric.settings().iter().filter_map(|setting| match setting.kind {
            SettingKind::Choice(words) => Some(words.iter().map(move |word| (setting, *word))),
            _ => None,
        });
        choices.flatten().find_map(|(setting, word)| {
            let mut changed = options.clone();
            changed
                .values
                .insert(setting.name.to_owned(), setting.read(word)?);
            cannot_with(metric.demands(&changed))
                .is_none()
                .then(|| (setting.name, word.to_owned()))
        })
    };
    let mut offer = app.strings().plan().offer.to_owned();
    if demands.understanding && !demands.embeddings && app.setup.kind.get() == JudgeKind::Embedded {
        without = by_words();
        if let Some(notes) = app.strings().notes() {
            cannot.sentence = app
                .strings()
                .join(&[cannot.sentence.as_str(), notes.embedded_compares]);
            let name = without.as_ref().and_then(|(name, value)| {
                let texts = app.strings().setting(metric.id(), name)?;
                let choice = texts.choices.iter().find(|(id, _)| id == value)?;
                Some(choice.1)
            });
            offer = fill(notes.offer_other, &[("name", name.unwrap_or_default())]);
        }
    }
    Some(Lacking {
        metric,
        cannot,
        without,
        offer,
    })
}

/// See the module. What asks for plain replies alone any judge can score: the rest comes with the metrics.
#[component]
pub fn CannotJudge() -> impl IntoView {
    let app = App::get();
    let demanding = Memo::new(move |_| {
        app.metrics().into_iter().any(|metric| {
            let demands = metric.demands(&app.options_of(metric));
            demands.embeddings || demands.tokens || demands.understanding
        })
    });
    move || demanding.get().then(|| view! { <Later part=Part::new(notes) /> })
}

later!(metrics: fn notes() -> AnyView { view! { <Notes /> }.into_any() });

#[component]
fn Notes() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let all = Memo::new(move |_| {
        let metrics = app.metrics();
        metrics
            .into_iter()
            .filter_map(|metric| lacking(app, metric))
            .collect::<Vec<_>>()
    });
    let note = move |one: Lacking| {
        let metric = one.metric;
        let called = one.offer;
        let offer = one.without.map(|(name, value)| {
            let take = move |_| {
                app.form.read_from_page();
                app.settings.set(metric, name, value.clone());
                app.settings_shown.update(|shown| *shown = shown.wrapping_add(1));
                app.form.changed();
                browser::focus_soon("judge");
            };
            view! { <button type="button" class="link" on:click=take>{called}</button> }
        });
        let name = app
            .several()
            .then(|| view! { <b>{strings.metric_name(metric.id())} ": "</b> });
        view! {
            <p>
                {name} {one.cannot.sentence} " "
                <button type="button" class="link" on:click=move |_| app.setup.open.set(true)>
                    {strings.judge_panel.heading}
                </button>
                " " {offer}
            </p>
        }
    };
    move || {
        let all = all.get();
        (!all.is_empty()).then(|| {
            // What can't be judged at all costs nothing: the style hides what it would.
            let whole = all.len() == app.metrics().len();
            let helps = all.iter().any(|one| one.cannot.local_helps);
            view! {
                <div class="note cannot" class:whole=whole id="cannot" tabindex="-1">
                    {all.into_iter().map(note).collect_view()} {helps.then(|| view! { <LocalModelOffer /> })}
                </div>
            }
        })
    }
}
