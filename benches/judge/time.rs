//! How long the judge takes for an item, by length.

use assay::i18n::Lang;
use assay::judge::embedded::{Table, verify};

/// Prints a line a length: three statements held against a source of so many bytes.
pub fn run(table: &Table) {
    for bytes in [200_usize, 2_000, 20_000, 200_000, 2_000_000] {
        let source = text(bytes);
        let statements = [
            "The ferry from Ellmark carries 24 cars to Tosund.".to_owned(),
            "Anna Lund opened the harbour in 1987.".to_owned(),
            "The crossing takes 35 minutes in calm weather.".to_owned(),
        ];
        let sources = [source];
        let rounds = (4_000_000 / bytes).clamp(3, 2_000);
        #[allow(clippy::disallowed_types, clippy::disallowed_methods)]
        let began = std::time::Instant::now();
        for _ in 0..rounds {
            std::hint::black_box(verify::judged(table, Lang::En, &statements, &sources));
        }
        let ms = began.elapsed().as_secs_f64() * 1_000.0 / rounds as f64;
        println!("judge ms per item, source of {bytes} bytes: {ms:.3}");
    }
}

/// Sentences with enough variety that words are not all the same.
fn text(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 80);
    let mut n = 1_u32;
    while text.len() < bytes {
        n = n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        text.push_str(&format!(
            "Ferry {} of line {} carries {} cars from Port{}a to Tosund in calm weather. ",
            n % 97,
            n % 13,
            n % 60,
            n % 4_001
        ));
    }
    text
}
