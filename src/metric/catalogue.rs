//! The list of all metrics. Adding one is one line here.
//!
//! Ids stand beside the metrics so that a list of them needs no metric: the page is there before the metrics are.

use crate::evaluation::Metric;

macro_rules! catalogue {
    ($($id:literal => $metric:expr,)*) => {
        /// The ids of every metric, in the order of the picker.
        pub const IDS: &[&str] = &[$($id),*];
        /// Every metric, in the order of the picker.
        pub const ALL: &[&dyn Metric] = &[$(&$metric),*];
    };
}

catalogue! {
    "rag-recall" => super::rag_recall::RagRecall,
    "sufficient-context" => super::sufficient_context::SUFFICIENT_CONTEXT,
    "sufficient-context-paper" => super::sufficient_context::SUFFICIENT_CONTEXT_PAPER,
    "faithfulness" => super::faithfulness::Faithfulness,
    "context-recall" => super::context_recall::ContextRecall,
    "answer-relevancy" => super::answer_relevancy::AnswerRelevancy,
    "context-precision" => super::context_precision::CONTEXT_PRECISION,
    "context-utilization" => super::context_precision::CONTEXT_UTILIZATION,
    "context-relevance" => super::context_relevance::ContextRelevance,
    "answer-similarity" => super::answer_similarity::AnswerSimilarity,
    "factual-correctness" => super::factual_correctness::FactualCorrectness,
    "answer-correctness" => super::answer_correctness::AnswerCorrectness,
    "aspect-critique" => super::aspect_critique::AspectCritique,
    "ragas-score" => super::ragas_score::RagasScore,
    "groundedness" => super::groundedness::Groundedness,
    "self-check" => super::self_check::SelfCheck,
    "ares-context-relevance" => super::ares::CONTEXT_RELEVANCE,
    "ares-answer-faithfulness" => super::ares::ANSWER_FAITHFULNESS,
    "ares-answer-relevance" => super::ares::ANSWER_RELEVANCE,
    "claims" => super::claims::Claims,
    "relevancy" => super::seed_judges::RELEVANCY,
    "hallucination" => super::seed_judges::HALLUCINATION,
    "attribution" => super::seed_judges::ATTRIBUTION,
    "summary-completeness" => super::seed_judges::SUMMARY_COMPLETENESS,
    "bleu" => super::text_overlap::BLEU,
    "rouge-1" => super::text_overlap::ROUGE_1,
    "rouge-2" => super::text_overlap::ROUGE_2,
    "rouge-l" => super::text_overlap::ROUGE_L,
    "chrf" => super::text_overlap::CHRF,
    "retrieval-accuracy" => super::retrieval_accuracy::RetrievalAccuracy,
    "rubric" => super::rubric::Rubric,
}

/// The metric with an id.
pub fn find(id: &str) -> Option<&'static dyn Metric> {
    ALL.iter().copied().find(|metric| metric.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_names_its_metric() {
        let ids: Vec<&str> = ALL.iter().map(|metric| metric.id()).collect();
        assert_eq!(ids, IDS);
    }
}
