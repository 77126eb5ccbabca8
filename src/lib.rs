//! Assay judges the output of a RAG system in the browser.
//!
//! How data flows, from the bottom up:
//!
//! 1. A [`sample::Sample`] is what is judged: question, answer, contexts, reference passages.
//! 2. A [`metric`] turns it into *asks*: a rendered [`prompt`] plus the typed question behind it.
//!    [`evaluation::Evaluation`] hands the open asks out and takes replies in. It does no I/O.
//! 3. A [`judge`] answers asks: an LLM API, a person who pastes, or the embedded lexical judge.
//! 4. [`reply`] reads what the judge wrote into typed answers.
//! 5. The metric computes an [`evaluation::Outcome`] from the smallest verdicts: our arithmetic, never the
//!    judge's.
//! 6. [`run`] drives that loop with a clock and a way to cancel; `ui` (browser only) shows it.
//!
//! What a first evaluation doesn't need is fetched when it is needed: `later`.
//!
//! Everything but `ui` and the fetch part of [`judge::api`] is pure and is tested natively. (In WASM the language's own
//! string normalisation stands in for its tables: [`text::nfkc`].)

pub mod evaluation;
pub mod i18n;
pub mod judge;
#[cfg(target_arch = "wasm32")]
pub mod later;
pub mod metric;
pub mod prompt;
pub mod reply;
pub mod run;
pub mod sample;
pub mod share;
pub mod stats;
pub mod store;
pub mod text;

#[cfg(target_arch = "wasm32")]
pub mod ui;
