//! Ranks in words: "finished first" where the source has "finished fourth".

use super::{Conflict, Rule, Side};
use crate::text::words::Key;

/// In their order, the languages side by side.
const RANKS: &[&[&str]] = &[
    &[
        "first",
        "erster",
        "erste",
        "ersten",
        "premier",
        "première",
        "primero",
        "primera",
    ],
    &[
        "second",
        "zweiter",
        "zweite",
        "zweiten",
        "deuxième",
        "segundo",
        "segunda",
    ],
    &[
        "third",
        "dritter",
        "dritte",
        "dritten",
        "troisième",
        "tercero",
        "tercera",
    ],
    &[
        "fourth",
        "vierter",
        "vierte",
        "vierten",
        "quatrième",
        "cuarto",
        "cuarta",
    ],
    &[
        "fifth",
        "fünfter",
        "fünfte",
        "fünften",
        "cinquième",
        "quinto",
        "quinta",
    ],
    &[
        "sixth", "sechster", "sechste", "sechsten", "sixième", "sexto", "sexta",
    ],
    &[
        "seventh",
        "siebter",
        "siebte",
        "siebten",
        "septième",
        "séptimo",
        "séptima",
    ],
    &[
        "eighth",
        "achter",
        "achte",
        "achten",
        "huitième",
        "octavo",
        "octava",
    ],
    &[
        "ninth",
        "neunter",
        "neunte",
        "neunten",
        "neuvième",
        "noveno",
        "novena",
    ],
    &[
        "tenth", "zehnter", "zehnte", "zehnten", "dixième", "décimo", "décima",
    ],
];

/// A rank with the words beside it.
struct Ranked {
    rank: usize,
    at: usize,
    before: Option<Key>,
    behind: Option<Key>,
}

/// Each side names one rank, of the same, and it is another one.
pub(super) fn conflict(said: &Side<'_>, stands: &[Side<'_>]) -> Option<Conflict> {
    let [our] = ranks(said).try_into().ok()?;
    let all: Vec<(&Side<'_>, Vec<Ranked>)> = stands.iter().map(|side| (side, ranks(side))).collect();
    if all
        .iter()
        .any(|(_, ranks)| ranks.iter().any(|their| their.rank == our.rank))
    {
        return None;
    }
    let (side, ranks) = all.first()?;
    let [their] = ranks.as_slice() else {
        return None;
    };
    let same = |ours: Option<Key>, theirs: Option<Key>| ours.is_some() && ours == theirs;
    let word = |side: &Side<'_>, at: usize| {
        let token = side.tokens.get(at)?;
        Some(side.raw(token.word.range.clone()).to_owned())
    };
    (same(our.before, their.before) || same(our.behind, their.behind)).then_some(())?;
    Some(Conflict {
        rule: Rule::Number,
        said: word(said, our.at)?,
        stands: word(side, their.at)?,
    })
}

fn ranks(side: &Side<'_>) -> Vec<Ranked> {
    let beside = |at: Option<usize>| {
        let token = at.and_then(|at| side.tokens.get(at))?;
        token.is_content().then_some(token.word.key)
    };
    let rank = |lower: &str| RANKS.iter().position(|words| words.contains(&lower));
    let tokens = side.tokens.iter().enumerate();
    tokens
        .filter_map(|(at, token)| {
            Some(Ranked {
                rank: rank(&token.lower)?,
                at,
                before: beside(at.checked_sub(1)),
                behind: beside(Some(at + 1)),
            })
        })
        .collect()
}
