//! Recall replies (seed 000): passage segments with their scores and reasoning, and the judge's own formula
//! lines. The rules stand in `metric/rag_recall.rs`; here is only what was written.
//!
//! A reply is a row of *sections* (`sections`): each passage marker and each `RECALL_` line opens one that ends
//! where the next begins. Where a passage has more than one section, the last one with a score counts, as the
//! last score within a section does, and the judge's own totals are the score of none; what a sentence says of scores counts only where none stands behind its label. A
//! reply that is JSON is read by [`keyed`]. What a judge of ours writes, and the short way of reading it, is in [`own`].

mod keyed;
pub mod own;
mod reasoning;
mod sections;
mod stated;
mod totals;

use self::reasoning::Reasoning;
use self::sections::{Line, Opens, Section};
use super::folded::Folded;
use super::json;
use super::score::{self, Called, Mark, Marked};
use super::think;
use crate::evaluation::{PassageId, PassageKind, Reason, Stop};
use crate::stats::rational::Rational;

/// What a recall reply says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecallReading {
    /// One entry for each wanted passage, in the order in which they were wanted.
    pub passages: Vec<PassageReading>,
    /// Passages that the judge scored though they were not given, in the order of the text.
    pub extra: Vec<PassageReading>,
    /// The judge's own totals.
    pub stated: StatedLines,
    /// It came as JSON that had to be mended.
    pub repaired: bool,
}

/// What a reply says of one passage.
#[derive(Clone, Debug, PartialEq)]
pub struct PassageReading {
    /// Which passage.
    pub id: PassageId,
    /// The score as written, checked against the scale of its kind (essential 1–5, bonus 0–5; fractions are
    /// accepted), or why there is none: `Truncated`, `OutOfScale`, `MissingVerdict`, `Unreadable`.
    pub score: Result<Rational, Reason>,
    /// What stands in the score's place as it was written, where it is none: `6`, `80%`. May be empty.
    pub written: String,
    /// The reasoning in front of the score, or behind it, trimmed; empty when there is none.
    pub reasoning: String,
    /// Another score stands in front of this one, which is the last.
    pub scores_differ: bool,
}

/// The judge's own formula lines: the number behind the last `=`, or the one number. `None`: the line is not
/// there, has no number, or is cut off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatedLines {
    /// `RECALL_Essential_Formula`
    pub essential: Option<Rational>,
    /// `RECALL_Bonus_Formula`
    pub bonus: Option<Rational>,
    /// `RECALL_Combined_Formula`
    pub combined: Option<Rational>,
    /// `RECALL_Final_Score_Calculation`
    pub calculation: Option<Rational>,
    /// `RECALL_Final_Score`
    pub final_score: Option<Rational>,
}

/// Reads a recall reply. `wanted` are the passages that were asked for; a reply without a marker is taken for
/// the one wanted passage when `again` is set (a re-ask) and exactly one was wanted.
///
/// # Errors
/// The reply as a whole cannot be read: `EmptyReply` or `Truncated` (blank, or a think part that never closes),
/// `Unreadable` (no passage marker, no `RECALL_` line).
pub fn read(text: &str, stop: Stop, wanted: &[PassageId], again: bool) -> Result<RecallReading, Reason> {
    let cut = stop == Stop::Length;
    let visible = think::visible(text).map_err(|_| Reason::Truncated)?;
    if json::trim(&visible).is_empty() {
        return Err(if cut {
            Reason::Truncated
        } else {
            Reason::EmptyReply
        });
    }
    let mut repaired = false;
    let visible = match keyed::read(&visible, wanted) {
        Some(keyed::Said::Passages(reading)) => return Ok(*reading),
        Some(keyed::Said::Text(text, mended)) => {
            repaired = mended;
            text.into()
        }
        None => visible,
    };
    let mut text = Folded::new(&visible);
    let mut sections = sections::split(&text, false);
    text.escaped = sections
        .iter()
        .any(|section| text.has_named(section.start, section.body));
    let mut found = passages(&text, &sections, wanted, cut);
    if !found.scored() {
        let missing = if cut {
            Reason::Truncated
        } else {
            Reason::MissingVerdict
        };
        if let Some(keyed::Said::Passages(reading)) = keyed::read_within(&visible, wanted) {
            return Ok(*reading);
        }
        if let Some(reading) = keyed::read_closed(&visible, wanted, missing) {
            return Ok(reading);
        }
        let short = sections::split(&text, true);
        let called = passages(&text, &short, wanted, cut);
        if called.names_any() {
            (sections, found) = (short, called);
        }
    }
    if found.is_empty() && again && wanted.len() == 1 {
        let end = sections
            .iter()
            .find(|section| section.is_formula())
            .map_or(text.chars.len(), |s| s.start);
        let section = Section::unmarked(end, end == text.chars.len());
        if let Some(id) = wanted.first() {
            found.add(
                *id,
                read_passage(&text, &section, *id, wanted, cut && section.last, false),
            );
        }
        if !found.scored() && !cut {
            return Err(Reason::Unreadable);
        }
    }
    if found.is_empty() && sections.is_empty() {
        return Err(if cut {
            Reason::Truncated
        } else {
            Reason::Unreadable
        });
    }
    // A name that was cut off in front of all passages is not yet one of a formula.
    let begins = |section: &Section| section.opens == Opens::Line(Line::Cut) && found.is_empty();
    let reached = |section: &Section| section.is_formula() && !begins(section);
    let unreached = cut && !sections.last().is_some_and(reached);
    let missing = if unreached {
        Reason::Truncated
    } else {
        Reason::MissingVerdict
    };
    let mut reading = found.finish(missing, stated::read(&text, &sections, cut));
    reading.repaired = repaired;
    Ok(reading)
}

