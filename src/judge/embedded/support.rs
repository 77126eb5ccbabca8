//! How likely people would say that a source supports a statement: a logistic model over eight lexical features, and
//! what the [`rules`](super::rules) see.
//!
//! The features are words, numbers and names, and how close together and in what order they stand. It underrates a
//! faithful paraphrase. The coefficients stand in [`coefficients`](super::coefficients), fitted on public human labels.

use std::collections::HashSet;
use std::ops::Range;

use crate::text::sentences::sentences;
use crate::text::words::{Key, Word};

use super::asides;
use super::coefficients::{BIAS, WEIGHTS};
use super::places::{Missing, Places, content};
use super::rules::{self, Conflict, Rule};
use super::sources::{ORDERED, Sources, neighbours};
use super::table::Table;

/// A statement of so many sentences is looked at sentence by sentence as well.
const SENTENCES: std::ops::RangeInclusive<usize> = 2..=20;
/// Of a statement and of each sentence so many characters are compared by their runs of four.
const RUNS: usize = 2_000;

/// From this probability on a statement counts as supported, where a yes or no is asked for.
pub const THRESHOLD: f64 = 0.5;
/// From here on the band is [`Band::Supported`].
pub const LIKELY: f64 = 0.7;
/// Below this the band is [`Band::NotFound`].
pub const UNLIKELY: f64 = 0.3;

/// A statement with a number that stands nowhere in the source, or one that a rule contradicts, keeps this share of
/// its probability: it is never called supported, and stays in order among its like. Of 150 statements of BEGIN and
/// WiCE with such a number people called 5 supported.
const DOUBTED: f64 = 0.45;

/// What is said instead of a probability, which would look more exact than it is. Its limits are [`LIKELY`] and
/// [`UNLIKELY`]; they belong to the judge's version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    /// Hardly any of it stands in the source.
    NotFound,
    /// Something is missing, far apart or said otherwise: a place to look.
    Check,
    /// The source's words say it.
    Supported,
}

/// What the model looks at. Shares are 0–1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// Share of the statement's words, weighted by rarity, that stand anywhere in the source.
    pub idf_all: f64,
    /// The same in the best window of sentences.
    pub idf_window: f64,
    /// Share of its neighbouring words that are neighbours in the source.
    pub pairs: f64,
    /// Share of its runs of four characters (two, in text without spaces) that stand in the window.
    pub runs: f64,
    /// Longest common order of words with the best sentence, as a share of the statement.
    pub order: f64,
    /// Numbers that are missing.
    pub numbers_missing: f64,
    /// Names that are missing.
    pub names_missing: f64,
    /// Words that are missing; a pair of characters counts half.
    pub words_missing: f64,
}

impl Features {
    /// The names of [`values`](Self::values), in order.
    pub const NAMES: [&str; 8] = [
        "idf_all",
        "idf_window",
        "pairs",
        "runs",
        "order",
        "ln_numbers_missing",
        "ln_names_missing",
        "ln_words_missing",
    ];

    /// What the coefficients multiply. Counts enter as ln(1 + count): the fifth missing word says less than the
    /// first. A missing thing lowers the odds and a found one raises them, in the fit as well.
    pub fn values(&self) -> [f64; 8] {
        [
            self.idf_all,
            self.idf_window,
            self.pairs,
            self.runs,
            self.order,
            self.numbers_missing.ln_1p(),
            self.names_missing.ln_1p(),
            self.words_missing.ln_1p(),
        ]
    }

    /// The log-odds of support.
    pub fn log_odds(&self) -> f64 {
        let sum: f64 = self
            .values()
            .iter()
            .zip(WEIGHTS)
            .map(|(value, weight)| value * weight)
            .sum();
        // Logarithms may differ in their last bit from one machine to the next; nothing behind this does.
        ((sum + BIAS) * 1e9).round() / 1e9
    }

    /// The probability of support, 0–1, before any rule.
    pub fn probability(&self) -> f64 {
        sigmoid(self.log_odds())
    }
}

/// Rounded like the log-odds: an exponential may differ in its last bit as well.
fn sigmoid(log_odds: f64) -> f64 {
    let p = 1.0 / (1.0 + (-log_odds).exp());
    (p * 1e9).round() / 1e9
}

fn log_odds(p: f64) -> f64 {
    let p = p.clamp(1e-6, 1.0 - 1e-6);
    (p / (1.0 - p)).ln()
}

