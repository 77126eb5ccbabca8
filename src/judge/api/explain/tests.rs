//! Each kind of failure, at each kind of server, in both languages.

use super::*;
use crate::evaluation::Usage;

fn failed(kind: FailureKind, address: &str, status: Option<u16>, detail: &str) -> CallFailure {
    let origin: Origin = address.parse().unwrap();
    CallFailure {
        kind,
        host: origin.host_and_port(),
        secure: origin.is_secure(),
        status,
        detail: detail.to_owned(),
        attempts: 1,
        usage: None,
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
fn where_it_has_answered_before_the_key_stays_a_cause() {
    const CUT: &str = "The connection was cut";
    const KEY: &str = "The key is wrong";
    const HIDDEN: &str = "The account or the server refuses";
    const REDIRECT: &str = "redirects to another";
    const ANEW: &str = "does not allow calls";
    // Address, what the closer look showed, whether a key is held; the causes, in order; the first thing to do.
    for (address, answers, keyed, causes, next) in [
        (
            "https://api.openai.com",
            None,
            None,
            vec![CUT, KEY, HIDDEN, REDIRECT, "ad blocker"],
            "Run it again",
        ),
        (
            "https://api.openai.com",
            Some(true),
            Some(true),
            vec![KEY, HIDDEN, REDIRECT, CUT, "ad blocker"],
            "Copy the key",
        ),
        (
            "https://api.openai.com",
            Some(false),
            Some(true),
            vec![CUT, "ad blocker"],
            "Run it again",
        ),
        (
            "https://api.anthropic.com",
            Some(true),
            Some(true),
            vec![REDIRECT, CUT, "ad blocker"],
            "Run it again",
        ),
        (
            "https://llm.example",
            Some(true),
            None,
            vec![KEY, HIDDEN, REDIRECT, CUT, ANEW, "ad blocker"],
            "Copy the key",
        ),
        (
            "http://127.0.0.1:9000",
            Some(true),
            Some(true),
            vec![KEY, HIDDEN, REDIRECT, CUT, "crashed", ANEW],
            "Copy the key",
        ),
        (
            "http://localhost:8000",
            None,
            Some(true),
            vec![CUT, "crashed", KEY, HIDDEN, REDIRECT, ANEW],
            "Run it again",
        ),
        (
            "http://localhost:11434",
            Some(true),
            Some(false),
            vec![HIDDEN, REDIRECT, CUT, "crashed", ANEW],
            "Open the base URL",
        ),
        (
            "http://192.168.1.9:1234",
            Some(false),
            None,
            vec![CUT, "crashed"],
            "Run it again",
        ),
    ] {
        let failure = CallFailure {
            attempts: 3,
            ..failed(FailureKind::Unreachable, address, None, "")
        };
        let mut page = page("http://localhost:3000");
        (page.seen.answers, page.seen.keyed) = (answers, keyed);
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
fn a_status_is_told_by_what_it_means() {
    use FailureKind::{BadRequest, Empty, TooLong, Unauthorized, Unreachable};
    const CONTEXT: &str = "This model's maximum context length is 8192 tokens, however you requested 8900 (900 in the messages, 8000 in the completion)";
    // Kind, status, what was said, tokens written; what happened, the first cause, the first step, in both languages.
    for (kind, status, detail, written, en, zh) in [
        (
            Unreachable,
            200,
            "TypeError: network error",
            None,
            ["began to reply (status 200)", "stalled", "Run it again"],
            ["開始回應", "停住", "再執行一次"],
        ),
        (
            Empty,
            200,
            "finish_reason: stop",
            Some(900),
            ["without a word", "thought", "Run it again"],
            ["沒有任何文字", "思考後", "再執行一次"],
        ),
        (
            Empty,
            200,
            "finish_reason: tool_calls",
            Some(40),
            ["without a word", "called a tool", "Run it again"],
            ["沒有任何文字", "呼叫了工具", "再執行一次"],
        ),
        (
            Empty,
            200,
            "finish_reason: stop",
            Some(1),
            ["without a word", "before anything was written", "Run it again"],
            ["沒有任何文字", "還沒寫出內容", "再執行一次"],
        ),
        (
            TooLong,
            413,
            "<html> 413 Request Entity Too Large",
            None,
            [
                "takes no request of this size",
                "limited there",
                "shorter passages",
            ],
            ["這麼大的請求", "限制了請求的大小", "縮短段落"],
        ),
        (
            TooLong,
            413,
            "",
            None,
            [
                "takes no request of this size",
                "limited there",
                "shorter passages",
            ],
            ["這麼大的請求", "限制了請求的大小", "縮短段落"],
        ),
        (
            TooLong,
            413,
            "Request too large for model `m` on tokens per minute (TPM): Limit 6000",
            None,
            ["prompt is longer than", "the model's context", "shorter passages"],
            ["提示詞超過", "上下文長度", "縮短段落"],
        ),
        (
            TooLong,
            400,
            CONTEXT,
            None,
            [
                "prompt is longer than",
                "the model's context",
                "Lower “Max tokens”",
            ],
            ["提示詞超過", "上下文長度", "最大 token 數"],
        ),
        (
            Unauthorized,
            451,
            "Unavailable For Legal Reasons",
            None,
            [
                "refused the call (status 451)",
                "legal reasons",
                "another provider",
            ],
            ["拒絕了這次呼叫", "法律", "換一個供應商"],
        ),
        (
            BadRequest,
            418,
            "",
            None,
            ["seldom use (418)", "proxy", "Check the base URL"],
            ["很少使用的狀態（418）", "代理伺服器", "檢查 base URL"],
        ),
        (
            BadRequest,
            400,
            "schema",
            None,
            ["did not accept the form", "parameters", "JSON by schema"],
            ["不接受這個請求的格式", "參數", "schema"],
        ),
        (
            Unauthorized,
            401,
            "CORS requests are not allowed for this Organization",
            None,
            ["refused the key", "organisation", "Let whoever runs"],
            ["不接受這把金鑰", "組織", "請組織"],
        ),
    ] {
        let failure = CallFailure {
            usage: written.map(|tokens| Usage {
                prompt: Some(1_000),
                completion: Some(tokens),
            }),
            ..failed(kind, "https://llm.example", Some(status), detail)
        };
        for (lang, [happened, cause, next]) in [(Lang::En, en), (Lang::ZhHant, zh)] {
            let said = explain(&failure, &page("https://assay.example"), lang);
            assert!(said.happened.contains(happened), "{}", said.happened);
            assert!(said.causes[0].contains(cause), "{detail}: {:?}", said.causes);
            assert!(said.next[0].contains(next), "{detail}: {:?}", said.next);
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
    let look = |permission, answers| Seen {
        permission,
        answers,
        keyed: None,
    };
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
fn what_the_browser_said_is_not_laid_to_the_server() {
    for (kind, status, detail, theirs) in [
        (
            FailureKind::Unreachable,
            None,
            "TypeError: Failed to fetch",
            false,
        ),
        (
            FailureKind::Unreachable,
            Some(200),
            "TypeError: network error",
            false,
        ),
        (FailureKind::BadKey, None, "Invalid value", false),
        (FailureKind::Server, Some(500), "Internal error", true),
        (FailureKind::Unauthorized, Some(401), "Incorrect API key", true),
    ] {
        let failure = failed(kind, "https://llm.example", status, detail);
        let said = explain(&failure, &page("https://assay.example"), Lang::ZhHant);
        assert!(said.happened.contains(detail), "{}", said.happened);
        assert_eq!(said.happened.contains("對方"), theirs, "{}", said.happened);
        let said = explain(&failure, &page("https://assay.example"), Lang::En);
        assert!(said.happened.contains(&format!("What was said: “{detail}”")));
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
fn mistakes_in_an_address_are_told_in_words() {
    for (address, en, zh) in [
        ("not a url", "a space or a line break", "空格或換行"),
        ("https://a.example/a\tb", "a space or a line break", "空格或換行"),
        (
            "javascript:alert(1)",
            "“javascript” is neither",
            "「javascript」既不是",
        ),
        ("localhost:port", "“port” is not a port", "「port」不是連接埠"),
    ] {
        let error = crate::judge::api::endpoint::Pasted::read(address).unwrap_err();
        for (lang, words) in [(Lang::En, en), (Lang::ZhHant, zh)] {
            let sentence = address_error(&error, lang);
            assert!(
                sentence.contains(words) && !sentence.contains("U+"),
                "{address}: {sentence}"
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
            keyed: None,
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
