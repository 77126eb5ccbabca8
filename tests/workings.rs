//! What the formula's lines print: with their value they are never a fraction that comes to something else.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

use std::sync::Arc;

use assay::evaluation::{Evaluation, Flag, Options, Outcome, Overrides, Parts, Reason, Score, State};
use assay::i18n::Lang;
use assay::judge::Judge;
use assay::judge::embedded::{EmbeddedJudge, Table};
use assay::metric::breakdown::Line;
use assay::metric::catalogue::{self, find};
use assay::sample::Sample;
use futures::executor::block_on;
use serde_json::{Value, json};

fn line(id: &str, sample: Sample, values: &Value) -> String {
    let options = Options {
        values: values.as_object().unwrap().clone().into_iter().collect(),
        ..Options::default()
    };
    let evaluation = Evaluation::start(find(id).unwrap(), Arc::new(sample), options).unwrap();
    let Parts::Breakdown(parts) = evaluation.outcome(&Overrides::default()).parts else {
        panic!("{id}: no breakdown")
    };
    let line = parts.lines.last().unwrap();
    line.with_value(format!("{:.3}", line.value.unwrap()))
}

#[test]
fn a_mean_and_an_f_of_nothing_are_no_fractions() {
    let scores = |relevancy: f64| json!({"faithfulness": 0.5, "answer-relevancy": relevancy, "context-precision": 0.5, "context-recall": 0.5});
    let texts = |answer: &str| Sample {
        answer: answer.to_owned(),
        reference: "red blue".to_owned(),
        ..Sample::default()
    };
    let cases = [
        (
            "ragas-score",
            texts(""),
            scores(0.5),
            "4 / (1/0.500 + 1/0.500 + 1/0.500 + 1/0.500) = 0.500",
        ),
        ("ragas-score", texts(""), scores(0.0), "min = 0.000 ≤ 0 → 0.000"),
        ("ragas-score", texts(""), scores(-0.2), "min = -0.200 ≤ 0 → 0.000"),
        ("rouge-1", texts("green"), json!({}), "P + R = 0 → 0.000"),
        (
            "rouge-1",
            texts("red blue"),
            json!({}),
            "2 · 1.000 · 1.000 / (1.000 + 1.000) = 1.000",
        ),
    ];
    for (id, sample, values, want) in cases {
        assert_eq!(line(id, sample, &values), want);
    }
}

