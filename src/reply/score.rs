//! Labelled scores: the number that a judge wrote behind "Score:", "得分：" or its like.
//!
//! One reader for the passages of recall ([`last_score`], out of 5) and one for the judges of seed 003
//! ([`judge_score`], 0–1). The labels stand in [`labels`], what is written behind them in [`marks`], the scales that
//! judges name beside them in [`scale`]. Words are never read as numbers.

mod labels;
mod marks;
mod scale;

pub use labels::{begins_label, head_scale, label_share};
pub use marks::{Mark, mark, number};
pub use scale::Scale;

use scale::within as scale_within;

use labels::{is_other_score, label_at, score_label, weak_label};
use marks::{is_dressing, skip};

use crate::evaluation::{Reason, Stop};
use crate::reply::folded::Folded;
use crate::reply::think;
use crate::stats::rational::Rational;

/// A mark and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked {
    /// What is there.
    pub mark: Mark,
    /// Where its label begins (where the mark itself begins, without a label).
    pub label: usize,
    /// Where it ends.
    pub end: usize,
    rank: Rank,
}

/// How surely a mark is the score, not one that is spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// "a score of 5 needs the year", "Score 5 = everything".
    Mention,
    /// "Score of 4", where a line begins.
    Leads,
    /// "Score: 4", or "Score 4" where a line begins.
    Says,
}

/// A cell of a table that was found to be a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The scale that the head of its column names.
    pub scale: Option<Scale>,
}

