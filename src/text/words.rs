//! Words: a text cut into pieces that can be compared with those of another text.
//!
//! A word of a spaced script is folded (case, width, marks, apostrophes) and lightly stemmed; a number has one
//! form; text without spaces gives a pair for each two neighbouring characters. Each word knows where it stands.
//! What weighs how much is not decided here.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use crate::text::nfkc::{UnicodeNormalization, is_plainly_nfkc};

use super::amounts;
use super::numbers;
use super::script::{
    digit, ends_sentence, is_apostrophe, is_hangul, is_hiragana, is_invisible, is_joined, is_letter,
    is_unspaced,
};
use super::stem::stem;
use super::stop::{is_function_char, is_particle, is_stop, is_word_with_grammar};

/// What a word is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Letters of a script that is written in words.
    Word,
    /// A number.
    Number,
    /// Two neighbouring characters of text without spaces.
    Pair,
    /// Such a pair where one character mostly carries grammar: it says less.
    LightPair,
    /// A single character of text without spaces that stands alone.
    Single,
}

/// The comparable form of a word as a number: equal forms have equal keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of a form that is already folded and stemmed. FNV-1a, 64 bits: the same on every machine, and two
    /// different words of a text share a key less than once in a hundred million texts.
    pub fn of(form: &str) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in form.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self(hash ^ (hash >> 29))
    }

    /// The key of a single character of text without spaces, as it is written.
    pub fn of_character(c: char) -> Self {
        Self::of(fold_unspaced(c).encode_utf8(&mut [0; 4]))
    }
}

/// Keys are well mixed already.
#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A set of words by key.
pub type KeySet = HashSet<Key, BuildHasherDefault<KeyHasher>>;

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// Of a pair: where its second character begins. Of others: their end.
    pub second: usize,
    /// Its comparable form.
    pub key: Key,
    /// What it is made of.
    pub kind: Kind,
    /// It carries grammar and no matter.
    pub stop: bool,
    /// Its first letter is upper case.
    pub capital: bool,
    /// It is the first of a sentence or line, where an upper-case letter says nothing.
    pub opens: bool,
}

/// The words of a text, in order. Pairs overlap by one character; nothing else overlaps.
pub fn words(text: &str) -> Vec<Word> {
    let mut out = Vec::with_capacity(text.len() / 5);
    visit(text, true, |word, _| out.push(word));
    out
}

/// The comparable forms of a text's words in order, as one would read them; for tests and tables.
pub fn forms(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    visit(text, false, |_, form| out.push(form.to_owned()));
    out
}

/// Hands each word to `take`, in order, with its form; with `remember`, what was worked out for a word is used when
/// the same letters come again (most of a long text), and `take` gets no form then.
fn visit(text: &str, remember: bool, mut take: impl FnMut(Word, &str)) {
    let mut scan = Scan {
        text,
        at: 0,
        opens: true,
        number_end: usize::MAX,
        han_run: (0, false),
        segment: Vec::new(),
        known: remember.then(HashMap::default),
        form: String::new(),
        take: &mut take,
    };
    scan.run();
}

/// What was worked out for a word; `None`: nothing is left of it after folding.
type Known = Option<(Key, Kind, bool)>;

struct Scan<'t, F> {
    text: &'t str,
    at: usize,
    opens: bool,
    /// Where the last number ended.
    number_end: usize,
    /// Where the run of Han digits ends that was looked at last, and whether a counter stands there.
    han_run: (usize, bool),
    /// The characters of a run without spaces; kept for its memory.
    segment: Vec<(char, Range<usize>)>,
    /// Words that were worked out before, by their letters as written.
    known: Option<HashMap<Key, Known, BuildHasherDefault<KeyHasher>>>,
    form: String,
    take: &'t mut F,
}

