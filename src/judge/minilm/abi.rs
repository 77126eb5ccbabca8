//! The kernel as a program of its own for the browser, in two forms: with SIMD and without. Not a part of the crate:
//! `scripts/kernels.sh` hands this file to the compiler. What is exported here is called by `public/model-worker.js`.
//!
//! Texts never come here; ids go in, numbers out. Every address that is returned holds until the next call.

#![allow(
    dead_code,
    reason = "the crate uses more of the shared files than this program"
)]

mod dots;
mod file;
mod kernel;

use std::cell::RefCell;

use file::{WIDTH, Weights};
use kernel::Kernel;

#[derive(Default)]
struct State {
    file: Vec<u8>,
    kernel: Option<Kernel>,
    ids: Vec<u16>,
    vectors: Vec<f32>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Room for the bytes of a model; what was loaded before is dropped. 0: there is not as much memory.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *mut u8 {
    with(|state| {
        *state = State::default();
        if state.file.try_reserve_exact(bytes).is_err() {
            return std::ptr::null_mut();
        }
        state.file.resize(bytes, 0);
        state.file.as_mut_ptr()
    })
}

/// Reads the model that was written there. 0, or what is wrong (`Damage::code`).
#[unsafe(no_mangle)]
extern "C" fn load() -> u32 {
    with(|state| match Weights::read(std::mem::take(&mut state.file)) {
        Ok(weights) => {
            state.kernel = Some(Kernel::new(weights));
            0
        }
        Err(damage) => damage.code(),
    })
}

/// Where the word pieces stand, one a line.
#[unsafe(no_mangle)]
extern "C" fn vocabulary() -> *const u8 {
    with(|state| {
        state
            .kernel
            .as_ref()
            .map_or(std::ptr::null(), |kernel| kernel.vocabulary().as_ptr())
    })
}

/// How many bytes they take.
#[unsafe(no_mangle)]
extern "C" fn vocabulary_bytes() -> usize {
    with(|state| {
        state
            .kernel
            .as_ref()
            .map_or(0, |kernel| kernel.vocabulary().len())
    })
}

/// Room for the ids of a text.
#[unsafe(no_mangle)]
extern "C" fn ids(count: usize) -> *mut u16 {
    with(|state| {
        state.ids.clear();
        state.ids.resize(count, 0);
        state.ids.as_mut_ptr()
    })
}

/// The vector of the text whose ids were written there; 0 where the model doesn't take them.
#[unsafe(no_mangle)]
extern "C" fn sentence() -> *const f32 {
    answer(Kernel::sentence, 0)
}

/// The vectors of its pieces, without the first and the last; 0 where the model doesn't take them.
#[unsafe(no_mangle)]
extern "C" fn tokens() -> *const f32 {
    answer(Kernel::pieces, WIDTH)
}

fn answer(run: fn(&Kernel, &[u16]) -> Option<Vec<f32>>, skip: usize) -> *const f32 {
    with(|state| {
        let found = state.kernel.as_ref().and_then(|kernel| run(kernel, &state.ids));
        let Some(vectors) = found else {
            return std::ptr::null();
        };
        state.vectors = vectors;
        state.vectors.get(skip..).unwrap_or_default().as_ptr()
    })
}

fn with<T>(run: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(run)
}
