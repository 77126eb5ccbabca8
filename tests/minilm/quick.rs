//! The kernel as a program of its own for this machine, optimised: built as the tests are, it takes a hundred times as
//! long. `quick MODEL`: ids in, a text a line; out for each its vector and those of its pieces, as 32-bit numbers. How
//! long each text took stands on standard error, in milliseconds.

#![allow(dead_code, reason = "the crate uses more of these files than this program")]

#[path = "../../src/judge/minilm/dots.rs"]
mod dots;
#[path = "../../src/judge/minilm/file.rs"]
mod file;
#[path = "../../src/judge/minilm/kernel.rs"]
mod kernel;

use std::io::{Write, stdin, stdout};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("which model?")?;
    let kernel = kernel::Kernel::new(file::Weights::read(std::fs::read(path)?)?);
    for line in stdin().lines() {
        let ids = line?
            .split(' ')
            .map(str::parse)
            .collect::<Result<Vec<u16>, _>>()?;
        let began = Instant::now();
        let sentence = kernel.sentence(&ids).ok_or("ids that the model does not take")?;
        eprintln!("{} {:.3}", ids.len(), began.elapsed().as_secs_f64() * 1000.0);
        let pieces = kernel.pieces(&ids).ok_or("ids that the model does not take")?;
        for number in sentence.iter().chain(&pieces) {
            stdout().write_all(&number.to_le_bytes())?;
        }
    }
    Ok(())
}
