//! Sentences and list items, with where they stand. A range holds the sentence with its closing mark, without the
//! bullet in front and the white space around it.

use std::ops::Range;

use super::script::{ends_sentence, is_unspaced};

/// The sentences of a text as texts of their own, trimmed, blank ones left out: what is numbered for a judge.
pub fn sentence_texts(text: &str) -> Vec<String> {
    sentences(text)
        .into_iter()
        .filter_map(|range| text.get(range))
        .map(|sentence| sentence.trim().to_owned())
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

/// The sentences of a text, in order, none empty. They do not overlap; between them stand only white space and
/// bullets.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    for block in blocks(text) {
        split_block(text, block, &mut out);
    }
    out
}

/// Lines that belong together. A line goes on in the next one only where that is clearly the same sentence: it
/// begins with a lower-case letter and without a bullet, and the line before has no closing mark.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r', '\u{2028}', '\u{2029}']) {
        let start = at;
        at += line.len();
        let content = line.trim();
        if content.is_empty() {
            // The second half of a CRLF is no blank line.
            open &= line == "\n" && text.get(..start).is_some_and(|before| before.ends_with('\r'));
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let bullet = bullet_length(content);
        let range = start + indent + bullet..start + indent + content.len();
        let goes_on = open && bullet == 0 && content.starts_with(char::is_lowercase);
        match blocks.last_mut() {
            Some(last) if goes_on => last.end = range.end,
            _ if !range.is_empty() => blocks.push(range),
            _ => {}
        }
        open = !content.ends_with(|c: char| ends_sentence(c) || c == ':' || c == '：');
    }
    blocks
}

/// The length of a bullet or number with the space behind it at the start of a line; 0 when there is none.
fn bullet_length(line: &str) -> usize {
    let after = |mark: &str| line.strip_prefix(mark).map(str::trim_start);
    for mark in ["-", "*", "+", "–", "—", "#", "##", "###", ">"] {
        // These are also parts of other things: a space has to follow.
        if let Some(rest) = line.strip_prefix(mark)
            && rest.starts_with(char::is_whitespace)
        {
            return line.len() - rest.trim_start().len();
        }
    }
    for mark in ["•", "‣", "◦", "▪", "●", "○", "■", "□", "・", "·", "★", "✓", "✔"] {
        if let Some(rest) = after(mark) {
            return line.len() - rest.len();
        }
    }
    numbered_bullet(line).unwrap_or(0)
}

/// `1.`, `2)`, `(3)`, `a)`, `（一）`, `一、`
fn numbered_bullet(line: &str) -> Option<usize> {
    let opened = line.strip_prefix(['(', '（']);
    let inner = opened.unwrap_or(line);
    let label_length: usize = inner
        .chars()
        .take(4)
        .take_while(|c| c.is_alphanumeric())
        .map(char::len_utf8)
        .sum();
    let (label, rest) = inner.split_at_checked(label_length)?;
    let digits = !label.is_empty() && label.len() <= 3 && label.bytes().all(|b| b.is_ascii_digit());
    let letter = label.len() == 1 && label.bytes().all(|b| b.is_ascii_alphabetic());
    let han = !label.is_empty() && label.chars().all(super::numbers::is_han_digit);
    let after = if opened.is_some() {
        (digits || letter || han).then(|| rest.strip_prefix([')', '）']))??
    } else if han {
        rest.strip_prefix('、')?
    } else {
        let marks: &[char] = if digits { &['.', ')', '、', '．'] } else { &[')'] };
        let after = (digits || letter).then(|| rest.strip_prefix(marks))??;
        if !after.starts_with(|c: char| c.is_whitespace() || is_unspaced(c)) {
            return None;
        }
        after
    };
    Some(line.len() - after.trim_start().len())
}

