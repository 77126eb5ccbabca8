//! Who judged, and with whose key.

use super::*;

#[test]
fn a_key_goes_to_its_own_origin_and_into_no_failure() {
    let fake = Fake::default();
    // Given for another origin: not sent, and the known host is not even asked.
    let mut foreign = settings("https://llm.example");
    foreign.target = Target::read(&CUSTOM, "https://api.openai.com").unwrap();
    let none = failure(reply(&judge(&fake, foreign.clone(), &[])));
    assert_eq!((none.kind, none.attempts), (FailureKind::NoKey, 0));
    foreign.target = Target::read(&CUSTOM, "http://localhost:8000").unwrap();
    reply(&judge(&fake, foreign, &[Answer(200, YES)]));
    assert_eq!(fake.sent.borrow().last().and_then(HttpRequest::key_header), None);

    let echo = r#"{"error":{"message":"Incorrect API key provided: sk-canary-0123456789 (sk%2Dcanary%2D0123456789)"}}"#;
    let failure = failure(reply(&judge(
        &fake,
        settings("https://llm.example"),
        &[Answer(401, echo)],
    )));
    assert!(!failure.detail.contains("canary"), "{}", failure.detail);
    let sent = fake.sent.borrow();
    let header = sent.last().and_then(HttpRequest::key_header);
    assert_eq!(header, Some(("authorization", format!("Bearer {KEY}"))));
    assert!(!serde_json::to_string(&failure).unwrap().contains("canary"));
}

#[test]
fn a_word_in_the_place_of_a_key_stays_in_what_a_model_wrote() {
    const SAID: &str = r#"{"choices":[{"message":{"content":"ollama runs models"}}]}"#;
    let mut settings = settings("http://localhost:8000");
    let key = ApiKey::from_paste("ollama").unwrap();
    settings.key = Some(BoundKey::new(settings.target.endpoint.origin.clone(), key));
    let Reply::Text(text) = reply(&judge(&Fake::default(), settings, &[Answer(200, SAID)])) else {
        panic!("no text");
    };
    assert_eq!(text.text, "ollama runs models");
}

#[test]
fn who_judged_is_recorded() {
    let mut settings = settings("http://localhost:8000");
    settings.wanted.max_tokens = Some(500);
    let identity = judge(&Fake::default(), settings, &[]).identity();
    assert_eq!(
        (identity.provider.as_str(), identity.model.as_str()),
        ("localhost:8000", "m")
    );
    let parameters = [("temperature", "0"), ("max_tokens", "500")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(identity.parameters, parameters);
    assert!(!serde_json::to_string(&identity).unwrap().contains("canary"));
}

#[test]
fn answers_are_drawn_at_temperature_1_and_verdicts_are_not() {
    let fake = Fake::default();
    let mut settings = settings("http://localhost:1234");
    settings.wanted = Wanted {
        temperature: Some(0.0),
        seed: Some(7),
        ..Wanted::default()
    };
    let judge = judge(&fake, settings, &[Answer(200, YES), Answer(200, YES)]);
    let mut draw = ask();
    draw.question = Question::Answer {
        question: "When?".into(),
        contexts: Vec::new(),
    };
    for (ask, temperature, seed) in [(draw, json!(1), None), (ask(), json!(0), Some(json!(7)))] {
        let answered = judge.reply(&ask).now_or_never();
        assert!(matches!(answered, Some(Reply::Text(_))));
        let sent = fake.sent.borrow();
        let body = sent.last().and_then(|request| request.body.clone()).unwrap();
        assert_eq!(body["temperature"].as_f64(), temperature.as_f64());
        assert_eq!(body.get("seed").cloned(), seed);
    }
}

#[test]
fn who_judged_names_what_is_sent() {
    let wanted = Wanted {
        temperature: Some(1.5),
        seed: Some(7),
        max_tokens: Some(500),
        ..Wanted::default()
    };
    for (address, said) in [
        (
            "https://api.openai.com/v1",
            vec![
                ("temperature", "1.5"),
                ("seed", "7"),
                ("max_completion_tokens", "500"),
            ],
        ),
        (
            "https://api.cohere.com/v2",
            vec![("temperature", "1"), ("seed", "7"), ("max_tokens", "500")],
        ),
        (
            "https://api.anthropic.com/v1",
            vec![("temperature", "1.5"), ("max_tokens", "500")],
        ),
        (
            "https://api.openai.com/v1/responses",
            vec![("temperature", "1.5"), ("max_output_tokens", "500")],
        ),
    ] {
        let fake = Fake::default();
        let mut settings = settings(address);
        settings.wanted = wanted;
        let judge = judge(&fake, settings, &[Answer(400, "")]);
        reply(&judge);
        let parameters = judge.identity().parameters;
        let named: Vec<(&str, &str)> = parameters
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(named, said, "{address}");
        let sent = fake.sent.borrow();
        let body = sent.last().and_then(|request| request.body.clone()).unwrap();
        for name in ["temperature", "seed"] {
            let value = body.get(name).map(ToString::to_string);
            let named = named.iter().find(|(known, _)| *known == name);
            assert_eq!(
                value.as_deref(),
                named.map(|(_, value)| *value),
                "{address} {name}"
            );
        }
    }
}

#[test]
fn a_reply_that_echoes_the_key_is_redacted() {
    const ECHO: &str = r#"{"model":"sk-canary-0123456789","choices":[{"message":{"content":"Bearer sk-canary-0123456789, c2stY2FuYXJ5LTAxMjM0NTY3ODk="}}]}"#;
    let fake = Fake::default();
    let Reply::Text(text) = reply(&judge(
        &fake,
        settings("https://llm.example"),
        &[Answer(200, ECHO)],
    )) else {
        panic!("no text");
    };
    let all = format!("{} {:?}", text.text, text.model);
    assert!(!all.contains("canary") && !all.contains("Y2FuYXJ5"), "{all}");
}
