//! Whom a sentence names as the one who does something: by a label, by who reports it, by who is asked or spoken to.

use crate::text::script::is_unspaced;

/// Whether what stands where a name stands is one: not a pronoun, a time or everybody.
pub(super) fn is_somebody(name: &str) -> bool {
    const NOBODY: &[&str] = &[
        "all",
        "another",
        "anybody",
        "anyone",
        "both",
        "each",
        "everybody",
        "everyone",
        "nobody",
        "one",
        "somebody",
        "someone",
        "there",
        "these",
        "those",
        "today",
        "tomorrow",
        "what",
        "who",
        "who's",
        "if",
        "and",
        "then",
        "next",
        "also",
        "please",
        "er",
        "sie",
        "wir",
        "es",
        "ich",
        "alle",
        "jemand",
        "el",
        "ella",
        "il",
        "elle",
        "on",
        "nous",
        "yo",
    ];
    const CHINESE: &[&str] = &[
        "我", "你", "您", "咱", "他們", "他们", "她們", "大家", "今天", "明天", "後天", "下週", "下周",
        "本週", "上週", "上周", "星期", "週", "會議", "会议", "所有", "每個", "每个", "這", "那", "他", "她",
        "接著", "然後", "另外", "之後", "預計", "可能", "不", "也", "都", "必", "只", "還", "請", "私", "彼",
    ];
    !NOBODY.contains(&name.to_lowercase().as_str()) && !CHINESE.iter().any(|word| name.starts_with(word))
}

/// Whom a sentence gives a task to.
pub(super) enum Assignee<'t> {
    Named(&'t str),
    /// "Anna asked me to …"
    Speaker,
}

/// Who is asked, told or assigned something in a sentence: "Anna asked Ben to …", "Ben was asked by Anna to …".
pub(super) fn assignee(text: &str) -> Option<Assignee<'_>> {
    const ASKING: &[&str] = &[
        "asked",
        "asks",
        "told",
        "tells",
        "reminded",
        "reminds",
        "instructed",
        "instructs",
        "requested",
        "assigned",
        "assigns",
        "wants",
        "wanted",
        "urged",
        "invited",
        "encouraged",
        "tasked",
        "ordered",
        "bat",
        "bittet",
        "beauftragte",
        "pidió",
        "попросила",
        "попросил",
        "поручил",
        "поручила",
    ];
    const BEING: &[&str] = &["was", "is", "were", "been", "be", "being", "got"];
    const CHINESE: &[&str] = &["請", "请", "要求", "吩咐", "拜託", "指派", "叫"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let bare = |word: &&str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    for (at, word) in words.iter().enumerate() {
        if !ASKING.contains(&bare(word).as_str()) {
            continue;
        }
        let being = at
            .checked_sub(1)
            .and_then(|at| words.get(at))
            .is_some_and(|before| BEING.contains(&bare(before).as_str()));
        if being {
            let name = words.get(..at - 1)?.iter().rev().find_map(|word| name_of(word));
            return name.map(Assignee::Named);
        }
        let whom = words.get(at + 1)?;
        if matches!(bare(whom).as_str(), "me" | "mich" | "меня") {
            return Some(Assignee::Speaker);
        }
        // "told Ben that …" is no task of Ben's.
        let telling = matches!(bare(word).as_str(), "told" | "tells" | "wants" | "wanted");
        let to = words.iter().skip(at + 2).take(2).any(|next| bare(next) == "to");
        if telling && !to {
            continue;
        }
        return name_of(whom).map(Assignee::Named);
    }
    let (before, rest) = CHINESE.iter().find_map(|verb| text.split_once(verb))?;
    let before = before.trim_end().rsplit(|c: char| !is_unspaced(c)).next()?;
    let whom = rest.split(|c: char| !is_unspaced(c)).next()?;
    // The name is the first characters: what follows is the task.
    ((2..=6).contains(&before.chars().count()) && whom.chars().count() > 3).then(|| {
        let end = whom.char_indices().nth(3).map_or(whom.len(), |(at, _)| at);
        Assignee::Named(whom.get(..end).unwrap_or(whom))
    })
}

/// Whom a speaker speaks to.
pub(super) enum Addressed<'t> {
    Named(&'t str),
    /// Whoever speaks next: "And you send the invoice?"
    Next,
}

