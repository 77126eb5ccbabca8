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
    /// Failed calls. `{host}`, `{status}`, `{detail}`.
    Failures { offline }
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
