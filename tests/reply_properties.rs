//! Whatever a judge writes: nothing panics, nothing takes more than linear work, and what we write we read.
#![allow(clippy::unwrap_used, reason = "a test may")]

use assay::evaluation::{PassageId, PassageKind, Reason, Stop};
use assay::reply::json::{self, Expect};
use assay::reply::list::lines;
use assay::reply::recall;
use assay::reply::recall::own::{self, PassageAnswer};
use assay::reply::score::judge_score;
use assay::reply::sufficiency::{self, SufficiencyAnswer};
use assay::reply::{free, list, numbers, ratings, single, statements, think, verdict, verdicts};
use assay::stats::rational::Rational;
use proptest::prelude::*;

mod readers;

use readers::read_answers;

const EXPECT: Expect<'_> = Expect::list(&["verdicts", "Sufficient Context"], &["index"]);
const SOURCE: &str = "It has four lanes. The tannery closed in 1958 after a fire. 園裡種柿子和橘子。";

/// Every reader on one text.
fn read_all(text: &str, stop: Stop) {
    let wanted = [
        PassageId {
            kind: PassageKind::Essential,
            number: 1,
        },
        PassageId {
            kind: PassageKind::Bonus,
            number: 1,
        },
    ];
    let reading = recall::read(text, stop, &wanted, false);
    if let Ok(reading) = &reading {
        assert_eq!(reading.passages.len(), 2);
        for passage in reading.passages.iter().chain(&reading.extra) {
            if let Ok(score) = passage.score {
                assert!(score >= Rational::from_integer(0) && score <= Rational::from_integer(5));
            }
        }
    }
    let _ = recall::read(text, stop, &wanted[..1], true);
    let _ = sufficiency::read(text, stop);
    let _ = sufficiency::read_words(text, stop);
    let _ = json::read(text, stop, &EXPECT);
    let _ = lines::read(text, stop, Some(SOURCE));
    let _ = lines::read(text, stop, None);
    if let Ok(score) = judge_score(text, stop) {
        assert!(score >= Rational::from_integer(0) && score <= Rational::from_integer(1));
    }
    let value = serde_json::Value::String(text.to_owned());
    let _ = (
        list::items(Some(&value)),
        list::texts(Some(&value), &["Entity 1"]),
        list::joined(Some(&value)),
    );
    let _ = (
        verdict::verdict(Some(&value)),
        verdict::confidence(Some(&value)),
        verdict::ids(Some(&value)),
    );
    let _ = think::visible(text);
    let _ = assay::text::fold::name_key(text);
    read_answers(text, stop);
}

/// Replies of the case files, and a few in the form of the other judges.
fn replies() -> Vec<String> {
    let mut replies = vec![
        "Response: score 0.8".to_owned(),
        "1. \"It has four lanes.\"\n- The tannery closed\nin 1958".to_owned(),
        "{'verdicts': [{'index': 1, 'verdict': True, 'reason': 'It's \\(\\sigma\\)'},]}".to_owned(),
        "<think>a</think> {{\"Sufficient Context\": “yes”}} // b".to_owned(),
    ];
    for file in [
        include_str!("cases/recall.json"),
        include_str!("cases/sufficiency.json"),
    ] {
        let cases: serde_json::Value = serde_json::from_str(file).unwrap();
        for case in cases.as_array().unwrap() {
            for reply in case["replies"].as_array().unwrap() {
                replies.extend(reply["text"].as_str().or(reply.as_str()).map(str::to_owned));
            }
        }
    }
    replies
}

