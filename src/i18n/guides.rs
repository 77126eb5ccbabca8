//! The page of each metric: its formula, where it comes from, its steps, and how it differs from well-known code; in
//! every language. What it is for and when not to use it stands with the metric's other texts.

/// What the page of a metric says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuideTexts {
    /// The metric's id.
    pub id: &'static str,
    /// The formula, in symbols; several one below the other. How it is typeset: [`crate::text::formula`].
    pub formula: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// What happens, step by step.
    pub steps: &'static [&'static str],
    /// How it differs from well-known code.
    pub differs: &'static str,
}

/// How a ranking of chunks is judged, with all its figures.
const RANKING: &str = "AP = Σₖ P@k · vₖ / Σ v\n\
    P@k = useful chunks among the first k / k\n\
    vₖ = 1 if chunk k is useful, else 0\n\
    precision@K = useful chunks / chunks\n\
    MRR = 1 / rank of the first useful chunk\n\
    nDCG = DCG / DCG of all useful chunks in front\n\
    DCG = Σₖ vₖ / log₂(k + 1)";

/// How a ranking of chunks is judged, with all its figures.
const RANKING_ZH: &str = "AP = Σₖ P@k · vₖ / Σ v\n\
    P@k = 前 k 個中有用的片段 / k\n\
    vₖ = 1 若第 k 個片段有用, 否則 0\n\
    precision@K = 有用的片段 / 片段總數\n\
    MRR = 1 / 第一個有用片段的排名\n\
    nDCG = DCG / 有用片段全排在最前的 DCG\n\
    DCG = Σₖ vₖ / log₂(k + 1)";

