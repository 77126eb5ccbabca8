//! What is learned from a refusal or a cut reply, and kept to.

use super::*;

#[test]
fn what_a_model_refuses_is_dropped_and_remembered() {
    const TEMPERATURE: &str =
        r#"{"error":{"message":"Unsupported value: 'temperature'","param":"temperature"}}"#;
    const FORMAT: &str = r#"{"error":"response_format is not supported"}"#;
    let fake = Fake::default();
    let settings = settings("http://localhost:1234");
    let script = [
        Answer(400, TEMPERATURE),
        Answer(400, FORMAT),
        Answer(422, FORMAT),
        Answer(200, YES),
        Answer(200, YES),
    ];
    let judge = judge(&fake, settings, &script);
    assert_eq!(
        judge.identity().parameters,
        [("temperature".to_owned(), "0".to_owned())]
    );
    assert!(matches!(reply(&judge), Reply::Text(_)));
    assert!(matches!(reply(&judge), Reply::Text(_)));
    let left_out = ("left out".to_owned(), "temperature".to_owned());
    assert_eq!(judge.identity().parameters, [left_out]);
    let carried: Vec<(bool, Option<String>)> = fake
        .sent
        .borrow()
        .iter()
        .map(|request| {
            let body = request.body.clone().unwrap();
            let shape = body
                .pointer("/response_format/type")
                .and_then(|shape| shape.as_str());
            (body.get("temperature").is_some(), shape.map(str::to_owned))
        })
        .collect();
    let shape = |name: &str| Some(name.to_owned());
    assert_eq!(
        carried,
        [
            (true, shape("json_schema")),
            (false, shape("json_schema")),
            (false, shape("json_object")),
            (false, None),
            (false, None),
        ]
    );
    assert!(fake.slept.borrow().is_empty());
}

#[test]
fn a_model_that_refuses_everything_in_turn_gets_the_prompt_alone() {
    let fake = Fake::default();
    let mut settings = settings("http://localhost:1234");
    settings.wanted = Wanted {
        temperature: Some(0.5),
        top_p: Some(0.5),
        seed: Some(7),
        max_tokens: Some(500),
        structured: true,
    };
    let refusals = [
        r#"{"error":"top_p is not supported"}"#,
        r#"{"error":"temperature is not supported"}"#,
        r#"{"error":"seed is not supported"}"#,
        r#"{"error":"max_tokens is not supported"}"#,
        r#"{"error":"max_completion_tokens is not supported"}"#,
        r#"{"error":"response_format json_schema is not supported"}"#,
        r#"{"error":"response_format json_object is not supported"}"#,
    ];
    let mut script: Vec<Step> = refusals.iter().map(|body| Answer(400, body)).collect();
    script.push(Answer(200, YES));
    let judge = judge(&fake, settings, &script);
    assert!(matches!(reply(&judge), Reply::Text(_)));
    let sent = fake.sent.borrow();
    let last = sent.last().and_then(|request| request.body.clone()).unwrap();
    let mut fields: Vec<&String> = last.as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["messages", "model"]);
    let left_out = judge.identity().parameters;
    let left_out: Vec<(&str, &str)> = left_out
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(left_out, [("left out", "temperature, top_p, seed, max_tokens")]);
}

const CUT: &str = r#"{"choices":[{"message":{"content":"ye"},"finish_reason":"length"}],"usage":{"prompt_tokens":5,"completion_tokens":100}}"#;

