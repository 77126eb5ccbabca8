//! Numbers: exact rationals and how they are rounded and printed.
//!
//! Means, intervals and agreement over many rows come here too. Nothing here knows a metric.

pub mod rational;
