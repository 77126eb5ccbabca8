//! Refusals in the words of servers, and what is sent after each.

use super::*;

use crate::judge::api::provider::Provider;

const NOTHING: Sent = Sent {
    temperature: None,
    top_p: None,
    seed: None,
    length: None,
    shape: Shape::Plain,
    context: None,
};

fn said(message: &str) -> Said {
    Said {
        message: message.to_owned(),
        ..Said::default()
    }
}

#[test]
fn a_refused_parameter_is_given_up() {
    let wanted = Wanted {
        temperature: Some(0.0),
        max_tokens: Some(9000),
        structured: true,
        ..Wanted::default()
    };
    let all = |field| Sent {
        temperature: Some(0.0),
        length: Some((field, 9000)),
        shape: Shape::Schema,
        ..NOTHING
    };
    for (provider, message, after) in [
        (
            "openai",
            "Unsupported value: 'temperature' does not support 0 with this model.",
            Some(Sent {
                temperature: None,
                ..all("max_completion_tokens")
            }),
        ),
        (
            "vllm",
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            Some(all("max_completion_tokens")),
        ),
        (
            "groq",
            "body.max_completion_tokens: Extra inputs are not permitted",
            Some(all("max_tokens")),
        ),
        (
            "vllm",
            "'max_tokens' or 'max_completion_tokens' is too large: 9000. This model's maximum context length is 4096",
            Some(Sent {
                length: None,
                ..all("")
            }),
        ),
        (
            "anthropic",
            "max_tokens: 9000 > 4096, which is the maximum allowed number of output tokens for claude",
            Some(Sent {
                length: Some(("max_tokens", 4096)),
                ..all("")
            }),
        ),
        (
            "gemini",
            "Invalid value at 'generation_config.max_output_tokens'",
            Some(Sent {
                length: None,
                ..all("")
            }),
        ),
        (
            "lm-studio",
            "'response_format.type' must be 'json_schema' or 'text'",
            Some(Sent {
                shape: Shape::Object,
                ..all("max_tokens")
            }),
        ),
        (
            "anthropic",
            "output_config: Extra inputs are not permitted",
            Some(Sent {
                shape: Shape::Plain,
                ..all("max_tokens")
            }),
        ),
        ("openai", "messages: at least one message is required", None),
        ("openai", "Bad Request", None),
    ] {
        let target = Target::preset(Provider::by_id(provider).unwrap()).unwrap();
        let mut quirks = Quirks::default();
        let sent = quirks.apply(&wanted, &target);
        let learned = quirks.learn(&sent, target.wire, &said(message));
        assert_eq!(
            learned.then(|| quirks.apply(&wanted, &target)),
            after,
            "{provider}: {message}"
        );
    }
}

#[test]
fn the_parameter_that_is_named_is_given_up_alone() {
    let wanted = Wanted {
        temperature: Some(0.5),
        top_p: Some(0.5),
        seed: Some(7),
        max_tokens: Some(900),
        structured: true,
    };
    const HELP: &str = "Unknown parameter. Supported: temperature, top_p, seed, max_tokens, response_format";
    let target = Target::preset(Provider::by_id("vllm").unwrap()).unwrap();
    let all = Quirks::default().apply(&wanted, &target);
    for (param, message, left) in [
        ("seed", HELP, Sent { seed: None, ..all }),
        ("top_p", HELP, Sent { top_p: None, ..all }),
        (
            "temperature",
            HELP,
            Sent {
                temperature: None,
                ..all
            },
        ),
        (
            "response_format",
            HELP,
            Sent {
                shape: Shape::Object,
                ..all
            },
        ),
        // Of none that we sent: what is said counts.
        ("None", "seed is not supported", Sent { seed: None, ..all }),
        ("messages", "seed is not supported", Sent { seed: None, ..all }),
        (
            "temperature",
            "temperature and top_p cannot both be specified",
            Sent { top_p: None, ..all },
        ),
    ] {
        let mut quirks = Quirks::default();
        let error = Said {
            param: Some(param.to_owned()),
            ..said(message)
        };
        assert!(quirks.learn(&all, target.wire, &error));
        assert_eq!(quirks.apply(&wanted, &target), left, "{param}: {message}");
    }
}

