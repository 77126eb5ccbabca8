//! The three yes/no judges of ARES (Saad-Falcon et al. 2024): context relevance, answer faithfulness, answer relevance.
//!
//! One verdict with its reason a sample, re-asked once. Over many samples, with human labels for some, the
//! prediction-powered mean and interval are [`crate::stats::prediction_powered`].

use std::sync::Arc;

use super::breakdown::{Breakdown, Group, Label, Line, Mark, Row};
use super::statement_share::changed;
use super::steps::{self, Halt, Step, judged};
use super::texts;
use crate::evaluation::ask::AresJudge;
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{AskPath, Desk, Judged, Metric, Parts, Question, Reason, Scale};
use crate::prompt::material::{self, ANSWER, CONTEXTS, QUESTION};
use crate::prompt::{Template, Values, fence};
use crate::reply::single;
use crate::sample::{Field, Sample};
use crate::text::visible::is_blank;

/// One of the three judges: 1 = yes, 0 = no.
pub struct Ares {
    id: &'static str,
    judge: AresJudge,
    prompt: &'static Template,
    prompts: &'static [&'static Template],
    inputs: &'static [Field],
}

static CONTEXT_PROMPT: Template = Template {
    id: "ares-context-relevance",
    version: 1,
    text: include_str!("../../prompts/ares-context-relevance.md"),
    placeholders: &[QUESTION, CONTEXTS],
};

static FAITHFULNESS_PROMPT: Template = Template {
    id: "ares-answer-faithfulness",
    version: 1,
    text: include_str!("../../prompts/ares-answer-faithfulness.md"),
    placeholders: &[QUESTION, CONTEXTS, ANSWER],
};

static RELEVANCE_PROMPT: Template = Template {
    id: "ares-answer-relevance",
    version: 1,
    text: include_str!("../../prompts/ares-answer-relevance.md"),
    placeholders: &[QUESTION, CONTEXTS, ANSWER],
};

/// Is the context relevant to the question?
pub static CONTEXT_RELEVANCE: Ares = Ares {
    id: "ares-context-relevance",
    judge: AresJudge::ContextRelevance,
    prompt: &CONTEXT_PROMPT,
    prompts: &[&CONTEXT_PROMPT],
    inputs: &[Field::Question, Field::Contexts],
};

/// Is the answer faithful to the context?
pub static ANSWER_FAITHFULNESS: Ares = Ares {
    id: "ares-answer-faithfulness",
    judge: AresJudge::AnswerFaithfulness,
    prompt: &FAITHFULNESS_PROMPT,
    prompts: &[&FAITHFULNESS_PROMPT],
    inputs: &[Field::Question, Field::Contexts, Field::Answer],
};

/// Is the answer relevant to the question?
pub static ANSWER_RELEVANCE: Ares = Ares {
    id: "ares-answer-relevance",
    judge: AresJudge::AnswerRelevance,
    prompt: &RELEVANCE_PROMPT,
    prompts: &[&RELEVANCE_PROMPT],
    inputs: &[Field::Question, Field::Contexts, Field::Answer],
};

impl Metric for Ares {
    fn id(&self) -> &'static str {
        self.id
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn yes_or_no(&self) -> bool {
        true
    }

    fn inputs(&self) -> &'static [Field] {
        self.inputs
    }

    fn prompts(&self) -> &'static [&'static Template] {
        self.prompts
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(self.run(desk))
    }
}

impl Ares {
    fn run(&self, desk: &mut Desk<'_>) -> Step<Judged> {
        let sample = desk.sample();
        steps::need(&sample.question)?;
        if self.inputs.contains(&Field::Answer) {
            steps::need(&sample.answer)?;
        }
        if sample.contexts.iter().all(|chunk| is_blank(chunk)) {
            return Err(Halt::NotApplicable(Reason::NoContexts));
        }
        let path = AskPath::step("verdict");
        let one = steps::one(
            desk,
            &path,
            |path| self.ask(path, sample),
            |reply| single::read_verdict(&reply.text, reply.stop),
        );
        let verdict = steps::settled(vec![one])?;
        let judged = match self.judge {
            AresJudge::ContextRelevance => Field::Contexts,
            _ => Field::Answer,
        };
        let mut row = Row::of_whole("verdict", judged, Mark::Plain);
        for verdict in verdict {
            steps::put(&mut row, verdict, path.clone(), |value| Mark::of(Some(value)));
        }
        changed(desk, &mut row);
        let open = steps::open_reason(std::slice::from_ref(&row));
        let score = f64::from(u8::from(row.mark == Mark::Yes));
        let mut breakdown = Breakdown::default();
        breakdown.lines.push(Line::new(
            Label::JudgeScore,
            String::new(),
            open.is_none().then_some(score),
        ));
        breakdown.groups.push(Group {
            label: Label::JudgeScore,
            columns: Vec::new(),
            rows: vec![row],
        });
        let parts = Parts::Breakdown(Box::new(breakdown));
        Ok(match open {
            None => Judged::scored(score, parts),
            Some(reason) => Judged::unscored(reason, parts),
        })
    }

    fn ask(&self, path: AskPath, sample: &Arc<Sample>) -> ChatAsk<'static> {
        ChatAsk {
            path,
            question: Question::Ares {
                judge: self.judge,
                sample: sample.clone(),
            },
            template: self.prompt,
            values: Values::new()
                .with(QUESTION, fence::fenced("question", &sample.question))
                .with(CONTEXTS, material::chunks(&sample.contexts))
                .with(ANSWER, fence::fenced("answer", &sample.answer)),
            addendum: None,
            schema: Some(texts::verdict_schema()),
        }
    }
}
