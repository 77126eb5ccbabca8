//! Several evaluations of one run, asked together: what they ask alike is sent once, and its reply goes to each of them.
//!
//! Alike means an equal [`AskKey`]: content, draw and attempt; the parameters are those of the run's one judge. So three
//! votes stay three calls, and a re-ask is a call of its own. No I/O here: [`super::drive`] sends what
//! [`Together::send_next`] hands out and brings the replies back with [`Together::take`].

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Progress;
use crate::evaluation::{Ask, AskKey, AskPath, Evaluation, NoReply, Reply};

/// See the module. Borrows the evaluations, which hold their outcomes afterwards.
pub struct Together<'e> {
    evaluations: &'e mut [Evaluation],
    sent: BTreeMap<AskKey, Sent>,
    calls: usize,
    answered: usize,
    shared: Vec<usize>,
    /// The keys of what each evaluation asks, which take their time to make.
    keys: Vec<Keys>,
}

/// A call, and whose ask it was sent for.
struct Sent {
    by: usize,
    /// `None`: under way.
    reply: Option<Reply>,
}

impl<'e> Together<'e> {
    /// Evaluations of one sample or several, in the order in which they are asked.
    pub fn new(evaluations: &'e mut [Evaluation]) -> Self {
        let shared = vec![0; evaluations.len()];
        let keys = evaluations.iter().map(Keys::of).collect();
        Self {
            evaluations,
            sent: BTreeMap::new(),
            calls: 0,
            answered: 0,
            shared,
            keys,
        }
    }

    /// The next ask to send: the first open one, evaluation by evaluation, whose like is not under way. Its path names
    /// the metric where there are several, because two metrics may call different asks the same. `None`: nothing can
    /// be sent before a reply has come in.
    pub fn send_next(&mut self) -> Option<(AskKey, Ask)> {
        let several = self.evaluations.len() > 1;
        let (by, key, mut ask) = self.open().find_map(|(by, ask, key)| {
            let waits = !self.sent.contains_key(key);
            waits.then(|| (by, key.clone(), ask.clone()))
        })?;
        if several && let Some(evaluation) = self.evaluations.get(by) {
            ask.path.step = Cow::Owned(format!("{}: {}", evaluation.metric().id(), ask.path.step));
        }
        self.calls += 1;
        self.sent.insert(key.clone(), Sent { by, reply: None });
        Some((key, ask))
    }

    /// Brings the reply to a call to every evaluation that asks it, now or in a later step.
    pub fn take(&mut self, key: &AskKey, reply: Reply) {
        let Some(sent) = self.sent.get_mut(key) else {
            return;
        };
        if sent.reply.is_none() {
            self.answered += 1;
        }
        // A call that failed is no answer for those who ask the same later: it is tried again for them.
        let keep = !matches!(reply, Reply::None(NoReply::Failed(_)));
        sent.reply = Some(reply);
        self.hand_out();
        if !keep {
            self.sent.remove(key);
        }
    }

    /// Leaves everything that is open without a reply.
    pub fn cancel(&mut self) {
        for evaluation in self.evaluations.iter_mut() {
            while let Some(ask) = evaluation.open_asks().and_then(|asks| asks.first()) {
                let path = ask.path.clone();
                if evaluation.take(&path, Reply::None(NoReply::Cancelled)).is_err() {
                    break;
                }
            }
        }
    }

    /// Every evaluation has its outcome.
    pub fn is_done(&self) -> bool {
        self.evaluations
            .iter()
            .all(|evaluation| evaluation.open_asks().is_none())
    }

    /// The evaluations.
    pub fn evaluations(&self) -> &[Evaluation] {
        self.evaluations
    }

    /// Calls that were sent.
    pub fn calls(&self) -> usize {
        self.calls
    }

    /// Asks of one evaluation that a call for another (or for an equal ask of its own) answered, by its place.
    pub fn shared(&self, place: usize) -> usize {
        self.shared.get(place).copied().unwrap_or_default()
    }

    /// How far the run is, in calls.
    pub fn progress(&self) -> Progress {
        let mut waiting: Vec<&AskKey> = self.open().map(|(_, _, key)| key).collect();
        waiting.sort_unstable();
        waiting.dedup();
        Progress {
            answered: self.answered,
            open: waiting.len(),
        }
    }

    fn open(&self) -> impl Iterator<Item = (usize, &Ask, &AskKey)> {
        let each = self.evaluations.iter().zip(&self.keys).enumerate();
        each.flat_map(|(by, (evaluation, keys))| {
            let asks = evaluation.open_asks().unwrap_or_default();
            asks.iter()
                .zip(&keys.open)
                .map(move |(ask, (_, key))| (by, ask, key))
        })
    }

    /// Gives the replies that are there to the asks that are open, until none fits any more: a reply opens asks, and
    /// one of those may have been answered for another evaluation before.
    fn hand_out(&mut self) {
        let each = self.evaluations.iter_mut().zip(&mut self.keys).enumerate();
        for (place, (evaluation, keys)) in each {
            loop {
                let ready = keys.open.iter().find_map(|(path, key)| {
                    let sent = self.sent.get(key)?;
                    Some((path.clone(), sent.reply.clone()?, sent.by, key.clone()))
                });
                let Some((path, reply, by, key)) = ready else {
                    break;
                };
                // The ask that a call was sent for is the first of its kind; those behind it share.
                let own = by == place && !keys.taken.contains(&key);
                if !own && let Some(shared) = self.shared.get_mut(place) {
                    *shared += 1;
                }
                if evaluation.take(&path, reply).is_err() {
                    break;
                }
                keys.taken.push(key);
                keys.follow(evaluation);
            }
        }
    }
}

/// The keys of what an evaluation asks.
struct Keys {
    /// Of its open asks, in their order.
    open: Vec<(AskPath, AskKey)>,
    /// Of those that have their reply.
    taken: Vec<AskKey>,
}

impl Keys {
    fn of(evaluation: &Evaluation) -> Self {
        let taken = evaluation.transcript().iter();
        let mut keys = Self {
            open: Vec::new(),
            taken: taken.map(|exchange| exchange.ask.key("")).collect(),
        };
        keys.follow(evaluation);
        keys
    }

    /// A reply was taken: most asks are open as they were, in the same order.
    fn follow(&mut self, evaluation: &Evaluation) {
        let before = std::mem::take(&mut self.open);
        let mut next = 0;
        for ask in evaluation.open_asks().unwrap_or_default() {
            let known = before.iter().skip(next).position(|(path, _)| *path == ask.path);
            let known = known.and_then(|behind| {
                next += behind + 1;
                before.get(next - 1)
            });
            self.open.push(match known {
                Some(known) => known.clone(),
                None => (ask.path.clone(), ask.key("")),
            });
        }
    }
}
