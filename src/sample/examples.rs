//! Examples to judge with one click: for each metric an everyday one, a tricky one, and one in Traditional Chinese.
//! Each metric names its own
//! ([`Metric::examples`]). All are invented. They are samples, not sentences of the app, so they don't change with its language.

mod answers;
mod meetings;
mod passages;
mod retrieval;

pub use answers::*;
pub use meetings::*;
pub use passages::*;
pub use retrieval::*;

use super::Sample;
use crate::evaluation::{Metric, Options};

/// What an example is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flavour {
    /// What one sees on most days.
    Everyday,
    /// Something that a careless judge gets wrong.
    Tricky,
    /// In Traditional Chinese.
    Chinese,
}

/// An example of a metric.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What it is good for.
    pub flavour: Flavour,
    question: &'static str,
    answer: &'static str,
    contexts: &'static [&'static str],
    reference: &'static str,
    essential: &'static [&'static str],
    bonus: &'static [&'static str],
    samples: &'static [&'static str],
    retrieved_ids: &'static [&'static str],
    reference_ids: &'static [&'static str],
    /// Settings by name, as they are typed.
    pub settings: &'static [(&'static str, &'static str)],
}

const NONE: Example = Example {
    flavour: Flavour::Everyday,
    question: "",
    answer: "",
    contexts: &[],
    reference: "",
    essential: &[],
    bonus: &[],
    samples: &[],
    retrieved_ids: &[],
    reference_ids: &[],
    settings: &[],
};

impl Example {
    /// The example as a sample.
    pub fn sample(&self) -> Sample {
        let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Sample {
            question: self.question.to_owned(),
            answer: self.answer.to_owned(),
            contexts: own(self.contexts),
            reference: self.reference.to_owned(),
            essential: own(self.essential),
            bonus: own(self.bonus),
            samples: own(self.samples),
            retrieved_ids: own(self.retrieved_ids),
            reference_ids: own(self.reference_ids),
        }
    }

    /// The options that it comes with.
    pub fn options(&self, metric: &dyn Metric) -> Options {
        let read = |(name, typed): &(&str, &str)| {
            let setting = metric.settings().iter().find(|setting| setting.name == *name)?;
            Some(((*name).to_owned(), setting.read(typed)?))
        };
        Options {
            values: self.settings.iter().filter_map(read).collect(),
            ..Options::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::catalogue;
    use crate::sample::check::faults;

    #[test]
    fn every_metric_has_three_examples_that_can_be_judged() {
        for metric in catalogue::ALL {
            let examples = metric.examples();
            for flavour in [Flavour::Everyday, Flavour::Tricky, Flavour::Chinese] {
                assert!(
                    examples.iter().any(|example| example.flavour == flavour),
                    "{}: {flavour:?}",
                    metric.id()
                );
            }
            for example in examples {
                assert_eq!(
                    faults(metric.inputs(), metric.optional(), &example.sample()),
                    [],
                    "{}",
                    metric.id()
                );
                let options = example.options(*metric);
                assert_eq!(options.values.len(), example.settings.len(), "{}", metric.id());
                assert!(
                    crate::evaluation::setting::wrong(metric.settings(), &options.values).is_empty(),
                    "{}",
                    metric.id()
                );
            }
        }
    }
}
