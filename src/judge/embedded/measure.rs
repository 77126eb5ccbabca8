//! Measures the time of each part on two megabytes of unpleasant text. Run by hand:
//! `cargo test --release --lib measure -- --ignored --nocapture --test-threads 1`;
//! `ASSAY_TEXTS=English,Chinese` measures the time of these texts only.

use super::table::tests::table;
use crate::evaluation::PassageKind;
use crate::text::words::words;

/// Two megabytes.
const SIZE: usize = 2 << 20;

/// So much of a script, with enough variety that words are not all the same.
fn large(words: &[&str], glue: &str) -> String {
    let mut text = String::with_capacity(SIZE);
    let mut state = 1_u32;
    while text.len() < SIZE {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        text.push_str(words[(state >> 8) as usize % words.len()]);
        text.push_str(glue);
        if state.is_multiple_of(11) {
            text.push_str(&format!("{}. ", state % 5_000));
        }
    }
    text
}

#[test]
#[ignore = "prints times; run with --release"]
#[allow(clippy::disallowed_types, clippy::disallowed_methods)]
fn measure_time() {
    use crate::evaluation::{PassageId, Question};
    use crate::i18n::Lang;
    use crate::judge::embedded::EmbeddedJudge;
    use crate::sample::Sample;
    use crate::text::{align, sentences::sentences};
    use std::sync::Arc;
    use std::time::Instant;

    let mut last = Instant::now();
    let mut lap = |what: &str| {
        println!("{what}: {:.1} ms", last.elapsed().as_secs_f64() * 1_000.0);
        last = Instant::now();
    };
    let table = Arc::new(table());
    lap("parse the table");
    let texts = [
        (
            "English",
            large(
                &[
                    "The",
                    "ferries",
                    "carried",
                    "1,000",
                    "passengers",
                    "from",
                    "Ellmark",
                    "isn't",
                ],
                " ",
            ),
        ),
        (
            "Chinese",
            large(
                &["圖書館", "平日", "開放", "到", "晚上", "九點", "的", "借閱證"],
                "",
            ),
        ),
        (
            "Arabic",
            large(
                &["افتتح", "الجسر", "عامَ", "١٩٨٧", "في", "والكتاب", "مدينة", "لون"],
                " ",
            ),
        ),
        ("one letter", "a".repeat(SIZE)),
        ("digits", "1.1,".repeat(SIZE / 4)),
        ("points", ". ".repeat(SIZE / 2)),
        ("numerals", "九".repeat(SIZE / 3)),
        ("marks", "e\u{301}".repeat(SIZE / 3)),
        ("bullets", "- \n".repeat(SIZE / 3)),
        ("quotes", "“".repeat(SIZE / 3)),
    ];
    let only = std::env::var("ASSAY_TEXTS").ok();
    for (name, text) in &texts {
        if only
            .as_ref()
            .is_some_and(|only| !only.split(',').any(|wanted| wanted == *name))
        {
            continue;
        }
        lap("…");
        let all = words(text);
        lap(&format!("{name}: {} words", all.len()));
        let found = align::found(text, text).len();
        lap(&format!("{name}: found, {found} ranges"));
        let dark = align::missing(text, "nothing here").len();
        lap(&format!("{name}: missing, {dark} ranges"));
        let count = sentences(text).len();
        lap(&format!("{name}: {count} sentences"));
        assert!(align::quoted("not in there", text).is_none());
        lap(&format!("{name}: quoted"));
        let judge = EmbeddedJudge::new(table.clone(), Lang::En);
        let sample = Arc::new(Sample {
            question: text.clone(),
            answer: text.clone(),
            contexts: vec![text.clone()],
            essential: vec![text.clone()],
            ..Sample::default()
        });
        let wanted = vec![PassageId {
            kind: PassageKind::Essential,
            number: 1,
        }];
        let answer = judge.answer(&Question::Passages {
            sample: sample.clone(),
            wanted,
        });
        lap(&format!(
            "{name}: judge recall, {} bytes",
            answer.map_or(0, |text| text.len())
        ));
        let answer = judge.answer(&Question::Sufficiency {
            sample,
            verdict_only: true,
        });
        lap(&format!(
            "{name}: judge sufficiency, {} bytes",
            answer.map_or(0, |text| text.len())
        ));
        let statements = super::statements::statements(text);
        lap(&format!("{name}: {} statements", statements.len()));
        let sources = vec![text.clone()];
        let told = super::verify::verdicts(&table, Lang::En, &statements, &sources);
        lap(&format!("{name}: {} verdicts", told.len()));
        let told = super::relevance::relevant(&table, Lang::En, &statements, text);
        lap(&format!("{name}: {} relevant", told.len()));
        let needed = super::relevance::needed(&table, text, &statements);
        lap(&format!("{name}: {} needed", needed.len()));
        let (useful, _) = super::relevance::useful(&table, Lang::En, text, text, text);
        lap(&format!("{name}: useful {useful}"));
        let grounding = super::hallucination::grounding(&table, &sources, text);
        lap(&format!("{name}: hallucination {:.2}", grounding.score));
        let items = super::attribution::items(&table, &sources, text);
        lap(&format!("{name}: {} action items", items.len()));
        let points = super::summary::points(&table, &sources, text);
        lap(&format!("{name}: {} points", points.len()));
    }
    let items = "Anna will send the report. Ben: book the room.\n".repeat(SIZE / 48);
    let items = super::attribution::items(&table, std::slice::from_ref(&items), &items);
    lap(&format!("{} action items", items.len()));
    let chunk = |n: usize| -> String {
        (0..10)
            .map(|m| format!("Ferry {n} of the line carries {m} cars and many passengers to Port{n}{m}b. "))
            .collect()
    };
    let chunks: Vec<String> = (0..50).map(chunk).collect();
    let statements: Vec<String> = (0..200)
        .map(|n| format!("Ferry {n} of the company carries 3 cars to Port{n}3b."))
        .collect();
    lap("…");
    let told = super::verify::verdicts(&table, Lang::En, &statements, &chunks);
    lap(&format!("{} statements, 50 chunks", told.len()));
}
