//! How many of the verdicts behind a score are there. A score says nothing of it by itself: one half may be one
//! statement of two, or one of two of which the other was never judged.

use crate::evaluation::{Outcome, Parts};
use crate::i18n::{Strings, fill};
use crate::judge::JudgeKind;
use crate::metric::breakdown::{Label, Mark};

/// How many verdicts there are, and how many there should be; `None` where that is no question of counting, or of one
/// row alone.
pub fn covered(outcome: &Outcome) -> Option<(usize, usize)> {
    match &outcome.parts {
        Parts::Recall(parts) => {
            let judged = parts.passages.iter().filter(|row| row.score.is_some()).count();
            Some((judged, parts.essential.len() + parts.bonus.len()))
        }
        Parts::Breakdown(parts) => {
            let rows = || {
                parts
                    .groups
                    .iter()
                    // That is about the question, and no row of the answer.
                    .filter(|group| group.label != Label::Answerability)
                    .flat_map(|group| &group.rows)
                    .filter(|row| {
                        row.mark.verdict().is_some() || matches!(row.mark, Mark::Open(_) | Mark::Rating(..))
                    })
            };
            let all = rows().count();
            let judged = rows().filter(|row| !matches!(row.mark, Mark::Open(_))).count();
            (all > 1).then_some((judged, all))
        }
        Parts::Sufficiency(_) | Parts::None => None,
    }
}

/// The same where verdicts are missing.
pub fn lacking(outcome: &Outcome) -> Option<(usize, usize)> {
    covered(outcome).filter(|(judged, all)| judged < all)
}

/// "3 of 5 judged", as it stands beside a score. Where nobody is asked, nothing is left out.
pub fn covered_line(outcome: &Outcome, judge: JudgeKind, strings: &Strings) -> Option<String> {
    let (judged, all) = covered(outcome)?;
    let (judged, all) = (judged.to_string(), all.to_string());
    match outcome.parts {
        Parts::Recall(_) => Some(fill(
            strings.verdict.scored_of,
            &[("scored", &judged), ("all", &all)],
        )),
        _ if judge == JudgeKind::Nobody => None,
        _ => Some(judged_of(&judged, &all, strings)),
    }
}

/// "3 of 5 judged".
pub fn judged_of(judged: &str, all: &str, strings: &Strings) -> String {
    fill(strings.breakdown().judged_of, &[("judged", judged), ("all", all)])
}
