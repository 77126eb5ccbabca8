//! An entry of the history as its list shows it: small, so that thousands are read at once.

use serde::{Deserialize, Serialize};

use crate::evaluation::State;
use crate::judge::JudgeKind;
use crate::run::rescore::{Rescored, rescore};
use crate::sample::Sample;
use crate::share::record::{Judged, Record};
use crate::share::report;
use crate::text::nfkc::UnicodeNormalization;

/// Characters of the excerpt.
const EXCERPT: usize = 160;

/// See the module. Kept beside the record and written together with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Entry {
    /// Never used twice, also by two tabs.
    pub id: String,
    /// When the run began, milliseconds since the Unix epoch.
    pub started_ms: u64,
    /// What its owner calls it.
    pub name: String,
    /// What its owner wrote about it.
    pub note: String,
    /// Metric ids with what came out; `None` while that is open.
    pub results: Vec<(String, Option<State>)>,
    /// Ids of the metrics whose verdicts a person changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edited: Vec<String>,
    /// The beginning of what was judged.
    pub excerpt: String,
    /// Who judged.
    pub judge: Option<JudgeKind>,
    /// The judge's model or version.
    pub model: String,
    /// Bytes of the record.
    pub bytes: usize,
    /// Replies so far.
    pub replies: usize,
    /// What the code of today gives where it is not what was noted: metric ids with it. Known once it was scored again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub now: Vec<(String, State)>,
    /// The run was cancelled.
    pub cancelled: bool,
    /// Of which metrics verdicts are missing: id, verdicts, and how many there should be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lacking: Vec<Lacking>,
    /// Its texts came by a link or a file, and its owner has not yet said that they may go to a server.
    #[serde(skip_serializing_if = "is_false")]
    pub foreign: bool,
    /// The tab that wrote it first; empty where that is not known.
    pub by: String,
    /// The same, where it is to go with that tab; empty otherwise.
    pub tab: String,
    /// When its owner deleted it, milliseconds since the Unix epoch; 0: not deleted. Until [`UNDO_MS`] have passed it
    /// is only marked, so that it can be brought back.
    #[serde(skip_serializing_if = "is_zero")]
    pub deleted_ms: u64,
    /// Its tab was seen to be gone: when it goes for good, milliseconds since the Unix epoch; 0: it stays. Until then it
    /// is only hidden, for the tab may come back: [`BACK_MS`], [`CRASHED_MS`].
    #[serde(skip_serializing_if = "is_zero")]
    pub goes_ms: u64,
}

/// What becomes of an entry whose tab is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// It goes with no tab.
    Stays,
    /// It is hidden from now on, for so many milliseconds.
    Hidden(u64),
    /// It is hidden, for so many milliseconds more.
    Waits(u64),
    /// It has waited long enough.
    Due,
}

/// A metric of an entry for which verdicts are missing: its id, the verdicts, and how many there should be.
pub type Lacking = (String, usize, usize);

/// The metrics of a record for which verdicts are missing, by its replies.
pub fn lacking(record: &Record) -> Vec<Lacking> {
    let lacking = |(judged, rescored): (&Judged, Rescored)| {
        let Rescored::Done(scored) = rescored else {
            return None;
        };
        let (some, all) = report::lacking(&scored.outcome)?;
        judged.claimed.map(|_| (judged.id.clone(), some, all))
    };
    record
        .metrics
        .iter()
        .zip(rescore(record))
        .filter_map(lacking)
        .collect()
}

/// What an entry keeps of the one that it takes the place of. Reading no more than that spares a first evaluation the
/// reading of a whole entry.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Lasting {
    /// As [`Entry::name`].
    pub name: String,
    /// As [`Entry::note`].
    pub note: String,
    /// As [`Entry::by`].
    pub by: String,
    /// As [`Entry::tab`].
    pub tab: String,
    /// As [`Entry::deleted_ms`].
    pub deleted_ms: u64,
    /// As [`Entry::foreign`].
    pub foreign: bool,
}

/// A text of an entry as it stood when its owner began to change it, and as it is to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reworded {
    /// As it stood then.
    pub was: String,
    /// As it is to be.
    pub now: String,
}

