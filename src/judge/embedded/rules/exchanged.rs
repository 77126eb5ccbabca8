//! One for another in the same place: "Marie Curie won" against "Pierre Curie won", "in Munich" against "in Berlin"; and
//! another word where all the rest is the same.
//!
//! A place is what stands before and behind it. Of names it is enough that one of both tells it and the other is where the
//! statement begins or ends; of other words, which may say the same, nothing else may differ.

use super::converses::is_turned;
use super::lexicon::contraries::SYNONYMS;
use super::lexicon::denial::NEGATING;
use super::moved::{is_german, is_in_calendar};
use super::units::are_one;
use super::{Conflict, Rule, Side, Token};
use crate::judge::embedded::sources::Sources;
use crate::text::script::{is_hiragana, is_unspaced};
use crate::text::words::Kind;

/// A name is no longer than so many words.
const LONGEST_NAME: usize = 4;
/// Words that begin with so many letters alike are forms of one word: America, American.
const SAME_BEGINNING: usize = 4;
/// In text without spaces so many characters are exchanged at most; a foreign name has more. At least so many stay as they
/// are.
const CHARACTERS: usize = 12;
const LEAST_KEPT: usize = 4;
/// Of so many characters of a piece one may stand in the other.
const FOREIGN: usize = 4;
/// What joins clauses and words.
const GRAMMAR: &str = "但而且又也卻却則则所即並并或及和與与因故就才都還还再更";
/// A clause of more characters than this is not compared piece by piece.
const LONGEST_CLAUSE: usize = 120;

/// What is said of a person beside the name: one may stand for the other ("President Lund", "Ann Lund").
const TITLES: &[&str] = &[
    "actor",
    "actress",
    "author",
    "captain",
    "chairman",
    "chancellor",
    "coach",
    "colonel",
    "director",
    "doctor",
    "dr",
    "emperor",
    "empress",
    "general",
    "governor",
    "judge",
    "king",
    "lady",
    "lord",
    "madame",
    "major",
    "mayor",
    "minister",
    "miss",
    "mr",
    "mrs",
    "ms",
    "officer",
    "pope",
    "president",
    "prime",
    "prince",
    "princess",
    "prof",
    "professor",
    "queen",
    "saint",
    "secretary",
    "senator",
    "singer",
    "sir",
    "st",
    "frau",
    "herr",
    "kaiser",
    "könig",
    "königin",
    "präsident",
    "präsidentin",
    "señor",
    "señora",
    "don",
    "doña",
    "monsieur",
    "madame",
];

/// Names that take another's place in a sentence where the statement stands. `best`: the sentence where it stands best, if
/// that is another one.
pub(super) fn names(
    sources: &Sources<'_>,
    said: &Side<'_>,
    side: &Side<'_>,
    best: Option<&Side<'_>>,
) -> Option<Conflict> {
    let ours = runs(said, |token| is_capital(token) && !side.has_key(token));
    let theirs = runs(side, |token| is_capital(token) && !said.has_key(token));
    // "Ann will play Bel" is not what "Ben will play Gast" speaks of where the best sentence is about Ann: unless all the
    // rest is said of Ben there.
    let known = |our: &Run| {
        let name = said.tokens.get(our.clone()).unwrap_or_default();
        let mut others = said.tokens.iter().enumerate();
        let other =
            others.any(|(at, token)| !our.contains(&at) && token.is_content() && !side.has_key(token));
        other && best.is_some_and(|best| name.iter().all(|token| best.has_key(token)))
    };
    ours.iter()
        .filter(|our| !known(our))
        .find_map(|our| {
            let their = theirs.iter().find(|their| {
                let place = Place::of(said, our, side, their);
                place.tells_a_name()
                    && !is_short_for(said, our, side, their)
                    && are_names(said, our, side, their, place)
                    && !stands(sources, said, our)
            })?;
            Some(conflict(Rule::Name, said, our, side, their))
        })
        .or_else(|| characters(said, side).filter(|found| found.rule == Rule::Name))
}

