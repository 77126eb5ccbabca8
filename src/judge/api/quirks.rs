//! What a model would not take, and so what is sent of what is wanted ([`super::sent`]). A parameter is dropped when a
//! refusal names it, the way to ask for JSON steps down, a limit that cut a reply is raised once, one that does not fit beside the
//! prompt is lowered to what does. What was learned is
//! kept in [`super::learned`].

use super::provider::{LengthField, Target};
use super::sent::{Sent, Shape, Wanted, seed_field};
use super::wire::{Fit, Said, Wire};

/// What a model would not take of one parameter.
#[derive(Clone, Debug, Default, PartialEq)]
struct Refused {
    /// The parameter itself, whatever its value.
    always: bool,
    /// These values; any other is tried.
    values: Vec<f64>,
}

impl Refused {
    fn note(&mut self, value: f64, said: &str) {
        if is_unknown(said) {
            self.always = true;
        } else {
            self.values.push(value);
        }
    }

    fn is_taken(&self, value: f64) -> bool {
        !self.always && !self.values.contains(&value)
    }
}

/// How a model wants the longest reply to be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Length {
    /// In the other field of chat completions.
    other_field: bool,
    /// Not at all.
    never: bool,
    /// Told as no more than this.
    most: Option<u32>,
    /// Told only where it is less: so many were refused.
    below: Option<u32>,
}

impl Length {
    fn allowed(&self, tokens: u32) -> Option<u32> {
        let refused = self.never || self.below.is_some_and(|below| tokens >= below);
        (!refused).then(|| self.most.map_or(tokens, |most| tokens.min(most)))
    }

    fn refuse(&mut self, tokens: u32, for_its_value: bool) {
        if for_its_value {
            self.below = Some(self.below.map_or(tokens, |below| below.min(tokens)));
        } else {
            self.never = true;
        }
    }
}

/// A limit that was raised because it cut a reply. It holds for the limit that the user had set then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Raised {
    from: Option<u32>,
    to: u32,
}

/// What one model would not take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quirks {
    temperature: Refused,
    top_p: Refused,
    /// Not beside a temperature.
    top_p_alone: bool,
    seed: Refused,
    length: Length,
    raised: Option<Raised>,
    shape: Shape,
    /// The strictest form of JSON by which a reply was had.
    had: Option<Shape>,
    /// Replies that were had by a looser form, right after the server had broken on a stricter one.
    loosened: u32,
    /// A limit was refused because it did not fit beside its prompt.
    fit: Option<Fit>,
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
/// So often is a form of JSON tried on which a server may have broken.
const LOOSENED: u32 = 2;
/// Room for a reply without a limit.
const REPLY_ROOM: u32 = 2048;

impl Quirks {
    /// What to send of what is wanted.
    pub fn apply(&self, wanted: &Wanted, target: &Target) -> Sent {
        let raised = self.raised_from(wanted.max_tokens).map(|raised| raised.to);
        let tokens = raised
            .or(wanted.max_tokens)
            .or((target.wire == Wire::Anthropic).then_some(ANTHROPIC_LENGTH))
            .and_then(|tokens| self.length.allowed(tokens));
        let most = if target.wire == Wire::Cohere {
            1.0
        } else {
            f64::MAX
        };
        let temperature = wanted
            .temperature
            .map(|temperature| temperature.min(most))
            .filter(|temperature| self.temperature.is_taken(*temperature));
        let alone = temperature.is_none();
        Sent {
            temperature,
            top_p: wanted
                .top_p
                .filter(|top_p| self.top_p.is_taken(*top_p) && (alone || !self.top_p_alone)),
            seed: wanted
                .seed
                .filter(|seed| self.seed.is_taken(f64::from(*seed)))
                .and_then(|seed| Some((seed_field(target)?, seed))),
            length: tokens.map(|tokens| (self.length_field(target), tokens)),
            shape: if wanted.structured {
                self.shape.max(target.provider.shape)
            } else {
                Shape::Plain
            },
            context: None,
        }
    }

