//! What was fitted on labelled data. Written by `make judge-fit`; edits by hand are lost.

/// The judge's version that these belong to.
pub const FITTED_FOR: &str = "lexical-4";
/// The sets that they were fitted on.
pub const FITTED_ON: &[&str] = &["begin", "wice-dev", "realsumm"];
/// Log-odds of support of a statement of which nothing is found and nothing missing.
pub const BIAS: f64 = -2.6418;
/// One for each of `Features::NAMES`.
pub const WEIGHTS: [f64; 8] = [
    // idf_all
    1.5783,  // idf_window
    0.9967,  // pairs
    1.1262,  // runs
    1.2311,  // order
    0.7734,  // ln_numbers_missing
    -1.4609, // ln_names_missing
    -0.7363, // ln_words_missing
    -0.3727,
];
/// Raw recall to the share of statements that people find, at 0, 0.1 … 1.
pub const CALIBRATION: [f64; 11] = [
    0.0294, 0.1962, 0.2824, 0.3280, 0.4169, 0.4790, 0.5657, 0.6544, 0.7423, 0.8024, 0.8255,
];
