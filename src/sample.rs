//! What is judged: one sample of a RAG system's input and output.
//!
//! The data lives here, the two ways in which people paste it as one piece (a ground truth with markers,
//! [`marked`], and a retriever's JSON, [`retrieved`]), what is missing in it ([`check`]), and samples to try
//! ([`examples`]). Which fields a metric needs is the metric's matter.

pub mod check;
pub mod examples;
pub mod ids;
pub mod marked;
pub mod retrieved;

use crate::text::visible::is_blank;
use serde::{Deserialize, Serialize};

/// One sample. Fields that a metric does not name are ignored by it; an absent field is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sample {
    /// The user's question, or several, one a line.
    pub question: String,
    /// The text that is judged: answer, response, summary, or the returned passage.
    pub answer: String,
    /// The retrieved chunks, in rank order.
    pub contexts: Vec<String>,
    /// The reference answer.
    pub reference: String,
    /// Ground-truth passages that the answer must hold.
    pub essential: Vec<String>,
    /// Ground-truth passages that earn extra credit.
    pub bonus: Vec<String>,
    /// Further answers of the same system to the same question.
    pub samples: Vec<String>,
    /// Ids of what was retrieved, in rank order.
    pub retrieved_ids: Vec<String>,
    /// Ids of what should have been retrieved.
    pub reference_ids: Vec<String>,
}

/// A field of a [`Sample`], named for forms, errors and catalogues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// [`Sample::question`]
    Question,
    /// [`Sample::answer`]
    Answer,
    /// [`Sample::contexts`]
    Contexts,
    /// [`Sample::reference`]
    Reference,
    /// [`Sample::essential`]
    Essential,
    /// [`Sample::bonus`]
    Bonus,
    /// [`Sample::samples`]
    Samples,
    /// [`Sample::retrieved_ids`]
    RetrievedIds,
    /// [`Sample::reference_ids`]
    ReferenceIds,
}

impl Sample {
    /// Whether a field holds the same here and there.
    pub fn agrees(&self, other: &Self, field: Field) -> bool {
        match field {
            Field::Question => self.question == other.question,
            Field::Answer => self.answer == other.answer,
            Field::Reference => self.reference == other.reference,
            Field::Contexts => self.contexts == other.contexts,
            Field::Essential => self.essential == other.essential,
            Field::Bonus => self.bonus == other.bonus,
            Field::Samples => self.samples == other.samples,
            Field::RetrievedIds => self.retrieved_ids == other.retrieved_ids,
            Field::ReferenceIds => self.reference_ids == other.reference_ids,
        }
    }

    /// Whether a field holds any text.
    pub fn has(&self, field: Field) -> bool {
        let one = |text: &String| !is_blank(text);
        match field {
            Field::Question => one(&self.question),
            Field::Answer => one(&self.answer),
            Field::Reference => one(&self.reference),
            Field::Contexts => self.contexts.iter().any(one),
            Field::Essential => self.essential.iter().any(one),
            Field::Bonus => self.bonus.iter().any(one),
            Field::Samples => self.samples.iter().any(one),
            Field::RetrievedIds => self.retrieved_ids.iter().any(one),
            Field::ReferenceIds => self.reference_ids.iter().any(one),
        }
    }
}
