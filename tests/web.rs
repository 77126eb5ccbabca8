//! What must hold inside a browser, run in a headless Chromium. The same core is tested natively in far more
//! depth; here stands what could differ once it is WebAssembly, and what only a browser has.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod answers;

use assay::evaluation::{Evaluation, Options, Overrides, Reply};
use assay::metric::catalogue;
use assay::prompt::sha256_hex;
use assay::sample::Sample;
use serde_json::Value;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn hashes_as_everywhere_else() {
    // FIPS 180-4, the one-block example; and text beyond ASCII, hashed as UTF-8.
    assert_eq!(
        sha256_hex("abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    assert_eq!(sha256_hex("分數"), sha256_hex("\u{5206}\u{6578}"));
}

/// In WASM the JavaScript engine normalises; the values are those of the Unicode standard.
#[wasm_bindgen_test]
fn normalises_as_everywhere_else() {
    use assay::text::nfkc::UnicodeNormalization;
    for (text, normal) in [
        ("plain", "plain"),
        ("Ａ１　ｶﾞ", "A1 ガ"),
        ("e\u{301}\u{323}", "\u{1eb9}\u{301}"),
        ("ﬁ ① ㍿ ½", "fi 1 株式会社 1\u{2044}2"),
        ("\u{1112}\u{1161}\u{11ab}", "\u{d55c}"),
        ("分數：４．５", "分數:4.5"),
    ] {
        assert_eq!(text.nfkc().collect::<String>(), normal, "{text}");
        assert_eq!(text.chars().nfkc().collect::<String>(), normal, "{text}");
    }
}

/// The same for the parts of a character; those that are other characters only by compatibility have none.
#[wasm_bindgen_test]
fn takes_characters_apart_as_everywhere_else() {
    for (c, parts) in [
        ('a', "a"),
        ('é', "e\u{301}"),
        ('ệ', "e\u{323}\u{302}"),
        ('İ', "I\u{307}"),
        ('ё', "е\u{308}"),
        ('ώ', "ω\u{301}"),
        ('ガ', "カ\u{3099}"),
        ('한', "\u{1112}\u{1161}\u{11ab}"),
        ('\u{212b}', "A\u{30a}"),
        ('\u{f900}', "\u{8c48}"),
        ('\u{1d15e}', "\u{1d157}\u{1d165}"),
        ('ø', "ø"),
        ('ﬁ', "ﬁ"),
        ('１', "１"),
        ('渡', "渡"),
        ('\u{301}', "\u{301}"),
        ('🚢', "🚢"),
    ] {
        let mut found = String::new();
        assay::text::nfkc::decompose_canonical(c, |part| found.push(part));
        assert_eq!(found, parts, "{c}");
    }
}

/// In WASM the JavaScript engine reads the digits; the values are Rust's own.
#[wasm_bindgen_test]
fn reads_numbers_as_everywhere_else() {
    for text in [
        "4",
        "-0.5",
        "+1",
        ".5",
        "5.",
        "0.1",
        "1e-7",
        "123456789012345678",
        "1e999",
        "4.9e-324",
        "2.675",
        "1E3",
    ] {
        assert_eq!(assay::text::decimal::decimal(text), text.parse().ok(), "{text}");
    }
    for text in ["", "0x10", "Infinity", " 1", "1 2"] {
        assert_eq!(assay::text::decimal::decimal(text), None, "{text:?}");
    }
}

#[wasm_bindgen_test]
fn scores_of_the_recall_cases_are_the_native_ones() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("cases/recall.json")).unwrap();
    let mut compared = 0;
    for case in &cases {
        let Some(expected) = case.pointer("/expect/score").and_then(Value::as_f64) else {
            continue;
        };
        let Some(metric) = case
            .get("metric")
            .and_then(Value::as_str)
            .and_then(catalogue::find)
        else {
            continue;
        };
        let sample: Sample = serde_json::from_value(case["sample"].clone()).unwrap();
        let mut evaluation = Evaluation::start(metric, sample, Options::default()).unwrap();
        for text in case["replies"].as_array().unwrap() {
            let Some(path) = evaluation
                .open_asks()
                .and_then(|asks| asks.first())
                .map(|ask| ask.path.clone())
            else {
                break;
            };
            let text = text
                .as_str()
                .or_else(|| text["text"].as_str())
                .unwrap_or_default();
            evaluation.take(&path, Reply::text(text)).unwrap();
        }
        let outcome = serde_json::to_value(evaluation.outcome(&Overrides::default())).unwrap();
        let score = outcome.pointer("/state/scored").and_then(Value::as_f64);
        assert_eq!(score, Some(expected), "{}", case["id"]);
        compared += 1;
    }
    assert!(compared > 5, "only {compared} cases had a score");
}

#[wasm_bindgen_test]
fn the_embedded_judge_answers_with_the_native_bytes() {
    assert_eq!(answers::hash(), answers::EXPECTED.trim());
}

/// Bodies are read piece by piece, as text and up to their longest; what is longer is not read to its end.
#[wasm_bindgen_test]
async fn bodies_are_read_up_to_their_longest() {
    use assay::judge::api::http::Browser;
    use assay::judge::api::transport::{HttpRequest, Transport, TransportError};
    for (sent, most, read) in [
        ("plain", 5, Some("plain")),
        ("plain", 4, None),
        ("", 0, Some("")),
        ("%E5%88%86%E6%95%B8", 6, Some("分數")),
        ("%E5%88%86%E6%95%B8", 5, None),
        // A byte order mark goes; what is no UTF-8 is replaced.
        ("%EF%BB%BF{}", 5, Some("{}")),
        ("a%FFb", 3, Some("a\u{fffd}b")),
    ] {
        let request = HttpRequest {
            url: format!("data:text/plain,{sent}"),
            headers: Vec::new(),
            key: None,
            body: None,
            most_bytes: most,
        };
        match (Browser.send(&request).await, read) {
            (Ok(response), Some(read)) => assert_eq!(response.body, read, "{sent}"),
            (
                Err(TransportError::TooLarge {
                    status: 200,
                    most: told,
                }),
                None,
            ) => assert_eq!(told, most),
            (result, _) => panic!("{sent}: {result:?}"),
        }
    }
    // Many pieces.
    let long = "x".repeat(1 << 20);
    let request = HttpRequest {
        url: format!("data:text/plain,{long}"),
        headers: Vec::new(),
        key: None,
        body: None,
        most_bytes: 1 << 20,
    };
    assert_eq!(Browser.send(&request).await.unwrap().body.len(), long.len());
}
