//! Measures the judge: agreement with people on labelled files, and time. Run by hand:
//! `ASSAY_DATA=folder cargo test --release --lib measure -- --ignored --nocapture --test-threads 1`;
//! `ASSAY_TEXTS=English,Chinese` measures the time of these texts only.

use std::path::Path;

use serde_json::Value;

use super::recall::{calibrated, recall, score};
use super::table::tests::table;
use crate::evaluation::PassageKind;
use crate::text::align::content_keys;
use crate::text::words::words;

/// Spearman's rank correlation, ties at their mean rank.
fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let ranks = |values: &[f64]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
        let mut ranks = vec![0.0; values.len()];
        let mut start = 0;
        while start < order.len() {
            let mut end = start;
            while end + 1 < order.len() && values[order[end + 1]] == values[order[start]] {
                end += 1;
            }
            for &at in &order[start..=end] {
                ranks[at] = (start + end) as f64 / 2.0;
            }
            start = end + 1;
        }
        ranks
    };
    let (a, b) = (ranks(a), ranks(b));
    let n = a.len() as f64;
    let (ma, mb) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let cov: f64 = a.iter().zip(&b).map(|(x, y)| (x - ma) * (y - mb)).sum();
    let (va, vb): (f64, f64) = (
        a.iter().map(|x| (x - ma).powi(2)).sum(),
        b.iter().map(|y| (y - mb).powi(2)).sum(),
    );
    cov / (va * vb).sqrt()
}

#[test]
#[ignore = "needs ASSAY_DATA, a folder with recall-*.jsonl"]
fn measure_recall() {
    let folder = std::env::var("ASSAY_DATA").unwrap();
    let text = std::fs::read_to_string(Path::new(&folder).join("recall-realsumm.jsonl")).unwrap();
    let table = table();
    let (mut ours, mut labels) = (Vec::new(), Vec::new());
    let (mut exact, mut within) = (0, 0);
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| row[name].as_str().unwrap();
        let answer = content_keys(&words(field("answer")));
        let found = recall(&table, &words(field("passage")), &answer);
        let label = row["label"].as_f64().unwrap();
        let got = i32::from(score(PassageKind::Essential, found));
        let want = (1.0 + 4.0 * label).round() as i32;
        exact += i32::from(got == want);
        within += i32::from((got - want).abs() <= 1);
        ours.push(found.raw);
        labels.push(label);
    }
    let n = ours.len();
    let share = |count: i32| f64::from(count) / n as f64;
    println!(
        "set=realsumm task=recall n={n} spearman={:.3} exact={:.3} within1={:.3} mean_raw={:.3} mean_label={:.3}",
        spearman(&ours, &labels),
        share(exact),
        share(within),
        ours.iter().sum::<f64>() / n as f64,
        labels.iter().sum::<f64>() / n as f64,
    );
    // Isotonic-looking means per tenth, for the calibration.
    for tenth in 0..10 {
        let inside: Vec<f64> = ours
            .iter()
            .zip(&labels)
            .filter(|(raw, _)| (**raw * 10.0).min(9.99) as usize == tenth)
            .map(|(_, label)| *label)
            .collect();
        if !inside.is_empty() {
            let mean = inside.iter().sum::<f64>() / inside.len() as f64;
            let middle = (tenth as f64 + 0.5) / 10.0;
            println!(
                "raw {middle:.2}: n={} label {mean:.2} calibrated {:.2}",
                inside.len(),
                calibrated(middle)
            );
        }
    }
    assert!(spearman(&ours, &labels) > 0.5);
}

/// The share of pairs (supported, unsupported) that a score ranks rightly, ties as half.
fn auc(scores: &[(f64, bool)]) -> f64 {
    let mut sorted = scores.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut sum) = (0.0, 0.0);
    for same in sorted.chunk_by(|a, b| a.0 == b.0) {
        let yes = same.iter().filter(|(_, label)| *label).count() as f64;
        let no = same.len() as f64 - yes;
        sum += yes * (below + no / 2.0);
        below += no;
    }
    let yes = scores.iter().filter(|(_, label)| *label).count() as f64;
    sum / (yes * below)
}

/// The mean of the shares of supported and of unsupported that a threshold gets right.
fn balanced(scores: &[(f64, bool)], threshold: f64) -> f64 {
    let right = |wanted: bool| {
        let all = scores.iter().filter(|(_, label)| *label == wanted);
        let right = all.clone().filter(|(score, _)| (*score >= threshold) == wanted);
        right.count() as f64 / all.count() as f64
    };
    (right(true) + right(false)) / 2.0
}

fn best_threshold(scores: &[(f64, bool)]) -> f64 {
    let places = (1..100).map(|place| f64::from(place) / 100.0);
    let better = |a: &f64, b: &f64| balanced(scores, *a).total_cmp(&balanced(scores, *b));
    places.max_by(better).unwrap()
}

#[test]
#[ignore = "needs ASSAY_DATA, a folder with support-*.jsonl"]
fn measure_support() {
    use super::sources::Sources;
    use super::support::{Support, THRESHOLD};
    let folder = std::env::var("ASSAY_DATA").unwrap();
    let table = table();
    let mut all = Vec::new();
    for set in ["begin", "wice"] {
        let text = std::fs::read_to_string(Path::new(&folder).join(format!("support-{set}.jsonl"))).unwrap();
        let (mut model, mut plain) = (Vec::new(), Vec::new());
        for line in text.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            let contexts = row["contexts"].as_array().unwrap();
            let sources = Sources::new(contexts.iter().map(|text| text.as_str().unwrap()));
            let support = Support::of(&table, &sources, row["claim"].as_str().unwrap());
            let label = row["label"].as_i64() == Some(1);
            model.push((support.p, label));
            plain.push((support.features.idf_all, label));
            if std::env::var("ASSAY_FEATURES").is_ok() {
                println!("features {set} {label} {:?}", support.features);
            }
        }
        let share = |wanted: bool| model.iter().filter(|(_, label)| *label == wanted).count();
        println!(
            "set={set} n={} yes={} auc={:.4} idf_recall_auc={:.4} best_threshold={:.2} balanced_there={:.3} balanced_at_{THRESHOLD}={:.3}",
            model.len(),
            share(true),
            auc(&model),
            auc(&plain),
            best_threshold(&model),
            balanced(&model, best_threshold(&model)),
            balanced(&model, THRESHOLD),
        );
        all.extend(model);
    }
    let best = best_threshold(&all);
    println!(
        "both: best_threshold={best:.2} balanced={:.3} auc={:.4}",
        balanced(&all, best),
        auc(&all)
    );
    assert!(auc(&all) > 0.6);
}

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
