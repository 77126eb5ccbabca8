//! Labelled scores: the number that a judge wrote behind "Score:", "得分：" or its like.
//!
//! One reader for the passages of recall ([`last_score`], out of 5) and one for the judges of seed 003
//! ([`judge_score`], 0–1) over the same marks ([`mark`]). Words are never read as numbers.

use crate::evaluation::{Reason, Stop};
use crate::reply::think;
use crate::stats::rational::{self, Rational};
use crate::text::fold::is_wide;

/// Characters of a reply, folded one to one: full-width digits and punctuation become plain, letters lower case.
/// Positions in the folded text are positions in the original.
pub struct Folded {
    /// The characters as they came.
    pub original: Vec<char>,
    /// The folded characters.
    pub chars: Vec<char>,
}

impl Folded {
    /// Folds a text.
    pub fn new(text: &str) -> Self {
        let mut original: Vec<char> = Vec::with_capacity(text.len());
        original.extend(text.chars());
        let mut chars: Vec<char> = original.iter().map(|c| fold(*c)).collect();
        if text.contains('<') {
            blank_html(&mut chars);
        }
        Self { original, chars }
    }

    /// The folded character at a position.
    pub fn at(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    /// The original text of a range.
    pub fn text(&self, from: usize, to: usize) -> String {
        self.original.get(from..to).unwrap_or_default().iter().collect()
    }

    /// Whether the folded text goes on with `word` (lower case).
    pub fn has(&self, at: usize, word: &str) -> bool {
        let mut at = at;
        word.chars().all(|c| {
            at += 1;
            self.at(at - 1) == Some(c)
        })
    }
}

fn fold(c: char) -> char {
    match c {
        '\t' => ' ',
        '\r' => '\n',
        _ if c.is_ascii() => c.to_ascii_lowercase(),
        '\u{ff01}'..='\u{ff5e}' => {
            let plain = char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c);
            plain.to_ascii_lowercase()
        }
        '【' | '〔' => '[',
        '】' | '〕' => ']',
        '−' | '‑' | '‐' => '-',
        '∶' | '﹕' => ':',
        '\u{3000}' | '\u{a0}' | '\u{202f}' => ' ',
        // Zero-width characters and marks of direction.
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => ' ',
        '\u{2028}' | '\u{2029}' | '\u{85}' => '\n',
        '\u{660}'..='\u{669}' => ascii_digit(c, 0x660),
        '\u{6f0}'..='\u{6f9}' => ascii_digit(c, 0x6f0),
        '٪' => '%',
        '٫' => '.',
        _ => c.to_lowercase().next().unwrap_or(c),
    }
}

fn ascii_digit(c: char, zero: u32) -> char {
    char::from_digit(u32::from(c) - zero, 10).unwrap_or(c)
}

/// What stands in the place of an HTML tag: a blank for emphasis, a line break for blocks, a bar for the cells of a
/// table. Other tags stay.
fn instead_of(tag: &str, closes: bool) -> Option<char> {
    match tag {
        "b" | "strong" | "i" | "em" | "u" | "span" | "code" | "mark" | "small" | "font" | "sup" | "sub"
        | "a" => Some(' '),
        "p" | "br" | "hr" | "li" | "ul" | "ol" | "div" | "pre" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        | "tr" | "table" | "thead" | "tbody" | "blockquote" => Some('\n'),
        "td" | "th" => Some(if closes { ' ' } else { '|' }),
        _ => None,
    }
}

/// Takes the HTML out of folded text, character for character: a reply in HTML reads like one in Markdown.
fn blank_html(chars: &mut [char]) {
    let mut at = 0;
    let mut name = String::with_capacity(12);
    while at < chars.len() {
        let Some(end) = tag_end(chars, at) else {
            at += 1;
            continue;
        };
        let inner = chars.get(at + 1..end).unwrap_or_default();
        let closes = inner.first() == Some(&'/');
        let letters = inner.iter().skip(usize::from(closes));
        name.clear();
        name.extend(letters.take_while(|c| c.is_ascii_alphanumeric()).take(12));
        let Some(first) = instead_of(&name, closes) else {
            at += 1;
            continue;
        };
        for (i, c) in chars.iter_mut().take(end + 1).skip(at).enumerate() {
            *c = if i == 0 { first } else { ' ' };
        }
        at = end + 1;
    }
}

