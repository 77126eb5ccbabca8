//! What a judge says of a passage beside its score: in front of the label, or behind the score where it came first.
//!
//! The text stays as it was written. Only what belongs to the marker, to the label or to the totals at the end is left
//! out; and the tags of a reply that is HTML itself, which [`Folded::tag_in_front`] tells.

use super::sections::{Opens, Section};
use crate::reply::folded::Folded;
use crate::reply::score::Marked;

/// The reasoning of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reasoning {
    /// As written, trimmed; empty when there is none.
    pub text: String,
    /// A blank line parts it from the score in front of it: it may speak of all passages.
    pub apart: bool,
}

/// Reads the reasoning around a score. `html`: the reply is HTML, so its tags are no part of what it says.
pub(super) fn read(text: &Folded, section: &Section, scored: Option<&Marked>, html: bool) -> Reasoning {
    let limit = section.row_end.map_or(section.end, |row| row.min(section.end));
    // In a table the score may stand in front of the passage.
    let scored = scored.filter(|marked| marked.label >= section.body);
    let Some(marked) = scored else {
        let front = text.text(opening(text, section, limit), limit, html);
        return Reasoning {
            text: trimmed(without_closing(&front)).to_owned(),
            apart: false,
        };
    };
    let label = marked.label.min(limit);
    // "<score>4</score>"
    let tag = label > section.body && text.at(label - 1) == Some('<');
    let end = before_label(text, section.body, label - usize::from(tag), html);
    let front = text.text(opening(text, section, end), end, html);
    let front = trimmed(without_lead_in(&front));
    let (behind, apart) = behind(&text.text(marked.end.min(limit), limit, html));
    let explains = section.row_end.is_none() && begins_with_reason(&behind);
    let (text, apart) = match (front.chars().any(char::is_alphanumeric), explains) {
        (true, true) => (format!("{front}\n{behind}"), false),
        (true, false) => (front.to_owned(), false),
        (false, _) if behind.is_empty() => (front.to_owned(), false),
        (false, _) => (behind, apart && !explains),
    };
    Reasoning { text, apart }
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '|')
}

/// Where the text begins: behind the emphasis that closes the marker's.
fn opening(text: &Folded, section: &Section, end: usize) -> usize {
    let mut body = section.body;
    if let Opens::Passage { emphasis, .. } = section.opens {
        let close = body.saturating_add(emphasis).min(end);
        while body < close && matches!(text.at(body), Some('*' | '_')) {
            body += 1;
        }
    }
    body.min(end)
}

/// Where the text ends in front of a label: without the marks that touch the label, and those that stand alone in front
/// of it.
fn before_label(text: &Folded, body: usize, label: usize, html: bool) -> usize {
    let mark = |c: char| {
        matches!(
            c,
            '*' | '_' | '`' | '#' | '>' | '|' | '(' | '-' | '–' | '—' | '•' | '"' | '{' | '\\'
        )
    };
    // A tag that is part of what is said stands as it was written.
    let shown = |at: usize| match (text.at(at), text.original.get(at)) {
        (Some(' ' | '\n' | '|'), Some(c)) if !html && c.is_ascii_graphic() => Some(*c),
        (folded, _) => folded,
    };
    let back = |mut end: usize, what: &dyn Fn(char) -> bool| {
        while end > body && shown(end - 1).is_some_and(what) {
            end -= 1;
        }
        end
    };
    let blank = |c: char| c == ' ';
    // A tag, a quotation or a rule of its own ends in such a mark as well.
    let touching = |c: char| mark(c) && (html || !matches!(c, '>' | '"' | '-'));
    let mut end = back(label, &touching);
    loop {
        let word = back(end, &blank);
        let start = back(word, &mark);
        let alone = start == body || shown(start - 1).is_none_or(char::is_whitespace);
        if start == word || !alone {
            return word;
        }
        end = start;
    }
}

/// Without the words that lead to the label: "Final" score, "The" score, "I give a" score.
fn without_lead_in(front: &str) -> &str {
    const WORDS: [&str; 26] = [
        "the",
        "my",
        "a",
        "this",
        "its",
        "i",
        "we",
        "give",
        "gives",
        "assign",
        "final",
        "passage",
        "essential",
        "bonus",
        "recall",
        "so",
        "therefore",
        "thus",
        "hence",
        "and",
        "最終",
        "最终",
        "因此",
        "所以",
        "我",
        "故",
    ];
    let start = front
        .rfind([
            '\n', '.', '!', '?', ':', ';', ',', '。', '！', '？', '：', '；', '，',
        ])
        .map_or(0, |at| {
            at + front
                .get(at..)
                .and_then(|c| c.chars().next())
                .map_or(1, char::len_utf8)
        });
    let clause = front.get(start..).unwrap_or_default();
    let word = |word: &str| WORDS.contains(&word.to_lowercase().as_str());
    let mut words = clause
        .split(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '#' | '-'))
        .filter(|word| !word.is_empty())
        .peekable();
    if clause.len() < 60 && words.peek().is_some() && words.all(word) {
        let kept = front.get(..start).unwrap_or_default();
        return kept.trim_end_matches([',', '，', ' ']);
    }
    front
}