/// How well a source supports a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Support {
    /// Probability of support, 0–1; 0 for a statement without words to look for.
    pub p: f64,
    /// What it was computed from.
    pub features: Features,
    /// The sentence of the source that holds most of the statement. `None`: none of its words stand anywhere.
    pub best: Option<usize>,
    /// Every word was found, close together, and no rule contradicts.
    pub whole: bool,
    /// The statement's words.
    pub words: Vec<Word>,
    /// Where the statement says something else than the source.
    pub conflicts: Vec<Conflict>,
    /// It tells one of several the number that the source tells of another; a place to look.
    pub mixed_up: bool,
}

impl Support {
    /// Measures a statement against sources. One of several sentences is as good as its parts: of two their mean
    /// counts as much as the whole; the more there are, the more the worst of them counts. Each is held against the rules.
    /// What stands in the source word for word is supported, whatever a rule makes of it.
    pub fn of(table: &Table, sources: &Sources<'_>, statement: &str) -> Self {
        let statement = &*asides::without(table, sources, statement);
        let mut support = Self::of_whole(table, sources, statement);
        if sources.stand_verbatim(statement) {
            (support.p, support.whole) = (1.0, true);
            support.conflicts.clear();
            return support;
        }
        let sentences = sentences(statement);
        if !SENTENCES.contains(&sentences.len()) {
            return support;
        }
        let parts: Vec<Self> = sentences
            .iter()
            .filter_map(|range| statement.get(range.clone()))
            .map(|sentence| {
                let mut part = Self::of_whole(table, sources, sentence);
                if sources.stand_verbatim(sentence) {
                    part.p = part.features.probability().max(LIKELY);
                    part.conflicts.clear();
                }
                part
            })
            // "It is so." can't be held against anything.
            .filter(|part| part.features != Features::default())
            .collect();
        let of_parts = match parts.as_slice() {
            [first, second] => f64::midpoint(log_odds(first.p), log_odds(second.p)),
            parts => log_odds(
                parts
                    .iter()
                    .map(|part| part.p)
                    .fold(support.p.max(f64::MIN_POSITIVE), f64::min),
            ),
        };
        // A half of two and three sentences, a quarter of four.
        let share = sentences
            .iter()
            .skip(2)
            .fold(1.0_f64, |share, _| share / 2.0)
            .min(0.5);
        support.p = sigmoid(share * log_odds(support.p) + (1.0 - share) * of_parts);
        for conflict in parts.into_iter().flat_map(|part| part.conflicts) {
            if !support.conflicts.contains(&conflict) {
                support.conflicts.push(conflict);
            }
        }
        support.conflicts.sort_by_key(|conflict| conflict.rule);
        if !support.conflicts.is_empty() {
            support.whole = false;
        }
        if support.is_contradicted() {
            support.p = support.p.min(DOUBTED);
        }
        support
    }

    fn of_whole(table: &Table, sources: &Sources<'_>, statement: &str) -> Self {
        let mut words = sources.read(statement);
        // The month that is spelled like a verb is missing where no source speaks of it.
        if statement.contains("May") && !rules::speaks_of_may(sources) {
            rules::read_months(statement, &mut words);
        }
        rules::read_numerals(statement, &mut words, sources);
        rules::written_otherwise(sources, statement, &mut words);
        let mut content = content(table, &words);
        let mut total: f64 = content.iter().map(|(_, weight)| weight).sum();
        if total <= 0.0 {
            return Self {
                p: 0.0,
                features: Features::default(),
                best: None,
                whole: false,
                words,
                conflicts: Vec::new(),
                mixed_up: false,
            };
        }
        let mut places = Places::find(&content, sources);
        if Missing::of(&words, sources.keys()).numbers > 0.0 {
            let told = rules::told_otherwise(sources, statement, places.window.clone());
            if !told.is_empty() {
                rules::as_written_there(&mut words, &told);
                content = super::places::content(table, &words);
                total = content.iter().map(|(_, weight)| weight).sum();
                places = Places::find(&content, sources);
            }
        }
        let found = |key: Key| sources.keys().contains(&key);
        let held: f64 = content
            .iter()
            .filter(|(key, _)| found(*key))
            .map(|(_, weight)| weight)
            .sum();
        let missing = Missing::of(&words, sources.keys());
        let features = Features {
            idf_all: held / total,
            idf_window: places.window_weight / total,
            pairs: pairs(&words, sources),
            runs: runs(statement, sources, &places.window),
            order: places.best.map_or(0.0, |best| {
                order(&words, sources.sentences().get(best).map_or(&[], |s| &s.order))
            }),
            numbers_missing: missing.numbers,
            names_missing: missing.names,
            words_missing: missing.words,
        };
        let conflicts = rules::conflicts(table, sources, statement, &places, total, missing.words);
        let mixed_up = rules::is_mixed_up(sources, statement, &places);
        let mut support = Self {
            p: 0.0,
            whole: places.window_weight >= total * (1.0 - 1e-9) && conflicts.is_empty() && !mixed_up,
            features,
            best: places.best,
            words,
            conflicts,
            mixed_up,
        };
        support.p = support.probability(|_| true);
        support
    }

