//! The judge's own formula lines: the number behind the last `=`, or the one number. They are a check beside our
//! arithmetic, never used for a score.

use super::StatedLines;
use super::sections::{Line, Opens, Section};
use crate::reply::folded::Folded;
use crate::reply::score::number;
use crate::stats::rational::{BEYOND, Rational};

/// Reads the lines of all sections; of a line that is written twice, the last counts. With `cut`, a line that the
/// text ends in says nothing.
pub(super) fn read(text: &Folded, sections: &[Section], cut: bool) -> StatedLines {
    let mut stated = StatedLines::default();
    for section in sections {
        let Opens::Line(line) = section.opens else {
            continue;
        };
        let slot = match line {
            Line::Reasoning | Line::Cut => continue,
            Line::Essential => &mut stated.essential,
            Line::Bonus => &mut stated.bonus,
            Line::Combined => &mut stated.combined,
            Line::Calculation => &mut stated.calculation,
            Line::Final => &mut stated.final_score,
        };
        let (from, to) = extent(text, section);
        let whole = !(cut && to >= text.chars.len());
        let capped = matches!(line, Line::Calculation | Line::Final);
        *slot = if whole {
            value(text, from, to, capped)
        } else {
            None
        };
    }
    stated
}

/// The value of a formula given as text, as a JSON reply gives it.
pub(super) fn of_text(text: &str) -> Option<Rational> {
    let text = Folded::new(text);
    value(&text, 0, text.chars.len(), true)
}

/// The first line of a section that is not blank, with the lines behind it that go on with `=`.
fn extent(text: &Folded, section: &Section) -> (usize, usize) {
    let blank = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '|' | ':');
    let mut from = section.body;
    while from < section.end && text.at(from).is_some_and(blank) {
        from += 1;
    }
    let line_end = |from: usize| {
        let rest = text.chars.get(from..section.end).unwrap_or_default();
        rest.iter()
            .position(|c| *c == '\n')
            .map_or(section.end, |at| from + at)
    };
    let mut to = line_end(from);
    while to < section.end {
        let mut next = to;
        while next < section.end && text.at(next).is_some_and(|c| c.is_whitespace() || c == '$') {
            next += 1;
        }
        if !matches!(text.at(next), Some('=' | '≈')) || next >= section.end {
            break;
        }
        to = line_end(next);
    }
    (from, to)
}

fn value(text: &Folded, from: usize, to: usize, of_five: bool) -> Option<Rational> {
    let beyond = Rational::from_integer(BEYOND);
    result(text, from, to, of_five).filter(|value| (-beyond..beyond).contains(value))
}

fn result(text: &Folded, from: usize, to: usize, of_five: bool) -> Option<Rational> {
    let line = text.chars.get(from..to)?;
    let dressing = |c: &char| matches!(c, ' ' | '*' | '_' | '`' | '$' | '\\' | '{' | '"');
    if let Some(equals) = line.iter().rposition(|c| matches!(c, '=' | '≈')) {
        let mut at = from + equals + 1;
        at += text.chars.get(at..to)?.iter().take_while(|c| dressing(c)).count();
        let command = ["boxed{", "mathbf{", "textbf{"]
            .into_iter()
            .find(|command| text.has(at, command));
        at += command.map_or(0, str::len);
        let (value, end) = number(text, at, to)?;
        return value.filter(|_| is_result(text, end, to, of_five));
    }
    let mut numbers = Vec::new();
    let mut at = from;
    while at < to {
        match number(text, at, to) {
            Some((value, end)) => {
                let over_five = of_five && !numbers.is_empty() && value == Some(Rational::from_integer(5));
                if !(over_five && follows_denominator_mark(text, from, at)) {
                    numbers.push(value);
                }
                at = end.max(at + 1);
            }
            None => at += 1,
        }
    }
    match numbers.as_slice() {
        [one] => *one,
        _ => None,
    }
}

/// Whether a number is a result, not the first term of another formula.
fn is_result(text: &Folded, end: usize, to: usize, of_five: bool) -> bool {
    let rest = text.chars.get(end..to).unwrap_or_default();
    let mut rest = rest
        .iter()
        .skip_while(|c| matches!(c, ' ' | '*' | '_' | '`' | '\\' | '}' | '$'))
        .copied();
    match rest.next() {
        Some('/') => of_five && rest.find(|c| *c != ' ') == Some('5'),
        Some('+' | '×' | '÷') => false,
        Some('-' | '–') => !rest.next().is_some_and(|c| c.is_ascii_digit()),
        _ => true,
    }
}

/// `/ 5`, `out of 5`
fn follows_denominator_mark(text: &Folded, from: usize, at: usize) -> bool {
    let before = text.chars.get(from..at).unwrap_or_default();
    let before: String = before.iter().rev().take(8).collect();
    let before = before.trim_start();
    before.starts_with('/') || before.starts_with("fo tuo")
}
