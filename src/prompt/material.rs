//! The material of a prompt: names of placeholders, and how lists of chunks and statements are written into it.

use super::fence;

/// A placeholder under all its names, ours first; the seeds' names among them.
pub type Names = &'static [&'static str];

/// The user's question.
pub const QUESTION: Names = &["question", "query", "user_query"];
/// The answer, response, or summary.
pub const ANSWER: Names = &["answer", "llm_response", "response"];
/// The retrieved chunks, or the source.
pub const CONTEXTS: Names = &["contexts", "rag_context", "context", "retrieved_docs"];
/// The reference answer.
pub const REFERENCE: Names = &["reference", "ground_truth"];
/// The text that is split.
pub const TEXT: Names = &["text"];
/// Numbered statements.
pub const STATEMENTS: Names = &["statements", "claims"];
/// What statements are checked against.
pub const SOURCE: Names = &["source"];
/// One chunk.
pub const CHUNK: Names = &["chunk"];
/// Numbered sentences.
pub const SENTENCES: Names = &["sentences"];
/// One sentence.
pub const SENTENCE: Names = &["sentence"];
/// Another sample of the same system.
pub const SAMPLE: Names = &["sample"];
/// The definition of an aspect or a criterion.
pub const CRITERION: Names = &["criterion", "aspect"];

/// The name of a language. It is no text that a judge would miss: an edited prompt may leave it out.
pub const LANGUAGE: Names = &["language"];

/// A value in the example of a reply. An edited prompt may leave it out as well.
pub const EXAMPLE: Names = &["example"];

/// What stands where the user gave nothing.
const NONE: &str = "(none)";

/// A text that may be missing, fenced when it is there.
pub fn optional(tag: &str, text: &str) -> String {
    if text.trim().is_empty() {
        NONE.to_owned()
    } else {
        fence::fenced(tag, text)
    }
}

/// Chunks behind their ids, fenced: `ID: 0`, then the chunk.
pub fn chunks(chunks: &[String]) -> String {
    let blocks: Vec<String> = chunks
        .iter()
        .enumerate()
        .map(|(id, text)| format!("ID: {id}\n{}", fence::fenced("chunk", text)))
        .collect();
    if blocks.is_empty() {
        NONE.to_owned()
    } else {
        blocks.join("\n\n")
    }
}

/// Statements or sentences, one a line, numbered from 1; their own line breaks become spaces.
pub fn numbered(texts: &[String]) -> String {
    let lines: Vec<String> = (1..)
        .zip(texts)
        .map(|(number, text)| {
            let line: Vec<&str> = text.split_whitespace().collect();
            format!("{number}. {}", fence::escape(&line.join(" ")))
        })
        .collect();
    lines.join("\n")
}
