//! Where the passages and the `RECALL_` lines of a recall reply begin and end.
//!
//! Brackets of a marker may be `[ ]`, `［ ］`, `【 】`, its number behind or inside; at the start of a line (behind
//! list, heading, bold or table marks) they may be missing. Within a line a marker opens a passage only if a colon
//! follows; otherwise it is a mention. The same goes for `RECALL_` names. Where nothing else names a passage, its short name
//! does, as the app shows it ([`Scan::key`]): `E1: 4`, `| B2 | 3 |`, `<score id="E1">`. A line that names one of the judge's own totals
//! ([`totals`]) ends the passage in front of it.

use super::totals;
use crate::evaluation::{PassageId, PassageKind};
use crate::reply::folded::Folded;
use crate::reply::score::{self, Cell, Mark, Scale};

/// A stretch of a reply.
#[derive(Debug)]
pub(super) struct Section {
    /// What opened it.
    pub opens: Opens,
    /// Where its marker begins.
    pub start: usize,
    /// Where the section before it ends: in front of the list or table marks that the line begins with.
    lead: usize,
    /// Where its text begins.
    pub body: usize,
    /// Where the next section begins, or the text ends.
    pub end: usize,
    /// No section follows.
    pub last: bool,
    /// Table cells below a head "Score".
    pub cells: Vec<Cell>,
    /// Where the row of a table ends that it stands in: what follows belongs to the next row, whatever its columns are.
    pub row_end: Option<usize>,
    /// It stands in a table of which no column is called a score.
    pub no_score_column: bool,
}

/// What opens a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    /// A passage marker.
    Passage {
        kind: PassageKind,
        number: Option<usize>,
        /// How many emphasis characters stand in front of the marker, to be closed behind it.
        emphasis: usize,
        /// Its short name: `E1`.
        short: bool,
    },
    /// A `RECALL_` line.
    Line(Line),
    /// A heading of what is no passage.
    Other,
}

/// The `RECALL_` lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Reasoning,
    Essential,
    Bonus,
    Combined,
    Calculation,
    Final,
    /// The reply was cut off within the name.
    Cut,
}

impl Section {
    /// The whole text up to `end`, for a reply without markers.
    pub fn unmarked(end: usize, last: bool) -> Self {
        Self {
            opens: Opens::Other,
            start: 0,
            lead: 0,
            body: 0,
            end,
            last,
            cells: Vec::new(),
            row_end: None,
            no_score_column: false,
        }
    }

    /// One of the judge's own totals.
    pub fn is_formula(&self) -> bool {
        matches!(self.opens, Opens::Line(line) if line != Line::Reasoning)
    }
}

/// Cuts a reply into its sections, in order. What stands in front of the first belongs to none. `short`: also where a
/// passage is called by its short name.
pub(super) fn split(text: &Folded, short: bool) -> Vec<Section> {
    let mut scan = Scan {
        short,
        ..Scan::default()
    };
    let total = text.chars.len();
    let mut from = 0;
    while from < total {
        let rest = text.chars.get(from..).unwrap_or_default();
        let to = rest.iter().position(|c| *c == '\n').map_or(total, |at| from + at);
        scan.line(text, from, to);
        from = to + 1;
    }
    let mut sections = scan.sections;
    let starts: Vec<usize> = sections.iter().skip(1).map(|section| section.lead).collect();
    let mut cells = scan.cells.into_iter().peekable();
    let count = sections.len();
    for (i, section) in sections.iter_mut().enumerate() {
        section.last = i + 1 == count;
        section.end = starts.get(i).copied().unwrap_or(total);
        while let Some(cell) = cells.next_if(|cell| cell.from < section.end) {
            if cell.from >= section.body {
                section.cells.push(cell);
            }
        }
    }
    sections.retain(|section| section.opens != Opens::Other || section.last);
    sections
}

