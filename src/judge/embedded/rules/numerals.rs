//! Numbers spelled out in German, Dutch, French and Spanish: `fünfundzwanzig`, `vingt-cinq`, `treinta y cinco`. English
//! ones are read with every text ([`crate::text::amounts`]); these only where the rules look.
//!
//! "One" is an article as well and is left alone; what is another word in a language beside is read only among words of
//! its own.

use crate::judge::embedded::sources::Sources;
use crate::text::words::{Key, Kind, Word};

/// A number in words: its first word and its last, and its digits.
struct Numeral {
    first: usize,
    last: usize,
    form: String,
}

/// How a language puts its numbers together.
struct Language {
    /// Words of its grammar, by which it is known.
    grammar: &'static [&'static str],
    /// 2 to 99 as far as they are single words, and whole hundreds that are.
    small: &'static [(&'static str, u64)],
    hundred: &'static [&'static str],
    thousand: &'static [&'static str],
    /// In front of the last word.
    and: &'static str,
    /// Other words in a language beside, or with another meaning when they stand alone.
    doubtful: &'static [&'static str],
}

const FRENCH: Language = Language {
    grammar: &[
        "le", "la", "les", "des", "du", "et", "une", "dans", "est", "il", "elle", "ont",
    ],
    small: &[
        ("deux", 2),
        ("trois", 3),
        ("quatre", 4),
        ("cinq", 5),
        ("six", 6),
        ("sept", 7),
        ("huit", 8),
        ("neuf", 9),
        ("dix", 10),
        ("onze", 11),
        ("douze", 12),
        ("treize", 13),
        ("quatorze", 14),
        ("quinze", 15),
        ("seize", 16),
        ("vingt", 20),
        ("trente", 30),
        ("quarante", 40),
        ("cinquante", 50),
        ("soixante", 60),
    ],
    hundred: &["cent", "cents"],
    thousand: &["mille"],
    and: "et",
    doubtful: &["seize"],
};

const SPANISH: Language = Language {
    grammar: &[
        "el", "los", "las", "del", "una", "con", "por", "y", "en", "se", "tiene",
    ],
    small: &[
        ("dos", 2),
        ("tres", 3),
        ("cuatro", 4),
        ("cinco", 5),
        ("seis", 6),
        ("siete", 7),
        ("ocho", 8),
        ("nueve", 9),
        ("diez", 10),
        ("once", 11),
        ("doce", 12),
        ("trece", 13),
        ("catorce", 14),
        ("quince", 15),
        ("dieciséis", 16),
        ("diecisiete", 17),
        ("dieciocho", 18),
        ("diecinueve", 19),
        ("veinte", 20),
        ("veintiuno", 21),
        ("veintiún", 21),
        ("veintidós", 22),
        ("veintitrés", 23),
        ("veinticuatro", 24),
        ("veinticinco", 25),
        ("veintiséis", 26),
        ("veintisiete", 27),
        ("veintiocho", 28),
        ("veintinueve", 29),
        ("treinta", 30),
        ("cuarenta", 40),
        ("cincuenta", 50),
        ("sesenta", 60),
        ("setenta", 70),
        ("ochenta", 80),
        ("noventa", 90),
        ("cien", 100),
        ("doscientos", 200),
        ("doscientas", 200),
        ("trescientos", 300),
        ("trescientas", 300),
        ("cuatrocientos", 400),
        ("quinientos", 500),
        ("quinientas", 500),
        ("seiscientos", 600),
        ("setecientos", 700),
        ("ochocientos", 800),
        ("novecientos", 900),
    ],
    hundred: &["ciento"],
    thousand: &["mil"],
    and: "y",
    doubtful: &["dos", "once"],
};