/// English.
pub(super) const EN: &[GuideTexts] = &[
    GuideTexts {
        id: "rag-recall",
        formula: "final = min(5, Σ essential / E + Σ bonus / (E · B · 2))",
        source: "RAG Recall prompt",
        steps: &[
            "The judge scores each essential passage 1–5 and each bonus passage 0–5.",
            "Passages without a usable score are asked for once more, together.",
            "The four lines of the formula are computed here, rounded half up to two decimals.",
        ],
        differs: "The judge’s own totals are compared with ours and never used; a score off the scale is never bent.",
    },
    GuideTexts {
        id: "sufficient-context",
        formula: "score = 1 if sufficient, 0 if not",
        source: "RAGFlow; Joren et al. 2024",
        steps: &[
            "The judge says whether a plausible answer can be inferred, lists the required entities and whether each is covered.",
            "Where its two verdict keys disagree it is asked once more.",
        ],
        differs: "Two keys that still disagree are a conflict without a score; other readers take “either says sufficient”.",
    },
    GuideTexts {
        id: "sufficient-context-paper",
        formula: "score = 1 if sufficient, 0 if not",
        source: "Joren et al. 2024, Sufficient Context",
        steps: &[
            "The judge gives its reasoning and a verdict of 0 or 1; inference over several hops is allowed.",
        ],
        differs: "Our own wording of the published instructions.",
    },
    GuideTexts {
        id: "faithfulness",
        formula: "supported statements / statements",
        source: "Es et al. 2023, RAGAS",
        steps: &[
            "The answer is split into statements that stand alone.",
            "Each statement is checked against the chunks: 1 supported, 0 not.",
            "A statement without a verdict is asked for once more, by itself.",
        ],
        differs: "The score is over the statements that were submitted; published code divides by the verdicts that came back.",
    },
    GuideTexts {
        id: "context-recall",
        formula: "attributed statements / statements of the reference",
        source: "Es et al. 2023, RAGAS",
        steps: &[
            "The reference is split into statements.",
            "Each is looked for in the chunks: 1 found, 0 not.",
        ],
        differs: "No chunks at all give 0, not an error.",
    },
    GuideTexts {
        id: "answer-relevancy",
        formula: "mean of cos(question, questionᵢ), i = 1 … n\n\
            by statements = relevant statements / statements",
        source: "Es et al. 2023, RAGAS",
        steps: &[
            "n questions are made from the answer, each with whether the answer evades.",
            "The embeddings of your question and of those are compared.",
            "Without embeddings: relevant statements / statements.",
        ],
        differs: "0 only when every draw is noncommittal (published since 2025; before, any one). A negative cosine is shown, not clipped.",
    },
    GuideTexts {
        id: "context-precision",
        formula: RANKING,
        source: "Es et al. 2023, RAGAS",
        steps: &[
            "For each chunk: was it useful to arrive at the reference?",
            "The average precision of the ranking is computed from these verdicts; so are precision@K, MRR and nDCG.",
        ],
        differs: "A perfect ranking is exactly 1; published code adds a small constant below the line.",
    },
    GuideTexts {
        id: "context-utilization",
        formula: RANKING,
        source: "Es et al. 2023, RAGAS",
        steps: &["As Context Precision, with the answer in place of the reference."],
        differs: "As Context Precision.",
    },
    GuideTexts {
        id: "context-relevance",
        formula: "a = needed sentences / sentences\n\
            b = (rating₁ + rating₂) / 4\n\
            c = relevant statements / statements",
        source: "Es et al. 2023, RAGAS; NVIDIA’s two ratings",
        steps: &[
            "a: the chunks are split into numbered sentences here; the judge names those that are needed.",
            "b: two differently worded prompts rate 0–2; halved and averaged.",
            "c: statements of each chunk, relevant / all.",
        ],
        differs: "“Nothing is needed” is 0; published code counts that reply as one sentence.",
    },
    GuideTexts {
        id: "answer-similarity",
        formula: "cos(answer, reference) = a · r / (|a| · |r|)",
        source: "RAGAS documentation, Semantic Similarity: docs.ragas.io; after Es et al. 2023, arXiv:2309.15217",
        steps: &["Both texts are embedded; the cosine is the score."],
        differs: "Not clipped to 0–1.",
    },
    GuideTexts {
        id: "factual-correctness",
        formula: "F = (1 + β²) · P · R / (β² · P + R)\n\
            P = claims of the answer in the reference / claims of the answer\n\
            R = claims of the reference in the answer / claims of the reference\n\
            compatible R = TP / (TP + claims of the reference that the answer lacks)",
        source: "RAGAS documentation, Factual Correctness: docs.ragas.io; after Es et al. 2023, arXiv:2309.15217",
        steps: &[
            "Answer and reference are split into statements.",
            "Precision: the answer’s statements against the reference. Recall: the reference’s against the answer.",
        ],
        differs: "Recall is over the reference’s statements; the compatible count mixes both sets as published code does.",
    },
    GuideTexts {
        id: "answer-correctness",
        formula: "w · TP / (TP + 0.5 · (FP + FN)) + (1 − w) · cos(answer, reference), w = 0.75 unless set",
        source: "RAGAS documentation, Answer Correctness: docs.ragas.io; after Es et al. 2023, arXiv:2309.15217",
        steps: &[
            "Both texts are split into statements.",
            "One question sorts them: right, wrong, missing.",
            "The cosine of the embeddings is added by its weight.",
        ],
        differs: "A statement that the judge puts on both lists has no verdict, and that is told.",
    },
    GuideTexts {
        id: "aspect-critique",
        formula: "score = 1 if 2 · Σ v > n, else 0\n\
            v = 1 for a yes, 0 for a no\n\
            n = votes",
        source: "RAGAS documentation, Aspect Critic: docs.ragas.io; after Es et al. 2023, arXiv:2309.15217",
        steps: &[
            "The judge answers yes or no to the definition, n times.",
            "The majority decides; the split is shown.",
        ],
        differs: "n votes are n calls; published code asks once and counts that reply.",
    },
    GuideTexts {
        id: "ragas-score",
        formula: "4 / (1/F + 1/R + 1/P + 1/C)\n\
            0 if one of the four is 0 or less\n\
            F = faithfulness\n\
            R = answer relevancy\n\
            P = context precision\n\
            C = context recall",
        source: "Es et al. 2023, RAGAS (early releases)",
        steps: &[
            "The harmonic mean of the four scores of this sample.",
            "Where one of them is 0 or negative, it is 0. Where one has no score, there is none.",
        ],
        differs: "Not the same as the harmonic mean of a dataset’s four means.",
    },
    GuideTexts {
        id: "groundedness",
        formula: "Σ ratings / (max · sentences)",
        source: "TruLens documentation, the RAG triad (groundedness): www.trulens.org",
        steps: &[
            "The answer is split into sentences here.",
            "The judge rates each from 0 to the highest rating (3 unless set) and quotes the evidence; what it quotes that is not word for word is shown with its nearest match.",
            "By choice, sentences that abstain count by whether the question can be answered from the chunks.",
        ],
        differs: "Sentences are split by the app, so that every one is rated.",
    },
    GuideTexts {
        id: "self-check",
        formula: "mean over sentences and samples of: yes 0, unsure 0.5, no 1\n\
            all = 0 if every sample supports every sentence, else 1",
        source: "Manakul et al. 2023, SelfCheckGPT (prompt variant)",
        steps: &[
            "Where the setting says so, the judge first answers the question itself, as often as it says, for further answers.",
            "Each sentence of the answer is held against each further answer: does it support the sentence?",
            "1 means contradicted: lower is better.",
        ],
        differs: "A second reading (all) takes the whole answer as correct only if every further answer supports every sentence. The question stands in the prompt, where there is one.",
    },
    GuideTexts {
        id: "ares-context-relevance",
        formula: "score = 1 if yes, 0 if no",
        source: "Saad-Falcon et al. 2024, ARES",
        steps: &["One verdict with its reason."],
        differs: "A prompted judge in place of a fine-tuned one; human labels correct its mean over many samples.",
    },
    GuideTexts {
        id: "ares-answer-faithfulness",
        formula: "score = 1 if yes, 0 if no",
        source: "Saad-Falcon et al. 2024, ARES",
        steps: &["One verdict with its reason."],
        differs: "A prompted judge in place of a fine-tuned one; human labels correct its mean over many samples.",
    },
    GuideTexts {
        id: "ares-answer-relevance",
        formula: "score = 1 if yes, 0 if no",
        source: "Saad-Falcon et al. 2024, ARES",
        steps: &["One verdict with its reason."],
        differs: "A prompted judge in place of a fine-tuned one; human labels correct its mean over many samples.",
    },
    GuideTexts {
        id: "claims",
        formula: "F1 = 2 · P · R / (P + R)\n\
            P = correct claims of the answer / claims of the answer\n\
            R = claims of the reference in the answer / claims of the reference\n\
            claim recall = claims of the reference in a chunk / claims of the reference\n\
            context precision = chunks that hold a claim of the reference / chunks\n\
            context utilization = retrieved claims of the reference in the answer / retrieved claims of the reference\n\
            noise sensitivity (relevant) = wrong claims of the answer in relevant chunks / claims of the answer\n\
            noise sensitivity (irrelevant) = wrong claims only in irrelevant chunks / claims of the answer\n\
            hallucination = wrong claims in no chunk / claims of the answer\n\
            self-knowledge = correct claims in no chunk / claims of the answer\n\
            faithfulness = claims of the answer in a chunk / claims of the answer",
        source: "Ru et al. 2024, RAGChecker",
        steps: &[
            "Answer and reference are split into claims.",
            "The answer’s claims are checked against the reference, the reference’s against the answer.",
            "Both are checked against each chunk.",
            "Eleven figures are computed from these verdicts.",
        ],
        differs: "The same figures as the published code (RAGChecker) from the same verdicts, but for what has nothing to divide by: where no chunk holds a claim of the reference, it gives a context utilization of 0; here the figure is left out with its reason, and so are all figures of chunks where there are none. Claims here are sentences, not triples.",
    },
    GuideTexts {
        id: "relevancy",
        formula: "score = 1 if relevant, 0 if not",
        source: "A set of four judge prompts without a named author, reworded here",
        steps: &["The judge gives 0 or 1."],
        differs: "A 0.5 is out of scale, never rounded.",
    },
    GuideTexts {
        id: "hallucination",
        formula: "score = number that the judge gives, 0 … 1\n\
            1 = no hallucination",
        source: "A set of four judge prompts without a named author, reworded here",
        steps: &[
            "One question for the score, one for the list of false claims.",
            "Each listed claim is located in the response.",
        ],
        differs: "1 means NO hallucination; a claim that is not verbatim is marked as such.",
    },
    GuideTexts {
        id: "attribution",
        formula: "score = number that the judge gives, 0 … 1",
        source: "A set of four judge prompts without a named author, reworded here",
        steps: &["One question for the score, one for the list of misattributed items."],
        differs: "A response without action items is not applicable.",
    },
    GuideTexts {
        id: "summary-completeness",
        formula: "score = number that the judge gives, 0 … 1",
        source: "A set of four judge prompts without a named author, reworded here",
        steps: &["One question for the score, one for the topics that are missing."],
        differs: "A score of 1 with missing topics, and one below 1 without, are told.",
    },
    GuideTexts {
        id: "bleu",
        formula: "BLEU = BP · exp(Σ ln pₙ / 4), n = 1 … 4\n\
            pₙ = n-grams that the reference has too / n-grams of the answer\n\
            BP = exp(1 − r / c) if c < r, else 1",
        source: "Papineni et al. 2002; Post 2018, sacreBLEU",
        steps: &[
            "n-grams of words are counted in both texts.",
            "An order of which nothing matches counts 1 / (2ᵏ · n-grams of the answer), the k-th of them; nothing matching at all is 0.",
            "In Unicode mode only the orders that the answer is long enough for count.",
        ],
        differs: "On a 0–1 scale. The compatible mode equals the corpus BLEU of sacreBLEU 2.6 (13a) over this one pair, so an answer of fewer than four tokens (a full stop is one) gets 0, also against itself; its sentence BLEU leaves out the orders that are too long.",
    },
    GuideTexts {
        id: "rouge-1",
        formula: "F1 = 2 · P · R / (P + R)\n\
            P = shared words / words of the answer\n\
            R = shared words / words of the reference",
        source: "Lin 2004",
        steps: &["Shared words are counted."],
        differs: "The compatible mode equals rouge_score 0.1.2 with its stemmer. The Unicode mode stems too, and splits texts of every script.",
    },
    GuideTexts {
        id: "rouge-2",
        formula: "F1 = 2 · P · R / (P + R)\n\
            P = shared pairs of words / pairs of words of the answer\n\
            R = shared pairs of words / pairs of words of the reference",
        source: "Lin 2004",
        steps: &["Shared pairs of words are counted."],
        differs: "The compatible mode equals rouge_score 0.1.2 with its stemmer. The Unicode mode stems too, and splits texts of every script.",
    },
    GuideTexts {
        id: "rouge-l",
        formula: "F1 = 2 · P · R / (P + R)\n\
            P = longest common subsequence / words of the answer\n\
            R = longest common subsequence / words of the reference",
        source: "Lin 2004",
        steps: &["The longest common subsequence of words is found."],
        differs: "The compatible mode equals rouge_score 0.1.2 with its stemmer. The Unicode mode stems too, and splits texts of every script.",
    },
    GuideTexts {
        id: "chrf",
        formula: "F₂ = (1 + β²) · P · R / (β² · P + R), β = 2\n\
            P = Σ pₙ / 6, R = Σ rₙ / 6, n = 1 … 6\n\
            pₙ = shared n-grams / n-grams of the answer\n\
            rₙ = shared n-grams / n-grams of the reference",
        source: "Popović 2015; sacreBLEU",
        steps: &["Character n-grams are counted in both texts."],
        differs: "On a 0–1 scale; the compatible mode equals sacreBLEU 2.6.",
    },
    GuideTexts {
        id: "bertscore",
        formula: "F1 = 2 · P · R / (P + R)\n\
            P = Σ best cosines / tokens of the answer\n\
            R = Σ best cosines / tokens of the reference",
        source: "Zhang et al. 2020, BERTScore",
        steps: &[
            "An embedding model in the page gives a vector for each token of both texts; special tokens are left out.",
            "Each token takes its most similar token of the other text; several may take the same.",
            "Precision is the mean over the answer’s tokens, recall over the reference’s.",
        ],
        differs: "No rescaling against a baseline and no IDF weights; the model is the app’s own, so published scores of other models can’t be compared. Vectors of whole texts are never taken instead.",
    },
    GuideTexts {
        id: "retrieval-accuracy",
        formula: "accuracy = retrieved reference ids / reference ids\n\
            page accuracy = retrieved reference pages / reference pages\n\
            precision@k = right ids among the first k / k\n\
            recall@k = right ids among the first k / reference ids\n\
            hit@k = min(1, right ids among the first k)\n\
            reciprocal rank = 1 / rank of the first right id\n\
            nDCG of the whole list = DCG / DCG of all reference ids in front\n\
            DCG = Σₖ vₖ / log₂(k + 1)\n\
            vₖ = 1 if id k is right, else 0",
        source: "Manning, Raghavan and Schütze 2008, Introduction to Information Retrieval, chapter 8; Järvelin and Kekäläinen 2002 (nDCG)",
        steps: &[
            "The two lists of ids are compared, whole and by page.",
            "Precision@k, recall@k, hit@k, MRR and nDCG come from the same list.",
        ],
        differs: "Doubles and blank lines are left out, before k is counted. Accuracy, reciprocal rank and nDCG are of the whole list, whatever k is; nDCG@k, as other code reports it, sees the first k alone.",
    },
    GuideTexts {
        id: "rubric",
        formula: "score = number that the judge gives, lowest … highest of your scale",
        source: "Zheng et al. 2023, LLM-as-a-Judge (grading by a described scale)",
        steps: &[
            "The judge gives its reason, then a score on your scale.",
            "A score off the scale is asked for once more.",
        ],
        differs: "Never clamped to the scale.",
    },
];