impl Reworded {
    /// Its owner changes something.
    pub fn is_change(&self) -> bool {
        self.was != self.now
    }

    /// What is to stand where `stands` does by now; `None`: another tab has made something else of it meanwhile.
    pub fn over<'a>(&'a self, stands: &'a str) -> Option<&'a str> {
        match stands {
            _ if !self.is_change() => Some(stands),
            _ if stands == self.was || stands == self.now => Some(&self.now),
            _ => None,
        }
    }
}

/// How long a deletion can be undone, in milliseconds.
pub const UNDO_MS: u64 = 10_000;

/// How long entries wait for a tab that was closed, left or loaded anew, in milliseconds: longer than a page takes to load
/// over a slow line.
pub const BACK_MS: u64 = 240_000;

/// How long they wait for a tab that has gone without a word: the browser has put it to sleep, or crashed.
pub const CRASHED_MS: u64 = 86_400_000;

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Whether the JSON of an entry says that it was deleted. Only a text that may say so is read.
pub fn is_deleted(json: &str) -> bool {
    json.contains("\"deleted_ms\"")
        && serde_json::from_str::<Lasting>(json).is_ok_and(|entry| entry.deleted_ms > 0)
}

/// What the list shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Words that an entry must hold, in any case and order.
    pub words: String,
    /// A metric's id, or empty for all.
    pub metric: String,
    /// Only those that have not come to their end.
    pub open: bool,
}

/// How much of each text is searched, in characters.
const SEARCHED: usize = 2_000;

/// The texts of a record, folded and as far as they are searched; `None` where it can't be read.
pub fn searched(record: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Texts {
        #[serde(default)]
        sample: Sample,
    }
    let Texts { sample } = serde_json::from_str(record).ok()?;
    let lists = [
        &sample.essential,
        &sample.bonus,
        &sample.contexts,
        &sample.samples,
        &sample.retrieved_ids,
        &sample.reference_ids,
    ];
    let mut left = [SEARCHED; 6];
    let mut out = String::new();
    let mut add = |text: &str, most: &mut usize| {
        let part: String = text.chars().take(*most).collect();
        *most -= part.chars().count();
        out.push_str(&folded(&part));
        out.push('\n');
    };
    for text in [&sample.question, &sample.answer, &sample.reference] {
        add(text, &mut { SEARCHED });
    }
    for (list, left) in lists.into_iter().zip(&mut left) {
        list.iter()
            .take_while(|text| {
                add(text, left);
                *left > 0
            })
            .for_each(drop);
    }
    Some(out)
}

/// Full-width letters and digits are letters and digits; case means nothing, and accents are left away: who searches may
/// not have them on the keyboard.
pub fn folded(text: &str) -> String {
    // Most texts have nothing to fold but case.
    let is_plain = |c: char| c.is_ascii() || matches!(c, '、' | '。' | '\u{4E00}'..='\u{9FFF}');
    if text.chars().all(is_plain) {
        return text.to_ascii_lowercase();
    }
    let bare: String = text
        .nfkd()
        .filter(|c| !matches!(c, '\u{300}'..='\u{36F}'))
        .collect();
    bare.as_str().nfkc().flat_map(char::to_lowercase).collect()
}

impl Entry {
    /// The entry of a record. `by`: the tab that wrote it first; `tab`: the one that it is to go with, or none.
    pub fn of(id: &str, record: &Record, bytes: usize, by: &str, tab: &str) -> Self {
        let sample = &record.sample;
        let text = [&sample.question, &sample.answer, &sample.reference]
            .into_iter()
            .chain(&sample.essential)
            .chain(&sample.contexts)
            .map(|text| text.trim())
            .find(|text| !text.is_empty())
            .unwrap_or_default();
        let result = |judged: &Judged| (judged.id.clone(), judged.claimed);
        Self {
            id: id.to_owned(),
            started_ms: record.started_ms,
            name: record.name.clone(),
            note: record.note.clone(),
            results: record.metrics.iter().map(result).collect(),
            edited: record
                .metrics
                .iter()
                .filter(|judged| !judged.overrides.0.is_empty())
                .map(|judged| judged.id.clone())
                .collect(),
            excerpt: text.chars().take(EXCERPT).collect(),
            judge: record.judge.as_ref().map(|judge| judge.kind),
            model: record
                .judge
                .as_ref()
                .map(|judge| judge.model.clone())
                .unwrap_or_default(),
            bytes,
            replies: record.replies.len(),
            now: Vec::new(),
            cancelled: record.cancelled,
            lacking: Vec::new(),
            foreign: false,
            by: by.to_owned(),
            tab: tab.to_owned(),
            deleted_ms: 0,
            goes_ms: 0,
        }
    }

