//! Prompts: a template and its values become the text that a judge reads.
//!
//! Templates stand in `prompts/`, one file each; the metrics name them. Filling is one pass: what a value
//! contains is text, even if it looks like a placeholder. How untrusted passages are fenced is in [`fence`].

pub mod fence;
pub mod material;
pub mod tokens;

use sha2::{Digest, Sha256};

/// A built-in prompt template.
#[derive(Debug)]
pub struct Template {
    /// Stable id: the file's name in `prompts/` without its ending.
    pub id: &'static str,
    /// Raised with every change of the text.
    pub version: u32,
    /// The text, with `{{ name }}` placeholders.
    pub text: &'static str,
    /// The placeholders that an edited template must keep; each entry lists the names that are accepted for
    /// the same value (the seeds' own names among them), ours first.
    pub placeholders: &'static [&'static [&'static str]],
}

/// Why an edited template cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// A `{{ name }}` that this prompt has no value for.
    #[error("unknown placeholder {{{{ {name} }}}} in line {line}")]
    Unknown {
        /// The name between the braces.
        name: String,
        /// Its line, from 1.
        line: usize,
    },
    /// A value that the template no longer shows to the judge.
    #[error("the placeholder {{{{ {name} }}}} is missing")]
    Missing {
        /// Our name of the placeholder.
        name: &'static str,
    },
}

impl Template {
    /// Checks an edit of this template: both `{name}` and `{{ name }}` are placeholders where the name is
    /// known; an unknown `{name}` is text, an unknown `{{ name }}` an error.
    ///
    /// # Errors
    /// The first unknown placeholder, or the first value that is not used any more.
    pub fn check(&self, edited: &str) -> Result<(), PromptError> {
        let mut used = vec![false; self.placeholders.len()];
        let mut line = 1;
        for piece in pieces(edited) {
            match piece {
                Piece::Text(text) => line += text.matches('\n').count(),
                Piece::Name { name, double, raw } => {
                    match self.placeholders.iter().position(|names| names.contains(&name)) {
                        Some(at) => {
                            if let Some(used) = used.get_mut(at) {
                                *used = true;
                            }
                        }
                        None if double => {
                            return Err(PromptError::Unknown {
                                name: name.to_owned(),
                                line,
                            });
                        }
                        None => {}
                    }
                    line += raw.matches('\n').count();
                }
            }
        }
        let needed = |names: &[&str]| names != material::LANGUAGE && names != material::EXAMPLE;
        let mut all = self.placeholders.iter().zip(used);
        let missing = all.find(|(names, used)| !used && needed(names));
        match missing.and_then(|(names, _)| names.first()) {
            Some(name) => Err(PromptError::Missing { name }),
            None => Ok(()),
        }
    }
}

/// Values for the placeholders of one prompt. A value may go by several names.
#[derive(Clone, Debug, Default)]
pub struct Values<'a> {
    values: Vec<(&'static [&'static str], std::borrow::Cow<'a, str>)>,
}

impl<'a> Values<'a> {
    /// No values yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value under all its names.
    pub fn with(
        mut self,
        names: &'static [&'static str],
        value: impl Into<std::borrow::Cow<'a, str>>,
    ) -> Self {
        self.values.push((names, value.into()));
        self
    }

    /// Fills a template in one pass. Names without a value stay as they are written ([`Template::check`]
    /// refuses them before).
    pub fn fill(&self, template: &str) -> String {
        let mut out =
            String::with_capacity(template.len() + self.values.iter().map(|(_, v)| v.len()).sum::<usize>());
        for piece in pieces(template) {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Name { name, raw, .. } => {
                    let value = self.values.iter().find(|(names, _)| names.contains(&name));
                    out.push_str(value.map_or(raw, |(_, value)| value));
                }
            }
        }
        out
    }
}

enum Piece<'t> {
    Text(&'t str),
    Name {
        name: &'t str,
        double: bool,
        raw: &'t str,
    },
}

/// Splits a template into text and placeholders, in order.
fn pieces(template: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut from = 0;
        while let Some(at) = rest
            .get(from..)
            .and_then(|tail| tail.find('{'))
            .map(|at| at + from)
        {
            let tail = rest.get(at..).unwrap_or_default();
            if let Some((name, double, length)) = placeholder(tail) {
                if at > 0 {
                    let (text, next) = rest.split_at(at);
                    rest = next;
                    return Some(Piece::Text(text));
                }
                let (raw, next) = rest.split_at(length);
                rest = next;
                return Some(Piece::Name { name, double, raw });
            }
            from = at + 1;
        }
        Some(Piece::Text(std::mem::take(&mut rest)))
    })
}

/// A placeholder at the start of `text`: its name, whether it has double braces, its length in bytes.
fn placeholder(text: &str) -> Option<(&str, bool, usize)> {
    let (inner, double) = match text.strip_prefix("{{") {
        Some(inner) => (inner, true),
        None => (text.strip_prefix('{')?, false),
    };
    // Walks over the name alone, so that a long run of braces costs no more than its length.
    let spaced = inner.trim_start_matches(|c: char| double && c.is_ascii_whitespace());
    let name_length = spaced
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(spaced.len());
    let (name, after) = spaced.split_at(name_length);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return None;
    }
    let after = after.trim_start_matches(|c: char| double && c.is_ascii_whitespace());
    let after = after.strip_prefix(if double { "}}" } else { "}" })?;
    Some((name, double, text.len() - after.len()))
}

/// SHA-256 as lower-case hex.
pub fn sha256_hex(text: &str) -> String {
    use std::fmt::Write;
    let digest = Sha256::digest(text.as_bytes());
    let mut out = String::with_capacity(64);
    for byte in digest {
        // Writing to a String cannot fail.
        let _ = write!(out, "{byte:02x}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: Template = Template {
        id: "t",
        version: 1,
        text: "{{ question }} {passage_llm}",
        placeholders: &[&["question", "query"], &["answer", "passage_llm"]],
    };

    fn values() -> Values<'static> {
        Values::new()
            .with(&["question", "query"], "Why {passage_llm} and {{ question }}?")
            .with(&["answer", "passage_llm"], "Because {query}.")
    }

    #[test]
    fn both_styles_are_filled_in_one_pass() {
        assert_eq!(
            values().fill("Q: {{question}} A: {passage_llm} {{  query  }}"),
            "Q: Why {passage_llm} and {{ question }}? A: Because {query}. Why {passage_llm} and {{ question }}?"
        );
    }

    #[test]
    fn json_and_unknown_single_braces_stay_text() {
        let text = r#"{"coverage": {"Entity 1": true}} {unknown} {} { question }"#;
        assert_eq!(values().fill(text), text);
    }

    #[test]
    fn an_edit_is_checked() {
        assert_eq!(TEMPLATE.check("{{ query }} {answer} {other}"), Ok(()));
        assert_eq!(
            TEMPLATE.check("{{ query }}\n{answer}\n {{ other }}"),
            Err(PromptError::Unknown {
                name: "other".into(),
                line: 3
            })
        );
        assert_eq!(
            TEMPLATE.check("{{ query }}"),
            Err(PromptError::Missing { name: "answer" })
        );
    }

    #[test]
    fn many_open_braces_do_not_take_quadratic_time() {
        let text = "{".repeat(200_000);
        assert_eq!(values().fill(&text), text);
    }
}
