//! Examples of a meeting or a report, with the action items or the summary that a system made of it.

use super::{Example, Flavour, NONE};

/// Action items of a meeting, attributed to people.
pub const ACTION_ITEMS: &[Example] = &[
    Example {
        contexts: &[
            "Mara: The draft of the brochure is done. Jonas, could you send it to the printer by Friday? Jonas: Yes, I will. \
             Lea: I'll book the hall for the 12th. Mara: And I will write to the speakers tomorrow.",
        ],
        answer: "- Jonas: send the brochure to the printer by Friday\n- Mara: book the hall for the 12th\n- Mara: write to the \
                 speakers tomorrow",
        ..NONE
    },
    // Asked of one, taken over by another.
    Example {
        flavour: Flavour::Tricky,
        contexts: &[
            "Omar: Nina, can you update the price list? Nina: I'm away next week. Theo: Then I'll do it. Omar: Fine. I'll tell \
             the sales team myself, though Theo offered to.",
        ],
        answer: "- Nina: update the price list\n- Theo: tell the sales team",
        ..NONE
    },
    Example {
        flavour: Flavour::Chinese,
        contexts: &[
            "雅婷：新版的問卷我來改，週三前給大家看。志豪：那我負責聯絡場地。雅婷：佩君，報名表可以麻煩你嗎？佩君：好，\
             我今天就放上網站。",
        ],
        answer: "- 雅婷：週三前修改問卷\n- 佩君：聯絡場地\n- 佩君：今天把報名表放上網站",
        ..NONE
    },
];

/// Summaries of a meeting.
pub const SUMMARIES: &[Example] = &[
    Example {
        contexts: &[
            "The council met on 4 June. It decided to close Mill Lane to cars from September on, for a trial of one year. The \
             cost is put at £18,000, half of which the county pays. Residents with a permit may still drive in. The baker at \
             the corner fears for his deliveries; a loading bay was promised to him.",
        ],
        answer: "The council will close Mill Lane to cars for a one-year trial from September. It costs £18,000, and the county \
                 pays half of it.",
        ..NONE
    },
    // Fluent, and silent on the one thing that matters.
    Example {
        flavour: Flavour::Tricky,
        contexts: &[
            "The update brings a new start page, faster search and dark colours. It is recommended for all users. Before \
             installing it, export your notes: the old format is deleted without being converted, and can't be restored.",
        ],
        answer: "The update brings a new start page, a faster search and a dark mode, and is recommended for all users.",
        ..NONE
    },
    Example {
        flavour: Flavour::Chinese,
        contexts: &[
            "水公司公告：六月十日上午九點至下午四點，文昌街與仁愛路停水，以更換老舊管線。期間於文昌國小設置臨時取水站，\
             住戶請自備容器。復水後一小時內水質可能混濁，請勿飲用。",
        ],
        answer: "六月十日上午九點到下午四點，文昌街與仁愛路因更換管線停水，可到文昌國小取水。",
        ..NONE
    },
];