/// Where a short tag that begins at `at` ends.
fn tag_end(chars: &[char], at: usize) -> Option<usize> {
    if chars.get(at) != Some(&'<')
        || !chars
            .get(at + 1)
            .is_some_and(|c| c.is_ascii_lowercase() || *c == '/')
    {
        return None;
    }
    let rest = chars.get(at + 1..)?.iter().take(120);
    let end = rest.clone().position(|c| matches!(c, '>' | '<' | '\n'))?;
    (chars.get(at + 1 + end) == Some(&'>')).then_some(at + 1 + end)
}

/// What stands where a score belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A number; over a denominator, if one was written.
    Number {
        /// The number itself.
        value: Rational,
        /// `4/5`, `4 out of 5`.
        denominator: Option<Rational>,
        /// `80%`.
        percent: bool,
    },
    /// No single number: `3-4`, `2 or 3`, `N/A`.
    None,
    /// A word.
    Word,
}

/// A mark and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked {
    /// What is there.
    pub mark: Mark,
    /// Where its label begins (where the mark itself begins, without a label).
    pub label: usize,
    /// Where it ends.
    pub end: usize,
}

/// Labels of a score, folded, by their first character; longer ones first where one begins with another.
fn score_labels(first: char) -> &'static [&'static str] {
    match first {
        's' => &["scores", "scored", "score", "skor"],
        'r' => &["ratings", "rating"],
        'g' => &["grade"],
        'p' => &[
            "punktzahl",
            "puntuación",
            "puntuacion",
            "puntaje",
            "pontuação",
            "punteggio",
            "poäng",
        ],
        'b' => &["bewertung"],
        'w' => &["wertung"],
        'c' => &["calificación"],
        'đ' => &["điểm"],
        '得' => &["得分"],
        '分' => &["分數", "分数"],
        '評' => &["評分", "評点", "評価"],
        '评' => &["评分"],
        '給' => &["給分"],
        '给' => &["给分"],
        '打' => &["打分"],
        'ス' => &["スコア"],
        '点' => &["点数"],
        '點' => &["點數"],
        '점' => &["점수"],
        '평' => &["평점"],
        'о' => &["оценка"],
        'б' => &["балл"],
        'ا' => &["الدرجة", "التقييم", "النتيجة"],
        _ => &[],
    }
}

/// Labels of the judges of seed 003, whose reply is "Response: score".
fn response_labels(first: char) -> &'static [&'static str] {
    match first {
        'r' => &["response", "respuesta", "réponse"],
        'a' => &["antwort", "answer"],
        '回' => &["回應", "回复", "回覆", "回答"],
        '响' => &["响应"],
        '응' => &["응답"],
        _ => &[],
    }
}

/// Labels that are also words of other languages: they count at the start of a line, with nothing but the number
/// behind them ("Note : 4/5").
const WEAK_LABELS: [&str; 3] = ["note", "nota", "voto"];

/// Words in front of a label that make it another number than the passage's score.
const OTHER_SCORES: [&str; 22] = [
    "sum", "of", "total", "average", "avg", "mean", "maximum", "max", "minimum", "min", "possible",
    "highest", "lowest", "perfect", "combined", "總", "总", "平均", "最高", "最低", "滿分", "合計",
];

/// The score of a passage between `from` and `to`: the last number behind a label, out of 5. Table cells that were
/// found to be scores are given as `cells` (positions within the range, in order).
///
/// `None`: there is no label at all. Errors: another denominator or a percentage (`OutOfScale`), a range or "N/A"
/// (`MissingVerdict`), words (`Unreadable`). The scale of the passage's kind is not checked here.
pub fn last_score(
    text: &Folded,
    from: usize,
    to: usize,
    cells: &[(usize, usize)],
) -> Option<(Result<Rational, Reason>, Marked)> {
    let in_cells: Vec<Marked> = cells
        .iter()
        .filter_map(|(label, to)| {
            let (mark, end) = mark(text, *label, *to)?;
            let label = *label;
            Some(Marked { mark, label, end })
        })
        .collect();
    // What a table has as the score is the score, whatever its other cells speak of.
    let found = if in_cells.is_empty() {
        without_totals(text, &labelled(text, from, to, false))
    } else {
        in_cells
    };
    let last = pick(&found).or_else(|| alone(text, from, to))?;
    Some((out_of(last.mark, 5), last))
}

