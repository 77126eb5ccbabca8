//! Two that changed places: "Anna hired Ben" against "Ben hired Anna", "from A to B" against "from B to A".

use super::lexicon::{DOERS, MUTUAL};
use super::{Conflict, Rule, Side, Token};
use crate::text::script::is_unspaced;
use crate::text::words::{Key, Kind};

/// A clause of more words, or characters, than this is not compared piece by piece.
const LONGEST: usize = 40;

pub(super) fn conflicts(said: &Side<'_>, stands: &[Side<'_>]) -> Option<Conflict> {
    stands.iter().find_map(|side| {
        names(said, side)
            .or_else(|| things(said, side))
            .or_else(|| characters(said, side))
            .or_else(|| around(said, side))
    })
}

/// A name: words in upper case that stand together.
struct Name {
    start: usize,
    end: usize,
}

fn all_names(side: &Side<'_>) -> Vec<Name> {
    let mut out: Vec<Name> = Vec::new();
    for (at, token) in side.tokens.iter().enumerate() {
        if token.word.kind != Kind::Word || !token.word.capital || token.word.stop {
            continue;
        }
        let joins = at > 0
            && side.tokens.get(at - 1).is_some_and(|before| {
                side.text.get(before.word.range.end..token.word.range.start) == Some(" ")
            });
        match out.last_mut() {
            Some(last) if joins && last.end == at => last.end = at + 1,
            _ => out.push(Name {
                start: at,
                end: at + 1,
            }),
        }
    }
    out
}

/// Two names around the same verb, the other way round.
fn names(said: &Side<'_>, stands: &Side<'_>) -> Option<Conflict> {
    let ours = all_names(said);
    let theirs = all_names(stands);
    let keys = |side: &Side<'_>, name: &Name| -> Vec<Key> {
        side.tokens
            .get(name.start..name.end)
            .unwrap_or_default()
            .iter()
            .map(|token| token.word.key)
            .collect()
    };
    let find = |key: &[Key]| {
        theirs
            .iter()
            .find(|name| keys(stands, name).iter().any(|other| Some(other) == key.last()))
    };
    ours.iter().zip(ours.iter().skip(1)).find_map(|(first, second)| {
        let (a, b) = (find(&keys(said, first))?, find(&keys(said, second))?);
        let turned = b.end <= a.start;
        let (from, to) = if turned { (b, a) } else { (a, b) };
        let gap = said.tokens.get(first.end..second.start)?;
        let their_gap = stands.tokens.get(from.end..to.start)?;
        // In the source the second one comes first and the verb goes the same way; or only the verb goes the other way.
        let same_way = if turned {
            has(gap, DOERS) == has(their_gap, DOERS)
        } else {
            passive(gap) == passive(their_gap)
        };
        if turned != same_way {
            return None;
        }
        let verb = gap
            .iter()
            .filter(|token| token.is_content())
            .find(|token| their_gap.iter().any(|other| other.word.key == token.word.key))?;
        let plain = !has(gap, MUTUAL) && !has(their_gap, MUTUAL) && !MUTUAL.contains(&verb.lower.as_str());
        (gap.len() <= 8 && their_gap.len() <= 8 && plain).then(|| {
            let whole = |side: &Side<'_>, from: usize, to: usize| {
                let start = side.tokens.get(from).map_or(0, |token| token.word.range.start);
                let end = side
                    .tokens
                    .get(to.saturating_sub(1))
                    .map_or(0, |token| token.word.range.end);
                side.raw(start..end).to_owned()
            };
            Conflict {
                rule: Rule::Swap,
                said: whole(said, first.start, second.end),
                stands: whole(stands, from.start, to.end),
            }
        })
    })
}

/// "was hired by"
fn passive(tokens: &[Token]) -> bool {
    const BEING: &[&str] = &[
        "is", "was", "are", "were", "been", "being", "wurde", "wird", "fue", "été",
    ];
    has(tokens, BEING) && has(tokens, DOERS)
}

fn has(tokens: &[Token], list: &[&str]) -> bool {
    tokens.iter().any(|token| list.contains(&token.lower.as_str()))
}

/// The same content words in a row, two pieces of them exchanged.
fn things(said: &Side<'_>, stands: &Side<'_>) -> Option<Conflict> {
    let content = |side: &Side<'_>| -> Vec<(Key, usize, usize)> {
        side.tokens
            .iter()
            .filter(|token| token.is_content() && !matches!(token.word.kind, Kind::Pair | Kind::LightPair))
            .map(|token| (token.word.key, token.word.range.start, token.word.range.end))
            .collect()
    };
    let (ours, theirs) = (content(said), content(stands));
    let keys: Vec<Key> = ours.iter().map(|(key, ..)| *key).collect();
    if keys.len() < 2 || keys.len() > LONGEST || has(&said.tokens, MUTUAL) {
        return None;
    }
    let their_keys: Vec<Key> = theirs.iter().map(|(key, ..)| *key).collect();
    let ways = ["from", "von", "desde", "de", "из", "από", "من"];
    let moving = has(&said.tokens, &ways) && has(&stands.tokens, &ways);
    let (at, length) = exchanged(&keys, &their_keys, moving)?;
    let start = theirs.get(at)?.1;
    let end = theirs.get(at + length - 1)?.2;
    let their_gap: Vec<&Token> = stands
        .tokens
        .iter()
        .filter(|token| token.word.range.start >= start && token.word.range.end <= end)
        .collect();
    let theirs_by = their_gap
        .iter()
        .any(|token| DOERS.contains(&token.lower.as_str()));
    (has(&said.tokens, DOERS) == theirs_by).then(|| Conflict {
        rule: Rule::Swap,
        said: said.text.trim().to_owned(),
        stands: stands.raw(start..end).to_owned(),
    })
}

