//! Two outcomes of one sample by two judges, row by row, with their agreement. Their scores stand side by side and
//! are never averaged: what a lexical judge and a language model mean by a score is not the same thing.

use crate::evaluation::{Outcome, Parts};
use crate::metric::breakdown::Mark;
use crate::metric::rag_recall::RecallParts;
use crate::metric::sufficient_context::SufficiencyParts;
use crate::sample::Sample;
use crate::stats::agreement::cohen_kappa;

/// What one judge said about one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opinion {
    /// Yes: supported, covered, sufficient.
    Yes,
    /// No.
    No,
    /// Neither.
    Unsure,
    /// A rating or another number.
    Number(f64),
    /// The row is there, a usable verdict is not.
    Nothing,
    /// The judge has no such row: each splits texts in its own way.
    Absent,
}

impl Opinion {
    /// A verdict that can agree or disagree with another.
    fn counts(self) -> bool {
        !matches!(self, Self::Nothing | Self::Absent)
    }

    fn of(mark: Mark) -> Option<Self> {
        Some(match mark {
            Mark::Yes => Self::Yes,
            // A judge that is asked yes or no says no to both.
            Mark::No | Mark::Contradicted | Mark::NotFound => Self::No,
            Mark::Unsure => Self::Unsure,
            Mark::Rating(value, _) | Mark::Number(value) => Self::Number(value),
            Mark::Open(_) => Self::Nothing,
            // What one judge listed, and what nobody judged.
            Mark::Listed { .. } | Mark::Struck | Mark::Plain => return None,
        })
    }

    fn from_verdict(verdict: Option<bool>) -> Self {
        match verdict {
            Some(true) => Self::Yes,
            Some(false) => Self::No,
            None => Self::Nothing,
        }
    }
}

/// What a row is about.
#[derive(Clone, Debug, PartialEq)]
pub enum About {
    /// A text: a passage, a statement, a required entity.
    Text(String),
    /// The verdict on the whole sample.
    Whole,
    /// Whether the chunk with this number, from 0, is useful.
    Chunk(usize),
}

/// What a row's numbers are measured on, where rows differ in that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// The metric's own, the same for all rows.
    #[default]
    Own,
    /// An essential passage: 1–5.
    Essential,
    /// A bonus passage: 0–5.
    Bonus,
}

/// One row with both verdicts.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// `E1`, `B2`; empty where rows have no such name.
    pub key: String,
    /// What its numbers are measured on.
    pub scale: Scale,
    /// What was judged.
    pub about: About,
    /// The first judge's verdict.
    pub first: Opinion,
    /// The second's.
    pub second: Opinion,
    /// The reasons of both, empty where one gave none.
    pub reasons: [String; 2],
}

impl Pair {
    /// Whether both gave a verdict, and if so, whether it is the same.
    pub fn agrees(&self) -> Option<bool> {
        (self.first.counts() && self.second.counts()).then(|| same(self.first, self.second))
    }
}

/// How far two judges agree. Counts of rows; nothing here is a score.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Rows on which both gave a verdict.
    pub both: usize,
    /// Of those, rows with the same verdict.
    pub same: usize,
    /// Rows on which only one of them did.
    pub one_sided: usize,
    /// Of the rows with two numbers, the mean distance between them, for each scale: a step on one is not one on another.
    pub distances: Vec<(Scale, f64)>,
    /// Cohen's κ over the rows that are no numbers, where it is defined and there are at least two.
    pub kappa: Option<f64>,
}