/// The score of a judge of seed 003: the number behind the last label, or a reply that is nothing but a number.
/// `n/1` and `n out of 1` are n, `n %` is n/100.
///
/// # Errors
/// `EmptyReply`, `Truncated` (blank or cut off, also when the number is the very end of what was cut off),
/// `OutOfScale` (outside 0–1, another denominator), `MissingVerdict` (a range, "N/A"), `Unreadable`.
pub fn judge_score(reply: &str, stop: Stop) -> Result<Rational, Reason> {
    let cut = stop == Stop::Length;
    let visible = think::visible(reply).map_err(|_| Reason::Truncated)?;
    if super::json::trim(&visible).is_empty() {
        return Err(if cut {
            Reason::Truncated
        } else {
            Reason::EmptyReply
        });
    }
    let text = Folded::new(&visible);
    let end = text.chars.len();
    let found = labelled(&text, 0, end, true);
    let Some(last) = pick(&found).or_else(|| alone(&text, 0, end)) else {
        return Err(if cut {
            Reason::Truncated
        } else {
            Reason::Unreadable
        });
    };
    // Only a line break shows that the number is whole: "0." may have been going to be 0.8.
    let rest = skip(&text, last.end, end, |c| {
        is_dressing(c) || matches!(c, '.' | ',' | '/' | '%')
    });
    if cut && rest >= end {
        return Err(Reason::Truncated);
    }
    let score = out_of(last.mark, 1)?;
    let (zero, one) = (Rational::from_integer(0), Rational::from_integer(1));
    if (zero..=one).contains(&score) {
        Ok(score)
    } else {
        Err(Reason::OutOfScale)
    }
}

/// Writes the score of a judge of seed 003 as the prompt asks for it, with two decimals. Rounded down, so that only
/// 1 is written as 1.
pub fn write_judge(score: f64) -> String {
    // Shares such as 0.29 are a hair below their two decimals.
    let hundredths = (score.clamp(0.0, 1.0) * 100.0 + 1e-9).floor();
    format!("Response: {}", hundredths / 100.0)
}

/// Without the totals at the end of the last passage: a "final" or "overall" score that a blank line parts from
/// the score before it is no longer the passage's.
fn without_totals(text: &Folded, found: &[Marked]) -> Vec<Marked> {
    let mut kept: Vec<Marked> = Vec::with_capacity(found.len());
    for marked in found {
        let parted = kept.last().is_some_and(|last| {
            let between = text.chars.get(last.end..marked.label).unwrap_or_default();
            let breaks = |c: &&char| !matches!(c, ' ' | '*' | '_' | '-' | '#' | '>' | '|');
            let mut visible = between.iter().filter(breaks).peekable();
            let mut blank_line = false;
            while let Some(c) = visible.next() {
                blank_line |= *c == '\n' && visible.peek() == Some(&&'\n');
            }
            blank_line
        });
        if !(parted && is_total(text, marked.label)) {
            kept.push(*marked);
        }
    }
    kept
}

fn is_total(text: &Folded, label: usize) -> bool {
    let before: String = text
        .chars
        .get(label.saturating_sub(16)..label)
        .unwrap_or_default()
        .iter()
        .collect();
    let before = before.trim_end_matches([' ', '*', '_', '\\']);
    [
        "final", "overall", "recall", "最終", "最终", "整體", "整体", "總體",
    ]
    .iter()
    .any(|word| before.ends_with(word))
}

