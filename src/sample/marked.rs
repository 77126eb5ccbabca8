//! A ground truth pasted as one text with `[ESSENTIAL PASSAGE]` and `[BONUS PASSAGE]` markers (seed 000).
//!
//! Markers stand at the start of a line, or behind white space on a line that begins with one, in any case, spacing and
//! width, with or without a number; what follows a marker belongs to the passage. Text in front of the first marker is
//! handed back, never dropped (but for headings). The prompt's own headings are known: `GROUND_TRUTH_PASSAGE` begins the
//! ground truth anew, so that a whole prompt can be pasted, and what stands below `LLM_RETURNED_PASSAGE` is the returned
//! passage.

/// The pasted text, split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroundTruth {
    /// Essential passages, in order.
    pub essential: Vec<String>,
    /// Bonus passages, in order.
    pub bonus: Vec<String>,
    /// The returned passage, where its heading stands; it may have no text.
    pub answer: Option<String>,
    /// Text in front of the first marker, trimmed; the whole text when there is no marker.
    pub before: String,
    /// Markers with no text behind them, as they are named in order of their kind (`E2`).
    pub empty: Vec<String>,
}

/// What a stretch of the text belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Nothing: it stands in front of the first marker.
    Before,
    Essential,
    Bonus,
    Answer,
    /// A heading that the whole ground truth stands below.
    Truth,
}

/// Splits a marked ground truth.
pub fn split(text: &str) -> GroundTruth {
    let mut truth = GroundTruth::default();
    let mut open = Part::Before;
    let mut body = String::new();
    let text = text.replace("\r\n", "\n");
    let mut at = 0;
    for line in text.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']) {
        let start = at;
        at += line.len()
            + text
                .get(at + line.len()..)
                .and_then(|rest| rest.chars().next())
                .map_or(0, char::len_utf8);
        let Some(mut found) = marker(line).or_else(|| heading(line)) else {
            body.push('\n');
            body.push_str(line);
            continue;
        };
        loop {
            let (part, rest) = found;
            truth.close(open, &body);
            body.clear();
            open = part;
            if part == Part::Truth {
                // What stands above is no part of it, be it marked.
                let above = text.get(..start).unwrap_or_default().trim().to_owned();
                let answer = truth.answer.take();
                let before = if answer.is_some() { truth.before } else { above };
                truth = GroundTruth {
                    before,
                    answer,
                    ..GroundTruth::default()
                };
                match marker(rest) {
                    Some(next) => {
                        found = next;
                        continue;
                    }
                    None => open = Part::Before,
                }
            }
            let next = next_marker(rest);
            body.push_str(next.map_or(rest, |(text, _)| text));
            match next {
                Some((_, marked)) => found = marked,
                None => break,
            }
        }
    }
    truth.close(open, &body);
    truth
}

impl GroundTruth {
    fn close(&mut self, part: Part, body: &str) {
        let body = body.trim();
        let (passages, letter) = match part {
            Part::Essential => (&mut self.essential, 'E'),
            Part::Bonus => (&mut self.bonus, 'B'),
            Part::Answer => return add(self.answer.get_or_insert_default(), body),
            Part::Before | Part::Truth => return add(&mut self.before, body),
        };
        if crate::text::visible::is_blank(body) {
            self.empty.push(format!("{letter}{}", passages.len() + 1));
        }
        passages.push(body.to_owned());
    }
}

/// Adds a stretch of text to those before it.
fn add(to: &mut String, text: &str) {
    if !to.is_empty() && !text.is_empty() {
        to.push_str("\n\n");
    }
    to.push_str(text);
}

/// One of the prompt's own headings at the start of a line, with a colon behind it or alone on the line.
fn heading(line: &str) -> Option<(Part, &str)> {
    let (name, rest) = line.split_once([':', '：']).unwrap_or((line, ""));
    // No heading is longer, and a passage may be.
    if name.len() > 80 {
        return None;
    }
    let key: String = crate::text::fold::name_key(name)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect();
    let part = match key.as_str() {
        "groundtruthpassage" | "groundtruthpassages" => Part::Truth,
        "llmreturnedpassage" | "returnedpassage" | "llmreturnedpassages" | "回傳的段落" | "回傳段落" => {
            Part::Answer
        }
        _ => return None,
    };
    Some((part, rest.trim_start_matches(['*', '_', ' ', '\t'])))
}