#[test]
fn a_form_on_which_a_server_broke_is_left_when_it_has_happened_twice() {
    let wanted = Wanted {
        structured: true,
        ..Wanted::default()
    };
    let target = Target::preset(Provider::by_id("vllm").unwrap()).unwrap();
    let (object, plain, schema) = (Shape::Object, Shape::Plain, Shape::Schema);
    for (had, left) in [
        (vec![(object, true)], schema),
        (vec![(object, true), (object, true)], object),
        (vec![(plain, true), (plain, true)], plain),
        // A stricter form was taken: it was chance.
        (vec![(schema, false), (object, true), (object, true)], schema),
        (vec![(object, true), (schema, false), (object, true)], schema),
        (vec![(plain, false), (plain, false)], schema),
    ] {
        let mut quirks = Quirks::default();
        for (shape, broke) in &had {
            quirks.had_by(*shape, *broke);
        }
        assert_eq!(quirks.apply(&wanted, &target).shape, left, "{had:?}");
    }
}

#[test]
fn a_refused_form_of_json_is_understood_in_many_words() {
    let wanted = Wanted {
        structured: true,
        ..Wanted::default()
    };
    for (provider, message) in [
        ("ollama", "invalid format: expected \"json\""),
        (
            "ollama",
            "json: cannot unmarshal object into Go struct field ChatRequest.format of type string",
        ),
        (
            "custom",
            "This model does not support response format of this type",
        ),
        ("vllm", "guided decoding is not enabled on this server"),
        ("vllm", "Structured outputs are disabled"),
        ("vllm", "Constrained decoding needs a fast tokenizer"),
        ("groq", "Failed to generate JSON. Please adjust your prompt."),
        ("gemini", "JSON mode is not enabled for models/gemma"),
        ("cohere", "schema: additionalProperties is not supported"),
        ("llama-cpp", "failed to parse grammar"),
        (
            "mistral",
            "body.response_format.type: Input should be 'text' or 'json_object'",
        ),
    ] {
        let provider = Provider::by_id(provider).unwrap();
        let target = Target::read(provider, "https://a.example/v1").unwrap();
        let mut quirks = Quirks::default();
        let mut shapes = Vec::new();
        for _ in 0..3 {
            let sent = quirks.apply(&wanted, &target);
            shapes.push(sent.shape);
            if !quirks.learn(&sent, target.wire, &said(message)) {
                break;
            }
        }
        let all = [Shape::Schema, Shape::Object, Shape::Plain];
        assert_eq!(shapes, all, "{}: {message}", provider.id);
    }
}

#[test]
fn giving_up_comes_to_an_end() {
    let wanted = Wanted {
        temperature: Some(0.0),
        top_p: Some(0.5),
        seed: Some(7),
        max_tokens: Some(9000),
        structured: true,
    };
    let everything = said(
        "top_p temperature seed max_tokens max_completion_tokens maxOutputTokens response_format schema",
    );
    for provider in ["openai", "anthropic", "gemini", "custom"] {
        let provider = Provider::by_id(provider).unwrap();
        let target = Target::read(provider, "https://a.example/v1").unwrap();
        let mut quirks = Quirks::default();
        let steps = (0..20)
            .take_while(|_| {
                let sent = quirks.apply(&wanted, &target);
                quirks.learn(&sent, target.wire, &everything)
            })
            .count();
        assert!(steps <= 7, "{steps}");
    }
}

