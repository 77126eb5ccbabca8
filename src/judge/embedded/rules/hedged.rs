//! What one side says as a fact and the other does not: what was denied, planned, almost done, or stands behind an "if".
//!
//! Two kinds of such words. After "denied that" and "if" a whole statement stands: it counts where the other side says
//! that statement and little else. "Planned to", "will" and "almost" belong to one word: it counts where the other side
//! has that word as done. Nothing is said where the source says it as a fact as well, further on for one.

mod unspaced;

use super::negation::{is_negator, is_setting_against, says_no};
use super::{Conflict, Rule, Side, Token};
use crate::judge::embedded::sources::Sources;
use crate::text::stem::stem;
use crate::text::words::{Key, Kind};

/// Of the sentences further off that may say it as a fact, so many are read.
const FURTHER_OFF: usize = 16;
/// Sentences so near to the best one may go on without naming what they speak of.
const NEAR: usize = 2;
/// A statement has at least so many words.
const LEAST: usize = 2;

/// How something is not a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// Somebody says that it is not so.
    Denied,
    /// It hangs on something, or is asked.
    Conditional,
    /// It lies ahead.
    Ahead,
    /// It didn't quite happen.
    Almost,
    /// Nobody is sure.
    Unsure,
}

const DENIED: &[&str] = &[
    "deny",
    "denies",
    "denied",
    "denying",
    "disputed",
    "disputes",
    "refuted",
    "refutes",
    "bestritt",
    "bestreitet",
    "bestritten",
    "dementierte",
    "dementiert",
    "leugnete",
    "leugnet",
    "nia",
    "nié",
    "dément",
    "démenti",
    "negó",
    "niega",
    "negaron",
    "desmintió",
    "negato",
    "smentito",
];
/// They deny what the noun behind them says.
const REJECTED: &[&str] = &["rejected", "rejects", "dismissed", "dismisses"];
const ASSERTIONS: &[&str] = &[
    "claim",
    "claims",
    "report",
    "reports",
    "allegation",
    "allegations",
    "suggestion",
    "suggestions",
    "rumour",
    "rumours",
    "rumor",
    "rumors",
    "accusation",
    "accusations",
];
const CONDITIONS: &[&str] = &["if", "whether", "unless", "falls", "sofern", "wenn", "если"];
/// In front of "to".
const PLANS: &[&str] = &[
    "plan",
    "plans",
    "planned",
    "planning",
    "intend",
    "intends",
    "intended",
    "intending",
    "intention",
    "hope",
    "hopes",
    "hoped",
    "hoping",
    "want",
    "wants",
    "wanted",
    "aim",
    "aims",
    "aimed",
    "expect",
    "expects",
    "expected",
    "scheduled",
    "propose",
    "proposes",
    "proposed",
    "proposal",
    "threatened",
    "threatens",
    "promised",
    "promises",
    "promise",
    "vowed",
    "vows",
    "pledged",
    "pledges",
    "pledge",
    "tried",
    "tries",
    "trying",
    "attempt",
    "attempts",
    "attempted",
    "sought",
    "seeks",
    "about",
    "set",
    "wishes",
    "wished",
];
/// In front of a form in "-ing".
const CONSIDERED: &[&str] = &[
    "consider",
    "considers",
    "considered",
    "considering",
    "proposed",
    "proposes",
];
/// With an "if", what would have happened. Without one "will" tells little: of what was announced, later sources know
/// that it came.
const WOULD: &[&str] = &["will", "would", "could", "might"];
/// "May" is not among them: what one may do is allowed, and nothing is unsure about it.
const UNSURE: &[&str] = &[
    "might",
    "possibly",
    "perhaps",
    "allegedly",
    "supposedly",
    "angeblich",
    "möglicherweise",
    "vielleicht",
];
const ALMOST: &[&str] = &[
    "almost",
    "nearly",
    "beinahe",
    "nahezu",
    "presque",
    "casi",
    "quasi",
    "bijna",
    "почти",
];
/// Words that say that something is no fact or not all of it, whatever it is: where one stands, nothing is compared.
const CAREFUL: &[&str] = &[
    "will",
    "would",
    "shall",
    "may",
    "might",
    "could",
    "should",
    "must",
    "can",
    "perhaps",
    "maybe",
    "possibly",
    "probably",
    "likely",
    "if",
    "whether",
    "when",
    "whenever",
    "unless",
    "allegedly",
    "reportedly",
    "alleged",
    "accused",
    "accuses",
    "said",
    "says",
    "claimed",
    "claims",
    "claim",
    "rejected",
    "dismissed",
    "wenn",
    "falls",
    "soll",
    "sollte",
    "wird",
];
/// The same for what almost is.
const ABOUT: &[&str] = &[
    "about",
    "around",
    "approximately",
    "virtually",
    "practically",
    "roughly",
    "largely",
    "mostly",
    "close",
    "narrowly",
    "partly",
    "partially",
    "fast",
    "escaped",
    "avoided",
    "knapp",
    "weitgehend",
];

