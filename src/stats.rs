//! Numbers: exact rationals and how they are rounded and printed, means with their coverage, figures over ranked
//! lists and claim verdicts, intervals.
//!
//! Nothing here asks a judge; the metrics and the screens of many rows call in.

pub mod claims;
pub mod means;
pub mod prediction_powered;
pub mod ranking;
pub mod rational;
pub mod token_match;