    /// Its tab, and whoever it goes with, has chosen that it stays. False: it does already.
    pub fn stays(&mut self, tab: &str) -> bool {
        if tab.is_empty() || self.tab != tab {
            return false;
        }
        (self.tab, self.goes_ms) = (String::new(), 0);
        true
    }

    /// Its tab is not there, at `now_ms`. `left`: it has said that it goes.
    pub fn alone(&mut self, now_ms: u64, left: bool) -> Alone {
        let wait = if left { BACK_MS } else { CRASHED_MS };
        // A clock that was set back makes no wait longer.
        match self.goes_ms.checked_sub(now_ms) {
            _ if self.tab.is_empty() => Alone::Stays,
            _ if self.goes_ms == 0 => {
                self.goes_ms = now_ms.saturating_add(wait);
                Alone::Hidden(wait)
            }
            None | Some(0) => Alone::Due,
            Some(more) => Alone::Waits(more),
        }
    }

    /// Its tab is there again. False: it was never hidden.
    pub fn is_back(&mut self) -> bool {
        std::mem::take(&mut self.goes_ms) > 0
    }

    /// Whether the list of a tab shows it.
    pub fn is_kept(&self, tab: &str) -> bool {
        self.deleted_ms == 0 && (self.goes_ms == 0 || self.tab == tab)
    }

    /// For how many milliseconds more its deletion can be undone, at `now_ms`; `None`: it was not deleted. A clock that
    /// was set back gives no more time.
    pub fn undo_left(&self, now_ms: u64) -> Option<u64> {
        if self.deleted_ms == 0 {
            return None;
        }
        let passed = now_ms.checked_sub(self.deleted_ms);
        Some(passed.map_or(0, |passed| UNDO_MS.saturating_sub(passed)))
    }

    /// Nobody has judged it yet: it holds inputs alone.
    pub fn is_unjudged(&self) -> bool {
        let began = self.judge.is_some() || self.started_ms > 0 || self.replies > 0;
        !began && self.results.iter().all(|(_, state)| state.is_none())
    }

    /// It was begun and has not come to its end.
    pub fn is_open(&self) -> bool {
        self.results.iter().any(|(_, state)| state.is_none()) && !self.is_unjudged()
    }

