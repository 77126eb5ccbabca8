//! Whether a reply that a person pasted leads anywhere, before it is taken: one that belongs to another prompt would end
//! the run, and with it what was pasted before.

use crate::evaluation::{
    Ask, AskPath, Evaluation, NoReply, Outcome, Overrides, Parts, Reason, Reply, State, carried,
};
use crate::metric::breakdown::Mark;
use crate::text::normalise::folded;
use crate::text::visible::head;

/// Why there would be no score with this reply, where nothing that is asked later could mend that. `None`: the reply can
/// be read, or its ask is asked again, or there is no score to be had already.
pub fn unread(evaluations: &[Evaluation], ask: &Ask, reply: &Reply) -> Option<Reason> {
    let key = ask.key("");
    evaluations.iter().find_map(|evaluation| {
        let open = evaluation.open_asks()?.iter().find(|open| open.key("") == key)?;
        let mut tried = evaluation.clone();
        tried.take(&open.path, reply.clone()).ok()?;
        let asked_again = |open: &Ask| open.path.attempt > ask.path.attempt;
        if tried.open_asks().unwrap_or_default().iter().any(asked_again) {
            return None;
        }
        // An earlier reply, which was taken as it was, leaves no score already.
        if of_state(ended(evaluation.clone())?.state).is_some() {
            return None;
        }
        let outcome = ended(tried)?;
        of_rows(&outcome, &open.path).or_else(|| of_state(outcome.state))
    })
}

/// What was written in place of a score for each passage that an ask asks for again, with the passage's key: the reply
/// before it is read anew.
pub fn written_before(evaluations: &[Evaluation], ask: &Ask) -> Vec<(String, String)> {
    let key = ask.key("");
    let about = |evaluation: &&Evaluation| {
        let open = evaluation.open_asks();
        open.is_some_and(|open| open.iter().any(|open| open.key("") == key))
    };
    let outcome = evaluations.iter().find(about).cloned().and_then(ended);
    let Some(Parts::Recall(parts)) = outcome.map(|outcome| outcome.parts) else {
        return Vec::new();
    };
    let rows = parts.passages.into_iter();
    rows.filter(|row| !row.written.is_empty())
        .map(|row| (row.key, row.written))
        .collect()
}

/// Where a person stands who carries prompts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which prompt it is, from 1.
    pub number: usize,
    /// How many there are, as far as that is known; re-asks that are not open yet aside.
    pub all: usize,
    /// The metrics that ask it.
    pub metrics: Vec<&'static str>,
}

/// Where an ask stands among all that a person carries for these evaluations.
pub fn place(evaluations: &[Evaluation], ask: &Ask) -> Place {
    let key = ask.key("");
    let (answered, all) = carried(evaluations);
    let asks = |evaluation: &&Evaluation| {
        let open = evaluation.open_asks().unwrap_or_default();
        open.iter().any(|open| open.key("") == key)
    };
    Place {
        number: answered + 1,
        all: all.max(answered + 1),
        metrics: evaluations
            .iter()
            .filter(asks)
            .map(|evaluation| evaluation.metric().id())
            .collect(),
    }
}

/// Whether a text that could not be read begins as a refusal in words does.
pub fn reads_like_a_refusal(text: &str) -> bool {
    const WORDS: [&str; 22] = [
        "sorry",
        "i can't",
        "i cannot",
        "i can not",
        "i'm unable",
        "i am unable",
        "i'm not able",
        "i am not able",
        "i won't",
        "unable to assist",
        "can't help",
        "can't assist",
        "as an ai",
        "against my guidelines",
        "抱歉",
        "對不起",
        "对不起",
        "不好意思",
        "無法",
        "无法",
        "不能協助",
        "不能协助",
    ];
    let start = folded(head(text, 200).0);
    WORDS.iter().any(|word| start.contains(word))
}

/// What comes out when nobody answers any more.
fn ended(mut evaluation: Evaluation) -> Option<Outcome> {
    while let Some(path) = evaluation
        .open_asks()
        .and_then(|asks| Some(asks.first()?.path.clone()))
    {
        evaluation.take(&path, Reply::None(NoReply::RanOut)).ok()?;
    }
    Some(evaluation.outcome(&Overrides::default()))
}

