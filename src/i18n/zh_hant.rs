//! Traditional Chinese.

use super::strings::{Embedded, Failures, Flags, Metrics, Reasons, Strings};

/// Traditional Chinese.
pub(super) const STRINGS: Strings = Strings {
    metrics: Metrics {
        rag_recall: "RAG 召回",
    },
    reasons: Reasons {
        unreadable: "",
        unreadable_next: "",
    },
    flags: Flags {
        judge_arithmetic_differs: "",
    },
    failures: Failures { offline: "" },
    embedded: Embedded { name: "內建評審" },
};
