//! What a refusal names: which parameter it is about, in the many words of servers, and whether it refuses the parameter
//! itself or its value.

/// Whether a refusal is of a parameter itself, and not of its value. In doubt it is of the value: then another one
/// costs a refused request, and is not left out without a word.
pub(super) fn is_unknown(said: &str) -> bool {
    const WORDS: &[&str] = &[
        "unsupported parameter",
        "unsupported_parameter",
        "unknown",
        "unrecognized",
        "unexpected",
        "extra inputs",
        "extra_forbidden",
        "extra fields",
        "not permitted",
        "not allowed",
        "is not supported",
        "not a supported",
        "deprecated",
    ];
    says_any(said, WORDS) && !says_any(said, &["value is not", "unsupported value", "unsupported_value"])
}

pub(super) fn names_length(said: &str, field: &str) -> bool {
    said.contains(&field.to_ascii_lowercase())
        || said.contains("max_output_tokens")
        || said.contains("max output tokens")
        || said.contains("in the completion")
}

/// Asked only where a form was sent along. Servers name it in many words, some by the stuff it is made of; a form given up
/// in vain costs one request, a refusal that is not understood the whole run.
pub(super) fn names_shape(said: &str) -> bool {
    const NAMES: &[&str] = &[
        "format",
        "json",
        "schema",
        "mimetype",
        "mime_type",
        "output_config",
        "structured",
        "grammar",
        "guided",
        "constrained",
        "outlines",
    ];
    says_any(said, NAMES)
}

/// Whether a parameter is one that we may have sent.
pub(super) fn names_ours(param: &str) -> bool {
    names_length(param, "max_tokens")
        || names_length(param, "max_completion_tokens")
        || names_shape(param)
        || says_any(param, TOP_P)
        || says_any(param, &["temperature", "seed"])
}

/// What formats call the share of likely tokens.
pub(super) const TOP_P: &[&str] = &["top_p", "topp", "top p", "'p'", "`p`"];

pub(super) fn says_any(said: &str, words: &[&str]) -> bool {
    words.iter().any(|word| said.contains(word))
}