/// The passages of a reply's sections.
fn passages<'w>(text: &Folded, sections: &[Section], wanted: &'w [PassageId], cut: bool) -> Readings<'w> {
    let html = sections.iter().any(|section| text.tag_in_front(section.start));
    let mut found = Readings::new(wanted);
    let mut read = Vec::new();
    for section in sections {
        if let Opens::Passage { kind, number, .. } = section.opens {
            let id = found.identify(kind, number);
            read.push((
                id,
                read_passage(text, section, id, wanted, cut && section.last, html),
            ));
        }
    }
    without_total(&mut read);
    for (id, passage) in read {
        found.add(id, passage);
    }
    found
}

/// What is called otherwise than the scores in front of it, at the end of the last passage, is the judge's own total:
/// "Final score: 3.5". That passage is asked for again.
fn without_total(read: &mut [(PassageId, Passage)]) {
    let Some(((_, last), before)) = read.split_last_mut() else {
        return;
    };
    let scored = before.iter().filter(|(_, passage)| passage.mentioned);
    let (mut plainly, mut likewise) = (false, false);
    for (_, passage) in scored {
        plainly |= passage.called == Called::Plainly;
        likewise |= passage.called == last.called;
    }
    if plainly && !likewise {
        last.reading.score = last.reading.score.and(Err(Reason::MissingVerdict));
        last.mentioned = false;
    }
}