    /// Whether a limit is sent that was raised since a reply was cut at the one that the user set.
    pub fn is_raised(&self, wanted: &Wanted, sent: &Sent) -> bool {
        let raised = self.raised_from(wanted.max_tokens);
        raised.is_some_and(|raised| sent.length.is_some_and(|(_, tokens)| tokens == raised.to))
    }

    fn raised_from(&self, set: Option<u32>) -> Option<Raised> {
        self.raised.filter(|raised| raised.from == set)
    }

    fn length_field(&self, target: &Target) -> &'static str {
        let other = self.length.other_field;
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

    /// A reply was cut at the limit. True if it makes sense to ask again with a higher one; a limit that the user has
    /// `set` is raised once. `written` is how many tokens it took.
    pub fn raise(&mut self, sent: &Sent, set: Option<u32>, written: Option<u64>) -> bool {
        let from = match (sent.length, written) {
            (Some((_, tokens)), _) => tokens,
            // Where nothing is counted, its text tells; a default of the server is likelier than a full context.
            (None, Some(written)) if written < SMALL_DEFAULT => written as u32,
            (None, _) => return false,
        };
        // Another call may have raised it since this one was sent.
        let raised = self.raised_from(set).unwrap_or(Raised {
            from: set,
            to: from.saturating_mul(RAISED_TIMES).max(RAISED_LEAST),
        });
        let is_more = match (sent.length, self.length.allowed(raised.to)) {
            (Some((_, tokens)), Some(more)) => more > tokens,
            (sent, more) => sent.is_some() || more.is_some(),
        };
        if is_more {
            self.raised = Some(raised);
        }
        is_more
    }

    /// Notes what fits beside a prompt; the last that was told counts.
    pub fn fits(&mut self, fit: Fit) {
        self.fit = Some(fit);
    }

    /// The longest reply that fits beside a prompt of about so many tokens, where a refusal has told of that.
    pub fn room_beside(&self, prompt: usize) -> Option<u32> {
        self.fit?.room_beside(prompt)
    }

    /// Notes that a reply was had by this form of JSON; `broke`: right after the server had broken on a stricter one. That
    /// may have been chance, so the form is kept to when it has happened twice, and not where a stricter one did once.
    pub fn had_by(&mut self, shape: Shape, broke: bool) {
        if broke && self.had.is_none_or(|had| had >= shape) {
            self.loosened += 1;
            if self.loosened >= LOOSENED {
                self.shape = self.shape.max(shape);
            }
        }
        self.had = Some(self.had.map_or(shape, |had| had.min(shape)));
    }

    /// Whether a reply was had by this form of JSON, or a stricter one.
    pub fn has_had(&self, shape: Shape) -> bool {
        self.had.is_some_and(|had| had <= shape)
    }

    /// Learns from a refusal of a request that carried `sent`. True if another request, without what was refused,
    /// makes sense; each thing is given up once.
    pub fn learn(&mut self, sent: &Sent, wire: Wire, said: &Said) -> bool {
        let blamed = said.param.as_deref().filter(|param| names_ours(param));
        let said = said.marks();
        // Where the server names the parameter, what else its message holds is help.
        let is_of = |names: &[&str]| says_any(blamed.unwrap_or(&said), names);
        let both = sent.temperature.is_some() && says_any(&said, &["both", "together", "only one"]);
        // Before the temperature: some models take one of the two, but not both.
        if let Some(top_p) = sent.top_p
            && (is_of(TOP_P) || (both && says_any(&said, TOP_P)))
        {
            if both {
                self.top_p_alone = true;
            } else {
                self.top_p.note(top_p, &said);
            }
            return true;
        }
        if let Some(temperature) = sent.temperature
            && is_of(&["temperature"])
        {
            self.temperature.note(temperature, &said);
            return true;
        }
        if let Some((_, seed)) = sent.seed
            && is_of(&["seed"])
        {
            self.seed.note(f64::from(seed), &said);
            return true;
        }
        if let Some((field, tokens)) = sent.length
            && names_length(blamed.unwrap_or(&said), field)
            && let Some(length) = self.next_length(&said, wire, field, tokens)
        {
            self.length = length;
            return true;
        }
        if sent.shape != Shape::Plain && names_shape(blamed.unwrap_or(&said)) {
            self.shape = sent.shape.below(wire);
            return true;
        }
        false
    }

