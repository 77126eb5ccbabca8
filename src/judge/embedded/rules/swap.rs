//! Two that changed places: "Anna hired Ben" against "Ben hired Anna", "from A to B" against "from B to A".

use super::converses::is_turned as is_converse;
use super::lexicon::roles::{COPULA_CHARACTERS, COPULAS, DOERS, MUTUAL, OBJECT_ARTICLES, OWNED_BY, WAYS};
use super::moved::{is_circumstance, is_german, is_quoted, keeps_its_preposition, preposition};
use super::{Conflict, Rule, Side, Token};
use crate::text::script::{is_hangul, is_hiragana, is_unspaced};
use crate::text::words::{Key, Kind};

/// A clause of more words, or characters, than this is not compared piece by piece.
const LONGEST: usize = 40;

pub(super) fn conflicts(said: &Side<'_>, stands: &[Side<'_>]) -> Option<Conflict> {
    // "Peter mag keinen Fisch" is "Fisch mag Peter nicht".
    let denied_object = |side: &Side<'_>| has(&side.tokens, &["keinen", "keinem"]);
    stands
        .iter()
        .filter(|side| !is_converse(said, side) && denied_object(said) == denied_object(side))
        .find_map(|side| {
            names(said, side)
                .or_else(|| things(said, side))
                .or_else(|| characters(said, side))
                .or_else(|| around(said, side))
                .or_else(|| ways(said, side))
        })
}

/// A name: words in upper case that stand together.
pub(super) struct Name {
    pub start: usize,
    pub end: usize,
}

pub(super) fn all_names(side: &Side<'_>) -> Vec<Name> {
    let mut out: Vec<Name> = Vec::new();
    for (at, token) in side.tokens.iter().enumerate() {
        if token.word.kind != Kind::Word || !token.word.capital || token.word.stop {
            continue;
        }
        let joins = side.joint(at).is_some_and(|(_, between, _)| between == " ");
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
    if is_free(said.text) {
        return None;
    }
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
        if turned != (passive(gap) == passive(their_gap)) {
            return None;
        }
        // "Lee directed the film, which Wong produced"
        let relative = |gap: &[Token]| {
            gap.last()
                .is_some_and(|last| RELATIVES.contains(&last.lower.as_str()))
        };
        if relative(gap) && relative(their_gap) {
            return None;
        }
        // "The opera by Sorel", "Ben, hired by Anna": a doer without a passive, or half of one.
        if [gap, their_gap]
            .iter()
            .any(|gap| has(gap, DOERS) && !passive(gap))
        {
            return None;
        }
        // "Bob's sister Ann" is "Ann, the sister of Bob".
        let owns = |side: &Side<'_>, name: &Name| {
            side.tokens
                .get(name.end - 1)
                .is_some_and(|token| is_genitive(side, token))
        };
        if owns(said, first) != owns(stands, from) && (has(gap, OWNED_BY) || has(their_gap, OWNED_BY)) {
            return None;
        }
        let moved =
            |ours: &Name, theirs: &Name| keeps_its_preposition(said, ours.start, stands, theirs.start);
        if turned && (moved(first, a) || moved(second, b)) {
            return None;
        }
        // "The Filipino population in Canada" and "Canada had a population of Filipinos": other places, not exchanged ones.
        if turned
            && passive(gap) == passive(their_gap)
            && !same_preposition(said, second.start, stands, to.start)
        {
            return None;
        }
        // A name in two places may be meant in either, and "June" did nothing.
        let is_clear = |side: &Side<'_>, name: &Name, names: &[Name]| {
            let key = keys(side, name);
            names
                .iter()
                .filter(|other| keys(side, other).iter().any(|other| key.contains(other)))
                .count()
                == 1
                && !is_circumstance(side, &(name.start..name.end).collect::<Vec<_>>())
        };
        if ![first, second].iter().all(|name| is_clear(said, name, &ours))
            || ![from, to].iter().all(|name| is_clear(stands, name, &theirs))
        {
            return None;
        }
        // What a comma or a bracket sets apart is said of the name beside it: "Ben Lund, the former manager of Port Vale".
        let apart = |side: &Side<'_>, from: usize, to: usize| {
            (from..=to).any(|at| {
                side.joint(at)
                    .is_some_and(|(_, between, _)| between.contains([',', '(', ')', ';', ':', '"']))
            })
        };
        if apart(said, first.end, second.start) != apart(stands, from.end, to.start) {
            return None;
        }
        let verb = gap
            .iter()
            .filter(|token| token.is_content() && !token.is_number() && !is_copula(token, said))
            .find(|token| their_gap.iter().any(|other| other.word.key == token.word.key))?;
        if same_object(said, first.start, stands, a.start) || same_object(said, second.start, stands, b.start)
        {
            return None;
        }
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

