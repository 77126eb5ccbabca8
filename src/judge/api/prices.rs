//! What calls cost, by a table that ships empty: prices change, and a wrong one is worse than none. The user fills it
//! in, exports and imports it. What a run may spend stands in [`super::spending`]. Where a price or the tokens are not known, the cost is unknown, never 0.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::evaluation::{Body, CallFailure, Exchange, FailureKind, NoReply, Reply, Usage};
use crate::text::decimal::typed_decimal;
use crate::text::visible::named;

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

    /// What tokens of embeddings cost; `None`: they were not told.
    pub fn of_embeddings(tokens: Option<u64>, price: Option<&Price>) -> Self {
        let known = tokens.zip(price);
        known.map_or(Self::Unknown, |(tokens, price)| {
            Self::Known(price.of_tokens(tokens, 0))
        })
    }

    /// What a run cost, of which these may be known, in words and for embeddings.
    pub fn of_both(words: Option<Self>, embeddings: Option<Self>) -> Option<Self> {
        match (words, embeddings) {
            (Some(words), Some(embeddings)) => Some(words.and(embeddings)),
            (words, embeddings) => words.or(embeddings),
        }
    }

    /// Both together.
    #[must_use]
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, Self::Unknown) => Self::Unknown,
            (Self::Known(a), Self::Known(b)) => Self::Known(a + b),
            (Self::Unknown, Self::Known(a) | Self::AtLeast(a))
            | (Self::Known(a) | Self::AtLeast(a), Self::Unknown) => Self::AtLeast(a),
            (Self::Known(a) | Self::AtLeast(a), Self::Known(b) | Self::AtLeast(b)) => Self::AtLeast(a + b),
        }
    }
}

/// The calls in words of one outcome or of several that may have cost something, each with its tokens where the API
/// reported them. What several asked alike was one call and counts once.
pub fn paid_calls<'t>(traces: impl IntoIterator<Item = &'t [Exchange]>) -> Vec<Option<Usage>> {
    let mut counted = BTreeSet::new();
    let all = traces.into_iter().flatten();
    let in_words = all.filter(|exchange| matches!(exchange.ask.body, Body::Chat { .. }));
    in_words
        .filter_map(|exchange| {
            let usage = match &exchange.reply {
                Reply::Text(reply) => reply.usage,
                // A call that broke off may have cost. Not sent, or refused: no provider takes money for that.
                Reply::None(NoReply::Failed(failure)) if may_have_cost(failure) => failure.usage,
                // It may have been under way.
                Reply::None(NoReply::Cancelled) => None,
                _ => return None,
            };
            // One that failed for one outcome may have been sent again for another.
            let replied = matches!(exchange.reply, Reply::Text(_));
            counted.insert((exchange.ask.key(""), replied)).then_some(usage)
        })
        .collect()
}

/// What a run of one metric or several left to tell its cost by, where it is not the last one of the tab.
pub struct Left<'t> {
    /// The asks with their replies of the metric that is looked at.
    pub own: &'t [Exchange],
    /// Those of all metrics of the run, this one among them.
    pub all: &'t [&'t [Exchange]],
    /// Embeddings were made in the page itself, and cost nothing.
    pub here: bool,
    /// Tokens of all embeddings of the run, where they were told.
    pub tokens: Option<u64>,
}

impl Left<'_> {
    /// What this metric's replies cost. How the tokens of embeddings are shared among several metrics that took some is
    /// not known.
    pub fn own(&self, words: Option<&Price>, vectors: Option<&Price>) -> Option<Cost> {
        let others = self.with_vectors() > 1;
        let embeddings = (!self.here && paid_embeddings(self.own))
            .then(|| Cost::of_embeddings(self.tokens.filter(|_| !others), vectors));
        Cost::of_both(Cost::of_calls(&paid_calls([self.own]), words), embeddings)
    }

    /// What the run cost, all metrics together.
    pub fn whole(&self, words: Option<&Price>, vectors: Option<&Price>) -> Option<Cost> {
        let embeddings = (self.with_vectors() > 0).then(|| Cost::of_embeddings(self.tokens, vectors));
        let calls = paid_calls(self.all.iter().copied());
        Cost::of_both(Cost::of_calls(&calls, words), embeddings)
    }

    /// How many metrics took embeddings that were paid for.
    fn with_vectors(&self) -> usize {
        let paid = self.all.iter().filter(|trace| paid_embeddings(trace));
        if self.here { 0 } else { paid.count() }
    }
}

