//! The embedded judge's support verdicts, over minimal pairs in ten languages, and over the scripts of the
//! world; and that its answers are the same bytes everywhere.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod answers;

use std::collections::BTreeMap;

use assay::i18n::Lang;
use assay::judge::embedded::coefficients::{CALIBRATION, FITTED_FOR, WEIGHTS};
use assay::judge::embedded::rules::Rule;
use assay::judge::embedded::support::{Band, Features, LIKELY, Support, THRESHOLD, UNLIKELY};
use assay::judge::embedded::{Table, VERSION, relevance, sources::Sources, verify};
use assay::reply::verdicts::Finding;
use serde_json::Value;

fn table() -> &'static Table {
    static TABLE: std::sync::OnceLock<Table> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| Table::parse(include_bytes!("../public/words-3.txt")).unwrap())
}

fn support(source: &str, statement: &str) -> Support {
    Support::of(table(), &Sources::new([source]), statement)
}

struct Pair {
    kind: String,
    language: String,
    source: String,
    supported: String,
    unsupported: String,
}

fn pairs() -> Vec<Pair> {
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    include_str!("minimal_pairs.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|row| Pair {
            kind: text(&row, "kind"),
            language: text(&row, "language"),
            source: text(&row, "source"),
            supported: text(&row, "supported"),
            unsupported: text(&row, "unsupported"),
        })
        .collect()
}

#[test]
fn minimal_pairs_are_put_in_order_and_told_apart() {
    let pairs = pairs();
    let chinese = pairs.iter().filter(|pair| pair.language == "zh-Hant").count();
    assert!(pairs.len() >= 200 && chinese >= 40);
    let mut by_kind: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    let (mut order, mut told) = (0, 0);
    for pair in &pairs {
        let yes = support(&pair.source, &pair.supported).p;
        let no = support(&pair.source, &pair.unsupported).p;
        let entry = by_kind.entry(&pair.kind).or_default();
        entry.0 += 1;
        if yes > no {
            order += 1;
            entry.1 += 1;
        }
        if yes >= THRESHOLD && no < THRESHOLD {
            told += 1;
            entry.2 += 1;
        }
    }
    let n = pairs.len();
    assert!(
        order * 100 >= n * 98,
        "{order} of {n} in the right order: {by_kind:?}"
    );
    assert!(told * 100 >= n * 93, "{told} of {n} told apart: {by_kind:?}");
    for (kind, (n, order, told)) in by_kind {
        let least = if kind == "plain" { 60 } else { 90 };
        assert!(
            told * 100 >= n * least,
            "{kind}: {told} of {n} told apart, {order} in order"
        );
    }
}

