//! Whether a text leaves its subject to the question or to the sentence before: "It takes 35 minutes.", "In 1903.",
//! "Greta Olsen did.", 位於北岸. Such an answer repeats nothing of the question and is about it all the same; one with a
//! subject of its own, "Napoleon was born in 1769.", is about that.

use crate::text::script::is_unspaced;
use crate::text::words::{Kind, Word, words};

use super::asked::Asked;
use super::rules::is_in_german;
use super::short::{has_verb, phrase, shares};

/// What begins with a pronoun has so many content words at most.
const LONG: usize = 6;
/// A name in text without spaces has so many characters, if nothing else shows that it is one.
const NAME: usize = 4;

/// Pronouns, and words in front of a place, a time, an amount or a reason.
const FRONTS: &str = " it its it's they there this that these those he she his her their both here \
    in on at by near next beside behind between inside outside under above along across opposite around from to until till \
    since for during before after about approximately roughly nearly almost over up more less at every each once twice \
    daily hourly weekly monthly yearly annually always never early late half because due yes no \
    es er sie dort hier im am an auf bei neben hinter zwischen um seit bis ab vor nach etwa rund ca ungefähr über fast \
    jeden jede jedes täglich weil wegen beim \
    il elle ils elles ce c'est on dans sur sous à au aux près vers environ depuis jusqu'à tous parce en chez \
    él ella ellos ellas está están se por hasta desde cerca unos unas cada porque \
    è si nel nella nei da fino circa ogni perché em no na nos nas desde até cada \
    он она оно они это там здесь в во на у около с до после перед по примерно каждый потому из-за ";
/// The same in text without spaces.
const UNSPACED_FRONTS: &str = "它 牠 他 她 其 這 这 那 該 该 此 共 約 约 大約 大约 總共 总共 一共 每 在 於 于 位於 位于 就在 從 从 自 到 直到 \
    因為 因为 由於 由于 因 是 有 上午 下午 早上 晚上 中午 清晨 凌晨 星期 週 周 禮拜 平日 假日 民國 西元 今天 昨天 明天 今年 去年 明年 大人 成人 小孩 兒童 全票 半票 免費 免费 それ これ そこ 約 毎 그 이 약 매";
/// How the name of a place ends there.
const PLACES: &str = "邊边岸旁裡里上下前後后內内外市縣县區区鎮镇鄉乡村國国省州島岛街路港站樓楼山川河湖海灣湾東东西南北處处近面心館馆園园校店城堂廟庙寺室";
/// How what somebody is ends.
const PEOPLE: &str = "人者員员師师家夫王長长生士手民工官隊队團团司局部院會会女母父氏";

