//! The four judges of seed 003, three with a list of mistakes: `relevancy` (0 or 1), `hallucination` (1 = NO
//! hallucination), `attribution`, `summary-completeness` (0–1 each, 1 is good).
//!
//! Score and list are one evaluation: two asks, no re-asks. Each listed mistake is located in the response; the topics
//! missing from a summary are in the judge's own words, so they are not. A score of 1 with mistakes listed, and a score
//! below 1 without, are told.

use serde_json::json;

use super::breakdown::{Breakdown, Changeable, Group, Label, Light, Line, Mark, Row};
use super::steps::{self, Halt, Step, judged};
use crate::evaluation::ask::SeedJudge;
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Demands, Desk, Flag, Judged, Metric, Options, Parts, Question, Reason, Scale,
};
use crate::prompt::material::{self, ANSWER, CONTEXTS, QUESTION};
use crate::prompt::{Template, Values, fence};
use crate::reply::list::{self, lines};
use crate::reply::score::{judge_score, why_of_judge};
use crate::sample::examples::{ACTION_ITEMS, ANSWERS, Example, SUMMARIES};
use crate::sample::{Field, Sample};
use crate::stats::rational::{Rational, to_f64};
use crate::text::visible::is_blank;
use std::sync::Arc;

/// One of the four judges.
pub struct JudgeOfSeed {
    id: &'static str,
    judge: SeedJudge,
    score: &'static Template,
    mistakes: Option<&'static Template>,
    prompts: &'static [&'static Template],
    examples: &'static [Example],
}

macro_rules! template {
    ($name:ident, $id:literal, $($placeholder:ident),*) => {
        static $name: Template = Template {
            id: $id,
            version: 1,
            text: include_str!(concat!("../../prompts/", $id, ".md")),
            placeholders: &[$($placeholder),*],
        };
    };
}

template!(RELEVANCY_PROMPT, "relevancy", QUESTION, ANSWER);
template!(HALLUCINATION_PROMPT, "hallucination", CONTEXTS, ANSWER);
template!(HALLUCINATION_MISTAKES, "hallucination-mistakes", CONTEXTS, ANSWER);
template!(ATTRIBUTION_PROMPT, "attribution", CONTEXTS, ANSWER);
template!(ATTRIBUTION_MISTAKES, "attribution-mistakes", CONTEXTS, ANSWER);
template!(SUMMARY_PROMPT, "summary-completeness", CONTEXTS, ANSWER);
template!(SUMMARY_MISTAKES, "summary-mistakes", CONTEXTS, ANSWER);

/// Is the response relevant to the query?
pub static RELEVANCY: JudgeOfSeed = JudgeOfSeed {
    id: "relevancy",
    judge: SeedJudge::Relevancy,
    score: &RELEVANCY_PROMPT,
    mistakes: None,
    prompts: &[&RELEVANCY_PROMPT],
    examples: ANSWERS,
};

/// Is the response free of hallucination? 1 = fully grounded.
pub static HALLUCINATION: JudgeOfSeed = JudgeOfSeed {
    id: "hallucination",
    judge: SeedJudge::Hallucination,
    score: &HALLUCINATION_PROMPT,
    mistakes: Some(&HALLUCINATION_MISTAKES),
    prompts: &[&HALLUCINATION_PROMPT, &HALLUCINATION_MISTAKES],
    examples: ANSWERS,
};

/// Are action items attributed to the right person?
pub static ATTRIBUTION: JudgeOfSeed = JudgeOfSeed {
    id: "attribution",
    judge: SeedJudge::Attribution,
    score: &ATTRIBUTION_PROMPT,
    mistakes: Some(&ATTRIBUTION_MISTAKES),
    prompts: &[&ATTRIBUTION_PROMPT, &ATTRIBUTION_MISTAKES],
    examples: ACTION_ITEMS,
};

/// Is the summary complete?
pub static SUMMARY_COMPLETENESS: JudgeOfSeed = JudgeOfSeed {
    id: "summary-completeness",
    judge: SeedJudge::SummaryCompleteness,
    score: &SUMMARY_PROMPT,
    mistakes: Some(&SUMMARY_MISTAKES),
    prompts: &[&SUMMARY_PROMPT, &SUMMARY_MISTAKES],
    examples: SUMMARIES,
};

impl Metric for JudgeOfSeed {
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
        self.judge == SeedJudge::Relevancy
    }

    fn inputs(&self) -> &'static [Field] {
        match self.judge {
            SeedJudge::Relevancy => &[Field::Question, Field::Answer],
            _ => &[Field::Contexts, Field::Answer],
        }
    }

    fn demands(&self, _options: &Options) -> Demands {
        Demands {
            once: true,
            ..Demands::default()
        }
    }

    fn examples(&self) -> &'static [Example] {
        self.examples
    }

    fn prompts(&self) -> &'static [&'static Template] {
        self.prompts
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(self.run(desk))
    }
}

