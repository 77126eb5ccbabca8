//! Each kind of failure, at each kind of server, in both languages.

use super::*;

fn failed(kind: FailureKind, address: &str, status: Option<u16>, detail: &str) -> CallFailure {
    let origin: Origin = address.parse().unwrap();
    CallFailure {
        kind,
        host: origin.host_and_port(),
        secure: origin.is_secure(),
        status,
        detail: detail.to_owned(),
        attempts: 1,
    }
}

fn page(origin: &str) -> PageContext {
    PageContext {
        origin: origin.to_owned(),
        https: origin.starts_with("https"),
        online: true,
        system: System::Other,
        seen: Seen::default(),
    }
}

const KINDS: &[FailureKind] = &[
    FailureKind::Offline,
    FailureKind::Unreachable,
    FailureKind::Timeout,
    FailureKind::BadUrl,
    FailureKind::BadKey,
    FailureKind::NoKey,
    FailureKind::Unauthorized,
    FailureKind::NotFound,
    FailureKind::BadRequest,
    FailureKind::TooLong,
    FailureKind::RateLimited,
    FailureKind::Quota,
    FailureKind::OverCap,
    FailureKind::Server,
    FailureKind::Malformed,
    FailureKind::Empty,
    FailureKind::WorkerBroke,
    FailureKind::NotFetched,
    FailureKind::ModelGone,
    FailureKind::ModelBroke,
];

#[test]
fn every_failure_says_what_to_do_in_every_language() {
    for kind in KINDS {
        for address in [
            "https://api.openai.com",
            "https://api.anthropic.com",
            "https://llm.example:8443",
            "http://llm.example",
            "http://localhost:11434",
            "http://192.168.1.9:1234",
        ] {
            for origin in ["https://assay.example", "http://localhost:8080"] {
                for lang in Lang::ALL {
                    let failure = failed(*kind, address, Some(418), "odd words");
                    let said = explain(&failure, &page(origin), lang);
                    assert!(said.happened.contains("odd words"));
                    assert!(!said.next.is_empty(), "{kind:?}");
                    let known = [
                        FailureKind::Offline,
                        FailureKind::BadUrl,
                        FailureKind::BadKey,
                        FailureKind::NoKey,
                        FailureKind::OverCap,
                        FailureKind::ModelGone,
                    ];
                    assert_eq!(said.causes.is_empty(), known.contains(kind), "{kind:?}");
                    for sentence in said.causes.iter().chain(&said.next).chain([&said.happened]) {
                        assert!(
                            !sentence.is_empty() && !sentence.contains(['{', '}']),
                            "{sentence}"
                        );
                    }
                    let mut all = [said.causes, said.next].concat();
                    let count = all.len();
                    all.sort();
                    all.dedup();
                    assert_eq!(all.len(), count, "said twice: {kind:?} {address}");
                }
            }
        }
    }
}

#[test]
fn an_unreachable_server_is_explained_by_where_it_is() {
    for (address, origin, first_cause, among_causes, among_next) in [
        (
            "https://api.openai.com",
            "https://assay.example",
            "key is wrong",
            "ad blocker",
            "Copy the key",
        ),
        (
            "https://api.anthropic.com",
            "https://assay.example",
            "ad blocker",
            "key or the account",
            "by hand",
        ),
        (
            "https://llm.example",
            "https://assay.example",
            "misspelt",
            "key is wrong",
            "base URL",
        ),
        (
            "http://llm.example",
            "https://assay.example",
            "plain http",
            "CORS",
            "https address",
        ),
        (
            "http://localhost:11434",
            "https://assay.example",
            "No server",
            "(https://assay.example)",
            "`OLLAMA_ORIGINS=https://assay.example ollama serve`",
        ),
        (
            "http://localhost:11434",
            "https://assay.example",
            "No server",
            "Safari",
            "from localhost",
        ),
        (
            "http://localhost:1234",
            "http://localhost:8080",
            "No server",
            "not allow",
            "`lms server start --cors`",
        ),
        (
            "http://127.0.0.1:8000",
            "http://localhost:8080",
            "No server",
            "not allow",
            "--allowed-origins '[\"http://localhost:8080\"]'",
        ),
        (
            "http://[::1]:8080",
            "http://localhost:3000",
            "No server",
            "not allow",
            "--cors-origins",
        ),
        (
            "http://localhost:9999",
            "http://localhost:3000",
            "No server",
            "not allow",
            "allowed origins",
        ),
        (
            "http://192.168.1.9:11434",
            "https://assay.example",
            "plain http",
            "firewall",
            "OLLAMA_HOST",
        ),
        (
            "http://nas.local:1234",
            "http://localhost:3000",
            "only on its own",
            "permission",
            "lms server",
        ),
    ] {
        let failure = failed(FailureKind::Unreachable, address, None, "");
        let said = explain(&failure, &page(origin), Lang::En);
        assert!(
            said.causes[0].contains(first_cause),
            "{address}: {:?}",
            said.causes
        );
        assert!(
            said.causes.iter().any(|cause| cause.contains(among_causes)),
            "{address}: {:?}",
            said.causes
        );
        assert!(
            said.next.iter().any(|next| next.contains(among_next)),
            "{address}: {:?}",
            said.next
        );
    }
}

