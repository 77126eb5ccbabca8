//! An answer in the judge's own words: all of its text, without the think part.

use super::think;
use crate::evaluation::{Reason, Stop};

/// The answer, trimmed.
///
/// # Errors
/// `Truncated` for one that was cut off or is still being thought about, `EmptyReply`.
pub fn read(text: &str, stop: Stop) -> Result<String, Reason> {
    let text = think::visible(text).map_err(|think::NeverCloses| Reason::Truncated)?;
    if stop == Stop::Length {
        return Err(Reason::Truncated);
    }
    let answer = text.trim();
    if answer.is_empty() {
        return Err(Reason::EmptyReply);
    }
    Ok(answer.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_no_thought_is_the_answer() {
        for (text, stop, wanted) in [
            (" In 1901.\n", Stop::Stop, Ok("In 1901.")),
            (
                "<think>1901 or 1902?</think>\n一九〇一年。",
                Stop::Stop,
                Ok("一九〇一年。"),
            ),
            ("1901?</think> 1902.", Stop::Stop, Ok("1902.")),
            ("{\"answer\": 1}", Stop::Stop, Ok("{\"answer\": 1}")),
            ("<think>1901", Stop::Stop, Err(Reason::Truncated)),
            ("In 19", Stop::Length, Err(Reason::Truncated)),
            (" \n", Stop::Stop, Err(Reason::EmptyReply)),
            ("<think>hm</think>", Stop::Stop, Err(Reason::EmptyReply)),
        ] {
            assert_eq!(read(text, stop), wanted.map(str::to_owned), "{text}");
        }
    }
}
