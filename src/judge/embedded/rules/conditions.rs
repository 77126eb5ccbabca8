//! The same condition or reason the other way round: "unless autosave is off" against "even if autosave is off", "despite
//! the rain" against "because of the rain". The words are the same; what joins them says the contrary.

use super::negation::is_negator;
use super::{Conflict, Rule, Side};
use crate::text::words::Key;

/// How a clause or a phrase is joined to the rest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    If,
    OnlyIf,
    EvenIf,
    Unless,
    Because,
    Despite,
}

impl Joint {
    fn excludes(self, other: Self) -> bool {
        use Joint::{Because, Despite, EvenIf, If, OnlyIf, Unless};
        const CONTRARY: &[(Joint, Joint)] = &[
            (Unless, EvenIf),
            (Unless, If),
            (Unless, OnlyIf),
            (OnlyIf, EvenIf),
            (Because, Despite),
        ];
        CONTRARY.contains(&(self, other)) || CONTRARY.contains(&(other, self))
    }
}

/// A condition or a reason: how it is joined, what it says, and its words as they stand.
struct Joined {
    joint: Joint,
    keys: Vec<Key>,
    shown: String,
}

/// So many content words of it are compared.
const WORDS: usize = 6;

pub(super) fn conflict(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    // "Does not sound unless" is "sounds only if".
    let denied = |side: &Side<'_>| side.tokens.iter().filter(|token| is_negator(token)).count();
    if denied(said) == denied(best) {
        let theirs = joined(best);
        for ours in joined(said) {
            let same = |their: &&Joined| {
                !ours.keys.is_empty() && ours.keys.iter().all(|key| their.keys.contains(key))
            };
            let mut there = theirs.iter().filter(same).peekable();
            let first = there.peek().copied();
            if let Some(their) = first
                && there.all(|their| their.joint.excludes(ours.joint))
            {
                return Some(Conflict {
                    rule: Rule::Opposite,
                    said: ours.shown,
                    stands: their.shown.clone(),
                });
            }
        }
    }
    unspaced(said, best)
}

/// "Unless the door is open" beside "if the door is closed": an opposite within it says the same.
pub(super) fn is_turned(said: &Side<'_>, best: &Side<'_>) -> bool {
    let theirs = joined(best);
    joined(said).iter().any(|ours| {
        theirs.iter().any(|their| {
            let shared = ours.keys.iter().filter(|key| their.keys.contains(key)).count();
            ours.joint.excludes(their.joint) && shared > 0 && shared < ours.keys.len()
        })
    })
}

fn joined(side: &Side<'_>) -> Vec<Joined> {
    let lower = |at: usize| side.tokens.get(at).map_or("", |token| token.lower.as_str());
    (0..side.tokens.len())
        .filter_map(|at| {
            let before = at.checked_sub(1).map_or("", lower);
            let (joint, from) = match lower(at) {
                "unless" => (Joint::Unless, at),
                "if" if before == "even" => (Joint::EvenIf, at - 1),
                "if" if before == "only" => (Joint::OnlyIf, at - 1),
                "if" => (Joint::If, at),
                "because" | "wegen" | "debido" => (Joint::Because, at),
                "due" if lower(at + 1) == "to" => (Joint::Because, at),
                "cause" if before == "à" => (Joint::Because, at - 1),
                "despite" | "trotz" | "malgré" => (Joint::Despite, at),
                "spite" if before == "in" => (Joint::Despite, at - 1),
                "pesar" if before == "a" => (Joint::Despite, at - 1),
                _ => return None,
            };
            let first = side.tokens.get(from)?;
            let mut last = side.tokens.get(at)?;
            let mut keys = Vec::new();
            for token in side.tokens.iter().skip(at + 1) {
                if side.between(last, token).contains([',', ';', ':', '.']) || keys.len() == WORDS {
                    break;
                }
                last = token;
                if token.is_content() {
                    keys.push(token.word.key);
                }
            }
            Some(Joined {
                joint,
                keys,
                shown: side.raw(first.word.range.start..last.word.range.end).to_owned(),
            })
        })
        .collect()
}

/// 儘管下雨 against 因為下雨: the same two characters behind it.
fn unspaced(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    const JOINTS: &[(&str, Joint)] = &[
        ("除非", Joint::Unless),
        ("即使", Joint::EvenIf),
        ("如果", Joint::If),
        ("只有在", Joint::OnlyIf),
        ("因為", Joint::Because),
        ("因为", Joint::Because),
        ("由於", Joint::Because),
        ("由于", Joint::Because),
        ("儘管", Joint::Despite),
        ("尽管", Joint::Despite),
    ];
    /// So many characters behind it are the same.
    const ALIKE: usize = 2;
    let all = |side: &Side<'_>| -> Vec<(Joint, String, String)> {
        let found = JOINTS.iter().flat_map(|(word, joint)| {
            side.text.match_indices(word).map(|(at, word)| {
                let behind = side.text.get(at + word.len()..).unwrap_or_default();
                let front: String = behind.chars().take(ALIKE).collect();
                (*joint, format!("{word}{front}"), front)
            })
        });
        found.collect()
    };
    let theirs = all(best);
    all(said).into_iter().find_map(|(joint, shown, front)| {
        let (_, there, _) = theirs
            .iter()
            .find(|(their, _, their_front)| *their_front == front && joint.excludes(*their))?;
        let whole = front.chars().count() == ALIKE;
        whole.then(|| Conflict {
            rule: Rule::Opposite,
            said: shown,
            stands: there.clone(),
        })
    })
}