#[derive(Default)]
struct Scan {
    short: bool,
    sections: Vec<Section>,
    cells: Vec<Cell>,
    opened: std::collections::HashSet<(PassageKind, usize)>,
    /// The line before, and the column of the table that the line is in.
    before: (usize, usize),
    column: Option<(usize, Option<Scale>)>,
    /// The table has a head, and no such column.
    no_score_column: bool,
    /// Where the head of a table begins whose first row is next: it belongs to no section before the table.
    head: Option<usize>,
    /// The table is in HTML.
    html: bool,
    /// How far the section that is open was looked through for a score, and whether there is one.
    seen: usize,
    scored: bool,
}

impl Scan {
    fn line(&mut self, text: &Folded, from: usize, to: usize) {
        let head = self.head.take();
        let cell = self.table(text, from, to);
        let lead = lead(text, from, to);
        let mut at = from;
        let first = self.sections.len();
        while at < to {
            let found = match text.at(at) {
                Some('r') => recall_name(text, at, to, at == lead || is_cell(text, at, from)),
                Some(c) if c == '[' || !kinds(c).is_empty() => {
                    let leads = at == lead || is_cell(text, at, from);
                    let marker = self.marker(text, at, to, leads);
                    marker.or_else(|| self.key(text, (lead, at), to, leads))
                }
                Some('<') if self.short => tagged_key(text, at, to),
                _ => None,
            };
            let Some((opens, body)) = found else {
                at += 1;
                continue;
            };
            if let Opens::Passage {
                kind,
                number: Some(number),
                ..
            } = opens
            {
                self.opened.insert((kind, number));
            }
            let in_front = match head {
                Some(head) if self.sections.len() == first => head,
                _ if at == lead || is_passage_noun(text.chars.get(lead..at).unwrap_or_default()) => from,
                _ => at,
            };
            self.open(opens, at, body, in_front);
            at = body.max(at + 1);
        }
        let mut cell = cell;
        if self.sections.len() == first {
            if is_closing_heading(text, from, to) {
                self.open(Opens::Other, from, to, from);
            } else if self.is_total(text, lead, from, to, cell.is_some()) {
                self.open(Opens::Other, from, to, head.unwrap_or(from));
                cell = None;
            }
        }
        if text.at(skip(text, from, to, |c| c == ' ')) == Some('|') {
            let here = self.sections.iter_mut().skip(first);
            here.for_each(|section| section.row_end = Some(to));
        }
        // A score in front of its passage belongs to the passage that the row names.
        match (cell, self.sections.get_mut(first)) {
            (Some(cell), Some(section)) if cell.from < section.start => section.cells.push(cell),
            (Some(cell), _) => {
                self.cells.push(cell);
                self.scored = true;
            }
            (None, _) => {}
        }
        self.before = (from, to);
    }

    /// Whether a line says one of the judge's own totals, so that the passage in front of it is over.
    fn is_total(&mut self, text: &Folded, lead: usize, from: usize, to: usize, cell: bool) -> bool {
        let Some(&Section { opens, row_end, .. }) = self.sections.last() else {
            return false;
        };
        let Opens::Passage { kind, .. } = opens else {
            return false;
        };
        let Some(total) = totals::on_line(text, lead, to) else {
            return false;
        };
        match total.kind {
            // "Essential score: 4" may be how a judge labels the score of an essential passage.
            Some(own) if own == kind && !total.whole => {}
            Some(_) if total.scored => return true,
            Some(_) => {}
            // "Final score: 4" may be the score; a row of a table that names no passage is none.
            None if total.last_word && !cell => return false,
            None => {}
        }
        self.scored |= row_end.is_some() || score::last_score(text, self.seen, from, &[]).is_some();
        self.seen = from;
        self.scored
    }

    fn open(&mut self, opens: Opens, start: usize, body: usize, lead: usize) {
        (self.seen, self.scored) = (body, false);
        self.sections.push(Section {
            opens,
            start,
            lead,
            body,
            end: body,
            last: false,
            cells: Vec::new(),
            row_end: None,
            no_score_column: self.no_score_column,
        });
    }