/// The only word that is missing, where another stands in its place.
pub(super) fn word(said: &Side<'_>, side: &Side<'_>) -> Option<Conflict> {
    // "Ben is younger than Anna" is "Anna is older than Ben".
    if is_turned(said, side) {
        return None;
    }
    if said.text.contains(is_unspaced) {
        return characters(said, side).filter(|found| found.rule == Rule::Word);
    }
    let plain = |token: &Token| token.word.kind == Kind::Word && token.is_content();
    let ours = runs(said, |token| plain(token) && !side.has_key(token));
    let theirs = runs(side, |token| plain(token) && !said.has_key(token));
    let [our] = ours.as_slice() else {
        return None;
    };
    if our.len() != 1 {
        return None;
    }
    // A title in a name's place is the same person's.
    let titled = |side: &Side<'_>, run: &Run| {
        side.tokens
            .get(run.start)
            .is_some_and(|token| TITLES.contains(&token.lower.as_str()))
    };
    let their = theirs.iter().find(|their| {
        their.len() == 1
            && !titled(said, our)
            && !titled(side, their)
            && Place::of(said, our, side, their).is_the_same()
            && !are_forms(said, our, side, their)
            && !say_the_same(said, our, side, their)
    })?;
    Some(conflict(Rule::Word, said, our, side, their))
}

type Run = std::ops::Range<usize>;

/// Words in a row that are wanted.
fn runs(side: &Side<'_>, wanted: impl Fn(&Token) -> bool) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    for (at, token) in side.tokens.iter().enumerate() {
        // Months and weekdays have a rule of their own.
        if !wanted(token) || is_in_calendar(token) {
            continue;
        }
        // "in Dutch, 'Duitsland'" are two.
        let apart = side
            .joint(at)
            .is_some_and(|(_, between, _)| between.contains([',', ';', ':', '(', ')', '"', '“', '”']));
        match out.last_mut() {
            Some(last) if last.end == at && !apart => last.end = at + 1,
            _ => out.push(at..at + 1),
        }
    }
    out.retain(|run| run.len() <= LONGEST_NAME);
    out
}

fn is_capital(token: &Token) -> bool {
    token.word.kind == Kind::Word && token.word.capital && token.is_content()
}

/// What stands beside two pieces.
#[derive(Clone, Copy)]
struct Place {
    before: Beside,
    behind: Beside,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    /// The same word on both sides.
    Same,
    /// Nothing on either side.
    Ends,
    /// The statement begins or ends here; the source goes on.
    Open,
    Other,
}

impl Place {
    fn of(said: &Side<'_>, our: &Run, side: &Side<'_>, their: &Run) -> Self {
        let beside = |ours: Option<&Token>, theirs: Option<&Token>| match (ours, theirs) {
            (Some(a), Some(b)) if a.word.key == b.word.key => Beside::Same,
            (None, None) => Beside::Ends,
            (None, Some(_)) => Beside::Open,
            _ => Beside::Other,
        };
        let before = |side: &Side<'_>, run: &Run| {
            run.start
                .checked_sub(1)
                .and_then(|at| side.tokens.get(at).map(|_| at))
        };
        Self {
            before: beside(
                before(said, our).and_then(|at| said.tokens.get(at)),
                before(side, their).and_then(|at| side.tokens.get(at)),
            ),
            behind: beside(said.tokens.get(our.end), side.tokens.get(their.end)),
        }
    }

    fn tells_a_name(self) -> bool {
        let fits = |beside| beside != Beside::Other;
        fits(self.before) && fits(self.behind) && (self.before == Beside::Same || self.behind == Beside::Same)
    }

    fn is_the_same(self) -> bool {
        let fits = |beside| matches!(beside, Beside::Same | Beside::Ends);
        fits(self.before) && fits(self.behind) && (self.before == Beside::Same || self.behind == Beside::Same)
    }
}

