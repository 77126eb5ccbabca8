//! The time of each part on two megabytes of unpleasant text, each against itself.

use std::sync::Arc;

use assay::evaluation::{PassageId, PassageKind, Question};
use assay::i18n::Lang;
use assay::judge::embedded::{
    EmbeddedJudge, Table, attribution, hallucination, relevance, statements, summary, verify,
};
use assay::sample::Sample;
use assay::text::align;
use assay::text::sentences::sentences;
use assay::text::words::words;

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

/// Prints a line a part, for the texts that are named (all, where none is).
#[allow(clippy::disallowed_types, clippy::disallowed_methods)]
pub fn run(table: Table, only: &[&str]) {
    use std::time::Instant;
    let table = Arc::new(table);
    let mut last = Instant::now();
    let mut lap = |what: &str| {
        println!("{what}: {:.1} ms", last.elapsed().as_secs_f64() * 1_000.0);
        last = Instant::now();
    };
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
        (
            "repeated",
            "Ferry 12 carries 35 cars for $50 from Ellmark to Tosund, not to Lund, in 1987. "
                .repeat(SIZE / 79),
        ),
        (
            "amounts",
            (0..SIZE / 75)
                .map(|n| {
                    format!(
                        "Line {} of Ferry {} costs ${n}.50 for 3 km and -5 °C on {} May. ",
                        n % 13,
                        n % 997,
                        n % 31
                    )
                })
                .collect(),
        ),
        (
            "repeated Chinese",
            "第十二號渡輪從台北到高雄不載三十五輛車，票價五十元。".repeat(SIZE / 78),
        ),
        ("one letter", "a".repeat(SIZE)),
        ("digits", "1.1,".repeat(SIZE / 4)),
        ("points", ". ".repeat(SIZE / 2)),
        ("numerals", "九".repeat(SIZE / 3)),
        ("marks", "e\u{301}".repeat(SIZE / 3)),
        ("bullets", "- \n".repeat(SIZE / 3)),
        ("quotes", "“".repeat(SIZE / 3)),
    ];
    for (name, text) in &texts {
        if !only.is_empty() && !only.contains(name) {
            continue;
        }
        lap("…");
        let all = words(text);
        lap(&format!("{name}: {} words", all.len()));
        drop(all);
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
        let all = statements::statements(text);
        lap(&format!("{name}: {} statements", all.len()));
        let sources = vec![text.clone()];
        let told = verify::verdicts(&table, Lang::En, &all, &sources);
        lap(&format!("{name}: {} verdicts", told.len()));
        let told = relevance::relevant(&table, Lang::En, &all, text);
        lap(&format!("{name}: {} relevant", told.len()));
        let needed = relevance::needed(&table, Lang::En, text, &all);
        lap(&format!("{name}: {} needed", needed.len()));
        let (useful, _) = relevance::useful(&table, Lang::En, text, text, text);
        lap(&format!("{name}: useful {useful}"));
        let grounding = hallucination::grounding(&table, &sources, text);
        lap(&format!("{name}: hallucination {:.2}", grounding.score));
        let items = attribution::items(&table, &sources, text);
        lap(&format!("{name}: {} action items", items.len()));
        let points = summary::points(&table, &sources, text);
        lap(&format!("{name}: {} points", points.len()));
    }
    let items = "Anna will send the report. Ben: book the room.\n".repeat(SIZE / 48);
    let items = attribution::items(&table, std::slice::from_ref(&items), &items);
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
    let told = verify::verdicts(&table, Lang::En, &statements, &chunks);
    lap(&format!("{} statements, 50 chunks", told.len()));
}