/// The value of a mark on a scale that ends at `top`. A percentage is read where the scale ends at 1.
fn out_of(mark: Mark, top: i128) -> Result<Rational, Reason> {
    match mark {
        Mark::Number {
            value,
            denominator: None,
            percent,
        } => match (percent, top) {
            (false, _) => Ok(value),
            (true, 1) => Ok(value / Rational::from_integer(100)),
            (true, _) => Err(Reason::OutOfScale),
        },
        Mark::Number {
            value,
            denominator: Some(over),
            percent: false,
        } if over == Rational::from_integer(top) => Ok(value),
        Mark::Number { .. } => Err(Reason::OutOfScale),
        Mark::None => Err(Reason::MissingVerdict),
        Mark::Word => Err(Reason::Unreadable),
    }
}

/// The last mark that is not a word; words count only where there is nothing else.
fn pick(found: &[Marked]) -> Option<Marked> {
    let number = |marked: &&Marked| marked.mark != Mark::Word;
    let last = found.iter().filter(number).max_by_key(|marked| marked.end);
    last.or_else(|| found.last()).copied()
}

/// A range that holds nothing but a number.
fn alone(text: &Folded, from: usize, to: usize) -> Option<Marked> {
    let (mark, end) = mark(text, from, to)?;
    let rest = text.chars.get(end..to).unwrap_or_default();
    let nothing = |c: &char| {
        c.is_whitespace()
            || matches!(
                c,
                '*' | '_' | '`' | '"' | '.' | '|' | '。' | '}' | ')' | ']' | '$'
            )
    };
    let number = matches!(mark, Mark::Number { .. } | Mark::None);
    let label = from;
    (number && rest.iter().all(nothing)).then_some(Marked { mark, label, end })
}

/// Every label between `from` and `to` that has a mark behind it.
fn labelled(text: &Folded, from: usize, to: usize, judge: bool) -> Vec<Marked> {
    let mut found = Vec::new();
    let mut at = from;
    while at < to {
        let length = match text.at(at) {
            Some('n' | 'v') => weak_label(text, at, to),
            _ => label_at(text, at, judge),
        };
        let Some(length) = length else {
            at += 1;
            continue;
        };
        let behind = at + length;
        if let Some((mark, end)) = behind_label(text, behind, to, judge)
            && (judge || !is_other_score(text, from, at))
        {
            let label = at;
            found.push(Marked { mark, label, end });
            // A word may be the next label: "Score:\nScore: 4".
            at = if mark == Mark::Word {
                behind
            } else {
                end.max(behind)
            };
            continue;
        }
        at = behind;
    }
    found
}

/// Whether a score label stands at `at`.
pub fn begins_label(text: &Folded, at: usize) -> bool {
    label_at(text, at, false).is_some()
}

/// How much of a table's head is a score label, in percent; 0 where none is in it.
pub fn label_share(text: &Folded, from: usize, to: usize) -> usize {
    let head = |at: &usize| label_at(text, *at, false);
    let length = (from..to).filter_map(|at| head(&at)).max().unwrap_or_default();
    // "Score (1-5)" is all label.
    let end = (from..to).find(|at| text.at(*at) == Some('(')).unwrap_or(to);
    let letters = text.chars.get(from..end).unwrap_or_default();
    let letters = letters.iter().filter(|c| c.is_alphanumeric()).count();
    (length * 100)
        .checked_div(letters.max(length))
        .unwrap_or_default()
}

/// A label that counts only at the start of a line, alone with its number; where its number stands.
fn weak_label(text: &Folded, at: usize, to: usize) -> Option<usize> {
    let word = WEAK_LABELS.iter().find(|word| text.has(at, word))?;
    let mut before = at;
    while before > 0
        && text
            .at(before - 1)
            .is_some_and(|c| is_dressing(c) || matches!(c, '-' | '•' | '#' | '>'))
    {
        before -= 1;
    }
    let leads = before == 0 || text.at(before - 1) == Some('\n');
    let behind = skip(text, at + word.len(), to, is_dressing);
    if !(leads && text.at(behind) == Some(':')) {
        return None;
    }
    let (mark, end) = mark(text, behind + 1, to)?;
    (matches!(mark, Mark::Number { .. }) && ends_line(text, end, to)).then_some(word.len())
}

