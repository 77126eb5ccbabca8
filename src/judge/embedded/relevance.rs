//! Answers what has to do with a question: which statements, which sentences of the chunks, which chunk, and whether
//! an answer does at all.
//!
//! What the question names has to be there, or something of the kind that it asks for. This tells what is about
//! something else; it can't tell a good answer from a bad one that uses the same words.

use crate::i18n::{Lang, fill};
use crate::text::align::{Pick, content_keys, pick};
use crate::text::sentences::sentences;
use crate::text::words::{KeySet, Word, words};

use super::asked::{Asked, asked};
use super::elliptic::goes_on;
use super::entities::{Entity, entities};
use super::passages::missing;
use super::places::content;
use super::recall::recall;
use super::rules::{Conflict, Rule};
use super::short;
use super::sources::Sources;
use super::statements::{declines, only_declines};
use super::support::{Support, UNLIKELY};
use super::table::Table;
use super::tell::{Form, differing, list};
use super::verify::best_match;

/// What holds at least this share of what the question names is about it.
const ABOUT: f64 = 0.2;
/// An answer is relevant from this [`answer_score`] on. On TREC QA, whose people marked the sentences that answer a
/// question, this was the best on the training questions, both against sentences of the same articles and against answers
/// to other questions.
const ANSWERS: f64 = 0.35;
/// A sentence is needed from this share on, as long as it is half of the best one's.
const NEEDED: f64 = 0.3;
/// A chunk was useful when it holds this share of what a sentence of the text says beyond the question, and the sentence
/// is not of the band that says that it was not found there. On BEGIN and WiCE that agrees better with whether the
/// sentence is supported than the share alone.
const USEFUL: f64 = 0.5;
/// So many sentences that a chunk holds and does not support don't make it useful; those behind them aren't looked at.
const LOOKED_AT: usize = 100;
/// A chunk of no more sentences that contradicts one was not useful for it. In a longer one another place may be meant:
/// in WiCE, whose sources have a hundred sentences, of what was contradicted so people called as many supported as of
/// the rest.
const SHORT_CHUNK: usize = 20;
/// A question, read once.
struct Asking {
    entities: Vec<Entity>,
    kinds: Vec<Asked>,
    keys: KeySet,
}

/// What a text has of a question.
struct Touch {
    holds: Vec<bool>,
    share: f64,
    /// The first kind asked for that it names.
    kind: Option<Asked>,
}

impl Asking {
    fn new(table: &Table, question: &str) -> Self {
        Self {
            entities: entities(table, question),
            kinds: asked(question),
            keys: content_keys(&words(question)),
        }
    }

    fn touch(&self, table: &Table, text: &str) -> Touch {
        let all = words(text);
        let keys = content_keys(&all);
        let holds: Vec<bool> = self
            .entities
            .iter()
            .map(|entity| entity.stands_in(table, &keys, text))
            .collect();
        let weight = |wanted: &dyn Fn(bool) -> bool| -> f64 {
            let kept = self
                .entities
                .iter()
                .zip(&holds)
                .filter(|(_, held)| wanted(**held));
            kept.map(|(entity, _)| entity.weight).sum()
        };
        let total = weight(&|_| true);
        let kind = self
            .kinds
            .iter()
            .copied()
            .find(|kind| kind.is_in(text, &all, &self.keys));
        Touch {
            share: if total > 0.0 {
                weight(&|held| held) / total
            } else {
                0.0
            },
            holds,
            kind,
        }
    }
}

