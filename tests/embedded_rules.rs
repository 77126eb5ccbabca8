//! What the embedded judge's rules see where an ask does not ask for support itself: passages of a recall, points of a
//! summary, chunks that were useful; and numbers that are written in many ways.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use assay::evaluation::{PassageId, PassageKind};
use assay::i18n::Lang;
use assay::judge::embedded::rules::{Rule, otherwise};
use assay::judge::embedded::sources::Sources;
use assay::judge::embedded::support::{Band, LIKELY, Support, THRESHOLD};
use assay::judge::embedded::{Table, passages, relevance, summary};
use assay::reply::recall::own::PassageAnswer;
use assay::sample::Sample;

fn table() -> &'static Table {
    static TABLE: std::sync::OnceLock<Table> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| Table::parse(include_bytes!("../public/words-3.txt")).unwrap())
}

fn scored(kind: PassageKind, passage: &str, answer: &str, lang: Lang) -> PassageAnswer {
    let sample = Sample {
        essential: vec![passage.to_owned()],
        bonus: vec![passage.to_owned()],
        answer: answer.to_owned(),
        ..Sample::default()
    };
    passages::judge(table(), lang, &sample, &[PassageId { kind, number: 1 }]).remove(0)
}

/// Passage, an answer that says the same, one that says something else, the rule.
const PASSAGES: &[(&str, &str, &str, Rule)] = &[
    (
        "The ferry leaves at 9.",
        "The ferry leaves at 9.",
        "The ferry does not leave at 9.",
        Rule::Negation,
    ),
    (
        "The ferry does not leave at 9.",
        "The ferry doesn't leave at 9.",
        "The ferry leaves at 9.",
        Rule::Negation,
    ),
    (
        "12 % of households own a boat.",
        "Of the households, 12 percent own a boat.",
        "21 % of households own a boat.",
        Rule::Number,
    ),
    (
        "The bridge opened in 1987.",
        "It was in 1987 that the bridge opened.",
        "The bridge opened in 1978.",
        Rule::Date,
    ),
    (
        "Anna Lund hired Ben Sorel.",
        "Ben Sorel was hired by Anna Lund.",
        "Ben Sorel hired Anna Lund.",
        Rule::Swap,
    ),
    (
        "The firm reported a profit.",
        "A profit was what the firm reported.",
        "The firm reported a loss.",
        Rule::Opposite,
    ),
    (
        "The path is 3 km long.",
        "The path is in fact 3 km long.",
        "The path is 3 m long.",
        Rule::Unit,
    ),
    (
        "Dogs are allowed on the beach.",
        "On the beach dogs are allowed.",
        "Dogs are not allowed on the beach.",
        Rule::Negation,
    ),
    (
        "The shop opens on Mondays.",
        "On Mondays the shop opens.",
        "The shop opens on Fridays.",
        Rule::Date,
    ),
    (
        "渡輪九點開船。",
        "渡輪在九點開船。",
        "渡輪九點不開船。",
        Rule::Negation,
    ),
    (
        "圖書館平日開放到晚上九點。",
        "平日圖書館開放到晚上九點。",
        "圖書館平日開放到晚上十點。",
        Rule::Number,
    ),
    (
        "小明借錢給小華。",
        "小明借錢給小華了。",
        "小華借錢給小明。",
        Rule::Swap,
    ),
    (
        "大橋在一九八七年通車。",
        "一九八七年大橋通車。",
        "大橋在一九七八年通車。",
        Rule::Date,
    ),
    ("步道長三公里。", "步道全長三公里。", "步道長三公尺。", Rule::Unit),
];

