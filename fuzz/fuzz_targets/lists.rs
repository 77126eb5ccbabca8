//! Lists, in JSON and as lines: nothing panics, and what is found stands in the source.
//! The first line of the input is the source, the rest the reply.
#![no_main]

use assay::evaluation::Stop;
use assay::reply::list::{self, lines};
use assay::reply::verdict;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (source, reply) = text.split_once('\n').unwrap_or((text, text));
    if let Ok(list) = lines::read(reply, Stop::Stop, Some(source)) {
        for item in list.items {
            assert!(item.at.is_none_or(|at| source.get(at).is_some_and(|found| !found.is_empty())));
        }
    }
    let _ = lines::read(reply, Stop::Length, None);
    let value = serde_json::Value::String(text.to_owned());
    let _ = list::texts(Some(&value), &["Entity 1"]);
    let _ = (verdict::ids(Some(&value)), verdict::confidence(Some(&value)), verdict::verdict(Some(&value)));
});
