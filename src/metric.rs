//! The metrics, a file each or a file a family, and the list of them. Adding one is one line here.
//!
//! What they share: the steps that ask and ask again ([`steps`]), the asks in the same words ([`texts`]), shares of
//! statements ([`statement_share`]), vectors ([`embedding`]), and the [`breakdown`] that the page shows.

pub mod breakdown;
pub mod catalogue;
pub mod embedding;
pub mod statement_share;
pub mod steps;
pub mod texts;

/// Declares the file of each metric or family, and lists the metrics in it.
macro_rules! metrics {
    ($($file:ident: $($metric:ident),+;)+) => {
        $(pub mod $file;)+

        /// Every metric, in the order of the picker.
        const ALL: &[&dyn crate::evaluation::Metric] = &[$($(&$file::$metric),+),+];
    };
}

metrics! {
    rag_recall: RagRecall;
    sufficient_context: SUFFICIENT_CONTEXT, SUFFICIENT_CONTEXT_PAPER;
    faithfulness: Faithfulness;
    context_recall: ContextRecall;
    answer_relevancy: AnswerRelevancy;
    context_precision: CONTEXT_PRECISION, CONTEXT_UTILIZATION;
    context_relevance: ContextRelevance;
    answer_similarity: AnswerSimilarity;
    factual_correctness: FactualCorrectness;
    answer_correctness: AnswerCorrectness;
    aspect_critique: AspectCritique;
    ragas_score: RagasScore;
    groundedness: Groundedness;
    self_check: SelfCheck;
    ares: CONTEXT_RELEVANCE, ANSWER_FAITHFULNESS, ANSWER_RELEVANCE;
    claims: Claims;
    seed_judges: RELEVANCY, HALLUCINATION, ATTRIBUTION, SUMMARY_COMPLETENESS;
    text_overlap: BLEU, ROUGE_1, ROUGE_2, ROUGE_L, CHRF;
    bertscore: BertScore;
    retrieval_accuracy: RetrievalAccuracy;
    rubric: Rubric;
}