impl JudgeOfSeed {
    fn run(&self, desk: &mut Desk<'_>) -> Step<Judged> {
        let sample = desk.sample();
        steps::need(&sample.answer)?;
        if self.judge == SeedJudge::Relevancy {
            steps::need(&sample.question)?;
        } else if sample.contexts.iter().all(|chunk| is_blank(chunk)) {
            return Err(Halt::NotApplicable(Reason::NoContexts));
        }
        if self.judge == SeedJudge::Attribution && says_no_action_items(&sample.answer) {
            return Err(Halt::NotApplicable(Reason::NoClaims));
        }

        let score = self.score(desk, sample);
        let listed = self
            .mistakes
            .map(|template| self.list(desk, sample, template))
            .transpose();
        let (score, why) = match score {
            Ok((score, why)) => (Ok(score), why),
            Err(halt) => (Err(halt), String::new()),
        };
        let (score, (listed, unread)) = match (score, listed) {
            (Err(halt @ (Halt::Open | Halt::NotApplicable(_))), _)
            | (_, Err(halt @ (Halt::Open | Halt::NotApplicable(_)))) => return Err(halt),
            (score, Err(Halt::Unscored(reason))) => (score, (None, Some(reason))),
            (score, Ok(listed)) => (score, (listed, None)),
        };
        // The score or the list that was read stays where the other was not.
        let judged = match score {
            Ok(score) => Mark::Number(to_f64(score)),
            Err(Halt::Unscored(reason)) => Mark::Open(reason),
            Err(halt) => return Err(halt),
        };

        let mut breakdown = Breakdown::default();
        let change = desk.override_at("score", |change| {
            let value = change.value.as_f64().filter(|value| self.fits(*value))?;
            Some((value, change.note.clone()))
        });
        let mark = change.as_ref().map_or(judged, |(value, _)| Mark::Number(*value));
        let value = match mark {
            Mark::Number(value) => Ok(value),
            Mark::Open(reason) => Err(reason),
            _ => Err(Reason::MissingVerdict),
        };
        let mut row = Row::of_whole("score", Field::Answer, mark);
        row.reason = why;
        row.path = Some(AskPath::step("score"));
        row.change = Some(Changeable::Number {
            min: 0.0,
            max: 1.0,
            whole: self.yes_or_no(),
        });
        if let Some((_, note)) = change {
            row.judged = Some(judged);
            row.note = note;
        }
        breakdown.groups.push(Group {
            label: Label::JudgeScore,
            columns: Vec::new(),
            rows: vec![row],
        });
        breakdown
            .lines
            .push(Line::new(Label::JudgeScore, String::new(), value.ok()));
        if let Some(listed) = listed {
            let own = match judged {
                Mark::Number(own) => Some(own),
                _ => None,
            };
            self.show(desk, &mut breakdown, &listed, (own, value.ok()));
        }
        let parts = Parts::Breakdown(Box::new(breakdown));
        Ok(match (value, unread) {
            (Ok(value), None) => Judged::scored(value, parts),
            (Err(reason), _) | (_, Some(reason)) => Judged::unscored(reason, parts),
        })
    }

    fn fits(&self, value: f64) -> bool {
        match self.judge {
            SeedJudge::Relevancy => value == 0.0 || value == 1.0,
            _ => (0.0..=1.0).contains(&value),
        }
    }

    fn score(&self, desk: &mut Desk<'_>, sample: &Arc<Sample>) -> Step<(Rational, String)> {
        let path = AskPath::step("score");
        let question = Question::JudgeScore {
            judge: self.judge,
            sample: sample.clone(),
        };
        let reply = steps::words(desk, &path, || ask(path.clone(), question, self.score, sample))?;
        let built_in = steps::is_own(reply);
        let score = judge_score(&reply.text, reply.stop).map_err(Halt::Unscored)?;
        if built_in
            && matches!(
                self.judge,
                SeedJudge::Attribution | SeedJudge::SummaryCompleteness
            )
        {
            desk.flag(Flag::Unmeasured);
        }
        // A relevancy of 0.5 is off the scale, never rounded.
        if self.fits(to_f64(score)) {
            // Of a language model the number alone is asked.
            let why = if built_in { why_of_judge(&reply.text) } else { "" };
            Ok((score, why.to_owned()))
        } else {
            Err(Halt::Unscored(Reason::OutOfScale))
        }
    }

