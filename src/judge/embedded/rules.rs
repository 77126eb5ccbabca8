//! What matching words can't see, as far as cheap rules can: the words are there, and the statement still says
//! something else. Another number or unit, another date or name, the opposite, a negation, two that changed places.
//!
//! A rule fires only where the rest of the statement stands close together in the source: then a difference is a
//! difference in what is said, not another topic. Each was measured on labelled sets and on minimal pairs, with and
//! without (`make judge-eval`). Lists of words that several of them need are in [`lexicon`].

mod conditions;
mod converses;
mod dealt;
mod doers;
mod excepted;
mod exchanged;
mod hedged;
mod lacking;
pub mod lexicon;
mod marked;
mod matter;
mod months;
mod moved;
mod negation;
mod numbers;
mod numerals;
mod opposites;
mod ordinals;
mod pinned;
mod quantities;
mod series;
mod swap;
mod units;

use std::ops::Range;

use crate::text::script::is_unspaced;
use crate::text::sentences::sentences;
use crate::text::words::{Key, Kind, Word, words};

use super::sources::{groups_by_points, join_groups};

use matter::Matter;
pub(super) use months::{read as read_months, speaks_of_may};
pub(super) use moved::{is_in_german, is_month};
pub(super) use numbers::told_otherwise;
pub(super) use numerals::read_known as read_numerals;

use super::places::{Missing, Places, content};
use super::sources::Sources;
use super::table::Table;

/// A rule. The order is the one in which conflicts are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Another number for the same thing: 12 against 21 passengers.
    Number,
    /// The same number with another unit: 3 km against 3 m.
    Unit,
    /// Another year for the same event, another month, weekday or day of the month.
    Date,
    /// Another time of the day: 6 p.m. against 5 p.m., or against 6 a.m.
    Time,
    /// Another quantity in words: all against most.
    Quantity,
    /// Two names, or two things around a verb, that changed places.
    Swap,
    /// Another name in the same place: Marie Curie against Pierre Curie.
    Name,
    /// Negated on one side only.
    Negation,
    /// A word where the source has its opposite.
    Opposite,
    /// A fact on one side, and on the other denied, planned, almost so, or behind an "if".
    Hedge,
    /// The only word that is missing, where another one stands in its place. It may say the same (of 26 in BEGIN people called 13
    /// supported): it leaves the probability as it is, and keeps the statement from being called supported.
    Word,
}

impl Rule {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Number,
        Self::Unit,
        Self::Date,
        Self::Time,
        Self::Quantity,
        Self::Swap,
        Self::Name,
        Self::Negation,
        Self::Opposite,
        Self::Hedge,
        Self::Word,
    ];

    /// Its name in tables and files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Unit => "unit",
            Self::Date => "date",
            Self::Time => "time",
            Self::Quantity => "quantity",
            Self::Swap => "swap",
            Self::Name => "name",
            Self::Negation => "negation",
            Self::Opposite => "opposite",
            Self::Hedge => "hedge",
            Self::Word => "word",
        }
    }

    /// Whether it contradicts; else it only is a place to look.
    pub fn contradicts(self) -> bool {
        self != Self::Word
    }
}

/// Where a statement says something else than its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Which rule saw it.
    pub rule: Rule,
    /// What the statement says.
    pub said: String,
    /// What stands in the source instead; empty where nothing does (a negation that only the statement has).
    pub stands: String,
}

/// Of a statement so many words are held against the rules, and of each sentence of the source.
const LONGEST: usize = 200;
/// Of a sentence so many bytes are read.
const BYTES: usize = 4_000;
/// Below this share of the statement in the best window it is about something else, and no rule fires.
const SAME_MATTER: f64 = 0.5;
/// A single word, a negation or an opposite, only tells where so much of the statement stands in one sentence, or
/// where it is the only word that is missing.
const SAME_SENTENCE: f64 = 0.6;
/// One word; in text without spaces, a changed word of two characters breaks three pairs, which count half each.
const ONE_WORD: f64 = 1.0;
const ONE_WORD_UNSPACED: f64 = 2.0;
/// A foreign name there: as many pairs as it has characters, and one.
const ONE_NAME_UNSPACED: f64 = 6.5;

