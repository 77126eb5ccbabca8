//! Each kind of failure, at each kind of server, in both languages. The cases stand in a file for each idea.

mod answered;
mod pasted;
mod unreachable;

use super::*;
use crate::evaluation::Usage;
use crate::judge::key::Origin;

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
    PageContext::of(origin)
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
    FailureKind::ReplyTooLarge,
    FailureKind::Empty,
    FailureKind::WorkerBroke,
    FailureKind::NotFetched,
    FailureKind::ModelGone,
    FailureKind::ModelBroke,
];

/// The rows of a table: a line each, with bars between its columns.
fn rows<const COLUMNS: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; COLUMNS]> {
    let lines = table.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| {
        let mut columns = line.splitn(COLUMNS, '|').map(str::trim);
        [(); COLUMNS].map(|()| {
            columns
                .next()
                .unwrap_or_else(|| panic!("{COLUMNS} columns: {line}"))
        })
    })
}

/// What a closer look showed, as it stands in a table.
fn answered(word: &str) -> Option<bool> {
    match word {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

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
