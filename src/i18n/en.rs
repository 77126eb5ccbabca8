//! English.

use super::strings::{Embedded, Failures, Flags, Metrics, Reasons, Strings};

/// English.
pub(super) const STRINGS: Strings = Strings {
    metrics: Metrics {
        rag_recall: "RAG Recall",
    },
    reasons: Reasons {
        unreadable: "",
        unreadable_next: "",
    },
    flags: Flags {
        judge_arithmetic_differs: "",
    },
    failures: Failures { offline: "" },
    embedded: Embedded {
        name: "Embedded judge",
    },
};