const RELATIVES: &[&str] = &["which", "that", "who", "whom"];

fn side_capital(side: &Side<'_>, at: usize) -> bool {
    side.tokens.get(at).is_some_and(|token| token.word.capital)
}

/// "Bob's"
fn is_genitive(side: &Side<'_>, token: &Token) -> bool {
    let raw = side.raw(token.word.range.clone());
    let rest = side.text.get(token.word.range.end..).unwrap_or_default();
    let mark = |text: &str| ["'s", "’s"].iter().any(|end| text.ends_with(end));
    mark(raw) || ["'", "’"].iter().any(|mark| rest.starts_with(mark))
}

fn has(tokens: &[Token], list: &[&str]) -> bool {
    tokens.iter().any(|token| list.contains(&token.lower.as_str()))
}

/// Whether a text is mostly of scripts whose languages show by endings or particles who does what: the order of words
/// says nothing there.
pub(super) fn is_free(text: &str) -> bool {
    let (mut free, mut fixed) = (0_usize, 0_usize);
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        let marked = matches!(c,
            '\u{370}'..='\u{58F}' // Greek, Cyrillic, Armenian
            | '\u{600}'..='\u{77F}' | '\u{8A0}'..='\u{8FF}' // Arabic
            | '\u{900}'..='\u{DFF}' // India
            | '\u{10A0}'..='\u{10FF}' // Georgian
            | '\u{1F00}'..='\u{1FFF}') // Greek with marks
            || is_hangul(c);
        if marked {
            free += 1;
        } else {
            fixed += 1;
        }
    }
    free > fixed
}

/// "A is B" and "B is A" say the same.
fn is_copula(token: &Token, side: &Side<'_>) -> bool {
    // A child in English.
    let plural = token.lower == "son" && has(&side.tokens, &["los", "las", "el", "la", "de"]);
    plural || COPULAS.contains(&token.lower.as_str())
}

/// Both times with the same article of an object: "Den Hund jagt die Katze" is "Die Katze jagt den Hund".
fn same_object(said: &Side<'_>, ours: usize, stands: &Side<'_>, theirs: usize) -> bool {
    let article = |side: &Side<'_>, at: usize| {
        let before = side.tokens.get(at.checked_sub(1)?)?;
        OBJECT_ARTICLES
            .iter()
            .find(|article| **article == before.lower)
            .copied()
    };
    article(said, ours).is_some_and(|before| article(stands, theirs) == Some(before))
}

/// Whether the same preposition stands in front of two pieces, or in front of neither.
fn same_preposition(said: &Side<'_>, ours: usize, stands: &Side<'_>, theirs: usize) -> bool {
    preposition(said, ours) == preposition(stands, theirs)
}