/// Which statements help to answer the question, and why.
pub fn relevant(table: &Table, lang: Lang, statements: &[String], question: &str) -> Vec<(bool, String)> {
    let strings = lang.strings().judged();
    let asking = Asking::new(table, question);
    let touches: Vec<Touch> = statements.iter().map(|text| asking.touch(table, text)).collect();
    // "It takes 35 minutes." names what is asked for; that it is about the ferry, the statement beside it says.
    let on_topic = touches.iter().any(|touch| touch.share >= ABOUT);
    statements
        .iter()
        .zip(&touches)
        .map(|(statement, touch)| {
            if declines(statement) {
                return (false, strings.declines.to_owned());
            }
            let alone = statements.len() == 1;
            // What has a subject of its own is about that, whatever kind of thing it names.
            let named = touch.kind.is_some()
                && ((on_topic && goes_on(statement)) || (alone && short::is_of_kind(question, statement)));
            let fits = || alone && short::fits(question, statement, &asking.kinds);
            let relevant =
                !short::is_of_another(question, statement) && (touch.share >= ABOUT || named || fits());
            (relevant, why(lang, &asking, touch, relevant))
        })
        .collect()
}

fn why(lang: Lang, asking: &Asking, touch: &Touch, relevant: bool) -> String {
    let strings = lang.strings().judged();
    let mut parts = Vec::new();
    let held = asking
        .entities
        .iter()
        .zip(&touch.holds)
        .filter(|(_, held)| **held)
        .map(|(entity, _)| entity.text.as_str());
    let held = list(lang, held);
    if !held.is_empty() {
        parts.push(fill(strings.shares, &[("list", &held)]));
    }
    // What is about something else may name a date or a place of its own.
    if let Some(kind) = touch.kind.filter(|_| relevant) {
        parts.push(fill(strings.names_asked, &[("kind", kind.name(lang))]));
    }
    if asking.entities.is_empty() {
        parts.push(strings.no_points.to_owned());
    } else if !relevant {
        parts.push(strings.off_topic.to_owned());
    } else if parts.is_empty() {
        parts.push(strings.short_fits.to_owned());
    }
    parts.join(lang.strings().embedded.between_sentences)
}

/// Whether an answer is relevant to the question: it does not only decline, and it has enough to do with it, or is
/// short and fits what is asked for. What it tells of something else is not.
pub fn is_relevant(table: &Table, question: &str, answer: &str) -> bool {
    if only_declines(answer) || short::is_of_another(question, answer) {
        return false;
    }
    let fits = || {
        let asking = Asking::new(table, question);
        (asking.touch(table, answer).kind.is_some() && short::is_of_kind(question, answer))
            || short::fits(question, answer, &asking.kinds)
    };
    answer_score(table, question, answer) >= ANSWERS || fits()
}

/// What a text has of the question, in a sentence or two.
pub fn shared(table: &Table, lang: Lang, question: &str, text: &str, relevant: bool) -> String {
    if !relevant && declines(text) {
        return lang.strings().judged().declines.to_owned();
    }
    let asking = Asking::new(table, question);
    why(lang, &asking, &asking.touch(table, text), relevant)
}

/// How far an answer has to do with the question, 0–1: what [`is_relevant`] decides by. An answer that only declines
/// gets 0.
pub fn answer_score(table: &Table, question: &str, answer: &str) -> f64 {
    if only_declines(answer) || words(answer).iter().all(|word| word.stop) {
        return 0.0;
    }
    let asking = Asking::new(table, question);
    let touch = asking.touch(table, answer);
    let close = closeness(table, question, &[answer.to_owned()]);
    let kind = f64::from(u8::from(touch.kind.is_some()));
    // An answer need not repeat the question; that it names what is asked for weighs as much as a word of it.
    0.4 * touch.share
        + 0.4 * close
        + 0.2
            * if asking.kinds.is_empty() {
                touch.share
            } else {
                kind
            }
}

/// How far chunks have to do with the question, 0–1: the best chunk's share of what the question names, how close its
/// words stand there, and whether it names what is asked for.
pub fn context_score(table: &Table, question: &str, contexts: &[String]) -> f64 {
    let asking = Asking::new(table, question);
    let best = contexts
        .iter()
        .map(|chunk| {
            let touch = asking.touch(table, chunk);
            let kind = if asking.kinds.is_empty() {
                touch.share
            } else {
                f64::from(u8::from(touch.kind.is_some()))
            };
            0.9 * touch.share + 0.1 * kind
        })
        .fold(0.0, f64::max);
    0.5 * best + 0.5 * closeness(table, question, contexts)
}

