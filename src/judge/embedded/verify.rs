//! Answers "do the sources support this": a yes or no, a rating, or yes / no / unsure, each with what is missing and
//! where the best support stands.

use crate::i18n::{Lang, fill};
use crate::reply::ratings::Rating;
use crate::reply::single::Answer;
use crate::reply::verdicts::{Finding, Given};
use crate::text::align::{Pick, content_keys, pick};
use crate::text::script::ends_sentence;
use crate::text::words::KeySet;

use super::passages::missing;
use super::rules::Conflict;
use super::sources::Sources;
use super::support::{Band, LIKELY, Support, THRESHOLD};
use super::table::Table;
use super::tell::{Form, differing, quotation};

/// What was found about a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The probability with what it was computed from.
    pub support: Support,
    /// Supported or not, where a yes or no is asked for.
    pub verdict: bool,
    /// Why, in a sentence or several.
    pub reason: String,
}

impl Judged {
    /// What a no means: a rule found something else there, or hardly anything of it is there. What is there in part is
    /// neither.
    pub fn finding(&self) -> Option<Finding> {
        match self.support.band() {
            _ if self.verdict => None,
            _ if self.support.is_contradicted() => Some(Finding::Contradicted),
            Band::NotFound => Some(Finding::NotFound),
            _ => None,
        }
    }
}

/// Holds each statement against the texts.
pub fn judged(table: &Table, lang: Lang, statements: &[String], texts: &[String]) -> Vec<Judged> {
    let sources = Sources::new(texts.iter().map(String::as_str));
    statements
        .iter()
        .map(|statement| {
            let support = Support::of(table, &sources, statement);
            Judged {
                verdict: support.p >= THRESHOLD,
                reason: reason(table, lang, &sources, statement, &support, Form::Json),
                support,
            }
        })
        .collect()
}

/// A verdict on each statement, and why.
pub fn verdicts(table: &Table, lang: Lang, statements: &[String], texts: &[String]) -> Vec<(bool, String)> {
    judged(table, lang, statements, texts)
        .into_iter()
        .map(|judged| (judged.verdict, judged.reason))
        .collect()
}

/// The same as they are written, with what each no means.
pub fn given(table: &Table, lang: Lang, statements: &[String], texts: &[String]) -> Vec<Given> {
    judged(table, lang, statements, texts)
        .into_iter()
        .map(|judged| {
            let finding = judged.finding();
            (judged.verdict, judged.reason, finding)
        })
        .collect()
}

/// A rating 0…`max` of each sentence, with the sentence of the sources that supports it best, and why.
pub fn ratings(table: &Table, lang: Lang, sentences: &[String], texts: &[String], max: u32) -> Vec<Rating> {
    let sources = Sources::new(texts.iter().map(String::as_str));
    sentences
        .iter()
        .map(|sentence| {
            let support = Support::of(table, &sources, sentence);
            let max = f64::from(max);
            let rating = if support.whole {
                max
            } else if support.is_contradicted() {
                // The scale has 0 for what the source contradicts.
                0.0
            } else {
                (support.p * max).round()
            };
            let evidence = support
                .best
                .filter(|_| rating > 0.0)
                .map(|best| sources.sentence_text(best).to_owned());
            Rating {
                value: rating,
                evidence: evidence.unwrap_or_default(),
                why: reason(table, lang, &sources, sentence, &support, Form::Json),
            }
        })
        .collect()
}

/// Whether another text supports a sentence. *No* only where a rule found a conflict: that hardly anything of a
/// sentence is there says nothing against it.
pub fn consistent(table: &Table, lang: Lang, sentence: &str, sample: &str) -> (Answer, String) {
    let sources = Sources::new([sample]);
    let support = Support::of(table, &sources, sentence);
    let answer = if support.p >= LIKELY || support.whole {
        Answer::Yes
    } else if !support.is_contradicted() {
        Answer::Unsure
    } else {
        Answer::No
    };
    (
        answer,
        reason(table, lang, &sources, sentence, &support, Form::Text),
    )
}

/// The band, what is missing, and the best sentence.
pub(super) fn reason(
    table: &Table,
    lang: Lang,
    sources: &Sources<'_>,
    statement: &str,
    support: &Support,
    form: Form,
) -> String {
    let strings = lang.strings().judged();
    if !support.whole && support.words.iter().all(|word| table.weight(word) == 0.0) {
        return strings.no_words.to_owned();
    }
    let band = match support.band() {
        Band::Supported => strings.band_supported,
        // Another word in its place may say the same: it is told, and does not stand beside a yes as a difference.
        Band::Check if support.is_contradicted() => strings.band_check_conflict,
        Band::Check if support.p >= THRESHOLD => strings.band_check_yes,
        Band::Check => strings.band_check_no,
        Band::NotFound => strings.band_not_found,
    };
    let mut parts = vec![band.to_owned()];
    parts.extend(differing(lang, strings.in_source, &support.conflicts));
    let dark = pick(statement, &support.words, sources.keys(), Pick::Unknown);
    parts.extend(missing(lang, statement, &support.words, sources.keys(), dark));
    let wanted = content_keys(&support.words);
    let best = support.best;
    parts.extend(best.and_then(|at| best_match(lang, sources, at, &wanted, &support.conflicts, form)));
    parts.join(lang.strings().embedded.between_sentences)
}

