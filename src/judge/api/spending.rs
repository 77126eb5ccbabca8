//! What a run may spend and has spent: the cap stops it before the call that would break it.

use std::cell::RefCell;
use std::rc::Rc;

use super::prices::Price;
use crate::evaluation::Usage;

/// What a run may spend, and has spent; shared by its calls. A call sets its likely cost aside before it is sent, so
/// that calls side by side don't overrun the cap together.
#[derive(Clone, Debug)]
pub struct Spending(Rc<RefCell<Spent>>);

#[derive(Debug)]
struct Spent {
    cap: Option<f64>,
    price: Option<Price>,
    spent: f64,
    aside: f64,
}

/// Money set aside for a call under way.
#[derive(Debug)]
pub struct Aside {
    spending: Spending,
    amount: f64,
}

impl Spending {
    /// What a run may spend at a price.
    pub fn new(cap: Option<f64>, price: Option<Price>) -> Self {
        Self(Rc::new(RefCell::new(Spent {
            cap,
            price,
            spent: 0.0,
            aside: 0.0,
        })))
    }

    /// No cap.
    pub fn without_cap() -> Self {
        Self::new(None, None)
    }

    /// Sets money aside for a call of about so many tokens, or says that the cap does not allow it. A cap without a
    /// price allows nothing: whether it holds could not be told.
    pub fn set_aside(&self, prompt: usize, reply: Option<u32>) -> Option<Aside> {
        let mut spent = self.0.borrow_mut();
        let amount = match (&spent.price, spent.cap) {
            (Some(price), _) => price.of_tokens(prompt as u64, reply.map_or(0, u64::from)),
            (None, None) => 0.0,
            (None, Some(_)) => return None,
        };
        let after = spent.spent + spent.aside + amount;
        if spent.cap.is_some_and(|cap| after > cap || spent.spent >= cap) {
            return None;
        }
        spent.aside += amount;
        Some(Aside {
            spending: self.clone(),
            amount,
        })
    }

    /// What was spent so far, by the price of the table.
    pub fn spent(&self) -> f64 {
        self.0.borrow().spent
    }
}

impl Aside {
    /// The call came back: what it cost by its tokens, or else what was set aside.
    pub fn spend(self, usage: Option<Usage>) {
        let mut spent = self.spending.0.borrow_mut();
        let real = spent
            .price
            .as_ref()
            .and_then(|price| usage.and_then(|usage| price.of_usage(usage)));
        spent.spent += real.unwrap_or(self.amount);
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        let mut spent = self.spending.0.borrow_mut();
        spent.aside = (spent.aside - self.amount).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price() -> Price {
        Price {
            host: "api.example".into(),
            model: "m".into(),
            input: 2.0,
            output: 10.0,
        }
    }

    #[test]
    fn the_cap_stops_before_the_call_that_would_break_it() {
        // 1,000 tokens in: 0.002; 100 out: 0.001.
        let spending = Spending::new(Some(0.005), Some(price()));
        let first = spending.set_aside(1_000, None).unwrap();
        let second = spending.set_aside(1_000, None).unwrap();
        assert!(spending.set_aside(1_000, None).is_none(), "two are under way");
        first.spend(Some(Usage {
            prompt: Some(1_000),
            completion: Some(100),
        }));
        assert!((spending.spent() - 0.003).abs() < 1e-12);
        // Cancelled: what was set aside for it is free again, but the rest is not enough for a third with a limit.
        drop(second);
        assert!(spending.set_aside(1_000, Some(100)).is_none());
        spending.set_aside(1_000, None).unwrap().spend(None);
        assert!(
            (spending.spent() - 0.005).abs() < 1e-12,
            "without a report, what was set aside"
        );
        assert!(spending.set_aside(0, None).is_none(), "nothing is left");
    }

    #[test]
    fn a_cap_without_a_price_allows_nothing_and_no_cap_all() {
        assert!(Spending::new(Some(1.0), None).set_aside(1, None).is_none());
        assert!(Spending::without_cap().set_aside(usize::MAX, None).is_some());
        assert!(
            Spending::new(None, Some(price()))
                .set_aside(1_000_000_000, None)
                .is_some()
        );
    }
}
