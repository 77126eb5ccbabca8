//! JSON replies: nothing panics, and what is strict JSON is read unchanged.
#![no_main]

use assay::evaluation::Stop;
use assay::reply::json::{self, Expect};
use assay::reply::sufficiency;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let expect = Expect::list(&["verdicts", "verdict"], &["index"]);
    for stop in [Stop::Stop, Stop::Length] {
        let found = json::read(text, stop, &expect);
        let _ = sufficiency::read(text, stop);
        if let Ok(serde_json::Value::Object(strict)) = serde_json::from_str(text) {
            if strict.contains_key("verdict") {
                assert_eq!(found.map(|found| (found.object, found.repaired)), Ok((strict, false)));
            }
        }
    }
});
