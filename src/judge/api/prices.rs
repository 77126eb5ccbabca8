//! What calls cost, by a table that ships empty: prices change, and a wrong one is worse than none. The user fills it
//! in, exports and imports it. Where a price or the tokens are not known, the cost is unknown, never 0.

use std::cell::RefCell;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::evaluation::{Exchange, FailureKind};
use crate::evaluation::{NoReply, Reply, Usage};

/// The price of a model, in the currency of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// The host with its port, as `api.openai.com`.
    pub host: String,
    /// The model, as the API names it.
    pub model: String,
    /// For a million tokens of prompt.
    pub input: f64,
    /// For a million tokens of reply.
    pub output: f64,
}

/// The table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// Which form this is: 1.
    pub version: u32,
    /// `USD`: up to three letters or a sign; for show only.
    pub currency: String,
    /// A row for each model; no model twice.
    pub prices: Vec<Price>,
}

impl Default for Prices {
    fn default() -> Self {
        Self {
            version: 1,
            currency: "USD".to_owned(),
            prices: Vec::new(),
        }
    }
}

/// Why a file holds no prices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PricesError {
    /// No JSON of this form.
    #[error("not a price table: {0}")]
    Form(String),
    /// Of a later form.
    #[error("version {0} is not known here")]
    Version(u32),
    /// A price that is none.
    #[error("row {0}: a price is a number from 0 to 1,000,000")]
    Price(usize),
    /// Longer than any table of prices.
    #[error("too large")]
    TooLarge,
}

/// Bytes and rows of a file; beyond that it is something else.
const LARGEST: usize = 1 << 20;
const MOST_ROWS: usize = 5_000;

impl Prices {
    /// Reads an exported table. Of two rows for one model the last one counts.
    ///
    /// # Errors
    /// See [`PricesError`]. Nothing but prices is taken from a file: a key or an address in it is an error.
    pub fn read(text: &str) -> Result<Self, PricesError> {
        if text.len() > LARGEST {
            return Err(PricesError::TooLarge);
        }
        let text = text.trim_start_matches('\u{feff}');
        let read: Self = serde_json::from_str(text).map_err(|error| PricesError::Form(error.to_string()))?;
        if read.version != 1 {
            return Err(PricesError::Version(read.version));
        }
        if read.prices.len() > MOST_ROWS {
            return Err(PricesError::TooLarge);
        }
        let mut table = Self {
            currency: read
                .currency
                .trim()
                .chars()
                .filter(|c| !c.is_control())
                .take(3)
                .collect(),
            ..Self::default()
        };
        for (at, price) in read.prices.into_iter().enumerate() {
            if !is_price(price.input) || !is_price(price.output) {
                return Err(PricesError::Price(at + 1));
            }
            table.set(price);
        }
        Ok(table)
    }

    /// The table as text, to export and to keep.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The price of a model at a host. Names are compared as they are: the price of another model would be a guess.
    pub fn of(&self, host: &str, model: &str) -> Option<&Price> {
        self.prices
            .iter()
            .find(|price| price.host == host && price.model == model)
    }

    /// Sets a price, in the place of an earlier one.
    pub fn set(&mut self, price: Price) {
        match self
            .prices
            .iter_mut()
            .find(|known| known.host == price.host && known.model == price.model)
        {
            Some(known) => *known = price,
            None => self.prices.push(price),
        }
    }

    /// Takes a price away.
    pub fn remove(&mut self, host: &str, model: &str) {
        self.prices
            .retain(|price| price.host != host || price.model != model);
    }
}

/// Whether a number is a price for a million tokens.
pub fn is_price(number: f64) -> bool {
    number.is_finite() && (0.0..=1e6).contains(&number)
}

impl Price {
    /// What a call costs; `None` where the API does not report all its tokens.
    pub fn of_usage(&self, usage: Usage) -> Option<f64> {
        Some(self.of_tokens(usage.prompt?, usage.completion?))
    }

    /// What so many tokens cost.
    pub fn of_tokens(&self, prompt: u64, completion: u64) -> f64 {
        (prompt as f64 * self.input + completion as f64 * self.output) / 1e6
    }
}

/// What a call or a run cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cost {
    /// All of it is known.
    Known(f64),
    /// So much is known; some calls reported no tokens.
    AtLeast(f64),
    /// Nothing is known.
    Unknown,
}

impl Cost {
    /// What calls cost. `None`: there was none.
    pub fn of_calls(calls: &[Option<Usage>], price: Option<&Price>) -> Option<Self> {
        let costs: Vec<Option<f64>> = calls
            .iter()
            .map(|usage| usage.zip(price).and_then(|(usage, price)| price.of_usage(usage)))
            .collect();
        let known: Vec<f64> = costs.iter().copied().flatten().collect();
        let sum = known.iter().sum();
        match (known.len(), costs.len()) {
            (_, 0) => None,
            (0, _) => Some(Self::Unknown),
            (known, all) if known == all => Some(Self::Known(sum)),
            _ => Some(Self::AtLeast(sum)),
        }
    }
}