/// Forms of verbs that have another stem in the past.
const IRREGULAR: &[(&str, &str)] = &[
    ("become", "became"),
    ("begin", "began"),
    ("begin", "begun"),
    ("break", "broke"),
    ("break", "broken"),
    ("bring", "brought"),
    ("build", "built"),
    ("buy", "bought"),
    ("catch", "caught"),
    ("choose", "chose"),
    ("choose", "chosen"),
    ("come", "came"),
    ("cut", "cut"),
    ("draw", "drew"),
    ("drive", "drove"),
    ("fall", "fell"),
    ("fall", "fallen"),
    ("fight", "fought"),
    ("find", "found"),
    ("fly", "flew"),
    ("get", "got"),
    ("give", "gave"),
    ("give", "given"),
    ("go", "went"),
    ("go", "gone"),
    ("grow", "grew"),
    ("hit", "hit"),
    ("hold", "held"),
    ("keep", "kept"),
    ("lead", "led"),
    ("leave", "left"),
    ("lose", "lost"),
    ("make", "made"),
    ("meet", "met"),
    ("pay", "paid"),
    ("put", "put"),
    ("ride", "rode"),
    ("rise", "rose"),
    ("rise", "risen"),
    ("run", "ran"),
    ("see", "saw"),
    ("see", "seen"),
    ("sell", "sold"),
    ("send", "sent"),
    ("shut", "shut"),
    ("sink", "sank"),
    ("sink", "sunk"),
    ("speak", "spoke"),
    ("spend", "spent"),
    ("split", "split"),
    ("steal", "stole"),
    ("steal", "stolen"),
    ("swim", "swam"),
    ("take", "took"),
    ("take", "taken"),
    ("teach", "taught"),
    ("tell", "told"),
    ("throw", "threw"),
    ("win", "won"),
    ("write", "wrote"),
    ("write", "written"),
];
/// In front of a participle.
const DONE: &[&str] = &["has", "have", "had", "was", "were", "been", "is", "are"];

/// What stands under such a word.
struct Hedge {
    mood: Mood,
    /// The first word of the hedge.
    at: usize,
    /// The words that it is said of.
    from: usize,
    to: usize,
    /// Of what lies ahead and what is almost: the word that it belongs to.
    word: Option<usize>,
}

pub(super) fn conflicts(
    sources: &Sources<'_>,
    best: Option<usize>,
    said: &Side<'_>,
    stands: &[Side<'_>],
) -> Option<Conflict> {
    let (first, best) = (stands.first()?, best?);
    let (ours, theirs) = (hedges(said), hedges(first));
    let beside = Beside {
        sources,
        best,
        stands: stands.get(1..).unwrap_or_default(),
    };
    theirs
        .iter()
        .find_map(|hedge| match hedge.mood {
            Mood::Denied | Mood::Conditional => whole(&beside, said, &ours, first, hedge),
            Mood::Ahead | Mood::Almost | Mood::Unsure => of_word(&beside, said, &ours, first, hedge, &theirs),
        })
        .or_else(|| {
            ours.iter().find_map(|hedge| match hedge.mood {
                Mood::Denied => denied_here(&beside, said, first, hedge),
                Mood::Almost => almost_here(&beside, said, first, hedge),
                Mood::Conditional | Mood::Ahead | Mood::Unsure => None,
            })
        })
        .or_else(|| unspaced::conflict(said, first, beside.stands))
}

/// What else the source says.
struct Beside<'a, 's> {
    sources: &'a Sources<'s>,
    best: usize,
    /// The other sentences of the window.
    stands: &'a [Side<'a>],
}

