//! RAG Recall (seed 000): how far does the returned passage hold the ground truth?
//!
//! One ask for all passages, and one re-ask for those without a usable score. Here are the rules and the
//! arithmetic; what a reply says is read in [`crate::reply::recall`].
//!
//! ```text
//! essential = Σ essential scores / E        bonus = Σ bonus scores / (E · B · 2), 0 when B = 0
//! combined  = essential + bonus             final = min(5, combined)
//! ```
//!
//! Each line is rounded half up to two decimals before the next one uses it: the printed chain is the authority,
//! because seed 000's second example adds the rounded parts. The exact value is kept beside it.

use serde::Serialize;
use std::sync::Arc;

use crate::evaluation::desk::ChatAsk;
use crate::evaluation::{
    AskPath, Desk, Flag, Judged, Metric, Parts, PassageId, PassageKind, Question, Reason, Scale,
};
use crate::prompt::{Template, Values, fence};
use crate::reply::recall::{PassageReading, RecallReading, StatedLines, own};
use crate::sample::examples::{Example, RECALL};
use crate::sample::{Field, Sample};
use crate::stats::rational::{Hundredths, Rational, parse, plain, to_f64};
use crate::text::visible::is_blank;

/// The metric. Score 1–5, higher is better; a 0–1 view is (x − 1) / 4.
pub struct RagRecall;

const PASSAGES: AskPath = AskPath::step("passages");

const GROUND_TRUTH: &[&str] = &["passage_gt", "ground_truth"];
const RETURNED: &[&str] = &["passage_llm", "answer", "llm_response", "response"];

static PROMPT: Template = Template {
    id: "rag-recall",
    version: 1,
    text: include_str!("../../prompts/rag-recall.md"),
    placeholders: &[GROUND_TRUTH, RETURNED],
};

const OPEN: &[&str] = &["passages"];

static PROMPT_AGAIN: Template = Template {
    id: "rag-recall-again",
    version: 1,
    text: include_str!("../../prompts/rag-recall-again.md"),
    placeholders: &[OPEN],
};

/// Passage scores, the formula chain, and the judge's own totals beside it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RecallParts {
    /// Scores of the essential passages, 1–5; `None`: missing or invalid.
    pub essential: Vec<Option<f64>>,
    /// Scores of the bonus passages, 0–5; `None`: missing or invalid.
    pub bonus: Vec<Option<f64>>,
    /// Σ essential / E, two decimals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub essential_score: Option<f64>,
    /// Σ bonus / (E · B · 2), two decimals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus_score: Option<f64>,
    /// The sum of the two, not capped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combined: Option<f64>,
    /// The score: the sum capped at 5.
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    pub final_score: Option<f64>,
    /// min(5, Σe / E + Σb / (2 · E · B)) without any rounding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<f64>,
    /// A row for each passage that was given.
    pub passages: Vec<PassageRow>,
    /// The four formula lines with their numbers.
    pub lines: Vec<FormulaLine>,
    /// What the judge scored though it was not given.
    pub extra: Vec<PassageRow>,
    /// The judge's own final score where no passage score could be read: not verified, never used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated_final: Option<String>,
}

/// One passage and its verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PassageRow {
    /// `E1`, `B2`; also its key for overrides.
    pub key: String,
    /// Essential or bonus.
    pub kind: PassageKind,
    /// The score that counts.
    pub score: Option<f64>,
    /// The score as it is printed: `4`, `4.5`.
    pub printed: Option<String>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Reason>,
    /// What the judge wrote in its place, where there is none: `6`, `80%`. May be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub written: String,
    /// The judge's reasoning.
    pub reasoning: String,
    /// The score came with the re-ask.
    pub re_asked: bool,
    /// The judge's score, where a person changed it (`Some(None)`: the judge gave none).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<Option<f64>>,
    /// The person's note.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Which of the four lines of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// Mean of the essential scores.
    Essential,
    /// Share of the bonus scores.
    Bonus,
    /// Their sum.
    Combined,
    /// The sum, capped.
    Final,
}