/// A word with its letters: lower case, without apostrophes.
struct Token {
    word: Word,
    lower: String,
    /// How the source knows it: of a number in words the first of them.
    written: Key,
}

impl Token {
    fn is_content(&self) -> bool {
        !self.word.stop
    }

    fn is_number(&self) -> bool {
        self.word.kind == Kind::Number
    }
}

/// A text cut for the rules.
struct Side<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// Points stand between its thousands: 2.500 is no 2.5.
    points: bool,
}

impl<'t> Side<'t> {
    fn new(text: &'t str) -> Self {
        Self::read(text, groups_by_points(text))
    }

    /// A statement or a sentence of sources, which show how numbers are written.
    fn of(sources: &Sources<'_>, text: &'t str) -> Self {
        Self::read(text, sources.groups_by_points() || groups_by_points(text))
    }

    fn read(text: &'t str, points: bool) -> Self {
        let mut end = text.len().min(BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text = text.get(..end).unwrap_or_default();
        let mut all = words(text);
        if points {
            join_groups(text, &mut all);
        }
        months::read(text, &mut all);
        let numerals = numerals::read(text, &mut all);
        let tokens = all
            .into_iter()
            .take(LONGEST)
            .map(|word| {
                let raw = text.get(word.range.clone()).unwrap_or_default();
                let lower = raw
                    .chars()
                    .filter(|c| !crate::text::script::is_apostrophe(*c))
                    .flat_map(char::to_lowercase)
                    .collect();
                let numeral = numerals.iter().find(|(start, _)| *start == word.range.start);
                let written = numeral.map_or(word.key, |(_, key)| *key);
                Token { word, lower, written }
            })
            .collect();
        Self { text, tokens, points }
    }

    fn raw(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// What stands between two words.
    fn between(&self, first: &Token, next: &Token) -> &'t str {
        self.raw(first.word.range.end..next.word.range.start)
    }

    /// A word behind another one: the one in front, and what stands between them.
    fn joint(&self, at: usize) -> Option<(&Token, &'t str, &Token)> {
        let (before, token) = (self.tokens.get(at.checked_sub(1)?)?, self.tokens.get(at)?);
        Some((before, self.between(before, token), token))
    }

    fn has_key(&self, token: &Token) -> bool {
        self.tokens.iter().any(|other| other.word.key == token.word.key)
    }

    fn has_word(&self, lower: &str) -> bool {
        self.tokens.iter().any(|other| other.lower == lower)
    }
}

/// What a text says otherwise than another one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Otherwise {
    /// The conflicts of its sentences, without doubles.
    pub conflicts: Vec<Conflict>,
    /// The share of the text, by weight, that stands in sentences with a conflict, 0–1.
    pub share: f64,
    /// So many of its sentences, from the beginning, were looked at; `None`: all.
    pub only: Option<usize>,
    /// What the other text tells in another writing, and the key of what stands there: "3 km" for "3 kilometres".
    pub told: Vec<(Range<usize>, Key)>,
}

/// Of a text so many sentences are held against the rules.
const SENTENCES: usize = 200;

/// Holds a text against the rules, sentence by sentence.
pub fn otherwise(table: &Table, sources: &Sources<'_>, text: &str) -> Otherwise {
    let mut found = Otherwise::default();
    let (mut all, mut contradicted) = (0.0, 0.0);
    for (at, range) in sentences(text).into_iter().enumerate() {
        let start = range.start;
        let sentence = text.get(range).unwrap_or_default();
        let mut words = sources.read(sentence);
        let told = if at < SENTENCES {
            written_otherwise(sources, sentence, &mut words)
        } else {
            Vec::new()
        };
        found.told.extend(
            told.into_iter()
                .map(|(inside, key)| (start + inside.start..start + inside.end, key)),
        );
        let content = content(table, &words);
        let total: f64 = content.iter().map(|(_, weight)| weight).sum();
        all += total;
        if at >= SENTENCES {
            found.only = Some(SENTENCES);
            continue;
        }
        if total <= 0.0 || sources.stand_verbatim(sentence) {
            continue;
        }
        let places = Places::find(&content, sources);
        let missing = Missing::of(&words, sources.keys());
        let mut conflicts = conflicts(table, sources, sentence, &places, total, missing.words);
        conflicts.retain(|conflict| conflict.rule.contradicts());
        if !conflicts.is_empty() {
            contradicted += total;
        }
        for conflict in conflicts {
            if !found.conflicts.contains(&conflict) {
                found.conflicts.push(conflict);
            }
        }
    }
    if contradicted > 0.0 {
        found.share = contradicted / all;
    }
    found
}

