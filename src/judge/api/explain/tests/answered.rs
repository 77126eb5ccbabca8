//! A response that is no reply: what its status and its words mean.

use super::*;

#[test]
fn a_test_that_runs_into_its_time_out_tells_of_no_prompt() {
    for (address, chosen, cause) in [
        ("http://localhost:11434", true, "still loading"),
        ("http://localhost:11434", false, "still loading"),
        ("https://llm.example", true, "misspelt"),
        ("https://api.openai.com", false, "overloaded"),
    ] {
        let failure = failed(FailureKind::Timeout, address, None, "");
        let test = |limit_ms| {
            let page = PageContext {
                test: Some(Test { limit_ms, chosen }),
                ..page("https://assay.example")
            };
            Lang::ALL.map(|lang| explain(&failure, &page, lang))
        };
        let [en, zh] = test(if chosen { 2_000 } else { 30_000 });
        assert!(en.causes.concat().contains(cause), "{:?}", en.causes);
        for said in [&en, &zh] {
            let within = if chosen { "2 " } else { "30 " };
            assert!(said.happened.contains(within), "{}", said.happened);
            let all = [
                said.causes.clone(),
                said.next.clone(),
                vec![said.happened.clone()],
            ]
            .concat()
            .join("\n");
            for prompt in ["prompt", "passage", "提示詞", "段落"] {
                assert!(!all.contains(prompt), "{all}");
            }
        }
        assert_eq!(
            en.next.concat().contains("raise the time-out"),
            chosen,
            "{:?}",
            en.next
        );
        assert_eq!(zh.next.concat().contains("逾時"), chosen, "{:?}", zh.next);
        // What is no test goes on as before.
        let run = explain(&failure, &page("https://assay.example"), Lang::En);
        assert!(run.next.concat().contains("passages"));
    }
}

