//! Whether an answer is about its question, by the embedded judge: pairs of our own, off its topic and on it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use assay::i18n::Lang;
use assay::judge::embedded::{Table, relevance};

/// On the question's topic or not, the question, the answer.
const PAIRS: &[(bool, &str, &str)] = &[
    (true, "Who founded the bakery?", "Two sisters from Ulm did."),
    (true, "Who founded the bakery?", "The Berg family."),
    (
        true,
        "Who founded the bakery?",
        "Anna and Carl Berg, a couple from Ulm.",
    ),
    (true, "When was the bridge closed?", "On the third of May."),
    (true, "When was the bridge closed?", "Last Tuesday."),
    (true, "When was the bridge closed?", "Early in 1990."),
    (true, "Where do mason bees nest?", "Hollow stems."),
    (true, "Where do mason bees nest?", "In hollow stems."),
    (
        true,
        "Where do mason bees nest?",
        "They use hollow stems of old reeds.",
    ),
    (true, "How many patients took part?", "312"),
    (true, "How many patients took part?", "Some 620 people."),
    (true, "How long is the lease?", "Three months."),
    (true, "Why did the mayor resign?", "He was ill."),
    (true, "Why did the mayor resign?", "Due to illness."),
    (true, "Where was the treaty signed?", "Geneva"),
    (true, "Where was the treaty signed?", "Lake Como, Italy."),
    (true, "Who is the director?", "Dr. Lin Wei"),
    (true, "Who is the director?", "Her name is Lin Wei."),
    (true, "誰是館長？", "吳國棟"),
    (true, "誰是館長？", "館長是吳國棟。"),
    (true, "誰是館長？", "由吳國棟擔任。"),
    (true, "博物館在哪裡？", "台中市西區。"),
    (true, "博物館在哪裡？", "火車站對面。"),
    (true, "博物館在哪裡？", "就在火車站旁邊的公園裡。"),
    (true, "什麼時候開放？", "星期二到星期日。"),
    (true, "什麼時候開放？", "每天早上九點。"),
    (true, "為什麼停駛？", "因為結冰。"),
    (true, "有多少座位？", "六百個。"),
    (true, "票價是多少？", "大人兩百元，小孩一百元。"),
    (false, "Who founded the bakery?", "The sun rises in the east."),
    (false, "Where do mason bees nest?", "Rain is expected on Friday."),
    (false, "How many patients took part?", "The tower has 90 steps."),
    (
        false,
        "Why did the mayor resign?",
        "Bread rises because of yeast.",
    ),
    (false, "When was the bridge closed?", "The film came out in 2001."),
    (false, "誰是館長？", "火車每小時一班。"),
    (false, "博物館在哪裡？", "狗喜歡散步。"),
    (false, "有多少座位？", "蘋果有三個品種。"),
    (false, "什麼時候開放？", "他在1990年退休。"),
    (false, "票價是多少？", "貓有四條腿。"),
    (false, "為什麼停駛？", "麵包發酵是因為酵母。"),
    (
        true,
        "Where is the harbour of Askim?",
        "It lies on the north shore, beside the mill.",
    ),
    (false, "Where is the harbour of Askim?", "Mix flour and butter."),
    (false, "Where is the harbour?", "Put the pan in the oven."),
    (false, "When does the shop open?", "Napoleon was born in 1769."),
    (false, "Who wrote the report?", "Napoleon was born in 1769."),
    (true, "Who wrote the report?", "Napoleon."),
    (true, "Who wrote the report?", "Greta Olsen did."),
    (true, "Who wrote the report?", "It was written by Greta Olsen."),
    (false, "港口在哪裡？", "麵粉加奶油攪拌。"),
    (false, "誰寫了這份報告？", "蛋糕需要糖和牛奶。"),
    (true, "港口在哪裡？", "在鎮的北邊。"),
    (true, "港口在哪裡？", "它位於北岸。"),
    (true, "誰寫了這份報告？", "林小美。"),
    (true, "誰寫了這份報告？", "是林小美寫的。"),
    (false, "Где находится порт?", "Пирогу нужен сахар."),
    (true, "Где находится порт?", "В Мурманске."),
    (
        false,
        "How many beds does the hut have?",
        "The king had six wives.",
    ),
    (true, "How many beds does the hut have?", "24"),
    (true, "How many beds does the hut have?", "It has 24."),
    (true, "How many beds does the hut have?", "There are 24 beds."),
    (
        false,
        "How long does the ferry take?",
        "The siege lasted three years.",
    ),
    (true, "How long does the ferry take?", "About 25 minutes."),
    (
        false,
        "Why was the bridge closed?",
        "Cats purr because they are happy.",
    ),
    (true, "Why was the bridge closed?", "Because of ice."),
    (
        true,
        "Why was the bridge closed?",
        "Cracks were found in two of its pillars.",
    ),
    (
        false,
        "What is the tallest mountain in Norway?",
        "The recipe calls for three eggs.",
    ),
    (true, "What is the tallest mountain in Norway?", "Galdhøpiggen"),
    (false, "磨坊是哪一年燒毀的？", "拿破崙生於1769年。"),
    (true, "磨坊是哪一年燒毀的？", "1872年。"),
    (true, "磨坊是哪一年燒毀的？", "在1872年燒毀。"),
    (false, "這座橋有多長？", "馬拉松全長42公里。"),
    (true, "這座橋有多長？", "約三百公尺。"),
    (false, "小屋有幾張床？", "國王有六個妻子。"),
    (true, "小屋有幾張床？", "共有24張。"),
    (
        false,
        "Where can I buy a ticket?",
        "Elephants live in Africa and Asia.",
    ),
    (true, "Where can I buy a ticket?", "At the kiosk beside the pier."),
    (
        false,
        "When was the lighthouse repaired?",
        "Potatoes are planted in April.",
    ),
    (true, "When was the lighthouse repaired?", "In April 1903."),
    (false, "Who painted the ceiling?", "Greta Olsen sells bicycles."),
    (
        false,
        "Who painted the ceiling?",
        "Oslo is the capital of Norway.",
    ),
    (true, "Who painted the ceiling?", "Marco Belli painted it."),
    (false, "門票多少錢？", "一公斤蘋果五十元。"),
    (true, "門票多少錢？", "成人三百元。"),
    (true, "Wo liegt der Hafen?", "Am nördlichen Ufer."),
    (
        false,
        "Wo liegt der Hafen?",
        "Der Kuchen braucht Zucker und Milch.",
    ),
    (
        false,
        "Is the museum open on Monday?",
        "Bananas are rich in potassium.",
    ),
    (
        true,
        "Is the museum open on Monday?",
        "No, it is closed on Mondays.",
    ),
    (false, "圖書館星期日開放嗎？", "香蕉含有豐富的鉀。"),
    (true, "圖書館星期日開放嗎？", "不開放。"),
    (
        true,
        "How do I reset my password?",
        "Click “Forgot password” on the sign-in page.",
    ),
    (
        true,
        "How do I reset my password?",
        "Open the settings, choose Security and follow the link.",
    ),
    (
        false,
        "How do I reset my password?",
        "Wash the potatoes and cut them into slices.",
    ),
    (
        false,
        "How much does the ticket cost?",
        "The company paid 3 million dollars for the farm.",
    ),
    (true, "How much does the ticket cost?", "Adults pay 8 euros."),
    (true, "How much does the ticket cost?", "8 euros"),
    (false, "Wo liegt der Hafen?", "Napoleon wurde 1769 geboren."),
    (true, "Wann öffnet der Laden?", "Um neun Uhr."),
    (false, "Wann öffnet der Laden?", "Napoleon wurde 1769 geboren."),
    (false, "商店什麼時候開門？", "拿破崙在1769年出生。"),
    (true, "商店什麼時候開門？", "上午九點。"),
    (false, "誰是市長？", "今天天氣很好。"),
    (true, "誰是市長？", "陳大文先生"),
    (
        false,
        "Qui a peint le plafond ?",
        "Le beurre fond dans la casserole.",
    ),
    (true, "Qui a peint le plafond ?", "Marco Belli"),
    (false, "¿Dónde está el puerto?", "El pan necesita harina."),
    (true, "¿Dónde está el puerto?", "En la costa norte."),
    (true, "How often does the ferry sail?", "Twice a day in summer."),
    (
        false,
        "How often does the ferry sail?",
        "Bakers rise early every morning.",
    ),
    (
        false,
        "How old is the mill?",
        "The oldest tortoise lived 190 years.",
    ),
    (true, "How old is the mill?", "About 190 years."),
];

#[test]
fn answers_about_something_else_are_told() {
    let table = Table::parse(include_bytes!("../public/words-3.txt")).unwrap();
    let mut wrong = Vec::new();
    let mut off_topic = 0;
    for (about, question, answer) in PAIRS {
        let told = relevance::is_relevant(&table, question, answer);
        if told != *about {
            wrong.push((question, answer));
            off_topic += usize::from(told);
        }
        for lang in Lang::ALL {
            let why = relevance::shared(&table, lang, question, answer, told);
            assert!(!why.is_empty(), "{question} {answer}");
        }
    }
    assert_eq!(off_topic, 0, "called relevant: {wrong:?}");
    // An answer that shares no word with its question and has a subject of its own can't be told from another.
    assert!(wrong.len() * 20 <= PAIRS.len(), "{wrong:?}");
}
