//! What is typed: the texts of the form, passage by passage.
//!
//! Text areas own their text. It is read from the page when typing pauses and when a run begins, never per key:
//! a passage may have megabytes. Everything that is derived (counts, costs, the rendered prompt) follows
//! [`Form::revision`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use super::browser;
use crate::evaluation::{Inputs, Metric};
use crate::sample::check::Fault;
use crate::sample::{Field, Sample, ids};
use crate::text::visible::is_blank;

const PAUSE: Duration = Duration::from_millis(300);

/// A text of the form and the text area that shows it. A new id makes a new text area.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Never used twice.
    pub id: u32,
    /// The text as it was last read from the page.
    pub text: ArcRwSignal<String>,
    /// Somebody typed in it.
    own: Arc<AtomicBool>,
}

/// All texts of the form, field by field.
pub type Texts = [Vec<Entry>; 9];

impl Entry {
    /// An entry for a text.
    pub fn new(text: impl Into<String>) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            text: ArcRwSignal::new(text.into()),
            own: Arc::default(),
        }
    }

    /// The id of its text area.
    pub fn element_id(&self) -> String {
        format!("text-{}", self.id)
    }

    fn get(&self) -> String {
        self.text.get_untracked()
    }
}

/// All fields.
pub const FIELDS: [Field; 9] = [
    Field::Question,
    Field::Answer,
    Field::Essential,
    Field::Bonus,
    Field::Contexts,
    Field::Reference,
    Field::Samples,
    Field::RetrievedIds,
    Field::ReferenceIds,
];

/// The form. Its fields are kept when the metric changes.
#[derive(Clone, Copy)]
pub struct Form {
    question: RwSignal<Vec<Entry>>,
    answer: RwSignal<Vec<Entry>>,
    essential: RwSignal<Vec<Entry>>,
    bonus: RwSignal<Vec<Entry>>,
    contexts: RwSignal<Vec<Entry>>,
    reference: RwSignal<Vec<Entry>>,
    samples: RwSignal<Vec<Entry>>,
    retrieved_ids: RwSignal<Vec<Entry>>,
    reference_ids: RwSignal<Vec<Entry>>,
    /// Raised when a text, or the number of texts, has changed and typing pauses.
    pub revision: RwSignal<u32>,
    /// What the last run refused; each goes when its text changes.
    pub faults: RwSignal<Vec<Fault>>,
    /// What the last paste did.
    pub notice: RwSignal<String>,
    /// Which field it filled: a form without that field says nothing of it.
    pub noticed: RwSignal<Field>,
    /// What stood in front of the first marker of a pasted ground truth, until the user says what to do with it.
    pub before_marker: RwSignal<String>,
    pause: StoredValue<Option<TimeoutHandle>>,
}

impl Form {
    /// An empty form.
    pub fn new() -> Self {
        let one = || RwSignal::new(vec![Entry::new("")]);
        Self {
            question: one(),
            answer: one(),
            essential: one(),
            bonus: RwSignal::new(Vec::new()),
            contexts: one(),
            reference: one(),
            samples: one(),
            retrieved_ids: one(),
            reference_ids: one(),
            revision: RwSignal::new(0),
            faults: RwSignal::new(Vec::new()),
            notice: RwSignal::new(String::new()),
            noticed: RwSignal::new(Field::Essential),
            before_marker: RwSignal::new(String::new()),
            pause: StoredValue::new(None),
        }
    }

    /// The texts of a field; a field with one text has one entry.
    pub fn entries(&self, field: Field) -> RwSignal<Vec<Entry>> {
        match field {
            Field::Essential => self.essential,
            Field::Bonus => self.bonus,
            Field::Contexts => self.contexts,
            Field::Question => self.question,
            Field::Answer => self.answer,
            Field::Reference => self.reference,
            Field::Samples => self.samples,
            Field::RetrievedIds => self.retrieved_ids,
            Field::ReferenceIds => self.reference_ids,
        }
    }

    /// A key was pressed in a text area.
    pub fn typed(self) {
        if let Some(pause) = self.pause.get_value() {
            pause.clear();
        }
        let pause = set_timeout_with_handle(move || self.read_from_page(), PAUSE);
        self.pause.set_value(pause.ok());
    }

    /// Reads every text area that stands on the page.
    pub fn read_from_page(self) {
        self.pause.set_value(None);
        let mut changed = false;
        for entries in self.all() {
            for entry in entries.get_untracked() {
                let Some(text) = browser::value_of(&entry.element_id()) else {
                    continue;
                };
                // A text area holds line feeds only; a text with CRLF that nobody touched stays as it came.
                let same = entry
                    .text
                    .with_untracked(|old| old == &text || without_carriage_returns(old) == text);
                if !same {
                    entry.text.set(text);
                    entry.own.store(true, Ordering::Relaxed);
                    changed = true;
                }
            }
        }
        if changed {
            self.faults.set(Vec::new());
            self.changed();
        }
    }

    /// Whether a key was pressed since the text areas were last read.
    pub fn is_typing(self) -> bool {
        self.pause.with_value(Option::is_some)
    }

    /// Says that the number or order of texts has changed.
    pub fn changed(self) {
        self.revision
            .update(|revision| *revision = revision.wrapping_add(1));
    }