fn label_at(text: &Folded, at: usize, judge: bool) -> Option<usize> {
    let first = text.at(at)?;
    // Most characters begin no label: a look at the first one decides, then one at what stands before it.
    let (labels, responses) = (score_labels(first), response_labels(first));
    let responses = if judge { responses } else { &[] };
    if labels.is_empty() && responses.is_empty() {
        return None;
    }
    let wide = is_wide(first);
    let letter = |c: char| c.is_alphanumeric() && !is_wide(c);
    let before = at.checked_sub(1).and_then(|before| text.at(before));
    // "</score>"
    let closes = before == Some('/') && at >= 2 && text.at(at - 2) == Some('<');
    if !wide && (closes || before.is_some_and(letter)) {
        return None;
    }
    let word = labels.iter().chain(responses).find(|label| text.has(at, label))?;
    let length = word.chars().count();
    let after = text.at(at + length);
    (wide || !after.is_some_and(|c| letter(c) && !c.is_ascii_digit())).then_some(length)
}

/// Whether the word in front of the label says that another number follows ("total score").
fn is_other_score(text: &Folded, from: usize, label: usize) -> bool {
    let start = from.max(label.saturating_sub(24));
    // Only a word in front of it can change what a label means.
    let blank = |c: &&char| matches!(c, ' ' | '*' | '_' | '(' | '"');
    let in_front = text.chars.get(start..label).unwrap_or_default().iter().rev();
    if !in_front
        .clone()
        .find(|c| !blank(c))
        .is_some_and(|c| c.is_alphabetic())
    {
        return false;
    }
    let before: String = text.chars.get(start..label).unwrap_or_default().iter().collect();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let trimmed = line.trim_end_matches([' ', '*', '_', '(', '"']);
    if OTHER_SCORES
        .iter()
        .any(|word| !word.is_ascii() && trimmed.ends_with(word))
    {
        return true;
    }
    let words = trimmed.rsplit(|c: char| !c.is_alphanumeric());
    let mut last = words.take(2);
    let (near, far) = (last.next().unwrap_or_default(), last.next().unwrap_or_default());
    // "Sum of ESSENTIAL scores" has its kind in between.
    OTHER_SCORES.contains(&near) && near != "of" || (far == "of" && matches!(near, "essential" | "bonus"))
}

fn score_label(text: &Folded, at: usize) -> Option<&'static str> {
    let labels = score_labels(text.at(at)?).iter();
    labels.copied().find(|label| text.has(at, label))
}

/// What follows a label: a separator and then a mark, or a number directly.
fn behind_label(text: &Folded, at: usize, to: usize, judge: bool) -> Option<(Mark, usize)> {
    let mut at = skip(text, at, to, is_dressing);
    // "Score (1-5): 4" names the scale; "Score (4)" is one.
    if let Some(opening @ ('(' | '[')) = text.at(at) {
        let closing = if opening == '(' { ')' } else { ']' };
        let limit = to.min(at + 40);
        if let Some(close) = (at..limit).find(|i| text.at(*i) == Some(closing)) {
            let behind = skip(text, close + 1, to, is_dressing);
            if separator(text, behind, to).is_some() {
                at = behind;
            }
        }
    }
    let (explicit, at) = match separator(text, at, to) {
        Some((explicit, at)) => (explicit, at),
        None => (false, behind_subject(text, at, to).unwrap_or(at)),
    };
    let mut at = skip(text, at, to, |c| {
        is_dressing(c) || matches!(c, '\n' | '{' | '[' | '(')
    });
    if judge {
        // "Response: score 0.8"
        if let Some(label) = score_label(text, at) {
            let behind = skip(text, at + label.chars().count(), to, is_dressing);
            let behind = separator(text, behind, to).map_or(behind, |(_, at)| at);
            at = skip(text, behind, to, |c| {
                is_dressing(c) || matches!(c, '\n' | '{' | '[' | '(')
            });
        }
    }
    match mark(text, at, to) {
        Some((Mark::Word, end)) => explicit.then_some((Mark::Word, end)),
        Some(found) => Some(found),
        None => None,
    }
}

fn skip(text: &Folded, mut at: usize, to: usize, what: impl Fn(char) -> bool) -> usize {
    while at < to && text.at(at).is_some_and(&what) {
        at += 1;
    }
    at
}

