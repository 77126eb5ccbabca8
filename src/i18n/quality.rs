//! The page "How good is this judge?": its sentences, the examples that it judges at once, and the figures that others
//! published. Our own figures are not here: they come from the file that `make judge-eval` writes.

/// What the page says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QualityTexts {
    /// Whether to trust it, in short.
    pub intro: &'static str,
    /// Over our figures.
    pub measured: &'static str,
    /// How they came about; holds `{version}`.
    pub measured_how: &'static str,
    /// The file could not be read.
    pub no_figures: &'static str,
    /// Column heads: task, set, n, figure, interval, plain matching.
    pub columns: [&'static str; 6],
    /// Names of tasks by their id.
    pub tasks: &'static [(&'static str, &'static str)],
    /// What `auc` is.
    pub auc: &'static str,
    /// What `spearman` is.
    pub spearman: &'static str,
    /// For minimal pairs: what the figure is.
    pub told: &'static str,
    /// What `bacc` is.
    pub balanced: &'static str,
    /// What the share of wrong ones among those called supported is.
    pub wrong: &'static str,
    /// Over what was not measured.
    pub not_measured: &'static str,
    /// What was not measured, and what is known all the same.
    pub unmeasured: &'static [(&'static str, &'static str)],
    /// Behind a figure: other documents than the fit saw.
    pub held_out: &'static str,
    /// Over the published figures.
    pub published: &'static str,
    /// How to read them.
    pub published_how: &'static str,
    /// Column heads: set and measure, judge, figure.
    pub published_columns: [&'static str; 3],
    /// The name of this judge in that table; measured by us on a first version.
    pub this_judge: &'static str,
    /// English words of [`PUBLISHED`], and what stands for them.
    pub words: &'static [(&'static str, &'static str)],
    /// What the three bands are, and where one ends.
    pub bands: &'static str,
    /// Over the examples.
    pub blind: &'static str,
    /// How to use them.
    pub blind_how: &'static str,
    /// In front of an example's source.
    pub source: &'static str,
    /// The label of an example's statement.
    pub statement: &'static str,
    /// Examples that a rule catches, and such as nothing here can.
    pub examples: &'static [Example],
    /// Before an answer is there.
    pub wait: &'static str,
    /// Over what the local embedding model adds.
    pub model: &'static str,
    /// What it is for, and what it isn't.
    pub model_what: &'static str,
}

/// Something to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// What it shows.
    pub name: &'static str,
    /// The source.
    pub source: &'static str,
    /// What is held against it; it may be edited.
    pub statement: &'static str,
    /// What the name says of it; tests hold the judge to that.
    pub shows: Shows,
}

/// What an example shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// A rule sees it.
    Seen,
    /// Wrong, and called supported all the same.
    Missed,
    /// Right, and not called supported.
    Underrated,
}

/// A figure on a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The set and the measure.
    pub on: &'static str,
    /// Who judged. Empty: this judge's first version, measured by us.
    pub judge: &'static str,
    /// The figure, 0–1.
    pub value: &'static str,
}

const fn published(on: &'static str, judge: &'static str, value: &'static str) -> Published {
    Published { on, judge, value }
}

