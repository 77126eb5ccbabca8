//! A refusal because prompt and longest reply together pass the context, though the prompt alone does not: how long a
//! reply fits, beside this prompt and beside others. That is told in the message, in the words of each server.

use super::said::Said;

/// A reply shorter than this is no use: then the prompt is what is too long.
const LEAST: u32 = 64;

/// What stands before the context.
const CONTEXT: &[&str] = &[
    "maximum context length is ",
    "maximum context length of ",
    "context length is only ",
    "context length of only ",
    "context length of ",
    "context window of ",
    "must be <= ",
    "too large for model with ",
    "context size is ",
];

/// What stands behind the tokens of the prompt.
const PROMPT: &[&str] = &[
    " in the messages",
    " in your prompt",
    " in the prompt",
    " of text input",
    " from the input messages",
    " in the input",
    " input tokens",
    " `inputs` tokens",
    " prompt tokens",
    " tokens from the input",
    " tokens in the messages",
    " tokens in your prompt",
    " tokens and ",
];

/// What the longest reply is called.
const REPLY: &[&str] = &[
    "completion",
    "max_tokens",
    "max_new_tokens",
    "max_output_tokens",
    "in the output",
    " draft tokens",
];

/// How much a model takes, prompt and reply together, as a refusal told: held against the estimate of the prompt that was
/// refused, so that the next prompt is sent with a limit that fits at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    context: u32,
    /// Tokens of the refused prompt: as they were told, and by our estimate.
    told: u32,
    estimated: u32,
}

/// A token of the estimate stands for no more than so many; what goes beyond is what the server adds to every prompt.
const MOST_FOR_ONE: f64 = 3.0;
/// One text has more tokens for its estimate than another.
const DOUBT: f64 = 0.05;

impl Fit {
    /// The tokens of a reply that fits beside the very prompt that was refused.
    pub fn room(self) -> u32 {
        self.context.saturating_sub(self.told)
    }

    /// The same beside another prompt, by its estimate. `None` where it hardly fits by itself: then the server is to say.
    pub fn room_beside(self, prompt: usize) -> Option<u32> {
        let (told, estimated) = (f64::from(self.told), f64::from(self.estimated.max(1)));
        let for_one = (told / estimated).min(MOST_FOR_ONE);
        let added = told - for_one * estimated;
        let needed = added + prompt as f64 * (for_one + DOUBT);
        let room = f64::from(self.context) - needed.ceil();
        (room >= f64::from(LEAST)).then_some(room as u32)
    }
}

/// How long a reply fits beside the prompt, where a refusal tells of both; `None` where the prompt alone does not fit, or
/// where nothing is told. `asked`: the tokens that were asked for; `prompt`: an estimate of the prompt's, for where its own
/// are not told.
pub fn reply_that_fits(said: &Said, prompt: usize, asked: u32) -> Option<Fit> {
    let marks = said.marks();
    let estimated = u32::try_from(prompt).unwrap_or(u32::MAX);
    let (context, told) = sum(&marks, asked).or_else(|| {
        let names_reply = REPLY.iter().any(|name| marks.contains(name));
        let context = CONTEXT.iter().find_map(|lead| number_after(&marks, lead));
        let context = context.or(said.context).filter(|_| names_reply)?;
        let told = PROMPT.iter().find_map(|tail| number_before(&marks, tail));
        // An estimate may be too small by a third.
        Some((
            context,
            told.unwrap_or_else(|| estimated.saturating_add(estimated / 2)),
        ))
    })?;
    let fit = Fit {
        context,
        told,
        estimated,
    };
    (LEAST..asked).contains(&fit.room()).then_some(fit)
}

/// "`max_tokens` exceed context limit: 195000 + 8192 > 200000": context and prompt.
fn sum(marks: &str, asked: u32) -> Option<(u32, u32)> {
    let (before, after) = marks.split_once(&format!(" + {asked} > "))?;
    Some((number_after(after, "")?, number_before(before, "")?))
}

fn number_after(text: &str, lead: &str) -> Option<u32> {
    let (_, rest) = text.split_once(lead)?;
    let end = rest
        .find(|c: char| !c.is_ascii_digit() && c != ',')
        .unwrap_or(rest.len());
    number(rest.get(..end)?)
}