    fn next_length(&self, said: &str, wire: Wire, field: &str, tokens: u32) -> Option<Length> {
        let too_large = says_any(
            said,
            &[
                "too large",
                "at most",
                "maximum",
                " > ",
                "less than",
                "exceed",
                "in the completion",
            ],
        );
        let mut length = self.length;
        match wire {
            Wire::Anthropic => {
                // "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens"
                let most = said
                    .split_once(" > ")
                    .and_then(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
                    .unwrap_or(ANTHROPIC_SMALL);
                length.most = Some(most);
                return (!said.contains("context") && most > 0 && most < tokens).then_some(length);
            }
            Wire::Gemini | Wire::Responses | Wire::Cohere | Wire::Ollama => {
                length.refuse(tokens, !is_unknown(said));
            }
            Wire::OpenAi => {
                let other = match field {
                    "max_tokens" => "max_completion_tokens",
                    _ => "max_tokens",
                };
                let flip = !self.length.other_field && (said.contains(other) || !too_large);
                if flip && (!too_large || said.contains("instead")) {
                    length.other_field = true;
                } else {
                    length.refuse(tokens, too_large);
                }
            }
        }
        Some(length)
    }
}

/// Whether a refusal is of a parameter itself, and not of its value. In doubt it is of the value: then another one
/// costs a refused request, and is not left out without a word.
fn is_unknown(said: &str) -> bool {
    const WORDS: &[&str] = &[
        "unsupported parameter",
        "unsupported_parameter",
        "unknown",
        "unrecognized",
        "unexpected",
        "extra inputs",
        "extra_forbidden",
        "extra fields",
        "not permitted",
        "not allowed",
        "is not supported",
        "not a supported",
        "deprecated",
    ];
    says_any(said, WORDS) && !says_any(said, &["value is not", "unsupported value", "unsupported_value"])
}

fn names_length(said: &str, field: &str) -> bool {
    said.contains(&field.to_ascii_lowercase())
        || said.contains("max_output_tokens")
        || said.contains("max output tokens")
        || said.contains("in the completion")
}

/// Asked only where a form was sent along. Servers name it in many words, some by the stuff it is made of; a form given up
/// in vain costs one request, a refusal that is not understood the whole run.
fn names_shape(said: &str) -> bool {
    const NAMES: &[&str] = &[
        "format",
        "json",
        "schema",
        "mimetype",
        "mime_type",
        "output_config",
        "structured",
        "grammar",
        "guided",
        "constrained",
        "outlines",
    ];
    says_any(said, NAMES)
}

/// Whether a parameter is one that we may have sent.
fn names_ours(param: &str) -> bool {
    names_length(param, "max_tokens")
        || names_length(param, "max_completion_tokens")
        || names_shape(param)
        || says_any(param, TOP_P)
        || says_any(param, &["temperature", "seed"])
}

/// What formats call the share of likely tokens.
const TOP_P: &[&str] = &["top_p", "topp", "top p", "'p'", "`p`"];

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
            ("openai", "Bad Request", None),
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
    fn the_parameter_that_is_named_is_given_up_alone() {
        let wanted = Wanted {
            temperature: Some(0.5),
            top_p: Some(0.5),
            seed: Some(7),
            max_tokens: Some(900),
            structured: true,
        };
        const HELP: &str =
            "Unknown parameter. Supported: temperature, top_p, seed, max_tokens, response_format";
        let target = Target::preset(Provider::by_id("vllm").unwrap()).unwrap();
        let all = Quirks::default().apply(&wanted, &target);
        for (param, message, left) in [
            ("seed", HELP, Sent { seed: None, ..all }),
            ("top_p", HELP, Sent { top_p: None, ..all }),
            (
                "temperature",
                HELP,
                Sent {
                    temperature: None,
                    ..all
                },
            ),
            (
                "response_format",
                HELP,
                Sent {
                    shape: Shape::Object,
                    ..all
                },
            ),
            // Of none that we sent: what is said counts.
            ("None", "seed is not supported", Sent { seed: None, ..all }),
            ("messages", "seed is not supported", Sent { seed: None, ..all }),
            (
                "temperature",
                "temperature and top_p cannot both be specified",
                Sent { top_p: None, ..all },
            ),
        ] {
            let mut quirks = Quirks::default();
            let error = Said {
                param: Some(param.to_owned()),
                ..said(message)
            };
            assert!(quirks.learn(&all, target.wire, &error));
            assert_eq!(quirks.apply(&wanted, &target), left, "{param}: {message}");
        }
    }

