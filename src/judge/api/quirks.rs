//! What a model would not take, and so what is sent of what is wanted ([`super::sent`]). A parameter is dropped when a
//! refusal names it (`named`), the way to ask for JSON steps down, a limit that cut a reply is raised once (`length`), one that
//! does not fit beside the prompt is lowered to what does. What was learned is kept in [`super::learned`].

mod length;
mod named;
#[cfg(test)]
mod tests;

use length::{Length, Raised};
use named::{TOP_P, is_unknown, names_length, names_ours, names_shape, says_any};

use super::provider::Target;
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
}