fn split_block(text: &str, block: Range<usize>, out: &mut Vec<Range<usize>>) {
    let body = text.get(block.clone()).unwrap_or_default();
    let mut start = 0;
    let mut chars = body.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !ends_sentence(c) {
            continue;
        }
        let mut end = at + c.len_utf8();
        while let Some((next, mark)) = chars.peek().copied().filter(|(_, next)| ends_sentence(*next)) {
            end = next + mark.len_utf8();
            chars.next();
        }
        while let Some((next, mark)) = chars.peek().copied().filter(|(_, next)| {
            // German quotes close with what opens elsewhere: „Ja.“, »Ja.«
            let opened = |mark| body.get(start..at).is_some_and(|before| before.contains(mark));
            closes(*next) || (*next == '“' && opened('„')) || (*next == '«' && opened('»'))
        }) {
            end = next + mark.len_utf8();
            chars.next();
        }
        if let Some(closed) = set_apart(body.get(end..).unwrap_or_default()) {
            end += closed;
            while chars.next_if(|(next, _)| *next < end).is_some() {}
        }
        let (before, after) = (
            body.get(start..at).unwrap_or_default(),
            body.get(end..).unwrap_or_default(),
        );
        let marks = body.get(at..end).unwrap_or_default();
        if is_end(before, marks, after) {
            push(body, start..end, block.start, out);
            start = end;
        }
    }
    push(body, start..body.len(), block.start, out);
}

fn push(body: &str, range: Range<usize>, offset: usize, out: &mut Vec<Range<usize>>) {
    let raw = body.get(range.clone()).unwrap_or_default();
    let content = raw.trim();
    if content.is_empty() {
        return;
    }
    let start = offset + range.start + (raw.len() - raw.trim_start().len());
    // Marks that stand alone belong to the sentence before.
    if !content.contains(char::is_alphanumeric)
        && let Some(last) = out.last_mut()
        && last.end >= offset
    {
        last.end = start + content.len();
        return;
    }
    out.push(start..start + content.len());
}

/// The length of a quotation mark that closes behind a space, as in `« oui. »`; one that opens has its text right
/// behind it.
fn set_apart(after: &str) -> Option<usize> {
    let quoted = after.trim_start_matches([' ', '\u{A0}', '\u{202F}', '\u{2009}']);
    let rest = quoted.strip_prefix(['»', '›', '”', '’', '」', '』', '）', '】', '》', '〉'])?;
    let closes = quoted.len() < after.len() && !rest.starts_with(char::is_alphanumeric);
    closes.then(|| after.len() - rest.len())
}

fn closes(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | ')'
            | ']'
            | '}'
            | '”'
            | '’'
            | '»'
            | '›'
            | '」'
            | '』'
            | '）'
            | '】'
            | '》'
            | '〉'
            | '*'
            | '_'
    )
}

/// Whether `marks` between `before` and `after` end a sentence.
fn is_end(before: &str, marks: &str, after: &str) -> bool {
    let Some(next) = after.chars().next() else {
        return true;
    };
    if marks
        .chars()
        .any(|c| ends_sentence(c) && !matches!(c, '.' | '!' | '?' | '…' | '．'))
    {
        return true;
    }
    if !next.is_whitespace() {
        // 3.5, example.com, e.g.; but "好。" may be written with a point: "好.他".
        return is_unspaced(next) && before.chars().next_back().is_some_and(is_unspaced);
    }
    let following = after.trim_start();
    let lower = following.starts_with(char::is_lowercase);
    if marks.starts_with("..") || marks.starts_with('…') {
        return !lower;
    }
    if !marks.starts_with('.') {
        // "Really?" she asked.
        return !(lower && marks.chars().any(closes));
    }
    let word = last_word(before);
    if is_closing_abbreviation(word) {
        return !lower && following.starts_with(char::is_alphabetic);
    }
    if !lower && (names_a_thing(before, word) || is_no_abbreviation(before, word, following)) {
        return true;
    }
    !(is_abbreviation(word) || is_ordinal(word, following))
}

