//! What a run may spend and has spent: the cap stops it before the call that would break it.
//!
//! What is guaranteed: no call is sent whose likely cost, on top of what was spent and of what the calls under way are
//! likely to cost, passes the cap. The likely cost of a call is its prompt by our estimate and its reply by the limit of
//! its length; without a limit, by the largest reply of this run so far; before the first reply one call goes alone. So
//! with a limit the cap is passed by no more than the prompts' estimates are off, without one by no more than replies
//! under way outgrow the largest so far; then the run stops. A call that reports no tokens is booked by an estimate of
//! them, one that broke off after it was sent by what was set aside for it.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;

use super::prices::Price;
use crate::evaluation::Usage;

/// What a run may spend, and has spent; shared by its calls. A call sets its likely cost aside before it is sent, so
/// that calls side by side don't overrun the cap together.
#[derive(Clone, Debug)]
pub struct Spending {
    spent: Rc<RefCell<Spent>>,
    price: Option<Price>,
}

#[derive(Debug)]
struct Spent {
    cap: Option<f64>,
    spent: f64,
    aside: f64,
    under_way: usize,
    /// Tokens of the largest reply so far.
    largest: Option<u64>,
    /// Calls that wait for one under way to come back.
    waiting: Vec<oneshot::Sender<()>>,
}

/// Money set aside for a call under way.
#[derive(Debug)]
pub struct Aside {
    spending: Spending,
    amount: f64,
    prompt: u64,
}

/// What the cap says to a call.
enum Room {
    For(f64),
    /// Perhaps, once a call under way has come back.
    Later,
    None,
}

impl Spent {
    fn room(&self, price: Option<&Price>, prompt: usize, reply: Option<u32>) -> Room {
        let Some(price) = price else {
            // A cap without a price allows nothing: whether it holds could not be told.
            return if self.cap.is_some() {
                Room::None
            } else {
                Room::For(0.0)
            };
        };
        let known = reply.map(u64::from).or(self.largest);
        let amount = price.of_tokens(prompt as u64, known.unwrap_or(0));
        let Some(cap) = self.cap else {
            return Room::For(amount);
        };
        // Sums of cents are off in the sixteenth digit.
        let fits = |sum: f64| sum <= cap * (1.0 + 1e-9);
        if self.spent >= cap || !fits(self.spent + amount) {
            return Room::None;
        }
        let guessed = known.is_none() && price.output > 0.0;
        if self.under_way > 0 && (guessed || !fits(self.spent + self.aside + amount)) {
            return Room::Later;
        }
        Room::For(amount)
    }
}

impl Spending {
    /// What a run may spend at a price.
    pub fn new(cap: Option<f64>, price: Option<Price>) -> Self {
        let spent = Rc::new(RefCell::new(Spent {
            cap,
            spent: 0.0,
            aside: 0.0,
            under_way: 0,
            largest: None,
            waiting: Vec::new(),
        }));
        Self { spent, price }
    }

    /// The same cap and the same sum, for calls at another price, where that is known.
    #[must_use]
    pub fn at(&self, price: Option<Price>) -> Self {
        Self {
            spent: self.spent.clone(),
            price: price.or_else(|| self.price.clone()),
        }
    }

    /// No cap.
    pub fn without_cap() -> Self {
        Self::new(None, None)
    }

    /// Sets money aside for a call of about so many tokens, or says that the cap does not allow it. `reply` is the limit
    /// of the reply, where there is one. Waits where it hangs on a call under way whether the cap allows it.
    pub async fn set_aside(&self, prompt: usize, reply: Option<u32>) -> Option<Aside> {
        loop {
            let turn = {
                let mut spent = self.spent.borrow_mut();
                match spent.room(self.price.as_ref(), prompt, reply) {
                    Room::None => return None,
                    Room::For(amount) => {
                        spent.aside += amount;
                        spent.under_way += 1;
                        return Some(Aside {
                            spending: self.clone(),
                            amount,
                            prompt: prompt as u64,
                        });
                    }
                    Room::Later => {
                        let (sender, receiver) = oneshot::channel();
                        spent.waiting.push(sender);
                        receiver
                    }
                }
            };
            // Woken or let go: look again.
            let _ = turn.await;
        }
    }

    /// What was spent so far, by the price of the table.
    pub fn spent(&self) -> f64 {
        self.spent.borrow().spent
    }
}

impl Aside {
    /// The call came back: books what it cost by the tokens that it reports, and by an estimate of those that it does
    /// not; `written` is the estimate of the reply's.
    pub fn spend(self, usage: Option<Usage>, written: u64) {
        let usage = usage.unwrap_or_default();
        let prompt = usage.prompt.unwrap_or(self.prompt);
        let completion = usage.completion.unwrap_or(written);
        let mut spent = self.spending.spent.borrow_mut();
        let cost = self
            .spending
            .price
            .as_ref()
            .map_or(0.0, |price| price.of_tokens(prompt, completion));
        spent.spent += cost;
        if completion > 0 {
            spent.largest = Some(spent.largest.map_or(completion, |most| most.max(completion)));
        }
    }

