//! Ranking chunks: does the embedding model put the right one first more often than words do, and do both together?
//!
//! `rank FOLDER MODEL` takes the `context-relevance` items of a folder that share a question as the chunks of one search.
//! From `support` items it makes searches itself: a supported claim, its own source and nine others of the set. How much each weighs is chosen on one half of the questions and
//! measured on the other, both ways round.

use std::collections::BTreeMap;
use std::path::Path;

use assay::judge::embedded::Table;
use assay::judge::embedded::relevance::context_score;
use assay::judge::minilm::Model;
use assay::metric::embedding::cosine;

use super::figures::{Dice, auc, auc_interval};
use super::rows::{Row, Task, read};

/// Chunks of a search that is made from claims.
const CHUNKS: usize = 10;
/// Of these, those that are nearest by words, and those that are by the model.
const HARD: usize = 4;
/// Sources of more bytes are no chunks.
const LONGEST: usize = 1_500;
/// Searches that are made from a set.
const MOST: usize = 300;
/// Weights of the model's similarity that are tried.
const WEIGHTS: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// One question with its chunks.
struct Search {
    /// (words, model, right) of each chunk.
    chunks: Vec<(f64, f64, bool)>,
}

/// Prints figures for each set.
pub fn run(table: &Table, folder: &Path, model: &Path) -> Result<(), String> {
    let bytes = std::fs::read(model).map_err(|error| format!("{}: {error}", model.display()))?;
    let model = Model::read(bytes).map_err(|error| error.to_string())?;
    let rows = read(folder)?;
    let mut sets: BTreeMap<(Task, &str), Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        sets.entry((row.task, &row.set)).or_default().push(row);
    }
    let mut known = Known::new();
    for ((task, set), rows) in sets {
        let searches = match task {
            Task::ContextRelevance => asked(&rows),
            Task::Support => made(table, &model, &rows, &mut known),
            _ => continue,
        };
        let scored: Vec<Search> = searches
            .iter()
            .map(|(question, chunks)| {
                let asked = vector(&model, question, &mut known);
                let chunks = chunks.iter().map(|(text, right)| {
                    let near = cosine(&asked, &vector(&model, text, &mut known)).unwrap_or_default();
                    let words = context_score(table, question, std::slice::from_ref(text));
                    (words, near, *right)
                });
                Search {
                    chunks: chunks.collect(),
                }
            })
            .filter(|search| {
                search.chunks.iter().any(|chunk| chunk.2) && search.chunks.iter().any(|chunk| !chunk.2)
            })
            .collect();
        if scored.len() > 1 {
            told(set, task, &scored);
        }
    }
    Ok(())
}

/// Vectors by their text.
type Known = BTreeMap<String, Vec<f32>>;
/// A question, and chunks with whether they are right.
type Asked = (String, Vec<(String, bool)>);

fn asked(rows: &[&Row]) -> Vec<Asked> {
    let mut searches: Vec<Asked> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        let place = *places.entry(&row.question).or_insert(searches.len());
        if place == searches.len() {
            searches.push((row.question.clone(), Vec::new()));
        }
        searches[place]
            .1
            .push((row.contexts.join("\n\n"), row.label == 1.0));
    }
    searches
}

