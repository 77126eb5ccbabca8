//! Who answers: an ask goes in, a reply comes out. Four judges stand behind this one door: an LLM [`api`], a
//! person who pastes ([`by_hand`]), the [`embedded`] lexical judge, and the model that some browsers have `built_in`. Vectors may
//! come from the [`local`] embedding model instead, whoever answers the rest.

pub mod api;
#[cfg(target_arch = "wasm32")]
pub mod built_in;
pub mod by_hand;
pub mod embedded;
pub mod key;
pub mod local;
pub mod minilm;
#[cfg(target_arch = "wasm32")]
mod watched;

use serde::{Deserialize, Serialize};

use crate::evaluation::{Ask, Body, Exchange, Question, Reply};

/// A judge. Errors come back as [`Reply::None`] with their reason, so that an evaluation always goes on.
// Futures stay on the page's one thread, so they need not be `Send`.
#[allow(async_fn_in_trait)]
pub trait Judge {
    /// Answers one ask. Dropping the future cancels the call.
    async fn reply(&self, ask: &Ask) -> Reply;

    /// Who this is, for the record beside a score.
    fn identity(&self) -> JudgeIdentity;
}

/// Who judged, as it is recorded beside a score and may be shared: no key, no header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgeIdentity {
    /// Which of the judges.
    pub kind: JudgeKind,
    /// Host of the API (`api.openai.com`), or empty.
    pub provider: String,
    /// Model name or judge version: `gpt-5.1`, `lexical-11`.
    pub model: String,
    /// Parameters as they were sent, in order: `temperature` = `0`.
    pub parameters: Vec<(String, String)>,
}

/// The browser does not tell which model it has. Failures of it have this name in the place of a host.
pub const BUILT_IN: &str = "LanguageModel";
/// The parameter that names the model whose vectors of texts were used.
pub const EMBEDDINGS: &str = "embeddings";
/// The parameter that names the model whose vectors of tokens were used.
pub const TOKEN_VECTORS: &str = "token vectors";
/// The temperature at which answers are drawn: they are to differ, whatever the verdicts are asked at.
pub const DRAWN_AT: f64 = 1.0;
/// The parameter that says so, where an answer was drawn and the judge takes a temperature.
pub const DRAWN_TEMPERATURE: &str = "temperature of drawn answers";

/// The parameters that say which others were set and are not sent, as the model refused them; and from what a limit was
/// raised that cut a reply, behind that limit.
pub const LEFT_OUT: &str = "left out";
/// See [`LEFT_OUT`].
pub const RAISED_FROM: &str = "raised from";

impl JudgeIdentity {
    /// Nobody was asked.
    pub fn nobody() -> Self {
        Self {
            kind: JudgeKind::Nobody,
            provider: String::new(),
            model: String::new(),
            parameters: Vec::new(),
        }
    }

    /// Who answered these asks: a run's one judge, without the embedding models that none of them asked. Where
    /// nothing but the model in the page was asked, that is the judge.
    pub fn of(mut self, trace: &[Exchange]) -> Self {
        let asked = |kind: fn(&Body) -> bool| trace.iter().any(|exchange| kind(&exchange.ask.body));
        let texts = asked(|body| matches!(body, Body::Embed { .. }));
        let tokens = asked(|body| matches!(body, Body::Tokens { .. }));
        self.parameters.retain(|(name, _)| match name.as_str() {
            EMBEDDINGS => texts,
            TOKEN_VECTORS => tokens,
            _ => true,
        });
        let drawn = |exchange: &Exchange| matches!(exchange.ask.question, Question::Answer { .. });
        self.parameters.retain(|(name, _)| name != DRAWN_TEMPERATURE);
        let heat = self.parameters.iter().position(|(name, _)| name == "temperature");
        if let Some(at) = heat.filter(|_| self.kind == JudgeKind::Api && trace.iter().any(drawn)) {
            let own = (DRAWN_TEMPERATURE.to_owned(), DRAWN_AT.to_string());
            self.parameters.insert(at + 1, own);
        }
        let words = asked(|body| matches!(body, Body::Chat { .. }));
        let own = |name: &str| self.parameter(name).is_some_and(local::is_own);
        let only_own = (!texts || own(EMBEDDINGS)) && (!tokens || own(TOKEN_VECTORS));
        if (texts || tokens) && !words && only_own {
            self.parameters
                .retain(|(name, _)| [EMBEDDINGS, TOKEN_VECTORS].contains(&name.as_str()));
            (self.kind, self.provider, self.model) = (JudgeKind::Embedded, String::new(), String::new());
        }
        self
    }