/// The same characters in a clause of text without spaces, two pieces of them exchanged.
fn characters(said: &Side<'_>, stands: &Side<'_>) -> Option<Conflict> {
    if !said.text.contains(is_unspaced) {
        return None;
    }
    let their: Vec<char> = stands
        .text
        .chars()
        .filter(|c| is_unspaced(*c) || c.is_alphanumeric())
        .take(400)
        .collect();
    said.text
        .split(|c: char| !(is_unspaced(c) || c.is_alphanumeric() || c == ' '))
        .find_map(|clause| {
            let ours: Vec<char> = clause.chars().filter(|c| *c != ' ').collect();
            if ours.len() < 4 || ours.len() > LONGEST || ours.iter().any(|c| "和與及跟、と".contains(*c))
            {
                return None;
            }
            let moving = ours.contains(&'從') || ours.contains(&'从') || ours.contains(&'自');
            let (at, length) = exchanged(&ours, &their, moving)?;
            Some(Conflict {
                rule: Rule::Swap,
                said: clause.trim().to_owned(),
                stands: their.get(at..at + length)?.iter().collect(),
            })
        })
}

/// In text without spaces: a clause X V Y where the source has Y in front of V and X behind it, whatever stands between.
fn around(said: &Side<'_>, stands: &Side<'_>) -> Option<Conflict> {
    /// A clause of more characters has more than one verb.
    const MOST: usize = 24;
    const LEAST: usize = 2;
    let turning = ['被', '由', '和', '與', '及'];
    if !said.text.contains(is_unspaced) || said.text.contains(turning) || stands.text.contains(['被', '由'])
    {
        return None;
    }
    let clause = said
        .text
        .trim()
        .trim_end_matches(|c: char| !is_unspaced(c) || c == '了');
    let edges: Vec<usize> = clause
        .char_indices()
        .map(|(at, _)| at)
        .chain([clause.len()])
        .collect();
    let length = edges.len().checked_sub(1)?;
    if !(3 * LEAST..=MOST).contains(&length) || !clause.chars().all(is_unspaced) {
        return None;
    }
    for from in LEAST..=length - 2 * LEAST {
        for to in from + LEAST..=length - LEAST {
            let (at, end) = (*edges.get(from)?, *edges.get(to)?);
            let (x, v, y) = (clause.get(..at)?, clause.get(at..end)?, clause.get(end..)?);
            let Some((before, behind)) = stands.text.split_once(v) else {
                continue;
            };
            // In one clause of the source as well.
            let marks = ['，', '。', '；', '：', '、'];
            let before = before.rsplit(marks).next().unwrap_or_default();
            let behind = behind.split(marks).next().unwrap_or_default();
            if before.contains(y) && behind.contains(x) && !before.contains(x) && !behind.contains(y) {
                return Some(Conflict {
                    rule: Rule::Swap,
                    said: clause.to_owned(),
                    stands: format!("{before}{v}{behind}"),
                });
            }
        }
    }
    None
}

/// Where in `theirs` the pieces of `ours` stand with two of them exchanged: X V Y against Y V X, with the same around
/// them. V may only be empty where something moves from one to the other.
fn exchanged<T: Copy + Ord>(ours: &[T], theirs: &[T], moving: bool) -> Option<(usize, usize)> {
    let length = ours.len();
    let mut sorted = ours.to_vec();
    sorted.sort_unstable();
    for (at, run) in theirs.windows(length).enumerate() {
        if run == ours {
            return None;
        }
        // Cheap before thorough.
        if !ours.first().is_some_and(|first| run.contains(first)) {
            continue;
        }
        let mut other = run.to_vec();
        other.sort_unstable();
        if other != sorted {
            continue;
        }
        let front = ours.iter().zip(run).take_while(|(a, b)| a == b).count();
        let back = ours
            .iter()
            .rev()
            .zip(run.iter().rev())
            .take_while(|(a, b)| a == b)
            .count();
        let (a, b) = (ours.get(front..length - back)?, run.get(front..length - back)?);
        let n = a.len();
        for x in 1..n {
            for y in 1..=n - x {
                let v = n - x - y;
                let same = b.get(..y) == a.get(n - y..)
                    && b.get(n - x..) == a.get(..x)
                    && b.get(y..y + v) == a.get(x..x + v);
                if same && (v > 0 || moving) {
                    return Some((at, length));
                }
            }
        }
    }
    None
}
