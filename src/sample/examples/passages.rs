//! Examples of ground-truth passages and a returned passage.

use super::{Example, Flavour, NONE};

/// Passages of a ground truth, and an answer that holds some of them.
pub const RECALL: &[Example] = &[
    Example {
        flavour: Flavour::Everyday,
        essential: &[
            "The ferry to Lismore leaves Oban at 09:15 on weekdays.",
            "Foot passengers need no booking; cars must be booked a day ahead.",
        ],
        bonus: &["Bicycles travel free of charge."],
        answer: "The Lismore ferry departs from Oban at 09:15 on weekdays. Foot passengers need no booking and can just \
                 walk on, but cars must be booked in advance. Taking a bicycle costs £4.",
        ..NONE
    },
    Example {
        flavour: Flavour::Tricky,
        essential: &[
            "The warranty covers the battery for 24 months from the date of purchase.",
            "Water damage is not covered.",
            "Claims go to the dealer, not to the manufacturer.",
        ],
        bonus: &[
            "The receipt must be kept.",
            "A replacement battery is shipped within five working days.",
        ],
        answer: "Your battery is under warranty for 24 months from the day it left the factory. Water damage is covered. \
                 Please send your claim to the manufacturer, not to the dealer, and keep the receipt.",
        ..NONE
    },
    Example {
        flavour: Flavour::Chinese,
        essential: &[
            "預約掛號最晚須於看診前一日下午五點以前取消。",
            "一個月內爽約三次，將停止網路掛號九十天。",
        ],
        bonus: &["停權期間仍可至現場掛號。"],
        answer: "若無法前來看診，請在看診前一天下午五點前取消預約。一個月內爽約三次的話，網路掛號會被暫停，\
                 這段期間仍可到現場掛號。",
        ..NONE
    },
];
