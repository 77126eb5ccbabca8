//! Names of people and places, as far as capitals and the words in front of them show them; and colours.

use crate::text::words::{KeySet, Kind, Word};

/// An upper-case word, which may be a name where it opens a sentence.
pub(super) fn is_name(word: &Word, raw: &str) -> bool {
    word.capital && (!word.opens || opens_with_a_name(word, raw))
}

/// Whether the first word of a sentence may be a name: what has an upper-case letter there without being one is a plural,
/// an adverb, a noun of a mass or one made of a verb for the most part, as an article would stand in front of others.
pub(in crate::judge::embedded) fn opens_with_a_name(word: &Word, raw: &str) -> bool {
    const NO_NAMES: &[&str] = &[
        "s", "ing", "ly", "ed", "tion", "sion", "ment", "ness", "ity", "ance", "ence", "ism", "ung", "heit",
        "keit", "schaft", "ción", "ость", "ение", "ание",
    ];
    const NAMES: &[&str] = &[
        "Agnes", "Andreas", "Athens", "Brussels", "Carlos", "Charles", "Chris", "Curtis", "Cyprus", "Dennis",
        "Doris", "Douglas", "Francis", "Hans", "Honduras", "Iris", "James", "Jens", "Johannes", "Jonas",
        "Julius", "Klaus", "Lars", "Lewis", "Louis", "Lucas", "Luis", "Marcus", "Markus", "Mars", "Mathias",
        "Matthias", "Naples", "Nicholas", "Nicolas", "Niels", "Paris", "Phyllis", "Ross", "Texas", "Thomas",
        "Tobias", "Venus", "Wales", "Alfred", "Fred", "Beijing", "Sterling", "Emily", "Sally", "Kelly",
        "Molly", "Italy", "Florence", "Laurence", "France",
    ];
    const MATTER: &[&str] = &[
        "anybody",
        "anyone",
        "art",
        "beer",
        "bread",
        "business",
        "butter",
        "cheese",
        "children",
        "cloth",
        "coal",
        "coffee",
        "cotton",
        "demand",
        "entry",
        "everybody",
        "everyone",
        "fire",
        "fish",
        "flour",
        "food",
        "fruit",
        "gold",
        "grain",
        "history",
        "iron",
        "local",
        "meat",
        "men",
        "milk",
        "money",
        "music",
        "nature",
        "nobody",
        "oil",
        "old",
        "new",
        "paper",
        "parking",
        "people",
        "rain",
        "salt",
        "silver",
        "snow",
        "somebody",
        "someone",
        "staff",
        "steel",
        "sugar",
        "tea",
        "today",
        "tomorrow",
        "trade",
        "traffic",
        "water",
        "wheat",
        "wine",
        "women",
        "wood",
        "wool",
        "yesterday",
        "work",
    ];
    word.opens
        && word.capital
        && word.kind == Kind::Word
        && (NAMES.contains(&raw) || !NO_NAMES.iter().any(|end| raw.ends_with(end)))
        && !MATTER.contains(&raw.to_lowercase().as_str())
}

/// Colours, where one is asked for.
pub(in crate::judge::embedded) const COLOURS: &[&str] = &[
    "black",
    "blue",
    "brown",
    "gold",
    "golden",
    "gray",
    "green",
    "grey",
    "orange",
    "pink",
    "purple",
    "red",
    "silver",
    "violet",
    "white",
    "yellow",
    "beige",
    "turquoise",
    "blau",
    "braun",
    "gelb",
    "grün",
    "grau",
    "rot",
    "schwarz",
    "weiß",
    "lila",
    "rosa",
    "azul",
    "rojo",
    "roja",
    "verde",
    "amarillo",
    "negro",
    "blanco",
    "bleu",
    "rouge",
    "vert",
    "jaune",
    "noir",
    "blanc",
    "rosso",
    "giallo",
    "nero",
    "bianco",
    "紅色",
    "藍色",
    "綠色",
    "黃色",
    "白色",
    "黑色",
    "紅",
    "藍",
    "綠",
    "黃",
    "白",
    "黑",
];

/// "in the harbour", "next to the mill": a place word and then, within three words, something new.
pub(super) fn follows_place_word<'t>(
    words: &[Word],
    raw: &impl Fn(&Word) -> &'t str,
    question: &KeySet,
) -> bool {
    const PLACE: &[&str] = &[
        "in", "at", "near", "on", "beside", "behind", "between", "next", "opposite", "inside", "outside",
        "under", "above", "along", "across", "im", "am", "bei", "neben", "hinter", "en", "dans", "sur",
    ];
    words.iter().enumerate().any(|(at, word)| {
        word.kind == Kind::Word
            && PLACE.contains(&raw(word).to_lowercase().as_str())
            && words
                .iter()
                .skip(at + 1)
                .take(3)
                .any(|next| next.kind == Kind::Word && !next.stop && !question.contains(&next.key))
    })
}
