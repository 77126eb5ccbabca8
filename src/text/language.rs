//! Which language a short text, such as a question, is written in: by its script, or else by its small words. No model
//! and no statistics: where neither tells, nothing is said.

use super::script::{is_hangul, is_hiragana};

/// The English name of the language, as it is told to a judge; `None` where it can't be told.
pub fn name(text: &str) -> Option<&'static str> {
    by_script(text).or_else(|| by_words(text))
}

fn by_script(text: &str) -> Option<&'static str> {
    let has = |is: fn(char) -> bool| text.chars().any(is);
    let any = |marks: &str| text.chars().any(|c| marks.contains(c));
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (all, foreign) = letters.fold((0_usize, 0_usize), |(all, foreign), c| {
        (all + 1, foreign + usize::from(c > '\u{24F}'))
    });
    // A name in another script makes no text of that script; ideographs say more a letter.
    if foreign * 4 < all {
        return None;
    }
    Some(
        if has(|c| is_hiragana(c) || matches!(c, '\u{30A1}'..='\u{30FA}')) {
            "Japanese"
        } else if has(is_hangul) {
            "Korean"
        } else if has(|c| matches!(c, '\u{3400}'..='\u{9FFF}')) {
            let simplified = any("们这为吗么个国时来对说请问开学电车谁应该过还");
            if simplified && !any("們這為嗎麼個國時來對說請問開學電車誰應該過還") {
                "Chinese, in simplified characters"
            } else {
                "Chinese, in traditional characters"
            }
        } else if has(|c| matches!(c, '\u{400}'..='\u{52F}')) {
            match () {
                () if any("іїєґІЇЄҐ") => "Ukrainian",
                () if any("ыэёъЫЭЁ") || !any("јљњћђџ") => "Russian",
                () => "Serbian",
            }
        } else if has(|c| matches!(c, '\u{600}'..='\u{6FF}')) {
            match () {
                () if any("ٹڈڑےں") => "Urdu",
                () if any("پچژگ") => "Persian",
                () => "Arabic",
            }
        } else if has(|c| matches!(c, '\u{370}'..='\u{3FF}')) {
            "Greek"
        } else if has(|c| matches!(c, '\u{590}'..='\u{5FF}')) {
            "Hebrew"
        } else if has(|c| matches!(c, '\u{E01}'..='\u{E4E}')) {
            "Thai"
        } else if has(|c| matches!(c, '\u{900}'..='\u{97F}')) {
            "Hindi"
        } else {
            return None;
        },
    )
}

/// Small words, those of questions before all, of languages in Latin letters. A word may stand in several lists.
const WORDS: &[(&str, &str)] = &[
    (
        "English",
        "what when where which who whom whose why how is are was were does do did can could should would will has have the of and for this that there many much long with from to in",
    ),
    (
        "German",
        "was wann wo wohin woher welche welcher welches welchen welchem wer wen wem wessen warum weshalb wie ist sind war waren kann können wird werden hat haben darf muss gibt der die das den dem des ein eine einen einem einer und für mit von zu zum zur im am nicht viele viel lange",
    ),
    (
        "French",
        "que quoi quand où quel quelle quels quelles qui pourquoi comment combien est sont était peut faut il elle le la les un une des du de au aux et pour dans sur avec ce cette y se",
    ),
    (
        "Spanish",
        "qué cuándo dónde cuál cuáles quién quiénes cómo cuánto cuánta cuántos cuántas por es son era está están puede hay el la los las un una del de al y para en con se",
    ),
    (
        "Italian",
        "che cosa quando dove quale quali chi perché come quanto quanta quanti quante è sono era può si il lo la gli le un una del della dei di al alla e per nel nella con",
    ),
    (
        "Portuguese",
        "que quando onde qual quais quem como quanto quanta quantos quantas é são foi está pode há o os as um uma do da dos das de ao e para em no na com não",
    ),
    (
        "Dutch",
        "wat wanneer waar welke welk wie waarom hoe hoeveel is zijn was kan moet wordt heeft hebben de het een van en voor op met te er naar niet",
    ),
    (
        "Swedish",
        "vad när var vilken vilket vilka vem varför hur är kan ska har finns den det de en ett av och för på med till inte många",
    ),
    (
        "Danish",
        "hvad hvornår hvor hvilken hvilket hvilke hvem hvorfor hvordan er kan skal har den det de en et af og for på med til ikke mange",
    ),
    (
        "Polish",
        "co kiedy gdzie który która które kto dlaczego jak ile czy jest są był może się i w na do z od nie dla",
    ),
    (
        "Turkish",
        "ne nedir neden nerede hangi kim kimdir nasıl kaç mi mı mu mü ve bir bu için ile zaman",
    ),
    (
        "Indonesian",
        "apa kapan mana siapa mengapa kenapa bagaimana berapa apakah adalah di yang dan untuk dari ke dengan ini itu",
    ),
    (
        "Vietnamese",
        "gì khi nào đâu ai tại sao thế bao nhiêu là của và có không được cho trong ở với những các",
    ),
];

/// The language with the most words of the text; none where two are even.
fn by_words(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let mut best = (0, None);
    for (language, list) in WORDS {
        let known = |word: &&&str| list.split(' ').any(|own| own == **word);
        let count = words.iter().filter(known).count();
        if count > best.0 {
            best = (count, Some(*language));
        } else if count == best.0 {
            best.1 = None;
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_questions() {
        for (text, want) in [
            ("When does the ferry to Tosund leave?", Some("English")),
            ("Wann fährt die Fähre nach Tosund ab?", Some("German")),
            ("Quand part le ferry pour Tosund ?", Some("French")),
            ("¿Cuándo sale el ferry a Tosund?", Some("Spanish")),
            ("Quando parte il traghetto per Tosund?", Some("Italian")),
            ("Quando é que o barco para Tosund parte?", Some("Portuguese")),
            ("Wanneer vertrekt de veerboot naar Tosund?", Some("Dutch")),
            ("När går färjan till Tosund?", Some("Swedish")),
            ("Kiedy odpływa prom do Tosund?", Some("Polish")),
            ("Khi nào phà đi Tosund khởi hành?", Some("Vietnamese")),
            ("渡輪幾點開？", Some("Chinese, in traditional characters")),
            ("渡轮几点开？", Some("Chinese, in simplified characters")),
            ("什麼是檢索增強生成？", Some("Chinese, in traditional characters")),
            (
                "從臺北到新竹有幾公里？",
                Some("Chinese, in traditional characters"),
            ),
            ("什么是检索增强生成？", Some("Chinese, in simplified characters")),
            (
                "iPhone 15 的保固多久？",
                Some("Chinese, in traditional characters"),
            ),
            ("フェリーはいつ出ますか？", Some("Japanese")),
            ("페리는 언제 출발하나요?", Some("Korean")),
            ("Когда уходит паром?", Some("Russian")),
            ("Коли відходить пором?", Some("Ukrainian")),
            ("متى تغادر العبارة؟", Some("Arabic")),
            ("What does the sign 出口 mean?", Some("English")),
            ("Öffnungszeiten?", None),
            ("2 + 2?", None),
            ("", None),
        ] {
            assert_eq!(name(text), want, "{text}");
        }
    }
}