/// One line of the formula with its numbers filled in.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormulaLine {
    /// Which one.
    pub line: Line,
    /// `(4 + 3) / 2`; a passage without a score stands as `?`.
    pub working: String,
    /// Our value; `None` while a score is missing.
    pub value: Option<String>,
    /// What the judge wrote for this line. The final line has two: the calculation and the score.
    pub stated: Vec<Stated>,
    /// Our value from the judge's own scores, where a person's changes moved it: what the judge wrote is held against
    /// this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<String>,
}

/// A total that the judge wrote itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stated {
    /// Its number.
    pub value: String,
    /// Whether it equals the printed chain or the exact value, at two decimals; `None` while ours is missing.
    pub agrees: Option<bool>,
}

impl Metric for RagRecall {
    fn id(&self) -> &'static str {
        "rag-recall"
    }

    fn version(&self) -> u32 {
        2
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

    fn optional(&self) -> &'static [Field] {
        &[Field::Bonus]
    }

    fn examples(&self) -> &'static [Example] {
        RECALL
    }

    fn prompts(&self) -> &'static [&'static Template] {
        const PROMPTS: &[&Template] = &[&PROMPT, &PROMPT_AGAIN];
        PROMPTS
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        let sample = desk.sample();
        let blank = |text: &String| is_blank(text);
        if sample.essential.is_empty()
            || sample.essential.iter().chain(&sample.bonus).any(blank)
            || blank(&sample.answer)
        {
            return Some(Judged::not_applicable(Reason::EmptyInput));
        }
        let given = passages(sample);

        let reply = desk.chat(&PASSAGES, || ask(PASSAGES, sample, given.clone(), None))?;
        let first = reply
            .words()
            .and_then(|reply| own::read_any(&reply.text, reply.stop, &given, false));
        let first = match first {
            Ok(reading) => reading,
            Err(reason) => {
                return Some(Judged::unscored(
                    reason,
                    Parts::Recall(Box::new(nothing_read(&given))),
                ));
            }
        };

        let open: Vec<PassageId> = first
            .passages
            .iter()
            .filter(|passage| passage.score.is_err())
            .map(|passage| passage.id)
            .collect();
        let mut again = RecallReading::default();
        if !open.is_empty() {
            let path = PASSAGES.again();
            let reply = desk.chat(&path, || ask(path.clone(), sample, open.clone(), Some(&open)))?;
            if let crate::evaluation::Reply::Text(_) = reply {
                desk.flag(Flag::ReAsked);
            }
            // An answer that can't be read leaves the first reading as it is.
            again = reply
                .words()
                .and_then(|reply| own::read_any(&reply.text, reply.stop, &open, true))
                .unwrap_or_default();
        }
        Some(score(desk, &given, &first, &again))
    }
}

/// Every passage of the sample, essential first.
fn passages(sample: &Sample) -> Vec<PassageId> {
    let of_kind = |kind, count| (1..=count).map(move |number| PassageId { kind, number });
    of_kind(PassageKind::Essential, sample.essential.len())
        .chain(of_kind(PassageKind::Bonus, sample.bonus.len()))
        .collect()
}

fn ask(
    path: AskPath,
    sample: &Arc<Sample>,
    wanted: Vec<PassageId>,
    open: Option<&[PassageId]>,
) -> ChatAsk<'static> {
    let addendum = open.map(|open| {
        let list: Vec<String> = open.iter().map(|id| format!("- {}", marker(*id))).collect();
        (&PROMPT_AGAIN, Values::new().with(OPEN, list.join("\n")))
    });
    ChatAsk {
        path,
        question: Question::Passages {
            sample: sample.clone(),
            wanted,
        },
        template: &PROMPT,
        values: Values::new()
            .with(GROUND_TRUTH, ground_truth(sample))
            .with(RETURNED, fence::fenced("passage", &sample.answer)),
        addendum,
        schema: None,
    }
}

/// `[ESSENTIAL PASSAGE] 1`
fn marker(id: PassageId) -> String {
    let kind = match id.kind {
        PassageKind::Essential => "ESSENTIAL",
        PassageKind::Bonus => "BONUS",
    };
    format!("[{kind} PASSAGE] {}", id.number)
}

