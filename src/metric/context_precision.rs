//! Context precision and context utilization (RAGAS): are the useful chunks ranked first?
//!
//! One verdict per chunk: was it useful to arrive at the reference (precision) or at the answer (utilization)?
//! `AP = Σₖ P@k · vₖ / Σ v`; none useful → 0; no contexts → not applicable. Precision@K, MRR and nDCG come from the
//! same verdicts.

use serde_json::json;

use super::breakdown::{Breakdown, Group, Label, Light, Line, Mark, Row};
use super::statement_share::changed;
use super::steps::{self, Halt, Step, judged};
use super::texts;
use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{AskPath, Desk, Judged, Metric, Parts, Question, Reason, Scale};
use crate::prompt::material::{CHUNK, Names, QUESTION};
use crate::prompt::{Template, Values, fence};
use crate::reply::single;
use crate::sample::{Field, Sample};
use crate::stats::ranking;
use crate::stats::rational::fixed;

/// Average precision of the chunks, 0–1, higher is better.
pub struct ContextPrecision {
    id: &'static str,
    target: Field,
}

/// Useful to arrive at the reference.
pub static CONTEXT_PRECISION: ContextPrecision = ContextPrecision {
    id: "context-precision",
    target: Field::Reference,
};

/// Useful to arrive at the answer, for want of a reference.
pub static CONTEXT_UTILIZATION: ContextPrecision = ContextPrecision {
    id: "context-utilization",
    target: Field::Answer,
};

const TARGET: Names = &["target", "reference", "answer"];

static PROMPT: Template = Template {
    id: "chunk-usefulness",
    version: 1,
    text: include_str!("../../prompts/chunk-usefulness.md"),
    placeholders: &[QUESTION, TARGET, CHUNK],
};

impl Metric for ContextPrecision {
    fn id(&self) -> &'static str {
        self.id
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        match self.target {
            Field::Reference => &[Field::Question, Field::Contexts, Field::Reference],
            _ => &[Field::Question, Field::Contexts, Field::Answer],
        }
    }

    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&PROMPT];
        PROMPTS
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(self.run(desk))
    }
}

impl ContextPrecision {
    fn target<'s>(&self, sample: &'s Sample) -> &'s str {
        match self.target {
            Field::Reference => &sample.reference,
            _ => &sample.answer,
        }
    }

    fn run(&self, desk: &mut Desk<'_>) -> Step<Judged> {
        let sample = desk.sample();
        steps::need(&sample.question)?;
        steps::need(self.target(sample))?;
        if sample.contexts.is_empty() {
            return Err(Halt::NotApplicable(Reason::NoContexts));
        }
        // All chunks are asked for before any verdict is looked at.
        let verdicts: Vec<Step<steps::One<bool>>> = (0_u32..)
            .zip(&sample.contexts)
            .map(|(at, chunk)| {
                let path = AskPath::step("chunks").at(at);
                steps::yes_or_no(steps::one(
                    desk,
                    &path,
                    |path| self.ask(path, sample, chunk),
                    |reply| single::read_verdict(&reply.text, reply.stop),
                ))
            })
            .collect();
        let verdicts = steps::settled(verdicts)?;

        let rows: Vec<Row> = verdicts
            .into_iter()
            .zip(&sample.contexts)
            .enumerate()
            .map(|(at, (verdict, chunk))| {
                let mut row = Row::new(format!("chunk-{at}"), chunk, Mark::Plain);
                let path = AskPath::step("chunks").at(u32::try_from(at).unwrap_or(u32::MAX));
                steps::put(&mut row, verdict, path, |value| Mark::of(Some(value)));
                row.light = Some(Light {
                    field: self.target,
                    entry: None,
                });
                changed(desk, &mut row);
                row
            })
            .collect();
        Ok(score(rows))
    }

    fn ask(&self, path: AskPath, sample: &Sample, chunk: &str) -> ChatAsk<'static> {
        let target = self.target(sample);
        ChatAsk {
            path,
            question: Question::Useful {
                question: sample.question.clone(),
                target: target.to_owned(),
                chunk: chunk.to_owned(),
            },
            template: &PROMPT,
            values: Values::new()
                .with(QUESTION, fence::fenced("question", &sample.question))
                .with(TARGET, fence::fenced("answer", target))
                .with(CHUNK, fence::fenced("chunk", chunk)),
            addendum: None,
            schema: Some(texts::verdict_schema()),
        }
    }
}

