//! BLEU, ROUGE-1/2/L and chrF of answer and reference. No judge is asked.
//!
//! Option `mode`: `unicode` (default; words by UAX 29, so Chinese works) or `compatible` (sacreBLEU 2.6 with 13a tokens,
//! rouge_score 0.1.2 with its stemmer), which gives 0 for identical Chinese texts in BLEU and ROUGE, as those do.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Figure, Label, Line, NOTHING_RIGHT};
use super::steps::{self, Step, judged};
use crate::evaluation::{Desk, Judged, Metric, Parts, Scale, Setting, SettingKind};
use crate::prompt::Template;
use crate::sample::Field;
use crate::text::rouge::{Mode, Overlap, rouge_l, rouge_n};
use crate::text::{bleu, chrf};

/// One of the text metrics, 0–1, higher is better. ROUGE scores are F1.
pub struct TextOverlap {
    id: &'static str,
    figure: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Bleu,
    Chrf,
    RougeN(usize),
    RougeL,
}

/// BLEU.
pub static BLEU: TextOverlap = TextOverlap {
    id: "bleu",
    figure: Kind::Bleu,
};
/// ROUGE-1.
pub static ROUGE_1: TextOverlap = TextOverlap {
    id: "rouge-1",
    figure: Kind::RougeN(1),
};
/// ROUGE-2.
pub static ROUGE_2: TextOverlap = TextOverlap {
    id: "rouge-2",
    figure: Kind::RougeN(2),
};
/// ROUGE-L.
pub static ROUGE_L: TextOverlap = TextOverlap {
    id: "rouge-l",
    figure: Kind::RougeL,
};
/// chrF.
pub static CHRF: TextOverlap = TextOverlap {
    id: "chrf",
    figure: Kind::Chrf,
};

impl Metric for TextOverlap {
    fn id(&self) -> &'static str {
        self.id
    }

    fn version(&self) -> u32 {
        1
    }

    fn scale(&self) -> Scale {
        Scale::SHARE
    }

    fn inputs(&self) -> &'static [Field] {
        &[Field::Answer, Field::Reference]
    }

    fn settings(&self) -> &'static [Setting] {
        const SETTINGS: &[Setting] = &[Setting {
            name: "mode",
            kind: SettingKind::Choice(&["unicode", "compatible"]),
        }];
        SETTINGS
    }

    fn prompts(&self) -> &'static [&'static Template] {
        &[]
    }

    fn judge(&self, desk: &mut Desk<'_>) -> Option<Judged> {
        judged(self.run(desk))
    }
}

impl TextOverlap {
    fn run(&self, desk: &mut Desk<'_>) -> Step<Judged> {
        let sample = desk.sample();
        steps::need(&sample.answer)?;
        steps::need(&sample.reference)?;
        let (answer, reference) = (sample.answer.as_str(), sample.reference.as_str());
        let compatible = desk.option("mode").and_then(Value::as_str) == Some("compatible");
        let mode = if compatible {
            Mode::Compatible
        } else {
            Mode::Unicode
        };
        let mut breakdown = Breakdown::default();
        breakdown.named.insert(
            "mode".into(),
            json!(if compatible { "compatible" } else { "unicode" }),
        );
        let score = match self.figure {
            Kind::Bleu if compatible => bleu::compatible(answer, reference),
            Kind::Bleu => bleu::unicode(answer, reference),
            Kind::Chrf if compatible => chrf::compatible(answer, reference),
            Kind::Chrf => chrf::unicode(answer, reference),
            Kind::RougeN(n) => overlap(&mut breakdown, rouge_n(answer, reference, n, mode)),
            Kind::RougeL => overlap(&mut breakdown, rouge_l(answer, reference, mode)),
        };
        breakdown.lines.push(Line {
            label: match self.figure {
                Kind::Bleu => Label::Bleu,
                Kind::Chrf => Label::Chrf,
                Kind::RougeN(_) | Kind::RougeL => Label::F,
            },
            working: working(&breakdown),
            value: Some(score),
        });
        Ok(Judged::scored(score, Parts::Breakdown(Box::new(breakdown))))
    }
}

/// The formula of F1 with its numbers; empty for the figures that are no F of a precision and a recall.
fn working(breakdown: &Breakdown) -> String {
    let figure = |label| {
        breakdown
            .figures
            .iter()
            .find(|figure| figure.label == label)?
            .value
    };
    match (figure(Label::Precision), figure(Label::Recall)) {
        (Some(precision), Some(recall)) if precision + recall <= 0.0 => NOTHING_RIGHT.to_owned(),
        (Some(precision), Some(recall)) => {
            format!("2 · {precision:.3} · {recall:.3} / ({precision:.3} + {recall:.3})")
        }
        _ => String::new(),
    }
}

fn overlap(breakdown: &mut Breakdown, overlap: Overlap) -> f64 {
    for (key, label, value) in [
        ("precision", Label::Precision, overlap.precision),
        ("recall", Label::Recall, overlap.recall),
    ] {
        breakdown.named.insert(key.into(), json!(value));
        breakdown.figures.push(Figure {
            label,
            value: Some(value),
        });
    }
    overlap.f1
}