    /// The probability of the statement as a whole with only some rules; for measuring what each is worth.
    pub fn probability(&self, rules: impl Fn(Rule) -> bool) -> f64 {
        self.doubted(self.features.probability(), rules)
    }

    /// What is left of a probability where a rule contradicts, or a number is missing or another one's.
    pub fn doubted(&self, p: f64, rules: impl Fn(Rule) -> bool) -> f64 {
        let contradicted = self
            .conflicts
            .iter()
            .any(|conflict| conflict.rule.contradicts() && rules(conflict.rule));
        if contradicted || self.mixed_up || self.features.numbers_missing > 0.0 {
            p * DOUBTED
        } else {
            p
        }
    }

    /// Whether a rule contradicts it.
    pub fn is_contradicted(&self) -> bool {
        self.conflicts.iter().any(|conflict| conflict.rule.contradicts())
    }

    /// The band of its probability.
    pub fn band(&self) -> Band {
        match self.p {
            // A name that stands nowhere may be another's, and what stands in the place of a word may say something else.
            p if p >= LIKELY && self.features.names_missing == 0.0 && self.conflicts.is_empty() => {
                Band::Supported
            }
            p if p >= UNLIKELY => Band::Check,
            _ if self.conflicts.is_empty() => Band::NotFound,
            // What is contradicted was found.
            _ => Band::Check,
        }
    }
}

fn pairs(words: &[Word], sources: &Sources<'_>) -> f64 {
    let mut seen = HashSet::new();
    let (mut all, mut held) = (0_u32, 0_u32);
    for pair in neighbours(words) {
        if seen.insert(pair) {
            all += 1;
            held += u32::from(sources.holds_pair(&pair));
        }
    }
    if all == 0 {
        0.0
    } else {
        f64::from(held) / f64::from(all)
    }
}

/// The longest common order of the words, over the number of the statement's words.
fn order(words: &[Word], sentence: &[Key]) -> f64 {
    let words: Vec<Key> = words.iter().take(ORDERED).map(|word| word.key).collect();
    let mut row = vec![0_u32; sentence.len() + 1];
    for word in &words {
        // `row` holds the lengths for one word less; `before` is what stood to the left of them.
        let (mut before, mut left) = (0, 0);
        for (cell, other) in row.iter_mut().skip(1).zip(sentence) {
            let above = *cell;
            *cell = if word == other {
                before + 1
            } else {
                above.max(left)
            };
            (before, left) = (above, *cell);
        }
    }
    let longest = row.last().copied().unwrap_or(0);
    f64::from(longest) / words.len().max(1) as f64
}

fn runs(statement: &str, sources: &Sources<'_>, window: &Range<usize>) -> f64 {
    let mut known = HashSet::new();
    for at in window.clone() {
        visit_runs(sources.sentence_text(at), |run| {
            known.insert(run);
        });
    }
    let mut seen = HashSet::new();
    let (mut all, mut held) = (0_u32, 0_u32);
    visit_runs(statement, |run| {
        if seen.insert(run) {
            all += 1;
            held += u32::from(known.contains(&run));
        }
    });
    if all == 0 {
        0.0
    } else {
        f64::from(held) / f64::from(all)
    }
}

