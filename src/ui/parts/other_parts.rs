//! Head, rows and evidence of the metrics that are fetched when they are chosen. Which part shows what is decided here;
//! the first metric's own parts come with the page.

use std::sync::Arc;

use leptos::prelude::*;

use super::breakdown::{BreakdownHead, BreakdownRows};
use super::evidence::Chunks;
use super::settings_form::SettingsForm;
use super::sufficiency::{SufficiencyChange, SufficiencyHead, SufficiencyRows};
use super::texts_evidence::Texts;
use crate::evaluation::{Parts, State};
use crate::metric::breakdown::Breakdown;
use crate::sample::Field;
use crate::ui::later::later;
use crate::ui::running::Finished;

later!(metrics: /// The score and what it is made of.
pub fn head(finished: Arc<Finished>) -> AnyView {
    let outcome = &finished.record.outcome;
    match &outcome.parts {
        Parts::Sufficiency(parts) if matches!(outcome.state, State::Scored(_)) => {
            view! { <SufficiencyHead parts=(**parts).clone() finished=finished.clone() /> }.into_any()
        }
        Parts::Breakdown(parts) => {
            view! { <BreakdownHead parts=(**parts).clone() finished=finished.clone() /> }.into_any()
        }
        _ => ().into_any(),
    }
});

later!(metrics: /// The verdicts, row by row.
pub fn rows(finished: Arc<Finished>) -> AnyView {
    match &finished.record.outcome.parts {
        Parts::Sufficiency(parts) => view! {
            <SufficiencyChange parts=(**parts).clone() finished=finished.clone() />
            <SufficiencyRows parts=(**parts).clone() sample=finished.sample.clone() />
        }
        .into_any(),
        Parts::Breakdown(parts) => {
            view! { <BreakdownRows parts=(**parts).clone() finished=finished.clone() /> }.into_any()
        }
        _ => ().into_any(),
    }
});

later!(metrics: /// The texts that were judged.
pub fn evidence(finished: Arc<Finished>) -> AnyView {
    let (sample, metric) = (finished.sample.clone(), finished.metric);
    match (&finished.record.outcome.parts, metric.inputs()) {
        (Parts::Sufficiency(parts), _) => {
            view! { <Chunks sample parts=Some((**parts).clone()) /> }.into_any()
        }
        (Parts::Breakdown(parts), _) => view! { <Texts sample parts=(**parts).clone() metric /> }.into_any(),
        (_, [Field::Question, Field::Contexts]) => view! { <Chunks sample parts=None /> }.into_any(),
        _ => view! { <Texts sample parts=Breakdown::default() metric /> }.into_any(),
    }
});

later!(metrics: /// The settings of the chosen metric.
pub fn settings() -> AnyView {
    view! { <SettingsForm /> }.into_any()
});