/// One change to a text: cut, doubled, swapped, or a character in between.
#[derive(Clone, Debug)]
enum Change {
    Cut(usize, usize),
    Double(usize, usize),
    Swap(usize, usize),
    Insert(usize, char),
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for change in changes {
        let size = chars.len().max(1);
        match *change {
            Change::Cut(at, length) => {
                let from = at % size;
                chars.drain(from.min(chars.len())..(from + length).min(chars.len()));
            }
            Change::Double(at, length) => {
                let from = (at % size).min(chars.len());
                let part: Vec<char> = chars.iter().skip(from).take(length).copied().collect();
                chars.splice(from..from, part);
            }
            Change::Swap(a, b) if !chars.is_empty() => chars.swap(a % size, b % size),
            Change::Swap(..) => {}
            Change::Insert(at, c) => chars.insert(at % size, c),
        }
    }
    chars.into_iter().collect()
}

fn stop() -> impl Strategy<Value = Stop> {
    prop_oneof![Just(Stop::Stop), Just(Stop::Length)]
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<usize>();
    let odd = prop_oneof![
        proptest::sample::select(
            "{}[]\"'“”‘’\\:,|*_=/-%<>.#()０１５［】：，。\n\r\t\u{0}\u{feff}\u{200b}ſßİ½é"
                .chars()
                .collect::<Vec<_>>()
        ),
        any::<char>(),
    ];
    prop_oneof![
        (at, 1..60_usize).prop_map(|(at, length)| Change::Cut(at, length)),
        (at, 1..60_usize).prop_map(|(at, length)| Change::Double(at, length)),
        (at, at).prop_map(|(a, b)| Change::Swap(a, b)),
        (at, odd).prop_map(|(at, c)| Change::Insert(at, c)),
    ]
}