/// The next marker further on in a line, behind white space, or the heading as the prompt writes it: the text in front of
/// it, what it opens, and what is behind it.
fn next_marker(line: &str) -> Option<(&str, (Part, &str))> {
    line.match_indices(['[', '［', '【', 'L'])
        .find_map(|(at, first)| {
            let (text, rest) = line.split_at_checked(at)?;
            text.ends_with(char::is_whitespace).then_some(())?;
            let found = match first {
                "L" => (Part::Answer, rest.strip_prefix("LLM_RETURNED_PASSAGE:")?),
                _ => marker(rest)?,
            };
            Some((text, found))
        })
}

/// A marker at the start of a line: what it opens, and the rest of the line.
fn marker(line: &str) -> Option<(Part, &str)> {
    let decoration =
        |c: char| c.is_whitespace() || matches!(c, '*' | '#' | '-' | '•' | '>' | '_' | '\u{FEFF}');
    let text = line
        .trim_start_matches(decoration)
        .strip_prefix(['[', '［', '【'])?;
    let (name, rest) = text.split_once([']', '］', '】'])?;
    let name: String = crate::text::fold::name_key(name)
        .chars()
        .map(|c| if matches!(c, '_' | '-') { ' ' } else { c })
        .filter(|c| c.is_alphanumeric())
        .collect();
    let number = |rest: &str| rest.chars().all(|c| c.is_ascii_digit());
    let part = match (
        name.strip_prefix("essentialpassage"),
        name.strip_prefix("bonuspassage"),
    ) {
        (Some(rest), _) if number(rest) => Part::Essential,
        (_, Some(rest)) if number(rest) => Part::Bonus,
        _ => return None,
    };
    Some((part, after_number(rest)))
}

