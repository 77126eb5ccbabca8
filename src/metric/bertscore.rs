//! BERTScore (Zhang et al. 2020): greedy cosine matching of the token vectors of answer and reference. One ask for the
//! vectors of both texts; no prompt.
//!
//! precision = mean over the answer's tokens of their best cosine, recall = the same over the reference's tokens, F1 =
//! 2·P·R / (P + R), the headline. No rescaling against a baseline and no IDF weights; special tokens, and what the model
//! does not know, are left out by who gives the vectors. How much that is stands beside the score, and a text of which
//! nothing or less than half is left makes it not applicable. The model is named in the result. Option `figure`: precision or recall as the headline.
//!
//! Who has no token vectors (an API, a person) makes it not applicable: vectors of whole texts never stand in for them.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Group, Label, Light, Line, Mark, Row};
use super::embedding::unknown;
use super::steps::{self, Halt, Step, judged};
use crate::evaluation::{
    Ask, AskPath, Body, Demands, Desk, Flag, Judged, Metric, NoReply, Options, Parts, Question, Reason,
    Reply, Scale, Setting, SettingKind, TokenVectors,
};
use crate::prompt::Template;
use crate::sample::Field;
use crate::stats::rational::fixed;
use crate::stats::token_match::{Partner, matching};

/// F1 of matched tokens, −1 to 1 and in practice above 0; higher is better.
pub struct BertScore;

impl Metric for BertScore {
    fn id(&self) -> &'static str {
        "bertscore"
    }

    fn version(&self) -> u32 {
        2
    }

    fn scale(&self) -> Scale {
        Scale {
            min: -1.0,
            ..Scale::SHARE
        }
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Answer, Field::Reference]
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[Setting {
            name: "figure",
            kind: SettingKind::Choice(&["f1", "precision", "recall"]),
        }];
        SETTINGS
    }

    fn demands(&self, _options: &Options) -> Demands {
        Demands {
            tokens: true,
            once: true,
            ..Demands::default()
        }
    }

    fn prompts(&self) -> &'static [&'static Template] {
        &[]
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(run(desk))
    }
}

fn run<'d>(desk: &mut Desk<'d>) -> Step<Judged> {
    let sample = desk.sample();
    steps::need(&sample.answer)?;
    steps::need(&sample.reference)?;
    let texts = tokens(desk)?;
    let [answer, reference] = texts;
    // What is left of a text of which most is unknown says little about it.
    let few =
        |text: &TokenVectors| text.tokens.is_empty() || 2 * u64::from(text.unknown) > text.pieces.into();
    if few(answer) || few(reference) {
        return Err(Halt::NotApplicable(Reason::FewKnown));
    }
    if answer.cut || reference.cut {
        desk.flag(Flag::TextCut);
    }
    let vectors = |of: &'d TokenVectors| {
        of.tokens
            .iter()
            .map(|token| token.vector.as_slice())
            .collect::<Vec<_>>()
    };
    let (of_answer, of_reference) = (vectors(answer), vectors(reference));
    let found = matching(&of_answer, &of_reference).ok_or(Halt::Unscored(Reason::Unreadable))?;
    let (label, score) = match desk.option("figure").and_then(Value::as_str) {
        Some("precision") => (Label::Precision, found.precision),
        Some("recall") => (Label::Recall, found.recall),
        _ => (Label::F, found.f1),
    };
    let mut breakdown = Breakdown::default();
    for (name, value) in [
        ("precision", found.precision),
        ("recall", found.recall),
        ("f1", found.f1),
    ] {
        breakdown.named.insert(name.into(), json!(value));
    }
    breakdown.named.insert("model".into(), json!(answer.model));
    let mean = |partners: &[Partner]| {
        let sum: f64 = partners.iter().map(|partner| partner.similarity).sum();
        format!("{} / {}", fixed(sum, 3), partners.len())
    };
    let (precision, recall) = (found.precision, found.recall);
    let f1 = if precision <= 0.0 || recall <= 0.0 {
        "min(P, R) ≤ 0 →".to_owned()
    } else {
        Line::f1(precision, recall, found.f1).working
    };
    let mut lines = vec![
        (Label::Precision, mean(&found.answer), precision),
        (Label::Recall, mean(&found.reference), recall),
        (Label::F, f1, found.f1),
    ];
    // The headline stands last.
    lines.sort_by_key(|(of, ..)| *of == label);
    breakdown.lines = lines
        .into_iter()
        .map(|(label, working, value)| Line::new(label, working, value))
        .collect();
    breakdown.figures.extend(unknown(desk, texts));
    breakdown.groups = vec![
        group(
            Label::AnswerTokens,
            "answer-token",
            answer,
            reference,
            &found.answer,
            Field::Reference,
        ),
        group(
            Label::ReferenceTokens,
            "reference-token",
            reference,
            answer,
            &found.reference,
            Field::Answer,
        ),
    ];
    Ok(Judged::scored(score, Parts::Breakdown(Box::new(breakdown))))
}

