//! What was fitted on labelled data. Written by `make judge-fit`; edits by hand are lost.

/// The judge's version that these belong to.
pub const FITTED_FOR: &str = "lexical-11";
/// The sets that they were fitted on.
pub const FITTED_ON: &[&str] = &["begin", "wice-dev", "realsumm"];
/// Log-odds of support of a statement of which nothing is found and nothing missing.
pub const BIAS: f64 = -2.5710;
/// One for each of `Features::NAMES`.
pub const WEIGHTS: [f64; 8] = [
    1.5359,  // idf_all
    0.9667,  // idf_window
    1.1318,  // pairs
    1.1971,  // runs
    0.7772,  // order
    -1.4263, // ln_numbers_missing
    -0.7267, // ln_names_missing
    -0.3759, // ln_words_missing
];
/// Raw recall to the share of statements that people find, at 0, 0.1 … 1.
pub const CALIBRATION: [f64; 11] = [
    0.0298, 0.1904, 0.2874, 0.3289, 0.4197, 0.4779, 0.5608, 0.6548, 0.7403, 0.7999, 0.8235,
];
