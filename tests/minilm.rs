//! The MiniLM add-on against vectors that were made with other code (`scripts/model-reference.py`): fifty texts, their
//! word pieces, the vector of each and those of its tokens. Skipped, and counted as that, where `make model` has not
//! been run.
//!
//! Most vectors are computed by `minilm/quick.rs`, which is the same kernel with optimisation; the crate's own, which
//! takes seconds a text without, is compared with it on some.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use assay::judge::minilm::{BYTES, FILE, LONGEST_SENTENCE, Model, SHA256, WIDTH};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// What the vectors must reach.
const COSINE: f64 = 0.999;
/// Texts of more pieces than this are left to the optimised kernel.
const SHORT: usize = 7;

#[derive(Deserialize)]
struct Entry {
    text: String,
    ids: Vec<u16>,
    every: usize,
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("public").join(FILE);
    let Ok(bytes) = std::fs::read(&file) else {
        println!("no public/{FILE} here (make model): its tests are skipped\n0 passed, 0 failed, 4 skipped");
        return ExitCode::SUCCESS;
    };
    let (mut passed, mut failed) = (0, 0);
    let mut check = |name: &str, troubles: Vec<String>| {
        println!("{name}: {}", if troubles.is_empty() { "ok" } else { "FAILED" });
        troubles.iter().for_each(|trouble| println!("  {trouble}"));
        *(if troubles.is_empty() {
            &mut passed
        } else {
            &mut failed
        }) += 1;
    };

    let found = (bytes.len(), format!("{:x}", Sha256::digest(&bytes)));
    check(
        "the file is the one that the app is built for",
        if found == (BYTES, SHA256.to_owned()) {
            Vec::new()
        } else {
            vec![format!("{found:?}")]
        },
    );

    let model = Model::read(bytes).expect("a model");
    let reference = std::fs::read_to_string(root.join("tests/minilm/reference.json")).unwrap();
    let reference: Vec<Entry> = serde_json::from_str(&reference).unwrap();
    check(
        "fifty texts become the word pieces of the reference",
        pieces(&model, &reference),
    );

    let vectors = quick(root, &file, &reference);
    let numbers = std::fs::read(root.join("tests/minilm/reference.i16")).unwrap();
    let (troubles, figures) = compare(&reference, &numbers, &vectors);
    println!("  {figures}");
    check(
        "their vectors and those of their tokens point where the reference's do",
        troubles,
    );
    check(
        "the crate's own kernel gives the same bits",
        same_bits(&model, &reference, &vectors),
    );

    println!("{passed} passed, {failed} failed, 0 skipped");
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn pieces(model: &Model, reference: &[Entry]) -> Vec<String> {
    assert_eq!(reference.len(), 50);
    let cut = |text: &str| model.vocabulary().pieces(text, LONGEST_SENTENCE);
    let wrong = reference.iter().filter(|entry| {
        let found = cut(&entry.text);
        let lost = found
            .pieces
            .iter()
            .any(|piece| entry.text.get(piece.span.clone()).is_none());
        found.ids != entry.ids || lost || found.cut != (entry.ids.len() == LONGEST_SENTENCE)
    });
    wrong
        .map(|entry| {
            format!(
                "{:?}: {:?} instead of {:?}",
                entry.text,
                cut(&entry.text),
                entry.ids
            )
        })
        .collect()
}

/// For each text its vector and those of all its pieces, one behind the other, from the optimised kernel.
fn quick(root: &Path, model: &Path, reference: &[Entry]) -> Vec<Vec<f32>> {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("minilm-quick");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc)
        .args(["--edition", "2024", "-C", "opt-level=3", "-o"])
        .args([&program, &root.join("tests/minilm/quick.rs")])
        .status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "tests/minilm/quick.rs could not be built"
    );
    let ids = |entry: &Entry| entry.ids.iter().map(u16::to_string).collect::<Vec<_>>().join(" ") + "\n";
    let mut run = Command::new(program)
        .arg(model)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = run.stdin.take().unwrap();
    let all: String = reference.iter().map(ids).collect();
    let writer = std::thread::spawn(move || input.write_all(all.as_bytes()));
    let output = run.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut numbers = output
        .stdout
        .as_chunks::<4>()
        .0
        .iter()
        .map(|four| f32::from_le_bytes(*four));
    let vectors: Vec<Vec<f32>> = reference
        .iter()
        .map(|entry| numbers.by_ref().take((1 + entry.ids.len()) * WIDTH).collect())
        .collect();
    assert_eq!(numbers.next(), None);
    vectors
}

fn compare(reference: &[Entry], numbers: &[u8], vectors: &[Vec<f32>]) -> (Vec<String>, String) {
    let mut right = numbers
        .as_chunks::<2>()
        .0
        .iter()
        .map(|two| f64::from(i16::from_le_bytes(*two)));
    let mut right = |count: usize| right.by_ref().take(count).collect::<Vec<f64>>();
    let (mut sentences, mut tokens, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    for (Entry { text, ids, every }, vectors) in reference.iter().zip(vectors) {
        let mut all = vectors.chunks(WIDTH);
        let sentence = cosine(all.next().unwrap(), &right(WIDTH), 1);
        sentences.push(sentence);
        let inner = all.skip(1).take(ids.len() - 2);
        let of_tokens: Vec<f64> = inner
            .map(|vector| cosine(vector, &right(WIDTH / every), *every))
            .collect();
        let lowest = of_tokens
            .iter()
            .fold(sentence, |lowest, cosine| lowest.min(*cosine));
        if lowest < COSINE {
            wrong.push(format!("{text:?}: {lowest}"));
        }
        tokens.extend(of_tokens);
    }
    assert!(right(1).is_empty(), "the reference has no more");
    (
        wrong,
        format!("texts: {}; tokens: {}", figures(sentences), figures(tokens)),
    )
}

fn same_bits(model: &Model, reference: &[Entry], vectors: &[Vec<f32>]) -> Vec<String> {
    let short = reference
        .iter()
        .zip(vectors)
        .filter(|(entry, _)| entry.ids.len() <= SHORT);
    let mut compared = 0;
    let wrong = short.filter(|(entry, vectors)| {
        let text = &entry.text;
        compared += 1;
        let own = model.tokens_of(&entry.ids).unwrap();
        let found = model.sentence(text).unwrap();
        let inner = &vectors[2 * WIDTH..vectors.len() - WIDTH];
        found != vectors[..WIDTH] || own != inner
    });
    let wrong = wrong.map(|(entry, _)| entry.text.clone()).collect();
    assert!(compared >= 5);
    wrong
}

/// The cosine of a vector to one of the reference, of which every fourth number or all are known; −1 for numbers that
/// are none.
fn cosine(found: &[f32], right: &[f64], every: usize) -> f64 {
    assert_eq!(right.len(), WIDTH / every);
    let length = found
        .iter()
        .map(|number| f64::from(*number).powi(2))
        .sum::<f64>()
        .sqrt();
    let apart = found.iter().step_by(every).zip(right);
    let squares = apart.map(|(found, right)| (f64::from(*found) / length - right / 32_767.0).powi(2));
    let cosine = 1.0 - squares.sum::<f64>() * every as f64 / 2.0;
    if cosine.is_finite() { cosine } else { -1.0 }
}

fn figures(mut cosines: Vec<f64>) -> String {
    cosines.sort_by(f64::total_cmp);
    let (lowest, median) = (cosines[0], cosines[cosines.len() / 2]);
    format!(
        "{} cosines, lowest {lowest:.6}, median {median:.6}",
        cosines.len()
    )
}