#[test]
fn a_page_on_this_machine_needs_no_permission() {
    let failure = failed(FailureKind::Unreachable, "http://localhost:11434", None, "");
    let said = explain(&failure, &page("http://127.0.0.1:8080"), Lang::En);
    let all = [said.causes, said.next].concat();
    assert!(
        !all.iter()
            .any(|line| line.contains("permission") || line.contains("Safari")),
        "{all:?}"
    );
}

#[test]
fn an_offline_device_is_not_told_of_cors() {
    let failure = failed(FailureKind::Unreachable, "https://api.openai.com", None, "");
    let offline = PageContext {
        online: false,
        ..page("https://assay.example")
    };
    let said = explain(&failure, &offline, Lang::En);
    assert!(said.happened.contains("offline") && said.causes.is_empty());
}

#[test]
fn a_server_that_is_near_is_not_told_of_the_network() {
    for (address, offline) in [
        ("https://api.openai.com", true),
        ("http://localhost:11434", false),
        ("http://192.168.1.9:1234", false),
    ] {
        let failure = failed(FailureKind::Unreachable, address, None, "");
        let page = PageContext {
            online: false,
            ..page("http://localhost:8080")
        };
        for lang in Lang::ALL {
            let said = explain(&failure, &page, lang);
            assert_eq!(said.causes.is_empty(), offline, "{address}");
            assert_eq!(
                said.next.contains(&lang.failures().next_go_online.to_owned()),
                offline
            );
        }
    }
}

#[test]
fn where_it_has_answered_the_connection_was_cut() {
    for address in [
        "https://api.openai.com",
        "https://api.anthropic.com",
        "https://llm.example",
        "http://localhost:11434",
        "http://localhost:8000",
        "http://192.168.1.9:1234",
    ] {
        for answers in [None, Some(true), Some(false)] {
            let failure = CallFailure {
                attempts: 3,
                ..failed(FailureKind::Unreachable, address, None, "")
            };
            let mut page = page("http://localhost:3000");
            page.seen.answers = answers;
            let said = explain(&failure, &page, Lang::En);
            assert!(
                said.causes[0].starts_with("The connection was cut"),
                "{:?}",
                said.causes
            );
            assert!(said.next[0].starts_with("Run it again"), "{:?}", said.next);
            let all = [said.causes, said.next].concat().join("\n");
            for other in ["CORS", "ORIGINS", "key is wrong", "does not allow"] {
                assert!(!all.contains(other), "{address}: {all}");
            }
        }
    }
}

#[test]
fn the_wait_that_a_server_names_is_told() {
    use FailureKind::{RateLimited, Server};
    for (kind, status, detail, en, zh) in [
        (
            RateLimited,
            429,
            "Please try again in 20m0s.",
            "Wait 20 minutes, as",
            "等 20 分鐘",
        ),
        (
            RateLimited,
            429,
            "Too many (Retry-After: 3600 s)",
            "Wait 60 minutes, as",
            "等 60 分鐘",
        ),
        (
            RateLimited,
            429,
            "(Retry-After: 90 s)",
            "Wait 90 seconds, as",
            "等 90 秒",
        ),
        (
            RateLimited,
            429,
            "try again in 7h12m",
            "Wait 8 hours, as",
            "等 8 小時",
        ),
        (
            RateLimited,
            429,
            "try again in 3 days",
            "Wait 3 days, as",
            "等 3 天",
        ),
        (RateLimited, 429, "try again in 1.2s", "Wait a minute", "等一分鐘"),
        (RateLimited, 429, "", "Wait a minute", "等一分鐘"),
        (
            Server,
            503,
            "(Retry-After: 600 s)",
            "Wait 10 minutes, as",
            "等 10 分鐘",
        ),
        (Server, 503, "", "in a few minutes", "過幾分鐘"),
    ] {
        let failure = failed(kind, "https://llm.example", Some(status), detail);
        for (lang, told) in [(Lang::En, en), (Lang::ZhHant, zh)] {
            let said = explain(&failure, &page("https://assay.example"), lang);
            assert!(said.next[0].contains(told), "{detail}: {:?}", said.next);
            let minute = lang.failures().next_wait_minute;
            assert_eq!(said.next.iter().any(|next| next == minute), en == "Wait a minute");
        }
    }
}