    /// The call was sent and broke off: what it cost will not be told.
    pub fn lose(self) {
        let mut spent = self.spending.spent.borrow_mut();
        spent.spent += self.amount;
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        let mut spent = self.spending.spent.borrow_mut();
        spent.under_way = spent.under_way.saturating_sub(1);
        spent.aside = if spent.under_way == 0 {
            0.0
        } else {
            (spent.aside - self.amount).max(0.0)
        };
        for waiting in std::mem::take(&mut spent.waiting) {
            let _ = waiting.send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn price() -> Price {
        Price {
            host: "api.example".into(),
            model: "m".into(),
            input: 2.0,
            output: 10.0,
        }
    }

    fn used(prompt: u64, completion: u64) -> Option<Usage> {
        Some(Usage {
            prompt: Some(prompt),
            completion: Some(completion),
        })
    }

    /// `None`: it waits.
    fn set_aside(spending: &Spending, prompt: usize, reply: Option<u32>) -> Option<Option<Aside>> {
        spending.set_aside(prompt, reply).now_or_never()
    }

    #[test]
    fn the_cap_stops_before_the_call_that_would_break_it() {
        // 1,000 tokens in: 0.002; 100 out: 0.001.
        let spending = Spending::new(Some(0.0085), Some(price()));
        let first = set_aside(&spending, 1_000, Some(100)).unwrap().unwrap();
        let second = set_aside(&spending, 1_000, Some(100)).unwrap().unwrap();
        assert!(
            set_aside(&spending, 1_000, Some(100)).is_none(),
            "it hangs on the two under way"
        );
        assert!(
            set_aside(&spending, 5_000, Some(100)).unwrap().is_none(),
            "not even after them"
        );
        first.spend(used(1_000, 50), 0);
        assert!((spending.spent() - 0.0025).abs() < 1e-12);
        let third = set_aside(&spending, 1_000, Some(100)).unwrap().unwrap();
        // Cancelled: what was set aside for it is free again.
        drop((second, third));
        assert!(set_aside(&spending, 3_000, Some(1)).unwrap().is_none());
        set_aside(&spending, 2_000, Some(1)).unwrap().unwrap().lose();
        assert!((spending.spent() - 0.006_51).abs() < 1e-12, "what was set aside");
    }

    #[test]
    fn without_a_limit_the_first_reply_tells_what_replies_take() {
        for (usage, written) in [(used(0, 500), 3), (None, 500)] {
            let spending = Spending::new(Some(0.012), Some(price()));
            let first = set_aside(&spending, 0, None).unwrap().unwrap();
            let mut waits = Box::pin(spending.set_aside(0, None));
            assert!(waits.as_mut().now_or_never().is_none(), "the first goes alone");
            first.spend(usage, written);
            let second = waits.now_or_never().unwrap().unwrap();
            assert!(set_aside(&spending, 0, None).is_none(), "0.005 each");
            second.spend(usage, written);
            assert!(set_aside(&spending, 0, None).unwrap().is_none());
            assert!((spending.spent() - 0.01).abs() < 1e-12);
        }
    }

    #[test]
    fn calls_at_another_price_share_the_cap() {
        let words = Spending::new(Some(0.01), Some(price()));
        let vectors = words.at(Some(Price {
            input: 0.1,
            output: 0.0,
            ..price()
        }));
        let call = set_aside(&vectors, 50_000, Some(0)).unwrap().unwrap();
        call.spend(used(50_000, 0), 0);
        assert!((words.spent() - 0.005).abs() < 1e-12);
        assert!(set_aside(&words, 3_000, Some(0)).unwrap().is_none());
        assert!(set_aside(&vectors, 3_000, Some(0)).unwrap().is_some());
        // Where no other price is known, the one that is known is taken.
        assert!(set_aside(&words.at(None), 3_000, Some(0)).unwrap().is_none());
    }

    #[test]
    fn a_cap_without_a_price_allows_nothing_and_no_cap_all() {
        let none = Spending::new(Some(1.0), None);
        assert!(set_aside(&none, 1, None).unwrap().is_none());
        for all in [Spending::without_cap(), Spending::new(None, Some(price()))] {
            let first = set_aside(&all, 1_000_000_000, None).unwrap();
            let second = set_aside(&all, 1_000_000_000, None).unwrap();
            assert!(first.is_some() && second.is_some());
        }
    }
}