const GERMAN: Language = Language {
    grammar: &[
        "der", "die", "das", "und", "ist", "hat", "mit", "von", "im", "den", "ein", "eine", "wurde",
    ],
    small: &[
        ("zwei", 2),
        ("drei", 3),
        ("vier", 4),
        ("fünf", 5),
        ("sechs", 6),
        ("sieben", 7),
        ("acht", 8),
        ("neun", 9),
        ("zehn", 10),
        ("elf", 11),
        ("zwölf", 12),
        ("dreizehn", 13),
        ("vierzehn", 14),
        ("fünfzehn", 15),
        ("sechzehn", 16),
        ("siebzehn", 17),
        ("achtzehn", 18),
        ("neunzehn", 19),
        ("zwanzig", 20),
        ("dreißig", 30),
        ("dreissig", 30),
        ("vierzig", 40),
        ("fünfzig", 50),
        ("sechzig", 60),
        ("siebzig", 70),
        ("achtzig", 80),
        ("neunzig", 90),
    ],
    hundred: &["hundert"],
    thousand: &["tausend"],
    and: "und",
    doubtful: &["elf", "acht"],
};

const DUTCH: Language = Language {
    grammar: &[
        "de", "het", "een", "en", "is", "heeft", "met", "van", "zijn", "werd", "in",
    ],
    small: &[
        ("twee", 2),
        ("drie", 3),
        ("vier", 4),
        ("vijf", 5),
        ("zes", 6),
        ("zeven", 7),
        ("acht", 8),
        ("negen", 9),
        ("tien", 10),
        ("elf", 11),
        ("twaalf", 12),
        ("dertien", 13),
        ("veertien", 14),
        ("vijftien", 15),
        ("zestien", 16),
        ("zeventien", 17),
        ("achttien", 18),
        ("negentien", 19),
        ("twintig", 20),
        ("dertig", 30),
        ("veertig", 40),
        ("vijftig", 50),
        ("zestig", 60),
        ("zeventig", 70),
        ("tachtig", 80),
        ("negentig", 90),
    ],
    hundred: &["honderd"],
    thousand: &["duizend"],
    and: "en",
    doubtful: &["elf", "acht"],
};

/// Puts together what is one number: its first word stands for all of it.
pub(super) fn read(text: &str, words: &mut Vec<Word>) -> Vec<(usize, Key)> {
    let found = numerals(text, words);
    let mut written = Vec::new();
    for numeral in found.iter().rev() {
        let end = words.get(numeral.last).map(|word| (word.range.end, word.second));
        let Some((end, _)) = end else { continue };
        words.drain(numeral.first + 1..=numeral.last);
        if let Some(word) = words.get_mut(numeral.first) {
            written.push((word.range.start, word.key));
            word.range.end = end;
            word.second = end;
            word.key = Key::of(&numeral.form);
            word.kind = Kind::Number;
            word.stop = false;
        }
    }
    written
}

/// Makes a number of each one in words that the sources have in figures only.
pub(in crate::judge::embedded) fn read_known(text: &str, words: &mut Vec<Word>, sources: &Sources<'_>) {
    for numeral in numerals(text, words).iter().rev() {
        let key = Key::of(&numeral.form);
        let as_written = words
            .get(numeral.first..=numeral.last)
            .is_some_and(|all| all.iter().all(|word| sources.keys().contains(&word.key)));
        if as_written || !sources.keys().contains(&key) {
            continue;
        }
        let Some(end) = words.get(numeral.last).map(|word| word.range.end) else {
            continue;
        };
        words.drain(numeral.first + 1..=numeral.last);
        if let Some(word) = words.get_mut(numeral.first) {
            (word.range.end, word.second, word.key, word.kind) = (end, end, key, Kind::Number);
        }
    }
}

/// How numbers in words begin.
const BEGINNINGS: &[&str] = &[
    "zw", "dr", "vi", "fü", "se", "si", "ac", "ne", "ze", "el", "hu", "ta", "ei", "tw", "ti", "do", "du",
    "ho", "de", "tr", "qu", "ci", "on", "ve", "cu", "oc", "no", "nu", "di", "ca", "so",
];

/// Whether any word may begin a number; most texts have none, and nothing more is done for them.
fn may_hold(text: &str, words: &[Word]) -> bool {
    words.iter().any(|word| {
        let raw = text.get(word.range.clone()).unwrap_or_default();
        let mut first = raw.chars().flat_map(char::to_lowercase);
        let (Some(a), Some(b)) = (first.next(), first.next()) else {
            return false;
        };
        let begins = |known: &&str| known.starts_with(a) && known.ends_with(b);
        matches!(word.kind, Kind::Word | Kind::Number) && BEGINNINGS.iter().any(begins) && {
            let lower = raw.to_lowercase();
            let in_one = |language| {
                small(language, &lower)
                    .or_else(|| joined(language, &lower))
                    .is_some()
            };
            [&GERMAN, &DUTCH, &FRENCH, &SPANISH].into_iter().any(in_one)
        }
    })
}