/// The ground truth as the judge sees it: every passage behind its marker, fenced.
fn ground_truth(sample: &Sample) -> String {
    let texts = sample.essential.iter().chain(&sample.bonus);
    let blocks: Vec<String> = passages(sample)
        .into_iter()
        .zip(texts)
        .map(|(id, text)| format!("{}\n{}", marker(id), fence::fenced("passage", text)))
        .collect();
    blocks.join("\n\n")
}

fn nothing_read(given: &[PassageId]) -> RecallParts {
    let count = |kind| given.iter().filter(|id| id.kind == kind).count();
    RecallParts {
        essential: vec![None; count(PassageKind::Essential)],
        bonus: vec![None; count(PassageKind::Bonus)],
        ..RecallParts::default()
    }
}

/// A passage after both replies, before a person's changes.
struct Settled<'r> {
    reading: Option<&'r PassageReading>,
    /// The other reply's, whose reasoning stands in where this one has none.
    other: Option<&'r PassageReading>,
    score: Result<Rational, Reason>,
    re_asked: bool,
}

impl Settled<'_> {
    fn reasoning(&self) -> String {
        let said = [self.reading, self.other].into_iter().flatten();
        let mut said = said.map(|reading| reading.reasoning.as_str());
        said.find(|reasoning| !reasoning.is_empty())
            .unwrap_or_default()
            .to_owned()
    }

    /// What stands in the place of a score, in whichever reply has anything there.
    fn written(&self) -> String {
        let mut said = [self.reading, self.other].into_iter().flatten();
        let found = said.find(|reading| self.score.is_err() && !reading.written.is_empty());
        found.map_or_else(String::new, |reading| reading.written.clone())
    }
}

fn settle<'r>(id: PassageId, first: &'r RecallReading, again: &'r RecallReading) -> Settled<'r> {
    let find = |reading: &'r RecallReading| reading.passages.iter().find(|passage| passage.id == id);
    let (first, again) = (find(first), find(again));
    match (
        first.map(|passage| passage.score),
        again.map(|passage| passage.score),
    ) {
        (Some(Ok(score)), _) => Settled {
            reading: first,
            other: None,
            score: Ok(score),
            re_asked: false,
        },
        (_, Some(Ok(score))) => Settled {
            reading: again,
            other: first,
            score: Ok(score),
            re_asked: true,
        },
        (Some(Err(reason)), _) => Settled {
            reading: first,
            other: again,
            score: Err(reason),
            re_asked: false,
        },
        (None, _) => Settled {
            reading: None,
            other: again,
            score: Err(Reason::MissingVerdict),
            re_asked: false,
        },
    }
}

fn score(desk: &mut Desk<'_>, given: &[PassageId], first: &RecallReading, again: &RecallReading) -> Judged {
    let mut parts = RecallParts::default();
    let mut scores: Vec<(PassageKind, Result<Rational, Reason>)> = Vec::new();
    let mut own = Vec::new();
    for &id in given {
        let settled = settle(id, first, again);
        if settled.score.is_ok() && settled.reading.is_some_and(|reading| reading.scores_differ) {
            desk.flag(Flag::ScoresDiffer);
        }
        own.push((id.kind, settled.score));
        let key = id.key();
        let change = desk.override_at(&key, |change| {
            Some((override_score(id.kind, &change.value)?, change.note.clone()))
        });
        let (score, judged, note) = match change {
            Some((score, note)) => (Ok(score), Some(settled.score.ok().map(to_f64)), note),
            None => (settled.score, None, String::new()),
        };
        let row = PassageRow {
            key,
            kind: id.kind,
            score: score.ok().map(to_f64),
            printed: score.ok().map(|score| plain(score, 9)),
            fault: score.err(),
            written: settled.written(),
            reasoning: settled.reasoning(),
            re_asked: settled.re_asked,
            judged,
            note,
        };
        match id.kind {
            PassageKind::Essential => parts.essential.push(row.score),
            PassageKind::Bonus => parts.bonus.push(row.score),
        }
        parts.passages.push(row);
        scores.push((id.kind, score));
    }
    if scores
        .iter()
        .any(|(_, score)| score.is_ok_and(|score| !score.is_integer()))
    {
        desk.flag(Flag::FractionalScore);
    }
    if first.repaired || again.repaired {
        desk.flag(Flag::Repaired);
    }
    parts.extra = extra_rows(given, first, again);
    if !parts.extra.is_empty() {
        desk.flag(Flag::ExtraPassage);
    }

    let chain = Chain::new(&scores);
    parts.lines = chain.lines(&first.stated);
    // The judge reckoned with its own scores, not with those that a person gave.
    for (line, own) in parts.lines.iter_mut().zip(Chain::new(&own).lines(&first.stated)) {
        line.stated = own.stated;
        line.judged = own.value.filter(|own| line.value.as_ref() != Some(own));
    }
    if parts
        .lines
        .iter()
        .flat_map(|line| &line.stated)
        .any(|stated| stated.agrees == Some(false))
    {
        desk.flag(Flag::JudgeArithmeticDiffers);
    }
    if let Some(total) = &chain.total {
        parts.essential_score = Some(total.essential.as_f64());
        parts.bonus_score = Some(total.bonus.as_f64());
        parts.combined = Some(total.combined.as_f64());
        parts.final_score = Some(total.final_score.as_f64());
        parts.exact = Some(to_f64(total.exact_final()));
        return Judged::scored(total.final_score.as_f64(), Parts::Recall(Box::new(parts)));
    }

    if scores.iter().all(|(_, score)| score.is_err())
        && let Some(stated) = first.stated.final_score
    {
        desk.flag(Flag::StatedNotVerified);
        parts.stated_final = Some(plain(stated, 9));
    }
    let reason = worst(scores.iter().filter_map(|(_, score)| score.err()));
    Judged::unscored(reason, Parts::Recall(Box::new(parts)))
}

