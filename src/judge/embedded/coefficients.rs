//! What was fitted on labelled data. Written by `make judge-fit`; edits by hand are lost.

/// The judge's version that these belong to.
pub const FITTED_FOR: &str = "lexical-5";
/// The sets that they were fitted on.
pub const FITTED_ON: &[&str] = &["begin", "wice-dev", "realsumm"];
/// Log-odds of support of a statement of which nothing is found and nothing missing.
pub const BIAS: f64 = -2.6285;
/// One for each of `Features::NAMES`.
pub const WEIGHTS: [f64; 8] = [
    // idf_all
    1.5735,  // idf_window
    0.9898,  // pairs
    1.1286,  // runs
    1.2220,  // order
    0.7734,  // ln_numbers_missing
    -1.4593, // ln_names_missing
    -0.7361, // ln_words_missing
    -0.3734,
];
/// Raw recall to the share of statements that people find, at 0, 0.1 … 1.
pub const CALIBRATION: [f64; 11] = [
    0.0303, 0.1975, 0.2834, 0.3283, 0.4174, 0.4793, 0.5653, 0.6556, 0.7436, 0.8031, 0.8234,
];