    /// Follows tables: which column holds the scores, and where its cell stands on this line.
    fn table(&mut self, text: &Folded, from: usize, to: usize) -> Option<Cell> {
        let line = text.chars.get(from..to).unwrap_or_default();
        if !line.contains(&'|') {
            // Rows of HTML are apart.
            if !(self.html && line.iter().all(|c| *c == ' ')) {
                self.column = None;
                self.no_score_column = false;
            }
            return None;
        }
        let rule = line.iter().all(|c| matches!(c, '|' | '-' | ':' | ' ')) && line.contains(&'-');
        if rule {
            self.column = score_column(text, self.before.0, self.before.1);
            self.no_score_column = self.column.is_none();
            self.head = Some(self.before.0);
            self.html = false;
            return None;
        }
        // HTML has no rule below the head.
        let start = skip(text, from, to, |c| c == ' ');
        if text.html_cell(start).is_some() && is_head(text, start, to) {
            self.column = score_column(text, from, to);
            self.no_score_column = self.column.is_none();
            self.head = Some(from);
            self.html = true;
            return None;
        }
        let (column, scale) = self.column?;
        let (from, to) = *cells(text, from, to).get(column)?;
        Some(Cell { from, to, scale })
    }

    /// A passage marker at `at`, if it opens a passage.
    fn marker(&self, text: &Folded, at: usize, to: usize, leads: bool) -> Option<(Opens, usize)> {
        let bracket = text.at(at) == Some('[');
        if !bracket && at > 0 && text.at(at - 1).is_some_and(char::is_alphanumeric) {
            return None;
        }
        let word = skip(text, if bracket { at + 1 } else { at }, to, is_dressing);
        let kinds = kinds(text.at(word)?).iter();
        let (name, kind) = kinds.copied().find(|(name, _)| text.has(word, name))?;
        let word = skip(text, word + name.chars().count(), to, |c| {
            is_dressing(c) || matches!(c, '-' | '的' | 'の')
        });
        let noun = PASSAGE.iter().find(|noun| text.has(word, noun))?;
        let (inside, end) = ordinal(text, word + noun.chars().count(), to);
        let end = skip(text, end, to, is_dressing);
        let closed = bracket && text.at(end) == Some(']') && end < to;
        let (behind, end) = if closed {
            ordinal(text, end + 1, to)
        } else {
            (None, end)
        };
        let number = inside.or(behind);
        let emphasis = emphasis_before(text, at);
        let opens = Opens::Passage {
            kind,
            number,
            emphasis,
            short: false,
        };
        let next = skip(text, end, to, is_dressing);
        if let Some(body) = colon(text, next, to) {
            // "Essential passages: (4 + 3) / 2 = 3.5" is about all of them.
            let all = number.is_none() && leads && totals::amount(text, body, to).is_some();
            return (!(all && totals::on_line(text, at, to).is_some())).then_some((opens, body));
        }
        if !leads {
            return None;
        }
        let c = text.at(next).filter(|_| next < to);
        let body = match c {
            Some('-' | '–' | '—') => next + 1,
            _ => end,
        };
        let ends_name =
            c.is_none_or(|c| matches!(c, '-' | '–' | '—' | '(' | '|' | '.' | ',' | '）' | ')' | '→'));
        // A line that begins with a passage spoken of before, and goes on, may be a wrapped sentence.
        let goes_on =
            c.is_some_and(|c| c.is_lowercase() && text.original.get(next).is_some_and(|c| c.is_lowercase()));
        let known = number.is_some_and(|number| self.opened.contains(&(kind, number)));
        // "Essential Passage 1 score: 4"
        let ends_name = ends_name || (number.is_some() && score::begins_label(text, next));
        let opens_here = if closed { !(goes_on && known) } else { ends_name };
        opens_here.then_some((opens, body))
    }

