//! A refusal because prompt and longest reply together pass the context, though the prompt alone does not: how long a
//! reply fits. That is told in the message, in the words of each server.

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

/// The tokens of a reply that fits beside the prompt, where a refusal tells of both; `None` where the prompt alone does
/// not fit, or where nothing is told. `asked`: the tokens that were asked for; `prompt`: an estimate of the prompt's, for
/// where its own are not told.
pub fn reply_that_fits(said: &Said, prompt: usize, asked: u32) -> Option<u32> {
    let marks = said.marks();
    let (context, prompt) = sum(&marks, asked).or_else(|| {
        let names_reply = REPLY.iter().any(|name| marks.contains(name));
        let context = CONTEXT.iter().find_map(|lead| number_after(&marks, lead));
        let context = context.or(said.context).filter(|_| names_reply)?;
        let told = PROMPT.iter().find_map(|tail| number_before(&marks, tail));
        // An estimate may be too small by a third.
        let guessed = || u32::try_from(prompt.saturating_add(prompt / 2)).unwrap_or(u32::MAX);
        Some((context, told.unwrap_or_else(guessed)))
    })?;
    let room = context.checked_sub(prompt)?;
    (room >= LEAST && room < asked).then_some(room)
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
            assert_eq!(reply_that_fits(&said, 100, asked), fits, "{message}");
        }
    }
}