/// The text behind a score, and whether a blank line parts the two.
fn behind(text: &str) -> (String, bool) {
    let closer = |c: char| {
        matches!(
            c,
            '*' | '_' | '`' | ')' | ']' | '}' | '$' | '"' | '）' | '」' | '』'
        )
    };
    let separator = |c: char| {
        matches!(
            c,
            ' ' | '\t'
                | '.'
                | ','
                | ';'
                | ':'
                | '-'
                | '–'
                | '—'
                | '|'
                | '='
                | '→'
                | '。'
                | '，'
                | '；'
                | '：'
                | '、'
        )
    };
    let line = without_unit(without_tag_end(text.trim_start_matches(closer))).trim_start_matches(separator);
    // "**Score: 5.** The year"
    let emphasis = line.trim_start_matches(['*', '_', '`']);
    let line = if emphasis.starts_with(char::is_whitespace) {
        emphasis
    } else {
        line
    };
    let body = line.trim_start();
    let gap = line.get(..line.len() - body.len()).unwrap_or_default();
    let apart = gap.matches('\n').count() > 1;
    let body = trimmed(without_closing(without_totals(body, apart)));
    let body = match body.strip_suffix([')', '）']) {
        Some(inner)
            if body.starts_with(['(', '（'])
                && !inner.get(1..).is_some_and(|rest| rest.contains(['(', '（'])) =>
        {
            inner.trim_start_matches(['(', '（'])
        }
        // The one that "(Score: 4, …" opened.
        Some(inner) if !body.contains(['(', '（']) => inner,
        _ => body,
    };
    if body.chars().any(char::is_alphanumeric) {
        (body.to_owned(), apart)
    } else {
        (String::new(), false)
    }
}

/// Without the end of the tag around a score: "</score>".
fn without_tag_end(text: &str) -> &str {
    let name = text.strip_prefix("</").and_then(|rest| rest.split_once('>'));
    let named = name.filter(|(name, _)| name.len() <= 20 && name.chars().all(|c| c.is_ascii_alphanumeric()));
    named.map_or(text, |(_, rest)| rest)
}

/// Without the unit behind a score: "4 points", "4 分".
fn without_unit(text: &str) -> &str {
    let bare = text.trim_start_matches(' ');
    let units = ["points", "point", "pts", "分", "點", "点"];
    let behind = units.iter().find_map(|unit| bare.strip_prefix(unit));
    behind
        .filter(|rest| !rest.starts_with(char::is_alphanumeric))
        .unwrap_or(text)
}

/// Without what follows a rule, or a paragraph that begins with a total. `blank`: a blank line stands in front of it.
fn without_totals(text: &str, mut blank: bool) -> &str {
    const TOTALS: [&str; 12] = [
        "total",
        "overall",
        "final",
        "sum of",
        "in total",
        "in summary",
        "calculation",
        "總",
        "总",
        "最終",
        "最终",
        "合計",
    ];
    let begins = |head: &str, total: &&str| {
        let rest = head.strip_prefix(total);
        rest.is_some_and(|rest| !(total.is_ascii() && rest.starts_with(|c: char| c.is_alphanumeric())))
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches(|c: char| {
            c.is_whitespace() || matches!(c, '*' | '_' | '#' | '>' | '-' | '•')
        });
        if bare.is_empty() {
            // A rule.
            if line.trim().len() >= 3 {
                break;
            }
            blank = true;
        } else {
            let head: String = bare.chars().take(20).flat_map(char::to_lowercase).collect();
            if blank && TOTALS.iter().any(|total| begins(&head, total)) {
                break;
            }
            blank = false;
        }
        at += line.len();
    }
    text.get(..at).unwrap_or(text)
}

/// Without the last lines where they are headings of what follows: "Scores:", "## Scores", "---".
fn without_closing(text: &str) -> &str {
    let mut kept = text.trim_end();
    while let Some((before, line)) = kept.rsplit_once('\n') {
        let line = line.trim();
        let bare = line.trim_end_matches(['*', '_', ' ']);
        let rule = line.len() >= 3 && line.chars().all(|c| matches!(c, '-' | '*' | '_' | '='));
        if !(rule || line.starts_with('#') || (bare.len() <= 60 && bare.ends_with([':', '：']))) {
            break;
        }
        kept = before.trim_end();
    }
    kept
}

/// Whether a text says of itself that it is the reason: "Reason: …", "**Justification** …", "理由：…".
fn begins_with_reason(text: &str) -> bool {
    const WORDS: [&str; 16] = [
        "reason",
        "rationale",
        "justification",
        "explanation",
        "analysis",
        "why",
        "because",
        "comment",
        "evidence",
        "理由",
        "說明",
        "说明",
        "原因",
        "解釋",
        "解释",
        "分析",
    ];
    let bare = text
        .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '#' | '-' | '•' | '>'));
    let head: String = bare.chars().take(16).flat_map(char::to_lowercase).collect();
    WORDS.iter().any(|word| head.starts_with(word))
}