/// Text made of the pieces that readers look for.
fn pieces() -> impl Strategy<Value = String> {
    let piece = proptest::sample::select(vec![
        "[ESSENTIAL PASSAGE] 1",
        "［BONUS PASSAGE］",
        "Essential Passage",
        "2",
        ":",
        "Score",
        "得分",
        " is ",
        "4,5",
        "/5",
        " out of ",
        "3-4",
        "%",
        "RECALL_Final_Score",
        "RECALL\\_Bonus\\_Formula",
        "=",
        "\n",
        "\n\n",
        "|",
        "|---|",
        " Score |",
        "**",
        "# ",
        "- ",
        "<think>",
        "</think>",
        "`",
        "{",
        "}",
        "[",
        "]",
        "{\"verdicts\"",
        "\"index\"",
        "'",
        "\"",
        "\\",
        "\\frac{",
        "true",
        "None",
        "NaN",
        "//",
        "/*",
        "*/",
        "“",
        "”",
        "Response",
        "It has four lanes.",
        "柿子",
        "½",
        "-",
        "—",
        "1e999",
        "E1",
        "| B1 |",
        "<score id=\"E1\">",
        ", maybe ",
        " or ",
        "N/A",
        "five",
        "&lt;",
        "&nbsp;",
        "Sufficient Context: ",
        "{\"id\": \"E1\", \"score\": 4},",
        "\\ud83d",
        "\\u",
    ]);
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_text(text in "\\PC{0,300}", stop in stop()) {
        read_all(&text, stop);
    }

    #[test]
    fn any_characters(chars in proptest::collection::vec(any::<char>(), 0..200), stop in stop()) {
        read_all(&chars.into_iter().collect::<String>(), stop);
    }

    #[test]
    fn text_of_pieces(text in pieces(), stop in stop()) {
        read_all(&text, stop);
    }

    #[test]
    fn mutated_replies(reply in proptest::sample::select(replies()), changes in proptest::collection::vec(change(), 1..8), stop in stop()) {
        read_all(&changed(&reply, &changes), stop);
    }

    #[test]
    fn deeply_nested(opening in proptest::sample::select(vec!["[", "{\"a\":", "{{", "[{\"verdicts\":[", "{'a':[", "{\"a", "<think>", "**", "> "]), depth in 1..400_usize, stop in stop()) {
        let text = opening.repeat(depth);
        read_all(&text, stop);
        let closing: String = opening.chars().rev().filter_map(|c| match c { '[' => Some(']'), '{' => Some('}'), _ => None }).collect();
        read_all(&format!("{text}1{}", closing.repeat(depth)), stop);
    }

    #[test]
    fn any_json_is_read_as_it_is(reason in any::<String>(), verdict in any::<bool>()) {
        let text = serde_json::json!({"reason": reason, "verdict": verdict}).to_string();
        let expect = Expect::object(&["verdict"]);
        for text in [text.clone(), format!("```json\n{text}\n```"), format!("Here you are: {text} That's it.")] {
            let found = json::read(&text, Stop::Stop, &expect).unwrap();
            prop_assert_eq!(found.get("reason").and_then(serde_json::Value::as_str), Some(reason.as_str()));
            prop_assert_eq!(verdict::verdict(found.get("verdict")), Ok(Some(verdict)));
            prop_assert!(!found.repaired);
        }
    }

    #[test]
    fn a_string_in_other_quotes_keeps_its_text(reason in "[\\w ,.:;!?\\-(){}\\[\\]“”]{0,60}") {
        let text = format!("{{'reason': '{reason}', 'verdict': True}}");
        let found = json::read(&text, Stop::Stop, &Expect::object(&["verdict"])).unwrap();
        prop_assert_eq!(found.get("reason").and_then(serde_json::Value::as_str), Some(reason.as_str()));
        prop_assert!(found.repaired);
    }

    #[test]
    fn a_written_recall_answer_is_read_back(scores in proptest::collection::vec((1..=5_u8, any::<String>()), 1..6), extra in proptest::collection::vec((0..=5_u8, "\\PC{0,80}|.*Score: 3.*|(Score|Rating|得分|Bewertung|Final score|Overall|Note)(: | = |：| |: “| “|：「)[0-5].*|\\[ESSENTIAL PASSAGE\\] 1: x|RECALL_Final_Score: 2"), 0..6)) {
        let (e, b) = (scores.len(), extra.len());
        let of = |kind, list: Vec<(u8, String)>| list.into_iter().enumerate().map(move |(i, (score, reasoning))| PassageAnswer {
            id: PassageId { kind, number: i + 1 }, score, reasoning,
        });
        let answers: Vec<PassageAnswer> = of(PassageKind::Essential, scores).chain(of(PassageKind::Bonus, extra)).collect();
        let wanted: Vec<PassageId> = answers.iter().map(|answer| answer.id).collect();
        let text = own::write(&answers, e, b);
        let reading = recall::read(&text, Stop::Stop, &wanted, false).unwrap();
        prop_assert!(reading.extra.is_empty(), "{}", text);
        for (answer, passage) in answers.iter().zip(&reading.passages) {
            prop_assert_eq!(passage.score, Ok(Rational::from_integer(i128::from(answer.score))), "{}", text);
            prop_assert_eq!(&passage.reasoning, &own::one_line(&answer.reasoning), "{}", text);
        }
        // The short way gives the same, or leaves it to this one.
        if let Some(short) = own::read(&text, &wanted) {
            prop_assert_eq!(&short, &reading, "{}", text);
        }
        let stated = &reading.stated;
        for line in [stated.essential, stated.bonus, stated.combined, stated.calculation, stated.final_score] {
            prop_assert!(line.is_some(), "{}", text);
        }
    }

    #[test]
    fn plain_reasoning_is_written_as_it_is(words in proptest::collection::vec("[a-zäé柿]{1,9}[,.;]?", 1..12)) {
        let reasoning = words.join(" ");
        prop_assert_eq!(own::one_line(&reasoning), reasoning.as_str());
        let id = PassageId { kind: PassageKind::Essential, number: 1 };
        let text = own::write(&[PassageAnswer { id, score: 4, reasoning }], 1, 0);
        let short = own::read(&text, &[id]);
        prop_assert!(short.is_some(), "{}", text);
        prop_assert_eq!(short, recall::read(&text, Stop::Stop, &[id], false).ok());
    }

    #[test]
    fn a_written_sufficiency_answer_is_read_back(sufficient in any::<bool>(), entities in proptest::collection::btree_map("x[a-z 柿]{0,9}x", any::<bool>(), 0..5), lists in proptest::collection::vec("x.{0,30}x", 0..4), reasoning in any::<String>(), confidence in 0..=100_u8, ids in proptest::collection::btree_set(0..50_usize, 0..6)) {
        let answer = SufficiencyAnswer {
            sufficient, coverage: entities.into_iter().collect(), missing: lists.clone(), contradictions: lists,
            confidence: f64::from(confidence) / 100.0, reasoning, useful_ids: ids.into_iter().collect(),
        };
        let reading = sufficiency::read(&sufficiency::write(&answer), Stop::Stop).unwrap();
        prop_assert_eq!(reading.sufficient_context, Ok(Some(sufficient)));
        prop_assert_eq!(reading.is_sufficient, Ok(Some(sufficient)));
        let names: Vec<String> = answer.coverage.iter().map(|(entity, _)| entity.clone()).collect();
        // Entities that fold to the same name are one and the same.
        let keys: std::collections::BTreeSet<String> = answer.coverage.iter().map(|(e, _)| assay::text::fold::name_key(e)).collect();
        if keys.len() == answer.coverage.len() {
            let covered: Vec<Option<bool>> = answer.coverage.iter().map(|(_, covered)| Some(*covered)).collect();
            prop_assert_eq!(reading.coverage, covered);
            prop_assert_eq!(reading.required_entities, names);
        } else {
            prop_assert_eq!(reading.required_entities.len(), keys.len());
        }
        prop_assert!(reading.extra_coverage.is_empty() && !reading.repaired && !reading.echoed_template && !reading.confidence_scaled);
        prop_assert_eq!(reading.missing, answer.missing);
        prop_assert_eq!(reading.contradictions, answer.contradictions);
        prop_assert_eq!(reading.confidence, Some(answer.confidence));
        prop_assert_eq!(reading.reasoning, answer.reasoning);
        let ids: Vec<i64> = answer.useful_ids.iter().map(|id| *id as i64).collect();
        prop_assert_eq!(reading.useful_ids, ids);
    }
}