fn score(mut rows: Vec<Row>) -> Judged {
    if let Some(reason) = steps::open_reason(&rows) {
        // No rank below an open one is known.
        let mut breakdown = Breakdown::default();
        let verdicts: Vec<Option<bool>> = rows.iter().map(|row| row.mark.verdict()).collect();
        breakdown.named.insert("verdicts".into(), json!(verdicts));
        breakdown
            .lines
            .push(Line::new(Label::AveragePrecision, String::new(), None));
        breakdown.groups.push(Group {
            label: Label::Chunks,
            columns: Vec::new(),
            rows,
        });
        return Judged::unscored(reason, Parts::Breakdown(Box::new(breakdown)));
    }
    let useful: Vec<bool> = rows.iter().map(|row| row.mark == Mark::Yes).collect();
    // The table of ranks: precision among the chunks down to this one.
    for (rank, row) in (1..).zip(&mut rows) {
        row.cells = vec![Mark::Number(ranking::precision_at(&useful, rank))];
    }
    let (k, total) = (useful.len(), useful.iter().filter(|useful| **useful).count());
    let score = ranking::average_precision(&useful);
    let mut breakdown = Breakdown::default();
    breakdown.named.insert("verdicts".into(), json!(useful));
    breakdown
        .lines
        .push(Line::new(Label::AveragePrecision, working(&useful), Some(score)));
    breakdown.figures = vec![
        precision_line(&useful, k),
        reciprocal_rank_line(&useful),
        ndcg_line(&useful, total),
    ];
    breakdown.groups.push(Group {
        label: Label::Chunks,
        columns: vec![PRECISION_AT_RANK.to_owned()],
        rows,
    });
    Judged::scored(score, Parts::Breakdown(Box::new(breakdown)))
}

/// The column of the precision down to a rank.
pub const PRECISION_AT_RANK: &str = "P@k";

/// Precision@k with its numbers.
pub(super) fn precision_line(relevant: &[bool], k: usize) -> Line {
    let working = match k {
        0 => "n = 0 →".to_owned(),
        k => format!("{} / {k}", ranking::hits(relevant, k)),
    };
    Line::new(Label::PrecisionAtK, working, ranking::precision_at(relevant, k)).at(k)
}

/// The reciprocal of the first relevant rank.
pub(super) fn reciprocal_rank_line(relevant: &[bool]) -> Line {
    let working = match relevant.iter().position(|relevant| *relevant) {
        Some(at) => format!("1 / {}", at + 1),
        None => "Σ v = 0 →".to_owned(),
    };
    Line::new(Label::ReciprocalRank, working, ranking::reciprocal_rank(relevant))
}

/// nDCG as the gain divided by that of the ideal list.
pub(super) fn ndcg_line(relevant: &[bool], total: usize) -> Line {
    let (gain, ideal) = ranking::gains(relevant, total);
    let working = if ideal == 0.0 {
        "Σ v = 0 →".to_owned()
    } else {
        format!("{} / {}", fixed(gain, 3), fixed(ideal, 3))
    };
    Line::new(Label::Ndcg, working, ranking::ndcg(relevant, total))
}

/// `(1/2 + 2/3) / 2`
fn working(useful: &[bool]) -> String {
    let ranks = (1..)
        .zip(useful)
        .filter(|(_, useful)| **useful)
        .map(|(rank, _)| rank);
    let terms: Vec<String> = (1..)
        .zip(ranks)
        .map(|(hits, rank): (u32, u32)| format!("{hits}/{rank}"))
        .collect();
    match terms.len() {
        0 => "Σ v = 0 →".to_owned(),
        hits => format!("({}) / {hits}", terms.join(" + ")),
    }
}
