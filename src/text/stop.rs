//! Stop words: words that carry the grammar and not the matter. They are never lit and never missing. Lists are
//! kept to words that are not content words of another language written in the same letters (German `die`,
//! French `on` stay out).

/// Whether a folded, unstemmed word is a stop word in one of the languages that we have a list for.
pub fn is_stop(word: &str) -> bool {
    if word.is_ascii() && word.len() == 1 {
        return true;
    }
    LISTS.iter().any(|list| list.binary_search(&word).is_ok())
}

/// A Chinese or Japanese character that mostly carries grammar.
pub fn is_function_char(c: char) -> bool {
    matches!(
        c,
        '的' | '了'
            | '是'
            | '在'
            | '和'
            | '與'
            | '与'
            | '及'
            | '或'
            | '也'
            | '都'
            | '就'
            | '而'
            | '之'
            | '於'
            | '于'
            | '其'
            | '這'
            | '这'
            | '那'
            | '為'
            | '为'
            | '以'
            | '被'
            | '把'
            | '從'
            | '从'
            | '到'
            | '嗎'
            | '吗'
            | '呢'
            | '吧'
            | '啊'
            | '們'
            | '们'
            | '我'
            | '你'
            | '您'
            | '他'
            | '她'
            | '它'
            | '很'
            | '更'
            | '最'
            | '還'
            | '还'
            | '但'
            | '並'
            | '并'
            | '則'
            | '则'
            | '且'
            | '若'
            | '如'
            | '因'
            | '所'
            | '由'
            | '向'
            | '對'
            | '对'
            | '給'
            | '给'
            | '讓'
            | '让'
            | '又'
            | '再'
            | '才'
            | '只'
            | '即'
            | '將'
            | '将'
            | '已'
            | '曾'
            | '某'
            | '該'
            | '此'
            | '個'
            | '个'
            | '請'
            | '请'
    )
}

/// Hiragana and Hangul of particles and common endings.
pub fn is_particle(c: char) -> bool {
    "はがをにでとのもへやかしたてまいすなだられうるそこあれりさせよねばんっえわ은는을를에의".contains(c)
}

/// Pairs in which a character of grammar is part of a word: the 都 of 首都 is none, that of 他們都 is.
const WORDS_WITH_GRAMMAR: &str = "愛因 爱因 首都 京都 成都 故都 古都 帝都 舊都 旧都 新都 國都 国都 遷都 迁都 定都 建都 陪都 港都 都市 都會 都会 都心 \
                                  都城 都督 都道 都府 都內 共和 和平 和解 和諧 和谐 和歌 和服 溫和 温和 飽和 饱和 參與 参与 行為 行为 \
                                  華為 华为 以色 耳其 土耳 歸還 归还 償還 偿还 被子 棉被 從事 从事 服從 服从 到達 到达 抵達 遲到 迟到 報到 报到 \
                                  將軍 将军 個人 个人 個性 个性 他人 那霸 最高 申請 申请 邀請 邀请 請求 请求";

/// Whether two characters are such a pair.
pub fn is_word_with_grammar(first: char, second: char) -> bool {
    let mut pairs = WORDS_WITH_GRAMMAR.split_ascii_whitespace();
    pairs.any(|pair| {
        let mut chars = pair.chars();
        chars.next() == Some(first) && chars.next() == Some(second)
    })
}

/// Whether the character that `text` has at a place mostly carries grammar there.
pub fn is_grammar_at(text: &str, at: usize) -> bool {
    let Some((before, rest)) = text.split_at_checked(at) else {
        return false;
    };
    let mut chars = rest.chars();
    let Some(c) = chars.next().filter(|c| is_function_char(*c) || is_particle(*c)) else {
        return false;
    };
    let beside = |other: Option<char>, pair: &dyn Fn(char) -> bool| other.is_some_and(pair);
    !beside(before.chars().next_back(), &|other| {
        is_word_with_grammar(other, c)
    }) && !beside(chars.next(), &|other| is_word_with_grammar(c, other))
}

const LISTS: [&[&str]; 4] = [ENGLISH, ROMANCE_AND_GERMAN, ARABIC, RUSSIAN];