/// Names of sets, measures and models; what of it is English is put into another language by [`QualityTexts::words`].
pub const PUBLISHED: &[Published] = &[
    published("RAGTruth QA · F1", "", ".536"),
    published("RAGTruth QA · precision / recall", "", ".444 / .675"),
    published("RAGTruth QA · balanced accuracy", "", ".737"),
    published("RAGTruth QA · F1", "GPT-4-turbo", ".456"),
    published("RAGTruth QA · F1", "SelfCheckGPT", ".437"),
    published("RAGTruth QA · F1", "Llama-2-13B, fine-tuned", ".682"),
    published("RAGTruth · F1", "GPT-4", ".634"),
    published("RAGTruth · F1", "Luna", ".654"),
    published("RAGTruth · F1", "LettuceDetect base / large", ".768 / .792"),
    published("RAGTruth · F1", "RAG-HAT", ".839"),
    published("WiCE · ROC-AUC", "", ".756"),
    published("WiCE · ROC-AUC (n = 100)", "GPT-4", ".802"),
    published("WiCE · ROC-AUC (n = 100)", "GPT-3.5", ".569"),
    published("FActScore · ROC-AUC", "", ".87"),
    published("FaithBench · ROC-AUC", "", ".62"),
    published("FaithBench · ROC-AUC", "GPT-4o", ".547"),
    published("FaithBench · ROC-AUC", "HHEM-2.1", ".621"),
    published(
        "SummEdits · ROC-AUC, not the measure of the rows below",
        "",
        ".51",
    ),
    published("SummEdits · balanced accuracy", "GPT-4", ".821"),
    published("SummEdits · balanced accuracy", "ChatGPT", ".712"),
    published("SummEdits · balanced accuracy", "SummaC", ".571"),
    published("SummEdits · balanced accuracy", "people", ".909"),
    published("RAGChecker, completeness · Pearson / Spearman", "", ".570 / .598"),
    published(
        "RAGChecker, completeness · Pearson / Spearman",
        "RAGChecker, Llama-3-70B",
        ".607 / .581",
    ),
    published("RAGChecker, completeness · Pearson", "people", ".719"),
    published("RAGChecker, correctness · Pearson", "", ".453"),
    published(
        "RAGChecker, correctness · Pearson",
        "RAGChecker, Llama-3-70B",
        ".497",
    ),
    published("RAGChecker, overall · Pearson", "", ".541"),
    published("RAGChecker, overall · Pearson", "RAGChecker, Llama-3-70B", ".619"),
    published("Sufficient context (n = 115) · F1", "Gemini 1.5 Pro", ".935"),
];