/// Whether two pieces in upper case are different names.
fn are_names(said: &Side<'_>, our: &Run, side: &Side<'_>, their: &Run, place: Place) -> bool {
    let tokens = |side: &Side<'_>, run: &Run| -> Vec<String> {
        let tokens = side.tokens.get(run.clone()).unwrap_or_default();
        tokens.iter().map(|token| token.lower.clone()).collect()
    };
    let (ours, theirs) = (tokens(said, our), tokens(side, their));
    let is_title = |word: &String| TITLES.contains(&word.as_str());
    if ours.iter().chain(&theirs).any(is_title)
        || are_forms(said, our, side, their)
        || abbreviates(&ours, &theirs)
    {
        return false;
    }
    let opens = |side: &Side<'_>, run: &Run| {
        run.len() == 1 && side.tokens.get(run.start).is_some_and(|token| token.word.opens)
    };
    if is_german(said) || is_german(side) {
        // Every noun has a capital there: a name stands without its article.
        const BEFORE_PLACES: &[&str] = &["in", "nach", "aus", "von", "bei"];
        return place.before == Beside::Same
            && our
                .start
                .checked_sub(1)
                .and_then(|at| said.tokens.get(at))
                .is_some_and(|before| BEFORE_PLACES.contains(&before.lower.as_str()) || is_capital(before));
    }
    match (opens(said, our), opens(side, their)) {
        (false, false) => true,
        // What stands first has a capital anyway; a plural or an adverb is no name.
        (true, false) | (false, true) => ours.iter().chain(&theirs).all(|word| is_singular(word)),
        (true, true) => {
            place.behind == Beside::Same
                && ours
                    .iter()
                    .chain(&theirs)
                    .all(|word| is_singular(word) && word.is_ascii())
        }
    }
}

fn is_singular(word: &str) -> bool {
    !["s", "ing", "ly", "ed"].iter().any(|end| word.ends_with(end))
}

/// Forms of one word, or one that begins the other.
fn are_forms(said: &Side<'_>, our: &Run, side: &Side<'_>, their: &Run) -> bool {
    let first = |side: &Side<'_>, run: &Run| side.tokens.get(run.start).map(|token| token.lower.clone());
    let (Some(a), Some(b)) = (first(said, our), first(side, their)) else {
        return false;
    };
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    same >= SAME_BEGINNING.min(a.chars().count()).min(b.chars().count())
}

/// "USA" is the United States.
fn is_short_for(said: &Side<'_>, our: &Run, side: &Side<'_>, their: &Run) -> bool {
    const SHORT: &[(&str, &[&str])] = &[
        ("united states", &["us", "usa"]),
        ("united states of america", &["us", "usa"]),
        ("united kingdom", &["uk", "gb"]),
        ("great britain", &["uk", "gb"]),
        ("european union", &["eu"]),
        ("united nations", &["un"]),
        ("soviet union", &["ussr"]),
    ];
    let name = |side: &Side<'_>, run: &Run| -> String {
        let tokens = side.tokens.get(run.clone()).unwrap_or_default();
        let words: Vec<&str> = tokens.iter().map(|token| token.lower.as_str()).collect();
        words.join(" ")
    };
    let (ours, theirs) = (name(said, our), name(side, their));
    SHORT.iter().any(|(long, short)| {
        let is = |a: &str, b: &str| a == *long && short.contains(&b);
        is(&ours, &theirs) || is(&theirs, &ours)
    })
}

/// Words of one sense, and one unit in two writings.
fn say_the_same(said: &Side<'_>, our: &Run, side: &Side<'_>, their: &Run) -> bool {
    let (Some(ours), Some(theirs)) = (said.tokens.get(our.start), side.tokens.get(their.start)) else {
        return false;
    };
    let (a, b) = (ours.lower.as_str(), theirs.lower.as_str());
    are_one(ours, theirs)
        || SYNONYMS
            .iter()
            .any(|words| words.contains(&a) && words.contains(&b))
}