/// "Best match, sentence 2: …", quoted around the `wanted` words and what is said otherwise there.
pub(super) fn best_match(
    lang: Lang,
    sources: &Sources<'_>,
    at: usize,
    wanted: &KeySet,
    conflicts: &[Conflict],
    form: Form,
) -> Option<String> {
    let strings = lang.strings().judged();
    sources.sentences().get(at).map(|sentence| {
        let words = if sources.count() > 1 {
            strings.best_in_chunk
        } else {
            strings.best_in_text
        };
        let text = sources.sentence_text(at).trim_end_matches(ends_sentence);
        let said = conflicts.iter().map(|conflict| conflict.stands.as_str());
        let (chunk, number) = (sentence.text.to_string(), sentence.number.to_string());
        let values = [
            ("chunk", chunk.as_str()),
            ("sentence", number.as_str()),
            ("quote", &quotation(lang, text, wanted, said, form)),
        ];
        fill(words, &values)
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    /// source, supported, unsupported
    const PAIRS: &[(&str, &str, &str)] = &[
        (
            "The ferry to Tosund takes 35 minutes. It carries 24 cars.",
            "The ferry to Tosund takes 35 minutes.",
            "The ferry to Ellmark takes 50 minutes.",
        ),
        (
            "圖書館平日開放到晚上九點。三樓設有自習室。",
            "圖書館平日開放到晚上 9 點。",
            "圖書館假日開放到下午五點。",
        ),
        (
            "Die Brücke in Ulm wurde 1987 eröffnet.",
            "Die Brücke wurde 1987 eröffnet.",
            "Die Brücke wurde 1995 abgerissen.",
        ),
        (
            "Мост в Туле открыли в 1987 году.",
            "Мост открыли в 1987 году.",
            "Вокзал построили в 1901 году.",
        ),
        (
            "橋は一九八七年に開通した。",
            "橋は1987年に開通した。",
            "駅は1901年に焼失した。",
        ),
    ];

    #[test]
    fn minimal_pairs() {
        for (source, yes, no) in PAIRS {
            for lang in Lang::ALL {
                let verdicts = verdicts(&table(), lang, &texts(&[yes, no]), &texts(&[source]));
                assert!(verdicts[0].0 && !verdicts[1].0, "{verdicts:?}");
            }
            let ratings = ratings(&table(), Lang::En, &texts(&[yes, no]), &texts(&[source]), 3);
            assert!(ratings[0].value >= 2.0 && ratings[1].value <= 1.0, "{ratings:?}");
            assert!(
                !ratings[0].evidence.is_empty() && source.contains(&ratings[0].evidence),
                "{ratings:?}"
            );
            assert!(ratings[0].why.contains("Best match"), "{ratings:?}");
            assert!(!ratings[1].why.is_empty(), "{ratings:?}");
            let answers = [yes, no].map(|sentence| consistent(&table(), Lang::En, sentence, source).0);
            assert!(
                answers[0] != Answer::No && answers[1] != Answer::Yes,
                "{source} {answers:?}"
            );
        }
    }

    #[test]
    fn only_a_conflict_is_a_no() {
        let source = "The ferry to Tosund takes 35 minutes.";
        for (sentence, want) in [
            ("The ferry to Tosund takes 35 minutes.", Answer::Yes),
            ("The ferry to Ellmark takes 50 minutes.", Answer::No),
            ("Bakers knead sourdough overnight.", Answer::Unsure),
            ("It is so.", Answer::Unsure),
        ] {
            let (answer, why) = consistent(&table(), Lang::En, sentence, source);
            assert_eq!(answer, want, "{sentence} {why}");
        }
    }

    #[test]
    fn reasons_name_what_is_missing_and_where_the_best_support_stands() {
        let sources = texts(&[
            "Apples are sweet.",
            "We sell tea. The ferry to Tosund takes 35 minutes.",
        ]);
        let told = verdicts(
            &table(),
            Lang::En,
            &texts(&["The ferry to Ellmark takes 50 minutes."]),
            &sources,
        );
        assert_eq!(
            told[0].1,
            "It differs from the source in what it says; check it. Another number: “50 minutes” here, “35 minutes” in the \
             source. Missing: the number “50”, the name “Ellmark”. Best match, chunk 1, sentence 2: \
             “The ferry to Tosund takes 35 minutes”."
        );
    }

    #[test]
    fn nothing_to_look_for_is_said() {
        let told = verdicts(
            &table(),
            Lang::En,
            &texts(&["", "…", "It is so."]),
            &texts(&["", "x"]),
        );
        assert!(
            told.iter()
                .all(|(verdict, why)| !verdict && why.contains("no words")),
            "{told:?}"
        );
    }

    #[test]
    fn two_hundred_statements_and_fifty_chunks_are_as_each_alone() {
        let chunks: Vec<String> = (0..50)
            .map(|n| {
                (0..10)
                    .map(|m| format!("Ferry {n} carries {m} cars to Port{n}{m}b. "))
                    .collect()
            })
            .collect();
        let statements: Vec<String> = (0..200)
            .map(|n| format!("Ferry {n} carries 3 cars to Port{n}3b."))
            .collect();
        let all = verdicts(&table(), Lang::En, &statements, &chunks);
        assert_eq!(all.len(), 200);
        for at in [0, 17, 199] {
            let alone = verdicts(&table(), Lang::En, &statements[at..=at], &chunks);
            assert_eq!(alone[0], all[at]);
            assert_eq!(alone[0].0, at < 50, "{alone:?}");
        }
    }
}
