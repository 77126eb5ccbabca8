//! What is typed into the form, as it is kept over a reload: texts, settings, edited prompts. Pure; where it is kept,
//! and when, is the page's matter.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::sample::{Field, ids};

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The metrics by their ids, the chosen one first.
    pub metrics: Vec<String>,
    /// The texts as they were typed, field by field. A field with one text has one.
    pub texts: Vec<(Field, Vec<String>)>,
    /// What was typed into settings: metric, setting, text.
    pub settings: Vec<(String, String, String)>,
    /// Edited templates by prompt id.
    pub prompts: BTreeMap<String, String>,
    /// Some of it came by a link or a file, and its owner has not yet said that it may go to a server.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub foreign: bool,
}

impl Draft {
    /// Reads what [`Self::write`] wrote; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The text to be kept; `None` where nothing was typed.
    pub fn write(&self) -> Option<String> {
        let blank = self
            .texts
            .iter()
            .all(|(_, texts)| texts.iter().all(|text| text.trim().is_empty()));
        let unset = self.settings.iter().all(|(.., text)| text.trim().is_empty());
        if blank && unset && self.prompts.is_empty() {
            return None;
        }
        serde_json::to_string(self).ok()
    }

    /// Whether it belongs on a page whose address asks for a metric, or for none.
    pub fn fits(&self, asked: Option<&str>) -> bool {
        asked.is_none_or(|asked| self.metrics.iter().any(|id| id == asked))
    }
}

/// Whether two states of a field say the same: blank texts say nothing, ids are ids however they are written, and a line
/// ends however it ends.
pub fn same(field: Field, one: &[String], other: &[String]) -> bool {
    match field {
        Field::RetrievedIds | Field::ReferenceIds => all_ids(one) == all_ids(other),
        _ => {
            let blank = |texts: &[String]| texts.iter().all(|text| text.trim().is_empty());
            let lines = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
            (blank(one) && blank(other))
                || (one.len() == other.len()
                    && one
                        .iter()
                        .zip(other)
                        .all(|(one, other)| one == other || lines(one) == lines(other)))
        }
    }
}

fn all_ids(texts: &[String]) -> Vec<String> {
    texts.iter().flat_map(|text| ids::read(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn what_was_written_is_read() {
        let draft = Draft {
            metrics: texts(&["faithfulness", "bleu"]),
            texts: vec![
                (Field::Question, texts(&["why?\r\n\u{202e}\0"])),
                (Field::Contexts, texts(&["", "圖書館"])),
            ],
            settings: vec![("rubric".into(), "criteria".into(), "as \"it\" is".into())],
            prompts: [("verify".to_owned(), "{{ answer }}".to_owned())].into(),
            foreign: false,
        };
        let written = draft.write().unwrap();
        assert!(
            !written.contains("foreign"),
            "as it was written before there was a mark: {written}"
        );
        assert_eq!(Draft::read(&written), Some(draft.clone()));
        let foreign = Draft {
            foreign: true,
            ..draft
        };
        assert_eq!(Draft::read(&foreign.write().unwrap()), Some(foreign));
        for text in ["", "[]", "7", "{\"texts\":[[\"nonsense\",[]]]}", "{\"texts\":"] {
            assert_eq!(Draft::read(text), None, "{text}");
        }
    }

    #[test]
    fn nothing_typed_is_nothing_to_keep() {
        let mut draft = Draft {
            metrics: texts(&["bleu"]),
            texts: vec![(Field::Answer, texts(&["", " \n"]))],
            settings: vec![("bleu".into(), "order".into(), " ".into())],
            ..Draft::default()
        };
        assert_eq!(draft.write(), None);
        draft.prompts.insert("verify".into(), String::new());
        assert!(draft.write().is_some());
        draft.prompts.clear();
        draft.settings.push(("bleu".into(), "order".into(), "2".into()));
        assert!(draft.write().is_some());
        draft.settings.clear();
        draft.texts.push((Field::Bonus, texts(&["x"])));
        assert!(draft.write().is_some());
    }

    #[test]
    fn it_belongs_to_its_metrics() {
        let draft = Draft {
            metrics: texts(&["faithfulness", "bleu"]),
            ..Draft::default()
        };
        for (asked, fits) in [
            (None, true),
            (Some("faithfulness"), true),
            (Some("bleu"), true),
            (Some("chrf"), false),
        ] {
            assert_eq!(draft.fits(asked), fits, "{asked:?}");
        }
    }

    #[test]
    fn what_says_the_same() {
        for (field, one, other, is) in [
            (Field::Contexts, vec![], vec![""], true),
            (Field::Contexts, vec![" "], vec!["", "\n"], true),
            (Field::Contexts, vec!["a"], vec!["a", ""], false),
            (Field::Answer, vec!["a\r\nb\rc"], vec!["a\nb\nc"], true),
            (Field::Answer, vec!["a"], vec!["a "], false),
            (Field::ReferenceIds, vec!["1, 2"], vec!["1\n2"], true),
            (Field::ReferenceIds, vec!["[\"1\",\"2\"]"], vec!["1", "2"], true),
            (Field::ReferenceIds, vec!["12"], vec!["1\n2"], false),
        ] {
            assert_eq!(same(field, &texts(&one), &texts(&other)), is, "{one:?} {other:?}");
        }
    }
}
