//! Answers "are the chunks sufficient for the question" (seed 001) by what the question names: is it there, does
//! it stand together, and is something of the kind that is asked for there as well (a name only where capitals show it).
//!
//! The thresholds are embedded.md's first ones, not fitted. What this cannot see: whether the thing found is the
//! thing asked for. So its confidence stays at or below 0.6, but for chunks that are about something else.

use crate::i18n::{Lang, fill};
use crate::reply::sufficiency::SufficiencyAnswer;
use crate::text::align::content_keys;
use crate::text::sentences::sentences;
use crate::text::words::{KeySet, Kind, Word, words};

use super::asked::{Asked, asked};
use super::entities::{Entity, entities};
use super::table::Table;
use super::tell::list;

/// The weighted share of the question's entities that has to be covered.
const COVERAGE: f64 = 0.8;
/// The weighted share that has to stand together in one window.
const TOGETHER: f64 = 0.5;
/// A window is so many sentences.
const WINDOW: usize = 3;
/// Below this share the chunks are about something else.
const OFF_TOPIC: f64 = 0.2;
/// Confidence there, and the most anywhere else.
const SURE: f64 = 0.9;
const UNSURE: f64 = 0.6;
/// A useful chunk has at least this, and at least half of the best one's.
const USEFUL: f64 = 0.2;
/// Two chunks that share more of their words than this say the same.
const SAME: f64 = 0.9;

/// Judges whether `contexts` suffice for `question`.
pub fn judge(table: &Table, lang: Lang, question: &str, contexts: &[String]) -> SufficiencyAnswer {
    let entities = entities(table, question);
    let question_keys = content_keys(&words(question));
    let kinds = asked(question);
    let chunks: Vec<Chunk> = contexts
        .iter()
        .map(|text| Chunk::new(table, text, &entities, &kinds, &question_keys))
        .collect();
    let findings = Findings::new(&entities, &kinds, &chunks);
    let sufficient = findings.is_sufficient();
    SufficiencyAnswer {
        sufficient,
        // What sufficient chunks do without was not required; the reasoning names it all the same.
        coverage: entities
            .iter()
            .zip(&findings.covered)
            .filter(|(_, covered)| **covered || !sufficient)
            .map(|(entity, covered)| (entity.text.clone(), *covered))
            .collect(),
        missing: if sufficient {
            Vec::new()
        } else {
            missing(lang, &entities, &findings)
        },
        // Words alone do not show a contradiction.
        contradictions: Vec::new(),
        confidence: findings.confidence(),
        reasoning: reasoning(lang, &entities, &findings),
        useful_ids: useful(&chunks, &findings),
    }
}

/// What one chunk holds.
struct Chunk {
    /// For each entity, whether it is there.
    holds: Vec<bool>,
    /// Weighted share of the entities that are there.
    share: f64,
    /// The same for the best window of sentences.
    together: f64,
    /// For each kind that is asked for, whether there is a candidate.
    names: Vec<bool>,
    /// It is written in a script without capitals, so that names do not show.
    hides_names: bool,
    /// It says something that the question does not.
    new: bool,
    keys: KeySet,
}

impl Chunk {
    fn new(table: &Table, text: &str, entities: &[Entity], kinds: &[Asked], question: &KeySet) -> Self {
        let all = words(text);
        let keys = content_keys(&all);
        let holds: Vec<bool> = entities
            .iter()
            .map(|entity| entity.stands_in(table, &keys, text))
            .collect();
        Self {
            share: share(entities, &holds),
            together: together(table, text, &all, entities, &holds),
            names: kinds
                .iter()
                .map(|kind| kind.is_in(text, &all, question))
                .collect(),
            hides_names: hides_names(text),
            new: all
                .iter()
                .any(|word| !word.stop && word.kind != Kind::LightPair && !question.contains(&word.key)),
            holds,
            keys,
        }
    }
}

