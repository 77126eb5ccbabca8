//! The local embedding model: what is said of it where it is offered, fetched, kept and removed.

use super::Lang;

/// See the module. `{size}` is whole megabytes, `{loaded}` and `{total}` megabytes, `{detail}` what the browser or the
/// server said, `{host}` the chosen API's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalModelTexts {
    /// Over all of it.
    pub heading: &'static str,
    /// What it is for, and what it isn't.
    pub what: &'static str,
    /// Which language it knows.
    pub english: &'static str,
    /// What becomes of long texts.
    pub long: &'static str,
    /// The button where a metric lacks vectors.
    pub offer: &'static str,
    /// The button in the judge panel.
    pub fetch: &'static str,
    /// The same after a failure.
    pub again: &'static str,
    /// While it comes.
    pub fetching: &'static str,
    /// Behind the bar.
    pub progress: &'static str,
    /// All of it has come, and it is started.
    pub starting: &'static str,
    /// Stops the fetching.
    pub cancel: &'static str,
    /// It was stopped.
    pub cancelled: &'static str,
    /// It is on this device.
    pub kept: &'static str,
    /// It runs.
    pub ready: &'static str,
    /// It runs, slower.
    pub ready_slow: &'static str,
    /// It runs, and the browser keeps nothing.
    pub not_kept_here: &'static str,
    /// Where it is.
    pub where_kept: &'static str,
    /// Removes it.
    pub remove: &'static str,
    /// It was removed.
    pub removed: &'static str,
    /// This copy of the app has none.
    pub missing: &'static str,
    /// In front of whatever went wrong.
    pub failed: &'static str,
    /// Gone from this device, and what to do.
    pub gone: &'static str,
    /// Not fetched, and what to do.
    pub not_fetched: &'static str,
    /// Another model than this build's, and what to do.
    pub wrong_hash: &'static str,
    /// No memory, and what to do.
    pub no_room: &'static str,
    /// Anything else, and what to do.
    pub broke: &'static str,
    /// Who makes embeddings where two could.
    pub first: &'static str,
    /// The API.
    pub first_api: &'static str,
    /// The local model.
    pub first_local: &'static str,
}

impl Lang {
    /// The sentences about the local embedding model.
    pub fn local_model(self) -> &'static LocalModelTexts {
        match self {
            Self::En => &EN,
            Self::ZhHant => &ZH_HANT,
        }
    }
}

const EN: LocalModelTexts = LocalModelTexts {
    heading: "Local embedding model",
    what: "MiniLM-L6-v2 turns texts into vectors on your machine, for metrics that compare meanings: Answer Similarity, BERTScore, a part of Answer Correctness, and Answer Relevancy by embeddings, for which a chat judge writes questions first. It judges nothing by itself, and whether a claim is supported it can't tell any better than matching words.",
    english: "It was trained on English; for other languages its similarities mean little.",
    long: "It reads at most 254 word pieces at once, about 190 words. A longer text is read to its end in parts, whose vectors are averaged by their length; that takes about a second for each thousand words. BERTScore reads the first 1,020 pieces of a text, and says so where that is not all.",
    offer: "Use the local model (MiniLM-L6-v2, {size} MB, fetched once from this site, runs on your machine, nothing leaves it)",
    fetch: "Fetch the local model ({size} MB, once, from this site)",
    again: "Fetch it again ({size} MB)",
    fetching: "Fetching the local model",
    progress: "{loaded} of {total} MB",
    starting: "Checking and starting it…",
    cancel: "Cancel",
    cancelled: "Stopped. Nothing of it was kept.",
    kept: "The local model is on this device; it starts when it is first needed.",
    ready: "The local model is ready (with SIMD, the quick way).",
    ready_slow: "The local model is ready, but without SIMD, which this browser lacks: about ten times slower.",
    not_kept_here: "This browser keeps nothing for this site, so it will have to be fetched again next time.",
    where_kept: "Kept in this browser’s storage for this site, and used from there without a network.",
    remove: "Remove it from this device",
    removed: "The local model is removed; {size} MB are free again.",
    missing: "This copy of Assay is served without the local embedding model; whoever serves it can add it with `make model` and a new build.",
    failed: "The local model can’t be used.",
    gone: "It is not on this device any more: the browser made room, or it was removed in another tab. Fetch it again.",
    not_fetched: "It could not be fetched ({detail}). Check the connection and try again; if that does not help, the server does not have it.",
    wrong_hash: "What came is not the model that this app was built for, so it was thrown away: damaged or changed on its way, or of another version. Try again; if it stays so, load the page anew, or tell whoever serves it.",
    no_room: "The browser has no memory for it (it takes about 50 MB). Close other tabs and try again.",
    broke: "It could not be started in this browser ({detail}). Load the page anew and try again; an update of the browser may help.",
    first: "Embeddings come from",
    first_api: "{host}",
    first_local: "the local model; nothing is sent for them",
};

