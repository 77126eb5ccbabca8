//! The closed lists behind the rules, by what they are for.
//!
//! Words stand as they are written in lower case, without apostrophes. Short on purpose: a word that means two
//! things does more harm than it helps. What only one rule needs stands there.

pub mod calendar;
pub mod contraries;
pub mod denial;
pub mod falling;
pub mod measures;
pub mod roles;