#[test]
fn what_was_said_turns_the_causes() {
    use FailureKind::{Malformed, NotFound, Unauthorized};
    for (kind, status, detail, first_cause) in [
        (Unauthorized, 401, "Incorrect API key", "mistyped"),
        (
            Unauthorized,
            401,
            "CORS requests are not allowed for this Organization",
            "organisation",
        ),
        (
            Unauthorized,
            403,
            "Country, region, or territory not supported",
            "country or region",
        ),
        (Unauthorized, 403, "<html> Just a moment...", "web page"),
        (NotFound, 404, "The model `x` does not exist", "model's name"),
        (
            NotFound,
            404,
            "The API deployment for this resource does not exist.",
            "model's name",
        ),
        (NotFound, 404, "<html> 404", "base URL"),
        (NotFound, 404, "Not Found", "base URL"),
        (NotFound, 404, "", "base URL"),
        (NotFound, 405, "Method Not Allowed", "base URL"),
        (NotFound, 501, "<html> Error response", "base URL"),
        (
            NotFound,
            200,
            "Unexpected endpoint or method. (POST /chat)",
            "base URL",
        ),
        (Malformed, 200, "<html> Sign in", "web page"),
        (Malformed, 200, "{\"hello\": \"world\"}", "another API format"),
        (Malformed, 200, "{\"choices\": [{\"mess", "cut off"),
        (Malformed, 200, "", "cut off"),
    ] {
        let failure = failed(kind, "https://llm.example", Some(status), detail);
        let said = explain(&failure, &page("https://assay.example"), Lang::En);
        assert!(
            said.causes[0].contains(first_cause),
            "{detail}: {:?}",
            said.causes
        );
    }
}

#[test]
fn an_address_that_answers_at_another_path_is_told_as_such() {
    for (status, detail, happened, also) in [
        (
            404,
            "Not Found",
            "answers, but not at this path (status 404)",
            "model's name",
        ),
        (
            404,
            "",
            "answers, but not at this path (status 404)",
            "model's name",
        ),
        (
            405,
            "Method Not Allowed",
            "answers, but not at this path (status 405)",
            "web page",
        ),
        (
            501,
            "<html> Error response",
            "answers, but not at this path (status 501)",
            "web page",
        ),
        (
            404,
            "The model `x` does not exist",
            "no such model or path (status 404)",
            "base URL is not quite right",
        ),
    ] {
        for address in [
            "https://llm.example",
            "http://localhost:8000",
            "http://192.168.1.9:1234",
        ] {
            let failure = failed(FailureKind::NotFound, address, Some(status), detail);
            let said = explain(&failure, &page("http://localhost:8080"), Lang::En);
            assert!(said.happened.contains(happened), "{}", said.happened);
            let all = [said.causes, said.next].concat().join("\n");
            for part in [also, "`/v1`", "Check the base URL"] {
                assert!(all.contains(part), "{part} in {all}");
            }
            for lang in Lang::ALL {
                let strings = lang.failures();
                let said = explain(&failure, &page("http://localhost:8080"), lang);
                let wrong_path = happened.starts_with("answers");
                let sentence = if wrong_path {
                    strings.wrong_path
                } else {
                    strings.not_found
                };
                let rest = sentence
                    .split_once("{host}")
                    .unwrap()
                    .1
                    .replace("{status}", &status.to_string());
                assert!(said.happened.contains(&rest), "{}", said.happened);
            }
        }
    }
}

#[test]
fn a_web_page_is_quoted_by_its_title() {
    for (detail, en, zh) in [
        (
            "<html> Sign in",
            "It sent a web page: “Sign in”",
            "網頁：「Sign in」",
        ),
        ("<html>", "It sent a web page without a title.", "沒有標題的網頁"),
        (
            "odd words",
            "What was said: “odd words”",
            "對方的訊息：「odd words」",
        ),
    ] {
        for (kind, status) in [
            (FailureKind::Malformed, 200),
            (FailureKind::Server, 502),
            (FailureKind::Unauthorized, 403),
            (FailureKind::NotFound, 404),
            (FailureKind::TooLong, 413),
            (FailureKind::BadRequest, 400),
        ] {
            let failure = failed(kind, "https://llm.example", Some(status), detail);
            for (lang, sentence) in [(Lang::En, en), (Lang::ZhHant, zh)] {
                let said = explain(&failure, &page("https://assay.example"), lang);
                assert!(said.happened.contains(sentence), "{kind:?}: {}", said.happened);
                assert!(!said.happened.contains('<'), "{kind:?}: {}", said.happened);
            }
        }
    }
}

