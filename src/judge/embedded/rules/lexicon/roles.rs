//! Words that show who does what to whom, and where it is the same either way round.

/// Words in front of the one who does it, where the verb is passive.
pub const DOERS: &[&str] = &["by", "von", "durch", "por", "par", "被", "由", "によって"];

/// What is the same both ways round.
pub const MUTUAL: &[&str] = &[
    "marry",
    "married",
    "wed",
    "meet",
    "met",
    "equal",
    "resemble",
    "border",
    "join",
    "divorce",
    "divorced",
    "neighbour",
    "neighbor",
    "partner",
    "ally",
    "merge",
    "merged",
    "tie",
    "and",
    "with",
    "cousin",
    "friend",
    "和",
    "與",
    "跟",
];

/// Words that say that two are the same: what they join can stand either way round.
pub const COPULAS: &[&str] = &[
    // English, Dutch, Danish, Norwegian, Swedish
    "is", "are", "was", "were", "be", "been", "remains", "remained", "zijn", "waren", "er", "var", "är",
    // German
    "ist", "sind", "war", "sei", "bleibt", "heißt", "heisst", // French
    "est", "sont", "était", "étaient", "fut", "furent", "sera", "reste",
    // Spanish, Portuguese, Catalan, Italian, Romanian
    "es", "era", "eran", "fue", "fueron", "será", "é", "são", "eram", "foi", "foram", "és", "è", "sono",
    "erano", "fu", "furono", "sarà", "este", "sunt", // Polish, Czech
    "jest", "są", "był", "była", "je", "jsou",
];

/// The same in text without spaces.
pub const COPULA_CHARACTERS: &[&str] = &[
    "是",
    "就是",
    "即是",
    "正是",
    "也是",
    "便是",
    "曾是",
    "乃",
    "為",
    "为",
    "即",
    "は",
    "も",
    "が",
    "คือ",
    "เป็น",
];

/// In front of where something comes from.
pub const WAYS: &[&str] = &["from", "von", "desde", "de", "из", "από", "من"];

/// What joins an owner to what is owned: behind it stands half of a name.
pub const OWNED_BY: &[&str] = &[
    "of", "von", "vom", "van", "de", "du", "des", "del", "di", "da", "do", "av", "af",
];

/// Articles that show that a word is the object, wherever it stands.
pub const OBJECT_ARTICLES: &[&str] = &["den", "dem", "einen", "einem", "ihren", "seinen", "al"];