/// Makes of each unit of a text what stands in the sources for it in another writing.
pub(super) fn written_otherwise(
    sources: &Sources<'_>,
    text: &str,
    words: &mut [Word],
) -> Vec<(Range<usize>, Key)> {
    let mut told = units::written_otherwise(text, words, sources);
    told.extend(numbers::in_full::written_otherwise(text, words, sources));
    told.extend(doers::written_otherwise(text, words, sources));
    as_written_there(words, &told);
    told
}

/// What is told in another unit, by another clock or in another writing counts as what stands in the source.
pub(super) fn as_written_there(words: &mut [Word], told: &[(Range<usize>, Key)]) {
    if told.is_empty() {
        return;
    }
    for word in words {
        let inside = |range: &Range<usize>| range.start <= word.range.start && word.range.end <= range.end;
        if let Some((_, key)) = told.iter().find(|(range, _)| inside(range)) {
            word.key = *key;
        }
    }
}

/// The conflicts of a statement with the sentences where it stands best. `total` is what its words weigh, `missing` how
/// many of them stand nowhere.
pub(super) fn conflicts(
    table: &Table,
    sources: &Sources<'_>,
    statement: &str,
    places: &Places,
    total: f64,
    missing: f64,
) -> Vec<Conflict> {
    let (one_word, one_name) = if statement.contains(is_unspaced) {
        (ONE_WORD_UNSPACED, ONE_NAME_UNSPACED)
    } else {
        (ONE_WORD, ONE_WORD)
    };
    if places.window_weight < total * SAME_MATTER && missing > one_word {
        return Vec::new();
    }
    let (window, best) = (&places.window, places.best);
    let said = Side::of(sources, statement);
    // The best sentence first: what it says counts before what its neighbours say.
    let order = best
        .into_iter()
        .chain(window.clone().filter(|at| Some(*at) != best));
    let stands: Vec<Side<'_>> = order
        .map(|at| Side::of(sources, sources.sentence_text(at)))
        .collect();
    sources.spend(said.tokens.len() + stands.iter().map(|side| side.tokens.len()).sum::<usize>());
    let matter = Matter::new(table, sources, &said, best);
    let mut found = numbers::conflicts(sources, &matter, &said, &stands);
    found.extend(quantities::conflicts(&said, &stands));
    if found.is_empty() {
        found.extend(ordinals::conflict(&said, &stands));
    }
    let best_side = stands.first();
    found.extend(
        swap::conflicts(&said, &stands)
            .or_else(|| pinned::conflicts(&said, &stands))
            .or_else(|| best_side.and_then(|best| dealt::conflict(&said, best)))
            .or_else(|| best_side.and_then(|best| doers::conflict(&said, best)))
            .or_else(|| best_side.and_then(|best| marked::conflict(&said, best))),
    );
    if places.best_weight >= total * SAME_SENTENCE || missing <= one_word {
        found.extend(negation::conflicts(table, &said, &stands));
        found.extend(best_side.and_then(|best| lacking::conflict(&said, best)));
        found.extend(opposites::conflicts(sources, &matter, &said, &stands));
        if best_side.is_some_and(|best| conditions::is_turned(&said, best)) {
            found.retain(|conflict| !matches!(conflict.rule, Rule::Negation | Rule::Opposite));
        }
        found.extend(best_side.and_then(|best| conditions::conflict(&said, best)));
        found.extend(hedged::conflicts(sources, best, &said, &stands));
        let swapped = found.iter().any(|conflict| conflict.rule == Rule::Swap);
        let mut names = stands
            .iter()
            .zip(std::iter::once(None).chain(std::iter::repeat(stands.first())))
            .filter_map(|(side, best)| exchanged::names(sources, &said, side, best));
        found.extend(names.next().filter(|_| !swapped));
        if found.is_empty() && missing <= one_name {
            found.extend(stands.first().and_then(|side| exchanged::word(&said, side)));
        }
    }
    // Of what the source leaves out the contrary holds: neither "closed" nor "open" is told from it by a word, and "not open"
    // says what it says.
    if let Some(best) = best_side
        && let Some(left_out) = excepted::conflict(&said, best)
    {
        found.retain(|conflict| !matches!(conflict.rule, Rule::Negation | Rule::Opposite | Rule::Word));
        if negation::says_no(best) || !negation::says_no(&said) {
            found.push(left_out);
        }
    }
    found.sort_by_key(|conflict| conflict.rule);
    found.dedup();
    found
}