/// "Jonas, please book the room", "Can you book the room, Jonas?", "And you send the invoice?"
pub(super) fn addressed(said: &str) -> Option<Addressed<'_>> {
    const YOU: &str = "you your please bitte du ihr";
    let lower = said.to_lowercase();
    let asks = lower
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| YOU.split(' ').any(|you| you == word));
    let chinese = || ["你", "您", "請", "请"].iter().any(|you| said.contains(you));
    if !asks && !chinese() {
        return None;
    }
    let comma = [',', '，'];
    let somebody = |part: &&str| is_somebody(part);
    let front = said.split_once(comma).and_then(|(front, _)| name_of(front));
    let back = said.rsplit_once(comma).and_then(|(_, back)| name_of(back));
    if let Some(person) = front.filter(somebody).or_else(|| back.filter(somebody)) {
        return Some(Addressed::Named(person));
    }
    said.trim_end().ends_with(['?', '？']).then_some(Addressed::Next)
}

/// Whether what is reported is what the speaker does.
pub(super) fn speaks_of_oneself(said: &str) -> bool {
    const SELF: &str =
        "i i'll i'm i’ll i’m we we'll we’ll he she ich wir er sie je nous il elle yo él ella я он она";
    let said = said.trim_start_matches(|c: char| !c.is_alphanumeric());
    let first = said.split_whitespace().next().unwrap_or_default().to_lowercase();
    SELF.split(' ').any(|word| word == first) || said.starts_with(['我', '他', '她'])
}

/// Who says something, and what: "Ingrid said: …", "Ingrid said that …", "According to Ingrid, …", `Ingrid: …`, 林小美表示….
pub(super) fn reported(text: &str) -> Option<(&str, &str)> {
    const SAYING: &str = "said says stated adds added noted explained confirmed announced reported replied answered mentioned wrote \
        sagte sagt erklärte dit dijo disse сказал сказала сообщил сообщила";
    const FRONTS: &[&str] = &["according to ", "laut ", "selon ", "según ", "secondo "];
    const CHINESE_FRONTS: &[&str] = &["根據", "根据", "據", "据"];
    if let Some(labelled) = labelled(text) {
        return Some(labelled);
    }
    let plain = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let front = FRONTS.iter().find_map(|front| {
        let start = plain.get(..front.len())?;
        start.eq_ignore_ascii_case(front).then_some(front.len())
    });
    if let Some((name, said)) = front.and_then(|at| plain.get(at..)?.split_once(',')) {
        return Some((name_of(name)?, said));
    }
    if plain.starts_with(is_unspaced) {
        let plain = CHINESE_FRONTS
            .iter()
            .find_map(|front| plain.strip_prefix(front))
            .unwrap_or(plain);
        let (at, verb) = CHINESE_SAYING
            .iter()
            .filter_map(|verb| Some((plain.find(verb)?, *verb)))
            .min_by_key(|(at, _)| *at)?;
        let said = plain.get(at + verb.len()..)?;
        let name = name_of(plain.get(..at)?).filter(|name| is_somebody(name))?;
        return Some((name, said.trim_start_matches(['，', ',', '：', ':', '「', '道'])));
    }
    let verb = plain.split_whitespace().find_map(|word| {
        let bare = word.trim_end_matches(',');
        SAYING
            .split_whitespace()
            .any(|saying| saying == bare)
            .then_some(bare)
    })?;
    let (name, said) = plain.split_once(verb)?;
    let said = said.trim_start_matches([',', ' ']);
    let said = said.strip_prefix("that ").or_else(|| said.strip_prefix("dass "));
    let said = said.unwrap_or_else(|| plain.split_once(verb).map_or("", |(_, said)| said));
    Some((name_of(name)?, said.trim_start_matches([',', ' '])))
}

const CHINESE_SAYING: &[&str] = &[
    "表示", "說", "说", "指出", "補充", "补充", "回答", "提到", "宣布", "強調", "强调",
];

/// `Name: …`, and `Name said: …`.
pub(super) fn labelled(text: &str) -> Option<(&str, &str)> {
    const SAID: &[&str] = &[
        " said",
        " says",
        " added",
        " replied",
        " answered",
        " wrote",
        " asked",
        " sagte",
        " sagt",
        " dit",
        " dijo",
        " disse",
        " сказал",
        " сказала",
    ];
    let (label, rest) = text.split_once([':', '：'])?;
    let label = label.trim_end();
    let ends = SAID.iter().chain(CHINESE_SAYING).chain(&["問", "问", "道"]);
    let name = ends
        .filter_map(|said| label.strip_suffix(said))
        .min_by_key(|name| name.len());
    Some((name_of(name.unwrap_or(label))?, rest))
}