/// The score of a passage between `from` and `to`: the last number behind a label, out of 5. `cells` are those of
/// tables within the range, in order.
///
/// `None`: there is no label at all. Errors: another denominator or a percentage (`OutOfScale`), a range or "N/A"
/// (`MissingVerdict`), words (`Unreadable`). The scale of the passage's kind is not checked here.
pub fn last_score(
    text: &Folded,
    from: usize,
    to: usize,
    cells: &[Cell],
) -> Option<(Result<Rational, Reason>, Marked)> {
    let in_cells: Vec<Marked> = cells
        .iter()
        .filter_map(|cell| {
            let (mark, end) = mark(text, cell.from, cell.to)?;
            let (mark, label, rank) = (mark.or_on(|| cell.scale), cell.from, Rank::Says);
            Some(Marked {
                mark,
                label,
                end,
                rank,
            })
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

/// The score behind the short name of a passage: as [`last_score`], or the number that its text begins with where no
/// label is surer: `E1: 4 - the year is there`. `column`: that number may be in a table.
pub fn score_of_key(
    text: &Folded,
    from: usize,
    to: usize,
    cells: &[Cell],
    column: bool,
) -> Option<(Result<Rational, Reason>, Marked)> {
    let labelled = last_score(text, from, to, cells);
    let sure = |marked: &Marked| !cells.is_empty() || marked.rank == Rank::Says;
    if labelled.as_ref().is_some_and(|(_, marked)| sure(marked)) {
        return labelled;
    }
    let in_table = text.at(skip(text, from, to, is_dressing)) == Some('|');
    let leads = leading(text, from, to).filter(|_| column || !in_table);
    leads.map(|leads| (out_of(leads.mark, 5), leads)).or(labelled)
}

/// The number that a text begins with, if that is all it says before the next mark: "4 facts" counts something.
fn leading(text: &Folded, from: usize, to: usize) -> Option<Marked> {
    let (mark, end) = mark(text, from, to)?;
    let bounds = Rational::from_integer(-10)..=Rational::from_integer(100);
    let number = match mark {
        Mark::Number { value, .. } => bounds.contains(&value),
        Mark::None => text.at(end.checked_sub(1)?).is_some_and(|c| c.is_ascii_digit()),
        Mark::Word => false,
    };
    let next = skip(text, end, to, |c| is_dressing(c) || marks::is_unit(c) || c == ')');
    let ends = match text.at(next).filter(|_| next < to) {
        None | Some('\n' | '.' | ';' | ':' | '(' | '|' | '→' | '<' | '。') => true,
        // "4, 5 and 6 are named", "2 - 3 facts".
        Some(',' | '-' | '–' | '—' | '、') => {
            let behind = skip(text, next + 1, to, is_dressing);
            behind >= to || marks::number(text, behind, to).is_none()
        }
        Some(_) => ["because", "since", "as ", "因", "（"]
            .iter()
            .any(|word| text.has(next, word)),
    };
    let label = from;
    let rank = Rank::Says;
    (number && ends).then_some(Marked {
        mark,
        label,
        end,
        rank,
    })
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

/// Writes the score of a judge of seed 003 as the prompt asks for it, with two decimals. Rounded half up, but only 1 is written
/// as 1.
pub fn write_judge(score: f64, why: &str) -> String {
    let score = score.clamp(0.0, 1.0);
    // Shares such as 0.145 are a hair below their half.
    let rounded = (score * 100.0 + 1e-9).round();
    let hundredths = if score < 1.0 { rounded.min(99.0) } else { rounded };
    let score = format!("{LABEL} {}", hundredths / 100.0);
    let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
    if why.is_empty() {
        return score;
    }
    format!("{why}\n{score}")
}

/// Before the score of [`write_judge`].
const LABEL: &str = "Response:";

/// The line of reasons in such a reply; empty where it has none.
pub fn why_of_judge(reply: &str) -> &str {
    reply.rsplit_once(LABEL).map_or("", |(why, _)| why.trim())
}

/// Whether a text names a scale that does not end at `top`.
pub fn names_other_scale(text: &str, top: i128) -> bool {
    let text = Folded::new(text);
    let named = scale_within(&text, 0, text.chars.len());
    named.is_some_and(|(scale, _)| scale != Scale::Of(Rational::from_integer(top)))
}

/// Without the totals at the end of the last passage: a "final" or "overall" score that a blank line parts from
/// the score before it is no longer the passage's, nor is what is called the essential or the bonus score behind it, and
/// what comes after those.
fn without_totals(text: &Folded, found: &[Marked]) -> Vec<Marked> {
    let mut kept: Vec<Marked> = Vec::with_capacity(found.len());
    let mut kinds = found
        .iter()
        .filter_map(|marked| kind_in_front(text, marked.label));
    let first = kinds.next();
    let both = first.is_some() && kinds.any(|kind| Some(kind) != first);
    let (mut sure, mut over) = (false, false);
    // Behind the score that was kept last: how far that was read, whether a line ended there, whether a blank one was there.
    let (mut read, mut ended, mut parted) = (None, false, false);
    for marked in found {
        let from = read.unwrap_or(marked.label);
        for c in text.chars.get(from..marked.label).unwrap_or_default() {
            match c {
                ' ' | '*' | '_' | '-' | '#' | '>' | '|' => {}
                '\n' => {
                    parted |= ended;
                    ended = true;
                }
                _ => ended = false,
            }
        }
        read = read.map(|read: usize| read.max(marked.label));
        if kind_in_front(text, marked.label).is_some() && (both || sure) {
            over = true;
        } else if !((parted || over) && is_total(text, marked.label)) {
            sure |= marked.rank == Rank::Says;
            kept.push(*marked);
            (read, ended, parted) = (Some(marked.end), false, false);
        }
    }
    kept
}

fn is_total(text: &Folded, label: usize) -> bool {
    let before = in_front(text, label);
    [
        "final", "overall", "recall", "最終", "最终", "整體", "整体", "總體",
    ]
    .iter()
    .any(|word| before.ends_with(word))
}

/// The kind of passages, by its first letter, that a label is about: "essential" score, "bonus passage" score. A passage
/// has a number.
fn kind_in_front(text: &Folded, label: usize) -> Option<char> {
    let before = in_front(text, label);
    let before = ["passages", "passage", "段落"]
        .iter()
        .find_map(|noun| before.strip_suffix(noun))
        .map_or(before.as_str(), |before| before.trim_end());
    let kinds = [('e', "essential"), ('b', "bonus"), ('e', "必要"), ('b', "加分")];
    let kind = kinds.iter().find(|(_, word)| before.ends_with(word));
    kind.map(|(kind, _)| *kind)
}

/// What stands right in front of a label.
fn in_front(text: &Folded, label: usize) -> String {
    let before = text
        .chars
        .get(label.saturating_sub(24)..label)
        .unwrap_or_default();
    let before: String = before.iter().collect();
    before.trim_end_matches([' ', '*', '_', '\\']).to_owned()
}

/// How a score is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    /// A score, and no more.
    Plainly,
    /// An essential or a bonus score, though no number says which.
    ByKind,
    /// A final or an overall score.
    Final,
}

/// How the score is called that was found: a judge's totals are called otherwise than its scores.
pub fn called(text: &Folded, marked: &Marked) -> Called {
    if kind_in_front(text, marked.label).is_some() {
        Called::ByKind
    } else if is_total(text, marked.label) {
        Called::Final
    } else {
        Called::Plainly
    }
}

/// Words that stand where a score belongs, behind its label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    /// A clause, on the label's line.
    Clause(usize, usize),
    /// More than that; so far it may be quoted.
    Sentence(usize, usize),
    /// They begin on another line.
    Below(usize),
}

impl Words {
    /// `None`: figures stand there.
    fn behind(text: &Folded, marked: &Marked) -> Option<Self> {
        let last = marked.end.checked_sub(1)?;
        let letter = text
            .at(last)
            .is_some_and(|c| c.is_alphabetic() && !marks::is_unit(c));
        if matches!(marked.mark, Mark::Number { .. }) || (marked.mark == Mark::None && !letter) {
            return None;
        }
        // Of a word, its first character was read.
        let mut from = last;
        while from > marked.label
            && text
                .at(from - 1)
                .is_some_and(|c| c.is_ascii_alphanumeric() || c == '/')
        {
            from -= 1;
        }
        if text.chars.get(marked.label..from)?.contains(&'\n') {
            return Some(Self::Below(from));
        }
        let mut to = marked.end;
        while let Some(c) = text.at(to) {
            let apart = text.at(to + 1).is_none_or(|c| !c.is_ascii_alphanumeric());
            let stops = match c {
                '\n' | ';' | '(' | ')' | '|' | '<' | '。' | '、' => true,
                '.' | ',' | ':' | '!' | '?' => apart,
                '-' | '–' | '—' => apart && text.at(to - 1) == Some(' '),
                _ => false,
            };
            if stops {
                break;
            }
            to += 1;
            if to - from > LONGEST {
                return Some(Self::Sentence(from, to));
            }
        }
        Some(Self::Clause(from, to))
    }
}

impl Marked {
    /// With the words that stand in a score's place, or without any of them.
    pub fn with_words(&self, text: &Folded) -> Self {
        let end = match Words::behind(text, self) {
            Some(Words::Clause(_, to)) => to,
            Some(Words::Sentence(from, _) | Words::Below(from)) => from,
            None => self.end,
        };
        Self { end, ..*self }
    }
}

/// As long as a quotation of what stands in a score's place may be.
const LONGEST: usize = 60;

/// What was written where a score should be, without its label.
pub fn as_written(text: &Folded, marked: &Marked) -> String {
    let label = label_at(text, marked.label, false).unwrap_or_default();
    let (from, to) = match Words::behind(text, marked) {
        Some(Words::Clause(from, to) | Words::Sentence(from, to)) => (from, to),
        Some(Words::Below(_)) => return String::new(),
        None => (marked.label + label, marked.end),
    };
    let chars = text.chars.get(from..to).unwrap_or_default();
    // "3 (or 4)"
    let closes = chars.contains(&'(') && !chars.contains(&')') && text.at(to) == Some(')');
    let written = text.original.get(from..to + usize::from(closes));
    let written: String = written.unwrap_or_default().iter().collect();
    let around =
        |c: char| c.is_whitespace() || is_dressing(c) || matches!(c, '.' | ',' | '，' | '(' | '（' | '[');
    let separators = |c: char| matches!(c, ':' | '：' | '=' | '>' | '|' | '→');
    let value = written
        .rsplit_once(separators)
        .map_or(written.as_str(), |(_, value)| value);
    let value = value.trim_matches(around);
    let joint = ["is ", "of ", "was "]
        .iter()
        .find_map(|word| value.strip_prefix(word));
    let value = joint.unwrap_or(value);
    match value.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", value.get(..at).unwrap_or_default().trim_end()),
        None => value.to_owned(),
    }
}

/// Whether a line in front of a label begins with a label of its own and another score. In the middle of a line, a score
/// may be quoted.
pub fn has_other(text: &Folded, from: usize, label: usize, score: Rational) -> bool {
    let leads = |marked: &Marked| {
        let line = text.chars.get(from..marked.label).unwrap_or_default();
        let before = line
            .iter()
            .rev()
            .find(|c| !(is_dressing(**c) || matches!(c, '-' | '•' | '#' | '>' | '(')));
        marked.rank == Rank::Says && before.is_none_or(|c| *c == '\n')
    };
    let other = |marked: &Marked| out_of(marked.mark, 5).is_ok_and(|other| other != score);
    labelled(text, from, label, false)
        .iter()
        .any(|marked| leads(marked) && other(marked))
}

/// The value of a mark on a scale that ends at `top`. A percentage is read where the scale ends at 1.
fn out_of(mark: Mark, top: i128) -> Result<Rational, Reason> {
    match mark {
        Mark::Number { value, scale } => match scale {
            None => Ok(value),
            Some(Scale::Of(over)) if over == Rational::from_integer(top) => Ok(value),
            Some(Scale::Percent) if top == 1 => Ok(value / Rational::from_integer(100)),
            Some(_) => Err(Reason::OutOfScale),
        },
        Mark::None => Err(Reason::MissingVerdict),
        Mark::Word => Err(Reason::Unreadable),
    }
}

/// The last of the surest marks. Words count only where there is nothing else, but for numbers in words, which say
/// what no reader may guess.
fn pick(found: &[Marked]) -> Option<Marked> {
    let number = |marked: &&Marked| marked.mark != Mark::Word || marked.rank == Rank::Says;
    let last = found
        .iter()
        .filter(number)
        .max_by_key(|marked| (marked.rank, marked.end));
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
                '*' | '_' | '`' | '"' | '.' | '|' | '。' | '}' | ')' | ']' | '$' | ',' | ';' | '、'
            )
    };
    let number = matches!(mark, Mark::Number { .. } | Mark::None);
    let label = from;
    let rank = Rank::Says;
    (number && rest.iter().all(nothing)).then_some(Marked {
        mark,
        label,
        end,
        rank,
    })
}

