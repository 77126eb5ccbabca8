//! Traditional Chinese.

use super::strings::{Embedded, Failures, Flags, Metrics, Reasons, Strings};

/// Traditional Chinese.
pub(super) const STRINGS: Strings = Strings {
    metrics: Metrics {
        rag_recall: "RAG 召回",
    },
    reasons: Reasons {
        unreadable: "",
        unreadable_next: "",
    },
    flags: Flags {
        judge_arithmetic_differs: "",
    },
    failures: Failures { offline: "" },
    embedded: Embedded {
        name: "內建評審",
        note: "以字詞、數字與專名比對，並依公開的人工標註校準。它不是語言模型：看不出否定、角色對調或一字之差，也會低估忠實的改寫。以英文調校，其他語言依字詞或字元比對。請勿拿它的分數與語言模型相比。",
        quoted: "「{text}」",
        separator: "、",
        more: "，另有 {count} 項",
        between_sentences: "",
        between_kinds: "；",
        found: "找到：{list}。",
        all_found: "段落中的字詞全部找到。",
        nothing_found: "段落中的字詞都沒有找到。",
        missing: "缺少：{list}。",
        missing_word: "字詞{list}",
        missing_words: "字詞{list}",
        missing_number: "數字{list}",
        missing_numbers: "數字{list}",
        missing_name: "專名{list}",
        missing_names: "專名{list}",
        support: "最相符的是第 {sentence} 句。",
        share: "依罕見程度加權，找到這段內容的 {percent} %。",
        points_found: "片段中找到：{list}。",
        points_missing: "未找到：{list}。",
        no_points: "問題裡沒有可供查找的字詞。",
        asked_found: "問題要問的是{kind}；片段 {chunk} 有可能的答案。",
        asked_missing: "問題要問的是{kind}；沒有任何片段提到。",
        scattered: "問題所問的內容散落各處，沒有一段文字把它們講在一起。",
        repeats: "片段只是重複問題本身。",
        asked_person: "人物或名稱",
        asked_time: "日期或時間",
        asked_place: "地點",
        asked_amount: "數量",
        asked_duration: "時間長度",
        asked_reason: "原因",
        lacks: "關於「{text}」的資訊",
        lacks_any: "問題的答案：{kind}",
        caution: "這是只憑字詞作的判斷，相近但不相符的內容可能會過關。",
    },
};