#[test]
fn a_prompt_that_is_too_long_is_told_with_what_helps_at_that_server() {
    // Address, status (none: it was seen by what the model had read), what happened; what is advised; what is not.
    for (address, status, happened, helps, useless) in [
        (
            "http://localhost:11434",
            Some(400),
            "longer than the model at localhost:11434 can take (status 400)",
            "without `/v1`",
            "-c 16384",
        ),
        (
            "http://localhost:11434",
            None,
            "read only a part of the prompt, though it was given the largest context that it takes (odd words)",
            "larger context",
            "-c 16384",
        ),
        (
            "http://localhost:8080",
            Some(400),
            "longer than the model at localhost:8080 can take",
            "-c 16384",
            "without `/v1`",
        ),
        (
            "https://api.openai.com",
            Some(400),
            "longer than the model at api.openai.com can take",
            "larger context",
            "-c 16384",
        ),
    ] {
        let failure = failed(FailureKind::TooLong, address, status, "odd words");
        for lang in Lang::ALL {
            let said = explain(&failure, &page("http://localhost:3000"), lang);
            assert!(
                !said.happened.contains("()") && !said.happened.contains("（狀態 ）"),
                "{}",
                said.happened
            );
            let next = said.next.join("\n");
            if lang == Lang::En {
                assert!(said.happened.contains(happened), "{}", said.happened);
                assert!(next.contains(helps), "{next}");
            }
            assert!(!next.contains(useless), "{next}");
        }
    }
}

#[test]
fn what_came_from_elsewhere_tells_no_host() {
    for kind in KINDS {
        for lang in Lang::ALL {
            let failure = CallFailure {
                host: String::new(),
                ..failed(*kind, "https://llm.example", Some(500), "")
            };
            let said = explain(&failure, &page("https://assay.example"), lang);
            let all = [said.causes, said.next, vec![said.happened]].concat();
            for sentence in &all {
                assert!(
                    !sentence.contains("  ") && !sentence.starts_with([' ', 't']),
                    "{sentence}"
                );
                assert!(!sentence.contains("at  "), "{sentence}");
            }
        }
    }
}

#[test]
fn pasted_mistakes_have_their_sentence() {
    for lang in Lang::ALL {
        for error in [
            KeyError::Empty,
            KeyError::Masked,
            KeyError::Placeholder,
            KeyError::Address,
            KeyError::Words(4),
            KeyError::Character {
                character: '\u{7}',
                position: 3,
            },
        ] {
            let sentence = key_error(&error, lang);
            assert!(
                !sentence.is_empty() && !sentence.contains(['{', '}', '\u{7}']),
                "{sentence}"
            );
        }
        for address in [
            "",
            "ftp://a",
            "https://a..b",
            "http://a:0",
            "http://u@a",
            "my server",
        ] {
            let error = crate::judge::api::endpoint::Pasted::read(address).unwrap_err();
            let sentence = address_error(&error, lang);
            assert!(
                !sentence.is_empty() && !sentence.contains(['{', '}']),
                "{sentence}"
            );
        }
    }
}

#[test]
fn both_languages_fill_the_same_values() {
    let placeholders = |sentence: &str| {
        let mut names: Vec<String> = sentence
            .split('{')
            .skip(1)
            .filter_map(|tail| tail.split_once('}').map(|(name, _)| name.to_owned()))
            .collect();
        names.sort();
        names.dedup();
        names
    };
    let english = Lang::En.failures().all();
    let chinese = Lang::ZhHant.failures().all();
    for ((name, en), (_, zh)) in english.iter().zip(&chinese) {
        assert_eq!(placeholders(en), placeholders(zh), "{name}");
        assert!(!en.is_empty() && !zh.is_empty(), "{name}");
        assert!(
            zh.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)),
            "{name} is not Chinese"
        );
    }
}