    #[test]
    fn a_form_on_which_a_server_broke_is_left_when_it_has_happened_twice() {
        let wanted = Wanted {
            structured: true,
            ..Wanted::default()
        };
        let target = Target::preset(Provider::by_id("vllm").unwrap()).unwrap();
        let (object, plain, schema) = (Shape::Object, Shape::Plain, Shape::Schema);
        for (had, left) in [
            (vec![(object, true)], schema),
            (vec![(object, true), (object, true)], object),
            (vec![(plain, true), (plain, true)], plain),
            // A stricter form was taken: it was chance.
            (vec![(schema, false), (object, true), (object, true)], schema),
            (vec![(object, true), (schema, false), (object, true)], schema),
            (vec![(plain, false), (plain, false)], schema),
        ] {
            let mut quirks = Quirks::default();
            for (shape, broke) in &had {
                quirks.had_by(*shape, *broke);
            }
            assert_eq!(quirks.apply(&wanted, &target).shape, left, "{had:?}");
        }
    }

    #[test]
    fn a_refused_form_of_json_is_understood_in_many_words() {
        let wanted = Wanted {
            structured: true,
            ..Wanted::default()
        };
        for (provider, message) in [
            ("ollama", "invalid format: expected \"json\""),
            (
                "ollama",
                "json: cannot unmarshal object into Go struct field ChatRequest.format of type string",
            ),
            (
                "custom",
                "This model does not support response format of this type",
            ),
            ("vllm", "guided decoding is not enabled on this server"),
            ("vllm", "Structured outputs are disabled"),
            ("vllm", "Constrained decoding needs a fast tokenizer"),
            ("groq", "Failed to generate JSON. Please adjust your prompt."),
            ("gemini", "JSON mode is not enabled for models/gemma"),
            ("cohere", "schema: additionalProperties is not supported"),
            ("llama-cpp", "failed to parse grammar"),
            (
                "mistral",
                "body.response_format.type: Input should be 'text' or 'json_object'",
            ),
        ] {
            let provider = Provider::by_id(provider).unwrap();
            let target = Target::read(provider, "https://a.example/v1").unwrap();
            let mut quirks = Quirks::default();
            let mut shapes = Vec::new();
            for _ in 0..3 {
                let sent = quirks.apply(&wanted, &target);
                shapes.push(sent.shape);
                if !quirks.learn(&sent, target.wire, &said(message)) {
                    break;
                }
            }
            let all = [Shape::Schema, Shape::Object, Shape::Plain];
            assert_eq!(shapes, all, "{}: {message}", provider.id);
        }
    }