/// "Score for this passage: 4": where the text behind the colon begins.
fn behind_subject(text: &Folded, at: usize, to: usize) -> Option<usize> {
    if !(text.has(at, "for ") || text.has(at, "on ") || text.has(at, "given")) {
        return None;
    }
    let limit = to.min(at + 40);
    let end = (at..limit).find(|i| matches!(text.at(*i), Some(':' | '=' | '\n' | '.')))?;
    let behind = skip(text, end + 1, to, is_dressing);
    (matches!(text.at(end), Some(':' | '=')) && number(text, behind, to).is_some()).then_some(behind)
}

/// Emphasis, quotes, escapes and blanks that may stand around labels and numbers.
fn is_dressing(c: char) -> bool {
    matches!(
        c,
        ' ' | '*' | '_' | '`' | '"' | '\'' | '“' | '”' | '\\' | '$' | '}' | ']'
    )
}

/// A separator between label and number: whether it leaves no doubt that a score follows, and where it ends.
fn separator(text: &Folded, at: usize, to: usize) -> Option<(bool, usize)> {
    let c = text.at(at).filter(|_| at < to)?;
    match c {
        ':' | '=' => Some((true, at + 1)),
        '|' => Some((false, at + 1)),
        '→' | '⇒' => Some((true, at + 1)),
        // "<score>4</score>"
        '>' if text.at(at.wrapping_sub(1)).is_some_and(char::is_alphanumeric) => Some((true, at + 1)),
        '-' if text.at(at + 1) == Some('>') => Some((true, at + 2)),
        '-' | '–' | '—' if text.at(at + 1).is_none_or(char::is_whitespace) => Some((false, at + 1)),
        _ => {
            let words = ["is", "of", "was", "為", "为", "是", "は", "ist", "es", "est"];
            let word = words.iter().find(|word| text.has(at, word))?;
            let end = at + word.chars().count();
            let whole = !c.is_ascii() || text.at(end).is_none_or(|c| !c.is_alphanumeric());
            // "is: 4"
            let behind = skip(text, end, to, is_dressing);
            let colon = matches!(text.at(behind), Some(':' | '='));
            whole.then_some(if colon { (true, behind + 1) } else { (false, end) })
        }
    }
}

/// Reads what stands at `at` (dressing aside) as a mark. `None`: nothing does before `to`.
pub fn mark(text: &Folded, at: usize, to: usize) -> Option<(Mark, usize)> {
    let opening = |c: char| is_dressing(c) || matches!(c, '\n' | '{' | '[' | '(' | '|');
    let mut at = skip(text, at, to, opening);
    for wrapper in ["boxed{", "text{", "textbf{", "mathbf{", "frac{"] {
        if text.has(at, wrapper) {
            at += wrapper.len();
            if wrapper == "frac{" {
                return Some(latex_fraction(text, at, to));
            }
            at = skip(text, at, to, opening);
        }
    }
    if at >= to {
        return None;
    }
    let Some((value, end)) = number(text, at, to) else {
        let none = ["n/a", "n.a.", "none", "null", "不適用", "無", "-"];
        let mark = if none.iter().any(|word| text.has(at, word)) {
            Mark::None
        } else {
            Mark::Word
        };
        return Some((mark, at + 1));
    };
    let Some(value) = value else {
        return Some((Mark::Word, end));
    };
    Some(behind_number(text, value, end, to))
}

/// A decimal number; its value is `None` when it is no plain one (`4.5.1`, `4th`, or too long).
pub fn number(text: &Folded, at: usize, to: usize) -> Option<(Option<Rational>, usize)> {
    let mut end = at;
    if matches!(text.at(end), Some('-' | '+')) {
        end += 1;
    }
    let digit = |at: usize| at < to && text.at(at).is_some_and(|c| c.is_ascii_digit());
    if !(digit(end) || (matches!(text.at(end), Some('.')) && digit(end + 1))) {
        return None;
    }
    let mut plain = true;
    let mut points = 0;
    let mut token = String::new();
    let negative = text.at(at) == Some('-');
    while end < to {
        match text.at(end) {
            Some(c @ '0'..='9') => token.push(c),
            Some('.' | ',') if digit(end + 1) => {
                points += 1;
                token.push('.');
            }
            _ => break,
        }
        end += 1;
    }
    plain &= points <= 1;
    let half = text.at(end) == Some('½') && end < to;
    if half {
        end += 1;
    }
    // "4th", "4x": no. "4分": yes.
    let letter = |c: char| c.is_alphabetic() && !is_wide(c);
    plain &= !(end < to && text.at(end).is_some_and(letter));
    let value = rational::parse(&token).filter(|_| plain).map(|value| {
        let value = if half { value + Rational::new(1, 2) } else { value };
        if negative { -value } else { value }
    });
    Some((value, end))
}

