//! Examples of a whole sample of a RAG system: question, chunks, answer, reference, further answers, ids. Most metrics
//! take theirs from here, each the fields that it needs.

use super::{Example, Flavour, NONE};

/// For metrics of question, answer, contexts and reference.
pub const ANSWERS: &[Example] = &[EVERYDAY, TRICKY, CHINESE];

/// With a criterion of one's own.
pub const WITH_CRITERION: &[Example] = &[
    Example {
        settings: &[
            (
                "criterion",
                "The answer tells the reader what to do next, with times, places and limits.",
            ),
            (
                "scale",
                "1: nothing to act on; 3: some of it; 5: all that is needed.",
            ),
        ],
        ..EVERYDAY
    },
    Example {
        settings: &[
            (
                "criterion",
                "The answer states how sure it is, and does not sound surer than the context allows.",
            ),
            (
                "scale",
                "1: overconfident; 3: partly hedged; 5: as sure as the context allows.",
            ),
        ],
        ..TRICKY
    },
    Example {
        settings: &[
            ("criterion", "答案語氣親切，且讓沒來過的人也看得懂。"),
            ("scale", "1：冷淡難懂；3：普通；5：親切又清楚。"),
        ],
        ..CHINESE
    },
];

/// Scores of other metrics.
pub const SCORES: &[Example] = &[
    Example {
        settings: &[
            ("faithfulness", "0.9"),
            ("answer-relevancy", "0.85"),
            ("context-precision", "0.75"),
            ("context-recall", "0.8"),
        ],
        ..NONE
    },
    // One weak part pulls a harmonic mean far below the arithmetic one.
    Example {
        flavour: Flavour::Tricky,
        settings: &[
            ("faithfulness", "1"),
            ("answer-relevancy", "0.96"),
            ("context-precision", "1"),
            ("context-recall", "0.1"),
        ],
        ..NONE
    },
    Example {
        flavour: Flavour::Chinese,
        settings: &[
            ("faithfulness", "0.67"),
            ("answer-relevancy", "0.72"),
            ("context-precision", "0.58"),
            ("context-recall", "0.5"),
        ],
        ..NONE
    },
];

/// Ids of retrieved and of relevant documents.
pub const IDS: &[Example] = &[
    Example {
        retrieved_ids: &["handbook#12#3", "handbook#12#4", "faq#2#1", "handbook#40#1"],
        reference_ids: &["handbook#12#3", "faq#2#1"],
        ..NONE
    },
    // The right page, the wrong paragraph.
    Example {
        flavour: Flavour::Tricky,
        retrieved_ids: &["report#7#1", "report#8#2", "annex#1#5"],
        reference_ids: &["report#7#2", "annex#1#5", "annex#3#1"],
        ..NONE
    },
    Example {
        flavour: Flavour::Chinese,
        retrieved_ids: &["員工手冊#12#3", "請假辦法#2#1", "員工手冊#40#2"],
        reference_ids: &["請假辦法#2#1", "員工手冊#12#3", "出差規定#5#1"],
        ..NONE
    },
];

const EVERYDAY: Example = Example {
    flavour: Flavour::Everyday,
    question: "How do I return a pair of shoes, and how long does the refund take?",
    contexts: &[
        "Shoes can be returned within 30 days of delivery if they were worn indoors only. Print the return label from \
         your account and hand the parcel in at any post office.",
        "Refunds are made to the original means of payment within 5 working days after the parcel has arrived.",
        "Our shop in Marlow Street is open from Monday to Saturday, 10 am to 7 pm.",
    ],
    answer: "You can return shoes within 30 days of delivery, as long as they were worn indoors only. Print the return \
             label from your account and hand the parcel in at a post office. The refund takes up to 5 working days after \
             arrival. Return shipping is free.",
    reference: "Shoes worn indoors only can be returned within 30 days of delivery with the return label from the account, \
                at any post office. The refund comes within 5 working days after the parcel has arrived.",
    samples: &[
        "Shoes that were worn indoors only may be sent back within 30 days. Use the label from your account. Refunds take 5 \
         working days once the parcel is there; return shipping costs €4.",
        "Within 30 days you can return the shoes at any post office with the printed label. The money is back within 5 \
         working days after the parcel arrives.",
    ],
    ..NONE
};

/// Swapped roles, a changed number, and a claim that is true but stands nowhere.
const TRICKY: Example = Example {
    flavour: Flavour::Tricky,
    question: "Who bought whom when Northwind and Adalia merged, and for how much?",
    contexts: &[
        "In March 2019 Northwind Ltd announced that it would acquire its smaller rival Adalia for 240 million euros in \
         shares.",
        "After the takeover, Adalia's founder Petra Sand joined the board of Northwind. She left it again in 2021.",
        "Northwind's own attempt to buy Corvex failed in 2016 for want of financing.",
    ],
    answer: "Adalia acquired Northwind in March 2019 for 420 million euros in shares. Petra Sand, who had founded Adalia, \
             joined the board. A merger of two listed companies has to be cleared by the competition authorities.",
    reference: "Northwind bought Adalia in March 2019 for 240 million euros in shares. Adalia's founder Petra Sand joined \
                Northwind's board.",
    samples: &[
        "Northwind took over Adalia in 2019 and paid 240 million euros in shares.",
        "Northwind bought Adalia for 240 million euros; Petra Sand joined the board until 2021.",
    ],
    ..NONE
};

const CHINESE: Example = Example {
    flavour: Flavour::Chinese,
    question: "楓林步道的入山申請要多久以前送？雨天會封閉嗎？",
    contexts: &[
        "楓林步道採線上申請，最晚須於入山日前三天送出，每日限額二百人。",
        "當日雨量超過五十毫米時，楓林步道即預警性封閉，並於官網公告。",
        "楓林步道全長四點二公里，來回約需三小時。",
    ],
    answer: "楓林步道要在入山前三天以前於線上送出申請，每天最多二百人。只要下雨就會封閉，封閉時會在官網公告。",
    reference: "最晚須於入山日前三天線上申請。當日雨量超過五十毫米時會預警性封閉。",
    samples: &[
        "請在入山日前三天以前線上申請。當日雨量超過五十毫米才會封閉。",
        "申請最晚三天前送出；雨量超過五十毫米時步道會預警性封閉。",
    ],
    ..NONE
};
