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

/// Declares the file of each metric or family, and lists the metrics in it with their ids.
macro_rules! metrics {
    ($($file:ident: $($metric:ident = $id:literal),+;)+) => {
        $(pub mod $file;)+

        /// Every metric, in the order of the picker.
        const ALL: &[&dyn crate::evaluation::Metric] = &[$($(&$file::$metric),+),+];
        /// Their ids.
        const IDS: &[&str] = &[$($($id),+),+];
    };
}

metrics! {
    rag_recall: RagRecall = "rag-recall";
    sufficient_context: SUFFICIENT_CONTEXT = "sufficient-context", SUFFICIENT_CONTEXT_PAPER = "sufficient-context-paper";
    faithfulness: Faithfulness = "faithfulness";
    context_recall: ContextRecall = "context-recall";
    answer_relevancy: AnswerRelevancy = "answer-relevancy";
    context_precision: CONTEXT_PRECISION = "context-precision", CONTEXT_UTILIZATION = "context-utilization";
    context_relevance: ContextRelevance = "context-relevance";
    answer_similarity: AnswerSimilarity = "answer-similarity";
    factual_correctness: FactualCorrectness = "factual-correctness";
    answer_correctness: AnswerCorrectness = "answer-correctness";
    aspect_critique: AspectCritique = "aspect-critique";
    ragas_score: RagasScore = "ragas-score";
    groundedness: Groundedness = "groundedness";
    self_check: SelfCheck = "self-check";
    ares: CONTEXT_RELEVANCE = "ares-context-relevance", ANSWER_FAITHFULNESS = "ares-answer-faithfulness", ANSWER_RELEVANCE = "ares-answer-relevance";
    claims: Claims = "claims";
    seed_judges: RELEVANCY = "relevancy", HALLUCINATION = "hallucination", ATTRIBUTION = "attribution", SUMMARY_COMPLETENESS = "summary-completeness";
    text_overlap: BLEU = "bleu", ROUGE_1 = "rouge-1", ROUGE_2 = "rouge-2", ROUGE_L = "rouge-l", CHRF = "chrf";
    bertscore: BertScore = "bertscore";
    retrieval_accuracy: RetrievalAccuracy = "retrieval-accuracy";
    rubric: Rubric = "rubric";
}