/// Hands over each run of four characters, of two in text without spaces; lower case, what is between words as one
/// space.
fn visit_runs(text: &str, mut take: impl FnMut([char; 4])) {
    let mut run = [' '; 4];
    let mut push = |c: char| {
        let [_, b, before, d] = run;
        run = [b, before, d, c];
        if crate::text::script::is_unspaced(c) || crate::text::script::is_unspaced(d) {
            take(['\0', '\0', d, c]);
        } else if b != '\0' {
            take(run);
        }
    };
    let mut space = true;
    for c in text.chars().take(RUNS) {
        if c.is_alphanumeric() || crate::text::script::is_joined(c) {
            c.to_lowercase().for_each(&mut push);
            space = false;
        } else if !std::mem::replace(&mut space, true) {
            push(' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    fn p(source: &str, statement: &str) -> f64 {
        Support::of(&table(), &Sources::new([source]), statement).p
    }

    #[test]
    fn word_for_word_is_likely_and_another_number_or_name_is_not() {
        let cases = [
            (
                "We sell tea. The ferry from Ellmark to Tosund takes 35 minutes in calm weather.",
                "The ferry from Ellmark to Tosund takes 35 minutes.",
                "The ferry from Ellmark to Tosund takes 50 minutes.",
            ),
            (
                "The tannery was founded by Ann Sorel in 1901.",
                "The tannery was founded by Ann Sorel.",
                "The tannery was founded by Ben Lindqvist.",
            ),
            (
                "圖書館平日開放到晚上九點，假日開放到下午五點。",
                "圖書館平日開放到晚上九點。",
                "圖書館平日開放到晚上十點。",
            ),
            (
                "Мост в Туле открыли в 1987 году.",
                "Мост в Туле открыли в 1987 году.",
                "Мост в Туле открыли в 1996 году.",
            ),
        ];
        for (source, right, wrong) in cases {
            let numbered = wrong.contains(|c: char| c.is_ascii_digit() || c == '十');
            let (right, wrong) = (p(source, right), p(source, wrong));
            assert!(!numbered || wrong < THRESHOLD, "{source} {wrong}");
            assert!(
                right >= LIKELY && wrong < LIKELY && wrong < right - 0.15,
                "{source} {right} {wrong}"
            );
        }
    }

    #[test]
    fn features_are_what_they_say() {
        let source = "The red mill burned. It rained.\nAnn Lund saw 12 boats.";
        let found = Support::of(&table(), &Sources::new([source]), "Ann Lund saw 13 red kites");
        let Features {
            numbers_missing,
            names_missing,
            words_missing,
            ..
        } = found.features;
        assert_eq!((numbers_missing, names_missing, words_missing), (1.0, 0.0, 2.0));
        assert_eq!(found.best, Some(2));
        // Ann Lund | Lund saw | saw 13 | 13 red | red kites
        assert!((found.features.pairs - 2.0 / 5.0).abs() < 1e-12);
        // Ann, Lund, saw, in this order.
        assert!(
            (found.features.order - 3.0 / 6.0).abs() < 1e-12,
            "{:?}",
            found.features
        );
        assert!(found.features.idf_window >= found.features.idf_all - 1e-12);
        let whole = Support::of(&table(), &Sources::new([source]), "Ann Lund saw 12 boats.");
        assert!(
            whole.whole && (whole.features.runs - 1.0).abs() < 0.1,
            "{:?}",
            whole.features
        );
    }

    #[test]
    fn two_sentences_are_as_good_as_both() {
        let source = "The ferry from Ellmark to Tosund takes 35 minutes. It carries 24 cars.";
        let [both, one, none] = [
            "The ferry from Ellmark to Tosund takes 35 minutes. It carries 24 cars.",
            "The ferry from Ellmark to Tosund takes 35 minutes. Bakers knead sourdough overnight.",
            "Penguins dive for herring in winter. Bakers knead sourdough overnight.",
        ]
        .map(|statement| p(source, statement));
        // Half of it is a place to look.
        assert!(
            both >= LIKELY && (UNLIKELY..LIKELY).contains(&one) && none < UNLIKELY,
            "{both} {one} {none}"
        );
    }

    #[test]
    fn windows_stay_within_their_text() {
        let apart = Support::of(&table(), &Sources::new(["The mill.", "Boats."]), "mill boats");
        let together = Support::of(&table(), &Sources::new(["The mill. Boats."]), "mill boats");
        assert!(apart.features.idf_window < 1.0 && !apart.whole);
        assert!((together.features.idf_window - 1.0).abs() < 1e-12 && together.whole);
    }

    proptest::proptest! {
        #[test]
        fn probabilities_are_probabilities(
            source in "\\PC{0,60}|[a-z0-9 .,:九點的館가ｶﾞA-Z\u{301}\n]{0,80}",
            statement in "\\PC{0,40}|[a-z0-9 .,:九點的館가ｶﾞA-Z\u{301}\n]{0,60}",
        ) {
            let table = table_once();
            let alone = Support::of(table, &Sources::new([source.as_str()]), &statement);
            proptest::prop_assert!((0.0..=1.0).contains(&alone.p), "{}", alone.p);
            for share in [alone.features.idf_all, alone.features.idf_window, alone.features.runs, alone.features.order] {
                proptest::prop_assert!((0.0..=1.0 + 1e-9).contains(&share), "{:?}", alone.features);
            }
            let twice = Sources::new([source.as_str(), statement.as_str()]);
            proptest::prop_assert!(Support::of(table, &twice, &statement).p >= alone.p - 0.3);
        }
    }

    fn table_once() -> &'static Table {
        static TABLE: std::sync::OnceLock<Table> = std::sync::OnceLock::new();
        TABLE.get_or_init(table)
    }
}