/// Whether a text begins with what stands for the subject of the sentence before it.
pub(super) fn goes_on(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    if text.starts_with(is_unspaced) {
        let number = || words(text).first().is_some_and(|word| word.kind == Kind::Number);
        return UNSPACED_FRONTS
            .split_whitespace()
            .any(|front| text.starts_with(front))
            || number();
    }
    let end = text
        .find(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-'))
        .unwrap_or(text.len());
    let first = text.get(..end).unwrap_or_default();
    first.starts_with(|c: char| c.is_numeric()) || is_front(&first.to_lowercase().replace('’', "'"))
}

fn is_front(word: &str) -> bool {
    FRONTS.split_whitespace().any(|front| front == word)
}

/// Whether an answer has no subject of its own beside what the question names.
pub(super) fn is_about(question: &str, answer: &str) -> bool {
    if shares(question, answer) {
        return true;
    }
    let all = words(answer);
    let content: Vec<&Word> = all.iter().filter(|word| !word.stop).collect();
    if goes_on(answer) {
        return !is_of_another_person(question, answer)
            && (content.len() <= LONG || answer.contains(is_unspaced));
    }
    if answer.contains(is_unspaced) {
        return phrase(answer).is_some();
    }
    content.len() <= 1 || is_name_alone(answer, &all, &content)
}

/// "He" and "she" where the question speaks of nobody.
fn is_of_another_person(question: &str, answer: &str) -> bool {
    const PERSONS: &str = "he she his her him er sie il elle él ella он она";
    let lower = answer.to_lowercase();
    let first = lower
        .split(|c: char| !c.is_alphanumeric())
        .find(|word| !word.is_empty());
    let person = first.is_some_and(|first| PERSONS.split(' ').any(|person| person == first));
    let named = || words(question).iter().any(|word| word.capital && !word.opens);
    let asked = || {
        let lower = question.to_lowercase();
        let mut all = lower.split(|c: char| !c.is_alphanumeric());
        all.any(|word| word.starts_with("who") || PERSONS.split(' ').any(|person| person == word))
    };
    let unspaced =
        answer.trim_start().starts_with(['他', '她']) && !question.contains(['他', '她', '誰', '谁']);
    unspaced || (person && !named() && !asked())
}

/// Names and numbers for the most part, and no verb but one that only points back: "Greta Olsen did."
fn is_name_alone(answer: &str, all: &[Word], content: &[&Word]) -> bool {
    let raw = |word: &Word| answer.get(word.range.clone()).unwrap_or_default();
    let (front, last) = match all.split_last() {
        Some((last, front)) if points_back(&raw(last).to_lowercase()) => (front, Some(last)),
        _ => (all, None),
    };
    let end = last.map_or(answer.len(), |last| last.range.start);
    let german = is_in_german(answer);
    let ends_as_verb = |word: &&Word| {
        let raw = raw(word);
        !word.capital && !word.stop && (raw.ends_with("ed") || (german && raw.ends_with('t')))
    };
    let verb = has_verb(answer.get(..end).unwrap_or_default(), front)
        || front.iter().skip(1).any(|w| ends_as_verb(&w));
    let named = content
        .iter()
        .filter(|word| word.capital || word.kind == Kind::Number)
        .count();
    !verb && named * 2 >= content.len()
}

fn points_back(lower: &str) -> bool {
    const BACK: &str = "did does do was is has have will can were are";
    BACK.split(' ').any(|back| back == lower)
}

/// Whether a short phrase of text without spaces may name a person or a place.
pub(super) fn may_name(question: &str, answer: &str, phrase: &str, kinds: &[Asked]) -> bool {
    let ends = |list: &str| phrase.chars().next_back().is_some_and(|last| list.contains(last));
    let katakana = |c: char| matches!(c, '\u{30A0}'..='\u{30FF}');
    phrase.chars().count() <= NAME
        || phrase.contains(['·', '・', '、'])
        || phrase.chars().all(katakana)
        || (kinds.contains(&Asked::Place) && (goes_on(answer) || ends(PLACES)))
        || (kinds.contains(&Asked::Person) && (ends(PEOPLE) || answer.starts_with('由')))
        || shares_a_character(question, phrase)
}

/// 就在火車站旁邊的公園裡: a place, however long.
pub(super) fn is_place(answer: &str) -> bool {
    const LONGEST: usize = 16;
    let text = answer.trim().trim_end_matches(['。', '.', '！']);
    let front = ["在", "就在", "位於", "位于"]
        .iter()
        .any(|front| text.starts_with(front));
    let end = text.chars().next_back().is_some_and(|last| PLACES.contains(last));
    front && end && text.chars().count() <= LONGEST && !text.contains(['，', ','])
}

/// Whether a longer answer is a name with what it says of it: "Anna and Carl Berg, a couple from Ulm."
pub(super) fn is_a_name(answer: &str) -> bool {
    let all = words(answer);
    let content: Vec<&Word> = all.iter().filter(|word| !word.stop).collect();
    all.first().is_some_and(|first| first.capital) && is_name_alone(answer, &all, &content)
}

/// 是林小美寫的 repeats the verb of 誰寫了.
fn shares_a_character(question: &str, phrase: &str) -> bool {
    const GRAMMAR: &str = "的了是在有和與与這这那個个一不也";
    let tells = |c: &char| is_unspaced(*c) && !GRAMMAR.contains(*c);
    phrase.chars().filter(tells).any(|c| question.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on() {
        for (text, expected) in [
            ("It takes 35 minutes.", true),
            ("In 1903.", true),
            ("35 minutes.", true),
            ("位於北岸。", true),
            ("Potatoes are planted in April.", false),
            ("馬鈴薯四月種植。", false),
            ("", false),
        ] {
            assert_eq!(goes_on(text), expected, "{text}");
        }
    }

    #[test]
    fn answers_with_and_without_a_subject_of_their_own() {
        for (question, answer, expected) in [
            ("Where is the harbour?", "At the kiosk beside the pier.", true),
            ("Where is the harbour?", "Put the pan in the oven.", false),
            ("Who wrote it?", "Greta Olsen did.", true),
            ("Who wrote it?", "The mayor, Greta Olsen.", true),
            ("Who wrote it?", "Greta Olsen sells bicycles.", false),
            ("When does it open?", "Monday to Friday.", true),
            ("Wer hat es gebaut?", "Der Kuchen braucht Zucker.", false),
            ("有幾張床？", "成人三百元。", true),
        ] {
            assert_eq!(is_about(question, answer), expected, "{answer}");
        }
    }
}