/// The same content words in a row, two pieces of them exchanged.
fn things(said: &Side<'_>, stands: &Side<'_>) -> Option<Conflict> {
    // Key, and which token it is.
    let content = |side: &Side<'_>| -> Vec<(Key, usize)> {
        side.tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| {
                token.is_content() && !matches!(token.word.kind, Kind::Pair | Kind::LightPair)
            })
            .map(|(at, token)| (token.word.key, at))
            .collect()
    };
    let (ours, theirs) = (content(said), content(stands));
    let keys: Vec<Key> = ours.iter().map(|(key, _)| *key).collect();
    let quotes = is_quoted(said) && is_quoted(stands);
    let owner = |side: &Side<'_>| side.tokens.iter().any(|token| is_genitive(side, token));
    if owner(said) != owner(stands) && (has(&said.tokens, OWNED_BY) || has(&stands.tokens, OWNED_BY)) {
        return None;
    }
    if keys.len() < 2 || keys.len() > LONGEST || has(&said.tokens, MUTUAL) || quotes {
        return None;
    }
    let their_keys: Vec<Key> = theirs.iter().map(|(key, _)| *key).collect();
    let free = is_free(said.text);
    // Directly before it, or with an article between.
    let behind = |side: &Side<'_>, at: usize, list: &[&str]| {
        let before = side.tokens.get(at.saturating_sub(2)..at).unwrap_or_default();
        before.iter().enumerate().any(|(n, token)| {
            list.contains(&token.lower.as_str()) && before.iter().skip(n + 1).all(|next| next.word.stop)
        })
    };
    let tells = |found: &Exchange| {
        let piece = |content: &[(Key, usize)], from: usize| content.get(from).map(|(_, token)| *token);
        let first_ours = piece(&ours, found.front);
        let first_theirs = piece(&theirs, found.at + found.front);
        let (Some(first_ours), Some(first_theirs)) = (first_ours, first_theirs) else {
            return false;
        };
        let from_both = behind(said, first_ours, WAYS) && behind(stands, first_theirs, WAYS);
        if free || found.v == 0 {
            return from_both;
        }
        let pivot = ours
            .get(found.front + found.x..found.front + found.x + found.v)
            .unwrap_or_default();
        let only_copula = pivot
            .iter()
            .all(|(_, at)| said.tokens.get(*at).is_some_and(|token| is_copula(token, said)));
        // "The father of Paul is Peter": the pieces are not all that stands on a side.
        if only_copula && !behind(said, first_ours, OWNED_BY) {
            return false;
        }
        let second_ours = piece(&ours, found.front + found.x + found.v);
        let second_theirs = piece(&theirs, found.at + found.front + found.y + found.v);
        let (Some(second_ours), Some(second_theirs)) = (second_ours, second_theirs) else {
            return false;
        };
        // Where, when and how may stand anywhere: "Im Jahr 1990 zog Lund nach Bern".
        let tokens = |piece: Option<&[(Key, usize)]>| -> Vec<usize> {
            piece.unwrap_or_default().iter().map(|(_, at)| *at).collect()
        };
        let x = tokens(ours.get(found.front..found.front + found.x));
        let y_at = found.front + found.x + found.v;
        let y = tokens(ours.get(y_at..y_at + found.y));
        let their_y = tokens(theirs.get(found.at + found.front..found.at + found.front + found.y));
        let x_at = found.at + found.front + found.y + found.v;
        let their_x = tokens(theirs.get(x_at..x_at + found.x));
        if is_circumstance(said, &x) != is_circumstance(said, &y) {
            return false;
        }
        // "Lee directed the film, which Wong produced": each with what it does, the other way round.
        let does = |piece: &[usize]| {
            let capital = |at: &usize| side_capital(said, *at);
            piece.iter().any(capital) && !piece.iter().all(capital)
        };
        if has(&said.tokens, RELATIVES) && does(&x) && does(&y) {
            return false;
        }
        // In German what does something, or is done something to, has a capital.
        let plain = |side: &Side<'_>, piece: &[usize]| {
            !piece
                .iter()
                .any(|at| side.tokens.get(*at).is_some_and(|token| token.word.capital))
        };
        if is_german(said)
            && [(said, &x), (said, &y), (stands, &their_x), (stands, &their_y)]
                .iter()
                .any(|(side, piece)| plain(side, piece))
        {
            return false;
        }
        // "Authors writing in English" are "English-writing authors".
        let in_place = same_preposition(said, first_ours, stands, first_theirs)
            && same_preposition(said, second_ours, stands, second_theirs);
        // "Mincraft is the best-selling game, which has sold 238 million": what a comma sets apart stands anywhere.
        let commas = |side: &Side<'_>, from: usize, to: usize| {
            let joints = (from + 1..=to).filter_map(|at| side.joint(at));
            joints
                .filter(|(_, between, _)| between.contains([',', ';', '(']))
                .count()
        };
        let ends = |of: &[usize]| of.last().copied().unwrap_or_default();
        let all_in_one = commas(said, first_ours, ends(&y)) == commas(stands, first_theirs, ends(&their_x));
        all_in_one
            && in_place
            && !keeps_its_preposition(said, first_ours, stands, second_theirs)
            && !keeps_its_preposition(said, second_ours, stands, first_theirs)
            && !same_object(said, first_ours, stands, second_theirs)
            && !same_object(said, second_ours, stands, first_theirs)
    };
    let found = exchanged(&keys, &their_keys, tells)?;
    let start = theirs.get(found.at)?.1;
    let end = theirs.get(found.at + keys.len() - 1)?.1;
    let their_gap = stands.tokens.get(start..=end)?;
    let range = their_gap.first()?.word.range.start..their_gap.last()?.word.range.end;
    (has(&said.tokens, DOERS) == has(their_gap, DOERS)).then(|| Conflict {
        rule: Rule::Swap,
        said: said.text.trim().to_owned(),
        stands: stands.raw(range).to_owned(),
    })
}