/// A name: one to four words that begin with an upper-case letter, or two to six characters of text without spaces.
pub(super) fn name_of(text: &str) -> Option<&str> {
    let name = text.trim_matches(|c: char| !c.is_alphanumeric());
    if name.is_empty() || name.len() > LONGEST_NAME || name.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if name.chars().all(is_unspaced) {
        return (2..=6).contains(&name.chars().count()).then_some(name);
    }
    let parts: Vec<&str> = name.split_whitespace().collect();
    let capital = |part: &&str| {
        part.chars()
            .next()
            .is_some_and(|c| c.is_uppercase() || (c.is_alphabetic() && !c.is_lowercase()))
    };
    const NO_NAMES: &[&str] = &[
        "The", "This", "That", "It", "We", "They", "He", "She", "I", "You", "Action", "Task", "Note",
    ];
    let no_name = parts.first().is_none_or(|first| NO_NAMES.contains(first));
    (parts.len() <= 4 && parts.iter().all(capital) && !no_name).then_some(name)
}

/// Whose an item is, and the task.
pub(super) fn owner(item: &str) -> Option<(&str, &str)> {
    let plain = item.trim_start_matches(|c: char| !(c.is_alphanumeric()));
    if let Some(owned) = labelled(plain).or_else(|| by_verb(plain)) {
        return Some(owned);
    }
    // "Send the report (Anna)", "Send the report – Anna"
    let end = plain.trim_end_matches(['.', '。', ' ', '*']);
    let (task, name) = match end.strip_suffix([')', '）', ']']) {
        Some(inner) => inner.rsplit_once(['(', '（', '['])?,
        None => end
            .rsplit_once(" – ")
            .or_else(|| end.rsplit_once(" — "))
            .or_else(|| end.rsplit_once(" - "))
            .or_else(|| end.rsplit_once(" @"))?,
    };
    Some((name_of(name)?, task))
}

/// "Anna will …", 小明負責…: who is to do what.
pub(super) fn by_verb(plain: &str) -> Option<(&str, &str)> {
    const VERBS: &[&str] = &[
        " will ",
        " to ",
        " should ",
        " must ",
        " shall ",
        " needs to ",
        " has to ",
        " is going to ",
        " is to ",
        " is responsible for ",
        " is assigned to ",
        " agreed to ",
        " wird ",
        " soll ",
        " debe ",
        " doit ",
        " devrait ",
    ];
    const CHINESE_VERBS: &[&str] = &[
        "負責", "负责", "將會", "將", "将", "需要", "需", "要", "會", "会", "應該", "應", "应", "預計",
        "預定", "必須",
    ];
    let by_verb = VERBS
        .iter()
        .filter_map(|verb| Some((plain.find(verb)?, *verb)))
        .min_by_key(|(at, _)| *at);
    if let Some((at, verb)) = by_verb
        && let Some(name) = plain.get(..at).and_then(name_of)
    {
        return Some((name, plain.get(at + verb.len()..).unwrap_or_default()));
    }
    let chinese = plain.strip_prefix(['由', '請', '请']).unwrap_or(plain);
    // 會議 is a noun.
    let noun = |at: usize| {
        let here = chinese.get(at..).unwrap_or_default();
        ["會議", "会议", "會場", "會員", "會計", "應用", "要求", "將軍"]
            .iter()
            .any(|noun| here.starts_with(noun))
    };
    let by_verb = CHINESE_VERBS
        .iter()
        .filter_map(|verb| Some((chinese.find(verb)?, *verb)))
        .filter(|(at, _)| !noun(*at))
        .min_by_key(|(at, verb)| (*at, usize::MAX - verb.len()));
    if let Some((at, verb)) = by_verb
        && let Some(name) = chinese
            .get(..at)
            .filter(|name| name.chars().all(is_unspaced))
            .and_then(name_of)
        && name.chars().count() <= 4
    {
        return Some((name, chinese.get(at + verb.len()..).unwrap_or_default()));
    }
    None
}

/// A name is no longer than this.
const LONGEST_NAME: usize = 40;
