//! Recall replies as judges write them, against the passages read from them.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may")]

use assay::evaluation::{PassageId, PassageKind, Reason, Stop};
use assay::reply::recall::{self, RecallReading, own};
use assay::stats::rational;

fn wanted(essential: usize, bonus: usize) -> Vec<PassageId> {
    let of = |kind, count| (1..=count).map(move |number| PassageId { kind, number });
    of(PassageKind::Essential, essential)
        .chain(of(PassageKind::Bonus, bonus))
        .collect()
}

/// Scores as text: `4`, `4.5`, or the reason's id.
fn scores(reading: &RecallReading) -> String {
    let score = |score: &Result<rational::Rational, Reason>| match score {
        Ok(score) => rational::plain(*score, 9),
        Err(reason) => reason.id().to_owned(),
    };
    let all: Vec<String> = reading.passages.iter().map(|p| score(&p.score)).collect();
    all.join(" ")
}

#[test]
fn the_case_files_passages() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("cases/recall.json")).unwrap();
    let mut seen = 0;
    for case in cases.as_array().unwrap() {
        let (id, sample, parts) = (&case["id"], &case["sample"], &case["expect"]["parts"]);
        let again = case["expect"]["flags"].to_string().contains("re-asked");
        let (Some(reply), false, true) = (case["replies"].get(0), again, parts.is_object()) else {
            continue;
        };
        let text = reply["text"].as_str().or(reply.as_str()).unwrap();
        let stop = if reply["stop"] == "length" {
            Stop::Length
        } else {
            Stop::Stop
        };
        let count = |field: &str| sample[field].as_array().unwrap().len();
        let (e, b) = (count("essential"), count("bonus"));
        let reading = recall::read(text, stop, &wanted(e, b), false).unwrap();
        let got: Vec<Option<f64>> = reading
            .passages
            .iter()
            .map(|p| p.score.ok().map(rational::to_f64))
            .collect();
        let expected = |field: &str| parts[field].as_array().cloned().unwrap_or_default();
        let want: Vec<Option<f64>> = expected("essential")
            .iter()
            .chain(&expected("bonus"))
            .map(serde_json::Value::as_f64)
            .collect();
        assert_eq!(got.get(..want.len()).unwrap(), want, "{id}");
        let extra = case["expect"]["flags"].to_string().contains("extra-passage");
        assert_eq!(!reading.extra.is_empty(), extra, "{id}");
        seen += 1;
    }
    assert!(seen >= 15, "{seen}");
}

