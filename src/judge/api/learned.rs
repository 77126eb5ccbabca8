//! What was learned in this tab, by server and model, until the tab closes: what a model would not take, how much it
//! takes, which servers answer at all. So the second call already goes through.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::limiter::Limiter;
use super::provider::Target;
use super::quirks::Quirks;
use super::sent::{Sent, Shape, Wanted};
use super::spending::Spending;
use super::wire::{Fit, Said, Wire};
use crate::judge::key::Origin;

/// See the module. Clones share it: hand the same one to every judge of the tab.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    known: Rc<RefCell<Known>>,
    /// The limits of each server, shared by all calls to it.
    pub limiter: Limiter,
    /// What the last run has spent, and when it began, by the clock of the page.
    run: Rc<RefCell<Option<(Spending, f64)>>>,
}

#[derive(Debug, Default)]
struct Known {
    quirks: BTreeMap<Model, Quirks>,
    contexts: BTreeMap<Model, u32>,
    /// What the user says of it.
    given: BTreeMap<Model, u32>,
    asked: BTreeSet<Model>,
    answered: BTreeSet<Origin>,
}

/// A model as a server names it, in one wire format.
type Model = (Origin, u8, String);

fn model_key(target: &Target, model: &str) -> Model {
    (
        target.endpoint.origin.clone(),
        target.wire as u8,
        model.to_owned(),
    )
}

impl Learned {
    /// Notes what a run spends, from now on.
    pub fn begins(&self, spending: &Spending, now_ms: f64) {
        *self.run.borrow_mut() = Some((spending.clone(), now_ms));
    }

    /// The run goes on with what another began: what it spends is not all that its outcomes took.
    pub fn goes_on(&self) {
        *self.run.borrow_mut() = None;
    }

    /// What was spent by the run of a record that was started then: that of the last run alone is known.
    pub fn spent_by(&self, started_ms: f64) -> Option<Spending> {
        let run = self.run.borrow();
        let (spending, began_ms) = run.as_ref()?;
        (0.0..60_000.0)
            .contains(&(started_ms - began_ms))
            .then(|| spending.clone())
    }

    /// What is known of a model.
    pub fn of(&self, target: &Target, model: &str) -> Quirks {
        let key = model_key(target, model);
        self.known.borrow().quirks.get(&key).cloned().unwrap_or_default()
    }

    /// What to send to a model of what is wanted, for a prompt of about so many tokens.
    pub fn sent(&self, target: &Target, model: &str, wanted: &Wanted, prompt: usize) -> Sent {
        let most = self.context(target, model);
        self.changed(target, model, |quirks| {
            let mut sent = quirks.apply(wanted, target);
            if target.wire == Wire::Ollama {
                sent.context = Some(quirks.context_for(prompt, &sent, most));
            }
            sent
        })
    }

    /// Learns from a refusal; see [`Quirks::learn`].
    pub fn learn(&self, target: &Target, model: &str, sent: &Sent, said: &Said) -> bool {
        self.changed(target, model, |quirks| quirks.learn(sent, target.wire, said))
    }

    /// Notes a form of JSON by which a reply was had; see [`Quirks::had_by`].
    pub fn had_by(&self, target: &Target, model: &str, shape: Shape, broke: bool) {
        self.changed(target, model, |quirks| quirks.had_by(shape, broke));
    }

    /// Learns what fits beside a prompt; see [`Quirks::fits`].
    pub fn fits(&self, target: &Target, model: &str, fit: Fit) {
        self.changed(target, model, |quirks| quirks.fits(fit));
    }

    /// What fits beside a prompt; see [`Quirks::room_beside`].
    pub fn room_beside(&self, target: &Target, model: &str, prompt: usize) -> Option<u32> {
        let key = model_key(target, model);
        self.known.borrow().quirks.get(&key)?.room_beside(prompt)
    }

    /// Learns from a cut reply; see [`Quirks::raise`].
    pub fn raise(
        &self,
        target: &Target,
        model: &str,
        sent: &Sent,
        set: Option<u32>,
        written: Option<u64>,
    ) -> bool {
        self.changed(target, model, |quirks| quirks.raise(sent, set, written))
    }

    /// Learns from a full context; see [`Quirks::widen`].
    pub fn widen(&self, target: &Target, model: &str, used: u32) -> bool {
        let most = self.context(target, model);
        self.changed(target, model, |quirks| quirks.widen(used, most))
    }

    fn changed<R>(&self, target: &Target, model: &str, change: impl FnOnce(&mut Quirks) -> R) -> R {
        let mut known = self.known.borrow_mut();
        change(known.quirks.entry(model_key(target, model)).or_default())
    }

    /// How many tokens a model takes, prompt and reply together, where a list, an error or the user said so.
    pub fn context(&self, target: &Target, model: &str) -> Option<u32> {
        let key = model_key(target, model);
        let known = self.known.borrow();
        known
            .given
            .get(&key)
            .or_else(|| known.contexts.get(&key))
            .copied()
    }

    /// Takes what the user says of how many tokens a model takes; `None`: nothing any more.
    pub fn give_context(&self, target: &Target, model: &str, tokens: Option<u32>) {
        let key = model_key(target, model);
        let given = &mut self.known.borrow_mut().given;
        match tokens {
            Some(tokens) => given.insert(key, tokens),
            None => given.remove(&key),
        };
    }

    /// Notes how many tokens a model takes.
    pub fn set_context(&self, target: &Target, model: &str, tokens: u32) {
        let key = model_key(target, model);
        self.known.borrow_mut().contexts.insert(key, tokens);
    }

    /// Whether to ask the server how much a model takes: once, where it is not known.
    pub fn asks_context(&self, target: &Target, model: &str) -> bool {
        let key = model_key(target, model);
        let mut known = self.known.borrow_mut();
        !known.contexts.contains_key(&key) && known.asked.insert(key)
    }

    /// Notes that a server answers calls of this page at all.
    pub fn answered(&self, target: &Target) {
        let origin = target.endpoint.origin.clone();
        self.known.borrow_mut().answered.insert(origin);
    }

    /// Whether this server has answered before in this tab: only then is a network error likely to pass.
    pub fn has_answered(&self, target: &Target) -> bool {
        self.known.borrow().answered.contains(&target.endpoint.origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_spent_is_known_of_the_last_run_alone() {
        let learned = Learned::default();
        assert!(learned.spent_by(0.0).is_none());
        learned.begins(&Spending::without_cap(), 100_000.0);
        // A record's run begins a moment after its judge was made.
        for (started_ms, known) in [
            (99_999.0, false),
            (100_000.0, true),
            (101_000.0, true),
            (160_000.0, false),
        ] {
            assert_eq!(learned.spent_by(started_ms).is_some(), known, "{started_ms}");
        }
        // With what another run paid for, the sum of this one is not all.
        learned.goes_on();
        assert!(learned.spent_by(100_000.0).is_none());
    }
}