/// Whether the best sentence tells a number of each of several names, and the statement tells one the number of another.
pub(super) fn is_mixed_up(sources: &Sources<'_>, statement: &str, places: &Places) -> bool {
    places.best.is_some_and(|best| {
        let (said, stands) = (
            Side::of(sources, statement),
            Side::of(sources, sources.sentence_text(best)),
        );
        series::is_mixed_up(&said, &stands)
    })
}

#[cfg(test)]
mod tests {
    use super::super::sources::Sources;
    use super::super::support::Support;
    use super::super::table::tests::table;
    use super::*;

    fn found(source: &str, statement: &str) -> Vec<Conflict> {
        Support::of(&table(), &Sources::new([source]), statement).conflicts
    }

    fn told(source: &str, statement: &str, rule: Rule) -> Option<(String, String)> {
        found(source, statement)
            .into_iter()
            .find(|conflict| conflict.rule == rule)
            .map(|conflict| (conflict.said, conflict.stands))
    }

    #[test]
    fn a_copula_turned_around_says_the_same() {
        let mut wrong = Vec::new();
        for (source, statement) in [
            ("北京是中國的首都。", "中國的首都是北京。"),
            ("目前台北是台灣的首都。", "目前台灣的首都是台北。"),
            ("台北就是台灣的首都。", "台灣的首都就是台北。"),
            ("東京は日本の首都です。", "日本の首都は東京です。"),
            ("東京は日本の首都である。", "日本の首都は東京である。"),
            (
                "Madrid es la capital de España.",
                "La capital de España es Madrid.",
            ),
            (
                "Mario Rossi est le maire de Lyon.",
                "Le maire de Lyon est Mario Rossi.",
            ),
            (
                "Berlin ist die Hauptstadt von Deutschland.",
                "Die Hauptstadt von Deutschland ist Berlin.",
            ),
            (
                "Roma è la capitale dell'Italia.",
                "La capitale dell'Italia è Roma.",
            ),
            (
                "Lisboa é a capital de Portugal.",
                "A capital de Portugal é Lisboa.",
            ),
            (
                "Amsterdam is de hoofdstad van Nederland.",
                "De hoofdstad van Nederland is Amsterdam.",
            ),
            (
                "Stockholm är huvudstaden i Sverige.",
                "Huvudstaden i Sverige är Stockholm.",
            ),
            (
                "Η Αθήνα είναι η πρωτεύουσα της Ελλάδας.",
                "Η πρωτεύουσα της Ελλάδας είναι η Αθήνα.",
            ),
            (
                "Москва является столицей России.",
                "Столицей России является Москва.",
            ),
            ("서울은 한국의 수도이다.", "한국의 수도는 서울이다."),
            ("Rome is the capital of Italy.", "The capital of Italy is Rome."),
        ] {
            if !found(source, statement).is_empty() {
                wrong.push(format!("{statement}: {:?}", found(source, statement)));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_free_order_of_words_says_the_same() {
        let mut wrong = Vec::new();
        for (source, statement) in [
            ("Η Μαρία αγόρασε το σπίτι.", "Το σπίτι αγόρασε η Μαρία."),
            ("Мария купила дом.", "Дом купила Мария."),
            ("고양이가 어제 개를 쫓았다.", "개를 어제 고양이가 쫓았다."),
            ("猫が庭で犬を追った。", "犬を庭で猫が追った。"),
            ("彼が自動車を買った。", "自動車を彼が買った。"),
            ("كتب أحمد الرسالة.", "الرسالة كتب أحمد."),
            ("Die Katze jagte den Hund.", "Den Hund jagte die Katze."),
        ] {
            if !found(source, statement).is_empty() {
                wrong.push(format!("{statement}: {:?}", found(source, statement)));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn who_does_what_to_whom_is_still_told() {
        let mut wrong = Vec::new();
        for (source, statement) in [
            ("小明借錢給小華。", "小華借錢給小明。"),
            ("小明是小華的父親。", "小華是小明的父親。"),
            ("太郎は花子の父です。", "花子は太郎の父です。"),
            ("猫が庭で犬を追った。", "犬が庭で猫を追った。"),
            ("Anna est la mère de Marie.", "Marie est la mère d'Anna."),
            (
                "Paris est plus grande que Lyon.",
                "Lyon est plus grande que Paris.",
            ),
            ("Der Vater von Paul ist Peter.", "Der Vater von Peter ist Paul."),
            ("Paul is the son of Peter.", "Peter is the son of Paul."),
            (
                "El tren va desde Madrid a París.",
                "El tren va desde París a Madrid.",
            ),
            ("Der Hund jagte die Katze.", "Die Katze jagte der Hund."),
            ("Поезд идёт из Москвы в Тулу.", "Поезд идёт из Тулу в Москвы."),
        ] {
            if told(source, statement, Rule::Swap).is_none() {
                wrong.push(format!("{statement}: {:?}", found(source, statement)));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_number_below_zero_is_another_number() {
        let mut wrong = Vec::new();
        for (source, statement, said, stands) in [
            (
                "The night was at -5 °C.",
                "The night was at 5 °C.",
                "5 °C",
                "-5 °C",
            ),
            ("Growth was 3 % in May.", "Growth was -3 % in May.", "-3 %", "3 %"),
            (
                "The result was \u{2212}3 million in 2020.",
                "The result was +3 million in 2020.",
                "3 million",
                "\u{2212}3 million",
            ),
            (
                "The balance was -$50 in May.",
                "The balance was $50 in May.",
                "$50",
                "-$50",
            ),
            (
                "The balance was ($-50) in May.",
                "The balance was ($50) in May.",
                "$50",
                "$-50",
            ),
            (
                "The night was at minus 5 °C.",
                "The night was at 5 °C.",
                "5 °C",
                "minus 5 °C",
            ),
            ("昨晚氣溫是零下5°C。", "昨晚氣溫是5°C。", "5°C", "零下5°C"),
        ] {
            let wanted = Some((said.to_owned(), stands.to_owned()));
            if told(source, statement, Rule::Number) != wanted {
                wrong.push(format!("{statement}: {:?}", found(source, statement)));
            }
        }
        for (source, statement) in [
            ("The night was at -5 °C.", "The night was at minus 5 °C."),
            ("The night was at -5 °C.", "The night was at \u{2212}5 °C."),
            (
                "The night was at -5 °C and the day at 5 °C.",
                "The day was at 5 °C.",
            ),
            (
                "The result was -3 million.",
                "The result was a loss of 3 million.",
            ),
            ("It takes 10-12 days.", "It takes 10 to 12 days."),
            ("It lasted 2019\u{2013}2021.", "It lasted from 2019 to 2021."),
            ("It lasted 2019 \u{2013}2021.", "It lasted from 2019 to 2021."),
            ("COVID-19 spread in towns.", "COVID 19 spread in towns."),
            ("The A-4 leads to Berlin.", "The A 4 leads to Berlin."),
            ("- 5 items are in the box", "5 items are in the box"),
            ("-5 items are in the box", "5 items are in the box"),
            ("It was opened on 2020-01-05.", "It was opened on 2020 01 05."),
            ("The phone number is 555-1234.", "The phone number is 555 1234."),
            ("The score was 3 -5 at home.", "The score was 3 to 5 at home."),
            ("The score was 3 - 5 at home.", "The score was 3 to 5 at home."),
            ("It costs $10-$12 a day.", "It costs $10 to $12 a day."),
        ] {
            if told(source, statement, Rule::Number).is_some() {
                wrong.push(format!("{statement}: {:?}", found(source, statement)));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn halves_of_the_day_and_sides_of_year_one_exclude_each_other() {
        let mut wrong = Vec::new();
        for (source, statement, said, stands) in [
            (
                "The shop opens at 3 pm.",
                "The shop opens at 3 am.",
                "3 am",
                "3 pm",
            ),
            (
                "The shop opens at 3pm daily.",
                "The shop opens at 3 AM daily.",
                "3 AM",
                "3pm",
            ),
            (
                "The shop opens at 6 p.m. daily.",
                "The shop opens at 6 a.m. daily.",
                "6 a.m.",
                "6 p.m.",
            ),
            (
                "La tienda abre a las 6:30 p. m. hoy.",
                "La tienda abre a las 6:30 a. m. hoy.",
                "6:30 a. m.",
                "6:30 p. m.",
            ),
            (
                "가게는 오전 3시에 연다.",
                "가게는 오후 3시에 연다.",
                "오후 3",
                "오전 3",
            ),
            (
                "The temple was built in 300 BC.",
                "The temple was built in 300 AD.",
                "300 AD",
                "300 BC",
            ),
            (
                "The temple was built in AD 300 here.",
                "The temple was built in 300 BCE here.",
                "300 BCE",
                "AD 300",
            ),
            (
                "Der Tempel entstand 300 v. Chr. dort.",
                "Der Tempel entstand 300 n. Chr. dort.",
                "300 n. Chr.",
                "300 v. Chr.",
            ),
            (
                "寺廟建於公元前300年。",
                "寺廟建於公元300年。",
                "公元300",
                "公元前300",
            ),
        ] {
            let wanted = Some((said.to_owned(), stands.to_owned()));
            if told(source, statement, Rule::Time) != wanted {
                wrong.push(format!("{statement}: {:?}", found(source, statement)));
            }
        }
        for (source, statement) in [
            ("The shop opens at 3 p.m. daily.", "The shop opens at 3pm daily."),
            (
                "The shop opens at 3 am and closes at 3 pm.",
                "The shop closes at 3 pm.",
            ),
            ("The shop opens at 3 daily.", "The shop opens at 3 pm daily."),
            (
                "The temple was built in 300 BC.",
                "The temple was built in 300 BCE.",
            ),
            (
                "The temple was built in AD 300.",
                "The temple was built in 300 CE.",
            ),
            ("At 3 amateurs opened it.", "At 3 pm amateurs opened it."),
        ] {
            if told(source, statement, Rule::Time).is_some() {
                wrong.push(format!("{statement}: {:?}", found(source, statement)));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_number_is_quoted_with_its_unit() {
        let mut wrong = Vec::new();
        for (source, statement, said, stands) in [
            ("It costs €50 a day.", "It costs $50 a day.", "$50", "€50"),
            ("It costs 50 € a day.", "It costs US$50 a day.", "US$50", "50 €"),
            ("Water has 20 °C here.", "Water has 20 °F here.", "20 °F", "20 °C"),
            ("Water has 20℃ here.", "Water has 20°F here.", "20°F", "20℃"),
            (
                "The path has 20 per cent.",
                "The path has 20 km.",
                "20 km",
                "20 per cent",
            ),
            (
                "The path is a 3-km loop.",
                "The path is a 3-mile loop.",
                "3-mile",
                "3-km",
            ),
        ] {
            let wanted = Some((said.to_owned(), stands.to_owned()));
            if told(source, statement, Rule::Unit) != wanted {
                wrong.push(format!("{statement}: {:?}", found(source, statement)));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
