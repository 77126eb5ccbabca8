//! Quantities in words: "all members" where the source has "some members", "few" where it has "most". What the source says
//! of more holds of less: "some" is no conflict with "all".

use super::{Conflict, Rule, Side};
use crate::text::script::is_unspaced;
use crate::text::words::Key;

/// From little to all.
const WORDS: &[&[&str]] = &[
    &["few", "wenige", "pocos", "pocas", "peu", "pochi", "poche"],
    &[
        "some",
        "several",
        "einige",
        "manche",
        "algunos",
        "algunas",
        "quelques",
        "alcuni",
        "alcune",
        "некоторые",
        "μερικοί",
    ],
    &[
        "many",
        "viele",
        "muchos",
        "muchas",
        "beaucoup",
        "molti",
        "molte",
        "многие",
        "πολλοί",
    ],
    &[
        "most",
        "meisten",
        "mayoría",
        "plupart",
        "большинство",
        "περισσότεροι",
    ],
    &[
        "all", "every", "alle", "todos", "todas", "tous", "toutes", "tutti", "tutte", "все", "όλοι", "όλες",
        "όλα",
    ],
];
/// The same in text without spaces, and in Korean.
const WRITTEN: &[&[&str]] = &[
    &["少數", "少数", "少部分", "소수"],
    &["一些", "有些", "部分", "一部", "일부"],
    &["許多", "许多", "很多", "多くの", "많은"],
    &["大多數", "大多数", "多數", "大部分", "ほとんどの", "대부분"],
    &["所有", "全部", "全體", "全体", "すべての", "全ての", "모든"],
];
const FEW: usize = 0;
const SOME: usize = 1;

/// A quantity with what it counts.
struct Quantity<'t> {
    degree: usize,
    of: Of,
    shown: &'t str,
}

#[derive(PartialEq, Eq)]
enum Of {
    Word(Key),
    Characters(String),
}

pub(super) fn conflicts(said: &Side<'_>, stands: &[Side<'_>]) -> Option<Conflict> {
    let theirs: Vec<Quantity<'_>> = stands.iter().flat_map(quantities).collect();
    quantities(said).into_iter().find_map(|ours| {
        let same: Vec<&Quantity<'_>> = theirs.iter().filter(|their| their.of == ours.of).collect();
        let holds = |their: &&Quantity<'_>| {
            their.degree == ours.degree || (ours.degree != FEW && their.degree > ours.degree)
        };
        if same.iter().copied().any(|their| holds(&their)) {
            return None;
        }
        let other = same
            .first()
            .filter(|their| ours.degree != FEW || their.degree > SOME)?;
        Some(Conflict {
            rule: Rule::Quantity,
            said: ours.shown.to_owned(),
            stands: other.shown.to_owned(),
        })
    })
}

fn quantities<'t>(side: &Side<'t>) -> Vec<Quantity<'t>> {
    let mut out = Vec::new();
    for (at, token) in side.tokens.iter().enumerate() {
        let Some(degree) = WORDS
            .iter()
            .position(|words| words.contains(&token.lower.as_str()))
        else {
            continue;
        };
        // "most of the patients"; "not all members" and "a few" are others.
        let before = at.checked_sub(1).and_then(|at| side.tokens.get(at));
        if before.is_some_and(|before| {
            matches!(
                before.lower.as_str(),
                "not" | "nicht" | "no" | "pas" | "не" | "a" | "the"
            )
        }) {
            continue;
        }
        let behind = side.tokens.get(at + 1..).unwrap_or_default();
        let counted = behind.iter().take(3).find(|next| next.is_content());
        if let Some(counted) = counted {
            out.push(Quantity {
                degree,
                of: Of::Word(counted.word.key),
                shown: side.raw(token.word.range.start..counted.word.range.end),
            });
        }
    }
    for (degree, words) in WRITTEN.iter().enumerate() {
        for word in *words {
            let Some(at) = side.text.find(word) else { continue };
            let before = side.text.get(..at).unwrap_or_default();
            // 大部分 holds 部分.
            if before.ends_with(['不', '非', '大', '少', '絕', '并', '並']) {
                continue;
            }
            let rest = side.text.get(at + word.len()..).unwrap_or_default();
            let lead = rest.len() - rest.trim_start_matches([' ', '的', 'の']).len();
            let counted: String = rest
                .get(lead..)
                .unwrap_or_default()
                .chars()
                .take_while(|c| is_unspaced(*c) || c.is_alphabetic())
                .take(2)
                .collect();
            if counted.chars().count() == 2 {
                let end = at + word.len() + lead + counted.len();
                out.push(Quantity {
                    degree,
                    shown: side.raw(at..end),
                    of: Of::Characters(counted),
                });
            }
        }
    }
    out
}
