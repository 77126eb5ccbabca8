//! Outcomes: a score or the named reason why there is none, with every verdict behind it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Exchange;
use crate::metric::breakdown::Breakdown;
use crate::metric::rag_recall::RecallParts;
use crate::metric::sufficient_context::SufficiencyParts;

/// What an evaluation ended with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The metric's id.
    pub metric: String,
    /// The metric's version.
    pub metric_version: u32,
    /// The metric's settings as they counted, defaults included; what was left open is absent.
    pub settings: serde_json::Map<String, serde_json::Value>,
    /// The range of the score.
    pub scale: Scale,
    /// Score or reason.
    pub state: State,
    /// The verdicts and intermediate figures.
    pub parts: Parts,
    /// What a reader should know about it.
    pub flags: FlagSet,
    /// A person changed at least one verdict.
    pub edited: bool,
    /// The person's changes; empty when none was accepted.
    pub overrides: Overrides,
    /// Every ask with its reply; shared with the evaluation, so that scoring again copies no prompt.
    pub trace: Arc<Vec<Exchange>>,
}

/// Flags, in a fixed order.
pub type FlagSet = BTreeSet<Flag>;

/// Score or reason. Never NaN, never a 0 that means "could not be read".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// A score.
    Scored(Score),
    /// There should be a score, but the judge gave nothing that counts.
    Unscored(Reason),
    /// There is nothing to judge.
    NotApplicable(Reason),
    /// The judge contradicts itself, twice. Counted with the unscored.
    Conflict(Reason),
}

/// A score on its metric's [`Scale`].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Score(pub f64);

/// The range of a score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    /// Lowest value.
    pub min: f64,
    /// Highest value.
    pub max: f64,
    /// Which end is good.
    pub higher_is_better: bool,
}

impl Scale {
    /// 0–1, higher is better: shares, probabilities, means of verdicts.
    pub const SHARE: Self = Self {
        min: 0.0,
        max: 1.0,
        higher_is_better: true,
    };

    /// Whether a score can lie on it. What rounding to nine decimals adds is let pass; NaN never is.
    pub fn holds(&self, score: Score) -> bool {
        (self.min - 1e-9..=self.max + 1e-9).contains(&score.0)
    }
}

/// Why there is no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Nothing of the expected form in the reply.
    Unreadable,
    /// A verdict that is not one of the accepted values.
    OutOfScale,
    /// The form is there, the verdict is not.
    MissingVerdict,
    /// Two keys of one reply contradict each other.
    KeysDisagree,
    /// Blank reply.
    EmptyReply,
    /// The reply was cut off before the verdict was complete.
    Truncated,
    /// The judge refused.
    Refused,
    /// A content filter blocked the reply.
    Blocked,
    /// No claims to judge.
    NoClaims,
    /// No chunks.
    NoContexts,
    /// A needed input is blank.
    EmptyInput,
    /// Neither text holds what the metric compares: words, or as many in a row as it takes.
    NoWords,
    /// The embedding model knows nothing of a text, or less than half of it.
    FewKnown,
    /// No reply: network, cancelled, or nobody answered.
    NoReply,
}

impl Reason {
    /// The kebab-case name, as in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::OutOfScale => "out-of-scale",
            Self::MissingVerdict => "missing-verdict",
            Self::KeysDisagree => "keys-disagree",
            Self::EmptyReply => "empty-reply",
            Self::Truncated => "truncated",
            Self::Refused => "refused",
            Self::Blocked => "blocked",
            Self::NoClaims => "no-claims",
            Self::NoContexts => "no-contexts",
            Self::EmptyInput => "empty-input",
            Self::NoWords => "no-words",
            Self::FewKnown => "few-known",
            Self::NoReply => "no-reply",
        }
    }
}