/// How much of the question's words and letters stands together in one window of the texts.
fn closeness(table: &Table, question: &str, texts: &[String]) -> f64 {
    let sources = Sources::new(texts.iter().map(String::as_str));
    let features = Support::of(table, &sources, question).features;
    0.3 * features.idf_all + 0.4 * features.idf_window + 0.3 * features.runs
}

/// Which sentences the question needs, and why: those that name enough of it, and beside them those that go on about it and
/// name what is asked for.
pub fn needed(table: &Table, lang: Lang, question: &str, sentences: &[String]) -> Vec<(bool, String)> {
    let asking = Asking::new(table, question);
    let touches: Vec<Touch> = sentences.iter().map(|text| asking.touch(table, text)).collect();
    let best = touches.iter().map(|touch| touch.share).fold(0.0, f64::max);
    let names_it: Vec<bool> = touches
        .iter()
        .map(|touch| touch.share >= NEEDED && touch.share * 2.0 >= best)
        .collect();
    let beside = |at: usize| {
        let near = [at.checked_sub(1), Some(at + 1)];
        near.into_iter()
            .flatten()
            .any(|near| names_it.get(near).copied().unwrap_or(false))
    };
    touches
        .iter()
        .zip(&names_it)
        .enumerate()
        .map(|(at, (touch, names_it))| {
            let own = sentences.get(at).is_some_and(|text| !goes_on(text));
            let needed = *names_it || (touch.kind.is_some() && !own && beside(at));
            (needed, why(lang, &asking, touch, needed))
        })
        .collect()
}

/// Whether a chunk was useful to arrive at `target`: it holds enough of what one of its sentences says beyond the
/// question, and says nothing else there. And why.
pub fn useful(table: &Table, lang: Lang, question: &str, target: &str, chunk: &str) -> (bool, String) {
    let strings = lang.strings().judged();
    let all = words(target);
    let source = Sources::new([chunk]);
    let (is_useful, conflicts) = use_of(table, question, target, chunk, &source, |_| true);
    let text = |range| target.get(range);
    let found: Vec<&str> = pick(target, &all, source.keys(), Pick::Known)
        .into_iter()
        .filter_map(text)
        .collect();
    let mut parts: Vec<String> = if is_useful {
        Vec::new()
    } else {
        differing(lang, strings.in_chunk, &conflicts).collect()
    };
    let any = !found.is_empty();
    parts.push(if any {
        fill(strings.useful_found, &[("list", &list(lang, found))])
    } else {
        strings.useful_nothing.to_owned()
    });
    let dark = pick(target, &all, source.keys(), Pick::Unknown);
    parts.extend(missing(lang, target, &all, source.keys(), dark));
    let best = source.best(&content(table, &all)).filter(|_| any);
    let wanted = content_keys(&all);
    parts.extend(best.and_then(|at| best_match(lang, &source, at, &wanted, &conflicts, Form::Json)));
    (is_useful, parts.join(lang.strings().embedded.between_sentences))
}

/// The same as a yes or no with only some rules; for measuring what they are worth.
pub fn useful_by(table: &Table, target: &str, chunk: &str, rules: impl Fn(Rule) -> bool + Copy) -> bool {
    use_of(table, "", target, chunk, &Sources::new([chunk]), rules).0
}