    /// The short name of a passage at `at`, if it opens one: `E1: 4`, `E2 - 3`, `[B1] 2`; within a line only behind a comma
    /// or its like, with a number behind it.
    fn key(
        &self,
        text: &Folded,
        (lead, at): (usize, usize),
        to: usize,
        leads: bool,
    ) -> Option<(Opens, usize)> {
        let bracket = text.at(at) == Some('[');
        if !self.short || (!bracket && at > 0 && text.at(at - 1).is_some_and(char::is_alphanumeric)) {
            return None;
        }
        let (opens, end) = short_name(text, if bracket { at + 1 } else { at }, to)?;
        let before = text.chars.get(lead..at).unwrap_or_default();
        let leads = leads || is_passage_noun(before);
        let behind = skip(text, end, to, |c| is_dressing(c) || matches!(c, ')' | ']'));
        let closed = text
            .chars
            .get(end..behind)?
            .iter()
            .any(|c| matches!(c, ')' | ']'));
        let c = text.at(behind).filter(|_| behind < to);
        let body = match c {
            Some(':' | '=') => behind + 1,
            None | Some('|') if leads => behind,
            Some('-') if leads && text.at(behind + 1) == Some('>') => behind + 2,
            Some('-' | '–' | '—' | '→' | '.' | ',') if leads => behind + 1,
            Some(c) if leads && (closed || c.is_ascii_digit() || score::begins_label(text, behind)) => behind,
            _ => return None,
        };
        let separated = || {
            let gap = before.iter().rev().find(|c| !is_dressing(**c));
            let number = skip(text, body, to, is_dressing);
            matches!(gap, Some(',' | ';' | '、' | '|' | '.' | '。'))
                && text.at(number).is_some_and(|c| c.is_ascii_digit())
        };
        (leads || separated()).then_some((opens, body))
    }
}

/// `E1`, `B12`: what it opens, and where it ends.
fn short_name(text: &Folded, at: usize, to: usize) -> Option<(Opens, usize)> {
    let kind = match text.at(at)? {
        'e' => PassageKind::Essential,
        'b' => PassageKind::Bonus,
        _ => return None,
    };
    let digits = text.chars.get(at + 1..to)?.iter();
    let digits: String = digits.take_while(|c| c.is_ascii_digit()).take(4).collect();
    let end = at + 1 + digits.len();
    let goes_on = end < to && text.at(end).is_some_and(char::is_alphanumeric);
    let number = digits.parse().ok().filter(|_| !goes_on)?;
    let opens = Opens::Passage {
        kind,
        number: Some(number),
        emphasis: emphasis_before(text, at),
        short: true,
    };
    Some((opens, end))
}

/// Where another passage of `wanted` than `id` is named last between the two places: `E1`, `B12`, "Bonus passage 2", 必要段落 2.
pub(super) fn last_other(
    text: &Folded,
    from: usize,
    to: usize,
    id: PassageId,
    wanted: &[PassageId],
) -> Option<usize> {
    let named = |at: usize| {
        let within = at.checked_sub(1).and_then(|before| text.at(before));
        let begins = !within.is_some_and(char::is_alphanumeric);
        match short_name(text, at, to).filter(|_| begins) {
            Some((Opens::Passage { kind, number, .. }, _)) => number.map(|number| PassageId { kind, number }),
            _ => long_name(text, at, to),
        }
    };
    let other = |named: PassageId| named != id && wanted.contains(&named);
    (from..to).rev().find(|at| named(*at).is_some_and(other))
}