/// A number of the arithmetic in which workings are written.
struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(token) {
            Some(tail) => {
                self.rest = tail;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> f64 {
        let mut value = self.product();
        loop {
            if self.eat("+") {
                value += self.product();
            } else if self.eat("−") {
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> f64 {
        let mut value = self.factor();
        loop {
            if self.eat("·") {
                value *= self.factor();
            } else if self.eat("/") {
                value /= self.factor();
            } else {
                return value;
            }
        }
    }

    fn factor(&mut self) -> f64 {
        for (name, function) in [
            ("exp", f64::exp as fn(f64) -> f64),
            ("ln", f64::ln as fn(f64) -> f64),
        ] {
            if self.eat(name) {
                return function(self.factor());
            }
        }
        if self.eat("min") {
            assert!(self.eat("("));
            let first = self.sum();
            assert!(self.eat(","));
            let second = self.sum();
            assert!(self.eat(")"));
            return first.min(second);
        }
        if self.eat("(") {
            let value = self.sum();
            assert!(self.eat(")"), "{}", self.rest);
            return value;
        }
        let rest = self.rest.trim_start();
        let end = rest
            .char_indices()
            .find(|(at, c)| !(c.is_ascii_digit() || *c == '.' || (*c == '-' && *at == 0)))
            .map_or(rest.len(), |(at, _)| at);
        self.rest = &rest[end..];
        rest[..end]
            .parse()
            .unwrap_or_else(|_| panic!("no number at {rest:?}"))
    }
}

/// What is printed comes to what stands behind it; numbers in it have three decimals.
fn check(what: &str, line: &Line, computed: &mut usize) {
    let Some(value) = line.value else { return };
    if line.working.is_empty() || line.working.ends_with('→') {
        return;
    }
    let mut reader = Reader { rest: &line.working };
    let came_to = reader.sum();
    assert!(
        reader.rest.trim().is_empty(),
        "{what}: {:?} is left of {:?}",
        reader.rest,
        line.working
    );
    assert!(
        (came_to - value).abs() < 0.006,
        "{what}: {} comes to {came_to}, not {value}",
        line.working
    );
    *computed += 1;
}

fn lines(outcome: &Outcome) -> Vec<Line> {
    match &outcome.parts {
        Parts::Breakdown(parts) => parts.lines.iter().chain(&parts.figures).cloned().collect(),
        _ => Vec::new(),
    }
}

#[test]
fn what_is_filled_in_comes_to_its_value() {
    let table = Arc::new(Table::parse(include_bytes!("../public/words-3.txt")).unwrap());
    let judge = EmbeddedJudge::new(table, Lang::En);
    let mut computed = 0;
    for metric in catalogue::ALL.iter().copied() {
        for example in metric.examples() {
            let mut evaluation =
                Evaluation::start(metric, example.sample(), example.options(metric)).unwrap();
            while let Some(ask) = evaluation.open_asks().map(|asks| asks[0].clone()) {
                let reply = block_on(judge.reply(&ask));
                evaluation.take(&ask.path, reply).unwrap();
            }
            let outcome = evaluation.outcome(&Overrides::default());
            for line in lines(&outcome) {
                check(&format!("{} {:?}", metric.id(), line.label), &line, &mut computed);
            }
        }
    }
    let texts = [
        "",
        "a",
        "the cat",
        "The cat sat on the mat.",
        "The cat sat on the mat. Dogs barked at it, too!",
        "the the the the the",
        "Paris is the capital of France.",
        "1,000 well-known things: 3.14",
        "五味子很好吃",
        "很好吃的五味子和茶",
        "naïve Zürich",
    ];
    for id in ["bleu", "chrf", "rouge-1", "rouge-2", "rouge-l"] {
        for (answer, reference) in texts.iter().flat_map(|one| texts.map(|other| (*one, other))) {
            for mode in ["unicode", "compatible"] {
                let outcome = overlap(id, answer, reference, mode);
                for line in lines(&outcome) {
                    let what = format!("{id} {mode} {answer:?} {reference:?} {:?}", line.label);
                    check(&what, &line, &mut computed);
                }
            }
        }
    }
    assert!(computed > 2000, "{computed}");
}

#[test]
fn texts_without_words_are_nothing_to_judge() {
    let none = State::NotApplicable(Reason::NoWords);
    let score = |value: f64| State::Scored(Score(value));
    for (id, mode, answer, reference, want) in [
        ("rouge-1", "unicode", "🎉", "🎉", none),
        ("rouge-1", "unicode", "!!!", "…", none),
        ("rouge-l", "unicode", "!!!", "!!!", none),
        ("rouge-2", "unicode", "🎉", "🎉", none),
        ("rouge-2", "unicode", "Paris", "Paris", none),
        ("rouge-1", "unicode", "Paris", "Paris", score(1.0)),
        ("rouge-1", "unicode", "🎉", "Paris", score(0.0)),
        ("rouge-2", "unicode", "Paris", "in Paris", score(0.0)),
        ("rouge-1", "compatible", "🎉", "🎉", score(0.0)),
        ("rouge-2", "compatible", "Paris", "Paris", score(0.0)),
        ("bleu", "unicode", "🎉", "🎉", score(1.0)),
        ("chrf", "unicode", "!!!", "!!!", score(1.0)),
    ] {
        assert_eq!(
            overlap(id, answer, reference, mode).state,
            want,
            "{id} {mode} {answer}"
        );
    }
}

fn overlap(id: &str, answer: &str, reference: &str, mode: &str) -> Outcome {
    let mut options = Options::default();
    options.values.insert("mode".into(), mode.into());
    let sample = Sample {
        answer: answer.to_owned(),
        reference: reference.to_owned(),
        ..Sample::default()
    };
    Evaluation::start(find(id).unwrap(), sample, options)
        .unwrap()
        .outcome(&Overrides::default())
}

/// Every metric that computes its score shows what from; a verdict that is the score itself has nothing to fill in.
#[test]
fn the_formula_is_filled_with_what_it_names() {
    let names = |id: &str, mode: &str| -> Vec<String> {
        let outcome = overlap(
            id,
            "The cat sat on the mat.",
            "The cat sat on a mat, it did.",
            mode,
        );
        let strings = Lang::En.strings();
        lines(&outcome)
            .iter()
            .map(|line| {
                format!(
                    "{}: {}",
                    strings.line_label(line),
                    line.with_value(format!("{:.3}", line.value.unwrap()))
                )
            })
            .collect()
    };
    assert_eq!(
        names("bleu", "compatible"),
        [
            "1-gram precision (p): 6 / 7 = 0.857",
            "2-gram precision (p): 3 / 6 = 0.500",
            "3-gram precision (p): 2 / 5 = 0.400",
            "4-gram precision (p): 1 / 4 = 0.250",
            "Words of the answer (c): 7.000",
            "Words of the reference (r): 10.000",
            "Brevity penalty (BP): exp(1 − 10 / 7) = 0.651",
            "BLEU: 0.651 · exp((ln 0.857 + ln 0.500 + ln 0.400 + ln 0.250) / 4) = 0.296",
        ]
    );
    assert_eq!(
        names("rouge-l", "unicode"),
        [
            "Precision: 5 / 6 = 0.833",
            "Recall: 5 / 8 = 0.625",
            "F: 2 · 0.833 · 0.625 / (0.833 + 0.625) = 0.714"
        ]
    );
    let chrf = names("chrf", "unicode");
    assert!(
        chrf[0].starts_with("Precision: (") && chrf[0].contains(") / 6 = 0."),
        "{chrf:?}"
    );
    assert!(chrf[2].starts_with("chrF: (1 + 4) · 0."), "{chrf:?}");
}

/// Where the tools that the compatible mode equals see no words, that is told beside the score.
#[test]
fn a_compatible_score_of_a_text_without_latin_words_is_flagged() {
    let (chinese, english, russian, korean) = (
        "五味子很好吃",
        "The cat sat on the mat.",
        "Кошка сидит на ковре.",
        "고양이가 매트 위에 앉았다.",
    );
    for (id, mode, answer, reference, flagged) in [
        ("bleu", "compatible", chinese, chinese, true),
        ("rouge-1", "compatible", chinese, chinese, true),
        ("rouge-2", "compatible", english, chinese, true),
        ("rouge-l", "compatible", russian, russian, true),
        ("rouge-l", "compatible", "一種水果 called 五味子", "五味子", true),
        ("bleu", "compatible", russian, russian, false),
        ("bleu", "compatible", korean, korean, false),
        ("rouge-l", "compatible", korean, korean, true),
        ("chrf", "compatible", chinese, chinese, false),
        ("bleu", "compatible", english, english, false),
        (
            "rouge-l",
            "compatible",
            "naïve cats in Zürich",
            "Is “五” a word?",
            false,
        ),
        ("bleu", "unicode", chinese, chinese, false),
        ("rouge-l", "unicode", chinese, chinese, false),
    ] {
        let outcome = overlap(id, answer, reference, mode);
        assert_eq!(
            outcome.flags.contains(&Flag::UnsplitWords),
            flagged,
            "{id} {mode} {answer}"
        );
    }
}
