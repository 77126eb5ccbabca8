//! What was fitted on labelled data. Written by `make judge-fit`; edits by hand are lost.

/// The judge's version that these belong to.
pub const FITTED_FOR: &str = "lexical-3";
/// The sets that they were fitted on.
pub const FITTED_ON: &[&str] = &["begin", "wice-dev", "realsumm"];
/// Log-odds of support of a statement of which nothing is found and nothing missing.
pub const BIAS: f64 = -2.6418;
/// One for each of `Features::NAMES`.
pub const WEIGHTS: [f64; 8] = [
    // idf_all
    1.5783, // idf_window
    0.9967, // pairs
    1.1262, // runs
    1.2311, // order
    0.7734, // ln_numbers_missing
    -1.4609, // ln_names_missing
    -0.7363, // ln_words_missing
    -0.3727,
];
/// Raw recall to the share of statements that people find, at 0, 0.1 … 1.
pub const CALIBRATION: [f64; 11] = [
    0.0948, 0.2334, 0.2979, 0.3536, 0.4203, 0.4798, 0.5480, 0.6281, 0.7082, 0.7824, 0.8529,
];