/// The score of a passage that has no label: `4/5` at its very end, on a line of its own or in bold, where there is no
/// other fraction of five. Amid plain words "2/5" may count facts.
pub fn last_fraction(text: &Folded, from: usize, to: usize) -> Option<(Result<Rational, Reason>, Marked)> {
    let range = text.chars.get(from..to)?;
    let slash = from + range.iter().rposition(|c| *c == '/')?;
    let before = text.chars.get(from..slash)?.iter();
    let figure = |c: &&char| c.is_ascii_digit() || matches!(c, '.' | ',' | ' ');
    let length = before.clone().rev().take_while(figure).count();
    let at = skip(text, slash - length, slash, |c| c == ' ');
    let lead = before.take(at.checked_sub(from)?).rev();
    let bare = lead.clone().skip_while(|c| matches!(c, '(' | '['));
    let marks = bare.clone().take_while(|c| matches!(c, '*' | '_' | '`')).count();
    let own_line = lead
        .clone()
        .find(|c| !(is_dressing(**c) || matches!(c, '-' | '•' | '>' | '#' | '(' | '[')));
    let bold = marks >= 2
        && bare
            .clone()
            .nth(marks)
            .is_none_or(|c| c.is_whitespace() || *c == '(');
    let found = alone(text, at, to)?;
    let five = Scale::Of(Rational::from_integer(5));
    let is_fraction = matches!(found.mark, Mark::Number { scale: Some(scale), .. } if scale == five);
    let slashes = range.iter().filter(|c| **c == '/').count();
    let sure = own_line.is_none_or(|c| *c == '\n') || bold;
    (is_fraction && sure && slashes == 1).then(|| (out_of(found.mark, 5), found))
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
        if let Some((mark, end, says)) = behind_label(text, behind, to, judge)
            && (judge || !is_other_score(text, from, at))
            && !(judge && says != Says::Sure && speaks_of(text, at, end, to))
        {
            let label = at;
            let mark = mark.or_on(|| scale::in_front(text, from, label));
            let rank = rank(text, (from, label), (mark, end), says);
            found.push(Marked {
                mark,
                label,
                end,
                rank,
            });
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

/// Whether the response itself is spoken of, and something in it counted: "The response is 1 sentence long."
fn speaks_of(text: &Folded, label: usize, end: usize, to: usize) -> bool {
    let next = skip(text, end, to, |c| c == ' ');
    let counts = next > end && next < to && text.at(next).is_some_and(char::is_alphabetic);
    counts && !labels::begins_label(text, label)
}

/// How surely a mark is the score, by what stands between label and mark, in front of the label and behind the mark.
fn rank(text: &Folded, (from, label): (usize, usize), (mark, end): (Mark, usize), says: Says) -> Rank {
    if mark == Mark::Word {
        let spelled = end
            .checked_sub(1)
            .and_then(|at| scale::top(text, at, text.chars.len()));
        return match (says, spelled) {
            (Says::Sure, Some(_)) => Rank::Says,
            _ => Rank::Mention,
        };
    }
    if says == Says::Sure {
        return Rank::Says;
    }
    let before = text.chars.get(from..label).unwrap_or_default();
    let lead = |c: &&char| !(is_dressing(**c) || matches!(**c, '-' | '•' | '#' | '>' | '(' | '['));
    let first = before.iter().rev().find(lead).copied().unwrap_or('\n');
    let next = text.at(skip(text, end, text.chars.len(), is_dressing));
    let goes_on = next.is_some_and(char::is_alphanumeric);
    // "Score 5 = everything", "Score 5: everything" tell what a score stands for.
    let legend = next.is_some_and(|c| matches!(c, '=' | ':'));
    match first {
        _ if legend => Rank::Mention,
        '\n' | '|' if says == Says::Alone => Rank::Says,
        '\n' | '|' => Rank::Leads,
        '.' | '!' | '?' | '。' if !goes_on => Rank::Leads,
        _ => Rank::Mention,
    }
}

/// What stands between a label and its mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    /// A separator that leaves no doubt.
    Sure,
    /// "is", "of" and the like.
    Joined,
    /// Nothing but marks.
    Alone,
}

/// What follows a label: a separator and then a mark, or a number directly.
fn behind_label(text: &Folded, at: usize, to: usize, judge: bool) -> Option<(Mark, usize, Says)> {
    let mut at = skip(text, at, to, is_dressing);
    // "Score (1-5): 4", "Score/5: 4" name the scale; "Score (4)" is one.
    let limit = to.min(at + 60);
    let close = match text.at(at) {
        Some('(') => Some(')'),
        Some('[') => Some(']'),
        _ => None,
    };
    let close = close.and_then(|close| (at..limit).find(|i| text.at(*i) == Some(close)));
    let line = || (at..limit).find(|i| text.at(*i) == Some('\n')).unwrap_or(limit);
    let named = match close {
        Some(close) => scale_within(text, at, close),
        None if text.has(at, "of") => None,
        None => scale::scale(text, at, line(), true),
    };
    let mut on = named.map(|(scale, _)| scale);
    let note = close.map(|close| close + 1).or(named.map(|(_, end)| end));
    if let Some(note) = note {
        let behind = skip(text, note, to, is_dressing);
        let number = || on.is_some() && number(text, behind, to).is_some();
        if separator(text, behind, to).is_some() || number() {
            at = behind;
        } else {
            on = None;
        }
    }
    let (says, at) = match (separator(text, at, to), behind_subject(text, at, to)) {
        (Some((true, at)), _) | (None, Some(at)) => (Says::Sure, at),
        (Some((false, behind)), _) if text.at(at).is_some_and(char::is_alphabetic) => (Says::Joined, behind),
        (Some((false, behind)), _) => (Says::Alone, behind),
        (None, None) => (Says::Alone, at),
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
        Some((Mark::Word, end)) => (says == Says::Sure).then_some((Mark::Word, end, says)),
        Some((mark, end)) => Some((mark.or_on(|| on), end, says)),
        None => None,
    }
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

/// A separator between label and number: whether it leaves no doubt that a score follows, and where it ends.
fn separator(text: &Folded, at: usize, to: usize) -> Option<(bool, usize)> {
    let c = text.at(at).filter(|_| at < to)?;
    match c {
        ':' | '=' => Some((true, at + 1)),
        '|' => Some((false, at + 1)),
        '→' | '⇒' | '➜' | '➔' | '➡' => Some((true, at + 1)),
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
