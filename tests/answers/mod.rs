//! The embedded judge's answers to the minimal pairs and a few whole questions, as one text. It has the same hash natively
//! (`tests/embedded_support.rs`) and in a browser (`tests/web.rs`).

use std::sync::Arc;

use assay::evaluation::{PassageId, PassageKind, Question};
use assay::i18n::Lang;
use assay::judge::embedded::{EmbeddedJudge, Table, sources::Sources, support::Support};
use assay::prompt::sha256_hex;
use assay::sample::Sample;
use serde_json::Value;

/// The hash of the text that was last looked at. It changes with every change of what the judge says.
pub const EXPECTED: &str = include_str!("../embedded_answers.sha256");

/// SHA-256 of the text, lower-case hex.
pub fn hash() -> String {
    sha256_hex(&answers())
}

/// The hash of [`verdicts`], which the built app's worker is held against as well (`tests/e2e/judge-worker.test.mjs`).
#[allow(dead_code)]
pub const EXPECTED_VERDICTS: &str = include_str!("../embedded_verdicts.sha256");

/// SHA-256 of the verdicts on all minimal pairs with their reasons, in both languages.
#[allow(dead_code)]
pub fn verdicts_hash() -> String {
    let mut out = String::new();
    let table = Arc::new(Table::parse(include_bytes!("../../public/words-3.txt")).unwrap());
    for lang in Lang::ALL {
        let judge = EmbeddedJudge::new(table.clone(), lang);
        for line in include_str!("../minimal_pairs.jsonl").lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| row[name].as_str().unwrap().to_owned();
            let question = Question::Verify {
                statements: vec![text("supported"), text("unsupported")],
                sources: vec![text("source")],
            };
            out.push_str(&judge.answer(&question).unwrap());
        }
    }
    sha256_hex(&out)
}

fn answers() -> String {
    let mut out = String::new();
    let table = Arc::new(Table::parse(include_bytes!("../../public/words-3.txt")).unwrap());
    for lang in Lang::ALL {
        let judge = EmbeddedJudge::new(table.clone(), lang);
        for line in include_str!("../minimal_pairs.jsonl").lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| row[name].as_str().unwrap().to_owned();
            let (source, yes, no) = (text("source"), text("supported"), text("unsupported"));
            let sample = Arc::new(Sample {
                question: format!("{no}?"),
                answer: yes.clone(),
                contexts: vec![source.clone(), no.clone()],
                essential: vec![source.clone()],
                ..Sample::default()
            });
            let wanted = vec![PassageId {
                kind: PassageKind::Essential,
                number: 1,
            }];
            for question in [
                Question::Verify {
                    statements: vec![yes.clone(), no.clone()],
                    sources: vec![source.clone()],
                },
                Question::Passages {
                    sample: sample.clone(),
                    wanted,
                },
                Question::Sufficiency {
                    sample,
                    verdict_only: false,
                },
            ] {
                out.push_str(&judge.answer(&question).unwrap());
            }
            // The probability to its last bit.
            out.push_str(
                &Support::of(&table, &Sources::new([source.as_str()]), &no)
                    .p
                    .to_bits()
                    .to_string(),
            );
        }
    }
    out
}