/// Whether a chunk, `source` when it was read, was of use; and what it says otherwise.
fn use_of(
    table: &Table,
    question: &str,
    target: &str,
    chunk: &str,
    source: &Sources<'_>,
    rules: impl Fn(Rule) -> bool + Copy,
) -> (bool, Vec<Conflict>) {
    let asked = content_keys(&words(question));
    // What the question says need not stand in the chunk as well.
    let with_question = (!asked.is_empty()).then(|| Sources::new([chunk, question]));
    let all = words(target);
    let mut rest = all.as_slice();
    let mut conflicts: Vec<Conflict> = Vec::new();
    let short = source.sentences().len() <= SHORT_CHUNK;
    let mut looked_at = 0;
    let is_useful = sentences(target).into_iter().any(|range| {
        let count = rest
            .iter()
            .take_while(|word| word.range.start < range.end)
            .count();
        let (inside, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
        rest = after;
        let new = inside.iter().filter(|word| !asked.contains(&word.key));
        let new: Vec<Word> = new.cloned().collect();
        let says_more = new.iter().any(|word| table.weight(word) > 0.0);
        if recall(table, if says_more { &new } else { inside }, source.keys()).raw < USEFUL {
            return false;
        }
        looked_at += 1;
        if looked_at > LOOKED_AT {
            return true;
        }
        let sentence = target.get(range).unwrap_or_default();
        if source.stand_verbatim(sentence) {
            return true;
        }
        let mut support = Support::of(table, source, sentence);
        let counts = |rule: Rule| short && rules(rule);
        support
            .conflicts
            .retain(|conflict| conflict.rule.contradicts() && counts(conflict.rule));
        let agrees = support.conflicts.is_empty();
        conflicts.extend(support.conflicts.iter().cloned());
        let p = match &with_question {
            Some(known) => Support::of(table, known, sentence).probability(counts),
            None => support.probability(counts),
        };
        agrees && p >= UNLIKELY
    });
    (is_useful, conflicts)
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    const FERRY: &str = "How long does the ferry from Ellmark to Tosund take?";

    #[test]
    fn statements_that_help() {
        let cases: &[(&str, &[&str], &[bool])] = &[
            (
                FERRY,
                &[
                    "The ferry goes to Tosund.",
                    "It takes 35 minutes.",
                    "Apples are sweet.",
                ],
                &[true, true, false],
            ),
            (FERRY, &["35 minutes"], &[true]),
            (
                FERRY,
                &["Apples cost three crowns and pears cost four crowns."],
                &[false],
            ),
            (FERRY, &["I don't know how long the ferry takes."], &[false]),
            (
                "圖書館平日開放到幾點？",
                &["圖書館平日開放到晚上九點。", "企鵝住在南極。"],
                &[true, false],
            ),
            (
                "圖書館平日開放到幾點？",
                &["我不知道圖書館的開放時間。"],
                &[false],
            ),
            (
                "Когда открыли мост в Туле?",
                &["Мост в Туле открыли в 1987 году.", "Яблоки сладкие."],
                &[true, false],
            ),
            ("", &["x"], &[false]),
        ];
        for (question, statements, expected) in cases {
            for lang in Lang::ALL {
                let told = relevant(&table(), lang, &texts(statements), question);
                let verdicts: Vec<bool> = told.iter().map(|(verdict, _)| *verdict).collect();
                assert_eq!(&verdicts, expected, "{question} {told:?}");
                assert!(told.iter().all(|(_, why)| !why.is_empty()), "{told:?}");
            }
        }
    }

    #[test]
    fn answers() {
        for (question, answer, expected) in [
            (FERRY, "It takes about 35 minutes.", true),
            (FERRY, "The ferry from Ellmark is slow.", true),
            (FERRY, "Apples are sweet.", false),
            // A name in passing is not enough.
            (
                FERRY,
                "The bakers of Ellmark sell rye bread and sweet buns on the market.",
                false,
            ),
            (FERRY, "I'm sorry, I don't know how long the ferry takes.", false),
            ("誰設計了北港大橋？", "北港大橋由林志明設計。", true),
            (
                "誰設計了北港大橋？",
                "抱歉，我無法回答關於北港大橋的問題。",
                false,
            ),
            ("誰設計了北港大橋？", "蘋果很甜。", false),
            ("What is the capital of France?", "Paris.", true),
            ("What is the capital of France?", "Bananas are yellow.", false),
            (
                "What is the capital of France?",
                "The capital of Germany is Berlin.",
                false,
            ),
            ("Is the library open on Sunday?", "No, it is closed.", true),
            ("誰寫了紅樓夢？", "曹雪芹", true),
            (
                "Wann wurde die Brücke in Ulm eröffnet?",
                "Die Brücke wurde 1987 eröffnet.",
                true,
            ),
            ("Wann wurde die Brücke in Ulm eröffnet?", "Äpfel sind süß.", false),
        ] {
            assert_eq!(
                is_relevant(&table(), question, answer),
                expected,
                "{question} {answer}"
            );
        }
    }

    /// From 1.
    fn numbers_of(needed: &[(bool, String)]) -> Vec<usize> {
        assert!(needed.iter().all(|(_, why)| !why.is_empty()), "{needed:?}");
        let numbered = (1..).zip(needed).filter(|(_, (needed, _))| *needed);
        numbered.map(|(number, _)| number).collect()
    }

    #[test]
    fn sentences_that_are_needed() {
        let cases: &[(&str, &[&str], &[usize])] = &[
            (
                FERRY,
                &[
                    "Apples are sweet.",
                    "The ferry runs from Ellmark to Tosund.",
                    "It takes 35 minutes.",
                    "Pears cost 3 crowns.",
                ],
                &[2, 3],
            ),
            // A sentence with a subject of its own is about that, whoever stands beside it.
            (
                "When was the lighthouse repaired?",
                &[
                    "Potatoes are planted in April.",
                    "The lighthouse was repaired in 1903.",
                ],
                &[2],
            ),
            (
                "Who painted the ceiling?",
                &[
                    "Greta Olsen sells bicycles.",
                    "The ceiling was painted by Marco Belli.",
                ],
                &[2],
            ),
            (
                "燈塔何時整修？",
                &["馬鈴薯四月種植。", "燈塔在1903年整修。"],
                &[2],
            ),
            (FERRY, &["Apples are sweet."], &[]),
            (FERRY, &[], &[]),
            (
                "圖書館平日開放到幾點？",
                &["企鵝住在南極。", "圖書館平日開放到晚上九點。"],
                &[2],
            ),
            (
                "Когда открыли мост в Туле?",
                &["Яблоки сладкие.", "Мост в Туле открыли в 1987 году."],
                &[2],
            ),
        ];
        for (question, sentences, expected) in cases {
            assert_eq!(
                &numbers_of(&needed(&table(), Lang::En, question, &texts(sentences))),
                expected,
                "{question}"
            );
        }
    }

    #[test]
    fn chunks_that_were_useful() {
        let target = "The ferry takes 35 minutes. It carries 24 cars.";
        for (question, target, chunk, expected) in [
            (
                FERRY,
                target,
                "The crossing takes 35 minutes in calm weather.",
                true,
            ),
            (FERRY, target, "Up to 24 cars are carried.", true),
            (
                FERRY,
                target,
                "The ferry from Ellmark to Tosund is painted green.",
                false,
            ),
            (FERRY, target, "Apples are sweet.", false),
            (
                "圖書館開放到幾點？",
                "圖書館平日開放到晚上九點。",
                "平日晚上九點閉館。",
                true,
            ),
            (
                "圖書館開放到幾點？",
                "圖書館平日開放到晚上九點。",
                "圖書館有三層樓。",
                false,
            ),
            (
                "Когда открыли мост?",
                "Мост открыли в 1987 году.",
                "В 1987 году мост был открыт.",
                true,
            ),
            (
                "Когда открыли мост?",
                "Мост открыли в 1987 году.",
                "Мост покрасили зелёной краской.",
                false,
            ),
        ] {
            for lang in Lang::ALL {
                let (useful, why) = useful(&table(), lang, question, target, chunk);
                assert_eq!(useful, expected, "{chunk}: {why}");
                assert!(!why.is_empty());
            }
        }
    }
}
