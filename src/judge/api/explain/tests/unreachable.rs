//! No response: where the server is, how the page came, and what a closer look has shown turn the causes.

use super::*;

#[test]
fn an_unreachable_server_is_explained_by_where_it_is() {
    // Address, the page; the first cause, another one, and what to do.
    for [address, origin, first_cause, among_causes, among_next] in rows(
        r#"
        https://api.openai.com    | https://assay.example | key is wrong    | ad blocker              | Copy the key
        https://api.anthropic.com | https://assay.example | ad blocker      | key or the account      | by hand
        https://llm.example       | https://assay.example | misspelt        | key is wrong            | base URL
        http://llm.example        | https://assay.example | plain http      | CORS                    | https address
        http://localhost:11434    | https://assay.example | No server       | (https://assay.example) | `OLLAMA_ORIGINS=https://assay.example ollama serve`
        http://localhost:11434    | https://assay.example | No server       | Safari                  | from localhost
        http://localhost:1234     | http://localhost:8080 | No server       | not allow               | `lms server start --cors`
        http://127.0.0.1:8000     | http://localhost:8080 | No server       | not allow               | --allowed-origins '["http://localhost:8080"]'
        http://[::1]:8080         | http://localhost:3000 | No server       | not allow               | --cors-origins
        http://localhost:9999     | http://localhost:3000 | No server       | not allow               | allowed origins
        http://192.168.1.9:11434  | https://assay.example | plain http      | firewall                | OLLAMA_HOST
        http://nas.local:1234     | http://localhost:3000 | only on its own | permission              | lms server"#,
    ) {
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
fn where_it_has_answered_before_the_key_stays_a_cause() {
    const CUT: &str = "The connection was cut";
    const KEY: &str = "The key is wrong";
    const HIDDEN: &str = "The account or the server refuses";
    const REDIRECT: &str = "redirects to another";
    const ANEW: &str = "does not allow calls";
    let cause = |name| match name {
        "CUT" => CUT,
        "KEY" => KEY,
        "HIDDEN" => HIDDEN,
        "REDIRECT" => REDIRECT,
        "ANEW" => ANEW,
        words => words,
    };
    // Address, what the closer look showed, whether a key is held; the causes, in order; the first thing to do.
    for [address, answers, keyed, causes, next] in rows(
        r#"
        https://api.openai.com    | ?   | ?   | CUT, KEY, HIDDEN, REDIRECT, ad blocker       | Run it again
        https://api.openai.com    | yes | yes | KEY, HIDDEN, REDIRECT, CUT, ad blocker       | Copy the key
        https://api.openai.com    | no  | yes | CUT, ad blocker                              | Run it again
        https://api.anthropic.com | yes | yes | REDIRECT, CUT, ad blocker                    | Run it again
        https://llm.example       | yes | ?   | KEY, HIDDEN, REDIRECT, CUT, ANEW, ad blocker | Copy the key
        https://llm.example       | no  | ?   | CUT, REDIRECT, ad blocker                    | Run it again
        http://127.0.0.1:9000     | yes | yes | KEY, HIDDEN, REDIRECT, CUT, crashed, ANEW    | Copy the key
        http://localhost:8000     | ?   | yes | CUT, crashed, KEY, HIDDEN, REDIRECT, ANEW    | Run it again
        http://localhost:11434    | yes | no  | HIDDEN, REDIRECT, CUT, crashed, ANEW         | Open the base URL
        http://192.168.1.9:1234   | no  | ?   | CUT, crashed, REDIRECT                       | Run it again"#,
    ) {
        let causes: Vec<&str> = causes.split(", ").map(cause).collect();
        let failure = CallFailure {
            attempts: 3,
            ..failed(FailureKind::Unreachable, address, None, "")
        };
        let mut page = page("http://localhost:3000");
        (page.seen.answers, page.seen.keyed) = (answered(answers), answered(keyed));
        let said = explain(&failure, &page, Lang::En);
        assert_eq!(said.causes.len(), causes.len(), "{address}: {:?}", said.causes);
        for (told, cause) in said.causes.iter().zip(&causes) {
            assert!(told.contains(cause), "{address}: {:?}", said.causes);
        }
        assert!(said.next[0].starts_with(next), "{address}: {:?}", said.next);
        let all = [said.causes, said.next].concat().join("\n");
        // A server that was started anew may have lost its leave for this page; a known host does not.
        for other in ["CORS", "ORIGINS", "does not allow"] {
            assert!(causes.contains(&ANEW) || !all.contains(other), "{address}: {all}");
        }
        let zh = explain(&failure, &page, Lang::ZhHant);
        let key = zh.causes.iter().any(|cause| cause.starts_with("金鑰錯誤"));
        assert_eq!(key, causes.contains(&KEY), "{:?}", zh.causes);
        assert_eq!(zh.causes.len(), causes.len());
    }
}

#[test]
fn the_scheme_and_the_redirect_are_causes_with_a_step() {
    // Address, the page, what the look showed; a cause; what to do, in both languages; whether they are told.
    const PLAIN: [&str; 4] = [
        "speaks plain http",
        "begin with http://",
        "未加密的 http，而 base URL",
        "以 http:// 開頭",
    ];
    const HTTPS: [&str; 4] = [
        "over https alone",
        "begin with https://",
        "只接受 https",
        "以 https:// 開頭",
    ];
    const REDIRECT: [&str; 4] = ["redirects to", "where that leads", "轉址到", "轉到別的網址"];
    const HERE: &str = "http://localhost:3000";
    for (address, origin, answers, words, told) in [
        ("https://127.0.0.1:8000", HERE, None, PLAIN, true),
        (
            "https://127.0.0.1:8000",
            "https://a.example",
            Some(false),
            PLAIN,
            true,
        ),
        ("https://localhost:11434", HERE, Some(false), PLAIN, true),
        ("https://192.168.1.9:1234", HERE, Some(false), PLAIN, true),
        // Something answers over https.
        ("https://127.0.0.1:8000", HERE, Some(true), PLAIN, false),
        ("http://127.0.0.1:8000", HERE, Some(false), PLAIN, false),
        ("https://llm.example:8000", HERE, Some(false), PLAIN, true),
        ("https://llm.example", HERE, Some(false), PLAIN, false),
        ("https://api.openai.com", HERE, Some(false), PLAIN, false),
        ("http://llm.example", HERE, None, HTTPS, true),
        ("http://api.openai.com", HERE, Some(true), HTTPS, true),
        ("https://llm.example", HERE, None, HTTPS, false),
        ("http://localhost:8000", HERE, None, HTTPS, false),
        ("http://localhost:8000", HERE, Some(true), REDIRECT, true),
        ("https://llm.example", HERE, Some(true), REDIRECT, true),
        ("https://llm.example", HERE, Some(false), REDIRECT, false),
        ("http://localhost:8000", HERE, Some(false), REDIRECT, false),
    ] {
        let mut page = page(origin);
        page.seen.answers = answers;
        let failure = failed(FailureKind::Unreachable, address, None, "");
        let [en_cause, en_next, zh_cause, zh_next] = words;
        for (lang, cause, next) in [(Lang::En, en_cause, en_next), (Lang::ZhHant, zh_cause, zh_next)] {
            let said = explain(&failure, &page, lang);
            let has = |lines: &[String], words: &str| lines.iter().any(|line| line.contains(words));
            assert_eq!(has(&said.causes, cause), told, "{address}: {:?}", said.causes);
            assert_eq!(has(&said.next, next), told, "{address}: {:?}", said.next);
        }
    }
}

#[test]
fn without_a_key_no_key_is_blamed() {
    for (address, wants) in [
        ("http://localhost:11434", false),
        ("http://localhost:1234", true),
        ("http://localhost:8080", true),
        ("http://192.168.1.9:8000", true),
        ("https://llm.example", false),
    ] {
        for answers in [None, Some(true), Some(false)] {
            for attempts in [1, 3] {
                let mut page = page("https://assay.example");
                let mut look = |keyed, lang| {
                    (page.seen.answers, page.seen.keyed) = (answers, keyed);
                    let failure = CallFailure {
                        attempts,
                        ..failed(FailureKind::Unreachable, address, None, "")
                    };
                    let said = explain(&failure, &page, lang);
                    [said.causes, said.next].concat().join("\n")
                };
                for lang in Lang::ALL {
                    let strings = lang.failures();
                    let without = look(Some(false), lang);
                    for blames in [strings.cause_hidden_key, strings.next_copy_key] {
                        assert!(!without.contains(blames), "{address}: {without}");
                        let there = answers != Some(false);
                        assert_eq!(look(None, lang).contains(blames), there, "{address}");
                    }
                    let enter = strings.next_key_if_wanted.split("{host}").next().unwrap();
                    assert_eq!(
                        without.contains(enter),
                        wants && answers != Some(false) && attempts == 1,
                        "{without}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_closer_look_orders_the_causes() {
    use Permission::{Denied, Granted, Prompt, Unknown};
    // Address; the permission, and whether a test call was answered; the first cause, the first thing to do; a word of
    // what is no longer told.
    for [address, permission, answers, first_cause, first_next, gone] in rows(
        r#"
        http://localhost:11434    | Unknown | yes | does not allow calls from this page | OLLAMA_ORIGINS           | No server is running
        http://localhost:11434    | Unknown | no  | No server is running                | Start the server         | does not allow calls
        http://localhost:11434    | Denied  | no  | was refused                         | Allow this page to reach | key is wrong
        http://localhost:11434    | Granted | no  | No server is running                | Start the server         | permission
        http://localhost:11434    | Prompt  | ?   | No server is running                | Start the server         | was refused
        http://192.168.1.9:8000   | Denied  | ?   | was refused                         | Allow this page to reach | still being asked
        http://192.168.1.9:8000   | Granted | yes | does not allow calls from this page | vLLM                     | only on its own
        https://api.openai.com    | Unknown | yes | The key is wrong                    | Copy the key             | is down
        https://api.openai.com    | Unknown | no  | ad blocker                          | Pause the ad blocker     | key is wrong
        https://api.anthropic.com | Unknown | yes | key or the account                  | Pause the ad blocker     | is down
        https://llm.example       | Unknown | yes | does not allow calls from web pages | base URL                 | misspelt
        https://llm.example       | Unknown | no  | misspelt                            | base URL                 | (CORS)"#,
    ) {
        let permission = [Unknown, Granted, Prompt, Denied]
            .into_iter()
            .find(|one| format!("{one:?}") == permission);
        let seen = Seen {
            permission: permission.unwrap(),
            answers: answered(answers),
            keyed: None,
            ..Seen::default()
        };
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
        let looked = said.looked.contains("A test call");
        assert_eq!(looked, seen.answers.is_some(), "{}", said.looked);
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
fn a_server_that_is_not_there_is_to_be_started_and_not_told_of_pages() {
    for (port, command, of_pages) in [
        (11434, "`ollama serve`", "OLLAMA_ORIGINS"),
        (1234, "`lms server start --cors`", "Enable CORS"),
        (8080, "`llama-server -m model.gguf`", "--cors-origins"),
        (8000, "`vllm serve MODEL`", "--allowed-origins"),
        (4000, "`litellm --config config.yaml`", "LITELLM_CORS_ORIGINS"),
        (1337, "Local API Server", "Trusted Hosts"),
        (9999, "", "CORS"),
    ] {
        for origin in ["http://127.0.0.1:8124", "https://assay.example"] {
            for answers in [Some(false), Some(true)] {
                for lang in Lang::ALL {
                    let mut page = page(origin);
                    page.system = System::Linux;
                    page.seen.answers = answers;
                    let address = format!("http://localhost:{port}");
                    let failure = failed(FailureKind::Unreachable, &address, None, "");
                    let said = explain(&failure, &page, lang);
                    let told = |words: &str| said.next.iter().any(|next| next.contains(words));
                    let there = answers == Some(true);
                    assert_eq!(told(of_pages), there, "{address}: {:?}", said.next);
                    if !there {
                        assert!(told(command), "{address}: {:?}", said.next);
                    }
                }
            }
        }
    }
}

#[test]
fn a_dropped_connection_is_told_once() {
    for address in ["http://localhost:9999", "https://llm.example"] {
        let failure = failed(FailureKind::Unreachable, address, None, "");
        let said = explain(&failure, &page("http://localhost:3000"), Lang::En);
        let dropped = said.causes.iter().filter(|cause| cause.contains("connection"));
        assert_eq!(dropped.count(), 1, "{:?}", said.causes);
        let redirect = said.causes.iter().find(|cause| cause.contains("redirects"));
        // The look at the server is a request as well.
        assert!(redirect.is_some_and(|cause| cause.contains("test call")));
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
            keyed: None,
            ..Seen::default()
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

#[test]
fn an_address_to_listen_at_is_not_one_to_call() {
    for (address, near) in [
        ("http://0.0.0.0:11434", "`127.0.0.1:11434`"),
        ("http://0.0.0.0:8080", "`127.0.0.1:8080`"),
        ("http://[::]:8000", "`127.0.0.1:8000`"),
        ("http://[::ffff:0.0.0.0]", "`127.0.0.1:80`"),
    ] {
        for answers in [None, Some(false)] {
            for lang in Lang::ALL {
                let mut page = page("http://localhost:3000");
                page.seen.answers = answers;
                let failure = failed(FailureKind::Unreachable, address, None, "");
                let said = explain(&failure, &page, lang);
                assert!(said.causes[0].contains(&failure.host), "{:?}", said.causes);
                assert!(said.next[0].contains(near), "{:?}", said.next);
                assert_eq!(said.causes.len(), 1, "{:?}", said.causes);
            }
        }
    }
    let mut page = page("http://localhost:3000");
    page.seen.answers = Some(true);
    let failure = failed(FailureKind::Unreachable, "http://0.0.0.0:8080", None, "");
    let said = explain(&failure, &page, Lang::En);
    assert!(!said.next.concat().contains("127.0.0.1"), "{:?}", said.next);
}

#[test]
fn a_look_that_came_too_late_rules_nothing_out() {
    // What took a call and is slow to answer it is hardly nobody: that comes last, and is not ruled out.
    for (address, nobody) in [
        ("http://localhost:8000", "No server is running"),
        ("http://192.168.1.9:1234", "only on its own machine"),
        ("https://llm.example", "misspelt"),
    ] {
        for attempts in [1, 3] {
            let failure = CallFailure {
                attempts,
                ..failed(FailureKind::Unreachable, address, None, "")
            };
            let mut page = page("http://localhost:3000");
            let untold = explain(&failure, &page, Lang::En);
            page.seen.late = true;
            let late = explain(&failure, &page, Lang::En);
            assert!(late.looked.contains("could not be found out"), "{}", late.looked);
            let sorted = |mut lines: Vec<String>| {
                lines.sort();
                lines
            };
            let place = |lines: &[String]| lines.iter().position(|line| line.contains(nobody));
            let (before, after) = (place(&untold.causes), place(&late.causes));
            let expected = if attempts == 1 { Some(0) } else { None };
            assert_eq!(before, expected, "{:?}", untold.causes);
            assert_eq!(after.is_some_and(|at| at > 0), attempts == 1, "{:?}", late.causes);
            assert_eq!(sorted(late.causes), sorted(untold.causes));
            assert_eq!(sorted(late.next), sorted(untold.next));
        }
    }
}

#[test]
fn while_a_closer_look_is_taken_no_cause_is_told() {
    for address in [
        "http://localhost:8000",
        "https://api.openai.com",
        "https://llm.example",
    ] {
        for (lang, looking) in [(Lang::En, "Looking closer at"), (Lang::ZhHant, "正在進一步查看")] {
            let failure = failed(FailureKind::Unreachable, address, None, "");
            let mut page = page("http://localhost:3000");
            page.seen.looking = true;
            let said = explain(&failure, &page, lang);
            assert!(said.looked.contains(looking), "{}", said.looked);
            assert_eq!((said.causes.len(), said.next.len()), (0, 0), "{address}");
            page.seen = Seen::default();
            let said = explain(&failure, &page, lang);
            assert!(said.looked.is_empty() && !said.causes.is_empty());
        }
    }
}

#[test]
fn the_chosen_preset_says_which_program_it_is() {
    // The preset, the address, the system; what lets the page in, and what starts it.
    for [preset, address, system, allow, start] in rows(
        r#"
        ollama    | http://localhost:9191   | Mac     | `launchctl setenv OLLAMA_ORIGINS "https://assay.example"` | `OLLAMA_HOST=127.0.0.1:9191 ollama serve`
        ollama    | http://127.0.0.1:9191   | Linux   | `OLLAMA_HOST=127.0.0.1:9191 OLLAMA_ORIGINS=https://assay.example ollama serve` | `OLLAMA_HOST=127.0.0.1:9191 ollama serve`
        ollama    | http://localhost:9191   | Windows | `setx OLLAMA_ORIGINS "https://assay.example"` | `setx OLLAMA_HOST 127.0.0.1:9191`
        ollama    | http://localhost:11434  | Other   | `OLLAMA_ORIGINS=https://assay.example ollama serve` | `ollama serve`
        ollama    | http://localhost:8000   | Other   | `OLLAMA_HOST=127.0.0.1:8000 OLLAMA_ORIGINS=https://assay.example ollama serve` | ollama
        ollama    | https://llm.example     | Other   | `OLLAMA_ORIGINS=https://assay.example ollama serve` | base URL
        ollama    | http://192.168.1.9:9191 | Mac     | `OLLAMA_ORIGINS=https://assay.example ollama serve` | `OLLAMA_HOST=0.0.0.0:9191`
        ollama    | http://192.168.1.9:11434 | Mac    | `OLLAMA_ORIGINS=https://assay.example ollama serve` | `OLLAMA_HOST=0.0.0.0`
        lm-studio | http://localhost:9191   | Other   | `lms server start --cors --port 9191` | `lms server start --cors --port 9191`
        lm-studio | http://localhost:1234   | Other   | `lms server start --cors` | `lms server start --cors`
        llama-cpp | http://localhost:9191   | Other   | --cors-origins | `llama-server -m model.gguf --port 9191`
        vllm      | http://localhost:9191   | Other   | --allowed-origins | `vllm serve MODEL --port 9191`
        litellm   | http://localhost:9191   | Windows | `setx LITELLM_CORS_ORIGINS "https://assay.example"` | `litellm --config config.yaml --port 9191`
        jan       | http://localhost:9191   | Other   | Trusted Hosts | Local API Server
        custom    | http://localhost:9191   | Other   | allowed origins | Start the server
        openai    | http://localhost:11434  | Other   | `OLLAMA_ORIGINS=https://assay.example ollama serve` | `ollama serve`
                  | http://localhost:1234   | Other   | `lms server start --cors` | `lms server start --cors`"#,
    ) {
        let systems = [System::Mac, System::Windows, System::Linux, System::Other];
        let system = systems.into_iter().find(|one| format!("{one:?}") == system);
        for lang in Lang::ALL {
            let failure = failed(FailureKind::Unreachable, address, None, "");
            let page = PageContext {
                preset,
                system: system.unwrap(),
                ..page("https://assay.example")
            };
            let said = explain(&failure, &page, lang).next;
            // Words are English, commands are the same in both.
            for part in [allow, start]
                .into_iter()
                .filter(|part| lang == Lang::En || part.starts_with('`'))
            {
                assert!(
                    said.iter().any(|next| next.contains(part)),
                    "{preset} {address}: {said:?}"
                );
            }
        }
    }
}

#[test]
fn a_server_that_hangs_up_is_a_cause_beside_one_that_is_not_there() {
    for address in [
        "http://localhost:8000",
        "http://192.168.1.9:1234",
        "https://llm.example",
    ] {
        for answers in [None, Some(true), Some(false)] {
            let mut page = page("http://localhost:3000");
            page.seen.answers = answers;
            let failure = failed(FailureKind::Unreachable, address, None, "");
            let said = explain(&failure, &page, Lang::En);
            assert!(
                said.causes.concat().contains("cut the connection"),
                "{:?}",
                said.causes
            );
        }
    }
}

#[test]
fn a_redirect_that_was_seen_comes_first() {
    for address in [
        "http://localhost:8000",
        "http://192.168.1.9:1234",
        "https://llm.example",
    ] {
        for attempts in [1, 3] {
            for lang in Lang::ALL {
                let failure = CallFailure {
                    attempts,
                    ..failed(FailureKind::Unreachable, address, None, "")
                };
                let mut page = page("http://localhost:3000");
                (page.seen.answers, page.seen.redirects) = (Some(true), true);
                let said = explain(&failure, &page, lang);
                let (cause, next) = match lang {
                    Lang::En => ("redirects to", "where that leads"),
                    Lang::ZhHant => ("轉址到", "轉到別的網址"),
                };
                assert!(said.causes[0].contains(cause), "{:?}", said.causes);
                assert!(said.next[0].contains(next), "{:?}", said.next);
                let told = said.causes.iter().filter(|told| told.contains(cause));
                assert_eq!(told.count(), 1, "{:?}", said.causes);
            }
        }
    }
}
