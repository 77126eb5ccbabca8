//! What a model would not take: learned from a refusal that names a parameter, and remembered for that model
//! until the tab closes, so that the second call already goes through.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::provider::{LengthField, Target};
use super::wire::{Said, Wire};

/// What the user wants to send besides the prompt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// 0 to 2; absent: the model's own.
    pub temperature: Option<f64>,
    /// Tokens; absent: the model's own limit.
    pub max_tokens: Option<u32>,
    /// Ask the provider for JSON of the ask's schema.
    pub structured: bool,
}

/// What is really sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sent {
    /// The temperature.
    pub temperature: Option<f64>,
    /// The field's name and the tokens.
    pub length: Option<(&'static str, u32)>,
    /// How JSON is asked for.
    pub shape: Shape,
}

/// How JSON is asked for, strictest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// By its schema.
    #[default]
    Schema,
    /// As any object.
    Object,
    /// By the prompt alone; the lenient reader does the rest.
    Plain,
}

/// How a model wants the longest reply to be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LengthQuirk {
    #[default]
    AsSet,
    OtherField,
    AtMost(u32),
    Never,
}

/// What one model would not take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    no_temperature: bool,
    length: LengthQuirk,
    shape: Shape,
}

/// Anthropic cannot do without a limit; every model of theirs takes this much.
const ANTHROPIC_LENGTH: u32 = 8192;
const ANTHROPIC_SMALL: u32 = 4096;

impl Quirks {
    /// What to send of what is wanted.
    pub fn apply(&self, wanted: &Wanted, target: &Target) -> Sent {
        let field = match (target.wire, target.provider.length, self.length) {
            (Wire::Anthropic, ..) => "max_tokens",
            (Wire::Gemini, ..) => "maxOutputTokens",
            (_, LengthField::MaxTokens, LengthQuirk::OtherField)
            | (
                _,
                LengthField::MaxCompletionTokens,
                LengthQuirk::AsSet | LengthQuirk::AtMost(_) | LengthQuirk::Never,
            ) => "max_completion_tokens",
            _ => "max_tokens",
        };
        let tokens = match (target.wire, self.length) {
            (Wire::Anthropic, LengthQuirk::AtMost(most)) => {
                Some(wanted.max_tokens.unwrap_or(ANTHROPIC_LENGTH).min(most))
            }
            (Wire::Anthropic, _) => Some(wanted.max_tokens.unwrap_or(ANTHROPIC_LENGTH)),
            (_, LengthQuirk::Never) => None,
            _ => wanted.max_tokens,
        };
        Sent {
            temperature: wanted.temperature.filter(|_| !self.no_temperature),
            length: tokens.map(|tokens| (field, tokens)),
            shape: if wanted.structured {
                self.shape
            } else {
                Shape::Plain
            },
        }
    }

    /// Learns from a refusal (400 or 422) of a request that carried `sent`. True if another request, without
    /// what was refused, makes sense; each thing is given up once.
    pub fn learn(&mut self, sent: &Sent, wire: Wire, said: &Said) -> bool {
        let said = said.marks();
        if sent.temperature.is_some() && said.contains("temperature") {
            self.no_temperature = true;
            return true;
        }
        if let Some((field, tokens)) = sent.length
            && names_length(&said, field)
            && let Some(length) = self.next_length(&said, wire, field, tokens)
        {
            self.length = length;
            return true;
        }
        if sent.shape != Shape::Plain && names_shape(&said) {
            self.shape = match (sent.shape, wire) {
                (Shape::Schema, Wire::OpenAi | Wire::Gemini) => Shape::Object,
                _ => Shape::Plain,
            };
            return true;
        }
        false
    }

    fn next_length(&self, said: &str, wire: Wire, field: &str, tokens: u32) -> Option<LengthQuirk> {
        let too_large = [
            "too large",
            "at most",
            "maximum",
            " > ",
            "less than",
            "exceed",
            "in the completion",
        ]
        .iter()
        .any(|words| said.contains(words));
        match wire {
            Wire::Anthropic => {
                // "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens"
                let most = said
                    .split_once(" > ")
                    .and_then(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
                    .unwrap_or(ANTHROPIC_SMALL);
                (!said.contains("context") && most > 0 && most < tokens).then_some(LengthQuirk::AtMost(most))
            }
            Wire::Gemini => Some(LengthQuirk::Never),
            Wire::OpenAi => {
                let other = match field {
                    "max_tokens" => "max_completion_tokens",
                    _ => "max_tokens",
                };
                let flip = self.length == LengthQuirk::AsSet && (said.contains(other) || !too_large);
                let limit = too_large && !said.contains("instead");
                Some(if flip && !limit {
                    LengthQuirk::OtherField
                } else {
                    LengthQuirk::Never
                })
            }
        }
    }
}

fn names_length(said: &str, field: &str) -> bool {
    said.contains(&field.to_ascii_lowercase())
        || said.contains("max_output_tokens")
        || said.contains("max output tokens")
        || said.contains("in the completion")
}

fn names_shape(said: &str) -> bool {
    [
        "response_format",
        "json_schema",
        "json_object",
        "responsemimetype",
        "responsejsonschema",
        "response_mime_type",
        "response_json_schema",
        "response_schema",
        "output_config",
        "output_format",
        "structured output",
        "schema",
        "json mode",
        "grammar",
    ]
    .iter()
    .any(|name| said.contains(name))
}

/// What was learned in this tab, by server and model. Clones share it: hand the same one to every judge.
#[derive(Clone, Debug, Default)]
pub struct Learned(Rc<RefCell<Known>>);

#[derive(Debug, Default)]
struct Known {
    quirks: BTreeMap<(String, String), Quirks>,
    answered: std::collections::BTreeSet<String>,
}

impl Learned {
    /// What is known of a model.
    pub fn of(&self, target: &Target, model: &str) -> Quirks {
        let key = (target.endpoint.to_string(), model.to_owned());
        self.0.borrow().quirks.get(&key).copied().unwrap_or_default()
    }