#[test]
fn a_raised_limit_holds_for_the_one_that_it_was_raised_from() {
    for (provider, set, sent) in [
        // Each time: what the user sets, and what is sent. All are cut.
        ("vllm", Some(50), Some(50)),
        ("vllm", None, None),
        ("anthropic", Some(50), Some(50)),
        ("anthropic", None, Some(8_192)),
        ("gemini", Some(5_000), Some(5_000)),
    ] {
        let target = Target::preset(Provider::by_id(provider).unwrap()).unwrap();
        let mut quirks = Quirks::default();
        let of = |quirks: &Quirks, set| {
            let wanted = Wanted {
                max_tokens: set,
                ..Wanted::default()
            };
            quirks.apply(&wanted, &target)
        };
        let tokens = |sent: &Sent| sent.length.map(|(_, tokens)| tokens);
        let first = of(&quirks, set);
        assert_eq!(tokens(&first), sent);
        assert!(quirks.raise(&first, set, Some(50)));
        let raised = sent.map_or(4_096, |sent| (4 * sent).max(4_096));
        let second = of(&quirks, set);
        assert_eq!(tokens(&second), Some(raised), "{provider} {set:?}");
        // A call that was under way meanwhile is sent again as well; one with the raised limit is not.
        assert!(quirks.raise(&first, set, Some(50)));
        assert!(!quirks.raise(&second, set, Some(4_000)));
        for other in [Some(16_000), Some(100)] {
            assert_eq!(tokens(&of(&quirks, other)), other, "{provider}");
        }
        if set.is_some() {
            assert_ne!(tokens(&of(&quirks, None)), Some(raised));
        }
    }
}

#[test]
fn what_was_refused_for_its_value_is_tried_with_another() {
    let wanted = |value: f64| Wanted {
        temperature: Some(value),
        top_p: Some(value),
        seed: Some((value * 100.0) as u32),
        max_tokens: Some((value * 1_000.0) as u32),
        ..Wanted::default()
    };
    let fields = |sent: &Sent| {
        let Sent {
            temperature,
            top_p,
            seed,
            length,
            ..
        } = *sent;
        [
            temperature.is_some(),
            top_p.is_some(),
            seed.is_some(),
            length.is_some(),
        ]
    };
    let target = Target::preset(Provider::by_id("vllm").unwrap()).unwrap();
    for (message, place, others) in [
        ("temperature: expected a value in range: 0..1", 0, true),
        (
            "Unsupported value: 'temperature' does not support 1.5 with this model. Only the default (1) value is supported.",
            0,
            true,
        ),
        (
            "Unsupported parameter: 'temperature' is not supported with this model.",
            0,
            false,
        ),
        ("temperature: Extra inputs are not permitted", 0, false),
        ("top_p must be in (0, 1]", 1, true),
        ("Unrecognized request argument supplied: top_p", 1, false),
        ("seed must be at most 100", 2, true),
        ("`seed` is not supported", 2, false),
        ("max_tokens is too large: 1500. It supports at most 1000", 3, true),
    ] {
        let mut quirks = Quirks::default();
        let sent = quirks.apply(&wanted(1.5), &target);
        assert_eq!(fields(&sent), [true; 4]);
        assert!(quirks.learn(&sent, target.wire, &said(message)));
        let mut without = [true; 4];
        without[place] = false;
        assert_eq!(fields(&quirks.apply(&wanted(1.5), &target)), without, "{message}");
        without[place] = others;
        assert_eq!(fields(&quirks.apply(&wanted(0.5), &target)), without, "{message}");
    }
    // Either of the two, but not both.
    let mut quirks = Quirks::default();
    let sent = quirks.apply(&wanted(1.0), &target);
    let both = said("`temperature` and `top_p` cannot both be specified for this model");
    assert!(quirks.learn(&sent, target.wire, &both));
    let kept = quirks.apply(&wanted(0.5), &target);
    assert_eq!((kept.temperature, kept.top_p), (Some(0.5), None));
    let alone = Wanted {
        temperature: None,
        ..wanted(0.5)
    };
    assert_eq!(quirks.apply(&alone, &target).top_p, Some(0.5));
}

#[test]
fn anthropic_always_gets_a_limit() {
    let target = Target::preset(Provider::by_id("anthropic").unwrap()).unwrap();
    let wanted = Wanted::default();
    assert_eq!(
        Quirks::default().apply(&wanted, &target).length,
        Some(("max_tokens", 8192))
    );
}