    /// Whether the list shows it. `texts` are those of its record as [`searched`] gives them, as far as they are known;
    /// `row` is what its row says of judge and time, [`folded`]; `name_of` gives a metric's name in the language of the page.
    pub fn fits(&self, filter: &Filter, texts: &str, row: &str, name_of: impl Fn(&str) -> String) -> bool {
        if filter.open && !self.is_open() {
            return false;
        }
        if !filter.metric.is_empty() && !self.results.iter().any(|(id, _)| *id == filter.metric) {
            return false;
        }
        if filter.words.trim().is_empty() {
            return true;
        }
        let names: Vec<String> = self
            .results
            .iter()
            .flat_map(|(id, _)| [id.clone(), name_of(id)])
            .collect();
        let whole = [&self.name, &self.note, &self.excerpt, &self.model]
            .into_iter()
            .chain(&names)
            .fold(String::new(), |mut whole, text| {
                whole.push_str(text);
                whole.push('\n');
                whole
            });
        let whole = folded(&whole);
        let words = folded(&filter.words);
        words
            .split_whitespace()
            .all(|word| whole.contains(word) || texts.contains(word) || row.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Score;
    use crate::share::file::own_json;

    fn entry() -> Entry {
        let sample = Sample {
            question: "  ".into(),
            answer: "Die Fähre nimmt Räder mit.".into(),
            ..Sample::default()
        };
        let mut record = Record::new(&sample, "en");
        record.metrics = vec![
            Judged {
                id: "faithfulness".into(),
                claimed: Some(State::Scored(Score(0.5))),
                ..Judged::default()
            },
            Judged {
                id: "bleu".into(),
                ..Judged::default()
            },
        ];
        record.name = "Harbour 港口".into();
        record.started_ms = 1_796_083_199_000;
        Entry::of("1", &record, 10, "here", "")
    }

    #[test]
    fn entries_are_found_by_what_they_hold() {
        let entry = entry();
        assert!(entry.is_open());
        let sample = Sample {
            contexts: vec![
                format!("{} LATE in the chunk, at ２４", "x ".repeat(200)),
                format!("{} far behind", "x".repeat(SEARCHED)),
            ],
            ..Sample::default()
        };
        let texts = searched(&own_json(&Record::new(&sample, "en"))).unwrap();
        assert_eq!(searched("no record"), None);
        // As the row has it, with the narrow space that some languages put before the half of the day.
        let row = folded("Embedded judge 1 Dec 2026, 1:26\u{202F}PM 內建評審 2026年12月1日");
        for (words, metric, open, shown) in [
            ("", "", false, true),
            ("HARBOUR fähre", "", false, true),
            ("港口", "", true, true),
            ("gold", "", false, true),
            ("harbour lighthouse", "", false, false),
            ("", "bleu", false, true),
            ("", "rubric", false, false),
            // What stands in any of its texts, however it is written.
            ("late in the chunk", "", false, true),
            ("ｈａｒｂｏｕｒ ２４", "", false, true),
            ("24", "", false, true),
            ("far behind", "", false, false),
            // Judge and time, as the row shows them.
            ("embedded JUDGE harbour", "", false, true),
            ("1 dec", "", false, true),
            ("1:26 pm", "", false, true),
            ("內建 12月1日", "", false, true),
            ("2 dec 2025", "", false, false),
            // Accents are nothing, in what is looked for and in what is found.
            ("fahre RÄDER rader", "", false, true),
            ("fahre härbour", "", false, true),
        ] {
            let filter = Filter {
                words: words.into(),
                metric: metric.into(),
                open,
            };
            let name_of = |id: &str| {
                if id == "bleu" {
                    "Gold".to_owned()
                } else {
                    String::new()
                }
            };
            assert_eq!(entry.fits(&filter, &texts, &row, name_of), shown, "{filter:?}");
        }
    }

    #[test]
    fn a_tab_has_what_would_go_with_it_stay() {
        for (tab, changes, now) in [("here", true, ""), ("", false, ""), ("there", false, "there")] {
            let mut entry = Entry {
                by: "here".into(),
                tab: tab.into(),
                ..entry()
            };
            assert_eq!(entry.stays("here"), changes, "{tab:?}");
            assert_eq!(entry.tab, now, "{tab:?}");
        }
    }

    #[test]
    fn what_goes_with_its_tab_waits_for_it() {
        for (tab, goes_ms, left, becomes, then) in [
            ("", 0, true, Alone::Stays, 0),
            ("gone", 0, true, Alone::Hidden(BACK_MS), 1_000 + BACK_MS),
            ("gone", 0, false, Alone::Hidden(CRASHED_MS), 1_000 + CRASHED_MS),
            // Who looks again makes no wait longer or shorter.
            ("gone", 9_000, true, Alone::Waits(8_000), 9_000),
            ("gone", 1_000, true, Alone::Due, 1_000),
            ("gone", 500, false, Alone::Due, 500),
        ] {
            let mut one = Entry {
                tab: tab.into(),
                goes_ms,
                ..entry()
            };
            let case = format!("{tab:?} {goes_ms} {left}");
            assert_eq!(one.alone(1_000, left), becomes, "{case}");
            assert_eq!(one.goes_ms, then, "{case}");
            let hidden = then > 0;
            assert_eq!(one.is_kept("other"), !hidden, "{case}");
            assert!(one.is_kept(tab) || !hidden, "{case}");
            assert_eq!(one.is_back(), hidden, "{case}");
            assert!(one.is_kept("other"), "{case}");
        }
        assert!(!serde_json::to_string(&entry()).unwrap().contains("goes_ms"));
    }

    #[test]
    fn a_deletion_can_be_undone_for_a_while() {
        for (deleted_ms, now_ms, left) in [
            (0, 5_000, None),
            (1_000, 1_000, Some(UNDO_MS)),
            (1_000, 4_000, Some(7_000)),
            (1_000, 11_000, Some(0)),
            (1_000, 90_000, Some(0)),
            (9_000, 1_000, Some(0)),
        ] {
            let entry = Entry {
                deleted_ms,
                ..entry()
            };
            assert_eq!(entry.undo_left(now_ms), left, "{deleted_ms} at {now_ms}");
            let json = serde_json::to_string(&entry).unwrap();
            assert_eq!(is_deleted(&json), deleted_ms > 0, "{json}");
            assert_eq!(
                json.contains("deleted_ms"),
                deleted_ms > 0,
                "nothing is written of it"
            );
        }
        let said = Entry {
            note: "\"deleted_ms\": 7".into(),
            ..entry()
        };
        assert!(
            !is_deleted(&serde_json::to_string(&said).unwrap()),
            "a note is a note"
        );
    }

    #[test]
    fn a_text_that_another_tab_changed_is_not_written_over() {
        for (was, now, stands, written) in [
            // Left alone here: what another tab wrote stays.
            ("", "", "theirs", Some("theirs")),
            ("old", "old", "", Some("")),
            // Changed here alone.
            ("", "mine", "", Some("mine")),
            ("old", "", "old", Some("")),
            // Both made the same of it.
            ("old", "same", "same", Some("same")),
            ("old", "", "", Some("")),
            ("old", "mine", "theirs", None),
            ("old", "", "theirs", None),
            ("old", "mine", "", None),
        ] {
            let text = Reworded {
                was: was.into(),
                now: now.into(),
            };
            assert_eq!(text.over(stands), written, "{was:?} to {now:?} over {stands:?}");
        }
    }

    #[test]
    fn inputs_alone_are_not_interrupted() {
        let bare = Entry {
            results: vec![("bleu".into(), None)],
            ..Entry::default()
        };
        let of = |change: fn(&mut Entry)| {
            let mut entry = bare.clone();
            change(&mut entry);
            (entry.is_open(), entry.is_unjudged())
        };
        assert_eq!(of(|_| ()), (false, true));
        assert_eq!(of(|entry| entry.started_ms = 7), (true, false));
        assert_eq!(of(|entry| entry.judge = Some(JudgeKind::Api)), (true, false));
        assert_eq!(of(|entry| entry.replies = 1), (true, false));
        let scored = Some(State::Scored(Score(1.0)));
        let (open, unjudged) = {
            let mut entry = bare.clone();
            entry.results[0].1 = scored;
            (entry.is_open(), entry.is_unjudged())
        };
        assert_eq!((open, unjudged), (false, false));
        let filter = Filter {
            open: true,
            ..Filter::default()
        };
        assert!(!bare.fits(&filter, "", "", str::to_owned));
    }

    #[test]
    fn what_came_from_elsewhere_is_marked_and_nothing_else() {
        let json = serde_json::to_string(&entry()).unwrap();
        assert!(!json.contains("foreign") && !json.contains("lacking"), "{json}");
        let marked = Entry {
            foreign: true,
            lacking: vec![("faithfulness".into(), 1, 2)],
            ..entry()
        };
        let json = serde_json::to_string(&marked).unwrap();
        assert_eq!(serde_json::from_str::<Entry>(&json).unwrap(), marked);
        assert!(serde_json::from_str::<Lasting>(&json).unwrap().foreign);
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let json = serde_json::to_string(&entry()).unwrap();
        assert_eq!(serde_json::from_str::<Entry>(&json).unwrap(), entry());
        // One of an older version lacks what came later.
        assert_eq!(serde_json::from_str::<Entry>("{}").unwrap(), Entry::default());
    }
}
