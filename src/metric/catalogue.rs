//! The list of all metrics. Adding one is one line here.

use crate::evaluation::Metric;

/// Every metric, in the order of the picker.
pub const ALL: &[&dyn Metric] = &[
    &super::rag_recall::RagRecall,
    &super::sufficient_context::SUFFICIENT_CONTEXT,
    &super::sufficient_context::SUFFICIENT_CONTEXT_PAPER,
    &super::faithfulness::Faithfulness,
    &super::context_recall::ContextRecall,
    &super::answer_relevancy::AnswerRelevancy,
    &super::context_precision::CONTEXT_PRECISION,
    &super::context_precision::CONTEXT_UTILIZATION,
    &super::context_relevance::ContextRelevance,
    &super::answer_similarity::AnswerSimilarity,
    &super::factual_correctness::FactualCorrectness,
    &super::answer_correctness::AnswerCorrectness,
    &super::aspect_critique::AspectCritique,
    &super::ragas_score::RagasScore,
    &super::groundedness::Groundedness,
    &super::self_check::SelfCheck,
    &super::ares::CONTEXT_RELEVANCE,
    &super::ares::ANSWER_FAITHFULNESS,
    &super::ares::ANSWER_RELEVANCE,
    &super::claims::Claims,
    &super::seed_judges::RELEVANCY,
    &super::seed_judges::HALLUCINATION,
    &super::seed_judges::ATTRIBUTION,
    &super::seed_judges::SUMMARY_COMPLETENESS,
    &super::text_overlap::BLEU,
    &super::text_overlap::ROUGE_1,
    &super::text_overlap::ROUGE_2,
    &super::text_overlap::ROUGE_L,
    &super::text_overlap::CHRF,
    &super::bertscore::BertScore,
    &super::retrieval_accuracy::RetrievalAccuracy,
    &super::rubric::Rubric,
];

/// The metric with an id.
pub fn find(id: &str) -> Option<&'static dyn Metric> {
    ALL.iter().copied().find(|metric| metric.id() == id)
}