fn numerals(text: &str, words: &[Word]) -> Vec<Numeral> {
    if !may_hold(text, words) {
        return Vec::new();
    }
    let lower: Vec<String> = words
        .iter()
        .map(|word| match word.kind {
            Kind::Word | Kind::Number => text.get(word.range.clone()).unwrap_or_default().to_lowercase(),
            _ => String::new(),
        })
        .collect();
    let speaks = |language: &Language| {
        let has = |word: &str| lower.iter().any(|other| other == word);
        language.grammar.iter().any(|word| has(word)) && !has("the")
    };
    let mut out: Vec<Numeral> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let single = |language: &Language| {
            let word = lower.get(at)?;
            let value = joined(language, word)?;
            let doubtful = language.doubtful.contains(&word.as_str());
            (value > 1 && (!doubtful || speaks(language))).then_some((value, 1))
        };
        let several = |language: &Language| {
            let first = lower.get(at)?;
            let (value, count) = sequence(language, text, words, &lower, at)?;
            let doubtful = count == 1 && language.doubtful.contains(&first.as_str());
            (!doubtful || speaks(language)).then_some((value, count))
        };
        let is_word = words.get(at).is_some_and(|word| word.kind == Kind::Word)
            || lower.get(at).is_some_and(|word| word == "six");
        let found = if is_word {
            single(&GERMAN)
                .or_else(|| single(&DUTCH))
                .or_else(|| several(&FRENCH))
                .or_else(|| several(&SPANISH))
        } else {
            None
        };
        let Some((value, count)) = found else {
            at += 1;
            continue;
        };
        out.push(Numeral {
            first: at,
            last: at + count - 1,
            form: value.to_string(),
        });
        at += count;
    }
    out
}

fn small(language: &Language, word: &str) -> Option<u64> {
    language
        .small
        .iter()
        .find(|(known, _)| *known == word)
        .map(|(_, value)| *value)
}

/// A number written as one word: `zweihundertfünfundzwanzig`, `tweeëntwintig`.
fn joined(language: &Language, word: &str) -> Option<u64> {
    /// The longest below a million.
    const LONGEST: usize = 64;
    if word.len() < 3 || word.len() > LONGEST {
        return None;
    }
    let one = |word: &str| matches!(word, "ein" | "eins" | "een" | "één").then_some(1);
    let below_hundred = |word: &str| -> Option<u64> {
        small(language, word).or_else(|| {
            let (unit, ten) = word.match_indices(language.and).find_map(|(at, and)| {
                let ten = small(language, word.get(at + and.len()..)?).filter(|ten| *ten >= 20)?;
                let unit = word.get(..at)?;
                let unit = small(language, unit)
                    .or_else(|| one(unit))
                    .filter(|unit| *unit < 10)?;
                Some((unit, ten))
            })?;
            Some(unit + ten)
        })
    };
    let below_thousand = |word: &str| -> Option<u64> {
        let Some((before, behind)) = language
            .hundred
            .iter()
            .find_map(|hundred| word.split_once(hundred))
        else {
            return below_hundred(word);
        };
        let before = match before {
            "" => 1,
            before => small(language, before)
                .or_else(|| one(before))
                .filter(|unit| *unit < 20)?,
        };
        let behind = match behind.strip_prefix(language.and).unwrap_or(behind) {
            "" => 0,
            behind => below_hundred(behind).or_else(|| one(behind))?,
        };
        Some(before * 100 + behind)
    };
    // Dutch marks where two vowels meet.
    let word = word.replace("ën", "en");
    match language
        .thousand
        .iter()
        .find_map(|thousand| word.split_once(thousand))
    {
        None => below_thousand(&word),
        Some((before, behind)) => {
            let before = if before.is_empty() {
                1
            } else {
                below_thousand(before).or_else(|| one(before))?
            };
            let behind = match behind.strip_prefix(language.and).unwrap_or(behind) {
                "" => 0,
                behind => below_thousand(behind).or_else(|| one(behind))?,
            };
            Some(before * 1_000 + behind)
        }
    }
}