const ZH_HANT: LocalModelTexts = LocalModelTexts {
    heading: "本機嵌入模型",
    what: "MiniLM-L6-v2 在您的電腦上把文字變成向量，供比較語意的指標使用：答案相似度、BERTScore、答案正確性的一部分，以及以嵌入向量計算的答案相關性（要先由聊天評審寫出問題）。它本身不評審任何內容；要判斷一項主張有沒有依據，它並不比文字比對更準。",
    english: "它以英文訓練，用在其他語言時，相似度沒有太大意義。",
    long: "模型一次最多讀 254 個詞片，約 190 個英文單字。更長的文字會分段讀到最後，再依長度取各段向量的平均，每一千字大約需要一秒。BERTScore 只讀文字開頭的 1,020 個詞片，沒有讀完時會註明。",
    offer: "使用本機模型（MiniLM-L6-v2，{size} MB，只從本網站下載一次，在您的電腦上執行，資料不會離開）",
    fetch: "下載本機模型（{size} MB，從本網站下載一次）",
    again: "重新下載（{size} MB）",
    fetching: "正在下載本機模型",
    progress: "{loaded} / {total} MB",
    starting: "正在檢查並啟動…",
    cancel: "取消",
    cancelled: "已停止，沒有保留任何內容。",
    kept: "本機模型已在這台裝置上，第一次需要時就會啟動。",
    ready: "本機模型已就緒（使用 SIMD，速度快）。",
    ready_slow: "本機模型已就緒，但這個瀏覽器沒有 SIMD，速度約慢十倍。",
    not_kept_here: "這個瀏覽器不為本網站保留資料，下次必須重新下載。",
    where_kept: "存放在這個瀏覽器為本網站保留的儲存空間，沒有網路也能使用。",
    remove: "從這台裝置移除",
    removed: "本機模型已移除，釋出 {size} MB。",
    missing: "這份 Assay 沒有附上本機嵌入模型；架設者可以執行 `make model` 並重新建置來加入。",
    failed: "無法使用本機模型。",
    gone: "它已不在這台裝置上：瀏覽器為了騰出空間而清除，或在另一個分頁中被移除。請重新下載。",
    not_fetched: "無法下載（{detail}）。請檢查連線後再試一次；若仍失敗，表示伺服器上沒有這個檔案。",
    wrong_hash: "收到的檔案不是這個版本所用的模型，已經捨棄：可能在傳輸途中損毀或遭更改，也可能是其他版本。請再試一次；若情況不變，請重新載入網頁，或告知架設者。",
    no_room: "瀏覽器沒有足夠的記憶體（約需 50 MB）。請關閉其他分頁後再試一次。",
    broke: "無法在這個瀏覽器啟動（{detail}）。請重新載入網頁後再試一次；更新瀏覽器也可能有幫助。",
    first: "嵌入向量來源",
    first_api: "{host}",
    first_local: "本機模型（不會為此送出任何內容）",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_stand_in_both_languages() {
        let marks = |text: &LocalModelTexts| {
            let told = format!("{text:?}");
            ["{size}", "{loaded}", "{total}", "{detail}", "{host}"].map(|mark| told.matches(mark).count())
        };
        assert_eq!(marks(&EN), marks(&ZH_HANT));
        assert!(marks(&EN).iter().all(|count| *count > 0));
    }
}
