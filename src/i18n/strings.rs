//! The table that each language fills, by room of the app.
//!
//! A group is declared once here with `strings!`; the macro also gives every group a list of its sentences by
//! name, so that tests can walk over them.

macro_rules! strings {
    ($(#[$doc:meta])* $name:ident { $($field:ident),* $(,)? }) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        #[derive(Debug)]
        pub struct $name { $(pub $field: &'static str),* }
        impl $name {
            /// Every sentence with its name.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($field), self.$field)),*]
            }
        }
    };
}

/// All sentences of one language.
#[derive(Debug)]
pub struct Strings {
    /// Names, ranges and fields of metrics.
    pub metrics: Metrics,
    /// Reasons why there is no score, with the next step.
    pub reasons: Reasons,
    /// Warnings beside a score.
    pub flags: Flags,
    /// Failed calls.
    pub failures: Failures,
    /// What the embedded judge writes and is called.
    pub embedded: Embedded,
}

strings! {
    /// Names, ranges and fields of metrics.
    Metrics { rag_recall }
}
strings! {
    /// Reasons why there is no score. `…_next`: what to do.
    Reasons { unreadable, unreadable_next }
}
strings! {
    /// Warnings beside a score, as plain sentences.
    Flags { judge_arithmetic_differs }
}
strings! {
    /// Failed calls, and keys and addresses that cannot be used. `{host}`, `{status}`, `{detail}`, `{attempts}`;
    /// `{origin}` is this page's. `cause_…`: a likely cause; `next_…`: what to do. Commands stand in back-quotes.
    Failures {
        offline,
        unreachable,
        timeout,
        bad_url,
        bad_key,
        no_key,
        unauthorized,
        forbidden,
        not_found,
        bad_request,
        too_long,
        rate_limited,
        quota,
        server,
        malformed,
        tried,
        said,
        cause_hidden_key,
        cause_key_or_cors,
        cause_blocker,
        cause_down,
        cause_cors,
        cause_misspelt,
        cause_redirect,
        cause_mixed,
        cause_safari,
        cause_not_running,
        cause_page_refused,
        cause_permission,
        cause_not_listening,
        cause_slow,
        cause_loading,
        cause_long_prompt,
        cause_stalled,
        cause_organisation_cors,
        cause_region,
        cause_firewall,
        cause_wrong_key,
        cause_local_key,
        cause_foreign_key,
        cause_no_access,
        cause_model,
        cause_path,
        cause_parameter,
        cause_other_format,
        cause_context,
        cause_rate,
        cause_free_plan,
        cause_shared_key,
        cause_no_credit,
        cause_day_limit,
        cause_overloaded,
        cause_outage,
        cause_local_crash,
        cause_web_page,
        cause_cut,
        next_go_online,
        next_embedded,
        next_check_url,
        next_copy_key,
        next_enter_key,
        next_without_key,
        next_unblock,
        next_by_hand,
        next_https,
        next_start,
        next_ollama,
        next_lm_studio,
        next_llama_cpp,
        next_vllm,
        next_litellm,
        next_jan,
        next_allow_page,
        next_permission,
        next_run_here,
        next_listen,
        next_longer_timeout,
        next_shorten,
        next_other_model,
        next_other_key,
        next_other_provider,
        next_pick_model,
        next_pull,
        next_fewer_parameters,
        next_check_format,
        next_larger_context,
        next_local_context,
        next_wait_minute,
        next_fewer_at_once,
        next_billing,
        next_server_log,
        next_smaller_model,
        next_later,
        next_again,
        key_empty,
        key_masked,
        key_words,
        key_character,
        address_empty,
        address_scheme,
        address_host,
        address_port,
        address_user,
        address_character,
    }
}
strings! {
    /// The embedded judge's name, limits and reasons.
    Embedded {
        name, note, quoted, separator, more, between_sentences, between_kinds, found, all_found, nothing_found,
        missing, missing_word, missing_words, missing_number, missing_numbers, missing_name, missing_names,
        support, share, points_found, points_missing, no_points, asked_found, asked_missing, scattered, repeats,
        asked_person, asked_time, asked_place, asked_amount, asked_duration, asked_reason, lacks, lacks_any, caution,
    }
}
