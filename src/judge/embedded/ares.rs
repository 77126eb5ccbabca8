//! The three yes/no judges of ARES: are the chunks about the question, is the answer supported by them, is it about the
//! question. Each as a score, a yes or no by a threshold, and why.
//!
//! The thresholds of the two that look at the question were measured on TREC QA: what is about something else is told
//! nearly always, what is only near three times in four.

use crate::evaluation::ask::AresJudge;
use crate::i18n::Lang;
use crate::sample::Sample;

use super::relevance::{answer_score, context_score, is_relevant, shared};
use super::statements::statements;
use super::support::THRESHOLD;
use super::table::Table;
use super::verify::judged;

/// From this score on chunks are relevant. On the sentences of TREC QA a lower one gains as much against other topics
/// as it loses against the same one, and a higher one the other way round.
const RELEVANT: f64 = 0.4;

/// A verdict with what it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// 0–1, for ranking.
    pub score: f64,
    /// Yes or no.
    pub verdict: bool,
    /// Why.
    pub reason: String,
}

/// Answers one of the judges.
pub fn judge(table: &Table, lang: Lang, judge: AresJudge, sample: &Sample) -> Judgement {
    let Sample {
        question,
        contexts,
        answer,
        ..
    } = sample;
    match judge {
        AresJudge::ContextRelevance => {
            let score = context_score(table, question, contexts);
            let verdict = score >= RELEVANT;
            Judgement {
                score,
                verdict,
                reason: shared(table, lang, question, &contexts.join("\n\n"), verdict),
            }
        }
        AresJudge::AnswerRelevance => {
            let verdict = is_relevant(table, question, answer);
            Judgement {
                score: answer_score(table, question, answer),
                verdict,
                reason: shared(table, lang, question, answer, verdict),
            }
        }
        AresJudge::AnswerFaithfulness => faithfulness(table, lang, contexts, answer),
    }
}

/// An answer is as faithful as its worst statement. One that claims nothing contradicts nothing.
fn faithfulness(table: &Table, lang: Lang, contexts: &[String], answer: &str) -> Judgement {
    let judged = judged(table, lang, &statements(answer), contexts);
    let worst = judged
        .into_iter()
        .min_by(|a, b| a.support.p.total_cmp(&b.support.p));
    worst.map_or_else(
        || Judgement {
            score: 1.0,
            verdict: true,
            reason: lang.strings().judged().claims_nothing.to_owned(),
        },
        |worst| Judgement {
            score: worst.support.p,
            verdict: worst.support.p >= THRESHOLD,
            reason: worst.reason,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    #[test]
    fn good_and_bad() {
        let good = Sample {
            question: "How long does the ferry from Ellmark to Tosund take?".into(),
            contexts: vec!["The ferry from Ellmark to Tosund takes 35 minutes.".into()],
            answer: "The ferry takes 35 minutes.".into(),
            ..Sample::default()
        };
        let chinese = Sample {
            question: "圖書館平日開放到幾點？".into(),
            contexts: vec!["圖書館平日開放到晚上九點。".into()],
            answer: "圖書館平日開放到晚上九點。".into(),
            ..Sample::default()
        };
        for good in [good, chinese] {
            let bad = Sample {
                contexts: vec!["Penguins eat herring.".into()],
                answer: "Apples are sweet.".into(),
                ..good.clone()
            };
            for which in [
                AresJudge::ContextRelevance,
                AresJudge::AnswerRelevance,
                AresJudge::AnswerFaithfulness,
            ] {
                for lang in Lang::ALL {
                    let (yes, no) = (
                        judge(&table(), lang, which, &good),
                        judge(&table(), lang, which, &bad),
                    );
                    assert!(
                        yes.verdict && !no.verdict && yes.score > no.score,
                        "{which:?} {yes:?} {no:?}"
                    );
                    assert!(!yes.reason.is_empty() && !no.reason.is_empty());
                }
            }
            let silent = Sample {
                answer: "I don't know.".into(),
                ..good
            };
            assert!(judge(&table(), Lang::En, AresJudge::AnswerFaithfulness, &silent).verdict);
            assert!(!judge(&table(), Lang::En, AresJudge::AnswerRelevance, &silent).verdict);
        }
    }
}
