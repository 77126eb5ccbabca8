//! The words in front of a score, in the languages that judges write, and what tells them from words that only look so.

use super::marks::{Mark, ends_line, is_dressing, mark, skip};
use super::scale::{Scale, within};
use crate::reply::folded::Folded;
use crate::text::fold::is_wide;

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
const OTHER_SCORES: [&str; 28] = [
    "sum",
    "of",
    "total",
    "average",
    "avg",
    "mean",
    "maximum",
    "max",
    "minimum",
    "min",
    "possible",
    "highest",
    "lowest",
    "perfect",
    "combined",
    "總",
    "总",
    "平均",
    "最高",
    "最低",
    "滿分",
    "合計",
    "weighted",
    "aggregate",
    "subtotal",
    "加權",
    "加权",
    "小計",
];

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

/// The scale that a table's head names behind its score label: "Score (/10)".
pub fn head_scale(text: &Folded, from: usize, to: usize) -> Option<Scale> {
    let label = |at: usize| Some(at + label_at(text, at, false)?);
    let behind = (from..to).find_map(label)?;
    within(text, behind, to).map(|(scale, _)| scale)
}

/// A label that counts only at the start of a line, alone with its number; where its number stands.
pub(super) fn weak_label(text: &Folded, at: usize, to: usize) -> Option<usize> {
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

pub(super) fn label_at(text: &Folded, at: usize, judge: bool) -> Option<usize> {
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
pub(super) fn is_other_score(text: &Folded, from: usize, label: usize) -> bool {
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
    // "RECALL_最終得分": a line of totals whose name was translated.
    if line.contains("recall_") {
        return true;
    }
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

pub(super) fn score_label(text: &Folded, at: usize) -> Option<&'static str> {
    let labels = score_labels(text.at(at)?).iter();
    labels.copied().find(|label| text.has(at, label))
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
