//! Asks: what a judge is asked, as a rendered prompt and as the typed question behind it.
//!
//! A new kind of question is a new variant of [`Question`]; an LLM reads the prompt, the embedded judge the
//! typed question, and both replies go through the same reader.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::sample::Sample;

/// Where an ask stands in its evaluation. Replay matches by it, so edited prompts and new code can re-score
/// old replies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AskPath {
    /// The step of the metric: `passages`, `statements`, `verdicts`.
    pub step: Cow<'static, str>,
    /// Which of the step's asks, from 0: chunk 0, chunk 1.
    #[serde(default)]
    pub index: u32,
    /// Which of several draws of the same ask, from 0: votes, samples.
    #[serde(default)]
    pub draw: u32,
    /// 0 for the ask, 1 for its re-ask.
    #[serde(default)]
    pub attempt: u32,
}

impl AskPath {
    /// The first ask of a step.
    pub const fn step(name: &'static str) -> Self {
        Self {
            step: Cow::Borrowed(name),
            index: 0,
            draw: 0,
            attempt: 0,
        }
    }

    /// The same with another index.
    pub fn at(mut self, index: u32) -> Self {
        self.index = index;
        self
    }

    /// The re-ask of this ask.
    pub fn again(mut self) -> Self {
        self.attempt += 1;
        self
    }
}

impl std::fmt::Display for AskPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}/{}", self.step, self.index, self.draw, self.attempt)
    }
}

/// One ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// Its place in the evaluation.
    pub path: AskPath,
    /// What is wanted, typed; the embedded judge answers this.
    pub question: Question,
    /// What is sent to a model.
    pub body: Body,
}

/// What is sent to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Body {
    /// One user message.
    Chat {
        /// The rendered prompt.
        prompt: String,
        /// Which template it was rendered from.
        source: PromptRef,
        /// SHA-256 of the rendered prompt, lower-case hex.
        sha256: String,
        /// JSON schema of the reply where the prompt asks for JSON (for providers with structured output).
        schema: Option<serde_json::Value>,
    },
    /// Texts to embed, one vector each.
    Embed {
        /// The texts.
        texts: Vec<String>,
    },
    /// Texts to embed token by token, one vector for each token.
    Tokens {
        /// The texts.
        texts: Vec<String>,
    },
}

#[cfg(test)]
impl Body {
    /// A prompt that says nothing, for tests to which it does not matter.
    pub(crate) fn empty_prompt() -> Self {
        Self::Chat {
            prompt: String::new(),
            source: PromptRef {
                id: String::new(),
                version: 1,
                edited: false,
                template_sha256: String::new(),
            },
            sha256: String::new(),
            schema: None,
        }
    }
}

/// Which template a prompt came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptRef {
    /// The template's id.
    pub id: String,
    /// The template's version.
    pub version: u32,
    /// Whether the user edited it.
    pub edited: bool,
    /// SHA-256 of the template text, lower-case hex.
    pub template_sha256: String,
}

/// Essential or bonus (seed 000).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassageKind {
    /// Must be held; scored 1–5.
    Essential,
    /// Earns extra credit; scored 0–5.
    Bonus,
}

/// A ground-truth passage by kind and number, counting from 1 within its kind as prompts and replies do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PassageId {
    /// Its kind.
    pub kind: PassageKind,
    /// Its number within the kind, from 1.
    pub number: usize,
}

impl PassageId {
    /// `E1`, `B2`: how a passage is named on screen and in overrides.
    pub fn key(self) -> String {
        let letter = match self.kind {
            PassageKind::Essential => 'E',
            PassageKind::Bonus => 'B',
        };
        format!("{letter}{}", self.number)
    }
}