fn latex_fraction(text: &Folded, at: usize, to: usize) -> (Mark, usize) {
    let read = || {
        let (value, end) = number(text, skip(text, at, to, is_blank), to)?;
        let close = skip(text, end, to, is_blank);
        let (over, end) = number(text, skip(text, close, to, |c| matches!(c, '}' | '{' | ' ')), to)?;
        let mark = Mark::Number {
            value: value?,
            denominator: Some(over?),
            percent: false,
        };
        Some((mark, skip(text, end, to, |c| c == '}')))
    };
    read().unwrap_or((Mark::Word, at))
}

fn is_blank(c: char) -> bool {
    c == ' '
}

/// Looks behind a number: a denominator, a percentage, or a second number that makes it a range.
fn behind_number(text: &Folded, value: Rational, end: usize, to: usize) -> (Mark, usize) {
    let number_alone = |end: usize| {
        let (denominator, percent) = (None, false);
        (
            Mark::Number {
                value,
                denominator,
                percent,
            },
            end,
        )
    };
    let unit = skip(text, end, to, |c| matches!(c, '分' | '點' | '点'));
    let next = skip(text, unit, to, is_dressing);
    let Some(c) = text.at(next).filter(|_| next < to) else {
        return number_alone(unit);
    };
    let over = |from: usize| {
        let from = skip(text, from, to, is_dressing);
        let (over, end) = number(text, from, to)?;
        let (denominator, percent) = (Some(over?), false);
        let end = skip(text, end, to, |c| matches!(c, '分' | '點' | '点'));
        Some((
            Mark::Number {
                value,
                denominator,
                percent,
            },
            end,
        ))
    };
    let second = |from: usize| number(text, skip(text, from, to, is_dressing), to).map(|(_, end)| end);
    match c {
        '%' => {
            let (denominator, percent) = (None, true);
            (
                Mark::Number {
                    value,
                    denominator,
                    percent,
                },
                next + 1,
            )
        }
        '/' => over(next + 1).unwrap_or_else(|| number_alone(unit)),
        '-' | '–' | '—' | '~' | '〜' => {
            let tight = next == end;
            match second(next + 1) {
                Some(end) if tight || ends_line(text, end, to) => (Mark::None, end),
                _ => number_alone(unit),
            }
        }
        _ => {
            for word in ["out of", "of", "sur ", "von ", "de ", "su ", "من "] {
                if text.has(next, word) {
                    return over(next + word.chars().count()).unwrap_or_else(|| number_alone(unit));
                }
            }
            for word in ["or", "to", "或", "至", "到", "oder", "bis"] {
                if text.has(next, word)
                    && let Some(end) = second(next + word.chars().count())
                {
                    return (Mark::None, end);
                }
            }
            number_alone(unit)
        }
    }
}

/// Whether nothing but marks follows on the line.
fn ends_line(text: &Folded, at: usize, to: usize) -> bool {
    let at = skip(text, at, to, |c| {
        is_dressing(c) || matches!(c, '.' | ')' | '|' | '。')
    });
    at >= to || text.at(at) == Some('\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_stands_under_its_first_character() {
        let mut labels = 0;
        for first in '\0'..='\u{ffff}' {
            for label in score_labels(first).iter().chain(response_labels(first)) {
                labels += 1;
                let text = Folded::new(&format!("{label}: 1"));
                assert_eq!(label_at(&text, 0, true), Some(label.chars().count()), "{label}");
            }
        }
        assert!(labels > 40);
    }
}
