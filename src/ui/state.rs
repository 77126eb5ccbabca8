//! What the page knows and keeps while it is open.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::form::Form;
use super::keep::Keep;
use super::later::NotFetched;
use super::replaced::{self, Before};
use super::running::Run;
use super::settings::Settings;
use super::setup::Setup;
use super::{browser, fetched};
use crate::evaluation::{Inputs, Metric, Options};
use crate::i18n::{Lang, MetricTexts, Strings};
use crate::metric::catalogue;
use crate::sample::Field;
use crate::sample::examples::Example;

/// The state of the app, given to every part as context. A bundle of signals that live as long as the page.
#[derive(Clone, Copy)]
pub struct App {
    /// The language of the page.
    pub lang: RwSignal<Lang>,
    /// Light, dark, or as the system has it.
    pub theme: RwSignal<Theme>,
    /// The chosen metric.
    pub metric: RwSignal<&'static dyn Metric>,
    /// Metrics that are judged along with the chosen one: calls that they share are sent once.
    pub also: RwSignal<Vec<&'static dyn Metric>>,
    /// What is typed.
    pub form: Form,
    /// What is set for each metric.
    pub settings: Settings,
    /// Raised when settings were filled in by the page, so that their controls show it.
    pub settings_shown: RwSignal<u32>,
    /// The dialog that compares metrics is open.
    pub picking: RwSignal<bool>,
    /// The page of the chosen metric is open.
    pub reading: RwSignal<bool>,
    /// The page "How good is this judge?" is open.
    pub quality: RwSignal<bool>,
    /// Edited templates by prompt id.
    pub prompts: RwSignal<BTreeMap<String, String>>,
    /// The judge and its settings.
    pub setup: Setup,
    /// The run under way, and the last outcome.
    pub run: Run,
    /// The prompt panel is open.
    pub prompt_open: RwSignal<bool>,
    /// The passage or entity whose words are lit, by its place in the breakdown.
    pub lit: RwSignal<Option<usize>>,
    /// The row whose words stay lit while no other is pointed at.
    pub pinned: RwSignal<Option<usize>>,
    /// The row of the breakdown that is opened.
    pub opened: RwSignal<Option<usize>>,
    /// What was entered before something else took its place.
    pub replaced: RwSignal<Option<Before>>,
    /// The history, and what came by link or file.
    pub keep: Keep,
    /// A newer version of the app waits.
    pub update: RwSignal<bool>,
    /// What is shown came from elsewhere and is only read.
    pub read_only: bool,
}

/// The theme of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// Its name in settings and in `data-theme`.
    pub fn id(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn from_id(id: &str) -> Option<Self> {
        [Self::System, Self::Light, Self::Dark]
            .into_iter()
            .find(|theme| theme.id() == id)
    }

    /// The next one of the toggle.
    pub fn next(self) -> Self {
        match self {
            Self::System => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::System,
        }
    }
}

impl App {
    /// The state as the address, the settings and the browser say.
    pub fn new(lang: Lang, metric: &'static dyn Metric, also: Vec<&'static dyn Metric>) -> Self {
        let theme = browser::setting("theme")
            .and_then(|id| Theme::from_id(&id))
            .unwrap_or_default();
        let also = also
            .into_iter()
            .filter(|other| other.id() != metric.id())
            .collect();
        Self {
            lang: RwSignal::new(lang),
            theme: RwSignal::new(theme),
            metric: RwSignal::new(metric),
            also: RwSignal::new(also),
            form: Form::new(),
            settings: Settings::new(),
            settings_shown: RwSignal::new(0),
            picking: RwSignal::new(false),
            reading: RwSignal::new(browser::query("page").as_deref() == Some("metric")),
            quality: RwSignal::new(browser::query("page").as_deref() == Some("quality")),
            prompts: RwSignal::new(BTreeMap::new()),
            setup: Setup::new(),
            run: Run::new(),
            prompt_open: RwSignal::new(false),
            lit: RwSignal::new(None),
            pinned: RwSignal::new(None),
            opened: RwSignal::new(None),
            replaced: RwSignal::new(None),
            keep: Keep::new(),
            update: RwSignal::new(false),
            read_only: false,
        }
    }