impl Beside<'_, '_> {
    /// Whether another sentence that is `wanted` has one of the words, and says it as a fact as far as can be seen.
    fn says(&self, key: Key, wanted: impl Fn(&Side<'_>, usize) -> bool) -> bool {
        let places = self.sources.places(key).iter().filter(|at| **at != self.best);
        self.stands.iter().any(|side| wanted(side, 0))
            || places.take(FURTHER_OFF).any(|at| {
                let side = Side::new(self.sources.sentence_text(*at));
                self.sources.spend(side.tokens.len());
                wanted(&side, at.abs_diff(self.best))
            })
    }
}

/// "May" the month is none of these words.
fn listed(token: &Token, list: &[&str]) -> bool {
    list.contains(&token.lower.as_str()) && (token.word.stop || token.lower != "may")
}

fn holds(side: &Side<'_>, list: &[&str]) -> bool {
    side.tokens.iter().any(|token| listed(token, list))
}

fn hedges(side: &Side<'_>) -> Vec<Hedge> {
    let mut out = Vec::new();
    let german = super::moved::is_german(side);
    let conditional = side.tokens.iter().any(|token| listed(token, CONDITIONS));
    for (at, token) in side.tokens.iter().enumerate() {
        let behind = |n: usize| side.tokens.get(at + n);
        let is = |n: usize, list: &[&str]| behind(n).is_some_and(|token| listed(token, list));
        let whole = |mood, from: usize| Hedge {
            mood,
            at,
            from,
            to: clause_end(side, from),
            word: None,
        };
        let of_word = |mood, from: usize| {
            let to = clause_end(side, from);
            let word = (from..to).find(|at| side.tokens.get(*at).is_some_and(|token| token.is_content()))?;
            let joined = word - from <= 3;
            joined.then_some(Hedge {
                mood,
                at,
                from,
                to,
                word: Some(word),
            })
        };
        let negated = at > 0 && is_denied(side, at);
        if listed(token, DENIED) || (listed(token, REJECTED) && (is(1, ASSERTIONS) || is(2, ASSERTIONS))) {
            if negated {
                continue;
            }
            let passive = at.checked_sub(1).and_then(|at| side.tokens.get(at));
            if passive.is_some_and(|before| {
                matches!(
                    before.lower.as_str(),
                    "was" | "were" | "been" | "is" | "are" | "be"
                )
            }) {
                out.extend(claimed_before(side, at));
            } else {
                out.push(whole(Mood::Denied, at + 1));
            }
        } else if listed(token, CONDITIONS) {
            out.push(whole(Mood::Conditional, at + 1));
        } else if listed(token, PLANS) && is(1, &["to"]) {
            let fits = match token.lower.as_str() {
                "about" | "set" => {
                    at.checked_sub(1)
                        .and_then(|at| side.tokens.get(at))
                        .is_some_and(|before| {
                            matches!(before.lower.as_str(), "is" | "are" | "was" | "were" | "be")
                        })
                }
                _ => !negated,
            };
            out.extend(of_word(Mood::Ahead, at + 2).filter(|_| fits));
        } else if (listed(token, CONSIDERED) && behind(1).is_some_and(|next| next.lower.ends_with("ing")))
            || (conditional && listed(token, WOULD))
        {
            out.extend(of_word(Mood::Ahead, at + 1));
        } else if listed(token, UNSURE) && !token.word.opens {
            out.extend(of_word(Mood::Unsure, at + 1));
        } else if listed(token, ALMOST) || (german && token.lower == "fast") {
            let next = behind(1).filter(|next| {
                let plain = next.word.kind == Kind::Word && next.is_content();
                plain && side.between(token, next) == " "
            });
            if next.is_some() {
                out.push(Hedge {
                    word: Some(at + 1),
                    ..whole(Mood::Almost, at + 1)
                });
            }
        }
    }
    out
}

/// "Claims that the bridge is unsafe were denied": what stands between.
fn claimed_before(side: &Side<'_>, at: usize) -> Option<Hedge> {
    let noun = side
        .tokens
        .iter()
        .take(at)
        .position(|token| listed(token, ASSERTIONS))?;
    let that = side.tokens.get(noun + 1).filter(|token| token.lower == "that")?;
    let _ = that;
    Some(Hedge {
        mood: Mood::Denied,
        at: noun,
        from: noun + 2,
        to: at.checked_sub(1)?,
        word: None,
    })
}

/// A negation shortly in front of a word: "did not deny", "cannot be denied".
fn is_denied(side: &Side<'_>, at: usize) -> bool {
    let before = side.tokens.get(at.saturating_sub(3)..at).unwrap_or_default();
    before.iter().any(is_negator)
}

/// Where the clause ends that begins with this word. A comma right in front of it doesn't count: "bestritt, dass".
fn clause_end(side: &Side<'_>, from: usize) -> usize {
    (from + 1..side.tokens.len())
        .find(|at| {
            side.joint(*at).is_some_and(|(_, between, token)| {
                between.contains([',', ';', ':', '(', ')', '!', '?', '—', '–', '.'])
                    || is_setting_against(token)
                    || matches!(token.lower.as_str(), "then" | "and" | "und" | "et" | "y" | "и")
            })
        })
        .unwrap_or(side.tokens.len())
}

fn in_scope(side: &Side<'_>, hedge: &Hedge, key: Key) -> bool {
    let inside = side.tokens.get(hedge.from..hedge.to).unwrap_or_default();
    inside.iter().any(|token| token.word.key == key)
}

fn outside(side: &Side<'_>, hedge: &Hedge, key: Key) -> bool {
    let places = side
        .tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.word.key == key);
    places.into_iter().any(|(at, _)| at < hedge.at || at >= hedge.to)
}

