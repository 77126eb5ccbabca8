//! Answer similarity (RAGAS): cosine of the embeddings of answer and reference. Asks no chat model.

use super::breakdown::{Breakdown, Label, Line};
use super::embedding;
use super::steps::{self, Step, judged};
use crate::evaluation::{Demands, Desk, Judged, Metric, Options, Parts, Scale};
use crate::prompt::Template;
use crate::sample::Field;

/// Cosine, −1 to 1 and not clipped, higher is better.
pub struct AnswerSimilarity;

impl Metric for AnswerSimilarity {
    fn id(&self) -> &'static str {
        "answer-similarity"
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale {
            min: -1.0,
            ..Scale::SHARE
        }
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Answer, Field::Reference]
    }

    fn demands(&self, _options: &Options) -> Demands {
        Demands {
            embeddings: true,
            once: true,
            ..Demands::default()
        }
    }

    fn prompts(&self) -> &'static [&'static Template] {
        &[]
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn run(desk: &mut Desk<'_>) -> Step<Judged> {
    let sample = desk.sample();
    steps::need(&sample.answer)?;
    steps::need(&sample.reference)?;
    let found = embedding::similarity(desk, &sample.answer, &sample.reference)?;
    let mut breakdown = Breakdown::default();
    breakdown
        .lines
        .push(Line::new(Label::Similarity, found.working, found.cosine));
    breakdown.figures.extend(found.unknown);
    Ok(Judged::scored(
        found.cosine,
        Parts::Breakdown(Box::new(breakdown)),
    ))
}