    fn list(
        &self,
        desk: &mut Desk<'_>,
        sample: &Arc<Sample>,
        template: &'static Template,
    ) -> Step<lines::Lines> {
        let path = AskPath::step("mistakes");
        let question = Question::JudgeMistakes {
            judge: self.judge,
            sample: sample.clone(),
        };
        let reply = steps::words(desk, &path, || ask(path.clone(), question, template, sample))?;
        let source = (self.judge != SeedJudge::SummaryCompleteness).then_some(sample.answer.as_str());
        lines::read(&reply.text, reply.stop, source).map_err(Halt::Unscored)
    }

    fn show(
        &self,
        desk: &mut Desk<'_>,
        breakdown: &mut Breakdown,
        listed: &lines::Lines,
        (own, score): (Option<f64>, Option<f64>),
    ) {
        let in_own_words = self.judge == SeedJudge::SummaryCompleteness;
        let sample = desk.sample().clone();
        let light = if in_own_words {
            Field::Contexts
        } else {
            Field::Answer
        };
        let mut to_compare = NEAREST;
        let rows: Vec<Row> = (1..)
            .zip(&listed.items)
            .map(|(number, item)| {
                let mark = if in_own_words {
                    Mark::Plain
                } else {
                    Mark::Listed {
                        verbatim: item.at.is_some(),
                    }
                };
                let mut row = Row::new(format!("mistake-{number}"), &item.text, mark);
                row.light = Some(Light {
                    field: light,
                    entry: None,
                });
                row.reason.clone_from(&item.reason);
                row.path = Some(AskPath::step("mistakes"));
                // The first is always looked for.
                let affordable = number == 1 || to_compare >= sample.answer.len();
                if mark == (Mark::Listed { verbatim: false }) && affordable {
                    to_compare = to_compare.saturating_sub(sample.answer.len());
                    row.find_nearest(&item.text, [sample.answer.as_str()]);
                }
                struck(desk, &mut row);
                row
            })
            .collect();
        // What a person has struck from the list is no mistake of the response.
        let left = || {
            rows.iter()
                .zip(&listed.items)
                .filter(|(row, _)| row.mark != Mark::Struck)
                .map(|(_, item)| item)
        };
        let verbatim: Vec<bool> = left().map(|item| item.at.is_some()).collect();
        if !in_own_words && verbatim.contains(&false) {
            desk.flag(Flag::NotVerbatim);
        }
        // Told of the judge's own score and list, and only while a person's changes leave them apart: what a person
        // struck or scored is no contradiction of the judge's.
        let apart = |score: Option<f64>, empty: bool| {
            score.is_some_and(|score| (score >= 1.0 && !empty) || (score < 1.0 && empty && !listed.cut))
        };
        if apart(own, listed.items.is_empty()) && apart(score, verbatim.is_empty()) {
            desk.flag(Flag::ScoreListDisagree);
        }
        if listed.cut {
            desk.flag(Flag::ListCut);
        }
        let texts: Vec<&str> = left().map(|item| item.text.as_str()).collect();
        breakdown.named.insert("items".into(), json!(texts));
        if !in_own_words {
            breakdown.named.insert("verbatim".into(), json!(verbatim));
        }
        breakdown.groups.push(Group {
            label: Label::Mistakes,
            columns: Vec::new(),
            rows,
        });
    }
}

/// Strikes a listed mistake that a person calls none. One that a person confirms stays listed as it was.
fn struck(desk: &mut Desk<'_>, row: &mut Row) {
    row.change = Some(Changeable::Mistake);
    let change = desk.override_at(&row.key, |change| {
        Some((change.value.as_bool()?, change.note.clone()))
    });
    if let Some((is_mistake, note)) = change {
        row.judged = Some(row.mark);
        if !is_mistake {
            row.mark = Mark::Struck;
        }
        row.note = note;
    }
}

/// For items that stand nowhere so many bytes of the response are compared in all, or the page would stand still.
const NEAREST: usize = 200_000;

/// The whole response says that there is nothing to do.
fn says_no_action_items(answer: &str) -> bool {
    let key = crate::text::fold::name_key(answer);
    let bare = key.trim_matches(|c: char| !c.is_alphanumeric());
    let forms = [
        "no action items",
        "there are no action items",
        "no action items found",
        "no action items identified",
        "no actions",
        "no tasks",
        "無待辦事項",
        "沒有待辦事項",
        "無行動項目",
        "沒有行動項目",
        "没有待办事项",
        "无待办事项",
    ];
    list::is_nothing(answer) || forms.contains(&bare)
}

fn ask(path: AskPath, question: Question, template: &'static Template, sample: &Sample) -> ChatAsk<'static> {
    ChatAsk {
        path,
        question,
        template,
        values: Values::new()
            .with(QUESTION, fence::fenced("question", &sample.question))
            .with(CONTEXTS, material::chunks(&sample.contexts))
            .with(ANSWER, fence::fenced("answer", &sample.answer)),
        addendum: None,
        schema: None,
    }
}
