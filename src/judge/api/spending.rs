//! What a run may spend and has spent: the cap stops it before the call that would break it.
//!
//! What is guaranteed: no call is sent whose likely cost, on top of what was spent and of what the calls under way are
//! likely to cost, passes the cap. The likely cost of a call is its prompt by our estimate and its reply by the limit of
//! its length; without a limit, by the largest reply of this run so far; before the first reply one call goes alone. The
//! estimate of prompts is corrected by what calls report; until one has, calls go side by side only where the cap would
//! hold three times as much. So with a limit the cap is passed by no more than prompts are worse estimated than those
//! before them, without one by no more than replies under way outgrow the largest so far; then the run stops. A call that
//! reports no tokens is booked by an estimate of them, one that broke off after it was sent by what was set aside for it.
//!
//! What was reported is counted as well, of chats and of embeddings, so that the cost of the whole run can be told. A call
//! that was cancelled under way may be paid for all the same: what it cost is not known.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;

use super::prices::{Cost, Price};
use crate::evaluation::Usage;

/// What a run may spend, and has spent; shared by its calls. A call sets its likely cost aside before it is sent, so
/// that calls side by side don't overrun the cap together.
#[derive(Clone, Debug)]
pub struct Spending {
    spent: Rc<RefCell<Spent>>,
    price: Option<Price>,
    /// Its calls make embeddings.
    vectors: bool,
}

/// What the calls of one kind have reported.
#[derive(Clone, Debug, Default)]
struct Counted {
    prompt: u64,
    completion: u64,
    /// Calls that reported all their tokens, and others that may have cost.
    told: u32,
    untold: u32,
    /// Tokens of a prompt for each estimated one, the most so far; `None` before the first reply.
    scale: Option<f64>,
}

/// Prompts may have so many times the estimated tokens, as far as no reply has told.
const DOUBT: f64 = 3.0;

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
    words: Counted,
    vectors: Counted,
}

/// Money set aside for a call under way.
#[derive(Debug)]
pub struct Aside {
    spending: Spending,
    amount: f64,
    prompt: u64,
    /// What became of the call is known.
    settled: bool,
}

/// What the cap says to a call.
enum Room {
    For(f64),
    /// Perhaps, once a call under way has come back.
    Later,
    None,
}

impl Spent {
    fn counted(&mut self, vectors: bool) -> &mut Counted {
        if vectors {
            &mut self.vectors
        } else {
            &mut self.words
        }
    }