impl<F: FnMut(Word, &str)> Scan<'_, F> {
    fn run(&mut self) {
        while let Some(c) = self.char_at(self.at) {
            if digit(c).is_some() || (!c.is_ascii() && amounts::is_sign(c)) {
                self.number();
            } else if is_letter(c) && !is_joined(c) {
                self.word();
            } else if is_unspaced(c) {
                self.unspaced();
            } else {
                self.opens |= ends_sentence(c) || matches!(c, '\n' | ':' | '：');
                self.at += c.len_utf8();
            }
        }
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..).and_then(|rest| rest.chars().next())
    }

    fn emit(&mut self, range: Range<usize>, kind: Kind, stop: bool, capital: bool) {
        let second = range.end;
        self.emit_pair(range, second, kind, stop, capital);
    }

    fn emit_pair(&mut self, range: Range<usize>, second: usize, kind: Kind, stop: bool, capital: bool) {
        let word = Word {
            range,
            second,
            key: Key::of(&self.form),
            kind,
            stop,
            capital,
            opens: std::mem::take(&mut self.opens),
        };
        (self.take)(word, &self.form);
    }

    fn number(&mut self) {
        let Some(number) = amounts::in_figures(self.text, self.at) else {
            // A digit always begins a number; going on keeps the loop finite whatever happens.
            self.at += self.char_at(self.at).map_or(1, char::len_utf8);
            return;
        };
        self.take_number(number, false);
    }

    fn take_number(&mut self, number: numbers::Number, capital: bool) {
        let range = self.at..self.at + number.length;
        self.at = range.end;
        self.number_end = range.end;
        self.form = number.form;
        self.emit(range, Kind::Number, false, capital);
    }

    fn word(&mut self) {
        let start = self.at;
        let end = self.word_end();
        let rest = self.text.get(start..).unwrap_or_default();
        let raw = self.text.get(start..end).unwrap_or_default();
        if let Some(length) = per_cent(rest, raw).filter(|_| self.follows_number()) {
            self.at = start + length;
            return;
        }
        let capital = raw.chars().next().is_some_and(char::is_uppercase);
        let written = Key::of(raw);
        let known = match self.known.as_ref().and_then(|known| known.get(&written)) {
            Some(known) => *known,
            None => {
                let worked_out = work_out(raw, &mut self.form);
                if let Some(known) = &mut self.known {
                    known.insert(written, worked_out);
                }
                worked_out
            }
        };
        let counts = known.is_some_and(|(_, kind, _)| kind == Kind::Number)
            || matches!(raw, "a" | "A" | "an" | "An" | "half" | "Half");
        if counts && let Some(number) = amounts::in_words(rest) {
            return self.take_number(number, capital);
        }
        self.at = end;
        if let Some((key, kind, stop)) = known {
            let word = Word {
                range: start..end,
                second: end,
                key,
                kind,
                stop,
                capital,
                opens: std::mem::take(&mut self.opens),
            };
            (self.take)(word, &self.form);
        }
    }

    /// The end of the word that starts here: letters, digits after them, apostrophes and invisible characters
    /// between letters. An elided article (`l'eau`) is a word of its own.
    fn word_end(&self) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut chars = rest.char_indices().peekable();
        let mut end = 0;
        while let Some((at, c)) = chars.next() {
            if is_letter(c) || digit(c).is_some() {
                end = at + c.len_utf8();
                continue;
            }
            let before_letter = chars.peek().is_some_and(|(_, next)| is_letter(*next));
            let joins =
                (is_apostrophe(c) && !is_elided(rest.get(..at).unwrap_or_default())) || is_invisible(c);
            if !(before_letter && joins) {
                break;
            }
        }
        self.at + end
    }

    /// A run of text without spaces: numbers in front of counters, and pairs of what is between them.
    fn unspaced(&mut self) {
        let mut segment = std::mem::take(&mut self.segment);
        segment.clear();
        while let Some(c) = self.char_at(self.at) {
            if !is_unspaced(c) && !is_joined(c) {
                break;
            }
            if segment.is_empty() && numbers::is_counter(c) && self.follows_number() {
                self.form.clear();
                self.form.push(c);
                let range = self.at..self.at + c.len_utf8();
                self.at = range.end;
                self.emit(range, Kind::Single, false, false);
                continue;
            }
            let rest = self.text.get(self.at..).unwrap_or_default();
            let per_cent = PER_CENT_UNSPACED.iter().find(|word| rest.starts_with(**word));
            if let Some(word) = per_cent.filter(|_| segment.is_empty() && self.follows_number()) {
                self.at += word.len();
                continue;
            }
            if numbers::is_han_digit(c) {
                if let Some(number) = amounts::parts_in_han(rest) {
                    self.pairs(&segment);
                    segment.clear();
                    self.take_number(number, false);
                    continue;
                }
                let length = self.han_number();
                if length > 0 {
                    self.pairs(&segment);
                    segment.clear();
                    let range = self.at..self.at + length;
                    self.at = range.end;
                    self.number_end = range.end;
                    let written = self.text.get(range.clone()).unwrap_or_default();
                    // 一個 is an article as often as a number.
                    let stop =
                        written == "一" && self.char_at(range.end).is_some_and(|next| "個个".contains(next));
                    self.form = numbers::from_han(written).unwrap_or_default();
                    self.emit(range, Kind::Number, stop, false);
                    continue;
                }
            }
            let start = self.at;
            self.at += c.len_utf8();
            let mut folded = fold_unspaced(c);
            while let Some(mark) = self.char_at(self.at).filter(|next| is_joined(*next)) {
                self.at += mark.len_utf8();
                let cluster = [folded, fold_unspaced(mark)];
                folded = cluster.into_iter().nfkc().next().unwrap_or(folded);
            }
            segment.push((folded, start..self.at));
        }
        self.pairs(&segment);
        self.segment = segment;
    }

    /// Whether a number stands directly in front: its counter is then a word of its own, so that 九點關 and 9 點
    /// compare alike.
    fn follows_number(&self) -> bool {
        self.text
            .get(self.number_end..self.at)
            .is_some_and(|between| between.len() <= 1 && between.trim().is_empty())
    }

    /// The length of a Han number with a counter behind it, or of a large one; 0 when there is none.
    fn han_number(&mut self) -> usize {
        /// Longer runs are no number that could be read.
        const LONGEST: usize = 16;
        // A run is gone through once, however many of its digits begin no number.
        if self.han_run.0 <= self.at {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let length = rest.find(|c| !numbers::is_han_digit(c)).unwrap_or(rest.len());
            let end = self.at + length;
            self.han_run = (end, self.char_at(end).is_some_and(numbers::is_counter));
        }
        let (end, counted) = self.han_run;
        let written = self.text.get(self.at..end).unwrap_or_default();
        let short = written.char_indices().nth(LONGEST).is_none();
        // 第一百貨 is a shop.
        let large = || {
            amounts::is_large_in_han(written)
                && !self
                    .text
                    .get(..self.at)
                    .is_some_and(|before| before.ends_with('第'))
        };
        if short && (counted || large()) && numbers::from_han(written).is_some() {
            written.len()
        } else {
            0
        }
    }

    fn pairs(&mut self, segment: &[(char, Range<usize>)]) {
        if let [(c, range)] = segment {
            self.form.clear();
            self.form.push(*c);
            return self.emit(
                range.clone(),
                Kind::Single,
                is_function_char(*c) || is_particle(*c),
                false,
            );
        }
        for (first, second) in segment.iter().zip(segment.iter().skip(1)) {
            let (a, b) = (first.0, second.0);
            self.form.clear();
            self.form.push(a);
            self.form.push(b);
            let light = |c: char| is_function_char(c) || is_particle(c);
            let word = (light(a) || light(b)) && is_word_with_grammar(a, b);
            let kind = match (light(a), light(b)) {
                _ if word => Kind::Pair,
                (false, false) if !(is_hiragana(a) && is_hiragana(b)) || is_hangul(a) => Kind::Pair,
                _ => Kind::LightPair,
            };
            self.emit_pair(
                first.1.start..second.1.end,
                second.1.start,
                kind,
                light(a) && light(b) && !word,
                false,
            );
        }
    }
}