/// A lone capital that is no initial of a name, as a word in lower case stands before it: `take vitamin C.`, but
/// `J. Smith`, `Robert C. Martin`, `z. B.`, `written by J. Smith`.
fn names_a_thing(before: &str, word: &str) -> bool {
    let one = |word: &str| word.chars().count() == 1;
    if !(one(word) && word.chars().all(char::is_uppercase)) {
        return false;
    }
    let mut words = before.strip_suffix(word).unwrap_or(before).split_whitespace();
    let plain = |word: &'_ str| -> bool { word.starts_with(char::is_lowercase) && !word.ends_with('.') };
    let Some(last) = words.next_back().filter(|last| plain(last)) else {
        return false;
    };
    // "by J. Smith", but "both A and B."
    const BEFORE_NAMES: [&str; 8] = ["by", "and", "von", "und", "par", "et", "por", "y"];
    let listed = |word: &str| one(word.trim_matches(|c: char| !c.is_alphanumeric()));
    !BEFORE_NAMES.contains(&last) || words.next_back().is_some_and(listed)
}

/// One letter that stands for a unit or is the rest of a word, and so ends a sentence as any word does: `3 m.`,
/// `20 °C.`, `100 km/h.`, `don't.`, `N/A.`; but `p. 12`, `44 v. Chr.`, `M/s. Roe`, `In 1999 J. Smith`.
fn is_no_abbreviation(before: &str, word: &str, following: &str) -> bool {
    let mut letters = word.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        // The hour, not the German title.
        return word == "hr" && follows_number(before, word);
    };
    if !letter.is_alphabetic() {
        return false;
    }
    let ahead = before.strip_suffix(word).unwrap_or(before);
    // A sentence begins, or something that can't be one: a number, or the other half of "44 v. Chr.", "5 z. B.".
    let opened = following.trim_start_matches(|c: char| !c.is_alphanumeric());
    let (next, point) =
        opened
            .split_once(|c: char| !c.is_alphanumeric())
            .map_or((opened, false), |(next, _)| {
                let point = opened.get(next.len()..).is_some_and(|rest| rest.starts_with('.'));
                (next, point)
            });
    let goes_on = point && (next.chars().count() == 1 || matches!(next, "Chr" | "Br" | "Chn"));
    if goes_on || !next.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase()) {
        return false;
    }
    match ahead.chars().next_back() {
        Some('/') => !ahead.ends_with("M/"),
        Some('·' | '⋅' | '°' | 'º') => true,
        Some('\'' | '’' | 'ʼ') => letter.is_lowercase(),
        _ => letter.is_lowercase() && follows_number(before, word),
    }
}

/// Whether the word before this one is a number: `2500`, `1,5`, `½`, `seven`.
fn follows_number(before: &str, word: &str) -> bool {
    let ahead = before.strip_suffix(word).unwrap_or(before);
    // A word that is not set apart is part of another: `x-g`.
    if !ahead.ends_with(|c: char| c.is_whitespace()) {
        return false;
    }
    ahead.split_whitespace().next_back().is_some_and(|last| {
        let last = last.trim_start_matches(|c: char| !c.is_alphanumeric());
        last.ends_with(char::is_numeric) || super::numbers::from_word(&last.to_lowercase()).is_some()
    })
}

/// The last word in front of a point, with the points inside it: `e.g`, `Dr`, `U.S`. At most 12 characters are
/// looked at.
fn last_word(before: &str) -> &str {
    let mut start = before.len();
    for (at, c) in before.char_indices().rev().take(12) {
        if !(c.is_alphanumeric() || c == '.') {
            break;
        }
        start = at;
    }
    before.get(start..).unwrap_or_default()
}

fn is_abbreviation(word: &str) -> bool {
    let mut letters = word.chars();
    if let (Some(initial), None) = (letters.next(), letters.next()) {
        // An initial, or half of "z. B.".
        return initial.is_alphabetic() && initial != 'I' && !is_unspaced(initial);
    }
    // e.g, z.B, U.S.A: single letters with points between them.
    if word.contains('.') && word.split('.').all(|part| part.chars().count() <= 1) {
        return true;
    }
    const KNOWN: &[&str] = &[
        "abs", "al", "approx", "apr", "art", "aug", "bspw", "bzw", "ca", "cap", "capt", "cf", "col", "dec",
        "dept", "dr", "dra", "ed", "eds", "eq", "est", "evtl", "feb", "fig", "figs", "fr", "gen", "ggf",
        "gov", "hon", "hr", "hrsg", "inkl", "jan", "jul", "jun", "lt", "mar", "max", "med", "messrs", "min",
        "mme", "mr", "mrs", "ms", "mt", "no", "nov", "nr", "oct", "op", "pp", "prof", "rep", "rev", "sec",
        "sen", "sep", "sept", "sgt", "sog", "sr", "sra", "st", "str", "tel", "vgl", "vol", "vs",
    ];
    // "no." and the months in lower case end sentences.
    let needs_capital = matches!(
        word,
        "no" | "mar" | "art" | "max" | "min" | "sec" | "med" | "str" | "cap" | "op"
    );
    !needs_capital && KNOWN.binary_search(&word.to_lowercase().as_str()).is_ok()
}