    /// The sample as it was last read.
    pub fn sample(self) -> Sample {
        let texts = |field| self.typed_in(field);
        let first = |field| texts(field).into_iter().next().unwrap_or_default();
        Sample {
            question: first(Field::Question),
            answer: first(Field::Answer),
            contexts: texts(Field::Contexts),
            essential: texts(Field::Essential),
            bonus: texts(Field::Bonus),
            reference: first(Field::Reference),
            samples: texts(Field::Samples),
            retrieved_ids: ids::read(&first(Field::RetrievedIds)),
            reference_ids: ids::read(&first(Field::ReferenceIds)),
        }
    }

    /// The sample with the inputs of a metric alone, as it is judged and recorded.
    pub fn sample_for(self, metric: &'static dyn Metric) -> Sample {
        self.sample_of(&Inputs::of(&[metric]))
    }

    /// The sample with these inputs alone. A list that may be empty and holds blank texts only is empty.
    pub fn sample_of(self, inputs: &Inputs) -> Sample {
        let whole = self.sample();
        let mut sample = Sample::default();
        for field in &inputs.fields {
            let optional = inputs.optional.contains(field);
            let list = |texts: &[String]| {
                if optional && texts.iter().all(|text| is_blank(text)) {
                    Vec::new()
                } else {
                    texts.to_vec()
                }
            };
            match field {
                Field::Question => sample.question.clone_from(&whole.question),
                Field::Answer => sample.answer.clone_from(&whole.answer),
                Field::Contexts => sample.contexts = list(&whole.contexts),
                Field::Reference => sample.reference.clone_from(&whole.reference),
                Field::Essential => sample.essential.clone_from(&whole.essential),
                Field::Bonus => sample.bonus.clone_from(&whole.bonus),
                Field::Samples => sample.samples = list(&whole.samples),
                Field::RetrievedIds => sample.retrieved_ids.clone_from(&whole.retrieved_ids),
                Field::ReferenceIds => sample.reference_ids.clone_from(&whole.reference_ids),
            }
        }
        sample
    }

    /// Whether a field holds any text.
    pub fn has(self, field: Field) -> bool {
        self.entries(field).with_untracked(|entries| {
            entries
                .iter()
                .any(|entry| entry.text.with_untracked(|text| !is_blank(text)))
        })
    }

    /// Whether any of these fields holds a text that somebody entered: typed or pasted, not filled in by the page.
    pub fn has_own(self, fields: &[Field]) -> bool {
        let own = |entry: &Entry| {
            entry.own.load(Ordering::Relaxed) && entry.text.with_untracked(|text| !is_blank(text))
        };
        fields.iter().any(|field| {
            self.entries(*field)
                .with_untracked(|entries| entries.iter().any(own))
        })
    }

    /// Whether any field holds a text that somebody entered.
    pub fn has_any_own(self) -> bool {
        self.has_own(&FIELDS)
    }

    /// The texts of a field, as they were last read.
    pub fn typed_in(self, field: Field) -> Vec<String> {
        self.entries(field)
            .with_untracked(|entries| entries.iter().map(Entry::get).collect())
    }

    /// Bytes of all texts, as they were last read.
    pub fn length(self) -> usize {
        let of = |entries: RwSignal<Vec<Entry>>| {
            let one = |entry: &Entry| entry.text.with_untracked(String::len);
            entries.with_untracked(|entries| entries.iter().map(one).sum::<usize>())
        };
        self.all().into_iter().map(of).sum()
    }

    /// All texts, as they were last read.
    pub fn texts(self) -> Texts {
        self.all().map(|entries| entries.get_untracked())
    }

    /// Brings all texts back.
    pub fn set_texts(self, texts: Texts) {
        for (entries, before) in self.all().into_iter().zip(texts) {
            entries.set(before);
        }
        self.notice.set(String::new());
        self.before_marker.set(String::new());
        self.faults.set(Vec::new());
        self.changed();
    }

    /// Replaces the texts of a field by what somebody pasted.
    pub fn paste(self, field: Field, texts: &[String]) {
        self.set(field, texts);
        self.entries(field).with_untracked(|entries| {
            entries
                .iter()
                .for_each(|entry| entry.own.store(true, Ordering::Relaxed));
        });
    }

    /// Shows a sample in these fields; the other fields stay.
    pub fn load(self, fields: &[Field], sample: &Sample) {
        self.notice.set(String::new());
        self.before_marker.set(String::new());
        for field in fields {
            match field {
                Field::Question => self.set(*field, std::slice::from_ref(&sample.question)),
                Field::Answer => self.set(*field, std::slice::from_ref(&sample.answer)),
                Field::Contexts => self.set(*field, &sample.contexts),
                Field::Reference => self.set(*field, std::slice::from_ref(&sample.reference)),
                Field::Essential => self.set(*field, &sample.essential),
                Field::Bonus => self.set(*field, &sample.bonus),
                Field::Samples => self.set(*field, &sample.samples),
                Field::RetrievedIds => self.set(*field, &[ids::write(&sample.retrieved_ids)]),
                Field::ReferenceIds => self.set(*field, &[ids::write(&sample.reference_ids)]),
            }
        }
    }

    /// Replaces the texts of a field.
    pub fn set(self, field: Field, texts: &[String]) {
        self.entries(field).set(texts.iter().map(Entry::new).collect());
        self.faults.set(Vec::new());
        self.changed();
    }

    fn all(self) -> [RwSignal<Vec<Entry>>; 9] {
        FIELDS.map(|field| self.entries(field))
    }
}

fn without_carriage_returns(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        text.into()
    }
}