/// A number of words with a space or a hyphen between them: its value, and how many words it is.
fn sequence(
    language: &Language,
    text: &str,
    words: &[Word],
    lower: &[String],
    from: usize,
) -> Option<(u64, usize)> {
    let (mut total, mut section, mut end) = (0_u64, 0_u64, from);
    let mut and = false;
    for at in from..words.len().min(from + 8) {
        let word = lower.get(at)?.as_str();
        if at > from {
            let between = text.get(words.get(at - 1)?.range.end..words.get(at)?.range.start)?;
            if !matches!(between, " " | "-" | "\u{2011}" | "\u{A0}") {
                break;
            }
        }
        let open = section.is_multiple_of(100);
        let tens = section % 100 >= 20 && section.is_multiple_of(10);
        if matches!(word, "vingt" | "vingts") && section % 100 == 4 {
            section += 76;
        } else if let Some(value) = small(language, word) {
            // Soixante-dix, quatre-vingt-dix.
            let teens = matches!(section % 100, 60 | 80) && language.and == "et" && (10..20).contains(&value);
            let after_ten = section % 100 == 10 && language.and == "et" && (7..10).contains(&value);
            let after_teens =
                matches!(section % 100, 70 | 90) && language.and == "et" && (7..10).contains(&value);
            if !(open && (value < 100 || section == 0)
                || tens && value < 10
                || teens
                || after_ten
                || after_teens)
            {
                break;
            }
            // "Treinta cinco" are two numbers; "vingt et deux" is none.
            if language.and == "y" && tens && !and {
                break;
            }
            section += value;
        } else if tens && and && matches!(word, "un" | "une" | "uno" | "una") {
            section += 1;
        } else if language.hundred.contains(&word) && section < 10 && (section > 0 || language.and == "y") {
            section = section.max(1) * 100;
        } else if language.thousand.contains(&word) && total == 0 && (section > 0 || at > from) {
            total = section.max(1) * 1_000;
            section = 0;
        } else if word == language.and && tens {
            and = true;
            continue;
        } else {
            break;
        }
        and = false;
        end = at + 1;
    }
    // French "neuf" is "new" as well.
    let count = end - from;
    let alone = count == 1 && lower.get(from).is_some_and(|word| word == "neuf");
    (count > 0 && total + section > 1 && !alone).then_some((total + section, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words::words;

    fn found(text: &str) -> Vec<String> {
        let all = words(text);
        numerals(text, &all)
            .into_iter()
            .map(|numeral| numeral.form)
            .collect()
    }

    #[test]
    fn numbers_in_words() {
        for (text, want) in [
            ("fünfundzwanzig Pfeiler", "25"),
            ("achtzig Pfeiler", "80"),
            ("Zweihundertfünfzig Gäste", "250"),
            ("dreitausendvierhundertzwölf", "3412"),
            ("hunderteins", "101"),
            ("einundzwanzig", "21"),
            ("vijfentwintig boten", "25"),
            ("tweeëntwintig boten", "22"),
            ("driehonderd boten", "300"),
            ("vingt-cinq ponts", "25"),
            ("vingt et un ponts", "21"),
            ("soixante-dix ponts", "70"),
            ("soixante-dix-sept ponts", "77"),
            ("quatre-vingts ponts", "80"),
            ("quatre-vingt-dix-sept ponts", "97"),
            ("deux cents ponts", "200"),
            ("trois mille ponts", "3000"),
            ("treinta y cinco puentes", "35"),
            ("veinticinco puentes", "25"),
            ("doscientos treinta puentes", "230"),
            ("tres mil puentes", "3000"),
            ("Der Rat hat elf Mitglieder", "11"),
            ("El club tiene once socios", "11"),
        ] {
            assert_eq!(found(text), [want], "{text}");
        }
        for text in [
            "An elf once said so",
            "They seize the mill",
            "ein Haus und eine Brücke",
            "un pont neuf",
            "tausende kamen",
            "Das Dos und Don'ts",
            "wunderbar",
            "Sie gab acht",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
        assert_eq!(found("treinta cinco"), ["30", "5"]);
    }
}