    /// The value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The judge of a run, put together from those of its metrics: who answered in words, and every embedding model.
    pub fn join(self, other: Self) -> Self {
        let rank = |judge: &Self| match judge.kind {
            JudgeKind::Nobody => 0,
            JudgeKind::Embedded if judge.model.is_empty() => 1,
            _ => 2,
        };
        let (mut first, second) = if rank(&other) > rank(&self) {
            (other, self)
        } else {
            (self, other)
        };
        for (name, value) in second.parameters {
            let is_own = [EMBEDDINGS, TOKEN_VECTORS, DRAWN_TEMPERATURE].contains(&name.as_str());
            if is_own && first.parameter(&name).is_none() {
                first.parameters.push((name, value));
            }
        }
        first
    }
}

/// The kinds of judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JudgeKind {
    /// An LLM over HTTP.
    Api,
    /// A person who copies prompts and pastes replies.
    ByHand,
    /// The lexical judge in this app. Not an LLM.
    Embedded,
    /// The browser's own language model, on this machine.
    BuiltIn,
    /// Nobody was asked: the score is computed from the input alone.
    Nobody,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{AskPath, NoReply};

    fn trace(kinds: &str) -> Vec<Exchange> {
        let body = |kind| match kind {
            'e' => Body::Embed { texts: Vec::new() },
            't' => Body::Tokens { texts: Vec::new() },
            _ => Body::empty_prompt(),
        };
        kinds
            .chars()
            .map(|kind| Exchange {
                ask: Ask {
                    path: AskPath::step("x"),
                    question: match kind {
                        'd' => Question::Answer {
                            question: String::new(),
                            contexts: Vec::new(),
                        },
                        _ => Question::Embed,
                    },
                    body: body(kind),
                },
                reply: Reply::None(NoReply::RanOut),
            })
            .collect()
    }

    fn judge(kind: JudgeKind, model: &str, parameters: &[(&str, &str)]) -> JudgeIdentity {
        let parameters = parameters
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        JudgeIdentity {
            kind,
            provider: String::new(),
            model: model.to_owned(),
            parameters: parameters.collect(),
        }
    }

    #[test]
    fn only_models_that_were_asked_are_named() {
        let own = local::name();
        let own = own.as_str();
        let (vectors, tokens) = ((EMBEDDINGS, own), (TOKEN_VECTORS, own));
        let (theirs, cold) = ((EMBEDDINGS, "text-embedding-3-small"), ("temperature", "0"));
        let warm = (DRAWN_TEMPERATURE, "1");
        let api = |parameters: &[(&str, &str)]| judge(JudgeKind::Api, "gpt", parameters);
        let none = |parameters: &[(&str, &str)]| judge(JudgeKind::Embedded, "", parameters);
        for (run, asks, wanted) in [
            (api(&[cold, theirs, tokens]), "c", api(&[cold])),
            (api(&[cold, theirs, tokens]), "ce", api(&[cold, theirs])),
            (api(&[cold, theirs, tokens]), "e", api(&[cold, theirs])),
            (api(&[cold, theirs, tokens]), "t", none(&[tokens])),
            (api(&[cold, vectors]), "e", none(&[vectors])),
            (api(&[cold, vectors]), "ec", api(&[cold, vectors])),
            (
                judge(JudgeKind::ByHand, "Chat", &[vectors]),
                "et",
                judge(JudgeKind::ByHand, "Chat", &[vectors]),
            ),
            (none(&[vectors, tokens]), "et", none(&[vectors, tokens])),
            (api(&[cold]), "", api(&[cold])),
            // Draws are told apart from verdicts, once, and only where the temperature was sent at all.
            (api(&[cold, theirs]), "dc", api(&[cold, warm])),
            (api(&[cold, warm]), "dc", api(&[cold, warm])),
            (api(&[cold, warm]), "c", api(&[cold])),
            (api(&[theirs]), "dce", api(&[theirs])),
            (
                judge(JudgeKind::ByHand, "Chat", &[cold]),
                "d",
                judge(JudgeKind::ByHand, "Chat", &[cold]),
            ),
        ] {
            assert_eq!(run.clone().of(&trace(asks)), wanted, "{run:?} {asks}");
        }
    }

    #[test]
    fn the_judge_of_several_metrics_names_every_model() {
        let own = local::name();
        let (vectors, tokens) = ((EMBEDDINGS, own.as_str()), (TOKEN_VECTORS, own.as_str()));
        let words = judge(JudgeKind::Embedded, "lexical-3", &[("table", "a")]);
        let only = |parameters: &[(&str, &str)]| judge(JudgeKind::Embedded, "", parameters);
        let nobody = JudgeIdentity::nobody();
        for (first, second, wanted) in [
            (nobody.clone(), words.clone(), words.clone()),
            (words.clone(), nobody.clone(), words.clone()),
            (
                only(&[vectors]),
                words.clone(),
                judge(JudgeKind::Embedded, "lexical-3", &[("table", "a"), vectors]),
            ),
            (only(&[vectors]), only(&[tokens]), only(&[vectors, tokens])),
            (only(&[vectors]), nobody, only(&[vectors])),
        ] {
            assert_eq!(first.join(second), wanted);
        }
    }
}