fn number_before(text: &str, tail: &str) -> Option<u32> {
    let before = if tail.is_empty() {
        text
    } else {
        text.split_once(tail)?.0
    };
    let start = before
        .rfind(|c: char| !c.is_ascii_digit() && c != ',')
        .map_or(0, |at| {
            at + before
                .get(at..)
                .and_then(|rest| rest.chars().next())
                .map_or(0, char::len_utf8)
        });
    number(before.get(start..)?)
}

fn number(digits: &str) -> Option<u32> {
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_beside_the_prompt_is_read() {
        // What was said, the tokens asked for, the tokens that fit.
        for (message, asked, fits) in [
            (
                "This model's maximum context length is 8192 tokens, however you requested 8900 tokens (900 in the messages, 8000 in the completion). Please reduce the length of the messages or completion.",
                8_000,
                Some(7_292),
            ),
            (
                "This model's maximum context length is 8,192 tokens. However, you requested 8,900 tokens (900 in your prompt; 8000 for the completion).",
                8_000,
                Some(7_292),
            ),
            (
                "'max_tokens' or 'max_completion_tokens' is too large: 9000. This model's maximum context length is 4096 tokens and your request has 900 input tokens (9000 > 4096 - 900).",
                9_000,
                Some(3_196),
            ),
            (
                "input length and `max_tokens` exceed context limit: 195000 + 8192 > 200000, decrease input length or `max_tokens` and try again",
                8_192,
                Some(5_000),
            ),
            (
                "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 900 `inputs` tokens and 8000 `max_new_tokens`",
                8_000,
                Some(3_196),
            ),
            (
                "Prompt contains 900 tokens and 8000 draft tokens, too large for model with 8192 maximum context length",
                8_000,
                Some(7_292),
            ),
            (
                "This endpoint's maximum context length is 8192 tokens. However, you requested about 8900 tokens (900 of text input, 8000 in the output).",
                8_000,
                Some(7_292),
            ),
            // The prompt's tokens are not told: 100 by estimate, so at most 150.
            (
                "max_tokens is too large: this model's maximum context length is 4096 tokens",
                8_000,
                Some(3_946),
            ),
            // The prompt alone does not fit, or hardly.
            (
                "This model's maximum context length is 8192 tokens, however you requested 9500 tokens (9000 in the messages, 500 in the completion).",
                500,
                None,
            ),
            (
                "This model's maximum context length is 8192 tokens, however you requested 8650 tokens (8150 in the messages, 500 in the completion).",
                500,
                None,
            ),
            ("This model's maximum context length is 8192 tokens", 8_000, None),
            ("prompt is too long: 210000 tokens > 200000 maximum", 8_000, None),
            ("max_tokens is too large", 8_000, None),
            ("評審 + 8000 > 評審 max_tokens", 8_000, None),
            ("", 8_000, None),
        ] {
            let said = Said {
                message: message.to_owned(),
                ..Said::default()
            };
            let fit = reply_that_fits(&said, 100, asked);
            assert_eq!(fit.map(Fit::room), fits, "{message}");
        }
    }

    #[test]
    fn the_room_beside_another_prompt_goes_by_the_one_that_was_refused() {
        // Context, tokens of the refused prompt, their estimate; the estimate of another, and what fits beside it.
        for ((context, told, estimated), prompt, room) in [
            ((8_192, 1_000, 1_000), 1_000, Some(7_142)),
            ((8_192, 1_000, 1_000), 4_000, Some(3_992)),
            // A prompt with hardly any room says nothing against a short one.
            ((8_192, 8_100, 8_100), 100, Some(8_087)),
            // Estimated too small, too large.
            ((8_192, 2_000, 1_000), 2_000, Some(4_092)),
            ((8_192, 500, 1_000), 2_000, Some(7_092)),
            // What the server adds to every prompt is added to the next.
            ((8_192, 900, 10), 10, Some(7_291)),
            ((8_192, 900, 10), 1_010, Some(4_241)),
            ((8_192, 900, 0), 100, Some(6_990)),
            // Hardly any room, none, and none at all.
            ((8_192, 1_000, 1_000), 7_750, None),
            ((8_192, 1_000, 1_000), 9_000, None),
            ((8_192, 1_000, 1_000), usize::MAX, None),
            ((u32::MAX, u32::MAX, 1), 1, None),
        ] {
            let fit = Fit {
                context,
                told,
                estimated,
            };
            assert_eq!(fit.room_beside(prompt), room, "{fit:?} {prompt}");
        }
    }
}