/// The rows of two outcomes side by side, in the order of the first; what only the second has comes last.
pub fn side_by_side(sample: &Sample, first: &Outcome, second: &Outcome) -> Vec<Pair> {
    let mut theirs: Vec<Option<Row>> = rows(sample, second).into_iter().map(Some).collect();
    let mut pairs: Vec<Pair> = rows(sample, first)
        .into_iter()
        .map(|row| {
            let found = theirs
                .iter_mut()
                .find(|other| other.as_ref().is_some_and(|other| other.is_of(&row)))
                .and_then(Option::take);
            let (second, reason) = found.map_or((Opinion::Absent, String::new()), |found| {
                (found.opinion, found.reason)
            });
            Pair {
                key: row.key,
                scale: row.scale,
                about: row.about,
                first: row.opinion,
                second,
                reasons: [row.reason, reason],
            }
        })
        .collect();
    pairs.extend(theirs.into_iter().flatten().map(|row| Pair {
        key: row.key,
        scale: row.scale,
        about: row.about,
        first: Opinion::Absent,
        second: row.opinion,
        reasons: [String::new(), row.reason],
    }));
    pairs
}

/// How far they agree.
pub fn agreement(pairs: &[Pair]) -> Agreement {
    let both: Vec<&Pair> = pairs.iter().filter(|pair| pair.agrees().is_some()).collect();
    let mean_distance = |scale: Scale| {
        let apart = both.iter().filter(|pair| pair.scale == scale).filter_map(|pair| {
            match (pair.first, pair.second) {
                (Opinion::Number(first), Opinion::Number(second)) => Some((first - second).abs()),
                _ => None,
            }
        });
        let apart: Vec<f64> = apart.collect();
        (!apart.is_empty()).then(|| (scale, apart.iter().sum::<f64>() / apart.len() as f64))
    };
    let categories: Vec<(Kind, Kind)> = both
        .iter()
        .filter_map(|pair| Some((Kind::of(pair.first)?, Kind::of(pair.second)?)))
        .collect();
    Agreement {
        both: both.len(),
        same: both.iter().filter(|pair| pair.agrees() == Some(true)).count(),
        one_sided: pairs
            .iter()
            .filter(|pair| pair.first.counts() != pair.second.counts())
            .count(),
        distances: [Scale::Own, Scale::Essential, Scale::Bonus]
            .into_iter()
            .filter_map(mean_distance)
            .collect(),
        kappa: (categories.len() > 1).then(|| cohen_kappa(&categories)).flatten(),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Yes,
    No,
    Unsure,
}

impl Kind {
    fn of(opinion: Opinion) -> Option<Self> {
        match opinion {
            Opinion::Yes => Some(Self::Yes),
            Opinion::No => Some(Self::No),
            Opinion::Unsure => Some(Self::Unsure),
            _ => None,
        }
    }
}

fn same(first: Opinion, second: Opinion) -> bool {
    match (first, second) {
        (Opinion::Number(first), Opinion::Number(second)) => (first - second).abs() < 1e-9,
        _ => first == second,
    }
}

/// A row of one outcome. Rows are of the same thing when their group and their words are.
struct Row {
    group: usize,
    key: String,
    scale: Scale,
    about: About,
    opinion: Opinion,
    reason: String,
}

impl Row {
    fn plain(group: usize, about: About, opinion: Opinion, reason: &str) -> Self {
        Self {
            group,
            key: String::new(),
            scale: Scale::Own,
            about,
            opinion,
            reason: reason.to_owned(),
        }
    }
}

impl Row {
    fn is_of(&self, other: &Self) -> bool {
        self.group == other.group
            && match (&self.about, &other.about) {
                (About::Text(text), About::Text(other)) => {
                    let folded_text = folded(text);
                    text == other || (!folded_text.is_empty() && folded_text == folded(other))
                }
                (about, other) => about == other,
            }
    }
}

fn folded(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

fn rows(sample: &Sample, outcome: &Outcome) -> Vec<Row> {
    match &outcome.parts {
        Parts::None => Vec::new(),
        Parts::Recall(parts) => recall_rows(sample, parts),
        Parts::Sufficiency(parts) => sufficiency_rows(sample, parts),
        Parts::Breakdown(breakdown) => breakdown
            .groups
            .iter()
            .flat_map(|group| {
                group.rows.iter().filter_map(|row| {
                    let about = About::Text(row.text.clone());
                    let opinion = Opinion::of(row.mark)?;
                    Some(Row::plain(group.label as usize, about, opinion, &row.reason))
                })
            })
            .collect(),
    }
}

fn recall_rows(sample: &Sample, parts: &RecallParts) -> Vec<Row> {
    let of = |scale: Scale, letter: char, texts: &[String], scores: &[Option<f64>]| -> Vec<Row> {
        let rows = texts.iter().zip(scores).enumerate().map(|(at, (text, score))| {
            let key = format!("{letter}{}", at + 1);
            let passage = parts.passages.iter().find(|passage| passage.key == key);
            Row {
                group: scale as usize,
                scale,
                about: About::Text(text.clone()),
                opinion: score.map_or(Opinion::Nothing, Opinion::Number),
                reason: passage.map_or_else(String::new, |passage| passage.reasoning.clone()),
                key,
            }
        });
        rows.collect()
    };
    let mut rows = of(Scale::Essential, 'E', &sample.essential, &parts.essential);
    rows.extend(of(Scale::Bonus, 'B', &sample.bonus, &parts.bonus));
    rows
}

fn sufficiency_rows(sample: &Sample, parts: &SufficiencyParts) -> Vec<Row> {
    let verdict = Opinion::from_verdict(parts.sufficient);
    let mut rows = vec![Row::plain(0, About::Whole, verdict, &parts.reasoning)];
    if parts.verdict_only {
        return rows;
    }
    rows.extend(parts.coverage.0.iter().map(|(entity, covered)| {
        let about = About::Text(entity.clone());
        Row::plain(1, about, Opinion::from_verdict(*covered), "")
    }));
    rows.extend((0..sample.contexts.len()).map(|chunk| {
        let useful = Opinion::from_verdict(Some(parts.useful.contains(&chunk)));
        Row::plain(2, About::Chunk(chunk), useful, "")
    }));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, Options, Overrides, Reply};
    use crate::metric::catalogue;

    fn judged(metric: &str, sample: &Sample, replies: &[&str]) -> Outcome {
        let metric = catalogue::find(metric).unwrap();
        let mut evaluation = Evaluation::start(metric, sample.clone(), Options::default()).unwrap();
        let mut replies = replies.iter();
        while let Some(asks) = evaluation.open_asks() {
            let path = asks.first().unwrap().path.clone();
            let reply = replies.next().map_or("", |reply| *reply);
            evaluation.take(&path, Reply::text(reply)).unwrap();
        }
        evaluation.outcome(&Overrides::default())
    }

    fn recall(scores: &[u8]) -> String {
        let lines: Vec<String> = scores
            .iter()
            .enumerate()
            .map(|(at, score)| format!("[ESSENTIAL PASSAGE] {}: Compared. Score: {score}", at + 1))
            .collect();
        format!("RECALL_Reasoning:\n{}", lines.join("\n"))
    }

    #[test]
    fn recall_scores_stand_passage_by_passage() {
        let sample = Sample {
            essential: vec![
                "It was built in 1871.".into(),
                "It is tall.".into(),
                "It is white.".into(),
            ],
            answer: "Built in 1871.".into(),
            ..Sample::default()
        };
        let first = judged("rag-recall", &sample, &[&recall(&[5, 3, 1])]);
        let second = judged("rag-recall", &sample, &[&recall(&[5, 1, 1])]);
        let pairs = side_by_side(&sample, &first, &second);
        assert_eq!(pairs.len(), 3);
        assert_eq!(pairs[1].about, About::Text("It is tall.".into()));
        assert_eq!(
            (pairs[1].first, pairs[1].second),
            (Opinion::Number(3.0), Opinion::Number(1.0))
        );
        let agreement = agreement(&pairs);
        assert_eq!((agreement.both, agreement.same, agreement.one_sided), (3, 2, 0));
        assert_eq!(agreement.distances, [(Scale::Essential, 2.0 / 3.0)]);
        assert_eq!(agreement.kappa, None);
    }

    #[test]
    fn scales_are_kept_apart_and_reasons_stand_on_both_sides() {
        let sample = Sample {
            essential: vec!["It was built in 1871.".into()],
            bonus: vec!["It is tall.".into()],
            answer: "Built in 1871.".into(),
            ..Sample::default()
        };
        let reply = |essential: u8, bonus: u8, why: &str| {
            format!(
                "RECALL_Reasoning:\n[ESSENTIAL PASSAGE] 1: {why} Score: {essential}\nBONUS_Reasoning:\n[BONUS PASSAGE] 1: {why} Score: {bonus}"
            )
        };
        let first = judged("rag-recall", &sample, &[&reply(5, 4, "Plainly there.")]);
        let second = judged("rag-recall", &sample, &[&reply(3, 0, "Only half.")]);
        let pairs = side_by_side(&sample, &first, &second);
        let keys: Vec<_> = pairs.iter().map(|pair| (pair.key.as_str(), pair.scale)).collect();
        assert_eq!(keys, [("E1", Scale::Essential), ("B1", Scale::Bonus)]);
        assert_eq!(
            agreement(&pairs).distances,
            [(Scale::Essential, 2.0), (Scale::Bonus, 4.0)]
        );
        for pair in &pairs {
            let [one, other] = &pair.reasons;
            assert!(
                one.contains("Plainly") && other.contains("half"),
                "{:?}",
                pair.reasons
            );
        }
    }

    #[test]
    fn a_row_that_one_judge_left_open_does_not_count_as_disagreement() {
        let sample = Sample {
            essential: vec!["It was built in 1871.".into(), "It is tall.".into()],
            answer: "Built in 1871.".into(),
            ..Sample::default()
        };
        let first = judged("rag-recall", &sample, &[&recall(&[5, 3])]);
        let second = judged("rag-recall", &sample, &[&recall(&[5]), ""]);
        let agreement = agreement(&side_by_side(&sample, &first, &second));
        assert_eq!((agreement.both, agreement.same, agreement.one_sided), (1, 1, 1));
    }

    #[test]
    fn a_sufficiency_verdict_stands_with_its_entities_and_chunks() {
        let sample = Sample {
            question: "How long, and are there cars?".into(),
            contexts: vec!["35 minutes.".into(), "24 cars.".into()],
            ..Sample::default()
        };
        let reply = |sufficient: bool, cars: bool, useful: &str| {
            format!(
                r#"{{"Sufficient Context": {sufficient}, "is_sufficient": {sufficient}, "required_entities": ["35 minutes", "cars"],
                "coverage": {{"35 minutes": true, "cars": {cars}}}, "missing_information": [], "contradictions": [],
                "confidence": 0.9, "reasoning": "x", "useful_chunk_ids": {useful}}}"#
            )
        };
        let first = judged("sufficient-context", &sample, &[&reply(true, true, "[0, 1]")]);
        let second = judged("sufficient-context", &sample, &[&reply(false, false, "[0]")]);
        let pairs = side_by_side(&sample, &first, &second);
        assert_eq!((pairs[0].first, pairs[0].second), (Opinion::Yes, Opinion::No));
        assert_eq!(pairs.len(), 5, "{pairs:?}");
        let agreement = agreement(&pairs);
        assert_eq!((agreement.both, agreement.same), (5, 2));
        assert!(agreement.kappa.is_some());
    }

    #[test]
    fn statements_are_paired_by_their_words() {
        let row = |text: &str, opinion| Row::plain(0, About::Text(text.to_owned()), opinion, "");
        let a = row("The ferry takes 35 minutes.", Opinion::Yes);
        for (text, of) in [
            ("The ferry takes 35 minutes", true),
            ("the ferry takes  35 minutes.", true),
            ("The ferry takes 36 minutes.", false),
        ] {
            assert_eq!(a.is_of(&row(text, Opinion::No)), of, "{text}");
        }
    }
}