fn shown(side: &Side<'_>, from: usize, to: usize) -> String {
    let start = side.tokens.get(from).map_or(0, |token| token.word.range.start);
    let end = to.checked_sub(1).and_then(|at| side.tokens.get(at));
    side.raw(start..end.map_or(start, |token| token.word.range.end))
        .to_owned()
}

/// The words of a statement that tell, each once.
fn content(side: &Side<'_>) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for token in side.tokens.iter().filter(|token| token.is_content()) {
        if !keys.contains(&token.word.key) {
            keys.push(token.word.key);
        }
    }
    keys
}

/// The statement says what the source denies, or makes hang on something.
fn whole(
    beside: &Beside<'_, '_>,
    said: &Side<'_>,
    ours: &[Hedge],
    first: &Side<'_>,
    hedge: &Hedge,
) -> Option<Conflict> {
    if !ours.is_empty() || says_no(said) || holds(said, CAREFUL) {
        return None;
    }
    let keys = content(said);
    let inside: Vec<Key> = keys
        .iter()
        .copied()
        .filter(|key| in_scope(first, hedge, *key))
        .collect();
    let enough = match hedge.mood {
        Mood::Denied => inside.len() * 3 >= keys.len() * 2,
        _ => inside.len() == keys.len(),
    };
    if inside.len() < LEAST || !enough || inside.iter().all(|key| outside(first, hedge, *key)) {
        return None;
    }
    let rarest = inside
        .iter()
        .min_by_key(|key| beside.sources.places(**key).len())?;
    let as_fact = |side: &Side<'_>, _: usize| {
        let all = inside
            .iter()
            .all(|key| side.tokens.iter().any(|token| token.word.key == *key));
        all && !says_no(side) && hedges(side).iter().all(|other| other.mood != hedge.mood)
    };
    if beside.says(*rarest, as_fact) {
        return None;
    }
    Some(Conflict {
        rule: Rule::Hedge,
        said: shown(said, 0, said.tokens.len()),
        stands: shown(first, hedge.at, hedge.to),
    })
}

/// Whether a word stands there as done: "has closed", "closed", "was built".
fn is_done(side: &Side<'_>, at: usize, base: &Token) -> bool {
    let Some(token) = side.tokens.get(at) else {
        return false;
    };
    let before = side.tokens.get(at.saturating_sub(2)..at).unwrap_or_default();
    let after_to = before.last().is_some_and(|before| before.lower == "to");
    if after_to {
        return false;
    }
    let auxiliary = before.iter().any(|before| listed(before, DONE));
    if token.word.key == base.word.key {
        // "Planned to be closed" has the form itself.
        return token.lower.ends_with("ed") || auxiliary && !token.lower.ends_with("ing");
    }
    false
}

/// The past of a verb that has another stem.
fn is_past(token: &Token, base: &Token) -> bool {
    IRREGULAR
        .iter()
        .any(|(present, past)| token.lower == *past && (base.lower == *present || base.lower == *past))
        || IRREGULAR.iter().any(|(present, past)| {
            let mut form = base.lower.clone();
            stem(&mut form);
            token.lower == *past && form == *present
        })
}

