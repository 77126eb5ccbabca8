//! What says that a number is below zero, or that something is less than it was.

/// Words in front of a number below zero.
pub const MINUS: &[&str] = &[
    "minus",
    "negative",
    "moins",
    "menos",
    "meno",
    "минус",
    "μείον",
    "영하",
];

/// The same in text without spaces.
pub const MINUS_CHARACTERS: &[&str] = &["零下", "負", "负", "マイナス", "氷点下"];

/// Beginnings of words that say without a sign that something is below zero or less than it was.
pub const FALLING: &[&str] = &[
    "below",
    "under",
    "fell",
    "fall",
    "drop",
    "declin",
    "decreas",
    "lower",
    "less",
    "loss",
    "lose",
    "losing",
    "lost",
    "deficit",
    "down",
    "reduc",
    "cut",
    "shrank",
    "shrink",
    "unter",
    "verlust",
    "verlor",
    "sank",
    "sink",
    "gesunken",
    "rückgang",
    "gefallen",
    "fiel",
    "bajo",
    "cayó",
    "pérdida",
    "perdió",
    "caída",
    "baja",
    "bajó",
    "redu",
    "sous",
    "perte",
    "perdu",
    "baiss",
    "chute",
    "recul",
    "sotto",
    "perdita",
    "calo",
    "caduta",
    "abaixo",
    "queda",
    "perda",
    "ниже",
    "убыт",
    "сниз",
    "упал",
    "паден",
    "κάτω",
    "πτώση",
    "μείω",
];

/// The same in text without spaces, and in Korean.
pub const FALLING_CHARACTERS: &[&str] = &[
    "下降", "下跌", "下滑", "減", "减", "虧", "亏", "損", "损", "赤字", "以下", "跌", "衰退", "下回", "下落",
    "低下", "감소", "하락", "손실", "적자",
];