/// Why there is no score; `None`: there is one, or only the rest is missing.
fn of_state(state: State) -> Option<Reason> {
    match state {
        State::Unscored(Reason::NoReply) => None,
        State::Unscored(reason) => Some(reason),
        State::Scored(_) | State::NotApplicable(_) | State::Conflict(_) => None,
    }
}

/// Why nothing that this ask was about has a verdict, where others lack theirs as well.
fn of_rows(outcome: &Outcome, ask: &AskPath) -> Option<Reason> {
    let Parts::Breakdown(parts) = &outcome.parts else {
        return None;
    };
    let rows = || parts.groups.iter().flat_map(|group| &group.rows);
    let own = rows()
        .filter(|row| row.path.as_ref() == Some(ask))
        .map(|row| row.mark);
    let cells = rows().flat_map(|row| row.cell_paths.iter().zip(row.cells.iter().copied()));
    let cells = cells.filter(|(path, _)| *path == ask).map(|(_, mark)| mark);
    let mut reasons = own.chain(cells).map(|mark| match mark {
        Mark::Open(reason) => Some(reason),
        _ => None,
    });
    let first = reasons.next()??;
    reasons.all(|reason| reason.is_some()).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Options;
    use crate::metric::catalogue;

    const STATEMENTS: &str = r#"{"statements": ["A.", "B."]}"#;
    const VERDICTS: &str = r#"{"verdicts": [{"index": 1, "verdict": 1}, {"index": 2, "verdict": 0}]}"#;
    const SOME: &str = r#"{"verdicts": [{"index": 1, "verdict": 1}]}"#;

    #[test]
    fn refusals_in_words() {
        for (text, refusal) in [
            ("I'm sorry, but I can't help with that.", true),
            ("I’m unable to judge this.", true),
            ("As an AI model, I cannot rate people.", true),
            ("很抱歉，我無法協助這項請求。", true),
            ("Sure! What shall I do?", false),
            ("no idea", false),
            ("", false),
        ] {
            assert_eq!(reads_like_a_refusal(text), refusal, "{text}");
        }
    }

    #[test]
    fn a_second_question_knows_what_was_written_before() {
        let metric = catalogue::find("rag-recall").unwrap();
        let sample = crate::sample::Sample {
            essential: vec!["One.".into(), "Two.".into()],
            answer: "One.".into(),
            ..Default::default()
        };
        let mut evaluation = Evaluation::start(metric, sample, Options::default()).unwrap();
        let first = evaluation.open_asks().unwrap()[0].clone();
        assert!(written_before(&[evaluation.clone()], &first).is_empty());
        let reply = Reply::text("[ESSENTIAL PASSAGE] 1: a. Score: 0\n[ESSENTIAL PASSAGE] 2: b. Score: 4\n");
        evaluation.take(&first.path, reply).unwrap();
        let second = evaluation.open_asks().unwrap()[0].clone();
        assert_eq!(
            written_before(&[evaluation], &second),
            [("E1".to_owned(), "0".to_owned())]
        );
    }

    /// The statements of the answer are asked once for both; a re-ask counts as soon as it is open.
    #[test]
    fn a_person_is_told_which_prompt_of_how_many_it_is() {
        let sample = crate::sample::Sample {
            question: "Who?".into(),
            answer: "Ana. Ben.".into(),
            reference: "Ana.".into(),
            contexts: vec!["Ana.".into(), "Ben.".into()],
            ..Default::default()
        };
        let started = |metric| {
            let metric = catalogue::find(metric).unwrap();
            Evaluation::start(metric, sample.clone(), Options::default()).unwrap()
        };
        let mut all = vec![started("faithfulness"), started("factual-correctness")];
        let planned = crate::evaluation::plan_together(
            sample.clone(),
            ["faithfulness", "factual-correctness"]
                .map(|metric| (catalogue::find(metric).unwrap(), Options::default()))
                .to_vec(),
        )
        .unwrap();
        let mut told = Vec::new();
        let mut together = crate::run::Together::new(&mut all);
        while let Some((key, ask)) = together.send_next() {
            told.push(place(together.evaluations(), &ask));
            let reply = if ask.path.step.ends_with("-statements") {
                STATEMENTS
            } else if ask.path.step.ends_with("verdicts") && ask.path.attempt == 0 {
                SOME
            } else {
                VERDICTS
            };
            together.take(&key, Reply::text(reply));
        }
        let of = |number, all, metrics: &[&'static str]| Place {
            number,
            all,
            metrics: metrics.to_vec(),
        };
        let wanted = [
            of(1, 5, &["faithfulness", "factual-correctness"]),
            of(2, 5, &["faithfulness"]),
            // One statement was left without a verdict.
            of(3, 6, &["faithfulness"]),
            of(4, 6, &["factual-correctness"]),
            of(5, 6, &["factual-correctness"]),
            of(6, 6, &["factual-correctness"]),
        ];
        // What is announced before the run is what is counted in it.
        assert_eq!(planned.of_judge(false).1, told[0].all);
        assert_eq!(told.len(), 6, "{told:?}");
        assert_eq!(told, wanted);
    }

    /// Replies that were taken, the one that is pasted, and what is said of it.
    #[test]
    fn what_would_end_the_run_is_told_before_it_is_taken() {
        let unreadable = Some(Reason::Unreadable);
        for (metric, taken, pasted, said) in [
            ("faithfulness", &[][..], STATEMENTS, None),
            ("faithfulness", &[], "Sure! What shall I do?", unreadable),
            ("faithfulness", &[STATEMENTS], VERDICTS, None),
            ("faithfulness", &[STATEMENTS], STATEMENTS, unreadable),
            ("faithfulness", &[STATEMENTS], "no idea", unreadable),
            // It is asked again for what is open.
            ("faithfulness", &[STATEMENTS], SOME, None),
            ("rag-recall", &[], "[ESSENTIAL PASSAGE] 1: whole. Score: 5", None),
            ("rag-recall", &[], "no idea", unreadable),
            ("aspect-critique", &[], "no idea", None),
            // Others are open beside it.
            ("claims", &[STATEMENTS], STATEMENTS, None),
            ("claims", &[STATEMENTS], VERDICTS, unreadable),
            ("claims", &[STATEMENTS, STATEMENTS, VERDICTS], VERDICTS, None),
            (
                "claims",
                &[STATEMENTS, STATEMENTS, VERDICTS],
                STATEMENTS,
                unreadable,
            ),
            (
                "claims",
                &[STATEMENTS, STATEMENTS, VERDICTS, VERDICTS, VERDICTS],
                "?",
                unreadable,
            ),
            // What was taken as it was before leaves no score whatever comes.
            ("claims", &[STATEMENTS, STATEMENTS, "?"], "?", None),
            ("hallucination", &[], "It is fine.", unreadable),
            ("hallucination", &[], "Response: 0.5", None),
            ("hallucination", &["Response: 0.5"], "None", None),
            ("sufficient-context", &[], STATEMENTS, unreadable),
        ] {
            let metric = catalogue::find(metric).unwrap();
            let example = metric.examples()[0];
            let started = || Evaluation::start(metric, example.sample(), example.options(metric)).unwrap();
            let mut evaluation = started();
            for reply in taken {
                let path = evaluation.open_asks().unwrap()[0].path.clone();
                evaluation.take(&path, Reply::text(*reply)).unwrap();
            }
            let ask = evaluation.open_asks().unwrap()[0].clone();
            let what = (metric.id(), taken, pasted);
            // Beside another metric that does not ask this.
            let other = catalogue::find("context-precision").unwrap();
            let other = Evaluation::start(other, example.sample(), Options::default());
            let mut all: Vec<Evaluation> = other.into_iter().collect();
            all.push(evaluation);
            assert_eq!(unread(&all, &ask, &Reply::text(pasted)), said, "{what:?}");
        }
    }
}