/// English.
pub(super) const EN: QualityTexts = QualityTexts {
    intro: "It matches words, numbers and names, with a handful of rules for what matching can't see. It is right more often than plain matching and sometimes close to older LLM judges, but it does not understand: its flags are places to look, and its scores can't be compared with an LLM's.",
    measured: "Measured against people",
    measured_how: "Judge {version}. ROC-AUC is the chance that it puts a supported text above an unsupported one: 0.5 is a coin, 1 is always. The column “95 %” holds its interval. “Wrong” is how many of the claims that it calls supported people call unsupported: the smaller, the better. The pairs with one thing changed we wrote ourselves, together with the rules, each against a source of a sentence or two: that figure shows what the rules are made for, not how they do on texts that nobody here has seen. There expect clearly less, above all where the source is long.",
    no_figures: "The file with the figures could not be read.",
    columns: [
        "What is judged",
        "Set",
        "n",
        "Agreement",
        "95 %",
        "Plain matching",
    ],
    tasks: &[
        ("support", "Is a claim supported?"),
        ("support-response", "Is a whole response supported?"),
        ("recall", "How much of a passage is in the answer?"),
        ("useful", "Was a chunk useful for a claim?"),
        ("context-relevance", "Are the chunks about the question?"),
        ("answer-relevance", "Is the answer about the question?"),
        ("faithfulness", "Is an answer faithful?"),
        ("called-supported", "Called “supported”, and people say it is not"),
        ("minimal-pairs", "Told apart: one thing changed (our own pairs)"),
    ],
    auc: "ROC-AUC",
    spearman: "Spearman",
    told: "both right",
    balanced: "balanced accuracy",
    wrong: "wrong",
    not_measured: "Not measured",
    unmeasured: &[
        (
            "Are the chunks sufficient for the question?",
            "Not measured: there were no labelled questions. The thresholds are first guesses, which is why it is never more than 0.6 sure, except that chunks are about something else. A near miss passes.",
        ),
        (
            "Are chunks, an answer or a statement about the question?",
            "Not measured in this version. The thresholds of the yes and no were chosen on TREC QA; what is about something else is told nearly always there, what is only near three times in four. Of 110 answers that we wrote ourselves, and wrote the rules with, none of the 43 about something else is called relevant, and 5 of the 67 good ones are not: those that share no word with their question.",
        ),
        ("Which sentences does the question need?", "Not measured."),
        (
            "Do tasks belong to the right people? Is a summary complete?",
            "Not measured; results say that they are a heuristic.",
        ),
        (
            "Was a chunk useful?",
            "Not measured on labels of its own: the figure above takes a supported claim for one to which the chunk was useful.",
        ),
        (
            "Other languages than English",
            "Not measured on people's labels, only on our own pairs: more than a third of them are in other languages.",
        ),
    ],
    held_out: "held-out documents",
    published: "Beside LLM judges",
    published_how: "Figures that others published, on the sets named; where it says “this judge, first version”, we measured it ourselves; the figures of the version that judges here stand further up. Some of the lines speak for it, some against it. The thresholds and the samples differ, so read them as a neighbourhood, not as a ranking.",
    published_columns: ["Set and measure", "Judge", "Figure"],
    this_judge: "this judge, first version",
    words: &[],
    bands: "Of each claim it works out how likely it is that people would call it supported. From 0.7 on it says “supported by the source's words”, unless a name is missing or a rule sees a difference; below 0.3 “not found”; between them it asks you to check. ✓ and ✗ part at 0.5, so both can come with “worth checking”.",
    blind: "Blind spots, live",
    blind_how: "Each is judged now, in this page. Change a statement and see.",
    source: "Source:",
    statement: "Statement",
    wait: "Judging…",
    model: "With the local embedding model",
    model_what: "The embedding model (MiniLM-L6-v2) that can be fetched beside it compares what two texts are about: Answer Similarity, BERTScore, a part of Answer Correctness and Answer Relevancy by embeddings need that (for the last, a chat judge has to write questions first). It changes nothing in the figures above, because this judge doesn't ask it: on whether a sentence of an answer is supported, both together reach a ROC-AUC of .837 on RAGTruth QA, word matching alone .829, and the intervals overlap (the model alone: .70). Nor are chunks ranked better with it: in 300 searches made from BEGIN, each with ten chunks that are hard to tell apart, words reach .960 (.954–.966), both together .962 (.955–.968), the model alone .902. A wrong number or a “not” hardly moves a similarity.",
    examples: &[
        Example {
            name: "Another number",
            source: "The survey found that 12 % of households own a boat.",
            statement: "About 21 % of households own a boat.",
            shows: Shows::Seen,
        },
        Example {
            name: "Another unit",
            source: "The path to the summit is 3 km long.",
            statement: "The path is 3 m long.",
            shows: Shows::Seen,
        },
        Example {
            name: "Another year",
            source: "The mill was built in 1820 and burned in 1872.",
            statement: "The mill burned in 1820.",
            shows: Shows::Seen,
        },
        Example {
            name: "Roles swapped",
            source: "Anna Lund hired Ben Sorel in spring.",
            statement: "Ben Sorel hired Anna Lund.",
            shows: Shows::Seen,
        },
        Example {
            name: "Negated",
            source: "Dogs are allowed in the park.",
            statement: "Dogs are not allowed in the park.",
            shows: Shows::Seen,
        },
        Example {
            name: "The opposite",
            source: "The council approved the plan.",
            statement: "The council rejected the plan.",
            shows: Shows::Seen,
        },
        Example {
            name: "Another name",
            source: "The orchestra played its last concert in Lisbon.",
            statement: "The orchestra played its last concert in Porto.",
            shows: Shows::Seen,
        },
        Example {
            name: "A plan for a deed",
            source: "The committee planned to close the school in Ulm.",
            statement: "The committee has closed the school in Ulm.",
            shows: Shows::Seen,
        },
        Example {
            name: "It was denied",
            source: "The mayor denied that the bridge is unsafe.",
            statement: "The bridge is unsafe.",
            shows: Shows::Seen,
        },
        Example {
            name: "Not seen: somebody only said so",
            source: "A neighbour claimed that the bridge is unsafe.",
            statement: "The bridge is unsafe.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: cause and effect turned",
            source: "He left the club because he was ill.",
            statement: "He was ill because he left the club.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: what is said of something else",
            source: "The train to Ulm costs 40 euros and takes 4 hours; the bus costs 25 euros and takes 6 hours.",
            statement: "The train takes 6 hours.",
            shows: Shows::Missed,
        },
        Example {
            name: "Swapped quantities",
            source: "The river is 3 km long and 40 m wide.",
            statement: "The river is 40 m long and 3 km wide.",
            shows: Shows::Seen,
        },
        Example {
            name: "Not seen: “may” left out",
            source: "The drug may cause nausea in older people.",
            statement: "The drug always causes nausea in older people.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: it failed to",
            source: "The company failed to reach its target for the year.",
            statement: "The company reached its target for the year.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: it refused to",
            source: "The minister refused to sign the treaty with Norway.",
            statement: "The minister signed the treaty with Norway.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: “only some”",
            source: "Only some of the workers kept their jobs.",
            statement: "The workers kept their jobs.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: all became only some",
            source: "All of the workers kept their jobs.",
            statement: "Only some of the workers kept their jobs.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: a “not” in the next sentence",
            source: "The study found that the vaccine reduced infections by half. It did not reduce deaths.",
            statement: "The vaccine reduced deaths.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: an “if” left out",
            source: "If sales fall, the factory in Ulm will close.",
            statement: "The factory in Ulm will close.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: “can” became “must”",
            source: "Visitors can leave their bags at the desk.",
            statement: "Visitors must leave their bags at the desk.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: “about” became “exactly”",
            source: "The tower is about 90 metres high.",
            statement: "The tower is exactly 90 metres high.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: what is said of somebody named beside",
            source: "Anna Berg, the sister of Carl Dietz, resigned in 1990.",
            statement: "Carl Dietz resigned in 1990.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: who “she” is",
            source: "Ann Lund met Bea Sorel in Ulm. She is a doctor.",
            statement: "Ann Lund is a doctor.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: places exchanged in a longer sentence",
            source: "Mount Tervo is 2,914 m high and lies 35 km north of the town of Askim.",
            statement: "The town of Askim lies 35 km north of Mount Tervo.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: a part taken for the whole",
            source: "The north wing of the museum has 40 rooms.",
            statement: "The museum has 40 rooms.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: “some” became all",
            source: "Some bees in the garden sting.",
            statement: "The bees in the garden sting.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: a cause that nobody gave",
            source: "The mill burned in 1872. The owner left the town.",
            statement: "The mill burned because the owner left the town.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: before and after turned",
            source: "He moved to Ulm before he wrote the book.",
            statement: "He wrote the book before he moved to Ulm.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: “will” became “did”",
            source: "The bridge will open in May.",
            statement: "The bridge opened in May.",
            shows: Shows::Missed,
        },
        Example {
            name: "Not seen: “only” of something else",
            source: "Only members may vote on the budget.",
            statement: "Members may only vote on the budget.",
            shows: Shows::Missed,
        },
        Example {
            name: "Underrated: the same in other words",
            source: "The footbridge was closed to the public after the flood.",
            statement: "Pedestrians could no longer cross once the waters had risen.",
            shows: Shows::Underrated,
        },
        Example {
            name: "Underrated: worked out from numbers",
            source: "He was born in 1950 and died in 2010.",
            statement: "He lived sixty years.",
            shows: Shows::Underrated,
        },
        Example {
            name: "Underrated: a “without” in other words",
            source: "Members enter without a ticket.",
            statement: "Members don't need a ticket to enter.",
            shows: Shows::Underrated,
        },
    ],
};

