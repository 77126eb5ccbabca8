//! The same in Chinese: 否認, 如果, 打算, 差點 in a clause, of which the other side says the rest.

use crate::judge::embedded::rules::lexicon::denial::NEGATING;
use crate::judge::embedded::rules::{Conflict, Rule, Side};
use crate::text::script::is_unspaced;

const DENIED: &[&str] = &["否認", "否认", "駁斥", "驳斥"];
const CONDITIONS: &[&str] = &[
    "如果", "假如", "倘若", "要是", "萬一", "万一", "是否", "除非", "若",
];
const PLANS: &[&str] = &[
    "計畫", "計劃", "计划", "打算", "預計", "预计", "準備", "准备", "有意", "考慮", "考虑", "希望", "想要",
    "試圖", "试图", "企圖", "企图", "承諾", "承诺", "即將", "即将", "將要", "将要", "將會", "将会", "擬",
    "可能", "或許", "或许", "也許", "也许",
];
const ALMOST: &[&str] = &[
    "差一點",
    "差一点",
    "差點",
    "差点",
    "幾乎",
    "几乎",
    "險些",
    "险些",
    "近乎",
];
/// What says that something is no fact, whatever it is.
const CAREFUL: &[&str] = &[
    "將", "将", "會", "会", "要", "可能", "也許", "或許", "應", "据", "據", "稱", "称", "表示", "聲", "認為",
    "认为", "當", "时", "時",
];
/// In front of or behind them the words above are nouns or parts of others.
const NOUN_BEHIND: &[&str] = &[
    "的", "是", "書", "书", "案", "內", "中", "包括", "已", "於", "由", "了", "好", "完", "到", "金", "義",
    "思", "識", "見",
];
const NOUN_BEFORE: &[char] = &[
    '項', '项', '個', '个', '此', '該', '该', '的', '本', '這', '这', '模', '虛', '虚', '比',
];
/// 主要是
const BEFORE_CONDITION: &[char] = &['主', '需', '重', '只', '必', '首', '宛', '恍'];
/// "Almost all", "almost no": quantities.
const QUANTITY: &[char] = &[
    '所', '每', '全', '都', '沒', '没', '不', '一', '無', '无', '兩', '百',
];
/// Between a hedge and its verb.
const FILL: &[char] = &['將', '将', '要', '會', '会', '在', '就'];

/// So much of a statement, by its pairs of characters, stands in the clause.
const SAME: f64 = 0.75;
/// Fewer pairs say nothing.
const PAIRS: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    /// Somebody says that it is not so.
    Denied,
    /// It hangs on something, or is asked.
    Conditional,
    /// It lies ahead, or nobody is sure.
    Ahead,
    /// It didn't quite happen.
    Almost,
}

/// A clause with such a word.
struct Hedged<'t> {
    mood: Mood,
    word: &'static str,
    before: &'t str,
    behind: &'t str,
}

