//! The pages: each puts parts together.

pub mod judge;
