//! What a model would not take, and what is sent after that. A parameter is dropped when a refusal names it, the way
//! to ask for JSON steps down, a limit that cut a reply is raised once. What was learned is kept in
//! [`super::learned`].

use serde_json::{Map, Value};

use super::provider::{LengthField, Target};
use super::wire::{Said, Wire, number};

/// What the user wants to send besides the prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted {
    /// 0 to 2; absent: the model's own.
    pub temperature: Option<f64>,
    /// Above 0, at most 1; absent: the model's own.
    pub top_p: Option<f64>,
    /// The same seed makes some models repeat themselves; absent: chance.
    pub seed: Option<u32>,
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
    /// The share of likely tokens.
    pub top_p: Option<f64>,
    /// The field's name and the seed.
    pub seed: Option<(&'static str, u32)>,
    /// The field's name and the tokens.
    pub length: Option<(&'static str, u32)>,
    /// How JSON is asked for.
    pub shape: Shape,
    /// Tokens of context that the server is to set up, where it lets us choose.
    pub context: Option<u32>,
}

impl Sent {
    /// Writes the sampling parameters; `top_p` is what the format calls that one.
    pub(super) fn put_sampling(&self, body: &mut Map<String, Value>, top_p: &'static str) {
        for (name, value) in [("temperature", self.temperature), (top_p, self.top_p)] {
            if let Some(value) = value {
                body.insert(name.into(), number(value));
            }
        }
        if let Some((name, seed)) = self.seed {
            body.insert(name.into(), seed.into());
        }
    }

    /// Writes the limit of the reply's length.
    pub(super) fn put_length(&self, body: &mut Map<String, Value>) {
        if let Some((field, tokens)) = self.length {
            body.insert(field.into(), tokens.into());
        }
    }
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
    no_top_p: bool,
    no_seed: bool,
    length: LengthQuirk,
    raised: Option<u32>,
    shape: Shape,
    /// The largest context set up so far: a server loads the model anew when it changes.
    context: u32,
}

/// Anthropic cannot do without a limit; every model of theirs takes this much.
const ANTHROPIC_LENGTH: u32 = 8192;
const ANTHROPIC_SMALL: u32 = 4096;
/// A cut reply is asked for again with so many times the tokens, and at least [`RAISED_LEAST`].
const RAISED_TIMES: u32 = 4;
const RAISED_LEAST: u32 = 4096;
/// A reply that was cut before so many tokens without a limit of ours was cut by a default of the server.
const SMALL_DEFAULT: u64 = 2048;
/// The context that servers set up unless told otherwise, and the least that we ask for.
const LEAST_CONTEXT: u32 = 4096;
/// Room for a reply without a limit.
const REPLY_ROOM: u32 = 2048;

impl Quirks {
    /// What to send of what is wanted.
    pub fn apply(&self, wanted: &Wanted, target: &Target) -> Sent {
        let tokens = self.raised.or(wanted.max_tokens);
        let tokens = match (target.wire, self.length) {
            (Wire::Anthropic, LengthQuirk::AtMost(most)) => {
                Some(tokens.unwrap_or(ANTHROPIC_LENGTH).min(most))
            }
            (Wire::Anthropic, _) => Some(tokens.unwrap_or(ANTHROPIC_LENGTH)),
            (_, LengthQuirk::Never) => None,
            _ => tokens,
        };
        let seed_field = match (target.wire, target.provider.id) {
            (Wire::Anthropic | Wire::Responses, _) => None,
            (Wire::OpenAi, "mistral") => Some("random_seed"),
            _ => Some("seed"),
        };
        Sent {
            temperature: wanted.temperature.filter(|_| !self.no_temperature),
            top_p: wanted.top_p.filter(|_| !self.no_top_p),
            seed: wanted
                .seed
                .filter(|_| !self.no_seed)
                .and_then(|seed| Some((seed_field?, seed))),
            length: tokens.map(|tokens| (self.length_field(target), tokens)),
            shape: if wanted.structured {
                self.shape.max(target.provider.shape)
            } else {
                Shape::Plain
            },
            context: None,
        }
    }

    fn length_field(&self, target: &Target) -> &'static str {
        let other = self.length == LengthQuirk::OtherField;
        match (target.wire, target.provider.length) {
            (Wire::Anthropic | Wire::Cohere, _) => "max_tokens",
            (Wire::Gemini, _) => "maxOutputTokens",
            (Wire::Responses, _) => "max_output_tokens",
            (Wire::Ollama, _) => "num_predict",
            (Wire::OpenAi, LengthField::MaxTokens) if other => "max_completion_tokens",
            (Wire::OpenAi, LengthField::MaxCompletionTokens) if !other => "max_completion_tokens",
            (Wire::OpenAi, _) => "max_tokens",
        }
    }

    /// The context to set up for a prompt of about `prompt` tokens: with room for the reply and for the estimate's
    /// error, in steps that double, never less than before, and not beyond `most`, which the model can take.
    pub fn context_for(&mut self, prompt: usize, sent: &Sent, most: Option<u32>) -> u32 {
        let room = sent.length.map_or(REPLY_ROOM, |(_, tokens)| tokens);
        let prompt = u32::try_from(prompt).unwrap_or(u32::MAX);
        let needed = prompt
            .saturating_add(prompt / 5 * 3)
            .saturating_add(room)
            .saturating_add(256);
        let mut context = self.context.max(LEAST_CONTEXT);
        while context < needed && context < 1 << 30 {
            context *= 2;
        }
        self.context = most.map_or(context, |most| context.min(most));
        self.context
    }

    /// The context was full: twice as much, unless the model can take no more. True if that makes sense.
    pub fn widen(&mut self, used: u32, most: Option<u32>) -> bool {
        let wider = used.saturating_mul(2).min(most.unwrap_or(1 << 20));
        let widens = wider > used;
        if widens {
            self.context = wider;
        }
        widens
    }

    /// A reply was cut at the limit. True if it makes sense to ask again with a higher one; a model's limit is raised
    /// once. `written` is how many tokens it took.
    pub fn raise(&mut self, sent: &Sent, written: Option<u64>) -> bool {
        if self.raised.is_some() || self.length == LengthQuirk::Never {
            return false;
        }
        let from = match (sent.length, written) {
            (Some((_, tokens)), _) => tokens,
            (None, Some(written)) if written < SMALL_DEFAULT => written as u32,
            _ => return false,
        };
        let wanted = from.saturating_mul(RAISED_TIMES).max(RAISED_LEAST);
        if matches!(self.length, LengthQuirk::AtMost(most) if most <= from) {
            return false;
        }
        self.raised = Some(wanted);
        true
    }

    /// Learns from a refusal of a request that carried `sent`. True if another request, without what was refused,
    /// makes sense; each thing is given up once.
    pub fn learn(&mut self, sent: &Sent, wire: Wire, said: &Said) -> bool {
        let said = said.marks();
        // Before the temperature: some models take one of the two, but not both.
        if sent.top_p.is_some() && says_any(&said, &["top_p", "topp", "top p", "'p'", "`p`"]) {
            self.no_top_p = true;
            return true;
        }
        if sent.temperature.is_some() && said.contains("temperature") {
            self.no_temperature = true;
            return true;
        }
        if sent.seed.is_some() && said.contains("seed") {
            self.no_seed = true;
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
                (Shape::Schema, Wire::Anthropic) | (Shape::Object | Shape::Plain, _) => Shape::Plain,
                (Shape::Schema, _) => Shape::Object,
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
            Wire::Gemini | Wire::Responses | Wire::Cohere | Wire::Ollama => Some(LengthQuirk::Never),
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
    const NAMES: &[&str] = &[
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
        "text.format",
        "grammar",
    ];
    says_any(said, NAMES)
}

fn says_any(said: &str, words: &[&str]) -> bool {
    words.iter().any(|word| said.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::api::provider::Provider;

    const NOTHING: Sent = Sent {
        temperature: None,
        top_p: None,
        seed: None,
        length: None,
        shape: Shape::Plain,
        context: None,
    };

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
            ..Wanted::default()
        };
        let all = |field| Sent {
            temperature: Some(0.0),
            length: Some((field, 9000)),
            shape: Shape::Schema,
            ..NOTHING
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
            ..Wanted::default()
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
        let wanted = Wanted::default();
        assert_eq!(
            Quirks::default().apply(&wanted, &target).length,
            Some(("max_tokens", 8192))
        );
    }
}