/// "From south to north" where the source has "from north to south", whatever else both say.
fn ways(said: &Side<'_>, stands: &Side<'_>) -> Option<Conflict> {
    const FROM: &[&str] = &[
        "from", "von", "vom", "desde", "de", "da", "dal", "van", "из", "с", "от",
    ];
    const TO: &[&str] = &[
        "to", "nach", "zum", "a", "à", "hasta", "al", "naar", "в", "на", "до",
    ];
    type Way = (Key, Key, std::ops::Range<usize>);
    let all = |side: &Side<'_>| -> Vec<Way> {
        let token = |at: usize| side.tokens.get(at);
        let is =
            |at: usize, list: &[&str]| token(at).is_some_and(|token| list.contains(&token.lower.as_str()));
        // An article may stand in front.
        let noun = |at: usize| {
            let next = (at..at + 2).find(|at| token(*at).is_some_and(|token| !token.word.stop))?;
            token(next)
                .filter(|token| !token.is_number())
                .map(|token| (next, token))
        };
        (0..side.tokens.len())
            .filter(|at| is(*at, FROM))
            .filter_map(|at| {
                let (place, first) = noun(at + 1)?;
                let (_, second) = noun(place + 2).filter(|_| is(place + 1, TO))?;
                let range = token(at)?.word.range.start..second.word.range.end;
                Some((first.word.key, second.word.key, range))
            })
            .collect()
    };
    let theirs = all(stands);
    all(said).into_iter().find_map(|(from, to, range)| {
        if from == to || theirs.iter().any(|(a, b, _)| (*a, *b) == (from, to)) {
            return None;
        }
        let (_, _, there) = theirs.iter().find(|(a, b, _)| (*a, *b) == (to, from))?;
        Some(Conflict {
            rule: Rule::Swap,
            said: said.raw(range).to_owned(),
            stands: stands.raw(there.clone()).to_owned(),
        })
    })
}

/// The same characters in a clause of text without spaces, two pieces of them exchanged.
fn characters(said: &Side<'_>, stands: &Side<'_>) -> Option<Conflict> {
    if !said.text.contains(is_unspaced) || is_free(said.text) {
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
            let found = exchanged(&ours, &their, |found| tells(&ours, &their, found))?;
            Some(Conflict {
                rule: Rule::Swap,
                said: clause.trim().to_owned(),
                stands: their.get(found.at..found.at + ours.len())?.iter().collect(),
            })
        })
}