#[test]
fn a_cut_reply_is_asked_for_once_more_with_more_room() {
    for (set, script, sent, text, prompt) in [
        // Raised, and both calls count.
        (
            Some(100),
            vec![Answer(200, CUT), Answer(200, YES)],
            vec![Some(100), Some(4096)],
            "yes",
            10,
        ),
        // Cut again: taken as it is, and the next ask is not raised once more.
        (
            Some(100),
            vec![Answer(200, CUT), Answer(200, CUT), Answer(200, CUT)],
            vec![Some(100), Some(4096)],
            "ye",
            10,
        ),
        (
            Some(5_000),
            vec![Answer(200, CUT), Answer(200, YES)],
            vec![Some(5_000), Some(20_000)],
            "yes",
            10,
        ),
        // A small default of the server.
        (
            None,
            vec![Answer(200, CUT), Answer(200, YES)],
            vec![None, Some(4096)],
            "yes",
            10,
        ),
        // The second call fails: what was there is kept.
        (
            Some(100),
            vec![Answer(200, CUT), Answer(401, "")],
            vec![Some(100), Some(4096)],
            "ye",
            5,
        ),
        // The model takes less: as much as it may.
        (
            Some(100),
            vec![
                Answer(200, CUT),
                Answer(
                    400,
                    r#"{"error":{"message":"max_tokens is too large: at most 2000"}}"#,
                ),
                Answer(200, YES),
            ],
            vec![Some(100), Some(4096), None],
            "yes",
            10,
        ),
    ] {
        let fake = Fake::default();
        let mut settings = settings("http://localhost:8000");
        settings.wanted.max_tokens = set;
        let judge = judge(&fake, settings, &script);
        let Reply::Text(reply) = reply(&judge) else {
            panic!("no text for {script}", script = script.len());
        };
        assert_eq!(reply.text, text);
        assert_eq!(reply.usage.and_then(|usage| usage.prompt), Some(prompt));
        let limits: Vec<Option<u64>> = fake
            .sent
            .borrow()
            .iter()
            .map(|request| {
                request
                    .body
                    .as_ref()
                    .and_then(|body| body.get("max_tokens")?.as_u64())
            })
            .collect();
        assert_eq!(limits, sent);
        // Who judged is told with it.
        let before = u64::from(set.unwrap_or(0));
        let raised = sent.last().copied().flatten().is_some_and(|limit| limit > before);
        let from = set.map_or_else(String::new, |set| set.to_string());
        let identity = judge.identity();
        assert_eq!(
            identity.parameter(crate::judge::RAISED_FROM),
            raised.then_some(from.as_str())
        );
    }
}

#[test]
fn a_cut_reply_is_raised_where_no_tokens_are_counted_and_no_limit_was_set() {
    const CUT: &str = r#"{"choices":[{"message":{"content":"x"},"finish_reason":"length"}]}"#;
    let long = format!(
        r#"{{"choices":[{{"message":{{"content":"{}"}},"finish_reason":"length"}}]}}"#,
        "word ".repeat(4_000)
    );
    let long: &'static str = long.leak();
    for (address, script, field, sent) in [
        (
            "http://localhost:8000/v1",
            vec![Answer(200, CUT), Answer(200, YES)],
            "/max_tokens",
            vec![None, Some(4_096)],
        ),
        // Cut again: not once more.
        (
            "http://localhost:8000/v1",
            vec![Answer(200, CUT), Answer(200, CUT)],
            "/max_tokens",
            vec![None, Some(4_096)],
        ),
        // So much was written that the context is as likely to be full.
        (
            "http://localhost:8000/v1",
            vec![Answer(200, long)],
            "/max_tokens",
            vec![None],
        ),
        (
            "http://localhost:8000/v1/responses",
            vec![
                Answer(
                    200,
                    r#"{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"message","content":[{"type":"output_text","text":"x"}]}]}"#,
                ),
                Answer(
                    200,
                    r#"{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"yes"}]}]}"#,
                ),
            ],
            "/max_output_tokens",
            vec![None, Some(4_096)],
        ),
        (
            "http://localhost:8000/v1beta/models/g:generateContent",
            vec![
                Answer(
                    200,
                    r#"{"candidates":[{"content":{"parts":[{"text":"x"}]},"finishReason":"MAX_TOKENS"}]}"#,
                ),
                Answer(
                    200,
                    r#"{"candidates":[{"content":{"parts":[{"text":"yes"}]},"finishReason":"STOP"}]}"#,
                ),
            ],
            "/generationConfig/maxOutputTokens",
            vec![None, Some(4_096)],
        ),
        (
            "http://localhost:8000/v2/chat",
            vec![
                Answer(
                    200,
                    r#"{"message":{"content":[{"type":"text","text":"x"}]},"finish_reason":"MAX_TOKENS"}"#,
                ),
                Answer(
                    200,
                    r#"{"message":{"content":[{"type":"text","text":"yes"}]},"finish_reason":"COMPLETE"}"#,
                ),
            ],
            "/max_tokens",
            vec![None, Some(4_096)],
        ),
        (
            "http://localhost:8000/api/chat",
            vec![
                Answer(
                    200,
                    r#"{"message":{"content":"x"},"done":true,"done_reason":"length"}"#,
                ),
                Answer(
                    200,
                    r#"{"message":{"content":"yes"},"done":true,"done_reason":"stop"}"#,
                ),
            ],
            "/options/num_predict",
            vec![None, Some(4_096)],
        ),
    ] {
        let fake = Fake::default();
        let judge = judge(&fake, settings(address), &script);
        let Reply::Text(_) = reply(&judge) else {
            panic!("no text at {address}");
        };
        let limits: Vec<Option<u64>> = fake
            .sent
            .borrow()
            .iter()
            .map(|request| request.body.as_ref()?.pointer(field)?.as_u64())
            .collect();
        assert_eq!(limits, sent, "{address}");
    }
}