/// Words that say nothing behind a number that "%" would not.
const PER_CENT_UNSPACED: &[&str] = &["パーセント", "퍼센트"];

/// The length of a word for "%" that a text begins with; `raw` is its first word.
fn per_cent(text: &str, raw: &str) -> Option<usize> {
    const ONE: &[&str] = &[
        "percent",
        "pct",
        "prozent",
        "procent",
        "percento",
        "процент",
        "процента",
        "процентов",
    ];
    // "per cent", "por ciento", "pour cent", "por cento"
    const FIRST: &[&str] = &["per", "por", "pour"];
    const SECOND: &[&str] = &[" cent", " ciento", " cento"];
    let first = raw.bytes().next()?;
    if raw.len() > 20 || !(first | 0x20 == b'p' || first >= 0x80) {
        return None;
    }
    let lower = raw.to_lowercase();
    if ONE.contains(&lower.as_str()) {
        return Some(raw.len());
    }
    let behind = text
        .get(raw.len()..)
        .filter(|_| FIRST.contains(&lower.as_str()))?;
    let second = SECOND.iter().find(|second| {
        behind
            .strip_prefix(**second)
            .is_some_and(|after| !after.starts_with(char::is_alphanumeric))
    })?;
    Some(raw.len() + second.len())
}

/// Folds and stems a word into `form`.
fn work_out(raw: &str, form: &mut String) -> Known {
    fold_word(raw, form);
    if form.is_empty() {
        return None;
    }
    let stop = is_stop(form);
    // "One" is a pronoun as often as a number, so it is a number and a stop word.
    let kind = if let Some(value) = numbers::from_word(form) {
        value.clone_into(form);
        Kind::Number
    } else {
        stem(form);
        Kind::Word
    };
    Some((Key::of(form), kind, stop))
}

