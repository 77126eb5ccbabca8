//! The evaluation: a state machine that hands out asks and takes replies until there is an outcome.
//!
//! It does no I/O. Who answers ([`crate::judge`]) and who drives ([`crate::run`]) live elsewhere; what is asked
//! and how it is scored lives in [`crate::metric`]. Kinds of questions are added in [`ask`].
//!
//! A metric is re-run from its start whenever a reply has come in: it asks its [`Desk`] for a reply, and where
//! there is none yet the desk notes the ask as open. So resuming is replaying, and there is no hidden state.

pub mod ask;
pub mod desk;
pub mod inputs;
pub mod key;
pub mod outcome;
pub mod plan;
pub mod reply;
pub mod setting;
pub mod vectors;

pub use ask::{Ask, AskPath, Body, PassageId, PassageKind, PromptRef, Question};
pub use desk::Desk;
pub use inputs::Inputs;
pub use key::AskKey;
pub use outcome::{Flag, FlagSet, Judged, Outcome, Override, Overrides, Parts, Reason, Scale, Score, State};
pub use plan::{Plan, Shape, carried, plan, plan_together};
pub use reply::{
    CallFailure, FailureKind, NoReply, Reply, Stop, TextReply, TokenVector, TokenVectors, Usage,
};
pub use setting::{Setting, SettingKind, WrongSetting};

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::prompt::{PromptError, Template};
use crate::sample::examples::{ANSWERS, Example};
use crate::sample::{Field, Sample};

/// A metric: what is asked about a sample, and how the answers become a score.
pub trait Metric: Sync {
    /// Stable id, in links and files: `rag-recall`.
    fn id(&self) -> &'static str;

    /// Raised whenever the same replies would give another outcome than before.
    fn version(&self) -> u32;

    /// The range of the score and its good end.
    fn scale(&self) -> Scale;

    /// The fields of the sample that the form asks for, in order; those in [`Metric::optional`] may stay empty.
    fn inputs(&self) -> &'static [Field];

    /// The range under the user's options, where they set it.
    fn scale_with(&self, _options: &Options) -> Scale {
        self.scale()
    }

    /// The score is 0 or 1, and nothing between: a no or a yes.
    fn yes_or_no(&self) -> bool {
        false
    }

    /// What the asks demand of whoever answers, under the user's options.
    fn demands(&self, _options: &Options) -> Demands {
        Demands::default()
    }

    /// Inputs that may stay empty.
    fn optional(&self) -> &'static [Field] {
        &[]
    }

    /// Optional inputs that are needed under the user's options.
    fn needed_with(&self, _options: &Options) -> &'static [Field] {
        &[]
    }

    /// Optional inputs without which the score is defined but tells nothing: no chunks at all, and no statement is
    /// supported. Who chooses a metric is told that they are needed.
    fn hollow_without(&self) -> &'static [Field] {
        &[]
    }

    /// The question may be several, one a line.
    fn several_questions(&self) -> bool {
        false
    }

    /// Settings that play no part under the user's other ones.
    fn idle_settings(&self, _options: &Options) -> &'static [&'static str] {
        &[]
    }

    /// What a user may choose, in the order of the form.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// Metrics whose scores go in, by options of their ids. Where they are judged in the same run, their scores are
    /// taken from it.
    fn takes_scores(&self) -> &'static [&'static str] {
        &[]
    }

    /// The templates that a user can see and edit, the main one first.
    fn prompts(&self) -> &'static [&'static Template];

    /// Those that are sent under the user's options, the first one first.
    fn prompts_with(&self, _options: &Options) -> &'static [&'static Template] {
        self.prompts()
    }

    /// Examples to judge with one click, the everyday one first.
    fn examples(&self) -> &'static [Example] {
        ANSWERS
    }

    /// Runs from the start over the replies on the desk. `None` while asks are open.
    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged>;
}

/// What the asks of a metric demand of whoever answers. Known before the run, so that a page can say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demands {
    /// Vectors of an embedding model.
    pub embeddings: bool,
    /// Vectors of tokens, which a model in the page gives and no API.
    pub tokens: bool,
    /// A language model or a person: [`Question::Free`], [`Question::Answer`].
    pub understanding: bool,
    /// Replies lead to further asks: statements to verdicts, or a reply with many parts to a re-ask for each that it left
    /// open. Without, each ask is repeated at most once.
    pub follow_ups: bool,
    /// No ask is ever repeated: what can't be read stays unread.
    pub once: bool,
}

/// What a user sets for a metric.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Values by name, as in case files: `{"strictness": 3}`.
    pub values: serde_json::Map<String, serde_json::Value>,
    /// Edited templates by prompt id. Absent: the built-in one.
    pub prompts: BTreeMap<String, String>,
}

/// Why an evaluation could not start. Nothing was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// A setting with a value that may not be chosen.
    #[error("{0}")]
    Setting(#[from] WrongSetting),
    /// An edited prompt that cannot be sent.
    #[error("prompt {id}: {error}")]
    Prompt {
        /// The prompt's id.
        id: String,
        /// What is wrong with it.
        error: PromptError,
    },
}

/// A reply for an ask that is not open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no open ask at {0}")]
pub struct NotOpen(pub AskPath);

/// One ask and the reply that it got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// What was asked.
    pub ask: Ask,
    /// What came back.
    pub reply: Reply,
}

/// One sample under one metric, from the first ask to the outcome.
#[derive(Clone)]
pub struct Evaluation {
    metric: &'static dyn Metric,
    sample: Arc<Sample>,
    options: Options,
    transcript: Arc<Vec<Exchange>>,
    open: Vec<Ask>,
}