#[test]
fn nothing_is_cut_silently_at_ollama() {
    const SHOW: &str = r#"{"model_info":{"qwen.context_length":32768}}"#;
    const SMALL: &str = r#"{"message":{"content":"yes"},"done":true,"prompt_eval_count":120,"eval_count":3}"#;
    const FINE: &str = r#"{"message":{"content":"yes"},"done":true,"done_reason":"stop","prompt_eval_count":6000,"eval_count":3}"#;
    const FULL: &str = r#"{"message":{"content":"yes"},"done":true,"done_reason":"stop","prompt_eval_count":16384,"eval_count":3}"#;
    const FULL_32: &str = r#"{"message":{"content":"yes"},"done":true,"done_reason":"stop","prompt_eval_count":32768,"eval_count":3}"#;
    let target = Target::preset(Provider::by_id("ollama").unwrap()).unwrap();
    let contexts = |fake: &Fake| -> Vec<Option<u64>> {
        let sent = fake.sent.borrow();
        let bodies = sent.iter().filter_map(|request| request.body.as_ref());
        bodies
            .filter_map(|body| body.get("options"))
            .map(|options| options.get("num_ctx")?.as_u64())
            .collect()
    };
    for (tokens, script, asked, text) in [
        (100, vec![Answer(200, SMALL)], vec![Some(4096)], Some("yes")),
        (
            6_000,
            vec![Answer(200, SHOW), Answer(200, FINE)],
            vec![Some(16_384)],
            Some("yes"),
        ),
        // An old server that tells nothing.
        (
            6_000,
            vec![Answer(404, ""), Answer(200, FINE)],
            vec![Some(16_384)],
            Some("yes"),
        ),
        // The estimate was wrong: twice as much.
        (
            6_000,
            vec![Answer(200, SHOW), Answer(200, FULL), Answer(200, FINE)],
            vec![Some(16_384), Some(32_768)],
            Some("yes"),
        ),
        // More than the model takes: no verdict on a prompt that was cut.
        (
            100_000,
            vec![Answer(200, SHOW), Answer(200, FULL_32)],
            vec![Some(32_768)],
            None,
        ),
    ] {
        let fake = Fake::default();
        let mut settings = settings("http://localhost:8000");
        settings.target = target.clone();
        let judge = judge(&fake, settings, &script);
        let reply = judge.reply(&long_ask(tokens)).now_or_never().unwrap();
        match (reply, text) {
            (Reply::Text(reply), Some(text)) => assert_eq!(reply.text, text),
            (reply, None) => assert_eq!(failure(reply).kind, FailureKind::TooLong),
            (reply, _) => panic!("{tokens}: {reply:?}"),
        }
        assert_eq!(contexts(&fake), asked, "{tokens}");
    }
}