#[test]
fn one_score_many_ways() {
    let mut wrong = Vec::new();
    for (segment, want) in [
        ("Reasons. Score: 4", "4"),
        ("Reasons. Score: **4**", "4"),
        ("Reasons. **Score**: 4", "4"),
        ("Reasons. (Score: 4)", "4"),
        ("Reasons. Score = 4.", "4"),
        ("Reasons. Score: 4.5", "4.5"),
        ("Reasons. Score: 4,5", "4.5"),
        ("Reasons. Score: 4/5", "4"),
        ("Reasons. Score: **4**/5", "4"),
        ("Reasons. Score: 4 out of 5", "4"),
        ("Reasons. Score (1-5): 4", "4"),
        ("Reasons. Score (4)", "4"),
        ("Reasons. Score 4", "4"),
        ("Reasons. The score is 4.", "4"),
        ("Reasons. I give a score of 4.", "4"),
        ("Reasons. Score – 4", "4"),
        ("Reasons.\n#### Score\n4", "4"),
        ("Reasons.\nScore:\n\n**4**", "4"),
        ("Reasons. Score: $\\frac{4}{5}$", "4"),
        ("Reasons. Score: $\\boxed{4}$", "4"),
        ("Reasons. Score: 4 - two of the three facts are there", "4"),
        ("Reasons. Score: 4 (the year is missing, 1 of 2 facts)", "4"),
        ("Reasons. Score: 4½", "4.5"),
        ("Reasons. 得分：４分", "4"),
        ("理由。評分：４ / 5 分", "4"),
        ("理由。最終得分為 4 分。", "4"),
        ("理由。スコア：4", "4"),
        ("Reasons. Rating: 4", "4"),
        ("Reasons. Score: \"4\"", "4"),
        ("Reasons. Score: [4]", "4"),
        ("4", "4"),
        ("**4/5**", "4"),
        ("Score: 3? No: Score: 4", "4"),
        ("Score: 4. This score reflects the 2 facts.", "4"),
        ("Score: 4\nRationale for the score: good.", "4"),
        ("Score: 4\nMaximum score: 5", "4"),
        ("Score: 4\n\nTotal score: 3.5", "4"),
        ("Score: 4\n\n**Final Score: 3.5**", "4"),
        ("Initial score: 3. Final score: 4", "4"),
        ("Score: 4\nWhy not higher: a score of 5 needs the year.", "4"),
        ("Score: 4\n(Score 1 = nothing, Score 5 = everything)", "4"),
        ("Score: 4\nScore 1 = nothing\nScore 5 = everything", "4"),
        ("Score: 4\n- Score 5: everything\n- Score 1: nothing", "4"),
        (
            "Score: 4\nJustification: A score of 5 was not given because the year is missing.",
            "4",
        ),
        ("Score: 4\nScore of 5 would need the year.", "4"),
        (
            "A score of 5 would need the year, a score of 3 is too low. Score: 4",
            "4",
        ),
        (
            "A score of 5 would need the year.\nScore 4\nThe score is not 5, a score of 3 is too low.",
            "4",
        ),
        ("得分：4\n得分為 5 需要年份，給分 3 太低。", "4"),
        ("| Score | 4 |\nA score of 5 needs the year.", "4"),
        ("**Score** 4\n\nA score of 5 needs the year.", "4"),
        ("Score: 3 … on reflection, Score: 4", "4"),
        ("Score: 3\nScore 4", "4"),
        ("I thought of a score of 3, but give a score of 4.", "4"),
        (
            "Score: 2-3, since a score of 5 needs the year.",
            "missing-verdict",
        ),
        ("Score: four, since a score of 5 needs the year.", "unreadable"),
        (
            "Score: 4 (out of 10), where a score of 5 is good.",
            "out-of-scale",
        ),
        ("Reasons.\n**Score:**\nScore: 4", "4"),
        ("Reasons. Score: 5/10", "out-of-scale"),
        ("Reasons. Score: 80%", "out-of-scale"),
        ("Reasons. Score: 6", "out-of-scale"),
        ("Reasons. Score: 0", "out-of-scale"),
        ("Reasons. Score: -1", "out-of-scale"),
        ("Score: 5.00000000001", "out-of-scale"),
        ("Score: 5,0000000000000000000001", "out-of-scale"),
        ("Score: 0.99999999999", "out-of-scale"),
        ("Score: 5.00000000000000000000", "5"),
        (
            "Score: 99999999999999999999999999999999999999999999999999",
            "out-of-scale",
        ),
        (
            "Score: -99999999999999999999999999999999999999999999999999",
            "out-of-scale",
        ),
        (
            "Score: 4/99999999999999999999999999999999999999999999999999",
            "out-of-scale",
        ),
        ("Score: 4 (out of 10)", "out-of-scale"),
        ("Score: **4** (out of 10 points)", "out-of-scale"),
        ("Score: 4 (/10)", "out-of-scale"),
        ("Score: 4 [out of 10]", "out-of-scale"),
        ("Score: 4, out of 10", "out-of-scale"),
        ("Score: 4 points out of 10", "out-of-scale"),
        ("Score: 4 of a possible 10", "out-of-scale"),
        ("Score: 4 (max. 10)", "out-of-scale"),
        ("Score: 4 (maximum score: 10)", "out-of-scale"),
        ("Score: 4 (1-10)", "out-of-scale"),
        ("Score: 4\n(out of 10)", "out-of-scale"),
        ("Score: 4\nScale: 1-10", "out-of-scale"),
        ("Score: 4 (10-point scale)", "out-of-scale"),
        ("Score (out of 10): 4", "out-of-scale"),
        ("Score (0-10): 4", "out-of-scale"),
        ("Score (essential, 1 to 10): 4", "out-of-scale"),
        ("Score (0–10) 4", "out-of-scale"),
        ("Score 0-10: 4", "out-of-scale"),
        ("Score (%): 4", "out-of-scale"),
        ("Score in percent: 4", "out-of-scale"),
        ("Score out of 10: 4", "out-of-scale"),
        ("Score/10: 4", "out-of-scale"),
        ("**Score (/10)**: **4**", "out-of-scale"),
        ("Score: 4 on a scale of 1-10", "out-of-scale"),
        (
            "Score: 4 on a scale from 1 to 10, as the year is missing",
            "out-of-scale",
        ),
        ("Score: 4 on a 1-10 scale", "out-of-scale"),
        ("Score: 4 on a scale of 1 (nothing) to 10 (all)", "out-of-scale"),
        ("On a scale of 1 to 10, the score: 4", "out-of-scale"),
        ("Score: 4 out of ten", "out-of-scale"),
        ("Score: 4 / ten", "out-of-scale"),
        ("Score: 4 percent", "out-of-scale"),
        ("Score: 4 per cent", "out-of-scale"),
        ("得分：4（滿分10）", "out-of-scale"),
        ("得分：4（滿分為 10 分）", "out-of-scale"),
        ("得分：4 分，滿分 10 分", "out-of-scale"),
        ("得分（滿分10分）：4", "out-of-scale"),
        ("得分：4（10分制）", "out-of-scale"),
        ("得分：4（十分制）", "out-of-scale"),
        ("得分（百分制）：4", "out-of-scale"),
        ("得分：4（1到10分）", "out-of-scale"),
        ("满分10分，得分：4", "out-of-scale"),
        ("Score (0–5): 4", "4"),
        ("Score (1 to 5): 4", "4"),
        ("Score (1-5) 4", "4"),
        ("Score 1-5: 4", "4"),
        ("Score (out of 5): 4", "4"),
        ("Score out of 5: 4", "4"),
        ("Score/5: 4", "4"),
        ("Score (essential, 1-5): 4", "4"),
        ("Score (passage 1 of 2): 4", "4"),
        ("Score (2-3 facts found): 4", "4"),
        ("Score: 4 (out of 5)", "4"),
        ("Score: 4 (out of five)", "4"),
        ("Score: 4 (1-5)", "4"),
        ("Score: 4 (max 5)", "4"),
        ("Score: 4 on a scale of 1-5", "4"),
        ("Score: 4 on a scale of 1 (nothing) to 5 (all)", "4"),
        ("Score: 4 (scale: 1 = nothing, 5 = all)", "4"),
        ("Score: 4 on a 5-point scale", "4"),
        ("On a scale of 1-5, score: 4", "4"),
        ("Score: 4 out of five", "4"),
        ("Score: 4 (1-2 facts are missing)", "4"),
        ("Score: 4 (80% of the facts)", "4"),
        ("Score: 4, of 3 facts one is missing", "4"),
        ("Score: 4 – of 10 facts one is missing", "4"),
        ("Score: 4 (a full 5 needs the year)", "4"),
        ("Score: 4\n(10 facts)", "4"),
        ("得分：4（滿分5分）", "4"),
        ("得分：4（滿分為5）", "4"),
        ("得分（滿分 5 分）：4", "4"),
        ("得分：4（五分制）", "4"),
        ("得分：4（5 分滿分）", "4"),
        ("得分：4（10 個事實中缺一個）", "4"),
        ("Reasons. Score: 3-4", "missing-verdict"),
        ("Reasons. Score: 3 – 4", "missing-verdict"),
        ("Reasons. Score: 2 or 3", "missing-verdict"),
        ("Reasons. Score: 3 to 4", "missing-verdict"),
        ("Reasons. Score: 3 → 4", "missing-verdict"),
        ("Reasons. Score: 3/5 → 4/5", "missing-verdict"),
        ("Reasons. Score: 3, maybe 4", "missing-verdict"),
        ("Reasons. Score: 3, maybe even a 4.", "missing-verdict"),
        ("Reasons. Score: 3 or maybe 4", "missing-verdict"),
        ("Reasons. Score: 3 (or 4)", "missing-verdict"),
        (
            "Reasons. Score: **3** (perhaps **4**), as two facts are there.",
            "missing-verdict",
        ),
        ("Reasons. Score: 3/5, or possibly 4/5", "missing-verdict"),
        ("Reasons. Score: 3 out of 5, maybe 4 out of 5", "missing-verdict"),
        ("Reasons. Score: 3 - could be 4", "missing-verdict"),
        ("得分：3，也許 4。", "missing-verdict"),
        ("得分：3 分（或 4 分）", "missing-verdict"),
        ("Score: 3 (out of 5)", "3"),
        ("Score: 3, because 4 facts are missing", "3"),
        ("Score: 3. 4 of 5 facts", "3"),
        ("Score: 3, maybe 4 facts are missing", "3"),
        ("Score: 3 (perhaps 2 of 4 facts are there)", "3"),
        ("Score: 3. Or rather: the passage has 4 facts.", "3"),
        ("Score: 3, a 4 would need the year.", "3"),
        ("Score: 3 - a 4, however, would need the year.", "3"),
        ("Score: 3, not 4.", "3"),
        ("Score: 3 (or 0.6)", "3"),
        ("Score: 3 (or 60%)", "3"),
        ("Score: 3 (or 3/5)", "3"),
        ("Score: 3, or three out of five", "3"),
        ("Score: 3\nMaybe 4 would be too much.", "3"),
        ("得分：3，可能缺 4 個事實。", "3"),
        ("得分：3，或者說 4 個事實中有 2 個。", "3"),
        ("得分：3到4", "missing-verdict"),
        ("Reasons. Score: N/A", "missing-verdict"),
        ("Reasons with 3 facts, no verdict.", "missing-verdict"),
        ("Reasons. Score: four", "unreadable"),
        ("得分：四", "unreadable"),
    ] {
        let text = format!("[ESSENTIAL PASSAGE] 1: {segment}\n\nRECALL_Final_Score: 4");
        let reading = recall::read(&text, Stop::Stop, &wanted(1, 0), false).unwrap();
        if scores(&reading) != want {
            wrong.push(format!("{segment}: {}, not {want}", scores(&reading)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn one_marker_many_ways() {
    for marker in [
        "[ESSENTIAL PASSAGE] 2:",
        "[Essential  Passage] 2:",
        "[ESSENTIAL PASSAGE 2]:",
        "[ESSENTIAL PASSAGE 2]",
        "［ESSENTIAL PASSAGE］ ２：",
        "【ESSENTIAL PASSAGE】2：",
        "【essential passage ２】",
        "**[ESSENTIAL PASSAGE] 2:**",
        "**[ESSENTIAL PASSAGE] 2**:",
        "**Essential Passage 2:**",
        "Essential Passage 2 -",
        "Essential Passage 2:",
        "### Essential Passage #2\n",
        "### [ESSENTIAL PASSAGE] 2",
        "2. [ESSENTIAL PASSAGE] 2:",
        "- **Essential passage No. 2**:",
        "* ESSENTIAL_PASSAGE_2:",
        "> [ESSENTIAL PASSAGE] (2):",
        "[ESSENTIAL PASSAGE]:",
        "[ESSENTIAL PASSAGE]",
        "\\[ESSENTIAL PASSAGE\\] 2:",
        "[ESSENTIAL PASSAGE] 2 (the handrail):",
        "[ESSENTIAL PASSAGE] 2 The year is named.",
    ] {
        let text = format!(
            "RECALL_Reasoning:\n[ESSENTIAL PASSAGE] 1: One. Score: 5\n{marker} Two, not as [ESSENTIAL PASSAGE] 1.\nScore: 3\n\
             [BONUS PASSAGE] 1: Three. Score: 0\nRECALL\\_Essential\\_Formula: (5 + 3) / 2 = 4"
        );
        let reading = recall::read(&text, Stop::Stop, &wanted(2, 1), false).unwrap();
        assert_eq!(scores(&reading), "5 3 0", "{marker}");
        assert_eq!(reading.stated.essential, rational::parse("4"), "{marker}");
        assert!(reading.extra.is_empty(), "{marker}");
        assert!(
            reading.passages[1].reasoning.contains("not as"),
            "{marker}: {:?}",
            reading.passages[1].reasoning
        );
    }
}

#[test]
fn whole_replies() {
    for (name, text, (e, b), want) in [
        (
            "formulas first",
            "RECALL_Essential_Formula: (4 + 3) / 2 = 3.5\nRECALL_Final_Score: 3.5\n\nRECALL_Reasoning:\n\
             [ESSENTIAL PASSAGE] 1: a. Score: 4\n[ESSENTIAL PASSAGE] 2: b. Score: 3",
            (2, 0),
            "4 3",
        ),
        (
            "a passage twice",
            "[ESSENTIAL PASSAGE] 1: a. Score: 4\n[ESSENTIAL PASSAGE] 1: b. Score: 3",
            (1, 0),
            "3",
        ),
        (
            "a summary list",
            "[ESSENTIAL PASSAGE] 1: a. Score: 4\n[BONUS PASSAGE] 1: b. Score: 0\n\n## Summary\n\
             - Essential Passage 1: 4\n- Bonus Passage 1: 0\n- Total: 4",
            (1, 1),
            "4 0",
        ),
        (
            "a closing heading",
            "### [ESSENTIAL PASSAGE] 1\nScore: 4\n\n## Final calculation\nScore: 1 as (4)/1",
            (1, 0),
            "4",
        ),
        (
            "a wrapped mention",
            "[ESSENTIAL PASSAGE] 1: a. Score: 4\n[ESSENTIAL PASSAGE] 2: unlike\n[ESSENTIAL PASSAGE] 1 and its year. Score: 2",
            (2, 0),
            "4 2",
        ),
        (
            "table without brackets",
            "| # | Passage | Score (1-5) | Reason |\n|:-:|---|---|---|\n| 1 | Essential Passage 1 | **4**/5 | 2 of 3 |\n\
             | 2 | Bonus Passage 1 | 0 | Score: none |",
            (1, 1),
            "4 0",
        ),
        (
            "a head that names its scale",
            "| Passage | Score (1-5) |\n|---|---|\n| Essential Passage 1 | 4 |\n\n\
             | Passage | Score (/10) |\n|---|---|\n| Essential Passage 2 | 4 |\n\n\
             | 段落 | 得分（滿分10分） |\n|---|---|\n| Bonus Passage 1 | 4 |\n| Bonus Passage 2 | 4/5 |",
            (2, 2),
            "4 out-of-scale out-of-scale 4",
        ),
        (
            "objects that name their scale",
            "{\"passages\": [{\"passage\": \"[ESSENTIAL PASSAGE] 1\", \"score\": 4, \"max_score\": 10}, \
             {\"passage\": \"[ESSENTIAL PASSAGE] 2\", \"score\": 4, \"scale\": \"1-5\"}, \
             {\"passage\": \"[BONUS PASSAGE] 1\", \"score\": \"4 (out of ten)\"}]}",
            (2, 1),
            "out-of-scale 4 out-of-scale",
        ),
        (
            "objects",
            "```json\n{\"passages\": [{\"passage\": \"[ESSENTIAL PASSAGE] 1\", \"reasoning\": \"a\", \"score\": 4}, \
             {\"passage\": \"[BONUS PASSAGE] 1\", \"score\": \"2/5\"}], \"RECALL_Final_Score\": 5}\n```",
            (1, 1),
            "4 2",
        ),
        (
            "lists by kind",
            "{\"essential\": [4, 3], \"bonus\": [0]}",
            (2, 1),
            "4 3 0",
        ),
        (
            "markers as keys",
            "{\"[ESSENTIAL PASSAGE] 1\": {\"score\": 4, \"reasoning\": \"a\"}, \"bonus_passage_1\": 6}",
            (1, 1),
            "4 out-of-scale",
        ),
        (
            "a hair below the scale",
            "[ESSENTIAL PASSAGE] 1: a. Score: 1\n[BONUS PASSAGE] 1: b. Score: -0.0000000001\n\
             [BONUS PASSAGE] 2: c. Score: -0.0",
            (1, 2),
            "1 out-of-scale 0",
        ),
        (
            "numbers beyond the scale as JSON",
            "{\"essential\": [5.00000000001, 99999999999999999999999999999999999999999999], \"bonus\": [-1e-10, \"5.00000000001\"]}",
            (2, 2),
            "out-of-scale out-of-scale out-of-scale out-of-scale",
        ),
        (
            "only the total",
            "Good.\n\nRECALL_Final_Score: 4.25",
            (1, 1),
            "missing-verdict missing-verdict",
        ),
    ] {
        let reading = recall::read(text, Stop::Stop, &wanted(e, b), false).unwrap();
        assert_eq!(scores(&reading), want, "{name}");
    }
}

#[test]
fn what_was_cut_off() {
    let one = "[ESSENTIAL PASSAGE] 1: a. Score: 4\n[ESSENTIAL PASSAGE] 2: b. Score: 3";
    for (text, want) in [
        (one.to_owned(), "4 truncated truncated"),
        (format!("{one}\n[BONUS PASSAGE] 1: c"), "4 3 truncated"),
        (
            format!("{one}\n\nRECALL_Essential_Formula: (4 +"),
            "4 3 missing-verdict",
        ),
    ] {
        let reading = recall::read(&text, Stop::Length, &wanted(2, 1), false).unwrap();
        assert_eq!(scores(&reading), want, "{text}");
        assert_eq!(reading.stated.essential, None);
    }
    for cut in ["RECALL_Rea", "RECALL_", "RECALL_Reasoning:", "**RECALL\\_Reas"] {
        let reading = recall::read(cut, Stop::Length, &wanted(2, 1), false).unwrap();
        assert_eq!(scores(&reading), "truncated truncated truncated", "{cut}");
    }
    for (text, stop, want) in [
        ("", Stop::Stop, Reason::EmptyReply),
        (" \n", Stop::Length, Reason::Truncated),
        (
            "<think>\n[ESSENTIAL PASSAGE] 1: a. Score: 4",
            Stop::Stop,
            Reason::Truncated,
        ),
        ("I can't help with that.", Stop::Stop, Reason::Unreadable),
        ("I will now", Stop::Length, Reason::Truncated),
    ] {
        assert_eq!(
            recall::read(text, stop, &wanted(1, 0), false),
            Err(want),
            "{text}"
        );
    }
}

#[test]
fn a_re_ask() {
    let two = [PassageId {
        kind: PassageKind::Essential,
        number: 3,
    }];
    for (text, want) in [
        ("Score: 3", Ok("3")),
        ("3", Ok("3")),
        ("The price is missing. Score: 3\n\nRECALL_Final_Score: 5", Ok("3")),
        ("[ESSENTIAL PASSAGE]: the price is missing. Score: 3", Ok("3")),
        ("Sorry, I can't.", Err(Reason::Unreadable)),
    ] {
        let got = recall::read(text, Stop::Stop, &two, true).map(|reading| scores(&reading));
        assert_eq!(got, want.map(str::to_owned), "{text}");
    }
    let both = wanted(1, 1);
    assert_eq!(
        recall::read("Score: 3", Stop::Stop, &both, true),
        Err(Reason::Unreadable)
    );
}

#[test]
fn the_judges_lines() {
    for (line, want) in [
        (
            "RECALL_Combined_Formula: RECALL_Essential_Formula + RECALL_Bonus_Formula = 4.5",
            Some("4.5"),
        ),
        ("**RECALL\\_Combined\\_Formula:** 3 + 1.5 = **4.5**", Some("4.5")),
        ("## RECALL_Combined_Formula\n3 + 1.5 = 4.5", Some("4.5")),
        ("RECALL_Combined_Formula: 3 + 1.5\n= 4.5", Some("4.5")),
        ("RECALL_Combined_Formula: 3 + 1,5 = 4,5.", Some("4.5")),
        (
            "RECALL_Combined_Formula: $\\frac{9}{2} = \\boxed{4.5}$",
            Some("4.5"),
        ),
        ("RECALL_Combined_Formula: 4.5", Some("4.5")),
        ("| RECALL_Combined_Formula | 4.5 |", Some("4.5")),
        ("RECALL_Combined_Formula = 9 / 2", None),
        ("RECALL_Combined_Formula: undefined", None),
        ("RECALL_Combined_Formula: 4.5 or 3", None),
        ("RECALL_Combined_Formula: 3 + 1 = 99999999999999999999", None),
    ] {
        let text = format!("[ESSENTIAL PASSAGE] 1: a. Score: 3\n{line}\nRECALL_Final_Score: 4.33/5");
        let stated = recall::read(&text, Stop::Stop, &wanted(1, 0), false)
            .unwrap()
            .stated;
        assert_eq!(stated.combined, want.and_then(rational::parse), "{line}");
        assert_eq!(stated.final_score, rational::parse("4.33"), "{line}");
        assert_eq!(stated.bonus, None, "{line}");
    }
}

/// Where a score is spoken of behind the score, the reasoning in front of it stays whole.
#[test]
fn a_mention_cuts_no_reasoning() {
    let text = "[ESSENTIAL PASSAGE] 1: a. X\nScore: 4\nJustification: a score of 5 needs the year.\nRECALL_Final_Score: 4";
    let reading = recall::read(text, Stop::Stop, &wanted(1, 0), false).unwrap();
    assert_eq!(
        reading.passages[0].reasoning,
        "a. X\nJustification: a score of 5 needs the year."
    );
}

/// A row is its passage's, whatever the order of the columns.
#[test]
fn a_row_of_a_table_ends_with_its_line() {
    for text in [
        "| Score | Passage | Why |\n| --- | --- | --- |\n| 5 | [ESSENTIAL PASSAGE] 1 | year is there |\n| 3 | [ESSENTIAL PASSAGE] 2 | height is not |\nRECALL_Final_Score: 4",
        "| Passage | Why | Score |\n| --- | --- | --- |\n| [ESSENTIAL PASSAGE] 1 | year is there | 5 |\n| [ESSENTIAL PASSAGE] 2 | height is not | 3 |",
        "| Passage | Score | Why |\n| --- | --- | --- |\n| [ESSENTIAL PASSAGE] 1 | **5**/5 | year is there |\n| [ESSENTIAL PASSAGE] 2 | 3 | height is not |\nRECALL_Final_Score: 4",
        "<table><tr><th>Passage</th><th>Score</th><th>Why</th></tr><tr><td>[ESSENTIAL PASSAGE] 1</td><td><b>5</b></td><td>year is there</td></tr><tr><td>[ESSENTIAL PASSAGE] 2</td><td>3</td><td>height is not</td></tr></table>",
    ] {
        let reading = recall::read(text, Stop::Stop, &wanted(2, 0), false).unwrap();
        assert_eq!(scores(&reading), "5 3", "{text}");
        let reasons: Vec<&str> = reading
            .passages
            .iter()
            .map(|passage| passage.reasoning.as_str())
            .collect();
        assert_eq!(reasons, ["year is there", "height is not"], "{text}");
    }
}

/// HTML tables on one line or many, their head marked as one or not, the score in any column.
#[test]
fn html_tables() {
    let rows = "<tr><th>Passage</th><th>Analysis</th><th>Score</th></tr>\
                <tr><td>[ESSENTIAL PASSAGE] 1</td><td>All 3 facts</td><td>4</td></tr>\
                <tr><td>[ESSENTIAL PASSAGE] 2</td><td>2 of 3</td><td>3</td></tr>";
    let one_line = format!("<table>{rows}</table>");
    for text in [
        one_line.clone(),
        one_line.replace("<tr>", "\n  <tr>"),
        one_line.replace('>', ">\n").replace('<', "\n<"),
        one_line.replace("<t", "\n    <t").replace("</tr>", "\n</tr>"),
        one_line.replace("th>", "td>"),
        one_line.replace("th>", "TH>").replace("td>", "TD>"),
        one_line.replace("<th>", "<th align=\"left\">"),
        format!(
            "<table><thead>{}</tbody></table>",
            rows.replacen("</tr>", "</tr></thead><tbody>", 1)
        ),
        one_line.replace(">Score<", ">Score (1-5)<"),
        one_line.replace(">4<", "><b>4</b>/5<"),
        one_line
            .replace("<th>Score</th>", "")
            .replace("<th>Passage</th>", "<th>Score</th><th>Passage</th>")
            .replace("<td>4</td>", "")
            .replace("<td>3</td>", "")
            .replace("<td>[ESSENTIAL PASSAGE] 1", "<td>4</td><td>[ESSENTIAL PASSAGE] 1")
            .replace("<td>[ESSENTIAL PASSAGE] 2", "<td>3</td><td>[ESSENTIAL PASSAGE] 2"),
        format!("Here it is:\n\n{one_line}\n\nRECALL_Final_Score: 3.5"),
    ] {
        let reading = recall::read(&text, Stop::Stop, &wanted(2, 0), false).unwrap();
        assert_eq!(scores(&reading), "4 3", "{text}");
        let reasons: Vec<&str> = reading.passages.iter().map(|p| p.reasoning.as_str()).collect();
        assert_eq!(reasons, ["All 3 facts", "2 of 3"], "{text}");
    }
    for (text, want) in [
        (one_line.replace(">Score<", ">Score (/10)<"), "out-of-scale out-of-scale"),
        (
            "[ESSENTIAL PASSAGE] 1:\n<table><tr><th>Score</th><td>4</td></tr><tr><th>Why</th><td>All</td></tr></table>\n\
             [ESSENTIAL PASSAGE] 2:\n<table><tr><td>Score</td><td>3</td></tr><tr><td>Why</td><td>2 of 3</td></tr></table>"
                .to_owned(),
            "4 3",
        ),
    ] {
        let reading = recall::read(&text, Stop::Stop, &wanted(2, 0), false).unwrap();
        assert_eq!(scores(&reading), want, "{text}");
    }
    let wide = one_line.replace("<td>All 3 facts</td>", "<td>All 3 facts</td><td>no more</td>");
    let wide = wide.replace("<th>Analysis</th>", "<th>Facts</th><th>Bonus</th>");
    let reading = recall::read(&wide, Stop::Stop, &wanted(1, 0), false).unwrap();
    assert_eq!(reading.passages[0].reasoning, "All 3 facts | no more");
}

/// The reasoning is what the judge said, without the tags around it.
#[test]
fn a_reasoning_has_no_html() {
    for (text, want) in [
        (
            "<li><b>[ESSENTIAL PASSAGE] 1:</b> The <em>right</em> decade.<br><i>Score:</i> <b>4</b></li>\n<li><b>[ESSENTIAL PASSAGE] 2:</b> No date, 3 < 4.<br/><i>Score:</i> <b>3</b>/5</li>",
            ["The right decade.", "No date, 3 < 4."],
        ),
        (
            "<p>[ESSENTIAL PASSAGE] 1: a &lt; b <x-note>kept</x-note>. Score: 4</p>\n<p>[ESSENTIAL PASSAGE] 2: <span class=\"why\">plain</span> Score: 3</p>",
            ["a < b <x-note>kept</x-note>.", "plain"],
        ),
        (
            "[ESSENTIAL PASSAGE] 1:&nbsp;a &amp; b &lt;b&gt; &amp;lt; &copy; R&D &quot;c&quot; it&#39;s. Score&nbsp;:&nbsp;4\n[ESSENTIAL&nbsp;PASSAGE]&nbsp;2: plain&NBSP;too <b>&amp;</b> Score:&nbsp;3&nbsp;&lt;&nbsp;4",
            ["a & b <b> &lt; &copy; R&D \"c\" it's.", "plain too <b>&</b>"],
        ),
        (
            "<table><tr><td>[ESSENTIAL PASSAGE] 1</td><td>Score: 4</td></tr><tr><td>[ESSENTIAL PASSAGE] 2</td><td>none<br>at all</td><td>Score: 3</td></tr></table>",
            ["", "none at all"],
        ),
    ] {
        let reading = recall::read(text, Stop::Stop, &wanted(2, 0), false).unwrap();
        assert_eq!(scores(&reading), "4 3", "{text}");
        let reasons: Vec<&str> = reading
            .passages
            .iter()
            .map(|passage| passage.reasoning.as_str())
            .collect();
        assert_eq!(reasons, want, "{text}");
    }
}

/// Notes without an end cost no more than they are long.
#[test]
fn endless_notes() {
    for text in [
        format!(
            "| Passage | Score{} |\n|---|---|\n| [ESSENTIAL PASSAGE] 1 | 4 |",
            "(".repeat(300_000)
        ),
        format!("[ESSENTIAL PASSAGE] 1: Score: 4 {}", "(of ".repeat(100_000)),
        format!("[ESSENTIAL PASSAGE] 1: {} Score: 4", "Score (1-".repeat(50_000)),
        format!("[ESSENTIAL PASSAGE] 1: {} Score: 4", "scale of ".repeat(50_000)),
        format!("[ESSENTIAL PASSAGE] 1: {}&amp; Score: 4", "&<tr>".repeat(80_000)),
    ] {
        let reading = recall::read(&text, Stop::Stop, &wanted(1, 0), false).unwrap();
        assert_eq!(scores(&reading), "4", "{}", text.get(..60).unwrap());
    }
}

/// Every verdict keeps its reasoning, wherever the judge wrote it and however often it names the passage.
#[test]
fn reasoning_is_never_lost() {
    let mut wrong = Vec::new();
    for (name, text, want) in [
        (
            "the score first",
            "[ESSENTIAL PASSAGE] 1: Score: 5. The year 1871 is given outright.\n\
             [ESSENTIAL PASSAGE] 2: Score: 3\nReason: Only one of two facts.\n\
             [BONUS PASSAGE] 1: **Score: 0** - Says nobody knows.\n\nRECALL_Essential_Formula: (5 + 3) / 2 = 4",
            [
                "The year 1871 is given outright.",
                "Reason: Only one of two facts.",
                "Says nobody knows.",
            ],
        ),
        (
            "the score first, in brackets and blocks",
            "[ESSENTIAL PASSAGE] 1 (Score: 5)\n\nThe year is there.\nSo is the town.\n\n\
             [ESSENTIAL PASSAGE] 2: (Score: 3) Only one fact.\n\n\
             [BONUS PASSAGE] 1: Score: 0 (nothing of it stands there)\n\n---\nGood luck!",
            [
                "The year is there.\nSo is the town.",
                "Only one fact.",
                "nothing of it stands there",
            ],
        ),
        (
            "the score first, with a lead",
            "**[ESSENTIAL PASSAGE] 1:** Final score: **5/5**. The **year** is there.\n\
             **[ESSENTIAL PASSAGE] 2:** The score is 3: only one fact.\n\
             **[BONUS PASSAGE] 1:** I give a score of 0.\nNot mentioned.\n\nOverall, it is fine.",
            ["The **year** is there.", "only one fact.", "Not mentioned."],
        ),
        (
            "an analysis, then scores",
            "## Analysis\n\n### [ESSENTIAL PASSAGE] 1\nThe year is there.\n\n### [ESSENTIAL PASSAGE] 2\nOne fact of two.\n\n\
             ### [BONUS PASSAGE] 1\nNot mentioned.\n\nScores:\n[ESSENTIAL PASSAGE] 1: Score: 5\n\
             [ESSENTIAL PASSAGE] 2: Score: 3\n[BONUS PASSAGE] 1: Score: 0\n\nRECALL_Final_Score: 4",
            ["The year is there.", "One fact of two.", "Not mentioned."],
        ),
        (
            "scores, then an analysis",
            "[ESSENTIAL PASSAGE] 1: 5\n[ESSENTIAL PASSAGE] 2: 3\n[BONUS PASSAGE] 1: 0\n\n\
             [ESSENTIAL PASSAGE] 1: The year is there.\n[ESSENTIAL PASSAGE] 2: One fact of two.\n\
             [BONUS PASSAGE] 1: Not mentioned.",
            ["The year is there.", "One fact of two.", "Not mentioned."],
        ),
        (
            "a tally behind a whole reply",
            "[ESSENTIAL PASSAGE] 1: The year is there. Score: 5\n[ESSENTIAL PASSAGE] 2: One fact of two. Score: 3\n\
             [BONUS PASSAGE] 1: Not mentioned. Score: 0\n\nTally:\n[ESSENTIAL PASSAGE] 1: 5\n[ESSENTIAL PASSAGE] 2: 3\n\
             [BONUS PASSAGE] 1: 0\n\nI hope that this helps.",
            ["The year is there.", "One fact of two.", "Not mentioned."],
        ),
        (
            "a tally as a list",
            "[ESSENTIAL PASSAGE] 1: The year is there. Score: 5\n[ESSENTIAL PASSAGE] 2: One fact of two. Score: 3\n\
             [BONUS PASSAGE] 1: Not mentioned. Score: 0\n\n- [ESSENTIAL PASSAGE] 1: 5\n- [ESSENTIAL PASSAGE] 2: 3\n\
             - [BONUS PASSAGE] 1: 0\n",
            ["The year is there.", "One fact of two.", "Not mentioned."],
        ),
        (
            "an analysis, then a tally as a list",
            "1. [ESSENTIAL PASSAGE] 1: The year is there.\n2. [ESSENTIAL PASSAGE] 2: One fact of two.\n\
             3. [BONUS PASSAGE] 1: Not mentioned.\n\n## Scores\n1. [ESSENTIAL PASSAGE] 1: 5\n2. [ESSENTIAL PASSAGE] 2: 3\n\
             3. [BONUS PASSAGE] 1: 0\n",
            ["The year is there.", "One fact of two.", "Not mentioned."],
        ),
        (
            "a tally on one line",
            "[ESSENTIAL PASSAGE] 1: The year is there.\n[ESSENTIAL PASSAGE] 2: One fact of two.\n\
             [BONUS PASSAGE] 1: Not mentioned.\n\nScores: [ESSENTIAL PASSAGE] 1: 5, [ESSENTIAL PASSAGE] 2: 3, [BONUS PASSAGE] 1: 0.",
            ["The year is there.", "One fact of two.", "Not mentioned."],
        ),
        (
            "a tally as a table",
            "[ESSENTIAL PASSAGE] 1: The year is there. Score: 5\n[ESSENTIAL PASSAGE] 2: One fact of two. Score: 3\n\
             [BONUS PASSAGE] 1: Not mentioned. Score: 0\n\n| Passage | Score |\n|---|---|\n| [ESSENTIAL PASSAGE] 1 | 5 |\n\
             | [ESSENTIAL PASSAGE] 2 | 3 |\n| [BONUS PASSAGE] 1 | 0 |\n\nRECALL_Final_Score: 4",
            ["The year is there.", "One fact of two.", "Not mentioned."],
        ),
        (
            "a passage quoted, its score, its reason",
            "[ESSENTIAL PASSAGE] 1: \"It opened in 1871.\"\nScore: 5\nReasoning: The year is there.\n\
             [ESSENTIAL PASSAGE] 2: \"Red and tall.\"\nScore: 3\n**Why:** One fact of two.\n\
             [BONUS PASSAGE] 1: \"Built of oak.\"\nScore: 0\nExplanation: Not mentioned.\n\n**Total:** 4",
            [
                "\"It opened in 1871.\"\nReasoning: The year is there.",
                "\"Red and tall.\"\n**Why:** One fact of two.",
                "\"Built of oak.\"\nExplanation: Not mentioned.",
            ],
        ),
        (
            "a second thought",
            "[ESSENTIAL PASSAGE] 1: No year. Score: 2\n[ESSENTIAL PASSAGE] 2: One fact of two. Score: 3\n\
             [BONUS PASSAGE] 1: Not mentioned. Score: 0\n\nOn reflection:\n[ESSENTIAL PASSAGE] 1: The year is there. Score: 5",
            ["The year is there.", "One fact of two.", "Not mentioned."],
        ),
        (
            "in Chinese",
            "[ESSENTIAL PASSAGE] 1：得分：5。年份寫得很清楚。\n[ESSENTIAL PASSAGE] 2：得分：3\n理由：只提到一件事。\n\
             [BONUS PASSAGE] 1：最終得分為 0 分，沒有提到。",
            ["年份寫得很清楚。", "理由：只提到一件事。", "沒有提到。"],
        ),
        (
            "as JSON",
            "{\"passages\": [{\"passage\": \"[ESSENTIAL PASSAGE] 1\", \"score\": 5, \"justification\": \"a\"}, \
             {\"passage\": \"[ESSENTIAL PASSAGE] 2\", \"score\": 3, \"rationale\": \"b\"}, \
             {\"passage\": \"[BONUS PASSAGE] 1\", \"score\": 0, \"reason\": \"c\"}]}",
            ["a", "b", "c"],
        ),
    ] {
        let reading = recall::read(text, Stop::Stop, &wanted(2, 1), false).unwrap();
        let reasons: Vec<&str> = reading.passages.iter().map(|p| p.reasoning.as_str()).collect();
        if scores(&reading) != "5 3 0" || reasons != want {
            wrong.push(format!(
                "{name}: {} {reasons:#?}, not {want:#?}",
                scores(&reading)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a judge writes in front of a score is shown as it wrote it.
#[test]
fn reasoning_is_kept_as_written() {
    let mut wrong = Vec::new();
    for (written, want) in [
        ("<b>bold</b> Score: 4", "<b>bold</b>"),
        (
            "a <script>alert(1)</script> Score: 4",
            "a <script>alert(1)</script>",
        ),
        (
            "the <br> tag and <p>a paragraph</p> Score: 4",
            "the <br> tag and <p>a paragraph</p>",
        ),
        ("It says <em>right</em>\nScore: 4", "It says <em>right</em>"),
        ("a -> b --> Score: 4", "a -> b"),
        ("ends in -->\nScore: 4", "ends in -->"),
        ("He said \"yes\" Score: 4", "He said \"yes\""),
        ("He said \"yes\"\n- Score: 4", "He said \"yes\""),
        ("f(x) > g(x) (Score: 4)", "f(x) > g(x)"),
        ("5 > 4.\n> Score: 4", "5 > 4."),
        ("snake_case_ and `code` **Score:** 4", "snake_case_ and `code`"),
        ("**The year** is there.\n### Score: 4", "**The year** is there."),
        ("1 < 2, x<y Score: 4", "1 < 2, x<y"),
        ("Missing: bonus\nScore: 4", "Missing: bonus"),
        ("Half of it, Score: 4", "Half of it,"),
        ("Half of it; final score: 4", "Half of it;"),
        ("Score: 4. <i>All</i> of it > half.", "<i>All</i> of it > half."),
        ("Score: 4\n- the year\n- the town", "- the year\n- the town"),
        ("Score: 4\n**The year** is there.", "**The year** is there."),
        (
            "Score: 4 (the year is missing, 1 of 2 facts)",
            "the year is missing, 1 of 2 facts",
        ),
        ("(Score: 4, the year is missing)", "the year is missing"),
        (
            "Score: 4. Overall, all of it stands there.",
            "Overall, all of it stands there.",
        ),
        ("Score: 4\n\nTotally right.", "Totally right."),
        ("Score: 4\n\nTotal: 4 of 5.", ""),
        ("Score: 4 points.", ""),
        ("Score: 4/5", ""),
        ("Score: **4**", ""),
    ] {
        let text = format!("[ESSENTIAL PASSAGE] 1: {written}\n\nRECALL_Final_Score: 4");
        let reading = recall::read(&text, Stop::Stop, &wanted(1, 0), false).unwrap();
        let got = reading.passages[0].reasoning.as_str();
        if scores(&reading) != "4" || got != want {
            wrong.push(format!("{written:?}: {} {got:?}, not {want:?}", scores(&reading)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Judges that answer in another language translate the markers as well.
#[test]
fn translated_markers() {
    let mut wrong = Vec::new();
    for text in [
        "必要段落 1：提到年份。得分：5\n必要段落 2：只有一半。得分：3\n加分段落 1：沒有提到。得分：0\n\nRECALL_最終得分：4",
        "[必要段落] 1：提到年份。得分：5\n[必要段落] 2：只有一半。得分：3\n[加分段落] 1：沒有提到。得分：0\n最終計算\n\n最終得分：4",
        "【必要段落 1】\n提到年份。\n得分：5\n【必要段落 2】\n只有一半。\n得分：3\n【加分段落 1】\n沒有提到。\n得分：0",
        "**必要段落一**：提到年份。得分：5\n**必要段落二**：只有一半。得分：3\n**加分段落一**：沒有提到。得分：0",
        "### 必須段落 1\n提到年份。\n得分：5\n### 必須段落 2\n只有一半。\n得分：3\n### 額外段落 1\n沒有提到。\n得分：0",
        "必要段落：提到年份。得分：5\n必要段落：只有一半。得分：3\n加分段落：沒有提到。得分：0",
        "- 必要段落（1）：提到年份。得分：5\n- 必要段落（2）：只有一半。得分：3\n- 奖励段落（1）：沒有提到。得分：0",
        "必要段落第一段：提到年份。得分：5\n必要段落第 2 段：只有一半。得分：3\n加分段落第1段：沒有提到。得分：0",
        "| 段落 | 得分 | 理由 |\n|---|---|---|\n| 必要段落 1 | 5 | 提到年份。 |\n| 必要段落 2 | 3 | 只有一半。 |\n| 加分段落 1 | 0 | 沒有提到。 |",
        "核心段落 1：提到年份。得分：5 核心段落 2：只有一半。得分：3\nボーナス段落 1：沒有提到。得分：0",
        "[ESSENTIAL 段落] 1：提到年份。得分：5\n[必要 PASSAGE] 2：只有一半。得分：3\n[BONUS段落 1]：沒有提到。得分：0",
    ] {
        let got = recall::read(text, Stop::Stop, &wanted(2, 1), false);
        let told = got.as_ref().map(|reading| {
            let reasons: Vec<&str> = reading.passages.iter().map(|p| p.reasoning.as_str()).collect();
            format!("{} {}", scores(reading), reasons.join(" "))
        });
        if told.as_deref() != Ok("5 3 0 提到年份。 只有一半。 沒有提到。") {
            wrong.push(format!("{text}: {told:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A judge's own sums, in the ways in which they are written behind the last passage.
const SUMS: &[&str] = &[
    "- Essential score: 3.5\n- Bonus score: 0\n- Final score: 3.5",
    "**Calculation**\n- Essential score: 3.5\n- Bonus score: 0\n- Final score: 3.5",
    "**Calculation:**\n- **Essential score:** 3.5\n- **Bonus score:** 0\n- **Final score:** 3.5",
    "Summary:\nEssential score: (4 + 3) / 2 = 3.5\nBonus score: 0 / 4 = 0\nFinal score: 3.5",
    "---\nEssential score = 3.5\nBonus score = 0\nFinal score = 3.5",
    "Essential score: 3.5, bonus score: 0, final score: 3.5",
    "So the essential score is 3.5, the bonus score is 0 and the final score is 3.5.",
    "Essential score 3.5\nBonus score 0\nFinal score 3.5",
    "Essential average: 3.5\nBonus total: 0\nTotal: 3.5",
    "Essential average score: 3.5\nBonus total score: 0\nOverall: 3.5",
    "Mean of essential scores: 3.5\nSum of bonus scores: 0\nWeighted: 3.5",
    "Essential: 3.5\nBonus: 0\nOverall score: 3.5",
    "Essential passages: (4 + 3) / 2 = 3.5\nBonus passages: 0\nFinal score: 3.5",
    "Essential passages score: 3.5\nBonus passages score: 0\nCombined score: 3.5",
    "Essential + bonus = 3.5 + 0 = 3.5\nFinal score: 3.5",
    "* Score (essential): 3.5\n* Score (bonus): 0\n* Score (final): 3.5",
    "1. Essential score: 3.5\n2. Bonus score: 0\n3. Final score: 3.5",
    "> **Essential Score** – 3.5\n> **Bonus Score** – 0\n> **Final Score** – 3.5",
    "### Essential score: 3.5\n### Bonus score: 0\n### Final score: 3.5",
    "| | |\n|---|---|\n| Essential score | 3.5 |\n| Bonus score | 0 |\n| Final score | 3.5 |",
    "| Part | Score |\n|---|---|\n| Essential | 3.5 |\n| Bonus | 0 |\n| **Total** | **3.5** |",
    "必要得分：3.5\n加分得分：0\n最終得分：3.5",
    "必要平均：3.5\n加分：0\n總分：3.5",
    "**必要段落平均分數**：(4 + 3) / 2 = 3.5\n**加分段落分數**：0\n**最終分數**：3.5",
    "必要分數為 3.5，加分分數為 0，最終分數為 3.5",
    "- 必要段落：3.5\n- 加分段落：0\n- 總分數：3.5",
    "Weighted score: 3.5",
    "Average: 3.5",
    "Total score: 3.5 / 5",
    "Final score: 3.5",
];

#[test]
fn a_judges_own_sums_are_the_score_of_no_passage() {
    let reply = |last: &str| {
        format!(
            "**[ESSENTIAL PASSAGE] 1**: ok.\n**Score: 4**\n\n**[ESSENTIAL PASSAGE] 2**: hm.\n**Score: 3**\n\n\
             **[BONUS PASSAGE] 1**: Contradicted.{last}"
        )
    };
    let mut wrong = Vec::new();
    for sums in SUMS {
        for (last, want) in [
            (format!("\n**Score: 0**\n\n{sums}"), "4 3 0"),
            (format!(" Score: 2\n\n{sums}\n"), "4 3 2"),
            // Nothing else stands there: it is asked again, and not made up.
            (format!("\n\n{sums}"), "4 3 missing-verdict"),
        ] {
            let text = reply(&last);
            let reading = recall::read(&text, Stop::Stop, &wanted(2, 1), false).unwrap();
            if scores(&reading) != want || !reading.extra.is_empty() {
                wrong.push(format!("{} {:?} for {last}", scores(&reading), reading.extra));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn sums_of_essential_passages_alone_and_between_sections() {
    let mut wrong = Vec::new();
    for sums in SUMS {
        let text = format!(
            "[ESSENTIAL PASSAGE] 1: ok. Score: 2\n[ESSENTIAL PASSAGE] 2: hm. Score: 3\n\n{sums}\n\n\
             [BONUS PASSAGE] 1: no.\nScore: 0\n"
        );
        let reading = recall::read(&text, Stop::Stop, &wanted(2, 1), false).unwrap();
        if scores(&reading) != "2 3 0" {
            wrong.push(format!("{} for {sums}", scores(&reading)));
        }
        let text =
            format!("[ESSENTIAL PASSAGE] 1: ok. Score: 2\n[ESSENTIAL PASSAGE] 2: hm. Score: 3\n\n{sums}");
        let reading = recall::read(&text, Stop::Stop, &wanted(2, 0), false).unwrap();
        if scores(&reading) != "2 3" {
            wrong.push(format!("{} for {sums}", scores(&reading)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn sums_without_a_blank_line() {
    for (text, want) in [
        (
            "[ESSENTIAL PASSAGE] 1: a. Score: 4\n[ESSENTIAL PASSAGE] 2: b.\nScore: 3\nEssential score: 5",
            "4 3",
        ),
        (
            "[ESSENTIAL PASSAGE] 1: a. Score: 4\n[ESSENTIAL PASSAGE] 2: b. Score: 3. Essential score: 3.5, final score: 3.5",
            "4 3",
        ),
        // It may be the passage's last word, or the judge's total.
        (
            "[ESSENTIAL PASSAGE] 1: a. Score: 4\n[ESSENTIAL PASSAGE] 2: b.\nScore: 3\nFinal score: 3.5",
            "4 missing-verdict",
        ),
        (
            "[ESSENTIAL PASSAGE] 1: a. Score: 4\n[ESSENTIAL PASSAGE] 2: b.\nInitial score: 3\nFinal score: 2",
            "4 2",
        ),
        // How a judge calls every score is how it calls the last.
        (
            "[ESSENTIAL PASSAGE] 1: a.\nFinal score: 4\n[ESSENTIAL PASSAGE] 2: b.\nFinal score: 3",
            "4 3",
        ),
        (
            "[ESSENTIAL PASSAGE] 1: a.\nEssential score: 4\n\n[ESSENTIAL PASSAGE] 2: b.\nEssential score: 3\n\nEssential score: 3.5\nFinal score: 3.5",
            "4 3",
        ),
        (
            "[ESSENTIAL PASSAGE] 1: a.\n**Essential passage score:** 4/5\n\n[ESSENTIAL PASSAGE] 2: b.\n**Essential passage score:** 3/5\n",
            "4 3",
        ),
        (
            "Essential Passage 1 score: 4\nEssential Passage 2 score: 3\nEssential score: 3.5",
            "4 3",
        ),
        (
            "必要段落 1：好。得分：4\n必要段落 2：可。得分：3\n必要得分：3.5",
            "4 3",
        ),
        // What a reasoning counts is no total.
        (
            "[ESSENTIAL PASSAGE] 1:\nTotal: 5 facts.\nScore: 4\n[ESSENTIAL PASSAGE] 2:\nOverall: 3 of 4 facts.\nBonus: 1\nScore: 3",
            "4 3",
        ),
        (r#"{"E1": 4, "essential 2": 3}"#, "4 3"),
    ] {
        let reading = recall::read(text, Stop::Stop, &wanted(2, 0), false).unwrap();
        assert_eq!(scores(&reading), want, "{text}");
    }
    let two = "[ESSENTIAL PASSAGE] 1: a.\nScore: 3\n\n[BONUS PASSAGE] 1: a\nScore: 4\n\n[BONUS PASSAGE] 2: none.\nScore: 0\n\n**Calculation**\n- Essential score: 3\n- Bonus score: 2\n- Final score: 5";
    let reading = recall::read(two, Stop::Stop, &wanted(1, 2), false).unwrap();
    assert_eq!(scores(&reading), "3 4 0");
    // One kind each: the style is the kind's.
    let own = "[ESSENTIAL PASSAGE] 1: a.\n**Essential score: 4**\n\n[ESSENTIAL PASSAGE] 2: b.\n**Essential score: 3**\n\n[BONUS PASSAGE] 1: none.\n**Bonus score: 0**\n\n- Essential score: 3.5\n- Bonus score: 0\n- Final score: 3.5";
    let reading = recall::read(own, Stop::Stop, &wanted(2, 1), false).unwrap();
    assert_eq!(scores(&reading), "4 3 0");
}

#[test]
fn many_sums_are_read_in_no_time() {
    let mut text = String::from("[ESSENTIAL PASSAGE] 1: a.\n");
    text.push_str(&"Total: 5 facts\nEssential score: the 4 facts\n".repeat(20_000));
    // Were each line compared with all before it, this would take minutes.
    let reading = recall::read(&text, Stop::Stop, &wanted(1, 0), false).unwrap();
    assert_eq!(reading.passages.len(), 1);
}

#[test]
fn a_fraction_of_five_needs_no_label_at_the_end() {
    for (segment, want) in [
        ("x **4/5**", "4"),
        ("The year is there.\n4/5", "4"),
        ("The year is there.\n**4/5**\n", "4"),
        ("The year is there.\n- (4/5)", "4"),
        ("The year is there. **(4.5/5)**", "4.5"),
        ("**4**", "4"),
        ("4/5", "4"),
        ("Score ➜ 4", "4"),
        // It may count facts.
        ("facts found: 2/5", "missing-verdict"),
        ("2/5 of the facts, **4/5**", "missing-verdict"),
        ("**4/5** of the facts are there.", "missing-verdict"),
        ("x **4/10**", "missing-verdict"),
        ("x **6/5**", "out-of-scale"),
        ("x **3-4/5**", "missing-verdict"),
        ("x **4**", "missing-verdict"),
    ] {
        let text = format!("[ESSENTIAL PASSAGE] 1: {segment}");
        let reading = recall::read(&text, Stop::Stop, &wanted(1, 0), false).unwrap();
        assert_eq!(scores(&reading), want, "{segment}");
    }
}

/// A reasoning that quotes what looks like a reply is read back as it was written, and poses as nothing.
#[test]
fn a_reasoning_that_looks_like_a_reply_is_read_back() {
    let asked = wanted(2, 1);
    for reasoning in [
        "[ESSENTIAL PASSAGE] 1: a&nbsp;&amp; b.<br>Score&nbsp;:&nbsp;4",
        "Score&nbsp;:&nbsp;4",
        "Essential score: 3.5 Bonus score: 0 Final score: 3.5",
        "Total: 4",
        "**4/5**",
        "4/5",
        "It says “Score: 2”.",
        "必要平均：3.5　最終分數：4",
        "AT&T; Q&A &amp;nbsp; ＆lt；b＆gt； & & ; &#39; &quot;",
    ] {
        let answers: Vec<_> = asked
            .iter()
            .map(|id| own::PassageAnswer {
                id: *id,
                score: 3,
                reasoning: reasoning.to_owned(),
            })
            .collect();
        let written = own::write(&answers, 2, 1);
        let read = recall::read(&written, Stop::Stop, &asked, false).unwrap();
        for passage in &read.passages {
            assert_eq!(
                passage.score,
                Ok(rational::Rational::from_integer(3)),
                "{written}"
            );
            assert_eq!(passage.reasoning, own::one_line(reasoning), "{written}");
        }
    }
}

/// Judges call the passages as the app shows them.
#[test]
fn short_names() {
    let mut wrong = Vec::new();
    let why = ["year", "town", "no"];
    for (text, want, reasons) in [
        ("E1: 4\nE2: 3\nB1: 2", "4 3 2", ["", "", ""]),
        ("E1 - 4\nE2 – 3\nB1：2", "4 3 2", ["", "", ""]),
        ("E1 = 4\nE2=3\nB1 -> 2", "4 3 2", ["", "", ""]),
        ("e1: 4, e2: 3, b1: 2", "4 3 2", ["", "", ""]),
        ("E1 4\nE2 3\nB1 2", "4 3 2", ["", "", ""]),
        (
            "- **E1:** 4/5\n- **E2**: 3 out of 5\n- **B1** – **2**",
            "4 3 2",
            ["", "", ""],
        ),
        ("1. [E1] 4\n2. (E2) 3\n3. 【B1】：2 分", "4 3 2", ["", "", ""]),
        (
            "Here are the scores:\n\nE1. 4\nE2. 3\nB1. 2\n\nTotal: 3.5",
            "4 3 2",
            ["", "", ""],
        ),
        (
            "Passage E1: 4\nPassage E2: 3\nBonus passage B1: 2",
            "4 3 2",
            ["", "", ""],
        ),
        ("E1: 4 - year\nE2: 3 (town)\nB1: 2, no", "4 3 2", why),
        (
            "E1: 4. year\nE2: 3: town\nB1: 2 because no",
            "4 3 2",
            ["year", "town", "because no"],
        ),
        ("E1：4 分，year\nE2：3，town\nB1：2。no", "4 3 2", why),
        (
            "E1: year. Score: 4\nE2: town\nScore: 3\n\n### B1\nno\nScore: 2",
            "4 3 2",
            ["year.", "town", "no"],
        ),
        ("### E1\n4\n### E2\n3\n### B1\n2", "4 3 2", ["", "", ""]),
        (
            "| E1 | 4 | year |\n| E2 | 3 | town |\n| B1 | 2 | no |",
            "4 3 2",
            why,
        ),
        (
            "| Passage | Score | Why |\n|---|---|---|\n| E1 | 4 | year |\n| E2 | 3 | town |\n| B1 | 2 | no |",
            "4 3 2",
            why,
        ),
        (
            "| Passage | Why | Score |\n|---|---|---|\n| E1 | year | 4 |\n| E2 | town | 3 |\n| B1 | no | 2 |",
            "4 3 2",
            why,
        ),
        (
            "<score id=\"E1\">4</score>\n<score id='E2'>3</score>\n<score id=B1>2</score>",
            "4 3 2",
            ["", "", ""],
        ),
        ("<E1>4</E1> <E2>3</E2> <B1>2</B1>", "4 3 2", ["", "", ""]),
        (
            "<passage id=\"E1\">year <score>4</score></passage>\n<passage id=\"E2\"><score>3</score> town</passage>\n\
             <passage id=\"B1\"><score>2</score></passage>",
            "4 3 2",
            ["year", "town</passage>", "</passage>"],
        ),
        (
            "E1: 4 - a score of 5 needs the year\nE2: 3\nScore of 5 would need it.\nB1: 2",
            "4 3 2",
            ["a score of 5 needs the year", "Score of 5 would need it.", ""],
        ),
        (
            "E1: 4\nE2: 3\nB1: 2\nRECALL_Final_Score: 3.5",
            "4 3 2",
            ["", "", ""],
        ),
        // What counts facts is no score.
        (
            "E1: 4\nE2: 3 of 4 facts are there\nB1: 2 facts",
            "4 missing-verdict missing-verdict",
            ["", "3 of 4 facts are there", "2 facts"],
        ),
        (
            "E1: 4\nE2: 3, 4 and 5 are named\nB1: 1951. A year",
            "4 missing-verdict missing-verdict",
            ["", "3, 4 and 5 are named", "1951. A year"],
        ),
        (
            "E1: 4\nE2: 3-4\nB1: 6",
            "4 missing-verdict out-of-scale",
            ["", "", ""],
        ),
        (
            "E1: 3, maybe 4\nE2: 3 → 4\nB1: 2",
            "missing-verdict missing-verdict 2",
            ["", "", ""],
        ),
        (
            "| Passage | Facts | Why |\n|---|---|---|\n| E1 | 4 | year |\n| E2: 3 | 3 | |\n| B1 | 2 | no |",
            "missing-verdict 3 missing-verdict",
            ["4 | year", "3", "2 | no"],
        ),
        // Another name counts first, and what only looks like one is none.
        (
            "[ESSENTIAL PASSAGE] 1: as\nE1: 3 facts. Score: 4\n[ESSENTIAL PASSAGE] 2: b. Score: 3\n[BONUS PASSAGE] 1: Score: 2\nB1: 5",
            "4 3 2",
            ["as\nE1: 3 facts.", "b.", "B1: 5"],
        ),
        (
            "[ESSENTIAL PASSAGE] 1: year\n[ESSENTIAL PASSAGE] 2: town\n[BONUS PASSAGE] 1: no\n\nE1: 4\nE2: 3\nB1: 2",
            "4 3 2",
            why,
        ),
    ] {
        let reading = recall::read(text, Stop::Stop, &wanted(2, 1), false).unwrap();
        let got: Vec<&str> = reading.passages.iter().map(|p| p.reasoning.as_str()).collect();
        if scores(&reading) != want || got != reasons {
            wrong.push(format!(
                "{text}\n  {} {got:?}, not {want} {reasons:?}",
                scores(&reading)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for text in [
        "E5: 4",
        "The E1: 4 lanes",
        "e2e: 4",
        "E1 is fine. B1 too.",
        "E10 is a fuel, 4 of it",
    ] {
        assert_eq!(
            recall::read(text, Stop::Stop, &wanted(2, 1), false),
            Err(Reason::Unreadable),
            "{text}"
        );
    }
    let cut = recall::read("E1: 4\nE2: 3", Stop::Length, &wanted(2, 1), false).unwrap();
    assert_eq!(scores(&cut), "4 truncated truncated");
    let again = recall::read("E2: 3", Stop::Stop, &wanted(2, 0)[1..], true).unwrap();
    assert_eq!(scores(&again), "3");
    let extra = recall::read("E1: 4\nE2: 3", Stop::Stop, &wanted(1, 0), false).unwrap();
    assert_eq!((scores(&extra).as_str(), extra.extra.len()), ("4", 1));
}

/// A JSON reply that ends before its end: what is closed counts, and the rest is asked for again.
#[test]
fn json_that_was_cut() {
    for (text, want) in [
        (
            r#"{"passages": [{"id": "E1", "score": 4, "reasoning": "a, b]"}, {"id": "E2", "score": 3}, {"id": "B1", "sco"#,
            "4 3 -",
        ),
        (
            r#"{"passages": [{"id": "E1", "score": 4}, {"id": "E2", "score": 3, "reasoning": "not clo"#,
            "4 - -",
        ),
        (
            "Here:\n```json\n{\"passages\": [{\"id\": \"E1\", \"score\": 4},",
            "4 - -",
        ),
        (r#"[{"id": "E1", "score": 4}, {"id": "E2", "score": 3},"#, "4 3 -"),
        (r#"{"essential": [4, 3], "bonus": [2"#, "4 3 -"),
        (r#"{"essential": [4, 3"#, "4 - -"),
        (r#"{"E1": 4, "E2": 3, "B1": 2"#, "4 3 -"),
        (
            r#"{"passages": [{"id": "E1", "score": 4,}, {"id": "E2", "score": 3"#,
            "4 - -",
        ),
    ] {
        for (stop, open) in [(Stop::Stop, "missing-verdict"), (Stop::Length, "truncated")] {
            let reading = recall::read(text, stop, &wanted(2, 1), false);
            let got = reading.as_ref().map(scores);
            assert_eq!(got, Ok(want.replace('-', open)), "{text}");
        }
    }
    // A passage by itself isn't closed, whatever stands in it.
    let one = r#"{"id": "E1", "score": 4, "reasoning": "not clo"#;
    assert_eq!(
        recall::read(one, Stop::Stop, &wanted(1, 0), false),
        Err(Reason::Unreadable)
    );
}

/// Two scores of one passage: the last counts, and that there was another is told.
#[test]
fn scores_that_differ() {
    for (text, differ) in [
        (
            "[ESSENTIAL PASSAGE] 1: a. Score: 4\n\nSummary\n[ESSENTIAL PASSAGE] 1: Score: 2",
            true,
        ),
        (
            "[ESSENTIAL PASSAGE] 1: a. Score: 2\n\nSummary\n[ESSENTIAL PASSAGE] 1: Score: 2",
            false,
        ),
        (
            "[ESSENTIAL PASSAGE] 1: a.\n\n[ESSENTIAL PASSAGE] 1: Score: 2",
            false,
        ),
        (
            "[ESSENTIAL PASSAGE] 1: a. Score: 6\n\n[ESSENTIAL PASSAGE] 1: Score: 2",
            false,
        ),
        (
            "[ESSENTIAL PASSAGE] 1: a\nScore: 4\nOn reflection:\n**Score:** 2",
            true,
        ),
        ("[ESSENTIAL PASSAGE] 1: It says “Score: 4”. Score: 2", false),
        ("[ESSENTIAL PASSAGE] 1: Initial score: 4\nFinal score: 2", false),
        ("[ESSENTIAL PASSAGE] 1: a\nScore: 2\nMaximum score: 5", false),
        ("[ESSENTIAL PASSAGE] 1: a\nScore: 2\n\nOverall score: 2.5", false),
        (
            r#"{"passages": [{"id": "E1", "score": 4}, {"id": "E1", "score": 2}]}"#,
            true,
        ),
        ("E1: 4\n\nE1: 2", true),
    ] {
        let reading = recall::read(text, Stop::Stop, &wanted(1, 0), false).unwrap();
        assert_eq!(scores(&reading), "2", "{text}");
        assert_eq!(reading.passages[0].scores_differ, differ, "{text}");
    }
}

/// Characters by their names in HTML stand as the judge wrote them, except where the reply itself is HTML.
#[test]
fn named_characters_are_what_the_judge_wrote() {
    for (text, want) in [
        (
            "[ESSENTIAL PASSAGE] 1: x &lt;i&gt; &amp; y&nbsp;z Score: 4",
            "x &lt;i&gt; &amp; y&nbsp;z",
        ),
        (
            "[ESSENTIAL PASSAGE] 1: Score: 4. It has &quot;&amp;lt;&quot; in it",
            "It has &quot;&amp;lt;&quot; in it",
        ),
        (
            "[ESSENTIAL PASSAGE] 1: x &lt;i&gt;&nbsp;Score:&nbsp;4",
            "x &lt;i&gt;&nbsp;",
        ),
        ("E1: 4 - the &amp; sign", "the &amp; sign"),
        (
            "[ESSENTIAL&nbsp;PASSAGE]&nbsp;1: it&#39;s &lt;there&gt;&nbsp;Score: 4",
            "it's <there>",
        ),
        (
            "<p>[ESSENTIAL PASSAGE] 1: it&#39;s &lt;there&gt;</p><p>Score: 4</p>",
            "it's <there>",
        ),
    ] {
        let reading = recall::read(text, Stop::Stop, &wanted(1, 0), false).unwrap();
        assert_eq!(
            (scores(&reading).as_str(), reading.passages[0].reasoning.as_str()),
            ("4", want),
            "{text}"
        );
    }
}

/// What stands in the place of a score that is none is kept as it was written.
#[test]
fn what_was_written_instead_of_a_score() {
    for (reply, written) in [
        ("[ESSENTIAL PASSAGE] 1: a. Score: 6", "6"),
        ("[ESSENTIAL PASSAGE] 1: a.\n**Score:** 0\n", "0"),
        ("[ESSENTIAL PASSAGE] 1: a. Score: 80%", "80%"),
        ("[ESSENTIAL PASSAGE] 1: a. Score: 8/10. More.", "8/10"),
        ("[ESSENTIAL PASSAGE] 1: a. Score: 3-4", "3-4"),
        ("[ESSENTIAL PASSAGE] 1: a. Score: 4", ""),
        ("[ESSENTIAL PASSAGE] 1: a.", ""),
        ("[ESSENTIAL PASSAGE] 1: a. Score: N/A", "N/A"),
        ("[ESSENTIAL PASSAGE] 1: a. Score: none given", "none given"),
        ("[ESSENTIAL PASSAGE] 1: a. Score: Five. All of it.", "Five"),
        ("[ESSENTIAL PASSAGE] 1: a. **Score:** **five**", "five"),
        (
            "[ESSENTIAL PASSAGE] 1: a. Score: between 3 and 4",
            "between 3 and 4",
        ),
        (
            "[ESSENTIAL PASSAGE] 1: a. Score: four, since a score of 5 needs the year.",
            "four",
        ),
        ("[ESSENTIAL PASSAGE] 1: a. Score: 3, maybe 4", "3, maybe 4"),
        (
            "[ESSENTIAL PASSAGE] 1: a. Score: 3 (or 4), as half is there",
            "3 (or 4)",
        ),
        ("[ESSENTIAL PASSAGE] 1: a. Score is 6.", "6"),
        ("[ESSENTIAL PASSAGE] 1: a. 得分：無", "無"),
        ("[ESSENTIAL PASSAGE] 1: a. 得分：四分，少了年份", "四分"),
        (
            "[ESSENTIAL PASSAGE] 1: a. 得分：3 分（或 4 分）。",
            "3 分（或 4 分）",
        ),
        ("[ESSENTIAL PASSAGE] 1: a.\nScore:\nThe year is there.", ""),
        (
            "[ESSENTIAL PASSAGE] 1: Score: the passage names the year but not the town that the lighthouse stands in",
            "the passage names the year but not the town that the lightho…",
        ),
        (r#"{"essential_1": {"score": "five"}}"#, "five"),
        (r#"{"essential_1": {"score": 6, "reasoning": "a"}}"#, "6"),
        (r#"{"essential_1": "80%"}"#, "80%"),
        (r#"{"essential_1": 4}"#, ""),
    ] {
        let reading = recall::read(reply, Stop::Stop, &wanted(1, 0), false).unwrap();
        assert_eq!(reading.passages[0].written, written, "{reply}: {reading:?}");
    }
}

/// Several passages in one paragraph: whose a score is, is sure or asked again, and never that of another.
#[test]
fn no_passage_gets_the_score_of_another() {
    const OPEN: &str = "missing-verdict missing-verdict missing-verdict";
    let asked = wanted(2, 1);
    for (text, expected) in [
        (
            "Passage E1 — Score: 5. Passage E2 — Score: 1. Passage B1 — Score: 2.",
            OPEN,
        ),
        ("E1 — Score: 5. E2 — Score: 1. B1 — Score: 2.", OPEN),
        (
            "- E1: Score: 5, E2: Score: 3\n- B1: Score: 2",
            "missing-verdict missing-verdict 2",
        ),
        (
            "Essential passage 1 – Score: 5. Essential passage 2 – Score: 1. Bonus passage 1 – Score: 2.",
            OPEN,
        ),
        (
            "必要段落 1，分數 5。必要段落 2，分數 3。加分段落 1，分數 2。",
            OPEN,
        ),
        (
            "[ESSENTIAL PASSAGE] 1: it is there, and for E2 Score: 4\n[ESSENTIAL PASSAGE] 2: x\nScore: 4\n[BONUS PASSAGE] 1: y\nScore: 2",
            "missing-verdict 4 2",
        ),
        // Another passage may be spoken of, and what only looks like one is none.
        (
            "[ESSENTIAL PASSAGE] 1: as E2 (Score: 4).\nScore: 3\n[ESSENTIAL PASSAGE] 2: like E1.\nScore: 4\n[BONUS PASSAGE] 1: see E1. Score: 2",
            "3 4 2",
        ),
        (
            "[ESSENTIAL PASSAGE] 1: names vitamin B12, Score: 4\n[ESSENTIAL PASSAGE] 2: a bonus of 20 euros, Score: 2\n[BONUS PASSAGE] 1: b\nScore: 2",
            "4 2 2",
        ),
    ] {
        let reading = recall::read(text, Stop::Stop, &asked, false).unwrap();
        assert_eq!(scores(&reading), expected, "{text}");
    }
}
