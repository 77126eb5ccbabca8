//! The inputs of several metrics in one form: each field once, and what each of them needs of it.

use super::Metric;
use crate::sample::Field;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The fields, in the order in which the metrics name them.
    pub fields: Vec<Field>,
    /// Fields that every metric can do without.
    pub optional: Vec<Field>,
    /// Optional fields without which one of the metrics tells nothing ([`Metric::hollow_without`]).
    pub hollow_without: Vec<Field>,
}

impl Inputs {
    /// Those of one metric or several.
    pub fn of(metrics: &[&'static dyn Metric]) -> Self {
        let mut inputs = Self::default();
        for metric in metrics {
            for field in metric.inputs() {
                if !inputs.fields.contains(field) {
                    inputs.fields.push(*field);
                }
            }
        }
        let needed = |field: &Field| {
            metrics
                .iter()
                .any(|metric| metric.inputs().contains(field) && !metric.optional().contains(field))
        };
        inputs.optional = inputs
            .fields
            .iter()
            .copied()
            .filter(|field| !needed(field))
            .collect();
        let hollow = |field: &Field| {
            metrics
                .iter()
                .any(|metric| metric.hollow_without().contains(field))
        };
        inputs.hollow_without = inputs.optional.iter().copied().filter(hollow).collect();
        inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::catalogue;

    #[test]
    fn each_field_is_asked_for_once() {
        use Field::{Answer, Contexts, Question, Reference};
        for (ids, fields, optional) in [
            (&["answer-similarity"][..], vec![Answer, Reference], vec![]),
            (
                &["faithfulness", "context-precision", "answer-similarity"],
                vec![Question, Answer, Contexts, Reference],
                vec![],
            ),
            // The claim metrics can do without the question; with a metric that needs it, it is needed.
            (
                &["claims", "relevancy"],
                vec![Question, Answer, Reference, Contexts],
                vec![Contexts],
            ),
            (
                &["claims"],
                vec![Question, Answer, Reference, Contexts],
                vec![Question, Contexts],
            ),
        ] {
            let metrics: Vec<_> = ids.iter().map(|id| catalogue::find(id).unwrap()).collect();
            let inputs = Inputs::of(&metrics);
            assert_eq!((inputs.fields, inputs.optional), (fields, optional), "{ids:?}");
        }
        for metric in catalogue::ALL.iter().copied() {
            let inputs = Inputs::of(&[metric]);
            assert_eq!(inputs.fields, metric.inputs(), "{}", metric.id());
            assert!(
                metric
                    .optional()
                    .iter()
                    .all(|field| inputs.optional.contains(field))
            );
        }
    }
}
