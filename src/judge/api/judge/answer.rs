//! What sending needs to know of a call and of what came back: its tokens, and whether it was cut.

use super::Lost;
use crate::evaluation::{Stop, TextReply, Usage};
use crate::judge::api::wire::Embedded;
use crate::prompt::tokens;

/// What a call is about, as far as sending needs to know.
#[derive(Clone, Copy)]
pub(super) struct Sized {
    /// Tokens of the prompt, estimated.
    pub tokens: usize,
    /// JSON of a schema is wanted.
    pub has_schema: bool,
    /// A chat, not embeddings.
    pub chat: bool,
    /// An answer that is drawn: one of several that are to differ.
    pub drawn: bool,
}

/// What came back, as far as sending needs to know.
pub(super) trait Answer {
    /// Its tokens, where they are known.
    fn usage(&self) -> Option<Usage> {
        None
    }
    /// About how many tokens it took, by its text alone.
    fn written(&self) -> u64 {
        0
    }
    /// It reached the limit of its length.
    fn is_cut(&self) -> bool {
        false
    }
    /// Prompt and reply fill the context to its end: something did not fit.
    fn fills(&self, _context: u32) -> bool {
        false
    }
    /// As far as its figures tell, the model read the whole prompt.
    fn is_whole_prompt(&self, _sized: Sized) -> bool {
        true
    }
    /// Adds the tokens of the reply that this one takes the place of.
    fn add_usage(&mut self, _earlier: Option<Usage>) {}
}

impl Answer for Embedded {
    fn usage(&self) -> Option<Usage> {
        self.usage
    }
}

impl Answer for TextReply {
    fn usage(&self) -> Option<Usage> {
        self.usage
    }

    fn written(&self) -> u64 {
        tokens::estimate(&self.text) as u64
    }

    fn is_cut(&self) -> bool {
        self.stop == Stop::Length
    }

    fn fills(&self, context: u32) -> bool {
        let Some(Usage { prompt, completion }) = self.usage else {
            return false;
        };
        let (prompt, completion) = (prompt.unwrap_or(0), completion.unwrap_or(0));
        let context = u64::from(context);
        prompt + 8 >= context || (self.is_cut() && prompt + completion + 8 >= context)
    }

    fn is_whole_prompt(&self, sized: Sized) -> bool {
        // No text has three times as many characters a token as the estimate takes for granted.
        let read = self.usage.and_then(|usage| usage.prompt);
        read.is_none_or(|read| read >= sized.tokens as u64 / 3)
    }

    fn add_usage(&mut self, earlier: Option<Usage>) {
        let Some(earlier) = earlier else { return };
        let sum = |a: Option<u64>, b: Option<u64>| Some(a?.saturating_add(b?));
        self.usage = self.usage.map(|usage| Usage {
            prompt: sum(usage.prompt, earlier.prompt),
            completion: sum(usage.completion, earlier.completion),
        });
    }
}

/// A reply with the tokens and the time of the one that it takes the place of.
pub(super) fn with_earlier<R: Answer>(mut reply: R, elapsed_ms: f64, earlier: Option<(R, f64)>) -> (R, f64) {
    match earlier {
        Some((earlier, ms)) => {
            reply.add_usage(earlier.usage());
            (reply, elapsed_ms + ms)
        }
        None => (reply, elapsed_ms),
    }
}

/// What to do about a reply that may be too little.
pub(super) enum Little {
    Enough,
    Again,
    Never(Lost),
}