/// The calls of a run that may have cost something, each with its tokens where the API reported them.
pub fn paid_calls(trace: &[Exchange]) -> Vec<Option<Usage>> {
    trace
        .iter()
        .filter_map(|exchange| match &exchange.reply {
            Reply::Text(reply) => Some(reply.usage),
            Reply::Vectors(_) | Reply::Tokens(_) => Some(None),
            // A call that broke off may have cost. Not sent, or refused: no provider takes money for that.
            Reply::None(NoReply::Failed(failure)) => {
                (failure.attempts > 0 && may_have_cost(failure.kind)).then_some(None)
            }
            Reply::None(_) => None,
        })
        .collect()
}

fn may_have_cost(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::Timeout | FailureKind::Malformed | FailureKind::Unreachable | FailureKind::Server
    )
}

/// An amount as it is shown: two figures that count, and at least cents. `0.0034`, `1.25`, `12.30`.
pub fn amount(value: f64) -> String {
    let digits = if value <= 0.0 || value >= 0.1 {
        2
    } else {
        (1 - value.log10().floor() as i32).clamp(2, 9) as usize
    };
    format!("{value:.digits$}")
}

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
    use crate::evaluation::{Ask, AskPath, Body, CallFailure, Question, TextReply};

    fn price() -> Price {
        Price {
            host: "api.example".into(),
            model: "m".into(),
            input: 2.0,
            output: 10.0,
        }
    }

    fn exchange(reply: Reply) -> Exchange {
        Exchange {
            ask: Ask {
                path: AskPath::step("s"),
                question: Question::Embed,
                body: Body::Embed { texts: Vec::new() },
            },
            reply,
        }
    }

    fn used(prompt: Option<u64>, completion: Option<u64>) -> Exchange {
        exchange(Reply::Text(TextReply {
            usage: Some(Usage { prompt, completion }),
            ..TextReply::default()
        }))
    }

    fn failed(kind: FailureKind, attempts: u32) -> Exchange {
        exchange(Reply::None(NoReply::Failed(CallFailure {
            kind,
            host: String::new(),
            secure: true,
            status: None,
            detail: String::new(),
            attempts,
        })))
    }

    #[test]
    fn what_is_not_known_is_never_nothing() {
        let full = || used(Some(1_000_000), Some(100_000));
        for (trace, priced, cost) in [
            (vec![], true, None),
            (vec![full()], true, Some(Cost::Known(3.0))),
            (vec![full(), full()], true, Some(Cost::Known(6.0))),
            (vec![full()], false, Some(Cost::Unknown)),
            (vec![used(Some(5), None)], true, Some(Cost::Unknown)),
            (vec![exchange(Reply::text("x"))], true, Some(Cost::Unknown)),
            (vec![full(), used(None, None)], true, Some(Cost::AtLeast(3.0))),
            (
                vec![full(), failed(FailureKind::Timeout, 1)],
                true,
                Some(Cost::AtLeast(3.0)),
            ),
            (
                vec![full(), failed(FailureKind::Unauthorized, 1)],
                true,
                Some(Cost::Known(3.0)),
            ),
            (vec![failed(FailureKind::NoKey, 0)], true, None),
            (vec![exchange(Reply::None(NoReply::Cancelled))], true, None),
        ] {
            let price = price();
            assert_eq!(
                Cost::of_calls(&paid_calls(&trace), priced.then_some(&price)),
                cost,
                "{trace:?}"
            );
        }
    }

    #[test]
    fn a_table_goes_out_and_comes_in() {
        let mut table = Prices::default();
        assert!(table.prices.is_empty(), "ships empty");
        table.set(price());
        table.set(Price {
            input: 3.0,
            ..price()
        });
        assert_eq!(table.prices.len(), 1);
        assert_eq!(Prices::read(&table.write()), Ok(table.clone()));
        assert_eq!(table.of("api.example", "m").map(|price| price.input), Some(3.0));
        for (host, model) in [
            ("api.example", "m-2"),
            ("evil.example", "m"),
            ("api.example:8443", "m"),
        ] {
            assert_eq!(table.of(host, model), None);
        }
        table.remove("api.example", "m");
        assert!(table.prices.is_empty());
    }

    #[test]
    fn a_file_brings_prices_and_nothing_else() {
        let row = |more: &str| {
            format!(
                r#"{{"version":1,"currency":"USD","prices":[{{"host":"h","model":"m","input":1,"output":2{more}}}]}}"#
            )
        };
        assert!(Prices::read(&row("")).is_ok());
        assert!(Prices::read(&format!("\u{feff}{}", row(""))).is_ok());
        for bad in [
            row(r#","key":"sk-1""#),
            row("").replace(
                "\"version\":1",
                "\"version\":1,\"endpoint\":\"https://evil.example\"",
            ),
            row("").replace("\"version\":1", "\"version\":2"),
            row("").replace("\"input\":1", "\"input\":-1"),
            row("").replace("\"input\":1", "\"input\":1e99"),
            row("").replace("\"input\":1", "\"input\":\"1\""),
            "[]".to_owned(),
            String::new(),
            "x".repeat(LARGEST + 1),
        ] {
            assert!(
                Prices::read(&bad).is_err(),
                "{}",
                bad.chars().take(120).collect::<String>()
            );
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

    #[test]
    fn amounts_are_short_and_not_nothing() {
        for (value, text) in [
            (0.0, "0.00"),
            (12.3, "12.30"),
            (1.25, "1.25"),
            (0.1, "0.10"),
            (0.0034, "0.0034"),
            (0.000_012_3, "0.000012"),
        ] {
            assert_eq!(amount(value), text);
        }
    }
}
