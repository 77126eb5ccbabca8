//! The table of prices, which ships empty: prices change, and a wrong one is worse than none. The user fills it in, exports
//! and imports it. What is wrong with a file is told by its place.

use serde::{Deserialize, Serialize};

use super::{Price, is_price};
use crate::text::visible::named;

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
    /// No JSON.
    #[error("line {0} is no JSON")]
    Json(usize),
    /// JSON of another form.
    #[error("line {0} is not of a price table")]
    Form(usize),
    /// A part of the table or of a row is missing.
    #[error("{0} is missing")]
    Lacks(String),
    /// Of a later form.
    #[error("version {0} is not known here")]
    Version(u32),
    /// A price that is none.
    #[error("row {0}: a price is a number from 0 to 1,000,000")]
    Price(usize),
    /// Longer than any table of prices.
    #[error("too large")]
    TooLarge,
    /// The prices would stand beside others of another currency.
    #[error("prices in {given:?} beside prices in {here:?}")]
    Currency {
        /// That of the table.
        here: String,
        /// That of the file.
        given: String,
    },
}

/// Bytes and rows of a file; beyond that it is something else.
const LARGEST: usize = 1 << 20;

const MOST_ROWS: usize = 5_000;

/// What is wrong with JSON that is no table: the first row whose price is no number, the first part that is missing, or
/// else the line.
fn wrong_form(json: &serde_json::Value, error: &serde_json::Error) -> PricesError {
    use serde_json::Value;
    let lacks = |of: &Value, names: &[&str]| {
        let name = names.iter().find(|name| of.get(**name).is_none())?;
        of.is_object().then(|| PricesError::Lacks((*name).to_owned()))
    };
    let rows = json.get("prices").and_then(Value::as_array);
    let of_row = |(at, row): (usize, &Value)| {
        let no_number = |name: &str| row.get(name).is_some_and(|price| !price.is_number());
        if ["input", "output"].into_iter().any(no_number) {
            return Some(PricesError::Price(at + 1));
        }
        lacks(row, &["host", "model", "input", "output"])
    };
    lacks(json, &["version", "currency", "prices"])
        .or_else(|| rows?.iter().enumerate().find_map(of_row))
        .unwrap_or(PricesError::Form(error.line()))
}

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
        let json: serde_json::Value =
            serde_json::from_str(text).map_err(|error| PricesError::Json(error.line()))?;
        // A later form may hold anything else.
        if let Some(version) = json.get("version").and_then(serde_json::Value::as_u64)
            && version != 1
        {
            return Err(PricesError::Version(u32::try_from(version).unwrap_or(u32::MAX)));
        }
        let read: Self = serde_json::from_str(text).map_err(|error| wrong_form(&json, &error))?;
        if read.prices.len() > MOST_ROWS {
            return Err(PricesError::TooLarge);
        }
        let mut table = Self {
            currency: read
                .currency
                .trim()
                .chars()
                .filter(|c| !c.is_control() && is_seen(*c))
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

    /// Adds the prices of another table, in the place of earlier ones of the same models. A table has one currency, so
    /// that of the other counts only where none of the prices here stays.
    ///
    /// # Errors
    /// Prices here would stay, and they are in another currency: nothing is changed.
    pub fn add(&mut self, other: Self) -> Result<(), PricesError> {
        let replaced = |price: &Price| other.of(&price.host, &price.model).is_some();
        let same = self.currency.trim().eq_ignore_ascii_case(&other.currency);
        if !same && !self.prices.iter().all(replaced) {
            return Err(PricesError::Currency {
                here: self.currency.clone(),
                given: other.currency,
            });
        }
        self.currency = other.currency;
        for price in other.prices {
            self.set(price);
        }
        Ok(())
    }

    /// Takes a price away.
    pub fn remove(&mut self, host: &str, model: &str) {
        self.prices
            .retain(|price| price.host != host || price.model != model);
    }
}

/// Not one that only changes how others look.
fn is_seen(c: char) -> bool {
    let one = c.to_string();
    named(&one) == one
}

#[cfg(test)]
mod tests {
    use super::super::price;
    use super::*;

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
    fn prices_are_never_taken_for_another_currency() {
        let table = |currency: &str, models: &[&str], input: f64| Prices {
            currency: currency.to_owned(),
            prices: models
                .iter()
                .map(|model| Price {
                    model: (*model).to_owned(),
                    input,
                    ..price()
                })
                .collect(),
            ..Prices::default()
        };
        for (here, given, added) in [
            (table("USD", &[], 1.0), table("TWD", &["a"], 30.0), true),
            (table("USD", &["a"], 1.0), table("USD", &["b"], 30.0), true),
            (table("USD", &["a"], 1.0), table("usd", &["b"], 30.0), true),
            (table("USD", &["a"], 1.0), table("TWD", &["b"], 30.0), false),
            (table("USD", &["a"], 1.0), table("", &["b"], 30.0), false),
            (table("", &["a"], 1.0), table("TWD", &["b"], 30.0), false),
            (table("USD", &["a", "b"], 1.0), table("TWD", &["b"], 30.0), false),
            // Every price here is replaced.
            (table("USD", &["a"], 1.0), table("TWD", &["a", "b"], 30.0), true),
            (table("USD", &["a"], 1.0), table("TWD", &[], 30.0), false),
        ] {
            let mut both = here.clone();
            let told = both.add(given.clone());
            assert_eq!(told.is_ok(), added, "{here:?} {given:?}");
            if added {
                assert_eq!(both.currency, given.currency);
                for price in &given.prices {
                    assert_eq!(both.of(&price.host, &price.model), Some(price));
                }
            } else {
                assert_eq!(both, here, "nothing is changed");
            }
        }
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
        for (written, currency) in [
            ("\u{202e}USD", "USD"),
            (" \u{200b}€\u{2066}\n", "€"),
            ("NT$ 30", "NT$"),
            ("\u{202e}", ""),
        ] {
            let table = Prices::read(&row("").replace("USD", &written.replace('\n', "\\n"))).unwrap();
            assert_eq!(table.currency, currency);
        }
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
    fn what_is_wrong_with_a_file_is_told_by_its_place() {
        let lacks = |name: &str| PricesError::Lacks(name.to_owned());
        for (file, error) in [
            ("hello", PricesError::Json(1)),
            ("", PricesError::Json(1)),
            ("{\n\"version\": 1,\n}", PricesError::Json(3)),
            (r#"{"version":9,"prices":[]}"#, PricesError::Version(9)),
            (r#"{"version":9999999999}"#, PricesError::Version(u32::MAX)),
            (r#"{"version":1,"prices":[]}"#, lacks("currency")),
            (r#"{"currency":"USD","prices":[]}"#, lacks("version")),
            (
                r#"{"version":1,"currency":"USD","prices":[{"host":"h","model":"m","input":"free","output":2}]}"#,
                PricesError::Price(1),
            ),
            (
                r#"{"version":1,"currency":"USD","prices":[{"host":"h","model":"m","input":1,"output":2},{"host":"h","model":"n","input":1}]}"#,
                lacks("output"),
            ),
            (
                "{\"version\":1,\"currency\":\"USD\",\n\"key\":\"sk-1\",\"prices\":[]}",
                PricesError::Form(2),
            ),
            ("[]", PricesError::Form(1)),
        ] {
            assert_eq!(Prices::read(file), Err(error), "{file}");
        }
    }
}
