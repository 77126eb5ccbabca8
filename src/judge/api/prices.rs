//! What calls cost, by prices that the user fills in. Where a price or the tokens are not known, the cost is unknown, never
//! 0. What a run may spend stands in [`super::spending`].
//!
//! [`Prices`] is the table, [`Cost`] what comes of it; which calls of a run were paid for is read off its replies in `calls`.

mod calls;
mod cost;
mod table;

pub use calls::{Left, paid_calls, paid_embeddings};
pub use cost::Cost;
pub use table::{Prices, PricesError};

use serde::{Deserialize, Serialize};

use crate::evaluation::Usage;
use crate::text::decimal::typed_decimal;

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

/// Whether a number is a price for a million tokens.
pub fn is_price(number: f64) -> bool {
    number.is_finite() && (0.0..=1e6).contains(&number)
}

/// A price or a cap as it is typed; see [`typed_decimal`].
pub fn amount_of(typed: &str) -> Option<f64> {
    typed_decimal(typed).filter(|amount| is_price(*amount))
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

/// An amount as it is shown: two figures that count, and at least cents. `0.0034`, `1.25`, `12.30`.
pub fn amount(value: f64) -> String {
    let digits = if value <= 0.0 || value >= 0.1 {
        2
    } else {
        (1 - value.log10().floor() as i32).clamp(2, 9) as usize
    };
    // A price may be read as the nothing below nothing.
    format!("{:.digits$}", value + 0.0)
}

/// A price of the tests.
#[cfg(test)]
pub(super) fn price() -> Price {
    Price {
        host: "api.example".into(),
        model: "m".into(),
        input: 2.0,
        output: 10.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_they_are_typed() {
        for (typed, amount) in [
            ("0.01", Some(0.01)),
            (" 0,01 ", Some(0.01)),
            ("0,125", Some(0.125)),
            ("12,5", Some(12.5)),
            ("3", Some(3.0)),
            ("0", Some(0.0)),
            ("0,01 $", None),
            ("1,000", None),
            ("1,000,000", None),
            ("1.000,50", None),
            ("1,000.50", None),
            ("abc", None),
            ("-1", None),
            ("-0,5", None),
            ("NaN", None),
            ("inf", None),
            ("", None),
        ] {
            assert_eq!(amount_of(typed), amount, "{typed}");
        }
    }

    #[test]
    fn amounts_are_short_and_not_nothing() {
        for (value, text) in [
            (0.0, "0.00"),
            (-0.0, "0.00"),
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