/// "NYC" is "New York City".
fn abbreviates(ours: &[String], theirs: &[String]) -> bool {
    let initials =
        |words: &[String]| -> String { words.iter().filter_map(|word| word.chars().next()).collect() };
    let short = |one: &[String], other: &[String]| {
        one.len() == 1 && other.len() > 1 && one.first().is_some_and(|word| *word == initials(other))
    };
    short(ours, theirs) || short(theirs, ours)
}

/// Whether the source says the same of the name elsewhere: with the word that stands beside it here.
fn stands(sources: &Sources<'_>, said: &Side<'_>, our: &Run) -> bool {
    let key = |at: Option<usize>| at.and_then(|at| said.tokens.get(at)).map(|token| token.word.key);
    let pair = |a, b| matches!((a, b), (Some(a), Some(b)) if sources.holds_pair(&(a, b)));
    pair(key(our.start.checked_sub(1)), key(Some(our.start)))
        || pair(key(our.end.checked_sub(1)), key(Some(our.end)))
}

fn conflict(rule: Rule, said: &Side<'_>, our: &Run, side: &Side<'_>, their: &Run) -> Conflict {
    let text = |side: &Side<'_>, run: &Run| {
        let tokens = side.tokens.get(run.clone()).unwrap_or_default();
        let start = tokens.first().map_or(0, |token| token.word.range.start);
        let end = tokens.last().map_or(start, |token| token.word.range.end);
        side.raw(start..end).to_owned()
    };
    Conflict {
        rule,
        said: text(said, our),
        stands: text(side, their),
    }
}

/// Clauses of text without spaces that are the same but for one piece.
fn characters(said: &Side<'_>, side: &Side<'_>) -> Option<Conflict> {
    if !said.text.contains(is_unspaced) {
        return None;
    }
    let clauses = |text: &str| -> Vec<Vec<char>> {
        text.split(|c: char| !(is_unspaced(c) || c.is_alphanumeric() || c == ' ' || is_dot(c)))
            .map(|clause| clause.chars().filter(|c| *c != ' ').collect::<Vec<char>>())
            .filter(|clause| (LEAST_KEPT..=LONGEST_CLAUSE).contains(&clause.len()))
            .collect()
    };
    let theirs = clauses(side.text);
    clauses(said.text).iter().find_map(|ours| {
        if theirs.contains(ours) {
            return None;
        }
        theirs.iter().find_map(|their| piece(ours, their))
    })
}

/// Between the parts of a foreign name: 約翰·史密斯.
fn is_dot(c: char) -> bool {
    matches!(c, '·' | '•' | '‧' | '・' | '．')
}

fn piece(ours: &[char], theirs: &[char]) -> Option<Conflict> {
    let front = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
    let most = ours.len().min(theirs.len()) - front;
    let back = ours
        .iter()
        .rev()
        .zip(theirs.iter().rev())
        .take(most)
        .take_while(|(a, b)| a == b)
        .count();
    let x = ours.get(front..ours.len() - back)?;
    let y = theirs.get(front..theirs.len() - back)?;
    let fits = |piece: &[char]| {
        (1..=CHARACTERS).contains(&piece.len())
            && piece.iter().all(|c| {
                is_dot(*c) || (is_unspaced(*c) && !is_hiragana(*c) && !crate::text::numbers::is_han_digit(*c))
            })
    };
    // 本店接受現金 of 本店不接受信用卡，但接受現金: a word of grammar stands in no word's place.
    let grammar = |piece: &[char]| piece.len() == 1 && piece.iter().any(|c| GRAMMAR.contains(*c));
    if grammar(x) || grammar(y) {
        return None;
    }
    // What has moved, and what is denied, is the matter of other rules.
    // Two foreign names may share a character.
    let shared = x.iter().filter(|c| !is_dot(**c) && y.contains(c)).count();
    let other = shared > x.len().min(y.len()) / FOREIGN || x.iter().chain(y).any(|c| NEGATING.contains(c));
    let kept = front + back;
    if other || !fits(x) || !fits(y) || kept < LEAST_KEPT.max(x.len()) {
        return None;
    }
    let rule = if is_named(ours, front, back, x, y) {
        Rule::Name
    } else {
        Rule::Word
    };
    // A single character says little: with the one before it.
    let from = if x.len() == 1 || y.len() == 1 {
        front.saturating_sub(1)
    } else {
        front
    };
    Some(Conflict {
        rule,
        said: ours.get(from..ours.len() - back)?.iter().collect(),
        stands: theirs.get(from..theirs.len() - back)?.iter().collect(),
    })
}