/// Traditional Chinese.
pub(super) const ZH_HANT: &[GuideTexts] = &[
    GuideTexts {
        id: "rag-recall",
        formula: "總分 = min(5, Σ 必要 / E + Σ 加分 / (E · B · 2))",
        source: "RAG Recall prompt",
        steps: &[
            "評審為每段必要段落給 1–5 分、加分段落給 0–5 分。",
            "沒有可用分數的段落會一起重問一次。",
            "公式的四行由本頁計算，四捨五入到小數兩位。",
        ],
        differs: "評審自己寫的總分只用來對照，不採用；超出量尺的分數不會硬改。",
    },
    GuideTexts {
        id: "sufficient-context",
        formula: "分數 = 足夠 1, 不足 0",
        source: "RAGFlow; Joren et al. 2024",
        steps: &[
            "評審判斷是否能推得合理的答案，並列出必要項目及各自是否涵蓋。",
            "兩個判定欄位互相矛盾時會重問一次。",
        ],
        differs: "重問後仍矛盾即為「互相矛盾」、沒有分數；其他程式常以任一欄位為準。",
    },
    GuideTexts {
        id: "sufficient-context-paper",
        formula: "分數 = 足夠 1, 不足 0",
        source: "Joren et al. 2024, Sufficient Context",
        steps: &["評審給出理由與 0 或 1 的判定；容許多步推論。"],
        differs: "以我們自己的文字重寫論文的指示。",
    },
    GuideTexts {
        id: "faithfulness",
        formula: "有依據的陳述數 / 陳述總數",
        source: "Es et al. 2023, RAGAS",
        steps: &[
            "將答案拆成可獨立理解的陳述。",
            "逐一對照片段：1 為有依據，0 為沒有。",
            "沒有判定的陳述會單獨重問一次。",
        ],
        differs: "分母是送出的陳述數；公開程式以收到的判定數為分母。",
    },
    GuideTexts {
        id: "context-recall",
        formula: "找得到出處的陳述數 / 參考答案的陳述總數",
        source: "Es et al. 2023, RAGAS",
        steps: &["將參考答案拆成陳述。", "逐一在片段中尋找：1 為找到，0 為沒有。"],
        differs: "完全沒有片段時得 0 分，而非錯誤。",
    },
    GuideTexts {
        id: "answer-relevancy",
        formula: "平均 cos(問題, 生成的問題ᵢ), i = 1 … n\n\
            以陳述 = 相關的陳述數 / 陳述總數",
        source: "Es et al. 2023, RAGAS",
        steps: &[
            "由答案反推 n 個問題，並判斷答案是否迴避。",
            "比較您的問題與這些問題的嵌入向量。",
            "不用嵌入向量時：相關陳述數 / 陳述數。",
        ],
        differs: "每次都迴避才得 0 分（2025 年以前是任一次）。負的餘弦值照實顯示。",
    },
    GuideTexts {
        id: "context-precision",
        formula: RANKING_ZH,
        source: "Es et al. 2023, RAGAS",
        steps: &[
            "逐片段判斷：它對得出參考答案是否有用？",
            "由這些判定計算排名的平均精確度，以及 precision@K、MRR、nDCG。",
        ],
        differs: "完美排名恰為 1；公開程式在分母加了一個小常數。",
    },
    GuideTexts {
        id: "context-utilization",
        formula: RANKING_ZH,
        source: "Es et al. 2023, RAGAS",
        steps: &["與脈絡精確度相同，以答案取代參考答案。"],
        differs: "同脈絡精確度。",
    },
    GuideTexts {
        id: "context-relevance",
        formula: "a = 需要的句子數 / 句子總數\n\
            b = (評等₁ + 評等₂) / 4\n\
            c = 相關的陳述數 / 陳述總數",
        source: "Es et al. 2023, RAGAS; NVIDIA’s two ratings",
        steps: &[
            "a：本頁將片段拆成編號句子，由評審指出需要的句子。",
            "b：兩則措辭不同的提示詞各給 0–2，折半後平均。",
            "c：各片段的陳述中，相關者所占比例。",
        ],
        differs: "「都不需要」為 0 分；公開程式把那則回覆算成一句。",
    },
    GuideTexts {
        id: "answer-similarity",
        formula: "cos(答案, 參考答案) = a · r / (|a| · |r|)",
        source: "RAGAS documentation, Semantic Similarity: docs.ragas.io; after Es et al. 2023, arXiv:2309.15217",
        steps: &["將兩段文字轉成嵌入向量，餘弦值即為分數。"],
        differs: "不截成 0–1。",
    },
    GuideTexts {
        id: "factual-correctness",
        formula: "F = (1 + β²) · P · R / (β² · P + R)\n\
            P = 參考答案支持的答案陳述 / 答案的陳述\n\
            R = 答案包含的參考陳述 / 參考答案的陳述\n\
            相容計數 R = TP / (TP + 答案沒有的參考陳述)",
        source: "RAGAS documentation, Factual Correctness: docs.ragas.io; after Es et al. 2023, arXiv:2309.15217",
        steps: &[
            "將答案與參考答案各拆成陳述。",
            "精確率：答案的陳述對照參考答案。召回率：參考答案的陳述對照答案。",
        ],
        differs: "召回率只看參考答案的陳述；相容計數則像公開程式一樣混用兩組。",
    },
    GuideTexts {
        id: "answer-correctness",
        formula: "w · TP / (TP + 0.5 · (FP + FN)) + (1 − w) · cos(答案, 參考答案), w 未設定時為 0.75",
        source: "RAGAS documentation, Answer Correctness: docs.ragas.io; after Es et al. 2023, arXiv:2309.15217",
        steps: &[
            "將兩段文字各拆成陳述。",
            "以一問分類：正確、錯誤、遺漏。",
            "再依權重加上嵌入向量的餘弦值。",
        ],
        differs: "同時列入兩邊的陳述視為沒有判定，並加以註明。",
    },
    GuideTexts {
        id: "aspect-critique",
        formula: "分數 = 1 若 2 · Σ v > n, 否則 0\n\
            v = 是 1, 否 0\n\
            n = 票數",
        source: "RAGAS documentation, Aspect Critic: docs.ragas.io; after Es et al. 2023, arXiv:2309.15217",
        steps: &["評審依定義回答是或否，共 n 次。", "多數決，並顯示票數。"],
        differs: "n 票就是 n 次呼叫；公開程式只問一次。",
    },
    GuideTexts {
        id: "ragas-score",
        formula: "4 / (1/F + 1/R + 1/P + 1/C)\n\
            四項中有任一項為 0 或更低時為 0\n\
            F = 忠實度\n\
            R = 答案相關性\n\
            P = 脈絡精確度\n\
            C = 脈絡召回",
        source: "Es et al. 2023, RAGAS (early releases)",
        steps: &[
            "此樣本四項分數的調和平均。",
            "任一項為 0 或負數時，結果為 0；任一項沒有分數時，結果也沒有分數。",
        ],
        differs: "與資料集四項平均的調和平均不同。",
    },
    GuideTexts {
        id: "groundedness",
        formula: "Σ 評分 / (滿分 · 句數)",
        source: "TruLens documentation, the RAG triad (groundedness): www.trulens.org",
        steps: &[
            "本頁將答案拆成句子。",
            "評審為每句給 0 到滿分（未設定時為 3）並引用依據；引文若與原文不符，會標出最接近的句子。",
            "可選擇讓表示不知道的句子依問題能否由片段回答來計分。",
        ],
        differs: "由本頁斷句，確保每句都有評等。",
    },
    GuideTexts {
        id: "self-check",
        formula: "各句對各答案的平均：支持 0, 沒有提到 0.5, 矛盾 1\n\
            與全部一致 = 每一句都獲全部答案支持為 0，否則為 1",
        source: "Manakul et al. 2023, SelfCheckGPT (prompt variant)",
        steps: &[
            "若設定如此要求，評審先自行回答問題數次，作為其他答案。",
            "將答案的每一句對照每個其他答案：是否支持？",
            "1 代表矛盾：越低越好。",
        ],
        differs: "另有一種判讀：每一句都獲得所有其他答案支持，整個答案才算正確。有問題時，提示詞會附上問題。",
    },
    GuideTexts {
        id: "ares-context-relevance",
        formula: "分數 = 是 1, 否 0",
        source: "Saad-Falcon et al. 2024, ARES",
        steps: &["一個判定與理由。"],
        differs: "以提示詞取代微調的評審；多筆樣本的平均可用人工標註校正。",
    },
    GuideTexts {
        id: "ares-answer-faithfulness",
        formula: "分數 = 是 1, 否 0",
        source: "Saad-Falcon et al. 2024, ARES",
        steps: &["一個判定與理由。"],
        differs: "以提示詞取代微調的評審；多筆樣本的平均可用人工標註校正。",
    },
    GuideTexts {
        id: "ares-answer-relevance",
        formula: "分數 = 是 1, 否 0",
        source: "Saad-Falcon et al. 2024, ARES",
        steps: &["一個判定與理由。"],
        differs: "以提示詞取代微調的評審；多筆樣本的平均可用人工標註校正。",
    },
    GuideTexts {
        id: "claims",
        formula: "F1 = 2 · P · R / (P + R)\n\
            P = 答案中正確的主張數 / 答案的主張總數\n\
            R = 答案涵蓋的參考主張數 / 參考主張總數\n\
            主張召回 = 片段中找得到的參考主張數 / 參考主張總數\n\
            脈絡精確度 = 含有參考主張的片段數 / 片段總數\n\
            脈絡利用度 = 檢索到且答案有用的參考主張數 / 檢索到的參考主張數\n\
            相關雜訊敏感度 = 來自相關片段的錯誤主張數 / 答案的主張總數\n\
            無關雜訊敏感度 = 只來自無關片段的錯誤主張數 / 答案的主張總數\n\
            幻覺 = 片段中找不到的錯誤主張數 / 答案的主張總數\n\
            自有知識 = 片段中找不到的正確主張數 / 答案的主張總數\n\
            忠實度 = 片段中找得到的主張數 / 答案的主張總數",
        source: "Ru et al. 2024, RAGChecker",
        steps: &[
            "將答案與參考答案拆成主張。",
            "答案的主張對照參考答案，參考答案的主張對照答案。",
            "兩者再逐一對照每個片段。",
            "由這些判定計算十一項數值。",
        ],
        differs: "相同判定得出與公開程式（RAGChecker）相同的數值，唯分母為零時不同：沒有片段含有參考答案的主張時，公開程式的脈絡利用度為 0，此處則不計並說明原因；沒有片段時，與片段有關的各項也都不計。此處的主張是句子而非三元組。",
    },
    GuideTexts {
        id: "relevancy",
        formula: "分數 = 相關 1, 不相關 0",
        source: "一組未署名的四個評審提示詞，此處重寫",
        steps: &["評審給 0 或 1。"],
        differs: "0.5 屬超出量尺，不會四捨五入。",
    },
    GuideTexts {
        id: "hallucination",
        formula: "分數 = 評審給的數值, 0 … 1\n\
            1 = 沒有幻覺",
        source: "一組未署名的四個評審提示詞，此處重寫",
        steps: &["一問取得分數，一問取得錯誤主張清單。", "逐一在回應中定位。"],
        differs: "1 代表沒有幻覺；非逐字的主張會註明。",
    },
    GuideTexts {
        id: "attribution",
        formula: "分數 = 評審給的數值, 0 … 1",
        source: "一組未署名的四個評審提示詞，此處重寫",
        steps: &["一問取得分數，一問取得歸屬錯誤的項目。"],
        differs: "沒有待辦事項的回應為不適用。",
    },
    GuideTexts {
        id: "summary-completeness",
        formula: "分數 = 評審給的數值, 0 … 1",
        source: "一組未署名的四個評審提示詞，此處重寫",
        steps: &["一問取得分數，一問取得缺少的主題。"],
        differs: "1 分卻有缺漏、或不到 1 分卻無缺漏，都會註明。",
    },
    GuideTexts {
        id: "bleu",
        formula: "BLEU = BP · exp(Σ ln pₙ / 4), n = 1 … 4\n\
            pₙ = 參考答案也有的 n-gram / 答案的 n-gram\n\
            BP = exp(1 − r / c)，若 c < r；否則為 1",
        source: "Papineni et al. 2002; Post 2018, sacreBLEU",
        steps: &[
            "計算兩段文字的詞 n-gram。",
            "沒有任何相符的階數，第 k 個以 1 / (2ᵏ · 答案的 n-gram 數) 計；全都不相符則為 0。",
            "Unicode 模式只計答案夠長的階數。",
        ],
        differs: "以 0–1 表示。相容模式與 sacreBLEU 2.6（13a）對這一對文字計算的 corpus BLEU 相同，因此不足四個 token（句號也算一個）的答案一律為 0，即使與自己相比；其 sentence BLEU 則略去過長的階數。",
    },
    GuideTexts {
        id: "rouge-1",
        formula: "F1 = 2 · P · R / (P + R)\n\
            P = 共有的詞 / 答案的詞\n\
            R = 共有的詞 / 參考答案的詞",
        source: "Lin 2004",
        steps: &["計算共同的詞。"],
        differs: "相容模式與 rouge_score 0.1.2（含詞幹處理）相同。Unicode 模式也做詞幹處理，並能切分各種文字。",
    },
    GuideTexts {
        id: "rouge-2",
        formula: "F1 = 2 · P · R / (P + R)\n\
            P = 共有的詞對 / 答案的詞對\n\
            R = 共有的詞對 / 參考答案的詞對",
        source: "Lin 2004",
        steps: &["計算共同的詞對。"],
        differs: "相容模式與 rouge_score 0.1.2（含詞幹處理）相同。Unicode 模式也做詞幹處理，並能切分各種文字。",
    },
    GuideTexts {
        id: "rouge-l",
        formula: "F1 = 2 · P · R / (P + R)\n\
            P = 最長共同子序列 / 答案的詞\n\
            R = 最長共同子序列 / 參考答案的詞",
        source: "Lin 2004",
        steps: &["找出最長共同詞序列。"],
        differs: "相容模式與 rouge_score 0.1.2（含詞幹處理）相同。Unicode 模式也做詞幹處理，並能切分各種文字。",
    },
    GuideTexts {
        id: "chrf",
        formula: "F₂ = (1 + β²) · P · R / (β² · P + R), β = 2\n\
            P = Σ pₙ / 6, R = Σ rₙ / 6, n = 1 … 6\n\
            pₙ = 共有的 n-gram / 答案的 n-gram\n\
            rₙ = 共有的 n-gram / 參考答案的 n-gram",
        source: "Popović 2015; sacreBLEU",
        steps: &["計算兩段文字的字元 n-gram。"],
        differs: "以 0–1 表示；相容模式與 sacreBLEU 2.6 相同。",
    },
    GuideTexts {
        id: "bertscore",
        formula: "F1 = 2 · P · R / (P + R)\n\
            P = Σ 最佳餘弦 / 答案的 token\n\
            R = Σ 最佳餘弦 / 參考答案的 token",
        source: "Zhang et al. 2020, BERTScore",
        steps: &[
            "頁面內的嵌入模型為兩段文字的每個 token 產生向量；特殊 token 不計。",
            "每個 token 取對方文字中最相似的 token；可重複選同一個。",
            "精確率是答案各 token 的平均，召回率是參考答案各 token 的平均。",
        ],
        differs: "不做基準線重新縮放，也不用 IDF 加權；使用本程式自己的模型，因此不能與其他模型發表的分數相比。絕不以整段文字的向量代替。",
    },
    GuideTexts {
        id: "retrieval-accuracy",
        formula: "正確率 = 檢索到的參考編號 / 參考編號\n\
            頁面準確度 = 檢索到的參考頁面 / 參考頁面\n\
            precision@k = 前 k 個中正確的編號 / k\n\
            recall@k = 前 k 個中正確的編號 / 參考編號\n\
            hit@k = min(1, 前 k 個中正確的編號)\n\
            倒數排名 = 1 / 第一個正確編號的排名\n\
            整份清單的 nDCG = DCG / 所有參考編號排在最前的 DCG\n\
            DCG = Σₖ vₖ / log₂(k + 1)\n\
            vₖ = 1 若第 k 個編號正確, 否則 0",
        source: "Manning, Raghavan and Schütze 2008, Introduction to Information Retrieval, chapter 8; Järvelin and Kekäläinen 2002 (nDCG)",
        steps: &[
            "比較兩份編號清單，以整個編號與以頁為單位。",
            "precision@k、recall@k、hit@k、MRR、nDCG 來自同一份清單。",
        ],
        differs: "重複與空白行先行略去，再計算 k。正確率、倒數排名與 nDCG 不論 k 為何都以整份清單計；其他程式的 nDCG@k 只看前 k 個。",
    },
    GuideTexts {
        id: "rubric",
        formula: "分數 = 評審給的數值, 您的量尺最低 … 最高",
        source: "Zheng et al. 2023, LLM-as-a-Judge（依描述的量尺評分）",
        steps: &["評審先說理由，再依您的量尺給分。", "超出量尺會重問一次。"],
        differs: "不會硬改到量尺內。",
    },
];