/// The typed question behind an ask. The sample is shared, not copied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Score ground-truth passages by how far the answer holds them (seed 000). Answered by
    /// [`crate::reply::recall`].
    Passages {
        /// Where the passages and the answer stand.
        sample: Arc<Sample>,
        /// Which passages are wanted: all at first, the open ones in a re-ask.
        wanted: Vec<PassageId>,
    },
    /// Are the chunks sufficient to answer the question (seed 001)? Answered by
    /// [`crate::reply::sufficiency`].
    Sufficiency {
        /// Where the question and the chunks stand.
        sample: Arc<Sample>,
        /// Only the verdict is wanted (the published autorater's form, `{"Sufficient Context": 0}`).
        verdict_only: bool,
    },
    /// Split a text into statements that stand alone. Answered by [`crate::reply::statements`].
    Statements {
        /// The question that the text answers, for context; may be empty.
        question: String,
        /// The text.
        text: String,
    },
    /// Which statements are supported by the sources? Answered by [`crate::reply::verdicts`].
    Verify {
        /// The statements, in the order in which they are numbered.
        statements: Vec<String>,
        /// The texts that may support them.
        sources: Vec<String>,
    },
    /// Which statements help to answer the question? Answered by [`crate::reply::verdicts`].
    Relevant {
        /// The statements, in the order in which they are numbered.
        statements: Vec<String>,
        /// The question.
        question: String,
    },
    /// Was a chunk useful to arrive at a text? Answered by [`crate::reply::single`].
    Useful {
        /// The question.
        question: String,
        /// The reference or the answer.
        target: String,
        /// The chunk.
        chunk: String,
    },
    /// Which numbered sentences are needed to answer the question? Answered by [`crate::reply::numbers`].
    Needed {
        /// The question.
        question: String,
        /// The sentences, numbered from 1.
        sentences: Vec<String>,
    },
    /// How well is each sentence grounded in the sources? Answered by [`crate::reply::ratings`].
    Grounded {
        /// The sentences, numbered from 1.
        sentences: Vec<String>,
        /// The sources.
        sources: Vec<String>,
        /// The highest rating.
        max: u32,
    },
    /// Which statements do two texts share? Answered as in [`crate::reply::sorted`].
    Sorted {
        /// Statements of the answer, numbered from 1.
        answer: Vec<String>,
        /// Statements of the reference, numbered from 1.
        reference: Vec<String>,
        /// The two texts themselves.
        sample: Arc<Sample>,
    },
    /// Is a sentence supported by another sample? Answered by [`crate::reply::single::read_answer`].
    Consistent {
        /// The sentence.
        sentence: String,
        /// The sample.
        sample: String,
    },
    /// Answer the question, from the chunks where there are some. It is a draw: at temperature 1, where the judge has one.
    /// Answered by [`crate::reply::free`].
    Answer {
        /// The question.
        question: String,
        /// The chunks; may be none.
        contexts: Vec<String>,
    },
    /// One of the judges of ARES. Answered by [`crate::reply::single::read_verdict`].
    Ares {
        /// Which judge.
        judge: AresJudge,
        /// Where the texts stand.
        sample: Arc<Sample>,
    },
    /// One of the judges of seed 003: a score. Answered by [`crate::reply::score`].
    JudgeScore {
        /// Which judge.
        judge: SeedJudge,
        /// Where the texts stand.
        sample: Arc<Sample>,
    },
    /// One of the judges of seed 003: its list of mistakes. Answered by [`crate::reply::list`].
    JudgeMistakes {
        /// Which judge.
        judge: SeedJudge,
        /// Where the texts stand.
        sample: Arc<Sample>,
    },
    /// A question that needs understanding: only a language model or a person can answer it.
    Free {
        /// What is asked, in one word: `question-from-answer`, `aspect`.
        what: std::borrow::Cow<'static, str>,
    },
    /// Vectors of the texts in [`Body::Embed`].
    Embed,
    /// Vectors of the tokens of the texts in [`Body::Tokens`], from the model's last layer or the one that the judge
    /// names. APIs give vectors of whole texts alone, so this takes a model in the page.
    Tokens,
}

/// The three judges of ARES.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AresJudge {
    /// Are the chunks relevant to the question?
    ContextRelevance,
    /// Is the answer faithful to the chunks?
    AnswerFaithfulness,
    /// Is the answer relevant to the question?
    AnswerRelevance,
}

/// The four judges of seed 003.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedJudge {
    /// Is the response relevant to the query? 0 or 1.
    Relevancy,
    /// Is the response free of hallucination? 1 = fully grounded.
    Hallucination,
    /// Are action items attributed to the right person? 1 = all.
    Attribution,
    /// Is the summary complete? 1 = complete.
    SummaryCompleteness,
}
