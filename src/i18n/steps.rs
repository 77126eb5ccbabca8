//! What a prompt is about, for the person who carries it: `verdict on chunk 1`. Comes with the panel of the judge by hand.

use super::{Lang, fill};
use crate::evaluation::{AskPath, Question};

impl Lang {
    /// The step that an ask belongs to, in words; empty for one that has none. Chunks are counted from 0, as everywhere,
    /// and everything else from 1.
    pub fn step(self, path: &AskPath, question: &Question) -> String {
        let texts = self.hand();
        // Where several metrics are judged, the path begins with the metric's id.
        let step = path.step.rsplit(": ").next().unwrap_or_default();
        let (name, numbered) = match step.rsplit_once('-') {
            Some((name, number)) if number.parse::<u32>().is_ok() => (name, Some(number)),
            _ => (step, None),
        };
        let (sentence, place) = match name {
            "passages" => (texts.at_passages, 0),
            "verdict" => (texts.at_verdict, 0),
            "answer-statements" => (texts.at_answer_statements, 0),
            "reference-statements" => (texts.at_reference_statements, 0),
            "answer-by-reference" => (texts.at_answer_by_reference, 0),
            "reference-by-answer" => (texts.at_reference_by_answer, 0),
            "answer-by-chunk" => (texts.at_answer_by_chunk, 0),
            "reference-by-chunk" => (texts.at_reference_by_chunk, 0),
            "verdicts" => (texts.at_verdicts, 0),
            "questions" => (texts.at_question, path.draw),
            "sentences" => (texts.at_sentences, 0),
            "ratings" if matches!(question, Question::Grounded { .. }) => (texts.at_grounded, 0),
            "ratings" => (texts.at_rating, path.index),
            "answerability" => (texts.at_answerability, 0),
            "chunk-statements" => (texts.at_chunk_statements, path.index),
            "sort" => (texts.at_sort, 0),
            "pairs" => (texts.at_pair, path.index),
            "answers" => (texts.at_answer, path.draw),
            "chunks" => (texts.at_chunk, path.index),
            "votes" => (texts.at_vote, path.draw),
            "score" => (texts.at_score, 0),
            "mistakes" => (texts.at_mistakes, 0),
            _ => ("", 0),
        };
        let id = numbered.map_or_else(|| place.to_string(), str::to_owned);
        let number = (u64::from(place) + 1).to_string();
        fill(sentence, &[("id", &id), ("number", &number)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Body, Evaluation, Reply};
    use crate::metric::catalogue;

    /// Every ask in words of every metric, in every way and with its follow-ups.
    #[test]
    fn every_step_that_is_asked_in_words_has_its_words() {
        let mut named = 0;
        for metric in catalogue::ALL.iter().copied() {
            let example = metric.examples()[0];
            let mut ways = vec![example.options(metric)];
            for setting in metric.settings() {
                let words: &[&str] = match setting.kind {
                    crate::evaluation::SettingKind::Choice(words) => words,
                    _ => &[],
                };
                for word in words {
                    let mut options = example.options(metric);
                    options.values.insert(setting.name.to_owned(), (*word).into());
                    ways.push(options);
                }
            }
            for options in ways {
                let Ok(mut evaluation) = Evaluation::start(metric, example.sample(), options) else {
                    continue;
                };
                while let Some(ask) = evaluation.open_asks().and_then(|asks| asks.first().cloned()) {
                    if matches!(ask.body, Body::Chat { .. }) {
                        for lang in Lang::ALL {
                            let said = lang.step(&ask.path, &ask.question);
                            assert!(
                                !said.is_empty() && !said.contains('{'),
                                "{} {}",
                                metric.id(),
                                ask.path
                            );
                            named += 1;
                        }
                    }
                    let reply = r#"{"statements": ["A."], "question": "Q?", "noncommittal": 0}"#;
                    evaluation.take(&ask.path, Reply::text(reply)).unwrap();
                }
            }
        }
        assert!(named > 100);
    }

    #[test]
    fn chunks_go_by_their_ids_and_the_rest_is_counted() {
        let free = Question::Embed;
        let mut vote = AskPath::step("votes");
        vote.draw = 2;
        let mut several = AskPath::step("context-precision: chunks").at(1);
        several.attempt = 1;
        for (path, said, zh) in [
            (
                AskPath::step("chunks").at(1),
                "verdict on chunk 1",
                "片段 1 的判定",
            ),
            (several, "verdict on chunk 1", "片段 1 的判定"),
            (
                AskPath::step("answer-by-chunk-0"),
                "the answer’s statements against chunk 0",
                "答案的陳述對照片段 0",
            ),
            (vote, "vote 3", "第 3 票"),
            (AskPath::step("something else"), "", ""),
        ] {
            assert_eq!(Lang::En.step(&path, &free), said);
            assert_eq!(Lang::ZhHant.step(&path, &free), zh);
        }
    }
}