/// Microseconds that this thread spent on the processor (Linux; elsewhere 0).
fn cpu_micros() -> u128 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = stat
        .split(' ')
        .next()
        .and_then(|nanos| nanos.parse::<u128>().ok());
    nanos.unwrap_or_default() / 1000
}

/// A megabyte of anything. Prints milliseconds for each reader: `cargo test --release --test reply_properties --
/// --ignored --nocapture`. It is no timed test.
#[test]
#[ignore = "prints figures"]
fn a_megabyte_of_anything() {
    const SIZE: usize = 1_000_000;
    let seeds = [
        "[",
        "{",
        "{\"a\":",
        "{\"",
        "\"",
        "'",
        "\\",
        "{'a",
        "{'a': '",
        "{a: ",
        "{{",
        "[{\"index\":",
        "{\"index\":1}",
        "[1] ",
        "“",
        "/*",
        "{/*",
        "{#\n",
        "[\"",
        "[\"a\"\n",
        "{\"a\": \"b",
        "<think>",
        "</think>",
        "<",
        "|",
        "|-|\n",
        "| Score |\n|-|\n| 3 |\n",
        "Score: ",
        "Score: 3 ",
        "Score",
        "得分：３",
        "score of sum ",
        "[ESSENTIAL PASSAGE] 1: Score: 3\n",
        "[ESSENTIAL PASSAGE]",
        "Essential Passage (",
        "Score (",
        "RECALL_Final_Score: 1 = 2\n",
        "RECALL_",
        "=\n",
        "1",
        "1.",
        "1 ",
        "½",
        "- a\n",
        "a\n",
        "\n",
        " ",
        "柿",
        "**",
        "\u{200b}",
        "9e9 ",
        "\"\\u",
        "{\"a\":1}\n",
        "{\"verdicts\": 1}, ",
        "{\"coverage\": [\"",
        "Response: ",
        "1. \"",
        "out of ",
        "4 out of ",
        "Score (out of ",
        "Score: 4 out of ",
        "Score: 4 (",
        "on a scale of ",
        "scale of 1 (",
        "On a scale of 1-10, the score: ",
        "滿分",
        "滿分 10 分：",
        "(",
        ")",
        "[[",
        "（",
        "【",
        "1-",
        "1234567890",
        "４",
        "/5 ",
        "1/",
        "four ",
        "<td>",
        "<tr><td>1</td><td>Score: 3</td></tr>",
        "<table><tr><th>Score</th></tr>",
        "&lt;",
        "| Passage | Score (1-5) |\n|-|-|\n| 1 | 3 |\n",
        "| 3 ",
        "是否",
        "[ESSENTIAL PASSAGE] 1: Score: 3 ",
        "Final score: 4\n\n",
        "Score: 3\n\nFinal score: 4\n\n",
        "Essential score: 3\n",
        "Essential passages: ",
        "| Essential passages: 3 ",
        "{\"index\": 1, \"verdict\": 1}\n",
        "{\"statement\": \"a\", \"verdict\": 1} ",
        "E1: 4\n",
        "E1: 4, ",
        "E1: 3, maybe 4\n",
        "| E1 | 4 | a |\n",
        "<E1>",
        "<score id=\"E1\">4</score>",
        "Score: 3, maybe ",
        "Score: 3 or maybe 4 ",
        "or ",
        "Score: none ",
        "Score: five\n",
        "&amp; ",
        "Sufficient Context: ",
        "Sufficient Context: 1\n",
        "Sufficient Context\n",
        "[{\"id\": \"E1\", \"score\": 4}, ",
        "{\"id\": \"E1\", \"score\": 4}, ",
        "{\"a\": [1, ",
        "\\ud83d",
    ];
    let mut worst: Vec<(u128, &str, String)> = Vec::new();
    let wanted = [PassageId {
        kind: PassageKind::Essential,
        number: 1,
    }];
    let asked = ["The tower is old.", "It has a bell."].map(String::from);
    let known = "\n{\"verdicts\": [], \"Sufficient Context\": 1}";
    let alone = seeds.iter().map(|seed| ("", *seed, ""));
    let with_tail = seeds.iter().map(|seed| ("", *seed, known));
    // Whole replies of so many entries, or of one that is so long.
    let whole = [
        ("{\"verdicts\": [", "{\"index\": 1, \"verdict\": 1}, ", "0]}"),
        (
            "{\"verdicts\": [",
            "{\"statement\": \"It has a bell.\", \"verdict\": 1}, ",
            "0]}",
        ),
        ("{\"statements\": [", "\"a\", ", "\"b\"]}"),
        ("{\"statements\": [", "{\"statement\": \"a\"}, ", "\"b\"]}"),
        ("{\"statements\": \"", "- a\\n", "\"}"),
        ("{\"ratings\": [", "{\"index\": 1, \"rating\": 1}, ", "0]}"),
        ("{\"sentences\": [", "1, ", "2]}"),
        ("{\"sentences\": [", "\"ID: 1\", ", "2]}"),
        ("{\"sentences\": [", "\"It has a bell.\", ", "2]}"),
        ("{\"sentences\": [", "{\"sentence\": \"It has a bell.\"}, ", "2]}"),
        ("{\"sentences\": \"", "sentence 1 and ", "2\"}"),
        ("{\"verdicts\": {", "\"1\": 1, ", "\"2\": 1}}"),
        (
            "{\"verdicts\": [",
            "{\"id\": 1, \"statement\": \"It has a bell.\", \"verdict\": 1}, ",
            "0]}",
        ),
        (
            "{\"verdicts\": [",
            "{\"sentence_number\": 2, \"verdict\": 1}, ",
            "0]}",
        ),
        (
            "{\"list\": [",
            "{\"index\": 1, \"verdict\": 1}, ",
            "{\"index\": 1}]}",
        ),
        ("[ESSENTIAL PASSAGE] 1: Score: 3", "\n\nFinal score: 4", ""),
        (
            "[ESSENTIAL PASSAGE] 1: ",
            "Score: 3\n\nEssential score: 3\n\n",
            "",
        ),
        ("{\"sentences\": \"", "1, ", "2\"}"),
        ("{\"score\": ", "1", "}"),
        ("{\"score\": \"", "4 of 5 ", "\"}"),
        ("{\"reason\": \"", "so ", "\", \"verdict\": 1}"),
        ("{'reason': '", "it's ", "', 'verdict': 1}"),
        ("{\"verdict\": \"", "yes ", "\"}"),
        ("{\"question\": \"", "What? ", "\", \"noncommittal\": 0}"),
        ("Yes", " and", " no."),
        ("", "The answer is yes. ", "No."),
    ];
    for (head, seed, tail) in alone.chain(with_tail).chain(whole) {
        let text = format!("{head}{}{tail}", seed.repeat(SIZE / seed.len()));
        let mut time = |name: &'static str, work: &dyn Fn()| {
            // The least of three, in time on the processor: others may be using it.
            let once = |()| {
                let start = cpu_micros();
                work();
                cpu_micros() - start
            };
            let micros = [(); 3].map(once).into_iter().min().unwrap_or_default();
            worst.push((micros, name, format!("{head}{seed}")));
        };
        time("json", &|| drop(json::read(&text, Stop::Stop, &EXPECT)));
        time("sufficiency", &|| drop(sufficiency::read(&text, Stop::Stop)));
        time("recall", &|| {
            drop(recall::read(&text, Stop::Stop, &wanted, false))
        });
        time("recall again", &|| {
            drop(recall::read(&text, Stop::Length, &wanted, true))
        });
        time("lines", &|| drop(lines::read(&text, Stop::Stop, Some(SOURCE))));
        time("lines in itself", &|| {
            drop(lines::read(&text, Stop::Stop, Some(&text)))
        });
        time("score", &|| {
            assert_ne!(judge_score(&text, Stop::Stop), Err(Reason::Blocked))
        });
        time("ids", &|| {
            drop(verdict::ids(Some(&serde_json::Value::String(text.clone()))))
        });
        time("list", &|| {
            drop(list::texts(Some(&serde_json::Value::String(text.clone())), &[]))
        });
        time("statements", &|| drop(statements::read(&text, Stop::Stop)));
        time("verdicts", &|| drop(verdicts::read(&text, Stop::Stop, &asked)));
        time("ratings", &|| drop(ratings::read(&text, Stop::Stop, 2, 3.0)));
        time("numbers", &|| drop(numbers::read(&text, Stop::Stop, &asked)));
        time("number", &|| {
            drop(single::read_number(&text, Stop::Stop, "score", (1.0, 5.0)))
        });
        time("verdict", &|| drop(single::read_verdict(&text, Stop::Stop)));
        time("generated", &|| drop(single::read_generated(&text, Stop::Stop)));
        time("answer", &|| {
            assert_ne!(single::read_answer(&text, Stop::Stop), Err(Reason::Blocked))
        });
        time("free", &|| drop(free::read(&text, Stop::Stop)));
    }
    worst.sort_unstable();
    for (micros, name, seed) in worst.iter().rev().take(25) {
        println!("{:>8.1} ms  {name:<16} {seed:?}", *micros as f64 / 1000.0);
    }
    assert!(matches!(
        json::read("", Stop::Stop, &EXPECT),
        Err(Reason::EmptyReply)
    ));
}