    #[test]
    fn giving_up_comes_to_an_end() {
        let wanted = Wanted {
            temperature: Some(0.0),
            top_p: Some(0.5),
            seed: Some(7),
            max_tokens: Some(9000),
            structured: true,
        };
        let everything = said(
            "top_p temperature seed max_tokens max_completion_tokens maxOutputTokens response_format schema",
        );
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
            assert!(steps <= 7, "{steps}");
        }
    }

    #[test]
    fn a_raised_limit_holds_for_the_one_that_it_was_raised_from() {
        for (provider, set, sent) in [
            // Each time: what the user sets, and what is sent. All are cut.
            ("vllm", Some(50), Some(50)),
            ("vllm", None, None),
            ("anthropic", Some(50), Some(50)),
            ("anthropic", None, Some(8_192)),
            ("gemini", Some(5_000), Some(5_000)),
        ] {
            let target = Target::preset(Provider::by_id(provider).unwrap()).unwrap();
            let mut quirks = Quirks::default();
            let of = |quirks: &Quirks, set| {
                let wanted = Wanted {
                    max_tokens: set,
                    ..Wanted::default()
                };
                quirks.apply(&wanted, &target)
            };
            let tokens = |sent: &Sent| sent.length.map(|(_, tokens)| tokens);
            let first = of(&quirks, set);
            assert_eq!(tokens(&first), sent);
            assert!(quirks.raise(&first, set, Some(50)));
            let raised = sent.map_or(4_096, |sent| (4 * sent).max(4_096));
            let second = of(&quirks, set);
            assert_eq!(tokens(&second), Some(raised), "{provider} {set:?}");
            // A call that was under way meanwhile is sent again as well; one with the raised limit is not.
            assert!(quirks.raise(&first, set, Some(50)));
            assert!(!quirks.raise(&second, set, Some(4_000)));
            for other in [Some(16_000), Some(100)] {
                assert_eq!(tokens(&of(&quirks, other)), other, "{provider}");
            }
            if set.is_some() {
                assert_ne!(tokens(&of(&quirks, None)), Some(raised));
            }
        }
    }

    #[test]
    fn what_was_refused_for_its_value_is_tried_with_another() {
        let wanted = |value: f64| Wanted {
            temperature: Some(value),
            top_p: Some(value),
            seed: Some((value * 100.0) as u32),
            max_tokens: Some((value * 1_000.0) as u32),
            ..Wanted::default()
        };
        let fields = |sent: &Sent| {
            let Sent {
                temperature,
                top_p,
                seed,
                length,
                ..
            } = *sent;
            [
                temperature.is_some(),
                top_p.is_some(),
                seed.is_some(),
                length.is_some(),
            ]
        };
        let target = Target::preset(Provider::by_id("vllm").unwrap()).unwrap();
        for (message, place, others) in [
            ("temperature: expected a value in range: 0..1", 0, true),
            (
                "Unsupported value: 'temperature' does not support 1.5 with this model. Only the default (1) value is supported.",
                0,
                true,
            ),
            (
                "Unsupported parameter: 'temperature' is not supported with this model.",
                0,
                false,
            ),
            ("temperature: Extra inputs are not permitted", 0, false),
            ("top_p must be in (0, 1]", 1, true),
            ("Unrecognized request argument supplied: top_p", 1, false),
            ("seed must be at most 100", 2, true),
            ("`seed` is not supported", 2, false),
            ("max_tokens is too large: 1500. It supports at most 1000", 3, true),
        ] {
            let mut quirks = Quirks::default();
            let sent = quirks.apply(&wanted(1.5), &target);
            assert_eq!(fields(&sent), [true; 4]);
            assert!(quirks.learn(&sent, target.wire, &said(message)));
            let mut without = [true; 4];
            without[place] = false;
            assert_eq!(fields(&quirks.apply(&wanted(1.5), &target)), without, "{message}");
            without[place] = others;
            assert_eq!(fields(&quirks.apply(&wanted(0.5), &target)), without, "{message}");
        }
        // Either of the two, but not both.
        let mut quirks = Quirks::default();
        let sent = quirks.apply(&wanted(1.0), &target);
        let both = said("`temperature` and `top_p` cannot both be specified for this model");
        assert!(quirks.learn(&sent, target.wire, &both));
        let kept = quirks.apply(&wanted(0.5), &target);
        assert_eq!((kept.temperature, kept.top_p), (Some(0.5), None));
        let alone = Wanted {
            temperature: None,
            ..wanted(0.5)
        };
        assert_eq!(quirks.apply(&alone, &target).top_p, Some(0.5));
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