/// Searches from supported claims. Those from anywhere in the set would be easy; so four of the others are those that the
/// words put nearest to the claim, four those that the model does, and one is any.
fn made(table: &Table, model: &Model, rows: &[&Row], known: &mut Known) -> Vec<Asked> {
    let mut dice = Dice::new();
    let short: Vec<&&Row> = rows
        .iter()
        .filter(|row| row.contexts.join("\n\n").len() <= LONGEST)
        .collect();
    let mut sources: Vec<String> = short.iter().map(|row| row.contexts.join("\n\n")).collect();
    sources.sort();
    sources.dedup();
    let right: Vec<&&&Row> = short.iter().filter(|row| row.label == 1.0).collect();
    let step = (right.len() / MOST).max(1);
    right
        .into_iter()
        .step_by(step)
        .take(MOST)
        .filter(|_| sources.len() > CHUNKS)
        .map(|row| {
            let own = row.contexts.join("\n\n");
            let asked = vector(model, &row.text, known);
            let mut chunks = vec![(own, true)];
            let mut nearest = |score: &mut dyn FnMut(&str) -> f64, count: usize| {
                let mut ranked: Vec<(f64, &String)> =
                    sources.iter().map(|text| (score(text), text)).collect();
                ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
                let until = chunks.len() + count;
                for (_, text) in ranked {
                    if chunks.len() < until && chunks.iter().all(|(known, _)| known != text) {
                        chunks.push((text.clone(), false));
                    }
                }
            };
            nearest(
                &mut |text| context_score(table, &row.text, &[text.to_owned()]),
                HARD,
            );
            nearest(
                &mut |text| cosine(&asked, &vector(model, text, known)).unwrap_or_default(),
                HARD,
            );
            nearest(&mut |_| dice.below(1_000_000) as f64, CHUNKS - 1 - 2 * HARD);
            (row.text.clone(), chunks)
        })
        .collect()
}

fn vector(model: &Model, text: &str, known: &mut Known) -> Vec<f32> {
    known
        .entry(text.to_owned())
        .or_insert_with(|| model.sentence(text).unwrap_or_default())
        .clone()
}

fn told(set: &str, task: Task, searches: &[Search]) {
    let n = searches.len();
    let by = |weight: f64| move |chunk: &(f64, f64, bool)| (1.0 - weight) * chunk.0 + weight * chunk.1;
    for (name, weight) in [("words", 0.0), ("model", 1.0), ("half", 0.5)] {
        let all: Vec<&Search> = searches.iter().collect();
        line(set, task, name, n, &figures(&all, by(weight)));
    }
    let half = |odd: bool| -> Vec<&Search> {
        let every = searches.iter().enumerate();
        every
            .filter(|(at, _)| (at % 2 == 1) == odd)
            .map(|(_, search)| search)
            .collect()
    };
    let mut told = Vec::new();
    for odd in [false, true] {
        let (seen, other) = (half(odd), half(!odd));
        let best = WEIGHTS.iter().copied().max_by(|a, b| {
            let area = |weight| figures(&seen, by(weight)).first;
            area(*a).total_cmp(&area(*b))
        });
        let best = best.unwrap_or_default();
        let found = figures(&other, by(best));
        told.push((best, other.len(), found));
    }
    for (weight, n, found) in told {
        line(set, task, &format!("fitted-{weight}"), n, &found);
    }
}

/// What a ranking is worth.
struct Figures {
    auc: f64,
    lo: f64,
    hi: f64,
    /// Share of searches whose first chunk is right.
    first: f64,
    /// Mean of 1 / rank of the first right one.
    reciprocal: f64,
}

fn figures(searches: &[&Search], score: impl Fn(&(f64, f64, bool)) -> f64) -> Figures {
    let mut pairs = Vec::new();
    let (mut first, mut reciprocal) = (0.0, 0.0);
    for search in searches {
        let scores: Vec<(f64, bool)> = search
            .chunks
            .iter()
            .map(|chunk| (score(chunk), chunk.2))
            .collect();
        let right = scores.iter().filter(|(_, right)| *right).map(|(score, _)| *score);
        let best = right.fold(f64::NEG_INFINITY, f64::max);
        // A tie counts against the right one.
        let before = scores
            .iter()
            .filter(|(score, right)| !right && *score >= best)
            .count();
        first += f64::from(u8::from(before == 0));
        reciprocal += 1.0 / (before + 1) as f64;
        pairs.extend(scores);
    }
    let (lo, hi) = auc_interval(&pairs);
    Figures {
        auc: auc(&pairs),
        lo,
        hi,
        first: first / searches.len() as f64,
        reciprocal: reciprocal / searches.len() as f64,
    }
}

fn line(set: &str, task: Task, by: &str, n: usize, found: &Figures) {
    let Figures {
        auc,
        lo,
        hi,
        first,
        reciprocal,
    } = found;
    println!(
        "rank set={set} from={} by={by} searches={n} auc={auc:.3} lo={lo:.3} hi={hi:.3} first={first:.3} mrr={reciprocal:.3}",
        task.id()
    );
}
