//! Lines in which a judge adds up for itself: "Essential score: 3.5", "Bonus total = 0", "最終分數：3.5". They are its
//! arithmetic, never the score of the passage that they happen to stand behind.

use super::sections::kind_at;
use crate::evaluation::PassageKind;
use crate::reply::folded::Folded;
use crate::reply::score::number;

/// What a line of totals is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Total {
    /// The passages of one kind, or all.
    pub kind: Option<PassageKind>,
    /// It can't be one passage's: it is called an average or a sum, or is worked out.
    pub whole: bool,
    /// It is called a score.
    pub scored: bool,
    /// It is called final or overall and no more: as a passage's own last word may be.
    pub last_word: bool,
}

/// What a word says of the number behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    /// It is added up.
    Whole,
    /// It is the last word.
    Last,
    /// It is a score.
    Score,
    /// Nothing.
    Little,
}

const WORDS: [(Says, &str); 4] = [
    (
        Says::Whole,
        " total totals average averages averaged avg mean sum subtotal weighted combined aggregate aggregated \
         contribution component formula calculation calculated capped computed result ",
    ),
    (Says::Last, " final overall recall "),
    (Says::Score, " score scores scored rating ratings "),
    (
        Says::Little,
        " the so for of on all thus therefore then hence and my our a is are was this gives in part portion value \
         point points passage passages section with as ",
    ),
];

/// The same in languages that are written without spaces; longer ones first.
const RUNS: [(Says, &str); 26] = [
    (Says::Whole, "總"),
    (Says::Whole, "总"),
    (Says::Whole, "平均"),
    (Says::Whole, "合計"),
    (Says::Whole, "合计"),
    (Says::Whole, "小計"),
    (Says::Whole, "小计"),
    (Says::Whole, "加權"),
    (Says::Whole, "加权"),
    (Says::Whole, "綜合"),
    (Says::Whole, "综合"),
    (Says::Last, "最終"),
    (Says::Last, "最终"),
    (Says::Last, "最後"),
    (Says::Score, "得分"),
    (Says::Score, "分數"),
    (Says::Score, "分数"),
    (Says::Score, "評分"),
    (Says::Score, "评分"),
    (Says::Little, "段落"),
    (Says::Little, "部分"),
    (Says::Little, "分"),
    (Says::Little, "項"),
    (Says::Little, "的"),
    (Says::Little, "為"),
    (Says::Little, "是"),
];

/// As long a name as a total has.
const LONGEST: usize = 80;

/// The total that a line, whose text begins at `at`, names and gives.
pub(super) fn on_line(text: &Folded, at: usize, to: usize) -> Option<Total> {
    let limit = to.min(at.saturating_add(LONGEST));
    let mut total = Total {
        kind: None,
        whole: false,
        scored: false,
        last_word: false,
    };
    let (mut at, mut joined, mut named) = (at, false, false);
    while at < limit {
        let c = text.at(at)?;
        if matches!(c, ':' | '=' | '|' | '→' | '⇒') && named {
            // A cell, a separator: the number follows.
            let works = amount(text, at + 1, to)?;
            total.whole |= works;
            return (total.kind.is_some() || total.whole || total.last_word).then_some(total);
        }
        if c.is_numeric() || matches!(c, '$') || (c == '(' && text.at(at + 1).is_some_and(char::is_numeric)) {
            // "the essential score is 3.5", "Essential score 3.5"; but "Essential 1" is a passage.
            let works = amount(text, at, to)?;
            total.whole |= works;
            let names = total.kind.is_some() || total.whole || total.last_word;
            return (joined && names).then_some(total);
        }
        if !c.is_alphabetic() {
            if !matches!(
                c,
                ' ' | '*'
                    | '_'
                    | '`'
                    | '('
                    | ')'
                    | '-'
                    | '–'
                    | '—'
                    | ','
                    | '，'
                    | '\''
                    | '"'
                    | '+'
                    | '&'
                    | '、'
            ) {
                return None;
            }
            at += 1;
            continue;
        }
        if let Some((kind, end)) = kind_at(text, at)
            && !(c.is_ascii() && text.at(end).is_some_and(char::is_alphanumeric))
        {
            // "Essential + bonus = 4" is about both.
            total.whole |= total.kind.is_some_and(|before| before != kind);
            total.kind.get_or_insert(kind);
            (at, named, joined) = (end, true, false);
            continue;
        }
        let (says, end) = word(text, at, limit)?;
        match says {
            Says::Whole => total.whole = true,
            Says::Last => total.last_word = true,
            Says::Score => total.scored = true,
            Says::Little => {}
        }
        let spoken: String = text.chars.get(at..end).unwrap_or_default().iter().collect();
        joined = says == Says::Score
            || matches!(
                spoken.as_str(),
                "is" | "are" | "was" | "of" | "gives" | "為" | "是" | "分"
            );
        named |= says != Says::Little;
        at = end;
    }
    None
}

fn word(text: &Folded, at: usize, to: usize) -> Option<(Says, usize)> {
    if let Some((says, run)) = RUNS.iter().find(|(_, run)| text.has(at, run)) {
        return Some((*says, at + run.chars().count()));
    }
    let rest = text.chars.get(at..to)?;
    let length = rest.iter().take_while(|c| c.is_ascii_alphabetic()).count();
    let word: String = rest.iter().take(length).collect();
    let known = |(_, words): &&(Says, &str)| words.split(' ').any(|known| known == word);
    let (says, _) = WORDS.iter().find(known).filter(|_| length > 0)?;
    Some((*says, at + length))
}

/// Whether an amount stands from `at` to the end of the line, and if so whether it is worked out there:
/// `(4 + 3) / 2 = 3.5`.
pub(super) fn amount(text: &Folded, at: usize, to: usize) -> Option<bool> {
    let first = (at..to).find(|at| text.at(*at).is_some_and(char::is_alphanumeric))?;
    let (_, end) = number(text, first, to)?;
    let rest = text.chars.get(end..to).unwrap_or_default();
    let next = rest.iter().find(|c| !matches!(c, ' ' | '*' | '_' | ')'));
    let works = matches!(next, Some('+' | '=' | '×' | '÷'));
    let over = next == Some(&'/') && rest.contains(&'=');
    Some(works || over)
}
