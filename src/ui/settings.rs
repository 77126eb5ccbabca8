//! The settings of metrics as they are typed. Each metric keeps its own while the page is open.

use std::collections::BTreeMap;

use leptos::prelude::*;
use serde_json::{Map, Value};

use crate::evaluation::{Metric, Options, Setting, SettingKind, setting};

/// What was typed, by metric and setting.
pub type Typed = BTreeMap<(&'static str, &'static str), String>;

/// See the module.
#[derive(Clone, Copy)]
pub struct Settings {
    typed: RwSignal<Typed>,
    /// A run was refused: required settings that are empty are pointed out.
    pub tried: RwSignal<bool>,
}

impl Settings {
    /// Nothing typed: all defaults.
    pub fn new() -> Self {
        Self {
            typed: RwSignal::new(BTreeMap::new()),
            tried: RwSignal::new(false),
        }
    }

    /// What was typed; empty: the default.
    pub fn typed(self, metric: &dyn Metric, setting: &Setting) -> String {
        self.typed.with(|typed| {
            typed
                .get(&(metric.id(), setting.name))
                .cloned()
                .unwrap_or_default()
        })
    }

    /// Keeps what was typed.
    pub fn set(self, metric: &dyn Metric, name: &'static str, text: impl Into<String>) {
        self.typed.update(|typed| {
            typed.insert((metric.id(), name), text.into());
        });
    }

    /// Follows whatever is typed.
    pub fn track(self) {
        self.typed.track();
    }

    /// All that was typed.
    pub fn all(self) -> Typed {
        self.typed.get_untracked()
    }

    /// Brings all back that was typed.
    pub fn set_all(self, typed: Typed) {
        self.typed.set(typed);
    }

    /// The chosen values, defaults left out.
    pub fn values(self, metric: &dyn Metric) -> Map<String, Value> {
        metric
            .settings()
            .iter()
            .filter_map(|setting| {
                let value = setting.read(&self.typed(metric, setting))?;
                Some((setting.name.to_owned(), value))
            })
            .collect()
    }

    /// Settings whose values may not be chosen.
    pub fn wrong(self, metric: &dyn Metric) -> Vec<&'static str> {
        setting::wrong(metric.settings(), &self.values(metric))
    }

    /// A change of one setting that does without embeddings: its name and value.
    pub fn without_embeddings(self, metric: &dyn Metric) -> Option<(&'static str, String)> {
        let values = self.values(metric);
        let free = |name: &str, value: &str| {
            let setting = metric.settings().iter().find(|setting| setting.name == name)?;
            let mut options = Options {
                values: values.clone(),
                ..Options::default()
            };
            options.values.insert(name.to_owned(), setting.read(value)?);
            (!metric.demands(&options).embeddings).then_some(())
        };
        metric.settings().iter().find_map(|setting| {
            let candidates: Vec<String> = match setting.kind {
                SettingKind::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
                SettingKind::Number { max, .. } => vec![max.to_string()],
                _ => Vec::new(),
            };
            candidates
                .into_iter()
                .find(|value| free(setting.name, value).is_some())
                .map(|value| (setting.name, value))
        })
    }
}

/// The id of a setting's control.
pub fn control_id(name: &str) -> String {
    format!("setting-{name}")
}