#[test]
fn a_passage_that_the_answer_contradicts_is_not_returned() {
    let mut wrong = Vec::new();
    for (passage, same, other, rule) in PASSAGES {
        for kind in [PassageKind::Essential, PassageKind::Bonus] {
            for lang in Lang::ALL {
                let (good, bad) = (
                    scored(kind, passage, same, lang),
                    scored(kind, passage, other, lang),
                );
                let place = lang.strings().embedded.in_answer;
                if good.score < 4
                    || bad.score > 3
                    || good.reasoning.contains(place)
                    || !bad.reasoning.contains(place)
                {
                    wrong.push(format!("{passage} {rule:?}\n  {good:?}\n  {bad:?}"));
                }
            }
        }
        let found = otherwise(table(), &Sources::new([*other]), passage);
        if found.conflicts.first().map(|conflict| conflict.rule) != Some(*rule) || found.share != 1.0 {
            wrong.push(format!("{passage}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_answer_that_says_more_or_something_else_beside_it_contradicts_nothing() {
    let mut wrong = Vec::new();
    for (passage, answer) in [
        (
            "The ferry leaves at 9.",
            "The ferry leaves at 9. It does not run on Sundays.",
        ),
        (
            "The ferry leaves at 9.",
            "The ferry leaves at 9 and returns at 17.",
        ),
        (
            "The mill burned in 1872.",
            "The mill was built in 1820 and burned in 1872.",
        ),
        (
            "The north gate is open.",
            "The north gate is open. The south gate is closed.",
        ),
        (
            "Anna Lund hired Ben Sorel.",
            "Anna Lund hired Ben Sorel; later Ben Sorel hired Cleo Marr.",
        ),
        (
            "Foot passengers need no booking.",
            "Foot passengers need no booking and can just walk on.",
        ),
        (
            "12 % of households own a boat.",
            "12 % of households own a boat and 21 % own a bicycle.",
        ),
        ("The ferry leaves at 9.", "Apples are sweet. They are not sour."),
        ("The hall seats 300 people.", "Tickets cost 30 euros."),
        ("渡輪九點開船。", "渡輪九點開船，不載汽車。"),
        ("圖書館開放到九點。", "圖書館開放到九點，自習室開放到十點。"),
        ("北門開放。", "北門開放，南門關閉。"),
    ] {
        let found = otherwise(table(), &Sources::new([answer]), passage);
        if !found.conflicts.is_empty() {
            wrong.push(format!("{passage} / {answer}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_passage_that_stands_there_word_for_word_has_full_marks() {
    for passage in [
        "It is so.",
        "🙂",
        "We've got to have it perfect.",
        "기차는 가오슝으로 가지 않습니다. 화롄으로 가는 기차는 4번 승강장에서 출발합니다.",
        "Trains run to Kaohsiung, not to Hualien, from platform 3; trains to Hualien, not Kaohsiung, leave from platform 4.",
    ] {
        for answer in [
            passage.to_owned(),
            format!("We sell tea. {passage} Apples are sweet."),
        ] {
            for kind in [PassageKind::Essential, PassageKind::Bonus] {
                let judged = scored(kind, passage, &answer, Lang::En);
                assert!(
                    judged.score == 5 && judged.reasoning.starts_with("Every word"),
                    "{judged:?}"
                );
            }
        }
    }
    assert_eq!(
        scored(PassageKind::Essential, "It is so.", "Apples are sweet.", Lang::En).score,
        1
    );
}

#[test]
fn one_contradicted_sentence_of_several_costs_its_share() {
    let passage = "The ferry leaves at 9. It carries 24 cars. Tickets are sold on board by the crew.";
    let whole = scored(PassageKind::Essential, passage, passage, Lang::En);
    let one = passage.replace("24 cars", "42 cars");
    let one = scored(PassageKind::Essential, passage, &one, Lang::En);
    assert_eq!(whole.score, 5);
    assert!((3..5).contains(&one.score), "{one:?}");
    assert!(
        one.reasoning.contains("“24 cars”") || one.reasoning.contains("“24”"),
        "{one:?}"
    );
}

#[test]
fn a_long_passage_says_how_much_of_it_was_checked() {
    let passage = "The ferry leaves at 9. ".repeat(300);
    let answer = "At 9 the ferry leaves. ".repeat(300);
    for lang in Lang::ALL {
        let judged = scored(PassageKind::Essential, &passage, &answer, lang);
        assert!(
            judged.score == 5 && judged.reasoning.contains("200"),
            "{judged:?}"
        );
    }
    assert_eq!(
        otherwise(table(), &Sources::new(["x"]), "It rains. It snows.").only,
        None
    );
}

/// Written differently, the same number.
const EQUAL: &[(&str, &str)] = &[
    ("Half of the voters came.", "1/2 of the voters came."),
    ("½ of the voters came.", "1/2 of the voters came."),
    (
        "Three quarters of the hall was empty.",
        "3/4 of the hall was empty.",
    ),
    (
        "¾ of the hall was empty.",
        "Three quarters of the hall was empty.",
    ),
    ("Two thirds of members voted.", "2/3 of members voted."),
    ("The trip takes 2½ hours.", "The trip takes 2.5 hours."),
    (
        "The trip takes two and a half hours.",
        "The trip takes 2 1/2 hours.",
    ),
    ("The bridge cost $5.1 million.", "The bridge cost $5,100,000."),
    ("The bridge cost $5.1 million.", "The bridge cost $5.1m."),
    (
        "The firm had a revenue of 5.1m.",
        "The firm had a revenue of 5,100,000.",
    ),
    ("Some two thousand people came.", "Some 2,000 people came."),
    ("Two thousand five hundred people came.", "2,500 people came."),
    ("Twenty-one people came.", "21 people came."),
    ("A hundred and five people came.", "105 people came."),
    ("Half a million people came.", "500,000 people came."),
    ("It has 1.2 billion users.", "It has 1,200 million users."),
    ("It has 1.2 billion users.", "It has 1.2bn users."),
    (
        "Between 3 and 5 million people came.",
        "Between 3,000,000 and 5,000,000 people came.",
    ),
    ("12 percent of homes have a boat.", "12 % of homes have a boat."),
    ("12 per cent of homes have a boat.", "12% of homes have a boat."),
    (
        "Die Brücke kostete 1,2 Milliarden Euro.",
        "Die Brücke kostete 1200 Millionen Euro.",
    ),
    ("這座城市有三萬人。", "這座城市有30,000人。"),
    ("這座城市有3萬人。", "這座城市有30000人。"),
    ("這座城市有三萬五千人。", "這座城市有3萬5千人。"),
    ("這座橋花了 5.1 億元。", "這座橋花了510,000,000元。"),
    ("這座橋花了5.1億元。", "這座橋花了51000萬元。"),
    ("百分之十二的家庭有船。", "12%的家庭有船。"),
    ("百分之十二的家庭有船。", "百分之12的家庭有船。"),
    ("四分之三的會員投票。", "3/4的會員投票。"),
    ("人口は3万人です。", "人口は30,000人です。"),
    ("인구는 3만 명이다.", "인구는 30,000 명이다."),
    ("Население 2 млн человек.", "Население 2 000 000 человек."),
];

/// Not the same number.
const UNEQUAL: &[(&str, &str)] = &[
    ("Half of the voters came.", "1/3 of the voters came."),
    (
        "Three quarters of the hall was empty.",
        "1/4 of the hall was empty.",
    ),
    ("The trip takes 2½ hours.", "The trip takes 3½ hours."),
    ("The bridge cost $5.1 million.", "The bridge cost $5.1 billion."),
    ("The bridge cost $5.1 million.", "The bridge cost $51 million."),
    ("The bridge cost $5.1 million.", "The bridge cost $5,100."),
    ("Some two thousand people came.", "Some 20,000 people came."),
    (
        "Two thousand five hundred people came.",
        "Two thousand people came.",
    ),
    ("Twenty-one people came.", "Twenty people came."),
    ("It has 1.2 billion users.", "It has 1.2 million users."),
    (
        "12 percent of homes have a boat.",
        "21 percent of homes have a boat.",
    ),
    ("12 percent of homes have a boat.", "21% of homes have a boat."),
    ("這座城市有三萬人。", "這座城市有三億人。"),
    ("這座城市有三萬人。", "這座城市有3000人。"),
    ("這座橋花了 5.1 億元。", "這座橋花了 5.1 萬元。"),
    ("百分之十二的家庭有船。", "百分之二十一的家庭有船。"),
    ("百分之十二的家庭有船。", "21%的家庭有船。"),
    ("四分之三的會員投票。", "四分之一的會員投票。"),
];

#[test]
fn a_number_is_the_same_however_it_is_written() {
    let mut wrong = Vec::new();
    for (one, other) in EQUAL.iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
        let found = Support::of(table(), &Sources::new([*one]), other);
        let recall = scored(PassageKind::Essential, one, other, Lang::En);
        if found.p < LIKELY
            || !found.conflicts.is_empty()
            || found.features.numbers_missing > 0.0
            || recall.score < 4
        {
            wrong.push(format!(
                "{one} / {other}: {} {:?} {:?} {recall:?}",
                found.p, found.features, found.conflicts
            ));
        }
    }
    for (one, other) in UNEQUAL.iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
        let found = Support::of(table(), &Sources::new([*one]), other);
        let recall = scored(PassageKind::Essential, one, other, Lang::En);
        if found.p >= THRESHOLD || found.conflicts.is_empty() || recall.score > 3 {
            wrong.push(format!(
                "{one} / {other} is told equal: {} {:?} {recall:?}",
                found.p, found.conflicts
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_stands_first_is_not_called_a_name_for_its_capital() {
    for (passage, wanted, other) in [
        ("Ferries leave at nine.", "the word", "the name"),
        ("Kayaks are for rent.", "“Kayaks", "the name"),
        (
            "The harbour of Lund is closed.",
            "the name “Lund”",
            "the name “The”",
        ),
        ("Ann Lund opened it.", "“Ann”", "the word “Ann”"),
    ] {
        let told = scored(PassageKind::Essential, passage, "Apples.", Lang::En).reasoning;
        assert!(told.contains(wanted) && !told.contains(other), "{told}");
    }
}

#[test]
fn a_character_of_grammar_within_a_word_is_not_lost() {
    for (passage, answer) in [
        ("京都是日本的古都。", "大阪是日本的商城。"),
        ("首都是台北。", "商港是基隆。"),
    ] {
        let told = scored(PassageKind::Essential, passage, answer, Lang::ZhHant);
        let missing = passage.chars().take(2).collect::<String>();
        assert!(told.reasoning.contains(&missing), "{told:?}");
    }
    let p = |source: &str, statement: &str| Support::of(table(), &Sources::new([source]), statement).p;
    assert!(p("他住在京都。", "他住在京都。") > p("他住在成都。", "他住在京都。") + 0.2);
    assert!(p("他們都是學生。", "他們是學生。") >= LIKELY);
}

#[test]
fn other_asks_look_at_contradictions_where_they_matter() {
    let source =
        ["The Arden mill burned down in 1872. The owners rebuilt the Arden mill in stone.".to_owned()];
    let covered = |text: &str| {
        let points = summary::points(table(), &source, text);
        points.iter().filter(|point| point.covered).count()
    };
    assert_eq!(
        covered("The Arden mill burned down in 1872. The owners rebuilt the Arden mill in stone."),
        2
    );
    assert_eq!(
        covered("The Arden mill burned down in 1827. The owners rebuilt the Arden mill in stone."),
        1
    );
    let useful = |target: &str, chunk: &str| {
        let (useful, why) = relevance::useful(table(), Lang::En, "When does it go?", target, chunk);
        assert!(useful || !why.is_empty());
        useful
    };
    assert!(useful(
        "The ferry leaves at 9.",
        "The ferry leaves the pier at 9 each day."
    ));
    assert!(!useful(
        "The ferry leaves at 9.",
        "The ferry does not leave at 9."
    ));
}

/// Text of many sentences that are alike and not the same, with everything that the rules look at.
fn long(sentences: usize, chinese: bool) -> Vec<String> {
    (0..sentences)
        .map(|n| {
            if chinese {
                format!("第{n}號渡輪從台北到高雄不載{}輛車，票價{}元。", n % 97, n % 41)
            } else {
                format!(
                    "Line {} of ferry {n} costs ${} and is not open in May {}, at -5 °C. ",
                    n % 13,
                    n % 57,
                    1900 + n % 99
                )
            }
        })
        .collect()
}

#[test]
fn the_work_on_a_statement_does_not_grow_with_a_long_source() {
    for chinese in [false, true] {
        let of = |sentences: usize| {
            let all = long(sentences, chinese);
            let text = all.concat();
            let sources = Sources::new([text.as_str()]);
            for statement in all.iter().take(60) {
                Support::of(table(), &sources, statement);
            }
            (sources.effort() / 60, text.len())
        };
        let ((short, _), (long, size)) = (of(2_100), of(4_200));
        assert!(long <= short * 5 / 4, "chinese {chinese}: {short} {long}");
        assert!(
            long < 5_000,
            "chinese {chinese}: {long} words a statement, {size} bytes"
        );
    }
}

#[test]
fn the_work_on_a_passage_does_not_grow_beyond_what_is_checked() {
    let of = |sentences: usize| {
        let text = long(sentences, false).concat();
        let sources = Sources::new([text.as_str()]);
        // Not word for word.
        let text = text.replace(" of ferry", " of the ferry");
        let found = otherwise(table(), &sources, &text);
        assert_eq!(found.only, Some(200));
        sources.effort()
    };
    let (short, long) = (of(2_100), of(4_200));
    assert!(long <= short * 5 / 4, "{short} {long}");
}

#[test]
fn the_first_example_needs_no_rules_which_are_fetched_later() {
    let sample = assay::sample::examples::RECALL[0].sample();
    let ids = [
        (PassageKind::Essential, 1),
        (PassageKind::Essential, 2),
        (PassageKind::Bonus, 1),
    ];
    let wanted = ids.map(|(kind, number)| PassageId { kind, number });
    assert_eq!(passages::doubtful(table(), &sample, &wanted), []);
}

/// A character without a neighbour, and pairs across a seam, are there where their characters are.
#[test]
fn what_stands_there_in_unspaced_text_is_found() {
    for (passage, answer, found) in [
        ("高三十二公尺", "燈塔高三十二公尺", true),
        ("高32公尺", "燈塔高 32 公尺，白色", true),
        ("約5人", "大約五人到場", true),
        ("燈塔建於1871年。", "京都的燈塔高32公尺，建於1871年。", true),
        ("台北車站很大", "臺北車站真的很大", true),
        ("高32公尺", "燈塔長32公尺", false),
        ("燈塔建於1871年。", "碼頭建於1871年。", false),
        ("圖書館開放", "圖書館不開放", false),
        ("圖書館開放到晚上九點", "圖書館關閉到晚上九點", false),
    ] {
        for kind in [PassageKind::Essential, PassageKind::Bonus] {
            let answered = scored(kind, passage, answer, Lang::ZhHant);
            assert_eq!(answered.score == 5, found, "{passage} | {answer}: {answered:?}");
            assert_eq!(
                answered.reasoning.contains("缺少"),
                !found && !answer.contains('不'),
                "{answered:?}"
            );
        }
    }
}

/// Passage and an answer that says all of it, in another writing or beside something that it denies.
const WHOLE: &[(&str, &str)] = &[
    (
        "The receipt must be kept.",
        "Please send your claim to the manufacturer, not to the dealer, and keep the receipt. It must be dated.",
    ),
    (
        "The plan cost 12 million euros.",
        "In the end the plan cost €12 million.",
    ),
    ("The path is 3 kilometres long.", "The path is 3 km long."),
    ("The path is 3 km long.", "The path is 3 kilometres long."),
    ("Water boils at 100 degrees Celsius.", "Water boils at 100 °C."),
    ("這座塔高8米。", "這座塔高8公尺。"),
];

#[test]
fn what_stands_there_in_another_writing_loses_nothing() {
    for (passage, answer) in WHOLE {
        let told = scored(PassageKind::Essential, passage, answer, Lang::En);
        assert_eq!(told.score, 5, "{passage}: {}", told.reasoning);
        assert!(
            !told.reasoning.contains("Missing"),
            "{passage}: {}",
            told.reasoning
        );
    }
}

fn reasons(source: &str, statement: &str) -> String {
    let texts = |text: &str| vec![text.to_owned()];
    assay::judge::embedded::verify::verdicts(table(), Lang::En, &texts(statement), &texts(source))
        .remove(0)
        .1
}

#[test]
fn reasons_say_of_what_kind_a_difference_is() {
    for (source, statement, want) in [
        (
            "Most birds leave the island.",
            "All birds leave the island.",
            "Another quantity: “All birds” here, “Most birds” in the source.",
        ),
        (
            "The kiosk opens at 8:30 a.m. on weekdays.",
            "The kiosk opens at 8:30 p.m. on weekdays.",
            "Another time: “8:30 p.m.” here, “8:30 a.m.” in the source.",
        ),
        (
            "The temperature was \u{2212}5 °C at night.",
            "The temperature was 5 °C at night.",
            "Another number: “5 °C” here, “\u{2212}5 °C” in the source.",
        ),
    ] {
        let told = reasons(source, statement);
        assert!(told.contains(want), "{told}");
    }
}

#[test]
fn a_synonym_in_its_place_differs_in_nothing() {
    for (source, statement) in [
        ("Revenue fell 7%.", "Revenue dropped 7 percent."),
        (
            "The court found that the state broke the law.",
            "The court ruled that the state broke the law.",
        ),
        ("The path is 3 km long.", "The path is 3 kilometres long."),
        ("The path is 3 kilometres long.", "The path is 3 km long."),
    ] {
        let told = reasons(source, statement);
        assert!(!told.contains("differs") && !told.contains("Another"), "{told}");
    }
}

#[test]
fn a_negation_is_no_missing_word() {
    let told = reasons("The drug is safe.", "The drug is not safe.");
    assert!(told.contains("Negated") && !told.contains("Missing"), "{told}");
}

/// What a sentence leaves out: the source, what is true of it, what is not.
const LEFT_OUT: &[(&str, &str, &str)] = &[
    (
        "The archive is open every day except Tuesday.",
        "The archive is closed on Tuesday.",
        "The archive is open on Tuesday.",
    ),
    (
        "The pool is open daily except on Mondays.",
        "The pool is closed on Mondays.",
        "The pool is open on Mondays.",
    ),
    (
        "The tower is open from May to September, other than on Sundays.",
        "The tower is closed on Sundays.",
        "The tower is open on Sundays.",
    ),
    (
        "All members besides Ann voted for the plan.",
        "Ann did not vote for the plan.",
        "Ann voted for the plan.",
    ),
    (
        "天文台五月至九月對外開放，週日除外。",
        "天文台週日不開放。",
        "天文台週日對外開放。",
    ),
    (
        "除週一外，圖書館每天開放。",
        "圖書館週一休館。",
        "圖書館週一開放。",
    ),
];

#[test]
fn of_what_is_left_out_nothing_is_told() {
    let mut wrong = Vec::new();
    for (source, yes, no) in LEFT_OUT {
        for (claim, is_true) in [(yes, true), (no, false)] {
            let support = Support::of(table(), &Sources::new([*source]), claim);
            let told = support.band() == Band::Check || (is_true && support.band() == Band::Supported);
            if support.is_contradicted() || !told {
                wrong.push(format!("{claim} {:?} {:?}", support.band(), support.conflicts));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Some of these add and leave nothing out.
    for (source, claim) in [
        ("Besides French, she speaks German.", "She speaks French."),
        ("除了法文以外，她也會說德文。", "她會說法文。"),
    ] {
        let support = Support::of(table(), &Sources::new([source]), claim);
        assert!(support.conflicts.is_empty(), "{claim} {:?}", support.conflicts);
    }
}

#[test]
fn one_bound_and_one_country_are_written_in_two_ways() {
    let mut wrong = Vec::new();
    for (source, claim) in [
        (
            "You may take no more than 3 eggs.",
            "You may take at most 3 eggs.",
        ),
        (
            "You may take at most 3 eggs.",
            "You may take no more than 3 eggs.",
        ),
        (
            "No fewer than 12 members must vote.",
            "At least 12 members must vote.",
        ),
        (
            "The film was made in the USA.",
            "The film was made in the United States.",
        ),
        (
            "The film was made in the United States.",
            "The film was made in the USA.",
        ),
        (
            "The film was made in the UK.",
            "The film was made in the United Kingdom.",
        ),
        (
            "In 1950 trees were felled, and 12 trees were planted in 1960.",
            "In 1950 trees were felled.",
        ),
        ("The firm lacks staff but has a plan.", "The firm has a plan."),
    ] {
        let support = Support::of(table(), &Sources::new([source]), claim);
        if support.is_contradicted() {
            wrong.push(format!("{claim} {:?}", support.conflicts));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
