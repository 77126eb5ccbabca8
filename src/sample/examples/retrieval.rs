//! Examples of a question and the chunks that were retrieved for it.

use super::{Example, Flavour, NONE};

/// A question and the chunks that were retrieved for it.
pub const SUFFICIENT: &[Example] = &[
    Example {
        flavour: Flavour::Everyday,
        question: "When does the Harbour Museum open on Sundays, and what does a family ticket cost?",
        contexts: &[
            "Opening hours of the Harbour Museum: Tuesday to Saturday 9 am to 6 pm, Sunday 11 am to 5 pm, closed on \
             Mondays.",
            "The harbour was dredged in 1962 so that larger vessels could moor at the northern quay.",
            "Admission to the Harbour Museum: adults €9, children €4, family ticket €20 (two adults and up to three \
             children).",
        ],
        ..NONE
    },
    Example {
        flavour: Flavour::Tricky,
        question: "Who directed the second season of Salt Roads?",
        contexts: &[
            "Salt Roads is a drama series in three seasons. The first season was directed by Ines Varga.",
            "After the first season, Varga left Salt Roads to work on a feature film; a new director took over.",
            "The third season of Salt Roads was directed by Tomasz Lind, who had not worked on the series before.",
        ],
        ..NONE
    },
    Example {
        flavour: Flavour::Chinese,
        question: "青田圖書館週末幾點開門？可以帶筆電嗎？",
        contexts: &[
            "青田圖書館週二至週五上午九點開館，週六與週日上午十點開館，週一休館。",
            "青田圖書館地下停車場每小時六十元，當日最高三百元。",
            "館內三樓設有三十個附插座的座位，採現場登記。",
        ],
        ..NONE
    },
];

/// The same for the verdict alone.
pub const PAPER: &[Example] = &[
    Example {
        flavour: Flavour::Everyday,
        question: "In which country was the architect of the Sandholm Bridge born?",
        contexts: &[
            "The Sandholm Bridge, opened in 1998, was designed by the architect Mirela Dobre.",
            "Mirela Dobre was born in Cluj, Romania, in 1951 and moved to Denmark as a student.",
            "Some 40,000 vehicles cross the Sandholm Bridge on a working day.",
        ],
        ..NONE
    },
    Example {
        flavour: Flavour::Tricky,
        question: "Is the Kestrel 3 camera lighter than the Kestrel 2?",
        contexts: &[
            "The Kestrel 3 weighs 480 g with battery and card.",
            "Reviewers praise the Kestrel 2 for its grip and call it light for its class.",
            "The Kestrel 2 has a 24-megapixel sensor and weather sealing.",
        ],
        ..NONE
    },
    Example {
        flavour: Flavour::Chinese,
        question: "從松埔車站搭公車到白石燈塔，末班車回程趕得上嗎？燈塔開放到傍晚六點。",
        contexts: &[
            "白石線公車由松埔車站發車，每小時一班，單程約四十分鐘。",
            "白石線往松埔車站的末班車，於白石燈塔站十七點三十分發車。",
            "白石燈塔每日上午九點開放至傍晚六點，不收門票。",
        ],
        ..NONE
    },
];