#[test]
fn a_reply_is_let_as_long_as_fits_beside_the_prompt() {
    const BOTH: &str = r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 8900 tokens (900 in the messages, 8000 in the completion).","code":"context_length_exceeded"}}"#;
    const PROMPT: &str = r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 17000 tokens (9000 in the messages, 8000 in the completion).","code":"context_length_exceeded"}}"#;
    const CUT: &str = r#"{"choices":[{"message":{"content":"ye"},"finish_reason":"length"}],"usage":{"prompt_tokens":900,"completion_tokens":7292}}"#;
    const VALUE: &str = r#"{"error":{"message":"`max_tokens` must be less than or equal to `4096`, the maximum value for `max_tokens` is less than the `context_window` for this model"}}"#;
    // What the server says, the limits that were sent for two asks, and how the first ends.
    for (script, limits, kind) in [
        // Remembered for the model, as what it refuses is.
        (
            vec![Answer(400, BOTH), Answer(200, YES), Answer(200, YES)],
            vec![Some(8_000), Some(7_292), Some(7_291)],
            None,
        ),
        (
            vec![Answer(400, PROMPT), Answer(200, YES)],
            vec![Some(8_000), Some(8_000)],
            Some(FailureKind::TooLong),
        ),
        (
            vec![Answer(400, BOTH), Answer(400, PROMPT), Answer(200, YES)],
            vec![Some(8_000), Some(7_292), Some(7_291)],
            Some(FailureKind::TooLong),
        ),
        // Also over a failure of another kind.
        (
            vec![
                Answer(400, BOTH),
                Answer(500, "{}"),
                Answer(200, YES),
                Answer(200, YES),
            ],
            vec![Some(8_000), Some(7_292), Some(7_292), Some(7_291)],
            None,
        ),
        // Cut at all that fits: nothing more is to be had by asking again.
        (
            vec![Answer(400, BOTH), Answer(200, CUT), Answer(200, CUT)],
            vec![Some(8_000), Some(7_292), Some(7_291)],
            None,
        ),
        (
            vec![Answer(400, VALUE), Answer(200, YES), Answer(200, YES)],
            vec![Some(8_000), None, None],
            None,
        ),
    ] {
        let fake = Fake::default();
        let mut settings = settings("https://llm.example");
        settings.wanted.max_tokens = Some(8_000);
        let judge = judge(&fake, settings, &script);
        match (reply(&judge), kind) {
            (Reply::Text(_), None) => {}
            (other, kind) => assert_eq!(Some(failure(other).kind), kind),
        }
        assert!(matches!(reply(&judge), Reply::Text(_)));
        let sent = fake.sent.borrow();
        let asked: Vec<Option<u64>> = sent
            .iter()
            .map(|request| request.body.as_ref()?.get("max_tokens")?.as_u64())
            .collect();
        assert_eq!(asked, limits);
        // A record names what was sent.
        let least = limits
            .iter()
            .map(|limit| limit.map(|tokens| tokens.to_string()))
            .min();
        let named = judge.identity().parameter("max_tokens").map(str::to_owned);
        assert_eq!(Some(named), least);
    }
}

#[test]
fn a_lowered_limit_follows_the_prompt() {
    const BOTH: &str = r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 12000 tokens (4000 in the messages, 8000 in the completion).","code":"context_length_exceeded"}}"#;
    const FULL: &str = r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 16150 tokens (8150 in the messages, 8000 in the completion).","code":"context_length_exceeded"}}"#;
    // Tokens of the prompts by our estimate, what the server says, and the limits that were sent.
    for (prompts, script, limits) in [
        // A shorter one leaves more room, a longer one less; for one that hardly fits the server is asked.
        (
            vec![4_000, 1_000, 6_000, 8_100],
            vec![
                Answer(400, BOTH),
                Answer(200, YES),
                Answer(200, YES),
                Answer(200, YES),
                Answer(400, FULL),
            ],
            vec![8_000, 4_192, 7_142, 1_892, 8_000],
        ),
        // What fits wholly is not lowered.
        (
            vec![4_000, 20],
            vec![Answer(400, BOTH), Answer(200, YES), Answer(200, YES)],
            vec![8_000, 4_192, 8_000],
        ),
    ] {
        let fake = Fake::default();
        let mut settings = settings("https://llm.example");
        settings.wanted.max_tokens = Some(8_000);
        let judge = judge(&fake, settings, &script);
        for tokens in prompts {
            judge
                .reply(&long_ask(tokens))
                .now_or_never()
                .expect("nothing in these tests waits");
        }
        let asked: Vec<u64> = fake
            .sent
            .borrow()
            .iter()
            .filter_map(|request| request.body.as_ref()?.get("max_tokens")?.as_u64())
            .collect();
        assert_eq!(asked, limits);
    }
}