/// Whether pieces of text without spaces that are exchanged say something else then.
fn tells(ours: &[char], theirs: &[char], found: &Exchange) -> bool {
    const FROM: &[char] = &['從', '从', '自'];
    /// Particles that say what a piece does in a Japanese sentence, wherever it stands.
    const PARTICLES: &[char] = &['が', 'を', 'に', 'で', 'は', 'へ', 'も', 'ら'];
    let second = found.front + found.x + found.v;
    let (Some(x), Some(v), Some(y)) = (
        ours.get(found.front..found.front + found.x),
        ours.get(found.front + found.x..second),
        ours.get(second..second + found.y),
    ) else {
        return false;
    };
    if v.is_empty() {
        let from = |text: &[char], at: usize| {
            at.checked_sub(1)
                .and_then(|at| text.get(at))
                .is_some_and(|c| FROM.contains(c))
        };
        return from(ours, found.front) && from(theirs, found.at + found.front);
    }
    let cased = |piece: &[char]| piece.last().is_some_and(|c| PARTICLES.contains(c));
    if cased(x) && cased(y) {
        return false;
    }
    let run = theirs.get(found.at..found.at + ours.len()).unwrap_or_default();
    !is_turned(ours, run)
}

fn is_copula_of_characters(pivot: &str) -> bool {
    COPULA_CHARACTERS.contains(&pivot)
}

/// "X is Y" against "Y is X", with the same in front of them and nothing behind them but what closes a sentence. With
/// more behind them that belongs to one of them, as in "小華是小明的父親". The pieces may begin alike ("台北是台灣的首都"),
/// so that they are not the shortest ones that are exchanged.
fn is_turned(ours: &[char], run: &[char]) -> bool {
    /// A Japanese copula, a final particle.
    const CLOSING: &[&str] = &[
        "",
        "です",
        "だ",
        "である",
        "でした",
        "だった",
        "であった",
        "ですね",
        "ですよ",
        "だよ",
        "了",
        "嗎",
        "吗",
        "呢",
        "啊",
        "喔",
    ];
    let text: String = ours.iter().collect();
    let closings = CLOSING.iter().filter(|closing| text.ends_with(**closing));
    let ends: Vec<usize> = closings
        .map(|closing| ours.len() - closing.chars().count())
        .collect();
    COPULA_CHARACTERS.iter().any(|copula| {
        let copula: Vec<char> = copula.chars().collect();
        (1..ours.len()).any(|at| {
            let behind = at + copula.len();
            ours.get(at..behind) == Some(copula.as_slice())
                && ends.iter().any(|end| {
                    ours.get(behind..*end).is_some_and(|y| {
                        !y.is_empty()
                            && (0..at).any(|front| {
                                let x = ours.get(front..at).unwrap_or_default();
                                let turned = [y, copula.as_slice(), x].concat();
                                run.get(..front) == ours.get(..front)
                                    && run.get(front..*end) == Some(turned.as_slice())
                                    && run.get(*end..) == ours.get(*end..)
                            })
                    })
                })
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
    // Japanese has its verb behind both, and particles behind each.
    if said.text.contains(is_hiragana) || is_free(said.text) {
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
            if is_copula_of_characters(v) {
                continue;
            }
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

/// Two pieces that are exchanged: X V Y against Y V X, with the same in front of them and behind them.
struct Exchange {
    /// Where the run begins in the source.
    at: usize,
    /// How much stands in front of X, how long X is, V and Y.
    front: usize,
    x: usize,
    v: usize,
    y: usize,
}

/// Where in `theirs` the pieces of `ours` stand with two of them exchanged, and `tells` says that this matters.
fn exchanged<T: Copy + Ord>(ours: &[T], theirs: &[T], tells: impl Fn(&Exchange) -> bool) -> Option<Exchange> {
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
                let found = Exchange { at, front, x, v, y };
                if same && tells(&found) {
                    return Some(found);
                }
            }
        }
    }
    None
}