/// Whether most letters of a text are of scripts without capitals: Chinese, Japanese, Korean, Arabic, Thai.
fn hides_names(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    let plain = letters()
        .filter(|c| !c.is_lowercase() && !c.is_uppercase())
        .count();
    plain * 2 > letters().count()
}

/// The weighted share of the entities that are held; 0 when there are none.
fn share(entities: &[Entity], holds: &[bool]) -> f64 {
    let total: f64 = entities.iter().map(|entity| entity.weight).sum();
    let held: f64 = entities
        .iter()
        .zip(holds)
        .filter(|(_, held)| **held)
        .map(|(entity, _)| entity.weight)
        .sum();
    if total > 0.0 { held / total } else { 0.0 }
}

/// The best weighted share of the chunk's entities in a window of sentences.
fn together(table: &Table, text: &str, words: &[Word], entities: &[Entity], holds: &[bool]) -> f64 {
    if !holds.contains(&true) {
        return 0.0;
    }
    let mut rest = words;
    let mut window: Vec<Vec<bool>> = Vec::new();
    let mut best: f64 = 0.0;
    for sentence in sentences(text) {
        let count = rest
            .iter()
            .take_while(|word| word.range.start < sentence.end)
            .count();
        let (inside, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
        rest = after;
        let keys = content_keys(inside);
        let here = entities
            .iter()
            .zip(holds)
            .map(|(entity, held)| *held && entity.is_in(table, &keys))
            .collect();
        if window.len() == WINDOW {
            window.remove(0);
        }
        window.push(here);
        let any: Vec<bool> = (0..entities.len())
            .map(|at| {
                window
                    .iter()
                    .any(|sentence| sentence.get(at).copied().unwrap_or(false))
            })
            .collect();
        best = best.max(share(entities, &any));
    }
    best
}

/// What all chunks hold together.
struct Findings {
    covered: Vec<bool>,
    share: f64,
    together: f64,
    /// Each kind that is asked for and would show, and the first chunk with a candidate; of several, the one that holds most of
    /// the question.
    named: Vec<(Asked, Option<usize>)>,
    new: bool,
}

impl Findings {
    fn new(entities: &[Entity], kinds: &[Asked], chunks: &[Chunk]) -> Self {
        let covered: Vec<bool> = (0..entities.len())
            .map(|at| {
                chunks
                    .iter()
                    .any(|chunk| chunk.holds.get(at).copied().unwrap_or(false))
            })
            .collect();
        let named = kinds
            .iter()
            .enumerate()
            .map(|(at, kind)| (*kind, best_chunk(chunks, at)))
            // Where a name would not show, nothing can be said about whether one is there.
            .filter(|(kind, chunk)| {
                chunk.is_some() || !kind.is_named() || !chunks.iter().any(|chunk| chunk.hides_names)
            })
            .collect();
        Self {
            share: share(entities, &covered),
            together: chunks.iter().map(|chunk| chunk.together).fold(0.0, f64::max),
            new: chunks.iter().any(|chunk| chunk.share > 0.0 && chunk.new),
            named,
            covered,
        }
    }

    fn is_sufficient(&self) -> bool {
        self.share >= COVERAGE
            && self.together >= TOGETHER
            && self.new
            && self.named.iter().all(|(_, chunk)| chunk.is_some())
    }

    /// Confidence in the decision. More where the coverage is far from the threshold.
    fn confidence(&self) -> f64 {
        if self.covered.is_empty() {
            return 0.3;
        }
        if self.share < OFF_TOPIC {
            return SURE;
        }
        let distance = if self.is_sufficient() {
            (self.share - COVERAGE) / (1.0 - COVERAGE)
        } else {
            ((COVERAGE - self.share) / (COVERAGE - OFF_TOPIC)).max(0.0)
        };
        // Two decimals: the rest would only look precise.
        ((0.4 + (UNSURE - 0.4) * distance.min(1.0)) * 100.0).round() / 100.0
    }
}

fn best_chunk(chunks: &[Chunk], kind: usize) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (id, chunk) in chunks.iter().enumerate() {
        let named = chunk.names.get(kind).copied().unwrap_or(false);
        if named && best.is_none_or(|(_, share)| chunk.share > share) {
            best = Some((id, chunk.share));
        }
    }
    best.map(|(id, _)| id)
}