/// The statement tells as done what the source tells as ahead, or as whole what it almost was.
fn of_word(
    beside: &Beside<'_, '_>,
    said: &Side<'_>,
    ours: &[Hedge],
    first: &Side<'_>,
    hedge: &Hedge,
    theirs: &[Hedge],
) -> Option<Conflict> {
    let word = first.tokens.get(hedge.word?)?;
    if says_no(said) || holds(said, CAREFUL) || ours.iter().any(|our| our.mood == hedge.mood) {
        return None;
    }
    let almost = hedge.mood == Mood::Almost;
    if almost && holds(said, ABOUT) {
        return None;
    }
    let fits = |side: &Side<'_>, at: usize| {
        side.tokens.get(at).is_some_and(|token| {
            if almost || hedge.mood == Mood::Unsure {
                token.word.key == word.word.key
            } else {
                is_done(side, at, word) || is_past(token, word)
            }
        })
    };
    let place = (0..said.tokens.len()).find(|at| fits(said, *at))?;
    // What it is done to, or who does it, is the same.
    let keys: Vec<Key> = content(said)
        .into_iter()
        .filter(|key| *key != word.word.key)
        .collect();
    let others = first.tokens.get(hedge.from..hedge.to).unwrap_or_default();
    let others = others
        .iter()
        .filter(|token| token.is_content() && token.word.key != word.word.key);
    let shared = |key: &Key| in_scope(first, hedge, *key);
    let object = others.count() == 0 || keys.iter().any(shared);
    let matter = keys
        .iter()
        .any(|key| first.tokens.iter().any(|token| token.word.key == *key));
    if !(object || almost) || !matter {
        return None;
    }
    // "Planned to sell the mill and sold it."
    let again = first.tokens.iter().enumerate().any(|(at, token)| {
        let hedged = theirs.iter().any(|other| other.word == Some(at));
        !hedged && (token.word.key == word.word.key || is_past(token, word))
    });
    if again {
        return None;
    }
    let as_fact = |side: &Side<'_>, distance: usize| {
        let has = side
            .tokens
            .iter()
            .any(|token| token.word.key == word.word.key || is_past(token, word));
        let same = distance <= NEAR
            || keys
                .iter()
                .any(|key| side.tokens.iter().any(|token| token.word.key == *key));
        has && same && !says_no(side) && hedges(side).iter().all(|other| other.mood != hedge.mood)
    };
    let done = said.tokens.get(place)?.word.key;
    if beside.says(word.word.key, as_fact) || (done != word.word.key && beside.says(done, as_fact)) {
        return None;
    }
    Some(Conflict {
        rule: Rule::Hedge,
        said: shown(said, place, place + 1),
        stands: shown(first, hedge.at, hedge.word? + 1),
    })
}

/// The statement has somebody deny what the source just says.
fn denied_here(
    beside: &Beside<'_, '_>,
    said: &Side<'_>,
    first: &Side<'_>,
    hedge: &Hedge,
) -> Option<Conflict> {
    let inside: Vec<Key> = content(said)
        .into_iter()
        .filter(|key| in_scope(said, hedge, *key))
        .collect();
    let there = |side: &Side<'_>| {
        let held = inside
            .iter()
            .filter(|key| side.tokens.iter().any(|token| token.word.key == **key));
        held.count()
    };
    let denied = |side: &Side<'_>| {
        says_no(side) || holds(side, DENIED) || holds(side, REJECTED) || holds(side, CAREFUL)
    };
    let verb = said.tokens.get(hedge.at)?;
    let known = beside.sources.keys().contains(&verb.word.key);
    let held = there(first);
    if held < LEAST
        || held * 3 < inside.len() * 2
        || known
        || denied(first)
        || beside.stands.iter().any(denied)
    {
        return None;
    }
    Some(Conflict {
        rule: Rule::Hedge,
        said: shown(said, hedge.at, hedge.to),
        stands: shown(first, 0, first.tokens.len()),
    })
}

/// The statement says "almost" of what the source says without it.
fn almost_here(
    beside: &Beside<'_, '_>,
    said: &Side<'_>,
    first: &Side<'_>,
    hedge: &Hedge,
) -> Option<Conflict> {
    let at = hedge.word?;
    let word = said.tokens.get(at)?;
    let soft =
        |side: &Side<'_>| says_no(side) || holds(side, ALMOST) || holds(side, ABOUT) || holds(side, CAREFUL);
    let there = first
        .tokens
        .iter()
        .position(|token| token.word.key == word.word.key)?;
    if soft(first) || beside.stands.iter().any(soft) {
        return None;
    }
    Some(Conflict {
        rule: Rule::Hedge,
        said: shown(said, hedge.at, at + 1),
        stands: shown(first, there, there + 1),
    })
}