impl Evaluation {
    /// Checks the edited prompts and opens the first asks. A sample with nothing to judge opens none and has
    /// its outcome at once.
    ///
    /// # Errors
    /// An edited prompt with an unknown or a missing placeholder.
    pub fn start(
        metric: &'static dyn Metric,
        sample: impl Into<Arc<Sample>>,
        options: Options,
    ) -> Result<Self, StartError> {
        for setting in metric.settings() {
            setting.check(options.values.get(setting.name))?;
        }
        for template in metric.prompts() {
            if let Some(edited) = options.prompts.get(template.id) {
                template.check(edited).map_err(|error| StartError::Prompt {
                    id: template.id.to_owned(),
                    error,
                })?;
            }
        }
        let mut evaluation = Self {
            metric,
            sample: sample.into(),
            options,
            transcript: Arc::default(),
            open: Vec::new(),
        };
        evaluation.advance();
        Ok(evaluation)
    }

    /// The asks that wait for a reply, in natural order; a re-ask stands in the place of the ask that it
    /// repeats. `None` once there is an outcome.
    pub fn open_asks(&self) -> Option<&[Ask]> {
        (!self.open.is_empty()).then_some(self.open.as_slice())
    }

    /// Takes the reply to an open ask.
    ///
    /// # Errors
    /// [`NotOpen`] when that ask is not open (answered before, or never asked); nothing changes then.
    pub fn take(&mut self, path: &AskPath, reply: Reply) -> Result<(), NotOpen> {
        let Some(at) = self.open.iter().position(|ask| ask.path == *path) else {
            return Err(NotOpen(path.clone()));
        };
        let ask = self.open.remove(at);
        Arc::make_mut(&mut self.transcript).push(Exchange { ask, reply });
        self.advance();
        Ok(())
    }

    /// Replies that were there before are given again, by path. Those that no ask matches are left over.
    ///
    /// All that answer open asks are taken together before the metric goes on: a record may hold thousands.
    pub fn replay(&mut self, replies: Vec<(AskPath, Reply)>) -> Vec<(AskPath, Reply)> {
        let known = self.transcript.len();
        let mut places = Vec::new();
        let mut left: Vec<_> = replies.into_iter().enumerate().collect();
        loop {
            let mut open: Vec<Option<Ask>> = std::mem::take(&mut self.open).into_iter().map(Some).collect();
            let (mut next, taken) = (0, places.len());
            for (place, (path, reply)) in std::mem::take(&mut left) {
                // Replies stand much in the order of their asks: the one behind the last is looked at first.
                let waits = |at: &usize| {
                    let ask = open.get(*at).and_then(Option::as_ref);
                    ask.is_some_and(|ask| ask.path == path)
                };
                let at = (next..open.len()).chain(0..next).find(waits);
                match at.and_then(|at| open.get_mut(at)).and_then(Option::take) {
                    Some(ask) => {
                        next = at.map_or(0, |at| at + 1);
                        places.push(place);
                        Arc::make_mut(&mut self.transcript).push(Exchange { ask, reply });
                    }
                    None => left.push((place, (path, reply))),
                }
            }
            self.open = open.into_iter().flatten().collect();
            if places.len() == taken {
                break;
            }
            self.advance();
        }
        // The order in which they came once is kept.
        let transcript = Arc::make_mut(&mut self.transcript);
        let replayed = transcript.split_off(known);
        let mut ordered: Vec<_> = places.into_iter().zip(replayed).collect();
        ordered.sort_by_key(|(place, _)| *place);
        transcript.extend(ordered.into_iter().map(|(_, exchange)| exchange));
        left.into_iter().map(|(_, reply)| reply).collect()
    }

    /// The outcome with a person's changed verdicts. While asks are open it is *unscored, no reply*, with the
    /// trace so far.
    pub fn outcome(&self, overrides: &Overrides) -> Outcome {
        let mut desk = self.desk(overrides, Vec::new());
        let judged = match self.metric.judge(&mut desk) {
            Some(judged) => judged,
            None => Judged::unscored(Reason::NoReply, Parts::None),
        };
        let edited = desk.edited();
        let mut settings = setting::effective(self.metric.settings(), &self.options.values);
        for idle in self.metric.idle_settings(&self.options) {
            settings.remove(*idle);
        }
        let mut flags = desk.into_flags();
        let cut = |exchange: &Exchange| matches!(&exchange.reply, Reply::Text(text) if text.prompt_cut);
        if self.transcript.iter().any(cut) {
            flags.insert(Flag::PromptCut);
        }
        Outcome {
            metric: self.metric.id().to_owned(),
            metric_version: self.metric.version(),
            settings,
            scale: self.metric.scale_with(&self.options),
            state: judged.state,
            parts: judged.parts,
            flags,
            edited,
            overrides: if edited {
                overrides.clone()
            } else {
                Overrides::default()
            },
            trace: self.transcript.clone(),
        }
    }

    /// The metric that is evaluated.
    pub fn metric(&self) -> &'static dyn Metric {
        self.metric
    }

    /// What the user set.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What is judged.
    pub fn sample(&self) -> &Arc<Sample> {
        &self.sample
    }

    /// Asks with their replies, in the order in which the replies came.
    pub fn transcript(&self) -> &[Exchange] {
        &self.transcript
    }

    fn desk<'a>(&'a self, overrides: &'a Overrides, before: Vec<Ask>) -> Desk<'a> {
        Desk::new(&self.sample, &self.options, &self.transcript, overrides, before)
    }

    fn advance(&mut self) {
        let none = Overrides::default();
        let before = std::mem::take(&mut self.open);
        let mut desk = self.desk(&none, before);
        let done = self.metric.judge(&mut desk).is_some();
        let open = desk.into_open();
        self.open = if done { Vec::new() } else { open };
    }
}