#[test]
fn a_name_or_a_word_in_the_place_of_another_is_a_place_to_look() {
    // source, statement: not one is called supported.
    let cases = [
        ("Pierre Curie won the prize.", "Marie Curie won the prize."),
        (
            "She moved from Lyon to Nice in 2001 and wrote three novels there.",
            "She moved from Paris to Nice in 2001 and wrote three novels there.",
        ),
        (
            "Anna Lund founded the tannery. Ben Sorel ran it until 1920.",
            "Ben Sorel founded the tannery.",
        ),
        (
            "It opened its new laboratory in the spring of 2019 and hired forty engineers.",
            "It opened its new laboratory in the spring of 2019 with Karl Brandt and hired forty engineers.",
        ),
        (
            "王小明在台北開設了新的研究所，並聘請了四十名工程師。",
            "王小明在高雄開設了新的研究所，並聘請了四十名工程師。",
        ),
        (
            "田中さんは東京で新しい研究所を開設した。",
            "田中さんは大阪で新しい研究所を開設した。",
        ),
        (
            "김민수는 서울에 새 연구소를 열었다.",
            "김민수는 부산에 새 연구소를 열었다.",
        ),
        (
            "افتتحت الشركة مختبرا جديدا في القاهرة في الربيع.",
            "افتتحت الشركة مختبرا جديدا في بيروت في الربيع.",
        ),
        (
            "The engineer designed the bridge over the river in the spring.",
            "The engineer painted the bridge over the river in the spring.",
        ),
    ];
    let missed: Vec<_> = cases
        .iter()
        .filter(|(source, statement)| support(source, statement).band() == Band::Supported)
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn what_is_said_of_another_is_no_conflict() {
    let cases = [
        (
            "Ann Lund was cast as Bella. It was confirmed that Dan Stevens will play the Beast.",
            "Ann Lund will play Bella.",
        ),
        (
            "As the altitude increases, the pressure decreases, which lets water boil earlier.",
            "At a higher altitude the pressure is reduced, which lets water boil earlier.",
        ),
        (
            "A woman whose partner died in Ulm felt as if she was in a washing machine.",
            "The partner of a man who died in Ulm felt as if she was in a washing machine.",
        ),
        (
            "The prize is open to all authors writing in English.",
            "The prize is open to all English-writing authors.",
        ),
        (
            "Costs fall by up to 30% a year. The risk-free trial takes 30 days.",
            "Costs fall by up to 30% and the trial takes 30 days.",
        ),
        (
            "For the full year Modern Boats was No. 1, before Elden Ring.",
            "Modern Boats was before Elden Ring for the full year.",
        ),
        (
            "In the debate about whether or not modified food should be labeled, some want to know.",
            "There is a debate about whether modified food should be labeled.",
        ),
    ];
    let fired: Vec<_> = cases
        .iter()
        .map(|(source, statement)| (statement, support(source, statement).conflicts))
        .filter(|(_, conflicts)| conflicts.iter().any(|conflict| conflict.rule.contradicts()))
        .collect();
    assert!(fired.is_empty(), "{fired:#?}");
}

#[test]
fn marks_of_an_answer_over_sources_are_no_numbers_of_its_claims() {
    let source = "Linnwood stands at 11-35 Byron Road in Guildford. Turn on the diffuser and enjoy it.";
    for statement in [
        "Linnwood stands in Guildford [1].",
        "Linnwood stands in Guildford [2, 3].",
        "Linnwood stands in Guildford (Source 2).",
        "4. Turn on the diffuser and enjoy it.",
        "According to the provided context, Linnwood stands in Guildford.",
    ] {
        let found = support(source, statement);
        assert_eq!(found.band(), Band::Supported, "{statement} {found:?}");
    }
    assert!(support(source, "Linnwood stands at 12 Byron Road in Guildford [1].").p < THRESHOLD);
}

#[test]
fn the_same_person_named_otherwise_is_no_conflict() {
    let cases = [
        (
            "Barack Obama signed the bill on Tuesday in Washington.",
            "President Obama signed the bill on Tuesday in Washington.",
        ),
        (
            "Pierre and Marie Curie won the Nobel Prize in Physics in 1903.",
            "Marie Curie won the Nobel Prize in Physics in 1903.",
        ),
        (
            "The American company opened its laboratory in Berlin.",
            "The company from America opened its laboratory in Berlin.",
        ),
        (
            "She lives in New York City with two dogs.",
            "She lives in NYC with two dogs.",
        ),
        (
            "It closes on Monday and opens on Friday.",
            "On Friday it opens and on Monday it closes.",
        ),
        (
            "He visited Paris and Rome and wrote to Anna.",
            "He visited Rome and Paris and wrote to Anna.",
        ),
        (
            "He hired Ben and fired Anna in May.",
            "He fired Anna and hired Ben in May.",
        ),
        (
            "All members may vote in the election.",
            "Some members may vote in the election.",
        ),
        ("所有學生通過了考試。", "一些學生通過了考試。"),
    ];
    let wrong: Vec<_> = cases
        .iter()
        .map(|(source, statement)| (statement, support(source, statement)))
        .filter(|(_, support)| support.is_contradicted())
        .map(|(statement, support)| (statement, support.conflicts))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_is_true_is_not_contradicted_by_conditions_dates_cases_and_negations() {
    let cases = [
        (
            "The alarm sounds unless the door is open.",
            "The alarm sounds if the door is closed.",
        ),
        (
            "The game is cancelled if it rains and held if the sun shines.",
            "The game is held if the sun shines.",
        ),
        (
            "The pool is open even if it rains.",
            "The pool is open if it rains.",
        ),
        (
            "Because of the storm the ferry did not sail, despite the demand.",
            "Despite the demand, the ferry did not sail.",
        ),
        (
            "The plan failed because of the cost, despite the support of the mayor.",
            "The plan failed because of the cost.",
        ),
        (
            "The treaty was signed on 3 June 1987 and renewed on 5 May 1997.",
            "The treaty was renewed on 5 May 1997.",
        ),
        (
            "The museum opened on 3 June 1987. It was rebuilt on 4 July 1999.",
            "The museum was rebuilt on 4 July 1999.",
        ),
        (
            "Version 2 was released on 2024-03-05 and version 3 on 2025-01-10.",
            "Version 3 was released on 10 January 2025.",
        ),
        (
            "Version 2 was released on 2024-03-05 and version 3 on 2025-01-10.",
            "Version 2 was released in March 2024.",
        ),
        (
            "He was born on 3 June 1950 and died on 2010-05-04.",
            "He died on 4 May 2010.",
        ),
        (
            "On June 3, 1987, the bridge opened.",
            "The bridge opened on June 3, 1987.",
        ),
        (
            "Solberg commanded the ferry until 2009 and Ruud commanded it until 2015.",
            "Ruud commanded it until 2015.",
        ),
        ("Борис победил Анну в финале.", "Анну победил Борис в финале."),
        ("Борис победил Анну.", "Анна побеждена Борисом."),
        ("Борис подарил Анне книгу.", "Анна получила книгу от Бориса."),
        (
            "Иван Громов руководил заводом, а Ольга Белова работала в школе.",
            "Ольга Белова работала в школе, а Иван Громов руководил заводом.",
        ),
        ("Мария встретила Ивана в Москве.", "Иван встретил Марию в Москве."),
        (
            "Музей открыла Анна Белова, здание построил Иван Громов.",
            "Здание музея построил Иван Громов.",
        ),
        ("田中は鈴木に敗れた。", "鈴木は田中に勝った。"),
        ("山田が佐藤を破った。", "佐藤が山田に破られた。"),
        (
            "山田さんが設計し、佐藤さんが建設した。",
            "佐藤さんが建設し、山田さんが設計した。",
        ),
        (
            "東京は日本の首都で、大阪は商業の中心である。",
            "大阪は商業の中心で、東京は首都である。",
        ),
        ("父は医者で、母は教師だ。", "母は教師で、父は医者だ。"),
        ("Sie hat 1.500 Mitarbeiter.", "Sie hat 1500 Mitarbeiter."),
        ("It weighs 1.500 kg.", "It weighs 1.5 kg."),
        (
            "Der Turm ist 1,5 km hoch, und es gibt 1.500 Stufen.",
            "Der Turm ist 1,5 km hoch.",
        ),
        ("The signal is at 40 kHz.", "The signal is at 40 kilohertz."),
        (
            "The firm contracted a builder and expanded its factory.",
            "The firm contracted a builder.",
        ),
        (
            "The soup comes with bread and the salad without it.",
            "The soup comes with bread.",
        ),
        (
            "Tea is served with milk and coffee without sugar.",
            "Coffee is served without sugar.",
        ),
        (
            "The concert went ahead without the singer.",
            "The concert went ahead although the singer was missing.",
        ),
        (
            "The fence keeps the deer from entering the garden.",
            "The deer do not enter the garden because of the fence.",
        ),
        (
            "The ban stopped ships from entering the harbour.",
            "Ships could not enter the harbour.",
        ),
        (
            "The editor dropped support for Windows 7.",
            "The editor no longer supports Windows 7.",
        ),
        (
            "Lee directed the film, which Wong produced.",
            "Wong produced the film, which Lee directed.",
        ),
        ("學校在2010年擴建，2020年縮減人力。", "學校在2010年擴建。"),
        ("氣溫上升，降雨下降。", "降雨下降。"),
        ("水庫禁止游泳。", "水庫裡不能游泳。"),
        ("因為下雨，比賽取消。", "比賽因為下雨而取消。"),
        ("儘管下雨，比賽照常舉行。", "雖然下雨，比賽仍照常舉行。"),
        ("除非下雨，活動照常舉行。", "活動照常舉行，除非下雨。"),
        ("المدينة كبيرة جدا.", "المدينة كبيرة."),
        ("الكتاب ليس جديدا لكنه مفيد.", "الكتاب مفيد لكنه ليس جديدا."),
        (
            "The course starts on 2024-09-02.",
            "The course starts on 2 September 2024.",
        ),
        (
            "The course runs from 2024-09-02 to 2024-12-20.",
            "The course runs from 2 September to 20 December 2024.",
        ),
        (
            "The course runs from 2024-09-02 to 2024-12-20.",
            "The course ends on 20 December 2024.",
        ),
        (
            "The members voted for the plan if taxes are cut and against it unless wages rise.",
            "The members voted for the plan if taxes are cut.",
        ),
        (
            "Mars is smaller than Earth but larger than Mercury.",
            "Mars is larger than Mercury.",
        ),
        (
            "青山水库位于县城以西12公里。水库禁止游泳，但允许钓鱼。",
            "在青山水库可以钓鱼。",
        ),
        ("圖書館星期一閉館，星期二開放。", "圖書館星期二開放。"),
        ("他不喝咖啡，但喝茶。", "他喝茶。"),
        ("館方於2015年擴建閱覽室，但縮減了停車場。", "館方擴建了閱覽室。"),
        ("颱風過後，火車停駛，公車照常行駛。", "公車照常行駛。"),
        ("票價上漲，但乘客沒有減少。", "乘客沒有減少。"),
        ("這座橋東側有電梯，西側有樓梯。", "西側有樓梯。"),
        ("公司去年獲利，今年虧損。", "公司今年虧損。"),
        ("男性占四成，女性占六成。", "女性占六成。"),
        ("市長同意擴建計畫，議會反對。", "議會反對擴建計畫。"),
        (
            "Ольга Белова написала роман, а Иван Громов его перевёл.",
            "Иван Громов перевёл роман Ольги Беловой.",
        ),
        (
            "Директор школы Иван Громов ушёл в 1990 году, его сменила Ольга Белова.",
            "Ольга Белова сменила Ивана Громова.",
        ),
        (
            "市長の山田は計画に賛成し、議長の佐藤は反対した。",
            "佐藤議長は計画に反対した。",
        ),
        (
            "駅長の佐藤健一は2017年に引退し、後任は中村綾子である。",
            "佐藤健一の後任は中村綾子だ。",
        ),
        (
            "この橋は1950年に建てられ、設計は田中一郎が担当した。",
            "田中一郎が橋の設計を担当した。",
        ),
        (
            "Der Vertrag wurde am 3. Juni 1987 unterzeichnet.",
            "Der Vertrag wurde im Juni 1987 unterzeichnet.",
        ),
        (
            "The report of 2024-03-05 replaces that of 2023-11-20.",
            "The report of 5 March 2024 replaces that of 20 November 2023.",
        ),
        (
            "Bus 12 runs every 10 minutes unless it snows; bus 14 runs even if it snows.",
            "Bus 14 runs even if it snows.",
        ),
        (
            "Swimming is forbidden unless a guard is there, and fishing is allowed if you have a card.",
            "Fishing is allowed if you have a card.",
        ),
        ("門市上午十點開門，網站下午三點開放。", "網站下午三點開放。"),
        ("水庫禁止游泳，但允許釣魚。", "水庫可以釣魚。"),
    ];
    let wrong: Vec<_> = cases
        .iter()
        .map(|(source, statement)| (statement, support(source, statement)))
        .filter(|(_, support)| support.is_contradicted())
        .map(|(statement, support)| (statement, support.conflicts))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    // And what is not true is.
    let cases = [
        ("儘管下雨，比賽照常舉行。", "因為下雨，比賽照常舉行。"),
        ("除非下雨，活動照常舉行。", "即使下雨，活動照常舉行。"),
        (
            "The course runs from 2024-09-02 to 2024-12-20.",
            "The course ends on 12 December 2024.",
        ),
        ("Mars is smaller than Earth.", "Earth is smaller than Mars."),
        ("水庫禁止游泳，但允許釣魚。", "水庫可以游泳。"),
        (
            "It was first climbed in 1887 by Erik Dahl, who was accompanied by Maria Voss.",
            "It was first climbed by Maria Voss, who was accompanied by Erik Dahl.",
        ),
        ("市長同意擴建計畫，議會反對。", "市長反對擴建計畫。"),
        ("上午十點開始，下午三點結束。", "下午十點開始。"),
        ("議會同意擴建計畫。", "議會反對擴建計畫。"),
    ];
    for (source, statement) in cases {
        assert!(support(source, statement).is_contradicted(), "{statement}");
    }
}

#[test]
fn the_examples_on_the_page_are_judged_as_it_says() {
    use assay::i18n::quality::Shows;
    let mut wrong = Vec::new();
    for lang in Lang::ALL {
        for example in lang.quality().examples {
            let found = support(example.source, example.statement);
            let right = match example.shows {
                Shows::Seen => found.band() == Band::Check && !found.conflicts.is_empty(),
                Shows::Missed => found.band() == Band::Supported,
                Shows::Underrated => found.band() != Band::Supported && found.conflicts.is_empty(),
            };
            if !right {
                wrong.push((example.name, example.statement, found.p, found.conflicts));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_rule_fires_on_a_supported_statement_of_a_pair() {
    for pair in pairs() {
        let found = support(&pair.source, &pair.supported);
        assert!(
            !found.is_contradicted(),
            "{}: {:?}",
            pair.supported,
            found.conflicts
        );
    }
}

#[test]
fn a_supported_sentence_scores_above_an_unsupported_one_in_each_script() {
    // source, supported, unsupported
    let cases = [
        (
            "The old mill stands on the hill by the river.",
            "The mill stands on the hill.",
            "The school burned in the valley.",
        ),
        ("磨坊座落在河邊的山丘上。", "磨坊在山丘上。", "學校在山谷裡失火。"),
        (
            "水車小屋は川沿いの丘の上に立っている。",
            "水車小屋は丘の上にある。",
            "学校は谷で火事になった。",
        ),
        (
            "방앗간은 강가 언덕 위에 있다.",
            "방앗간은 언덕 위에 있다.",
            "학교는 골짜기에서 불탔다.",
        ),
        (
            "โรงสีตั้งอยู่บนเนินเขาริมแม่น้ำ",
            "โรงสีอยู่บนเนินเขา",
            "โรงเรียนถูกไฟไหม้ในหุบเขา",
        ),
        (
            "Die alte Mühle steht auf dem Hügel am Fluss.",
            "Die Mühle steht auf dem Hügel.",
            "Die Schule brannte im Tal.",
        ),
        (
            "El molino está en la colina junto al río.",
            "El molino está en la colina.",
            "La escuela ardió en el valle.",
        ),
        (
            "Le moulin se dresse sur la colline près de la rivière.",
            "Le moulin est sur la colline.",
            "L'école a brûlé dans la vallée.",
        ),
        (
            "Мельница стоит на холме у реки.",
            "Мельница стоит на холме.",
            "Школа сгорела в долине.",
        ),
        (
            "Ο μύλος στέκεται στον λόφο δίπλα στο ποτάμι.",
            "Ο μύλος είναι στον λόφο.",
            "Το σχολείο κάηκε στην κοιλάδα.",
        ),
        (
            "تقع الطاحونة على التل قرب النهر.",
            "الطاحونة على التل.",
            "احترقت المدرسة في الوادي.",
        ),
        (
            "הטחנה עומדת על הגבעה ליד הנהר.",
            "הטחנה על הגבעה.",
            "בית הספר נשרף בעמק.",
        ),
        (
            "नदी के किनारे पहाड़ी पर चक्की है।",
            "पहाड़ी पर चक्की है।",
            "घाटी में विद्यालय जल गया।",
        ),
    ];
    for (source, supported, unsupported) in cases {
        let (yes, no) = (support(source, supported), support(source, unsupported));
        assert!(
            yes.p >= THRESHOLD && no.p < UNLIKELY,
            "{supported} {} {}",
            yes.p,
            no.p
        );
        assert_eq!(
            (yes.band() >= Band::Check, no.band()),
            (true, Band::NotFound),
            "{supported}"
        );
    }
}

#[test]
fn rules_say_what_differs() {
    let cases = [
        (
            "The path is 3 km long.",
            "The path is 3 m long.",
            Rule::Unit,
            "3 m",
            "3 km",
        ),
        (
            "12 % of homes have a boat.",
            "21 % of homes have a boat.",
            Rule::Number,
            "21 %",
            "12 %",
        ),
        (
            "The mill was built in 1820 and burned in 1872.",
            "The mill burned in 1820.",
            Rule::Date,
            "1820",
            "1872",
        ),
        (
            "It is closed on Mondays.",
            "It is closed on Fridays.",
            Rule::Date,
            "Fridays",
            "Mondays",
        ),
        (
            "Anna hired Ben.",
            "Ben hired Anna.",
            Rule::Swap,
            "Ben hired Anna",
            "Anna hired Ben",
        ),
        (
            "Borel was taken over by Acme.",
            "Borel took over Acme.",
            Rule::Swap,
            "Borel took over Acme",
            "Borel was taken over by Acme",
        ),
        (
            "Dogs are allowed.",
            "Dogs are not allowed.",
            Rule::Negation,
            "not allowed",
            "allowed",
        ),
        (
            "The firm reported a profit.",
            "The firm reported a loss.",
            Rule::Opposite,
            "loss",
            "profit",
        ),
        ("步道長三公里。", "步道長三公尺。", Rule::Unit, "三公尺", "三公里"),
        (
            "公園允許狗進入。",
            "公園不允許狗進入。",
            Rule::Negation,
            "不允許",
            "允許",
        ),
    ];
    for (source, statement, rule, said, stands) in cases {
        let found = support(source, statement);
        let conflict = found.conflicts.iter().find(|conflict| conflict.rule == rule);
        let conflict = conflict.unwrap_or_else(|| panic!("{statement}: {:?}", found.conflicts));
        assert_eq!((conflict.said.as_str(), conflict.stands.as_str()), (said, stands));
        assert!(
            found.p < THRESHOLD && found.band() == Band::Check && !found.whole,
            "{statement}"
        );
        for lang in Lang::ALL {
            let told = verify::verdicts(table(), lang, &[statement.to_owned()], &[source.to_owned()]);
            assert!(!told[0].0 && told[0].1.contains(stands), "{}", told[0].1);
        }
    }
}

#[test]
fn what_is_contradicted_is_told_from_what_is_not_there() {
    let cases = [
        (
            "The Sydney Harbour Bridge opened on 19 March 1932. It is 1149 m long and carries trains.",
            "The bridge does not carry trains.",
            Some(Finding::Contradicted),
        ),
        (
            "The Sydney Harbour Bridge opened on 19 March 1932. It is 1149 m long and carries trains.",
            "It was painted blue by Picasso.",
            Some(Finding::NotFound),
        ),
        ("The ferry takes 35 minutes.", "The ferry takes 35 minutes.", None),
        (
            "公園允許狗進入。",
            "公園不允許狗進入。",
            Some(Finding::Contradicted),
        ),
        ("公園允許狗進入。", "門票每人三百元。", Some(Finding::NotFound)),
    ];
    for (source, statement, finding) in cases {
        let told = verify::given(table(), Lang::En, &[statement.to_owned()], &[source.to_owned()]);
        assert_eq!(
            (told[0].0, told[0].2),
            (finding.is_none(), finding),
            "{statement}: {told:?}"
        );
    }
}

#[test]
fn rules_leave_the_same_thing_said_otherwise_alone() {
    for (source, statement) in [
        ("Ben was hired by Anna Lund.", "Anna Lund hired Ben."),
        ("Anna married Ben.", "Ben married Anna."),
        (
            "The shop is not open on Sundays; it is closed.",
            "The shop is closed on Sundays.",
        ),
        (
            "It takes 3 km to the top, 3,000 m in all.",
            "It takes 3 km to the top.",
        ),
        (
            "The bridge opened in 1987 but was not painted.",
            "The bridge opened in 1987.",
        ),
        (
            "The mill, which is no longer in use, stands on the hill.",
            "The mill stands on the hill.",
        ),
        ("Prices rose in May and fell in June.", "Prices fell in June."),
        ("The talk is on 5 May and on 7 May.", "The talk is on 7 May."),
        ("園區不僅開放參觀，也提供餐點。", "園區開放參觀。"),
        ("甲公司與乙公司合作開發產品。", "乙公司與甲公司合作開發產品。"),
    ] {
        let found = support(source, statement);
        assert!(!found.is_contradicted(), "{statement}: {:?}", found.conflicts);
    }
}

#[test]
fn what_stands_word_for_word_is_supported() {
    for text in [
        "I wasn't attacking the memory of British soldiers, I was attacking the war, and I am not sorry.",
        "CBSN News & breaking news updates 5 p.m.",
        "We've got to have it perfect.",
        "It is so.",
        "🙂",
        "기차는 가오슝으로 가지 않습니다. 화롄으로 가는 기차는 4번 승강장에서 출발하며, 3번이 아닙니다.",
        "Trains run to Kaohsiung, not to Hualien, from platform 3; trains to Hualien, not Kaohsiung, leave from platform 4.",
    ] {
        for source in [text.to_owned(), format!("We sell tea. {text}\nApples are sweet.")] {
            let found = support(&source, text);
            assert!(
                found.p == 1.0
                    && found.whole
                    && found.conflicts.is_empty()
                    && found.band() == Band::Supported,
                "{text}: {found:?}"
            );
            for lang in Lang::ALL {
                let told = verify::verdicts(table(), lang, &[text.to_owned()], std::slice::from_ref(&source));
                assert!(
                    told[0].1.starts_with(lang.strings().judged().band_supported),
                    "{}",
                    told[0].1
                );
            }
        }
    }
    for (source, statement) in [
        ("No dogs are allowed.", "Dogs are allowed."),
        ("The night was at -5 °C.", "The night was at 5 °C."),
        ("It is so, they say.", "It is so."),
    ] {
        assert!(support(source, statement).p < 1.0, "{statement}");
    }
}

#[test]
fn another_order_of_words_is_no_conflict() {
    let mut wrong = Vec::new();
    for (source, statement) in [
        ("“We will win,” said the coach.", "The coach said, “We will win.”"),
        (
            "\"We will win,\" said the coach.",
            "The coach said, \"We will win.\"",
        ),
        (
            "„Wir bauen weiter“, sagte Lund.",
            "Lund sagte: „Wir bauen weiter.“",
        ),
        ("Im Jahr 1990 zog Lund nach Bern.", "Lund zog 1990 nach Bern."),
        ("Gestern sprach Lund mit Sorel.", "Lund sprach gestern mit Sorel."),
        ("Lund sprach gestern mit Sorel.", "Gestern sprach Lund mit Sorel."),
        (
            "Im Mai besuchte Lund die Stadt Bern.",
            "Lund besuchte im Mai die Stadt Bern.",
        ),
        ("In Bern lebt Lund.", "Lund lebt in Bern."),
        ("Später kaufte Lund das Haus.", "Lund kaufte später das Haus."),
        ("Yesterday came Lund.", "Lund came yesterday."),
        (
            "Ann, the sister of Bob, lives in Rome.",
            "Bob's sister Ann lives in Rome.",
        ),
        (
            "Bob's sister Ann lives in Rome.",
            "Ann, the sister of Bob, lives in Rome.",
        ),
        (
            "The novel by Lund inspired the opera by Sorel.",
            "Sorel's opera was inspired by Lund's novel.",
        ),
        ("Anna sold the car to Ben.", "Ben bought the car from Anna."),
        (
            "Norland exports fish to Sudland.",
            "Sudland imports fish from Norland.",
        ),
        ("Anna is older than Ben.", "Ben is younger than Anna."),
        ("Ellmark lies north of Tosund.", "Tosund lies south of Ellmark."),
        ("Paris ist größer als Lyon.", "Lyon ist kleiner als Paris."),
        ("台北在台中的北邊。", "台中在台北的南邊。"),
    ] {
        let found = support(source, statement);
        if !found.conflicts.is_empty() {
            wrong.push(format!("{statement}: {:?}", found.conflicts));
        }
    }
    for (source, statement) in [
        ("Anna sold the car to Ben.", "Ben sold the car to Anna."),
        ("Anna is older than Ben.", "Ben is older than Anna."),
        ("Anna is older than Ben.", "Anna is younger than Ben."),
        ("Ellmark lies north of Tosund.", "Ellmark lies south of Tosund."),
        ("Lund besuchte im Mai Sorel.", "Sorel besuchte im Mai Lund."),
        ("Ben was hired by Anna.", "Anna was hired by Ben."),
    ] {
        if support(source, statement).conflicts.is_empty() {
            wrong.push(format!("not told: {statement}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_same_number_or_the_same_denial_in_other_words_is_no_conflict() {
    let mut wrong = Vec::new();
    for (source, statement) in [
        ("Der Ort hat 12.500 Einwohner.", "Der Ort hat 12500 Einwohner."),
        ("Der Ort hat 12500 Einwohner.", "Der Ort hat 12.500 Einwohner."),
        ("Η πόλη έχει 12.500 κατοίκους.", "Η πόλη έχει 12500 κατοίκους."),
        ("La ville a 12 500 habitants.", "La ville a 12500 habitants."),
        (
            "The ticket costs £12.50 for adults.",
            "The ticket costs 12.50 pounds for adults.",
        ),
        ("The alcohol limit is 0.5 percent.", "The alcohol limit is .5 %."),
        ("The alcohol limit is .5 %.", "The alcohol limit is 0.5 percent."),
        ("大橋於民國76年通車。", "大橋於1987年通車。"),
        ("橋は昭和62年に開通した。", "橋は1987年に開通した。"),
        (
            "There are no bears in the park.",
            "There are 0 bears in the park.",
        ),
        (
            "Dogs are not allowed on the beach.",
            "Dogs are forbidden on the beach.",
        ),
        (
            "Dogs are not allowed on the beach.",
            "Dogs are prohibited on the beach.",
        ),
        (
            "Dogs are forbidden on the beach.",
            "Dogs are not allowed on the beach.",
        ),
        ("公園不允許狗進入。", "公園禁止狗進入。"),
        ("公園禁止狗進入。", "公園不允許狗進入。"),
        (
            "Hunde sind am Strand nicht erlaubt.",
            "Hunde sind am Strand verboten.",
        ),
        ("The bridge isn't safe.", "The bridge is unsafe."),
        ("The team failed to win the cup.", "The team did not win the cup."),
        ("The team did not win the cup.", "The team failed to win the cup."),
        (
            "The car is not only cheap but also safe.",
            "The car is cheap and safe.",
        ),
        (
            "The law was not passed until 1990.",
            "The law was passed in 1990.",
        ),
        (
            "The shop is open every day except Monday.",
            "The shop is not open on Monday.",
        ),
    ] {
        let found = support(source, statement);
        if !found.conflicts.is_empty() {
            wrong.push(format!("{statement}: {:?}", found.conflicts));
        }
    }
    for (source, statement) in [
        ("Der Ort hat 12.500 Einwohner.", "Der Ort hat 13.500 Einwohner."),
        ("大橋於民國76年通車。", "大橋於民國67年通車。"),
        (
            "Dogs are not allowed on the beach.",
            "Dogs are allowed on the beach.",
        ),
        (
            "Dogs are allowed on the beach.",
            "Dogs are forbidden on the beach.",
        ),
        ("公園允許狗進入。", "公園禁止狗進入。"),
        ("The bridge is safe.", "The bridge is unsafe."),
        ("The team won the cup.", "The team did not win the cup."),
    ] {
        if support(source, statement).conflicts.is_empty() {
            wrong.push(format!("not told: {statement}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn one_of_several_numbers_of_a_sentence_is_no_conflict() {
    for (source, statement, mixed_up) in [
        (
            "Berlin has 3.7 million people and Hamburg 1.9 million.",
            "Hamburg has 1.9 million people.",
            false,
        ),
        (
            "Berlin has 3.7 million people and Hamburg 1.9 million.",
            "Hamburg has 3.7 million people.",
            true,
        ),
        (
            "Berlin has 3.7 million people and Hamburg 1.9 million.",
            "Berlin has 3.7 million people.",
            false,
        ),
        (
            "Germany won 10 gold medals, France 7.",
            "France won 7 gold medals.",
            false,
        ),
        (
            "Germany won 10 gold medals, France 7.",
            "France won 10 gold medals.",
            true,
        ),
        (
            "Germany won 10 gold medals, France 7.",
            "Germany won 7 gold medals.",
            true,
        ),
        (
            "Berlin has 370 schools and Hamburg 190.",
            "Hamburg has 190 schools.",
            false,
        ),
        (
            "Anna earned 300 dollars and Ben 200.",
            "Ben earned 200 dollars.",
            false,
        ),
        ("Adults pay 12 euros, children 5.", "Children pay 5 euros.", false),
        (
            "In 2010 the club won 10 games, in 2011 it won 12.",
            "In 2011 the club won 12 games.",
            false,
        ),
        (
            "In 2010 the club won 10 games, in 2011 it won 12.",
            "In 2011 the club won 10 games.",
            true,
        ),
        ("柏林有370萬人，漢堡190萬。", "漢堡有190萬人。", false),
        (
            "Of the 500 students, 300 are women.",
            "300 of the students are women.",
            false,
        ),
        (
            "Of the 500 students, 300 are women.",
            "There are 500 students.",
            false,
        ),
        (
            "Ann Lund sold 30 boats and Ben Sorel 20.",
            "Ben Sorel sold 20 boats.",
            false,
        ),
        (
            "Hamburg had 300 guests in May and 200 in June.",
            "Hamburg had 200 guests in June.",
            false,
        ),
    ] {
        let found = support(source, statement);
        assert!(found.conflicts.is_empty(), "{statement}: {:?}", found.conflicts);
        assert_eq!(found.mixed_up, mixed_up, "{statement}");
        assert_eq!(found.p >= THRESHOLD, !mixed_up, "{statement}: {}", found.p);
    }
    // Another number is still another number.
    for (source, statement) in [
        (
            "Berlin has 370 schools and Hamburg 190.",
            "Hamburg has 290 schools.",
        ),
        ("The firm has 12 shops in 4 countries.", "The firm has 4 shops."),
        ("網路掛號停止九十天。", "網路掛號停止三十天。"),
    ] {
        let found = support(source, statement);
        assert!(!found.conflicts.is_empty(), "{statement}");
    }
    let answer = "若無法前來看診，請在看診前一天下午五點前取消預約。一個月內爽約三次的話，網路掛號會被暫停。";
    let found = support(answer, "一個月內爽約三次，將停止網路掛號九十天。");
    assert!(found.conflicts.is_empty(), "{:?}", found.conflicts);
}

#[test]
fn coefficients_belong_to_this_judge_and_have_plausible_signs() {
    assert_eq!(FITTED_FOR, VERSION, "fit the judge again: make judge-fit");
    for (weight, name) in WEIGHTS.iter().zip(Features::NAMES) {
        assert_eq!(*weight >= 0.0, !name.contains("missing"), "{name}: {weight}");
    }
    assert!(CALIBRATION.is_sorted() && CALIBRATION.iter().all(|share| (0.0..=1.0).contains(share)));
    const { assert!(UNLIKELY < THRESHOLD && THRESHOLD < LIKELY) };
}

#[test]
fn the_figures_on_the_page_are_of_this_judge() {
    let figures: Value = serde_json::from_str(include_str!("../public/judge-figures.json")).unwrap();
    assert_eq!(
        figures["version"], VERSION,
        "measure the judge again: make judge-eval FIGURES=…"
    );
    let rows = figures["rows"].as_array().unwrap();
    for task in ["support", "recall", "minimal-pairs"] {
        let row = rows.iter().find(|row| row["task"] == task).unwrap();
        let (low, high) = (row["lo"].as_f64(), row["hi"].as_f64());
        let value = ["auc", "spearman", "told"]
            .iter()
            .find_map(|name| row[*name].as_f64())
            .unwrap();
        assert!(row["n"].as_u64() > Some(100) && value > 0.5, "{row}");
        assert!(
            low.is_none_or(|low| low < value) && high.is_none_or(|high| value < high),
            "{row}"
        );
    }
    // What was promised: better than plain matching by at least 0.02 on each set, on documents that the fit didn't see.
    for row in rows.iter().filter(|row| row["task"] == "support") {
        assert_eq!(row["held_out"], true, "{row}");
        assert!(
            row["auc"].as_f64().unwrap() >= row["baseline"].as_f64().unwrap() + 0.02,
            "{row}"
        );
    }
}

#[test]
fn answers_are_the_same_bytes_as_ever() {
    assert_eq!(
        answers::hash(),
        answers::EXPECTED.trim(),
        "look at what has changed, then keep the new hash"
    );
    assert_eq!(answers::verdicts_hash(), answers::EXPECTED_VERDICTS.trim());
}

#[test]
fn relevance_is_a_share_that_ranks() {
    let ferry = "How long does the ferry from Ellmark to Tosund take?";
    let chunks = |text: &str| vec![text.to_owned()];
    let context = |text: &str| relevance::context_score(table(), ferry, &chunks(text));
    let near = context("The ferry from Ellmark to Tosund takes 35 minutes.");
    let about = context("The ferry to Tosund is green.");
    let other = context("Apples are sweet.");
    assert!(
        near > about && about > other && near <= 1.0 && other >= 0.0,
        "{near} {about} {other}"
    );
    assert!(relevance::context_score(table(), ferry, &[]) == 0.0);
    let answer = |text: &str| relevance::answer_score(table(), ferry, text);
    assert!(answer("It takes 35 minutes.") > answer("Apples are sweet."));
    assert!(answer("The ferry takes 35 minutes.") > answer("I don't know how long the ferry takes."));
    assert_eq!(answer(""), 0.0);
    for (question, good, bad) in [
        (
            "圖書館平日開放到幾點？",
            "圖書館平日開放到晚上九點。",
            "企鵝住在南極。",
        ),
        (
            "Когда открыли мост в Туле?",
            "Мост в Туле открыли в 1987 году.",
            "Яблоки сладкие.",
        ),
        ("متى افتتح الجسر؟", "افتتح الجسر عام 1987.", "التفاح حلو."),
    ] {
        let score = |text: &str| relevance::context_score(table(), question, &chunks(text));
        assert!(score(good) > score(bad) + 0.3, "{question}");
        assert!(
            relevance::answer_score(table(), question, good)
                > relevance::answer_score(table(), question, bad)
        );
    }
}