    /// A state of its own for a record that is only read, in the language and theme of the page.
    pub fn reading(page: Self) -> Self {
        Self {
            lang: page.lang,
            theme: page.theme,
            keep: page.keep,
            read_only: true,
            ..Self::new(page.lang.get_untracked(), fetched::FIRST, Vec::new())
        }
    }

    /// The app's state, in a part.
    pub fn get() -> Self {
        use_context().unwrap_or_else(|| Self::new(Lang::default(), fetched::FIRST, Vec::new()))
    }

    /// The sentences of the page. Parts are built anew when the language changes.
    pub fn strings(self) -> &'static Strings {
        self.lang.get_untracked().strings()
    }

    /// The texts of the chosen metric.
    pub fn metric_texts(self) -> MetricTexts {
        let strings = self.lang.get_untracked().strings();
        let id = self.metric.get().id();
        strings.metric(id).unwrap_or(MetricTexts {
            id,
            name: id,
            avoid: "",
            purpose: "",
            range: "",
            needs: "",
            teaches: "",
        })
    }

    /// Switches the language as soon as its sentences are there; what is typed stays.
    pub fn speak(self, lang: Lang) {
        spawn_local(async move {
            match crate::later::language(lang).await {
                Ok(()) => self.switch_to(lang),
                Err(NotFetched) => self.not_fetched(),
            }
        });
    }

    /// Chooses the metric with an id as soon as it is there.
    pub fn choose_by_id(self, id: String) {
        spawn_local(async move {
            match fetched::metric(&id).await {
                Ok(Some(metric)) => self.choose(metric),
                Ok(None) => {}
                Err(NotFetched) => {
                    self.not_fetched();
                    // Its switch shows what is chosen.
                    self.metric.notify();
                }
            }
        });
    }

    /// Says that a file of the app could not be fetched, where it is seen and where it is heard.
    pub fn not_fetched(self) {
        let sentence = self.strings().page.not_fetched;
        self.run.message.set(sentence.to_owned());
        self.keep.notice.set(Some(sentence.to_owned()));
    }

    fn switch_to(self, lang: Lang) {
        self.form.read_from_page();
        self.lang.set(lang);
        super::retold::retell(self);
        // The page is built anew.
        browser::focus_soon(format!("lang-{}", lang.tag()));
        browser::set_setting("lang", lang.tag());
        browser::set_query(&[("lang", lang.tag())]);
    }

    /// The metrics of the next run, in the order of the catalogue: the chosen one, and those that go along.
    pub fn metrics(self) -> Vec<&'static dyn Metric> {
        let mut metrics = self.also.get();
        metrics.push(self.metric.get());
        metrics.sort_by_key(|metric| catalogue::IDS.iter().position(|id| *id == metric.id()));
        metrics
    }

    /// Several metrics are judged together.
    pub fn several(self) -> bool {
        self.also.with(|also| !also.is_empty())
    }

    /// The fields of the form: those of all metrics of the next run.
    pub fn inputs(self) -> Inputs {
        let metrics = self.metrics();
        let mut inputs = Inputs::of(&metrics);
        inputs.optional.retain(|field| {
            let needs =
                |metric: &&'static dyn Metric| metric.needed_with(&self.options_of(*metric)).contains(field);
            !metrics.iter().any(needs)
        });
        inputs
    }

    /// Chooses a metric; what is typed stays. One that goes along changes places with the chosen one; any other takes
    /// the place of the chosen one, and a run by hand ends, for its prompts belong to the metric before.
    pub fn choose(self, metric: &'static dyn Metric) {
        self.form.read_from_page();
        let before = self.metric.get_untracked();
        let ticked = untrack(|| self.metrics())
            .iter()
            .any(|one| one.id() == metric.id());
        if !ticked {
            self.run.cancel_by_hand();
            self.form.faults.set(Vec::new());
        }
        self.settings.tried.set(false);
        self.light_none();
        if ticked && before.id() != metric.id() {
            self.also.update(|also| {
                also.retain(|other| other.id() != metric.id());
                also.push(before);
            });
        }
        self.metric.set(metric);
        self.show_metrics_in_address();
    }

    /// Has a metric judged along with the chosen one, or no more. The chosen one gives its place to another.
    pub fn tick(self, metric: &'static dyn Metric, on: bool) {
        self.form.read_from_page();
        self.run.cancel_by_hand();
        if metric.id() == self.metric.get_untracked().id() {
            let next = self.also.get_untracked().into_iter().next();
            if !on && let Some(next) = next {
                self.choose(next);
                self.tick(metric, false);
            }
            return;
        }
        self.also.update(|also| {
            also.retain(|other| other.id() != metric.id());
            if on {
                also.push(metric);
            }
        });
        self.form.faults.set(Vec::new());
        self.show_metrics_in_address();
    }

    /// Has the address name the metrics.
    pub fn show_metrics_in_address(self) {
        if self.read_only {
            return;
        }
        let also: Vec<&str> = self.also.get_untracked().iter().map(|other| other.id()).collect();
        let metric = self.metric.get_untracked().id();
        browser::set_query(&[("metric", metric), ("also", &also.join(","))]);
    }

    /// The row whose words are lit: the one pointed at or focused, or else the pinned one.
    pub fn shown_row(self) -> Option<usize> {
        self.lit.get().or(self.pinned.get())
    }

    /// Pins a row, or lets it go.
    pub fn pin(self, place: usize) {
        self.pinned
            .update(|pinned| *pinned = (*pinned != Some(place)).then_some(place));
    }

    /// A pointer moves over a row. One that rests while the page scrolls beneath it points at nothing.
    pub fn point(self, event: &leptos::ev::MouseEvent, place: usize) {
        let moved = (event.movement_x(), event.movement_y()) != (0, 0);
        if moved && self.lit.get_untracked() != Some(place) {
            self.lit.set(Some(place));
        }
    }

    /// A row is pointed at or focused no more. Another one that has become lit meanwhile stays so.
    pub fn unlight(self, place: usize) {
        if self.lit.get_untracked() == Some(place) {
            self.lit.set(None);
        }
    }

    /// No row is lit.
    pub fn light_none(self) {
        self.lit.set(None);
        self.pinned.set(None);
        self.opened.set(None);
    }

    /// Switches the theme.
    pub fn dress(self, theme: Theme) {
        self.theme.set(theme);
        browser::set_setting("theme", theme.id());
    }

    /// The options of a run: the settings and the edited prompts of the chosen metric.
    pub fn options(self) -> Options {
        self.options_of(self.metric.get())
    }

    /// The options of a metric.
    pub fn options_of(self, metric: &dyn Metric) -> Options {
        Options {
            values: self.settings.values(metric),
            prompts: self.prompts.get(),
        }
    }

    /// Shows an example: its texts and its settings.
    pub fn show_example(self, metric: &'static dyn Metric, example: &Example) {
        let sample = example.sample();
        // Metrics that go along take from it what it has for them.
        let fields: Vec<Field> = untrack(|| self.inputs())
            .fields
            .into_iter()
            .filter(|field| metric.inputs().contains(field) || sample.has(*field))
            .collect();
        replaced::about_to_replace(self, &fields);
        self.form.load(&fields, &sample);
        for (name, value) in example.settings {
            self.settings.set(metric, name, *value);
        }
        self.settings_shown.update(|shown| *shown = shown.wrapping_add(1));
    }

    /// Keeps `<html>` in step.
    pub fn follow_language_and_theme(self) {
        Effect::new(move |_| {
            let lang = self.lang.get();
            browser::set_root_attribute("lang", lang.tag());
            let strings = lang.strings();
            let room = self.keep.room.with(|room| room.name(strings));
            match room {
                Some(room) => document().set_title(&format!("{room} · Assay")),
                None => document().set_title(strings.page.title),
            }
        });
        Effect::new(move |_| browser::set_root_attribute("data-theme", self.theme.get().id()));
    }
}