/// Traditional Chinese.
pub(super) const ZH_HANT: QualityTexts = QualityTexts {
    intro: "它比對字詞、數字與名稱，再加上幾條規則，補上比對看不出來的地方。它比單純比對準，有時接近較早的 LLM 評審，但它並不理解文意：它標出的是值得查看的地方，分數不能拿來和 LLM 的比較。",
    measured: "和人的判斷比較",
    measured_how: "評審版本 {version}。ROC-AUC 是它把有依據的文字排在沒有依據的文字前面的機率：0.5 等於丟銅板，1 是每次都對。「95%」一欄為信賴區間。「判錯」是它說「有依據」的陳述中，人工標註為沒有依據的比例，越低越好。只改一處的句子是我們在寫規則時一起寫的，來源也只有一兩句：這個數字說明規則能做什麼，不代表它在沒看過的文字上也一樣準。遇到那樣的文字，尤其是來源很長時，準確度會明顯低一些。",
    no_figures: "無法讀取數據檔。",
    columns: ["評什麼", "資料集", "n", "一致程度", "95%", "單純比對"],
    tasks: &[
        ("support", "一句陳述有沒有依據？"),
        ("support-response", "整段回應有沒有依據？"),
        ("recall", "段落有多少出現在答案裡？"),
        ("useful", "片段對陳述有用嗎？"),
        ("context-relevance", "文件片段和問題有關嗎？"),
        ("answer-relevance", "答案和問題有關嗎？"),
        ("faithfulness", "答案是否忠實？"),
        ("called-supported", "說「有依據」，但人工標註為沒有依據"),
        ("minimal-pairs", "分辨只改一處的句子（我們自己寫的）"),
    ],
    auc: "ROC-AUC",
    spearman: "Spearman",
    told: "兩句都判對",
    balanced: "平衡準確率",
    wrong: "判錯",
    not_measured: "沒有測過的",
    unmeasured: &[
        (
            "文件片段足以回答問題嗎？",
            "沒有測過：沒有標註好的問題可用。門檻只是最初的估計，所以除了片段在講別的事以外，它的把握從不超過 0.6；相近但不相符的內容可能會過關。",
        ),
        (
            "片段、答案或陳述和問題有關嗎？",
            "這一版沒有測過。是與否的門檻依 TREC QA 選定；在那裡，講別的事幾乎都看得出來，只是相近的四次看出三次。在我們自己寫的 110 個答案裡（規則也是拿它們來寫的），43 個講別的事的沒有一個被當成相關；67 個好答案中有 5 個被當成無關，因為它們和問題沒有共同的字詞。",
        ),
        ("回答問題需要哪些句子？", "沒有測過。"),
        (
            "工作分派對人了嗎？摘要完整嗎？",
            "沒有測過；結果會註明是經驗法則。",
        ),
        (
            "片段有用嗎？",
            "沒有專屬的標註：上面的數字是把「有依據的陳述」當作「片段對它有用」來算的。",
        ),
        (
            "英文以外的語言",
            "沒有用人的標註測過，只用我們自己的句對測過，其中超過三分之一是其他語言。",
        ),
    ],
    held_out: "未參與擬合的文件",
    published: "與 LLM 評審並列",
    published_how: "這些是他人在所列資料集上發表的數字；標示「這個評審的第一版」的，是我們自己測得的；現在這一版的數字在上面。其中有些數字對它有利，有些不利。門檻與樣本各不相同，請當作大致的範圍，不要當成排名。",
    published_columns: ["資料集與指標", "評審", "數字"],
    this_judge: "這個評審的第一版",
    words: &[
        ("balanced accuracy", "平衡準確率"),
        ("precision / recall", "精確率／召回率"),
        (", not the measure of the rows below", "（與下列各行的指標不同）"),
        (", fine-tuned", "（經微調）"),
        ("people", "人"),
        (", completeness", "，完整度"),
        (", correctness", "，正確度"),
        (", overall", "，總評"),
        ("RAGChecker, Llama", "RAGChecker（Llama"),
        ("70B", "70B）"),
        ("Sufficient context", "文件片段是否足夠"),
    ],
    bands: "它會估計人們認為一句陳述有依據的機率。0.7 以上稱為「有依據」，除非缺了名稱，或規則看出差異；低於 0.3 稱為「找不到」；介於兩者之間則請您查看。✓ 與 ✗ 以 0.5 為界，所以兩者都可能附上「值得查看」。",
    blind: "盲點，現場示範",
    blind_how: "每一則都在這個頁面當場評判。可以改寫陳述試試看。",
    source: "來源：",
    statement: "陳述",
    wait: "評判中…",
    model: "加上本機嵌入模型",
    model_what: "可另外下載的嵌入模型（MiniLM-L6-v2）比較兩段文字在談什麼；答案相似度、BERTScore、答案正確性的一部分，以及以嵌入向量計算的答案相關性都需要它（最後一項還要先由聊天評審寫出問題）。上面的數字不會因此改變，因為這個評審並不使用它：要判斷答案中的句子有沒有依據，兩者合用在 RAGTruth QA 上的 ROC-AUC 為 .837，只用文字比對為 .829，區間互相重疊（只用模型為 .70）。片段排序也沒有變好：以 BEGIN 做出 300 次搜尋，每次十個難以分辨的片段，只用文字比對為 .960（.954–.966），兩者合用為 .962（.955–.968），只用模型為 .902。數字錯了或多了一個「不」，相似度幾乎不會變。",
    examples: &[
        Example {
            name: "數字不同",
            source: "調查顯示有 12% 的家庭擁有船隻。",
            statement: "約 21% 的家庭擁有船隻。",
            shows: Shows::Seen,
        },
        Example {
            name: "單位不同",
            source: "步道全長三公里。",
            statement: "步道長三公尺。",
            shows: Shows::Seen,
        },
        Example {
            name: "年份不同",
            source: "大橋於一九八七年通車。",
            statement: "大橋在1978年通車。",
            shows: Shows::Seen,
        },
        Example {
            name: "角色對調",
            source: "甲公司收購了乙公司。",
            statement: "乙公司收購了甲公司。",
            shows: Shows::Seen,
        },
        Example {
            name: "否定",
            source: "公園允許狗進入。",
            statement: "公園不允許狗進入。",
            shows: Shows::Seen,
        },
        Example {
            name: "相反",
            source: "議會通過這項計畫。",
            statement: "議會否決這項計畫。",
            shows: Shows::Seen,
        },
        Example {
            name: "名稱不同",
            source: "陳志明在台中開了一家咖啡店。",
            statement: "林志明在台中開了一家咖啡店。",
            shows: Shows::Seen,
        },
        Example {
            name: "計畫當成事實",
            source: "委員會打算關閉烏姆的學校。",
            statement: "委員會關閉了烏姆的學校。",
            shows: Shows::Seen,
        },
        Example {
            name: "已被否認",
            source: "市長否認大橋有安全疑慮。",
            statement: "大橋有安全疑慮。",
            shows: Shows::Seen,
        },
        Example {
            name: "看不出來：只是有人這麼說",
            source: "有鄰居聲稱大橋不安全。",
            statement: "大橋不安全。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：因果顛倒",
            source: "因為工廠關閉，居民搬走了。",
            statement: "因為居民搬走，工廠關閉了。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：說的是另一件事",
            source: "火車票四十元，車程四小時；巴士票二十五元，車程六小時。",
            statement: "火車車程六小時。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：拒絕去做",
            source: "部長拒絕簽署與挪威的條約。",
            statement: "部長簽署了與挪威的條約。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：少了「只有」",
            source: "只有部分員工保住了工作。",
            statement: "員工保住了工作。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：少了「如果」",
            source: "如果銷售下滑，烏姆的工廠將會關閉。",
            statement: "烏姆的工廠將會關閉。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：少了「大約」",
            source: "這座塔大約高九十公尺。",
            statement: "這座塔高九十公尺。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：說的是旁邊提到的人",
            source: "王小明的妹妹林小美於1990年辭職。",
            statement: "王小明於1990年辭職。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：「她」是誰",
            source: "王小明在台南遇見林小美。她是醫生。",
            statement: "王小明是醫生。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：部分當成整體",
            source: "博物館的北翼有四十間展覽室。",
            statement: "博物館有四十間展覽室。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：少了「有些」",
            source: "有些蜜蜂會螫人。",
            statement: "蜜蜂會螫人。",
            shows: Shows::Missed,
        },
        Example {
            name: "看不出來：多出來的原因",
            source: "磨坊燒毀了。主人離開了小鎮。",
            statement: "磨坊燒毀，因為主人離開了小鎮。",
            shows: Shows::Missed,
        },
        Example {
            name: "低估：同一件事換句話說",
            source: "洪水過後，行人天橋禁止民眾通行。",
            statement: "水患之後大家再也不能走過那座橋。",
            shows: Shows::Underrated,
        },
        Example {
            name: "低估：由數字推算出來",
            source: "他生於1950年，卒於2010年。",
            statement: "他活了六十歲。",
            shows: Shows::Underrated,
        },
    ],
};
