//! When two asks are the same ask: equal content, parameters, draw and attempt. Sharing a call between metrics, and
//! keeping replies, go by it; replaying goes by the path ([`super::AskPath`]).

use super::ask::{Ask, Body};
use crate::prompt::sha256_hex;

/// See the module. The step and the index are no part of it: two metrics name the same ask differently.
///
/// Draw and attempt are: three votes are three calls, and a re-ask is never answered by the reply that it repeats.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AskKey {
    content: String,
    parameters: String,
    draw: u32,
    attempt: u32,
}

impl Ask {
    /// Its key for a judge with these parameters. Within one run of one judge they are the same for all asks and may
    /// be left empty.
    pub fn key(&self, parameters: &str) -> AskKey {
        let content = match &self.body {
            // The schema travels with the prompt, where a provider takes one.
            Body::Chat { sha256, schema, .. } => match schema {
                Some(schema) => format!("chat {sha256} {schema}"),
                None => format!("chat {sha256}"),
            },
            Body::Embed { texts } => format!("embed {}", listed(texts)),
            Body::Tokens { texts } => format!("tokens {}", listed(texts)),
        };
        AskKey {
            content,
            parameters: parameters.to_owned(),
            draw: self.path.draw,
            attempt: self.path.attempt,
        }
    }
}

fn listed(texts: &[String]) -> String {
    sha256_hex(&serde_json::Value::from(texts).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{AskPath, PromptRef, Question};
    use serde_json::json;

    fn chat(prompt: &str, schema: Option<serde_json::Value>, path: AskPath) -> Ask {
        Ask {
            path,
            question: Question::Free { what: "x".into() },
            body: Body::Chat {
                prompt: prompt.into(),
                source: PromptRef {
                    id: prompt.len().to_string(),
                    version: 1,
                    edited: false,
                    template_sha256: String::new(),
                },
                sha256: sha256_hex(prompt),
                schema,
            },
        }
    }

    fn embed(texts: &[&str], tokens: bool) -> Ask {
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        Ask {
            path: AskPath::step("vectors"),
            question: if tokens { Question::Tokens } else { Question::Embed },
            body: if tokens {
                Body::Tokens { texts }
            } else {
                Body::Embed { texts }
            },
        }
    }

    #[test]
    fn equal_asks_have_equal_keys_and_others_have_not() {
        let path = AskPath::step("verdicts");
        let mut vote = path.clone();
        vote.draw = 1;
        let base = chat("Is it so?", None, path.clone()).key("t=0");
        for (what, ask, parameters, same) in [
            (
                "step and index",
                chat("Is it so?", None, AskPath::step("other").at(3)),
                "t=0",
                true,
            ),
            ("content", chat("Is it?", None, path.clone()), "t=0", false),
            (
                "schema",
                chat("Is it so?", Some(json!({})), path.clone()),
                "t=0",
                false,
            ),
            ("parameters", chat("Is it so?", None, path.clone()), "t=1", false),
            ("draw", chat("Is it so?", None, vote), "t=0", false),
            (
                "attempt",
                chat("Is it so?", None, path.clone().again()),
                "t=0",
                false,
            ),
            ("kind", embed(&["Is it so?"], false), "t=0", false),
        ] {
            assert_eq!(ask.key(parameters) == base, same, "{what}");
        }
        let pair = embed(&["a", "b"], false);
        assert_eq!(pair.key(""), embed(&["a", "b"], false).key(""));
        assert_ne!(pair.key(""), embed(&["b", "a"], false).key(""));
        assert_ne!(pair.key(""), embed(&["a", "b"], true).key(""));
        assert_ne!(
            embed(&["a", "b"], false).key(""),
            embed(&["a\",\"b"], false).key("")
        );
    }
}
