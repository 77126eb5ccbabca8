//! What models cost and what a run may spend, as the user entered it. Kept on this device: prices are no secret. Tabs share
//! the table: what one changes goes into what the others wrote, and they follow.

use std::cell::Cell;

use leptos::prelude::*;

use super::browser;
use crate::judge::api::prices::{Price, Prices, PricesError, amount_of};

/// The entry of the table in the browser's storage.
pub const TABLE: &str = "assay.prices";
/// That of the spending cap.
pub const CAP: &str = "assay.cap";

thread_local! {
    /// The last change could not be kept: what is kept is older than the table here.
    static ALONE: Cell<bool> = const { Cell::new(false) };
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

    /// Takes up the table and the cap as they were left, and follows what other tabs do with them.
    pub fn take_up(self) {
        self.read_table();
        self.read_cap();
        let follow = window_event_listener(leptos::ev::storage, move |event| match event.key().as_deref() {
            Some(TABLE) => self.read_table(),
            Some(CAP) => self.read_cap(),
            _ => {}
        });
        // For as long as the page lives.
        std::mem::forget(follow);
    }

    fn read_table(self) {
        let kept = browser::on_device(TABLE).and_then(|text| Prices::read(&text).ok());
        if let Some(kept) = kept
            && self.table.with_untracked(|table| *table != kept)
        {
            self.table.set(kept);
        }
    }

    fn read_cap(self) {
        if let Some(cap) = browser::on_device(CAP) {
            self.cap.set(cap);
        }
    }

    /// Keeps the cap as it is typed, for as long as its field stands: who had one does not run without it after a reload.
    pub fn keep_cap(self) {
        Effect::new(move |before: Option<String>| {
            let typed = self.cap.get();
            if before.is_some_and(|before| before != typed) {
                // What is no amount holds up every run, and does so after a reload as well; the text itself may be
                // anything.
                let kept = if self.is_cap_unreadable() {
                    "?"
                } else {
                    typed.trim()
                };
                browser::set_on_device(CAP, Some(kept));
            }
            typed
        });
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

    /// Changes the table and keeps it. What other tabs wrote stays.
    pub fn change(self, change: impl FnOnce(&mut Prices)) {
        if !ALONE.get() {
            self.read_table();
        }
        self.table.update(change);
        let written = browser::set_on_device(TABLE, Some(&self.table.with_untracked(Prices::write)));
        ALONE.set(!written);
    }

    /// Adds the prices of a file to the table; how many they are.
    ///
    /// # Errors
    /// The file holds no prices, or some of another currency.
    pub fn import(self, text: &str) -> Result<usize, PricesError> {
        let read = Prices::read(text)?;
        let count = read.prices.len();
        let mut added = Ok(());
        self.change(|table| added = table.add(read));
        added.map(|()| count)
    }
}
