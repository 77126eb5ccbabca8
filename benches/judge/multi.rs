use std::collections::BTreeMap;
use std::path::Path;

use assay::judge::embedded::Table;
use assay::judge::embedded::sources::Sources;
use assay::judge::embedded::support::Support;
use assay::text::sentences::sentences;

use super::figures::{auc, balanced_at};
use super::rows::{Task, read};

fn lo(p: f64) -> f64 {
    let p = p.clamp(1e-6, 1.0 - 1e-6);
    (p / (1.0 - p)).ln()
}
fn sg(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

pub fn relevance(table: &Table, folder: &Path) -> Result<(), String> {
    use assay::evaluation::ask::AresJudge;
    use assay::i18n::Lang;
    use assay::judge::embedded::ares;
    use assay::sample::Sample;
    let rows = read(folder)?;
    let mut sets: BTreeMap<String, Vec<(f64, bool, bool)>> = BTreeMap::new();
    for row in &rows {
        let which = match row.task {
            Task::ContextRelevance => AresJudge::ContextRelevance,
            Task::AnswerRelevance => AresJudge::AnswerRelevance,
            _ => continue,
        };
        let sample = Sample {
            question: row.question.clone(),
            contexts: row.contexts.clone(),
            answer: row.text.clone(),
            ..Sample::default()
        };
        let got = ares::judge(table, Lang::En, which, &sample);
        sets.entry(format!("{} {}", row.task.id(), row.set))
            .or_default()
            .push((got.score, got.verdict, row.label == 1.0));
    }
    for (set, items) in &sets {
        let pairs: Vec<(f64, bool)> = items.iter().map(|(s, _, y)| (*s, *y)).collect();
        let verdicts: Vec<(f64, bool)> = items
            .iter()
            .map(|(_, v, y)| (f64::from(u8::from(*v)), *y))
            .collect();
        print!(
            "{set} n={} auc={:.3} verdict_bacc={:.3} |",
            items.len(),
            auc(&pairs),
            balanced_at(&verdicts, 0.5)
        );
        for at in [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65] {
            print!(" {at}:{:.3}", balanced_at(&pairs, at));
        }
        println!();
    }
    Ok(())
}

pub fn run(table: &Table, folder: &Path) -> Result<(), String> {
    let rows = read(folder)?;
    // (set) -> items: (now, whole, parts, label, sentences)
    let mut sets: BTreeMap<String, Vec<(f64, f64, Vec<f64>, Vec<f64>, bool, usize)>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.task == Task::Support) {
        let sources = Sources::new(row.contexts.iter().map(String::as_str));
        let now = Support::of(table, &sources, &row.text);
        let ranges = sentences(&row.text);
        let parts: Vec<Support> = ranges
            .iter()
            .filter_map(|r| row.text.get(r.clone()))
            .map(|s| Support::of(table, &sources, s))
            .filter(|s| s.features != Default::default())
            .collect();
        let whole = now.probability(|_| true);
        let lens: Vec<f64> = parts
            .iter()
            .map(|s| s.words.iter().filter(|w| !w.stop).count() as f64)
            .collect();
        let ps: Vec<f64> = parts.iter().map(|s| s.p).collect();
        sets.entry(row.set.clone()).or_default().push((
            now.p,
            whole,
            ps,
            lens,
            row.label == 1.0,
            ranges.len(),
        ));
    }
    type V = (&'static str, fn(f64, f64, &[f64], &[f64]) -> f64);
    fn min(p: &[f64]) -> f64 {
        p.iter().copied().fold(1.0, f64::min)
    }
    fn lm(p: &[f64], l: &[f64]) -> f64 {
        let w: f64 = l.iter().sum();
        p.iter().zip(l).map(|(p, l)| lo(*p) * l).sum::<f64>() / w.max(1.0)
    }
    fn mm(p: &[f64]) -> f64 {
        p.iter().map(|p| lo(*p)).sum::<f64>() / p.len() as f64
    }
    fn big(p: &[f64], l: &[f64], n: f64) -> f64 {
        p.iter()
            .zip(l)
            .filter(|(_, l)| **l >= n)
            .map(|(p, _)| *p)
            .fold(1.0, f64::min)
    }
    let variants: Vec<V> = vec![
        ("now", |n, _, _, _| n),
        ("whole", |_, w, _, _| w),
        ("w.5lm.5", |_, w, p, l| {
            if p.len() < 2 {
                w
            } else {
                sg(0.5 * lo(w) + 0.5 * lm(p, l))
            }
        }),
        ("w.7lm.3", |_, w, p, l| {
            if p.len() < 2 {
                w
            } else {
                sg(0.7 * lo(w) + 0.3 * lm(p, l))
            }
        }),
        ("w.5mm.5", |_, w, p, _| {
            if p.len() < 2 {
                w
            } else {
                sg(0.5 * lo(w) + 0.5 * mm(p))
            }
        }),
        ("w.7mm.3", |_, w, p, _| {
            if p.len() < 2 {
                w
            } else {
                sg(0.7 * lo(w) + 0.3 * mm(p))
            }
        }),
        ("w.5big2", |_, w, p, l| {
            if p.len() < 2 {
                w
            } else {
                sg(0.5 * lo(w) + 0.5 * lo(big(p, l, 2.0).min(w)))
            }
        }),
        ("w.5big3", |_, w, p, l| {
            if p.len() < 2 {
                w
            } else {
                sg(0.5 * lo(w) + 0.5 * lo(big(p, l, 3.0).min(w)))
            }
        }),
        ("w.5big4", |_, w, p, l| {
            if p.len() < 2 {
                w
            } else {
                sg(0.5 * lo(w) + 0.5 * lo(big(p, l, 4.0).min(w)))
            }
        }),
        ("w.4min.3lm.3", |_, w, p, l| {
            if p.len() < 2 {
                w
            } else {
                sg(0.4 * lo(w) + 0.3 * lo(min(p)) + 0.3 * lm(p, l))
            }
        }),
        ("w.4big3.3lm.3", |_, w, p, l| {
            if p.len() < 2 {
                w
            } else {
                sg(0.4 * lo(w) + 0.3 * lo(big(p, l, 3.0).min(w)) + 0.3 * lm(p, l))
            }
        }),
        ("w.6big3.2lm.2", |_, w, p, l| {
            if p.len() < 2 {
                w
            } else {
                sg(0.6 * lo(w) + 0.2 * lo(big(p, l, 3.0).min(w)) + 0.2 * lm(p, l))
            }
        }),
        ("w.33min.33lm.33", |_, w, p, l| {
            if p.len() < 2 {
                w
            } else {
                sg((lo(w) + lo(min(p)) + lm(p, l)) / 3.0)
            }
        }),
    ];
    for (set, items) in &sets {
        println!("{set} n={}", items.len());
        for (name, f) in &variants {
            let all: Vec<(f64, bool)> = items
                .iter()
                .map(|(n, w, p, l, y, _)| (f(*n, *w, p, l), *y))
                .collect();
            let multi: Vec<(f64, bool)> = items
                .iter()
                .filter(|i| i.5 > 1)
                .map(|(n, w, p, l, y, _)| (f(*n, *w, p, l), *y))
                .collect();
            println!(
                "  {name:14} auc={:.4} bacc@.5={:.3} | multi n={} auc={:.4} bacc={:.3}",
                auc(&all),
                balanced_at(&all, 0.5),
                multi.len(),
                auc(&multi),
                balanced_at(&multi, 0.5)
            );
        }
    }
    Ok(())
}