/// A prefix that French and Italian elide in front of an apostrophe. `o'` is Irish.
fn is_elided(prefix: &str) -> bool {
    match prefix.as_bytes() {
        [letter] => b"ldjmtscnLDJMTSCN".contains(letter),
        [b'q' | b'Q', b'u'] => true,
        b"dell" | b"all" | b"nell" | b"sull" | b"Dell" | b"All" | b"Nell" => true,
        _ => false,
    }
}

/// Folds a word: lower case, compatibility forms, no apostrophes, no possessive, no optional vowel marks.
fn fold_word(raw: &str, form: &mut String) {
    form.clear();
    if raw.is_ascii() {
        form.push_str(raw);
        form.make_ascii_lowercase();
    } else if is_plainly_nfkc(raw) {
        form.extend(raw.chars().flat_map(char::to_lowercase));
    } else {
        form.extend(raw.nfkc().flat_map(char::to_lowercase));
    }
    if form.contains(is_apostrophe) {
        for possessive in ["'s", "\u{2019}s"] {
            if let Some(owner) = form.strip_suffix(possessive) {
                form.truncate(owner.len());
            }
        }
        form.retain(|c| !is_apostrophe(c));
    }
    if !form.is_ascii() {
        *form = form
            .chars()
            .filter_map(fold_letter)
            .collect::<String>()
            .replace('ß', "ss");
        strip_arabic_article(form);
        strip_arabic_case(form);
    }
}

/// Letters that are written one way or another at will. `None`: left out.
fn fold_letter(c: char) -> Option<char> {
    Some(match c {
        'ς' => 'σ',
        'ё' => 'е',
        'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
        'ى' => 'ي',
        'ة' => 'ه',
        // Tatweel, Arabic vowel marks, Hebrew points, the dot that İ leaves behind.
        '\u{0640}' | '\u{064B}'..='\u{065F}' | '\u{0670}' | '\u{0591}'..='\u{05C7}' | '\u{0307}' => {
            return None;
        }
        c if is_invisible(c) => return None,
        c => c,
    })
}

/// The Arabic article, alone or behind "and", "with", "for": `والكتاب` meets `كتاب`.
fn strip_arabic_article(form: &mut String) {
    for article in ["وال", "بال", "لل", "ال"] {
        if let Some(noun) = form.strip_prefix(article)
            && noun.chars().count() >= 3
        {
            *form = noun.to_owned();
            return;
        }
    }
}

