//! Negation in text without spaces. Chinese: 不, 沒有, 未 in front of characters that the other side has without it, Thai
//! ไม่. Japanese and Korean: an ending.

use crate::judge::embedded::rules::lexicon::denial::{
    FORBIDDING, NEGATING, NEGATING_WORDS, NEGATIVE_ENDINGS, NO_NEGATION,
};
use crate::judge::embedded::rules::{Conflict, Rule, Side};
use crate::text::script::{is_hangul, is_hiragana, is_unspaced};

/// Characters between a negation and its verb.
const AUXILIARY: &[char] = &[
    '有', '法', '能', '會', '会', '是', '曾', '再', '可', '被', '得', '必', '需', '要', '應', '该', '該',
    '以', '經', '经', '在', '於', '将', '將', '獲', '对', '對', '並', '设', '予',
];
/// Marks between clauses, and what sets them against each other.
const BETWEEN: &[char] = &[
    '，', '。', '；', '、', '！', '？', ',', ';', '但', '而', '\n', ' ',
];

/// Of a sentence so many negations are looked at.
const MOST: usize = 40;

/// A negation: as it is written, what it negates, and what that is done to.
struct Negation {
    shown: String,
    /// Two characters, three of Thai.
    focus: String,
    /// As many behind them; fewer at the end of a clause.
    object: String,
}

pub(super) fn conflict(said: &Side<'_>, stands: &Side<'_>) -> Option<Conflict> {
    if !said.text.contains(is_unspaced) {
        return None;
    }
    let (ours, theirs) = (negations(said.text), negations(stands.text));
    let conflict = |said: &str, stands: &str| Conflict {
        rule: Rule::Negation,
        said: said.to_owned(),
        stands: stands.to_owned(),
    };
    if let Some(negation) = one_sided(&ours, &theirs, said.text, stands.text) {
        return Some(conflict(&negation.shown, &negation.focus));
    }
    if let Some(negation) = one_sided(&theirs, &ours, stands.text, said.text) {
        return Some(conflict(&negation.focus, &negation.shown));
    }
    let endings = said.text.contains(|c| is_hiragana(c) || is_hangul(c));
    let ending = |text: &str| {
        NEGATIVE_ENDINGS
            .iter()
            .find(|ending| text.contains(**ending))
            .copied()
    };
    let (ours, theirs) = (ending(said.text), ending(stands.text));
    // Of a longer sentence another clause may be the negated one. 喫煙できない is 喫煙は禁止.
    let alike = stands.text.chars().count() <= said.text.chars().count() * 2 + 6;
    let (own, other) = if ours.is_some() {
        (said.text, stands.text)
    } else {
        (stands.text, said.text)
    };
    let forbids = FORBIDDING
        .iter()
        .any(|word| other.contains(word) && !own.contains(word));
    (endings && alike && !forbids && ours.is_some() != theirs.is_some())
        .then(|| conflict(ours.unwrap_or_default(), theirs.unwrap_or_default()))
}

/// A negation of one side, `own`, that the other hasn't.
fn one_sided<'n>(with: &'n [Negation], without: &[Negation], own: &str, other: &str) -> Option<&'n Negation> {
    with.iter().find(|negation| {
        let whole = format!("{}{}", negation.focus, negation.object);
        // 接受現金 of 不接受信用卡，但接受現金, whatever else is negated.
        // 老師不必參加 leaves out what.
        let left_out = without
            .iter()
            .any(|other| other.focus == negation.focus && other.object.is_empty());
        if !negation.object.is_empty()
            && !left_out
            && stands_without(other, &whole)
            && !stands_without(own, &whole)
            && !denied_beside(other, &negation.object)
        {
            return true;
        }
        let negated_there = without.iter().any(|other| other.focus == negation.focus);
        let said_both_ways = stands_without(own, &negation.focus);
        !negated_there && !said_both_ways && stands_without_any(other, &negation.focus)
    })
}

/// Whether the clause of the other side that has the object denies something: 冬天沒有渡輪 is 渡輪冬天不行駛.
fn denied_beside(text: &str, object: &str) -> bool {
    clauses(text).any(|clause| clause.contains(object) && is_denied(clause)) && !object.is_empty()
}

fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split(BETWEEN)
}

fn is_denied(clause: &str) -> bool {
    !negations(clause).is_empty() || FORBIDDING.iter().any(|word| clause.contains(word))
}

/// Whether a text has the words in a clause that denies nothing.
fn stands_without_any(text: &str, words: &str) -> bool {
    clauses(text).any(|clause| clause.contains(words) && !is_denied(clause))
}

/// Whether a text has the words somewhere without a negation right in front.
fn stands_without(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default().trim_end_matches(AUXILIARY);
        !before.ends_with(NEGATING)
            && !NEGATING_WORDS.iter().any(|word| before.ends_with(word))
            && !FORBIDDING.iter().any(|word| before.ends_with(word))
    })
}

fn negations(text: &str) -> Vec<Negation> {
    let mut out = characters(text);
    for word in NEGATING_WORDS {
        for (at, _) in text.match_indices(word) {
            let rest = text.get(at + word.len()..).unwrap_or_default();
            out.extend(negation(text, at, rest, rest, 3));
        }
    }
    out.truncate(MOST);
    out
}

fn negation(text: &str, at: usize, rest: &str, verb: &str, length: usize) -> Option<Negation> {
    let mut chars = verb.chars();
    let focus: String = chars.by_ref().take(length).collect();
    let clause = |c: &char| is_unspaced(*c) && !BETWEEN.contains(c);
    let object: String = chars.take(length).take_while(clause).collect();
    let whole = focus.chars().count() == length && focus.chars().all(|c| clause(&c));
    let end = text.len() - rest.len() + (rest.len() - verb.len()) + focus.len();
    whole.then(|| Negation {
        shown: text.get(at..end).unwrap_or_default().to_owned(),
        focus,
        object,
    })
}

/// Negations of one character.
fn characters(text: &str) -> Vec<Negation> {
    let mut out = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| NEGATING.contains(c)) {
        let from = text
            .get(..at)
            .unwrap_or_default()
            .char_indices()
            .rev()
            .nth(1)
            .map_or(0, |(at, _)| at);
        let around = text.get(from..).unwrap_or_default();
        let offset = at - from;
        let other_word = NO_NEGATION.iter().any(|word| {
            around
                .match_indices(word)
                .any(|(start, word)| start <= offset && offset < start + word.len())
        });
        if other_word {
            continue;
        }
        let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
        let verb = rest.trim_start_matches(AUXILIARY);
        out.extend(negation(text, at, rest, verb, 2));
    }
    out
}
