//! What goes along with a prompt: what the user wants ([`Wanted`]), and what is really sent of it ([`Sent`]). Which of it a
//! model takes is [`super::quirks`]' matter, how a format writes it [`super::wire`]'s.

use serde_json::{Map, Value};

use super::provider::Target;
use super::wire::{Wire, number};

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
    /// What is wanted and not sent, though the format has it.
    pub fn left_out(&self, wanted: &Wanted, target: &Target) -> Vec<&'static str> {
        let seed = wanted.seed.is_some() && seed_field(target).is_some();
        let all = [
            (
                "temperature",
                wanted.temperature.is_some(),
                self.temperature.is_some(),
            ),
            ("top_p", wanted.top_p.is_some(), self.top_p.is_some()),
            ("seed", seed, self.seed.is_some()),
            ("max_tokens", wanted.max_tokens.is_some(), self.length.is_some()),
        ];
        let left_out = all.into_iter().filter(|(_, wanted, sent)| *wanted && !sent);
        left_out.map(|(name, ..)| name).collect()
    }

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

impl Shape {
    /// The next way down. Anthropic has none between the schema and the prompt alone.
    pub fn below(self, wire: Wire) -> Self {
        match (self, wire) {
            (Self::Schema, Wire::Anthropic) | (Self::Object | Self::Plain, _) => Self::Plain,
            (Self::Schema, _) => Self::Object,
        }
    }
}

/// What the seed is called; `None` where the format has none.
pub fn seed_field(target: &Target) -> Option<&'static str> {
    match (target.wire, target.provider.id) {
        (Wire::Anthropic | Wire::Responses, _) => None,
        (Wire::OpenAi, "mistral") => Some("random_seed"),
        _ => Some("seed"),
    }
}