/// Countries and cities, which nothing beside them shows for names.
const PLACES: &[&str] = &[
    "東京",
    "大阪",
    "京都",
    "名古屋",
    "横浜",
    "神戸",
    "福岡",
    "札幌",
    "仙台",
    "広島",
    "橫濱",
    "廣島",
    "日本",
    "韓國",
    "韩国",
    "韓国",
    "中國",
    "中国",
    "美國",
    "美国",
    "英國",
    "英国",
    "法國",
    "法国",
    "德國",
    "德国",
    "印度",
    "泰國",
    "泰国",
    "越南",
    "俄國",
    "俄羅斯",
    "台灣",
    "臺灣",
    "香港",
    "澳門",
    "新加坡",
    "台北",
    "臺北",
    "台中",
    "台南",
    "高雄",
    "新竹",
    "花蓮",
    "台東",
    "北京",
    "上海",
    "廣州",
    "广州",
    "深圳",
    "南京",
    "重慶",
    "天津",
    "成都",
    "武漢",
    "西安",
    "首爾",
    "釜山",
    "倫敦",
    "巴黎",
    "柏林",
    "紐約",
    "羅馬",
    "馬德里",
    "莫斯科",
    "亞洲",
    "歐洲",
    "非洲",
    "美洲",
    "澳洲",
];

/// Whether what was exchanged is a name: a family name in front, a title or a kind of place behind, or foreign letters.
fn is_named(ours: &[char], front: usize, back: usize, x: &[char], y: &[char]) -> bool {
    const FAMILIES: &str = "王李張陳劉黃林吳周徐孫馬朱胡郭何高羅鄭梁謝宋唐許鄧韓馮曹曾彭蕭蔡潘田董袁于余葉蔣杜蘇魏程呂丁沈任姚盧傅鍾姜崔譚廖范汪陸金石戴賈韋夏邱方侯鄒熊孟秦白江閻薛尹段雷黎史龍陶賀顧毛郝龔邵萬錢嚴賴武莫孔湯张陈刘黄吴孙马罗郑谢许邓韩冯萧叶蒋苏吕卢钟谭范陆贾韦邹阎龙贺顾龚万钱严赖汤";
    const BEHIND: &[&str] = &[
        "先生", "女士", "小姐", "教授", "博士", "總統", "总统", "市長", "市", "縣", "县", "省", "州", "區",
        "区", "さん", "氏", "君", "様", "県", "都", "教授", "社長",
    ];
    let family = |piece: &[char]| piece.first().is_some_and(|c| FAMILIES.contains(*c));
    let katakana = |piece: &[char]| piece.iter().all(|c| matches!(c, '\u{30A0}'..='\u{30FF}'));
    let behind: String = ours
        .get(ours.len() - back..)
        .unwrap_or_default()
        .iter()
        .take(2)
        .collect();
    let titled = BEHIND.iter().any(|word| behind.starts_with(word));
    let place = |piece: &[char]| {
        let piece: String = piece.iter().collect();
        PLACES.iter().any(|place| piece.starts_with(place))
    };
    if place(x) && place(y) {
        return true;
    }
    let person = front == 0 && family(x) && family(y) && x.len() <= 4 && y.len() <= 4;
    person || titled || (katakana(x) && katakana(y))
}
