//! A light English stemmer: words that differ in an inflection get the same stem, which need not be a word. It
//! runs over words of every language, so it only touches endings that are rarely something else; what it joins
//! wrongly, it joins on both sides of a comparison.

/// Replaces a lower-case word by its stem, in place. Words that are not ASCII letters stay as they are.
pub fn stem(word: &mut String) {
    if word.len() < 3 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return;
    }
    if let Some(plain) = irregular(word) {
        word.clear();
        word.push_str(plain);
    } else {
        let plural = strip_plural(word);
        if !plural || word.len() > 4 {
            strip_tense(word);
        }
        strip_adverb(word);
    }
    finish(word);
}

fn cut(word: &mut String, by: usize) {
    word.truncate(word.len().saturating_sub(by));
}

fn strip_plural(word: &mut String) -> bool {
    if word.len() > 4 && word.ends_with("ies") {
        cut(word, 3);
        word.push('y');
    } else if word.ends_with("sses")
        || ["xes", "ches", "shes", "zzes"]
            .iter()
            .any(|ending| word.ends_with(ending))
    {
        cut(word, 2);
    } else if word.len() > 3
        && word.ends_with('s')
        && !["ss", "us", "is"].iter().any(|ending| word.ends_with(ending))
    {
        cut(word, 1);
    } else {
        return false;
    }
    true
}

fn strip_tense(word: &mut String) {
    if word.len() > 4 && word.ends_with("ied") {
        cut(word, 3);
        word.push('y');
        return;
    }
    let ending = if word.ends_with("ing") {
        3
    } else if word.ends_with("ed") && !word.ends_with("eed") {
        2
    } else {
        return;
    };
    let Some(base) = word.get(..word.len() - ending) else {
        return;
    };
    if base.len() < 3 || !base.bytes().any(is_vowel) {
        return;
    }
    cut(word, ending);
    undouble(word);
}

fn strip_adverb(word: &mut String) {
    if word.len() > 5 && word.ends_with("ly") {
        cut(word, 2);
        if word.ends_with('i') {
            cut(word, 1);
            word.push('y');
        }
    }
}

/// `stopp` → `stop`, but `call`, `pass`, `buzz` stay.
fn undouble(word: &mut String) {
    let mut last = word.bytes().rev();
    if let (Some(a), Some(b)) = (last.next(), last.next())
        && a == b
        && !is_vowel(a)
        && !matches!(a, b'l' | b's' | b'z')
    {
        cut(word, 1);
    }
}

/// A final e goes, so that `make` meets `making`; `cancell` meets `cancel`.
fn finish(word: &mut String) {
    if word.len() > 3 && word.ends_with('e') {
        cut(word, 1);
    }
    if word.len() > 5 && word.ends_with("ll") {
        cut(word, 1);
    }
}

fn is_vowel(b: u8) -> bool {
    matches!(b, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

fn irregular(word: &str) -> Option<&'static str> {
    Some(match word {
        "used" | "using" | "uses" => "use",
        "died" | "dying" | "dies" => "die",
        "lying" | "lies" | "lain" => "lie",
        "bought" => "buy",
        "built" => "build",
        "rebuilt" => "rebuild",
        "began" | "begun" => "begin",
        "became" => "become",
        "broke" | "broken" => "break",
        "brought" => "bring",
        "came" => "come",
        "caught" => "catch",
        "chose" | "chosen" => "choose",
        "drew" | "drawn" => "draw",
        "drove" | "driven" => "drive",
        "fell" | "fallen" => "fall",
        "felt" => "feel",
        "fought" => "fight",
        "flew" | "flown" => "fly",
        "gave" | "given" => "give",
        "grew" | "grown" => "grow",
        "held" => "hold",
        "kept" => "keep",
        "knew" | "known" => "know",
        "led" => "lead",
        "lost" => "lose",
        "made" => "make",
        "meant" => "mean",
        "met" => "meet",
        "paid" => "pay",
        "ran" => "run",
        "rose" | "risen" => "rise",
        "said" => "say",
        "sang" | "sung" => "sing",
        "sat" => "sit",
        "saw" | "seen" => "see",
        "sent" => "send",
        "shot" => "shoot",
        "shown" => "show",
        "sold" => "sell",
        "sought" => "seek",
        "spent" => "spend",
        "spoke" | "spoken" => "speak",
        "stole" | "stolen" => "steal",
        "stood" => "stand",
        "struck" => "strike",
        "swam" | "swum" => "swim",
        "taught" => "teach",
        "thought" => "think",
        "threw" | "thrown" => "throw",
        "told" => "tell",
        "took" | "taken" => "take",
        "went" | "gone" => "go",
        "won" => "win",
        "wore" | "worn" => "wear",
        "wrote" | "written" => "write",
        "men" => "man",
        "women" => "woman",
        "children" => "child",
        "feet" => "foot",
        "teeth" => "tooth",
        "mice" => "mouse",
        "lives" => "life",
        "wives" => "wife",
        "knives" => "knife",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stemmed(word: &str) -> String {
        let mut word = word.to_owned();
        stem(&mut word);
        word
    }

    #[test]
    fn inflections_meet() {
        let groups: &[&[&str]] = &[
            &["make", "makes", "making", "made"],
            &["stop", "stops", "stopped", "stopping"],
            &["call", "called", "calling", "calls"],
            &["city", "cities"],
            &["carry", "carries", "carried", "carrying"],
            &["box", "boxes"],
            &["church", "churches"],
            &["house", "houses", "housed"],
            &["close", "closes", "closed", "closing"],
            &["cancel", "cancels", "cancelled", "canceled"],
            &["rebuild", "rebuilt", "rebuilding"],
            &["quick", "quickly"],
            &["happy", "happily"],
            &["use", "used", "using", "uses"],
            &["renewal", "renewals"],
            &["agree", "agrees"],
            &["child", "children"],
        ];
        for group in groups {
            for word in *group {
                assert_eq!(stemmed(word), stemmed(group[0]), "{word}");
            }
        }
    }

    #[test]
    fn others_stay_apart() {
        for (a, b) in [
            ("bus", "bu"),
            ("king", "k"),
            ("red", "r"),
            ("need", "ne"),
            ("thing", "th"),
            ("glass", "glas"),
            ("crisis", "crisi"),
            ("straße", "straß"),
            ("b2b", "b2"),
        ] {
            assert_ne!(stemmed(a), stemmed(b), "{a}");
        }
    }
}