pub(super) fn conflict(said: &Side<'_>, first: &Side<'_>, beside: &[Side<'_>]) -> Option<Conflict> {
    if !said.text.contains(is_unspaced) {
        return None;
    }
    let ours: Vec<Hedged<'_>> = clauses(said.text).filter_map(hedged).collect();
    let denies = |text: &str| text.contains(NEGATING);
    if ours.is_empty() {
        if denies(said.text) || names_any(said.text) {
            return None;
        }
        return clauses(first.text)
            .filter_map(hedged)
            .find_map(|their| against(said.text, &their, first, beside));
    }
    // "Almost" of what the source says without it.
    let [our] = ours.as_slice() else { return None };
    let soft = |side: &Side<'_>| denies(side.text) || names_any(side.text) || side.text.contains("部分");
    if our.mood != Mood::Almost || soft(first) || beside.iter().any(soft) {
        return None;
    }
    let statement = [our.before, our.behind].concat();
    let clause = clauses(first.text).find(|clause| share(&statement, clause) >= SAME)?;
    Some(Conflict {
        rule: Rule::Hedge,
        said: [our.word, our.behind].concat(),
        stands: clause.to_owned(),
    })
}

/// What the statement says against a clause of the source that doesn't say it as a fact.
fn against(statement: &str, their: &Hedged<'_>, first: &Side<'_>, beside: &[Side<'_>]) -> Option<Conflict> {
    let statement = plain(statement);
    let behind = their.behind.trim_start_matches(FILL);
    let clause = [their.before, their.behind].concat();
    // 委員會 has 會 on both sides.
    let careful = |word: &str| statement.matches(word).count() > clause.matches(word).count();
    if CAREFUL.iter().any(|word| careful(word)) {
        return None;
    }
    let told = match their.mood {
        Mood::Denied => share(&statement, behind) >= SAME,
        Mood::Conditional => share(&statement, &clause) >= SAME && share(&statement, their.before) < SAME,
        Mood::Ahead | Mood::Almost => {
            let start: String = behind.chars().take(2).collect();
            let end: Vec<char> = behind.chars().rev().take(2).collect();
            let end: String = end.into_iter().rev().collect();
            let verb = [start, end]
                .into_iter()
                .find(|verb| verb.chars().count() == 2 && statement.contains(verb.as_str()));
            // Said elsewhere without it.
            let again = verb.as_deref().is_none_or(|verb| {
                first.text.matches(verb).count() > 1 || beside.iter().any(|side| side.text.contains(verb))
            });
            let without = [their.before, behind].concat();
            !again && share(&statement, &clause).max(share(&statement, &without)) >= SAME
        }
    };
    told.then(|| Conflict {
        rule: Rule::Hedge,
        said: statement.trim_end_matches(is_mark).to_owned(),
        stands: [their.word, their.behind].concat(),
    })
}

/// Without what marks that something is over.
fn plain(text: &str) -> String {
    text.replace("已經", "")
        .replace("已经", "")
        .replace(['了', '已'], "")
}

fn is_mark(c: char) -> bool {
    !(is_unspaced(c) || c.is_alphanumeric() || c == ' ')
}

fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| {
        matches!(
            c,
            '，' | '。' | '；' | '！' | '？' | ',' | ';' | '!' | '?' | '\n' | '：'
        )
    })
    .filter(|clause| !clause.trim().is_empty())
}

fn names_any(text: &str) -> bool {
    let mut all = DENIED.iter().chain(CONDITIONS).chain(PLANS).chain(ALMOST);
    all.any(|word| text.contains(word))
}

fn hedged(clause: &str) -> Option<Hedged<'_>> {
    let kinds = [
        (Mood::Denied, DENIED),
        (Mood::Conditional, CONDITIONS),
        (Mood::Ahead, PLANS),
        (Mood::Almost, ALMOST),
    ];
    kinds.into_iter().find_map(|(mood, words)| {
        words.iter().find_map(|word| {
            let (before, behind) = clause.split_once(word)?;
            let noun =
                before.ends_with(NOUN_BEFORE) || NOUN_BEHIND.iter().any(|next| behind.starts_with(next));
            let quantity = mood == Mood::Almost && behind.starts_with(QUANTITY);
            // 若干, 不否認
            let other = before.ends_with(NEGATING)
                || (mood == Mood::Conditional
                    && (behind.starts_with('干') || before.ends_with(BEFORE_CONDITION)));
            // What follows on a condition is another clause.
            let behind = match mood {
                Mood::Conditional => behind.split(['就', '則', '则', '便']).next().unwrap_or(behind),
                _ => behind,
            };
            let fits = !(quantity || other || (mood == Mood::Ahead && noun));
            fits.then_some(Hedged {
                mood,
                word,
                before,
                behind,
            })
        })
    })
}

/// The share of a statement's pairs of characters that stand in a text; nothing of one that is too short.
fn share(statement: &str, text: &str) -> f64 {
    let letters = |text: &str| -> Vec<char> { text.chars().filter(|c| !is_mark(*c) && *c != ' ').collect() };
    let (ours, theirs) = (letters(statement), letters(text));
    let pairs = |letters: &[char]| -> Vec<(char, char)> {
        letters
            .iter()
            .copied()
            .zip(letters.iter().copied().skip(1))
            .collect()
    };
    let (ours, theirs) = (pairs(&ours), pairs(&theirs));
    if ours.len() < PAIRS {
        return 0.0;
    }
    let held = ours.iter().filter(|pair| theirs.contains(pair)).count();
    held as f64 / ours.len() as f64
}
