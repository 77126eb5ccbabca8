//! The embedded lexical judge: matches words, numbers and names, with no key and no network, and answers the same
//! way every time. It is not an LLM, and says so wherever its name stands.
//!
//! It reads the typed question behind an ask, never the prompt, and writes its answer in the form that the prompt
//! asks for, so that one reader reads all judges. [`passages`] answers recall, [`sufficiency`] the two sufficiency
//! prompts, [`statements`] splits, [`verify`] says what a source supports (by the model in [`support`] with its fitted
//! [`coefficients`], and the [`rules`] for what matching can't see), [`relevance`] what has to do with a question;
//! [`ares`] are the three judges of ARES, [`hallucination`], [`attribution`] and [`summary`] judges of seed 003. What
//! needs understanding or vectors it leaves unanswered. [`table`] says how much a word weighs; where its bytes come
//! from is the caller's matter. On the page all of this runs in a Web Worker (`worker`).

pub mod ares;
pub mod asides;
mod asked;
pub mod attribution;
pub mod coefficients;
mod doubt;
mod elliptic;
pub mod entities;
pub mod hallucination;
pub mod passages;
mod places;
pub mod recall;
pub mod relevance;
pub mod rules;
mod short;
pub mod sources;
pub mod statements;
pub mod sufficiency;
pub mod summary;
pub mod support;
pub mod table;
pub mod tell;
mod torn;
pub mod verify;
#[cfg(target_arch = "wasm32")]
pub mod worker;

use std::sync::Arc;

use serde_json::json;

use super::{Judge, JudgeIdentity, JudgeKind};
use crate::evaluation::ask::SeedJudge;
use crate::evaluation::{Ask, NoReply, PassageId, Question, Reply, TextReply};
use crate::i18n::Lang;
use crate::reply;
use crate::sample::Sample;

pub use table::{Table, TableError};

/// Raised whenever the same ask would get another answer than before.
pub const VERSION: &str = "lexical-11";

