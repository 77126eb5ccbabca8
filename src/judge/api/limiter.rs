//! One limiter for each origin, shared by all calls to it: how many run at once, and until when nobody calls because
//! the server asked for a pause. Waiting is left to a [`Pace`]; nothing here knows a clock.
//!
//! A server that says "too many" gets half as many calls at once; each success then earns a little back, up to what
//! the user allows.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use futures::channel::oneshot;

use super::transport::Pace;
use crate::judge::key::Origin;

/// See the module. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Limiter(Rc<RefCell<BTreeMap<Origin, Gate>>>);

#[derive(Debug, Default)]
struct Gate {
    running: usize,
    /// What the user allows at once.
    most: usize,
    /// What the server allows at once, as far as was seen: from 1 to `most`, and shares of a call.
    allowed: f64,
    /// It said "too many", and not all that was taken away is earned back.
    slowed: bool,
    /// Nobody calls before this moment, in milliseconds of the judges' clock.
    open_at_ms: f64,
    waiting: VecDeque<oneshot::Sender<Permit>>,
}

impl Gate {
    fn has_room(&self) -> bool {
        self.running < self.most.min(self.allowed as usize).max(1)
    }
}

/// The right to have one call under way. Given back when it is dropped, whether the call came to an end or not.
#[derive(Debug)]
pub struct Permit {
    limiter: Limiter,
    origin: Origin,
    /// Counts among those that run.
    counts: bool,
}

impl Limiter {
    /// Waits until a call to this origin may go: there is room among `most` at once, and no pause. `told` is called
    /// with the milliseconds of each pause that is waited for.
    pub async fn permit<P: Pace>(
        &self,
        origin: &Origin,
        most: usize,
        pace: &P,
        told: impl Fn(u32),
    ) -> Permit {
        let permit = match self.enter(origin, most.max(1)) {
            Ok(permit) => permit,
            Err(turn) => match turn.await {
                Ok(permit) => permit,
                // Nobody hands out turns any more: the gate is gone, and so is its limit.
                Err(_) => self.forced(origin),
            },
        };
        loop {
            let now_ms = pace.now_ms();
            let pause_ms = self.with(origin, |gate| gate.open_at_ms - now_ms);
            // A clock that was set back must not hold a call for ever.
            if !(0.5..=LONGEST_PAUSE_MS).contains(&pause_ms) {
                return permit;
            }
            // A little later than the others, by chance.
            let jitter = 1.0 + pace.chance() * (pause_ms / 10.0).clamp(20.0, 500.0);
            let wait_ms = (pause_ms + jitter) as u32;
            told(wait_ms);
            pace.sleep(wait_ms).await;
        }
    }

    /// Notes that this server said "too many", and how long it asks to wait.
    pub fn slow_down(&self, origin: &Origin, now_ms: f64, wait_ms: u32) {
        self.with(origin, |gate| {
            gate.allowed = (gate.allowed / 2.0).max(1.0);
            gate.slowed = true;
            gate.open_at_ms = gate.open_at_ms.max(now_ms + f64::from(wait_ms));
        });
    }

    /// Notes a reply: a call more for each round of calls that went well.
    pub fn went_well(&self, origin: &Origin) {
        self.with(origin, |gate| {
            gate.allowed = (gate.allowed + 1.0 / gate.allowed.max(1.0)).min(gate.most as f64);
            gate.slowed &= gate.allowed < gate.most as f64;
        });
        self.admit(origin);
    }

    /// How many calls to an origin are under way.
    pub fn running(&self, origin: &Origin) -> usize {
        self.0.borrow().get(origin).map_or(0, |gate| gate.running)
    }

    fn enter(&self, origin: &Origin, most: usize) -> Result<Permit, oneshot::Receiver<Permit>> {
        self.with(origin, |gate| {
            if gate.most != most {
                // What a server was seen to allow stays so whoever calls: two runs may wish for different numbers.
                let allowed = if gate.slowed { gate.allowed } else { f64::INFINITY };
                gate.allowed = allowed.min(most as f64);
                gate.most = most;
            }
            if gate.waiting.is_empty() && gate.has_room() {
                gate.running += 1;
                return Ok(());
            }
            let (sender, receiver) = oneshot::channel();
            gate.waiting.push_back(sender);
            Err(receiver)
        })
        .map(|()| self.given(origin))
    }

    fn forced(&self, origin: &Origin) -> Permit {
        self.with(origin, |gate| gate.running += 1);
        self.given(origin)
    }

    fn given(&self, origin: &Origin) -> Permit {
        Permit {
            limiter: self.clone(),
            origin: origin.clone(),
            counts: true,
        }
    }

    /// Lets those in who wait, as far as there is room. One who has gone meanwhile gives the turn back.
    fn admit(&self, origin: &Origin) {
        loop {
            let next = self.with(origin, |gate| {
                let next = if gate.has_room() {
                    gate.waiting.pop_front()
                } else {
                    None
                };
                gate.running += usize::from(next.is_some());
                next
            });
            let Some(next) = next else { return };
            if let Err(mut refused) = next.send(self.given(origin)) {
                // Not by `drop`, which would come back here once for each who has gone.
                self.with(origin, |gate| gate.running -= 1);
                refused.counts = false;
            }
        }
    }

    fn with<R>(&self, origin: &Origin, act: impl FnOnce(&mut Gate) -> R) -> R {
        let mut gates = self.0.borrow_mut();
        if let Some(gate) = gates.get_mut(origin) {
            return act(gate);
        }
        act(gates.entry(origin.clone()).or_default())
    }
}

