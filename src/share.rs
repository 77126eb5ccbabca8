//! Results on their way out of the app, encoded and never sent: [`report`] as JSON and as Markdown.

pub mod report;
mod timestamp;

pub use timestamp::iso_8601;
