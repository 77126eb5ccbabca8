//! Sentences for values of the core: a metric, a reason, a flag. The compiler names each that is missing.

use super::Strings;
use super::strings::{
    BreakdownTexts, ChangeTexts, FieldTexts, GuideHeads, JudgedTexts, MetricNotes, MetricTexts, OfMetrics,
    PartScoreTexts, PickerTexts, PlanTexts, Reasons, SettingTexts, TogetherTexts,
};
use crate::evaluation::{Body, Exchange, Flag, NoReply, Outcome, Parts, Reason, Reply, State};
use crate::judge::JudgeKind;
use crate::metric::breakdown::{Breakdown, Label, Lacking, Line, Mark, Row};
use crate::metric::context_precision::PRECISION_AT_RANK;
use crate::sample::Field;

/// Why there is no score, and what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReasonTexts {
    /// What happened and what it means.
    pub what: &'static str,
    /// The next step.
    pub next: &'static str,
}

/// A reason of the metrics whose file comes later, and what to do.
type Said = fn(&MetricNotes) -> (&'static str, &'static str);

/// Why this very outcome has no score, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasonSaid {
    /// What happened and what it means.
    pub what: String,
    /// The next step.
    pub next: String,
}

/// Groups of sentences that come with later files: without words until one of these is there.
macro_rules! groups_of_later_files {
    ($($(#[$doc:meta])* $name:ident: $group:ident),* $(,)?) => {
        $($(#[$doc])*
        pub fn $name(&self) -> &'static $group {
            self.of_metrics().map_or(&$group::NONE, |all| &all.$name)
        })*
    };
}

impl Strings {
    /// Sentences one behind the other, with the space that the language puts between them.
    pub fn join(&self, sentences: &[&str]) -> String {
        sentences.join(self.embedded.between_sentences)
    }

    /// The texts of a metric; `None` for one that the app doesn't have,
    /// or whose file was not fetched.
    pub fn metric(&self, id: &str) -> Option<MetricTexts> {
        if self.first.id == id {
            return Some(self.first);
        }
        self.of_metrics()?
            .metrics
            .iter()
            .find(|texts| texts.id == id)
            .copied()
    }

    /// The name of a metric, or its id.
    pub fn metric_name(&self, id: &'static str) -> &'static str {
        let first = (self.first.id, self.first.name);
        let mut all = self.names.iter().copied().chain([first]);
        all.find(|named| named.0 == id).map_or(id, |named| named.1)
    }

    /// What is said of scores that others are made of.
    pub fn part_scores(&self) -> Option<&'static PartScoreTexts> {
        Some(&self.of_metrics()?.part_scores)
    }

    /// Warnings and reasons of the metrics whose file comes later.
    pub fn notes(&self) -> Option<&'static MetricNotes> {
        Some(&self.of_metrics()?.notes)
    }

    groups_of_later_files! {
        /// Reasons why there is no score. `…_next`: what to do.
        reasons: Reasons,
        /// Changing a verdict by hand.
        change: ChangeTexts,
        /// The dialog that helps to choose a metric.
        picker: PickerTexts,
        /// What a run costs and whether the chosen judge can do it.
        plan: PlanTexts,
        /// Several metrics for one sample.
        together: TogetherTexts,
        /// Headings of the page of a metric.
        guide: GuideHeads,
        /// Fields of the form beside those of the first metric, and the settings of metrics.
        fields: FieldTexts,
        /// What the embedded judge writes for all metrics but the first.
        judged: JudgedTexts,
        /// Verdict rows of the metrics with a breakdown, and what a person changed.
        breakdown: BreakdownTexts,
    }

    /// What came with the file of the metrics.
    fn of_metrics(&self) -> Option<&'static OfMetrics> {
        #[cfg(split)]
        return super::METRICS.get().map(|own| own(self.lang));
        #[cfg(not(split))]
        self.of_metrics
    }

    /// The words of a metric's setting: its own, or else those that all metrics share.
    pub fn setting(&self, metric: &str, name: &str) -> Option<&'static SettingTexts> {
        let settings = self.of_metrics()?.settings;
        let of = |metric: &str| {
            settings
                .iter()
                .find(|texts| texts.metric == metric && texts.name == name)
        };
        of(metric).or_else(|| of(""))
    }

    /// The name of a group, line or figure of a breakdown.
    pub fn label(&self, label: Label) -> &'static str {
        let Some(OfMetrics { labels: l, .. }) = self.of_metrics() else {
            return "";
        };
        match label {
            Label::AnswerStatements => l.answer_statements,
            Label::ReferenceStatements => l.reference_statements,
            Label::Chunks => l.chunks,
            Label::ChunkStatements => l.chunk_statements,
            Label::ContextSentences => l.context_sentences,
            Label::AnswerSentences => l.answer_sentences,
            Label::DrawnAnswers => l.drawn_answers,
            Label::Votes => l.votes,
            Label::GeneratedQuestions => l.generated_questions,
            Label::Mistakes => l.mistakes,
            Label::Ratings => l.ratings,
            Label::Scores => l.scores,
            Label::Answerability => l.answerability,
            Label::AnswerTokens => l.answer_tokens,
            Label::ReferenceTokens => l.reference_tokens,
            Label::RetrievedIds => l.retrieved_ids,
            Label::ReferenceIds => l.reference_ids,
            Label::Noncommittal => l.noncommittal,
            Label::Evasion => l.evasion,
            Label::AnswerLength => l.answer_length,
            Label::ReferenceLength => l.reference_length,
            Label::NgramPrecision => l.ngram_precision,
            Label::BrevityPenalty => l.brevity_penalty,
            Label::Faithfulness => l.faithfulness,
            Label::ContextRecall => l.context_recall,
            Label::AnswerRelevancy => l.answer_relevancy,
            Label::AveragePrecision => l.average_precision,
            Label::PrecisionAtK => l.precision_at_k,
            Label::RecallAtK => l.recall_at_k,
            Label::HitAtK => l.hit_at_k,
            Label::ReciprocalRank => l.reciprocal_rank,
            Label::Ndcg => l.ndcg,
            Label::NdcgWhole => l.ndcg_whole,
            Label::ReciprocalRankWhole => l.reciprocal_rank_whole,
            Label::PageAccuracyWhole => l.page_accuracy_whole,
            Label::ParagraphAccuracyWhole => l.paragraph_accuracy_whole,
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
            Label::Inconsistent => l.inconsistent,
            Label::UnknownPieces => l.unknown_pieces,
        }
    }

    /// The name of a line or figure, with the number that it holds: `Precision@5`.
    pub fn line_label(&self, line: &Line) -> String {
        let number = line.at.map_or_else(|| "k".to_owned(), |at| at.to_string());
        super::fill(self.label(line.label), &[("k", &number)])
    }

    /// Why a line or figure beside a score has no value; empty where it has one, or its working says it.
    pub fn no_value(&self, parts: &Breakdown, line: &Line) -> &'static str {
        let Some(notes) = self
            .notes()
            .filter(|_| line.value.is_none() && line.working.is_empty())
        else {
            return "";
        };
        let of_chunks = matches!(
            line.label,
            Label::ClaimRecall
                | Label::ContextPrecision
                | Label::ContextUtilization
                | Label::NoiseInRelevant
                | Label::NoiseInIrrelevant
                | Label::Hallucination
                | Label::SelfKnowledge
                | Label::Faithfulness
        );
        if of_chunks && parts.groups.iter().all(|group| group.columns.is_empty()) {
            return notes.no_contexts;
        }
        match line.label {
            Label::ContextUtilization => notes.none_retrieved,
            Label::Precision | Label::Recall => notes.none_claimed,
            _ if of_chunks => notes.none_claimed,
            _ => "",
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
            Mark::Struck => self.notes().map_or("", |notes| notes.struck).to_owned(),
            Mark::Plain => String::new(),
        }
    }

    /// What a mark of a matrix means; `None` for one that says it itself.
    pub fn mark_meaning(&self, mark: Mark) -> Option<&'static str> {
        let notes = self.notes()?;
        Some(match mark {
            Mark::Yes => notes.legend_yes,
            Mark::No => notes.legend_no,
            Mark::Contradicted => notes.legend_contradicted,
            Mark::NotFound => notes.legend_not_found,
            Mark::Unsure => notes.legend_unsure,
            Mark::Open(_) => notes.legend_open,
            _ => return None,
        })
    }

    /// Why there is no score, and what to do about it.
    pub fn reason(&self, reason: Reason) -> ReasonTexts {
        let r = self.reasons();
        let later = |of: Said| self.notes().map_or(("", ""), of);
        let (what, next) = match reason {
            Reason::Unreadable => (r.unreadable, r.unreadable_next),
            Reason::OutOfScale => (r.out_of_scale, r.out_of_scale_next),
            Reason::MissingVerdict => (r.missing_verdict, r.missing_verdict_next),
            Reason::KeysDisagree => later(|notes| (notes.keys_disagree, notes.keys_disagree_next)),
            Reason::EmptyReply => (r.empty_reply, r.empty_reply_next),
            Reason::Truncated => (r.truncated, r.truncated_next),
            Reason::Refused => (r.refused, r.refused_next),
            Reason::Blocked => (r.blocked, r.blocked_next),
            Reason::NoClaims => later(|notes| (notes.no_claims, notes.no_claims_next)),
            Reason::NoContexts => later(|notes| (notes.no_contexts, notes.no_contexts_next)),
            Reason::EmptyInput => (r.empty_input, r.empty_input_next),
            Reason::NoWords => later(|notes| (notes.no_words, notes.no_words_next)),
            Reason::FewKnown => later(|notes| (notes.few_known, notes.few_known_next)),
            Reason::NoReply => (r.no_reply, r.no_reply_next),
        };
        ReasonTexts { what, next }
    }

    /// Why an outcome has no score; says of a missing reply whether it was cancelled, skipped or failed, whether the
    /// judge was asked again, and of a score made of others which of them are missing. `judge`: who was asked; a person
    /// has no token limit to raise, and who answers the same way every time needs no second try.
    pub fn reason_of(&self, outcome: &Outcome, judge: JudgeKind) -> Option<ReasonSaid> {
        let r = self.reasons();
        let later = |of: Said| self.notes().map_or(("", ""), of);
        let reason = match outcome.state {
            State::Scored(_) => return None,
            State::Unscored(reason) | State::NotApplicable(reason) | State::Conflict(reason) => reason,
        };
        if let Parts::Breakdown(parts) = &outcome.parts
            && !parts.lacking.is_empty()
        {
            return Some(self.scores_lacking(&parts.lacking, self.notes()?));
        }
        let last = outcome.trace.last();
        let of_vectors =
            |exchange: &Exchange| matches!(exchange.ask.body, Body::Embed { .. } | Body::Tokens { .. });
        // Where a score has vectors for one of its parts, what stands without it is the rest: that was read.
        let rest = matches!(&outcome.parts, Parts::Breakdown(parts) if !parts.groups.is_empty());
        let vectors = last.is_some_and(of_vectors) || (rest && outcome.trace.iter().any(of_vectors));
        let (what, next) = match (reason, last.map(|exchange| &exchange.reply)) {
            (Reason::NoReply, Some(Reply::None(NoReply::Cancelled))) => (r.cancelled, r.cancelled_next),
            (Reason::NoReply, Some(Reply::None(NoReply::RanOut))) => (r.ran_out, r.ran_out_next),
            // It has a way for action items, and found none that names who does it.
            (Reason::NoReply, Some(Reply::None(NoReply::Unanswerable)))
                if judge == JudgeKind::Embedded && outcome.metric == "attribution" =>
            {
                later(|notes| (notes.items_unread, notes.items_unread_next))
            }
            (Reason::NoReply, Some(Reply::None(NoReply::Unanswerable))) => {
                (r.unanswerable, r.unanswerable_next)
            }
            (Reason::Unreadable, _) if vectors => later(|notes| (notes.no_vectors, notes.no_vectors_next)),
            (Reason::NoClaims, _) if outcome.metric == "attribution" => {
                later(|notes| (notes.no_items, notes.no_items_next))
            }
            (Reason::Truncated, _) if judge == JudgeKind::ByHand => (r.truncated, r.truncated_next_by_hand),
            (Reason::EmptyReply, _) if judge == JudgeKind::ByHand => {
                (r.empty_reply, r.empty_reply_next_by_hand)
            }
            // The browser's own model has no limit that could be raised.
            (Reason::Truncated, _) if judge == JudgeKind::BuiltIn => (r.truncated, r.shorter_or_other),
            (Reason::EmptyReply, _) if judge == JudgeKind::BuiltIn => (r.empty_reply, r.shorter_or_other),
            _ => {
                let texts = self.reason(reason);
                (texts.what, texts.next)
            }
        };
        let input = matches!(
            reason,
            Reason::NoClaims
                | Reason::NoContexts
                | Reason::EmptyInput
                | Reason::NoWords
                | Reason::FewKnown
                | Reason::NoReply
        );
        let next = if judge == JudgeKind::Embedded && !input {
            r.again_the_same
        } else {
            next
        };
        let left_out = |exchange: &Exchange| {
            exchange.ask.path.attempt > 0 && matches!(exchange.reply, Reply::None(NoReply::RanOut))
        };
        let skipped = reason != Reason::NoReply && outcome.trace.iter().any(left_out);
        let skipped = self.notes().filter(|_| skipped);
        let what = if outcome.flags.contains(&Flag::ReAsked) {
            self.join(&[what, r.asked_again])
        } else if let Some(notes) = skipped {
            self.join(&[what, notes.skipped])
        } else {
            what.to_owned()
        };
        let next = skipped.map_or(next, |notes| notes.skipped_next);
        Some(ReasonSaid {
            what,
            next: next.to_owned(),
        })
    }

    /// Which of the scores that an outcome is made of are missing, and what they would have needed.
    fn scores_lacking(&self, lacking: &[Lacking], r: &MetricNotes) -> ReasonSaid {
        let names: Vec<&str> = lacking.iter().map(|one| self.metric_name(one.metric)).collect();
        let list = names.join(self.embedded.separator);
        let mut sentences = vec![super::fill(r.scores_lacking, &[("list", &list)])];
        for one in lacking.iter().filter(|one| !one.fields.is_empty()) {
            let fields: Vec<&str> = one.fields.iter().map(|field| self.field(*field)).collect();
            let values = [
                ("metric", self.metric_name(one.metric)),
                ("fields", &fields.join(self.embedded.separator)),
            ];
            sentences.push(super::fill(r.score_lacks, &values));
        }
        let next = if sentences.len() > 1 {
            r.score_lacks_next
        } else {
            r.scores_lacking_next
        };
        let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
        ReasonSaid {
            what: self.join(&sentences),
            next: next.to_owned(),
        }
    }

    /// What a field is called in the form and the evidence.
    pub fn field(&self, field: Field) -> &'static str {
        match field {
            Field::Question => self.form.question,
            Field::Answer => self.fields().answer,
            Field::Contexts => self.evidence.chunks,
            Field::Reference => self.fields().reference,
            Field::Essential => self.form.essential,
            Field::Bonus => self.form.bonus,
            Field::Samples => self.picker().samples,
            Field::RetrievedIds => self.fields().retrieved_ids,
            Field::ReferenceIds => self.fields().reference_ids,
        }
    }

    /// The head of a column of marks: a chunk's or further answer's number, or what a symbol stands for.
    pub fn column(&self, group: Label, column: &str) -> String {
        let b = self.breakdown();
        let name = match (column, group) {
            (PRECISION_AT_RANK, _) => b.rank_precision,
            (_, Label::AnswerSentences) => b.sample,
            _ => b.chunk,
        };
        super::fill(name, &[("id", column)])
    }

    /// What stands beside a row to tell it from its like: the chunk that its sentence is from, or its tag.
    pub fn row_tag(&self, group: Label, row: &Row) -> Option<String> {
        let of_chunk = matches!(group, Label::ContextSentences | Label::ChunkStatements);
        match row.light.and_then(|light| light.entry).filter(|_| of_chunk) {
            Some(chunk) => Some(self.column(group, &chunk.to_string())),
            None => (!row.tag.is_empty()).then(|| row.tag.clone()),
        }
    }

    /// What a row is about: its text, the name of a metric, or the field that was judged as a whole.
    pub fn row_text(&self, row: &Row) -> String {
        match row.whole {
            Some(field) if row.text.is_empty() => {
                super::fill(self.breakdown().whole, &[("name", self.field(field))])
            }
            _ => self
                .metric(&row.text)
                .map_or_else(|| row.text.clone(), |texts| texts.name.to_owned()),
        }
    }

    /// The sentence of a flag.
    pub fn flag(&self, flag: Flag) -> &'static str {
        let f = &self.flags;
        let later = |of: fn(&MetricNotes) -> &'static str| self.notes().map_or("", of);
        match flag {
            Flag::JudgeArithmeticDiffers => f.judge_arithmetic_differs,
            Flag::FractionalScore => f.fractional_score,
            Flag::ExtraPassage => f.extra_passage,
            Flag::StatedNotVerified => f.stated_not_verified,
            Flag::KeyMissing => later(|notes| notes.key_missing),
            Flag::TemplateEcho => later(|notes| notes.template_echo),
            Flag::InventedIds => later(|notes| notes.invented_ids),
            Flag::ConfidenceScaled => later(|notes| notes.confidence_scaled),
            Flag::ConfidencePlaceholder => later(|notes| notes.confidence_placeholder),
            Flag::SufficientWithMissing => later(|notes| notes.sufficient_with_missing),
            Flag::InsufficientWithoutMissing => later(|notes| notes.insufficient_without_missing),
            Flag::SufficientWithUncovered => later(|notes| notes.sufficient_with_uncovered),
            Flag::UncoveredNotMissing => later(|notes| notes.uncovered_not_missing),
            Flag::NoneUseful => later(|notes| notes.none_useful),
            Flag::ExtraCoverageKey => later(|notes| notes.extra_coverage_key),
            Flag::ScoreListDisagree => later(|notes| notes.score_list_disagree),
            Flag::NotVerbatim => later(|notes| notes.not_verbatim),
            Flag::PartialCoverage => later(|notes| notes.partial_coverage),
            Flag::ReAsked => f.re_asked,
            Flag::Repaired => f.repaired,
            Flag::UnsplitWords => later(|notes| notes.unsplit_words),
            Flag::Unmeasured => later(|notes| notes.unmeasured),
            Flag::UnknownPieces => later(|notes| notes.unknown_pieces),
            Flag::TextCut => later(|notes| notes.text_cut),
            Flag::ListCut => later(|notes| notes.list_cut),
            Flag::PromptCut => later(|notes| notes.prompt_cut),
            Flag::ScoresDiffer => later(|notes| notes.scores_differ),
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

    /// Every metric, every reason, every judge: the advice is one that can be taken.
    #[test]
    fn the_advice_fits_the_metric_and_the_judge() {
        use crate::evaluation::{Evaluation, Exchange, NoReply, Options, Overrides};
        let reasons = [
            Reason::Unreadable,
            Reason::OutOfScale,
            Reason::MissingVerdict,
            Reason::KeysDisagree,
            Reason::EmptyReply,
            Reason::Truncated,
            Reason::Refused,
            Reason::Blocked,
            Reason::NoClaims,
            Reason::NoContexts,
            Reason::EmptyInput,
            Reason::NoWords,
            Reason::FewKnown,
            Reason::NoReply,
        ];
        let of_input = [
            Reason::NoClaims,
            Reason::NoContexts,
            Reason::EmptyInput,
            Reason::NoWords,
        ];
        let judges = [
            JudgeKind::Embedded,
            JudgeKind::ByHand,
            JudgeKind::Api,
            JudgeKind::BuiltIn,
            JudgeKind::Nobody,
        ];
        let mut told = 0;
        for metric in crate::metric::catalogue::ALL.iter().copied() {
            let example = metric.examples().first().unwrap();
            let options = example.options(metric);
            let evaluation = Evaluation::start(metric, example.sample(), options).unwrap();
            let open = evaluation.open_asks().unwrap_or_default().to_vec();
            let exchange = open.first().map(|ask| Exchange {
                ask: ask.clone(),
                reply: Reply::None(NoReply::RanOut),
            });
            let made_of_scores = !metric.takes_scores().is_empty();
            let mut outcome = if made_of_scores {
                Evaluation::start(metric, crate::sample::Sample::default(), Options::default()).unwrap()
            } else {
                evaluation
            }
            .outcome(&Overrides::default());
            for (reason, judge) in reasons
                .iter()
                .flat_map(|reason| judges.map(|judge| (*reason, judge)))
            {
                outcome.state = State::Unscored(reason);
                outcome.trace = std::sync::Arc::new(exchange.clone().into_iter().collect());
                if of_input.contains(&reason) {
                    outcome.trace = std::sync::Arc::default();
                }
                for lang in Lang::ALL {
                    let strings = lang.strings();
                    let r = strings.reasons();
                    let said = strings.reason_of(&outcome, judge).unwrap();
                    let what = format!("{} {reason:?} {judge:?}: {said:?}", metric.id());
                    assert!(!said.what.is_empty() && !said.next.is_empty(), "{what}");
                    assert!(!said.what.contains('{') && !said.next.contains('{'), "{what}");
                    // Nobody was asked, so neither another model nor a second run helps.
                    if made_of_scores {
                        let notes = strings.notes().unwrap();
                        assert_eq!(said.next, notes.scores_lacking_next, "{what}");
                        let names = metric.takes_scores().iter().map(|part| strings.metric_name(part));
                        names.for_each(|name| assert!(said.what.contains(name), "{what}"));
                    }
                    let limits = [r.truncated_next, r.empty_reply_next];
                    assert!(
                        !matches!(
                            judge,
                            JudgeKind::ByHand | JudgeKind::Embedded | JudgeKind::BuiltIn
                        ) || !limits.contains(&said.next.as_str()),
                        "a limit that can't be raised: {what}"
                    );
                    // The same text gets the same answer from the embedded judge.
                    let again = [r.missing_verdict_next, r.unreadable_next, r.out_of_scale_next];
                    assert!(
                        judge != JudgeKind::Embedded || !again.contains(&said.next.as_str()),
                        "{what}"
                    );
                    // Vectors are no text that could be opened, and have no prompt.
                    let vectors = open
                        .first()
                        .is_some_and(|ask| !matches!(ask.body, Body::Chat { .. }));
                    assert!(!vectors || said.next != r.unreadable_next, "{what}");
                    told += 1;
                }
            }
        }
        assert!(told > 3000);
    }

    /// Who skips the second question is told so, and no more of the reply than that.
    #[test]
    fn a_skipped_question_is_told() {
        use crate::evaluation::{Evaluation, Options, Overrides};
        let metric = crate::metric::catalogue::find("rag-recall").unwrap();
        let sample = metric.examples()[0].sample();
        let mut evaluation = Evaluation::start(metric, sample, Options::default()).unwrap();
        let replies = [Reply::text("RECALL_Final_Score: 4"), Reply::None(NoReply::RanOut)];
        for reply in replies {
            let path = evaluation.open_asks().unwrap()[0].path.clone();
            evaluation.take(&path, reply).unwrap();
        }
        let outcome = evaluation.outcome(&Overrides::default());
        for lang in Lang::ALL {
            let strings = lang.strings();
            let notes = strings.notes().unwrap();
            let said = strings.reason_of(&outcome, JudgeKind::ByHand).unwrap();
            assert_eq!(
                said.what,
                strings.join(&[strings.reasons().missing_verdict, notes.skipped])
            );
            assert_eq!(said.next, notes.skipped_next);
        }
    }

    /// The embedded judge reads items that name who does them; where it found none, that is told, and what would do.
    #[test]
    fn items_that_name_nobody_are_told_with_the_wording_that_would_do() {
        use crate::evaluation::{Evaluation, Options, Overrides};
        let metric = crate::metric::catalogue::find("attribution").unwrap();
        let sample = crate::sample::Sample {
            answer: "The budget must be checked by Ana. Ben calls Lisbon.".into(),
            contexts: vec!["Ana: I check the budget. Ben: I call Lisbon.".into()],
            ..Default::default()
        };
        let mut evaluation = Evaluation::start(metric, sample, Options::default()).unwrap();
        while let Some(ask) = evaluation.open_asks().and_then(|asks| asks.first().cloned()) {
            let none = Reply::None(NoReply::Unanswerable);
            evaluation.take(&ask.path, none).unwrap();
        }
        let outcome = evaluation.outcome(&Overrides::default());
        for lang in Lang::ALL {
            let notes = lang.strings().notes().unwrap();
            let said = lang.strings().reason_of(&outcome, JudgeKind::Embedded).unwrap();
            assert_eq!(said.what, notes.items_unread);
            assert_eq!(said.next, notes.items_unread_next);
        }
    }

    /// A part of a score that lacks its input is named with that input, in every language.
    #[test]
    fn a_missing_part_is_told_with_what_it_needs() {
        use crate::evaluation::{Evaluation, Options, Overrides};
        use crate::sample::Sample;
        let metric = crate::metric::catalogue::find("ragas-score").unwrap();
        let sample = Sample {
            question: "Why?".into(),
            answer: "So.".into(),
            contexts: vec!["So it is.".into()],
            ..Sample::default()
        };
        let mut options = Options::default();
        for part in ["faithfulness", "answer-relevancy"] {
            options.values.insert(part.to_owned(), 0.5.into());
        }
        for (sample, wanted) in [
            (
                sample,
                "Missing: Context Precision, Context Recall. Context Precision needs what is empty here: \
                Reference answer. Context Recall needs what is empty here: Reference answer.",
            ),
            (Sample::default(), "Missing: Context Precision, Context Recall."),
        ] {
            let evaluation = Evaluation::start(metric, sample, options.clone()).unwrap();
            let outcome = evaluation.outcome(&Overrides::default());
            assert_eq!(outcome.state, State::Unscored(Reason::MissingVerdict));
            let said = Lang::En.strings().reason_of(&outcome, JudgeKind::Nobody).unwrap();
            assert!(said.what.ends_with(wanted), "{said:?}");
            assert!(
                Lang::ZhHant
                    .strings()
                    .reason_of(&outcome, JudgeKind::Nobody)
                    .is_some()
            );
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
                s.lang.of_metrics().labels.all(),
                s.lang.of_metrics().part_scores.all(),
                s.lang.of_metrics().notes.all(),
                s.judged().all(),
                s.embedded.all(),
                s.marks.all(),
                s.reasons().all(),
                s.flags.all(),
                s.page.all(),
                s.form.all(),
                s.run.all(),
                s.prompt_panel.all(),
                s.judge_panel.all(),
                s.lang.hand().all(),
                s.verdict.all(),
                s.empty.all(),
                s.evidence.all(),
                s.report.all(),
                s.fields().all(),
                s.breakdown().all(),
                s.change().all(),
                s.picker().all(),
                s.plan().all(),
                s.together().all(),
                s.guide().all(),
                s.keep.all(),
                s.calling.all(),
                s.lang.failures().all(),
                s.lang.rooms().all(),
                s.lang.kept().all(),
                s.lang.elsewhere().all(),
                s.lang.connect().all(),
                s.lang.paste().all(),
                s.lang.editor().all(),
            ]
            .concat()
        };
        for ((name, en), (_, zh)) in groups(Lang::En).into_iter().zip(groups(Lang::ZhHant)) {
            // Chinese puts no space between sentences.
            let said = name == "between_sentences" || !zh.is_empty();
            assert!(!en.is_empty() && said, "{name}");
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