/// "Bonus passage 2" within a text, with at most brackets and a `#` in it.
fn long_name(text: &Folded, at: usize, to: usize) -> Option<PassageId> {
    let (word, kind) = kinds(text.at(at)?).iter().find(|(word, _)| text.has(at, word))?;
    let mut at = at + word.chars().count();
    let skip = |at: &mut usize| {
        while *at < to
            && text
                .at(*at)
                .is_some_and(|c| matches!(c, ' ' | '#' | '(' | '[' | ']'))
        {
            *at += 1;
        }
    };
    skip(&mut at);
    let noun = PASSAGE.iter().find(|noun| text.has(at, noun));
    at += noun.map_or(0, |noun| noun.chars().count());
    skip(&mut at);
    let digits = text.chars.get(at..to)?.iter();
    let digits: String = digits.take_while(|c| c.is_ascii_digit()).take(4).collect();
    let number = digits.parse().ok()?;
    Some(PassageId { kind: *kind, number })
}

/// A tag that names a passage: `<E1>`, `<score id="E1">`, `<passage name='B2'>`.
fn tagged_key(text: &Folded, at: usize, to: usize) -> Option<(Opens, usize)> {
    let limit = to.min(at + 80);
    if text.at(at + 1) == Some('/') {
        return None;
    }
    let end = (at + 1..limit).find(|at| matches!(text.at(*at), Some('>' | '<')))?;
    let named = |at: usize| {
        let begins = matches!(text.at(at.checked_sub(1)?), Some('<' | '"' | '\'' | '='));
        let (opens, behind) = short_name(text, at, end).filter(|_| begins)?;
        let ends = behind == end || matches!(text.at(behind), Some('"' | '\'' | '/' | ' '));
        ends.then_some((opens, end + 1))
    };
    let closes = text.at(end) == Some('>');
    (at + 1..end).filter(|_| closes).find_map(named)
}

/// "Passage" E1, "bonus passage" B1.
fn is_passage_noun(before: &[char]) -> bool {
    if before.len() > 24 {
        return false;
    }
    let before: String = before.iter().filter(|c| !is_dressing(**c)).collect();
    [
        "passage",
        "essential",
        "bonus",
        "essentialpassage",
        "bonuspassage",
        "段落",
    ]
    .contains(&before.as_str())
}

/// The kind that is named at `at`, and where its name ends.
pub(super) fn kind_at(text: &Folded, at: usize) -> Option<(PassageKind, usize)> {
    let mut kinds = kinds(text.at(at)?).iter();
    let (name, kind) = kinds.find(|(name, _)| text.has(at, name))?;
    Some((*kind, at + name.chars().count()))
}

/// The words for the two kinds by their first character, in English and as judges translate them into Chinese and
/// Japanese.
fn kinds(first: char) -> &'static [(&'static str, PassageKind)] {
    use PassageKind::{Bonus, Essential};
    match first {
        'e' => &[("essential", Essential)],
        'b' => &[("bonus", Bonus)],
        '必' => &[
            ("必要", Essential),
            ("必需", Essential),
            ("必須", Essential),
            ("必须", Essential),
        ],
        '核' => &[("核心", Essential)],
        '關' => &[("關鍵", Essential)],
        '关' => &[("关键", Essential)],
        '基' => &[("基本", Essential)],
        '重' => &[("重要", Essential)],
        '加' => &[("加分", Bonus)],
        '額' => &[("額外", Bonus)],
        '额' => &[("额外", Bonus)],
        '獎' => &[("獎勵", Bonus)],
        '奖' => &[("奖励", Bonus)],
        '附' => &[("附加", Bonus)],
        'ボ' => &[("ボーナス", Bonus)],
        _ => &[],
    }
}

/// What a marker calls a passage; longer words first where one begins with another.
const PASSAGE: [&str; 7] = ["passages", "passage", "段落", "文段", "段", "篇章", "パッセージ"];

