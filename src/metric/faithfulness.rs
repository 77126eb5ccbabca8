//! Faithfulness (RAGAS, Es et al. 2024): how much of the answer do the contexts support?
//!
//! 1. answer → statements that stand alone (shared with every metric that needs them)
//! 2. statements × contexts → verdict 0/1 and reason
//!
//! `faithfulness = supported statements / statements`, over the statements that were SUBMITTED; one without a
//! verdict does not count as supported, and the coverage stands beside the score. No statements → not applicable.
//! No contexts → 0 for every statement, without asking.

use super::statement_share::{Share, Source, share};
use super::steps::{self, Halt, Step, judged};
use super::texts;
use crate::evaluation::{Demands, Desk, Judged, Metric, Options, Reason, Scale};
use crate::metric::breakdown::{Label, Light};
use crate::prompt::Template;
use crate::sample::Field;

/// Share of the answer's statements that the contexts support, 0–1, higher is better.
pub struct Faithfulness;

impl Metric for Faithfulness {
    fn id(&self) -> &'static str {
        "faithfulness"
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Question, Field::Answer, Field::Contexts]
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

impl Faithfulness {
    fn run(&self, desk: &mut Desk<'_>) -> Step<Judged> {
        let sample = desk.sample();
        steps::need(&sample.question)?;
        steps::need(&sample.answer)?;
        let statements = texts::answer_statements(desk)?;
        if statements.is_empty() {
            return Err(Halt::NotApplicable(Reason::NoClaims));
        }
        share(
            desk,
            Share {
                group: Label::AnswerStatements,
                line: Label::Faithfulness,
                key: "answer",
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