    /// `scale`: what is known of the estimate of `prompt`.
    fn room(&self, price: Option<&Price>, prompt: usize, reply: Option<u32>, scale: Option<f64>) -> Room {
        let Some(price) = price else {
            // A cap without a price allows nothing: whether it holds could not be told.
            return if self.cap.is_some() {
                Room::None
            } else {
                Room::For(0.0)
            };
        };
        let known = reply.map(u64::from).or(self.largest);
        let prompt = prompt as f64 * scale.unwrap_or(1.0);
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
        let doubt = if scale.is_none() { DOUBT } else { 1.0 };
        if self.under_way > 0 && (guessed || !fits(self.spent + doubt * (self.aside + amount))) {
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
            words: Counted::default(),
            vectors: Counted::default(),
        }));
        let vectors = false;
        Self {
            spent,
            price,
            vectors,
        }
    }

    /// The same cap and the same sum, for calls that make embeddings, at their own price where that is known.
    #[must_use]
    pub fn at(&self, price: Option<Price>) -> Self {
        Self {
            spent: self.spent.clone(),
            price: price.or_else(|| self.price.clone()),
            vectors: true,
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
                let scale = spent.counted(self.vectors).scale;
                match spent.room(self.price.as_ref(), prompt, reply, scale) {
                    Room::None => return None,
                    Room::For(amount) => {
                        spent.aside += amount;
                        spent.under_way += 1;
                        return Some(Aside {
                            spending: self.clone(),
                            amount,
                            prompt: prompt as u64,
                            settled: false,
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

    /// What the run cost by these prices of its model and of its embedding model, all metrics and embeddings together.
    /// `None`: there was no call that may have cost.
    pub fn cost(&self, words: Option<&Price>, vectors: Option<&Price>) -> Option<Cost> {
        let spent = self.spent.borrow();
        let (mut sum, mut known, mut unknown) = (0.0, false, false);
        for (counted, price) in [(&spent.words, words), (&spent.vectors, vectors)] {
            unknown |= counted.untold > 0;
            match price {
                Some(price) if counted.told > 0 => {
                    known = true;
                    sum += price.of_tokens(counted.prompt, counted.completion);
                }
                _ => unknown |= counted.told > 0,
            }
        }
        match (known, unknown) {
            (false, false) => None,
            (false, true) => Some(Cost::Unknown),
            (true, false) => Some(Cost::Known(sum)),
            (true, true) => Some(Cost::AtLeast(sum)),
        }
    }

    /// Tokens of all embeddings, as they were reported; `None` where some were not, or where there were none.
    pub fn embedding_tokens(&self) -> Option<u64> {
        let spent = self.spent.borrow();
        let Counted {
            prompt,
            completion,
            told,
            untold,
            ..
        } = spent.vectors;
        (told > 0 && untold == 0).then(|| prompt.saturating_add(completion))
    }

    /// What was spent so far, by the price of the table.
    pub fn spent(&self) -> f64 {
        self.spent.borrow().spent
    }
}

impl Aside {
    /// The call came back: books what it cost by the tokens that it reports, and by an estimate of those that it does
    /// not; `written` is the estimate of the reply's.
    pub fn spend(mut self, usage: Option<Usage>, written: u64) {
        self.settled = true;
        let Usage { prompt, completion } = usage.unwrap_or_default();
        let mut spent = self.spending.spent.borrow_mut();
        let counted = spent.counted(self.spending.vectors);
        if let (Some(prompt), Some(completion)) = (prompt, completion) {
            counted.told += 1;
            counted.prompt = counted.prompt.saturating_add(prompt);
            counted.completion = counted.completion.saturating_add(completion);
        } else {
            counted.untold += 1;
        }
        let scale = prompt.map_or(1.0, |prompt| prompt as f64 / self.prompt.max(1) as f64);
        counted.scale = Some(counted.scale.unwrap_or(1.0).max(scale));
        let prompt = prompt.unwrap_or(self.prompt);
        let completion = completion.unwrap_or(written);
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

    /// The call was not sent, or refused: it costs nothing.
    pub fn free(mut self) {
        self.settled = true;
    }

    /// The call was sent and broke off: what it cost will not be told.
    pub fn lose(mut self) {
        self.settled = true;
        let mut spent = self.spending.spent.borrow_mut();
        spent.spent += self.amount;
        spent.counted(self.spending.vectors).untold += 1;
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        let mut spent = self.spending.spent.borrow_mut();
        // Cancelled under way.
        spent.counted(self.spending.vectors).untold += u32::from(!self.settled);
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
    use crate::judge::api::prices::price;

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
        // It tells that the estimate is right.
        let told = set_aside(&spending, 0, Some(0)).unwrap().unwrap();
        told.spend(used(0, 0), 0);
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
        // What was set aside is free again, whether they were refused or cancelled.
        second.free();
        drop(third);
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
    fn prompts_that_were_estimated_too_small_do_not_pass_the_cap() {
        // 280 tokens by estimate are 800: a call costs 0.0016 and 0.0084 for its reply.
        let spending = Spending::new(Some(0.03), Some(price()));
        let mut calls = 0;
        let first = set_aside(&spending, 280, Some(840)).unwrap().unwrap();
        let second = set_aside(&spending, 280, Some(840));
        assert!(second.is_none(), "nothing has told yet how large prompts are");
        let mut next = Some(first);
        while let Some(call) = next {
            call.spend(used(800, 840), 0);
            calls += 1;
            next = set_aside(&spending, 280, Some(840)).unwrap();
        }
        assert_eq!(calls, 3);
        assert!(spending.spent() <= 0.03 * (1.0 + 1e-9), "{}", spending.spent());
        // Where the cap is far, the first calls go side by side.
        let far = Spending::new(Some(1.0), Some(price()));
        let both = [280, 280].map(|prompt| set_aside(&far, prompt, Some(840)).unwrap());
        assert!(both.iter().all(Option::is_some));
    }

    #[test]
    fn the_cost_of_the_whole_run_counts_all_that_was_told() {
        let embedding = Price {
            input: 0.1,
            output: 0.0,
            ..price()
        };
        for (chats, vectors, priced, cost) in [
            (vec![], vec![], (true, true), None),
            (
                vec![used(1_000_000, 100_000); 2],
                vec![],
                (true, false),
                Some(Cost::Known(6.0)),
            ),
            (
                vec![used(1_000_000, 100_000)],
                vec![used(1_000_000, 0)],
                (true, true),
                Some(Cost::Known(3.1)),
            ),
            (
                vec![used(1_000_000, 100_000)],
                vec![used(1_000_000, 0)],
                (true, false),
                Some(Cost::AtLeast(3.0)),
            ),
            (
                vec![used(1_000_000, 100_000)],
                vec![None],
                (true, true),
                Some(Cost::AtLeast(3.0)),
            ),
            (vec![used(5, 5)], vec![], (false, false), Some(Cost::Unknown)),
            (vec![None], vec![], (true, true), Some(Cost::Unknown)),
        ] {
            let words = Spending::without_cap();
            let embeddings = words.at(None);
            for (spending, usages) in [(&words, chats), (&embeddings, vectors)] {
                for usage in usages {
                    set_aside(spending, 10, None).unwrap().unwrap().spend(usage, 0);
                }
            }
            let (price, (chat, vector)) = (price(), priced);
            assert_eq!(
                words.cost(chat.then_some(&price), vector.then_some(&embedding)),
                cost
            );
        }
    }

    #[test]
    fn a_call_that_was_cancelled_may_be_paid_for() {
        for (told, settle, cost) in [
            (true, None, Some(Cost::AtLeast(2.0))),
            (false, None, Some(Cost::Unknown)),
            (true, Some(false), Some(Cost::Known(2.0))),
            (false, Some(false), None),
            (true, Some(true), Some(Cost::AtLeast(2.0))),
        ] {
            let spending = Spending::without_cap();
            if told {
                let call = set_aside(&spending, 10, None).unwrap().unwrap();
                call.spend(used(1_000_000, 0), 0);
            }
            let call = set_aside(&spending, 10, None).unwrap().unwrap();
            match settle {
                None => drop(call),
                Some(false) => call.free(),
                Some(true) => call.lose(),
            }
            assert_eq!(spending.cost(Some(&price()), None), cost, "{told} {settle:?}");
        }
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