/// A number of a passage: `1`, `#1`, `No. 1`, `(1)`, `一`.
fn ordinal(text: &Folded, from: usize, to: usize) -> (Option<usize>, usize) {
    let mut at = skip(text, from, to, |c| is_dressing(c) || matches!(c, '#' | '('));
    let counted = text.at(at) == Some('第');
    for word in ["number", "no.", "nr.", "no", "第"] {
        if text.has(at, word) {
            at = skip(text, at + word.chars().count(), to, is_dressing);
            break;
        }
    }
    // "第一段"; no more than nine are counted in words.
    const WRITTEN: &str = "一二三四五六七八九";
    let unit = |end: usize| {
        let unit = skip(text, end, to, is_dressing);
        if counted && text.at(unit) == Some('段') {
            unit + 1
        } else {
            end
        }
    };
    let written = text
        .at(at)
        .and_then(|c| WRITTEN.chars().position(|digit| digit == c));
    if let Some(digit) = written.filter(|_| at < to) {
        return (Some(digit + 1), unit(at + 1));
    }
    let mut number = 0;
    let mut end = at;
    while let Some(digit) = text.at(end).filter(|_| end < to).and_then(|c| c.to_digit(10)) {
        number = number * 10 + digit as usize;
        end += 1;
        if end - at > 5 {
            return (None, from);
        }
    }
    if end == at
        || text
            .at(end)
            .is_some_and(|c| end < to && (c.is_ascii_alphabetic() || c == '%'))
    {
        return (None, from);
    }
    let wrapped = text.chars.get(from..at).unwrap_or_default().contains(&'(');
    if wrapped && text.at(end) == Some(')') {
        end += 1;
    }
    (Some(number), unit(end))
}

/// Where the text behind a colon begins; a short note in brackets may stand in between.
fn colon(text: &Folded, at: usize, to: usize) -> Option<usize> {
    let mut at = at;
    if text.at(at) == Some('(') {
        let close = (at..to.min(at + 80)).find(|i| text.at(*i) == Some(')'))?;
        let note: String = text.chars.get(at..close).unwrap_or_default().iter().collect();
        if note.contains(':') {
            return None;
        }
        at = skip(text, close + 1, to, is_dressing);
    }
    (at < to && text.at(at) == Some(':')).then_some(at + 1)
}

/// A `RECALL_` name at `at`, if it opens a line.
fn recall_name(text: &Folded, at: usize, to: usize, leads: bool) -> Option<(Opens, usize)> {
    if !text.has(at, "recall") || (at > 0 && text.at(at - 1).is_some_and(char::is_alphanumeric)) {
        return None;
    }
    const NAMES: [(&[&str], Line); 6] = [
        (&["reasoning"], Line::Reasoning),
        (&["essential", "formula"], Line::Essential),
        (&["bonus", "formula"], Line::Bonus),
        (&["combined", "formula"], Line::Combined),
        (&["final", "score", "calculation"], Line::Calculation),
        (&["final", "score"], Line::Final),
    ];
    let joint = |c: char| matches!(c, '_' | ' ' | '\\');
    for (words, line) in NAMES {
        let mut end = at + "recall".len();
        let whole = words.iter().all(|word| {
            let start = skip(text, end, to, joint);
            let matches = start > end && text.has(start, word);
            end = start + word.len();
            matches
        });
        if !whole {
            continue;
        }
        let next = skip(text, end, to, is_dressing);
        let c = text.at(next).filter(|_| next < to);
        let body = match c {
            Some(':') => next + 1,
            Some('=' | '|') if leads => next,
            None if leads => end,
            _ => return None,
        };
        return Some((Opens::Line(line), body));
    }
    let rest = text.chars.get(at + "recall".len()..).unwrap_or_default();
    let cut = leads
        && rest.first().is_some_and(|c| matches!(c, '_' | '\\'))
        && rest.iter().take(40).all(|c| joint(*c) || c.is_ascii_alphabetic())
        && rest.len() < 40;
    cut.then_some((Opens::Line(Line::Cut), to))
}