/// Reads the score and the reasoning of one section.
fn read_passage(
    text: &Folded,
    section: &Section,
    id: PassageId,
    wanted: &[PassageId],
    cut: bool,
    html: bool,
) -> Passage {
    let (body, end) = (section.body, section.end);
    // A number may also stand alone behind the marker, with the reasoning below it.
    let first_line = || {
        let rest = text.chars.get(body..end).unwrap_or_default();
        let text_at = rest.iter().position(|c| !c.is_whitespace())?;
        let length = rest.iter().skip(text_at).position(|c| *c == '\n')?;
        score::last_score(text, body, body + text_at + length, &[])
    };
    let scored = match section.opens {
        Opens::Passage { short: true, .. } => {
            score::score_of_key(text, body, end, &section.cells, !section.no_score_column)
        }
        _ => score::last_score(text, body, end, &section.cells),
    };
    let scored = scored
        .or_else(first_line)
        .or_else(|| score::last_fraction(text, body, end));
    let marked = scored.as_ref().map(|(_, marked)| marked);
    let html = html || marked.is_some_and(|marked| text.tag_in_front(marked.label));
    // Words in the score's place are quoted whole, or all of them are reasoning: "five" is not "ive".
    let whole = marked.map(|marked| marked.with_words(text));
    let reasoning = reasoning::read(text, section, whole.as_ref(), html);
    let called = marked.map_or(Called::Plainly, |marked| {
        let Some(line) = line_of(text, marked.label) else {
            return Called::Plainly;
        };
        let total = totals::on_line(text, sections::lead(text, line.start, line.end), line.end);
        let first = || score::last_score(text, body, line.start, &[]);
        match score::called(text, marked) {
            // "There is no bonus passage. Score: 0"
            _ if total.is_none() => Called::Plainly,
            // "Initial score: 3", "Final score: 4".
            Called::Final if first().is_some_and(|(_, first)| is_first(text, &first)) => Called::Plainly,
            called => called,
        }
    });
    let mentioned = scored.is_some();
    let scores_differ = scored.as_ref().is_some_and(|(score, marked)| {
        score.is_ok_and(|score| score::has_other(text, body, marked.label, score))
    });
    let at = scored.as_ref().map(|(_, marked)| *marked);
    // "E1: Score 5. Passage E2: Score 2.", "E1 is there, and for E2 Score: 2": whose the last one is, is not told.
    let of_another = scored.as_ref().is_some_and(|(score, marked)| {
        let other = score
            .ok()
            .and(sections::last_other(text, body, marked.label, id, wanted));
        other.is_some_and(|other| {
            let between = text.chars.get(other..marked.label).unwrap_or_default();
            let before = || score::last_score(text, body, other, &[]);
            !between
                .iter()
                .any(|c| matches!(c, '\n' | '.' | '。' | ';' | '；' | '!' | '！' | '?' | '？' | ')'))
                || before().is_some_and(|(before, _)| before != *score)
        })
    });
    let score = match scored {
        _ if cut => Err(Reason::Truncated),
        Some(_) if of_another => Err(Reason::MissingVerdict),
        Some((Ok(score), _)) => on_scale(id.kind, score),
        Some((Err(reason), marked)) => Err(if marked.mark == Mark::Word {
            Reason::Unreadable
        } else {
            reason
        }),
        None => Err(Reason::MissingVerdict),
    };
    let Reasoning {
        text: reasoning,
        apart,
    } = reasoning;
    let written = match (score, at) {
        (Err(Reason::OutOfScale | Reason::MissingVerdict | Reason::Unreadable), Some(marked))
            if !of_another =>
        {
            score::as_written(text, &marked)
        }
        _ => String::new(),
    };
    Passage {
        reading: PassageReading {
            id,
            score,
            written,
            reasoning,
            scores_differ,
        },
        mentioned,
        called,
        apart,
    }
}

/// The line that a place stands in, if the place is near its beginning; as far as such a line is read.
fn line_of(text: &Folded, at: usize) -> Option<std::ops::Range<usize>> {
    const NEAR: usize = 200;
    let from = at.saturating_sub(NEAR);
    let before = text.chars.get(from..at)?;
    let start = match before.iter().rposition(|c| *c == '\n') {
        Some(end) => from + end + 1,
        None if from == 0 => 0,
        None => return None,
    };
    let behind = text.chars.get(at..)?.iter().take(NEAR);
    Some(start..at + behind.take_while(|c| **c != '\n').count())
}

/// Whether a score is called one that another may follow.
fn is_first(text: &Folded, marked: &Marked) -> bool {
    let line = line_of(text, marked.label).and_then(|line| text.chars.get(line.start..marked.label));
    let line: String = line.unwrap_or_default().iter().collect();
    ["initial", "first", "prelim", "tentative", "raw", "draft", "初"]
        .iter()
        .any(|word| line.contains(word))
}

/// Essential passages are scored 1–5, bonus passages 0–5. Nothing is clamped.
fn on_scale(kind: PassageKind, score: Rational) -> Result<Rational, Reason> {
    let least = match kind {
        PassageKind::Essential => 1,
        PassageKind::Bonus => 0,
    };
    let scale = Rational::from_integer(least)..=Rational::from_integer(5);
    if scale.contains(&score) {
        Ok(score)
    } else {
        Err(Reason::OutOfScale)
    }
}

/// A passage's section, and whether anything stands there as its score.
struct Passage {
    reading: PassageReading,
    mentioned: bool,
    /// How its score is called.
    called: Called,
    /// The reasoning stands apart ([`Reasoning::apart`]).
    apart: bool,
}

