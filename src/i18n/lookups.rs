//! Sentences for values of the core: a metric, a reason, a flag. The compiler names each that is missing.

use super::Strings;
use crate::evaluation::{Flag, NoReply, Outcome, Reason, Reply, State};

/// What the picker and the title say of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetricTexts {
    /// Its name.
    pub name: &'static str,
    /// What it answers, in one line.
    pub purpose: &'static str,
    /// Range and direction.
    pub range: &'static str,
    /// What it needs, as a chip.
    pub needs: &'static str,
    /// What to give and what comes out, for the empty state.
    pub teaches: &'static str,
}

/// Why there is no score, and what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReasonTexts {
    /// What happened and what it means.
    pub what: &'static str,
    /// The next step.
    pub next: &'static str,
}

impl Strings {
    /// The texts of a metric; `None` for one that the app doesn't have.
    pub fn metric(&self, id: &str) -> Option<MetricTexts> {
        let m = &self.metrics;
        Some(match id {
            "rag-recall" => MetricTexts {
                name: m.rag_recall,
                purpose: m.rag_recall_purpose,
                range: m.rag_recall_range,
                needs: m.rag_recall_needs,
                teaches: m.rag_recall_teaches,
            },
            "sufficient-context" => MetricTexts {
                name: m.sufficient_context,
                purpose: m.sufficient_context_purpose,
                range: m.sufficient_context_range,
                needs: m.sufficient_context_needs,
                teaches: m.sufficient_context_teaches,
            },
            "sufficient-context-paper" => MetricTexts {
                name: m.sufficient_context_paper,
                purpose: m.sufficient_context_paper_purpose,
                range: m.sufficient_context_paper_range,
                needs: m.sufficient_context_paper_needs,
                teaches: m.sufficient_context_paper_teaches,
            },
            _ => return None,
        })
    }

    /// Why there is no score, and what to do about it.
    pub fn reason(&self, reason: Reason) -> ReasonTexts {
        let r = &self.reasons;
        let (what, next) = match reason {
            Reason::Unreadable => (r.unreadable, r.unreadable_next),
            Reason::OutOfScale => (r.out_of_scale, r.out_of_scale_next),
            Reason::MissingVerdict => (r.missing_verdict, r.missing_verdict_next),
            Reason::KeysDisagree => (r.keys_disagree, r.keys_disagree_next),
            Reason::EmptyReply => (r.empty_reply, r.empty_reply_next),
            Reason::Truncated => (r.truncated, r.truncated_next),
            Reason::Refused => (r.refused, r.refused_next),
            Reason::Blocked => (r.blocked, r.blocked_next),
            Reason::NoClaims => (r.no_claims, r.no_claims_next),
            Reason::NoContexts => (r.no_contexts, r.no_contexts_next),
            Reason::EmptyInput => (r.empty_input, r.empty_input_next),
            Reason::NoReply => (r.no_reply, r.no_reply_next),
        };
        ReasonTexts { what, next }
    }

    /// Why an outcome has no score; says of a missing reply whether it was cancelled, skipped or failed.
    pub fn reason_of(&self, outcome: &Outcome) -> Option<ReasonTexts> {
        let r = &self.reasons;
        let reason = match outcome.state {
            State::Scored(_) => return None,
            State::Unscored(reason) | State::NotApplicable(reason) | State::Conflict(reason) => reason,
        };
        let (what, next) = match (reason, outcome.trace.last().map(|exchange| &exchange.reply)) {
            (Reason::NoReply, Some(Reply::None(NoReply::Cancelled))) => (r.cancelled, r.cancelled_next),
            (Reason::NoReply, Some(Reply::None(NoReply::RanOut))) => (r.ran_out, r.ran_out_next),
            (Reason::NoReply, Some(Reply::None(NoReply::Unanswerable))) => {
                (r.unanswerable, r.unanswerable_next)
            }
            _ => return Some(self.reason(reason)),
        };
        Some(ReasonTexts { what, next })
    }

    /// The sentence of a flag.
    pub fn flag(&self, flag: Flag) -> &'static str {
        let f = &self.flags;
        match flag {
            Flag::JudgeArithmeticDiffers => f.judge_arithmetic_differs,
            Flag::FractionalScore => f.fractional_score,
            Flag::ExtraPassage => f.extra_passage,
            Flag::StatedNotVerified => f.stated_not_verified,
            Flag::KeyMissing => f.key_missing,
            Flag::TemplateEcho => f.template_echo,
            Flag::InventedIds => f.invented_ids,
            Flag::ConfidenceScaled => f.confidence_scaled,
            Flag::ConfidencePlaceholder => f.confidence_placeholder,
            Flag::SufficientWithMissing => f.sufficient_with_missing,
            Flag::InsufficientWithoutMissing => f.insufficient_without_missing,
            Flag::SufficientWithUncovered => f.sufficient_with_uncovered,
            Flag::UncoveredNotMissing => f.uncovered_not_missing,
            Flag::NoneUseful => f.none_useful,
            Flag::ExtraCoverageKey => f.extra_coverage_key,
            Flag::ScoreListDisagree => f.score_list_disagree,
            Flag::NotVerbatim => f.not_verbatim,
            Flag::PartialCoverage => f.partial_coverage,
            Flag::ReAsked => f.re_asked,
            Flag::Repaired => f.repaired,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Lang;
    use super::*;

    #[test]
    fn every_metric_flag_and_sentence_has_its_words() {
        for lang in Lang::ALL {
            let strings = lang.strings();
            for metric in crate::metric::catalogue::ALL {
                assert!(strings.metric(metric.id()).is_some(), "{}", metric.id());
            }
            for flag in Flag::ALL {
                assert!(!strings.flag(flag).is_empty(), "{flag:?}");
            }
        }
    }

    #[test]
    fn both_languages_have_the_same_placeholders() {
        let groups = |lang: Lang| {
            let s = lang.strings();
            [
                s.metrics.all(),
                s.reasons.all(),
                s.flags.all(),
                s.page.all(),
                s.form.all(),
                s.run.all(),
                s.prompt_panel.all(),
                s.judge_panel.all(),
                s.by_hand.all(),
                s.verdict.all(),
                s.empty.all(),
                s.evidence.all(),
                s.report.all(),
            ]
            .concat()
        };
        for ((name, en), (_, zh)) in groups(Lang::En).into_iter().zip(groups(Lang::ZhHant)) {
            assert!(!en.is_empty() && !zh.is_empty(), "{name}");
            let names = |text: &str| {
                let mut names: Vec<String> = text
                    .split('{')
                    .skip(1)
                    .filter_map(|tail| tail.split_once('}'))
                    .map(|(name, _)| name.to_owned())
                    .collect();
                names.sort();
                names
            };
            assert_eq!(names(en), names(zh), "{name}");
        }
    }
}
