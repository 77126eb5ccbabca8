//! JSON replies as models write them.
#![allow(clippy::unwrap_used, reason = "a test may")]

use assay::evaluation::{Reason, Stop};
use assay::reply::json::{self, Expect};

const VERDICT: Expect<'_> = Expect::object(&["verdict", "reason"]);
const STATEMENTS: Expect<'_> = Expect::list(&["statements"], &[]);
const VERDICTS: Expect<'_> = Expect::list(&["verdicts"], &["index", "verdict"]);

fn show(text: &str, stop: Stop, expect: &Expect<'_>) -> (String, bool) {
    match json::read(text, stop, expect) {
        Ok(found) => (serde_json::to_string(&found.object).unwrap(), found.repaired),
        Err(reason) => (reason.id().to_owned(), false),
    }
}

#[test]
fn which_value_counts() {
    let one = r#"{"verdict":1}"#;
    for (text, want) in [
        (r#"{"verdict": 1}"#, one),
        ("\u{feff} {\"verdict\": 1}\n", one),
        ("```json\n{\"verdict\": 1}\n```", one),
        (
            "Sure {as asked for}:\n{\"verdict\": 0}\nNo, rather {\"verdict\": 1}. Done }.",
            one,
        ),
        ("{\"verdict\": 1} {\"other\": 2}", one),
        ("<think>{\"verdict\": 0}</think>{\"verdict\": 1}", one),
        ("{\"verdict\": 0} hm\n</think>\n{\"verdict\": 1}", one),
        ("[{\"verdict\": 1}]", one),
        ("[[{\"verdict\": 1}]]", one),
        ("{\"result\": {\"verdict\": 1}}", one),
        ("{\"properties\": {\"verdict\": 1}, \"type\": \"object\"}", one),
        ("{\"output\": [{\"verdict\": 1}]}", one),
        ("\"{\\\"verdict\\\": 1}\"", one),
        ("{\"output\": \"{\\\"verdict\\\": 1}\"}", one),
        ("{\"verdict\": 0, \"verdict\": 1}", one),
        ("{\"Verdict\": 1}", r#"{"Verdict":1}"#),
        ("He wrote {\"a\": and then {\"verdict\": 1}", one),
        ("[[[[ {\"verdict\": 1}", one),
        (
            "{\"reason\": \"a </think> b\", \"verdict\": 1}",
            r#"{"reason":"a </think> b","verdict":1}"#,
        ),
        (
            "Here:\n```json\n{\"reason\": \"<think> a </think> b\", \"verdict\": 1}\n```",
            r#"{"reason":"<think> a </think> b","verdict":1}"#,
        ),
        (
            "{\"reason\": \"```json {\\\"verdict\\\": 0}```\"}",
            r#"{"reason":"```json {\"verdict\": 0}```"}"#,
        ),
        ("", "empty-reply"),
        ("\u{feff}\n", "empty-reply"),
        ("<think>{\"verdict\": 1}</think>\n", "empty-reply"),
        ("<think>{\"verdict\": 1}", "truncated"),
        ("no", "unreadable"),
        ("{\"other\": 1}", "unreadable"),
        ("[{\"verdict\": 1}, {\"verdict\": 0}]", "unreadable"),
        ("{\"verdict\": 1", "unreadable"),
        ("{\"reason\": \"without end, \"verdict\": 1}", "unreadable"),
        ("{\"a\": {\"verdict\": 1}", "unreadable"),
        ("{\"verdict\": true/false}", "unreadable"),
    ] {
        assert_eq!(
            show(text, Stop::Stop, &VERDICT),
            (want.to_owned(), false),
            "{text}"
        );
    }
}

#[test]
fn cut_off() {
    for (text, want) in [
        ("", "truncated"),
        ("{\"verdict\": 1", "truncated"),
        ("no", "truncated"),
        ("{\"verdict\": 1}", "{\"verdict\":1}"),
        ("```json\n{\"verdict\": 1}", "{\"verdict\":1}"),
        ("{\"verdict\": 1}\nThat is, {\"verd", "{\"verdict\":1}"),
    ] {
        assert_eq!(show(text, Stop::Length, &VERDICT).0, want, "{text}");
    }
    for text in [
        "{\"verdicts\": [{\"index\": 1, \"verdict\": 1}, {\"ind",
        "[{\"index\": 1, \"verdict\": 1}, {\"ind",
        "[{\"index\": 1, \"verdict\": 1}",
    ] {
        assert_eq!(show(text, Stop::Length, &VERDICTS).0, "truncated", "{text}");
    }
}

#[test]
fn lists() {
    for (text, expect, want) in [
        (r#"["a", "b"]"#, STATEMENTS, r#"{"statements":["a","b"]}"#),
        (
            "Here they are:\n[\"a\"]\nas in [1].",
            STATEMENTS,
            r#"{"statements":["a"]}"#,
        ),
        (
            "{\"statements\": [\"a\"]} as in [1]",
            STATEMENTS,
            r#"{"statements":["a"]}"#,
        ),
        ("{\"result\": [\"a\"]}", STATEMENTS, r#"{"statements":["a"]}"#),
        (
            "[{\"statements\": [\"a\"]}]",
            STATEMENTS,
            r#"{"statements":["a"]}"#,
        ),
        ("[]", STATEMENTS, r#"{"statements":[]}"#),
        ("The sentence [1] is wrong.", STATEMENTS, "unreadable"),
        ("{\"claims\": [\"a\"]}", STATEMENTS, "unreadable"),
        (
            "{\"index\": 1, \"verdict\": 1}",
            VERDICTS,
            r#"{"verdicts":[{"index":1,"verdict":1}]}"#,
        ),
        (
            "[{\"index\": 1, \"verdict\": 1}]",
            VERDICTS,
            r#"{"verdicts":[{"index":1,"verdict":1}]}"#,
        ),
    ] {
        assert_eq!(show(text, Stop::Stop, &expect).0, want, "{text}");
    }
}

#[test]
fn repairs() {
    for (text, want) in [
        ("{\"verdict\": 1,}", r#"{"verdict":1}"#),
        (
            "{\"verdict\": True, \"reason\": None}",
            r#"{"verdict":true,"reason":null}"#,
        ),
        (
            "{\"verdict\": NaN, \"reason\": -Infinity}",
            r#"{"verdict":null,"reason":null}"#,
        ),
        (
            "{'verdict': 1, 'reason': 'It's the dogs' bowl, isn't it'}",
            r#"{"verdict":1,"reason":"It's the dogs' bowl, isn't it"}"#,
        ),
        (
            "{'reason': \"It's\", 'verdict': 0}",
            r#"{"reason":"It's","verdict":0}"#,
        ),
        (
            "{'reason': 'a \\'b\\' \"c\"', 'verdict': 0}",
            r#"{"reason":"a 'b' \"c\"","verdict":0}"#,
        ),
        (
            "{“verdict”: 1, “reason”: “He said “no”, twice”}",
            r#"{"verdict":1,"reason":"He said “no”, twice"}"#,
        ),
        (
            "{\"verdict\": 1, \"reason\": \"a\n\tb\"}",
            r#"{"verdict":1,"reason":"a\n\tb"}"#,
        ),
        (
            "{\"reason\": \"a \\(\\sigma\\) \\frac{1}{2} \\nu\", \"verdict\": 1}",
            r#"{"reason":"a \\(\\sigma\\) \\frac{1}{2} \\nu","verdict":1}"#,
        ),
        (
            "{\"reason\": \"a\\_b\\nc \\u00e9\", \"verdict\": 1}",
            r#"{"reason":"a\\_b\nc é","verdict":1}"#,
        ),
        ("{verdict: 1, reason: \"a\"}", r#"{"verdict":1,"reason":"a"}"#),
        ("{\"verdict\": 1 // yes\n}", r#"{"verdict":1}"#),
        (
            "{/* a */ \"verdict\": 1, # b\n \"reason\": \"c # d // e\"}",
            r#"{"verdict":1,"reason":"c # d // e"}"#,
        ),
        (
            "{{\"verdict\": 1, \"reason\": \"{{x}}\"}}",
            r#"{"verdict":1,"reason":"{{x}}"}"#,
        ),
        (
            "{\"verdict\": 1\n \"reason\": \"a\"\n}",
            r#"{"verdict":1,"reason":"a"}"#,
        ),
        (
            "{\"verdict\": 01, \"reason\": .5}",
            r#"{"verdict":1,"reason":0.5}"#,
        ),
        (
            "{\"verdict\": 1, \"reason\": \"\\ud800\"}",
            "{\"verdict\":1,\"reason\":\"\u{fffd}\"}",
        ),
        ("{\u{a0}\"verdict\": 1}", r#"{"verdict":1}"#),
        (
            "{\"verdict\": 1, \"reason\": 90%}",
            r#"{"verdict":1,"reason":"90%"}"#,
        ),
        (
            "{\"verdict\"：1，\"reason\": \"，\"}",
            r#"{"verdict":1,"reason":"，"}"#,
        ),
    ] {
        assert_eq!(
            show(text, Stop::Stop, &VERDICT),
            (want.to_owned(), true),
            "{text}"
        );
        let wrapped = format!("<think>Quick.</think> Well:\n```json\n{text}\n```\nThat's it.");
        assert_eq!(
            show(&wrapped, Stop::Stop, &VERDICT),
            (want.to_owned(), true),
            "{wrapped}"
        );
    }
}

#[test]
fn hostile_text_in_front_hides_nothing() {
    let good = "{\"verdict\": 1, \"reason\": \"a\"}";
    for noise in [
        "[",
        "{",
        "{\"a\":",
        "{\"",
        "\"",
        "'",
        "\\",
        "{'a",
        "{a: [",
        "<think",
        "“",
        "/*",
        "{{",
        "[\"",
        "{\"a\": \"b",
        "([{",
    ] {
        for end in ["\n\n", " x \"' \n```json\n"] {
            let text = format!("{}{end}{good}", noise.repeat(20_000));
            let got = json::read(&text, Stop::Stop, &VERDICT).map(|found| found.object.len());
            // What goes on as JSON up to the end is one value without its end; all else is prose.
            let inside = end == "\n\n" && matches!(noise, "{\"a\":" | "{a: [");
            let want = if inside { Err(Reason::Unreadable) } else { Ok(2) };
            assert!(got == want || inside, "{noise}: {got:?}");
        }
    }
}