#[test]
fn a_status_is_told_by_what_it_means() {
    const CONTEXT: &str = "This model's maximum context length is 8192 tokens, however you requested 8900 (900 in the messages, 8000 in the completion)";
    // Kind, status, what was said, tokens written; what happened, the first cause, the first step, in both languages.
    for [
        kind,
        status,
        detail,
        written,
        en,
        en_cause,
        en_next,
        zh,
        zh_cause,
        zh_next,
    ] in rows(
        r#"
        Unreachable  | 200 | TypeError: network error                                               |     | began to reply (status 200)   | stalled                     | Run it again       | 開始回應         | 停住       | 再執行一次
        Empty        | 200 | finish_reason: stop                                                    | 900 | without a word                | thought                     | Run it again       | 沒有任何文字       | 思考後      | 再執行一次
        Empty        | 200 | finish_reason: tool_calls                                              | 40  | without a word                | called a tool               | Run it again       | 沒有任何文字       | 呼叫了工具    | 再執行一次
        Empty        | 200 | finish_reason: stop                                                    | 1   | without a word                | before anything was written | Run it again       | 沒有任何文字       | 還沒寫出內容   | 再執行一次
        TooLong      | 413 | <html> 413 Request Entity Too Large                                    |     | takes no request of this size | limited there               | shorter passages   | 這麼大的請求       | 限制了請求的大小 | 縮短段落
        TooLong      | 413 |                                                                        |     | takes no request of this size | limited there               | shorter passages   | 這麼大的請求       | 限制了請求的大小 | 縮短段落
        TooLong      | 413 | Request too large for model `m` on tokens per minute (TPM): Limit 6000 |     | prompt is longer than         | the model's context         | shorter passages   | 提示詞超過        | 上下文長度    | 縮短段落
        TooLong      | 400 | CONTEXT                                                                |     | prompt is longer than         | the model's context         | Lower “Max tokens” | 提示詞超過        | 上下文長度    | 最大 token 數
        Empty        | 200 | done_reason: load                                                      | 40  | without a word                | only loaded                 | Run it again       | 沒有任何文字       | 載入完成     | 再執行一次
        Empty        | 200 | status: in_progress                                                    | 40  | without a word                | before the reply was fin    | Run it again       | 沒有任何文字       | 回覆完成之前   | 再執行一次
        Empty        | 200 | status: queued                                                         |     | without a word                | before the reply was fin    | Run it again       | 沒有任何文字       | 回覆完成之前   | 再執行一次
        Timeout      | 408 | Request Timeout                                                        |     | too long there (status 408)   | ends replies that take long | Run it again       | 結束了這次呼叫（狀態 408） |       | 再執行一次
        Timeout      |     |                                                                        |     | within the time-out           | slow                        | Raise the time-out | 在逾時之前        |          | 把逾時調長
        Server       | 409 | Conflict                                                               |     | at odds with what goes on     | Another call              | Run it again       | 事衝突（狀態 409）   | 另一個呼叫    | 再執行一次
        Unauthorized | 403 | Requests from referer <empty> are blocked. (API_KEY_HTTP_REFERRER_BLOCKED) |  | refused the call (status 403) | certain websites           | Lift this          | 拒絕了這次呼叫      | 某些網站     | 解除這項限制
        Unauthorized | 403 | Requests from referer https://a.example/ are blocked.                  |     | refused the call (status 403) | certain websites            | Lift this          | 拒絕了這次呼叫      | 某些網站     | 解除這項限制
        Unauthorized | 403 | The provided API key has an IP address restriction.                    |     | refused the call (status 403) | certain IP addresses        | Lift this          | 拒絕了這次呼叫      | IP 位址    | 解除這項限制
        Unauthorized | 403 | Blocked. (API_KEY_ANDROID_APP_BLOCKED)                                 |     | refused the call (status 403) | Android or iOS              | Lift this          | 拒絕了這次呼叫      | Android  | 解除這項限制
        Unauthorized | 403 | Requests to this API are blocked. (API_KEY_SERVICE_BLOCKED)            |     | refused the call (status 403) | other services              | Lift this          | 拒絕了這次呼叫      | 其他服務     | 解除這項限制
        Unauthorized | 403 | The API has not been used in project 1 before or it is disabled.       |     | refused the call (status 403) | not switched on             | Switch the service | 拒絕了這次呼叫      | 沒有啟用     | 啟用這項服務
        Unauthorized | 451 | Unavailable For Legal Reasons                                          |     | refused the call (status 451) | legal reasons               | another provider   | 拒絕了這次呼叫      | 法律       | 換一個供應商
        BadRequest   | 418 |                                                                        |     | seldom use (418)              | proxy                       | Check the base URL | 很少使用的狀態（418） | 代理伺服器    | 檢查 base URL
        BadRequest   | 400 | schema                                                                 |     | did not accept the form       | parameters                  | JSON by schema     | 不接受這個請求的格式   | 參數       | schema
        Unauthorized | 401 | CORS requests are not allowed for this Organization                    |     | refused the key               | organisation                | Let whoever runs   | 不接受這把金鑰      | 組織       | 請組織"#,
    ) {
        let kind = *KINDS.iter().find(|one| format!("{one:?}") == kind).unwrap();
        let detail = if detail == "CONTEXT" { CONTEXT } else { detail };
        let failure = CallFailure {
            usage: written.parse().ok().map(|tokens| Usage {
                prompt: Some(1_000),
                completion: Some(tokens),
            }),
            ..failed(kind, "https://llm.example", status.parse().ok(), detail)
        };
        for (lang, happened, cause, next) in [
            (Lang::En, en, en_cause, en_next),
            (Lang::ZhHant, zh, zh_cause, zh_next),
        ] {
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
    for [kind, status, detail, en, zh] in rows(
        r#"
        RateLimited | 429 | Please try again in 20m0s.     | Wait 20 minutes, as | 等 20 分鐘
        RateLimited | 429 | Too many (Retry-After: 3600 s) | Wait 60 minutes, as | 等 60 分鐘
        RateLimited | 429 | (Retry-After: 90 s)            | Wait 90 seconds, as | 等 90 秒
        RateLimited | 429 | try again in 7h12m             | Wait 8 hours, as    | 等 8 小時
        RateLimited | 429 | try again in 3 days            | Wait 3 days, as     | 等 3 天
        RateLimited | 429 | try again in 1.2s              | Wait a minute       | 等一分鐘
        RateLimited | 429 |                                | Wait a minute       | 等一分鐘
        Server      | 503 | (Retry-After: 600 s)           | Wait 10 minutes, as | 等 10 分鐘
        Server      | 503 |                                | in a few minutes    | 過幾分鐘"#,
    ) {
        let kind = if kind == "Server" { Server } else { RateLimited };
        let status: u16 = status.parse().unwrap();
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
    for [kind, status, detail, first_cause] in rows(
        r#"
        Unauthorized | 401 | Incorrect API key                                    | mistyped
        Unauthorized | 401 | CORS requests are not allowed for this Organization  | organisation
        Unauthorized | 403 | Country, region, or territory not supported          | country or region
        Unauthorized | 403 | <html> Just a moment...                              | web page
        NotFound     | 404 | The model `x` does not exist                         | model's name
        NotFound     | 404 | The API deployment for this resource does not exist. | model's name
        NotFound     | 404 | <html> 404                                           | base URL
        NotFound     | 404 | Not Found                                            | base URL
        NotFound     | 404 |                                                      | base URL
        NotFound     | 405 | Method Not Allowed                                   | base URL
        NotFound     | 501 | <html> Error response                                | base URL
        NotFound     | 200 | Unexpected endpoint or method. (POST /chat)          | base URL
        Malformed    | 200 | <html> Sign in                                       | web page
        Malformed    | 200 | {"hello": "world"}                                   | another API format
        Malformed    | 200 | {"choices": [{"mess                                  | cut off
        Malformed    | 200 |                                                      | cut off"#,
    ) {
        let kind = *KINDS.iter().find(|one| format!("{one:?}") == kind).unwrap();
        let status: u16 = status.parse().unwrap();
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
