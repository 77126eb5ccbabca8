//! Results on their way out of the app and back, encoded and never sent.
//!
//! A [`record`] is what is kept, linked and exported; [`link`] writes it into an address, [`file`] into JSON, Markdown
//! and HTML, [`qr`] draws a short link. [`report`] tells a finished evaluation to a reader. Reading only decodes: what
//! a record is worth is computed by [`crate::run::rescore`].

mod base64url;
mod copied;
mod deflate;
pub mod file;
mod html;
pub mod link;
pub mod qr;
pub mod record;
pub mod report;
mod shape;
mod timestamp;

pub use timestamp::iso_8601;
