//! What models cost and what a run may spend, as the user entered it. Kept on this device: prices are no secret.

use leptos::prelude::*;

use super::browser;
use crate::judge::api::prices::{Price, Prices, PricesError, amount_of};

/// The name of the small setting that holds the table.
const SETTING: &str = "prices";

/// Whether a table was kept earlier.
pub fn are_kept() -> bool {
    browser::setting(SETTING).is_some()
}

/// See the module.
#[derive(Clone, Copy)]
pub struct PriceBook {
    /// The table.
    pub table: RwSignal<Prices>,
    /// What a run may spend, as typed; empty: no cap.
    pub cap: RwSignal<String>,
}

impl PriceBook {
    /// Empty at first.
    pub fn new() -> Self {
        Self {
            table: RwSignal::new(Prices::default()),
            cap: RwSignal::new(String::new()),
        }
    }

    /// Takes up the table as it was left.
    pub fn take_up(self) {
        let kept = browser::setting(SETTING).and_then(|text| Prices::read(&text).ok());
        if let Some(kept) = kept {
            self.table.set(kept);
        }
    }

    /// The price of a model.
    pub fn of(self, host: &str, model: &str) -> Option<Price> {
        self.table.with(|table| table.of(host, model).cloned())
    }

    /// What a run may spend; `None`: as much as it takes. See [`Self::is_cap_unreadable`].
    pub fn cap_amount(self) -> Option<f64> {
        amount_of(&self.cap.get())
    }

    /// A cap is typed, and it is no amount: nothing may be spent until it is one.
    pub fn is_cap_unreadable(self) -> bool {
        self.cap
            .with(|typed| !typed.trim().is_empty() && amount_of(typed).is_none())
    }

    /// Changes the table and keeps it.
    pub fn change(self, change: impl FnOnce(&mut Prices)) {
        self.table.update(change);
        browser::set_setting(SETTING, &self.table.with_untracked(Prices::write));
    }

    /// Adds the prices of a file to the table; how many they are.
    ///
    /// # Errors
    /// The file holds no prices.
    pub fn import(self, text: &str) -> Result<usize, PricesError> {
        let read = Prices::read(text)?;
        let count = read.prices.len();
        self.change(|table| {
            if !read.currency.is_empty() {
                table.currency = read.currency;
            }
            for price in read.prices {
                table.set(price);
            }
        });
        Ok(count)
    }
}
