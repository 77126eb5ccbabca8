//! Context recall (RAGAS): how much of the reference can be attributed to the contexts?
//!
//! 1. reference → statements
//! 2. statements × contexts → verdict 0/1 and reason
//!
//! `context recall = attributed statements / statements`. No contexts → 0. No statements → not applicable.

use super::statement_share::{Share, Source, share};
use super::steps::{self, Halt, Step, judged};
use super::texts;
use crate::evaluation::{Demands, Desk, Judged, Metric, Options, Reason, Scale};
use crate::metric::breakdown::{Label, Light};
use crate::prompt::Template;
use crate::sample::Field;

/// Share of the reference's statements that the contexts hold, 0–1, higher is better.
pub struct ContextRecall;

impl Metric for ContextRecall {
    fn id(&self) -> &'static str {
        "context-recall"
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Reference, Field::Contexts]
    }

    fn optional(&self) -> &'static [Field] {
        &[Field::Contexts]
    }

    fn hollow_without(&self) -> &'static [Field] {
        &[Field::Contexts]
    }

    fn demands(&self, _options: &Options) -> Demands {
        Demands {
            follow_ups: true,
            ..Demands::default()
        }
    }

    /// The verdicts on the statements.
    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&texts::STATEMENTS, &texts::SUPPORT];
        PROMPTS
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(self.run(desk))
    }
}

impl ContextRecall {
    fn run(&self, desk: &mut Desk<'_>) -> Step<Judged> {
        let sample = desk.sample();
        steps::need(&sample.question)?;
        steps::need(&sample.reference)?;
        let statements = texts::reference_statements(desk)?;
        if statements.is_empty() {
            return Err(Halt::NotApplicable(Reason::NoClaims));
        }
        share(
            desk,
            Share {
                group: Label::ReferenceStatements,
                line: Label::ContextRecall,
                key: "reference",
                light: Light {
                    field: Field::Contexts,
                    entry: None,
                },
            },
            statements,
            Source::Contexts(&sample.contexts),
        )
    }
}
