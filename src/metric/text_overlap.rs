//! BLEU, ROUGE-1/2/L and chrF of answer and reference. No judge is asked.
//!
//! Option `mode`: `unicode` (default; words by UAX 29, so Chinese works) or `compatible` (sacreBLEU 2.6 with 13a tokens,
//! rouge_score 0.1.2 with its stemmer), which gives 0 for identical Chinese texts in BLEU and ROUGE, as those do; a flag says
//! so then. In the Unicode mode two texts without any word (of ROUGE-2: pair of words) are nothing to judge; one such text
//! beside one that has them has nothing in common with it, 0. The lines hold what the formula is made of: n-gram precisions, penalty and lengths, precision and recall.

use serde_json::{Value, json};

use super::breakdown::{Breakdown, Label, Line, NOTHING_RIGHT};
use super::steps::{self, Halt, Step, judged};
use crate::evaluation::{Desk, Flag, Judged, Metric, Parts, Reason, Scale, Setting, SettingKind};
use crate::prompt::Template;
use crate::sample::Field;
use crate::stats::rational::fixed;
use crate::text::bleu::{self, Bleu, Precision};
use crate::text::chrf::{self, Chrf};
use crate::text::ngrams::Shared;
use crate::text::rouge::{Mode, Overlap, rouge_l, rouge_n};
use crate::text::script::{is_hangul, is_unspaced};

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
        2
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
        if compatible && self.peers_see_no_words(answer, reference) {
            desk.flag(Flag::UnsplitWords);
        }
        let (score, compared) = match self.figure {
            Kind::Bleu if compatible => {
                bleu_lines(&mut breakdown, &bleu::compatible(answer, reference), true)
            }
            Kind::Bleu => bleu_lines(&mut breakdown, &bleu::unicode(answer, reference), false),
            Kind::Chrf if compatible => chrf_lines(&mut breakdown, &chrf::compatible(answer, reference)),
            Kind::Chrf => chrf_lines(&mut breakdown, &chrf::unicode(answer, reference)),
            Kind::RougeN(n) => rouge_lines(&mut breakdown, &rouge_n(answer, reference, n, mode)),
            Kind::RougeL => rouge_lines(&mut breakdown, &rouge_l(answer, reference, mode)),
        };
        // The tools that the compatible mode equals call this 0.
        if compared == 0 && !compatible {
            return Err(Halt::NotApplicable(Reason::NoWords));
        }
        Ok(Judged::scored(score, Parts::Breakdown(Box::new(breakdown))))
    }

    /// Whether the tools that the compatible mode equals find few of a text's words: ROUGE keeps a–z and digits alone,
    /// BLEU cuts at spaces. chrF counts characters of any script.
    fn peers_see_no_words(&self, answer: &str, reference: &str) -> bool {
        let lost: fn(&char) -> bool = match self.figure {
            Kind::Chrf => return false,
            Kind::Bleu => |c| is_unspaced(*c) && !is_hangul(*c),
            Kind::RougeN(_) | Kind::RougeL => |c| !c.is_ascii(),
        };
        [answer, reference].into_iter().any(|text| {
            let letters = || text.chars().filter(|c| c.is_alphanumeric());
            2 * letters().filter(lost).count() > letters().count()
        })
    }
}

/// p₁ … p₄, both lengths, the penalty, and their product. Returns the score, and how much both texts hold to compare.
fn bleu_lines(breakdown: &mut Breakdown, bleu: &Bleu, all_orders: bool) -> (f64, usize) {
    let counted: Vec<(usize, Precision)> = (1..)
        .zip(bleu.precisions)
        .filter_map(|(n, precision)| Some((n, precision?)))
        .collect();
    for (n, precision) in &counted {
        let working = match precision.hits {
            Ok(matched) => format!("{matched} / {}", precision.total),
            Err(power) => format!("1 / ({power} · {})", precision.total),
        };
        let line = Line::new(Label::NgramPrecision, working, precision.value());
        breakdown.lines.push(line.at(*n));
    }
    let (c, r) = (bleu.answer, bleu.reference);
    let penalty = if c < r && c > 0 {
        format!("exp(1 − {r} / {c})")
    } else {
        format!("{c} ≥ {r} →")
    };
    let last = if bleu.orders.iter().all(|order| order.matched == 0) {
        "p₁ = 0 →".to_owned()
    } else if all_orders && counted.len() < bleu.orders.len() {
        format!("c = {c} < {} →", bleu.orders.len())
    } else {
        let logs: Vec<String> = counted
            .iter()
            .map(|(_, precision)| format!("ln {}", fixed(precision.value(), 3)))
            .collect();
        format!(
            "{} · exp(({}) / {})",
            fixed(bleu.brevity, 3),
            logs.join(" + "),
            counted.len()
        )
    };
    let brevity = if c == 0 { 0.0 } else { bleu.brevity };
    breakdown.lines.extend([
        Line::new(Label::AnswerLength, "", c as f64),
        Line::new(Label::ReferenceLength, "", r as f64),
        Line::new(Label::BrevityPenalty, penalty, brevity),
        Line::new(Label::Bleu, last, bleu.score),
    ]);
    (bleu.score, c + r)
}

/// The means of the orders' precisions and recalls, and their F₂.
fn chrf_lines(breakdown: &mut Breakdown, chrf: &Chrf) -> (f64, usize) {
    let mean = |all: fn(&Shared) -> usize| match chrf.orders.len() {
        0 => "n = 0 →".to_owned(),
        count => {
            let terms: Vec<String> = chrf
                .orders
                .iter()
                .map(|order| format!("{}/{}", order.matched, all(order)))
                .collect();
            format!("({}) / {count}", terms.join(" + "))
        }
    };
    let (precision, recall) = (chrf.precision, chrf.recall);
    let last = if precision + recall <= 0.0 {
        NOTHING_RIGHT.to_owned()
    } else {
        let (precision, recall) = (fixed(precision, 3), fixed(recall, 3));
        format!("(1 + 4) · {precision} · {recall} / (4 · {precision} + {recall})")
    };
    breakdown.lines.extend([
        Line::new(Label::Precision, mean(|order| order.answer), precision),
        Line::new(Label::Recall, mean(|order| order.reference), recall),
        Line::new(Label::Chrf, last, chrf.score),
    ]);
    name(breakdown, precision, recall);
    let compared = chrf
        .orders
        .iter()
        .map(|order| order.answer + order.reference)
        .sum();
    (chrf.score, compared)
}

fn rouge_lines(breakdown: &mut Breakdown, overlap: &Overlap) -> (f64, usize) {
    let share = |all: usize| match all {
        0 => "n = 0 →".to_owned(),
        all => format!("{} / {all}", overlap.matched),
    };
    let (precision, recall) = (overlap.precision, overlap.recall);
    breakdown.lines.extend([
        Line::new(Label::Precision, share(overlap.answer), precision),
        Line::new(Label::Recall, share(overlap.reference), recall),
        Line::f1(precision, recall, overlap.f1),
    ]);
    name(breakdown, precision, recall);
    (overlap.f1, overlap.answer + overlap.reference)
}

fn name(breakdown: &mut Breakdown, precision: f64, recall: f64) {
    breakdown.named.insert("precision".into(), json!(precision));
    breakdown.named.insert("recall".into(), json!(recall));
}
