//! The Porter stemmer (Porter 1980) in the variant that `rouge_score` uses (NLTK's extensions), for the compatible
//! mode of ROUGE. Lower-case ASCII words only; other words are handed back unchanged.

/// The stem of a lower-case English word.
pub fn stem(word: &str) -> String {
    if word.len() <= 2 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return word.to_owned();
    }
    if let Some((_, stem)) = IRREGULAR.iter().find(|(form, _)| *form == word) {
        return (*stem).to_owned();
    }
    let mut word = Word(word.as_bytes().to_vec());
    word.step_1a();
    word.step_1b();
    word.step_1c();
    word.step_2();
    word.step_3();
    word.step_4();
    word.step_5();
    String::from_utf8(word.0).unwrap_or_default()
}

/// Forms that the rules get wrong.
const IRREGULAR: [(&str, &str); 18] = [
    ("sky", "sky"),
    ("skies", "sky"),
    ("dying", "die"),
    ("lying", "lie"),
    ("tying", "tie"),
    ("news", "news"),
    ("innings", "inning"),
    ("inning", "inning"),
    ("outings", "outing"),
    ("outing", "outing"),
    ("cannings", "canning"),
    ("canning", "canning"),
    ("howe", "howe"),
    ("proceed", "proceed"),
    ("exceed", "exceed"),
    ("succeed", "succeed"),
    ("hexed", "hexed"),
    ("dies", "die"),
];

struct Word(Vec<u8>);

impl Word {
    fn at(&self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or(0)
    }

    fn is_consonant(&self, at: usize) -> bool {
        match self.at(at) {
            b'a' | b'e' | b'i' | b'o' | b'u' => false,
            // `y` is a consonant at the start and behind a vowel.
            b'y' => at == 0 || !self.is_consonant(at - 1),
            _ => true,
        }
    }

    /// Porter's m of the first `length` letters: how often a vowel is followed by a consonant.
    fn measure(&self, length: usize) -> usize {
        (1..length)
            .filter(|&at| !self.is_consonant(at - 1) && self.is_consonant(at))
            .count()
    }

    fn has_vowel(&self, length: usize) -> bool {
        (0..length).any(|at| !self.is_consonant(at))
    }

    fn ends_in_double_consonant(&self, length: usize) -> bool {
        length >= 2 && self.at(length - 1) == self.at(length - 2) && self.is_consonant(length - 1)
    }

    /// Consonant, vowel, consonant (not w, x, y) at the end; or a two-letter vowel-consonant word.
    fn ends_cvc(&self, length: usize) -> bool {
        if length == 2 {
            return !self.is_consonant(0) && self.is_consonant(1);
        }
        length >= 3
            && self.is_consonant(length - 3)
            && !self.is_consonant(length - 2)
            && self.is_consonant(length - 1)
            && !matches!(self.at(length - 1), b'w' | b'x' | b'y')
    }

    /// The length without `suffix`, if the word ends in it.
    fn without(&self, suffix: &str) -> Option<usize> {
        self.0
            .ends_with(suffix.as_bytes())
            .then(|| self.0.len() - suffix.len())
    }

    fn replace(&mut self, stem: usize, ending: &str) {
        self.0.truncate(stem);
        self.0.extend_from_slice(ending.as_bytes());
    }

    fn step_1a(&mut self) {
        if self.0.len() == 4
            && let Some(stem) = self.without("ies")
        {
            return self.replace(stem, "ie");
        }
        for (suffix, ending) in [("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")] {
            if let Some(stem) = self.without(suffix) {
                return self.replace(stem, ending);
            }
        }
    }

    fn step_1b(&mut self) {
        if let Some(stem) = self.without("ied") {
            let ending = if self.0.len() == 4 { "ie" } else { "i" };
            return self.replace(stem, ending);
        }
        if let Some(stem) = self.without("eed") {
            if self.measure(stem) > 0 {
                self.replace(stem, "ee");
            }
            return;
        }
        let stem = ["ed", "ing"]
            .iter()
            .find_map(|suffix| self.without(suffix).filter(|stem| self.has_vowel(*stem)));
        let Some(stem) = stem else { return };
        self.0.truncate(stem);
        if ["at", "bl", "iz"]
            .iter()
            .any(|suffix| self.without(suffix).is_some())
        {
            self.0.push(b'e');
        } else if self.ends_in_double_consonant(stem) {
            if !matches!(self.at(stem - 1), b'l' | b's' | b'z') {
                self.0.pop();
            }
        } else if self.measure(stem) == 1 && self.ends_cvc(stem) {
            self.0.push(b'e');
        }
    }

