//! The opposite word with both sides turned around says the same: "Anna sold Ben a car", "Ben bought a car of Anna".

use super::opposites::opposites;
use super::{Side, Token};
use crate::text::script::is_unspaced;

/// Pairs besides the [opposites](super::lexicon::contraries::OPPOSITES) that say the same from the other side.
const CONVERSES: &[(&str, &str)] = &[
    ("sold", "bought"),
    ("sell", "buy"),
    ("sells", "buys"),
    ("export", "import"),
    ("exports", "imports"),
    ("exported", "imported"),
    ("lent", "borrowed"),
    ("lends", "borrows"),
    ("gave", "received"),
    ("gives", "receives"),
    ("gave", "got"),
    ("taught", "learned"),
    ("older", "younger"),
    ("larger", "smaller"),
    ("bigger", "smaller"),
    ("taller", "shorter"),
    ("longer", "shorter"),
    ("higher", "lower"),
    ("steeper", "flatter"),
    ("more", "less"),
    ("more", "fewer"),
    ("faster", "slower"),
    ("heavier", "lighter"),
    ("warmer", "colder"),
    ("north", "south"),
    ("east", "west"),
    ("northern", "southern"),
    ("eastern", "western"),
    ("above", "below"),
    ("before", "after"),
    ("earlier", "later"),
    ("parent", "child"),
    ("father", "son"),
    ("father", "daughter"),
    ("mother", "son"),
    ("mother", "daughter"),
    ("husband", "wife"),
    ("employer", "employee"),
    ("teacher", "student"),
    ("teacher", "pupil"),
    ("left", "right"),
    ("precedes", "follows"),
    ("preceded", "followed"),
    ("beat", "lost"),
    ("defeated", "lost"),
    ("won", "lost"),
    ("älter", "jünger"),
    ("größer", "kleiner"),
    ("verkaufte", "kaufte"),
    ("nördlich", "südlich"),
    ("östlich", "westlich"),
    ("exportiert", "importiert"),
    ("vater", "sohn"),
    ("mutter", "tochter"),
    ("verkauft", "gekauft"),
    ("verkauft", "kauft"),
    ("schenkte", "bekam"),
    ("schenkte", "erhielt"),
    ("gab", "bekam"),
    ("gab", "erhielt"),
    ("verlieh", "lieh"),
    ("lehrte", "lernte"),
    ("reicher", "ärmer"),
    ("vendu", "acheté"),
    ("vendit", "acheta"),
    ("vend", "achète"),
    ("prêté", "emprunté"),
    ("donné", "reçu"),
    ("offert", "reçu"),
    ("vendió", "compró"),
    ("vendido", "comprado"),
    ("vende", "compra"),
    ("dio", "recibió"),
    ("regaló", "recibió"),
    ("venduto", "comprato"),
    ("vendette", "comprò"),
    ("prestato", "preso"),
    ("vendeu", "comprou"),
    ("verkocht", "gekocht"),
    ("продал", "купил"),
    ("продала", "купила"),
    ("продал", "купила"),
    ("продала", "купил"),
    ("richer", "poorer"),
    ("earlier", "later"),
    ("stronger", "weaker"),
];

/// Whether the statement has a converse of a word of the source, and what stands in front of it there behind it.
pub(super) fn is_turned(said: &Side<'_>, stands: &Side<'_>) -> bool {
    said.tokens.iter().enumerate().any(|(ours, token)| {
        let lower = token.lower.as_str();
        let listed = CONVERSES.iter().filter_map(|(a, b)| match lower {
            lower if lower == *a => Some(*b),
            lower if lower == *b => Some(*a),
            _ => None,
        });
        let converses: Vec<&str> = listed.chain(opposites(lower)).collect();
        if converses.is_empty() {
            return false;
        }
        let theirs = stands.tokens.iter().enumerate();
        theirs
            .filter(|(_, other)| converses.contains(&other.lower.as_str()))
            .any(|(theirs, _)| turned_around(said, ours, stands, theirs))
    }) || heads_change(said, stands)
}

/// Something in front of the one word stands behind the other, and the other way round, or nothing else is there.
fn turned_around(said: &Side<'_>, ours: usize, stands: &Side<'_>, theirs: usize) -> bool {
    // "Early" in front of "late" and the other way round: both were exchanged, nothing was turned.
    let one_of_both = |token: &Token| {
        let is =
            |side: &Side<'_>, at: usize| side.tokens.get(at).is_some_and(|word| word.lower == token.lower);
        is(said, ours) || is(stands, theirs)
    };
    let crosses = |first: &Side<'_>, before: usize, second: &Side<'_>, behind: usize| {
        first.tokens.iter().take(before).any(|token| {
            let places = second
                .tokens
                .iter()
                .enumerate()
                .filter(|(_, other)| other.word.key == token.word.key);
            let (front, back): (Vec<_>, Vec<_>) = places.partition(|(at, _)| *at < behind);
            token.is_content() && !one_of_both(token) && front.is_empty() && !back.is_empty()
        })
    };
    crosses(said, ours, stands, theirs) && crosses(stands, theirs, said, ours)
}

/// Text without spaces: each begins with what stands further on in the other: 台北在台中的北邊, 台中在台北的南邊.
fn heads_change(said: &Side<'_>, stands: &Side<'_>) -> bool {
    const CONVERSES: &[(char, char)] = &[
        ('北', '南'),
        ('東', '西'),
        ('东', '西'),
        ('大', '小'),
        ('高', '低'),
        ('高', '矮'),
        ('多', '少'),
        ('長', '短'),
        ('老', '輕'),
        ('買', '賣'),
        ('买', '卖'),
        ('前', '後'),
        ('上', '下'),
        ('左', '右'),
        ('快', '慢'),
        ('早', '晚'),
        ('出', '進'),
        ('出', '进'),
        ('勝', '輸'),
        ('贏', '輸'),
        ('富', '貧'),
        ('富', '窮'),
        ('富', '贫'),
        ('強', '弱'),
        ('新', '舊'),
        ('重', '輕'),
        ('父', '子'),
        ('母', '子'),
        ('夫', '妻'),
    ];
    let head = |text: &str| -> Option<String> {
        let head: String = text.chars().take(2).filter(|c| is_unspaced(*c)).collect();
        (head.chars().count() == 2).then_some(head)
    };
    // 小明把書借給小華 is 小華向小明借了書.
    const FROM: &[char] = &['向', '跟', '從', '从'];
    const GIVING: &[&str] = &[
        "借給", "借给", "賣給", "卖给", "送給", "送给", "租給", "租给", "教",
    ];
    let gives = |text: &str| GIVING.iter().any(|word| text.contains(word));
    let (Some(ours), Some(theirs)) = (head(said.text), head(stands.text)) else {
        return false;
    };
    let turned =
        (gives(stands.text) && said.text.contains(FROM)) || (gives(said.text) && stands.text.contains(FROM));
    if ours != theirs && turned {
        return true;
    }
    ours != theirs
        && stands.text.contains(&ours)
        && said.text.contains(&theirs)
        && CONVERSES.iter().any(|(a, b)| {
            let one = |a: &char, b: &char| said.text.contains(*a) && stands.text.contains(*b);
            let only = |c: &char| said.text.matches(*c).count() != stands.text.matches(*c).count();
            (one(a, b) || one(b, a)) && only(a) && only(b)
        })
}