impl Passage {
    /// What a second section says of the same passage. The score is that of the last section that has one. Reasoning
    /// is kept, whichever section it stands in: an analysis and a list of the scores are often two. Only where the
    /// score changed, the reasoning for the old one goes.
    fn and(&mut self, later: Passage) {
        let (old, new) = (&mut self.reading, later.reading);
        let counts = later.mentioned || !self.mentioned;
        let revised = self.mentioned && later.mentioned && old.score != new.score;
        let differ = revised && old.score.is_ok() && new.score.is_ok();
        let silent = new.reasoning.is_empty() || (later.apart && !old.reasoning.is_empty());
        if counts {
            (old.score, old.written) = (new.score, new.written);
        }
        old.scores_differ |= new.scores_differ || differ;
        self.mentioned |= later.mentioned;
        if silent || old.reasoning.ends_with(&new.reasoning) {
            return;
        }
        if revised || old.reasoning.is_empty() || self.apart {
            old.reasoning = new.reasoning;
        } else {
            old.reasoning.push('\n');
            old.reasoning.push_str(&new.reasoning);
        }
        self.apart = later.apart;
    }
}

/// The passages found so far, one for each id.
struct Readings<'w> {
    wanted: &'w [PassageId],
    found: Vec<Passage>,
    places: std::collections::HashMap<PassageId, usize>,
    last: [usize; 2],
}

impl<'w> Readings<'w> {
    fn new(wanted: &'w [PassageId]) -> Self {
        Self {
            wanted,
            found: Vec::new(),
            places: std::collections::HashMap::new(),
            last: [0; 2],
        }
    }

    /// The passage of a marker. Without a number it is the next of its kind: the next one that was wanted, as
    /// long as there is one (in a re-ask not every number is).
    fn identify(&mut self, kind: PassageKind, number: Option<usize>) -> PassageId {
        let [essential, bonus] = &mut self.last;
        let last = match kind {
            PassageKind::Essential => essential,
            PassageKind::Bonus => bonus,
        };
        let next = || {
            let later = self
                .wanted
                .iter()
                .filter(|id| id.kind == kind && id.number > *last);
            later.map(|id| id.number).min().unwrap_or(*last + 1)
        };
        let number = number.unwrap_or_else(next);
        *last = number;
        PassageId { kind, number }
    }

    fn add(&mut self, id: PassageId, passage: Passage) {
        match self.places.get(&id).and_then(|place| self.found.get_mut(*place)) {
            Some(before) => before.and(passage),
            None => {
                self.places.insert(id, self.found.len());
                self.found.push(passage);
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    fn scored(&self) -> bool {
        self.found.iter().any(|passage| passage.mentioned)
    }

    /// Whether something stands as the score of a passage that was wanted.
    fn names_any(&self) -> bool {
        let wanted = |passage: &&Passage| self.wanted.contains(&passage.reading.id);
        self.found
            .iter()
            .filter(|passage| passage.mentioned)
            .any(|passage| wanted(&passage))
    }

    /// Passages that were numbered from 0 get the numbers that they were given, where there is one for each of their kind.
    fn count_from_one(&mut self) {
        for kind in [PassageKind::Essential, PassageKind::Bonus] {
            let wanted = self.wanted.iter().filter(|id| id.kind == kind);
            let (count, last) = (wanted.clone().count(), wanted.map(|id| id.number).max());
            let named = |number| self.places.contains_key(&PassageId { kind, number });
            if last != Some(count) || named(count) || !(0..count).all(named) {
                continue;
            }
            for passage in &mut self.found {
                let id = &mut passage.reading.id;
                // Only what was asked for counts on.
                id.number += usize::from(id.kind == kind && id.number < count);
            }
            let ids = self.found.iter().enumerate();
            self.places = ids.map(|(place, passage)| (passage.reading.id, place)).collect();
        }
    }

    /// The reading; `missing` is why a wanted passage is not there.
    fn finish(mut self, missing: Reason, stated: StatedLines) -> RecallReading {
        self.count_from_one();
        let absent = |id: PassageId| PassageReading {
            id,
            score: Err(missing),
            written: String::new(),
            reasoning: String::new(),
            scores_differ: false,
        };
        let get = |id: &PassageId| self.places.get(id).and_then(|place| self.found.get(*place));
        let passages = self
            .wanted
            .iter()
            .map(|id| get(id).map_or_else(|| absent(*id), |p| p.reading.clone()));
        let passages = passages.collect();
        let wanted: std::collections::HashSet<&PassageId> = self.wanted.iter().collect();
        let extra = |passage: &&Passage| passage.mentioned && !wanted.contains(&passage.reading.id);
        let extra = self
            .found
            .iter()
            .filter(extra)
            .map(|passage| passage.reading.clone())
            .collect();
        RecallReading {
            passages,
            extra,
            stated,
            repaired: false,
        }
    }
}
