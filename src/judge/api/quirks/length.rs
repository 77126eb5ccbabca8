//! The limit of a reply's length: in which field a model takes it, how much of one it takes, and when one that cut a reply
//! is raised.

use super::Quirks;
use super::named::{is_unknown, says_any};
use crate::judge::api::provider::{LengthField, Target};
use crate::judge::api::sent::{Sent, Wanted};
use crate::judge::api::wire::Wire;

/// How a model wants the longest reply to be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Length {
    /// In the other field of chat completions.
    pub other_field: bool,
    /// Not at all.
    never: bool,
    /// Told as no more than this.
    most: Option<u32>,
    /// Told only where it is less: so many were refused.
    below: Option<u32>,
}

impl Length {
    pub fn allowed(&self, tokens: u32) -> Option<u32> {
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
pub(super) struct Raised {
    from: Option<u32>,
    pub to: u32,
}

const ANTHROPIC_SMALL: u32 = 4096;

/// A cut reply is asked for again with so many times the tokens, and at least [`RAISED_LEAST`].
const RAISED_TIMES: u32 = 4;

const RAISED_LEAST: u32 = 4096;

/// A reply that was cut before so many tokens without a limit of ours was cut by a default of the server.
const SMALL_DEFAULT: u64 = 2048;

impl Quirks {
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

    /// Whether a limit is sent that was raised since a reply was cut at the one that the user set.
    pub fn is_raised(&self, wanted: &Wanted, sent: &Sent) -> bool {
        let raised = self.raised_from(wanted.max_tokens);
        raised.is_some_and(|raised| sent.length.is_some_and(|(_, tokens)| tokens == raised.to))
    }

    pub(super) fn raised_from(&self, set: Option<u32>) -> Option<Raised> {
        self.raised.filter(|raised| raised.from == set)
    }

    pub(super) fn length_field(&self, target: &Target) -> &'static str {
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

    pub(super) fn next_length(&self, said: &str, wire: Wire, field: &str, tokens: u32) -> Option<Length> {
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
