//! Who judges: the three doors and their settings, and the judge that a run is given.

use leptos::prelude::*;

use super::state::App;
use crate::evaluation::{Ask, NoReply, Reply};
use crate::i18n::{Strings, fill};
use crate::judge::by_hand::ByHand;
use crate::judge::{Judge, JudgeIdentity, JudgeKind};

/// The settings of all judges; only the chosen one's are used.
#[derive(Clone, Copy)]
pub struct Setup {
    /// The chosen door.
    pub kind: RwSignal<JudgeKind>,
    /// What the person says answers.
    pub hand_name: RwSignal<String>,
    /// The panel is open.
    pub open: RwSignal<bool>,
}

impl Setup {
    /// The embedded judge, as on a first visit.
    pub fn new() -> Self {
        Self {
            kind: RwSignal::new(JudgeKind::Embedded),
            hand_name: RwSignal::new(String::new()),
            open: RwSignal::new(false),
        }
    }

    /// The chosen judge's name, as on its button.
    pub fn name(self, strings: &Strings) -> String {
        match self.kind.get() {
            JudgeKind::Embedded => strings.judge_panel.embedded.to_owned(),
            JudgeKind::ByHand => strings.judge_panel.by_hand.to_owned(),
            JudgeKind::Api => strings.judge_panel.api.to_owned(),
        }
    }
}

/// What a judge still lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacks {
    /// A base URL that can be called.
    BaseUrl,
}

impl Lacks {
    /// The sentence for the live region and the panel.
    pub fn sentence(self, strings: &Strings) -> String {
        let what = match self {
            Self::BaseUrl => strings.run.need_base_url,
        };
        fill(strings.run.api_not_ready, &[("what", what)])
    }
}

/// The judge of a run.
pub enum PageJudge {
    /// A person who pastes; asks are shown on the page.
    Hand(App, ByHand),
}

/// The chosen judge.
///
/// # Errors
/// What it still lacks.
pub fn judge(app: App) -> Result<PageJudge, Lacks> {
    Ok(PageJudge::Hand(app, ByHand::new(app.setup.hand_name.get_untracked())))
}

impl PageJudge {
    /// The person who pastes, if it is one.
    pub fn hand(&self) -> Option<ByHand> {
        match self {
            Self::Hand(_, hand) => Some(hand.clone()),
        }
    }

    /// How many asks may be open at once: a person gets one at a time.
    pub fn at_once(&self, most: usize) -> usize {
        let _ = most;
        1
    }
}

impl Judge for PageJudge {
    async fn reply(&self, ask: &Ask) -> Reply {
        let _ = NoReply::Cancelled;
        match self {
            Self::Hand(app, hand) => {
                app.run.by_hand.set(Some(ask.clone()));
                hand.reply(ask).await
            }
        }
    }

    fn identity(&self) -> JudgeIdentity {
        match self {
            Self::Hand(_, hand) => hand.identity(),
        }
    }
}