#[test]
fn a_closer_look_orders_the_causes() {
    let look = |permission, answers| Seen { permission, answers };
    use Permission::{Denied, Granted, Prompt, Unknown};
    // Address, what was seen, the first cause, the first thing to do; a word of what is no longer told.
    for (address, seen, first_cause, first_next, gone) in [
        (
            "http://localhost:11434",
            look(Unknown, Some(true)),
            "does not allow calls from this page",
            "OLLAMA_ORIGINS",
            "No server is running",
        ),
        (
            "http://localhost:11434",
            look(Unknown, Some(false)),
            "No server is running",
            "Start the server",
            "does not allow calls",
        ),
        (
            "http://localhost:11434",
            look(Denied, Some(false)),
            "was refused",
            "Allow this page to reach",
            "key is wrong",
        ),
        (
            "http://localhost:11434",
            look(Granted, Some(false)),
            "No server is running",
            "Start the server",
            "permission",
        ),
        (
            "http://localhost:11434",
            look(Prompt, None),
            "No server is running",
            "Start the server",
            "was refused",
        ),
        (
            "http://192.168.1.9:8000",
            look(Denied, None),
            "was refused",
            "Allow this page to reach",
            "still being asked",
        ),
        (
            "http://192.168.1.9:8000",
            look(Granted, Some(true)),
            "does not allow calls from this page",
            "vLLM",
            "only on its own",
        ),
        (
            "https://api.openai.com",
            look(Unknown, Some(true)),
            "The key is wrong",
            "Copy the key",
            "is down",
        ),
        (
            "https://api.openai.com",
            look(Unknown, Some(false)),
            "ad blocker",
            "Pause the ad blocker",
            "key is wrong",
        ),
        (
            "https://api.anthropic.com",
            look(Unknown, Some(true)),
            "key or the account",
            "Pause the ad blocker",
            "is down",
        ),
        (
            "https://llm.example",
            look(Unknown, Some(true)),
            "does not allow calls from web pages",
            "base URL",
            "misspelt",
        ),
        (
            "https://llm.example",
            look(Unknown, Some(false)),
            "misspelt",
            "base URL",
            "(CORS)",
        ),
    ] {
        let page = PageContext {
            seen,
            ..page("https://assay.example")
        };
        let failure = failed(FailureKind::Unreachable, address, None, "");
        let said = explain(&failure, &page, Lang::En);
        assert!(
            said.causes[0].contains(first_cause),
            "{address} {seen:?}: {:?}",
            said.causes
        );
        assert!(
            said.next[0].contains(first_next),
            "{address} {seen:?}: {:?}",
            said.next
        );
        assert!(
            !said.causes.iter().any(|cause| cause.contains(gone)),
            "{address} {seen:?}: {:?}",
            said.causes
        );
        let looked = said.happened.contains("A test call");
        assert_eq!(looked, seen.answers.is_some(), "{}", said.happened);
    }
}

#[test]
fn commands_are_those_of_the_server_and_the_system() {
    for (port, system, command) in [
        (
            11434,
            System::Mac,
            "`launchctl setenv OLLAMA_ORIGINS \"https://assay.example\"`",
        ),
        (
            11434,
            System::Windows,
            "`setx OLLAMA_ORIGINS \"https://assay.example\"`",
        ),
        (
            11434,
            System::Linux,
            "`Environment=\"OLLAMA_ORIGINS=https://assay.example\"`",
        ),
        (
            11434,
            System::Other,
            "`OLLAMA_ORIGINS=https://assay.example ollama serve`",
        ),
        (1234, System::Windows, "`lms server start --cors`"),
        (8080, System::Linux, "--cors-origins"),
        (
            8000,
            System::Linux,
            "`--allowed-origins '[\"https://assay.example\"]'`",
        ),
        (
            4000,
            System::Linux,
            "`LITELLM_CORS_ORIGINS=https://assay.example`",
        ),
        (
            4000,
            System::Windows,
            "`setx LITELLM_CORS_ORIGINS \"https://assay.example\"`",
        ),
        (1337, System::Mac, "Trusted Hosts"),
    ] {
        for lang in Lang::ALL {
            let page = PageContext {
                system,
                ..page("https://assay.example")
            };
            let failure = failed(
                FailureKind::Unreachable,
                &format!("http://localhost:{port}"),
                None,
                "",
            );
            let said = explain(&failure, &page, lang);
            assert!(
                said.next.iter().any(|next| next.contains(command)),
                "{port} {system:?}: {:?}",
                said.next
            );
        }
    }
}

#[test]
fn a_refused_permission_is_no_cause_where_none_is_needed_or_something_answered() {
    for (origin, answers) in [
        ("http://localhost:8080", None),
        ("http://localhost:8080", Some(false)),
        ("https://assay.example", Some(true)),
    ] {
        let seen = Seen {
            permission: Permission::Denied,
            answers,
        };
        let page = PageContext { seen, ..page(origin) };
        let failure = failed(FailureKind::Unreachable, "http://localhost:11434", None, "");
        let said = explain(&failure, &page, Lang::En);
        assert!(
            !said.causes.iter().any(|cause| cause.contains("permission")),
            "{origin}: {:?}",
            said.causes
        );
    }
}
