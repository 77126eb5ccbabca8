//! Verdicts that a person changed, put into a kept record: only what was changed, so that changes made to the same
//! record elsewhere stay. What the record claims is computed anew.

use std::collections::BTreeMap;

use super::rescore::{Rescored, rescore};
use crate::evaluation::{Override, Overrides, State};
use crate::metric::catalogue;
use crate::share::record::{Record, rounded};

/// Changes by the key of the verdict; `None` takes one back.
pub type Changes = BTreeMap<String, Option<Override>>;

/// What leads from these changed verdicts to those.
pub fn between(before: &Overrides, after: &Overrides) -> Changes {
    let gone = before.0.keys().filter(|key| !after.0.contains_key(*key));
    let gone = gone.map(|key| (key.clone(), None));
    let new = after
        .0
        .iter()
        .filter(|(key, change)| before.0.get(*key) != Some(change));
    gone.chain(new.map(|(key, change)| (key.clone(), Some(change.clone()))))
        .collect()
}

/// Puts changes into the verdicts of a metric. Scores that are made of this one follow it; a metric that has not come to
/// its end claims nothing still.
pub fn put(record: &mut Record, metric: &str, changes: Changes) {
    for judged in record.metrics.iter_mut().filter(|judged| judged.id == metric) {
        for (key, change) in changes.clone() {
            match change {
                Some(change) => judged.overrides.0.insert(key, change),
                None => judged.overrides.0.remove(&key),
            };
        }
    }
    claim(record);
    hand_on(record);
    claim(record);
}

/// Gives a run the verdicts that were changed in its kept record meanwhile: the run itself changes none.
pub fn keep(record: &mut Record, kept: &Record) {
    let mut any = false;
    for judged in &mut record.metrics {
        let same = kept.metrics.iter().find(|kept| kept.id == judged.id);
        if let Some(kept) = same.filter(|kept| kept.overrides != judged.overrides) {
            judged.overrides.clone_from(&kept.overrides);
            any = true;
        }
    }
    if any {
        claim(record);
        hand_on(record);
        claim(record);
    }
}

/// Claims what comes out now, wherever something was claimed.
fn claim(record: &mut Record) {
    let rescored = rescore(record);
    for (judged, rescored) in record.metrics.iter_mut().zip(rescored) {
        if let (Some(_), Rescored::Done(scored)) = (judged.claimed, rescored) {
            judged.claimed = Some(rounded(scored.outcome.state));
        }
    }
}