    fn step_1c(&mut self) {
        if let Some(stem) = self.without("y")
            && stem > 1
            && self.is_consonant(stem - 1)
        {
            self.replace(stem, "i");
        }
    }

    fn step_2(&mut self) {
        // NLTK tries "alli" first and goes through the step again behind it.
        if let Some(stem) = self.without("alli")
            && self.measure(stem) > 0
        {
            self.replace(stem, "al");
            return self.step_2();
        }
        for (suffix, ending) in [
            ("ational", "ate"),
            ("tional", "tion"),
            ("enci", "ence"),
            ("anci", "ance"),
            ("izer", "ize"),
            ("bli", "ble"),
            ("alli", "al"),
            ("entli", "ent"),
            ("eli", "e"),
            ("ousli", "ous"),
            ("ization", "ize"),
            ("ation", "ate"),
            ("ator", "ate"),
            ("alism", "al"),
            ("iveness", "ive"),
            ("fulness", "ful"),
            ("ousness", "ous"),
            ("aliti", "al"),
            ("iviti", "ive"),
            ("biliti", "ble"),
            ("fulli", "ful"),
        ] {
            if let Some(stem) = self.without(suffix) {
                if self.measure(stem) > 0 {
                    self.replace(stem, ending);
                }
                return;
            }
        }
        // The `l` of "logi" counts for the measure.
        if let Some(stem) = self.without("logi")
            && self.measure(stem + 1) > 0
        {
            self.replace(stem, "log");
        }
    }

    fn step_3(&mut self) {
        for (suffix, ending) in [
            ("icate", "ic"),
            ("ative", ""),
            ("alize", "al"),
            ("iciti", "ic"),
            ("ical", "ic"),
            ("ful", ""),
            ("ness", ""),
        ] {
            if let Some(stem) = self.without(suffix) {
                if self.measure(stem) > 0 {
                    self.replace(stem, ending);
                }
                return;
            }
        }
    }

    fn step_4(&mut self) {
        for suffix in [
            "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
            "ism", "ate", "iti", "ous", "ive", "ize",
        ] {
            if let Some(stem) = self.without(suffix) {
                let fits = suffix != "ion" || (stem > 0 && matches!(self.at(stem - 1), b's' | b't'));
                if fits && self.measure(stem) > 1 {
                    self.0.truncate(stem);
                }
                if fits {
                    return;
                }
            }
        }
    }

    fn step_5(&mut self) {
        if let Some(stem) = self.without("e")
            && (self.measure(stem) > 1 || (self.measure(stem) == 1 && !self.ends_cvc(stem)))
        {
            self.0.truncate(stem);
        }
        if self.without("ll").is_some() && self.measure(self.0.len() - 1) > 1 {
            self.0.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn known_stems() {
        for (word, want) in [
            ("caresses", "caress"),
            ("ponies", "poni"),
            ("ties", "tie"),
            ("cats", "cat"),
            ("agreed", "agre"),
            ("plastered", "plaster"),
            ("motoring", "motor"),
            ("conflated", "conflat"),
            ("hopping", "hop"),
            ("falling", "fall"),
            ("filing", "file"),
            ("happy", "happi"),
            ("enjoy", "enjoy"),
            ("relational", "relat"),
            ("generalizations", "gener"),
            ("electricity", "electr"),
            ("adjustment", "adjust"),
            ("adoption", "adopt"),
            ("probate", "probat"),
            ("controlling", "control"),
            ("running", "run"),
            ("skies", "sky"),
            ("über", "über"),
        ] {
            assert_eq!(stem(word), want, "{word}");
        }
    }
}