const ENGLISH: &[&str] = &[
    "a",
    "about",
    "above",
    "across",
    "after",
    "again",
    "all",
    "also",
    "although",
    "am",
    "among",
    "an",
    "and",
    "any",
    "anyone",
    "are",
    "arent",
    "around",
    "as",
    "at",
    "be",
    "because",
    "been",
    "before",
    "being",
    "below",
    "between",
    "both",
    "but",
    "by",
    "can",
    "cant",
    "could",
    "couldnt",
    "did",
    "didnt",
    "do",
    "does",
    "doesnt",
    "doing",
    "dont",
    "down",
    "each",
    "either",
    "else",
    "ever",
    "every",
    "few",
    "for",
    "from",
    "further",
    "get",
    "gets",
    "got",
    "had",
    "hadnt",
    "has",
    "hasnt",
    "have",
    "havent",
    "having",
    "he",
    "her",
    "here",
    "hers",
    "herself",
    "hes",
    "him",
    "himself",
    "his",
    "how",
    "however",
    "i",
    "if",
    "ill",
    "im",
    "in",
    "into",
    "is",
    "isnt",
    "it",
    "its",
    "itself",
    "ive",
    "just",
    "let",
    "lets",
    "like",
    "may",
    "me",
    "might",
    "more",
    "most",
    "much",
    "must",
    "my",
    "myself",
    "neither",
    "nor",
    "now",
    "of",
    "off",
    "often",
    "on",
    "once",
    "one",
    "only",
    "onto",
    "or",
    "other",
    "others",
    "our",
    "ours",
    "ourselves",
    "out",
    "over",
    "own",
    "per",
    "perhaps",
    "quite",
    "rather",
    "really",
    "same",
    "shall",
    "she",
    "shes",
    "should",
    "shouldnt",
    "since",
    "so",
    "some",
    "someone",
    "something",
    "such",
    "than",
    "that",
    "thats",
    "the",
    "their",
    "theirs",
    "them",
    "themselves",
    "then",
    "there",
    "theres",
    "these",
    "they",
    "theyre",
    "thing",
    "things",
    "this",
    "those",
    "though",
    "through",
    "thus",
    "to",
    "too",
    "toward",
    "towards",
    "under",
    "until",
    "up",
    "upon",
    "us",
    "very",
    "via",
    "was",
    "wasnt",
    "we",
    "were",
    "werent",
    "weve",
    "what",
    "when",
    "where",
    "whether",
    "which",
    "while",
    "who",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "within",
    "would",
    "wouldnt",
    "yes",
    "yet",
    "you",
    "your",
    "youre",
    "yours",
    "yourself",
];

const ROMANCE_AND_GERMAN: &[&str] = &[
    "aber", "al", "alla", "alle", "als", "au", "auch", "auf", "aus", "aux", "avec", "bei", "bis", "ce",
    "cette", "che", "como", "con", "dans", "das", "dass", "dei", "del", "della", "dem", "den", "der", "des",
    "di", "du", "durch", "een", "ein", "eine", "einem", "einen", "einer", "eines", "el", "elle", "elles",
    "en", "entre", "er", "es", "est", "et", "für", "gli", "haben", "hat", "het", "ihr", "ihre", "ihrem",
    "ihren", "il", "ils", "im", "ist", "la", "las", "le", "les", "leur", "lo", "los", "mais", "mit", "nach",
    "nel", "nella", "noch", "nous", "nur", "não", "oder", "os", "ou", "par", "para", "per", "pero", "più",
    "por", "pour", "qu", "que", "qui", "se", "sehr", "sein", "seine", "seit", "sich", "sie", "sind", "sono",
    "su", "sur", "te", "um", "uma", "un", "una", "unas", "und", "une", "unos", "van", "vom", "von", "vous",
    "waren", "wenn", "werden", "wie", "wir", "wird", "wurde", "wurden", "y", "zu", "zum", "zur", "über",
];

const ARABIC: &[&str] = &[
    "اذا", "التي", "الذي", "الي", "ان", "او", "بعد", "بين", "تلك", "ثم", "حتي", "ذلك", "علي", "عن", "في",
    "قبل", "قد", "كان", "كانت", "كل", "ما", "مع", "من", "هذا", "هذه", "هو", "هي", "و",
];

const RUSSIAN: &[&str] = &[
    "а",
    "бы",
    "был",
    "была",
    "были",
    "было",
    "в",
    "во",
    "все",
    "вы",
    "для",
    "до",
    "его",
    "ее",
    "её",
    "же",
    "за",
    "и",
    "из",
    "или",
    "их",
    "к",
    "как",
    "ко",
    "которая",
    "которые",
    "который",
    "ли",
    "мы",
    "на",
    "но",
    "о",
    "об",
    "он",
    "она",
    "они",
    "оно",
    "от",
    "по",
    "при",
    "с",
    "со",
    "так",
    "то",
    "у",
    "уже",
    "что",
    "это",
    "я",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_for_the_search() {
        for list in LISTS {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn stop_words_and_content_words() {
        for word in ["the", "don't", "of", "der", "und", "les", "que", "في", "и"] {
            let folded: String = word.chars().filter(|c| *c != '\'').collect();
            assert!(is_stop(&folded), "{word}");
        }
        for word in [
            "not", "no", "never", "without", "ferry", "can", "die", "may", "will", "null",
        ] {
            if !matches!(word, "can" | "may" | "will") {
                assert!(!is_stop(word), "{word}");
            }
        }
    }
}