/// Whether calls for embeddings, which report no tokens in an outcome, may have cost something.
pub fn paid_embeddings(trace: &[Exchange]) -> bool {
    let mut asked = trace
        .iter()
        .filter(|exchange| matches!(exchange.ask.body, Body::Embed { .. }));
    asked.any(|exchange| match &exchange.reply {
        Reply::Vectors(_) | Reply::None(NoReply::Cancelled) => true,
        Reply::None(NoReply::Failed(failure)) => may_have_cost(failure),
        _ => false,
    })
}

fn may_have_cost(failure: &CallFailure) -> bool {
    let begun = failure.status.is_some_and(|status| (200..300).contains(&status));
    failure.attempts > 0
        && match failure.kind {
            FailureKind::Timeout | FailureKind::Malformed | FailureKind::Empty => true,
            // The reply was written until it broke off, or until the context was full.
            FailureKind::Unreachable | FailureKind::TooLong | FailureKind::ReplyTooLarge => begun,
            _ => false,
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
    use crate::evaluation::{Ask, AskPath, PromptRef, Question, TextReply};

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
                question: Question::Free { what: "x".into() },
                body: Body::Chat {
                    prompt: String::new(),
                    source: PromptRef {
                        id: String::new(),
                        version: 1,
                        edited: false,
                        template_sha256: String::new(),
                    },
                    sha256: String::new(),
                    schema: None,
                },
            },
            reply,
        }
    }

    /// The same of an ask for vectors.
    fn embeds(reply: Reply) -> Exchange {
        let mut one = exchange(reply);
        one.ask.body = Body::Embed { texts: Vec::new() };
        one
    }

    /// Different asks, each with its reply.
    fn apart(mut trace: Vec<Exchange>) -> Vec<Exchange> {
        for (draw, one) in (0..).zip(&mut trace) {
            one.ask.path.draw = draw;
        }
        trace
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
            usage: None,
        })))
    }

    /// Failed, and its tokens were told.
    fn counted(kind: FailureKind) -> Exchange {
        let mut one = failed(kind, 1);
        if let Reply::None(NoReply::Failed(failure)) = &mut one.reply {
            failure.usage = Some(Usage {
                prompt: Some(1_000_000),
                completion: Some(100_000),
            });
        }
        one
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
            (vec![counted(FailureKind::Empty)], true, Some(Cost::Known(3.0))),
            (
                vec![full(), counted(FailureKind::Empty)],
                true,
                Some(Cost::Known(6.0)),
            ),
            (vec![failed(FailureKind::NoKey, 0)], true, None),
            // Refused, or busy: not paid for.
            (
                vec![full(), failed(FailureKind::Server, 3)],
                true,
                Some(Cost::Known(3.0)),
            ),
            (vec![failed(FailureKind::Unreachable, 1)], true, None),
            // It may have been under way.
            (
                vec![exchange(Reply::None(NoReply::Cancelled))],
                true,
                Some(Cost::Unknown),
            ),
            (
                vec![full(), exchange(Reply::None(NoReply::Cancelled))],
                true,
                Some(Cost::AtLeast(3.0)),
            ),
            (vec![exchange(Reply::None(NoReply::RanOut))], true, None),
        ] {
            let price = price();
            let trace = apart(trace);
            assert_eq!(
                Cost::of_calls(&paid_calls([&*trace]), priced.then_some(&price)),
                cost,
                "{trace:?}"
            );
        }
    }

    #[test]
    fn what_several_metrics_asked_alike_is_paid_once() {
        let full = || used(Some(1_000_000), Some(100_000));
        let own = |draw| {
            let mut one = full();
            one.ask.path.draw = draw;
            one
        };
        let price = price();
        let timed_out = failed(FailureKind::Timeout, 1);
        for (traces, cost) in [
            (vec![vec![full()], vec![full()]], Cost::Known(3.0)),
            (vec![vec![own(0), own(1)], vec![own(1)]], Cost::Known(6.0)),
            (vec![vec![own(0)], vec![own(1)]], Cost::Known(6.0)),
            // What failed for one was sent again for the other.
            (vec![vec![timed_out.clone()], vec![full()]], Cost::AtLeast(3.0)),
            (vec![vec![timed_out.clone()], vec![timed_out]], Cost::Unknown),
        ] {
            let calls = paid_calls(traces.iter().map(Vec::as_slice));
            assert_eq!(Cost::of_calls(&calls, Some(&price)), Some(cost), "{calls:?}");
        }
    }

    #[test]
    fn a_run_of_several_metrics_says_exactly_what_is_known() {
        use Cost::{AtLeast, Known, Unknown};
        let words = |draw| {
            let mut one = used(Some(1_000_000), Some(100_000));
            one.ask.path.draw = draw;
            one
        };
        let vectors = || embeds(Reply::Vectors(vec![vec![1.0]]));
        let embedding = Price {
            input: 0.5,
            output: 0.0,
            ..price()
        };
        let told = Some(2_000_000);
        // The metrics, the first of which is looked at; tokens of embeddings, whether the page made them, whether their
        // price is known; what the first one cost, and what the run did.
        for (all, tokens, here, priced, own, whole) in [
            // No embeddings; one call of three is shared.
            (
                vec![vec![words(0), words(1)], vec![words(1), words(2)]],
                None,
                false,
                true,
                Known(6.0),
                Known(9.0),
            ),
            // This metric alone took embeddings: all tokens are its own.
            (
                vec![vec![words(0), vectors()], vec![words(1)]],
                told,
                false,
                true,
                Known(4.0),
                Known(7.0),
            ),
            // The other one did.
            (
                vec![vec![words(0)], vec![words(1), vectors()]],
                told,
                false,
                true,
                Known(3.0),
                Known(7.0),
            ),
            // Both: how they share them is not known, what they took together is.
            (
                vec![vec![words(0), vectors()], vec![words(1), vectors()]],
                told,
                false,
                true,
                AtLeast(3.0),
                Known(7.0),
            ),
            (
                vec![vec![vectors()], vec![vectors()]],
                told,
                false,
                true,
                Unknown,
                Known(1.0),
            ),
            // Neither told, nor at a known price.
            (
                vec![vec![words(0), vectors()], vec![words(1)]],
                None,
                false,
                true,
                AtLeast(3.0),
                AtLeast(6.0),
            ),
            (
                vec![vec![words(0), vectors()], vec![words(1)]],
                told,
                false,
                false,
                AtLeast(3.0),
                AtLeast(6.0),
            ),
            (
                vec![vec![words(0), vectors()], vec![words(1), vectors()]],
                None,
                true,
                false,
                Known(3.0),
                Known(6.0),
            ),
            // One alone.
            (
                vec![vec![words(0), vectors()]],
                told,
                false,
                true,
                Known(4.0),
                Known(4.0),
            ),
        ] {
            let all: Vec<&[Exchange]> = all.iter().map(Vec::as_slice).collect();
            let left = Left {
                own: all.first().unwrap(),
                all: &all,
                here,
                tokens,
            };
            let (words, vectors) = (price(), priced.then_some(&embedding));
            assert_eq!(left.own(Some(&words), vectors), Some(own), "{all:?}");
            assert_eq!(left.whole(Some(&words), vectors), Some(whole), "{all:?}");
        }
    }

    #[test]
    fn embeddings_are_paid_beside_words() {
        use Cost::{AtLeast, Known, Unknown};
        for (words, vectors, both) in [
            (Known(1.0), Known(2.0), Known(3.0)),
            (Known(1.0), Unknown, AtLeast(1.0)),
            (Unknown, Known(2.0), AtLeast(2.0)),
            (Unknown, Unknown, Unknown),
            (AtLeast(1.0), Known(2.0), AtLeast(3.0)),
            (AtLeast(1.0), Unknown, AtLeast(1.0)),
        ] {
            assert_eq!(words.and(vectors), both);
        }
        for (tokens, priced, cost) in [
            (Some(500_000), true, Known(1.0)),
            (Some(500_000), false, Unknown),
            (None, true, Unknown),
        ] {
            let price = price();
            assert_eq!(Cost::of_embeddings(tokens, priced.then_some(&price)), cost);
        }
        for (words, vectors, both) in [
            (Some(Known(1.0)), Some(Known(2.0)), Some(Known(3.0))),
            (Some(Known(1.0)), None, Some(Known(1.0))),
            (None, Some(Unknown), Some(Unknown)),
            (None, None, None),
        ] {
            assert_eq!(Cost::of_both(words, vectors), both);
        }
        // A reply of vectors tells no tokens, and is not counted among the words. What the page makes itself costs nothing.
        let words = used(Some(1_000_000), Some(100_000));
        for (other, paid) in [
            (embeds(Reply::Vectors(vec![vec![1.0]])), true),
            (embeds(Reply::None(NoReply::Cancelled)), true),
            (embeds(failed(FailureKind::Timeout, 1).reply), true),
            (embeds(failed(FailureKind::Unauthorized, 1).reply), false),
            (embeds(Reply::None(NoReply::Unanswerable)), false),
            (exchange(Reply::Tokens(Vec::new())), false),
            (exchange(Reply::None(NoReply::RanOut)), false),
        ] {
            let trace = [words.clone(), other];
            assert_eq!(paid_embeddings(&trace), paid, "{trace:?}");
            let calls = paid_calls([&trace[..]]);
            assert_eq!(Cost::of_calls(&calls, Some(&price())), Some(Known(3.0)));
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