/// Whether a reply's model is this judge, of whatever version.
pub fn is_version(model: &str) -> bool {
    model
        .strip_prefix("lexical-")
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// See the module.
#[derive(Clone)]
pub struct EmbeddedJudge {
    table: Arc<Table>,
    lang: Lang,
}

impl EmbeddedJudge {
    /// A judge that gives its reasons in `lang`.
    pub fn new(table: Arc<Table>, lang: Lang) -> Self {
        Self { table, lang }
    }

    /// The answer to a question, as text in the form that the prompt asks for. `None`: it has no way to answer
    /// (vectors, anything that needs understanding, action items whose owners it can't recognise).
    pub fn answer(&self, question: &Question) -> Option<String> {
        Some(match question {
            Question::Passages { sample, wanted } => self.passages(sample, wanted),
            Question::Sufficiency { sample, verdict_only } => {
                let answer = sufficiency::judge(&self.table, self.lang, &sample.question, &sample.contexts);
                if *verdict_only {
                    let verdict = u8::from(answer.sufficient);
                    json!({"reasoning": answer.reasoning, "Sufficient Context": verdict}).to_string()
                } else {
                    reply::sufficiency::write(&answer)
                }
            }
            Question::Statements { text, .. } => reply::statements::write(&statements::statements(text)),
            Question::Verify { statements, sources } => {
                reply::verdicts::write(&verify::given(&self.table, self.lang, statements, sources))
            }
            Question::Relevant { statements, question } => {
                // That a statement says nothing to the question is a no and nothing more.
                let relevant = relevance::relevant(&self.table, self.lang, statements, question);
                let given = relevant.into_iter().map(|(verdict, why)| (verdict, why, None));
                reply::verdicts::write(&given.collect::<Vec<_>>())
            }
            Question::Useful {
                question,
                target,
                chunk,
            } => {
                let (useful, why) = relevance::useful(&self.table, self.lang, question, target, chunk);
                reply::single::write_verdict(useful, &why)
            }
            Question::Needed { question, sentences } => {
                let needed = relevance::needed(&self.table, self.lang, question, sentences);
                reply::numbers::write_with_reasons(&needed)
            }
            Question::Grounded {
                sentences,
                sources,
                max,
            } => {
                let ratings = verify::ratings(&self.table, self.lang, sentences, sources, *max);
                reply::ratings::write(&ratings)
            }
            Question::Sorted {
                answer,
                reference,
                sample,
            } => {
                let held = |statements: &[String], text: &String| {
                    verify::given(&self.table, self.lang, statements, std::slice::from_ref(text))
                };
                reply::sorted::write(&held(answer, &sample.reference), &held(reference, &sample.answer))
            }
            Question::Consistent { sentence, sample } => {
                let (answer, why) = verify::consistent(&self.table, self.lang, sentence, sample);
                reply::single::write_answer(answer, &why, self.lang)
            }
            Question::Ares { judge, sample } => {
                let judged = ares::judge(&self.table, self.lang, *judge, sample);
                reply::single::write_verdict(judged.verdict, &judged.reason)
            }
            Question::JudgeScore { judge, sample } => {
                let (score, why) = self.score(*judge, sample)?;
                reply::score::write_judge(score, &why)
            }
            Question::JudgeMistakes { judge, sample } => self.mistakes(*judge, sample)?,
            Question::Answer { .. } | Question::Free { .. } | Question::Embed | Question::Tokens => {
                return None;
            }
        })
    }

    /// The answer to [`Question::Passages`].
    pub fn passages(&self, sample: &Sample, wanted: &[PassageId]) -> String {
        let doubtful = passages::doubtful(&self.table, sample, wanted);
        self.passages_with(
            sample,
            wanted,
            &passages::looked_at(&self.table, sample, &doubtful),
        )
    }

    /// The same with what the rules said of the doubtful ones: these are other code, which is fetched when it is needed.
    pub fn passages_with(
        &self,
        sample: &Sample,
        wanted: &[PassageId],
        looked_at: &[(PassageId, rules::Otherwise)],
    ) -> String {
        let answers = passages::judge_with(&self.table, self.lang, sample, wanted, looked_at);
        reply::recall::own::write(&answers, sample.essential.len(), sample.bonus.len())
    }

    /// A score, and what it was counted from.
    fn score(&self, judge: SeedJudge, sample: &Sample) -> Option<(f64, String)> {
        let (table, texts, answer) = (&*self.table, &sample.contexts, &sample.answer);
        let strings = self.lang.strings().judged();
        let counted = |form: &str, yes: usize, all: usize| {
            crate::i18n::fill(form, &[("yes", &yes.to_string()), ("all", &all.to_string())])
        };
        Some(match judge {
            SeedJudge::Relevancy => {
                let relevant = relevance::is_relevant(table, &sample.question, answer);
                let why = relevance::shared(table, self.lang, &sample.question, answer, relevant);
                (f64::from(u8::from(relevant)), why)
            }
            SeedJudge::Hallucination => {
                let found = hallucination::grounding(table, texts, answer);
                let yes = found.claims.saturating_sub(found.unsupported.len());
                let why = match found.claims {
                    0 => strings.claims_nothing.to_owned(),
                    all => counted(strings.counted_claims, yes, all),
                };
                (found.score, why)
            }
            SeedJudge::Attribution => {
                let items = attribution::items(table, texts, answer);
                let right = items.iter().filter(|item| item.right).count();
                if items.is_empty() {
                    return None;
                }
                let why = counted(strings.counted_items, right, items.len());
                (right as f64 / items.len() as f64, why)
            }
            SeedJudge::SummaryCompleteness => {
                let points = summary::points(table, texts, answer);
                let covered = points.iter().filter(|point| point.covered).count();
                let why = counted(strings.counted_points, covered, points.len());
                (summary::completeness(&points)?, why)
            }
        })
    }

    fn mistakes(&self, judge: SeedJudge, sample: &Sample) -> Option<String> {
        let (table, texts, answer) = (&*self.table, &sample.contexts, &sample.answer);
        let quoted = |range| answer.get(range);
        Some(match judge {
            SeedJudge::Relevancy => return None,
            SeedJudge::Hallucination => {
                let found = hallucination::reasons(table, self.lang, texts, answer);
                let found = found
                    .into_iter()
                    .filter_map(|(range, why)| Some((quoted(range)?, why)));
                reply::list::lines::write_with_reasons(found)
            }
            SeedJudge::Attribution => {
                let items = attribution::items(table, texts, answer);
                if items.is_empty() {
                    return None;
                }
                let wrong = items.into_iter().filter(|item| !item.right);
                let wrong = wrong.filter_map(|item| {
                    let text = quoted(item.range)?;
                    Some((text, attribution::reason(self.lang, texts, text, item.best)))
                });
                reply::list::lines::write_with_reasons(wrong)
            }
            SeedJudge::SummaryCompleteness => {
                let points = summary::points(table, texts, answer);
                summary::completeness(&points)?;
                let open = points.iter().filter(|point| !point.covered);
                let open = open.map(|point| {
                    let why = summary::reason(table, self.lang, answer, &point.text);
                    (point.text.as_str(), why)
                });
                reply::list::lines::write_with_reasons(open)
            }
        })
    }
}

impl Judge for EmbeddedJudge {
    async fn reply(&self, ask: &Ask) -> Reply {
        match self.answer(&ask.question) {
            Some(text) => Reply::Text(TextReply {
                text,
                model: Some(VERSION.to_owned()),
                ..TextReply::default()
            }),
            None => Reply::None(NoReply::Unanswerable),
        }
    }

    fn identity(&self) -> JudgeIdentity {
        let hash: String = self.table.sha256().chars().take(12).collect();
        JudgeIdentity {
            kind: JudgeKind::Embedded,
            provider: String::new(),
            model: VERSION.to_owned(),
            parameters: vec![("table".to_owned(), hash)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{PassageId, PassageKind};
    use crate::sample::Sample;

    fn judge() -> EmbeddedJudge {
        EmbeddedJudge::new(Arc::new(table::tests::table()), Lang::En)
    }

    fn questions() -> Vec<Question> {
        let sample = Arc::new(Sample {
            question: "Who repaired the organ of the Veld chapel?".into(),
            answer: "The organ was repaired in 2008.".into(),
            contexts: vec![
                "The organ of the Veld chapel has 900 pipes.".into(),
                "It was repaired in 2008.".into(),
            ],
            essential: vec!["The organ has 900 pipes.".into()],
            ..Sample::default()
        });
        let wanted = vec![PassageId {
            kind: PassageKind::Essential,
            number: 1,
        }];
        vec![
            Question::Passages {
                sample: sample.clone(),
                wanted,
            },
            Question::Sufficiency {
                sample: sample.clone(),
                verdict_only: false,
            },
            Question::Sufficiency {
                sample: sample.clone(),
                verdict_only: true,
            },
            Question::Verify {
                statements: vec![sample.answer.clone(), "Apples are sweet.".into()],
                sources: sample.contexts.clone(),
            },
            Question::JudgeMistakes {
                judge: SeedJudge::Hallucination,
                sample,
            },
        ]
    }

    #[test]
    fn the_same_question_gets_the_same_bytes() {
        for question in questions() {
            assert_eq!(judge().answer(&question), judge().answer(&question));
        }
    }

    #[test]
    fn a_bare_verdict_is_json() {
        let text = judge().answer(&questions()[2]);
        let value: serde_json::Value = serde_json::from_str(&text.unwrap()).unwrap();
        assert_eq!(value["Sufficient Context"], 0);
        assert!(
            value["reasoning"].as_str().unwrap().contains("a person"),
            "{value}"
        );
    }

    #[test]
    fn answer_correctness_is_judged_as_far_as_vectors_are_not_needed() {
        use crate::evaluation::{Evaluation, Options, Overrides, Parts, Score, State};
        let metric = crate::metric::catalogue::find("answer-correctness").unwrap();
        let sample = Sample {
            question: "When did the Arden mill burn?".into(),
            answer: "The Arden mill burned in 1872. The Arden mill has ninety-one windows.".into(),
            reference: "The Arden mill burned in 1872.".into(),
            ..Sample::default()
        };
        let mut options = Options::default();
        options.values.insert("weight".into(), json!(1.0));
        assert!(!metric.demands(&options).understanding && !metric.demands(&options).embeddings);
        let mut evaluation = Evaluation::start(metric, sample, options).unwrap();
        while let Some(ask) = evaluation.open_asks().map(|asks| asks[0].clone()) {
            let text = judge().answer(&ask.question).unwrap();
            evaluation.take(&ask.path, Reply::text(text)).unwrap();
        }
        let outcome = evaluation.outcome(&Overrides::default());
        assert_eq!(outcome.state, State::Scored(Score(1.0 / 1.5)));
        let Parts::Breakdown(parts) = &outcome.parts else {
            panic!()
        };
        let reasons: Vec<&str> = parts
            .groups
            .iter()
            .flat_map(|group| &group.rows)
            .map(|row| row.reason.as_str())
            .collect();
        assert!(reasons.iter().all(|reason| !reason.is_empty()), "{reasons:?}");
    }

    #[test]
    fn what_is_unmeasured_says_so() {
        says_that_it_is_unmeasured("attribution");
        says_that_it_is_unmeasured("summary-completeness");
    }

    fn says_that_it_is_unmeasured(metric: &str) {
        use crate::evaluation::{Evaluation, Flag, Options, Overrides};
        let metric = crate::metric::catalogue::find(metric).unwrap();
        let sample = Sample {
            answer: "Anna: send the report".into(),
            contexts: vec!["Anna: I will send the report.".into()],
            ..Sample::default()
        };
        for (model, flagged) in [
            (Some(VERSION), true),
            (Some("lexical-3"), true),
            (Some("lexical-model"), false),
            (Some("gpt-5.1"), false),
            (None, false),
        ] {
            let mut evaluation = Evaluation::start(metric, sample.clone(), Options::default()).unwrap();
            while let Some(ask) = evaluation.open_asks().map(|asks| asks[0].clone()) {
                let reply = Reply::Text(TextReply {
                    text: judge().answer(&ask.question).unwrap(),
                    model: model.map(str::to_owned),
                    ..TextReply::default()
                });
                evaluation.take(&ask.path, reply).unwrap();
            }
            let outcome = evaluation.outcome(&Overrides::default());
            assert_eq!(outcome.flags.contains(&Flag::Unmeasured), flagged, "{model:?}");
        }
    }

    #[test]
    fn it_says_who_it_is() {
        let identity = judge().identity();
        assert_eq!(
            (identity.kind, identity.model.as_str()),
            (JudgeKind::Embedded, VERSION)
        );
        let (name, hash) = &identity.parameters[0];
        assert_eq!((name.as_str(), hash.len()), ("table", 12));
    }
}
