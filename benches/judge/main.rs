//! Measures and fits the embedded judge on labelled data, through the same functions that the app calls.
//!
//! `eval FOLDER [FILE]` prints figures for each set of a folder of JSON lines, and writes them into a file;
//! `fit FOLDER` fits the support model, cross-validated by document, and writes its coefficients;
//! `rank FOLDER MODEL` says whether the embedding model ranks chunks better; `rules FOLDER` prints what each rule is worth, on the data and on the minimal pairs; `time` measures by length, `large` on two megabytes (`large English Chinese`: of these texts only).
//! Called by `make judge-eval`, `make judge-fit` and `scripts/bench.sh`.

// No input of a user's browser comes here, and a wrong index should stop a measurement.
#![allow(clippy::indexing_slicing, clippy::print_stdout)]

#[cfg(not(target_arch = "wasm32"))]
mod eval;
#[cfg(not(target_arch = "wasm32"))]
mod figures;
#[cfg(not(target_arch = "wasm32"))]
mod fit;
#[cfg(not(target_arch = "wasm32"))]
mod large;
#[cfg(not(target_arch = "wasm32"))]
mod rank;
#[cfg(not(target_arch = "wasm32"))]
mod rows;
#[cfg(not(target_arch = "wasm32"))]
mod rules;
#[cfg(not(target_arch = "wasm32"))]
mod time;

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use assay::judge::embedded::Table;
    use std::path::Path;
    // `cargo bench` adds a flag of its own.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let table = match Table::parse(include_bytes!("../../public/words-3.txt")) {
        Ok(table) => table,
        Err(error) => {
            eprintln!("{error}");
            return std::process::ExitCode::FAILURE;
        }
    };
    let done = match words.as_slice() {
        ["eval", folder] => eval::run(&table, Path::new(folder), None),
        ["eval", folder, file] => eval::run(&table, Path::new(folder), Some(Path::new(file))),
        ["fit", folder] => fit::run(&table, Path::new(folder)),
        ["rank", folder, model] => rank::run(&table, Path::new(folder), Path::new(model)),
        ["large", texts @ ..] => {
            large::run(table, texts);
            Ok(())
        }
        ["rules", folder] => rules::run(&table, Path::new(folder)),
        ["time"] | [] => {
            time::run(&table);
            Ok(())
        }
        _ => {
            Err("usage: eval FOLDER [FILE] | fit FOLDER | rules FOLDER | rank FOLDER MODEL | large [TEXT…] | time".to_owned())
        }
    };
    match done {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            std::process::ExitCode::FAILURE
        }
    }
}