/// A pause beyond this is no pause but a refusal, which the retry rule tells the user.
const LONGEST_PAUSE_MS: f64 = 120_000.0;

impl Drop for Permit {
    fn drop(&mut self) {
        if !self.counts {
            return;
        }
        let origin = self.origin.clone();
        self.limiter
            .with(&origin, |gate| gate.running = gate.running.saturating_sub(1));
        self.limiter.admit(&origin);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures::FutureExt;

    use super::*;

    #[derive(Default)]
    struct Still {
        now: Cell<f64>,
        slept: RefCell<Vec<u32>>,
    }
    impl Pace for Still {
        fn now_ms(&self) -> f64 {
            self.now.get()
        }
        fn chance(&self) -> f64 {
            0.0
        }
        async fn sleep(&self, ms: u32) {
            self.slept.borrow_mut().push(ms);
            self.now.set(self.now.get() + f64::from(ms));
        }
    }

    fn nobody(_: u32) {}

    fn origin(url: &str) -> Origin {
        url.parse().unwrap()
    }

    #[test]
    fn so_many_at_once_and_each_origin_by_itself() {
        let (limiter, pace) = (Limiter::default(), Still::default());
        let (here, there) = (origin("https://a.example"), origin("https://b.example"));
        let take = |at: &Origin| limiter.permit(at, 2, &pace, nobody).now_or_never();
        let (first, second) = (take(&here).unwrap(), take(&here).unwrap());
        assert!(take(&here).is_none());
        assert!(take(&there).is_some());
        let mut waits = Box::pin(limiter.permit(&here, 2, &pace, nobody));
        assert!(waits.as_mut().now_or_never().is_none());
        drop(first);
        let third = waits.as_mut().now_or_never().expect("its turn");
        assert_eq!(limiter.running(&here), 2);
        drop((second, third));
        assert_eq!(limiter.running(&here), 0);
    }

    #[test]
    fn who_gives_up_waiting_takes_no_turn() {
        let (limiter, pace) = (Limiter::default(), Still::default());
        let here = origin("https://a.example");
        let first = limiter.permit(&here, 1, &pace, nobody).now_or_never().unwrap();
        let mut gone = Box::pin(limiter.permit(&here, 1, &pace, nobody));
        let mut gone_later = Box::pin(limiter.permit(&here, 1, &pace, nobody));
        let mut stays = Box::pin(limiter.permit(&here, 1, &pace, nobody));
        for waiting in [&mut gone, &mut gone_later, &mut stays] {
            assert!(waiting.as_mut().now_or_never().is_none());
        }
        drop(gone);
        drop(first);
        // It was its turn, and it goes without having looked.
        assert!(stays.as_mut().now_or_never().is_none());
        drop(gone_later);
        assert!(stays.as_mut().now_or_never().is_some());
        drop(stays);
        assert_eq!(limiter.running(&here), 0);
    }

    #[test]
    fn a_pause_holds_for_all_and_calls_at_once_are_halved() {
        let (limiter, pace) = (Limiter::default(), Still::default());
        let here = origin("https://a.example");
        drop(limiter.permit(&here, 8, &pace, nobody).now_or_never());
        limiter.slow_down(&here, pace.now_ms(), 1_000);
        let told = RefCell::new(Vec::new());
        let tell = |wait_ms| told.borrow_mut().push(wait_ms);
        let permits: Vec<Permit> = (0..8)
            .filter_map(|_| limiter.permit(&here, 8, &pace, tell).now_or_never())
            .collect();
        assert_eq!(permits.len(), 4);
        assert_eq!(*pace.slept.borrow(), [1_001]);
        assert_eq!(*told.borrow(), [1_001], "who waits is told so");
        drop(permits);
        for _ in 0..40 {
            limiter.went_well(&here);
        }
        let permits: Vec<Permit> = (0..9)
            .filter_map(|_| limiter.permit(&here, 8, &pace, nobody).now_or_never())
            .collect();
        assert_eq!(permits.len(), 8, "earned back, and no more than is allowed");
    }

    #[test]
    fn what_a_server_allows_is_not_forgotten_for_another_number() {
        let (limiter, pace) = (Limiter::default(), Still::default());
        let here = origin("https://a.example");
        let at_once = |most: usize| {
            let permits = (0..20).filter_map(|_| limiter.permit(&here, most, &pace, nobody).now_or_never());
            permits.collect::<Vec<Permit>>().len()
        };
        // Nothing was seen: as many as are wished for.
        assert_eq!([at_once(8), at_once(4), at_once(8)], [8, 4, 8]);
        limiter.slow_down(&here, 0.0, 0);
        limiter.slow_down(&here, 0.0, 0);
        assert_eq!([at_once(8), at_once(1), at_once(8), at_once(6)], [2, 1, 1, 1]);
        for _ in 0..40 {
            limiter.went_well(&here);
        }
        assert_eq!(at_once(6), 6);
    }

    #[test]
    fn a_pause_without_end_is_none() {
        let (limiter, pace) = (Limiter::default(), Still::default());
        let here = origin("https://a.example");
        limiter.slow_down(&here, 9e9, 1_000);
        assert!(limiter.permit(&here, 1, &pace, nobody).now_or_never().is_some());
        assert!(pace.slept.borrow().is_empty());
    }
}