/// What a reader should know about an outcome. Each has its sentence in [`crate::i18n`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// The judge's own totals differ from ours.
    JudgeArithmeticDiffers,
    /// A score such as 4.5 where whole numbers are asked for.
    FractionalScore,
    /// The judge scored a passage that was not given; ignored.
    ExtraPassage,
    /// Only the judge's total could be read; shown, not used.
    StatedNotVerified,
    /// One of two keys was missing; the other was used.
    KeyMissing,
    /// The reply repeats the template's example.
    TemplateEcho,
    /// Ids that were not given.
    InventedIds,
    /// A confidence such as 90 was read as 0.9.
    ConfidenceScaled,
    /// A confidence of exactly 0, the template's placeholder.
    ConfidencePlaceholder,
    /// Sufficient, yet something is listed as missing.
    SufficientWithMissing,
    /// Insufficient, yet nothing is listed as missing.
    InsufficientWithoutMissing,
    /// Sufficient, yet a required entity is not covered.
    SufficientWithUncovered,
    /// An entity is not covered and not listed as missing.
    UncoveredNotMissing,
    /// Sufficient, yet no chunk is useful.
    NoneUseful,
    /// Coverage was given for something that is not a required entity.
    ExtraCoverageKey,
    /// The score and the list of mistakes contradict each other.
    ScoreListDisagree,
    /// A listed item does not stand in the text word for word.
    NotVerbatim,
    /// Some statements were never judged.
    PartialCoverage,
    /// The judge was asked again and answered.
    ReAsked,
    /// The JSON had to be mended before it could be read.
    Repaired,
    /// The tools that the compatible mode equals see few or no words in a text.
    UnsplitWords,
    /// The built-in judge answered by a heuristic of which nobody has measured how often it is right.
    Unmeasured,
    /// The embedding model does not know some pieces of the texts.
    UnknownPieces,
    /// A text was longer than the model takes; its end was not compared.
    TextCut,
    /// The list of mistakes was cut off.
    ListCut,
    /// By the tokens that the API counts, the judge did not read a prompt whole.
    PromptCut,
    /// The judge gave a passage two scores; the last counts.
    ScoresDiffer,
}

impl Flag {
    /// All flags, in order.
    pub const ALL: [Flag; 27] = [
        Self::JudgeArithmeticDiffers,
        Self::FractionalScore,
        Self::ExtraPassage,
        Self::StatedNotVerified,
        Self::KeyMissing,
        Self::TemplateEcho,
        Self::InventedIds,
        Self::ConfidenceScaled,
        Self::ConfidencePlaceholder,
        Self::SufficientWithMissing,
        Self::InsufficientWithoutMissing,
        Self::SufficientWithUncovered,
        Self::UncoveredNotMissing,
        Self::NoneUseful,
        Self::ExtraCoverageKey,
        Self::ScoreListDisagree,
        Self::NotVerbatim,
        Self::PartialCoverage,
        Self::ReAsked,
        Self::Repaired,
        Self::UnsplitWords,
        Self::Unmeasured,
        Self::UnknownPieces,
        Self::TextCut,
        Self::ListCut,
        Self::PromptCut,
        Self::ScoresDiffer,
    ];
}

/// The verdicts and figures behind an outcome, by kind of metric.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Parts {
    /// Nothing was judged.
    None,
    /// Passage scores and the formula chain.
    Recall(Box<RecallParts>),
    /// Verdict, coverage, missing information, useful chunks.
    Sufficiency(Box<SufficiencyParts>),
    /// Verdict rows with their formula, of every other metric.
    Breakdown(Box<Breakdown>),
}

/// What a metric returns: state and parts. Flags are raised on the desk.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Score or reason.
    pub state: State,
    /// The verdicts behind it.
    pub parts: Parts,
}

impl Judged {
    /// A score.
    pub fn scored(score: f64, parts: Parts) -> Self {
        Self {
            // A sum of nothing is -0.0.
            state: State::Scored(Score(score + 0.0)),
            parts,
        }
    }

    /// No score, though there should be one.
    pub fn unscored(reason: Reason, parts: Parts) -> Self {
        Self {
            state: State::Unscored(reason),
            parts,
        }
    }

    /// Nothing to judge.
    pub fn not_applicable(reason: Reason) -> Self {
        Self {
            state: State::NotApplicable(reason),
            parts: Parts::None,
        }
    }
}

/// A person's changed verdicts, by the key that the metric gives each (`E1`, `sufficient`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Overrides(pub BTreeMap<String, Override>);

/// One changed verdict. The judge's own value is kept beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Override {
    /// The new value.
    pub value: serde_json::Value,
    /// Why.
    #[serde(default)]
    pub note: String,
}