/// Each token with its partner; choosing a row lights the partner.
fn group(
    label: Label,
    key: &str,
    own: &TokenVectors,
    other: &TokenVectors,
    partners: &[Partner],
    field: Field,
) -> Group {
    let rows = (1_usize..)
        .zip(own.tokens.iter().zip(partners))
        .map(|(number, (token, partner))| {
            let mut row = Row::new(
                format!("{key}-{number}"),
                token.text.as_str(),
                Mark::Number(partner.similarity),
            );
            if let Some(taken) = other.tokens.get(partner.at) {
                row.reason = format!("→ {}", taken.text);
                row.span = (!taken.span.is_empty()).then(|| taken.span.clone());
            }
            row.light = Some(Light { field, entry: None });
            row.path = Some(AskPath::step("tokens"));
            row
        });
    Group {
        label,
        columns: Vec::new(),
        rows: rows.collect(),
    }
}

/// The tokens of answer and reference.
fn tokens<'d>(desk: &mut Desk<'d>) -> Step<&'d [TokenVectors; 2]> {
    let sample = desk.sample();
    let path = AskPath::step("tokens");
    let ask = || Ask {
        path: path.clone(),
        question: Question::Tokens,
        body: Body::Tokens {
            texts: vec![sample.answer.clone(), sample.reference.clone()],
        },
    };
    match desk.embed(&path, ask).ok_or(Halt::Open)? {
        Reply::Tokens(texts) => texts
            .as_slice()
            .try_into()
            .map_err(|_| Halt::Unscored(Reason::Unreadable)),
        Reply::Text(_) | Reply::Vectors(_) => Err(Halt::Unscored(Reason::Unreadable)),
        Reply::None(NoReply::Unanswerable) => Err(Halt::NotApplicable(Reason::NoReply)),
        Reply::None(_) => Err(Halt::Unscored(Reason::NoReply)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, Overrides, Score, State, TokenVector};
    use crate::sample::Sample;

    fn text(tokens: &[(&str, [f32; 2])]) -> TokenVectors {
        TokenVectors {
            tokens: tokens
                .iter()
                .map(|(text, vector)| TokenVector {
                    text: (*text).to_owned(),
                    vector: vector.to_vec(),
                    ..TokenVector::default()
                })
                .collect(),
            model: "hand-made".into(),
            ..TokenVectors::default()
        }
    }

    fn outcome(reply: Reply, figure: Option<&str>) -> crate::evaluation::Outcome {
        let sample = Sample {
            answer: "warm tea".into(),
            reference: "hot tea".into(),
            ..Sample::default()
        };
        let mut options = Options::default();
        if let Some(figure) = figure {
            options.values.insert("figure".into(), json!(figure));
        }
        let mut evaluation = Evaluation::start(&BertScore, sample, options).unwrap();
        let asks = evaluation.open_asks().unwrap().to_vec();
        assert_eq!((asks.len(), &asks[0].question), (1, &Question::Tokens));
        evaluation.take(&asks[0].path, reply).unwrap();
        evaluation.outcome(&Overrides::default())
    }

    #[test]
    fn hand_made_vectors_give_the_figures_and_the_pairs() {
        let reply = || {
            Reply::Tokens(vec![
                text(&[("warm", [0.6, 0.8]), ("tea", [1.0, 0.0])]),
                text(&[("hot", [0.0, 1.0]), ("tea", [1.0, 0.0]), ("please", [-1.0, 0.0])]),
            ])
        };
        // P = (0.8 + 1) / 2; R = (0.8 + 1 − 0.6) / 3.
        let (precision, recall) = (0.9, 0.4);
        let f1 = 2.0 * precision * recall / (precision + recall);
        for (figure, wanted) in [
            (None, f1),
            (Some("precision"), precision),
            (Some("recall"), recall),
        ] {
            let outcome = outcome(reply(), figure);
            let State::Scored(Score(score)) = outcome.state else {
                panic!("{figure:?}: {:?}", outcome.state)
            };
            assert!((score - wanted).abs() < 1e-7, "{figure:?}: {score}");
            let Parts::Breakdown(parts) = &outcome.parts else {
                panic!()
            };
            let pairs: Vec<String> = parts.groups[1]
                .rows
                .iter()
                .map(|row| format!("{} {}", row.text, row.reason))
                .collect();
            assert_eq!(pairs, ["hot → warm", "tea → tea", "please → warm"]);
            assert_eq!(
                parts.lines.last().unwrap().value,
                Some(score),
                "the headline stands last"
            );
            assert_eq!(parts.named["model"], "hand-made");
        }
    }

    #[test]
    fn what_was_left_out_is_told_beside_the_score() {
        for (counts, cut, figure, flags) in [
            ([(2, 0), (1, 0)], false, None, vec![]),
            ([(0, 0), (0, 0)], false, None, vec![]),
            (
                [(3, 1), (1, 0)],
                false,
                Some(("1 / 4", 0.25)),
                vec![Flag::UnknownPieces],
            ),
            (
                [(4, 2), (6, 3)],
                true,
                Some(("5 / 10", 0.5)),
                vec![Flag::UnknownPieces, Flag::TextCut],
            ),
        ] {
            let mut texts = [text(&[("tea", [1.0, 0.0])]), text(&[("tea", [1.0, 0.0])])];
            for (text, (pieces, unknown)) in texts.iter_mut().zip(counts) {
                (text.pieces, text.unknown) = (pieces, unknown);
            }
            texts[1].cut = cut;
            let outcome = outcome(Reply::Tokens(texts.to_vec()), None);
            assert_eq!(outcome.state, State::Scored(Score(1.0)));
            let Parts::Breakdown(parts) = &outcome.parts else {
                panic!()
            };
            let told = parts.figures.first();
            let told = told.map(|line| (line.working.as_str(), line.value.unwrap()));
            assert_eq!(told, figure, "{counts:?}");
            assert_eq!(outcome.flags.iter().copied().collect::<Vec<_>>(), flags);
        }
    }

    #[test]
    fn whole_text_vectors_never_stand_in() {
        for (reply, state) in [
            (
                Reply::Vectors(vec![vec![1.0], vec![1.0]]),
                State::Unscored(Reason::Unreadable),
            ),
            (
                Reply::None(NoReply::Unanswerable),
                State::NotApplicable(Reason::NoReply),
            ),
            (Reply::None(NoReply::Cancelled), State::Unscored(Reason::NoReply)),
            (
                Reply::Tokens(vec![text(&[("a", [1.0, 0.0])])]),
                State::Unscored(Reason::Unreadable),
            ),
            (
                Reply::Tokens(vec![text(&[("a", [0.0, 0.0])]), text(&[("a", [1.0, 0.0])])]),
                State::Unscored(Reason::Unreadable),
            ),
            (
                Reply::Tokens(vec![
                    text(&[("a", [1.0, 0.0])]),
                    TokenVectors {
                        pieces: 3,
                        unknown: 2,
                        ..text(&[("a", [1.0, 0.0])])
                    },
                ]),
                State::NotApplicable(Reason::FewKnown),
            ),
            (
                Reply::Tokens(vec![text(&[]), text(&[("a", [1.0, 0.0])])]),
                State::NotApplicable(Reason::FewKnown),
            ),
        ] {
            assert_eq!(outcome(reply.clone(), None).state, state, "{reply:?}");
        }
    }
}