/// Skips a number and the punctuation behind a marker (`] 1:`); a number that begins the passage's own text
/// (`] 12 apples`) stays.
fn after_number(rest: &str) -> &str {
    let rest = rest.trim_start_matches(['*', '_', ' ', '\t']);
    let digits = rest.trim_start_matches(|c: char| c.is_numeric());
    let tail = digits.trim_start_matches(['*', '_', ' ', '\t']);
    // What stands directly in front of a digit is part of a figure: "2.5 km", "10:30", "1871-1934".
    let mut behind = tail.chars();
    let punctuation = behind.next();
    let ends = matches!(punctuation, None | Some(':' | '：' | '.' | ')' | '-'));
    let figure = punctuation.is_some() && behind.next().is_some_and(char::is_numeric);
    let numbered = digits.len() < rest.len() && ends && !figure;
    let text = if numbered { tail } else { rest };
    text.trim_start_matches([':', '：', '*', ' ', '\t'])
        .trim_start_matches(|c: char| numbered && matches!(c, '.' | ')' | '-' | ' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_in_any_case_spacing_and_width() {
        for (text, essential, bonus) in [
            (
                "[ESSENTIAL PASSAGE]\na\n\n[BONUS PASSAGE]\nb",
                vec!["a"],
                vec!["b"],
            ),
            (
                "[essential  passage]\r\na\r\nsecond\r\n[Bonus Passage]\r\nb\r\n",
                vec!["a\nsecond"],
                vec!["b"],
            ),
            (
                "［ESSENTIAL PASSAGE］ １：甲\n【bonus passage】乙",
                vec!["甲"],
                vec!["乙"],
            ),
            (
                "[ESSENTIAL PASSAGE 1] a\n[ESSENTIAL_PASSAGE] 2: b",
                vec!["a", "b"],
                vec![],
            ),
            ("**[ESSENTIAL PASSAGE]** 12 apples", vec!["12 apples"], vec![]),
            (
                "[ESSENTIAL PASSAGE] 2.5 km\n[BONUS PASSAGE] 10:30 sharp",
                vec!["2.5 km"],
                vec!["10:30 sharp"],
            ),
            (
                "[ESSENTIAL PASSAGE] 1871-1934 both\n[ESSENTIAL PASSAGE] 3-4 days",
                vec!["1871-1934 both", "3-4 days"],
                vec![],
            ),
            (
                "[ESSENTIAL PASSAGE] 1: 2.5 km\n[ESSENTIAL PASSAGE 2]: 10-12",
                vec!["2.5 km", "10-12"],
                vec![],
            ),
            (
                "[ESSENTIAL PASSAGE] a [ESSENTIAL PASSAGE] 2: b [BONUS PASSAGE] c",
                vec!["a", "b"],
                vec!["c"],
            ),
            (
                "GROUND_TRUTH_PASSAGE: [ESSENTIAL PASSAGE]\nfoo\n[BONUS PASSAGE]\nbar",
                vec!["foo"],
                vec!["bar"],
            ),
            (
                "[ESSENTIAL PASSAGE] see \"[BONUS PASSAGE]\" below",
                vec!["see \"[BONUS PASSAGE]\" below"],
                vec![],
            ),
            ("[ESSENTIAL PASSAGE] 2. b\n\n\nc", vec!["b\n\n\nc"], vec![]),
            (
                "[ESSENTIAL PASSAGE]\nsee [BONUS PASSAGE] below",
                vec!["see [BONUS PASSAGE] below"],
                vec![],
            ),
            ("[ESSENTIAL PASSAGE]\n-5 degrees", vec!["-5 degrees"], vec![]),
        ] {
            let truth = split(text);
            assert_eq!(
                (truth.essential, truth.bonus),
                (own(&essential), own(&bonus)),
                "{text:?}"
            );
        }
    }

    #[test]
    fn what_stands_in_front_is_handed_back() {
        assert_eq!(split("Intro\n[ESSENTIAL PASSAGE]\na").before, "Intro");
        assert_eq!(split("no marker at all").before, "no marker at all");
        assert_eq!(split("").before, "");
    }

    #[test]
    fn the_returned_passage_is_told_from_the_ground_truth() {
        let seed = "You will be given a GROUND_TRUTH_PASSAGE.\n\n   [ESSENTIAL PASSAGE]\n   ... some text ...\n\n\
                    RECALL_Final_Score: 4\n\nGROUND_TRUTH_PASSAGE: [ESSENTIAL PASSAGE]\na\n\nLLM_RETURNED_PASSAGE: the answer";
        let prompt = "## GROUND_TRUTH_PASSAGE\n\n[ESSENTIAL PASSAGE] 1\na\n[BONUS PASSAGE] 1\nb\n\n## LLM_RETURNED_PASSAGE\n\nthe answer\n\nin two";
        for (text, essential, bonus, answer, before) in [
            (
                "GROUND_TRUTH_PASSAGE: [ESSENTIAL PASSAGE]\na\n\nLLM_RETURNED_PASSAGE: the answer",
                "a",
                "",
                Some("the answer"),
                "",
            ),
            (prompt, "a", "b", Some("the answer\n\nin two"), ""),
            (
                "GROUND_TRUTH_PASSAGE: [ESSENTIAL PASSAGE] a [BONUS PASSAGE] b LLM_RETURNED_PASSAGE: the answer",
                "a",
                "b",
                Some("the answer"),
                "",
            ),
            (
                "LLM_RETURNED_PASSAGE:\nthe answer\n\nGROUND_TRUTH_PASSAGE:\n[ESSENTIAL PASSAGE]\na",
                "a",
                "",
                Some("the answer"),
                "",
            ),
            (
                "Intro\n[ESSENTIAL PASSAGE]\na\n**Returned passage:** the answer\n[BONUS PASSAGE] b",
                "a",
                "b",
                Some("the answer"),
                "Intro",
            ),
            (
                "[ESSENTIAL PASSAGE]\na\n回傳的段落：the answer",
                "a",
                "",
                Some("the answer"),
                "",
            ),
            (
                "[ESSENTIAL PASSAGE]\na\nLLM_RETURNED_PASSAGE:\n",
                "a",
                "",
                Some(""),
                "",
            ),
            (
                "[ESSENTIAL PASSAGE]\nThe returned passage: see there",
                "The returned passage: see there",
                "",
                None,
                "",
            ),
            (
                seed,
                "a",
                "",
                Some("the answer"),
                "You will be given a GROUND_TRUTH_PASSAGE.\n\n   [ESSENTIAL PASSAGE]\n   ... some text ...\n\nRECALL_Final_Score: 4",
            ),
        ] {
            let truth = split(text);
            assert_eq!(
                (
                    truth.essential.join("|").as_str(),
                    truth.bonus.join("|").as_str(),
                    truth.answer.as_deref(),
                    truth.before.as_str()
                ),
                (essential, bonus, answer, before),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_marker_without_text_is_named() {
        assert_eq!(
            split("[ESSENTIAL PASSAGE]\na\n[ESSENTIAL PASSAGE]\n[BONUS PASSAGE]").empty,
            ["E2", "B1"]
        );
    }

    fn own(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }
}
