//! Examples to judge with one click: for each metric an everyday one, a tricky one, and one in Traditional Chinese.
//! All are invented. They are samples, not sentences of the app, so they don't change with its language.

use super::Sample;

/// What an example is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flavour {
    /// What one sees on most days.
    Everyday,
    /// Something that a careless judge gets wrong.
    Tricky,
    /// In Traditional Chinese.
    Chinese,
}

/// An example of a metric.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What it is good for.
    pub flavour: Flavour,
    question: &'static str,
    answer: &'static str,
    essential: &'static [&'static str],
    bonus: &'static [&'static str],
    contexts: &'static [&'static str],
}

impl Example {
    /// The example as a sample.
    pub fn sample(&self) -> Sample {
        let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Sample {
            question: self.question.to_owned(),
            answer: self.answer.to_owned(),
            essential: own(self.essential),
            bonus: own(self.bonus),
            contexts: own(self.contexts),
            ..Sample::default()
        }
    }
}

/// The examples of a metric, the everyday one first; none for an unknown id.
pub fn of(metric: &str) -> &'static [Example] {
    match metric {
        "rag-recall" => RECALL,
        "sufficient-context" => SUFFICIENT,
        "sufficient-context-paper" => PAPER,
        _ => &[],
    }
}

const RECALL: &[Example] = &[
    Example {
        flavour: Flavour::Everyday,
        question: "",
        essential: &[
            "The ferry to Lismore leaves Oban at 09:15 on weekdays.",
            "Foot passengers need no booking; cars must be booked a day ahead.",
        ],
        bonus: &["Bicycles travel free of charge."],
        answer: "The Lismore ferry departs from Oban at 09:15 on weekdays. Foot passengers need no booking and can just \
                 walk on, but cars must be booked in advance. Taking a bicycle costs £4.",
        contexts: &[],
    },
    Example {
        flavour: Flavour::Tricky,
        question: "",
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
        contexts: &[],
    },
    Example {
        flavour: Flavour::Chinese,
        question: "",
        essential: &[
            "預約掛號最晚須於看診前一日下午五點以前取消。",
            "一個月內爽約三次，將停止網路掛號九十天。",
        ],
        bonus: &["停權期間仍可至現場掛號。"],
        answer: "若無法前來看診，請在看診前一天下午五點前取消預約。一個月內爽約三次的話，網路掛號會被暫停，\
                 這段期間仍可到現場掛號。",
        contexts: &[],
    },
];

const SUFFICIENT: &[Example] = &[
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
        answer: "",
        essential: &[],
        bonus: &[],
    },
    Example {
        flavour: Flavour::Tricky,
        question: "Who directed the second season of Salt Roads?",
        contexts: &[
            "Salt Roads is a drama series in three seasons. The first season was directed by Ines Varga.",
            "After the first season, Varga left Salt Roads to work on a feature film; a new director took over.",
            "The third season of Salt Roads was directed by Tomasz Lind, who had not worked on the series before.",
        ],
        answer: "",
        essential: &[],
        bonus: &[],
    },
    Example {
        flavour: Flavour::Chinese,
        question: "青田圖書館週末幾點開門？可以帶筆電嗎？",
        contexts: &[
            "青田圖書館週二至週五上午九點開館，週六與週日上午十點開館，週一休館。",
            "青田圖書館地下停車場每小時六十元，當日最高三百元。",
            "館內三樓設有三十個附插座的座位，採現場登記。",
        ],
        answer: "",
        essential: &[],
        bonus: &[],
    },
];

const PAPER: &[Example] = &[
    Example {
        flavour: Flavour::Everyday,
        question: "In which country was the architect of the Sandholm Bridge born?",
        contexts: &[
            "The Sandholm Bridge, opened in 1998, was designed by the architect Mirela Dobre.",
            "Mirela Dobre was born in Cluj, Romania, in 1951 and moved to Denmark as a student.",
            "Some 40,000 vehicles cross the Sandholm Bridge on a working day.",
        ],
        answer: "",
        essential: &[],
        bonus: &[],
    },
    Example {
        flavour: Flavour::Tricky,
        question: "Is the Kestrel 3 camera lighter than the Kestrel 2?",
        contexts: &[
            "The Kestrel 3 weighs 480 g with battery and card.",
            "Reviewers praise the Kestrel 2 for its grip and call it light for its class.",
            "The Kestrel 2 has a 24-megapixel sensor and weather sealing.",
        ],
        answer: "",
        essential: &[],
        bonus: &[],
    },
    Example {
        flavour: Flavour::Chinese,
        question: "從松埔車站搭公車到白石燈塔，末班車回程趕得上嗎？燈塔開放到傍晚六點。",
        contexts: &[
            "白石線公車由松埔車站發車，每小時一班，單程約四十分鐘。",
            "白石線往松埔車站的末班車，於白石燈塔站十七點三十分發車。",
            "白石燈塔每日上午九點開放至傍晚六點，不收門票。",
        ],
        answer: "",
        essential: &[],
        bonus: &[],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::catalogue;
    use crate::sample::check::faults;

    #[test]
    fn every_metric_has_three_examples_that_can_be_judged() {
        for metric in catalogue::ALL {
            let examples = of(metric.id());
            for flavour in [Flavour::Everyday, Flavour::Tricky, Flavour::Chinese] {
                assert!(
                    examples.iter().any(|example| example.flavour == flavour),
                    "{}: {flavour:?}",
                    metric.id()
                );
            }
            for example in examples {
                assert_eq!(
                    faults(metric.inputs(), metric.optional(), &example.sample()),
                    [],
                    "{}",
                    metric.id()
                );
            }
        }
    }
}