/// Where the text of a line begins, behind its list, heading, quote, bold or table marks and a `RECALL_Reasoning`.
pub(super) fn lead(text: &Folded, from: usize, to: usize) -> usize {
    let mark = |c: char| {
        matches!(
            c,
            ' ' | '-'
                | '*'
                | '•'
                | '·'
                | '+'
                | '>'
                | '#'
                | '|'
                | '_'
                | '`'
                | '~'
                | '"'
                | '◦'
                | '▪'
                | '–'
                | '—'
                | '('
                | ')'
                | '.'
                | '\\'
                | '✅'
                | '❌'
                | '\u{feff}'
                | '\u{200b}'
                | '{'
                | ','
        ) || c.is_ascii_digit()
    };
    skip(text, from, to, mark)
}

/// Whether a table cell begins at `at`, on a line that is a table's.
fn is_cell(text: &Folded, at: usize, from: usize) -> bool {
    let mut before = at;
    while before > from && text.at(before - 1).is_some_and(is_dressing) {
        before -= 1;
    }
    before > from
        && text.at(before - 1) == Some('|')
        && text.at(skip(text, from, at, |c| c == ' ')) == Some('|')
}

fn cells(text: &Folded, from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut start = skip(text, from, to, |c| c == ' ');
    if text.at(start) == Some('|') {
        start += 1;
    }
    let mut cells = Vec::new();
    let first = start;
    for at in first..to {
        if text.at(at) == Some('|') && at.checked_sub(1).and_then(|before| text.at(before)) != Some('\\') {
            cells.push((start, at));
            start = at + 1;
        }
    }
    cells.push((start, to));
    cells
}

/// Whether a row of an HTML table is its head: all its cells are, or one is called "Score" and none holds a number
/// as a score would be written.
fn is_head(text: &Folded, from: usize, to: usize) -> bool {
    let starts = || (from..to).filter_map(|at| text.html_cell(at));
    let cells = cells(text, from, to);
    let named = |(from, to): &(usize, usize)| score::label_share(text, *from, *to) == 100;
    let number =
        |(from, to): &(usize, usize)| matches!(score::mark(text, *from, *to), Some((Mark::Number { .. }, _)));
    cells.len() > 1 && (starts().all(|head| head) || cells.iter().any(named) && !cells.iter().any(number))
}

/// The column whose head is a score label, or begins or ends with one; of several the last, but a head that is
/// nothing else comes before "Reasons for the score". With the scale that the head names.
fn score_column(text: &Folded, from: usize, to: usize) -> Option<(usize, Option<Scale>)> {
    let heads = cells(text, from, to).into_iter().enumerate();
    let share = |(_, (from, to)): &(usize, (usize, usize))| score::label_share(text, *from, *to);
    let best = heads.max_by_key(share).filter(|head| share(head) > 0)?;
    let (column, (from, to)) = best;
    Some((column, score::head_scale(text, from, to)))
}

/// A heading of totals: what follows belongs to no passage.
fn is_closing_heading(text: &Folded, from: usize, to: usize) -> bool {
    let start = skip(text, from, to, |c| c == ' ');
    if text.at(start) != Some('#') {
        return false;
    }
    let heading: String = text.chars.get(start..to).unwrap_or_default().iter().collect();
    let totals = [
        "calculation",
        "formula",
        "final",
        "overall",
        "total",
        "summary",
        "計算",
        "计算",
        "總",
        "总",
        "最終",
        "最终",
        "公式",
    ];
    totals.iter().any(|word| heading.contains(word))
}

fn emphasis_before(text: &Folded, at: usize) -> usize {
    let mut count = 0;
    while at > count && text.at(at - count - 1).is_some_and(|c| matches!(c, '*' | '_')) {
        count += 1;
    }
    count
}

fn skip(text: &Folded, mut at: usize, to: usize, what: impl Fn(char) -> bool) -> usize {
    while at < to && text.at(at).is_some_and(&what) {
        at += 1;
    }
    at
}

fn is_dressing(c: char) -> bool {
    matches!(c, ' ' | '*' | '_' | '`' | '"' | '\\')
}