/// Gives the scores of the record's metrics to those that are made of them.
fn hand_on(record: &mut Record) {
    let scores: Vec<(String, Option<State>)> = record
        .metrics
        .iter()
        .map(|judged| (judged.id.clone(), judged.claimed))
        .collect();
    for judged in &mut record.metrics {
        let Some(metric) = catalogue::find(&judged.id) else {
            continue;
        };
        for (part, state) in &scores {
            if !metric.takes_scores().contains(&part.as_str()) {
                continue;
            }
            match state {
                Some(State::Scored(score)) => judged.settings.insert(part.clone(), score.0.into()),
                _ => judged.settings.shift_remove(part),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, Options, Reply, Score};
    use crate::sample::Sample;

    fn change(value: f64) -> Override {
        Override {
            value: value.into(),
            note: format!("by hand: {value}"),
        }
    }

    fn overrides(of: &[(&str, f64)]) -> Overrides {
        let of = of.iter().map(|(key, value)| ((*key).to_owned(), change(*value)));
        Overrides(of.collect())
    }

    /// Two essential passages, both scored 5.
    fn recalled() -> Record {
        let metric = catalogue::find("rag-recall").unwrap();
        let sample = Sample {
            essential: vec!["One.".into(), "Two.".into()],
            answer: "One and two.".into(),
            ..Sample::default()
        };
        let mut evaluation = Evaluation::start(metric, sample.clone(), Options::default()).unwrap();
        let path = evaluation.open_asks().unwrap()[0].path.clone();
        let reply = "RECALL_Reasoning:\n[ESSENTIAL PASSAGE] 1: All. Score: 5\n[ESSENTIAL PASSAGE] 2: All. Score: 5\n\
            RECALL_Essential_Formula: (5 + 5) / 2 = 5\nRECALL_Final_Score: 5";
        evaluation.take(&path, Reply::text(reply)).unwrap();
        let mut record = Record::new(&sample, "en");
        record.add(&evaluation, &Overrides::default());
        record
    }

    #[test]
    fn what_two_tabs_change_adds_up() {
        let mut record = recalled();
        assert_eq!(record.metrics[0].claimed, Some(State::Scored(Score(5.0))));
        let none = Overrides::default();
        // Each tab knows its own change alone.
        put(
            &mut record,
            "rag-recall",
            between(&none, &overrides(&[("E1", 1.0)])),
        );
        put(
            &mut record,
            "rag-recall",
            between(&none, &overrides(&[("E2", 2.0)])),
        );
        assert_eq!(
            record.metrics[0].overrides,
            overrides(&[("E1", 1.0), ("E2", 2.0)])
        );
        let both = record.metrics[0].claimed;
        assert_eq!(both, Some(State::Scored(Score(1.5))));
        // The first takes its own back.
        put(
            &mut record,
            "rag-recall",
            between(&overrides(&[("E1", 1.0)]), &none),
        );
        assert_eq!(record.metrics[0].overrides, overrides(&[("E2", 2.0)]));
        // Another metric's changes are none of this one's.
        put(
            &mut record,
            "faithfulness",
            between(&none, &overrides(&[("E1", 1.0)])),
        );
        assert_eq!(record.metrics[0].overrides, overrides(&[("E2", 2.0)]));
    }

    #[test]
    fn a_run_that_writes_on_keeps_what_was_changed_meanwhile() {
        let none = Overrides::default();
        let run = recalled();
        let mut kept = recalled();
        put(
            &mut kept,
            "rag-recall",
            between(&none, &overrides(&[("E1", 1.0)])),
        );
        let mut written = run.clone();
        keep(&mut written, &kept);
        assert_eq!(written.metrics[0].overrides, overrides(&[("E1", 1.0)]));
        assert_eq!(written.metrics[0].claimed, Some(State::Scored(Score(3.0))));
        // What was taken back meanwhile does not come again.
        keep(&mut written, &run);
        assert_eq!(written, run);
    }

    #[test]
    fn changes_are_what_differs() {
        let of = overrides;
        for (before, after, want) in [
            (of(&[]), of(&[]), vec![]),
            (of(&[("E1", 1.0)]), of(&[("E1", 1.0)]), vec![]),
            (of(&[("E1", 1.0)]), of(&[("E1", 2.0)]), vec![("E1", Some(2.0))]),
            (
                of(&[("E1", 1.0)]),
                of(&[("E2", 2.0)]),
                vec![("E1", None), ("E2", Some(2.0))],
            ),
        ] {
            let want: Changes = want
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value.map(change)))
                .collect();
            assert_eq!(between(&before, &after), want);
        }
    }

    #[test]
    fn a_score_that_is_made_of_others_follows_them() {
        let mut record = Record::default();
        record.holds = crate::share::record::Holds::Verdict;
        let metric = catalogue::find("faithfulness").unwrap();
        let example = &metric.examples()[0];
        let mut evaluation = Evaluation::start(metric, example.sample(), example.options(metric)).unwrap();
        let replies = [
            r#"{"statements": ["One.", "Two."]}"#,
            r#"{"verdicts": [{"index": 1, "verdict": 1}, {"index": 2, "verdict": 0}]}"#,
        ];
        for reply in replies {
            let path = evaluation.open_asks().unwrap()[0].path.clone();
            evaluation.take(&path, Reply::text(reply)).unwrap();
        }
        record.sample = example.sample();
        record.add(&evaluation, &Overrides::default());
        let ragas = catalogue::find("ragas-score").unwrap();
        let mut options = Options::default();
        for part in ragas.takes_scores() {
            let score = if *part == "faithfulness" { 0.5 } else { 1.0 };
            options.values.insert((*part).to_owned(), score.into());
        }
        let made = Evaluation::start(ragas, record.sample.clone(), options).unwrap();
        record.add(&made, &Overrides::default());
        assert_eq!(record.metrics[1].claimed, Some(State::Scored(Score(0.8))));
        let supported = Override {
            value: true.into(),
            note: String::new(),
        };
        put(
            &mut record,
            "faithfulness",
            [("answer-2".to_owned(), Some(supported))].into(),
        );
        let claimed: Vec<_> = record.metrics.iter().map(|judged| judged.claimed).collect();
        assert_eq!(claimed, [Some(State::Scored(Score(1.0))); 2]);
    }
}
