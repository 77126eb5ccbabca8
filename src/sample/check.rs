//! What is missing in a sample before it is judged, field by field, so that a form can say it beside the field.

use super::{Field, Sample};
use crate::text::visible::is_blank;

/// A field that keeps a sample from being judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault {
    /// The field.
    pub field: Field,
    /// Which of several passages, from 0; `None`: the field as a whole.
    pub index: Option<usize>,
}

/// The faults of a sample for a metric's inputs, in the order of the inputs.
///
/// Passages are refused one by one when they are blank, bonus passages as well: a blank one would be scored. A
/// blank chunk is let through while another has text, because ids are positions.
pub fn faults(inputs: &[Field], optional: &[Field], sample: &Sample) -> Vec<Fault> {
    let mut faults = Vec::new();
    for &field in inputs {
        let may_be_empty = optional.contains(&field);
        match field {
            Field::Essential => passages(field, &sample.essential, may_be_empty, &mut faults),
            Field::Bonus => passages(field, &sample.bonus, may_be_empty, &mut faults),
            Field::Samples => passages(field, &sample.samples, may_be_empty, &mut faults),
            Field::Contexts => one_of(field, &sample.contexts, may_be_empty, &mut faults),
            Field::RetrievedIds => one_of(field, &sample.retrieved_ids, may_be_empty, &mut faults),
            Field::ReferenceIds => one_of(field, &sample.reference_ids, may_be_empty, &mut faults),
            Field::Question => text(field, &sample.question, may_be_empty, &mut faults),
            Field::Answer => text(field, &sample.answer, may_be_empty, &mut faults),
            Field::Reference => text(field, &sample.reference, may_be_empty, &mut faults),
        }
    }
    faults
}

fn text(field: Field, text: &str, may_be_empty: bool, faults: &mut Vec<Fault>) {
    if !may_be_empty && is_blank(text) {
        faults.push(Fault { field, index: None });
    }
}

fn passages(field: Field, texts: &[String], may_be_empty: bool, faults: &mut Vec<Fault>) {
    if texts.is_empty() && !may_be_empty {
        faults.push(Fault { field, index: None });
    }
    let blank = texts.iter().enumerate().filter(|(_, text)| is_blank(text));
    faults.extend(blank.map(|(index, _)| Fault {
        field,
        index: Some(index),
    }));
}

fn one_of(field: Field, texts: &[String], may_be_empty: bool, faults: &mut Vec<Fault>) {
    if !may_be_empty && texts.iter().all(|text| is_blank(text)) {
        faults.push(Fault { field, index: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn faults_name_their_field_and_passage() {
        use Field::{Answer, Bonus, Contexts, Essential, Question};
        const RECALL: &[Field] = &[Essential, Bonus, Answer];
        const CONTEXT: &[Field] = &[Question, Contexts];
        let recall = |essential: &[&str], bonus: &[&str], answer: &str| Sample {
            essential: own(essential),
            bonus: own(bonus),
            answer: answer.into(),
            ..Sample::default()
        };
        let context = |question: &str, chunks: &[&str]| Sample {
            question: question.into(),
            contexts: own(chunks),
            ..Sample::default()
        };
        for (inputs, sample, want) in [
            (RECALL, recall(&["a"], &[], "x"), vec![]),
            (
                RECALL,
                recall(&[], &[], " \n"),
                vec![(Essential, None), (Answer, None)],
            ),
            (
                RECALL,
                recall(&["a", " "], &["\u{3000}"], "x"),
                vec![(Essential, Some(1)), (Bonus, Some(0))],
            ),
            (
                RECALL,
                recall(&["\u{2060}"], &["\u{200B}\u{3164}"], "\u{200B}"),
                vec![(Essential, Some(0)), (Bonus, Some(0)), (Answer, None)],
            ),
            (CONTEXT, context("q", &["", "a"]), vec![]),
            (
                CONTEXT,
                context("", &["", " "]),
                vec![(Question, None), (Contexts, None)],
            ),
            (CONTEXT, context("q", &[]), vec![(Contexts, None)]),
        ] {
            let found: Vec<_> = faults(inputs, &[Bonus], &sample)
                .into_iter()
                .map(|fault| (fault.field, fault.index))
                .collect();
            assert_eq!(found, want, "{sample:?}");
        }
    }
}
