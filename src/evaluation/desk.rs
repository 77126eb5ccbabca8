//! The desk at which a metric works: the sample, the options, the replies that are there, and the asks that
//! are still open.
//!
//! A metric calls [`Desk::chat`] for each thing that it wants to know. Where the reply is there it gets it,
//! otherwise the ask is noted as open and the metric returns. Asks that are independent of each other are made
//! before any of their replies is looked at.

use super::ask::{Ask, AskPath, Body, PromptRef, Question};
use super::outcome::{Flag, FlagSet, Override, Overrides};
use super::reply::Reply;
use super::{Exchange, Options};
use crate::prompt::{Template, Values, sha256_hex};
use crate::sample::Sample;
use std::sync::Arc;

/// As much text as open asks hold together, in bytes. Far more than a judge reads; but a long text beside thousands of
/// short ones, each to be asked about with it, would take all memory there is.
const MOST_OPEN: usize = 64_000_000;

/// See the module.
pub struct Desk<'a> {
    sample: &'a Arc<Sample>,
    options: &'a Options,
    transcript: &'a [Exchange],
    /// Behind the reply that was found last: the next one is mostly there.
    next: usize,
    overrides: &'a Overrides,
    open: Vec<Ask>,
    /// Bytes of their texts.
    open_bytes: usize,
    /// Asks that were open before the last reply came in: most still are, and need not be rendered again.
    before: Vec<Option<Ask>>,
    /// Behind the one of them that was found last.
    next_before: usize,
    flags: FlagSet,
    edited: bool,
}

/// What is asked in one chat call.
pub struct ChatAsk<'t> {
    /// Its place in the evaluation.
    pub path: AskPath,
    /// The typed question.
    pub question: Question,
    /// The template (or the user's edit of it) that is rendered.
    pub template: &'static Template,
    /// Values for the placeholders.
    pub values: Values<'t>,
    /// A second template, rendered behind the first: what a re-ask adds.
    pub addendum: Option<(&'static Template, Values<'t>)>,
    /// JSON schema of the reply.
    pub schema: Option<serde_json::Value>,
}

impl<'a> Desk<'a> {
    pub(super) fn new(
        sample: &'a Arc<Sample>,
        options: &'a Options,
        transcript: &'a [Exchange],
        overrides: &'a Overrides,
        before: Vec<Ask>,
    ) -> Self {
        let (open, open_bytes, flags) = (Vec::new(), 0, FlagSet::new());
        let before = before.into_iter().map(Some).collect();
        Self {
            sample,
            options,
            transcript,
            next: 0,
            overrides,
            open,
            open_bytes,
            before,
            next_before: 0,
            flags,
            edited: false,
        }
    }

    /// What is judged.
    pub fn sample(&self) -> &'a Arc<Sample> {
        self.sample
    }

    /// A value that the user set.
    pub fn option(&self, name: &str) -> Option<&'a serde_json::Value> {
        self.options.values.get(name)
    }

    /// All values that the user set.
    pub fn options(&self) -> &'a serde_json::Map<String, serde_json::Value> {
        &self.options.values
    }

    /// The reply to a chat ask, or `None` when it is open now. `ask` is only built (and its prompt only
    /// rendered) when the reply is not there.
    pub fn chat<'t>(&mut self, path: &AskPath, ask: impl FnOnce() -> ChatAsk<'t>) -> Option<&'a Reply> {
        if let Some(reply) = self.reply_at(path) {
            return Some(reply);
        }
        self.leave_open(path, |desk| {
            let ChatAsk {
                path,
                question,
                template,
                values,
                addendum,
                schema,
            } = ask();
            let body = desk.render(template, &values, addendum, schema);
            Ask { path, question, body }
        });
        None
    }

    /// The reply to an embedding ask, or `None` when it is open now.
    pub fn embed(&mut self, path: &AskPath, ask: impl FnOnce() -> Ask) -> Option<&'a Reply> {
        if let Some(reply) = self.reply_at(path) {
            return Some(reply);
        }
        self.leave_open(path, |_| ask());
        None
    }

    /// Notes an ask as open: the one of before where there is one at its place, which is the same.
    fn leave_open(&mut self, path: &AskPath, ask: impl FnOnce(&Self) -> Ask) {
        // It is made when some of the others have their replies.
        if self.open_bytes > MOST_OPEN {
            return;
        }
        let is_it = |at: &usize| {
            let known = self.before.get(*at).and_then(Option::as_ref);
            known.is_some_and(|known| known.path == *path)
        };
        let at = (self.next_before..self.before.len())
            .chain(0..self.next_before)
            .find(is_it);
        let known = at.and_then(|at| self.before.get_mut(at)).and_then(Option::take);
        self.next_before = at.map_or(self.next_before, |at| at + 1);
        let ask = match known {
            // What is asked at a place hangs on the replies of the steps before it alone, and those were all there.
            #[cfg(debug_assertions)]
            Some(known) => {
                assert_eq!(known, ask(self), "asked otherwise than before");
                known
            }
            #[cfg(not(debug_assertions))]
            Some(known) => known,
            None => ask(self),
        };
        self.open_bytes += match &ask.body {
            Body::Chat { prompt, .. } => prompt.len(),
            Body::Embed { texts } | Body::Tokens { texts } => texts.iter().map(String::len).sum(),
        };
        self.open.push(ask);
    }

    fn reply_at(&mut self, path: &AskPath) -> Option<&'a Reply> {
        let transcript = self.transcript;
        let is_it = |at: &usize| {
            transcript
                .get(*at)
                .is_some_and(|exchange| exchange.ask.path == *path)
        };
        let at = (self.next..transcript.len()).chain(0..self.next).find(is_it)?;
        self.next = at + 1;
        transcript.get(at).map(|exchange| &exchange.reply)
    }

    /// Raises a flag.
    pub fn flag(&mut self, flag: Flag) {
        self.flags.insert(flag);
    }

    /// A person's changed verdict at `key`, if the metric accepts its value: `read` returns `None` for a value
    /// that is not one, and the judge's verdict stands.
    pub fn override_at<T>(&mut self, key: &str, read: impl FnOnce(&Override) -> Option<T>) -> Option<T> {
        let value = self.overrides.0.get(key).and_then(read)?;
        self.edited = true;
        Some(value)
    }

    /// Whether a person changed anything at all.
    pub fn has_overrides(&self) -> bool {
        !self.overrides.0.is_empty()
    }

    pub(super) fn edited(&self) -> bool {
        self.edited
    }

    pub(super) fn into_flags(self) -> FlagSet {
        self.flags
    }

    pub(super) fn into_open(self) -> Vec<Ask> {
        self.open
    }

    fn render(
        &self,
        template: &'static Template,
        values: &Values<'_>,
        addendum: Option<(&'static Template, Values<'_>)>,
        schema: Option<serde_json::Value>,
    ) -> Body {
        let edit = self.options.prompts.get(template.id);
        let text = edit.map_or(template.text, String::as_str);
        let mut prompt = values.fill(text);
        if let Some((more, values)) = addendum {
            let text = self
                .options
                .prompts
                .get(more.id)
                .map_or(more.text, String::as_str);
            prompt.push_str("\n\n");
            prompt.push_str(&values.fill(text));
        }
        let source = PromptRef {
            id: template.id.to_owned(),
            version: template.version,
            edited: edit.is_some_and(|edit| edit != template.text),
            template_sha256: sha256_hex(text),
        };
        Body::Chat {
            sha256: sha256_hex(&prompt),
            prompt,
            source,
            schema,
        }
    }
}
