//! Minimal pairs for the embedded judge's rules: a source, a statement that it supports and one that it doesn't. Each is
//! held against the source alone and between sentences of another matter, which hold words of the statements.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use assay::judge::embedded::Table;
use assay::judge::embedded::sources::Sources;
use assay::judge::embedded::support::{Band, Support, THRESHOLD};

fn table() -> &'static Table {
    static TABLE: std::sync::OnceLock<Table> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| Table::parse(include_bytes!("../public/words-3.txt")).unwrap())
}

/// A source, what it supports, what it contradicts; an empty text where there is nothing of the kind.
type Pair = (&'static str, &'static str, &'static str);

/// Sentences of other matters, with negations, opposites, numbers and months.
const BESIDE: [&str; 2] = [
    "The shop on the corner was closed in May and July, less than 24 hours before the strike. 下午三點倉庫沒有人。 Das Lager war \
     im Juni nicht geheizt.",
    "Nobody had 9 or 14 reasons to leave the south later. El barco no salió en abril. Le bureau est fermé après midi.",
];

fn check(pairs: &[Pair]) {
    let mut wrong = Vec::new();
    for (source, right, other) in pairs {
        let long = format!("{} {source} {}", BESIDE[0], BESIDE[1]);
        for texts in [
            vec![*source],
            vec![long.as_str()],
            vec![BESIDE[0], source, BESIDE[1]],
        ] {
            let sources = Sources::new(texts.iter().copied());
            let told = |statement: &str| Support::of(table(), &sources, statement);
            let (good, bad) = (told(right), told(other));
            if !right.is_empty() && (!good.conflicts.is_empty() || good.band() == Band::NotFound) {
                wrong.push(format!("true: {right}\n    {} {:?}", good.p, good.conflicts));
            }
            if !other.is_empty() && (bad.conflicts.is_empty() || bad.p >= THRESHOLD) {
                wrong.push(format!("false: {other}\n    {} {:?}", bad.p, bad.conflicts));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_number_with_a_mark_between_its_thousands_is_no_year() {
    check(&[
        (
            "A total of 1,134 patients were enrolled; 1,021 completed the study.",
            "The study enrolled 1,134 patients.",
            "The study enrolled 1,314 patients.",
        ),
        (
            "A total of 7,134 patients were enrolled; 6,021 completed the study.",
            "6,021 patients completed the study.",
            "6,210 patients completed the study.",
        ),
        (
            "In 1999 the firm had 1,250 employees; by 2005 it had 2,100.",
            "The firm had 1,250 employees in 1999.",
            "The firm had 1,520 employees in 1999.",
        ),
        (
            "Sales were 1,300 units in May and 1,700 units in June, after 1,100 in April.",
            "Sales in June were 1,700 units.",
            "Sales in May were 1,700 units.",
        ),
        (
            "El hotel tiene 1.200 camas y el hostal 1.400 camas.",
            "El hostal tiene 1.400 camas.",
            "El hostal tiene 1.200 camas.",
        ),
        (
            "Der Turm ist 1.250 m hoch, der Hügel 1.830 m.",
            "Der Hügel ist 1.830 m hoch.",
            "Der Hügel ist 1.380 m hoch.",
        ),
        (
            "票價由1,400元漲到1,550元。",
            "票價漲到1,550元。",
            "票價漲到1,400元。",
        ),
        (
            "요금을 1,400원에서 1,550원으로 인상한다고 발표했다.",
            "요금을 1,550원으로 인상한다고 발표했다.",
            "요금을 1,400원으로 인상한다고 발표했다.",
        ),
        (
            "The mill opened in 1987 and burned in 1990.",
            "The mill burned in 1990.",
            "The mill opened in 1990.",
        ),
        (
            "About 1,500,000 people live in the city, 50% of them women.",
            "Half of the people in the city are women.",
            "",
        ),
    ]);
}

#[test]
fn a_word_of_another_sentence_is_another_matter() {
    check(&[
        (
            "The first door on the left is always open.",
            "On the left the first door is always open.",
            "The first door on the left is always closed.",
        ),
        (
            "If rent is more than fourteen days late, the landlord may charge a late fee.",
            "The landlord may charge a late fee if rent is more than fourteen days late.",
            "If rent is less than fourteen days late, the landlord may charge a late fee.",
        ),
        (
            "The trial took place in the north.",
            "In the north the trial took place.",
            "The trial took place in the south.",
        ),
        (
            "會議在上午十點開始。",
            "上午十點會議開始。",
            "會議在下午十點開始。",
        ),
        (
            "會議在上午十點開始，下午三點結束。",
            "會議在下午三點結束。",
            "會議在下午十點開始。",
        ),
        (
            "孕婦使用前應先諮詢醫師。",
            "孕婦在使用前應先諮詢醫師。",
            "孕婦使用後應先諮詢醫師。",
        ),
        (
            "He arrived early and left late.",
            "He left late.",
            "He arrived late and left early.",
        ),
        (
            "The train leaves at 9 and arrives at 10.",
            "The train arrives at 10.",
            "",
        ),
        (
            "Das Museum ist im Sommer geöffnet.",
            "Im Sommer ist das Museum geöffnet.",
            "Das Museum ist im Sommer geschlossen.",
        ),
        (
            "Le musée est ouvert avant midi.",
            "Avant midi le musée est ouvert.",
            "Le musée est fermé avant midi.",
        ),
        (
            "The survey found that 12 % of households own a boat.",
            "About 12 % of households own a boat.",
            "About 14 % of households own a boat.",
        ),
        (
            "The library lends 6 books at a time.",
            "6 books at a time is what the library lends.",
            "The library lends 9 books at a time.",
        ),
        (
            "The treaty was signed on 5 March 1921.",
            "On 5 March 1921 the treaty was signed.",
            "The treaty was signed on 5 July 1921.",
        ),
        (
            "It is not uncommon for the valve to fail.",
            "",
            "It is uncommon for the valve to fail.",
        ),
        (
            "Obchod nepřijímá karty.",
            "Karty obchod nepřijímá.",
            "Obchod přijímá karty.",
        ),
    ]);
}

#[test]
fn may_is_a_month() {
    check(&[
        (
            "The treaty was signed on 3 March 1878.",
            "The treaty was signed on March 3, 1878.",
            "The treaty was signed on 3 May 1878.",
        ),
        (
            "The bridge opened in May.",
            "In May the bridge opened.",
            "The bridge opened in March.",
        ),
        (
            "The bridge opened in March.",
            "In March the bridge opened.",
            "The bridge opened in May.",
        ),
        (
            "Guests may stay until 10 March.",
            "Until 10 March guests may stay.",
            "Guests may stay until 10 May.",
        ),
    ]);
    let support = |source: &str| {
        Support::of(
            table(),
            &Sources::new([source]),
            "The bridge opened in May after long works.",
        )
    };
    let (with, without) = (
        support("The bridge opened in May after long works on the quay."),
        support("The bridge opened after long works on the quay."),
    );
    assert_eq!(with.features.words_missing, 0.0);
    assert_eq!(without.features.words_missing, 1.0);
}

#[test]
fn a_negation_belongs_to_its_clause() {
    check(&[
        (
            "Dogs are allowed on deck but not in the cabins.",
            "Dogs are not allowed in the cabins.",
            "Dogs are not allowed on deck.",
        ),
        (
            "Dogs are allowed on deck but not in the cabins.",
            "Dogs are allowed on deck.",
            "Dogs are allowed in the cabins.",
        ),
        (
            "The shop does not accept credit cards but accepts cash.",
            "The shop accepts cash.",
            "The shop accepts credit cards.",
        ),
        (
            "The shop does not accept credit cards but accepts cash.",
            "The shop does not accept credit cards.",
            "The shop does not accept cash.",
        ),
        (
            "The tool is not only fast but also cheap.",
            "The tool is fast and cheap.",
            "The tool is not fast.",
        ),
        (
            "The tool is not only fast but also cheap.",
            "The tool is cheap.",
            "The tool is not cheap.",
        ),
        (
            "Nobody was hurt when the engine failed.",
            "No one was hurt when the engine failed.",
            "Someone was hurt when the engine failed.",
        ),
        (
            "The captain no longer works there.",
            "The captain used to work there.",
            "The captain still works there.",
        ),
        (
            "本店不接受信用卡，但接受現金。",
            "本店接受現金。",
            "本店不接受現金。",
        ),
        (
            "本店不接受信用卡，但接受現金。",
            "本店不接受信用卡。",
            "本店接受信用卡。",
        ),
        (
            "狗可以上甲板，但不可以進船艙。",
            "狗不可以進船艙。",
            "狗可以進船艙。",
        ),
        (
            "Hunde sind an Deck erlaubt, aber nicht in der Kabine.",
            "Hunde sind in der Kabine nicht erlaubt.",
            "Hunde sind an Deck nicht erlaubt.",
        ),
        (
            "Les chiens sont admis sur le pont, mais pas dans les cabines.",
            "Les chiens sont admis sur le pont.",
            "Les chiens ne sont pas admis sur le pont.",
        ),
        (
            "Los perros pueden subir a cubierta pero no a las cabinas.",
            "Los perros pueden subir a cubierta.",
            "Los perros no pueden subir a cubierta.",
        ),
        (
            "車内での喫煙は禁止されている。",
            "車内では喫煙できない。",
            "車内での喫煙は禁止されていない。",
        ),
    ]);
}

#[test]
fn a_negation_is_one_in_every_language() {
    check(&[
        (
            "Il negozio non accetta carte di credito.",
            "Carte di credito il negozio non accetta.",
            "Il negozio accetta carte di credito.",
        ),
        (
            "O barco não parte no inverno.",
            "No inverno o barco não parte.",
            "O barco parte no inverno.",
        ),
        (
            "De winkel accepteert geen creditcards.",
            "Creditcards accepteert de winkel niet.",
            "De winkel accepteert creditcards.",
        ),
        (
            "De boot vaart niet in de winter.",
            "In de winter vaart de boot niet.",
            "De boot vaart in de winter.",
        ),
        (
            "Butiken tar inte emot kreditkort.",
            "Kreditkort tar butiken inte emot.",
            "Butiken tar emot kreditkort.",
        ),
        (
            "Butikken tager ikke imod kreditkort.",
            "Kreditkort tager butikken ikke imod.",
            "Butikken tager imod kreditkort.",
        ),
        (
            "Sklep nie przyjmuje kart kredytowych.",
            "Kart kredytowych sklep nie przyjmuje.",
            "Sklep przyjmuje kart kredytowych.",
        ),
        (
            "Mağaza kredi kartı kabul etmiyor.",
            "Kredi kartı mağaza kabul etmiyor.",
            "Mağaza kredi kartı kabul ediyor.",
        ),
        (
            "Cửa hàng không nhận thẻ tín dụng.",
            "Thẻ tín dụng cửa hàng không nhận.",
            "Cửa hàng nhận thẻ tín dụng.",
        ),
        (
            "Toko itu tidak menerima kartu kredit.",
            "Kartu kredit toko itu tidak menerima.",
            "Toko itu menerima kartu kredit.",
        ),
        (
            "Магазин не приймає картки.",
            "Картки магазин не приймає.",
            "Магазин приймає картки.",
        ),
        ("ร้านไม่รับบัตรเครดิต", "ร้านนี้ไม่รับบัตรเครดิต", "ร้านรับบัตรเครดิต"),
        ("दुकान कार्ड नहीं लेती है।", "कार्ड दुकान नहीं लेती है।", "दुकान कार्ड लेती है।"),
    ]);
}

#[test]
fn a_negation_may_stand_behind_what_it_negates() {
    check(&[
        (
            "Die Fähre fährt im Winter nicht.",
            "Im Winter fährt die Fähre nicht.",
            "Im Winter fährt die Fähre.",
        ),
        (
            "Die Fähre fährt im Winter nicht.",
            "Im Winter fährt keine Fähre.",
            "Die Fähre fährt im Winter.",
        ),
        (
            "Das Museum öffnet sonntags nicht.",
            "Sonntags öffnet das Museum nicht.",
            "Sonntags öffnet das Museum.",
        ),
        (
            "Peter mag keinen Fisch.",
            "Fisch mag Peter nicht.",
            "Peter mag Fisch.",
        ),
        (
            "Er isst Fleisch nie ohne Salz.",
            "Ohne Salz isst er Fleisch nie.",
            "",
        ),
        (
            "The ferry does not run in winter.",
            "In winter there is no ferry.",
            "In winter the ferry runs.",
        ),
        (
            "Le bac ne circule pas en hiver.",
            "En hiver, le bac ne circule pas.",
            "En hiver, le bac circule.",
        ),
        ("渡輪冬天不行駛。", "冬天渡輪不行駛。", "冬天渡輪行駛。"),
    ]);
}

#[test]
fn numbers_of_one_sentence_stay_in_their_places() {
    check(&[
        (
            "12 of 150 patients on the drug reported nausea, compared with 21 of 150 on placebo.",
            "12 of 150 patients on the drug reported nausea.",
            "21 of 150 patients on the drug reported nausea.",
        ),
        (
            "12 of 150 patients on the drug reported nausea, compared with 21 of 150 on placebo.",
            "21 of 150 patients on placebo reported nausea.",
            "12 of 150 patients on placebo reported nausea.",
        ),
        (
            "Brazil beat Italy 4–1 in the final.",
            "In the final Brazil beat Italy 4–1.",
            "Brazil beat Italy 1–4 in the final.",
        ),
        (
            "Brazil beat Italy 4–1 in the final.",
            "Italy lost to Brazil 1–4 in the final.",
            "",
        ),
        (
            "The carmaker cut its forecast to €1.1 billion from €1.6 billion.",
            "The carmaker cut its forecast from €1.6 billion to €1.1 billion.",
            "The carmaker cut its forecast to €1.6 billion from €1.1 billion.",
        ),
        (
            "She was born in Warsaw on 7 November 1867 and died on 4 July 1934.",
            "She died on 4 July 1934.",
            "She was born on 4 July 1934.",
        ),
        (
            "Mix 200 g flour with 3 eggs and a pinch of salt.",
            "Mix 3 eggs with 200 g flour.",
            "Mix 3 g flour with 200 eggs.",
        ),
        (
            "The hotel has 6,200 beds, the hostel 7,400 beds.",
            "The hostel has 7,400 beds.",
            "The hostel has 6,200 beds.",
        ),
        (
            "营收同比增长15%，净利润下降3%。",
            "净利润下降3%。",
            "净利润下降15%。",
        ),
        (
            "Το μουσείο ανοίγει στις 9:00 και κλείνει στις 17:00.",
            "Το μουσείο κλείνει στις 17:00.",
            "Το μουσείο κλείνει στις 9:00.",
        ),
        (
            "Adults may take it every four to six hours, up to a maximum of 4 g in 24 hours.",
            "The maximum is 4 g in 24 hours.",
            "The maximum is 4 mg in 24 hours.",
        ),
        (
            "The pump moves 5 litres per second.",
            "5 litres per second is what the pump moves.",
            "The pump moves 5 litres per minute.",
        ),
        (
            "A fábrica produz 500 carros por dia.",
            "Por dia a fábrica produz 500 carros.",
            "A fábrica produz 500 carros por mês.",
        ),
        ("成人每日服用三次。", "成人每日要服用三次。", "成人每週服用三次。"),
        (
            "Bread has to be ordered a day ahead.",
            "A day ahead bread has to be ordered.",
            "Bread has to be ordered a week ahead.",
        ),
    ]);
}

#[test]
fn an_amount_is_the_same_in_other_units_and_by_another_clock() {
    check(&[
        (
            "The train leaves at 14:30 and arrives at 17:00.",
            "The train leaves at 2:30 pm.",
            "",
        ),
        (
            "The train leaves at 14:30 and arrives at 17:00.",
            "The train arrives at 5 pm.",
            "",
        ),
        (
            "The train leaves at 14:30 and arrives at 17:00.",
            "The train leaves at half past two.",
            "",
        ),
        (
            "會議在下午三點結束。",
            "會議在15:00結束。",
            "會議在上午三點結束。",
        ),
        (
            "The bakery opens at 7:30 am.",
            "The bakery opens at half past seven.",
            "The bakery opens at 7:30 pm.",
        ),
        (
            "The rope is 3 m long.",
            "The rope is 300 cm long.",
            "The rope is 3 km long.",
        ),
        (
            "The rope weighs 2 kg.",
            "The rope weighs 2000 g.",
            "The rope weighs 2 g.",
        ),
        ("步道長3公里。", "步道長3000公尺。", "步道長3公尺。"),
    ]);
}

/// As in the file of pairs; here also between sentences of other matters.
#[test]
fn what_is_no_fact_on_one_side_is_told() {
    let rows: Vec<serde_json::Value> = include_str!("minimal_pairs.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|row: &serde_json::Value| row["kind"] == "hedge")
        .collect();
    assert!(rows.len() >= 40);
    let text = |row: &serde_json::Value, name: &str| -> &'static str {
        row[name].as_str().unwrap().to_owned().leak()
    };
    let pairs: Vec<Pair> = rows
        .iter()
        .map(|row| {
            (
                text(row, "source"),
                text(row, "supported"),
                text(row, "unsupported"),
            )
        })
        .collect();
    check(&pairs);
}

/// Words of the same kind that take nothing away from what is said.
const TWINS: &[(&str, &str)] = &[
    (
        "He denied the charges and was convicted of fraud.",
        "He was convicted of fraud.",
    ),
    (
        "He denied the charges, but was convicted of fraud.",
        "He was convicted of fraud.",
    ),
    (
        "The driver, who denied drinking, was arrested in Ulm.",
        "The driver was arrested in Ulm.",
    ),
    (
        "The city plans to expand the port, which handles 300 ships.",
        "The port handles 300 ships.",
    ),
    (
        "The building was almost completely rebuilt in 1950.",
        "The building was rebuilt in 1950.",
    ),
    (
        "The tower, almost 50 m high, was built in 1900.",
        "The tower was built in 1900.",
    ),
    (
        "She wanted to become a doctor and became one in 1990.",
        "She became a doctor in 1990.",
    ),
    (
        "By 1995 all 12 ships that the company planned to build were built.",
        "The company built 12 ships.",
    ),
    (
        "The treatment is intended to reduce pain.",
        "The treatment reduces pain.",
    ),
    (
        "The bill, if passed, would raise taxes.",
        "The bill would raise taxes.",
    ),
    (
        "Members may vote if they are over 18.",
        "Members over 18 may vote.",
    ),
    (
        "If it rains, the match is cancelled.",
        "When it rains, the match is cancelled.",
    ),
    (
        "The council decided to close the library in Ulm.",
        "The council closed the library in Ulm.",
    ),
    (
        "The train is scheduled to leave at 9 and left at 10.",
        "The train left at 10.",
    ),
    (
        "The committee planned to close the school. It was closed in May 2019.",
        "The school was closed by the committee.",
    ),
    (
        "Almost all members of the club voted.",
        "Almost all members voted.",
    ),
    (
        "The club almost always wins at home.",
        "The club almost always wins at home.",
    ),
    (
        "The plan to sell the mill was dropped.",
        "The plan to sell the mill was dropped.",
    ),
    (
        "The mayor did not deny that the bridge is unsafe.",
        "The mayor did not deny that the bridge is unsafe.",
    ),
    (
        "He expected to lose, but he won the election.",
        "He won the election.",
    ),
    (
        "The team was about to lose when Lund scored twice.",
        "Lund scored twice.",
    ),
    ("市長否認指控，並宣布辭職。", "市長宣布辭職。"),
    ("如果下雨，比賽就取消。", "下雨時比賽取消。"),
    ("政府準備了三百張床。", "政府備有三百張床。"),
    (
        "Guests may pay by card at the desk.",
        "Guests pay by card at the desk.",
    ),
    (
        "Perhaps the weather will change, but the bridge is open.",
        "The bridge is open.",
    ),
    ("延誤主要是因為天氣。", "延誤是因為天氣。"),
    ("這項計畫由王小明主持。", "計畫由王小明主持。"),
    ("若干學生通過了考試。", "學生通過了考試。"),
    ("幾乎所有學生都通過了考試。", "幾乎所有學生通過考試。"),
];

#[test]
fn a_plan_or_a_denial_beside_a_fact_takes_nothing_from_it() {
    let mut wrong = Vec::new();
    for (source, statement) in TWINS {
        let long = format!("{} {source} {}", BESIDE[0], BESIDE[1]);
        for text in [source, long.as_str()] {
            let found = Support::of(table(), &Sources::new([text]), statement);
            if found.is_contradicted() {
                wrong.push(format!("{source} / {statement}: {:?}", found.conflicts));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