/// The letter that carries the ending of an accusative: `مفتوحا` meets `مفتوح`. Of a short word, and behind a letter that names of
/// countries have there, it is part of the word.
fn strip_arabic_case(form: &mut String) {
    if let Some(noun) = form.strip_suffix('ا')
        && noun.chars().count() >= 4
        && !noun.ends_with(['ي', 'ك', 'و', 'ن', 'ه'])
    {
        form.truncate(noun.len());
    }
}

fn fold_unspaced(c: char) -> char {
    match c {
        '臺' => '台',
        '裏' => '裡',
        '爲' => '為',
        '峯' => '峰',
        '綫' => '線',
        '羣' => '群',
        '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' | '\u{3130}'..='\u{318E}' => {
            std::iter::once(c).nfkc().next().unwrap_or(c)
        }
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_many_scripts() {
        let cases: &[(&str, &[&str])] = &[
            (
                "The Ferries carried 1,000 cars.",
                &["the", "ferry", "carry", "1000", "car"],
            ),
            (
                "The company's “big” plan; don’t stop",
                &["the", "company", "big", "plan", "dont", "stop"],
            ),
            ("Ｆｕｌｌ ｗｉｄｔｈ １２", &["full", "width", "12"]),
            ("at 09:15, five 5km runs", &["at", "9.15", "5", "5", "km", "run"]),
            ("l'eau d’Évian, O'Byrne", &["l", "eau", "d", "évian", "obyrn"]),
            (
                "Große Straßen in MÜNCHEN",
                &["gross", "strassen", "in", "münchen"],
            ),
            ("Mu\u{308}nchen co\u{AD}op", &["münchen", "coop"]),
            ("圖書館", &["圖書", "書館"]),
            ("臺灣 A", &["台灣", "a"]),
            ("晚上九點關門", &["晚上", "9", "點", "關門"]),
            ("晚上9點關門", &["晚上", "9", "點", "關門"]),
            ("水", &["水"]),
            ("ガラス", &["ガラ", "ラス"]),
            ("ｶﾞﾗｽ", &["ガラ", "ラス"]),
            ("서울에서", &["서울", "울에", "에서"]),
            ("والكتابُ كتاب", &["كتاب", "كتاب"]),
            ("Всё нашёл", &["все", "нашел"]),
            ("ΛΌΓΟΣ λόγος", &["λόγοσ", "λόγοσ"]),
            ("हिन्दी", &["हिन्दी"]),
            ("B2B covid19", &["b2b", "covid19"]),
            ("", &[]),
            ("… — !", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(&forms(text), expected, "{text}");
        }
    }

    #[test]
    fn ranges_and_marks() {
        let text = "“Lund, in the south. Ten 3rd places";
        let found: Vec<_> = words(text)
            .into_iter()
            .map(|w| {
                (
                    text.get(w.range.clone()).unwrap(),
                    w.kind,
                    w.stop,
                    w.capital,
                    w.opens,
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("Lund", Kind::Word, false, true, true),
                ("in", Kind::Word, true, false, false),
                ("the", Kind::Word, true, false, false),
                ("south", Kind::Word, false, false, false),
                ("Ten", Kind::Number, false, true, true),
                ("3rd", Kind::Number, false, false, false),
                ("places", Kind::Word, false, false, false),
            ]
        );
    }

    #[test]
    fn grammar_in_chinese_is_light_or_stopped() {
        let kinds: Vec<_> = words("他的書是").into_iter().map(|w| (w.kind, w.stop)).collect();
        assert_eq!(
            kinds,
            [
                (Kind::LightPair, true),
                (Kind::LightPair, false),
                (Kind::LightPair, false)
            ]
        );
    }

    proptest::proptest! {
        #[test]
        fn ranges_are_sorted_and_on_boundaries(text in "\\PC{0,60}|[a-z0-9 .,:'’九點的가ｶﾞA-Z\u{301}\u{AD}]{0,60}") {
            let mut before = 0;
            for word in words(&text) {
                proptest::prop_assert!(text.get(word.range.clone()).is_some_and(|raw| !raw.is_empty()));
                proptest::prop_assert!(word.range.start >= before);
                before = word.range.start;
            }
        }
    }
}
