//! Sentences for values of the core: a metric, a reason, a flag. The compiler names each that is missing.

use super::Strings;
use super::strings::{MetricTexts, SettingTexts};
use crate::evaluation::{Flag, NoReply, Outcome, Reason, Reply, State};
use crate::metric::breakdown::{Label, Mark};

/// Why there is no score, and what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReasonTexts {
    /// What happened and what it means.
    pub what: &'static str,
    /// The next step.
    pub next: &'static str,
}

/// Why this very outcome has no score, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasonSaid {
    /// What happened and what it means.
    pub what: String,
    /// The next step.
    pub next: &'static str,
}

impl Strings {
    /// Sentences one behind the other, with the space that the language puts between them.
    pub fn join(&self, sentences: &[&str]) -> String {
        sentences.join(self.embedded.between_sentences)
    }

    /// The texts of a metric; `None` for one that the app doesn't have.
    pub fn metric(&self, id: &str) -> Option<MetricTexts> {
        self.metrics.iter().find(|texts| texts.id == id).copied()
    }

    /// The name of a metric, or its id.
    pub fn metric_name(&self, id: &'static str) -> &'static str {
        self.metric(id).map_or(id, |texts| texts.name)
    }

    /// The words of a metric's setting: its own, or else those that all metrics share.
    pub fn setting(&self, metric: &str, name: &str) -> Option<&'static SettingTexts> {
        let of = |metric: &str| {
            self.settings
                .iter()
                .find(|texts| texts.metric == metric && texts.name == name)
        };
        of(metric).or_else(|| of(""))
    }

    /// The name of a group, line or figure of a breakdown.
    pub fn label(&self, label: Label) -> &'static str {
        let l = &self.labels;
        match label {
            Label::AnswerStatements => l.answer_statements,
            Label::ReferenceStatements => l.reference_statements,
            Label::Chunks => l.chunks,
            Label::ContextSentences => l.context_sentences,
            Label::AnswerSentences => l.answer_sentences,
            Label::Votes => l.votes,
            Label::GeneratedQuestions => l.generated_questions,
            Label::Mistakes => l.mistakes,
            Label::Ratings => l.ratings,
            Label::Scores => l.scores,
            Label::Answerability => l.answerability,
            Label::AnswerTokens => l.answer_tokens,
            Label::ReferenceTokens => l.reference_tokens,
            Label::RetrievedIds => l.retrieved_ids,
            Label::Faithfulness => l.faithfulness,
            Label::ContextRecall => l.context_recall,
            Label::AnswerRelevancy => l.answer_relevancy,
            Label::AveragePrecision => l.average_precision,
            Label::PrecisionAtK => l.precision_at_k,
            Label::RecallAtK => l.recall_at_k,
            Label::HitAtK => l.hit_at_k,
            Label::ReciprocalRank => l.reciprocal_rank,
            Label::Ndcg => l.ndcg,
            Label::ContextRelevance => l.context_relevance,
            Label::Precision => l.precision,
            Label::Recall => l.recall,
            Label::F => l.f,
            Label::Bleu => l.bleu,
            Label::Chrf => l.chrf,
            Label::FactualPart => l.factual_part,
            Label::Similarity => l.similarity,
            Label::WeightedSum => l.weighted_sum,
            Label::Mean => l.mean,
            Label::Majority => l.majority,
            Label::HarmonicMean => l.harmonic_mean,
            Label::JudgeScore => l.judge_score,
            Label::ClaimRecall => l.claim_recall,
            Label::ContextPrecision => l.context_precision,
            Label::ContextUtilization => l.context_utilization,
            Label::NoiseInRelevant => l.noise_in_relevant,
            Label::NoiseInIrrelevant => l.noise_in_irrelevant,
            Label::Hallucination => l.hallucination,
            Label::SelfKnowledge => l.self_knowledge,
            Label::PageAccuracy => l.page_accuracy,
            Label::ParagraphAccuracy => l.paragraph_accuracy,
        }
    }

    /// A verdict in words or figures: `yes`, `2 / 3`, `0.83`.
    pub fn mark(&self, mark: Mark) -> String {
        let m = &self.marks;
        match mark {
            Mark::Yes => format!("✓ {}", m.yes),
            Mark::No => format!("✗ {}", m.no),
            Mark::Contradicted => format!("≠ {}", m.contradicted),
            Mark::NotFound => format!("– {}", m.not_found),
            Mark::Unsure => format!("? {}", m.unsure),
            Mark::Open(_) => format!("? {}", m.open),
            Mark::Rating(value, max) => format!("{value} / {max}"),
            Mark::Number(value) => crate::stats::rational::decimals(value),
            Mark::Listed { verbatim: true } => m.verbatim.to_owned(),
            Mark::Listed { verbatim: false } => m.not_verbatim.to_owned(),
            Mark::Plain => String::new(),
        }
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

    /// Why an outcome has no score; says of a missing reply whether it was cancelled, skipped or failed, and whether
    /// the judge was asked again. `by_hand`: a person pasted the replies, who has no token limit to raise.
    pub fn reason_of(&self, outcome: &Outcome, by_hand: bool) -> Option<ReasonSaid> {
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
            (Reason::Truncated, _) if by_hand => (r.truncated, r.truncated_next_by_hand),
            (Reason::EmptyReply, _) if by_hand => (r.empty_reply, r.empty_reply_next_by_hand),
            _ => {
                let texts = self.reason(reason);
                (texts.what, texts.next)
            }
        };
        let what = if outcome.flags.contains(&Flag::ReAsked) {
            self.join(&[what, r.asked_again])
        } else {
            what.to_owned()
        };
        Some(ReasonSaid { what, next })
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
                let guide = super::super::guide(lang, metric.id());
                assert!(
                    guide.is_some_and(|guide| !guide.steps.is_empty()),
                    "{}",
                    metric.id()
                );
            }
            for flag in Flag::ALL {
                assert!(!strings.flag(flag).is_empty(), "{flag:?}");
            }
        }
    }

    #[test]
    fn every_setting_and_choice_has_its_words() {
        use crate::evaluation::SettingKind;
        for lang in Lang::ALL {
            let strings = lang.strings();
            for metric in crate::metric::catalogue::ALL {
                for setting in metric.settings() {
                    let what = format!("{} {}", metric.id(), setting.name);
                    let texts = strings.setting(metric.id(), setting.name);
                    let texts = texts.unwrap_or_else(|| panic!("{what} has no words"));
                    assert!(!texts.label.is_empty(), "{what}");
                    let words: &[&str] = match setting.kind {
                        SettingKind::Choice(words) => words,
                        _ => &[],
                    };
                    let named: Vec<&str> = texts.choices.iter().map(|(word, _)| *word).collect();
                    assert_eq!(named, words, "{what}");
                    assert!(texts.choices.iter().all(|(_, name)| !name.is_empty()), "{what}");
                }
            }
        }
    }

    #[test]
    fn both_languages_have_the_same_placeholders() {
        let groups = |lang: Lang| {
            let s = lang.strings();
            [
                s.labels.all(),
                s.marks.all(),
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
                s.fields.all(),
                s.breakdown.all(),
                s.change.all(),
                s.picker.all(),
                s.plan.all(),
                s.together.all(),
                s.guide.all(),
                s.keep.all(),
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
