//! Replies read and scored per second, native, over the case files. Prints one line; `make bench` shows it.

#![allow(clippy::disallowed_types, missing_docs)]

mod replay;

use std::time::Instant;

fn main() {
    let cases = replay::cases();
    replay::replay(&cases);
    let mut rates: Vec<f64> = (0..9)
        .map(|_| {
            let start = Instant::now();
            let mut read = 0;
            while start.elapsed().as_millis() < 200 {
                read += replay::replay(&cases);
            }
            read as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    let median = rates.get(rates.len() / 2).copied().unwrap_or_default();
    println!(
        "replies read and scored, native: {median:.0} a second ({} cases, median of 9)",
        cases.len()
    );
}