/// Abbreviations that often end a sentence: an upper-case word behind them begins the next.
fn is_closing_abbreviation(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "etc" | "inc" | "ltd" | "co" | "corp" | "jr" | "usw" | "chr" | "a.m" | "p.m" | "ph.d"
    )
}

/// A German day of the month: `am 3. Mai`.
fn is_ordinal(word: &str, following: &str) -> bool {
    const MONTHS: &[&str] = &[
        "Januar",
        "Jänner",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ];
    let day = (1..=2).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit());
    day && (following.starts_with(char::is_lowercase)
        || MONTHS.iter().any(|month| following.starts_with(month)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits() {
        let cases: &[(&str, &[&str])] = &[
            ("One. Two! Three?", &["One.", "Two!", "Three?"]),
            (
                "Dr. Smith paid 3.50 dollars. He left.",
                &["Dr. Smith paid 3.50 dollars.", "He left."],
            ),
            (
                "See e.g. the U.S. Senate. It sat.",
                &["See e.g. the U.S. Senate.", "It sat."],
            ),
            (
                "We met at 9 a.m. on Monday. Fine.",
                &["We met at 9 a.m. on Monday.", "Fine."],
            ),
            (
                "He works at Acme Inc. She does not.",
                &["He works at Acme Inc.", "She does not."],
            ),
            ("jailed in 2000 . she left", &["jailed in 2000 .", "she left"]),
            (
                "He said “Stop.” Then he left.",
                &["He said “Stop.”", "Then he left."],
            ),
            (
                "Il a dit « oui. » Puis il est parti. « Non\u{A0}!\u{A0}» dit-elle. »",
                &[
                    "Il a dit « oui. »",
                    "Puis il est parti.",
                    "« Non\u{A0}!\u{A0}» dit-elle. »",
                ],
            ),
            (
                "Er kam. »Gut.« Dann »nein?« Ende. ‘Go.’ He (left.) ”Ja.” Slut.",
                &[
                    "Er kam.",
                    "»Gut.«",
                    "Dann »nein?«",
                    "Ende.",
                    "‘Go.’",
                    "He (left.)",
                    "”Ja.”",
                    "Slut.",
                ],
            ),
            (
                "他說「好！」 就走。 」（完。） 好",
                &["他說「好！」", "就走。 」", "（完。）", "好"],
            ),
            ("Wait... what? OK", &["Wait... what?", "OK"]),
            (
                "圖書館九點關門。「真的嗎？」他問。",
                &["圖書館九點關門。", "「真的嗎？」", "他問。"],
            ),
            ("今日は。元気ですか？はい", &["今日は。", "元気ですか？", "はい"]),
            (
                "Er kam am 3. Mai, z. B. nach Ulm. Gut.",
                &["Er kam am 3. Mai, z. B. nach Ulm.", "Gut."],
            ),
            ("هل وصل؟ نعم. وصل", &["هل وصل؟", "نعم.", "وصل"]),
            (
                "- first item\n- second item\n• third",
                &["first item", "second item", "third"],
            ),
            (
                "1. Alpha\n2) Beta\n(c) Gamma\n一、甲\n（二）乙",
                &["Alpha", "Beta", "Gamma", "甲", "乙"],
            ),
            (
                "A line that is wrapped\nand goes on. End",
                &["A line that is wrapped\nand goes on.", "End"],
            ),
            (
                "A line that is wrapped\r\nand goes on.",
                &["A line that is wrapped\r\nand goes on."],
            ),
            ("Head\n\nbody text", &["Head", "body text"]),
            ("Title\nText here.", &["Title", "Text here."]),
            (
                "v1.2.3 at example.com works. Yes",
                &["v1.2.3 at example.com works.", "Yes"],
            ),
            (
                "It costs 1.5 million. -5 degrees",
                &["It costs 1.5 million.", "-5 degrees"],
            ),
            (
                "The grade was an A. It rained. Take vitamin C. See plan B. Go now.",
                &[
                    "The grade was an A.",
                    "It rained.",
                    "Take vitamin C.",
                    "See plan B.",
                    "Go now.",
                ],
            ),
            (
                "J. Smith met Robert C. Martin. A book by J. R. Smith and M. Roe. Both A and B. Fine.",
                &[
                    "J. Smith met Robert C. Martin.",
                    "A book by J. R. Smith and M. Roe.",
                    "Both A and B.",
                    "Fine.",
                ],
            ),
            ("Das gilt u. U. nicht. Gut.", &["Das gilt u. U. nicht.", "Gut."]),
            (
                "The road is 3 m. The bridge is red.",
                &["The road is 3 m.", "The bridge is red."],
            ),
            (
                "The dose is 7 g. Drink water.",
                &["The dose is 7 g.", "Drink water."],
            ),
            (
                "It weighs 2500 g. It weighs 1,500,000. Fine.",
                &["It weighs 2500 g.", "It weighs 1,500,000.", "Fine."],
            ),
            (
                "It does 100 km/h. It weighs 1.5 t. It lifts ½ t. “So much.” Good.",
                &[
                    "It does 100 km/h.",
                    "It weighs 1.5 t.",
                    "It lifts ½ t.",
                    "“So much.”",
                    "Good.",
                ],
            ),
            (
                "It took seven h. She slept. It is 20 °C. Snow melts. It ran 3 hr. Then it stopped.",
                &[
                    "It took seven h.",
                    "She slept.",
                    "It is 20 °C.",
                    "Snow melts.",
                    "It ran 3 hr.",
                    "Then it stopped.",
                ],
            ),
            (
                "I don't. You can’t. Status: N/A. Done. It is the dog's. Go.",
                &[
                    "I don't.",
                    "You can’t.",
                    "Status: N/A.",
                    "Done.",
                    "It is the dog's.",
                    "Go.",
                ],
            ),
            (
                "La route fait 3 m. Élise dort.",
                &["La route fait 3 m.", "Élise dort."],
            ),
            (
                "Die Straße ist 3 m. Über ihr.",
                &["Die Straße ist 3 m.", "Über ihr."],
            ),
            ("Длина 3 м. Мост красный.", &["Длина 3 м.", "Мост красный."]),
            (
                "See J. R. Smith, No. 5 and p. 12 there.",
                &["See J. R. Smith, No. 5 and p. 12 there."],
            ),
            (
                "Er starb 44 v. Chr. in Rom. Gut.",
                &["Er starb 44 v. Chr. in Rom.", "Gut."],
            ),
            (
                "In 1999 J. Smith met M/s. Roe, etwa 5 z. B. Äpfel, 3 m. breit.",
                &["In 1999 J. Smith met M/s. Roe, etwa 5 z. B. Äpfel, 3 m. breit."],
            ),
            ("", &[]),
            (" \n\t ", &[]),
            ("...", &["..."]),
        ];
        for (text, expected) in cases {
            let found: Vec<&str> = sentences(text)
                .into_iter()
                .map(|range| text.get(range).unwrap())
                .collect();
            assert_eq!(&found, expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn ranges_are_apart_and_lose_no_word(text in "[a-zA-Z0-9 .!?。\n\r\\-(）」一、é\"]{0,80}|\\PC{0,60}") {
            let mut end = 0;
            for range in sentences(&text) {
                proptest::prop_assert!(range.start >= end && range.start < range.end);
                proptest::prop_assert!(text.get(range.clone()).is_some());
                // What is left out is white space or a bullet of a few characters a line.
                for gap in text.get(end..range.start).unwrap().split(['\n', '\r']) {
                    proptest::prop_assert!(gap.trim().chars().count() <= 8, "{gap:?}");
                }
                end = range.end;
            }
        }
    }
}
