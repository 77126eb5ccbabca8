//! RAG Recall (seed 000).
use crate::evaluation::{Desk, Judged, Metric, Parts, Reason, Scale};
use crate::prompt::Template;
use crate::sample::Field;
/// x
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct RecallParts {}
/// x
pub struct RagRecall;
impl Metric for RagRecall {
    fn id(&self) -> &'static str {
        "rag-recall"
    }
    fn version(&self) -> u32 {
        1
    }
    fn scale(&self) -> Scale {
        Scale {
            min: 1.0,
            max: 5.0,
            higher_is_better: true,
        }
    }
    fn inputs(&self) -> &'static [Field] {
        &[Field::Essential, Field::Bonus, Field::Answer]
    }
    fn prompts(&self) -> &'static [&'static Template] {
        &[]
    }
    fn judge(&self, _desk: &mut Desk<'_>) -> Option<Judged> {
        Some(Judged::unscored(Reason::NoReply, Parts::None))
    }
}