/// The reason of a row with several faults: the first that applies of truncated, out of scale, missing,
/// unreadable.
fn worst(faults: impl Iterator<Item = Reason> + Clone) -> Reason {
    [Reason::Truncated, Reason::OutOfScale, Reason::MissingVerdict]
        .into_iter()
        .find(|reason| faults.clone().any(|fault| fault == *reason))
        .unwrap_or(Reason::Unreadable)
}

/// A person's score for a passage, if it is one: a number on the scale of its kind.
fn override_score(kind: PassageKind, value: &serde_json::Value) -> Option<Rational> {
    let score = parse(&value.as_number()?.to_string())?;
    on_scale(kind, score).then_some(score)
}

/// Whether a score lies on its scale: 1–5 for essential, 0–5 for bonus passages.
pub fn on_scale(kind: PassageKind, score: Rational) -> bool {
    let lowest = match kind {
        PassageKind::Essential => 1,
        PassageKind::Bonus => 0,
    };
    score >= Rational::from_integer(lowest) && score <= Rational::from_integer(5)
}

fn extra_rows(given: &[PassageId], first: &RecallReading, again: &RecallReading) -> Vec<PassageRow> {
    first
        .extra
        .iter()
        .chain(&again.extra)
        // A re-ask that repeats a passage which was fine is no extra passage.
        .filter(|passage| !given.contains(&passage.id))
        .map(|passage| PassageRow {
            key: passage.id.key(),
            kind: passage.id.kind,
            score: passage.score.ok().map(to_f64),
            printed: passage.score.ok().map(|score| plain(score, 9)),
            fault: passage.score.err(),
            written: passage.written.clone(),
            reasoning: passage.reasoning.clone(),
            re_asked: false,
            judged: None,
            note: String::new(),
        })
        .collect()
}

/// The formula chain over one set of scores.
struct Chain {
    essential: Vec<Option<Rational>>,
    bonus: Vec<Option<Rational>>,
    /// The exact essential and bonus part.
    parts: (Option<Rational>, Option<Rational>),
    total: Option<Total>,
}

struct Total {
    essential: Hundredths,
    bonus: Hundredths,
    combined: Hundredths,
    final_score: Hundredths,
    exact_essential: Rational,
    exact_bonus: Rational,
}

impl Total {
    fn exact_combined(&self) -> Rational {
        self.exact_essential + self.exact_bonus
    }

    fn exact_final(&self) -> Rational {
        self.exact_combined().min(Rational::from_integer(5))
    }
}

