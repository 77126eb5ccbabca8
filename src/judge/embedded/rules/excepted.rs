//! What a sentence leaves out: "open every day except Friday". Of the thing left out the contrary holds, and whether a
//! statement says that contrary is more than matching can tell: it is a place to look.

use super::{Conflict, Rule, Side, Token};

/// They leave out what stands behind them.
const EXCEPT: &[&str] = &[
    "except",
    "excepting",
    "excluding",
    "außer",
    "ausgenommen",
    "sauf",
    "excepté",
    "hormis",
    "excepto",
    "salvo",
    "exceto",
    "eccetto",
    "tranne",
    "behalve",
    "utom",
    "undtagen",
    "unntatt",
    "oprócz",
    "кроме",
];
/// They do so behind one of [`ALL`]; else they add: "besides French she speaks German".
const BEYOND: &[&str] = &["but", "besides", "bar", "save"];
/// The same, of two words.
const BEYOND_PAIRS: &[(&str, &str)] = &[("other", "than"), ("apart", "from"), ("aside", "from")];
const ALL: &[&str] = &[
    "all",
    "every",
    "everyone",
    "everybody",
    "everything",
    "everywhere",
    "each",
    "any",
    "anyone",
    "anything",
    "no",
    "nobody",
    "none",
    "nothing",
    "nowhere",
    "daily",
    "always",
];

/// So many words behind it are what is left out.
const REACH: usize = 6;

/// What the statement names of what the best sentence leaves out.
pub(super) fn conflict(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    spaced(said, best).or_else(|| unspaced(said, best))
}

/// Where a word leaves out what follows, and how many words it has.
fn excepts(side: &Side<'_>, at: usize) -> Option<usize> {
    let word = |at: usize| side.tokens.get(at).map_or("", |token| token.lower.as_str());
    if EXCEPT.contains(&word(at)) {
        return Some(1);
    }
    let pair = BEYOND_PAIRS.contains(&(word(at), word(at + 1)));
    let single = BEYOND.contains(&word(at));
    let front = side.tokens.get(..at).unwrap_or_default();
    // "All but two" right behind it, "every day besides Friday" further on.
    let all = |token: &Token| ALL.contains(&token.lower.as_str());
    let near = if word(at) == "but" { 2 } else { front.len() };
    // "From May to September, other than on Sundays"
    let added = pair
        && side
            .joint(at)
            .is_some_and(|(_, between, _)| between.contains(','));
    let behind_all = added || front.iter().rev().take(near).any(all) || (pair && side.tokens.iter().any(all));
    ((pair || single) && behind_all).then_some(1 + usize::from(pair))
}

fn spaced(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    if (0..said.tokens.len()).any(|at| excepts(said, at).is_some()) {
        return None;
    }
    (0..best.tokens.len()).find_map(|at| {
        let from = at + excepts(best, at)?;
        let except = best.tokens.get(at)?;
        let last = best.tokens.get(from.checked_sub(1)?)?;
        let own = |token: &&Token| !best.between(last, token).contains([';', ':', '.', '(', ')']);
        let named = best
            .tokens
            .iter()
            .skip(from)
            .take(REACH)
            .take_while(own)
            .take_while(|token| !ends(best, last, token));
        let outside = |token: &Token| {
            let others = best.tokens.iter().enumerate();
            others
                .filter(|(place, _)| *place < at)
                .any(|(_, other)| other.word.key == token.word.key)
        };
        let ours = |left_out: &Token| {
            let mut tokens = said.tokens.iter();
            tokens.find(|token| token.word.key == left_out.word.key)
        };
        named
            .filter(|token| token.is_content() && !outside(token))
            .find_map(|token| {
                let said_of = ours(token)?;
                Some(Conflict {
                    rule: Rule::Word,
                    said: said.raw(said_of.word.range.clone()).to_owned(),
                    stands: best.raw(except.word.range.start..token.word.range.end).to_owned(),
                })
            })
    })
}

/// What is left out ends at a comma before a verb of grammar: "except Friday, is open". A list goes on.
fn ends(side: &Side<'_>, last: &Token, token: &Token) -> bool {
    side.between(last, token).contains([',', '，'])
        && token.word.stop
        && !matches!(token.lower.as_str(), "and" | "or" | "the")
}

/// 週日除外, 除週日外: what stands in front of the one, and between the two of the other. With 也 or 還 it is added instead.
fn unspaced(said: &Side<'_>, best: &Side<'_>) -> Option<Conflict> {
    const MARKS: &[char] = &['，', ',', '。', '；', '、', '（', '：'];
    const ADDS: &[&str] = &["也", "還", "还", "亦", "又", "更", "都有"];
    let text = best.text;
    if said.text.contains('除') {
        return None;
    }
    let left_out = if let Some(at) = text.find("除外") {
        let front = text.get(..at)?;
        let start = front.rfind(MARKS).map_or(0, |mark| {
            mark + front
                .get(mark..)
                .and_then(|rest| rest.chars().next())
                .map_or(0, char::len_utf8)
        });
        front.get(start..)?
    } else {
        let (_, behind) = text.split_once('除')?;
        let behind = behind.strip_prefix('了').unwrap_or(behind);
        let (inside, after) = behind.split_once('外')?;
        if inside.contains(MARKS)
            || inside.chars().count() > 16
            || ADDS.iter().any(|adds| after.contains(adds))
        {
            return None;
        }
        inside.trim_end_matches(['以', '之'])
    };
    let left_out = left_out.trim();
    let named = left_out.chars().count() >= 2 && said.text.contains(left_out);
    named.then(|| Conflict {
        rule: Rule::Word,
        said: left_out.to_owned(),
        stands: if text.contains("除外") {
            format!("{left_out}除外")
        } else {
            format!("除{left_out}")
        },
    })
}
