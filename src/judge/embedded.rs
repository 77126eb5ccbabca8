//! The embedded lexical judge: matches words, numbers and names, with no key and no network, and answers the same
//! way every time. It is not an LLM, and says so wherever its name stands.
//!
//! It reads the typed question behind an ask, never the prompt, and writes its answer in the form that the prompt
//! asks for, so that one reader reads all judges. [`passages`] answers recall, [`sufficiency`] the two sufficiency
//! prompts; [`table`] says how much a word weighs. Where the table's bytes come from is the caller's matter.

pub mod asked;
pub mod entities;
pub mod passages;
pub mod recall;
pub mod sufficiency;
pub mod table;
pub mod tell;

#[cfg(test)]
mod measure;

use std::sync::Arc;

use serde_json::json;

use super::{Judge, JudgeIdentity, JudgeKind};
use crate::evaluation::{Ask, NoReply, Question, Reply, TextReply};
use crate::i18n::Lang;
use crate::reply;

pub use table::{Table, TableError};

/// Raised whenever the same ask would get another answer than before.
pub const VERSION: &str = "lexical-1";

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

    /// The answer to a question, as text in the form that the prompt asks for.
    pub fn answer(&self, question: &Question) -> Option<String> {
        Some(match question {
            Question::Passages { sample, wanted } => {
                let answers = passages::judge(&self.table, self.lang, sample, wanted);
                reply::recall::write(&answers, sample.essential.len(), sample.bonus.len())
            }
            Question::Sufficiency { sample, verdict_only } => {
                let answer = sufficiency::judge(&self.table, self.lang, &sample.question, &sample.contexts);
                if *verdict_only {
                    let verdict = u8::from(answer.sufficient);
                    json!({"reasoning": answer.reasoning, "Sufficient Context": verdict}).to_string()
                } else {
                    reply::sufficiency::write(&answer)
                }
            }
            _ => return None,
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
                sample,
                verdict_only: true,
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
    fn it_says_who_it_is() {
        let identity = judge().identity();
        assert_eq!(
            (identity.kind, identity.model.as_str()),
            (JudgeKind::Embedded, "lexical-1")
        );
        let (name, hash) = &identity.parameters[0];
        assert_eq!((name.as_str(), hash.len()), ("table", 12));
    }
}