impl Chain {
    fn new(scores: &[(PassageKind, Result<Rational, Reason>)]) -> Self {
        let of_kind = |wanted| -> Vec<Option<Rational>> {
            scores
                .iter()
                .filter(|(kind, _)| *kind == wanted)
                .map(|(_, score)| score.ok())
                .collect()
        };
        let (essential, bonus) = (of_kind(PassageKind::Essential), of_kind(PassageKind::Bonus));
        let parts = exact_parts(&essential, &bonus);
        Self {
            essential,
            bonus,
            parts,
            total: total(parts),
        }
    }

    /// The four lines, with the judge's own figures beside ours.
    fn lines(&self, stated: &StatedLines) -> Vec<FormulaLine> {
        let (e, b) = (self.essential.len(), self.bonus.len());
        let total = self.total.as_ref();
        let chain = |pick: fn(&Total) -> Hundredths| total.map(pick);
        let exact = |pick: fn(&Total) -> Rational| total.map(|total| Hundredths::round_half_up(pick(total)));
        let print = |value: Option<Hundredths>| value.map_or("?".to_owned(), |value| value.to_string());
        let line = |line,
                    working,
                    ours: Option<Hundredths>,
                    exact: Option<Hundredths>,
                    stated: &[Option<Rational>]| {
            let stated = stated.iter().flatten().map(|&value| Stated {
                value: plain(value, 9),
                agrees: ours.map(|ours| {
                    let theirs = Hundredths::round_half_up(value);
                    theirs == ours || Some(theirs) == exact
                }),
            });
            FormulaLine {
                line,
                working,
                value: ours.map(|value| value.to_string()),
                stated: stated.collect(),
                judged: None,
            }
        };
        let bonus_working = match b {
            0 => String::new(),
            _ => format!("({}) / ({e} · {b} · 2)", sum(&self.bonus)),
        };
        let rounded = |part: Option<Rational>| part.map(Hundredths::round_half_up);
        let (essential, bonus) = (rounded(self.parts.0), rounded(self.parts.1));
        let (combined, last) = (chain(|t| t.combined), chain(|t| t.final_score));
        vec![
            line(
                Line::Essential,
                format!("({}) / {e}", sum(&self.essential)),
                essential,
                essential,
                &[stated.essential],
            ),
            line(Line::Bonus, bonus_working, bonus, bonus, &[stated.bonus]),
            line(
                Line::Combined,
                format!("{} + {}", print(essential), print(bonus)),
                combined,
                exact(Total::exact_combined),
                &[stated.combined],
            ),
            line(
                Line::Final,
                format!("min(5, {})", print(combined)),
                last,
                exact(Total::exact_final),
                &[stated.calculation, stated.final_score],
            ),
        ]
    }
}

/// `4 + ? + 3`
fn sum(scores: &[Option<Rational>]) -> String {
    let scores: Vec<String> = scores
        .iter()
        .map(|score| score.map_or("?".to_owned(), |score| plain(score, 9)))
        .collect();
    scores.join(" + ")
}

/// The exact part of each kind, once each of its passages has a score. Without bonus passages their part is 0.
fn exact_parts(
    essential: &[Option<Rational>],
    bonus: &[Option<Rational>],
) -> (Option<Rational>, Option<Rational>) {
    let add = |scores: &[Option<Rational>]| -> Option<Rational> {
        scores
            .iter()
            .try_fold(Rational::from_integer(0), |sum, score| Some(sum + (*score)?))
    };
    let (e, b) = (essential.len() as i128, bonus.len() as i128);
    let of = |sum: Option<Rational>, by: i128| sum.map(|sum| sum / Rational::from_integer(by.max(1)));
    (of(add(essential), e), of(add(bonus), e * b * 2))
}

/// The chain, once every passage has its score.
fn total((essential, bonus): (Option<Rational>, Option<Rational>)) -> Option<Total> {
    let (exact_essential, exact_bonus) = (essential?, bonus?);
    let (essential, bonus) = (
        Hundredths::round_half_up(exact_essential),
        Hundredths::round_half_up(exact_bonus),
    );
    let combined = Hundredths(essential.0 + bonus.0);
    let final_score = combined.min(Hundredths(500));
    Some(Total {
        essential,
        bonus,
        combined,
        final_score,
        exact_essential,
        exact_bonus,
    })
}