    /// Learns from a refusal; see [`Quirks::learn`].
    pub fn learn(&self, target: &Target, model: &str, sent: &Sent, said: &Said) -> bool {
        let key = (target.endpoint.to_string(), model.to_owned());
        let mut known = self.0.borrow_mut();
        known
            .quirks
            .entry(key)
            .or_default()
            .learn(sent, target.wire, said)
    }

    /// Notes that a server answers calls of this page at all.
    pub fn answered(&self, target: &Target) {
        self.0
            .borrow_mut()
            .answered
            .insert(target.endpoint.origin.to_string());
    }

    /// Whether this server has answered before in this tab: only then is a network error likely to pass.
    pub fn has_answered(&self, target: &Target) -> bool {
        self.0
            .borrow()
            .answered
            .contains(&target.endpoint.origin.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::api::provider::Provider;

    fn said(message: &str) -> Said {
        Said {
            message: message.to_owned(),
            ..Said::default()
        }
    }

    #[test]
    fn a_refused_parameter_is_given_up() {
        let wanted = Wanted {
            temperature: Some(0.0),
            max_tokens: Some(9000),
            structured: true,
        };
        let all = |field| Sent {
            temperature: Some(0.0),
            length: Some((field, 9000)),
            shape: Shape::Schema,
        };
        for (provider, message, after) in [
            (
                "openai",
                "Unsupported value: 'temperature' does not support 0 with this model.",
                Some(Sent {
                    temperature: None,
                    ..all("max_completion_tokens")
                }),
            ),
            (
                "vllm",
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                Some(all("max_completion_tokens")),
            ),
            (
                "groq",
                "body.max_completion_tokens: Extra inputs are not permitted",
                Some(all("max_tokens")),
            ),
            (
                "vllm",
                "'max_tokens' or 'max_completion_tokens' is too large: 9000. This model's maximum context length is 4096",
                Some(Sent {
                    length: None,
                    ..all("")
                }),
            ),
            (
                "anthropic",
                "max_tokens: 9000 > 4096, which is the maximum allowed number of output tokens for claude",
                Some(Sent {
                    length: Some(("max_tokens", 4096)),
                    ..all("")
                }),
            ),
            (
                "gemini",
                "Invalid value at 'generation_config.max_output_tokens'",
                Some(Sent {
                    length: None,
                    ..all("")
                }),
            ),
            (
                "lm-studio",
                "'response_format.type' must be 'json_schema' or 'text'",
                Some(Sent {
                    shape: Shape::Object,
                    ..all("max_tokens")
                }),
            ),
            (
                "anthropic",
                "output_config: Extra inputs are not permitted",
                Some(Sent {
                    shape: Shape::Plain,
                    ..all("max_tokens")
                }),
            ),
            ("openai", "messages: at least one message is required", None),
        ] {
            let target = Target::preset(Provider::by_id(provider).unwrap()).unwrap();
            let mut quirks = Quirks::default();
            let sent = quirks.apply(&wanted, &target);
            let learned = quirks.learn(&sent, target.wire, &said(message));
            assert_eq!(
                learned.then(|| quirks.apply(&wanted, &target)),
                after,
                "{provider}: {message}"
            );
        }
    }

    #[test]
    fn giving_up_comes_to_an_end() {
        let wanted = Wanted {
            temperature: Some(0.0),
            max_tokens: Some(9000),
            structured: true,
        };
        let everything =
            said("temperature max_tokens max_completion_tokens maxOutputTokens response_format schema");
        for provider in ["openai", "anthropic", "gemini", "custom"] {
            let provider = Provider::by_id(provider).unwrap();
            let target = Target::read(provider, "https://a.example/v1").unwrap();
            let mut quirks = Quirks::default();
            let steps = (0..20)
                .take_while(|_| {
                    let sent = quirks.apply(&wanted, &target);
                    quirks.learn(&sent, target.wire, &everything)
                })
                .count();
            assert!(steps <= 5, "{steps}");
        }
    }

    #[test]
    fn anthropic_always_gets_a_limit() {
        let target = Target::preset(Provider::by_id("anthropic").unwrap()).unwrap();
        let wanted = Wanted {
            temperature: None,
            max_tokens: None,
            structured: false,
        };
        assert_eq!(
            Quirks::default().apply(&wanted, &target).length,
            Some(("max_tokens", 8192))
        );
    }
}