fn missing(lang: Lang, entities: &[Entity], findings: &Findings) -> Vec<String> {
    let strings = lang.strings().judged();
    let mut out: Vec<String> = entities
        .iter()
        .zip(&findings.covered)
        .filter(|(_, covered)| !**covered)
        .map(|(entity, _)| fill(strings.lacks, &[("text", &entity.text)]))
        .collect();
    out.extend(
        findings
            .named
            .iter()
            .filter(|(_, chunk)| chunk.is_none())
            .map(|(kind, _)| fill(strings.lacks_any, &[("kind", kind.name(lang))])),
    );
    if out.is_empty() {
        let why = if entities.is_empty() {
            strings.no_points
        } else if findings.together < TOGETHER {
            strings.scattered
        } else {
            strings.repeats
        };
        out.push(why.to_owned());
    }
    out
}

fn reasoning(lang: Lang, entities: &[Entity], findings: &Findings) -> String {
    let strings = lang.strings().judged();
    let named = |wanted: bool| {
        let texts = entities
            .iter()
            .zip(&findings.covered)
            .filter(move |(_, covered)| **covered == wanted);
        list(lang, texts.map(|(entity, _)| entity.text.as_str()))
    };
    let mut parts: Vec<String> = Vec::new();
    for (sentence, list) in [
        (strings.points_found, named(true)),
        (strings.points_missing, named(false)),
    ] {
        if !list.is_empty() {
            parts.push(fill(sentence, &[("list", &list)]));
        }
    }
    if entities.is_empty() {
        parts.push(strings.no_points.to_owned());
    }
    for (kind, chunk) in &findings.named {
        let name = kind.name(lang);
        parts.push(match chunk {
            Some(id) => fill(strings.asked_found, &[("kind", name), ("chunk", &id.to_string())]),
            None => fill(strings.asked_missing, &[("kind", name)]),
        });
    }
    if findings.share >= COVERAGE && findings.together < TOGETHER {
        parts.push(strings.scattered.to_owned());
    } else if findings.share >= COVERAGE && !findings.new {
        parts.push(strings.repeats.to_owned());
    }
    if findings.is_sufficient() {
        parts.push(strings.caution.to_owned());
    }
    parts.join(lang.strings().embedded.between_sentences)
}

/// The chunks that help, in their order, without near doubles.
fn useful(chunks: &[Chunk], findings: &Findings) -> Vec<usize> {
    let score = |chunk: &Chunk| (chunk.share + chunk.together) / 2.0;
    let best = chunks.iter().map(score).fold(0.0, f64::max);
    if best < USEFUL {
        return Vec::new();
    }
    // A chunk that alone has what is asked for helps even where it names nothing of the question.
    let answers =
        |id: usize| findings.is_sufficient() && findings.named.iter().any(|(_, chunk)| *chunk == Some(id));
    let mut out: Vec<usize> = Vec::new();
    for (id, chunk) in chunks.iter().enumerate() {
        let helps = score(chunk) >= USEFUL && score(chunk) * 2.0 >= best;
        let double = || {
            out.iter()
                .filter_map(|kept| chunks.get(*kept))
                .any(|kept| likeness(&kept.keys, &chunk.keys) >= SAME)
        };
        if (helps || answers(id)) && !double() {
            out.push(id);
        }
    }
    out
}

