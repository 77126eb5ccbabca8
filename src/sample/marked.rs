//! A ground truth pasted as one text with `[ESSENTIAL PASSAGE]` and `[BONUS PASSAGE]` markers (seed 000).
//!
//! Markers stand at the start of a line, or behind white space on a line that begins with one, in any case, spacing and
//! width, with or without a number; what follows a marker belongs to the passage. Text in front of the first marker is
//! handed back, never dropped (but for the prompt's own `GROUND_TRUTH_PASSAGE:`).

/// The pasted text, split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroundTruth {
    /// Essential passages, in order.
    pub essential: Vec<String>,
    /// Bonus passages, in order.
    pub bonus: Vec<String>,
    /// Text in front of the first marker, trimmed; the whole text when there is no marker.
    pub before: String,
    /// Markers with no text behind them, as they are named in order of their kind (`E2`).
    pub empty: Vec<String>,
}

/// Splits a marked ground truth.
pub fn split(text: &str) -> GroundTruth {
    let mut truth = GroundTruth::default();
    let mut open: Option<bool> = None;
    let mut body = String::new();
    let text = text.replace("\r\n", "\n");
    for line in text.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']) {
        let Some(mut found) = marker(line).or_else(|| marker(behind_heading(line)?)) else {
            body.push('\n');
            body.push_str(line);
            continue;
        };
        loop {
            let (essential, rest) = found;
            truth.close(open, &body);
            body.clear();
            open = Some(essential);
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
    fn close(&mut self, kind: Option<bool>, body: &str) {
        let body = body.trim().to_owned();
        let (passages, letter) = match kind {
            None => {
                self.before = body;
                return;
            }
            Some(true) => (&mut self.essential, 'E'),
            Some(false) => (&mut self.bonus, 'B'),
        };
        if body.is_empty() {
            self.empty.push(format!("{letter}{}", passages.len() + 1));
        }
        passages.push(body);
    }
}

/// What follows the prompt's own heading of a ground truth.
fn behind_heading(line: &str) -> Option<&str> {
    let (heading, rest) = line.split_once([':', '：'])?;
    let name: String = crate::text::fold::name_key(heading)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect();
    (name == "groundtruthpassage").then_some(rest)
}

/// The next marker further on in a line, behind white space: the text in front of it, whether it is essential, and what
/// is behind it.
fn next_marker(line: &str) -> Option<(&str, (bool, &str))> {
    line.match_indices(['[', '［', '【']).find_map(|(at, _)| {
        let (text, rest) = line.split_at_checked(at)?;
        text.ends_with(char::is_whitespace).then_some(())?;
        Some((text, marker(rest)?))
    })
}

/// A marker at the start of a line: whether it is essential, and the rest of the line.
fn marker(line: &str) -> Option<(bool, &str)> {
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
    let essential = match (
        name.strip_prefix("essentialpassage"),
        name.strip_prefix("bonuspassage"),
    ) {
        (Some(rest), _) if number(rest) => true,
        (_, Some(rest)) if number(rest) => false,
        _ => return None,
    };
    Some((essential, after_number(rest)))
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
