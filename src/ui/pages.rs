//! The pages: each puts parts together.

pub mod history;
pub mod how;
pub mod judge;
pub mod opened;