/// The share of words that two chunks have in common.
fn likeness(a: &KeySet, b: &KeySet) -> f64 {
    let common = a.iter().filter(|key| b.contains(key)).count();
    let all = a.len() + b.len() - common;
    if all == 0 { 1.0 } else { common as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    fn answer(question: &str, contexts: &[&str], lang: Lang) -> SufficiencyAnswer {
        let contexts: Vec<String> = contexts.iter().map(|text| (*text).to_owned()).collect();
        judge(&table(), lang, question, &contexts)
    }

    #[test]
    fn verdicts_and_useful_chunks() {
        let ferry = "How long does the ferry from Ellmark to Tosund take, and does it carry cars?";
        // question, chunks, sufficient, useful
        let cases: &[(&str, &[&str], bool, &[usize])] = &[
            (
                ferry,
                &[
                    "The Ellmark–Tosund ferry carries up to 24 cars and 180 passengers.",
                    "The crossing takes 35 minutes in calm weather.",
                    "Apples are sweet.",
                ],
                true,
                &[0, 1],
            ),
            (
                ferry,
                &["The Ellmark–Tosund ferry carries up to 24 cars."],
                false,
                &[0],
            ),
            (ferry, &["Apples are sweet."], false, &[]),
            (
                "Who repaired the organ of the Veld chapel?",
                &[
                    "The organ of the Veld chapel has 900 pipes.",
                    "It was last repaired in 2008.",
                ],
                false,
                &[0],
            ),
            (
                "Who repaired the organ of the Veld chapel?",
                &["In 2008 the organ of the Veld chapel was repaired by Ann Sorel."],
                true,
                &[0],
            ),
            (
                "When was the Arden mill rebuilt after the fire?",
                &[
                    "A fire destroyed the Arden mill in 1872.",
                    "The Arden mill is built of grey stone.",
                ],
                false,
                &[0, 1],
            ),
            (
                "When was the Arden mill rebuilt after the fire?",
                &[
                    "After the fire, the Arden mill was rebuilt in 1874.",
                    "After the fire the Arden mill was rebuilt in 1874.",
                ],
                true,
                &[0],
            ),
            (
                "水族館的營業時間和成人票價是多少？",
                &[
                    "水族館位於港口旁，停車方便。",
                    "水族館每日 09:30 至 18:00 營業，週二公休。",
                    "企鵝餵食秀在下午兩點。",
                ],
                false,
                &[0, 1],
            ),
            (
                "水族館的營業時間和成人票價是多少？",
                &[
                    "水族館營業時間為每日 09:30 至 18:00。成人票價 450 元。",
                    "企鵝餵食秀在下午兩點。",
                ],
                true,
                &[0],
            ),
            (
                "誰設計了北港大橋？",
                &["北港大橋由林志明設計，一九八七年通車。"],
                true,
                &[0],
            ),
            ("誰設計了北港大橋？", &["企鵝餵食秀在下午兩點。"], false, &[]),
            ("誰發明了電話？", &["貝爾在1876年發明了電話。"], true, &[0]),
            ("谁发明了电话？", &["贝尔在1876年发明了电话。"], true, &[0]),
            (
                "誰が電話を発明しましたか？",
                &["ベルが電話を発明しました。"],
                true,
                &[0],
            ),
            ("図書館はどこですか？", &["図書館は神戸です。"], true, &[0]),
            ("誰發明了電話？", &["企鵝餵食秀在下午兩點。"], false, &[]),
            (
                "Wer baute die Brücke in Ulm?",
                &["Die Brücke in Ulm baute Karl Sorel."],
                true,
                &[0],
            ),
            // What opens a sentence is no name for that.
            (
                "Who founded the Halden brewery?",
                &["Tourists visit the Halden brewery.", "Bananas are yellow."],
                false,
                &[0],
            ),
            (
                "Who founded the Halden brewery?",
                &["Karl founded the Halden brewery."],
                true,
                &[0],
            ),
            (
                "How long is the Veld bridge?",
                &["The Veld bridge is 3 km long."],
                true,
                &[0],
            ),
            (
                "How long is the Veld bridge?",
                &["The Veld bridge is grey."],
                false,
                &[0],
            ),
            (
                "How long did the siege of Veld last?",
                &["The siege of Veld was 3 km away."],
                false,
                &[0],
            ),
            (
                "How many people live in Lindau?",
                &["People live in Lindau on the lake. In 1987 the town hall was built."],
                false,
                &[0],
            ),
            // Any number is no price.
            (
                "How much does a ticket to Tosund cost?",
                &["The ticket office for Tosund is on pier 4."],
                false,
                &[0],
            ),
            (
                "How much does a ticket to Tosund cost?",
                &["A ticket to Tosund is 12 euros."],
                true,
                &[0],
            ),
            (
                "台北101有多高？何時完工？",
                &["鼎泰豐的小籠包很有名。"],
                false,
                &[],
            ),
            ("What is the ferry?", &["What is the ferry?"], false, &[0]),
            ("What is it?", &["Apples are sweet."], false, &[]),
            ("", &[""], false, &[]),
        ];
        for (question, contexts, sufficient, useful) in cases {
            let answer = answer(question, contexts, Lang::En);
            assert_eq!(answer.sufficient, *sufficient, "{question} {answer:?}");
            assert_eq!(&answer.useful_ids, useful, "{question} {answer:?}");
            assert_eq!(answer.missing.is_empty(), *sufficient, "{question} {answer:?}");
            assert!((0.0..=0.9).contains(&answer.confidence));
            assert!(answer.confidence <= 0.6 || !answer.sufficient, "{answer:?}");
        }
    }

    #[test]
    fn uncovered_entities_are_named_among_the_missing() {
        for lang in Lang::ALL {
            let answer = answer(
                "When was the Arden mill rebuilt?",
                &["The Arden mill is grey."],
                lang,
            );
            assert_eq!(
                answer.coverage,
                [
                    ("Arden".to_owned(), true),
                    ("mill".to_owned(), true),
                    ("rebuilt".to_owned(), false)
                ]
            );
            assert!(answer.missing.iter().any(|missing| missing.contains("rebuilt")));
        }
    }

    #[test]
    fn off_topic_is_sure_and_a_near_miss_is_not() {
        let question = "When was the Arden mill rebuilt?";
        assert_eq!(answer(question, &["Apples are sweet."], Lang::En).confidence, 0.9);
        assert!(answer(question, &["The Arden mill is grey."], Lang::En).confidence <= 0.6);
    }

    #[test]
    fn a_quoted_string_has_to_stand_verbatim() {
        let question = "What does “soft open” mean?";
        assert!(!answer(question, &["The soft doors open wide."], Lang::En).coverage[0].1);
        assert!(answer(question, &["A Soft  Open is a test run."], Lang::En).coverage[0].1);
    }

    #[test]
    fn of_names_that_cannot_show_nothing_is_said() {
        let cases: &[(&str, &[&str])] = &[
            ("誰發明了電話？", &["貝爾在1876年發明了電話。"]),
            ("誰設計了北港大橋？", &["北港大橋在一九八七年通車，全長三公里。"]),
            ("誰設計了北港大橋？", &["北港大橋。", "The bridge is long."]),
            ("전화를 누구 발명했나요?", &["벨이 전화를 발명했다."]),
        ];
        let who = Lang::En.strings().judged().asked_person;
        for (question, contexts) in cases {
            let answer = answer(question, contexts, Lang::En);
            assert!(!answer.reasoning.contains(who), "{question} {answer:?}");
            assert!(
                !answer.missing.iter().any(|line| line.contains(who)),
                "{question} {answer:?}"
            );
        }
        // Where names show, one is still demanded.
        for (question, context) in [
            ("誰設計了北港大橋？", "the bridge was designed long ago."),
            ("Who designed the bridge?", "The bridge was designed long ago."),
        ] {
            let answer = answer(question, &[context], Lang::En);
            assert!(
                !answer.sufficient && answer.reasoning.contains(who),
                "{question} {answer:?}"
            );
        }
    }
}
